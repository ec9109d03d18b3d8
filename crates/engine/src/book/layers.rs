//! The values of all positions up to a number of plies, without their keys.
//!
//! There is a layer for each number of plies. The game [numbers](NumberedOpenings) the positions of
//! a layer, and says of which of them a value has to be kept. The values stand in the order of the
//! places, as symbols of an entropy coder. A block of places is decoded as a whole, so it takes
//! some microseconds to find a value.
//!
//! ```text
//! number of layers             1 byte
//! each layer, from ply 0 on:
//!     values                   1 byte, their number; then 4 bytes each, ascending
//!     odds                     for each class and each symbol 2 bytes; symbol 0 is no value
//!     blocks                   2 bytes each: the length in bytes
//!     bytes of all blocks
//! ```
//!
//! All numbers are little-endian. There are as many blocks as the game's pages need.

mod coder;
mod layer;

use layer::Layer;

use super::error::BookError;
use crate::session::{KeptValue, NumberedOpenings};
use sarsen_core::game::NumberedPlace;
use sarsen_core::game::value::Value;

/// The values of all positions up to a number of plies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Layers {
    layers: Vec<Layer>,
}

impl Layers {
    /// Packs the values of all positions up to this ply. `value_of` may not know all of them.
    pub(super) fn pack(
        openings: &dyn NumberedOpenings,
        plies: u32,
        value_of: &dyn Fn(NumberedPlace) -> Option<Value>,
    ) -> Self {
        let layers = (0..=plies).map(|ply| Layer::pack(openings, ply, value_of)).collect();
        Self { layers }
    }

    /// The number of plies up to which it has values.
    pub(super) fn plies(&self) -> u32 {
        self.layers.len() as u32 - 1
    }

    /// Whether the values of all reachable positions are known. Then that of the start is, too.
    pub(super) fn are_complete(&self) -> bool {
        self.layers.first().is_some_and(|layer| !layer.is_empty())
    }

    /// The value at a place. None if it is not known, or nothing is there.
    pub(super) fn get(
        &self,
        openings: &dyn NumberedOpenings,
        place: NumberedPlace,
    ) -> Option<Value> {
        let layer = self.layers.get(place.ply as usize)?;
        match openings.kept(place)? {
            KeptValue::Nothing(value) => Some(value),
            KeptValue::OfClass(_) => layer.get(openings, place),
        }
    }

    /// Calls `each` with every value that is known and kept in the layer of this ply.
    pub(super) fn for_each(
        &self,
        openings: &dyn NumberedOpenings,
        ply: u32,
        each: &mut dyn FnMut(NumberedPlace, Value),
    ) {
        if let Some(layer) = self.layers.get(ply as usize) {
            layer.for_each(openings, ply, each);
        }
    }

    /// The bytes in a file.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![self.layers.len() as u8];
        for layer in &self.layers {
            layer.write(&mut bytes);
        }
        bytes
    }

    /// Reads the bytes of a file. Whether they fit a game shows [`fits`](Self::fits).
    ///
    /// # Errors
    ///
    /// If they are damaged.
    pub(super) fn from_bytes(bytes: &[u8]) -> Result<Self, BookError> {
        let damaged = || BookError::Damaged("its layers are cut short or none".to_owned());
        let (&count, mut rest) = bytes.split_first().ok_or_else(damaged)?;
        let mut layers = Vec::new();
        for _ in 0..count {
            layers.push(Layer::read(&mut rest).ok_or_else(damaged)?);
        }
        if layers.is_empty() || !rest.is_empty() {
            return Err(damaged());
        }
        Ok(Self { layers })
    }

    /// Whether the layers have as many blocks as these openings need.
    pub(super) fn fits(&self, openings: &dyn NumberedOpenings) -> bool {
        self.plies() <= openings.plies()
            && self.layers.iter().zip(0..).all(|(layer, ply)| layer.fits(openings, ply))
    }
}
