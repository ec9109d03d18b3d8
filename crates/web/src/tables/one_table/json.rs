//! The line `table <JSON>`: a table as one connection sees it.

use serde::Serialize;

use super::facts::SeatHolder;
use super::gathering::Gathering;
use sarsen_core::game::Player;
use sarsen_engine::protocol::reply;

#[derive(Serialize)]
struct TableJson<'a> {
    id: &'a str,
    game: &'a str,
    setup: &'a str,
    title: &'a str,
    moves: &'a [String],
    ply: usize,
    to_move: Option<&'static str>,
    result: &'static str,
    end: Option<&'static str>,
    you: Option<&'static str>,
    watchers: usize,
    seats: SeatsJson<'a>,
    undo: Option<UndoJson>,
    clock: Option<ClockJson>,
}

#[derive(Serialize)]
struct SeatsJson<'a> {
    first: SeatJson<'a>,
    second: SeatJson<'a>,
}

#[derive(Serialize)]
struct SeatJson<'a> {
    taken: bool,
    name: &'a str,
    present: bool,
    engine: Option<String>,
}

#[derive(Serialize)]
struct UndoJson {
    by: &'static str,
    to: usize,
}

#[derive(Serialize)]
struct ClockJson {
    base: u64,
    increment: u64,
    first: u64,
    second: u64,
    running: Option<&'static str>,
}

/// A table, for a connection that sits there as `you`.
pub(crate) fn table(id: &str, gathering: &Gathering, you: Option<Player>, now: u64) -> String {
    let state = &gathering.state;
    let seats = SeatsJson {
        first: seat(gathering, Player::First),
        second: seat(gathering, Player::Second),
    };
    let json = TableJson {
        id,
        game: &state.facts.game,
        setup: &state.facts.setup,
        title: &state.title,
        moves: &state.moves,
        ply: state.moves.len(),
        to_move: state.to_move().map(reply::player),
        result: reply::result(state.outcome()),
        end: state.end(),
        you: you.map(reply::player),
        watchers: gathering.watchers(),
        seats,
        undo: state.facts.ask.map(|ask| UndoJson { by: reply::player(ask.by), to: ask.to }),
        clock: clock(gathering, now),
    };
    let text = serde_json::to_string(&json).expect("texts and numbers are JSON");
    format!("table {}", ascii(&text))
}

fn seat(gathering: &Gathering, seat: Player) -> SeatJson<'_> {
    let holder = gathering.state.holder(seat);
    let (name, engine) = match holder {
        SeatHolder::Free => ("", None),
        SeatHolder::Person { name, .. } => (name.as_str(), None),
        SeatHolder::Engine(limit) => ("", Some(limit.to_string())),
    };
    let present = engine.is_some() || gathering.owner(seat).is_some();
    SeatJson { taken: *holder != SeatHolder::Free, name, present, engine }
}

fn clock(gathering: &Gathering, now: u64) -> Option<ClockJson> {
    let state = &gathering.state;
    let clock = state.facts.clock.as_ref()?;
    let running = state.to_move().filter(|_| clock.is_running());
    Some(ClockJson {
        base: clock.setting.base,
        increment: clock.setting.increment,
        first: clock.left(Player::First, running, now),
        second: clock.left(Player::Second, running, now),
        running: running.map(reply::player),
    })
}

/// JSON in ASCII alone. Other characters occur only within strings, where JSON has escapes.
fn ascii(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for character in json.chars() {
        if character.is_ascii() {
            text.push(character);
        } else {
            let mut units = [0; 2];
            for unit in character.encode_utf16(&mut units) {
                text.push_str(&format!("\\u{unit:04x}"));
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_text_is_ascii_and_stays_itself() {
        let text = "Zo\u{eb} \u{1f3b2} \\ \" <b>";
        let json = ascii(&serde_json::to_string(text).unwrap());
        assert_eq!(json, r#""Zo\u00eb \ud83c\udfb2 \\ \" <b>""#);
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
    }
}
