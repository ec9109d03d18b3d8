//! The page of `sarsen report`: which file it may replace, and that its words and colours are those
//! of the documents and of the web board.

use crate::support::place::Place;
use crate::support::process::{sarsen, says};

const SMALL: [&str; 8] = ["--games", "10", "--nodes", "50", "--pairs", "2", "--exact-nodes", "0"];

/// Makes a report with its page, and returns the page.
fn page(place: &Place) -> String {
    let file = place.path("my.html");
    let start = ["report", "othello", "6x6", "--html", file.to_str().unwrap()];
    says(&[&start[..], &SMALL].concat());
    std::fs::read_to_string(file).unwrap()
}

#[test]
fn only_a_page_of_a_report_is_replaced() {
    let place = Place::new();
    let first = page(&place);
    assert_eq!(page(&place), first);
    let file = place.path("my.html");
    std::fs::write(&file, "<!DOCTYPE html>\n<title>my own</title>\n").unwrap();
    // With a million games, it would not end if it did not look at the file first.
    let name = file.to_str().unwrap();
    let output = sarsen(&["report", "othello", "--games", "1000000", "--html", name]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && error.contains("stays as it is"), "{error}");
    assert!(std::fs::read_to_string(&file).unwrap().contains("my own"));
}

#[test]
fn the_document_says_of_each_measure_what_the_page_says() {
    let document = include_str!("../../docs/reports.md");
    let page = page(&Place::new());
    let measures = page.split("<th scope=\"row\">").filter_map(|rest| {
        let (name, rest) = rest.split_once("<small>")?;
        Some((name, rest.split("</small>").next()?.replace("&#39;", "'")))
    });
    let measures: Vec<_> = measures.collect();
    assert!(measures.len() >= 13, "{measures:?}");
    for (name, meaning) in measures {
        let name = name.replace(|c: char| c.is_ascii_digit(), "n");
        let mut rows = document.lines().filter(|line| line.starts_with(&format!("| {name} |")));
        let row = rows.next().unwrap_or_else(|| panic!("no row for {name}"));
        assert!(row.ends_with(&format!("| {meaning} |")), "{name}: {meaning}\n{row}");
    }
}

#[test]
fn the_page_has_the_colours_of_the_board() {
    let board = include_str!("../../crates/web/page/style/base.css");
    let page = page(&Place::new());
    let colours: Vec<&str> = page.lines().filter(|line| line.contains("light-dark(")).collect();
    assert!(colours.len() >= 9, "{colours:?}");
    for colour in colours {
        assert!(board.contains(colour), "{colour}");
    }
}
