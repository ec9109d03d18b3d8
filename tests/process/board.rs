//! `query board` and its like: what foreign front ends build on.

use std::collections::BTreeSet;

use crate::support::example;
use crate::support::process::{Engine, converse};
use serde_json::Value;

/// Asks for JSON.
fn ask(engine: &mut Engine, query: &str) -> Value {
    let line = engine.ask(query);
    serde_json::from_str(line.strip_prefix("response ").unwrap()).unwrap()
}

fn keys(value: &Value) -> BTreeSet<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

fn list<'a>(value: &'a Value, field: &str) -> &'a [Value] {
    value[field].as_array().unwrap_or_else(|| panic!("{field} in {value}"))
}

/// Plays games of moves by their gestures, and looks at every answer on the way.
fn play_by_gestures(engine: &mut Engine, newgame: &str) {
    engine.send(newgame);
    let layout = ask(engine, "query board layout");
    let expected =
        "game setup title players box materials panels places strokes labels groups facts";
    assert_eq!(keys(&layout), expected.split(' ').collect());
    let places = list(&layout, "places").len();
    for place in list(&layout, "places") {
        let [x, y] = ["x", "y"].map(|axis| place[axis].as_f64().unwrap());
        let [left, top, width, height] = [0, 1, 2, 3].map(|i| layout["box"][i].as_f64().unwrap());
        assert!(x > left && x < left + width && y > top && y < top + height, "{place}");
    }
    let meanings: Vec<&Value> = list(&layout, "facts").iter().map(|fact| &fact["name"]).collect();
    assert!(list(&layout, "facts").iter().all(|fact| fact["about"] != ""), "{layout}");
    let names: BTreeSet<&str> =
        list(&layout, "places").iter().map(|place| place["name"].as_str().unwrap()).collect();
    let mut random = 1;
    let mut is_shown = false;
    for ply in 0.. {
        let view = ask(engine, "query board");
        let expected = "to_move result margin fen ply pieces strokes tallies ways moves facts";
        assert_eq!(keys(&view), expected.split(' ').collect());
        assert_eq!(view["ply"], ply);
        assert_eq!(format!("response {}", view["fen"].as_str().unwrap()), engine.ask("query fen"));
        let result = engine.ask("query result");
        assert_eq!(format!("response {}", view["result"].as_str().unwrap()), result);
        let named: Vec<&Value> = list(&view, "facts").iter().map(|fact| &fact["name"]).collect();
        assert_eq!(named, meanings);
        for (fact, meaning) in list(&view, "facts").iter().zip(list(&layout, "facts")) {
            let text = fact["text"].as_str().unwrap();
            let lists_places = text == "-" || text.split(',').all(|name| names.contains(name));
            assert!(meaning["places"] != true || lists_places, "{fact}");
        }
        let taken: Vec<u64> =
            list(&view, "pieces").iter().map(|piece| piece["place"].as_u64().unwrap()).collect();
        assert!(taken.is_sorted() && taken.iter().all(|&place| place < places as u64));
        let last = list(&view, "pieces").iter().filter(|piece| piece["last"] == true).count();
        // A piece may leave the board with its move. In Abalone, up to three move.
        let may_leave = newgame.contains("nuba");
        let most = if newgame.contains("abalone") { 3 } else { 1 };
        let is_marked = (1..=most).contains(&last) || may_leave && last == 0;
        assert!(if is_shown { is_marked } else { last == 0 }, "{view}");
        let moves: Vec<&str> =
            list(&view, "moves").iter().map(|m| m["move"].as_str().unwrap()).collect();
        let words = if moves.is_empty() { "none".to_owned() } else { moves.join(" ") };
        assert_eq!(engine.ask("query moves"), format!("response {words}"));
        let is_over = view["result"] != "none";
        assert_eq!(view["to_move"].is_null(), is_over);
        let won = list(&view, "pieces").iter().filter(|piece| piece["won"] == true).count();
        // A game that is won by a count of pieces, or because the opponent cannot move, shows no
        // winning line.
        let has_line =
            ["othello", "checkers", "abalone"].iter().all(|game| !newgame.contains(game));
        let shows_win = has_line && is_over && view["result"] != "draw";
        assert!((won > 0) == shows_win || may_leave && won == 0, "{view}");
        check_picture(engine, &view);
        check_tallies(&view);
        check_ways(&view, places as u64);
        if is_over {
            return;
        }
        for m in list(&view, "moves") {
            let steps = list(m, "gesture");
            let known = |step: &Value| {
                let step = step.as_array().unwrap();
                !step.is_empty() && step.iter().all(|place| place.as_u64() < Some(places as u64))
            };
            // A pass has no place.
            let is_pass = moves == ["pass"] && steps.is_empty();
            assert!(is_pass || !steps.is_empty() && steps.iter().all(known), "{m}");
        }
        let choice = sarsen::game::split_mix(&mut random) as usize % moves.len();
        is_shown = moves[choice] != "pass";
        engine.send(&format!("move {}", moves[choice]));
    }
}

