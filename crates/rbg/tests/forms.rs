//! Byte code and machine code do the same: the same moves in the same order, the same positions,
//! and the same rules are found endless.

use std::path::Path;

use sarsen_rbg::machine::rules::{Form, FoundMoves, Rules, RulesTable};

/// A small game with nearly everything: repeats that come to the same place twice, checks with
/// changes in them, variables that are computed, counts, slides, and changes of turn in a row.
const MIXED: &str = "
#players = white(100), black(100)
#pieces = e, w, b, x
#variables = captures(9), moves(40)
#board = rectangle(up,down,left,right,
         [e, w, e, b, e]
         [e, e, x, e, e]
         [w, e, e, e, b]
         [e, w, x, b, e])
#anySquare = ((up* + down*)(left* + right*))
#near = (up + down + left + right)
#walk = (near {e})* near {e}
#jump(other) = (up {other} [e] up + left {other} [e] left + right {other} [e] right) {e}
#turn(me; mine; opp; other) = (
    {$ moves > 0} [$ moves = moves - 1]
    ->me anySquare {mine} [e]
    (
        walk [mine]
      + jump(other) (jump(other))* [mine] [$ captures = captures + 1]
        ({$ captures < 3} + {$ captures == 3} [$ captures = (captures * 2) / 3 - 2])
      + (up left {e,x} (up left {e})* + down {e} (down {e})*) [mine]
    )
    {! anySquare {other} [mine] near {mine} near {mine} near {mine} {? [x] up {e}}}
    ->> [$ me = 10 * (w + captures) / (b + 1)]
    ({? anySquare {other}} + {! anySquare {other}} ->> [$ me = 100, opp = 0] ->> {})
    (near {x} [e] ->> + {! near {x}} ->> + {})
    ({$ w >= b} + {$ w < b} [$ opp = 1])
  )
#rules = [$ moves = 40] (turn(white; w; black; b) turn(black; b; white; w))*
";

/// Many kinds of pieces, and a board of more than 256 places.
fn large() -> String {
    let pieces: Vec<String> = (0..70).map(|number| format!("p{number}")).collect();
    let row: Vec<&str> = (0..20).map(|number| pieces[number * 7 % 70].as_str()).collect();
    let board = format!("         [{}]\n", row.join(", ")).repeat(15);
    format!(
        "
#players = white(100), black(100)
#pieces = {}
#variables = count(300)
#board = rectangle(up,down,left,right,
{board})
#anySquare = ((up* + down*)(left* + right*))
#turn(me) = ->me anySquare {{p0, p14, p35, p69}} [p1]
    (up {{p7, p8, p9, p0}} + right {{p49, p63}} right {{p0, p14}} + (left + down) {{p14}}) [p35]
    [$ count = p1] ->>
#rules = (turn(white) turn(black))*
",
        pieces.join(", ")
    )
}

/// A path over the whole board that the keeper goes on its own, step by step.
fn path() -> String {
    let board = format!("         [{}]\n", vec!["e"; 60].join(", ")).repeat(60);
    format!(
        "
#players = white(100), black(100)
#pieces = e, x
#variables =
#board = rectangle(up,down,left,right,
{board})
#rules = ->white ({{e}} + up {{e}}) ->> [x]
    ((right + down + left + up) {{e}} [x])* {{! (right + down + left + up) {{e}}}} ->black
    [e] ->> {{}}
"
    )
}

/// Rules that do not end, around something that is put in.
fn endless(rules: &str) -> String {
    format!(
        "
#players = white(100), black(100)
#pieces = e, w, b
#variables = n(9)
#board = rectangle(up,down,left,right,
         [e, w, e]
         [e, e, b])
#rules = {rules}
"
    )
}

/// How long one game may take.
const LONGEST: std::time::Duration = std::time::Duration::from_secs(1);

fn load(form: Form, name: &str, text: &str) -> Rules {
    match Rules::load_as(form, name, text) {
        Ok(rules) => rules,
        Err(error) => panic!("{error}"),
    }
}

fn is_supported() -> bool {
    cfg!(feature = "native") && cfg!(any(target_arch = "x86_64", target_arch = "aarch64"))
}

/// Both forms of some rules.
fn both(name: &str, text: &str) -> [Rules; 2] {
    let [bytes, machine] = [Form::ByteCode, Form::MachineCode].map(|form| load(form, name, text));
    assert_eq!(bytes.form(), Form::ByteCode);
    if is_supported() {
        assert_eq!(machine.form(), Form::MachineCode, "{name}");
    }
    [bytes, machine]
}

