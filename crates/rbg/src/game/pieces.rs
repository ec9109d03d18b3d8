//! The pieces: whose they are, and of which kind.

use super::chance::PLAYERS;
use super::marks::{Marks, Owned, PieceLook};
use crate::language::description::Description;
use crate::language::expression::Mover;
use crate::machine::code::Code;
use crate::machine::op::Op;

/// A kind of piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PieceKind {
    /// The player who owns it, by its number in the order of declaration.
    pub(super) owner: Option<u8>,
    /// Its kind among the pieces of its owner.
    pub(super) kind: u16,
    /// Its name for people, without its owner.
    pub(super) name: String,
    /// The letter that stands for it in texts of positions.
    pub(super) letter: char,
    /// What the author says of it.
    pub(super) look: PieceLook,
}

/// The pieces of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PieceTable {
    pub(super) kinds: Vec<PieceKind>,
    /// The piece that stands for an empty place.
    pub(super) empty: Option<u8>,
}

/// Names that mean an empty place.
const EMPTY: [&str; 6] = ["e", "empty", "none", "blank", "free", "nothing"];

impl PieceTable {
    pub(super) fn of(description: &Description, code: &Code, marks: &Marks) -> Self {
        let names = &description.pieces;
        let players: Vec<&str> = description.player_names().take(PLAYERS).collect();
        let named: Vec<Option<(u8, String)>> =
            names.iter().map(|name| owner_by_name(name, &players)).collect();
        let empty = empty(description, &named);
        let used = use_by_players(description, code);
        let mut kinds: Vec<PieceKind> = Vec::new();
        for (piece, name) in names.iter().enumerate() {
            let (owner, own_name) = match &named[piece] {
                Some((owner, rest)) => (Some(*owner), rest.clone()),
                None if empty == Some(piece as u8) => (None, name.clone()),
                None => (owner_by_use(used[piece]), name.clone()),
            };
            let mut look = marks.look(&names[piece]);
            let owner = match look.owner {
                Owned::Unsaid => owner,
                Owned::By(player) => Some(player),
                Owned::ByNobody => None,
            };
            let name = look.name.clone().unwrap_or(own_name);
            // A number is shown on the piece.
            let is_number = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
            if is_number && name.len() <= 2 {
                look.sign.get_or_insert_with(|| name.clone());
            }
            kinds.push(PieceKind { owner, kind: 0, name, letter: '?', look });
        }
        number(&mut kinds, description, empty);
        give_letters(&mut kinds, names, empty);
        Self { kinds, empty }
    }

    pub(super) fn owner(&self, piece: u8) -> Option<u8> {
        self.kinds[usize::from(piece)].owner
    }

    /// Whether it is not shown: the empty place, or one that the author hides.
    pub(super) fn is_ground(&self, piece: u8) -> bool {
        self.is_empty(piece) || self.kinds[usize::from(piece)].look.is_hidden
    }

    pub(super) fn is_empty(&self, piece: u8) -> bool {
        self.empty == Some(piece)
    }
}

/// The owner whose name a piece has in its own, or of whose name it is the first letter.
pub(super) fn owner_by_name(name: &str, players: &[&str]) -> Option<(u8, String)> {
    let lower = name.to_lowercase();
    for (player, known) in players.iter().enumerate() {
        let known = known.to_lowercase();
        if let Some(rest) = lower.strip_prefix(&known) {
            return Some((player as u8, name[name.len() - rest.len()..].to_owned()));
        }
    }
    let first = |name: &str| name.chars().next().map(|c| c.to_ascii_lowercase());
    let mut owners = (0..players.len()).filter(|&player| first(players[player]) == first(name));
    match (owners.next(), owners.next()) {
        (Some(owner), None) if name.len() == 1 => Some((owner as u8, String::new())),
        // One letter for the player, then the kind: wK, bPawn, r1.
        (Some(owner), None)
            if name[1..].starts_with(|c: char| c.is_ascii_uppercase() || c.is_ascii_digit()) =>
        {
            Some((owner as u8, name[1..].to_owned()))
        }
        _ => None,
    }
}

