//! `query`: ask for a fact about the position, in one line.

use std::sync::Arc;

use nom::branch::alt;
use nom::combinator::{map, opt, value};
use nom::sequence::preceded;
use serde::Serialize;

use crate::command::Spoken;
use crate::state::{CommandError, Idle, InTurn, Launch, WaitsAs};
use sarsen_core::game::Player;
use sarsen_engine::engine::BookProofs;
use sarsen_engine::protocol::board::{LayoutJson, ViewJson, line, picture};
use sarsen_engine::protocol::grammar::{keyword, number, owned_word, small, whole};
use sarsen_engine::protocol::{Dialect, ParseError, Topic, reply};
use sarsen_engine::session::GameEntry;

/// `query`: ask for a fact.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Query {
    /// Is it the first player's turn?
    P1Turn,
    /// Is the game over?
    GameOver,
    /// Who has won?
    Result,
    /// The legal moves.
    Moves,
    /// The moves that led here.
    Played,
    /// The position as text.
    Fen,
    /// The value that the evaluator gives the position.
    Eval,
    /// The facts that the game knows about the position.
    Threats,
    /// What the book proves about the position and its moves, as JSON.
    Book,
    /// Why the last `position` was refused, as JSON.
    Refused,
    /// The game and its setup.
    Game,
    /// The board, as JSON or as a picture.
    Board(BoardPart),
    /// The rules of the game, for people.
    Rules,
    /// The games on offer.
    Games,
    /// Is this a legal move?
    IsLegal(String),
    /// The number of lines of play of this length.
    Perft(u32),
}

/// What to tell of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardPart {
    /// What is there in the position, and how a person points at each move.
    View,
    /// What is the same in every position.
    Layout,
    /// A picture.
    Svg,
}

/// What a book proves about a position, as JSON. Scores are written as in reports.
#[derive(Serialize)]
struct ProvenPosition {
    score: Option<String>,
    moves: Vec<ProvenMove>,
}

/// A move whose score a book proves, as JSON.
#[derive(Serialize)]
struct ProvenMove {
    #[serde(rename = "move")]
    text: String,
    score: String,
    /// The move, and what follows.
    pv: Vec<String>,
}

impl From<BookProofs> for ProvenPosition {
    fn from(BookProofs { score, lines }: BookProofs) -> Self {
        let words = |score| reply::score(Dialect::Ugi, score);
        let moves = lines.into_iter().filter_map(|line| {
            let text = line.variation.first()?.clone();
            Some(ProvenMove { text, score: words(line.score), pv: line.variation })
        });
        Self { score: score.map(words), moves: moves.collect() }
    }
}

/// A game on offer, as JSON.
#[derive(Serialize)]
struct OfferedGame<'a> {
    name: &'a str,
    title: String,
    about: String,
    setups: &'a [String],
    sample: &'a str,
}

impl<'a> OfferedGame<'a> {
    fn of(entry: &'a GameEntry) -> Self {
        Self {
            name: entry.name(),
            title: entry.title(),
            about: entry.summary(),
            setups: entry.setups(),
            sample: entry.sample(),
        }
    }
}

impl Spoken for Query {
    const TOPICS: &'static [Topic] = &[Topic {
        name: "query",
        aliases: &[],
        usage: "query p1turn|gameover|result|moves|played|refused|islegal <move>|fen|eval|threats|\
                book|game|games|rules|board [layout|svg]|perft <n>",
        about: "ask for a fact; the answer is one line: response ...; 'threats': facts that the \
                game knows about the position",
    }];

    fn parse(topic: &Topic, rest: &str) -> Result<Self, ParseError> {
        let part = alt((
            value(BoardPart::Layout, keyword("layout")),
            value(BoardPart::Svg, keyword("svg")),
        ));
        let query = alt((
            value(Self::P1Turn, keyword("p1turn")),
            value(Self::GameOver, keyword("gameover")),
            value(Self::Result, keyword("result")),
            value(Self::Moves, keyword("moves")),
            value(Self::Played, keyword("played")),
            value(Self::Fen, keyword("fen")),
            value(Self::Eval, keyword("eval")),
            value(Self::Threats, keyword("threats")),
            value(Self::Book, keyword("book")),
            value(Self::Refused, keyword("refused")),
            value(Self::Game, keyword("game")),
            value(Self::Games, keyword("games")),
            value(Self::Rules, keyword("rules")),
            map(preceded(keyword("board"), opt(part)), |part| {
                Self::Board(part.unwrap_or(BoardPart::View))
            }),
            map(preceded(keyword("islegal"), owned_word), Self::IsLegal),
            map(preceded(keyword("perft"), number), |plies| Self::Perft(small(plies))),
        ));
        whole(topic, query, rest)
    }
}

impl InTurn for Query {
    fn execute(self: Box<Self>, idle: &mut Idle<'_>) -> Result<Launch, CommandError> {
        let session = idle.session();
        let fact = match *self {
            Self::P1Turn => match (session.to_move(), session.turn()) {
                (None, Some(_)) => "chance".to_owned(),
                (mover, _) => (mover == Some(Player::First)).to_string(),
            },
            Self::GameOver => session.outcome().is_some().to_string(),
            Self::Result => reply::result(session.outcome()).to_owned(),
            Self::Moves => match &session.odds()[..] {
                [] => reply::moves(&session.moves()),
                odds => reply::outcomes(&session.moves(), odds),
            },
            Self::Played => reply::moves(&session.played()),
            Self::IsLegal(text) => {
                let is_on = session.outcome().is_none();
                (is_on && session.check_move(&text).is_ok()).to_string()
            }
            Self::Fen => session.position(),
            Self::Eval => session.evaluate().map_or("none".to_owned(), reply::opinion),
            Self::Threats => reply::facts(&session.explain()),
            Self::Book => line(&ProvenPosition::from(idle.engine.book_proofs()))?,
            Self::Refused => match &idle.context.refused_position {
                Some(refused) => line(refused)?,
                None => "none".to_owned(),
            },
            Self::Game => session.title(),
            Self::Rules => line(&session.rules())?,
            Self::Games => {
                let games = idle.context.registry.entries();
                let offers: Vec<_> = games.map(OfferedGame::of).collect();
                line(&offers)?
            }
            Self::Board(BoardPart::View) => line(&ViewJson::of(session))?,
            Self::Board(BoardPart::Layout) => line(&LayoutJson::of(session))?,
            Self::Board(BoardPart::Svg) => picture(session),
            Self::Perft(depth) => {
                return Ok(Launch::Count { depth, control: Arc::new(idle.control()) });
            }
        };
        idle.context.respond(&fact);
        Ok(Launch::Nothing)
    }

    fn waits_as(&self) -> WaitsAs {
        match self {
            Self::Perft(_) => WaitsAs::Count,
            _ => WaitsAs::Other,
        }
    }

    fn texts(&mut self) -> Vec<&mut String> {
        match self {
            Self::IsLegal(text) => vec![text],
            _ => Vec::new(),
        }
    }
}
