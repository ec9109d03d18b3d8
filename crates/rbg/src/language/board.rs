//! The board: places and the directions between them.

use std::collections::HashMap;

use super::cursor::TokenCursor;
use super::declarations::{Declarations, Named};
use super::error::RulesMistake;
use super::names::NameId;
use super::token::{Keyword, Token, TokenKind};
use sarsen_core::sys::suggestion::did_you_mean;

/// The most places of a board.
pub const MOST_PLACES: usize = 4096;

/// How a board was written down, with the coordinates of each place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BoardShape {
    /// Rows of equal length: column and row of each place, from the left and from the top.
    Rectangle(Vec<[u16; 2]>),
    /// Rows that grow by one up to the longest, then shrink by one: the place in the row, and the
    /// row, from the left and from the top.
    Hexagon {
        /// The coordinates of each place.
        at: Vec<[u16; 2]>,
        /// The lengths of the rows, holes included.
        rows: Vec<u16>,
    },
    /// Layers of rows: column, row and layer of each place.
    Cuboid(Vec<[u16; 3]>),
    /// A graph, with the name of each place.
    Graph(Vec<String>),
}

/// The board of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulesBoard {
    /// Its shape.
    pub shape: BoardShape,
    /// The piece at each place at the start.
    pub start: Vec<u8>,
    /// The names of the directions.
    pub directions: Vec<String>,
    /// Where each direction leads from each place: `steps[direction][place]`.
    pub steps: Vec<Vec<Option<u16>>>,
}

impl RulesBoard {
    /// The number of places.
    #[must_use]
    pub fn places(&self) -> usize {
        self.start.len()
    }

    /// Reads the section `board`.
    pub(crate) fn read(
        declarations: &mut Declarations,
        cursor: &mut TokenCursor<'_>,
    ) -> Result<Self, RulesMistake> {
        let board = match cursor.peek().map(|token| token.kind) {
            Some(TokenKind::Word(Keyword::Rectangle)) => rectangle(declarations, cursor),
            Some(TokenKind::Word(Keyword::Hexagon)) => hexagon(declarations, cursor),
            Some(TokenKind::Word(Keyword::Cuboid)) => cuboid(declarations, cursor),
            Some(TokenKind::Name(_)) => graph(declarations, cursor),
            _ => {
                let found = cursor.next();
                let wanted = "'rectangle', 'hexagon', 'cuboid' or the name of a place";
                Err(cursor.unexpected(found, wanted))
            }
        }?;
        cursor.end("the end of the board")?;
        Ok(board)
    }
}

/// A row of pieces. None is a hole.
type BoardRow = Vec<Option<u8>>;

/// The places of a board that is drawn, while it is read.
struct DrawnBoard<const N: usize> {
    start: Vec<u8>,
    at: Vec<[u16; N]>,
    index: HashMap<[u16; N], u16>,
}

impl<const N: usize> DrawnBoard<N> {
    fn new() -> Self {
        Self { start: Vec::new(), at: Vec::new(), index: HashMap::new() }
    }

    fn add(
        &mut self,
        cursor: &TokenCursor<'_>,
        token: Token,
        at: [usize; N],
        piece: u8,
    ) -> Result<(), RulesMistake> {
        if self.start.len() == MOST_PLACES {
            return Err(too_many(cursor, token));
        }
        let at = at.map(|part| part as u16);
        self.index.insert(at, self.start.len() as u16);
        self.at.push(at);
        self.start.push(piece);
        Ok(())
    }

    /// The steps of a direction, which leads from coordinates to others.
    fn steps(&self, to: impl Fn([i32; N]) -> [i32; N]) -> Vec<Option<u16>> {
        let step = |at: &[u16; N]| {
            let mut target = [0; N];
            for (part, to) in target.iter_mut().zip(to(at.map(i32::from))) {
                *part = u16::try_from(to).ok()?;
            }
            self.index.get(&target).copied()
        };
        self.at.iter().map(step).collect()
    }
}

fn too_many(cursor: &TokenCursor<'_>, token: Token) -> RulesMistake {
    cursor.error(token, format!("the board has more than {MOST_PLACES} places"))
}

/// Reads the names of a board's directions, each followed by a comma.
fn directions<const N: usize>(
    declarations: &mut Declarations,
    cursor: &mut TokenCursor<'_>,
) -> Result<Token, RulesMistake> {
    cursor.next();
    let open = cursor.expect("(")?;
    let mut count = 0;
    while let Some(token @ Token { kind: TokenKind::Name(name), .. }) = cursor.peek() {
        cursor.next();
        count += 1;
        if count <= N {
            let known = declarations.directions.len();
            let number = declarations.direction(cursor, name, token)?;
            if usize::from(number) < known {
                let message = format!("there are two directions '{}'", cursor.text(name));
                return Err(cursor.error(token, message));
            }
        }
        cursor.expect(",")?;
    }
    if count == N {
        return Ok(open);
    }
    let message = format!("this board needs the names of {N} directions, but here are {count}");
    Err(cursor.error(open, message))
}

