//! What the server is doing: the states of the diagram in [`state`](super).

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::loading::Loading;
use sarsen_core::search::time::Budget;
use sarsen_core::search::{Answer, Control};
use sarsen_engine::engine::Engine;

/// A search that is late by this much is answered anyway. On a busy machine, the search thread may
/// wait many milliseconds before the system lets it run. This task works little, so the system lets
/// it run at once.
const LATE: Duration = Duration::from_millis(1);

/// What the server is doing. Each state has the engine, unless the search thread has it.
pub(crate) enum Activity {
    /// Nothing: the next command is carried out at once.
    Idle(Box<Engine>),
    /// It searches, as a `go` asked.
    Searching(CurrentSearch),
    /// A search has ended, but its answer is held back.
    Held(Box<Engine>, Hold, Option<Answer<String>>),
    /// It counts lines of play.
    Counting(Arc<Control>),
    /// A late search was answered with this variation. Its thread has yet to end.
    WindingDown(Vec<String>),
    /// It searches unasked, in the opponent's time. So many plies were played before.
    OwnPondering(Arc<Control>, usize),
    /// A file that an option names is being read.
    Loading(Box<Engine>, Loading),
}

/// A search that runs because a client asked for it.
pub(crate) struct CurrentSearch {
    pub(crate) control: Arc<Control>,
    pub(crate) hold: Hold,
    /// The best variation that it reported last.
    pub(crate) latest: Option<Vec<String>>,
    /// If it has not ended at this time, it is answered with that variation.
    overdue: Option<Instant>,
}

/// What the answer of a search waits for.
#[derive(Clone, Copy)]
pub(crate) enum Hold {
    /// Nothing: the search is answered when it ends.
    Free,
    /// The answer waits for `stop`.
    UntilStop,
    /// The answer waits for `ponderhit` or `stop`. The budget counts from `ponderhit`.
    UntilPonderHit { budget: Option<Budget>, then: AfterHit },
}

/// What becomes of a search at its `ponderhit`.
#[derive(Clone, Copy)]
pub(crate) enum AfterHit {
    /// A limit ends it.
    Finish,
    /// It goes on until `stop`.
    UntilStop,
    /// It ends, because nothing limits it.
    End,
}

impl Hold {
    /// Whether the answer has to wait for a command.
    pub(crate) fn is_held(self) -> bool {
        !matches!(self, Self::Free)
    }

    /// Whether the answer waits for `ponderhit`.
    pub(crate) fn ponders(self) -> bool {
        matches!(self, Self::UntilPonderHit { .. })
    }

    /// What still holds the answer back after `ponderhit`.
    pub(crate) fn after_hit(self) -> Self {
        match self {
            Self::UntilPonderHit { then: AfterHit::UntilStop, .. } => Self::UntilStop,
            _ => Self::Free,
        }
    }
}

impl CurrentSearch {
    pub(crate) fn new(control: Arc<Control>, hold: Hold) -> Self {
        Self { control, hold, latest: None, overdue: None }.with_overdue_timer()
    }

    /// Arms the overdue timer: it goes off soon after the search has to end.
    pub(crate) fn with_overdue_timer(self) -> Self {
        let now = Instant::now();
        let end = if self.control.is_stopped() { Some(now) } else { self.control.deadline() };
        Self { overdue: end.map(|end| end.max(now) + LATE), ..self }
    }

    /// Ends the search. Its answer is no longer held back.
    pub(crate) fn released(self) -> Self {
        self.control.stop();
        Self { hold: Hold::Free, ..self }.with_overdue_timer()
    }

    /// The expected move was played: a search that ponders becomes an ordinary one.
    pub(crate) fn ponder_hit(self) -> Self {
        match self.hold {
            Hold::UntilPonderHit { then: AfterHit::End, .. } => self.released(),
            Hold::UntilPonderHit { budget, .. } => {
                if let Some(budget) = budget {
                    self.control.start_clock(budget, Instant::now());
                }
                Self { hold: self.hold.after_hit(), ..self }.with_overdue_timer()
            }
            _ => self,
        }
    }

    /// When it is to be answered with its last report. None if it has not reported anything, or its
    /// answer is held back.
    fn deadline(&self) -> Option<Instant> {
        self.overdue.filter(|_| self.latest.is_some() && !self.hold.is_held())
    }
}

impl Activity {
    /// The engine, unless the search thread has it.
    pub(crate) fn engine(&self) -> Option<&Engine> {
        match self {
            Self::Idle(engine) | Self::Held(engine, ..) | Self::Loading(engine, _) => Some(engine),
            _ => None,
        }
    }

    /// The control of the search or count that runs.
    pub(crate) fn control(&self) -> Option<&Control> {
        match self {
            Self::Searching(CurrentSearch { control, .. })
            | Self::Counting(control)
            | Self::OwnPondering(control, _) => Some(control),
            _ => None,
        }
    }

    /// Whether a search or count has been asked for and is not answered yet.
    pub(crate) fn is_asked(&self) -> bool {
        matches!(self, Self::Searching(_) | Self::Held(..) | Self::Counting(_))
    }

    /// Whether the search thread works on what nobody has asked for, or what has been answered.
    pub(crate) fn is_unasked(&self) -> bool {
        matches!(self, Self::WindingDown(_) | Self::OwnPondering(..))
    }

    /// Whether it goes on until a command comes.
    pub(crate) fn is_held(&self) -> bool {
        match self {
            Self::Searching(search) => search.hold.is_held(),
            Self::Held(_, hold, _) => hold.is_held(),
            Self::OwnPondering(control, _) => !control.is_stopped(),
            _ => false,
        }
    }

    /// When a late search is to be answered, or the reading of a file given up.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        match self {
            Self::Searching(search) => search.deadline(),
            Self::Loading(_, loading) => loading.deadline(),
            _ => None,
        }
    }
}
