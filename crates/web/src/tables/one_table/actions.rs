//! What the players at a table can do, and what is refused.

use super::facts::{EngineLimit, Forfeit, SeatHolder, TakeBack};
use super::rulebook::Rulebook;
use super::rulebook::RulesError;
use super::secret::SecretHash;
use super::state::TableState;
use sarsen_core::game::{Player, excerpt};
use sarsen_engine::protocol::reply;

/// A game at a table has at most this many plies.
const MOST_PLIES: usize = 4_000;

/// Something that a client may not do now. The table stays as it was.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TableRefusal {
    #[error(
        "only who sits at the table may do this; 'sit first' or 'sit second' takes a free seat"
    )]
    NotSeated,
    #[error("you already sit at this table, as {}; 'stand' leaves the seat", reply::player(*.0))]
    Seated(Player),
    #[error("the seat {} is taken", reply::player(*.0))]
    Taken(Player),
    #[error("no engine has the seat {}", reply::player(*.0))]
    NoEngine(Player),
    #[error("this secret is not that of the seat {}", reply::player(*.0))]
    WrongSecret(Player),
    #[error("the game is over")]
    Over,
    #[error("the table rolls first")]
    RollDue,
    #[error("it is the turn of the {} player", reply::player(*.0))]
    Turn(Player),
    #[error("move {asked} {text}: the table is at ply {ply}{played}")]
    Ply { asked: usize, text: String, ply: usize, played: String },
    #[error(transparent)]
    Rules(#[from] RulesError),
    #[error("a game at a table has at most {MOST_PLIES} plies")]
    TooLong,
    #[error("cannot go back to ply {asked}: the table is at ply {ply}")]
    NothingToTakeBack { asked: usize, ply: usize },
    #[error("the game was lost on time, so nothing can be taken back")]
    TimeWasUp,
    #[error("your opponent asks to take back: 'agree' or 'refuse' first")]
    AnswerFirst,
    #[error("nobody asks to take back")]
    NothingAsked,
    #[error("your opponent has to agree, not you")]
    OwnRequest,
}

impl TableRefusal {
    /// A word by which programs tell the refusals apart.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Self::NotSeated => "not-seated",
            Self::Seated(_) => "seated",
            Self::Taken(_) => "taken",
            Self::NoEngine(_) => "no-engine",
            Self::WrongSecret(_) => "wrong-secret",
            Self::Over => "over",
            Self::RollDue => "roll-due",
            Self::Turn(_) => "turn",
            Self::Ply { .. } => "ply",
            Self::Rules(_) => "rules",
            Self::TooLong => "too-long",
            Self::NothingToTakeBack { .. } => "nothing-to-take-back",
            Self::TimeWasUp => "time-was-up",
            Self::AnswerFirst => "answer-first",
            Self::NothingAsked => "nothing-asked",
            Self::OwnRequest => "own-request",
        }
    }
}

type Acted = Result<(), TableRefusal>;

impl TableState {
    /// A person takes a free seat.
    pub(crate) fn sit(&mut self, seat: Player, name: String, secret: SecretHash) -> Acted {
        self.take(seat, SeatHolder::Person { name, secret })
    }

    /// A person takes another name.
    pub(crate) fn rename(&mut self, seat: Player, new: String) {
        if let SeatHolder::Person { name, .. } = &mut self.facts.holders[seat.index()] {
            *name = new;
        }
    }

    /// An engine takes a free seat, thinks differently from now on, or leaves the seat.
    pub(crate) fn set_engine(&mut self, seat: Player, limit: Option<EngineLimit>) -> Acted {
        match (self.holder(seat), limit) {
            (SeatHolder::Engine(_), None) => self.leave(seat),
            (_, None) => return Err(TableRefusal::NoEngine(seat)),
            (SeatHolder::Engine(_), Some(limit)) => {
                self.facts.holders[seat.index()] = SeatHolder::Engine(limit);
            }
            (_, Some(limit)) => self.take(seat, SeatHolder::Engine(limit))?,
        }
        Ok(())
    }

    fn take(&mut self, seat: Player, holder: SeatHolder) -> Acted {
        if *self.holder(seat) != SeatHolder::Free {
            return Err(TableRefusal::Taken(seat));
        }
        self.facts.holders[seat.index()] = holder;
        Ok(())
    }

    /// Frees a seat. What was asked for is off.
    pub(crate) fn leave(&mut self, seat: Player) {
        self.facts.holders[seat.index()] = SeatHolder::Free;
        self.facts.ask = None;
    }

