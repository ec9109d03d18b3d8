//! `sarsen match` with programs that speak the Go Text Protocol.

use std::process::{Command, Output};

use crate::support::place::Place;
use crate::support::{skipped, slow};
use sarsen::games::registry;
use sarsen::matches::record::{Record, Records};
use serde_json::Value;

const SARSEN: &str = env!("CARGO_BIN_EXE_sarsen");

/// A strong program for Othello, from Debian's package `grhino`. It may be in a folder that is not
/// searched.
const RHINO: [&str; 2] = ["gtp-rhino", "/usr/games/gtp-rhino"];

fn run(arguments: &[&str]) -> Output {
    Command::new(SARSEN).arg("match").args(arguments).output().unwrap()
}

/// The result of a match as JSON.
fn result(arguments: &[&str]) -> Value {
    let output = run(&[arguments, &["--json"]].concat());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    serde_json::from_slice(&output.stdout).unwrap()
}

fn records(file: &str) -> Vec<Record> {
    let text = std::fs::read_to_string(file).unwrap();
    Records::new(&text).collect::<Result<_, _>>().unwrap()
}

/// This engine as a program that speaks GTP.
fn this_engine(more: &str) -> String {
    format!("cmd={SARSEN} proto=gtp name=gtp {more}")
}

/// A program in the language of the shell. `$n` is the number of a command, `$c` its name.
fn script(name: &str, cases: &str) -> String {
    let usual = "list_commands) echo \"=$n play\";; quit) exit;; *) echo \"=$n\";;";
    let text = format!("while read n c r; do case $c in {cases} {usual} esac; echo; done");
    let command = format!("sh -c {}", shlex::try_quote(&text).unwrap());
    format!("name={name} proto=gtp {}", shlex::try_quote(&format!("cmd={command}")).unwrap())
}

#[test]
fn a_program_plays_as_the_engine_in_process() {
    for (game, pace) in [
        ("othello", ["--depth", "3"]),
        ("othello 6x6", ["--nodes", "200"]),
        ("connect4", ["--nodes", "300"]),
    ] {
        let place = Place::new();
        let file = place.text("records");
        let other = this_engine("Hash=16 Book=");
        let players = ["-p", "name=own", "-p", &other, "--records", &file];
        let words = [&[game, "--games", "6"], &pace[..], &players[..]].concat();
        let result = result(&words);
        assert_eq!(result["pairings"][0]["pairs"], serde_json::json!([0, 0, 3, 0, 0]), "{game}");
        assert_eq!(result["pairings"][0]["fouls"], serde_json::json!([0, 0]), "{game}");
        let records = records(&file);
        assert_eq!(records.len(), 6);
        for pair in records.chunks(2) {
            assert_eq!(pair[0].moves(), pair[1].moves(), "both play the same moves");
            assert!(pair[0].replay(&registry()).is_ok());
        }
    }
}

#[test]
fn clocks_reach_the_program() {
    for pace in [["--movetime", "30"], ["--clock", "600+10"]] {
        let other = this_engine("");
        let players = ["-p", "name=own", "-p", &other, "--games", "2", "--grace-ms", "5000"];
        let result = result(&[&["othello", "--concurrency", "1"], &pace[..], &players].concat());
        assert_eq!(result["pairings"][0]["fouls"], serde_json::json!([0, 0]), "{pace:?}");
    }
}

