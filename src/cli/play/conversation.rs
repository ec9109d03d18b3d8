//! The talk at the board: whose turn it is, what is asked, what is answered.

mod adjusting;
mod advising;
#[cfg(test)]
mod passing;

use std::error::Error;
use std::io::{self, Write};
use std::path::PathBuf;

use crate::game::Stress;

use super::game::{Game, Seat};
use super::judge::Judge;
use super::lines::{Input, Lines};
use super::paint::paint;
use super::rescue::Rescue;
use super::saving::{SaveError, save};
use super::sentences;
use super::thinking::Thinker;
use super::words::{self, NoOrder, Order};
use crate::cli::Interrupted;
use advising::Considered;

/// Where games are saved unless something else is said.
const USUAL_FILE: &str = "sarsen-games.txt";

/// Whether the talk goes on.
#[derive(PartialEq, Eq)]
enum Next {
    Stay,
    Leave,
}

/// A person, or a script, at the board.
pub(super) struct Conversation<'a> {
    game: Game,
    thinker: Thinker,
    lines: &'a mut dyn Lines,
    out: &'a mut dyn Write,
    colours: bool,
    turned: bool,
    /// Where games are saved without being asked.
    file: Option<PathBuf>,
    /// Whether that file could not take the last game.
    refused: bool,
    rescue: Rescue,
    /// Whether the board has changed since it was shown.
    stale: bool,
    /// Whether the end of the game has been told.
    told: bool,
    /// Whether the engine waits to be told to go on.
    paused: bool,
    /// What the engine would do, if that has been asked.
    considered: Vec<Considered>,
}

impl<'a> Conversation<'a> {
    pub(super) fn new(
        game: Game,
        thinker: Thinker,
        lines: &'a mut dyn Lines,
        out: &'a mut dyn Write,
        colours: bool,
        file: Option<PathBuf>,
        rescue: Rescue,
    ) -> Self {
        Self {
            game,
            thinker,
            lines,
            out,
            colours,
            turned: false,
            file,
            refused: false,
            rescue,
            stale: true,
            told: false,
            paused: false,
            considered: Vec::new(),
        }
    }

    /// Talks until one of the two sides has had enough. What has been played is saved then,
    /// whatever happened, if that was asked for.
    pub(super) fn run(mut self) -> Result<(), Box<dyn Error>> {
        let talked = self.talk();
        self.rescue.keep(None);
        match self.keep() {
            Ok(Some(said)) => talked.and(Ok(writeln!(self.out, "{said}")?)),
            Ok(None) => talked,
            Err(error) => Err(error.into()),
        }
    }

