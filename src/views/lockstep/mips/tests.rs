//! Tests of pairs of MIPS programs, with the instructions at which they diverge.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::super::{Direction, PartingKind};
use super::*;
use crate::link::assemble;
use crate::machine::Machine;
use crate::machine::mips::Reg;

fn image(text: &str) -> Rc<Image> {
    Image::new(&assemble(text).program.expect(text))
}

fn lockstep(left: &str, right: &str, inputs: [u32; 2]) -> Lockstep<Timeline> {
    Lockstep::record([&image(left), &image(right)], inputs, 1000)
}

/// The kind of the parting and its instructions, as text.
fn parting(left: &str, right: &str, inputs: [u32; 2]) -> String {
    let lockstep = lockstep(left, right, inputs);
    let Some(parting) = lockstep.parting() else { return "none".to_owned() };
    let texts = [0, 1].map(|side| match parting.steps[side] {
        Some(step) => lockstep.runs()[side].steps()[step].text(),
        None => "-".to_owned(),
    });
    let steps = lockstep.steps(parting.position);
    for side in [0, 1] {
        assert!(parting.steps[side].is_none_or(|step| step < steps[side]), "{left}\n{right}");
    }
    format!("{:?}: {} | {}", parting.kind, texts[0], texts[1])
}

#[test]
fn the_state_after_n_steps_is_that_of_a_run_of_n_steps() {
    let text = "
        lis $4
        .word 0x1000
        lis $5
        .word 4
        add $6, $1, $0
        loop: sw $6, 0($4)
        lw $7, 0($4)
        multu $7, $6
        mflo $3
        sw $3, -4($30)
        add $4, $4, $5
        sub $6, $6, $5
        bne $6, $0, loop
        div $3, $0";
    let image = image(text);
    let timeline = Timeline::record(&image, [2400, 0], 10_000);
    assert!(timeline.len() > 3 * 1024, "so that there are keyframes");
    for steps in (0..=timeline.len()).step_by(37).chain([1024, 2048, timeline.len()]) {
        let mut machine = Machine::new(&image, [2400, 0]);
        machine.run(steps as u64, &mut ());
        let registers = timeline.registers(steps);
        for reg in Reg::all() {
            assert_eq!(registers.general[reg.index()], machine.state.reg(reg), "{reg} at {steps}");
        }
        assert_eq!((registers.hi, registers.lo), (machine.state.hi, machine.state.lo));
        assert_eq!(timeline.pc(steps).0, machine.state.pc);
        for word in timeline.touched(steps).into_iter().chain(timeline.stack(steps)) {
            assert_eq!(word.value, machine.memory.load(word.address), "{word:?} at {steps}");
        }
        let below = Address(0x00ff_fffc);
        assert_eq!(timeline.word(below, steps), machine.memory.load(below));
    }
    assert!(matches!(timeline.outcome().stop, Stop::Fault(_)));
    assert_eq!(timeline.touched(timeline.len()).len(), 64);
}

#[test]
fn a_fault_is_the_last_step_and_changes_nothing() {
    for (text, len) in [
        ("lis $3\n.word 7\ndiv $3, $0", 2),
        ("lw $3, 1($0)", 1),
        ("lis $4\n.word 0xffff000c\nlw $3, 0($4)", 2),
        // The jump is a step; the failed fetch after it is not.
        ("lis $4\n.word 2\njr $4", 2),
        (".word 0", 1),
    ] {
        let timeline = Timeline::record(&image(text), [1, 2], 100);
        assert!(matches!(timeline.outcome().stop, Stop::Fault(_)), "{text}");
        assert_eq!(timeline.len(), len, "{text}");
        let last = timeline.steps()[len - 1];
        assert_eq!(last.effect, Effect::None, "{text}");
        assert_eq!(timeline.registers(len), timeline.registers(len - 1), "{text}");
    }
}

#[test]
fn what_is_recorded_ends_as_any_run_does() {
    use crate::engines::paths::outcome::outcome;
    for text in ["jr $31", "loop: beq $0, $0, loop", "div $1, $2\njr $31", "jr $1"] {
        for inputs in [[0, 0], [5, 2], [0xfee1_dead, 0]] {
            for fuel in [1, 2, 50] {
                let image = image(text);
                let timeline = Timeline::record(&image, inputs, fuel);
                assert_eq!(timeline.outcome(), outcome(&image, inputs, fuel), "{text} {fuel}");
                assert!(!timeline.is_cut());
            }
        }
    }
    let endless = image("loop: beq $0, $0, loop");
    let timeline = Timeline::record(&endless, [0, 0], Timeline::LIMIT + 1);
    assert!(timeline.is_cut());
    assert_eq!(timeline.len() as u64, Timeline::LIMIT);
}

