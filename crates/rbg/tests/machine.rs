//! The machine against the plain interpreter, on random rules: the same moves, which change the
//! same, to the same positions.

use proptest::prelude::*;
use sarsen_rbg::machine::rules::{FoundMoves, RulesTable};
use sarsen_rbg::machine::state::State;
use sarsen_rbg::plain::{Plain, PlainPosition, Trail};
use sarsen_rbg::{Description, Rules};

/// Rules for a player: something that moves about, asks and changes.
fn actions() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        4 => prop::sample::select(vec!["up", "down", "left", "right", "up left", "right^2"])
            .prop_map(str::to_owned),
        4 => prop::sample::select(vec!["{e}", "{w}", "{b}", "{w, b}", "{e, w}", "{}"])
            .prop_map(str::to_owned),
        3 => prop::sample::select(vec!["[e]", "[w]", "[b]", "[w, e]"]).prop_map(str::to_owned),
        1 => prop::sample::select(vec![
            "any", "any {w}", "any {e}", ".", "(up* + down*)", "{? up}", "{! left}",
            "(left {e})*", "({e} right)* {b}", "(up {w})* {! up {w}}",
        ])
        .prop_map(str::to_owned),
        2 => prop::sample::select(vec![
            "[$ x = x + 1]", "[$ x = 0]", "[$ y = 1, x = y]", "{$ x < 2}", "{$ x == y}",
            "{$ w > b}", "[$ y = x / y]", "{$ y != 1}",
        ])
        .prop_map(str::to_owned),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            4 => prop::collection::vec(inner.clone(), 2..4).prop_map(|parts| parts.join(" ")),
            3 => prop::collection::vec(inner.clone(), 2..4)
                .prop_map(|parts| format!("({})", parts.join(" + "))),
            1 => inner.clone().prop_map(|part| format!("({part})*")),
            1 => inner.clone().prop_map(|part| format!("{{? {part}}}")),
            1 => inner.clone().prop_map(|part| format!("{{! {part}}}")),
            1 => inner.clone().prop_map(|part| format!("({{? {part}}} [w] + {{! {part}}} [b])")),
            1 => (inner, 1..4_u32).prop_map(|(part, power)| format!("({part})^{power}")),
        ]
    })
}

/// What the keeper does: whatever it is, there is one way to do it.
fn keeping() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        "",
        "[w]",
        "[$ x = 0] [b]",
        "({? up {w}} [b] + {! up {w}} [$ y = 1])",
        "({$ x > 1} [$ x = 0] + {$ x <= 1})",
        "({e} [w] + {w} + {b} [e] ->>)",
        "left",
    ])
    .prop_map(str::to_owned)
}

fn game() -> impl Strategy<Value = String> {
    let board = prop::sample::select(vec![
        "rectangle(up, down, left, right, [w, e, b] [e, w, e] [b, , w])",
        "rectangle(up, down, left, right, [w, e])",
        "p[w]{up: q, left: r} q[e]{up: r, down: p} r[b]{up: p, right: q, down: r}",
    ]);
    (board, actions(), keeping(), actions(), keeping()).prop_map(|(board, one, keep, two, also)| {
        format!(
            "#players = first(5), second(5)\n#pieces = e, w, b\n#variables = x(3), y(2)\n\
             #board = {board} \n#any = ((up* + down*)(left* + right*))\n\
             #rules = (->first {one} ->> {keep} ->second {two} ->> {also})*\n"
        )
    })
}

/// What a move comes to: the parts of the rules that change something, and the position after it.
#[derive(Debug)]
struct Outcome {
    nodes: Vec<u32>,
    board: Vec<u8>,
    variables: Vec<u32>,
    is_over: bool,
    /// Where the rules are. None if it does not matter.
    place: Option<u16>,
}

fn nodes(trail: &Trail) -> Vec<u32> {
    trail.iter().map(|(node, _)| *node).collect()
}

