//! Linking of files, object files, and the contracts of the routines.

use std::rc::Rc;

use proptest::prelude::*;
use tamarin::asm;
use tamarin::contract::{Contract, Spec};
use tamarin::diagnostic::{Code, Diagnostic};
use tamarin::link::{self, Content, File};
use tamarin::machine::mips::Reg;
use tamarin::machine::mips::merl::{self, Malformed};
use tamarin::machine::mips::routines::SOURCES;
use tamarin::machine::{Image, Machine, Stop};
use tamarin::object::Object;
use tamarin::program::{Address, PartKind, Program};

fn program(texts: &[&str]) -> Program {
    let files: Vec<_> = texts.iter().map(|text| File::text("file", text)).collect();
    let built = link::program(&files);
    built.output.unwrap_or_else(|| panic!("{texts:?}: {:?}", built.diagnostics))
}

fn image(text: &str) -> Rc<Image> {
    Image::new(&program(&[text]))
}

fn reg(number: u32) -> Reg {
    Reg::new(number).expect("it is below 32")
}

const CALLS: &str = ".import three\n.import four\nsw $31, -4($30)\nlis $5\n.word three\njalr $5\n\
    lis $5\n.word four\njalr $5\nlw $31, -4($30)\njr $31";
const FOUR: &str =
    ".export four\nfour: lis $6\n.word its\nlw $6, 0($6)\nadd $3, $3, $6\njr $31\nits: 4";
const THREE: &str = ".export three\nthree: lis $3\n.word 3\njr $31";

#[test]
fn files_are_linked_in_any_order() {
    for texts in [[CALLS, THREE, FOUR], [CALLS, FOUR, THREE]] {
        let program = program(&texts);
        assert_eq!(program.parts.len(), 3);
        let mut machine = Machine::new(&Image::new(&program), [0, 0]);
        assert_eq!(machine.run(100, &mut ()), Stop::Done);
        assert_eq!(machine.state.result(), 7);
    }
}

#[test]
fn object_files_link_as_their_texts_do() {
    let whole = program(&[CALLS, THREE, FOUR]);
    let object = |text: &str| asm::assemble(text).object.expect("it has no errors");
    let read = |text: &str| merl::read(&merl::write(&object(text))).expect("we wrote it");
    let file = |object| File { name: "object", content: Content::Object(object) };
    let objects = [CALLS, THREE, FOUR].map(|text| file(read(text)));
    assert_eq!(link::program(&objects).output.as_ref(), Some(&whole));
    // And in two steps; the first leaves names unresolved.
    let part = link::object(&objects[..2]).output.expect("nothing is wrong yet");
    assert_eq!(part.imports.iter().map(|import| &import.name[..]).collect::<Vec<_>>(), ["four"]);
    let part = merl::read(&merl::write(&part)).expect("we wrote it");
    let both = [file(part), objects[2].clone()];
    assert_eq!(link::program(&both).output.as_ref(), Some(&whole));
}

/// What was assembled before has no lines, whatever is given as its text.
#[test]
fn only_words_of_texts_have_lines() {
    let object = asm::assemble(THREE).object.expect("it has no errors");
    let object = File { name: "object", content: Content::Object(object) };
    let output = link::program(&[object, File::text("text", FOUR)]).output;
    let program = output.expect("nothing is missing");
    let begin = program.parts[1].start;
    for texts in [["", FOUR], [THREE, FOUR]] {
        let lines = asm::SourceLines::new(&texts, &program);
        for (index, row) in asm::listing(&texts, &program).iter().enumerate() {
            let line = lines.at(Address::of_word(index));
            assert_eq!(row.line, line.map(|line| line.line as usize));
            assert_eq!(line.map(|line| line.file), (row.address >= begin).then_some(1));
        }
    }
    assert_eq!(asm::SourceLines::new(&["", FOUR], &program).at(Address(begin.0 + 1)), None);
}

