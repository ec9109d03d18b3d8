//! The parts of the endgame tables of a game.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::header::MAGIC;
use super::{EndgameError, EndgameFile};
use crate::sys::atomic_file;

/// What the names of files end with.
pub const SUFFIX: &str = "endgame";

/// The limit for a file, in bytes. Nothing more is read.
const LARGEST: u64 = 1 << 32;

/// What several parts in one file begin with.
const BUNDLE: [u8; 8] = *b"SarsenEB";

/// Parts of the endgame tables of one game, by their names.
#[derive(Clone, Default)]
pub struct EndgameSet {
    parts: BTreeMap<String, Arc<EndgameFile>>,
}

impl EndgameSet {
    /// All parts in a folder, at least one. There may be other files.
    ///
    /// # Errors
    ///
    /// If the folder cannot be read or has no parts, a part is damaged or has the name of another
    /// one, or the parts are of several games.
    pub fn load(folder: &Path) -> Result<Self, EndgameError> {
        let failed = |error| EndgameError::File { file: folder.display().to_string(), error };
        let mut set = Self::default();
        for entry in std::fs::read_dir(folder).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            if path.extension().is_some_and(|suffix| suffix == SUFFIX) {
                set.add(read(&path)?, &path)?;
            }
        }
        if set.game().is_none() {
            return Err(EndgameError::Empty(folder.display().to_string()));
        }
        Ok(set)
    }

    /// The parts in one file.
    ///
    /// # Errors
    ///
    /// Says what is wrong with it.
    pub fn unbundle(bytes: &'static [u8]) -> Result<Self, String> {
        let mut set = Self::default();
        let mut rest = bytes.strip_prefix(&BUNDLE).ok_or("this is no bundle of endgame tables")?;
        while let Some((length, after)) = rest.split_first_chunk::<8>() {
            let length = usize::try_from(u64::from_le_bytes(*length)).unwrap_or(usize::MAX);
            let (part, after) = after.split_at_checked(length).ok_or("it ends too soon")?;
            let file = EndgameFile::read(Cow::Borrowed(part))?;
            set.insert(file);
            rest = after;
        }
        if rest.is_empty() { Ok(set) } else { Err("it ends too soon".to_owned()) }
    }

    /// Some parts in one file, in the order of their names.
    #[must_use]
    pub fn bundle<'a>(parts: impl IntoIterator<Item = &'a EndgameFile>) -> Vec<u8> {
        let mut bytes = BUNDLE.to_vec();
        for part in parts {
            bytes.extend_from_slice(&(part.bytes().len() as u64).to_le_bytes());
            bytes.extend_from_slice(part.bytes());
        }
        bytes
    }

    /// Adds a part. It replaces one of the same name.
    pub fn insert(&mut self, file: EndgameFile) {
        self.parts.insert(file.summary().part.clone(), Arc::new(file));
    }

    /// Adds the parts of another set, except those that are here.
    pub fn fill_up(&mut self, other: &Self) {
        for (name, file) in &other.parts {
            self.parts.entry(name.clone()).or_insert_with(|| Arc::clone(file));
        }
    }

    /// A part.
    #[must_use]
    pub fn part(&self, name: &str) -> Option<&Arc<EndgameFile>> {
        self.parts.get(name)
    }

    /// All parts, in the order of their names.
    pub fn parts(&self) -> impl Iterator<Item = &Arc<EndgameFile>> {
        self.parts.values()
    }

    /// The game of the parts. None if there is no part.
    #[must_use]
    pub fn game(&self) -> Option<&str> {
        self.parts.values().next().map(|file| &*file.summary().game)
    }

    /// Writes a part into a folder, as a whole or not at all, and adds it.
    ///
    /// # Errors
    ///
    /// If the system refuses.
    pub fn save(&mut self, folder: &Path, file: EndgameFile) -> Result<(), EndgameError> {
        let path = path_of(folder, &file.summary().part);
        atomic_file::replace(&path, file.bytes())
            .map_err(|error| EndgameError::File { file: path.display().to_string(), error })?;
        self.insert(file);
        Ok(())
    }

    fn add(&mut self, file: EndgameFile, path: &Path) -> Result<(), EndgameError> {
        let damaged = |reason| EndgameError::Damaged { file: path.display().to_string(), reason };
        let summary = file.summary();
        if path.file_stem().is_none_or(|stem| stem != &*summary.part) {
            return Err(damaged(format!("its content is the part {}", summary.part)));
        }
        if let Some(game) = self.game().filter(|game| *game != summary.game) {
            return Err(damaged(format!("it is of {}, and others of {game}", summary.game)));
        }
        self.insert(file);
        Ok(())
    }
}

