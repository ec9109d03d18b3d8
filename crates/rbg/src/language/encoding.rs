//! The bytes of a file as text.

use super::error::RulesMistake;

/// The text of a file, which must be UTF-8.
///
/// # Errors
///
/// If it is another encoding, or no text.
pub fn text_of(file: &str, bytes: Vec<u8>) -> Result<String, RulesMistake> {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(RulesMistake::of_file(file, "this file is UTF-16: save it as UTF-8"));
    }
    String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let text = String::from_utf8_lossy(&error.as_bytes()[..good]);
        RulesMistake::at(file, &text, good, "this file is no UTF-8 text from here on")
    })
}
