//! Numbers of combinations.

/// The number of ways to choose `k` things of `n`. It must be below 2^32.
pub const fn binomial(n: u32, k: u32) -> u32 {
    let (mut ways, mut at) = (1_u64, 0);
    while at < k {
        ways = ways * (n - at) as u64 / (at + 1) as u64;
        at += 1;
    }
    ways as u32
}
