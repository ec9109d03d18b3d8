use sarsen_rbg::machine::rules::{Form, Rules};
fn main() {
    // file depth [file depth]*
    let args: Vec<String> = std::env::args().skip(1).collect();
    for pair in args.chunks(2) {
        let (file, depth) = (&pair[0], pair[1].parse::<u32>().unwrap());
        let text = std::fs::read_to_string(file).unwrap();
        let start = std::time::Instant::now();
        let form = if std::env::var("BYTES").is_ok() { Form::ByteCode } else { Form::MachineCode };
        let d = match Rules::load_as(form, file, &text) {
            Ok(d) => d,
            Err(e) => { println!("{e}"); continue }
        };
        let load = start.elapsed().as_secs_f64() * 1000.0;
        if depth == 99 { println!("{:#?}", d.code().ops.iter().enumerate().map(|(i, o)| format!("{i}: {o:?}")).collect::<Vec<_>>()); continue }
        let start = std::time::Instant::now();
        let mut table = d.table().unwrap();
        let count = table.perft(depth).unwrap();
        let t = start.elapsed().as_secs_f64();
        println!("{file}\t{depth}\t{count}\tload {load:.1} ms\t{} ops\t{} marks\t{:.0} ms\t{:.2} M/s\t{:?}", d.code().ops.len(), d.code().marks, t * 1000.0, count as f64 / t / 1e6, d.form());
    }
}
