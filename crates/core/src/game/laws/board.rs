//! Examines how a game describes its board.

use std::collections::BTreeMap;

use super::Law;
use super::verdict::{Examined, expect, is_word};
use crate::game::board::{
    Area, Contents, Diagram, Extent, Gesture, Group, Layout, Place, PlaceCode,
};
use crate::game::{Player, Position, Symmetry, Written};

/// Examines the board of a game in its positions.
pub(super) struct BoardExaminer<'a, P: Position> {
    board: &'a dyn Diagram<P>,
    layout: Layout,
}

impl<'a, P: Written> BoardExaminer<'a, P> {
    /// Examines the layout.
    pub(super) fn new(board: &'a dyn Diagram<P>) -> Result<Self, (Law, String)> {
        let layout = board.layout();
        measure(&layout)?;
        expect(Law::LayoutKept, board.layout() == layout, || "another one".to_owned())?;
        for player in [Player::First, Player::Second] {
            for (index, place) in layout.places.iter().enumerate() {
                let name = place.name_for(player);
                let taken =
                    |other: &Place| other.name_for(player) == name && other.area == place.area;
                let is_free = !layout.places[..index].iter().any(taken);
                expect(Law::PlacesNamed, is_word(name) && !name.contains(',') && is_free, || {
                    format!("place {index} is called '{name}'")
                })?;
            }
        }
        let places = layout.groups.iter().flat_map(|group| &group.places);
        let wrong = places.copied().find(|&place| place >= layout.places.len());
        expect(Law::GroupsWhole, wrong.is_none(), || format!("a group has place {wrong:?}"))?;
        let examiner = Self { board, layout };
        examiner.opposites()?;
        Ok(examiner)
    }

    /// Whether the places are pairs of opposites, or none has an opposite.
    fn opposites(&self) -> Examined {
        let places = &self.layout.places;
        let has_any = (0..places.len()).any(|place| self.board.opposite(place).is_some());
        for (index, place) in places.iter().enumerate().filter(|_| has_any) {
            let there = self.board.opposite(index);
            let other = there.and_then(|there| places.get(there));
            let alike = other.is_some_and(|other| {
                (other.outline, other.area) == (place.outline, across(place.area))
            });
            let returns =
                alike && there.and_then(|place| self.board.opposite(place)) == Some(index);
            expect(Law::OppositesPaired, returns, || {
                format!("the opposite of place {index}, '{}', is {there:?}", place.name)
            })?;
        }
        let opposite = |&place: &usize| self.board.opposite(place).unwrap_or(place);
        let groups = &self.layout.groups;
        for Group { name, kind, places } in groups.iter().filter(|_| has_any) {
            let mut twin: Vec<usize> = places.iter().map(opposite).collect();
            twin.sort_unstable();
            let is_twin = |group: &Group| {
                let mut places = group.places.clone();
                places.sort_unstable();
                group.kind == *kind && places == twin
            };
            expect(Law::GroupsOpposed, groups.iter().any(is_twin), || {
                format!("the places of group '{name}' have the opposites {twin:?}")
            })?;
        }
        Ok(())
    }

    /// Examines a position. `last` is the move that led there.
    pub(super) fn position(
        &self,
        position: &P,
        legal: &[P::Move],
        last: Option<P::Move>,
    ) -> Examined {
        let contents = self.board.contents(position, last).sorted();
        self.exist(&contents)?;
        for &m in legal {
            let gesture = self.board.gesture(position, m);
            let wrong = |step: &Vec<usize>| step.is_empty() || !self.are_places(step);
            expect(Law::GesturesPlaced, !gesture.iter().any(wrong), || {
                format!("{}: {gesture:?}", position.format_move(m))
            })?;
            let ways = self.board.steps(position, m);
            let changes: Vec<BTreeMap<usize, i32>> = ways.iter().map(|way| change(way)).collect();
            let agree = changes.windows(2).all(|pair| pair[0] == pair[1])
                && ways.iter().all(|way| !way.is_empty() && self.are_places(way.as_flattened()));
            expect(Law::StepsAgree, agree, || format!("{}: {ways:?}", position.format_move(m)))?;
        }
        let read = position.parse(&position.format());
        let read = read.map(|read| self.board.contents(&read, last).sorted());
        expect(Law::ContentsOfText, read.as_ref() == Ok(&contents), || {
            format!("{contents:?}; read from its text it has {read:?}")
        })?;
        self.codes_of_contents(position, &contents)?;
        if position.actor().is_chance() {
            self.throws(position, legal)?;
        }
        for symmetry in 1..position.symmetries() {
            self.symmetry(position, legal, symmetry)?;
        }
        Ok(())
    }

    fn are_places(&self, places: &[usize]) -> bool {
        places.iter().all(|&place| place < self.layout.places.len())
    }

