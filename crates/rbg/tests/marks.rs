//! What the author says in comments: chance, words for moves, what is shown, start positions.

use std::time::Duration;

use sarsen_core::game::board::{Area, Outline};
use sarsen_core::game::{Actor, Game, Player, Position, Presentation, View, Written, perft};
use sarsen_rbg::{LoadError, LoadedGame, RulesGame};

/// A race: whoever first has four points wins. One throws two coins a turn.
const COINS: &str = "\
//@ dialect sarsen 1
//@ weight odds
//@ move safe way=1
//@ move bold way=2
//@ show white named points
//@ show coins of black
#players = white(9), black(9), random(1)
#pieces = e
#variables = coins(2), odds(2), way(2)
#board = rectangle(up, down, left, right, [e, e])
#turn(me; foe) =
    ->me ([$ way = 1] + [$ way = 2])
    ->random
        ( [$ coins = 0, odds = 1] + [$ coins = 1, odds = 2] + [$ coins = 2] )
    ->> ( {$ way == 1} [$ me = me + 1] + {$ way == 2} [$ me = me + coins] )
        ( {$ me < 4} + {$ me >= 4} ->> {} )
#rules = (turn(white; black) turn(black; white))*";

fn of_chance(text: &str) -> RulesGame<true> {
    match LoadedGame::read("coins.rbg", text).unwrap_or_else(|error| panic!("{error}")) {
        LoadedGame::OfChance(game) => game,
        LoadedGame::Certain(_) => panic!("no chance"),
    }
}

fn fails(text: &str, word: &str) {
    let error = LoadedGame::read("a.rbg", text).err().map(|error| error.to_string());
    let error = error.unwrap_or_default();
    assert!(error.contains(word), "{word}: {error}");
}

#[test]
fn outcomes_have_weights_and_texts() {
    let game = of_chance(COINS);
    let mut position = game.start();
    let texts = |position: &sarsen_rbg::RulesPosition<true>| {
        let moves = position.legal_moves();
        moves.iter().map(|&m| (position.format_move(m), position.weight(m))).collect::<Vec<_>>()
    };
    let told = |texts: &[(&str, u32)]| {
        texts.iter().map(|(text, weight)| ((*text).to_owned(), *weight)).collect::<Vec<_>>()
    };
    assert_eq!(texts(&position), told(&[("safe", 1), ("bold", 1)]));
    position.make(position.parse_move("bold").unwrap());
    // White has moved, and black is next for certain, so black throws.
    assert_eq!(position.actor(), Actor::Chance(Player::Second));
    assert_eq!(texts(&position), told(&[("0", 1), ("1", 2), ("2", 1)]));
    position.make(position.parse_move("2").unwrap());
    assert_eq!(position.actor(), Actor::Player(Player::Second));
    assert_eq!(position.format(), ".. black white=2");
    assert_eq!(game.start().parse(".. black white=2").unwrap(), position);
}

/// A weight may depend on what it was before.
#[test]
fn a_weight_is_what_the_outcome_sets() {
    let text = "\
//@ dialect sarsen 1
//@ weight odds
#players = white(10), black(10), random(1)
#pieces = e
#variables = die(6), odds(20)
#board = rectangle(up, down, left, right, [e, e])
#rules = [$ odds = 2] ->random
    ([$ die = 1, odds = odds + 1] + [$ die = 2, odds = odds - 1] + [$ die = 3])
    ->white ({$ die == 1} {$ odds == 3} + {$ die > 1}) ->> {}";
    let position = of_chance(text).start();
    let weights: Vec<u32> =
        position.legal_moves().into_iter().map(|m| position.weight(m)).collect();
    assert_eq!(weights, [3, 1, 1]);
    fails(&text.replace("odds\n#pl", "odds\n//@ weight die\n#pl"), "'weight' is there twice");
}

/// A deck of two cards of one kind and one of another.
const DECK: &str = "\
//@ dialect sarsen 1
//@ weight odds
#players = white(1), black(1), random(1)
#pieces = e
#variables = high(1), low(2), odds(2)
#board = rectangle(up, down, left, right, [e])
#draw = ->random
    ( [$ odds = high] ({$ high == 0} + {$ high == 1} [$ high = 0])
    + [$ odds = low] ({$ low == 0} + {$ low > 0} [$ low = low - 1]) )
