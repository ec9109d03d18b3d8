//! The options that the server owns. The others belong to the [engine](crate::engine). To add one,
//! write it here and name it in the list.

use crate::engine::option::{self, OptionOf};
use crate::engine::{Offer, OptionError, Setting};
use crate::protocol::Dialect;
use crate::session::Registry;

/// What the options know of the server, and what they ask of it.
pub(super) struct OptionContext<'a> {
    pub(super) registry: &'a Registry,
    pub(super) dialect: Dialect,
    /// The name of the present game.
    pub(super) game: &'a str,
    /// What is to be done when an option has been set.
    pub(super) then: Then,
}

/// What is to be done when an option has been set.
pub(super) enum Then {
    /// Nothing.
    Nothing,
    /// This game is opened, in this setup.
    Open { game: String, setup: String },
    /// The present game uses the notation that the options and the dialect name.
    UseNotation,
}

option::list! {
    /// The options of the server.
    pub(super) struct ServerOptions for<'a> of dyn OptionOf<OptionContext<'a>> {
        game: GameOption,
        ponder: PonderOption,
        own_ponder: OwnPonderOption,
        move_overhead: MoveOverheadOption,
        variant: VariantOption,
    }
}

impl ServerOptions {
    /// The options as the handshake announces them.
    pub(super) fn offers(&self, context: &OptionContext<'_>) -> Vec<Offer> {
        option::offers(self.all(), context)
    }

    /// Sets an option. Returns false if the server has no option of this name.
    pub(super) fn set(
        &mut self,
        name: &str,
        value: Option<&str>,
        context: &mut OptionContext<'_>,
    ) -> Result<bool, OptionError> {
        option::set(self.all_mut(), name, value, context)
    }
}

/// `Game`: another game. It keeps no value: the session knows its game.
#[derive(Default)]
pub(super) struct GameOption;

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

/// `Ponder`: `bestmove` names the expected reply.
#[derive(Default)]
pub(super) struct PonderOption {
    pub(super) is_on: bool,
}

impl OptionOf<OptionContext<'_>> for PonderOption {
    fn offer(&self, _: &OptionContext<'_>) -> Offer {
        Offer::check("Ponder", false, "whether 'bestmove' names the expected reply")
    }

    fn set(&mut self, value: Setting, _: &mut OptionContext<'_>) -> Result<(), String> {
        self.is_on = value.truth();
        Ok(())
    }
}

/// `Own Ponder`: the engine thinks on after `bestmove`.
#[derive(Default)]
pub(super) struct OwnPonderOption {
    pub(super) is_on: bool,
}

impl OptionOf<OptionContext<'_>> for OwnPonderOption {
    fn offer(&self, _: &OptionContext<'_>) -> Offer {
        let about = "whether it thinks on after 'bestmove', about the reply it expects, \
                     until the next command";
        Offer::check("Own Ponder", false, about)
    }

    fn set(&mut self, value: Setting, _: &mut OptionContext<'_>) -> Result<(), String> {
        self.is_on = value.truth();
        Ok(())
    }
}

/// `Move Overhead`: the time lost between the engine and the clock at each move.
pub(super) struct MoveOverheadOption {
    pub(super) ms: u64,
}

impl Default for MoveOverheadOption {
    fn default() -> Self {
        Self { ms: 10 }
    }
}

impl OptionOf<OptionContext<'_>> for MoveOverheadOption {
    fn offer(&self, _: &OptionContext<'_>) -> Offer {
        let about = "milliseconds lost between the engine and the clock at each move";
        Offer::spin("Move Overhead", Self::default().ms, 0..=5000, about)
    }

    fn set(&mut self, value: Setting, _: &mut OptionContext<'_>) -> Result<(), String> {
        self.ms = value.number();
        Ok(())
    }
}

/// `UCI_Variant`: a game by the name that UCI programs know, in their notation.
#[derive(Default)]
pub(super) struct VariantOption {
    /// The one asked for.
    pub(super) name: Option<String>,
}

impl OptionOf<OptionContext<'_>> for VariantOption {
    fn offer(&self, context: &OptionContext<'_>) -> Offer {
        let about = "the game of this name, in the notation of UCI programs";
        let variants = context.registry.uci_variants().map(|(variant, _)| variant);
        Offer::combo("UCI_Variant", variants, about)
    }

    fn is_offered(&self, context: &OptionContext<'_>) -> bool {
        context.dialect == Dialect::Uci && context.registry.uci_variants().next().is_some()
    }

    fn set(&mut self, value: Setting, context: &mut OptionContext<'_>) -> Result<(), String> {
        let mut variants = context.registry.uci_variants();
        let owner = variants.find(|(name, _)| *name == value.word());
        let game = owner.map(|(_, game)| game.to_owned()).unwrap_or_default();
        context.then = match game == context.game {
            true => Then::UseNotation,
            false => Then::Open { game, setup: String::new() },
        };
        self.name = Some(value.word().to_owned());
        Ok(())
    }
}
