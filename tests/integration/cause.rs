//! Root causes: pairs of instructions reported as the reason why two programs differ.

mod algorithm;
mod endless;
pub(crate) mod held;
mod lines;
pub(crate) mod mended;
mod sets;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use proptest::prelude::*;
use tamarin::asm::listing;
use tamarin::engines::cause::{Cause, Check, Found, Search, Tally, WitnessWord, cause};
use tamarin::engines::difference::Difference;
use tamarin::engines::paths::Options;
use tamarin::engines::paths::outcome::{Outcome, agreement, difference, outcome};
use tamarin::engines::tree::{Fix, Site, overrides};
use tamarin::link;
use tamarin::machine::mips::Reg;
use tamarin::machine::{Image, Inputs, Machine, Recorder, Slot, Stop as End};
use tamarin::program::Address;
use tamarin::report::{Agreement, Side};
use tamarin::solver::Stop;
use tamarin::solver::bitblast::Bitblast;
use tamarin::symbolic::concolic::{Operands, Rest, ValueRecorder, Written};
use tamarin_testing::differing::Differing;
use tamarin_testing::generate::{cases, reduced_pair};
use tamarin_testing::is_long;

use sets::is_a_smallest_set;
use tamarin_testing::questions::Random;

fn caused(images: [&Rc<Image>; 2], inputs: &Inputs, options: &Options) -> Search {
    let difference = Difference { images, options, inputs: inputs.clone() };
    let (mut solver, mut observer) = (Bitblast::new(), ());
    pollster::block_on(cause(&difference, &mut solver, &Stop::NEVER, &mut observer))
}

/// The words that a run writes and branches on, and how it ends.
fn run(image: &Rc<Image>, inputs: [u32; 2], fuel: u64) -> (Outcome, Vec<Written<()>>) {
    let mut recorder = ValueRecorder::keeping(image, None, Operands::All);
    let mut machine = Machine::new(image, inputs);
    let stop = machine.run(fuel, &mut recorder);
    (Outcome::of(&machine, stop), recorder.written)
}

/// The definition of a fix: runs the fixed program and compares it with the reference.
fn fixed(images: [&Rc<Image>; 2], fix: Fix, inputs: [u32; 2], fuel: u64) -> Agreement {
    fixed_by(images, &[fix], inputs, fuel)
}

fn fixed_by(
    [first, second]: [&Rc<Image>; 2],
    fixes: &[Fix],
    inputs: [u32; 2],
    fuel: u64,
) -> Agreement {
    let (outcome, written) = run(first, inputs, fuel);
    let overrides = overrides(fixes, &written, &Rest::Ended);
    let mut recorder = ValueRecorder::overriding(second, &overrides);
    let mut machine = Machine::new(second, inputs);
    let stop = machine.run(fuel, &mut recorder);
    match outcome.stop == End::OutOfFuel && stop == End::OutOfFuel {
        true => Agreement::Agree,
        false => agreement(&outcome, &Outcome::of(&machine, stop)),
    }
}

/// The definition of a fix up to the first point: with it the programs agree, or the words
/// that should be equal there are.
fn is_earliest_fix(
    [first, second]: [&Rc<Image>; 2],
    cause: &Cause,
    inputs: [u32; 2],
    fuel: u64,
) -> bool {
    let [a, b] = cause.first.expect("there is a point");
    let word = |written: &[Written<()>], instance| {
        written.iter().find(|one| one.instance == instance).map(|one| one.word.value)
    };
    let (_, written) = run(first, inputs, fuel);
    let overrides = overrides(&[cause.fix], &written, &Rest::Ended);
    let mut recorder = ValueRecorder::keeping(second, Some(&overrides), Operands::None);
    Machine::new(second, inputs).run(fuel, &mut recorder);
    let words = [word(&written, a), word(&recorder.written, b)];
    fixed([first, second], cause.fix, inputs, fuel) == Agreement::Agree
        || words[0].is_some() && words[0] == words[1]
}

