//! When commands are carried out: at once, or when their turn has come.
//!
//! A line is parsed once, when it arrives. This file stands above the [state](super::state): it
//! calls the transitions, and they do not call it.

use std::time::Instant;

use super::commands::{Command, When, parse};
use super::event::SearchReport;
use super::line::Line;
use super::state::{
    Activity, Context, Idle, InTurn, Launch, Queue, RefusedPosition, ServerState, Turn, Waiting,
};
use sarsen_engine::engine::{Engine, Loaded, OptionError};
use sarsen_engine::protocol::{ParseError, reply};

impl ServerState {
    /// Takes a line of input.
    pub(super) fn receive(self, line: Line) -> Self {
        self.take_line(line).advance()
    }

    /// Takes a report of the search thread.
    pub(super) fn reported(self, report: SearchReport) -> Self {
        self.take_report(report).advance()
    }

    /// Takes the file of this number, which has been read.
    pub(super) fn loaded(self, number: u64, loaded: Result<Loaded, OptionError>) -> Self {
        self.take_file(number, loaded).advance()
    }

    /// Shows the progress of what takes long, and ends a hopeless count. To be called about once a
    /// second.
    pub(super) fn tick(self) -> Self {
        self.show_progress();
        self.end_hopeless_count()
    }

    /// Ends what should have ended. To be called at the [`deadline`](Self::deadline).
    pub(super) fn end_overdue(self) -> Self {
        self.give_up_loading().answer_overdue().advance()
    }

    fn take_line(mut self, line: Line) -> Self {
        let (text, arrived) = match line {
            Line::Text(text, arrived) => (text, arrived),
            Line::Refused(line) => return self.refuse(line.why, line.command == "position"),
            Line::End => {
                log::debug!("end of input");
                self.context.input_ended = true;
                return self.end_unbounded();
            }
        };
        log::debug!("<- {}", text.trim_end());
        match parse(&text) {
            Ok(Some(command)) => self.take(command, arrived),
            Ok(None) => self,
            Err(error @ ParseError::Unknown(_)) if self.is_held() => {
                self.context.error(&self.context.advise(&error, self.activity.engine()));
                self
            }
            // When its turn comes, the position shows whether a move was meant.
            Err(ParseError::Unknown(word)) => self.enqueue(Turn::Unknown(word), arrived),
            Err(error) => {
                let position = matches!(error, ParseError::Malformed { command: "position", .. });
                self.refuse(error.to_string(), position)
            }
        }
    }

    /// Reports that a line is not a command: at once if what runs does not end by itself, otherwise
    /// in its turn.
    fn refuse(self, why: String, position: bool) -> Self {
        if self.is_held() && !position {
            self.context.error(&why);
            return self;
        }
        let state = if position { self.end_unbounded() } else { self };
        state.enqueue(Turn::Refused { why, position }, Instant::now())
    }

    /// Carries out a command at once, or lets it wait.
    fn take(self, command: Command, arrived: Instant) -> Self {
        let command = match command.when() {
            When::AtOnce(command) => return command.act(self, arrived),
            When::InTurn(command) => command,
        };
        let Self { mut context, mut waiting, activity } = self;
        match activity {
            // Nothing else waits. It would have had its turn by now.
            Activity::Idle(mut engine) => {
                let idle = Idle::new(&mut engine, &mut context, arrived);
                let launch = execute(command, idle);
                let activity = context.launch(&mut waiting, engine, launch);
                Self { context, waiting, activity }
            }
            activity => {
                let state = Self { context, waiting, activity };
                let state = if command.ends_endless() { state.end_unbounded() } else { state };
                state.enqueue(Turn::Command(command), arrived)
            }
        }
    }

    /// Gives each waiting command its turn, until one starts a search or the reading of a file.
    fn advance(mut self) -> Self {
        loop {
            let Activity::Idle(engine) = self.activity else { return self };
            let Some(next) = self.waiting.pop() else {
                return Self { activity: Activity::Idle(engine), ..self };
            };
            self.activity = take_turn(&mut self.context, &mut self.waiting, engine, next);
        }
    }
}

