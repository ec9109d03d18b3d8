//! Nuba against a plain program that keeps its rules as people tell them: legal moves, ends of
//! games, texts and perft.

use crate::support::Random;
use crate::support::slow::rounds;
use sarsen::game::{Game, Outcome, Player, Position, Presentation, Stress, View, Written, perft};
use sarsen::games::nuba::{Base, Move, Nuba, NubaPosition};

const PIECES: &str = "123456789X";

/// A piece as in the text of a position: its colour and its name.
type Piece = (char, char);

/// The game as people play it: a board, a place beside it, and whose turn it is.
#[derive(Clone)]
struct Table {
    /// Rows 1 to 6, each from a to e.
    board: [[Option<Piece>; 5]; 6],
    place: Option<Piece>,
    is_green: bool,
    is_setup: bool,
    is_beyond: bool,
}

/// How good a musician a piece is.
fn music(name: char) -> u32 {
    if name == 'X' { 10 } else { name.to_digit(10).unwrap() }
}

/// Whether one piece captures another.
fn captures(one: char, other: char) -> bool {
    one == 'X' || other == 'X' || music(other) >= music(one)
}

fn square(column: usize, row: usize) -> String {
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

impl Table {
    fn new(is_beyond: bool) -> Self {
        let board = [[None; 5]; 6];
        Self { board, place: None, is_green: true, is_setup: true, is_beyond }
    }

    fn colour(&self) -> char {
        if self.is_green { 'g' } else { 'r' }
    }

    /// All pieces of a colour on the board.
    fn pieces(&self, colour: char) -> Vec<char> {
        let pieces = self.board.iter().flatten().flatten();
        pieces.filter(|piece| piece.0 == colour).map(|piece| piece.1).collect()
    }

    /// The text of a move with the table after it.
    fn moves(&self) -> Vec<(String, Self)> {
        let mut moves = if self.is_setup { self.puts() } else { self.steps() };
        if moves.is_empty() {
            moves.push(("pass".to_owned(), self.clone()));
        }
        for (_, after) in &mut moves {
            after.is_green = !self.is_green;
            after.is_setup &= after.pieces('g').len() + after.pieces('r').len() < 20;
        }
        moves
    }

    fn puts(&self) -> Vec<(String, Self)> {
        let mut found = Vec::new();
        let on_board = self.pieces(self.colour());
        let rows = if self.is_green { [0, 1] } else { [4, 5] };
        for piece in PIECES.chars().filter(|piece| !on_board.contains(piece)) {
            for row in rows {
                for column in (0..5).filter(|&column| self.board[row][column].is_none()) {
                    let mut after = self.clone();
                    after.board[row][column] = Some((self.colour(), piece));
                    found.push((format!("{piece}@{}", square(column, row)), after));
                }
            }
        }
        found
    }

    fn steps(&self) -> Vec<(String, Self)> {
        let mut found = Vec::new();
        for row in 0..6 {
            for column in 0..5 {
                match self.board[row][column] {
                    Some(piece) if piece.0 == self.colour() => {
                        self.steps_from(column, row, piece, &mut found);
                    }
                    _ => {}
                }
            }
        }
        found
    }

    fn steps_from(&self, column: usize, row: usize, piece: Piece, found: &mut Vec<(String, Self)>) {
        let from = square(column, row);
        let (ahead, last) = if self.is_green { (row + 1, 5) } else { (row.wrapping_sub(1), 0) };
        if row == last {
            assert!(self.is_beyond, "{from}");
            let mut after = self.clone();
            after.board[row][column] = None;
            after.arrive(piece);
            let base = if self.is_green { 7 } else { 0 };
            found.push((format!("{from}{}{base}", &from[..1]), after));
            return;
        }
        for to in column.saturating_sub(1)..=(column + 1).min(4) {
            let is_open = match self.board[ahead][to] {
                None => true,
                Some(other) => other.0 != piece.0 && captures(piece.1, other.1),
            };
            if is_open {
                let mut after = self.clone();
                after.board[row][column] = None;
                if ahead == last && !self.is_beyond {
                    after.board[ahead][to] = None;
                    after.arrive(piece);
                } else {
                    after.board[ahead][to] = Some(piece);
                }
                found.push((format!("{from}{}", square(to, ahead)), after));
            }
        }
    }

    fn arrive(&mut self, piece: Piece) {
        if self.place.is_none_or(|there| music(piece.1) > music(there.1)) {
            self.place = Some(piece);
        }
    }

    /// Whether a player has the place, or could still take it.
    fn has_hope(&self, colour: char) -> bool {
        let Some(there) = self.place else { return !self.pieces(colour).is_empty() };
        there.0 == colour || self.pieces(colour).iter().any(|&piece| music(piece) > music(there.1))
    }

    fn winner(&self) -> Option<Player> {
        match (self.is_setup, self.has_hope('g'), self.has_hope('r')) {
            (true, _, _) | (_, true, true) => None,
            (_, true, false) => Some(Player::First),
            (_, false, true) => Some(Player::Second),
            (_, false, false) => panic!("both have lost: {}", self.text()),
        }
    }

    fn text(&self) -> String {
        let piece = |piece: Piece| format!("{}{}", piece.0, piece.1);
        let cell = |cell: &Option<Piece>| cell.map_or(".".to_owned(), piece);
        let rows: Vec<String> =
            self.board.iter().rev().map(|row| row.iter().map(cell).collect()).collect();
        let empty = if self.is_setup { "setup" } else { "-" };
        let place = self.place.map_or(empty.to_owned(), piece);
        format!("{} {place} {}", rows.join("/"), self.colour())
    }

    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.winner().is_some() {
            return 0;
        }
        self.moves().iter().map(|(_, after)| after.perft(depth - 1)).sum()
    }
}

