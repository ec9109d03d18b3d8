//! The generator of plays: every position that the dice lead to, once.
//!
//! A play is known by its sources, the places from which the dice take checkers. With a double, two
//! sets of sources never lead to the same position: each step changes the board in a way that is no
//! sum of others. And every order that is possible is possible from the highest source on, so that
//! one is enough. With two different dice, only these lead to the same position:
//!
//! - One checker goes both ways, the higher die first or the lower one, and hits nothing between.
//! - Two checkers are borne off, each with either die.

use super::board::{ALL_POINTS, AT_HOME, BAR, OFF, PLACES, bit, descending, target};
use super::dice::Dice;
use super::moves::BackgammonMove;
use super::position::BackgammonPosition;

/// The places from which a player with checkers at `occupied` can play a die. Checkers that have
/// been borne off are not part of the set.
#[inline(always)]
const fn sources(occupied: u32, blocked: u32, die: u8) -> u32 {
    let inside = occupied & (!blocked & ALL_POINTS) << die;
    if occupied & bit(BAR) != 0 {
        return inside & bit(BAR);
    }
    if occupied & !AT_HOME != 0 {
        return inside;
    }
    // A die bears off from its own point. If all checkers are nearer, it bears off the last.
    let off = if occupied >> die == 0 && occupied != 0 {
        bit(occupied.ilog2() as u8)
    } else {
        occupied & bit(die)
    };
    inside | off
}

impl BackgammonPosition {
    /// Calls `each` with every legal play of these dice, always in the same order.
    #[inline]
    pub(super) fn plays(&self, dice: Dice, each: impl FnMut(BackgammonMove)) {
        if dice.is_double() {
            Doubles::new(self, dice).generate(each);
        } else {
            self.ordinary(dice, each);
        }
    }

    /// The plays of two different dice.
    #[inline]
    fn ordinary(&self, dice: Dice, mut each: impl FnMut(BackgammonMove)) {
        let (player, [high, low]) = (self.to_move(), [dice.high(), dice.low()]);
        let (occupied, blocked) = (self.occupied(player), self.blocked(player));
        let made = self.made(player);
        let after = |from: u8, die: u8| {
            let rest = occupied & !(bit(from) & !made);
            (rest | bit(target(from, die))) & !bit(OFF)
        };
        // For each source of the higher die, those of the lower one, in either order.
        let mut pairs = [0_u32; PLACES];
        let mut firsts = 0;
        let highs = sources(occupied, blocked, high);
        for from in descending(highs) {
            let lows = sources(after(from, high), blocked, low);
            pairs[usize::from(from)] = lows;
            firsts |= u32::from(lows != 0) << from;
        }
        let lows = sources(occupied, blocked, low);
        for from in descending(lows) {
            for other in descending(sources(after(from, low), blocked, high)) {
                pairs[usize::from(other)] |= bit(from);
                firsts |= bit(other);
            }
        }
        if firsts == 0 {
            self.single(dice, highs, lows, each);
            return;
        }
        let prey = self.prey(player);
        for a in descending(firsts) {
            for b in descending(pairs[usize::from(a)]) {
                // One checker, the lower die first: the same as the higher one first.
                let other_way = b > high && target(b, low) == a && {
                    let stops = bit(a) | bit(b - high);
                    pairs[usize::from(b)] & bit(b - high) != 0 && prey & stops == 0
                };
                // Two checkers borne off: the same with the dice exchanged.
                let exchanged = a < b && b <= low && pairs[usize::from(b)] & bit(a) != 0;
                if !other_way && !exchanged {
                    each(BackgammonMove::ordinary(dice, a, b));
                }
            }
        }
    }

    /// The other way in which one checker makes a play of two different dice, if it comes to the
    /// same: its places, from the first to the last. None if there is none.
    pub(super) fn other_way(&self, m: BackgammonMove) -> Option<[u8; 3]> {
        let ([high, low], [a, b, ..]) = (m.dice(), m.sources());
        if high == low || m.thrown().is_some() || a == OFF || b == OFF {
            return None;
        }
        let [from, stop, first, second] = match () {
            () if target(a, high) == b => [a, b, high, low],
            () if target(b, low) == a => [b, a, low, high],
            () => return None,
        };
        let player = self.to_move();
        let (occupied, blocked) = (self.occupied(player), self.blocked(player));
        let other = target(from, second);
        let rest = occupied & !(bit(from) & !self.made(player)) | bit(other);
        let is_open = other != OFF
            && sources(occupied, blocked, second) & bit(from) != 0
            && sources(rest, blocked, first) & bit(other) != 0;
        let hits = self.prey(player) & (bit(stop) | bit(other)) != 0;
        (is_open && !hits).then(|| [from, other, target(other, first)])
    }

