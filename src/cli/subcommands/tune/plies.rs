//! A number of plies, or a range, in the arguments of `sarsen tune`.

/// Parses `4` or `2-8`.
pub(super) fn plies(text: &str) -> Result<[usize; 2], String> {
    let number = |text: &str| text.parse().map_err(|_| format!("'{text}' is not a whole number"));
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let plies = [number(least)?, number(most)?];
    if plies[0] <= plies[1] { Ok(plies) } else { Err("the lesser number comes first".to_owned()) }
}
