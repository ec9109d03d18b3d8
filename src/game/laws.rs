//! The laws of [`Position`] and [`Evaluator`](super::Evaluator), checked along games: for tests.
//!
//! ```
//! use sarsen::game::laws;
//! use sarsen::games::stonehenge::Stonehenge;
//!
//! // In a test of your own: many games, with random numbers in place of these.
//! laws::hold(&Stonehenge, &[3, 14, 15, 92, 65, 35, 89, 79]);
//! laws::survive(&Stonehenge, "6@19");
//! ```

use super::{Actor, Dialect, Game, Player, Position};

/// Plays a game whose moves are chosen by `choices` (numbers of any size, taken modulo the number of
/// legal moves) and checks every position on the way.
///
/// # Panics
///
/// If a law is broken; the message shows the position.
pub fn hold<G: Game>(game: &G, choices: &[usize])
where
    G::Position: PartialEq,
{
    let mut position = game.start();
    let mut trail = vec![];
    for &choice in choices {
        let legal = legal_moves(&position);
        if legal.is_empty() {
            break;
        }
        check(game, &position, &legal);
        let m = legal[choice % legal.len()];
        let before = position.clone();
        let undo = position.make(m);
        trail.push((before, m, undo));
    }
    check(game, &position, &legal_moves(&position));
    // Back to the start, one move at a time.
    for (before, m, undo) in trail.into_iter().rev() {
        position.unmake(m, undo);
        assert_eq!(position, before);
        assert_eq!((position.key(), position.table_key()), (before.key(), before.table_key()));
    }
}

fn legal_moves<P: Position>(position: &P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    if position.outcome().is_none() {
        position.moves(&mut moves);
    }
    moves
}

fn check<G: Game>(game: &G, position: &G::Position, legal: &[<G::Position as Position>::Move])
where
    G::Position: PartialEq,
{
    // Text: inverse, and the key that grew move by move is the one computed from nothing.
    let text = position.format();
    let read = position.parse(&text).unwrap();
    assert_eq!(read.format(), text);
    assert_eq!(read.key(), position.key(), "{text}");
    assert_eq!((read.actor(), read.outcome()), (position.actor(), position.outcome()), "{text}");
    for dialect in game.dialects() {
        let dialect: &dyn Dialect<G::Position> = &*dialect;
        let text = dialect.format(position);
        assert_eq!(dialect.parse(position, &text).unwrap().key(), position.key(), "{text}");
    }

    // Moves.
    if position.outcome().is_none() {
        assert!(!legal.is_empty(), "an unfinished game has moves: {text}");
        assert_eq!(position.count_moves(), legal.len());
    } else {
        assert!(matches!(position.actor(), Actor::Player(_)));
    }
    let mut codes: Vec<u16> = legal.iter().map(|&m| position.code(m)).collect();
    let below = G::Position::MOVE_CODES;
    assert!(
        codes.iter().all(|&code| usize::from(code) < below),
        "codes are below MOVE_CODES: {text}"
    );
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes.len(), legal.len(), "codes tell moves apart: {text}");
    for &m in legal {
        let text = position.format_move(m);
        assert!(!text.is_empty() && !text.contains(char::is_whitespace));
        assert!(position.parse_move(&text) == Ok(m), "texts tell moves apart: {text}");
        assert_eq!(game.spread(&text), [&*text], "one move is one move");
        assert!(position.weight(m) > 0);
    }

    // Symmetries.
    let canonical = position.canonical();
    for symmetry in 0..position.symmetries() {
        let image = position.image(symmetry);
        let inverse = position.inverse(symmetry);
        assert_eq!(image.image(inverse), *position);
        assert_eq!(image.canonical().0, canonical.0);
        assert_eq!(image.outcome(), position.outcome());
        for (name, evaluator) in game.evaluators() {
            if position.outcome().is_some() {
                break;
            }
            let value = evaluator.evaluate(position, Player::First);
            assert_eq!(evaluator.evaluate(position, Player::Second), -value, "{name}: {text}");
            if evaluator.is_symmetric() {
                assert_eq!(evaluator.evaluate(&image, Player::First), value, "{name}: {text}");
            }
        }
        for &m in legal {
            let code = position.map_code(position.code(m), symmetry);
            assert_eq!(position.map_code(code, inverse), position.code(m));
            let mirrored =
                legal_moves(&image).into_iter().find(|&m| image.code(m) == code).unwrap();
            let (mut after, mut image_after) = (position.clone(), image.clone());
            after.make(m);
            image_after.make(mirrored);
            assert_eq!(after.image(symmetry), image_after);
        }
    }
    assert_eq!(position.image(canonical.1).key(), canonical.0);
    let (table_key, symmetry) = position.table_key();
    if table_key != position.plain_table_key() {
        assert_eq!(position.image(symmetry).plain_table_key(), table_key);
    }
}

/// Gives the parsers a text; they may refuse it, not panic. What they accept they write back.
///
/// # Panics
///
/// If a parser does, or if a text that it accepts is not written back as it was understood.
pub fn survive<G: Game>(game: &G, text: &str) {
    let start = game.start();
    if let Ok(position) = start.parse(text) {
        assert_eq!(start.parse(&position.format()).unwrap().key(), position.key());
    }
    let _ = start.parse_move(text);
    for dialect in game.dialects() {
        let _ = dialect.parse(&start, text);
        let _ = dialect.parse_move(&start, text);
    }
}
