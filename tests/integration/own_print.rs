//! A program's own `print` is one step of a comparison where it is proved to keep the contract of the built-in one.

use std::rc::Rc;

use proptest::prelude::*;
use tamarin::engines::paths::outcome::{agreement, ends};
use tamarin::engines::paths::{Options, compare};
use tamarin::engines::routines::recognise;
use tamarin::link::{self, File};
use tamarin::machine::mips::Reg;
use tamarin::machine::{Image, Machine, Stop as Stopped};
use tamarin::program::PrintSummary;
use tamarin::report::{Agreement, Report, Verdict};
use tamarin::solver::Stop;
use tamarin::solver::bitblast::Bitblast;
use tamarin::trace::TraceRecorder;

/// Pushes the digits, the last one first, and writes them.
const PUSHES: &str = "\
.export print
print:
sw $2, -4($30)
sw $3, -8($30)
sw $4, -12($30)
sw $5, -16($30)
sw $6, -20($30)
sw $7, -24($30)
lis $4
.word 0xffff000c
lis $5
.word 10
add $2, $1, $0
slt $3, $1, $0
beq $3, $0, positive
lis $3
.word 45
sw $3, 0($4)
sub $2, $0, $2
positive:
lis $6
.word 4
lis $7
.word 28
sub $7, $30, $7
digit:
divu $2, $5
mfhi $3
mflo $2
sub $7, $7, $6
sw $3, 0($7)
bne $2, $0, digit
lis $5
.word 28
sub $5, $30, $5
lis $2
.word 48
write:
lw $3, 0($7)
add $3, $3, $2
sw $3, 0($4)
add $7, $7, $6
bne $7, $5, write
lis $3
.word 10
sw $3, 0($4)
lw $2, -4($30)
lw $3, -8($30)
lw $4, -12($30)
lw $5, -16($30)
lw $6, -20($30)
lw $7, -24($30)
jr $31
";

/// Calls a procedure that calls itself for the digits before the last one.
const RECURS: &str = "\
.export print
print:
sw $31, -4($30)
sw $1, -8($30)
sw $2, -12($30)
sw $3, -16($30)
sw $4, -20($30)
lis $2
.word 20
sub $30, $30, $2
lis $4
.word 0xffff000c
slt $2, $1, $0
beq $2, $0, digits_next
lis $2
.word 45
sw $2, 0($4)
sub $1, $0, $1
digits_next:
lis $3
.word 10
lis $2
.word digits
jalr $2
sw $3, 0($4)
lis $2
.word 20
add $30, $30, $2
lw $31, -4($30)
lw $1, -8($30)
lw $2, -12($30)
lw $3, -16($30)
lw $4, -20($30)
jr $31
digits:
sw $31, -4($30)
sw $2, -8($30)
lis $31
.word 8
sub $30, $30, $31
divu $1, $3
mflo $1
mfhi $2
beq $1, $0, last
lis $31
.word digits
jalr $31
last:
lis $31
.word 48
add $2, $2, $31
sw $2, 0($4)
lis $31
.word 8
add $30, $30, $31
lw $31, -4($30)
lw $2, -8($30)
jr $31
";

fn linked(main: &str, print: &str) -> Rc<Image> {
    let built = link::program(&[File::text("main.asm", main), File::text("print.asm", print)]);
    Image::new(&built.output.unwrap_or_else(|| panic!("{main}{print}: {:?}", built.diagnostics)))
}

/// Prints `$1`, with something in each register.
fn calling(print: &str) -> Rc<Image> {
    let filled: String = (3..30).map(|reg| format!("lis ${reg}\n.word {}\n", 1000 + reg)).collect();
    let main = format!("{filled}.import print\nlis $29\n.word print\njalr $29\nlis $31\n");
    linked(&format!("{main}.word 0x8123456c\njr $31\n"), print)
}

fn recognised(print: &str) -> Option<PrintSummary> {
    pollster::block_on(recognise(&calling(print), &mut Bitblast::new(), &Stop::NEVER))
}

fn changed(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "{from}");
    text.replace(from, to)
}

#[test]
fn a_print_that_keeps_the_contract_is_recognised() {
    for print in [PUSHES, RECURS] {
        let summary = recognised(print).expect("it keeps the contract");
        assert!(summary.steps[0] < summary.steps[1]);
    }
}

