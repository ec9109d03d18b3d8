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
    pub(super) knowledge: Knowledge,
    pub(super) overhead_ms: u64,
    pub(super) variant: Option<String>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            lines: 1,
            ponder: false,
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
    registry: &Registry,
) -> Result<Setting, String> {
    let key = name.to_ascii_lowercase();
    let unknown = || format!("unknown option '{}'; 'ugi' lists the options", excerpt(name, 40));
    if key == "clear hash" {
        return Ok(Setting::ClearHash);
    }
    let known = [
        "game",
        "hash",
        "multipv",
        "ponder",
        "evaluator",
        "knowledge",
        "move overhead",
        "uci_variant",
    ];
    if !known.contains(&key.as_str()) {
        return Err(unknown());
    }
    let value = value
        .ok_or_else(|| format!("option {name} needs a value: setoption name {name} value ..."))?;
    let shown = excerpt(value, 40);
    let spin = |min: u64, max: u64| match value.parse::<u64>() {
        Ok(n) if (min..=max).contains(&n) => Ok(n),
        _ => Err(format!("option {name}: '{shown}' is not a number from {min} to {max}")),
    };
    Ok(match key.as_str() {
        "game" => {
            let (game, setup) = value.split_once(char::is_whitespace).unwrap_or((value, ""));
            Setting::Game { name: game.to_ascii_lowercase(), setup: setup.trim().to_owned() }
        }
        "hash" => Setting::Hash(spin(1, MAX_HASH as u64)? as usize),
        "multipv" => Setting::MultiPv(spin(1, MAX_LINES as u64)? as usize),
        "move overhead" => Setting::MoveOverhead(spin(0, MAX_OVERHEAD)?),
        "ponder" => match value.to_ascii_lowercase().as_str() {
            "true" => Setting::Ponder(true),
            "false" => Setting::Ponder(false),
            _ => return Err(format!("option {name}: '{shown}' is neither 'true' nor 'false'")),
        },
        "evaluator" => Setting::Evaluator(value.to_owned()),
        "knowledge" => match value.to_ascii_lowercase().as_str() {
            "none" => Setting::Knowledge(Knowledge::None),
            "tactics" => Setting::Knowledge(Knowledge::Tactics),
            _ => return Err(format!("option {name}: '{shown}' is neither 'none' nor 'tactics'")),
        },
        _ => {
            let known: Vec<&str> = registry.uci_variants().map(|(variant, _)| variant).collect();
            match known.iter().find(|variant| variant.eq_ignore_ascii_case(value)) {
                Some(variant) => Setting::Variant((*variant).to_owned()),
                None => {
                    return Err(format!(
                        "option {name}: '{shown}' is not one of: {}",
                        known.join(", ")
                    ));
                }
            }
        }
    })
}
