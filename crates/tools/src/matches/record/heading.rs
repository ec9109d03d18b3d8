//! Reads the tags of a record.

use std::collections::HashMap;

use super::notes::Assumption;
use super::scan::{Scanner, has_empty_line};
use sarsen_core::game::excerpt;

/// The tags that decide what the moves mean. If one of them stands twice, its values must agree.
const DECIDING: [&str; 4] = ["Game", "GameType", "Position", "FEN"];

/// Tags that mean something here. People write them in any case.
const KNOWN: [&str; 11] = [
    "Game",
    "GameType",
    "Position",
    "FEN",
    "Result",
    "First",
    "Second",
    "White",
    "Black",
    "Termination",
    "Dice",
];

/// The tags of a record.
#[derive(Default)]
pub(super) struct Heading {
    /// Their names and values.
    pub(super) tags: Vec<(String, String)>,
    /// What was assumed, each with its place in the text.
    pub(super) notes: Vec<(usize, Assumption)>,
    /// Whether the record ends with them.
    pub(super) is_all: bool,
}

/// Why tags cannot be read.
pub(super) struct NoHeading {
    /// The place in the text.
    pub(super) at: usize,
    /// What is wrong there. `None` if no tag stands there.
    pub(super) conflict: Option<String>,
}

impl Heading {
    /// Reads the tags of a record. Between them there may be empty lines. After an empty line, the
    /// next record begins where a tag comes again.
    pub(super) fn read(scan: &mut Scanner<'_>) -> Result<Self, NoHeading> {
        let mut heading = Self::default();
        let mut places: HashMap<String, usize> = HashMap::new();
        // The place and the first tag of the lines since the last empty one.
        let (mut block, mut first) = (scan.at(), 0);
        loop {
            let before = scan.at();
            scan.skip();
            let at = scan.at();
            if !scan.rest().starts_with('[') {
                return Ok(heading);
            }
            if !heading.tags.is_empty() && has_empty_line(scan.between(before, at)) {
                (block, first) = (at, heading.tags.len());
            }
            let Some(mut found) = scan.tag() else {
                let line = scan.empty_tag().ok_or(NoHeading { at, conflict: None })?;
                heading.notes.push((at, Assumption::NoTag(line.to_owned())));
                continue;
            };
            if let Some(name) = KNOWN.iter().find(|name| found.name.eq_ignore_ascii_case(name)) {
                found.is_strict &= found.name == *name;
                found.name = (*name).to_owned();
            }
            if DECIDING.contains(&&*found.name) && matches!(found.value.trim(), "" | "?") {
                continue;
            }
            let known = places.get(&found.name).copied();
            if known.is_some_and(|known| known < first) {
                heading.tags.truncate(first);
                heading.notes.retain(|(at, _)| *at < block);
                heading.is_all = true;
                scan.go_to(block);
                return Ok(heading);
            }
            if !found.is_strict {
                let (name, value) = (found.name.clone(), found.value.clone());
                heading.notes.push((at, Assumption::LooseTag { name, value }));
            }
            match known {
                None => {
                    places.insert(found.name.clone(), heading.tags.len());
                    heading.tags.push((found.name, found.value));
                }
                Some(known) if heading.tags[known].1 == found.value => {}
                Some(_) if DECIDING.contains(&&*found.name) => {
                    let name = excerpt(&found.name, 40);
                    let conflict = format!("the tag '{name}' stands twice, with different values");
                    return Err(NoHeading { at, conflict: Some(conflict) });
                }
                Some(_) => heading.notes.push((at, Assumption::TagTwice(found.name))),
            }
        }
    }
}
