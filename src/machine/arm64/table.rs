//! The machine's registers, its conditions and its instruction set.
//!
//! The set is one table, [`Op::ALL`]: a row gives an instruction's mnemonic, the shape of its
//! operands, its fixed bits and its effect. The row determines encoding, decoding, printing, the
//! assembler's parser and the coverage of the tests.
//!
//! The fields of a word, with the names of the operands (widths in bits):
//!
//! ```text
//! add d, n, m      fixed 11 | m 5 | fixed 6 | n 5 | d 5
//! ldur d, [n, i]   fixed 11 | i 9 | fixed 2 | n 5 | d 5
//! ldr d, i         fixed 8 | i/4 19 | d 5
//! b i              fixed 6 | i/4 26
//! b.cond i         fixed 8 | i/4 19 | 0 | condition 4
//! ```
//!
//! Decoding is strict: a word with any other bits outside the operands is not an instruction, and
//! executing it is a fault.

use std::fmt;

/// A register field, 0 to 31. What 31 means depends on its [`Slot`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Reg(u8);

impl Reg {
    /// `x0`: the first input, and the result.
    pub const RESULT: Reg = Reg(0);
    /// `x29`: the frame pointer, by convention.
    pub const FRAME_POINTER: Reg = Reg(29);
    /// `x30`: the return address, which `blr` writes.
    pub const RETURN_ADDRESS: Reg = Reg(30);
    /// Register 31: `sp`, or zero as the last operand.
    pub const SP_OR_ZERO: Reg = Reg(31);

    /// The register with this number, or `None` above 31.
    pub const fn new(number: u32) -> Option<Reg> {
        if number < 32 { Some(Reg(number as u8)) } else { None }
    }

    /// The register in the low five bits of `field`.
    const fn from_field(field: u32) -> Reg {
        Reg((field & 31) as u8)
    }

    /// Its number, below 32.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its name in a slot.
    pub fn name(self, slot: Slot) -> String {
        match (self.0, slot) {
            (31, Slot::M) => "xzr".to_owned(),
            (31, Slot::D | Slot::N) => "sp".to_owned(),
            (number, _) => format!("x{number}"),
        }
    }
}

/// Whether a text can be the name of a label: a letter, then letters and digits, and
/// not the name of a register.
pub fn is_label(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && !is_register(text)
}

/// Whether the lexer reads a text as a register; it may be one that does not exist.
pub fn is_register(text: &str) -> bool {
    let digits = text.strip_prefix('x').filter(|digits| !digits.is_empty());
    let is_numbered = digits.is_some_and(|it| it.bytes().all(|byte| byte.is_ascii_digit()));
    is_numbered || matches!(text, "sp" | "xzr")
}

/// The operand position of a register: register 31 is `sp` as `d` or `n`, and zero (`xzr`) as `m`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// The register that is written; in `stur`, the register that is stored.
    D,
    /// The first operand, or the base of an address.
    N,
    /// The second operand.
    M,
}

/// A condition of `b.cond` on the pair that was compared last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Condition {
    /// Equal.
    #[default]
    Eq,
    /// Not equal.
    Ne,
    /// Higher or the same: at least, unsigned.
    Hs,
    /// Lower: less, unsigned.
    Lo,
    /// Higher: greater, unsigned.
    Hi,
    /// Lower or the same: at most, unsigned.
    Ls,
    /// At least, signed.
    Ge,
    /// Less, signed.
    Lt,
    /// Greater, signed.
    Gt,
    /// At most, signed.
    Le,
}

impl Condition {
    /// Every condition, its name and its field.
    pub const ALL: [(Condition, &'static str, u32); 10] = [
        (Condition::Eq, "eq", 0),
        (Condition::Ne, "ne", 1),
        (Condition::Hs, "hs", 2),
        (Condition::Lo, "lo", 3),
        (Condition::Hi, "hi", 8),
        (Condition::Ls, "ls", 9),
        (Condition::Ge, "ge", 10),
        (Condition::Lt, "lt", 11),
        (Condition::Gt, "gt", 12),
        (Condition::Le, "le", 13),
    ];

    const fn row(self) -> (Condition, &'static str, u32) {
        Condition::ALL[self as usize]
    }

    /// Its name, without the dot.
    pub const fn name(self) -> &'static str {
        self.row().1
    }