    /// Whether everything is somewhere, and each place and stroke is told once. `contents` are
    /// sorted.
    fn exist(&self, contents: &Contents) -> Examined {
        let Contents { pieces, strokes, ways, .. } = contents;
        let once = pieces.windows(2).all(|pair| pair[0].place < pair[1].place)
            && strokes.windows(2).all(|pair| pair[0].stroke < pair[1].stroke);
        let last = pieces.last().is_none_or(|piece| piece.place < self.layout.places.len())
            && strokes.last().is_none_or(|owned| owned.stroke < self.layout.strokes.len());
        let counted = pieces.iter().all(|piece| piece.count > 0);
        expect(Law::ContentsPlaced, once && last && counted, || format!("{contents:?}"))?;
        for way in ways {
            // A piece that has not left the board stands at the end of its way.
            let end = way.last();
            let is_last = pieces.iter().all(|piece| Some(&piece.place) != end || piece.last);
            let is_whole = end.is_some() && self.are_places(way) && is_last;
            expect(Law::WaysLed, is_whole, || format!("the way {way:?} in {contents:?}"))?;
        }
        Ok(())
    }

    /// Whether the board shows which of its outcomes chance has chosen.
    fn throws(&self, position: &P, legal: &[P::Move]) -> Examined {
        let mut shown: Vec<(u64, Contents, P::Move)> = Vec::new();
        for &m in legal {
            let mut after = position.clone();
            after.make(m);
            let contents = bare(self.board.contents(&after, None).sorted());
            let like = |(key, other, _): &&(u64, Contents, P::Move)| {
                *key != after.key() && *other == contents
            };
            let other = shown.iter().find(like).map(|&(_, _, other)| position.format_move(other));
            expect(Law::ThrowsShown, other.is_none(), || {
                let other = other.unwrap_or_default();
                format!("after {other} and after {} it has {contents:?}", position.format_move(m))
            })?;
            shown.push((after.key(), contents, m));
        }
        Ok(())
    }

    /// The codes of a position: of places, and of strokes.
    fn codes(&self, position: &P) -> [Vec<PlaceCode>; 2] {
        let Layout { places, strokes, .. } = &self.layout;
        let [mut places, mut strokes] =
            [places.len(), strokes.len()].map(|count| vec![PlaceCode::EMPTY; count]);
        self.board.codes(position, &mut places, &mut strokes);
        [places, strokes]
    }

    /// Whether the codes of a position tell the same as its contents. They may tell to whom an
    /// empty place is open.
    fn codes_of_contents(&self, position: &P, contents: &Contents) -> Examined {
        let [mut places, strokes] = self.codes(position);
        let mut shown = [places.len(), strokes.len()].map(|count| vec![PlaceCode::EMPTY; count]);
        for piece in &contents.pieces {
            shown[0][piece.place] = PlaceCode::piece(piece.owner, piece.kind);
        }
        for owned in &contents.strokes {
            shown[1][owned.stroke] = PlaceCode::piece(Some(owned.owner), 0);
        }
        for code in &mut places {
            *code = code.closed();
        }
        for (what, codes, shown) in [("place", &places, &shown[0]), ("stroke", &strokes, &shown[1])]
        {
            let wrong = (0..shown.len()).find(|&index| codes[index] != shown[index]);
            expect(Law::PlaceCodesTold, wrong.is_none(), || {
                let index = wrong.unwrap_or_default();
                let (code, right) = (codes[index], shown[index]);
                format!("{what} {index} has {code:?}, where the contents have {right:?}")
            })?;
        }
        Ok(())
    }

