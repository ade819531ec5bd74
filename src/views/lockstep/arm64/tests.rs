//! Tests of pairs of ARM64 programs, with the instructions at which they diverge.

use std::rc::Rc;

use super::super::{Direction, Lockstep, PartingKind};
use super::*;
use crate::link::{self, File};
use crate::machine::Architecture;
use crate::machine::arm64::{Given, Image, Mode, Register};

fn program(text: &str) -> Program {
    let built = link::program_for(Architecture::Arm64, &[File::text("", text)]);
    built.output.unwrap_or_else(|| panic!("{text}: {:?}", built.diagnostics))
}

fn given(registers: [i64; 2]) -> Given {
    Given { registers: registers.map(|it| it as u64).to_vec(), ..Given::default() }
}

fn timeline_in(mode: Mode, text: &str, given: &Given, fuel: u64) -> Timeline {
    let program = program(text);
    let printer = printer(&program);
    let image = Image::new(program.words, mode);
    Timeline::record(&image, printer, given, fuel).expect("the array fits")
}

fn timeline(text: &str, registers: [i64; 2]) -> Timeline {
    timeline_in(Mode::Usual, text, &given(registers), 1000)
}

fn lockstep(left: &str, right: &str, registers: [i64; 2]) -> Lockstep<Timeline> {
    Lockstep::of([timeline(left, registers), timeline(right, registers)])
}

/// The kind of the parting and its instructions, as text.
fn shown(lockstep: &Lockstep<Timeline>) -> String {
    let Some(parting) = lockstep.parting() else { return "none".to_owned() };
    let texts = [0, 1].map(|side| match parting.steps[side] {
        Some(step) => lockstep.runs()[side].steps()[step].text(),
        None => "-".to_owned(),
    });
    let steps = lockstep.steps(parting.position);
    for side in [0, 1] {
        assert!(parting.steps[side].is_none_or(|step| step < steps[side]));
    }
    format!("{:?}: {} | {}", parting.kind, texts[0], texts[1])
}

fn parting(left: &str, right: &str, registers: [i64; 2]) -> String {
    shown(&lockstep(left, right, registers))
}

/// Loads a constant, in three words' place.
fn constant(register: &str, value: u64) -> String {
    format!("ldr {register}, 8\nb 12\n.8byte {value}\n")
}

#[test]
fn the_state_after_n_steps_is_that_of_a_run_of_n_steps() {
    let text = constant("x4", 0x1004)
        + &constant("x5", 4)
        + "loop: stur x0, [x4, 0]
           ldur x7, [x4, -4]
           mul x3, x7, x0
           stur x3, [sp, -8]
           add x4, x4, x5
           sub x0, x0, x1
           cmp x0, xzr
           b.ne loop
           udiv x3, x0, x0";
    for mode in [Mode::Usual, Mode::Arm, Mode::Course] {
        let given = given([2400, 1]);
        let timeline = timeline_in(mode, &text, &given, 25_000);
        assert!(timeline.len() > 3 * 1024, "so that there are keyframes");
        for steps in (0..=timeline.len()).step_by(37).chain([1024, 2048, timeline.len()]) {
            let mut machine = Machine::new(timeline.image(), &given).expect("there is no array");
            machine.run(steps as u64);
            let registers = timeline.registers(steps);
            for reg in (0..32).filter_map(crate::machine::arm64::Reg::new) {
                let value = registers.general[usize::from(reg.number())];
                assert_eq!(value, machine.register(reg), "{reg:?} at {steps}");
            }
            assert_eq!(registers.compared, machine.compared());
            assert_eq!(timeline.pc(steps), machine.pc);
            for word in timeline.touched(steps).into_iter().chain(timeline.stack(steps)) {
                assert_eq!(word.value, machine.memory.load(word.address), "{word:?} at {steps}");
            }
        }
        assert_eq!(timeline.touched(timeline.len()).len(), 64);
        assert!(matches!(timeline.run().stop, Stop::Fault(_)), "{mode:?}");
    }
}

