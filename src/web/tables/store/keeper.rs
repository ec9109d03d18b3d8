//! The thread that owns the database, and the requests to it.

use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use tokio::sync::oneshot;

use super::database::Database;
use super::opening::StoreError;
use super::update::{StoreFailure, StoredTable, TableUpdate};
use crate::web::tables::one_table::facts::TableFacts;

/// A request, and where its answer goes.
enum StoreRequest {
    Create(String, TableFacts, Reply<()>),
    Load(String, Reply<Option<StoredTable>>),
    Update(TableUpdate, Reply<()>),
}

/// Where an answer goes. Nobody may be there any more to hear it.
type Reply<T> = oneshot::Sender<Result<T, StoreFailure>>;

/// Sends an answer, once it is known whether the commit has succeeded.
type Answer = Box<dyn FnOnce(Result<(), StoreFailure>)>;

/// The store of all tables.
pub(in crate::web::tables) struct Store {
    /// None while the store closes.
    requests: Option<Sender<StoreRequest>>,
    keeper: Option<JoinHandle<()>>,
}

impl Store {
    /// Opens the database in a file, or a new one in memory.
    pub(in crate::web::tables) fn open(file: Option<&Path>) -> Result<Self, StoreError> {
        let database = Database::open(file)?;
        let (requests, waiting) = channel();
        let keeper = std::thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || keep(database, &waiting))
            .map_err(StoreError::Thread)?;
        Ok(Self { requests: Some(requests), keeper: Some(keeper) })
    }

    /// Stores a new table.
    pub(in crate::web::tables) async fn create(
        &self,
        id: String,
        facts: TableFacts,
    ) -> Result<(), StoreFailure> {
        self.ask(|reply| StoreRequest::Create(id, facts, reply)).await
    }

    /// Reads a table.
    pub(in crate::web::tables) async fn load(
        &self,
        id: String,
    ) -> Result<Option<StoredTable>, StoreFailure> {
        self.ask(|reply| StoreRequest::Load(id, reply)).await
    }

    /// Stores what has changed at a table.
    pub(in crate::web::tables) async fn update(
        &self,
        update: TableUpdate,
    ) -> Result<(), StoreFailure> {
        self.ask(|reply| StoreRequest::Update(update, reply)).await
    }

    async fn ask<T>(
        &self,
        request: impl FnOnce(Reply<T>) -> StoreRequest,
    ) -> Result<T, StoreFailure> {
        let (reply, answer) = oneshot::channel();
        let requests = self.requests.as_ref().ok_or(StoreFailure::Closed)?;
        requests.send(request(reply)).map_err(|_| StoreFailure::Closed)?;
        answer.await.map_err(|_| StoreFailure::Closed)?
    }
}

impl Drop for Store {
    /// Everything that was asked for is done, and the database is closed in order.
    fn drop(&mut self) {
        self.requests = None;
        if let Some(keeper) = self.keeper.take() {
            let _ = keeper.join();
        }
    }
}

/// Answers requests until there can be no more.
fn keep(mut database: Database, waiting: &Receiver<StoreRequest>) {
    while let Ok(first) = waiting.recv() {
        let requests = std::iter::once(first).chain(waiting.try_iter());
        obey(&mut database, requests);
    }
}

/// Obeys requests in one transaction, and answers each after the commit.
fn obey(database: &mut Database, requests: impl Iterator<Item = StoreRequest>) {
    let mut answers: Vec<Answer> = Vec::new();
    let done = database.together(|batch| {
        for request in requests {
            match request {
                StoreRequest::Create(id, facts, reply) => {
                    let done = batch.create(&id, &facts);
                    answers.push(answer(reply, done));
                }
                StoreRequest::Load(id, reply) => {
                    let done = batch.load(&id);
                    answers.push(answer(reply, done));
                }
                StoreRequest::Update(update, reply) => {
                    let done = batch.update(&update);
                    answers.push(answer(reply, done));
                }
            }
        }
    });
    if let Err(failure) = &done {
        log::error!("{failure}");
    }
    for tell in answers {
        tell(done.clone());
    }
}

