//! What a search thinks of a position, from the first player's side, and a short text for it.

use std::fmt;
use std::str::FromStr;

use sarsen_core::game::Player;
use sarsen_core::game::value::{Score, share};

/// What a search thinks of a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum SearchOpinion {
    /// Nothing is known: chance was to act.
    Unknown,
    /// The first player is so many points ahead.
    Points(i32),
    /// The first player's share of a win in a game of chance, in millionths.
    Share(u32),
    /// It is proven who wins. None for a draw.
    Proven(Option<Player>),
}

/// Millionths of a share.
const WHOLE: f64 = 1e6;

impl SearchOpinion {
    /// What a score says of a position in which `mover` is to move.
    pub(super) fn of(score: Score, mover: Player) -> Self {
        let is_first = mover == Player::First;
        match score {
            Score::Win(_) => Self::Proven(Some(mover)),
            Score::Loss(_) => Self::Proven(Some(mover.other())),
            Score::Draw => Self::Proven(None),
            Score::Eval(points) => Self::Points(if is_first { points } else { -points }),
            Score::Chance(value) => {
                let share = if is_first { share(value) } else { 1.0 - share(value) };
                Self::Share((share * WHOLE).round() as u32)
            }
        }
    }

    /// Its number, if nothing is proven.
    pub(super) fn number(self) -> Option<i64> {
        match self {
            Self::Points(points) => Some(points.into()),
            Self::Share(share) => Some(share.into()),
            Self::Unknown | Self::Proven(_) => None,
        }
    }

    /// The first player's expectation from 0 to 1, if each point multiplies the odds by e to the
    /// power of `slope`. None if nothing is known.
    pub(super) fn expectation(self, slope: f64) -> Option<f64> {
        match self {
            Self::Unknown => None,
            Self::Points(points) => Some(1.0 / (1.0 + (-slope * f64::from(points)).exp())),
            Self::Share(share) => Some(f64::from(share) / WHOLE),
            Self::Proven(None) => Some(0.5),
            Self::Proven(Some(Player::First)) => Some(1.0),
            Self::Proven(Some(Player::Second)) => Some(0.0),
        }
    }
}

impl fmt::Display for SearchOpinion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.write_str("?"),
            Self::Points(points) => write!(f, "{points}"),
            Self::Share(share) => write!(f, "c{share}"),
            Self::Proven(Some(Player::First)) => f.write_str("w"),
            Self::Proven(Some(Player::Second)) => f.write_str("l"),
            Self::Proven(None) => f.write_str("d"),
        }
    }
}

/// A text that is no opinion.
#[derive(Debug, thiserror::Error)]
#[error("'{0}' is no opinion")]
pub(super) struct NotAnOpinion(String);

impl FromStr for SearchOpinion {
    type Err = NotAnOpinion;

    fn from_str(text: &str) -> Result<Self, NotAnOpinion> {
        let wrong = || NotAnOpinion(sarsen_core::game::excerpt(text, 20));
        Ok(match text {
            "?" => Self::Unknown,
            "w" => Self::Proven(Some(Player::First)),
            "l" => Self::Proven(Some(Player::Second)),
            "d" => Self::Proven(None),
            _ => match text.strip_prefix('c') {
                Some(share) => {
                    let share = share.parse().ok().filter(|share| f64::from(*share) <= WHOLE);
                    Self::Share(share.ok_or_else(wrong)?)
                }
                None => Self::Points(text.parse().map_err(|_| wrong())?),
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opinions_are_read_back() {
        for opinion in [
            SearchOpinion::Unknown,
            SearchOpinion::Points(-37),
            SearchOpinion::Share(1_000_000),
            SearchOpinion::Proven(None),
            SearchOpinion::Proven(Some(Player::First)),
            SearchOpinion::Proven(Some(Player::Second)),
        ] {
            assert_eq!(opinion.to_string().parse::<SearchOpinion>().unwrap(), opinion);
        }
        for text in ["", "x", "c1000001", "c-1", "1.5", "99999999999"] {
            assert!(text.parse::<SearchOpinion>().is_err(), "{text}");
        }
    }

    #[test]
    fn they_are_the_first_players() {
        let seen = |score, mover| SearchOpinion::of(score, mover).expectation(0.01).unwrap();
        assert_eq!(seen(Score::Win(Some(3)), Player::Second), 0.0);
        assert_eq!(seen(Score::Loss(None), Player::Second), 1.0);
        assert_eq!(seen(Score::Draw, Player::First), 0.5);
        let ahead = seen(Score::Eval(100), Player::First);
        assert!((ahead - 0.731).abs() < 1e-3);
        assert!((seen(Score::Eval(100), Player::Second) - (1.0 - ahead)).abs() < 1e-9);
        assert_eq!(SearchOpinion::Unknown.expectation(1.0), None);
    }
}