#rules = [$ high = 1, low = 2] (draw)*";

/// What has the weight 0 cannot come, unless nothing else can.
#[test]
fn an_outcome_without_weight_is_impossible() {
    let game = of_chance(DECK);
    let mut position = game.start();
    let weights = |position: &sarsen_rbg::RulesPosition<true>| {
        let moves = position.legal_moves();
        assert_eq!(position.count_moves(), moves.len());
        moves.into_iter().map(|m| position.weight(m)).collect::<Vec<_>>()
    };
    assert_eq!(weights(&position), [1, 2]);
    // High, low, low; or low, high, low; or low, low, high.
    assert_eq!([1, 2, 3].map(|depth| perft(&mut position, depth)), [2, 3, 3]);
    let [high, low] = position.legal_moves()[..] else { panic!("two outcomes") };
    position.make(high);
    assert_eq!(weights(&position), [2]);
    let impossible = position.parse_move(&game.start().format_move(high));
    assert!(impossible.is_err(), "{impossible:?}");
    for _ in 0..2 {
        let left = position.legal_moves();
        position.make(left[0]);
    }
    assert_eq!(weights(&position), [1, 1], "{position:?}");
    let mut position = game.start();
    position.make(low);
    assert_eq!(weights(&position), [1, 1]);
}

#[test]
fn players_have_the_names_of_the_rules_or_of_the_author() {
    let names = |text: &str| {
        let game = of_chance(text);
        let drawn = game.player_names().map(str::to_owned);
        (drawn, game.marks().map(str::to_owned))
    };
    let told = |names: [&str; 2]| names.map(str::to_owned);
    assert_eq!(names(COINS), (told(["White", "Black"]), told(["w", "b"])));
    let sheep = COINS.replace("#players", "//@ player black  The   sheep\n#players");
    assert_eq!(names(&sheep).0, told(["White", "The sheep"]));
    let player = |said: &str| COINS.replace("#players", &format!("//@ player {said}\n#players"));
    fails(&player("green The sheep"), "'green' is none of the players");
    fails(&player("white"), "'' is no name of 1 to 40");
    fails(&player("white Wei\u{df}"), "is no name of 1 to 40 ASCII characters");
    fails(&player("white A\n//@ player white B"), "this player has a name: A");
}

/// What is shown in a terminal.
fn drawn<const CHANCE: bool>(game: &RulesGame<CHANCE>) -> String {
    game.draw(&game.start(), View { turned: false, last: None }).to_string()
}

#[test]
fn a_terminal_shows_numbers_hexagons_and_graphs() {
    let die = COINS.replace("show coins of black", "show coins as die");
    assert_eq!(drawn(&of_chance(&die)), "1 . .\n  a b\nbeside the board: points w0 coins 0");
    let graph = RulesGame::read("graph.rbg", &GRAPH.replace("//@ beside three\n", "")).unwrap();
    assert_eq!(drawn(&graph), "  one w  three b");
    let hexagon = "#players = white(1), black(1)\n#pieces = e, w, b\n#variables =\n\
        #board = hexagon(nw, ne, east, se, sw, west, [w, e] [e, e, e] [b, e])\n\
        #rules = ->white (nw* + se*) {e} [w] ->> {}";
    let hexagon = RulesGame::read("hexagon.rbg", hexagon).unwrap();
    assert_eq!(drawn(&hexagon), " a2 w . b1\na3 . . . c1\n b3 b . c2");
}

#[test]
fn numbers_stand_beside_the_board() {
    let game = of_chance(COINS);
    let board = game.board().unwrap();
    let layout = board.layout();
    let shown: Vec<(&str, Area, Outline)> =
        layout.places.iter().map(|place| (&*place.name, place.area, place.outline)).collect();
    let expected = [
        ("a1", Area::Board, Outline::Square),
        ("b1", Area::Board, Outline::Square),
        ("points", Area::Beside, Outline::Disc),
        ("coins", Area::Beside, Outline::Disc),
    ];
    assert_eq!(shown, expected);
    let position = game.start().parse(".. black white=2").unwrap();
    let contents = board.contents(&position, None);
    let points = contents.pieces.iter().find(|piece| piece.place == 2).unwrap();
    assert_eq!((points.owner, points.sign.as_deref()), (Some(Player::First), Some("2")));
}

