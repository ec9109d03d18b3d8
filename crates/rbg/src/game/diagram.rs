//! The board of a game that is given by its rules.

use super::moves::RulesMove;
use super::position::RulesPosition;
use super::rules_game::RulesGame;
use super::touches::tell;
use crate::language::board::BoardShape;
use crate::machine::op::Op;
use sarsen_core::game::board::{
    Area, Contents, Diagram, Gesture, Ground, Layout, Materials, Outline, PieceColour, PlaceCode,
    StrokeKind, Tone, column_letters,
};
use sarsen_core::game::{Player, Stress};

impl<const CHANCE: bool> Diagram<RulesPosition<CHANCE>> for RulesGame<CHANCE> {
    fn layout(&self) -> Layout {
        let board = &self.shared.rules.description().board;
        let outline = match board.shape {
            BoardShape::Rectangle(_) if self.shared.marks.ground == Some(Ground::Frame) => {
                Outline::Disc
            }
            BoardShape::Rectangle(_) | BoardShape::Cuboid(_) => Outline::Square,
            BoardShape::Hexagon { .. } => Outline::Hexagon,
            BoardShape::Graph(_) => Outline::Token,
        };
        let mut layout = Layout::default();
        for spot in &self.shared.spots {
            layout.add_place(spot.name.clone(), [spot.x, spot.y], outline, Area::Board);
        }
        match &board.shape {
            BoardShape::Rectangle(at) => {
                layout = with_labels(layout, at);
                self.tone(&mut layout, at);
            }
            BoardShape::Graph(_) => {
                let mut known: Vec<[usize; 2]> = Vec::new();
                for steps in &board.steps {
                    let edges = steps.iter().enumerate();
                    for (from, to) in
                        edges.filter_map(|(from, to)| Some((from, usize::from((*to)?))))
                    {
                        let edge = [from.min(to), from.max(to)];
                        if from != to && !known.contains(&edge) {
                            known.push(edge);
                        }
                    }
                }
                for edge in known {
                    let points = edge.map(|place| {
                        let spot = &self.shared.spots[place];
                        [spot.x, spot.y]
                    });
                    layout.add_stroke(StrokeKind::Grid, points.to_vec());
                }
            }
            BoardShape::Hexagon { .. } | BoardShape::Cuboid(_) => {}
        }
        let [first, second] =
            [Player::First, Player::Second].map(|player| colour(self.shared.player_name(player)));
        let colours = match (first, second) {
            (Some(first), Some(second)) if first != second => [first, second],
            (Some(first), _) => [first, other_than(first)],
            (None, Some(second)) => [other_than(second), second],
            (None, None) => Materials::default().colours,
        };
        let (ground, make) = (self.shared.marks.ground, self.shared.marks.make);
        layout.materials =
            Materials::new(ground.unwrap_or_default(), make.unwrap_or_default(), colours);
        layout
    }

    fn contents(&self, position: &RulesPosition<CHANCE>, last: Option<RulesMove>) -> Contents {
        let shared = &self.shared;
        let mut contents = Contents::default();
        for (place, &piece) in position.state.board().iter().enumerate() {
            let kind = &shared.pieces.kinds[usize::from(piece)];
            if shared.pieces.is_ground(piece) {
                continue;
            }
            let owner = kind.owner.map(|owner| shared.player(owner));
            let shown = contents.put(place, owner, kind.name.clone());
            (shown.kind, shown.crowned) = (kind.kind, kind.look.is_crowned);
            shown.sign.clone_from(&kind.look.sign);
        }
        if let Some(m) = last {
            contents.stress(self.ends(position, m), Stress::Last);
        }
        contents
    }

    fn gesture(&self, position: &RulesPosition<CHANCE>, m: RulesMove) -> Gesture {
        let told = tell(position, m);
        told.touches.iter().map(|touch| vec![usize::from(touch.place)]).collect()
    }

    fn codes(
        &self,
        position: &RulesPosition<CHANCE>,
        places: &mut [PlaceCode],
        _: &mut [PlaceCode],
    ) {
        let shared = &self.shared;
        for (code, &piece) in places.iter_mut().zip(position.state.board()) {
            let kind = &shared.pieces.kinds[usize::from(piece)];
            if !shared.pieces.is_ground(piece) {
                let owner = kind.owner.map(|owner| shared.player(owner));
                *code = PlaceCode::piece(owner, kind.kind);
            }
        }
    }
}

impl<const CHANCE: bool> RulesGame<CHANCE> {
    /// Light and dark squares: light where something hidden stands; otherwise in turn, if pieces
    /// move on the board.
    fn tone(&self, layout: &mut Layout, at: &[[u16; 2]]) {
        let pieces = &self.shared.pieces;
        let start = &self.shared.rules.description().board.start;
        let is_hidden = |piece: u8| pieces.kinds[usize::from(piece)].look.is_hidden;
        let hides = start.iter().any(|&piece| is_hidden(piece));
        let moves = self.shared.code.ops.iter().any(|op| match op {
            Op::Put { piece, .. } => pieces.is_empty(*piece),
            _ => false,
        });
        let rows = at.iter().map(|[_, y]| y + 1).max().unwrap_or(0);
        for ((place, [x, y]), &piece) in layout.places.iter_mut().zip(at).zip(start) {
            let is_light = if hides { is_hidden(piece) } else { (x + rows - y) % 2 == 0 };
            if hides || moves {
                place.tone = if is_light { Tone::Light } else { Tone::Dark };
            }
        }
    }

    /// The places where the pieces are that a move has moved: those of its steps that are not
    /// empty now.
    fn ends(&self, position: &RulesPosition<CHANCE>, m: RulesMove) -> Vec<usize> {
        let board = position.state.board();
        let is_there = |place: &usize| !self.shared.pieces.is_empty(board[*place]);
        position.with_steps(m, |steps| {
            steps.iter().map(|step| usize::from(step.place)).filter(is_there).collect()
        })
    }
}

/// Letters below the columns and numbers beside the rows.
fn with_labels(layout: Layout, at: &[[u16; 2]]) -> Layout {
    let columns = at.iter().map(|[x, _]| x + 1).max().unwrap_or(0);
    let rows = at.iter().map(|[_, y]| y + 1).max().unwrap_or(0);
    let letters = (0..columns).map(|column| column_letters(column.into()));
    layout.with_column_labels(letters).with_row_labels((1..=rows).rev().map(|row| row.to_string()))
}

/// The colour that a player's name says.
fn colour(name: &str) -> Option<PieceColour> {
    let name = name.to_lowercase();
    let known = [
        ("white", PieceColour::White),
        ("black", PieceColour::Black),
        ("red", PieceColour::Red),
        ("yellow", PieceColour::Yellow),
        ("gold", PieceColour::Yellow),
        ("blue", PieceColour::Blue),
        ("orange", PieceColour::Orange),
        ("green", PieceColour::Green),
        ("silver", PieceColour::White),
    ];
    known.into_iter().find(|(text, _)| name.starts_with(text)).map(|(_, colour)| colour)
}

const fn other_than(colour: PieceColour) -> PieceColour {
    match colour {
        PieceColour::Black => PieceColour::White,
        PieceColour::White => PieceColour::Black,
        PieceColour::Blue => PieceColour::Orange,
        _ => PieceColour::Blue,
    }
}
