//! Calls code that others may have written, such as the code of a game. A panic there becomes an
//! error.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// The code of a game has panicked, with this message.
#[derive(Debug, thiserror::Error)]
#[error("the game's code has panicked: {0}")]
pub struct Panicked(pub String);

/// Calls the code of a game. The engine stays usable after a panic: a search works on copies and on
/// the table, and an entry of the table is either whole or not found.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, Panicked> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        Panicked(text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("no message").to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_answer() {
        assert!(matches!(guarded(|| 7), Ok(7)));
        let answer: Result<(), Panicked> = guarded(|| panic!("{} is wrong", "this"));
        assert!(matches!(answer, Err(Panicked(why)) if why == "this is wrong"));
        let answer: Result<(), Panicked> = guarded(|| panic!("that"));
        assert!(matches!(answer, Err(Panicked(why)) if why == "that"));
    }
}