    /// When it holds after `cmp n, m`, for a person.
    pub const fn relation(self) -> &'static str {
        match self {
            Condition::Eq => "n = m",
            Condition::Ne => "n is not m",
            Condition::Hs => "n >= m, unsigned",
            Condition::Lo => "n < m, unsigned",
            Condition::Hi => "n > m, unsigned",
            Condition::Ls => "n <= m, unsigned",
            Condition::Ge => "n >= m, signed",
            Condition::Lt => "n < m, signed",
            Condition::Gt => "n > m, signed",
            Condition::Le => "n <= m, signed",
        }
    }

    /// The condition of this name, in lower case.
    pub fn from_name(name: &str) -> Option<Condition> {
        Condition::ALL.iter().find(|row| row.1 == name).map(|row| row.0)
    }

    fn from_field(field: u32) -> Option<Condition> {
        Condition::ALL.iter().find(|row| row.2 == field).map(|row| row.0)
    }

    /// Whether a compared pair satisfies the condition.
    #[inline(always)]
    pub const fn holds(self, [l, r]: [u64; 2]) -> bool {
        let (signed_l, signed_r) = (l as i64, r as i64);
        match self {
            Condition::Eq => l == r,
            Condition::Ne => l != r,
            Condition::Hs => l >= r,
            Condition::Lo => l < r,
            Condition::Hi => l > r,
            Condition::Ls => l <= r,
            Condition::Ge => signed_l >= signed_r,
            Condition::Lt => signed_l < signed_r,
            Condition::Gt => signed_l > signed_r,
            Condition::Le => signed_l <= signed_r,
        }
    }
}

/// Which operands an instruction takes, in the order in which it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// `add d, n, m`
    Dnm,
    /// `cmp n, m`
    Nm,
    /// `br n`
    N,
    /// `ldur d, [n, i]`
    Memory,
    /// `ldr d, i`
    Literal,
    /// `b i`
    Jump,
    /// `b.cond i`
    Conditional,
}

/// The immediate of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Immediate {
    /// How many bits the field has.
    pub bits: u32,
    /// The lowest bit of the field.
    shift: u32,
    /// The unit of the field: 1, or 4 if it counts words.
    pub scale: i32,
}

impl Immediate {
    /// The width of the immediate in bytes: the field's bits and the zero bits that the scale
    /// implies.
    pub const fn width(self) -> u32 {
        self.bits + self.scale.trailing_zeros()
    }

    /// The least and the greatest number of bytes.
    pub const fn range(self) -> (i32, i32) {
        let half = 1 << (self.width() - 1);
        (-half, half - self.scale)
    }

    const fn mask(self) -> u32 {
        ((1 << self.bits) - 1) << self.shift
    }

    const fn encode(self, bytes: i32) -> u32 {
        (((bytes / self.scale) as u32) << self.shift) & self.mask()
    }

    const fn decode(self, word: u32) -> i32 {
        let unused = 32 - self.bits;
        ((((word & self.mask()) >> self.shift) << unused) as i32 >> unused) * self.scale
    }
}

impl Shape {
    /// Whether this shape has a register in a slot.
    pub(crate) const fn has(self, slot: Slot) -> bool {
        match slot {
            Slot::D => matches!(self, Shape::Dnm | Shape::Memory | Shape::Literal),
            Slot::N => matches!(self, Shape::Dnm | Shape::Nm | Shape::N | Shape::Memory),
            Slot::M => matches!(self, Shape::Dnm | Shape::Nm),
        }
    }

