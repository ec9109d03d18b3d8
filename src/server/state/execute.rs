//! What each command does when its turn has come.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::super::options;
use super::super::searcher::{Job, Work};
use super::queue::{Turn, Waiting};
use super::{Desk, READY, Running};
use crate::engine::{Engine, Offer, Purpose, Setting};
use crate::game::{Player, excerpt};
use crate::protocol::{Command, Dialect, Go, Query, help, parse, reply};
use crate::search::Control;
use crate::search::time::{Budget, Clock};
use crate::session::{Request, Session};

/// Why the engine is not with the search thread when a command is carried out.
const HERE: &str = "commands are carried out only while no search runs";

/// The move and the reply after which the engine thinks on unasked.
const AHEAD: usize = 2;

impl Desk {
    /// Carries out a command. No search runs, so the engine is here.
    pub(super) fn execute(&mut self, waiting: Waiting) {
        let Waiting { turn, arrived, ended, hit, .. } = waiting;
        let arrived = arrived.unwrap_or_else(Instant::now);
        let command = match turn {
            // It was understood when it came.
            Turn::Line(text, _) => match parse(&text) {
                Ok(Some(command)) => command,
                Ok(None) => return,
                Err(error) => return self.error(&self.advise(&error)),
            },
            Turn::Refused { why, position: false } => return self.error(&why),
            Turn::Refused { why, position: true } => {
                self.astray = true;
                return self.error(&format!("{why}; the old position stays"));
            }
            Turn::Dropped { searches, asked } => {
                // Who knows what was in them.
                self.astray = true;
                (0..searches).for_each(|_| self.say(reply::best_move(reply::NO_MOVE, None)));
                return (0..asked).for_each(|_| self.say(READY.to_owned()));
            }
            Turn::Done => return,
        };
        self.obey(command, arrived, ended, hit);
    }

    /// Obeys a command that came, or could be carried out, at this moment; a search that it asks
    /// for may have to end, or have got its `ponderhit`, already.
    pub(super) fn obey(
        &mut self,
        command: Command,
        arrived: Instant,
        ended: bool,
        hit: Option<Instant>,
    ) {
        match command {
            Command::Go(go) => self.go(go, arrived, ended, hit),
            Command::Query(Query::Perft(depth)) => {
                let control = Arc::new(Control::since(arrived));
                if ended || self.quit {
                    control.stop();
                }
                self.start(
                    Work::Perft(depth),
                    control,
                    None,
                    &Go { depth: Some(depth), ..Go::default() },
                );
            }
            Command::Query(query) => {
                let fact = answer(self.session(), query);
                self.respond(&fact);
            }
            Command::NewGame { game, setup } => {
                if let Err(error) = self.new_game(game, &setup) {
                    self.error(&error);
                }
            }
            Command::Position { text, moves } => {
                let result = self.session_mut().set_position(text.as_deref(), &moves);
                self.astray = result.is_err();
                if let Err(error) = result {
                    self.error(&format!("position refused, the old one stays: {error}"));
                }
            }
            Command::Move(moves) => {
                if let Err(error) = self.session_mut().play(&moves) {
                    self.error(&error.to_string());
                }
            }
            Command::Undo(count) => {
                if let Err(error) = self.session_mut().undo(count) {
                    self.error(&error.to_string());
                }
            }
            Command::SetOption { name, value } => {
                if let Err(error) = self.set(&name, value.as_deref()) {
                    self.error(&error);
                }
            }
            Command::Handshake(dialect) => self.introduce(dialect),
            Command::Show => {
                for line in reply::board(self.session()) {
                    self.say(reply::note(&line));
                }
            }
            Command::Help(topic) => match self.help(topic.as_deref()) {
                Some(lines) => lines.iter().for_each(|line| self.say(reply::note(line))),
                None => self.error(
                    "help: no such command or option; 'help' lists the commands, 'ugi' the options",
                ),
            },
            Command::IsReady => self.say(READY.to_owned()),
            Command::Stop | Command::PonderHit | Command::Quit => {
                unreachable!("{command:?} never waits")
            }
        }
    }

    pub(super) fn engine(&mut self) -> &mut Engine {
        self.engine.as_mut().expect(HERE)
    }

    fn session(&self) -> &dyn Session {
        self.engine.as_ref().expect(HERE).session()
    }

    fn session_mut(&mut self) -> &mut dyn Session {
        self.engine().session_mut()
    }

    /// What there is to say of a command, an option, or all commands.
    fn help(&self, topic: Option<&str>) -> Option<Vec<String>> {
        help::help(topic).or_else(|| {
            let name = topic?;
            let option = self.options().into_iter().find(|offer| offer.is_called(name))?;
            Some(option.explain())
        })
    }

