//! # Sarsen
//!
//! An engine for two-player board games: one search for every game, behind a line-based protocol in
//! the manner of UCI. Connect Four of any size and Stonehenge are built in; a game of your own
//! takes one file.
//!
//! The program is described in `README.md`, its protocol in `protocol.md`. This page is a tour of
//! the library.
//!
//! ## The rooms
//!
//! | module | what is in it |
//! | --- | --- |
//! | [`game`] | what a game is: [`Position`](game::Position) (the rules), [`Evaluator`](game::Evaluator) (an opinion), [`Oracle`](game::Oracle) (certainties), [`Solver`](game::Solver) (a search of its own), [`Game`](game::Game) (all of it together), perft |
//! | [`value`] | values of positions, and how proof is told from opinion |
//! | [`games`] | the built-in games |
//! | [`search`] | alpha-beta, generic over all of this |
//! | [`table`], [`clock`] | the transposition table; time management |
//! | [`session`] | a game in progress behind an object-safe trait, and the registry of games |
//! | [`engine`], [`variety`] | a session with all that it thinks with; some chance in the choice of moves |
//! | [`book`] | opening books: looked into, grown, kept in files |
//! | [`protocol`], [`server`] | commands and answers; the process that obeys and gives them |
//! | [`mod@bench`] | fixed searches whose node count is the signature of the search |
//! | [`record`], [`contest`] | games as text; matches between engines |
//! | [`tuning`] | the weights of an evaluator, fitted to the results of games |
//! | [`analysis`] | batch analysis: queries as lines of JSON in, answers out |
//! | [`client`], [`conform`] | the other end of the pipes: an engine in a child process; whether it keeps the promises |
//!
//! Below a session the arrows run one way: a session knows the search, the search the table. The
//! rules of a game know [`game`] and [`value`] only; a solver of its own may use [`table`], too.
//! Only [`games`], the registry of those that are built in, knows a game.
//!
//! ## Searching a position
//!
//! ```
//! use sarsen::game::{Game, Position};
//! use sarsen::games::connect_four::Small;
//! use sarsen::search::{Control, Limits, Means, search};
//! use sarsen::transposition::Table;
//! use sarsen::game::value::Score;
//!
//! let game = Small::new(7, 6)?;
//! let mut board = game.start();
//! for column in ["4", "1", "4", "1", "3"] {
//!     board.make(board.parse_move(column)?);
//! }
//! let evaluators = game.evaluators();
//! let (_, evaluator) = &evaluators[0];
//! let table = Table::new(16)?;
//! let means = Means { evaluator: &**evaluator, oracle: None, solver: None, table: &table };
//! let answer = search(board, means, &Limits::depth(8), &Control::new(), &mut |info| {
//!     println!("depth {} score {:?}", info.depth, info.score);
//! })
//! .ok_or("the game is over")?;
//! println!("{}", board.format_move(answer.best.variation[0]));
//! # assert!(matches!(answer.best.score, Score::Eval(_) | Score::Loss(_)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## A game of your own
//!
//! This is the whole of `examples/tic_tac_toe.rs`. What it takes:
//!
//! 1. **A position** ([`Position`](game::Position)): who acts, whether the game is over, the legal
//!    moves, playing and taking back a move; a small position is copied for that. `key` is a hash
//!    for the search's memory, and [`Zobrist`](game::Zobrist) has the numbers for it; `code` is a
//!    number by which the search remembers good moves, below `MOVE_CODES` and another one for each
//!    legal move. Then text: `parse` and `format` for positions, which [`Rows`](game::Rows) does
//!    for boards (errors count characters from 1), `format_move` for moves, without blanks; reading
//!    a move comes for free.
//! 2. **An opinion** ([`Evaluator`](game::Evaluator), or a function): how good an unfinished
//!    position is for a player, in points of your own scale, and as bad for the other. Wins and
//!    losses are not its business, they come from the rules.
//! 3. **The game** ([`Game`](game::Game)): a name, the start, the evaluators to choose from.
//! 4. **One line** that makes it a program with everything that `sarsen` has, the protocol, `play`,
//!    `match`, `book`, `analyze` and the rest: [`run`]`(Registry::of(TicTacToe))`. The program is
//!    called as its file is, unless [`Registry::named`](session::Registry::named) says something
//!    else.
//!
//! [`game::laws`] tests all that is expected of a game, along random games; let a test call
//! [`hold_in_random_games`](game::laws::hold_in_random_games). What is broken is told by name, with
//! the position, the moves that led there and the methods to look at. A game in several setups
//! (sizes, say) is registered with [`Entry::with_setups`](session::Entry::with_setups), positions
//! for the [bench](mod@bench) with [`Entry::with_exercises`](session::Entry::with_exercises).
//!
//! Everything else has a default that suits most games and can be replaced where a game knows
//! better: symmetries, faster counting and reading of moves, ordering hints, positions too unquiet
//! to judge, an oracle, a solver of its own, weights that can be fitted
//! ([`Game::weights`](game::Game::weights)), dice
//! ([`Position::HAS_CHANCE`](game::Position::HAS_CHANCE)), wins that are worth the more the larger
//! they are ([`Position::margin`](game::Position::margin)). A pass is a move
//! ([`is_pass`](game::Position::is_pass) lets `play` make it by itself); a player may move twice in
//! a row; where the value depends on the path (draws by repetition),
//! [`table_key`](game::Position::table_key) has to.
//!
//! Dice do not work everywhere yet. Rules, search and protocol know them, but `play`, `match`,
//! `book` and `tune` refuse games of chance. Where a die is due `go` answers `bestmove 0000` and
//! `query p1turn` `false`; the roll is a move like others, which whoever has the die sends.
//!
//! ```
#![doc = include_str!("../examples/tic_tac_toe.rs")]
//! ```

pub mod batch;
pub mod book;
mod cli;
pub mod client;
pub mod engine;
pub mod game;
pub mod games;
pub mod matches;
pub mod proofs;
pub mod protocol;
pub mod search;
pub mod server;
pub mod session;
mod solvers;
mod sys;
pub mod transposition;

pub use cli::run;