/// The addresses that a run comes by.
fn way(image: &Rc<Image>, inputs: [u32; 2], fuel: u64) -> Vec<u32> {
    struct Way(Vec<u32>);
    impl tamarin::machine::values::Values for Way {
        type Word = ();
        type Address = ();
        fn constant(&mut self, _: u32) {}
        fn binary(&mut self, _: tamarin::machine::BinaryOp, (): (), (): ()) {}
        fn address(&mut self, (): (), _: i16) {}
    }
    impl Recorder for Way {
        fn begin(&mut self, at: Address) {
            self.0.push(at.0);
        }
        fn get(&mut self, _: Reg) {}
        fn hi(&mut self) {}
        fn lo(&mut self) {}
        fn text_word(&mut self, _: u32, _: u32, _: bool) {}
        fn input(&mut self, _: usize, _: u32) {}
        fn load(&mut self, _: tamarin::machine::Tagged<()>, _: u32) {}
    }
    let mut way = Way(Vec::new());
    Machine::new(image, inputs).run(fuel, &mut way);
    way.0
}

/// By the definition, whether each word of a run belongs to a label whose word can be taken (`is_from`) or replaced.
/// Operands can be taken only if they have their start values.
fn are_labels(written: &[Written<()>], is_from: bool) -> Vec<bool> {
    let is_given = |index: usize, reg: Option<Reg>| {
        !written[..index].iter().any(|one| one.instance.slot == Slot::Register && one.reg == reg)
    };
    let place = |one: &Written<()>| (one.instance.at, one.instance.slot);
    let is_label = |one: &Written<()>| match one.instance.slot {
        Slot::NotTaken => is_from,
        Slot::FirstOperand | Slot::SecondOperand if is_from => {
            let first = written.iter().position(|other| place(other) == place(one));
            first.is_some_and(|first| is_given(first, written[first].reg))
        }
        Slot::Register => {
            one.reg != Some(Reg::RETURN_ADDRESS) || one.word.value != one.instance.at.0 + 4
        }
        _ => true,
    };
    written.iter().map(is_label).collect()
}

/// The labels of all executions of an instruction.
fn places(written: &[Written<()>], is_from: bool) -> BTreeSet<(Address, Slot)> {
    let labels = written.iter().zip(are_labels(written, is_from));
    let labels = labels.filter(|(_, is_label)| *is_label);
    labels.map(|(one, _)| (one.instance.at, one.instance.slot)).collect()
}

/// Whether a word of one kind can replace a word of the other.
fn are_alike(from: Slot, to: Slot) -> bool {
    let kind = |slot| match slot {
        Slot::Taken | Slot::NotTaken => 0,
        Slot::Address => 1,
        _ => 2,
    };
    kind(from) == kind(to)
}

/// By the definition, the number of label pairs of a reference, and how many have equal words on the witness; from the
/// words that the runs wrote and branched on.
fn labelled(runs: [&[Written<()>]; 2]) -> [u64; 2] {
    type All = BTreeMap<(Address, Slot), BTreeMap<u32, u32>>;
    let labels = [(runs[0], true), (runs[1], false)].map(|(written, is_from)| {
        let mut all = All::new();
        for (one, _) in written.iter().zip(are_labels(written, is_from)).filter(|it| it.1) {
            let of_place = all.entry((one.instance.at, one.instance.slot)).or_default();
            of_place.insert(one.instance.occurrence, one.word.value);
        }
        let is_operand = |slot| matches!(slot, Slot::FirstOperand | Slot::SecondOperand);
        let again = all.iter().filter(|((_, slot), of)| of.len() > 1 && !is_operand(*slot));
        let single: Vec<(Slot, u32)> =
            again.flat_map(|((_, slot), of)| of.values().map(|word| (*slot, *word))).collect();
        (all, single)
    });
    let [(all_left, single_left), (all_right, single_right)] = &labels;
    let (mut pairs, mut equal) = (0, 0);
    for ((_, from), taken) in all_left {
        for (_, replaced) in all_right.iter().filter(|((_, to), _)| are_alike(*from, *to)) {
            pairs += 1;
            let is_equal = |(number, word)| replaced.get(number).is_none_or(|other| other == word);
            equal += u64::from(taken.iter().all(is_equal));
        }
    }
    for (from, word) in single_left {
        for (_, other) in single_right.iter().filter(|(to, _)| are_alike(*from, *to)) {
            pairs += 1;
            equal += u64::from(word == other);
        }
    }
    [pairs, equal]
}

/// The program that is the reference first.
fn in_order([left, right]: [&Rc<Image>; 2], reference: Side) -> [&Rc<Image>; 2] {
    match reference {
        Side::Left => [left, right],
        Side::Right => [right, left],
    }
}