#[test]
fn a_fault_is_the_last_step_and_changes_nothing() {
    for (text, len) in [
        ("udiv x0, x0, x2", 1),
        ("ldur x0, [x1, 1]", 1),
        ("sub x3, x2, x0\nstur x3, [x3, 0]", 2),
        ("ldur x0, [x2, -8]", 1),
        ("stur x0, [x29, 3]", 1),
        // The jump is a step; the failed fetch after it is not.
        ("br x1", 1),
        (".8byte 0", 1),
    ] {
        let timeline = timeline(text, [1, 2]);
        assert!(matches!(timeline.run().stop, Stop::Fault(_)), "{text}");
        assert_eq!(timeline.len(), len, "{text}");
        let last = timeline.steps()[len - 1];
        assert_eq!((last.effect, last.compared), (Effect::None, None), "{text}");
        assert_eq!(timeline.registers(len), timeline.registers(len - 1), "{text}");
    }
}

#[test]
fn a_run_beyond_the_limit_is_cut() {
    let given = given([0, 0]);
    let cut = timeline_in(Mode::Usual, "loop: b loop", &given, Timeline::LIMIT + 1);
    assert!(cut.is_cut());
    assert_eq!(cut.len() as u64, Timeline::LIMIT);
    let ended = timeline_in(Mode::Usual, "loop: b loop", &given, 5);
    assert!(!ended.is_cut());
    assert_eq!(ended.run().stop, Stop::OutOfFuel);
}

#[test]
fn the_course_s_loads_and_stores_compare() {
    let text = "stur x0, [sp, -8]\nldur x2, [sp, -8]\nbr x30";
    let compared = |mode| {
        let timeline = timeline_in(mode, text, &given([7, 0]), 10);
        [0, 1, 2].map(|steps| timeline.registers(steps).compared)
    };
    assert_eq!(compared(Mode::Usual), [[1, 0]; 3]);
    assert_eq!(compared(Mode::Course), [[1, 0], [0, 0], [7, 0]]);
}

#[test]
fn the_stack_ends_at_the_initial_pointer() {
    let eight = constant("x8", 8);
    let pushes = format!("{eight}sub sp, sp, x8\nstur x0, [sp, 0]\nsub sp, sp, x8\nbr x30");
    let pushed = timeline(&pushes, [7, 0]);
    let values = |timeline: &Timeline, steps: usize| -> Vec<u64> {
        timeline.stack(steps).iter().map(|word| word.value).collect()
    };
    assert_eq!(values(&pushed, 2), [0; 0]);
    assert_eq!(values(&pushed, 4), [7]);
    assert_eq!(values(&pushed, pushed.len()), [0, 7]);
    let pops = timeline(&format!("{eight}add sp, sp, x8\nbr x30"), [0, 0]);
    assert_eq!(values(&pops, pops.len()).len(), 32);
    let odd = timeline("sub sp, sp, x0\nbr x30", [2, 0]);
    assert_eq!(values(&odd, 1), [0; 0]);
}

#[test]
fn constants_of_the_text_are_not_memory() {
    let text = "ldr x2, 12\nstur x0, [x1, 12]\nldr x3, 4\n.8byte 5\nbr x30";
    let timeline = timeline(text, [7, 0]);
    let effects: Vec<_> = timeline.steps().iter().take(2).map(|step| step.effect).collect();
    let place = Register::d_or_n(crate::machine::arm64::Reg::new(2).expect("it exists"));
    assert_eq!(effects[0], Effect::Register { place, old: 0, new: 5 });
    assert_eq!(effects[1], Effect::Store { address: 12, old: 5, new: 7 });
    let loaded = timeline.steps()[2].effect;
    assert_eq!(loaded.touched(), Some(12), "a word that was stored to is memory");
}

