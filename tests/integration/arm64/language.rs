//! The assembly language: errors with their locations, golden files of all messages, the formatter and the
//! disassembler.

use std::collections::BTreeSet;
use std::fs;

use proptest::prelude::*;
use tamarin::asm::arm64::{assemble, assemble_bytes, disassemble, format, listing};
use tamarin::asm::render_listing;
use tamarin::diagnostic::{Code, Diagnostic, render};
use tamarin::link::{self, File};
use tamarin::machine::Architecture;
use tamarin::machine::arm64::{Given, armcom};
use tamarin::object::Object;
use tamarin_testing::arm64::{check_file, check_text, check_words};

use super::{program, rows};

/// Line breaks and a space that is not ASCII are escaped in the table.
fn unescaped(text: &str) -> String {
    text.replace("\\n", "\n").replace("\\u{a0}", "\u{a0}")
}

fn escaped(text: &str) -> String {
    text.replace('\n', "\\n").replace('\u{a0}', "\\u{a0}")
}

/// The errors of a text that is a whole program.
fn errors(text: &str) -> Vec<Diagnostic> {
    let built = link::program_for(Architecture::Arm64, &[File::text("", text)]);
    assert!(built.output.is_none(), "{text:?} is a program");
    let said = built.diagnostics.into_iter().flatten();
    said.filter(Diagnostic::is_error).collect()
}

#[test]
fn what_the_course_refuses_is_refused_at_its_place() {
    let rows = rows("reject.tsv");
    assert!(rows.len() > 80);
    for row in rows {
        let [text, why, said, fixed] = &row[..] else { panic!("{row:?}") };
        let text = unescaped(text);
        let found = errors(&text);
        let in_words = |it: &Diagnostic| {
            format!("{}:{} {} {}", it.line, it.column, it.code, escaped(it.span.of(&text)))
        };
        let in_words: Vec<String> = found.iter().map(in_words).collect();
        assert_eq!(in_words.join(" | "), *said, "{text:?} {why}");
        let first_fix = found.iter().find_map(|it| it.fix.as_ref());
        let first_fix = first_fix.map_or("-".to_owned(), |fix| escaped(&fix.apply(&text)));
        assert_eq!(first_fix, *fixed, "{text:?}");
    }
}

/// Each fix takes its own error away, and most give a program.
#[test]
fn fixes_answer_what_they_are_for() {
    let (mut fixes, mut programs) = (0, 0);
    for row in rows("reject.tsv") {
        let text = unescaped(&row[0]);
        let before = errors(&text);
        for error in &before {
            let Some(fix) = &error.fix else { continue };
            let fixed = fix.apply(&text);
            let built = link::program_for(Architecture::Arm64, &[File::text("", &fixed)]);
            let after = built.diagnostics.into_iter().flatten();
            let same = after.filter(|it| it.code == error.code && it.message == error.message);
            let as_before = before.iter().filter(|it| it.message == error.message);
            assert!(same.count() < as_before.count(), "{text:?} {fixed:?}");
            fixes += 1;
            programs += u32::from(built.output.is_some());
        }
    }
    assert!(fixes > 30 && programs > 25, "{fixes} fixes, {programs} programs");
}

#[test]
fn golden_files() {
    let mut codes = BTreeSet::new();
    let outputs = tamarin_testing::files("tests/arm64/texts", "s").into_iter().map(|path| {
        let bytes = fs::read(&path).expect("it is in the folder");
        let text = String::from_utf8_lossy(&bytes);
        let mut diagnostics = assemble_bytes(&bytes).diagnostics;
        let built = link::program_for(Architecture::Arm64, &[File::text("", &text)]);
        if std::str::from_utf8(&bytes).is_ok() {
            diagnostics = built.diagnostics.into_iter().flatten().collect();
        }
        codes.extend(diagnostics.iter().map(|diagnostic| diagnostic.code));
        let name = path.file_name().expect("it is a file").to_string_lossy();
        let mut output = render(&name, &text, &diagnostics);
        if let Some(program) = built.output {
            output += &render_listing(&listing(&[&text], &program));
        }
        (path.with_extension("expected"), output)
    });
    tamarin_testing::check(outputs.collect::<Vec<_>>());
    for code in [
        Code::WrongSlot,
        Code::MissingBracket,
        Code::UnknownCondition,
        Code::MisalignedImmediate,
        Code::DuplicateImport,
        Code::FlagsAtStart,
        Code::FlagsAfterMemory,
        Code::SpAsZero,
        Code::ExecutedWord,
        Code::FallsOffEnd,
        Code::UnusedLabel,
        Code::EmptyProgram,
        Code::UnresolvedImport,
        Code::InvalidUtf8,
    ] {
        assert!(codes.contains(&code), "no text has {code}");
    }
}

