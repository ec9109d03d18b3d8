//! Tests of the scheduler: a world of tasks in which time is a number.

use std::net::Ipv4Addr;

use super::*;

const MS: Duration = Duration::from_millis(1);
const ENDLESS: Duration = Duration::from_secs(1_000_000);

fn peer(number: u8) -> IpAddr {
    Ipv4Addr::new(10, 0, 0, number).into()
}

fn demand(peer_number: u8, client: ClientId, urgency: Urgency) -> Demand {
    Demand { peer: peer(peer_number), client, permits: 1, urgency }
}

/// A client that asks for one task after the other.
struct Asker {
    demand: Demand,
    /// How long each of its tasks runs.
    length: Duration,
    /// The task, and how much of it is left.
    task: Option<(TaskId, Duration)>,
    runs: bool,
    done: u32,
    /// The longest time without a permit, and since when it has none.
    dry: Duration,
    dry_since: Duration,
    /// The number of times that it was paused.
    pauses: u32,
    had: Duration,
}

impl Asker {
    fn new(demand: Demand, length: Duration) -> Self {
        Self {
            demand,
            length,
            task: None,
            runs: false,
            done: 0,
            dry: Duration::ZERO,
            dry_since: Duration::ZERO,
            pauses: 0,
            had: Duration::ZERO,
        }
    }
}

struct World {
    scheduler: Scheduler,
    players: Vec<Asker>,
    next: TaskId,
    now: Duration,
}

impl World {
    fn new(permits: usize, players: Vec<Asker>) -> Self {
        Self { scheduler: Scheduler::new(permits), players, next: 0, now: Duration::ZERO }
    }

    fn owner(&mut self, id: TaskId) -> &mut Asker {
        let is_its = |player: &&mut Asker| player.task.is_some_and(|(task, _)| task == id);
        self.players.iter_mut().find(is_its).unwrap()
    }

    fn decide(&mut self) {
        let now = self.now;
        for (id, cue) in self.scheduler.decide(now) {
            let player = self.owner(id);
            assert_eq!(player.runs, cue == Cue::Pause, "{cue:?}");
            player.runs = cue != Cue::Pause;
            if cue == Cue::Pause {
                player.pauses += 1;
                player.dry_since = now;
            } else {
                player.dry = player.dry.max(now - player.dry_since);
            }
        }
        let running = self.players.iter().filter(|player| player.runs);
        let taken: usize = running.map(|player| player.demand.permits).sum();
        assert!(taken <= self.scheduler.permits, "{taken} permits are taken");
    }

    /// Lets this much time pass. Every player asks anew as soon as the last task is done.
    fn pass(&mut self, time: Duration) {
        let end = self.now + time;
        while self.now < end {
            for player in self.players.iter_mut().filter(|player| player.task.is_none()) {
                self.next += 1;
                player.task = Some((self.next, player.length));
                player.dry_since = self.now;
                self.scheduler.add(self.next, player.demand, self.now);
            }
            self.decide();
            let slice = self.scheduler.next_decision().unwrap_or(end);
            let running = self.players.iter().filter(|player| player.runs);
            let done = running.filter_map(|player| Some(self.now + player.task?.1)).min();
            let next = done.unwrap_or(end).min(slice).clamp(self.now + MS, end);
            for player in self.players.iter_mut().filter(|player| player.runs) {
                let Some((id, left)) = &mut player.task else { panic!("it runs") };
                let passed = next - self.now;
                player.had += passed;
                *left = left.saturating_sub(passed);
                if left.is_zero() {
                    assert_eq!(self.scheduler.remove(*id, next), Some(true));
                    (player.task, player.runs) = (None, false);
                    player.done += 1;
                }
            }
            self.now = next;
        }
    }
}

/// Jain's index of fairness: 1 if all have the same.
fn jain(shares: &[f64]) -> f64 {
    let (sum, squares) =
        shares.iter().fold((0.0, 0.0), |(sum, squares), x| (sum + x, squares + x * x));
    sum * sum / (shares.len() as f64 * squares)
}

#[test]
fn a_hundred_who_ask_for_short_moves_get_the_same() {
    for peers in [1, 10, 100] {
        let player = |n: u8| Asker::new(demand(n % peers, n.into(), Urgency::Short), 50 * MS);
        let mut world = World::new(2, (0..100).map(player).collect());
        world.pass(Duration::from_secs(50));
        let answers: Vec<f64> = world.players.iter().map(|player| player.done.into()).collect();
        assert!(jain(&answers) > 0.99, "{answers:?}");
        assert!(answers.iter().sum::<f64>() > 1990.0, "no permit is idle");
        assert!(world.players.iter().all(|player| player.pauses == 0));
        let longest = world.players.iter().map(|player| player.dry).max().unwrap();
        assert!(longest < Duration::from_secs(4), "{longest:?}");
    }
}

#[test]
fn peers_share_alike_however_many_seats_they_have() {
    let many = (0..9).map(|client| Asker::new(demand(1, client, Urgency::Timed), 3000 * MS));
    let one = Asker::new(demand(2, 9, Urgency::Timed), 3000 * MS);
    let mut world = World::new(1, many.chain([one]).collect());
    world.pass(Duration::from_secs(60));
    let had: Vec<f64> = world.players.iter().map(|player| player.had.as_secs_f64()).collect();
    assert!((had[9] - 30.0).abs() < 3.0, "{had:?}");
    assert!(jain(&had[..9]) > 0.95, "{had:?}");
}

