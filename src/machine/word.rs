//! Arithmetic of 32-bit words.

/// Signed or unsigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Signedness {
    /// Two's complement.
    Signed,
    /// Unsigned.
    Unsigned,
}

/// An operation on two words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// The sum.
    Add,
    /// The difference.
    Sub,
    /// 1 if less, signed, else 0.
    Slt,
    /// 1 if less, unsigned, else 0.
    Sltu,
    /// The signed 64-bit product.
    Mult64,
    /// The unsigned 64-bit product.
    Multu64,
    /// The signed quotient; the divisor is not zero.
    Quot,
    /// The unsigned quotient; the divisor is not zero.
    Quotu,
    /// The signed remainder; the divisor is not zero.
    Rem,
    /// The unsigned remainder; the divisor is not zero.
    Remu,
}

impl BinaryOp {
    /// The multiplication of this signedness.
    pub const fn product(signedness: Signedness) -> BinaryOp {
        match signedness {
            Signedness::Signed => BinaryOp::Mult64,
            Signedness::Unsigned => BinaryOp::Multu64,
        }
    }

    /// The division of this signedness.
    pub const fn quotient(signedness: Signedness) -> BinaryOp {
        match signedness {
            Signedness::Signed => BinaryOp::Quot,
            Signedness::Unsigned => BinaryOp::Quotu,
        }
    }

    /// The remainder operation of this signedness.
    pub const fn remainder(signedness: Signedness) -> BinaryOp {
        match signedness {
            Signedness::Signed => BinaryOp::Rem,
            Signedness::Unsigned => BinaryOp::Remu,
        }
    }

    /// Whether the operands can be swapped.
    pub const fn is_commutative(self) -> bool {
        matches!(self, BinaryOp::Add | BinaryOp::Mult64 | BinaryOp::Multu64)
    }

    /// The result of the operation: a word, or 64 bits for products. A divisor must not be zero.
    #[inline(always)]
    pub const fn apply(self, s: u32, t: u32) -> u64 {
        let (signed_s, signed_t) = (s as i32, t as i32);
        let word = match self {
            BinaryOp::Mult64 => return (signed_s as i64 * signed_t as i64) as u64,
            BinaryOp::Multu64 => return s as u64 * t as u64,
            BinaryOp::Add => s.wrapping_add(t),
            BinaryOp::Sub => s.wrapping_sub(t),
            BinaryOp::Slt => (signed_s < signed_t) as u32,
            BinaryOp::Sltu => (s < t) as u32,
            // Only -2^31 / -1 wraps.
            BinaryOp::Quot => signed_s.wrapping_div(signed_t) as u32,
            BinaryOp::Rem => signed_s.wrapping_rem(signed_t) as u32,
            BinaryOp::Quotu => s / t,
            BinaryOp::Remu => s % t,
        };
        word as u64
    }
}