/// A text's words, and those of another text that is to have the same.
#[test]
fn lines_tokens_and_numbers() {
    for (text, same) in [
        ("b.eq 8", "b .eq 8"),
        ("b-8", "b -8"),
        ("b.lt-8", "b.lt -8"),
        ("add\tx0,x1,x2\r\n", "add x0, x1, x2"),
        ("add x00, x030, x07 // c", "add x0, x30, x7"),
        ("ldur x0,[x1,0x1ff]", "ldur x0, [x1, -1]"),
        ("ldr x0, 0x1ffffc", "ldr x0, -4"),
        ("b 0xffffffc", "b -4"),
        ("add: b add", "b 0"),
        ("eq: b eq", "b 0"),
        ("a:b:c: br x30\nend:", "br x30"),
        ("br x30\r.8byte 7", "br x30"),
        (".8byte end\nend:", ".8byte 8"),
        ("b end\n.8byte 1\nend:", "b 12\n.8byte 1"),
        ("\u{b}\u{c} br x30", "br x30"),
        (".8byte-1", ".8byte 0xffffffffffffffff"),
    ] {
        let words = |text: &str| assemble(text).object.map(|object| object.words);
        if text.contains("\r.8byte") {
            // A carriage return is white space and ends no line.
            assert_eq!(errors(text)[0].code, Code::SecondStatement);
            continue;
        }
        let expected = words(same);
        assert!(expected.is_some(), "{same}");
        assert_eq!(words(text), expected, "{text:?}");
    }
}

#[test]
fn branches_reach_as_far_as_their_fields() {
    let pairs = |count: usize| ".8byte 0\n".repeat(count);
    let ahead = |count: usize| format!("b.eq l\n{}l:", pairs(count));
    // 1,048,572 bytes are 131,071 pairs of words and a word.
    assert!(assemble(&ahead(131_071)).object.is_some());
    let too_far = assemble(&ahead(131_072)).diagnostics.remove(0);
    let message =
        "branch target `l` is 1,048,580 bytes away, which does not fit in the instruction";
    assert_eq!((too_far.code, too_far.message.as_str()), (Code::BranchTooFar, message));
    let back = |count: usize| format!("l:{}b.eq l", pairs(count));
    assert!(assemble(&back(131_072)).object.is_some());
    assert_eq!(assemble(&back(131_073)).diagnostics[0].code, Code::BranchTooFar);
}

#[test]
fn one_look() {
    for (text, formatted) in [
        ("b .eq  loop", "    b.eq loop\n"),
        ("loop:ldur x0 ,[ x1 , 8 ]//c", "loop:\n"),
        ("a: b:\n br  x30 // c  ", "a: b:\n    br x30    // c\n"),
        ("\n\n.8byte  1\n\n\n.8byte 2\r\n", "    .8byte 1\n\n    .8byte 2\n"),
        ("br x30;\nbr  x30", "br x30;\n    br x30\n"),
        ("br x31 \r\nbr  x30\r\n", "br x31 \r\n    br x30\r\n"),
    ] {
        let formatted = match text.starts_with("loop:") {
            true => "loop:   ldur x0, [x1, 8]    //c\n",
            false => formatted,
        };
        assert_eq!(format(text).text, formatted, "{text:?}");
    }
}

/// The text that a program of these words has.
fn text_of(words: &[u32]) -> String {
    disassemble(&Object { words: words.to_vec(), ..Object::default() })
}

