//! The words of machines as integers: `u32` for MIPS, `u64` for ARM64.
//!
//! Code that is the same for both widths is generic over [`Word`]. Arithmetic is modulo 2^width.

use std::fmt::{Debug, Display};
use std::hash::Hash;

use num_traits::{
    AsPrimitive, PrimInt, Unsigned, WrappingAdd, WrappingMul, WrappingNeg, WrappingSub,
};

/// A word of a machine.
pub trait Word:
    PrimInt
    + Unsigned
    + WrappingAdd
    + WrappingMul
    + WrappingNeg
    + WrappingSub
    + AsPrimitive<u64>
    + Hash
    + Debug
    + Display
    + Default
    + 'static
{
    /// The number of bits.
    const BITS: u32;

    /// The signed integers of this width.
    type Signed: PrimInt + Debug + Display + 'static;

    /// The word, read as signed.
    fn signed(self) -> Self::Signed;

    /// The word that is read as this signed number.
    fn of_signed(number: Self::Signed) -> Self;

    /// A number modulo 2^width.
    fn truncated(number: u64) -> Self;

    /// The signed quotient, rounded towards 0, as SMT-LIB's `bvsdiv`: by 0 it is -1, or 1 for a
    /// negative dividend.
    fn signed_quotient(self, by: Self) -> Self;

    /// The remainder of [`Word::signed_quotient`], as SMT-LIB's `bvsrem`: by 0 it is the dividend.
    fn signed_remainder(self, by: Self) -> Self;

    /// The upper half of the product of signed words.
    fn high(self, by: Self) -> Self;

    /// The upper half of the product of unsigned words.
    fn high_unsigned(self, by: Self) -> Self;

    /// The unsigned quotient, as SMT-LIB's `bvudiv`: by 0 it is -1.
    fn quotient(self, by: Self) -> Self {
        self.checked_div(&by).unwrap_or_else(Self::max_value)
    }

    /// The remainder of [`Word::quotient`], as SMT-LIB's `bvurem`: by 0 it is the dividend.
    fn remainder(self, by: Self) -> Self {
        if by.is_zero() { self } else { self % by }
    }

    /// The word with only the sign bit set.
    fn sign_bit() -> Self {
        Self::one() << (Self::BITS as usize - 1)
    }

    /// Whether it is negative, read as signed.
    fn is_negative(self) -> bool {
        self >= Self::sign_bit()
    }

    /// The absolute value of the word, read as signed. That of the least one is 2^(width-1).
    fn magnitude(self) -> Self {
        if self.is_negative() { self.wrapping_neg() } else { self }
    }
}

macro_rules! word {
    ($word:ty, $signed:ty, $double:ty, $signed_double:ty) => {
        impl Word for $word {
            const BITS: u32 = <$word>::BITS;

            type Signed = $signed;

            fn signed(self) -> $signed {
                self as $signed
            }

            fn of_signed(number: $signed) -> $word {
                number as $word
            }

            fn truncated(number: u64) -> $word {
                number as $word
            }

            fn signed_quotient(self, by: $word) -> $word {
                match by {
                    0 if self.is_negative() => 1,
                    0 => <$word>::MAX,
                    _ => self.signed().wrapping_div(by.signed()) as $word,
                }
            }

            fn signed_remainder(self, by: $word) -> $word {
                match by {
                    0 => self,
                    _ => self.signed().wrapping_rem(by.signed()) as $word,
                }
            }

            fn high(self, by: $word) -> $word {
                let product =
                    <$signed_double>::from(self.signed()) * <$signed_double>::from(by.signed());
                (product >> <$word>::BITS) as $word
            }

            fn high_unsigned(self, by: $word) -> $word {
                ((<$double>::from(self) * <$double>::from(by)) >> <$word>::BITS) as $word
            }
        }
    };
}

word!(u32, i32, u64, i64);
word!(u64, i64, u128, i128);

#[cfg(test)]
mod tests {
    use super::*;

    /// The same small numbers have the same results at both widths.
    #[test]
    fn both_widths_agree_on_small_numbers() {
        let narrow = |number: i32| number as u32;
        let wide = |number: i32| i64::from(number) as u64;
        for a in -9..9 {
            for b in -9..9 {
                let (x, y) = ((narrow(a), narrow(b)), (wide(a), wide(b)));
                let same = |x: u32, y: u64| assert_eq!(x.signed(), y.signed() as i32, "{a} {b}");
                same(x.0.signed_quotient(x.1), y.0.signed_quotient(y.1));
                same(x.0.signed_remainder(x.1), y.0.signed_remainder(y.1));
                same(x.0.high(x.1), y.0.high(y.1));
                same(x.0.high_unsigned(x.1), y.0.high_unsigned(y.1));
                same(x.0.magnitude(), y.0.magnitude());
            }
        }
        let least = 1u64 << 63;
        assert_eq!(least.signed_quotient(u64::MAX), least);
        assert_eq!(least.signed_remainder(u64::MAX), 0);
        assert_eq!(least.high(least), 1 << 62);
        assert_eq!(7u64.quotient(0), u64::MAX);
    }
}
