//! Games of the engine with itself, to learn from: the positions, what searches said of them, and
//! how the games ended.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use serde::{Deserialize, Serialize};

use super::survey::Survey;
use crate::matches::tuning::{RandomChoice, TuneError, Workplace};
use sarsen_core::game::board::PlaceCode;
use sarsen_core::game::value::{Score, share};
use sarsen_core::game::{Effort, Player};
use sarsen_core::search::{Control, Limits};
use sarsen_engine::engine::{Engine, Purpose, table_for_nodes};
use sarsen_engine::learned::{LEARNED, LearnedWeights, POINTS, PositionView};
use sarsen_engine::session::{Request, Session};

/// A game is given up after this many plies. Then nobody knows its result.
const LONGEST: usize = 600;

/// Of the median length of random games, at most this part is random. Few random plies are as
/// common as many: games of random moves may last much longer than others.
const RANDOM_PART: f64 = 0.7;

/// After about so many openings that ended the game, one is a ply shorter.
const ENDS: usize = 20;

/// One move in so many is random.
const RANDOM_MOVES: usize = 16;

/// Where chance acts, it brings the variety: one game in so many begins with random moves, and no
/// later move is random. But as long as nothing was learnt, one move in two is random.
const CHANCE_OPENINGS: usize = 8;
const BLIND_MOVES: usize = 2;

/// Where chance acts, what comes later counts so much less with each throw (R. Sutton, "Learning to
/// predict by the methods of temporal differences", 1988; G. Tesauro, "Temporal difference learning
/// and TD-Gammon", 1995).
const TRACE: f32 = 0.9;

/// Of each search, so many positions that it has asked the evaluator about are learnt from, too
/// (J. Veness, D. Silver, W. Uther and A. Blair, "Bootstrapping from game tree search", 2009). They
/// are not like those of games: mostly one side has played badly.
const ASKED: usize = 6;

/// Searches are asked for about so many times more.
const SPARE: u64 = 3;

/// Of those that the game's own solver does not decide, one in so many is searched.
const SEARCHED: usize = 12;

/// Such a search visits this part of the usual number of positions.
const SEARCHED_PART: u64 = 2;

/// After so many positions that are too hard for the solver, it is asked no more in this game.
const FAILURES: usize = 2;

/// After each game, at least and at most so many games of random moves are played if the game has a
/// solver of its own. What it decides in them is learnt from, too. There are more than the least
/// number as long as it decides at least half of their positions.
const STROLLS: [usize; 2] = [2, 12];

/// Memory of each thread's solver.
const SOLVER: usize = 4 << 20;

/// A position as it was seen in a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Seen {
    /// What was where.
    pub codes: Vec<PlaceCode>,
    /// Whether the players differ and the second one was to move.
    pub is_second: bool,
    /// The points of the one who saw it, from 0 to 1, as a search expected them. None if the search
    /// knew nothing yet, or if the result has it in.
    pub expected: Option<f32>,
    /// The points that this came to: those at the end of the game, or those that a search expected
    /// where the next random move was made. None if the game was given up, or the search knew
    /// nothing yet. In games of chance, they are mixed with what searches expected on the way.
    pub result: Option<f32>,
    /// Whether the expectation is a proof.
    pub is_proven: bool,
}

impl Seen {
    /// What to learn: the proof, or the mean of expectation and result. None if neither is known.
    #[must_use]
    pub fn target(&self) -> Option<f32> {
        match (self.expected, self.result) {
            (Some(expected), Some(result)) if !self.is_proven => Some((expected + result) / 2.0),
            (Some(expected), _) => Some(expected),
            (None, result) => result,
        }
    }
}

/// How games are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GamesPlan {
    /// Positions that a search visits for each move.
    pub nodes: u64,
    /// The plies that a search looks ahead at most. None if nodes alone limit it.
    pub depth: Option<u32>,
    /// Whether searches are made where chance acts, too, so that the luck of throws does not count.
    pub expects: bool,
    /// Positions that the game's own solver, if there is one, may visit for each position.
    pub solver_nodes: u64,
    /// The seed.
    pub seed: u64,
}

