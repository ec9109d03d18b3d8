//! An entropy coder: asymmetric numeral systems with the odds of each symbol known beforehand
//! (J. Duda, "Asymmetric numeral systems", 2013; the byte-wise form is F. Giesen's, 2014).

use std::cmp::Ordering;

/// The odds of all symbols add up to this.
const WHOLE: u32 = 1 << BITS;
const BITS: u32 = 12;

/// The state of the coder is at least this and less than 256 times this.
const LEAST: u32 = 1 << 16;

/// The number of bytes that the last state takes.
const STATE: usize = 3;

/// How likely each symbol is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Odds {
    /// The sum of the odds of all symbols before one. The last number is the whole, or 0 if no
    /// symbol ever occurs.
    sums: Vec<u16>,
}

impl Odds {
    /// The odds from the number of times that each symbol occurs. There must be fewer symbols than
    /// the whole.
    pub(super) fn from_counts(counts: &[u32]) -> Self {
        let all: u64 = counts.iter().map(|&count| u64::from(count)).sum();
        let share = |count: u32| match count {
            0 => 0,
            count => ((u64::from(count) * u64::from(WHOLE) / all) as u32).max(1),
        };
        let mut odds: Vec<u32> = counts.iter().map(|&count| share(count)).collect();
        if all > 0 {
            balance(&mut odds);
        }
        Self::from_odds(odds.into_iter().map(|odds| odds as u16)).unwrap_or(Self { sums: vec![0] })
    }

    /// The odds as they stand in a file. None if they do not add up.
    pub(super) fn from_odds(odds: impl Iterator<Item = u16>) -> Option<Self> {
        let mut sum = 0;
        let mut sums = vec![0];
        for odds in odds {
            sum += u32::from(odds);
            if sum > WHOLE {
                return None;
            }
            sums.push(sum as u16);
        }
        (sum == 0 || sum == WHOLE).then_some(Self { sums })
    }

    /// The odds of each symbol.
    pub(super) fn odds(&self) -> impl Iterator<Item = u16> + '_ {
        self.sums.windows(2).map(|pair| pair[1] - pair[0])
    }

    /// Where a symbol begins, and its odds.
    fn range(&self, symbol: usize) -> (u32, u32) {
        let [from, to] = [self.sums[symbol], self.sums[symbol + 1]].map(u32::from);
        (from, to - from)
    }

    /// The symbol to which a part of the whole belongs.
    fn symbol(&self, part: u32) -> usize {
        self.sums.partition_point(|&sum| u32::from(sum) <= part).saturating_sub(1)
    }
}

/// Makes odds that have been rounded add up to the whole, at the cost of the likeliest symbols.
fn balance(odds: &mut [u32]) {
    loop {
        let sum: u32 = odds.iter().sum();
        let Some(most) = odds.iter_mut().max() else { return };
        match sum.cmp(&WHOLE) {
            Ordering::Less => *most += WHOLE - sum,
            Ordering::Equal => return,
            Ordering::Greater => *most -= (sum - WHOLE).min(*most / 2),
        }
    }
}

/// Encodes symbols, each with its odds, which must not be 0.
pub(super) fn encode(symbols: &[(usize, &Odds)]) -> Vec<u8> {
    if symbols.is_empty() {
        return Vec::new();
    }
    let mut bytes = Vec::new();
    let mut state = LEAST;
    for &(symbol, odds) in symbols.iter().rev() {
        let (from, share) = odds.range(symbol);
        while state >= (LEAST >> BITS << 8) * share {
            bytes.push(state as u8);
            state >>= 8;
        }
        state = (state / share) << BITS | (state % share + from);
    }
    bytes.extend(&state.to_le_bytes()[..STATE]);
    bytes.reverse();
    bytes
}

/// Decodes symbols one by one.
pub(super) struct Decoder<'a> {
    state: u32,
    bytes: &'a [u8],
}

