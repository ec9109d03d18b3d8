//! The engine's thinking: its limits, what is shown of it, how it is interrupted.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::engine::{Engine, Purpose};
use crate::search::time::Budget;
use crate::search::{Control, Info};
use crate::session::Request;
use indicatif::{ProgressBar, ProgressStyle};

use super::super::keep_moving;
use super::judge::Judge;
use super::settings::Verdicts;

/// Thinking that takes no longer is not worth a word.
const UNNOTICED: Duration = Duration::from_millis(500);

/// How long the engine may think about a move.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pace {
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    pub(super) time: Option<Duration>,
}

/// Ends the thinking that is going on.
#[derive(Clone, Default)]
pub(super) struct Interrupt(Arc<Mutex<Arc<Control>>>);

impl Interrupt {
    pub(super) fn stop(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).stop();
    }

    fn begin(&self) -> Arc<Control> {
        let control = Arc::new(Control::new());
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&control);
        control
    }
}

/// How the engine thinks here.
pub(super) struct Thinker {
    pub(super) interrupt: Interrupt,
    /// Whether to show what it thinks when that takes a while.
    pub(super) shown: bool,
}

/// What it came to.
#[derive(Clone)]
pub(super) struct Thought {
    pub(super) best: Info<String>,
    /// Whether it was interrupted.
    pub(super) interrupted: bool,
}

impl Thinker {
    /// Thinks about the position, and shows what; none if there is nothing to think about.
    pub(super) fn think(
        &self,
        engine: &mut Engine,
        purpose: Purpose,
        pace: Pace,
        shown: Verdicts,
    ) -> Option<Thought> {
        let control = self.interrupt.begin();
        if let Some(time) = pace.time {
            control.start_clock(Budget::fixed(time, Duration::ZERO), Instant::now());
        }
        let Pace { depth, nodes, .. } = pace;
        let request = Request { depth, nodes, lines: 1, ..Request::default() };
        let judge = Judge::of(engine.session()).filter(|_| self.shown);
        let answer = if let Some(judge) = judge {
            let (say, lines) = channel();
            thread::scope(|scope| {
                // If it cannot be shown, it need not be.
                let _ = thread::Builder::new().spawn_scoped(scope, move || show(&lines));
                // Dropped with the closure, `say` ends the show.
                engine.think(&request, purpose, &control, &mut move |info| {
                    if shown.tell(info.score) {
                        let _ = say.send(judge.thinking(&info));
                    }
                })
            })
        } else {
            engine.think(&request, purpose, &control, &mut |_| {})
        };
        Some(Thought { best: answer?.best, interrupted: control.is_stopped() })
    }
}

/// Shows the latest line as long as more may come, on standard error and only if that is a
/// terminal.
fn show(lines: &Receiver<String>) {
    let began = Instant::now();
    let mut latest = "thinking".to_owned();
    loop {
        match lines.recv_timeout(UNNOTICED.saturating_sub(began.elapsed())) {
            Ok(line) => latest = line,
            Err(RecvTimeoutError::Timeout) => break,
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
    let bar = ProgressBar::new_spinner().with_message(latest);
    if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg}") {
        bar.set_style(style);
    }
    keep_moving(&bar, Duration::from_millis(100));
    for line in lines {
        bar.set_message(line);
    }
    bar.finish_and_clear();
}
