//! The clock of a game between two players.
//!
//! All times are milliseconds. The present is an argument, counted from any moment that stays the
//! same while the process runs.

use sarsen_core::game::Player;

/// What a clock was set to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ClockSetting {
    /// The time of each player for the whole game.
    pub(crate) base: u64,
    /// The time added after each move.
    pub(crate) increment: u64,
}

/// The times of both players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TableClock {
    pub(crate) setting: ClockSetting,
    /// The time that was left to each player at `since`, or when the clock was stopped.
    pub(crate) left: [u64; 2],
    /// Whether the clock has begun to run, in this process or an earlier one.
    pub(crate) started: bool,
    /// When the player to move began to think. None while the clock stands still.
    since: Option<u64>,
}

impl TableClock {
    /// A full clock, which stands still.
    pub(crate) fn new(setting: ClockSetting) -> Self {
        Self { setting, left: [setting.base; 2], started: false, since: None }
    }

    /// A clock as it was stored. It stands still until somebody wakes it.
    pub(crate) fn stored(setting: ClockSetting, left: [u64; 2], started: bool) -> Self {
        Self { setting, left, started, since: None }
    }

    /// Begins to run for the player to move.
    pub(crate) fn start(&mut self, now: u64) {
        self.started = true;
        self.since = Some(now);
    }

    /// Goes on, if it was stored while it ran. Nobody pays for the time in between.
    pub(crate) fn wake(&mut self, now: u64) {
        if self.started && self.since.is_none() {
            self.since = Some(now);
        }
    }

    /// A player has moved: takes off the time used, and adds the increment.
    pub(crate) fn press(&mut self, mover: Player, now: u64) {
        self.charge(mover, now);
        if self.started {
            let left = &mut self.left[mover.index()];
            *left = left.saturating_add(self.setting.increment);
        }
    }

    /// Takes off the time that a player has used until now. The next time begins now.
    pub(crate) fn charge(&mut self, thinker: Player, now: u64) {
        self.left[thinker.index()] = self.left(thinker, Some(thinker), now);
        self.since = self.since.map(|_| now);
    }

    /// Stops for good, or until it is started again.
    pub(crate) fn stop(&mut self) {
        self.started = false;
        self.since = None;
    }

    /// Whether the time of somebody is running.
    pub(crate) fn is_running(&self) -> bool {
        self.since.is_some()
    }

    /// The time left to a player, if `running` is the player to move.
    pub(crate) fn left(&self, player: Player, running: Option<Player>, now: u64) -> u64 {
        let left = self.left[player.index()];
        match self.since {
            Some(since) if running == Some(player) => {
                left.saturating_sub(now.saturating_sub(since))
            }
            _ => left,
        }
    }

    /// When the flag of the player to move falls. None while the clock stands still.
    pub(crate) fn falls_at(&self, running: Player) -> Option<u64> {
        self.since.map(|since| since.saturating_add(self.left[running.index()]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sarsen_core::game::Player::{First, Second};

    fn clock() -> TableClock {
        TableClock::new(ClockSetting { base: 1_000, increment: 100 })
    }

    #[test]
    fn it_stands_until_it_is_started() {
        let mut clock = clock();
        clock.press(First, 500);
        clock.wake(600);
        assert_eq!((clock.left, clock.falls_at(Second)), ([1_000; 2], None));
        clock.start(700);
        assert_eq!(clock.left(Second, Some(Second), 900), 800);
        assert_eq!(clock.left(First, Some(Second), 900), 1_000);
        assert_eq!(clock.falls_at(Second), Some(1_700));
    }

    #[test]
    fn a_move_costs_its_time_and_brings_the_increment() {
        let mut clock = clock();
        clock.start(0);
        clock.press(First, 300);
        assert_eq!(clock.left, [800, 1_000]);
        clock.press(Second, 1_299);
        assert_eq!((clock.left, clock.falls_at(First)), ([800, 101], Some(2_099)));
        clock.charge(First, 5_000);
        assert_eq!(clock.left[0], 0);
    }

    #[test]
    fn nobody_pays_for_the_time_between_two_processes() {
        let setting = clock().setting;
        let mut clock = TableClock::stored(setting, [400, 500], true);
        assert_eq!((clock.left(First, Some(First), 90_000), clock.falls_at(First)), (400, None));
        clock.wake(90_000);
        assert_eq!(clock.falls_at(First), Some(90_400));
        clock.wake(90_300);
        assert_eq!(clock.falls_at(First), Some(90_400));
        clock.stop();
        clock.wake(91_000);
        assert!(!clock.is_running());
    }
}