#[test]
fn an_object_file_is_as_the_course_has_it() {
    let text = ".import print\n.export main\nmain: lis $4\n.word print\nlis $5\n.word main\njr $31";
    let object = asm::assemble(text).object.expect("it has no errors");
    let bytes = merl::write(&object);
    let words: Vec<_> = bytes
        .chunks_exact(4)
        .map(|bytes| u32::from_be_bytes(bytes.try_into().expect("there are four")))
        .collect();
    let name = |name: &str| name.chars().map(u32::from).collect::<Vec<_>>();
    let expected = [
        vec![0x1000_0002, 25 * 4, 8 * 4],
        vec![0x0000_2014, 0, 0x0000_2814, 12, 0x03e0_0008],
        vec![0x01, 24],
        [vec![0x11, 16, 5], name("print")].concat(),
        [vec![0x05, 12, 4], name("main")].concat(),
    ]
    .concat();
    assert_eq!(words, expected);
    assert_eq!(
        asm::disassemble(&merl::read(&bytes).expect("we wrote it")),
        "\
.import print
.export main
main:
    lis $4
    .word print
    lis $5
    .word main
    jr $31
"
    );
}

#[test]
fn what_is_wrong_with_an_object_file_is_told() {
    let object = asm::assemble(".import a\nlis $4\n.word a\nb: .word b").object;
    let good = merl::write(&object.expect("it has no errors"));
    let with = |at: usize, word: u32| {
        let mut bytes = good.clone();
        bytes[at..at + 4].copy_from_slice(&word.to_be_bytes());
        merl::read(&bytes)
    };
    assert!(merl::read(&good).is_ok());
    assert_eq!(merl::read(b"jr $31"), Err(Malformed::NoCookie));
    assert_eq!(merl::read(&good[..8]), Err(Malformed::Length(8)));
    assert_eq!(with(4, 7), Err(Malformed::OtherLength { said: 7, found: good.len() }));
    assert_eq!(with(8, 8), Err(Malformed::CodeEnd(8)));
    assert_eq!(with(24, 9), Err(Malformed::UnknownEntry { at: 24, kind: 9 }));
    assert_eq!(with(28, 24), Err(Malformed::Location { at: 24, location: 24 }));
    assert_eq!(with(20, 0), Err(Malformed::Address { at: 24, address: 0 }));
    assert_eq!(with(36, 20), Err(Malformed::Twice(32)));
    assert_eq!(with(40, 99), Err(Malformed::Truncated(32)));
    assert_eq!(with(44, u32::from(b'$')), Err(Malformed::Name(32)));
}

#[test]
fn names_that_do_not_meet_are_told_where_they_stand() {
    let files = [
        File::text("one.asm", "jr $31\n.import gone\n.word gone"),
        File::text("two.asm", ".export a\na: jr $31"),
        File::text("three.asm", ".export a\na: jr $31"),
    ];
    let built = link::program(&files);
    assert!(built.output.is_none());
    let said: Vec<_> = built
        .diagnostics
        .iter()
        .map(|of_file| of_file.iter().map(|d| (d.code, d.line, d.column)).collect::<Vec<_>>())
        .collect();
    let expected =
        [vec![(Code::UnresolvedImport, 2, 9)], vec![], vec![(Code::DuplicateExport, 1, 9)]];
    assert_eq!(said, expected);
    let help = built.diagnostics[0][0].help.as_deref().expect("there is help");
    assert!(help.contains("`.export gone`") && help.contains("`print`"), "{help}");
    assert!(built.diagnostics[2][0].message.contains("`two.asm`"));
}

