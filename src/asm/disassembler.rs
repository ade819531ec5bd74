//! Words to text: the disassembler and the listing.

use std::borrow::Cow;
use std::fmt::Write;

use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;

use crate::machine::mips::{Instruction, Op, Shape, decode};
use crate::object::Object;
use crate::program::{Address, PartKind, Program};

use super::source_lines::SourceLines;
use crate::object::is_name;

/// The text of an object. Assembling this text gives the same object, except that the names of
/// labels may differ.
///
/// Branch targets and stored addresses are written as labels. The names are the object's own, or
/// else `L1`, `L2` and so on by address. A branch to outside the object keeps its number of words.
/// Other words that are not instructions, and the word behind a `lis`, are written in hexadecimal,
/// because the words do not show whether one is the address of a label.
pub fn disassemble(object: &Object) -> String {
    let mut instructions = instructions(&object.words);
    let mut operands = FxHashMap::default();
    for &word in &object.relocations {
        instructions[word] = None;
    }
    for reference in &object.references {
        instructions[reference.word] = None;
        operands.insert(reference.word, object.imports[reference.import].name.as_str());
    }
    let end = object.words.len();
    let branches = instructions.iter().enumerate();
    let targets = branches.filter_map(|(index, it)| branch_target(index, (*it)?, end));
    let names = label_names(object, is_name, targets);
    for &word in &object.relocations {
        let target = Address(object.words[word]).word_index();
        let name = names.get(&target).and_then(|names| names.first());
        operands.extend(name.map(|name| (word, name.as_ref())));
    }
    let mut text = String::new();
    for import in &object.imports {
        write_formatted(&mut text, format_args!(".import {}\n", import.name));
    }
    for export in &object.exports {
        write_formatted(&mut text, format_args!(".export {}\n", export.name));
    }
    let write_labels = |text: &mut String, index| {
        for name in names.get(&index).into_iter().flatten() {
            write_formatted(text, format_args!("{name}:\n"));
        }
    };
    let label = |index| names.get(&index).and_then(|names| names.first()).map(Cow::as_ref);
    for (index, (&word, instruction)) in object.words.iter().zip(&instructions).enumerate() {
        write_labels(&mut text, index);
        text += "    ";
        match (*instruction, operands.get(&index)) {
            (Some(instruction), _) => write_instruction(&mut text, index, instruction, label),
            (None, Some(name)) => write_formatted(&mut text, format_args!(".word {name}")),
            (None, None) => write_formatted(&mut text, format_args!(".word {word:#010x}")),
        }
        text += "\n";
    }
    write_labels(&mut text, object.words.len());
    text
}

/// One row of a listing: a word with its labels, or the labels behind the last word.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ListingRow {
    /// The address of the word, in bytes.
    pub address: Address,
    /// The word. `None` in the last row, which exists only for labels behind the last word.
    pub word: Option<u32>,
    /// The labels at this address, in the order of the text.
    pub labels: Vec<String>,
    /// The instruction or the `.word`, in canonical form.
    pub text: String,
    /// Whether the assembler added the word to load the number of a branch.
    pub expanded: bool,
    /// The line of the source text, from 1. `None` if there is no text.
    pub line: Option<usize>,
    /// The index of the source file among the linked files, from 0.
    pub file: usize,
}

/// The listing of a program that was linked from files with these texts, in the order of the files.
/// Texts may be missing: of object files, and of a program that was made from bare words.
pub fn listing(texts: &[&str], program: &Program) -> Vec<ListingRow> {
    let instructions = instructions(&program.words);
    let lines = SourceLines::new(texts, program);
    let labels_at = |index| program.labels_at(Address::of_word(index)).map(str::to_owned).collect();
    let mut rows = Vec::with_capacity(program.words.len());
    for (index, &word) in program.words.iter().enumerate() {
        let file = program.part_of(index).unwrap_or_default();
        let text = texts.get(file).filter(|_| index < program.spans.len());
        let span = text.map(|_| program.spans[index]);
        let is_assembly =
            program.parts.get(file).is_some_and(|part| part.kind == PartKind::Assembly);
        let written = span.filter(|_| is_assembly);
        let written = written.and_then(|span| text?.get(span.start..span.end));
        let is_expanded = |index| program.expanded.get(index) == Some(&true);
        // Words that the assembler added come in pairs, a `lis` and its word, followed by a branch.
        let is_loaded = index > 0 && is_expanded(index - 1) && is_expanded(index);
        let mut canonical = String::new();
        let instruction = match written {
            Some(_) if is_loaded => {
                write_formatted(&mut canonical, format_args!(".word {}", word as i32));
                None
            }
            Some(written) => match written_word(written) {
                Some(value) => {
                    write_formatted(&mut canonical, format_args!(".word {value}"));
                    None
                }
                None => decode(word),
            },
            None => instructions[index],
        };
        if let Some(instruction) = instruction {
            let label = |target| program.label_at(Address::of_word(target));
            write_instruction(&mut canonical, index, instruction, label);
        } else if canonical.is_empty() {
            write_formatted(&mut canonical, format_args!(".word {word:#010x}"));
        }
        rows.push(ListingRow {
            address: Address::of_word(index),
            word: Some(word),
            labels: labels_at(index),
            text: canonical,
            expanded: is_expanded(index),
            line: lines.at(Address::of_word(index)).map(|line| line.line as usize),
            file,
        });
    }
    let labels: Vec<String> = labels_at(program.words.len());
    if !labels.is_empty() {
        let (address, text) = (program.end(), String::new());
        let file = program.parts.len().saturating_sub(1);
        let last =
            ListingRow { address, word: None, labels, text, expanded: false, line: None, file };
        rows.push(last);
    }
    rows
}