const SUM: &str = "add x0, x0, x1\nbr x30";

#[test]
fn programs_that_agree_do_not_part() {
    let other_registers = "add x7, x1, xzr\nsub x8, x0, xzr\nadd x0, x7, x8\nbr x30";
    let on_the_stack = "stur x1, [sp, -8]\nldur x9, [sp, -8]\nadd x0, x9, x0\nbr x30";
    for right in [SUM, other_registers, on_the_stack] {
        assert_eq!(parting(SUM, right, [7, 9]), "none", "{right}");
    }
}

/// `x0` becomes 1 where the branch is taken, 2 where it is not.
fn arms(compare: &str, branch: &str, taken: u64, not_taken: u64) -> String {
    let (one, two) = (constant("x0", not_taken), constant("x0", taken));
    format!("{compare}\nb.{branch} yes\n{one}br x30\nyes: {two}br x30")
}

const PAIRS: [[i64; 2]; 5] = [[3, 3], [3, 4], [4, 3], [-1, 1], [1, -1]];

#[test]
fn opposite_branches_with_swapped_arms_decide_the_same() {
    for [one, opposite] in [["eq", "ne"], ["lt", "ge"], ["le", "gt"], ["lo", "hs"], ["ls", "hi"]] {
        let left = arms("cmp x0, x1", one, 1, 2);
        let right = arms("cmp x0, x1", opposite, 2, 1);
        for pair in PAIRS {
            assert_eq!(parting(&left, &right, pair), "none", "{one} {opposite} {pair:?}");
            assert_eq!(parting(&right, &left, pair), "none", "{one} {opposite} {pair:?}");
            // With the same arms the decision is the same, and what is done about it is not.
            let same_arms = arms("cmp x0, x1", opposite, 1, 2);
            assert_eq!(parting(&left, &same_arms, pair), "Value: ldr x0, 8 | ldr x0, 8");
        }
    }
}

#[test]
fn a_pair_may_be_compared_the_other_way_around() {
    let turned = [["lt", "gt"], ["le", "ge"], ["lo", "hi"], ["ls", "hs"], ["eq", "eq"]];
    for [one, turned] in turned {
        let left = arms("cmp x0, x1", one, 1, 2);
        let right = arms("cmp x1, x0", turned, 1, 2);
        for pair in PAIRS {
            assert_eq!(parting(&left, &right, pair), "none", "{one} {turned} {pair:?}");
            assert_eq!(parting(&right, &left, pair), "none", "{one} {turned} {pair:?}");
        }
    }
}

#[test]
fn other_conditions_part_where_they_decide_otherwise() {
    // Of equal words only one is on the lower side; there is nothing earlier to compare with.
    for (pair, expected) in
        [([3, 4], "none"), ([4, 3], "none"), ([3, 3], "Value: ldr x0, 8 | ldr x0, 8")]
    {
        let (left, right) = (arms("cmp x0, x1", "lt", 1, 2), arms("cmp x0, x1", "le", 1, 2));
        assert_eq!(parting(&left, &right, pair), expected, "{pair:?}");
    }
    for (pair, expected) in
        [([3, 4], "none"), ([3, 3], "none"), ([-1, 1], "Branch: b.lt 24 | b.lo 24")]
    {
        let (left, right) = (arms("cmp x0, x1", "lt", 1, 2), arms("cmp x0, x1", "lo", 1, 2));
        assert_eq!(parting(&left, &right, pair), expected, "{pair:?}");
    }
    // Equality against order: as long as both find the words different.
    for (pair, expected) in
        [([3, 4], "none"), ([3, 3], "none"), ([4, 3], "Branch: b.ne 24 | b.lt 24")]
    {
        let (left, right) = (arms("cmp x0, x1", "ne", 1, 2), arms("cmp x0, x1", "lt", 1, 2));
        assert_eq!(parting(&left, &right, pair), expected, "{pair:?}");
    }
}

