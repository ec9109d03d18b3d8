//! A picture of a board as SVG, drawn from the description alone.
//!
//! Elements have classes; a style sheet gives them colours. The players differ in shape, too: the
//! first player's pieces are solid, the second player's are rings. The last move has a dot, and
//! what won the game a star.

use super::json::shape;
use super::pen::{Pen, escaped, number, pair};
use super::style;
use crate::session::Describe;
use sarsen_core::game::board::{Contents, Extent, Layout, Outline, Piece, Place, StrokeKind};
use sarsen_core::game::{Outcome, Player};

/// The width of a usual place, in pixels.
const PLACE: f64 = 48.0;

/// The height of a character in a drawing made of text.
const LINE: f64 = 0.5;

/// The width of a character in a drawing made of text.
const CHARACTER: f64 = 0.3;

/// The height of a label.
const LABEL: f64 = 0.34;

/// How far the board of round openings goes beyond them.
const RIM: f64 = 0.16;

/// A picture that is a file of its own: with the style sheet, and a line end at the end.
pub fn standalone(session: &dyn Describe) -> String {
    Picture::of(session, &format!("<style>\n{}</style>\n", style::of_pictures())) + "\n"
}

/// A picture of the game in progress: a line of ASCII.
pub fn picture(session: &dyn Describe) -> String {
    Picture::of(session, "")
}

/// A picture that is being drawn.
#[derive(Default)]
struct Picture {
    pen: Pen,
}

impl Picture {
    /// A picture of the game in progress, with a style element or without.
    fn of(session: &dyn Describe, style: &str) -> String {
        let mut picture = Self::default();
        match session.layout() {
            Some(layout) => {
                picture.begin(&summary(session), layout.bounds(), style);
                picture.board(&layout, &session.contents());
            }
            None => picture.drawing(session, style),
        }
        picture.pen.text + "</svg>"
    }