const SUM: &str = "add $3, $1, $2\njr $31";

#[test]
fn programs_that_agree_do_not_part() {
    let other_registers = "add $7, $2, $0\nadd $8, $1, $0\nadd $3, $8, $7\njr $31";
    let on_the_stack = "sw $2, -4($30)\nlw $9, -4($30)\nadd $3, $9, $1\njr $31";
    for right in [SUM, other_registers, on_the_stack] {
        assert_eq!(parting(SUM, right, [7, 9]), "none", "{right}");
    }
    // The same decision, with the opposite branch.
    let eq = "beq $1, $2, a\nadd $3, $1, $0\na: jr $31";
    let ne = "bne $1, $2, a\njr $31\na: add $3, $1, $0\njr $31";
    for inputs in [[3, 3], [3, 4]] {
        assert_eq!(parting(eq, ne, inputs), "none");
    }
}

#[test]
fn a_changed_constant_is_where_they_part() {
    let with = |constant| {
        format!(
            "lis $4\n.word 5\nlis $5\n.word {constant}\nmult $1, $4\nmflo $3\nadd $3, $3, $5\njr $31"
        )
    };
    // Other registers, another order, and a constant that is spilled to memory.
    let reordered = "
        mult $4, $1
        lis $8
        .word 3
        lis $9
        .word 5
        sw $8, -8($30)
        mult $9, $1
        mflo $6
        lw $7, -8($30)
        add $3, $7, $6
        jr $31";
    assert_eq!(parting(&with(2), &with(3), [10, 0]), "Value: lis $5 | lis $5");
    assert_eq!(parting(&with(2), reordered, [10, 0]), "Value: lis $5 | lis $8");
    assert_eq!(parting(&with(3), reordered, [10, 0]), "none");
}

#[test]
fn the_difference_is_followed_past_what_is_equal() {
    // Three times $1, by a multiplication and by additions, is not a difference.
    let product = "lis $4\n.word 3\nmult $1, $4\nmflo $5\nadd $3, $5, $2\njr $31";
    let sums = "add $5, $1, $1\nadd $5, $5, $1\nsub $3, $5, $2\njr $31";
    assert_eq!(parting(product, sums, [4, 5]), "Value: add $3, $5, $2 | sub $3, $5, $2");
    // The programs use different inputs.
    assert_eq!(
        parting(SUM, "add $3, $1, $1\njr $31", [4, 5]),
        "Value: add $3, $1, $2 | add $3, $1, $1"
    );
    assert_eq!(
        parting("add $3, $1, $0\njr $31", "add $3, $2, $0\njr $31", [1, 2]),
        "Value: add $3, $1, $0 | add $3, $2, $0"
    );
    // One program never writes $3.
    assert_eq!(parting("jr $31", SUM, [1, 2]), "Value: - | add $3, $1, $2");
}

#[test]
fn a_choice_of_what_both_have_is_made_where_it_is_used() {
    let start = "lis $4\n.word 6\nlis $5\n.word 7\n";
    let first = format!("{start}add $3, $1, $4\njr $31");
    let second = format!("{start}add $3, $1, $5\njr $31");
    assert_eq!(parting(&first, &second, [1, 2]), "Value: add $3, $1, $4 | add $3, $1, $5");
    let first = format!("{start}add $3, $4, $0\njr $31");
    let second = format!("{start}add $3, $5, $0\njr $31");
    assert_eq!(parting(&first, &second, [1, 2]), "Value: add $3, $4, $0 | add $3, $5, $0");
    // After a branch with another outcome, the parting is that branch.
    let branch =
        |op| format!("{start}{op} $1, $2, a\nadd $3, $4, $0\njr $31\na: add $3, $5, $0\njr $31");
    assert_eq!(
        parting(&branch("beq"), &branch("bne"), [1, 2]).split(':').next(),
        Some("Value"),
        "the decision is the same, what is done about it is not"
    );
    let other = format!("{start}bne $1, $1, a\nadd $3, $4, $0\njr $31\na: add $3, $5, $0\njr $31");
    assert_eq!(parting(&branch("bne"), &other, [1, 2]), "Branch: bne $1, $2, 2 | bne $1, $1, 2");
}

