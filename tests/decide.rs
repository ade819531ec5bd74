//! What the strategy `product` claims, held against the emulator.
//!
//! A verdict is a claim about all inputs. Random programs are compared with
//! copies of themselves in which a word is another, and whatever is claimed
//! of the pair is looked for on many inputs.

mod support;

use proptest::collection::vec;
use proptest::prelude::*;
use support::generate::{cases, inputs, pair};
use tamarin::compare::least::Key;
use tamarin::compare::outcome::{agreement, outcome};
use tamarin::compare::{Options, Strategy, compare};
use tamarin::cpu::{Image, Stop};
use tamarin::report::{Agreement, Verdict};
use tamarin::solver::Limit;
use tamarin::solver::bitblast::Bitblast;

const FUEL: u64 = 60;

/// The least inputs of the order in which witnesses are compared.
fn small() -> impl Iterator<Item = [u32; 2]> {
    let words = || (0..5).chain((1..5).map(|n: u32| n.wrapping_neg()));
    words().flat_map(move |a| words().map(move |b| [a, b]))
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn a_verdict_claims_no_more_than_holds(pair in pair(), samples in vec(inputs(), 60)) {
        let [left, right] = pair.each_ref().map(Image::new);
        let options = Options {
            strategy: Strategy::Product,
            fuel: FUEL,
            max_runs: 60,
            limit: Limit { conflicts: 2_000, ..Limit::default() },
            ..Options::default()
        };
        let mut solver = Bitblast::new();
        let mut observer = ();
        let comparison = compare(&left, &right, &options, &mut solver, &mut observer);
        let report = pollster::block_on(comparison);
        prop_assert_eq!(report.reason.cuts.diverged, 0, "a run left its predicted path");
        if let Some(witness) = &report.witness {
            let [a, b] = [&left, &right].map(|image| outcome(image, witness.inputs, FUEL));
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
                let smaller = Key::of(inputs) < Key::of(witness.inputs);
                prop_assert!(!(smaller && witness.minimal == Some(true)), "{:?}", inputs);
            }
            match report.verdict {
                Verdict::Disequivalent | Verdict::PossiblyEquivalent => {}
                Verdict::EquivalentUpTo => prop_assert_ne!(agreement, Agreement::Differ),
                Verdict::Equivalent => {
                    prop_assert_eq!(agreement, Agreement::Agree, "{:?}", inputs);
                    prop_assert!([a, b].iter().all(|run| run.stop != Stop::OutOfFuel));
                }
            }
        }
    }
}
