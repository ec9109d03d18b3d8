//! Input that is read once, from beginning to end: files, pipes and standard input, with a limit of
//! size. Texts may be in other encodings than UTF-8.

use std::fs::{File, Metadata};
use std::io::{BufReader, Error, ErrorKind, Read, Result};
use std::path::Path;

use crate::sys::atomic_file::refuse_no_file;
use crate::sys::encoding::{Decoded, Foreign};
use crate::sys::stderr::complain;

/// Bytes that are read once.
pub type RawInput = BufReader<Box<dyn Read + Send>>;

/// A text that is read once, as UTF-8.
pub type Input = Decoded<RawInput>;

/// The name of standard input in messages.
const STANDARD_INPUT: &str = "standard input";

/// Whether a path means standard input.
pub fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The name of an input in messages.
pub fn name(path: &Path) -> String {
    match is_standard_input(path) {
        true => STANDARD_INPUT.to_owned(),
        false => path.display().to_string(),
    }
}

/// Opens a text: a file, a pipe, a terminal, or standard input for `-`. If it turns out not to be
/// UTF-8, a note on standard error says so.
pub fn open(path: &Path) -> Result<Input> {
    open_up_to(path, u64::MAX)
}

/// As [`open`], but without the note.
pub fn open_quietly(path: &Path) -> Result<Input> {
    Ok(Decoded::new(open_bytes(path, u64::MAX)?, |_| {}))
}

/// As [`open`], with a size limit: reading fails if there are more than `most` bytes.
pub fn open_up_to(path: &Path, most: u64) -> Result<Input> {
    let name = name(path);
    Ok(Decoded::new(open_bytes(path, most)?, move |foreign| tell(&name, foreign)))
}

/// Says on standard error that a text is not UTF-8.
pub fn tell(name: &str, foreign: Foreign) {
    complain(format_args!("{name}: {foreign}"));
}

/// Opens what need not be a text, with a size limit.
pub fn open_bytes(path: &Path, most: u64) -> Result<RawInput> {
    let input: Box<dyn Read + Send> = if is_standard_input(path) {
        Box::new(bounded(std::io::stdin(), most))
    } else {
        check(path)?;
        Box::new(bounded(File::open(path)?, most))
    };
    Ok(BufReader::new(input))
}

/// Refuses paths that cannot be a text: folders and devices. Some devices never end.
pub fn check(path: &Path) -> Result<()> {
    let found = std::fs::metadata(path)?;
    if found.is_dir() {
        return Err(Error::new(ErrorKind::IsADirectory, "this is a folder, not a file"));
    }
    match is_device(&found) && !is_open_end(path, &found) {
        true => Err(Error::new(ErrorKind::InvalidInput, "this is a device, not a file")),
        false => Ok(()),
    }
}

#[cfg(unix)]
fn is_device(found: &Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    found.file_type().is_char_device() || found.file_type().is_block_device()
}

#[cfg(not(unix))]
fn is_device(_found: &Metadata) -> bool {
    false
}

/// Whether a device is a terminal or the null device.
#[cfg(unix)]
fn is_open_end(path: &Path, found: &Metadata) -> bool {
    use std::io::IsTerminal;
    use std::os::unix::fs::MetadataExt;
    let is_null = std::fs::metadata("/dev/null").is_ok_and(|null| null.rdev() == found.rdev());
    is_null || File::open(path).is_ok_and(|file| file.is_terminal())
}

#[cfg(not(unix))]
fn is_open_end(_path: &Path, _found: &Metadata) -> bool {
    true
}

/// An input that fails if there are more than `most` bytes.
struct Bounded<R> {
    input: R,
    left: u64,
    most: u64,
}

/// The input with a limit of `most` bytes.
fn bounded<R: Read>(input: R, most: u64) -> Bounded<R> {
    Bounded { input, left: most, most }
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let wanted = buffer.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
        if wanted > 0 || buffer.is_empty() {
            let count = self.input.read(&mut buffer[..wanted])?;
            self.left -= count as u64;
            return Ok(count);
        }
        match self.input.read(&mut [0])? {
            0 => Ok(0),
            _ => {
                let most = self.most >> 20;
                let why = format!("this is too large: there are more than {most} MiB of it");
                Err(Error::new(ErrorKind::FileTooLarge, why))
            }
        }
    }
}

/// Reads a regular file of at most `most` bytes. If it does not begin with `start`, reads only its
/// beginning.
pub fn read_file(path: &Path, start: &[u8], most: u64) -> Result<Vec<u8>> {
    refuse_no_file(path)?;
    let mut file = bounded(File::open(path)?, most);
    let mut bytes = Vec::new();
    file.by_ref().take(start.len() as u64).read_to_end(&mut bytes)?;
    if bytes == start {
        file.read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_stops_at_the_limit() {
        for (length, most, is_good) in [(0, 0, true), (5, 5, true), (6, 5, false), (9, 100, true)] {
            let mut text = Vec::new();
            let read = bounded(&vec![b'x'; length][..], most).read_to_end(&mut text);
            assert_eq!(read.is_ok(), is_good, "{length} of {most}");
            assert!(text.len() as u64 <= most);
        }
    }

    #[test]
    #[cfg(unix)]
    fn what_can_be_no_text_is_refused() {
        for (path, is_good) in [("/dev/zero", false), ("/", false), ("/dev/null", true)] {
            assert_eq!(open(Path::new(path)).is_ok(), is_good, "{path}");
        }
    }
}