/// Compares everything that both programs say of a position.
fn compare(position: &NubaPosition, table: &Table) -> Vec<(Move, Table)> {
    let text = table.text();
    assert_eq!(position.format(), text);
    assert_eq!(position.outcome(), table.winner().map(Outcome::Win), "{text}");
    if position.outcome().is_some() {
        return Vec::new();
    }
    let mut expected = table.moves();
    let mut found: Vec<(String, Move)> =
        position.legal_moves().into_iter().map(|m| (position.format_move(m), m)).collect();
    expected.sort_by(|one, other| one.0.cmp(&other.0));
    found.sort_by(|one, other| one.0.cmp(&other.0));
    let texts: Vec<&String> = expected.iter().map(|(text, _)| text).collect();
    assert_eq!(found.iter().map(|(text, _)| text).collect::<Vec<_>>(), texts, "{text}");
    found.into_iter().zip(expected).map(|((_, m), (_, after))| (m, after)).collect()
}

const SETUPS: [&str; 4] = ["row", "beyond", "row-ready", "beyond-ready"];

/// A table with the pieces of a position.
fn table_of(position: &NubaPosition) -> Table {
    let mut table = Table::new(position.base() == Base::Beyond);
    let piece = |(player, piece): (Player, u8)| {
        let colour = if player == Player::First { 'g' } else { 'r' };
        (colour, PIECES.chars().nth(usize::from(piece) - 1).unwrap())
    };
    for at in 0..30_u8 {
        table.board[usize::from(at / 5)][usize::from(at % 5)] = position.piece_at(at).map(piece);
    }
    table.place = position.holder().map(piece);
    table.is_green = position.to_move() == Player::First;
    table.is_setup = position.is_setup();
    table
}

