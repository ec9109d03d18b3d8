//! The options: their names, types and limits, and how they are announced.

use crate::game::excerpt;
use crate::protocol::Face;
use crate::session::{Knowledge, Registry, Session};

/// Table size in MiB before anything is said of it.
pub(super) const DEFAULT_HASH: usize = 64;
const MAX_HASH: usize = 1 << 20;
const MAX_LINES: usize = 500;
/// What is lost between the engine and the clock at each move, in ms, before anything is said of it.
const DEFAULT_OVERHEAD: u64 = 10;
const MAX_OVERHEAD: u64 = 5000;

/// Options that the server keeps itself; the others belong to the session or the table.
#[derive(Debug)]
pub(super) struct Options {
    pub(super) lines: usize,
    pub(super) ponder: bool,
    pub(super) own_ponder: bool,
    pub(super) evaluator: Option<String>,
    pub(super) knowledge: Knowledge,
    pub(super) overhead_ms: u64,
    pub(super) variant: Option<String>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            lines: 1,
            ponder: false,
            own_ponder: false,
            evaluator: None,
            knowledge: Knowledge::default(),
            overhead_ms: DEFAULT_OVERHEAD,
            variant: None,
        }
    }
}

/// An option with a value that has been checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Setting {
    Game { name: String, setup: String },
    Hash(usize),
    ClearHash,
    MultiPv(usize),
    Ponder(bool),
    OwnPonder(bool),
    Evaluator(String),
    Knowledge(Knowledge),
    MoveOverhead(u64),
    Variant(String),
}

/// The lines that announce the options.
pub(super) fn announce(face: Face, registry: &Registry, session: &dyn Session) -> Vec<String> {
    let combo = |name: &str, values: &[&str]| {
        let vars: String = values.iter().map(|value| format!(" var {value}")).collect();
        format!("option name {name} type combo default {}{vars}", values.first().unwrap_or(&""))
    };
    let spin = |name: &str, default: usize, min: usize, max: usize| {
        format!("option name {name} type spin default {default} min {min} max {max}")
    };
    let games: Vec<&str> = registry.names().collect();
    let mut lines = vec![
        combo("Game", &games),
        spin("Hash", DEFAULT_HASH, 1, MAX_HASH),
        "option name Clear Hash type button".to_owned(),
        spin("MultiPV", 1, 1, MAX_LINES),
        "option name Ponder type check default false".to_owned(),
        "option name Own Ponder type check default false".to_owned(),
        combo("Evaluator", &session.evaluators()),
        "option name Knowledge type combo default tactics var none var tactics".to_owned(),
        spin("Move Overhead", DEFAULT_OVERHEAD as usize, 0, MAX_OVERHEAD as usize),
    ];
    let variants: Vec<&str> = registry.uci_variants().map(|(variant, _)| variant).collect();
    if face == Face::Uci && !variants.is_empty() {
        lines.push(combo("UCI_Variant", &variants));
    }
    lines
}

/// Checks an option's name and value.
pub(super) fn read(
    name: &str,
    value: Option<&str>,
    face: Face,
    registry: &Registry,
) -> Result<Setting, String> {
    let given = || {
        let missing = || format!("option {name} needs a value: setoption name {name} value ...");
        value.ok_or_else(missing)
    };
    let refused = |value: &str, wanted: String| {
        format!("option {name}: '{}' is not {wanted}", excerpt(value, 40))
    };
    let number = |min: u64, max: u64| {
        let value = given()?;
        let digits = value.bytes().all(|byte| byte.is_ascii_digit());
        let n = value.parse::<u64>().ok().filter(|n| digits && (min..=max).contains(n));
        n.ok_or_else(|| refused(value, format!("a number from {min} to {max}")))
    };
    let one_of = |known: &[&str]| {
        let value = given()?;
        let found = known.iter().position(|known| known.eq_ignore_ascii_case(value));
        found.ok_or_else(|| refused(value, format!("one of: {}", known.join(", "))))
    };
    Ok(match name.to_ascii_lowercase().as_str() {
        "game" => {
            let value = given()?;
            let (game, setup) = value.split_once(char::is_whitespace).unwrap_or((value, ""));
            Setting::Game { name: game.to_ascii_lowercase(), setup: setup.trim().to_owned() }
        }
        "hash" => Setting::Hash(number(1, MAX_HASH as u64)? as usize),
        "clear hash" if value.is_none() => Setting::ClearHash,
        "clear hash" => return Err(format!("option {name} is a button and takes no value")),
        "multipv" => Setting::MultiPv(number(1, MAX_LINES as u64)? as usize),
        "move overhead" => Setting::MoveOverhead(number(0, MAX_OVERHEAD)?),
        "ponder" => Setting::Ponder(one_of(&["false", "true"])? == 1),
        "own ponder" => Setting::OwnPonder(one_of(&["false", "true"])? == 1),
        "evaluator" => Setting::Evaluator(given()?.to_owned()),
        "knowledge" => match one_of(&["none", "tactics"])? {
            0 => Setting::Knowledge(Knowledge::None),
            _ => Setting::Knowledge(Knowledge::Tactics),
        },
        "uci_variant" if face == Face::Uci => {
            let known: Vec<&str> = registry.uci_variants().map(|(variant, _)| variant).collect();
            Setting::Variant(known[one_of(&known)?].to_owned())
        }
        _ => {
            let name = excerpt(name, 40);
            return Err(format!("unknown option '{name}'; 'ugi' lists the options"));
        }
    })
}
