use super::markup::round;
use super::{is_report_page, report_page};
use crate::report::measures::{
    BoardUse, ChoiceMeasures, Drama, Exact, FindingTopic, FirstMove, LengthMeasures, NumberSpread,
    OpeningMeasures, PlaceUse, Report, ReportFinding, Results, ShareEstimate, SkillStep,
};
use sarsen_core::sys::text::markup;

/// What would be a script if it were not escaped.
const MARKUP: &str = "<script>alert(\"x\")</script>&'\u{202e}\u{1b}";

/// A report about which nothing is known.
fn empty() -> Report {
    let unknown = ShareEstimate::new(0.0, 0);
    Report {
        game: "nothing".to_owned(),
        pace: "1 node".to_owned(),
        strength: 100,
        evaluator: "none".to_owned(),
        is_blind: false,
        same_opinion: None,
        seed: 1,
        games: 0,
        findings: Vec::new(),
        results: Results { counts: [0; 3], given_up: 0, first: unknown, draws: unknown },
        exact: None,
        length: LengthMeasures {
            plies: NumberSpread::default(),
            longest: 0,
            histogram: Vec::new(),
        },
        choice: ChoiceMeasures {
            moves: NumberSpread::default(),
            forced: unknown,
            by_ply: Vec::new(),
        },
        drama: Drama {
            odds: Some(120.0),
            games: 0,
            decided: None,
            lead_changes: 0.0,
            drama: None,
            comebacks: None,
            winners_expectation: Vec::new(),
        },
        board: None,
        openings: OpeningMeasures { different_games: 0, different: Vec::new(), first: Vec::new() },
        traps: None,
        skill: Vec::new(),
    }
}

/// A report with markup wherever a text may come from a game, and a board of so many places.
fn full(places: usize) -> Report {
    let share = ShareEstimate::new(2.5, 4);
    let place = |number: usize| PlaceUse {
        name: format!("{MARKUP}{number}"),
        x: (number % 19) as f64,
        y: (number / 19) as f64,
        changes: number as f64,
    };
    let step = |elo: Option<f64>| SkillStep {
        paces: [MARKUP.to_owned(), MARKUP.to_owned()],
        pairs: 2,
        share: if elo.is_some() { 0.25 } else { 1.0 },
        elo,
        elo_error: elo.map(|_| 90.0),
    };
    Report {
        game: MARKUP.to_owned(),
        evaluator: MARKUP.to_owned(),
        findings: [true, false]
            .map(|is_warning| ReportFinding {
                topic: FindingTopic::Use,
                is_warning,
                text: MARKUP.to_owned(),
            })
            .to_vec(),
        results: Results { counts: [2, 1, 1], given_up: 3, first: share, draws: share },
        exact: Some(Exact::Open { nodes: 5, why: MARKUP.to_owned() }),
        length: LengthMeasures {
            longest: 1,
            plies: NumberSpread { mean: 5.0, median: 5, least: 3, most: 7 },
            histogram: vec![(3, 1), (4, 0), (5, 2), (6, 0), (7, 1)],
        },
        choice: ChoiceMeasures { by_ply: vec![3.0, 2.5], ..empty().choice },
        drama: Drama { winners_expectation: vec![0.5, 2.0, 1.0], ..empty().drama },
        board: Some(BoardUse {
            places: (0..places).map(place).collect(),
            unused_places: vec![MARKUP.to_owned()],
            unused_pieces: vec![MARKUP.to_owned()],
            contact: Some(share),
        }),
        openings: OpeningMeasures {
            different_games: 7,
            different: vec![(2, 3, 4)],
            first: vec![FirstMove { text: MARKUP.to_owned(), share }],
        },
        traps: Some(share),
        skill: vec![step(Some(-190.0)), step(None)],
        ..empty()
    }
}

/// The page has no script, takes nothing from elsewhere, and closes what it opens.
fn is_sound(page: &str) {
    assert!(is_report_page(page.as_bytes()));
    for word in
        ["<script", "http", "url(", "@import", " src=", " href=", "NaN", "inf\"", "alert(\""]
    {
        assert!(!page.contains(word), "{word}: {page}");
    }
    assert!(!page.chars().any(|c| c != '\n' && c.is_control() || c == '\u{202e}'));
    for element in ["section", "div", "svg", "table", "tr", "td", "th", "details", "ul", "li"] {
        let opened = [format!("<{element}>"), format!("<{element} ")];
        let opened: usize = opened.iter().map(|tag| page.matches(tag.as_str()).count()).sum();
        assert_eq!(opened, page.matches(&format!("</{element}>")).count(), "{element}");
    }
    let ids: Vec<&str> =
        page.split(" id=\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    for (number, id) in ids.iter().enumerate() {
        assert!(!ids[..number].contains(id), "{id} is there twice");
    }
    for by in ["aria-labelledby=\"", "aria-describedby=\""] {
        for rest in page.split(by).skip(1) {
            let id = rest.split('"').next().unwrap();
            assert!(ids.contains(&id), "nothing is called {id}");
        }
    }
}

#[test]
fn texts_are_escaped() {
    let text = "&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&amp;&#39;&#65533;&#65533;";
    assert_eq!(markup(MARKUP), text);
    assert!(round(-0.0001).to_string() == "0" && round(f64::NAN) == 0.0);
}

#[test]
fn nothing_known_is_a_page() {
    let page = report_page(&empty());
    is_sound(&page);
    assert!(page.contains("Nothing that has to be mended") && !page.contains("<svg"));
    let none_decided = Report {
        games: 3,
        results: Results { given_up: 3, ..empty().results },
        board: Some(BoardUse {
            places: Vec::new(),
            unused_places: Vec::new(),
            unused_pieces: Vec::new(),
            contact: None,
        }),
        choice: ChoiceMeasures { by_ply: vec![1.0], ..empty().choice },
        ..empty()
    };
    let page = report_page(&none_decided);
    is_sound(&page);
    assert!(page.contains("3 given up") && page.matches("<svg").count() == 1);
}

#[test]
fn markup_stays_text_on_boards_of_all_sizes() {
    for places in [1, 2, 361] {
        let page = report_page(&full(places));
        is_sound(&page);
        assert_eq!(page.matches("<svg").count(), 8);
        assert_eq!(page.matches("class=\"place").count(), places);
    }
}

#[test]
fn places_have_names_where_there_is_room() {
    let mut report = full(4);
    let board = report.board.as_mut().unwrap();
    for (number, place) in board.places.iter_mut().enumerate() {
        place.name = format!("a{number}");
    }
    assert_eq!(report_page(&report).matches("class=\"at\"").count(), 4);
    let board = report.board.as_mut().unwrap();
    // Far from each other, and two at one spot.
    board.places[3].x = 1e6;
    board.places[2].x = board.places[1].x;
    let page = report_page(&report);
    is_sound(&page);
    assert_eq!(page.matches("class=\"at\"").count(), 0);
}
