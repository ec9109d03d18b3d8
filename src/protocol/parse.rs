//! The grammar: one line of text in, a command or an error out. Pure functions on nom.

use std::time::Duration;

use nom::branch::alt;
use nom::bytes::complete::{take_while, take_while1};
use nom::combinator::{all_consuming, map, map_opt, not, opt, peek, recognize, value, verify};
use nom::multi::{many0, many1};
use nom::sequence::{pair, preceded, terminated};
use nom::{IResult, Parser};

use super::{Command, Dialect, Go, Query};
use crate::game::excerpt;

/// A line that is no command.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseError {
    /// The first word is not known.
    #[error("unknown command '{0}'; 'help' lists the commands")]
    Unknown(String),
    /// The rest of the line does not fit the command.
    #[error("{command}: {problem}; usage: {usage}")]
    Malformed {
        /// The command.
        command: &'static str,
        /// What is wrong.
        problem: String,
        /// How it is written.
        usage: &'static str,
    },
}

/// Reads one line; `None` if it is blank, or a word of UCI that nothing follows from.
///
/// # Errors
///
/// If the line is no command.
pub fn parse(line: &str) -> Result<Option<Command>, ParseError> {
    let Ok((rest, first)) = word(line) else { return Ok(None) };
    let simple = |command: &'static str, meaning: Command| {
        if blanks(rest).is_ok_and(|(rest, _)| rest.is_empty()) {
            Ok(meaning)
        } else {
            Err(malformed(command, format!("unexpected '{}'", excerpt(rest.trim(), 40))))
        }
    };
    let command = match first {
        "ugi" => simple("ugi", Command::Handshake(Dialect::Ugi))?,
        "uci" => simple("uci", Command::Handshake(Dialect::Uci))?,
        "isready" => simple("isready", Command::IsReady)?,
        "stop" => simple("stop", Command::Stop)?,
        "ponderhit" => simple("ponderhit", Command::PonderHit)?,
        "show" => simple("show", Command::Show)?,
        "quit" => simple("quit", Command::Quit)?,
        "uginewgame" | "ucinewgame" | "newgame" => whole("newgame", new_game, rest)?,
        "position" => whole("position", position, rest)?,
        "move" => whole("move", map(trimmed(many1(word)), Command::Move), rest)?,
        "undo" => whole("undo", map(opt(number), undo), rest)?,
        "setoption" => whole("setoption", set_option, rest)?,
        "query" => whole("query", query, rest)?,
        "help" => whole("help", map(opt(words), Command::Help), rest)?,
        // What UCI programs say of themselves is of no interest here.
        "debug" | "register" => return Ok(None),
        "go" => Command::Go(go(rest)),
        _ => return Err(ParseError::Unknown(excerpt(first, 40))),
    };
    Ok(Some(command))
}

/// Applies the grammar of a command to the whole rest of its line.
fn whole<'a>(
    command: &'static str,
    grammar: impl Parser<&'a str, Output = Command, Error = nom::error::Error<&'a str>>,
    rest: &'a str,
) -> Result<Command, ParseError> {
    match all_consuming(terminated(grammar, blanks)).parse(rest) {
        Ok((_, command)) => Ok(command),
        Err(nom::Err::Error(error) | nom::Err::Failure(error))
            if !error.input.trim().is_empty() =>
        {
            Err(malformed(
                command,
                format!("cannot make sense of '{}'", excerpt(error.input.trim(), 40)),
            ))
        }
        Err(_) => Err(malformed(command, "something is missing".to_owned())),
    }
}

fn malformed(command: &'static str, problem: String) -> ParseError {
    let usage = super::help::usage(command);
    ParseError::Malformed { command, problem, usage }
}

fn blanks(input: &str) -> IResult<&str, &str> {
    take_while(|c: char| c.is_ascii_whitespace()).parse(input)
}

