//! Sets of instruction pairs that together are why two programs differ.

use std::collections::BTreeSet;
use std::rc::Rc;

use proptest::prelude::*;
use tamarin::contract::{Contract, Spec};
use tamarin::engines::cause::{Check, Found, Search, Set};
use tamarin::engines::paths::Options;
use tamarin::engines::paths::outcome::{difference, outcome};
use tamarin::engines::tree::{Fix, Site, overrides};
use tamarin::link;
use tamarin::machine::mips::Reg;
use tamarin::machine::{Image, Machine, Slot};
use tamarin::program::Address;
use tamarin::report::Agreement;
use tamarin::symbolic::concolic::{Operands, Rest, ValueRecorder, Written};
use tamarin_testing::generate::{reduced_pair, sampled};
use tamarin_testing::questions::Random;
use tamarin_testing::{figure, is_long};

use super::{are_alike, caused, fixed_by, in_order, places, run, way};

/// The instruction that writes the result of a run with fixes last.
fn writes_result(
    [first, second]: [&Rc<Image>; 2],
    fixes: &[Fix],
    inputs: [u32; 2],
    fuel: u64,
) -> Option<(Address, Slot)> {
    let overrides = overrides(fixes, &run(first, inputs, fuel).1, &Rest::Ended);
    let mut recorder = ValueRecorder::keeping(second, Some(&overrides), Operands::None);
    Machine::new(second, inputs).run(fuel, &mut recorder);
    let is_result =
        |one: &&Written<()>| (one.instance.slot, one.reg) == (Slot::Register, Some(Reg::RESULT));
    let last = recorder.written.iter().rfind(is_result)?;
    Some((last.instance.at, last.instance.slot))
}

/// Checks a set of fixes against its definition: together they repair the program, each is needed on the reported
/// inputs, and fewer do not suffice. Among smaller sets, only fixes of all executions are tested.
pub(super) fn is_a_smallest_set(
    images: [&Rc<Image>; 2],
    found: &Found,
    set: &Set,
    inputs: &[[u32; 2]],
    options: &Options,
) -> Result<(), TestCaseError> {
    let Set { check, reference, members } = set;
    let pair = in_order(images, *reference);
    let agree = |fixes: &[Fix], inputs: [u32; 2]| {
        fixed_by(pair, fixes, inputs, options.fuel) == Agreement::Agree
    };
    let witness = inputs.iter().copied().find(|&inputs| !agree(&[], inputs)).expect("it differs");
    let on_witness = way(pair[0], witness, options.fuel);
    let counts = |inputs: &&[u32; 2]| {
        *check == Check::AllFix || way(pair[0], **inputs, options.fuel) == on_witness
    };
    let counted: Vec<[u32; 2]> = inputs.iter().filter(counts).copied().collect();
    let fixes: Vec<Fix> = members.iter().map(|member| member.fix).collect();
    prop_assert!((2..=3).contains(&fixes.len()));
    prop_assert!(counted.iter().all(|&inputs| agree(&fixes, inputs)), "{:?}", set);
    for (index, member) in members.iter().enumerate() {
        let mut others = fixes.clone();
        others.remove(index);
        let sample = [member.sample[0], member.sample[1]];
        prop_assert!(agree(&fixes, sample) && !agree(&others, sample), "{:?}", member);
        let Some(part) = &member.part else { continue };
        let names = || part.regions.iter().map(|region| region.condition.clone());
        let is_told = |inputs: [u32; 2]| {
            names().any(|condition| {
                let spec = Spec { assume: vec![condition], ..Spec::default() };
                Contract::new(&spec).expect("it can be assumed").allows(&inputs)
            })
        };
        for &inputs in inputs {
            let is_needed = !agree(&others, inputs);
            prop_assert!(is_needed || !is_told(inputs), "{:?}: {:?}", inputs, part);
            prop_assert!(
                !is_needed || !part.is_exact || is_told(inputs),
                "{:?}: {:?}",
                inputs,
                part
            );
        }
    }
    // The cause is of the set, and then no other fix is enough beside it; else no two are.
    let base: Vec<Fix> = match found {
        Found::Cause(cause) => vec![cause.fix],
        _ => Vec::new(),
    };
    prop_assert!(base.iter().all(|fix| fixes.contains(fix)));
    if fixes.len() == 3 {
        // Words that are read are left out, too.
        let [from, to] = [(pair[0], true), (pair[1], false)].map(|(image, is_from)| {
            let of = |inputs: &[u32; 2]| places(&run(image, *inputs, options.fuel).1, is_from);
            let all = inputs.iter().flat_map(of);
            all.filter(|(_, slot)| !slot.is_operand()).collect::<BTreeSet<_>>()
        });
        // Fixes that replace the output itself are left out, also if it becomes output only with the other fix.
        let outputs: BTreeSet<(Address, Slot)> = inputs
            .iter()
            .flat_map(|&inputs| [&[][..], &base].map(|fixes| (inputs, fixes)))
            .filter_map(|(inputs, fixes)| writes_result(pair, fixes, inputs, options.fuel))
            .collect();
        let to = &to - &outputs;
        let place = |&(at, slot): &(Address, Slot)| Site { at, slot, occurrence: None };
        let all: Vec<Fix> = from
            .iter()
            .flat_map(|l| to.iter().map(move |r| Fix { from: place(l), to: place(r) }))
            .filter(|fix| are_alike(fix.from.slot, fix.to.slot))
            .collect();
        // A fix may make inputs matter that do not without it, so more of them are tried.
        let mut random = Random(3);
        let drawn: Vec<[u32; 2]> = (0..400).map(|_| [random.word(), random.word()]).collect();
        let one_of =
            inputs.iter().flat_map(|[a, b]| [[0, *b], [*a, 0], [5_000_000, *b], [*a, 5_000_000]]);
        let told = members.iter().map(|member| [member.sample[0], member.sample[1]]);
        let wide: Vec<[u32; 2]> =
            drawn.into_iter().chain(one_of).chain(told).filter(|inputs| counts(&inputs)).collect();
        let enough =
            |fixes: &[Fix]| counted.iter().chain(&wide).all(|&inputs| agree(fixes, inputs));
        match base.first() {
            Some(&first) => {
                let mut others = all.iter().filter(|fix| fix.to != first.to);
                let other = others.find(|&&fix| enough(&[first, fix]));
                prop_assert!(other.is_none(), "{:?} beside {:?}", other, set);
            }
            None => {
                prop_assert!(!all.iter().any(|&one| all.iter().any(|&other| enough(&[one, other]))))
            }
        }
    }
    Ok(())
}