#[test]
fn a_plain_program_plays_the_same_games() {
    let mut random = Random(1);
    let (mut longest, mut passes, mut wins) = (0, 0, [0; 2]);
    let games = rounds(400, 3000);
    for round in 0..games {
        let game = Nuba::parse(SETUPS[round % 4]).unwrap();
        let mut position = game.start();
        let mut table = table_of(&position);
        let mut plies = 0;
        loop {
            let moves = compare(&position, &table);
            if moves.is_empty() {
                break;
            }
            let (m, after) = &moves[random.below(moves.len())];
            passes += usize::from(position.is_pass(*m));
            position.make(*m);
            table = after.clone();
            plies += 1;
        }
        longest = longest.max(plies);
        let Some(Outcome::Win(winner)) = position.outcome() else { panic!("{}", table.text()) };
        wins[winner as usize] += 1;
    }
    // Each piece goes at most six steps, and not all of them can.
    assert!((60..=140).contains(&longest), "{longest}");
    assert!(passes > games / 30 && wins.iter().all(|&wins| wins > games / 3), "{passes} {wins:?}");
}

#[test]
fn perft_counts_what_a_plain_program_counts() {
    for (setup, text, counts) in [
        ("row", "", &[100, 10_000, 810_000, 65_610_000][..]),
        ("row-ready", "", &[13, 169, 2_325, 31_289, 446_442, 6_228_020]),
        ("row", MIDDLE, &[9, 86, 830, 8_093, 73_009, 707_861]),
        ("beyond", MIDDLE, &[9, 86, 830, 8_093, 77_216, 745_405]),
        ("row", LATE, &[6, 46, 231, 1_833, 9_762, 66_375]),
        ("beyond", LATE, &[6, 46, 271, 2_104, 12_750, 89_848]),
    ] {
        let start = Nuba::parse(setup).unwrap().start();
        let position = if text.is_empty() { start } else { start.parse(text).unwrap() };
        check_perft(&position, &table_of(&position), counts);
    }
}

/// Positions with much to capture, and with a piece on the place of honour.
const MIDDLE: &str = "..r9../.r3..r2/..g4r5./.g1..rX/gXg9.../....g8 r7 g";
const LATE: &str = "r5..../gX.r3../..g2r1./.g6.g9./...../..... g4 r";

/// Both programs find these counts at depths 1, 2 and so on.
fn check_perft(position: &NubaPosition, table: &Table, counts: &[u64]) {
    for (depth, &count) in (1..).zip(counts) {
        let text = position.format();
        assert_eq!(perft(&mut position.clone(), depth), count, "{text}, depth {depth}");
        if count < 1_000_000 {
            assert_eq!(table.perft(depth), count, "{text}, depth {depth}");
        }
    }
}

/// The position after some moves of a text.
fn after(setup: &str, text: &str, moves: &str) -> NubaPosition {
    let mut position = Nuba::parse(setup).unwrap().start().parse(text).unwrap();
    for m in moves.split_whitespace() {
        position.make(position.parse_move(m).unwrap_or_else(|error| panic!("{text}: {error}")));
    }
    position
}

/// The place of honour after some moves.
fn place(setup: &str, text: &str, moves: &str) -> String {
    after(setup, text, moves).format().split(' ').nth(1).unwrap().to_owned()
}

#[test]
fn the_base_is_the_last_row_or_beyond_it() {
    let text = "...../...g7./..r8../...../...../..... r6 g";
    assert_eq!(place("row", text, "d5d6"), "g7");
    assert_eq!(place("beyond", text, "d5d6"), "r6");
    assert_eq!(place("beyond", text, "d5d6 c4c3 d6d7"), "g7");
    let red = "...../...../g8..../...../..r9../..... - r";
    assert_eq!(place("row", red, "c2b1"), "r9");
    assert_eq!(place("beyond", red, "c2b1 a4a5 b1b0"), "r9");
    // A piece may capture on its way into the base.
    assert_eq!(place("row", "...r9./...g7./r8..../...../...../..... r6 g", "d5d6"), "g7");
}

#[test]
fn a_piece_that_is_not_good_enough_leaves_the_game() {
    let text = "...../.g6.g7./..r8../...../...../..... r6 g";
    let position = after("row", text, "b5b6");
    assert_eq!(position.format(), "...../...g7./..r8../...../...../..... r6 r");
    let position = after("row", text, "d5d6 c4c3 b5a6");
    assert_eq!(position.format(), "...../...../...../..r8../...../..... g7 r");
}

