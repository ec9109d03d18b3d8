//! How much memory the machine can give, and how much a process uses.

/// The memory in MiB that can be used without swapping, if the system reports it (Linux does). The
/// limit of a control group counts, if there is one.
#[must_use]
pub fn available_mib() -> Option<usize> {
    let free = kib_of(&std::fs::read_to_string("/proc/meminfo").ok()?, "MemAvailable:")? / 1024;
    let limit = std::fs::read_to_string("/sys/fs/cgroup/memory.max")
        .ok()
        .and_then(|text| text.trim().parse::<usize>().ok())
        .map(|bytes| bytes >> 20);
    Some(limit.map_or(free, |limit| free.min(limit)))
}

/// The memory in KiB of the process with this number, from a field of its status, for example
/// `VmRSS:`. `None` if the system does not report it.
pub(crate) fn of_process(id: u32, field: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    u64::try_from(kib_of(&status, field)?).ok()
}

/// The number behind a field in such a text.
fn kib_of(meminfo: &str, field: &str) -> Option<usize> {
    meminfo
        .lines()
        .find_map(|line| line.strip_prefix(field))?
        .trim()
        .trim_end_matches(" kB")
        .parse()
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_the_system_prints() {
        let text = "MemTotal:       24689432 kB\nMemAvailable:   23900160 kB\n";
        assert_eq!(kib_of(text, "MemAvailable:"), Some(23_900_160));
        assert_eq!(kib_of(text, "SwapFree:"), None);
    }
}
