//! The checksums of tables. One that has changed on the disk is told, and not played on.
//!
//! Each move has a checksum of itself and all before it, so that adding one does not read the
//! others. A table has one of everything else and of its last move.

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, Row, Statement, params};

use sarsen_sqlite::{RowSum, sum_of};

/// What the checksum of a table sums up: its facts, its seats, its last move.
const PARTS: [&str; 3] = [
    "SELECT id, game, setup, dice, touched, is_over, undo_by, undo_to, loser, loss, clock_base,
            clock_increment, clock_first, clock_second, clock_started
     FROM tables WHERE id = ?1",
    "SELECT seat, name, secret, movetime, depth FROM seats WHERE table_id = ?1 ORDER BY seat",
    "SELECT ply, checksum FROM moves WHERE table_id = ?1 ORDER BY ply DESC LIMIT 1",
];

/// The checksum before the first move.
const NO_MOVES: i64 = 0;

/// Reads tables and sums them up.
pub(super) struct TableSums<'a> {
    parts: [Statement<'a>; 3],
    moves: Statement<'a>,
    stored: Statement<'a>,
    store: Statement<'a>,
}

impl<'a> TableSums<'a> {
    pub(super) fn new(connection: &'a Connection) -> rusqlite::Result<Self> {
        let [facts, seats, last] = PARTS.map(|select| connection.prepare(select));
        let moves = "SELECT ply, move, checksum FROM moves WHERE table_id = ?1 ORDER BY ply";
        Ok(Self {
            parts: [facts?, seats?, last?],
            moves: connection.prepare(moves)?,
            stored: connection.prepare("SELECT checksum FROM tables WHERE id = ?1")?,
            store: connection.prepare("UPDATE tables SET checksum = ?2 WHERE id = ?1")?,
        })
    }

    /// Gives a table its checksum, after it was changed.
    pub(super) fn seal(&mut self, id: &str) -> rusqlite::Result<()> {
        let sum = self.sum(id)?;
        self.store.execute(params![id, sum]).map(drop)
    }

    /// Whether a table is as it was sealed, its last move included. None if it is not there.
    pub(super) fn is_whole(&mut self, id: &str) -> rusqlite::Result<Option<bool>> {
        let stored = self.stored.query_row([id], |row| row.get::<_, i64>(0)).optional()?;
        let sum = self.sum(id)?;
        Ok(stored.map(|stored| stored == sum))
    }

    /// Whether the moves of a table are as they were stored.
    pub(super) fn are_moves_whole(&mut self, id: &str) -> rusqlite::Result<bool> {
        let mut before = NO_MOVES;
        let mut rows = self.moves.query([id])?;
        while let Some(row) = rows.next()? {
            let sum = sum_of_row(before, id, row)?;
            before = row.get(2)?;
            if sum != before {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn sum(&mut self, id: &str) -> rusqlite::Result<i64> {
        let mut sum = RowSum::default();
        for select in &mut self.parts {
            let columns = select.column_count();
            let mut rows = select.query([id])?;
            while let Some(row) = rows.next()? {
                sum.add_row(row, columns)?;
            }
        }
        Ok(sum.sum())
    }
}

/// The checksum of a number of moves, those before the next one.
pub(super) fn sum_before(connection: &Connection, id: &str, ply: usize) -> rusqlite::Result<i64> {
    let Some(last) = ply.checked_sub(1) else { return Ok(NO_MOVES) };
    let select = "SELECT checksum FROM moves WHERE table_id = ?1 AND ply = ?2";
    connection.query_row(select, params![id, last as i64], |row| row.get(0))
}

/// The checksum of a move and all before it, of which `before` is the checksum.
pub(super) fn sum_with(before: i64, id: &str, ply: usize, text: &str) -> i64 {
    let (before, ply) = (ValueRef::Integer(before), ValueRef::Integer(ply as i64));
    sum_of([before, ValueRef::Text(id.as_bytes()), ply, ValueRef::Text(text.as_bytes())])
}

/// The checksum that a stored move should have after others.
fn sum_of_row(before: i64, id: &str, row: &Row<'_>) -> rusqlite::Result<i64> {
    let (before, id) = (ValueRef::Integer(before), ValueRef::Text(id.as_bytes()));
    Ok(sum_of([before, id, row.get_ref(0)?, row.get_ref(1)?]))
}

/// A table that is not as it was stored, if there is one.
pub(super) fn find_damaged(connection: &Connection) -> rusqlite::Result<Option<String>> {
    let mut sums = TableSums::new(connection)?;
    for id in all(connection)? {
        if sums.is_whole(&id)? != Some(true) || !sums.are_moves_whole(&id)? {
            return Ok(Some(id));
        }
    }
    Ok(None)
}

/// Seals all tables as they are now.
pub(super) fn seal_all(connection: &Connection) -> rusqlite::Result<()> {
    let mut sums = TableSums::new(connection)?;
    let update = "UPDATE moves SET checksum = ?3 WHERE table_id = ?1 AND ply = ?2";
    let mut update = connection.prepare(update)?;
    for id in all(connection)? {
        let (mut before, mut plies) = (NO_MOVES, Vec::new());
        let mut rows = sums.moves.query([&id])?;
        while let Some(row) = rows.next()? {
            before = sum_of_row(before, &id, row)?;
            plies.push((row.get::<_, i64>(0)?, before));
        }
        drop(rows);
        for (ply, sum) in plies {
            update.execute(params![id, ply, sum])?;
        }
        sums.seal(&id)?;
    }
    Ok(())
}

/// The addresses of all tables.
fn all(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    connection.prepare("SELECT id FROM tables")?.query_map([], |row| row.get(0))?.collect()
}
