//! A stopwatch for processor time, or for wall time on systems where processor time is unknown.

use std::time::Duration;

/// A running stopwatch.
#[derive(Debug)]
pub struct Stopwatch {
    #[cfg(target_os = "linux")]
    clock: rustix::time::ClockId,
    began: Duration,
}

#[cfg(target_os = "linux")]
impl Stopwatch {
    /// Starts a stopwatch for this thread alone, or for all threads of the process.
    #[must_use]
    pub fn start(alone: bool) -> Self {
        use rustix::time::ClockId::{ProcessCPUTime, ThreadCPUTime};
        let mut watch = Self {
            clock: if alone { ThreadCPUTime } else { ProcessCPUTime },
            began: Duration::ZERO,
        };
        watch.began = watch.elapsed();
        watch
    }

    /// The time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        let now = rustix::time::clock_gettime(self.clock);
        Duration::new(now.tv_sec as u64, now.tv_nsec as u32).saturating_sub(self.began)
    }
}

#[cfg(not(target_os = "linux"))]
impl Stopwatch {
    /// Starts a stopwatch. It measures wall time here.
    #[must_use]
    pub fn start(_alone: bool) -> Self {
        Self { began: now() }
    }

    /// The time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        now() - self.began
    }
}

/// The time since the first call.
#[cfg(not(target_os = "linux"))]
fn now() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGAN.elapsed()
}
