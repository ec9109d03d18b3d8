//! Work on threads: how threads start, share work, and pass their panics on.
//!
//! A system may refuse a thread. Shared work then has fewer threads than requested and takes
//! longer. If a thread panics in shared work, the panic continues in the thread that started the
//! work.

use std::convert::Infallible;
use std::io::Result as IoResult;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::channel;
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, JoinHandle, ScopedJoinHandle, scope, sleep};
use std::time::Duration;

/// The stack of a thread that searches. It has room for a deep recursion in games whose positions
/// are large.
const SEARCH_STACK: usize = 64 << 20;

/// The longest pause between two checks whether threads have ended.
const TICK: Duration = Duration::from_millis(100);

/// What a new thread is like: its name, and its stack.
#[derive(Clone, Copy)]
pub struct ThreadKind {
    name: &'static str,
    /// In bytes. `None` for the usual size.
    stack: Option<usize>,
}

/// What a thread does. How threads start and end is compiled once for all kinds of work.
type ThreadWork<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Threads that share work, for the thread that watches over them.
pub struct Helpers<'scope>(Vec<ScopedJoinHandle<'scope, ()>>);

impl Helpers<'_> {
    /// Whether the system refused every thread.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether all of them have ended.
    pub fn are_done(&self) -> bool {
        self.0.iter().all(ScopedJoinHandle::is_finished)
    }
}

impl ThreadKind {
    /// A thread with this name.
    pub const fn named(name: &'static str) -> Self {
        Self { name, stack: None }
    }

    /// A thread with this name that searches, or calls the code of a game in another way.
    pub const fn searching(name: &'static str) -> Self {
        Self { name, stack: Some(SEARCH_STACK) }
    }

    /// The same with a stack of this size, in bytes.
    pub const fn with_stack(self, stack: usize) -> Self {
        Self { stack: Some(stack), ..self }
    }

    fn builder(self) -> Builder {
        let builder = Builder::new().name(self.name.to_owned());
        match self.stack {
            Some(stack) => builder.stack_size(stack),
            None => builder,
        }
    }

    /// Starts a thread. Another thread can wait for it.
    ///
    /// # Errors
    ///
    /// If the system refuses it.
    pub fn start(self, work: impl FnOnce() + Send + 'static) -> IoResult<JoinHandle<()>> {
        let work: ThreadWork<'static> = Box::new(work);
        self.builder().spawn(work)
    }

    /// Starts a thread. No other thread waits for it.
    ///
    /// # Errors
    ///
    /// If the system refuses it.
    pub fn detach(self, work: impl FnOnce() + Send + 'static) -> IoResult<()> {
        self.start(work).map(drop)
    }

    /// Runs `lead` on this thread while each helper runs on another thread. If the system refuses a
    /// thread, this helper and those after it do not run. Waits for the helpers. Returns the result
    /// of `lead` and the results of the helpers, in order.
    ///
    /// # Panics
    ///
    /// If a helper panics. The panic continues here after all helpers have ended.
    pub fn lead<T: Send, R, H: FnOnce() -> T + Send>(
        self,
        helpers: impl IntoIterator<Item = H>,
        lead: impl FnOnce(&Helpers<'_>) -> R,
    ) -> (R, Vec<T>) {
        let helpers: Vec<H> = helpers.into_iter().collect();
        let mut results: Vec<Option<T>> = helpers.iter().map(|_| None).collect();
        let (mut lead, mut led) = (Some(lead), None);
        let works = helpers.into_iter().zip(&mut results).map(|(helper, result)| {
            let work: ThreadWork<'_> = Box::new(move || *result = Some(helper()));
            work
        });
        self.run(works.collect(), &mut |helpers| led = lead.take().map(|lead| lead(helpers)));
        (led.expect("this thread has led"), results.into_iter().flatten().collect())
    }

    fn run(self, works: Vec<ThreadWork<'_>>, lead: &mut dyn FnMut(&Helpers<'_>)) {
        scope(|scope| {
            let spawn = |work| self.builder().spawn_scoped(scope, work).ok();
            let helpers = Helpers(works.into_iter().map_while(spawn).collect());
            lead(&helpers);
            for helper in helpers.0 {
                helper.join().unwrap_or_else(|panic| resume_unwind(panic));
            }
        });
    }

    /// Does some work on a thread of its own, for example because it needs a larger stack than this
    /// one may have. If the system refuses the thread, this one does the work.
    ///
    /// # Panics
    ///
    /// If the work does.
    pub fn alone<R: Send>(self, work: impl FnOnce() -> R + Send) -> R {
        let work = Mutex::new(Some(work));
        let once = || {
            let work = work.lock().unwrap_or_else(PoisonError::into_inner).take();
            work.map(|work| work())
        };
        let ((), done) = self.lead([&once], |_| ());
        done.into_iter().flatten().next().or_else(once).expect("the work is done once")
    }