#[test]
fn analysis_makes_way_at_once_and_is_never_starved() {
    let analysis = Asker::new(demand(1, 1, Urgency::Open), ENDLESS);
    let mut world = World::new(1, vec![analysis]);
    world.pass(5 * MS);
    assert!(world.players[0].runs && world.scheduler.next_decision().is_none());
    let moves = (2..30).map(|client| Asker::new(demand(2, client, Urgency::Short), 50 * MS));
    world.players.extend(moves);
    world.pass(MS);
    assert!(!world.players[0].runs, "it waits for no slice to end");
    world.pass(Duration::from_secs(20));
    let analysis = &world.players[0];
    assert!(analysis.dry < PATIENCE + 100 * MS, "{:?}", analysis.dry);
    let share = analysis.had.as_secs_f64() / 20.0;
    assert!((0.05..0.2).contains(&share), "{share}");
}

#[test]
fn analyses_take_turns_in_slices() {
    let analysis = |n: u8| Asker::new(demand(n, n.into(), Urgency::Open), ENDLESS);
    let mut world = World::new(2, (0..10).map(analysis).collect());
    world.pass(Duration::from_secs(10));
    let had: Vec<f64> = world.players.iter().map(|player| player.had.as_secs_f64()).collect();
    assert!(jain(&had) > 0.99, "{had:?}");
    assert!(world.players.iter().all(|player| player.pauses > 20));
    // Whoever is alone is not interrupted.
    world.players.truncate(2);
    let mut world = World::new(2, (0..2).map(analysis).collect());
    world.pass(Duration::from_secs(10));
    assert!(world.players.iter().all(|player| player.pauses == 0));
}

#[test]
fn a_long_move_yields_to_moves_and_not_to_analysis() {
    let long = Asker::new(demand(1, 1, Urgency::Timed), 60_000 * MS);
    let mut world = World::new(1, vec![long]);
    world.pass(100 * MS);
    world.players.push(Asker::new(demand(2, 2, Urgency::Open), ENDLESS));
    world.pass(Duration::from_secs(10));
    assert!(world.players[0].had > Duration::from_secs(8), "{:?}", world.players[0].had);
    world.players.push(Asker::new(demand(3, 3, Urgency::Timed), 60_000 * MS));
    world.pass(Duration::from_secs(10));
    assert!(world.players[2].had > Duration::from_secs(4));
}

#[test]
fn a_limited_task_is_quick_for_a_second() {
    let mut scheduler = Scheduler::new(1);
    scheduler.add(1, demand(1, 1, Urgency::Open), Duration::ZERO);
    scheduler.add(2, demand(1, 2, Urgency::Limited), Duration::ZERO);
    assert_eq!(scheduler.decide(Duration::ZERO), [(2, Cue::Begin)]);
    assert_eq!(scheduler.decide(100 * MS), []);
    assert_eq!(scheduler.queue(100 * MS), [1]);
    let end =
        (0..100).find(|&n| !scheduler.decide((100 + SLICE.as_millis() as u32 * n) * MS).is_empty());
    // Favours aside, the analysis has its first turn when the other is no longer quick.
    assert!(end.is_some_and(|n| n < 40), "{end:?}");
    scheduler.set_urgency(1, Urgency::Short);
    assert_eq!(scheduler.count(peer(1)), (2, 2));
}

#[test]
fn a_task_of_two_threads_gets_its_two_permits() {
    let short = |client| Asker::new(demand(client as u8, client, Urgency::Short), 50 * MS);
    let mut world = World::new(2, (0..6).map(short).collect());
    let double = Demand { permits: 2, ..demand(9, 9, Urgency::Timed) };
    world.players.push(Asker::new(double, 5000 * MS));
    world.pass(Duration::from_secs(20));
    let had = world.players[6].had.as_secs_f64();
    assert!((1.5..8.0).contains(&had), "{had}");
    // More threads than there are become as many as there are.
    let mut scheduler = Scheduler::new(2);
    scheduler.add(1, Demand { permits: 99, ..double }, Duration::ZERO);
    assert_eq!(scheduler.decide(Duration::ZERO), [(1, Cue::Begin)]);
}

#[test]
fn the_queue_tells_the_places() {
    let mut scheduler = Scheduler::new(1);
    for id in 1..=4 {
        scheduler.add(id, demand(id as u8, id, Urgency::Short), Duration::ZERO);
    }
    scheduler.add(5, demand(5, 5, Urgency::Open), Duration::ZERO);
    scheduler.add(6, demand(1, 6, Urgency::Short), Duration::ZERO);
    assert_eq!(scheduler.decide(Duration::ZERO), [(1, Cue::Begin)]);
    scheduler.decide(40 * MS);
    // The peer of 6 has had something already.
    assert_eq!(scheduler.queue(40 * MS), [2, 3, 4, 6, 5]);
    assert_eq!(scheduler.remove(3, 40 * MS), Some(false));
    assert_eq!(scheduler.remove(3, 40 * MS), None);
    assert_eq!(scheduler.remove(1, 50 * MS), Some(true));
    assert_eq!(scheduler.decide(50 * MS), [(2, Cue::Begin)]);
    scheduler.put_back(2, 50 * MS);
    assert_eq!(scheduler.decide(60 * MS), [(2, Cue::Begin)]);
}
