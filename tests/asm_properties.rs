//! What holds for every text and every program.

mod support;

use std::fs;
use std::sync::LazyLock;

use proptest::prelude::*;
use proptest::sample::{Index, select};
use tamarin::asm::{
    Assembly, Symbol, assemble, assemble_bytes, disassemble, format, listing, rename_problem,
    symbols,
};
use tamarin::diagnostic::{Code, Diagnostic, Fix, Severity};
use tamarin::isa::{Instruction, Op, Reg, decode};
use tamarin::program::Program;

/// Texts to start from: the golden programs, right and wrong.
static PROGRAMS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let files = support::files("tests/asm", "asm");
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

/// What holds for the diagnostics of any text.
fn check_diagnostics(text: &str) {
    let assembly = assemble(text);
    let has_errors = assembly.diagnostics.iter().any(Diagnostic::is_error);
    assert_eq!(assembly.program.is_some(), !has_errors);
    assert!(assembly.diagnostics.is_sorted_by_key(|diagnostic| diagnostic.span));
    for diagnostic in &assembly.diagnostics {
        assert!(text.get(diagnostic.span.start..diagnostic.span.end).is_some(), "{diagnostic:?}");
        assert!(!has_errors || diagnostic.severity == Severity::Error);
        assert!(diagnostic.message.len() < 400, "{diagnostic:?}");
        check_place(text, diagnostic);
        let Some(fix) = &diagnostic.fix else { continue };
        assert!(text.get(fix.span.start..fix.span.end).is_some(), "{diagnostic:?}");
        check_fix(text, &assembly.diagnostics, diagnostic, fix);
    }
    if let Some(program) = &assembly.program {
        assert_eq!(program.spans.len(), program.words.len());
        assert_eq!(program.expanded.len(), program.words.len());
        assert!(program.labels.is_sorted_by_key(|label| label.address));
        assert_eq!(assemble(&disassemble(program)).program.as_ref(), Some(program));
        check_listing(text, program);
    }
}

/// A fix makes for fewer diagnostics of its kind and words, or at least for
/// none where there was one: in `add ,beq, $1` the fix of the first comma
/// makes the second one wrong.
fn check_fix(text: &str, all: &[Diagnostic], diagnostic: &Diagnostic, fix: &Fix) {
    let fixed = fix.apply(text);
    let assembly = assemble(&fixed);
    let start = diagnostic.span.start;
    let is_behind = start >= fix.span.end;
    let start = if is_behind {
        start - fix.span.end + fix.span.start + fix.replacement.len()
    } else {
        start
    };
    let is_same = |other: &&Diagnostic| {
        (other.code, &other.message) == (diagnostic.code, &diagnostic.message)
    };
    let before = all.iter().filter(is_same).count();
    let after: Vec<_> = assembly.diagnostics.iter().filter(is_same).collect();
    assert!(
        after.len() < before || after.iter().all(|other| other.span.start != start),
        "{diagnostic:?} is still there in {fixed:?}"
    );
}

/// Line and column, counted in another way.
fn check_place(text: &str, diagnostic: &Diagnostic) {
    let before = &text[..diagnostic.span.start];
    let before = before.strip_prefix('\u{feff}').unwrap_or(before);
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let is_within_break = before.ends_with('\r') && text[before.len()..].starts_with('\n');
    assert!(!is_within_break, "no span starts within a line break");
    let unified = before.replace("\r\n", "\n").replace('\r', "\n");
    let last = unified.rsplit('\n').next().expect("there is always a last line");
    let place = (unified.matches('\n').count() + 1, last.chars().count() + 1);
    assert_eq!((diagnostic.line, diagnostic.column), place, "{diagnostic:?}");
}

/// A listing is itself a text of the same program, its expansions written out.
fn check_listing(text: &str, program: &Program) {
    let rows = listing(text, program);
    let written: Vec<_> = rows.iter().filter_map(|row| row.word).collect();
    assert_eq!(written, program.words);
    let lines = rows.iter().map(|row| {
        let labels: String = row.labels.iter().map(|label| format!("{label}: ")).collect();
        format!("{labels}{}\n", row.text)
    });
    assert_eq!(assemble(&lines.collect::<String>()).program.as_ref(), Some(program));
}

