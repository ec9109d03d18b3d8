//! The page of `sarsen serve`: its scripts under node, and the whole of it in a real browser.
//!
//! Without node, its packages or a browser there is nothing to run. The tests then say so on
//! standard error, and what is missing.

#[path = "../support/skipped.rs"]
mod skipped;
#[path = "../support/slow.rs"]
mod slow;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

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

/// The names of the files of tests in a folder, without their ends.
fn tests_in(part: &str) -> BTreeSet<String> {
    let names = std::fs::read_dir(folder().join(part)).unwrap().map(|entry| {
        let name = entry.unwrap().file_name().into_string().unwrap();
        name.strip_suffix(".test.js").map(str::to_owned)
    });
    names.flatten().collect()
}

/// Whether there is a node that is new enough. If not, this says so once.
fn has_node() -> bool {
    static HAS_NODE: LazyLock<bool> = LazyLock::new(|| {
        let version = Command::new("node").arg("--version").output().ok();
        let major = version.and_then(|version| {
            let text = String::from_utf8(version.stdout).ok()?;
            text.strip_prefix('v')?.split('.').next()?.parse::<u32>().ok()
        });
        let is_new = major.is_some_and(|major| major >= 20);
        if !is_new {
            skip("there is no node, version 20 or later");
        }
        is_new
    });
    *HAS_NODE
}

/// The browser, if there is all that its tests need. If not, this says once what is missing.
fn browser() -> Option<&'static Path> {
    static BROWSER: LazyLock<Option<PathBuf>> = LazyLock::new(|| {
        if !has_node() {
            return None;
        }
        let chosen = std::env::var_os("CHROMIUM").map(PathBuf::from);
        let mut browsers = chosen.into_iter().chain(BROWSERS.map(PathBuf::from));
        let Some(browser) = browsers.find(|path| path.exists()) else {
            skip("there is no Chromium; name one by the environment variable CHROMIUM");
            return None;
        };
        if !folder().join("node_modules").exists() {
            skip("its packages are missing: run 'npm ci' in tests/web");
            return None;
        }
        Some(browser)
    });
    BROWSER.as_deref()
}

/// The command that runs these files of tests of a folder.
fn node(part: &str, names: impl IntoIterator<Item = String>) -> Command {
    let path = |name| folder().join(part).join(format!("{name}.test.js"));
    let mut command = Command::new("node");
    command
        .args(["--test", "--test-reporter=tap"])
        .args(names.into_iter().map(path))
        .current_dir(env!("CARGO_MANIFEST_DIR"));
    command
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
    let names = tests_in("pure");
    assert!(!names.is_empty());
    if has_node() {
        run(node("pure", names));
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

/// Makes a test for each file of tests in the browser. Each has a server and a browser of its own,
/// so they run beside each other.
macro_rules! in_the_browser {
    ($($name:ident)*) => {
        mod the_page_works_in_a_browser {
            $(#[test] fn $name() { super::try_in_the_browser(stringify!($name)); })*
        }

        #[test]
        fn every_file_of_tests_in_the_browser_is_a_test() {
            let listed = [$(stringify!($name)),*].map(file_of);
            assert_eq!(tests_in("browser"), BTreeSet::from(listed));
        }
    };
}

in_the_browser! {
    abalone
    address
    checkers
    choice
    dice
    keyboard
    markup
    mouse
    nuba
    othello
    position
    prompt
    proxy
    quiet
    record
    report
    restart
    room
    scores
    slow_line
    start
    steps
    sweep
    table
    tic_tac_toe
    touch
    tree
    undescribed
}

/// The name of the file with the tests of this name.
fn file_of(test: &str) -> String {
    test.replace('_', "-")
}

/// Runs a file of tests in the browser.
fn try_in_the_browser(test: &str) {
    if slow::is_left_out("the page in a browser") {
        return;
    }
    let Some(browser) = browser() else { return };
    let sarsen = Path::new(env!("CARGO_BIN_EXE_sarsen"));
    let mut command = node("browser", [file_of(test)]);
    command.env("CHROMIUM", browser).env("SARSEN", sarsen);
    command.env("SARSEN_EXAMPLES", sarsen.with_file_name("examples"));
    run(command);
}
