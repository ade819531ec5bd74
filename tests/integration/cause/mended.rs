//! Causes that use words of the repaired program.

use std::rc::Rc;

use tamarin::engines::cause::{Cause, Check, Found, Search, Suspects, cause_near, suspects};
use tamarin::engines::difference::Difference;
use tamarin::engines::mend::mend;
use tamarin::engines::paths::Options;
use tamarin::engines::paths::outcome::{Outcome, agreement, difference, ends, outcome};
use tamarin::engines::tree::{Fix, overrides};
use tamarin::link::{self, File};
use tamarin::machine::mips::Reg;
use tamarin::machine::{Image, Inputs, Machine, Slot, Stop as End};
use tamarin::program::Address;
use tamarin::report::{Agreement, Side};
use tamarin::solver::Stop;
use tamarin::solver::bitblast::Bitblast;
use tamarin::symbolic::concolic::{Operands, Rest, ValueRecorder};
use tamarin_testing::generate::{reduced_pair, sampled};
use tamarin_testing::{figure, is_long};

use super::held::{self, way};

/// The definition of a fix: runs the right program with the repaired program's word in place, and compares it with the
/// repaired program. If that one goes on, its further words are unknown.
fn fixed(
    [mended, right]: [&Rc<Image>; 2],
    fix: Fix,
    inputs: &Inputs,
    fuel: u64,
) -> Option<Agreement> {
    let mut recorder = ValueRecorder::keeping(mended, None, Operands::All);
    let mut machine = Machine::new(mended, inputs);
    let stop = machine.run(fuel, &mut recorder);
    if stop == End::OutOfFuel {
        return None;
    }
    if matches!(fix.to.slot, Slot::Held(_)) {
        return Some(held::fixed([mended, right], fix, inputs, fuel));
    }
    let wanted = Outcome::of(&machine, stop);
    let overrides = overrides(&[fix], &recorder.written, &Rest::Ended);
    let mut recorder = ValueRecorder::overriding(right, &overrides);
    let mut machine = Machine::new(right, inputs);
    let stop = machine.run(fuel, &mut recorder);
    Some(agreement(&wanted, &Outcome::of(&machine, stop)))
}

/// Checks such a cause against its definition on these inputs: the repaired program does what the left one does, and
/// with its word in place so does the right one.
pub(crate) fn check(
    [left, right]: [&Rc<Image>; 2],
    mended: &Rc<Image>,
    (cause, witness): (&Cause, &Inputs),
    inputs: impl Iterator<Item = Inputs>,
    fuel: u64,
) {
    let on_witness = way(mended, witness, fuel);
    for inputs in inputs {
        let [a, b] = ends([left, mended], &inputs, fuel);
        assert!(difference(&a, &b).is_none(), "{inputs:?}");
        if cause.check == Check::AllFix || way(mended, &inputs, fuel) == on_witness {
            let agreement = fixed([mended, right], cause.fix, &inputs, fuel);
            assert_ne!(agreement, Some(Agreement::Differ), "{inputs:?}: {cause:?}");
        }
    }
}

/// Programs for which few inputs are relevant, so that each can be tried. The left program serves as its own repaired
/// version.
#[test]
fn what_is_said_of_a_mended_word_is_its_definition() {
    let (count, fuel) = (if is_long() { 2_000 } else { 150 }, 60);
    let (mut told, mut all) = (0, 0);
    for (index, (reduced, pair)) in sampled(reduced_pair(), count).into_iter().enumerate() {
        let options = Options { fuel, ..Options::default() };
        let [left, right] = pair.each_ref().map(Image::new);
        // With words of its own before, the left one has other values in other places.
        let copies = ["add $4, $1, $1\nadd $4, $0, $0\njr $31\n", "add $3, $0, $0\njr $31\n"];
        let other = Image::new(&link::assemble(copies[index % 2]).program.expect("it is one"));
        let differs = |inputs: &[u32; 2]| {
            let [a, b] = [&left, &right].map(|image| outcome(image, *inputs, fuel));
            difference(&a, &b).is_some()
        };
        let Some(witness) = reduced.inputs().find(differs) else { continue };
        let witness = Inputs::from(witness);
        let at = Address((index % right.words().len()) as u32 * 4);
        let held = Reg::all().skip(1).map(|reg| (at, reg)).collect();
        let mended = Some(Rc::clone(&left));
        let suspects = Suspects { instructions: [at].into(), held, mended, ..Suspects::default() };
        // A left program without the words that are needed.
        let images = [&other, &right];
        let difference = Difference { images, options: &options, inputs: witness.clone() };
        let (mut solver, mut observer) = (Bitblast::new(), ());
        let search = cause_near(&difference, &suspects, &mut solver, &Stop::NEVER, &mut observer);
        let Search { found: Found::Cause(cause), .. } = pollster::block_on(search) else {
            continue;
        };
        if cause.is_mended {
            told += 1;
            all += u32::from(cause.check == Check::AllFix);
            let inputs = reduced.inputs().map(Inputs::from);
            check([&left, &right], &left, (&cause, &witness), inputs, fuel);
        }
    }
    figure(&format!(
        "cause: of {count} random pairs {told} are told a word of a mended program, {all} for all inputs"
    ));
    assert!(told > 0);
}

/// A third, by a product: the left program has no word that is wrong on the right.
#[test]
fn where_the_left_program_computes_in_another_way_the_mended_one_has_the_word() {
    let left = "lis $4\n.word 3\ndivu $1, $4\nmflo $3\njr $31\n";
    let right = "lis $4\n.word 0xaaaaaaaa\nmultu $1, $4\nmfhi $5\nlis $6\n.word 2\ndivu $5, $6\n\
                 mflo $3\njr $31\n";
    let images =
        [left, right].map(|text| Image::new(&link::assemble(text).program.expect("it is one")));
    let options = Options::default();
    let inputs = Inputs::from([3, 0]);
    let difference =
        Difference { images: images.each_ref(), options: &options, inputs: inputs.clone() };
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
    assert!(mend.proved);
    let near = suspects(&difference, &mend, &files);
    let mended = near.mended.clone().expect("it is proved");
    let search = cause_near(&difference, &near, &mut solver, &Stop::NEVER, &mut observer);
    let Search { found: Found::Cause(cause), .. } = pollster::block_on(search) else {
        panic!("there is a cause");
    };
    assert!(cause.is_mended, "{cause:?}");
    assert_eq!((cause.check, cause.fix.to.at.0), (Check::AllFix, 0), "{cause:?}");
    assert_eq!(cause.words.map(|word| word.value), [0xaaaa_aaab, 0xaaaa_aaaa]);
    let some = (0..200u32).map(|number| Inputs::from([number.wrapping_mul(0x0101_0101), 0]));
    check(images.each_ref(), &mended, (&cause, &inputs), some, options.fuel);
    // Without the repaired program another pair is reported.
    let near = Suspects { mended: None, ..near };
    let search = cause_near(&difference, &near, &mut solver, &Stop::NEVER, &mut observer);
    let Search { found, .. } = pollster::block_on(search);
    assert!(!matches!(found, Found::Cause(Cause { is_mended: true, .. })), "{found:?}");
}
