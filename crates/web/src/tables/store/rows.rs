//! A table as rows of the database. All values are parameters, never parts of a statement.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::checksum::{self, TableSums};
use super::update::{StoreFailure, StoredTable, TableUpdate};
use crate::tables::one_table::clock::{ClockSetting, TableClock};
use crate::tables::one_table::facts::{EngineLimit, Forfeit, SeatHolder, TableFacts, TakeBack};
use crate::tables::one_table::secret::SecretHash;
use sarsen_core::game::Player;
use sarsen_engine::session::FairDice;

const DAMAGED: StoreFailure = StoreFailure::Damaged("a number is out of its range");

const WRONG_SUM: StoreFailure = StoreFailure::Damaged("its checksum is wrong");

/// Writes a new table.
pub(super) fn insert(
    connection: &Connection,
    id: &str,
    facts: &TableFacts,
    now: i64,
) -> Result<(), StoreFailure> {
    connection.execute(
        "INSERT INTO tables (id, game, setup, dice, touched, is_over)
         VALUES (?1, ?2, ?3, ?4, ?5, FALSE)",
        params![id, facts.game, facts.setup, facts.dice.name(), now],
    )?;
    write_facts(connection, id, facts)?;
    Ok(TableSums::new(connection)?.seal(id)?)
}

/// Writes what has changed at a table.
pub(super) fn update(
    connection: &Connection,
    update: &TableUpdate,
    now: i64,
) -> Result<(), StoreFailure> {
    let id = &update.id;
    let mut sums = TableSums::new(connection)?;
    match sums.is_whole(id)? {
        Some(true) => {}
        Some(false) => return Err(WRONG_SUM),
        None => return Err(StoreFailure::Gone),
    }
    connection.execute(
        "UPDATE tables SET touched = ?2, is_over = ?3 WHERE id = ?1",
        params![id, now, update.is_over],
    )?;
    write_facts(connection, id, &update.facts)?;
    connection.execute(
        "DELETE FROM moves WHERE table_id = ?1 AND ply >= ?2",
        params![id, update.kept as i64],
    )?;
    let mut sum = checksum::sum_before(connection, id, update.kept)?;
    let insert = "INSERT INTO moves (table_id, ply, move, checksum) VALUES (?1, ?2, ?3, ?4)";
    let mut insert = connection.prepare(insert)?;
    for (ply, text) in (update.kept..).zip(&update.added) {
        sum = checksum::sum_with(sum, id, ply, text);
        insert.execute(params![id, ply as i64, text, sum])?;
    }
    Ok(sums.seal(id)?)
}

fn write_facts(connection: &Connection, id: &str, facts: &TableFacts) -> Result<(), StoreFailure> {
    let clock = facts.clock.as_ref();
    let loss = facts.forfeit.map(|(_, how)| match how {
        Forfeit::Time => "time",
        Forfeit::Resignation => "resignation",
    });
    connection.execute(
        "UPDATE tables SET undo_by = ?2, undo_to = ?3, loser = ?4, loss = ?5, clock_base = ?6,
             clock_increment = ?7, clock_first = ?8, clock_second = ?9, clock_started = ?10
         WHERE id = ?1",
        params![
            id,
            facts.ask.map(|ask| ask.by.index() as i64),
            facts.ask.map(|ask| ask.to as i64),
            facts.forfeit.map(|(loser, _)| loser.index() as i64),
            loss,
            clock.map(|clock| clock.setting.base as i64),
            clock.map(|clock| clock.setting.increment as i64),
            clock.map(|clock| clock.left[0] as i64),
            clock.map(|clock| clock.left[1] as i64),
            clock.map(|clock| clock.started),
        ],
    )?;
    for seat in [Player::First, Player::Second] {
        write_seat(connection, id, seat, &facts.holders[seat.index()])?;
    }
    Ok(())
}

fn write_seat(
    connection: &Connection,
    id: &str,
    seat: Player,
    holder: &SeatHolder,
) -> Result<(), StoreFailure> {
    let seat = seat.index() as i64;
    let (name, secret, movetime, depth) = match holder {
        SeatHolder::Free => {
            let delete = "DELETE FROM seats WHERE table_id = ?1 AND seat = ?2";
            connection.execute(delete, params![id, seat])?;
            return Ok(());
        }
        SeatHolder::Person { name, secret } => (Some(name), Some(secret.bytes()), None, None),
        SeatHolder::Engine(EngineLimit::MoveTime(time)) => (None, None, Some(*time as i64), None),
        SeatHolder::Engine(EngineLimit::Depth(plies)) => {
            (None, None, None, Some(i64::from(*plies)))
        }
    };
    connection.execute(
        "INSERT OR REPLACE INTO seats (table_id, seat, name, secret, movetime, depth)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![id, seat, name, secret, movetime, depth],
    )?;
    Ok(())
}

