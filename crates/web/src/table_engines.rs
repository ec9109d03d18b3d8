//! The engines at tables. Each move comes from a conversation in the protocol, like those that
//! browsers have with engines.

use std::time::{Duration, Instant};

use tokio::sync::mpsc::channel;
use tokio::time::sleep;

use super::engine_socket::EngineSocket;
use super::tables::{EngineLimit, MoveFinder, MoveFuture, MoveRequest};
use sarsen_engine::protocol::reply::{NO_MOVE, error_in};
use sarsen_server::{Line, Outbox};

/// An engine never thinks longer about a move, in milliseconds, whatever its depth.
const LONGEST: u64 = 60_000;

/// How the pool begins the reason if it accepts no search now.
const BUSY: &str = "too busy";

/// The engine asks again after this time.
const PAUSE: Duration = Duration::from_millis(200);

/// Finds moves for engines at tables.
pub(super) struct TableEngines {
    engines: EngineSocket,
}

impl TableEngines {
    pub(super) fn new(engines: EngineSocket) -> Self {
        Self { engines }
    }
}

impl MoveFinder for TableEngines {
    fn find(&self, request: MoveRequest) -> MoveFuture {
        let engines = self.engines.clone();
        Box::pin(async move {
            loop {
                match try_to_find(&engines, &request).await {
                    Err(why) if why.starts_with(BUSY) => sleep(PAUSE).await,
                    found => return found,
                }
            }
        })
    }
}

/// Lets an engine think once.
async fn try_to_find(engines: &EngineSocket, request: &MoveRequest) -> Result<String, String> {
    let outbox = engines.outbox();
    let attendant = engines.conversation(request.peer).begin(&outbox)?;
    let script = script(request);
    let (sender, lines) = channel(script.len());
    for line in script {
        // The channel has room for all of them.
        let _ = sender.try_send(Line::Text(line, Instant::now()));
    }
    tokio::spawn(attendant.attend(lines));
    // The conversation ends when this is dropped.
    let _sender = sender;
    best_move(&outbox).await
}

/// What the engine is told.
fn script(request: &MoveRequest) -> [String; 3] {
    let most = request.most.unwrap_or(LONGEST);
    let limit = match request.limit {
        EngineLimit::MoveTime(time) => format!("movetime {}", time.min(most)),
        EngineLimit::Depth(plies) => format!("depth {plies} movetime {most}"),
    };
    let moves = match request.moves.is_empty() {
        true => String::new(),
        false => format!(" moves {}", request.moves.join(" ")),
    };
    [
        format!("newgame {} {}", request.game, request.setup).trim_end().to_owned(),
        format!("position startpos{moves}"),
        format!("go {limit}"),
    ]
}

/// Waits for the move of the engine.
async fn best_move(outbox: &Outbox) -> Result<String, String> {
    let mut trouble = "it has ended".to_owned();
    while let Some(line) = outbox.next().await {
        if let Some(error) = error_in(&line) {
            error.clone_into(&mut trouble);
        }
        if let Some(rest) = line.strip_prefix("bestmove ") {
            let best = rest.split(' ').next().unwrap_or(NO_MOVE);
            return if best == NO_MOVE { Err(trouble) } else { Ok(best.to_owned()) };
        }
    }
    Err(trouble)
}
