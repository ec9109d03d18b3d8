//! `go`: search for the best move.

mod limits;

use std::sync::Arc;
use std::time::Duration;

pub use limits::{Go, MOST_PROBLEMS};

use crate::command::Spoken;
use crate::state::{AfterHit, CommandError, Hold, Idle, InTurn, Launch, WaitsAs};
use sarsen_core::search::time::Budget;
use sarsen_engine::engine::Purpose;
use sarsen_engine::protocol::{ParseError, Topic, reply};
use sarsen_engine::session::Request;

impl Spoken for Go {
    const TOPICS: &'static [Topic] = &[Topic {
        name: "go",
        aliases: &[],
        usage: "go [depth <n>] [nodes <n>] [movetime <ms>] \
                [p1time <ms> p2time <ms> [p1inc <ms>] [p2inc <ms>] [movestogo <n>]] \
                [mate <n>] [solve] [infinite] [ponder] [searchmoves <move>...]",
        about: "search for the best move until a limit is reached, or until 'stop' if there is \
                none; 'solve' ends when the result is proven",
    }];

    fn parse(_: &Topic, rest: &str) -> Result<Self, ParseError> {
        Ok(Self::read(rest))
    }
}

impl InTurn for Go {
    fn execute(self: Box<Self>, idle: &mut Idle<'_>) -> Result<Launch, CommandError> {
        let mut go = *self;
        let moves = legal_moves(&mut go, idle);
        let mover = idle.session().to_move();
        let overhead = Duration::from_millis(idle.context.options.move_overhead.ms);
        let budget = idle.engine.budget(&go.limits_of(mover), overhead);
        if go.has_clock() && budget.is_none() && mover.is_some() {
            go.clocks = [None; 2];
            go.complain(|| "no clock for the side to move".to_owned());
        }
        for problem in &go.problems {
            idle.context.error(&format!("go: {problem}"));
        }
        if idle.context.refused_position.is_some() {
            let why = "go: the last 'position' was refused, so there is nothing to search";
            idle.context.error(why);
            idle.context.say(reply::best_move(reply::NO_MOVE, None));
            return Ok(Launch::Nothing);
        }
        if mover.is_none() && idle.session().outcome().is_none() {
            let what = "chance is to act here, because a die or a card is due";
            let how = "there is no move to choose, and 'move' tells the outcome";
            idle.context.say(reply::note(&format!("{what}: {how}")));
            // Nobody's clock runs. But while the opponent is about to roll, one can ponder.
            if std::mem::take(&mut go.clocks) != [None; 2] && !go.ponder {
                go.be_bounded();
            }
        }
        if !go.problems.is_empty() {
            go.be_bounded();
        }
        if budget.is_some() {
            idle.make_ready();
        }
        log::debug!("search begins: {go:?}, budget {budget:?}");
        Ok(launch(&go, moves, budget, idle))
    }

    fn waits_as(&self) -> WaitsAs {
        WaitsAs::Search { endless: self.infinite || !self.has_an_end(), ponders: self.ponder }
    }

    fn ends_endless(&self) -> bool {
        true
    }

    fn texts(&mut self) -> Vec<&mut String> {
        self.problems.shrink_to_fit();
        self.problems.iter_mut().chain([&mut self.search_moves]).collect()
    }
}

/// The moves to choose from, each once. A move that is not legal is noted as a problem.
fn legal_moves(go: &mut Go, idle: &Idle<'_>) -> Vec<String> {
    let mut moves: Vec<String> = Vec::new();
    for text in std::mem::take(&mut go.search_moves).split_whitespace() {
        match idle.session().check_move(text) {
            Err(error) => go.complain(|| format!("searchmoves: {error}")),
            Ok(_) if moves.iter().any(|known| known == text) => {}
            Ok(_) => moves.push(text.to_owned()),
        }
    }
    moves
}

/// The search, with its clock started unless it ponders.
fn launch(go: &Go, moves: Vec<String>, budget: Option<Budget>, idle: &Idle<'_>) -> Launch {
    // The clock is started here, or by `ponderhit`.
    let limits = go.limits_of(None).without_time();
    let full_width = go.mate.is_some();
    let request = Request { limits, moves, full_width, ..Request::default() };
    let is_analysis = go.is_endless() || go.mate.is_some();
    let purpose = if is_analysis { Purpose::Analysis } else { Purpose::Move };
    let control = idle.control();
    if go.ponder && idle.ponder_hit.is_some() && !go.has_an_end() {
        control.stop();
    }
    let ponders = go.ponder && idle.ponder_hit.is_none();
    if let Some(budget) = budget.filter(|_| !ponders) {
        let hit = idle.ponder_hit.map(|hit| hit.max(idle.arrived));
        control.start_clock(budget, hit.unwrap_or(idle.arrived));
    }
    let is_bounded = budget.is_some() || !limits.is_timed();
    let then = if go.infinite {
        AfterHit::UntilStop
    } else if is_bounded {
        AfterHit::Finish
    } else {
        AfterHit::End
    };
    let hold = if control.is_stopped() {
        Hold::Free
    } else if ponders {
        Hold::UntilPonderHit { budget, then }
    } else if go.is_endless() {
        Hold::UntilStop
    } else {
        Hold::Free
    };
    Launch::Search { request, purpose, control: Arc::new(control), hold }
}
