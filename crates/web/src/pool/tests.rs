//! Tests of the pool with whole conversations, many in one process.

use std::net::Ipv4Addr;
use std::time::{Duration, Instant};

use tokio::runtime::Builder;
use tokio::sync::mpsc::{Sender, channel};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::*;
use sarsen_engine::session::Registry;
use sarsen_server::{Conversation, End, Line, Outbox, Permissions, Shell};

/// An answer that has not come after this time never comes.
const LONG: Duration = Duration::from_secs(60);

const LIMITS: PoolLimits = PoolLimits { threads: 1, hash_mib: 64, jobs: 1000, jobs_per_peer: 1000 };

/// A pool and those who talk over it.
struct Inn {
    pool: Arc<Pool>,
    registry: Arc<Registry>,
}

/// One conversation, from the client's side.
struct TestClient {
    lines: Sender<Line>,
    outbox: Outbox,
    end: JoinHandle<End>,
}

impl Inn {
    fn new(limits: PoolLimits) -> Self {
        let pool = Pool::start(limits).unwrap();
        Self { pool, registry: Arc::new(sarsen_games::registry()) }
    }

    fn visit(&self, peer: u8) -> TestClient {
        self.visit_from(Ipv4Addr::new(10, 0, 0, peer).into())
    }

    fn visit_from(&self, peer: IpAddr) -> TestClient {
        let conversation = Conversation {
            registry: Arc::clone(&self.registry),
            shell: Shell::default(),
            permissions: Permissions { files: false, bounds: Some(self.pool.bounds()) },
            host: self.pool.client(peer),
        };
        let outbox = Outbox::new(8 << 20);
        let (lines, input) = channel(16);
        let attendant = conversation.begin(&outbox).unwrap();
        TestClient { lines, outbox, end: tokio::spawn(attendant.attend(input)) }
    }
}

impl TestClient {
    async fn say(&self, lines: &[&str]) {
        for line in lines {
            let _ = self.lines.send(Line::Text((*line).to_owned(), Instant::now())).await;
        }
    }

    /// The next line, and those before it, that begins with these words.
    async fn hear(&self, words: &str) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            let next = timeout(LONG, self.outbox.next()).await;
            let next = next.unwrap_or_else(|_| panic!("'{words}' was due after {heard:?}"));
            heard.push(next.unwrap_or_else(|| panic!("the end instead of '{words}': {heard:?}")));
            if heard.last().is_some_and(|line| line.starts_with(words)) {
                return heard;
            }
        }
    }

    /// Asks, and returns the lines up to the answer.
    async fn ask(&self, question: &str, words: &str) -> Vec<String> {
        self.say(&[question]).await;
        self.hear(words).await
    }

    /// A search that was announced: one legal move after a score.
    async fn hear_move(&self) {
        let heard = self.hear("bestmove").await;
        assert!(heard.iter().any(|line| line.contains(" score ")), "{heard:?}");
        let best = heard.last().and_then(|line| line.split(' ').nth(1)).unwrap();
        let legal = self.ask(&format!("query islegal {best}"), "response").await;
        assert_eq!(legal.last().unwrap(), "response true", "{heard:?}");
    }
}

fn run(task: impl Future<Output = ()>) {
    Builder::new_current_thread().enable_time().build().unwrap().block_on(task);
}

/// A game whose start neither book nor solver knows at once.
const OPEN_GAME: &str = "newgame connect4 8x7";

#[test]
fn many_conversations_are_answered_one_by_one() {
    run(async {
        let house = Inn::new(PoolLimits { threads: 2, ..LIMITS });
        let games = ["newgame stonehenge", "newgame connect4", OPEN_GAME];
        let clients: Vec<TestClient> = (0..60).map(|n| house.visit(n)).collect();
        for (n, client) in clients.iter().enumerate() {
            let limit = ["go movetime 20", "go depth 4", "go nodes 5000"][n / 3 % 3];
            client.say(&[games[n % 3], "go depth 1", limit, "go infinite", "stop"]).await;
        }
        for client in &clients {
            for _ in 0..3 {
                client.hear_move_of_many().await;
            }
            client.say(&["isready"]).await;
            client.hear("readyok").await;
        }
        for client in clients {
            client.say(&["quit"]).await;
            assert_eq!(client.end.await.unwrap(), End::Quit);
        }
    });
}

