//! Games in which positions come again: what a search proves is true, however the position was
//! reached, and whatever the table remembers of other ways.

use std::collections::HashMap;
use std::sync::Arc;

use crate::support::Random;
use sarsen::game::value::{Score, Value, is_loss, is_win, loss_in, win_in};
use sarsen::game::{
    Actor, Bound, Known, Oracle, Outcome, Path, PathLimits, PathUndo, Player, Position,
    Selectivity, Symmetric,
};
use sarsen::search::{Control, Info, Limits, Means, SearchTask, search};
use sarsen::transposition::Table;

/// The rooms of a floor. The stairs lead up only.
const ROOMS: usize = 4;
const FLOORS: usize = 3;

/// A room and the player to move there.
type Place = (usize, Player);

/// Doors from each room for each player, and who wins by entering a room.
struct House {
    doors: Vec<[Vec<u8>; 2]>,
    won: Vec<Option<Player>>,
}

impl House {
    fn build(random: &mut Random) -> Self {
        let count = ROOMS * FLOORS;
        let mut doors = |room: usize| {
            let (floor, mut to) = (room / ROOMS, Vec::new());
            for _ in 0..1 + random.below(3) {
                let up = usize::from(random.below(6) == 0 && floor + 1 < FLOORS);
                to.push(((floor + up) * ROOMS + random.below(ROOMS)) as u8);
            }
            to.sort_unstable();
            to.dedup();
            to
        };
        let doors = (0..count).map(|room| [doors(room), doors(room)]).collect();
        let won = |_| match random.below(8) {
            0 => Some(Player::First),
            1 => Some(Player::Second),
            _ => None,
        };
        Self { doors, won: (0..count).map(won).collect() }
    }
}

#[derive(Clone)]
struct Walk {
    house: Arc<House>,
    room: usize,
    turn: Player,
    path: Path,
}

impl std::fmt::Debug for Walk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "room {}, {:?}, doors {:?}, won {:?}, {:?}",
            self.room, self.turn, self.house.doors, self.house.won, self.path
        )
    }
}

fn key((room, turn): Place) -> u64 {
    Random(1 + 2 * room as u64 + turn.index() as u64).next()
}

impl Walk {
    fn new(house: Arc<House>, (room, turn): Place, limits: PathLimits) -> Self {
        Self { house, room, turn, path: Path::new(key((room, turn)), limits) }
    }
}

impl Position for Walk {
    type Move = u8;
    type Undo = (usize, PathUndo);
    const MOVE_CODES: usize = ROOMS * FLOORS;

    fn actor(&self) -> Actor {
        Actor::Player(self.turn)
    }
    fn outcome(&self) -> Option<Outcome> {
        match self.house.won[self.room] {
            Some(winner) => Some(Outcome::Win(winner)),
            None => self.path.is_over().then_some(Outcome::Draw),
        }
    }
    fn moves(&self, out: &mut Vec<u8>) {
        out.extend(&self.house.doors[self.room][self.turn.index()]);
    }
    fn make(&mut self, m: u8) -> Self::Undo {
        let from = std::mem::replace(&mut self.room, m.into());
        self.turn = self.turn.other();
        let is_reversible = from / ROOMS == self.room / ROOMS;
        (from, self.path.push(key((self.room, self.turn)), is_reversible))
    }
    fn unmake(&mut self, _: u8, (from, undo): Self::Undo) {
        self.room = from;
        self.turn = self.turn.other();
        self.path.pop(undo);
    }
    fn key(&self) -> u64 {
        key((self.room, self.turn))
    }
    fn code(&self, m: u8) -> u16 {
        m.into()
    }
    fn path(&self) -> Option<&Path> {
        Some(&self.path)
    }
}

impl Symmetric for Walk {}

/// The rules once more, without any path: how often each place of the floor has been entered, the
/// plies since the last stairs, and all plies.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    place: (usize, usize),
    times: [u8; 2 * ROOMS],
    reversible: usize,
    all: usize,
}

struct Truth {
    house: Arc<House>,
    limits: PathLimits,
    known: HashMap<State, Value>,
}