#[test]
fn a_label_of_another_file_is_told_how_to_be_had() {
    let three = "three: lis $3\n.word 3\njr $31";
    let said = |texts: &[(&str, &str)]| {
        let files: Vec<_> = texts.iter().map(|(name, text)| File::text(name, text)).collect();
        let built = link::program(&files);
        let said = built.diagnostics.into_iter().flatten().filter(Diagnostic::is_error);
        let [only] = said.collect::<Vec<_>>().try_into().expect("one thing is wrong");
        only
    };
    let call = "lis $5\n.WORD three\njr $5";
    let alone = said(&[("main.asm", call)]);
    assert!(alone.help.expect("there is help").contains("add that file"));

    // Following the message step by step resolves the error.
    let first = said(&[("main.asm", call), ("three.asm", three)]);
    assert_eq!(
        first.help.as_deref(),
        Some("`three.asm` has it; write `.import three` here and `.export three` there")
    );
    let fixed = first.fix.expect("there is a fix").apply(call);
    let second = said(&[("main.asm", &fixed), ("three.asm", three)]);
    assert_eq!(second.code, Code::UnresolvedImport);
    assert_eq!(
        second.help.as_deref(),
        Some("`three.asm` has a label `three`: write `.export three` there")
    );
    let exported = format!(".export three\n{three}");
    assert_eq!(program(&[&fixed, &exported]).parts.len(), 2);
    let half = said(&[("main.asm", call), ("three.asm", &exported)]);
    assert_eq!(half.help.as_deref(), Some("`three.asm` has it; write `.import three` here"));

    let branch = said(&[("main.asm", "beq $0, $0, three\njr $31"), ("three.asm", three)]);
    assert!(branch.help.expect("there is help").contains("stays within its file"));
    assert_eq!(branch.fix, None);
    // A label that is much like one of its own is not looked for elsewhere by another name.
    let near = said(&[("main.asm", "four: beq $0, $0, fuor\njr $31"), ("three.asm", three)]);
    assert_eq!(near.help.as_deref(), Some("did you mean `four`?"));
}

#[test]
fn beside_a_text_that_has_no_object_the_others_are_looked_at() {
    let broken = File { name: "broken.wlp4", content: Content::Broken("int") };
    let built = link::program(&[broken.clone(), File::text("main.asm", "add $1")]);
    assert_eq!(built.output, None);
    assert_eq!(built.diagnostics.iter().map(Vec::len).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(link::program(&[broken, File::text("main.asm", "jr $31")]).output, None);
}

#[test]
fn a_routine_is_linked_where_nobody_else_has_its_name() {
    let prints = ".import print\nlis $4\n.word print\njr $4";
    let linked = program(&[prints]);
    assert!(linked.parts[1].kind == PartKind::Routine && linked.printer.is_some());
    let own = program(&[prints, ".export print\nprint: jr $31"]);
    assert_eq!((own.words.len(), own.printer), (4, None));
}

/// Where `print` comes from makes no difference: linked on demand, as an object file, or as a text behind another.
#[test]
fn a_copy_of_print_is_recognised_wherever_it_comes_from() {
    let print = SOURCES[0].text;
    let body = "lis $4\n.word print\njr $4\n";
    let imports = format!(".import print\n{body}");
    let linked = program(&[&imports]);
    let printer = linked.printer.expect("it prints");
    // `cat a.asm print.asm`.
    assert_eq!(program(&[&format!("{body}{print}")]).printer, Some(printer));
    // Two texts, and before the program.
    assert_eq!(program(&[&imports, print]).printer, Some(printer));
    let before = program(&[print, &imports]).printer.expect("it prints");
    assert_eq!((before.routine[0], before.steps), (Address(0), printer.steps));
    // As machine code, without names.
    let bare = Object { words: linked.words.clone(), is_fixed: true, ..Object::default() };
    let file = File { name: "p.mips", content: Content::Object(bare) };
    assert_eq!(link::program(&[file]).output.expect("it links").printer, Some(printer));
    // One word is another one.
    for at in 3..linked.words.len() {
        let mut words = linked.words.clone();
        words[at] ^= 1 << 21;
        let object = Object { words, is_fixed: true, ..Object::default() };
        let file = File { name: "p.mips", content: Content::Object(object) };
        assert_eq!(link::program(&[file]).output.expect("it links").printer, None, "word {at}");
    }
}

/// Sets every register, calls `print`, and comes back.
fn printing() -> Rc<Image> {
    let set = (2..=29).filter(|&n| n != 20).map(|n| format!("lis ${n}\n.word {}\n", n * 1001));
    let set: String = set.collect();
    image(&format!(
        ".import print\nsw $31, -4($30)\nlis $31\n.word 4\nsub $30, $30, $31\n{set}\
         lis $20\n.word print\njalr $20\nlis $31\n.word 4\nadd $30, $30, $31\n\
         lw $31, -4($30)\njr $31"
    ))
}

fn numbers() -> impl Iterator<Item = i32> {
    let tens = (0..10).map(|n| 10_i32.pow(n));
    let near = tens.flat_map(|ten| [ten - 1, ten, ten + 1, -ten, 1 - ten, -ten - 1]);
    let ends = [i32::MIN, i32::MIN + 1, i32::MAX, 1_999_999_999, 2_000_000_000, -2_000_000_000];
    let mut state = 1_u32;
    let some = std::iter::repeat_with(move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state as i32) >> (state % 31)
    });
    near.chain(ends).chain(some.take(500))
}