#[test]
fn chance_needs_the_dialect() {
    fails(&COINS.replace("//@ dialect sarsen 1\n", "\n"), "'weight' needs '//@ dialect sarsen 1'");
    let plain = COINS.replace("//@ dialect sarsen 1\n//@ weight odds\n", "");
    fails(
        &plain,
        "this game is for 3 players: only games for two players can be played. For a game",
    );
    fails(&plain.replace("random", "chance"), "only games for two players can be played");
    let swapped = COINS.replace("black(9), random(1)", "random(1), black(9)");
    fails(&swapped, "declare 'random' behind the two players");
    match RulesGame::read("coins.rbg", COINS) {
        Err(error) => assert!(matches!(error, LoadError::Chance { .. })),
        Ok(_) => panic!("it has chance"),
    }
}

/// Two places in a graph, a hand, and two start positions.
const GRAPH: &str = "\
//@ at one 0 0
//@ at two 1.5 -2
//@ hand black two
//@ beside three
//@ setup other .wb black
#players = white(1), black(1)
#pieces = e, w, b
#variables =
#board = one[w]{next: two} two[e]{next: three} three[b]{next: one}
#turn(me; mine) = ->me next* {mine} [e] next {e} ->> [mine] [$ me = 1]
#rules = (turn(white; w) turn(black; b))*";

#[test]
fn places_are_where_the_author_says() {
    let game = RulesGame::read("graph.rbg", GRAPH).unwrap();
    let layout = game.board().unwrap().layout();
    let seen: Vec<([f64; 2], Area)> =
        layout.places.iter().map(|place| ([place.x, place.y], place.area)).collect();
    assert_eq!(seen[..2], [([0.0, 0.0], Area::Board), ([1.5, -2.0], Area::Second)]);
    assert_eq!(seen[2].1, Area::Beside);
    fails(&GRAPH.replace("at one 0 0", "at one 0"), "write 'at PLACE X Y'");
    fails(&GRAPH.replace("at one 0 0", "at one 0 inf"), "'inf' is no number");
    fails(&GRAPH.replace("at one 0 0", "at four 0 0"), "there is no place 'four'");
    fails(&GRAPH.replace("hand black", "hand green"), "'green' is none of the players");
}

#[test]
fn a_start_position_has_a_name() {
    let game = RulesGame::read("graph.rbg", GRAPH).unwrap();
    assert_eq!(game.setups().collect::<Vec<_>>(), ["other"]);
    assert_eq!(game.start().format(), "w.b white");
    let other = game.with_setup("other").unwrap();
    assert_eq!((other.start().format(), other.setup()), (".wb black".into(), "other".into()));
    assert_eq!(game.with_setup("").unwrap().start(), game.start());
    let error = game.with_setup("others").err().map(|error| error.to_string());
    assert!(error.unwrap_or_default().contains("the setups are other"));
    fails(&GRAPH.replace(".wb black", ".wbb black"), "a.rbg:5:11: the setup 'other'");
    fails(&GRAPH.replace("other .wb black", "other"), "write 'setup NAME POSITION'");
    fails(&GRAPH.replace(".wb black", ".wb black\n//@ setup other .wb black"), "is there twice");
}

#[test]
fn a_long_start_position_stands_on_several_lines() {
    let rows = "rectangle(up, down, left, right, [w, e, e] [e, e, e] [b, e, e])";
    let text = "//@ setup other .w./\n//@ setup more w../.../b.. white\n\
        //@ setup other .../\n//@ setup other .b. black\n";
    let (_, rest) = GRAPH.split_once("#players").unwrap();
    let board = "one[w]{next: two} two[e]{next: three} three[b]{next: one}";
    let rest = rest.replace(board, rows).replace("next*", "(up* + down*)(left* + right*)");
    let text = format!("{text}#players{}", rest.replace("next", "left"));
    let game = RulesGame::read("rows.rbg", &text).unwrap();
    let starts = |name| game.with_setup(name).unwrap().start().format();
    assert_eq!(
        (starts("other"), starts("more")),
        (".w./.../.b. black".into(), "w../.../b.. white".into())
    );
    fails(&text.replace(".b. black", ".b black"), "the setup 'other': ");
}