impl TestClient {
    /// The same if more searches have been asked for: the move cannot be looked at yet.
    async fn hear_move_of_many(&self) {
        let heard = self.hear("bestmove").await;
        assert!(heard.iter().any(|line| line.contains(" score ")), "{heard:?}");
        assert_ne!(heard.last().unwrap(), "bestmove 0000", "{heard:?}");
    }
}

#[test]
fn a_hundred_who_ask_without_pause_get_the_same() {
    run(async {
        let house = Inn::new(PoolLimits { threads: 2, ..LIMITS });
        let end = Instant::now() + Duration::from_secs(8);
        let ask = |client: TestClient| async move {
            client.say(&[OPEN_GAME]).await;
            let mut answers = 0;
            while Instant::now() < end {
                client.ask("go movetime 50", "bestmove").await;
                answers += 1;
            }
            answers
        };
        let tasks: Vec<_> = (0..100).map(|_| tokio::spawn(ask(house.visit(1)))).collect();
        let watcher = house.visit(2);
        let mut slowest = Duration::ZERO;
        while Instant::now() < end {
            let asked = Instant::now();
            watcher.ask("isready", "readyok").await;
            slowest = slowest.max(asked.elapsed());
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let (mut sum, mut squares) = (0.0, 0.0);
        for task in tasks {
            let answers = f64::from(task.await.unwrap());
            sum += answers;
            squares += answers * answers;
        }
        let jain = sum * sum / (100.0 * squares);
        assert!(jain > 0.9 && sum > 100.0, "{jain} over {sum} answers");
        assert!(slowest < Duration::from_secs(2), "{slowest:?}");
    });
}

#[test]
fn a_flood_of_lines_does_not_hold_up_the_others() {
    run(async {
        let house = Inn::new(LIMITS);
        let (flood, watcher) = (house.visit(1), house.visit(2));
        let (outbox, lines) = (flood.outbox.clone(), flood.lines.clone());
        let reading = tokio::spawn(async move {
            let mut read = 0;
            while outbox.next().await.is_some() {
                read += 1;
            }
            read
        });
        let flooding = tokio::spawn(async move {
            let words = ["isready", "show", "newgame stonehenge", "query moves", "go nodes 10"];
            let mut sent = 0;
            while lines
                .send(Line::Text(words[sent % words.len()].to_owned(), Instant::now()))
                .await
                .is_ok()
            {
                sent += 1;
            }
            sent
        });
        let begun = Instant::now();
        let mut slowest = Duration::ZERO;
        for _ in 0..100 {
            let asked = Instant::now();
            watcher.ask("isready", "readyok").await;
            slowest = slowest.max(asked.elapsed());
        }
        watcher.say(&[OPEN_GAME, "go movetime 50"]).await;
        watcher.hear_move().await;
        while begun.elapsed() < Duration::from_millis(300) {
            watcher.ask("isready", "readyok").await;
        }
        assert!(slowest < Duration::from_secs(1), "{slowest:?}");
        flood.end.abort();
        flood.outbox.end();
        assert!(reading.await.unwrap() > 100 && flooding.await.unwrap() > 100);
    });
}

#[test]
fn who_waits_is_told_and_its_clock_waits_too() {
    run(async {
        let house = Inn::new(LIMITS);
        let (first, second) = (house.visit(1), house.visit(2));
        for client in [&first, &second] {
            client.say(&[OPEN_GAME]).await;
        }
        first.say(&["go movetime 700"]).await;
        first.ask("isready", "readyok").await;
        let heard = second.ask("go movetime 300", "info string waiting").await;
        assert_eq!(heard, ["info string waiting: place 1 in the queue"]);
        first.hear_move().await;
        let begun = Instant::now();
        second.hear_move().await;
        assert!(begun.elapsed() > Duration::from_millis(200), "{:?}", begun.elapsed());
    });
}

#[test]
fn what_is_stopped_while_it_waits_is_answered_at_once() {
    run(async {
        let house = Inn::new(LIMITS);
        let clients: Vec<TestClient> = (0..5).map(|n| house.visit(n)).collect();
        let [busy, stopped, hit, quitter, gone] = &clients[..] else { panic!("five") };
        for client in &clients {
            client.say(&[OPEN_GAME]).await;
        }
        busy.say(&["go movetime 900", "isready"]).await;
        busy.hear("readyok").await;
        let asked = Instant::now();
        for client in [stopped, quitter, gone] {
            client.ask("go movetime 100", "info string waiting").await;
        }
        hit.ask("go ponder movetime 100", "info string waiting").await;
        stopped.say(&["stop"]).await;
        stopped.hear_move().await;
        stopped.ask("go depth 30", "info string waiting").await;
        stopped.say(&["stop"]).await;
        stopped.hear_move().await;
        quitter.say(&["quit"]).await;
        quitter.hear("bestmove").await;
        let took = asked.elapsed();
        hit.say(&["ponderhit"]).await;
        hit.hear_move().await;
        assert!(asked.elapsed() > Duration::from_millis(700), "it has waited for its turn");
        busy.hear_move().await;
        // On a machine that is very busy itself, the first move may be over before.
        assert!(took < Duration::from_millis(900) || asked.elapsed() > Duration::from_secs(4));
        drop(clients);
    });
}

/// The memory of this process, in KiB.
#[cfg(target_os = "linux")]
fn resident() -> u64 {
    sarsen_core::sys::memory::of_process(std::process::id(), "VmRSS:").unwrap()
}

/// In a process of its own, because the memory of other tests would count, too.
#[test]
#[cfg(target_os = "linux")]
fn an_idle_conversation_is_small() {
    const ALONE: &str = "SARSEN_TEST_ALONE";
    const NAME: &str = "web::pool::tests::an_idle_conversation_is_small";
    if std::env::var_os(ALONE).is_none() {
        let mut alone = std::process::Command::new(std::env::current_exe().unwrap());
        let output = alone.args(["--exact", NAME, "--nocapture"]).env(ALONE, "1").output().unwrap();
        return assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    run(async {
        let house = Inn::new(PoolLimits { hash_mib: 1, ..LIMITS });
        let mut clients = Vec::new();
        let mut before = 0;
        for n in 0..1100 {
            // The first ones find out what all share.
            if n == 100 {
                before = resident();
            }
            let client = house.visit(1);
            client.say(&[["newgame stonehenge", OPEN_GAME][n % 2], "go nodes 3000"]).await;
            let heard = client.hear("bestmove").await;
            let best = heard.last().and_then(|line| line.split(' ').nth(1)).unwrap();
            client.say(&[&format!("move {best}"), "go movetime 5"]).await;
            client.hear("bestmove").await;
            clients.push(client);
        }
        let each = (resident() - before) / 1000;
        eprintln!("an idle conversation takes {each} KiB");
        assert!(each < 100, "{each} KiB");
    });
}

#[test]
fn a_client_that_goes_ends_its_search() {
    run(async {
        let house = Inn::new(LIMITS);
        let (gone, other) = (house.visit(1), house.visit(2));
        gone.say(&[OPEN_GAME, "go movetime 900000", "go depth 60"]).await;
        gone.ask("isready", "readyok").await;
        let TestClient { lines, end, .. } = gone;
        drop(lines);
        assert_eq!(end.await.unwrap(), End::Gone);
        other.say(&[OPEN_GAME]).await;
        let asked = Instant::now();
        other.ask("go movetime 50", "bestmove").await;
        assert!(asked.elapsed() < Duration::from_secs(30));
    });
}

#[test]
fn analysis_goes_on_beside_moves() {
    run(async {
        let house = Inn::new(LIMITS);
        let (analyst, player) = (house.visit(1), house.visit(2));
        for client in [&analyst, &player] {
            client.say(&[OPEN_GAME]).await;
        }
        analyst.ask("go infinite", "info depth 5").await;
        for _ in 0..5 {
            player.say(&["go movetime 60"]).await;
            player.hear_move().await;
        }
        let (depth, nodes) = (12, 40);
        analyst.hear(&format!("info depth {depth}")).await;
        player.say(&[&format!("go nodes {nodes}")]).await;
        player.hear_move().await;
        // Its scores have been heard above; it may have none to add.
        let heard = analyst.ask("stop", "bestmove").await;
        let best = heard.last().and_then(|line| line.split(' ').nth(1)).unwrap();
        let legal = analyst.ask(&format!("query islegal {best}"), "response").await;
        assert_eq!(legal.last().unwrap(), "response true");
    });
}

#[test]
fn too_much_is_refused_with_a_word() {
    run(async {
        let house = Inn::new(PoolLimits { jobs: 3, jobs_per_peer: 2, ..LIMITS });
        let clients: Vec<TestClient> = [1, 1, 1, 2, 3].map(|peer| house.visit(peer)).into();
        for client in &clients {
            client.say(&[OPEN_GAME]).await;
        }
        for n in [0, 1, 3] {
            clients[n].ask("go infinite", "info").await;
        }
        for (n, why) in [(2, "from your address"), (4, "3 searches")] {
            let heard = clients[n].ask("go movetime 50", "bestmove").await;
            assert!(heard[0].starts_with("info string error: too busy: "), "{heard:?}");
            assert!(heard[0].contains(why), "{heard:?}");
            assert_eq!(heard[1..], ["bestmove 0000"]);
            assert_eq!(clients[n].ask("query perft 3", "response").await[1], "response stopped");
        }
        for n in [0, 1, 3] {
            let heard = clients[n].ask("stop", "bestmove").await;
            assert_ne!(heard.last().unwrap(), "bestmove 0000");
        }
        clients[2].say(&["go movetime 50"]).await;
        clients[2].hear_move().await;
    });
}

#[test]
fn a_household_is_one_peer() {
    run(async {
        let house = Inn::new(PoolLimits { jobs_per_peer: 2, ..LIMITS });
        let addresses = ["2001:db8::1", "2001:db8::2:3", "2001:db8::4", "2001:db8:0:1::1"];
        let clients = addresses.map(|address| house.visit_from(address.parse().unwrap()));
        for client in &clients {
            client.say(&[OPEN_GAME]).await;
        }
        for n in [0, 1, 3] {
            clients[n].ask("go infinite", "info").await;
        }
        let heard = clients[2].ask("go movetime 50", "bestmove").await;
        assert!(heard[0].contains("2 searches from your address"), "{heard:?}");
    });
}

#[test]
fn what_a_client_may_not_do_is_refused() {
    run(async {
        let house = Inn::new(PoolLimits { threads: 3, hash_mib: 90, ..LIMITS });
        let client = house.visit(1);
        let heard = client.ask("ugi", "ugiok").await;
        for offer in [
            "option name Hash type spin default 11 min 1 max 40",
            "option name Threads type spin default 1 min 1 max 3",
        ] {
            assert!(heard.iter().any(|line| line == offer), "{heard:?}");
        }
        for (line, why) in [
            ("setoption name Hash value 41", "'41' is not a number from 1 to 40"),
            ("setoption name Threads value 4", "'4' is not a number from 1 to 3"),
            ("setoption name Book value /etc/passwd", "is not allowed over this connection"),
            ("setoption name weights value x", "is not allowed over this connection"),
        ] {
            let heard = client.ask(line, "info string error: option ").await;
            assert!(heard[0].ends_with(why), "{heard:?}");
        }
        let set = ["setoption name Book value built-in", "setoption name Hash value 40"];
        client.say(&set).await;
        client.say(&["setoption name Book value <empty>", OPEN_GAME, "go depth 5"]).await;
        let heard = client.hear("bestmove").await;
        assert!(!heard.iter().any(|line| line.contains("error")), "{heard:?}");
    });
}

#[test]
fn a_new_game_has_forgotten_the_old_one() {
    run(async {
        let house = Inn::new(PoolLimits { threads: 2, ..LIMITS });
        let client = house.visit(1);
        let search = "go depth 9";
        let mut last = Vec::new();
        for game in [OPEN_GAME, OPEN_GAME, "newgame", "setoption name Clear Hash"] {
            client.say(&[game]).await;
            let heard = client.ask(search, "bestmove").await;
            let info = &heard[heard.len() - 2];
            let nodes = info.split(" nodes ").nth(1).and_then(|rest| rest.split(' ').next());
            last.push(nodes.unwrap_or_else(|| panic!("{heard:?}")).to_owned());
        }
        assert!(last.iter().all(|nodes| *nodes == last[0]), "{last:?}");
        let again = client.ask(search, "bestmove").await;
        let all = |text: &str| again.iter().any(|line| line.contains(text));
        assert!(!all(&format!(" nodes {} ", last[0])), "the table has remembered: {again:?}");
    });
}
