//! Boards of vertices, as GTP names them, for real games.

use sarsen_engine::protocol::stones::{StoneGrid, Vertex};

fn grid(title: &str) -> Option<StoneGrid> {
    StoneGrid::of(&*sarsen_games::registry().open_title(title).unwrap())
}

#[test]
fn a_vertex_means_the_place_that_the_game_calls_so() {
    let registry = sarsen_games::registry();
    for (title, vertex, m) in
        [("othello", "D3", "d3"), ("othello 6x6", "c2", "c2"), ("connect4", "G1", "7")]
    {
        let session = registry.open_title(title).unwrap();
        let grid = StoneGrid::of(&*session).unwrap();
        let found = grid.move_at(&*session, grid.read(vertex).unwrap());
        assert_eq!(found.as_deref(), Some(m), "{title}");
        let back = grid.vertex_of(&*session, m).unwrap();
        assert_eq!(back, vertex.to_ascii_uppercase(), "{title}");
    }
}

#[test]
fn what_is_not_on_the_board_is_no_vertex() {
    let grid = grid("connect4 9x7").unwrap();
    assert_eq!((grid.columns(), grid.rows()), (9, 7));
    for word in ["", "i1", "k1", "a0", "a01", "a+1", "a8", "1", "a", "passs", "\u{e9}1"] {
        assert_eq!(grid.read(word), None, "{word}");
    }
    // After H comes J.
    let session = sarsen_games::registry().open("connect4", "9x7").unwrap();
    assert_eq!(grid.move_at(&*session, grid.read("J1").unwrap()).as_deref(), Some("9"));
    assert_eq!(grid.read("PASS"), Some(Vertex::Pass));
}

#[test]
fn a_game_with_pieces_in_hand_has_no_such_board() {
    assert_eq!(grid("stonehenge"), None);
}
