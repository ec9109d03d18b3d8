//! The weights of a sparse model, and the file that keeps them.
//!
//! The file begins with two lines of text: a title, and the layout of the weights. Then come three
//! numbers of four bytes, the lowest first: how many weights there are, how many bytes follow, and
//! their check sum. The bytes that follow are numbers of seven bits a byte, the lowest first; a bit
//! says that more follow. A number is a weight (0, -1, 1, -2 and so on are 0, 1, 2, 3), but after a
//! 0 comes the number of further zeros, because many weights are 0.

use super::{WeightsError, excerpt};

/// The first line of a file.
const TITLE: &[u8] = b"sarsen sparse weights 1\n";

/// The limit for the number of weights in a file.
const MOST_WEIGHTS: usize = 1 << 26;

/// The weights of a [`SparseModel`](super::SparseModel).
///
/// ```
/// use sarsen_core::game::SparseWeights;
///
/// let weights = SparseWeights::new("rows", vec![0, 0, 0, 7, -300]);
/// assert_eq!(SparseWeights::from_bytes(&weights.to_bytes()), Ok(weights));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SparseWeights {
    layout: String,
    values: Vec<i16>,
}

impl SparseWeights {
    /// Weights. The layout is a line of text that says what they belong to. Weights with another
    /// layout mean something else.
    #[must_use]
    pub fn new(layout: &str, values: Vec<i16>) -> Self {
        Self { layout: layout.to_owned(), values }
    }

    /// What the weights belong to.
    #[must_use]
    pub fn layout(&self) -> &str {
        &self.layout
    }

    /// The weights.
    #[must_use]
    pub fn values(&self) -> &[i16] {
        &self.values
    }

    /// Checks that these weights have the same layout and number as others.
    ///
    /// # Errors
    ///
    /// Says both layouts, or both numbers.
    pub fn check_layout(&self, others: &Self) -> Result<(), WeightsError> {
        let wrong = |problem| Err(WeightsError::Sparse(problem));
        if self.layout != others.layout {
            let (found, wanted) = (excerpt(&self.layout, 60), &others.layout);
            return wrong(format!("these are weights for '{found}', not for '{wanted}'"));
        }
        if self.values.len() != others.values.len() {
            let (found, wanted) = (self.values.len(), others.values.len());
            return wrong(format!("there are {found} weights instead of {wanted}"));
        }
        Ok(())
    }

    /// Whether bytes begin like a file of such weights.
    #[must_use]
    pub fn is_title_of(bytes: &[u8]) -> bool {
        bytes.starts_with(TITLE)
    }

    /// The weights as a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body = Vec::new();
        let mut left = &self.values[..];
        while let [first, rest @ ..] = left {
            left = rest;
            push(&mut body, folded(*first));
            if *first == 0 {
                let zeros = left.iter().take_while(|&&weight| weight == 0).count();
                push(&mut body, zeros as u32);
                left = &left[zeros..];
            }
        }
        let mut bytes = [TITLE, self.layout.as_bytes(), b"\n"].concat();
        for number in [self.values.len() as u32, body.len() as u32, crc32fast::hash(&body)] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(body);
        bytes
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// If it is something else, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        let wrong = |problem: &str| WeightsError::Sparse(problem.to_owned());
        let cut = || wrong("the file is cut off");
        let rest = bytes.strip_prefix(TITLE).ok_or_else(|| wrong("this is no file of weights"))?;
        let end = rest.iter().position(|&byte| byte == b'\n').ok_or_else(cut)?;
        let (layout, rest) = (&rest[..end], &rest[end + 1..]);
        let layout = str::from_utf8(layout).map_err(|_| wrong("the layout is no text"))?;
        let (head, body) = rest.split_at_checked(12).ok_or_else(cut)?;
        let number = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|i| head[4 * at + i]));
        let count = number(0) as usize;
        if body.len() != number(1) as usize {
            return Err(wrong("the file is cut off, or something follows it"));
        }
        if crc32fast::hash(body) != number(2) || count > MOST_WEIGHTS {
            return Err(wrong("the file is damaged: its check sum is wrong"));
        }
        let values = values(body, count).ok_or_else(|| wrong("the file is damaged"))?;
        Ok(Self { layout: layout.to_owned(), values })
    }
}