    /// Checks that a secret is that of a seat.
    pub(crate) fn check_owner(&self, seat: Player, secret: &str) -> Acted {
        match self.holder(seat) {
            SeatHolder::Person { secret: hash, .. } if hash.opens(secret) => Ok(()),
            _ => Err(TableRefusal::WrongSecret(seat)),
        }
    }

    /// A player moves. If the same move was already played at this ply, nothing happens. Returns
    /// the move as the game writes it.
    pub(crate) fn play(
        &mut self,
        by: Player,
        ply: usize,
        text: &str,
        now: u64,
        rules: &Rulebook,
    ) -> Result<String, TableRefusal> {
        let (game, setup) = (&self.facts.game, &self.facts.setup);
        if ply < self.moves.len() {
            let before = rules.play(game, setup, &self.moves[..ply], text);
            return match before {
                Ok((played, _)) if played == self.moves[ply] => Ok(played),
                _ => Err(self.wrong_ply(ply, text)),
            };
        }
        match self.to_move() {
            _ if ply > self.moves.len() => return Err(self.wrong_ply(ply, text)),
            None if self.is_roll_due() => return Err(TableRefusal::RollDue),
            None => return Err(TableRefusal::Over),
            Some(turn) if turn != by => return Err(TableRefusal::Turn(turn)),
            Some(_) if ply >= MOST_PLIES => return Err(TableRefusal::TooLong),
            Some(_) => {}
        }
        let (played, stage) = rules.play(game, setup, &self.moves, text)?;
        if let Some(clock) = &mut self.facts.clock {
            clock.press(by, now);
        }
        self.moves.push(played.clone());
        self.stage = stage;
        self.facts.ask = None;
        Ok(played)
    }

    fn wrong_ply(&self, asked: usize, text: &str) -> TableRefusal {
        let played = self.moves.get(asked).map(|other| format!(", and move {asked} was {other}"));
        let (text, played) = (excerpt(text, 40), played.unwrap_or_default());
        TableRefusal::Ply { asked, text, ply: self.moves.len(), played }
    }

    /// A player asks to go back to a number of plies. If no person sits opposite, or the opponent
    /// asks for the same, it is done at once.
    pub(crate) fn ask(&mut self, by: Player, to: usize, now: u64, rules: &Rulebook) -> Acted {
        let (forfeit, ply) = (self.facts.forfeit.map(|(_, how)| how), self.moves.len());
        if forfeit == Some(Forfeit::Time) {
            return Err(TableRefusal::TimeWasUp);
        }
        if to > ply || (to == ply && forfeit.is_none()) {
            return Err(TableRefusal::NothingToTakeBack { asked: to, ply });
        }
        let (game, setup) = (&self.facts.game, &self.facts.setup);
        let to = rules.taken_back(game, setup, &self.moves[..to], by)?;
        match self.facts.ask {
            Some(ask) if ask.by != by && ask.to != to => Err(TableRefusal::AnswerFirst),
            Some(ask) if ask.by != by => self.go_back(to, now, rules),
            _ if !self.holder(by.other()).is_person() => self.go_back(to, now, rules),
            _ => {
                self.facts.ask = Some(TakeBack { by, to });
                Ok(())
            }
        }
    }

    /// The opponent agrees to what a player asks for.
    pub(crate) fn agree(&mut self, by: Player, now: u64, rules: &Rulebook) -> Acted {
        match self.facts.ask {
            None => Err(TableRefusal::NothingAsked),
            Some(ask) if ask.by == by => Err(TableRefusal::OwnRequest),
            Some(ask) => self.go_back(ask.to, now, rules),
        }
    }

    /// The opponent refuses, or the player asks no longer.
    pub(crate) fn refuse(&mut self) -> Acted {
        self.facts.ask.take().map(|_| ()).ok_or(TableRefusal::NothingAsked)
    }

    fn go_back(&mut self, to: usize, now: u64, rules: &Rulebook) -> Acted {
        let (game, setup) = (&self.facts.game, &self.facts.setup);
        let mut to = to;
        let mut stage = rules.stage(game, setup, &self.moves[..to])?;
        // What was thrown stays thrown.
        while stage.outcome.is_none() && stage.to_move.is_none() && to < self.moves.len() {
            to += 1;
            stage = rules.stage(game, setup, &self.moves[..to])?;
        }
        self.charge(now);
        self.moves.truncate(to);
        self.stage = stage;
        self.facts.ask = None;
        self.facts.forfeit = None;
        Ok(())
    }

    /// A player gives up.
    pub(crate) fn resign(&mut self, by: Player, now: u64) -> Acted {
        if self.is_over() {
            return Err(TableRefusal::Over);
        }
        self.charge(now);
        self.facts.ask = None;
        self.facts.forfeit = Some((by, Forfeit::Resignation));
        Ok(())
    }
}