const STEPS: &str = "//@ setup middle .../w../... white
#players = white(1), black(1)
#pieces = e, w, b
#variables =
#board = rectangle(up, down, left, right, [b, e, e] [e, e, e] [w, e, e])
//@ board wide rectangle(up, down, left, right,
//@ board wide   [b, b, b, b]
//@ board wide   [e, e, e, e] [w, w, w, w])
#any = (up* + down*)(left* + right*)
#turn(me; mine; ahead) = ->me any {mine} [e] ahead {e} ->> [mine] [$ me = 1]
#rules = (turn(white; w; up) turn(black; b; down))*";

/// It is the same as if the file had only this board.
#[test]
fn another_board_is_a_setup() {
    let game = RulesGame::read("steps.rbg", STEPS).unwrap();
    assert_eq!(game.setups().collect::<Vec<_>>(), ["middle", "wide"]);
    assert_eq!(game.start().format(), "b../.../w.. white");
    let wide = game.with_setup("wide").unwrap();
    assert_eq!(
        (wide.start().format(), wide.setup()),
        ("bbbb/..../wwww white".into(), "wide".into())
    );
    assert_eq!(wide.setups().count(), 2);
    assert_eq!(wide.with_setup("").unwrap().start(), game.start());
    let only =
        STEPS.replace("[b, e, e] [e, e, e] [w, e, e]", "[b, b, b, b] [e, e, e, e] [w, w, w, w]");
    let only: Vec<&str> = only.lines().filter(|line| !line.starts_with("//@")).collect();
    let only = RulesGame::read("steps.rbg", &only.join("\n")).unwrap();
    assert_eq!(wide.board().unwrap().layout(), only.board().unwrap().layout());
    for depth in 1..=3 {
        assert_eq!(perft(&mut wide.start(), depth), perft(&mut only.start(), depth), "{depth}");
    }
}

/// The first places of a longer move are enough if they mean no other one.
#[test]
fn a_move_may_be_told_in_part() {
    let text = "#players = white(1), black(1)
        #pieces = e, w, b
        #variables =
        #board = rectangle(up, down, left, right, [e, e, e] [e, b, e] [e, w, e])
        #any = (up* + down*)(left* + right*)
        #push(me; mine; theirs; way) =
            ->me any {mine} [e] way {theirs} [mine] way {e} ->> [theirs]
        #rules = (push(white; w; b; up) push(black; b; w; down))*";
    let game = RulesGame::read("push.rbg", text).unwrap();
    let start = game.start();
    let [m] = start.legal_moves()[..] else { panic!("one move") };
    assert_eq!(start.format_move(m), "b1xb2:b3");
    for text in ["b1xb2", "b1b2", "b1-b2", "b1b3", "B1B2B3"] {
        assert_eq!(start.parse_move(text), Ok(m), "{text}");
    }
    assert!(start.parse_move("b1").is_err());
}

#[test]
fn a_board_that_cannot_be_read_says_where() {
    let wrong = STEPS.replace("[w, w, w, w])", "[w, w, w, v])");
    let game = RulesGame::read("a.rbg", &wrong).unwrap();
    let error = game.with_setup("wide").err().map(|error| error.to_string());
    let where_and_what = "setup 'wide': a.rbg:8:41: there is no piece 'v'";
    assert!(error.as_deref().is_some_and(|error| error.starts_with(where_and_what)), "{error:?}");
    let warnings = LoadedGame::read("a.rbg", &wrong).unwrap().check(Duration::ZERO).warnings;
    assert!(warnings.iter().any(|warning| warning.to_string().contains(where_and_what)));
    fails(
        &STEPS.replace("board wide rectangle(up, down, left, right,", "board wide"),
        "write 'board",
    );
    fails(&STEPS.replace("setup middle", "setup wide"), "'wide' is the name of a board");
    for name in ["\u{1b}[31mred", "a/b", &"a".repeat(41)] {
        fails(&STEPS.replace("board wide", &format!("board {name}")), "is no name for a setup");
        fails(&STEPS.replace("setup middle", &format!("setup {name}")), "is no name for a setup");
    }
    let many: String = (0..65).map(|n| format!("//@ board n{n} x\n")).collect();
    fails(&format!("{many}{STEPS}"), "there are more than 64 boards");
}
