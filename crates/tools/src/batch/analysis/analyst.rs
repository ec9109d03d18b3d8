//! The analyst: answers queries one after another, each as if it were the first.

use std::sync::Arc;
use std::time::Instant;

use super::answer::{Reply, ReportLine, SearchResult};
use super::query::{AnalysisQuery, Options, QueryPlace, Refusal, option_field};
use crate::matches::record::{Record, Records, ReplayError};
use sarsen_core::search::{Control, Info, Limits};
use sarsen_core::sys::panic_guard::guarded;
use sarsen_engine::engine::{Engine, Purpose, SMALLEST_TABLE, table_for_nodes};
use sarsen_engine::session::{Ask, PositionError, Registry, Request};

/// The limit for the number of engines that are kept for later queries.
const KEPT: usize = 8;

/// A limit for the positions that a search visits in a millisecond.
const NODES_A_MS: u64 = 8192;

/// Options that matter only if a move is to be played. A query with one of them asks for a move.
const FOR_PLAY: [&str; 4] = ["Book", "Book Variety", "Seed", "Strength"];

/// An engine that is kept for later queries, with these options and an empty table.
struct KeptEngine {
    game: String,
    options: Options,
    /// The table that the options ask for, in bytes.
    hash: Option<usize>,
    engine: Engine,
}

/// The position that a record or the fields of a query name.
struct NamedPosition<'a> {
    game: &'a str,
    position: Option<&'a str>,
    moves: &'a str,
    record: Option<&'a Record>,
}

/// Answers queries. No query influences the next one: a kept engine serves only queries with the
/// same game and options, and it has forgotten everything that it had learnt.
pub(super) struct Analyst {
    registry: Arc<Registry>,
    /// The engines for later queries. The most recently used one is last.
    kept: Vec<KeptEngine>,
}

impl Analyst {
    pub(super) fn new(registry: Arc<Registry>) -> Self {
        Self { registry, kept: Vec::new() }
    }

    /// Answers a query. Calls `say` with the reports on the way that the query asks for.
    pub(super) fn answer<'a>(
        &mut self,
        query: &'a AnalysisQuery,
        control: &Control,
        say: &mut dyn FnMut(&ReportLine<'_>),
    ) -> Result<Reply<'a>, Refusal> {
        // After a panic the engine may be in any state, so it is not kept.
        guarded(|| self.think(query, control, say))
            .unwrap_or_else(|panic| Err(Refusal::because(panic)))
    }

    fn think<'a>(
        &mut self,
        query: &'a AnalysisQuery,
        control: &Control,
        say: &mut dyn FnMut(&ReportLine<'_>),
    ) -> Result<Reply<'a>, Refusal> {
        let registry = Arc::clone(&self.registry);
        let record = match &query.place {
            QueryPlace::Moves { .. } => None,
            QueryPlace::Record { game, text } => {
                Some(only_record(text, game.as_deref().unwrap_or_default(), &registry)?)
            }
        };
        let named = match (&query.place, &record) {
            (QueryPlace::Moves { game, position, moves }, _) => NamedPosition {
                game: game.as_deref().or(registry.names().next()).unwrap_or_default(),
                position: position.as_deref(),
                moves,
                record: None,
            },
            (QueryPlace::Record { .. }, record) => NamedPosition {
                game: record.as_ref().map_or(Ok(""), Record::game).map_err(in_record)?,
                position: None,
                moves: "",
                record: record.as_ref(),
            },
        };
        let mut kept = self.engine(&named, &query.options)?;
        let answer = answer_with(&mut kept, &named, query, control, say);
        if kept.engine.forget(SMALLEST_TABLE).is_ok() {
            if self.kept.len() == KEPT {
                self.kept.remove(0);
            }
            self.kept.push(kept);
        }
        answer
    }

    /// An engine for a game, with these options.
    fn engine(
        &mut self,
        named: &NamedPosition<'_>,
        options: &Options,
    ) -> Result<KeptEngine, Refusal> {
        let matches = |kept: &KeptEngine| kept.game == named.game && kept.options == *options;
        if let Some(index) = self.kept.iter().rposition(matches) {
            return Ok(self.kept.remove(index));
        }
        let session = self.registry.open_title(named.game).map_err(|error| {
            Refusal::of(if named.record.is_some() { "record" } else { "game" }, error)
        })?;
        let mut engine = Engine::new(session, 1).map_err(Refusal::because)?;
        let mut hash = None;
        for (name, value) in options {
            match engine.set(name, value.as_deref()) {
                Ok(true) if name.eq_ignore_ascii_case("Hash") => hash = Some(engine.table_bytes()),
                Ok(true) => {}
                Ok(false) => {
                    let known: Vec<_> = engine.options().iter().map(|offer| offer.name).collect();
                    let why = format!("there is no such option, only {}", known.join(", "));
                    return Err(Refusal::of(option_field(name), why));
                }
                Err(error) => return Err(Refusal::of(option_field(name), error.why)),
            }
        }
        engine.forget(SMALLEST_TABLE).map_err(Refusal::because)?;
        Ok(KeptEngine { game: named.game.to_owned(), options: options.clone(), hash, engine })
    }
}

