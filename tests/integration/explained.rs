//! Every pair of the corpus that differs is explained, and the explanation holds on runs.

use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use num_bigint::BigUint;
use tamarin::contract::{Contract, Spec};
use tamarin::engines::cause::{Found, Search, cause_near, suspects};
use tamarin::engines::difference::Difference;
use tamarin::engines::mend::{Mend, mend};
use tamarin::engines::paths::outcome::{agreement, difference, ends};
use tamarin::engines::paths::{Options, compare};
use tamarin::engines::regions::{Estimate, Regions, regions};
use tamarin::link::File;
use tamarin::machine::{Image, Inputs};
use tamarin::report::{Agreement, Side};
use tamarin::solver::bitblast::Bitblast;
use tamarin::solver::{Solver, Stop};
use tamarin_testing::examples::image;
use tamarin_testing::pairs::{FOLDERS, Pair, Proved};
use tamarin_testing::questions::Random;
use tamarin_testing::{figure, sample};

/// Inputs to run: small ones, and equally many pseudo-random ones.
fn inputs(witness: &Inputs) -> Vec<Inputs> {
    let mut random = Random(7);
    let small = (0..64u32).map(|number| [number / 8, number % 8]);
    let small = small.chain((0..32).map(|number| [number, 0u32.wrapping_sub(number)]));
    let drawn = (0..32).map(|_| [random.word(), random.word()]);
    small.chain(drawn).map(Inputs::from).chain([witness.clone()]).collect()
}

/// Checks the reported inputs on which a pair differs against runs.
fn check(name: &str, images: [&Rc<Image>; 2], told: &Regions, witness: &Inputs, fuel: u64) {
    let Regions { is_exact, count, bounds: [least, most], estimate, regions, .. } = told;
    assert!(*least >= BigUint::from(1u8) && least <= most, "{name}: {told:?}");
    if let Some(count) = count {
        assert!(count == least && count == most, "{name}: {told:?}");
    }
    if let Some(Estimate { interval, .. }) = estimate {
        assert!(interval[0] <= interval[1] && *least <= interval[0], "{name}: {told:?}");
        assert!(count.is_none() && interval[1] <= *most, "{name}: {told:?}");
    }
    assert!(!is_exact || !regions.is_empty(), "{name}: {told:?}");
    let within: Vec<Contract> = regions
        .iter()
        .map(|region| {
            let assume = vec![region.condition.clone()];
            Contract::new(&Spec { assume, ..Spec::default() }).expect("it is a condition")
        })
        .collect();
    for inputs in inputs(witness) {
        let [a, b] = ends(images, &inputs, fuel);
        let is_told = within.iter().any(|contract| contract.allows(&inputs));
        match agreement(&a, &b) {
            Agreement::Agree => assert!(!is_told, "{name}: they agree on {inputs:?}: {told:?}"),
            Agreement::Differ => {
                assert!(is_told || !is_exact, "{name}: they differ on {inputs:?}: {told:?}");
            }
            Agreement::Inconclusive => {}
        }
    }
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

/// Maximum work of the solver for a cause, and for regions: under both limits no pair of these folders needs as much.
/// Without them `ccbug_gcd_divu_reg` took 26 million for its cause.
const COST_OF_CAUSE: u64 = 16_000_000;
const COST_OF_REGIONS: u64 = 16_000_000;

#[test]
fn every_difference_of_the_corpus_is_explained() {
    let pairs = FOLDERS.into_iter().flat_map(Pair::of);
    let pairs = pairs.filter(|pair| pair.labels.verdict == Proved::Disequivalent);
    let pairs = sample(pairs.collect(), 60);
    let (mut exact, mut counted, mut estimated, mut mended) = (0, 0, 0, 0);
    let (mut causes, mut none, mut open) = (0, 0, Vec::new());
    let mut times: [Vec<Duration>; 3] = Default::default();
    for pair in &pairs {
        let (name, [left, right]) = (&pair.labels.name[..], &pair.texts);
        let files = [File::text("", right)];
        let left_files = [File::text("", left)];
        let images = [image(left), image(right)];
        let images = images.each_ref();
        let contract = Arc::new(Contract::default());
        let options = Options { inputs: contract.first_inputs(), contract, ..Options::default() };
        let (mut solver, mut observer) = (Bitblast::new(), ());
        let report = compare(images[0], images[1], &options, &mut solver, &mut observer);
        let Some(witness) = pollster::block_on(report).witness else {
            panic!("{name} does not differ");
        };
        let here = Difference { images, options: &options, inputs: witness.inputs.clone() };
        let begin = Instant::now();
        let found = mend(
            &here,
            [&left_files[..], &files[..]],
            Some(Side::Left),
            &mut solver,
            &Stop::NEVER,
            &mut observer,
        );
        let found: Option<Mend> = pollster::block_on(found);
        times[0].push(begin.elapsed());
        let near = found.as_ref().map(|it| suspects(&here, it, &files)).unwrap_or_default();
        let (begin, before) = (Instant::now(), solver.spent());
        let cause = cause_near(&here, &near, &mut solver, &Stop::NEVER, &mut observer);
        let Search { found: cause, .. } = pollster::block_on(cause);
        times[1].push(begin.elapsed());
        let cost = solver.spent() - before;
        assert!(cost < COST_OF_CAUSE, "{name}: {cost}");
        let (begin, before) = (Instant::now(), solver.spent());
        let told = regions(&here, &mut solver, &Stop::NEVER, &mut observer);
        let told = pollster::block_on(told);
        times[2].push(begin.elapsed());
        let cost = solver.spent() - before;
        assert!(cost < COST_OF_REGIONS, "{name}: {cost}");

        check(name, images, &told, &witness.inputs, options.fuel);
        exact += u32::from(told.is_exact);
        counted += u32::from(told.count.is_some());
        estimated += u32::from(told.estimate.is_some());
        assert!(told.count.is_some() || told.estimate.is_some(), "{name}: {told:?}");
        match cause {
            Found::Cause(_) => causes += 1,
            Found::None => none += 1,
            Found::Unknown => open.push(name),
        }
        if let Some(mend) = found {
            mended += 1;
            let edited = mend.image(&files, &options).expect("it was built");
            for inputs in inputs(&witness.inputs) {
                let [a, b] = ends([images[0], &edited], &inputs, options.fuel);
                assert!(difference(&a, &b).is_none() || !mend.proved, "{name}: {inputs:?}");
            }
        }
    }
    let [of_mends, of_causes, of_regions] = times.map(median);
    figure(&format!(
        "explain: of {} pairs of the corpus, {causes} have a cause, {none} provably none, \
         {} neither; {mended} a mend; {exact} regions that are all, {counted} a count, {estimated} an \
         estimate; in the median {of_mends:?} for a mend, {of_causes:?} for a cause, {of_regions:?} for regions",
        pairs.len(),
        open.len()
    ));
    assert!(open.is_empty(), "neither a cause nor that there is none: {open:?}");
}
