//! The endgame tables of checkers: against plain searches by the rules, made anew, and in searches.

use std::sync::atomic::AtomicBool;

use crate::support::Random;
use sarsen::game::endgames::{
    EndgameError, EndgameFile, EndgameMaker, EndgameSamples, EndgameSet, EndgameWatch,
};
use sarsen::game::value::{Score, Value, distance, is_loss, is_win};
use sarsen::game::{Actor, Bound, Game, Oracle, Outcome, Position, Written};
use sarsen::games::checkers::{Checkers, CheckersPosition};
use sarsen::search::{Control, Limits, Means, search};
use sarsen::transposition::Table;

type CheckersOracle = Box<dyn Oracle<CheckersPosition>>;

fn oracle() -> CheckersOracle {
    Checkers.oracle().unwrap()
}

fn known(oracle: &CheckersOracle, position: &CheckersPosition) -> Value {
    let known = oracle.probe(position).unwrap_or_else(|| panic!("{}", position.format()));
    assert_eq!(known.bound, Bound::Exact);
    known.value
}

/// Watches nothing.
fn with_watch<T>(work: impl FnOnce(&EndgameWatch<'_>) -> T) -> T {
    work(&EndgameWatch { stop: &AtomicBool::new(false), progress: &|_| () })
}

fn parts(maker: &dyn EndgameMaker, pieces: u32) -> Vec<String> {
    maker.parts(pieces).into_iter().map(|part| part.name).collect()
}

/// A position with this number of pieces, either side to move, made of a text.
fn random_position(pieces: usize, random: &mut Random) -> CheckersPosition {
    loop {
        let mut lists = [String::new(), String::new()];
        for at in 0..pieces {
            let side = if at < 2 { at } else { random.below(2) };
            let king = if random.below(2) == 0 { "K" } else { "" };
            let comma = if lists[side].is_empty() { "" } else { "," };
            lists[side] += &format!("{comma}{king}{}", 1 + random.below(32));
        }
        let turn = ["B", "W"][random.below(2)];
        let text = format!("{turn}:W{}:B{}", lists[0], lists[1]);
        if let Ok(position) = Checkers.start().parse(&text)
            && position.outcome().is_none()
        {
            return position;
        }
    }
}

/// Whether the player to move wins (`wins`) or loses within this many plies. By the rules alone.
fn is_decided(position: &mut CheckersPosition, plies: u32, wins: bool) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome != Outcome::Draw && !wins;
    }
    if plies == 0 {
        return false;
    }
    let moves = position.legal_moves();
    let leads = |m| {
        let undo = position.make(m);
        let found = is_decided(position, plies - 1, !wins);
        position.unmake(m, undo);
        found
    };
    if wins { moves.into_iter().any(leads) } else { moves.into_iter().all(leads) }
}

#[test]
fn plain_searches_find_the_same_ends() {
    let (oracle, mut random) = (oracle(), Random(5));
    let mut counts = [0; 3];
    for at in 0..3000 {
        let mut position = random_position(2 + at % 3, &mut random);
        let value = known(&oracle, &position);
        let (wins, loses) = (is_win(value), is_loss(value));
        counts[if wins {
            0
        } else if loses {
            2
        } else {
            1
        }] += 1;
        let plies = if value == 0 { u32::MAX } else { distance(value).unwrap() };
        for depth in 0..=6 {
            let text = position.format();
            assert_eq!(is_decided(&mut position, depth, true), wins && plies <= depth, "{text}");
            assert_eq!(is_decided(&mut position, depth, false), loses && plies <= depth, "{text}");
        }
    }
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
}

/// Every value follows from those after the moves: all of them with up to three pieces, and many
/// with four.
#[test]
fn values_follow_from_those_after_the_moves() {
    let oracle = oracle();
    let maker = oracle.endgames().unwrap();
    let set = maker.built_in();
    let mut checked = 0;
    for pieces in 2..=3 {
        for part in parts(maker, pieces) {
            let found = with_watch(|w| maker.check(&part, &set, EndgameSamples::All, w));
            checked += found.unwrap();
        }
    }
    assert_eq!(checked, 199_520);
    for part in parts(maker, 4) {
        let samples = EndgameSamples::Some { count: 5000, seed: 3 };
        assert_eq!(with_watch(|w| maker.check(&part, &set, samples, w)).unwrap(), 5000, "{part}");
    }
}

#[test]
fn decided_positions_end_when_the_table_says() {
    let oracle = oracle();
    let maker = oracle.endgames().unwrap();
    let set = maker.built_in();
    let mut played = 0;
    for part in parts(maker, 4) {
        let samples = EndgameSamples::Some { count: 80, seed: 11 };
        played += with_watch(|w| maker.play_out(&part, &set, samples, w)).unwrap();
    }
    assert!(played >= 1000, "{played}");
}

#[test]
fn tables_made_anew_are_those_that_come_with_the_game() {
    let oracle = oracle();
    let maker = oracle.endgames().unwrap();
    let built_in = maker.built_in();
    let mut set = EndgameSet::default();
    for part in (2..=3).flat_map(|pieces| parts(maker, pieces)) {
        let made = with_watch(|w| maker.make(&part, &set, w)).unwrap();
        assert!(made.bytes() == built_in.part(&part).unwrap().bytes(), "{part}");
        set.insert(made);
    }
    for part in parts(maker, 4).into_iter().take(1) {
        let made = with_watch(|w| maker.make(&part, &set, w)).unwrap();
        assert!(made.bytes() == built_in.part(&part).unwrap().bytes(), "{part}");
    }
    let missing = with_watch(|w| maker.make("11v11", &EndgameSet::default(), w)).err().unwrap();
    assert!(matches!(missing, EndgameError::Missing(_)), "{missing}");
    let stopped = EndgameWatch { stop: &AtomicBool::new(true), progress: &|_| () };
    let stopped = maker.make("02v01", &set, &stopped).err().unwrap();
    assert!(matches!(stopped, EndgameError::Stopped), "{stopped}");
}

