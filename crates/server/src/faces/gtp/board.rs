//! The board as text, for people at a console.

use sarsen_core::game::Player;
use sarsen_engine::protocol::stones::StoneGrid;
use sarsen_engine::session::Session;

/// The player to move, and the stones: `X` of black, `O` of white.
pub(super) fn draw(session: &dyn Session, grid: &StoneGrid) -> String {
    let mut text = match session.to_move() {
        Some(Player::First) => "Next move: Black",
        Some(Player::Second) => "Next move: White",
        None => "Game ended",
    }
    .to_owned();
    let letters: Vec<String> = grid.letters().map(String::from).collect();
    text += &format!("\n    {}", letters.join(" "));
    let contents = session.contents();
    let mark = |place: &usize| {
        let piece = contents.pieces.iter().find(|piece| piece.place == *place);
        match piece.and_then(|piece| piece.owner) {
            Some(Player::First) => "X",
            Some(Player::Second) => "O",
            None => ".",
        }
    };
    for (number, places) in grid.lines() {
        let marks: Vec<&str> = places.iter().map(mark).collect();
        text += &format!("\n {number:2} {}", marks.join(" "));
    }
    text
}
