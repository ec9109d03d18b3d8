//! Everybody at a table: who sits, who watches, and what each may say.
//!
//! A line makes a [`Proposal`]: the table as it would be, and the answer. Only when the store has
//! the new state is the proposal [adopted](Gathering::adopt). So nobody ever sees a move that a
//! crash could take away.

use std::collections::BTreeMap;

use super::actions::TableRefusal;
use super::line::TableLine;
use super::rulebook::Rulebook;
use super::secret::{NoRandom, SecretHash, new_secret};
use super::state::TableState;
use sarsen_core::game::Player;
use sarsen_engine::protocol::reply;

/// The number of a connection.
pub(crate) type GuestNumber = u64;

/// At most this many connections are at one table, besides those who sit.
const MOST_WATCHERS: usize = 500;

/// At a full table, this many places are for those who came last. So whoever comes back to a seat
/// has time to say so.
const LAST_COME: usize = 20;

/// A line that is not obeyed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unheard {
    #[error(transparent)]
    Refused(#[from] TableRefusal),
    #[error(transparent)]
    Random(#[from] NoRandom),
    #[error("'create' comes first; this connection is at a table already")]
    AtATable,
}

impl Unheard {
    /// A word by which programs tell the refusals apart.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Self::Refused(refusal) => refusal.code(),
            Self::Random(_) => "broken",
            Self::AtATable => "at-a-table",
        }
    }
}

/// What a line would change.
pub(crate) struct Proposal {
    /// The table as it would be.
    pub(crate) next: TableState,
    /// Where the connection then sits.
    seat: Option<Player>,
    /// The answer to this connection.
    pub(crate) answer: Option<String>,
    /// The connection that had the seat, which this one takes over.
    pub(crate) replaced: Option<GuestNumber>,
}

/// A table and the connections at it.
pub(crate) struct Gathering {
    pub(crate) state: TableState,
    guests: BTreeMap<GuestNumber, Option<Player>>,
}

impl Gathering {
    pub(crate) fn new(state: TableState) -> Self {
        Self { state, guests: BTreeMap::new() }
    }

    /// A connection comes to the table, to watch. Connections come in the order of their numbers.
    /// Returns the connection that has to leave, if the table is full.
    pub(crate) fn join(&mut self, guest: GuestNumber) -> Option<GuestNumber> {
        let mut watchers = self.guests.iter().rev().filter(|(_, seat)| seat.is_none());
        let crowded_out = match self.watchers() < MOST_WATCHERS {
            true => None,
            false => watchers.nth(LAST_COME - 1).map(|(guest, _)| *guest),
        };
        if let Some(other) = crowded_out {
            self.guests.remove(&other);
        }
        self.guests.insert(guest, None);
        crowded_out
    }

    /// A connection is lost. Its seat stays taken. False if it was not here.
    pub(crate) fn leave(&mut self, guest: GuestNumber) -> bool {
        self.guests.remove(&guest).is_some()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.guests.is_empty()
    }

    /// Where a connection sits.
    pub(crate) fn seat(&self, guest: GuestNumber) -> Option<Player> {
        self.guests.get(&guest).copied().flatten()
    }

    /// The connections that sit nowhere.
    pub(crate) fn watchers(&self) -> usize {
        self.guests.values().filter(|seat| seat.is_none()).count()
    }

    /// The connection of the owner of a seat.
    pub(crate) fn owner(&self, seat: Player) -> Option<GuestNumber> {
        self.guests.iter().find(|(_, at)| **at == Some(seat)).map(|(guest, _)| *guest)
    }

    /// What a line of a connection would change. `expire` was called before.
    pub(crate) fn propose(
        &self,
        guest: GuestNumber,
        line: TableLine,
        now: u64,
        rules: &Rulebook,
    ) -> Result<Proposal, Unheard> {
        let seat = self.seat(guest);
        let next = self.state.clone();
        let mut proposal = Proposal { next, seat, answer: None, replaced: None };
        match line {
            TableLine::Create { .. } => return Err(Unheard::AtATable),
            TableLine::Sit { seat, name } => self.sit(&mut proposal, seat, name, now)?,
            TableLine::Resume { seat, secret } => self.resume(&mut proposal, seat, &secret, now)?,
            TableLine::IsReady => proposal.answer = Some("readyok".to_owned()),
            TableLine::Quit => {}
            line => act(&mut proposal, line, now, rules)?,
        }
        proposal.next.tick(now);
        Ok(proposal)
    }

    fn sit(
        &self,
        proposal: &mut Proposal,
        seat: Player,
        name: String,
        now: u64,
    ) -> Result<(), Unheard> {
        if let Some(seat) = proposal.seat {
            return Err(TableRefusal::Seated(seat).into());
        }
        let secret = new_secret()?;
        proposal.next.sit(seat, name, SecretHash::of(&secret))?;
        proposal.welcome(seat, &secret, now);
        Ok(())
    }

    fn resume(
        &self,
        proposal: &mut Proposal,
        seat: Player,
        secret: &str,
        now: u64,
    ) -> Result<(), Unheard> {
        self.state.check_owner(seat, secret)?;
        if let Some(other) = proposal.seat.filter(|other| *other != seat) {
            return Err(TableRefusal::Seated(other).into());
        }
        if proposal.seat.is_none() {
            proposal.replaced = self.owner(seat);
        }
        proposal.welcome(seat, secret, now);
        Ok(())
    }

    /// Makes true what was proposed for a connection.
    pub(crate) fn adopt(&mut self, guest: GuestNumber, proposal: Proposal) {
        if let Some(replaced) = proposal.replaced {
            self.guests.remove(&replaced);
        }
        if let Some(seat) = self.guests.get_mut(&guest) {
            *seat = proposal.seat;
        }
        self.state = proposal.next;
    }
}

impl Proposal {
    /// The connection sits on a seat from now on.
    fn welcome(&mut self, seat: Player, secret: &str, now: u64) {
        self.seat = Some(seat);
        self.answer = Some(format!("seat {} {secret}", reply::player(seat)));
        if let Some(clock) = &mut self.next.facts.clock {
            clock.wake(now);
        }
    }
}

/// What only those who sit at the table may do.
fn act(
    proposal: &mut Proposal,
    line: TableLine,
    now: u64,
    rules: &Rulebook,
) -> Result<(), TableRefusal> {
    let by = proposal.seat.ok_or(TableRefusal::NotSeated)?;
    let next = &mut proposal.next;
    match line {
        TableLine::Name(name) => next.rename(by, name),
        TableLine::Engine { seat, limit } => next.set_engine(seat, limit)?,
        TableLine::Stand => {
            next.leave(by);
            proposal.seat = None;
        }
        TableLine::Move { ply, text } => {
            let played = next.play(by, ply, &text, now, rules)?;
            proposal.answer = Some(format!("moved {ply} {played}"));
        }
        TableLine::Undo(to) => next.ask(by, to, now, rules)?,
        TableLine::Agree => next.agree(by, now, rules)?,
        TableLine::Refuse => next.refuse()?,
        TableLine::Resign => next.resign(by, now)?,
        // These were heard before.
        TableLine::Create { .. }
        | TableLine::Sit { .. }
        | TableLine::Resume { .. }
        | TableLine::IsReady
        | TableLine::Quit => {}
    }
    Ok(())
}
