//! The rules: a regular expression over actions.

/// The number of a node of the rules. Two uses of the same text have different numbers.
pub type NodeId = u32;

/// The most nodes that rules may have once powers are written out.
pub const MOST_NODES: usize = 1 << 18;

/// An operator of arithmetic.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`: what is left over is dropped. To divide by 0 is not possible.
    Divide,
}

/// A number to be computed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Arithmetic {
    /// This number.
    Constant(u32),
    /// The value of a variable.
    Variable(u16),
    /// How many pieces of this kind are on the board.
    Count(u8),
    /// Two or more numbers, computed from the left.
    Operation(Operator, Vec<Arithmetic>),
}

impl Arithmetic {
    /// The number, with the values of the variables and the counts of the pieces. None if it cannot
    /// be computed: by a division by 0, or because a number on the way is too large.
    #[must_use]
    pub fn value(&self, variable: &impl Fn(u16) -> i64, count: &impl Fn(u8) -> i64) -> Option<i64> {
        match self {
            Self::Constant(number) => Some(i64::from(*number)),
            Self::Variable(number) => Some(variable(*number)),
            Self::Count(piece) => Some(count(*piece)),
            Self::Operation(operator, parts) => {
                let mut parts = parts.iter().map(|part| part.value(variable, count));
                let first = parts.next()??;
                parts.try_fold(first, |sum, part| operator.apply(sum, part?))
            }
        }
    }
}

impl Operator {
    /// The result. None if there is none.
    #[inline]
    #[must_use]
    pub fn apply(self, left: i64, right: i64) -> Option<i64> {
        match self {
            Self::Add => left.checked_add(right),
            Self::Subtract => left.checked_sub(right),
            Self::Multiply => left.checked_mul(right),
            Self::Divide => left.checked_div(right),
        }
    }
}

/// How two numbers are compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Comparison {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
}

impl Comparison {
    /// Whether it holds of two numbers.
    #[inline(always)]
    #[must_use]
    pub const fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Self::Equal => left == right,
            Self::NotEqual => left != right,
            Self::Less => left < right,
            Self::AtMost => left <= right,
            Self::Greater => left > right,
            Self::AtLeast => left >= right,
        }
    }
}

/// Who acts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mover {
    /// A player, by its number in the order of declaration.
    Player(u8),
    /// The rules themselves: the keeper, who does what must be done between moves.
    Keeper,
}

/// A part of the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Does nothing.
    Nothing,
    /// `up`: goes to the next place in this direction.
    Shift(u16),
    /// `{a, b}`: one of these pieces is here.
    On(Vec<u8>),
    /// `[a]`: puts a piece here, in place of the one that is here.
    Put(u8),
    /// `[$ v = 1]`: sets a variable. Not possible if the number is below 0 or above the bound.
    Assign(u16, Arithmetic),
    /// `{$ a < b}`: the comparison holds.
    Compare(Arithmetic, Comparison, Arithmetic),
    /// `{? r}` and `{! r}`: r can be done from here, or not. Nothing changes.
    Check {
        /// Whether it must not be possible.
        negated: bool,
        /// What is tried.
        rule: Box<RuleNode>,
    },
    /// `->white`, `->>`: ends a move, and hands the turn on.
    Hand(Mover),
    /// One after the other.
    Sequence(Vec<RuleNode>),
    /// One of them. If there are none, it is impossible.
    Choice(Vec<RuleNode>),
    /// `r*`: any number of times.
    Repeat(Box<RuleNode>),
}

/// A part of the rules, and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleNode {
    /// Its number.
    pub id: NodeId,
    /// What is done.
    pub action: Action,
}

impl RuleNode {
    /// The parts of which it directly consists.
    #[must_use]
    pub fn parts(&self) -> &[Self] {
        match &self.action {
            Action::Sequence(parts) | Action::Choice(parts) => parts,
            Action::Repeat(part) | Action::Check { rule: part, .. } => std::slice::from_ref(part),
            _ => &[],
        }
    }
}
