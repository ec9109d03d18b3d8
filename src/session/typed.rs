//! A session of one statically typed game.

use std::sync::Arc;

use super::long::PATIENCE;
use super::{Child, Knowledge, PositionError, Request, Session, SplitError, UndoError};
use crate::game::value::{Score, Value, thousandths};
use crate::game::{
    Actor, Drawing, Effort, Fact, Finding, Game, MoveError, NamedEvaluator, Notation, Oracle,
    Outcome, Player, Position, Solver, View, Weights, WeightsError, perft_until,
};
use crate::proofs::{
    CheckOrder, Checked, Flaw, LessonOrder, News, Order, Proof, ProveError, Proven,
};
use crate::search::{Answer, Control, Info, Limits, Means, Techniques, search};
use crate::session::variety::{Margin, Variety};
use crate::transposition::Table;

/// The solver's part of the memory that the table has, in addition to it.
const SOLVER_PART: usize = 8;

/// A game in progress.
pub struct GameSession<G: Game> {
    pub(super) game: Arc<G>,
    pub(super) evaluators: Vec<NamedEvaluator<G::Position>>,
    pub(super) evaluator: usize,
    oracle: Option<Box<dyn Oracle<G::Position>>>,
    /// The game's own solver, once it has been of use, with so many bytes of memory.
    pub(super) solver: Option<Box<dyn Solver<G::Position>>>,
    solver_bytes: usize,
    knowledge: Knowledge,
    notations: Vec<Box<dyn Notation<G::Position>>>,
    notation: Option<usize>,
    /// The position as it was set up, and the moves played since.
    from: G::Position,
    played: Vec<<G::Position as Position>::Move>,
    pub(super) position: G::Position,
}

type MoveOf<G> = <<G as Game>::Position as Position>::Move;

impl<G: Game> GameSession<G> {
    /// The game at its start.
    ///
    /// # Panics
    ///
    /// If the game offers no evaluator.
    #[must_use]
    pub fn new(game: Arc<G>) -> Self {
        let evaluators = game.evaluators();
        assert!(!evaluators.is_empty(), "a game has at least one evaluator");
        let position = game.start();
        Self {
            evaluators,
            evaluator: 0,
            oracle: game.oracle(),
            solver: None,
            solver_bytes: 0,
            knowledge: Knowledge::default(),
            notations: game.notations(),
            notation: None,
            from: position.clone(),
            played: Vec::new(),
            position,
            game,
        }
    }

    fn notation(&self) -> Option<&dyn Notation<G::Position>> {
        self.notation.map(|index| &*self.notations[index])
    }

    fn parse_move(&self, position: &G::Position, text: &str) -> Result<MoveOf<G>, MoveError> {
        match self.notation() {
            Some(notation) => notation.parse_move(position, text),
            None => position.parse_move(text),
        }
    }

    pub(super) fn format_move(&self, position: &G::Position, m: MoveOf<G>) -> String {
        match self.notation() {
            Some(notation) => notation.format_move(position, m),
            None => position.format_move(m),
        }
    }

    /// Plays moves on a copy: where they lead to, and the moves as they were read.
    fn follow(
        &self,
        position: &G::Position,
        moves: &str,
    ) -> Result<(G::Position, Vec<MoveOf<G>>), PositionError> {
        let mut position = position.clone();
        let mut played = Vec::new();
        for (index, text) in moves.split_whitespace().enumerate() {
            let m = self
                .parse_move(&position, text)
                .map_err(|error| PositionError::Move { number: index + 1, error })?;
            position.make(m);
            played.push(m);
        }
        Ok((position, played))
    }

    /// Whether the game's own solver can be of help.
    fn wants_solver(&self, request: &Request) -> bool {
        self.knowledge == Knowledge::Full
            && request.variety.is_none()
            && request.depth.is_none()
            && (request.nodes.is_none() || request.solve)
    }

    /// Makes the game's own solver with so many bytes of memory, unless it is there already.
    pub(super) fn open_solver(&mut self, bytes: usize) {
        if self.solver.is_none() || self.solver_bytes != bytes {
            self.solver = self.game.solver(bytes);
            self.solver_bytes = bytes;
        }
    }

