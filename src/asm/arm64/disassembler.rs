//! Words to text: the disassembler and the listing.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use crate::asm::disassembler::{ListingRow, label_names};
use crate::asm::source_lines::SourceLines;
use crate::machine::arm64::table::is_label;
use crate::machine::arm64::{Instruction, Op, Shape, decode};
use crate::object::Object;
use crate::program::{Address, PartKind, Program};

/// How the disassembler writes one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece {
    Instruction(Instruction),
    /// The lower word of an `.8byte`.
    Low,
    /// The upper word of the `.8byte` before it.
    High,
    /// Neither an instruction nor part of a pair of words that makes an `.8byte`.
    Alone,
}

/// The text of an object. Assembling this text gives the same object, except that the names of
/// labels may differ.
///
/// Branch targets and stored addresses are written as labels. The names are the object's own, or
/// else `L1`, `L2` and so on by address. A branch to outside the object, or into the middle of an
/// `.8byte`, keeps its number of bytes. Words that encode no instruction are written as `.8byte`.
/// So are constants: words that an `ldr` loads and that the next instruction, a branch, skips. An
/// odd number of such words without an instruction before them has no text, so the last one becomes
/// a comment.
pub fn disassemble(object: &Object) -> String {
    let fixed = object.relocations.iter().chain(object.references.iter().map(|it| &it.word));
    let pieces = pieces(&object.words, &fixed.copied().collect::<Vec<_>>());
    let end = object.words.len();
    let is_start = |index: usize| index == end || pieces[index] != Piece::High;
    let targets = pieces.iter().enumerate().filter_map(|(index, piece)| match piece {
        Piece::Instruction(instruction) => {
            target(index, *instruction).filter(|&target| target <= end && is_start(target))
        }
        _ => None,
    });
    let mut names = label_names(object, is_label, targets);
    names.retain(|&index, _| is_start(index));
    let mut text = String::new();
    for import in &object.imports {
        text += &format!(".import {}\n", import.name);
    }
    for export in &object.exports {
        let at = export.address.word_index();
        if names.get(&at).is_some_and(|names| names.iter().any(|name| *name == export.name)) {
            text += &format!(".export {}\n", export.name);
        }
    }
    let operands = operands(object, &names);
    let label = |index| names.get(&index).and_then(|names| names.first()).map(Cow::as_ref);
    for (index, piece) in pieces.iter().enumerate() {
        for name in names.get(&index).into_iter().flatten() {
            text += &format!("{name}:\n");
        }
        let word = object.words[index];
        match piece {
            Piece::High => {}
            Piece::Alone => {
                text += &format!("    // {word:#010x}: no instruction, and no 8 bytes\n");
            }
            Piece::Instruction(instruction) => {
                text += &format!("    {}\n", written(index, *instruction, label));
            }
            Piece::Low => {
                let operand = operands.get(&index).map_or_else(
                    || format!("0x{:08x}{word:08x}", object.words[index + 1]),
                    |name| (*name).to_owned(),
                );
                text += &format!("    .8byte {operand}\n");
            }
        }
    }
    for name in names.get(&end).into_iter().flatten() {
        text += &format!("{name}:\n");
    }
    text
}

/// The names in `.8byte` directives, by the index of the lower word.
fn operands<'o>(
    object: &'o Object,
    names: &'o FxHashMap<usize, Vec<Cow<'o, str>>>,
) -> FxHashMap<usize, &'o str> {
    let imported = object.references.iter();
    let imported = imported.map(|it| (it.word, object.imports[it.import].name.as_str()));
    let addresses = object.relocations.iter().filter_map(|&word| {
        let target = Address(object.words[word]);
        let names = names.get(&target.word_index()).filter(|_| target.0.is_multiple_of(4));
        Some((word, names?.first()?.as_ref()))
    });
    imported.chain(addresses).collect()
}

/// The listing of a program that was linked from files with these texts, in the order of the files;
/// see [`crate::asm::listing`]. The row of an `.8byte`'s upper word has no text.
pub fn listing(texts: &[&str], program: &Program) -> Vec<ListingRow> {
    let relocations = program.relocations.as_deref().unwrap_or_default();
    let pieces = pieces(&program.words, relocations);
    let lines = SourceLines::new(texts, program);
    let labels_at = |index| program.labels_at(Address::of_word(index)).map(str::to_owned).collect();
    let label = |index| program.label_at(Address::of_word(index));
    let mut rows = Vec::with_capacity(program.words.len());
    // Whether the previous word was the lower word of an `.8byte` in a text.
    let mut is_upper = false;
    for (index, &word) in program.words.iter().enumerate() {
        let file = program.part_of(index).unwrap_or_default();
        let of_text = written_at(texts, program, file, index);
        let is_word = of_text.is_some_and(|it| it.starts_with(".8byte"));
        let text = match (of_text, pieces[index]) {
            (Some(_), _) if is_upper && is_word => String::new(),
            (Some(it), _) if is_word => format!(".8byte {}", it[".8byte".len()..].trim()),
            (Some(_), _) => match decode(word) {
                Some(instruction) => written(index, instruction, label),
                None => String::new(),
            },
            (None, Piece::Instruction(instruction)) => written(index, instruction, label),
            (None, Piece::Low) => {
                format!(".8byte 0x{:08x}{word:08x}", program.words[index + 1])
            }
            (None, Piece::High | Piece::Alone) => String::new(),
        };
        is_upper = is_word && !is_upper;
        let address = Address::of_word(index);
        let line = lines.at(address).map(|line| line.line as usize);
        let (word, labels) = (Some(word), labels_at(index));
        rows.push(ListingRow { address, word, labels, text, expanded: false, line, file });
    }
    let labels: Vec<String> = labels_at(program.words.len());
    if !labels.is_empty() {
        let (address, text) = (program.end(), String::new());
        let file = program.parts.len().saturating_sub(1);
        let (word, expanded, line) = (None, false, None);
        rows.push(ListingRow { address, word, labels, text, expanded, line, file });
    }
    rows
}

