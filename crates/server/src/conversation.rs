//! A conversation: the loop that owns all state and talks to one client.
//!
//! It needs no thread of its own. So one process can have many conversations, each a task of one
//! runtime.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc::{Receiver, UnboundedReceiver, unbounded_channel};
use tokio::task::yield_now;
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep_until};

use super::commands::TOPICS;
use super::event::Event;
use super::job::Host;
use super::line::Line;
use super::outbox::{Outbox, OutputTrouble};
use super::permissions::Permissions;
use super::shell::Shell;
use super::state::{ServerState, Wires};
use sarsen_engine::session::Registry;

/// A long search gives a sign of life this often.
const HEARTBEAT: Duration = Duration::from_secs(1);

/// After `quit`, the search may take this long to end, and the answers this long to be read.
pub(crate) const FAREWELL: Duration = Duration::from_secs(1);

/// What a conversation is held with.
pub struct Conversation {
    /// The games that can be opened.
    pub registry: Arc<Registry>,
    /// What the program adds to the protocol.
    pub shell: Shell,
    /// What the client may do.
    pub permissions: Permissions,
    /// Who runs its searches.
    pub host: Arc<dyn Host>,
}

/// How a conversation ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The client said `quit`.
    Quit,
    /// The client will say no more, and everything is answered.
    InputEnded,
    /// The client is gone: nothing more is answered.
    Gone,
    /// The client does not read, and there are too many answers to keep.
    OutputStuck,
    /// An answer could not be sent.
    OutputBroken,
}

/// A conversation that has begun.
pub struct Attendant {
    state: ServerState,
    events: UnboundedReceiver<Event>,
    outbox: Outbox,
}

impl Conversation {
    /// Begins it. Answers go to the outbox.
    ///
    /// # Errors
    ///
    /// If there is no memory for the engine.
    pub fn begin(self, outbox: &Outbox) -> Result<Attendant, String> {
        let (sender, events) = unbounded_channel();
        let Self { registry, shell, permissions, host } = self;
        let wires = Wires { outbox: outbox.clone(), host, events: sender };
        let state = ServerState::new(registry, shell, permissions, TOPICS, wires)?;
        Ok(Attendant { state, events, outbox: outbox.clone() })
    }
}

impl Attendant {
    /// Holds the conversation until its end. The lines come from a channel. If that closes without
    /// [`Line::End`], the client is gone, and nothing more is answered. After the end no more
    /// lines come to the outbox.
    pub async fn attend(self, mut lines: Receiver<Line>) -> End {
        let Self { mut state, mut events, outbox } = self;
        let mut heartbeat = interval_at(Instant::now() + HEARTBEAT, HEARTBEAT);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut deadline = None;
        let end = loop {
            if state.is_done() {
                break if state.was_told_to_quit() { End::Quit } else { End::InputEnded };
            }
            let is_idle = state.is_idle();
            if is_idle {
                heartbeat.reset();
            }
            tokio::select! {
                biased;
                trouble = outbox.trouble() => break End::from(trouble),
                Some(event) = events.recv() => state = match event {
                    Event::Search(report) => state.reported(report),
                    Event::Loaded(number, loaded) => state.loaded(number, loaded),
                },
                line = lines.recv(), if !state.is_leaving() => {
                    let Some(line) = line else { break End::Gone };
                    state = state.receive(line);
                    if state.was_told_to_quit() {
                        deadline = Some(Instant::now() + FAREWELL);
                    }
                    // A client that sends many lines lets the others have their turns between.
                    yield_now().await;
                }
                _ = heartbeat.tick(), if !is_idle => state = state.tick(),
                () = until(state.deadline().map(Instant::from_std)) => state = state.end_overdue(),
                () = until(deadline) => break End::Quit,
            }
        };
        state.abandon();
        outbox.end();
        end
    }
}

impl From<OutputTrouble> for End {
    fn from(trouble: OutputTrouble) -> Self {
        match trouble {
            OutputTrouble::Stuck => Self::OutputStuck,
            OutputTrouble::Broken => Self::OutputBroken,
        }
    }
}

/// Waits until a moment, or for ever if the moment is None.
async fn until(moment: Option<Instant>) {
    match moment {
        Some(moment) => sleep_until(moment).await,
        None => std::future::pending().await,
    }
}
