//! Learning on many machines: the games of a generation as tasks, and their answers as games.
//!
//! Tasks can be played anywhere, in any order, and more than once. The weights are those that one
//! process learns from the same plan.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::course::{LearnPlan, LearnProgress, Learnt};
use super::error::LearnError;
use super::games_task::{AnswerError, GamesAnswer, GamesTask};
use super::progress_file::Patience;

/// What has become of answers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AddedGames {
    /// So many have brought new games.
    pub new: usize,
    /// So many have brought games that are known, or are needed no more.
    pub known: usize,
    /// The generation that is at work now, and so many batches that it lacks, as far as is known.
    pub lacks: (u32, usize),
    /// How far learning is.
    pub learnt: Learnt,
}

impl LearnPlan {
    /// Makes sure that the plan can be followed, and begins its file of progress.
    ///
    /// # Errors
    ///
    /// Those of [`learn`](Self::learn).
    pub fn check(&self, stop: &Arc<AtomicBool>) -> Result<(), LearnError> {
        self.with_course(stop, Patience::Long, |_| Ok(()))
    }

    /// The games that the next generation still needs, as far as is known: the more positions they
    /// bring, the fewer are needed. There are none if the limit of generations is reached.
    ///
    /// If a generation has all its games and is not complete, because somebody has interrupted
    /// that, this completes it.
    ///
    /// # Errors
    ///
    /// Those of [`learn`](Self::learn).
    pub fn tasks(
        &self,
        stop: &Arc<AtomicBool>,
        report: &mut dyn FnMut(LearnProgress<'_>),
    ) -> Result<Vec<GamesTask>, LearnError> {
        self.with_course(stop, Patience::Long, |course| {
            while let Some(number) = course.next() {
                let lacking = course.lacking(number)?;
                if !lacking.is_empty() {
                    return Ok(lacking
                        .into_iter()
                        .map(|batch| course.task(number, batch))
                        .collect());
                }
                course.complete(number, report)?;
            }
            Ok(Vec::new())
        })
    }

    /// Adds the games of answers, and completes the generation if it has all its games then.
    /// `refuse` gets those that are not taken, by their index.
    ///
    /// # Errors
    ///
    /// Those of [`learn`](Self::learn). Answers so far are added.
    pub fn add(
        &self,
        answers: &[GamesAnswer],
        stop: &Arc<AtomicBool>,
        refuse: &mut dyn FnMut(usize, AnswerError),
        report: &mut dyn FnMut(LearnProgress<'_>),
    ) -> Result<AddedGames, LearnError> {
        self.with_course(stop, Patience::Long, |course| {
            let (mut new, mut known) = (0, 0);
            for (index, answer) in answers.iter().enumerate() {
                match course.add(answer)? {
                    Ok(true) => new += 1,
                    Ok(false) => known += 1,
                    Err(error) => refuse(index, error),
                }
            }
            if let Some(number) = course.next()
                && course.lacking(number)?.is_empty()
            {
                course.complete(number, report)?;
            }
            let lacks = match course.next() {
                Some(number) => (number, course.lacking(number)?.len()),
                None => (course.learnt().generations, 0),
            };
            Ok(AddedGames { new, known, lacks, learnt: course.learnt() })
        })
    }
}
