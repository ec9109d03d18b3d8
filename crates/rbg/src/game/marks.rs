//! What the author says in comments: lines that begin with `//@`, which other tools do not read.
//!
//! Each has a word and what it says: `//@ title Hex`. They are described in
//! `docs/rules-as-text.md`.

use super::boards::{BoardMark, MOST_SETUPS, boards, check_name};
use super::display::{DisplayMarks, PlaceHome, player_number};
use super::marked_lines::{MARK, marked_lines, word_and_value};
use super::places::Spot;
use super::points::PointMarks;
use crate::language::description::Description;
use crate::language::error::RulesMistake;
use sarsen_core::game::board::{Ground, PieceMake};
use sarsen_core::game::printable;

/// What the author says.
#[derive(Clone, Default, PartialEq, Debug)]
pub(super) struct Marks {
    /// The proper name of the game.
    pub(super) title: Option<String>,
    /// A line about it.
    pub(super) about: Option<String>,
    /// The rules for people.
    pub(super) rules: String,
    /// Whether a position that occurs for the third time is a draw, and if so, the variables that
    /// may differ.
    pub(super) repetition: Option<Vec<u16>>,
    /// Whether the file is in the dialect.
    pub(super) has_dialect: bool,
    /// The variable that an outcome of chance sets to its weight.
    pub(super) weight: Option<u16>,
    /// The words for moves that set a variable to a number.
    words: Vec<(u16, u32, String)>,
    /// Who stands better.
    pub(super) points: PointMarks,
    /// What the board is made of.
    pub(super) ground: Option<Ground>,
    /// What the pieces are.
    pub(super) make: Option<PieceMake>,
    /// What is seen, and where.
    pub(super) display: DisplayMarks,
    /// Start positions: their names, their texts, and where in the file they are.
    pub(super) setups: Vec<SetupMark>,
    /// Other boards.
    pub(super) boards: Vec<BoardMark>,
    /// Pieces, and how they look.
    looks: Vec<(String, PieceLook)>,
}

/// Who owns a piece, as the author says.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) enum Owned {
    /// The author does not say.
    #[default]
    Unsaid,
    /// This player.
    By(u8),
    /// Nobody.
    ByNobody,
}

/// What the author says of a piece.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct PieceLook {
    /// Who owns it.
    pub(super) owner: Owned,
    /// What it is called.
    pub(super) name: Option<String>,
    /// The letters that a picture shows on it.
    pub(super) sign: Option<String>,
    /// Whether it is not shown.
    pub(super) is_hidden: bool,
    /// Whether it wears a crown.
    pub(super) is_crowned: bool,
}

/// A start position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SetupMark {
    pub(super) name: String,
    pub(super) position: String,
    /// The number of its line, from 0.
    pub(super) line: usize,
}

/// The words, for an error.
const WORDS: &str = "title, about, rules, ground, pieces, piece, player, colour, move, show, at, \
                     lines, hand, beside, setup, board, value, points, mobility, repetition, weight, \
                     dialect";

/// What the first line of a file says that uses more than Regular Boardgames has.
const DIALECT: &str = "sarsen 1";

/// An error in a mark, whose line is counted from 0.
pub(super) fn mistake_in_line(
    file: &str,
    text: &str,
    number: usize,
    message: impl Into<String>,
) -> RulesMistake {
    let message = message.into();
    let start: usize = text.split_inclusive('\n').take(number).map(str::len).sum();
    let line = text[start..].lines().next().unwrap_or_default();
    RulesMistake::at(file, text, start + suspect(line, &message), message)
}