/// Reads the weights. None unless there are as many as promised.
fn values(mut body: &[u8], count: usize) -> Option<Vec<i16>> {
    let mut values = Vec::with_capacity(count);
    while !body.is_empty() {
        let weight = unfolded(pull(&mut body)?)?;
        let zeros = if weight == 0 { pull(&mut body)? as usize } else { 0 };
        if values.len() + zeros >= count {
            return None;
        }
        values.resize(values.len() + zeros, 0);
        values.push(weight);
    }
    (values.len() == count).then_some(values)
}

/// 0, -1, 1, -2 and so on as 0, 1, 2, 3.
fn folded(weight: i16) -> u32 {
    let weight = i32::from(weight);
    (weight << 1 ^ weight >> 31) as u32
}

/// The inverse of [`folded`]. None if the number is too great.
fn unfolded(number: u32) -> Option<i16> {
    let weight = (number >> 1) as i32 ^ -((number & 1) as i32);
    i16::try_from(weight).ok()
}

/// Appends a number, seven bits a byte.
fn push(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes a number off the front. None if it is cut off or too great.
fn pull(bytes: &mut &[u8]) -> Option<u32> {
    let mut number = 0_u32;
    for shift in [0, 7, 14, 21] {
        let (&first, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u32::from(first & 0x7f) << shift;
        if first < 0x80 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::split_mix;

    fn some_weights() -> SparseWeights {
        let mut state = 3;
        let mut weight = || match split_mix(&mut state) {
            number if number % 3 == 0 => (number >> 32) as i16 >> (number >> 8 & 15),
            _ => 0,
        };
        let mut values: Vec<i16> = (0..5000).map(|_| weight()).collect();
        values.extend([i16::MIN, i16::MAX, 0, -1]);
        values.extend([0; 1000]);
        SparseWeights::new("some", values)
    }

    #[test]
    fn a_file_is_read_as_it_was_written() {
        let none = SparseWeights::new("", Vec::new());
        for weights in [some_weights(), none, SparseWeights::new("zeros", vec![0; 300])] {
            assert_eq!(SparseWeights::from_bytes(&weights.to_bytes()), Ok(weights));
        }
    }

    #[test]
    fn damage_is_found() {
        let bytes = some_weights().to_bytes();
        for length in (0..bytes.len()).step_by(97).chain([bytes.len() - 1]) {
            assert!(SparseWeights::from_bytes(&bytes[..length]).is_err(), "{length}");
        }
        let intact = SparseWeights::from_bytes(&bytes).unwrap();
        for at in (0..bytes.len()).step_by(53).chain(0..64) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x10;
            // A damaged layout is a text of its own. The model refuses that one.
            if let Ok(read) = SparseWeights::from_bytes(&damaged) {
                assert!(read.check_layout(&intact).is_err(), "{at}");
            }
        }
        let longer = [bytes.as_slice(), b"\n"].concat();
        assert!(SparseWeights::from_bytes(&longer).is_err());
    }

    #[test]
    fn weights_for_something_else_are_told_apart() {
        let own = SparseWeights::new("own", vec![1, 2]);
        let refusal = |other: SparseWeights| other.check_layout(&own).unwrap_err().to_string();
        let other = refusal(SparseWeights::new("other", vec![1, 2]));
        assert!(other.contains("'other'") && other.contains("'own'"), "{other}");
        let three = refusal(SparseWeights::new("own", vec![1, 2, 3]));
        assert!(three.contains("3 weights instead of 2"), "{three}");
        assert_eq!(own.check_layout(&own.clone()), Ok(()));
    }
}