/// Plays games, from the one with number `first` on. The same settings give the same games, on any
/// number of threads. `weights` are those of the evaluator `learned`; None if nothing was learnt
/// yet.
///
/// # Errors
///
/// If the game cannot be played, or `stop` is set.
pub fn play_games(
    place: Workplace<'_>,
    survey: &Survey,
    plan: GamesPlan,
    weights: Option<&LearnedWeights>,
    [first, count]: [usize; 2],
    stop: &Arc<AtomicBool>,
    report: &mut dyn FnMut(usize),
) -> Result<Vec<Seen>, TuneError> {
    let engine = || {
        place.engine(table_for_nodes(plan.nodes), |session| {
            // A shallow search of a position before a throw says no more than the evaluator.
            let one_in = (plan.nodes / (SPARE * ASKED as u64)).clamp(1, 1 << 20);
            session.set_learner(weights, (!session.has_chance()).then_some(one_in as u32))?;
            session.select_evaluator(LEARNED);
            Ok(())
        })
    };
    let play = |engine: &mut Engine, number: usize| {
        let random = RandomChoice::new(plan.seed, first + number);
        let knows = weights.is_some();
        OneGame { survey, plan, stop, random, knows }.play(engine)
    };
    let games = place.map(("learning", count), engine, play, stop, report)?;
    Ok(games.into_iter().flatten().collect())
}

struct OneGame<'a> {
    survey: &'a Survey,
    plan: GamesPlan,
    stop: &'a Arc<AtomicBool>,
    random: RandomChoice,
    /// Whether the evaluator has weights.
    knows: bool,
}

