//! What is stored is read again, a failure harms nothing else, and old tables are removed.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rusqlite::Connection;
use tokio::runtime::{Builder, Runtime};

use super::*;
use crate::tables::one_table::clock::{ClockSetting, TableClock};
use crate::tables::one_table::facts::{EngineLimit, Forfeit, SeatHolder, TakeBack};
use crate::tables::one_table::secret::SecretHash;
use sarsen_core::game::Player;
use sarsen_engine::session::FairDice;

fn runtime() -> Runtime {
    Builder::new_current_thread().build().unwrap()
}

/// A store of which no table is in use but one.
fn open(file: Option<&Path>) -> Result<Store, StoreError> {
    Store::open(file, Box::new(|id| id == "used"))
}

fn facts() -> TableFacts {
    TableFacts {
        game: "connect4".to_owned(),
        setup: "7x6".to_owned(),
        dice: FairDice::new(u64::MAX),
        holders: [SeatHolder::Free, SeatHolder::Free],
        ask: None,
        forfeit: None,
        clock: None,
    }
}

/// The same with everything that can be stored.
fn full(number: u64) -> TableFacts {
    let setting = ClockSetting { base: 60_000, increment: number };
    TableFacts {
        holders: [
            SeatHolder::Person {
                name: "'); DROP TABLE tables; -- <b>\u{1f3b2}".to_owned(),
                secret: SecretHash::of("secret"),
            },
            SeatHolder::Engine(EngineLimit::Depth(9)),
        ],
        ask: Some(TakeBack { by: Player::Second, to: 1 }),
        forfeit: Some((Player::First, Forfeit::Resignation)),
        clock: Some(TableClock::stored(setting, [59_000, 58_000], true)),
        ..facts()
    }
}

fn update(id: &str, facts: TableFacts, kept: usize, added: &[&str]) -> TableUpdate {
    let added = added.iter().map(|text| (*text).to_owned()).collect();
    TableUpdate { id: id.to_owned(), facts, is_over: false, kept, added }
}

fn temporary() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tables.db");
    (folder, file)
}

#[test]
fn what_was_stored_is_read_after_a_new_start() {
    let (_folder, file) = temporary();
    runtime().block_on(async {
        let store = open(Some(&file)).unwrap();
        store.create("a".to_owned(), facts()).await.unwrap();
        store.create("b".to_owned(), facts()).await.unwrap();
        store.update(update("a", facts(), 0, &["4", "4", "3"])).await.unwrap();
        store.update(update("a", full(5), 2, &["6@7"])).await.unwrap();
        drop(store);
        let store = open(Some(&file)).unwrap();
        let moves = ["4", "4", "6@7"].map(str::to_owned).to_vec();
        assert_eq!(store.load("a".to_owned()).await, Ok(Some((full(5), moves))));
        assert_eq!(store.load("b".to_owned()).await, Ok(Some((facts(), Vec::new()))));
        assert_eq!(store.load("' OR 1=1 --".to_owned()).await, Ok(None));
    });
}

#[test]
fn a_table_of_before_there_were_stored_dice_gets_some() {
    let (_folder, file) = temporary();
    let old = Connection::open(&file).unwrap();
    opening::make_old(&old, 1).unwrap();
    let insert = "INSERT INTO tables (id, game, setup, touched, is_over)
                      VALUES (?1, 'pig', '100', unixepoch(), FALSE)";
    ["a", "b"].iter().for_each(|id| assert_eq!(old.execute(insert, [id]), Ok(1)));
    drop(old);
    let dice = |id: &str| {
        let store = open(Some(&file)).unwrap();
        let stored = runtime().block_on(store.load(id.to_owned())).unwrap().unwrap();
        stored.0.dice
    };
    let [a, b] = ["a", "b"].map(dice);
    assert_ne!(a, b);
    assert_eq!(["a", "b"].map(dice), [a, b]);
}

#[test]
fn a_failure_does_not_touch_what_waits_beside_it() {
    runtime().block_on(async {
        let store = Arc::new(open(None).unwrap());
        store.create("a".to_owned(), facts()).await.unwrap();
        let good = store.update(update("a", facts(), 0, &["1"]));
        let twice = store.create("a".to_owned(), full(1));
        let gone = store.update(update("b", facts(), 0, &["1"]));
        let (good, twice, gone) = tokio::join!(good, twice, gone);
        assert_eq!((good, gone), (Ok(()), Err(StoreFailure::Gone)));
        assert!(matches!(twice, Err(StoreFailure::Database(_))));
        let stored = store.load("a".to_owned()).await.unwrap().unwrap();
        assert_eq!(stored, (facts(), vec!["1".to_owned()]));
    });
}

