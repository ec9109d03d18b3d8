//! What waits for its turn. However much it is, each arrival is marked, ended and taken in constant time.

use std::collections::VecDeque;
use std::time::Instant;

use crate::protocol::{Command, Query};

/// Bytes of commands that may wait.
const ROOM: usize = 64 << 20;

/// What takes its turn.
pub(super) enum Turn {
    /// A command.
    Command(Command),
    /// A line that is no command: what to say of it, and whether it was meant to be a `position`.
    Refused { why: String, position: bool },
    /// Commands that there was no room for, so many of them searches, and so many `isready`.
    Dropped { searches: u64, asked: u64 },
    /// An `isready` that has been answered since.
    Done,
}

/// What waits for its turn.
pub(super) struct Waiting {
    pub(super) turn: Turn,
    /// When it arrived, if it could be carried out at once; else its clock starts when its turn comes.
    pub(super) arrived: Option<Instant>,
    /// It has to make way for something that has come since: answer at once.
    pub(super) ended: bool,
    /// When a `ponderhit` came for it: no longer on the opponent's time.
    pub(super) hit: Option<Instant>,
    /// How much it adds to what waits.
    bytes: usize,
}

impl Waiting {
    /// Whether it is a search without an end of its own.
    fn is_endless(&self) -> bool {
        match &self.turn {
            Turn::Command(Command::Go(go)) => go.infinite || !go.has_an_end() || self.ponders(),
            _ => false,
        }
    }

    /// Whether it is a search on the opponent's time.
    fn ponders(&self) -> bool {
        matches!(&self.turn, Turn::Command(Command::Go(go)) if go.ponder && self.hit.is_none())
    }

    /// Whether what comes after it needs not wait for a search: it could be carried out at once, and is no
    /// search itself.
    fn lets_pass(&self) -> bool {
        let works = matches!(
            self.turn,
            Turn::Command(Command::Go(_) | Command::Query(Query::Perft(_))) | Turn::Dropped { .. }
        );
        self.arrived.is_some() && !works
    }
}

/// Commands in the order of their arrival. They are numbered, so that a great many need not be looked
/// through for the few that something concerns.
#[derive(Default)]
pub(super) struct Queue {
    waiting: VecDeque<Waiting>,
    bytes: usize,
    /// How many have ever waited: what waits has the last of these numbers.
    numbered: u64,
    /// A `stop` has come for those with lower numbers.
    stopped_below: u64,
    /// The endless ones, and those that ponder, as far as nothing has come for them.
    endless: VecDeque<u64>,
    pondering: VecDeque<u64>,
    /// Each `isready`.
    asked: VecDeque<u64>,
}

impl Queue {
    pub(super) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Whether what comes next can be carried out as soon as nothing runs any more that was asked for.
    pub(super) fn lets_pass(&self) -> bool {
        self.waiting.back().is_none_or(Waiting::lets_pass)
    }

    /// Adds something of a line of so many bytes; `arrived` as in [`Waiting`]. False if the room has just
    /// become too small: this and all that follows is dropped, until it is its turn.
    pub(super) fn push(&mut self, turn: Turn, arrived: Option<Instant>, bytes: usize) -> bool {
        let bytes = bytes + size_of::<Waiting>();
        let searches = u64::from(matches!(turn, Turn::Command(Command::Go(_))));
        let asked = u64::from(matches!(turn, Turn::Command(Command::IsReady)));
        match self.waiting.back_mut() {
            // Once something is dropped, what follows it makes no sense either.
            Some(Waiting { turn: Turn::Dropped { searches: go, asked: ready }, .. }) => {
                *go += searches;
                *ready += asked;
                true
            }
            _ if self.bytes + bytes > ROOM => {
                self.add(Turn::Dropped { searches, asked }, None, size_of::<Waiting>());
                false
            }
            _ => {
                self.add(turn, arrived, bytes);
                true
            }
        }
    }

    fn add(&mut self, turn: Turn, arrived: Option<Instant>, bytes: usize) {
        let waiting = Waiting { turn, arrived, ended: false, hit: None, bytes };
        if waiting.is_endless() {
            self.endless.push_back(self.numbered);
        }
        if waiting.ponders() {
            self.pondering.push_back(self.numbered);
        }
        if let Turn::Command(Command::IsReady) = waiting.turn {
            self.asked.push_back(self.numbered);
        }
        self.bytes += bytes;
        self.numbered += 1;
        self.waiting.push_back(waiting);
    }