impl Truth {
    fn new(house: &Arc<House>, limits: PathLimits) -> Self {
        Self { house: Arc::clone(house), limits, known: HashMap::new() }
    }

    fn start((room, turn): Place) -> State {
        let mut times = [0; 2 * ROOMS];
        times[2 * (room % ROOMS) + turn.index()] = 1;
        State { place: (room, turn.index()), times, reversible: 0, all: 0 }
    }

    fn after(&self, state: &State, m: u8) -> State {
        let mut next = state.clone();
        next.place = (m.into(), 1 - state.place.1);
        next.reversible += 1;
        // Nobody counts plies that do not matter.
        next.all += usize::from(self.limits.all < usize::MAX);
        if state.place.0 / ROOMS != next.place.0 / ROOMS {
            next.times = [0; 2 * ROOMS];
            next.reversible = 0;
        }
        next.times[2 * (next.place.0 % ROOMS) + next.place.1] += 1;
        next
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let is_over = state.times.contains(&3)
            || state.reversible >= self.limits.reversible
            || state.all >= self.limits.all;
        let draw = is_over.then_some(Outcome::Draw);
        self.house.won[state.place.0].map(Outcome::Win).or(draw)
    }

    /// The value for the player to move, with distances.
    fn value(&mut self, state: &State) -> Value {
        let mover = state.place.1;
        match self.outcome(state) {
            Some(Outcome::Draw) => return 0,
            Some(Outcome::Win(winner)) if winner.index() == mover => return win_in(0),
            Some(Outcome::Win(_)) => return loss_in(0),
            None => {}
        }
        if let Some(&value) = self.known.get(state) {
            return value;
        }
        let doors = self.house.doors[state.place.0][mover].clone();
        let best = doors.into_iter().map(|m| later(-self.value(&self.after(state, m)))).max();
        let best = best.expect("a door");
        self.known.insert(state.clone(), best);
        best
    }
}

/// A value as it is seen a ply earlier.
fn later(value: Value) -> Value {
    if is_win(value) {
        value - 1
    } else if is_loss(value) {
        value + 1
    } else {
        value
    }
}

/// An opinion that has nothing to do with anything.
fn noise(position: &Walk, player: Player) -> Value {
    let value = (Random(position.key() ^ 5).next() % 2001) as Value - 1000;
    if player == Player::First { value } else { -value }
}

/// What is certain of some places if nothing has happened before.
struct Signposts(HashMap<Place, Value>);

impl Signposts {
    fn of(house: &Arc<House>, random: &mut Random) -> Self {
        let mut truth = Truth::new(house, FOREVER);
        let mut known = HashMap::new();
        for room in 0..ROOMS * FLOORS {
            for turn in [Player::First, Player::Second] {
                let start = Truth::start((room, turn));
                if truth.outcome(&start).is_none() && random.below(3) == 0 {
                    known.insert((room, turn), truth.value(&start));
                }
            }
        }
        Self(known)
    }
}

impl Oracle<Walk> for Signposts {
    fn probe(&self, position: &Walk) -> Option<Known> {
        self.0.get(&(position.room, position.turn)).copied().map(Known::exact)
    }
}

/// How the searches are made.
#[derive(Clone, Copy)]
struct Manner {
    depth: u32,
    selectivity: Selectivity,
    solve: bool,
    lines: usize,
    threads: usize,
    has_signposts: bool,
}

const PLAIN: Manner = Manner {
    depth: 20,
    selectivity: Selectivity::NONE,
    solve: false,
    lines: 1,
    threads: 1,
    has_signposts: false,
};

const FOREVER: PathLimits = PathLimits { reversible: usize::MAX, all: usize::MAX };

/// Whether a score is no opinion, and right.
fn is_proof(score: Score, right: Value, position: &Walk) -> bool {
    let is_right = match score {
        Score::Win(Some(_)) | Score::Loss(Some(_)) => score.value() == right,
        Score::Win(None) => is_win(right),
        Score::Loss(None) => is_loss(right),
        Score::Draw => right == 0,
        Score::Eval(_) | Score::Chance(_) => return false,
    };
    assert!(is_right, "{score:?}, not {right}: {position:?}");
    true
}