/// The text that a word was assembled from. `None` if its file is not assembly or its text is not
/// among `texts`.
fn written_at<'t>(
    texts: &[&'t str],
    program: &Program,
    file: usize,
    index: usize,
) -> Option<&'t str> {
    let is_assembly = program.parts.get(file).is_some_and(|it| it.kind == PartKind::Assembly);
    let span = program.spans.get(index).filter(|_| is_assembly)?;
    texts.get(file)?.get(span.start..span.end).filter(|written| !written.is_empty())
}

/// How each word is written. `fixed` lists the lower words of known `.8byte`s.
fn pieces(words: &[u32], fixed: &[usize]) -> Vec<Piece> {
    let mut is_fixed = vec![false; words.len()];
    let pairs = fixed.iter().copied().chain(constants(words));
    for index in pairs.filter(|&index| index + 1 < words.len()) {
        is_fixed[index] = true;
    }
    let mut pieces: Vec<Piece> = Vec::with_capacity(words.len());
    while pieces.len() < words.len() {
        let index = pieces.len();
        let is_alone = index + 1 == words.len() || is_fixed[index + 1];
        match decode(words[index]) {
            _ if is_fixed[index] && !is_alone => pieces.extend([Piece::Low, Piece::High]),
            Some(instruction) => pieces.push(Piece::Instruction(instruction)),
            None if !is_alone => pieces.extend([Piece::Low, Piece::High]),
            None => {
                pieces.push(Piece::Alone);
                pair_up(&mut pieces, words, &is_fixed);
            }
        }
    }
    pieces
}

/// Pairs the last word, which is alone, with the word before it. If that is the upper word of an
/// `.8byte`, then the lower word of that `.8byte` is paired in turn.
fn pair_up(pieces: &mut [Piece], words: &[u32], is_fixed: &[bool]) {
    let mut low = pieces.len() - 1;
    loop {
        match low.checked_sub(1).map(|before| pieces[before]) {
            Some(Piece::Instruction(_)) => break,
            Some(Piece::High) if !is_fixed[low - 2] => low -= 2,
            _ => return,
        }
    }
    for (index, piece) in pieces.iter_mut().enumerate().skip(low - 1) {
        let is_low = (index + 1 - low).is_multiple_of(2);
        *piece = if is_low { Piece::Low } else { Piece::High };
    }
    debug_assert!(decode(words[low - 1]).is_some());
}

/// The words that are loaded as constants: an `ldr d, 8`, followed by a branch that skips them.
fn constants(words: &[u32]) -> impl Iterator<Item = usize> {
    let is = |word: u32, op, i| decode(word).is_some_and(|it| it.op == op && it.i == i);
    let pairs = words.windows(2).enumerate();
    pairs
        .filter(move |(_, pair)| is(pair[0], Op::Ldr, 8) && is(pair[1], Op::B, 12))
        .map(|(index, _)| index + 2)
}

/// The index of a branch's target word.
fn target(index: usize, instruction: Instruction) -> Option<usize> {
    let is_branch = matches!(instruction.op.shape(), Shape::Jump | Shape::Conditional);
    index.checked_add_signed(instruction.i as isize / 4).filter(|_| is_branch)
}

/// The text of an instruction at an address of a program. The target of a branch is a label if
/// there is one.
pub fn text_at(program: &Program, at: Address, instruction: Instruction) -> String {
    written(at.word_index(), instruction, |index| program.label_at(Address::of_word(index)))
}

/// The text of an instruction. The target of a branch is a label if `label` knows one.
fn written<'p>(
    index: usize,
    instruction: Instruction,
    label: impl Fn(usize) -> Option<&'p str>,
) -> String {
    match target(index, instruction).and_then(label) {
        Some(name) if instruction.op == Op::BCond => {
            format!("b.{} {name}", instruction.condition.name())
        }
        Some(name) => format!("{} {name}", instruction.op.mnemonic()),
        None => instruction.to_string(),
    }
}
