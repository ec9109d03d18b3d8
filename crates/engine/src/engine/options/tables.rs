//! `Tables`: endgame tables besides those that come with the game.

use std::path::Path;

use crate::engine::engine_option::{
    BUILT_IN, Content, EngineOption, FileReader, Offer, OptionOf, Parts, Setting, if_file,
};
use sarsen_core::game::endgames::EndgameSet;

/// The tables that were last set. If another game cannot use them, they stay here for later.
#[derive(Default)]
pub(crate) struct TablesOption(Option<EndgameSet>);

impl OptionOf<Parts> for TablesOption {
    fn offer(&self, _: &Parts) -> Offer {
        Offer::text("Tables", BUILT_IN, "endgame tables: built-in, or a folder with more of them")
    }

    fn set(&mut self, value: Setting, parts: &mut Parts) -> Result<(), String> {
        let failed = |error| format!("{}: {error}", value.word());
        parts.session.set_endgames(None).map_err(failed)?;
        self.0 = None;
        Ok(())
    }
}

impl EngineOption for TablesOption {
    fn carry_over(&mut self, parts: &mut Parts) {
        if let Some(set) = &self.0
            && let Err(error) = parts.session.set_endgames(Some(set))
        {
            log::info!("the option Tables is not for {}: {error}", parts.session.game());
        }
    }

    fn file(&self, value: &Setting) -> Option<FileReader> {
        if_file(value, read)
    }

    fn adopt(&mut self, content: Content, parts: &mut Parts) -> Result<(), String> {
        let set = content.downcast::<EndgameSet>().map_err(|_| "these are no endgame tables")?;
        parts.session.set_endgames(Some(&set)).map_err(|error| error.to_string())?;
        self.0 = Some(*set);
        Ok(())
    }
}

fn read(path: &Path) -> Result<Content, String> {
    let set = EndgameSet::load(path).map_err(|error| without(path, &error.to_string()));
    Ok(Box::new(set?))
}

/// What is wrong with tables, without their folder: it stands before that already.
fn without(folder: &Path, said: &str) -> String {
    let rest = said.strip_prefix(&*folder.to_string_lossy());
    rest.unwrap_or(said).trim_start_matches([':', ' ', '/', '\\']).to_owned()
}
