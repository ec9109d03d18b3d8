//! The board of backgammon as a diagram: two rows of points, and between them the bar and the dice.

use super::super::board::{BAR, CHECKERS, OFF, POINTS, across};
use super::super::moves::{BackgammonMove, Step};
use super::super::position::BackgammonPosition;
use super::super::setup::Backgammon;
use super::parts::parts;
use sarsen_core::game::board::{
    Area, Contents, Diagram, Extent, Gesture, Ground, Layout, Materials, Outline, PieceColour,
    PieceMake, Place, PlaceCode, Stack, Steps, StrokeKind, Tone,
};
use sarsen_core::game::{Player, Stress};

/// The places: the points as the first player counts them, the bar of each player, where the
/// checkers of each player go that are borne off, and the dice.
const BARS: usize = POINTS as usize;
const TRAYS: usize = BARS + 2;
const DICE: usize = TRAYS + 2;

/// The middle of the bar, and where checkers are borne off.
const BAR_X: f64 = 6.75;
const TRAY_X: f64 = 14.0;

/// Where the right half of the board begins.
const RIGHT_X: f64 = 7.5;

/// The lowest checkers of the upper row and of the lower one, and how far a point reaches towards
/// the middle.
const ROWS: [f64; 2] = [0.5, 9.9];
const TIP: f64 = 3.9;

/// The middle of the board, and how far from it the lowest checkers on the bar are.
const MIDDLE: f64 = (ROWS[0] + ROWS[1]) / 2.0;
const ON_BAR: f64 = 1.6;

/// From one checker of a stack to the next, and how many are seen: on a point, on the bar, and in a
/// tray, where they lie on each other.
const ON_POINT: (f64, u16) = (0.88, 5);
const IN_BAR: (f64, u16) = (0.88, 3);
const IN_TRAY: (f64, u16) = (0.26, CHECKERS as u16);

/// The board with its frame and its trays.
const WHOLE: Extent = Extent { x: -0.4, y: -0.65, width: 15.5, height: 11.7 };

/// The cube's place, in the middle of the bar.
const CUBE: Extent = Extent { x: BAR_X - 0.4, y: MIDDLE - 0.4, width: 0.8, height: 0.8 };

/// Checkers in a wooden case.
const MATERIALS: Materials =
    Materials::new(Ground::Wood, PieceMake::Checker, [PieceColour::Black, PieceColour::White]);

/// Lets checkers stand on each other at a place, downwards (1) or upwards (-1).
fn stacked(place: &mut Place, tone: Tone, (step, most): (f64, u16), way: f64) {
    place.tone = tone;
    place.stack = Some(Stack { dx: 0.0, dy: way * step, most });
}

/// Where a player has a place.
fn place(player: Player, place: u8) -> usize {
    match (place, player) {
        (BAR, _) => BARS + player.index(),
        (OFF, _) => TRAYS + player.index(),
        (point, Player::First) => usize::from(point) - 1,
        (point, Player::Second) => usize::from(across(point)) - 1,
    }
}

/// The kind of a stack of checkers. That of a single one is 0.
fn kind(count: u8) -> u16 {
    u16::from(count) - 1
}

