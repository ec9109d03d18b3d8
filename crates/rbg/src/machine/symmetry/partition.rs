//! Which points of the code and of its image do the same: the coarsest partition that is stable, as
//! in the minimisation of automata.

use std::collections::HashMap;

use super::automaton::{Automaton, CodePoint, CodeWay, NO_POINT, PointId};
use super::labels::LabelId;

/// A class of points that do the same.
pub(super) type ClassId = u32;

/// What takes part: the code, and its image as a second copy of it.
pub(super) struct TwoCopies<'a> {
    pub(super) automaton: &'a Automaton,
    /// The points that take part.
    pub(super) is_in: &'a [bool],
    /// The labels of the image.
    pub(super) labels: &'a [LabelId],
    /// If modifiers are told apart: the image of each, by which the second copy knows it.
    pub(super) names: Option<&'a [u16]>,
    /// Whether points are told apart also by what leads to them.
    pub(super) looks_back: bool,
}

/// The classes of both copies, one after the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct CodeClasses {
    pub(super) of: Vec<ClassId>,
}

/// The work is too much.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TooMuchWork;

impl CodeClasses {
    /// All points in one class.
    pub(super) fn one(automaton: &Automaton) -> Self {
        Self { of: vec![0; 2 * automaton.points.len()] }
    }

    /// The class of a point, in the first or in the second copy.
    pub(super) fn get(&self, copy: usize, point: PointId) -> ClassId {
        self.of[copy * (self.of.len() / 2) + point as usize]
    }

    /// Splits the classes until all points of one do the same. `room` is how many ways may be
    /// looked at.
    pub(super) fn refine(
        &mut self,
        copies: &TwoCopies<'_>,
        room: &mut usize,
    ) -> Result<(), TooMuchWork> {
        let count = copies.automaton.points.len();
        let back = copies.ways_back();
        let mut members: Vec<Vec<u32>> = Vec::new();
        for node in (0..2 * count).filter(|node| copies.is_in[node % count]) {
            let class = self.of[node] as usize;
            members.resize_with(members.len().max(class + 1), Vec::new);
            members[class].push(node as u32);
        }
        let mut is_waiting = vec![true; members.len()];
        let mut waiting: Vec<usize> = (0..members.len()).collect();
        while let Some(class) = waiting.pop() {
            is_waiting[class] = false;
            let mut groups: Vec<Vec<u32>> = Vec::new();
            let mut known: HashMap<Vec<u32>, usize> = HashMap::new();
            for &node in &members[class] {
                let signature = copies.signature(node as usize, &self.of, &back, room)?;
                let next = groups.len();
                let group = *known.entry(signature).or_insert(next);
                groups.resize_with(groups.len().max(group + 1), Vec::new);
                groups[group].push(node);
            }
            if groups.len() < 2 {
                continue;
            }
            // The largest group stays, and so only the others are news.
            let largest = (0..groups.len()).max_by_key(|&at| (groups[at].len(), usize::MAX - at));
            members[class] = std::mem::take(&mut groups[largest.unwrap_or(0)]);
            let mut moved: Vec<u32> = Vec::new();
            for group in groups.into_iter().filter(|group| !group.is_empty()) {
                for &node in &group {
                    self.of[node as usize] = members.len() as ClassId;
                }
                moved.extend(&group);
                members.push(group);
                is_waiting.push(false);
            }
            for node in moved {
                let (copy, point) = (node as usize / count, node as usize % count);
                let ways = &copies.automaton.points[point].ways;
                let ahead = ways.iter().flat_map(targets).filter(|_| copies.looks_back);
                for point in back[point].iter().map(|back| back.from).chain(ahead) {
                    let class = self.of[copy * count + point as usize] as usize;
                    if !std::mem::replace(&mut is_waiting[class], true) {
                        waiting.push(class);
                    }
                }
            }
        }
        Ok(())
    }
}

/// The points to which a way leads, and at which its checks begin.
fn targets(way: &CodeWay) -> impl Iterator<Item = PointId> {
    let entries = way.tests.iter().map(|(_, entry)| *entry).filter(|&entry| entry != NO_POINT);
    entries.chain(std::iter::once(way.to))
}

/// What leads to a point: from where, by which label, and whether as a check.
#[derive(Clone, Copy)]
struct WayBack {
    from: PointId,
    label: LabelId,
    is_check: bool,
}

impl TwoCopies<'_> {
    /// What leads to each point.
    fn ways_back(&self) -> Vec<Vec<WayBack>> {
        let mut back: Vec<Vec<WayBack>> = vec![Vec::new(); self.automaton.points.len()];
        let points = self.automaton.points.iter().enumerate();
        for (from, point) in points.filter(|(from, _)| self.is_in[*from]) {
            let from = from as PointId;
            for way in &point.ways {
                back[way.to as usize].push(WayBack { from, label: way.label, is_check: false });
                for &(label, entry) in way.tests.iter().filter(|(_, entry)| *entry != NO_POINT) {
                    back[entry as usize].push(WayBack { from, label, is_check: true });
                }
            }
        }
        back
    }

    fn name(&self, copy: usize, point: &CodePoint) -> u32 {
        match (self.names, point.modifier.filter(|_| point.is_named)) {
            (Some(_), Some(modifier)) if copy == 0 => u32::from(modifier) + 1,
            (Some(images), Some(modifier)) => u32::from(images[usize::from(modifier)]) + 1,
            _ => u32::from(point.is_named),
        }
    }

    /// What a point does, by the present classes.
    fn signature(
        &self,
        node: usize,
        classes: &[ClassId],
        back: &[Vec<WayBack>],
        room: &mut usize,
    ) -> Result<Vec<u32>, TooMuchWork> {
        let count = self.automaton.points.len();
        let (copy, point) = (node / count, node % count);
        let class = |point: PointId| match point {
            NO_POINT => ClassId::MAX,
            point => classes[copy * count + point as usize],
        };
        let label = |label: LabelId| if copy == 0 { label } else { self.labels[label as usize] };
        let here = &self.automaton.points[point];
        let mut ways: Vec<Vec<u32>> = Vec::with_capacity(here.ways.len());
        for way in &here.ways {
            let tests = way.tests.iter().map(|&(test, entry)| [label(test), class(entry)]);
            let mut tests: Vec<[u32; 2]> = tests.collect();
            tests.sort_unstable();
            tests.dedup();
            let mut all = vec![label(way.label), class(way.to), tests.len() as u32];
            all.extend(tests.as_flattened());
            ways.push(all);
        }
        if self.looks_back {
            let ways_back = back[point].iter();
            ways.extend(ways_back.map(|back| {
                vec![u32::MAX, label(back.label), class(back.from), back.is_check.into()]
            }));
        }
        *room = room.checked_sub(ways.len() + 1).ok_or(TooMuchWork)?;
        ways.sort_unstable();
        ways.dedup();
        let mut signature = vec![self.name(copy, here)];
        signature.extend(ways.iter().flatten());
        Ok(signature)
    }
}