#[test]
fn only_a_player_without_a_move_passes() {
    let position = after("row", "...../...../...../r1r2.../g9..../..... r7 g", "");
    assert_eq!(position.legal_moves(), [Move::PASS]);
    assert_eq!(position.parse_move("PASS"), Ok(Move::PASS));
    assert!(after("row", LATE, "").legal_moves().iter().all(|&m| m != Move::PASS));
}

#[test]
fn the_game_ends_when_no_number_is_high_enough() {
    let [green, red] = [Player::First, Player::Second].map(|player| Some(Outcome::Win(player)));
    let end = |text: &str, moves: &str| after("row", text, moves).outcome();
    assert_eq!(end("...../.g9r1../.r2.../...../...../..... g8 r", ""), green);
    // The 9 could still take the place.
    let text = "..r9../.g9r1../.r2.../...../...../..... g8 r";
    assert_eq!(end(text, ""), None);
    assert_eq!(end(text, "c6b5"), None);
    assert_eq!(end(text, "c5c4 b5c6"), green);
    // A champion ends the game, whatever else there is.
    let text = "...../.gX.../...../.r9.rX./...../..... - g";
    assert_eq!([end(text, "b5a6"), end(text, "b5b6")], [green; 2]);
    // Nobody has the place, and the last piece is captured.
    assert_eq!(end("...../...../.r3.../..g3../...../..... - r", "b4c3"), red);
}

#[test]
fn a_wrong_text_is_told_where() {
    let empty = "...../...../...../...../...../.....";
    for (setup, text, at, part) in [
        ("row", "", 1, "a6 ('.', 'g' or 'r') expected, but the text ends"),
        ("row", "....", 5, "e6 ('.', 'g' or 'r') expected"),
        ("row", "......", 6, "'/' after the 5 squares of row 6 expected, not '.'"),
        ("row", "x", 1, "not 'x'"),
        ("row", "g0", 2, "a piece ('1' to '9' or 'X') expected, not '0'"),
        ("row", "g\u{e9}", 2, "a piece"),
        ("row", "...../g1g1", 9, "a second g1"),
        ("row", empty, 36, "a blank after the board expected, but the text ends"),
        ("row", &format!("{empty} x g"), 37, "the place of honour ('setup', '-', or a piece"),
        ("row", &format!("{empty} setup"), 42, "a blank and the side to move"),
        ("row", &format!("{empty} setup x"), 43, "the side to move ('g' or 'r') expected"),
        ("row", &format!("{empty} setup g "), 44, "the end of the text"),
        ("row", &format!("{empty} setup r"), 43, "'r' cannot be to move with 0 pieces of 'g'"),
        ("row", &format!("{empty} - g"), 37, "no piece is left"),
        ("row", "...../...../g1..../...../...../..... setup r", 38, "but 'g' has one on a4"),
        ("row", "g1..../...../...../...../...../..... - r", 1, "g1 cannot stay on a6"),
        ("row", "...../g1..../...../...../...../..... g1 r", 38, "g1 is on the board, too"),
        ("row", &after("row-ready", READY, "").format().replace('-', "setup"), 57, "all pieces"),
    ] {
        let error = Nuba::parse(setup).unwrap().start().parse(text).unwrap_err();
        assert!(error.reason.contains(part) && error.at == at, "{text}: {error}");
    }
    assert!(Nuba::parse("beyond").is_ok() && Nuba::parse("beyond-ready").is_ok());
    let beyond = Nuba::new(Base::Beyond, false).start();
    assert!(beyond.parse("g1..../...../...../...../...../..... - r").is_ok());
    for setup in ["rows", "-ready", "ready", "row-", "beyond-ready-ready", " row"] {
        let error = Nuba::parse(setup).unwrap_err().to_string();
        assert!(error.contains("row-ready and beyond-ready"), "{error}");
    }
}

/// The given start.
const READY: &str = "r6r8rXr9r7/r4r3r1r2r5/...../...../g5g2g1g3g4/g7g9gXg8g6 - g";

