//! What a person changes in mid-game: who plays, how well, and what is told.

use std::io;
use std::str::FromStr;

use clap::ValueEnum;

use super::{Conversation, Seat};
use crate::cli::play::sentences;
use crate::cli::play::settings::Verdicts;
use crate::cli::play::words::Setting;
use crate::engine::Offer;
use crate::game::excerpt;

/// The word that takes a limit away.
const NONE: &str = "none";

impl Conversation<'_> {
    /// Changes a setting as told, and says how it is then. What cannot be is said, and changes
    /// nothing.
    pub(super) fn adjust(&mut self, setting: Setting, said: &str) -> io::Result<()> {
        let changed = match setting {
            _ if said.is_empty() => Ok(()),
            Setting::First => self.seat(0, said),
            Setting::Second => self.seat(1, said),
            Setting::Strength => self.set_option(&format!("Strength={said}")),
            Setting::Movetime => limit(said).map(|ms| self.game.settings_mut().movetime = ms),
            Setting::Depth => limit(said).map(|plies| self.game.settings_mut().depth = plies),
            Setting::Nodes => limit(said).map(|nodes| self.game.settings_mut().nodes = nodes),
            Setting::Verdicts => match Verdicts::named(said) {
                Some(verdicts) => {
                    self.game.settings_mut().verdicts = verdicts;
                    Ok(())
                }
                None => Err(format!("'{}' is not one of: on, auto, off", excerpt(said, 40))),
            },
            Setting::Option => self.set_option(said),
        };
        match changed {
            Ok(()) => self.tell_setting(setting, said),
            // A guess is a question.
            Err(why) if why.ends_with('?') => writeln!(self.out, "Sorry, {why}"),
            Err(why) => writeln!(self.out, "Sorry, {why}."),
        }
    }

    /// The two sides change hands.
    pub(super) fn swap(&mut self) -> io::Result<()> {
        let [first, second] = self.game.seats();
        self.take_seats([second, first]);
        self.tell_setting(Setting::First, "")
    }

    fn seat(&mut self, side: usize, said: &str) -> Result<(), String> {
        let mut seats = self.game.seats();
        seats[side] = Seat::from_str(said, true)
            .map_err(|_| format!("'{}' is not one of: person, engine", excerpt(said, 40)))?;
        self.take_seats(seats);
        Ok(())
    }

    fn take_seats(&mut self, seats: [Seat; 2]) {
        self.game.seat(seats);
        self.paused &= !self.game.has(Seat::Person);
    }

    fn set_option(&mut self, text: &str) -> Result<(), String> {
        let is_question = !text.contains('=');
        let is_button = |offer: &Offer| self.game.settings().value(offer).is_none();
        let known = self.game.options().into_iter().find(|offer| offer.is_called(text.trim()));
        if is_question && known.is_some_and(|offer| !is_button(&offer)) {
            return Ok(());
        }
        self.game.set_option(text).map(drop).map_err(|refused| refused.to_string())
    }

    /// Says how a setting is now.
    fn tell_setting(&mut self, setting: Setting, said: &str) -> io::Result<()> {
        let settings = self.game.settings();
        match setting {
            Setting::First | Setting::Second => {
                let seats = sentences::seats(self.game.session(), self.game.seats());
                writeln!(self.out, "{seats}")
            }
            Setting::Movetime | Setting::Depth | Setting::Nodes => {
                writeln!(self.out, "{}", settings.limits())
            }
            Setting::Verdicts => writeln!(self.out, "verdicts: {}", settings.verdicts),
            Setting::Strength => self.tell_options("Strength"),
            Setting::Option => {
                self.tell_options(said.split_once('=').map_or(said, |(name, _)| name).trim())
            }
        }
    }

    /// Says how an option is set; all of them without a name.
    fn tell_options(&mut self, name: &str) -> io::Result<()> {
        for offer in self.game.options() {
            if name.is_empty() || offer.is_called(name) {
                match self.game.settings().value(&offer) {
                    Some(value) => writeln!(self.out, "{} = {value}", offer.name)?,
                    None if name.is_empty() => writeln!(self.out, "{} (a button)", offer.name)?,
                    None => writeln!(self.out, "{}: done", offer.name)?,
                }
            }
        }
        Ok(())
    }
}

/// Reads a limit, which may be taken away.
fn limit<T: FromStr + PartialEq + Default>(said: &str) -> Result<Option<T>, String> {
    if said.eq_ignore_ascii_case(NONE) {
        return Ok(None);
    }
    let number = said.parse().ok().filter(|number| *number != T::default());
    number.map(Some).ok_or_else(|| {
        format!("'{}' is neither a number from 1 on nor '{NONE}'", excerpt(said, 40))
    })
}