    /// The immediate; `None` if this shape has none.
    pub const fn immediate(self) -> Option<Immediate> {
        match self {
            Shape::Dnm | Shape::Nm | Shape::N => None,
            Shape::Memory => Some(Immediate { bits: 9, shift: 12, scale: 1 }),
            Shape::Literal | Shape::Conditional => Some(Immediate { bits: 19, shift: 5, scale: 4 }),
            Shape::Jump => Some(Immediate { bits: 26, shift: 0, scale: 4 }),
        }
    }

    /// The bits of a word that hold this shape's operands.
    const fn operand_bits(self) -> u32 {
        let d = if self.has(Slot::D) { 31 } else { 0 };
        let n = if self.has(Slot::N) { 31 << 5 } else { 0 };
        let m = if self.has(Slot::M) { 31 << 16 } else { 0 };
        let immediate = match self.immediate() {
            Some(immediate) => immediate.mask(),
            None => 0,
        };
        let condition = if matches!(self, Shape::Conditional) { 15 } else { 0 };
        d | n | m | immediate | condition
    }

    /// The operands as a manual writes them, `d, n, m`.
    pub const fn operands(self) -> &'static str {
        match self {
            Shape::Dnm => "d, n, m",
            Shape::Nm => "n, m",
            Shape::N => "n",
            Shape::Memory => "d, [n, i]",
            Shape::Literal => "d, i",
            Shape::Jump | Shape::Conditional => "i",
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

            /// Its name in the assembler language; that of `b.cond` is `b`.
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
    Add   "add"   Dnm         0x8b20_6000 "d := n + m, modulo 2^64";
    Sub   "sub"   Dnm         0xcb20_6000 "d := n - m, modulo 2^64";
    Mul   "mul"   Dnm         0x9b00_7c00 "d := n * m, modulo 2^64";
    Smulh "smulh" Dnm         0x9b40_7c00 "d := the high 64 bits of n * m, the signed 128-bit product";
    Umulh "umulh" Dnm         0x9bc0_7c00 "d := the high 64 bits of n * m, the unsigned 128-bit product";
    Sdiv  "sdiv"  Dnm         0x9ac0_0c00 "d := n / m, signed, truncated towards zero; a zero m faults";
    Udiv  "udiv"  Dnm         0x9ac0_0800 "d := n / m, unsigned; a zero m faults";
    Cmp   "cmp"   Nm          0xeb20_601f "the flags := the pair n, m";
    Br    "br"    N           0xd61f_0000 "pc := n";
    Blr   "blr"   N           0xd63f_0000 "x30 := the address behind and pc := n, where n is read first";
    Ldur  "ldur"  Memory      0xf840_0000 "d := the 8 bytes of memory at n + i; an address that is not a multiple of 4 or out of range faults";
    Stur  "stur"  Memory      0xf800_0000 "the 8 bytes of memory at n + i := d; an address that is not a multiple of 4 or out of range faults";
    Ldr   "ldr"   Literal     0x5800_0000 "d := the 8 bytes of memory i bytes from here";
    B     "b"     Jump        0x1400_0000 "go on i bytes from here";
    BCond "b"     Conditional 0x5400_0000 "if the condition holds of the flags, go on i bytes from here";
}

impl Op {
    /// The operation of this name, in lower case; `b` is [`Op::B`].
    pub fn from_mnemonic(name: &str) -> Option<Op> {
        Op::ALL.iter().copied().find(|op| op.mnemonic() == name)
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
    /// The register in the lowest field.
    pub d: Reg,
    /// The register in the middle field.
    pub n: Reg,
    /// The register in the highest field.
    pub m: Reg,
    /// The immediate in bytes, within the range of its field.
    pub i: i32,
    /// The condition of `b.cond`.
    pub condition: Condition,
}

impl Instruction {
    /// An operation with every operand zero.
    pub const fn of(op: Op) -> Instruction {
        let zero = Reg(0);
        Instruction { op, d: zero, n: zero, m: zero, i: 0, condition: Condition::Eq }
    }

