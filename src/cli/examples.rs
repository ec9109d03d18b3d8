//! The examples in the help of each command: what they are, and whose are shown.

use sarsen_engine::session::Registry;

/// The name of the program in texts and examples, as they are written in the source.
const WRITTEN: &str = "sarsen";

/// The length of the longest example, in characters. Clap breaks longer lines, so that they cannot
/// be copied.
const WIDTH: usize = 100;

/// A line for the shell that shows what a command can do.
pub(crate) struct Example {
    line: &'static str,
    game: NeededGame,
}

/// The game that an example is about.
enum NeededGame {
    /// Any: it works with every game.
    Any,
    /// The game of this name.
    Named(&'static str),
    /// The game of this name, which has to be the first, because the line does not name it.
    First(&'static str),
}

/// The examples of a command and of its subcommands.
pub(crate) struct Examples {
    pub(crate) lines: &'static [Example],
    /// By the names of the subcommands.
    pub(crate) subcommands: &'static [(&'static str, Examples)],
}

impl Example {
    /// A line that works with every game.
    pub(crate) const fn any(line: &'static str) -> Self {
        Self { line, game: NeededGame::Any }
    }

    /// A line that needs a game and names it.
    pub(crate) const fn of(game: &'static str, line: &'static str) -> Self {
        Self { line, game: NeededGame::Named(game) }
    }

    /// A line that needs a game and does not name it, because it is the first.
    pub(crate) const fn of_first(game: &'static str, line: &'static str) -> Self {
        Self { line, game: NeededGame::First(game) }
    }

    /// Whether the line works in a program with these games.
    fn works_with(&self, registry: &Registry) -> bool {
        match self.game {
            NeededGame::Any => true,
            NeededGame::Named(game) => registry.names().any(|name| name == game),
            NeededGame::First(game) => registry.names().next() == Some(game),
        }
    }
}

impl Examples {
    /// Those of a command without subcommands.
    pub(crate) const fn of(lines: &'static [Example]) -> Self {
        Self { lines, subcommands: &[] }
    }

    /// Those of a subcommand.
    pub(super) fn subcommand(&self, name: &str) -> Option<&Self> {
        self.subcommands.iter().find(|(known, _)| *known == name).map(|(_, examples)| examples)
    }

    /// The text for the help of a program with this name and these games. None if no example works
    /// there.
    pub(super) fn text(&self, program: &str, registry: &Registry) -> Option<String> {
        let lines = self.lines.iter().filter(|example| example.works_with(registry));
        let lines = lines.map(|example| in_name(example.line, program));
        let lines: String =
            lines.filter(|line| line.len() <= WIDTH).map(|line| format!("\n  {line}")).collect();
        (!lines.is_empty()).then(|| format!("Examples:{lines}"))
    }
}

/// A text with the name that the program has.
pub(super) fn in_name(text: &str, program: &str) -> String {
    text.replace(WRITTEN, program)
}
