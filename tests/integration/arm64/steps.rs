//! Stepping through runs: a timeline is what the emulator does, and where the labelled pairs part.

use std::rc::Rc;

use tamarin::machine::arm64::agreement::difference;
use tamarin::machine::arm64::emulator::Array;
use tamarin::machine::arm64::{Given, Image, Machine, Mode, Reg, Stop};
use tamarin::views::lockstep::arm64::Timeline;
use tamarin::views::lockstep::{Lockstep, Parting};
use tamarin_testing::{many, sample};

use super::labelled::{labels, pair};
use super::{list, rows, words};

const FUEL: u64 = 200;
const MODES: [Mode; 3] = [Mode::Usual, Mode::Arm, Mode::Course];

/// The random programs of the table, with their inputs.
fn random_programs() -> Vec<(Vec<u32>, Given)> {
    let program = |row: Vec<String>| {
        let array = (row[2] != "-").then(|| Array { address: None, elements: list(&row[2]) });
        let stream = (0..row[3].len()).step_by(2);
        let stream = stream.map(|at| u8::from_str_radix(&row[3][at..at + 2], 16).expect("a byte"));
        let given =
            Given { registers: list(&row[1]), array, stream: stream.collect(), ..Given::default() };
        (words(&row[0]), given)
    };
    rows("outcomes.tsv").into_iter().map(program).collect()
}

fn record(image: &Rc<Image>, given: &Given) -> Timeline {
    Timeline::record(image, None, given, FUEL).expect("the array fits")
}

/// Compares the state after a number of steps with that of a machine.
fn compare_state(run: &Timeline, steps: usize, machine: &Machine) {
    let registers = run.registers(steps);
    for reg in (0..32).filter_map(Reg::new) {
        assert_eq!(registers.general[usize::from(reg.number())], machine.register(reg));
    }
    assert_eq!(registers.compared, machine.compared());
    assert_eq!(run.pc(steps), machine.pc);
    for word in run.touched(steps).iter().chain(&run.stack(steps)) {
        assert_eq!(word.value, machine.memory.load(word.address), "{word:?}");
    }
}

#[test]
fn a_timeline_is_what_the_emulator_does() {
    let mut steps_in_all = 0;
    for (words, given) in sample(random_programs(), 3) {
        for mode in MODES {
            let image = Image::new(words.clone(), mode);
            let run = record(&image, &given);
            let mut machine = Machine::new(&image, &given).expect("the array fits");
            for steps in 0..run.len() {
                compare_state(&run, steps, &machine);
                machine.run(1);
            }
            compare_state(&run, run.len(), &machine);
            let mut whole = Machine::new(&image, &given).expect("the array fits");
            let stop = whole.run(FUEL);
            let end = (stop, whole.result(), whole.steps, whole.output.clone(), whole.remarks());
            let found = run.run().clone();
            let found = (found.stop, found.result, found.steps, found.output, found.remarks);
            assert_eq!(found, end, "{mode:?} {words:x?}");
            assert_eq!(run.len() as u64, whole.steps);
            // Memory that was stored to at any time has its last value.
            for (at, _) in whole.memory.nonzero().filter(|(at, _)| at % 8 == 0) {
                assert_eq!(run.word(at, run.len()), whole.memory.load(at), "{at:#x}");
            }
            steps_in_all += run.len();
        }
    }
    assert!(steps_in_all > many(15_000, 50_000), "the programs hardly run: {steps_in_all}");
}

/// Parting and alignment of any two programs of the table: each against the next one.
#[test]
fn runs_that_differ_part_somewhere() {
    let programs = random_programs();
    let mut differ = 0;
    for (both, mode) in programs.windows(2).zip(MODES.into_iter().cycle()) {
        let given = &both[0].1;
        let runs = || {
            let runs = [&both[0].0, &both[1].0];
            runs.map(|words| record(&Image::new(words.clone(), mode), &without_array(given)))
        };
        let lockstep = Lockstep::of(runs());
        let is_difference =
            difference(lockstep.runs()[0].run(), lockstep.runs()[1].run()).is_some();
        differ += u32::from(is_difference);
        assert!(!is_difference || lockstep.parting().is_some(), "{both:x?}");
        if let Some(Parting { position, steps, .. }) = lockstep.parting() {
            assert!(position <= lockstep.last());
            for (step, taken) in steps.into_iter().zip(lockstep.steps(position)) {
                assert!(step.is_none_or(|step| step < taken));
            }
        }
        let [left, right] = runs();
        let swapped = Lockstep::of([right, left]);
        let kind = |lockstep: &Lockstep<Timeline>| lockstep.parting().map(|parting| parting.kind);
        assert_eq!(kind(&lockstep), kind(&swapped), "{both:x?}");
        assert_eq!(lockstep.last(), swapped.last());
        let [left, _] = runs();
        let [same, _] = runs();
        let same = Lockstep::of([left, same]);
        assert_eq!((same.parting(), same.last()), (None, same.runs()[0].len()));
    }
    assert!(differ > 100, "hardly any differ: {differ}");
}

