//! Evaluators of rules: what marks say is counted, and errors in marks are shown where they are.

use proptest::prelude::*;
use sarsen_core::game::value::EVAL_MAX;
use sarsen_core::game::{Game, Player, Position, Written, laws, split_mix};
use sarsen_rbg::plain::Plain;
use sarsen_rbg::{LoadedGame, RulesGame, RulesPosition};

/// A game in which pawns go ahead and take each other. There are lines for marks above it.
fn with_marks(marks: &str) -> String {
    format!(
        "{marks}#players = white(9), black(9)\n#pieces = e, w, b, x\n#variables = gold(9), quiet(9)\n\
         #board = rectangle(up, down, left, right, [b, b, b] [e, x, e] [e, e, e] [w, w, w])\n\
         #anywhere = (up* + down*)(left* + right*)\n\
         #turn(me; mine; theirs; ahead) =\n    ->me anywhere {{mine}} [e] ahead \
         ({{e}} + (left + right) {{theirs, x}}) [$ gold = gold + 1]\n    ->> [mine] [$ me = me + 1]\n\
         #near(piece) = (up + down + left + right) {{piece}}\n\
         #rules = (turn(white; w; b; up) turn(black; b; w; down))*\n"
    )
}

fn game(marks: &str) -> RulesGame {
    RulesGame::read("points.rbg", &with_marks(marks)).unwrap_or_else(|error| panic!("{error}"))
}

fn error(marks: &str) -> String {
    RulesGame::read("points.rbg", &with_marks(marks)).err().unwrap().to_string()
}

/// What an evaluator says of a position, for both players.
fn values(game: &RulesGame, name: &str, position: &RulesPosition) -> [i32; 2] {
    let evaluators = game.evaluators();
    let (_, evaluator) = evaluators.iter().find(|(known, _)| *known == name).unwrap();
    [Player::First, Player::Second].map(|player| evaluator.evaluate(position, player))
}

fn names(game: &RulesGame) -> Vec<&'static str> {
    game.evaluators().iter().map(|(name, _)| *name).collect()
}

#[test]
fn values_are_those_of_the_author() {
    let game = game(
        "//@ value w b 100\n//@ value x of black 7\n//@ value white 3\n//@ value black 3\n\
         //@ value gold of black 1000\n",
    );
    assert_eq!(names(&game), ["marks", "pieces"]);
    let start = game.start();
    assert_eq!(values(&game, "marks", &start), [-7, 7]);
    // The variable `gold` is read and set by each move, and the scores are variables as well.
    let later = start.parse("b.b/.../..b/.ww white white=5 black=1 gold=2").unwrap();
    assert_eq!(values(&game, "marks", &later), [200 - 300 + 15 - 3 - 2000, 1988 + 100]);
    laws::hold_in_random_games(&game, 6);
}

#[test]
fn conditions_count_the_places_where_they_hold() {
    let game = game(
        "//@ points 5 for white where {w} up {e}\n   //@   points -1 for black where near(b)\n\
         //@ points 100 for white where {! up}\n",
    );
    // The pawns of white have empty places ahead. Nearby black pawns are two in the corner row,
    // one beside it, and those below: all places of the upper rows.
    let near = 3 + 3;
    assert_eq!(values(&game, "marks", &game.start()), [15 + near + 300, -15 - near - 300]);
    assert!(!game.evaluators()[0].1.is_symmetric());
    laws::hold_in_random_games(&game, 6);
}

#[test]
fn mobility_counts_the_moves_of_both() {
    let game = game("//@ mobility 10\n");
    let position = game.start().parse("b../w../.../..w black").unwrap();
    // White: the pawn at a3 has none straight ahead; the one at c1 has one. Black has none.
    assert_eq!(values(&game, "marks", &position), [10, -10]);
    let position = game.start().parse("b../.../.../..w white").unwrap();
    assert_eq!(values(&game, "marks", &position), [0, 0]);
    let position = game.start().parse("b../.../.ww/..w white").unwrap();
    assert_eq!(values(&game, "marks", &position), [10, -10]);
}

