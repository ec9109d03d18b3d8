//! Marks about what is seen: where places are, and which numbers are shown beside the board.

use super::chance::{self, PLAYERS};
use super::places::Spot;
use crate::language::description::Description;
use sarsen_core::game::board::PieceColour;
use sarsen_core::game::excerpt;
use sarsen_core::sys::suggestion::did_you_mean;

/// Where a place belongs, as the author says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PlaceHome {
    /// In the hand of this player, by its number in the order of declaration.
    Hand(u8),
    /// Beside the board.
    Beside,
}

/// A number of the rules that is to be shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ShownMark {
    pub(super) variable: u16,
    /// The player whose number it is, in the order of declaration.
    pub(super) owner: Option<u8>,
    /// What people call it.
    pub(super) name: Option<String>,
    /// Whether it is what a die shows.
    pub(super) is_die: bool,
}

/// What the author says about what is seen.
#[derive(Clone, Default, PartialEq, Debug)]
pub(super) struct DisplayMarks {
    pub(super) shown: Vec<ShownMark>,
    /// Where places are.
    pub(super) coordinates: Vec<(usize, [f64; 2])>,
    /// The directions that are shown as lines, if the author says so.
    pub(super) lines: Option<Vec<usize>>,
    /// The colours of the players, in the order of declaration.
    pub(super) colours: [Option<PieceColour>; PLAYERS],
    /// What people call the players, in the order of declaration.
    names: [Option<String>; PLAYERS],
    /// Places that are not on the board itself.
    pub(super) homes: Vec<(usize, PlaceHome)>,
}

/// The colours by name. Those that have no piece of their own have the nearest one.
const COLOURS: [(&str, PieceColour); 15] = [
    ("white", PieceColour::White),
    ("black", PieceColour::Black),
    ("red", PieceColour::Red),
    ("yellow", PieceColour::Yellow),
    ("blue", PieceColour::Blue),
    ("orange", PieceColour::Orange),
    ("green", PieceColour::Green),
    ("gold", PieceColour::Yellow),
    ("silver", PieceColour::White),
    ("amber", PieceColour::Orange),
    ("violet", PieceColour::Blue),
    ("purple", PieceColour::Blue),
    ("pink", PieceColour::Red),
    ("brown", PieceColour::Red),
    ("grey", PieceColour::Black),
];

/// The colour that the name of a player says.
pub(super) fn colour_of(name: &str) -> Option<PieceColour> {
    let name = name.to_lowercase();
    let found = COLOURS.iter().find(|(known, _)| name.starts_with(known));
    found.map(|(_, colour)| *colour)
}

/// The longest name of a player.
const LONGEST_NAME: usize = 40;

/// Coordinates are at most this.
const FARTHEST: f64 = 1000.0;

impl DisplayMarks {
    /// Reads `points of white named score`, or `die as die`.
    pub(super) fn show(&mut self, text: &str, description: &Description) -> Result<(), String> {
        let mut words = text.split_whitespace();
        let name = words.next().unwrap_or_default();
        let Some(variable) = description.variables.iter().position(|known| known.name == name)
        else {
            let known: Vec<&str> = description.variables.iter().map(|v| &*v.name).collect();
            let known = excerpt(&known.join(", "), 200);
            return Err(format!("there is no variable and no player '{name}': {known}"));
        };
        let mut shown = ShownMark {
            variable: variable as u16,
            owner: (variable < PLAYERS.min(description.players)).then_some(variable as u8),
            name: None,
            is_die: false,
        };
        while let Some(word) = words.next() {
            match (word, words.next()) {
                ("of", Some(player)) => shown.owner = Some(player_number(player, description)?),
                ("named", Some(name)) => shown.name = Some(name.to_owned()),
                ("as", Some("die")) => shown.is_die = true,
                ("as", other) => {
                    return Err(format!("write 'as die', not 'as {}'", other.unwrap_or_default()));
                }
                ("of" | "named", None) => {
                    return Err(format!("something is missing after '{word}'"));
                }
                _ => return Err(format!("'{word}' is none of: of, named, as")),
            }
        }
        if self.shown.iter().any(|known| known.variable == shown.variable) {
            return Err(format!("'{name}' is shown twice"));
        }
        self.shown.push(shown);
        Ok(())
    }