/// The byte of a mark where something is wrong: messages quote it first. Else it is where the value
/// begins, or the word if there is none.
fn suspect(line: &str, message: &str) -> usize {
    let said = line.trim_start().trim_start_matches(MARK).trim_start();
    let value = said.split_once(char::is_whitespace).map_or("", |(_, value)| value.trim_start());
    let byte = |part: &str| part.as_ptr() as usize - line.as_ptr() as usize;
    let quoted = message.split('\'').nth(1).unwrap_or_default();
    let is_edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    let place = |part: &str| {
        let is_whole = |&(at, _): &(usize, &str)| {
            let (before, behind) = (&part[..at], &part[at + quoted.len()..]);
            is_edge(before.chars().next_back()) && is_edge(behind.chars().next())
        };
        let found = part.match_indices(quoted).filter(|_| !quoted.is_empty()).find(is_whole);
        found.map(|(at, _)| byte(part) + at)
    };
    let whole = if value.trim().is_empty() { said } else { value };
    place(value).or_else(|| place(said)).unwrap_or_else(|| byte(whole))
}

impl Marks {
    /// Reads the marks of a file. What people need to know and no mark says comes from the comment
    /// at its top.
    ///
    /// # Errors
    ///
    /// If a word is unknown, or twice there.
    pub(super) fn read(
        file: &str,
        text: &str,
        description: &Description,
        spots: &[Spot],
    ) -> Result<Self, RulesMistake> {
        let mut marks = Self { boards: boards(file, text)?, ..Self::default() };
        let mut paragraphs = String::new();
        let mut has_rules = false;
        for (number, said) in marked_lines(text) {
            // What is said is shown to people, also in a terminal.
            let said = printable(said);
            let (word, value) = word_and_value(&said);
            let once = |slot: &mut Option<String>| match slot.replace(value.to_owned()) {
                None if !value.is_empty() => Ok(()),
                None => Err(format!("'{word}' says nothing")),
                Some(_) => Err(format!("'{word}' is there twice")),
            };
            let done = match word {
                "title" => once(&mut marks.title),
                "about" => once(&mut marks.about),
                "rules" => {
                    has_rules = true;
                    add(&mut paragraphs, value);
                    Ok(())
                }
                "ground" => choice(value, &GROUNDS).map(|ground| marks.ground = Some(ground)),
                "pieces" => choice(value, &MAKES).map(|make| marks.make = Some(make)),
                "piece" => look(value, description).map(|looks| marks.looks.extend(looks)),
                "dialect" if number > 0 => Err("'dialect' must be in the first line".to_owned()),
                "dialect" if value != DIALECT => {
                    Err(format!("there is only the dialect '{DIALECT}', not '{value}'"))
                }
                "dialect" => {
                    marks.has_dialect = true;
                    Ok(())
                }
                "repetition" | "weight" if !marks.has_dialect => {
                    let line = format!("{MARK} dialect {DIALECT}");
                    Err(format!("'{word}' needs '{line}' as the first line of the file"))
                }
                "repetition" => {
                    repetition(value, description).map(|ignored| marks.repetition = Some(ignored))
                }
                "value" => marks.points.add_values(value, number, description),
                "points" => marks.points.add_condition(value, description),
                "mobility" => marks.points.set_mobility(value),
                "weight" if marks.weight.is_some() => Err("'weight' is there twice".to_owned()),
                "weight" => variable(value, description).map(|found| marks.weight = Some(found)),
                "show" => marks.display.show(value, description),
                "at" => marks.display.coordinates(value, spots),
                "beside" => marks.display.homes(value, PlaceHome::Beside, spots),
                "lines" => marks.display.lines(value, description),
                "player" => marks.display.name(value, description),
                "colour" => marks.display.colour(value, description),
                "hand" => marks.display.hand(value, description, spots),
                "setup" => marks.add_setup(value, number),
                // They are known already.
                "board" => Ok(()),
                "move" => move_word(value, description).and_then(|word| marks.add_word(word)),
                _ => Err(format!("'{word}' is no mark: {WORDS}")),
            };
            done.map_err(|message| mistake_in_line(file, text, number, message))?;
        }
        marks.rules = if has_rules { paragraphs } else { top_comment(text) };
        Ok(marks)
    }

