//! A line of input: queries and cancellations as serde types, and what is wrong with them.

use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use sarsen_core::game::excerpt;
use sarsen_core::search::Limits;

/// The limit for the characters of an error. An error may quote the user's text.
const ERROR_LENGTH: usize = 300;

/// The client's name for a query: a JSON string or number, given back as it was written.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub(super) struct Id(Box<RawValue>);

impl PartialEq for Id {
    fn eq(&self, other: &Self) -> bool {
        self.0.get() == other.0.get()
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        match raw.get().as_bytes().first() {
            Some(b'"' | b'-' | b'0'..=b'9') => Ok(Self(raw)),
            _ => Err(serde::de::Error::custom("an id is a string or a number")),
        }
    }
}

/// Why a query or a line cannot be answered.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub(super) struct Refusal {
    /// The id of the query; `None` if it cannot be read.
    pub(super) id: Option<Id>,
    /// The number of the line. `None` if there is an id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) line: Option<u64>,
    /// The field that is wrong. `None` if something else is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) field: Option<String>,
    /// What is wrong.
    pub(super) error: String,
}

impl Refusal {
    /// Something is wrong with a field.
    pub(super) fn of(field: impl Into<String>, error: impl ToString) -> Self {
        let error = excerpt(&error.to_string(), ERROR_LENGTH);
        Self { field: Some(field.into()), error, ..Self::default() }
    }

    /// Something else is wrong.
    pub(super) fn because(error: impl ToString) -> Self {
        Self { error: error.to_string(), ..Self::default() }
    }

    /// The same with the id of the query.
    pub(super) fn for_id(self, id: &Id) -> Self {
        Self { id: Some(id.clone()), ..self }
    }
}

/// A line of input.
#[derive(Debug)]
pub(super) enum AnalysisRequest {
    /// Search a position.
    Query(Box<AnalysisQuery>),
    /// End the query with this id.
    Cancel(Id),
}

/// A position to search, and how.
#[derive(Debug)]
pub(super) struct AnalysisQuery {
    pub(super) id: Id,
    pub(super) place: QueryPlace,
    pub(super) limits: Limits,
    /// The number of lines to find.
    pub(super) lines: usize,
    /// The moves to choose from, as they were written. If empty, all moves.
    pub(super) search_moves: String,
    /// Names and values, as [`Engine::set`](sarsen_engine::engine::Engine::set) takes them.
    pub(super) options: Options,
    /// The shortest time between two reports on the way. `None` for no reports.
    pub(super) report: Option<Duration>,
}

/// Options and their values.
pub(super) type Options = Vec<(String, Option<String>)>;

/// Where the position comes from.
#[derive(Debug)]
pub(super) enum QueryPlace {
    /// A game (by default the first one), a position (by default the start) and moves from there.
    Moves { game: Option<String>, position: Option<String>, moves: String },
    /// The end of a game record. The game is that of a record which names none.
    Record { game: Option<String>, text: String },
}

/// The limits of a search, as they are written.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
struct QueryLimits {
    depth: Option<u32>,
    nodes: Option<u64>,
    /// The time in milliseconds.
    movetime: Option<u64>,
    solve: Option<bool>,
}

impl From<QueryLimits> for Limits {
    fn from(QueryLimits { depth, nodes, movetime, solve }: QueryLimits) -> Self {
        let mut limits = Self::NONE;
        limits.depth = depth;
        limits.nodes = nodes;
        limits.time = movetime.map(Duration::from_millis);
        limits.solve = solve == Some(true);
        limits
    }
}

/// All fields that a line may have.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
struct RequestLine {
    id: Option<Id>,
    cancel: Option<Id>,
    game: Option<String>,
    position: Option<String>,
    moves: Option<Moves>,
    record: Option<String>,
    limits: Option<QueryLimits>,
    lines: Option<LineCount>,
    searchmoves: Option<Moves>,
    options: Option<Map<String, Value>>,
    report: Option<Reports>,
}

/// The part of a line that is read if the whole line is wrong.
#[derive(Deserialize)]
struct IdAlone {
    id: Option<Id>,
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "moves are one text or a list of texts")]
enum Moves {
    Text(String),
    List(Vec<String>),
}

