//! Differences that depend on the memory layout: reports are checked on programs whose dependence on the layout is
//! known.

use proptest::prelude::*;
use tamarin::contract::{ArrayAt, Contract, Spec};
use tamarin::engines::paths::{Options, Strategy as Search, compare};
use tamarin::link::{self, Compiled, Content, File};
use tamarin::machine::Image;
use tamarin::program::Program;
use tamarin::report::{LayoutReport, Moved, MovedReport, Report, Verdict};
use tamarin::solver::bitblast::Bitblast;
use tamarin::wlp4::{self, Style};

fn compared(left: &Program, right: &Program, spec: &Spec) -> Report {
    let contract = Contract::new(spec).expect("it is a contract");
    let images = [left, right];
    let [left, right] = [0, 1].map(|side| contract.image(side, images[side]).expect("it fits"));
    let inputs = contract.first_inputs();
    let options = Options { contract: contract.into(), inputs, ..Options::default() };
    pollster::block_on(compare(&left, &right, &options, &mut Bitblast::new(), &mut ()))
}

fn assembled(text: &str) -> Program {
    let built = link::assemble(text);
    built.program.unwrap_or_else(|| panic!("{text}: {:?}", built.diagnostics))
}

/// WLP4 as the command line compiles and links it.
fn compiled(text: &str, style: Style) -> Program {
    let wlp4::Compiled { object, reordered, diagnostics, .. } = wlp4::compile(text, style);
    let object = object.unwrap_or_else(|| panic!("{text}: {diagnostics:?}"));
    let reordered = reordered.map(|code| code.assemble().expect("so does the other one").into());
    let content = Content::Compiled(Compiled { text, object, reordered });
    let built = link::program(&[File { name: "p.wlp4", content }]);
    built.output.unwrap_or_else(|| panic!("{text}: {:?}", built.diagnostics))
}

fn layout(report: &Report) -> &LayoutReport {
    let witness = report.witness.as_ref().unwrap_or_else(|| panic!("{report:#?}"));
    witness.layout.as_ref().unwrap_or_else(|| panic!("{report:#?}"))
}

fn tried(layout: &LayoutReport, moved: Moved) -> &MovedReport {
    let found = layout.tried.iter().find(|report| report.moved == moved);
    found.unwrap_or_else(|| panic!("{moved:?}: {layout:#?}"))
}

/// A number in a program: a multiple of the stack's address, plus a multiple of the code's address, plus a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sum {
    stack: i32,
    code: i32,
    number: i32,
}

impl Sum {
    fn hangs(self) -> bool {
        self.stack != 0 || self.code != 0
    }

    /// As the machine has it: the stack ends at 16 MiB, code begins at 0.
    fn value(self) -> i32 {
        self.stack.wrapping_mul(1 << 24).wrapping_add(self.number)
    }
}

fn sum() -> impl Strategy<Value = Sum> {
    let times = || prop_oneof![3 => Just(0), 1 => -3i32..4];
    (times(), times(), -2i32..3).prop_map(|(stack, code, number)| Sum { stack, code, number })
}

/// A program that prints sums, and returns the last one.
fn program_of(sums: &[Sum], padding: usize) -> Program {
    let mut text = ".import print\nstart:\nadd $20, $30, $0\nlis $21\n.word start\n".to_owned();
    text += "add $22, $31, $0\nlis $23\n.word print\n";
    for Sum { stack, code, number } in sums {
        text += &format!("lis $1\n.word {number}\n");
        for (times, base) in [(stack, 20), (code, 21)] {
            text += &format!("lis $24\n.word {times}\nmult $24, ${base}\nmflo $24\n");
            text += "add $1, $1, $24\n";
        }
        text += "jalr $23\n";
    }
    text += "add $3, $1, $0\njr $22\n";
    text += &"add $0, $0, $0\n".repeat(padding);
    assembled(&text)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn a_difference_hangs_on_layout_if_each_of_its_parts_does(
        sums in prop::collection::vec((sum(), sum(), any::<bool>()), 1..4),
        padding in 0usize..3,
    ) {
        let left: Vec<Sum> = sums.iter().map(|&(left, _, _)| left).collect();
        let right: Vec<Sum> =
            sums.iter().map(|&(left, right, same)| if same { left } else { right }).collect();
        let report = compared(&program_of(&left, 0), &program_of(&right, padding), &Spec::default());
        // The last one is both printed and returned, which is the same query twice.
        let pairs: Vec<(Sum, Sum)> = left.iter().copied().zip(right.iter().copied()).collect();
        let differing: Vec<(Sum, Sum)> =
            pairs.into_iter().filter(|(left, right)| left.value() != right.value()).collect();
        prop_assert_eq!(report.verdict == Verdict::Disequivalent, !differing.is_empty());
        if differing.is_empty() {
            return Ok(());
        }
        let said = layout(&report);
        let hangs = differing.iter().all(|(left, right)| left.hangs() || right.hangs());
        prop_assert_eq!(said.hangs, hangs, "{:?}", said);
        let changes = |of: fn(&Sum) -> i32| {
            let any = |side: fn(&(Sum, Sum)) -> Sum| {
                differing.iter().any(|pair| of(&side(pair)) != 0)
            };
            (any(|pair| pair.0), any(|pair| pair.1))
        };
        let stack = tried(said, Moved::Stack);
        prop_assert_eq!((stack.left, stack.right), changes(|sum| sum.stack));
        let code = tried(said, Moved::Code);
        prop_assert_eq!((code.left, code.right), changes(|sum| sum.code));
        let told = report.reason.message.contains("depends on where things are in memory");
        prop_assert_eq!(told, hangs, "{}", report.reason.message);
    }
}

