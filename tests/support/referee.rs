//! Other programs that know the rules of a game, asked by a script along random games.

use std::process::Command;

use super::{skipped, slow};

/// The status that says that the other program is not installed.
const MISSING: i32 = 77;

/// A script in `tests/support` that plays random games and compares each position with what another
/// program knows of it.
pub struct Referee {
    pub script: &'static str,
    /// The package that it needs.
    pub package: &'static str,
    /// The number of games.
    pub games: u32,
    /// The environment variable with another number of games.
    pub variable: &'static str,
}

impl Referee {
    /// Lets the script play with this engine. The variable `SARSEN_PYTHON` names the Python that
    /// has the package. Without the package the test says so and ends. It belongs to the slow tier.
    pub fn agrees(&self) {
        if slow::is_left_out(self.package) {
            return;
        }
        let games = std::env::var(self.variable).unwrap_or_else(|_| self.games.to_string());
        let python = std::env::var("SARSEN_PYTHON").unwrap_or_else(|_| "python3".to_owned());
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/").to_owned();
        let words = [&(script + self.script), &games, "1", env!("CARGO_BIN_EXE_sarsen")];
        let output = match Command::new(python).args(words).output() {
            Ok(output) if output.status.code() != Some(MISSING) => output,
            Ok(_) => return self.skip("it is not installed"),
            Err(error) => return self.skip(&error.to_string()),
        };
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{errors}");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(said.starts_with(&format!("{games} games agree")), "{said}");
    }

    fn skip(&self, why: &str) {
        skipped::say(&format!("nothing to compare with: {}: {why}", self.package));
    }
}