/// What the moves of the machine come to. None if it gives up.
fn of_machine(rules: &Rules, table: &RulesTable) -> Option<Vec<(Outcome, RulesTable)>> {
    let mut moves = FoundMoves::default();
    table.clone().moves(&mut moves).ok()?;
    let mut found = Vec::new();
    for number in 0..moves.len() {
        let mut after = table.clone();
        after.make(moves.get(number)).ok()?;
        let state = after.state();
        let matters = !state.is_over() && !forgets_place(rules, state);
        let outcome = Outcome {
            nodes: nodes(&rules.changes(moves.get(number))),
            board: state.board().to_vec(),
            variables: state.variables().to_vec(),
            is_over: state.is_over(),
            place: matters.then_some(state.place()),
        };
        found.push((outcome, after));
    }
    Some(found)
}

/// What the moves of the plain interpreter come to. None if it gives up.
fn of_plain(plain: &Plain<'_>, position: &PlainPosition) -> Option<Vec<(Outcome, PlainPosition)>> {
    let moves = plain.moves(position).ok()?;
    let one = |(trail, next): (Trail, PlainPosition)| {
        let outcome = Outcome {
            nodes: nodes(&trail),
            board: next.board.clone(),
            variables: next.variables.clone(),
            is_over: next.is_over,
            place: Some(next.place),
        };
        (outcome, next)
    };
    Some(moves.into_iter().map(one).collect())
}

/// Whether two moves come to the same. Variables that do not matter any more are 0 in the machine.
fn same(machine: &Outcome, plain: &Outcome) -> bool {
    comes_to(machine, plain) && (machine.place.is_none() || machine.place == plain.place)
}

/// The same without the place where the rules go on.
fn comes_to(machine: &Outcome, plain: &Outcome) -> bool {
    let mut values = machine.variables.iter().zip(&plain.variables).enumerate();
    (&machine.nodes, &machine.board) == (&plain.nodes, &plain.board)
        && machine.is_over == plain.is_over
        && values.all(|(variable, (fast, slow))| fast == slow || (variable >= 2 && *fast == 0))
}

/// Whether the machine does not know where the rules are, because it does not matter.
fn forgets_place(rules: &Rules, state: &State) -> bool {
    !state.is_over() && !rules.code().place_matters[state.at() as usize]
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(4000)
    })]

    #[test]
    fn the_machine_does_what_the_plain_interpreter_does(
        text in game(),
        choices in prop::collection::vec(0..1000_usize, 6),
    ) {
        let rules = Rules::load("random.rbg", &text).unwrap();
        let description = Description::parse("random.rbg", &text).unwrap();
        let plain = Plain::new(&description).with_most_steps(3000);
        let (Ok(mut position), Ok(mut table)) = (plain.start(), rules.table()) else {
            return Ok(());
        };
        for choice in choices {
            // What goes on for ever is another test's.
            let Some(slow) = of_plain(&plain, &position) else { return Ok(()) };
            let Some(mut fast) = of_machine(&rules, &table) else { return Ok(()) };
            if fast.len() != slow.len() && forgets_place(&rules, table.state()) {
                // Where the turn began does not matter, so the machine does not know it. Moves that
                // differ in it alone may be one.
                let fast = fast.iter().map(|(outcome, _)| outcome);
                let slow: Vec<&Outcome> = slow.iter().map(|(outcome, _)| outcome).collect();
                for one in fast.clone() {
                    prop_assert!(slow.iter().any(|other| comes_to(one, other)), "{text}\n{one:?}");
                }
                for other in slow {
                    let found = fast.clone().any(|one| comes_to(one, other));
                    prop_assert!(found, "{text}\n{other:?}");
                }
                return Ok(());
            }
            prop_assert_eq!(fast.len(), slow.len(), "{}", text);
            let mut next = None;
            for (number, (outcome, after)) in slow.iter().enumerate() {
                // A variable that is 0 may be one that does not matter, so moves with the same
                // values come first.
                let found = (0..fast.len())
                    .filter(|&other| same(&fast[other].0, outcome))
                    .max_by_key(|&other| fast[other].0.variables == outcome.variables);
                prop_assert!(found.is_some(), "{text}\n{fast:?}\n{outcome:?}");
                let (_, table) = fast.swap_remove(found.unwrap());
                if number == choice % slow.len() {
                    next = Some((after.clone(), table));
                }
            }
            let Some(next) = next else { return Ok(()) };
            (position, table) = next;
        }
    }
}
