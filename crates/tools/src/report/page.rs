//! A report as a page of HTML that needs nothing else: no script, no network, no font.

mod board;
mod markup;
mod plots;

use super::findings::percent;
use super::measures::{BoardUse, Report, ReportFinding, Results, SkillStep};
use super::rows::{elo, origin, rows};
use markup::table;
use plots::{Bar, BarPart};
use sarsen_core::sys::text::markup;

/// Every page begins so.
const HEAD: &str = concat!(
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n",
    "<meta name=\"generator\" content=\"sarsen report\">\n",
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
);

/// The style sheet, which stands in the page.
const STYLE: &str = include_str!("page/page.css");

/// What is true of every report.
const CAUTION: &str = "A report is as good as the engine's play. Intervals hold the true value in \
                       95 of 100 cases.";

/// A plot, what it shows in words, and the numbers behind it.
struct Plot {
    id: &'static str,
    title: &'static str,
    /// What is to be seen, in a sentence or two.
    says: String,
    drawing: String,
    /// The numbers, with the headings of their columns.
    heads: &'static [&'static str],
    numbers: Vec<Vec<String>>,
}

impl Plot {
    fn html(&self) -> String {
        let Self { id, title, says, drawing, .. } = self;
        format!(
            "<section class=\"plot\" aria-labelledby=\"{id}\">\n<h2 id=\"{id}\">{title}</h2>\n\
             {drawing}<p class=\"quiet\" id=\"{id}-says\">{}</p>\n<details><summary>The numbers\
             <span class=\"heard\"> of: {title}</span></summary>\n{}</details>\n</section>\n",
            markup(says),
            table(self.heads, &self.numbers)
        )
    }
}

/// Whether a file that begins with these bytes is such a page.
#[must_use]
pub fn is_report_page(bytes: &[u8]) -> bool {
    bytes.starts_with(HEAD.as_bytes())
}

/// A report as a page.
#[must_use]
pub fn report_page(report: &Report) -> String {
    let game = markup(&report.game);
    let plots = [
        results(&report.results),
        skill(&report.skill),
        lengths(report),
        winners(report),
        choice(report),
        openings(report),
        first_moves(report),
    ];
    let plots: String = plots.iter().flatten().map(Plot::html).collect();
    format!(
        "{HEAD}<title>{game}: report</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <header>\n<p class=\"kind\">Report on a game</p>\n<h1>{game}</h1>\n\
         <p class=\"quiet\">{}.</p>\n</header>\n{}<div class=\"plots\">\n{plots}</div>\n{}{}\
         <footer><p class=\"quiet\">{CAUTION} Made by <code>sarsen report</code>.</p></footer>\n\
         </main>\n</body>\n</html>\n",
        markup(&origin(report)),
        findings(&report.findings),
        report.board.as_ref().and_then(board).map_or(String::new(), |plot| plot.html()),
        measures(report),
    )
}

fn findings(findings: &[ReportFinding]) -> String {
    let list = |is_warning| -> String {
        let chosen = findings.iter().filter(|finding| finding.is_warning == is_warning);
        chosen.map(|finding| format!("<li>{}</li>\n", markup(&finding.text))).collect()
    };
    let (warnings, rest) = (list(true), list(false));
    let warnings = match warnings.is_empty() {
        true => "<p>Nothing that has to be mended was found in these games.</p>\n".to_owned(),
        false => format!("<ul>\n{warnings}</ul>\n"),
    };
    let rest = match rest.is_empty() {
        true => String::new(),
        false => format!("<section>\n<h2>Findings</h2>\n<ul>\n{rest}</ul>\n</section>\n"),
    };
    format!(
        "<div class=\"findings\">\n<section class=\"warnings\">\n<h2>To look at</h2>\n{warnings}\
         </section>\n{rest}</div>\n"
    )
}

fn results(results: &Results) -> Option<Plot> {
    let [first, second, draws] = results.counts;
    let all = first + second + draws;
    if all == 0 {
        return None;
    }
    let part = |class, count: u64| -> BarPart { (class, count as f64 / all as f64) };
    let share = &results.first;
    let point = Bar {
        name: "the first player's share".to_owned(),
        says: percent(share),
        ends: [0.0, share.value],
        error: Some([share.low, share.high]),
    };
    let texts = [format!("first {first}"), format!("drawn {draws}"), format!("second {second}")];
    let drawing = plots::parts(
        "results",
        &[part("first", first), part("drawn", draws), part("second", second)],
        [&texts[0], &texts[1], &texts[2]],
        point,
    );
    let row = |name: &str, count: u64| {
        let part = 100.0 * count as f64 / all as f64;
        vec![name.to_owned(), count.to_string(), format!("{part:.1} %")]
    };
    Some(Plot {
        id: "results",
        title: "Who wins",
        says: format!(
            "Of {all} games the first player won {first} and the second {second}; {draws} were \
             drawn. Below is the first player's share of the points with its interval; the broken \
             line is one half."
        ),
        drawing,
        heads: &["Result", "Games", "Share"],
        numbers: vec![
            row("first player won", first),
            row("drawn", draws),
            row("second player won", second),
        ],
    })
}

