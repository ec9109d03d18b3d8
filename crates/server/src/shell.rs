//! The program's subcommands, so that the server can advise users who type one by mistake.

/// How the program is called in the shell.
#[derive(Clone, Debug, Default)]
pub struct Shell {
    /// The program's own name.
    pub program: String,
    /// Its subcommands.
    pub tasks: Vec<String>,
}

impl Shell {
    /// Whether this is a subcommand.
    pub(super) fn has(&self, task: &str) -> bool {
        self.tasks.iter().any(|known| known == task)
    }

    /// The greeting for a person at a terminal, who would otherwise see nothing.
    pub(super) fn greeting(&self) -> String {
        match self.has("play") {
            true => format!("type 'help', or run '{} play'", self.program),
            false => "type 'help'".to_owned(),
        }
    }
}
