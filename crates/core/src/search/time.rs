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

/// What is known of the rest of a game.
#[derive(Clone, Copy)]
pub struct Outlook<'a> {
    /// About how many plies are left.
    pub plies_left: u32,
    /// About how long the game's own solver takes to find out who wins, this many plies later. None
    /// if nobody knows, or if it will not be asked.
    pub solving: &'a dyn Fn(u32) -> Option<Duration>,
}

impl Outlook<'_> {
    /// A game of about this many plies more, without a solver.
    #[must_use]
    pub const fn plies(plies_left: u32) -> Self {
        Self { plies_left, solving: &|_| None }
    }
}

/// While its best move changes, a search may take this many times its fair share.
const STRETCH: u32 = 4;

/// One move never takes more than the whole clock divided by this.
const LARGEST_PART: u32 = 3;

/// For the move from which on the solver knows who wins, this many times the time is kept that it
/// will probably take. Estimates are rough.
const SURPLUS: u32 = 2;

/// That is the first move for which so much can be kept that each move before it still has what is
/// kept, divided by this. So about half of the clock is kept at the start of a game. The plan stays
/// the same from move to move, as long as the moves keep to their shares.
const LEAST_PART: u32 = 16;

/// At that move, the solver may use this part of the clock. Later moves need little.
const SOLVER_PART: (u32, u32) = (2, 3);

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

    /// A fair share of a clock, if `overhead` is lost between the engine and the clock at each
    /// move. 30 ms more stay in reserve, or three quarters of a clock that shows little more.
    ///
    /// If a solver will probably know who wins from some move of this clock on, its time is kept
    /// for that move, and the moves before it share the rest. At that move, it may use most of what
    /// is left.
    #[must_use]
    pub fn allocate(clock: Clock, outlook: Outlook<'_>, overhead: Duration) -> Self {
        let left = clock.left.saturating_sub(overhead);
        let usable = left - RESERVE.min(left * 3 / 4);
        let own_moves = outlook.plies_left.div_ceil(2).clamp(1, 50);
        let moves = clock.moves_to_go.map_or(own_moves, |n| n.clamp(1, own_moves));
        let increment = clock.increment.saturating_sub(overhead);
        let finish = (0..moves).find_map(|later| {
            let kept = (outlook.solving)(2 * later)?.saturating_mul(SURPLUS);
            // The increments of all moves before it count for it.
            let shared = (usable + increment * later).checked_sub(kept)?;
            (shared >= kept / LEAST_PART * later).then_some((later, kept, shared))
        });
        if let Some((later @ 1.., kept, shared)) = finish {
            let free = usable.saturating_sub(kept.saturating_sub(increment * later));
            return Self::stretched(shared / later, free / LARGEST_PART.min(later));
        }
        // The increment of this move comes too late for it. Those of later moves count.
        let fair = (usable + increment * (moves - 1)) / moves;
        if finish.is_some() && moves > 1 {
            let (part, whole) = SOLVER_PART;
            let hard = usable / whole * part;
            return Self { soft: Some(fair.min(hard)), hard };
        }
        // The last move before new time comes may use everything.
        Self::stretched(fair, if moves == 1 { usable } else { usable / LARGEST_PART })
    }

    /// A share that may be stretched, but never beyond `most`.
    fn stretched(fair: Duration, most: Duration) -> Self {
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
                let budget = Budget::allocate(
                    clock(0, increment, None).with(left),
                    Outlook::plies(60 - ply),
                    ms(10),
                );
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
        let minute = Budget::allocate(clock(60_000, 0, None), Outlook::plies(40), ms(10));
        assert!(minute.soft.unwrap() >= ms(2_500) && minute.hard >= ms(8_000));
        let last = Budget::allocate(clock(1_000, 0, Some(1)), Outlook::plies(40), ms(10));
        assert_eq!(last.hard, ms(960));
        let increment = Budget::allocate(clock(1_000, 1_000, None), Outlook::plies(40), ms(10));
        assert!(increment.soft.unwrap() >= ms(300));
    }

    /// A game of 60 plies, `played` of which have been played, with a solver that takes `last` for
    /// a position of 20 plies and twice as long for each ply more.
    fn with_solver<T>(played: u32, last: Duration, use_it: impl Fn(Outlook<'_>) -> T) -> T {
        let plies_left = 60 - played;
        let time = |later| {
            let more = plies_left as i32 - later as i32 - 20;
            Some(last.mul_f64(2_f64.powi(more)))
        };
        use_it(Outlook { plies_left, solving: &time })
    }

    #[test]
    fn the_solver_has_its_time_when_its_move_comes() {
        for (start, increment) in [(3_000, 50), (60_000, 0), (1_000, 100), (300_000, 1_000)] {
            let mut left = ms(start);
            let mut shares = Vec::new();
            for played in (0..60).step_by(2) {
                let clock = clock(0, increment, None).with(left);
                let budget =
                    with_solver(played, ms(300), |outlook| Budget::allocate(clock, outlook, ms(0)));
                let time = ms(300).mul_f64(2_f64.powi(40 - played as i32));
                if time <= budget.hard {
                    // No earlier than half of the clock suffices, and not much later.
                    assert!(time * 2 <= left && time * 16 >= left, "{start}: {time:?} of {left:?}");
                    assert!(budget.hard * 2 > left);
                    break;
                }
                shares.push(budget.soft.unwrap());
                left = left + ms(increment) - budget.soft.unwrap();
            }
            assert!(shares.len() > 10 && shares.len() < 25, "{shares:?}");
            // The moves before it share evenly what it leaves them.
            let most = shares.iter().max().unwrap();
            assert!(shares.iter().all(|share| share.mul_f64(1.4) >= *most), "{shares:?}");
        }
    }

    #[test]
    fn a_solver_changes_nothing_if_new_time_comes_before_it() {
        let clock = clock(10_000, 0, Some(4));
        let plain = Budget::allocate(clock, Outlook::plies(60), ms(0));
        let with = with_solver(0, ms(300), |outlook| Budget::allocate(clock, outlook, ms(0)));
        assert_eq!(with, plain);
        // And the last move before new time may use everything, with or without one.
        let last = Clock { moves_to_go: Some(1), ..clock };
        let with = with_solver(50, ms(300), |outlook| Budget::allocate(last, outlook, ms(0)));
        assert_eq!(with, Budget::allocate(last, Outlook::plies(10), ms(0)));
    }

    #[test]
    fn a_reserve_is_kept() {
        // The last move may use everything except the reserve. A short clock keeps only a part.
        for (left, most) in [(100, 60), (50, 10), (30, 5), (11, 1)] {
            assert!(
                Budget::allocate(clock(left, 0, None), Outlook::plies(1), ms(10)).hard <= ms(most),
                "{left}"
            );
        }
        // With increments, a clock does not fall below the reserve.
        let mut left = ms(100);
        for ply in 0..60_u32 {
            let budget =
                Budget::allocate(clock(0, 10, None).with(left), Outlook::plies(60 - ply), ms(10));
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
        assert_eq!(Budget::allocate(clock(0, 0, None), Outlook::plies(40), ms(10)).hard, ms(0));
        assert_eq!(Budget::allocate(clock(5, 0, Some(0)), Outlook::plies(0), ms(10)).hard, ms(0));
    }

    impl Clock {
        fn with(self, left: Duration) -> Self {
            Self { left, ..self }
        }
    }
}
