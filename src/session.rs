//! The boundary between those who speak text and one concrete game: an object-safe [`Session`].
//!
//! A session is a game in progress: a position, the moves that led to it, the chosen evaluator. Its
//! callers (the protocol's server, the command line) know no game; behind it everything is
//! statically typed. A [`Registry`] opens sessions by the name of the game.

mod long;
mod registry;
mod typed;
pub mod variety;

pub use registry::{Entry, Exercise, OpenError, Registry};
pub use typed::GameSession;

use crate::game::value::Value;
use crate::game::{
    Drawing, Effort, Fact, Finding, MoveError, Outcome, Player, TextError, Weights, WeightsError,
};
use crate::proofs::{
    CheckOrder, Checked, Flaw, LessonOrder, News, Order, Proof, ProveError, Proven,
};
use crate::search::{Answer, Control, Info};
use crate::session::variety::Variety;
use crate::transposition::Table;

/// How much a search is told beyond the rules: the option `Knowledge`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Knowledge {
    /// The rules alone.
    None,
    /// What the game's [`Oracle`](crate::game::Oracle) sees at a glance.
    Tactics,
    /// That, and what the game's own [`Solver`](crate::game::Solver) finds out, where neither depth
    /// nor nodes limit the search, or only the proof is wanted: who says how deep to search wants
    /// that search.
    #[default]
    Full,
}

/// A position that could not be set up or reached; the session stays as it was.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionError {
    /// The position text cannot be read.
    #[error(transparent)]
    Text(#[from] TextError),
    /// One of the moves cannot be played.
    #[error("move {number}: {error}")]
    Move {
        /// Its number in the list, from 1.
        number: usize,
        /// What is wrong with it.
        error: MoveError,
    },
}

/// A text in which a comma has no moves on both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a move is missing before or after a comma")]
pub struct SplitError;

/// More moves to take back than there are.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("cannot take back {asked}: moves since the start or 'fen': {played}")]
pub struct UndoError {
    /// How many were to be taken back.
    pub asked: usize,
    /// How many there are.
    pub played: usize,
}

/// What a search is asked for; [`Control`] bounds its time.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Request {
    /// Plies to look ahead at most.
    pub depth: Option<u32>,
    /// Positions to visit at most.
    pub nodes: Option<u64>,
    /// The moves to choose from; empty: all.
    pub moves: Vec<String>,
    /// How many lines are wanted; 0 counts as 1.
    pub lines: usize,
    /// Whether nothing but the result is wanted, for certain.
    pub solve: bool,
    /// Percent of the game's own [selectivity](crate::game::Selectivity); 0: full width.
    pub selectivity: u32,
    /// Whether it is of full width, whatever is set elsewhere: nothing is overlooked.
    pub full_width: bool,
    /// How many threads search; 0 counts as 1.
    pub threads: usize,
    /// Some chance in the choice of the best move.
    pub variety: Option<Variety>,
}

/// What a move leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Child {
    /// The move.
    pub text: String,
    /// The key that the position shares with its mirror images.
    pub key: u64,
    /// Who is to move there; none if the game is over or chance is to act.
    pub to_move: Option<Player>,
    /// The result, if the game is over there.
    pub outcome: Option<Outcome>,
}

/// A game in progress, of any kind. Moves and positions are texts in the notation in use.
pub trait Session: Send {
    /// The name of the game.
    fn game(&self) -> &str;
    /// Its setup, as `newgame` takes it; empty if there is only one.
    fn setup(&self) -> String;
    /// Its name and, after a blank, its setup, if there are several; see [`Registry::open_title`].
    fn title(&self) -> String {
        format!("{} {}", self.game(), self.setup()).trim_end().to_owned()
    }
    /// Speaks a notation from now on, none meaning the game's own notation; false, and the game's
    /// own notation, if there is no such notation.
    fn use_notation(&mut self, name: Option<&str>) -> bool;

    /// Back to the start position.
    fn restart(&mut self);
    /// Sets up the start position, or that of a text, and plays moves, separated by blanks, from
    /// there: all of it or nothing.
    ///
    /// # Errors
    ///
    /// If the text cannot be read, or a move not be played.
    fn set_position(&mut self, text: Option<&str>, moves: &str) -> Result<(), PositionError>;
    /// Plays moves from the current position: all or none.
    ///
    /// # Errors
    ///
    /// If one of them cannot be played.
    fn play(&mut self, moves: &str) -> Result<(), PositionError>;
    /// The moves of a text as people and files write them: with blanks or commas between or, where
    /// the game [is written so](crate::game::Game::spread), with nothing. They need not be legal.
    /// [`play`](Self::play) takes them with blanks between.
    ///
    /// # Errors
    ///
    /// If there is nothing before or after a comma.
    fn split_moves(&self, text: &str) -> Result<Vec<String>, SplitError>;
    /// Takes back the last `count` moves.
    ///
    /// # Errors
    ///
    /// If there are not so many since the position was set up.
    fn undo(&mut self, count: usize) -> Result<(), UndoError>;

