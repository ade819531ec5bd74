//! The assembly language of ARM64, for edits.

use super::Language;
use crate::machine::Architecture;
use crate::machine::arm64::literals::literals;
use crate::machine::arm64::table::{self, Op, Reg, Shape, Slot, decode};

/// The language.
pub struct Arm64;

/// The language, for functions that take any one.
pub const ARM64: &dyn Language = &Arm64;

/// Registers of the stack, the frame and the return address.
const RESERVED: [&str; 3] = ["sp", "x29", "x30"];

impl Language for Arm64 {
    fn architecture(&self) -> Architecture {
        Architecture::Arm64
    }

    fn comments(&self) -> &'static [&'static str] {
        &["//"]
    }

    /// A condition is behind a dot.
    fn is_in_name(&self, c: char) -> bool {
        c.is_ascii_alphanumeric() || c == '_' || c == '.'
    }

    fn is_register(&self, token: &str) -> bool {
        table::is_register(token)
    }

    fn zero(&self) -> &'static str {
        "xzr"
    }

    /// Conditions are confused with those that differ by equality, by the sign, or by the order of
    /// operands, and with their opposite.
    fn confused_with(&self, mnemonic: &str) -> &'static [&'static str] {
        match mnemonic {
            "add" => &["sub"],
            "sub" => &["add"],
            "mul" => &["smulh", "umulh"],
            "smulh" => &["umulh", "mul"],
            "umulh" => &["smulh", "mul"],
            "sdiv" => &["udiv"],
            "udiv" => &["sdiv"],
            "b.eq" => &["b.ne"],
            "b.ne" => &["b.eq"],
            "b.lt" => &["b.le", "b.ge", "b.gt", "b.lo"],
            "b.le" => &["b.lt", "b.gt", "b.ge", "b.ls"],
            "b.gt" => &["b.ge", "b.le", "b.lt", "b.hi"],
            "b.ge" => &["b.gt", "b.lt", "b.le", "b.hs"],
            "b.lo" => &["b.ls", "b.hs", "b.hi", "b.lt"],
            "b.ls" => &["b.lo", "b.hi", "b.hs", "b.le"],
            "b.hi" => &["b.hs", "b.ls", "b.lo", "b.gt"],
            "b.hs" => &["b.hi", "b.lo", "b.ls", "b.ge"],
            _ => &[],
        }
    }

    /// Words of memory are 8 bytes, those of the text 4.
    fn strides(&self) -> &'static [i64] {
        &[8, 4]
    }

    fn order_matters(&self, word: u32) -> bool {
        let op = decode(word).map(|instruction| instruction.op);
        op.is_some_and(|op| matches!(op, Op::Sub | Op::Sdiv | Op::Udiv | Op::Cmp))
    }

    /// An `ldr` and its number are two statements, as there may be others in between.
    fn loads_next(&self, _: u32) -> bool {
        false
    }

    fn is_odd(&self, statement: &str, register: &str) -> bool {
        let is_jump = ["br ", "blr "].iter().any(|op| statement.starts_with(op));
        let is_access = ["ldur", "stur"].iter().any(|op| statement.starts_with(op));
        match is_jump {
            true => register != "x30",
            false => !is_access && RESERVED.contains(&register),
        }
    }

    fn constants(&self, words: &[u32]) -> Vec<i64> {
        let offsets = words.iter().filter_map(|&word| {
            let instruction = decode(word)?;
            (instruction.op.shape() == Shape::Memory).then_some(i64::from(instruction.i))
        });
        let numbers = literals(words).map(|it| it.value as i64);
        let mut constants: Vec<i64> = numbers.chain(offsets).collect();
        constants.sort_unstable();
        constants.dedup();
        constants
    }

    /// The ends of the signed numbers, -1, and what 32 bits hold: a number of the wrong width is the
    /// slip of those who know the other machine.
    fn edges(&self) -> &'static [i64] {
        &[i64::MIN, i64::MAX, -1, 0xffff_ffff, 0x8000_0000, 0x7fff_ffff]
    }

    /// A loaded number is written as the three lines that load it from in between.
    fn statements(&self, words: &[u32]) -> Vec<String> {
        let loads = literals(words).map(|it| loading(it.instruction.d, it.value as i64));
        let others = words.iter().filter_map(|&word| decode(word)).filter(|instruction| {
            !matches!(instruction.op.shape(), Shape::Literal | Shape::Jump | Shape::Conditional)
        });
        others.map(|instruction| instruction.to_string()).chain(loads).collect()
    }
}

/// The lines that load a number.
pub fn loading(register: Reg, number: i64) -> String {
    let name = register.name(Slot::D);
    format!("ldr {name}, 8\nb 12\n.8byte {number}")
}
