//! What a face is: a translator between a client of another protocol and the server.

use sarsen_core::sys::text_lines::BadLine;

/// What a face has said and not yet sent.
#[derive(Default)]
pub(crate) struct FaceTalk {
    /// Lines for the server.
    pub(super) commands: Vec<String>,
    /// Lines for the client. A line may have several lines in it.
    pub(super) answers: Vec<String>,
}

impl FaceTalk {
    /// Says a line to the server.
    pub(super) fn command(&mut self, line: impl Into<String>) {
        self.commands.push(line.into());
    }

    /// Says a line to the client.
    pub(super) fn answer(&mut self, line: impl Into<String>) {
        self.answers.push(line.into());
    }
}

/// A translator between a client and the server. It never waits: it hears one line at a time.
pub(crate) trait Face: Send {
    /// Begins the session, before anything is heard.
    fn begin(&mut self, talk: &mut FaceTalk);

    /// Hears a line of the client.
    fn hear_client(&mut self, line: &str, talk: &mut FaceTalk);

    /// Hears that a line of the client was no text.
    fn hear_noise(&mut self, line: &BadLine, talk: &mut FaceTalk);

    /// Hears a line of the server.
    fn hear_server(&mut self, line: &str, talk: &mut FaceTalk);

    /// Whether the face listens to the client now. If not, the client's lines wait.
    fn listens(&self) -> bool;
}
