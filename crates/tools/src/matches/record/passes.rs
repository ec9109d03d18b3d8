//! Forced passes that a record leaves out, as most archives do.

use std::fmt::{Display, Formatter};

use super::{Assumption, Ply, Record, RecordNote, result};
use sarsen_engine::session::{PositionError, Registry, Session};

/// Passes that a text of moves leaves out, and that were put in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PassesPutIn {
    /// Their plies, from 1: at least one.
    plies: Vec<usize>,
}

impl PassesPutIn {
    /// The passes that were put in on the way to the position of a session. None if there are none.
    #[must_use]
    pub fn of(session: &dyn Session) -> Option<Self> {
        let plies: Vec<usize> = session.left_out().iter().map(|at| at + 1).collect();
        (!plies.is_empty()).then_some(Self { plies })
    }
}

impl Display for PassesPutIn {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let plies = self.plies.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
        match self.plies.len() {
            1 => write!(f, "a forced pass was left out; it was put in at ply {plies}"),
            _ => write!(f, "forced passes were left out; they were put in at plies {plies}"),
        }
    }
}

impl Record {
    /// This record with the forced passes that it leaves out, and which these are. Moves with
    /// nothing between them are told apart. A move with several readings is the one that fits those
    /// behind it, and a note says so. If the moves end the game and no result is known, it has the
    /// one that they lead to. The other moves stay as they are. So does what follows a move that
    /// cannot be played, a record of a game that cannot be opened, and one with a move in several
    /// words, whose plies are not the game's.
    #[must_use]
    pub fn with_passes(mut self, registry: &Registry) -> (Self, Option<PassesPutIn>) {
        let opened = self.game().ok().and_then(|game| registry.open_title(game).ok());
        let Some(mut session) = opened else { return (self, None) };
        self.plies = self.plies.into_iter().flat_map(|ply| apart(ply, &*session)).collect();
        let texts: Vec<&str> = self.plies.iter().map(|ply| ply.text.as_str()).collect();
        let (position, count) = (self.position(), texts.len());
        let mut read = count;
        if let Err(PositionError::Move { number, .. }) =
            session.set_position(position, &texts.join(" "))
        {
            // What is wrong is told by those who play the record through.
            read = number - 1;
            let _ = session.set_position(position, &texts[..read].join(" "));
        }
        let put_in = PassesPutIn::of(&*session);
        let (played, left_out) = (session.played(), session.left_out());
        if played.len() == read + left_out.len() {
            for &at in left_out {
                self.plies.insert(at, Ply { text: played[at].clone(), comment: None });
            }
            for &at in session.settled() {
                let taken = played[at].clone();
                let said = std::mem::replace(&mut self.plies[at].text, taken.clone());
                let assumed = Assumption::Settled { said, taken };
                self.notes.push(RecordNote { line: None, assumed });
            }
        }
        if read == count {
            self.take_result_of(&*session);
        }
        (self, put_in)
    }

    /// Takes the result that its moves lead to, if it has none.
    fn take_result_of(&mut self, session: &dyn Session) {
        let found = self.outcome_by_rules(session).filter(|_| self.outcome.is_none());
        if found.is_some() {
            self.outcome = found;
            self.notes.retain(|note| !matches!(note.assumed, Assumption::NoResult(_)));
            let assumed = Assumption::ResultOfMoves(result(found));
            self.notes.push(RecordNote { line: None, assumed });
        }
    }
}

/// The plies in a word, if several stand there with nothing between them. The last one keeps the
/// comment.
fn apart(Ply { text, comment }: Ply, session: &dyn Session) -> Vec<Ply> {
    let moves = session.split_moves(&text).unwrap_or_default();
    if moves.len() < 2 {
        return vec![Ply { text, comment }];
    }
    let mut plies: Vec<Ply> = moves.into_iter().map(|text| Ply { text, comment: None }).collect();
    if let Some(last) = plies.last_mut() {
        last.comment = comment;
    }
    plies
}
