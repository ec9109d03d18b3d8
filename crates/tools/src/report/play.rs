//! Plays one game of a report.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use serde::{Deserialize, Serialize};

use super::error::ReportError;
use super::opinion::SearchOpinion;
use super::plan::{MORE, Pairing, ReportPlan, scaled};
use sarsen_core::game::value::{Score, Value, is_loss, loss_in, win_in};
use sarsen_core::game::{Outcome, mix64, split_mix};
use sarsen_core::search::{Control, Info, Limits};
use sarsen_engine::engine::{Engine, Purpose, table_for_nodes};
use sarsen_engine::session::{FairDice, Handicap, Request, Session, move_of};

/// A game is given up after this many plies.
pub(super) const LONGEST: usize = 1000;

/// In so many plies at the beginning of a game with itself, the engine may make moves that are not
/// much worse than the best, so that games differ.
const VARIED: usize = 8;
/// So often another move is tried.
const TRIES: usize = 2;

/// The games of a pair begin with random plies, unless chance makes them differ: with as many as
/// give so many openings.
const OPENINGS: usize = 1000;
/// At least so many, and at most.
const RANDOM: [usize; 2] = [2, 8];

/// One position in so many is looked at for traps.
const LOOKED: u64 = 4;

/// Bytes of an engine's table if time limits its thought.
const TABLE: usize = 16 << 20;

/// A game that was played, as the journal keeps it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct PlayedGame {
    /// 0 for a game with itself, or else the number of the step of thought.
    pub(super) stage: usize,
    /// Its number in the stage, from 0.
    pub(super) number: usize,
    /// The moves, separated by blanks.
    pub(super) moves: String,
    /// What the mover's search thought before each move, separated by blanks. Empty except for
    /// games with itself.
    pub(super) opinions: String,
    /// In how many positions traps were looked for, and how many were found.
    pub(super) traps: [u64; 2],
}

impl PlayedGame {
    /// The opinions, ply by ply.
    ///
    /// # Errors
    ///
    /// If there are not as many as moves, or one cannot be read.
    pub(super) fn opinions(&self) -> Result<Vec<SearchOpinion>, String> {
        let read = |text: &str| text.parse::<SearchOpinion>().map_err(|error| error.to_string());
        let opinions: Vec<_> =
            self.opinions.split_whitespace().map(read).collect::<Result<_, _>>()?;
        let moves = self.moves.split_whitespace().count();
        match self.stage > 0 || opinions.len() == moves {
            true => Ok(opinions),
            false => Err(format!("{} opinions of {moves} moves", opinions.len())),
        }
    }
}

/// Plays games, on one thread.
pub(super) struct GamePlayer<'a> {
    plan: &'a ReportPlan,
    stop: &'a Arc<AtomicBool>,
    /// The engines of the two sides. In games with itself the first one plays, and the second one
    /// looks for traps.
    engines: [Engine; 2],
}

impl<'a> GamePlayer<'a> {
    pub(super) fn new(
        plan: &'a ReportPlan,
        stop: &'a Arc<AtomicBool>,
    ) -> Result<Self, ReportError> {
        let engine = || -> Result<Engine, ReportError> {
            let mut session = plan.registry.open_title(&plan.title)?;
            if let Some(name) = &plan.evaluator
                && !session.select_evaluator(name)
            {
                let known = session.evaluators().join(", ");
                return Err(ReportError::Evaluator { name: name.clone(), known });
            }
            let mut engine = Engine::new(session, 1)?;
            let most = plan.pace.nodes.map(|nodes| nodes.saturating_mul(MORE));
            engine.forget(most.map_or(TABLE, |most| table_for_nodes(most).min(TABLE)))?;
            Ok(engine)
        };
        Ok(Self { plan, stop, engines: [engine()?, engine()?] })
    }

    /// The points that the evaluator's author takes to multiply the odds of winning by e.
    pub(super) fn odds(&self) -> i32 {
        self.engines[0].session().scale().odds
    }

    /// The name of the evaluator, and whether it has nothing to judge by.
    pub(super) fn evaluator(&self) -> (String, bool) {
        let session = self.engines[0].session();
        (session.evaluator().to_owned(), session.is_blind())
    }

    /// Samples of the rules, and of what the evaluator says.
    pub(super) fn samples(&self) -> [u32; 2] {
        self.engines[0].session().samples()
    }

