//! Values of positions: opinions in the middle, proven wins and losses at the ends.
//!
//! A [`Value`] is seen from one player. Between [`-EVAL_MAX`](EVAL_MAX) and [`EVAL_MAX`] it is an
//! opinion or a draw (0). Beyond these, it is proven: a win in `p` plies is [`WIN`]` - p`. So a
//! shorter win and a longer loss have greater values. A win of unknown length is [`PROVEN_WIN`],
//! below all wins of known length. If the game has margins, what a win lacks of the greatest margin
//! counts before its length ([`win_short_of`]).

use std::fmt;

/// A value in points, seen from one player.
pub type Value = i32;

/// A win in 0 plies: the value of a position that is already won.
pub const WIN: Value = 1_000_000_000;

/// A proven win of unknown length. Every win of known length is greater.
pub const PROVEN_WIN: Value = WIN - 1_000_000;

/// The greatest opinion. In games of chance it is also the utility of a win.
pub const EVAL_MAX: Value = PROVEN_WIN - 1;

/// More than any value.
pub const INFINITE: Value = WIN + 1;

/// More plies than any proven game lasts.
pub const PLIES: u32 = 2000;

/// A win with a margin and in at least this many plies is a win of unknown length. (A solver may
/// know by how much the game is won, but not how soon.) No proven game lasts longer.
pub const UNKNOWN_LENGTH: u32 = PLIES / 2;

/// The greatest margin that a game may have. Each margin takes [`PLIES`] values between
/// [`PROVEN_WIN`] and [`WIN`].
pub const GREATEST_MARGIN: u32 = 499;

/// The value of a win in `plies` plies (fewer than [`PLIES`]). Its margin is `lack` less than the
/// greatest. A larger margin is worth more, however late it comes.
#[inline]
#[must_use]
pub const fn win_short_of(lack: u32, plies: u32) -> Value {
    win_in(lack * PLIES + plies)
}

/// What a proven win or loss lacks of the greatest margin. 0 in games without margins.
#[must_use]
pub const fn lack(value: Value) -> u32 {
    (WIN - value.abs()) as u32 / PLIES
}

/// The value of a win in this many plies (fewer than [`PLIES`]).
#[inline]
#[must_use]
pub const fn win_in(plies: u32) -> Value {
    WIN - plies as Value
}

/// The value of a loss in this many plies (fewer than [`PLIES`]).
#[inline]
#[must_use]
pub const fn loss_in(plies: u32) -> Value {
    -win_in(plies)
}

/// Whether a value says that the game is won, whatever the opponent does.
#[inline]
#[must_use]
pub const fn is_win(value: Value) -> bool {
    value >= PROVEN_WIN
}

/// Whether a value says that the game is lost, whatever the player does.
#[inline]
#[must_use]
pub const fn is_loss(value: Value) -> bool {
    value <= -PROVEN_WIN
}

/// The number of plies to the end of a proven game. None if it is unknown, or nothing is proven.
#[must_use]
pub const fn distance(value: Value) -> Option<u32> {
    let size = value.abs();
    let plies = (WIN - size) as u32 % PLIES;
    if size > PROVEN_WIN && plies < UNKNOWN_LENGTH { Some(plies) } else { None }
}

/// A value counted from a node `ply` plies below the root, as seen from the root.
#[inline]
#[must_use]
pub const fn from_node(value: Value, ply: usize) -> Value {
    if value > PROVEN_WIN {
        value - ply as Value
    } else if value < -PROVEN_WIN {
        value + ply as Value
    } else {
        value
    }
}

/// The inverse of [`from_node`]: a value seen from the root, counted from the node.
#[inline]
#[must_use]
pub const fn to_node(value: Value, ply: usize) -> Value {
    if value > PROVEN_WIN {
        value + ply as Value
    } else if value < -PROVEN_WIN {
        value - ply as Value
    } else {
        value
    }
}

/// The share of a win that an expectation is: 1 for a certain win, 0 for a certain loss. If there
/// are no draws, it is the probability of a win. A draw counts one half.
#[must_use]
pub fn share(value: Value) -> f64 {
    0.5 + utility(value) as f64 / (2.0 * f64::from(EVAL_MAX))
}

/// The expectation that is this [`share`] of a win.
#[must_use]
pub fn from_share(share: f64) -> Value {
    ((2.0 * share.clamp(0.0, 1.0) - 1.0) * f64::from(EVAL_MAX)).round() as Value
}

/// What a value counts in an expectation: a win as the greatest opinion, a loss as the least.
#[inline]
#[must_use]
pub fn utility(value: Value) -> i64 {
    i64::from(value.clamp(-EVAL_MAX, EVAL_MAX))
}

/// The value where chance acts and all outcomes win, or all lose: that of the slowest, with which
/// the end comes at the latest. None otherwise; then the value is the mean of their
/// [utilities](utility).
#[inline]
pub fn slowest(outcomes: impl Iterator<Item = Value> + Clone) -> Option<Value> {
    let all_end = outcomes.clone().all(is_win) || outcomes.clone().all(is_loss);
    if all_end { outcomes.min_by_key(|value| value.abs()) } else { None }
}

