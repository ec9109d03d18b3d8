//! A game in progress: the engine with its position, who plays, and the record. Nothing here reads
//! or prints.

use sarsen_core::game::{Outcome, Player};
use sarsen_engine::engine::{Engine, Offer};
use sarsen_engine::session::{FairDice, PositionError, Session};
use sarsen_tools::matches::record::Record;

use super::seats::{ENGINE, PERSON, PlayerKind};
use super::settings::{OptionRefusal, Settings};

/// The tag of a record that names the dice.
const DICE: &str = "Dice";

/// No move can be taken back.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no move of yours to take back")]
pub(super) struct NothingToUndo;

/// A game in progress.
pub(super) struct GameInProgress {
    engine: Engine,
    seats: [PlayerKind; 2],
    settings: Settings,
    /// The dice. `None` if a person tells what real dice show, or the game has none.
    dice: Option<FairDice>,
    record: Record,
    /// Whether the record has moves that are in no file.
    unsaved: bool,
}

impl GameInProgress {
    /// A game at its start. The engine has the options of the settings.
    pub(super) fn new(engine: Engine, seats: [PlayerKind; 2], settings: Settings) -> Self {
        let record = Record::default();
        let mut game = Self { engine, seats, settings, dice: None, record, unsaved: false };
        game.begin();
        game
    }

    /// The same game with these dice, if it needs any.
    pub(super) fn with_dice(mut self, dice: Option<FairDice>) -> Self {
        self.dice = dice.filter(|_| self.session().has_chance());
        self.sign();
        self
    }

    /// Goes on with a recorded game. The engine's session is at the end of the record.
    pub(super) fn resume(mut self, record: Record) -> Self {
        self.record = record;
        self.record.outcome = self.session().outcome();
        self.record.tags.retain(|(name, _)| name != "Termination");
        if self.dice.is_some() {
            // What was to be rolled is rolled.
            self.dice = self.record.tag(DICE).and_then(FairDice::named).or(self.dice);
        }
        self.sign();
        self
    }

    fn begin(&mut self) {
        let session = self.engine.session();
        self.record = Record::new(session.game(), &session.setup());
        self.unsaved = false;
        self.sign();
    }

    /// Writes into the record who plays.
    fn sign(&mut self) {
        for (tag, seat) in ["First", "Second"].into_iter().zip(self.seats) {
            let name = match seat {
                PlayerKind::Person => PERSON.to_owned(),
                PlayerKind::Engine => {
                    format!("{ENGINE} {}", self.settings.special()).trim_end().to_owned()
                }
            };
            self.record.set(tag, name);
        }
        let is_engines = self.has(PlayerKind::Engine);
        for (tag, value) in self.settings.tags() {
            match value.filter(|_| is_engines) {
                Some(value) => self.record.set(tag, value),
                None => self.record.tags.retain(|(name, _)| name != tag),
            }
        }
        match self.dice {
            Some(dice) => self.record.set(DICE, dice.name()),
            None => self.record.tags.retain(|(name, _)| name != DICE),
        }
    }

    /// A new game of the same kind, perhaps with sides swapped.
    pub(super) fn again(&mut self, swapped: bool) {
        if swapped {
            self.seats.reverse();
        }
        self.engine.restart();
        self.dice = self.dice.map(FairDice::next);
        self.begin();
    }

    pub(super) fn session(&self) -> &dyn Session {
        self.engine.session()
    }

    pub(super) fn engine(&mut self) -> &mut Engine {
        &mut self.engine
    }

    pub(super) fn seats(&self) -> [PlayerKind; 2] {
        self.seats
    }

    /// Changes who plays from now on.
    pub(super) fn seat(&mut self, seats: [PlayerKind; 2]) {
        self.seats = seats;
        self.sign();
    }

    pub(super) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes the settings, and writes them into the record.
    pub(super) fn change_settings(&mut self, change: impl FnOnce(&mut Settings)) {
        change(&mut self.settings);
        self.sign();
    }

    /// The options that the engine has.
    pub(super) fn options(&self) -> Vec<Offer> {
        self.engine.options()
    }

