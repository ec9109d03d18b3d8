//! Breakthrough and Ataxx with an evaluator that counts pieces, for matches against what was
//! learnt: `cargo run --release --example counted -- match ataxx -p Evaluator=material
//! -p 'Evaluator=learned Weights=ataxx.learned' --movetime 50`.
#![allow(missing_docs, dead_code)]

#[path = "../../examples/ataxx.rs"]
mod ataxx;
#[path = "../../examples/breakthrough.rs"]
mod breakthrough;

use sarsen::game::board::Diagram;
use sarsen::game::value::Value;
use sarsen::game::{Game, NamedEvaluator, Player, Presentation};
use sarsen::session::{GameEntry, Registry};

/// The points of a piece.
const PIECE: Value = 100;

/// How to count the pieces of a player.
type Count<P> = fn(&P, Player) -> u32;

/// A game with an evaluator that counts pieces.
struct Counted<G: Game>(G, Count<G::Position>);

impl<G: Game> Game for Counted<G> {
    type Position = G::Position;

    fn name(&self) -> &str {
        self.0.name()
    }

    fn setup(&self) -> String {
        self.0.setup()
    }

    fn start(&self) -> G::Position {
        self.0.start()
    }

    fn evaluators(&self) -> Vec<NamedEvaluator<G::Position>> {
        let count = self.1;
        let lead = move |position: &G::Position, player: Player| {
            let [own, other] = [player, player.other()].map(|side| count(position, side) as Value);
            PIECE * (own - other)
        };
        vec![("material", Box::new(lead))]
    }
}

impl<G: Game> Presentation<G::Position> for Counted<G> {
    fn board(&self) -> Option<&dyn Diagram<G::Position>> {
        self.0.board()
    }
}

fn main() -> std::process::ExitCode {
    let breakthrough = GameEntry::with_setups("breakthrough", |setup| {
        Ok(Counted(breakthrough::Breakthrough::parse(setup)?, breakthrough::Board::count))
    });
    let ataxx = GameEntry::of(Counted(ataxx::Ataxx, ataxx::Board::count));
    sarsen::run(Registry::new(breakthrough).and(ataxx))
}
