//! The machine's registers and its instruction set.
//!
//! The set is one table, [`Op::ALL`]: a row gives an instruction's mnemonic, the shape of its
//! operands, its fixed bits and its effect. The row determines encoding, decoding, printing, the
//! assembler's parser, the editor's completion and the coverage of the tests, so an instruction is
//! described once.
//!
//! An encoded word has the fields of the MIPS32 manuals (widths in bits):
//!
//! ```text
//! R:  opcode 6 | rs 5 | rt 5 | rd 5 | 0 5 | function 6
//! I:  opcode 6 | rs 5 | rt 5 | immediate 16
//! ```
//!
//! A field that an instruction does not use must be zero; a word with any other bits there is not
//! an instruction, and executing it is a fault.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A general register, `$0` to `$31`.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Reg(u8);

impl Reg {
    /// `$0`: always zero; writes are ignored.
    pub const ZERO: Reg = Reg(0);
    /// `$1`: the first input.
    pub const FIRST_INPUT: Reg = Reg(1);
    /// `$2`: the second input.
    pub const SECOND_INPUT: Reg = Reg(2);
    /// `$3`: the result.
    pub const RESULT: Reg = Reg(3);
    /// `$30`: the stack pointer, by convention.
    pub const STACK_POINTER: Reg = Reg(30);
    /// `$31`: the return address, which `jalr` writes.
    pub const RETURN_ADDRESS: Reg = Reg(31);

    /// The register with this number, or `None` above 31.
    pub const fn new(number: u32) -> Option<Reg> {
        if number < 32 { Some(Reg(number as u8)) } else { None }
    }

    /// Whether the register has a fixed use by convention: frame pointer (`$29`), stack pointer or
    /// return address.
    pub const fn is_reserved(self) -> bool {
        self.0 >= 29
    }

    /// The register in the low five bits of `field`.
    pub(crate) const fn from_field(field: u32) -> Reg {
        Reg((field & 31) as u8)
    }

    /// Its number, below 32.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its number as an index into an array of 32.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// All of them, in order.
    pub fn all() -> impl Iterator<Item = Reg> {
        (0..32).map(Reg)
    }
}

impl fmt::Display for Reg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.0)
    }
}

/// Which operands an instruction takes, in the order in which it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// `add $d, $s, $t`
    Dst,
    /// `mult $s, $t`
    St,
    /// `mfhi $d`
    D,
    /// `jr $s`
    S,
    /// `beq $s, $t, i`
    Branch,
    /// `lw $t, i($s)`
    Memory,
}

impl Shape {
    /// The bits of a word that hold this shape's operands.
    const fn operand_bits(self) -> u32 {
        const S: u32 = 31 << 21;
        const T: u32 = 31 << 16;
        const D: u32 = 31 << 11;
        match self {
            Shape::Dst => S | T | D,
            Shape::St => S | T,
            Shape::D => D,
            Shape::S => S,
            Shape::Branch | Shape::Memory => S | T | 0xffff,
        }
    }

    /// The operands as a manual writes them, `$d, $s, $t`.
    pub const fn operands(self) -> &'static str {
        match self {
            Shape::Dst => "$d, $s, $t",
            Shape::St => "$s, $t",
            Shape::D => "$d",
            Shape::S => "$s",
            Shape::Branch => "$s, $t, i",
            Shape::Memory => "$t, i($s)",
        }
    }
}

macro_rules! instruction_set {
    ($($op:ident $mnemonic:literal $shape:ident $bits:literal $effect:literal;)*) => {
        /// An operation of the machine: a row of its table.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Op {
            $(#[doc = concat!("`", $mnemonic, "`: ", $effect)] $op,)*
        }

        impl Op {
            /// Every operation, in the order of the reference sheet.
            pub const ALL: &'static [Op] = &[$(Op::$op),*];

            /// Its name in the assembler language, in lower case.
            pub const fn mnemonic(self) -> &'static str {
                match self { $(Op::$op => $mnemonic),* }
            }

            /// The operands that it takes.
            pub const fn shape(self) -> Shape {
                match self { $(Op::$op => Shape::$shape),* }
            }

            /// The word of this operation with every operand zero.
            const fn bits(self) -> u32 {
                match self { $(Op::$op => $bits),* }
            }

            /// The effect of the operation, exactly, in one line.
            pub const fn effect(self) -> &'static str {
                match self { $(Op::$op => $effect),* }
            }
        }
    };
}

instruction_set! {
    Add   "add"   Dst    0x0000_0020 "$d := $s + $t, modulo 2^32";
    Sub   "sub"   Dst    0x0000_0022 "$d := $s - $t, modulo 2^32";
    Mult  "mult"  St     0x0000_0018 "hi:lo := $s * $t, the signed 64-bit product";
    Multu "multu" St     0x0000_0019 "hi:lo := $s * $t, the unsigned 64-bit product";
    Div   "div"   St     0x0000_001a "lo := $s / $t, hi := $s mod $t, signed, truncated towards zero; a zero $t faults";
    Divu  "divu"  St     0x0000_001b "lo := $s / $t, hi := $s mod $t, unsigned; a zero $t faults";
    Mfhi  "mfhi"  D      0x0000_0010 "$d := hi";
    Mflo  "mflo"  D      0x0000_0012 "$d := lo";
    Lis   "lis"   D      0x0000_0014 "$d := the word that follows, which is skipped";
    Slt   "slt"   Dst    0x0000_002a "$d := 1 if $s < $t signed, else 0";
    Sltu  "sltu"  Dst    0x0000_002b "$d := 1 if $s < $t unsigned, else 0";
    Jr    "jr"    S      0x0000_0008 "pc := $s";
    Jalr  "jalr"  S      0x0000_0009 "$31 := pc and pc := $s, where $s is read first";
    Beq   "beq"   Branch 0x1000_0000 "if $s = $t, skip i words (back when negative)";
    Bne   "bne"   Branch 0x1400_0000 "if $s != $t, skip i words (back when negative)";
    Lw    "lw"    Memory 0x8c00_0000 "$t := the word of memory at $s + i; an address that is not a multiple of 4 or out of range faults";
    Sw    "sw"    Memory 0xac00_0000 "the word of memory at $s + i := $t; an address that is not a multiple of 4 or out of range faults";
}