impl OneGame<'_> {
    /// Begins with random moves: 1 to 4 as often as 4 to 16, and so on. There are fewer if they end
    /// the game again and again.
    fn open(&mut self, session: &mut dyn Session) -> Result<(), TuneError> {
        session.restart();
        if session.has_chance() && self.random.below(CHANCE_OPENINGS) > 0 {
            return Ok(());
        }
        let part = self.random.below(1 << 20) as f64 / f64::from(1 << 20);
        let most = (RANDOM_PART * self.survey.median as f64).max(1.0);
        let mut plies = most.powf(part) as usize;
        while session.ply() < plies {
            self.random.play(session)?;
            if session.outcome().is_some() {
                session.restart();
                plies -= usize::from(self.random.below(ENDS) == 0);
            }
        }
        Ok(())
    }

    fn play(mut self, engine: &mut Engine) -> Result<Vec<Seen>, TuneError> {
        engine.restart();
        self.open(engine.session_mut())?;
        let has_chance = engine.session().has_chance();
        let mut plies: Vec<SeenPly> = Vec::new();
        // What the positions before this one came to is known already.
        let mut settled = 0;
        let end = loop {
            let session = engine.session();
            if let Some(value) = session.final_value(Player::First) {
                break Some(value);
            }
            let Some(turn) = session.turn().filter(|_| session.ply() < LONGEST) else {
                break None;
            };
            let Some(mover) = session.to_move() else {
                plies.push(match self.plan.expects {
                    true => match self.look(engine, turn, self.plan.nodes)? {
                        Some(looked) => looked.seen,
                        None => break None,
                    },
                    false => SeenPly::of(self.note(session, turn, None)),
                });
                self.random.play(engine.session_mut())?;
                continue;
            };
            let Some(looked) = self.look(engine, mover, self.plan.nodes)? else { break None };
            if let Some(last) = plies.last_mut() {
                last.ahead = looked.points.map(|points| seen_by(Player::First, mover, points));
            }
            plies.push(looked.seen);
            let session = engine.session_mut();
            if has_chance && !self.knows && self.random.below(BLIND_MOVES) == 0 {
                self.random.play(session)?;
            } else if !has_chance && self.random.below(RANDOM_MOVES) == 0 {
                self.random.play(session)?;
                settle(&mut plies[settled..], mover, looked.points);
                settled = plies.len();
            } else {
                session.play(&looked.best)?;
            }
        };
        let points = end.map(|value| share(value) as f32);
        settle(&mut plies[settled..], Player::First, points);
        if has_chance {
            mix(&mut plies);
        }
        let solved = self.go_back(engine, &mut plies)?;
        let mut all = Vec::new();
        for (ply, SeenPly { itself, asked, .. }) in plies.into_iter().enumerate() {
            all.extend(itself);
            for text in asked {
                all.extend(self.judge(engine, &text, ply >= solved)?);
            }
        }
        if engine.session_mut().solver(SOLVER).is_ok() {
            for number in 1..=STROLLS[1] {
                let Stroll { plies, decided } = self.stroll(engine)?;
                let is_worth_more = 2 * decided.len() >= plies;
                all.extend(decided);
                if number >= STROLLS[0] && !is_worth_more {
                    break;
                }
            }
        }
        Ok(all.into_iter().map(|(_, seen)| seen).collect())
    }

    /// Goes back from the end of the game, move by move. The game's own solver proves positions
    /// until they are too hard for it. Returns the number of the first one that is not.
    fn go_back(&mut self, engine: &mut Engine, plies: &mut [SeenPly]) -> Result<usize, TuneError> {
        let (mut solved, mut failures) = (plies.len(), 0);
        for (number, ply) in plies.iter_mut().enumerate().rev() {
            let session = engine.session_mut();
            session.undo(1)?;
            if let (Some(points), Some(mover)) = (self.solve(session)?, session.turn()) {
                solved = number;
                if let Some((eyes, seen)) = &mut ply.itself {
                    let points = seen_by(*eyes, mover, points);
                    (seen.expected, seen.is_proven) = (Some(points), true);
                }
            } else {
                failures += 1;
                if failures == FAILURES {
                    break;
                }
            }
        }
        Ok(solved)
    }

    /// Plays a game of random moves. The game's own solver decides its positions as far back from
    /// the end as it can.
    fn stroll(&mut self, engine: &mut Engine) -> Result<Stroll, TuneError> {
        let session = engine.session_mut();
        session.restart();
        let mut plies = Vec::new();
        while session.outcome().is_none() && session.ply() < LONGEST {
            let itself = session.turn().and_then(|mover| self.note(session, mover, None));
            plies.push(SeenPly::of(itself));
            self.random.play(session)?;
        }
        let solved = self.go_back(engine, &mut plies)?;
        let all = plies.len();
        let seen = plies.into_iter().skip(solved).filter_map(|ply| ply.itself);
        Ok(Stroll { plies: all, decided: seen.filter(|(_, seen)| seen.is_proven).collect() })
    }

    /// Judges a position that the evaluator was asked about. None if nothing is known of it.
    fn judge(
        &mut self,
        engine: &mut Engine,
        text: &str,
        solves: bool,
    ) -> Result<Option<(Player, Seen)>, TuneError> {
        let session = engine.session_mut();
        session.set_position(Some(text), "")?;
        let Some(mover) = session.turn() else { return Ok(None) };
        if let Some(points) = if solves { self.solve(session)? } else { None } {
            return Ok(self.note(session, mover, Some((points, true))));
        }
        if self.random.below(SEARCHED) > 0 {
            return Ok(None);
        }
        let nodes = (self.plan.nodes / SEARCHED_PART).max(1);
        let seen = self.look(engine, mover, nodes)?.and_then(|looked| looked.seen.itself);
        Ok(seen.filter(|(_, seen)| seen.expected.is_some()))
    }

    /// Searches the current position. None if there is no move.
    fn look(
        &mut self,
        engine: &mut Engine,
        mover: Player,
        nodes: u64,
    ) -> Result<Option<Looked>, TuneError> {
        let mut limits = Limits::nodes(nodes);
        limits.depth = self.plan.depth;
        let request = Request { limits, lines: 1, ..Request::default() };
        let control = Control::new().with_switch(Arc::clone(self.stop));
        let answer = engine.think(&request, Purpose::Analysis, &control, &mut |_| {});
        self.check()?;
        let asked = self.random.some_of(engine.session_mut().take_asked(), ASKED);
        let Some(best) = answer.map(|answer| answer.best) else { return Ok(None) };
        let score = match best.score {
            Score::Win(_) => Some((1.0, true)),
            Score::Loss(_) => Some((0.0, true)),
            Score::Draw => Some((0.5, true)),
            Score::Eval(value) => {
                self.knows.then(|| (expected(value as f32 / POINTS as f32), false))
            }
            // Without one iteration, a search says no more than the evaluator.
            Score::Chance(_) if best.depth == 0 => None,
            Score::Chance(value) => self.knows.then(|| (share(value) as f32, false)),
        };
        let itself = self.note(engine.session(), mover, score);
        // Where chance acts, there is none.
        let best = best.variation.into_iter().next().unwrap_or_default();
        let points = score.map(|(points, _)| points);
        Ok(Some(Looked { best, points, seen: SeenPly { asked, ..SeenPly::of(itself) } }))
    }

    /// The current position with the mover's points, if they are known, and whether they are
    /// proven. None if the position is not quiet.
    fn note(
        &self,
        session: &dyn Session,
        mover: Player,
        score: Option<(f32, bool)>,
    ) -> Option<(Player, Seen)> {
        let mut codes = Vec::new();
        let PositionView { eyes, is_second } =
            session.view(self.survey.features.facts(), &mut codes)?;
        let seen = Seen {
            codes,
            is_second,
            expected: score.map(|(points, _)| seen_by(eyes, mover, points)),
            result: None,
            is_proven: score.is_some_and(|(_, is_proven)| is_proven),
        };
        Some((eyes, seen))
    }

    /// An error if it has to end.
    fn check(&self) -> Result<(), TuneError> {
        if self.stop.load(Relaxed) { Err(TuneError::Interrupted) } else { Ok(()) }
    }

    /// The mover's points, if the game's own solver finds them out.
    fn solve(&self, session: &mut dyn Session) -> Result<Option<f32>, TuneError> {
        let must_end = |_| self.stop.load(Relaxed);
        let nodes = self.plan.solver_nodes;
        if nodes == 0 {
            return Ok(None);
        }
        let effort = Effort { nodes, must_end: &must_end, ..Effort::UNLIMITED };
        let finding = session.solver(SOLVER).ok().and_then(|solver| solver.solve(&effort));
        self.check()?;
        let has_chance = session.has_chance();
        Ok(finding.and_then(|finding| match (finding.least, finding.most) {
            (least, most) if has_chance && least == most => Some(share(least) as f32),
            _ if has_chance => None,
            (least, _) if least > 0 => Some(1.0),
            (_, most) if most < 0 => Some(0.0),
            (0, 0) => Some(0.5),
            _ => None,
        }))
    }
}

