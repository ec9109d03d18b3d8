//! A position of backgammon, and the changes that a move makes.

use super::board::{
    AT_HOME, BAR, CHECKERS, Men, OFF, PLACES, START, across, all_across, bit, descending,
};
use super::dice::Dice;
use super::moves::{BackgammonMove, Step};
use sarsen_core::game::{Player, Zobrist};

/// The places of the keys: those of both players, each with a content for every number of checkers,
/// then the two dice, whether the opening roll is due, and whether gammons count.
static KEYS: Zobrist<{ 2 * PLACES + 4 }, { CHECKERS as usize + 1 }> = Zobrist::new(0x4261_636b);

/// The dice and the marks of the opening roll and of gammons among the places of the keys.
const HIGH: usize = 2 * PLACES;
const LOW: usize = HIGH + 1;
const OPENING: usize = HIGH + 2;
const GAMMONS: usize = HIGH + 3;

/// The greatest number of points that a game can be worth.
pub(super) const MOST_POINTS: u32 = 3;

/// A position of backgammon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BackgammonPosition {
    key: u64,
    /// How many checkers each player has at each place, as the player sees it.
    men: Men,
    /// The places where each player has a checker.
    occupied: [u32; 2],
    /// The places where each player has two checkers or more.
    made: [u32; 2],
    turn: Player,
    dice: Option<Dice>,
    is_opening: bool,
    /// Whether gammons count.
    gammons: bool,
}

impl BackgammonPosition {
    /// The start of a game: the opening roll is due.
    pub(super) fn start() -> Self {
        let mut men = [0; PLACES];
        for (point, count) in START {
            men[usize::from(point)] = count;
        }
        let mut start = Self::new([men; 2], Player::First, None);
        start.toggle_opening();
        start
    }

    /// A position with these checkers, each player's as the player sees them.
    pub(super) fn new(men: Men, turn: Player, dice: Option<Dice>) -> Self {
        let all = (0..2).flat_map(|player| (0..PLACES).map(move |place| (player, place)));
        let contents =
            all.map(|(player, place)| (PLACES * player + place, usize::from(men[player][place])));
        let key = KEYS.of(contents, turn);
        let places = |least: u8| {
            men.map(|men| {
                let is_in = |place: &u8| men[usize::from(*place)] >= least;
                (OFF..=BAR).filter(is_in).fold(0, |set, place| set | bit(place))
            })
        };
        let (occupied, made) = (places(1), places(2));
        let mut position =
            Self { key, men, occupied, made, turn, dice: None, is_opening: false, gammons: false };
        position.show(dice);
        position
    }

    /// The same position in a game in which gammons count or not.
    pub(super) fn counting_gammons(mut self, gammons: bool) -> Self {
        if gammons != self.gammons {
            self.gammons = gammons;
            self.key ^= KEYS.key(GAMMONS, 0);
        }
        self
    }

    /// Whether a gammon counts twice and a backgammon three times.
    #[inline]
    #[must_use]
    pub const fn counts_gammons(&self) -> bool {
        self.gammons
    }

    /// The player who is to play, or for whom the dice are to be rolled. In the opening roll, the
    /// first player.
    #[inline]
    #[must_use]
    pub const fn to_move(&self) -> Player {
        self.turn
    }

    /// The dice that are to be played. None if they are to be rolled.
    #[inline]
    #[must_use]
    pub const fn dice(&self) -> Option<Dice> {
        self.dice
    }

    /// Whether the opening roll is due, in which each player throws one die.
    #[inline]
    #[must_use]
    pub const fn is_opening(&self) -> bool {
        self.is_opening
    }

    /// How many checkers a player has at each place: [`OFF`], points 1 to 24 as the player counts
    /// them, and the [`BAR`].
    #[inline]
    #[must_use]
    pub const fn checkers(&self, player: Player) -> &[u8; PLACES] {
        &self.men[player.index()]
    }

    /// How many checkers a player has at a place.
    #[inline]
    pub(super) const fn count(&self, player: Player, place: u8) -> u8 {
        self.men[player.index()][place as usize]
    }

    /// The pips that a player still needs to bear off all checkers.
    #[inline]
    #[must_use]
    pub fn pips(&self, player: Player) -> u32 {
        let men = &self.men[player.index()];
        (0..).zip(men).map(|(place, &count)| place * u32::from(count)).sum()
    }

