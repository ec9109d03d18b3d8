//! A picture of a board as SVG, drawn from the description alone.
//!
//! Elements have classes; a style sheet gives them colours, light and shade. The players differ in
//! shape, too: the second player's pieces have a ring. What moved last has a bright edge and a way,
//! and what won the game a star.

use super::ground::{self, GroundPart};
use super::names::{self, owner_class};
use super::pen::{Pen, number, pair};
use super::pieces::Drawn;
use super::style;
use crate::session::Describe;
use sarsen_core::game::board::{
    Area, Contents, Extent, Ground, Layout, Materials, Outline, Place, Tone,
};
use sarsen_core::game::{Outcome, Player};
use sarsen_core::sys::text::markup;

/// The width of a usual place, in pixels.
const PLACE: f64 = 48.0;

/// The height of a character in a drawing made of text.
const LINE: f64 = 0.5;

/// The width of a character in a drawing made of text.
const CHARACTER: f64 = 0.3;

/// The height of a label.
const LABEL: f64 = 0.34;

/// The radius of a hole in a frame, as a part of the width of its place.
const HOLE: f64 = 0.405;

/// The radius of a hollow.
const CAVITY: f64 = 0.4;

/// Light and shade, which lie over everything. Each picture has the same, so that several of them
/// may be in one page.
const SHADES: &str = concat!(
    "<defs>",
    "<linearGradient id=\"sarsen-flat\" x1=\"0.2\" y1=\"0\" x2=\"0.7\" y2=\"1\">",
    "<stop class=\"lit\" offset=\"0\"/><stop class=\"even\" offset=\"0.5\"/>",
    "<stop class=\"dim\" offset=\"1\"/></linearGradient>",
    "<radialGradient id=\"sarsen-round\" cx=\"0.38\" cy=\"0.3\" r=\"0.75\">",
    "<stop class=\"bright\" offset=\"0\"/><stop class=\"even\" offset=\"0.5\"/>",
    "<stop class=\"dark\" offset=\"1\"/></radialGradient>",
    "<radialGradient id=\"sarsen-deep\" cx=\"0.5\" cy=\"0.6\" r=\"0.55\">",
    "<stop class=\"even\" offset=\"0\"/><stop class=\"dark\" offset=\"1\"/></radialGradient>",
    "</defs>"
);

/// How boards look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// As what they are [made of](sarsen_core::game::board::Materials).
    Rich,
    /// Plain figures on paper, as for print.
    Plain,
}

/// A picture that is a file of its own: with the style sheet, and a line end at the end.
pub fn standalone(session: &dyn Describe, look: Look) -> String {
    let class = if look == Look::Plain { " plain" } else { "" };
    Picture::of(session, class, &format!("<style>\n{}</style>\n", style::of_pictures())) + "\n"
}

/// A picture of the game in progress: a line of ASCII.
pub fn picture(session: &dyn Describe) -> String {
    Picture::of(session, "", "")
}

/// A picture that is being drawn.
#[derive(Default)]
struct Picture {
    pen: Pen,
}

impl Picture {
    /// A picture of the game in progress, with another class and a style element, or without.
    fn of(session: &dyn Describe, class: &str, style: &str) -> String {
        let mut picture = Self::default();
        match session.layout() {
            Some(layout) => {
                let class = classes(layout.materials) + class;
                picture.begin(&summary(session), &class, layout.bounds(), style);
                picture.pen.text += SHADES;
                // After the game, as the first player sees it.
                let turn = session.turn().filter(|_| session.outcome().is_none());
                picture.board(&layout, &session.contents(), turn.unwrap_or(Player::First));
            }
            None => picture.drawing(session, style),
        }
        picture.pen.text + "</svg>"
    }

