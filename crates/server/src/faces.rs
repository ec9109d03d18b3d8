//! Faces: other protocols that a client may speak. The first line of a session decides.
//!
//! A face is a translator around the server. It turns the client's lines into the server's
//! commands, and the server's answers into the client's form. So searches, clocks and options are
//! where they always are. What the rules know, the face answers from a game of its own (its
//! [`FaceGame`](face_game)).
//!
//! ```text
//!   client --lines--> [ face ] --commands--> [ server ]
//!   client <-answers- [      ] <--answers--- [        ]
//! ```

mod face;
mod face_game;
mod gtp;
mod nboard;

use std::io::ErrorKind;
use std::sync::Arc;
use std::time::Instant;

use tokio::sync::mpsc::{Receiver, Sender, channel};

use super::conversation::{Conversation, End};
use super::line::Line;
use super::outbox::{Importance, Outbox, OutputTrouble};
use face::{Face, FaceTalk};
use gtp::GtpFace;
use nboard::NBoardFace;
use sarsen_engine::session::Registry;

/// The limit for the memory of the server's answers that the face has not read yet, in bytes.
const UNREAD: usize = 64 << 20;

/// The number of commands that wait between the face and the server.
const AHEAD: usize = 16;

/// The protocol of a client.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum ClientProtocol {
    /// The server's own protocol, in either dialect.
    #[default]
    Own,
    /// The Go Text Protocol, version 2.
    Gtp,
    /// The protocol of the program NBoard.
    NBoard,
}

impl ClientProtocol {
    /// The protocol of a client whose first line is this.
    pub(super) fn of(line: &str) -> Self {
        if gtp::is_meant(line) {
            Self::Gtp
        } else if nboard::is_meant(line) {
            Self::NBoard
        } else {
            Self::Own
        }
    }

    /// The face that speaks it. None if it is the server's own, or no game here knows it.
    pub(super) fn face(self, registry: &Arc<Registry>) -> Option<Box<dyn Face>> {
        match self {
            Self::Own => None,
            Self::Gtp => Some(Box::new(GtpFace::new(registry)?)),
            Self::NBoard => Some(Box::new(NBoardFace::new(registry)?)),
        }
    }
}

/// A face that stands before a conversation.
struct Interpreter {
    face: Box<dyn Face>,
    talk: FaceTalk,
    /// To the server.
    server: Sender<Line>,
    /// From the server.
    heard: Outbox,
    /// To the client.
    outbox: Outbox,
}

/// Holds a conversation in another protocol.
///
/// # Errors
///
/// If there is no memory for the engine.
pub(super) async fn attend(
    conversation: Conversation,
    face: Box<dyn Face>,
    lines: Receiver<Line>,
    outbox: &Outbox,
) -> Result<End, String> {
    let (heard, (server, commands)) = (Outbox::new(UNREAD), channel(AHEAD));
    let attendant = conversation.begin(&heard)?;
    let (mut face, mut talk) = (face, FaceTalk::default());
    face.begin(&mut talk);
    let interpreter = Interpreter { face, talk, server, heard, outbox: outbox.clone() };
    let (end, trouble) = tokio::join!(attendant.attend(commands), interpreter.interpret(lines));
    outbox.end();
    Ok(trouble.map_or(end, End::from))
}

impl Interpreter {
    /// Translates until the server has ended, or the client cannot be reached.
    async fn interpret(mut self, mut lines: Receiver<Line>) -> Option<OutputTrouble> {
        let mut more = true;
        loop {
            let FaceTalk { commands, answers } = std::mem::take(&mut self.talk);
            for answer in answers {
                self.outbox.send(Importance::Answer, answer);
            }
            for command in commands {
                // A server that has ended needs no commands. Its last answers follow.
                let _ = self.server.send(Line::Text(command, Instant::now())).await;
            }
            tokio::select! {
                biased;
                trouble = self.outbox.trouble() => {
                    // Nobody will hear what the server still finds.
                    self.heard.fail(ErrorKind::BrokenPipe.into());
                    return Some(trouble);
                }
                line = self.heard.next() => match line {
                    Some(line) => self.face.hear_server(&line, &mut self.talk),
                    None => return None,
                },
                line = lines.recv(), if more && self.face.listens() => match line {
                    Some(Line::Text(line, _)) => self.face.hear_client(&line, &mut self.talk),
                    Some(Line::Refused(line)) => self.face.hear_noise(&line, &mut self.talk),
                    Some(Line::End) | None => {
                        more = false;
                        let _ = self.server.send(Line::End).await;
                    }
                },
            }
        }
    }
}
