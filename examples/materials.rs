//! A board of everything that boards are made of: each ground with each kind of piece, the tones of
//! places, stacks and crowns. It is a picture, and no game.
//!
//! Draw it: `cargo run --example materials -- show materials --svg docs/pictures/materials.svg`.

use sarsen::game::board::{
    Area, Contents, Diagram, Extent, Gesture, Ground, Layout, Materials, Outline, PieceColour,
    PieceMake, Stack, Tone,
};
use sarsen::game::{
    Actor, Game, Outcome, Player, Position, Presentation, Symmetric, TextError, Written,
};
use sarsen::session::{GameEntry, Registry};

/// The grounds, one below the other.
const GROUNDS: [(&str, Ground); 7] = [
    ("paper", Ground::Paper),
    ("wood", Ground::Wood),
    ("felt", Ground::Felt),
    ("frame", Ground::Frame),
    ("grass", Ground::Grass),
    ("sand", Ground::Sand),
    ("water", Ground::Water),
];

/// What is on each ground, from the left: each twice, for both players.
const KINDS: [(&str, Outline, PieceMake); 8] = [
    ("disc", Outline::Square, PieceMake::Disc),
    ("checker", Outline::Square, PieceMake::Checker),
    ("king", Outline::Square, PieceMake::Checker),
    ("marble", Outline::Square, PieceMake::Marble),
    ("stone", Outline::Square, PieceMake::Stone),
    ("tile", Outline::Square, PieceMake::Tile),
    ("card", Outline::Card, PieceMake::Card),
    ("die", Outline::Die, PieceMake::Tile),
];

/// The tones, on the right of each ground.
const TONES: [(&str, Tone); 5] = [
    ("light", Tone::Light),
    ("dark", Tone::Dark),
    ("hollow", Tone::Hollow),
    ("first", Tone::First),
    ("second", Tone::Second),
];

/// From one ground to the next, from one tone to the next, and how wide a ground is.
const STEP: f64 = 1.4;
const TONE: f64 = 1.3;
const WIDTH: f64 = (2 * KINDS.len()) as f64 + TONE * TONES.len() as f64 + 0.6;

/// How many checkers are in the stacks.
const STACKED: u16 = 4;

/// The middle of a tone.
fn tone_x(column: usize) -> f64 {
    (2 * KINDS.len()) as f64 + TONE * column as f64 + 0.9
}

/// The picture, which is all there is: whoever is to move has nothing to do.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Exhibition;

impl Position for Exhibition {
    type Move = ();
    type Undo = ();
    const MOVE_CODES: usize = 1;

    fn actor(&self) -> Actor {
        Actor::Player(Player::First)
    }

    fn outcome(&self) -> Option<Outcome> {
        Some(Outcome::Draw)
    }

    fn moves(&self, _: &mut Vec<()>) {}

    fn make(&mut self, (): ()) {}

    fn unmake(&mut self, (): (), (): ()) {}

    fn key(&self) -> u64 {
        0
    }

    fn code(&self, (): ()) -> u16 {
        0
    }

    fn plies_left(&self) -> u32 {
        1
    }
}

impl Symmetric for Exhibition {}

impl Written for Exhibition {
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        if text == "-" { Ok(Self) } else { Err(TextError::new(1, "'-' expected")) }
    }

    fn format(&self) -> String {
        "-".to_owned()
    }

    fn format_move(&self, (): ()) -> String {
        "none".to_owned()
    }
}

/// What is shown.
pub struct Shown;

impl Game for Shown {
    type Position = Exhibition;

    fn name(&self) -> &str {
        "materials"
    }

    fn setup(&self) -> String {
        String::new()
    }

    fn start(&self) -> Exhibition {
        Exhibition
    }
}

impl Presentation<Exhibition> for Shown {
    fn marks(&self) -> [&str; 2] {
        ["x", "o"]
    }

    fn board(&self) -> Option<&dyn Diagram<Exhibition>> {
        Some(self)
    }
}

impl Diagram<Exhibition> for Shown {
    fn layout(&self) -> Layout {
        let mut layout = Layout::default();
        layout.materials =
            Materials::new(Ground::Wood, PieceMake::Disc, [PieceColour::Black, PieceColour::White]);
        for (row, (name, ground)) in (0..).zip(GROUNDS) {
            let y = STEP * f64::from(row) + 0.5;
            layout.add_panel(ground, Extent { x: -0.2, y: y - 0.7, width: WIDTH, height: STEP });
            layout.add_label(name, [-1.0, y]);
            for (column, (kind, outline, make)) in KINDS.into_iter().enumerate() {
                for side in 0..2 {
                    let x = (2 * column + side) as f64 + 0.5;
                    let name = format!("{name}-{kind}-{side}");
                    let place = layout.add_place(name, [x, y], outline, Area::Board);
                    layout.places[place].tone = Tone::Bare;
                    layout.places[place].pieces = Some(make);
                    if kind == "checker" {
                        let stack = Stack { dx: 0.0, dy: -0.12, most: STACKED };
                        layout.places[place].stack = Some(stack);
                    }
                }
            }
            for (column, (tone, of)) in TONES.into_iter().enumerate() {
                let x = tone_x(column);
                let name = format!("{name}-{tone}");
                let place = layout.add_place(name, [x, y], Outline::Square, Area::Board);
                layout.places[place].tone = of;
            }
        }
        for (column, (kind, ..)) in KINDS.into_iter().enumerate() {
            layout.add_label(kind, [(2 * column + 1) as f64, -0.6]);
        }
        for (column, (tone, _)) in TONES.into_iter().enumerate() {
            layout.add_label(tone, [tone_x(column), -0.6]);
        }
        layout
    }

    fn contents(&self, _: &Exhibition, _: Option<()>) -> Contents {
        let mut contents = Contents::default();
        let in_row = 2 * KINDS.len() + TONES.len();
        for row in 0..GROUNDS.len() {
            for (column, (kind, ..)) in KINDS.into_iter().enumerate() {
                for (side, player) in [Player::First, Player::Second].into_iter().enumerate() {
                    let piece = contents.put(in_row * row + 2 * column + side, player, kind);
                    piece.crowned = kind == "king";
                    piece.count = if kind == "checker" { STACKED } else { 1 };
                    if ["stone", "tile", "card", "die"].contains(&kind) {
                        piece.sign = Some((row % 6 + 1).to_string());
                    }
                }
            }
        }
        contents
    }

    fn gesture(&self, _: &Exhibition, (): ()) -> Gesture {
        Vec::new()
    }
}

fn main() -> std::process::ExitCode {
    sarsen::run(Registry::new(GameEntry::of(Shown)))
}