/// The array of another program may not fit.
fn without_array(given: &Given) -> Given {
    Given { array: None, ..given.clone() }
}

/// The kind of the parting of a labelled pair, and the instructions there.
fn shown(name: &str, mode: Mode, registers: [i64; 2]) -> String {
    let registers = registers.map(|it| it as u64).to_vec();
    let given = Given { registers, ..Given::default() };
    let runs = pair(name).map(|words| {
        let image = Image::new(words, mode);
        Timeline::record(&image, None, &given, 10_000).expect("there is no array")
    });
    let lockstep = Lockstep::of(runs);
    let Some(Parting { kind, steps, .. }) = lockstep.parting() else { return "none".to_owned() };
    let texts = [0, 1].map(|side| match steps[side] {
        Some(step) => lockstep.runs()[side].steps()[step].text(),
        None => "-".to_owned(),
    });
    format!("{kind:?}: {} | {}", texts[0], texts[1])
}

#[test]
fn labelled_pairs_part_where_a_person_would_say() {
    for (name, mode, registers, expected) in [
        ("loop-off-by-one", Mode::Usual, [3, 0], "Branch: b.ge 16 | b.gt 16"),
        ("signed-unsigned-branch", Mode::Usual, [-1, 1], "Branch: b.lt 8 | b.lo 8"),
        ("signed-unsigned-branch", Mode::Usual, [1, 2], "none"),
        ("div-by-zero-guard", Mode::Usual, [5, 0], "Fault: udiv x0, x0, x1 | -"),
        ("div-by-zero-guard", Mode::Usual, [5, 2], "none"),
        ("flags-survive-store", Mode::Course, [0, 1], "Branch: b.lt 12 | b.lt 12"),
        ("flags-survive-store", Mode::Usual, [0, 1], "none"),
        ("sdiv-minus-one", Mode::Course, [i64::MIN, 0], "Fault: sdiv x0, x0, x1 | -"),
        ("overlap-order", Mode::Usual, [1, 2], "Value: ldur x0, [sp, -12] | ldur x0, [sp, -12]"),
        ("sp-left-moved", Mode::Usual, [0, 0], "Value: add sp, sp, x8 | sub sp, sp, x8"),
        ("umulh-from-smulh", Mode::Usual, [-5, 2], "none"),
        // Each computes 0 and 1, so what differs is which of them is returned.
        ("recursion-fibonacci", Mode::Usual, [0, 0], "Value: sub x0, x0, x2 | add x0, x2, xzr"),
    ] {
        assert_eq!(shown(name, mode, registers), expected, "{name} on {registers:?}");
    }
}

#[test]
fn equal_pairs_do_not_differ_in_a_value() {
    for name in labels().keys() {
        for registers in [[0, 0], [1, 2], [2, 1], [-1, 1], [7, 7], [i64::MIN, -1]] {
            let parting = shown(name, Mode::Usual, registers);
            let runs = pair(name).map(|words| {
                let registers = registers.map(|it: i64| it as u64).to_vec();
                let given = Given { registers, ..Given::default() };
                let mut machine =
                    Machine::new(&Image::new(words, Mode::Usual), &given).expect("no array");
                (machine.run(10_000), machine.result(), machine.output.clone())
            });
            let [left, right] = &runs;
            let are_done = left.0 == Stop::Done && right.0 == Stop::Done;
            let agree = are_done && left == right;
            let expected = !agree || parting == "none" || parting.starts_with("Branch");
            assert!(expected, "{name} on {registers:?}: {parting}");
        }
    }
}
