//! Records in PDN, the Portable Draughts Notation, which differ from others by their tags.
//!
//! PDN names the game by a number (`GameType`), and the players by their colours. The result is
//! written from white's side, as in PGN, even in games where black moves first.

use super::Record;
use crate::game::Outcome;
use crate::session::{PdnType, Registry};

/// Tags that PDN wants in a file.
const WANTED: [(&str, &str); 4] =
    [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?")];

/// Why a record cannot be read or written as PDN.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PdnError {
    /// There is no such game here.
    #[error("there is no game of the PDN type '{0}' here")]
    Type(String),
    /// PDN does not know the game.
    #[error("PDN has no type for {0}")]
    Game(String),
}

impl Record {
    /// This record with the tags of its game, if it is one in PDN. A record with a tag `Game` stays
    /// as it is. So does one without the tags of PDN.
    ///
    /// # Errors
    ///
    /// If it is in PDN, but not of a game that is known here.
    pub fn or_of_pdn(self, registry: &Registry) -> Result<Self, PdnError> {
        self.or_of_game("", registry)
    }

    /// As [`or_of_pdn`](Self::or_of_pdn), but a record that names no game is one of this game (with
    /// its setup), unless that is empty.
    ///
    /// # Errors
    ///
    /// If it is in PDN, but not of a game that is known here.
    pub fn or_of_game(mut self, game: &str, registry: &Registry) -> Result<Self, PdnError> {
        if self.tag("Game").is_some() {
            return Ok(self);
        }
        let number = self.tag("GameType").map(|text| text.split(',').next().unwrap_or("").trim());
        let has_colours = self.tag("White").is_some() && self.tag("Black").is_some();
        let mut types = registry.pdn_types();
        let found = match number {
            Some(number) => types.find(|(found, _)| found.number() == number),
            None if !game.is_empty() => {
                let name = game.split_whitespace().next();
                let Some((found, _)) = types.find(|(_, known)| Some(*known) == name) else {
                    self.tags.insert(0, ("Game".to_owned(), game.to_owned()));
                    return Ok(self);
                };
                Some((found, game))
            }
            None if has_colours => types.next(),
            None => return Ok(self),
        };
        match (found, number) {
            (Some((found, game)), _) => Ok(self.with_tags_of(game, found)),
            (None, Some(number)) => Err(PdnError::Type(crate::game::excerpt(number, 40))),
            (None, None) => Ok(self),
        }
    }

    fn with_tags_of(mut self, game: &str, found: PdnType) -> Self {
        let colours = found.colours();
        let mut tags = vec![("Game".to_owned(), game.to_owned())];
        for (name, value) in std::mem::take(&mut self.tags) {
            match &*name {
                "GameType" | "SetUp" => {}
                "FEN" => tags.push(("Position".to_owned(), value)),
                _ if name == colours[0] => tags.push(("First".to_owned(), value)),
                _ if name == colours[1] => tags.push(("Second".to_owned(), value)),
                _ => tags.push((name, value)),
            }
        }
        self.tags = tags;
        for ply in &mut self.plies {
            ply.text.truncate(ply.text.trim_end_matches(['!', '?', '*']).len());
        }
        self.outcome = from_white(self.outcome, found);
        self
    }

    /// This record as PDN.
    ///
    /// # Errors
    ///
    /// If PDN does not know the game.
    pub fn to_pdn(&self, registry: &Registry) -> Result<Self, PdnError> {
        let game = self.tag("Game").unwrap_or_default();
        let known = registry.pdn_types().find(|(_, name)| *name == game.trim());
        let (found, _) = known.ok_or_else(|| PdnError::Game(crate::game::excerpt(game, 40)))?;
        let mut record = Self { plies: self.plies.clone(), ..Self::default() };
        for (name, value) in WANTED {
            record.set(name, self.tag(name).unwrap_or(value));
        }
        for (colour, name) in found.colours().into_iter().zip(["First", "Second"]) {
            record.set(colour, self.tag(name).unwrap_or("?"));
        }
        record.set("GameType", found.0);
        if let Some(position) = self.position() {
            record.set("SetUp", "1");
            record.set("FEN", position);
        }
        let known = ["Game", "First", "Second", "Position"];
        let written: Vec<String> = record.tags.iter().map(|(name, _)| name.clone()).collect();
        for (name, value) in self.tags.iter().filter(|(name, _)| !known.contains(&&**name)) {
            if written.contains(name) {
                record.set(name, value.as_str());
            } else {
                record.tags.push((name.clone(), value.clone()));
            }
        }
        record.outcome = from_white(self.outcome, found);
        Ok(record)
    }
}

/// The result of one kind of record as the other kind says it.
fn from_white(outcome: Option<Outcome>, found: PdnType) -> Option<Outcome> {
    match outcome {
        Some(Outcome::Win(player)) if !found.white_is_first() => Some(Outcome::Win(player.other())),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::registry;
    use crate::matches::record::Records;

    fn read(text: &str) -> Record {
        let record = Records::new(text).next().unwrap().unwrap();
        record.or_of_pdn(&registry()).unwrap()
    }

    const GAME: &str = "[Event \"A match\"]\n[White \"w\"]\n[Black \"b\"]\n[Result \"0-1\"]\n\
        [GameType \"21,B,8,8,N1,0\"]\n[SetUp \"1\"]\n[FEN \"B:W18:B14\"]\n\n\
        1. 14x23! {the last one (1. 14-17 (and so on) 2. 18-22)} (1. 14-17 {no)} 18-15) 0-1\n";

    #[test]
    fn a_record_in_pdn_is_played_through() {
        let record = read(GAME);
        assert_eq!(record.tag("First"), Some("b"));
        assert_eq!((record.moves().as_str(), record.tag("Position")), ("14x23", Some("B:W18:B14")));
        record.replay(&registry()).unwrap();
        let written = record.to_pdn(&registry()).unwrap();
        assert_eq!(written.tag("GameType"), Some("21,B,8,8,N1,0"));
        assert_eq!(
            read(&written.to_string()),
            read(&read(GAME).to_pdn(&registry()).unwrap().to_string())
        );
        assert!(written.to_string().contains("[Result \"0-1\"]"));
    }

    #[test]
    fn the_tags_say_which_game_it_is() {
        let plain = read("[White \"w\"]\n[Black \"b\"]\n1. 9-14 22-18 *\n");
        assert_eq!(plain.tag("Game"), Some("checkers"));
        let other = Records::new("[GameType \"20\"]\n1. 32-28 *\n").next().unwrap().unwrap();
        let error = other.or_of_pdn(&registry()).unwrap_err();
        assert_eq!(error, PdnError::Type("20".to_owned()));
        let unknown = read("[First \"a\"]\n1. 4 *\n");
        assert_eq!(unknown.tag("Game"), None);
        let four = read("[Game \"connect4\"]\n1. 4 *\n");
        assert!(four.to_pdn(&registry()).is_err());
    }
}
