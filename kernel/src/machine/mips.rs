//! The MIPS subset of CS241: 18 instructions, 16 MiB of memory, no delay slots.
//!
//! Unused fields must be zero. Any other word, including the all-zero word, is no instruction and faults when it is
//! executed.

use super::{Access, Comparison, Instruction, Layout, Machine, Value};
use crate::word::{Operator, Width};

/// The machine.
pub static MIPS: Machine = Machine {
    name: "mips",
    width: Width::new(32).expect("it is at most 64"),
    layout: Layout { word: 4, cell: 4, end: 0x0100_0000, kept: 0x0100_0000 },
    registers: &REGISTERS,
    zero: Some(0),
    stack: 30,
    divides_by_zero: false,
    input: 0xffff_0004,
    output: 0xffff_000c,
    decode,
};

static REGISTERS: [&str; 34] = [
    "$0", "$1", "$2", "$3", "$4", "$5", "$6", "$7", "$8", "$9", "$10", "$11", "$12", "$13", "$14",
    "$15", "$16", "$17", "$18", "$19", "$20", "$21", "$22", "$23", "$24", "$25", "$26", "$27",
    "$28", "$29", "$30", "$31", "hi", "lo",
];

const RETURN: usize = 31;
const HI: usize = 32;
const LO: usize = 33;

/// The fields of a word.
struct Fields {
    s: usize,
    t: usize,
    d: usize,
}

/// An instruction whose first six bits are zero.
struct Row {
    /// The last eleven bits.
    function: u64,
    /// The fields that must be zero: s, t, d.
    unused: [bool; 3],
    make: fn(Fields) -> Instruction,
}

const fn row(function: u64, unused: [bool; 3], make: fn(Fields) -> Instruction) -> Row {
    Row { function, unused, make }
}

const ALL: [bool; 3] = [false, false, false];
const NO_D: [bool; 3] = [false, false, true];
const ONLY_D: [bool; 3] = [true, true, false];
const ONLY_S: [bool; 3] = [false, true, true];

fn three(operator: Operator) -> impl Fn(Fields) -> Instruction {
    move |Fields { s, t, d }| compute(None, &[(d, Value::Apply(operator, s, t))])
}

fn compute(divisor: Option<usize>, sets: &[(usize, Value)]) -> Instruction {
    Instruction::Compute { divisor, sets: sets.to_vec() }
}

fn product(high: Operator, Fields { s, t, .. }: Fields) -> Instruction {
    let sets = [(HI, Value::Apply(high, s, t)), (LO, Value::Apply(Operator::Mul, s, t))];
    compute(None, &sets)
}

fn division(quotient: Operator, remainder: Operator, Fields { s, t, .. }: Fields) -> Instruction {
    let sets = [(HI, Value::Apply(remainder, s, t)), (LO, Value::Apply(quotient, s, t))];
    compute(Some(t), &sets)
}

static ROWS: [Row; 13] = [
    // add $d, $s, $t
    row(0b100000, ALL, |f| three(Operator::Add)(f)),
    // sub $d, $s, $t
    row(0b100010, ALL, |f| three(Operator::Sub)(f)),
    // slt $d, $s, $t
    row(0b101010, ALL, |f| three(Operator::LessSigned)(f)),
    // sltu $d, $s, $t
    row(0b101011, ALL, |f| three(Operator::Less)(f)),
    // mult $s, $t
    row(0b011000, NO_D, |f| product(Operator::HighSigned, f)),
    // multu $s, $t
    row(0b011001, NO_D, |f| product(Operator::High, f)),
    // div $s, $t
    row(0b011010, NO_D, |f| division(Operator::QuotientSigned, Operator::RemainderSigned, f)),
    // divu $s, $t
    row(0b011011, NO_D, |f| division(Operator::Quotient, Operator::Remainder, f)),
    // mfhi $d
    row(0b010000, ONLY_D, |f| compute(None, &[(f.d, Value::Register(HI))])),
    // mflo $d
    row(0b010010, ONLY_D, |f| compute(None, &[(f.d, Value::Register(LO))])),
    // lis $d
    row(0b010100, ONLY_D, |f| {
        Instruction::Load(Access { register: f.d, base: None, offset: 0, skipped: 4 })
    }),
    // jr $s
    row(0b001000, ONLY_S, |f| Instruction::Jump { to: f.s, link: None }),
    // jalr $s
    row(0b001001, ONLY_S, |f| Instruction::Jump { to: f.s, link: Some(RETURN) }),
];

fn decode(word: u64) -> Option<Instruction> {
    let field = |shift: u32| (word >> shift & 31) as usize;
    let fields = Fields { s: field(21), t: field(16), d: field(11) };
    // A sign-extended offset, in words or bytes.
    let immediate = |unit: i64| MIPS.width.wrap((i64::from(word as i16) * unit) as u64);
    let (register, base) = (fields.t, Some(fields.s));
    let access = Access { register, base, offset: immediate(1), skipped: 0 };
    let branch = |holds| {
        let (when, of) = (Comparison::Equal, [fields.s, fields.t]);
        Instruction::Branch { when, holds, of, offset: immediate(4) }
    };
    match word >> 26 {
        0 => {
            let row = ROWS.iter().find(|row| row.function == word & 0x7ff)?;
            let values = [fields.s, fields.t, fields.d];
            let is_clean =
                row.unused.iter().zip(values).all(|(unused, value)| !unused || value == 0);
            is_clean.then(|| (row.make)(fields))
        }
        0b100011 => Some(Instruction::Load(access)),
        0b101011 => Some(Instruction::Store(access)),
        0b000100 => Some(branch(true)),
        0b000101 => Some(branch(false)),
        _ => None,
    }
}