    /// Reads the name of a start position, and its text. The text may stand on several lines,
    /// each with the name: it goes on behind a `/`.
    fn add_setup(&mut self, text: &str, line: usize) -> Result<(), String> {
        let (name, position) = text
            .split_once(char::is_whitespace)
            .ok_or_else(|| format!("write 'setup NAME POSITION', not 'setup {text}'"))?;
        let position = position.trim();
        check_name(name)?;
        if self.boards.iter().any(|board| board.name == name) {
            return Err(format!("'{name}' is the name of a board"));
        }
        match self.setups.iter().position(|known| known.name == name) {
            None if self.setups.len() == MOST_SETUPS => {
                return Err(format!("there are more than {MOST_SETUPS} start positions"));
            }
            None => {
                let (name, position) = (name.to_owned(), position.to_owned());
                self.setups.push(SetupMark { name, position, line });
            }
            Some(known) if self.setups[known].position.ends_with('/') => {
                self.setups[known].position += position;
            }
            Some(_) => return Err(format!("the setup '{name}' is there twice")),
        }
        Ok(())
    }

    fn add_word(&mut self, new: (u16, u32, String)) -> Result<(), String> {
        if self.words.iter().any(|known| known.2 == new.2 || (known.0, known.1) == (new.0, new.1)) {
            return Err(format!(
                "this word, or a word for this setting, is there twice: '{}'",
                new.2
            ));
        }
        self.words.push(new);
        Ok(())
    }

    /// The variables that mean something to the marks.
    pub(super) fn named_variables(&self) -> impl Iterator<Item = u16> {
        self.words
            .iter()
            .map(|(variable, ..)| *variable)
            .chain(self.weight)
            .chain(self.points.variables())
    }

    /// The words for moves that set a variable to a number.
    pub(super) fn words(&self) -> impl Iterator<Item = (u16, u32, &str)> {
        self.words.iter().map(|(variable, number, word)| (*variable, *number, &**word))
    }

    /// The word for a move that sets a variable to a number.
    pub(super) fn word(&self, variable: u16, value: u32) -> Option<&str> {
        let mut words = self.words.iter();
        let found = words.find(|(known, number, _)| (*known, *number) == (variable, value));
        found.map(|(.., word)| &**word)
    }

    /// What the author says of a piece.
    pub(super) fn look(&self, piece: &str) -> PieceLook {
        let found = self.looks.iter().find(|(known, _)| known == piece);
        found.map(|(_, look)| look.clone()).unwrap_or_default()
    }
}

/// The grounds by name.
const GROUNDS: [(&str, Ground); 7] = [
    ("paper", Ground::Paper),
    ("wood", Ground::Wood),
    ("felt", Ground::Felt),
    ("frame", Ground::Frame),
    ("grass", Ground::Grass),
    ("sand", Ground::Sand),
    ("water", Ground::Water),
];

/// What pieces are, by name.
const MAKES: [(&str, PieceMake); 6] = [
    ("disc", PieceMake::Disc),
    ("checker", PieceMake::Checker),
    ("marble", PieceMake::Marble),
    ("stone", PieceMake::Stone),
    ("tile", PieceMake::Tile),
    ("card", PieceMake::Card),
];

/// One of several words.
fn choice<T: Copy>(word: &str, words: &[(&str, T)]) -> Result<T, String> {
    words.iter().find(|(known, _)| *known == word).map(|(_, value)| *value).ok_or_else(|| {
        let known: Vec<&str> = words.iter().map(|(known, _)| *known).collect();
        format!("'{word}' is none of {}", known.join(", "))
    })
}

/// Reads what is said of repetition: `draw`, or `draw ignoring quiet`.
fn repetition(text: &str, description: &Description) -> Result<Vec<u16>, String> {
    let mut words = text.split_whitespace();
    match (words.next(), words.next()) {
        (Some("draw"), None) => return Ok(Vec::new()),
        (Some("draw"), Some("ignoring")) => {}
        _ => return Err(format!("write 'draw' or 'draw ignoring VARIABLE', not '{text}'")),
    }
    words.map(|name| variable(name, description)).collect()
}

