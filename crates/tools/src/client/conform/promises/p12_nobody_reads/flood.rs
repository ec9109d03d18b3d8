//! Many commands at once, whose answers nobody reads.

use std::io::Write;
use std::time::Duration;

use crate::client::conform::breach::Breach;
use crate::client::conform::peer::Peer;
use crate::client::conform::trial::Trial;
use sarsen_core::sys::threads::ThreadKind;

/// The commands sent after the flood.
pub(super) const END: &str = "go infinite\nstop\nquit";

/// Begins the game, and sends a line `count` times from another thread, and then the last lines, to
/// an engine that may not read, or may end.
pub(super) fn flood(
    peer: &mut Peer,
    trial: &Trial<'_>,
    (line, count): (&'static str, usize),
    last: &'static str,
) -> Result<(), Breach> {
    peer.send(&trial.new_game())?;
    trial.note('>', &format!("{count} times: {line}"));
    last.lines().for_each(|line| trial.note('>', line));
    let Some(mut input) = peer.take_input() else { return Ok(()) };
    let mut write = move || -> std::io::Result<()> {
        let lines = |count| format!("{line}\n").repeat(count);
        let many = lines(1000);
        (0..count / 1000).try_for_each(|_| input.write_all(many.as_bytes()))?;
        input.write_all(lines(count % 1000).as_bytes())?;
        input.write_all(format!("{last}\n").as_bytes())?;
        input.flush()?;
        // The input stays open: `quit` has to be enough.
        std::thread::sleep(Duration::from_secs(60));
        Ok(())
    };
    let write = move || {
        // The engine may end before it has read everything.
        let _ = write();
    };
    let started = ThreadKind::named("flood").detach(write);
    started.map_err(|error| Breach::Wrong(format!("no thread: {error}")))
}

/// A command with a long answer.
pub(super) struct LongAnswer {
    pub(super) line: &'static str,
    /// The length of the answer, with line ends.
    pub(super) bytes: usize,
    pub(super) lines: usize,
}

/// Finds the command whose answer has the longest lines.
pub(super) fn long_answer(trial: &Trial<'_>) -> Result<LongAnswer, Breach> {
    let mut peer = trial.engine()?;
    let mut longest: Option<LongAnswer> = None;
    let hello = trial.subject.dialect.handshake().0;
    let all = ["help", hello, "show", "query moves", "query board"];
    for line in if trial.only_plays() { &all[1..2] } else { &all[..] } {
        peer.send(line)?;
        let mut said = peer.ready()?;
        said.pop();
        let bytes = said.iter().map(|line| line.len() + 1).sum();
        let answer = LongAnswer { line, bytes, lines: said.len() };
        let is_longer = |than: &LongAnswer| bytes * than.lines > than.bytes * answer.lines;
        if bytes > 0 && longest.as_ref().is_none_or(is_longer) {
            longest = Some(answer);
        }
    }
    longest.ok_or_else(|| Breach::Wrong("none of these commands was answered".to_owned()))
}
