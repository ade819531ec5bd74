//! Numbers in a text: the value, and how it was written.

use thiserror::Error;

/// A number as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Number {
    /// The value. A number beyond 64 bits is stored as plus or minus 2^70, which is outside every
    /// range.
    pub(super) value: i128,
    /// A hexadecimal number gives bits, a decimal one gives a value: as an immediate, `0xffff` is
    /// -1, and 65535 is out of range.
    pub(super) base: Base,
}

/// The base in which a number is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Base {
    Decimal,
    Hexadecimal,
}

impl Number {
    pub(super) const LIMIT: i128 = 1 << 70;

    /// The number as a 32-bit word: given as bits, or as a signed or unsigned value.
    pub(super) fn as_word(self) -> Option<u32> {
        let lowest = match self.base {
            Base::Decimal => i128::from(i32::MIN),
            Base::Hexadecimal => 0,
        };
        (lowest..=i128::from(u32::MAX)).contains(&self.value).then_some(self.value as u32)
    }

    /// The number as a 16-bit immediate.
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

/// Why a number is malformed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(super) enum NumberFault {
    #[error("it has no digits")]
    NoDigits,
    #[error("a number has no `+`")]
    Plus,
    #[error("hexadecimal stands for bits and has no minus")]
    NegativeHexadecimal,
    #[error("hexadecimal starts with a small `0x`")]
    CapitalX,
    #[error("`{character}` is not a {} digit", .base.adjective())]
    Digit { character: char, base: Base },
}

/// Parses a number: an optional minus and decimal digits, or `0x` and hexadecimal digits. `-0x10`
/// is an error: a hexadecimal number gives bits, so its minus is ambiguous.
pub(super) fn parse_number(written: &str) -> Result<Number, NumberFault> {
    if written.starts_with('+') {
        return Err(NumberFault::Plus);
    }
    let digits = written.strip_prefix('-').unwrap_or(written);
    let (base, digits) = match digits.get(..2) {
        Some("0x") => (Base::Hexadecimal, &digits[2..]),
        Some("0X") => return Err(NumberFault::CapitalX),
        _ => (Base::Decimal, digits),
    };
    if digits.is_empty() {
        return Err(NumberFault::NoDigits);
    }
    let radix = match base {
        Base::Decimal => 10,
        Base::Hexadecimal => 16,
    };
    let mut magnitude = Some(0u64);
    for character in digits.chars() {
        let digit = character.to_digit(radix).ok_or(NumberFault::Digit { character, base })?;
        let (radix, digit) = (u64::from(radix), u64::from(digit));
        let fits = |magnitude: &u64| *magnitude <= (u64::MAX - digit) / radix;
        magnitude = magnitude.filter(fits).map(|magnitude| magnitude * radix + digit);
    }
    let value = magnitude.map_or(Number::LIMIT, i128::from);
    match (written.starts_with('-'), base) {
        (true, Base::Hexadecimal) => Err(NumberFault::NegativeHexadecimal),
        (true, Base::Decimal) => Ok(Number { value: -value, base }),
        (false, _) => Ok(Number { value, base }),
    }
}

/// A valid number that `written` probably means.
pub(super) fn number_meant(written: &str, fault: NumberFault) -> Option<String> {
    let meant = match fault {
        NumberFault::Plus => written[1..].to_owned(),
        NumberFault::CapitalX => written.replacen('X', "x", 1),
        NumberFault::NegativeHexadecimal => {
            let bits = parse_number(&written[1..]).ok()?;
            (bits.value < Number::LIMIT).then(|| (-bits.value).to_string())?
        }
        // `1f` is meant as hexadecimal. `0b101` is not, although its characters are hexadecimal
        // digits.
        NumberFault::Digit { base: Base::Decimal, .. } if !written.starts_with("0b") => {
            format!("0x{written}")
        }
        NumberFault::Digit { .. } | NumberFault::NoDigits => return None,
    };
    parse_number(&meant).is_ok().then_some(meant)
}
