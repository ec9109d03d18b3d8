//! `Threads`: the number of threads that search.

use std::num::NonZero;

use crate::engine::engine_option::{EngineOption, Offer, OptionOf, Parts, Plan, Setting};

/// The number of threads.
pub(crate) struct ThreadsOption(usize);

impl Default for ThreadsOption {
    fn default() -> Self {
        Self(1)
    }
}

impl ThreadsOption {
    /// The number of threads.
    pub(crate) fn count(&self) -> usize {
        self.0
    }
}

impl OptionOf<Parts> for ThreadsOption {
    fn offer(&self, parts: &Parts) -> Offer {
        Offer::spin(
            "Threads",
            Self::default().0 as u64,
            1..=parts.bounds.most_threads,
            "how many threads search; with one the same command always visits the same positions",
        )
    }

    fn set(&mut self, value: Setting, _: &mut Parts) -> Result<(), String> {
        // More threads than cores would only wait for each other.
        self.0 = (value.number() as usize).min(cores());
        Ok(())
    }
}

impl EngineOption for ThreadsOption {
    fn shape(&self, plan: &mut Plan) {
        if plan.request.threads == 0 {
            plan.request.threads = self.0;
        }
    }
}

/// The number of threads that this machine can run at once.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}
