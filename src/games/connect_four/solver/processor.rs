//! The solver's recursion, compiled for several kinds of processors; which one is there is found out at run time.

use super::super::word::Word;
use super::search::Search;
use super::technique::{Technique, Techniques};
use super::visit::Visit;

/// A kind of processor that this one is of: there is no value of it elsewhere. It comes with the techniques to use.
pub(super) trait Processor: Copy + Send + Sync {
    /// Visits a position with all that the processor can do.
    fn visit<W: Word, const N: usize>(self, search: &mut Search<'_, W>, visit: Visit<W>) -> i32;

    /// Whether to use a technique.
    fn has(self, technique: Technique) -> bool;
}

/// Any.
#[derive(Clone, Copy)]
pub(super) struct Any<T>(pub(super) T);

impl<T: Techniques> Processor for Any<T> {
    fn visit<W: Word, const N: usize>(self, search: &mut Search<'_, W>, visit: Visit<W>) -> i32 {
        search.visit::<N, Self>(self, visit)
    }

    #[inline(always)]
    fn has(self, technique: Technique) -> bool {
        self.0.has(technique)
    }
}

/// Processors with vectors, for which the same source makes better code.
#[cfg(target_arch = "x86_64")]
pub(super) mod vectors {
    use super::{Processor, Search, Technique, Techniques, Visit, Word};

    macro_rules! processor {
        ($name:ident, $does:literal, $features:literal, [$($feature:tt),*]) => {
            #[doc = $does]
            #[derive(Clone, Copy)]
            pub(in super::super) struct $name<T>(T);

            impl<T: Techniques> $name<T> {
                /// If this is one.
                pub(in super::super) fn detect(techniques: T) -> Option<Self> {
                    ($(is_x86_feature_detected!($feature))&&*).then_some(Self(techniques))
                }
            }

            impl<T: Techniques> Processor for $name<T> {
                #[inline(always)]
                #[allow(unsafe_code)]
                fn visit<W: Word, const N: usize>(
                    self,
                    search: &mut Search<'_, W>,
                    visit: Visit<W>,
                ) -> i32 {
                    #[target_feature(enable = $features)]
                    fn visit_there<W: Word, const N: usize, T: Techniques>(
                        processor: $name<T>,
                        search: &mut Search<'_, W>,
                        visit: Visit<W>,
                    ) -> i32 {
                        search.visit::<N, $name<T>>(processor, visit)
                    }
                    // SAFETY: the function is safe but for the instructions that it is compiled to, and `self`
                    // comes from `detect`, which has asked the processor for every one of their kinds.
                    unsafe { visit_there::<W, N, T>(self, search, visit) }
                }

                #[inline(always)]
                fn has(self, technique: Technique) -> bool {
                    self.0.has(technique)
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
