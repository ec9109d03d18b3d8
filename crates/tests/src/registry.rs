//! The names of the games, and what is said of them in a line.

use sarsen_engine::session::GameEntry;

#[test]
fn capitals_blanks_and_signs_in_a_name_do_not_matter() {
    let registry = sarsen_games::registry();
    for (name, setup, title) in [
        ("connect4", "8x7", "connect4 8x7"),
        ("Connect", "Four", "connect4 7x6"),
        ("connect", "four 8x7", "connect4 8x7"),
        ("CONNECT-4", "", "connect4 7x6"),
        ("  connect \t four ", " 8x7 ", "connect4 8x7"),
        ("Othello", "6x6", "othello 6x6"),
        ("Four in a Row", "", "connect4 7x6"),
        ("Deck", "Pig", "deckpig 15/1:4,2:4,3:4,4:4"),
    ] {
        let opened = registry.open(name, setup).map(|session| session.title());
        assert_eq!(opened.as_deref(), Ok(title), "{name} {setup}");
        let opened = registry.open_title(&format!("{name} {setup}"));
        assert_eq!(opened.map(|session| session.title()).as_deref(), Ok(title));
    }
    for title in ["", " ", "-", "connect", "connect five", "four", "pigs", "8x7 connect4"] {
        assert!(registry.split_title(title).is_none(), "{title}");
    }
    let long = "connect ".repeat(100_000);
    assert!(registry.split_title(&long).is_none());
}

#[test]
fn every_game_is_summed_up_in_a_line() {
    for entry in sarsen_games::registry().entries() {
        let summary = entry.summary();
        assert!((10..=88).contains(&summary.len()) && !summary.ends_with('.'), "{summary}");
    }
    let plain = GameEntry::of(sarsen_games::checkers::Checkers);
    let begin = "Two players move pieces on the 32 dark squares of a board of 8 by 8";
    assert_eq!(plain.summary(), begin);
}
