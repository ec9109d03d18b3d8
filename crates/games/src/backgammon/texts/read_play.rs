//! PlayText a play as people write it: parts in any order, with or without marks for hits, and with
//! or without the stops of a checker that moves several times.

use super::super::board::{BAR, OFF, PLACES, POINTS, bit, descending, target};
use super::super::dice::Dice;
use super::super::moves::BackgammonMove;
use super::super::position::BackgammonPosition;
use super::parts::{self, name};
use sarsen_core::game::{MoveError, Position, excerpt};

/// How a play is written.
const FORM: &str = "a play is written like 8/5+6/5, bar/22, 13/8*, 6/off(2), or pass";

/// The way of a checker in a text: the places in order, and where a hit is marked.
struct Way {
    places: Vec<u8>,
    marks: u32,
}

/// Everything that a text says of a play.
#[derive(Default)]
struct PlayText {
    /// From one place to the next that is named.
    legs: Vec<[u8; 2]>,
    /// The places where something arrives.
    named: u32,
    marks: u32,
}

/// Reads a play and checks that it is legal. `dice` are those of the position.
pub(super) fn read_play(
    position: &BackgammonPosition,
    dice: Dice,
    text: &str,
) -> Result<BackgammonMove, MoveError> {
    let legal = position.legal_moves();
    let illegal = |reason: String| Err(MoveError::illegal(text, reason));
    if legal.iter().any(|m| m.is_pass()) || text.eq_ignore_ascii_case("pass") {
        return match legal[..] {
            [m] if m.is_pass() && text.eq_ignore_ascii_case("pass") => Ok(m),
            [m] if m.is_pass() => illegal("nothing can be played, but pass".to_owned()),
            _ => illegal(format!("one may pass only without a play; {}", listed(position, &legal))),
        };
    }
    let reading = read(text)?;
    if let Some(reason) = obstacle(position, &reading) {
        return illegal(reason);
    }
    let mut meant = Vec::new();
    Assigning { dice, legs: &reading.legs, found: &mut meant }.assign(0, None, &mut Vec::new());
    let meant: Vec<Effect> = meant.into_iter().map(|m| effect(position, m)).collect();
    let mut found: Vec<(BackgammonMove, Effect)> =
        legal.iter().map(|&m| (m, effect(position, m))).collect();
    found.retain(|(_, effect)| meant.contains(effect));
    if found.len() > 1 {
        // They differ in what is hit on the way: only where the text stops, and there for certain.
        found.retain(|(_, effect)| effect.hits & !reading.named == 0);
        found.sort_by_key(|(_, effect)| std::cmp::Reverse(effect.hits.count_ones()));
        if found.is_empty() {
            let reason = "it can hit on several ways: write where it stops, such as 13/8/7";
            return illegal(reason.to_owned());
        }
    }
    let Some(&(m, Effect { hits, .. })) = found.first() else {
        let numbers = match dice.is_double() {
            true => format!("four times {}", dice.high()),
            false => format!("{} and {}", dice.high(), dice.low()),
        };
        return illegal(format!(
            "the dice are {numbers}, as many as possible; {}",
            listed(position, &legal)
        ));
    };
    match descending(reading.marks & !hits).next() {
        None => Ok(m),
        Some(place) => illegal(format!("nothing is hit on {}", name(place))),
    }
}

/// The legal moves, as far as there is room.
fn listed(position: &BackgammonPosition, legal: &[BackgammonMove]) -> String {
    let texts: Vec<String> =
        legal.iter().take(20).map(|&m| parts::text(&parts::parts(position, m))).collect();
    let more = if legal.len() > texts.len() { " ..." } else { "" };
    format!("legal: {}{more}", excerpt(&texts.join(" "), 200))
}

/// Reads the parts of a play. They need not be legal.
fn read(text: &str) -> Result<PlayText, MoveError> {
    let malformed = || MoveError::malformed(text, FORM);
    let mut reading = PlayText::default();
    let lower = text.to_ascii_lowercase();
    for part in lower.split(['+', ',', ' ', '\t']).filter(|part| !part.is_empty()) {
        let (way, times) = way(part).ok_or_else(malformed)?;
        for _ in 0..times {
            reading.legs.extend(way.places.windows(2).map(|pair| [pair[0], pair[1]]));
        }
        reading.marks |= way.marks;
    }
    if reading.legs.is_empty() || reading.legs.len() > 4 {
        return Err(malformed());
    }
    reading.named = reading.legs.iter().fold(0, |set, &[_, to]| set | bit(to));
    if let Some([from, to]) = reading.legs.iter().find(|[from, to]| from <= to) {
        let [from, to] = [name(*from), name(*to)];
        let reason = format!("checkers go to lower numbers and off, not from {from} to {to}");
        return Err(MoveError::illegal(text, reason));
    }
    Ok(reading)
}