#[test]
fn a_print_that_breaks_the_contract_is_not_recognised() {
    let wrong = [
        ("a register is lost", PUSHES, "lw $6, -20($30)\n", ""),
        ("a register gets another one's word", PUSHES, "lw $6, -20($30)", "lw $6, -16($30)"),
        ("the sign is a plus", PUSHES, ".word 45", ".word 43"),
        ("no sign", PUSHES, "lis $3\n.word 45\nsw $3, 0($4)\n", ""),
        ("zero counts as negative", PUSHES, "slt $3, $1, $0", "slt $3, $0, $1"),
        ("two newlines", PUSHES, ".word 10\nsw $3, 0($4)", ".word 10\nsw $3, 0($4)\nsw $3, 0($4)"),
        ("no newline", PUSHES, "lis $3\n.word 10\nsw $3, 0($4)\n", ""),
        ("only the least number is wrong", PUSHES, "divu $2, $5", "div $2, $5"),
        ("it stores above $30", PUSHES, "-4($30)", "4($30)"),
        ("it stores into the caller's frame", PUSHES, "-4($30)", "0($30)"),
        ("it reads a word that it did not store", PUSHES, "lw $3, 0($7)", "lw $3, -64($30)"),
        ("it reads input", PUSHES, "lis $5\n.word 28", "lw $5, -8($4)\nlis $5\n.word 28"),
        ("it stores into the program", PUSHES, "sw $3, 0($4)\nlw", "sw $3, 0($0)\nlw"),
        ("the least digits are not zeros", PUSHES, ".word 48", ".word 49"),
        ("$30 is not restored", RECURS, ".word 20\nadd $30", ".word 16\nadd $30"),
        ("$31 is not restored", PUSHES, "jr $31", "add $2, $31, $0\nlis $31\n.word 4\njr $2"),
        (
            "it faults where the number is 7",
            PUSHES,
            "lis $5\n.word 10\n",
            "lis $5\n.word 7\nsub $5, $1, $5\ndiv $1, $5\nlis $5\n.word 10\n",
        ),
        (
            "it never ends where the number is 7",
            PUSHES,
            "lis $5\n.word 10\n",
            "lis $5\n.word 7\nbeq $1, $5, -1\nlis $5\n.word 10\n",
        ),
    ];
    for (what, print, from, to) in wrong {
        assert_eq!(recognised(&changed(print, from, to)), None, "{what}");
    }
}

/// Checks one call against what a summary says.
fn check_call(print: &str, summary: PrintSummary, number: i32) {
    let image = calling(print);
    let mut machine = Machine::new(&image, [number as u32, 2]);
    while machine.state.pc != summary.entry.0 {
        assert_eq!(machine.run(1, &mut ()), Stopped::OutOfFuel);
    }
    let before = machine.clone();
    while machine.state.pc != summary.exit.0 {
        assert_eq!(machine.run(1, &mut ()), Stopped::OutOfFuel);
    }
    let steps = machine.steps - before.steps;
    assert!((summary.steps[0]..=summary.steps[1]).contains(&steps), "{number}: {steps}");
    assert_eq!(machine.output.bytes, format!("{number}\n").as_bytes());
    for reg in Reg::all() {
        assert_eq!(machine.state.reg(reg), before.state.reg(reg), "{number}: {reg}");
    }
    // Memory is as before, except for the frame.
    let text = 0..image.text_end();
    let below_frame = 0x00ff_f000..0x0100_0000 - summary.frame;
    for at in text.chain(below_frame).step_by(4) {
        let at = tamarin::program::Address(at);
        assert_eq!(machine.memory.load(at), before.memory.load(at), "{number}: {at}");
    }
}

