//! `Game`: another game.

use crate::option_context::{OptionContext, Then};
use sarsen_engine::engine::option::OptionOf;
use sarsen_engine::engine::{Offer, OptionError, Setting};

/// `Game`: another game. It keeps no value: the session knows its game.
#[derive(Default)]
pub(crate) struct GameOption;

impl OptionOf<OptionContext<'_>> for GameOption {
    fn offer(&self, context: &OptionContext<'_>) -> Offer {
        let about = "the game and, if wanted, its setup; the same as 'newgame'";
        Offer::combo("Game", context.registry.names(), about)
    }

    /// The setup may follow the name.
    fn read(&self, offer: &Offer, value: Option<&str>) -> Result<Setting, OptionError> {
        match value {
            Some(words) => Ok(Setting::Word(words.to_owned())),
            None => offer.read(None),
        }
    }

    fn set(&mut self, value: Setting, context: &mut OptionContext<'_>) -> Result<(), String> {
        let words = value.word();
        let (game, setup) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
        let (game, setup) = (game.to_ascii_lowercase(), setup.trim().to_owned());
        context.then = Then::Open { game, setup };
        Ok(())
    }
}
