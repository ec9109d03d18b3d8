//! The weights of an evaluator: whole numbers with names, in a text that people read and programs
//! fit.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use serde::de::DeserializeOwned;
use toml_edit::{Document, DocumentMut, Item, TomlError};

use super::excerpt;
use crate::game::value::Value;
use crate::sys::atomic_file::refuse_no_file;

/// The limit for the size of a weight in a text. Sums of weights stay far below the greatest value.
pub const LARGEST_WEIGHT: Value = 10_000;

/// The limit for a file of named weights, in bytes. A larger file is something else.
const LARGEST_TEXT: usize = 1 << 20;

/// The limit for a file of weights of any kind, in bytes. Nothing larger is read.
const LARGEST_FILE: usize = 64 << 20;

const TOO_LARGE: &str = "this is too large for a file of weights";

/// Named weights, in points of an evaluator. The text is TOML: each line is `name = number` or
/// `name = [number, ...]`. Comments stay when the numbers change.
///
/// ```
/// use sarsen_core::game::Weights;
///
/// let weights = Weights::parse("turn = 9 # the move\nthreat = [8, 40]\n")?;
/// assert_eq!(weights.names(), ["turn", "threat[0]", "threat[1]"]);
/// assert_eq!(weights.with(&[7, 8, 44]).to_string(), "turn = 7 # the move\nthreat = [8, 44]\n");
/// # Ok::<(), sarsen_core::game::WeightsError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Weights {
    document: DocumentMut,
}

/// Weights that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WeightsError {
    /// The text is not a list of weights, or not of this evaluator's weights.
    #[error("line {line}: {problem}")]
    Text {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong there.
        problem: String,
    },
    /// A weight is missing.
    #[error("the weight '{0}' is missing")]
    Missing(String),
    /// There is an unknown weight.
    #[error("there is no weight '{name}' here, only {known}")]
    Unknown {
        /// Its name.
        name: String,
        /// The names of the known weights.
        known: String,
    },
    /// The file cannot be read.
    #[error("{0}")]
    File(String),
    /// The evaluator has no weights.
    #[error("the evaluator of {0} has no weights to change")]
    None(String),
    /// The weights are not those of this sparse model.
    #[error("{0}")]
    Sparse(String),
    /// Learned weights are not for this game, or damaged.
    #[error("{0}")]
    Learned(String),
    /// The evaluator takes the other kind of weights.
    #[error("the evaluator of {0} takes no named weights, only those of patterns")]
    NotNamed(String),
    /// The same the other way round.
    #[error("the evaluator of {0} takes only named weights, not those of patterns")]
    NotSparse(String),
}

impl Weights {
    /// Reads weights.
    ///
    /// # Errors
    ///
    /// If the text is not TOML, or has anything other than whole numbers between -10,000 and 10,000
    /// and lists of them.
    pub fn parse(text: &str) -> Result<Self, WeightsError> {
        let document = Document::parse(text.to_owned()).map_err(|error| in_toml(text, &error))?;
        for (name, item) in document.iter() {
            let wrong = |value: &str| WeightsError::Text {
                line: line_at(text, start_of(&document, name)),
                problem: format!(
                    "{}: '{}' is not a whole number from -{LARGEST_WEIGHT} to {LARGEST_WEIGHT}, \
                     nor a list of them",
                    excerpt(name, 40),
                    excerpt(value.trim(), 40)
                ),
            };
            let numbers = numbers(item).ok_or_else(|| wrong(&item.to_string()))?;
            if let Some(number) = numbers.iter().find(|n| n.unsigned_abs() > LARGEST_WEIGHT as u64)
            {
                return Err(wrong(&number.to_string()));
            }
        }
        Ok(Self { document: document.into_mut() })
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or as [`parse`](Self::parse) says.
    pub fn load(path: &Path) -> Result<Self, WeightsError> {
        Self::from_bytes(read_file(path)?)
    }

    /// Reads the bytes of a file.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self, WeightsError> {
        let failed = |problem: &str| WeightsError::File(problem.to_owned());
        if bytes.len() > LARGEST_TEXT {
            return Err(failed(TOO_LARGE));
        }
        let text = String::from_utf8(bytes).map_err(|_| failed("this is no text"))?;
        Self::parse(&text)
    }

