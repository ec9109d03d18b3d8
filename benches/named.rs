//! How often evaluators name the winner of a position without a search, by ply.
//!
//! The game's own solver knows the winners. Half of the positions come from random moves, half from
//! play that lets nobody win at once if it can be helped. No position is one in which the mover can
//! win at once, no two are images of each other, and none is one from which `sarsen learn` may have
//! learnt:
//!
//! ```text
//! cargo bench --bench named -- connect4 --plies 8,12,16,20 --weights connect4.learned
//! cargo bench --bench named -- stonehenge --plies 8,9,10,11
//! ```
#![allow(missing_docs)]

use std::collections::HashSet;
use std::error::Error;
use std::path::PathBuf;

use clap::Parser;
use sarsen::game::Effort;
use sarsen::game::split_mix;
use sarsen::game::value::Score;
use sarsen::games::registry;
use sarsen::learned::{LEARNED, LearnedWeights};
use sarsen::session::Session;

/// Memory of the solver.
const SOLVER: usize = 64 << 20;

/// How often evaluators name the winner of a position without a search, by ply.
#[derive(Parser)]
struct Arguments {
    /// The game, and its setup behind it
    #[arg(default_value = "connect4")]
    game: String,
    /// The numbers of plies
    #[arg(long, value_delimiter = ',', default_value = "8,12,16,20")]
    plies: Vec<usize>,
    /// The number of positions in all [default: 5000]
    #[arg(long)]
    count: Option<usize>,
    /// What was learnt
    #[arg(long)]
    weights: Option<PathBuf>,
    /// The seed of the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Given by cargo bench. Without it, a few positions show that the program works.
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let mut session = registry().open_title(&arguments.game)?;
    if let Some(path) = &arguments.weights {
        session.set_learned(Some(&LearnedWeights::from_bytes(&std::fs::read(path)?)?))?;
    }
    let evaluators = session.evaluators();
    let is_told = |name: &&str| *name != LEARNED || arguments.weights.is_some();
    let evaluators: Vec<&str> = evaluators.into_iter().filter(is_told).collect();
    let all = arguments.count.unwrap_or(if arguments.bench { 5000 } else { 20 });
    println!("{}, seed {}: winners named, of decided positions", session.title(), arguments.seed);
    println!("ply  decided  mover wins  {}", evaluators.join("  "));
    let mut random = arguments.seed;
    let count = all / arguments.plies.len();
    let mut sum = Naming::new(&evaluators);
    for &ply in &arguments.plies {
        let own = name_winners(&mut *session, &evaluators, [ply, count], &mut random)?;
        own.tell(&ply.to_string(), &evaluators);
        sum.add(&own);
    }
    sum.tell("all", &evaluators);
    Ok(())
}

/// How often evaluators named the winner.
struct Naming {
    /// The number of decided positions.
    decided: usize,
    /// The number of those that the mover wins.
    wins: usize,
    /// For each evaluator, the number of those whose winner it names.
    named: Vec<usize>,
}

impl Naming {
    fn new(evaluators: &[&str]) -> Self {
        Self { decided: 0, wins: 0, named: vec![0; evaluators.len()] }
    }

    fn add(&mut self, other: &Self) {
        self.decided += other.decided;
        self.wins += other.wins;
        self.named.iter_mut().zip(&other.named).for_each(|(sum, own)| *sum += own);
    }

    fn tell(&self, ply: &str, evaluators: &[&str]) {
        let percent = |part: usize| 100.0 * part as f64 / self.decided.max(1) as f64;
        print!("{ply:>3}  {:>7}  {:>8.1} %", self.decided, percent(self.wins));
        for (name, &named) in evaluators.iter().zip(&self.named) {
            print!("  {:>1$.1}", percent(named), name.len());
        }
        println!();
    }
}

/// How often evaluators name the winner of so many positions after so many plies.
fn name_winners(
    session: &mut dyn Session,
    evaluators: &[&str],
    [plies, count]: [usize; 2],
    random: &mut u64,
) -> Result<Naming, Box<dyn Error>> {
    let facts = session.board_facts()?;
    let (mut known, mut codes) = (HashSet::new(), Vec::new());
    let mut naming = Naming::new(evaluators);
    while known.len() < count {
        let is_careful = known.len() % 2 == 0;
        if !reach(session, plies, is_careful, random)? || wins_at_once(session)? {
            continue;
        }
        codes.clear();
        let Some(view) = session.view(&facts, &mut codes) else { continue };
        if !facts.is_for_judging(&codes, view.is_second) || !known.insert(session.key()) {
            continue;
        }
        session.forget();
        let found = session.solver(SOLVER)?.solve(&Effort::UNLIMITED);
        let value = found.and_then(|found| found.value()).ok_or("not solved")?;
        if value == 0 {
            continue;
        }
        naming.decided += 1;
        naming.wins += usize::from(value > 0);
        for (name, named) in evaluators.iter().zip(&mut naming.named) {
            session.select_evaluator(name);
            let opinion = session.evaluate().map_or(0, Score::value);
            *named += usize::from(opinion.signum() == value.signum());
        }
    }
    Ok(naming)
}

/// Plays so many plies from the start. False if the game ended on the way.
fn reach(
    session: &mut dyn Session,
    plies: usize,
    is_careful: bool,
    random: &mut u64,
) -> Result<bool, Box<dyn Error>> {
    session.restart();
    while session.ply() < plies {
        if is_careful && wins_at_once(session)? {
            return Ok(false);
        }
        let mut choices = session.moves();
        loop {
            let at = (split_mix(random) % choices.len() as u64) as usize;
            session.play(&choices.swap_remove(at))?;
            // The last choice is no choice.
            let is_taken = choices.is_empty() || !is_careful || session.outcome().is_some();
            if is_taken || !wins_at_once(session)? {
                break;
            }
            session.undo(1)?;
        }
        if session.outcome().is_some() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether a move of the mover ends the game. Nothing else than a win ends the games of this bench
/// so early.
fn wins_at_once(session: &mut dyn Session) -> Result<bool, Box<dyn Error>> {
    for one in session.moves() {
        session.play(&one)?;
        let ends = session.outcome().is_some();
        session.undo(1)?;
        if ends {
            return Ok(true);
        }
    }
    Ok(false)
}
