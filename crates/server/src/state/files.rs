//! Reading the files that options name, beside the loop: the disk may be slow, or not answer.

use std::time::Instant;

use super::activity::Activity;
use super::context::Context;
use super::loading::Loading;
use crate::event::Event;
use sarsen_core::sys::threads::ThreadKind;
use sarsen_engine::engine::{Engine, Loaded, OptionError, OptionFile};

impl Context {
    /// Begins to read a file. It is used when it has been read.
    pub(crate) fn load(&mut self, engine: Box<Engine>, file: OptionFile) -> Activity {
        let path = file.path().to_owned();
        let refused = file.clone();
        match self.load_by(path, || file.load()) {
            Ok(loading) => Activity::Loading(engine, loading),
            Err(error) => {
                self.error(&refused.failed(error).to_string());
                Activity::Idle(engine)
            }
        }
    }

    /// Begins to read the file at this path, by a function.
    pub(crate) fn load_by(
        &mut self,
        path: String,
        read: impl FnOnce() -> Result<Loaded, OptionError> + Send + 'static,
    ) -> std::io::Result<Loading> {
        self.files += 1;
        let (number, events) = (self.files, self.wires.events.clone());
        let work = move || {
            // The loop may have ended already.
            let _ = events.send(Event::Loaded(number, read()));
        };
        ThreadKind::named("load").detach(work)?;
        let mut loading = Loading::new(number, path);
        if self.quit {
            loading.hurry();
        }
        Ok(loading)
    }

    /// Goes on without a file whose reading has taken too long.
    pub(crate) fn give_up_late(&mut self, engine: Box<Engine>, loading: Loading) -> Activity {
        if loading.deadline().is_none_or(|end| end > Instant::now()) {
            return Activity::Loading(engine, loading);
        }
        self.error(&format!("{} could not be read in time", loading.path));
        Activity::Idle(engine)
    }

    /// Uses the file of this number, if it is the one that commands wait for.
    pub(crate) fn adopt(
        &mut self,
        mut engine: Box<Engine>,
        loading: Loading,
        (number, loaded): (u64, Result<Loaded, OptionError>),
    ) -> Activity {
        if loading.number != number {
            return Activity::Loading(engine, loading);
        }
        if let Err(error) = loaded.and_then(|loaded| engine.adopt(loaded)) {
            self.error(&error.to_string());
        }
        Activity::Idle(engine)
    }
}