impl Moves {
    fn text(self) -> String {
        match self {
            Self::Text(text) => text,
            Self::List(list) => list.join(" "),
        }
    }
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "a number from 1 on, or \"all\", is due")]
enum LineCount {
    Number(std::num::NonZeroUsize),
    Word(All),
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum All {
    All,
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "true, false or a number of milliseconds is due")]
enum Reports {
    Wanted(bool),
    Every(u64),
}

impl AnalysisRequest {
    /// Reads a line.
    pub(super) fn read(text: &str) -> Result<Self, Refusal> {
        if text.trim_start().starts_with('[') {
            return Err(Refusal::because("a line is an object, not a list"));
        }
        let mut json = serde_json::Deserializer::from_str(text);
        let read = serde_path_to_error::deserialize::<_, RequestLine>(&mut json);
        match read.map(|line| (line, json.end())) {
            Ok((line, Ok(()))) => line.request(),
            Ok((_, Err(error))) => Err(not_json(&error)),
            Err(error) if error.inner().is_data() => {
                let id = serde_json::from_str(text).ok().and_then(|IdAlone { id }| id);
                let field = excerpt(&error.path().to_string(), ERROR_LENGTH);
                // The line itself is wrong, for example a number.
                let field = Some(field).filter(|path| path != ".");
                let error = excerpt(&message(error.inner()), ERROR_LENGTH);
                Err(Refusal { id, field, error, line: None })
            }
            Err(error) => Err(not_json(error.inner())),
        }
    }
}

impl RequestLine {
    fn request(mut self) -> Result<AnalysisRequest, Refusal> {
        if let Some(id) = self.cancel.take() {
            return match self.other_than_cancel() {
                None => Ok(AnalysisRequest::Cancel(id)),
                Some(field) => {
                    Err(Refusal { id: self.id, ..Refusal::of(field, "not with 'cancel'") })
                }
            };
        }
        let Some(id) = self.id.take() else {
            return Err(Refusal::of("id", "a query needs an id, a string or a number"));
        };
        self.query(&id).map_err(|refusal| refusal.for_id(&id))
    }

    /// The first field that is there but does not belong to a cancellation.
    fn other_than_cancel(&self) -> Option<&'static str> {
        let fields = [
            ("id", self.id.is_some()),
            ("game", self.game.is_some()),
            ("position", self.position.is_some()),
            ("moves", self.moves.is_some()),
            ("record", self.record.is_some()),
            ("limits", self.limits.is_some()),
            ("lines", self.lines.is_some()),
            ("searchmoves", self.searchmoves.is_some()),
            ("options", self.options.is_some()),
            ("report", self.report.is_some()),
        ];
        fields.into_iter().find(|(_, there)| *there).map(|(name, _)| name)
    }

    fn query(self, id: &Id) -> Result<AnalysisRequest, Refusal> {
        let limits = Limits::from(self.limits.unwrap_or_default());
        if !limits.is_limited() && !limits.solve {
            let why = "at least one of depth, nodes, movetime and solve is needed";
            return Err(Refusal::of("limits", why));
        }
        let place = match self.record {
            None => QueryPlace::Moves {
                game: self.game,
                position: self.position,
                moves: self.moves.map(Moves::text).unwrap_or_default(),
            },
            Some(record) => {
                let others =
                    [("position", self.position.is_some()), ("moves", self.moves.is_some())];
                if let Some((field, _)) = others.into_iter().find(|(_, there)| *there) {
                    return Err(Refusal::of(field, "not with 'record', which says it"));
                }
                QueryPlace::Record { game: self.game, text: record }
            }
        };
        let lines = match self.lines {
            None => 1,
            Some(LineCount::Number(number)) => number.get(),
            Some(LineCount::Word(All::All)) => usize::MAX,
        };
        if limits.solve && lines > 1 {
            return Err(Refusal::of("lines", "a proof of the result gives one line"));
        }
        let search_moves = self.searchmoves.map(Moves::text).unwrap_or_default();
        let report = match self.report {
            None | Some(Reports::Wanted(false)) => None,
            Some(Reports::Wanted(true)) => Some(Duration::ZERO),
            Some(Reports::Every(ms)) => Some(Duration::from_millis(ms)),
        };
        Ok(AnalysisRequest::Query(Box::new(AnalysisQuery {
            id: id.clone(),
            place,
            limits,
            lines,
            search_moves,
            options: self.options.map_or(Ok(Vec::new()), options)?,
            report,
        })))
    }
}

