//! # Sarsen
//!
//! An engine for two-player board games: one search for every game, behind a line-based protocol in
//! the style of UCI. Connect Four of any size, Othello, checkers, Abalone, Stonehenge and Nuba are
//! built in, and with dice backgammon, EinStein and Pig. A game of your own takes one file.
//!
//! `README.md` and `docs/` describe the program, `protocol.md` its protocol, and `CONTRIBUTING.md`
//! how to change it. This page is a tour of the library.
//!
//! ## The rooms
//!
//! Each of these modules is one of a smaller crate, so whoever needs only the rules, the search or
//! a solver can depend on that crate alone:
//!
//! | crate | what is in it |
//! | --- | --- |
//! | `sarsen-core` | what a game is, a search for any of them, tables, solvers |
//! | `sarsen-engine` | openings, learning, proofs, the options and the text protocol |
//! | `sarsen-games` | the built-in games with their data |
//! | `sarsen-server` | the process that speaks the protocol |
//! | `sarsen-tools` | matches, records, tuning, analysis, the judge of engines |
//! | `sarsen-web` | the web board |
//!
//! | module | what is in it |
//! | --- | --- |
//! | [`game`] | what a game is: the traits, values, laws, perft |
//! | [`games`] | the built-in games |
//! | [`search`] | alpha-beta for any game; its time and its threads |
//! | [`transposition`] | the transposition table |
//! | [`solvers`] | what the games' own solvers share; exact odds for small games of chance |
//! | [`learned`] | an evaluator for any game with a board, learnt from its games |
//! | [`proofs`] | long proofs: made, written down, checked |
//! | [`session`] | a game in progress behind object-safe traits; the registry of games |
//! | [`book`] | opening books: looked up, grown, kept in files |
//! | [`engine`] | a session with all that it thinks with; the options |
//! | [`protocol`] | the grammar of commands and the forms of answers |
//! | [`server`] | the process that obeys commands and answers them |
//! | [`client`] | the other end of the pipes: engines as child processes, and their judge |
//! | [`mod@matches`] | matches between engines, game records, weights fitted to games, learning |
//! | [`batch`] | work on many positions: analysis, book building, the bench |
//!
//! Inside a game there are rules ([`Position`](game::Position)), texts
//! ([`Written`](game::Written)), opinions ([`Evaluator`](game::Evaluator)), certainties
//! ([`Oracle`](game::Oracle)) and perhaps a search of its own ([`Solver`](game::Solver));
//! [`Game`](game::Game) binds them together.
//!
//! The arrows between rooms point one way. A game knows [`game`], and may use the processor, the
//! memory and the threads that `sys`, `solvers` and [`transposition`] provide. The search knows
//! [`game`], [`transposition`] and `sys`. A session joins a game and the search. Engine, server and
//! command line use all of these. A test has the list of all arrows (`tests/house/arrows.rs`).
//!
//! ## Searching a position
//!
//! ```
//! use sarsen::game::{Game, Position, Written};
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
//! Below is the whole of `examples/tic_tac_toe.rs`. It has five parts:
//!
//! 1. **A position** ([`Position`](game::Position)): who acts, whether the game is over, the legal
//!    moves, playing a move and taking it back. (Copy a small position for that.) `key` is a hash
//!    for the transposition table; [`Zobrist`](game::Zobrist) has random numbers for it. `code` is
//!    a number by which the search remembers good moves: below `MOVE_CODES`, and different for each
//!    legal move.
//! 2. **Its texts** ([`Written`](game::Written)): `parse` and `format` read and write positions;
//!    [`Rows`](game::Rows) does this for boards. `format_move` writes a move without blanks.
//!    Reading moves comes for free.
//! 3. **An opinion** ([`Evaluator`](game::Evaluator), or a function): how good an unfinished
//!    position is for a player, in points on your own scale. It is as bad for the opponent. Wins
//!    and losses come from the rules.
//! 4. **The game** ([`Game`](game::Game)): a name, the start position, the evaluators.
//! 5. **One line** that makes it a program with everything that `sarsen` has: the protocol and all
//!    subcommands. [`run`]`(Registry::of(TicTacToe))` does it. The program has the name of its
//!    file, unless [`Registry::named`](session::Registry::named) gives it another one.
//!
//! [`game::laws`] tests in random games all that is expected of a game. Call
//! [`hold_in_random_games`](game::laws::hold_in_random_games) in a test. It reports a broken law by
//! name, with the position, the moves that led there, and the methods to look at.
//!
//! Register a game with several setups (board sizes, say) by
//! [`GameEntry::with_setups`](session::GameEntry::with_setups), and positions for the
//! [bench](mod@batch::bench) by [`GameEntry::with_exercises`](session::GameEntry::with_exercises).
//!
//! The example also says how its board looks ([`Diagram`](game::board::Diagram)), in about twenty
//! lines. Pictures and front ends need this, and so does learning. The search does not.
//!
//! A game needs no evaluator: `examples/breakthrough.rs` and `examples/ataxx.rs` have none.
//! `sarsen learn` makes one from the rules and the board ([`matches::learning`]), for the evaluator
//! `learned`, which every game with a board has. [`Diagram::codes`](game::board::Diagram::codes)
//! makes it fast, and [`Diagram::opposite`](game::board::Diagram::opposite) says that the players
//! are alike.
//!
//! Everything else has a default that suits most games. Replace it where your game knows better:
//!
//! - symmetries, and faster counting and reading of moves;
//! - hints for the move order, and positions too unquiet to judge ([`Evaluator`](game::Evaluator));
//! - an oracle, a solver of its own, weights that can be fitted
//!   ([`Tunable`](game::Tunable));
//! - patterns, each with a weight of its own ([`SparseModel`](game::SparseModel);
//!   `examples/four_lines.rs` has them);
//! - forecasts of deep searches by shallow ones ([`Forecasts`](game::Forecasts));
//! - dice ([`Position::HAS_CHANCE`](game::Position::HAS_CHANCE); `examples/two_tokens.rs` has one);
//! - margins: larger wins are worth more ([`Position::margin`](game::Position::margin)).
//!
//! A pass is a move; [`is_pass`](game::Written::is_pass) lets `play` make it by itself. A player
//! may move twice in a row.
//!
//! If positions can come again, or a count of moves ends the game, keep a [`Path`](game::Path) in
//! the position: push the key in `make`, pop it in `unmake`, say in `outcome` that a path that
//! [`is_over`](game::Path::is_over) is a draw, and show it by [`path`](game::Position::path). The
//! search does the rest. Its proofs hold under these rules. Books, records and pondering respect
//! what was played before. `crates/games/src/checkers/` is an example.
//!
//! With dice or cards, [`actor`](game::Position::actor) is [`Chance`](game::Actor::Chance) where
//! one is due. What it may show are moves like others, as likely as
//! [`weight`](game::Position::weight) says. An evaluator then speaks of expectations:
//! [`EVAL_MAX`](game::value::EVAL_MAX) is a certain win.
//! [`ValueIteration`](solvers::ValueIteration) is a solver for games with up to some ten million
//! positions. `play`, `match`, `book`, `learn` and the page throw by themselves. In the protocol,
//! the client does.
//!
//! ```
#![doc = include_str!("../examples/tic_tac_toe.rs")]
//! ```
//!
//! ## A new option, command or subcommand
//!
//! Each is one new file, and its entry in a list beside it: a `mod` line and a line for the name.
//! The library needs no other change: listings, help, error messages and shell completions derive
//! from the file. A test demands a section of `protocol.md` for an option or a command.
//!
//! | to add | crate | write a file in | its entry is in | files like it |
//! | --- | --- | --- | --- | --- |
//! | an option | engine | `src/engine/options` | `src/engine/options.rs` | `book.rs` |
//! | an option of the server | server | `src/options` | `src/options.rs` | `ponder.rs` |
//! | a command | server | `src/commands` | `src/commands.rs` | `undo.rs`, `stop.rs` |
//! | a subcommand | at the top | `src/cli/subcommands` | `src/cli/subcommands.rs` | `bench.rs` |
//!
//! This is the whole file of an **option**. Its entry is `mod patience;` and, in the list,
//! `patience: patience::PatienceOption,`.
//!
//! ```ignore
//! //! `Patience`: how many plies the search looks ahead at least.
//!
//! use crate::engine::engine_option::{EngineOption, Offer, OptionOf, Parts, Plan, Setting};
//!
//! /// The least number of plies.
//! #[derive(Default)]
//! pub(crate) struct PatienceOption(u32);
//!
//! impl OptionOf<Parts> for PatienceOption {
//!     fn offer(&self, _: &Parts) -> Offer {
//!         Offer::spin("Patience", 0, 0..=20, "the least number of plies to look ahead")
//!     }
//!
//!     fn set(&mut self, value: Setting, _: &mut Parts) -> Result<(), String> {
//!         self.0 = value.number() as u32;
//!         Ok(())
//!     }
//! }
//!
//! impl EngineOption for PatienceOption {
//!     fn shape(&self, plan: &mut Plan) {
//!         plan.request.depth = plan.request.depth.map(|depth| depth.max(self.0));
//!     }
//! }
//! ```
//!
//! This is the whole file of a **command**. Its entry is `mod plies;`, `pub use plies::Plies;` and,
//! in the list, `Plies in_turn,`.
//!
//! ```ignore
//! //! `plies`: how long the game may still last.
//!
//! use sarsen_engine::protocol::grammar::alone;
//! use sarsen_engine::protocol::{ParseError, Topic};
//!
//! use crate::command::{InTurn, Spoken};
//! use crate::state::{CommandError, Idle, Launch};
//!
//! /// `plies`: how long the game may still last.
//! #[derive(Clone, PartialEq, Eq, Debug)]
//! pub struct Plies;
//!
//! impl Spoken for Plies {
//!     const TOPICS: &'static [Topic] = &[Topic {
//!         name: "plies",
//!         aliases: &[],
//!         usage: "plies",
//!         about: "print how many plies the game may still last",
//!     }];
//!
//!     fn parse(topic: &Topic, rest: &str) -> Result<Self, ParseError> {
//!         alone(topic, Self, rest)
//!     }
//! }
//!
//! impl InTurn for Plies {
//!     fn execute(self: Box<Self>, idle: &mut Idle<'_>) -> Result<Launch, CommandError> {
//!         let left = idle.session().plies_left();
//!         idle.context.respond(&left.to_string());
//!         Ok(Launch::Nothing)
//!     }
//! }
//! ```
//!
//! This is the whole file of a **subcommand**. Its entry is `mod mover;` and, in the list,
//! `Mover(mover::MoverArguments),`.
//!
//! ```ignore
//! //! `sarsen mover`: who is to move.
//!
//! use std::io::Write;
//! use std::process::ExitCode;
//!
//! use clap::Args;
//!
//! use crate::cli::arguments::PositionArguments;
//! use crate::cli::exit::RunResult;
//! use crate::cli::program::Program;
//!
//! /// Print who is to move in a position: first, second or nobody
//! #[derive(Args)]
//! #[command(after_help = "Examples:\n  sarsen mover connect4 --moves '4 4 3'")]
//! pub(crate) struct MoverArguments {
//!     #[command(flatten)]
//!     position: PositionArguments,
//! }
//!
//! impl MoverArguments {
//!     pub(crate) fn run(&self, program: &Program, out: &mut dyn Write) -> RunResult {
//!         let session = self.position.open(&program.registry)?;
//!         let player = session.to_move().map_or("nobody".to_owned(), |p| format!("{p:?}"));
//!         writeln!(out, "{}", player.to_lowercase())?;
//!         Ok(ExitCode::SUCCESS)
//!     }
//! }
//! ```
//!
//! What these files can use: [`session`] has the traits of a game in progress and the
//! [`Request`](session::Request) of a search; `crates/server/src/state` has what a command sees of
//! the server (`Idle`, `Context`); `src/cli/arguments.rs` has the arguments that subcommands share.

mod cli;

pub use sarsen_core::{game, search, solvers, transposition};
pub use sarsen_engine::{book, engine, learned, proofs, protocol, session};
pub use sarsen_games as games;
pub use sarsen_server as server;
pub use sarsen_tools::{batch, client, matches};

pub use cli::run;
