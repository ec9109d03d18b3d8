//! One table: its state, what its players may do, who sits and who watches.
//!
//! Nothing here knows sockets, threads, the store or the time of day. The rules come from sessions
//! of the game; the time is an argument.

mod actions;
pub(super) mod clock;
pub(super) mod facts;
pub(super) mod gathering;
pub(super) mod json;
pub(super) mod line;
pub(super) mod rulebook;
pub(super) mod secret;
pub(super) mod state;

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::clock::ClockSetting;
    use super::facts::{EngineLimit, SeatHolder};
    use super::gathering::*;
    use super::line::TableLine;
    use super::rulebook::Rulebook;
    use super::state::TableState;
    use sarsen_core::game::Player;
    use sarsen_core::game::Player::{First, Second};
    use sarsen_engine::protocol::reply;
    use sarsen_engine::session::Session;

    /// A table with guests that do anything at any time, and what they know.
    struct Rehearsal {
        rules: Rulebook,
        session: Box<dyn Session>,
        gathering: Gathering,
        now: u64,
        /// The secrets that each guest was told.
        secrets: BTreeMap<(GuestNumber, &'static str), Vec<String>>,
    }

    const GUESTS: u64 = 4;

    impl Rehearsal {
        fn new(is_timed: bool) -> Self {
            Self::of("connect4", "4x4", is_timed)
        }

        fn of(game: &str, setup: &str, is_timed: bool) -> Self {
            let registry = Arc::new(sarsen_games::registry());
            let session = registry.open(game, setup).unwrap();
            let rules = Rulebook::new(registry);
            let title = rules.look_up(game, setup).unwrap();
            let clock = is_timed.then_some(ClockSetting { base: 1_000, increment: 50 });
            let state = TableState::new(title, clock, &rules).unwrap();
            let mut gathering = Gathering::new(state);
            (0..GUESTS).for_each(|guest| assert_eq!(gathering.join(guest), None));
            Self { rules, session, gathering, now: 0, secrets: BTreeMap::new() }
        }

        fn say(&mut self, guest: GuestNumber, line: &str) -> Result<Option<String>, String> {
            let line = TableLine::parse(line).unwrap().unwrap();
            self.gathering.state.expire(self.now);
            let proposal = self.gathering.propose(guest, line, self.now, &self.rules);
            let mut proposal = proposal.map_err(|error| error.to_string())?;
            let answer = proposal.answer.take();
            self.gathering.adopt(guest, proposal);
            if let Some([_, seat, secret]) = answer.as_ref().map(|line| words(line)) {
                let seat = if seat == "first" { "first" } else { "second" };
                self.secrets.entry((guest, seat)).or_default().push(secret.to_owned());
            }
            Ok(answer)
        }

        fn does(&mut self, guest: GuestNumber, line: &str) -> Option<String> {
            self.say(guest, line).unwrap_or_else(|error| panic!("{line}: {error}"))
        }

        fn fails(&mut self, guest: GuestNumber, line: &str) -> String {
            let before = self.gathering.state.clone();
            let error = self.say(guest, line).expect_err(line);
            assert_eq!(self.gathering.state, before, "{line}");
            error
        }

        fn moves(&self) -> String {
            self.gathering.state.moves.join(" ")
        }

        fn left(&self, player: Player) -> u64 {
            let state = &self.gathering.state;
            state.facts.clock.as_ref().unwrap().left(player, state.to_move(), self.now)
        }
    }

    fn words(line: &str) -> [&str; 3] {
        let words: Vec<&str> = line.split(' ').collect();
        words.try_into().unwrap()
    }

    /// Guest 0 is the first player, guest 1 the second.
    fn seated(is_timed: bool) -> Rehearsal {
        let mut rehearsal = Rehearsal::new(is_timed);
        rehearsal.does(0, "sit first Ada");
        rehearsal.does(1, "sit second");
        rehearsal
    }

    #[test]
    fn only_the_player_whose_turn_it_is_moves() {
        let mut rehearsal = seated(false);
        assert!(rehearsal.fails(1, "move 0 1").contains("turn of the first player"));
        assert!(rehearsal.fails(2, "move 0 1").contains("only who sits"));
        assert!(rehearsal.fails(0, "move 0 5").contains("is not a move"));
        assert!(rehearsal.fails(0, "move 1 1").contains("the table is at ply 0"));
        assert_eq!(rehearsal.does(0, "move 0 1").unwrap(), "moved 0 1");
        assert!(rehearsal.fails(0, "move 1 1").contains("turn of the second player"));
        rehearsal.does(1, "move 1 2");
        assert_eq!(rehearsal.moves(), "1 2");
    }

    #[test]
    fn a_repeated_move_is_played_once() {
        let mut rehearsal = seated(false);
        for _ in 0..3 {
            assert_eq!(rehearsal.does(0, "move 0 1").unwrap(), "moved 0 1");
        }
        assert!(rehearsal.fails(0, "move 0 2").contains("at ply 1, and move 0 was 1"));
        assert_eq!(rehearsal.moves(), "1");
    }

    #[test]
    fn nothing_is_taken_back_without_consent() {
        let mut rehearsal = seated(false);
        rehearsal.does(0, "move 0 1");
        rehearsal.does(1, "move 1 2");
        assert!(rehearsal.fails(2, "undo 0").contains("only who sits"));
        assert!(rehearsal.fails(0, "undo 2").contains("cannot go back to ply 2"));
        rehearsal.does(0, "undo 1");
        assert_eq!(rehearsal.moves(), "1 2");
        assert!(rehearsal.fails(0, "agree").contains("your opponent has to agree"));
        assert!(rehearsal.fails(2, "agree").contains("only who sits"));
        rehearsal.does(1, "refuse");
        assert!(rehearsal.fails(1, "agree").contains("nobody asks"));
        rehearsal.does(0, "undo 1");
        assert!(rehearsal.fails(1, "undo 0").contains("'agree' or 'refuse' first"));
        rehearsal.does(1, "agree");
        assert_eq!(rehearsal.moves(), "1");
        rehearsal.does(1, "undo 0");
        rehearsal.does(0, "undo 0");
        assert_eq!(rehearsal.moves(), "");
    }

    #[test]
    fn a_move_ends_the_wish_to_take_back() {
        let mut rehearsal = seated(false);
        rehearsal.does(0, "move 0 1");
        rehearsal.does(0, "undo 0");
        rehearsal.does(1, "move 1 1");
        assert!(rehearsal.fails(1, "agree").contains("nobody asks"));
    }

    #[test]
    fn an_engine_or_nobody_needs_no_asking() {
        let mut rehearsal = Rehearsal::new(false);
        assert!(rehearsal.fails(0, "engine second depth 3").contains("only who sits"));
        rehearsal.does(0, "sit first");
        rehearsal.does(0, "move 0 1");
        rehearsal.does(0, "undo 0");
        rehearsal.does(0, "engine second depth 3");
        assert!(rehearsal.fails(1, "sit second").contains("is taken"));
        rehearsal.does(0, "move 0 1");
        let turn = rehearsal.gathering.state.engine_to_move(0).unwrap();
        assert_eq!((turn.player, turn.limit), (Second, EngineLimit::Depth(3)));
        rehearsal.does(0, "undo 0");
        assert_eq!(rehearsal.moves(), "");
        rehearsal.does(0, "engine second none");
        rehearsal.does(1, "sit second");
        assert!(rehearsal.fails(0, "engine second none").contains("no engine"));
    }

    #[test]
    fn what_was_thrown_stays_thrown() {
        let mut tables = Vec::new();
        for opposite in ["nobody", "engine second depth 1"] {
            let mut rehearsal = Rehearsal::of("pig", "", false);
            rehearsal.does(0, "sit first Ada");
            if opposite != "nobody" {
                rehearsal.does(0, opposite);
            }
            let throws = (0..12).map(|_| {
                rehearsal.does(0, "move 0 roll");
                rehearsal.gathering.state.roll(&rehearsal.rules).unwrap();
                let moves = rehearsal.moves();
                rehearsal.does(0, "undo 0");
                assert_eq!(rehearsal.moves(), "");
                moves
            });
            let throws: Vec<String> = throws.collect();
            assert!(throws.iter().all(|moves| *moves == throws[0]), "{opposite}: {throws:?}");
            tables.push(rehearsal.gathering.state.facts.dice);
        }
        assert_ne!(tables[0], tables[1], "each table has dice of its own");
    }

    #[test]
    fn a_seat_is_taken_back_with_its_secret_alone() {
        let mut rehearsal = seated(false);
        let secrets =
            |rehearsal: &Rehearsal, guest, seat| rehearsal.secrets[&(guest, seat)][0].clone();
        let first = secrets(&rehearsal, 0, "first");
        let second = secrets(&rehearsal, 1, "second");
        assert_ne!(first, second);
        rehearsal.gathering.leave(0);
        assert_eq!(rehearsal.gathering.owner(First), None);
        assert!(rehearsal.fails(2, "sit first").contains("is taken"));
        for wrong in [second.as_str(), "x", &first[1..]] {
            assert!(rehearsal.fails(2, &format!("resume first {wrong}")).contains("this secret"));
        }
        let resumed = rehearsal.does(2, &format!("resume first {first}")).unwrap();
        assert_eq!(resumed, format!("seat first {first}"));
        rehearsal.does(3, &format!("resume first {first}"));
        assert_eq!(
            (rehearsal.gathering.owner(First), rehearsal.gathering.seat(2)),
            (Some(3), None)
        );
        let both = format!("resume second {second}");
        assert!(rehearsal.fails(3, &both).contains("you already sit"));
        rehearsal.does(3, "stand");
        assert!(rehearsal.fails(3, &format!("resume first {first}")).contains("this secret"));
    }

    #[test]
    fn games_end_by_rules_and_by_resignation() {
        let mut rehearsal = seated(false);
        for (ply, m) in ["1", "2", "1", "2", "1", "2", "1"].iter().enumerate() {
            rehearsal.does(ply as u64 % 2, &format!("move {ply} {m}"));
        }
        assert_eq!(rehearsal.gathering.state.end(), Some("rules"));
        assert!(rehearsal.fails(1, "move 7 2").contains("over"));
        assert!(rehearsal.fails(1, "resign").contains("over"));
        rehearsal.does(1, "undo 5");
        rehearsal.does(0, "agree");
        rehearsal.does(1, "resign");
        assert_eq!(rehearsal.gathering.state.end(), Some("resignation"));
        assert!(rehearsal.fails(1, "move 5 2").contains("over"));
        rehearsal.does(1, "undo 5");
        rehearsal.does(0, "agree");
        rehearsal.does(1, "move 5 2");
        assert_eq!(rehearsal.gathering.state.outcome(), None);
    }

    #[test]
    fn a_clock_runs_once_both_sit_and_have_begun() {
        let mut rehearsal = Rehearsal::new(true);
        rehearsal.does(0, "sit first");
        rehearsal.does(0, "move 0 1");
        rehearsal.now = 5_000;
        rehearsal.does(1, "sit second");
        rehearsal.now = 5_400;
        assert_eq!([rehearsal.left(First), rehearsal.left(Second)], [1_000, 600]);
        rehearsal.does(1, "move 1 1");
        assert_eq!([rehearsal.left(First), rehearsal.left(Second)], [1_000, 650]);
        rehearsal.now = 6_399;
        assert!(rehearsal.fails(1, "refuse").contains("nobody asks"));
        rehearsal.now = 6_400;
        assert!(rehearsal.say(0, "move 2 1").unwrap_err().contains("over"));
        assert_eq!(rehearsal.gathering.state.end(), Some("time"));
        assert!(rehearsal.fails(0, "undo 1").contains("lost on time"));
        assert_eq!(rehearsal.left(First), 0);
    }

    fn line(kind: u8, number: u8, rehearsal: &Rehearsal, guest: GuestNumber) -> String {
        let ply = rehearsal.gathering.state.moves.len();
        let seat = if number.is_multiple_of(2) { "first" } else { "second" };
        let near = (ply + usize::from(number % 3)).saturating_sub(1);
        match kind {
            0 => format!("sit {seat} name {number}"),
            1 => "stand".to_owned(),
            2 => format!("undo {near}"),
            3 => "agree".to_owned(),
            4 => "refuse".to_owned(),
            5 if number < 20 => "resign".to_owned(),
            6 if number < 30 => format!("engine {seat} depth 2"),
            6 => format!("engine {seat} none"),
            7 => {
                let known =
                    rehearsal.secrets.iter().find(|((who, of), _)| *who == guest && *of == seat);
                let secret = known.and_then(|(_, secrets)| secrets.last());
                format!("resume {seat} {}", secret.map_or("none", String::as_str))
            }
            8 => format!("move {near} {}", 1 + number % 4),
            _ => format!("move {ply} {}", 1 + number % 4),
        }
    }

    #[test]
    fn a_full_table_has_room_for_those_who_come_back() {
        let mut table = Rehearsal::new(false);
        let seat = table.say(0, "sit first Ada").unwrap().unwrap();
        table.gathering.leave(0);
        let crowd: Vec<_> = (10..600).map(|guest| table.gathering.join(guest)).collect();
        let crowded_out = crowd.iter().flatten().count();
        assert_eq!((table.gathering.watchers(), crowded_out), (500, 93));
        // Those who were here first stay. Among those who came last, the first goes.
        assert!(crowd.iter().flatten().all(|&guest| guest > 400));
        assert_eq!(table.gathering.join(600), Some(580));
        assert!(table.say(600, &seat.replace("seat", "resume")).is_ok());
        assert_eq!(table.gathering.seat(600), Some(First));
        assert_eq!(table.gathering.join(601), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None,
            ..ProptestConfig::default() })]

        #[test]
        fn nobody_does_what_is_not_allowed(
            is_timed in any::<bool>(),
            steps in prop::collection::vec((0..GUESTS, 0..16_u8, 0..100_u8, 0..200_u64), 1..150),
        ) {
            let mut rehearsal = Rehearsal::new(is_timed);
            rehearsal.does(0, "sit first");
            rehearsal.does(1, "sit second");
            for (guest, kind, number, time) in steps {
                rehearsal.now += time;
                rehearsal.gathering.state.expire(rehearsal.now);
                let before = rehearsal.gathering.state.clone();
                let seat = rehearsal.gathering.seat(guest);
                let line = line(kind, number, &rehearsal, guest);
                let _ = rehearsal.say(guest, &line);
                judge(&mut rehearsal, &before, seat, &line)?;
            }
        }
    }

    /// Compares a table with what it was before a line.
    fn judge(
        rehearsal: &mut Rehearsal,
        before: &TableState,
        seat: Option<Player>,
        line: &str,
    ) -> Result<(), TestCaseError> {
        let after = &rehearsal.gathering.state;
        prop_assert!(rehearsal.session.set_position(None, &after.moves.join(" ")).is_ok());
        prop_assert_eq!(rehearsal.session.outcome(), after.stage.outcome);
        if after.moves.len() > before.moves.len() {
            prop_assert_eq!(&after.moves[..before.moves.len()], &before.moves[..]);
            prop_assert_eq!(after.moves.len(), before.moves.len() + 1);
            prop_assert!(seat.is_some() && seat == before.to_move(), "{}", line);
        } else if after.moves != before.moves {
            let opponent = seat.unwrap().other();
            let was_asked = before
                .facts
                .ask
                .is_some_and(|ask| ask.by == opponent && ask.to == after.moves.len());
            prop_assert!(was_asked || !before.holder(opponent).is_person(), "{}", line);
            prop_assert_eq!(&after.moves[..], &before.moves[..after.moves.len()]);
        }
        for player in [First, Second] {
            let sitting =
                (0..GUESTS).filter(|guest| rehearsal.gathering.seat(*guest) == Some(player));
            let sitting: Vec<GuestNumber> = sitting.collect();
            prop_assert!(sitting.len() <= 1);
            let seat = reply::player(player);
            for guest in sitting {
                let SeatHolder::Person { secret, .. } = after.holder(player) else {
                    return Err(TestCaseError::fail("somebody sits on a free seat"));
                };
                let secrets = &rehearsal.secrets[&(guest, seat)];
                prop_assert!(secrets.iter().any(|word| secret.opens(word)));
            }
            if is_running(after, player) {
                prop_assert!(after.is_over() || rehearsal.left(player) > 0);
            }
        }
        Ok(())
    }

    fn is_running(state: &TableState, player: Player) -> bool {
        state.to_move() == Some(player) && state.falls_at().is_some()
    }
}