#[test]
fn a_file_that_is_not_ours_is_left_as_it_is() {
    let (_folder, file) = temporary();
    let foreign = Connection::open(&file).unwrap();
    foreign.execute_batch("CREATE TABLE mine (x); INSERT INTO mine VALUES (1)").unwrap();
    drop(foreign);
    let mut contents = vec![b"good morning, this is a letter".repeat(100), b"x".to_vec()];
    contents.push(std::fs::read(&file).unwrap());
    for content in contents {
        std::fs::write(&file, &content).unwrap();
        let error = open(Some(&file)).err().unwrap();
        assert!(matches!(error, StoreError::Foreign(_)), "{error}");
        assert_eq!(std::fs::read(&file).unwrap(), content);
    }
}

#[test]
fn a_damaged_or_later_store_is_left_as_it_is() {
    let (folder, file) = temporary();
    let store = open(Some(&file)).unwrap();
    runtime().block_on(async {
        store.create("a".to_owned(), facts()).await.unwrap();
        let moves = vec!["4"; 2_000];
        store.update(update("a", facts(), 0, &moves)).await.unwrap();
    });
    drop(store);
    let whole = std::fs::read(&file).unwrap();
    let later = folder.path().join("later.db");
    std::fs::write(&later, &whole).unwrap();
    Connection::open(&later).unwrap().pragma_update(None, "user_version", 99).unwrap();
    assert!(matches!(open(Some(&later)), Err(StoreError::Later(_))));
    let mut damaged = whole.clone();
    damaged[4_096..].fill(0xa5);
    for content in [damaged, whole[..whole.len() / 2].to_vec()] {
        std::fs::write(&file, &content).unwrap();
        let error = open(Some(&file)).err().unwrap();
        assert!(matches!(error, StoreError::Damaged(..)), "{error}");
        assert_eq!(std::fs::read(&file).unwrap(), content);
    }
}

#[test]
fn a_value_that_has_changed_is_found_at_the_start() {
    let (_folder, file) = temporary();
    let store = open(Some(&file)).unwrap();
    runtime().block_on(async {
        for id in ["a", "b"] {
            store.create(id.to_owned(), facts()).await.unwrap();
            store.update(update(id, full(7), 0, &["roll", "2", "roll", "6"])).await.unwrap();
            store.update(update(id, full(7), 2, &["hold", "roll"])).await.unwrap();
        }
    });
    drop(store);
    let whole = std::fs::read(&file).unwrap();
    for change in [
        "UPDATE moves SET move = '4' WHERE table_id = 'b' AND ply = 1",
        "DELETE FROM moves WHERE table_id = 'b' AND ply = 3",
        "DELETE FROM moves WHERE table_id = 'b' AND ply = 0",
        "UPDATE moves SET checksum = checksum + 1 WHERE table_id = 'b' AND ply = 2",
        "UPDATE seats SET depth = 8 WHERE table_id = 'b' AND seat = 1",
        "DELETE FROM seats WHERE table_id = 'b' AND seat = 1",
        "UPDATE tables SET setup = '6x6' WHERE id = 'b'",
        "UPDATE tables SET dice = 'chacha8 2' WHERE id = 'b'",
        "UPDATE tables SET touched = 0 WHERE id = 'b'",
        "UPDATE tables SET clock_first = NULL WHERE id = 'b'",
        "UPDATE tables SET checksum = 0 WHERE id = 'b'",
    ] {
        std::fs::write(&file, &whole).unwrap();
        assert_eq!(Connection::open(&file).unwrap().execute(change, []), Ok(1));
        let changed = std::fs::read(&file).unwrap();
        let error = open(Some(&file)).err().unwrap();
        assert!(matches!(error, StoreError::Damaged(..)), "{change}: {error}");
        assert!(error.to_string().contains("table b"), "{change}: {error}");
        assert_eq!(std::fs::read(&file).unwrap(), changed);
    }
    std::fs::write(&file, &whole).unwrap();
    assert!(open(Some(&file)).is_ok());
}

