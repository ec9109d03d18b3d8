//! A program that answers the commands of the Go Text Protocol, one after another.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::patience::{EngineTrouble, READY, until};
use crate::client::Client;
use sarsen_core::game::excerpt;

/// The limit for the length of an answer, in bytes.
const LONGEST: usize = 1 << 16;

/// Why a command has no useful answer.
#[derive(Debug, thiserror::Error)]
pub(super) enum GtpTrouble {
    /// The program is gone, silent, or does not keep to the protocol.
    #[error(transparent)]
    Lost(#[from] EngineTrouble),
    /// The program does not obey.
    #[error("{0}")]
    Refused(String),
}

/// What a program answers: a text, or why it refuses.
type GtpResponse = Result<String, String>;

/// The reason of a refusal, so that `?` works on an answer.
impl From<String> for GtpTrouble {
    fn from(why: String) -> Self {
        Self::Refused(why)
    }
}

/// A program that speaks the protocol.
pub(super) struct GtpClient {
    client: Client,
    stop: Arc<AtomicBool>,
    /// The number of the last command.
    number: u64,
    commands: BTreeSet<String>,
}

impl GtpClient {
    /// Starts a program and asks what it knows. The log calls it by this name.
    ///
    /// # Errors
    ///
    /// If it cannot be started or does not speak the protocol.
    pub(super) fn start(
        name: &str,
        command: &[String],
        stop: &Arc<AtomicBool>,
    ) -> Result<Self, GtpTrouble> {
        let command: Vec<OsString> = command.iter().map(OsString::from).collect();
        let client = Client::start(&command).map_err(EngineTrouble::from)?;
        let client = client.called(name);
        let (stop, commands) = (Arc::clone(stop), BTreeSet::new());
        let mut client = Self { client, stop, number: 0, commands };
        let commands = client.demand("list_commands", READY)?;
        client.commands = commands.split_whitespace().map(str::to_owned).collect();
        Ok(client)
    }

    /// Whether the program knows a command.
    pub(super) fn knows(&self, command: &str) -> bool {
        self.commands.contains(command)
    }

    /// The answer to a command that must be obeyed.
    ///
    /// # Errors
    ///
    /// If it is not obeyed, or there is no answer.
    pub(super) fn demand(
        &mut self,
        command: &str,
        patience: Duration,
    ) -> Result<String, GtpTrouble> {
        let answer = self.ask(command, patience)?;
        answer.map_err(|why| GtpTrouble::Refused(format!("'{command}': {why}")))
    }

    /// The answer to a command.
    ///
    /// # Errors
    ///
    /// If no answer comes, or something else comes.
    pub(super) fn ask(
        &mut self,
        command: &str,
        patience: Duration,
    ) -> Result<GtpResponse, EngineTrouble> {
        self.number += 1;
        self.client.send(&format!("{} {command}", self.number))?;
        let number = self.number.to_string();
        let mut answer = PartialAnswer::default();
        let heard = |line: &str| answer.take(line, &number);
        until(&self.client, patience, &self.stop, heard)
    }
}

/// An answer, as far as it has come.
#[derive(Default)]
struct PartialAnswer {
    is_refusal: bool,
    text: Option<String>,
}

impl PartialAnswer {
    /// Takes a line. Returns the answer to the command of this number when it is complete, or what
    /// is wrong with the line.
    fn take(&mut self, line: &str, number: &str) -> Option<Result<GtpResponse, EngineTrouble>> {
        let Some(text) = &mut self.text else {
            if line.is_empty() {
                return None;
            }
            let Some(first) = first_line(line, number) else {
                let why = format!("'{}' is not the answer", excerpt(line, 40));
                return Some(Err(EngineTrouble::Said(why)));
            };
            self.is_refusal = line.starts_with('?');
            self.text = Some(first.to_owned());
            return None;
        };
        if line.is_empty() {
            let text = std::mem::take(text);
            let answer = if self.is_refusal { Err(excerpt(&text, 200)) } else { Ok(text) };
            return Some(Ok(answer));
        }
        text.push('\n');
        text.push_str(line);
        (text.len() > LONGEST)
            .then(|| Err(EngineTrouble::Said("its answer does not end".to_owned())))
    }
}

/// The text of the first line of an answer to the command of this number.
fn first_line<'a>(line: &'a str, number: &str) -> Option<&'a str> {
    let text = line.strip_prefix(['=', '?'])?.strip_prefix(number)?;
    (text.is_empty() || text.starts_with([' ', '\t'])).then(|| text.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(lines: &[&str]) -> Option<Result<GtpResponse, String>> {
        let mut answer = PartialAnswer::default();
        let found = lines.iter().find_map(|line| answer.take(line, "12"));
        found.map(|found| found.map_err(|trouble| trouble.to_string()))
    }

    #[test]
    fn answers_end_with_an_empty_line() {
        assert_eq!(answer(&["", "=12 D3", ""]), Some(Ok(Ok("D3".to_owned()))));
        assert_eq!(answer(&["=12", "a", "b", ""]), Some(Ok(Ok("\na\nb".to_owned()))));
        assert_eq!(answer(&["?12 illegal move", ""]), Some(Ok(Err("illegal move".to_owned()))));
        assert_eq!(answer(&["=12 D3"]), None);
        for strange in ["=11 D3", "=123", "D3", "= D3", "bestmove d3"] {
            let Some(Err(why)) = answer(&[strange]) else { panic!("{strange}") };
            assert!(why.contains(strange), "{why}");
        }
        let long = "x".repeat(LONGEST);
        assert_eq!(answer(&["=12", &long, ""]), Some(Err("its answer does not end".to_owned())));
    }
}
