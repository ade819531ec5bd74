//! Verdicts of the strategy `product`, compared with the emulator.
//!
//! A verdict is a claim about all inputs. Random programs are compared with mutated copies, and the claims are tested
//! on many inputs.

use std::cell::Cell;
use std::rc::Rc;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::TestRunner;
use tamarin::engines::paths::order::Key;
use tamarin::engines::paths::outcome::{agreement, ends, outcome};
use tamarin::engines::paths::{MergeAfter, Options, Strategy, compare};
use tamarin::link::assemble;
use tamarin::machine::{Image, Stop};
use tamarin::program::Program;
use tamarin::report::{Agreement, ProofKind, ReasonCode, Termination, Verdict};
use tamarin::solver::Effort;
use tamarin::solver::bitblast::Bitblast;
use tamarin_testing::claims::check;
use tamarin_testing::generate::{cases, inputs, looping, pair, reduced_pair};

const FUEL: u64 = 60;

/// The least inputs of the order in which witnesses are compared.
fn small() -> impl Iterator<Item = [u32; 2]> {
    let words = || (0..5).chain((1..5).map(|n: u32| n.wrapping_neg()));
    words().flat_map(move |a| words().map(move |b| [a, b]))
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn a_verdict_claims_no_more_than_holds(
        pair in pair(),
        samples in vec(inputs(), 60),
        max_work in option::of(0..20_000_u64),
    ) {
        let [left, right] = pair.each_ref().map(Image::new);
        let options = Options {
            strategy: Strategy::Product,
            fuel: FUEL,
            max_runs: 60,
            max_work,
            effort: Effort(2_000),
            ..Options::default()
        };
        let mut solver = Bitblast::new();
        let mut observer = ();
        let comparison = compare(&left, &right, &options, &mut solver, &mut observer);
        let report = pollster::block_on(comparison);
        prop_assert_eq!(report.reason.cuts.diverged, 0, "a run left its predicted path");
        if let Some(witness) = &report.witness {
            let [a, b] = ends([&left, &right], &witness.inputs, FUEL);
            prop_assert_eq!(agreement(&a, &b), Agreement::Differ);
        }
        for inputs in samples.into_iter().chain(small()) {
            let [a, b] = [&left, &right].map(|image| outcome(image, inputs, FUEL));
            let agreement = agreement(&a, &b);
            if let Some(witness) = &report.witness
                && agreement == Agreement::Differ
                && inputs != witness.inputs
            {
                prop_assert_ne!(witness.unique, Some(true), "{:?}", inputs);
                let smaller = Key::of(inputs) < Key::of(witness.inputs.clone());
                prop_assert!(!(smaller && witness.minimal == Some(true)), "{:?}", inputs);
            }
            let kind = report.proof.as_ref().map(|proof| proof.kind);
            let by_procedures = kind == Some(ProofKind::Procedures);
            let is_same_code = kind == Some(ProofKind::Identity);
            prop_assert!(!is_same_code || left.words() == right.words());
            let for_ever = by_procedures || is_same_code || kind == Some(ProofKind::Invariants);
            match report.verdict {
                Verdict::Disequivalent | Verdict::PossiblyEquivalent => {}
                // If one stops, so does the other, perhaps later.
                Verdict::EquivalentUpTo if by_procedures => {
                    let [a, b] = [&left, &right].map(|image| outcome(image, inputs, 10 * FUEL));
                    prop_assert_ne!(self::agreement(&a, &b), Agreement::Differ);
                }
                Verdict::EquivalentUpTo => {
                    prop_assert_ne!(agreement, Agreement::Differ);
                    let [a, b] = [a, b].map(|run| run.stop == Stop::OutOfFuel);
                    prop_assert_eq!(a, b, "one side stops on {:?}", inputs);
                }
                Verdict::EquivalentIfBothStop => prop_assert_ne!(agreement, Agreement::Differ),
                Verdict::Equivalent if for_ever => {
                    prop_assert_ne!(agreement, Agreement::Differ, "{:?}", inputs);
                }
                Verdict::Equivalent => {
                    prop_assert_ne!(agreement, Agreement::Differ, "{:?}", inputs);
                    let [a, b] = [a, b].map(|run| run.stop == Stop::OutOfFuel);
                    prop_assert_eq!(a, b, "one side stops on {:?}", inputs);
                    let both = report.meter.map(|meter| meter.both_run_for_ever);
                    prop_assert!(!a || both > Some(0), "both stop on {:?}", inputs);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(50))]

    /// Pairs with many nonterminating runs: no input before the witness shows a difference within the fuel and, if the
    /// fuel cut no path, beyond it.
    #[test]
    fn the_least_is_claimed_of_what_is_where_runs_go_round(pair in [looping(), looping()]) {
        let [left, right] = pair.each_ref().map(Image::new);
        let options = Options {
            strategy: Strategy::Product,
            fuel: FUEL,
            max_runs: 20,
            effort: Effort(500),
            ..Options::default()
        };
        let mut solver = Bitblast::new();
        let mut observer = ();
        let comparison = compare(&left, &right, &options, &mut solver, &mut observer);
        let report = pollster::block_on(comparison);
        let Some(witness) = report.witness else { return Ok(()) };
        if witness.minimal == Some(true) {
            for inputs in small().filter(|inputs| Key::of(inputs) < Key::of(&witness.inputs)) {
                let within = [&left, &right].map(|image| outcome(image, inputs, FUEL));
                prop_assert_ne!(agreement(&within[0], &within[1]), Agreement::Differ, "{:?}", inputs);
                if report.reason.cuts.fuel == 0 {
                    let [a, b] = ends([&left, &right], &inputs.into(), FUEL);
                    prop_assert_ne!(agreement(&a, &b), Agreement::Differ, "{:?}", inputs);
                }
            }
        }
    }
}

/// `again: beq $0, $0, again`
const TURNS: [u32; 1] = [0x1000_ffff];
/// `bne $1, $2, on; jr $31; on:`
const STOPS: [u32; 2] = [0x1422_0001, 0x03e0_0008];

/// Steps after which what was to run for ever has not stopped.
const LONG: u64 = 20_000;

/// Pairs of random programs with backward branches: claims about nonterminating paths hold on all tested inputs. A
/// program that only loops in place agrees with one that never stops; a mutated copy agrees with its original or not.
#[test]
fn paths_that_run_for_ever_do_so_on_all_their_inputs() {
    let [all, both] = [Cell::new(0), Cell::new(0)];
    let other = (any::<Index>(), 0u32..32, 0..3);
    TestRunner::new(cases(240))
        .run(&(looping(), other, vec(inputs(), 20)), |(left, (at, bit, which), samples)| {
            let [left, right] = match which {
                0 => {
                    let mut words = left.words.clone();
                    let at = at.index(words.len());
                    words[at] ^= 1 << bit;
                    [left.words, words]
                }
                // They stop at once where `$1 = $2`.
                1 => [left.words.as_slice(), &TURNS].map(|words| [&STOPS, words].concat()),
                _ => [left.words, TURNS.to_vec()],
            };
            let [left, right] = [left, right].map(|words| Image::new(&Program::from_words(words)));
            let options = Options {
                strategy: Strategy::Product,
                fuel: 200,
                max_runs: 30,
                effort: Effort(500),
                ..Options::default()
            };
            let mut solver = Bitblast::new();
            let mut observer = ();
            let comparison = compare(&left, &right, &options, &mut solver, &mut observer);
            let report = pollster::block_on(comparison);
            prop_assert_eq!(report.reason.cuts.diverged, 0, "a run left its predicted path");
            let is_by_paths = report.reason.code == ReasonCode::AllPathsAgree;
            let meter = report.meter.unwrap_or_default();
            if !is_by_paths || meter.both_run_for_ever == 0 {
                return Ok(());
            }
            let count = if meter.stops_on_both { &both } else { &all };
            count.set(count.get() + 1);
            for inputs in samples.into_iter().chain(small()) {
                let [a, b] = [&left, &right].map(|image| outcome(image, inputs, LONG));
                prop_assert_ne!(agreement(&a, &b), Agreement::Differ, "{:?}", inputs);
                let [a, b] = [a, b].map(|run| run.stop == Stop::OutOfFuel);
                prop_assert_eq!(a, b, "one side stops on {:?}", inputs);
            }
            let termination = report.proof.map(|proof| proof.claim.termination);
            prop_assert_eq!(termination, Some(Termination::Same));
            Ok(())
        })
        .expect("what is claimed holds");
    let [all, both] = [all, both].map(Cell::into_inner);
    println!("{all} pairs never stop, {both} stop on some inputs");
    // About 40 and 12 in a short test; each run draws others.
    assert!(all > 4 && both > 0, "{all} {both}");
}

proptest! {
    #![proptest_config(cases(150))]

    /// Programs for which 64 inputs are relevant, so that every input can be tried.
    #[test]
    fn least_and_only_are_claimed_of_what_is(
        (reduced, pair) in reduced_pair(),
        paths in 1u32..6,
    ) {
        check(reduced, &pair, paths);
    }
}

/// The right program differs from the left one on a few values of `$1` that
/// the sweep does not try, one path each.
fn differing_on(values: &[u32]) -> [Rc<Image>; 2] {
    let tests = values.iter().map(|value| {
        let half = value / 2;
        format!("lis $4\n.word {half}\nadd $4, $4, $4\nbeq $1, $4, other\n")
    });
    let tests: String = tests.collect();
    let texts = ["jr $31\n", "jr $31\nother: add $3, $4, $0\njr $31\n"];
    let left = texts[1].replace("$4", "$0");
    [left.as_str(), texts[1]].map(|end| {
        let assembly = assemble(&format!("{tests}{end}"));
        Image::new(&assembly.program.unwrap_or_else(|| panic!("{:?}", assembly.diagnostics)))
    })
}

#[test]
fn a_difference_between_merged_paths_leaves_the_others_to_be_tried() {
    // Whatever the formula's model is, the way that is about to be tried is
    // another one in some of these orders.
    for n in 0..24 {
        let mut rest = vec![500_006, 600_004, 700_008, 900_002];
        let values = [n % 4, n / 4 % 3, n / 12, 0].map(|i| rest.remove(i));
        for paths in 1..4 {
            let [left, right] = differing_on(&values);
            let merge_after = MergeAfter { paths, ..MergeAfter::default() };
            let options = Options { merge_after, ..Options::default() };
            let mut solver = Bitblast::new();
            let mut observer = ();
            let comparison = compare(&left, &right, &options, &mut solver, &mut observer);
            let witness = pollster::block_on(comparison).witness.expect("they differ");
            let claims = (witness.inputs, witness.minimal, witness.unique);
            assert_eq!(
                claims,
                ([500_006, 0].into(), Some(true), Some(false)),
                "{values:?}, {paths}"
            );
        }
    }
}
