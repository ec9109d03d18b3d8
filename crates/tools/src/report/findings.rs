//! What the measures of a report mean for the designer of the game, in words. Something to mend is
//! told only where the whole interval of a share says so.

use super::measures::{Exact, FindingTopic, Report, ReportFinding, ShareEstimate, SkillStep};

/// A game is balanced if the first player's share is within this of one half.
const EVEN: f64 = 0.05;
/// More draws than this are many.
const MANY_DRAWS: f64 = 0.5;
/// A game that is decided before this part is decided early.
const EARLY: f64 = 0.4;
/// A median game of fewer plies is short.
const SHORT: u64 = 6;
/// A smaller share of moves that touch the opponent means that both play for themselves.
const LITTLE_CONTACT: f64 = 0.1;
/// A difference of Elo below this is not worth four times the thought.
const LITTLE_SKILL: f64 = 40.0;
/// From so many pairs on, it is no accident if all of them are alike.
const FEW_PAIRS: u64 = 5;
/// More forced moves than this leave little to choose.
const MANY_FORCED: f64 = 0.5;
/// What never happens in so many games is not used.
const ENOUGH_GAMES: u64 = 50;
/// A smaller share of different openings means that games are alike.
const FEW_OPENINGS: f64 = 0.1;
/// Where more than this share of positions has a trap, the game is sharp.
const MANY_TRAPS: f64 = 0.1;
/// So many names are told.
const NAMES: usize = 8;

/// The findings of a report, the most important first: what is to be mended, and then the rest.
pub(super) fn of(report: &Report, has_chance: bool) -> Vec<ReportFinding> {
    let mut findings = Vec::new();
    let mut add = |topic, is_warning, text: String| {
        findings.push(ReportFinding { topic, is_warning, text });
    };
    play(report, &mut add);
    balance(report, &mut add);
    draws(report, &mut add);
    length(report, &mut add);
    course(report, &mut add);
    contact(report, &mut add);
    skill(report, has_chance, &mut add);
    choice(report, &mut add);
    openings(report, &mut add);
    findings.sort_by_key(|finding| !finding.is_warning);
    findings
}

/// Takes a finding: its topic, whether it is to be mended, and its text.
type Add<'a> = &'a mut dyn FnMut(FindingTopic, bool, String);

/// A share in words: `62 % (57 to 67)`.
pub(super) fn percent(share: &ShareEstimate) -> String {
    let whole = |share: f64| (100.0 * share).round();
    format!("{} % ({} to {})", whole(share.value), whole(share.low), whole(share.high))
}

/// Whether the engine plays well enough for a verdict.
fn play(report: &Report, add: Add<'_>) {
    if report.is_blind {
        let text = format!(
            "the engine has nothing to judge positions by (evaluator '{}'), so these are games of \
             beginners: let it learn the game first, see 'sarsen learn'",
            report.evaluator
        );
        add(FindingTopic::Play, true, text);
    }
    let Some(Exact::Proven { first, .. }) = report.exact else { return };
    let share = &report.results.first;
    let is_contrary =
        share.of > 0 && (first == 1.0 && share.high < 0.5 || first == 0.0 && share.low > 0.5);
    if is_contrary {
        let text = "the games say the contrary of what is proven for best play: the engine does not \
            find it with this thought. Let it learn, or think longer";
        add(FindingTopic::Play, true, text.to_owned());
    }
}

fn balance(report: &Report, add: Add<'_>) {
    let results = &report.results;
    let [first, second, _] = results.counts;
    let share = &results.first;
    let told = percent(share);
    if share.of > 0 {
        let never = |name: &str| format!("the {name} player never won in {} games", share.of);
        if second == 0 && first > 0 && share.low > 0.5 + EVEN {
            add(FindingTopic::Balance, true, format!("{}: the first got {told}", never("second")));
        } else if first == 0 && second > 0 && share.high < 0.5 - EVEN {
            add(FindingTopic::Balance, true, format!("{}: he got {told}", never("first")));
        } else if share.low > 0.5 + EVEN {
            add(FindingTopic::Balance, true, format!("who moves first has an advantage: {told}"));
        } else if share.high < 0.5 - EVEN {
            add(
                FindingTopic::Balance,
                true,
                format!("who moves second has an advantage: the first got {told}"),
            );
        } else if share.low > 0.5 - EVEN && share.high < 0.5 + EVEN {
            add(
                FindingTopic::Balance,
                false,
                format!("both have the same chances: the first got {told}"),
            );
        } else {
            let text = format!(
                "the first player got {told} of the points: more games would tell whether that is \
                 an advantage"
            );
            add(FindingTopic::Balance, false, text);
        }
    }
    if let Some(Exact::Proven { first, plies, .. }) = report.exact {
        let length = plies.map_or(String::new(), |plies| format!(" in {plies} plies"));
        let text = match first {
            1.0 => format!("with best play the first player wins{length}"),
            0.0 => format!("with best play the second player wins{length}"),
            0.5 if plies.is_none() => "with best play nobody wins".to_owned(),
            share => format!("with best play the first player expects {:.2} %", 100.0 * share),
        };
        add(FindingTopic::Balance, false, text);
    }
}

fn draws(report: &Report, add: Add<'_>) {
    let draws = &report.results.draws;
    if draws.low > MANY_DRAWS {
        add(FindingTopic::Draws, true, format!("most games are drawn: {}", percent(draws)));
    } else if draws.value > 0.0 {
        add(FindingTopic::Draws, false, format!("drawn games: {}", percent(draws)));
    }
}