#[test]
fn what_is_counted_by_default_depends_on_the_game() {
    assert_eq!(names(&game("")), ["pieces"]);
    let moving = with_marks("").replace("{theirs, x}", "{e}");
    let moving = RulesGame::read("moving.rbg", &moving).unwrap();
    assert_eq!(names(&moving), ["mobility"]);
    let putting = "#players = white(9), black(9)\n#pieces = e, w, b\n#variables =\n\
                   #board = rectangle(up, down, left, right, [e, e, e] [e, e, e])\n\
                   #anywhere = (up* + down*)(left* + right*)\n\
                   #rules = (->white anywhere {e} ->> [w] ->black anywhere {e} ->> [b])*\n";
    assert!(names(&RulesGame::read("putting.rbg", putting).unwrap()).is_empty());
    // A piece that goes ahead counts more there.
    let game = game("");
    let [one, other] = ["b.b/.../w../... white", "b.b/w../.../... white"]
        .map(|text| values(&game, "pieces", &game.start().parse(text).unwrap())[0]);
    assert!(other > one, "{one} {other}");
    laws::hold_in_random_games(&game, 6);
    laws::hold_in_random_games(&moving, 6);
}

#[test]
fn in_a_game_of_chance_points_are_an_expectation() {
    let text = "//@ dialect sarsen 1\n//@ value coins1 of first 100\n//@ value coins2 of second 100\n\
                #players = first(1), second(1), random(1)\n#pieces = e\n\
                #variables = coins1(99), coins2(99), die(6), n(20)\n\
                #board = rectangle(up, down, left, right, [e])\n\
                #turn(me; coins) = ->random ([$ die = 0] + [$ die = 3]) ->me [$ n = n + 1] \
                ->> [$ coins = coins + die]\n\
                #rules = (turn(first; coins1) turn(second; coins2))*\n";
    let LoadedGame::OfChance(game) = LoadedGame::read("coins.rbg", text).unwrap() else {
        panic!("chance is declared")
    };
    let evaluator = &game.evaluators()[0].1;
    let mut last = -EVAL_MAX;
    for coins in ["coins2=99", "coins2=4", "coins1=4", "coins1=99"] {
        let text = format!(". random:1 {coins} n=3");
        let position = game.start().parse(&text).unwrap_or_else(|error| panic!("{error}"));
        let value = evaluator.evaluate(&position, Player::First);
        assert!(value > last && value < EVAL_MAX, "{coins}: {value}");
        assert_eq!(evaluator.evaluate(&position, Player::Second), -value);
        last = value;
    }
}

/// Plays a game at random, and asks all evaluators on the way.
fn opinions_are_opposed<const CHANCE: bool>(game: &RulesGame<CHANCE>) {
    let evaluators = game.evaluators();
    let mut position = game.start();
    let mut random = 3;
    for _ in 0..60 {
        let before = position.format();
        for (name, evaluator) in &evaluators {
            let [first, second] =
                [Player::First, Player::Second].map(|player| evaluator.evaluate(&position, player));
            assert_eq!(first, -second, "{name} in {before}");
            assert!(first.abs() <= EVAL_MAX, "{name} in {before}: {first}");
        }
        assert_eq!(position.format(), before);
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.make(moves[(split_mix(&mut random) % moves.len() as u64) as usize]);
    }
}

#[test]
fn opinions_are_opposed_in_the_collection() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
    for entry in std::fs::read_dir(folder).unwrap() {
        let file = entry.unwrap().path();
        let text = std::fs::read_to_string(&file).unwrap();
        match LoadedGame::read(&file.to_string_lossy(), &text).unwrap() {
            LoadedGame::Certain(game) => opinions_are_opposed(&game),
            LoadedGame::OfChance(game) => opinions_are_opposed(&game),
        }
    }
}

