//! Opening books: what is in them, how they grow, and that no file does harm.

use std::collections::HashMap;

use crate::support::Random;
use proptest::prelude::*;
use sarsen::batch::{BookPlan, Goal, build};
use sarsen::book::{Book, BookEntry, BookError, Everything, Growth, Learner};
use sarsen::engine::{Engine, Purpose};
use sarsen::game::value::{Score, Value, from_node, loss_in, win_in};
use sarsen::game::{Effort, Outcome, Player, mix64};
use sarsen::games::registry;
use sarsen::search::Control;
use sarsen::session::variety::Variety;
use sarsen::session::{Lookup, Request, Session};

fn open(game: &str) -> Box<dyn Session> {
    let (name, setup) = game.split_once(' ').unwrap_or((game, ""));
    registry().open(name, setup).unwrap()
}

fn empty(game: &str) -> Growth {
    let session = open(game);
    Growth::new(Book::new(&*session), session).unwrap()
}

/// An opinion of a position that depends only on the position.
fn opinion(session: &mut dyn Lookup, position: &str) -> BookEntry {
    session.set_position(Some(position), "").unwrap();
    BookEntry { value: (mix64(session.key()) % 41) as Value - 20, depth: 5 }
}

/// A book of about `positions` positions, valued by `opinion`.
fn grown(game: &str, positions: usize, batch: usize) -> Growth {
    let mut session = open(game);
    let mut growth = empty(game);
    while growth.summary().positions < positions {
        let frontier = growth.frontier(batch);
        assert!(!frontier.is_empty());
        for position in frontier {
            let entry = opinion(&mut *session, &position);
            assert!(growth.learn(&position, entry));
        }
    }
    growth
}

/// The value of a position by plain recursion. A leaf has the value that was found for it. The
/// values of all other positions follow from their moves.
fn plain_value(
    book: &Book,
    session: &mut dyn Lookup,
    leaves: &mut HashMap<u64, ()>,
) -> Option<Value> {
    let known = book.listed(session.key())?;
    let (position, mover) = (session.position(), session.to_move());
    let mut best = None;
    for child in session.children() {
        let value = match child.outcome {
            Some(Outcome::Draw) => 0,
            Some(Outcome::Win(winner)) if Some(winner) == mover => win_in(1),
            Some(Outcome::Win(_)) => loss_in(1),
            None => {
                session.set_position(Some(&position), &child.text).unwrap();
                let found = plain_value(book, session, leaves);
                session.set_position(Some(&position), "").unwrap();
                let Some(found) = found else {
                    leaves.insert(session.key(), ());
                    return Some(known.value);
                };
                from_node(if child.turn == mover { found } else { -found }, 1)
            }
        };
        best = best.max(Some(value));
    }
    best
}

#[test]
fn values_are_those_of_plain_recursion() {
    for game in ["connect4 4x4", "connect4", "stonehenge"] {
        let growth = grown(game, 400, 20);
        let book = growth.book();
        let mut session = open(game);
        let mut leaves = HashMap::new();
        let value = plain_value(&book, &mut *session, &mut leaves).unwrap();
        assert_eq!(growth.value().unwrap().value, value, "{game}");
        let summary = growth.summary();
        assert!(summary.positions >= 400 && summary.expanded > 3 && leaves.len() > 10);
        assert_eq!(summary.reachable, summary.positions, "{game}");
        assert_eq!(book.len(), summary.positions);
    }
}

#[test]
fn a_small_game_is_known_to_its_end() {
    // All values come from the ends of games, so the book becomes the solution.
    let mut growth = empty("connect4 4x4");
    let mut rounds = 0;
    loop {
        let frontier = growth.frontier(5000);
        if frontier.is_empty() {
            break;
        }
        for position in frontier {
            assert!(growth.learn(&position, BookEntry { value: 0, depth: 0 }));
        }
        rounds += 1;
        assert!(rounds < 1000);
    }
    let root = growth.value().unwrap();
    assert_eq!(root.score(false), Score::Draw);
    // The search finds the same.
    let mut engine = Engine::new(open("connect4 4x4"), 16).unwrap();
    let answer =
        engine.think(&Request::default(), Purpose::Analysis, &Control::new(), &mut |_| {}).unwrap();
    assert_eq!(answer.best.score, Score::Draw);
}

