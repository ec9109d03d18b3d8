//! The client side of the protocol: an engine in a child process or behind a WebSocket, spoken to
//! line by line.

pub mod conform;
mod family;
mod line_client;
mod other_end;
mod process;
mod read_ahead;
mod socket;

pub use family::{end_all, end_with_process};
pub use line_client::Client;
pub use line_client::TALK;
pub use other_end::{ClientError, Departure};
pub use socket::{AddressError, WebSocketAddress};