/// Plays a game at random at both tables. Returns how many moves it had.
fn play(name: &str, tables: &mut [RulesTable; 2], seed: u64, most: usize) -> usize {
    let end = std::time::Instant::now() + LONGEST;
    let mut random = seed;
    let mut moves = [FoundMoves::default(), FoundMoves::default()];
    for number in 0..most {
        let [bytes, machine] = tables;
        assert_eq!(bytes.state(), machine.state(), "{name}: position {number}");
        let found = [bytes.moves(&mut moves[0]), machine.moves(&mut moves[1])];
        // Machine code can do more before it is too much.
        if found[0].is_err() {
            return number;
        }
        assert_eq!(found[0], found[1], "{name}: position {number}");
        assert_eq!(moves[0], moves[1], "{name}: moves of position {number}");
        if moves[0].is_empty() || std::time::Instant::now() > end {
            return number;
        }
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let chosen = (random >> 33) as usize % moves[0].len();
        let steps = moves[0].get(chosen);
        let made = [bytes.make(steps), machine.make(steps)];
        if made[0].is_err() {
            return number;
        }
        assert_eq!(made[0], made[1], "{name}: move {number}");
    }
    most
}

/// Plays some games at random.
fn compare(name: &str, text: &str, games: u64, most: usize) -> usize {
    let rules = both(name, text);
    let starts = rules.each_ref().map(Rules::table);
    let [Ok(bytes), Ok(machine)] = starts else {
        assert!(starts.iter().all(Result::is_err), "{name}: the beginning");
        return 0;
    };
    let play_one = |game| play(name, &mut [bytes.clone(), machine.clone()], game, most);
    (0..games).map(play_one).sum()
}

#[test]
fn a_game_with_everything() {
    assert!(compare("mixed", MIXED, 200, 100) > 500);
}

#[test]
fn many_pieces_and_places() {
    assert!(compare("large", &large(), 5, 50) > 100);
}

#[test]
fn a_path_too_deep_for_the_stack_is_left_to_byte_code() {
    // A small stack, so that it would overflow if nobody looked.
    let thread = std::thread::Builder::new().stack_size(1 << 19);
    let played = thread.spawn(|| compare("path", &path(), 1, 3)).map(|thread| thread.join());
    assert_eq!(played.ok().and_then(Result::ok), Some(2));
}

#[test]
fn long_rules_do_no_harm() {
    for power in [3_000, 15_000] {
        let rules =
            format!("->white ([w] [e])^{power} ->> ([w] {{w}} [e])^{power} ->black [e] ->>");
        let text = endless(&rules);
        let loaded = [Form::ByteCode, Form::MachineCode].map(|form| load(form, "long", &text));
        let tables = loaded.map(|rules| rules.table());
        let [Ok(bytes), Ok(machine)] = tables else { panic!("it begins") };
        assert_eq!(play("long", &mut [bytes, machine], 0, 3), 2);
    }
}

#[test]
fn counts_agree() {
    let [bytes, machine] = both("mixed", MIXED);
    let counts = [bytes, machine].map(|rules| rules.table().and_then(|mut table| table.perft(3)));
    assert_eq!(counts[0], counts[1]);
    assert!(counts[0].is_ok_and(|count| count > 1000));
}

#[test]
fn illegal_steps_do_no_harm() {
    let [_, machine] = both("mixed", MIXED);
    let Ok(table) = machine.table() else { panic!("it begins") };
    let mut moves = FoundMoves::default();
    let mut other = table.clone();
    assert!(other.moves(&mut moves).is_ok());
    // The same step again and again does not end a turn.
    let first = moves.get(0)[0];
    let mut other = table.clone();
    assert!(other.make(&[first, first, first]).is_ok());
    assert!(other.moves(&mut moves).is_ok());
}

#[test]
fn endless_rules_are_found_out_in_both_forms() {
    for rules in [
        // Changes without an end in a move, by the keeper, and in a check.
        "->white ([w] + [b])* ->black {}",
        "->white (right + left)* ([e])* ->black {}",
        "([w])* {b} ->white {}",
        "->white {? ([e] [w])* {! {w}} } ->black {}",
        "->white {! ((up + down) [e] [w])* {! {w}} } ->black {}",
        // Changes of turn without an end.
        "(->>)*",
        "->white ->> (->> [w] ->>)*",
        "->white ->> (->> [$ n = 1] + {b} ->black)*",
    ] {
        let text = endless(rules);
        let results = both(rules, &text).map(|rules| {
            rules.table().and_then(|mut table| {
                let mut moves = FoundMoves::default();
                table.moves(&mut moves)?;
                if moves.is_empty() { Ok(()) } else { table.make(moves.get(0)) }
            })
        });
        assert!(results.iter().all(Result::is_err), "{rules}: {results:?}");
    }
}

#[test]
fn public_games() {
    let Some(folder) = std::env::var_os("SARSEN_RBG_GAMES") else {
        eprintln!("SKIPPED: SARSEN_RBG_GAMES names no folder with games");
        return;
    };
    let mut played = 0;
    let files = std::fs::read_dir(Path::new(&folder)).expect("a folder");
    for file in files.flatten().map(|file| file.path()) {
        if file.extension().is_none_or(|extension| extension != "rbg") {
            continue;
        }
        let text = std::fs::read_to_string(&file).expect("a file");
        let moves = compare(&file.display().to_string(), &text, 3, 80);
        played += usize::from(moves > 0);
    }
    assert!(played > 0);
}
