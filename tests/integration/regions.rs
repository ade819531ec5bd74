//! Regions: the inputs on which two programs are reported to differ.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use num_bigint::BigUint;
use proptest::prelude::*;
use tamarin::contract::{Contract, Spec};
use tamarin::engines::difference::Difference;
use tamarin::engines::paths::outcome::{agreement, difference, ends};
use tamarin::engines::paths::{Options, compare};
use tamarin::engines::regions::{Does, Kind, Regions, regions};
use tamarin::machine::mips::Reg;
use tamarin::machine::values::Values;
use tamarin::machine::{
    BinaryOp, HiLo, Image, Initial, Inputs, Machine, Recorder, Signedness, Stop as End, Tagged,
};
use tamarin::program::{Address, Program};
use tamarin::report::{Agreement, ReasonCode, Verdict};
use tamarin::solver::Stop;
use tamarin::solver::bitblast::Bitblast;
use tamarin_testing::differing::Differing;
use tamarin_testing::generate::{Reduced, cases, pair, reduced_pair, sampled};
use tamarin_testing::questions::Random;

use crate::loop_regions::observed;

/// Where sums, differences and products of a run wrap around, read with a sign.
fn wraps(image: &Rc<Image>, inputs: [u32; 2], fuel: u64) -> Vec<Address> {
    let mut regs = [0; 32];
    for reg in Reg::all() {
        regs[reg.index()] = match image.initial(reg) {
            Initial::Word(word) => word,
            Initial::Input(index) => inputs[index],
        };
    }
    let (at, wrapped) = (Address(0), BTreeSet::new());
    let mut recorder = Wraps { regs, hi_lo: [0; 2], at, wrapped };
    Machine::new(image, inputs).run(fuel, &mut recorder);
    recorder.wrapped.into_iter().collect()
}

/// Records results that overflow.
struct Wraps {
    regs: [u32; 32],
    hi_lo: [u32; 2],
    at: Address,
    wrapped: BTreeSet<Address>,
}

impl Values for Wraps {
    type Word = u32;
    type Address = ();

    fn constant(&mut self, value: u32) -> u32 {
        value
    }

    fn binary(&mut self, op: BinaryOp, s: u32, t: u32) -> u32 {
        let (signed_s, signed_t) = (s as i32, t as i32);
        let fits = match op {
            BinaryOp::Add => signed_s.checked_add(signed_t).is_some(),
            BinaryOp::Sub => signed_s.checked_sub(signed_t).is_some(),
            _ => true,
        };
        if !fits {
            self.wrapped.insert(self.at);
        }
        op.apply(s, t) as u32
    }

    fn address(&mut self, _: u32, _: i16) {}
}

impl Recorder for Wraps {
    fn begin(&mut self, at: Address) {
        self.at = at;
    }

    fn get(&mut self, reg: Reg) -> u32 {
        self.regs[reg.index()]
    }

    fn hi(&mut self) -> u32 {
        self.hi_lo[0]
    }

    fn lo(&mut self) -> u32 {
        self.hi_lo[1]
    }

    fn text_word(&mut self, _: u32, value: u32, _: bool) -> u32 {
        value
    }

    fn input(&mut self, _: usize, value: u32) -> u32 {
        value
    }

    fn load(&mut self, _: Tagged<()>, value: u32) -> u32 {
        value
    }

    fn set(&mut self, reg: Reg, _: u32, new: Tagged<u32>) {
        self.regs[reg.index()] = new.value;
    }

    fn multiply(&mut self, of: Signedness, [s, t]: [Tagged<u32>; 2], HiLo { new, .. }: HiLo) {
        self.hi_lo = new;
        let fits = match of {
            Signedness::Signed => (s.value as i32).checked_mul(t.value as i32).is_some(),
            Signedness::Unsigned => s.value.checked_mul(t.value).is_some(),
        };
        if !fits {
            self.wrapped.insert(self.at);
        }
    }

    fn divide(&mut self, _: Signedness, _: [Tagged<u32>; 2], HiLo { new, .. }: HiLo) {
        self.hi_lo = new;
    }
}

fn told(images: [&Rc<Image>; 2], inputs: &Inputs, options: &Options) -> Regions {
    let difference = Difference { images, options, inputs: inputs.clone() };
    let (mut solver, mut observer) = (Bitblast::new(), ());
    pollster::block_on(regions(&difference, &mut solver, &Stop::NEVER, &mut observer))
}

