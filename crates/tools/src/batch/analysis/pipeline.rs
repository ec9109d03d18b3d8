//! A whole analysis: threads that read queries, answer them, and write the answers.
//!
//! ```text
//!  input -> reader thread --queries--> [ pool ] --> threads, an analyst each
//!                                                             | answers
//!                                                             v
//!                                                        writer thread -> output
//! ```
//!
//! Every arrow is bounded. If the answers are read slowly, or not at all, no more queries are read.

use std::io::{BufRead, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde::Serialize;

use super::analyst::Analyst;
use super::answer::{Cancelled, ReportLine};
use super::pool::{Cancellation, QueryPool};
use super::query::{AnalysisRequest, Refusal};
use sarsen_core::sys::noted_input::{InputFailure, NotedInput};
use sarsen_core::sys::text_lines::TextLines;
use sarsen_core::sys::threads::ThreadKind;
use sarsen_engine::session::Registry;

/// The limit for the number of answers that wait to be written.
const UNWRITTEN: usize = 64;

/// A write takes the lines that wait until it has about this number of bytes.
const CHUNK: usize = 1 << 16;

/// How long the current write may still take after a stop.
const FAREWELL: Duration = Duration::from_secs(1);

/// Why an analysis did not finish.
#[derive(Debug, thiserror::Error)]
pub enum AnalysisError {
    /// The system refused a thread.
    #[error("cannot start: {0}")]
    Start(std::io::Error),
    /// The queries cannot be read any further.
    #[error("cannot read the queries: {0}")]
    Input(std::io::Error),
    /// The output takes no more.
    #[error("cannot write: {0}")]
    Output(std::io::Error),
    /// It was told to stop.
    #[error("interrupted")]
    Interrupted,
}

/// How an analysis ends.
enum PipelineEnd {
    /// The writer has written the last answer.
    Written,
    /// The output takes no more.
    Closed(std::io::Error),
    /// It was told to stop.
    Stopped,
}

/// An analysis that has not begun.
pub struct Analysis {
    ends: Receiver<PipelineEnd>,
    stopper: Stopper,
}

/// Stops an analysis, from any thread.
#[derive(Clone)]
pub struct Stopper(Sender<PipelineEnd>);

impl Stopper {
    /// Ends the analysis now. Queries that wait or run get no answer.
    pub fn stop(&self) {
        // If it has already ended, nobody listens.
        let _ = self.0.send(PipelineEnd::Stopped);
    }
}

impl Default for Analysis {
    fn default() -> Self {
        let (sender, ends) = channel();
        Self { ends, stopper: Stopper(sender) }
    }
}

impl Analysis {
    /// A handle that stops it.
    #[must_use]
    pub fn stopper(&self) -> Stopper {
        self.stopper.clone()
    }

    /// Answers all queries of an input, on this number of threads (at least one).
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use sarsen_tools::batch::analysis::Analysis;
    ///
    /// let query = r#"{"id": 1, "moves": "4 4 3", "limits": {"depth": 6}}"#;
    /// let games = Arc::new(sarsen_games::registry());
    /// Analysis::default().run(games, query.as_bytes(), std::io::sink(), 2)?;
    /// # Ok::<(), sarsen_tools::batch::analysis::AnalysisError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If it cannot start, is stopped, its queries cannot be read or its answers cannot be written.
    pub fn run(
        self,
        registry: Arc<Registry>,
        input: impl Read + Send + 'static,
        output: impl Write + Send + 'static,
        threads: usize,
    ) -> Result<(), AnalysisError> {
        let threads = threads.max(1);
        let pool = Arc::new(QueryPool::new(threads));
        let gate = Arc::new(Mutex::new(true));
        let (answers, unwritten) = sync_channel(UNWRITTEN);
        let Self { ends, stopper: Stopper(ended) } = self;

        let writers_gate = Arc::clone(&gate);
        spawn("answers", move || {
            let end = match write(output, &unwritten, &writers_gate) {
                Ok(()) => PipelineEnd::Written,
                Err(error) => PipelineEnd::Closed(error),
            };
            // After a stop nobody listens.
            let _ = ended.send(end);
        })?;
        for thread in 0..threads {
            let (pool, answers) = (Arc::clone(&pool), answers.clone());
            let mut analyst = Analyst::new(Arc::clone(&registry));
            spawn("analyst", move || work(&pool, thread, &mut analyst, &answers))?;
        }
        let queries = Arc::clone(&pool);
        let failure = InputFailure::default();
        let input = NotedInput::new(input, &failure);
        spawn("queries", move || {
            read(BufReader::new(input), &queries, &answers);
            queries.end();
        })?;

        // The writer ends when no thread is left that may have an answer.
        let end = ends.recv().unwrap_or(PipelineEnd::Stopped);
        pool.stop();
        match end {
            PipelineEnd::Written => {
                failure.take().map_or(Ok(()), |error| Err(AnalysisError::Input(error)))
            }
            PipelineEnd::Closed(error) => Err(AnalysisError::Output(error)),
            PipelineEnd::Stopped => {
                shut(&gate);
                Err(AnalysisError::Interrupted)
            }
        }
    }
}

fn spawn(name: &'static str, work: impl FnOnce() + Send + 'static) -> Result<(), AnalysisError> {
    ThreadKind::searching(name).detach(work).map_err(AnalysisError::Start)
}

/// Reads queries to the end of the input. Lines that are not queries are answered here.
fn read(input: impl BufRead, pool: &QueryPool, answers: &SyncSender<String>) {
    for (line, number) in TextLines::new(input).zip(1..) {
        let refusal = match line {
            Ok(text) if text.trim().is_empty() => continue,
            Ok(text) => match AnalysisRequest::read(&text) {
                Ok(AnalysisRequest::Query(query)) => {
                    pool.push(query, text.len());
                    continue;
                }
                Ok(AnalysisRequest::Cancel(id)) => match pool.cancel(&id) {
                    Cancellation::Runs => continue,
                    Cancellation::Waited(count) => {
                        let answer = json(&Cancelled { id: &id, cancelled: true });
                        if (0..count).any(|_| answers.send(answer.clone()).is_err()) {
                            return;
                        }
                        continue;
                    }
                    Cancellation::Unknown => {
                        let why = "no query with this id waits or runs";
                        Refusal::of("cancel", why).for_id(&id)
                    }
                },
                Err(refusal) => refusal,
            },
            Err(bad) => Refusal::because(bad.why),
        };
        let line = if refusal.id.is_none() { Some(number) } else { None };
        if answers.send(json(&Refusal { line, ..refusal })).is_err() {
            return;
        }
    }
}

/// Answers queries until there will be no more, or the answers can no longer be written.
fn work(pool: &QueryPool, thread: usize, analyst: &mut Analyst, answers: &SyncSender<String>) {
    while let Some((query, control)) = pool.next(thread) {
        let mut say = |report: &ReportLine<'_>| {
            // If the writer has ended, sending the answer fails too and ends this thread.
            let _ = answers.send(json(report));
        };
        let answer = analyst.answer(&query, &control, &mut say);
        let cancelled = pool.finish(thread);
        let line = match answer {
            Ok(mut answer) => {
                answer.cancelled = cancelled;
                json(&answer)
            }
            Err(refusal) => json(&refusal.for_id(&query.id)),
        };
        if answers.send(line).is_err() {
            return;
        }
    }
}

