//! Changes during the game: who plays, how well, what the engine says.

use std::io;
use std::str::FromStr;

use clap::ValueEnum;

use super::PlayConversation;
use crate::cli::subcommands::play::commands::SettingName;
use crate::cli::subcommands::play::seats::PlayerKind;
use crate::cli::subcommands::play::sentences;
use crate::cli::subcommands::play::verdicts::Verdicts;
use sarsen_core::game::excerpt;
use sarsen_engine::engine::Offer;

/// The word that removes a limit.
const NONE: &str = "none";

impl PlayConversation<'_> {
    /// Changes a setting to a text, and prints the new value. An error is printed and changes
    /// nothing. An empty text only prints the value.
    pub(super) fn adjust(&mut self, setting: SettingName, text: &str) -> io::Result<()> {
        let changed = match setting {
            _ if text.is_empty() => Ok(()),
            SettingName::First => self.seat(0, text),
            SettingName::Second => self.seat(1, text),
            SettingName::Strength => self.set_option(&format!("Strength={text}")),
            SettingName::Movetime => limit(text)
                .map(|ms| self.game.change_settings(|settings| settings.limits.movetime = ms)),
            SettingName::Depth => limit(text)
                .map(|plies| self.game.change_settings(|settings| settings.limits.depth = plies)),
            SettingName::Nodes => limit(text)
                .map(|nodes| self.game.change_settings(|settings| settings.limits.nodes = nodes)),
            SettingName::Verdicts => match Verdicts::named(text) {
                Some(verdicts) => {
                    self.game.change_settings(|settings| settings.verdicts = verdicts);
                    Ok(())
                }
                None => Err(format!("'{}' is not one of: on, auto, off", excerpt(text, 40))),
            },
            SettingName::Option => self.set_option(text),
        };
        match changed {
            Ok(()) => self.tell_setting(setting, text),
            // A suggestion ends with a question mark.
            Err(why) if why.ends_with('?') => writeln!(self.out, "Sorry, {why}"),
            Err(why) => writeln!(self.out, "Sorry, {why}."),
        }
    }

    /// Swaps the sides.
    pub(super) fn swap(&mut self) -> io::Result<()> {
        let [first, second] = self.game.seats();
        self.take_seats([second, first]);
        self.tell_setting(SettingName::First, "")
    }

    fn seat(&mut self, side: usize, text: &str) -> Result<(), String> {
        let mut seats = self.game.seats();
        seats[side] = PlayerKind::from_str(text, true)
            .map_err(|_| format!("'{}' is not one of: person, engine", excerpt(text, 40)))?;
        self.take_seats(seats);
        Ok(())
    }

    fn take_seats(&mut self, seats: [PlayerKind; 2]) {
        self.game.seat(seats);
        self.paused &= !self.game.has(PlayerKind::Person);
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

    /// Prints the value of a setting.
    fn tell_setting(&mut self, setting: SettingName, text: &str) -> io::Result<()> {
        let settings = self.game.settings();
        match setting {
            SettingName::First | SettingName::Second => {
                let seats = sentences::seats(self.game.session(), self.game.seats());
                writeln!(self.out, "{seats}")
            }
            SettingName::Movetime | SettingName::Depth | SettingName::Nodes => {
                writeln!(self.out, "{}", settings.limits_sentence())
            }
            SettingName::Verdicts => writeln!(self.out, "verdicts: {}", settings.verdicts),
            SettingName::Strength => self.tell_options("Strength"),
            SettingName::Option => {
                self.tell_options(text.split_once('=').map_or(text, |(name, _)| name).trim())
            }
        }
    }

    /// Prints the value of an option, or of all options if the name is empty.
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

/// Parses a limit. 'none' removes it.
fn limit<T: FromStr + PartialEq + Default>(text: &str) -> Result<Option<T>, String> {
    if text.eq_ignore_ascii_case(NONE) {
        return Ok(None);
    }
    let number = text.parse().ok().filter(|number| *number != T::default());
    number.map(Some).ok_or_else(|| {
        format!("'{}' is neither a number from 1 on nor '{NONE}'", excerpt(text, 40))
    })
}
