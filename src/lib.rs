//! # Sarsen
//!
//! An engine for two-player board games: one search for every game, behind a line-based protocol in
//! the style of UCI. Connect Four of any size, Othello, checkers, Abalone, Stonehenge and Nuba are
//! built in, and with dice backgammon, EinStein and Pig. A game of your own takes one file.
//!
//! `README.md` and `docs/` describe the program, `protocol.md` its protocol, and `CONTRIBUTING.md`
//! how to change it. This page is a tour of the library.
//!
//! ## Playing, analysing, solving
//!
//! ```
//! use sarsen::search::{Control, Limits};
//!
//! let mut engine = sarsen::open("connect4")?;
//! engine.play("4 4 4 4 2")?;
//! let played = engine.choose(Limits::depth(8)).ok_or("the game is over")?;
//! let analysed = engine.analyse(Limits::nodes(50_000)).ok_or("the game is over")?;
//! let solved = engine.solve(&Control::new())?;
//! println!("{:?}", played.best_move());
//! println!("{} {}", analysed.best.score, analysed.best.variation.join(" "));
//! println!("{:?}", solved.result);
//! # use sarsen::knowledge::SolveResult;
//! # assert!(matches!(solved.result, SolveResult::Value(solved) if solved.score.abs() < 5));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`open`] takes the name of any built-in game, with its setup: `othello 6x6`. Moves are texts.
//! `choose` finds a move to be played: options such as `Strength` count
//! ([`Engine::set`](engine::Engine::set)), and so do opening books. `analyse` finds the truth, as
//! far as the [`Limits`](search::Limits) go; each score says whether it is proven, and each answer
//! [from where](search::Source) it is. `solve` ends only with the exact result, or when its
//! [`Control`](search::Control) says so. [`Engine::think`](engine::Engine::think) does all this
//! with more choices and with reports on the way, and
//! [`Engine::session`](engine::Engine::session) has the game: its rules, board and texts. For a
//! game of your own, [`Engine::start`](engine::Engine::start) begins in place of `open`.
//!
//! ## Searching without an engine
//!
//! The rules of a game, the search and the table can be used alone, with types instead of texts:
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
//! let means = Means::new(&**evaluator, &table);
//! let answer = search(board, means, &Limits::depth(8).into(), &Control::new(), &mut |info| {
//!     println!("depth {} score {}", info.depth, info.score);
//! })
//! .ok_or("the game is over")?;
//! println!("{}", board.format_move(answer.best.variation[0]));
//! # assert!(matches!(answer.best.score, Score::Eval(_) | Score::Loss(_)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
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
//! | `sarsen-rbg` | games from files of rules |
//! | `sarsen-server` | the process that speaks the protocol |
//! | `sarsen-tools` | matches, records, tuning, analysis, the judge of engines |
//! | `sarsen-web` | the web board |
//!
//! | module | what is in it |
//! | --- | --- |
//! | [`game`] | what a game is: the traits, values, laws, perft |
//! | [`games`] | the built-in games |
//! | [`rules`] | games from files of rules: the language Regular Boardgames |
//! | [`search`] | alpha-beta for any game; its time and its threads |
//! | [`transposition`] | the transposition table |
//! | [`solvers`] | what the games' own solvers share; exact odds for small games of chance |
//! | [`learned`] | an evaluator for any game with a board, learnt from its games |
//! | [`proofs`] | long proofs: made, written down, checked |
//! | [`session`] | a game in progress behind object-safe traits; the registry of games |
//! | [`knowledge`] | what is certain of a position: known, or solved |
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
//! [`Game`](game::Game) binds them together. A [`Presentation`](game::Presentation) is what people
//! see of it.
//!
//! ## A game of your own
//!
//! Below is the whole of `examples/tic_tac_toe.rs`. It has five parts:
//!
//! 1. **A position** ([`Position`](game::Position)): who acts, whether the game is over, the legal
//!    moves, playing a move and taking it back. (Copy a small position for that.) `key` is a hash
//!    for the transposition table; [`Zobrist`](game::Zobrist) has random numbers for it. `code` is
//!    a number by which the search remembers good moves: below `MOVE_CODES`, and different for each
//!    legal move. [`Symmetric`](game::Symmetric) has the symmetries of the board, if it has any.
//! 2. **Its texts** ([`Written`](game::Written)): `parse` and `format` read and write positions;
//!    [`Rows`](game::Rows) does this for boards. `format_move` writes a move without blanks.
//!    Reading moves comes for free.
//! 3. **An opinion** ([`Evaluator`](game::Evaluator), or a function): how good an unfinished
//!    position is for a player, in points on your own scale. It is as bad for the opponent. Wins
//!    and losses come from the rules.
//! 4. **The game** ([`Game`](game::Game)): a name, the start position, the evaluators. What people
//!    see of it stands apart ([`Presentation`](game::Presentation)): the rules in words, the board.
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
//! - [symmetries](game::Symmetric), and faster counting and reading of moves;
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

mod cli;

pub use sarsen_core::{game, search, solvers, transposition};
pub use sarsen_engine::{book, engine, knowledge, learned, proofs, protocol, session};
pub use sarsen_games as games;
pub use sarsen_rbg as rules;
pub use sarsen_server as server;
pub use sarsen_tools::{batch, client, matches};

pub use cli::run;
pub use sarsen_games::open;
