//! Pieces in a picture: discs, checkers, marbles, stones, tiles, cards and dice.

use super::names::owner_class;
use super::pen::Pen;
use sarsen_core::game::Player;
use sarsen_core::game::board::{Extent, Outline, Piece, PieceMake, Place};

/// How far a shadow falls, in radii: to the right, and downwards.
const SHADOW: [f64; 2] = [0.07, 0.14];

/// How far the spots of a die are from its middle, in radii.
const SPOT: f64 = 0.5;

/// The outline of a crown, one high.
const CROWN: [[f64; 2]; 7] = [
    [-0.6, 0.5],
    [0.6, 0.5],
    [0.75, -0.4],
    [0.32, -0.02],
    [0.0, -0.6],
    [-0.32, -0.02],
    [-0.75, -0.4],
];

/// The outline of a stone, with a radius of about 1.
const STONE: [[f64; 2]; 12] = [
    [0.98, 0.08],
    [0.92, 0.52],
    [0.6, 0.86],
    [0.12, 0.96],
    [-0.4, 0.93],
    [-0.82, 0.66],
    [-0.99, 0.18],
    [-0.93, -0.36],
    [-0.62, -0.82],
    [-0.12, -0.98],
    [0.42, -0.9],
    [0.84, -0.5],
];

/// A piece at its place: what it is made of, where it stands, and its radius.
pub(super) struct Drawn<'a> {
    piece: &'a Piece,
    place: &'a Place,
    make: PieceMake,
    radius: f64,
}

impl<'a> Drawn<'a> {
    pub(super) fn new(piece: &'a Piece, place: &'a Place, make: PieceMake) -> Self {
        let radius = match place.outline {
            Outline::Token => 0.4,
            Outline::Square | Outline::Disc => 0.42,
            Outline::Hexagon => 0.44,
            Outline::Card | Outline::Die => 0.37,
        };
        Self { piece, place, make: place.pieces.unwrap_or(make), radius: radius * place.width }
    }

    /// Draws it: as many times as it stands there, one on the other.
    pub(super) fn draw(&self, pen: &mut Pen) {
        let Piece { owner, last, won, place, count, .. } = *self.piece;
        let flag = |is_set, name| if is_set { name } else { "" };
        pen.text += &format!(
            "<g class=\"piece{}{}{}\" data-place=\"{place}\">",
            owner_class(owner),
            flag(last, " last"),
            flag(won, " won"),
        );
        let (dx, dy, most) =
            self.place.stack.map_or((0.0, 0.0, 1), |stack| (stack.dx, stack.dy, stack.most));
        let drawn = count.clamp(1, most.max(1));
        for level in 0..drawn {
            let up = f64::from(level);
            let at = [self.place.x + up * dx, self.place.y + up * dy];
            // A stack is a group of its pieces. Only what is on top says more.
            let is_top = level + 1 == drawn;
            let text = if is_top { self.shown() } else { None };
            if drawn > 1 {
                pen.text += "<g class=\"unit\">";
            }
            self.unit(pen, at, text.as_deref(), is_top);
            if drawn > 1 {
                pen.text += "</g>";
            }
        }
        pen.text += "</g>";
    }

    /// One piece.
    fn unit(&self, pen: &mut Pen, at: [f64; 2], text: Option<&str>, is_top: bool) {
        let Piece { crowned, .. } = *self.piece;
        let (last, won) = (self.piece.last && is_top, self.piece.won && is_top);
        let radius = self.radius;
        if self.place.outline == Outline::Die {
            return self.die(pen, at, text);
        }
        if won && self.place.outline == Outline::Token && self.place.stack.is_none() {
            // The star covers the token, which is smaller.
            pen.circle("halo", at, 1.1 * radius);
            pen.star("star body", at, 1.5 * radius);
            return;
        }
        if self.make == PieceMake::Card {
            return self.card(pen, at, text, last || won);
        }
        let marked = text.is_some() || crowned;
        self.body(pen, "shadow", moved(at, SHADOW, radius));
        self.body(pen, "body", at);
        if self.make == PieceMake::Checker {
            pen.circle("groove", at, 0.8 * radius);
        }
        let core = if marked || won { 0.8 } else { 0.6 } * radius;
        pen.circle("core", at, core);
        self.body(pen, "shine", at);
        match text {
            Some(text) => pen.label("value", text, at, self.height_of(text)),
            None if crowned => pen.polygon("crown", &CROWN.map(|to| moved(at, to, 0.55 * radius))),
            None if won => pen.star("star", at, 0.9 * core),
            None => {}
        }
        if won && marked {
            pen.circle("ring", at, 1.22 * radius);
        }
        if last {
            pen.circle("halo last", at, 0.9 * radius);
            // In the middle, or beside what is there.
            match marked || won {
                true => pen.circle("dot corner", moved(at, [0.78, -0.78], radius), 0.26 * radius),
                false => pen.circle("dot", at, 0.26 * radius),
            }
        }
    }

