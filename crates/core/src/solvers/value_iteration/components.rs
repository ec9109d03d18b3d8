//! The parts of a graph that lead into each other: strongly connected components.

use std::ops::Range;

use super::obstacle::Obstacle;
use super::purse::Purse;

/// The number of a position.
pub(super) type Number = u32;

/// The number that stands for "not visited yet".
const UNSEEN: u32 = u32::MAX;

/// The number that stands for "settled". It is greater than that of every visit.
const SETTLED: u32 = u32::MAX - 1;

/// The links between positions with consecutive numbers, and from these to others with smaller
/// numbers.
pub(super) struct Links {
    first: Number,
    /// Where the links of each position end. Those of the next one begin there.
    ends: Vec<u32>,
    targets: Vec<Number>,
}

impl Links {
    /// No links yet. The first position has this number.
    pub(super) fn new(first: Number) -> Self {
        Self { first, ends: Vec::new(), targets: Vec::new() }
    }

    /// Adds a link of the next position.
    pub(super) fn add(&mut self, target: Number, purse: &mut Purse) -> Result<(), Obstacle> {
        purse.push(&mut self.targets, target)
    }

    /// The next position has no more links.
    pub(super) fn close(&mut self, purse: &mut Purse) -> Result<(), Obstacle> {
        purse.push(&mut self.ends, self.targets.len() as u32)
    }

    /// The number of the first position.
    pub(super) fn first(&self) -> Number {
        self.first
    }

    /// Which links belong to a position, by its index from the first one.
    pub(super) fn range(&self, at: usize) -> Range<usize> {
        let from = if at == 0 { 0 } else { self.ends[at - 1] as usize };
        from..self.ends[at] as usize
    }

    /// Where these links lead.
    pub(super) fn of(&self, range: Range<usize>) -> &[Number] {
        &self.targets[range]
    }

    /// Calls `settle` for each part: positions that all lead to each other. A part comes after all
    /// those that it leads to. It is told whether the part has a cycle.
    ///
    /// Fails, too, if there is no room for the walk.
    ///
    /// R. Tarjan, "Depth-first search and linear graph algorithms", 1972, without recursion.
    pub(super) fn for_each_part(
        &self,
        purse: &mut Purse,
        settle: &mut impl FnMut(&[Number], bool) -> Result<(), Obstacle>,
    ) -> Result<(), Obstacle> {
        let mut walk = TarjanWalk::new(self.ends.len(), purse)?;
        // The positions on the way, and the next link of each.
        let mut way: Vec<(u32, u32)> = Vec::new();
        let mut part: Vec<Number> = Vec::new();
        for root in 0..self.ends.len() {
            if walk.order[root] != UNSEEN {
                continue;
            }
            walk.enter(root, purse)?;
            purse.push(&mut way, (root as u32, self.range(root).start as u32))?;
            while let Some((at, link)) = way.last_mut() {
                let at = *at as usize;
                if (*link as usize) < self.range(at).end {
                    // What has a smaller number than the first was settled earlier.
                    let next = self.targets[*link as usize].checked_sub(self.first);
                    *link += 1;
                    let Some(next) = next.map(|next| next as usize) else { continue };
                    if walk.order[next] == UNSEEN {
                        walk.enter(next, purse)?;
                        purse.push(&mut way, (next as u32, self.range(next).start as u32))?;
                    } else {
                        walk.low[at] = walk.low[at].min(walk.order[next]);
                    }
                    continue;
                }
                way.pop();
                purse.give_back(size_of::<(u32, u32)>());
                if let Some(&(above, _)) = way.last() {
                    let above = above as usize;
                    walk.low[above] = walk.low[above].min(walk.low[at]);
                }
                if walk.low[at] == walk.order[at] {
                    walk.close(at, self.first, &mut part, purse)?;
                    let leads_to_itself = self.of(self.range(at)).contains(&part[0]);
                    settle(&part, part.len() > 1 || leads_to_itself)?;
                    for number in part.drain(..) {
                        purse.give_back(size_of::<Number>());
                        walk.order[(number - self.first) as usize] = SETTLED;
                    }
                }
            }
        }
        Ok(())
    }
}