#[test]
fn print_writes_a_number_and_changes_nothing_else() {
    let image = printing();
    for number in numbers() {
        let mut machine = Machine::new(&image, [number as u32, 0]);
        assert_eq!(machine.run(1000, &mut ()), Stop::Done, "{number}");
        assert_eq!(machine.output.bytes, format!("{number}\n").as_bytes());
        for n in (2..=29).filter(|&n| n != 20) {
            assert_eq!(machine.state.reg(reg(n)), n * 1001, "${n} after printing {number}");
        }
        assert_eq!(machine.state.reg(reg(1)), number as u32);
    }
}

#[test]
fn a_number_takes_as_many_steps_as_any_other_and_leaves_no_trace() {
    let program = program(&[".import print\nlis $4\n.word print\njr $4"]);
    let printer = program.printer.expect("it prints");
    let image = Image::new(&program);
    let at = |number: i32, address: Address| {
        let mut machine = Machine::new(&image, [number as u32, 0]);
        while machine.state.pc != address.0 {
            assert_eq!(machine.run(1, &mut ()), Stop::OutOfFuel, "{number}");
        }
        machine
    };
    let rest = |machine: &Machine| {
        let mut machine = machine.clone();
        assert_eq!(machine.run(1000, &mut ()), Stop::Done);
        let registers: Vec<_> = (0..32).map(|n| machine.state.reg(reg(n))).collect();
        (registers, machine.state.hi, machine.state.lo)
    };
    for number in numbers() {
        let (before, after) = (at(number, printer.entry), at(number, printer.exit));
        assert_eq!(after.steps - before.steps, printer.steps, "{number}");
        assert!(before.memory.holds_the_same_as(&after.memory), "{number}");
        // Gone on from its exit with the registers that it was entered with,
        // the program ends as it does.
        let mut skipped = before.clone();
        skipped.state.pc = printer.exit.0;
        assert_eq!(rest(&skipped), rest(&after), "{number}");
    }
}

#[test]
fn a_number_that_is_printed_at_once_leaves_what_its_instructions_leave() {
    // The stack at its usual address, above memory, unaligned, and in the text.
    for stack in ["0x1000000", "0x1000004", "0xfffffe", "40", "0", "24"] {
        let text = format!(
            ".import print\nlis $30\n.word {stack}\nadd $20, $31, $0\nlis $4\n.word print\n\
             add $5, $1, $1\nmult $1, $5\njalr $4\nadd $1, $1, $2\njalr $4\njr $20"
        );
        prints_at_once_as_by_its_instructions(&image(&text));
    }
}

