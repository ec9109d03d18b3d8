//! Asks which game is to be played.

use std::io::{self, Write};

use super::lines::{LineInput, LineSource};
use crate::cli::subcommands::games::list;
use sarsen_engine::session::Registry;

/// Lists the games and asks for one. Returns its title. `None` if the person leaves.
pub(super) fn ask_game(
    registry: &Registry,
    lines: &mut dyn LineSource,
    out: &mut dyn Write,
) -> io::Result<Option<String>> {
    let usual = registry.names().next().unwrap_or_default();
    let words: Vec<String> = registry.names().chain(["quit"]).map(str::to_owned).collect();
    write!(out, "{}", list(registry))?;
    let prompt = format!("Which game? A setup may follow its name. [{usual}] ");
    loop {
        match lines.line(out, &prompt, &words)? {
            LineInput::Line(text) => match text.trim() {
                "" => return Ok(Some(usual.to_owned())),
                "quit" | "q" => return Ok(None),
                title => match registry.open_title(title) {
                    Ok(session) => return Ok(Some(session.title())),
                    Err(error) => writeln!(out, "Sorry, {error}")?,
                },
            },
            LineInput::Interrupted => writeln!(out, "'quit' or Ctrl-D leaves.")?,
            LineInput::End => return Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::subcommands::play::conversation::Fingers;

    fn chosen(typed: &[&str]) -> (Option<String>, String) {
        let typed: Vec<_> = typed.iter().map(|line| LineInput::Line((*line).to_owned())).collect();
        let mut out = Vec::new();
        let registry = sarsen_games::registry();
        let title = ask_game(&registry, &mut Fingers(typed.iter()), &mut out).unwrap();
        (title, String::from_utf8(out).unwrap())
    }

    #[test]
    fn the_games_are_listed_and_any_of_their_names_will_do() {
        let (title, said) = chosen(&["Go", "othello 3x3", "Connect Four 8x7"]);
        assert_eq!(title.as_deref(), Some("connect4 8x7"));
        for part in ["\nothello ", "Sorry, unknown game 'Go'", "Sorry, setup '3x3'"] {
            assert!(said.contains(part), "{said}");
        }
        assert_eq!(chosen(&[""]).0.as_deref(), Some("connect4"));
        for left in [&["quit"][..], &[]] {
            assert_eq!(chosen(left).0, None);
        }
    }
}