    /// Sets an option of the engine, `NAME=VALUE`. Returns its name.
    pub(super) fn set_option(&mut self, text: &str) -> Result<&'static str, OptionRefusal> {
        let name = self.settings.set(&mut self.engine, text, true)?;
        self.sign();
        Ok(name)
    }

    /// The pass, if it is the only move. `None` if the game is over or there is another move.
    pub(super) fn forced_pass(&self) -> Option<String> {
        self.session().forced_pass().filter(|_| self.outcome().is_none())
    }

    pub(super) fn has(&self, seat: PlayerKind) -> bool {
        self.seats.contains(&seat)
    }

    pub(super) fn record(&self) -> &Record {
        &self.record
    }

    /// Whether the record has moves that are in no file.
    pub(super) fn is_unsaved(&self) -> bool {
        self.unsaved
    }

    pub(super) fn note_saved(&mut self) {
        self.unsaved = false;
    }

    /// How the game ended, by the rules or otherwise. `None` if it goes on.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.record.outcome
    }

    /// Who is to move. `None` if the game is over.
    pub(super) fn to_move(&self) -> Option<Player> {
        self.session().to_move().filter(|_| self.outcome().is_none())
    }

    /// Whether a die or a card is due.
    pub(super) fn is_chances_turn(&self) -> bool {
        self.outcome().is_none() && self.session().to_move().is_none()
    }

    /// What the dice show, or the card that is drawn. `None` if nothing is due, or if a person
    /// tells it.
    pub(super) fn rolled(&self) -> Option<String> {
        self.dice.filter(|_| self.is_chances_turn())?.roll(self.session())
    }

    /// Whether the engine plays the side to move.
    pub(super) fn is_engines_turn(&self) -> bool {
        self.to_move().is_some_and(|player| self.seats[player.index()] == PlayerKind::Engine)
    }

    /// Plays a move.
    pub(super) fn play(
        &mut self,
        text: &str,
        comment: Option<String>,
    ) -> Result<(), PositionError> {
        // People may write a move in several ways. The record has the game's own.
        let text = self.session().check_move(text).unwrap_or_else(|_| text.to_owned());
        self.engine.session_mut().play(&text)?;
        self.record.push(text, comment);
        self.record.outcome = self.session().outcome();
        self.unsaved = true;
        Ok(())
    }

    /// Takes a resignation back, or moves until a person has a choice. If the engine plays alone,
    /// takes one move back. Returns the moves in the order in which they were played.
    pub(super) fn undo(&mut self) -> Result<Vec<String>, NothingToUndo> {
        let mut taken = Vec::new();
        if self.session().outcome().is_none() && self.outcome().is_some() {
            self.record.tags.retain(|(name, _)| name != "Termination");
        } else {
            let mut kept = self.record.plies.len();
            loop {
                if self.engine.session_mut().undo(1).is_err() {
                    // Only the engine has moved: replay everything.
                    let moves = self.record.moves();
                    let _ = self.engine.session_mut().play(&moves);
                    return Err(NothingToUndo);
                }
                kept -= 1;
                let seat = self.session().to_move().map(|player| self.seats[player.index()]);
                let has_choice = self.session().forced_pass().is_none();
                let is_end = match seat {
                    // What a person has told of real dice can be corrected.
                    None => self.dice.is_none(),
                    Some(PlayerKind::Person) => has_choice,
                    Some(PlayerKind::Engine) => !self.has(PlayerKind::Person),
                };
                if is_end {
                    break;
                }
            }
            taken.extend(self.record.plies.drain(kept..).map(|ply| ply.text));
        }
        self.record.outcome = None;
        self.unsaved = !self.record.plies.is_empty();
        Ok(taken)
    }

    /// Resigns for the player to move.
    pub(super) fn resign(&mut self) {
        if let Some(player) = self.to_move() {
            self.record.outcome = Some(Outcome::Win(player.other()));
            self.record.set("Termination", format!("{PERSON}: resigned"));
            self.unsaved = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(seats: [PlayerKind; 2]) -> GameInProgress {
        let session = sarsen_games::registry().open("connect4", "").unwrap();
        let mut game =
            GameInProgress::new(Engine::new(session, 1).unwrap(), seats, Settings::default());
        game.set_option("Strength=10").unwrap();
        game
    }

    #[test]
    fn a_person_takes_back_the_engines_answer_too() {
        let mut game = game([PlayerKind::Engine, PlayerKind::Person]);
        assert_eq!(game.undo(), Err(NothingToUndo));
        game.play("4", None).unwrap();
        assert_eq!(game.undo(), Err(NothingToUndo));
        assert_eq!((game.record().moves().as_str(), game.session().moves().len()), ("4", 7));
        game.play("3", None).unwrap();
        game.play("4", None).unwrap();
        assert_eq!(game.undo(), Ok(vec!["3".to_owned(), "4".to_owned()]));
        assert_eq!(game.record().moves(), "4");
        assert!(!game.is_engines_turn());
    }

    #[test]
    fn one_move_is_taken_back_if_nobody_or_everybody_is_a_person() {
        for seat in [PlayerKind::Person, PlayerKind::Engine] {
            let mut game = game([seat; 2]);
            game.play("4", None).unwrap();
            game.play("3", None).unwrap();
            assert_eq!(game.undo(), Ok(vec!["3".to_owned()]));
        }
    }

    #[test]
    fn resigning_ends_the_game_and_can_be_taken_back() {
        let mut game = game([PlayerKind::Person, PlayerKind::Engine]);
        game.resign();
        assert_eq!(game.outcome(), Some(Outcome::Win(Player::Second)));
        assert_eq!(game.record().tag("Termination"), Some("person: resigned"));
        assert_eq!(game.to_move(), None);
        assert_eq!(game.undo(), Ok(Vec::new()));
        assert_eq!((game.outcome(), game.record().tag("Termination")), (None, None));
    }

    #[test]
    fn another_game_may_swap_sides_and_the_record_says_so() {
        let mut game = game([PlayerKind::Person, PlayerKind::Engine]);
        game.play("4", None).unwrap();
        game.again(true);
        assert_eq!(game.seats(), [PlayerKind::Engine, PlayerKind::Person]);
        assert_eq!(game.record().tag("First"), Some("sarsen Strength=10"));
        assert_eq!(game.record().tag("Second"), Some("person"));
        assert!(game.record().plies.is_empty() && !game.is_unsaved() && game.is_engines_turn());
    }
}
