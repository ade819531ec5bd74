//! Printed output is compared: as text on the emulator, as bytes and numbers over symbolic inputs.

use std::rc::Rc;

use proptest::prelude::*;
use tamarin::engines::paths::outcome::{agreement, ends};
use tamarin::engines::paths::{Options, Strategy as Search, compare};
use tamarin::link;
use tamarin::machine::Image;
use tamarin::machine::setup::Setup;
use tamarin::report::{Agreement, ReasonCode, Report, Verdict};
use tamarin::solver::bitblast::Bitblast;
use tamarin::symbolic::merge::Scope;
use tamarin::symbolic::output::{Extent, Written, same};
use tamarin::symbolic::path;
use tamarin::term::{Model, Node, Term, Terms};
use tamarin_testing::summary_of;

fn image(text: &str) -> Rc<Image> {
    let built = link::assemble(text);
    Image::new(&built.program.unwrap_or_else(|| panic!("{text}: {:?}", built.diagnostics)))
}

fn compared_by(strategy: Search, left: &str, right: &str) -> Report {
    let (left, right) = (image(left), image(right));
    let options = Options { strategy, ..Options::default() };
    let mut solver = Bitblast::new();
    let report = pollster::block_on(compare(&left, &right, &options, &mut solver, &mut ()));
    if let Some(witness) = &report.witness {
        let [a, b] = ends([&left, &right], &witness.inputs, options.fuel);
        assert_eq!(agreement(&a, &b), Agreement::Differ);
    }
    report
}

fn compared(left: &str, right: &str) -> Report {
    compared_by(Search::Product, left, right)
}

/// Prints the value that each of the lines puts in `$1`, and returns 0.
fn printing(lines: &[&str]) -> String {
    let calls = lines.iter().map(|line| format!("{line}\nlis $20\n.word print\njalr $20\n"));
    format!(
        ".import print\nadd $21, $1, $0\nadd $22, $2, $0\nadd $23, $31, $0\n{}\
         add $3, $0, $0\njr $23\n",
        calls.collect::<String>()
    )
}

#[test]
fn programs_that_print_different_things_differ() {
    let [zero, one] = ["0", "1"].map(|word| printing(&[&format!("lis $1\n.word {word}")]));
    let report = compared(&zero, &one);
    assert_eq!(report.verdict, Verdict::Disequivalent);
    assert_eq!(report.reason.code, ReasonCode::OutputsDiffer);
    let witness = report.witness.expect("they differ");
    assert_eq!([&witness.left.output.text, &witness.right.output.text], ["0\n", "1\n"]);
    assert_eq!(compared(&zero, &zero).verdict, Verdict::Equivalent);
    // The Tamarin paper looks at results only.
    assert_ne!(compared_by(Search::Paper, &zero, &one).verdict, Verdict::Disequivalent);
}

#[test]
fn one_input_of_all_prints_something_else() {
    let plain = printing(&["add $1, $21, $22"]);
    let other = printing(&["sub $1, $0, $22\nsub $1, $21, $1"]);
    let report = compared(&plain, &other);
    assert_eq!(report.verdict, Verdict::Equivalent, "{report:#?}");
    // No path for each number of digits.
    assert_eq!(report.meter.expect("there are pairs").same_result, 1);
    let wrong = printing(&["add $1, $21, $22\nbne $21, 123456789, 2\nlis $1\n.word 7"]);
    let report = compared(&plain, &wrong);
    assert_eq!(report.reason.code, ReasonCode::OutputsDiffer);
    assert_eq!(report.witness.expect("they differ").inputs[0], 123_456_789);
}

#[test]
fn order_and_number_of_what_is_printed_count() {
    let both = printing(&["add $1, $21, $0", "add $1, $22, $0"]);
    for other in [
        printing(&["add $1, $22, $0", "add $1, $21, $0"]),
        printing(&["add $1, $21, $0"]),
        printing(&["add $1, $21, $0", "add $1, $22, $0", "add $1, $0, $0"]),
    ] {
        assert_eq!(compared(&both, &other).reason.code, ReasonCode::OutputsDiffer);
    }
}

