//! The weights that were learnt for a game, and the file that keeps them.
//!
//! The file begins with two lines of text: a title, and a header in JSON. What follows is a file of
//! [`SparseWeights`], whose layout has a fingerprint of the features and a check sum of the header.

use serde::{Deserialize, Serialize};

use super::alphabet::Alphabet;
use super::board_facts::BoardFacts;
use super::features::Features;
use sarsen_core::game::{Forecasts, SparseWeights, WeightsError, excerpt};

/// The first line of a file.
const TITLE: &[u8] = b"sarsen learned weights 1\n";

/// The limit of the length of a header.
const LONGEST_HEADER: usize = 1 << 16;

/// What a header says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LearnedHeader {
    /// The game and its setup.
    game: String,
    /// The alphabet of its board, in hexadecimal digits.
    alphabet: String,
    /// How the weights were learnt, for people.
    made: String,
    /// The number of the rules. Older files have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rules: Option<u32>,
    /// How well a shallow search with these weights predicts a deep one.
    #[serde(default, skip_serializing_if = "Forecasts::is_empty")]
    forecasts: Forecasts,
}

/// The weights that were learnt for a game.
#[derive(Clone, PartialEq, Debug)]
pub struct LearnedWeights {
    header: LearnedHeader,
    weights: SparseWeights,
}

impl LearnedWeights {
    /// Weights for a game (with its setup). `made` says how they were learnt.
    #[must_use]
    pub(super) fn new(game: &str, features: &Features, values: Vec<i16>, made: &str) -> Self {
        let mut alphabet = Vec::new();
        features.alphabet.write(&mut alphabet);
        let alphabet = alphabet.iter().map(|byte| format!("{byte:02x}")).collect();
        let (game, made) = (game.to_owned(), made.to_owned());
        let rules = Some(features.facts.rules());
        let header = LearnedHeader { game, alphabet, made, rules, forecasts: Forecasts::default() };
        let layout = layout(&header, features.fingerprint());
        Self { header, weights: SparseWeights::new(&layout, values) }
    }

    /// The same weights, learnt with these features, and what is known of searches with them.
    #[must_use]
    pub fn with_forecasts(mut self, features: &Features, forecasts: Forecasts) -> Self {
        self.header.forecasts = forecasts;
        let layout = layout(&self.header, features.fingerprint());
        self.weights = SparseWeights::new(&layout, self.values().to_vec());
        self
    }

    /// The game and its setup.
    #[must_use]
    pub fn game(&self) -> &str {
        &self.header.game
    }

    /// How the weights were learnt, for people.
    #[must_use]
    pub fn made(&self) -> &str {
        &self.header.made
    }

    /// How well a shallow search with these weights predicts a deep one.
    #[must_use]
    pub fn forecasts(&self) -> &Forecasts {
        &self.header.forecasts
    }

    /// All numbers.
    pub(super) fn values(&self) -> &[i16] {
        self.weights.values()
    }

    /// The features of these weights, for a game (with its setup) and its board.
    ///
    /// # Errors
    ///
    /// If they are for another game or setup, or were learnt with other rules or features.
    pub fn features(&self, game: &str, facts: BoardFacts) -> Result<Features, WeightsError> {
        let wrong = |problem: String| WeightsError::Learned(problem);
        if self.game() != game {
            let found = excerpt(self.game(), 40);
            return Err(wrong(format!("these weights were learnt for {found}, not for {game}")));
        }
        if self.header.rules.is_some_and(|rules| rules != facts.rules()) {
            return Err(wrong(
                "these weights were learnt with other rules: learn again".to_owned(),
            ));
        }
        let other = || {
            let why =
                "these weights were learnt with other features, as of another board: learn again";
            wrong(why.to_owned())
        };
        let alphabet = self.alphabet(facts.slots()).filter(|alphabet| alphabet.is_of(&facts));
        let alphabet = alphabet.ok_or_else(other)?;
        let features = Features::new(facts, alphabet);
        if self.weights.layout() != layout(&self.header, features.fingerprint()) {
            return Err(other());
        }
        Ok(features)
    }

    fn alphabet(&self, slots: usize) -> Option<Alphabet> {
        let pairs = self.header.alphabet.as_bytes().chunks_exact(2);
        let byte = |pair: &[u8]| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok();
        let bytes: Vec<u8> = pairs.map(byte).collect::<Option<_>>()?;
        let mut bytes = &*bytes;
        let alphabet = Alphabet::read(slots, &mut bytes)?;
        bytes.is_empty().then_some(alphabet)
    }