    /// A report with its moves as texts.
    fn spell(&self, info: &Info<MoveOf<G>>) -> Info<String> {
        let mut position = self.position.clone();
        let spell = |&m: &MoveOf<G>| {
            let text = self.format_move(&position, m);
            position.make(m);
            text
        };
        let variation = info.variation.iter().map(spell).collect();
        Info {
            variation,
            depth: info.depth,
            seldepth: info.seldepth,
            rank: info.rank,
            score: told::<G>(info.score),
            bound: info.bound,
            nodes: info.nodes,
            time: info.time,
            hashfull: info.hashfull,
        }
    }
}

impl<G: Game> Session for GameSession<G> {
    fn game(&self) -> &str {
        self.game.name()
    }

    fn setup(&self) -> String {
        self.game.setup()
    }

    fn use_notation(&mut self, name: Option<&str>) -> bool {
        self.notation = name
            .and_then(|name| self.notations.iter().position(|notation| notation.name() == name));
        name.is_none() || self.notation.is_some()
    }

    fn restart(&mut self) {
        self.from = self.game.start();
        self.position = self.from.clone();
        self.played.clear();
    }

    fn set_position(&mut self, text: Option<&str>, moves: &str) -> Result<(), PositionError> {
        let start = self.game.start();
        let from = match (text, self.notation()) {
            (None, _) => start,
            (Some(text), None) => start.parse(text)?,
            (Some(text), Some(notation)) => notation.parse(&start, text)?,
        };
        (self.position, self.played) = self.follow(&from, moves)?;
        self.from = from;
        Ok(())
    }

    fn play(&mut self, moves: &str) -> Result<(), PositionError> {
        let (position, played) = self.follow(&self.position, moves)?;
        self.position = position;
        self.played.extend(played);
        Ok(())
    }

    fn split_moves(&self, text: &str) -> Result<Vec<String>, SplitError> {
        let mut moves = Vec::new();
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        if parts.len() > 1 && parts.contains(&"") {
            return Err(SplitError);
        }
        for word in parts.into_iter().flat_map(str::split_whitespace) {
            match self.notation() {
                None => moves.extend(self.game.spread(word).into_iter().map(str::to_owned)),
                Some(_) => moves.push(word.to_owned()),
            }
        }
        Ok(moves)
    }

    fn undo(&mut self, count: usize) -> Result<(), UndoError> {
        let played = self.played.len();
        let kept = played.checked_sub(count).ok_or(UndoError { asked: count, played })?;
        self.played.truncate(kept);
        self.position = self.from.clone();
        for &m in &self.played {
            self.position.make(m);
        }
        Ok(())
    }

    fn to_move(&self) -> Option<Player> {
        to_move(&self.position)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    fn margin(&self) -> Option<String> {
        let has_margin = <G::Position as Position>::MOST_MARGIN > 0;
        let is_won = matches!(self.position.outcome(), Some(Outcome::Win(_)));
        let text = || format!("{} {}", self.position.margin(), self.game.margin_unit());
        (has_margin && is_won).then(text)
    }

    fn plies_left(&self) -> u32 {
        self.position.plies_left()
    }

    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if self.position.outcome().is_none() {
            self.position.moves(&mut moves);
        }
        moves.into_iter().map(|m| self.format_move(&self.position, m)).collect()
    }

    fn key(&self) -> u64 {
        self.position.canonical().0
    }

    fn canonical_position(&self) -> String {
        let (_, symmetry) = self.position.canonical();
        self.position.image(symmetry).format()
    }

    fn start_key(&self) -> u64 {
        self.game.start().canonical().0
    }

