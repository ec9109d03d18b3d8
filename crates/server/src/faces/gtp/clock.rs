//! The time that the client of this face grants, as the words of `go`.

use std::time::Duration;

use sarsen_core::game::Player;

/// What limits a move if the client has set no time.
const USUAL: &str = " movetime 1000";

/// The longest time that is understood.
const LONGEST: f64 = 1e9;

/// The time of a game: a main time, and then periods. In each period, a player has to play a number
/// of stones.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Grant {
    main: Duration,
    period: Duration,
    stones: u32,
}

/// What a player has left: a time, and the stones to play in it. 0 stones mean the main time.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct SideLeft {
    time: Duration,
    stones: u32,
}

/// The clocks of both players, and the limits that hold beside them.
#[derive(Default)]
pub(super) struct GtpClock {
    grant: Option<Grant>,
    left: [SideLeft; 2],
    /// Words of `go` that hold for every move.
    limit: String,
}

/// Reads a time in seconds. It may have a fraction, which the protocol itself does not know.
pub(super) fn seconds(word: &str) -> Option<Duration> {
    let seconds: f64 = word.parse().ok()?;
    let is_usable = (0.0..=LONGEST).contains(&seconds);
    is_usable.then(|| Duration::from_secs_f64(seconds))
}

impl GtpClock {
    /// The clocks of a game. A period without stones means that there is no limit.
    pub(super) fn set(&mut self, main: Duration, period: Duration, stones: u32) {
        let is_endless = !period.is_zero() && stones == 0;
        self.grant = (!is_endless).then_some(Grant { main, period, stones });
        self.restart();
    }

    /// Both players have all their time again.
    pub(super) fn restart(&mut self) {
        self.left = [self.grant.map(Grant::start).unwrap_or_default(); 2];
    }

    /// What a player has left. It holds even if no time was set before.
    pub(super) fn set_left(&mut self, player: Player, time: Duration, stones: u32) {
        self.grant.get_or_insert(Grant { main: time, period: Duration::ZERO, stones: 0 });
        self.left[player.index()] = SideLeft { time, stones };
    }

    /// Sets the limits that hold beside the clocks.
    pub(super) fn limit(&mut self, words: String) {
        self.limit = words;
    }

    /// A player has used time for a move.
    pub(super) fn spend(&mut self, player: Player, used: Duration) {
        let Some(grant) = self.grant else { return };
        let left = &mut self.left[player.index()];
        left.time = left.time.saturating_sub(used);
        let is_used_up = match left.stones {
            0 => left.time.is_zero() && !grant.period.is_zero(),
            stones => {
                left.stones = stones - 1;
                left.stones == 0
            }
        };
        if is_used_up {
            *left = grant.overtime();
        }
    }

    /// The words that follow `go` when a player is to move.
    pub(super) fn words(&self, player: Player) -> String {
        let Some(grant) = self.grant else {
            return if self.limit.is_empty() { USUAL.to_owned() } else { self.limit.clone() };
        };
        let [first, second] = self.left.map(|left| left.time.as_millis());
        let mut words = format!(" p1time {first} p2time {second}");
        let SideLeft { stones, .. } = self.left[player.index()];
        let increment = grant.period.checked_div(grant.stones).unwrap_or_default().as_millis();
        if stones > 0 {
            words += &format!(" movestogo {stones}");
        } else if increment > 0 {
            words += &format!(" p1inc {increment} p2inc {increment}");
        }
        words + &self.limit
    }
}

impl Grant {
    /// What a player has at the start.
    fn start(self) -> SideLeft {
        if self.main.is_zero() { self.overtime() } else { SideLeft { time: self.main, stones: 0 } }
    }

    /// What a player has at the beginning of a period.
    fn overtime(self) -> SideLeft {
        SideLeft { time: self.period, stones: self.stones }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Player::{First, Second};

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn times_become_words_of_go() {
        let mut clock = GtpClock::default();
        assert_eq!(clock.words(First), " movetime 1000");
        clock.limit(" depth 3".to_owned());
        assert_eq!(clock.words(First), " depth 3");
        clock.set(60 * SECOND, Duration::ZERO, 0);
        clock.spend(Second, 10 * SECOND);
        assert_eq!(clock.words(First), " p1time 60000 p2time 50000 depth 3");
        clock.limit(String::new());
        clock.set_left(First, 7 * SECOND, 0);
        assert_eq!(clock.words(First), " p1time 7000 p2time 50000");
        clock.set(Duration::ZERO, 5 * SECOND, 0);
        assert_eq!(clock.words(First), " movetime 1000");
    }

    #[test]
    fn periods_follow_the_main_time() {
        let mut clock = GtpClock::default();
        clock.set(10 * SECOND, 6 * SECOND, 3);
        assert_eq!(clock.words(First), " p1time 10000 p2time 10000 p1inc 2000 p2inc 2000");
        clock.spend(First, 11 * SECOND);
        assert_eq!(clock.words(First), " p1time 6000 p2time 10000 movestogo 3");
        clock.spend(First, SECOND);
        assert_eq!(clock.words(First), " p1time 5000 p2time 10000 movestogo 2");
        (0..2).for_each(|_| clock.spend(First, SECOND));
        assert_eq!(clock.words(First), " p1time 6000 p2time 10000 movestogo 3");
        clock.restart();
        assert_eq!(clock.words(Second), " p1time 10000 p2time 10000 p1inc 2000 p2inc 2000");
    }

    #[test]
    fn only_times_are_read() {
        assert_eq!(seconds("1.5"), Some(Duration::from_millis(1500)));
        for word in ["-1", "inf", "nan", "1e99", "", "x"] {
            assert_eq!(seconds(word), None, "{word}");
        }
    }
}
