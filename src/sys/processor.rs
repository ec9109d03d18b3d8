//! One source compiled for several kinds of processors; which one is there is found out at run
//! time.

/// Something to compute. What it does in [`run`](Self::run) is compiled once for each kind of
/// processor, if it is inlined there with all that it calls; a recursion goes through
/// [`Processor::run`].
pub(crate) trait Work {
    /// What it finds.
    type Found;

    /// Computes it; to be inlined always.
    fn run<P: Processor>(self, processor: P) -> Self::Found;
}

/// A kind of processor that this one is of: there is no value of it elsewhere.
pub(crate) trait Processor: Copy + Send + Sync {
    /// Does some work with all that the processor can do.
    fn run<W: Work>(self, work: W) -> W::Found;
}

/// Any.
#[derive(Clone, Copy)]
pub(crate) struct Any;

impl Processor for Any {
    fn run<W: Work>(self, work: W) -> W::Found {
        work.run(self)
    }
}

/// Does some work with the best that this processor can do.
pub(crate) fn run<W: Work>(work: W) -> W::Found {
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

/// Processors with vectors, for which the same source makes better code.
#[cfg(target_arch = "x86_64")]
pub(crate) mod vectors {
    use super::{Processor, Work};

    macro_rules! processor {
        ($name:ident, $does:literal, $features:literal, [$($feature:tt),*]) => {
            #[doc = $does]
            #[derive(Clone, Copy)]
            pub(crate) struct $name(());

            impl $name {
                /// If this is one.
                pub(crate) fn detect() -> Option<Self> {
                    ($(is_x86_feature_detected!($feature))&&*).then_some(Self(()))
                }
            }

            impl Processor for $name {
                #[inline(always)]
                #[allow(unsafe_code)]
                fn run<W: Work>(self, work: W) -> W::Found {
                    #[target_feature(enable = $features)]
                    fn run_there<W: Work>(processor: $name, work: W) -> W::Found {
                        work.run(processor)
                    }
                    // SAFETY: the function is safe but for the instructions that it is compiled to,
                    // and `self` comes from `detect`, which has asked the processor for every one
                    // of their kinds.
                    unsafe { run_there(self, work) }
                }
            }
        };
    }

    processor!(
        Avx2,
        "With vectors of four words (AVX2, BMI: since about 2013).",
        "avx2,bmi1,bmi2,lzcnt,popcnt",
        ["avx2", "bmi1", "bmi2", "lzcnt", "popcnt"]
    );
    processor!(
        Avx512,
        "With vectors of eight words that can be counted (AVX-512 with VPOPCNTDQ: since about 2019).",
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
