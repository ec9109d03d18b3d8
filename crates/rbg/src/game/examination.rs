//! What is understood of rules: `sarsen check` prints it.

use std::time::{Duration, Instant};

use super::facts::IN_TWO_PARTS;
use super::keeper_watch::KeeperWatch;
use super::mark_warnings;
use super::moves::MOST_MOVES;
use super::places::Spot;
use super::position::GameEnd;
use super::rules_game::RulesGame;
use super::setups::GameSetups;
use super::shared::GameFacts;
use super::touches::tell;
use super::warnings;
use crate::language::board::BoardShape;
use crate::language::error::RulesMistake;
use crate::machine::code::Code;
use crate::machine::op::Address;
use sarsen_core::game::{Game, Outcome, Player, Position, Written, split_mix};
use sarsen_engine::session::outcome_of;

/// A random game is given up after so many plies.
const LONGEST_GAME: usize = 2_000;
/// How many random games are played at most.
const GAMES: usize = 200;
/// If so many games end, and all are draws, that is no accident.
const MANY_DRAWS: usize = 50;
/// A forced line is counted to this depth at most.
const DEEPEST_COUNT: u32 = 15;

/// What is understood of the rules of a game.
#[derive(Clone, Debug)]
pub struct RulesCheck {
    /// The names of the players, the one who moves first first.
    pub players: [String; 2],
    /// The number of places, the kind of board, and the names of its first and last place.
    pub board: String,
    /// The pieces: their names, and whose they are.
    pub pieces: Vec<String>,
    /// The variables with their bounds.
    pub variables: Vec<String>,
    /// How many symmetries there are, and whether the players are alike.
    pub symmetries: String,
    /// The number of instructions to which the rules were translated.
    pub instructions: usize,
    /// Counts of lines of play from the start, from depth 1 on.
    pub perft: Vec<u64>,
    /// Positions of the last count in a second.
    pub speed: u64,
    /// What random games showed.
    pub games: RandomGames,
    /// What is legal, but surely not meant so.
    pub warnings: Vec<RulesMistake>,
}

/// What random games showed.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct RandomGames {
    /// How many were played to their end.
    pub ended: usize,
    /// How many were given up, because they became too long.
    pub given_up: usize,
    /// How many the first player won, how many the second, and how many were drawn.
    pub results: [usize; 3],
    /// The plies of the shortest game, of an average one, and of the longest.
    pub plies: [usize; 3],
    /// The most legal moves of a position, and how many there are on average. Not all of them can
    /// be played if they are too many.
    pub moves: [usize; 2],
    /// In how many positions the moves did not come to an end: some were not found.
    pub endless: usize,
    /// In how many positions all outcomes of chance had the weight 0.
    pub weightless: usize,
    /// How many games ended because the rules did not come to an end.
    pub stopped: usize,
    /// The most places that a move names.
    pub longest_move: usize,
}

impl RulesCheck {
    /// Examines a game for about this time.
    #[must_use]
    pub fn of<const CHANCE: bool>(game: &RulesGame<CHANCE>, time: Duration) -> Self {
        let shared = &game.shared;
        let description = shared.rules.description();
        let [first, second] =
            [Player::First, Player::Second].map(|player| shared.player_name(player).to_owned());
        let kinds = shared.pieces.kinds.iter().zip(&description.pieces).enumerate();
        let piece = |(number, (kind, name)): (usize, (&super::pieces::PieceKind, &String))| {
            if shared.pieces.is_empty(number as u8) {
                return format!("{name} (empty)");
            }
            match kind.owner {
                Some(owner) => {
                    format!("{name} ({})", shared.player_name(shared.player(owner)))
                }
                None => name.clone(),
            }
        };
        let variables = description.variables.iter().skip(description.players);
        let (perft, speed) = count(game, time / 2);
        let mut keeper = KeeperWatch::new(shared);
        let games = RandomGames::play(game, &mut keeper, time / 2);
        let ended = games.ended;
        let sets_score = sets_score(&shared.code, description.players);
        let mut warnings = warnings::find(&game.setups);
        let of_marks = mark_warnings::find(game).into_iter();
        warnings.extend(of_marks.map(|message| description.about_all(message)));
        warnings.extend(
            games.warnings(sets_score).into_iter().map(|message| description.about_all(message)),
        );
        warnings.extend(keeper.warnings(ended));
        // They may be many, and the game is as it was meant.
        warnings.extend(unused_macros(&game.setups));
        Self {
            players: [first, second],
            board: board(&description.board.shape, &shared.spots),
            pieces: kinds.map(piece).collect(),
            variables: variables.map(|v| format!("{} (0 to {})", v.name, v.bound)).collect(),
            symmetries: symmetries(shared),
            instructions: shared.code.ops.len(),
            perft,
            speed,
            games,
            warnings,
        }
    }
}

