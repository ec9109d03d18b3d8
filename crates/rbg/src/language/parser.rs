//! The parser of the rules.

use super::cursor::TokenCursor;
use super::declarations::{Declarations, Named, unknown};
use super::error::RulesMistake;
use super::expression::{
    Action, Arithmetic, Comparison, MOST_NODES, Mover, NodeId, Operator, RuleNode,
};
use super::token::{Token, TokenKind};
use sarsen_core::sys::suggestion::did_you_mean;

/// How deep brackets may be nested.
const DEEPEST: usize = 200;

/// Reads the rules, and where each of their nodes begins.
pub(crate) fn read(
    declarations: &Declarations,
    cursor: TokenCursor<'_>,
) -> Result<(RuleNode, Vec<Token>), RulesMistake> {
    let mut parser = Parser { declarations, cursor, origins: Vec::new(), depth: 0, checks: 0 };
    let rules = parser.choice()?;
    match parser.cursor.next() {
        None => Ok((rules, parser.origins)),
        found => Err(parser.cursor.unexpected(found, "an action, '+' or the end of the rules")),
    }
}

/// Reads a condition: what could stand in `{? }`. The origins of its nodes come behind those that
/// are there.
pub(crate) fn read_condition(
    declarations: &Declarations,
    cursor: TokenCursor<'_>,
    origins: &mut Vec<Token>,
) -> Result<RuleNode, RulesMistake> {
    let known = std::mem::take(origins);
    let mut parser = Parser { declarations, cursor, origins: known, depth: 0, checks: 1 };
    let condition = parser.choice()?;
    let end = parser.cursor.end("an action, '+' or the end of the line");
    *origins = parser.origins;
    end.map(|()| condition)
}

struct Parser<'a> {
    declarations: &'a Declarations,
    cursor: TokenCursor<'a>,
    /// Where each node begins.
    origins: Vec<Token>,
    depth: usize,
    /// In how many checks we are.
    checks: usize,
}