/// A run of anything but blanks, and the blanks before it.
fn word(input: &str) -> IResult<&str, &str> {
    preceded(blanks, take_while1(|c: char| !c.is_ascii_whitespace())).parse(input)
}

fn owned_word(input: &str) -> IResult<&str, String> {
    map(word, str::to_owned).parse(input)
}

/// Some words, with single blanks between them.
fn words(input: &str) -> IResult<&str, String> {
    map(many1(word), |words| words.join(" ")).parse(input)
}

/// The text of some words, as it stands.
fn trimmed<'a, O>(
    words: impl Parser<&'a str, Output = O, Error = nom::error::Error<&'a str>>,
) -> impl Parser<&'a str, Output = String, Error = nom::error::Error<&'a str>> {
    map(recognize(words), |text: &str| text.trim().to_owned())
}

/// Exactly this word.
fn keyword<'a>(
    expected: &'static str,
) -> impl Parser<&'a str, Output = &'a str, Error = nom::error::Error<&'a str>> {
    verify(word, move |found: &str| found == expected)
}

/// A whole number; one that is too large counts as the largest.
fn number(input: &str) -> IResult<&str, u64> {
    map(verify(word, is_digits), saturated).parse(input)
}

/// Digits as a number, or the largest there is.
fn saturated(digits: &str) -> u64 {
    digits.parse().unwrap_or(u64::MAX)
}

/// Words up to a keyword, with single blanks between them.
fn words_before(end: &'static str) -> impl FnMut(&str) -> IResult<&str, String> {
    move |input| {
        map(many1(preceded(not(peek(keyword(end))), word)), |words: Vec<&str>| words.join(" "))
            .parse(input)
    }
}

fn new_game(input: &str) -> IResult<&str, Command> {
    map(opt(pair(owned_word, many0(word))), |asked| match asked {
        None => Command::NewGame { game: None, setup: String::new() },
        Some((game, setup)) => Command::NewGame { game: Some(game), setup: setup.join(" ") },
    })
    .parse(input)
}

fn position(input: &str) -> IResult<&str, Command> {
    let start = value(None, keyword("startpos"));
    let text = map(preceded(keyword("fen"), words_before("moves")), Some);
    let moves =
        map(opt(preceded(keyword("moves"), trimmed(many0(word)))), Option::unwrap_or_default);
    map((alt((start, text)), moves), |(text, moves)| Command::Position { text, moves }).parse(input)
}

fn undo(count: Option<u64>) -> Command {
    Command::Undo(count.map_or(1, |count| usize::try_from(count).unwrap_or(usize::MAX)))
}

fn set_option(input: &str) -> IResult<&str, Command> {
    let name = preceded(keyword("name"), words_before("value"));
    // A value may have blanks within, and be empty.
    let value = preceded(keyword("value"), trimmed(many0(word)));
    map(pair(name, opt(value)), |(name, value)| Command::SetOption { name, value }).parse(input)
}

fn query(input: &str) -> IResult<&str, Command> {
    map(
        alt((
            value(Query::P1Turn, keyword("p1turn")),
            value(Query::GameOver, keyword("gameover")),
            value(Query::Result, keyword("result")),
            value(Query::Moves, keyword("moves")),
            value(Query::Fen, keyword("fen")),
            value(Query::Eval, keyword("eval")),
            value(Query::Threats, keyword("threats")),
            value(Query::Game, keyword("game")),
            map(preceded(keyword("islegal"), owned_word), Query::IsLegal),
            map(preceded(keyword("perft"), number), |plies| Query::Perft(small(plies))),
        )),
        Command::Query,
    )
    .parse(input)
}

/// The tokens that a list of moves in `go` ends at.
const GO_KEYWORDS: [&str; 17] = [
    "depth",
    "nodes",
    "movetime",
    "p1time",
    "p2time",
    "p1inc",
    "p2inc",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "mate",
    "solve",
    "infinite",
    "ponder",
    "searchmoves",
];