/// Writes the lines that come, until there will be no more or the gate is shut. Lines that wait are
/// written together.
fn write(
    mut output: impl Write,
    lines: &Receiver<String>,
    gate: &Mutex<bool>,
) -> std::io::Result<()> {
    while let Ok(mut chunk) = lines.recv() {
        while chunk.len() < CHUNK
            && let Ok(line) = lines.try_recv()
        {
            chunk.push_str(&line);
        }
        let open = gate.lock().unwrap_or_else(PoisonError::into_inner);
        if !*open {
            return Ok(());
        }
        output.write_all(chunk.as_bytes())?;
        output.flush()?;
    }
    Ok(())
}

/// Ends the writing. The current write finishes first, if the output takes it in time.
fn shut(gate: &Mutex<bool>) {
    let end = Instant::now() + FAREWELL;
    while Instant::now() < end {
        if let Ok(mut open) = gate.try_lock() {
            *open = false;
            return;
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// A line of JSON.
fn json(what: &impl Serialize) -> String {
    // Everything in an answer can be written as JSON.
    let mut line = serde_json::to_string(what).unwrap_or_default();
    line.push('\n');
    line
}

#[cfg(test)]
mod tests {
    use super::super::shared_buffer::SharedBuffer;
    use super::*;
    use sarsen_engine::session::GameEntry;
    use sarsen_games::stonehenge::Stonehenge;

    #[test]
    fn a_panic_is_an_answer_and_the_rest_goes_on() {
        let trap = GameEntry::new("trap", |_| panic!("it snapped"));
        let registry = Arc::new(Registry::of(Stonehenge).and(trap));
        let query =
            |id, game| format!("{{\"id\":{id},\"game\":\"{game}\",\"limits\":{{\"depth\":1}}}}\n");
        let input = [query(1, "trap"), query(2, "stonehenge"), query(3, "trap")].concat();
        let input = std::io::Cursor::new(input.into_bytes());
        let kept = SharedBuffer::default();
        Analysis::default().run(registry, input, kept.clone(), 1).unwrap();
        let text = kept.text();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 3);
        let panicked = r#"{"id":1,"error":"the game's code has panicked: it snapped"}"#;
        assert_eq!(lines[0], panicked);
        assert!(lines[1].contains("\"best\":"));
    }

    #[test]
    fn it_can_be_stopped_from_outside() {
        let analysis = Analysis::default();
        let stopper = analysis.stopper();
        // The book that comes with the game would have the answer at once.
        let query = r#"{"id":1,"limits":{"movetime":3600000},"options":{"Book":""}}"#;
        thread::spawn(move || {
            thread::sleep(Duration::from_millis(20));
            stopper.stop();
        });
        let registry = Arc::new(Registry::of(Stonehenge));
        let end = analysis.run(registry, query.as_bytes(), SharedBuffer::default(), 1);
        assert!(matches!(end, Err(AnalysisError::Interrupted)));
    }
}
