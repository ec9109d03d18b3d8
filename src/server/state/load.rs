//! Files that options name, read beside the desk: the disk may be slow, or not answer at all.

use std::time::{Duration, Instant};

use super::super::Event;
use super::Desk;
use crate::engine::{Loaded, OptionError, OptionFile};
use crate::protocol::reply;

/// How long the reading of a file may still take after `quit`.
const HURRY: Duration = Duration::from_millis(100);

/// A file that is being read.
pub(super) struct Loading {
    /// Its number; earlier ones are of no interest any more.
    number: u64,
    path: String,
    since: Instant,
    /// When to give it up.
    until: Option<Instant>,
}

impl Loading {
    /// When to give it up.
    pub(super) fn deadline(&self) -> Option<Instant> {
        self.until
    }

    /// A sign of life.
    pub(super) fn progress(&self) -> String {
        let seconds = self.since.elapsed().as_secs();
        reply::note(&format!("reading {} since {seconds} s", self.path))
    }
}

impl Desk {
    /// Begins to read a file; it is used when it has been read.
    pub(super) fn load(&mut self, file: OptionFile) -> Result<(), OptionError> {
        let path = file.path().to_owned();
        let refused = file.clone();
        self.load_by(path, || file.load()).map_err(|error| refused.failed(error))
    }

    /// Begins to do what a file of this path is read by.
    fn load_by(
        &mut self,
        path: String,
        read: impl FnOnce() -> Result<Loaded, OptionError> + Send + 'static,
    ) -> std::io::Result<()> {
        self.files += 1;
        let (number, events) = (self.files, self.wires.events.clone());
        let work = move || {
            // Without a loop to hear it, it is of no interest any more.
            let _ = events.send(Event::Loaded(number, read()));
        };
        std::thread::Builder::new().name("load".to_owned()).spawn(work)?;
        self.loading = Some(Loading { number, path, since: Instant::now(), until: None });
        if self.quit {
            self.hurry_loading();
        }
        Ok(())
    }

    /// Lets the reading of a file take no longer than a moment.
    pub(super) fn hurry_loading(&mut self) {
        if let Some(loading) = &mut self.loading {
            loading.until = Some(Instant::now() + HURRY);
        }
    }

    /// Goes on without a file whose reading has taken too long.
    pub(super) fn give_up_loading(&mut self) {
        let late = |loading: &mut Loading| loading.until.is_some_and(|end| end <= Instant::now());
        if let Some(loading) = self.loading.take_if(late) {
            self.error(&format!("{} could not be read in time", loading.path));
            self.advance();
        }
    }

    /// Takes what was read.
    pub(in super::super) fn loaded(&mut self, number: u64, loaded: Result<Loaded, OptionError>) {
        if self.loading.take_if(|loading| loading.number == number).is_none() {
            return;
        }
        if let Err(error) = loaded.and_then(|loaded| self.engine().adopt(loaded)) {
            self.error(&error.to_string());
        }
        self.advance();
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::reader::Line;
    use super::super::super::{Shell, outbox::Outbox, searcher};
    use super::super::Wires;
    use super::*;
    use crate::engine::Engine;
    use crate::games;
    use std::io::Write;
    use std::sync::{Arc, Mutex};
    use std::time::Duration;
    use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

    /// Keeps what is written.
    #[derive(Clone, Default)]
    struct Kept(Arc<Mutex<Vec<u8>>>);

    impl Write for Kept {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    /// A desk whose file is being read until the sender is dropped, or sends what was in it.
    struct Slow {
        desk: Desk,
        outbox: Outbox,
        events: UnboundedReceiver<Event>,
        disk: std::sync::mpsc::Sender<Result<Loaded, OptionError>>,
        kept: Kept,
    }

    fn slow() -> Slow {
        let (sender, events) = unbounded_channel();
        let kept = Kept::default();
        let outbox = Outbox::spawn(kept.clone(), sender.clone()).unwrap();
        let jobs = searcher::spawn(sender.clone()).unwrap();
        let wires = Wires { outbox: outbox.clone(), jobs, events: sender };
        let mut desk = Desk::new(games::registry(), Shell::default(), wires).unwrap();
        let (disk, read) = std::sync::mpsc::channel();
        desk.load_by("/slow/file".to_owned(), move || read.recv().unwrap()).unwrap();
        Slow { desk, outbox, events, disk, kept }
    }

    impl Slow {
        fn say(&mut self, lines: &[&str]) {
            let text = |line: &&str| Line::Text((*line).to_owned(), Instant::now());
            lines.iter().map(text).for_each(|line| self.desk.receive(line));
        }

        /// What has been said.
        fn said(&self) -> String {
            self.outbox.close(Some(Duration::from_secs(60))).unwrap();
            String::from_utf8(self.kept.0.lock().unwrap().clone()).unwrap()
        }
    }

    fn file_of(value: &str) -> OptionFile {
        let session = games::registry().open("connect4", "").unwrap();
        Engine::new(session, 1).unwrap().file_of("weights", Some(value)).unwrap()
    }

    #[test]
    fn quit_is_heard_while_a_file_is_read() {
        let mut slow = slow();
        slow.say(&["isready", "query p1turn", "stop"]);
        slow.desk.tick();
        assert!(!slow.desk.is_done());
        slow.say(&["quit"]);
        let end = slow.desk.deadline().unwrap();
        assert!(end < Instant::now() + Duration::from_millis(500));
        std::thread::sleep(end.saturating_duration_since(Instant::now()));
        slow.desk.end_overdue();
        assert!(slow.desk.is_done());
        let said = slow.said();
        let lines: Vec<&str> = said.lines().collect();
        let gone = "info string error: /slow/file could not be read in time";
        let reading = "info string reading /slow/file since 0 s";
        assert_eq!(lines, [reading, gone, "readyok", "response true"]);
    }

    #[test]
    fn everything_waits_for_a_file_in_its_order() {
        let mut slow = slow();
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/weights/connect4-by-hand.toml");
        slow.say(&["move 4 4 3", "query eval", "isready", "query p1turn"]);
        slow.desk.receive(Line::End);
        assert!(!slow.desk.is_done());
        slow.disk.send(file_of(file).load()).unwrap();
        let Some(Event::Loaded(number, loaded)) = slow.events.blocking_recv() else { panic!() };
        slow.desk.loaded(number, loaded);
        assert!(slow.desk.is_done());
        let mut session = games::registry().open("connect4", "").unwrap();
        session.play("4 4 3").unwrap();
        let usual = session.evaluate().unwrap();
        let weights = crate::game::Weights::load(file.as_ref()).unwrap();
        session.set_weights(Some(&weights)).unwrap();
        let opinion = session.evaluate().unwrap();
        assert_ne!(usual, opinion);
        assert_eq!(slow.said(), format!("response {opinion}\nreadyok\nresponse false\n"));
    }
}
