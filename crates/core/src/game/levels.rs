//! How well an engine plays a game if it is not to play as well as it can: skills, and the levels
//! that are made of them.

/// How well an engine plays, in thousandths: from 0 for random moves to [`FULL`](Self::FULL).
///
/// A weaker player looks less far ahead and overlooks more. Both grow together, in the same way in
/// every game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Skill(pub u16);

impl Skill {
    /// The greatest skill.
    pub const FULL: Self = Self(1000);

    fn share(self) -> f64 {
        f64::from(self.0.min(Self::FULL.0)) / f64::from(Self::FULL.0)
    }

    /// The positions that a player visits for a move: 10 without any skill and ten times as many
    /// for each quarter of the full one, up to 100,000.
    #[must_use]
    pub fn nodes(self) -> u64 {
        10_f64.powf(1.0 + 4.0 * self.share()).round() as u64
    }

    /// The probability with which a player overlooks a move: the square of what is missing of the
    /// full skill. So it is 1 without any, and a quarter at half of it.
    #[must_use]
    pub fn oversight(self) -> f64 {
        (1.0 - self.share()).powi(2)
    }
}

/// The skills at the strengths 0, 10, 20 and so on up to 100. They never fall.
///
/// The steps of a good scale are worth the same: a player wins about as often against one who is a
/// tenth weaker everywhere on it. What skill that takes differs from game to game, and is measured
/// (`cargo bench --bench levels`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Levels(pub [u16; 11]);

impl Levels {
    /// Even skills. The default for a game in which nothing was measured.
    pub const EVEN: Self = Self([0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000]);

    /// The skill at a strength from 0 to 100. Between two tenths it grows evenly.
    #[must_use]
    pub fn skill(&self, strength: u8) -> Skill {
        let strength = u16::from(strength.min(100));
        let (tenth, rest) = (usize::from(strength / 10), strength % 10);
        let low = self.0[tenth];
        let high = self.0[(tenth + 1).min(10)];
        Skill(low + high.saturating_sub(low) * rest / 10)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skills_lie_evenly_between_tenths() {
        let levels = Levels([0, 10, 100, 200, 300, 400, 500, 600, 700, 800, 900]);
        let skills = [0, 5, 10, 11, 15, 20, 99, 100, 255].map(|strength| levels.skill(strength).0);
        assert_eq!(skills, [0, 5, 10, 19, 55, 100, 890, 900, 900]);
    }

    #[test]
    fn who_has_more_skill_sees_more() {
        assert_eq!([0, 250, 1000].map(|skill| Skill(skill).nodes()), [10, 100, 100_000]);
        assert_eq!([0, 500, 1000].map(|skill| Skill(skill).oversight()), [1.0, 0.25, 0.0]);
    }
}
