//! Chance in the dialect: a third player, called `random`, whose moves are the outcomes.
//!
//! All its moves are equally likely, or have the weights that a variable is set to. Regular Games
//! (AAAI 2026), the successor of Regular Boardgames, has such a player, too.

use crate::language::description::Description;
use crate::language::expression::Mover;
use crate::machine::code::Code;
use crate::machine::op::{Address, Op};

/// The player who stands for chance.
pub(super) const RANDOM: &str = "random";

/// The number of players who are not chance.
pub(super) const PLAYERS: usize = 2;

/// Chance, as the rules have it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ChanceFacts {
    /// Where in the code chance may be to act, and whose turn it is there, by the number in the
    /// order of declaration.
    turns: Vec<(Address, u8)>,
    /// The variable that an outcome sets to its weight.
    pub(super) weight: Option<u16>,
    /// Whether an outcome may have the weight 0, and then be impossible.
    pub(super) may_be_impossible: bool,
    /// The variables that outcomes set, without the weight.
    pub(super) drawn: Vec<u16>,
}

impl ChanceFacts {
    /// The number of the player who stands for chance.
    pub(super) const NUMBER: u8 = PLAYERS as u8;

    pub(super) fn of(code: &Code, weight: Option<u16>) -> Self {
        let turns = behind_hands(code, |player| player == Self::NUMBER);
        let of_players = behind_hands(code, |player| player < Self::NUMBER);
        // Whoever surely acts next throws. If that is open, whoever has acted does.
        let only = |players: Vec<u8>| {
            let first = *players.first()?;
            players.iter().all(|&player| player == first).then_some(first)
        };
        let turn = |at: Address| {
            let next = next_hands(code, at).into_iter().map(|(_, player)| player).collect();
            let leads_here = |&(from, _): &(Address, u8)| reaches(code, from, at);
            let before = || of_players.iter().copied().filter(leads_here).map(|(_, player)| player);
            (at, only(next).or_else(|| only(before().collect())).unwrap_or(0))
        };
        let mut drawn = Vec::new();
        let mut may_be_impossible = false;
        for &(at, _) in &turns {
            code.walk(at, |at| {
                let set = code.variable_set(at as Address);
                if set.is_some() && set == weight {
                    may_be_impossible |= !matches!(code.ops[at], Op::Set { value: 1.., .. });
                } else {
                    drawn.extend(set);
                }
                !matches!(code.ops[at], Op::Hand { .. })
            });
        }
        drawn.sort_unstable();
        drawn.dedup();
        let turns = turns.into_iter().map(|(at, _)| turn(at)).collect();
        Self { turns, weight, may_be_impossible, drawn }
    }

    /// Whether it is the same player's turn at the images of all instructions where chance acts.
    pub(super) fn is_kept(&self, image: impl Fn(Address) -> Address) -> bool {
        self.turns.iter().all(|&(at, player)| self.turn(image(at)) == player)
    }

    /// Whose turn it is where chance acts.
    #[inline]
    pub(super) fn turn(&self, at: Address) -> u8 {
        self.turns.iter().find(|(known, _)| *known == at).map_or(0, |(_, player)| *player)
    }
}

/// Whether the players of a game are two and chance, which is declared last.
pub(super) fn is_declared(description: &Description) -> bool {
    description.players == PLAYERS + 1 && description.player_names().last() == Some(RANDOM)
}

/// The number of a player who is not chance.
///
/// # Errors
///
/// If there is none with this name. The error has the names that there are.
pub(super) fn player_number(name: &str, description: &Description) -> Result<u8, String> {
    let names: Vec<&str> = description.player_names().take(PLAYERS).collect();
    let found = names.iter().position(|known| *known == name).map(|number| number as u8);
    found.ok_or_else(|| names.join(", "))
}

/// The instructions behind the changes of turn to some players, and to whom.
fn behind_hands(code: &Code, is_wanted: impl Fn(u8) -> bool) -> Vec<(Address, u8)> {
    let hands = code.ops.iter().enumerate().filter_map(|(at, op)| Some((at, hand(op)?)));
    hands.filter(|(_, player)| is_wanted(*player)).map(|(at, to)| (at as Address + 1, to)).collect()
}

/// The player to whom an instruction gives the turn.
fn hand(op: &Op) -> Option<u8> {
    match op {
        Op::Hand { side: Mover::Player(player), .. } => Some(*player),
        _ => None,
    }
}

/// The changes of turn to players that may come first when the code runs on from there, whatever
/// the rules and chance do before: the instructions behind them, and to whom.
fn next_hands(code: &Code, from: Address) -> Vec<(Address, u8)> {
    let mut found = Vec::new();
    code.walk(from, |at| match hand(&code.ops[at]) {
        Some(player) if player < ChanceFacts::NUMBER => {
            found.push((at as Address + 1, player));
            false
        }
        _ => true,
    });
    found
}

/// Whether the code may run from one instruction to another before a player gets the turn.
fn reaches(code: &Code, from: Address, to: Address) -> bool {
    let mut found = false;
    code.walk(from, |at| {
        found |= at as Address + 1 == to;
        hand(&code.ops[at]).is_none_or(|player| player >= ChanceFacts::NUMBER)
    });
    found
}
