//! The commands that can be typed instead of moves.

use std::path::PathBuf;

use sarsen_core::sys::suggestion;

/// A command of a person at the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum PlayCommand {
    /// Take back the last move this many times.
    Undo(usize),
    Hint,
    Eval,
    Moves,
    Flip,
    Show,
    Go,
    Save(Option<PathBuf>),
    Resign,
    New,
    /// Change a setting to this text, or show it if the text is empty.
    Set(SettingName, String),
    Swap,
    Rules,
    Help,
    Quit,
}

/// A setting that can be changed during the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SettingName {
    First,
    Second,
    Strength,
    Movetime,
    Depth,
    Nodes,
    Verdicts,
    Option,
}

/// Why a text is not a command.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum NotACommand {
    /// No command begins with the first word.
    #[error("no command")]
    Unknown,
    /// Something follows a command that takes no argument.
    #[error("'{0}' stands alone: nothing comes after it")]
    Crowded(&'static str),
    /// The argument is not a number.
    #[error("'undo' takes a number, 1 if it is left out")]
    Uncounted,
}

/// A command in the list of `help`.
struct CommandWord {
    name: &'static str,
    /// Other names.
    aliases: &'static [&'static str],
    /// The command with its arguments.
    usage: &'static str,
    meaning: &'static str,
    command: PlayCommand,
}

const fn word(
    name: &'static str,
    aliases: &'static [&'static str],
    usage: &'static str,
    meaning: &'static str,
    command: PlayCommand,
) -> CommandWord {
    CommandWord { name, aliases, usage, meaning, command }
}

const fn setting(
    name: &'static str,
    usage: &'static str,
    meaning: &'static str,
    setting: SettingName,
) -> CommandWord {
    word(name, &[], usage, meaning, PlayCommand::Set(setting, String::new()))
}

static WORDS: [CommandWord; 22] = [
    word(
        "undo",
        &["u"],
        "undo [N]",
        "take your last move back, and the engine's answer",
        PlayCommand::Undo(1),
    ),
    word(
        "hint",
        &[],
        "hint",
        "what the engine would play here; below full strength, the best move",
        PlayCommand::Hint,
    ),
    word("eval", &[], "eval", "who stands better, without naming a move", PlayCommand::Eval),
    word("moves", &[], "moves", "all legal moves", PlayCommand::Moves),
    word("flip", &[], "flip", "look at the board from the other side", PlayCommand::Flip),
    word("show", &[], "show", "draw the board again", PlayCommand::Show),
    word("go", &[], "go", "let the engine make this move, or go on after Ctrl-C", PlayCommand::Go),
    word(
        "save",
        &[],
        "save [FILE]",
        "add the record of the game to a file (sarsen-games.txt)",
        PlayCommand::Save(None),
    ),
    word("resign", &[], "resign", "give the game up", PlayCommand::Resign),
    word("new", &[], "new", "begin again, each on the same side", PlayCommand::New),
    word("swap", &[], "swap", "change sides", PlayCommand::Swap),
    setting(
        "first",
        "first [WHO]",
        "who plays the first player: person or engine",
        SettingName::First,
    ),
    setting("second", "second [WHO]", "who plays the second player", SettingName::Second),
    setting("strength", "strength [0..100]", "how well the engine plays", SettingName::Strength),
    setting(
        "movetime",
        "movetime [MS]",
        "time of the engine for a move, or 'none'",
        SettingName::Movetime,
    ),
    setting(
        "depth",
        "depth [PLIES]",
        "how far the engine looks ahead, or 'none'",
        SettingName::Depth,
    ),
    setting(
        "nodes",
        "nodes [N]",
        "positions the engine visits for a move, or 'none'",
        SettingName::Nodes,
    ),
    setting(
        "verdicts",
        "verdicts [on|auto|off]",
        "whether the engine tells what it thinks; auto: except distant proofs",
        SettingName::Verdicts,
    ),
    setting(
        "option",
        "option [NAME=VALUE]",
        "an option of the engine; all of them, if left out",
        SettingName::Option,
    ),
    word("rules", &[], "rules", "the rules of the game", PlayCommand::Rules),
    word("help", &["?", "h"], "help", "this list", PlayCommand::Help),
    word("quit", &["q", "exit"], "quit", "leave; so does Ctrl-D", PlayCommand::Quit),
];