#[test]
fn branches_are_compared_one_by_one() {
    let until = |bound| {
        format!(
            "lis $4\n.word 1\nlis $5\n.word {bound}\nl: add $3, $3, $1\nadd $6, $6, $4\nbne $6, $5, l\njr $31"
        )
    };
    let lockstep = lockstep(&until(3), &until(5), [10, 0]);
    let parting = lockstep.parting().expect("they part");
    assert_eq!(parting.kind, PartingKind::Branch);
    // In the third iteration.
    assert_eq!(parting.steps, [Some(10), Some(10)]);
    assert_eq!(parting.position, 11);
}

#[test]
fn a_branch_without_a_counterpart_parts() {
    let guarded = "add $3, $1, $2\nbne $1, $2, a\nadd $3, $3, $3\na: jr $31";
    assert_eq!(parting(SUM, guarded, [2, 2]), "Branch: - | bne $1, $2, 1");
    // The value diverges first.
    let wrong = guarded.replace("add $3, $1, $2", "sub $3, $1, $2");
    assert_eq!(parting(SUM, &wrong, [3, 2]), "Value: add $3, $1, $2 | sub $3, $1, $2");
}

#[test]
fn a_fault_of_one_is_where_they_part() {
    assert_eq!(
        parting("div $1, $2\nmflo $3\njr $31", "lis $3\n.word 1\njr $31", [1, 0]),
        "Fault: div $1, $2 | -"
    );
    let guarded = "beq $2, $0, a\ndiv $1, $2\nmflo $3\na: jr $31";
    assert_eq!(
        parting("bne $2, $2, a\na: div $1, $2\nmflo $3\njr $31", guarded, [1, 0]),
        "Fault: div $1, $2 | -"
    );
    assert_eq!(parting("div $1, $2\njr $31", "lw $3, 1($0)\njr $31", [1, 0]), "none");
}

#[test]
fn of_a_run_out_of_fuel_nothing_is_said() {
    let endless = "l: jr $0";
    assert_eq!(parting(endless, SUM, [1, 2]), "none");
    let guarded = "add $3, $1, $2\nbne $1, $2, a\nadd $3, $3, $3\na: jr $31";
    assert_eq!(parting(endless, guarded, [1, 2]), "none");
}

#[test]
fn one_waits_for_the_other_at_a_branch() {
    let short = "beq $1, $0, a\na: jr $31";
    let long = "add $4, $0, $0\nadd $5, $0, $0\nbeq $1, $0, a\na: add $6, $0, $0\njr $31";
    let lockstep = lockstep(short, long, [1, 2]);
    let steps: Vec<_> = (0..=lockstep.last()).map(|position| lockstep.steps(position)).collect();
    assert_eq!(steps, [[0, 0], [0, 1], [0, 2], [1, 3], [2, 4], [2, 5]]);
    assert_eq!(lockstep.moves(0), [false, false]);
    assert_eq!(lockstep.moves(1), [false, true]);
    assert_eq!(lockstep.moves(5), [false, true]);
}

#[test]
fn every_step_of_both_runs_is_seen_once() {
    let loops =
        |n| format!("lis $4\n.word 1\nlis $5\n.word {n}\nl: add $6, $6, $4\nbne $6, $5, l\njr $31");
    for (left, right) in [(2, 9), (9, 2), (4, 4)] {
        let lockstep = lockstep(&loops(left), &loops(right), [0, 0]);
        for side in [0, 1] {
            let taken = (0..=lockstep.last()).filter(|&position| lockstep.moves(position)[side]);
            assert_eq!(taken.count(), lockstep.runs()[side].len());
        }
        assert_eq!(lockstep.steps(0), [0, 0]);
        let ends = [lockstep.runs()[0].len(), lockstep.runs()[1].len()];
        assert_eq!(lockstep.steps(lockstep.last()), ends);
    }
}

#[test]
fn a_run_goes_to_the_next_breakpoint_either_way() {
    let text = "lis $4\n.word 1\nlis $5\n.word 3\nl: add $6, $6, $4\nbne $6, $5, l\njr $31";
    let lockstep = lockstep(text, text, [0, 0]);
    let (some, none) = (FxHashSet::from_iter([Address(16)]), FxHashSet::default());
    let find = |from, direction| lockstep.find(from, direction, [&none, &some]);
    let mut positions = vec![0];
    while positions.last() != Some(&lockstep.last()) {
        positions.push(find(positions[positions.len() - 1], Direction::Forward));
    }
    assert_eq!(positions, [0, 3, 5, 7, 9]);
    assert_eq!(find(9, Direction::Back), 7);
    assert_eq!(find(5, Direction::Back), 3);
    assert_eq!(find(3, Direction::Back), 0);
    assert_eq!(lockstep.find(2, Direction::Forward, [&none, &none]), lockstep.last());
}

