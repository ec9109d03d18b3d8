//! The slow tier: what takes long runs only if one environment variable asks for it.
#![allow(dead_code)] // Few programs of tests need all of it.

use std::collections::BTreeSet;
use std::sync::Mutex;

use super::skipped;

/// The variable that asks for the slow tier, with the value `1`.
const VARIABLE: &str = "SARSEN_SLOW_TESTS";

/// What was left out so far.
static LEFT_OUT: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Whether the slow tier runs, too.
pub fn is_asked_for() -> bool {
    std::env::var_os(VARIABLE).is_some_and(|value| value == "1")
}

/// Whether a test of the slow tier is left out. Then this says so, once if many tests are the same
/// thing.
pub fn is_left_out(what: &str) -> bool {
    let is_left_out = !is_asked_for();
    if is_left_out && LEFT_OUT.lock().unwrap().insert(what.to_owned()) {
        skipped::say(&format!("slow: {what}: run with {VARIABLE}=1"));
    }
    is_left_out
}

/// How many times a test tries something: a few times, or in the slow tier many times.
pub fn rounds(few: usize, many: usize) -> usize {
    if is_asked_for() { many } else { few }
}

/// The step through a long list: one of so many is tried, or in the slow tier every one.
pub fn one_of(number: usize) -> usize {
    if is_asked_for() { 1 } else { number }
}
