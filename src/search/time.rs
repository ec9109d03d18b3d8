//! Time management: how long a move may take, given the clocks.

use std::time::Duration;

/// What a player's clock shows, and what it will get.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// Time left.
    pub left: Duration,
    /// Added after every move.
    pub increment: Duration,
    /// Moves until more time is given; none: this is for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// How long a search may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Where a search with nothing urgent left to settle ends; it may stretch or shrink this, but
    /// never beyond `hard`. None: it uses all of `hard`.
    pub soft: Option<Duration>,
    /// Where every search ends at once.
    pub hard: Duration,
}

/// A search may go on for this many times its fair share when its mind is not made up.
const STRETCH: u32 = 4;

/// The part of the whole clock that one move never exceeds: one over this.
const LARGEST_PART: u32 = 3;

/// Kept back for the moment when the system lets the engine, or whoever reads its answer, wait: a
/// busy machine was seen to wake a sleeper 24 ms late.
const RESERVE: Duration = Duration::from_millis(30);

impl Budget {
    /// This long at most, when `overhead` is lost between the engine and the clock: a tenth is
    /// given to it at most, and all of the rest is used.
    #[must_use]
    pub fn fixed(time: Duration, overhead: Duration) -> Self {
        Self { soft: None, hard: time - overhead.min(time / 10) }
    }

    /// A fair share of a clock, when about `plies_left` plies of the game are left and `overhead`
    /// is lost between the engine and the clock at each move. Besides, 30 ms are kept in reserve,
    /// or three quarters of a clock that shows hardly more.
    #[must_use]
    pub fn share(clock: Clock, plies_left: u32, overhead: Duration) -> Self {
        let left = clock.left.saturating_sub(overhead);
        let usable = left - RESERVE.min(left * 3 / 4);
        let own_moves = plies_left.div_ceil(2).clamp(1, 50);
        let moves = clock.moves_to_go.map_or(own_moves, |n| n.clamp(1, own_moves));
        // The increment of this move comes too late for it, those of the moves after it do not.
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
        // A player who always takes the hard bound, and loses the whole overhead each time.
        for (start, increment) in [(100, 10), (1_000, 0), (60_000, 600), (15, 10), (10, 0)] {
            let mut left = ms(start);
            for ply in 0..60_u32 {
                let budget = Budget::share(clock(0, increment, None).with(left), 60 - ply, ms(10));
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
        let minute = Budget::share(clock(60_000, 0, None), 40, ms(10));
        assert!(minute.soft.unwrap() >= ms(2_500) && minute.hard >= ms(8_000));
        let last = Budget::share(clock(1_000, 0, Some(1)), 40, ms(10));
        assert_eq!(last.hard, ms(960));
        let increment = Budget::share(clock(1_000, 1_000, None), 40, ms(10));
        assert!(increment.soft.unwrap() >= ms(300));
    }

    #[test]
    fn a_reserve_is_kept() {
        // The last move, too, which otherwise may use everything; and of a short clock a part.
        for (left, most) in [(100, 60), (50, 10), (30, 5), (11, 1)] {
            assert!(Budget::share(clock(left, 0, None), 1, ms(10)).hard <= ms(most), "{left}");
        }
        // Fed by increments, a clock does not fall below it.
        let mut left = ms(100);
        for ply in 0..60_u32 {
            let budget = Budget::share(clock(0, 10, None).with(left), 60 - ply, ms(10));
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
        assert_eq!(Budget::share(clock(0, 0, None), 40, ms(10)).hard, ms(0));
        assert_eq!(Budget::share(clock(5, 0, Some(0)), 0, ms(10)).hard, ms(0));
    }

    impl Clock {
        fn with(self, left: Duration) -> Self {
            Self { left, ..self }
        }
    }
}
