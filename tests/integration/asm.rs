//! The assembly language by example: rows of text and words, and golden files of all messages of the assembler.

use std::collections::BTreeSet;
use std::fs;

use tamarin::asm::{assemble, assemble_bytes, disassemble, listing, render_listing};
use tamarin::diagnostic::{Code, render};
use tamarin::link;
use tamarin::machine::mips::Op;
use tamarin::object::Object;
use tamarin::program::{Address, Label, Program};

/// The words of a text without an error.
fn words(text: &str) -> Vec<u32> {
    let assembly = assemble(text);
    let said = render("text", text, &assembly.diagnostics);
    assembly.object.unwrap_or_else(|| panic!("{text}\n{said}")).words
}

#[test]
fn every_instruction() {
    let rows = [
        ("add $3, $1, $2", 0x0022_1820),
        ("add $31, $30, $29", 0x03dd_f820),
        ("sub $3, $1, $2", 0x0022_1822),
        ("mult $1, $2", 0x0022_0018),
        ("multu $1, $2", 0x0022_0019),
        ("div $1, $2", 0x0022_001a),
        ("divu $1, $2", 0x0022_001b),
        ("mfhi $3", 0x0000_1810),
        ("mflo $3", 0x0000_1812),
        ("lis $3", 0x0000_1814),
        ("slt $3, $1, $2", 0x0022_182a),
        ("sltu $3, $1, $2", 0x0022_182b),
        ("jr $31", 0x03e0_0008),
        ("jalr $4", 0x0080_0009),
        ("beq $1, $2, -3", 0x1022_fffd),
        ("beq $1, $2, 32767", 0x1022_7fff),
        ("beq $1, $2, -32768", 0x1022_8000),
        ("beq $1, $2, 0xffff", 0x1022_ffff),
        ("bne $0, $2, 7", 0x1402_0007),
        ("lw $3, -4($30)", 0x8fc3_fffc),
        ("lw $3, 0xfffc($30)", 0x8fc3_fffc),
        ("sw $3, 8($29)", 0xafa3_0008),
    ];
    for (text, word) in rows {
        assert_eq!(words(text), [word], "{text}");
    }
    for op in Op::ALL {
        assert!(rows.iter().any(|(text, _)| text.starts_with(&format!("{op} "))), "{op}");
    }
}

#[test]
fn words_and_numbers() {
    for (text, word) in [
        (".word 0", 0),
        (".word -0", 0),
        (".word 007", 7),
        (".word 42", 42),
        (".word -1", 0xffff_ffff),
        (".word -2147483648", 0x8000_0000),
        (".word 4294967295", 0xffff_ffff),
        (".word 0x0", 0),
        (".word 0xFEE1dead", 0xfee1_dead),
        (".word 0x000000000000000042", 0x42),
        (".WORD 1", 1),
        (".word-5", 0xffff_fffb),
        ("42", 42),
        ("-42", 0xffff_ffd6),
        ("0x2a", 42),
        ("l: .word l", 0),
    ] {
        assert_eq!(words(text), [word], "{text}");
    }
}

#[test]
fn both_spellings() {
    for (text, same) in [
        ("lw $4, 0, $5", "lw $4, 0($5)"),
        ("sw $4, -4, $30", "sw $4, -4($30)"),
        ("lw $4 , 0 ( $5 )", "lw $4, 0($5)"),
        ("ADD $3,$1,$2", "add $3, $1, $2"),
        ("add $03, $1, $2", "add $3, $1, $2"),
        ("lis $5\n42", "lis $5\n.word 42"),
        ("bne $1, 42, 3", "lis $28\n.word 42\nbne $1, $28, 3"),
        ("beq $1, -1, 3", "lis $28\n.word -1\nbeq $1, $28, 3"),
        ("beq $1, 0xffffffff, 3", "lis $28\n.word -1\nbeq $1, $28, 3"),
        ("bne $28, 1, 0\nadd $27, $1, $2 ; $26", "lis $26\n1\nbne $28, $26, 0\nadd $27, $1, $2"),
        ("bne $1, 1, 0\nbne $1, 2, 0", "lis $28\n1\nbne $1, $28, 0\nlis $28\n2\nbne $1, $28, 0"),
        // A label before an expansion is the address of its `lis`, and a label after it counts all three words.
        ("l: bne $1, 7, l\nbeq $0, $0, l", "lis $28\n7\nbne $1, $28, -3\nbeq $0, $0, -4"),
        ("bne $1, 7, l\nl: .word l", "lis $28\n7\nbne $1, $28, 0\n12"),
    ] {
        assert_eq!(words(text), words(same), "{text}");
    }
}