/// A print written by hand: the digits of `$1`, below 100 and not negative, by
/// division, then a newline. Other numbers are not printed at all.
const BY_HAND: &str = include_str!("../corpus/pairs/print-digits.left.asm");

/// The same by `print`.
const BY_ROUTINE: &str = include_str!("../corpus/pairs/print-digits.right.asm");

#[test]
fn digits_written_by_hand_are_those_of_print() {
    let report = compared(BY_HAND, BY_ROUTINE);
    assert_eq!(report.verdict, Verdict::Equivalent, "{report:#?}");
    let report = compared(BY_ROUTINE, BY_HAND);
    assert_eq!(report.verdict, Verdict::Equivalent, "{report:#?}");
    // Without the leading digit's test, numbers below ten begin with a 0.
    let leading = BY_HAND.replace("    beq $9, $0, last\n", "");
    let report = compared(&leading, BY_ROUTINE);
    assert_eq!(report.reason.code, ReasonCode::OutputsDiffer);
    let witness = report.witness.expect("they differ");
    assert_eq!((&*witness.inputs, witness.minimal), (&[0, 0][..], Some(true)));
    // And one that is off for a single number.
    let off = BY_HAND.replace("last:\n", "last:\nbne $1, 37, 2\nlis $10\n.word 8\n");
    let report = compared(BY_ROUTINE, &off);
    let witness = report.witness.expect("they differ");
    assert_eq!((witness.inputs[0], witness.unique), (37, Some(false)));
    assert_eq!([&witness.left.output.text, &witness.right.output.text], ["37\n", "38\n"]);
}

#[test]
fn a_program_that_changes_print_is_taken_as_it_is() {
    // The word that loads the newline becomes one that loads a space.
    let text = ".import print\nadd $23, $31, $0\nlis $4\n.word print\nlis $5\n.word 68\n\
        add $5, $4, $5\nlis $6\n.word 32\nsw $6, 0($5)\njalr $4\nadd $3, $0, $0\njr $23";
    let own = ".import print\nadd $23, $31, $0\nlis $4\n.word print\njalr $4\n\
        add $3, $0, $0\njr $23";
    let report = compared(text, own);
    assert_eq!(report.verdict, Verdict::Disequivalent, "{report:#?}");
}

#[test]
fn a_print_that_keeps_its_registers_no_more_is_taken_as_it_is() {
    // The word that gives `$3` back becomes one that does nothing, so that the
    // sum of the digits is left in it.
    let program = link::assemble(".import print\nlis $4\n.word print\njr $4").program;
    let program = program.expect("it has no errors");
    let print = program.parts[1].start.0;
    let exit = program.printer.expect("it prints").exit.0;
    let text = format!(
        ".import print\nadd $23, $31, $0\nlis $4\n.word print\nlis $5\n.word {}\n\
         add $5, $4, $5\nlis $6\n.word 0x00000020\nsw $6, 0($5)\njalr $4\njr $23",
        exit + 8 - print
    );
    let own = ".import print\nadd $23, $31, $0\nlis $4\n.word print\njalr $4\njr $23";
    let [changed, own] = [image(&text), image(own)];
    let mut terms = Terms::new();
    for scope in [Scope::All, Scope::Part] {
        let Some(summary) = summary_of(&mut terms, &changed, 1_000, scope) else { continue };
        let mut model = Model::new();
        let inputs = path::inputs(&mut terms, &Setup::default().names);
        let Node::Symbol(symbol) = terms.node(inputs[0]) else { panic!("an input is a symbol") };
        model.set(symbol, 12);
        let said = terms.eval(&[summary.open, summary.result], &model);
        assert!(said[0] == 1 || said[1] == 3, "{scope:?}: {said:?}");
    }
    let options = Options { strategy: Search::Product, ..Options::default() };
    let mut solver = Bitblast::new();
    let report = pollster::block_on(compare(&changed, &own, &options, &mut solver, &mut ()));
    assert_eq!(report.verdict, Verdict::Disequivalent, "{report:#?}");
}