proptest! {
    #![proptest_config(cases(80))]

    /// Programs for which few inputs are relevant, so that each can be tried.
    #[test]
    fn what_is_said_of_a_cause_is_its_definition((reduced, pair) in reduced_pair()) {
        let options = Options { fuel: 60, ..Options::default() };
        let images = pair.each_ref().map(Image::new);
        let [left, right] = &images;
        let differs = |inputs: &[u32; 2]| {
            let [a, b] = [left, right].map(|image| outcome(image, *inputs, options.fuel));
            difference(&a, &b).is_some()
        };
        let Some(witness) = reduced.inputs().find(differs) else { return Ok(()) };
        let of_reference = |side| match side {
            Side::Left => [left, right],
            Side::Right => [right, left],
        };
        // The inputs that count for a check.
        let counted = |check, side| {
            let [first, _] = of_reference(side);
            let on_witness = way(first, witness, options.fuel);
            let counts = move |inputs: &[u32; 2]| {
                check == Check::AllFix || way(first, *inputs, options.fuel) == on_witness
            };
            reduced.inputs().filter(counts)
        };
        let Search { found, set, tally, .. } = caused([left, right], &witness.into(), &options);
        if let Some(set) = &set {
            is_a_smallest_set([left, right], &found, set, &reduced.inputs().collect::<Vec<_>>(), &options)?;
        }
        let written = [left, right].map(|image| run(image, witness, options.fuel).1);
        let of_left = labelled([&written[0], &written[1]]);
        let of_right = labelled([&written[1], &written[0]]);
        // A pair has either program as its reference.
        let [pairs, equal] = [of_left[0] + of_right[0], of_left[1] + of_right[1]];
        prop_assert_eq!(tally.equal, equal);
        let Tally { witness: on_witness, inputs, proof, undecided, untried, .. } = tally;
        let others = on_witness + inputs + proof + undecided + untried;
        let is_cause = matches!(found, Found::Cause(_));
        prop_assert_eq!(others + u64::from(is_cause), pairs - equal, "{:?}", tally);
        prop_assert!(found != Found::None || undecided + untried == 0, "{:?}", tally);
        match found.clone() {
            Found::Unknown => {}
            Found::Cause(cause @ Cause { check: Check::LeftPathEarliestFix, .. }) => {
                for inputs in counted(Check::LeftPathFix, cause.reference) {
                    let holds = is_earliest_fix(of_reference(cause.reference), &cause, inputs, options.fuel);
                    prop_assert!(holds, "{:?}: {:?}", inputs, cause);
                }
            }
            Found::Cause(Cause { check, reference, fix, words, .. }) => {
                let [from, to] = of_reference(reference).map(|image| run(image, witness, options.fuel).1);
                let of = |written: &[Written<()>], place: Site, word: WitnessWord| {
                    let mut instances = written.iter().filter(|one| place.contains(one.instance));
                    instances.any(|one| {
                        (one.instance.occurrence, one.word.value) == (word.occurrence, word.value)
                    })
                };
                let words = if reference == Side::Left { words } else { [words[1], words[0]] };
                prop_assert!(of(&from, fix.from, words[0]) && of(&to, fix.to, words[1]), "{:?}", words);
                prop_assert_ne!(words[0].value, words[1].value);
                for inputs in counted(check, reference) {
                    let agreement = fixed(of_reference(reference), fix, inputs, options.fuel);
                    prop_assert_eq!(agreement, Agreement::Agree, "{:?}: {:?} {:?}", inputs, check, fix);
                }
            }
            Found::None => {}
        }
        // If the report says so, none of them is a cause: all of them, or those before the output.
        let before_output = matches!(&found, Found::Cause(cause) if cause.is_nothing_before);
        if before_output || found == Found::None {
            for side in Side::BOTH {
                let [from, to] =
                    of_reference(side).map(|image| run(image, witness, options.fuel).1);
                let result = to.iter().rfind(|one| {
                    (one.instance.slot, one.reg) == (Slot::Register, Some(Reg::RESULT))
                });
                let [from, to] = [places(&from, true), places(&to, false)];
                for (&(l, from), &(r, to)) in from.iter().flat_map(|l| to.iter().map(move |r| (l, r))) {
                    let place = |at, slot| Site { at, slot, occurrence: None };
                    let fix = Fix { from: place(l, from), to: place(r, to) };
                    if !are_alike(from, to) {
                        continue;
                    }
                    let is_output = result.is_some_and(|one| fix.to.contains(one.instance));
                    if before_output && (is_output || to == Slot::Output) {
                        continue;
                    }
                    let fails = counted(Check::LeftPathFix, side).any(|inputs| {
                        fixed(of_reference(side), fix, inputs, options.fuel) != Agreement::Agree
                    });
                    prop_assert!(fails, "{:?} is a fix", fix);
                }
            }
        }
    }
}