#[test]
fn lines_comments_and_labels() {
    for (text, same) in [
        ("", ""),
        ("\n\n", ""),
        ("; $1, $32 and whatever @ else", ""),
        ("# one\n// two\n;; three", ""),
        ("jr $31;jr", "jr $31"),
        ("jr $31#jr", "jr $31"),
        ("jr $31//jr", "jr $31"),
        ("\u{feff}jr $31", "jr $31"),
        ("\tjr\t$31\t\u{c}", "jr $31"),
        ("jr $31\r\njr $30\r\n", "jr $31\njr $30"),
        ("jr $31\rjr $30", "jr $31\njr $30"),
        ("a: b: c: .word a\n.word b\n.word c", "0\n0\n0"),
        ("1\na:\nb:\n\n.word a\n.word b", "1\n4\n4"),
        (".word end\n end:", "4"),
        ("a:.word A\nA:.word a", "4\n0"),
        ("add: beq $0, $0, add", "beq $0, $0, -1"),
        ("a_1: .word a_1", "0"),
        ("; caf\u{e9} \u{1f600}\njr $31", "jr $31"),
    ] {
        assert_eq!(words(text), words(same), "{text:?}");
    }
}

#[test]
fn labels_of_a_program_are_sorted_by_address() {
    let program = link::assemble("b: a: jr $31\nc:").program.expect("there is no error");
    let label = |name: &str, address| Label { name: name.to_owned(), address: Address(address) };
    assert_eq!(program.labels, [label("b", 0), label("a", 0), label("c", 4)]);
    assert_eq!(program.labels_at(Address(0)).collect::<Vec<_>>(), ["b", "a"]);
    assert_eq!(program.label_at(Address(4)), Some("c"));
    assert_eq!(program.label_at(Address(8)), None);
}

#[test]
fn branches_reach_as_far_as_16_bits() {
    let ahead = |words: usize| format!("beq $0, $0, l\n{}l:", "0\n".repeat(words));
    assert_eq!(words(&ahead(32767))[0], 0x1000_7fff);
    assert_eq!(assemble(&ahead(32768)).diagnostics[0].code, Code::BranchTooFar);
    let back = |words: usize| format!("l:\n{}beq $0, $0, l", "0\n".repeat(words));
    assert_eq!(words(&back(32767))[32767], 0x1000_8000);
    let too_far = assemble(&back(32768)).diagnostics.remove(0);
    let message = "branch target `l` is 32,769 words away, which does not fit in 16 bits";
    assert_eq!((too_far.code, too_far.message.as_str()), (Code::BranchTooFar, message));
}