    /// The weights in order, each with its name. The weights of a list are called `name[0]`,
    /// `name[1]` and so on.
    fn entries(&self) -> impl Iterator<Item = (String, Value)> {
        self.document.iter().flat_map(|(name, item)| {
            let listed = item.is_array();
            let numbers = numbers(item).unwrap_or_default().into_iter().enumerate();
            numbers.map(move |(at, number)| {
                let name = if listed { format!("{name}[{at}]") } else { name.to_owned() };
                (name, number as Value)
            })
        })
    }

    /// The names of the weights.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.entries().map(|(name, _)| name).collect()
    }

    /// The numbers, in the order of the names.
    #[must_use]
    pub fn values(&self) -> Vec<Value> {
        self.entries().map(|(_, value)| value).collect()
    }

    /// The same weights with other numbers, in the same order. If there are fewer numbers than
    /// weights, the other weights stay as they are.
    #[must_use]
    pub fn with(&self, values: &[Value]) -> Self {
        let mut weights = self.clone();
        let mut values = values.iter().map(|&value| i64::from(value));
        for (_, item) in weights.document.iter_mut() {
            let slots: Vec<&mut toml_edit::Value> = match item {
                Item::Value(toml_edit::Value::Array(array)) => array.iter_mut().collect(),
                Item::Value(value) => vec![value],
                _ => Vec::new(),
            };
            for (slot, value) in slots.into_iter().zip(&mut values) {
                let decor = slot.decor().clone();
                *slot = value.into();
                *slot.decor_mut() = decor;
            }
        }
        weights
    }

    /// Checks that these weights have the same names as the others, in any order.
    ///
    /// # Errors
    ///
    /// Says which name is unknown, or missing.
    pub fn check_names(&self, others: &Self) -> Result<(), WeightsError> {
        let (names, known) = (self.names(), others.names());
        if let Some(name) = names.iter().find(|name| !known.contains(name)) {
            let known: Vec<_> = others.document.iter().map(|(name, _)| name).collect();
            let (name, known) = (excerpt(name, 40), known.join(", "));
            return Err(WeightsError::Unknown { name, known });
        }
        match known.into_iter().find(|name| !names.contains(name)) {
            Some(name) => Err(WeightsError::Missing(name)),
            None => Ok(()),
        }
    }

    /// The weights as a structure with a field for each name.
    ///
    /// # Errors
    ///
    /// If a name is missing, or the structure has no such field.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, WeightsError> {
        let text = self.to_string();
        toml_edit::de::from_str(&text).map_err(|error| WeightsError::Text {
            line: line_at(&text, error.span().map_or(0, |span| span.start)),
            problem: error.message().to_owned(),
        })
    }
}

impl std::fmt::Display for Weights {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.document.fmt(f)
    }
}

/// The bytes of a file of weights of any kind.
pub fn read_file(path: &Path) -> Result<Vec<u8>, WeightsError> {
    let failed = |error: &dyn std::fmt::Display| WeightsError::File(error.to_string());
    refuse_no_file(path).map_err(|error| failed(&error))?;
    let file = File::open(path).map_err(|error| failed(&error))?;
    // A file that is far too large is not read. It may also grow.
    if file.metadata().is_ok_and(|about| about.len() > LARGEST_FILE as u64) {
        return Err(failed(&TOO_LARGE));
    }
    let mut bytes = Vec::new();
    file.take(LARGEST_FILE as u64 + 1).read_to_end(&mut bytes).map_err(|error| failed(&error))?;
    if bytes.len() > LARGEST_FILE { Err(failed(&TOO_LARGE)) } else { Ok(bytes) }
}

/// The whole numbers of an entry. None if it has anything else.
fn numbers(item: &Item) -> Option<Vec<i64>> {
    match item.as_array() {
        Some(array) => array.iter().map(toml_edit::Value::as_integer).collect(),
        None => Some(vec![item.as_integer()?]),
    }
}

