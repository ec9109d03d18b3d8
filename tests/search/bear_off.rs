//! The bear-off of backgammon against the database that GNU Backgammon makes.

use std::path::Path;
use std::process::Command;

use crate::support::{skipped, slow};
use sarsen::game::value::share;
use sarsen::game::{Game, Written};
use sarsen::games::backgammon::Backgammon;

/// Where Debian puts the program that makes databases.
const MAKER: &str = "/usr/games/makebearoff";

/// The bytes before the first value.
const HEADER: usize = 40;

/// The stored share of a certain win.
const WIN: f64 = 65535.0;

/// By how many stored units a value may differ. GNU Backgammon computes with the 16 bits that it
/// stores and cuts off fractions, so its errors add up.
const TOLERANCE: f64 = 4.0;

/// How many checkers a player has left at each point of the home board or beyond it, for all
/// positions. In this order they are numbered.
fn positions(most: usize) -> Vec<[usize; 6]> {
    let mut all = vec![[0; 6]];
    for point in 0..6 {
        let longer = all.into_iter().flat_map(|row| {
            let before = if point == 0 { most } else { row[point - 1] };
            (0..=before).map(move |count| {
                let mut row = row;
                row[point] = count;
                row
            })
        });
        all = longer.collect();
    }
    all
}

/// The text of a position with the throw of the first player due.
fn text(own: &[usize; 6], other: &[usize; 6]) -> String {
    let mut board = [b'-'; 26];
    for point in 0..6 {
        let here = |row: &[usize; 6]| (row[point] - row.get(point + 1).unwrap_or(&0)) as u8;
        if here(own) > 0 {
            board[point + 1] = b'A' - 1 + here(own);
        }
        if here(other) > 0 {
            board[24 - point] = b'a' - 1 + here(other);
        }
    }
    format!("{} 1 -", String::from_utf8_lossy(&board))
}

/// Makes a two-sided database of six points, without values for the doubling cube. None if the
/// program is not installed.
fn made(most: usize, path: &Path) -> Option<Vec<u8>> {
    let size = format!("6x{most}");
    let words = |maker: &str| {
        let mut command = Command::new(maker);
        command.args(["-C", "-t", &size, "-f"]).arg(path);
        command.output()
    };
    let output = words("makebearoff").or_else(|_| words(MAKER)).ok()?;
    assert!(output.status.success(), "{output:?}");
    Some(std::fs::read(path).unwrap())
}

/// The variable `SARSEN_BEAR_OFF_CHECKERS` is the most checkers of a player, from 1 to 6. With six
/// of them, the database takes a quarter of a minute.
#[test]
fn the_database_of_gnu_backgammon_has_the_same_odds() {
    if slow::is_left_out("the bear-off of GNU Backgammon") {
        return;
    }
    let most = std::env::var("SARSEN_BEAR_OFF_CHECKERS").map_or(5, |most| most.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let Some(bytes) = made(most, &folder.path().join("two_sided.bd")) else {
        return skipped::say("no bear-off to compare with: makebearoff of gnubg is not installed");
    };
    let header = format!("gnubg-TS-06-{most:02}-0");
    assert!(bytes.starts_with(header.as_bytes()));
    let (positions, values) = (positions(most), bytes[HEADER..].as_chunks::<2>().0);
    assert_eq!(values.len(), positions.len() * positions.len());
    let (start, oracle) = (Backgammon::SINGLE.start(), Backgammon::SINGLE.oracle().unwrap());
    let mut worst = (0.0, String::new());
    for (own, values) in positions.iter().zip(values.chunks(positions.len())).skip(1) {
        for (other, &value) in positions.iter().zip(values).skip(1) {
            let text = text(own, other);
            let known = oracle.probe(&start.parse(&text).unwrap()).unwrap();
            let error = (share(known.value) * WIN - f64::from(u16::from_le_bytes(value))).abs();
            if error > worst.0 {
                worst = (error, text);
            }
        }
    }
    println!("{} values of {} differ by at most {:.3}: {}", values.len(), header, worst.0, worst.1);
    assert!(worst.0 < TOLERANCE, "{worst:?}");
}
