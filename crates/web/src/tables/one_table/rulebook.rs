//! What the rules say about the game at a table: whose turn it is, what is legal, who has won.
//!
//! A table keeps no session of its game. Each question opens a session, which ends with the answer.

use std::sync::Arc;

use sarsen_core::game::{MoveError, Outcome, Player};
use sarsen_core::sys::panic_guard::{Panicked, guarded};
use sarsen_engine::session::{FairDice, OpenError, PositionError, Registry, Session};

/// What the rules say against a move or a game.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RulesError {
    /// There is no such game.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The moves of the table cannot be played.
    #[error("the game of this table cannot be played again: {0}")]
    Moves(#[from] PositionError),
    /// The new move is not legal.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The dice cannot be thrown.
    #[error("no random numbers for the dice: {0}")]
    Random(#[from] getrandom::Error),
    /// The code of the game has a bug.
    #[error(transparent)]
    Panicked(#[from] Panicked),
}

/// A game as its rules name it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct GameTitle {
    /// The name of the game.
    pub(crate) game: String,
    /// The setup.
    pub(crate) setup: String,
    /// Both, for people.
    pub(crate) title: String,
}

/// Where a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stage {
    /// Who is to move. None if the game is over, or a roll is due.
    pub(crate) to_move: Option<Player>,
    /// The result, if the game is over.
    pub(crate) outcome: Option<Outcome>,
}

/// The rules of all games.
pub(crate) struct Rulebook {
    registry: Arc<Registry>,
}

impl Rulebook {
    pub(crate) fn new(registry: Arc<Registry>) -> Self {
        Self { registry }
    }

    /// Looks up a game and its setup.
    pub(crate) fn look_up(&self, game: &str, setup: &str) -> Result<GameTitle, RulesError> {
        guarded(|| {
            let session = self.registry.open(game, setup)?;
            let (game, setup) = (session.game().to_owned(), session.setup());
            Ok(GameTitle { game, setup, title: session.title() })
        })?
    }

    /// Where a game stands after these moves.
    pub(crate) fn stage(
        &self,
        game: &str,
        setup: &str,
        moves: &[String],
    ) -> Result<Stage, RulesError> {
        guarded(|| Ok(stage(&*self.at(game, setup, moves)?)))?
    }

    /// Plays a move after others. Returns it as the game writes it, and where the game then stands.
    pub(crate) fn play(
        &self,
        game: &str,
        setup: &str,
        moves: &[String],
        text: &str,
    ) -> Result<(String, Stage), RulesError> {
        guarded(|| {
            let mut session = self.at(game, setup, moves)?;
            let written = session.check_move(text)?;
            session.play(&written)?;
            Ok((written, stage(&*session)))
        })?
    }

    /// The dice and cards of a new game. Nobody can know the seed, so nobody knows a throw before
    /// it comes for the first time.
    pub(crate) fn new_dice(&self) -> Result<FairDice, RulesError> {
        Ok(FairDice::new(getrandom::u64()?))
    }

    /// Throws these dice, or draws the card, if that is due after these moves. Returns what comes,
    /// and where the game then stands. None if nothing is due.
    pub(crate) fn roll(
        &self,
        game: &str,
        setup: &str,
        moves: &[String],
        dice: FairDice,
    ) -> Result<Option<(String, Stage)>, RulesError> {
        guarded(|| {
            let mut session = self.at(game, setup, moves)?;
            let Some(rolled) = dice.roll(&*session) else { return Ok(None) };
            session.play(&rolled)?;
            Ok(Some((rolled, stage(&*session))))
        })?
    }

    /// How many moves are left if a player wants no more than these to be left. Where throws lie
    /// between the moves, the player goes back to a turn of one's own, if there is one.
    pub(crate) fn taken_back(
        &self,
        game: &str,
        setup: &str,
        moves: &[String],
        by: Player,
    ) -> Result<usize, RulesError> {
        guarded(|| {
            let mut session = self.at(game, setup, moves)?;
            while session.has_chance() && session.to_move() != Some(by) {
                if session.undo(1).is_err() {
                    return Ok(moves.len());
                }
            }
            Ok(session.ply())
        })?
    }

    fn at(
        &self,
        game: &str,
        setup: &str,
        moves: &[String],
    ) -> Result<Box<dyn Session>, RulesError> {
        let mut session = self.registry.open(game, setup)?;
        session.set_position(None, &moves.join(" "))?;
        Ok(session)
    }
}

fn stage(session: &dyn Session) -> Stage {
    Stage { to_move: session.to_move(), outcome: session.outcome() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules() -> Rulebook {
        Rulebook::new(Arc::new(sarsen_games::registry()))
    }

    fn moves(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn games_and_setups_are_looked_up() {
        let title = rules().look_up("connect4", "").unwrap();
        assert_eq!((title.setup.as_str(), title.title.as_str()), ("7x6", "connect4 7x6"));
        assert!(matches!(rules().look_up("go", ""), Err(RulesError::Open(_))));
        assert!(matches!(rules().look_up("connect4", "1x1"), Err(RulesError::Open(_))));
    }

    #[test]
    fn a_throw_is_taken_back_with_the_move_before_it() {
        let rules = rules();
        let left = |text, by| rules.taken_back("backgammon", "single", &moves(text), by).unwrap();
        // The second player is to move after the first one's move and a throw.
        assert_eq!(left("31 8/5+6/5 66", Player::First), 1);
        assert_eq!(left("31 8/5+6/5", Player::First), 1);
        assert_eq!(left("31 8/5+6/5 66", Player::Second), 3);
        // The second player has not moved yet.
        assert_eq!(left("31 8/5+6/5", Player::Second), 2);
        let left = |text, by| rules.taken_back("connect4", "7x6", &moves(text), by).unwrap();
        assert_eq!((left("4 4", Player::First), left("4 4", Player::Second)), (2, 2));
    }

    #[test]
    fn moves_are_checked_and_ends_are_seen() {
        let rules = rules();
        let play = |text, m| rules.play("connect4", "7x6", &moves(text), m);
        assert_eq!(play("4 4", "3").unwrap().1.to_move, Some(Player::Second));
        let (text, end) = play("4 1 4 1 4 1", "4").unwrap();
        assert_eq!((text.as_str(), end.to_move), ("4", None));
        assert_eq!(end.outcome, Some(Outcome::Win(Player::First)));
        for wrong in ["9", "", "<b>4</b>", "'; DROP TABLE moves; --", "4 4", "0000"] {
            assert!(matches!(play("4 4", wrong), Err(RulesError::Move(_))), "{wrong}");
        }
        let stored = rules.stage("connect4", "7x6", &moves("4 9"));
        assert!(matches!(stored, Err(RulesError::Moves(_))));
    }
}