    /// Whether bytes begin like a file of such weights.
    #[must_use]
    pub fn is_title_of(bytes: &[u8]) -> bool {
        bytes.starts_with(TITLE)
    }

    /// The weights as a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        [TITLE, header_line(&self.header).as_bytes(), b"\n", &self.weights.to_bytes()].concat()
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// If it is something else, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        let wrong = |problem: &str| WeightsError::Learned(problem.to_owned());
        let rest =
            bytes.strip_prefix(TITLE).ok_or_else(|| wrong("this is no file of learned weights"))?;
        let end = rest.iter().take(LONGEST_HEADER).position(|&byte| byte == b'\n');
        let (line, rest) = end
            .map(|end| (&rest[..end], &rest[end + 1..]))
            .ok_or_else(|| wrong("the file is cut off"))?;
        let header: LearnedHeader = serde_json::from_slice(line)
            .map_err(|_| wrong("the file is damaged: its header cannot be read"))?;
        let weights = SparseWeights::from_bytes(rest).map_err(|error| match error {
            WeightsError::Sparse(problem) => WeightsError::Learned(problem),
            error => error,
        })?;
        let sum = format!("{:08x}", crc32fast::hash(line));
        if weights.layout().split(' ').nth(1) != Some(&sum) {
            return Err(wrong("the file is damaged: the check sum of its header is wrong"));
        }
        Ok(Self { header, weights })
    }
}

fn header_line(header: &LearnedHeader) -> String {
    serde_json::to_string(header).unwrap_or_default()
}

/// The fingerprint of the features, and the check sum of the header.
fn layout(header: &LearnedHeader, fingerprint: u32) -> String {
    format!("{fingerprint:08x} {:08x}", crc32fast::hash(header_line(header).as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    use crate::learned::scatter::{Scatter, play_any};
    use crate::learned::{Learned, Model, to_weights};
    use sarsen_core::game::{Evaluator, Game, Player, Position, Presentation, split_mix};

    /// Somebody else may write a file whose check sums are right, but whose alphabet nobody has
    /// seen. It is refused, or it judges positions in its own way.
    #[test]
    fn forged_alphabets_do_no_harm() {
        let game = Arc::new(Scatter::grid(5, 4));
        let facts = BoardFacts::of(game.board(), &game.start()).unwrap();
        let (mut random, mut course) = (7, 8);
        let mut any = |below: usize| (split_mix(&mut random) % below as u64) as usize;
        let (mut forged, mut used) = (0, 0);
        for _ in 0..400 {
            // For every slot and its mirror image, any letters; then, whether it tells something.
            let mut letters = vec![vec![0_u8]; facts.slots()];
            let mut telling = Vec::new();
            for slot in 0..facts.slots() {
                let image = usize::from(facts.images[1][slot]);
                if image < slot {
                    letters[slot] = letters[image].clone();
                } else {
                    letters[slot] = (0..1 + any(5)).map(|_| any(256) as u8).collect();
                    letters[slot].sort_unstable();
                    letters[slot].dedup();
                }
                let tells = if image < slot { telling.contains(&image) } else { any(3) > 0 };
                telling.extend(tells.then_some(slot));
            }
            let mut bytes: Vec<u8> = letters
                .iter()
                .flat_map(|codes| [&[codes.len() as u8], &codes[..]].concat())
                .collect();
            let numbers = [telling.len()].into_iter().chain(telling).chain([any(9), 9 + any(99)]);
            bytes.extend(numbers.flat_map(|number| (number as u16).to_le_bytes()));
            // Sometimes a byte is anything.
            if any(4) == 0 {
                let at = any(bytes.len());
                bytes[at] = any(256) as u8;
            }
            let mut rest = &*bytes;
            let Some(alphabet) = Alphabet::read(facts.slots(), &mut rest) else { continue };
            if !rest.is_empty() {
                continue;
            }
            let features = Features::new(facts.clone(), alphabet);
            let weights = to_weights(&Model::even(&features), &features, "scatter", "forged");
            let read = LearnedWeights::from_bytes(&weights.to_bytes()).unwrap();
            forged += 1;
            if let Ok(learned) = Learned::new(Arc::clone(&game), &read) {
                let mut position = game.start();
                while position.outcome().is_none() {
                    assert_eq!(learned.evaluate(&position, Player::First), 0);
                    play_any(&mut position, &mut course);
                }
                used += 1;
            }
        }
        assert!(forged > 200 && used > 200 && used < forged, "{used} of {forged} of 400");
    }
}