/// Reads `go`: never an error as a whole, since every token that makes sense is obeyed.
fn go(rest: &str) -> Go {
    let mut go = Go::default();
    let mut rest = rest;
    while let Ok((after, token)) = word(rest) {
        rest = after;
        match token {
            "solve" => go.solve = true,
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => {
                let a_move = verify(word, |word: &str| !GO_KEYWORDS.contains(&word));
                let listed = trimmed(many0(a_move)).parse(rest);
                if let Ok((after, moves)) = listed {
                    rest = after;
                    if moves.is_empty() {
                        go.complain(|| "searchmoves: no moves".to_owned());
                    }
                    if !go.search_moves.is_empty() {
                        go.search_moves.push(' ');
                    }
                    go.search_moves.push_str(&moves);
                }
            }
            _ if GO_KEYWORDS.contains(&token) => match signed(token, rest) {
                Ok((after, n)) => {
                    rest = after;
                    if !go.take(token, n) {
                        go.complain(|| format!("{token}: {n} is out of range"));
                    }
                }
                Err(_) => {
                    let next = word(rest).ok().filter(|(_, next)| !GO_KEYWORDS.contains(next));
                    let shown =
                        next.map_or("nothing".to_owned(), |(_, w)| format!("'{}'", excerpt(w, 40)));
                    go.complain(|| format!("{token}: a whole number is needed, not {shown}"));
                    rest = next.map_or(rest, |(after, _)| after);
                }
            },
            _ => go.complain(|| format!("unknown token '{}'", excerpt(token, 40))),
        }
    }
    let part_of_clock = go.moves_to_go.is_some() || go.increments.iter().any(Option::is_some);
    if part_of_clock && !go.has_clock() {
        go.complain(|| "no time on any clock".to_owned());
    }
    if !go.problems.is_empty() {
        go.be_bounded();
    }
    go
}

/// A whole number, perhaps negative; the fraction of a time is cut off. What is too large counts as
/// the largest that fits 64 bits.
fn signed<'a>(keyword: &str, input: &'a str) -> IResult<&'a str, i128> {
    let is_time = keyword.ends_with("time") || keyword.ends_with("inc");
    let read = |word: &str| {
        let (sign, digits) = word.strip_prefix('-').map_or((1, word), |digits| (-1, digits));
        let whole = match digits.split_once('.') {
            Some((whole, fraction)) if is_time && is_digits(fraction) => whole,
            _ => digits,
        };
        is_digits(whole).then(|| sign * i128::from(saturated(whole)))
    };
    map_opt(word, read).parse(input)
}

/// Rust's own parser would take a plus sign too.
fn is_digits(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// A number that may be too large for its kind.
fn small(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

impl Go {
    /// Takes the number that follows a keyword; false if it cannot be used.
    fn take(&mut self, keyword: &str, n: i128) -> bool {
        let unsigned = u64::try_from(n).ok();
        let small = unsigned.map(small);
        let time = unsigned.map(Duration::from_millis);
        match keyword {
            "depth" => self.depth = small.or(self.depth),
            "mate" => self.mate = small.or(self.mate),
            "nodes" => self.nodes = unsigned.or(self.nodes),
            "movetime" => self.move_time = time.or(self.move_time),
            // A clock that has run out still wants a move, at once.
            "p1time" | "wtime" => self.clocks[0] = Some(time.unwrap_or_default()),
            "p2time" | "btime" => self.clocks[1] = Some(time.unwrap_or_default()),
            "p1inc" | "winc" => self.increments[0] = time.or(self.increments[0]),
            "p2inc" | "binc" => self.increments[1] = time.or(self.increments[1]),
            _ => self.moves_to_go = small.filter(|&n| n > 0).or(self.moves_to_go),
        }
        match keyword {
            "movestogo" => small.is_some_and(|n| n > 0),
            "p1time" | "wtime" | "p2time" | "btime" => true,
            _ => unsigned.is_some(),
        }
    }
}