fn skill(steps: &[SkillStep]) -> Option<Plot> {
    let steps: Vec<&SkillStep> = steps.iter().filter(|step| step.pairs > 0).collect();
    if steps.is_empty() {
        return None;
    }
    let name = |step: &SkillStep| compared(&step.paces);
    let ends = |step: &SkillStep| {
        let (elo, error) = (step.elo?, step.elo_error?);
        Some([elo - error, elo + error])
    };
    let all = steps.iter().flat_map(|step| ends(step).into_iter().flatten().chain(step.elo));
    let known: Vec<f64> = all.collect();
    let least = known.iter().copied().fold(0.0, f64::min);
    let most = known.iter().copied().fold(100.0, f64::max);
    let at = |elo: f64| (elo - least) / (most - least);
    let bar = |step: &&SkillStep| {
        let gain = match (step.elo, step.share > 0.5) {
            (Some(elo), _) => at(elo),
            (None, true) => 1.0,
            (None, false) => 0.0,
        };
        let share = format!("{:.0} %", 100.0 * step.share);
        Bar {
            name: name(step),
            says: elo(step).map_or(share.clone(), |elo| format!("{elo}, {share}")),
            ends: [at(0.0), gain],
            error: ends(step).map(|ends| ends.map(at)),
        }
    };
    let bars: Vec<Bar> = steps.iter().map(bar).collect();
    let row = |step: &&SkillStep| {
        vec![
            name(step),
            format!("{:.1} %", 100.0 * step.share),
            elo(step).unwrap_or_else(|| "-".to_owned()),
            step.pairs.to_string(),
        ]
    };
    Some(Plot {
        id: "skill",
        title: "What more thought is worth",
        says: "Each bar is what the engine gains against itself with more thought, in Elo, with \
               its interval; the broken line is no gain. 100 Elo are 64 % of the points."
            .to_owned(),
        drawing: plots::bars("skill", &bars, Some(at(0.0))),
        heads: &["Thought", "Share", "Gain", "Pairs"],
        numbers: steps.iter().map(row).collect(),
    })
}

/// Two lengths of thought, the longer one first. What both end with is told once.
fn compared([less, more]: &[String; 2]) -> String {
    match (less.split_once(' '), more.split_once(' ')) {
        (Some((_, unit)), Some((number, same))) if unit == same => {
            format!("{number} against {less}")
        }
        _ => format!("{more} against {less}"),
    }
}

fn lengths(report: &Report) -> Option<Plot> {
    let ranges = &report.length.histogram;
    let (&(least, _), &(last, _)) = (ranges.first()?, ranges.last()?);
    let width = ranges.get(1).map_or(1, |(second, _)| second - least);
    let most = ranges.iter().map(|(_, games)| *games).max().unwrap_or(0).max(1);
    let heights: Vec<f64> = ranges.iter().map(|(_, games)| *games as f64 / most as f64).collect();
    let range = |from: u64| match width {
        1 => from.to_string(),
        _ => format!("{from} to {}", from + width - 1),
    };
    let half = 0.5 / ranges.len() as f64;
    let mut across = vec![(half, least.to_string())];
    if ranges.len() > 1 {
        across.push((1.0 - half, last.to_string()));
    }
    if ranges.len() > 4 {
        let middle = ranges.len() / 2;
        across.push((half + 2.0 * half * middle as f64, ranges[middle].0.to_string()));
    }
    let up = [(0.0, "0".to_owned()), (1.0, most.to_string())];
    let plies = &report.length.plies;
    let wide = if width > 1 { format!(", {width} plies a column") } else { String::new() };
    Some(Plot {
        id: "lengths",
        title: "How long games last",
        says: format!(
            "Games by their number of plies{wide}: {:.1} on average, {} to {}.",
            plies.mean, plies.least, plies.most
        ),
        drawing: plots::columns("lengths", &heights, &across, &up),
        heads: &["Plies", "Games"],
        numbers: ranges.iter().map(|(from, games)| vec![range(*from), games.to_string()]).collect(),
    })
}

fn winners(report: &Report) -> Option<Plot> {
    let expected = &report.drama.winners_expectation;
    if expected.is_empty() {
        return None;
    }
    let labels = [0.0, 0.5, 1.0].map(|part: f64| (part, format!("{:.0} %", 100.0 * part)));
    let part = |number: usize| {
        let end = |number: usize| 100 * number / expected.len();
        format!("{} to {} %", end(number), end(number + 1))
    };
    let row = |(number, share): (usize, &f64)| vec![part(number), format!("{share:.2}")];
    Some(Plot {
        id: "winners",
        title: "What winners expected",
        says: "The part of a point that the later winner expected, on average, from the start to \
               the end of a game. The broken line is one half."
            .to_owned(),
        drawing: plots::curve("winners", expected, Some(0.5), &labels, &labels),
        heads: &["BarPart of the game", "Expected"],
        numbers: expected.iter().enumerate().map(row).collect(),
    })
}

