//! The same commands always give the same lines, and the bench always visits the same nodes.

use std::collections::HashSet;

use crate::support::process::converse;
use sarsen::games::stonehenge::Stonehenge;
use sarsen::session::Registry;

/// The lines of a search without the figures that depend on the machine's speed.
fn steady(lines: &[String]) -> Vec<String> {
    lines
        .iter()
        .filter(|line| !line.starts_with("info nodes "))
        .map(|line| {
            let mut words: Vec<&str> = line.split(' ').collect();
            for name in ["nps", "time"] {
                if let Some(at) = words.iter().position(|&word| word == name) {
                    words[at + 1] = "*";
                }
            }
            words.join(" ")
        })
        .collect()
}

#[test]
fn the_same_search_gives_the_same_lines() {
    let round = "newgame connect4\nsetoption name MultiPV value 2\ngo depth 11\ngo nodes 30000\nmove 4 4\ngo depth 9\n\
                 newgame stonehenge\ngo depth 4\ngo nodes 20000\nmove 6@7\ngo depth 4\nsetoption name MultiPV value 1\n";
    let lines = steady(&converse(&round.repeat(3)));
    let third = lines.len() / 3;
    assert!(third > 50);
    assert_eq!(lines[..third], lines[third..2 * third], "newgame forgets everything");
    assert_eq!(lines[..third], lines[2 * third..]);
    assert_eq!(steady(&converse(&round.repeat(3))), lines, "another process does the same");
}

#[test]
fn a_node_limit_is_exact() {
    for nodes in [1, 2, 300, 12_345] {
        let lines = converse(&format!("go nodes {nodes}\n"));
        let report = &lines[lines.len() - 2];
        let seen: u64 =
            report.split(" nodes ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
        assert!(seen <= nodes, "{report}");
    }
}

/// Without an iteration only the best line is known, and there is nothing to verify. The end of the
/// input does not stop these searches.
#[test]
fn depth_0_ends_however_many_lines_are_wanted() {
    for options in [
        "setoption name MultiPV value 3",
        "setoption name Book Variety value 20",
        "setoption name MultiPV value 2\nsetoption name Strength value 30",
        "setoption name MultiPV value 2\nnewgame stonehenge",
        "setoption name MultiPV value 2\nposition startpos moves 4 1 3 1 5",
    ] {
        let lines = converse(&format!("{options}\ngo depth 0\n"));
        assert!(lines.last().unwrap().starts_with("bestmove "), "{options}: {lines:?}");
        let reports: Vec<_> = lines.iter().filter(|line| line.starts_with("info depth")).collect();
        assert!(reports.len() == 1 && reports[0].contains(" score eval "), "{options}: {lines:?}");
    }
}

/// The signature of the search. A commit that changes it on purpose changes this number, and says
/// so.
const SIGNATURE: u64 = 3_375_863;

#[test]
fn the_bench_has_its_signature() {
    let mut lines = Vec::new();
    let nodes = sarsen::batch::bench::run(&sarsen::games::registry(), &mut lines).unwrap();
    assert_eq!(nodes, SIGNATURE, "{}", String::from_utf8_lossy(&lines));
}

/// A game without bench positions is searched from its start, and from positions that random play
/// leads to.
#[test]
fn the_bench_of_a_game_without_positions_has_a_signature_too() {
    let bench = || {
        let mut lines = Vec::new();
        let nodes = sarsen::batch::bench::run(&Registry::of(Stonehenge), &mut lines).unwrap();
        let text = String::from_utf8(lines).unwrap();
        (nodes, steady(&text.lines().map(str::to_owned).collect::<Vec<_>>()))
    };
    let (nodes, lines) = bench();
    assert_eq!(lines.len(), 6, "{lines:?}");
    assert!(lines.iter().all(|line| line.starts_with("stonehenge depth ")), "{lines:?}");
    assert!(lines.iter().collect::<HashSet<_>>().len() > 4, "{lines:?}");
    assert!((100_000..=600_000).contains(&nodes), "{nodes}");
    assert_eq!(bench(), (nodes, lines));
}
