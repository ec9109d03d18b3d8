//! Macros and parameters that have the name of something else, which they hide.
//!
//! The language allows it. But then a name does not mean what its declaration says.

use super::declarations::Declarations;
use super::names::NameId;
use super::sections::Sections;
use super::tokens::Tokens;

/// A macro or a parameter that hides something: its token, and what is to be said.
pub(crate) type Hiding = (usize, String);

/// All of them, in the order of the file. What is never used hides nothing. Nor does a macro with
/// parameters: its name alone is an error.
pub(crate) fn hiding(
    tokens: &Tokens,
    sections: &Sections,
    declarations: &Declarations,
) -> Vec<Hiding> {
    let used = tokens.used_names();
    let mut found = Vec::new();
    let mut look = |name: NameId, at: usize, what: &str| {
        if let Some(other) = declarations.meaning(name).filter(|_| used.contains(&name)) {
            let (name, other) = (tokens.text(at), other.what());
            found.push((at, format!("the {what} '{name}' hides the {other} '{name}'")));
        }
    };
    for (&name, all) in &sections.macros {
        for m in all {
            if m.parameters.is_empty() {
                look(name, m.at, "macro");
            }
            // Between two parameters is a ';'.
            for (&parameter, at) in m.parameters.iter().zip((m.at + 2..).step_by(2)) {
                look(parameter, at, "parameter");
            }
        }
    }
    found.sort_unstable();
    found
}