    /// Lets up to `count` threads all do the same work. Calls `meanwhile` now and then until they
    /// have ended. If the system refuses every thread, this thread does the work.
    ///
    /// # Panics
    ///
    /// If the work does.
    pub fn watch(self, count: usize, work: impl Fn() + Sync, meanwhile: &mut dyn FnMut()) {
        self.lead((0..count).map(|_| &work), |helpers| {
            if helpers.is_empty() {
                work();
            }
            let mut pause = Duration::from_millis(1);
            while !helpers.are_done() {
                sleep(pause);
                pause = TICK.min(2 * pause);
                meanwhile();
            }
        });
    }

    /// Shares the pieces of work 0 to `count` - 1 among up to `threads` threads. Each thread makes
    /// its own tool and does one piece after another, until no piece is left or a piece returns
    /// `None`. This thread takes the results as they come, with their numbers. The first error that
    /// `take` returns ends everything.
    ///
    /// # Errors
    ///
    /// The error that `take` returns.
    ///
    /// # Panics
    ///
    /// If a tool or a piece of work does.
    pub fn share<Tool, T: Send, E: Send, F>(
        self,
        (threads, count): (usize, usize),
        tool: impl Fn() -> Result<Tool, E> + Sync,
        work: impl Fn(&mut Tool, usize) -> Result<Option<T>, E> + Sync,
        mut take: impl FnMut(Result<(usize, T), E>) -> Result<(), F>,
    ) -> Result<(), F> {
        let next = AtomicUsize::new(0);
        // Does pieces until no piece is left, or `give` says that no more results are wanted.
        let share = |give: &mut dyn FnMut(Result<(usize, T), E>) -> bool| {
            let mut tool = match tool() {
                Ok(tool) => tool,
                Err(error) => {
                    give(Err(error));
                    return;
                }
            };
            loop {
                let number = next.fetch_add(1, Relaxed);
                if number >= count {
                    return;
                }
                let Some(result) = work(&mut tool, number).transpose() else { return };
                if !give(result.map(|result| (number, result))) {
                    return;
                }
            }
        };
        let (sender, receiver) = channel();
        let helper = |_| {
            let (share, sender) = (&share, sender.clone());
            move || share(&mut |result| sender.send(result).is_ok())
        };
        let helpers: Vec<_> = (0..threads.clamp(1, count.max(1))).map(helper).collect();
        drop(sender);
        let lead = |helpers: &Helpers<'_>| {
            if !helpers.is_empty() {
                return receiver.into_iter().try_for_each(&mut take);
            }
            let mut taken = Ok(());
            share(&mut |result| {
                taken = take(result);
                taken.is_ok()
            });
            taken
        };
        self.lead(helpers, lead).0
    }

    /// Shares the pieces of work among threads of which each has one of these tools to itself.
    ///
    /// # Errors
    ///
    /// The error that `take` returns.
    ///
    /// # Panics
    ///
    /// If a piece of work does.
    pub fn share_with<Tool: Send, T: Send, F>(
        self,
        tools: &mut [Tool],
        count: usize,
        work: impl Fn(&mut Tool, usize) -> Option<T> + Sync,
        mut take: impl FnMut(usize, T) -> Result<(), F>,
    ) -> Result<(), F> {
        let threads = tools.len();
        let idle = Mutex::new(tools.iter_mut().collect::<Vec<_>>());
        self.share(
            (threads, count),
            || Ok::<_, Infallible>(idle.lock().unwrap_or_else(PoisonError::into_inner).pop()),
            |tool, number| Ok(tool.as_deref_mut().and_then(|tool| work(tool, number))),
            |result| {
                let Ok((number, result)) = result;
                take(number, result)
            },
        )
    }

    /// The same for work whose results are wanted together, in order. Returns `None` if a piece is
    /// missing. Calls `report` with the number of pieces done.
    ///
    /// # Errors
    ///
    /// The first error of a tool or a piece.
    ///
    /// # Panics
    ///
    /// If a tool or a piece of work does.
    pub fn map<Tool, T: Send, E: Send>(
        self,
        (threads, count): (usize, usize),
        tool: impl Fn() -> Result<Tool, E> + Sync,
        work: impl Fn(&mut Tool, usize) -> Result<Option<T>, E> + Sync,
        report: &mut dyn FnMut(usize),
    ) -> Result<Option<Vec<T>>, E> {
        let mut results: Vec<Option<T>> = Vec::new();
        results.resize_with(count, || None);
        let mut done = 0;
        self.share((threads, count), tool, work, |result| {
            let (number, result) = result?;
            results[number] = Some(result);
            done += 1;
            report(done);
            Ok::<(), E>(())
        })?;
        Ok(results.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::sys::panic_guard::guarded;

    /// A thread that no system gives: its stack is larger than any memory.
    const REFUSED: ThreadKind = ThreadKind::named("refused").with_stack(usize::MAX >> 2);
    const PLAIN: ThreadKind = ThreadKind::named("plain");

    #[test]
    fn a_thread_has_its_name() {
        let (sender, receiver) = channel();
        let tell = move || sender.send(std::thread::current().name().map(str::to_owned)).unwrap();
        ThreadKind::searching("thinker").detach(tell).unwrap();
        assert_eq!(receiver.recv().unwrap().as_deref(), Some("thinker"));
        assert!(REFUSED.detach(|| ()).is_err());
    }

    #[test]
    fn the_helpers_work_beside_their_leader() {
        let mut numbers = [1, 2, 3];
        let helpers = numbers.iter_mut().map(|number| move || std::mem::replace(number, 0));
        let (led, found) = PLAIN.lead(helpers, |helpers| {
            while !helpers.are_done() {
                std::thread::yield_now();
            }
            "led"
        });
        assert_eq!((led, found, numbers), ("led", vec![1, 2, 3], [0; 3]));
        let (alone, found) = REFUSED.lead([|| 1], |helpers| helpers.is_empty());
        assert!(alone && found.is_empty());
    }

    #[test]
    fn a_panic_reaches_the_waiting_thread() {
        let last = AtomicBool::new(false);
        let helpers = [0, 1].map(|number| {
            let last = &last;
            move || match number {
                0 => panic!("this is wrong"),
                _ => {
                    sleep(Duration::from_millis(20));
                    last.store(true, Relaxed);
                }
            }
        });
        let panic = guarded(|| PLAIN.lead(helpers, |_| ())).unwrap_err();
        assert_eq!(panic.0, "this is wrong");
        assert!(last.load(Relaxed));
        let piece = |(): &mut (), number| match number {
            3 => panic!("{number} breaks"),
            _ => Ok::<_, ()>(Some(number)),
        };
        let panic = guarded(|| PLAIN.map((2, 9), || Ok(()), piece, &mut |_| {})).unwrap_err();
        assert_eq!(panic.0, "3 breaks");
    }

    #[test]
    fn all_threads_work_and_one_watches() {
        for (kind, workers) in [(PLAIN, 3), (REFUSED, 1)] {
            let (begun, mut looks) = (AtomicUsize::new(0), 0);
            let work = || {
                begun.fetch_add(1, Relaxed);
                sleep(Duration::from_millis(20));
            };
            kind.watch(3, work, &mut || looks += 1);
            assert_eq!(begun.into_inner(), workers);
            assert_eq!(looks > 0, workers > 1);
        }
    }

    #[test]
    fn results_come_in_order_from_any_thread() {
        for (kind, threads) in [(PLAIN, 1), (PLAIN, 3), (PLAIN, 99), (REFUSED, 3)] {
            let mut reports = Vec::new();
            let tools = AtomicUsize::new(0);
            let tool = || Ok::<_, ()>(tools.fetch_add(1, Relaxed));
            let square = |_: &mut usize, number: usize| {
                sleep(Duration::from_micros(100 * (number % 3) as u64));
                Ok(Some(number * number))
            };
            let found = kind.map((threads, 20), tool, square, &mut |done| reports.push(done));
            let squares: Vec<usize> = (0..20).map(|number| number * number).collect();
            assert_eq!(found, Ok(Some(squares)));
            assert_eq!(reports, (1..=20).collect::<Vec<_>>());
            assert!((1..=threads).contains(&tools.into_inner()));
        }
        let nothing = PLAIN.map((4, 0), || Ok::<_, ()>(()), |_, _| Ok(Some(1)), &mut |_| {});
        assert_eq!(nothing, Ok(Some(vec![])));
    }

    #[test]
    fn an_error_or_a_missing_piece_ends_the_work() {
        let begun = Mutex::new(0);
        let work = |(): &mut (), number: usize| {
            *begun.lock().unwrap() += 1;
            sleep(Duration::from_millis(1));
            if number == 5 { Err("five") } else { Ok(Some(number)) }
        };
        assert_eq!(PLAIN.map((2, 1000), || Ok(()), work, &mut |_| {}), Err("five"));
        assert!(begun.into_inner().unwrap() < 100);
        let broken =
            PLAIN.map((2, 9), || Err::<(), _>("no tool"), |_, _| Ok(Some(())), &mut |_| {});
        assert_eq!(broken, Err("no tool"));
        let cut = |(): &mut (), number| Ok::<_, ()>(Some(number).filter(|&number| number < 4));
        assert_eq!(PLAIN.map((2, 9), || Ok(()), cut, &mut |_| {}), Ok(None));
        let mut taken = 0;
        let full = PLAIN.share(
            (2, 9),
            || Ok::<_, ()>(()),
            |_, n| Ok(Some(n)),
            |_| {
                taken += 1;
                if taken == 3 { Err("enough") } else { Ok(()) }
            },
        );
        assert_eq!((full, taken), (Err("enough"), 3));
    }
}
