//! The fuzz targets: what each does with its input bytes.
//!
//! The assembler and the decoder take the bytes; for the others they seed the generators that the property tests use.
//! Each target ends in a checker that panics. `fuzz/` has a binary for each; a test runs each on a few bytes, so that
//! all keep working.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use tamarin::asm::disassemble;
use tamarin::machine::arm64::Given;
use tamarin::machine::mips::decode;
use tamarin::machine::mips::merl;
use tamarin::object::Object;

use crate::generate::{inputs, program, reduced_pair, word};
use crate::questions::Random;
use crate::{claims, contracts, evaluate, expressions, texts};

/// A target: its name, as that of its file in `fuzz/fuzz_targets`, and what it
/// does.
pub type Target = (&'static str, fn(&[u8]));

/// All targets.
pub const TARGETS: [Target; 8] = [
    ("arm64", arm64),
    ("assembler", assembler),
    ("decoder", decoder),
    ("emulator", emulator),
    ("rewriting", rewriting),
    ("comparison", comparison),
    ("contract", contract),
    ("evidence", evidence),
];

/// Any text: its diagnostics, its format, its symbols, and what it becomes.
pub fn assembler(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    texts::check_diagnostics(&text);
    texts::check_format(&text);
    texts::check_symbols(&text);
}

/// Any text, any words and any object file of the ARM64 machine.
pub fn arm64(data: &[u8]) {
    crate::arm64::check_text(&String::from_utf8_lossy(data));
    crate::arm64::check_file(data);
    let words = data.chunks_exact(4);
    let words: Vec<u32> =
        words.map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect();
    let registers = data.chunks_exact(8).take(4);
    let registers = registers.map(|word| u64::from_le_bytes(word.try_into().expect("8 bytes")));
    let given = Given { registers: registers.collect(), stream: data.to_vec(), ..Given::default() };
    crate::arm64::check_words(&words, &given);
}

/// Any text as a condition, and one of words that conditions are made of: what
/// is wrong is marked within the text, and what is not means the same of
/// numbers and of terms.
pub fn contract(data: &[u8]) {
    const WORDS: [&str; 32] = [
        "$1", "$2", "$9", "len", "a", "[", "]", "0", "1", "*", "in", "(", ")", "and", "or", "not",
        "==", "!=", "<", "<u", ">=u", "+", "-", "sorted", "left", "right", ".", "0xff", "'x'",
        "a[*]", "a[0]", "<=",
    ];
    contracts::check_text(&String::from_utf8_lossy(data), data);
    let words: Vec<&str> =
        data.iter().map(|&byte| WORDS[usize::from(byte) % WORDS.len()]).collect();
    for words in words.chunks(9) {
        contracts::check_text(&words.join(" "), data);
    }
}

/// Any words and any object file: what is read is what was written.
pub fn decoder(data: &[u8]) {
    // What is no object file is refused.
    if let Ok(object) = merl::read(data) {
        texts::check_object_file(&object);
    }
    let words = data.chunks_exact(4);
    let words: Vec<u32> =
        words.map(|word| u32::from_be_bytes([word[0], word[1], word[2], word[3]])).collect();
    for &word in &words {
        assert!(decode(word).is_none_or(|instruction| instruction.encode() == word));
    }
    let object = Object { words, ..Object::default() };
    texts::check_disassembly(&object);
    assert!(!disassemble(&object).is_empty() || object.words.is_empty());
}

/// Any program and input: its trace says what the emulator did.
pub fn emulator(data: &[u8]) {
    let (program, inputs, depth) = generate((program(), inputs(), 0usize..12), data);
    evaluate::check_passes(&program, inputs, depth);
}

/// Any expression: the folded term is worth what it is.
pub fn rewriting(data: &[u8]) {
    let (expr, inputs) = generate((expressions::expr(), [word(), word()]), data);
    expressions::check(&expr, inputs);
}

/// Any pair of which 64 inputs matter: what is claimed of it is so.
pub fn comparison(data: &[u8]) {
    let ((reduced, pair), paths) = generate((reduced_pair(), 1u32..6), data);
    claims::check(reduced, &pair, paths);
}

/// What a generator makes where its random numbers follow from these bytes.
/// They are not those numbers themselves: a generator that looks for a number
/// below a bound may never find one among bytes that it is given.
fn generate<S: Strategy>(strategy: S, data: &[u8]) -> S::Value {
    let mut random = Random(data.len() as u64);
    for chunk in data.chunks(8) {
        let word = chunk.iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
        random.0 = random.double_word() ^ word;
    }
    let seed: Vec<u8> = (0..4).flat_map(|_| random.double_word().to_le_bytes()).collect();
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    strategy.new_tree(&mut runner).expect("no filters").current()
}

/// Choices that make programs and evidence, which grows where the kernel refuses it: it accepts no false claim and no
/// false lemma.
pub fn evidence(data: &[u8]) {
    crate::grown::nothing_false(data);
}
