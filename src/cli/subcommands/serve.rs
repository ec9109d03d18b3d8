//! `sarsen serve`: the web board.

use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;

use crate::cli::examples::{Example, Examples};
use crate::cli::exit::RunResult;
use crate::cli::program::Program;
use sarsen_core::sys::stderr::complain;
use sarsen_engine::engine::cores;
use sarsen_engine::session::{OpenError, Registry};
use sarsen_server::Log;
use sarsen_web::{HostName, WebError, WebSettings, serve};

/// Exit status if the address cannot be listened on.
const NO_ADDRESS: u8 = 2;

/// What the log tells if the environment variable does not say.
const LOGGED: &str = "sarsen=info";

/// At the end, the log may take this long to be written.
const LAST_WORDS: Duration = Duration::from_millis(250);

/// The examples of its help.
pub(super) const EXAMPLES: Examples = Examples::of(&[
    Example::any("sarsen serve --port 0"),
    Example::any("sarsen serve games/hex.rbg --port 0"),
    Example::any("sarsen serve --listen 0.0.0.0:0 --threads 2 --hash 1024 --store tables.db"),
    Example::any("sarsen serve --listen 127.0.0.1:0 --host board.example.org --behind-proxy"),
]);

/// Show all games in a browser, and let programs talk to engines over WebSockets
///
/// Prints the address of the page as soon as it listens. Ctrl-C and SIGTERM end it. Only programs
/// on this machine can reach it, unless --listen names another address of the machine. It answers
/// only for hosts that it knows: 'localhost' and the address itself, with the port of --listen, and
/// those given with --host. So no page of another site can use it. At the address /ws, each
/// WebSocket has an engine that speaks the line protocol, a line a message. Such an engine may not
/// read files. At tables, two people play and others watch. What is refused is told to the peer and
/// in the log, on standard error. RUST_LOG=warn logs only refusals.
#[derive(Args)]
pub(crate) struct ServeArguments {
    /// Show this game at the printed address [default: people choose one]
    #[arg(value_name = "GAME")]
    game: Option<String>,
    /// Its setup, such as 8x7 for the size of a board [default: the usual setup]
    #[arg(value_name = "SETUP")]
    setup: Option<String>,
    /// Where to listen. Port 0 stands for any free one, 0.0.0.0 for all addresses of the machine
    #[arg(
        long,
        value_name = "ADDRESS:PORT",
        default_value = "127.0.0.1:8017",
        value_parser = address
    )]
    listen: SocketAddr,
    /// Listen at this port, and at the address of --listen
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    /// Answer for this host, too. Give it several times for several. Without a port, the usual
    /// ports (80 and 443) and the one of --listen are fine
    #[arg(long, value_name = "NAME[:PORT]")]
    host: Vec<HostName>,
    /// How many threads search, for all connections together [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The memory of all searches together
    #[arg(
        long,
        value_name = "MIB",
        default_value_t = 512,
        value_parser = clap::value_parser!(u32).range(16..=1_048_576)
    )]
    hash: u32,
    /// Keep the tables for two in this file, a database of SQLite. If it is missing, it is made.
    /// Without this option, the tables end with the server
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// Begin the addresses of tables with these letters and a hyphen. So a proxy can tell the
    /// tables of several servers apart
    #[arg(long, value_name = "LETTERS", value_parser = letters)]
    name: Option<String>,
    /// Show the page in the browser
    #[arg(long)]
    open: bool,
    /// The limit for connections at a time. Each needs less than 100 KiB. The system may allow
    /// fewer
    #[arg(long, value_name = "N", default_value_t = 4096, value_parser = at_least_one)]
    connections: usize,
    /// The limit for connections at a time from one address. Addresses of this machine may have
    /// all, others an eighth of them [default: an eighth of --connections]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    connections_per_address: Option<usize>,
    /// Close connections that are silent for this number of seconds. After a third of that time, a
    /// silent peer is asked whether it is there. The head of a request may take a sixth of it
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 60,
        value_parser = clap::value_parser!(u64).range(1..=86400)
    )]
    timeout: u64,
    /// All connections come from a proxy. The last address in the header X-Forwarded-For is the
    /// peer; a request without one is refused. Without this option, the header is ignored
    #[arg(long)]
    behind_proxy: bool,
}

impl ServeArguments {
    pub(crate) fn run(&self, program: &Program, out: &mut dyn Write) -> RunResult {
        let log = Log::new(std::io::stderr);
        let target = env_logger::Target::Pipe(Box::new(log.clone()));
        let wanted = env_logger::Env::default().default_filter_or(LOGGED);
        // If the program has a logger already, that one is used.
        let _ = env_logger::Builder::from_env(wanted).target(target).try_init();
        let settings = self.settings(&program.registry)?;
        let result = serve(&settings, Arc::clone(&program.registry), out);
        log.close(LAST_WORDS);
        match result {
            Ok(()) => Ok(ExitCode::SUCCESS),
            Err(error @ (WebError::Listen(..) | WebError::Many(_))) => {
                complain(&error);
                Ok(ExitCode::from(NO_ADDRESS))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Where to listen.
    fn listen(&self) -> SocketAddr {
        SocketAddr::new(self.listen.ip(), self.port.unwrap_or(self.listen.port()))
    }

    fn settings(&self, registry: &Registry) -> Result<WebSettings, OpenError> {
        let words: Vec<&str> = self.game.iter().chain(&self.setup).map(String::as_str).collect();
        let title = words.join(" ");
        if !title.is_empty() {
            registry.open_title(&title)?;
        }
        let game = registry.split_title(&title);
        Ok(WebSettings {
            listen: self.listen(),
            hosts: self.host.clone(),
            connections: self.connections,
            connections_per_peer: self.connections_per_address,
            patience: Duration::from_secs(self.timeout),
            threads: self.threads.map_or_else(cores, usize::from),
            hash: self.hash as usize,
            store: self.store.clone(),
            name: self.name.clone(),
            behind_proxy: self.behind_proxy,
            game: game.map(|(game, setup)| (game.name().to_owned(), setup.to_owned())),
            open: self.open,
        })
    }
}

/// Reads an address to listen on.
fn address(text: &str) -> Result<SocketAddr, String> {
    let text =
        text.replacen("localhost:", "127.0.0.1:", usize::from(text.starts_with("localhost")));
    let wrong = "write ADDRESS:PORT, for example 127.0.0.1:8017 or [::1]:8017";
    text.parse().map_err(|_| wrong.to_owned())
}

/// Reads the name of a server.
fn letters(text: &str) -> Result<String, String> {
    let are_letters = text.bytes().all(|byte| byte.is_ascii_lowercase());
    match are_letters && (1..=16).contains(&text.len()) {
        true => Ok(text.to_owned()),
        false => Err("write up to 16 small letters, from a to z".to_owned()),
    }
}

/// Reads a limit.
fn at_least_one(text: &str) -> Result<usize, String> {
    let limit = text.parse().ok().filter(|limit| (1..=1_000_000).contains(limit));
    limit.ok_or_else(|| "write a number from 1 to 1000000".to_owned())
}