#[test]
fn the_order_of_variables_is_no_mistake() {
    // A comparison, a distance, and what lies beside a variable.
    let texts = [
        "int wain(int a, int b) { int x = 1; int y = 2; int r = 0;
         if (&x < &y) { r = 1; } else { r = 0; } return r; }",
        "int f(int x, int y) { return &x - &y; } int wain(int a, int b) { return f(a, b); }",
        "int wain(int a, int b) { int x = 1; int y = 2; int z = 3;
         return *(&y + 1) + *(&x) - *(&x) + *(&z) - *(&z); }",
    ];
    // The same with the other order, as another compiler may have it.
    for text in texts {
        for style in Style::ALL {
            let left = compiled(text, style);
            let right = left.reordered.clone().expect("somebody takes an address");
            let report = compared(&left, &right, &Spec::default());
            let said = layout(&report);
            assert!(said.hangs && tried(said, Moved::Variables).agree, "{text}: {report:#?}");
            assert!(!tried(said, Moved::Stack).left, "{text}");
        }
    }
}

#[test]
fn programs_that_look_at_no_address_do_the_same_in_either_order() {
    let files = tamarin_testing::files("tests/corpus/wlp4", "wlp4");
    let mut both = 0;
    for path in files {
        let text = std::fs::read_to_string(&path).expect("it is there");
        for style in Style::ALL {
            let program = compiled(&text, style);
            let Some(reordered) = &program.reordered else { continue };
            both += 1;
            let report = compared(&program, reordered, &Spec::default());
            assert_eq!(report.verdict, Verdict::Equivalent, "{}: {report:#?}", path.display());
        }
    }
    assert!(both > 6, "{both}");
}

#[test]
fn a_difference_by_the_place_of_an_array_behind_the_programs_is_named() {
    let spec = Spec { array: Some(3), array_at: Some(ArrayAt::Behind), ..Spec::default() };
    let program = |padding: &str| assembled(&format!("add $3, $1, $0\n{padding}jr $31"));
    let report = compared(&program(""), &program("add $4, $0, $0\n"), &spec);
    let said = layout(&report);
    let agree = said.tried.iter().filter(|it| it.agree).map(|it| it.moved);
    assert_eq!(agree.collect::<Vec<Moved>>(), [Moved::Array], "{said:#?}");
    assert!(said.hangs && report.reason.message.contains("they agree with the array elsewhere."));
    // With the array apart both have the same address.
    let apart = Spec { array_at: None, ..spec };
    let report = compared(&program(""), &program("add $4, $0, $0\n"), &apart);
    assert_eq!(report.verdict, Verdict::Equivalent);
}

#[test]
fn heaps_that_begin_at_one_address_make_addresses_agree() {
    // The memory after the last block of a new heap is identified by its address.
    let program = |padding: &str| {
        assembled(&format!(
            ".import init\n.import new\nadd $20, $31, $0\nadd $2, $0, $0\nlis $5\n.word init\n\
             jalr $5\nlis $1\n.word 3\nlis $5\n.word new\njalr $5\njr $20\n{padding}"
        ))
    };
    let report = compared(&program(""), &program("add $0, $0, $0\n"), &Spec::default());
    let said = layout(&report);
    let code = tried(said, Moved::Code);
    assert!(said.hangs && code.left && code.right && code.agree, "{said:#?}");
    assert!(report.reason.message.contains("they agree with code and heap elsewhere"));
}

