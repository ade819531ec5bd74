//! Object files and linking.

use tamarin::asm::arm64::assemble;
use tamarin::diagnostic::Code;
use tamarin::link::{self, Content, File, machine_code_for};
use tamarin::machine::Architecture;
use tamarin::machine::arm64::armcom::{self, Malformed};
use tamarin::object::Object;
use tamarin::program::{Address, PartKind};

use super::program;

const MAIN: &str = "\
.import three
.export main
main: ldr x5, 8
b 20
.8byte three
.8byte main
br x5
";
const THREE: &str = ".export three\n.8byte end\nthree: ldr x0, -8\nbr x30\nend:";

fn object(text: &str) -> Object {
    assemble(text).object.expect("there is no error")
}

/// A file, number by number: the first has 4 bytes, code is words of 4, all else has 8.
fn file(length: u64, code_end: u64, code: &[u32], table: &[u64]) -> Vec<u8> {
    let mut bytes = armcom::COOKIE.to_le_bytes().to_vec();
    bytes.extend([length, code_end].iter().flat_map(|number| number.to_le_bytes()));
    bytes.extend(code.iter().flat_map(|word| word.to_le_bytes()));
    bytes.extend(table.iter().flat_map(|number| number.to_le_bytes()));
    bytes
}

#[test]
fn a_file_has_its_entries_in_the_order_of_their_places() {
    let name = |name: &str| name.bytes().map(u64::from).collect::<Vec<_>>();
    let code = [0x5800_0045, 0x1400_0005, 0, 0, 20, 0, 0xd61f_00a0];
    let mut table = vec![0x11, 28, 5];
    table.extend(name("three"));
    table.extend([1, 36]);
    table.extend([0x12, 20, 4]);
    table.extend(name("main"));
    let code_end = 20 + 28;
    let expected = file(code_end + 8 * table.len() as u64, code_end, &code, &table);
    assert_eq!(armcom::write(&object(MAIN)), expected);
    let read = armcom::read(&expected).expect("it is well-formed");
    assert_eq!(armcom::write(&read), expected);
    assert_eq!(read.exports[0].address, Address(0));
    assert_eq!(read.words[4..6], [0, 0], "addresses count from the first instruction");
}

#[test]
fn unused_imports_leave_nothing_and_exports_are_as_often_as_written() {
    let bytes = armcom::write(&object(".import f\na: .export a\n.export a"));
    assert_eq!(bytes.len(), 20 + 2 * 8 * 4);
    // Of the import there is nothing.
    assert_eq!(armcom::read(&bytes).expect("it is well-formed").imports, []);
}

#[test]
fn what_is_wrong_with_a_file() {
    let code = [0u32; 4];
    for (bytes, expected) in [
        (vec![0x14, 0, 0, 5], Malformed::NoCookie),
        (vec![5, 0, 0, 0x14, 20], Malformed::Length(5)),
        (file(37, 36, &code, &[]), Malformed::OtherLength { said: 37, found: 36 }),
        (file(36, 16, &code, &[]), Malformed::CodeEnd(16)),
        (file(36, 22, &code, &[]), Malformed::CodeEnd(22)),
        (file(36, 40, &code, &[]), Malformed::CodeEnd(40)),
        (file(44, 36, &code, &[1]), Malformed::Truncated(36)),
        (file(44, 36, &code, &[5]), Malformed::UnknownEntry { at: 36, kind: 5 }),
        (file(52, 36, &code, &[1, 16]), Malformed::Location { at: 36, location: 16 }),
        (file(52, 36, &code, &[1, 22]), Malformed::Location { at: 36, location: 22 }),
        (file(52, 36, &code, &[1, 32]), Malformed::Location { at: 36, location: 32 }),
        (file(52, 36, &code, &[1, 20]), Malformed::Address { at: 36, address: 0 }),
        (file(60, 36, &code, &[0x11, 20, 1]), Malformed::Truncated(36)),
        (file(68, 36, &code, &[0x11, 20, 1, 0x31]), Malformed::Name(36)),
        (file(68, 36, &code, &[0x12, 40, 1, 0x61]), Malformed::Address { at: 36, address: 40 }),
    ] {
        assert_eq!(armcom::read(&bytes), Err(expected.clone()), "{expected:?}");
    }
    // Places 4 bytes apart overlap.
    let twice = [0x11, 20, 1, 0x61, 0x11, 24, 1, 0x61];
    assert_eq!(armcom::read(&file(100, 36, &code, &twice)), Err(Malformed::Twice(68)));
}