/// Warnings of macros that are used on no board.
fn unused_macros(setups: &GameSetups) -> Vec<RulesMistake> {
    let of = |facts: &GameFacts| facts.rules.description().unused_macros();
    let mut unused = of(&setups.usual);
    if !unused.is_empty() {
        setups.boards().map(of).for_each(|there| unused.retain(|macro_| there.contains(macro_)));
    }
    unused
}

/// Whether the rules set a score.
fn sets_score(code: &Code, players: usize) -> bool {
    let mut set = (0..code.ops.len()).filter_map(|at| code.variable_set(at as Address));
    set.any(|variable| usize::from(variable) < players)
}

fn board(shape: &BoardShape, spots: &[Spot]) -> String {
    let kind = match shape {
        BoardShape::Rectangle(_) => "rectangle",
        BoardShape::Hexagon { .. } => "hexagon",
        BoardShape::Cuboid(_) => "cuboid",
        BoardShape::Graph(_) => "graph",
    };
    let ends = spots.first().zip(spots.last());
    let ends = ends
        .map_or(String::new(), |(first, last)| format!(", from {} to {}", first.name, last.name));
    format!("{kind} of {} places{ends}", spots.len())
}

fn symmetries(shared: &GameFacts) -> String {
    let own = match shared.symmetries().len() {
        1 => "none".to_owned(),
        count => count.to_string(),
    };
    let sides = shared.exchange().map(|exchange| {
        let stays = exchange.places.iter().enumerate().all(|(place, &to)| place == usize::from(to));
        if stays { "" } else { " (seen from the other side)" }
    });
    sides.map_or_else(|| own.clone(), |sides| format!("{own}, and the players are alike{sides}"))
}

/// Counts lines of play, deeper and deeper, as long as there is time.
fn count<const CHANCE: bool>(game: &RulesGame<CHANCE>, time: Duration) -> (Vec<u64>, u64) {
    let mut found: Vec<u64> = Vec::new();
    let mut speed = 0;
    let mut spent = Duration::ZERO;
    for depth in 1..=DEEPEST_COUNT {
        let start = Instant::now();
        let mut stop = |_, _| start.elapsed() > time.saturating_sub(spent);
        let counted = sarsen_core::game::perft_until(&mut game.start(), depth, &mut stop);
        let Ok(counted) = counted else { break };
        let took = start.elapsed();
        spent += took;
        found.push(counted);
        speed = (counted as f64 / took.as_secs_f64().max(1e-6)) as u64;
        // The next one takes as much longer as there are moves.
        if counted == 0 || spent * 3 > time {
            break;
        }
    }
    (found, speed)
}

/// One of the legal moves, all alike; one of the outcomes of chance by their odds. There must be
/// one.
fn random_move<P: Position>(position: &P, moves: &[P::Move], random: &mut u64) -> P::Move {
    let weight = |&m: &P::Move| if position.actor().is_chance() { position.weight(m) } else { 1 };
    let odds: Vec<u32> = moves.iter().map(weight).collect();
    moves[outcome_of(split_mix(random), &odds)]
}