/// Sends the answer to a request, once it is known whether the commit has succeeded.
fn answer<T: 'static>(reply: Reply<T>, done: Result<T, StoreFailure>) -> Answer {
    Box::new(move |committed| {
        // Whoever asked may be gone.
        let _ = reply.send(committed.and(done));
    })
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::sync::Arc;

    use rusqlite::Connection;
    use tokio::runtime::{Builder, Runtime};

    use super::*;
    use crate::game::Player;
    use crate::web::tables::one_table::clock::{ClockSetting, TableClock};
    use crate::web::tables::one_table::facts::{Chair, EngineLimit, Forfeit, TakeBack};
    use crate::web::tables::one_table::secret::SecretHash;

    fn runtime() -> Runtime {
        Builder::new_current_thread().build().unwrap()
    }

    fn facts() -> TableFacts {
        TableFacts {
            game: "connect4".to_owned(),
            setup: "7x6".to_owned(),
            chairs: [Chair::Free, Chair::Free],
            ask: None,
            forfeit: None,
            clock: None,
        }
    }

    /// The same with everything that can be stored.
    fn full(number: u64) -> TableFacts {
        let setting = ClockSetting { base: 60_000, increment: number };
        TableFacts {
            chairs: [
                Chair::Person {
                    name: "'); DROP TABLE tables; -- <b>\u{1f3b2}".to_owned(),
                    secret: SecretHash::of("secret"),
                },
                Chair::Engine(EngineLimit::Depth(9)),
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
            let store = Store::open(Some(&file)).unwrap();
            store.create("a".to_owned(), facts()).await.unwrap();
            store.create("b".to_owned(), facts()).await.unwrap();
            store.update(update("a", facts(), 0, &["4", "4", "3"])).await.unwrap();
            store.update(update("a", full(5), 2, &["6@7"])).await.unwrap();
            drop(store);
            let store = Store::open(Some(&file)).unwrap();
            let moves = ["4", "4", "6@7"].map(str::to_owned).to_vec();
            assert_eq!(store.load("a".to_owned()).await, Ok(Some((full(5), moves))));
            assert_eq!(store.load("b".to_owned()).await, Ok(Some((facts(), Vec::new()))));
            assert_eq!(store.load("' OR 1=1 --".to_owned()).await, Ok(None));
        });
    }

    #[test]
    fn a_failure_does_not_touch_what_waits_beside_it() {
        runtime().block_on(async {
            let store = Arc::new(Store::open(None).unwrap());
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
            let error = Store::open(Some(&file)).err().unwrap();
            assert!(matches!(error, StoreError::Foreign(_)), "{error}");
            assert_eq!(std::fs::read(&file).unwrap(), content);
        }
    }

    #[test]
    fn a_damaged_or_later_store_is_left_as_it_is() {
        let (folder, file) = temporary();
        let store = Store::open(Some(&file)).unwrap();
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
        assert!(matches!(Store::open(Some(&later)), Err(StoreError::Later(_))));
        let mut damaged = whole.clone();
        damaged[4_096..].fill(0xa5);
        for content in [damaged, whole[..whole.len() / 2].to_vec()] {
            std::fs::write(&file, &content).unwrap();
            let error = Store::open(Some(&file)).err().unwrap();
            assert!(matches!(error, StoreError::Damaged(..)), "{error}");
            assert_eq!(std::fs::read(&file).unwrap(), content);
        }
    }

    #[test]
    fn a_store_that_cannot_be_used_is_told() {
        let (folder, file) = temporary();
        assert!(matches!(Store::open(Some(folder.path())), Err(StoreError::Unusable(..))));
        let nowhere = folder.path().join("no/such/folder.db");
        assert!(matches!(Store::open(Some(&nowhere)), Err(StoreError::Unusable(..))));
        let store = Store::open(Some(&file)).unwrap();
        let error = Store::open(Some(&file)).err().unwrap();
        assert!(matches!(error, StoreError::Busy(_)), "{error}");
        drop(store);
        assert!(Store::open(Some(&file)).is_ok());
    }

    #[test]
    fn a_name_that_is_special_to_sqlite_is_a_path() {
        let (folder, file) = temporary();
        let parent = folder.path().file_name().unwrap().to_str().unwrap();
        let nowhere = format!("file:{parent}/none?mode=memory");
        for special in [":memory:/none", nowhere.as_str()] {
            let error = Store::open(Some(std::path::Path::new(special))).err().unwrap();
            assert!(matches!(error, StoreError::Unusable(..)), "{error}");
        }
        assert!(Store::open(Some(&file)).is_ok() && file.exists());
    }

    #[test]
    fn old_tables_are_removed() {
        let (_folder, file) = temporary();
        let store = Store::open(Some(&file)).unwrap();
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
        };
        let left = || {
            Store::open(Some(&file)).unwrap();
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
}
