//! The table of instructions is compared with words from the course's assembler and GNU as.

use tamarin::asm::arm64::{assemble, disassemble};
use tamarin::machine::arm64::table::{decode, is_label};
use tamarin::machine::arm64::{Condition, Op};
use tamarin::object::Object;

use super::rows;

/// Each instruction has the word of the table, and is what that word decodes to.
#[test]
fn words_of_the_reference_assemblers() {
    let rows = rows("golden.tsv");
    assert!(rows.len() > 150);
    for row in &rows {
        let (text, word) = (&row[0], u32::from_str_radix(&row[1], 16).expect("it is a word"));
        let assembly = assemble(text);
        let object = assembly.object.unwrap_or_else(|| panic!("{text} {:?}", assembly.diagnostics));
        assert_eq!(object.words, [word], "{text}");
        let instruction = decode(word).expect(text);
        assert_eq!(instruction.encode(), word, "{text}");
        let bare = Object { words: vec![word], ..Object::default() };
        let again = assemble(&disassemble(&bare)).object.expect(text);
        assert_eq!(again.words, [word], "{text}");
    }
    let decoded: Vec<_> = rows
        .iter()
        .filter_map(|row| decode(u32::from_str_radix(&row[1], 16).expect("it is a word")))
        .collect();
    for op in Op::ALL {
        assert!(decoded.iter().any(|instruction| instruction.op == *op), "no row has {op:?}");
    }
    for (condition, name, _) in Condition::ALL {
        let has = decoded.iter().any(|it| it.op == Op::BCond && it.condition == condition);
        assert!(has, "no row has {name}");
    }
}

#[test]
fn eight_bytes_of_the_reference_assemblers() {
    let rows = rows("golden-8byte.tsv");
    assert!(rows.len() > 10);
    for row in rows {
        let object = assemble(&row[0]).object.expect("there is no error");
        let bytes = object.words.iter().flat_map(|word| word.to_le_bytes());
        assert_eq!(
            bytes.map(|byte| format!("{byte:02x}")).collect::<String>(),
            row[1],
            "{}",
            row[0]
        );
    }
}

/// Words that loose decoders run, and the strict one does not.
#[test]
fn loose_encodings_are_no_instructions() {
    for (what, word) in [
        ("zero", 0),
        ("hlt", 0xd440_0000),
        ("add with f = 0", 0x8b02_0020),
        ("sub with f = 0", 0xcb02_0020),
        ("cmp with d = 0", 0xeb22_6000),
        ("ldur with bit 10 set", 0xf840_0420),
        ("ldur with bit 11 set", 0xf840_0820),
        ("b.cond with bit 4 set", 0x5400_0050),
        ("b.mi", 0x5400_0044),
        ("b.al", 0x5400_004e),
        ("br with m set", 0xd61f_0001),
        ("ldr of 32 bits", 0x1800_0040),
        ("bl", 0x9400_0002),
        ("ret", 0xd65f_03c0),
    ] {
        assert_eq!(decode(word), None, "{what}");
    }
}

#[test]
fn names_of_registers_are_no_labels() {
    for (name, is) in [
        ("a", true),
        ("add", true),
        ("x", true),
        ("X5", true),
        ("sp1", true),
        ("x5a", true),
        ("x5", false),
        ("x99", false),
        ("sp", false),
        ("xzr", false),
        ("a_b", false),
        ("1a", false),
        ("", false),
    ] {
        assert_eq!(is_label(name), is, "{name}");
    }
}