    /// Takes the first.
    pub(super) fn pop(&mut self) -> Option<Waiting> {
        let number = self.first();
        let mut next = self.waiting.pop_front()?;
        self.bytes -= next.bytes;
        next.ended |= number < self.stopped_below;
        for numbers in [&mut self.endless, &mut self.pondering, &mut self.asked] {
            if numbers.front() == Some(&number) {
                numbers.pop_front();
            }
        }
        Some(next)
    }

    /// A `stop` has come: all that wait now are to end at once.
    pub(super) fn stop(&mut self) {
        self.stopped_below = self.numbered;
    }

    /// Ends those that would never end by themselves.
    pub(super) fn end_unbounded(&mut self) {
        for number in std::mem::take(&mut self.endless) {
            if let Some(waiting) = self.get_mut(number) {
                waiting.ended |= waiting.is_endless();
            }
        }
    }

    /// A `ponderhit` has come: it is for the first that ponders.
    pub(super) fn ponder_hit(&mut self) {
        let number = self.pondering.pop_front();
        if let Some(waiting) = number.and_then(|number| self.get_mut(number)) {
            waiting.hit = Some(Instant::now());
        }
    }

    /// How many `isready` wait; they are to be answered, and wait no more.
    pub(super) fn take_asked(&mut self) -> u64 {
        let mut taken = 0;
        for number in std::mem::take(&mut self.asked) {
            if let Some(waiting) = self.get_mut(number) {
                waiting.turn = Turn::Done;
                taken += 1;
            }
        }
        if let Some(Waiting { turn: Turn::Dropped { asked, .. }, .. }) = self.waiting.back_mut() {
            taken += std::mem::take(asked);
        }
        taken
    }

    /// The number of the first.
    fn first(&self) -> u64 {
        self.numbered - self.waiting.len() as u64
    }

    /// The one with this number, if it still waits.
    fn get_mut(&mut self, number: u64) -> Option<&mut Waiting> {
        let at = number.checked_sub(self.first())?;
        self.waiting.get_mut(usize::try_from(at).ok()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::parse;

    /// A queue of these lines.
    fn queue(lines: &[&str]) -> Queue {
        let mut queue = Queue::default();
        for line in lines {
            let command = parse(line).expect("a command").expect("not blank");
            assert!(queue.push(Turn::Command(command), None, line.len()));
        }
        queue
    }

    fn ended(queue: &mut Queue) -> Vec<bool> {
        std::iter::from_fn(|| queue.pop()).map(|waiting| waiting.ended).collect()
    }

    #[test]
    fn stop_ends_those_before_it() {
        let mut queue = queue(&["go depth 3", "undo", "go infinite"]);
        queue.stop();
        queue.push(Turn::Command(Command::Show), None, 4);
        assert_eq!(ended(&mut queue), [true, true, true, false]);
        assert!(queue.is_empty() && queue.bytes == 0);
    }

    #[test]
    fn endless_ones_make_way_and_hits_find_their_search() {
        let lines = ["go depth 3", "go ponder depth 2", "go ponder movetime 5", "go", "go ponder"];
        let mut queue = queue(&lines);
        // The first that ponders becomes an ordinary one.
        queue.ponder_hit();
        queue.end_unbounded();
        assert_eq!(ended(&mut queue), [false, false, true, true, true]);
        assert!(queue.endless.is_empty() && queue.pondering.is_empty());
        queue.ponder_hit();
        queue.end_unbounded();
    }

    #[test]
    fn what_there_is_no_room_for_is_counted() {
        let mut queue = Queue::default();
        let go = || Turn::Command(Command::Go(crate::protocol::Go::default()));
        assert!(queue.push(go(), None, ROOM - 1000));
        assert!(!queue.push(go(), None, 1000));
        assert!(queue.push(Turn::Command(Command::Show), None, 4) && queue.push(go(), None, 2));
        assert!(queue.push(Turn::Command(Command::IsReady), None, 7));
        assert!(matches!(queue.pop(), Some(Waiting { turn: Turn::Command(_), .. })));
        assert!(matches!(
            queue.pop(),
            Some(Waiting { turn: Turn::Dropped { searches: 2, asked: 1 }, .. })
        ));
        assert!(queue.push(go(), None, 1000) && queue.pop().is_some() && queue.pop().is_none());
    }
}
