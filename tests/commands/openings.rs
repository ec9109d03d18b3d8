//! Files of openings as nobody wrote them by hand: very long ones, and what is no text.

use std::process::{Command, Output, Stdio};

use crate::support::place::Place;
#[cfg(target_os = "linux")]
use crate::support::process::most_resident;

/// A short match whose openings are in a file with this content.
fn match_from(place: &Place, openings: impl AsRef<[u8]>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sarsen"));
    command.args(["match", "connect4", "-p", "name=a", "-p", "name=b", "--depth", "1"]);
    command.args(["--games", "2", "--concurrency", "1", "--openings"]);
    command.arg(place.write("openings", openings));
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
#[cfg(target_os = "linux")]
fn long_files_of_openings_take_little_memory() {
    let place = Place::new();
    let record = "[Game \"connect4\"]\n";
    let most = |openings: &str| {
        let mut child = match_from(&place, openings).spawn().unwrap();
        let most = most_resident(&mut child) >> 10;
        (most, errors(&child.wait_with_output().unwrap()))
    };
    let (usual, _) = most("4 4\n");
    for (openings, said, mebibytes) in [
        ("4 ".repeat(10 << 20), "line 1: this is longer than 1048576 bytes", 60),
        (record.to_owned() + &"4 ".repeat(3 << 20), "line 1: no record ends within 1 MiB", 60),
        ("4 4\n".repeat(300_000), "", 30),
    ] {
        let (more, told) = most(&openings);
        let more = more.saturating_sub(usual);
        assert!(told.contains(said), "{told}");
        assert!(more < mebibytes, "{more} MiB for {} bytes", openings.len());
    }
}

#[test]
fn what_is_no_text_is_refused_as_openings() {
    let place = Place::new();
    let garbage: Vec<u8> = (0..100_000_u32).map(|n| (n.wrapping_mul(n) >> 7) as u8).collect();
    let late = format!("{}xx\0y\n", "4 4\n".repeat(200));
    for (openings, said) in [
        (garbage, "this is no text"),
        (late.into_bytes(), "openings: line 201: this is no text: it has a NUL byte in it"),
    ] {
        let output = match_from(&place, openings).output().unwrap();
        let told = errors(&output);
        assert_eq!(output.status.code(), Some(1), "{told}");
        assert!(told.contains(said) && told.lines().count() < 4, "{told}");
    }
    // Old files are filled up at their end.
    let output = match_from(&place, b"4 4\n\0\0\0\x1a").output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{}", errors(&output));
}

#[test]
fn of_very_many_wrong_openings_a_thousand_are_told() {
    let place = Place::new();
    let output = match_from(&place, "zz\n".repeat(1500) + "4 4\n").output().unwrap();
    let told = errors(&output);
    assert!(output.status.success(), "{told}");
    let lines: Vec<&str> = told.lines().collect();
    assert!(lines.len() == 1002 && lines[999].contains("left out: opening 1000: "), "{told}");
    assert!(lines[1000].ends_with("further errors are only counted"), "{told}");
    assert!(lines[1001].ends_with("openings: 1500 errors and notes"), "{told}");
}
