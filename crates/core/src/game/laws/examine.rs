//! Examines a position, one law after another.

use super::Law;
use super::board::BoardExaminer;
use super::history;
use super::verdict::{Examined, expect, is_phrase, is_word};
use crate::game::value::{EVAL_MAX, GREATEST_MARGIN};
use crate::game::{
    Drawing, Evaluator, Game, IDENTITY, MoveOf, NamedEvaluator, Notation, Outcome, Path, Player,
    Position, Symmetric, Symmetry, View, Written,
};

/// Examines the positions of a game. It has what the game has besides its positions.
pub(super) struct Examiner<'a, G: Game> {
    game: &'a G,
    evaluators: Vec<NamedEvaluator<G::Position>>,
    /// The default evaluator, made with its own weights.
    weighted: Option<Box<dyn Evaluator<G::Position>>>,
    notations: Vec<Box<dyn Notation<G::Position>>>,
    /// The names of the facts, at the start.
    fact_names: Vec<&'static str>,
    board: Option<BoardExaminer<'a, G::Position>>,
}

impl<'a, G: Game> Examiner<'a, G>
where
    G::Position: PartialEq,
{
    pub(super) fn new(game: &'a G) -> Result<Self, (Law, String)> {
        let evaluators = game.evaluators();
        let names = evaluators.iter().map(|(name, _)| *name);
        let wrong = names.chain([game.name()]).chain(game.marks()).find(|name| !is_word(name));
        let is_wrong = |name: &&str| !is_phrase(name);
        if let Some(name) = wrong.or_else(|| game.player_names().into_iter().find(is_wrong)) {
            return Err((Law::Names, format!("the name '{name}'")));
        }
        if game.tunable().is_some() && evaluators.is_empty() {
            return Err((Law::WeightsUsed, "there are weights, but no evaluator".to_owned()));
        }
        let weighted = game.tunable().map(|own| own.weighted(&own.weights())).transpose();
        let weighted = weighted.map_err(|error| (Law::WeightsUsed, error.to_string()))?;
        let board = game.board().map(BoardExaminer::new).transpose()?;
        let fact_names = game.explain(&game.start()).iter().map(|fact| fact.name).collect();
        Ok(Self { game, evaluators, weighted, notations: game.notations(), fact_names, board })
    }

    /// Examines a position. `last` is the move that led there.
    pub(super) fn position(
        &self,
        position: &G::Position,
        legal: &[MoveOf<G>],
        last: Option<MoveOf<G>>,
    ) -> Examined {
        self.text(position)?;
        self.moves(position, legal)?;
        self.unclaimed(position)?;
        self.opinions(position)?;
        let canonical = position.canonical();
        for symmetry in IDENTITY..position.symmetries() {
            self.symmetry(position, legal, symmetry)?;
        }
        let reached = position.image(canonical.1).key();
        expect(Law::CanonicalReached, reached == canonical.0, || {
            format!("{:#018x} is told, but image {} has {reached:#018x}", canonical.0, canonical.1)
        })?;
        let (table_key, symmetry) = position.table_key(true);
        let (reached, _) = position.image(symmetry).table_key(false);
        let (plain, _) = position.table_key(false);
        expect(Law::TableKey, table_key == plain || table_key == reached, || {
            format!("{table_key:#018x} is told, but image {symmetry} has {reached:#018x}")
        })?;
        self.notations(position, legal)?;
        self.drawing(position, last)?;
        self.facts(position)?;
        if let Some(board) = &self.board {
            board.position(position, legal, last)?;
        }
        checked(position, legal, last)?;
        legal.iter().try_for_each(|&m| self.taken_back(position, m))
    }

    /// Text: reading and writing are inverse. The key that `make` updates is the key of the
    /// position that the text gives.
    fn text(&self, position: &G::Position) -> Examined {
        let text = position.format();
        let plain = text.split(' ').all(|word| is_word(word) && word != "moves");
        expect(Law::PlainText, plain, || format!("{text:?}"))?;
        let read = position
            .parse(&text)
            .map_err(|error| (Law::TextRead, format!("'{text}' is refused: {error}")))?;
        expect(Law::TextInverse, read.format() == text, || {
            format!("'{text}' is written as '{}' once it has been read", read.format())
        })?;
        let [found, right] =
            [&read, position].map(|position| (position.actor(), position.outcome()));
        // The end of the game may depend on the path, which is shown or part of the table key.
        let comparable = read.table_key(true) == position.table_key(true)
            && position.path().is_none_or(|path| !path.is_over());
        let other_end = comparable && found.1 != right.1;
        let go_on = found.1.is_none() && right.1.is_none();
        let other_actor = go_on && found.0 != right.0;
        expect(Law::TextComplete, !(other_end || other_actor), || {
            format!("read from its text it has {found:?}, not {right:?}")
        })?;
        expect(Law::KeyOfText, read.key() == position.key(), || {
            format!("{:#018x}; read from its text it has {:#018x}", position.key(), read.key())
        })
    }

    fn moves(&self, position: &G::Position, legal: &[MoveOf<G>]) -> Examined {
        let chance = position.actor().is_chance();
        let found = || "chance acts".to_owned();
        if let Some(outcome) = position.outcome() {
            self.margin(position, outcome)?;
            expect(Law::MovesListed, legal.is_empty(), || {
                format!("the game is over, and {legal:?} are listed")
            })?;
            return expect(Law::EndActor, !chance, found);
        }
        expect(Law::ChanceAnnounced, !chance || G::Position::HAS_CHANCE, found)?;
        let mut moves = Vec::new();
        position.moves(&mut moves);
        expect(Law::MovesListed, moves == legal, || format!("{moves:?}; in the list {legal:?}"))?;
        expect(Law::MovesThere, !legal.is_empty(), || "there is none".to_owned())?;
        let mut again = legal.to_vec();
        position.moves(&mut again);
        let twice = again.len() == 2 * legal.len() && again.ends_with(legal);
        let kept = again.starts_with(legal);
        let repeats = legal.iter().enumerate().any(|(at, m)| legal[..at].contains(m));
        expect(Law::MovesRepeated, twice && kept && !repeats, || {
            format!("{legal:?}; asked again, for the same list, {again:?}")
        })?;
        let counted = position.count_moves();
        expect(Law::MovesCounted, counted == legal.len(), || {
            format!("{counted} are counted, {} listed", legal.len())
        })?;
        let codes: Vec<u16> = legal.iter().map(|&m| position.code(m)).collect();
        for (at, &m) in legal.iter().enumerate() {
            let (text, code) = (position.format_move(m), codes[at]);
            let below = G::Position::MOVE_CODES.min(usize::from(u16::MAX));
            expect(Law::CodesBelow, usize::from(code) < below, || {
                format!("{text} has {code}, not below {below}")
            })?;
            let same = codes[..at].iter().position(|&other| other == code);
            expect(Law::CodesApart, same.is_none(), || {
                let other = same.map(|other| position.format_move(legal[other]));
                format!("{text} and {} have {code}", other.unwrap_or_default())
            })?;
            expect(Law::MovePlain, is_word(&text) && text != "0000", || format!("{text:?}"))?;
            let read = position.parse_move(&text);
            expect(Law::MoveRead, read == Ok(m), || {
                format!("'{text}' is written for {m:?}, but read as {read:?}")
            })?;
            let alone = position.spread(&text);
            expect(Law::MoveAlone, alone == [&*text], || format!("'{text}' is {alone:?}"))?;
            // Only what chance does is asked for its weight.
            expect(Law::Weights, !chance || position.weight(m) > 0, || format!("{text} has 0"))?;
        }
        Ok(())
    }

    /// A draw that nobody claims changes nothing on the board.
    fn unclaimed(&self, position: &G::Position) -> Examined {
        let Some(unclaimed) = position.unclaimed() else { return Ok(()) };
        let [here, there] = [position, &unclaimed].map(Position::outcome);
        let goes_on = here == Some(Outcome::Draw) && there.is_none();
        expect(Law::Unclaimed, goes_on && unclaimed.key() == position.key(), || {
            let text = unclaimed.format();
            format!("the outcome is {here:?}; unclaimed it is '{text}' with {there:?}")
        })
    }

    fn margin(&self, position: &G::Position, outcome: Outcome) -> Examined {
        let most = G::Position::MOST_MARGIN;
        let margin = if outcome == Outcome::Draw { 0 } else { position.margin() };
        expect(Law::Margin, margin <= most && most <= GREATEST_MARGIN, || {
            format!("{margin}, where MOST_MARGIN is {most} and GREATEST_MARGIN {GREATEST_MARGIN}")
        })
    }

    fn opinions(&self, position: &G::Position) -> Examined {
        if position.outcome().is_some() {
            return Ok(());
        }
        for (name, evaluator) in &self.evaluators {
            let [first, second] = [Player::First, Player::Second]
                .map(|player| i64::from(evaluator.evaluate(position, player)));
            expect(Law::OpinionsOpposed, first == -second, || {
                format!("{name}: {first} for the first player, {second} for the second")
            })?;
            let most = i64::from(EVAL_MAX);
            expect(Law::OpinionsBounded, first.abs() <= most, || format!("{name}: {first}"))?;
        }
        let Some(weighted) = &self.weighted else { return Ok(()) };
        let [usual, other] = [&self.evaluators[0].1, weighted]
            .map(|evaluator| evaluator.evaluate(position, Player::First));
        expect(Law::WeightsUsed, usual == other, || format!("{other} instead of {usual}"))
    }

    fn symmetry(
        &self,
        position: &G::Position,
        legal: &[MoveOf<G>],
        symmetry: Symmetry,
    ) -> Examined {
        let (image, inverse) = (position.image(symmetry), position.inverse(symmetry));
        let name = format!("symmetry {symmetry}");
        let [here, there] = [position, &image].map(history::told);
        expect(Law::PathMirrored, here == there, || {
            let plies = |path: Option<(Option<usize>, bool)>| match path {
                None => "no path".to_owned(),
                Some((None, is_over)) => format!("no limit of plies, over: {is_over}"),
                Some((Some(plies), is_over)) => format!("{plies} plies left, over: {is_over}"),
            };
            format!("{name}: {}, not {}", plies(there), plies(here))
        })?;
        let back = image.image(inverse);
        expect(Law::SymmetryUndone, back == *position, || {
            let [is, was] = apart(&back, position);
            format!("{name} leads to '{}', {inverse} from there to {is}, not {was}", image.format())
        })?;
        let [here, there] = [position, &image].map(|p| (p.outcome(), p.actor()));
        expect(Law::SymmetryEnd, here == there, || format!("{name}: {here:?}, {there:?}"))?;
        let mirrored = image.legal_moves();
        for &m in legal {
            let text = position.format_move(m);
            let code = position.map_code(position.code(m), symmetry);
            let there = mirrored.iter().copied().find(|&m| image.code(m) == code);
            let back = image.map_code(code, inverse);
            let (Some(there), true) = (there, back == position.code(m)) else {
                let found = format!(
                    "{name} maps {text}, code {}, to code {code}, and that back to {back}",
                    position.code(m)
                );
                return Err((Law::CodesMapped, found));
            };
            let (mut after, mut image_after) = (position.clone(), image.clone());
            after.make(m);
            image_after.make(there);
            // An image has not seen the path: a position that has come again is new to it.
            let is_drawn = after.path().is_some_and(Path::is_over);
            expect(Law::SymmetryPlayed, is_drawn || after.image(symmetry) == image_after, || {
                let [one, other] = apart(&after.image(symmetry), &image_after);
                format!("{name}, {text}: {one}, not {other}")
            })?;
        }
        for (label, evaluator) in &self.evaluators {
            if position.outcome().is_none() && evaluator.is_symmetric() {
                let [here, there] =
                    [position, &image].map(|position| evaluator.evaluate(position, Player::First));
                expect(Law::OpinionsMirrored, here == there, || {
                    format!("{label}: {here}, but {there} under {name}")
                })?;
            }
        }
        let [here, there] = [position, &image].map(|position| position.canonical().0);
        expect(Law::CanonicalShared, here == there, || {
            format!("{here:#018x}, but {there:#018x} under {name}")
        })
    }

    fn notations(&self, position: &G::Position, legal: &[MoveOf<G>]) -> Examined {
        for notation in &self.notations {
            let (name, text) = (notation.name(), notation.format(position));
            let read = notation.parse(position, &text).map(|read| read.key());
            expect(Law::NotationText, read == Ok(position.key()), || {
                format!("{name}: '{text}' is read as {read:?}")
            })?;
            for &m in legal {
                let text = notation.format_move(position, m);
                let read = notation.parse_move(position, &text);
                expect(Law::NotationMoves, is_word(&text) && read == Ok(m), || {
                    format!("{name}: '{text}' is read as {read:?}")
                })?;
            }
        }
        Ok(())
    }

    fn drawing(&self, position: &G::Position, last: Option<MoveOf<G>>) -> Examined {
        for turned in [false, true] {
            let drawing: Drawing = self.game.draw(position, View { turned, last });
            let text = drawing.to_string();
            let plain = text.chars().all(|c| matches!(c, ' ' | '\n') || c.is_ascii_graphic());
            expect(Law::Drawn, plain, || format!("{text:?}"))?;
        }
        Ok(())
    }

    fn facts(&self, position: &G::Position) -> Examined {
        let facts = self.game.explain(position);
        let named = facts.iter().map(|fact| fact.name).eq(self.fact_names.iter().copied());
        let words = facts.iter().all(|fact| is_word(fact.name) && is_word(&fact.text));
        expect(Law::FactsNamed, named && words, || {
            format!("{facts:?}, where the start has {:?}", self.fact_names)
        })
    }

    fn taken_back(&self, position: &G::Position, m: MoveOf<G>) -> Examined {
        let mut other = position.clone();
        let undo = other.make(m);
        other.unmake(m, undo);
        self.restored(position, &other, &position.format_move(m))
    }

    /// Whether a position is the same again as before a move.
    pub(super) fn restored(&self, was: &G::Position, is: &G::Position, text: &str) -> Examined {
        let keys = |p: &G::Position| (p.key(), p.table_key(true), p.table_key(false));
        let same = was == is && keys(was) == keys(is);
        expect(Law::TakenBack, same, || match was == is {
            true => format!("{text}: another key than before"),
            false => format!("{text}: it is '{}' then: {is:?}, not {was:?}", is.format()),
        })
    }
}

/// A move that is legal can be played with a check. The `last` move often is not legal any more.
fn checked<P: Written + PartialEq>(
    position: &P,
    legal: &[P::Move],
    last: Option<P::Move>,
) -> Examined {
    if let Some(&m) = legal.first() {
        let [mut made, mut played] = [position.clone(), position.clone()];
        made.make(m);
        let is_played = played.play(m).is_ok() && played == made;
        expect(Law::MovesChecked, is_played, || {
            format!("{} is legal, but not played", position.format_move(m))
        })?;
    }
    let Some(m) = last.filter(|m| !legal.contains(m)) else { return Ok(()) };
    let mut refused = position.clone();
    let is_refused = refused.play(m).is_err() && refused == *position;
    expect(Law::MovesChecked, is_refused, || format!("{m:?} is not legal, but played"))
}

/// Two positions that differ, so that one sees how: their texts, or all of them if the texts are
/// the same.
fn apart<P: Written>(one: &P, other: &P) -> [String; 2] {
    let texts = [one, other].map(|position| format!("'{}'", position.format()));
    if texts[0] == texts[1] { [one, other].map(|position| format!("{position:?}")) } else { texts }
}