fn length(report: &Report, add: Add<'_>) {
    let plies = &report.length.plies;
    if report.results.given_up > 0 {
        let text = format!(
            "{} of {} games did not come to an end: the rules need something that ends them",
            report.results.given_up, report.games
        );
        add(FindingTopic::Length, true, text);
    }
    if report.results.first.of > 0 {
        let text =
            format!("a game lasts {:.0} plies ({} to {})", plies.mean, plies.least, plies.most);
        let is_short = plies.median < SHORT;
        add(
            FindingTopic::Length,
            is_short,
            if is_short { format!("{text}: that is short") } else { text },
        );
    }
}

fn course(report: &Report, add: Add<'_>) {
    let drama = &report.drama;
    let Some(decided) = drama.decided else { return };
    let part = (100.0 * decided).round();
    if decided < EARLY {
        let text = format!(
            "games are decided early: after {part} % of their moves the winner was sure, and the \
             rest was played out"
        );
        add(FindingTopic::Decision, true, text);
    } else {
        let text = format!("a game is decided after {part} % of its moves, on average");
        add(FindingTopic::Decision, false, text);
    }
    let comebacks = drama
        .comebacks
        .as_ref()
        .map(|share| format!("; the winner was nearly lost in {} of the games", percent(share)));
    let text = format!(
        "the lead changes {:.1} times a game{}",
        drama.lead_changes,
        comebacks.unwrap_or_default()
    );
    add(FindingTopic::Decision, false, text);
}

fn contact(report: &Report, add: Add<'_>) {
    let Some(contact) = report.board.as_ref().map(|board| board.contact) else { return };
    if contact.of == 0 {
        return;
    }
    let told = percent(&contact);
    if contact.high < LITTLE_CONTACT {
        let text = format!(
            "a race: the players hardly touch each other; {told} of the moves take something of \
             the opponent, or a place where he could have gone"
        );
        add(FindingTopic::Contact, true, text);
    } else {
        add(FindingTopic::Contact, false, format!("moves that touch the opponent: {told}"));
    }
}

fn skill(report: &Report, has_chance: bool, add: Add<'_>) {
    let steps: Vec<&SkillStep> = report.skill.iter().filter(|step| step.pairs > 0).collect();
    if steps.is_empty() {
        return;
    }
    let each = |step: &&SkillStep| format!("{:.0} % with {}", 100.0 * step.share, step.paces[1]);
    let shares = steps.iter().map(each).collect::<Vec<_>>().join(", ");
    let told = format!("against a fourth of the thought, the engine gets {shares}");
    if steps.iter().any(|step| surely_pays(step)) {
        add(FindingTopic::Skill, false, format!("thought pays: {told}"));
    } else if steps.iter().all(|step| hardly_pays(step)) {
        let why = if has_chance { "luck decides, or" } else { "perhaps" };
        let text =
            format!("thought does not pay: {told}; {why} everybody sees the best move at once");
        add(FindingTopic::Skill, true, text);
    } else {
        let text = format!("{told}: more pairs of games would tell whether thought pays");
        add(FindingTopic::Skill, false, text);
    }
    if let Some(traps) = report.traps.filter(|traps| traps.of > 0) {
        let is_sharp = if traps.low > MANY_TRAPS { ", which is many" } else { "" };
        let text =
            format!("positions with a trap for quick players: {}{is_sharp}", percent(&traps));
        add(FindingTopic::Skill, false, text);
    }
}

/// Whether more thought was better, beyond chance.
fn surely_pays(step: &SkillStep) -> bool {
    match (step.elo, step.elo_error) {
        (Some(elo), Some(error)) => elo > error,
        // Nearly all games were won, so that nobody can say how much better it was.
        _ => step.share > 0.5 && step.pairs >= FEW_PAIRS,
    }
}

/// Whether more thought was hardly better, beyond chance.
fn hardly_pays(step: &SkillStep) -> bool {
    match (step.elo, step.elo_error) {
        (Some(elo), Some(error)) => elo + error < LITTLE_SKILL,
        // Both won the same games.
        _ => step.share <= 0.5 && step.pairs >= FEW_PAIRS,
    }
}

fn choice(report: &Report, add: Add<'_>) {
    let choice = &report.choice;
    if choice.forced.low > MANY_FORCED {
        let text = format!("little to choose: {} of the moves are forced", percent(&choice.forced));
        add(FindingTopic::Choice, true, text);
    } else {
        let text = format!(
            "{:.1} legal moves on average, at most {}; forced: {}",
            choice.moves.mean,
            choice.moves.most,
            percent(&choice.forced)
        );
        add(FindingTopic::Choice, false, text);
    }
    if let Some(board) = report.board.as_ref().filter(|_| report.games >= ENOUGH_GAMES) {
        let unused = [
            ("nothing ever happens at", &board.unused_places),
            ("never moved and never taken:", &board.unused_pieces),
        ];
        for (what, names) in unused.into_iter().filter(|(_, names)| !names.is_empty()) {
            let more = names.len().saturating_sub(NAMES);
            let mut text = format!("{what} {}", names[..names.len() - more].join(", "));
            if more > 0 {
                text += &format!(" and {more} more");
            }
            add(FindingTopic::Use, true, text);
        }
    }
}

fn openings(report: &Report, add: Add<'_>) {
    let Some(&(plies, different, games)) = report.openings.different.last() else { return };
    let share = different as f64 / games.max(1) as f64;
    let text = format!("after {plies} plies, {different} different positions in {games} games");
    let is_alike = games >= ENOUGH_GAMES && share < FEW_OPENINGS;
    let text = if is_alike { format!("games are alike: {text}") } else { text };
    add(FindingTopic::Variety, is_alike, text);
}
