//! How often a table is shown. Each showing sends a line to everybody who is there.

/// Small changes are shown this many milliseconds after the last showing, or later.
const PAUSE: u64 = 100;

/// Changes of the game are shown at once. If they do not stop, this many milliseconds lie between
/// two showings.
const LEAST: u64 = 20;

/// This many changes of the game may come faster than that.
const BURST: u64 = 100;

/// When a table is shown next. All times are milliseconds, counted from any moment.
#[derive(Default)]
pub(super) struct ShowPace {
    /// When the changes are to be shown. None if nothing has changed.
    due: Option<u64>,
    /// From this time on, small changes may be shown.
    calm: u64,
    /// When all showings so far would be paid for, at one in each [`LEAST`] milliseconds.
    paid: u64,
}

impl ShowPace {
    /// Something has changed: the game, or only something small.
    pub(super) fn ask(&mut self, is_game: bool, now: u64) {
        let allowed = now.max(self.paid.saturating_sub(BURST * LEAST));
        let due = if is_game { allowed } else { allowed.max(self.calm) };
        self.due = Some(self.due.map_or(due, |earlier| earlier.min(due)));
    }

    /// When the table is to be shown. None if nothing has changed.
    pub(super) fn due(&self) -> Option<u64> {
        self.due
    }

    /// Whether the table is to be shown now. If so, this counts as a showing.
    pub(super) fn take(&mut self, now: u64) -> bool {
        let is_due = self.due.is_some_and(|due| due <= now);
        if is_due {
            self.due = None;
            self.calm = now + PAUSE;
            self.paid = self.paid.max(now) + LEAST;
        }
        is_due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_changes_are_gathered_and_moves_are_not() {
        let mut pace = ShowPace::default();
        assert!(!pace.take(1_000));
        pace.ask(false, 1_000);
        assert!(pace.take(1_000) && pace.due().is_none());
        for now in 1_001..1_050 {
            pace.ask(false, now);
            assert!(!pace.take(now) && pace.due() == Some(1_100));
        }
        pace.ask(true, 1_050);
        assert!(pace.take(1_050));
        pace.ask(false, 1_060);
        assert!(!pace.take(1_149) && pace.take(1_150));
    }

    #[test]
    fn moves_without_end_are_slowed_down() {
        let mut pace = ShowPace::default();
        let shown = (0..10_000).filter(|now| {
            pace.ask(true, *now);
            pace.take(*now)
        });
        let shown = shown.count() as u64;
        assert!((500..=BURST + 10_000 / LEAST + 1).contains(&shown), "{shown}");
    }
}
