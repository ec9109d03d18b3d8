//! What the page consists of. All of it is inside the program.

use std::borrow::Cow;

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderValue, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use sarsen_core::sys::text::markup;
use sarsen_engine::protocol::board::BOARD_STYLE;

/// What stands for the name of the program in the file that is the page.
const PROGRAM: &str = "{program}";

/// A file of the page.
pub(super) struct Asset {
    name: &'static str,
    content: &'static [u8],
}

/// Makes the list: each file of the folder `page` under its name. The name of a file in a folder
/// begins with that of the folder. The files of the style come as one, in their order.
macro_rules! assets {
    (style: $($style:literal)* files: $($name:literal)*) => {
        /// All files of the page. How boards look is a file of the pictures as well.
        const ASSETS: &[Asset] = &[
            Asset { name: "board.css", content: BOARD_STYLE.as_bytes() },
            Asset {
                name: "page.css",
                content: concat!($(include_str!(concat!("../page/", $style)), "\n"),*).as_bytes(),
            },
            $(Asset { name: $name, content: include_bytes!(concat!("../page/", $name)) },)*
        ];

        /// The files whose content comes in others.
        #[cfg(test)]
        const PARTS: &[&str] = &[$($style),*];
    };
}

assets! {
    style:
    "style/base.css"
    "style/head.css"
    "style/stage.css"
    "style/players.css"
    "style/panel.css"
    "style/graph.css"
    "style/facts.css"
    "style/dialogs.css"
    "style/start.css"
    "style/screens.css"
    files:
    "icon.svg"
    "index.html"
    "main.js"
    "model/address.js"
    "model/align.js"
    "model/badges.js"
    "model/clock.js"
    "model/geometry.js"
    "model/gesture.js"
    "model/judge.js"
    "model/levels.js"
    "model/motion.js"
    "model/odds.js"
    "model/record-results.js"
    "model/record-write.js"
    "model/record.js"
    "model/report.js"
    "model/score.js"
    "model/text.js"
    "model/tree.js"
    "play/analysis.js"
    "play/curve.js"
    "play/dice.js"
    "play/forced.js"
    "play/game.js"
    "play/knowledge.js"
    "play/links.js"
    "play/news.js"
    "play/opponent.js"
    "play/pointing.js"
    "play/preview.js"
    "play/state.js"
    "play/storage.js"
    "play/sweep.js"
    "play/table.js"
    "protocol/engine.js"
    "protocol/socket.js"
    "views/badge.js"
    "views/balance-view.js"
    "views/board-view.js"
    "views/choice-view.js"
    "views/chooser-view.js"
    "views/dom.js"
    "views/drag-view.js"
    "views/facts-view.js"
    "views/graph-view.js"
    "views/keys.js"
    "views/lines-view.js"
    "views/motion-view.js"
    "views/news-view.js"
    "views/overlay.js"
    "views/picture.js"
    "views/players-view.js"
    "views/record-view.js"
    "views/rules-view.js"
    "views/start-view.js"
    "views/status-view.js"
    "views/steps-view.js"
    "views/table-view.js"
    "views/tree-view.js"
}

/// The content types of files, by the ends of their names.
const TYPES: [(&str, &str); 5] = [
    (".css", "text/css; charset=utf-8"),
    (".html", "text/html; charset=utf-8"),
    (".js", "text/javascript; charset=utf-8"),
    (".png", "image/png"),
    (".svg", "image/svg+xml"),
];

impl Asset {
    /// The file of this name.
    pub(super) fn named(name: &str) -> Option<&'static Self> {
        ASSETS.iter().find(|asset| asset.name == name)
    }

    /// The answer to a request with these headers. A browser may keep the file, but has to ask
    /// each time whether it is still the same: a new program shows its own page at once.
    pub(super) fn answer(&self, headers: &HeaderMap) -> Response {
        self.answer_with(Cow::Borrowed(self.content), headers)
    }

    /// The same with the name of the program where the file has [`PROGRAM`].
    pub(super) fn answer_of(&self, program: &str, headers: &HeaderMap) -> Response {
        let text = String::from_utf8_lossy(self.content).replace(PROGRAM, &markup(program));
        self.answer_with(Cow::Owned(text.into_bytes()), headers)
    }

    fn answer_with(&self, content: Cow<'static, [u8]>, headers: &HeaderMap) -> Response {
        let tag = tag(&content);
        let known = headers.get(IF_NONE_MATCH).and_then(|known| known.to_str().ok());
        let is_known = known.is_some_and(|known| {
            known.split(',').any(|one| one.trim().trim_start_matches("W/") == tag)
        });
        let mut response = match is_known {
            true => StatusCode::NOT_MODIFIED.into_response(),
            false => content.into_response(),
        };
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(self.content_type()));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        headers.extend(HeaderValue::try_from(tag).map(|tag| (ETAG, tag)));
        response
    }

    /// The content type, by the end of the name.
    fn content_type(&self) -> &'static str {
        let known = TYPES.iter().find(|(end, _)| self.name.ends_with(end));
        known.map_or("application/octet-stream", |(_, kind)| kind)
    }
}

/// A short text that is different for other contents.
fn tag(content: &[u8]) -> String {
    format!("\"{:08x}-{:x}\"", crc32fast::hash(content), content.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;

    #[test]
    fn every_file_of_the_folder_is_listed_and_has_a_type() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
        let (mut found, mut folders) = (BTreeSet::new(), vec![folder.clone()]);
        while let Some(next) = folders.pop() {
            for entry in std::fs::read_dir(next).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if TYPES.iter().any(|(end, _)| path.to_str().unwrap().ends_with(end)) {
                    let name = path.strip_prefix(&folder).unwrap().to_str().unwrap();
                    found.insert(name.replace('\\', "/"));
                }
            }
        }
        let made = ["board.css", "page.css"];
        let names: Vec<&str> =
            ASSETS.iter().map(|asset| asset.name).chain(PARTS.iter().copied()).collect();
        let listed: BTreeSet<String> = names.iter().map(|name| (*name).to_owned()).collect();
        assert_eq!(listed.len(), names.len());
        found.extend(made.map(str::to_owned));
        assert_eq!(found, listed);
        for asset in ASSETS {
            assert_ne!(asset.content_type(), "application/octet-stream", "{}", asset.name);
        }
    }

    #[test]
    fn the_page_is_small() {
        let all: usize = ASSETS.iter().map(|asset| asset.content.len()).sum();
        assert!(all < 300 << 10, "{all} bytes");
    }
}