fn prints_at_once_as_by_its_instructions(image: &Rc<Image>) {
    let end = |machine: &Machine| {
        let registers: Vec<_> = (0..32).map(|n| machine.state.reg(reg(n))).collect();
        let state = (registers, machine.state.hi, machine.state.lo, machine.state.pc);
        (state, machine.steps, machine.output.clone())
    };
    for (index, number) in numbers().step_by(5).enumerate() {
        let inputs = [number as u32, (number as u32).rotate_left(7)];
        // One step after the other, nothing is done at once.
        let mut slow = Machine::new(image, inputs);
        let mut states = vec![slow.clone()];
        let mut stop = slow.run(1, &mut ());
        while stop == Stop::OutOfFuel && slow.steps < 1000 {
            states.push(slow.clone());
            stop = slow.run(1, &mut ());
        }
        let every = if index < 6 { 1 } else { 37 };
        for fuel in (0..states.len() as u64).step_by(every) {
            let mut fast = Machine::new(image, inputs);
            let stop = fast.run(fuel, &mut ());
            let expected = &states[fuel as usize];
            assert_eq!(end(&fast), end(expected), "{number} within {fuel}");
            assert_eq!(stop, Stop::OutOfFuel, "{number} within {fuel}");
            assert!(fast.memory.holds_the_same_as(&expected.memory), "{number} within {fuel}");
        }
        let mut fast = Machine::new(image, inputs);
        assert_eq!(fast.run(slow.steps, &mut ()), stop, "{number}");
        assert_eq!(end(&fast), end(&slow), "{number}");
        assert!(fast.memory.holds_the_same_as(&slow.memory), "{number}");
    }
}

#[test]
fn characters_are_written_and_read_by_routines() {
    // Copies its input, and returns the sum of it with the last value read.
    let text = ".import getchar\n.import putchar\nadd $20, $31, $0\nadd $2, $30, $0\n\
        again: lis $5\n.word getchar\njalr $5\nadd $21, $21, $3\nslt $6, $3, $0\n\
        bne $6, $0, end\nlis $7\n.word 0x700\nadd $1, $3, $7\nlis $5\n.word putchar\njalr $5\n\
        bne $2, $30, 1\nbeq $0, $0, again\nend: add $3, $21, $0\njr $20";
    for typed in ["", "a", "\u{e9}z\n"] {
        let spec = Spec { stdin: Some(typed.to_owned()), ..Spec::default() };
        let contract = Contract::new(&spec).expect("it is a contract");
        let image = contract.image(0, &program(&[text])).expect("it is short");
        let mut machine = Machine::new(&image, [0, 0]);
        assert_eq!(machine.run(1000, &mut ()), Stop::Done, "{typed:?}");
        assert_eq!(machine.output.bytes, typed.as_bytes());
        let sum: i32 = typed.bytes().map(i32::from).sum();
        assert_eq!(machine.state.result() as i32, sum - 1, "{typed:?}");
    }
}

/// Calls `init`, then `new` and `delete` as a list in memory directs: two words for each call, and 0 at its end.
const HEAP: &str = "
.import init
.import new
.import delete
    sw $31, -4($30)
    lis $31
    .word 256
    sub $30, $30, $31
    add $2, $0, $0
    lis $20
    .word init
    jalr $20
    lis $21
    .word 0x100000
call:
    lw $20, 0($21)
    beq $20, $0, end
    lw $1, 4($21)
    jalr $20
    sw $3, 8($21)
    lis $20
    .word 12
    add $21, $21, $20
    beq $0, $0, call
end:
    lw $31, 252($30)
    jr $31
";

fn heap_names(program: &Program) -> [u32; 2] {
    ["new", "delete"].map(|name| {
        let label = program.labels.iter().find(|label| label.name == name);
        label.expect("it is linked").address.0
    })
}