impl Diagram<BackgammonPosition> for Backgammon {
    fn layout(&self) -> Layout {
        let mut layout = Layout::default();
        layout.materials = MATERIALS;
        layout.add_panel(Ground::Wood, WHOLE);
        let [top, bottom] = [ROWS[0] - 0.5, ROWS[1] + 0.5];
        for x in [0.0, RIGHT_X] {
            let half = Extent { x, y: top, width: 6.0, height: bottom - top };
            layout.add_panel(Ground::Felt, half);
        }
        layout.add_panel(Ground::Felt, CUBE);
        for point in 1..=POINTS {
            let along = f64::from((point - 1) % 12);
            let is_upper = point > 12;
            let column = if is_upper { along } else { 11.0 - along };
            let left = if column < 6.0 { column } else { column - 6.0 + RIGHT_X };
            let [y, out] = if is_upper { [ROWS[0], 1.0] } else { [ROWS[1], -1.0] };
            let centre = [left + 0.5, y];
            let place = layout.add_place(point.to_string(), centre, Outline::Token, Area::Board);
            stacked(&mut layout.places[place], Tone::Bare, ON_POINT, out);
            let label = layout.add_label(point.to_string(), [left + 0.5, y - 0.85 * out]);
            // Both players count the points from the end of their own way.
            layout.places[place].name_for_second = Some(across(point).to_string());
            layout.labels[label].text_for_second = Some(across(point).to_string());
            let [edge, tip] = [y - 0.5 * out, y + TIP * out];
            let corners = vec![[left, edge], [left + 0.5, tip], [left + 1.0, edge]];
            let stroke = layout.add_stroke(StrokeKind::Grid, corners);
            layout.strokes[stroke].tone = if point % 2 == 0 { Tone::Light } else { Tone::Dark };
        }
        for x in [0.0, 6.0, RIGHT_X, RIGHT_X + 6.0] {
            layout.add_stroke(StrokeKind::Grid, vec![[x, top], [x, bottom]]);
        }
        for y in [top, bottom] {
            layout.add_stroke(StrokeKind::Grid, vec![[0.0, y], [RIGHT_X + 6.0, y]]);
        }
        // A checker on the bar is where it has to enter, so the first player's is above.
        for (area, way) in [(Area::First, -1.0), (Area::Second, 1.0)] {
            let centre = [BAR_X, MIDDLE + way * ON_BAR];
            let bar = layout.add_place("bar", centre, Outline::Token, area);
            stacked(&mut layout.places[bar], Tone::Bare, IN_BAR, way);
        }
        for (area, y, way) in [(Area::First, ROWS[1], -1.0), (Area::Second, ROWS[0], 1.0)] {
            let tray = layout.add_place("off", [TRAY_X + 0.25, y], Outline::Card, area);
            stacked(&mut layout.places[tray], Tone::Dark, IN_TRAY, way);
        }
        for (name, x) in [("die-1", 10.0), ("die-2", 11.0)] {
            layout.add_place(name, [x, MIDDLE], Outline::Die, Area::Beside);
        }
        layout
    }

    fn contents(&self, position: &BackgammonPosition, last: Option<BackgammonMove>) -> Contents {
        let mut contents = Contents::default();
        for player in [Player::First, Player::Second] {
            for at in OFF..=BAR {
                let count = position.count(player, at);
                if count > 0 {
                    let stack = contents.put(place(player, at), player, count.to_string());
                    (stack.kind, stack.count) = (kind(count), count.into());
                }
            }
        }
        if let Some(dice) = position.dice() {
            for (index, die) in [dice.high(), dice.low()].into_iter().enumerate() {
                let owner = position.to_move();
                contents.put(DICE + index, owner, die.to_string()).kind = kind(die);
            }
            if last.is_some_and(|m| m.thrown().is_some()) {
                contents.stress([DICE, DICE + 1], Stress::Last);
            }
        }
        let mover = position.to_move().other();
        let play = last.filter(|m| m.thrown().is_none());
        for way in play.map_or_else(Vec::new, ways) {
            contents.lead(way.into_iter().map(|at| place(mover, at)));
        }
        if let Some(winner) = position.winner() {
            contents.stress([place(winner, OFF)], Stress::Won);
        }
        let both = [Player::First, Player::Second];
        contents.count("pips", both.map(|player| position.pips(player))).fewer_leads = true;
        let off = both.map(|player| u32::from(position.count(player, OFF)));
        contents.count("checkers off", off).to_win = Some(u32::from(CHECKERS));
        contents
    }

    /// A place and where its checker goes, part by part. A throw and a pass are buttons.
    fn gesture(&self, position: &BackgammonPosition, m: BackgammonMove) -> Gesture {
        let player = position.to_move();
        let mut gesture = Vec::new();
        if m.thrown().is_some() {
            return gesture;
        }
        for part in parts(position, m) {
            for _ in 0..part.times {
                let places = [part.from].into_iter().chain(part.stops.iter().copied());
                gesture.extend(places.chain([part.to]).map(|at| vec![place(player, at)]));
            }
        }
        gesture
    }

    /// One step for each die. A checker that goes with both may often stop at either of two points.
    fn steps(&self, position: &BackgammonPosition, m: BackgammonMove) -> Vec<Steps> {
        let player = position.to_move();
        let step = |from, to| [place(player, from), place(player, to)];
        if m.thrown().is_some() || m.is_pass() {
            return Vec::new();
        }
        let other =
            position.other_way(m).map(|[from, stop, to]| vec![step(from, stop), step(stop, to)]);
        let usual = m.steps().map(|Step { from, to }| step(from, to)).collect();
        [usual].into_iter().chain(other).collect()
    }

