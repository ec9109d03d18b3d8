//! Help: how a command is written, and what it does.

/// Help on one command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Topic {
    /// The word that a line of this command begins with.
    pub name: &'static str,
    /// Other names of the command.
    pub aliases: &'static [&'static str],
    /// How the command is written.
    pub usage: &'static str,
    /// What it does, in a sentence.
    pub about: &'static str,
}

impl Topic {
    /// Whether this is the name of the command, or an alias.
    pub fn is_called(&self, word: &str) -> bool {
        self.name == word || self.aliases.contains(&word)
    }
}

/// Lines of help on one command, or an overview of `topics`. `None` if there is no such command.
pub fn explain<'a>(
    topics: impl Iterator<Item = &'a Topic>,
    command: Option<&str>,
) -> Option<Vec<String>> {
    // The aliases come after all commands.
    let (mut all, mut aliases) = (Vec::new(), Vec::new());
    for Topic { name, aliases: others, usage, about } in topics {
        all.push((*name, *usage, (*about).to_owned()));
        let about = format!("another name for {name}");
        aliases.extend(others.iter().map(|&alias| (alias, alias, about.clone())));
    }
    all.extend(aliases);
    let Some(command) = command else {
        let width = all.iter().map(|(name, ..)| name.len()).max().unwrap_or(0);
        return Some(
            all.iter().map(|(name, _, about)| format!("{name:width$}  {about}")).collect(),
        );
    };
    let (_, usage, about) = all.into_iter().find(|(name, ..)| *name == command)?;
    Some(vec![format!("usage: {usage}"), about])
}
