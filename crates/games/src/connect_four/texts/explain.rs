//! The facts that the engine tells about a position: open threats, the player whom the zugzwang
//! favours, and the line that won.

use super::super::board::Board;
use super::super::geometry::Geometry;
use super::super::word::BoardWord;
use sarsen_core::game::{Fact, Player, Position};

/// What the fact `zugzwang` means.
const ZUGZWANG: &str = "A forecast, not a proof: the player who completes four in the end because \
    the other one runs out of good moves, if no new threats arise.";

/// The threats of both players by the parity of their rows, the player whom the zugzwang favours,
/// and the line of four if the game is won. The bottom row is odd. The name of a cell is a letter
/// for the column and a number for the row, from the bottom left.
pub(in super::super) fn explain<W: BoardWord>(board: &Board<W>) -> Vec<Fact> {
    let geometry = board.geometry();
    let threats = open_threats(board);
    let odd = odd_rows(geometry);
    let threats_are = [
        (
            "first-odd",
            threats[0] & odd,
            "Cells in odd rows that would complete four for the first \
            player. The bottom row is odd.",
        ),
        (
            "first-even",
            threats[0] & !odd,
            "Cells in even rows that would complete four for the \
            first player.",
        ),
        (
            "second-odd",
            threats[1] & odd,
            "Cells in odd rows that would complete four for the \
            second player.",
        ),
        (
            "second-even",
            threats[1] & !odd,
            "Cells in even rows that would complete four for the \
            second player.",
        ),
    ];
    let cells_are = |name, cells| Fact::new(name, &names(geometry, cells)).listing_places();
    let fact = |(name, cells, about)| cells_are(name, cells).about(about);
    let mut facts: Vec<Fact> = threats_are.into_iter().map(fact).collect();
    let control = match favoured(board, threats) {
        Some(Player::First) => "first",
        Some(Player::Second) => "second",
        None => "none",
    };
    facts.push(Fact::new("zugzwang", control).about(ZUGZWANG));
    let won = board.stones.map(|stones| geometry.fours(stones));
    let line = cells_are("line", won[0] | won[1]);
    facts.push(line.about("The cells of the four, or more, that won the game."));
    facts
}

/// For each player, the empty cells that would complete four. There are none after the game.
fn open_threats<W: BoardWord>(board: &Board<W>) -> [W; 2] {
    if board.outcome().is_some() {
        return [W::ZERO; 2];
    }
    board.stones.map(|stones| board.geometry.completing(stones) & !board.occupied())
}

/// The cells of the odd rows.
fn odd_rows<W: BoardWord>(geometry: &Geometry<W>) -> W {
    let mut cells = W::ZERO;
    for row in (0..geometry.height()).step_by(2) {
        for column in 0..geometry.width() {
            cells |= geometry.bit(column, row);
        }
    }
    cells
}

/// The names of cells, by column and row, separated by commas. `-` if there are none.
fn names<W: BoardWord>(geometry: &Geometry<W>, cells: W) -> String {
    let mut names = Vec::new();
    for column in 0..geometry.width() {
        for row in 0..geometry.height() {
            if !(geometry.bit(column, row) & cells).is_zero() {
                names.push(format!("{}{}", char::from(b'a' + column), row + 1));
            }
        }
    }
    if names.is_empty() { "-".to_owned() } else { names.join(",") }
}

/// The player who completes four if no new threat arises and both players avoid cells just below a
/// threat for as long as they can. A player takes a cell below a threat of the opponent only as the
/// last choice, because the opponent then wins. The choice before it is a cell below one of the
/// player's own threats, because the opponent then takes that threat away. V. Allis calls this
/// controlling the zugzwang ("A knowledge-based approach of Connect-Four", 1988).
fn favoured<W: BoardWord>(board: &Board<W>, threats: [W; 2]) -> Option<Player> {
    let mut occupied = board.occupied();
    let mut player = board.to_move();
    while !(threats[0] | threats[1]).is_zero() {
        let playable = board.geometry.playable(occupied);
        let [own, other] = [threats[player.index()], threats[player.other().index()]];
        if !(playable & own).is_zero() {
            return Some(player);
        }
        let choices = [
            playable & other,
            playable & !(own >> 1) & !(other >> 1),
            playable & !(other >> 1),
            playable,
        ];
        occupied |= choices.into_iter().find(|cells| !cells.is_zero())?.lowest();
        player = player.other();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connect_four::Small;
    use sarsen_core::game::{Game as _, Written, split_mix};

    /// The facts with content, after these moves.
    fn facts(width: u32, height: u32, moves: &str) -> String {
        let mut board = Small::new(width, height).unwrap().start();
        for column in moves.chars() {
            board.make(board.parse_move(&column.to_string()).unwrap());
        }
        let facts = explain(&board);
        assert_eq!(facts.len(), 6);
        let facts = facts.iter().filter(|fact| !fact.is_nothing());
        facts.map(|fact| format!("{} {}", fact.name, fact.text)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn threats_are_told_with_their_parity() {
        assert_eq!(facts(7, 6, ""), "");
        assert_eq!(facts(7, 6, "44"), "");
        // Three stones of the first player in the bottom row, open on both sides.
        assert_eq!(facts(7, 6, "33445"), "first-odd b1,f1 zugzwang first");
        // And three of the second player on top of them.
        let both = facts(7, 6, "3344557");
        assert_eq!(both, "first-odd b1,f1 second-even b2,f2 zugzwang first");
        assert_eq!(facts(7, 6, "3344552"), "line b1,c1,d1,e1");
        assert_eq!(facts(7, 6, "1212121"), "line a1,a2,a3,a4");
    }

    /// On a board of even height, a single threat above the playable cell decides the zugzwang if
    /// it is an odd threat of the first player or an even one of the second. Other threats do not.
    #[test]
    fn the_zugzwang_goes_by_parity() {
        let mut seen = [0; 4];
        let mut random = 5;
        for _ in 0..20_000 {
            let mut board = Small::new(7, 6).unwrap().start();
            for _ in 0..12 + split_mix(&mut random) % 12 {
                let moves = board.legal_moves();
                if board.outcome().is_none() {
                    board.make(moves[split_mix(&mut random) as usize % moves.len()]);
                }
            }
            let threats = open_threats(&board);
            let all = threats[0] | threats[1];
            let count = threats[0].count_ones() + threats[1].count_ones();
            if count != 1 || !(all & board.playable()).is_zero() {
                continue;
            }
            let (is_firsts, is_odd) =
                (!threats[0].is_zero(), !(all & odd_rows(&board.geometry)).is_zero());
            let expected = match (is_firsts, is_odd) {
                (true, true) => Some(Player::First),
                (false, false) => Some(Player::Second),
                _ => None,
            };
            assert_eq!(favoured(&board, threats), expected, "{}", board.format());
            seen[2 * usize::from(is_firsts) + usize::from(is_odd)] += 1;
        }
        assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
    }
}