    fn begin(&mut self, summary: &str, bounds: Extent, style: &str) {
        let Extent { x, y, width, height } = bounds;
        self.pen.text += &format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"sarsen-board\" \
             width=\"{}\" height=\"{}\" viewBox=\"{} {} {} {}\" role=\"img\" aria-label=\"{}\">{style}",
            number((width * PLACE).round()),
            number((height * PLACE).round()),
            number(x),
            number(y),
            number(width),
            number(height),
            escaped(summary)
        );
        self.pen.rectangle("paper", bounds, 0.25);
    }

    /// The picture of a game that describes no board: its drawing, as text.
    fn drawing(&mut self, session: &dyn Describe, style: &str) {
        let drawing = session.draw(false).to_string();
        let columns = drawing.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        let rows = drawing.lines().count();
        let (width, height) = (columns as f64 * CHARACTER + 1.0, rows as f64 * LINE + 1.0);
        self.begin(&summary(session), Extent { x: 0.0, y: 0.0, width, height }, style);
        for (row, line) in drawing.lines().enumerate() {
            let y = 0.5 + LINE * (row as f64 + 0.75);
            self.pen.text += &format!(
                "<text class=\"drawing\" x=\"0.5\" y=\"{}\" font-size=\"{}\" \
                 xml:space=\"preserve\">{}</text>",
                number(y),
                number(LINE),
                escaped(line)
            );
        }
    }

    /// From the lowest layer to the highest: strokes, places, labels, pieces.
    fn board(&mut self, layout: &Layout, contents: &Contents) {
        self.panel(layout);
        self.strokes(layout, contents);
        for (index, place) in layout.places.iter().enumerate() {
            self.place(index, place);
        }
        for label in &layout.labels {
            self.pen.label("label", &label.text, [label.x, label.y], LABEL);
        }
        for piece in &contents.pieces {
            if let Some(place) = layout.places.get(piece.place) {
                self.piece(piece, place);
            }
        }
    }

    /// The board that round openings are in: a square around each of them, and a rim.
    fn panel(&mut self, layout: &Layout) {
        let mut path = String::new();
        for place in layout.places.iter().filter(|place| place.outline == Outline::Disc) {
            let (x, y) = (place.x - place.width / 2.0, place.y - place.width / 2.0);
            let (x, y, w) = (number(x), number(y), number(place.width));
            path += &format!("M{x} {y}h{w}v{w}h-{w}z");
        }
        if !path.is_empty() {
            let rim = number(2.0 * RIM);
            self.pen.text +=
                &format!("<path class=\"panel\" stroke-width=\"{rim}\" d=\"{path}\"/>");
        }
    }

    /// Strokes without an owner are below the others.
    fn strokes(&mut self, layout: &Layout, contents: &Contents) {
        let owned = |index| contents.strokes.iter().find(|owned| owned.stroke == index);
        let all = layout.strokes.iter().enumerate();
        let (free, taken): (Vec<_>, Vec<_>) = all.partition(|(index, _)| owned(*index).is_none());
        for (index, stroke) in free.into_iter().chain(taken) {
            let kind = match stroke.kind {
                StrokeKind::Line => "line",
                StrokeKind::Grid => "grid",
            };
            let owner = owned(index).map_or("", |owned| class_of(Some(owned.owner)));
            let won = owned(index).is_some_and(|owned| owned.won);
            let points: Vec<String> = stroke.points.iter().map(|&point| pair(point)).collect();
            let points = points.join(" ");
            let class = format!("stroke {kind}{owner}");
            match won {
                false => self.pen.polyline(&class, &points),
                // A line that won is double: a wide one, with a thin one on top.
                true => {
                    self.pen.polyline(&format!("{class} won"), &points);
                    self.pen.polyline("stroke core", &points);
                }
            }
        }
    }

    fn place(&mut self, index: usize, place: &Place) {
        let class = format!("place {}\" data-place=\"{index}", shape(place.outline));
        let &Place { x, y, width, .. } = place;
        let square =
            |size: f64| Extent { x: x - size / 2.0, y: y - size / 2.0, width: size, height: size };
        match place.outline {
            Outline::Square => self.pen.rectangle(&class, square(width), 0.0),
            Outline::Disc => self.pen.circle(&class, [x, y], 0.42 * width),
            Outline::Token => self.pen.circle(&class, [x, y], 0.4 * width),
            Outline::Card => self.pen.rectangle(&class, square(0.88 * width), 0.14 * width),
            Outline::Die => self.pen.rectangle(&class, square(0.9 * width), 0.2 * width),
            Outline::Hexagon => {
                // A regular hexagon, as wide as the place.
                let (half, quarter) = (width / 2.0, width / 12.0_f64.sqrt());
                let corners = [
                    [x, y - 2.0 * quarter],
                    [x + half, y - quarter],
                    [x + half, y + quarter],
                    [x, y + 2.0 * quarter],
                    [x - half, y + quarter],
                    [x - half, y - quarter],
                ];
                let points = corners.map(pair).join(" ");
                self.pen.text += &format!("<polygon class=\"{class}\" points=\"{points}\"/>");
            }
        }
    }

    fn piece(&mut self, piece: &Piece, place: &Place) {
        let &Place { x, y, width, outline, .. } = place;
        let flag = |is_set, name| if is_set { name } else { "" };
        self.pen.text += &format!(
            "<g class=\"piece{}{}{}\" data-place=\"{}\">",
            class_of(piece.owner),
            flag(piece.last, " last"),
            flag(piece.won, " won"),
            piece.place,
        );
        let shown = shown(piece);
        let radius = match outline {
            Outline::Token => 0.4,
            Outline::Square | Outline::Disc => 0.42,
            Outline::Hexagon => 0.44,
            _ => 0.37,
        } * width;
        let core = if shown.is_some() || piece.won { 0.8 } else { 0.6 } * radius;
        if piece.won && outline == Outline::Token {
            // The star covers the token, which is smaller.
            self.pen.circle("halo", [x, y], 1.1 * radius);
            self.pen.star("star body", [x, y], 1.5 * radius);
        } else {
            self.pen.circle("body", [x, y], radius);
            self.pen.circle("core", [x, y], core);
            if piece.won && shown.is_none() {
                self.pen.star("star", [x, y], 0.9 * core);
            } else if piece.won {
                self.pen.circle("ring", [x, y], 1.22 * radius);
            }
        }
        if let Some(text) = &shown {
            self.pen.label("value", text, [x, y], 1.2 * radius);
        }
        if piece.last && (piece.won || shown.is_some()) {
            // The middle is taken.
            let shift = 0.78 * radius;
            self.pen.circle("dot corner", [x + shift, y - shift], 0.26 * radius);
        } else if piece.last {
            self.pen.circle("dot", [x, y], 0.26 * radius);
        }
        self.pen.text += "</g>";
    }
}

