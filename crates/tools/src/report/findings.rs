//! What the measures of a report mean for the designer of the game, in words. Something to mend is
//! told only where the whole interval of a share says so.

use super::measures::{Exact, Report, ReportFinding, ShareEstimate, Topic};

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
type Add<'a> = &'a mut dyn FnMut(Topic, bool, String);

/// A share in words: `62 % (57 to 67)`.
pub(super) fn percent(share: &ShareEstimate) -> String {
    let whole = |share: f64| (100.0 * share).round();
    format!("{} % ({} to {})", whole(share.value), whole(share.low), whole(share.high))
}

fn balance(report: &Report, add: Add<'_>) {
    let results = &report.results;
    let [first, second, _] = results.counts;
    let share = &results.first;
    let told = percent(share);
    if share.of > 0 {
        let never = |name: &str| format!("the {name} player never won in {} games", share.of);
        if second == 0 && first > 0 && share.low > 0.5 + EVEN {
            add(Topic::Balance, true, format!("{}: the first got {told}", never("second")));
        } else if first == 0 && second > 0 && share.high < 0.5 - EVEN {
            add(Topic::Balance, true, format!("{}: he got {told}", never("first")));
        } else if share.low > 0.5 + EVEN {
            add(Topic::Balance, true, format!("who moves first has an advantage: {told}"));
        } else if share.high < 0.5 - EVEN {
            add(
                Topic::Balance,
                true,
                format!("who moves second has an advantage: the first got {told}"),
            );
        } else if share.low > 0.5 - EVEN && share.high < 0.5 + EVEN {
            add(Topic::Balance, false, format!("both have the same chances: the first got {told}"));
        } else {
            let text = format!(
                "the first player got {told} of the points: more games would tell whether that is \
                 an advantage"
            );
            add(Topic::Balance, false, text);
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
        add(Topic::Balance, false, text);
    }
}

fn draws(report: &Report, add: Add<'_>) {
    let draws = &report.results.draws;
    if draws.low > MANY_DRAWS {
        add(Topic::Draws, true, format!("most games are drawn: {}", percent(draws)));
    } else if draws.value > 0.0 {
        add(Topic::Draws, false, format!("drawn games: {}", percent(draws)));
    }
}

fn length(report: &Report, add: Add<'_>) {
    let plies = &report.length.plies;
    if report.results.given_up > 0 {
        let text = format!(
            "{} of {} games did not come to an end: the rules need something that ends them",
            report.results.given_up, report.games
        );
        add(Topic::Length, true, text);
    }
    if report.results.first.of > 0 {
        let text =
            format!("a game lasts {:.0} plies ({} to {})", plies.mean, plies.least, plies.most);
        let is_short = plies.median < SHORT;
        add(
            Topic::Length,
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
        add(Topic::Decision, true, text);
    } else {
        let text = format!("a game is decided after {part} % of its moves, on average");
        add(Topic::Decision, false, text);
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
    add(Topic::Decision, false, text);
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
        add(Topic::Contact, true, text);
    } else {
        add(Topic::Contact, false, format!("moves that touch the opponent: {told}"));
    }
}

fn skill(report: &Report, has_chance: bool, add: Add<'_>) {
    let steps = report.skill.iter().filter(|step| step.pairs > 0);
    let known: Vec<_> = steps.collect();
    let Some(last) = known.last() else { return };
    let most = known.iter().map(|step| match (step.elo, step.elo_error) {
        (Some(elo), Some(error)) => elo + error,
        // All games were won, or all pairs were alike.
        _ if step.share > 0.5 => f64::INFINITY,
        _ => 0.0,
    });
    let told = |share: f64| (100.0 * share).round();
    if most.fold(0.0, f64::max) < LITTLE_SKILL {
        let why = if has_chance { "luck decides, or" } else { "perhaps" };
        let text = format!(
            "thought does not pay: with four times of it the engine gets {} % against itself; \
             {why} everybody sees the best move at once",
            told(last.share)
        );
        add(Topic::Skill, true, text);
    } else {
        let shares: Vec<String> =
            known.iter().map(|step| format!("{} %", told(step.share))).collect();
        let text = format!(
            "thought pays: with four times of it the engine gets {} against itself",
            shares.join(", then ")
        );
        add(Topic::Skill, false, text);
    }
    if let Some(traps) = report.traps.filter(|traps| traps.of > 0) {
        let is_sharp = if traps.low > MANY_TRAPS { ", which is many" } else { "" };
        let text =
            format!("positions with a trap for quick players: {}{is_sharp}", percent(&traps));
        add(Topic::Skill, false, text);
    }
}

fn choice(report: &Report, add: Add<'_>) {
    let choice = &report.choice;
    if choice.forced.low > MANY_FORCED {
        let text = format!("little to choose: {} of the moves are forced", percent(&choice.forced));
        add(Topic::Choice, true, text);
    } else {
        let text = format!(
            "{:.1} legal moves on average, at most {}; forced: {}",
            choice.moves.mean,
            choice.moves.most,
            percent(&choice.forced)
        );
        add(Topic::Choice, false, text);
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
            add(Topic::Use, true, text);
        }
    }
}

fn openings(report: &Report, add: Add<'_>) {
    let Some(&(plies, different, games)) = report.openings.different.last() else { return };
    let share = different as f64 / games.max(1) as f64;
    let text = format!("after {plies} plies, {different} different positions in {games} games");
    let is_alike = games >= ENOUGH_GAMES && share < FEW_OPENINGS;
    let text = if is_alike { format!("games are alike: {text}") } else { text };
    add(Topic::Variety, is_alike, text);
}