/// Inputs below a bound, and these conditions.
fn options(bound: u32, conditions: &[String]) -> Options {
    let mut assume = vec![format!("$1 <u {bound} and $2 <u {bound}")];
    assume.extend(conditions.iter().cloned());
    let contract = Contract::new(&Spec { assume, ..Spec::default() });
    let contract = Arc::new(contract.unwrap_or_else(|why| panic!("{conditions:?}: {why:?}")));
    Options { fuel: 60, inputs: contract.first_inputs(), contract, ..Options::default() }
}

fn inputs(bound: u32) -> impl Iterator<Item = [u32; 2]> {
    (0..bound).flat_map(move |a| (0..bound).map(move |b| [a, b]))
}

/// Checks the report about a pair against all inputs below a bound; returns whether it covers all of them, or none if
/// they agree.
fn check(pair: &[Program; 2], bound: u32) -> Option<bool> {
    let options = options(bound, &[]);
    let images = [0, 1].map(|side| options.contract.image(side, &pair[side]).expect("it is short"));
    let [left, right] = &images;
    let run = |inputs: [u32; 2]| ends([left, right], &inputs.into(), options.fuel);
    let runs: BTreeMap<_, _> = inputs(bound).map(|inputs| (inputs, run(inputs))).collect();
    let differ = |inputs: [u32; 2]| {
        let [a, b] = &runs[&inputs];
        difference(a, b)
    };
    let open = runs.values().any(|[a, b]| agreement(a, b) == Agreement::Inconclusive);
    let expected: BTreeSet<[u32; 2]> =
        inputs(bound).filter(|inputs| differ(*inputs).is_some()).collect();
    let witness = expected.first()?;
    let told = told([left, right], &(*witness).into(), &options);
    let number = |count: &BigUint| usize::try_from(count).expect("they are few");
    let [least, most] = told.bounds.each_ref().map(number);
    assert!(least <= expected.len() && expected.len() <= most, "{} and {told:?}", expected.len());
    if let Some(count) = &told.count {
        assert_eq!(number(count), expected.len(), "{told:?}");
        assert!(!open, "{told:?}");
    }
    let mut of_regions = BTreeSet::new();
    for region in &told.regions {
        let within = self::options(bound, std::slice::from_ref(&region.condition)).contract;
        assert!(within.allows(&region.sample), "{region:?}");
        for inputs in inputs(bound).filter(|inputs| within.allows(inputs)) {
            let kind = match differ(inputs) {
                Some(ReasonCode::OutputsDiffer) => Kind::Output,
                Some(ReasonCode::OnlyLeftFaults) => Kind::LeftFaults,
                Some(ReasonCode::OnlyRightFaults) => Kind::RightFaults,
                Some(ReasonCode::OnlyLeftRunsForEver | ReasonCode::OnlyRightRunsForEver) => {
                    Kind::NeverStops
                }
                Some(_) => Kind::Result,
                None => panic!("they agree on {inputs:?}: {region:?}"),
            };
            assert_eq!(kind, region.kind, "{inputs:?}: {region:?}");
            if let Some(at) = &region.wraps {
                assert_eq!(*at, wraps(right, inputs, options.fuel), "{inputs:?}: {region:?}");
            }
            if of_regions.len() % 8 == 0 {
                for (run, does) in runs[&inputs].iter().zip(&region.does) {
                    let Does::Gives(seen, Some(text)) = does else { continue };
                    let Some(word) = observed(run, seen) else { continue };
                    // What conditions have no words for is not looked at.
                    let assume = vec![format!("{text} == {}", word as i32)];
                    if let Ok(said) = Contract::new(&Spec { assume, ..Spec::default() }) {
                        assert!(said.allows(&inputs), "{inputs:?}: {region:?}");
                    }
                }
            }
            of_regions.insert(inputs);
        }
    }
    if told.is_exact {
        assert_eq!(of_regions, expected, "{told:?}");
        let others = told.regions.iter().map(|region| format!("not ({})", region.condition));
        let options = self::options(bound, &others.collect::<Vec<_>>());
        let (mut solver, mut observer) = (Bitblast::new(), ());
        let report = compare(left, right, &options, &mut solver, &mut observer);
        let report = pollster::block_on(report);
        let runs_on = runs.values().flatten().any(|outcome| outcome.stop == End::OutOfFuel);
        // Programs that both run for ever agree, which the comparison does not claim.
        let is_proved = match report.verdict {
            Verdict::Equivalent => true,
            Verdict::Disequivalent => false,
            _ => runs_on || report.reason.code == ReasonCode::NoInput,
        };
        assert!(is_proved, "{:?} without {told:?}", report.reason);
    }
    Some(told.is_exact)
}

