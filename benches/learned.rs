//! What is learnt from the board alone: how often the sign of a value names the winner, with
//! tables, with a hidden layer, and with both; and how many positions are evaluated in a second.
//!
//! `cargo bench --bench learned -- connect4 4000` plays 4000 games to learn from.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use sarsen::game::value::Score;
use sarsen::games::registry;
use sarsen::learned::{FitPlan, Lesson, fit, judge, to_weights};
use sarsen::matches::learning::{GamesPlan, Lessons, Seen, Survey, play_games};
use sarsen::matches::tuning::Workplace;

fn main() {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let argument = |at: usize, or: &str| arguments.get(at).map_or(or, |word| word).to_owned();
    let game = argument(0, "connect4");
    let games: usize = argument(1, "1000").parse().expect("a number of games");
    let nodes = argument(2, "300").parse().expect("a number of nodes");
    let solver_nodes = argument(3, "100000").parse().expect("a number of nodes");
    let rounds = argument(4, "6").parse().expect("a number of rounds");
    let registry = registry();
    let title = registry.open_title(&game).expect("a game").title();
    let place = Workplace { registry: &registry, game: &title, threads: 2 };
    let stop = Arc::new(AtomicBool::new(false));
    let began = Instant::now();
    let survey = Survey::of(place, &stop).expect("a survey");
    println!("{title}: median {} plies, survey {:.1?}", survey.median, began.elapsed());
    let began = Instant::now();
    let plan = GamesPlan { nodes, depth: None, expects: false, solver_nodes, seed: 1 };
    let seen = play_games(place, &survey, plan, None, [0, games], &stop, &mut |_| {}).unwrap();
    let proven = seen.iter().filter(|seen| seen.is_proven).count();
    println!("{} positions, {proven} proven, {:.1?}", seen.len(), began.elapsed());
    let facts = survey.features.facts();
    let mut lessons = Lessons::default();
    let mut by_ply: BTreeMap<usize, Lesson> = BTreeMap::new();
    for one in &seen {
        let Seen { codes, is_second, .. } = one;
        lessons.add(facts, one);
        let decided = one.target().filter(|&target| one.is_proven && target != 0.5);
        if let Some(target) = decided.filter(|_| facts.is_for_judging(codes, *is_second)) {
            let ply = codes.iter().filter(|code| code.kind().is_some()).count();
            by_ply.entry(ply).or_default().push(codes, *is_second, target);
        }
    }
    let Lessons { lesson, judging } = lessons;
    for (tables, hidden) in [(true, false), (false, true), (true, true)] {
        let began = Instant::now();
        let plan = FitPlan { tables, hidden, rounds, ..FitPlan::default() };
        let (model, quality) =
            fit(&survey.features, None, [&lesson, &judging], plan, &mut |_, _| true);
        let fitted = began.elapsed();
        println!(
            "tables {tables}, hidden {hidden}: error {:.4} of {:.4}, named {:.1} %, {fitted:.1?} for {}",
            quality.error,
            quality.blind,
            100.0 * quality.named,
            lesson.len(),
        );
        for (ply, lesson) in &by_ply {
            let named = 100.0 * judge(&survey.features, &model, lesson).named;
            print!(" {ply}:{named:.0}({})", lesson.len());
        }
        println!();
        let weights = to_weights(&model, &survey.features, &title, "a bench");
        let name = format!("learned-{}-{tables}-{hidden}", title.replace(' ', "-"));
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, weights.to_bytes()).expect("a file");
        println!("  {}: {} bytes", path.display(), weights.to_bytes().len());
        let mut session = registry.open_title(&game).expect("a game");
        session.set_learned(Some(&weights)).expect("weights of this game");
        let names = session.evaluators();
        for name in [names[0], "learned"] {
            session.select_evaluator(name);
            let (mut sum, mut count, mut time) = (0_i64, 0, std::time::Duration::ZERO);
            for _ in 0..20 {
                session.restart();
                while session.outcome().is_none() {
                    let began = Instant::now();
                    for _ in 0..100 {
                        sum += i64::from(session.evaluate().map_or(0, Score::value));
                    }
                    time += began.elapsed();
                    count += 100;
                    let legal = session.moves();
                    session
                        .play(&legal[(sum.unsigned_abs() as usize + count) % legal.len()])
                        .unwrap();
                }
            }
            println!("  {name}: {:.0} ns", time.as_nanos() as f64 / count as f64);
        }
    }
}