/// Sums up a loop that goes on while a condition holds for `x2` and the bound.
fn sum_while(compare: &str, branch: &str, bound: u64) -> String {
    let (one, bound) = (constant("x3", 1), constant("x4", bound));
    format!(
        "sub x2, x2, x2\n{one}{bound}test: {compare}\nb.{branch} body\nadd x0, x5, xzr\nbr x30\n\
         body: add x5, x5, x2\nadd x2, x2, x3\nb test"
    )
}

#[test]
fn a_loop_that_goes_once_too_far_parts_there() {
    let right = sum_while("cmp x2, x4", "lt", 5);
    for (wrong, expected) in [
        (sum_while("cmp x2, x4", "le", 5), "Branch: b.lt 12 | b.le 12"),
        (sum_while("cmp x4, x2", "ge", 5), "Branch: b.lt 12 | b.ge 12"),
        (sum_while("cmp x2, x4", "lt", 6), "Branch: b.lt 12 | b.lt 12"),
        (sum_while("cmp x2, x4", "ls", 5), "Branch: b.lt 12 | b.ls 12"),
    ] {
        let lockstep = lockstep(&right, &wrong, [0, 0]);
        assert_eq!(shown(&lockstep), expected, "{wrong}");
        let parting = lockstep.parting().expect("they part");
        for (run, step) in lockstep.runs().iter().zip(parting.steps) {
            let step = step.expect("both are at a branch");
            assert_eq!(run.registers(step).general[2], 5, "{wrong}");
        }
    }
    for same in [
        sum_while("cmp x2, x4", "le", 4),
        sum_while("cmp x4, x2", "gt", 5),
        sum_while("cmp x4, x2", "ge", 4),
        sum_while("cmp x2, x4", "ne", 5),
        sum_while("cmp x2, x4", "lo", 5),
    ] {
        assert_eq!(parting(&right, &same, [0, 0]), "none", "{same}");
    }
}

#[test]
fn a_changed_constant_is_where_they_part() {
    let with = |value| {
        let (five, other) = (constant("x4", 5), constant("x5", value));
        format!("{five}{other}mul x0, x0, x4\nadd x0, x0, x5\nbr x30")
    };
    // Other registers, another order, and a constant that is spilled to memory.
    let reordered = format!(
        "{}{}stur x8, [sp, -8]\nmul x6, x9, x0\nldur x7, [sp, -8]\nadd x0, x7, x6\nbr x30",
        constant("x8", 3),
        constant("x9", 5),
    );
    assert_eq!(parting(&with(2), &with(3), [10, 0]), "Value: ldr x5, 8 | ldr x5, 8");
    assert_eq!(parting(&with(2), &reordered, [10, 0]), "Value: ldr x5, 8 | ldr x8, 8");
    assert_eq!(parting(&with(3), &reordered, [10, 0]), "none");
}

#[test]
fn the_difference_is_followed_past_what_is_equal() {
    // Three times x0, by a multiplication and by additions, is not a difference.
    let product = constant("x4", 3) + "mul x5, x0, x4\nadd x0, x5, x1\nbr x30";
    let sums = "add x5, x0, x0\nadd x5, x5, x0\nsub x0, x5, x1\nbr x30";
    assert_eq!(parting(&product, sums, [4, 5]), "Value: add x0, x5, x1 | sub x0, x5, x1");
    let twice = "add x0, x0, x0\nbr x30";
    assert_eq!(parting(SUM, twice, [4, 5]), "Value: add x0, x0, x1 | add x0, x0, x0");
    // One program never writes x0.
    assert_eq!(parting("br x30", SUM, [1, 2]), "Value: - | add x0, x0, x1");
}