/// The state of the walk through the graph. Positions are counted from the first one.
struct TarjanWalk {
    /// When each position was visited.
    order: Vec<u32>,
    /// When the earliest one was visited to which each is known to lead, among those that are not
    /// settled.
    low: Vec<u32>,
    /// What was visited and is not settled, in this order.
    open: Vec<u32>,
    visited: u32,
}

impl TarjanWalk {
    fn new(count: usize, purse: &mut Purse) -> Result<Self, Obstacle> {
        let mut unseen = || {
            let mut list = Vec::new();
            (0..count).try_for_each(|_| purse.push(&mut list, UNSEEN)).map(|()| list)
        };
        Ok(Self { order: unseen()?, low: unseen()?, open: Vec::new(), visited: 0 })
    }

    /// Visits a position.
    fn enter(&mut self, at: usize, purse: &mut Purse) -> Result<(), Obstacle> {
        self.order[at] = self.visited;
        self.low[at] = self.visited;
        self.visited += 1;
        purse.push(&mut self.open, at as u32)
    }

    /// The part that ends with a position: what was visited since it was. `first` is the number of
    /// the first position.
    fn close(
        &mut self,
        at: usize,
        first: Number,
        part: &mut Vec<Number>,
        purse: &mut Purse,
    ) -> Result<(), Obstacle> {
        while let Some(open) = self.open.pop() {
            purse.give_back(size_of::<u32>());
            purse.push(part, first + open)?;
            if open as usize == at {
                break;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The parts of a graph, each sorted, and whether they have cycles.
    fn parts(first: Number, links: &[&[Number]]) -> Vec<(Vec<Number>, bool)> {
        let mut purse = Purse::new(1 << 25);
        let mut graph = Links::new(first);
        for targets in links {
            targets.iter().for_each(|&target| graph.add(target, &mut purse).unwrap());
            graph.close(&mut purse).unwrap();
        }
        let mut found = Vec::new();
        let all = graph.for_each_part(&mut purse, &mut |part, is_cyclic| {
            let mut part = part.to_vec();
            part.sort_unstable();
            found.push((part, is_cyclic));
            Ok(())
        });
        assert_eq!(all, Ok(()));
        found
    }

    #[test]
    fn what_a_part_leads_to_comes_before_it() {
        // 10 -> 11 <-> 12 -> 13, 13 -> 13, 10 -> 3.
        let links: [&[Number]; 4] = [&[11, 3], &[12], &[11, 13], &[13]];
        assert_eq!(parts(10, &links), [(vec![13], true), (vec![11, 12], true), (vec![10], false)]);
        assert_eq!(parts(0, &[&[], &[0]]), [(vec![0], false), (vec![1], false)]);
        let ring: [&[Number]; 3] = [&[1], &[2], &[0, 1]];
        assert_eq!(parts(0, &ring), [(vec![0, 1, 2], true)]);
    }

    #[test]
    fn a_long_way_needs_no_stack() {
        let links: Vec<Vec<Number>> = (0..200_000).map(|at| vec![(at + 1) % 200_000]).collect();
        let links: Vec<&[Number]> = links.iter().map(Vec::as_slice).collect();
        assert_eq!(parts(0, &links).len(), 1);
    }

    #[test]
    fn an_error_ends_it() {
        let mut purse = Purse::new(100);
        let mut graph = Links::new(0);
        graph.close(&mut purse).unwrap();
        let end = graph.for_each_part(&mut purse, &mut |_, _| Err(Obstacle::Ended));
        assert_eq!(end, Err(Obstacle::Ended));
        let end = graph.for_each_part(&mut Purse::new(10), &mut |_, _| Ok(()));
        assert_eq!(end, Err(Obstacle::NoRoom));
    }
}