    /// The word of this instruction.
    pub fn encode(self) -> u32 {
        let shape = self.op.shape();
        let mut fields = u32::from(self.m.0) << 16 | u32::from(self.n.0) << 5;
        fields |= match shape {
            Shape::Conditional => self.condition.row().2,
            _ => u32::from(self.d.0),
        };
        // A shape with an immediate lacks some registers; their fields are zero.
        let immediate = shape.immediate().map_or(0, |immediate| immediate.encode(self.i));
        self.op.bits() | ((fields | immediate) & shape.operand_bits())
    }
}

/// The instruction that `word` encodes; `None` if it encodes none.
pub fn decode(word: u32) -> Option<Instruction> {
    let op = Op::ALL.iter().copied().find(|op| word & !op.shape().operand_bits() == op.bits())?;
    let shape = op.shape();
    let register = |slot, shift: u32| match shape.has(slot) {
        true => Reg::from_field(word >> shift),
        false => Reg(0),
    };
    Some(Instruction {
        op,
        d: register(Slot::D, 0),
        n: register(Slot::N, 5),
        m: register(Slot::M, 16),
        i: shape.immediate().map_or(0, |immediate| immediate.decode(word)),
        condition: match shape {
            Shape::Conditional => Condition::from_field(word & 15)?,
            _ => Condition::Eq,
        },
    })
}

impl fmt::Display for Instruction {
    /// Assembly syntax. A branch has its number of bytes instead of a label.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (d, n, m) = (self.d.name(Slot::D), self.n.name(Slot::N), self.m.name(Slot::M));
        let (name, i) = (self.op.mnemonic(), self.i);
        match self.op.shape() {
            Shape::Dnm => write!(f, "{name} {d}, {n}, {m}"),
            Shape::Nm => write!(f, "{name} {n}, {m}"),
            Shape::N => write!(f, "{name} {n}"),
            Shape::Memory => write!(f, "{name} {d}, [{n}, {i}]"),
            Shape::Literal => write!(f, "{name} {d}, {i}"),
            Shape::Jump => write!(f, "{name} {i}"),
            Shape::Conditional => write!(f, "{name}.{} {i}", self.condition.name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_of_each_operation() {
        for (text, word) in [
            ("add sp, sp, x8", 0x8b28_63ff),
            ("sub x0, x1, x2", 0xcb22_6020),
            ("mul x3, sp, xzr", 0x9b1f_7fe3),
            ("smulh x10, x0, x30", 0x9b5e_7c0a),
            ("umulh x0, x1, x2", 0x9bc2_7c20),
            ("sdiv x0, x1, x2", 0x9ac2_0c20),
            ("udiv x0, x1, x2", 0x9ac2_0820),
            ("cmp x0, xzr", 0xeb3f_601f),
            ("br x30", 0xd61f_03c0),
            ("blr x9", 0xd63f_0120),
            ("ldur x1, [sp, -8]", 0xf85f_83e1),
            ("stur sp, [x2, 255]", 0xf80f_f05f),
            ("ldr x8, 8", 0x5800_0048),
            ("ldr x8, -4", 0x58ff_ffe8),
            ("b -134217728", 0x1600_0000),
            ("b.ne 1048572", 0x547f_ffe1),
            ("b.le 8", 0x5400_004d),
        ] {
            let instruction = decode(word).expect(text);
            assert_eq!(instruction.to_string(), text);
            assert_eq!(instruction.encode(), word);
        }
    }

    #[test]
    fn a_bit_outside_the_operands_makes_no_instruction() {
        for &op in Op::ALL {
            // Only 10 of the 16 values of the field are conditions.
            let condition = if op == Op::BCond { 15 } else { 0 };
            let operands = op.shape().operand_bits() & !condition;
            for bit in 0..32 {
                let word = op.bits() ^ (1 << bit);
                match decode(word) {
                    Some(other) => assert_eq!(other.encode(), word),
                    None => assert_eq!(operands & (1 << bit), 0, "{op:?} {bit}"),
                }
            }
        }
    }
}