/// The names of all commands.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    WORDS.iter().map(|word| word.name)
}

/// The texts that completion offers: the commands, and the words that can follow some of them.
/// `options` are the names of the engine's options.
pub(crate) fn completions(options: &[&str]) -> Vec<String> {
    let sides = ["first", "second"].map(|side| ["person", "engine"].map(|who| (side, who)));
    let limits = ["movetime", "depth", "nodes"].map(|limit| (limit, "none"));
    let verdicts = ["on", "auto", "off"].map(|verdicts| ("verdicts", verdicts));
    let pairs = sides.into_iter().flatten().chain(limits).chain(verdicts);
    let pairs = pairs.map(|(command, word)| format!("{command} {word}"));
    let options = options.iter().map(|name| format!("option {name}="));
    names().map(str::to_owned).chain(pairs).chain(options).collect()
}

/// The list of commands, one per line.
pub(crate) fn help() -> String {
    WORDS.iter().map(|word| format!("  {:22} {}\n", word.usage, word.meaning)).collect()
}

/// The command that is spelt most like a text. `None` if none is similar.
pub(crate) fn nearest(text: &str) -> Option<&'static str> {
    suggestion::nearest(text.split_whitespace().next()?, names())
}

/// Parses a command.
pub(crate) fn parse(text: &str) -> Result<PlayCommand, NotACommand> {
    let text = text.trim();
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let is = |name: &str| name.eq_ignore_ascii_case(first);
    let word = WORDS.iter().find(|word| is(word.name) || word.aliases.iter().any(|name| is(name)));
    let word = word.ok_or(NotACommand::Unknown)?;
    match (&word.command, rest.trim()) {
        (command, "") => Ok(command.clone()),
        (PlayCommand::Save(_), file) => Ok(PlayCommand::Save(Some(file.into()))),
        (PlayCommand::Help, _) => Ok(PlayCommand::Help),
        (PlayCommand::Set(setting, _), said) => Ok(PlayCommand::Set(*setting, said.to_owned())),
        (PlayCommand::Undo(_), count) => match count.parse() {
            Ok(count) if count > 0 => Ok(PlayCommand::Undo(count)),
            _ => Err(NotACommand::Uncounted),
        },
        _ => Err(NotACommand::Crowded(word.name)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_parsed() {
        assert_eq!(parse(" Undo "), Ok(PlayCommand::Undo(1)));
        assert_eq!(parse("undo 3"), Ok(PlayCommand::Undo(3)));
        assert_eq!(parse("undo x"), Err(NotACommand::Uncounted));
        assert_eq!(parse("help undo"), Ok(PlayCommand::Help));
        assert_eq!(parse("?"), Ok(PlayCommand::Help));
        assert_eq!(parse("save"), Ok(PlayCommand::Save(None)));
        assert_eq!(parse("save  a b.txt "), Ok(PlayCommand::Save(Some("a b.txt".into()))));
        assert_eq!(parse("Strength"), Ok(PlayCommand::Set(SettingName::Strength, String::new())));
        assert_eq!(
            parse("option Book Variety = 3"),
            Ok(PlayCommand::Set(SettingName::Option, "Book Variety = 3".to_owned()))
        );
        assert_eq!(parse("swap"), Ok(PlayCommand::Swap));
        assert_eq!(parse("hint now"), Err(NotACommand::Crowded("hint")));
        assert_eq!(parse("4"), Err(NotACommand::Unknown));
        assert_eq!(parse(""), Err(NotACommand::Unknown));
    }

    #[test]
    fn misspelt_commands_are_recognised() {
        assert_eq!(nearest("udno"), Some("undo"));
        assert_eq!(nearest("HELPP me"), Some("help"));
        assert_eq!(nearest("hitn"), Some("hint"));
        assert_eq!(nearest("resing"), Some("resign"));
        assert_eq!(nearest("foo"), None);
        assert_eq!(nearest("five"), None);
        assert_eq!(nearest("9"), None);
        assert_eq!(nearest("xyzzy"), None);
        assert_eq!(nearest(""), None);
    }
}
