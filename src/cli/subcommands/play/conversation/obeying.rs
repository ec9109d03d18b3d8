//! Executes what a person types: moves and commands. Answers mistakes.

use std::io;

use super::PlayConversation;
use crate::cli::failure::Failure;
use crate::cli::prose;
use crate::cli::subcommands::play::commands::{self, NotACommand, PlayCommand};
use crate::cli::subcommands::play::scores::ScoreWording;
use crate::cli::subcommands::play::seats::PlayerKind;
use crate::cli::subcommands::play::sentences;

/// What stands before the legal moves in an error that lists them.
const LEGAL: &str = "legal: ";

/// Whether the conversation goes on.
#[derive(PartialEq, Eq)]
pub(crate) enum Next {
    Stay,
    Leave,
}

impl PlayConversation<'_> {
    pub(super) fn obey(&mut self, text: &str) -> Result<Next, Failure> {
        let over = self.game.outcome().is_some();
        match text.to_ascii_lowercase().as_str() {
            "" => self.stale = !over,
            "y" | "yes" if over => {
                // The players take turns in moving first.
                self.begin_again(true)?;
            }
            "n" | "no" if over => return Ok(Next::Leave),
            _ if !over && self.game.session().check_move(text).is_ok() => {
                self.game.play(text, None)?;
                self.stale = true;
            }
            _ => match commands::parse(text) {
                Ok(command) => return self.execute(command),
                Err(NotACommand::Unknown) => self.correct(text)?,
                Err(error) => writeln!(self.out, "{error}.")?,
            },
        }
        Ok(Next::Stay)
    }

    /// Answers a text that is neither a move nor a command with a suggestion.
    fn correct(&mut self, text: &str) -> io::Result<()> {
        if let Some(name) = commands::nearest(text) {
            return writeln!(self.out, "Did you mean '{name}'? 'help' lists the commands.");
        }
        if self.game.outcome().is_some() {
            return writeln!(
                self.out,
                "The game is over: 'yes' or 'new' begins another, 'no' or 'quit' leaves."
            );
        }
        if let Err(error) = self.game.session().check_move(text) {
            let said = error.to_string();
            writeln!(self.out, "{said}.")?;
            if said.contains(LEGAL) {
                return writeln!(self.out, "'moves' lists all moves, 'help' the commands.");
            }
        }
        let moves = self.game.session().moves();
        let few: Vec<&str> = moves.iter().take(9).map(String::as_str).collect();
        let more = if moves.len() > few.len() { " ... ('moves' lists all)" } else { "" };
        writeln!(self.out, "Good would be {}{more}, or 'help'.", few.join(" "))
    }

    fn execute(&mut self, command: PlayCommand) -> Result<Next, Failure> {
        let over = self.game.outcome().is_some();
        match command {
            PlayCommand::Quit => return Ok(Next::Leave),
            PlayCommand::Help => self.help()?,
            PlayCommand::Rules => match self.game.session().rules() {
                "" => writeln!(self.out, "This game does not tell its rules.")?,
                rules => writeln!(self.out, "\n{}\n", prose::rules(rules, prose::width()))?,
            },
            PlayCommand::Show => self.stale = true,
            PlayCommand::Flip => {
                self.turned = !self.turned;
                self.stale = true;
            }
            PlayCommand::New => self.begin_again(false)?,
            PlayCommand::Set(setting, text) => self.adjust(setting, &text)?,
            PlayCommand::Swap => self.swap()?,
            PlayCommand::Save(file) => self.save_as_told(file)?,
            PlayCommand::Undo(count) => self.undo(count)?,
            PlayCommand::Hint
            | PlayCommand::Eval
            | PlayCommand::Moves
            | PlayCommand::Go
            | PlayCommand::Resign
                if over =>
            {
                writeln!(self.out, "The game is over; 'new' begins another.")?;
            }
            PlayCommand::Hint | PlayCommand::Resign if self.game.is_chances_turn() => {
                writeln!(self.out, "Nobody is to move: the die or the card is due.")?;
            }
            PlayCommand::Hint => self.hint()?,
            PlayCommand::Eval => self.eval()?,
            PlayCommand::Moves => {
                let moves = self.game.session().moves();
                let words = moves.iter().map(String::as_str);
                writeln!(self.out, "{}", prose::wrapped(words, prose::width()))?;
            }
            PlayCommand::Go => {
                self.paused = false;
                if self.game.to_move().is_some() && !self.game.is_engines_turn() {
                    self.let_the_engine_move()?;
                }
            }
            PlayCommand::Resign if self.game.is_engines_turn() => {
                writeln!(self.out, "It is the engine's turn, and it does not give up.")?;
            }
            PlayCommand::Resign => self.game.resign(),
        }
        if over && self.stale && self.game.outcome().is_some() {
            self.show()?;
        }
        Ok(Next::Stay)
    }

    fn help(&mut self) -> io::Result<()> {
        let moves = self.game.session().moves();
        let example =
            moves.get(moves.len() / 2).map_or(String::new(), |m| format!(", such as {m}"));
        writeln!(self.out, "Type a move{example}, or a command:\n{}", commands::help())?;
        if let Some(wording) = ScoreWording::of(self.game.session()) {
            writeln!(self.out, "{}", wording.explanation())?;
        }
        writeln!(
            self.out,
            "'wins in 5 plies' is proven and counts the moves of both. Tab completes; Ctrl-C makes \
             the engine move at once."
        )
    }

    fn undo(&mut self, count: usize) -> io::Result<()> {
        let mut taken = self.game.undo();
        for _ in 1..count {
            let Ok(taken) = &mut taken else { break };
            // If there are fewer moves, all are taken back.
            let Ok(more) = self.game.undo() else { break };
            taken.splice(..0, more);
        }
        match taken {
            Ok(taken) => {
                // Without a pause, the engine would play its move again at once.
                self.paused = !self.game.has(PlayerKind::Person);
                self.stale = true;
                self.announced = false;
                let what =
                    if taken.is_empty() { "the resignation".to_owned() } else { taken.join(" ") };
                writeln!(self.out, "Taken back: {what}")
            }
            Err(error) => writeln!(self.out, "Sorry, {error}."),
        }
    }

    fn begin_again(&mut self, swapped: bool) -> io::Result<()> {
        if !self.keep_or_say()? {
            return Ok(());
        }
        self.game.again(swapped);
        self.considered.clear();
        (self.stale, self.announced, self.paused) = (true, false, false);
        let seats = sentences::seats(self.game.session(), self.game.seats());
        writeln!(self.out, "A new game. {seats}")
    }
}