/// What holds for the formatting of any text.
fn check_format(text: &str) {
    let formatted = format(text);
    let (before, after) = (assemble(text), assemble(&formatted.text));
    assert_eq!(after.program, before.program, "{text:?} became {:?}", formatted.text);
    let labels = |assembly: &Assembly| assembly.program.as_ref().map(|it| it.labels.clone());
    assert_eq!(labels(&after), labels(&before));
    let messages = |assembly: &Assembly| -> Vec<_> {
        // A message that names a line or quotes a text may change with them.
        assembly.diagnostics.iter().map(|diagnostic| diagnostic.code).collect()
    };
    assert_eq!(messages(&after), messages(&before), "{text:?} became {:?}", formatted.text);
    let lines = |text: &str| -> Vec<String> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        text.replace("\r\n", "\n").replace('\r', "\n").split('\n').map(str::to_owned).collect()
    };
    let (were, are) = (lines(text), lines(&formatted.text));
    assert_eq!(comments(&are), comments(&were));
    let mut kept = are.iter();
    for &number in &formatted.unparsed {
        let line = &were[number - 1];
        assert!(kept.any(|other| other == line), "{line:?} is gone from {:?}", formatted.text);
    }
    assert_eq!(format(&formatted.text).text, formatted.text, "not idempotent: {text:?}");
}

/// The comments of some lines: from where no code can be any more.
fn comments(lines: &[String]) -> Vec<&str> {
    let start = |line: &&String| [";", "#", "//"].iter().filter_map(|mark| line.find(mark)).min();
    let blanks = [' ', '\t', '\u{b}', '\u{c}'];
    let comments = lines.iter().filter_map(|line| Some(&line[start(&line)?..]));
    comments.map(|comment| comment.trim_end_matches(blanks)).collect()
}

/// What holds for the symbols of any text.
fn check_symbols(text: &str) {
    let symbols = symbols(text);
    for symbol in &symbols {
        for span in symbol.definitions.iter().chain(&symbol.uses) {
            assert_eq!(span.of(text), symbol.name);
        }
    }
    let assembly = assemble(text);
    let Some(program) = &assembly.program else { return };
    let labels: Vec<_> = program.labels.iter().map(|label| label.name.as_str()).collect();
    let defined = symbols.iter().filter(|symbol| !symbol.definitions.is_empty());
    let mut defined: Vec<_> = defined.collect();
    defined.sort_by_key(|symbol| symbol.definitions[0]);
    assert_eq!(defined.iter().map(|symbol| &symbol.name).collect::<Vec<_>>(), labels);
    for unused in assembly.diagnostics.iter().filter(|it| it.code == Code::UnusedLabel) {
        let defined_there = |symbol: &&Symbol| symbol.definitions[0].start == unused.span.start;
        let symbol = symbols.iter().find(defined_there).expect("a label is a symbol");
        assert_eq!(symbol.uses, []);
    }
    for symbol in &symbols {
        let new = "quite_another_name";
        assert_eq!(rename_problem(&symbols, &symbol.name, new), None);
        let mut spans = [&symbol.definitions[..], &symbol.uses[..]].concat();
        spans.sort();
        let mut renamed = text.to_owned();
        for span in spans.iter().rev() {
            renamed.replace_range(span.start..span.end, new);
        }
        assert_eq!(assemble(&renamed).program.as_ref(), Some(program), "{renamed:?}");
    }
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
    for path in support::files("tests/corpus", "asm") {
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
            prop_assert_eq!(assembly.program, Some(Program::from_words(vec![word])));
        }
    }

    #[test]
    fn assembling_is_the_inverse_of_disassembling(words in words()) {
        let program = Program::from_words(words);
        let text = disassemble(&program);
        let assembled = assemble(&text).program;
        prop_assert_eq!(assembled.as_ref(), Some(&program), "{}", text);
        // Its labels are known by name now, and stay.
        prop_assert_eq!(disassemble(&assembled.expect("it is equal to one")), text);
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
            prop_assert_eq!(assembly.program, None);
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