#[test]
fn no_bit_of_a_store_changes_in_silence() {
    let (_folder, file) = temporary();
    let store = open(Some(&file)).unwrap();
    let read = |store: &Store| runtime().block_on(store.load("a".to_owned())).unwrap();
    runtime().block_on(async {
        store.create("a".to_owned(), facts()).await.unwrap();
        store.update(update("a", full(7), 0, &["roll", "2"])).await.unwrap();
    });
    let stored = read(&store);
    drop(store);
    let whole = std::fs::read(&file).unwrap();
    let mut refused = 0;
    let bytes = (0..whole.len()).filter(|&at| whole[at] != 0).step_by(3);
    for (number, at) in bytes.enumerate() {
        let mut damaged = whole.clone();
        damaged[at] ^= 1 << (number % 8);
        std::fs::write(&file, &damaged).unwrap();
        let Ok(store) = open(Some(&file)) else {
            refused += 1;
            continue;
        };
        assert_eq!(read(&store), stored, "byte {at}");
        drop(store);
    }
    assert!(refused > 100, "{refused}");
}

#[test]
fn what_changes_while_the_store_is_open_is_told() {
    let (_folder, file) = temporary();
    let mut database = Database::open(Some(&file), Box::new(|_| false)).unwrap();
    let (mut loaded, mut updated) = (None, None);
    let done = database.together(|batch| {
        batch.create("a", &facts()).unwrap();
        batch.update(&update("a", facts(), 0, &["1"])).unwrap();
        batch.change("UPDATE moves SET move = '2'");
        loaded = Some(batch.load("a"));
        batch.change("UPDATE moves SET move = '1'; UPDATE tables SET setup = '9x9'");
        updated = Some(batch.update(&update("a", facts(), 1, &["3"])));
    });
    assert_eq!(done, Ok(()));
    for failure in [loaded.unwrap().err(), updated.unwrap().err()] {
        assert!(matches!(failure, Some(StoreFailure::Damaged(_))), "{failure:?}");
    }
}

#[test]
fn a_store_that_cannot_be_used_is_told() {
    let (folder, file) = temporary();
    assert!(matches!(open(Some(folder.path())), Err(StoreError::NoFile(_))));
    let nowhere = folder.path().join("no/such/folder.db");
    assert!(matches!(open(Some(&nowhere)), Err(StoreError::Unusable(..))));
    let store = open(Some(&file)).unwrap();
    let error = open(Some(&file)).err().unwrap();
    assert!(matches!(error, StoreError::Busy(_)), "{error}");
    drop(store);
    assert!(open(Some(&file)).is_ok());
}

#[test]
fn a_name_that_is_special_to_sqlite_is_a_path() {
    let (folder, file) = temporary();
    let parent = folder.path().file_name().unwrap().to_str().unwrap();
    let nowhere = format!("file:{parent}/none?mode=memory");
    for special in [":memory:/none", nowhere.as_str()] {
        let error = open(Some(std::path::Path::new(special))).err().unwrap();
        assert!(matches!(error, StoreError::Unusable(..)), "{error}");
    }
    assert!(open(Some(&file)).is_ok() && file.exists());
}

/// Seals all tables after a change from outside.
fn seal(database: &Connection) {
    database.execute_batch("BEGIN").unwrap();
    checksum::seal_all(database).unwrap();
    database.execute_batch("COMMIT").unwrap();
}

/// Fills a store with games of this age, in seconds. `begun` of them have a move. Four more:
/// one that is in use, and three that are begun and some days old.
fn fill(file: &Path, age: i64, begun: u32) {
    drop(open(Some(file)).unwrap());
    let database = Connection::open(file).unwrap();
    let tables = "DELETE FROM tables;
        WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 49996)
        INSERT INTO tables (id, game, setup, touched, is_over)
            SELECT x, 'connect4', '7x6', unixepoch() - AGE, FALSE FROM n;
        INSERT INTO tables (id, game, setup, touched, is_over) VALUES
            ('used', 'connect4', '7x6', unixepoch() - 900 * 86400, FALSE),
            ('over', 'connect4', '7x6', unixepoch() - 2 * 86400, TRUE),
            ('young', 'connect4', '7x6', unixepoch() - 6 * 86400, FALSE),
            ('old', 'connect4', '7x6', unixepoch() - 8 * 86400, FALSE);
        INSERT INTO moves (table_id, ply, move) SELECT id, 0, '4' FROM tables
            WHERE id IN ('over', 'young', 'old') OR CAST(id AS INTEGER) BETWEEN 1 AND BEGUN;
        UPDATE tables SET dice = 'chacha8 1';";
    let tables = tables.replace("AGE", &age.to_string()).replace("BEGUN", &begun.to_string());
    database.execute_batch(&tables).unwrap();
    seal(&database);
}