    fn begin(&mut self, summary: &str, class: &str, bounds: Extent, style: &str) {
        let Extent { x, y, width, height } = bounds;
        self.pen.text += &format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"sarsen-board{class}\" \
             width=\"{}\" height=\"{}\" viewBox=\"{} {} {} {}\" role=\"img\" aria-label=\"{}\">{style}",
            number((width * PLACE).round()),
            number((height * PLACE).round()),
            number(x),
            number(y),
            number(width),
            number(height),
            markup(summary)
        );
        self.pen.rectangle("sheet", bounds, 0.25);
    }

    /// The picture of a game that describes no board: its drawing, as text.
    fn drawing(&mut self, session: &dyn Describe, style: &str) {
        let drawing = session.draw(false).to_string();
        let columns = drawing.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        let rows = drawing.lines().count();
        let (width, height) = (columns as f64 * CHARACTER + 1.0, rows as f64 * LINE + 1.0);
        self.begin(&summary(session), "", Extent { x: 0.0, y: 0.0, width, height }, style);
        for (row, line) in drawing.lines().enumerate() {
            let y = 0.5 + LINE * (row as f64 + 0.75);
            self.pen.text += &format!(
                "<text class=\"drawing\" x=\"0.5\" y=\"{}\" font-size=\"{}\" \
                 xml:space=\"preserve\">{}</text>",
                number(y),
                number(LINE),
                markup(line)
            );
        }
    }

    /// From the lowest layer to the highest: the board, strokes, places, labels, pieces. The front
    /// of a frame is above all.
    fn board(&mut self, layout: &Layout, contents: &Contents, turn: Player) {
        let parts = ground::parts(layout);
        for part in &parts {
            self.part(part);
        }
        self.strokes(layout, contents);
        for (index, place) in layout.places.iter().enumerate() {
            self.place(index, place);
        }
        for label in &layout.labels {
            let at = [label.x, label.y];
            let lies =
                |beyond: f64| parts.iter().any(|part| part.distance(at) <= beyond * part.rim);
            let class = match (lies(0.0), lies(1.0)) {
                (true, _) => "label inside",
                (false, true) => "label rim",
                (false, false) => "label",
            };
            self.pen.label(class, label.text_for(turn), at, LABEL);
        }
        let is_framed = layout.materials.ground == Ground::Frame;
        if !is_framed {
            self.ways(layout, contents);
        }
        for piece in &contents.pieces {
            if let Some(place) = layout.places.get(piece.place) {
                Drawn::new(piece, place, layout.materials.pieces).draw(&mut self.pen);
            }
        }
        if let [part] = &parts[..]
            && is_framed
        {
            self.front(part, layout);
        }
    }

    /// A part of the board: its rim, which is what surrounds it, and the field.
    fn part(&mut self, part: &GroundPart) {
        let (ground, tone) = (names::ground(part.ground), tone_class(part.tone));
        if part.rim > 0.0 {
            let (corners, round) = part.rim();
            let class = format!("rim {ground}\" stroke-width=\"{}", number(2.0 * round));
            self.pen.polygon(&class, &corners);
        }
        self.pen.polygon(&format!("field {ground}{tone}"), &part.corners);
        self.pen.polygon("sheen", &part.corners);
    }

    /// The front of a frame, with the holes through which the pieces are seen.
    fn front(&mut self, part: &GroundPart, layout: &Layout) {
        let corners: Vec<String> = part.corners.iter().map(|&corner| pair(corner)).collect();
        let mut path = format!("M{}z", corners.join("L"));
        for place in layout.places.iter().filter(|place| place.area == Area::Board) {
            let radius = HOLE * place.width;
            let (start, y) = (number(place.x - radius), number(place.y));
            let (r, across) = (number(radius), number(2.0 * radius));
            path += &format!("M{start} {y}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0 -{across} 0z");
        }
        self.pen.text += &format!("<path class=\"front\" fill-rule=\"evenodd\" d=\"{path}\"/>");
    }

    /// Strokes without an owner are below the others.
    fn strokes(&mut self, layout: &Layout, contents: &Contents) {
        let owned = |index| contents.strokes.iter().find(|owned| owned.stroke == index);
        let all = layout.strokes.iter().enumerate();
        let (free, taken): (Vec<_>, Vec<_>) = all.partition(|(index, _)| owned(*index).is_none());
        for (index, stroke) in free.into_iter().chain(taken) {
            let owner = owned(index).map_or("", |owned| owner_class(Some(owned.owner)));
            let won = owned(index).is_some_and(|owned| owned.won);
            let (kind, tone) = (names::stroke(stroke.kind), tone_class(stroke.tone));
            let class = format!("stroke {kind}{tone}{owner}");
            match won {
                false => self.pen.polyline(&class, &stroke.points),
                // A line that won is double: a wide one, with a thin one on top.
                true => {
                    self.pen.polyline(&format!("{class} won"), &stroke.points);
                    self.pen.polyline("stroke core", &stroke.points);
                }
            }
        }
    }

    fn place(&mut self, index: usize, place: &Place) {
        let (shape, tone) = (names::shape(place.outline), tone_class(place.tone));
        let class = format!("place {shape}{tone}\" data-place=\"{index}");
        let &Place { x, y, width, .. } = place;
        let grown = |part: f64| place.extent().grown((part - 1.0) * width / 2.0);
        match place.outline {
            Outline::Square => self.pen.rectangle(&class, grown(1.0), 0.0),
            Outline::Disc => self.pen.circle(&class, [x, y], 0.42 * width),
            Outline::Token => self.pen.circle(&class, [x, y], 0.4 * width),
            Outline::Card => self.pen.rectangle(&class, grown(0.88), 0.14 * width),
            Outline::Die => self.pen.rectangle(&class, grown(0.9), 0.2 * width),
            Outline::Hexagon => self.pen.polygon(&class, &ground::hexagon([x, y], width)),
        }
        if place.tone == Tone::Hollow {
            self.pen.circle("cavity", [x, y], CAVITY * width);
            self.pen.circle("deep", [x, y], CAVITY * width);
        }
    }

    /// The ways of the pieces that moved last, as far as they are on the board.
    fn ways(&mut self, layout: &Layout, contents: &Contents) {
        let on_board = |&place: &usize| {
            let place = layout.places.get(place)?;
            (place.area == Area::Board).then_some([place.x, place.y])
        };
        for way in &contents.ways {
            let places: Vec<[f64; 2]> = way.iter().filter_map(on_board).collect();
            if places.len() > 1 {
                self.pen.polyline("way", &places);
            }
        }
    }
}

