//! Exact values of games of chance, also where positions come again: value iteration from both
//! sides.
//!
//! The solver lists all positions that can be reached, splits them into parts that lead into each
//! other, and settles one part after the other, the last ones first. In a part without cycles, one
//! look at each position is enough. In the others, a lower and an upper bound of each value come
//! nearer to each other until they meet: S. Haddad and B. Monmege, "Interval iteration algorithm
//! for MDPs and IMDPs", 2014. Every rounding widens the bounds, so that the true value is between
//! them.
//!
//! If the players could go round in a cycle for ever, the bounds stay apart. They then enclose the
//! value whether endless play counts as a win, a loss or anything between.
//!
//! Positions are known by their 64-bit keys. Among ten million positions, the odds that two share a
//! key are 1 to 370,000.

mod components;
mod enclosure;
mod graph;
mod obstacle;
mod purse;
mod solver;

pub use solver::ValueIteration;