impl Op {
    /// The operation of this name, in any case.
    pub fn from_mnemonic(name: &str) -> Option<Op> {
        Op::ALL.iter().copied().find(|op| op.mnemonic().eq_ignore_ascii_case(name))
    }
}

impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.mnemonic())
    }
}

/// One instruction: an operation and its operands.
///
/// An operand that the operation's [`Shape`] does not name is zero, so equal
/// instructions are equal values and [`decode`] is the inverse of
/// [`Instruction::encode`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Instruction {
    /// What to do.
    pub op: Op,
    /// The register in the field `rs`.
    pub s: Reg,
    /// The register in the field `rt`.
    pub t: Reg,
    /// The register in the field `rd`.
    pub d: Reg,
    /// The immediate: words for a branch, bytes for `lw` and `sw`.
    pub i: i16,
}

impl Instruction {
    /// The word of this instruction.
    pub fn encode(self) -> u32 {
        let fields = u32::from(self.s.0) << 21
            | u32::from(self.t.0) << 16
            | u32::from(self.d.0) << 11
            | u32::from(self.i as u16);
        self.op.bits() | (fields & self.op.shape().operand_bits())
    }

    /// The register that it writes, if it names one.
    pub fn destination(self) -> Option<Reg> {
        match self.op.shape() {
            Shape::Dst | Shape::D => Some(self.d),
            Shape::Memory => (self.op == Op::Lw).then_some(self.t),
            Shape::St | Shape::S | Shape::Branch => None,
        }
    }
}

/// The instruction that `word` encodes; `None` if it encodes none.
pub fn decode(word: u32) -> Option<Instruction> {
    let op = Op::ALL.iter().copied().find(|op| word & !op.shape().operand_bits() == op.bits())?;
    let operands = op.shape().operand_bits();
    let fields = word & operands;
    let has_immediate = matches!(op.shape(), Shape::Branch | Shape::Memory);
    Some(Instruction {
        op,
        s: Reg::from_field(fields >> 21),
        t: Reg::from_field(fields >> 16),
        d: if has_immediate { Reg::ZERO } else { Reg::from_field(fields >> 11) },
        i: if has_immediate { fields as u16 as i16 } else { 0 },
    })
}

impl fmt::Display for Instruction {
    /// Assembly syntax. A branch has its number of words instead of a label.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Instruction { op, s, t, d, i } = self;
        match op.shape() {
            Shape::Dst => write!(f, "{op} {d}, {s}, {t}"),
            Shape::St => write!(f, "{op} {s}, {t}"),
            Shape::D => write!(f, "{op} {d}"),
            Shape::S => write!(f, "{op} {s}"),
            Shape::Branch => write!(f, "{op} {s}, {t}, {i}"),
            Shape::Memory => write!(f, "{op} {t}, {i}({s})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The encodings of the reference sheet, one instruction per row.
    #[test]
    fn words_of_the_reference_sheet() {
        for (text, word) in [
            ("add $3, $1, $2", 0x0022_1820),
            ("sub $3, $1, $2", 0x0022_1822),
            ("mult $1, $2", 0x0022_0018),
            ("multu $1, $2", 0x0022_0019),
            ("div $1, $2", 0x0022_001a),
            ("divu $1, $2", 0x0022_001b),
            ("mfhi $3", 0x0000_1810),
            ("mflo $3", 0x0000_1812),
            ("lis $3", 0x0000_1814),
            ("slt $3, $1, $2", 0x0022_182a),
            ("sltu $3, $1, $2", 0x0022_182b),
            ("jr $31", 0x03e0_0008),
            ("jalr $4", 0x0080_0009),
            ("beq $1, $2, -3", 0x1022_fffd),
            ("bne $0, $2, 7", 0x1402_0007),
            ("lw $3, -4($30)", 0x8fc3_fffc),
            ("sw $3, 8($29)", 0xafa3_0008),
        ] {
            let instruction = decode(word).expect(text);
            assert_eq!(instruction.to_string(), text);
            assert_eq!(instruction.encode(), word);
        }
    }

    #[test]
    fn a_bit_outside_the_operands_makes_no_instruction() {
        for &op in Op::ALL {
            for bit in 0..32 {
                let word = op.bits() ^ (1 << bit);
                match decode(word) {
                    Some(other) => assert_eq!(other.encode(), word),
                    None => assert_eq!(op.shape().operand_bits() & (1 << bit), 0, "{op} {bit}"),
                }
            }
        }
    }
}
