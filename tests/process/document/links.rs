//! Every link between pages leads somewhere, and the front page is short.

use std::collections::HashMap;
use std::path::Path;

use super::pages::{Page, ROOT, page, pages};

#[test]
fn every_relative_link_leads_to_a_file_and_a_heading() {
    let mut broken = Vec::new();
    let mut count = 0;
    for page in pages() {
        for target in relative_links(&page) {
            count += 1;
            if let Err(why) = follow(&page, &target) {
                broken.push(format!("{}: ({target}) {why}", page.name));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
    assert!(count >= 40, "{count} links");
}

/// The targets of links, without those to other sites.
fn relative_links(page: &Page) -> Vec<String> {
    // A link may be broken over two lines.
    let text = without_code(&page.prose().join("\n"));
    let targets = text.split("](").skip(1).map(|rest| rest.split(')').next().unwrap());
    targets.filter(|target| !target.contains("://")).map(str::to_owned).collect()
}

/// A text with `code` in place of everything between backticks.
fn without_code(text: &str) -> String {
    text.split('`').step_by(2).collect::<Vec<_>>().join("code")
}

fn follow(from: &Page, target: &str) -> Result<(), String> {
    let (file, anchor) = target.split_once('#').map_or((target, None), |(f, a)| (f, Some(a)));
    let folder = Path::new(ROOT).join(&from.name);
    let path = if file.is_empty() { folder } else { folder.parent().unwrap().join(file) };
    if !path.exists() {
        return Err("there is no such file".to_owned());
    }
    let Some(anchor) = anchor else { return Ok(()) };
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let found = anchors(&Page { name: String::new(), text }).iter().any(|a| a == anchor);
    found.then_some(()).ok_or_else(|| "there is no such heading".to_owned())
}

/// The anchors that GitHub makes of the headings of a page.
fn anchors(page: &Page) -> Vec<String> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let headings = page.prose().into_iter().filter(|line| line.starts_with('#'));
    let mut anchor = |heading: &str| {
        let title = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
        let plain = title.chars().filter(kept).collect::<String>().replace(' ', "-");
        let before = seen.entry(plain.clone()).or_default();
        *before += 1;
        if *before == 1 { plain } else { format!("{plain}-{}", *before - 1) }
    };
    headings.map(&mut anchor).collect()
}

#[test]
fn anchors_are_those_of_github() {
    let text = "# `query <what>`\n```sh\n# none\n```\n## A b, c-d\ntext\n## A b c-d?\n";
    let page = Page { name: "page.md".to_owned(), text: text.to_owned() };
    assert_eq!(anchors(&page), ["query-what", "a-b-c-d", "a-b-c-d-1"]);
}

#[test]
fn links_are_found_and_broken_ones_are_told() {
    let text = "[a](b.md#c) `[no](code)` [site](https://x.org)\n[two\nlines](src)\n";
    let page = Page { name: "README.md".to_owned(), text: text.to_owned() };
    assert_eq!(relative_links(&page), ["b.md#c", "src"]);
    assert!(follow(&page, "src").is_ok() && follow(&page, "docs/solving.md#long-proofs").is_ok());
    assert!(follow(&page, "b.md").is_err() && follow(&page, "docs/solving.md#no").is_err());
}

#[test]
fn the_front_page_is_short_and_leads_to_every_page() {
    let readme = page("README.md");
    let lines = readme.text.lines().count();
    assert!(lines <= 150, "{lines} lines");
    let of_users = relative_links(&readme);
    let of_protocol = relative_links(&page("protocol.md"));
    for page in pages().iter().filter(|page| page.name.starts_with("docs/")) {
        let is_protocol = page.name.starts_with("docs/protocol/");
        let (from, targets) =
            if is_protocol { ("protocol.md", &of_protocol) } else { ("README.md", &of_users) };
        assert!(targets.contains(&page.name), "{from} does not mention {}", page.name);
    }
}
