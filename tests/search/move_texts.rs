//! Texts of moves that a game reads by itself: it accepts exactly the texts of its legal moves, in
//! small and in capital letters.

use crate::support::Random;
use crate::support::slow::rounds;
use sarsen::game::{Game, Position, Written};
use sarsen::games::abalone::Abalone;
use sarsen::games::nuba::Nuba;

/// The legal move with this text, by comparison with the texts of all legal moves.
fn compared<P: Written>(position: &P, text: &str) -> Option<P::Move> {
    let is_meant = |m: &P::Move| position.format_move(*m).eq_ignore_ascii_case(text);
    position.legal_moves().into_iter().find(is_meant)
}

/// Plays random games, and reads texts that are moves, were moves or nearly are.
fn read_along<G: Game>(
    game: &G,
    seed: u64,
    plies: usize,
    mut wrong: impl FnMut(&mut Random) -> String,
) where
    G::Position: Written,
    <G::Position as Position>::Move: PartialEq + std::fmt::Debug,
{
    let mut random = Random(seed);
    let mut position = game.start();
    let mut before: Vec<String> = Vec::new();
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..plies {
        if position.outcome().is_some() {
            position = game.start();
        }
        let moves = position.legal_moves();
        let mut texts: Vec<String> = moves.iter().map(|&m| position.format_move(m)).collect();
        let own = texts.clone();
        texts.extend(own.iter().flat_map(|text| {
            let (half, rest) = text.split_at(2);
            let end = text.split_at(text.len() - 2);
            [
                text.to_ascii_uppercase(),
                format!("{rest}{half}"),
                end.1.to_owned() + end.0,
                half.repeat(2),
            ]
        }));
        texts.extend(own.iter().filter(|text| text.len() == 6).map(|text| {
            // The same ends, the other way round.
            format!("{}{}{}", &text[2..4], &text[..2], &text[4..])
        }));
        texts.append(&mut before);
        texts.extend((0..200).map(|_| wrong(&mut random)));
        for text in texts {
            let expected = compared(&position, &text);
            let found = position.parse_move(&text);
            assert_eq!(found.as_ref().ok(), expected.as_ref(), "{} {text}", position.format());
            if expected.is_some() { accepted += 1 } else { refused += 1 }
        }
        before = own;
        position.make(moves[random.below(moves.len())]);
    }
    assert!(accepted > 5 * plies && refused > 100 * plies, "{accepted} {refused}");
}

/// The name of a square or cell, which need not be on the board, and sometimes no name.
fn place(random: &mut Random, columns: &[u8], rows: usize) -> String {
    let letter = char::from(columns[random.below(columns.len())]);
    format!("{letter}{}", random.below(rows))
}

#[test]
fn abalone_reads_what_it_writes() {
    for (seed, game) in [(1, Abalone::STANDARD), (2, Abalone::BELGIAN)] {
        read_along(&game, seed, rounds(30, 300), |random| {
            let near = |random: &mut Random| place(random, b"abcdefghiABIjx", 11);
            (0..2 + random.below(2)).map(|_| near(random)).collect::<String>()
                + ["", "", "1", " "][random.below(4)]
        });
    }
    // Every text of two or three cells, once at the start.
    let start = Abalone::STANDARD.start();
    let cells: Vec<String> = (0..9)
        .flat_map(|row| {
            (1..10).map(move |diagonal| format!("{}{diagonal}", char::from(b'a' + row)))
        })
        .collect();
    let legal: Vec<String> =
        start.legal_moves().into_iter().map(|m| start.format_move(m)).collect();
    let mut count = 0;
    for one in &cells {
        for other in &cells {
            let pair = format!("{one}{other}");
            count += usize::from(start.parse_move(&pair).is_ok());
            for third in &cells {
                let text = format!("{pair}{third}");
                assert_eq!(start.parse_move(&text).is_ok(), legal.contains(&text), "{text}");
                count += usize::from(start.parse_move(&text).is_ok());
            }
        }
    }
    assert_eq!(count, legal.len());
}

#[test]
fn nuba_reads_what_it_writes() {
    let setups = ["row", "beyond", "row-ready", "beyond-ready"];
    for (seed, setup) in (1..).zip(setups) {
        read_along(&Nuba::parse(setup).unwrap(), seed, 100, |random| {
            let piece = "12345678 9xX0".as_bytes()[random.below(13)];
            let to = place(random, b"abcdefAE", 9);
            match random.below(3) {
                0 => format!("{}@{to}", char::from(piece)),
                _ => place(random, b"abcdefAE", 9) + &to,
            }
        });
    }
}
