//! The whole state, and its transitions. Each transition takes the state and returns the next one.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::activity::{Activity, CurrentSearch, Hold};
use super::answering::{STOPPED, undo_own_ponder};
use super::context::{Context, Wires};
use super::queue::{Queue, Turn};
use crate::event::SearchReport;
use crate::permissions::Permissions;
use crate::shell::Shell;
use sarsen_core::search::{Answer, Info};
use sarsen_core::sys::panic_guard::Panicked;
use sarsen_engine::engine::{DEFAULT_HASH, Engine, Loaded, OptionError};
use sarsen_engine::protocol::{Topic, reply};
use sarsen_engine::session::Registry;

/// After the end of input, a count goes on only if the rest probably takes no longer than this.
const FORESEEABLE: Duration = Duration::from_secs(600);

/// A count has to run for this long before its rest can be estimated.
const TRIED: Duration = Duration::from_secs(1);

/// Everything the server knows, handled by one task.
pub(crate) struct ServerState {
    pub(crate) context: Context,
    pub(crate) waiting: Queue,
    pub(crate) activity: Activity,
}

impl ServerState {
    /// Idle, with the first game of the registry at its start.
    pub(crate) fn new(
        registry: Arc<Registry>,
        shell: Shell,
        permissions: Permissions,
        topics: &'static [&'static [Topic]],
        wires: Wires,
    ) -> Result<Self, String> {
        let first = registry.names().next().unwrap_or_default().to_owned();
        let session = || registry.open(&first, "").map_err(|error| error.to_string());
        let engine_of = |hash| Engine::new(session()?, hash).map_err(|error| error.to_string());
        let engine = match permissions.bounds {
            Some(bounds) => Engine::borrowing(session()?, bounds),
            None => engine_of(DEFAULT_HASH).or_else(|_| engine_of(1))?,
        };
        let context = Context::new(registry, shell, permissions, topics, wires);
        let waiting = Queue::new(permissions.room());
        Ok(Self { context, waiting, activity: Activity::Idle(Box::new(engine)) })
    }

    /// Whether no more commands are to be read.
    pub(crate) fn is_leaving(&self) -> bool {
        self.context.is_leaving()
    }

    /// Whether `quit` was said.
    pub(crate) fn was_told_to_quit(&self) -> bool {
        self.context.quit
    }

    /// Whether every command is done, and no more will be read.
    pub(crate) fn is_done(&self) -> bool {
        let idle = matches!(self.activity, Activity::Idle(_)) || self.activity.is_unasked();
        self.is_leaving() && idle && self.waiting.is_empty()
    }

    /// Whether nothing runs.
    pub(crate) fn is_idle(&self) -> bool {
        matches!(self.activity, Activity::Idle(_))
    }

    /// Whether what runs does not end by itself, and no command waits for it.
    pub(crate) fn is_held(&self) -> bool {
        self.activity.is_held() && self.waiting.is_empty()
    }

    /// When [`answer_overdue`](Self::answer_overdue) or [`give_up_loading`](Self::give_up_loading)
    /// is due.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.activity.deadline()
    }

    // Waiting.

    /// Lets something wait for its turn. It ends own pondering.
    pub(crate) fn enqueue(mut self, turn: Turn, arrived: Instant) -> Self {
        let at_once = !self.activity.is_asked() && self.waiting.lets_pass();
        if self.activity.is_unasked() {
            self = self.release();
        }
        if !self.waiting.push(turn, at_once.then_some(arrived)) {
            self.context.error("too many commands wait for the search to end; the rest is dropped");
        }
        self
    }

    /// `isready`: answers at once during a search, or if the server has dealt with every command
    /// before it. Otherwise lets it wait.
    pub(crate) fn ready(self, arrived: Instant) -> Self {
        let is_loading = matches!(self.activity, Activity::Loading(..));
        let has_nothing_left = !is_loading && self.waiting.is_empty();
        if self.activity.is_asked() || has_nothing_left {
            self.context.say_ready(1);
            return self;
        }
        self.enqueue(Turn::IsReady, arrived)
    }

    // Ending searches.

    /// `stop`: ends what runs and what waits.
    pub(crate) fn stop(self) -> Self {
        let mut state = self.release();
        state.waiting.stop();
        state
    }

    /// `quit`: ends everything.
    pub(crate) fn quit(mut self) -> Self {
        self.context.quit = true;
        let mut state = self.stop();
        if let Activity::Loading(_, loading) = &mut state.activity {
            loading.hurry();
        }
        state
    }

    /// Ends the search or count that runs, held back or not.
    pub(crate) fn release(self) -> Self {
        let Self { mut context, mut waiting, activity } = self;
        let activity = match activity {
            Activity::Searching(search) => Activity::Searching(search.released()),
            Activity::Held(engine, _, answer) => context.answer(&mut waiting, engine, answer),
            other => {
                if let Some(control) = other.control() {
                    control.stop();
                }
                other
            }
        };
        Self { context, waiting, activity }
    }

    /// Ends the searches that would never end by themselves, running or waiting.
    pub(crate) fn end_unbounded(self) -> Self {
        let mut state = if self.activity.is_held() { self.release() } else { self };
        state.waiting.end_unbounded();
        state
    }

    /// `ponderhit`: the expected move was played. The search that ponders becomes an ordinary one.
    /// If none runs, this is for the first that waits. A search without a limit ends.
    pub(crate) fn ponder_hit(self) -> Self {
        let Self { mut context, mut waiting, activity } = self;
        let activity = match activity {
            Activity::Searching(search) if search.hold.ponders() => {
                Activity::Searching(search.ponder_hit())
            }
            Activity::Held(engine, hold, answer) if hold.ponders() => match hold.after_hit() {
                Hold::Free => context.answer(&mut waiting, engine, answer),
                hold => Activity::Held(engine, hold, answer),
            },
            other => {
                waiting.ponder_hit();
                other
            }
        };
        Self { context, waiting, activity }
    }

    /// Ends what runs, without an answer, because the process or the server is about to end.
    pub(crate) fn abandon(&self) {
        if let Some(control) = self.activity.control() {
            control.stop();
        }
    }

    // What the other threads report.

    /// Takes a report of the search thread.
    pub(crate) fn take_report(self, report: SearchReport) -> Self {
        match report {
            SearchReport::Waits(place) => {
                self.tell_place(place);
                self
            }
            SearchReport::Note(note) => {
                self.tell(&note);
                self
            }
            SearchReport::Begins => self.begin_search(),
            SearchReport::Info(info) => self.take_info(info),
            SearchReport::Searched(engine, answer) => self.end_search(engine, answer),
            SearchReport::Counted(engine, count) => {
                let count = count.unwrap_or_else(|panic| self.context.report_panic(&panic));
                let count = count.map_or(STOPPED.to_owned(), |count| count.to_string());
                self.context.respond(&count);
                Self { activity: Activity::Idle(engine), ..self }
            }
        }
    }

    /// A search that had to wait for a thread has one now, and its clock starts.
    fn begin_search(self) -> Self {
        let activity = match self.activity {
            Activity::Searching(search) => Activity::Searching(search.with_overdue_timer()),
            other => other,
        };
        Self { activity, ..self }
    }

    /// Passes on what a search has found so far, if a client has asked for the search.
    fn take_info(mut self, info: Info<String>) -> Self {
        if let Activity::Searching(search) = &mut self.activity {
            self.context.report(reply::info(self.context.dialect, &info));
            if info.rank == 1 {
                search.latest = Some(info.variation);
            }
        }
        self
    }

    /// A search has ended: answers it, unless its answer is held back or nobody waits for it.
    fn end_search(
        self,
        engine: Box<Engine>,
        answer: Result<Option<Answer<String>>, Panicked>,
    ) -> Self {
        let Self { mut context, mut waiting, activity } = self;
        let activity = match activity {
            Activity::OwnPondering(_, before) => Activity::Idle(undo_own_ponder(engine, before)),
            Activity::WindingDown(variation) => context.think_on(&mut waiting, engine, &variation),
            Activity::Searching(CurrentSearch { control, hold, .. }) => {
                let (took, held) = (control.elapsed(), hold.is_held());
                log::debug!("search ended after {took:?}, held: {held}");
                let answer = answer.unwrap_or_else(|panic| context.report_panic(&panic));
                match held {
                    true => Activity::Held(engine, hold, answer),
                    false => context.answer(&mut waiting, engine, answer),
                }
            }
            _ => Activity::Idle(engine),
        };
        Self { context, waiting, activity }
    }

    /// Uses the file of this number, which has been read.
    pub(crate) fn take_file(self, number: u64, loaded: Result<Loaded, OptionError>) -> Self {
        let Self { mut context, waiting, activity } = self;
        let activity = match activity {
            Activity::Loading(engine, loading) => context.adopt(engine, loading, (number, loaded)),
            other => other,
        };
        Self { context, waiting, activity }
    }

    // What takes too long.

    /// Gives up a file whose reading has taken too long.
    pub(crate) fn give_up_loading(self) -> Self {
        let Self { mut context, waiting, activity } = self;
        let activity = match activity {
            Activity::Loading(engine, loading) => context.give_up_late(engine, loading),
            other => other,
        };
        Self { context, waiting, activity }
    }

    /// Answers a search that should have ended. The answer is what the search reported last.
    pub(crate) fn answer_overdue(self) -> Self {
        let Self { context, waiting, activity } = self;
        let activity = match activity {
            Activity::Searching(CurrentSearch { control, latest: Some(variation), .. }) => {
                log::debug!("the search is late");
                control.stop();
                context.say_best(&variation);
                Activity::WindingDown(variation)
            }
            other => other,
        };
        Self { context, waiting, activity }
    }

    /// Shows that something long is alive.
    pub(crate) fn show_progress(&self) {
        match &self.activity {
            Activity::Searching(CurrentSearch { control, .. }) | Activity::Counting(control) => {
                match control.place() {
                    Some(place) => self.tell_place(place),
                    None => {
                        self.context.report(reply::progress(control.nodes(), control.elapsed()));
                    }
                }
            }
            Activity::Loading(_, loading) => self.context.report(loading.progress()),
            _ => {}
        }
    }

    /// Says who waits for a thread how long the queue is, if a client has asked for the work.
    fn tell_place(&self, place: usize) {
        self.tell(&format!("waiting: place {place} in the queue"));
    }

    /// Says something about the work that runs, if a client has asked for it.
    fn tell(&self, text: &str) {
        if matches!(self.activity, Activity::Searching(_) | Activity::Counting(_)) {
            self.context.report(reply::note(text));
        }
    }

    /// Stops a count if the input has ended and the count would take far too long.
    pub(crate) fn end_hopeless_count(self) -> Self {
        let Activity::Counting(control) = &self.activity else { return self };
        let hopeless = control.left().is_none_or(|left| left > FORESEEABLE);
        let is_tried = self.context.input_ended && control.elapsed() >= TRIED;
        if control.is_stopped() || !is_tried || !hopeless {
            return self;
        }
        let minutes = FORESEEABLE.as_secs() / 60;
        let why = "the input has ended, and the count would take more than";
        self.context.say(reply::note(&format!("{why} {minutes} minutes: stopped")));
        self.release()
    }
}
