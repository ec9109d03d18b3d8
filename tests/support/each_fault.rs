// What the judge of engines says, and a test of each fault that it has to find. It is included
// where `breaks` says which engine has a fault.

/// Makes sure that the judge finds a fault as a breach of this promise, and reports it in one of
/// these words, with `|` between them.
fn finds(mut subject: Subject, promise: usize, words: &str) {
    // Where the tests keep the machine busy, a fault of time is a doubt.
    let all = |seen: &Examination| [&seen.faults[..], &seen.doubts].concat();
    let named = |faults: &[Fault]| {
        faults.iter().any(|fault| words.split('|').any(|part| fault.what.contains(part)))
    };
    let found = |subject: &Subject| {
        all(&PROMISES[promise].examine_until(subject, |seen| named(&all(seen))))
    };
    // Some faults show only by the load that they make, and not each time; and a busy machine may
    // look like a fault of its own, so that the judge must wait longer.
    let mut faults = found(&subject);
    for _ in 1..4 {
        if !named(&faults) {
            subject.patience *= 2;
            faults = found(&subject);
        }
    }
    assert!(named(&faults), "{words}: {faults:#?}");
    assert!(faults.iter().all(|fault| !fault.record.is_empty()));
}

/// Runs the judge. Returns its verdict, too.
fn judge(arguments: &[&str]) -> (Output, String) {
    let output = sarsen(&[&["conform"], arguments].concat());
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    (output, text)
}

/// Makes sure that the judge cannot judge, and says why.
fn gives_up(arguments: &[&str], why: &str) {
    let (output, text) = judge(arguments);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains(why) && text.is_empty(), "{arguments:?}: {errors}");
    assert_eq!(output.status.code(), Some(2));
}

/// The promises whose checks wait for an end or make a load. Faults of them are looked for in the
/// slow tier.
const TAKING_LONG: [usize; 3] = [11, 12, 16];

macro_rules! faults {
    ($($name:ident: $fault:expr, $promise:literal, $words:literal;)*) => {
        $(#[test]
        fn $name() {
            let takes_long = TAKING_LONG.contains(&$promise);
            if !takes_long || !slow::is_left_out("faults that take long to find") {
                breaks($fault, $promise, $words);
            }
        })*
    };
}