    #[inline]
    fn codes(&self, position: &BackgammonPosition, places: &mut [PlaceCode], _: &mut [PlaceCode]) {
        for player in [Player::First, Player::Second] {
            for (at, &count) in (OFF..=BAR).zip(position.checkers(player)) {
                if count > 0 {
                    places[place(player, at)] = PlaceCode::piece(Some(player), kind(count));
                }
            }
        }
        if let Some(dice) = position.dice() {
            for (index, die) in [dice.high(), dice.low()].into_iter().enumerate() {
                let owner = Some(position.to_move());
                places[DICE + index] = PlaceCode::piece(owner, kind(die));
            }
        }
    }

    /// The players see the same board from both sides.
    fn opposite(&self, index: usize) -> Option<usize> {
        Some(match index {
            _ if index < BARS => BARS - 1 - index,
            _ if index < TRAYS => BARS + TRAYS - 1 - index,
            _ if index < DICE => TRAYS + DICE - 1 - index,
            _ => index,
        })
    }
}

/// The ways of the checkers of a play, each whole.
fn ways(m: BackgammonMove) -> Vec<Vec<u8>> {
    let mut ways: Vec<Vec<u8>> = Vec::new();
    for Step { from, to } in m.steps() {
        match ways.iter_mut().find(|way| way.last() == Some(&from)) {
            Some(way) => way.push(to),
            None => ways.push(vec![from, to]),
        }
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;
    use sarsen_core::game::{Game, Position, Written};

    /// The names of the places of a gesture.
    fn gesture(text: &str, m: &str) -> Vec<String> {
        let position = Backgammon::SINGLE.start().parse(text).unwrap();
        let m = position.parse_move(m).unwrap();
        let places = Backgammon::SINGLE.layout().places;
        let steps = Backgammon::SINGLE.gesture(&position, m).into_iter();
        steps.map(|step| places[step[0]].name.clone()).collect()
    }

    #[test]
    fn a_gesture_has_each_part_of_a_play() {
        let start = "-b----E-C---eE---c-e----B-";
        assert_eq!(gesture(&format!("{start} 1 31"), "8/5+6/5"), ["8", "5", "6", "5"]);
        // Places have the first player's numbers.
        assert_eq!(gesture(&format!("{start} 2 31"), "8/5+6/5"), ["17", "20", "19", "20"]);
        let double = gesture(&format!("{start} 1 33"), "24/18(2)");
        assert_eq!(double, ["24", "18", "24", "18"]);
        let hit = gesture("-a-A---a-----A----------aA 1 64", "bar/15");
        assert_eq!(hit, ["bar", "15"]);
        assert_eq!(gesture("-a-A---a-----A----------a- 1 64", "13/7*/3"), ["13", "7", "3"]);
        assert!(gesture(&format!("{start} 1 -"), "31").is_empty());
    }

    #[test]
    fn each_checker_is_led_its_whole_way() {
        let ways = |text: &str, m: &str| {
            let mut position = Backgammon::SINGLE.start().parse(text).unwrap();
            let m = position.parse_move(m).unwrap();
            position.make(m);
            let contents = Backgammon::SINGLE.contents(&position, Some(m)).sorted();
            let places = Backgammon::SINGLE.layout().places;
            let names =
                |way: Vec<usize>| way.into_iter().map(|at| places[at].name.clone()).collect();
            contents.ways.into_iter().map(names).collect::<Vec<Vec<String>>>()
        };
        let start = "-b----E-C---eE---c-e----B-";
        assert_eq!(ways(&format!("{start} 1 31"), "8/5+6/5"), [["6", "5"], ["8", "5"]]);
        assert_eq!(ways("-a-A---a-----A----------a- 1 64", "13/7*/3"), [["13", "7", "3"]]);
        assert_eq!(ways("-a-A---a-----A----------aA 1 64", "bar/15"), [["bar", "19", "15"]]);
        assert!(ways(&format!("{start} 1 -"), "31").is_empty());
    }

    #[test]
    fn the_dice_and_stacks_are_pieces() {
        let mut position = Backgammon::SINGLE.start();
        let throw = position.parse_move("25").unwrap();
        position.make(throw);
        let contents = Backgammon::SINGLE.contents(&position, Some(throw));
        let dice: Vec<(&str, u16, bool)> = contents
            .pieces
            .iter()
            .filter(|piece| piece.place >= DICE)
            .map(|piece| (&*piece.name, piece.kind, piece.last))
            .collect();
        assert_eq!(dice, [("5", 4, true), ("2", 1, true)]);
        assert_eq!(contents.pieces.len(), 10);
        assert_eq!(contents.tallies[0].counts, [167, 167]);
        assert!(contents.pieces.iter().all(|piece| piece.kind < u16::from(CHECKERS)));
    }
}
