//! The contents of a board: what is there in a position.

use crate::game::{Player, Stress};

/// A piece at a place, or several that are alike.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Piece {
    /// Where it is. A place has at most one piece, or one stack of them.
    pub place: usize,
    /// Whose it is. None if it is nobody's.
    pub owner: Option<Player>,
    /// Its kind: a small number. The usual kind is 0.
    pub kind: u16,
    /// The name of its kind: `stone`, `king` or `6`. A picture shows a name of one or two letters,
    /// and the first letter of another one if the kind is not 0.
    pub name: String,
    /// What a picture shows instead, such as `X` for a champion.
    pub sign: Option<String>,
    /// Whether it wears a crown, which a picture shows instead of letters.
    pub crowned: bool,
    /// How many pieces there are. If they are more than are [drawn](super::Place::stack), a picture
    /// shows their number, and no name.
    pub count: u16,
    /// Whether the last move put it here.
    pub last: bool,
    /// Whether it is part of what won the game.
    pub won: bool,
}

/// A stroke with an owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OwnedStroke {
    /// Which stroke.
    pub stroke: usize,
    /// Whose it is.
    pub owner: Player,
    /// Whether it is part of what won the game.
    pub won: bool,
}

/// Something that people count while they play: the lines of each player, or the discs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    /// What is counted, in the plural, for people: `lines`.
    pub name: &'static str,
    /// How many the first player has, and how many the second.
    pub counts: [u32; 2],
    /// How many there are in all, if that stays the same.
    pub all: Option<u32>,
    /// With how many a player has won, if they decide the game.
    pub to_win: Option<u32>,
    /// Whether the player with fewer of them is ahead.
    pub fewer_leads: bool,
}

/// What is on a board. Pieces of kind 0 are the usual ones.
///
/// ```
/// use sarsen_core::game::board::Contents;
/// use sarsen_core::game::{Player, Stress};
///
/// let mut contents = Contents::default();
/// contents.put(4, Player::First, "stone");
/// contents.put(5, Player::Second, "king").kind = 1;
/// contents.stress([5], Stress::Last);
/// assert!(contents.pieces[1].last && !contents.pieces[0].last);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Contents {
    /// The pieces, in any order.
    pub pieces: Vec<Piece>,
    /// The strokes that have an owner, in any order.
    pub strokes: Vec<OwnedStroke>,
    /// What people count, the most important first.
    pub tallies: Vec<Tally>,
    /// The ways of the pieces that the last move moved, place by place. A picture marks them, and a
    /// page moves the pieces along them. A way of one place is that of a piece that came from
    /// nowhere. If the last place of a way is empty, the piece has left the board from there.
    pub ways: Vec<Vec<usize>>,
}

impl Contents {
    /// Stones on a board, place by place: whose stone is there, or none.
    #[must_use]
    pub fn of_stones(stones: impl IntoIterator<Item = Option<Player>>) -> Self {
        let mut contents = Self::default();
        for (place, stone) in stones.into_iter().enumerate() {
            if let Some(player) = stone {
                contents.put(place, player, "stone");
            }
        }
        contents
    }

    /// Adds a piece of kind 0. Returns it, so that more can be said about it.
    pub fn put(
        &mut self,
        place: usize,
        owner: impl Into<Option<Player>>,
        name: impl Into<String>,
    ) -> &mut Piece {
        let (owner, name) = (owner.into(), name.into());
        let at = self.pieces.len();
        self.pieces.push(Piece {
            place,
            owner,
            kind: 0,
            name,
            sign: None,
            crowned: false,
            count: 1,
            last: false,
            won: false,
        });
        &mut self.pieces[at]
    }

    /// Gives a stroke to a player. Returns it, so that more can be said about it.
    pub fn give(&mut self, stroke: usize, owner: Player) -> &mut OwnedStroke {
        let at = self.strokes.len();
        self.strokes.push(OwnedStroke { stroke, owner, won: false });
        &mut self.strokes[at]
    }

    /// Counts something for both players. Returns it, so that more can be said about it.
    pub fn count(&mut self, name: &'static str, counts: [u32; 2]) -> &mut Tally {
        let at = self.tallies.len();
        self.tallies.push(Tally { name, counts, all: None, to_win: None, fewer_leads: false });
        &mut self.tallies[at]
    }

    /// Says that the last move moved a piece along these places. The piece at the end is
    /// [last](Piece::last).
    pub fn lead(&mut self, way: impl IntoIterator<Item = usize>) {
        let way: Vec<usize> = way.into_iter().collect();
        self.stress(way.last().copied(), Stress::Last);
        if !way.is_empty() {
            self.ways.push(way);
        }
    }

    /// Marks the pieces at these places, where there are any.
    pub fn stress(&mut self, places: impl IntoIterator<Item = usize>, stress: Stress) {
        for place in places {
            for piece in self.pieces.iter_mut().filter(|piece| piece.place == place) {
                match stress {
                    Stress::None => (piece.last, piece.won) = (false, false),
                    Stress::Last => piece.last = true,
                    Stress::Won => piece.won = true,
                }
            }
        }
    }

    /// The same, in the order of places, strokes and ways.
    #[must_use]
    pub fn sorted(mut self) -> Self {
        self.pieces.sort_by_key(|piece| piece.place);
        self.strokes.sort_by_key(|owned| owned.stroke);
        self.ways.sort_unstable();
        self
    }
}
