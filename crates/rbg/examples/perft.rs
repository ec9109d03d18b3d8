//! Counts lines of play of games from files of rules, and how fast: `perft FILE DEPTH [FILE
//! DEPTH]...`. By machine code with the feature `native`, unless the variable BYTES is set.

use std::time::Instant;

use sarsen_rbg::machine::rules::{Form, Rules};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let bytes = std::env::var("BYTES").is_ok();
    let form = if bytes { Form::ByteCode } else { Form::MachineCode };
    for pair in args.chunks(2) {
        let (file, depth) = (&pair[0], pair[1].parse::<u32>().unwrap());
        let text = std::fs::read_to_string(file).unwrap();
        let start = Instant::now();
        let rules = match Rules::load_as(form, file, &text) {
            Ok(rules) => rules,
            Err(error) => {
                println!("{error}");
                continue;
            }
        };
        let load = start.elapsed().as_secs_f64() * 1e3;
        let code = rules.code();
        let start = Instant::now();
        let count = rules.table().and_then(|mut table| table.perft(depth));
        let time = start.elapsed().as_secs_f64() * 1e3;
        let Ok(count) = count else {
            println!("{file}\t{depth}\tendless");
            continue;
        };
        let [ops, marks] = [code.ops.len(), code.marks];
        let speed = count as f64 / time / 1e3;
        let form = rules.form();
        println!(
            "{file}\t{depth}\t{count}\tload {load:.1} ms\t{ops} ops\t{marks} marks\t{time:.1} ms\t\
             {speed:.2} M/s\t{form:?}"
        );
    }
}
