//! Scores in words.

use sarsen_core::game::Scale;
use sarsen_core::game::value::{Score, Value, share};
use sarsen_core::search::Info;
use sarsen_engine::session::Session;

use super::sentences::line;

/// The end is near if at most this many plies are left.
const NEAR: u32 = 5;

/// How much better a side must be for each of these phrases, on the evaluator's scale. The odds of
/// winning are then nine to one, three to one, three to two.
const WORDS: [(f64, &str); 3] =
    [(2.2, "far better"), (1.1, "clearly better"), (0.4, "slightly better")];

/// Puts scores of the player to move into words.
#[derive(Clone, Debug)]
pub(crate) struct ScoreWording {
    scale: Scale,
    /// What people call the player to move and the other player.
    players: [String; 2],
    has_chance: bool,
}

/// Whether a score tells a person too early how the game will end.
pub(crate) fn gives_away(score: Score) -> bool {
    match score {
        Score::Win(Some(plies)) | Score::Loss(Some(plies)) => plies > NEAR,
        Score::Win(None) | Score::Loss(None) | Score::Draw => true,
        Score::Eval(_) | Score::Chance(_) => false,
    }
}

impl ScoreWording {
    /// The wording for the player whose turn it is. `None` if the game is over.
    pub(crate) fn of(session: &dyn Session) -> Option<Self> {
        let mover = session.turn()?;
        let players = [mover, mover.other()].map(|player| session.player(player).to_string());
        let has_chance = session.has_chance();
        Some(Self { scale: session.scale(), players, has_chance })
    }

    /// What people call the player to move.
    pub(crate) fn mover(&self) -> &str {
        &self.players[0]
    }

    /// A score, as a statement about the player to move ("wins in 9 plies") or about both players
    /// ("about even").
    pub(crate) fn score(&self, score: Score) -> String {
        let plies = |n: u32| if n == 1 { "1 ply".to_owned() } else { format!("{n} plies") };
        match score {
            Score::Win(Some(n)) => format!("wins in {}", plies(n)),
            Score::Win(None) => "wins in the end".to_owned(),
            Score::Loss(Some(n)) => format!("loses in {}", plies(n)),
            Score::Loss(None) => "loses in the end".to_owned(),
            Score::Draw => "draws".to_owned(),
            Score::Eval(points) => self.estimate(points),
            Score::Chance(value) => self.odds(value),
        }
    }

    /// An expectation in per cent, as a statement about the player who is more likely to win.
    fn odds(&self, value: Value) -> String {
        let [mover, other] = &self.players;
        let side = if value >= 0 { mover } else { other };
        format!("{:.1} % for {side}", 100.0 * share(value.abs()))
    }

    fn estimate(&self, value: Value) -> String {
        let [mover, other] = &self.players;
        let side = if value > 0 { mover } else { other };
        if value == 0 {
            return "even".to_owned();
        }
        let points = self.scale.amount(value);
        let times = f64::from(value.abs()) / f64::from(self.scale.odds);
        match WORDS.iter().find(|(least, _)| times >= *least) {
            Some((_, words)) => format!("{words} for {side}: {points}"),
            None => format!("about even: {points} for {side}"),
        }
    }

    /// A move with its score and the expected line after it.
    pub(crate) fn scored_move(&self, best: &Info<String>) -> String {
        let said = self.score(best.score);
        match best.variation.split_first() {
            None => format!("nothing ({said})"),
            Some((first, [])) => format!("{first} ({said})"),
            Some((first, rest)) => format!("{first} ({said}, then {} is expected)", line(rest)),
        }
    }

    /// What the engine thinks at the moment.
    pub(crate) fn thinking(&self, info: &Info<String>) -> String {
        let (said, expected) = (self.score(info.score), line(&info.variation));
        format!("thinking: depth {}, {said}: {expected}", info.depth)
    }

    /// The number of points that each of the phrases stands for.
    pub(crate) fn explanation(&self) -> String {
        if self.has_chance {
            return "Scores are odds: a player wins so many of 100 games.".to_owned();
        }
        let parts = WORDS.iter().rev().map(|(least, words)| {
            let points = (least * f64::from(self.scale.odds)).ceil() as Value;
            format!("'{words}' from {}", self.scale.amount(points))
        });
        let parts: Vec<String> = parts.collect();
        format!("Such words are an opinion: {} on.", parts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wording(game: &str, moves: &str) -> ScoreWording {
        let mut session = sarsen_games::registry().open(game, "").unwrap();
        session.play(moves).unwrap();
        ScoreWording::of(&*session).unwrap()
    }

    #[test]
    fn proofs_are_words() {
        let wording = wording("connect4", "");
        assert_eq!(wording.score(Score::Win(Some(1))), "wins in 1 ply");
        assert_eq!(wording.score(Score::Loss(Some(8))), "loses in 8 plies");
        assert_eq!(wording.score(Score::Draw), "draws");
    }

    #[test]
    fn opinions_are_words_on_the_scale_of_the_evaluator() {
        let x = wording("connect4", "");
        assert_eq!(x.score(Score::Eval(0)), "even");
        assert_eq!(x.score(Score::Eval(1)), "about even: 1 point for x");
        assert_eq!(x.score(Score::Eval(14)), "slightly better for x: 14 points");
        assert_eq!(x.score(Score::Eval(-20)), "clearly better for o: 20 points");
        assert_eq!(x.score(Score::Eval(200)), "far better for x: 200 points");
        let o = wording("stonehenge", "6@7");
        assert_eq!(o.score(Score::Eval(14)), "about even: 14 points for o");
        assert_eq!(o.score(Score::Eval(-20)), "slightly better for x: 20 points");
        assert_eq!(
            x.explanation(),
            "Such words are an opinion: 'slightly better' from 6 points, 'clearly better' from 16 \
             points, 'far better' from 31 points on."
        );
        let discs = wording("othello", "");
        assert_eq!(discs.score(Score::Eval(-26)), "about even: 2.0 discs for O");
    }

    #[test]
    fn only_what_is_proven_and_far_away_gives_the_game_away() {
        for (score, gives) in [
            (Score::Win(Some(NEAR)), false),
            (Score::Loss(Some(NEAR + 1)), true),
            (Score::Win(None), true),
            (Score::Draw, true),
            (Score::Eval(500), false),
        ] {
            assert_eq!(gives_away(score), gives, "{score:?}");
        }
    }
}