    fn talk(&mut self) -> Result<(), Box<dyn Error>> {
        self.greet()?;
        loop {
            let unsaved = self.file.as_deref().filter(|_| self.game.is_unsaved());
            self.rescue.keep(unsaved.map(|file| (file, self.game.record().to_string())));
            if self.game.outcome().is_some() && !self.told {
                self.tell_the_end()?;
                if !self.lines.is_person() && !self.game.has(Seat::Person) {
                    return Ok(());
                }
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
                return Err(Interrupted("what was played is kept if --save says where").into());
            }
            if self.stale {
                self.show()?;
            }
            let (prompt, words) = (self.prompt(), self.words());
            match self.lines.line(self.out, &prompt, &words)? {
                Input::Line(text) => {
                    if self.obey(text.trim())? == Next::Leave {
                        return Ok(());
                    }
                }
                Input::Interrupted => writeln!(self.out, "'quit' or Ctrl-D leaves.")?,
                Input::End => return Ok(()),
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
            Some(player) => format!("{}> ", self.game.session().mark(player)),
            None if self.lines.is_person() => {
                "Play again? ('yes' with sides changed, 'new' without, 'no') ".to_owned()
            }
            None => "> ".to_owned(),
        }
    }

    /// What may be typed now, for completion.
    fn words(&self) -> Vec<String> {
        let moves =
            if self.game.to_move().is_some() { self.game.session().moves() } else { Vec::new() };
        let options = self.game.options();
        let names: Vec<&str> = options.iter().map(|offer| offer.name).collect();
        words::completions(&names).into_iter().chain(moves).collect()
    }

    fn show(&mut self) -> io::Result<()> {
        let drawing = self.game.session().draw(self.turned);
        self.stale = false;
        writeln!(self.out, "\n{}\n", paint(&drawing, self.colours))?;
        // The board does not know of it.
        if self.told && self.game.session().outcome().is_none() {
            self.tell_the_result()?;
        }
        Ok(())
    }

    /// Shows how the game ended.
    fn tell_the_end(&mut self) -> io::Result<()> {
        if self.stale {
            self.show()?;
        }
        self.told = true;
        self.tell_the_result()?;
        if self.file.is_none() && self.lines.is_person() {
            writeln!(self.out, "'save' keeps the record, 'undo' takes the end back.")?;
        }
        self.keep_or_say()?;
        Ok(())
    }

    fn tell_the_result(&mut self) -> io::Result<()> {
        let Some(outcome) = self.game.outcome() else { return Ok(()) };
        let result = sentences::result(self.game.session(), self.game.seats(), outcome);
        let drawing = self.game.session().draw(self.turned);
        let named = if drawing.spans().iter().any(|span| span.stress == Stress::Won) {
            " The capitals show what won."
        } else {
            ""
        };
        writeln!(self.out, "{result}{named}")
    }

    fn obey(&mut self, text: &str) -> Result<Next, Box<dyn Error>> {
        let over = self.game.outcome().is_some();
        match text.to_ascii_lowercase().as_str() {
            "" => self.stale = !over,
            "y" | "yes" if over => {
                // Everyone begins in turn.
                self.begin_again(true)?;
            }
            "n" | "no" if over => return Ok(Next::Leave),
            _ if !over && self.game.session().check_move(text).is_ok() => {
                self.game.play(text, None)?;
                self.stale = true;
            }
            _ => match words::read(text) {
                Ok(order) => return self.execute(order),
                Err(NoOrder::Unknown) => self.correct(text)?,
                Err(error) => writeln!(self.out, "{error}.")?,
            },
        }
        Ok(Next::Stay)
    }

    /// Answers what is neither a move nor a command with what would be.
    fn correct(&mut self, text: &str) -> io::Result<()> {
        if let Some(name) = words::nearest(text) {
            return writeln!(self.out, "Did you mean '{name}'? 'help' lists the commands.");
        }
        if self.game.outcome().is_some() {
            return writeln!(
                self.out,
                "The game is over: 'yes' or 'new' begins another, 'no' or 'quit' leaves."
            );
        }
        if let Err(error) = self.game.session().check_move(text) {
            writeln!(self.out, "{error}.")?;
        }
        let moves = self.game.session().moves();
        let few: Vec<&str> = moves.iter().take(9).map(String::as_str).collect();
        let more = if moves.len() > few.len() { " ... ('moves' lists all)" } else { "" };
        writeln!(self.out, "Good would be {}{more}, or 'help'.", few.join(" "))
    }

    fn execute(&mut self, order: Order) -> Result<Next, Box<dyn Error>> {
        let over = self.game.outcome().is_some();
        match order {
            Order::Quit => return Ok(Next::Leave),
            Order::Help => self.help()?,
            Order::Show => self.stale = true,
            Order::Flip => {
                self.turned = !self.turned;
                self.stale = true;
            }
            Order::New => self.begin_again(false)?,
            Order::Set(setting, said) => self.adjust(setting, &said)?,
            Order::Swap => self.swap()?,
            Order::Save(file) => self.save_as_told(file)?,
            Order::Undo(count) => self.undo(count)?,
            Order::Hint | Order::Eval | Order::Moves | Order::Go | Order::Resign if over => {
                writeln!(self.out, "The game is over; 'new' begins another.")?;
            }
            Order::Hint => self.hint()?,
            Order::Eval => self.eval()?,
            Order::Moves => {
                let moves = self.game.session().moves();
                let width = usize::from(console::Term::stdout().size().1).clamp(20, 100);
                writeln!(self.out, "{}", sentences::wrapped(&moves, width))?;
            }
            Order::Go => {
                self.paused = false;
                if !self.game.is_engines_turn() {
                    self.let_the_engine_move()?;
                }
            }
            Order::Resign if self.game.is_engines_turn() => {
                writeln!(self.out, "It is the engine's turn, and it does not give up.")?;
            }
            Order::Resign => self.game.resign(),
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
        writeln!(self.out, "Type a move{example}, or a command:\n{}", words::help())?;
        if let Some(judge) = Judge::of(self.game.session()) {
            writeln!(self.out, "{}", judge.explanation())?;
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
            // As many as there are.
            let Ok(more) = self.game.undo() else { break };
            taken.splice(..0, more);
        }
        match taken {
            Ok(taken) => {
                // The engine would play its move again at once.
                self.paused = !self.game.has(Seat::Person);
                self.stale = true;
                self.told = false;
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
        (self.stale, self.told, self.paused) = (true, false, false);
        let seats = sentences::seats(self.game.session(), self.game.seats());
        writeln!(self.out, "A new game. {seats}")
    }

    /// Saves the game where the person says; what goes wrong is told and no reason to leave.
    fn save_as_told(&mut self, file: Option<PathBuf>) -> io::Result<()> {
        if self.game.record().plies.is_empty() {
            return writeln!(self.out, "No move has been played yet, there is nothing to save.");
        }
        let file = file.or_else(|| self.file.clone()).unwrap_or_else(|| USUAL_FILE.into());
        let saved = save(&self.game, &file);
        // A copy elsewhere does not count, unless the file that is meant for it cannot take it.
        if saved.is_ok() && (self.refused || self.file.as_ref().is_none_or(|usual| *usual == file))
        {
            self.game.note_saved();
            self.refused = false;
        }
        self.say_saved(saved.map(Some))?;
        Ok(())
    }

    /// Saves what is not saved yet, if that is to be done without being asked; gives what there is
    /// to say of it.
    fn keep(&mut self) -> Result<Option<String>, SaveError> {
        match &self.file {
            Some(file) if self.game.is_unsaved() => {
                let saved = save(&self.game, file);
                self.refused = saved.is_err();
                let said = saved?;
                self.game.note_saved();
                Ok(Some(said))
            }
            _ => Ok(None),
        }
    }

    /// The same while the talk goes on; whether nothing is left to save.
    fn keep_or_say(&mut self) -> io::Result<bool> {
        let saved = self.keep();
        self.say_saved(saved)
    }

    /// Says what was saved, or why it was not; whether it was.
    fn say_saved(&mut self, saved: Result<Option<String>, SaveError>) -> io::Result<bool> {
        let is_saved = saved.is_ok();
        match saved {
            Ok(Some(said)) => writeln!(self.out, "{said}")?,
            Ok(None) => {}
            Err(error) => writeln!(self.out, "Sorry, {error}. 'save FILE' takes another file.")?,
        }
        Ok(is_saved)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use crate::engine::Engine;
    use crate::games;

    use super::super::settings::Settings;
    use super::super::thinking::Interrupt;
    use super::*;

    /// A person whose keys are known beforehand.
    pub(super) struct Fingers<'a>(pub(super) std::slice::Iter<'a, Input>);

    impl Lines for Fingers<'_> {
        fn line(&mut self, out: &mut dyn Write, prompt: &str, _: &[String]) -> io::Result<Input> {
            writeln!(out, "{prompt}")?;
            Ok(self.0.next().cloned().unwrap_or(Input::End))
        }

        fn is_person(&self) -> bool {
            true
        }
    }

    fn talk(seats: [Seat; 2], inputs: &[Input]) -> String {
        let engine = Engine::new(games::registry().open("connect4", "").unwrap(), 1).unwrap();
        let mut settings = Settings::default();
        settings.nodes = Some(200);
        let game = Game::new(engine, seats, settings);
        let thinker = Thinker { interrupt: Interrupt::default(), shown: false };
        let mut out = Vec::new();
        let mut lines = Fingers(inputs.iter());
        let rescue = Rescue::default();
        let talk = Conversation::new(game, thinker, &mut lines, &mut out, false, None, rescue);
        talk.run().unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn whoever_is_there_is_asked_for_another_game_with_sides_swapped() {
        let line = |text: &str| Input::Line(text.to_owned());
        let inputs = [Input::Interrupted, line("resign"), line("yes"), line("quit"), line("4")];
        let said = talk([Seat::Person, Seat::Engine], &inputs);
        for part in ["'quit' or Ctrl-D leaves.", "Play again?", "The engine plays x, you play o."] {
            assert!(said.contains(part), "{said}");
        }
        assert!(said.ends_with("o> \n"), "{said}");
    }

    #[test]
    fn only_after_the_end_yes_is_an_answer() {
        let said = talk([Seat::Person; 2], &[Input::Line("yes".to_owned())]);
        assert!(said.contains("'yes' is not a move"), "{said}");
    }
}
