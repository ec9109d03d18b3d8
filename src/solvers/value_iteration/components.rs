//! The parts of a graph that lead into each other: strongly connected components.

use std::ops::Range;

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
    pub(super) fn add(&mut self, target: Number) {
        self.targets.push(target);
    }

    /// The next position has no more links.
    pub(super) fn close(&mut self) {
        self.ends.push(self.targets.len() as u32);
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
    /// R. Tarjan, "Depth-first search and linear graph algorithms", 1972, without recursion.
    pub(super) fn for_each_part<E>(
        &self,
        settle: &mut impl FnMut(&[Number], bool) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut walk = TarjanWalk::new(self.ends.len());
        // The positions on the way, and the next link of each.
        let mut way: Vec<(usize, usize)> = Vec::new();
        for root in 0..self.ends.len() {
            if walk.order[root] != UNSEEN {
                continue;
            }
            walk.enter(root);
            way.push((root, self.range(root).start));
            while let Some((at, link)) = way.last_mut() {
                let at = *at;
                if *link < self.range(at).end {
                    // What has a smaller number than the first was settled earlier.
                    let next = self.targets[*link].checked_sub(self.first);
                    *link += 1;
                    let Some(next) = next.map(|next| next as usize) else { continue };
                    if walk.order[next] == UNSEEN {
                        walk.enter(next);
                        way.push((next, self.range(next).start));
                    } else {
                        walk.low[at] = walk.low[at].min(walk.order[next]);
                    }
                    continue;
                }
                way.pop();
                if let Some(&(above, _)) = way.last() {
                    walk.low[above] = walk.low[above].min(walk.low[at]);
                }
                if walk.low[at] == walk.order[at] {
                    let from = walk.open.iter().rposition(|&open| open == at).unwrap_or(0);
                    let numbers = walk.open.drain(from..).map(|at| self.first + at as Number);
                    let part: Vec<Number> = numbers.rev().collect();
                    let leads_to_itself = self.of(self.range(at)).contains(&part[0]);
                    settle(&part, part.len() > 1 || leads_to_itself)?;
                    for &number in &part {
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
    open: Vec<usize>,
    visited: u32,
}

impl TarjanWalk {
    fn new(count: usize) -> Self {
        Self { order: vec![UNSEEN; count], low: vec![UNSEEN; count], open: Vec::new(), visited: 0 }
    }

    /// Visits a position.
    fn enter(&mut self, at: usize) {
        self.order[at] = self.visited;
        self.low[at] = self.visited;
        self.visited += 1;
        self.open.push(at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The parts of a graph, each sorted, and whether they have cycles.
    fn parts(first: Number, links: &[&[Number]]) -> Vec<(Vec<Number>, bool)> {
        let mut graph = Links::new(first);
        for targets in links {
            targets.iter().for_each(|&target| graph.add(target));
            graph.close();
        }
        let mut found = Vec::new();
        let all = graph.for_each_part(&mut |part, is_cyclic| {
            let mut part = part.to_vec();
            part.sort_unstable();
            found.push((part, is_cyclic));
            Ok::<(), ()>(())
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
        let mut graph = Links::new(0);
        graph.close();
        assert_eq!(graph.for_each_part(&mut |_, _| Err("no")), Err("no"));
    }
}
