//! The grammar: what lines mean, and that it copes with any line.

use std::time::Duration;

use proptest::prelude::*;
use sarsen::protocol::{Dialect, ParseError, PositionLine};
use sarsen::search::Limits;
use sarsen::server::commands::{
    Command, Go, Handshake, Help, Ignored, IsReady, NewGame, PlayMoves, PonderHit, Query, Quit,
    SetOption, SetPosition, Show, Stop, Undo, parse,
};

fn command(line: &str) -> Command {
    parse(line).unwrap().unwrap()
}

fn go(line: &str) -> Go {
    match command(line) {
        Command::Go(go) => go,
        other => panic!("{other:?}"),
    }
}

#[test]
fn commands_and_their_words() {
    let new_game = |game: Option<&str>, setup: &str| {
        let game = game.map(str::to_owned);
        Command::NewGame(NewGame { game, setup: setup.to_owned() })
    };
    let position = |text: Option<&str>, moves: &str| {
        let text = text.map(str::to_owned);
        Command::SetPosition(SetPosition(PositionLine { text, moves: moves.to_owned() }))
    };
    let option = |name: &str, value: Option<&str>| {
        let value = value.map(str::to_owned);
        Command::SetOption(SetOption { name: name.to_owned(), value })
    };
    let play = |moves: &str| Command::PlayMoves(PlayMoves { moves: moves.to_owned() });
    let undo = |count| Command::Undo(Undo { count });
    let help = |topic: Option<&str>| Command::Help(Help { topic: topic.map(str::to_owned) });
    for (line, meaning) in [
        ("ugi", Command::Handshake(Handshake(Dialect::Ugi))),
        (" \tuci\t\r", Command::Handshake(Handshake(Dialect::Uci))),
        ("isready", Command::IsReady(IsReady)),
        ("newgame", new_game(None, "")),
        ("uginewgame", new_game(None, "")),
        ("ucinewgame connect4  8x7 ", new_game(Some("connect4"), "8x7")),
        ("newgame abalone belgian daisy", new_game(Some("abalone"), "belgian daisy")),
        ("position startpos", position(None, "")),
        ("position startpos moves", position(None, "")),
        ("position  startpos\tmoves 1  2 3 ", position(None, "1  2 3")),
        ("position fen a/b  x moves 1", position(Some("a/b x"), "1")),
        ("position fen a b c", position(Some("a b c"), "")),
        ("move 1 2", play("1 2")),
        ("undo", undo(1)),
        ("undo 12", undo(12)),
        ("undo\x0c12\x0c", undo(12)),
        ("undo\r\r12", undo(12)),
        ("stop", Command::Stop(Stop)),
        ("ponderhit", Command::PonderHit(PonderHit)),
        ("setoption name Hash value 12", option("Hash", Some("12"))),
        ("setoption name Clear  Hash", option("Clear Hash", None)),
        ("setoption name Book value /a b/c  d", option("Book", Some("/a b/c  d"))),
        ("setoption name Book value", option("Book", Some(""))),
        ("query p1turn", Command::Query(Query::P1Turn)),
        ("query played", Command::Query(Query::Played)),
        ("query refused", Command::Query(Query::Refused)),
        ("query book", Command::Query(Query::Book)),
        ("query perft 7", Command::Query(Query::Perft(7))),
        ("query perft 99999999999", Command::Query(Query::Perft(u32::MAX))),
        ("query islegal P@d1", Command::Query(Query::IsLegal("P@d1".to_owned()))),
        ("undo 99999999999999999999999", undo(usize::MAX)),
        ("help Book  Variety", help(Some("Book Variety"))),
        ("show", Command::Show(Show)),
        ("help", help(None)),
        ("help go", help(Some("go"))),
        ("debug on", Command::Ignored(Ignored)),
        ("register name a code b", Command::Ignored(Ignored)),
        ("quit", Command::Quit(Quit)),
    ] {
        assert_eq!(command(line), meaning, "{line}");
    }
    assert_eq!(parse(""), Ok(None));
    assert_eq!(parse(" \t \r"), Ok(None));
    assert!(parse("isready\u{a0}").is_err(), "no blank but those of ASCII");
}

