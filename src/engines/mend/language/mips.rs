//! The assembly language of MIPS, for edits.

use super::super::edits::signed;
use super::Language;
use crate::flow;
use crate::machine::mips::{Op, Reg, Shape, decode};
use crate::machine::setup::Observable;
use crate::machine::{Architecture, Image, Initial};

/// The language.
pub struct Mips;

/// The language, for functions that take any one.
pub const MIPS: &dyn Language = &Mips;

impl Mips {
    /// The registers that hold a program's inputs, or that are observed.
    pub fn named(image: &Image) -> Vec<String> {
        let is_given = |reg: Reg| image.initial(reg) != Initial::Word(0);
        let named = Reg::all().filter(|&reg| is_given(reg) || Mips::is_observed(image, reg));
        named.map(|reg| reg.to_string()).collect()
    }

    /// Whether the final value of a register is observed.
    pub fn is_observed(image: &Image, reg: Reg) -> bool {
        let observation = &image.setup().observation;
        observation.result && reg == Reg::RESULT
            || observation.others.iter().any(|other| match other {
                Observable::Register(other) | Observable::Kept(other) => *other == reg,
                _ => false,
            })
    }
}

/// The numbers in a MIPS program's text: its data, and its load and store offsets.
pub fn constants(words: &[u32]) -> Vec<u32> {
    let offsets = words.iter().filter_map(|&word| {
        let instruction = decode(word)?;
        (instruction.op.shape() == Shape::Memory).then_some(i32::from(instruction.i) as u32)
    });
    let mut constants: Vec<u32> = flow::data(words).chain(offsets).collect();
    constants.sort_unstable();
    constants.dedup();
    constants
}

impl Language for Mips {
    fn architecture(&self) -> Architecture {
        Architecture::Mips
    }

    fn comments(&self) -> &'static [&'static str] {
        &[";", "#", "//"]
    }

    fn is_in_name(&self, c: char) -> bool {
        c.is_ascii_alphanumeric() || c == '_'
    }

    fn is_register(&self, token: &str) -> bool {
        token.starts_with('$')
    }

    fn zero(&self) -> &'static str {
        "$0"
    }

    fn confused_with(&self, mnemonic: &str) -> &'static [&'static str] {
        match mnemonic {
            "beq" => &["bne"],
            "bne" => &["beq"],
            "slt" => &["sltu"],
            "sltu" => &["slt"],
            "div" => &["divu"],
            "divu" => &["div"],
            "mult" => &["multu"],
            "multu" => &["mult"],
            "mfhi" => &["mflo"],
            "mflo" => &["mfhi"],
            "add" => &["sub"],
            "sub" => &["add"],
            _ => &[],
        }
    }

    fn strides(&self) -> &'static [i64] {
        &[4]
    }

    fn order_matters(&self, word: u32) -> bool {
        let op = decode(word).map(|instruction| instruction.op);
        op.is_some_and(|op| matches!(op, Op::Sub | Op::Slt | Op::Sltu | Op::Div | Op::Divu))
    }

    fn loads_next(&self, word: u32) -> bool {
        decode(word).is_some_and(|instruction| instruction.op == Op::Lis)
    }

    fn is_odd(&self, statement: &str, register: &str) -> bool {
        let [is_jump, is_access] = [["jr", "jalr"], ["lw", "sw"]]
            .map(|ops| ops.iter().any(|op| statement.starts_with(op)));
        let reg = || Reg::new(register.strip_prefix('$')?.parse().ok()?);
        match is_jump {
            true => register != "$31",
            false => !is_access && reg().is_some_and(Reg::is_reserved),
        }
    }

    fn constants(&self, words: &[u32]) -> Vec<i64> {
        constants(words).into_iter().map(signed).collect()
    }

    fn edges(&self) -> &'static [i64] {
        &[]
    }

    fn statements(&self, words: &[u32]) -> Vec<String> {
        let mut texts = Vec::new();
        let mut words = words.iter();
        while let Some(&word) = words.next() {
            let Some(instruction) = decode(word) else { continue };
            match instruction.op {
                Op::Beq | Op::Bne => {}
                Op::Lis => match words.next() {
                    Some(word) => texts.push(format!("{instruction}\n.word {}", signed(*word))),
                    None => break,
                },
                _ => texts.push(instruction.to_string()),
            }
        }
        texts
    }
}
