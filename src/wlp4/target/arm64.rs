//! Steps of generated code as ARM64 instructions.
//!
//! As in the code of the course's `wlp4c`, `x8` is always 8, `x6` always `NULL`, and a constant is
//! an `.8byte` behind the `ldr` that loads it, with a branch around it.

use std::fmt;

use super::{Constant, Half, Registers, Sign, Step, Target};
use crate::machine::Architecture;
use crate::machine::arm64::memory::{INPUT_ADDRESS, OUTPUT_ADDRESS};
use crate::wlp4::emit::Writer;
use crate::wlp4::tree::Compare;

pub(super) static TARGET: Target = Target {
    architecture: Architecture::Arm64,
    name: "ARM64",
    integer: "long",
    pointer: "long*",
    bits: 64,
    // It is beyond the end of memory, as in the course's compilers.
    null: -0x1_0000,
    input: INPUT_ADDRESS,
    output: OUTPUT_ADDRESS,
    // All other labels begin with a lower-case letter.
    procedure: "F",
    over_one: "8",
    registers: Registers {
        inputs: [0, 1],
        argument: 0,
        result: 0,
        scratch: 2,
        frame: 29,
        stack: 31,
        link: 30,
        word: WORD,
        null: 6,
        zero: 31,
        temporaries: &[0, 1, 4, 5, 7, 9, 10, 11, 12],
        variables: &[19, 20, 21, 22, 23, 24, 25, 26, 27, 28],
    },
    write,
};

const WORD: u8 = 8;

/// A scratch register that only the steps below use.
const SECOND_SCRATCH: u8 = 3;

/// The offsets, in bytes, that fit in `ldur` and `stur`.
const OFFSETS: std::ops::RangeInclusive<i32> = -256..=255;

/// A register as the destination or the first operand of an instruction.
struct First(u8);

/// A register as the last operand of an instruction.
struct Last(u8);

impl fmt::Display for First {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 31 { f.write_str("sp") } else { write!(f, "x{}", self.0) }
    }
}

impl fmt::Display for Last {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 31 { f.write_str("xzr") } else { write!(f, "x{}", self.0) }
    }
}

fn write(out: &mut Writer, step: Step) {
    let mut three = |name: &str, [to, a, b]: [u8; 3]| {
        out.code(format_args!("{name} {}, {}, {}", First(to), First(a), Last(b)));
    };
    match step {
        Step::Constant(to, value) => {
            out.code(format_args!("ldr x{to}, 8"));
            out.code(format_args!("b 12"));
            out.code(format_args!(".8byte {value}"));
        }
        Step::Zero(to) => three("sub", [to; 3]),
        Step::Add(registers) => three("add", registers),
        Step::Subtract(registers) => three("sub", registers),
        Step::Multiply(registers) => three("mul", registers),
        Step::Scale(register) => three("mul", [register, register, WORD]),
        Step::Divide(half, sign, [to, a, b]) => {
            let divide = if sign == Sign::Signed { "sdiv" } else { "udiv" };
            match half {
                Half::Quotient => three(divide, [to, a, b]),
                Half::Remainder => {
                    three(divide, [SECOND_SCRATCH, a, b]);
                    three("mul", [SECOND_SCRATCH, SECOND_SCRATCH, b]);
                    three("sub", [to, a, SECOND_SCRATCH]);
                }
            }
        }
        Step::Load { to, base, offset } => {
            let (base, offset) = within_reach(out, to, base, offset);
            out.code(format_args!("ldur x{to}, [{}, {offset}]", First(base)));
        }
        Step::Store { from, base, offset } => {
            let (base, offset) = within_reach(out, SECOND_SCRATCH, base, offset);
            out.code(format_args!("stur x{from}, [{}, {offset}]", First(base)));
        }
        Step::Jump(to) => out.code(format_args!("b {to}")),
        Step::Branch { compare, sign, operands: [a, b], to } => {
            out.code(format_args!("cmp {}, {}", First(a), Last(b)));
            out.code(format_args!("b.{} {to}", condition(compare, sign)));
        }
        Step::Call(register) => out.code(format_args!("blr x{register}")),
        Step::Return => out.code(format_args!("br x30")),
    }
}

/// A base and an offset that fit in an instruction, for the same address. If the offset does not,
/// `address` becomes the address.
fn within_reach(out: &mut Writer, address: u8, base: u8, offset: i32) -> (u8, i32) {
    if OFFSETS.contains(&offset) {
        return (base, offset);
    }
    write(out, Step::Constant(address, Constant::Number(offset.into())));
    write(out, Step::Add([address, base, address]));
    (address, 0)
}

fn condition(compare: Compare, sign: Sign) -> &'static str {
    match (compare, sign) {
        (Compare::Equal, _) => "eq",
        (Compare::NotEqual, _) => "ne",
        (Compare::Less, Sign::Signed) => "lt",
        (Compare::LessOrEqual, Sign::Signed) => "le",
        (Compare::Greater, Sign::Signed) => "gt",
        (Compare::GreaterOrEqual, Sign::Signed) => "ge",
        (Compare::Less, Sign::Unsigned) => "lo",
        (Compare::LessOrEqual, Sign::Unsigned) => "ls",
        (Compare::Greater, Sign::Unsigned) => "hi",
        (Compare::GreaterOrEqual, Sign::Unsigned) => "hs",
    }
}
