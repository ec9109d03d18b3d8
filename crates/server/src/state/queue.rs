//! The commands that wait for their turn. To mark, end or take a command takes constant time,
//! however long the queue is.

use std::collections::VecDeque;
use std::time::Instant;

use super::in_turn::{InTurn, WaitsAs};
use crate::text_memory::allocated;

/// What takes its turn.
pub(crate) enum Turn {
    /// A command.
    Command(Box<dyn InTurn>),
    /// The first word of a line, which is no command. The position may show what was meant.
    Unknown(String),
    /// `isready`.
    IsReady,
    /// A line that is not a command: why, and whether it was meant as a `position`.
    Refused { why: String, position: bool },
    /// Commands that had no room: the number of searches and of `isready` among them.
    Dropped { searches: u64, isready: u64 },
    /// An `isready` that has been answered in the meantime.
    Done,
}

impl Turn {
    fn waits_as(&self) -> WaitsAs {
        match self {
            Self::Command(command) => command.waits_as(),
            _ => WaitsAs::Other,
        }
    }

    /// The memory that it takes while it waits. Its texts are made no larger than they must be.
    fn bytes(&mut self) -> usize {
        // A text may stand in a list, which is memory of its own.
        let text = |text: &mut String| {
            text.shrink_to_fit();
            size_of::<String>() + allocated(text.capacity())
        };
        // The turn, and the number by which it may be found.
        let entry = size_of::<Waiting>() + size_of::<u64>();
        entry
            + match self {
                Self::Command(command) => {
                    let texts: usize = command.texts().into_iter().map(text).sum();
                    allocated(size_of_val(&**command)) + texts
                }
                Self::Unknown(line) | Self::Refused { why: line, .. } => text(line),
                Self::IsReady | Self::Dropped { .. } | Self::Done => 0,
            }
    }
}

/// A turn that waits.
pub(crate) struct Waiting {
    pub(crate) turn: Turn,
    /// When it arrived, if it could have been carried out at once. Otherwise its clock starts when
    /// its turn comes.
    pub(crate) arrived: Option<Instant>,
    /// Whether a later command has ended it. Then it has to answer at once.
    pub(crate) ended: bool,
    /// When a `ponderhit` came for it. From then on it does not ponder.
    pub(crate) ponder_hit: Option<Instant>,
    /// The memory that it takes.
    bytes: usize,
}

impl Waiting {
    /// Whether it is a search that does not end by itself.
    fn is_endless(&self) -> bool {
        matches!(self.turn.waits_as(), WaitsAs::Search { endless: true, .. }) || self.ponders()
    }

    /// Whether it is a search on the opponent's time.
    fn ponders(&self) -> bool {
        matches!(self.turn.waits_as(), WaitsAs::Search { ponders: true, .. })
            && self.ponder_hit.is_none()
    }

    /// Whether the next command need not wait for a search. This holds if the present one could
    /// have been carried out at once and is neither a search nor a count.
    fn lets_pass(&self) -> bool {
        let works = matches!(self.turn.waits_as(), WaitsAs::Search { .. } | WaitsAs::Count)
            || matches!(self.turn, Turn::Dropped { .. });
        self.arrived.is_some() && !works
    }
}

/// The waiting commands in the order of their arrival. Each has a number. So the few that an
/// arrival concerns are found without a search through all.
pub(crate) struct Queue {
    /// The limit for the memory of what waits, in bytes.
    room: usize,
    waiting: VecDeque<Waiting>,
    bytes: usize,
    /// The number of commands that have ever waited. Those that wait now have the last numbers
    /// below it.
    numbered: u64,
    /// A `stop` has come for those with lower numbers.
    stopped_below: u64,
    /// The numbers of endless searches that have not been ended.
    endless: VecDeque<u64>,
    /// The numbers of searches that ponder and still wait for `ponderhit`.
    pondering: VecDeque<u64>,
    /// The number of each `isready`.
    isready: VecDeque<u64>,
}