/// Texts, objects and a mixture of both give the same program.
#[test]
fn files_are_put_one_behind_the_other() {
    let texts = program(&[("main.s", MAIN), ("three.s", THREE)]);
    let [low, high] = [texts.words[2], texts.words[3]];
    assert_eq!([low, high], [28 + 8, 0], "the address of `three`");
    assert_eq!(texts.words[7], 28 + 16, "an address of the second file has moved");
    assert_eq!(texts.parts[1].start, Address(28));
    let read = |text: &str| armcom::read(&armcom::write(&object(text))).expect("it is well-formed");
    let file = |name, object| File { name, content: Content::Object(object) };
    let objects = [file("main.com", read(MAIN)), file("three.com", read(THREE))];
    let linked = link::program_for(Architecture::Arm64, &objects).output.expect("no error");
    assert_eq!(linked.words, texts.words);
    let mixed = [File::text("main.s", MAIN), file("three.com", read(THREE))];
    let linked = link::program_for(Architecture::Arm64, &mixed).output.expect("no error");
    assert_eq!(linked.words, texts.words);
    // Into one object first, and that into a program.
    let both = link::object_for(Architecture::Arm64, &mixed).output.expect("no error");
    let both = armcom::read(&armcom::write(&both)).expect("it is well-formed");
    let linked = link::program_for(Architecture::Arm64, &[file("both.com", both)]);
    assert_eq!(linked.output.expect("no error").words, texts.words);
}

#[test]
fn names_have_to_meet() {
    let files = [File::text("main.s", MAIN), File::text("other.s", "br x30")];
    let built = link::program_for(Architecture::Arm64, &files);
    assert!(built.output.is_none());
    assert_eq!(built.diagnostics[0].last().map(|it| it.code), Some(Code::UnresolvedImport));
    // The plain linker keeps unresolved references.
    let object = link::object_for(Architecture::Arm64, &files).output.expect("no error");
    assert_eq!(object.references.len(), 1);
    let files = [File::text("a.s", THREE), File::text("b.s", THREE)];
    let built = link::program_for(Architecture::Arm64, &files);
    assert_eq!(built.diagnostics[1][0].code, Code::DuplicateExport);
}

#[test]
fn routines_are_linked_behind_where_they_are_asked_for() {
    let text = ".import new\n.import print\nldr x0, 8\nb 20\n.8byte new\n.8byte print\nbr x30";
    let program = program(&[("", text)]);
    let parts: Vec<_> = program.parts.iter().map(|part| (part.name.as_str(), part.kind)).collect();
    let expected =
        [("", PartKind::Assembly), ("print", PartKind::Routine), ("alloc", PartKind::Routine)];
    assert_eq!(parts, expected);
    assert_eq!(program.printer, None);
}

#[test]
fn words_are_little_endian_or_hexadecimal() {
    let words = |bytes: &[u8]| machine_code_for(Architecture::Arm64, bytes).map(|it| it.words);
    assert_eq!(words(&[0xc0, 0x03, 0x1f, 0xd6]), Ok(vec![0xd61f_03c0]));
    assert_eq!(words(b"D61F03C0\n0x8b226020"), Ok(vec![0xd61f_03c0, 0x8b22_6020]));
    assert!(words(&[1, 2, 3]).is_err());
}
