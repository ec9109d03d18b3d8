//! A report as text.

use std::fmt;

use super::measures::Report;
use super::rows::{origin, rows};

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.game)?;
        writeln!(f, "{}", origin(self))?;
        let (warnings, rest): (Vec<_>, Vec<_>) =
            self.findings.iter().partition(|finding| finding.is_warning);
        for (title, findings) in [("To look at", warnings), ("Findings", rest)] {
            if !findings.is_empty() {
                writeln!(f, "\n{title}")?;
            }
            for finding in findings {
                writeln!(f, "  {}", finding.text)?;
            }
        }
        writeln!(f, "\nMeasures")?;
        for row in rows(self) {
            writeln!(f, "  {:<16}{}", row.name, row.value)?;
        }
        Ok(())
    }
}
