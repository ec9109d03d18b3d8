//! The choice of a compiled recursion: for this processor, this width of board, and these
//! techniques.

use super::super::word::BoardWord;
use super::search::Visitor;
use super::technique::Technique;
use super::visit::Visit;
use sarsen_core::solvers::techniques::{AllBut, AllTechniques, TechniqueSet};
use sarsen_core::sys::processor::{Any, Computation, Processor, run};

/// Calls `then` with the best visitor for this processor.
pub(super) fn with_visitor<W: BoardWord, R>(
    techniques: AllBut<Technique>,
    width: u8,
    then: impl FnOnce(&Visitor<'_, W>) -> R,
) -> R {
    let choose = Choose { techniques, width, then, word: std::marker::PhantomData };
    // Boards of 128 bits gain nothing from vectors. The comparison is a constant, so the compiler
    // generates no code for the other case.
    if const { W::BITS <= u64::BITS } { run(choose) } else { choose.run(Any) }
}

/// The choice of a visitor, and the function that uses it.
struct Choose<W, F> {
    techniques: AllBut<Technique>,
    width: u8,
    then: F,
    word: std::marker::PhantomData<W>,
}

impl<W: BoardWord, R, F: FnOnce(&Visitor<'_, W>) -> R> Computation for Choose<W, F> {
    type Found = R;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> R {
        let Self { techniques, width, then, .. } = self;
        match techniques {
            AllBut(None) => with_lanes(processor, AllTechniques, width, then),
            without => with_lanes(processor, without, width, then),
        }
    }
}

/// Takes the visitor with a lane for each column: 8, 16 or 32 lanes.
fn with_lanes<W: BoardWord, P: Processor, T: TechniqueSet<Technique>, R>(
    processor: P,
    techniques: T,
    width: u8,
    then: impl FnOnce(&Visitor<'_, W>) -> R,
) -> R {
    match width {
        ..=8 => then(&|search, question| {
            processor.run(Visit::<W, T, 1, 8> { search, techniques, question })
        }),
        // Boards of 64 bits have at most 12 columns.
        9..=16 => then(&|search, question| {
            processor.run(Visit::<W, T, 2, 16> { search, techniques, question })
        }),
        _ if const { W::BITS <= u64::BITS } => unreachable!("17 columns do not fit 64 bits"),
        _ => then(&|search, question| {
            processor.run(Visit::<W, T, 4, 32> { search, techniques, question })
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::super::root::solve_root;
    use super::super::search::ThreadSearch;
    use super::super::shape::Shape;
    use super::super::store::BoundStore;
    use super::*;
    use crate::connect_four::Small;
    use sarsen_core::game::{Effort, Game, Position, split_mix};
    use sarsen_core::solvers::watch::Watch;
    #[cfg(target_arch = "x86_64")]
    use sarsen_core::sys::processor::vectors::{Avx2, Avx512};

    /// Scores, moves and nodes of some random positions, by the code for this kind of processor.
    fn by<P: Processor>(processor: P) -> Vec<(i32, Option<u64>, u64)> {
        let mut found = Vec::new();
        let mut random = 1;
        for (width, height, empty) in [(7, 6, 26), (5, 6, 24), (8, 7, 22), (12, 4, 22)] {
            let game = Small::new(width, height).unwrap();
            for _ in 0..20 {
                let mut board = game.start();
                while board.plies_left() > empty && board.outcome().is_none() {
                    let moves = board.legal_moves();
                    board.make(moves[split_mix(&mut random) as usize % moves.len()]);
                }
                if board.outcome().is_none() {
                    let shape = Shape::new(*board.geometry());
                    let store = BoundStore::new(1 << 20, shape.key_bits).unwrap();
                    let watch = Watch::new(&Effort::UNLIMITED);
                    let mut searches = [ThreadSearch::new(&shape, &store, &watch, AllBut(None))];
                    let (range, cell) =
                        with_lanes(processor, AllTechniques, width as u8, |visitor| {
                            solve_root(visitor, &mut searches, &watch, &board, None)
                        });
                    assert_eq!(range.least, range.most);
                    found.push((range.least, cell, watch.nodes() + searches[0].uncounted()));
                }
            }
        }
        found
    }

    #[test]
    fn all_processors_visit_the_same_positions() {
        let expected = by(Any);
        assert!(expected.iter().map(|&(_, _, nodes)| nodes).sum::<u64>() > 1000, "{expected:?}");
        #[cfg(target_arch = "x86_64")]
        {
            assert!(Avx2::detect().is_none_or(|processor| by(processor) == expected));
            assert!(Avx512::detect().is_none_or(|processor| by(processor) == expected));
        }
    }
}
