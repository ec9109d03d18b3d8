//! The board of a race of two scores: a track for each player, and between them what has come and
//! the points of the turn.

use super::state::{LuckSource, PigMove, PigState};
use sarsen_core::game::board::{
    Area, Contents, Gesture, Ground, Layout, Materials, Outline, PieceColour, PieceMake,
};
use sarsen_core::game::{Outcome, Player, Position, Stress, side_number};

/// Stones with numbers on felt.
const MATERIALS: Materials =
    Materials::new(Ground::Felt, PieceMake::Stone, [PieceColour::White, PieceColour::Red])
        .with_rim(0.6);

/// A track has at most so many steps.
const MOST_STEPS: u16 = 10;

/// Where the tracks of the first player and of the second are, and the middle between them.
const ROWS: [f64; 2] = [4.0, 0.0];
const MIDDLE: f64 = 2.0;

/// How far the labels of a track are from it, towards the middle.
const BESIDE: f64 = 0.68;

/// The kind of the die or card of which nobody knows yet what it shows.
const DUE: u16 = 1;

/// The places of a board for a goal.
#[derive(Clone, Copy)]
pub(super) struct Track {
    goal: u16,
}

impl Track {
    pub(super) const fn new(goal: u16) -> Self {
        Self { goal }
    }

    /// The steps to the goal.
    fn steps(self) -> u16 {
        self.goal.min(MOST_STEPS)
    }

    /// The fewest points with which a player is at a step.
    fn points(self, step: u16) -> u16 {
        (self.goal * step).div_ceil(self.steps())
    }

    /// The place of a player who has so many points.
    fn place(self, player: Player, points: u16) -> usize {
        let step = (points * self.steps() / self.goal).min(self.steps());
        player.index() * usize::from(self.steps() + 1) + usize::from(step)
    }

    /// The place of the die, or of the card that has come.
    pub(super) fn luck(self) -> usize {
        2 * usize::from(self.steps() + 1)
    }

    /// The place of the points of the turn.
    fn turn(self) -> usize {
        self.luck() + 1
    }

    /// How many places there are.
    pub(super) fn places(self) -> usize {
        self.turn() + 1
    }

    /// Where the middle is, from left to right.
    pub(super) fn centre(self) -> f64 {
        f64::from(self.steps() + 1) / 2.0
    }

    /// The tracks, the place for what has come, which is drawn like this, and the place for the
    /// points of the turn.
    pub(super) fn layout<S: LuckSource>(self, luck: Outline) -> Layout {
        let mut layout = Layout::default();
        layout.materials = MATERIALS;
        for player in [Player::First, Player::Second] {
            let y = ROWS[player.index()];
            let beside = y + BESIDE * (MIDDLE - y).signum();
            for step in 0..=self.steps() {
                let (x, points) = (f64::from(step) + 0.5, self.points(step));
                let name = format!("{}:{points}", side_number(player));
                layout.add_place(name, [x, y], Outline::Square, Area::Board);
                layout.add_label(points.to_string(), [x, beside]);
            }
        }
        let (left, right) = (self.centre() - 1.0, self.centre() + 1.0);
        layout.add_place(S::THING, [left, MIDDLE], luck, Area::Beside);
        layout.add_place("turn", [right, MIDDLE], Outline::Disc, Area::Beside);
        layout.add_label(S::MORE, [left - 0.95, MIDDLE]);
        layout.add_label("hold", [right + 0.95, MIDDLE]);
        layout
    }

