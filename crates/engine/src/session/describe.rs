//! The interface for showing a position to people: the board, names, facts, familiar scores.

use super::Play;
use sarsen_core::game::board::{Contents, Gesture, Layout, Steps};
use sarsen_core::game::value::Value;
use sarsen_core::game::{Drawing, Fact, Player, PlayerName, Skill};

/// A game in progress, to show it to people.
pub trait Describe: Play {
    /// The board in several lines, and the player to move. `turned` shows it from the other side.
    fn draw(&self, turned: bool) -> Drawing;
    /// How a player is called.
    fn player(&self, player: Player) -> PlayerName<'_>;
    /// The [rules](sarsen_core::game::Presentation::rules) of the game for people.
    fn rules(&self) -> &str;
    /// The layout of the board. None if the game describes
    /// [none](sarsen_core::game::Presentation::board).
    fn layout(&self) -> Option<Layout>;
    /// What is on the board, in the order of the places. Nothing if the game describes no board.
    fn contents(&self) -> Contents;
    /// The legal moves in their order, and how a person points at each on the board. All gestures
    /// are empty if the game describes no board.
    fn gestures(&self) -> Vec<(String, Gesture)>;
    /// The [steps](sarsen_core::game::board::Diagram::steps) of each legal move, in their order.
    fn steps(&self) -> Vec<Vec<Steps>>;
    /// The moves since the position was set up, as [`moves`](super::Ask::moves) wrote them then.
    fn played(&self) -> Vec<String>;
    /// After how many of these moves the game was drawn, if somebody had claimed it.
    fn claims(&self) -> Vec<usize>;
    /// Which of these are forced passes that the texts left out: their places in the list, from 0.
    fn left_out(&self) -> &[usize];
    /// Which of these had several readings, of which only one fits the moves behind it: their
    /// places in the list, from 0.
    fn settled(&self) -> &[usize];
    /// The facts that the game tells about the position.
    fn explain(&self) -> Vec<Fact>;
    /// The margin of the win, such as "12 discs". None if nobody has won, or the game has no
    /// margins.
    fn margin(&self) -> Option<String>;
    /// The value of a finished game for a player. None if the game is not over.
    fn final_value(&self, player: Player) -> Option<Value>;
    /// The score that the game's literature gives for an exact value of the current position; see
    /// [`Game::literature_score`](sarsen_core::game::Game::literature_score).
    fn literature_score(&self, value: Value) -> i32;
    /// What an engine of this strength, from 0 to 100, is capable of in this game.
    fn skill(&self, strength: u8) -> Skill;
}