#[test]
fn the_order_of_arrival_does_not_matter() {
    let book = grown("connect4", 500, 30).book();
    let mut session = open("connect4");
    // These are all its positions, from the start on.
    let mut positions = vec![session.position()];
    let mut seen = std::collections::HashSet::new();
    let mut at = 0;
    while at < positions.len() {
        let position = positions[at].clone();
        at += 1;
        session.set_position(Some(&position), "").unwrap();
        for child in session.children() {
            if book.listed(child.key).is_some() && seen.insert(child.key) {
                session.set_position(Some(&position), &child.text).unwrap();
                positions.push(session.position());
            }
        }
    }
    assert_eq!(positions.len(), book.len());
    let mut random = Random(3);
    for _ in 0..5 {
        for i in (1..positions.len()).rev() {
            positions.swap(i, random.below(i + 1));
        }
        let mut growth = empty("connect4");
        for position in &positions {
            let entry = opinion(&mut *session, position);
            growth.learn(position, entry);
        }
        let other = growth.book();
        // The expansion of the start fixes how much a ply weighs. Here this may happen later.
        for position in &positions {
            session.set_position(Some(position), "").unwrap();
            assert_eq!(other.listed(session.key()), book.listed(session.key()), "{position}");
        }
    }
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let built = |threads: usize| {
        let mut growth = empty("connect4 5x4");
        let engine = |_| Engine::new(open("connect4 5x4"), 1).unwrap();
        let mut engines: Vec<Engine> = (0..threads).map(engine).collect();
        let plan = BookPlan { nodes: Some(500), batch: 16, goal: Goal::Positions(200) };
        build(&mut growth, &mut engines, &plan, &Control::new(), &mut |_, _| Ok::<(), ()>(()))
            .unwrap();
        growth.book().to_bytes()
    };
    let one = built(1);
    assert!(one == built(2) && one == built(5));
    assert!(Book::from_bytes(&one).unwrap().len() >= 200);
}

/// Checks every position within `plies` plies in which the owner is to move, with any replies to
/// the owner's best moves. The book has moves there, with the solver's values. Returns the number
/// of positions.
fn complete(book: &Book, session: &mut dyn Session, owner: Player, plies: usize) -> usize {
    let Some(mover) = session.to_move() else { return 0 };
    let mut moves = session.moves();
    let mut count = 0;
    if mover == owner {
        let known = book.moves(session).unwrap_or_else(|| panic!("{}", session.position()));
        let solved = session.solver(1 << 20).unwrap().solve(&Effort::UNLIMITED).unwrap();
        assert_eq!(solved.value(), Some(known[0].entry.value), "{}", session.position());
        let best = known.iter().filter(|m| m.entry.value == known[0].entry.value);
        moves = best.map(|m| m.text.clone()).collect();
        count += 1;
    }
    for text in moves.iter().filter(|_| plies > 0) {
        session.play(text).unwrap();
        count += complete(book, session, owner, plies - 1);
        session.undo(1).unwrap();
    }
    count
}

#[test]
fn a_solved_book_is_complete() {
    // Opinions that are already in the book are not enough.
    let mut growth = grown("connect4 5x4", 100, 10);
    let mut engines = [(), ()].map(|()| Engine::new(open("connect4 5x4"), 1).unwrap());
    let plan = BookPlan { nodes: None, batch: 1, goal: Goal::Complete(4) };
    let mut lefts = Vec::new();
    build(&mut growth, &mut engines, &plan, &Control::new(), &mut |_, left| {
        lefts.push(left);
        Ok::<(), ()>(())
    })
    .unwrap();
    assert_eq!(lefts.last(), Some(&0));
    let book = growth.book();
    for owner in [Player::First, Player::Second] {
        let count = complete(&book, &mut *open("connect4 5x4"), owner, 4);
        assert!(count > 25, "{count}");
    }
    assert!(growth.gaps(4).is_empty() && !growth.gaps(5).is_empty());
}

#[test]
fn a_stopped_build_learns_nothing_half() {
    let mut growth = empty("connect4");
    let mut engines = vec![Engine::new(open("connect4"), 1).unwrap()];
    let plan = BookPlan { nodes: Some(u64::MAX), batch: 4, goal: Goal::Positions(100) };
    let control = Control::new();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(std::time::Duration::from_millis(50));
            control.stop();
        });
        build(&mut growth, &mut engines, &plan, &control, &mut |_, _| Ok::<(), ()>(())).unwrap();
    });
    assert_eq!(growth.summary().positions, 0);
}

#[test]
fn mirror_images_share_what_is_known() {
    let book = grown("connect4", 800, 10).book();
    let mut session = open("connect4");
    session.set_position(None, "3").unwrap();
    let left = book.moves(&*session).unwrap();
    session.set_position(None, "5").unwrap();
    let right = book.moves(&*session).unwrap();
    for m in left {
        let mirrored = (8 - m.text.parse::<u8>().unwrap()).to_string();
        assert!(right.iter().any(|other| other.text == mirrored && other.entry == m.entry));
    }
    // Stonehenge has six images of each position.
    let book = grown("stonehenge", 130, 30).book();
    let mut session = open("stonehenge");
    let entries = ["6@1", "6@2", "6@10", "6@14", "6@15", "6@18"].map(|m| {
        session.set_position(None, m).unwrap();
        book.listed(session.key()).unwrap()
    });
    assert!(entries.iter().all(|entry| *entry == entries[0]));
}