    /// The stones of both players, what has come, and the points of the turn. The kind of a stone
    /// is its points.
    pub(super) fn contents<S: LuckSource>(
        self,
        position: &PigState<S>,
        last: Option<PigMove>,
    ) -> Contents {
        let mut contents = Contents::default();
        let both = [Player::First, Player::Second];
        let scores = both.map(|player| position.score(player));
        let places = both.map(|player| self.place(player, position.score(player)));
        for ((player, score), place) in both.into_iter().zip(scores).zip(places) {
            let stone = contents.put(place, player, "score");
            (stone.kind, stone.sign) = (score, Some(score.to_string()));
        }
        let (turn, total) = (position.to_move(), position.turn_total());
        if total > 0 {
            let stone = contents.put(self.turn(), turn, "total");
            (stone.kind, stone.sign) = (total, Some(total.to_string()));
        }
        let thing = contents.put(self.luck(), turn, S::THING);
        match last {
            _ if position.is_due() => (thing.kind, thing.sign) = (DUE, Some("?".to_owned())),
            Some(PigMove::Value(value)) => thing.sign = Some(value.to_string()),
            _ => {}
        }
        match last {
            Some(PigMove::Value(_)) => contents.stress([self.luck(), self.turn()], Stress::Last),
            Some(PigMove::Hold) => contents.lead([self.turn(), places[turn.other().index()]]),
            Some(PigMove::More) => contents.stress([self.luck()], Stress::Last),
            None => {}
        }
        if let Some(Outcome::Win(winner)) = position.outcome() {
            let with_total = (winner == turn).then_some(self.turn());
            contents.stress(with_total.into_iter().chain([places[winner.index()]]), Stress::Won);
        }
        contents.count("points", scores.map(u32::from)).to_win = Some(self.goal.into());
        contents
    }

    /// A person points at the die for one more, and at the points of the turn to bank them. What
    /// comes is a button.
    pub(super) fn gesture(self, m: PigMove) -> Gesture {
        match m {
            PigMove::More => vec![vec![self.luck()]],
            PigMove::Hold => vec![vec![self.turn()]],
            PigMove::Value(_) => Vec::new(),
        }
    }

    /// The tracks change places.
    pub(super) fn opposite(self, place: usize) -> usize {
        let track = usize::from(self.steps() + 1);
        match place {
            _ if place < track => place + track,
            _ if place < 2 * track => place - track,
            _ => place,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::die::Die;
    use super::super::game::Pig;
    use super::*;
    use sarsen_core::game::board::Diagram;
    use sarsen_core::game::{Game, Written};

    #[test]
    fn a_stone_is_at_the_step_of_its_points() {
        for goal in [2, 7, 10, 15, 99, 100, 250] {
            let track = Track::new(goal);
            let layout = track.layout::<Die>(Outline::Die);
            for player in [Player::First, Player::Second] {
                for points in 0..=goal {
                    let name = &layout.places[track.place(player, points)].name;
                    let (side, least) = name.split_once(':').unwrap();
                    assert_eq!(side, side_number(player).to_string());
                    assert!(least.parse::<u16>().unwrap() <= points, "{points} at {name}");
                    let next = layout.places.get(track.place(player, points) + 1);
                    let next = next.and_then(|place| place.name.strip_prefix(&format!("{side}:")));
                    let most = next.map_or(goal + 1, |next| next.parse().unwrap());
                    assert!(points < most, "{points} of {goal} at {name}");
                }
            }
        }
    }

    #[test]
    fn the_die_shows_what_has_come_and_a_hold_goes_to_the_score() {
        let pig = Pig::parse("").unwrap();
        let mut position = pig.start().parse("30 0 7 1").unwrap();
        let track = Track::new(100);
        let shown = |position: &_, last| {
            let contents = pig.contents(position, Some(last));
            let signs: Vec<String> = contents.pieces.iter().flat_map(|p| p.sign.clone()).collect();
            (signs.join(" "), contents.ways)
        };
        position.make(PigMove::More);
        assert_eq!(shown(&position, PigMove::More).0, "30 0 7 ?");
        position.make(PigMove::Value(5));
        assert_eq!(shown(&position, PigMove::Value(5)).0, "30 0 12 5");
        position.make(PigMove::Hold);
        let way = vec![track.turn(), track.place(Player::First, 42)];
        assert_eq!(shown(&position, PigMove::Hold), ("42 0".to_owned(), vec![way]));
        let lost = pig.start().parse("30 0 0 2").unwrap();
        assert_eq!(shown(&lost, PigMove::Value(1)).0, "30 0 1");
    }
}