/// The variable with this name.
fn variable(name: &str, description: &Description) -> Result<u16, String> {
    let names = description.variables.iter().skip(description.players);
    let found = names.clone().position(|variable| variable.name == name);
    let unknown = || {
        let names: Vec<&str> = names.map(|variable| &*variable.name).collect();
        format!("there is no variable '{name}': {}", names.join(", "))
    };
    found.map(|found| (found + description.players) as u16).ok_or_else(unknown)
}

/// Reads the word for a move: `roll choice=1`.
fn move_word(text: &str, description: &Description) -> Result<(u16, u32, String), String> {
    let form = || format!("write 'move WORD VARIABLE=NUMBER', not 'move {text}'");
    let (word, setting) = text.split_once(char::is_whitespace).ok_or_else(form)?;
    let (name, number) = setting.split_once('=').ok_or_else(form)?;
    let number = number.trim().parse().map_err(|_| form())?;
    let is_word = |word: &str| word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if !is_word(word) {
        return Err(format!("'{word}' is no word of letters and digits"));
    }
    Ok((variable(name.trim(), description)?, number, word.to_owned()))
}

/// Reads what is said of pieces: `bK bK2 of black named king crowned`.
fn look(text: &str, description: &Description) -> Result<Vec<(String, PieceLook)>, String> {
    let mut words = text.split_whitespace().peekable();
    let mut pieces = Vec::new();
    while let Some(piece) =
        words.next_if(|word| description.pieces.iter().any(|known| known == word))
    {
        pieces.push(piece.to_owned());
    }
    if pieces.is_empty() {
        let found = words.next().unwrap_or_default();
        return Err(format!("there is no piece '{found}': {}", description.pieces.join(", ")));
    }
    let mut look = PieceLook::default();
    while let Some(word) = words.next() {
        match word {
            "of" => {
                look.owner = match words.next().unwrap_or_default() {
                    "nobody" => Owned::ByNobody,
                    player => Owned::By(player_number(player, description)?),
                };
            }
            "named" => look.name = Some(words.next().ok_or("a name is missing")?.to_owned()),
            "sign" => look.sign = Some(sign(words.next().ok_or("a sign is missing")?)?),
            "hidden" => look.is_hidden = true,
            "crowned" => look.is_crowned = true,
            _ => return Err(format!("'{word}' is none of: of, named, sign, hidden, crowned")),
        }
    }
    Ok(pieces.into_iter().map(|piece| (piece, look.clone())).collect())
}

/// The sign of a piece, which must fit on it.
fn sign(text: &str) -> Result<String, String> {
    match text.chars().count() {
        1 | 2 => Ok(text.to_owned()),
        _ => Err(format!("'{text}' is too long for a sign: it has one or two letters")),
    }
}

/// Adds a line to paragraphs. An empty one begins a new paragraph; `- ` begins an item of a list.
fn add(paragraphs: &mut String, line: &str) {
    if line.is_empty() {
        if !paragraphs.is_empty() && !paragraphs.ends_with("\n\n") {
            paragraphs.push_str("\n\n");
        }
        return;
    }
    if !paragraphs.is_empty() && !paragraphs.ends_with('\n') {
        paragraphs.push(if line.starts_with("- ") { '\n' } else { ' ' });
    }
    paragraphs.push_str(line);
}

/// The comment with which the text begins.
fn top_comment(text: &str) -> String {
    let mut paragraphs = String::new();
    for line in text.lines().map(str::trim) {
        if line.starts_with(MARK) {
            continue;
        }
        match line.strip_prefix("//") {
            Some(line) => {
                add(&mut paragraphs, &printable(line.trim().trim_start_matches("-- ")));
            }
            None if line.is_empty() && paragraphs.is_empty() => {}
            None => break,
        }
    }
    paragraphs.trim_end().to_owned()
}