    /// The places where a player has a checker, off the board left out.
    #[inline]
    pub(super) const fn occupied(&self, player: Player) -> u32 {
        self.occupied[player.index()] & !bit(OFF)
    }

    /// The points where a player has a single checker.
    #[inline]
    pub(super) const fn blots(&self, player: Player) -> u32 {
        let own = player.index();
        self.occupied[own] & !self.made[own] & !(bit(OFF) | bit(BAR))
    }

    /// The places where a player has two checkers or more.
    #[inline]
    pub(super) const fn made(&self, player: Player) -> u32 {
        self.made[player.index()]
    }

    /// The points that a player cannot enter, as the player sees them.
    #[inline]
    pub(super) const fn blocked(&self, player: Player) -> u32 {
        all_across(self.made[player.other().index()])
    }

    /// The points on which a player can hit, as the player sees them.
    #[inline]
    pub(super) const fn prey(&self, player: Player) -> u32 {
        all_across(self.blots(player.other()))
    }

    /// Whether checkers of both players still have to pass each other.
    #[must_use]
    pub fn has_contact(&self) -> bool {
        let [first, second] = [Player::First, Player::Second]
            .map(|player| descending(self.occupied(player)).next().unwrap_or(OFF));
        first + second > BAR
    }

    /// The winner. None if the game is not over.
    #[inline]
    #[must_use]
    pub const fn winner(&self) -> Option<Player> {
        if self.men[0][OFF as usize] == CHECKERS {
            Some(Player::First)
        } else if self.men[1][OFF as usize] == CHECKERS {
            Some(Player::Second)
        } else {
            None
        }
    }

    /// How much a won game is worth where gammons count: 2 points for a gammon, in which the loser
    /// has not borne off a checker, 3 for a backgammon, in which one of them is moreover on the bar
    /// or in the winner's home board, and 1 for any other win. 0 if the game is not over.
    #[must_use]
    pub const fn points(&self) -> u32 {
        let Some(winner) = self.winner() else { return 0 };
        let loser = winner.other();
        if self.count(loser, OFF) > 0 {
            1
        } else if self.occupied(loser) & (all_across(AT_HOME) | bit(BAR)) == 0 {
            2
        } else {
            3
        }
    }

    /// Whether none of the players can ever move again: both have checkers on the bar, and no point
    /// to enter.
    pub(super) fn is_stuck(&self) -> bool {
        [Player::First, Player::Second].into_iter().all(|player| {
            let entry = all_across(AT_HOME);
            self.count(player, BAR) > 0 && self.blocked(player) & entry == entry
        })
    }

    /// The key of the position.
    #[inline]
    pub(super) const fn hash(&self) -> u64 {
        self.key
    }

    /// Shows other dice, or none.
    #[inline]
    pub(super) fn show(&mut self, dice: Option<Dice>) {
        for dice in self.dice.into_iter().chain(dice) {
            self.key ^= KEYS.key(HIGH, dice.high().into()) ^ KEYS.key(LOW, dice.low().into());
        }
        self.dice = dice;
    }

    fn toggle_opening(&mut self) {
        self.is_opening = !self.is_opening;
        self.key ^= KEYS.key(OPENING, 0);
    }

    #[inline]
    fn pass_turn(&mut self) {
        self.turn = self.turn.other();
        self.key ^= KEYS.other_turn();
    }

    /// The dice show what was thrown. In the opening roll, each player has thrown one die.
    #[inline]
    pub(super) fn throw(&mut self, [first, second]: [u8; 2]) {
        if self.is_opening {
            self.toggle_opening();
            if second > first {
                self.pass_turn();
            }
        }
        self.show(Dice::new(first, second));
    }

    /// The player to move makes a play.
    #[inline]
    pub(super) fn play(&mut self, m: BackgammonMove) {
        let player = self.turn;
        for step in m.steps() {
            self.step(player, step);
        }
        self.show(None);
        self.pass_turn();
    }

    /// A checker goes from one place to another, and hits what is there.
    #[inline]
    fn step(&mut self, player: Player, Step { from, to }: Step) {
        self.change(player, from, -1);
        self.change(player, to, 1);
        let other = player.other();
        if to != OFF && self.occupied[other.index()] & bit(across(to)) != 0 {
            self.change(other, across(to), -1);
            self.change(other, BAR, 1);
        }
    }

