//! Reads moves and lists of moves. A pass may have any of the usual spellings. It may also be left
//! out if it is the only legal move, as most archives do. Some games have moves with nothing
//! between them.

use super::{GameSession, MoveOf, to_move};
use crate::session::{MOST_LEFT_OUT, PositionError};
use sarsen_core::game::{Game, MoveError, Position, Written, is_pass_text};

/// Whether a draw that can be claimed ends the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Claims {
    /// Somebody claims it.
    Made,
    /// Nobody does, if there are more moves.
    Open,
}

/// A position, and the moves that have led there from another one.
pub(super) struct Followed<G: Game> {
    position: G::Position,
    moves: Vec<MoveOf<G>>,
    /// Which of the moves are passes that the texts left out: their indices, in order.
    left_out: Vec<usize>,
    /// After how many of the moves a draw was not claimed, in order.
    passed_over: Vec<usize>,
    /// Which of the moves had several readings: their indices, in order.
    settled: Vec<usize>,
}

impl<G: Game> Followed<G> {
    /// A line without moves.
    fn from(position: G::Position) -> Self {
        let [left_out, passed_over, settled] = [const { Vec::new() }; 3];
        Self { position, moves: Vec::new(), left_out, passed_over, settled }
    }

    fn push(&mut self, m: MoveOf<G>) {
        self.position.make(m);
        self.moves.push(m);
    }
}

/// How many words behind a move with several readings are looked at.
const LOOKAHEAD: usize = 20;

/// A move, and how many words it was written in.
struct ReadMove<M> {
    m: M,
    words: usize,
}

impl<G: Game> GameSession<G> {
    /// Reads a move and checks that it is legal. If the notation does not know the text, it may be
    /// one of the usual spellings of a pass.
    pub(super) fn parse_move(
        &self,
        position: &G::Position,
        text: &str,
    ) -> Result<MoveOf<G>, MoveError> {
        let read = match self.notation() {
            Some(notation) => notation.parse_move(position, text),
            None => position.parse_move(text),
        };
        read.or_else(|error| legal_pass(position).filter(|_| is_pass_text(text)).ok_or(error))
    }

    /// The moves in a word, if several stand there with nothing between them.
    pub(super) fn spread<'a>(&self, word: &'a str) -> Vec<&'a str> {
        match self.notation() {
            None => self.position.spread(word),
            Some(_) => vec![word],
        }
    }

    /// Plays moves on a copy of a position.
    pub(super) fn follow(
        &self,
        position: &G::Position,
        moves: &str,
        claims: Claims,
    ) -> Result<Followed<G>, PositionError> {
        let mut line = Followed::<G>::from(position.clone());
        let words: Vec<&str> =
            moves.split_whitespace().flat_map(|word| self.spread(word)).collect();
        let (mut rest, mut number) = (&words[..], 1);
        while !rest.is_empty() {
            let unclaimed = match claims {
                Claims::Open => line.position.unclaimed(),
                Claims::Made => None,
            };
            line.passed_over.extend(unclaimed.as_ref().map(|_| line.moves.len()));
            let read = match self.next_move(unclaimed.as_ref().unwrap_or(&line.position), rest) {
                Ok(read) => read,
                Err(error) => match (self.next_after_passes(&mut line, rest), claims) {
                    (Some(read), _) => read,
                    (None, Claims::Made) => return Err(PositionError::Move { number, error }),
                    (None, Claims::Open) => {
                        let here = unclaimed.as_ref().unwrap_or(&line.position);
                        let m = self.reading_that_fits(here, rest);
                        line.settled.push(line.moves.len());
                        ReadMove { m: m.ok_or(PositionError::Move { number, error })?, words: 1 }
                    }
                },
            };
            line.push(read.m);
            rest = &rest[read.words..];
            number += 1;
        }
        Ok(line)
    }

    /// Goes to the end of a line that begins at the current position.
    pub(super) fn go_along(&mut self, line: Followed<G>) {
        let before = self.played.len();
        self.left_out.extend(line.left_out.into_iter().map(|at| before + at));
        self.passed_over.extend(line.passed_over.into_iter().map(|ply| before + ply));
        self.settled.extend(line.settled.into_iter().map(|at| before + at));
        self.played.extend(line.moves);
        self.position = line.position;
    }

    /// Reads the next move of these words, of which there is at least one.
    fn next_move(
        &self,
        position: &G::Position,
        words: &[&str],
    ) -> Result<ReadMove<MoveOf<G>>, MoveError> {
        let count = match self.notation() {
            None => position.words_of_move(words).clamp(1, words.len()),
            Some(_) => 1,
        };
        let m = self.parse_move(position, &words[..count].join(" "))?;
        Ok(ReadMove { m, words: count })
    }

    /// The move that the first of these words means, if it has several readings, but only one of
    /// them fits the words behind it.
    fn reading_that_fits(&self, position: &G::Position, words: &[&str]) -> Option<MoveOf<G>> {
        let readings = match self.notation() {
            None => position.readings(words[0]),
            Some(_) => Vec::new(),
        };
        let behind = &words[1..words.len().min(1 + LOOKAHEAD)];
        let fits = |m: &MoveOf<G>| {
            let mut after = position.clone();
            after.make(*m);
            self.fit(after, behind)
        };
        let mut fitting = readings.into_iter().filter(fits);
        let only = fitting.next();
        only.filter(|_| fitting.next().is_none())
    }

    /// Whether words can be moves from a position on, as far as they have one reading.
    fn fit(&self, position: G::Position, words: &[&str]) -> bool {
        let mut line = Followed::<G>::from(position);
        let mut rest = words;
        while !rest.is_empty() {
            let here = line.position.unclaimed().unwrap_or_else(|| line.position.clone());
            let read = self.next_move(&here, rest).ok();
            let Some(read) = read.or_else(|| self.next_after_passes(&mut line, rest)) else {
                return here.readings(rest[0]).len() > 1;
            };
            line.push(read.m);
            rest = &rest[read.words..];
        }
        true
    }

    /// Reads the next move of these words after the passes that they leave out, and plays these
    /// passes. None if the words make no sense with them either. Then nothing is played.
    fn next_after_passes(
        &self,
        line: &mut Followed<G>,
        words: &[&str],
    ) -> Option<ReadMove<MoveOf<G>>> {
        let mut position = line.position.clone();
        let mut passes = Vec::new();
        while passes.len() < MOST_LEFT_OUT {
            let pass = forced_pass(&position)?;
            position.make(pass);
            passes.push(pass);
            if let Ok(read) = self.next_move(&position, words) {
                for pass in passes {
                    line.left_out.push(line.moves.len());
                    line.push(pass);
                }
                return Some(read);
            }
        }
        None
    }
}

/// The only legal move, if there is exactly one and it is a pass.
pub(super) fn forced_pass<P: Written>(position: &P) -> Option<P::Move> {
    legal_pass(position).filter(|_| position.count_moves() == 1)
}

/// The pass of the player to move, if one is legal.
fn legal_pass<P: Written>(position: &P) -> Option<P::Move> {
    to_move(position)?;
    position.legal_moves().into_iter().find(|&m| position.is_pass(m))
}