/// Renders a listing as text. A `+` marks a word that the assembler added.
pub fn render_listing(rows: &[ListingRow]) -> String {
    let mut out = String::new();
    for row in rows {
        for label in &row.labels {
            write_formatted(&mut out, format_args!("{:24}{label}:\n", ""));
        }
        if let Some(word) = row.word {
            let (address, text) = (row.address.0, &row.text);
            let mark = if row.expanded { '+' } else { ' ' };
            let line = format!("{address:#08x}  {word:#010x}  {mark}   {text}");
            write_formatted(&mut out, format_args!("{}\n", line.trim_end()));
        }
    }
    out
}

/// Decodes the words in order. A word is `None` if it encodes no instruction or if it follows a
/// `lis`.
fn instructions(words: &[u32]) -> Vec<Option<Instruction>> {
    let mut is_loaded = false;
    let read = |&word: &u32| {
        let instruction = if is_loaded { None } else { decode(word) };
        is_loaded = instruction.is_some_and(|instruction| instruction.op == Op::Lis);
        instruction
    };
    words.iter().map(read).collect()
}

/// The index of the target of the branch at `index`. `None` if the instruction is no branch, or
/// goes neither to a word of the program nor right behind it.
fn branch_target(index: usize, instruction: Instruction, end: usize) -> Option<usize> {
    if instruction.op.shape() != Shape::Branch {
        return None;
    }
    let target = (index + 1).checked_add_signed(instruction.i.into())?;
    (target <= end).then_some(target)
}

/// The labels of a disassembly, by the index of their word. They are the object's own labels, if
/// their names are valid, and new ones for other branch targets and stored addresses.
pub(super) fn label_names<'p>(
    object: &'p Object,
    is_name: fn(&str) -> bool,
    branch_targets: impl Iterator<Item = usize>,
) -> FxHashMap<usize, Vec<Cow<'p, str>>> {
    let end = object.words.len();
    let mut names: FxHashMap<usize, Vec<Cow<str>>> = FxHashMap::default();
    let mut taken: FxHashSet<_> =
        object.imports.iter().map(|import| import.name.as_str()).collect();
    let labels = object.labels.iter().map(|label| (&label.name, label.address));
    let exports = object.exports.iter().map(|export| (&export.name, export.address));
    for (name, address) in exports.chain(labels) {
        // An object that was not assembled may have any labels.
        let is_usable = address.0.is_multiple_of(4) && address.word_index() <= end && is_name(name);
        if is_usable && taken.insert(name.as_str()) {
            names.entry(address.word_index()).or_default().push(Cow::from(name));
        }
    }
    let mut is_target = vec![false; end + 1];
    for &word in &object.relocations {
        let target = Address(object.words[word]);
        if target.0.is_multiple_of(4) && target.word_index() <= end {
            is_target[target.word_index()] = true;
        }
    }
    branch_targets.for_each(|target| is_target[target] = true);
    let mut numbers = 1..;
    for (index, _) in is_target.iter().enumerate().filter(|&(_, is_target)| *is_target) {
        names.entry(index).or_insert_with(|| {
            let mut fresh = numbers.by_ref().map(|number| format!("L{number}"));
            let name = fresh.find(|name| !taken.contains(name.as_str()));
            vec![Cow::from(name.expect("there are more numbers than labels"))]
        });
    }
    names
}

/// Writes an instruction. The target of a branch is a label if `label` knows one.
fn write_instruction<'p>(
    out: &mut String,
    index: usize,
    instruction: Instruction,
    label: impl Fn(usize) -> Option<&'p str>,
) {
    let target = branch_target(index, instruction, usize::MAX).and_then(label);
    match target {
        Some(name) => {
            let Instruction { op, s, t, .. } = instruction;
            write_formatted(out, format_args!("{op} {s}, {t}, {name}"));
        }
        None => write_formatted(out, format_args!("{instruction}")),
    }
}

/// The operand of a `.word` as it was written. `None` if the text is something else.
fn written_word(written: &str) -> Option<&str> {
    if written.starts_with('.') {
        written.get(".word".len()..).map(str::trim)
    } else {
        written.starts_with(|c: char| c == '-' || c.is_ascii_digit()).then_some(written)
    }
}

fn write_formatted(out: &mut String, arguments: std::fmt::Arguments) {
    out.write_fmt(arguments).expect("writing to a string does not fail");
}
