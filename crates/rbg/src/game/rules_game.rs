//! The game that rules describe.

use std::sync::Arc;

use super::facts::LoadError;
use super::marks::Marks;
use super::pieces::PieceTable;
use super::places::{rows, spots};
use super::position::RulesPosition;
use super::shared::GameFacts;
use crate::language::expression::Mover;
use crate::machine::code::Code;
use crate::machine::op::{Address, Op};
use crate::machine::rules::Rules;
use sarsen_core::game::board::Diagram;
use sarsen_core::game::{Game, Player, Presentation};

/// A game that is given by its rules.
///
/// ```
/// use sarsen_core::game::{Game, Position, Written, perft};
/// use sarsen_rbg::RulesGame;
///
/// let text = "
///     #players = white(1), black(1)
///     #pieces = e, w, b
///     #variables =
///     #board = rectangle(up,down,left,right, [b,b] [e,e] [w,w])
///     #any = ((up* + down*)(left* + right*))
///     #turn(me; mine; other; forward) =
///         ->me any {mine} [e] forward {e, other} ->> [mine] [$ me=1]
///         ({? forward} + {! forward} ->> {})
///     #rules = (turn(white; w; b; up) turn(black; b; w; down))*";
/// let game = RulesGame::read("tiny.rbg", text)?;
/// let mut position = game.start();
/// assert_eq!(position.format(), "bb/../ww white");
/// let m = position.parse_move("a1-a2")?;
/// position.make(m);
/// assert_eq!(position.format(), "bb/w./.w black white=1");
/// assert_eq!(perft(&mut position, 1), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct RulesGame {
    pub(super) shared: Arc<GameFacts>,
}

impl RulesGame {
    /// Reads the rules of a game. The game gets the name of the file.
    ///
    /// # Errors
    ///
    /// If the rules cannot be read, or not be played by two players.
    pub fn read(file: &str, text: &str) -> Result<Self, LoadError> {
        Self::named(&name_of(file), file, text)
    }

    /// Reads the rules of a game with a name of its own.
    ///
    /// # Errors
    ///
    /// As for [`read`](Self::read).
    pub fn named(name: &str, file: &str, text: &str) -> Result<Self, LoadError> {
        let rules = Rules::load(file, text)?;
        let description = rules.description();
        let marks = Marks::read(file, text, description)?;
        if description.players != 2 {
            return Err(LoadError::players(file, description.players));
        }
        let table = rules.table().map_err(LoadError::endless(file))?;
        let code = rules.shared_code();
        let shared = GameFacts {
            name: name.to_owned(),
            spots: spots(&description.board),
            rows: rows(&description.board.shape, code.places),
            pieces: PieceTable::of(description, &code, &marks),
            first: match table.state().side() {
                Mover::Player(player) => player,
                Mover::Keeper => 0,
            },
            states: [states(&code, 0), states(&code, 1)],
            table,
            code,
            marks,
            rules,
        };
        Ok(Self { shared: Arc::new(shared) })
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.shared.rules
    }

    /// The proper name: the author's, or that of the file with a capital.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.shared.marks.title.as_deref()
    }

    /// A line about the game, if the author has written one.
    #[must_use]
    pub fn about(&self) -> Option<&str> {
        self.shared.marks.about.as_deref()
    }

    /// The names of the places, in order.
    pub fn place_names(&self) -> impl Iterator<Item = &str> {
        self.shared.spots.iter().map(|spot| spot.name.as_str())
    }
}

/// A name for the engine: that of the file without its ending, in small letters, digits and `-`.
#[must_use]
pub fn name_of(file: &str) -> String {
    let stem = std::path::Path::new(file).file_stem().map(|stem| stem.to_string_lossy());
    let stem = stem.unwrap_or_default().to_lowercase();
    let known = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let name: String = stem.chars().map(known).collect();
    let name = name.trim_matches('-');
    if name.is_empty() { "game".to_owned() } else { name.to_owned() }
}

/// Where in the code a player may be to move.
fn states(code: &Code, player: u8) -> Vec<Address> {
    let ops = code.ops.iter().enumerate();
    let is_hand =
        |op: &Op| matches!(op, Op::Hand { side: Mover::Player(next), .. } if *next == player);
    ops.filter(|(_, op)| is_hand(op)).map(|(at, _)| at as Address + 1).collect()
}

impl Game for RulesGame {
    type Position = RulesPosition;
    const HAS_SOLVER: bool = false;

    fn name(&self) -> &str {
        &self.shared.name
    }

    fn start(&self) -> RulesPosition {
        RulesPosition::new(Arc::clone(&self.shared), self.shared.table.state().clone())
    }
}

impl Presentation<RulesPosition> for RulesGame {
    fn marks(&self) -> [&str; 2] {
        let names = [Player::First, Player::Second].map(|player| self.shared.player_name(player));
        // One letter is enough if they differ. Names are ASCII.
        if names[0][..1] == names[1][..1] { names } else { names.map(|name| &name[..1]) }
    }

    fn rules(&self) -> &str {
        &self.shared.marks.rules
    }

    fn board(&self) -> Option<&dyn Diagram<RulesPosition>> {
        Some(self)
    }
}
