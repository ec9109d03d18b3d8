//! The engine's moves, and its advice when a person asks.

use std::io;

use super::{Considered, PlayConversation};
use crate::cli::failure::Failure;
use crate::cli::subcommands::play::scores::ScoreWording;
use crate::cli::subcommands::play::seats::PlayerKind;
use crate::cli::subcommands::play::sentences;
use crate::cli::subcommands::play::thinking::Thought;
use crate::cli::subcommands::play::verdicts::Verdicts;
use sarsen_core::game::value::Score;
use sarsen_core::search::Source;
use sarsen_engine::engine::Purpose;
use sarsen_engine::protocol::reply;

impl PlayConversation<'_> {
    fn think(&mut self, purpose: Purpose, shown: Verdicts) -> Option<Thought> {
        // All output should be visible before a long silence.
        let _ = self.out.flush();
        let limits = self.game.settings().limits.limits();
        self.thinker.think(self.game.engine(), purpose, limits, shown)
    }

    /// The engine's thought for this purpose. It is kept: if a person asks again or lets the engine
    /// make the move, the answer is the same.
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

    /// When the engine says what it thinks: always if no person plays against it.
    fn verdicts(&self) -> Verdicts {
        match self.game.settings().verdicts {
            Verdicts::Auto if !self.game.has(PlayerKind::Person) => Verdicts::On,
            verdicts => verdicts,
        }
    }

    pub(super) fn let_the_engine_move(&mut self) -> Result<(), Failure> {
        let verdicts = self.verdicts();
        let thought = self.consider(Purpose::Move, verdicts).ok_or("the engine has no move")?;
        let best = &thought.best;
        let mover = match self.game.to_move() {
            Some(player) if !self.game.has(PlayerKind::Person) => {
                self.game.session().player(player).to_string()
            }
            _ => "The engine".to_owned(),
        };
        let said = match ScoreWording::of(self.game.session()) {
            Some(wording) if verdicts.tell(best.score) => wording.scored_move(best),
            _ => best.variation[0].clone(),
        };
        self.game.play(&best.variation[0], Some(reply::remark(best)))?;
        writeln!(self.out, "{mover} plays {said}.")?;
        self.stale = true;
        if !self.game.has(PlayerKind::Person) && self.game.outcome().is_none() {
            self.show()?;
            if thought.interrupted {
                self.paused = true;
                writeln!(self.out, "Stopped: 'go' goes on, 'quit' leaves.")?;
            }
        }
        Ok(())
    }

    /// Takes what the dice show, or the card that is drawn.
    pub(super) fn take_roll(&mut self, rolled: &str) -> Result<(), Failure> {
        let session = self.game.session();
        let roller = session.turn().map(|player| session.player(player).to_string());
        let roller = roller.unwrap_or_default();
        writeln!(self.out, "{roller} gets {rolled}.")?;
        self.game.play(rolled, None)?;
        self.stale = true;
        Ok(())
    }

    /// Passes for a player who has no other move.
    pub(super) fn make_forced_pass(&mut self, pass: &str) -> Result<(), Failure> {
        if let Some(player) = self.game.to_move() {
            let (session, seats) = (self.game.session(), self.game.seats());
            writeln!(self.out, "{}", sentences::forced_pass(session, seats, player))?;
        }
        self.game.play(pass, None)?;
        self.stale = true;
        Ok(())
    }

    pub(super) fn hint(&mut self) -> Result<(), Failure> {
        let line = self.game.engine().known_line();
        let weakness = self.game.settings().weakness();
        let thought = match (weakness, &line) {
            (None, _) => self.consider(Purpose::Move, Verdicts::On).map(|thought| thought.best),
            (Some(_), Some(best)) => Some(best.clone()),
            (Some(_), None) => {
                self.consider(Purpose::Advice, Verdicts::On).map(|thought| thought.best)
            }
        };
        let best = thought.ok_or("the engine has no move")?;
        let wording = ScoreWording::of(self.game.session()).ok_or("nobody is to move")?;
        let said = wording.scored_move(&best);
        let hint = match weakness {
            None => format!("The engine would play {said}."),
            Some(strength) => {
                format!("Best is {said}; the engine itself plays with a strength of {strength}.")
            }
        };
        let certain = match (line, self.known()) {
            _ if best.score.is_proven() => String::new(),
            (Some(line), _) => format!(" By the book {} is best.", wording.scored_move(&line)),
            (None, Some((score, by))) => {
                let (mover, score) = (wording.mover(), wording.score(score));
                format!(" By {by} {mover} {score}.")
            }
            (None, None) => String::new(),
        };
        writeln!(self.out, "{hint}{certain}")?;
        Ok(())
    }

    pub(super) fn eval(&mut self) -> Result<(), Failure> {
        let settings = self.game.settings();
        let is_plain = settings.weakness().is_none() && !settings.has_variety();
        let known = self.known();
        let (score, how) = match known {
            // It is also known how soon: no search is needed.
            Some((score @ (Score::Draw | Score::Win(Some(_)) | Score::Loss(Some(_))), by)) => {
                (score, format!("by {by}"))
            }
            _ => {
                let thought = match is_plain {
                    true => self.consider(Purpose::Move, Verdicts::On),
                    false => self.consider(Purpose::Advice, Verdicts::On),
                };
                let best = thought.ok_or("the engine has no move")?.best;
                match (best.score, known) {
                    (score, _) if score.is_proven() => (score, "proven".to_owned()),
                    (_, Some((score, by))) => (score, format!("by {by}")),
                    (score, None) => (score, format!("depth {}", best.depth)),
                }
            }
        };
        self.tell_eval(score, &how)?;
        Ok(())
    }

    /// The score of the position, if it is known for certain without a search, and what knows it.
    fn known(&mut self) -> Option<(Score, &'static str)> {
        let engine = self.game.engine();
        let known = engine.known()?;
        let by = match known.source {
            Source::Tables => "the endgame tables",
            _ => "the book",
        };
        Some((known.score(engine.session().has_chance()), by))
    }

    fn tell_eval(&mut self, score: Score, how: &str) -> io::Result<()> {
        let session = self.game.session();
        let Some(wording) = ScoreWording::of(session) else { return Ok(()) };
        let is_blind = session.is_blind();
        let glance = session.evaluate().filter(|_| !score.is_proven() && !is_blind);
        let glance = glance.map_or(String::new(), |opinion| {
            let glance = wording.score(opinion);
            format!("; at a glance {glance} ({})", session.evaluator())
        });
        writeln!(
            self.out,
            "For {}, who is to {}: {} ({how}){glance}.",
            wording.mover(),
            if session.to_move().is_some() { "move" } else { "roll" },
            match score {
                Score::Eval(0) if is_blind => "undecided as far as the search sees".to_owned(),
                score => wording.score(score),
            }
        )?;
        if !score.is_proven() && !is_blind {
            writeln!(self.out, "{}", wording.explanation())?;
        }
        Ok(())
    }
}
