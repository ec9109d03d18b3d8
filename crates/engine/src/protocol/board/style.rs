//! The style sheet of a picture that stands alone. It changes nothing outside the picture, so that
//! a page may have the picture inside.

/// How boards look, on a page and in pictures.
pub const BOARD_STYLE: &str = include_str!("board.css");

/// The class of every picture.
const PICTURE: &str = ".sarsen-board";

/// What the style sheet of the page says of the page as a whole.
const ROOT: &str = ":root";

/// The style sheet: a rule of the page for every rule, without comments, for pictures alone. The
/// rules for the themes that a page may choose are left out.
pub(super) fn of_pictures() -> String {
    let style = without_comments(BOARD_STYLE);
    let mut scoped = String::new();
    for rule in style.split('}') {
        let Some((selectors, body)) = rule.split_once('{') else { continue };
        let selectors: Vec<String> = selectors.split(',').filter_map(scoped_to_picture).collect();
        if selectors.is_empty() {
            continue;
        }
        scoped += &format!("{} {{\n", selectors.join(",\n"));
        for line in body.lines().map(str::trim).filter(|line| !line.is_empty()) {
            scoped += line;
            scoped.push('\n');
        }
        scoped += "}\n";
    }
    scoped
}

/// The classes of a picture as a whole begin like this.
const OWN: [&str; 4] = [".first-", ".second-", ".ground-", ".made-"];

/// A selector that finds the same, but within pictures alone. None if it is about a theme.
fn scoped_to_picture(selector: &str) -> Option<String> {
    match selector.trim() {
        ROOT => Some(PICTURE.to_owned()),
        theme if theme.starts_with(ROOT) => None,
        own if own.starts_with(PICTURE) => Some(own.to_owned()),
        own if OWN.iter().any(|begin| own.starts_with(begin)) => Some(format!("{PICTURE}{own}")),
        other => Some(format!("{PICTURE} {other}")),
    }
}

/// A style sheet without its comments.
fn without_comments(style: &str) -> String {
    let mut parts = style.split("/*");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |kept, part| kept + part.split_once("*/").map_or("", |(_, rest)| rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_rule_reaches_beyond_a_picture() {
        let style = of_pictures();
        let selectors = style.lines().filter(|line| line.ends_with('{') || line.starts_with('.'));
        let mut count = 0;
        for selector in selectors {
            assert!(selector.starts_with(PICTURE), "{selector}");
            count += 1;
        }
        assert!(count > 20 && !style.contains(ROOT) && !style.contains("/*"));
        assert_eq!(style.matches("color-scheme").count(), 1);
    }

    #[test]
    fn the_style_has_no_comments_and_stays_text() {
        assert_eq!(without_comments("a/* b */c/* d"), "ac");
        let style = of_pictures();
        assert!(style.contains("--board-first") && style.len() > 1000);
        // Nothing in it has to be escaped, so that it is the same in a page and in a picture.
        assert!(style.is_ascii() && !style.contains(['<', '&', '>']));
    }
}
