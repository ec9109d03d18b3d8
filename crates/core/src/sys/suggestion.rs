//! Guesses the name behind a mistyped name.

/// The name whose spelling is nearest to a text. `None` if no name is near enough.
pub fn nearest<'a>(typed: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed = typed.to_lowercase();
    let far = |name: &str| strsim::damerau_levenshtein(&typed, &name.to_lowercase());
    // Up to a third of a name's letters may be wrong. Two swapped neighbours count as one letter.
    let near = names.into_iter().filter(|name| 3 * far(name) <= name.len());
    near.min_by_key(|name| far(name))
}

/// The end of an error about an unknown name: a guess if a known name is near, else nothing.
pub fn did_you_mean<'a>(typed: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    // A text this long is not a typing mistake, and would take long to compare.
    let typed = if typed.len() <= 100 { typed } else { "" };
    nearest(typed, names).map(|name| format!("; did you mean '{name}'?")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_near_is_guessed() {
        let names = ["connect4", "stonehenge"];
        assert_eq!(did_you_mean("conect4", names), "; did you mean 'connect4'?");
        assert_eq!(did_you_mean("Stonehedge", names), "; did you mean 'stonehenge'?");
        for far in ["", "chess", "4", &"connect4".repeat(99)] {
            assert_eq!(did_you_mean(far, names), "", "{far}");
        }
    }
}
