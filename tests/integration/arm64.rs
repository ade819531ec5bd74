//! The ARM64 machine: its table, assembler, emulator, objects, routines and command line, each compared with other
//! tools.

mod across;
mod assuming;
mod commands;
mod comparing;
mod endless;
mod explaining;
mod explored;
mod grading;
mod grid;
mod labelled;
mod language;
mod linking;
mod mutants;
mod observing;
mod outcomes;
mod processor;
mod proving;
mod quiz;
mod reading;
mod receipts;
mod regions;
mod routines;
mod steps;
mod table;
mod versions;

use tamarin::diagnostic::render;
use tamarin::link::{self, File};
use tamarin::machine::Architecture;
use tamarin::program::Program;

/// The program of files of assembly, which have no errors.
fn program(files: &[(&str, &str)]) -> Program {
    let inputs: Vec<_> = files.iter().map(|(name, text)| File::text(name, text)).collect();
    let built = link::program_for(Architecture::Arm64, &inputs);
    let said = files.iter().zip(&built.diagnostics);
    let said: String = said.map(|((name, text), said)| render(name, text, said)).collect();
    built.output.unwrap_or_else(|| panic!("{said}"))
}

/// The rows of a table of the project, without its comments.
fn rows(name: &str) -> Vec<Vec<String>> {
    let path = tamarin_testing::root().join("tests/arm64").join(name);
    let text = std::fs::read_to_string(&path).expect("it is in the folder");
    let rows = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    rows.map(|row| row.split('\t').map(str::to_owned).collect()).collect()
}

/// FNV-1a of numbers, 8 bytes each, least significant first.
fn hash(numbers: impl IntoIterator<Item = u64>) -> u64 {
    let bytes = numbers.into_iter().flat_map(u64::to_le_bytes);
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

fn hexadecimal(text: &str) -> u64 {
    u64::from_str_radix(text, 16).expect("it is in hexadecimal")
}

/// Numbers with commas between, in hexadecimal.
fn list(text: &str) -> Vec<u64> {
    text.split(',').filter(|it| !it.is_empty()).map(hexadecimal).collect()
}

/// Words of 8 digits each, with nothing between.
fn words(text: &str) -> Vec<u32> {
    let word = |at: usize| u32::from_str_radix(&text[at..at + 8], 16).expect("it is a word");
    (0..text.len()).step_by(8).map(word).collect()
}
