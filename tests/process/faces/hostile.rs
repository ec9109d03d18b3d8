//! Hostile input to each face: it ends well, and each line is answered in the face's own form.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::{SARSEN, said};
use crate::support::Random;
use crate::support::process::PATIENCE;
use crate::support::slow::rounds;

/// The number of commands among the words. They come first.
const COMMANDS: usize = 16;

/// Words of which hostile lines are made.
const WORDS: [&str; 40] = [
    "play",
    "genmove",
    "reg_genmove",
    "undo",
    "boardsize",
    "clear_board",
    "komi",
    "time_settings",
    "time_left",
    "showboard",
    "final_score",
    "set_game",
    "list_games",
    "sarsen-limit",
    "sarsen-setoption",
    "known_command",
    "b",
    "white",
    "d3",
    "D6",
    "pass",
    "6",
    "8",
    "99999999999999999999",
    "-1",
    "nan",
    "1e300",
    "0",
    "Othello",
    "connect4",
    "depth",
    "nodes",
    "Hash",
    "value",
    "\u{1f600}",
    "\u{7}",
    "[",
    "]",
    "(;GM[Othello]BO[8 *",
    "#",
];

fn line(random: &mut Random) -> String {
    let count = random.below(5);
    // Most lines begin with a command.
    let among = if random.below(5) == 0 { WORDS.len() } else { COMMANDS };
    let first = random.below(among);
    let mut words = vec![WORDS[first]];
    words.extend((0..count).map(|_| WORDS[random.below(WORDS.len())]));
    words.join(" ")
}

/// Whether a line has a command, and so gets an answer.
fn is_answered(line: &str) -> bool {
    let text = line.split('#').next().unwrap();
    text.chars().any(|c| !c.is_ascii_whitespace() && !c.is_ascii_control())
}

#[test]
fn every_line_of_gtp_gets_one_answer() {
    let mut random = Random(23);
    for round in 0..rounds(2, 10) {
        let mut input = String::from("name\nsarsen-limit depth 1\n");
        let mut wanted = 2;
        for _ in 0..150 {
            let line = line(&mut random);
            // No search is to be long, and no table large.
            if line.starts_with("sarsen-") || line.starts_with("time_") {
                continue;
            }
            wanted += usize::from(is_answered(&line));
            input += &(line + "\n");
        }
        let said = said(&input);
        let answers: Vec<&str> = said.split_terminator("\n\n").collect();
        assert_eq!(answers.len(), wanted, "round {round}: {input}");
        assert!(answers.iter().all(|answer| answer.starts_with(['=', '?'])), "{said}");
        assert!(said.bytes().all(|byte| byte == b'\n' || (b' '..=b'~').contains(&byte)), "{said}");
    }
}

#[test]
fn what_is_no_text_is_an_error_of_gtp() {
    let mut input = b"name\n\xff\xfe\nplay b \0\n".to_vec();
    input.extend(vec![b'x'; (1 << 20) + 1]);
    input.extend(b"\n1 name\n");
    input.extend(b"play b ".iter().chain(&vec![b'd'; 1 << 19]));
    input.extend(b"\n2 name");
    let said = said(input);
    let answers: Vec<&str> = said.split_terminator("\n\n").collect();
    assert!(answers[1].starts_with("? a line that is not UTF-8"), "{said}");
    assert!(answers[2].starts_with("? a NUL byte"), "{said}");
    assert!(answers[3].starts_with("? a line of more than"), "{said}");
    assert_eq!(answers[4], "=1 Sarsen");
    assert!(answers[5].starts_with("? syntax error") && answers[5].len() < 200, "{said}");
    assert_eq!((answers[6], answers.len()), ("=2 Sarsen", 7));
}

#[test]
fn nboard_survives_anything() {
    let mut random = Random(5);
    let commands = ["set game", "move", "hint", "go", "ping", "set depth", "set", "learn", ""];
    for _ in 0..rounds(3, 10) {
        let mut input = b"nboard 2\nset depth 1\n".to_vec();
        for _ in 0..60 {
            let command = commands[random.below(commands.len())];
            // Depths stay small.
            let rest = if command == "set depth" { "2".to_owned() } else { line(&mut random) };
            input.extend(format!("{command} {rest}\n").bytes());
        }
        input.extend(b"\xff\xff\nping 12345\n");
        let said = said(input);
        assert!(said.ends_with("\npong 12345\n"), "{said}");
        for line in said.lines() {
            let known =
                ["set myname ", "status", "search ", "nodestats ", "=== ", "pong ", "learned"];
            assert!(known.iter().any(|start| line.starts_with(start)), "{line}");
        }
        assert!(said.contains("status error: a line that is not UTF-8"), "{said}");
    }
}

/// Asks for something, reads the first line of the answers and goes away. The process must end.
#[cfg(unix)]
fn leaves(input: &str) {
    let mut command = Command::new(SARSEN);
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().unwrap();
    child.stdin.as_mut().unwrap().write_all(input.as_bytes()).unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    output.read_line(&mut String::new()).unwrap();
    drop((child.stdin.take(), output));
    let end = Instant::now() + PATIENCE;
    while child.try_wait().unwrap().is_none() {
        if Instant::now() > end {
            child.kill().unwrap();
            panic!("{input}: it goes on, although nobody listens");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{input}: {output:?}");
}

/// These searches would take hours, and say little or nothing on the way.
#[test]
#[cfg(unix)]
fn a_search_ends_with_its_client() {
    leaves("name\nsarsen-limit depth 60\ngenmove b\n");
    leaves("name\ntime_settings 100000 0 0\nreg_genmove b\n");
    leaves("nboard 2\nset depth 60\nhint 4\n");
}
