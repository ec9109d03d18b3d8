//! The description of a game, as a file of rules gives it.

use std::ops::Range;
use std::slice;

use super::board::RulesBoard;
use super::brackets::mistake_in_macro;
use super::cursor::TokenCursor;
use super::declarations::{Declarations, Variable};
use super::error::RulesMistake;
use super::expansion::expand;
use super::expression::{NodeId, RuleNode};
use super::hiding::{Hiding, hiding};
use super::names::NameId;
use super::parser;
use super::sections::{Section, Sections};
use super::token::{Keyword, Token};
use super::tokens::Tokens;

/// The longest text that is read, in bytes.
pub const LONGEST_TEXT: usize = 4 << 20;

/// What stands in the comments of a file and counts: the bytes of each stretch of the text, counted
/// behind a byte order mark.
#[derive(Clone, Default, Debug)]
pub struct Asides {
    /// Conditions, one in each stretch.
    pub conditions: Vec<Range<usize>>,
    /// A board that the game is played on instead of its own, in one or more stretches. Empty if it
    /// is played on its own.
    pub board: Vec<Range<usize>>,
}

/// A game as its rules describe it.
#[derive(Clone, Debug)]
pub struct Description {
    /// The variables. The scores of the players come first.
    pub variables: Vec<Variable>,
    /// The number of players.
    pub players: usize,
    /// The names of the pieces.
    pub pieces: Vec<String>,
    /// The board.
    pub board: RulesBoard,
    /// What is done: moves of the players and of the keeper, one after the other.
    pub rules: RuleNode,
    /// The conditions that comments have, in the order in which they were named.
    pub conditions: Vec<RuleNode>,
    tokens: Tokens,
    /// Where each node of the rules begins.
    origins: Vec<Token>,
    /// The macros, and their tokens, in the order of the file.
    macros: Vec<(NameId, usize)>,
    /// What macros and parameters hide.
    hiding: Vec<Hiding>,
}

impl Description {
    /// Reads the text of a file.
    ///
    /// # Errors
    ///
    /// Says what is wrong and where.
    pub fn parse(file: &str, text: &str) -> Result<Self, RulesMistake> {
        Self::parse_with(file, text, &Asides::default())
    }

    /// Reads the text of a file, and what stands in its comments. All macros of the file are known
    /// there.
    ///
    /// # Errors
    ///
    /// Says what is wrong and where.
    pub fn parse_with(file: &str, text: &str, asides: &Asides) -> Result<Self, RulesMistake> {
        if text.len() > LONGEST_TEXT {
            let message = format!("the file is too long: more than {LONGEST_TEXT} bytes");
            return Err(RulesMistake::of_file(file, message));
        }
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut tokens = Tokens::of(file, text)?;
        let sections = Sections::of(&tokens)?;
        let mut declarations = Declarations::default();
        let section_of_board = match &asides.board[..] {
            [] => sections.section(Keyword::Board),
            stretches => aside(&mut tokens, text, stretches)?,
        };
        let mut list = |word: Keyword| expand(&mut tokens, &sections, sections.section(word));
        let players = list(Keyword::Players)?;
        let pieces = list(Keyword::Pieces)?;
        let variables = list(Keyword::Variables)?;
        let rules = list(Keyword::Rules)?;
        let board = expand(&mut tokens, &sections, section_of_board)?;
        let mut conditions = Vec::new();
        for bytes in &asides.conditions {
            let section = aside(&mut tokens, text, slice::from_ref(bytes))?;
            conditions.push((expand(&mut tokens, &sections, section)?, tokens.end_of(section.to)));
        }
        let cursor = |word: Keyword, list| {
            let section = match word {
                Keyword::Board => section_of_board,
                _ => sections.section(word),
            };
            TokenCursor::new(&tokens, list, tokens.end_of(section.to), word.text())
        };
        declarations.read_players(&mut cursor(Keyword::Players, &players))?;
        declarations.read_pieces(&mut cursor(Keyword::Pieces, &pieces))?;
        declarations.read_variables(&mut cursor(Keyword::Variables, &variables))?;
        let cause = |list: &[Token], error: RulesMistake| {
            mistake_in_macro(&tokens, &sections, list, &error).unwrap_or(error)
        };
        let board = RulesBoard::read(&mut declarations, &mut cursor(Keyword::Board, &board))
            .map_err(|error| cause(&board, error))?;
        let (rules, mut origins) = parser::read(&declarations, cursor(Keyword::Rules, &rules))
            .map_err(|error| cause(&rules, error))?;
        let read = |(list, end): &(Vec<Token>, u32)| {
            let cursor = TokenCursor::new(&tokens, list, *end, "conditions of marks");
            parser::read_condition(&declarations, cursor, &mut origins)
                .map_err(|error| cause(list, error))
        };
        let conditions = conditions.iter().map(read).collect::<Result<_, _>>()?;
        let hiding = hiding(&tokens, &sections, &declarations);
        let Declarations { variables, players, pieces, .. } = declarations;
        let macros = sections.macros.iter();
        let mut macros: Vec<(NameId, usize)> =
            macros.flat_map(|(name, all)| all.iter().map(|m| (*name, m.at))).collect();
        macros.sort_unstable_by_key(|(_, at)| *at);
        Ok(Self {
            variables,
            players,
            pieces,
            board,
            rules,
            conditions,
            tokens,
            origins,
            macros,
            hiding,
        })
    }

    /// The names of the players, in the order of declaration.
    pub fn player_names(&self) -> impl Iterator<Item = &str> {
        self.variables[..self.players].iter().map(|variable| variable.name.as_str())
    }

    /// An error, or a warning, about a node of the rules.
    #[must_use]
    pub fn about(&self, node: NodeId, message: impl Into<String>) -> RulesMistake {
        let Token { at, call, .. } = self.origins[node as usize];
        self.tokens.error_in(at, call, message)
    }

    /// The byte of the file where a node of the rules was written.
    #[must_use]
    pub fn byte(&self, node: NodeId) -> u32 {
        self.origins[node as usize].at
    }

    /// Warnings about macros that nothing uses.
    #[must_use]
    pub fn unused_macros(&self) -> Vec<RulesMistake> {
        let used = self.tokens.used_names();
        let all = self.macros.iter().filter(|(name, _)| !used.contains(name));
        let warn = |&(_, at): &(NameId, usize)| {
            let message = format!("the macro '{}' is never used", self.tokens.text(at));
            self.tokens.error(at, message)
        };
        all.map(warn).collect()
    }

    /// Warnings about macros and parameters that hide what else their name means.
    #[must_use]
    pub fn hidden_names(&self) -> Vec<RulesMistake> {
        self.hiding.iter().map(|(at, message)| self.tokens.error(*at, message)).collect()
    }

    /// An error, or a warning, about the whole file.
    #[must_use]
    pub fn about_all(&self, message: impl Into<String>) -> RulesMistake {
        self.tokens.of_file(message)
    }
}

/// Adds the tokens of stretches of the text, as one section.
fn aside(
    tokens: &mut Tokens,
    text: &str,
    stretches: &[Range<usize>],
) -> Result<Section, RulesMistake> {
    let from = tokens.len();
    for bytes in stretches {
        tokens.add(&text[bytes.clone()], bytes.start)?;
    }
    Ok(Section { from, to: tokens.len(), order: usize::MAX })
}