#[derive(Clone, Copy, Debug)]
enum Call {
    New(i32),
    /// The block that was had so long ago.
    Delete(usize),
}

fn call() -> impl Strategy<Value = Call> {
    prop_oneof![
        3 => (-1..40_i32).prop_map(Call::New),
        1 => (0..1200_i32).prop_map(Call::New),
        3 => (0..8_usize).prop_map(Call::Delete),
    ]
}

/// A block of the heap, as its user sees it.
#[derive(Clone, Copy, Debug)]
struct Block {
    start: u32,
    words: u32,
}

/// Makes calls one by one, and checks what each gives against what was had before.
fn check_heap(calls: &[Call]) {
    let program = program(&[HEAP]);
    let [new, delete] = heap_names(&program);
    let image = Image::new(&program);
    let mut done: Vec<(u32, u32)> = Vec::new();
    let mut live: Vec<Block> = Vec::new();
    for &call in calls {
        let (routine, argument) = match call {
            Call::New(words) => (new, words as u32),
            Call::Delete(ago) => match live.len().checked_sub(ago + 1) {
                Some(index) => (delete, live.remove(index).start),
                None => continue,
            },
        };
        done.push((routine, argument));
        let mut machine = Machine::new(&image, [0, 0]);
        let table = 0x10_0000;
        for (index, &(routine, argument)) in done.iter().enumerate() {
            let at = table + 12 * index as u32;
            machine.memory.store(Address(at), routine);
            machine.memory.store(Address(at + 4), argument);
        }
        assert_eq!(machine.run(1_000_000, &mut ()), Stop::Done);
        let answer = machine.memory.load(Address(table + 12 * (done.len() as u32 - 1) + 8));
        let Call::New(words) = call else { continue };
        if words <= 0 {
            assert_eq!(answer, 0);
            continue;
        }
        let words = words as u32;
        if answer == 0 {
            let taken: u32 = live.iter().map(|block| block.words + 2).sum();
            // There may be room, but not in one piece.
            assert!(!live.is_empty() || words > 1023, "{taken} {words}");
            continue;
        }
        assert!(answer.is_multiple_of(4) && answer >= program.end().0, "{answer:#x}");
        assert!(answer + 4 * words <= program.end().0 + 4 + 4096, "{answer:#x}");
        for block in &live {
            let apart =
                answer + 4 * words <= block.start || block.start + 4 * block.words <= answer;
            assert!(apart, "{block:?} and {words} words at {answer:#x}");
        }
        live.push(Block { start: answer, words });
    }
}

#[test]
fn the_whole_heap_can_be_had_again_and_again() {
    let whole = [Call::New(1023), Call::New(1), Call::Delete(0)];
    check_heap(&[&whole[..], &whole, &[Call::New(1023)]].concat());
    // In pieces, given back in another order.
    let pieces = [Call::New(100); 10];
    let back = [3, 5, 0, 4, 1, 2, 1, 0, 1, 0].map(Call::Delete);
    check_heap(&[&pieces[..], &back, &[Call::New(1023)]].concat());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn blocks_of_the_heap_are_apart(calls in prop::collection::vec(call(), 1..24)) {
        check_heap(&calls);
    }

    #[test]
    fn bytes_are_an_object_or_an_error(
        text in prop::collection::vec(any::<u32>(), 0..12),
        table in prop::collection::vec(prop_oneof![0..40_u32, any::<u32>()], 0..12),
    ) {
        let length = (3 + text.len() + table.len()) as u32 * 4;
        let header = [merl::COOKIE, length, (3 + text.len()) as u32 * 4];
        let words = header.iter().chain(&text).chain(&table);
        let bytes: Vec<u8> = words.flat_map(|word| word.to_be_bytes()).collect();
        if let Ok(object) = merl::read(&bytes) {
            let again: Object = merl::read(&merl::write(&object)).expect("we wrote it");
            prop_assert_eq!(again.words, object.words);
        }
    }
}