/// Reads a row of pieces in brackets, if there is one.
fn row(
    declarations: &Declarations,
    cursor: &mut TokenCursor<'_>,
    number: usize,
) -> Result<Option<(BoardRow, Token)>, RulesMistake> {
    let Some(open) = cursor.peek().filter(|token| token.kind.is("[")) else { return Ok(None) };
    if number >= MOST_PLACES {
        return Err(too_many(cursor, open));
    }
    cursor.next();
    let mut found = BoardRow::new();
    if cursor.sees("]") {
        cursor.next();
        return Ok(Some((found, open)));
    }
    loop {
        let is_piece = matches!(cursor.peek(), Some(Token { kind: TokenKind::Name(_), .. }));
        found.push(if is_piece { Some(piece(declarations, cursor)?) } else { None });
        if found.len() > MOST_PLACES {
            return Err(too_many(cursor, open));
        }
        if !cursor.takes(",") {
            cursor.close(open, "]")?;
            return Ok(Some((found, open)));
        }
    }
}

fn piece(declarations: &Declarations, cursor: &mut TokenCursor<'_>) -> Result<u8, RulesMistake> {
    let (name, token) = cursor.name("the name of a piece")?;
    match declarations.meaning(name) {
        Some(Named::Piece(piece)) => Ok(piece),
        _ => {
            let name = cursor.text(name);
            let hint = did_you_mean(name, declarations.pieces.iter().map(String::as_str));
            Err(cursor.error(token, format!("there is no piece '{name}'{hint}")))
        }
    }
}

fn rectangle(
    declarations: &mut Declarations,
    cursor: &mut TokenCursor<'_>,
) -> Result<RulesBoard, RulesMistake> {
    let open = directions::<4>(declarations, cursor)?;
    let mut drawn = DrawnBoard::new();
    let mut length = None;
    let mut y = 0;
    while let Some((row, token)) = row(declarations, cursor, y)? {
        equal_length(cursor, token, &mut length, row.len())?;
        for (x, piece) in row.into_iter().enumerate() {
            if let Some(piece) = piece {
                drawn.add(cursor, token, [x, y], piece)?;
            }
        }
        y += 1;
    }
    close(cursor, open, drawn.start.len())?;
    let steps = vec![
        drawn.steps(|[x, y]| [x, y - 1]),
        drawn.steps(|[x, y]| [x, y + 1]),
        drawn.steps(|[x, y]| [x - 1, y]),
        drawn.steps(|[x, y]| [x + 1, y]),
    ];
    let directions = declarations.directions.clone();
    Ok(RulesBoard { shape: BoardShape::Rectangle(drawn.at), start: drawn.start, directions, steps })
}

/// The end of a board that is drawn. It must have places.
fn close(cursor: &mut TokenCursor<'_>, open: Token, places: usize) -> Result<(), RulesMistake> {
    cursor.close(open, ")")?;
    if places == 0 { Err(cursor.error(open, "this board has no place")) } else { Ok(()) }
}

fn equal_length(
    cursor: &TokenCursor<'_>,
    token: Token,
    length: &mut Option<usize>,
    this: usize,
) -> Result<(), RulesMistake> {
    let first = *length.get_or_insert(this);
    if first == this {
        return Ok(());
    }
    let message = format!("this row has {this} places, and the rows before it have {first}");
    Err(cursor.error(token, message))
}

fn hexagon(
    declarations: &mut Declarations,
    cursor: &mut TokenCursor<'_>,
) -> Result<RulesBoard, RulesMistake> {
    let open = directions::<6>(declarations, cursor)?;
    let mut drawn = DrawnBoard::new();
    let mut rows: Vec<u16> = Vec::new();
    // The longest row, once a shorter one has followed it.
    let mut peak = None;
    while let Some((row, token)) = row(declarations, cursor, rows.len())? {
        let y = rows.len();
        if let Some(&before) = rows.last() {
            let (before, this) = (usize::from(before), row.len());
            let shrinks = this + 1 == before;
            if shrinks && peak.is_none() {
                peak = Some(y - 1);
            }
            if !(shrinks || (peak.is_none() && this == before + 1)) {
                let wanted = if peak.is_some() { "" } else { ", or one more" };
                let message = format!(
                    "this row has {this} places, and the row before it has {before}: on this \
                     board it must have one less{wanted}"
                );
                return Err(cursor.error(token, message));
            }
        }
        if row.is_empty() {
            return Err(cursor.error(token, "this row is empty"));
        }
        rows.push(row.len() as u16);
        for (x, piece) in row.into_iter().enumerate() {
            if let Some(piece) = piece {
                drawn.add(cursor, token, [x, y], piece)?;
            }
        }
    }
    close(cursor, open, drawn.start.len())?;
    let peak = peak.map_or(i32::MAX, |peak| peak as i32);
    // Above the longest row a step down goes to the same number or the next; below it, to the
    // number before or the same.
    let up = |[x, y]: [i32; 2], right: i32| [x + right - i32::from(y <= peak), y - 1];
    let down = |[x, y]: [i32; 2], right: i32| [x + right - i32::from(y >= peak), y + 1];
    let steps = vec![
        drawn.steps(|at| up(at, 0)),
        drawn.steps(|at| up(at, 1)),
        drawn.steps(|[x, y]| [x + 1, y]),
        drawn.steps(|at| down(at, 1)),
        drawn.steps(|at| down(at, 0)),
        drawn.steps(|[x, y]| [x - 1, y]),
    ];
    let directions = declarations.directions.clone();
    let shape = BoardShape::Hexagon { at: drawn.at, rows };
    Ok(RulesBoard { shape, start: drawn.start, directions, steps })
}

