//! The tables of a network: those of tuples, with the pieces and groups that lie in them.

use crate::learned::features::{Features, Tuple};
use crate::learned::model::Model;
use crate::learned::reading::Reading;
use crate::learned::scales::{POINT, POINTS};

/// The tables of all sets as they are looked up, and where each begins in a set. Pieces and groups
/// are added to the tables of the tuples that they lie in.
pub(super) fn lay_out(model: &Model, features: &Features) -> (Vec<i16>, Vec<u32>) {
    let Features { tables, tuples, .. } = features;
    let (mut all, mut firsts) = (Vec::new(), vec![0; tables.len()]);
    let weight = |set: usize, at: u32| {
        let of_set = model.own.get(set * features.weights + at as usize);
        model.shared[at as usize] + of_set.copied().unwrap_or(0.0)
    };
    for set in 0..features.sets() {
        let begin = all.len();
        for (at, table) in tables.iter().enumerate().filter(|(_, table)| !table.is_piece) {
            firsts[at] = (all.len() - begin) as u32;
            let mut values: Vec<f32> =
                table.ties.iter().map(|&tie| weight(set, table.first + tie)).collect();
            if let Some(whole) = tuples.iter().find(|tuple| tuple.table == at) {
                let is_inside = |slots: &[u16]| slots.iter().all(|slot| whole.slots.contains(slot));
                let pieces: Vec<&Tuple> = tuples
                    .iter()
                    .filter(|piece| tables[piece.table].is_piece && is_inside(&piece.slots))
                    .collect();
                let groups: Vec<_> = features
                    .groups
                    .iter()
                    .filter(|group| tables[group.table].is_piece && is_inside(&group.slots))
                    .map(|group| (group, features.holders(&group.slots) as f32))
                    .collect();
                for (index, value) in values.iter_mut().enumerate() {
                    let reading = &features.readings[whole.reading];
                    let reads = reads_of(index, whole, reading);
                    let read = |slot| {
                        let at = whole.slots.iter().position(|&other| other == slot);
                        at.map_or(0, |at| reads[at])
                    };
                    // What is read as the same counts the same in groups.
                    let digit = |slot| reading.digit(slot, read(slot));
                    for piece in &pieces {
                        let table = &tables[piece.table];
                        let inner = piece.index(read);
                        *value += weight(set, table.first + table.ties[inner]);
                    }
                    for (group, share) in &groups {
                        let first = tables[group.table].first;
                        *value += weight(set, first + features.state(group, digit) as u32) / share;
                    }
                }
            }
            let scale = (POINT * POINTS) as f32;
            all.extend(values.into_iter().map(|value| (value * scale).round() as i16));
        }
    }
    (all, firsts)
}

/// What the slots of a tuple are read as if its contents have this index.
fn reads_of(mut index: usize, tuple: &Tuple, reading: &Reading) -> Vec<usize> {
    let read = |&slot| {
        let base = reading.base(slot);
        let read = index % base;
        index /= base;
        read
    };
    tuple.slots.iter().map(read).collect()
}
