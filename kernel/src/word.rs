//! Words of a fixed width, and the operators of machines on them.
//!
//! A word is a `u64` below 2^width. Each operator is defined only here: the interpreter applies it to numbers, terms
//! fold it on constants, and the tests compare everything with it.

/// The number of bits of a word, from 1 to 64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Width(u32);

impl Width {
    /// A width; none for zero or above 64.
    pub const fn new(bits: u32) -> Option<Width> {
        if bits >= 1 && bits <= 64 { Some(Width(bits)) } else { None }
    }

    /// The number of bits.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The greatest word.
    pub const fn most(self) -> u64 {
        u64::MAX >> (64 - self.0)
    }

    /// 2^width, as an integer.
    pub const fn modulus(self) -> i128 {
        1 << self.0
    }

    /// The word with only the sign bit set. The unsigned order of `x + half` is the signed order of `x`.
    pub const fn half(self) -> u64 {
        1 << (self.0 - 1)
    }

    /// A number modulo 2^width.
    pub const fn wrap(self, value: u64) -> u64 {
        value & self.most()
    }

    /// The word of an integer modulo 2^width.
    pub const fn of_integer(self, value: i128) -> u64 {
        self.wrap(value as u64)
    }

    /// The value of a word as a signed number, from -2^(width-1) on.
    pub const fn signed(self, word: u64) -> i128 {
        if word >= self.half() { word as i128 - self.modulus() } else { word as i128 }
    }
}

/// An operator on two words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    /// The sum modulo 2^width.
    Add,
    /// The difference modulo 2^width.
    Sub,
    /// The product modulo 2^width.
    Mul,
    /// The high word of the product of unsigned numbers.
    High,
    /// The high word of the product of signed numbers.
    HighSigned,
    /// The quotient of unsigned numbers.
    Quotient,
    /// The remainder of unsigned numbers.
    Remainder,
    /// The quotient of signed numbers, rounded towards zero.
    QuotientSigned,
    /// The remainder of signed numbers, with the sign of the dividend.
    RemainderSigned,
    /// 1 if the first unsigned number is below the second, else 0.
    Less,
    /// 1 if the first signed number is below the second, else 0.
    LessSigned,
}

impl Operator {
    /// Applies the operator to two words. A quotient or remainder by zero is 0 here. No machine or rule uses this
    /// value: on a zero divisor, an instruction faults or sets its targets to zero without applying the operator.
    pub fn apply(self, width: Width, a: u64, b: u64) -> u64 {
        let (x, y) = (width.signed(a), width.signed(b));
        match self {
            Operator::Add => width.wrap(a.wrapping_add(b)),
            Operator::Sub => width.wrap(a.wrapping_sub(b)),
            Operator::Mul => width.wrap(a.wrapping_mul(b)),
            Operator::High => ((u128::from(a) * u128::from(b)) >> width.bits()) as u64,
            Operator::HighSigned => width.of_integer((x * y) >> width.bits()),
            Operator::Quotient => a.checked_div(b).unwrap_or(0),
            Operator::Remainder => a.checked_rem(b).unwrap_or(0),
            Operator::QuotientSigned => width.of_integer(x.checked_div(y).unwrap_or(0)),
            Operator::RemainderSigned => width.of_integer(x.checked_rem(y).unwrap_or(0)),
            Operator::Less => u64::from(a < b),
            Operator::LessSigned => u64::from(x < y),
        }
    }
}