/// A value as it is reported: either proven or an opinion. Its text is that of the protocol, such
/// as `win 7`, `loss`, `draw`, `eval 12`, or `chance 0.5306` for the share of a win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// The player to act wins. With best play this takes the given number of plies, if it is known.
    Win(Option<u32>),
    /// The player to act loses. With best play this takes the given number of plies, if it is
    /// known.
    Loss(Option<u32>),
    /// Neither player wins. This is proven.
    Draw,
    /// An opinion, in points.
    Eval(Value),
    /// An expectation, in a game of chance. [`share`] makes a probability of it.
    Chance(Value),
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(Some(plies)) => write!(f, "win {plies}"),
            Self::Win(None) => f.write_str("win"),
            Self::Loss(Some(plies)) => write!(f, "loss {plies}"),
            Self::Loss(None) => f.write_str("loss"),
            Self::Draw => f.write_str("draw"),
            Self::Eval(points) => write!(f, "eval {points}"),
            Self::Chance(value) => write!(f, "chance {:.4}", share(*value)),
        }
    }
}

impl Score {
    /// The value that this score reports.
    #[must_use]
    pub const fn value(self) -> Value {
        match self {
            Self::Win(Some(plies)) => win_in(plies),
            Self::Win(None) => PROVEN_WIN,
            Self::Loss(Some(plies)) => loss_in(plies),
            Self::Loss(None) => -PROVEN_WIN,
            Self::Draw => 0,
            Self::Eval(value) | Self::Chance(value) => value,
        }
    }

    /// Whether it says for certain how the game ends.
    #[must_use]
    pub const fn is_proven(self) -> bool {
        !matches!(self, Self::Eval(_) | Self::Chance(_))
    }

    /// The score of a value in a game of chance: a proven win or loss, or an expectation. What
    /// `settled` says is as in [`new`](Self::new). A value of 0 may be an even mixture of wins and
    /// losses, so it is no draw.
    #[must_use]
    pub const fn of_chance(value: Value, settled: bool) -> Self {
        match Self::new(value, settled) {
            Self::Eval(_) | Self::Draw => Self::Chance(value),
            proven => proven,
        }
    }

    /// The score of a value, in a game of chance or in another one.
    #[must_use]
    pub const fn of(value: Value, settled: bool, has_chance: bool) -> Self {
        match has_chance {
            true => Self::of_chance(value, settled),
            false => Self::new(value, settled),
        }
    }

    /// The score of a value. `settled` says that no deeper search can change the value. Then the
    /// distance of a win or loss is exact, and 0 is a draw, not an opinion.
    #[must_use]
    pub const fn new(value: Value, settled: bool) -> Self {
        let plies = if settled { distance(value) } else { None };
        if is_win(value) {
            Self::Win(plies)
        } else if is_loss(value) {
            Self::Loss(plies)
        } else if settled && value == 0 {
            Self::Draw
        } else {
            Self::Eval(value)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shorter_wins_and_longer_losses_are_better() {
        assert!(win_in(1) > win_in(3) && win_in(PLIES - 1) > PROVEN_WIN && PROVEN_WIN > EVAL_MAX);
        assert!(loss_in(4) > loss_in(2) && loss_in(4) < -PROVEN_WIN);
    }

    #[test]
    fn a_larger_margin_is_worth_more_than_a_sooner_end() {
        assert!(win_short_of(0, PLIES - 1) > win_short_of(1, 0));
        let least = win_short_of(GREATEST_MARGIN, PLIES - 1);
        assert!(least > PROVEN_WIN && win_short_of(0, 9) == win_in(9));
        assert_eq!((distance(least), lack(least)), (None, GREATEST_MARGIN));
        let longest = win_short_of(GREATEST_MARGIN, UNKNOWN_LENGTH - 1);
        assert_eq!(distance(longest), Some(UNKNOWN_LENGTH - 1));
        assert_eq!((distance(-win_short_of(3, 7)), lack(-win_short_of(3, 7))), (Some(7), 3));
        assert_eq!(from_node(win_short_of(3, 7), 5), win_short_of(3, 12));
    }

    #[test]
    fn distances_survive_the_way_through_a_node() {
        for value in [win_in(7), loss_in(8), 0, 42, -EVAL_MAX, PROVEN_WIN, -PROVEN_WIN] {
            assert_eq!(from_node(to_node(value, 5), 5), value);
        }
        assert_eq!(from_node(win_in(2), 5), win_in(7));
        assert_eq!(distance(PROVEN_WIN), None);
        assert_eq!(Score::new(loss_in(4), true), Score::Loss(Some(4)));
        assert_eq!(Score::new(loss_in(4), false), Score::Loss(None));
        assert_eq!(Score::new(0, false), Score::Eval(0));
        assert_eq!(Score::new(0, true), Score::Draw);
    }

    #[test]
    fn an_expectation_is_a_share_of_a_win() {
        for (value, expected) in [(0, 0.5), (EVAL_MAX, 1.0), (-WIN, 0.0), (EVAL_MAX / 2, 0.75)] {
            assert!((share(value) - expected).abs() < 1e-9, "{value}");
            assert!(
                (from_share(expected) - value.clamp(-EVAL_MAX, EVAL_MAX)).abs() <= 1,
                "{value}"
            );
        }
        assert_eq!(Score::of_chance(0, true), Score::Chance(0));
        assert_eq!(Score::of_chance(win_in(3), true), Score::Win(Some(3)));
        assert_eq!((Score::Chance(7).value(), Score::Chance(7).is_proven()), (7, false));
    }
}