    /// Plays the game with this number. None if it must stop.
    pub(super) fn play(
        &mut self,
        stage: usize,
        number: usize,
        Pairing { paces }: Pairing,
    ) -> Result<Option<PlayedGame>, ReportError> {
        self.engines.iter_mut().for_each(Engine::restart);
        let is_alone = stage == 0;
        // Both games of a pair begin alike, and have the same dice.
        let opening = if is_alone { number } else { number / 2 };
        let seed = mix64(self.plan.seed ^ mix64(stage as u64)) ^ mix64(!(opening as u64));
        let dice = FairDice::new(seed);
        let mut random = seed;
        let has_chance = self.engines[0].session().has_chance();
        let mut played = PlayedGame {
            stage,
            number,
            moves: String::new(),
            opinions: String::new(),
            traps: [0; 2],
        };
        let mut opinions = Vec::new();
        // How many openings there are as long as this one, if all positions had as many moves.
        let mut openings = 1_usize;
        while let Some(turn) = self.engines[0].session().turn() {
            if self.stop.load(Relaxed) {
                return Ok(None);
            }
            let session = self.engines[0].session();
            let ply = session.ply();
            if ply >= LONGEST {
                break;
            }
            let m = if let Some(rolled) = dice.roll(session) {
                opinions.push(SearchOpinion::Unknown);
                rolled
            } else if !is_alone
                && !has_chance
                && (ply < RANDOM[0] || openings < OPENINGS && ply < RANDOM[1])
            {
                openings = openings.saturating_mul(session.moves().len());
                move_of(split_mix(&mut random), session)
            } else {
                let seat = if is_alone { 0 } else { turn.index() ^ (number % 2) };
                let Some(best) = self.think(seat, paces[seat], seed) else { return Ok(None) };
                let Some(mut m) = best.variation.first().cloned() else { break };
                opinions.push(SearchOpinion::of(best.score, turn));
                let is_varied =
                    is_alone && !has_chance && ply < VARIED && self.plan.strength >= 100;
                if is_varied {
                    match self.vary(paces[0], &m, best.score, (seed, &mut random))? {
                        None => return Ok(None),
                        Some(other) => m = other,
                    }
                }
                let looks = (mix64(seed) ^ ply as u64).is_multiple_of(LOOKED);
                if is_alone && !has_chance && !is_varied && looks {
                    match self.is_trap(paces[0], &m, best.score, seed)? {
                        None => return Ok(None),
                        Some(is_trap) => {
                            played.traps[0] += 1;
                            played.traps[1] += u64::from(is_trap);
                        }
                    }
                }
                m
            };
            for engine in &mut self.engines {
                engine.session_mut().play(&m)?;
            }
            played.moves += if played.moves.is_empty() { "" } else { " " };
            played.moves += &m;
        }
        if is_alone {
            let texts: Vec<String> = opinions.iter().map(SearchOpinion::to_string).collect();
            played.opinions = texts.join(" ");
        }
        Ok(Some(played))
    }

    /// Searches the current position. None if it must stop.
    fn think(&mut self, seat: usize, pace: Limits, seed: u64) -> Option<Info<String>> {
        let engine = &mut self.engines[seat];
        let is_full = self.plan.strength >= 100;
        let skill = engine.session().skill(self.plan.strength);
        let request = Request {
            limits: pace,
            lines: 1,
            selectivity: 100,
            threads: 1,
            handicap: (!is_full).then_some(Handicap { skill, seed }),
            ..Request::default()
        };
        let control = Control::new().with_switch(Arc::clone(self.stop));
        let answer = engine.think(&request, Purpose::Analysis, &control, &mut |_| {});
        answer.map(|answer| answer.best).filter(|_| !self.stop.load(Relaxed))
    }

    /// Another move than the best, if one of a few random moves is not much worse to the same
    /// thought. The worse it is, the less likely it is chosen: not at all if it makes the odds of
    /// winning e times as bad. What is proven to win is never given up, and what is proven to lose
    /// never chosen. None if it must stop.
    fn vary(
        &mut self,
        pace: Limits,
        best: &str,
        score: Score,
        (seed, random): (u64, &mut u64),
    ) -> Result<Option<String>, ReportError> {
        if matches!(score, Score::Win(_) | Score::Loss(_)) {
            return Ok(Some(best.to_owned()));
        }
        let margin = i64::from(self.odds());
        for _ in 0..TRIES {
            let m = move_of(split_mix(random), self.engines[1].session());
            if m == best {
                break;
            }
            let Some(value) = self.value_of(&m, pace, seed)? else { return Ok(None) };
            let worse = (i64::from(score.value()) - i64::from(value)).max(0);
            let chance = (split_mix(random) % (margin as u64 + 1)) as i64;
            if !is_loss(value) && worse <= chance {
                return Ok(Some(m));
            }
        }
        Ok(Some(best.to_owned()))
    }

    /// Whether there is a trap: the move that seems best to quick thought loses, and more thought
    /// has found one that does not. None if it must stop.
    fn is_trap(
        &mut self,
        pace: Limits,
        best: &str,
        score: Score,
        seed: u64,
    ) -> Result<Option<bool>, ReportError> {
        if matches!(score, Score::Loss(_)) {
            return Ok(Some(false));
        }
        let quick = scaled(pace, (1, MORE * MORE));
        let Some(quick) = self.think(1, quick, seed) else { return Ok(None) };
        let Some(m) = quick.variation.first().filter(|m| *m != best) else {
            return Ok(Some(false));
        };
        Ok(self.value_of(m, pace, seed)?.map(is_loss))
    }

    /// What a move is worth to the one who makes it. None if it must stop.
    fn value_of(&mut self, m: &str, pace: Limits, seed: u64) -> Result<Option<Value>, ReportError> {
        let mover = self.engines[1].session().to_move();
        self.engines[1].session_mut().play(m)?;
        let session = self.engines[1].session();
        let turn = session.to_move();
        let value = match session.outcome() {
            Some(Outcome::Draw) => Some(0),
            Some(Outcome::Win(winner)) if Some(winner) == mover => Some(win_in(1)),
            Some(Outcome::Win(_)) => Some(loss_in(1)),
            None => self.think(1, pace, seed).map(|reply| match turn == mover {
                true => reply.score.value(),
                false => -reply.score.value(),
            }),
        };
        // This move has just been played, so it can be taken back.
        let _ = self.engines[1].session_mut().undo(1);
        Ok(value)
    }
}

/// Opens the game of a report, to look at what was played.
pub(super) fn open(plan: &ReportPlan) -> Result<Box<dyn Session>, ReportError> {
    Ok(plan.registry.open_title(&plan.title)?)
}
