//! The host of a table: a task that hears its guests, stores what they do, and shows it to all.
//!
//! A table has a host as long as somebody is there or its clock runs. The host does one thing after
//! the other. While the store writes, later lines wait.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::sleep_until;

use super::engine_seat::EngineSeat;
use super::farewell::{Farewell, closing};
use super::hall::{Hall, HostMessage};
use super::mailbox::Mailbox;
use super::one_table::gathering::{Gathering, GuestNumber, Proposal};
use super::one_table::json;
use super::one_table::line::TableLine;
use super::one_table::state::TableState;
use super::refusal::{MALFORMED, NOT_STORED, refusal};
use super::show_pace::ShowPace;
use super::store::{StoreFailure, TableUpdate};
use sarsen_core::game::Player;
use sarsen_engine::protocol::reply;

/// The host of one table.
pub(super) struct TableHost {
    id: String,
    hall: Arc<Hall>,
    messages: mpsc::UnboundedReceiver<HostMessage>,
    gathering: Gathering,
    mailboxes: BTreeMap<GuestNumber, Mailbox>,
    engine: EngineSeat,
    /// At whose expense the engine thinks.
    patron: Option<IpAddr>,
    pace: ShowPace,
}

/// Opens a table and is its host until nobody needs one.
pub(super) async fn host(
    id: String,
    hall: Arc<Hall>,
    mut messages: mpsc::UnboundedReceiver<HostMessage>,
) {
    match open(&id, &hall).await {
        Ok(state) => {
            let gathering = Gathering::new(state);
            let (mailboxes, engine) = (BTreeMap::new(), EngineSeat::default());
            let (patron, pace) = (None, ShowPace::default());
            let host = TableHost { id, hall, messages, gathering, mailboxes, engine, patron, pace };
            host.run().await;
        }
        Err(farewell) => loop {
            while let Ok(message) = messages.try_recv() {
                if let HostMessage::Join(_, mailbox) = message {
                    mailbox.tell(reply::error(farewell.reason()));
                    mailbox.close(farewell.clone());
                }
            }
            if hall.retire(&id, &messages) {
                return;
            }
        },
    }
}

/// Reads a table from the store.
async fn open(id: &str, hall: &Hall) -> Result<TableState, Farewell> {
    let failed = |why: String| {
        log::error!("table {id}: {why}");
        Farewell::closed(closing::FAILED, why)
    };
    let stored = hall.store.load(id.to_owned()).await.map_err(|why| failed(why.to_string()))?;
    let none = || Farewell::closed(closing::NO_TABLE, format!("there is no table '{id}'"));
    let (facts, moves) = stored.ok_or_else(none)?;
    TableState::restored(facts, moves, &hall.rules).map_err(|why| failed(why.to_string()))
}

impl TableHost {
    async fn run(mut self) {
        loop {
            if self.is_idle() && self.hall.retire(&self.id, &self.messages) {
                return;
            }
            let next =
                [self.gathering.state.falls_at(), self.pace.due()].into_iter().flatten().min();
            let time = self.hall.instant(next.unwrap_or_default());
            tokio::select! {
                message = self.messages.recv() => match message {
                    Some(message) => self.hear(message).await,
                    None => return,
                },
                () = sleep_until(time), if next.is_some() => {}
            }
            self.look_at_clock().await;
            self.ask_engine();
            self.show_if_due();
        }
    }

    fn is_idle(&self) -> bool {
        let is_timed = self.gathering.state.falls_at().is_some();
        self.gathering.is_empty() && !self.engine.is_thinking() && !is_timed
    }

    async fn hear(&mut self, message: HostMessage) {
        match message {
            HostMessage::Join(guest, mailbox) => self.join(guest, mailbox),
            HostMessage::Leave(guest) => {
                self.mailboxes.remove(&guest);
                if self.gathering.leave(guest) {
                    self.show_soon();
                }
            }
            HostMessage::Line(guest, line, heard) => {
                self.look_at_clock().await;
                self.obey(guest, &line).await;
                // The connection may be gone.
                let _ = heard.send(());
            }
            HostMessage::Found(ticket, found) => self.hear_engine(ticket, found).await,
        }
    }

