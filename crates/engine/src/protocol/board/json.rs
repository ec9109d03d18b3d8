//! A board as JSON: its layout, and what is there in a position. Texts are ASCII.

use serde::{Serialize, Serializer};

use super::names;
use crate::protocol::reply;
use crate::session::Describe;
use sarsen_core::game::board::{
    Extent, Gesture, Group, Label, Layout, Materials, OwnedStroke, Panel, Piece, Place, Stack,
    Steps, Stroke, Tally,
};
use sarsen_core::game::{Fact, Player, PlayerName};

/// Something as JSON, in one line of ASCII.
pub fn line(what: &impl Serialize) -> Result<String, serde_json::Error> {
    let json = serde_json::to_string(what)?;
    let mut line = String::with_capacity(json.len());
    for character in json.chars() {
        // Only the strings of JSON have characters beyond ASCII. DEL is one that nobody can see.
        if character.is_ascii() && character != '\x7f' {
            line.push(character);
        } else {
            let units = &mut [0; 2];
            for unit in character.encode_utf16(units) {
                line += &format!("\\u{unit:04x}");
            }
        }
    }
    Ok(line)
}

/// What is the same in every position of a game and setup.
#[derive(Serialize)]
pub struct LayoutJson {
    game: String,
    setup: String,
    title: String,
    players: [PlayerJson; 2],
    #[serde(rename = "box")]
    bounds: [Coordinate; 4],
    materials: MaterialsJson,
    panels: Vec<PanelJson>,
    places: Vec<PlaceJson>,
    strokes: Vec<StrokeJson>,
    labels: Vec<LabelJson>,
    groups: Vec<GroupJson>,
    facts: Vec<MeaningJson>,
}

/// What is there in a position.
#[derive(Serialize)]
pub struct ViewJson {
    to_move: Option<&'static str>,
    /// Who rolls, where chance acts.
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<&'static str>,
    result: &'static str,
    margin: Option<String>,
    fen: String,
    ply: usize,
    pieces: Vec<PieceJson>,
    strokes: Vec<OwnedStrokeJson>,
    tallies: Vec<TallyJson>,
    ways: Vec<Vec<usize>>,
    moves: Vec<GestureJson>,
    facts: Vec<FactJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    drawing: Option<Vec<String>>,
}

/// A coordinate, to three decimals.
struct Coordinate(f64);

#[derive(Serialize)]
struct PlayerJson {
    mark: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    name: String,
}