#[test]
fn a_load_of_two_halves_is_computed_from_both() {
    // 4 bytes on: the upper half of the first word and the lower half of the second one.
    let joins = |second: &str| {
        format!(
            "add x2, x0, x0\nadd x3, x1, {second}\nstur x2, [sp, -16]\nstur x3, [sp, -8]\n\
             ldur x0, [sp, -12]\nbr x30"
        )
    };
    assert_eq!(parting(&joins("x1"), &joins("x1"), [1, 2]), "none");
    let expected = "Value: add x3, x1, x1 | add x3, x1, x0";
    assert_eq!(parting(&joins("x1"), &joins("x0"), [1, 2]), expected);
    // A whole word is a copy, wherever it was.
    let whole = "add x2, x0, x1\nstur x2, [sp, -12]\nldur x0, [sp, -12]\nbr x30";
    assert_eq!(
        parting(whole, "sub x0, x0, x1\nbr x30", [1, 2]),
        "Value: add x2, x0, x1 | sub x0, x0, x1"
    );
}

#[test]
fn a_branch_without_a_counterpart_parts() {
    let guarded = "add x2, x0, x1\ncmp x0, x1\nb.ne a\nadd x2, x2, x2\na: add x0, x2, xzr\nbr x30";
    assert_eq!(parting(SUM, guarded, [2, 2]), "Branch: - | b.ne 8");
    // Nothing is known about a run that is out of fuel.
    assert_eq!(parting("l: b l", guarded, [2, 2]), "none");
}

#[test]
fn a_fault_of_one_is_where_they_part() {
    let divides = "udiv x0, x0, x1\nbr x30";
    assert_eq!(parting(divides, "br x30", [1, 0]), "Fault: udiv x0, x0, x1 | -");
    assert_eq!(parting("br x30", divides, [1, 0]), "Fault: - | udiv x0, x0, x1");
    assert_eq!(parting(divides, "ldur x0, [x1, 1]\nbr x30", [1, 0]), "none");
}

#[test]
fn modes_part_a_program_from_itself() {
    let in_both = |text: &str, registers, modes: [Mode; 2]| {
        let given = given(registers);
        shown(&Lockstep::of(modes.map(|mode| timeline_in(mode, text, &given, 1000))))
    };
    let divides = "udiv x0, x0, x1\nbr x30";
    let modes = [Mode::Arm, Mode::Usual];
    assert_eq!(in_both(divides, [5, 0], modes), "Fault: - | udiv x0, x0, x1");
    assert_eq!(in_both(divides, [5, 2], modes), "none");
    // A quotient by zero is not the operation on other operands.
    let guarded = "cmp x1, x1\nb.eq a\na: udiv x0, x0, x1\nbr x30";
    let by_two = timeline_in(Mode::Arm, guarded, &given([5, 2]), 10);
    let by_zero = timeline_in(Mode::Arm, guarded, &given([5, 0]), 10);
    let parted = shown(&Lockstep::of([by_two, by_zero]));
    assert_eq!(parted, "Value: udiv x0, x0, x1 | udiv x0, x0, x1");
    let stores =
        "cmp x0, x0\nstur x1, [sp, -8]\nldur x2, [sp, -8]\nb.eq a\nadd x0, x0, x0\na: br x30";
    let modes = [Mode::Usual, Mode::Course];
    assert_eq!(in_both(stores, [1, 3], modes), "Branch: b.eq 8 | b.eq 8");
    assert_eq!(in_both(stores, [1, 0], modes), "none");
}

/// Prints numbers by the routine, and returns 0.
fn prints(numbers: &[u64]) -> String {
    let print =
        |number: &u64| format!("{}ldr x5, 8\nb 12\n.8byte print\nblr x5", constant("x0", *number));
    let calls: Vec<_> = numbers.iter().map(print).collect();
    format!(".import print\nadd x6, x30, xzr\n{}\nsub x0, x0, x0\nbr x6", calls.join("\n"))
}