fn cuboid(
    declarations: &mut Declarations,
    cursor: &mut TokenCursor<'_>,
) -> Result<RulesBoard, RulesMistake> {
    let open = directions::<6>(declarations, cursor)?;
    let mut drawn = DrawnBoard::new();
    let (mut length, mut height) = (None, None);
    let mut z = 0;
    while cursor.sees("[") {
        let layer = cursor.expect("[")?;
        let mut y = 0;
        while let Some((row, token)) = row(declarations, cursor, y)? {
            equal_length(cursor, token, &mut length, row.len())?;
            for (x, piece) in row.into_iter().enumerate() {
                if let Some(piece) = piece {
                    drawn.add(cursor, token, [x, y, z], piece)?;
                }
            }
            y += 1;
        }
        cursor.close(layer, "]")?;
        let first = *height.get_or_insert(y);
        if y != first || y == 0 {
            let message = if y == 0 {
                "this layer has no rows".to_owned()
            } else {
                format!("this layer has {y} rows, and the layers before it have {first}")
            };
            return Err(cursor.error(layer, message));
        }
        z += 1;
    }
    close(cursor, open, drawn.start.len())?;
    let steps = vec![
        drawn.steps(|[x, y, z]| [x, y - 1, z]),
        drawn.steps(|[x, y, z]| [x, y + 1, z]),
        drawn.steps(|[x, y, z]| [x - 1, y, z]),
        drawn.steps(|[x, y, z]| [x + 1, y, z]),
        drawn.steps(|[x, y, z]| [x, y, z + 1]),
        drawn.steps(|[x, y, z]| [x, y, z - 1]),
    ];
    let directions = declarations.directions.clone();
    Ok(RulesBoard { shape: BoardShape::Cuboid(drawn.at), start: drawn.start, directions, steps })
}

fn graph(
    declarations: &mut Declarations,
    cursor: &mut TokenCursor<'_>,
) -> Result<RulesBoard, RulesMistake> {
    let mut index: HashMap<NameId, u16> = HashMap::new();
    let (mut names, mut start) = (Vec::new(), Vec::new());
    // Each edge: from, direction, the name of its target, and where that is written.
    let mut edges: Vec<(u16, u16, NameId, Token)> = Vec::new();
    while cursor.peek().is_some() {
        let (name, token) = cursor.name("the name of a place")?;
        let place = start.len() as u16;
        if start.len() == MOST_PLACES {
            return Err(too_many(cursor, token));
        }
        if index.insert(name, place).is_some() {
            let message = format!("there are two places '{}'", cursor.text(name));
            return Err(cursor.error(token, message));
        }
        if place == 0 && cursor.sees("(") {
            let shapes = [Keyword::Rectangle, Keyword::Hexagon, Keyword::Cuboid].map(Keyword::text);
            let name = cursor.text(name);
            let known = shapes.join(", ");
            let message = format!("no board is called '{name}': {known}, or a graph");
            return Err(cursor.error(token, message));
        }
        names.push(cursor.text(name).to_owned());
        let open = cursor.expect("[")?;
        start.push(piece(declarations, cursor)?);
        cursor.close(open, "]")?;
        let open = cursor.expect("{")?;
        let first = edges.len();
        loop {
            let (direction, token) = cursor.name("the name of a direction")?;
            let direction = declarations.direction(cursor, direction, token)?;
            if edges[first..].iter().any(|edge| edge.1 == direction) {
                let message = format!(
                    "the direction '{}' leads from here already",
                    declarations.directions[usize::from(direction)]
                );
                return Err(cursor.error(token, message));
            }
            cursor.expect(":")?;
            let (target, token) = cursor.name("the name of a place")?;
            edges.push((place, direction, target, token));
            if !cursor.takes(",") {
                break;
            }
        }
        cursor.close(open, "}")?;
    }
    let mut steps = vec![vec![None; start.len()]; declarations.directions.len()];
    for (from, direction, target, token) in edges {
        let Some(&to) = index.get(&target) else {
            let target = cursor.text(target);
            let hint = did_you_mean(target, names.iter().map(String::as_str));
            let message = format!("there is no place '{target}'{hint}");
            return Err(cursor.error(token, message));
        };
        steps[usize::from(direction)][usize::from(from)] = Some(to);
    }
    let directions = declarations.directions.clone();
    Ok(RulesBoard { shape: BoardShape::Graph(names), start, directions, steps })
}
