//! The laws by name, and the report of a broken one.

use std::fmt::{Display, Formatter};

/// The laws in the order in which a position is examined. Each has a name, and the methods to look
/// at if it is broken, the likeliest first.
macro_rules! laws {
    ($($law:ident: $name:literal, $look_at:literal;)+) => {
        /// A law that a game must keep. Its [`Display`] is its name.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Law {
            $(#[doc = $name] $law,)+
        }

        impl Law {
            /// All laws.
            pub const ALL: &[Self] = &[$(Self::$law),+];

            /// The law in words.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$law => $name,)+
                }
            }

            /// The methods to look at if it is broken.
            #[must_use]
            pub const fn look_at(self) -> &'static str {
                match self {
                    $(Self::$law => $look_at,)+
                }
            }
        }
    };
}

laws! {
    Names:
        "a game has a name and two marks, its evaluators have names; names have no blanks",
        "Game::name, Presentation::marks, Game::evaluators";
    PlainText:
        "a position's text is a line of printable ASCII, words with one blank between them, none \
         of them 'moves'",
        "Written::format";
    TextRead:
        "a position's text can be read",
        "Written::parse";
    TextInverse:
        "a text is written as it was read",
        "Written::parse, Written::format";
    TextComplete:
        "a text tells who acts and how the game ended",
        "Written::format, Written::parse: is whose turn it is part of the text?";
    KeyOfText:
        "a position has the same key however it was reached",
        "Position::make: does it change the key as it changes the board? Position::key, \
         Written::parse";
    ChanceAnnounced:
        "chance acts only where HAS_CHANCE says so",
        "Position::actor, Position::HAS_CHANCE";
    EndActor:
        "in a finished game a player acts, not chance",
        "Position::actor";
    Margin:
        "a margin is at most MOST_MARGIN, and that at most GREATEST_MARGIN",
        "Position::margin, Position::MOST_MARGIN";
    MovesListed:
        "the list of legal moves has the same moves, and none if the game is over",
        "Position::legal_moves";
    MovesThere:
        "an unfinished game has moves (a pass is one)",
        "Position::moves, Position::outcome";
    MovesRepeated:
        "moves are appended, each of them once, always in the same order",
        "Position::moves";
    MovesCounted:
        "as many moves are counted as listed",
        "Position::count_moves";
    CodesBelow:
        "codes are below MOVE_CODES",
        "Position::code, Position::MOVE_CODES";
    CodesApart:
        "no two legal moves have the same code",
        "Position::code";
    MovePlain:
        "a move's text is one word of printable ASCII, and not 0000",
        "Written::format_move";
    MoveRead:
        "a move's text is read as that move",
        "Written::format_move: do two moves share it? Written::parse_move";
    MoveAlone:
        "the text of one move is not taken for several moves",
        "Written::spread, Written::format_move";
    Weights:
        "what chance may do has a weight above 0",
        "Position::weight";
    OpinionsOpposed:
        "what is good for one player is as bad for the other",
        "Evaluator::evaluate";
    OpinionsBounded:
        "opinions lie between -EVAL_MAX and EVAL_MAX",
        "Evaluator::evaluate";
    WeightsUsed:
        "an evaluator with its own weights judges as it did without",
        "Game::tunable, Tunable::weighted";
    PathShown:
        "a position that comes again has a path, or another table key than before",
        "Position::path: it must not be None; Position::table_key";
    PathWhole:
        "a path says how many plies ago its position occurred last",
        "Path::push: is it told of every move, with the new key, and only of a move that cannot be \
         undone that it is not reversible? Path::pop";
    PathHeeded:
        "a game ends where its path is over",
        "Position::outcome: does it ask Path::is_over?";
    PathMirrored:
        "an image has a path on which as many plies are left, and it is over or not as well",
        "Symmetric::image: does it forget the path? Path::image";
    Unclaimed:
        "nobody need claim a draw only where there is one, and the game then goes on from there",
        "Written::unclaimed: has it a fresh path, and the same board?";
    SymmetryUndone:
        "the inverse of a symmetry leads back",
        "Symmetric::inverse: not every symmetry is its own; Symmetric::image";
    SymmetryEnd:
        "symmetric positions end alike, and the same player acts",
        "Symmetric::image, Position::outcome, Position::actor";
    CodesMapped:
        "a symmetry maps codes of legal moves to codes of legal moves, and back",
        "Symmetric::map_code, Symmetric::inverse";
    SymmetryPlayed:
        "the image of a move leads to the image of the position after it",
        "Symmetric::map_code, Symmetric::image";
    OpinionsMirrored:
        "symmetric positions are judged alike",
        "Evaluator::evaluate, Evaluator::is_symmetric, Symmetric::image";
    CanonicalShared:
        "symmetric positions have the same canonical key",
        "Symmetric::image, Position::canonical, Position::key";
    CanonicalReached:
        "the canonical key is that of the image under the symmetry told with it",
        "Position::canonical";
    TableKey:
        "the table key is that of the image under the symmetry told with it",
        "Position::table_key";
    NotationText:
        "a notation reads the positions that it writes",
        "Notation::parse, Notation::format";
    NotationMoves:
        "a notation reads the moves that it writes",
        "Notation::parse_move, Notation::format_move";
    Drawn:
        "a drawing is lines of printable ASCII",
        "Presentation::draw";
    FactsNamed:
        "every position has facts of the same names in the same order; names and facts are words",
        "Presentation::explain";
    LayoutMeasured:
        "the numbers of a layout are finite, places have a width, strokes at least two points, \
         stacks a piece; a rim is not negative",
        "Diagram::layout";
    ColoursDiffer:
        "the players' pieces have different colours",
        "Diagram::layout: Layout::materials";
    LayoutKept:
        "a game has one layout",
        "Diagram::layout";
    PlacesNamed:
        "a place has a name: a word without commas, and no other place of its area has it",
        "Diagram::layout";
    GroupsWhole:
        "the places of a group exist",
        "Diagram::layout";
    OppositesPaired:
        "every place has an opposite like it, whose opposite it is, or none has; that of a place \
         of one player's hand is one of the other's",
        "Diagram::opposite";
    GroupsOpposed:
        "the opposites of the places of a group are a group of the same kind",
        "Diagram::opposite, Diagram::layout";
    OppositesPlayed:
        "what one player often does at places, the other does at their opposites",
        "Diagram::opposite: do places that both players share stay, and do hands change sides?";
    ContentsPlaced:
        "the places and strokes of contents exist, and each is told at most once; no piece stands \
         for none",
        "Diagram::contents";
    WaysLed:
        "the places of a way exist, at least one, and a piece at its end is the last move's",
        "Diagram::contents, Contents::lead";
    GesturesPlaced:
        "the places of a gesture exist, at least one in each step",
        "Diagram::gesture";
    StepsAgree:
        "the places of the steps of a move exist, and each way to make it takes as many pieces from \
         each place as the others",
        "Diagram::steps";
    ContentsOfText:
        "a position read from its text has the same contents",
        "Diagram::contents, Written::format, Written::parse";
    ThrowsShown:
        "the board shows what chance has done: what differs afterwards has different contents",
        "Diagram::contents: have the die and the cards a place?";
    PlaceCodesTold:
        "codes tell the same owners and kinds as contents, of pieces and of strokes",
        "Diagram::codes, Diagram::contents";
    PlacesMapped:
        "a symmetry maps places to places like them, and its inverse maps them back",
        "Diagram::image_of_place, Symmetric::inverse";
    ContentsMirrored:
        "the contents of an image are the image of the contents",
        "Diagram::contents, Diagram::image_of_place, Diagram::image_of_stroke, Symmetric::image";
    GesturesMirrored:
        "the gestures of an image are the images of the gestures",
        "Diagram::gesture, Diagram::image_of_place, Symmetric::map_code";
    PlaceCodesMirrored:
        "the codes of an image are the image of the codes",
        "Diagram::codes, Diagram::image_of_place, Diagram::image_of_stroke, Symmetric::image";
    MovesChecked:
        "only legal moves can be played with a check, and a refused one changes nothing",
        "Position::play, Position::make";
    TakenBack:
        "taking a move back restores the position, its keys included",
        "Position::unmake, Position::make";
    KeysApart:
        "different positions have different keys",
        "Position::key: is all of the position in it, whose turn it is included?";
}

impl Display for Law {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// A broken law: which, where, and what to look at.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "a law of games is broken: {law}\n  position: {position}\n  after: {}\n  found: {found}\n  \
     look at: {}",
    way(from.as_deref(), moves),
    law.look_at()
)]
pub struct Broken {
    /// Which law.
    pub law: Law,
    /// The text of the position.
    pub position: String,
    /// The text of the position with which the game began. None for the start of the game.
    pub from: Option<String>,
    /// The moves that led from there to the position.
    pub moves: String,
    /// What is wrong there.
    pub found: String,
}

/// How a position was reached, in words.
fn way(from: Option<&str>, moves: &str) -> String {
    match (from, moves) {
        (None, "") => "no moves, at the start".to_owned(),
        (None, moves) => moves.to_owned(),
        (Some(from), "") => format!("no moves, from '{from}'"),
        (Some(from), moves) => format!("{moves}, from '{from}'"),
    }
}
