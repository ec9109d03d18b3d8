//! `sarsen analyze` as its clients use it: a real process that reads and writes lines of JSON.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::Random;
use crate::support::process::{Engine, filter, resident, signal};
use serde_json::{Value, json};

const SARSEN: &str = env!("CARGO_BIN_EXE_sarsen");

/// A time longer than anything here takes.
const LONG: Duration = Duration::from_secs(30);

fn analyze(input: &str) -> Vec<Value> {
    read(&filter(&["analyze", "--threads", "2"], input.as_bytes()))
}

fn read(lines: &[String]) -> Vec<Value> {
    lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A process with this many threads, to talk to.
fn start(threads: &str) -> Engine {
    Engine::start_with(&["analyze", "--threads", threads])
}

fn answer(engine: &mut Engine) -> Value {
    serde_json::from_str(&engine.line()).unwrap()
}

/// A process whose output nobody reads.
fn unread(threads: &str) -> Child {
    Command::new(SARSEN)
        .args(["analyze", "--threads", threads])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn wait(mut child: Child) -> Option<i32> {
    let began = Instant::now();
    while began.elapsed() < LONG {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    panic!("it does not end");
}

/// Queries of all kinds, by depth and nodes.
fn mixed(count: usize) -> Vec<String> {
    let mut random = Random(5);
    let query = |id| {
        let (game, first) =
            [("connect4", "4"), ("stonehenge", "6@7"), ("connect4 9x8", "5 5")][random.below(3)];
        let moves = ["", first][random.below(2)];
        let limits =
            [json!({"depth": 2}), json!({"nodes": 300}), json!({"depth": 9, "nodes": 4000})];
        let options = [
            json!({}),
            json!({"Evaluator": "chapter"}),
            json!({"Knowledge": "none", "Hash": 2}),
            json!({"Strength": 20, "Seed": random.below(3)}),
        ];
        let lines = [json!(1), json!(3), json!("all")];
        json!({
            "id": id,
            "game": game,
            "moves": moves,
            "limits": limits[random.below(3)],
            "options": options[random.below(4)],
            "lines": lines[random.below(3)],
        })
        .to_string()
    };
    (0..count).map(query).collect()
}

/// The answers by id, without their times.
fn by_id(answers: Vec<Value>) -> BTreeMap<String, Value> {
    let timeless = |mut answer: Value| {
        answer.as_object_mut().unwrap().remove("time_ms");
        (answer["id"].to_string(), answer)
    };
    answers.into_iter().map(timeless).collect()
}

#[test]
fn ids_come_back_as_they_were_written() {
    let ids =
        ["1", "-0", "1e3", "1.50", "123456789012345678901234567890", r#""""#, r#""é\u0041\n""#];
    let input: String =
        ids.iter().map(|id| format!("{{\"limits\":{{\"depth\":1}},\"id\":{id}}}\r\n\n")).collect();
    let mut found: Vec<String> = filter(&["analyze"], input.trim_end().as_bytes())
        .iter()
        .map(|line| line[6..line.find(",\"game\"").unwrap()].to_owned())
        .collect();
    let mut ids = ids.map(str::to_owned);
    found.sort();
    ids.sort();
    assert_eq!(found, ids);
}

#[test]
fn answers_come_as_they_finish() {
    let mut engine = start("2");
    engine.send(r#"{"id":"slow","game":"connect4 8x7","limits":{"movetime":700}}"#);
    for id in 0..20 {
        engine.send(&format!(r#"{{"id":{id},"limits":{{"depth":3}}}}"#));
    }
    let ids: Vec<Value> = (0..21).map(|_| answer(&mut engine)["id"].clone()).collect();
    assert_eq!(ids[20], "slow");
    let (rest, status) = engine.finish();
    assert!(rest.is_empty() && status.success());
}

#[test]
fn the_same_query_has_the_same_answer() {
    let mut queries = mixed(200);
    let run = |queries: &[String], threads| {
        by_id(read(&filter(&["analyze", "--threads", threads], queries.join("\n").as_bytes())))
    };
    let first = run(&queries, "1");
    assert_eq!(first.len(), 200);
    assert!(first.values().all(|answer| answer["best"].is_string()), "{first:?}");
    assert_eq!(run(&queries, "3"), first);
    queries.reverse();
    assert_eq!(run(&queries, "2"), first);
    for query in queries.iter().step_by(40) {
        for (id, answer) in run(std::slice::from_ref(query), "1") {
            assert_eq!(answer, first[&id]);
        }
    }
}

#[test]
fn it_answers_as_the_engine_does() {
    let mut engine = Engine::start();
    for (moves, depth) in [("", 5), ("4 4 3", 8), ("4 1 4 1 3", 9)] {
        engine.send("newgame");
        engine.send(&format!("position startpos moves {moves}"));
        engine.send(&format!("go depth {depth}"));
        let lines = engine.until("bestmove");
        let info = lines.iter().rev().nth(1).unwrap();
        let query = json!({"id": 1, "moves": moves, "limits": {"depth": depth}});
        let answer = &analyze(&query.to_string())[0];
        assert_eq!(
            lines.last().unwrap(),
            &format!("bestmove {}", answer["best"].as_str().unwrap())
        );
        assert!(info.contains(&format!(" nodes {} ", answer["nodes"])), "{info}: {answer}");
        let pv: Vec<_> = answer["lines"][0]["pv"]
            .as_array()
            .unwrap()
            .iter()
            .map(|m| m.as_str().unwrap())
            .collect();
        assert!(info.ends_with(&format!(" pv {}", pv.join(" "))), "{info}: {answer}");
    }
}

#[test]
fn limits_lines_and_moves_are_obeyed() {
    let record =
        "[Game \"connect4 8x7\"]\n[Position \"8/8/8/8/8/8/3x4 o\"]\n1. 4 {a word} 5 2. 5 *\n";
    let queries = [
        json!({"id": 0, "limits": {"movetime": 50}, "game": "stonehenge"}),
        json!({"id": 1, "limits": {"nodes": 0}}),
        json!({"id": 2, "limits": {"depth": 4}, "lines": 3}),
        json!({"id": 3, "limits": {"depth": 4}, "lines": "all", "searchmoves": ["1", "2", "1"]}),
        json!({"id": 4, "limits": {"depth": 1}, "record": record}),
        json!({"id": 5, "limits": {"depth": 1}, "position": "7/7/7/7/3o3/3x3 x", "moves": "1 2"}),
        json!({"id": 6, "limits": {"depth": 40}, "game": "connect4 4x4"}),
        json!({"id": 7, "limits": {"depth": 1}, "moves": "4 1 4 1 4 1 4", "lines": "all"}),
        json!({"id": 8, "limits": {"nodes": 50_000}, "options": {"Strength": 0, "Seed": 5}, "lines": 2}),
    ];
    let input: Vec<String> = queries.iter().map(Value::to_string).collect();
    let answers = by_id(analyze(&input.join("\n")));
    let lines = |id: &str| answers[id]["lines"].as_array().unwrap().len();
    assert!(answers["1"]["best"].is_string() && lines("1") == 1);
    assert_eq!((lines("2"), lines("3")), (3, 2));
    // The move that would be played comes first, even if it is not the best.
    for id in ["2", "8"] {
        assert_eq!(answers[id]["best"], answers[id]["lines"][0]["move"], "{}", answers[id]);
    }
    assert!(["1", "2"].contains(&answers["3"]["best"].as_str().unwrap()));
    assert_eq!(answers["4"]["position"], "8/8/8/8/8/3oo3/3xx3 x");
    assert_eq!(answers["4"]["game"], "connect4 8x7");
    assert_eq!(answers["5"]["position"], "7/7/7/7/3o3/xo1x3 x");
    assert_eq!(
        (&answers["6"]["score"], &answers["6"]["exact"]),
        (&json!({"type": "draw"}), &json!(true))
    );
    assert_eq!((&answers["7"]["result"], &answers["7"]["best"]), (&json!("p1win"), &Value::Null));
    assert!(answers["8"]["nodes"].as_u64().unwrap() <= 500 && lines("8") == 2);
}

#[test]
fn what_a_book_proves_is_answered_where_time_is_the_limit() {
    let win = json!({"type": "win", "plies": 37});
    let queries = [
        json!({"id": 1, "moves": "4 2", "limits": {"movetime": 100}, "report": true}),
        json!({"id": 2, "moves": "4 2", "limits": {"movetime": 100}, "lines": "all"}),
        json!({"id": 3, "moves": "4 2", "limits": {"movetime": 99}, "searchmoves": "7 5", "lines": 2}),
        // The book knows the position, but none of its moves.
        json!({"id": 4, "moves": "1 7", "limits": {"movetime": 1}}),
        // A query that limits depth or nodes, or wants less knowledge, gets the search.
        json!({"id": 5, "moves": "4 2", "limits": {"depth": 6, "movetime": 60_000}}),
        json!({"id": 6, "moves": "4 2", "limits": {"nodes": 500}}),
        json!({"id": 7, "moves": "4 2", "limits": {"movetime": 5}, "options": {"Knowledge": "none"}}),
        json!({"id": 8, "moves": "4 2", "limits": {"movetime": 5}, "options": {"Book": ""}}),
    ];
    let input: Vec<String> = queries.iter().map(Value::to_string).collect();
    let answers = analyze(&input.join("\n"));
    let report = answers.iter().find(|answer| answer["report"] == true).unwrap();
    assert_eq!((&report["best"], &report["score"]), (&json!("6"), &win));
    let answers = by_id(answers.into_iter().filter(|answer| answer["report"].is_null()).collect());
    for id in ["1", "2"] {
        let answer = &answers[id];
        assert_eq!(
            (&answer["score"], &answer["exact"], &answer["nodes"]),
            (&win, &json!(true), &json!(0))
        );
        assert_eq!(answer["best"], "6");
        assert_eq!(answer["lines"][0]["pv"].as_array().unwrap()[..3], ["6", "5", "6"]);
    }
    let lines = |id: &str| -> Vec<(Value, Value)> {
        let lines = answers[id]["lines"].as_array().unwrap();
        lines.iter().map(|line| (line["move"].clone(), line["score"].clone())).collect()
    };
    let (draw, loss) = (json!({"type": "draw"}), json!({"type": "loss", "plies": 38}));
    assert_eq!(lines("1").len(), 1);
    assert_eq!((lines("2").len(), &lines("2")[1]), (7, &(json!("2"), win.clone())));
    assert_eq!((&lines("2")[3].1, &lines("2")[6].1), (&draw, &loss));
    assert_eq!(lines("3"), [(json!("5"), draw), (json!("7"), loss)]);
    assert_eq!((&answers["4"]["score"], &answers["4"]["exact"]), (&win, &json!(true)));
    for id in ["5", "6", "7", "8"] {
        assert_eq!(answers[id]["score"]["type"], "eval", "{}", answers[id]);
    }
}

#[test]
fn reports_come_on_the_way() {
    let query =
        |report: Value| json!({"id": 1, "limits": {"depth": 6}, "report": report, "lines": 2});
    for (report, count) in [(json!(true), 6), (json!(0), 6), (json!(60_000), 1), (json!(false), 0)]
    {
        let answers = analyze(&query(report).to_string());
        assert_eq!(answers.len(), count + 1);
        for (answer, depth) in answers[..count].iter().zip(1..) {
            assert_eq!((&answer["report"], &answer["depth"]), (&json!(true), &json!(depth)));
            assert_eq!(answer["lines"].as_array().unwrap().len(), 2);
        }
        assert!(answers[count]["report"].is_null() && answers[count]["exact"] == false);
    }
}

#[test]
fn queries_are_cancelled_by_id() {
    let mut engine = start("1");
    engine
        .send(r#"{"id":"runs","game":"connect4 8x7","limits":{"movetime":3600000},"report":true}"#);
    assert_eq!(answer(&mut engine)["report"], true);
    for _ in 0..2 {
        engine.send(r#"{"id":"waits","limits":{"depth":3}}"#);
    }
    engine.send(r#"{"id":2,"limits":{"depth":3}}"#);
    engine.send(r#"{"cancel":"waits"}"#);
    let unreported = |engine: &mut Engine| {
        loop {
            let answer = answer(engine);
            if answer["report"].is_null() {
                return answer;
            }
        }
    };
    for _ in 0..2 {
        assert_eq!(unreported(&mut engine), json!({"id": "waits", "cancelled": true}));
    }
    engine.send(r#"{"cancel":"2"}"#);
    let refused = unreported(&mut engine);
    assert_eq!((&refused["id"], &refused["field"]), (&json!("2"), &json!("cancel")));
    let began = Instant::now();
    engine.send(r#"{"cancel":"runs"}"#);
    let ended = unreported(&mut engine);
    assert!(began.elapsed() < LONG && ended["id"] == "runs" && ended["cancelled"] == true);
    assert!(ended["best"].is_string() && ended["exact"] == false);
    let last = unreported(&mut engine);
    assert!(last["id"] == 2 && last["cancelled"].is_null());
    engine.send(r#"{"cancel":2}"#);
    assert_eq!(answer(&mut engine)["field"], "cancel");
}

#[test]
fn every_mistake_is_named() {
    let record = r#"[Game \"connect4\"] 1. 4 1 2. 4 1 3. 4 1 4. 4 0-1"#;
    for (fields, field, part) in [
        (r#""limits":{}"#, "limits", "at least one of"),
        (r#""moves":"4""#, "limits", "at least one of"),
        (r#""limits":7"#, "limits", "invalid type"),
        (r#""limits":{"depth":-1}"#, "limits.depth", "-1"),
        (r#""limits":{"nodes":1.5}"#, "limits.nodes", "1.5"),
        (r#""limits":{"movetime":"9"}"#, "limits.movetime", "invalid type"),
        (r#""limits":{"plies":3}"#, "limits.plies", "unknown field"),
        (r#""colour":"red""#, "colour", "unknown field"),
        (r#""limits":{"depth":1,"depth":1}"#, "limits", "duplicate field `depth`"),
        (r#""limits":{"depth":1},"game":"chess""#, "game", "unknown game 'chess'"),
        (r#""limits":{"depth":1},"game":"connect4 3x3""#, "game", "at least 4 columns"),
        (r#""limits":{"depth":1},"game":4"#, "game", "invalid type"),
        (r#""limits":{"depth":1},"position":"7/7 x""#, "position", "character"),
        (r#""limits":{"depth":1},"moves":"4 x""#, "moves", "move 2"),
        (r#""limits":{"depth":1},"moves":[4]"#, "moves", "list of texts"),
        (r#""limits":{"depth":1},"record":"""#, "record", "there is none"),
        (r#""limits":{"depth":1},"record":"1. 4 *""#, "record", "no tag 'Game'"),
        (r#""limits":{"depth":1},"record":"[Game \"go\"] *""#, "record", "unknown game"),
        (r#""limits":{"depth":1},"record":"[Game \"connect4\"] 1. 9 *""#, "record", "move 1"),
        (r#""limits":{"depth":1},"record":"[Game \"connect4\"] 1. 4 ]""#, "record", "result"),
        (
            r#""limits":{"depth":1},"record":"[Game \"connect4\"] * [Game \"connect4\"] *""#,
            "record",
            "more than one",
        ),
        (&format!(r#""limits":{{"depth":1}},"record":"{record}""#), "record", "lead to 1-0"),
        (r#""limits":{"depth":1},"record":"*","moves":"4""#, "moves", "not with 'record'"),
        (r#""limits":{"depth":1},"lines":0"#, "lines", "from 1 on"),
        (r#""limits":{"depth":1},"lines":"some""#, "lines", "\"all\""),
        (r#""limits":{"depth":1},"searchmoves":"9""#, "searchmoves", "'9'"),
        (
            r#""limits":{"depth":1},"options":{"Speed":3}"#,
            "options.Speed",
            "no such option, only Hash",
        ),
        (r#""limits":{"depth":1},"options":{"Hash":0}"#, "options.Hash", "from 1 to"),
        (r#""limits":{"depth":1},"options":{"Hash":1048576}"#, "options.Hash", "no memory"),
        (r#""limits":{"depth":1},"options":{"Seed":null}"#, "options.Seed", "needs a value"),
        (r#""limits":{"depth":1},"options":{"Seed":[1]}"#, "options.Seed", "a value is"),
        (r#""limits":{"depth":1},"options":{"multipv":2}"#, "options.multipv", "'lines'"),
        (r#""limits":{"depth":1},"options":{"Book":"/nowhere"}"#, "options.Book", "/nowhere"),
        (r#""limits":{"depth":1},"report":"often""#, "report", "milliseconds"),
    ] {
        let answers = analyze(&format!("{{\"id\":\"x\",{fields}}}"));
        assert_eq!(answers.len(), 1);
        let error = answers[0]["error"].as_str().unwrap();
        assert!(answers[0]["id"] == "x" && answers[0]["line"].is_null(), "{answers:?}");
        assert!(answers[0]["field"] == field && error.contains(part), "{fields}: {answers:?}");
    }
}

#[test]
fn lines_that_are_no_queries_are_counted() {
    let mut input = b"\n\xff\xfe\n{\"a\0\":1}\n".to_vec();
    input.extend(vec![b' '; (1 << 20) + 1]);
    input.extend(b"\nnonsense\n[1]\n7\n{\"limits\":{\"depth\":1}}\n{\"id\":null}\n{\"id\":{}}\n");
    input.extend("[".repeat(100_000).bytes());
    input.extend(b"\n{\"id\":1,\"limits\":{\"depth\":1}} {}\n{\"id\":1,\"limits\":{\"depth\":1}}");
    let answers = read(&filter(&["analyze"], &input));
    let mut lines: Vec<u64> = answers.iter().filter_map(|answer| answer["line"].as_u64()).collect();
    lines.sort_unstable();
    assert_eq!(lines, (2..=12).collect::<Vec<_>>());
    assert!(answers.iter().all(|answer| answer["id"].is_null() != answer["line"].is_null()));
    assert_eq!(answers.iter().filter(|answer| answer["best"].is_string()).count(), 1);
}

#[test]
fn an_error_does_not_repeat_a_long_text() {
    let long = "y".repeat(500_000);
    let queries = [
        format!(r#"{{"id":1,"limits":"{long}"}}"#),
        format!(r#"{{"id":2,"{long}":1}}"#),
        format!(r#"{{"id":3,"limits":{{"depth":1}},"game":"{long}"}}"#),
    ];
    for line in filter(&["analyze"], queries.join("\n").as_bytes()) {
        assert!(line.len() < 1000, "{} bytes", line.len());
    }
}

#[test]
fn the_end_of_input_lets_all_finish() {
    assert!(filter(&["analyze"], b"").is_empty());
    let input: String =
        (0..3000).map(|id| format!("{{\"id\":{id},\"limits\":{{\"nodes\":50}}}}\n")).collect();
    assert_eq!(by_id(analyze(&input)).len(), 3000);
}

#[test]
fn a_closed_output_is_a_quiet_end() {
    let mut child = unread("2");
    let mut input = child.stdin.take().unwrap();
    let feeding = std::thread::spawn(move || {
        // This writes until the process is gone.
        while input.write_all(b"{\"id\":1,\"limits\":{\"nodes\":50}}\n").is_ok() {}
    });
    let mut first = String::new();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    output.read_line(&mut first).unwrap();
    drop(output);
    let mut errors = child.stderr.take().unwrap();
    assert_eq!(wait(child), Some(0));
    let mut said = String::new();
    errors.read_to_string(&mut said).unwrap();
    assert_eq!((said.as_str(), first.is_empty()), ("", false));
    feeding.join().unwrap();
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_at_once() {
    let mut child = unread("2");
    let mut input = child.stdin.take().unwrap();
    let query =
        b"{\"id\":1,\"game\":\"connect4 8x7\",\"limits\":{\"movetime\":3600000},\"report\":true}\n";
    for _ in 0..10 {
        input.write_all(query).unwrap();
    }
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    signal(&child, "INT");
    assert_eq!(wait(child), Some(130));
    output.read_to_string(&mut line).unwrap();
    assert!(line.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()), "{line}");
    drop(input);
}

#[cfg(target_os = "linux")] // where the system tells how much a process holds
#[test]
fn memory_is_flat_however_much_is_queued() {
    let mut child = unread("2");
    let mut input = child.stdin.take().unwrap();
    // At some point, the process reads no more.
    let feeding = std::thread::spawn(move || {
        let chunk = "{\"id\":\"some name or other\",\"limits\":{\"nodes\":50}}\n".repeat(100);
        let sent = (0..400).take_while(|_| input.write_all(chunk.as_bytes()).is_ok());
        sent.count() * 100
    });
    std::thread::sleep(Duration::from_secs(1));
    assert!(!feeding.is_finished(), "40,000 queries were taken, though nobody reads");
    let held = resident(child.id());
    assert!(held < 40_000, "{held} KiB");
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let (mut most, mut count, mut line) = (0, 0, String::new());
    while output.read_line(&mut line).unwrap() > 0 {
        count += 1;
        line.clear();
        if count % 1000 == 0 && count < 40_000 {
            most = most.max(resident(child.id()));
        }
    }
    assert_eq!((count, feeding.join().unwrap()), (40_000, 40_000));
    assert!(most < held + 8_000, "{held} KiB, later {most}");
    assert_eq!(wait(child), Some(0));
}

#[test]
fn nothing_but_the_result() {
    let moves = "4 4 4 4 4 2 1 4 1 1 1 1 7 2 2";
    let queries = [
        json!({"id": 1, "moves": moves, "limits": {"solve": true}, "report": true}),
        json!({"id": 2, "moves": moves, "limits": {"solve": null, "depth": 1}}),
        json!({"id": 3, "moves": moves, "limits": {"solve": false}}),
        json!({"id": 4, "moves": moves, "limits": {"solve": true}, "lines": 2}),
        json!({"id": 5, "limits": {"solve": true, "nodes": 30000}}),
    ];
    let input = queries.map(|query| query.to_string() + "\n").concat();
    let lines = filter(&["analyze", "--threads", "1"], input.as_bytes());
    let lines: Vec<Value> = lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    let answer =
        |id: u64| lines.iter().find(|line| line["id"] == id && line["report"].is_null()).unwrap();
    assert_eq!(answer(1)["exact"], true);
    assert!(answer(1)["score"]["type"] != "eval" && answer(1)["bound"].is_null());
    assert_eq!(answer(2)["depth"], 1);
    assert_eq!(answer(3)["field"], "limits");
    assert_eq!(answer(4)["field"], "lines");
    assert_eq!(
        (&answer(5)["exact"], answer(5)["score"]["type"].as_str()),
        (&json!(false), Some("eval"))
    );
}

#[test]
fn the_client_in_python_works() {
    if Command::new("python3").arg("--version").output().is_err() {
        return;
    }
    let client = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/analyze.py");
    let run = |engine: &[&str]| {
        let output = Command::new("python3").arg(client).args(engine).output().unwrap();
        let [said, errors] =
            [&output.stdout, &output.stderr].map(|bytes| String::from_utf8(bytes.clone()).unwrap());
        assert!(!errors.contains("Traceback"), "{errors}");
        (output.status, said, errors)
    };
    let (status, said, _) = run(&["--help"]);
    assert!(status.success() && said.starts_with("usage: analyze.py"), "{said}");
    for engine in ["/no/such/engine", "false", "true"] {
        let (status, said, errors) = run(&[engine]);
        assert!(status.code() == Some(1) && said.is_empty());
        assert!(errors.starts_with("analyze.py: ") && errors.contains(engine), "{errors}");
    }
    let (status, said, _) = run(&["--", SARSEN]);
    assert!(status.success() && said.lines().count() == 9, "{said}");
    assert!(said.contains("after nothing: first should play "), "{said}");
    let unread = "exec 3>&1; (python3 \"$@\"; echo $? >&3) | true";
    let mut shell = Command::new("sh");
    shell.args(["-c", unread, "sh", client, "--", SARSEN]);
    let output = shell.output().unwrap();
    assert_eq!((&*output.stdout, &*output.stderr), (&b"0\n"[..], &b""[..]), "{output:?}");
}

#[test]
fn a_solver_that_lacks_memory_is_noted() {
    let limits = json!({"solve": true, "nodes": 3000});
    let query = |id, game, hash| {
        json!({"id": id, "game": game, "limits": limits, "options": {"Hash": hash}}).to_string()
    };
    let queries = [query(1, "pig 250", 1), query(2, "pig 20", 64), query(3, "pig 250", 1)];
    let answers = by_id(analyze(&queries.join("\n")));
    for id in ["1", "3"] {
        let note = answers[id]["notes"][0].as_str().unwrap();
        assert!(note.starts_with("the game's own solver needs "), "{note}");
        assert!(note.ends_with(" MiB of memory here, and was granted 128 KiB"), "{note}");
        assert!(answers[id]["score"].is_object());
    }
    assert!(answers["2"].get("notes").is_none(), "{}", answers["2"]);
}