    /// The plays of one of two dice, where both cannot be played: the higher one, if possible.
    #[inline]
    fn single(&self, dice: Dice, highs: u32, lows: u32, mut each: impl FnMut(BackgammonMove)) {
        if highs != 0 {
            descending(highs).for_each(|from| each(BackgammonMove::ordinary(dice, from, OFF)));
        } else if lows != 0 {
            descending(lows).for_each(|from| each(BackgammonMove::ordinary(dice, OFF, from)));
        } else {
            each(BackgammonMove::pass(dice));
        }
    }
}

/// The plays of a double: sources in descending order, as many as possible.
struct Doubles {
    dice: Dice,
    men: [u8; PLACES],
    occupied: u32,
    blocked: u32,
    sources: [u8; 4],
}

impl Doubles {
    #[inline]
    fn new(position: &BackgammonPosition, dice: Dice) -> Self {
        let player = position.to_move();
        Self {
            dice,
            men: *position.checkers(player),
            occupied: position.occupied(player),
            blocked: position.blocked(player),
            sources: [OFF; 4],
        }
    }

    #[inline]
    fn generate(&mut self, mut each: impl FnMut(BackgammonMove)) {
        let most = self.most(0, BAR);
        if most == 0 {
            each(BackgammonMove::pass(self.dice));
        } else {
            self.extend(0, most, BAR, &mut each);
        }
    }

    /// The sources from which the next step may start: none higher than that of the last one.
    #[inline(always)]
    fn next(&self, last: u8) -> u32 {
        sources(self.occupied, self.blocked, self.dice.high()) & ((bit(last) << 1) - 1)
    }

    /// How many steps are possible in all, after `done` of them.
    fn most(&mut self, done: usize, last: u8) -> usize {
        let mut most = done;
        if done == 4 {
            return most;
        }
        for from in descending(self.next(last)) {
            let before = self.occupied;
            self.step(from);
            most = most.max(self.most(done + 1, from));
            self.take_back(from, before);
            if most == 4 {
                break;
            }
        }
        most
    }

    /// Calls `each` with all plays of `most` steps that begin with the first `done` ones.
    fn extend(
        &mut self,
        done: usize,
        most: usize,
        last: u8,
        each: &mut impl FnMut(BackgammonMove),
    ) {
        for from in descending(self.next(last)) {
            self.sources[done] = from;
            if done + 1 == most {
                each(BackgammonMove::double(self.dice, self.sources));
                continue;
            }
            let before = self.occupied;
            self.step(from);
            self.extend(done + 1, most, from, each);
            self.take_back(from, before);
        }
        self.sources[done] = OFF;
    }

    #[inline(always)]
    fn step(&mut self, from: u8) {
        let to = target(from, self.dice.high());
        self.men[usize::from(from)] -= 1;
        self.men[usize::from(to)] += 1;
        if self.men[usize::from(from)] == 0 {
            self.occupied &= !bit(from);
        }
        self.occupied = (self.occupied | bit(to)) & !bit(OFF);
    }

