//! An engine as a child process, until conversations need no process of their own.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Error, Write};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use tokio::sync::Notify;
use tokio::sync::mpsc::Receiver;

use crate::sys::text_lines::BadLine;
use crate::sys::threads::ThreadKind;

/// What came in.
pub(super) enum WebLine {
    Text(String, Instant),
    Refused(BadLine),
}

/// The lines that have not been sent yet.
#[derive(Clone, Default)]
pub(super) struct WebOutbox(Arc<(Mutex<(VecDeque<String>, bool)>, Notify)>);

impl WebOutbox {
    pub(super) fn send(&self, line: String) {
        self.0.0.lock().unwrap().0.push_back(line);
        self.0.1.notify_one();
    }

    pub(super) fn end(&self) {
        self.0.0.lock().unwrap().1 = true;
        self.0.1.notify_one();
    }

    pub(super) fn fail(&self, _: Error) {
        self.end();
    }

    pub(super) fn next_if_any(&self) -> Option<String> {
        self.0.0.lock().unwrap().0.pop_front()
    }

    pub(super) async fn next(&self) -> Option<String> {
        loop {
            match self.next_if_any() {
                Some(line) => return Some(line),
                None if self.0.0.lock().unwrap().1 => return None,
                None => self.0.1.notified().await,
            }
        }
    }

    async fn ended(&self) {
        while !self.0.0.lock().unwrap().1 {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    }
}

/// Talks with a child process.
pub(super) async fn talk(mut lines: Receiver<WebLine>, outbox: &WebOutbox) {
    let program = std::env::current_exe().unwrap();
    let mut child =
        Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let output = child.stdout.take().unwrap();
    let theirs = outbox.clone();
    ThreadKind::named("interim")
        .detach(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                theirs.send(line);
            }
            theirs.end();
        })
        .unwrap();
    loop {
        tokio::select! {
            line = lines.recv() => match line {
                Some(WebLine::Text(text, _)) => {
                    let _ = writeln!(input, "{text}");
                }
                Some(WebLine::Refused(bad)) => outbox.send(format!("info string error: {}", bad.why)),
                None => break,
            },
            () = outbox.ended() => break,
        }
    }
    let _ = child.kill();
    let _ = child.wait();
}