/// Walks through houses, with searches from the positions on the way. All searches of a house share
/// one table. Most proofs are wins that need no path at all, so enough others are demanded.
fn walk(houses: usize, manner: Manner, limits: PathLimits) {
    let [mut searches, mut proofs, mut draws] = [0; 3];
    for seed in 0..houses {
        let mut random = Random(1000 + seed as u64);
        let house = Arc::new(House::build(&mut random));
        let table = Table::new(1).unwrap();
        let mut truth = Truth::new(&house, limits);
        let signposts = manner.has_signposts.then(|| Signposts::of(&house, &mut random));
        let oracle = signposts.as_ref().map(|signposts| signposts as &dyn Oracle<Walk>);
        for _ in 0..6 {
            let place = (random.below(ROOMS * 2), Player::First);
            let mut position = Walk::new(Arc::clone(&house), place, limits);
            let mut state = Truth::start(place);
            for _ in 0..14 {
                assert_eq!(position.outcome(), truth.outcome(&state), "{position:?}");
                if position.outcome().is_some() {
                    break;
                }
                let moves = position.legal_moves();
                let means = Means::new(&noise, &table).with_oracle(oracle);
                let Manner { depth, selectivity, solve, lines, threads, .. } = manner;
                let limits = if solve { Limits::PROOF } else { Limits::NONE };
                let request = SearchTask {
                    limits: limits.with_depth(depth),
                    selectivity,
                    lines: lines.min(moves.len()),
                    threads,
                    ..SearchTask::default()
                };
                let right = truth.value(&state);
                let mut last = Score::Eval(0);
                let mut check = |info: &Info<u8>| {
                    if info.bound != Bound::Exact {
                        return;
                    }
                    if info.rank > 1 {
                        let after = truth.after(&state, info.variation[0]);
                        is_proof(info.score, later(-truth.value(&after)), &position);
                    } else {
                        is_proof(info.score, right, &position);
                        last = info.score;
                    }
                };
                search(position.clone(), means, &request, &Control::new(), &mut check).unwrap();
                searches += 1;
                proofs += usize::from(is_proof(last, right, &position));
                draws += usize::from(last == Score::Draw);
                let m = moves[random.below(moves.len())];
                position.make(m);
                state = truth.after(&state, m);
            }
        }
    }
    let enough = searches > 15 * houses && 5 * proofs > 2 * searches && 5 * draws > searches;
    assert!(enough, "{limits:?}: {searches} searches, {proofs} proofs, {draws} draws");
}

/// With each kind of limits.
fn walk_all(houses: usize, manner: Manner) {
    walk(houses, manner, FOREVER);
    walk(houses, manner, PathLimits { reversible: 7, ..FOREVER });
    walk(houses, manner, PathLimits { all: 12, ..FOREVER });
    walk(houses, manner, PathLimits { reversible: 5, all: 11 });
}

#[test]
fn what_is_proven_is_true_on_every_path() {
    for depth in [3, 8, 20] {
        walk_all(60, Manner { depth, ..PLAIN });
    }
}

#[test]
fn selective_searches_tell_the_truth_about_cycles() {
    for depth in [6, 12] {
        walk_all(60, Manner { depth, selectivity: Selectivity::USUAL, ..PLAIN });
    }
}

#[test]
fn questions_about_the_result_are_answered_rightly_in_cycles() {
    walk_all(60, Manner { solve: true, ..PLAIN });
}

#[test]
fn every_move_has_its_value_in_cycles() {
    walk_all(30, Manner { lines: 4, ..PLAIN });
}

#[test]
fn threads_do_not_mistake_one_path_for_another() {
    walk_all(15, Manner { threads: 2, ..PLAIN });
}

#[test]
fn an_oracle_is_believed_only_if_the_path_allows_it() {
    for depth in [3, 12] {
        walk_all(60, Manner { depth, has_signposts: true, ..PLAIN });
    }
}