/// Reads a table. None if there is none of this address.
pub(super) fn read(connection: &Connection, id: &str) -> Result<Option<StoredTable>, StoreFailure> {
    let select = "SELECT game, setup, undo_by, undo_to, loser, loss, clock_base, clock_increment,
                      clock_first, clock_second, clock_started, dice
                  FROM tables WHERE id = ?1";
    let found = connection.query_row(select, [id], |row| Ok(read_facts(row))).optional()?;
    let Some(facts) = found else { return Ok(None) };
    let mut sums = TableSums::new(connection)?;
    if sums.is_whole(id)? != Some(true) || !sums.are_moves_whole(id)? {
        return Err(WRONG_SUM);
    }
    let mut facts = facts?;
    facts.holders = read_holders(connection, id)?;
    Ok(Some((facts, read_moves(connection, id)?)))
}

fn read_facts(row: &Row<'_>) -> Result<TableFacts, StoreFailure> {
    let ask = match (row.get::<_, Option<i64>>(2)?, row.get::<_, Option<i64>>(3)?) {
        (Some(by), Some(to)) => {
            let to = usize::try_from(to).map_err(|_| DAMAGED)?;
            Some(TakeBack { by: player(by)?, to })
        }
        _ => None,
    };
    let forfeit = match (row.get::<_, Option<i64>>(4)?, row.get::<_, Option<String>>(5)?) {
        (Some(loser), Some(loss)) => Some((player(loser)?, forfeit(&loss)?)),
        _ => None,
    };
    let dice = row.get::<_, Option<String>>(11)?;
    let dice = dice.and_then(|name| FairDice::named(&name));
    Ok(TableFacts {
        game: row.get(0)?,
        setup: row.get(1)?,
        dice: dice.ok_or(StoreFailure::Damaged("its dice are unknown"))?,
        holders: [SeatHolder::Free, SeatHolder::Free],
        ask,
        forfeit,
        clock: read_clock(row)?,
    })
}

fn read_clock(row: &Row<'_>) -> Result<Option<TableClock>, StoreFailure> {
    let Some(base) = row.get::<_, Option<i64>>(6)? else { return Ok(None) };
    let time = |column| -> Result<u64, StoreFailure> { whole(row.get(column)?) };
    let setting = ClockSetting { base: whole(base)?, increment: time(7)? };
    Ok(Some(TableClock::stored(setting, [time(8)?, time(9)?], row.get(10)?)))
}

fn read_holders(connection: &Connection, id: &str) -> Result<[SeatHolder; 2], StoreFailure> {
    let mut holders = [SeatHolder::Free, SeatHolder::Free];
    let select = "SELECT seat, name, secret, movetime, depth FROM seats WHERE table_id = ?1";
    let mut statement = connection.prepare(select)?;
    let mut rows = statement.query([id])?;
    while let Some(row) = rows.next()? {
        let movetime: Option<i64> = row.get(3)?;
        let depth: Option<u32> = row.get(4)?;
        let holder = match (row.get::<_, Option<[u8; 32]>>(2)?, movetime, depth) {
            (Some(secret), None, None) => {
                let name = row.get::<_, Option<String>>(1)?.unwrap_or_default();
                SeatHolder::Person { name, secret: SecretHash::from_bytes(secret) }
            }
            (None, Some(time), None) => SeatHolder::Engine(EngineLimit::MoveTime(whole(time)?)),
            (None, None, Some(plies)) => SeatHolder::Engine(EngineLimit::Depth(plies)),
            _ => return Err(StoreFailure::Damaged("nobody sits on a seat that is taken")),
        };
        holders[player(row.get(0)?)?.index()] = holder;
    }
    Ok(holders)
}

fn read_moves(connection: &Connection, id: &str) -> Result<Vec<String>, StoreFailure> {
    let select = "SELECT ply, move FROM moves WHERE table_id = ?1 ORDER BY ply";
    let mut statement = connection.prepare(select)?;
    let mut rows = statement.query([id])?;
    let mut moves = Vec::new();
    while let Some(row) = rows.next()? {
        if row.get::<_, i64>(0)? != moves.len() as i64 {
            return Err(StoreFailure::Damaged("a move is missing"));
        }
        moves.push(row.get(1)?);
    }
    Ok(moves)
}

fn whole(number: i64) -> Result<u64, StoreFailure> {
    u64::try_from(number).map_err(|_| DAMAGED)
}

fn player(number: i64) -> Result<Player, StoreFailure> {
    match number {
        0 => Ok(Player::First),
        1 => Ok(Player::Second),
        _ => Err(DAMAGED),
    }
}

fn forfeit(word: &str) -> Result<Forfeit, StoreFailure> {
    match word {
        "time" => Ok(Forfeit::Time),
        "resignation" => Ok(Forfeit::Resignation),
        _ => Err(StoreFailure::Damaged("the game ended in an unknown way")),
    }
}
