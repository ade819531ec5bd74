//! Parses what is observed: a list of registers, words and the output.
//!
//! The items are `$3`, `$4..$7`, `output`, `a` for the elements of the array, `[0x800000]` for a
//! word of memory, and `keeps $16` or `keeps $16..$23` for registers that must have their initial
//! values at the end. For ARM64 they are `x0`, `x19..x28`, `sp`, `output`, `a` and `[0x800000]`.

use super::Problem;
use crate::diagnostic::Span;
use crate::machine::arm64::Register;
use crate::machine::arm64::memory::LOADER;
use crate::machine::memory::MEMORY_END;
use crate::machine::mips::Reg;
use crate::machine::setup::{Observable, Observation};
use crate::program::Address;

/// The registers of a machine as items name them, and what else of an item depends on the machine.
pub(super) trait Registers: Copy + PartialEq {
    /// The register that holds the result.
    const RESULT: Self;
    /// Where the last word of memory that can be observed ends.
    const END: u32;
    /// The size of a word in bytes.
    const SIZE: u32;
    /// Whether an item can say that a register is kept.
    const KEEPS: bool;
    /// Examples of items.
    const EXAMPLES: &str;

    /// The number of the register with a name.
    fn number(name: &str) -> Option<u32>;

    /// The register with a number.
    fn of(number: u32) -> Option<Self>;
}

impl Registers for Reg {
    const RESULT: Reg = Reg::RESULT;
    const END: u32 = MEMORY_END;
    const SIZE: u32 = 4;
    const KEEPS: bool = true;
    const EXAMPLES: &str = "`$4`, `$4..$7`, `output`, `a`, `[0x800000]` or `keeps $16`";

    fn number(name: &str) -> Option<u32> {
        let number = name.strip_prefix('$').and_then(|number| number.parse().ok());
        number.filter(|&number: &u32| number < 32)
    }

    fn of(number: u32) -> Option<Reg> {
        Reg::new(number)
    }
}

impl Registers for Register {
    const RESULT: Register = Register::RESULT;
    const END: u32 = LOADER as u32;
    const SIZE: u32 = 8;
    const KEEPS: bool = false;
    const EXAMPLES: &str = "`x0`, `x19..x28`, `sp`, `output`, `a` or `[0x800000]`";

    fn number(name: &str) -> Option<u32> {
        Register::named(name).map(|register| register.index() as u32)
    }

    fn of(number: u32) -> Option<Register> {
        Register::new(number)
    }
}

/// The observation that the items of a contract ask for. `array` is the capacity of the array, if there is one.
pub(super) fn parse<R: Registers>(
    items: Option<&[String]>,
    array: Option<u64>,
    problems: &mut Vec<Problem>,
) -> Observation<R> {
    let Some(items) = items else { return Observation::default() };
    let mut observation = Observation { result: false, output: false, others: Vec::new() };
    for (index, text) in items.iter().enumerate() {
        if let Err(message) = item(text.trim(), array, &mut observation) {
            let span = Span::new(0, text.len());
            problems.push(Problem { part: "observe", index, span, message });
        }
    }
    observation
}

fn item<R: Registers>(
    text: &str,
    array: Option<u64>,
    observation: &mut Observation<R>,
) -> Result<(), String> {
    let mut add = |observable| {
        if !observation.others.contains(&observable) {
            observation.others.push(observable);
        }
    };
    match text {
        "output" => observation.output = true,
        "a" if array.is_some() => add(Observable::Array),
        "a" => return Err(NO_ARRAY.to_owned()),
        _ if text.starts_with("a[") => add(Observable::Element(element(text, array)?)),
        _ if text.starts_with('[') => add(Observable::Word(address::<R>(text)?)),
        _ => match text.strip_prefix("keeps ") {
            Some(_) if !R::KEEPS => {
                return Err("which registers are kept cannot be observed for ARM64".to_owned());
            }
            Some(kept) => registers(kept)?.for_each(|reg| add(Observable::Kept(reg))),
            None => {
                for reg in registers(text)? {
                    match reg == R::RESULT {
                        true => observation.result = true,
                        false => add(Observable::Register(reg)),
                    }
                }
            }
        },
    }
    Ok(())
}

const NO_ARRAY: &str = "there is no array: the inputs are two integers";

/// One register, or a range of registers.
fn registers<R: Registers>(text: &str) -> Result<impl Iterator<Item = R> + use<R>, String> {
    let register = |text: &str| {
        let text = text.trim();
        R::number(text)
            .ok_or_else(|| format!("`{text}` is nothing that can be observed; try {}", R::EXAMPLES))
    };
    let (first, last) = match text.split_once("..") {
        Some((first, last)) => (register(first)?, register(last)?),
        None => (register(text)?, register(text)?),
    };
    match first <= last {
        true => Ok((first..=last).filter_map(R::of)),
        false => Err(format!("`{text}` goes down")),
    }
}

fn element(text: &str, array: Option<u64>) -> Result<u32, String> {
    let inside = text.strip_prefix("a[").and_then(|rest| rest.strip_suffix(']'));
    let index = inside.and_then(|index| index.trim().parse().ok());
    let index = index.ok_or_else(|| format!("`{text}` is no element, as in `a[0]`"))?;
    match array {
        None => Err(NO_ARRAY.to_owned()),
        Some(length) if u64::from(index) >= length => {
            Err(format!("the array has at most {length} elements"))
        }
        Some(_) => Ok(index),
    }
}

fn address<R: Registers>(text: &str) -> Result<Address, String> {
    let inside = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or("");
    let inside = inside.trim();
    let number = match inside.strip_prefix("0x").or_else(|| inside.strip_prefix("0X")) {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => inside.parse(),
    };
    let address = number.map_err(|_| format!("`{text}` is no address, as in `[0x800000]`"))?;
    let end = R::END;
    match address.is_multiple_of(4) && address <= end - R::SIZE {
        true => Ok(Address(address)),
        false => Err(format!(
            "there is no word at {address:#x}: an address is a multiple of 4 below {end:#x}"
        )),
    }
}