#[test]
fn wrong_values_and_foreign_tables_are_noticed() {
    let oracle = oracle();
    let maker = oracle.endgames().unwrap();
    let mut set = maker.built_in();
    let part = set.part("02v01").unwrap();
    let summary = part.summary().clone();
    let mut values: Vec<u8> = (0..summary.size).map(|at| part.value(at).unwrap()).collect();
    values[5000] = values[5000].wrapping_add(2);
    let file = |summary, values: &[u8]| EndgameFile::read(EndgameFile::write(summary, values));
    set.insert(file(summary.clone(), &values).unwrap());
    let wrong = with_watch(|w| maker.check("02v01", &set, EndgameSamples::All, w)).unwrap_err();
    assert!(matches!(wrong, EndgameError::Wrong { .. }), "{wrong}");
    set.insert(file(summary.clone(), &values[1..]).unwrap());
    let short = oracle.with_endgames(&set).err().unwrap().to_string();
    let what = "part 02v01: it has 29759 values, not 29760";
    assert_eq!(short, format!("{what}; if you delete it, 'tables build' makes it again"));
    let mut foreign = EndgameSet::default();
    let summary = sarsen::game::endgames::EndgameSummary { game: "go".to_owned(), ..summary };
    foreign.insert(file(summary, &values).unwrap());
    let foreign = oracle.with_endgames(&foreign).err().unwrap().to_string();
    assert_eq!(foreign, "these are endgame tables of go, not of checkers");
}

/// The value of a search of one ply with the tables.
fn searched(oracle: &CheckersOracle, position: &CheckersPosition) -> (Score, CheckersPosition) {
    let evaluators = Checkers.evaluators();
    let table = Table::new(1).unwrap();
    let means = Means::new(&*evaluators[0].1, &table).with_oracle(Some(&**oracle));
    let found =
        search(position.clone(), means, &Limits::depth(1).into(), &Control::new(), &mut |_| ())
            .unwrap();
    let mut after = position.clone();
    after.make(found.best.variation[0]);
    (found.best.score, after)
}

/// A win that may come after the forty moves of the rules is no certain one. But the search goes
/// the shortest way.
#[test]
fn a_late_win_is_not_proven_but_played() {
    let (oracle, mut random) = (oracle(), Random(9));
    let mut seen = [0; 2];
    while seen.iter().any(|&count| count < 5) {
        let position = random_position(4, &mut random);
        let value = known(&oracle, &position);
        if !is_win(value) || position.must_capture() || position.legal_moves().len() < 2 {
            continue;
        }
        let plies = distance(value).unwrap();
        // A capture or a man's move may begin the count anew at once.
        let is_late = plies > 82;
        if (81..=82).contains(&plies) {
            continue;
        }
        let (score, after) = searched(&oracle, &position);
        let text = position.format();
        let left = match after.outcome() {
            Some(_) => 0,
            None => distance(known(&oracle, &after)).unwrap(),
        };
        match score {
            Score::Eval(_) if is_late => assert_eq!(left, plies - 1, "{text}"),
            Score::Win(Some(found)) if !is_late => assert_eq!(found, plies, "{text}"),
            Score::Win(None) if !is_late => assert!(left < 80, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
        seen[usize::from(is_late)] += 1;
    }
}

/// The reply that lasts longest by the tables, or ends the game without a loss.
fn defended(oracle: &CheckersOracle, position: &CheckersPosition) -> CheckersPosition {
    let replies = position.legal_moves().into_iter().map(|m| {
        let mut after = position.clone();
        after.make(m);
        after
    });
    let lasts = |after: &CheckersPosition| match after.outcome() {
        Some(Outcome::Draw) => u32::MAX,
        Some(Outcome::Win(_)) => 0,
        None => distance(known(oracle, after)).unwrap_or(u32::MAX),
    };
    replies.max_by_key(lasts).unwrap()
}

/// The tables know nothing of the forty moves, and nothing of repetition. A search of one ply wins
/// by these rules, too, against the longest defence.
#[test]
fn won_positions_are_won_within_the_distance_of_the_tables() {
    let (oracle, mut random) = (oracle(), Random(21));
    let [mut won, mut late] = [0; 2];
    while won < 1000 {
        let mut position = random_position(4, &mut random);
        let value = known(&oracle, &position);
        if !is_win(value) {
            continue;
        }
        let (text, plies) = (position.format(), distance(value).unwrap());
        let Actor::Player(winner) = position.actor() else { panic!("chance acts") };
        let mut played = 0;
        while position.outcome().is_none() {
            position = match position.actor() == Actor::Player(winner) {
                true => searched(&oracle, &position).1,
                false => defended(&oracle, &position),
            };
            played += 1;
        }
        match position.outcome() {
            Some(Outcome::Win(player)) if player == winner && played <= plies => won += 1,
            Some(Outcome::Draw) if plies > 80 => late += 1,
            other => panic!("{text}: {other:?} after {played} plies instead of {plies}"),
        }
    }
    assert!(late < 100, "{late} of the wins came too late");
}
