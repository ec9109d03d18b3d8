//! What comes behind a test.

use super::walk::Closure;

/// What comes behind a test.
pub(super) enum Behind {
    /// Fails if the test fails.
    Plain(Closure),
    /// Goes on with the second if the test fails.
    Else(Closure, Closure),
    /// The same, also if the first fails.
    Try(Closure, Closure),
    /// The end of a check.
    Yes,
    /// The end of a check. Goes on there if the test fails.
    YesElse(Closure),
}