impl RandomGames {
    fn play<const CHANCE: bool>(
        game: &RulesGame<CHANCE>,
        keeper: &mut KeeperWatch<'_>,
        time: Duration,
    ) -> Self {
        let start = Instant::now();
        let mut found = Self { plies: [usize::MAX, 0, 0], ..Self::default() };
        let (mut all_plies, mut all_moves, mut positions) = (0, 0, 0);
        let mut random = 1;
        for _ in 0..GAMES {
            let mut position = game.start();
            let mut plies = 0;
            while position.outcome().is_none() && plies < LONGEST_GAME && start.elapsed() < time {
                let mut moves = Vec::new();
                let all = position.find_moves(&mut moves);
                found.endless += usize::from(all.is_err());
                let all = all.unwrap_or(moves.len());
                found.weightless += usize::from(position.are_weightless(&moves));
                let m = random_move(&position, &moves, &mut random);
                found.moves[0] = found.moves[0].max(all);
                found.longest_move = found.longest_move.max(tell(&position, m).touches.len());
                (all_moves, positions) = (all_moves + all, positions + 1);
                let before = position.state.clone();
                let steps = position.with_steps(m, <[_]>::to_vec);
                keeper.look(&before, &steps, || position.format_move(m));
                position.make(m);
                plies += 1;
                if position.state.is_over && position.ending != GameEnd::Stopped {
                    keeper.look_at_end(&before, &steps, plies);
                }
            }
            match position.outcome() {
                Some(outcome) => {
                    found.ended += 1;
                    found.stopped += usize::from(position.ending == GameEnd::Stopped);
                    all_plies += plies;
                    found.plies[0] = found.plies[0].min(plies);
                    found.plies[2] = found.plies[2].max(plies);
                    found.results[match outcome {
                        Outcome::Win(player) => player.index(),
                        Outcome::Draw => 2,
                    }] += 1;
                }
                None if plies == LONGEST_GAME => found.given_up += 1,
                None => break,
            }
        }
        found.plies[0] = found.plies[0].min(found.plies[2]);
        found.plies[1] = all_plies.checked_div(found.ended).unwrap_or(0);
        found.moves[1] = usize::checked_div(all_moves, positions).unwrap_or(0);
        found
    }

    /// What is surely not meant so, in rules that set a score or do not.
    fn warnings(&self, sets_score: bool) -> Vec<String> {
        let mut found = Vec::new();
        if self.given_up > 0 {
            found.push(format!(
                "{} of {} random games went on for more than {LONGEST_GAME} plies: perhaps the game \
                 never ends. Count the moves in a variable, or see 'repetition' in the reference",
                self.given_up,
                self.given_up + self.ended
            ));
        }
        if self.moves[0] > MOST_MOVES {
            found.push(format!(
                "a position has {} moves, and only {MOST_MOVES} of them can be played: \
                 {IN_TWO_PARTS}",
                self.moves[0]
            ));
        }
        if self.endless > 0 {
            found.push(format!(
                "the moves do not come to an end in {} positions of random games, and only those \
                 found before can be played: does a loop of actions go on for ever? If not, \
                 {IN_TWO_PARTS}",
                self.endless
            ));
        }
        if self.weightless > 0 {
            found.push(format!(
                "all outcomes of chance have the weight 0 in {} positions of random games, and are \
                 equally likely there: is the weight set in time?",
                self.weightless
            ));
        }
        if self.stopped > 0 {
            found.push(format!(
                "{} of {} random games ended as draws because the rules did not come to an end: \
                 does a loop of actions go on for ever?",
                self.stopped, self.ended
            ));
        }
        if self.results[2] == self.ended && self.ended - self.stopped >= MANY_DRAWS && sets_score {
            found.push(format!(
                "all {} random games that ended were draws: are the scores set, and do they stay, \
                 when a player wins?",
                self.ended
            ));
        }
        found
    }
}
