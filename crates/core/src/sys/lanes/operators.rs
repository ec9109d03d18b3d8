//! The operators of vectors, for each kind of processor.

/// Computes with instructions that not every processor has.
macro_rules! proven {
    ($($compute:tt)*) => {
        // SAFETY: the operations are unsafe only for the instructions that they are compiled to.
        // The values at hand prove that the processor has them (see the head of the file).
        unsafe { $($compute)* }
    };
}

/// An operator between two vectors.
macro_rules! between {
    ($type:ident, $operator:ident, $function:ident, $instruction:ident) => {
        impl $operator for $type {
            type Output = Self;

            #[inline(always)]
            fn $function(self, other: Self) -> Self {
                proven!(Self($instruction(self.0, other.0)))
            }
        }
    };
}

/// An operator between a vector and something that is the same for each lane. There is an
/// instruction for it.
macro_rules! with {
    ($type:ident, $operator:ident, $function:ident, $other:ty, $instruction:ident) => {
        impl $operator<$other> for $type {
            type Output = Self;

            #[inline(always)]
            fn $function(self, other: $other) -> Self {
                proven!(Self($instruction(self.0, self.splat(other.into()).0)))
            }
        }
    };
}

/// The operators of words and numbers that follow from others.
macro_rules! derived {
    ($words:ident, $numbers:ident) => {
        derived!($words, BitAnd, bitand, u64);
        derived!($words, BitOr, bitor, u64);
        derived!($words, BitXor, bitxor, u64);
        derived!($numbers, Add, add, i32);

        impl Not for $words {
            type Output = Self;

            #[inline(always)]
            fn not(self) -> Self {
                self ^ u64::MAX
            }
        }

        impl Neg for $numbers {
            type Output = Self;

            #[inline(always)]
            fn neg(self) -> Self {
                self.splat(0) - self
            }
        }
    };
    ($type:ident, $operator:ident, $function:ident, $other:ty) => {
        impl $operator<$other> for $type {
            type Output = Self;

            #[inline(always)]
            fn $function(self, other: $other) -> Self {
                self.$function(self.splat(other))
            }
        }
    };
}
