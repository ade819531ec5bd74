//! Numbers as they stand in a text: a value, and how it was written.

/// A number as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Number {
    /// Its value; anything beyond 40 bits is kept as plus or minus 2^40,
    /// which is out of every range.
    pub(super) value: i64,
    /// Hexadecimal numbers stand for bits, decimal ones for values: as an
    /// immediate `0xffff` is -1, and 65535 is out of range.
    pub(super) base: Base,
}

/// How a number is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Base {
    Decimal,
    Hexadecimal,
}

impl Number {
    pub(super) const LIMIT: i64 = 1 << 40;

    /// The word of these bits or of this value, signed or not.
    pub(super) fn as_word(self) -> Option<u32> {
        let lowest = match self.base {
            Base::Decimal => i64::from(i32::MIN),
            Base::Hexadecimal => 0,
        };
        (lowest..=i64::from(u32::MAX)).contains(&self.value).then_some(self.value as u32)
    }

    /// The 16 bits of an immediate.
    pub(super) fn as_immediate(self) -> Option<i16> {
        match self.base {
            Base::Decimal => i16::try_from(self.value).ok(),
            Base::Hexadecimal => u16::try_from(self.value).ok().map(|bits| bits as i16),
        }
    }
}

impl Base {
    pub(super) fn adjective(self) -> &'static str {
        match self {
            Base::Decimal => "decimal",
            Base::Hexadecimal => "hexadecimal",
        }
    }
}
