//! The idle server: what a command sees when it is carried out.

use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

use super::activity::Hold;
use super::context::Context;
use crate::option_context::{OptionContext, Then};
use sarsen_core::search::Control;
use sarsen_engine::engine::{Engine, Offer, OptionFile, Purpose};
use sarsen_engine::protocol::Dialect;
use sarsen_engine::session::{Request, Session};

/// Why a command cannot be carried out. The answer is one error line, and nothing has changed.
pub(crate) type CommandError = Box<dyn Error>;

/// The server while nothing runs: what a command needs to be carried out.
pub(crate) struct Idle<'a> {
    pub(crate) engine: &'a mut Engine,
    pub(crate) context: &'a mut Context,
    /// When the command came, or when it could be carried out.
    pub(crate) arrived: Instant,
    /// Whether a later command has ended it already.
    pub(crate) ended: bool,
    /// When a `ponderhit` came for it while it waited.
    pub(crate) ponder_hit: Option<Instant>,
}

/// What a command sets going.
pub(crate) enum Launch {
    /// Nothing: it has been carried out.
    Nothing,
    /// A search.
    Search { request: Request, purpose: Purpose, control: Arc<Control>, hold: Hold },
    /// A count of lines of play.
    Count { depth: u32, control: Arc<Control> },
    /// The reading of a file that an option names.
    Load(OptionFile),
}

impl<'a> Idle<'a> {
    /// For a command that came, or could be carried out, at this moment. If it had to wait for the
    /// game, it counts from when that was ready.
    pub(crate) fn new(engine: &'a mut Engine, context: &'a mut Context, arrived: Instant) -> Self {
        let arrived = arrived.max(context.game_ready);
        Self { engine, context, arrived, ended: false, ponder_hit: None }
    }

    /// The game in progress.
    pub(crate) fn session(&self) -> &dyn Session {
        self.engine.session()
    }

    /// The game in progress, to play it.
    pub(crate) fn session_mut(&mut self) -> &mut dyn Session {
        self.engine.session_mut()
    }

    /// All options: the server's own, then the engine's.
    pub(crate) fn options(&self) -> Vec<Offer> {
        let Context { registry, dialect, options, .. } = &*self.context;
        let (game, then) = (self.session().game(), Then::Nothing);
        let mut offers = options.offers(&OptionContext { registry, dialect: *dialect, game, then });
        offers.extend(self.engine.options());
        offers
    }

    /// A control for a search or count of this command. It is stopped if the command was ended.
    pub(crate) fn control(&self) -> Control {
        let control = Control::since(self.arrived);
        if self.ended || self.context.quit {
            control.stop();
        }
        control
    }

    /// Makes the engine ready for a search with a clock. The clock does not run meanwhile.
    pub(crate) fn make_ready(&mut self) {
        let began = Instant::now();
        self.engine.make_ready();
        self.arrived += began.elapsed();
    }

    /// Begins the same game anew.
    pub(crate) fn restart(&mut self) {
        self.engine.restart();
        self.context.begin_game();
    }

    /// Begins another game, or the same game anew.
    pub(crate) fn open(&mut self, game: &str, setup: &str) -> Result<(), CommandError> {
        self.engine.open(&self.context.registry, game, setup)?;
        self.use_notation();
        self.context.begin_game();
        Ok(())
    }

    /// Chooses the notation. In the UCI dialect, a game that UCI programs know as a variant uses
    /// theirs.
    pub(crate) fn use_notation(&mut self) {
        let Context { registry, options, dialect, .. } = &*self.context;
        let game = self.engine.session().game().to_owned();
        let chosen = options.variant.name.as_deref();
        let variant = registry
            .uci_variants()
            .filter(|(_, owner)| *dialect == Dialect::Uci && *owner == game)
            .map(|(variant, _)| variant)
            .max_by_key(|variant| chosen == Some(*variant));
        self.engine.session_mut().use_notation(variant);
    }
}
