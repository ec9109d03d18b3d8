//! What the course of one game was like, by the expectations of its players.

/// A player leads if he expects more than this of a point.
const LEAD: f64 = 0.55;
/// A player is sure to win if he expects more than this.
const SURE: f64 = 0.9;
/// A player has come back if he has won and once expected less than this.
const BEHIND: f64 = 0.25;

/// What the course of a game was like.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct GameCourse {
    /// The part of the game after which its winner was sure to win, until the end. None if nobody
    /// won.
    pub(super) decided: Option<f64>,
    /// How often the other player took the lead.
    pub(super) lead_changes: u32,
    /// How far the winner was behind: the mean of the root of the difference of both expectations,
    /// over all positions in which he was behind. 0 if he never was. None if nobody won.
    pub(super) drama: Option<f64>,
    /// Whether the winner was once nearly lost. None if nobody won.
    pub(super) is_comeback: Option<bool>,
}

impl GameCourse {
    /// The course of a game. `expectations` are the first player's, from 0 to 1, in the order of
    /// the positions. `winner_is_first` is None if nobody won.
    pub(super) fn of(expectations: &[f64], winner_is_first: Option<bool>) -> Self {
        let mut leader = None;
        let mut lead_changes = 0;
        for &expected in expectations {
            let now = match expected {
                expected if expected > LEAD => Some(true),
                expected if expected < 1.0 - LEAD => Some(false),
                _ => leader,
            };
            lead_changes += u32::from(leader.is_some() && now != leader);
            leader = now;
        }
        let Some(is_first) = winner_is_first else {
            return Self { decided: None, lead_changes, drama: None, is_comeback: None };
        };
        let winners = || {
            let own = move |&expected: &f64| if is_first { expected } else { 1.0 - expected };
            expectations.iter().map(own)
        };
        let open = winners().rposition(|own| own <= SURE).map_or(0, |last| last + 1);
        let behind: Vec<f64> = winners().filter(|&own| own < 0.5).collect();
        let sum: f64 = behind.iter().map(|own| (1.0 - 2.0 * own).sqrt()).sum();
        Self {
            decided: Some(open as f64 / expectations.len().max(1) as f64),
            lead_changes,
            drama: Some(if behind.is_empty() { 0.0 } else { sum / behind.len() as f64 }),
            is_comeback: Some(winners().any(|own| own < BEHIND)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_race_is_decided_early_and_never_turns() {
        let course = GameCourse::of(&[0.6, 0.95, 0.97, 0.99, 1.0], Some(true));
        assert_eq!(course.decided, Some(0.2));
        assert_eq!((course.lead_changes, course.drama), (0, Some(0.0)));
        assert_eq!(course.is_comeback, Some(false));
    }

    #[test]
    fn a_drama_turns_at_the_end() {
        // The first player leads, then the second, who is behind twice before he wins.
        let course = GameCourse::of(&[0.5, 0.68, 0.82, 0.5, 0.4, 0.05], Some(false));
        assert_eq!(course.lead_changes, 1);
        assert_eq!(course.decided, Some(5.0 / 6.0));
        let drama = (0.36_f64.sqrt() + 0.64_f64.sqrt()) / 2.0;
        assert!((course.drama.unwrap() - drama).abs() < 1e-9);
        assert_eq!(course.is_comeback, Some(true));
    }

    #[test]
    fn a_small_lead_is_none() {
        let course = GameCourse::of(&[0.52, 0.48, 0.6, 0.52, 0.48, 0.6, 0.4], None);
        assert_eq!((course.lead_changes, course.decided, course.drama), (1, None, None));
        let never = GameCourse::of(&[0.5, 0.8, 0.7], Some(true));
        assert_eq!(never.decided, Some(1.0));
        assert_eq!(GameCourse::of(&[], Some(true)).decided, Some(0.0));
    }
}
