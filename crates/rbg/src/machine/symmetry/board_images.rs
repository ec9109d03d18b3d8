//! The ways in which a board can lie on itself: turned, mirrored.

use std::collections::HashMap;

use crate::language::board::{BoardShape, RulesBoard};

/// The most images of a board that are looked at.
const MOST_IMAGES: usize = 64;
/// The most directions of a graph that may become each other.
const MOST_DIRECTIONS: usize = 5;
/// The largest graph that is looked at.
const MOST_PLACES: usize = 256;

/// For each way in which the board can lie on itself, the image of each place. The first one leaves
/// all where it is.
pub(crate) fn board_images(board: &RulesBoard) -> Vec<Vec<u16>> {
    let whole = |at: &[u16; 2]| [i32::from(at[0]), i32::from(at[1]), 0];
    let mut images = match &board.shape {
        BoardShape::Rectangle(at) => drawn(&at.iter().map(whole).collect::<Vec<_>>(), &turns(2)),
        BoardShape::Cuboid(at) => {
            drawn(&at.iter().map(|at| at.map(i32::from)).collect::<Vec<_>>(), &turns(3))
        }
        BoardShape::Hexagon { at, rows } => {
            // A place by how far down it is on the one slant, and on the other.
            let slants = |&[x, y]: &[u16; 2]| {
                let aside = 2 * i32::from(x) - i32::from(rows[usize::from(y)]) + 1;
                let y = i32::from(y);
                [(y + aside).div_euclid(2), (y - aside).div_euclid(2), 0]
            };
            drawn(&at.iter().map(slants).collect::<Vec<_>>(), &hexagon_turns())
        }
        BoardShape::Graph(_) => graph(board),
    };
    images.retain(|image| image.iter().enumerate().any(|(place, &to)| place != usize::from(to)));
    images.insert(0, (0..board.places() as u16).collect());
    images
}

/// A linear map, by its rows.
type AxisMap = [[i32; 3]; 3];

/// The maps that exchange the axes, as many as there are, and turn their directions. Mirrors come
/// first, then half turns.
fn turns(axes: usize) -> Vec<AxisMap> {
    let orders: &[[usize; 3]] = match axes {
        2 => &[[0, 1, 2], [1, 0, 2]],
        _ => &[[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]],
    };
    let mut found = Vec::new();
    for order in orders {
        for signs in 0..1 << axes {
            let mut turn = [[0; 3]; 3];
            for (axis, &from) in order.iter().enumerate() {
                turn[axis][from] = if signs >> axis & 1 == 1 { -1 } else { 1 };
            }
            found.push(turn);
        }
    }
    found
}

/// The maps of a hexagon, whose places have coordinates on two of three axes.
fn hexagon_turns() -> Vec<AxisMap> {
    // A turn by a sixth takes the first axis to the second, and that to the third.
    let sixth = |[x, y, _]: [i32; 3]| [-y, x + y, 0];
    let mirror = |[x, y, _]: [i32; 3]| [y, x, 0];
    let mut found = Vec::new();
    for is_mirrored in [false, true] {
        let mut axes = [[1, 0, 0], [0, 1, 0]];
        if is_mirrored {
            axes = axes.map(mirror);
        }
        for _ in 0..6 {
            let [one, other] = axes;
            found.push([[one[0], other[0], 0], [one[1], other[1], 0], [0; 3]]);
            axes = axes.map(sixth);
        }
    }
    found
}

/// The images of places with coordinates under those maps that fit.
fn drawn(at: &[[i32; 3]], turns: &[AxisMap]) -> Vec<Vec<u16>> {
    let index: HashMap<[i32; 3], u16> =
        at.iter().enumerate().map(|(place, &at)| (at, place as u16)).collect();
    let least = |all: &[[i32; 3]]| -> [i32; 3] {
        std::array::from_fn(|axis| all.iter().map(|at| at[axis]).min().unwrap_or(0))
    };
    let fits = |turn: &AxisMap| -> Option<Vec<u16>> {
        let turned = |at: &[i32; 3]| turn.map(|row| (0..3).map(|axis| row[axis] * at[axis]).sum());
        let turned: Vec<[i32; 3]> = at.iter().map(turned).collect();
        let (from, to) = (least(&turned), least(at));
        let image = |at: &[i32; 3]| {
            let at: [i32; 3] = std::array::from_fn(|axis| at[axis] - from[axis] + to[axis]);
            index.get(&at).copied()
        };
        turned.iter().map(image).collect()
    };
    turns.iter().filter_map(fits).collect()
}

/// The images of a graph that take directions to directions, if it is small and connected.
fn graph(board: &RulesBoard) -> Vec<Vec<u16>> {
    let (places, directions) = (board.places(), board.steps.len());
    if places > MOST_PLACES {
        return Vec::new();
    }
    // Each order of the directions, as in counting.
    let mut orders = vec![Vec::new()];
    for next in 0..directions {
        if directions > MOST_DIRECTIONS {
            orders.iter_mut().for_each(|order: &mut Vec<usize>| order.push(next));
            continue;
        }
        let longer = |order: &Vec<usize>| {
            let order = order.clone();
            (0..=next).map(move |at| {
                let mut order = order.clone();
                order.insert(order.len() - at, next);
                order
            })
        };
        orders = orders.iter().flat_map(longer).collect();
    }
    let mut found: Vec<Vec<u16>> = Vec::new();
    for order in &orders {
        for start in 0..places as u16 {
            let image = spread(board, order, start);
            if let Some(image) = image.filter(|image| !found.contains(image)) {
                found.push(image);
            }
            if found.len() > MOST_IMAGES {
                return Vec::new();
            }
        }
    }
    found
}

/// The image of a graph in which the first place becomes `start`, and each direction another one.
fn spread(board: &RulesBoard, order: &[usize], start: u16) -> Option<Vec<u16>> {
    let places = board.places();
    let mut image: Vec<Option<u16>> = vec![None; places];
    let mut is_taken = vec![false; places];
    (image[0], is_taken[usize::from(start)]) = (Some(start), true);
    let mut open = vec![(0_usize, start)];
    while let Some((from, there)) = open.pop() {
        for (direction, steps) in board.steps.iter().enumerate() {
            let ends = [steps[from], board.steps[order[direction]][usize::from(there)]];
            let [Some(to), Some(twin)] = ends else {
                if ends == [None, None] {
                    continue;
                }
                return None;
            };
            match image[usize::from(to)] {
                Some(known) if known == twin => {}
                Some(_) => return None,
                None if std::mem::replace(&mut is_taken[usize::from(twin)], true) => return None,
                None => {
                    image[usize::from(to)] = Some(twin);
                    open.push((to.into(), twin));
                }
            }
        }
    }
    image.into_iter().collect()
}