/// Programs that print several numbers, with mistakes in most of them. No single fix repairs all, so the report has one
/// that repairs the output up to the first. Nothing in these programs depends on a branch.
#[test]
fn a_fix_up_to_the_first_point_does_up_to_it() {
    let mut random = Random(4);
    let mut found = 0;
    for _ in 0..if is_long() { 40 } else { 8 } {
        let mut texts =
            ["lis $20\n.word 0xffff000c\n", "lis $20\n.word 0xffff000c\n"].map(String::from);
        let mut mistakes = 0;
        for number in 0..6 {
            let line = |random: &mut Random| {
                let op = ["add", "sub"][random.below(2)];
                let [s, t] = [(); 2].map(|()| 1 + random.below(2));
                format!("{op} $5, ${s}, ${t}\n")
            };
            let right = line(&mut random);
            let left = if number == 0 { right.clone() } else { line(&mut random) };
            mistakes += u32::from(left != right);
            for (text, line) in texts.iter_mut().zip([left, right]) {
                text.push_str(&format!("{line}add $6, $5, $5\nsw $6, 0($20)\n"));
            }
        }
        texts.iter_mut().for_each(|text| text.push_str("jr $31\n"));
        let images = texts
            .each_ref()
            .map(|text| Image::new(&link::assemble(text).program.expect("it is a program")));
        let [left, right] = &images;
        let options = Options::default();
        let mut drawn: Vec<[u32; 2]> = (0..300).map(|_| [random.word(), random.word()]).collect();
        drawn.extend((0..256u32).map(|n| [n / 16, n % 16]));
        let differs = |inputs: &&[u32; 2]| {
            let [a, b] = [left, right].map(|image| outcome(image, **inputs, options.fuel));
            difference(&a, &b).is_some()
        };
        let Some(&witness) = drawn.iter().find(differs) else { continue };
        let Search { found: told, .. } = caused([left, right], &witness.into(), &options);
        let Found::Cause(cause) = told else { continue };
        if cause.check != Check::LeftPathEarliestFix {
            continue;
        }
        assert!(mistakes > 1, "{cause:?}\n{}\n{}", texts[0], texts[1]);
        found += 1;
        let pair = in_order([left, right], cause.reference);
        for &inputs in &drawn {
            assert!(is_earliest_fix(pair, &cause, inputs, options.fuel), "{inputs:?}: {cause:?}");
        }
        // The words differ without the fix.
        let [a, b] = cause.first.expect("there is a point");
        let words = [(pair[0], a), (pair[1], b)].map(|(image, instance)| {
            let written = run(image, witness, options.fuel).1;
            written.iter().find(|one| one.instance == instance).map(|one| one.word.value)
        });
        assert_ne!(words[0], words[1], "{cause:?}");
    }
    assert!(found >= 2, "{found}");
}

/// Two mistakes on one path, one before a loop and one after it. Inputs on which both programs agree, in other
/// registers, show that the loop's start value is wrong.
#[test]
fn a_loop_is_begun_with_the_same() {
    let left = "lis $6\n.word 1\nadd $5, $0, $0\n\
                more: beq $1, $0, end\nadd $5, $5, $1\nsub $1, $1, $6\nbeq $0, $0, more\n\
                end: add $3, $5, $2\njr $31\n";
    // Twice a word that is 1 if $2 is 7, else 0.
    let right = "lis $7\n.word 7\nlis $11\n.word 7\nlis $10\n.word 1\n\
                 sub $8, $2, $7\nsltu $9, $0, $8\nsub $9, $10, $9\n\
                 sub $12, $2, $11\nsltu $13, $0, $12\nsub $13, $10, $13\nadd $4, $9, $0\n\
                 more: beq $1, $0, end\nadd $4, $4, $1\nsub $1, $1, $10\nbeq $0, $0, more\n\
                 end: add $3, $4, $2\nadd $3, $3, $13\njr $31\n";
    let image = |text: &str| Image::new(&link::assemble(text).program.expect("it is a program"));
    let [left, right] = [left, right].map(image);
    let options = Options::default();
    let Search { found, .. } = caused([&left, &right], &[5, 7].into(), &options);
    let Found::Cause(cause) = found else { panic!("{found:?}") };
    assert_eq!(cause.check, Check::LeftPathEarliestFix, "{cause:?}");
    let [a, b] = cause.first.expect("there is a point");
    assert_eq!([a.slot, b.slot], [Slot::Register; 2], "{cause:?}");
    let pair = in_order([&left, &right], cause.reference);
    let mut random = Random(3);
    let drawn = (0..200).map(|_| [5, random.word()]).chain((0..20).map(|number| [5, number]));
    for inputs in drawn {
        assert!(is_earliest_fix(pair, &cause, inputs, options.fuel), "{inputs:?}: {cause:?}");
    }
    // Without it they do not.
    let words = [(pair[0], a), (pair[1], b)].map(|(image, instance)| {
        let written = run(image, [5, 7], options.fuel).1;
        written.iter().find(|one| one.instance == instance).map(|one| one.word.value)
    });
    assert_ne!(words[0], words[1], "{cause:?}");
}