/// Lines are counted as their owners say, and who has enough of what decides the game has won.
fn check_tallies(view: &Value) {
    for tally in list(view, "tallies") {
        for (count, player, win) in [(0, "first", "p1win"), (1, "second", "p2win")] {
            let count = tally["counts"][count].as_u64().unwrap();
            let owned = list(view, "strokes").iter().filter(|owned| owned["owner"] == player);
            assert!(tally["name"] != "lines" || count == owned.count() as u64, "{view}");
            if let Some(enough) = tally["to_win"].as_u64() {
                assert_eq!(count >= enough, view["result"] == win, "{view}");
            }
        }
    }
}

/// A piece at the end of a way is the last move's. Where nothing has moved, nothing has a way.
fn check_ways(view: &Value, places: u64) {
    let piece_at =
        |place: &Value| list(view, "pieces").iter().find(|piece| piece["place"] == *place);
    for way in list(view, "ways") {
        let way = way.as_array().unwrap();
        assert!(way.iter().all(|place| place.as_u64().unwrap() < places), "{view}");
        let end = piece_at(way.last().unwrap());
        assert!(end.is_none_or(|piece| piece["last"] == true), "{view}");
    }
    assert!(view["ply"] != 0 || list(view, "ways").is_empty(), "{view}");
}

/// The picture has each piece at its place, and nothing that a page must not load.
fn check_picture(engine: &mut Engine, view: &Value) {
    let picture = engine.ask("query board svg");
    assert!(picture.starts_with("response <svg ") && picture.ends_with("</svg>"), "{picture}");
    for piece in list(view, "pieces") {
        let (owner, place) = (piece["owner"].as_str().unwrap(), &piece["place"]);
        let flag = |name: &str| match piece[name] == true {
            true => format!(" {name}"),
            false => String::new(),
        };
        let group = format!(
            "<g class=\"piece {owner}{}{}\" data-place=\"{place}\">",
            flag("last"),
            flag("won")
        );
        assert!(picture.contains(&group), "{group} is not in {picture}");
    }
    assert_eq!(picture.matches("<g class=\"piece").count(), list(view, "pieces").len());
    for forbidden in ["<style", "style=", "<script", "href", " on", "url("] {
        assert!(!picture.contains(forbidden), "{forbidden}");
    }
}

#[test]
fn every_game_can_be_played_by_its_gestures() {
    let mut engine = Engine::start();
    for newgame in [
        "newgame connect4",
        "newgame connect4 4x4",
        "newgame connect4 12x9",
        "newgame connect4 4x31",
        "newgame connect4 25x4",
        "newgame stonehenge",
        "newgame othello",
        "newgame othello 6x6",
        "newgame nuba",
        "newgame nuba beyond",
        "newgame nuba row-ready",
        "newgame checkers",
        "newgame abalone belgian/200",
    ] {
        play_by_gestures(&mut engine, newgame);
    }
    let mut example = Engine::start_program(example("tic_tac_toe"));
    play_by_gestures(&mut example, "newgame");
}

