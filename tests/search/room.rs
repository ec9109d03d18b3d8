//! The part of the table that a search uses.

use sarsen::game::Game;
use sarsen::games::connect_four::{Drop, Small};
use sarsen::search::{Control, Info, Limits, Means, SearchTask, search};
use sarsen::transposition::Table;

/// The MiB of a table that a search has used when it is stopped, soon after its beginning.
fn room_of(limits: &SearchTask<Drop>) -> usize {
    let (game, table) = (Small::new(7, 6).unwrap(), Table::new(256).unwrap());
    let (_, evaluator) = &game.evaluators()[0];
    let means = Means::new(&**evaluator, &table);
    let control = Control::new();
    let mut stop_soon = |info: &Info<Drop>| {
        if info.nodes > 20_000 {
            control.stop();
        }
    };
    search(game.start(), means, limits, &control, &mut stop_soon);
    table.room() >> 20
}

#[test]
fn a_search_without_an_end_makes_room_as_it_goes() {
    let room = room_of(&SearchTask::default());
    assert!((8..128).contains(&room), "{room} MiB");
    assert_eq!(room_of(&Limits::depth(20).into()), 256);
}