#[test]
fn lines_are_legal_and_leave_the_session_as_it_was() {
    let book = grown("connect4", 800, 10).book();
    let mut session = open("connect4");
    session.play("4").unwrap();
    let before = session.position();
    let (entry, line) = book.line(&mut *session, None).unwrap();
    assert_eq!(session.position(), before);
    let best = book.moves(&*session).unwrap();
    assert_eq!((&best[0].text, best[0].entry), (&line[0], entry));
    assert!(best.is_sorted_by(|a, b| a.entry.value >= b.entry.value));
    session.play(&line.join(" ")).unwrap();
    assert!(line.len() > 1);
    // The book has no line for a position that it does not know.
    session.set_position(None, "1 1 1 1 1 1 2 2 2 2 2").unwrap();
    assert_eq!(book.line(&mut *session, None), None);
}

#[test]
fn variety_chooses_good_moves_by_the_seed() {
    let book = grown("connect4", 100, 10).book();
    let mut session = open("connect4");
    let moves = book.moves(&*session).unwrap();
    let mut counts: HashMap<String, u32> = HashMap::new();
    for seed in 0..2000 {
        let variety = Some(Variety { margin: 12, seed });
        let (entry, line) = book.line(&mut *session, variety).unwrap();
        assert!(entry.value >= moves[0].entry.value - 12);
        assert_eq!(book.line(&mut *session, variety).unwrap().1, line);
        *counts.entry(line[0].clone()).or_default() += 1;
    }
    let within = moves.iter().filter(|m| m.entry.value >= moves[0].entry.value - 12).count();
    assert_eq!(counts.len(), within);
    assert!(within > 1 && counts[&moves[0].text] >= *counts.values().max().unwrap());
}

#[test]
fn books_are_merged() {
    let (few, many) = (grown("connect4", 60, 7), grown("connect4", 200, 7).book());
    let mut merged = Growth::new(few.book(), open("connect4")).unwrap();
    merged.merge(&many).unwrap();
    assert!(merged.summary().positions >= many.len());
    let mut other_way = Growth::new(many.clone(), open("connect4")).unwrap();
    other_way.merge(&few.book()).unwrap();
    assert_eq!(merged.book(), other_way.book());
    // The deeper value stays.
    let mut session = open("connect4");
    let mut growth = empty("connect4");
    let start = session.position();
    for (value, depth) in [(3, 4), (5, 9), (7, 6)] {
        growth.learn(&start, BookEntry { value, depth });
    }
    assert_eq!(growth.value(), Some(BookEntry { value: 5, depth: 9 }));
    growth.learn(&start, BookEntry::proven(0));
    growth.learn(&start, BookEntry { value: 8, depth: 80 });
    assert_eq!(growth.value().unwrap().score(false), Score::Draw);
    assert!(growth.frontier(10).is_empty(), "what is proven need not be looked into");

    session.select_evaluator("windows");
    let foreign = Book::new(&*session);
    assert!(matches!(growth.merge(&foreign), Err(BookError::Evaluators(..))));
    let foreign = Book::new(&*open("connect4 6x5"));
    assert!(matches!(growth.merge(&foreign), Err(BookError::Game { .. })));
    assert!(!growth.learn("nonsense", BookEntry { value: 0, depth: 1 }));
}

#[test]
fn files_are_read_back() {
    let book = grown("stonehenge", 300, 50).book();
    let read = Book::from_bytes(&book.to_bytes()).unwrap();
    assert_eq!(read, book);
    assert_eq!((read.game(), read.evaluator()), ("stonehenge", "lines"));
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.book");
    book.save(&path).unwrap();
    assert_eq!(Book::load(&path).unwrap(), book);
    // The growth goes on from where it was.
    let mut growth = Growth::new(read, open("stonehenge")).unwrap();
    assert_eq!(growth.book(), book);
    assert!(growth.frontier(1).len() > 10);
}