#[test]
fn a_program_that_does_not_play_fairly_loses() {
    let place = Place::new();
    let file = place.text("records");
    let died = "its output has ended";
    for (name, cases, wrong) in [
        ("illegal", "genmove) echo \"=$n A1\";;", "illegal move 'A1'"),
        ("strange", "genmove) echo \"=$n Z99 x\";;", "illegal move 'Z99 x'"),
        ("empty", "genmove) echo \"=$n\";;", "illegal move ''"),
        ("resigns", "genmove) echo \"=$n resign\";;", "it resigns"),
        ("refuses", "genmove) echo \"?$n no idea\";;", "no idea"),
        ("refuses-moves", "play) echo \"?$n no\";; genmove) echo \"=$n PASS\";;", "no"),
        ("refuses-games", "clear_board) echo \"?$n full\";;", "full"),
        ("dies", "genmove) exit;;", died),
        ("talks", "genmove) echo hello;;", "'hello' is not the answer"),
        ("old", "genmove) echo \"=1 D3\";;", "'=1 D3' is not the answer"),
    ] {
        let other = script(name, cases);
        let players = ["-p", "name=fair", "-p", &other, "--depth", "1", "--games", "2"];
        let result = result(&[&["othello", "--records", &file], &players[..]].concat());
        assert_eq!(result["pairings"][0]["fouls"], serde_json::json!([0, 2]), "{name}");
        for record in &records(&file)[records(&file).len() - 2..] {
            let termination = record.tag("Termination").unwrap_or_default();
            assert_eq!(termination, format!("{name}: {wrong}"));
        }
    }
}

#[test]
fn an_answer_too_many_is_heard() {
    let other = script("double", "genmove) printf \"=$n E6\\n\\n=$n E6\\n\";;");
    let players = ["-p", "name=fair", "-p", &other, "--depth", "1", "--games", "2"];
    let result = result(&[&["othello"], &players[..]].concat());
    assert_eq!(result["pairings"][0]["fouls"], serde_json::json!([0, 2]));
}

#[test]
fn mistakes_are_explained() {
    let place = Place::new();
    let middle = format!("fen {}XO{}\n", "-".repeat(20), "-".repeat(42) + " X");
    let positions = place.write("positions", &middle);
    let this = this_engine("");
    let strange = this_engine("Hush=1");
    let other = script("plain", "genmove) echo \"=$n A1\";;");
    let optioned = other.clone() + " Hash=1";
    let go = script(
        "go",
        "list_commands) echo \"=$n list_games set_game\";; list_games) echo \"=$n Go\";;",
    );
    for (words, part) in [
        (vec!["stonehenge", "-p", &this], "stonehenge is not a game of stones on a grid"),
        (vec!["othello", "-p", &strange], "unknown option 'Hush'"),
        (vec!["othello", "-p", &optioned], "option Hash: this program takes no options"),
        (vec!["othello", "-p", &go], "it does not play othello, only Go"),
        (vec!["othello", "-p", "cmd=cat proto=gtp"], "'1 list_commands' is not the answer"),
        (vec!["othello", "-p", "cmd=/no/such proto=gtp"], "/no/such"),
        (vec!["othello", "-p", "cmd=cat proto=go"], "'go' is not ugi, uci or gtp"),
        (vec!["othello", "-p", &other, "--openings", &positions], "begin at the start"),
    ] {
        let output =
            run(&[&words[..], &["-p", "name=own", "--depth", "1", "--games", "2"]].concat());
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && errors.contains(part), "{words:?}: {errors}");
    }
}

/// Another program's GTP is understood, passes included.
#[test]
fn games_against_rhino_are_played() {
    if slow::is_left_out("other programs as opponents") {
        return;
    }
    let version = |name: &&&str| Command::new(name).arg("--version").output().is_ok();
    let Some(rhino) = RHINO.iter().find(version) else {
        return skipped::say("no match with gtp-rhino: install grhino");
    };
    let place = Place::new();
    let file = place.text("records");
    let other = format!("\"cmd={rhino} -l 1\" proto=gtp name=rhino");
    let players = ["-p", "name=own", "-p", &other, "--depth", "1", "--games", "10"];
    let result = result(&[&["othello", "--records", &file], &players[..]].concat());
    assert_eq!(result["pairings"][0]["fouls"], serde_json::json!([0, 0]));
    assert!(records(&file).iter().all(|record| record.replay(&registry()).is_ok()));
}
