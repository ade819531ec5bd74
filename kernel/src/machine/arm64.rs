//! The ARM64 subset of CS241: 16 kinds of instructions, 256 MiB of memory, 64-bit words.
//!
//! Instructions have 4 bytes, and words may be at any multiple of 4, so two words can overlap by half. The flags are
//! represented by the two words compared last instead of N, Z, C and V: every condition is a relation between them.
//! Register 31 is `sp` as the first or second operand and zero as the third one, in every instruction, as on the
//! course's machine. Unused bits must be as the course's assembler sets them. Any other word is no instruction and
//! faults when it is executed.

use super::{Access, Comparison, Instruction, Layout, Machine, Value};
use crate::word::{Operator, Width};

/// The course's machine: a division by zero faults.
pub static ARM64: Machine = Machine {
    name: "arm64",
    width: Width::new(64).expect("it is at most 64"),
    layout: Layout { word: 8, cell: 4, end: 0x1000_0000, kept: LOADER },
    registers: &REGISTERS,
    zero: Some(ZERO),
    stack: SP,
    divides_by_zero: false,
    input: 0xc000_0000_0001_0000,
    output: 0xc000_0000_0001_0008,
    decode,
};

/// The same machine, but a division by zero gives zero, as on real processors.
pub static ARM64_ARM: Machine = Machine { name: "arm64-arm", divides_by_zero: true, ..ARM64 };

/// The address of the loader's first word. A program returns to the loader's last word, which ends it.
const LOADER: u64 = 0x0fff_ffcc;

/// The address that a program returns to.
pub const RETURN_ADDRESS: u64 = 0x0fff_ffe4;

/// The initial stack pointer.
const STACK: u64 = 0x0100_0000;

/// The start values of registers, besides the inputs in `x0` and `x1`. The flags are as after comparing 1 with 0.
pub const START: [(&str, u64); 5] =
    [("sp", STACK), ("x29", STACK), ("x30", RETURN_ADDRESS), ("l", 1), ("r", 0)];

static REGISTERS: [&str; 35] = [
    "x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", "x14",
    "x15", "x16", "x17", "x18", "x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27",
    "x28", "x29", "x30", "sp", "l", "r", "xzr",
];

const RETURN: usize = 30;
const SP: usize = 31;
/// The registers that hold the two words compared last.
const FLAGS: [usize; 2] = [32, 33];
const ZERO: usize = 34;

/// An instruction of three registers.
struct Row {
    /// The first eleven bits.
    operation: u64,
    /// The six bits between the second and the third operand.
    function: u64,
    operator: Operator,
    /// Whether the third operand divides.
    divides: bool,
}

const fn row(operation: u64, function: u64, operator: Operator) -> Row {
    let divides = matches!(operator, Operator::Quotient | Operator::QuotientSigned);
    Row { operation, function, operator, divides }
}

static ROWS: [Row; 7] = [
    // add d, n, m
    row(0b10001011001, 0b011000, Operator::Add),
    // sub d, n, m
    row(0b11001011001, 0b011000, Operator::Sub),
    // mul d, n, m
    row(0b10011011000, 0b011111, Operator::Mul),
    // smulh d, n, m
    row(0b10011011010, 0b011111, Operator::HighSigned),
    // umulh d, n, m
    row(0b10011011110, 0b011111, Operator::High),
    // sdiv d, n, m
    row(0b10011010110, 0b000011, Operator::QuotientSigned),
    // udiv d, n, m
    row(0b10011010110, 0b000010, Operator::Quotient),
];

/// `cmp n, m`, whose last five bits are set.
const CMP: [u64; 2] = [0b11101011001, 0b011000];

/// Conditions: their number, the relation between the flags' words, whether it must hold, and whether the words are
/// exchanged.
static CONDITIONS: [(u64, Comparison, bool, bool); 10] = [
    // eq, ne
    (0, Comparison::Equal, true, false),
    (1, Comparison::Equal, false, false),
    // hs, lo
    (2, Comparison::Below, false, false),
    (3, Comparison::Below, true, false),
    // hi, ls
    (8, Comparison::Below, true, true),
    (9, Comparison::Below, false, true),
    // ge, lt
    (10, Comparison::BelowSigned, false, false),
    (11, Comparison::BelowSigned, true, false),
    // gt, le
    (12, Comparison::BelowSigned, true, true),
    (13, Comparison::BelowSigned, false, true),
];

/// The lowest `bits` of a field, sign-extended and multiplied by `bytes`.
const fn signed(field: u64, bits: u32, bytes: i64) -> u64 {
    let unused = 64 - bits;
    (((field << unused) as i64 >> unused) * bytes) as u64
}

/// Converts an offset in instructions from this one to an offset in bytes from the next one.
const fn from_here(field: u64, bits: u32) -> u64 {
    signed(field, bits, 4).wrapping_sub(4)
}

fn decode(word: u64) -> Option<Instruction> {
    let field = |shift: u32| (word >> shift & 31) as usize;
    let [d, n, m] = [field(0), field(5), field(16)];
    let m = if m == 31 { ZERO } else { m };
    let (operation, function) = (word >> 21, word >> 10 & 63);
    if let Some(row) = ROWS.iter().find(|it| [it.operation, it.function] == [operation, function]) {
        let sets = vec![(d, Value::Apply(row.operator, n, m))];
        return Some(Instruction::Compute { divisor: row.divides.then_some(m), sets });
    }
    if [operation, function] == CMP && d == 31 {
        let sets = vec![(FLAGS[0], Value::Register(n)), (FLAGS[1], Value::Register(m))];
        return Some(Instruction::Compute { divisor: None, sets });
    }
    let access = |base, offset| Access { register: d, base, offset, skipped: 0 };
    let near = access(Some(n), signed(word >> 12, 9, 1));
    match word {
        // br n
        _ if word & 0xffff_fc1f == 0xd61f_0000 => Some(Instruction::Jump { to: n, link: None }),
        // blr n
        _ if word & 0xffff_fc1f == 0xd63f_0000 => {
            Some(Instruction::Jump { to: n, link: Some(RETURN) })
        }
        // ldur d, [n, i]
        _ if word & 0xffe0_0c00 == 0xf840_0000 => Some(Instruction::Load(near)),
        // stur d, [n, i]
        _ if word & 0xffe0_0c00 == 0xf800_0000 => Some(Instruction::Store(near)),
        // ldr d, i
        _ if word >> 24 == 0x58 => Some(Instruction::Load(access(None, from_here(word >> 5, 19)))),
        // b i
        _ if word >> 26 == 5 => {
            let (when, of) = (Comparison::Equal, [ZERO, ZERO]);
            Some(Instruction::Branch { when, holds: true, of, offset: from_here(word, 26) })
        }
        // b.cond i
        _ if word >> 24 == 0x54 => {
            let row = CONDITIONS.iter().find(|row| row.0 == word & 31)?;
            let &(_, when, holds, is_exchanged) = row;
            let of = if is_exchanged { [FLAGS[1], FLAGS[0]] } else { FLAGS };
            Some(Instruction::Branch { when, holds, of, offset: from_here(word >> 5, 19) })
        }
        0xd440_0000 => Some(Instruction::Halt),
        _ => None,
    }
}
