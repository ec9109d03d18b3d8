//! A game in the General Game Format: names in capitals, each with values in brackets.

use sarsen_core::game::excerpt;

/// The limit for the moves of a game.
const MOST_MOVES: usize = 1000;

/// What a game text says.
#[derive(PartialEq, Debug)]
pub(super) struct GgfGame {
    /// The kind of game.
    pub(super) kind: String,
    /// The first position.
    pub(super) board: String,
    /// The moves from there, with what stands behind each.
    pub(super) moves: Vec<String>,
}

impl GgfGame {
    /// Reads a text such as `(;GM[Othello]BO[8 ... *]B[F5/1.2]W[F6];)`.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let mut rest = text
            .trim_ascii()
            .strip_prefix("(;")
            .ok_or_else(|| format!("set game: '(;' expected, not '{}'", excerpt(text, 20)))?;
        let (mut kind, mut board, mut moves) = (String::new(), String::new(), Vec::new());
        loop {
            rest = rest.trim_start_matches(|c: char| c == ';' || c.is_ascii_whitespace());
            if rest.starts_with(')') {
                break;
            }
            let (name, after) = rest
                .split_once('[')
                .ok_or_else(|| "set game: the text ends without ';)'".to_owned())?;
            let (value, after) = after
                .split_once(']')
                .ok_or_else(|| format!("set game: {}[: no ']' follows", excerpt(name, 20)))?;
            match name {
                "GM" => kind = value.to_owned(),
                "BO" => board = value.to_owned(),
                "B" | "W" if moves.len() == MOST_MOVES => {
                    return Err(format!("set game: more than {MOST_MOVES} moves"));
                }
                "B" | "W" => moves.push(value.to_owned()),
                _ => {}
            }
            rest = after;
        }
        match (kind.is_empty(), board.is_empty()) {
            (true, _) => Err("set game: GM[...] is missing".to_owned()),
            (_, true) => Err("set game: BO[...] is missing".to_owned()),
            _ => Ok(Self { kind, board, moves }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_read() {
        let text = "(;GM[Othello]PC[NBoard]PB[a b]TI[15:00]BO[8 -- *]B[F5]W[F6/1.2/3];)";
        let game = GgfGame::read(text).unwrap();
        assert_eq!((game.kind.as_str(), game.board.as_str()), ("Othello", "8 -- *"));
        assert_eq!(game.moves, ["F5", "F6/1.2/3"]);
    }

    #[test]
    fn what_is_no_game_is_refused() {
        for (text, part) in [
            ("", "'(;' expected"),
            ("(;", "without ';)'"),
            ("(;GM[Othello", "no ']'"),
            ("(;GM[Othello];)", "BO"),
            ("(;BO[8 *];)", "GM"),
            ("(;GM[x]\u{e9}[", "no ']'"),
        ] {
            let error = GgfGame::read(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
