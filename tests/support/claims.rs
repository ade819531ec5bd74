//! Checks claims about a pair of programs against all relevant inputs.

use tamarin::engines::paths::order::Key;
use tamarin::engines::paths::outcome::{Outcome, agreement, ends, outcome};
use tamarin::engines::paths::{MergeAfter, Options, compare};
use tamarin::machine::{Image, Stop};
use tamarin::program::Program;
use tamarin::report::{Agreement, Verdict};
use tamarin::solver::bitblast::Bitblast;

use crate::generate::Reduced;

const FUEL: u64 = 60;

/// Compares a pair of [`crate::generate::reduced_pair`], whose paths are merged
/// once there are this many, and checks the verdict, the witness, and whether
/// it is the least and the only one.
pub fn check(reduced: Reduced, pair: &[Program; 2], paths: u32) {
    let [left, right] = pair.each_ref().map(Image::new);
    let merge_after = MergeAfter { paths, ..MergeAfter::default() };
    let options = Options { fuel: FUEL, merge_after, ..Options::default() };
    let mut solver = Bitblast::new();
    let mut observer = ();
    let comparison = compare(&left, &right, &options, &mut solver, &mut observer);
    let report = pollster::block_on(comparison);
    assert_eq!(report.reason.cuts.diverged, 0, "a run left its predicted path");
    let mut least = None;
    let (mut differing, mut all_differing, mut running) = (0, 0, 0);
    for inputs in reduced.inputs() {
        let in_the_end = ends([&left, &right], &inputs.into(), FUEL);
        let is_open = |run: &Outcome| run.stop == Stop::OutOfFuel && run.recurrence.is_none();
        running += u32::from(in_the_end.iter().any(is_open));
        all_differing += u32::from(agreement(&in_the_end[0], &in_the_end[1]) == Agreement::Differ);
        let [a, b] = [&left, &right].map(|image| outcome(image, inputs, FUEL));
        if agreement(&a, &b) == Agreement::Differ {
            differing += 1;
            least = least.max(Some(std::cmp::Reverse((Key::of(inputs), inputs))));
        }
    }
    let Some(witness) = &report.witness else {
        assert_ne!(report.verdict, Verdict::Disequivalent);
        if report.verdict != Verdict::PossiblyEquivalent {
            assert_eq!((differing, all_differing), (0, 0));
        }
        return;
    };
    let [a, b] = ends([&left, &right], &witness.inputs, FUEL);
    assert_eq!(agreement(&a, &b), Agreement::Differ);
    // A claim about the inputs on which both stop within the fuel is made of such an input alone.
    if witness.within.is_some() {
        let ran = [&left, &right].map(|image| outcome(image, &witness.inputs, FUEL));
        assert!(ran.iter().all(|run| run.stop != Stop::OutOfFuel), "{witness:?}");
    }
    if witness.minimal == Some(true)
        && let Some(std::cmp::Reverse((least, _))) = least
    {
        assert!(Key::of(&witness.inputs) <= least, "{witness:?}, {least:?}");
    }
    let [a, b] = [&left, &right].map(|image| outcome(image, &witness.inputs, FUEL));
    let is_within_fuel = agreement(&a, &b) == Agreement::Differ;
    let others = match reduced {
        // Each of its inputs is there many times.
        Reduced::Masked => differing,
        _ => differing - u32::from(is_within_fuel),
    };
    let within_fuel = witness.unique_within_fuel;
    assert!(within_fuel.is_none_or(|unique| unique == (others == 0)), "{witness:?}, {others}");
    let all_others = match reduced {
        Reduced::Masked => all_differing,
        _ => all_differing - 1,
    };
    match witness.unique {
        Some(true) => assert!(all_others == 0 && running == 0, "{witness:?}, {running}"),
        Some(false) => assert!(all_others > 0 || running > 0, "{witness:?}"),
        None => {}
    }
}