    fn join(&mut self, guest: GuestNumber, mailbox: Mailbox) {
        let crowded_out = self.gathering.join(guest);
        if let Some(other) = crowded_out.and_then(|other| self.mailboxes.remove(&other)) {
            let why = "there is no more room at this table";
            other.close(Farewell::closed(closing::BUSY, why));
        }
        self.mailboxes.insert(guest, mailbox);
        self.show_soon();
        self.catch_up(guest);
    }

    /// Ends the game if a flag has fallen, and rolls if that is due.
    async fn look_at_clock(&mut self) {
        let mut next = self.gathering.state.clone();
        next.expire(self.hall.now());
        if let Err(error) = next.roll(&self.hall.rules) {
            log::error!("table {}: {error}", self.id);
        }
        if next == self.gathering.state {
            return;
        }
        match self.save(&next).await {
            Ok(()) => {
                self.gathering.state = next;
                self.show();
            }
            Err(failure) => {
                self.warn(&failure);
                // The store is asked again, after a pause.
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        }
    }

    async fn obey(&mut self, guest: GuestNumber, line: &str) {
        if !self.mailboxes.contains_key(&guest) {
            // Its seat was taken over, and its connection ends.
            return;
        }
        let line = match TableLine::parse(line) {
            Ok(Some(line)) => line,
            Ok(None) => return,
            Err(error) => return self.refuse(guest, MALFORMED, &error.to_string()),
        };
        match self.gathering.propose(guest, line, self.hall.now(), &self.hall.rules) {
            Ok(proposal) => self.settle(guest, proposal).await,
            Err(error) => self.refuse(guest, error.code(), &error.to_string()),
        }
    }

    /// Stores what a line changes, then answers the line and shows the change.
    async fn settle(&mut self, guest: GuestNumber, mut proposal: Proposal) {
        if let Err(failure) = self.save(&proposal.next).await {
            log::debug!("table {}: {failure}", self.id);
            let why = format!("nothing was changed: {failure}");
            return self.refuse(guest, NOT_STORED, &why);
        }
        if let Some(answer) = proposal.answer.take() {
            self.catch_up(guest);
            self.tell(guest, answer);
        }
        let replaced = proposal.replaced.and_then(|guest| self.mailboxes.remove(&guest));
        if let Some(replaced) = replaced {
            let why = "another connection has taken this seat";
            replaced.tell(reply::error(why));
            replaced.close(Farewell::closed(closing::REPLACED, why));
        }
        let seat = self.gathering.seat(guest);
        let is_news = proposal.next != self.gathering.state;
        let is_game = proposal.next.is_another_game(&self.gathering.state);
        self.gathering.adopt(guest, proposal);
        if is_game || seat != self.gathering.seat(guest) {
            self.show();
        } else if is_news {
            self.show_soon();
        }
    }

    /// Stores the difference between the table as it is and as it will be.
    async fn save(&self, next: &TableState) -> Result<(), StoreFailure> {
        let before = &self.gathering.state;
        if next == before {
            return Ok(());
        }
        let same = before.moves.iter().zip(&next.moves).take_while(|(one, other)| one == other);
        let kept = same.count();
        let update = TableUpdate {
            id: self.id.clone(),
            facts: next.facts.clone(),
            is_over: next.is_over(),
            kept,
            added: next.moves[kept..].to_vec(),
        };
        self.hall.store.update(update).await
    }

    /// The game has changed: everybody is shown the table as it is.
    fn show(&mut self) {
        self.pace.ask(true, self.hall.now());
        self.show_if_due();
    }

    /// Something small has changed: everybody is shown the table, but not too often.
    fn show_soon(&mut self) {
        self.pace.ask(false, self.hall.now());
        self.show_if_due();
    }

    fn show_if_due(&mut self) {
        let now = self.hall.now();
        if !self.pace.take(now) {
            return;
        }
        let views = [None, Some(Player::First), Some(Player::Second)];
        let views = views.map(|you| json::table(&self.id, &self.gathering, you, now));
        for (guest, mailbox) in &self.mailboxes {
            let view = self.gathering.seat(*guest).map_or(0, |seat| 1 + seat.index());
            mailbox.show(&views[view]);
        }
    }

    /// Shows one connection what the others see a little later. So an answer never comes before
    /// the changes that came before it.
    fn catch_up(&self, guest: GuestNumber) {
        if self.pace.due().is_some()
            && let Some(mailbox) = self.mailboxes.get(&guest)
        {
            let you = self.gathering.seat(guest);
            mailbox.show(&json::table(&self.id, &self.gathering, you, self.hall.now()));
        }
    }

    fn tell(&self, guest: GuestNumber, line: String) {
        if let Some(mailbox) = self.mailboxes.get(&guest) {
            mailbox.tell(line);
        }
    }

    /// Refuses the line of a connection: a code for programs, then the reason for people.
    fn refuse(&self, guest: GuestNumber, code: &str, why: &str) {
        if let Some(mailbox) = self.mailboxes.get(&guest) {
            refusal(code, why).into_iter().for_each(|line| mailbox.tell(line));
        }
    }

    /// Tells everybody that something could not be stored. The log has it from the store.
    fn warn(&self, failure: &StoreFailure) {
        log::debug!("table {}: {failure}", self.id);
        for mailbox in self.mailboxes.values() {
            mailbox.tell(reply::error(&failure.to_string()));
        }
    }

    /// Lets the engine think if it is to move, and stops it if the game has changed or nobody is
    /// here any more.
    fn ask_engine(&mut self) {
        self.patron = self.find_patron();
        let peer = self.patron.unwrap_or(Ipv4Addr::UNSPECIFIED.into());
        let state = &self.gathering.state;
        // On a clock it goes on, as people would.
        let is_wanted = !self.gathering.is_empty() || state.falls_at().is_some();
        let turn = state.engine_to_move(self.hall.now()).filter(|_| is_wanted);
        self.engine.attend((&self.id, peer), state, turn, &self.hall);
    }

    /// At whose expense the engine thinks: that of the player opposite, even while that player is
    /// gone. If no player was here yet, that of a watcher. So nobody gains from many tables.
    fn find_patron(&self) -> Option<IpAddr> {
        let mut seats = [Player::First, Player::Second].into_iter();
        let player = seats.find_map(|seat| self.gathering.owner(seat));
        let peer = player.and_then(|guest| self.mailboxes.get(&guest)).map(|mailbox| mailbox.peer);
        let watcher = || self.mailboxes.values().next().map(|mailbox| mailbox.peer);
        peer.or(self.patron).or_else(watcher)
    }

    /// Plays the move that the engine has found. An engine that finds none leaves its seat.
    async fn hear_engine(&mut self, ticket: u64, found: Result<String, String>) {
        let Some(player) = self.engine.accept(ticket) else { return };
        let now = self.hall.now();
        let mut next = self.gathering.state.clone();
        let ply = next.moves.len();
        let played = found.and_then(|text| {
            let played = next.play(player, ply, &text, now, &self.hall.rules);
            played.map_err(|error| error.to_string())
        });
        if let Err(why) = &played {
            log::error!("table {}: the engine has no move: {why}", self.id);
            next = self.gathering.state.clone();
            next.leave(player);
        }
        next.tick(now);
        if let Err(failure) = self.save(&next).await {
            self.warn(&failure);
            tokio::time::sleep(Duration::from_secs(1)).await;
            return;
        }
        self.gathering.state = next;
        if let Err(why) = played {
            let line = reply::error(&format!("the engine leaves the table: {why}"));
            self.mailboxes.values().for_each(|mailbox| mailbox.tell(line.clone()));
        }
        self.show();
    }
}