/// The offset of an entry's name in the text, in bytes.
fn start_of(document: &Document<String>, name: &str) -> usize {
    let key = document.as_table().key(name);
    key.and_then(toml_edit::Key::span).map_or(0, |span| span.start)
}

/// The line of an offset in bytes, counted from 1.
pub(super) fn line_at(text: &str, offset: usize) -> usize {
    text.bytes().take(offset).filter(|&byte| byte == b'\n').count() + 1
}

fn in_toml(text: &str, error: &TomlError) -> WeightsError {
    let line = line_at(text, error.span().map_or(0, |span| span.start));
    let problem = error.message().lines().collect::<Vec<_>>().join(", ");
    WeightsError::Text { line, problem }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_change_and_comments_stay() {
        let text =
            "# All of it.\none = 1 # first\n\n# A list.\nmany = [\n    2, # two\n    -3,\n]\n";
        let weights = Weights::parse(text).unwrap();
        assert_eq!(weights.to_string(), text);
        assert_eq!(weights.names(), ["one", "many[0]", "many[1]"]);
        assert_eq!(weights.values(), [1, 2, -3]);
        let changed = weights.with(&[10, 20, 30]);
        assert_eq!(changed.values(), [10, 20, 30]);
        let expected = text.replace("= 1 ", "= 10 ").replace(" 2,", " 20,").replace("-3,", "30,");
        assert_eq!(changed.to_string(), expected);
    }

    #[test]
    fn what_is_no_weight_is_told_with_its_line() {
        for (text, line, part) in [
            ("one = 1\ntwo = 2.5\n", 2, "two: '2.5' is not a whole number"),
            ("one = 1\n\ntwo = [1, \"x\"]\n", 3, "two: "),
            ("one = 10001\n", 1, "'10001' is not a whole number from -10000 to 10000"),
            ("one = -9223372036854775808\n", 1, "-9223372036854775808"),
            ("one = 1\none = 2\n", 2, "duplicate key"),
            ("one = 1\n[table]\ntwo = 2\n", 2, "table: "),
            ("one\n", 1, ""),
            ("one = 1\ntwo = 99999999999999999999\n", 2, ""),
        ] {
            match Weights::parse(text) {
                Err(WeightsError::Text { line: found, problem }) => {
                    assert_eq!(found, line, "{text:?}: {problem}");
                    assert!(problem.contains(part), "{text:?}: {problem}");
                }
                other => panic!("{text:?}: {other:?}"),
            }
        }
    }

    #[test]
    fn names_have_to_be_the_same() {
        let own = Weights::parse("one = 1\nmany = [2, 3]\n").unwrap();
        let check = |text: &str| Weights::parse(text).unwrap().check_names(&own);
        assert_eq!(check("many = [0, 0]\none = 5"), Ok(()));
        assert_eq!(check("one = 1\nmany = [2]"), Err(WeightsError::Missing("many[1]".to_owned())));
        assert!(matches!(
            check("one = 1\nmany = [2, 3, 4]"),
            Err(WeightsError::Unknown { name, .. }) if name == "many[2]"
        ));
        assert!(matches!(
            check("one = 1\nmany = 2"),
            Err(WeightsError::Unknown { name, .. }) if name == "many"
        ));
    }

    #[test]
    fn a_structure_takes_them() {
        #[derive(serde::Deserialize, PartialEq, Debug)]
        #[serde(deny_unknown_fields)]
        struct OwnWeights {
            one: Value,
            many: [Value; 2],
        }
        let read = |text: &str| Weights::parse(text).unwrap().read::<OwnWeights>();
        assert_eq!(read("many = [2, 3]\none = 1"), Ok(OwnWeights { one: 1, many: [2, 3] }));
        assert!(read("one = 1").unwrap_err().to_string().contains("many"));
        assert!(read("one = 1\nmany = [2]").is_err());
        let error = read("one = 1\nmany = [2, 3]\nthree = 1").unwrap_err().to_string();
        assert!(error.starts_with("line 3: ") && error.contains("three"), "{error}");
    }
}