/// Reads one part: `13/8*/7(2)`.
fn way(part: &str) -> Option<(Way, usize)> {
    let (ways, times) = match part.strip_suffix(')').and_then(|part| part.split_once('(')) {
        Some((ways, times)) => {
            (ways, ["1", "2", "3", "4"].iter().position(|&number| number == times)? + 1)
        }
        None => (part, 1),
    };
    let mut way = Way { places: Vec::new(), marks: 0 };
    for word in ways.split('/') {
        let (word, marked) = word.strip_suffix('*').map_or((word, false), |word| (word, true));
        let place = place(word)?;
        let is_first = way.places.is_empty();
        if marked && (is_first || place == OFF) {
            return None;
        }
        way.marks |= u32::from(marked) << place;
        way.places.push(place);
    }
    (2..=5).contains(&way.places.len()).then_some((way, times))
}

/// The place with this name.
fn place(word: &str) -> Option<u8> {
    match word {
        "bar" | "25" => Some(BAR),
        "off" | "0" => Some(OFF),
        _ if word.starts_with(|c: char| matches!(c, '1'..='9')) => {
            word.parse().ok().filter(|place| *place <= POINTS)
        }
        _ => None,
    }
}

/// What is in the way of a play, whatever the dice are.
fn obstacle(position: &BackgammonPosition, reading: &PlayText) -> Option<String> {
    let player = position.to_move();
    let blocked = reading.named & position.blocked(player);
    if let Some(place) = descending(blocked).next() {
        return Some(format!("the opponent holds {}", name(place)));
    }
    let there = position.occupied(player) | reading.named;
    let [from, _] = reading.legs.iter().find(|[from, _]| there & bit(*from) == 0)?;
    Some(format!("there is no checker of yours on {}", name(*from)))
}

/// Finds out with which dice the legs of a text can be meant.
struct Assigning<'a> {
    dice: Dice,
    legs: &'a [[u8; 2]],
    found: &'a mut Vec<BackgammonMove>,
}

impl Assigning<'_> {
    /// Goes on with leg `leg`, from `at` or from its beginning. `used` are the steps so far: the
    /// number of the die, and the source.
    fn assign(&mut self, leg: usize, at: Option<u8>, used: &mut Vec<(usize, u8)>) {
        let Some(&[from, to]) = self.legs.get(leg) else {
            self.found.push(self.play(used));
            return;
        };
        let at = at.unwrap_or(from);
        let (dice, times) = match self.dice.is_double() {
            true => ([Some(self.dice.high()), None], 4),
            false => ([Some(self.dice.high()), Some(self.dice.low())], 1),
        };
        for (number, die) in dice.into_iter().enumerate() {
            let Some(die) = die else { continue };
            let next = target(at, die);
            if used.iter().filter(|(used, _)| *used == number).count() == times || next < to {
                continue;
            }
            used.push((number, at));
            if next == to {
                self.assign(leg + 1, None, used);
            } else {
                self.assign(leg, Some(next), used);
            }
            used.pop();
        }
    }

    /// The play of these steps.
    fn play(&self, used: &[(usize, u8)]) -> BackgammonMove {
        let mut sources = [OFF; 4];
        if self.dice.is_double() {
            for (place, &(_, source)) in sources.iter_mut().zip(used) {
                *place = source;
            }
            sources.sort_unstable_by(|one, other| other.cmp(one));
            return BackgammonMove::double(self.dice, sources);
        }
        for &(number, source) in used {
            sources[number] = source;
        }
        BackgammonMove::ordinary(self.dice, sources[0], sources[1])
    }
}

/// What a play changes. Two plays with the same effect lead to the same position.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Effect {
    /// How many checkers come to each place.
    change: [i8; PLACES],
    hits: u32,
}

fn effect(position: &BackgammonPosition, m: BackgammonMove) -> Effect {
    let mut change = [0; PLACES];
    let mut reached = 0;
    for step in m.steps() {
        change[usize::from(step.from)] -= 1;
        change[usize::from(step.to)] += 1;
        reached |= bit(step.to);
    }
    Effect { change, hits: reached & position.prey(position.to_move()) }
}