    /// Adds a checker to a place, or takes one away.
    #[inline]
    fn change(&mut self, player: Player, place: u8, by: i8) {
        let own = player.index();
        let men = &mut self.men[own][usize::from(place)];
        let at = PLACES * own + usize::from(place);
        self.key ^= KEYS.key(at, usize::from(*men));
        *men = men.wrapping_add_signed(by);
        self.key ^= KEYS.key(at, usize::from(*men));
        let count = u32::from(*men);
        let set = |set: u32, is_in: bool| set & !bit(place) | u32::from(is_in) << place;
        self.occupied[own] = set(self.occupied[own], count > 0);
        self.made[own] = set(self.made[own], count > 1);
    }
}

#[cfg(test)]
mod tests {
    use super::BackgammonPosition;
    use crate::backgammon::Backgammon;
    use sarsen_core::game::{Actor, Game, Outcome, Player, Position, Written};

    #[test]
    fn a_won_game_is_worth_one_to_three_points() {
        for (text, winner, points) in [
            ("-------------------n------", Player::First, 1),
            ("-------------------o------", Player::First, 2),
            ("-----------------oo-------", Player::First, 0),
            ("------a------------n------", Player::First, 3),
            ("-------a-----------n------", Player::First, 2),
            ("a------------------n------", Player::First, 3),
            ("-M------------------------", Player::Second, 1),
            ("-M-----------------B------", Player::Second, 3),
            ("-M-----------------------B", Player::Second, 3),
            ("-M----------------B-------", Player::Second, 2),
        ] {
            let Ok(position) = Backgammon::SINGLE.start().parse(text) else {
                assert_eq!(points, 0, "{text}");
                continue;
            };
            assert_eq!(position.outcome(), Some(Outcome::Win(winner)), "{text}");
            assert_eq!((position.points(), position.dice()), (points, None), "{text}");
            assert!(!position.actor().is_chance(), "{text}");
        }
        let [single, gammons] = [Backgammon::SINGLE, Backgammon::GAMMONS].map(|game| game.start());
        assert_eq!((single.points(), gammons.points()), (0, 0));
        assert_ne!(single.key(), gammons.key());
        let text = "-------------------o------";
        let margin = |start: BackgammonPosition| start.parse(text).unwrap().margin();
        assert_eq!((margin(single), margin(gammons)), (0, 2));
    }

    #[test]
    fn chance_opens_the_game_and_throws_before_each_play() {
        let mut position = Backgammon::SINGLE.start();
        let moves = position.legal_moves();
        assert_eq!((position.actor(), moves.len()), (Actor::Chance(Player::First), 30));
        assert!(moves.iter().all(|&m| position.weight(m) == 1));
        for (throw, side) in [("31", Player::First), ("13", Player::Second)] {
            let mut thrown = position;
            thrown.make(thrown.parse_move(throw).unwrap());
            assert_eq!(thrown.actor(), Actor::Player(side));
            assert_eq!(thrown.dice().map(|dice| [dice.high(), dice.low()]), Some([3, 1]));
        }
        for text in ["31", "8/5+6/5"] {
            position.make(position.parse_move(text).unwrap());
        }
        let moves = position.legal_moves();
        let weights = moves.iter().map(|&m| position.weight(m));
        assert_eq!((moves.len(), weights.sum::<u32>()), (21, 36));
        let two = position.parse_move("12").unwrap();
        assert_eq!((position.format_move(two), position.weight(two)), ("21".to_owned(), 2));
    }

    #[test]
    fn pips_and_contact_are_counted() {
        let count = |text: &str| {
            let position = Backgammon::SINGLE.start().parse(text).unwrap();
            let pips = [Player::First, Player::Second].map(|player| position.pips(player));
            (pips, position.has_contact())
        };
        assert_eq!(count("-b----E-C---eE---c-e----B-"), ([167, 167], true));
        assert_eq!(count("a------------A-----------B"), ([63, 25], true));
        assert_eq!(count("----B-a-------------------"), ([8, 19], false));
        assert_eq!(count("-----A--------b-----------"), ([5, 22], false));
    }
}