#[derive(Serialize)]
struct MaterialsJson {
    ground: &'static str,
    pieces: &'static str,
    colours: [&'static str; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    tone: Option<&'static str>,
    rim: Coordinate,
}

#[derive(Serialize)]
struct PanelJson {
    #[serde(rename = "box")]
    extent: [Coordinate; 4],
    ground: &'static str,
}

#[derive(Serialize)]
struct StackJson {
    dx: Coordinate,
    dy: Coordinate,
    most: u16,
}

#[derive(Serialize)]
struct PlaceJson {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    name_for_second: Option<String>,
    x: Coordinate,
    y: Coordinate,
    shape: &'static str,
    area: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    width: Option<Coordinate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tone: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stack: Option<StackJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pieces: Option<&'static str>,
}

#[derive(Serialize)]
struct StrokeJson {
    points: Vec<[Coordinate; 2]>,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    tone: Option<&'static str>,
}

#[derive(Serialize)]
struct LabelJson {
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    text_for_second: Option<String>,
    x: Coordinate,
    y: Coordinate,
}

#[derive(Serialize)]
struct GroupJson {
    name: String,
    kind: &'static str,
    places: Vec<usize>,
}

#[derive(Serialize)]
struct MeaningJson {
    name: &'static str,
    about: &'static str,
    #[serde(skip_serializing_if = "is_false")]
    places: bool,
}

#[derive(Serialize)]
struct PieceJson {
    place: usize,
    owner: Option<&'static str>,
    kind: u16,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    sign: Option<String>,
    #[serde(skip_serializing_if = "is_false")]
    crowned: bool,
    #[serde(skip_serializing_if = "is_one")]
    count: u16,
    #[serde(skip_serializing_if = "is_false")]
    last: bool,
    #[serde(skip_serializing_if = "is_false")]
    won: bool,
}

#[derive(Serialize)]
struct OwnedStrokeJson {
    stroke: usize,
    owner: &'static str,
    #[serde(skip_serializing_if = "is_false")]
    won: bool,
}

#[derive(Serialize)]
struct TallyJson {
    name: &'static str,
    counts: [u32; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    all: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to_win: Option<u32>,
    #[serde(skip_serializing_if = "is_false")]
    fewer_leads: bool,
}

#[derive(Serialize)]
struct GestureJson {
    #[serde(rename = "move")]
    text: String,
    gesture: Gesture,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    steps: Vec<Steps>,
    /// How likely it is, beside the others, if chance acts.
    #[serde(skip_serializing_if = "Option::is_none")]
    weight: Option<u32>,
}

#[derive(Serialize)]
struct FactJson {
    name: &'static str,
    text: String,
}

impl PlayerJson {
    fn of(PlayerName { mark, name }: PlayerName<'_>) -> Self {
        Self { mark: mark.to_owned(), name: name.to_owned() }
    }
}

impl LayoutJson {
    /// The layout of the game in progress. Empty if it describes no board.
    pub fn of(session: &dyn Describe) -> Self {
        let layout = session.layout().unwrap_or_default();
        let bounds = corners(layout.bounds());
        let Layout { materials, panels, places, strokes, labels, groups, .. } = layout;
        let meaning =
            |Fact { name, about, lists_places: places, .. }| MeaningJson { name, about, places };
        Self {
            game: session.game().to_owned(),
            setup: session.setup(),
            title: session.title(),
            players: [Player::First, Player::Second]
                .map(|player| PlayerJson::of(session.player(player))),
            bounds,
            materials: MaterialsJson::of(materials),
            panels: panels.into_iter().map(PanelJson::of).collect(),
            places: places.into_iter().map(PlaceJson::of).collect(),
            strokes: strokes.into_iter().map(StrokeJson::of).collect(),
            labels: labels.into_iter().map(LabelJson::of).collect(),
            groups: groups.into_iter().map(GroupJson::of).collect(),
            facts: session.explain().into_iter().map(meaning).collect(),
        }
    }
}

impl ViewJson {
    /// What is there in the game in progress.
    pub fn of(session: &dyn Describe) -> Self {
        let contents = session.contents();
        let odds = session.odds();
        let gesture = |(at, ((text, gesture), steps)): (usize, _)| GestureJson {
            text,
            gesture,
            steps,
            weight: odds.get(at).copied(),
        };
        let fact = |Fact { name, text, .. }| FactJson { name, text };
        let drawing = || session.draw(false).to_string().lines().map(str::to_owned).collect();
        Self {
            to_move: reply::to_move(session),
            turn: session.turn().filter(|_| session.to_move().is_none()).map(reply::player),
            result: reply::result(session.outcome()),
            margin: session.margin(),
            fen: session.position(),
            ply: session.ply(),
            pieces: contents.pieces.into_iter().map(PieceJson::of).collect(),
            strokes: contents.strokes.into_iter().map(OwnedStrokeJson::of).collect(),
            tallies: contents.tallies.into_iter().map(TallyJson::of).collect(),
            ways: contents.ways,
            moves: session
                .gestures()
                .into_iter()
                .zip(session.steps())
                .enumerate()
                .map(gesture)
                .collect(),
            facts: session.explain().into_iter().map(fact).collect(),
            drawing: session.layout().is_none().then(drawing),
        }
    }
}

impl PlaceJson {
    fn of(place: Place) -> Self {
        Self {
            name: place.name,
            name_for_second: place.name_for_second,
            x: Coordinate(place.x),
            y: Coordinate(place.y),
            shape: names::shape(place.outline),
            area: names::area(place.area),
            width: (place.width != 1.0).then_some(Coordinate(place.width)),
            tone: names::unusual_tone(place.tone),
            stack: place.stack.map(StackJson::of),
            pieces: place.pieces.map(names::make),
        }
    }
}

impl StrokeJson {
    fn of(stroke: Stroke) -> Self {
        let points = stroke.points.into_iter().map(|point| point.map(Coordinate)).collect();
        let kind = names::stroke(stroke.kind);
        Self { points, kind, tone: names::unusual_tone(stroke.tone) }
    }
}

impl MaterialsJson {
    fn of(Materials { ground, pieces, colours, tone, rim, .. }: Materials) -> Self {
        Self {
            ground: names::ground(ground),
            pieces: names::make(pieces),
            colours: colours.map(names::colour),
            tone: names::unusual_tone(tone),
            rim: Coordinate(rim),
        }
    }
}

impl PanelJson {
    fn of(Panel { extent, ground }: Panel) -> Self {
        Self { extent: corners(extent), ground: names::ground(ground) }
    }
}

impl StackJson {
    fn of(Stack { dx, dy, most }: Stack) -> Self {
        Self { dx: Coordinate(dx), dy: Coordinate(dy), most }
    }
}

impl LabelJson {
    fn of(label: Label) -> Self {
        let Label { text, text_for_second, x, y } = label;
        Self { text, text_for_second, x: Coordinate(x), y: Coordinate(y) }
    }
}

impl GroupJson {
    fn of(group: Group) -> Self {
        let kind = names::group(group.kind);
        Self { name: group.name, kind, places: group.places }
    }
}

impl PieceJson {
    fn of(piece: Piece) -> Self {
        let Piece { place, owner, kind, name, sign, crowned, count, last, won, .. } = piece;
        let owner = owner.map(reply::player);
        Self { place, owner, kind, name, sign, crowned, count, last, won }
    }
}

impl OwnedStrokeJson {
    fn of(OwnedStroke { stroke, owner, won }: OwnedStroke) -> Self {
        Self { stroke, owner: reply::player(owner), won }
    }
}

impl TallyJson {
    fn of(Tally { name, counts, all, to_win, fewer_leads }: Tally) -> Self {
        Self { name, counts, all, to_win, fewer_leads }
    }
}

impl Serialize for Coordinate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // A number that is not finite would be `null` in JSON.
        let number = if self.0.is_finite() { (self.0 * 1000.0).round() / 1000.0 } else { 0.0 };
        match number as i64 {
            whole if whole as f64 == number => serializer.serialize_i64(whole),
            _ => serializer.serialize_f64(number),
        }
    }
}

/// A rectangle: its upper left corner and its size.
fn corners(Extent { x, y, width, height }: Extent) -> [Coordinate; 4] {
    [x, y, width, height].map(Coordinate)
}

// The signatures are those of serde's `skip_serializing_if`.
fn is_false(flag: &bool) -> bool {
    !flag
}

fn is_one(count: &u16) -> bool {
    *count == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_ascii() {
        let text = "a\u{e9}\u{1f600}\n\"\u{7f}";
        let written = line(&text).unwrap();
        assert_eq!(written, "\"a\\u00e9\\ud83d\\ude00\\n\\\"\\u007f\"");
        assert_eq!(serde_json::from_str::<String>(&written).unwrap(), text);
    }

    #[test]
    fn coordinates_are_short() {
        let numbers = [0.1 + 0.2, 7.0, -0.5, 1.0 / 3.0, f64::NAN, -0.0001].map(Coordinate);
        assert_eq!(line(&numbers).unwrap(), "[0.3,7,-0.5,0.333,0,0]");
    }
}