fn options(map: Map<String, Value>) -> Result<Options, Refusal> {
    let option = |(name, value): (String, Value)| {
        let value = match value {
            Value::Null => None,
            Value::Bool(truth) => Some(truth.to_string()),
            Value::Number(number) => Some(number.to_string()),
            Value::String(text) => Some(text),
            Value::Array(_) | Value::Object(_) => {
                let why = "a value is a text, a number, true, false or null";
                return Err(Refusal::of(option_field(&name), why));
            }
        };
        if name.eq_ignore_ascii_case("MultiPV") {
            return Err(Refusal::of(option_field(&name), "is the field 'lines' of a query"));
        }
        Ok((name, value))
    };
    map.into_iter().map(option).collect()
}

/// The name of an option in errors.
pub(super) fn option_field(name: &str) -> String {
    format!("options.{}", excerpt(name, 40))
}

fn not_json(error: &serde_json::Error) -> Refusal {
    Refusal::because(format!("not JSON: {} (at character {})", message(error), error.column()))
}

/// The message of an error, without line and column: the text is always one line.
fn message(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    text.strip_suffix(&place).unwrap_or(&text).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        serde_json::to_string(&AnalysisRequest::read(text).unwrap_err()).unwrap()
    }

    #[test]
    fn everything_that_a_query_may_have_is_read() {
        let text = r#"{
            "id": 1e3, "game": "stonehenge", "moves": ["6@7", "5@8"], "limits": {"depth": 3},
            "lines": "all", "searchmoves": "4@1  4@2",
            "options": {"Seed": 7, "Clear Hash": null}, "report": 50
        }"#;
        let Ok(AnalysisRequest::Query(query)) = AnalysisRequest::read(text) else {
            panic!("not read")
        };
        assert_eq!(query.id.0.get(), "1e3");
        assert!(matches!(&query.place, QueryPlace::Moves { moves, .. } if moves == "6@7 5@8"));
        assert_eq!((query.lines, query.limits.depth), (usize::MAX, Some(3)));
        assert_eq!(query.search_moves, "4@1  4@2");
        let seed = ("Seed".to_owned(), Some("7".to_owned()));
        assert_eq!(query.options, [("Clear Hash".to_owned(), None), seed]);
        assert_eq!(query.report, Some(Duration::from_millis(50)));
        assert!(matches!(
            AnalysisRequest::read(r#"{"cancel":"a"}"#),
            Ok(AnalysisRequest::Cancel(_))
        ));
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, wanted) in [
            (
                r#"{"id":1,"limits":{"deep":3}}"#,
                r#"{"id":1,"field":"limits.deep","error":"unknown field `deep`"#,
            ),
            (
                r#"{"limits":{"depth":3}}"#,
                r#"{"id":null,"field":"id","error":"a query needs an id"#,
            ),
            (r#"{"id":[1],"limits":{"depth":3}}"#, r#"{"id":null,"field":"id","error":"an id is"#),
            (
                r#"{"id":"\u0041","moves":4,"limits":{"depth":3}}"#,
                r#"{"id":"\u0041","field":"moves","error":"moves are"#,
            ),
            (
                r#"{"id":1,"lines":0,"limits":{"depth":3}}"#,
                r#"{"id":1,"field":"lines","error":"a number from 1"#,
            ),
            (
                r#"{"id":1,"options":{"MultiPV":3},"limits":{"depth":3}}"#,
                r#"{"id":1,"field":"options.MultiPV","#,
            ),
            (
                r#"{"cancel":1,"game":"connect4"}"#,
                r#"{"id":null,"field":"game","error":"not with 'cancel'"#,
            ),
            (r#"[]"#, r#"{"id":null,"error":"a line is an object"#),
            (r#"{"id":1,}"#, r#"{"id":null,"error":"not JSON: trailing comma (at character 9)"}"#),
            (
                r#"{"id":1} x"#,
                r#"{"id":null,"error":"not JSON: trailing characters (at character 10)"}"#,
            ),
        ] {
            let found = refused(text);
            assert!(found.starts_with(wanted), "{text}: {found}");
        }
    }
}
