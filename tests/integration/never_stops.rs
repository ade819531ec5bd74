//! Pairs in which one program never stops: the reported inputs on which they differ are compared with the emulator, for
//! random programs with backward branches and their mutated copies.

use std::cell::Cell;
use std::rc::Rc;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::TestRunner;
use tamarin::asm::assemble;
use tamarin::contract::{Contract, Spec};
use tamarin::engines::cause::{Found, cause};
use tamarin::engines::difference::Difference;
use tamarin::engines::paths::outcome::{agreement, difference, ends, outcome, watched};
use tamarin::engines::paths::{Options, compare};
use tamarin::engines::regions::{Does, Kind, Regions, regions};
use tamarin::machine::{Image, Inputs, Stop as End};
use tamarin::program::Program;
use tamarin::report::Agreement;
use tamarin::solver::bitblast::Bitblast;
use tamarin::solver::{Effort, Stop};
use tamarin_testing::examples::image;
use tamarin_testing::generate::{cases, inputs, looping};
use tamarin_testing::many;
use tamarin_testing::pairs::{FOLDERS, Pair};

/// Steps after which a run is expected never to stop.
const LONG: u64 = 20_000;

fn told(images: [&Rc<Image>; 2], inputs: [u32; 2], options: &Options) -> Regions {
    let difference = Difference { images, options, inputs: Inputs::from(inputs) };
    let (mut solver, mut observer) = (Bitblast::new(), ());
    pollster::block_on(regions(&difference, &mut solver, &Stop::NEVER, &mut observer))
}

fn small() -> impl Iterator<Item = [u32; 2]> {
    let words = || (0..5).chain((1..5).map(|n: u32| n.wrapping_neg()));
    words().flat_map(move |a| words().map(move |b| [a, b]))
}

#[test]
fn regions_of_programs_that_never_stop_are_those_of_runs() {
    let [never, exact] = [Cell::new(0), Cell::new(0)];
    let other = (any::<Index>(), 0u32..32);
    TestRunner::new(cases(300))
        .run(&(looping(), other, vec(inputs(), 20)), |(left, (at, bit), samples)| {
            let mut words = left.words.clone();
            let at = at.index(words.len());
            words[at] ^= 1 << bit;
            let [left, right] = [left.words, words].map(|it| Image::new(&Program::from_words(it)));
            let images = [&left, &right];
            let options = Options { fuel: 200, effort: Effort(500), ..Options::default() };
            let samples: Vec<[u32; 2]> = samples.into_iter().chain(small()).collect();
            let differs = |inputs: &[u32; 2]| {
                let [a, b] = images.map(|image| watched(image, inputs, options.fuel));
                difference(&a, &b).is_some()
            };
            let Some(witness) = samples.iter().copied().find(differs) else { return Ok(()) };
            let found = told(images, witness, &options);
            let within: Vec<(Kind, Contract)> = found
                .regions
                .iter()
                .map(|it| {
                    let assume = vec![it.condition.clone()];
                    let spec = Spec { assume, ..Spec::default() };
                    (it.kind, Contract::new(&spec).expect("it is a condition"))
                })
                .collect();
            for inputs in samples {
                let ran = images.map(|image| outcome(image, inputs, LONG));
                let is_on = ran.each_ref().map(|run| run.stop == End::OutOfFuel);
                let is_in =
                    |&(_, contract): &&(Kind, Contract)| contract.allows(&Inputs::from(inputs));
                let mut here = within.iter().filter(is_in).peekable();
                if found.is_exact && here.peek().is_none() {
                    let [a, b] = &ran;
                    prop_assert_ne!(agreement(a, b), Agreement::Differ, "{:?}", inputs);
                }
                for (kind, _) in here {
                    if *kind == Kind::NeverStops {
                        prop_assert!(is_on[0] != is_on[1], "{:?}: {:?}", inputs, found);
                    } else {
                        let [a, b] = &ran;
                        prop_assert_eq!(agreement(a, b), Agreement::Differ, "{:?}", inputs);
                    }
                }
            }
            let has_never = within.iter().any(|(kind, _)| *kind == Kind::NeverStops);
            never.set(never.get() + u32::from(has_never));
            exact.set(exact.get() + u32::from(has_never && found.is_exact));
            Ok(())
        })
        .expect("what is claimed holds");
    let [never, exact] = [never, exact].map(Cell::into_inner);
    println!("{never} pairs of which one never stops somewhere, {exact} of them exact");
    assert!(never > many(5, 20) && exact > many(1, 5), "{never} {exact}");
}

/// Adds up the numbers to `$1` if it is at most 20, with this step.
fn sum(step: &str) -> String {
    format!(
        "add $3, $0, $0\nlis $4\n.word 1\nlis $5\n.word 20\nslt $6, $5, $1\nbne $6, $0, end\n\
         loop: slt $6, $0, $1\nbeq $6, $0, end\nadd $3, $3, $1\n{step}beq $0, $0, loop\nend: jr $31\n"
    )
}

/// It adds up for ever: the state is never the same, and what decides is.
#[test]
fn a_loop_that_lost_its_step_never_stops_on_all_inputs_that_enter_it() {
    let texts = ["sub $1, $1, $4\n", ""].map(sum);
    assert!(texts.iter().all(|text| assemble(text).object.is_some()));
    let images = texts.each_ref().map(|text| image(text));
    let images = images.each_ref();
    let options = Options::default();
    let (mut solver, mut observer) = (Bitblast::new(), ());
    let report =
        pollster::block_on(compare(images[0], images[1], &options, &mut solver, &mut observer));
    let witness = report.witness.expect("they differ").inputs;
    let Regions { is_exact, count, regions, .. } = told(images, [witness[0], witness[1]], &options);
    assert!(is_exact);
    assert_eq!(count.map(|count| count.to_string()).as_deref(), Some("85899345920"));
    let [region] = &regions[..] else { panic!("one region: {regions:?}") };
    assert_eq!(region.condition, "1 <= $1 <= 20");
    assert_eq!((region.kind, &region.does), (Kind::NeverStops, &[Does::Stops, Does::RunsForEver]));
    for number in [0, 1, 20, 21, u32::MAX] {
        let [left, right] = ends(images, &Inputs::from([number, 0]), 10_000);
        let is_for_ever = (1..=20).contains(&number);
        assert!(left.stop == End::Done && right.is_for_ever() == is_for_ever, "{number}");
    }
}

fn caused(images: [&Rc<Image>; 2], inputs: [u32; 2], fuel: u64) -> Found {
    let options = Options { fuel, ..Options::default() };
    let difference = Difference { images, options: &options, inputs: Inputs::from(inputs) };
    let (mut solver, mut observer) = (Bitblast::new(), ());
    let cause = cause(&difference, &mut solver, &Stop::NEVER, &mut observer);
    pollster::block_on(cause).found
}

/// Digits by hand, a leading zero among them, and by the routine: many values in the place of
/// others make its loop go round for ever, which is no agreement.
#[test]
fn fixes_with_which_a_program_never_stops_are_ruled_out() {
    let mut pairs = Pair::of(FOLDERS[0]).into_iter();
    let pair = pairs.find(|pair| pair.labels.name == "print-digits-leading-zero");
    let [left, right] = pair.expect("it is there").images();
    let fuel = Options::default().fuel;
    assert_eq!(caused([&left, &right], [0, 0], fuel), Found::None);
}
