//! What waits for its turn. However much it is, each arrival is marked, ended and taken in constant
//! time.

use std::collections::VecDeque;
use std::time::Instant;

use super::super::allocated;
use crate::protocol::{Command, Query};

/// Bytes of memory that what waits may take.
const ROOM: usize = 64 << 20;

/// What takes its turn.
pub(super) enum Turn {
    /// The line of a command, which takes less room than what it means.
    Line(String, Kind),
    /// A line that is no command: what to say of it, and whether it was meant to be a `position`.
    Refused { why: String, position: bool },
    /// Commands that there was no room for, so many of them searches, and so many `isready`.
    Dropped { searches: u64, asked: u64 },
    /// An `isready` that has been answered since.
    Done,
}

/// What has to be known of a command while it waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A search, whether it has no end of its own, and whether it is on the opponent's time.
    Search { endless: bool, ponders: bool },
    /// A count.
    Count,
    /// `isready`.
    Asked,
    /// Anything else.
    Other,
}

impl Kind {
    pub(super) fn of(command: &Command) -> Self {
        match command {
            Command::Go(go) => {
                Self::Search { endless: go.infinite || !go.has_an_end(), ponders: go.ponder }
            }
            Command::Query(Query::Perft(_)) => Self::Count,
            Command::IsReady => Self::Asked,
            _ => Self::Other,
        }
    }
}

impl Turn {
    fn kind(&self) -> Kind {
        match self {
            Self::Line(_, kind) => *kind,
            _ => Kind::Other,
        }
    }

    /// The memory that it takes while it waits.
    fn bytes(&self) -> usize {
        let text = match self {
            Self::Line(text, _) => text.capacity(),
            Self::Refused { why, .. } => why.capacity(),
            Self::Dropped { .. } | Self::Done => return size_of::<Waiting>(),
        };
        // With the number by which it may be found.
        size_of::<Waiting>() + size_of::<u64>() + allocated(text)
    }
}

/// What waits for its turn.
pub(super) struct Waiting {
    pub(super) turn: Turn,
    /// When it arrived, if it could be carried out at once; else its clock starts when its turn
    /// comes.
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
        matches!(self.turn.kind(), Kind::Search { endless: true, .. }) || self.ponders()
    }

    /// Whether it is a search on the opponent's time.
    fn ponders(&self) -> bool {
        matches!(self.turn.kind(), Kind::Search { ponders: true, .. }) && self.hit.is_none()
    }

    /// Whether what comes after it needs not wait for a search: it could be carried out at once,
    /// and is no search itself.
    fn lets_pass(&self) -> bool {
        let works = matches!(self.turn.kind(), Kind::Search { .. } | Kind::Count)
            || matches!(self.turn, Turn::Dropped { .. });
        self.arrived.is_some() && !works
    }
}

/// Commands in the order of their arrival. They are numbered, so that a great many need not be
/// looked through for the few that something concerns.
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

    /// Whether what comes next can be carried out as soon as nothing runs any more that was asked
    /// for.
    pub(super) fn lets_pass(&self) -> bool {
        self.waiting.back().is_none_or(Waiting::lets_pass)
    }

    /// Adds something; `arrived` as in [`Waiting`]. False if the room has just become too small:
    /// this and all that follows is dropped, until it is its turn.
    pub(super) fn push(&mut self, mut turn: Turn, arrived: Option<Instant>) -> bool {
        if let Turn::Line(text, _) | Turn::Refused { why: text, .. } = &mut turn {
            text.shrink_to_fit();
        }
        let bytes = turn.bytes();
        let searches = u64::from(matches!(turn.kind(), Kind::Search { .. }));
        let asked = u64::from(turn.kind() == Kind::Asked);
        match self.waiting.back_mut() {
            // Once something is dropped, what follows it makes no sense either.
            Some(Waiting { turn: Turn::Dropped { searches: go, asked: ready }, .. }) => {
                *go += searches;
                *ready += asked;
                true
            }
            _ if self.bytes + bytes > ROOM => {
                self.add(Turn::Dropped { searches, asked }, None);
                false
            }
            _ => {
                self.add(turn, arrived);
                true
            }
        }
    }

    fn add(&mut self, turn: Turn, arrived: Option<Instant>) {
        let bytes = turn.bytes();
        let waiting = Waiting { turn, arrived, ended: false, hit: None, bytes };
        if waiting.is_endless() {
            self.endless.push_back(self.numbered);
        }
        if waiting.ponders() {
            self.pondering.push_back(self.numbered);
        }
        if waiting.turn.kind() == Kind::Asked {
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

    /// A line as it waits.
    fn turn(line: &str) -> Turn {
        let command = parse(line).expect("a command").expect("not blank");
        Turn::Line(line.to_owned(), Kind::of(&command))
    }

    /// A queue of these lines.
    fn queue(lines: &[&str]) -> Queue {
        let mut queue = Queue::default();
        for line in lines {
            assert!(queue.push(turn(line), None));
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
        queue.push(turn("show"), None);
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
        assert!(queue.push(turn_of_all(), None));
        assert!((0..10).any(|_| !queue.push(turn("go"), None)));
        assert!(queue.push(turn("show"), None) && queue.push(turn("go"), None));
        assert!(queue.push(turn("isready"), None));
        while let Some(Waiting { turn, .. }) = queue.pop() {
            match turn {
                Turn::Line(..) => {}
                Turn::Dropped { searches: 2, asked: 1 } if queue.is_empty() => {
                    return assert!(queue.bytes == 0 && queue.push(turn_of_all(), None));
                }
                _ => break,
            }
        }
        panic!("what was dropped has its turn at the end");
    }

    /// As much as there is room for.
    fn turn_of_all() -> Turn {
        turn(&("go".to_owned() + &" ".repeat(ROOM - 1000)))
    }
}