    /// The shape of a piece.
    fn body(&self, pen: &mut Pen, class: &str, at: [f64; 2]) {
        let radius = self.radius;
        match self.make {
            PieceMake::Disc | PieceMake::Checker | PieceMake::Marble => {
                pen.circle(class, at, radius);
            }
            PieceMake::Stone => pen.polygon(class, &STONE.map(|to| moved(at, to, radius))),
            PieceMake::Tile => pen.rectangle(class, square(at, 1.76 * radius), 0.3 * radius),
            PieceMake::Card => self.sheet(pen, class, at, 1.0),
        }
    }

    /// A card of a part of its size.
    fn sheet(&self, pen: &mut Pen, class: &str, at: [f64; 2], part: f64) {
        let (width, height) = (1.5 * self.radius * part, 2.1 * self.radius * part);
        let [x, y] = [at[0] - width / 2.0, at[1] - height / 2.0];
        pen.rectangle(class, Extent { x, y, width, height }, 0.2 * self.radius);
    }

    /// A card: a face with what is written on it. That of the second player has a double edge.
    fn card(&self, pen: &mut Pen, at: [f64; 2], text: Option<&str>, is_marked: bool) {
        self.sheet(pen, "shadow", moved(at, SHADOW, self.radius), 1.0);
        self.sheet(pen, "face", at, 1.0);
        if self.piece.owner == Some(Player::Second) {
            self.sheet(pen, "face", at, 0.8);
        }
        if let Some(text) = text {
            pen.label("pip", text, at, self.height_of(text));
        } else if self.piece.crowned {
            pen.polygon("pip", &CROWN.map(|to| moved(at, to, 0.55 * self.radius)));
        }
        if is_marked {
            self.sheet(pen, "halo last", at, 1.0);
        }
    }

    /// A die. Its spots are those of its number, if it has one from 1 to 6.
    fn die(&self, pen: &mut Pen, at: [f64; 2], text: Option<&str>) {
        let radius = self.radius;
        let face = square(at, 2.0 * radius);
        pen.rectangle("shadow", square(moved(at, SHADOW, radius), 2.0 * radius), 0.4 * radius);
        pen.rectangle("face", face, 0.4 * radius);
        match text.map(|text| (text, text.parse())) {
            Some((_, Ok(number @ 1..=6))) => {
                for spot in spots(number) {
                    pen.circle("pip", moved(at, spot, SPOT * radius), 0.19 * radius);
                }
            }
            Some((text, _)) => pen.label("pip", text, at, self.height_of(text)),
            None => {}
        }
        if self.piece.last {
            pen.rectangle("halo last", square(at, 1.9 * radius), 0.36 * radius);
        }
    }

    /// How high a text on it is.
    fn height_of(&self, text: &str) -> f64 {
        let long = text.chars().count().saturating_sub(2);
        1.2 * self.radius / (1.0 + 0.4 * long as f64)
    }

    /// What is written on it: how many they are, its sign, a short name, or the first letter of an
    /// unusual kind.
    fn shown(&self) -> Option<String> {
        let Piece { name, sign, kind, crowned, count, .. } = self.piece;
        if *count > self.place.stack.map_or(1, |stack| stack.most) {
            return Some(count.to_string());
        }
        if let Some(sign) = sign {
            return Some(sign.clone());
        }
        match name.chars().count() {
            _ if *crowned || self.place.stack.is_some() => None,
            1 | 2 => Some(name.clone()),
            _ if *kind > 0 => name.chars().next().map(|c| c.to_uppercase().to_string()),
            _ => None,
        }
    }
}

/// A point that is this far from another, in radii.
fn moved([x, y]: [f64; 2], [right, down]: [f64; 2], radius: f64) -> [f64; 2] {
    [x + right * radius, y + down * radius]
}

fn square([x, y]: [f64; 2], side: f64) -> Extent {
    Extent { x: x - side / 2.0, y: y - side / 2.0, width: side, height: side }
}

/// Where the spots of a die are for a number from 1 to 6.
fn spots(number: u8) -> Vec<[f64; 2]> {
    const MIDDLE: [f64; 2] = [0.0, 0.0];
    const RISING: [[f64; 2]; 2] = [[-1.0, 1.0], [1.0, -1.0]];
    const FALLING: [[f64; 2]; 2] = [[-1.0, -1.0], [1.0, 1.0]];
    const LEVEL: [[f64; 2]; 2] = [[-1.0, 0.0], [1.0, 0.0]];
    let mut spots = Vec::new();
    if number % 2 == 1 {
        spots.push(MIDDLE);
    }
    for (least, pair) in [(2, RISING), (4, FALLING), (6, LEVEL)] {
        if number >= least {
            spots.extend(pair);
        }
    }
    spots
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_die_has_as_many_spots_as_its_number() {
        for number in 1..=6 {
            let spots = spots(number);
            let others = |at| spots.iter().enumerate().filter(move |&(other, _)| other != at);
            assert_eq!(spots.len(), usize::from(number));
            assert!((0..spots.len()).all(|at| others(at).all(|(_, spot)| *spot != spots[at])));
        }
    }
}
