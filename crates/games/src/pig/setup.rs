//! The setups of Pig: how many points win.

use std::ops::RangeInclusive;

use sarsen_core::game::SetupError;

/// The goals that can be played for.
pub const GOALS: RangeInclusive<u16> = 2..=250;

/// Pig with a goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pig {
    pub(super) goal: u16,
}

impl Pig {
    /// The usual goal of 100 points.
    pub const USUAL: Self = Self { goal: 100 };

    /// Reads a setup: the goal. An empty text is the usual one.
    ///
    /// # Errors
    ///
    /// If it is not a number from 2 to 250.
    pub fn parse(setup: &str) -> Result<Self, SetupError> {
        if setup.is_empty() {
            return Ok(Self::USUAL);
        }
        let goal = setup.parse().ok().filter(|goal: &u16| GOALS.contains(goal));
        match goal {
            // The one way to write the number.
            Some(goal) if goal.to_string() == setup => Ok(Self { goal }),
            _ => {
                let reason = format!(
                    "the setup is the goal, a number from {} to {}, such as 100",
                    GOALS.start(),
                    GOALS.end()
                );
                Err(SetupError::new(setup, reason))
            }
        }
    }

    /// The points that win.
    #[must_use]
    pub const fn goal(self) -> u16 {
        self.goal
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setup_is_a_goal() {
        for (setup, goal) in [("", 100), ("100", 100), ("2", 2), ("250", 250)] {
            assert_eq!(Pig::parse(setup).map(Pig::goal), Ok(goal));
        }
        for setup in ["1", "0", "251", "99999", "-5", "+50", "050", " 50", "fifty", "50/6"] {
            let error = Pig::parse(setup).unwrap_err().to_string();
            assert!(error.contains("a number from 2 to 250"), "{error}");
        }
    }
}