#[test]
fn a_run_that_returns_within_a_number_prints_a_part_of_it() {
    let text = printing(&["add $1, $21, $0"]);
    let program = link::assemble(&text).program.expect("it has no errors");
    let printer = program.printer.expect("it prints");
    for address in [printer.entry.0, printer.entry.0 + 4, printer.exit.0 - 4, printer.exit.0] {
        let image = Image::returning_to(&program, address);
        let is_whole = address == printer.entry.0 || address == printer.exit.0;
        assert_eq!(image.printer().is_some(), is_whole, "{address:#x}");
    }
    // One prints the number as far as its newline, and the other all of it.
    let [part, whole] = [printer.exit.0 - 4, printer.exit.0];
    let [left, right] = [part, whole].map(|address| Image::returning_to(&program, address));
    let mut solver = Bitblast::new();
    let options = Options { strategy: Search::Product, ..Options::default() };
    let report = pollster::block_on(compare(&left, &right, &options, &mut solver, &mut ()));
    assert_eq!(report.reason.code, ReasonCode::OutputsDiffer, "{report:#?}");
}

/// A part of an output, as a test makes it.
#[derive(Clone, Copy, Debug)]
enum Part {
    Byte(u8),
    /// The low byte of an input and a number.
    Low(usize, u32),
    /// An input and a number.
    Number(usize, u32),
}

fn part() -> impl Strategy<Value = Part> {
    let small = prop_oneof![Just(0), Just(1), -12..12_i32, any::<i32>()];
    let small = small.prop_map(|word| word as u32);
    prop_oneof![
        prop::sample::select(b"0127-\n".to_vec()).prop_map(Part::Byte),
        (0..2_usize, small.clone()).prop_map(|(input, more)| Part::Low(input, more)),
        (0..2_usize, small).prop_map(|(input, more)| Part::Number(input, more)),
    ]
}

fn word() -> impl Strategy<Value = u32> {
    let ends = [0, 9, 10, 99, 100, -1, -9, -10, i32::MIN, i32::MAX, 48, 50];
    prop_oneof![prop::sample::select(ends.to_vec()).prop_map(|n| n as u32), any::<u32>()]
}

impl Part {
    fn written(self, terms: &mut Terms, inputs: [Term; 2]) -> Written {
        match self {
            Part::Byte(byte) => Written::Byte(terms.word(byte.into())),
            Part::Low(input, more) | Part::Number(input, more) => {
                let more = terms.word(more);
                let word = terms.add(inputs[input], more);
                match self {
                    Part::Low(..) => Written::Byte(word),
                    _ => Written::Number(word),
                }
            }
        }
    }

    /// The printed bytes.
    fn bytes(self, inputs: [u32; 2]) -> Vec<u8> {
        match self {
            Part::Byte(byte) => vec![byte],
            Part::Low(input, more) => vec![inputs[input].wrapping_add(more) as u8],
            Part::Number(input, more) => {
                format!("{}\n", inputs[input].wrapping_add(more) as i32).into_bytes()
            }
        }
    }

    /// The same output as separate bytes, for these inputs.
    fn spelled(self, inputs: [u32; 2]) -> Vec<Part> {
        self.bytes(inputs).into_iter().map(Part::Byte).collect()
    }
}

