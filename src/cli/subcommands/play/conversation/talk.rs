//! The loop of a conversation: finds out whose turn it is, and asks for a line.

use std::io;

use super::PlayConversation;
use super::obeying::Next;
use crate::cli::failure::Failure;
use crate::cli::interrupt::InterruptedWork;
use crate::cli::subcommands::play::lines::LineInput;
use crate::cli::subcommands::play::seats::PlayerKind;
use crate::cli::subcommands::play::{commands, sentences};
#[cfg(test)]
pub(crate) use tests::Fingers;

impl PlayConversation<'_> {
    /// Talks until the person leaves or the input ends. Then saves the game in the file for games,
    /// even after an error.
    pub(crate) fn run(mut self) -> Result<(), Failure> {
        let talked = self.talk();
        self.rescue.keep(None);
        match self.keep() {
            Ok(Some(said)) => talked.and(Ok(writeln!(self.out, "{said}")?)),
            Ok(None) => talked,
            Err(error) => Err(error.into()),
        }
    }

    fn talk(&mut self) -> Result<(), Failure> {
        self.greet()?;
        loop {
            let unsaved = self.file.as_deref().filter(|_| self.game.is_unsaved());
            self.rescue.keep(unsaved.map(|file| (file, self.game.record().to_string())));
            if self.game.outcome().is_some() && !self.announced {
                self.tell_the_end()?;
                if !self.lines.is_person() && !self.game.has(PlayerKind::Person) {
                    return Ok(());
                }
            }
            if let Some(rolled) = self.game.rolled().filter(|_| !self.paused) {
                self.take_roll(&rolled)?;
                continue;
            }
            if let Some(pass) = self.game.forced_pass().filter(|_| !self.paused) {
                self.make_forced_pass(&pass)?;
                continue;
            }
            if self.game.is_engines_turn() && !self.paused {
                self.let_the_engine_move()?;
                continue;
            }
            if self.paused && !self.lines.is_person() {
                return Err(InterruptedWork("what was played is kept if --save says where").into());
            }
            if self.stale {
                self.show()?;
            }
            let (prompt, words) = (self.prompt(), self.words());
            match self.lines.line(self.out, &prompt, &words)? {
                LineInput::Line(text) => {
                    if self.obey(text.trim())? == Next::Leave {
                        return Ok(());
                    }
                }
                LineInput::Interrupted => writeln!(self.out, "'quit' or Ctrl-D leaves.")?,
                LineInput::End => return Ok(()),
            }
        }
    }

    fn greet(&mut self) -> io::Result<()> {
        let session = self.game.session();
        let seats = sentences::seats(session, self.game.seats());
        writeln!(self.out, "{}: {seats}", session.title())?;
        let played = self.game.record().plies.len();
        if played > 0 {
            writeln!(self.out, "Moves already played: {played}.")?;
        }
        writeln!(self.out, "'help' lists the commands, 'quit' leaves.")
    }

    fn prompt(&self) -> String {
        match self.game.to_move() {
            Some(player) => format!("{}> ", self.game.session().player(player)),
            None if self.game.is_chances_turn() => "dice> ".to_owned(),
            None if self.lines.is_person() => {
                "Play again? ('yes' with sides changed, 'new' without, 'no') ".to_owned()
            }
            None => "> ".to_owned(),
        }
    }

    /// The texts that completion offers now.
    fn words(&self) -> Vec<String> {
        let is_on = self.game.outcome().is_none();
        let moves = if is_on { self.game.session().moves() } else { Vec::new() };
        let options = self.game.options();
        let names: Vec<&str> = options.iter().map(|offer| offer.name).collect();
        commands::completions(&names).into_iter().chain(moves).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;
    use crate::cli::subcommands::play::game::GameInProgress;
    use crate::cli::subcommands::play::lines::LineSource;
    use crate::cli::subcommands::play::rescue::Rescue;
    use crate::cli::subcommands::play::settings::Settings;
    use crate::cli::subcommands::play::thinking::{Interrupt, Thinker};
    use sarsen_engine::engine::Engine;

    /// A person who types prepared lines.
    pub(crate) struct Fingers<'a>(pub(crate) std::slice::Iter<'a, LineInput>);

    impl LineSource for Fingers<'_> {
        fn line(
            &mut self,
            out: &mut dyn Write,
            prompt: &str,
            _: &[String],
        ) -> io::Result<LineInput> {
            writeln!(out, "{prompt}")?;
            Ok(self.0.next().cloned().unwrap_or(LineInput::End))
        }

        fn is_person(&self) -> bool {
            true
        }
    }

    fn talk(seats: [PlayerKind; 2], inputs: &[LineInput]) -> String {
        let engine =
            Engine::new(sarsen_games::registry().open("connect4", "").unwrap(), 1).unwrap();
        let mut settings = Settings::default();
        settings.limits.nodes = Some(200);
        let game = GameInProgress::new(engine, seats, settings);
        let thinker = Thinker { interrupt: Interrupt::default(), shown: false };
        let mut out = Vec::new();
        let mut lines = Fingers(inputs.iter());
        let rescue = Rescue::default();
        let talk = PlayConversation::new(game, thinker, &mut lines, &mut out, false, None, rescue);
        talk.run().unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_person_is_asked_for_another_game_with_sides_swapped() {
        let line = |text: &str| LineInput::Line(text.to_owned());
        let inputs = [LineInput::Interrupted, line("resign"), line("yes"), line("quit"), line("4")];
        let said = talk([PlayerKind::Person, PlayerKind::Engine], &inputs);
        for part in ["'quit' or Ctrl-D leaves.", "Play again?", "The engine plays x, you play o."] {
            assert!(said.contains(part), "{said}");
        }
        assert!(said.ends_with("o> \n"), "{said}");
    }

    #[test]
    fn yes_is_an_answer_only_after_the_end() {
        let said = talk([PlayerKind::Person; 2], &[LineInput::Line("yes".to_owned())]);
        assert!(said.contains("'yes' is not a move"), "{said}");
    }
}