#[test]
fn what_is_proved_of_a_print_holds_for_runs() {
    for print in [PUSHES, RECURS] {
        let summary = recognised(print).expect("it keeps the contract");
        let powers = (0..10).map(|exponent| 10_i32.pow(exponent));
        let numbers = powers.flat_map(|power| [power - 1, power, -power, 1 - power]);
        numbers.chain([i32::MIN, i32::MAX]).for_each(|number| check_call(print, summary, number));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn the_same_for_any_number(number: i32) {
        for print in [PUSHES, RECURS] {
            check_call(print, recognised(print).expect("it keeps the contract"), number);
        }
    }
}

fn compared(left: &Rc<Image>, right: &Rc<Image>) -> Report {
    let (options, mut solver) = (Options::default(), Bitblast::new());
    let report = pollster::block_on(compare(left, right, &options, &mut solver, &mut ()));
    if let Some(witness) = &report.witness {
        let [a, b] = ends([left, right], &witness.inputs, options.fuel);
        assert_eq!(agreement(&a, &b), Agreement::Differ);
    }
    report
}

/// Prints `$2`, `$2` + 1, ..., `$1` numbers. `test` is a free register.
fn sums(test: u32) -> String {
    format!(
        ".import print
add $20, $1, $0
add $19, $2, $0
add $21, $31, $0
lis $22
.word print
lis $23
.word 1
loop: slt ${test}, $0, $20
beq ${test}, $0, done
add $1, $19, $0
jalr $22
add $19, $19, $23
sub $20, $20, $23
beq $0, $0, loop
done: add $3, $0, $0
add $31, $21, $0
jr $31
"
    )
}

#[test]
fn printing_in_a_loop_needs_no_path_for_each_number_of_digits() {
    let built_in = compared(&with_ours(&sums(5)), &with_ours(&sums(6)));
    assert_eq!(built_in.verdict, Verdict::Equivalent);
    for prints in [[PUSHES, PUSHES], [RECURS, PUSHES]] {
        let report = compared(&linked(&sums(5), prints[0]), &linked(&sums(6), prints[1]));
        assert_eq!(report.verdict, Verdict::Equivalent);
        // With a path for each number of digits there would be ten times as many.
        assert_eq!(report.stats.paths, built_in.stats.paths);
    }
    let report = compared(&with_ours(&sums(5)), &linked(&sums(6), RECURS));
    assert_eq!(report.verdict, Verdict::Equivalent);
}

fn with_ours(main: &str) -> Rc<Image> {
    let built = link::program(&[File::text("main.asm", main)]);
    Image::new(&built.output.unwrap_or_else(|| panic!("{main}: {:?}", built.diagnostics)))
}

/// Prints `$1` and then does something.
fn then(what: &str) -> String {
    format!(
        ".import print
add $21, $31, $0
lis $22
.word print
jalr $22
{what}
add $31, $21, $0
jr $31
"
    )
}

#[test]
fn what_a_print_leaves_behind_is_not_taken_for_what_was_there() {
    let zero = then("add $3, $0, $0");
    // The last digit is at -32($30).
    for what in ["lw $3, -32($30)", "mfhi $3", "mflo $3\nlw $3, -20($30)"] {
        let report = compared(&linked(&then(what), PUSHES), &linked(&zero, PUSHES));
        let expected =
            if what.contains("-20") { Verdict::Equivalent } else { Verdict::Disequivalent };
        let expected = if what == "mfhi $3" { Verdict::Disequivalent } else { expected };
        assert_eq!(report.verdict, expected, "{what}");
    }
}

#[test]
fn an_unknown_address_may_be_that_of_a_leftover() {
    let load = "lw $3, 0($2)\nsub $3, $3, $2";
    let except = "lis $5\n.word 0xffffe0\nbeq $2, $5, 2\nlw $3, 0($2)\nbeq $0, $0, 1\n\
                  add $3, $0, $0\nsub $3, $3, $2";
    let report = compared(&linked(&then(load), PUSHES), &linked(&then(except), PUSHES));
    assert_eq!(report.verdict, Verdict::Disequivalent);
    // A word that was stored over it is known again.
    let store = |reg: u32| format!("sw $2, -32($30)\nlw ${reg}, -32($30)\nadd $3, ${reg}, $0");
    let report = compared(&linked(&then(&store(7)), PUSHES), &linked(&then(&store(8)), RECURS));
    assert_eq!(report.verdict, Verdict::Equivalent);
    // If the address is unknown, the word is known only there.
    let store = "lis $5\n.word 0xffffe0\nsw $0, 0($2)\nlw $3, 0($5)";
    let zero = "lis $5\n.word 0xffffe0\nsw $0, 0($2)\nadd $3, $0, $0";
    let report = compared(&linked(&then(store), PUSHES), &linked(&then(zero), PUSHES));
    assert_eq!(report.verdict, Verdict::Disequivalent);
}

#[test]
fn a_print_without_room_for_its_frame_is_run_step_by_step() {
    // The frame would be in the program's text.
    let low = ".import print\nadd $21, $31, $0\nlis $22\n.word print\nlis $30\n.word 40\njalr $22\n\
               add $3, $0, $0\nadd $31, $21, $0\njr $31\n";
    let zero = changed(low, "add $3, $0, $0", "add $3, $1, $0");
    let report = compared(&linked(low, PUSHES), &linked(&zero, PUSHES));
    let image = linked(low, PUSHES);
    let [outcome, other] = ends([&image, &linked(&zero, PUSHES)], &[5, 0].into(), 10_000);
    assert_eq!(
        report.verdict == Verdict::Disequivalent,
        agreement(&outcome, &other) == Agreement::Differ
    );
}

#[test]
fn another_number_on_the_same_path_is_ahead_by_at_most_the_slack() {
    for print in [PUSHES, RECURS] {
        let image = linked(&sums(5), print);
        let summary = pollster::block_on(recognise(&image, &mut Bitblast::new(), &Stop::NEVER));
        let image = Rc::new(image.with_summary(summary.expect("it keeps the contract")));
        let steps = |first: i32| {
            let mut machine = Machine::new(&image, [3, first as u32]);
            let mut recorder = TraceRecorder::new(&image);
            assert_eq!(machine.run(10_000, &mut recorder), Stopped::Done);
            (machine.steps, recorder.lines())
        };
        let short = steps(0);
        let long = steps(-2_000_000_000);
        assert_eq!(short.1, long.1, "the trace is the same");
        let slack = image.summary().expect("it has one").slack();
        assert!(long.0 > short.0 && long.0 - slack <= short.0, "{long:?} {short:?} {slack}");
    }
}