fn check_same(left: &[Part], right: &[Part], samples: &[[u32; 2]]) {
    let mut terms = Terms::new();
    let inputs = ["$1", "$2"].map(|name| terms.symbol(name));
    let [a, b] = [left, right]
        .map(|parts| parts.iter().map(|part| part.written(&mut terms, inputs)).collect::<Vec<_>>());
    let said = same(&mut terms, [&a, &b], Extent::All, Terms::eq).expect("these are few cases");
    for &sample in samples {
        let mut model = Model::new();
        for (input, value) in inputs.into_iter().zip(sample) {
            let Node::Symbol(symbol) = terms.node(input) else { panic!("an input is a symbol") };
            model.set(symbol, value);
        }
        let [a, b] = [left, right]
            .map(|parts| parts.iter().flat_map(|part| part.bytes(sample)).collect::<Vec<_>>());
        assert_eq!(terms.holds(said, &model), a == b, "{left:?} {right:?} {sample:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn outputs_are_the_same_where_their_bytes_are(
        left in prop::collection::vec(part(), 0..5),
        right in prop::collection::vec(part(), 0..5),
        spelled in prop::collection::vec(any::<bool>(), 5),
        samples in prop::collection::vec([word(), word()], 1..12),
    ) {
        check_same(&left, &right, &samples);
        // One program prints as text what the other prints as a number, on a given input.
        let mixed: Vec<Part> = left.iter().zip(&spelled).flat_map(|(part, &is_spelled)| {
            if is_spelled { part.spelled(samples[0]) } else { vec![*part] }
        }).collect();
        check_same(&left, &mixed, &samples);
        check_same(&mixed, &left, &samples);
    }
}

/// A line of a program that prints: about two words of three bits.
#[derive(Clone, Debug)]
enum Line {
    Add(u8, u8, u8),
    Sub(u8, u8, u8),
    Print(u8),
    /// The low byte of a word, as a character from `0` on.
    Byte(u8),
    /// Leaves out the next line where two words are equal.
    Skip(u8, u8),
}

fn line() -> impl Strategy<Value = Line> {
    let word = || 5..9_u8;
    prop_oneof![
        (word(), word(), word()).prop_map(|(d, s, t)| Line::Add(d, s, t)),
        (word(), word(), word()).prop_map(|(d, s, t)| Line::Sub(d, s, t)),
        word().prop_map(Line::Print),
        word().prop_map(Line::Byte),
        (word(), word()).prop_map(|(s, t)| Line::Skip(s, t)),
    ]
}

fn program_of(lines: &[Line]) -> String {
    let mut text = ".import print\nadd $23, $31, $0\nlis $20\n.word print\nlis $21\n\
        .word 0xffff000c\nlis $22\n.word 8\nlis $24\n.word 48\n\
        divu $1, $22\nmfhi $5\ndivu $2, $22\nmfhi $6\n"
        .to_owned();
    for (index, line) in lines.iter().enumerate() {
        text += &match line {
            Line::Add(d, s, t) => format!("add ${d}, ${s}, ${t}\n"),
            Line::Sub(d, s, t) => format!("sub ${d}, ${s}, ${t}\n"),
            Line::Print(s) => format!("add $1, ${s}, $0\njalr $20\n"),
            Line::Byte(s) => format!("add $25, ${s}, $24\nsw $25, 0($21)\n"),
            Line::Skip(s, t) => format!("beq ${s}, ${t}, after{}\n", index + 2),
        };
        text += &format!("after{}:\n", index + 1);
    }
    text + &format!("after{}:\nadd $3, $0, $0\njr $23\n", lines.len() + 1)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    /// All 64 inputs that matter are tried.
    #[test]
    fn a_verdict_on_what_is_printed_is_that_of_all_inputs(
        lines in prop::collection::vec(line(), 1..9),
        other in line(),
        at in any::<prop::sample::Index>(),
    ) {
        let mut changed = lines.clone();
        changed[at.index(lines.len())] = other;
        let texts = [program_of(&lines), program_of(&changed)];
        let [left, right] = texts.each_ref().map(|text| image(text));
        let differ = (0..64).any(|n| {
            let inputs = [n / 8, n % 8].into();
            let [a, b] = ends([&left, &right], &inputs, 10_000);
            agreement(&a, &b) == Agreement::Differ
        });
        let report = compared(&texts[0], &texts[1]);
        let expected = if differ { Verdict::Disequivalent } else { Verdict::Equivalent };
        prop_assert_eq!(report.verdict, expected, "{:?}", report);
    }
}