/// Creates a table, and says which of some others are there then.
fn left_after_one_more(file: &Path) -> (Result<(), StoreFailure>, String) {
    let store = open(Some(file)).unwrap();
    runtime().block_on(async {
        let created = store.create("new".to_owned(), facts()).await;
        let mut left = Vec::new();
        for id in ["used", "over", "young", "old", "new", "1"] {
            if store.load(id.to_owned()).await.unwrap().is_some() {
                left.push(id);
            }
        }
        (created, left.join(" "))
    })
}

#[test]
fn a_full_store_makes_room_of_what_is_oldest_and_least() {
    let (_folder, file) = temporary();
    fill(&file, 3_600, 1);
    let left = "used over young old new 1";
    let (created, found) = left_after_one_more(&file);
    assert_eq!((created, found.as_str()), (Ok(()), left));
    if crate::slow::is_left_out("a store full of young and of begun tables") {
        return;
    }
    fill(&file, 60, 1);
    let (created, found) = left_after_one_more(&file);
    assert_eq!((created, found.as_str()), (Ok(()), "used young new 1"));
    fill(&file, 3_600, 49_996);
    let database = Connection::open(&file).unwrap();
    database.execute_batch("UPDATE tables SET touched = unixepoch() WHERE id <> 'used'").unwrap();
    seal(&database);
    drop(database);
    let (created, found) = left_after_one_more(&file);
    let left = "used over young old 1";
    assert_eq!((created, found.as_str()), (Err(StoreFailure::Full), left));
}

#[test]
fn old_tables_are_removed_while_the_store_is_open_but_not_those_in_use() {
    let (_folder, file) = temporary();
    drop(open(Some(&file)).unwrap());
    let database = Connection::open(&file).unwrap();
    let insert = "INSERT INTO tables (id, game, setup, dice, touched, is_over)
                      VALUES ('a', 'connect4', '7x6', 'chacha8 1', 0, FALSE)";
    database.execute_batch(insert).unwrap();
    seal(&database);
    drop(database);
    let used = Arc::new(AtomicBool::new(true));
    let seen = Arc::clone(&used);
    let is_used = Box::new(move |_: &str| seen.load(Relaxed));
    let database = Database::open(Some(&file), is_used).unwrap();
    let (requests, waiting) = channel();
    let keeper = std::thread::spawn(move || keep(database, &waiting, Duration::from_millis(5)));
    let store = Store { requests: Some(requests), keeper: Some(keeper) };
    let is_there = || runtime().block_on(store.load("a".to_owned())).unwrap().is_some();
    for _ in 0..20 {
        std::thread::sleep(Duration::from_millis(1));
        assert!(is_there());
    }
    used.store(false, Relaxed);
    let end = Instant::now() + Duration::from_secs(60);
    while is_there() {
        assert!(Instant::now() < end, "the table stays");
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn old_tables_are_removed() {
    let (_folder, file) = temporary();
    let store = open(Some(&file)).unwrap();
    runtime().block_on(async {
        for id in ["over", "open", "unbegun", "fresh"] {
            store.create(id.to_owned(), facts()).await.unwrap();
        }
        let over = TableUpdate { is_over: true, ..update("over", facts(), 0, &["1"]) };
        store.update(over).await.unwrap();
        store.update(update("open", facts(), 0, &["1"])).await.unwrap();
    });
    drop(store);
    let age = |days: i64| {
        let database = Connection::open(&file).unwrap();
        let age = "UPDATE tables SET touched = touched - ?1 WHERE id <> 'fresh'";
        database.execute(age, [days * 86_400]).unwrap();
        seal(&database);
    };
    let left = || {
        open(Some(&file)).unwrap();
        let database = Connection::open(&file).unwrap();
        let mut select = database.prepare("SELECT id FROM tables ORDER BY id").unwrap();
        let ids = select.query_map([], |row| row.get::<_, String>(0)).unwrap();
        let ids: Vec<String> = ids.map(Result::unwrap).collect();
        let moves: i64 =
            database.query_row("SELECT count(*) FROM moves", [], |row| row.get(0)).unwrap();
        (ids.join(" "), moves)
    };
    age(6);
    assert_eq!(left().0, "fresh open over unbegun");
    age(2);
    assert_eq!(left().0, "fresh open over");
    age(24);
    let (ids, moves) = left();
    assert_eq!((ids.as_str(), moves), ("fresh open", 1));
    age(150);
    let (ids, moves) = left();
    assert_eq!((ids.as_str(), moves), ("fresh", 0));
}
