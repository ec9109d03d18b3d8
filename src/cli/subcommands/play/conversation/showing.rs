//! Shows the board and the result.

use std::io;

use super::PlayConversation;
use crate::cli::subcommands::play::paint::paint;
use crate::cli::subcommands::play::sentences;
use sarsen_core::game::{Span, Stress};

impl PlayConversation<'_> {
    pub(super) fn show(&mut self) -> io::Result<()> {
        let drawing = self.game.session().draw(self.turned);
        self.stale = false;
        writeln!(self.out, "\n{}\n", paint(&drawing, self.colours))?;
        // After a resignation, the board does not show the end.
        if self.announced && self.game.session().outcome().is_none() {
            self.tell_the_result()?;
        }
        Ok(())
    }

    /// Announces the end of the game.
    pub(super) fn tell_the_end(&mut self) -> io::Result<()> {
        if self.stale {
            self.show()?;
        }
        self.announced = true;
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
        let is_capital = |span: &Span| span.text.contains(char::is_uppercase);
        let mut won = drawing.spans().iter().filter(|span| span.stress == Stress::Won);
        let named = if won.any(is_capital) { " The capitals show what won." } else { "" };
        writeln!(self.out, "{result}{named}")
    }
}