impl Parser<'_> {
    fn node(&mut self, action: Action, origin: Token) -> Result<RuleNode, RulesMistake> {
        if self.origins.len() == MOST_NODES {
            let message = format!("the rules are too long: more than {MOST_NODES} actions");
            return Err(self.cursor.error(origin, message));
        }
        self.origins.push(origin);
        Ok(RuleNode { id: self.origins.len() as NodeId - 1, action })
    }

    /// Sequences with `+` between them.
    fn choice(&mut self) -> Result<RuleNode, RulesMistake> {
        let mut parts = vec![self.sequence()?];
        while self.cursor.takes("+") {
            parts.push(self.sequence()?);
        }
        if parts.len() == 1 {
            return Ok(parts.remove(0));
        }
        let origin = self.origins[parts[0].id as usize];
        self.node(Action::Choice(parts), origin)
    }

    fn sequence(&mut self) -> Result<RuleNode, RulesMistake> {
        let mut parts = Vec::new();
        while let Some(part) = self.powered()? {
            parts.push(part);
        }
        match parts.len() {
            0 => {
                let found = self.cursor.next();
                Err(self.cursor.unexpected(found, "an action"))
            }
            1 => Ok(parts.remove(0)),
            _ => {
                let origin = self.origins[parts[0].id as usize];
                self.node(Action::Sequence(parts), origin)
            }
        }
    }

    /// An action with `*` or a power, if one comes.
    fn powered(&mut self) -> Result<Option<RuleNode>, RulesMistake> {
        let Some(part) = self.item()? else { return Ok(None) };
        let origin = self.origins[part.id as usize];
        if self.cursor.takes("*") {
            return Ok(Some(self.node(Action::Repeat(Box::new(part)), origin)?));
        }
        if !self.cursor.takes("^") {
            return Ok(Some(part));
        }
        let (power, token) = self.cursor.number("a number, the power")?;
        if power == 0 {
            let message = "a power is 1 or more: what does nothing is written '.'";
            return Err(self.cursor.error(token, message));
        }
        let mut copies = Vec::new();
        for _ in 1..power {
            copies.push(self.copy(&part)?);
        }
        if copies.is_empty() {
            return Ok(Some(part));
        }
        copies.insert(0, part);
        Ok(Some(self.node(Action::Sequence(copies), origin)?))
    }

    /// The same part once more: a node of its own.
    fn copy(&mut self, node: &RuleNode) -> Result<RuleNode, RulesMistake> {
        let all = |parser: &mut Self, parts: &[RuleNode]| -> Result<Vec<RuleNode>, RulesMistake> {
            parts.iter().map(|part| parser.copy(part)).collect()
        };
        let action = match &node.action {
            Action::Sequence(parts) => Action::Sequence(all(self, parts)?),
            Action::Choice(parts) => Action::Choice(all(self, parts)?),
            Action::Repeat(part) => Action::Repeat(Box::new(self.copy(part)?)),
            Action::Check { negated, rule } => {
                Action::Check { negated: *negated, rule: Box::new(self.copy(rule)?) }
            }
            other => other.clone(),
        };
        self.node(action, self.origins[node.id as usize])
    }

    fn item(&mut self) -> Result<Option<RuleNode>, RulesMistake> {
        let Some(token) = self.cursor.peek() else { return Ok(None) };
        let node = match token.kind {
            TokenKind::Sign("(") => {
                self.cursor.next();
                self.nested(token, ")")?
            }
            TokenKind::Sign(sign @ ("{?" | "{!")) => {
                self.cursor.next();
                self.checks += 1;
                let rule = Box::new(self.nested(token, "}")?);
                self.checks -= 1;
                self.node(Action::Check { negated: sign == "{!", rule }, token)?
            }
            TokenKind::Sign("{$") => {
                self.cursor.next();
                let left = self.number()?;
                let comparison = self.comparison()?;
                let right = self.number()?;
                self.cursor.close(token, "}")?;
                self.node(Action::Compare(left, comparison, right), token)?
            }
            TokenKind::Sign("{") => {
                self.cursor.next();
                let pieces = self.pieces("}")?.into_iter().map(|(piece, _)| piece).collect();
                self.cursor.close(token, "}")?;
                self.node(Action::On(pieces), token)?
            }
            TokenKind::Sign("[") => {
                self.cursor.next();
                let pieces = self.pieces("]")?;
                self.cursor.close(token, "]")?;
                self.puts(pieces, token)?
            }
            TokenKind::Sign("[$") => {
                self.cursor.next();
                self.assignments(token)?
            }
            TokenKind::Sign("->>") => {
                self.cursor.next();
                self.hand(Mover::Keeper, token)?
            }
            TokenKind::Sign("->") => {
                self.cursor.next();
                let (name, at) = self.cursor.name("the name of a player")?;
                match self.declarations.meaning(name) {
                    Some(Named::Player(player)) => self.hand(Mover::Player(player), token)?,
                    _ => {
                        let name = self.cursor.text(name);
                        let players = &self.declarations.variables[..self.declarations.players];
                        let hint = did_you_mean(name, players.iter().map(|known| &*known.name));
                        let message = format!("there is no player '{name}'{hint}");
                        return Err(self.cursor.error(at, message));
                    }
                }
            }
            TokenKind::Sign(".") => {
                self.cursor.next();
                self.node(Action::Nothing, token)?
            }
            TokenKind::Name(name) => {
                self.cursor.next();
                match self.declarations.meaning(name) {
                    Some(Named::Direction(way)) => self.node(Action::Shift(way), token)?,
                    Some(_) => return Err(self.not_an_action(token)),
                    None => return Err(self.unknown(token)),
                }
            }
            TokenKind::Sign(sign) => return self.long_arrow(token, sign).map_or(Ok(None), Err),
            _ => return Ok(None),
        };
        Ok(Some(node))
    }

    /// The error that something before or in place of an action looks like the arrow that hands the
    /// turn on, but is none.
    fn long_arrow(&self, token: Token, sign: &str) -> Option<RulesMistake> {
        let next = self.cursor.peek_behind().map(|token| token.kind);
        let is_arrow = match sign {
            "-" => matches!(next, Some(TokenKind::Sign("-" | "->" | "->>"))),
            "=" | "==" => matches!(next, Some(TokenKind::Sign(">"))),
            _ => false,
        };
        let message = || format!("'{sign}' is no action; did you mean '->'?");
        is_arrow.then(|| self.cursor.error(token, message()))
    }

    fn not_an_action(&self, token: Token) -> RulesMistake {
        let name = token.kind.text(&self.cursor.file.names);
        let hint = match token.kind {
            TokenKind::Name(id) => match self.declarations.meaning(id) {
                Some(Named::Player(_)) => format!("the turn goes to a player by '->{name}'"),
                Some(Named::Piece(_)) => {
                    format!("'{{{name}}}' asks for the piece, '[{name}]' puts it")
                }
                _ => format!("'{{$ {name} == 1}}' asks for its value, '[$ {name} = 1]' sets it"),
            },
            _ => String::new(),
        };
        self.cursor.error(token, format!("'{name}' is no action: {hint}"))
    }

    /// The error that a name means nothing.
    fn unknown(&self, token: Token) -> RulesMistake {
        let mut error = unknown(&self.cursor, token);
        if let TokenKind::Name(name) = token.kind {
            let known = self.declarations.directions.iter().map(String::as_str);
            let name = self.cursor.text(name);
            error.message += &match did_you_mean(name, known) {
                none if none.is_empty() && name.eq_ignore_ascii_case("or") => {
                    "; did you mean '+'?".to_owned()
                }
                none if none.is_empty() => {
                    ": it is no direction of the board, and no macro that is defined above"
                        .to_owned()
                }
                hint => hint,
            };
        }
        error
    }

    fn nested(&mut self, open: Token, close: &str) -> Result<RuleNode, RulesMistake> {
        if self.depth == DEEPEST {
            let message = format!("brackets are nested more than {DEEPEST} deep");
            return Err(self.cursor.error(open, message));
        }
        self.depth += 1;
        let inner = self.choice()?;
        self.depth -= 1;
        self.cursor.close(open, close)?;
        Ok(inner)
    }

    fn hand(&mut self, side: Mover, token: Token) -> Result<RuleNode, RulesMistake> {
        if self.checks > 0 {
            let message = "a condition cannot hand the turn on: nothing changes in it";
            return Err(self.cursor.error(token, message));
        }
        self.node(Action::Hand(side), token)
    }

    /// Names of pieces with commas between them, up to a closing sign.
    fn pieces(&mut self, close: &str) -> Result<Vec<(u8, Token)>, RulesMistake> {
        let mut found: Vec<(u8, Token)> = Vec::new();
        if self.cursor.sees(close) {
            return Ok(found);
        }
        loop {
            let (name, token) = self.cursor.name("the name of a piece")?;
            let Some(Named::Piece(piece)) = self.declarations.meaning(name) else {
                let pieces = self.declarations.pieces.iter().map(String::as_str);
                let hint = did_you_mean(self.cursor.text(name), pieces);
                let message = format!("there is no piece '{}'{hint}", self.cursor.text(name));
                return Err(self.cursor.error(token, message));
            };
            if !found.iter().any(|(known, _)| *known == piece) {
                found.push((piece, token));
            }
            if !self.cursor.takes(",") {
                return Ok(found);
            }
        }
    }

    fn puts(&mut self, pieces: Vec<(u8, Token)>, open: Token) -> Result<RuleNode, RulesMistake> {
        if let [(piece, _)] = pieces[..] {
            return self.node(Action::Put(piece), open);
        }
        let puts: Result<Vec<RuleNode>, RulesMistake> =
            pieces.into_iter().map(|(piece, token)| self.node(Action::Put(piece), token)).collect();
        self.node(Action::Choice(puts?), open)
    }

    fn assignments(&mut self, open: Token) -> Result<RuleNode, RulesMistake> {
        let mut parts = Vec::new();
        loop {
            let (name, token) = self.cursor.name("the name of a variable or a player")?;
            let variable = match self.declarations.meaning(name) {
                Some(Named::Variable(variable)) => variable,
                // The score of a player is a variable.
                Some(Named::Player(player)) => u16::from(player),
                _ => {
                    let name = self.cursor.text(name);
                    let known = self.declarations.variables.iter().map(|known| &*known.name);
                    let hint = did_you_mean(name, known);
                    let message = format!("there is no variable and no player '{name}'{hint}");
                    return Err(self.cursor.error(token, message));
                }
            };
            self.cursor.expect("=")?;
            let number = self.number()?;
            parts.push(self.node(Action::Assign(variable, number), token)?);
            if !self.cursor.takes(",") {
                break;
            }
        }
        self.cursor.close(open, "]")?;
        if parts.len() == 1 {
            return Ok(parts.remove(0));
        }
        self.node(Action::Sequence(parts), open)
    }

    fn comparison(&mut self) -> Result<Comparison, RulesMistake> {
        let found = self.cursor.next();
        match found.map(|token| token.kind) {
            Some(TokenKind::Sign("==")) => Ok(Comparison::Equal),
            Some(TokenKind::Sign("!=")) => Ok(Comparison::NotEqual),
            Some(TokenKind::Sign("<")) => Ok(Comparison::Less),
            Some(TokenKind::Sign("<=")) => Ok(Comparison::AtMost),
            Some(TokenKind::Sign(">")) => Ok(Comparison::Greater),
            Some(TokenKind::Sign(">=")) => Ok(Comparison::AtLeast),
            _ => Err(self.cursor.unexpected(found, "'==', '!=', '<', '<=', '>' or '>='")),
        }
    }

    /// A number. `+` binds least, then `-`, `*` and `/`.
    fn number(&mut self) -> Result<Arithmetic, RulesMistake> {
        self.operation(&[
            ("+", Operator::Add),
            ("-", Operator::Subtract),
            ("*", Operator::Multiply),
            ("/", Operator::Divide),
        ])
    }

    fn operation(&mut self, operators: &[(&str, Operator)]) -> Result<Arithmetic, RulesMistake> {
        let Some((&(sign, operator), tighter)) = operators.split_first() else {
            return self.operand();
        };
        let mut parts = vec![self.operation(tighter)?];
        while self.cursor.takes(sign) {
            parts.push(self.operation(tighter)?);
        }
        if parts.len() == 1 {
            return Ok(parts.remove(0));
        }
        Ok(Arithmetic::Operation(operator, parts))
    }

    fn operand(&mut self) -> Result<Arithmetic, RulesMistake> {
        let found = self.cursor.next();
        let Some(token) = found else { return Err(self.cursor.unexpected(None, "a number")) };
        match token.kind {
            TokenKind::Number(number) => Ok(Arithmetic::Constant(number)),
            TokenKind::Name(name) => match self.declarations.meaning(name) {
                Some(Named::Variable(variable)) => Ok(Arithmetic::Variable(variable)),
                Some(Named::Player(player)) => Ok(Arithmetic::Variable(u16::from(player))),
                Some(Named::Piece(piece)) => Ok(Arithmetic::Count(piece)),
                _ => {
                    let name = self.cursor.text(name);
                    let variables = self.declarations.variables.iter().map(|known| &known.name);
                    let known = variables.chain(&self.declarations.pieces).map(String::as_str);
                    let hint = did_you_mean(name, known);
                    let message =
                        format!("'{name}' is no number: it is no variable, player or piece{hint}");
                    Err(self.cursor.error(token, message))
                }
            },
            TokenKind::Sign("(") => {
                if self.depth == DEEPEST {
                    let message = format!("brackets are nested more than {DEEPEST} deep");
                    return Err(self.cursor.error(token, message));
                }
                self.depth += 1;
                let number = self.number()?;
                self.depth -= 1;
                self.cursor.close(token, ")")?;
                Ok(number)
            }
            _ => Err(self.cursor.unexpected(found, "a number, a variable, a player or a piece")),
        }
    }
}
