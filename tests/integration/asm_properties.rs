//! Properties of every text and every program.

use std::fs;
use std::sync::LazyLock;

use proptest::prelude::*;
use proptest::sample::{Index, select};
use tamarin::asm::{assemble, assemble_bytes, disassemble, format};
use tamarin::machine::mips::{Instruction, Op, Reg, decode};
use tamarin::object::Object;
use tamarin_testing::texts::{check_diagnostics, check_format, check_symbols};

/// Texts to start from: the golden programs, right and wrong.
static PROGRAMS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let files = tamarin_testing::files("tests/asm", "asm");
    files.iter().filter_map(|path| fs::read_to_string(path).ok()).collect()
});

/// Pieces of the language, and of what people take for it.
const PIECES: &[&str] = &[
    "add",
    "beq",
    "bne",
    "lw",
    "sw",
    "lis",
    "jr",
    ".import",
    ".export",
    "print",
    ".word",
    "li",
    "foo",
    "loop",
    "loop:",
    "1x:",
    "$1",
    "$32",
    "$ra",
    "$",
    "\\$3",
    "42",
    "-1",
    "0x",
    "0xffff",
    "70000",
    "-0x1",
    "+1",
    ",",
    "(",
    ")",
    ":",
    "0($5)",
    " ",
    "\t",
    "\n",
    "\r",
    "\r\n",
    ";",
    "#",
    "/",
    "//",
    ".",
    "@",
    "\u{2013}",
    "\u{a0}",
    "\u{200b}",
    "\u{feff}",
    "\u{e9}",
    "\u{1f600}",
    "\0",
];

fn instruction() -> impl Strategy<Value = u32> {
    let registers = prop::array::uniform3(0..32u32);
    // Near targets are within the program.
    let immediate = prop_oneof![3 => -8..8i16, 1 => any::<i16>()];
    (select(Op::ALL), registers, immediate).prop_map(|(op, registers, i)| {
        let [s, t, d] = registers.map(|number| Reg::new(number).expect("it is below 32"));
        Instruction { op, s, t, d, i }.encode()
    })
}

fn words() -> impl Strategy<Value = Vec<u32>> {
    let word = prop_oneof![4 => instruction(), 1 => any::<u32>(), 1 => 0..64u32];
    prop::collection::vec(word, 0..40)
}

/// Texts made of pieces.
fn soup() -> impl Strategy<Value = String> {
    prop::collection::vec(select(PIECES), 0..60).prop_map(|pieces| pieces.concat())
}

/// A program with some of its characters replaced by a piece.
fn mutated() -> impl Strategy<Value = String> {
    let edits = prop::collection::vec((any::<Index>(), 0..4usize, select(PIECES)), 1..6);
    (any::<Index>(), edits).prop_map(|(program, edits)| {
        let mut text: Vec<char> = program.get(&PROGRAMS).chars().collect();
        for (at, length, piece) in edits {
            let at = at.index(text.len() + 1);
            let end = (at + length).min(text.len());
            text.splice(at..end, piece.chars());
        }
        text.into_iter().collect()
    })
}

/// Lines that mostly parse, with all sorts of white space.
fn layout() -> impl Strategy<Value = String> {
    let space = || select(&["", "", " ", "  ", "\t", "      ", "           "][..]);
    let label =
        select(&["", "", "", "a:", "b:b2:", "a_long_label:", "a_label_beyond_all_measure:"][..]);
    let code = select(
        &[
            "",
            "ADD $3 ,$1,$2",
            "Beq $1,\t$2 , a",
            ".WORD b2",
            "lw $4,0 ( $5 )",
            "sw $1,-4($30)",
            "lw $4, 0 , $5",
            "jr$31",
            "bne $1,42,b",
            "17",
            "beq $1 $2",
            "addd $1",
            "jr $31 jr $31",
        ][..],
    );
    let comment = select(&["", "", "; c", "#d  ", "// e ; f", ";\u{e9}\u{1f600}"][..]);
    let end = select(&["\n", "\n", "\n\n\n", "\r\n", "\r", " \n"][..]);
    let line = (space(), label, space(), code, space(), comment, end).prop_map(
        |(a, label, b, code, c, comment, end)| [a, label, b, code, c, comment, end].concat(),
    );
    prop::collection::vec(line, 0..12).prop_map(|lines| lines.concat())
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![any::<String>(), soup(), mutated()]
}

#[test]
fn golden_programs_are_formatted() {
    for text in &*PROGRAMS {
        check_format(text);
        check_symbols(text);
    }
}

#[test]
fn the_examples_are_formatted_already() {
    for path in tamarin_testing::files("tests/corpus", "asm") {
        let text = fs::read_to_string(&path).expect("it is a text");
        assert_eq!(format(&text).text, text, "{}", path.display());
        check_symbols(&text);
    }
}

#[test]
fn golden_programs() {
    PROGRAMS.iter().for_each(|text| check_diagnostics(text));
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn decoding_is_the_inverse_of_encoding(word in prop_oneof![instruction(), any::<u32>()]) {
        if let Some(instruction) = decode(word) {
            prop_assert_eq!(instruction.encode(), word);
            let assembly = assemble(&instruction.to_string());
            prop_assert_eq!(assembly.object.map(|object| object.words), Some(vec![word]));
        }
    }

    #[test]
    fn assembling_is_the_inverse_of_disassembling(words in words()) {
        let object = Object { words, ..Object::default() };
        let text = disassemble(&object);
        let assembled = assemble(&text).object.expect("a disassembly has no errors");
        prop_assert_eq!(&assembled.words, &object.words, "{}", text);
        // Its labels are known by name now, and stay.
        prop_assert_eq!(disassemble(&assembled), text);
    }

    #[test]
    fn every_text_has_a_program_or_an_error(text in text()) {
        check_diagnostics(&text);
    }

    #[test]
    fn formatting_changes_no_program(text in prop_oneof![text(), layout()]) {
        check_format(&text);
    }

    #[test]
    fn symbols_are_the_labels_of_the_program(text in prop_oneof![text(), layout()]) {
        check_symbols(&text);
    }

    #[test]
    fn bytes_are_a_text_or_one_error(bytes in any::<Vec<u8>>(), text in mutated()) {
        let bytes = [text.as_bytes(), &bytes].concat();
        let assembly = assemble_bytes(&bytes);
        if let Ok(text) = str::from_utf8(&bytes) {
            prop_assert_eq!(assembly.diagnostics, assemble(text).diagnostics);
        } else {
            prop_assert_eq!(assembly.object, None);
            prop_assert_eq!(assembly.diagnostics.len(), 1);
            let span = assembly.diagnostics[0].span;
            prop_assert!(str::from_utf8(&bytes[..span.start]).is_ok());
            prop_assert!(str::from_utf8(&bytes[span.start..span.end]).is_err());
        }
    }

    #[cfg(feature = "cli")]
    #[test]
    fn rendering_takes_any_text_and_any_diagnostics(text in text(), other in text()) {
        let diagnostics = assemble(&text).diagnostics;
        let rendered = tamarin::diagnostic::render("text", &text, &diagnostics);
        for diagnostic in &diagnostics {
            prop_assert!(rendered.contains(diagnostic.code.name()));
        }
        // Not its own text, but one must be able to live with it.
        tamarin::diagnostic::render("other", &other, &diagnostics);
    }
}
