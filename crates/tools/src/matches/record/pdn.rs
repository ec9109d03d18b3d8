//! Records in PDN, the Portable Draughts Notation, which differ from others by their tags.
//!
//! PDN names the game by a number (`GameType`), and the players by their colours. The result is
//! written from white's side, as in PGN, even in games where black moves first.

use super::taken_for::TakenFor;
use super::{Assumption, Record, RecordNote};
use sarsen_core::game::{Outcome, excerpt};
use sarsen_engine::session::{PdnCustoms, PdnType, Registry};

/// Tags that PDN wants in a file.
const WANTED: [(&str, &str); 4] =
    [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?")];

/// Why a record cannot be read or written as PDN.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PdnError {
    /// There is no such game here.
    #[error("there is no game of the PDN type '{number}' here{}", named(name))]
    Type {
        /// Its number.
        number: String,
        /// What people call it. Empty if nobody knows.
        name: &'static str,
    },
    /// It names no game, and has moves or a position of a game that is not here.
    #[error("there is no tag 'Game' or 'GameType', and it looks like {0}, which is not known here")]
    Other(&'static str),
    /// PDN does not know the game.
    #[error("PDN has no type for {0}")]
    Game(String),
}

/// The end of the sentence that there is no such game.
fn named(name: &str) -> String {
    if name.is_empty() { String::new() } else { format!(": it is {name}") }
}

impl Record {
    /// This record with the tags of its game, if it is one in PDN. A record with a tag `Game` stays
    /// as it is. So does one without the tags of PDN.
    ///
    /// PDN need not name the game. A record with the tags `White` and `Black`, or with a position
    /// of a game of PDN in the tag `FEN`, is taken for that game, and
    /// [`taken_for`](Self::taken_for) says why.
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
        if let Some(text) = self.tag("GameType") {
            let number = text.split(',').next().unwrap_or_default().trim();
            let found = registry.pdn_types().find(|(found, _)| found.number() == number);
            let Some((found, game)) = found else {
                let mut others = registry.pdn_customs().flat_map(|customs| customs.other_types);
                let name = others.find(|(known, _)| *known == number).map_or("", |found| found.1);
                return Err(PdnError::Type { number: excerpt(number, 40), name });
            };
            return Ok(self.with_tags_of(game, found, registry));
        }
        if !game.is_empty() {
            let name = game.split_whitespace().next();
            match registry.pdn_types().find(|(_, known)| Some(*known) == name) {
                Some((found, _)) => return Ok(self.with_tags_of(game, found, registry)),
                None => self.tags.insert(0, ("Game".to_owned(), game.to_owned())),
            }
            return Ok(self);
        }
        let Some((found, taken_for)) = self.guess(registry) else { return Ok(self) };
        if let Some(name) = self.other_game(registry) {
            return Err(PdnError::Other(name));
        }
        let mut record = self.with_tags_of(taken_for.game(), found, registry);
        record.taken_for = Some(taken_for);
        Ok(record)
    }

    /// The game of PDN that this record is of, although it names none.
    fn guess(&self, registry: &Registry) -> Option<(PdnType, TakenFor)> {
        let mut types = registry.pdn_types();
        if self.tag("White").is_some() && self.tag("Black").is_some() {
            let (found, game) = types.next()?;
            return Some((found, TakenFor::Players(game.to_owned())));
        }
        let position = self.tag("FEN")?;
        let mended = registry.pdn_customs().find_map(|custom| (custom.mended_position)(position));
        let position = mended.as_deref().unwrap_or(position);
        let is_of = |game| {
            let session = registry.open(game, "").ok();
            session.is_some_and(|mut session| session.set_position(Some(position), "").is_ok())
        };
        let (found, game) = types.find(|(_, game)| is_of(game))?;
        Some((found, TakenFor::Position(game.to_owned())))
    }

    /// The text of the first position, as it is meant.
    fn mended(&mut self, said: String, registry: &Registry) -> String {
        let mend = |customs: &PdnCustoms| (customs.mended_position)(&said);
        let Some(taken) = registry.pdn_customs().find_map(mend) else { return said };
        let assumed = Assumption::Position { said, taken: taken.clone() };
        self.notes.push(RecordNote { line: None, assumed });
        taken
    }

    /// The other game to which this record belongs by its position, or by several of its moves. One
    /// may be a slip.
    fn other_game(&self, registry: &Registry) -> Option<&'static str> {
        registry.pdn_customs().find_map(|customs| {
            let by_position = self.position().and_then(customs.other_game);
            let moves = self.plies.iter().map(|ply| ply.text.as_str());
            by_position.or_else(|| moves.filter_map(customs.other_game).nth(1))
        })
    }

    fn with_tags_of(mut self, game: &str, found: PdnType, registry: &Registry) -> Self {
        let colours = found.colours();
        let mut tags = vec![("Game".to_owned(), game.to_owned())];
        for (name, value) in std::mem::take(&mut self.tags) {
            match &*name {
                "GameType" | "SetUp" => {}
                "FEN" => tags.push(("Position".to_owned(), self.mended(value, registry))),
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
        let (found, _) = known.ok_or_else(|| PdnError::Game(excerpt(game, 40)))?;
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
    use crate::matches::record::Records;
    use sarsen_games::registry;

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
        let expected = "there is no game of the PDN type '20' here: it is international draughts";
        assert_eq!(error.to_string(), expected);
        let position = read("[FEN \"W:W18:B14\"]\n*\n");
        assert_eq!(position.tag("Position"), Some("W:W18:B14"));
        let unknown = read("[First \"a\"]\n1. 4 *\n");
        assert_eq!(unknown.tag("Game"), None);
        assert_eq!(read("[FEN \"7/7/7/7/7/3x3 o\"]\n4 *\n").tag("Game"), None);
        let four = read("[Game \"connect4\"]\n1. 4 *\n");
        assert!(four.to_pdn(&registry()).is_err());
    }

    #[test]
    fn other_games_are_refused_by_name() {
        let refused = |text: &str| {
            let record = Records::new(text).next().unwrap().unwrap();
            record.or_of_pdn(&registry()).unwrap_err().to_string()
        };
        let players = "[White \"w\"]\n[Black \"b\"]\n";
        for (text, name) in [
            ("1. 32-28 19-23 2. 34-30 20-25 3. 40-34 *\n", "international draughts"),
            ("[FEN \"W:W31-50:B1-20\"]\n*\n", "international draughts"),
            ("1. c3-d4 d6-c5 *\n", "Russian draughts"),
        ] {
            let error = refused(&format!("{players}{text}"));
            assert!(error.contains(&format!("it looks like {name}")), "{error}");
        }
    }

    #[test]
    fn a_position_is_read_as_it_is_meant() {
        let record = read("[GameType \"21\"]\n[FEN \"B:W4:B9\"]\n*\n");
        assert_eq!(record.tag("Position"), Some("B:WK4:B9"));
        let note = "the position 'B:W4:B9' was read as 'B:WK4:B9'";
        assert_eq!(record.notes[0].to_string(), note);
    }

    #[test]
    fn what_is_wrong_tells_which_game_was_assumed() {
        let replay = |text: &str| read(text).replay(&registry()).map(drop).unwrap_err().to_string();
        for (tags, reason) in [
            ("[White \"w\"]\n[Black \"b\"]\n", "but 'White' and 'Black' as in PDN: move 1: "),
            ("[FEN \"B:W18:B1\"]\n", "but a position of checkers in 'FEN': move 1: "),
        ] {
            let error = replay(&format!("{tags}1. c3-d4 *\n"));
            assert!(error.starts_with("taken for checkers since ") && error.contains(reason));
        }
        assert!(replay("[GameType \"21\"]\n1. c3-d4 *\n").starts_with("move 1: "));
    }
}
