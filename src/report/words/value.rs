//! Numbers in sentences, in one notation.

use std::fmt::{self, Display, Formatter};

/// Larger numbers are also written in hexadecimal, in parentheses.
const LARGE: u32 = 1_000_000;

/// Displays a word in signed decimal and, if it is large, also in hexadecimal:
/// `-2147483598 (0x80000032)`.
#[derive(Clone, Copy, Debug)]
pub struct Value(pub u32);

impl Display for Value {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let signed = self.0 as i32;
        match signed.unsigned_abs() > LARGE {
            true => write!(f, "{signed} ({:#010x})", self.0),
            false => write!(f, "{signed}"),
        }
    }
}

/// A decimal number with commas.
pub(super) fn grouped(digits: &str) -> String {
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}
