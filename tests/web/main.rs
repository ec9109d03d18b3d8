//! The page of `sarsen serve`: its scripts under node, and the whole of it in a real browser.
//!
//! Without node, its packages or a browser there is nothing to run. The tests then say so on
//! standard error, and what is missing.

#[path = "../support/skipped.rs"]
mod skipped;

use std::path::{Path, PathBuf};
use std::process::Command;

/// Where Debian and others put the browser. The one without windows is first: the others draw their
/// tabs and buttons even if nobody sees them, and all tests take half as long again.
const BROWSERS: [&str; 4] = [
    "/usr/bin/chromium-headless-shell",
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
];

/// Says that something of the page is not tested.
fn skip(why: &str) {
    skipped::say(&format!("the page is not tested: {why}"));
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/web")
}

/// The arguments of node for the tests in a folder.
fn node(tests: &str) -> Option<Command> {
    let version = Command::new("node").arg("--version").output().ok()?;
    let text = String::from_utf8(version.stdout).ok()?;
    let major: u32 = text.strip_prefix('v')?.split('.').next()?.parse().ok()?;
    if major < 20 {
        return None;
    }
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder().join(tests))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.to_string_lossy().ends_with(".test.js"))
        .collect();
    assert!(!files.is_empty(), "there are no tests in {tests}");
    files.sort();
    let mut command = Command::new("node");
    // Each test has a browser of its own. More than two at a time only wait for each other.
    command
        .args(["--test", "--test-reporter=tap", "--test-concurrency=2"])
        .args(files)
        .current_dir(env!("CARGO_MANIFEST_DIR"));
    Some(command)
}

/// The failed tests of a report in the TAP format, each with its diagnostics.
fn failures(report: &str) -> String {
    let mut failed = String::new();
    let mut inside = false;
    for line in report.lines() {
        inside |= line.trim_start().starts_with("not ok ");
        if inside {
            failed.push_str(line);
            failed.push('\n');
        }
        // Dots alone on a line end the diagnostics of a test.
        inside &= line.trim() != "...";
    }
    failed
}

/// The tests that were skipped, in a report in the TAP format, each with its reason.
fn skips(report: &str) -> impl Iterator<Item = String> {
    let tests = report.lines().filter_map(|line| line.trim_start().strip_prefix("ok "));
    tests.filter_map(|test| test.split_once(" # SKIP ")).map(|(test, why)| format!("{test}: {why}"))
}

fn run(mut command: Command) {
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    skips(&text).for_each(|test| skip(&test));
    let passed = output.status.success() && text.contains("# fail 0");
    // A log may be cut at its end, so what has failed stands first.
    assert!(
        passed && !text.contains("# pass 0"),
        "{}{}\nThe whole report:\n{text}",
        failures(&text),
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn what_has_failed_is_found_in_a_report() {
    let failed = "not ok 2 - b\n  ---\n  error: |-\n    waited in vain\n  ...\n";
    let report = format!("ok 1 - a\n  ---\n  duration_ms: 1\n  ...\n{failed}ok 3 - c\n# fail 1\n");
    assert_eq!(failures(&report), failed);
}

#[test]
fn what_was_skipped_is_found_in_a_report() {
    let report = "ok 1 - a\nok 2 - the proxy # SKIP there is no nginx\n    ok 1 - b # SKIP no c\n";
    let found: Vec<String> = skips(report).collect();
    assert_eq!(found, ["2 - the proxy: there is no nginx", "1 - b: no c"]);
}

#[test]
fn the_scripts_of_the_page_do_what_they_say() {
    match node("pure") {
        Some(command) => run(command),
        None => skip("there is no node, version 20 or later"),
    }
}

/// The comments of the scripts say of what shape everything is. TypeScript checks it, and emits
/// nothing.
#[test]
fn the_scripts_of_the_page_have_no_type_errors() {
    let checker = folder().join("node_modules/typescript/bin/tsc");
    if !checker.exists() {
        return skip("no TypeScript checks its scripts: run 'npm ci' in tests/web");
    }
    let shapes = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/web/jsconfig.json");
    match Command::new("node").arg(checker).arg("-p").arg(shapes).output() {
        Ok(output) => {
            let errors = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success(), "{errors}");
        }
        Err(error) => skip(&format!("no TypeScript checks its scripts: node: {error}")),
    }
}

#[test]
fn the_page_works_in_a_browser() {
    let Some(mut command) = node("browser") else {
        return skip("there is no node, version 20 or later");
    };
    let chosen = std::env::var_os("CHROMIUM").map(PathBuf::from);
    let mut browsers = chosen.into_iter().chain(BROWSERS.map(PathBuf::from));
    let Some(browser) = browsers.find(|path| path.exists()) else {
        return skip("there is no Chromium; name one by the environment variable CHROMIUM");
    };
    if !folder().join("node_modules").exists() {
        return skip("its packages are missing: run 'npm ci' in tests/web");
    }
    let sarsen = Path::new(env!("CARGO_BIN_EXE_sarsen"));
    command.env("CHROMIUM", browser).env("SARSEN", sarsen);
    command.env("SARSEN_EXAMPLES", sarsen.with_file_name("examples"));
    run(command);
}
