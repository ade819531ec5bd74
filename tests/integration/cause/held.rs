//! Causes that are the word in a register just before an instruction.

use std::rc::Rc;

use tamarin::engines::cause::{Cause, Check, Found, Search, Suspects, cause_near, suspects};
use tamarin::engines::difference::Difference;
use tamarin::engines::mend::mend;
use tamarin::engines::paths::Options;
use tamarin::engines::paths::outcome::{Outcome, agreement, difference, outcome};
use tamarin::engines::tree::Fix;
use tamarin::link::{self, File};
use tamarin::machine::mips::Reg;
use tamarin::machine::{Image, Inputs, Machine, Slot, Stop as End};
use tamarin::program::Address;
use tamarin::report::{Agreement, Side};
use tamarin::solver::Stop;
use tamarin::solver::bitblast::Bitblast;
use tamarin::symbolic::concolic::{Instance, Operands, ValueRecorder};
use tamarin_testing::generate::{reduced_pair, sampled};
use tamarin_testing::{figure, is_long};

/// The definition, step by step: before each execution of the right instruction the register is
/// given the word of the left one's with the same number, or of the one that is meant.
pub(crate) fn fixed(
    [left, right]: [&Rc<Image>; 2],
    Fix { from, to }: Fix,
    inputs: &Inputs,
    fuel: u64,
) -> Agreement {
    let Slot::Held(reg) = to.slot else { panic!("{to:?}") };
    let mut recorder = ValueRecorder::keeping(left, None, Operands::All);
    let mut machine = Machine::new(left, inputs);
    let stop = machine.run(fuel, &mut recorder);
    let wanted = Outcome::of(&machine, stop);
    let mut machine = Machine::new(right, inputs);
    let (mut executions, mut stop) = (0, End::OutOfFuel);
    while stop == End::OutOfFuel && machine.steps < fuel {
        if machine.state.pc == to.at.0 {
            executions += 1;
            let number = match (from.occurrence, to.occurrence) {
                (Some(number), Some(here)) if here == executions => Some(number),
                (None, None) => Some(executions),
                _ => None,
            };
            let word = recorder.written.iter().find(|one| {
                let Instance { at, slot, occurrence } = one.instance;
                (at, slot) == (from.at, from.slot) && Some(occurrence) == number
            });
            if let Some(word) = word {
                machine.state.set(reg, word.word.value);
            }
        }
        stop = machine.run(1, &mut ());
    }
    match wanted.stop == End::OutOfFuel && stop == End::OutOfFuel {
        true => Agreement::Agree,
        false => agreement(&wanted, &Outcome::of(&machine, stop)),
    }
}

/// The addresses that a run comes by.
pub(crate) fn way(image: &Rc<Image>, inputs: &Inputs, fuel: u64) -> Vec<u32> {
    let mut machine = Machine::new(image, inputs);
    let mut way = Vec::new();
    while machine.steps < fuel && machine.run(1, &mut ()) == End::OutOfFuel {
        way.push(machine.state.pc);
    }
    way
}

/// Checks such a cause against its definition on these inputs; returns whether it is one.
pub(crate) fn holds(
    images: [&Rc<Image>; 2],
    cause: &Cause,
    witness: &Inputs,
    inputs: impl Iterator<Item = Inputs>,
    fuel: u64,
) -> bool {
    if !matches!(cause.fix.to.slot, Slot::Held(_)) || cause.is_mended {
        return false;
    }
    assert_eq!(cause.reference, Side::Left, "{cause:?}");
    if cause.check == Check::LeftPathEarliestFix {
        return true;
    }
    let on_witness = way(images[0], witness, fuel);
    for inputs in inputs {
        if cause.check == Check::AllFix || way(images[0], &inputs, fuel) == on_witness {
            let agreement = fixed(images, cause.fix, &inputs, fuel);
            assert_ne!(agreement, Agreement::Differ, "{inputs:?}: {cause:?}");
        }
    }
    true
}

