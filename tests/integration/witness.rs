//! The witness of a comparison: the least one, if that can be decided, and whether it is the only one.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;

use tamarin::contract::{Contract, Spec};
use tamarin::engines::paths::{Clock, Observer, Options, Signalled, Strategy, compare, resume};
use tamarin::link::assemble;
use tamarin::machine::{Image, Inputs, Machine, Stop};
use tamarin::report::{Cut, Event, Open, ReasonCode, Report, Side, Verdict, Witness};
use tamarin::solver::bitblast::Bitblast;
use tamarin_testing::and_a_word;

/// Keeps all events, cancels after some, and says what time it is.
struct Recorder {
    events: Vec<Event>,
    cancel_after: usize,
    ms_per_event: u64,
    ms: Rc<Cell<u64>>,
}

impl Recorder {
    fn new(cancel_after: usize, ms_per_event: u64) -> Recorder {
        Recorder { events: Vec::new(), cancel_after, ms_per_event, ms: Rc::default() }
    }
}

impl Observer for Recorder {
    fn event<'a>(&'a mut self, event: &'a Event) -> Signalled<'a> {
        self.events.push(event.clone());
        self.ms.set(self.ms.get() + self.ms_per_event);
        let signal = match self.events.len() >= self.cancel_after {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        Box::pin(std::future::ready(signal))
    }

    fn clock(&self) -> Clock {
        let ms = Rc::clone(&self.ms);
        Rc::new(move || ms.get())
    }
}

fn image(text: &str) -> Rc<Image> {
    let assembly = assemble(text);
    Image::new(&assembly.program.unwrap_or_else(|| panic!("{:?}", assembly.diagnostics)))
}

fn run(left: &str, right: &str, options: &Options, cancel_after: usize) -> (Report, Vec<Event>) {
    let mut observer = Recorder::new(cancel_after, 100);
    let (left, right) = (image(left), image(right));
    let mut solver = Bitblast::new();
    let comparison = compare(&left, &right, options, &mut solver, &mut observer);
    (pollster::block_on(comparison), observer.events)
}

fn witness(left: &str, right: &str) -> Witness {
    let (report, _) = run(left, right, &Options::default(), usize::MAX);
    assert_eq!(report.verdict, Verdict::Disequivalent, "{report:#?}");
    report.witness.expect("a difference has a witness")
}

fn assert_witness(left: &str, right: &str, inputs: [u32; 2], known: [Option<bool>; 2]) {
    let found = witness(left, right);
    assert_eq!(
        (found.inputs, [found.minimal, found.unique]),
        (inputs.into(), known),
        "{left} | {right}"
    );
}

const SUM: &str = "add $3, $1, $2\njr $31";

/// The sum, but 0 where `condition` falls through to it.
fn sum_but(condition: &str) -> String {
    format!("add $3, $1, $2\n{condition}\nadd $3, $0, $0\nend: jr $31")
}

#[test]
fn the_only_witness_is_known_as_such() {
    let one = sum_but("bne $1, 123456, end\nbne $2, 654321, end");
    assert_witness(SUM, &one, [123_456, 654_321], [Some(true), Some(true)]);
}

#[test]
fn inputs_that_depend_on_each_other_get_smaller_together() {
    // $1 = $2 + 3 and $1 > 1000000, which neither input leaves by itself.
    let both = sum_but(
        "sub $5, $1, $2\nlis $4\n.word 3\nbne $5, $4, end\n\
         lis $6\n.word 1000000\nslt $7, $6, $1\nbeq $7, $0, end",
    );
    assert_witness(SUM, &both, [1_000_001, 999_998], [Some(true), Some(false)]);
    let options =
        Options { inputs: [i32::MAX as u32, i32::MAX as u32 - 3].into(), ..Options::default() };
    let (_, events) = run(SUM, &both, &options, usize::MAX);
    let smaller = events.iter().filter(|event| matches!(event, Event::Smaller { .. })).count();
    assert!((1..20).contains(&smaller), "{smaller} told, one for each way down");
}

#[test]
fn fewer_inputs_that_are_not_zero_come_first() {
    // All of $1 + $2 = 1000000; (0, 1000000) has one zero and the smaller $1.
    let many = sum_but("lis $4\n.word 1000000\nbne $3, $4, end");
    assert_witness(SUM, &many, [0, 1_000_000], [Some(true), Some(false)]);
    // The same, where $1 = 0 agrees.
    let some = sum_but("beq $1, $0, end\nlis $4\n.word 1000000\nbne $3, $4, end");
    assert_witness(SUM, &some, [1_000_000, 0], [Some(true), Some(false)]);
}

#[test]
fn the_absolute_value_counts_and_a_positive_word_comes_first() {
    // $1 below -70000 or above 70000, signed.
    let large = sum_but(
        "lis $4\n.word 70000\nslt $5, $4, $1\nbne $5, $0, zero\n\
         sub $4, $0, $4\nslt $5, $1, $4\nbeq $5, $0, end\nzero:",
    );
    assert_witness(SUM, &large, [70_001, 0], [Some(true), Some(false)]);
    // Only the negative ones.
    let negative = sum_but("lis $4\n.word -70000\nslt $5, $1, $4\nbeq $5, $0, end");
    assert_witness(SUM, &negative, [70_001u32.wrapping_neg(), 0], [Some(true), Some(false)]);
    // Both are not zero, and the second depends on the first.
    let both = sum_but("lis $4\n.word 5000\nslt $5, $4, $1\nbeq $5, $0, end\nbne $2, $1, end");
    assert_witness(SUM, &both, [5001, 5001], [Some(true), Some(false)]);
}

/// What `$3` is in the end.
fn run_of(text: &str, inputs: [u32; 2]) -> u32 {
    let mut machine = Machine::new(&image(text), inputs);
    machine.run(10_000, &mut ());
    machine.state.result()
}

#[test]
fn an_input_with_few_before_it_is_held_against_them_all() {
    // The Collatz steps from $1 to 1: hard to decide for any path. The right program stops at 27, so it differs for 27
    // and for numbers that lead to it.
    let steps = |begin: &str, stops: &str| {
        format!(
            "lis $11\n.word 1\nlis $12\n.word 2\nlis $13\n.word 3\nlis $14\n.word 27\n\
             {begin}add $5, $1, $0\nagain: beq $5, $0, end\nbeq $5, $11, end\n{stops}\
             add $3, $3, $11\ndivu $5, $12\nmfhi $6\nbne $6, $0, odd\nmflo $5\n\
             beq $0, $0, again\nodd: multu $5, $13\nmflo $5\nadd $5, $5, $11\n\
             beq $0, $0, again\nend: jr $31"
        )
    };
    let stops = "beq $5, $14, end\n";
    assert_witness(&steps("", ""), &steps("", stops), [27, 0], [Some(true), Some(false)]);
    // Before it is all that $2 may be where $1 is zero, and there is a difference, on a word
    // that no text has and so no sweep.
    let reads = "bne $1, $0, go\nlis $7\n.word 1193046\nadd $7, $7, $7\nbne $2, $7, go\nadd $3, $0, $14\ngo: ";
    let found = witness(&steps("", ""), &steps(reads, stops));
    let is_least = found.minimal == Some(true);
    assert!(!is_least || [0, 2_386_092] == found.inputs, "{found:?}");
    // Nor is a word unread that printing a number leaves on the stack.
    for slot in 1..12 {
        let prints = |differs: &str| {
            format!(
                ".import print\nadd $23, $31, $0\nadd $24, $1, $0\nlis $4\n.word print\n\
                 jalr $4\nlw $5, -{}($30)\nlis $6\n.word 1193046\nadd $6, $6, $6\nlis $7\n.word 5\n{differs}\
                 end: jr $23",
                4 * slot
            )
        };
        let differs = "beq $5, $6, other\nbne $24, $7, end\nother: add $3, $7, $0\n";
        let found = witness(&prints(""), &prints(differs));
        let depends = run_of(&prints(differs), [0, 2_386_092]) == 5;
        let is_least = found.minimal == Some(true) && [5, 0] == found.inputs;
        assert!(!(depends && is_least), "{slot}: {found:?}");
    }
    // Nor is a word unread that is looked at in the end.
    let observed = "add $3, $2, $0\njr $31";
    let differs = "add $3, $2, $0\nbne $1, $0, end\nadd $3, $3, $2\nend: jr $31";
    assert_witness(observed, differs, [0, 1], [Some(true), Some(false)]);
}

#[test]
fn a_fault_in_one_program_is_shrunk_like_any_difference() {
    let divides = "lis $4\n.word 77\nsub $5, $1, $4\ndiv $2, $5\nadd $3, $1, $2\njr $31";
    assert_witness(SUM, divides, [77, 0], [Some(true), Some(false)]);
}

#[test]
fn the_reason_is_that_of_the_witness_that_is_told() {
    // The first inputs show other results, smaller ones a fault.
    let right = "add $3, $1, $2\nbne $1, $2, end\nadd $3, $3, $3\ndiv $1, $1\nend: jr $31";
    let (report, events) = run(SUM, right, &Options::default(), usize::MAX);
    let first = events.iter().find_map(|event| match event {
        Event::Difference { inputs } => Some(inputs.clone()),
        _ => None,
    });
    assert_eq!(first, Some([42, 42].into()));
    let witness = report.witness.expect("they differ");
    assert_eq!((witness.inputs, witness.minimal), ([0, 0].into(), Some(true)));
    assert_eq!(report.reason.code, ReasonCode::OnlyRightFaults);
}

#[test]
fn what_runs_on_may_yet_differ() {
    // All inputs except one agree; where both still run, the result is unknown.
    let with = |loops: &str| {
        let one = "lis $4\n.word 123456\nadd $4, $4, $4\nbne $1, $4, end\nbne $2, $0, end\n";
        [format!("{loops}{one}end: jr $31"), format!("{loops}{one}add $3, $1, $0\nend: jr $31")]
    };
    let claims = |[left, right]: [String; 2]| {
        let (report, _) = run(&left, &right, &Options::default(), usize::MAX);
        let found = report.witness.expect("they differ");
        assert_eq!((found.inputs, found.minimal), ([246_912, 0].into(), Some(true)));
        (found.unique, found.unique_within_fuel, report.reason)
    };
    let (unique, within_fuel, reason) = claims(with(""));
    assert_eq!((unique, within_fuel), (Some(true), Some(true)));
    assert!(reason.message.ends_with(" On all other inputs they agree."), "{}", reason.message);
    // It counts up to $2, for a while.
    let loops = "add $5, $0, $0\nlis $6\n.word 1\nlis $7\n.word 70\nbne $1, $7, go\n\
                 again: add $5, $5, $6\nbne $5, $0, again\ngo:\n";
    let (unique, within_fuel, reason) = claims(with(loops));
    assert_eq!((unique, within_fuel), (None, Some(true)));
    assert_eq!(reason.cuts.fuel, 1);
    let said = " On all other inputs that stop within 10000 steps they agree.";
    assert!(reason.message.ends_with(said), "{}", reason.message);
}

#[test]
fn what_is_not_decided_is_not_claimed() {
    // Whether a smaller pair has this product is a factorisation of 61 bits.
    let product = "lis $4\n.word 1073741789\nlis $5\n.word 536870909\nbeq $1, $0, skip\n\
                   bne $1, $4, skip\nbne $2, $5, skip\nadd $3, $0, $0\nend: jr $31\n\
                   skip: multu $1, $2\nmfhi $6\nmflo $7\nlis $8\n.word 134217724\n\
                   bne $6, $8, other\nlis $8\n.word 2147485401\nbne $7, $8, other\n\
                   add $3, $0, $0\njr $31\nother: add $3, $1, $2\njr $31";
    let found = witness(SUM, product);
    assert_eq!((found.minimal, found.unique == Some(true)), (None, false), "{found:?}");
}

#[test]
fn a_search_that_is_cancelled_while_it_shrinks_keeps_its_difference() {
    let many = sum_but("lis $4\n.word 70003\nslt $5, $1, $4\nbne $5, $0, end");
    let options = Options::default();
    let (report, all) = run(SUM, &many, &options, usize::MAX);
    let found = all.iter().position(|event| matches!(event, Event::Difference { .. }));
    let found = found.expect("the difference is told of before the verdict");
    assert!(found + 2 < all.len(), "nothing was shrunk");
    for cancel_after in found + 1..all.len() {
        let (cut, events) = run(SUM, &many, &options, cancel_after);
        assert_eq!(cut.verdict, Verdict::Disequivalent);
        assert_eq!(events[..cancel_after], all[..cancel_after]);
        assert_eq!(events.len(), cancel_after + 1);
    }
    assert_eq!(report.witness.map(|witness| witness.inputs), Some([70_003, 0].into()));
}

#[test]
fn the_loop_of_the_paper_reports_what_it_found() {
    let right = "add $3, $1, $2\nbne $2, 100, end\nadd $3, $3, $2\nend: jr $31";
    let options =
        Options { strategy: Strategy::Paper, inputs: [1, 1].into(), ..Options::default() };
    let (report, _) = run(SUM, right, &options, usize::MAX);
    let found = report.witness.expect("the programs differ");
    assert_eq!((found.inputs, found.minimal, found.unique), ([1, 100].into(), None, None));
}

#[test]
fn a_search_whose_time_is_up_says_where_it_stopped() {
    let branches = "beq $1, 7, a\nadd $3, $1, $0\njr $31\na: beq $2, 2, b\njr $31\nb: jr $31";
    let options = Options { time_limit_ms: Some(150), ..Options::default() };
    let (report, _) = run(branches, &and_a_word(branches), &options, usize::MAX);
    assert_eq!(report.verdict, Verdict::PossiblyEquivalent);
    assert_eq!(report.reason.code, ReasonCode::TimeLimit);
    let cuts = report.reason.cuts;
    assert_eq!((cuts.untried as usize, cuts.unknown), (report.reason.open.len(), 0));
    assert!(report.reason.open.iter().all(|open| open.cut == Cut::Untried));
    // The run that there was time for leaves a branch; others were not begun.
    let of_a_branch = |open: &&Open| open.side == Some(Side::Left) && open.at == Some(0x8);
    let branch = report.reason.open.iter().find(of_a_branch).expect("a branch is left open");
    assert!(branch.condition.as_ref().is_some_and(|line| line.starts_with('$')), "{branch:?}");
    assert!(cuts.untried > 0);
}

#[test]
fn a_search_goes_on_from_the_inputs_that_it_ran() {
    let branches = "beq $1, 7, a\nadd $3, $1, $0\njr $31\na: beq $2, 2, b\njr $31\nb: jr $31";
    let few = Options { max_runs: 2, ..Options::default() };
    let (cut, events) = run(branches, &and_a_word(branches), &few, usize::MAX);
    assert_eq!(cut.reason.code, ReasonCode::RunLimit);
    let ran = events.iter().filter_map(|event| match event {
        Event::Run { inputs, .. } => Some(inputs.clone()),
        _ => None,
    });
    let known: Vec<Inputs> = ran.collect();
    let (one, other) = (image(branches), image(&and_a_word(branches)));
    let mut observer = Recorder::new(usize::MAX, 0);
    let (options, mut solver) = (Options::default(), Bitblast::new());
    let resumed = resume(&one, &other, &options, &known, &mut solver, &mut observer);
    assert_eq!(pollster::block_on(resumed).verdict, Verdict::Equivalent);
    let again = observer.events.iter().filter_map(|event| match event {
        Event::Run { inputs, .. } => Some(inputs.clone()),
        _ => None,
    });
    let mut again: Vec<Inputs> = again.collect();
    assert_eq!(again[..known.len()], known);
    let runs = again.len();
    again.sort();
    again.dedup();
    assert_eq!(again.len(), runs, "an input was run twice");
}

/// The sum keeps growing, and no state recurs; the least input is reported all the same.
#[test]
fn a_loop_that_lost_its_step_differs_from_one_that_stops() {
    let sum = |step: &str| {
        format!(
            "lis $4\n.word 1\nadd $3, $0, $0\nloop: beq $1, $0, done\nadd $3, $3, $1\n\
             sub {step}, $1, $4\nbeq $0, $0, loop\ndone: jr $31"
        )
    };
    for (left, right, code) in [
        ("$5", "$1", ReasonCode::OnlyLeftRunsForEver),
        ("$1", "$5", ReasonCode::OnlyRightRunsForEver),
    ] {
        let (report, _) = run(&sum(left), &sum(right), &Options::default(), usize::MAX);
        assert_eq!((report.verdict, report.reason.code), (Verdict::Disequivalent, code));
        let witness = report.witness.expect("they differ");
        assert_eq!((&witness.inputs[..], witness.minimal), (&[1, 0][..], Some(true)));
        let recurrences = [witness.left.recurrence, witness.right.recurrence];
        let recurrence = recurrences.into_iter().flatten().next().expect("one goes round");
        assert!(!recurrence.whole && recurrence.again < 20, "{recurrence:?}");
    }
}

#[test]
fn a_run_that_goes_round_differs_from_one_that_stops() {
    // The left program never leaves its loop where $1 = 0.
    let turns = "again: beq $1, $0, again\nadd $3, $0, $0\njr $31";
    let stops = "add $3, $0, $0\njr $31";
    for (left, right, code) in [
        (turns, stops, ReasonCode::OnlyLeftRunsForEver),
        (stops, turns, ReasonCode::OnlyRightRunsForEver),
        // The same if the other one faults.
        (
            turns,
            "beq $1, $0, bad\njr $31\nbad: div $0, $0\njr $31",
            ReasonCode::OnlyLeftRunsForEver,
        ),
    ] {
        let (report, _) = run(left, right, &Options::default(), usize::MAX);
        assert_eq!((report.verdict, report.reason.code), (Verdict::Disequivalent, code));
        assert!(report.reason.message.contains("runs for ever"), "{}", report.reason.message);
        let witness = report.witness.expect("they differ");
        assert_eq!(witness.inputs[0], 0);
        let runs = [&witness.left, &witness.right];
        assert_eq!(runs.iter().filter(|run| run.recurrence.is_some()).count(), 1);
        assert_eq!(witness.unique, Some(false), "other inputs of the loop run on, too");
    }
    // Both go round, on all inputs that take the path.
    let turns = by_jump("$1");
    let other = format!("add $4, $1, $0\n{}", by_jump("$4"));
    let (report, _) = run(&turns, &other, &Options::default(), usize::MAX);
    assert_eq!(report.verdict, Verdict::Equivalent);
    assert!(report.reason.message.contains("in 1 case both run for ever"), "{report:#?}");
    let meter = report.meter.expect("pairs are counted");
    assert_eq!((meter.unfinished, meter.both_run_for_ever), (0, 1));
    assert_eq!((meter.same_result, meter.stops_on_both), (1, true));
}

#[test]
fn a_state_that_comes_again_by_chance_says_nothing_of_other_inputs() {
    // If $2 = 0, $1 never changes; otherwise it reaches 0 after some iterations, or never.
    let turns = "again: beq $1, $0, end\nadd $1, $1, $2\nbeq $0, $0, again\nend: jr $31";
    let (report, _) = run(turns, &format!("add $4, $0, $0\n{turns}"), &Options::default(), 40);
    let meter = report.meter.expect("pairs are counted");
    assert_eq!(meter.both_run_for_ever, 0, "{report:#?}");
}

/// Counts by `$1 mod 2` up to `to`, printing 0 each time; or, without `to`, without an end.
fn prints_and_counts(to: Option<u32>) -> String {
    let end = if to.is_some() { "beq $5, $9, end" } else { "add $0, $0, $0" };
    format!(
        ".import print\nadd $8, $31, $0\nlis $4\n.word 2\ndivu $1, $4\nmfhi $6\nlis $9\n.word {}\n\
         lis $7\n.word print\nadd $1, $0, $0\nagain: add $5, $5, $6\n{end}\njalr $7\n\
         beq $0, $0, again\nend: add $31, $8, $0\njr $31",
        to.unwrap_or(0)
    )
}

/// A recurrence that begins within the print routine depends on stack words that the trace does not record.
#[test]
fn a_loop_that_prints_runs_for_ever_only_where_its_counter_stays() {
    for fuel in [2_000, 4_000, 10_000] {
        let options = Options { fuel, ..Options::default() };
        let [ends, never] = [Some(3_001), None].map(prints_and_counts);
        let (report, _) = run(&ends, &never, &options, usize::MAX);
        // On odd `$1` the left program stops, after 460,000 steps.
        let meter = report.meter.expect("pairs are counted");
        assert_ne!(report.verdict, Verdict::Equivalent, "{report:#?}");
        assert_eq!(meter.both_run_for_ever, 0, "{report:#?}");
    }
}

/// Loops while a register is zero, by a computed jump, for which no invariant is found.
fn by_jump(reg: &str) -> String {
    format!("lis $5\n.word again\nagain: bne {reg}, $0, end\njr $5\nend: add $3, $0, $0\njr $31")
}

/// Counts down from `from` and gives `result`.
fn counts_down(from: u32, result: u32) -> String {
    format!(
        "lis $4\n.word {from}\nlis $5\n.word 1\nagain: sub $4, $4, $5\nbne $4, $0, again\n\
         lis $3\n.word {result}\njr $31"
    )
}

#[test]
fn where_one_side_has_stopped_the_other_gets_more_fuel() {
    let quick = "lis $3\n.word 7\njr $31";
    // 200,000 steps, and another result: more than the fuel, less than 100 times.
    let (report, _) = run(quick, &counts_down(100_000, 8), &Options::default(), usize::MAX);
    assert_eq!(report.verdict, Verdict::Disequivalent);
    assert_eq!(report.reason.code, ReasonCode::ResultsDiffer);
    assert!(report.reason.message.contains("after 200004 steps"), "{}", report.reason.message);
    // The same result: that is proved, at least if both stop.
    let (report, _) = run(quick, &counts_down(100_000, 7), &Options::default(), usize::MAX);
    assert!(report.verdict.is_at_least(Verdict::EquivalentIfBothStop), "{report:#?}");
    // Nor is that too late: the last runs are long ones.
    let (report, _) = run(&counts_down(10_000_000, 8), quick, &Options::default(), usize::MAX);
    assert_eq!(report.verdict, Verdict::Disequivalent);
    assert!(report.reason.message.contains("after 20000004 steps"), "{}", report.reason.message);
    // Here it is.
    let (report, _) = run(&counts_down(60_000_000, 8), quick, &Options::default(), usize::MAX);
    assert_eq!(report.verdict, Verdict::PossiblyEquivalent);
    assert_eq!(report.reason.code, ReasonCode::OneSideUnfinished);
    let meter = report.meter.expect("pairs are counted");
    assert_eq!((meter.one_side_unfinished, meter.unfinished), (1, 0));
    // Neither stops within the fuel: inputs suggested by a failed proof are run further.
    let (left, right) = (counts_down(1_000_000, 7), counts_down(1_000_000, 8));
    let (report, _) = run(&left, &right, &Options::default(), usize::MAX);
    assert_eq!(report.verdict, Verdict::Disequivalent);
    assert!(report.reason.message.contains("after 2000004 steps"), "{}", report.reason.message);
    let witness = report.witness.expect("they differ");
    assert_eq!((witness.minimal, witness.unique, witness.unique_within_fuel), (None, None, None));
    // But not so far.
    let (left, right) = (counts_down(10_000_000, 7), counts_down(10_000_000, 8));
    let (report, _) = run(&left, &right, &Options::default(), usize::MAX);
    assert_eq!(report.verdict, Verdict::EquivalentUpTo);
    let said = "No input is known on which both programs stop.";
    assert!(report.reason.message.contains(said), "{}", report.reason.message);
}

#[test]
fn that_both_always_fault_is_no_agreement_to_speak_of() {
    let (report, _) =
        run("div $1, $0\njr $31", "lw $3, 2($0)\njr $31", &Options::default(), usize::MAX);
    assert_eq!(report.verdict, Verdict::Equivalent);
    let meter = report.meter.expect("pairs are counted");
    assert_eq!((meter.both_fault, meter.same_result, meter.stops_on_both), (1, 0, false));
    let said = "Both programs fault on every input (1 case, all checked).";
    assert_eq!(report.reason.message, said);
}

#[test]
fn pairs_that_the_sweep_took_are_counted() {
    // $1 = 123456 is no input of the sweep, and $1 = 0 is one.
    let three = "bne $1, $0, other\njr $31\nother: lis $4\n.word 61728\nadd $4, $4, $4\n\
                 bne $1, $4, end\nadd $3, $1, $0\nend: jr $31";
    let (report, _) = run(three, &and_a_word(three), &Options::default(), usize::MAX);
    assert_eq!(report.verdict, Verdict::Equivalent);
    let meter = report.meter.expect("pairs are counted");
    assert_eq!((meter.same_result, meter.swept), (3, 2));
}

/// `$1` iterations; after them the right program has another result if `$1` is one of these.
fn parting(slips: &[u32]) -> [String; 2] {
    let tests = |last: &str| {
        let test =
            |slip: &u32| format!("lis $6\n.word {slip}\nbne $1, $6, 1\nadd $3, $3, {last}\n");
        slips.iter().map(test).collect::<String>()
    };
    ["$0", "$4"].map(|last| {
        format!(
            "lis $4\n.word 1\nadd $5, $1, $0\nloop: beq $5, $0, done\nsub $5, $5, $4\n\
             beq $0, $0, loop\ndone: {}jr $31\n",
            tests(last)
        )
    })
}

/// With little fuel, claims about the inputs that stop within it hold for a witness among them: all inputs of the
/// contract are run.
#[test]
fn the_least_of_those_within_the_fuel_is_one_of_them() {
    let spec = Spec { assume: vec!["$1 <=u 45".into(), "$2 == 0".into()], ..Spec::default() };
    let contract = Arc::new(Contract::new(&spec).expect("it is one"));
    let mut beyond = 0;
    for slips in [&[40][..], &[2, 40], &[30, 40], &[0, 40]] {
        let [left, right] = parting(slips).map(|text| {
            contract.image(0, &assemble(&text).program.expect("it assembles")).expect("it fits")
        });
        for fuel in [0, 10, 40, 110, 200] {
            let contract = Arc::clone(&contract);
            let options = Options { contract, fuel, ..Options::default() };
            let (mut solver, mut observer) = (Bitblast::new(), ());
            let comparison = compare(&left, &right, &options, &mut solver, &mut observer);
            let report = pollster::block_on(comparison);
            let Some(witness) = &report.witness else { continue };
            let steps = |input: u32| {
                [&left, &right].map(|image| {
                    let mut machine = Machine::new(image, [input, 0]);
                    machine.run(1_000, &mut ());
                    machine.steps
                })
            };
            let ends = |input: u32| steps(input).iter().all(|&steps| steps <= fuel);
            let (found, most) = (witness.inputs[0], steps(witness.inputs[0]));
            let further = most[0].max(most[1]).checked_sub(fuel).filter(|&further| further > 0);
            assert_eq!(witness.beyond, further, "{slips:?}, {fuel}");
            let message = &report.reason.message;
            assert_eq!(message.contains("beyond the fuel"), further.is_some(), "{message}");
            beyond += u32::from(further.is_some());
            let is_meant = |input: &&u32| witness.within.is_none() || ends(**input);
            let among: Vec<u32> = slips.iter().filter(is_meant).copied().collect();
            if witness.minimal == Some(true) {
                assert_eq!(among.iter().min(), Some(&found), "{slips:?}, {fuel}: {message}");
            }
            if witness.within.is_some() {
                assert!(ends(found), "{slips:?}, {fuel}: {witness:?}");
            } else if further.is_some() && report.reason.cuts.fuel > 0 {
                assert_eq!(witness.unique_within_fuel, None, "{slips:?}, {fuel}: {witness:?}");
                assert!(!message.contains("that stop"), "{message}");
            }
            if let Some(unique) = witness.unique_within_fuel {
                assert_eq!(unique, among == [found], "{slips:?}, {fuel}: {message}");
            }
        }
    }
    assert!(beyond >= 4, "{beyond}");
}

/// A stack that grows forever reaches the program's text after millions of steps: the run that shows it is far beyond
/// the fuel, and the report gives its length.
#[test]
fn a_stack_that_grows_into_the_text_is_a_difference() {
    let left = "add $3, $0, $0\njr $31\n";
    let right = "lis $5\n.word f\nlis $4\n.word 4\nbeq $1, $0, zero\njr $5\n\
                 zero: add $3, $0, $0\njr $31\n\
                 f: sw $31, -4($30)\nsub $30, $30, $4\njalr $5\njr $31\n";
    let options = Options::default();
    let (report, events) = run(left, right, &options, usize::MAX);
    assert_eq!(report.verdict, Verdict::Disequivalent);
    let witness = report.witness.expect("they differ");
    let beyond = witness.beyond.expect("the fuel is not enough");
    assert_eq!(witness.right.steps, options.fuel + beyond);
    assert_eq!((witness.minimal, witness.unique), (None, None));
    let told = |event: &Event| matches!(event, Event::Difference { .. });
    assert!(!events.iter().any(told), "a search for a smaller input was told of");

    // The same inputs on the emulator alone.
    let image = image(right);
    let mut machine = Machine::new(&image, &witness.inputs);
    assert_eq!(machine.run(witness.right.steps - 1, &mut ()), Stop::OutOfFuel);
    assert!(matches!(machine.run(1, &mut ()), Stop::Fault(_)));
}