    /// Reads `a1 2.5 1`.
    pub(super) fn coordinates(&mut self, text: &str, spots: &[Spot]) -> Result<(), String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [name, x, y] = words[..] else {
            return Err(format!("write 'at PLACE X Y', not 'at {text}'"));
        };
        let number = |text: &str| {
            let number = text.parse().ok().filter(|number: &f64| number.abs() <= FARTHEST);
            number.ok_or_else(|| format!("'{text}' is no number from -{FARTHEST} to {FARTHEST}"))
        };
        self.coordinates.push((place(name, spots)?, [number(x)?, number(y)?]));
        Ok(())
    }

    /// Reads the names of places that are in a hand or beside the board.
    pub(super) fn homes(
        &mut self,
        names: &str,
        home: PlaceHome,
        spots: &[Spot],
    ) -> Result<(), String> {
        for name in names.split_whitespace() {
            self.homes.push((place(name, spots)?, home));
        }
        if names.trim().is_empty() { Err("the places are missing".to_owned()) } else { Ok(()) }
    }

    /// Reads the names of directions.
    pub(super) fn lines(&mut self, text: &str, description: &Description) -> Result<(), String> {
        let known = &description.board.directions;
        let number = |name: &str| {
            let found = known.iter().position(|known| known == name);
            found.ok_or_else(|| format!("there is no direction '{name}': {}", known.join(", ")))
        };
        self.lines = Some(text.split_whitespace().map(number).collect::<Result<_, _>>()?);
        Ok(())
    }

    /// Reads a player and a colour.
    pub(super) fn colour(&mut self, text: &str, description: &Description) -> Result<(), String> {
        let (player, name) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let colour = COLOURS.iter().find(|(known, _)| *known == name.trim());
        let Some((_, colour)) = colour else {
            let known: Vec<&str> = COLOURS.iter().map(|(name, _)| *name).collect();
            return Err(format!("'{}' is none of {}", name.trim(), known.join(", ")));
        };
        self.colours[usize::from(player_number(player, description)?)] = Some(*colour);
        Ok(())
    }

    /// Reads a player and what people call the player.
    pub(super) fn name(&mut self, text: &str, description: &Description) -> Result<(), String> {
        let (player, name) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let player = usize::from(player_number(player, description)?);
        let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        if !name.is_ascii() || name.is_empty() || name.len() > LONGEST_NAME {
            return Err(format!("'{name}' is no name of 1 to {LONGEST_NAME} ASCII characters"));
        }
        match self.names[player].replace(name) {
            Some(before) => Err(format!("this player has a name: {before}")),
            None => Ok(()),
        }
    }

    /// What people call a player, by the number in the order of declaration: what the author says,
    /// or the name in the rules with a capital.
    pub(super) fn name_of(&self, player: usize, description: &Description) -> String {
        self.names[player].clone().unwrap_or_else(|| {
            let mut name = description.variables[player].name.clone();
            // Names are ASCII.
            name[..1].make_ascii_uppercase();
            name
        })
    }

    /// Reads a player and the places of the player's hand.
    pub(super) fn hand(
        &mut self,
        text: &str,
        description: &Description,
        spots: &[Spot],
    ) -> Result<(), String> {
        let (player, places) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        self.homes(places, PlaceHome::Hand(player_number(player, description)?), spots)
    }

    /// Where a place belongs. None if it is on the board.
    pub(super) fn home(&self, place: usize) -> Option<PlaceHome> {
        self.homes.iter().rev().find(|(known, _)| *known == place).map(|(_, home)| *home)
    }
}

/// The number of a player, who is not chance.
pub(super) fn player_number(name: &str, description: &Description) -> Result<u8, String> {
    chance::player_number(name, description)
        .map_err(|names| format!("'{name}' is none of the players: {names}"))
}

fn place(name: &str, spots: &[Spot]) -> Result<usize, String> {
    let found = spots.iter().position(|spot| spot.name == name);
    found.ok_or_else(|| {
        let names = || spots.iter().map(|spot| &*spot.name);
        let hint = match did_you_mean(name, names()) {
            none if none.is_empty() => {
                format!(": {}", excerpt(&names().collect::<Vec<_>>().join(", "), 100))
            }
            hint => hint,
        };
        format!("there is no place '{}'{hint}", excerpt(name, 20))
    })
}
