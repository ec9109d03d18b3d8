//! The engine's thinking: within limits, shown at a terminal, interrupted by Ctrl-C.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::scores::ScoreWording;
use super::verdicts::Verdicts;
use crate::cli::progress::keep_moving;
use sarsen_core::search::{Control, Info, Limits};
use sarsen_core::sys::threads::ThreadKind;
use sarsen_engine::engine::{Engine, Purpose};
use sarsen_engine::session::Request;

/// Thinking that takes no longer than this is not shown.
const UNNOTICED: Duration = Duration::from_millis(500);

/// A handle that ends the current thinking.
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

/// Lets the engine think.
pub(super) struct Thinker {
    pub(super) interrupt: Interrupt,
    /// Whether to show its thoughts if thinking takes a while.
    pub(super) shown: bool,
}

/// The result of thinking.
#[derive(Clone)]
pub(super) struct Thought {
    pub(super) best: Info<String>,
    /// Whether it was interrupted.
    pub(super) interrupted: bool,
}

impl Thinker {
    /// Thinks about the position, and shows the thoughts. `None` if there is no move.
    pub(super) fn think(
        &self,
        engine: &mut Engine,
        purpose: Purpose,
        limits: Limits,
        shown: Verdicts,
    ) -> Option<Thought> {
        let control = self.interrupt.begin();
        let request = Request { limits, lines: 1, ..Request::default() };
        let wording = ScoreWording::of(engine.session()).filter(|_| self.shown);
        let answer = if let Some(wording) = wording {
            let (say, lines) = channel();
            // Without a thread, nothing is shown.
            let (answer, _) = ThreadKind::named("show").lead([move || show(&lines)], |_| {
                // Dropped with the closure, `say` ends the show.
                engine.think(&request, purpose, &control, &mut move |info| {
                    if shown.tell(info.score) {
                        let _ = say.send(wording.thinking(&info));
                    }
                })
            });
            answer
        } else {
            engine.think(&request, purpose, &control, &mut |_| {})
        };
        Some(Thought { best: answer?.best, interrupted: control.is_stopped() })
    }
}

/// Shows the latest line on standard error until no more can come. Shows nothing if standard error
/// is not a terminal.
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
