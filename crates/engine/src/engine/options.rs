//! The options of an engine: one file each, and the list of them.
//!
//! The file of an option holds everything about it: its name, its values, its default, its sentence
//! of help, the value it keeps, and what the value does. The protocol's listing (`ugi`),
//! `setoption`, `help <option>`, the error messages, `analyze`, `play` and the players of a match
//! all take it from there.
//!
//! To add an option, write its file. Then add a `mod` line and a line in the list here. The list
//! has the order in which options are announced, and in which they shape a search.
//! `CONTRIBUTING.md` names a small option to begin with.
//!
//! An option acts at three moments. [`set`](OptionOf::set) may change the engine's [`Parts`] at
//! once: the session and the table. [`shape`](EngineOption::shape) changes a search that is about
//! to begin. [`carry_over`](EngineOption::carry_over) passes the value on to a newly opened game.
//! An option that reads a file says how in [`file`](EngineOption::file).

mod book;
mod book_variety;
mod clear_hash;
mod evaluator;
mod hash;
mod knowledge;
mod multi_pv;
mod seed;
mod selectivity;
mod strength;
mod tables;
mod threads;
mod weights;

pub use selectivity::DEFAULT_SELECTIVITY;
pub use threads::cores;

use super::engine_option::{EngineOption, OptionOf, Parts, Plan};
use super::files::{Loaded, OptionFile};
use super::offer::{Offer, OptionError};
use super::option;

option::list! {
    /// The options of an engine.
    pub(super) struct EngineOptions of dyn EngineOption {
        hash: hash::HashOption,
        clear_hash: clear_hash::ClearHashOption,
        threads: threads::ThreadsOption,
        selectivity: selectivity::SelectivityOption,
        multi_pv: multi_pv::MultiPvOption,
        evaluator: evaluator::EvaluatorOption,
        weights: weights::WeightsOption,
        knowledge: knowledge::KnowledgeOption,
        tables: tables::TablesOption,
        book: book::BookOption,
        book_variety: book_variety::BookVarietyOption,
        seed: seed::SeedOption,
        strength: strength::StrengthOption,
    }
}

impl EngineOptions {
    /// The announcements of the options that are offered at present.
    pub(super) fn offers(&self, parts: &Parts) -> Vec<Offer> {
        option::offers(self.all().into_iter().map(|option| option as &dyn OptionOf<Parts>), parts)
    }

    /// Sets an option to a value that is not a file. False if there is no option of this name.
    pub(super) fn set(
        &mut self,
        name: &str,
        value: Option<&str>,
        parts: &mut Parts,
    ) -> Result<bool, OptionError> {
        let all = self.all_mut().into_iter().map(|option| option as &mut dyn OptionOf<Parts>);
        option::set(all, name, value, parts)
    }

    /// The file that setting an option reads. None if it reads none.
    pub(super) fn file_of(
        &self,
        name: &str,
        value: Option<&str>,
        parts: &Parts,
    ) -> Option<OptionFile> {
        let mut offered = self.all().into_iter().map(|option| (option, option.offer(parts)));
        let (option, offer) = offered.find(|(_, offer)| offer.is_called(name))?;
        let setting = option.read(&offer, value).ok()?;
        let read = option.file(&setting)?;
        Some(OptionFile { offer, path: setting.word().to_owned(), read })
    }

    /// Sets an option to the content of a file.
    pub(super) fn adopt(&mut self, loaded: Loaded, parts: &mut Parts) -> Result<(), OptionError> {
        let Loaded { file, content } = loaded;
        let is_meant = |option: &&mut dyn EngineOption| option.offer(parts).name == file.offer.name;
        match self.all_mut().into_iter().find(is_meant) {
            Some(option) => option.adopt(content, parts).map_err(|why| file.failed(why)),
            None => Ok(()),
        }
    }

    /// Shapes a search that is about to begin.
    pub(super) fn shape(&self, plan: &mut Plan) {
        self.all().into_iter().for_each(|option| option.shape(plan));
    }

    /// Carries the options over to a newly opened game.
    pub(super) fn carry_over(&mut self, parts: &mut Parts) {
        self.all_mut().into_iter().for_each(|option| option.carry_over(parts));
    }
}
