//! The two dialects of the protocol.

/// The form of scores and moves, chosen by the handshake.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Dialect {
    /// The Universal Game Interface. It is the dialect until a handshake chooses another.
    #[default]
    Ugi,
    /// The Universal Chess Interface.
    Uci,
}
