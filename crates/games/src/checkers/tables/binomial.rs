//! The number of ways to put pieces on squares.

/// The squares on which a man can be.
pub(super) const MEN_SQUARES: u32 = 28;

/// One more than the greatest number of pieces of a kind.
pub(super) const KINDS: usize = 7;

/// `BINOMIAL[n][k]` is the number of ways to choose `k` of `n` squares.
pub(super) static BINOMIAL: [[u32; KINDS]; 33] = {
    let mut table = [[0; KINDS]; 33];
    let mut n = 0;
    while n < 33 {
        table[n][0] = 1;
        let mut k = 1;
        while n > 0 && k < KINDS {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};