#[test]
fn runs_part_where_they_print_another_character() {
    let minus_seven = 7_u64.wrapping_neg();
    // One digit or three, negative or not: branches of the routine do not count.
    for (left, right) in
        [(&[5][..], &[153][..]), (&[1, minus_seven], &[1, 7]), (&[12, 10], &[12, 19])]
    {
        let lockstep = lockstep(&prints(left), &prints(right), [0, 0]);
        let parting = lockstep.parting().expect("they print different things");
        assert_eq!(parting.kind, PartingKind::Output, "{left:?} {right:?}");
        let steps = parting.steps.map(|step| step.expect("both print a character there"));
        let bytes = [0, 1].map(|side| lockstep.runs()[side].printed(steps[side]));
        assert!(bytes[0].is_some() && bytes[0] != bytes[1], "{bytes:?}");
        let before = [0, 1].map(|side| {
            (0..steps[side]).filter_map(|step| lockstep.runs()[side].printed(step)).collect()
        });
        let [left, right]: [Vec<u8>; 2] = before;
        assert_eq!(left, right);
    }
    // Surplus output has no counterpart.
    let lockstep = lockstep(&prints(&[4]), &prints(&[4, 2]), [0, 0]);
    let parting = lockstep.parting().expect("one prints more");
    assert_eq!((parting.kind, parting.steps[0]), (PartingKind::Output, None));
}

#[test]
fn a_line_is_reached_once() {
    // The second line has three words.
    let text = "cmp x0, x1\nldr x2, 8\nb 12\n.8byte 9\nbr x30";
    let lines = [Some(1), Some(2), Some(2), None, None, Some(3)];
    let lockstep = lockstep(text, text, [0, 0]);
    let sides = [&lines[..], &[]];
    assert_eq!(lockstep.find_line(0, Direction::Forward, sides), 1);
    assert_eq!(lockstep.find_line(1, Direction::Forward, sides), 3);
    assert_eq!(lockstep.find_line(3, Direction::Back, sides), 1);
    let (some, none) = ([20].into_iter().collect(), rustc_hash::FxHashSet::default());
    assert_eq!(lockstep.find(0, Direction::Forward, [&none, &some]), 4);
}

#[test]
fn the_table_tells_both_runs() {
    let left =
        "ldr x2, 8\nb 12\n.8byte 7\nstur x2, [sp, -8]\nldur x0, [sp, -8]\ncmp x0, xzr\nbr x30";
    let lockstep = lockstep(left, "udiv x0, x0, x1", [1, 0]);
    assert_eq!(
        lockstep.csv(),
        "position,left step,left address,left instruction,left change,\
         right step,right address,right instruction,right change\r\n\
         1,1,0x00,\"ldr x2, 8\",x2 = 7,1,0x00,\"udiv x0, x0, x1\",fault: division by zero at 0x0\r\n\
         2,2,0x04,b 12,,,,,\r\n\
         3,3,0x10,\"stur x2, [sp, -8]\",0xfffff8 := 7,,,,\r\n\
         4,4,0x14,\"ldur x0, [sp, -8]\",x0 = 7 from 0xfffff8,,,,\r\n\
         5,5,0x18,\"cmp x0, xzr\",\"compared 7, 0\",,,,\r\n\
         6,6,0x1c,br x30,\"done, x0 = 7\",,,,\r\n"
    );
}

#[test]
fn devices_are_read_and_written() {
    let text = constant("x2", 0xc000_0000_0001_0000) + "ldur x0, [x2, 0]\nstur x0, [x2, 8]\nbr x30";
    let given = Given { stream: vec![65], ..given([0, 0]) };
    let image: Rc<Image> = Image::new(program(&text).words, Mode::Usual);
    let run = Timeline::record(&image, None, &given, 100).expect("there is no array");
    let changes: Vec<String> = (0..run.len()).map(|step| run.step_text(step).change).collect();
    assert_eq!(changes[2..], ["x0 = 65 from input", "output 65", ""]);
    assert_eq!(run.run().output.bytes, [65]);
}