/// The file of a part.
fn path_of(folder: &Path, part: &str) -> PathBuf {
    folder.join(format!("{part}.{SUFFIX}"))
}

fn read(path: &Path) -> Result<EndgameFile, EndgameError> {
    let file = || path.display().to_string();
    let failed = |error| EndgameError::File { file: file(), error };
    atomic_file::refuse_no_file(path).map_err(failed)?;
    let damaged = |reason| EndgameError::Damaged { file: file(), reason };
    let mut input = File::open(path).map_err(failed)?;
    let mut bytes = Vec::new();
    // Something else may be very large, so it is not read whole.
    input.by_ref().take(MAGIC.len() as u64).read_to_end(&mut bytes).map_err(failed)?;
    if bytes == MAGIC {
        input.take(LARGEST).read_to_end(&mut bytes).map_err(failed)?;
    }
    EndgameFile::read(bytes).map_err(damaged)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::endgames::EndgameSummary;

    fn part(game: &str, part: &str) -> EndgameFile {
        let summary =
            EndgameSummary { game: game.into(), part: part.into(), ..EndgameSummary::default() };
        EndgameFile::read(EndgameFile::write(summary, part.as_bytes())).unwrap()
    }

    #[test]
    fn a_folder_has_the_parts_that_were_saved() {
        let place = tempfile::tempdir().unwrap();
        let mut set = EndgameSet::default();
        set.save(place.path(), part("draughts", "ab")).unwrap();
        set.save(place.path(), part("draughts", "c")).unwrap();
        std::fs::write(place.path().join("notes.txt"), "no part").unwrap();
        let read = EndgameSet::load(place.path()).unwrap();
        assert_eq!((read.parts().count(), read.game()), (2, Some("draughts")));
        assert_eq!(read.part("ab").unwrap().value(1), Some(b'b'));
    }

    #[test]
    fn what_does_not_belong_there_is_refused() {
        let error = |names: [(&str, &str); 2], other: &str| {
            let place = tempfile::tempdir().unwrap();
            let mut set = EndgameSet::default();
            for (game, name) in names {
                set.save(place.path(), part(game, name)).unwrap();
            }
            let from = place.path().join("b.endgame");
            std::fs::rename(&from, place.path().join(other)).unwrap();
            EndgameSet::load(place.path()).err().map(|error| error.to_string()).unwrap_or_default()
        };
        assert_eq!(error([("x", "a"), ("x", "b")], "b.endgame"), "");
        assert!(error([("x", "a"), ("x", "b")], "a.endgame").contains("its content is the part b"));
        assert!(error([("x", "a"), ("y", "b")], "b.endgame").contains("and others of "));
        let missing = EndgameSet::load(Path::new("/no/such/folder")).err().unwrap();
        assert!(missing.to_string().starts_with("/no/such/folder: "), "{missing}");
    }

    #[test]
    fn a_bundle_has_its_parts() {
        let parts = [part("x", "a"), part("x", "b")];
        let bytes: &'static [u8] = EndgameSet::bundle(&parts).leak();
        assert_eq!(EndgameSet::unbundle(bytes).unwrap().parts().count(), 2);
        for length in [0, 4, 9, bytes.len() - 1] {
            assert!(EndgameSet::unbundle(&bytes[..length]).is_err(), "{length}");
        }
    }
}