impl Queue {
    /// An empty one, with a limit for the memory of what waits, in bytes.
    pub(crate) fn new(room: usize) -> Self {
        Self {
            room,
            waiting: VecDeque::new(),
            bytes: 0,
            numbered: 0,
            stopped_below: 0,
            endless: VecDeque::new(),
            pondering: VecDeque::new(),
            isready: VecDeque::new(),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Whether the next command can be carried out as soon as no requested search runs.
    pub(crate) fn lets_pass(&self) -> bool {
        self.waiting.back().is_none_or(Waiting::lets_pass)
    }

    /// Adds a turn. `arrived` is as in [`Waiting`]. Returns false if there is no more room. Then
    /// this turn and all that follow are dropped, until its turn would have come.
    pub(crate) fn push(&mut self, mut turn: Turn, arrived: Option<Instant>) -> bool {
        let bytes = turn.bytes();
        let searches = u64::from(matches!(turn.waits_as(), WaitsAs::Search { .. }));
        let isready = u64::from(matches!(turn, Turn::IsReady));
        match self.waiting.back_mut() {
            // After a command that was dropped, those that follow make no sense.
            Some(Waiting { turn: Turn::Dropped { searches: go, isready: ready }, .. }) => {
                *go += searches;
                *ready += isready;
                true
            }
            _ if self.bytes + bytes > self.room => {
                let mut dropped = Turn::Dropped { searches, isready };
                let bytes = dropped.bytes();
                self.add(dropped, None, bytes);
                false
            }
            _ => {
                self.add(turn, arrived, bytes);
                true
            }
        }
    }

    fn add(&mut self, turn: Turn, arrived: Option<Instant>, bytes: usize) {
        let waiting = Waiting { turn, arrived, ended: false, ponder_hit: None, bytes };
        if waiting.is_endless() {
            self.endless.push_back(self.numbered);
        }
        if waiting.ponders() {
            self.pondering.push_back(self.numbered);
        }
        if matches!(waiting.turn, Turn::IsReady) {
            self.isready.push_back(self.numbered);
        }
        self.bytes += bytes;
        self.numbered += 1;
        self.waiting.push_back(waiting);
    }

    /// Takes the first turn.
    pub(crate) fn pop(&mut self) -> Option<Waiting> {
        let number = self.first();
        let mut next = self.waiting.pop_front()?;
        self.bytes -= next.bytes;
        next.ended |= number < self.stopped_below;
        for numbers in [&mut self.endless, &mut self.pondering, &mut self.isready] {
            if numbers.front() == Some(&number) {
                numbers.pop_front();
            }
        }
        Some(next)
    }

    /// A `stop` has come: everything that waits now ends at once.
    pub(crate) fn stop(&mut self) {
        self.stopped_below = self.numbered;
    }

    /// Ends the searches that would never end by themselves.
    pub(crate) fn end_unbounded(&mut self) {
        for number in std::mem::take(&mut self.endless) {
            if let Some(waiting) = self.get_mut(number) {
                waiting.ended |= waiting.is_endless();
            }
        }
    }

    /// A `ponderhit` has come: it is for the first search that ponders.
    pub(crate) fn ponder_hit(&mut self) {
        let number = self.pondering.pop_front();
        if let Some(waiting) = number.and_then(|number| self.get_mut(number)) {
            waiting.ponder_hit = Some(Instant::now());
        }
    }

    /// Takes every waiting `isready` out. Returns their number. The caller answers them.
    pub(crate) fn take_isready(&mut self) -> u64 {
        let mut taken = 0;
        for number in std::mem::take(&mut self.isready) {
            if let Some(waiting) = self.get_mut(number) {
                waiting.turn = Turn::Done;
                taken += 1;
            }
        }
        if let Some(Waiting { turn: Turn::Dropped { isready, .. }, .. }) = self.waiting.back_mut() {
            taken += std::mem::take(isready);
        }
        taken
    }

    /// The number of the first turn.
    fn first(&self) -> u64 {
        self.numbered - self.waiting.len() as u64
    }

    /// The turn of this number, if it still waits.
    fn get_mut(&mut self, number: u64) -> Option<&mut Waiting> {
        let at = number.checked_sub(self.first())?;
        self.waiting.get_mut(usize::try_from(at).ok()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::{When, parse};

    const ROOM: usize = 1 << 20;

    /// A command as it waits.
    fn turn(line: &str) -> Turn {
        match parse(line).expect("a command").expect("not blank").when() {
            When::InTurn(command) => Turn::Command(command),
            When::AtOnce(_) => panic!("{line} never waits"),
        }
    }

    /// A queue of these lines.
    fn queue(lines: &[&str]) -> Queue {
        let mut queue = Queue::new(ROOM);
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
        // The first search that ponders becomes an ordinary one.
        queue.ponder_hit();
        queue.end_unbounded();
        assert_eq!(ended(&mut queue), [false, false, true, true, true]);
        assert!(queue.endless.is_empty() && queue.pondering.is_empty());
        queue.ponder_hit();
        queue.end_unbounded();
    }

    #[test]
    fn what_there_is_no_room_for_is_counted() {
        let mut queue = Queue::new(ROOM);
        assert!(queue.push(turn_of_all(), None));
        assert!((0..10).any(|_| !queue.push(turn("go"), None)));
        assert!(queue.push(turn("show"), None) && queue.push(turn("go"), None));
        assert!(queue.push(Turn::IsReady, None));
        while let Some(Waiting { turn, .. }) = queue.pop() {
            match turn {
                Turn::Command(_) => {}
                Turn::Dropped { searches: 2, isready: 1 } if queue.is_empty() => {
                    return assert!(queue.bytes == 0 && queue.push(turn_of_all(), None));
                }
                _ => break,
            }
        }
        panic!("what was dropped has its turn at the end");
    }

    /// As much as there is room for.
    fn turn_of_all() -> Turn {
        turn(&("move ".to_owned() + &"4".repeat(ROOM - 1000)))
    }
}
