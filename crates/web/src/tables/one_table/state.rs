//! A table: its facts, its moves, and where the game stands. Nothing here knows connections, the
//! store or the time of day.

use super::clock::{ClockSetting, TableClock};
use super::facts::{EngineLimit, Forfeit, SeatHolder, TableFacts};
use super::rulebook::{GameTitle, Rulebook, RulesError, Stage};
use sarsen_core::game::{Outcome, Player};

/// A table and its game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TableState {
    pub(crate) facts: TableFacts,
    pub(crate) moves: Vec<String>,
    /// The game and its setup, for people.
    pub(crate) title: String,
    /// What the rules say after these moves.
    pub(crate) stage: Stage,
}

impl TableState {
    /// A new table with two free seats.
    pub(crate) fn new(
        title: GameTitle,
        clock: Option<ClockSetting>,
        rules: &Rulebook,
    ) -> Result<Self, RulesError> {
        let facts = TableFacts {
            game: title.game,
            setup: title.setup,
            dice: rules.new_dice()?,
            holders: [SeatHolder::Free, SeatHolder::Free],
            ask: None,
            forfeit: None,
            clock: clock.map(TableClock::new),
        };
        Self::restored(facts, Vec::new(), rules)
    }

    /// A table as it was stored.
    pub(crate) fn restored(
        facts: TableFacts,
        moves: Vec<String>,
        rules: &Rulebook,
    ) -> Result<Self, RulesError> {
        let title = rules.look_up(&facts.game, &facts.setup)?.title;
        let stage = rules.stage(&facts.game, &facts.setup, &moves)?;
        Ok(Self { facts, moves, title, stage })
    }

    pub(crate) fn holder(&self, seat: Player) -> &SeatHolder {
        &self.facts.holders[seat.index()]
    }

    pub(crate) fn is_over(&self) -> bool {
        self.facts.forfeit.is_some() || self.stage.outcome.is_some()
    }

    /// Whether more than a name or the limit of an engine differs.
    pub(crate) fn is_another_game(&self, other: &Self) -> bool {
        let kinds = |state: &Self| state.facts.holders.each_ref().map(std::mem::discriminant);
        let (one, two) = (&self.facts, &other.facts);
        (one.ask, one.forfeit, &one.clock) != (two.ask, two.forfeit, &two.clock)
            || kinds(self) != kinds(other)
            || self.moves != other.moves
    }

    /// Who is to move. None if the game is over, or a roll is due.
    pub(crate) fn to_move(&self) -> Option<Player> {
        self.stage.to_move.filter(|_| !self.is_over())
    }

    /// The result, if the game is over.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        let forfeit = self.facts.forfeit.map(|(loser, _)| Outcome::Win(loser.other()));
        forfeit.or(self.stage.outcome)
    }

    /// How the game ended.
    pub(crate) fn end(&self) -> Option<&'static str> {
        match self.facts.forfeit {
            Some((_, Forfeit::Time)) => Some("time"),
            Some((_, Forfeit::Resignation)) => Some("resignation"),
            None => self.stage.outcome.map(|_| "rules"),
        }
    }

    /// How long the engine that is to move may think. None if no engine is to move.
    ///
    /// On a clock it thinks shorter, so that it does not lose on time.
    pub(crate) fn engine_to_move(&self, now: u64) -> Option<EngineTurn> {
        let player = self.to_move()?;
        let SeatHolder::Engine(limit) = *self.holder(player) else { return None };
        let clock = self.facts.clock.as_ref();
        let most = clock.map(|clock| {
            let left = clock.left(player, Some(player), now);
            (left / 20 + clock.setting.increment / 2).min(left / 2).max(1)
        });
        Some(EngineTurn { player, limit, most })
    }

    /// Whether both sides of the table are taken.
    fn is_full(&self) -> bool {
        self.facts.holders.iter().all(|holder| *holder != SeatHolder::Free)
    }

    /// When the flag of the player to move falls. None while no clock runs.
    pub(crate) fn falls_at(&self) -> Option<u64> {
        self.facts.clock.as_ref()?.falls_at(self.to_move()?)
    }

    /// Ends the game if the time of the player to move is up.
    pub(crate) fn expire(&mut self, now: u64) {
        if let (Some(loser), Some(time)) = (self.to_move(), self.falls_at())
            && time <= now
        {
            self.charge(now);
            self.facts.ask = None;
            self.facts.forfeit = Some((loser, Forfeit::Time));
            self.tick(now);
        }
    }

    /// Whether the dice or a card are due.
    pub(crate) fn is_roll_due(&self) -> bool {
        !self.is_over() && self.stage.to_move.is_none()
    }

    /// Throws the dice or draws the card that is due, if any is. After as many plies, the same
    /// comes again: who takes moves back cannot try for something better.
    pub(crate) fn roll(&mut self, rules: &Rulebook) -> Result<(), RulesError> {
        while self.is_roll_due() {
            let TableFacts { game, setup, dice, .. } = &self.facts;
            let Some((rolled, stage)) = rules.roll(game, setup, &self.moves, *dice)? else { break };
            self.moves.push(rolled);
            self.stage = stage;
        }
        Ok(())
    }

    /// Takes off the time that the player to move has used.
    pub(crate) fn charge(&mut self, now: u64) {
        if let (Some(thinker), Some(clock)) = (self.to_move(), &mut self.facts.clock) {
            clock.charge(thinker, now);
        }
    }

    /// Starts and stops the clock as the state of the game demands. It starts after the first move,
    /// as soon as both sides are taken.
    pub(crate) fn tick(&mut self, now: u64) {
        let (is_over, is_full, is_begun) = (self.is_over(), self.is_full(), !self.moves.is_empty());
        let Some(clock) = &mut self.facts.clock else { return };
        if is_over || !is_begun {
            clock.stop();
        } else if !clock.started && is_full {
            clock.start(now);
        }
    }
}

/// An engine is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct EngineTurn {
    pub(crate) player: Player,
    pub(crate) limit: EngineLimit,
    /// The most milliseconds that it may think, because of the clock.
    pub(crate) most: Option<u64>,
}