/// Programs for which few inputs are relevant, so that each can be tried: each register at an instruction is suspected
/// in turn, without a repair.
#[test]
fn what_is_said_of_a_register_is_its_definition() {
    let (count, fuel) = (if is_long() { 2_000 } else { 100 }, 60);
    let (mut told, mut all) = (0, 0);
    for (index, (reduced, pair)) in sampled(reduced_pair(), count).into_iter().enumerate() {
        let options = Options { fuel, ..Options::default() };
        let images = pair.each_ref().map(Image::new);
        let images = images.each_ref();
        let differs = |inputs: &[u32; 2]| {
            let [a, b] = images.map(|image| outcome(image, *inputs, fuel));
            difference(&a, &b).is_some()
        };
        let Some(witness) = reduced.inputs().find(differs) else { continue };
        let witness = Inputs::from(witness);
        let at = Address((index % images[1].words().len()) as u32 * 4);
        let held = Reg::all().skip(1).map(|reg| (at, reg)).collect();
        let suspects = Suspects { instructions: [at].into(), held, ..Suspects::default() };
        let difference = Difference { images, options: &options, inputs: witness.clone() };
        let (mut solver, mut observer) = (Bitblast::new(), ());
        let search = cause_near(&difference, &suspects, &mut solver, &Stop::NEVER, &mut observer);
        let Search { found: Found::Cause(cause), .. } = pollster::block_on(search) else {
            continue;
        };
        let inputs = reduced.inputs().map(Inputs::from);
        if holds(images, &cause, &witness, inputs, fuel) {
            told += 1;
            all += u32::from(cause.check == Check::AllFix);
        }
    }
    figure(&format!(
        "cause: of {count} random pairs {told} are told a register, {all} for all inputs"
    ));
    assert!(told > 0);
}

/// The cause of a right program, with a mend.
fn told(left: &str, right: &str, inputs: [u32; 2]) -> (Cause, String) {
    let image = |text: &str| Image::new(&link::assemble(text).program.expect("it is a program"));
    let images = [left, right].map(image);
    let options = Options::default();
    let difference =
        Difference { images: images.each_ref(), options: &options, inputs: inputs.into() };
    let files = [File::text("", right)];
    let (mut solver, mut observer) = (Bitblast::new(), ());
    let mend = mend(
        &difference,
        [&files[..0], &files[..]],
        Some(Side::Left),
        &mut solver,
        &Stop::NEVER,
        &mut observer,
    );
    let mend = pollster::block_on(mend).expect("there is one");
    let near = suspects(&difference, &mend, &files);
    let search = cause_near(&difference, &near, &mut solver, &Stop::NEVER, &mut observer);
    let Search { found, .. } = pollster::block_on(search);
    let Found::Cause(cause) = found else { panic!("{found:?}") };
    (cause, mend.edit.to)
}

/// No word that an instruction of the right program writes or reads is wrong: one is missing.
#[test]
fn a_register_that_nobody_writes_to_may_be_the_cause() {
    let left = "add $4, $1, $1\nadd $3, $4, $2\njr $31\n";
    // It is written to another register.
    let right = "add $4, $1, $1\nadd $5, $4, $2\njr $31\n";
    let (cause, to) = told(left, right, [1, 0]);
    assert_eq!(to, "add $3, $4, $2");
    assert_eq!((cause.check, cause.fix.from.at.0, cause.fix.to.at.0), (Check::AllFix, 4, 4));
    assert_eq!(cause.fix.to.slot, Slot::Held(Reg::RESULT));
    assert!(cause.is_trivial);
    // A bound is read twice where another one is left over.
    let bound = "lis $4\n.word 10\n";
    let left = format!(
        "lis $4\n.word 3\nadd $5, $1, $4\n{bound}slt $6, $1, $4\nslt $7, $2, $4\nadd $3, $6, $7\n\
         add $3, $3, $5\njr $31\n"
    );
    let (cause, to) = told(&left, &left.replace(bound, ""), [5, 0]);
    assert_eq!(to, "lis $4\n.word 10\nslt $6, $1, $4");
    assert_eq!((cause.check, cause.fix.from.at.0, cause.fix.to.at.0), (Check::AllFix, 12, 12));
    assert_eq!(cause.fix.to.slot, Slot::Held(Reg::all().nth(4).expect("it is one")));
    assert_eq!(cause.words.map(|word| word.value), [10, 3]);
    assert!(!cause.is_trivial);
}
