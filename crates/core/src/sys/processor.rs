//! One source, compiled for several kinds of processors. The program finds out at run time which
//! kind this machine has.

use super::lanes::{LaneGroup, Vectors};

/// Something to compute. [`run`](Self::run) is compiled once for each kind of processor, if it and
/// everything that it calls are inlined. A recursion goes through [`Processor::run`].
pub trait Computation {
    /// The result of the computation.
    type Found;

    /// Computes the result. Implementations must always be inlined.
    fn run<P: Processor>(self, processor: P) -> Self::Found;
}

/// A kind of processor that this machine has. There is no value of the type on other machines.
pub trait Processor: Vectors + Send + Sync {
    /// Computes with all instructions of the processor.
    fn run<W: Computation>(self, work: W) -> W::Found;
}

/// Any processor.
#[derive(Clone, Copy)]
pub struct Any;

impl Processor for Any {
    fn run<W: Computation>(self, work: W) -> W::Found {
        work.run(self)
    }
}

impl Vectors for Any {
    type Words8 = LaneGroup<u64, 8>;

    #[inline(always)]
    fn load(self, words: &[u64; 8]) -> LaneGroup<u64, 8> {
        LaneGroup(*words)
    }
}

/// Computes with the best instructions of this machine's processor.
pub fn run<W: Computation>(work: W) -> W::Found {
    #[cfg(target_arch = "x86_64")]
    {
        if let Some(processor) = vectors::Avx512::detect() {
            return work.run(processor);
        }
        if let Some(processor) = vectors::Avx2::detect() {
            return work.run(processor);
        }
    }
    work.run(Any)
}

/// Does the same as [`run`] for a computation without a recursion: all of it is computed with the
/// best instructions.
#[inline]
pub fn run_at_best<W: Computation>(work: W) -> W::Found {
    run(AtBest(work))
}

/// Goes through [`Processor::run`] at once.
struct AtBest<W>(W);

impl<W: Computation> Computation for AtBest<W> {
    type Found = W::Found;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> W::Found {
        processor.run(self.0)
    }
}

/// Processors with vectors, for which the same source makes better code.
#[cfg(target_arch = "x86_64")]
pub mod vectors {
    use super::{Computation, Processor};

    macro_rules! processor {
        ($name:ident, $does:literal, $features:literal, [$($feature:tt),*]) => {
            #[doc = $does]
            #[derive(Clone, Copy)]
            pub struct $name(());

            impl $name {
                /// A value if this machine has such a processor.
                pub fn detect() -> Option<Self> {
                    ($(is_x86_feature_detected!($feature))&&*).then_some(Self(()))
                }
            }

            impl Processor for $name {
                #[inline(always)]
                #[allow(unsafe_code)]
                fn run<W: Computation>(self, work: W) -> W::Found {
                    #[target_feature(enable = $features)]
                    fn run_there<W: Computation>(processor: $name, work: W) -> W::Found {
                        work.run(processor)
                    }
                    // SAFETY: the function is unsafe only for the instructions it is compiled to.
                    // `self` comes from `detect`, which has asked the processor for every kind of
                    // them.
                    unsafe { run_there(self, work) }
                }
            }
        };
    }

    processor!(
        Avx2,
        "With vectors of four words (AVX2, BMI: about 2013).",
        "avx2,bmi1,bmi2,lzcnt,popcnt",
        ["avx2", "bmi1", "bmi2", "lzcnt", "popcnt"]
    );
    processor!(
        Avx512,
        "With vectors of eight words and a count of their ones (AVX-512, VPOPCNTDQ: about 2019).",
        "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vpopcntdq,bmi1,bmi2,lzcnt,popcnt",
        [
            "avx512f",
            "avx512bw",
            "avx512cd",
            "avx512dq",
            "avx512vl",
            "avx512vpopcntdq",
            "bmi1",
            "bmi2",
            "lzcnt",
            "popcnt"
        ]
    );
}
