//! The judge of engines judges an engine behind a WebSocket, and finds each fault of a server.

use std::net::TcpListener;
use std::process::Output;
use std::time::Duration;

use crate::support::bridge::Bridge;
use crate::support::bridge::BridgeFault::{self, *};
use crate::support::process::sarsen;
use crate::support::{example, slow};
use sarsen::client::conform::{Contact, Examination, Fault, PROMISES, Subject};

/// An engine behind this server.
fn behind(bridge: &Bridge, game: &str) -> Subject {
    Subject::at(Contact::Address(bridge.url().parse().unwrap()), game)
}

fn engine(fault: BridgeFault) -> Bridge {
    Bridge::start(vec![env!("CARGO_BIN_EXE_sarsen").into()], fault)
}

include!("../support/each_fault.rs");

/// Makes sure that the judge finds a fault of a server.
fn breaks(fault: BridgeFault, promise: usize, words: &str) {
    finds_behind(&engine(fault), promise, words);
}

fn finds_behind(bridge: &Bridge, promise: usize, words: &str) {
    let mut subject = behind(bridge, "connect4");
    // Thousands of answers take their time.
    subject.patience = Duration::from_secs(if promise == 12 { 4 } else { 1 });
    finds(subject, promise, words);
}

faults! {
    line_ends_in_messages: LineEnds, 0, "a line end inside a message";
    binary_answers: BinaryAnswers, 0, "its output has ended|takes no more input";
    only_the_first_line: FirstLineOnly, 2, "was due, but did not come";
    messages_of_any_length: AnyLength, 0, "it has not ended";
    wrong_codes: WrongCodes, 0, "to be closed with 1007, but the connection was closed with 1002";
    silence_at_a_binary_message: SilentAtBinary, 0, "one line 'info string error: ...' was due";
    cutting_at_quit: CutsAtQuit, 11, "the connection was lost";
    staying_after_quit: StaysAfterQuit, 11, "it has not ended";
    a_close_message_ignored: IgnoresClose, 11, "it has not ended";
    finishing_before_the_close_message: FinishesBeforeClose, 11, "it has not ended|answers to";
    going_on_without_a_client: GoesOnWhenLost, 11, "another connection|'bestmove' was due";
    blocking_without_a_reader: Blocked, 12, "the connection was still open";
    answers_without_end: KeepsAll, 12, "to be closed with 1013|came|it has not ended";
    // Only many answers show it.
    answers_dropped: DropsAnswers, 12, "lines came";
    no_reason: NoReason, 12, "to be closed with 1013 and a reason, but the connection was closed";
    one_client_for_all: OneForAll, 12, "on another connection, 'go depth 1' took|was due";
    files_of_the_server: ReadsFiles, 13, "one line 'info string error: ...' was due for Book";
}

/// What an engine does wrong is found behind a socket, too.
#[test]
fn faults_of_the_engine_are_found() {
    if slow::is_left_out("faults of an engine behind a socket") {
        return;
    }
    for (fault, promise, words) in [
        ("trailing-blank", 0, "a trailing blank: 'readyok '"),
        ("greeting", 1, "'Welcome!'"),
        ("double-bestmove", 2, "silence was due, but it said 'bestmove"),
        ("hang-on-stop", 4, "'bestmove' was due, but did not come"),
        ("impatient-infinite", 5, "no answer was due yet"),
        ("wrong-ponder", 10, "is not legal"),
        ("dies-on-bad-input", 16, "has ended|the connection was closed with 1000"),
    ] {
        let command = vec![example("faulty").into_os_string(), fault.into()];
        finds_behind(&Bridge::start(command, BridgeFault::Nothing), promise, words);
    }
}

/// Without a fault, the server is not blamed. `tests/serve` judges that of this project.
#[test]
fn a_server_without_a_fault_is_not_blamed() {
    let bridge = engine(BridgeFault::Nothing);
    let numbers = if slow::is_asked_for() { &[0, 1, 13, 11, 12][..] } else { &[0, 1, 13] };
    for &number in numbers {
        let seen = PROMISES[number].examine(&behind(&bridge, "connect4"));
        assert!(seen.faults.is_empty() && seen.unseen.is_empty(), "{number} {seen:#?}");
    }
}

#[test]
fn the_command_judges_a_server() {
    let bridge = engine(BridgeFault::Nothing);
    let (output, text) = judge(&["--connect", &bridge.url(), "--only", "1,9", "connect4", "5x4"]);
    assert!(output.status.success() && text.contains("checked 2, broken 0"), "{text}");
    let bridge = engine(BridgeFault::LineEnds);
    let (output, text) = judge(&["--only", "0", "--connect", &bridge.url()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text.contains("- a new connection") && text.contains("< readyok\\n"), "{text}");
}

#[test]
fn what_cannot_be_judged_is_said() {
    let bridge = engine(BridgeFault::Nothing);
    let nobody = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let nobody = format!("ws://{nobody}/ws");
    for (arguments, part) in [
        (&["--connect", &nobody][..], "cannot connect to 'ws://127.0.0.1:"),
        (&["--connect", "wss://localhost/ws"], "encrypted connections (wss://) are not supported"),
        (&["--connect", "localhost:8017"], "an address is written as ws://HOST:PORT/PATH"),
        (&["--connect", &nobody, "--", "an-engine"], "cannot be used with"),
        (&["--connect", &bridge.url(), "chess"], "it does not play this: info string error: "),
    ] {
        gives_up(arguments, part);
    }
}
