//! Decodes the 18 MIPS instructions.
//!
//! Unused fields must be zero. Any other word is no instruction, and faults when it is executed.

/// An instruction. Registers are numbers below 32; offsets are in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instruction {
    /// `d := s + t`
    Add(Triple),
    /// `d := s - t`
    Sub(Triple),
    /// `d := s < t`
    Less {
        /// Whether words are compared as signed numbers.
        signed: bool,
        /// The operands.
        of: Triple,
    },
    /// `hi:lo := s * t`
    Multiply {
        /// Whether words are extended as signed numbers.
        signed: bool,
        /// The first factor.
        s: usize,
        /// The second one.
        t: usize,
    },
    /// `lo := s / t, hi := s mod t`
    Divide {
        /// Whether words are signed numbers.
        signed: bool,
        /// The dividend.
        s: usize,
        /// The divisor.
        t: usize,
    },
    /// `d := hi`
    MoveHigh(usize),
    /// `d := lo`
    MoveLow(usize),
    /// `d :=` the next word, which is skipped.
    LoadNext(usize),
    /// `t := memory[s + offset]`
    Load(Access),
    /// `memory[s + offset] := t`
    Store(Access),
    /// Branches to `pc + 4 + offset` if `s` and `t` are equal, or if they differ.
    Branch {
        /// Whether the branch is taken if they are equal.
        on_equal: bool,
        /// The first.
        s: usize,
        /// The second.
        t: usize,
        /// The offset in bytes, from the next instruction.
        offset: i32,
    },
    /// Jumps to `s`; with a link, `$31` is set to the address after the jump.
    Jump {
        /// The register with the target.
        s: usize,
        /// Whether it is a call.
        links: bool,
    },
}

/// Three registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Triple {
    /// The destination.
    pub d: usize,
    /// The first operand.
    pub s: usize,
    /// The second one.
    pub t: usize,
}

/// An access to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// The register that is loaded or stored.
    pub t: usize,
    /// The base.
    pub s: usize,
    /// The offset in bytes.
    pub offset: i32,
}

/// The instruction that a word encodes.
pub fn decode(word: u32) -> Option<Instruction> {
    use Instruction::*;
    let field = |shift: u32| (word >> shift & 31) as usize;
    let (s, t, d) = (field(21), field(16), field(11));
    let offset = i32::from(word as u16 as i16);
    let of = Triple { d, s, t };
    // The fields that must be zero, of s, t and d.
    let zero = |fields: &[usize]| fields.iter().all(|&field| field == 0);
    let instruction = match (word >> 26, word & 0x7ff) {
        (0, 0b100000) => Add(of),
        (0, 0b100010) => Sub(of),
        (0, 0b101010) => Less { signed: true, of },
        (0, 0b101011) => Less { signed: false, of },
        (0, 0b011000) if zero(&[d]) => Multiply { signed: true, s, t },
        (0, 0b011001) if zero(&[d]) => Multiply { signed: false, s, t },
        (0, 0b011010) if zero(&[d]) => Divide { signed: true, s, t },
        (0, 0b011011) if zero(&[d]) => Divide { signed: false, s, t },
        (0, 0b010000) if zero(&[s, t]) => MoveHigh(d),
        (0, 0b010010) if zero(&[s, t]) => MoveLow(d),
        (0, 0b010100) if zero(&[s, t]) => LoadNext(d),
        (0, 0b001000) if zero(&[t, d]) => Jump { s, links: false },
        (0, 0b001001) if zero(&[t, d]) => Jump { s, links: true },
        (0b100011, _) => Load(Access { t, s, offset }),
        (0b101011, _) => Store(Access { t, s, offset }),
        (0b000100, _) => Branch { on_equal: true, s, t, offset: offset * 4 },
        (0b000101, _) => Branch { on_equal: false, s, t, offset: offset * 4 },
        _ => return None,
    };
    Some(instruction)
}
