//! How the engine goes to the search thread, and how a search is answered when it comes back.

use std::sync::Arc;

use super::activity::{Activity, CurrentSearch};
use super::context::Context;
use super::idle::Launch;
use super::queue::Queue;
use crate::job::{Job, TooBusy, Work};
use sarsen_core::search::{Answer, Control};
use sarsen_engine::engine::{Engine, Purpose};
use sarsen_engine::protocol::reply;
use sarsen_engine::session::Request;

/// The answer of a count that was not finished.
pub(crate) const STOPPED: &str = "stopped";

/// Own pondering begins after this many moves: the best move and the reply to it. Before the
/// opponent's roll, it begins after the best move.
const AHEAD: usize = 2;

impl Context {
    /// Sets going what a command has asked for.
    pub(crate) fn launch(
        &mut self,
        waiting: &mut Queue,
        engine: Box<Engine>,
        launch: Launch,
    ) -> Activity {
        match launch {
            Launch::Nothing => Activity::Idle(engine),
            Launch::Search { request, purpose, control, hold } => {
                let search = CurrentSearch::new(Arc::clone(&control), hold);
                match self.hand_over(waiting, engine, Work::Search(request, purpose), control) {
                    Ok(()) => Activity::Searching(search),
                    Err(busy) => {
                        self.error(&busy.why);
                        self.say(reply::best_move(reply::NO_MOVE, None));
                        Activity::Idle(busy.job.engine)
                    }
                }
            }
            Launch::Count { depth, control } => {
                match self.hand_over(waiting, engine, Work::Perft(depth), Arc::clone(&control)) {
                    Ok(()) => Activity::Counting(control),
                    Err(busy) => {
                        self.error(&busy.why);
                        self.respond(STOPPED);
                        Activity::Idle(busy.job.engine)
                    }
                }
            }
            Launch::Load(file) => self.load(engine, file),
        }
    }

    /// Hands the engine to those who run searches. From now on `isready` is answered at once.
    fn hand_over(
        &mut self,
        waiting: &mut Queue,
        engine: Box<Engine>,
        work: Work,
        control: Arc<Control>,
    ) -> Result<(), TooBusy> {
        let isready = waiting.take_isready();
        self.say_ready(isready);
        let events = self.wires.events.clone();
        self.wires.host.take(Job { engine, work, control, events })
    }

    /// Answers a search that has ended.
    pub(crate) fn answer(
        &mut self,
        waiting: &mut Queue,
        engine: Box<Engine>,
        answer: Option<Answer<String>>,
    ) -> Activity {
        match answer {
            Some(answer) => {
                self.say_best(&answer.best.variation);
                self.think_on(waiting, engine, &answer.best.variation)
            }
            None => {
                self.say(reply::best_move(reply::NO_MOVE, None));
                Activity::Idle(engine)
            }
        }
    }

    /// Says the first move of a variation, or that there is none, and the reply if it is wanted.
    pub(crate) fn say_best(&self, variation: &[String]) {
        let ponder = variation.get(1).filter(|_| self.options.ponder.is_on);
        let best = variation.first().map_or(reply::NO_MOVE, String::as_str);
        self.say(reply::best_move(best, ponder.map(String::as_str)));
    }

    /// Ponders unasked after an answer, if the option `Own Ponder` is on and nothing waits. The
    /// result is not reported. It stays in the table.
    pub(crate) fn think_on(
        &mut self,
        waiting: &mut Queue,
        mut engine: Box<Engine>,
        variation: &[String],
    ) -> Activity {
        let is_free = waiting.is_empty() && !self.is_leaving();
        if !self.options.own_ponder.is_on || !is_free {
            return Activity::Idle(engine);
        }
        let before = engine.session().ply();
        let session = engine.session_mut();
        if !variation.iter().take(AHEAD).all(|m| session.play(m).is_ok()) {
            return Activity::Idle(undo_own_ponder(engine, before));
        }
        // Where the opponent's die is due, all outcomes are thought about.
        let is_chances_turn = session.to_move().is_none() && session.outcome().is_none();
        let is_ahead = session.ply() == before + AHEAD && session.to_move().is_some();
        if !(is_ahead || is_chances_turn && session.ply() > before) {
            return Activity::Idle(undo_own_ponder(engine, before));
        }
        let control = Arc::new(Control::new());
        let work = Work::Search(Request::default(), Purpose::Analysis);
        match self.hand_over(waiting, engine, work, Arc::clone(&control)) {
            Ok(()) => Activity::OwnPondering(control, before),
            // Nobody has asked for it, so nobody misses it.
            Err(busy) => Activity::Idle(undo_own_ponder(busy.job.engine, before)),
        }
    }
}

/// Takes back the moves that were played for own pondering, after so many others.
pub(crate) fn undo_own_ponder(mut engine: Box<Engine>, before: usize) -> Box<Engine> {
    let session = engine.session_mut();
    if let Err(error) = session.undo(session.ply() - before) {
        unreachable!("these moves were played: {error}");
    }
    engine
}
