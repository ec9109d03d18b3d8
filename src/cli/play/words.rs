//! What can be typed beside moves.

use std::path::PathBuf;

use crate::sys::suggestion;

/// Something to do that is no move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Order {
    /// So many times.
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
    /// What is said of it; nothing: to be told how it is.
    Set(Setting, String),
    Swap,
    Help,
    Quit,
}

/// Something that can be changed in mid-game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Setting {
    First,
    Second,
    Strength,
    Movetime,
    Depth,
    Nodes,
    Verdicts,
    Option,
}

/// A text that is no order.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum NoOrder {
    /// Its first word is none of ours.
    #[error("no command")]
    Unknown,
    /// More was said than there is to say.
    #[error("'{0}' stands alone: nothing comes after it")]
    Crowded(&'static str),
    /// A number is due.
    #[error("'undo' takes a number, 1 if it is left out")]
    Uncounted,
}

struct Word {
    name: &'static str,
    /// Other ways to say it.
    aliases: &'static [&'static str],
    /// How it is written in the list of commands.
    usage: &'static str,
    meaning: &'static str,
    order: Order,
}

const fn word(
    name: &'static str,
    aliases: &'static [&'static str],
    usage: &'static str,
    meaning: &'static str,
    order: Order,
) -> Word {
    Word { name, aliases, usage, meaning, order }
}

const fn setting(
    name: &'static str,
    usage: &'static str,
    meaning: &'static str,
    setting: Setting,
) -> Word {
    word(name, &[], usage, meaning, Order::Set(setting, String::new()))
}

static WORDS: [Word; 21] = [
    word(
        "undo",
        &["u"],
        "undo [N]",
        "take your last move back, and the engine's answer",
        Order::Undo(1),
    ),
    word(
        "hint",
        &[],
        "hint",
        "what the engine would play here; below full strength, the best move",
        Order::Hint,
    ),
    word("eval", &[], "eval", "who stands better, without naming a move", Order::Eval),
    word("moves", &[], "moves", "all legal moves", Order::Moves),
    word("flip", &[], "flip", "look at the board from the other side", Order::Flip),
    word("show", &[], "show", "draw the board again", Order::Show),
    word("go", &[], "go", "let the engine make this move, or go on after Ctrl-C", Order::Go),
    word(
        "save",
        &[],
        "save [FILE]",
        "add the record of the game to a file (sarsen-games.txt)",
        Order::Save(None),
    ),
    word("resign", &[], "resign", "give the game up", Order::Resign),
    word("new", &[], "new", "begin again, each on the same side", Order::New),
    word("swap", &[], "swap", "change sides", Order::Swap),
    setting("first", "first [WHO]", "who plays the first player: person or engine", Setting::First),
    setting("second", "second [WHO]", "who plays the second player", Setting::Second),
    setting("strength", "strength [0..100]", "how well the engine plays", Setting::Strength),
    setting(
        "movetime",
        "movetime [MS]",
        "time of the engine for a move, or 'none'",
        Setting::Movetime,
    ),
    setting("depth", "depth [PLIES]", "how far the engine looks ahead, or 'none'", Setting::Depth),
    setting(
        "nodes",
        "nodes [N]",
        "positions the engine visits for a move, or 'none'",
        Setting::Nodes,
    ),
    setting(
        "verdicts",
        "verdicts [on|auto|off]",
        "whether the engine tells what it thinks; auto: but for distant proofs",
        Setting::Verdicts,
    ),
    setting(
        "option",
        "option [NAME=VALUE]",
        "an option of the engine; all of them, if left out",
        Setting::Option,
    ),
    word("help", &["?", "h"], "help", "this list", Order::Help),
    word("quit", &["q", "exit"], "quit", "leave; so does Ctrl-D", Order::Quit),
];

/// The names of all commands.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    WORDS.iter().map(|word| word.name)
}

/// What may be typed, for completion: the commands, and what some of them go on with; `options` are
/// the names of the engine's options.
pub(super) fn completions(options: &[&str]) -> Vec<String> {
    let sides = ["first", "second"].map(|side| ["person", "engine"].map(|who| (side, who)));
    let limits = ["movetime", "depth", "nodes"].map(|limit| (limit, "none"));
    let verdicts = ["on", "auto", "off"].map(|verdicts| ("verdicts", verdicts));
    let pairs = sides.into_iter().flatten().chain(limits).chain(verdicts);
    let pairs = pairs.map(|(command, word)| format!("{command} {word}"));
    let options = options.iter().map(|name| format!("option {name}="));
    names().map(str::to_owned).chain(pairs).chain(options).collect()
}

/// The commands and what they do, a line each.
pub(super) fn help() -> String {
    WORDS.iter().map(|word| format!("  {:22} {}\n", word.usage, word.meaning)).collect()
}

/// The command that is spelt most like a text, if one is at all.
pub(super) fn nearest(text: &str) -> Option<&'static str> {
    suggestion::nearest(text.split_whitespace().next()?, names())
}

/// Reads an order.
pub(super) fn read(text: &str) -> Result<Order, NoOrder> {
    let text = text.trim();
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let is = |name: &str| name.eq_ignore_ascii_case(first);
    let word = WORDS.iter().find(|word| is(word.name) || word.aliases.iter().any(|name| is(name)));
    let word = word.ok_or(NoOrder::Unknown)?;
    match (&word.order, rest.trim()) {
        (order, "") => Ok(order.clone()),
        (Order::Save(_), file) => Ok(Order::Save(Some(file.into()))),
        (Order::Help, _) => Ok(Order::Help),
        (Order::Set(setting, _), said) => Ok(Order::Set(*setting, said.to_owned())),
        (Order::Undo(_), count) => match count.parse() {
            Ok(count) if count > 0 => Ok(Order::Undo(count)),
            _ => Err(NoOrder::Uncounted),
        },
        _ => Err(NoOrder::Crowded(word.name)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_read() {
        assert_eq!(read(" Undo "), Ok(Order::Undo(1)));
        assert_eq!(read("undo 3"), Ok(Order::Undo(3)));
        assert_eq!(read("undo x"), Err(NoOrder::Uncounted));
        assert_eq!(read("help undo"), Ok(Order::Help));
        assert_eq!(read("?"), Ok(Order::Help));
        assert_eq!(read("save"), Ok(Order::Save(None)));
        assert_eq!(read("save  a b.txt "), Ok(Order::Save(Some("a b.txt".into()))));
        assert_eq!(read("Strength"), Ok(Order::Set(Setting::Strength, String::new())));
        assert_eq!(
            read("option Book Variety = 3"),
            Ok(Order::Set(Setting::Option, "Book Variety = 3".to_owned()))
        );
        assert_eq!(read("swap"), Ok(Order::Swap));
        assert_eq!(read("hint now"), Err(NoOrder::Crowded("hint")));
        assert_eq!(read("4"), Err(NoOrder::Unknown));
        assert_eq!(read(""), Err(NoOrder::Unknown));
    }

    #[test]
    fn misspelt_orders_are_recognised() {
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