/// Carries out what waited. `waiting` is what waits behind it.
fn take_turn(
    context: &mut Context,
    waiting: &mut Queue,
    mut engine: Box<Engine>,
    next: Waiting,
) -> Activity {
    let Waiting { turn, arrived, ended, ponder_hit, .. } = next;
    match turn {
        Turn::Command(command) => {
            let arrived = arrived.unwrap_or_else(Instant::now);
            let idle = Idle { ended, ponder_hit, ..Idle::new(&mut engine, context, arrived) };
            let launch = execute(command, idle);
            return context.launch(waiting, engine, launch);
        }
        Turn::Unknown(word) => {
            context.error(&context.advise(&ParseError::Unknown(word), Some(&engine)));
        }
        Turn::IsReady => context.say_ready(1),
        Turn::Refused { why, position: false } => context.error(&why),
        Turn::Refused { why, position: true } => {
            context.error(&format!("{why}; the old position stays"));
            context.refused_position = Some(RefusedPosition::line(why));
        }
        Turn::Dropped { searches, isready } => {
            // One of the dropped commands may have been a `position`.
            let why = "there was no room for the command";
            context.refused_position = Some(RefusedPosition::line(why.to_owned()));
            (0..searches).for_each(|_| context.say(reply::best_move(reply::NO_MOVE, None)));
            context.say_ready(isready);
        }
        Turn::Done => {}
    }
    Activity::Idle(engine)
}

/// Carries out a command, or reports why it cannot.
fn execute(command: Box<dyn InTurn>, mut idle: Idle<'_>) -> Launch {
    command.execute(&mut idle).unwrap_or_else(|refusal| {
        idle.context.error(&refusal.to_string());
        Launch::Nothing
    })
}

#[cfg(test)]
mod tests {
    use super::super::commands::TOPICS;
    use super::super::event::Event;
    use super::super::job::{Host, Job, TooBusy};
    use super::super::outbox::Outbox;
    use super::super::permissions::Permissions;
    use super::super::shell::Shell;
    use super::super::state::Wires;
    use super::*;
    use sarsen_core::game::Weights;
    use sarsen_engine::engine::OptionFile;
    use std::sync::{Arc, Mutex};
    use std::time::Duration;
    use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

    /// Searches nothing.
    struct Nobody;

    impl Host for Nobody {
        fn take(&self, job: Job) -> Result<(), TooBusy> {
            Err(TooBusy { job: Box::new(job), why: "nobody searches here".to_owned() })
        }
    }

    /// Keeps the jobs, and begins none.
    struct Heap(Mutex<Vec<Job>>);

    impl Host for Heap {
        fn take(&self, job: Job) -> Result<(), TooBusy> {
            self.0.lock().unwrap().push(job);
            Ok(())
        }
    }

    /// A server that is reading a file, until `disk` sends what was in it or is dropped.
    struct Slow {
        state: ServerState,
        outbox: Outbox,
        events: UnboundedReceiver<Event>,
        disk: std::sync::mpsc::Sender<Result<Loaded, OptionError>>,
    }

    fn server(host: Arc<dyn Host>) -> (ServerState, Outbox, UnboundedReceiver<Event>) {
        let (sender, events) = unbounded_channel();
        let outbox = Outbox::new(1 << 20);
        let wires = Wires { outbox: outbox.clone(), host, events: sender };
        let (registry, shell) = (Arc::new(sarsen_games::registry()), Shell::default());
        let state = ServerState::new(registry, shell, Permissions::ALL, TOPICS, wires).unwrap();
        (state, outbox, events)
    }