#[test]
fn the_place_of_the_array_and_its_order_with_the_stack_are_looked_at() {
    let of_array = Spec { array: Some(2), ..Spec::default() };
    let address = assembled("add $3, $1, $0\njr $31");
    let length = assembled("add $3, $2, $0\njr $31");
    let report = compared(&address, &length, &of_array);
    let array = tried(layout(&report), Moved::Array);
    assert!(layout(&report).hangs && array.left && !array.right, "{report:#?}");
    let below = assembled("slt $3, $1, $30\njr $31");
    let one = assembled("slt $3, $30, $1\njr $31");
    let report = compared(&below, &one, &of_array);
    let said = layout(&report);
    assert!(said.hangs && !tried(said, Moved::Array).left, "{said:#?}");
    assert!(tried(said, Moved::StackBelow).left && tried(said, Moved::StackBelow).right);
    // Elements are found wherever the array is.
    let first = assembled("lw $3, 0($1)\njr $31");
    let second = assembled("lw $3, 4($1)\njr $31");
    let report = compared(&first, &second, &of_array);
    let said = layout(&report);
    assert!(!said.hangs && !tried(said, Moved::Array).left, "{said:#?}");
}

#[test]
fn mistakes_hang_on_nothing() {
    let text = "int f(int* p, int k) { *p = *p + k; return 0; }
        int wain(int a, int b) { int x = 1; x = x + f(&x, b); println(x); return a - b; }";
    for style in Style::ALL {
        let report = compared(
            &compiled(text, style),
            &compiled(&text.replace("a - b", "b - a"), style),
            &Spec::default(),
        );
        let said = layout(&report);
        assert!(!said.hangs && said.tried.len() == 4, "{said:#?}");
        assert!(said.tried.iter().all(|moved| !moved.agree && !moved.left && !moved.right));
    }
}

#[test]
fn what_cannot_be_told_is_not_said() {
    let layout_of = |left: &Program, right: &Program, spec: &Spec| {
        compared(left, right, spec).witness.expect("they differ").layout
    };
    // Words at given addresses are observed: a layout would change the question.
    let store = assembled("sw $2, 64($0)\njr $31");
    let other = assembled("sw $1, 64($0)\njr $31");
    let word = Spec { observe: Some(vec!["[0x40]".to_owned()]), ..Spec::default() };
    assert_eq!(layout_of(&store, &other, &word), None);
    // The Tamarin paper's rules know of no layout.
    let (left, zero) = (assembled("add $3, $30, $0\njr $31"), assembled("add $3, $0, $0\njr $31"));
    let options = Options { strategy: Search::Paper, ..Options::default() };
    let [left, right] = [Image::new(&left), Image::new(&zero)];
    let mut solver = Bitblast::new();
    let report = pollster::block_on(compare(&left, &right, &options, &mut solver, &mut ()));
    assert_eq!(report.witness.expect("they differ").layout, None);
    // Machine code may contain unknown addresses, so it is not moved.
    let fixed = |program: &Program| Program::from_words(program.words.clone());
    let call =
        assembled("add $20, $31, $0\nlis $5\n.word f\njalr $5\njr $20\nf: add $3, $1, $2\njr $31");
    let said = layout_of(&fixed(&call), &fixed(&zero), &Spec::default()).expect("stacks move");
    assert_eq!(said.tried.iter().map(|it| it.moved).collect::<Vec<_>>(), [Moved::Stack]);
    assert!(!said.hangs);
    // So may a text with numbers for addresses, whose run is lost elsewhere.
    let numbers =
        assembled("add $20, $31, $0\nlis $5\n.word 20\njalr $5\njr $20\nadd $3, $1, $2\njr $31");
    let said = layout_of(&numbers, &zero, &Spec::default()).expect("stacks move");
    assert_eq!(said.tried.iter().map(|it| it.moved).collect::<Vec<_>>(), [Moved::Stack]);
    // Running into the end of memory does not depend on where that is.
    let pop = assembled("lw $3, 0($30)\njr $31");
    let said = layout_of(&pop, &zero, &Spec::default());
    assert!(said.is_none_or(|said| !said.hangs));
}