    /// All options.
    fn options(&self) -> Vec<Offer> {
        let mut options = options::own(self.dialect, &self.registry);
        options.extend(self.engine.as_ref().expect(HERE).options());
        options
    }

    // Searching.

    fn go(&mut self, mut go: Go, arrived: Instant, ended: bool, hit: Option<Instant>) {
        let mut moves: Vec<String> = Vec::new();
        for text in std::mem::take(&mut go.search_moves).split_whitespace() {
            match self.session().check_move(text) {
                Err(error) => go.complain(|| format!("searchmoves: {error}")),
                Ok(()) if moves.iter().any(|known| known == text) => {}
                Ok(()) => moves.push(text.to_owned()),
            }
        }
        let mover = self.session().to_move();
        let budget = self.budget(&go, mover);
        if go.has_clock() && budget.is_none() && mover.is_some() {
            go.clocks = [None; 2];
            go.complain(|| "no clock for the side to move".to_owned());
        }
        for problem in &go.problems {
            self.error(&format!("go: {problem}"));
        }
        if self.astray {
            self.error("go: the last 'position' was refused, so there is nothing to search");
            return self.say(reply::best_move(reply::NO_MOVE, None));
        }
        if mover.is_none() && self.session().outcome().is_none() {
            let what = "chance is to act here, such as a die or a card that is due";
            self.error(&format!("go: {what}; give its outcome with 'move'"));
        }
        if !go.problems.is_empty() {
            go.be_bounded();
        }
        let Go { nodes, solve, .. } = go;
        let (depth, full_width) = (go.plies(), go.mate.is_some());
        let request = Request { depth, nodes, moves, solve, full_width, ..Request::default() };
        let purpose =
            if go.is_endless() || go.mate.is_some() { Purpose::Analysis } else { Purpose::Move };
        let control = Arc::new(Control::since(arrived));
        if ended || self.quit || (go.ponder && hit.is_some() && !go.has_an_end()) {
            control.stop();
        }
        go.ponder &= hit.is_none();
        if let Some(budget) = budget.filter(|_| !go.ponder) {
            control.start_clock(budget, hit.map_or(arrived, |hit| hit.max(arrived)));
        }
        self.start(Work::Search(request, purpose), control, budget, &go);
    }

    /// Hands the engine to the search thread.
    fn start(&mut self, work: Work, control: Arc<Control>, budget: Option<Budget>, go: &Go) {
        let engine = self.engine.take().expect(HERE);
        log::debug!("search begins: {go:?}, budget {budget:?}");
        let running = self.running.insert(Running {
            budget,
            limited: go.plies().is_some() || go.nodes.is_some() || go.solve,
            infinite: go.is_endless(),
            pondering: go.ponder,
            counts: matches!(work, Work::Perft(_)),
            unasked: false,
            ahead: 0,
            answered: None,
            stopped: control.is_stopped(),
            latest: None,
            overdue: None,
            control: Arc::clone(&control),
            answer: None,
        });
        running.be_answered_for();
        // From now on it is answered at once.
        (0..self.waiting.take_asked()).for_each(|_| self.say(READY.to_owned()));
        if self.wires.jobs.send(Job { engine, work, control }).is_err() {
            unreachable!("the search thread lives as long as the process");
        }
    }

    /// Thinks on about the position after the best move and the reply expected to it. Nobody is
    /// told; what is found stays in the table.
    pub(super) fn ponder_unasked(&mut self, variation: &[String]) {
        let [best, reply, ..] = variation else { return };
        if self.session_mut().play(&format!("{best} {reply}")).is_err() {
            return;
        }
        if self.session().to_move().is_none() {
            return self.come_back(AHEAD);
        }
        let work = Work::Search(Request::default(), Purpose::Analysis);
        self.start(work, Arc::new(Control::new()), None, &Go { ponder: true, ..Go::default() });
        if let Some(running) = &mut self.running {
            running.unasked = true;
            running.ahead = AHEAD;
        }
    }

    /// Takes back the moves that were played for a search.
    pub(super) fn come_back(&mut self, ahead: usize) {
        if let Err(error) = self.session_mut().undo(ahead) {
            unreachable!("so many moves were played: {error}");
        }
    }

