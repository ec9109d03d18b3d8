//! The names in a file, each with a number.

use std::collections::HashMap;

/// The number of a name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct NameId(u32);

/// All names that a file has, in the order of their first appearance.
#[derive(Clone, Default, Debug)]
pub(crate) struct Names {
    texts: Vec<String>,
    ids: HashMap<String, NameId>,
}

impl Names {
    pub(crate) fn id(&mut self, text: &str) -> NameId {
        if let Some(&id) = self.ids.get(text) {
            return id;
        }
        let id = NameId(self.texts.len() as u32);
        self.texts.push(text.to_owned());
        self.ids.insert(text.to_owned(), id);
        id
    }

    pub(crate) fn text(&self, id: NameId) -> &str {
        &self.texts[id.0 as usize]
    }
}