#[test]
fn disassembly_recovers_labels_and_data() {
    for (text, expected) in [
        ("", ""),
        ("b 0", "L1:\n    b L1\n"),
        ("b.ne 8\nbr x30\n", "    b.ne L1\n    br x30\nL1:\n"),
        ("b -8\nb 12", "    b -8\n    b 12\n"),
        // Loaded words are data, even if they decode as instructions.
        (
            "ldr x1, 8\nb 12\n.8byte 0x8b226020d61f03c0\nbr x1",
            "    ldr x1, 8\n    b L1\n    .8byte 0x8b226020d61f03c0\nL1:\n    br x1\n",
        ),
        (".8byte 5", "    .8byte 0x0000000000000005\n"),
    ] {
        let words = assemble(text).object.expect("there is no error").words;
        assert_eq!(text_of(&words), expected, "{text}");
    }
    // Zeros that are an odd number take an instruction before them with them.
    assert_eq!(
        text_of(&[0xd61f_03c0, 0, 0, 0]),
        "    .8byte 0x00000000d61f03c0\n    .8byte 0x0000000000000000\n"
    );
    assert_eq!(text_of(&[0]), "    // 0x00000000: no instruction, and no 8 bytes\n");
}

#[test]
fn a_listing_has_a_row_for_each_word() {
    let text = "start: ldr x1, 8\n b start\n .8byte  start\n";
    let rows = render_listing(&listing(&[text], &program(&[("", text)])));
    let expected = format!(
        "{:24}start:\n\
         0x000000  0x58000041      ldr x1, 8\n\
         0x000004  0x17ffffff      b start\n\
         0x000008  0x00000000      .8byte start\n\
         0x00000c  0x00000000\n",
        ""
    );
    assert_eq!(rows, expected);
}

/// Words: instructions, words one bit beside them, zeros, and any others.
fn any_words() -> impl Strategy<Value = Vec<u32>> {
    let golden: Vec<u32> = rows("golden.tsv")
        .iter()
        .map(|row| u32::from_str_radix(&row[1], 16).expect("it is a word"))
        .collect();
    let near = (proptest::sample::select(golden), 0u32..64);
    let near = near.prop_map(|(word, bit)| if bit < 32 { word ^ (1 << bit) } else { word });
    let word = prop_oneof![4 => near, 1 => Just(0), 1 => any::<u32>()];
    proptest::collection::vec(word, 0..24)
}

/// Addresses, small numbers, and any others.
fn any_register() -> impl Strategy<Value = u64> {
    prop_oneof![0..64u64, (0..64u64).prop_map(|at| 4 * at), Just(1 << 63), any::<u64>()]
}

/// Tokens of the language and others, with and without white space.
fn any_text() -> impl Strategy<Value = String> {
    let token = proptest::sample::select(vec![
        "add", "b", ".eq", "ldur", "stur", "ldr", "x0", "x30", "x31", "sp", "xzr", "a", "a:", "b:",
        "8", "-4", "0x1ff", "6", ",", "[", "]", ".8byte", ".import", ".export", "//", "\n", "\r\n",
        " ", "\t", "#", ";", "_", "\u{e9}", "cmp", "br", ":", "print",
    ]);
    let tokens = proptest::collection::vec((token, any::<bool>()), 0..40);
    tokens.prop_map(|tokens| {
        let text =
            |(token, spaced): (&str, bool)| format!("{token}{}", if spaced { " " } else { "" });
        tokens.into_iter().map(text).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn any_words_have_a_text_and_a_run(
        words in any_words(),
        registers in proptest::collection::vec(any_register(), 0..8),
        stream in any::<Vec<u8>>(),
    ) {
        check_words(&words, &Given { registers, stream, ..Given::default() });
    }

    #[test]
    fn any_text_is_answered(text in any_text()) {
        check_text(&text);
    }

    /// Files that were written, with some bytes changed.
    #[test]
    fn any_file_is_read_or_refused(
        text in any_text(),
        changes in proptest::collection::vec((any::<proptest::sample::Index>(), any::<u8>()), 0..4),
    ) {
        let mut bytes = armcom::write(&assemble(&text).object.unwrap_or_default());
        for (index, byte) in changes {
            let at = index.index(bytes.len());
            bytes[at] = byte;
        }
        check_file(&bytes);
    }
}