#[test]
fn a_wrong_move_is_told_why() {
    let start = "...../...../...../...../...../..... setup g";
    let one = "...../..rX../...../...../..g1../..... setup g";
    let middle = "...../.g8.../..r7../.g7.r9./...../g5.... r6 g";
    for (setup, text, m, part) in [
        ("row", start, "", "is not a move: while pieces are put on the board"),
        ("row", start, "b2c3", "piece@square, such as 7@b2"),
        ("row", start, "10@b2", "piece@square"),
        ("row", start, "0@b2", "piece@square"),
        ("row", start, "7@f2", "piece@square"),
        ("row", start, "7@b3", "'g' puts pieces on rows 1 and 2"),
        ("row", one, "7@c2", "c2 is taken by g1"),
        ("row", one, "1@c1", "1 is not in hand any more, only 23456789X"),
        ("row", middle, "7@b2", "two squares, such as b2c3, or pass"),
        ("row", middle, "pass", "only without a move: b5a6 b5b6 b5c6 b3a4 b3b4 b3c4 a1a2 a1b2"),
        ("row", middle, "b3", "two squares"),
        ("row", middle, "b3b9", "two squares"),
        ("row", middle, "c3c4", "'g' has no piece on c3"),
        ("row", middle, "e3e4", "'g' has no piece on e3"),
        ("row", middle, "b3b5", "one square forward, from b3 to a4, b4, c4"),
        ("row", middle, "b3a2", "one square forward"),
        ("row", middle, "\u{e9}\u{e9}", "two squares"),
        ("row", &middle.replace("g7", "g9"), "b3c4", "9 does not capture r7, which has a lower"),
        ("row", &middle.replace(".g7.", "..."), "a1", "two squares"),
        ("beyond", "..g7../...../...../...../...../r8.... - g", "c6d6", "from c6 to c7"),
        ("row", "...../...../...../r1r2.../g9..../..... r7 g", "a2a3", "no move but pass"),
        ("row", "...../...../...../...../g3..../g9.... r2 g", "a1a2", "a piece of its own on a2"),
        ("row", "...../...../...../r1..../...../..... gX r", "a3a2", "the game is over"),
    ] {
        let position = after(setup, text, "");
        let error = position.parse_move(m).unwrap_err().to_string();
        assert!(error.contains(part), "{text}, {m}: {error}");
    }
    let position = after("row", start, "");
    assert_eq!(position.parse_move("x@C1"), position.parse_move("X@c1"));
}

#[test]
fn the_board_is_drawn_from_either_side() {
    let game = Nuba::USUAL;
    let text = "...../.g8.../..r7../.g7.r9./...../g5.... r6 g";
    let mut position = game.start().parse(text).unwrap();
    let m = position.parse_move("b5b6").unwrap();
    position.make(m);
    let drawing = game.draw(&position, View { turned: false, last: Some(m) });
    let expected = "    a  b  c  d  e\n6   .  .  .  .  .\n5   .  .  .  .  .\n4   .  . r7  .  .\n\
                    3   . g7  . r9  .\n2   .  .  .  .  .\n1  g5  .  .  .  .\n\n\
                    place of honour: g8";
    assert_eq!(drawing.to_string(), expected);
    let last: Vec<_> = drawing.spans().iter().filter(|span| span.stress == Stress::Last).collect();
    assert_eq!((last.len(), &*last[0].text), (1, "g8"));
    let turned = game.draw(&position, View { turned: true, last: None }).to_string();
    assert!(turned.starts_with("    e  d  c  b  a\n1   .  .  .  . g5\n"), "{turned}");
    let start = game.draw(&game.start(), View::default()).to_string();
    assert!(start.contains("\ng holds 123456789X\nr holds 123456789X"), "{start}");
    let won = after("row", "...../.gX.../...../...../r1..../..... - g", "b5b6");
    let drawing = game.draw(&won, View::default());
    assert!(drawing.to_string().ends_with("place of honour: gX"));
    assert!(drawing.spans().iter().any(|span| span.stress == Stress::Won && span.text == "gX"));
}
