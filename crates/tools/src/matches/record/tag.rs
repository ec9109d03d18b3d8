//! Reads a tag, as the standard of PGN has it or as people write it.

/// A tag at the beginning of a text.
pub(super) struct TagText {
    /// Its length in the text, in bytes.
    pub(super) length: usize,
    pub(super) name: String,
    pub(super) value: String,
    /// Whether it is written as the standard has it.
    pub(super) is_strict: bool,
}

/// The tag with which a text begins.
pub(super) fn tag(text: &str) -> Option<TagText> {
    strict_tag(text).or_else(|| loose_tag(text))
}

/// The tag with which a text begins, if it is `[Name "value"]`. Before a quote and a backslash in
/// the value stands a backslash.
pub(super) fn strict_tag(text: &str) -> Option<TagText> {
    let inner = text.strip_prefix('[')?.trim_start();
    let length = inner.find(|c| !is_of_name(c)).filter(|&length| length > 0)?;
    let (name, after) = inner.split_at(length);
    let quoted = after.strip_prefix(char::is_whitespace)?.trim_start().strip_prefix('"')?;
    let mut value = String::new();
    let mut chars = quoted.chars();
    loop {
        match chars.next()? {
            '"' => break,
            '\n' => return None,
            '\\' => value.push(chars.next().filter(|c| "\\\"".contains(*c))?),
            c => value.push(c),
        }
    }
    let after = chars.as_str().trim_start().strip_prefix(']')?;
    let length = text.len() - after.len();
    Some(TagText { length, name: name.to_owned(), value, is_strict: true })
}

/// The tag with which a text begins, if it stands in one line and its parts are clear: there may be
/// blanks and signs in its name, quotes and backslashes in its value, or no quotes around it.
fn loose_tag(text: &str) -> Option<TagText> {
    let inner = text.strip_prefix('[')?;
    // The line up to its last bracket, if all of it is there.
    let of_line = || inner[..inner.find('\n')?].trim_end().strip_suffix(']');
    // Only what belongs to the tag is looked at. The line may be long.
    let quote = inner.find(['"', '\n']).filter(|&at| inner[at..].starts_with('"'));
    let (name, value, length) = match quote {
        Some(quote) => {
            let start = quote + 1;
            let closed = inner[start..]
                .match_indices([']', '\n'])
                .take_while(|(_, found)| *found == "]")
                .map(|(at, _)| start + at)
                .find_map(|at| Some((inner[start..at].trim_end().strip_suffix('"')?, at)));
            let unquoted = || {
                let line = of_line()?;
                Some((line.get(start..)?, line.len()))
            };
            // A tag without a bracket has no more than the line.
            let open = || {
                let line = inner[..inner.find('\n')?].trim_end();
                Some((line.get(start..)?.strip_suffix('"')?, line.len() - 1))
            };
            let (value, length) = closed.or_else(unquoted).or_else(open)?;
            (&inner[..quote], value, length)
        }
        None => {
            let line = of_line()?;
            let (name, value) = line.trim_start().split_once(char::is_whitespace)?;
            (name, value.trim(), line.len())
        }
    };
    let name: String = name.chars().filter(|&c| is_of_name(c)).collect();
    let value = value.replace("\\\"", "\"").replace("\\\\", "\\");
    // Both brackets belong to it.
    (!name.is_empty()).then(|| TagText { length: length + 2, name, value, is_strict: false })
}

fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_read_as_people_write_them() {
        for (text, name, value, is_strict) in [
            ("[Event \"a \\\"b\\\" \\\\\"] x", "Event", "a \"b\" \\", true),
            ("[ Event\n \"\" ]", "Event", "", true),
            ("[Event \"the \"Big\" one\"] 1.", "Event", "the \"Big\" one", false),
            ("[Site \"C:\\games\\\"]\n1.", "Site", "C:\\games\\", false),
            ("[Site \"[here]\"][b \"c\"]", "Site", "[here]", true),
            ("[White Elo \"1200\"][b \"c\"]", "WhiteElo", "1200", false),
            ("[Event \"x]\r\n*", "Event", "x", false),
            ("[Game connect4 7x6]\n", "Game", "connect4 7x6", false),
            ("[Event\"x\"]", "Event", "x", false),
            ("[Event \"x\"\n[Site \"]\"]", "Event", "x", false),
        ] {
            let found = tag(text).expect(text);
            assert_eq!((&*found.name, &*found.value, found.is_strict), (name, value, is_strict));
            assert!(text[..found.length].ends_with([']', '"']), "{text}");
        }
        for text in ["[Event", "[]", "[d]", "[\"x\"]", "[Event \"x", "[Event \"x\ny\"]", "Event"] {
            assert!(tag(text).is_none(), "{text}");
        }
    }
}
