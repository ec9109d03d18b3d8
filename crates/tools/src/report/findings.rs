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
/// A smaller share of different games means that games are alike.
const FEW_GAMES: f64 = 0.5;
/// Who thinks the same of so many positions sees no difference.
const SAME: f64 = 0.75;
/// What is said of games that somebody won needs so many of them.
const FEW_DECIDED: u64 = 20;
/// If more games than this have the greatest length, something ends them.
const MANY_LONGEST: f64 = 0.25;
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

/// Whether the engine sees so little that its games are no games of players who know what counts.
fn knows_little(report: &Report) -> bool {
    report.is_blind || report.same_opinion.is_some_and(|share| share >= SAME)
}

/// The first player's share with best play, if it is proven.
fn proven(report: &Report) -> Option<f64> {
    match report.exact {
        Some(Exact::Proven { first, .. }) => Some(first),
        _ => None,
    }
}

/// Whether the games say the contrary of what is proven.
fn is_contrary(report: &Report) -> bool {
    let share = &report.results.first;
    let won_by = |first: f64| first == 1.0 && share.high < 0.5 || first == 0.0 && share.low > 0.5;
    share.of > 0 && proven(report).is_some_and(won_by)
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
    } else if let Some(same) = report.same_opinion.filter(|_| knows_little(report)) {
        let text = format!(
            "the engine hardly sees a difference between positions: {:.0} % of its opinions are \
             the same (evaluator '{}'). Let it learn the game first, see 'sarsen learn', or think \
             longer",
            100.0 * same,
            report.evaluator
        );
        add(FindingTopic::Play, true, text);
    }
    if is_contrary(report) {
        let text = format!(
            "the games say the contrary of what is proven for best play: the first player got {}. \
             The engine does not find the best play with this thought: let it learn, or think \
             longer",
            percent(&report.results.first)
        );
        add(FindingTopic::Play, true, text);
    }
}

fn balance(report: &Report, add: Add<'_>) {
    let results = &report.results;
    let [first, second, _] = results.counts;
    let share = &results.first;
    let told = percent(share);
    // What an engine plays that sees no difference says little of a game, unless it is proven.
    let is_warning = !knows_little(report) || proven(report).is_some_and(|first| first != 0.5);
    let mistakes = match proven(report) {
        Some(0.5) => " if both make mistakes",
        _ => "",
    };
    if share.of > 0 && !is_contrary(report) {
        let never =
            |name: &str| format!("the {name} player never won in {} games{mistakes}", share.of);
        if second == 0 && first > 0 && share.low > 0.5 + EVEN {
            let text = format!("{}: the first got {told}", never("second"));
            add(FindingTopic::Balance, is_warning, text);
        } else if first == 0 && second > 0 && share.high < 0.5 - EVEN {
            add(FindingTopic::Balance, is_warning, format!("{}: he got {told}", never("first")));
        } else if share.low > 0.5 + EVEN {
            let text = format!("who moves first has an advantage{mistakes}: {told}");
            add(FindingTopic::Balance, is_warning, text);
        } else if share.high < 0.5 - EVEN {
            let text = format!("who moves second has an advantage{mistakes}: the first got {told}");
            add(FindingTopic::Balance, is_warning, text);
        } else if share.low > 0.5 - EVEN && share.high < 0.5 + EVEN {
            let text = format!("both have the same chances: the first got {told}");
            add(FindingTopic::Balance, false, text);
        } else if first + second > 0 {
            let better = match () {
                () if proven(report).is_some() => "",
                () if share.low > 0.5 => ": he has the better of it, perhaps not by much",
                () if share.high < 0.5 => ": the second has the better of it, perhaps not by much",
                () => ": more games would tell whether somebody has an advantage",
            };
            let text = format!("the first player got {told} of the points{better}");
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
    if draws.value == 1.0 && draws.of > 1 {
        let text = format!("all {} games were drawn", draws.of);
        add(FindingTopic::Draws, draws.low > MANY_DRAWS, text);
    } else if draws.low > MANY_DRAWS {
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
    let ended = report.results.first.of;
    if ended == 0 {
        return;
    }
    let is_short = plies.median < SHORT;
    let mut text = match plies.least == plies.most {
        true => format!("every game lasts {} plies", plies.most),
        false => {
            format!("a game lasts {:.0} plies, from {} to {}", plies.mean, plies.least, plies.most)
        }
    };
    if is_short {
        text += ": that is short";
    }
    add(FindingTopic::Length, is_short, text);
    let share = report.length.longest as f64 / ended as f64;
    let differ = plies.least < plies.most && plies.most >= SHORT;
    if ended >= FEW_DECIDED && differ && share > MANY_LONGEST {
        let text = format!(
            "{:.0} % of the games have the greatest length, {} plies: a full board or a count of \
             moves ends them",
            100.0 * share,
            plies.most
        );
        add(FindingTopic::Length, false, text);
    }
}

fn course(report: &Report, add: Add<'_>) {
    let drama = &report.drama;
    let Some(decided) = drama.decided else { return };
    // Who sees no difference does not know who leads.
    if knows_little(report) {
        return;
    }
    let part = (100.0 * decided).round();
    let of = drama.comebacks.map_or(0, |comebacks| comebacks.of);
    if decided < EARLY && of >= FEW_DECIDED {
        let text = format!(
            "games are decided early: after {part} % of their moves the engine was sure of the \
             winner, in the {of} games that somebody won"
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
    let contact = report.board.as_ref().and_then(|board| board.contact);
    let Some(contact) = contact.filter(|contact| contact.of > 0) else { return };
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
    let tells = report.games >= ENOUGH_GAMES && !knows_little(report);
    if let Some(board) = report.board.as_ref().filter(|_| tells) {
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
    let (different, games) = (report.openings.different_games, report.games);
    let share = different as f64 / games.max(1) as f64;
    let is_alike = games >= ENOUGH_GAMES && share < FEW_GAMES;
    if is_alike {
        let text = format!(
            "games are alike: {different} different ones in {games}. All shares are of these games \
             alone"
        );
        add(FindingTopic::Variety, true, text);
        return;
    }
    let Some(&(plies, different, games)) = report.openings.different.last() else { return };
    let text = format!("after {plies} plies, {different} different positions in {games} games");
    add(FindingTopic::Variety, false, text);
}
