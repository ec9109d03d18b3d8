//! Perft tells how far it is.

use sarsen_core::game::{Game, Interrupted, perft_until};
use sarsen_games::connect_four::Small;

#[test]
fn it_tells_how_far_it_is() {
    let game = Small::new(7, 6).unwrap();
    let mut shares = Vec::new();
    let mut keep = |_, share| {
        shares.push(share);
        false
    };
    assert_eq!(perft_until(&mut game.start(), 8, &mut keep), Ok(5_673_234));
    assert!(shares.len() > 100 && shares.is_sorted(), "{shares:?}");
    let middle = shares[shares.len() / 2];
    assert!((0.45..0.55).contains(&middle), "{middle}");
    assert!((0.95..1.01).contains(shares.last().unwrap()), "{shares:?}");
    // A count that would take for ever gets nowhere.
    let mut left = 1000;
    let mut share = 0.0;
    let mut end = |_, done| {
        (left, share) = (left - 1, done);
        left == 0
    };
    assert_eq!(perft_until(&mut game.start(), 300, &mut end), Err(Interrupted));
    assert!(share < 1e-9, "{share}");
}
