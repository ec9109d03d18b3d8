//! Checksums of rows of a database: SQLite itself does not notice that a value has changed.
//!
//! # What the API promises
//!
//! Nothing: it serves the other crates of Sarsen, and may change with any version.

use crc32fast::Hasher;
use rusqlite::Row;
use rusqlite::types::ValueRef;

/// The CRC-32 of some values, each with its kind and its length.
#[derive(Clone, Default)]
pub struct RowSum(Hasher);

impl RowSum {
    /// Adds a value.
    pub fn add(&mut self, value: ValueRef<'_>) {
        let (kind, bytes): (u8, &[u8]) = match value {
            ValueRef::Null => (0, &[]),
            ValueRef::Integer(number) => return self.add_bytes(1, &number.to_le_bytes()),
            ValueRef::Real(number) => return self.add_bytes(2, &number.to_le_bytes()),
            ValueRef::Text(text) => (3, text),
            ValueRef::Blob(bytes) => (4, bytes),
        };
        self.add_bytes(kind, bytes);
    }

    fn add_bytes(&mut self, kind: u8, bytes: &[u8]) {
        self.0.update(&[kind]);
        self.0.update(&(bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }

    /// Adds the first values of a row.
    pub fn add_row(&mut self, row: &Row<'_>, count: usize) -> rusqlite::Result<()> {
        for column in 0..count {
            self.add(row.get_ref(column)?);
        }
        Ok(())
    }

    /// The sum, as it is stored.
    pub fn sum(self) -> i64 {
        self.0.finalize().into()
    }
}

/// The sum of these values.
pub fn sum_of<'a>(values: impl IntoIterator<Item = ValueRef<'a>>) -> i64 {
    let mut sum = RowSum::default();
    values.into_iter().for_each(|value| sum.add(value));
    sum.sum()
}

/// Whether the last value of a row is the sum of those before it.
pub fn is_whole(row: &Row<'_>) -> rusqlite::Result<bool> {
    let last = row.as_ref().column_count() - 1;
    let mut sum = RowSum::default();
    sum.add_row(row, last)?;
    Ok(row.get_ref(last)? == ValueRef::Integer(sum.sum()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_different_has_another_sum() {
        use ValueRef::{Blob, Integer, Null, Real, Text};
        let rows: [&[ValueRef<'_>]; 9] = [
            &[],
            &[Null],
            &[Null, Null],
            &[Integer(1)],
            &[Integer(2)],
            &[Real(1.0)],
            &[Text(b"ab"), Text(b"c")],
            &[Text(b"a"), Text(b"bc")],
            &[Blob(b"ab"), Blob(b"c")],
        ];
        let sums: std::collections::BTreeSet<i64> =
            rows.iter().map(|row| sum_of(row.iter().copied())).collect();
        assert_eq!(sums.len(), rows.len());
    }
}