/// The moves of a field, in the notation of the game.
fn split(session: &dyn Ask, field: &'static str, text: &str) -> Result<Vec<String>, Refusal> {
    session.split_moves(text).map_err(|error| Refusal::of(field, error))
}

/// Answers a query with an engine that has its game and options.
fn answer_with<'a>(
    kept: &mut KeptEngine,
    named: &NamedPosition<'_>,
    query: &'a AnalysisQuery,
    control: &Control,
    say: &mut dyn FnMut(&ReportLine<'_>),
) -> Result<Reply<'a>, Refusal> {
    let engine = &mut kept.engine;
    match named.record {
        Some(record) => record.lead(engine.session_mut()).map_err(in_record)?,
        None => {
            let moves = split(engine.session(), "moves", named.moves)?.join(" ");
            engine.session_mut().set_position(named.position, &moves).map_err(|error| {
                let field = match error {
                    PositionError::Text(_) => "position",
                    PositionError::Move { .. } => "moves",
                };
                Refusal::of(field, error)
            })?;
        }
    }
    let session = engine.session();
    let mut moves: Vec<String> = Vec::new();
    for text in split(session, "searchmoves", &query.search_moves)? {
        session.check_move(&text).map_err(|error| Refusal::of("searchmoves", error))?;
        if !moves.contains(&text) {
            moves.push(text);
        }
    }
    let mut reply = Reply::new(&query.id, session);
    let notes = named.record.map_or(&[][..], |record| &record.notes[..]);
    reply.notes.extend(notes.iter().map(ToString::to_string));
    if session.outcome().is_some() {
        return Ok(reply);
    }
    let choices = if moves.is_empty() { session.moves().len() } else { moves.len() };
    let bytes = kept.hash.unwrap_or_else(|| table_for(query.limits, session.moves().len()));
    if bytes != SMALLEST_TABLE {
        // A failure is an error only if the query asked for this size.
        let made = engine.forget(bytes);
        if kept.hash.is_some() {
            made.map_err(|error| Refusal::of(option_field("Hash"), error))?;
        }
    }
    if query.limits.time.is_some() {
        engine.make_ready();
    }
    // What has been done so far is no search.
    control.begin_late();
    let lines = query.lines.min(choices);
    let request = Request { limits: query.limits, moves, lines, ..Request::default() };
    let mut reporter = Reporter { query, lines, last: None, found: Vec::new(), say };
    let for_play =
        |(name, _): &(String, _)| FOR_PLAY.iter().any(|known| known.eq_ignore_ascii_case(name));
    let purpose = if query.options.iter().any(for_play) { Purpose::Move } else { Purpose::Advice };
    let answer = engine.think(&request, purpose, control, &mut |info| reporter.take(info));
    let Some(answer) = answer else {
        return Err(Refusal::because("nothing was found within these limits"));
    };
    reply.found = Some(SearchResult::at_the_end(&answer, control.elapsed()));
    reply.notes.extend(control.shortage().map(|shortage| shortage.to_string()));
    Ok(reply)
}