#[test]
fn mistakes_say_what_and_how_it_is_written() {
    assert_eq!(parse("Stop"), Err(ParseError::Unknown("Stop".to_owned())));
    for (line, error) in [
        ("stop now", "stop: unexpected 'now'; usage: stop"),
        ("move", "move: something is missing; usage: move <move>..."),
        ("undo -1", "undo: cannot make sense of '-1'; usage: undo [<n>]"),
        (
            "position there moves 1",
            "position: cannot make sense of 'there moves 1'; usage: position startpos|fen <text> [moves <move>...]",
        ),
    ] {
        assert_eq!(parse(line).unwrap_err().to_string(), error, "{line}");
    }
}

#[test]
fn limits_of_a_search() {
    let ms = Duration::from_millis;
    assert_eq!(go("go"), Go::default());
    assert!(!go("go").is_limited() && !go("go infinite").is_limited());
    let all = go(
        "go depth 5 nodes 9 movetime 7 p1time 1000 p2time 2000 p1inc 10 p2inc 20 movestogo 3 mate 4 ponder solve searchmoves 1 2 infinite",
    );
    let expected = Go {
        limits: Limits::PROOF.with_depth(5).with_nodes(9).with_time(ms(7)),
        clocks: [Some(ms(1000)), Some(ms(2000))],
        increments: [Some(ms(10)), Some(ms(20))],
        moves_to_go: Some(3),
        mate: Some(4),
        infinite: true,
        ponder: true,
        search_moves: "1 2".to_owned(),
        problems: Vec::new(),
    };
    assert_eq!(all, expected);
    assert_eq!(go("go wtime 1000 btime -5").clocks, [Some(ms(1000)), Some(ms(0))]);
    // No mistake makes a search infinite.
    for line in [
        "go deep",
        "go depth",
        "go depth x",
        "go depth -1",
        "go nodes 1e6",
        "go depth +5",
        "go winc 7",
        "go solve deep",
        "go movestogo 0",
        "go p1inc 0",
        "go searchmoves",
        "go movetime 1.5s",
        "go movetime .5",
        "go movetime 5.",
        "go movetime -",
        "go depth 5.0",
        "go depth -99999999999999999999",
        "go ponder movetime soon",
    ] {
        let go = go(line);
        assert_eq!(go.limits.depth, Some(1), "{line}");
        assert!(!go.problems.is_empty(), "{line}");
    }
    let large = go("go depth 99999999999 nodes 99999999999999999999 mate 4294967296");
    let most = (Some(u32::MAX), Some(u64::MAX), Some(u32::MAX));
    assert_eq!((large.limits.depth, large.limits.nodes, large.mate), most);
    assert_eq!(go("go mate 3").plies(), Some(5));
    assert_eq!((go("go mate 3 depth 4").plies(), go("go mate 0").plies()), (Some(4), Some(0)));
    let cut = go("go movetime 30.0 wtime 1000.999 btime -0.5 winc 7.25");
    assert!(cut.problems.is_empty(), "{cut:?}");
    assert_eq!((cut.limits.time, cut.clocks), (Some(ms(30)), [Some(ms(1000)), Some(ms(0))]));
    assert_eq!(cut.increments, [Some(ms(7)), None]);
    let mixed = go("go depth x nodes 50");
    assert_eq!((mixed.limits.depth, mixed.limits.nodes, mixed.problems.len()), (None, Some(50), 1));
}

proptest! {
    #[test]
    fn no_line_is_too_much(line in "\\PC{0,120}") {
        crate::fuzzed::parses(&line);
    }

    #[test]
    fn no_line_of_known_words_is_too_much(
        line in "(go|position|setoption|query|undo|newgame|move|help)( (depth|nodes|movetime|p1time|fen|startpos|moves|name|value|perft|searchmoves|-?[0-9]{1,25}|x)){0,12}"
    ) {
        crate::fuzzed::parses(&line);
    }
}
