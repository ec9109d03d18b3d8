//! The memory that the machine has left, and the memory that a process uses.

/// The memory in MiB that can be used without swapping. If there is a control group, its limit
/// counts, too. `None` if the system does not report it (Linux does).
#[must_use]
pub fn available_mib() -> Option<usize> {
    let free = kib_of(&std::fs::read_to_string("/proc/meminfo").ok()?, "MemAvailable:")? / 1024;
    let limit = std::fs::read_to_string("/sys/fs/cgroup/memory.max")
        .ok()
        .and_then(|text| text.trim().parse::<usize>().ok())
        .map(|bytes| bytes >> 20);
    Some(limit.map_or(free, |limit| free.min(limit)))
}

/// The memory in KiB of the process with this number, from a field of its status such as `VmRSS:`.
/// `None` if the system does not report it.
pub fn of_process(id: u32, field: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    u64::try_from(kib_of(&status, field)?).ok()
}

/// The number after the name of a field, in a text such as `/proc/meminfo`.
fn kib_of(text: &str, field: &str) -> Option<usize> {
    text.lines()
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