/// Pairs with several fixes are rare among random ones, so many are tried.
#[test]
fn several_fixes_are_the_fewest_that_do() {
    let count = if is_long() { 4_000 } else { 120 };
    let (mut two, mut three) = (0, 0);
    for (reduced, pair) in sampled(reduced_pair(), count) {
        let options = Options { fuel: 60, ..Options::default() };
        let images = pair.each_ref().map(Image::new);
        let [left, right] = &images;
        let all: Vec<[u32; 2]> = reduced.inputs().collect();
        let differs = |inputs: &&[u32; 2]| {
            let [a, b] = [left, right].map(|image| outcome(image, **inputs, options.fuel));
            difference(&a, &b).is_some()
        };
        let Some(witness) = all.iter().find(differs) else { continue };
        let Search { found, set, .. } = caused([left, right], &(*witness).into(), &options);
        let Some(set) = set else { continue };
        let checked = is_a_smallest_set([left, right], &found, &set, &all, &options);
        checked.unwrap_or_else(|why| panic!("{why}"));
        *if set.members.len() == 2 { &mut two } else { &mut three } += 1;
    }
    figure(&format!("cause: {two} of {count} random pairs have two fixes, {three} have three"));
    assert!(two >= 2, "{two} and {three}");
}

/// Two mistakes, on two branches of a program: each pair is reported for its branch.
#[test]
fn two_mistakes_have_two_pairs() {
    let text = "slt $4, $1, $2\nbeq $4, $0, big\nadd $5, $1, $1\nadd $3, $5, $2\njr $31\n\
                big: add $6, $1, $2\nadd $3, $6, $2\njr $31\n";
    let other = text.replace("$5, $1, $1", "$5, $1, $2").replace("$6, $1, $2", "$6, $2, $2");
    let image = |text: &str| Image::new(&link::assemble(text).program.expect("it is a program"));
    let [left, right] = [text, &other].map(image);
    let Search { found, set, .. } = caused([&left, &right], &[1, 2].into(), &Options::default());
    let Found::Cause(cause) = found else { panic!("{found:?}") };
    assert_eq!((cause.check, cause.fix.to.at.0), (Check::LeftPathFix, 8));
    let set = set.expect("there is one");
    let told = set.members.iter().map(|member| {
        let part = member.part.as_ref().expect("for all inputs");
        let conditions = part.regions.iter().map(|region| region.condition.as_str());
        (member.fix.to.at.0, part.is_exact, conditions.collect::<Vec<_>>())
    });
    let expected = vec![(8, true, vec!["$1 < $2"]), (20, true, vec!["$1 > $2"])];
    assert_eq!((set.check, told.collect::<Vec<_>>()), (Check::AllFix, expected));
}
