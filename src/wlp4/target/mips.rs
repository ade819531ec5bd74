//! Steps of generated code as MIPS instructions.

use super::{Half, Registers, Sign, Step, Target};
use crate::machine::Architecture;
use crate::machine::memory::{INPUT_ADDRESS, OUTPUT_ADDRESS};
use crate::wlp4::emit::Writer;
use crate::wlp4::tree::Compare;

pub(super) static TARGET: Target = Target {
    architecture: Architecture::Mips,
    name: "MIPS",
    integer: "int",
    pointer: "int*",
    bits: 32,
    // It is no multiple of 4.
    null: 1,
    input: INPUT_ADDRESS as u64,
    output: OUTPUT_ADDRESS as u64,
    // A name of the language has no underscore.
    procedure: "procedure_",
    over_one: "1",
    registers: Registers {
        inputs: [1, 2],
        argument: 1,
        result: RESULT,
        scratch: 5,
        frame: 29,
        stack: 30,
        link: 31,
        word: 4,
        null: 11,
        zero: 0,
        temporaries: &[RESULT, 6, 7, 8, 9, 12, 13, 14, 15],
        variables: &[16, 17, 18, 19, 20, 21, 22, 23, 24, 25],
    },
    write,
};

const RESULT: u8 = 3;

macro_rules! code {
    ($out:ident, $($instruction:tt)*) => {
        $out.code(format_args!($($instruction)*))
    };
}

fn write(out: &mut Writer, step: Step) {
    match step {
        Step::Constant(to, value) => {
            code!(out, "lis ${to}");
            code!(out, ".word {value}");
        }
        Step::Zero(to) => code!(out, "add ${to}, $0, $0"),
        Step::Add([to, a, b]) => code!(out, "add ${to}, ${a}, ${b}"),
        Step::Subtract([to, a, b]) => code!(out, "sub ${to}, ${a}, ${b}"),
        Step::Multiply([to, a, b]) => {
            code!(out, "mult ${a}, ${b}");
            code!(out, "mflo ${to}");
        }
        Step::Divide(half, sign, [to, a, b]) => {
            let divide = if sign == Sign::Signed { "div" } else { "divu" };
            let half = if half == Half::Quotient { "mflo" } else { "mfhi" };
            code!(out, "{divide} ${a}, ${b}");
            code!(out, "{half} ${to}");
        }
        Step::Scale(register) => {
            for _ in 0..2 {
                code!(out, "add ${register}, ${register}, ${register}");
            }
        }
        Step::Load { to, base, offset } => code!(out, "lw ${to}, {offset}(${base})"),
        Step::Store { from, base, offset } => code!(out, "sw ${from}, {offset}(${base})"),
        Step::Jump(to) => code!(out, "beq $0, $0, {to}"),
        Step::Branch { compare, sign, operands, to } => branch(out, compare, sign, operands, to),
        Step::Call(register) => code!(out, "jalr ${register}"),
        Step::Return => code!(out, "jr $31"),
    }
}

fn branch(out: &mut Writer, compare: Compare, sign: Sign, [a, b]: [u8; 2], to: &str) {
    let less = if sign == Sign::Signed { "slt" } else { "sltu" };
    let ([first, second], branch) = match compare {
        Compare::Equal => return code!(out, "beq ${a}, ${b}, {to}"),
        Compare::NotEqual => return code!(out, "bne ${a}, ${b}, {to}"),
        Compare::Less => ([a, b], "bne"),
        Compare::GreaterOrEqual => ([a, b], "beq"),
        Compare::Greater => ([b, a], "bne"),
        Compare::LessOrEqual => ([b, a], "beq"),
    };
    code!(out, "{less} ${RESULT}, ${first}, ${second}");
    code!(out, "{branch} ${RESULT}, $0, {to}");
}
