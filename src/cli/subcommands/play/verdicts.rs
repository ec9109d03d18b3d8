//! The setting `verdicts`: when the engine says, without being asked, what it thinks of its moves.

use std::fmt::{Display, Formatter};

use super::scores::gives_away;
use sarsen_core::game::value::Score;

/// When the engine says what it thinks of its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub(super) enum Verdicts {
    /// Always.
    On,
    /// Always, except when a proven end is still far away.
    #[default]
    Auto,
    /// Never.
    Off,
}

impl Verdicts {
    const ALL: [(&'static str, Self); 3] =
        [("on", Self::On), ("auto", Self::Auto), ("off", Self::Off)];

    pub(super) fn named(name: &str) -> Option<Self> {
        let is = |known: &str| known.eq_ignore_ascii_case(name);
        Self::ALL.into_iter().find(|(known, _)| is(known)).map(|(_, verdicts)| verdicts)
    }

    /// Whether a score is printed without being asked for.
    pub(super) fn tell(self, score: Score) -> bool {
        match self {
            Self::On => true,
            Self::Auto => !gives_away(score),
            Self::Off => false,
        }
    }
}

impl Display for Verdicts {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        Self::ALL
            .iter()
            .filter(|(_, known)| known == self)
            .try_for_each(|(name, _)| f.write_str(name))
    }
}