/// Collects the lines of an iteration, and reports them together.
struct Reporter<'a> {
    query: &'a AnalysisQuery,
    /// The number of lines in an iteration.
    lines: usize,
    /// When the last report was made.
    last: Option<Instant>,
    found: Vec<Info<String>>,
    say: &'a mut dyn FnMut(&ReportLine<'_>),
}

impl Reporter<'_> {
    fn take(&mut self, info: Info<String>) {
        let Some(every) = self.query.report else { return };
        if info.rank == 1 {
            self.found.clear();
        }
        self.found.push(info);
        let due = self.last.is_none_or(|last| last.elapsed() >= every);
        if let [best, ..] = &self.found[..]
            && self.found.len() == self.lines
            && due
        {
            let found = SearchResult::new(best, &self.found, best.time);
            (self.say)(&ReportLine { id: &self.query.id, report: true, found });
            self.last = Some(Instant::now());
        }
    }
}

/// The record of a text, which must have exactly one. It is of the game that the query names, if
/// any does.
fn only_record(text: &str, game: &str, registry: &Registry) -> Result<Record, Refusal> {
    let title = match game {
        "" => String::new(),
        game => registry.open_title(game).map_err(|error| Refusal::of("game", error))?.title(),
    };
    let mut records = Records::new(text);
    let record = records.next().ok_or_else(|| Refusal::of("record", "there is none"))?;
    let record = record.map_err(|error| Refusal::of("record", error))?;
    if records.next().is_some() {
        return Err(Refusal::of("record", "there is more than one"));
    }
    let record =
        record.or_of_game(&title, registry).map_err(|error| Refusal::of("record", error))?;
    match record.title(registry).filter(|named| !title.is_empty() && *named != title) {
        Some(named) => Err(Refusal::of("game", format!("the record is one of {named}"))),
        None => Ok(record),
    }
}

fn in_record(error: ReplayError) -> Refusal {
    Refusal::of("record", error)
}

/// The size of the table, in bytes, that a search within these limits can use. For a search to a
/// depth, the estimate is eight times the number of moves to the power of half the depth.
fn table_for(limits: Limits, moves: usize) -> usize {
    let by_depth = limits.depth.map(|depth| {
        let branching = (moves as u64).max(2);
        branching.saturating_pow(depth.div_ceil(2)).saturating_mul(8)
    });
    let by_time = limits.time.map(|time| (time.as_millis() as u64).saturating_mul(NODES_A_MS));
    let nodes = [limits.nodes, by_depth, by_time].into_iter().flatten().min().unwrap_or(u64::MAX);
    table_for_nodes(nodes)
}

#[cfg(test)]
mod tests {
    use super::super::query::AnalysisRequest;
    use super::*;
    use sarsen_engine::engine::DEFAULT_HASH;
    use std::time::Duration;

    fn query(text: &str) -> Box<AnalysisQuery> {
        match AnalysisRequest::read(text).unwrap() {
            AnalysisRequest::Query(query) => query,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn tables_are_as_large_as_the_limits() {
        assert_eq!(table_for(Limits::nodes(100), 7), SMALLEST_TABLE);
        assert_eq!(table_for(Limits::nodes(10_000), 7), 1 << 19);
        assert_eq!(table_for(Limits::nodes(u64::MAX), 7), DEFAULT_HASH << 20);
        assert_eq!(table_for(Limits::nodes(100).with_depth(250), 7), SMALLEST_TABLE);
        assert_eq!(table_for(Limits::time(Duration::from_millis(1)), 7), 1 << 18);
    }

    #[test]
    fn engines_are_kept_but_not_without_end() {
        let mut analyst = Analyst::new(Arc::new(sarsen_games::registry()));
        for round in 0..3 {
            for seed in 0..KEPT + 2 {
                let text = format!(
                    r#"{{"id":1,"limits":{{"depth":3,"nodes":{}}},"options":{{"Seed":{seed}}}}}"#,
                    100_000 * round
                );
                let query = query(&text);
                assert!(analyst.answer(&query, &Control::new(), &mut |_| {}).is_ok());
            }
        }
        assert_eq!(analyst.kept.len(), KEPT);
        assert!(analyst.kept.iter().all(|kept| kept.engine.table_bytes() == SMALLEST_TABLE));
    }
}