#[test]
fn errors_are_shown_where_they_are() {
    for (marks, wanted) in [
        ("//@ value", "points.rbg:1:5: write 'value NAMES POINTS' or"),
        ("//@ value w much", "points.rbg:1:11: write 'value NAMES POINTS' or"),
        ("//@ value w 100001", "points.rbg:1:11: points are numbers from -100000 to 100000"),
        ("//@ value y 5", "points.rbg:1:11: there is no piece and no variable 'y'"),
        ("//@ value w 5\n//@ value b w 5", "points.rbg:2:13: 'w' has a value already"),
        (
            "//@ value x 5",
            "points.rbg:1:11: nobody owns 'x': say for whom it counts, as in 'value x",
        ),
        ("//@ value gold 5", "points.rbg:1:11: say for whom 'gold' counts, as in 'value gold of"),
        ("//@ value gold of red 5", "points.rbg:1:19: there is no player 'red': white, black"),
        ("//@ mobility", "points.rbg:1:5: write 'mobility POINTS', not 'mobility '"),
        ("//@ mobility 1\n//@ mobility 1", "points.rbg:2:5: 'mobility' is there twice"),
        ("//@ points 5 for white", "points.rbg:1:12: write 'points NUMBER for PLAYER where"),
        ("//@ points 5 for white where", "points.rbg:1:12: write 'points NUMBER for PLAYER where"),
        ("//@ points 5 white where {w}", "points.rbg:1:12: write 'points NUMBER for PLAYER where"),
        ("//@ points 5 for red where {w}", "points.rbg:1:18: there is no player 'red'"),
        ("//@ points 5 for white where {w", "points.rbg:1:30: this '{' is never closed by '}'"),
        ("//@ points 5 for white where {w} rihgt", "points.rbg:1:34: unknown name 'rihgt'; did"),
        ("//@ points 5 for white where {w} ->>", "points.rbg:1:34: a condition cannot hand"),
        (
            "//@ points 5 for white where {w} )",
            "points.rbg:1:34: expected an action, '+' or the end",
        ),
        (
            "//@ points 5 for white where {w} +",
            "points.rbg:1:35: expected an action, found the end",
        ),
        ("//@ points 5 for white where % {w}", "points.rbg:1:30: the character '%' means nothing"),
        ("\u{feff}//@ points 5 for white where {y}", "points.rbg:1:31: there is no piece 'y'"),
    ] {
        let found = error(&format!("{marks}\n"));
        assert!(found.starts_with(wanted), "{marks}: {found}");
    }
    let many = "//@ points 1 for white where {w}\n".repeat(33);
    assert!(error(&many).starts_with("points.rbg:33:5: there are more than 32 marks"));
    let inside = error("\n  //@ points 5 for white where near(q)\n");
    let line = "\n 2 |   //@ points 5 for white where near(q)\n   |";
    assert!(inside.contains("there is no piece 'q'") && inside.contains("in 'near', used at"));
    assert!(inside.contains(line), "{inside}");
}

/// Conditions that end, and some that change things or are much work.
fn condition() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec![
        "up",
        "down",
        "left",
        "right^2",
        "{e}",
        "{w}",
        "{b, x}",
        "[e]",
        "[w]",
        "{}",
        ".",
        "{! up}",
        "anywhere",
        "near(w)",
        "[$ gold = gold + 1]",
        "{$ gold < 3}",
        "{$ w > b}",
        "(up {w})*",
        "(left + right {e})*",
    ]);
    leaf.prop_map(str::to_owned).prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            3 => prop::collection::vec(inner.clone(), 2..4).prop_map(|parts| parts.join(" ")),
            2 => prop::collection::vec(inner.clone(), 2..4)
                .prop_map(|parts| format!("({})", parts.join(" + "))),
            1 => inner.clone().prop_map(|part| format!("{{? {part}}}")),
            1 => inner.prop_map(|part| format!("{{! {part}}}")),
        ]
    })
}

/// At how many places a condition holds, by the plain interpreter. None if it gives up.
fn plainly(game: &RulesGame, position: &RulesPosition) -> Option<i32> {
    let description = game.rules().description();
    let plain = Plain::new(description).with_most_steps(4000);
    let text = position.format();
    let board = text.split(' ').next()?.replace('/', "");
    let piece = |c: char| ".wbx".find(c).map(|piece| piece as u8);
    let value = |name: &str| {
        let found = text.split(' ').find_map(|word| word.strip_prefix(name)?.strip_prefix('='));
        found.map_or(0, |number| number.parse().unwrap())
    };
    let mut here = plain.start().ok()?;
    here.board = board.chars().map(piece).collect::<Option<_>>()?;
    here.variables = ["white", "black", "gold", "quiet"].map(value).to_vec();
    let mut count = 0;
    for place in 0..here.board.len() as u16 {
        here.place = place;
        count += i32::from(plain.can(&description.conditions[0], &here).ok()?);
    }
    Some(count)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn conditions_hold_where_the_plain_interpreter_says(
        condition in condition(),
        choices in prop::collection::vec(any::<usize>(), 0..8),
    ) {
        let game = game(&format!("//@ points 1 for white where {condition}\n"));
        let mut position = game.start();
        for choice in choices {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.make(moves[choice % moves.len()]);
        }
        let before = position.format();
        let [count, against] = values(&game, "marks", &position);
        prop_assert_eq!(count, -against);
        prop_assert_eq!(before, position.format());
        if let Some(plain) = plainly(&game, &position) {
            prop_assert_eq!(count, plain, "{} in {}", condition, position.format());
        }
    }
}
