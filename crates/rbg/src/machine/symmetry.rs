//! The symmetries of a game, proven on its code.
//!
//! Each way in which the board can lie on itself, turned or mirrored, is tried. The code becomes an
//! [automaton], in which the deeds have [labels] by what they do. The image of the code is the same
//! automaton with the images of the labels. If both do the same where somebody may be to move, the
//! [proof] is done. So `left + right` is its own mirror image, and a choice of four directions its
//! own image under a quarter turn.
//!
//! What is proven supposes what the language supposes: if there are several ways for the keeper,
//! they come to the same. That is [tried](trial) in random games.

mod automaton;
pub(crate) mod board_images;
pub(crate) mod code_symmetry;
pub(crate) mod exchange;
pub(crate) mod group;
mod labels;
mod loose;
mod partition;
mod patterns;
mod proof;
pub(crate) mod search;
mod trial;