impl<'a> Decoder<'a> {
    /// Begins with the bytes that [`encode`] has made. Other bytes give other symbols, but do no
    /// harm.
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        let (state, bytes) = bytes.split_at(bytes.len().min(STATE));
        Self { state: state.iter().fold(0, |state, &byte| state << 8 | u32::from(byte)), bytes }
    }

    /// The next symbol, if these are its odds.
    pub(super) fn next(&mut self, odds: &Odds) -> usize {
        if odds.sums.len() < 2 || odds.sums.last() == Some(&0) {
            return 0;
        }
        let part = self.state & (WHOLE - 1);
        let symbol = odds.symbol(part).min(odds.sums.len() - 2);
        let (from, share) = odds.range(symbol);
        self.state = share * (self.state >> BITS) + part.saturating_sub(from);
        while self.state < LEAST
            && let Some((&byte, rest)) = self.bytes.split_first()
        {
            self.state = self.state << 8 | u32::from(byte);
            self.bytes = rest;
        }
        symbol
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sarsen_core::game::split_mix;

    #[test]
    fn what_is_encoded_is_decoded() {
        let mut random = 1;
        for kinds in [1, 2, 3, 30, 200] {
            let mut draw = || {
                let skewed = split_mix(&mut random) % 100 * (split_mix(&mut random) % 100) / 100;
                skewed as usize * kinds / 100
            };
            let symbols: Vec<[usize; 2]> = (0..1000).map(|_| [draw(), draw() / 2]).collect();
            let odds = [0, 1].map(|class| {
                let mut counts = vec![0; kinds];
                symbols.iter().for_each(|pair| counts[pair[class]] += 1);
                Odds::from_counts(&counts)
            });
            let mixed: Vec<_> =
                symbols.iter().flat_map(|&[a, b]| [(a, &odds[0]), (b, &odds[1])]).collect();
            for length in [0, 1, 2, 100, mixed.len()] {
                let bytes = encode(&mixed[..length]);
                let mut decoder = Decoder::new(&bytes);
                for &(symbol, odds) in &mixed[..length] {
                    assert_eq!(decoder.next(odds), symbol);
                }
            }
            let entropy: f64 = odds
                .iter()
                .flat_map(|odds| odds.odds())
                .filter(|&odds| odds > 0)
                .map(|odds| f64::from(odds) / f64::from(WHOLE))
                .map(|part| -part * part.log2())
                .sum();
            let bits = 8.0 * encode(&mixed).len() as f64;
            assert!(bits < 1000.0 * entropy * 1.02 + 40.0, "{kinds}: {bits} for {entropy}");
            let again = odds.each_ref().map(|odds| Odds::from_odds(odds.odds()));
            assert_eq!(again, odds.map(Some));
        }
    }

    #[test]
    fn rare_symbols_keep_odds() {
        let mut counts = vec![1; 1000];
        counts[7] = 1_000_000_000;
        let odds: Vec<u16> = Odds::from_counts(&counts).odds().collect();
        assert!(odds.iter().all(|&odds| odds > 0));
        assert_eq!(odds.iter().map(|&odds| u32::from(odds)).sum::<u32>(), WHOLE);
        assert_eq!(Odds::from_counts(&[0, 0]).odds().collect::<Vec<_>>(), [0, 0]);
        assert_eq!(Odds::from_odds([4000, 97].into_iter()), None);
    }

    #[test]
    fn foreign_bytes_do_no_harm() {
        let mut random = 2;
        let odds = Odds::from_counts(&[5, 0, 9, 1]);
        for length in 0..20 {
            let bytes: Vec<u8> = (0..length).map(|_| split_mix(&mut random) as u8).collect();
            let mut decoder = Decoder::new(&bytes);
            assert!((0..100).all(|_| decoder.next(&odds) < 4));
            assert_eq!(decoder.next(&Odds::from_counts(&[0])), 0);
        }
    }
}