#[test]
fn moves_are_in_the_notation_in_use() {
    let lines = converse("uci\nquery board\nugi\nquery board\n");
    let views: Vec<&String> = lines.iter().filter(|line| line.starts_with("response")).collect();
    let uci = r#"{"move":"P@d1","gesture":[[38,3,10,17,24,31]]}"#;
    assert!(views[0].contains(uci), "{}", views[0]);
    assert!(views[0].contains(r#""fen":"7/7/7/7/7/7["#), "{}", views[0]);
    assert!(views[1].contains(&uci.replace("P@d1", "4")), "{}", views[1]);
}

/// A number is no place, even where a place has a number as its name.
#[test]
fn facts_say_whether_they_list_places() {
    let mut engine = Engine::start();
    for game in sarsen::games::registry().names() {
        let listing = match game {
            "connect4" => &["first-odd", "first-even", "second-odd", "second-even", "line"][..],
            "othello" => &["open"],
            _ => &[],
        };
        engine.send(&format!("newgame {game}"));
        let layout = ask(&mut engine, "query board layout");
        let facts = list(&layout, "facts").iter().filter(|fact| fact["places"] == true);
        let names: Vec<&Value> = facts.map(|fact| &fact["name"]).collect();
        assert_eq!(names, listing, "{game}");
    }
}

/// People hear what a piece is called. A picture shows a letter, or a crown.
#[test]
fn pieces_have_names_for_people_and_signs_for_pictures() {
    let mut engine = Engine::start();
    for (position, name, sign, shown) in [
        ("newgame checkers\nposition fen B:W18,K32:BK1,5", "king", Value::Null, "class=\"crown\""),
        ("newgame nuba row-ready", "champion", Value::from("X"), ">X</text>"),
    ] {
        engine.send(position);
        let view = ask(&mut engine, "query board");
        let piece = list(&view, "pieces").iter().find(|piece| piece["name"] == name);
        let piece = piece.unwrap_or_else(|| panic!("no {name} in {view}"));
        assert_eq!(piece["sign"], sign);
        let picture = engine.ask("query board svg");
        let start = format!("data-place=\"{}\"", piece["place"]);
        let part = picture.split("<g ").skip(1).find(|part| part.contains(&start)).unwrap();
        assert!(part.contains(shown), "{part}");
    }
}

/// A place in a hand belongs to one piece for the whole game.
#[test]
fn a_piece_in_a_hand_stays_where_it_is() {
    let mut engine = Engine::start();
    engine.send("newgame stonehenge");
    let layout = ask(&mut engine, "query board layout");
    let names: Vec<&str> =
        list(&layout, "places").iter().map(|place| place["name"].as_str().unwrap()).collect();
    assert_eq!(names[33..42], ["6", "5", "4", "3a", "3b", "2a", "2b", "1a", "1b"]);
    assert_eq!(names[33..42], names[42..51]);
    assert_eq!(list(&layout, "groups").len(), 15);
    for text in ["3@1", "6@2", "1@3", "3@9", "2@18", "3@4"] {
        engine.send(&format!("move {text}"));
        let view = ask(&mut engine, "query board");
        for piece in list(&view, "pieces") {
            let place = piece["place"].as_u64().unwrap() as usize;
            assert!(place < 33 || names[place].starts_with(piece["name"].as_str().unwrap()));
        }
        assert_eq!(list(&view, "pieces").iter().filter(|p| p["kind"] != 0).count(), 18);
    }
    let view = ask(&mut engine, "query board");
    let of = |text: &str| {
        let found = list(&view, "moves").iter().find(|m| m["move"] == text);
        found.map(|m| m["gesture"].to_string())
    };
    // The first player has played one 3 and one 1.
    assert_eq!(of("3@7"), Some("[[36],[6]]".to_owned()));
    assert_eq!(of("2@7"), Some("[[38],[6]]".to_owned()));
    assert_eq!(of("1@7"), Some("[[40],[6]]".to_owned()));
}

#[test]
fn games_and_rules_are_told() {
    let mut engine = Engine::start();
    for game in ask(&mut engine, "query games").as_array().unwrap() {
        let name = game["name"].as_str().unwrap();
        assert!(["title", "about"].iter().all(|field| !game[field].as_str().unwrap().is_empty()));
        // What the list shows of a game is a position of it.
        let sample = game["sample"].as_str().unwrap();
        engine.send(&format!("newgame {name}\nposition startpos moves {sample}"));
        assert_eq!(engine.ask("query refused"), "response none", "{name}");
        for setup in list(game, "setups").iter().map(|setup| setup.as_str().unwrap()).chain([""]) {
            engine.send(&format!("newgame {name} {setup}"));
            let title = engine.ask("query game");
            assert_eq!(
                title,
                format!("response {name} {setup}").trim_end().to_owned()
                    + match setup {
                        "" if name == "connect4" => " 7x6",
                        "" if name == "othello" => " 8x8",
                        "" if name == "abalone" => " standard",
                        "" if name == "nuba" => " row",
                        "" if name == "pig" => " 100",
                        "" if name == "deckpig" => " 15/1:4,2:4,3:4,4:4",
                        "" if name == "backgammon" => " single",
                        _ => "",
                    }
            );
            let rules = ask(&mut engine, "query rules");
            let rules = rules.as_str().unwrap();
            assert!(rules.split("\n\n").count() > 2, "{rules}");
        }
    }
    assert!(engine.ask("query board picture").starts_with("info string error: query: "));
    assert!(engine.ask("query rules 1").starts_with("info string error: query: "));
}
