//! Which tables are removed: those that nobody has touched for long, and if there are too many, the
//! oldest of the others. A table that is in use stays.

use rusqlite::{Connection, params};

/// Says whether a table is in use, by its address.
pub(crate) type IsUsed = Box<dyn Fn(&str) -> bool + Send>;

/// After this many seconds without a change, a table is removed.
struct Ages {
    /// If no move was played.
    unbegun: i64,
    /// If the game is over.
    over: i64,
    /// If it goes on.
    open: i64,
}

/// The ages that always hold.
const OLD: Ages = Ages { unbegun: 7 * DAY, over: 30 * DAY, open: 180 * DAY };

/// The ages that hold if there is no more room. A peer alone cannot make others lose their tables:
/// in a week, it cannot create enough of its own.
const OLD_IF_FULL: Ages = Ages { unbegun: 600, over: DAY, open: 7 * DAY };

/// If there is no more room, at most this many tables are removed at once.
const ROOM: usize = 500;

/// The limit for tables that are removed at once, so that no move waits long.
pub(super) const PART: usize = 1_000;

/// A day in seconds.
const DAY: i64 = 86_400;

/// Removes a part of the tables that nobody has touched for long. Returns how many.
pub(super) fn remove_old(
    connection: &Connection,
    now: i64,
    is_used: &IsUsed,
) -> rusqlite::Result<usize> {
    remove(connection, &OLD, PART, now, is_used)
}

/// Makes room for others. Returns how many tables are gone.
pub(super) fn make_room(
    connection: &Connection,
    now: i64,
    is_used: &IsUsed,
) -> rusqlite::Result<usize> {
    match remove_old(connection, now, is_used)? {
        0 => remove(connection, &OLD_IF_FULL, ROOM, now, is_used),
        removed => Ok(removed),
    }
}

/// Removes tables that nobody uses: first those without a move, then games that are over, the
/// oldest first.
fn remove(
    connection: &Connection,
    ages: &Ages,
    most: usize,
    now: i64,
    is_used: &IsUsed,
) -> rusqlite::Result<usize> {
    let mut select = connection.prepare(
        "SELECT id, CASE WHEN NOT EXISTS (SELECT 1 FROM moves WHERE table_id = id) THEN 0
                         WHEN is_over THEN 1 ELSE 2 END AS stage
         FROM tables
         WHERE touched < CASE stage WHEN 0 THEN ?1 WHEN 1 THEN ?2 ELSE ?3 END
         ORDER BY stage, touched",
    )?;
    let times = params![now - ages.unbegun, now - ages.over, now - ages.open];
    let mut rows = select.query(times)?;
    let mut unused = Vec::new();
    while unused.len() < most
        && let Some(row) = rows.next()?
    {
        let id: String = row.get(0)?;
        if !is_used(&id) {
            unused.push(id);
        }
    }
    let mut delete = connection.prepare("DELETE FROM tables WHERE id = ?1")?;
    for id in &unused {
        delete.execute([id])?;
    }
    if !unused.is_empty() {
        log::info!("removed {} old tables", unused.len());
    }
    Ok(unused.len())
}
