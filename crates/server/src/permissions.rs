//! What a client may do.

use sarsen_engine::engine::EngineBounds;

/// What a client may do.
#[derive(Clone, Copy, Debug)]
pub struct Permissions {
    /// Whether options may read files.
    pub files: bool,
    /// The bounds of its engine's options, if its searches borrow their memory. None if it has
    /// memory of its own and no bounds.
    pub bounds: Option<EngineBounds>,
}

impl Permissions {
    /// Everything, for a client that has the process to itself.
    pub(crate) const ALL: Self = Self { files: true, bounds: None };

    /// The limit for the memory of commands that wait for their turn, in bytes.
    pub(crate) const fn room(&self) -> usize {
        if self.bounds.is_some() { 1 << 20 } else { 64 << 20 }
    }
}
