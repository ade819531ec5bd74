//! Parses what is observed: a list of registers, words and the output.
//!
//! The items are `$3`, `$4..$7`, `output`, `a` for the elements of the array, `[0x800000]` for a
//! word of memory, and `keeps $16` or `keeps $16..$23` for registers that must have their initial
//! values at the end.

use super::{Problem, Spec};
use crate::diagnostic::Span;
use crate::machine::memory::MEMORY_END;
use crate::machine::mips::Reg;
use crate::machine::setup::{Observable, Observation};
use crate::program::Address;

/// The observation that a spec asks for.
pub(super) fn parse(spec: &Spec, problems: &mut Vec<Problem>) -> Observation {
    let Some(items) = &spec.observe else { return Observation::default() };
    let mut observation = Observation { result: false, output: false, others: Vec::new() };
    for (index, text) in items.iter().enumerate() {
        if let Err(message) = item(text.trim(), spec, &mut observation) {
            let span = Span::new(0, text.len());
            problems.push(Problem { part: "observe", index, span, message });
        }
    }
    observation
}

fn item(text: &str, spec: &Spec, observation: &mut Observation) -> Result<(), String> {
    let mut add = |observable| {
        if !observation.others.contains(&observable) {
            observation.others.push(observable);
        }
    };
    match text {
        "output" => observation.output = true,
        "a" if spec.array.is_some() => add(Observable::Array),
        "a" => return Err("there is no array: the inputs are two integers".to_owned()),
        _ if text.starts_with("a[") => add(Observable::Element(element(text, spec)?)),
        _ if text.starts_with('[') => add(Observable::Word(address(text)?)),
        _ => match text.strip_prefix("keeps ") {
            Some(kept) => registers(kept)?.for_each(|reg| add(Observable::Kept(reg))),
            None => {
                for reg in registers(text)? {
                    match reg {
                        Reg::RESULT => observation.result = true,
                        reg => add(Observable::Register(reg)),
                    }
                }
            }
        },
    }
    Ok(())
}

/// One register, or a range of registers.
fn registers(text: &str) -> Result<impl Iterator<Item = Reg> + use<>, String> {
    let register = |text: &str| {
        let number = text.trim().strip_prefix('$').and_then(|number| number.parse().ok());
        number.filter(|&number: &u32| number < 32).ok_or_else(|| {
            format!("`{}` is nothing that can be observed; try `$4`, `$4..$7`, `output`, `a`, `[0x800000]` or `keeps $16`", text.trim())
        })
    };
    let (first, last) = match text.split_once("..") {
        Some((first, last)) => (register(first)?, register(last)?),
        None => (register(text)?, register(text)?),
    };
    match first <= last {
        true => Ok((first..=last).filter_map(Reg::new)),
        false => Err(format!("`{text}` goes down")),
    }
}

fn element(text: &str, spec: &Spec) -> Result<u32, String> {
    let inside = text.strip_prefix("a[").and_then(|rest| rest.strip_suffix(']'));
    let index = inside.and_then(|index| index.trim().parse().ok());
    let index = index.ok_or_else(|| format!("`{text}` is no element, as in `a[0]`"))?;
    match spec.array {
        None => Err("there is no array: the inputs are two integers".to_owned()),
        Some(length) if index >= length => Err(format!("the array has at most {length} elements")),
        Some(_) => Ok(index),
    }
}

fn address(text: &str) -> Result<Address, String> {
    let inside = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or("");
    let inside = inside.trim();
    let number = match inside.strip_prefix("0x").or_else(|| inside.strip_prefix("0X")) {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => inside.parse(),
    };
    let address = number.map_err(|_| format!("`{text}` is no address, as in `[0x800000]`"))?;
    match address.is_multiple_of(4) && address < MEMORY_END {
        true => Ok(Address(address)),
        false => Err(format!(
            "there is no word at {address:#x}: an address is a multiple of 4 below {MEMORY_END:#x}"
        )),
    }
}