    #[inline(always)]
    fn take_back(&mut self, from: u8, before: u32) {
        self.men[usize::from(from)] += 1;
        self.men[usize::from(target(from, self.dice.high()))] -= 1;
        self.occupied = before;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::backgammon::Backgammon;
    use crate::backgammon::moves::Step;
    use sarsen_core::game::{Game, Player, Position, Written, split_mix};

    /// The plays of the first player with letters at these places of a text.
    fn plays(men: &[(usize, char)], dice: &str) -> BTreeSet<String> {
        let letter = |at| men.iter().find(|&&(place, _)| place == at).map_or('-', |&(_, men)| men);
        let board: String = (0..26).map(letter).collect();
        let position = Backgammon::SINGLE.start().parse(&format!("{board} 1 {dice}")).unwrap();
        position.legal_moves().into_iter().map(|m| position.format_move(m)).collect()
    }

    fn are(men: &[(usize, char)], dice: &str, expected: &[&str]) {
        let expected: BTreeSet<String> = expected.iter().map(|&text| text.to_owned()).collect();
        assert_eq!(plays(men, dice), expected, "{men:?} {dice}");
    }

    #[test]
    fn of_two_dice_the_higher_one_is_forced() {
        are(&[(12, 'A'), (1, 'b')], "65", &["12/6"]);
        are(&[(12, 'A'), (6, 'b'), (1, 'b')], "65", &["12/7"]);
        are(&[(12, 'A'), (7, 'b'), (6, 'b')], "65", &["pass"]);
        // Both could begin with 13, but only one of the ways plays both dice.
        are(&[(13, 'A'), (7, 'b'), (24, 'a')], "65", &["13/2"]);
    }

    #[test]
    fn the_bar_comes_first() {
        are(&[(25, 'B'), (24, 'b'), (13, 'E')], "31", &["bar/22"]);
        are(&[(25, 'A'), (24, 'b'), (22, 'b'), (13, 'E')], "31", &["pass"]);
        let double = ["bar/24*+13/10", "bar/24*/23+13/11", "bar/24*/22+13/12", "bar/24*/21"];
        are(&[(25, 'A'), (24, 'a'), (13, 'A')], "11", &double);
    }

    #[test]
    fn the_last_checker_leaves_with_a_higher_die() {
        are(&[(4, 'B'), (2, 'A'), (24, 'a')], "65", &["4/off(2)"]);
        are(&[(5, 'A'), (2, 'B'), (24, 'a')], "63", &["5/off", "5/off+2/off"]);
        are(&[(5, 'A'), (4, 'A'), (24, 'a')], "44", &["5/off+4/off"]);
        are(&[(7, 'A'), (6, 'A'), (24, 'a')], "61", &["7/1+6/5", "7/off"]);
        are(&[(1, 'A'), (24, 'a')], "61", &["1/off"]);
    }

    #[test]
    fn a_double_is_played_as_far_as_it_goes() {
        are(&[(13, 'A'), (1, 'b')], "66", &["13/7"]);
        are(&[(13, 'A'), (1, 'b')], "44", &["13/5"]);
        are(&[(13, 'B'), (3, 'b')], "55", &["13/8(2)"]);
        are(&[(3, 'B'), (24, 'a')], "22", &["3/off(2)"]);
    }

    #[test]
    fn a_way_that_hits_is_another_play() {
        let men = |more: &[(usize, char)]| [&[(13, 'A'), (24, 'a')], more].concat();
        are(&men(&[]), "53", &["13/5"]);
        are(&men(&[(8, 'a')]), "53", &["13/5", "13/8*/5"]);
        are(&men(&[(8, 'a'), (10, 'a')]), "53", &["13/10*/5", "13/8*/5"]);
        are(&men(&[(8, 'a'), (10, 'b')]), "53", &["13/8*/5"]);
        are(&men(&[(5, 'a')]), "53", &["13/5*"]);
    }

    /// Of all pairs of steps of one checker that are legal one by one, those that lead to the same
    /// position are the ways of one play.
    #[test]
    fn every_way_of_one_checker_is_known() {
        let mut state = 7;
        let mut count = 0;
        for _ in 0..2_000 {
            let mut random = |below: u64| split_mix(&mut state) % below;
            let mut men: Vec<char> = (0..=25)
                .map(|at| match random(4) {
                    0 if at > 0 => char::from(b'A' + random(3) as u8),
                    1 if (1..=24).contains(&at) => char::from(b'a' + random(3) as u8),
                    _ => '-',
                })
                .collect();
            men[24] = 'a';
            let board: String = men.into_iter().collect();
            let (high, low) = (2 + random(5) as u8, 1 + random(5) as u8);
            if high <= low {
                continue;
            }
            let text = format!("{board} 1 {high}{low}");
            let Ok(position) = Backgammon::SINGLE.start().parse(&text) else { continue };
            let after = |m| {
                let mut after = position;
                after.make(m);
                after.format()
            };
            for m in position.legal_moves() {
                let steps: Vec<Step> = m.steps().collect();
                let usual = match steps[..] {
                    [one, two] if one.to == two.from => [one.from, one.to, two.to],
                    _ => {
                        assert_eq!(position.other_way(m), None, "{text}");
                        continue;
                    }
                };
                let dice = position.dice().unwrap();
                let reverse = |[from, _, to]: [u8; 3]| {
                    let all = [(high, low), (low, high)].into_iter().map(|(first, second)| {
                        let stop = target(from, first);
                        // The sources of the higher die come first.
                        let sources = if first == high { [from, stop] } else { [stop, from] };
                        ([from, stop, target(stop, second)], sources, to)
                    });
                    all.collect::<Vec<_>>()
                };
                let ways: BTreeSet<[u8; 3]> = reverse(usual)
                    .into_iter()
                    .filter(|([from, stop, _], ..)| {
                        // Both steps can be made one by one, as single dice.
                        let first = from - stop;
                        let occupied = position.occupied(Player::First);
                        let blocked = position.blocked(Player::First);
                        let rest = occupied & !(bit(*from) & !position.made(Player::First));
                        let second = if first == high { low } else { high };
                        *stop != OFF
                            && sources(occupied, blocked, first) & bit(*from) != 0
                            && sources(rest | bit(*stop), blocked, second) & bit(*stop) != 0
                    })
                    .filter(|&(_, [a, b], _)| {
                        after(BackgammonMove::ordinary(dice, a, b)) == after(m)
                    })
                    .map(|(way, ..)| way)
                    .collect();
                let told: BTreeSet<[u8; 3]> =
                    [usual].into_iter().chain(position.other_way(m)).collect();
                assert_eq!(told, ways, "{text}: {}", position.format_move(m));
                count += told.len() - 1;
            }
        }
        assert!(count > 100, "{count} other ways");
    }
}