/// The piece that stands for an empty place: one with such a name, or the most frequent one that is
/// nobody's by its name.
fn empty(description: &Description, named: &[Option<(u8, String)>]) -> Option<u8> {
    let is_empty = |name: &String| EMPTY.contains(&name.to_lowercase().as_str());
    if let Some(found) = description.pieces.iter().position(is_empty) {
        return Some(found as u8);
    }
    let count = |piece: usize| {
        description.board.start.iter().filter(|&&here| usize::from(here) == piece).count()
    };
    let nobodys = (0..named.len()).filter(|&piece| named[piece].is_none() && count(piece) > 0);
    nobodys.max_by_key(|&piece| (count(piece), usize::MAX - piece)).map(|piece| piece as u8)
}

/// How often the code that each player runs names each piece: puts it, or looks for it first.
fn use_by_players(description: &Description, code: &Code) -> Vec<[u32; 2]> {
    let mut used = vec![[0; PLAYERS]; description.pieces.len()];
    let mut player = None;
    // The code is in the order of the rules, so what follows a hand to a player is that player's.
    for op in &code.ops {
        match *op {
            Op::Hand { side: Mover::Player(next), .. } => player = Some(usize::from(next)),
            Op::Yes => player = None,
            Op::Put { piece, .. } => {
                if let Some(player) = player.filter(|player| *player < PLAYERS) {
                    used[usize::from(piece)][player] += 2;
                }
            }
            Op::Find(set, _) => {
                if let Some(player) = player.filter(|player| *player < PLAYERS) {
                    for &piece in &code.members[usize::from(set)] {
                        used[usize::from(piece)][player] += 1;
                    }
                }
            }
            _ => {}
        }
    }
    used
}

fn owner_by_use([first, second]: [u32; 2]) -> Option<u8> {
    if first > 2 * second {
        Some(0)
    } else if second > 2 * first {
        Some(1)
    } else {
        None
    }
}

/// Numbers the kinds: equal names have equal numbers, and the most frequent kind is 0.
fn number(kinds: &mut [PieceKind], description: &Description, empty: Option<u8>) {
    let mut names: Vec<(String, bool, usize)> = Vec::new();
    for (piece, kind) in kinds.iter().enumerate().filter(|(piece, _)| empty != Some(*piece as u8)) {
        let count =
            description.board.start.iter().filter(|&&here| usize::from(here) == piece).count();
        match names.iter_mut().find(|(name, ..)| *name == kind.name) {
            Some((.., sum)) => *sum += count,
            None => names.push((kind.name.clone(), kind.owner.is_none(), count)),
        }
    }
    // Pieces that have only a letter are alike in all but their owner.
    let owners = |owner| kinds.iter().filter(|kind| kind.owner == Some(owner)).count();
    let are_alike = owners(0) == 1 && owners(1) == 1;
    // What is nobody's comes last.
    names.sort_by_key(|(_, is_nobodys, count)| (*is_nobodys, std::cmp::Reverse(*count)));
    for kind in kinds.iter_mut() {
        let number = names.iter().position(|(name, ..)| *name == kind.name).unwrap_or(0);
        let is_alone = are_alike && kind.owner.is_some();
        kind.kind = if is_alone { 0 } else { number as u16 };
        if kind.name.is_empty() {
            kind.name = "stone".to_owned();
        } else {
            kind.name = kind.name.to_lowercase();
        }
    }
}

/// Gives each piece a letter of its own: `.` for the empty place, else one of its name if that is
/// free.
fn give_letters(kinds: &mut [PieceKind], names: &[String], empty: Option<u8>) {
    let mut taken = vec!['.'];
    for (piece, kind) in kinds.iter_mut().enumerate() {
        if empty == Some(piece as u8) {
            kind.letter = '.';
            continue;
        }
        let of_kind = kind.name.chars().filter(|c| c.is_ascii_alphanumeric());
        let cased = |c: char| match kind.owner {
            // As in chess, the first player has capitals, if the kinds have letters.
            Some(0) if kind.name != "stone" => c.to_ascii_uppercase(),
            _ => c.to_ascii_lowercase(),
        };
        let is_letter = names[piece].len() == 1 || kind.name == "stone";
        let own = names[piece].chars().next().filter(|_| is_letter);
        let wished = own.into_iter().chain(of_kind.map(cased));
        let all = ('a'..='z').chain('A'..='Z').chain('0'..='9').chain('\u{c0}'..='\u{24f}');
        let free = wished.chain(all).find(|c| !taken.contains(c)).unwrap_or('?');
        taken.push(free);
        kind.letter = free;
    }
}