    /// Whether a symmetry permutes places and strokes as it changes the position.
    fn symmetry(&self, position: &P, legal: &[P::Move], symmetry: Symmetry) -> Examined {
        let image = position.image(symmetry);
        let back = position.inverse(symmetry);
        let name = format!("symmetry {symmetry}");
        let place = |place| self.board.image_of_place(place, symmetry);
        for (index, one) in self.layout.places.iter().enumerate() {
            let there = self.layout.places.get(place(index));
            let alike =
                there.is_some_and(|other| (other.outline, other.area) == (one.outline, one.area));
            let returns = alike && self.board.image_of_place(place(index), back) == index;
            expect(Law::PlacesMapped, returns, || {
                format!("{name} maps place {index}, '{}', to {}", one.name, place(index))
            })?;
        }
        let mut mapped = self.board.contents(position, None);
        for piece in &mut mapped.pieces {
            piece.place = place(piece.place);
        }
        for owned in &mut mapped.strokes {
            owned.stroke = self.board.image_of_stroke(owned.stroke, symmetry);
        }
        let (mapped, contents) = (mapped.sorted(), self.board.contents(&image, None).sorted());
        expect(Law::ContentsMirrored, mapped == contents, || {
            format!("{name}: {contents:?}, where the image of the contents is {mapped:?}")
        })?;
        let there = image.legal_moves();
        for &m in legal {
            let code = position.map_code(position.code(m), symmetry);
            let Some(&twin) = there.iter().find(|&&m| image.code(m) == code) else { continue };
            let mut mapped = self.board.gesture(position, m);
            mapped.iter_mut().flatten().for_each(|step| *step = place(*step));
            let gesture = self.board.gesture(&image, twin);
            expect(Law::GesturesMirrored, alike(&mapped, &gesture), || {
                format!("{name}, {}: {gesture:?}, not {mapped:?}", position.format_move(m))
            })?;
        }
        let ([places, strokes], codes_there) = (self.codes(position), self.codes(&image));
        let mut mapped = codes_there.clone().map(|codes| vec![PlaceCode::EMPTY; codes.len()]);
        for (index, &code) in places.iter().enumerate() {
            mapped[0][place(index)] = code;
        }
        for (index, &code) in strokes.iter().enumerate() {
            let there = mapped[1].get_mut(self.board.image_of_stroke(index, symmetry));
            there.into_iter().for_each(|image| *image = code);
        }
        expect(Law::PlaceCodesMirrored, mapped == codes_there, || {
            format!("{name}: {codes_there:?}, where the image of the codes is {mapped:?}")
        })
    }
}

/// How many pieces more or fewer there are at each place after some steps, where that differs.
fn change(steps: &[[usize; 2]]) -> BTreeMap<usize, i32> {
    let mut change = BTreeMap::new();
    for &[from, to] in steps {
        *change.entry(from).or_default() -= 1;
        *change.entry(to).or_default() += 1;
    }
    change.retain(|_, count| *count != 0);
    change
}

/// The area of the opposites of places of an area.
const fn across(area: Area) -> Area {
    match area {
        Area::First => Area::Second,
        Area::Second => Area::First,
        Area::Board | Area::Beside => area,
    }
}

/// The same contents without what only people see, so that a kind has to tell what differs.
fn bare(mut contents: Contents) -> Contents {
    for piece in &mut contents.pieces {
        (piece.name, piece.sign, piece.crowned, piece.count) = (String::new(), None, false, 1);
        (piece.last, piece.won) = (false, false);
    }
    contents.tallies.clear();
    contents.ways.clear();
    contents
}

/// Whether all numbers can be drawn.
fn measure(layout: &Layout) -> Examined {
    let Extent { x, y, width, height } = layout.bounds();
    // A number that is not finite need not reach the bounds.
    let places = layout.places.iter().flat_map(|place| [place.x, place.y, place.width]);
    let labels = layout.labels.iter().flat_map(|label| [label.x, label.y]);
    let points = layout.strokes.iter().flat_map(|stroke| stroke.points.iter().flatten().copied());
    let panels = layout.panels.iter().map(|panel| panel.extent);
    let panels = panels.flat_map(|at| [at.x, at.y, at.width, at.height]);
    let mut stacks = layout.places.iter().filter_map(|place| place.stack);
    let steps = stacks.clone().flat_map(|stack| [stack.dx, stack.dy]);
    let rim = layout.materials.rim;
    let all = places.chain(labels).chain(points).chain(panels).chain(steps);
    let wrong = all.chain([rim, x, y, width, height]).find(|number| !number.is_finite());
    expect(Law::LayoutMeasured, wrong.is_none(), || format!("the number {wrong:?}"))?;
    expect(Law::LayoutMeasured, rim >= 0.0, || format!("a rim of {rim}"))?;
    let low = stacks.find(|stack| stack.most == 0);
    expect(Law::LayoutMeasured, low.is_none(), || format!("a stack of nothing: {low:?}"))?;
    let [first, second] = layout.materials.colours;
    expect(Law::ColoursDiffer, first != second, || format!("{first:?} for both"))?;
    let narrow = layout.places.iter().find(|place| place.width <= 0.0);
    expect(Law::LayoutMeasured, narrow.is_none(), || format!("a narrow place: {narrow:?}"))?;
    let short = layout.strokes.iter().find(|stroke| stroke.points.len() < 2);
    expect(Law::LayoutMeasured, short.is_none(), || format!("a short stroke: {short:?}"))
}

/// Whether two gestures have the same steps. The place to show comes first. The order of the others
/// does not matter.
fn alike(one: &Gesture, other: &Gesture) -> bool {
    let sorted = |gesture: &Gesture| -> Gesture {
        let mut gesture = gesture.clone();
        gesture.iter_mut().for_each(|step| step.get_mut(1..).into_iter().for_each(<[_]>::sort));
        gesture
    };
    sorted(one) == sorted(other)
}