/// What a search of a position has brought.
struct Looked {
    /// The best move. Empty where chance acts.
    best: String,
    /// The mover's points, if they are known.
    points: Option<f32>,
    seen: SeenPly,
}

/// A game of random moves.
struct Stroll {
    plies: usize,
    /// Its positions that the game's own solver decides, and whose eyes see them.
    decided: Vec<(Player, Seen)>,
}

/// The positions seen by a search.
struct SeenPly {
    /// The one searched, and whose eyes see it. None if it is not quiet.
    itself: Option<(Player, Seen)>,
    /// Some that the evaluator was asked about, as texts.
    asked: Vec<String>,
    /// The first player's points that the search of the next ply expected.
    ahead: Option<f32>,
}

impl SeenPly {
    fn of(itself: Option<(Player, Seen)>) -> Self {
        Self { itself, asked: Vec::new(), ahead: None }
    }
}

/// These positions came to so many points of a player.
fn settle(plies: &mut [SeenPly], player: Player, points: Option<f32>) {
    for (eyes, seen) in plies.iter_mut().filter_map(|ply| ply.itself.as_mut()) {
        seen.result = points.map(|points| seen_by(*eyes, player, points));
    }
}

/// Mixes what the positions of a game of chance came to with what searches expected on the way.
///
/// If a search was made before the throw, what became of the position after the throw is added to
/// what that search expected, so that the luck of the throw does not count.
fn mix(plies: &mut [SeenPly]) {
    let mut later: Option<f32> = None;
    for ply in plies.iter_mut().rev() {
        let Some((eyes, seen)) = &mut ply.itself else { continue };
        let points = later.or(seen.result.map(|points| seen_by(Player::First, *eyes, points)));
        let expected = seen.expected.map(|points| seen_by(Player::First, *eyes, points));
        let mixed = points.zip(ply.ahead).map(|(points, ahead)| {
            let mixed = expected.unwrap_or(ahead) + TRACE * (points - ahead);
            mixed.clamp(0.0, 1.0)
        });
        later = mixed.or(points);
        seen.result = later.map(|points| seen_by(*eyes, Player::First, points));
        if !seen.is_proven {
            seen.expected = None;
        }
    }
}