    fn slow() -> Slow {
        let (state, outbox, events) = server(Arc::new(Nobody));
        let (disk, read) = std::sync::mpsc::channel();
        let ServerState { mut context, waiting, activity } = state;
        let Activity::Idle(engine) = activity else { panic!("it begins idle") };
        let read = move || read.recv().unwrap();
        let loading = context.load_by("/slow/file".to_owned(), read).unwrap();
        let activity = Activity::Loading(engine, loading);
        let state = ServerState { context, waiting, activity };
        Slow { state, outbox, events, disk }
    }

    impl Slow {
        fn say(mut self, lines: &[&str]) -> Self {
            let text = |line: &&str| Line::Text((*line).to_owned(), Instant::now());
            self.state = lines.iter().map(text).fold(self.state, ServerState::receive);
            self
        }

        /// What has been said.
        fn said(&self) -> String {
            self.outbox.end();
            std::iter::from_fn(|| self.outbox.wait_next()).map(|line| line + "\n").collect()
        }
    }

    fn file_of(value: &str) -> OptionFile {
        let session = sarsen_games::registry().open("connect4", "").unwrap();
        Engine::new(session, 1).unwrap().file_of("weights", Some(value)).unwrap()
    }

    #[test]
    fn the_clock_of_a_go_does_not_run_until_a_newgame_is_ready() {
        const AGO: Duration = Duration::from_secs(100);
        let ago = Instant::now().checked_sub(AGO).unwrap();
        for (lines, waited) in [
            (["newgame stonehenge", "go movetime 10"], true),
            (["newgame", "go movetime 10"], true),
            (["position startpos", "go movetime 10"], false),
        ] {
            let heap = Arc::new(Heap(Mutex::default()));
            let (mut state, _outbox, _events) = server(Arc::clone(&heap) as Arc<dyn Host>);
            state.context.game_ready = ago;
            for line in lines {
                state = state.receive(Line::Text(line.to_owned(), ago));
            }
            let job = heap.0.lock().unwrap().pop().unwrap();
            assert_eq!(job.control.elapsed() < AGO, waited, "{lines:?}");
        }
    }

    #[test]
    fn quit_is_heard_while_a_file_is_read() {
        let mut slow = slow().say(&["isready", "query p1turn", "stop"]);
        slow.state = slow.state.tick();
        assert!(!slow.state.is_done());
        slow = slow.say(&["quit"]);
        let end = slow.state.deadline().unwrap();
        assert!(end < Instant::now() + Duration::from_millis(500));
        std::thread::sleep(end.saturating_duration_since(Instant::now()));
        slow.state = slow.state.end_overdue();
        assert!(slow.state.is_done());
        let said = slow.said();
        let lines: Vec<&str> = said.lines().collect();
        let gone = "info string error: /slow/file could not be read in time";
        let reading = "info string reading /slow/file since 0 s";
        assert_eq!(lines, [reading, gone, "readyok", "response true"]);
    }

    #[test]
    fn everything_waits_for_a_file_in_its_order() {
        let file =
            concat!(env!("CARGO_MANIFEST_DIR"), "/../../benches/weights/connect4-by-hand.toml");
        let mut slow = slow().say(&["move 4 4 3", "query eval", "isready", "query p1turn"]);
        slow.state = slow.state.receive(Line::End);
        assert!(!slow.state.is_done());
        slow.disk.send(file_of(file).load()).unwrap();
        let Some(Event::Loaded(number, loaded)) = slow.events.blocking_recv() else { panic!() };
        slow.state = slow.state.loaded(number, loaded);
        assert!(slow.state.is_done());
        let mut session = sarsen_games::registry().open("connect4", "").unwrap();
        session.play("4 4 3").unwrap();
        let usual = session.evaluate().unwrap();
        let weights = Weights::load(file.as_ref()).unwrap();
        session.set_weights(Some(&weights)).unwrap();
        let changed = session.evaluate().unwrap();
        assert_ne!(usual, changed);
        assert_eq!(
            slow.said(),
            format!("response {}\nreadyok\nresponse false\n", reply::opinion(changed))
        );
    }
}