    /// How long a search may take; none if no time was given for `mover`.
    fn budget(&self, go: &Go, mover: Option<Player>) -> Option<Budget> {
        let overhead = Duration::from_millis(self.options.overhead_ms);
        let plies_left = self.session().plies_left();
        let share = mover.and_then(|mover| {
            let left = go.clocks[mover.index()]?;
            let increment = go.increments[mover.index()].unwrap_or_default();
            Some(Budget::allocate(
                Clock { left, increment, moves_to_go: go.moves_to_go },
                plies_left,
                overhead,
            ))
        });
        match (share, go.move_time) {
            (Some(share), Some(most)) => Some(Budget { hard: share.hard.min(most), ..share }),
            (Some(share), None) => Some(share),
            (None, fixed) => fixed.map(|time| Budget::fixed(time, overhead)),
        }
    }

    // Games and options.

    /// The same game anew, or another one.
    fn new_game(&mut self, game: Option<String>, setup: &str) -> Result<(), String> {
        match game {
            None => self.engine().restart(),
            Some(name) => {
                let engine = self.engine.as_mut().expect(HERE);
                engine.open(&self.registry, &name, setup).map_err(|error| error.to_string())?;
                self.use_notation();
            }
        }
        self.astray = false;
        Ok(())
    }

    /// In the UCI dialect a game that is a variant of UCI programs is spoken in their notation.
    fn use_notation(&mut self) {
        let game = self.session().game().to_owned();
        let chosen = self.options.variant.as_deref();
        let variant = self
            .registry
            .uci_variants()
            .filter(|(_, owner)| self.dialect == Dialect::Uci && *owner == game)
            .map(|(variant, _)| variant)
            .max_by_key(|variant| chosen == Some(*variant))
            .map(str::to_owned);
        self.session_mut().use_notation(variant.as_deref());
    }

    fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), String> {
        let known = options::own(self.dialect, &self.registry);
        let Some(offer) = known.into_iter().find(|offer| offer.is_called(name)) else {
            if let Some(file) = self.engine().file_of(name, value) {
                return self.load(file).map_err(|error| error.to_string());
            }
            return match self.engine().set(name, value) {
                Ok(true) => Ok(()),
                Ok(false) => {
                    let name = excerpt(name, 40);
                    Err(format!("unknown option '{name}'; 'ugi' lists the options"))
                }
                Err(error) => Err(error.to_string()),
            };
        };
        let setting = match value {
            // It may come with its setup.
            Some(words) if offer.name == options::GAME => Setting::Word(words.to_owned()),
            value => offer.read(value).map_err(|error| error.to_string())?,
        };
        match (offer.name, setting) {
            (options::GAME, Setting::Word(words)) => {
                let (game, setup) = words.split_once(char::is_whitespace).unwrap_or((&words, ""));
                self.new_game(Some(game.to_ascii_lowercase()), setup.trim())?;
            }
            (options::VARIANT, Setting::Word(variant)) => {
                let owner = self.registry.uci_variants().find(|(name, _)| *name == variant);
                let game = owner.map(|(_, game)| game.to_owned()).unwrap_or_default();
                self.options.variant = Some(variant);
                if self.session().game() == game {
                    self.use_notation();
                } else {
                    self.new_game(Some(game), "")?;
                }
            }
            (options::PONDER, Setting::Truth(ponder)) => self.options.ponder = ponder,
            (options::OWN_PONDER, Setting::Truth(ponder)) => self.options.own_ponder = ponder,
            (options::OVERHEAD, Setting::Number(ms)) => self.options.overhead_ms = ms,
            (name, setting) => unreachable!("{name} is announced, but cannot be {setting:?}"),
        }
        Ok(())
    }

    fn introduce(&mut self, dialect: Dialect) {
        self.dialect = dialect;
        self.use_notation();
        let (name, version) = (self.registry.name(), self.registry.version());
        self.say(reply::id("name", &format!("{name} {version}")));
        self.say(reply::id("author", self.registry.author()));
        for offer in self.options() {
            self.say(offer.to_string());
        }
        self.say(if dialect == Dialect::Uci { "uciok" } else { "ugiok" }.to_owned());
    }
}

/// The answer to a query that needs no search.
fn answer(session: &dyn Session, query: Query) -> String {
    match query {
        Query::P1Turn => (session.to_move() == Some(Player::First)).to_string(),
        Query::GameOver => session.outcome().is_some().to_string(),
        Query::Result => reply::result(session.outcome()).to_owned(),
        Query::Moves => {
            let moves = session.moves();
            if moves.is_empty() { "none".to_owned() } else { moves.join(" ") }
        }
        Query::IsLegal(text) => {
            let is_on = session.outcome().is_none();
            (is_on && session.check_move(&text).is_ok()).to_string()
        }
        Query::Fen => session.position(),
        Query::Eval => session.evaluate().map_or("none".to_owned(), |value| value.to_string()),
        Query::Threats => reply::facts(&session.explain()),
        Query::Game => session.title(),
        Query::Perft(_) => unreachable!("a count is a search"),
    }
}