/// What so many points of a player are for the one whose eyes see the position.
fn seen_by(eyes: Player, player: Player, points: f32) -> f32 {
    if eyes == player { points } else { 1.0 - points }
}

/// The expected points, for the logarithm of the odds of winning.
fn expected(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Before a throw: what was expected then, and after it. All is said of the first player.
    fn before_throw(eyes: Player, expected: Option<f32>, ahead: f32) -> SeenPly {
        let expected = expected.map(|points| seen_by(eyes, Player::First, points));
        let (codes, result) = (Vec::new(), Some(seen_by(eyes, Player::First, 1.0)));
        let seen = Seen { codes, is_second: false, expected, result, is_proven: false };
        SeenPly { ahead: Some(ahead), ..SeenPly::of(Some((eyes, seen))) }
    }

    #[test]
    fn the_luck_of_throws_does_not_count_where_searches_were_made_before() {
        let near = |plies: &[SeenPly], right: [f32; 2]| {
            for (ply, right) in plies.iter().zip(right) {
                let (eyes, seen) = ply.itself.as_ref().unwrap();
                let target = seen_by(Player::First, *eyes, seen.target().unwrap());
                assert!((target - right).abs() < 1e-6, "{target}, not {right}");
            }
        };
        // The first player has won by a lucky last throw, and the second one was lucky before.
        let mut plies = [
            before_throw(Player::Second, Some(0.6), 0.3),
            before_throw(Player::First, Some(0.3), 1.0),
        ];
        mix(&mut plies);
        near(&plies, [0.6, 0.3]);
        // Without searches before the throws, later turns count nine tenths.
        let mut plies =
            [before_throw(Player::Second, None, 0.3), before_throw(Player::First, None, 1.0)];
        mix(&mut plies);
        near(&plies, [0.3 + 0.9 * 0.7, 1.0]);
    }

    #[test]
    fn what_positions_come_to_is_seen_by_each_player() {
        let seen = |eyes: Player| {
            let (codes, expected) = (Vec::new(), None);
            let seen = Seen { codes, is_second: false, expected, result: None, is_proven: false };
            SeenPly::of(Some((eyes, seen)))
        };
        let mut plies = vec![seen(Player::First), seen(Player::Second), seen(Player::First)];
        settle(&mut plies[..2], Player::Second, Some(0.25));
        let results = |plies: &[SeenPly]| -> Vec<Option<f32>> {
            plies.iter().map(|ply| ply.itself.as_ref().unwrap().1.result).collect()
        };
        assert_eq!(results(&plies), [Some(0.75), Some(0.25), None]);
        settle(&mut plies[1..], Player::First, None);
        assert_eq!(results(&plies), [Some(0.75), None, None]);
    }
}