#[test]
fn the_table_tells_both_runs() {
    let lockstep = lockstep("lis $3\n.word 7\nsw $3, -4($30)\njr $31", "div $1, $0", [1, 0]);
    assert_eq!(
        lockstep.csv(),
        "position,left step,left address,left instruction,left change,\
         right step,right address,right instruction,right change\r\n\
         1,1,0x00,lis $3,$3 = 7,1,0x00,\"div $1, $0\",fault: division by zero\r\n\
         2,2,0x08,\"sw $3, -4($30)\",0xfffffc := 7,,,,\r\n\
         3,3,0x0c,jr $31,\"done, $3 = 7\",,,,\r\n"
    );
}

/// Prints numbers by the routine, and returns 0.
fn prints(numbers: &[i32]) -> String {
    let print = |number: &i32| format!("lis $1\n.word {number}\nlis $5\n.word print\njalr $5");
    let calls: Vec<_> = numbers.iter().map(print).collect();
    format!(".import print\nadd $6, $31, $0\n{}\nadd $3, $0, $0\njr $6", calls.join("\n"))
}

#[test]
fn runs_part_where_they_print_another_character() {
    // One digit or three, negative or not: branches of the routine do not count.
    for (left, right) in [(&[5][..], &[153][..]), (&[1, -7], &[1, 7]), (&[12, 10], &[12, 19])] {
        let lockstep = lockstep(&prints(left), &prints(right), [0, 0]);
        let parting = lockstep.parting().expect("they print different things");
        assert_eq!(parting.kind, PartingKind::Output, "{left:?} {right:?}");
        let steps = parting.steps.map(|step| step.expect("both print a character there"));
        let bytes = [0, 1].map(|side| lockstep.runs()[side].steps()[steps[side]].effect);
        let [Effect::Output(a), Effect::Output(b)] = bytes else { panic!("{bytes:?}") };
        assert_ne!(a, b);
        // All earlier steps agree.
        let before = [0, 1].map(|side| {
            let taken = &lockstep.runs()[side].steps()[..steps[side]];
            taken.iter().filter(|step| matches!(step.effect, Effect::Output(_))).count()
        });
        assert_eq!(before[0], before[1]);
    }
    // Surplus output has no counterpart.
    let lockstep = lockstep(&prints(&[4]), &prints(&[4, 2]), [0, 0]);
    let parting = lockstep.parting().expect("one prints more");
    assert_eq!((parting.kind, parting.steps[0]), (PartingKind::Output, None));
    // Equal outputs are no parting.
    assert_eq!(
        Lockstep::record([&image(&prints(&[7])), &image(&prints(&[7]))], [0, 0], 1000).parting(),
        None
    );
}

#[test]
fn lines_are_stepped_through_as_they_are_come_to() {
    // Lines of two words; the target of the call and the words after it have no line.
    let text = "
        add $20, $31, $0
        add $5, $1, $0
        lis $6
        .word 1
        loop: sub $5, $5, $6
        bne $5, $0, loop
        lis $7
        .word far
        jalr $7
        add $3, $3, $3
        jr $20
        far: add $3, $1, $1
        jr $31";
    let lines: Vec<Option<usize>> = (0..13).map(|word| (word < 11).then_some(word / 2)).collect();
    let lockstep = lockstep(text, "add $3, $1, $0\njr $31", [3, 0]);
    let (run, none) = (&lockstep.runs()[0], []);
    // The lines of the steps that have one, and the positions where the line changes.
    let (mut last, mut expected) = (None, vec![0]);
    for (index, step) in run.steps().iter().enumerate() {
        let Some(line) = lines[step.pc.word_index()] else { continue };
        if index > 0 && last != Some(line) {
            expected.push(index);
        }
        last = Some(line);
    }
    // Each iteration of the loop is line 2, and the call returns into its own line.
    let visited: Vec<_> = expected.iter().map(|&at| lines[run.pc(at).word_index()]).collect();
    assert_eq!(visited, [0, 1, 2, 3, 4, 5].map(Some));
    let sides = [lines.as_slice(), &none];
    let position = |step: &usize| (0..=lockstep.last()).find(|&at| lockstep.steps(at)[0] == *step);
    let expected: Vec<usize> = expected.iter().map(|step| position(step).expect("it is")).collect();
    for from in 0..=lockstep.last() {
        let on = expected.iter().find(|&&at| at > from);
        let back = expected.iter().rfind(|&&at| at < from);
        assert_eq!(
            lockstep.find_line(from, Direction::Forward, sides),
            on.copied().unwrap_or(lockstep.last())
        );
        assert_eq!(lockstep.find_line(from, Direction::Back, sides), back.copied().unwrap_or(0));
    }
}