/// A branch that leads to the wrong arm: no word that is written explains it.
#[test]
fn a_branch_may_be_the_cause() {
    let text = "slt $4, $1, $2\nbeq $4, $0, big\nadd $3, $1, $0\njr $31\n\
                big: sub $3, $1, $2\njr $31\n";
    let image = |text: &str| Image::new(&link::assemble(text).program.expect("it is a program"));
    let cause = |other: &str, slots: [Slot; 2]| {
        let [left, right] = [text, other].map(image);
        let Search { found, .. } = caused([&left, &right], &[1, 2].into(), &Options::default());
        let Found::Cause(cause) = found else { panic!("{found:?}") };
        let Fix { from, to } = cause.fix;
        assert_eq!((cause.check, [from.slot, to.slot]), (Check::AllFix, slots), "{cause:?}");
        assert_eq!((from.at.0, to.at.0), (4, 4));
        let from = u32::from(slots[0] == Slot::NotTaken);
        assert_eq!(cause.words.map(|word| word.value), [from, 1 - from]);
    };
    cause(&text.replace("beq $4, $0, big", "beq $4, $4, big"), [Slot::Taken; 2]);
    // The arms have changed places.
    let arms = text.replace("add $3, $1, $0", "?").replace("sub $3, $1, $2", "add $3, $1, $0");
    cause(&arms.replace('?', "sub $3, $1, $2"), [Slot::NotTaken, Slot::Taken]);
}

/// RootCause's figures for this machine; the expected reports are beside them.
#[test]
fn the_examples_of_the_paper_have_their_causes() {
    let outputs = Differing::of("tests/corpus/causes").into_iter().map(|pair| {
        let difference = pair.difference();
        let Search { found, set, .. } = caused(difference.images, &pair.witness, &pair.options);
        let lines = [0, 1].map(|side| {
            let rows = listing(&[&pair.texts[side]], &pair.programs[side]);
            rows.iter().filter(|row| row.word.is_some()).map(|row| row.line).collect::<Vec<_>>()
        });
        let told = |(reference, fix): (Side, Fix), words: [WitnessWord; 2]| {
            let places = match reference {
                Side::Left => [fix.from, fix.to],
                Side::Right => [fix.to, fix.from],
            };
            let told = Side::BOTH.map(|side| {
                let place = places[side as usize];
                let line = lines[side as usize][place.at.word_index()].expect("it has a line");
                let text = pair.texts[side as usize].lines().nth(line - 1).expect("it is there");
                let text = text.split(';').next().expect("it has one").trim();
                format!("{line}: {text} = {}", words[side as usize].value as i32)
            });
            format!("({}) ({}) of the {reference:?}", told[0], told[1])
        };
        let mut text = format!("on {:?}\n", &pair.witness[..]);
        match &found {
            Found::Cause(Cause { check, reference, fix, is_trivial, words, .. }) => {
                let trivial = if *is_trivial { ", trivial" } else { "" };
                text.push_str(&format!(
                    "{check:?}{trivial}: {}\n",
                    told((*reference, *fix), *words)
                ));
            }
            other => text.push_str(&format!("{other:?}\n")),
        }
        if let Some(set) = &set {
            text.push_str(&format!("together {:?}:\n", set.check));
            for member in &set.members {
                let part = member.part.as_ref().expect("for all inputs");
                let conditions: Vec<_> =
                    part.regions.iter().map(|region| region.condition.as_str()).collect();
                let of = told((set.reference, member.fix), member.words);
                text.push_str(&format!("{of} where {}\n", conditions.join(" or ")));
            }
        }
        (pair.expected, text)
    });
    tamarin_testing::check(outputs.collect::<Vec<_>>());
}
