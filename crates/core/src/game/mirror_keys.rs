//! Keys for boards with one mirror image.

use super::symmetric::{IDENTITY, Symmetry};

/// The [keys](super::Position::key) of a position and of its mirror image, which change together.
///
/// A position with such keys has two symmetries: the identity and the mirror. Its
/// [canonical](super::Position::canonical) image costs a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MirrorKeys {
    key: u64,
    image: u64,
}

impl MirrorKeys {
    /// The keys of a position that is its own mirror image.
    #[must_use]
    pub const fn new(key: u64) -> Self {
        Self { key, image: key }
    }

    /// The key of the position.
    #[inline]
    #[must_use]
    pub const fn key(self) -> u64 {
        self.key
    }

    /// Adds a content of a place, or takes it away again: its number, and the number of the same
    /// content in the place opposite.
    #[inline(always)]
    pub fn toggle(&mut self, here: u64, opposite: u64) {
        self.key ^= here;
        self.image ^= opposite;
    }

    /// Adds what the mirror does not move, or takes it away again.
    #[inline(always)]
    pub fn toggle_both(&mut self, number: u64) {
        self.toggle(number, number);
    }

    /// The keys of the mirror image.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self { key: self.image, image: self.key }
    }

    /// The lesser key, and the symmetry that leads to the image with this key.
    #[inline]
    #[must_use]
    pub const fn canonical(self) -> (u64, Symmetry) {
        if self.image < self.key { (self.image, 1) } else { (self.key, IDENTITY) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_image_has_the_same_canonical_key() {
        let mut keys = MirrorKeys::new(12);
        assert_eq!(keys.canonical(), (12, IDENTITY));
        keys.toggle(1, 2);
        keys.toggle_both(32);
        assert_eq!((keys.key(), keys.mirrored().key()), (45, 46));
        assert_eq!((keys.canonical(), keys.mirrored().canonical()), ((45, IDENTITY), (45, 1)));
        keys.toggle_both(32);
        keys.toggle(1, 2);
        assert_eq!(keys, MirrorKeys::new(12));
    }
}
