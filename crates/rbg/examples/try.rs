//! Counts positions: `try FILE DEPTH [FILE DEPTH]...`. With BYTES set, by byte code.

use sarsen_rbg::machine::rules::{Form, Rules};

/// The processor time of this process so far, in milliseconds.
fn processor() -> f64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|first| first.parse::<f64>().ok());
    nanoseconds.unwrap_or(0.0) / 1e6
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let bytes = std::env::var("BYTES").is_ok();
    let form = if bytes { Form::ByteCode } else { Form::MachineCode };
    for pair in args.chunks(2) {
        let (file, depth) = (&pair[0], pair[1].parse::<u32>().unwrap());
        let text = std::fs::read_to_string(file).unwrap();
        let start = processor();
        let rules = match Rules::load_as(form, file, &text) {
            Ok(rules) => rules,
            Err(error) => {
                println!("{error}");
                continue;
            }
        };
        let load = processor() - start;
        let code = rules.code();
        if depth == 99 {
            for (at, op) in code.ops.iter().enumerate() {
                println!("{at}: {op:?}");
            }
            continue;
        }
        let start = processor();
        let count = rules.table().and_then(|mut table| table.perft(depth));
        let time = processor() - start;
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