fn choice(report: &Report) -> Option<Plot> {
    let moves = &report.choice.by_ply;
    if moves.is_empty() {
        return None;
    }
    let most = moves.iter().copied().fold(1.0, f64::max);
    let heights: Vec<f64> = moves.iter().map(|count| count / most).collect();
    let across = [(0.0, "1".to_owned()), (1.0, moves.len().to_string())];
    let across = if moves.len() > 1 { &across[..] } else { &across[..1] };
    let up = [(0.0, "0".to_owned()), (1.0, format!("{most:.0}"))];
    let row = |(ply, count): (usize, &f64)| vec![(ply + 1).to_string(), format!("{count:.1}")];
    Some(Plot {
        id: "choice",
        title: "How much there is to choose from",
        says:
            "Legal moves on average, ply by ply, as long as at least a tenth of the games lasted."
                .to_owned(),
        drawing: plots::curve("choice", &heights, None, across, &up),
        heads: &["Ply", "Legal moves"],
        numbers: moves.iter().enumerate().map(row).collect(),
    })
}

fn openings(report: &Report) -> Option<Plot> {
    let different = &report.openings.different;
    if different.is_empty() {
        return None;
    }
    let bars: Vec<Bar> = different
        .iter()
        .map(|(plies, different, games)| Bar {
            name: format!("after {plies} plies"),
            says: format!("{different} different in {games} games"),
            ends: [0.0, *different as f64 / (*games).max(1) as f64],
            error: None,
        })
        .collect();
    Some(Plot {
        id: "openings",
        title: "How many openings there are",
        says: "How many different positions the games had reached by then. A full bar is another \
               position in each game."
            .to_owned(),
        drawing: plots::bars("openings", &bars, None),
        heads: &["Plies", "Different positions", "Games"],
        numbers: different
            .iter()
            .map(|(plies, different, games)| [*plies as u64, *different, *games])
            .map(|numbers| numbers.map(|number| number.to_string()).to_vec())
            .collect(),
    })
}

fn first_moves(report: &Report) -> Option<Plot> {
    let first = &report.openings.first;
    let most = first.iter().map(|first| first.share.of).max()?.max(1);
    let bars: Vec<Bar> = first
        .iter()
        .map(|first| Bar {
            name: first.text.clone(),
            says: format!("{} times, {}", first.share.of, percent(&first.share)),
            ends: [0.0, first.share.of as f64 / most as f64],
            error: None,
        })
        .collect();
    Some(Plot {
        id: "first-moves",
        title: "First moves",
        says: "How often each was played, and the first player's share of the points then."
            .to_owned(),
        drawing: plots::bars("first-moves", &bars, None),
        heads: &["Move", "Games", "First player's share"],
        numbers: first
            .iter()
            .map(|first| {
                vec![first.text.clone(), first.share.of.to_string(), percent(&first.share)]
            })
            .collect(),
    })
}

fn board(used: &BoardUse) -> Option<Plot> {
    let mut places: Vec<_> = used.places.iter().collect();
    places.sort_by(|one, other| other.changes.total_cmp(&one.changes));
    let most = places.first()?;
    let never = match used.unused_places.len() {
        0 => String::new(),
        1 => " At one place, which has a broken edge, nothing ever happened.".to_owned(),
        count => format!(" At {count} places, which have a broken edge, nothing ever happened."),
    };
    Some(Plot {
        id: "board",
        title: "Where things happen",
        says: format!(
            "The stronger its colour, the more often something changes at a place: at most {:.1} \
             times a game, at {}.{never}",
            most.changes, most.name
        ),
        drawing: board::map("board", &used.places),
        heads: &["Place", "Changes a game"],
        numbers: places
            .iter()
            .map(|place| vec![place.name.clone(), format!("{:.2}", place.changes)])
            .collect(),
    })
}

fn measures(report: &Report) -> String {
    let mut told = "";
    let mut lines = String::new();
    for row in rows(report) {
        let meaning = match row.meaning == told {
            true => String::new(),
            false => format!("<small>{}</small>", markup(row.meaning)),
        };
        told = row.meaning;
        lines += &format!(
            "<tr><th scope=\"row\">{}{meaning}</th><td>{}</td></tr>\n",
            markup(&row.name),
            markup(&row.value)
        );
    }
    format!(
        "<section class=\"measures\" aria-labelledby=\"measures\">\n\
         <h2 id=\"measures\">All measures</h2>\n<table><thead><tr><th scope=\"col\">Measure</th>\
         <th scope=\"col\">Value</th></tr></thead><tbody>\n{lines}</tbody></table>\n</section>\n"
    )
}

#[cfg(test)]
mod tests;