    fn book(&self) -> Option<&'static [u8]> {
        self.game.book()
    }

    fn has_chance(&self) -> bool {
        G::Position::HAS_CHANCE
    }

    fn children(&self) -> Vec<Child> {
        let mut moves = Vec::new();
        if self.position.outcome().is_none() {
            self.position.moves(&mut moves);
        }
        let child = |m| {
            let mut position = self.position.clone();
            position.make(m);
            let text = self.format_move(&self.position, m);
            let (key, outcome) = (position.canonical().0, position.outcome());
            Child { text, key, to_move: to_move(&position), outcome }
        };
        moves.into_iter().map(child).collect()
    }

    fn check_move(&self, text: &str) -> Result<(), MoveError> {
        self.parse_move(&self.position, text).map(|_| ())
    }

    fn forced_pass(&self) -> Option<String> {
        let mut moves = Vec::new();
        to_move(&self.position)?;
        self.position.moves(&mut moves);
        match moves[..] {
            [m] if self.position.is_pass(m) => Some(self.format_move(&self.position, m)),
            _ => None,
        }
    }

    fn position(&self) -> String {
        match self.notation() {
            Some(notation) => notation.format(&self.position),
            None => self.position.format(),
        }
    }

    fn explain(&self) -> Vec<Fact> {
        self.game.explain(&self.position)
    }

    fn mark(&self, player: Player) -> &str {
        self.game.marks()[player.index()]
    }

    fn draw(&self, turned: bool) -> Drawing {
        let view = View { turned, last: self.played.last().copied() };
        let mut drawing = self.game.draw(&self.position, view);
        if self.outcome().is_none() {
            let actor = self.to_move().map_or("chance", |player| self.mark(player));
            drawing.write_below(&format!("{actor} to move"));
        }
        drawing
    }

    fn evaluators(&self) -> Vec<&'static str> {
        self.evaluators.iter().map(|(name, _)| *name).collect()
    }

    fn evaluator(&self) -> &'static str {
        self.evaluators[self.evaluator].0
    }

    fn scale(&self) -> Value {
        self.evaluators[self.evaluator].1.scale().max(1)
    }

    fn select_evaluator(&mut self, name: &str) -> bool {
        let found = self.evaluators.iter().position(|(known, _)| known.eq_ignore_ascii_case(name));
        if let Some(index) = found {
            self.evaluator = index;
        }
        found.is_some()
    }

    fn weights(&self) -> Option<Weights> {
        self.game.weights()
    }

    fn set_weights(&mut self, weights: Option<&Weights>) -> Result<(), WeightsError> {
        let Some(weights) = weights else {
            self.evaluators = self.game.evaluators();
            return Ok(());
        };
        if let Some(own) = self.game.weights() {
            weights.check_names(&own)?;
        }
        self.evaluators[0].1 = self.game.weighted(weights)?;
        Ok(())
    }

    fn set_knowledge(&mut self, knowledge: Knowledge) {
        self.knowledge = knowledge;
    }

    fn solve(&mut self, bytes: usize, effort: &Effort<'_>) -> Option<Finding<String>> {
        to_move(&self.position)?;
        self.open_solver(bytes);
        let found = self.solver.as_ref()?.solve(&self.position, effort);
        let Finding { least, most, keeps, nodes } = found;
        let keeps = keeps.map(|m| self.format_move(&self.position, m));
        Some(Finding { least, most, keeps, nodes })
    }

    fn tells_how_soon(&mut self, bytes: usize) -> Option<bool> {
        self.open_solver(bytes);
        self.solver.as_ref().map(|solver| solver.tells_how_soon())
    }

    fn is_long(&mut self, bytes: usize) -> bool {
        self.tells_how_soon(bytes) == Some(false)
            && self.solver.as_ref().is_some_and(|s| s.estimate(&self.position) > PATIENCE)
    }

    fn prove(
        &mut self,
        order: &Order<'_>,
        tell: &mut dyn FnMut(News),
    ) -> Result<Proven, ProveError> {
        self.prove_long(order, tell)
    }

    fn check_proof(
        &self,
        proof: &Proof,
        order: &CheckOrder<'_>,
        tell: &mut dyn FnMut(Checked),
    ) -> Result<Checked, Flaw> {
        order.run(&self.from, &*self.evaluators[self.evaluator].1, proof, tell)
    }

    fn lessons(
        &self,
        proof: &Proof,
        order: &LessonOrder<'_>,
        tell: &mut dyn FnMut(usize, usize),
    ) -> Result<Option<Vec<String>>, Flaw> {
        let make_solver = |bytes| self.game.solver(bytes);
        let lessons = order.run(&self.from, proof, &make_solver, tell)?;
        Ok(lessons.map(|lessons| lessons.iter().map(Position::format).collect()))
    }

    fn forget(&mut self) {
        if let Some(solver) = &mut self.solver {
            solver.forget();
        }
    }

    fn measure(&self, value: Value) -> i32 {
        self.game.measure(&self.position, value)
    }

    fn evaluate(&self) -> Option<Value> {
        if self.position.outcome().is_some() {
            return None;
        }
        let player = match self.position.actor() {
            Actor::Player(player) => player,
            Actor::Chance => Player::First,
        };
        let opinion = self.evaluators[self.evaluator].1.evaluate(&self.position, player);
        Some(told::<G>(Score::Eval(opinion)).value())
    }

    fn is_quiet(&self) -> bool {
        let position = &self.position;
        position.outcome().is_none()
            && position.actor() != Actor::Chance
            && self.oracle.as_ref().is_none_or(|oracle| oracle.probe(position).is_none())
            && self.evaluators[self.evaluator].1.is_stable(position)
    }

    fn perft(&self, depth: u32, control: &Control) -> Option<u64> {
        let mut counted = 0;
        let mut stop = |lines, share| {
            counted += lines;
            control.set_share(share);
            control.poll(counted)
        };
        perft_until(&mut self.position.clone(), depth, &mut stop).ok()
    }

    fn search(
        &mut self,
        request: &Request,
        table: &Table,
        control: &Control,
        report: &mut dyn FnMut(Info<String>),
    ) -> Option<Answer<String>> {
        let wanted: Vec<_> = request
            .moves
            .iter()
            .filter_map(|text| self.parse_move(&self.position, text).ok())
            .collect();
        // Chance has a choice only once every move has been valued.
        let moves = if request.variety.is_some() { self.moves().len() as u64 } else { 0 };
        let limits = Limits {
            depth: request.depth,
            nodes: request.nodes.map(|nodes| nodes.max(moves * (moves + 1))),
            moves: if wanted.is_empty() { None } else { Some(wanted) },
            solve: request.solve,
            lines: request.lines.max(lines_for(request.variety)).max(1),
            threads: request.threads.max(1),
            selectivity: self.game.selectivity().scaled(request.selectivity),
            techniques: Techniques::ALL,
        };
        if self.wants_solver(request) {
            self.open_solver(table.bytes() / SOLVER_PART);
        }
        let means = Means {
            evaluator: &*self.evaluators[self.evaluator].1,
            oracle: self.oracle.as_deref().filter(|_| self.knowledge >= Knowledge::Tactics),
            solver: self.solver.as_deref().filter(|_| self.wants_solver(request)),
            table,
        };
        let wanted = request.lines.max(1);
        let answer = search(self.position.clone(), means, &limits, control, &mut |info| {
            if info.rank <= wanted {
                report(self.spell(info));
            }
        })?;
        let mut answer = Answer {
            best: self.spell(&answer.best),
            exact: answer.exact,
            lines: answer.lines.iter().map(|line| self.spell(line)).collect(),
        };
        if let Some(variety) = request.variety {
            let values: Vec<Value> = answer.lines.iter().map(|line| line.score.value()).collect();
            let chosen = variety.choose(&values, self.key());
            // The one to be played comes first; there are more than were asked for, those to choose
            // from.
            answer.lines[..=chosen].rotate_right(1);
            answer.lines.truncate(wanted);
            if chosen > 0 {
                for (line, rank) in answer.lines.iter_mut().zip(1..) {
                    line.rank = rank;
                    report(line.clone());
                }
                answer.best = answer.lines[0].clone();
            }
        }
        Some(answer)
    }
}

/// A score as it is told: where chance acts, expectations in thousandths of a win.
fn told<G: Game>(score: Score) -> Score {
    match score {
        Score::Eval(value) if G::Position::HAS_CHANCE => Score::Eval(thousandths(value)),
        score => score,
    }
}

/// Who is to move; none if the game is over or chance is to act.
fn to_move(position: &impl Position) -> Option<Player> {
    match position.actor() {
        Actor::Player(player) if position.outcome().is_none() => Some(player),
        _ => None,
    }
}

/// For how many moves the exact value must be known to choose among them.
fn lines_for(variety: Option<Variety>) -> usize {
    match variety.map(|variety| variety.margin) {
        None => 1,
        // Those that come into question are few.
        Some(Margin::Points(_)) => 6,
        Some(Margin::Part(_)) => usize::MAX,
    }
}
