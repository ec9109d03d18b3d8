//! Abalone with a start and a limit of plies.

use super::cells::READING;
use sarsen_core::game::{PathLimits, Player, SetupError};

/// The start positions: a name, and the cells as in a position text.
const STARTS: [(&str, &[u8; 61]); 2] = [
    ("standard", b"wwwwwwwwwww..www.............................bbb..bbbbbbbbbbb"),
    ("belgian", b"ww.bbwwwbbb.ww.bb...........................bb.ww.bbbwwwbb.ww"),
];

/// The limit for the limit of plies.
const MOST_PLIES: u16 = 10_000;

/// Abalone from one start, with a limit of plies or without.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Abalone {
    start: u8,
    /// After this many plies the game is drawn. None if it may last as long as it likes.
    limit: Option<u16>,
}

impl Abalone {
    /// The usual start, without a limit.
    pub const STANDARD: Self = Self { start: 0, limit: None };

    /// The Belgian daisy, in which the marbles begin in the middle, without a limit.
    pub const BELGIAN: Self = Self { start: 1, limit: None };

    /// Reads a setup: a start and, after a slash, the number of plies after which the game is
    /// drawn. An empty text is the standard start without a limit.
    ///
    /// ```
    /// use sarsen_games::abalone::Abalone;
    ///
    /// assert_eq!(Abalone::parse(""), Ok(Abalone::STANDARD));
    /// assert_eq!(Abalone::parse("belgian/200").unwrap().limit(), Some(200));
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no such start, or the limit is no number of plies.
    pub fn parse(setup: &str) -> Result<Self, SetupError> {
        if setup.is_empty() {
            return Ok(Self::STANDARD);
        }
        let (name, plies) = match setup.split_once('/') {
            Some((name, plies)) => (name, Some(plies)),
            None => (setup, None),
        };
        let Some(start) = STARTS.iter().position(|(known, _)| *known == name) else {
            let reason = "the start is standard or belgian, then may come a limit such as /200";
            return Err(SetupError::new(setup, reason));
        };
        let limit = plies.map(|plies| {
            let is_plain = !plies.starts_with(['0', '+']);
            let number = plies.parse().ok().filter(|n| is_plain && (1..=MOST_PLIES).contains(n));
            let reason = || format!("the limit is a number of plies from 1 to {MOST_PLIES}");
            number.ok_or_else(|| SetupError::new(setup, reason()))
        });
        Ok(Self { start: start as u8, limit: limit.transpose()? })
    }

    /// The number of plies after which the game is drawn, if there is one.
    #[must_use]
    pub const fn limit(&self) -> Option<u16> {
        self.limit
    }

    /// The setup as a text.
    pub(super) fn name(self) -> String {
        let (name, _) = STARTS[usize::from(self.start)];
        match self.limit {
            None => name.to_owned(),
            Some(limit) => format!("{name}/{limit}"),
        }
    }

    /// When a game ends that goes nowhere.
    pub(super) fn limits(self) -> PathLimits {
        let all = self.limit.map_or(usize::MAX, usize::from);
        PathLimits { all, ..PathLimits::default() }
    }

    /// The marbles of both players at the start.
    pub(super) fn marbles(self) -> [u64; 2] {
        let (_, text) = STARTS[usize::from(self.start)];
        let of = |letter: u8| {
            let cells = READING.iter().zip(text).filter(|(_, found)| **found == letter);
            cells.fold(0, |set, (cell, _)| set | 1 << cell)
        };
        [Player::First, Player::Second].map(|player| of(super::texts::letter(player) as u8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn setups_are_read_as_they_are_written() {
        for text in ["standard", "belgian", "standard/1", "belgian/10000", "standard/200"] {
            assert_eq!(Abalone::parse(text).unwrap().name(), text);
        }
        for text in [
            "daisy",
            "Standard",
            "standard/",
            "standard/0",
            "standard/010",
            "standard/+5",
            "standard/10001",
            "standard/99999999999",
            "standard/5/5",
            "/200",
            "200",
            "\u{1f600}",
        ] {
            let error = Abalone::parse(text).unwrap_err();
            assert!(error.to_string().contains("standard or belgian") || text.contains('/'));
        }
        assert_eq!(Abalone::STANDARD.limits().all, usize::MAX);
        assert_eq!(Abalone::parse("standard/7").unwrap().limits().all, 7);
    }
}