#[test]
fn disassembly_recovers_labels() {
    for (text, expected) in [
        ("", ""),
        ("beq $0, $0, -1", "L1:\n    beq $0, $0, L1\n"),
        ("beq $0, $0, 0", "    beq $0, $0, L1\nL1:\n"),
        ("beq $0, $0, -2\nbne $1, $2, 1", "    beq $0, $0, -2\n    bne $1, $2, 1\n"),
        (
            "beq $1, $2, 1\nbeq $0, $0, -2\njr $31",
            "L1:\n    beq $1, $2, L2\n    beq $0, $0, L1\nL2:\n    jr $31\n",
        ),
        // The word after a `lis` is data, even if it decodes as a `lis`.
        ("lis $1\nlis $2\nlis $3", "    lis $1\n    .word 0x00001014\n    lis $3\n"),
        ("lis $1\n.word 0x03e00008\n0", "    lis $1\n    .word 0x03e00008\n    .word 0x00000000\n"),
    ] {
        let object = Object { words: words(text), ..Object::default() };
        assert_eq!(disassemble(&object), expected, "{text}");
    }
}

#[test]
fn disassembly_keeps_the_names_of_an_object() {
    let text = "L1:\nmain:\n    bne $1, $2, main\n    beq $0, $0, 0\nend:\n    jr $31\n";
    let object = assemble(text).object.expect("there is no error");
    let expected = "L1:\nmain:\n    bne $1, $2, L1\n    beq $0, $0, end\nend:\n    jr $31\n";
    assert_eq!(disassemble(&object), expected);
    // Names that the language does not have give way to new ones, which keep
    // clear of those there are.
    let words = words("beq $0, $0, 0\nbeq $0, $0, -1");
    let mut object = Object { words, ..Object::default() };
    for (name, address) in [("1st", 4), ("L1", 0), ("far", 99), ("L1", 8)] {
        object.labels.push(Label { name: name.to_owned(), address: Address(address) });
    }
    let expected = "L1:\n    beq $0, $0, L2\nL2:\n    beq $0, $0, L2\n";
    assert_eq!(disassemble(&object), expected);
}

#[test]
fn a_listing_without_a_text() {
    let program = Program::from_words(words("lis $3\n42\nbeq $0, $0, -3"));
    let expected = "\
0x000000  0x00001814      lis $3
0x000004  0x0000002a      .word 0x0000002a
0x000008  0x1000fffd      beq $0, $0, -3
";
    assert_eq!(render_listing(&listing(&[], &program)), expected);
}

#[test]
fn golden_files() {
    let mut codes = BTreeSet::new();
    let outputs = tamarin_testing::files("tests/asm", "asm").into_iter().map(|path| {
        let bytes = fs::read(&path).expect("it is in the folder");
        let text = String::from_utf8_lossy(&bytes);
        let assembly = assemble_bytes(&bytes);
        let mut diagnostics = assembly.diagnostics;
        if assembly.object.is_some() {
            diagnostics = link::assemble(&text).diagnostics;
        }
        codes.extend(diagnostics.iter().map(|diagnostic| diagnostic.code));
        let name = path.file_name().expect("it is a file").to_string_lossy();
        let mut output = render(&name, &text, &diagnostics);
        if assembly.object.is_some()
            && let Some(program) = link::assemble(&text).program
        {
            output += &render_listing(&listing(&[&text], &program));
        }
        (path.with_extension("expected"), output)
    });
    tamarin_testing::check(outputs.collect::<Vec<_>>());
    // Texts that lead to these are too large for a file; other tests make them.
    codes.extend([Code::BranchTooFar, Code::ProgramTooLarge]);
    // It takes two files.
    codes.insert(Code::DuplicateExport);
    // Another language has these.
    codes.extend([Code::UndefinedName, Code::DuplicateName, Code::WrongType]);
    // These are of the other machine's language, whose texts are in tests/arm64.
    codes.extend([
        Code::MissingBracket,
        Code::WrongSlot,
        Code::UnknownCondition,
        Code::MisalignedImmediate,
        Code::DuplicateImport,
        Code::FlagsAtStart,
        Code::FlagsAfterMemory,
        Code::SpAsZero,
    ]);
    let uncovered: Vec<_> = Code::ALL.iter().filter(|code| !codes.contains(code)).collect();
    assert!(uncovered.is_empty(), "no golden file has {uncovered:?}");
}