#[test]
fn other_files_are_refused() {
    let bytes = grown("connect4 4x4", 40, 10).book().to_bytes();
    let error = |bytes: &[u8]| Book::from_bytes(bytes).unwrap_err().to_string();
    assert_eq!(error(b""), "this is no opening book");
    assert_eq!(error(b"PNG\x1a\n"), "this is no opening book");
    assert_eq!(error(b"sarsen book 7 {}\n"), "this is a book of format 7; format 2 is known here");
    assert!(error(b"sarsen book 1 {}\n").contains("damaged"));
    let longer = [&bytes[..], b"x"].concat();
    assert!(error(&longer).contains("entries are announced"));
    let huge = br#"sarsen book 1 {"game":"x","evaluator":"y","start":"0","ply":0,"entries":1152921504606846976}
abcdefgh"#;
    assert!(error(huge).contains("entries are announced"));
    // This is a book for a game of the same name with other keys.
    let book = Book::from_bytes(&bytes).unwrap();
    let key = format!("{:016x}", open("connect4 4x4").start_key());
    let mut text = bytes.clone();
    let at = text.windows(16).position(|window| window == key.as_bytes()).unwrap();
    text[at] = if text[at] == b'0' { b'1' } else { b'0' };
    seal(&mut text);
    let foreign = Book::from_bytes(&text).unwrap();
    assert!(matches!(foreign.check_game(&*open("connect4 4x4")), Err(BookError::Keys)));
    assert!(book.check_game(&*open("connect4 4x4")).is_ok());
}

/// Makes the checksum of a changed book right.
fn seal(bytes: &mut [u8]) {
    let body = bytes.len() - 4;
    let sum = crc32fast::hash(&bytes[..body]);
    bytes[body..].copy_from_slice(&sum.to_le_bytes());
}

/// A book of everything up to four plies, with values that are made up.
fn everything() -> Book {
    let session = open("connect4 4x4");
    let mut all = Everything::new(Book::new(&*session), session, Some(4)).unwrap();
    let texts = all.frontier(usize::MAX);
    assert_eq!(all.progress(), [texts.len(), 0]);
    for (number, text) in texts.iter().enumerate() {
        let values = [0, win_in(11), loss_in(10), win_in(9), loss_in(12)];
        assert!(all.learn(text, BookEntry::proven(values[number * number % 5])));
    }
    assert!(all.is_complete() && all.agrees() && all.frontier(1).is_empty());
    all.book()
}

#[test]
fn a_book_of_everything_is_read_as_it_was_written() {
    let book = everything();
    let bytes = book.to_bytes();
    assert!(bytes.starts_with(b"sarsen book 2 "));
    let read = Book::from_bytes(&bytes).unwrap();
    assert!(read == book && read.plies() == Some(4) && read.is_empty());
    let session = open("connect4 4x4");
    let again = Everything::new(read, session, None).unwrap();
    assert!(again.is_complete() && again.agrees());
    // No position with more plies, and no other game.
    let mut session = open("connect4 4x4");
    session.set_position(None, "1 1 2 2 4").unwrap();
    assert_eq!(book.value(&*session), None);
    assert!(book.check_game(&*open("connect4 4x5")).is_err());
    let refused = |plies| {
        let session = open("connect4 4x4");
        Everything::new(Book::new(&*session), session, plies).err().unwrap().to_string()
    };
    assert!(refused(None).contains("no book of everything"));
    assert!(refused(Some(16)).contains("at most 15 plies"));
}

#[test]
fn wrong_layers_do_no_harm() {
    let bytes = everything().to_bytes();
    let header = bytes.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    let mut session = open("connect4 4x4");
    let mut random = Random(3);
    let mut read = 0;
    for _ in 0..2000 {
        let mut changed = bytes.clone();
        for _ in 0..=random.below(3) {
            let at = header + random.below(bytes.len() - 4 - header);
            changed[at] = random.next() as u8;
        }
        seal(&mut changed);
        let Ok(book) = Book::from_bytes(&changed) else { continue };
        read += 1;
        for moves in ["", "1", "2 2", "1 4 3", "2 2 3 3"] {
            session.set_position(None, moves).unwrap();
            if book.check_game(&*session).is_ok() {
                let _ = (book.value(&*session), book.moves(&*session));
            }
        }
    }
    assert!(read > 100, "{read}");
}

proptest! {
    #[test]
    fn damage_is_noticed(at in any::<prop::sample::Index>(), bit in 0..8u8, cut in any::<prop::sample::Index>()) {
        let bytes = grown("connect4 4x4", 30, 10).book().to_bytes();
        let mut changed = bytes.clone();
        changed[at.index(bytes.len())] ^= 1 << bit;
        prop_assert!(Book::from_bytes(&changed).is_err());
        prop_assert!(Book::from_bytes(&bytes[..cut.index(bytes.len())]).is_err());
    }

    #[test]
    fn no_bytes_do_harm(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let with_magic = [b"sarsen book 1 ", &bytes[..]].concat();
        prop_assert!(Book::from_bytes(&bytes).is_err());
        prop_assert!(Book::from_bytes(&with_magic).is_err());
    }
}
