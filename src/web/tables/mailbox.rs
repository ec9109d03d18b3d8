//! The lines that a connection has yet to send, and how it ends.
//!
//! Nobody who puts a line in ever waits. A slow client does not make it grow: of the lines that
//! show the table only the last is kept, and a client whose answers wait is not heard.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use super::farewell::Farewell;

/// While so many lines wait, the client is not heard.
const MANY: usize = 64;

/// What waits to be sent.
enum MailboxLine {
    /// The table as it is. A later one replaces it.
    Table(Arc<str>),
    /// Any other line.
    Line(String),
}

/// What comes out of a mailbox.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Mail {
    Line(String),
    Farewell(Farewell),
}

#[derive(Default)]
struct Content {
    waiting: VecDeque<MailboxLine>,
    farewell: Option<Farewell>,
}

/// The lines for one connection.
#[derive(Default)]
pub(super) struct Mailbox {
    content: Mutex<Content>,
    news: Notify,
}

impl Mailbox {
    /// Puts in a line.
    pub(super) fn tell(&self, line: String) {
        self.put(MailboxLine::Line(line));
    }

    /// Puts in the line that shows the table.
    pub(super) fn show(&self, table: Arc<str>) {
        self.lock().waiting.retain(|waiting| matches!(waiting, MailboxLine::Line(_)));
        self.put(MailboxLine::Table(table));
    }

    fn put(&self, line: MailboxLine) {
        let mut content = self.lock();
        if content.farewell.is_none() {
            content.waiting.push_back(line);
        }
        drop(content);
        self.news.notify_one();
    }

    /// The connection ends when everything is sent. Nothing more is taken in.
    pub(super) fn close(&self, farewell: Farewell) {
        self.lock().farewell.get_or_insert(farewell);
        self.news.notify_one();
    }

    /// Whether so much waits that the client is not heard.
    pub(super) fn is_full(&self) -> bool {
        self.lock().waiting.len() >= MANY
    }

    /// Waits until there is something to take.
    pub(super) async fn ready(&self) {
        loop {
            {
                let content = self.lock();
                if !content.waiting.is_empty() || content.farewell.is_some() {
                    return;
                }
            }
            self.news.notified().await;
        }
    }

    /// Takes out what was put in first.
    pub(super) fn take(&self) -> Option<Mail> {
        let mut content = self.lock();
        match content.waiting.pop_front() {
            Some(MailboxLine::Table(line)) => Some(Mail::Line(line.as_ref().to_owned())),
            Some(MailboxLine::Line(line)) => Some(Mail::Line(line)),
            None => content.farewell.clone().map(Mail::Farewell),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Content> {
        // The queue is whole after every statement, so a panic elsewhere does no harm.
        self.content.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_later_table_replaces_an_unsent_one() {
        let mailbox = Mailbox::default();
        for number in 0..1_000 {
            mailbox.show(format!("table {number}").into());
            if number % 400 == 0 {
                mailbox.tell(format!("answer {number}"));
            }
        }
        mailbox.close(Farewell::Quit);
        mailbox.tell("late".to_owned());
        mailbox.close(Farewell::Gone);
        let lines = ["answer 0", "answer 400", "answer 800", "table 999"];
        for line in lines {
            assert_eq!(mailbox.take(), Some(Mail::Line(line.to_owned())));
        }
        assert_eq!(mailbox.take(), Some(Mail::Farewell(Farewell::Quit)));
    }
}