/// The number of checked pairs, and of those whose inputs were all reported.
fn all_of(pairs: impl Iterator<Item = [Program; 2]>, bound: u32) -> [u32; 2] {
    let mut counts = [0, 0];
    for pair in pairs {
        if let Some(is_exact) = check(&pair, bound) {
            counts[0] += 1;
            counts[1] += u32::from(is_exact);
        }
    }
    counts
}

#[test]
fn regions_of_branching_programs_are_those_of_all_inputs() {
    let count = if tamarin_testing::is_long() { 2_000 } else { 200 };
    let pairs = sampled(reduced_pair(), count).into_iter();
    let guarded = pairs.filter(|(reduced, _)| *reduced != Reduced::Far).map(|(_, pair)| pair);
    let [all, exact] = all_of(guarded, 16);
    tamarin_testing::figure(&format!("regions: {exact} of {all} branching pairs are told whole"));
    assert!(exact * 10 >= all * 8, "{exact} of {all}");
}

#[test]
fn regions_of_programs_that_do_many_things_are_those_of_all_inputs() {
    let count = if tamarin_testing::is_long() { 2_000 } else { 300 };
    let [all, exact] = all_of(sampled(pair(), count).into_iter(), 16);
    tamarin_testing::figure(&format!("regions: {exact} of {all} mixed pairs are told whole"));
    assert!(exact * 10 >= all * 7, "{exact} of {all}");
}

proptest! {
    #![proptest_config(cases(20))]

    #[test]
    fn regions_are_those_of_all_inputs((_, pair) in reduced_pair()) {
        check(&pair, 12);
    }
}

/// Words at which comparisons, sums and remainders turn.
const EDGES: [u32; 20] = [
    0,
    1,
    2,
    3,
    7,
    10,
    31,
    32,
    49,
    50,
    51,
    99,
    100,
    101,
    0x3fff_ffff,
    0x4000_0000,
    0x7fff_fffe,
    0x7fff_ffff,
    0x8000_0000,
    0x8000_0032,
];

/// Compares the conditions with runs on boundary and pseudo-random inputs: the programs differ on inputs of a region
/// and, if the regions are exact, agree on all others.
fn check_on_runs(name: &str, pair: &Differing, told: &Regions) {
    let images = pair.difference().images;
    let contract = &pair.options.contract;
    if contract.names().len() != 2 {
        return;
    }
    let within: Vec<Contract> = told
        .regions
        .iter()
        .map(|region| {
            let mut spec = contract.spec().clone();
            spec.assume.push(region.condition.clone());
            Contract::new(&spec).expect("it is a condition")
        })
        .collect();
    let mut random = Random(11);
    let edges = EDGES.into_iter().flat_map(|word| [word, word.wrapping_neg()]);
    let edges: Vec<u32> = edges.collect();
    let near = edges.iter().flat_map(|&a| edges.iter().map(move |&b| [a, b]));
    let drawn: Vec<[u32; 2]> = (0..400).map(|_| [random.word(), random.word()]).collect();
    for inputs in near.chain(drawn).filter(|&inputs| contract.allows(&inputs)) {
        let [a, b] = ends(images, &inputs.into(), pair.options.fuel);
        let is_within = within.iter().any(|contract| contract.allows(&inputs));
        match agreement(&a, &b) {
            Agreement::Agree => assert!(!is_within, "{name}: they agree on {inputs:?}"),
            Agreement::Differ => assert!(is_within || !told.is_exact, "{name}: {inputs:?}"),
            Agreement::Inconclusive => {}
        }
    }
}

/// Pairs after the papers, and pairs with usual mistakes, with their regions beside them.
#[test]
fn the_examples_of_the_paper_have_their_regions() {
    let outputs = Differing::of("tests/corpus/regions").into_iter().map(|pair| {
        let told = told(pair.difference().images, &pair.witness, &pair.options);
        check_on_runs(&pair.expected.display().to_string(), &pair, &told);
        let mut text = match (&told.count, told.is_exact) {
            (Some(count), true) => format!("{count} inputs\n"),
            (count, is_exact) => format!("exact: {is_exact}, count: {count:?}\n"),
        };
        for region in &told.regions {
            let does = region.does.each_ref().map(|does| match does {
                Does::Gives(_, Some(word)) => word.clone(),
                Does::Gives(_, None) => "(no short formula)".to_owned(),
                other => format!("{other:?}"),
            });
            let [left, right] = does;
            text.push_str(&format!("{:?}: {}: {left} | {right}\n", region.kind, region.condition));
        }
        (pair.expected, text)
    });
    tamarin_testing::check(outputs.collect::<Vec<_>>());
}