    /// The player who is to move; none if the game is over or chance is to act.
    fn to_move(&self) -> Option<Player>;
    /// The result, if the game is over.
    fn outcome(&self) -> Option<Outcome>;
    /// By how much the game has been won ("12 discs"), if it has and tells margins.
    fn margin(&self) -> Option<String>;
    /// About how many plies the game will still last.
    fn plies_left(&self) -> u32;
    /// The legal moves; none if the game is over.
    fn moves(&self) -> Vec<String>;
    /// The key that the position shares with its mirror images.
    fn key(&self) -> u64;
    /// The text, in the game's own notation, of the one of the position's mirror images that stands
    /// for all.
    fn canonical_position(&self) -> String;
    /// The key of the start position.
    fn start_key(&self) -> u64;
    /// The opening book that comes with the game, as bytes of a [book](crate::book) file.
    fn book(&self) -> Option<&'static [u8]>;
    /// Whether chance ever acts in this game.
    fn has_chance(&self) -> bool;
    /// What the legal moves lead to.
    fn children(&self) -> Vec<Child>;
    /// Whether a text is a legal move.
    ///
    /// # Errors
    ///
    /// Says why it is not.
    fn check_move(&self, text: &str) -> Result<(), MoveError>;
    /// The only legal move, if there is but one and it is a pass.
    fn forced_pass(&self) -> Option<String>;
    /// The position as text.
    fn position(&self) -> String;
    /// What the game has to say of the position.
    fn explain(&self) -> Vec<Fact>;
    /// What a player is called where his pieces are drawn.
    fn mark(&self, player: Player) -> &str;
    /// The board as a person likes to see it, several lines, perhaps from the other side, and whose
    /// turn it is.
    fn draw(&self, turned: bool) -> Drawing;

    /// The names of the evaluators, the default first.
    fn evaluators(&self) -> Vec<&'static str>;
    /// The name of the one in use.
    fn evaluator(&self) -> &'static str;
    /// How many of its points make the odds of winning e (2.7) times as great.
    fn scale(&self) -> Value;
    /// Uses another one; false if there is none of this name. What a table holds from the former
    /// one is no longer true.
    fn select_evaluator(&mut self, name: &str) -> bool;
    /// The weights that the default evaluator comes with, if others can be set.
    fn weights(&self) -> Option<Weights>;
    /// Gives the default evaluator other weights, or, with none, its own again. What a table holds
    /// from before is no longer true.
    ///
    /// # Errors
    ///
    /// If they are not weights of this evaluator; the former ones stay.
    fn set_weights(&mut self, weights: Option<&Weights>) -> Result<(), WeightsError>;
    /// Sets what a search may know. What a table holds from before is no longer true.
    fn set_knowledge(&mut self, knowledge: Knowledge);
    /// Has the game's own solver, with so many bytes of memory, find out what it can about the
    /// current position; none if it has none, there is no such memory, or the game is over.
    fn solve(&mut self, bytes: usize, effort: &Effort<'_>) -> Option<Finding<String>>;
    /// Whether the game's own solver, with so many bytes of memory, tells how soon a game is won,
    /// and draws apart, or only who wins; none if the game has none, or there is no such memory.
    fn tells_how_soon(&mut self, bytes: usize) -> Option<bool>;
    /// Whether the game's own solver, with so many bytes of memory, only tells who wins, and that
    /// would take it long in the current position: then a [long proof](Self::prove) tells as much.
    fn is_long(&mut self, bytes: usize) -> bool;
    /// Finds out whether the first player wins the current position by a long
    /// [proof](crate::proofs).
    ///
    /// # Errors
    ///
    /// If there is no solver, or what is found cannot be written down.
    fn prove(
        &mut self,
        order: &Order<'_>,
        tell: &mut dyn FnMut(News),
    ) -> Result<Proven, ProveError>;
    /// Checks a proof about a position of this game, with so many bytes of memory.
    ///
    /// # Errors
    ///
    /// Says what is wrong with it.
    fn check_proof(
        &self,
        proof: &Proof,
        order: &CheckOrder<'_>,
        tell: &mut dyn FnMut(Checked),
    ) -> Result<Checked, Flaw>;
    /// Position texts, in the game's own notation, that the moves of a proof lead to where the
    /// game's own solver would not soon find them: positions that whoever has moved wins. None if
    /// it had to end.
    ///
    /// # Errors
    ///
    /// Says what is wrong with the proof.
    fn lessons(
        &self,
        proof: &Proof,
        order: &LessonOrder<'_>,
        tell: &mut dyn FnMut(usize, usize),
    ) -> Result<Option<Vec<String>>, Flaw>;
    /// Forgets what the game's own solver has learnt.
    fn forget(&mut self);
    /// The exact value of the present position in the measure of the game's literature; see
    /// [`Game::measure`](crate::game::Game::measure).
    fn measure(&self, value: Value) -> i32;
    /// The opinion of the evaluator for the side to move (for the first player if chance is to
    /// act); none if the game is over. In a game of chance it is told in thousandths of a win, as
    /// are the scores of a search.
    fn evaluate(&self) -> Option<Value>;

    /// Whether the search would ask the evaluator in this position, at its horizon: the game goes
    /// on, a player acts, the oracle knows nothing for certain, and the evaluator finds it quiet
    /// enough.
    fn is_quiet(&self) -> bool;

    /// Counts the lines of play of a given length; none if stopped on the way.
    fn perft(&self, depth: u32, control: &Control) -> Option<u64>;
    /// Searches the current position; see [`search`](crate::search::search). Moves in the request
    /// that are not legal are left out; if none is left, all count. A move that was chosen by
    /// chance is reported last, with rank 1. The game's own solver, if it has one, has an eighth of
    /// the table's memory in addition.
    fn search(
        &mut self,
        request: &Request,
        table: &Table,
        control: &Control,
        report: &mut dyn FnMut(Info<String>),
    ) -> Option<Answer<String>>;
}