/// The picture in words.
fn summary(session: &dyn Describe) -> String {
    let state = match (session.outcome(), session.to_move()) {
        (Some(Outcome::Draw), _) => "a draw".to_owned(),
        (Some(Outcome::Win(winner)), _) => format!("{} has won", session.mark(winner)),
        (None, Some(player)) => format!("{} to move", session.mark(player)),
        (None, None) => {
            let roller = session.turn().map_or("", |player| session.mark(player));
            format!("chance to move, for {roller}")
        }
    };
    format!("{}: {state}", session.title())
}

/// The class of what a player owns, with a blank before it.
fn class_of(owner: Option<Player>) -> &'static str {
    match owner {
        Some(Player::First) => " first",
        Some(Player::Second) => " second",
        None => "",
    }
}

/// What is written on a piece: its sign, a short name, or the first letter of an unusual kind.
fn shown(piece: &Piece) -> Option<String> {
    if let Some(sign) = &piece.sign {
        return Some(sign.clone());
    }
    match piece.name.chars().count() {
        1 | 2 => Some(piece.name.clone()),
        _ if piece.kind > 0 => piece.name.chars().next().map(|c| c.to_uppercase().to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sarsen_core::game::board::{Area, GroupKind};

    /// The names of the elements of a picture, each with its attributes. Panics if they are not
    /// nested well.
    fn elements(text: &str) -> Vec<(String, String)> {
        let (mut found, mut open) = (Vec::new(), Vec::new());
        for tag in text.split('<').skip(1) {
            let (tag, _) = tag.split_once('>').expect("a tag is open");
            if let Some(name) = tag.strip_prefix('/') {
                assert_eq!(open.pop().as_deref(), Some(name));
                continue;
            }
            let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
            if !tag.ends_with('/') {
                open.push(name.to_owned());
            }
            let quotes = attributes.matches('"').count();
            assert!(quotes % 2 == 0, "{tag}");
            found.push((name.to_owned(), attributes.to_owned()));
        }
        assert!(open.is_empty(), "{open:?}");
        found
    }

    /// Everything that there is, with texts that try to be more than text.
    fn hostile() -> (Layout, Contents) {
        const TEXT: &str = "</text><script>alert('&\"\u{e9}\0\u{1f600}')</script>";
        let outlines = [
            Outline::Square,
            Outline::Disc,
            Outline::Hexagon,
            Outline::Token,
            Outline::Card,
            Outline::Die,
        ];
        let (mut layout, mut contents) = (Layout::default(), Contents::default());
        for (at, outline) in outlines.into_iter().enumerate() {
            let place = layout.add_place(TEXT, [at as f64, 0.1], outline, Area::Beside);
            let owner = [None, Some(Player::First), Some(Player::Second)][at % 3];
            let piece = contents.put(place, owner, TEXT);
            (piece.kind, piece.last, piece.won) = (at as u16 % 2, at % 2 == 0, at > 2);
        }
        layout.add_label(TEXT, [f64::NAN, -0.0001]);
        layout.add_group(GroupKind::Region, TEXT, vec![0]);
        layout.add_stroke(StrokeKind::Grid, vec![[0.0, 0.0], [1.0, 0.0]]);
        contents.give(0, Player::Second).won = true;
        // None of these exist.
        contents.put(99, None, "stone");
        contents.give(99, Player::First);
        (layout, contents)
    }

    #[test]
    fn a_picture_is_only_a_picture() {
        let (layout, contents) = hostile();
        let mut picture = Picture::default();
        picture.begin(&layout.labels[0].text, layout.bounds(), "");
        picture.board(&layout, &contents);
        let text = picture.pen.text + "</svg>";
        assert!(text.bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic()), "{text}");
        let elements = elements(&text);
        let known = ["svg", "rect", "path", "polyline", "circle", "polygon", "text", "g"];
        for (name, attributes) in &elements {
            assert!(known.contains(&name.as_str()), "{name}");
            let names = attributes.split('=').filter_map(|part| part.rsplit(['"', ' ']).next());
            let wrong = names.clone().find(|name| name.starts_with("on") || *name == "style");
            assert_eq!(wrong, None, "{attributes}");
        }
        assert!(text.contains("&lt;script&gt;alert(&#39;&amp;&quot;&#233;&#65533;&#128512;&#39;)"));
        assert!(!text.contains("NaN") && !text.contains("-0\"") && !text.contains("99"), "{text}");
        let count = |class: &str| {
            let class = format!("class=\"{class}");
            elements.iter().filter(|(_, attributes)| attributes.contains(&class)).count()
        };
        assert_eq!([count("place "), count("piece"), count("label")], [6, 6, 1]);
        assert_eq!([count("stroke grid second won"), count("stroke core")], [1, 1]);
    }
}
