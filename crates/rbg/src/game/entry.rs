//! A game that is given by its rules, on offer.

use super::rules_game::RulesGame;
use sarsen_core::game::Game;
use sarsen_engine::session::GameEntry;

/// Offers a game.
#[must_use]
pub fn entry<const CHANCE: bool>(game: &RulesGame<CHANCE>) -> GameEntry {
    let mut entry = match game.setups().next() {
        None => GameEntry::of(game.clone()),
        Some(_) => {
            let all = game.clone();
            GameEntry::with_setups(game.name(), move |setup| all.with_setup(setup))
                .suggesting(game.setups())
        }
    };
    if let Some(title) = game.title() {
        entry = entry.titled(title.to_owned());
    }
    if let Some(about) = game.about() {
        entry = entry.summed_up(about.to_owned());
    }
    entry
}
