//! Time management: how long a move may take, given the clock.

use std::time::Duration;

/// What a player's clock shows, and the time that will be added.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// Time left.
    pub left: Duration,
    /// Time added after every move.
    pub increment: Duration,
    /// Moves until more time is added. None if this is all for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// How long a search may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// After this time, the search ends if nothing urgent is left to settle. The search may stretch
    /// or shrink this time, but never beyond `hard`. None if the search uses all of `hard`.
    pub soft: Option<Duration>,
    /// After this time, the search ends at once.
    pub hard: Duration,
}

/// While its best move changes, a search may take this many times its fair share.
const STRETCH: u32 = 4;

/// One move never takes more than the whole clock divided by this.
const LARGEST_PART: u32 = 3;

/// The time kept in reserve, because the system may let the engine or the reader of its answer
/// wait. A busy machine has woken a sleeping thread 24 ms late.
const RESERVE: Duration = Duration::from_millis(30);

impl Budget {
    /// A fixed time for one move. At most a tenth of it is kept for `overhead`, the time lost
    /// between the engine and the clock. The search uses all the rest.
    #[must_use]
    pub fn fixed(time: Duration, overhead: Duration) -> Self {
        Self { soft: None, hard: time - overhead.min(time / 10) }
    }

    /// A fair share of a clock, if about `plies_left` plies of the game are left, and `overhead` is
    /// lost between the engine and the clock at each move. 30 ms more stay in reserve, or three
    /// quarters of a clock that shows little more.
    #[must_use]
    pub fn allocate(clock: Clock, plies_left: u32, overhead: Duration) -> Self {
        let left = clock.left.saturating_sub(overhead);
        let usable = left - RESERVE.min(left * 3 / 4);
        let own_moves = plies_left.div_ceil(2).clamp(1, 50);
        let moves = clock.moves_to_go.map_or(own_moves, |n| n.clamp(1, own_moves));
        // The increment of this move comes too late for it. Those of later moves count.
        let increments = clock.increment.saturating_sub(overhead) * (moves - 1);
        let fair = (usable + increments) / moves;
        // The last move before new time comes may use everything.
        let most = if moves == 1 { usable } else { usable / LARGEST_PART };
        let hard = (fair * STRETCH).min(most);
        Self { soft: Some(fair.min(hard)), hard }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    fn clock(left: u64, increment: u64, moves_to_go: Option<u32>) -> Clock {
        Clock { left: ms(left), increment: ms(increment), moves_to_go }
    }

    #[test]
    fn a_game_never_runs_out_of_time() {
        // The player always takes the hard limit, and loses the whole overhead each time.
        for (start, increment) in [(100, 10), (1_000, 0), (60_000, 600), (15, 10), (10, 0)] {
            let mut left = ms(start);
            for ply in 0..60_u32 {
                let budget =
                    Budget::allocate(clock(0, increment, None).with(left), 60 - ply, ms(10));
                assert!(
                    budget.hard + ms(10) <= left || budget.hard.is_zero(),
                    "{start}+{increment} {left:?}"
                );
                assert!(budget.soft.unwrap() <= budget.hard);
                left = left.saturating_sub(budget.hard.max(ms(0)));
                left = left.saturating_sub(ms(5)) + ms(increment);
            }
        }
    }

    #[test]
    fn time_is_used() {
        let minute = Budget::allocate(clock(60_000, 0, None), 40, ms(10));
        assert!(minute.soft.unwrap() >= ms(2_500) && minute.hard >= ms(8_000));
        let last = Budget::allocate(clock(1_000, 0, Some(1)), 40, ms(10));
        assert_eq!(last.hard, ms(960));
        let increment = Budget::allocate(clock(1_000, 1_000, None), 40, ms(10));
        assert!(increment.soft.unwrap() >= ms(300));
    }

    #[test]
    fn a_reserve_is_kept() {
        // The last move may use everything except the reserve. A short clock keeps only a part.
        for (left, most) in [(100, 60), (50, 10), (30, 5), (11, 1)] {
            assert!(Budget::allocate(clock(left, 0, None), 1, ms(10)).hard <= ms(most), "{left}");
        }
        // With increments, a clock does not fall below the reserve.
        let mut left = ms(100);
        for ply in 0..60_u32 {
            let budget = Budget::allocate(clock(0, 10, None).with(left), 60 - ply, ms(10));
            left = left + ms(10) - budget.soft.unwrap() - ms(10);
            assert!(left >= ms(15), "ply {ply}: {left:?}");
        }
    }

    #[test]
    fn a_fixed_time_is_used_but_not_quite() {
        let hard = |time, overhead| Budget::fixed(ms(time), ms(overhead)).hard;
        assert_eq!((hard(10, 10), hard(1000, 10), hard(1000, 0)), (ms(9), ms(990), ms(1000)));
        assert_eq!(hard(0, 10), ms(0));
    }

    #[test]
    fn empty_clocks_give_nothing() {
        assert_eq!(Budget::allocate(clock(0, 0, None), 40, ms(10)).hard, ms(0));
        assert_eq!(Budget::allocate(clock(5, 0, Some(0)), 0, ms(10)).hard, ms(0));
    }

    impl Clock {
        fn with(self, left: Duration) -> Self {
            Self { left, ..self }
        }
    }
}
