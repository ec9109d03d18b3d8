//! The limits of `go`, and how they are read: every token that makes sense is obeyed.

use std::time::Duration;

use nom::combinator::{map_opt, verify};
use nom::multi::many0;
use nom::{IResult, Parser};

use sarsen_core::game::{Player, excerpt};
use sarsen_core::search::Limits;
use sarsen_core::search::time::Clock;
use sarsen_engine::protocol::grammar::{is_digits, saturated, small, trimmed, word};

/// `go`: search. These are its limits, and what could not be understood.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// The limits that hold for either player: depth, positions, time, proof.
    pub limits: Limits,
    /// What is left on the players' clocks. A negative time counts as zero.
    pub clocks: [Option<Duration>; 2],
    /// The players' increments.
    pub increments: [Option<Duration>; 2],
    /// Moves until the next time control.
    pub moves_to_go: Option<u32>,
    /// Look for a win of the side to move in at most this many of its moves.
    pub mate: Option<u32>,
    /// Search until `stop`.
    pub infinite: bool,
    /// Search on the opponent's time until `ponderhit` or `stop`.
    pub ponder: bool,
    /// The moves to choose from, separated by blanks. Empty: all.
    pub search_moves: String,
    /// One sentence for each token that was not understood; see [`MOST_PROBLEMS`].
    pub problems: Vec<String>,
}

/// At most this many problems of one `go` are reported. More would help nobody.
pub const MOST_PROBLEMS: usize = 8;

/// The tokens that end a list of moves.
const KEYWORDS: [&str; 17] = [
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

impl Go {
    /// Whether any clock was given.
    #[must_use]
    pub fn has_clock(&self) -> bool {
        self.clocks.iter().any(Option::is_some)
    }

    /// Whether a number or a time limits the search.
    #[must_use]
    pub fn is_limited(&self) -> bool {
        self.limits.is_limited() || self.mate.is_some() || self.has_clock()
    }

    /// How many plies are looked ahead at most. A win in `n` moves takes one ply less than `n`
    /// moves of both players.
    #[must_use]
    pub fn plies(&self) -> Option<u32> {
        let to_mate = self.mate.map(|moves| moves.saturating_mul(2).saturating_sub(1));
        self.limits.depth.into_iter().chain(to_mate).min()
    }

    /// All limits of a search for this player: those of either player, and the player's clock. None
    /// stands for nobody, who has no clock.
    #[must_use]
    pub fn limits_of(&self, mover: Option<Player>) -> Limits {
        let mut limits = self.limits;
        limits.depth = self.plies();
        limits.clock = mover.and_then(|mover| {
            let left = self.clocks[mover.index()]?;
            let increment = self.increments[mover.index()].unwrap_or_default();
            Some(Clock { left, increment, moves_to_go: self.moves_to_go })
        });
        limits
    }

    /// Whether it ends by itself, possibly after years.
    #[must_use]
    pub fn has_an_end(&self) -> bool {
        self.limits.solve || self.is_limited()
    }

    /// Whether only `stop` or a later command ends it.
    #[must_use]
    pub fn is_endless(&self) -> bool {
        self.infinite || !(self.has_an_end() || self.ponder)
    }

    /// Notes a problem.
    pub(crate) fn complain(&mut self, problem: impl FnOnce() -> String) {
        match self.problems.len() {
            ..MOST_PROBLEMS => self.problems.push(problem()),
            MOST_PROBLEMS => self.problems.push("and more".to_owned()),
            _ => {}
        }
    }

    /// A mistake must not make a search endless: from now on the depth is 1 if there is no other
    /// limit, unless the search is meant to be infinite.
    pub fn be_bounded(&mut self) {
        if !(self.is_limited() || self.infinite) {
            self.limits.depth = Some(1);
        }
    }

    /// Reads what follows the word `go`. This never fails as a whole.
    pub(crate) fn read(rest: &str) -> Self {
        let mut go = Self::default();
        let mut rest = rest;
        while let Ok((after, token)) = word(rest) {
            rest = match token {
                "solve" => {
                    go.limits.solve = true;
                    after
                }
                "infinite" => {
                    go.infinite = true;
                    after
                }
                "ponder" => {
                    go.ponder = true;
                    after
                }
                "searchmoves" => go.read_moves(after),
                _ if KEYWORDS.contains(&token) => go.read_limit(token, after),
                _ => {
                    go.complain(|| format!("unknown token '{}'", excerpt(token, 40)));
                    after
                }
            };
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

    /// Reads the moves after `searchmoves`. Returns what follows them.
    fn read_moves<'a>(&mut self, rest: &'a str) -> &'a str {
        let a_move = verify(word, |word: &str| !KEYWORDS.contains(&word));
        let Ok((after, moves)) = trimmed(many0(a_move)).parse(rest) else { return rest };
        if moves.is_empty() {
            self.complain(|| "searchmoves: no moves".to_owned());
        }
        if !self.search_moves.is_empty() {
            self.search_moves.push(' ');
        }
        self.search_moves.push_str(&moves);
        after
    }

    /// Reads the number after a keyword. Returns what follows it.
    fn read_limit<'a>(&mut self, keyword: &str, rest: &'a str) -> &'a str {
        if let Ok((after, n)) = signed(keyword, rest) {
            if !self.take(keyword, n) {
                self.complain(|| format!("{keyword}: {n} is out of range"));
            }
            return after;
        }
        let next = word(rest).ok().filter(|(_, next)| !KEYWORDS.contains(next));
        let shown = next.map_or("nothing".to_owned(), |(_, w)| format!("'{}'", excerpt(w, 40)));
        self.complain(|| format!("{keyword}: a whole number is needed, not {shown}"));
        next.map_or(rest, |(after, _)| after)
    }

    /// Takes the number that follows a keyword. Returns false if it cannot be used.
    fn take(&mut self, keyword: &str, n: i128) -> bool {
        let unsigned = u64::try_from(n).ok();
        let small = unsigned.map(small);
        let time = unsigned.map(Duration::from_millis);
        match keyword {
            "depth" => self.limits.depth = small.or(self.limits.depth),
            "mate" => self.mate = small.or(self.mate),
            "nodes" => self.limits.nodes = unsigned.or(self.limits.nodes),
            "movetime" => self.limits.time = time.or(self.limits.time),
            // A player whose time has run out still needs a move, at once.
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

/// A whole number, perhaps negative. The fraction of a time is cut off. A number too large counts
/// as the largest that fits 64 bits.
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
