//! Tests of `sarsen serve` as a process: what it serves, and what it does with those who attack it.
#![allow(missing_docs)]

#[path = "../support/mod.rs"]
mod support;
#[path = "../support/tame.rs"]
mod tame;
#[path = "../support/web.rs"]
mod web;

mod attacks;
mod crowds;
mod doors;
mod ends;
mod fuzz;
mod judged;
mod memory;
mod pages;
mod quiet;
mod sockets;
mod tables;