/// The picture in words.
fn summary(session: &dyn Describe) -> String {
    let state = match (session.outcome(), session.to_move()) {
        (Some(Outcome::Draw), _) => "a draw".to_owned(),
        (Some(Outcome::Win(winner)), _) => format!("{} has won", session.player(winner)),
        (None, Some(player)) => format!("{} to move", session.player(player)),
        (None, None) => {
            let roller = session.turn().map(|player| session.player(player).to_string());
            format!("chance to move, for {}", roller.unwrap_or_default())
        }
    };
    format!("{}: {state}", session.title())
}

/// The classes of what a board is made of, each with a blank before it.
fn classes(Materials { ground, pieces, colours: [first, second], .. }: Materials) -> String {
    format!(
        " ground-{} made-{} first-{} second-{}",
        names::ground(ground),
        names::make(pieces),
        names::colour(first),
        names::colour(second)
    )
}

/// The class of a tone that is not the usual one, with a blank before it.
fn tone_class(tone: Tone) -> String {
    names::unusual_tone(tone).map_or_else(String::new, |name| format!(" tone-{name}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sarsen_core::game::board::{Area, GroupKind, PieceMake, Stack, StrokeKind};

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
            let place = layout.add_place(TEXT, [at as f64, 0.1], outline, Area::Board);
            let owner = [None, Some(Player::First), Some(Player::Second)][at % 3];
            let piece = contents.put(place, owner, TEXT);
            (piece.kind, piece.last, piece.won) = (at as u16 % 2, at % 2 == 0, at > 2);
            (piece.crowned, piece.count) = (at == 3, 7 * at as u16);
        }
        layout.places[0].stack = Some(Stack { dx: f64::NAN, dy: 1.0, most: 0 });
        layout.places[1].stack = Some(Stack { dx: 1.0, dy: 0.5, most: 3 });
        layout.places[2].tone = Tone::Hollow;
        layout.strokes.clear();
        layout.add_label(TEXT, [f64::NAN, -0.0001]);
        layout.add_group(GroupKind::Region, TEXT, vec![0]);
        layout.add_stroke(StrokeKind::Grid, vec![[0.0, 0.0], [1.0, 0.0]]);
        contents.give(0, Player::Second).won = true;
        // None of these exist.
        contents.put(9999, None, "stone");
        contents.give(9999, Player::First);
        contents.ways = vec![vec![0, 9999, 1], vec![9999], Vec::new()];
        (layout, contents)
    }

    /// The picture of such a board with this ground and such pieces.
    fn drawn(ground: Ground, pieces: PieceMake) -> String {
        let (mut layout, contents) = hostile();
        (layout.materials.ground, layout.materials.pieces) = (ground, pieces);
        let mut picture = Picture::default();
        let materials = classes(layout.materials);
        picture.begin(&layout.labels[0].text, &materials, layout.bounds(), "");
        picture.pen.text += SHADES;
        picture.board(&layout, &contents, Player::First);
        picture.pen.text + "</svg>"
    }

    #[test]
    fn a_picture_is_only_a_picture() {
        let makes = [PieceMake::Disc, PieceMake::Checker, PieceMake::Stone, PieceMake::Tile];
        for pieces in makes.into_iter().chain([PieceMake::Marble, PieceMake::Card]) {
            for ground in [Ground::Frame, Ground::Wood] {
                is_only_a_picture(&drawn(ground, pieces));
            }
        }
    }

    fn is_only_a_picture(text: &str) {
        assert!(text.bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic()), "{text}");
        let elements = elements(text);
        let known = [
            "svg",
            "rect",
            "path",
            "polyline",
            "circle",
            "polygon",
            "text",
            "g",
            "defs",
            "stop",
            "linearGradient",
            "radialGradient",
        ];
        for (name, attributes) in &elements {
            assert!(known.contains(&name.as_str()), "{name}");
            let names = attributes.split('=').filter_map(|part| part.rsplit(['"', ' ']).next());
            let wrong = names.clone().find(|name| name.starts_with("on") || *name == "style");
            assert_eq!(wrong, None, "{attributes}");
        }
        assert!(text.contains("&lt;script&gt;alert(&#39;&amp;&quot;&#233;&#65533;&#128512;&#39;)"));
        assert!(
            !text.contains("NaN") && !text.contains("-0\"") && !text.contains("9999"),
            "{text}"
        );
        let count = |class: &str| {
            let class = format!("class=\"{class}");
            elements.iter().filter(|(_, attributes)| attributes.contains(&class)).count()
        };
        assert_eq!([count("place "), count("piece"), count("label"), count("unit")], [6, 6, 1, 3]);
        assert_eq!([count("stroke grid second won"), count("stroke core")], [1, 1]);
    }
}
