//! What the engine thinks: its moves, and what it says when it is asked.

use std::error::Error;
use std::io;

use super::{Conversation, Seat};
use crate::cli::play::judge::Judge;
use crate::cli::play::sentences;
use crate::cli::play::settings::{Settings, Verdicts};
use crate::cli::play::thinking::Thought;
use crate::engine::Purpose;
use crate::game::value::Score;
use crate::protocol::reply;

/// What the engine thought of for this purpose, after these moves and with these settings.
pub(super) struct Considered {
    purpose: Purpose,
    moves: String,
    settings: Settings,
    thought: Thought,
}

impl Conversation<'_> {
    fn think(&mut self, purpose: Purpose, shown: Verdicts) -> Option<Thought> {
        // Before a long silence everything should be seen.
        let _ = self.out.flush();
        let pace = self.game.settings().pace();
        self.thinker.think(self.game.engine(), purpose, pace, shown)
    }

    /// What the engine thinks of for this purpose. Who asks again, or lets it make the move, gets
    /// the same answer.
    fn consider(&mut self, purpose: Purpose, shown: Verdicts) -> Option<Thought> {
        let (moves, settings) = (self.game.record().moves(), self.game.settings().clone());
        self.considered.retain(|known| (&known.moves, &known.settings) == (&moves, &settings));
        if let Some(known) = self.considered.iter().find(|known| known.purpose == purpose) {
            return Some(known.thought.clone());
        }
        let thought = self.think(purpose, shown)?;
        if !thought.interrupted {
            self.considered.push(Considered { purpose, moves, settings, thought: thought.clone() });
        }
        Some(thought)
    }

    /// What the engine tells unasked of its moves: where nobody plays against it, all.
    fn verdicts(&self) -> Verdicts {
        match self.game.settings().verdicts {
            Verdicts::Auto if !self.game.has(Seat::Person) => Verdicts::On,
            verdicts => verdicts,
        }
    }

    pub(super) fn let_the_engine_move(&mut self) -> Result<(), Box<dyn Error>> {
        let verdicts = self.verdicts();
        let thought = self.consider(Purpose::Move, verdicts).ok_or("the engine has no move")?;
        let best = &thought.best;
        let mover = match self.game.to_move() {
            Some(player) if !self.game.has(Seat::Person) => {
                self.game.session().mark(player).to_owned()
            }
            _ => "The engine".to_owned(),
        };
        let said = match Judge::of(self.game.session()) {
            Some(judge) if verdicts.tell(best.score) => judge.judged_move(best),
            _ => best.variation[0].clone(),
        };
        self.game.play(&best.variation[0], Some(reply::remark(best)))?;
        writeln!(self.out, "{mover} plays {said}.")?;
        self.stale = true;
        if !self.game.has(Seat::Person) && self.game.outcome().is_none() {
            self.show()?;
            if thought.interrupted {
                self.paused = true;
                writeln!(self.out, "Stopped: 'go' goes on, 'quit' leaves.")?;
            }
        }
        Ok(())
    }

    /// Passes for whoever can do nothing else.
    pub(super) fn make_forced_pass(&mut self, pass: &str) -> Result<(), Box<dyn Error>> {
        if let Some(player) = self.game.to_move() {
            let (session, seats) = (self.game.session(), self.game.seats());
            writeln!(self.out, "{}", sentences::forced_pass(session, seats, player))?;
        }
        self.game.play(pass, None)?;
        self.stale = true;
        Ok(())
    }

    pub(super) fn hint(&mut self) -> Result<(), Box<dyn Error>> {
        let known = self.game.engine().proven_line();
        let weakness = self.game.settings().weakness();
        let thought = match (weakness, &known) {
            (None, _) => self.consider(Purpose::Move, Verdicts::On).map(|thought| thought.best),
            (Some(_), Some(best)) => Some(best.clone()),
            (Some(_), None) => {
                self.consider(Purpose::Advice, Verdicts::On).map(|thought| thought.best)
            }
        };
        let best = thought.ok_or("the engine has no move")?;
        let judge = Judge::of(self.game.session()).ok_or("nobody is to move")?;
        let said = judge.judged_move(&best);
        let hint = match weakness {
            None => format!("The engine would play {said}."),
            Some(strength) => {
                format!("Best is {said}; the engine itself plays with a strength of {strength}.")
            }
        };
        let book = match (known, self.game.engine().proven()) {
            _ if best.score.is_proven() => String::new(),
            (Some(known), _) => format!(" By the book {} is best.", judge.judged_move(&known)),
            (None, Some(score)) => {
                format!(" By the book {} {}.", judge.mover(), judge.score(score))
            }
            (None, None) => String::new(),
        };
        writeln!(self.out, "{hint}{book}")?;
        Ok(())
    }

    pub(super) fn eval(&mut self) -> Result<(), Box<dyn Error>> {
        let settings = self.game.settings();
        let is_plain = settings.weakness().is_none() && !settings.has_variety();
        let known = self.game.engine().proven();
        let (score, how) = match known {
            // How soon is known, too: nothing is left to think about.
            Some(score @ (Score::Draw | Score::Win(Some(_)) | Score::Loss(Some(_)))) => {
                (score, "by the book".to_owned())
            }
            _ => {
                let thought = match is_plain {
                    true => self.consider(Purpose::Move, Verdicts::On),
                    false => self.consider(Purpose::Advice, Verdicts::On),
                };
                let best = thought.ok_or("the engine has no move")?.best;
                match (best.score, known) {
                    (Score::Eval(_), Some(score)) => (score, "by the book".to_owned()),
                    (score @ Score::Eval(_), None) => (score, format!("depth {}", best.depth)),
                    (score, _) => (score, "proven".to_owned()),
                }
            }
        };
        self.tell_eval(score, &how)?;
        Ok(())
    }

    fn tell_eval(&mut self, score: Score, how: &str) -> io::Result<()> {
        let session = self.game.session();
        let Some(judge) = Judge::of(session) else { return Ok(()) };
        let glance = session.evaluate().filter(|_| !score.is_proven());
        let glance = glance.map_or(String::new(), |points| {
            let glance = judge.score(Score::Eval(points));
            format!("; at a glance {glance} ({})", session.evaluator())
        });
        writeln!(
            self.out,
            "For {}, who is to move: {} ({how}){glance}.",
            judge.mover(),
            judge.score(score)
        )
    }
}
