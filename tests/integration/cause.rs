//! Pairs of instructions that are said to be why two programs differ.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::Instant;

use proptest::prelude::*;
use tamarin::asm::listing;
use tamarin::contract::{Contract, Spec};
use tamarin::engines::cause::{
    Cause, Check, Found, Search, Set, Tally, Word, cause, cause_near, suspects,
};
use tamarin::engines::difference::Difference;
use tamarin::engines::mend::{Edit, mend};
use tamarin::engines::paths::Options;
use tamarin::engines::paths::outcome::{Outcome, agreement, difference, outcome};
use tamarin::engines::tree::{Fix, Place, overrides};
use tamarin::isa::{Op, Reg, decode};
use tamarin::link::{self, File};
use tamarin::machine::{Image, Inputs, Machine, Recorder, Slot, Stop as End};
use tamarin::program::{Address, Program};
use tamarin::report::{Agreement, Side};
use tamarin::solver::Stop;
use tamarin::solver::bitblast::Bitblast;
use tamarin::symbolic::concolic::{ValueRecorder, Written};
use tamarin_testing::differing::Differing;
use tamarin_testing::generate::{cases, reduced_pair, sampled};
use tamarin_testing::mutants::{Mutant, mutants};
use tamarin_testing::questions::Random;
use tamarin_testing::{figure, is_long};

fn caused(images: [&Rc<Image>; 2], inputs: &Inputs, options: &Options) -> Search {
    let difference = Difference { images, options, inputs: inputs.clone() };
    let (mut solver, mut observer) = (Bitblast::new(), ());
    pollster::block_on(cause(&difference, &mut solver, &Stop::NEVER, &mut observer))
}

/// What a run writes, and how it ends.
fn run(image: &Rc<Image>, inputs: [u32; 2], fuel: u64) -> (Outcome, Vec<Written<()>>) {
    let mut recorder = ValueRecorder::keeping(image, None);
    let mut machine = Machine::new(image, inputs);
    let stop = machine.run(fuel, &mut recorder);
    (Outcome::of(&machine, stop), recorder.written)
}

/// The definition: what the fixed program does, held against the reference.
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
    let overrides = overrides(fixes, &written);
    let mut recorder = ValueRecorder::overriding(second, &overrides);
    let mut machine = Machine::new(second, inputs);
    let stop = machine.run(fuel, &mut recorder);
    match outcome.stop == End::OutOfFuel && stop == End::OutOfFuel {
        true => Agreement::Agree,
        false => agreement(&outcome, &Outcome::of(&machine, stop)),
    }
}

/// The addresses that a run comes by.
fn way(image: &Rc<Image>, inputs: [u32; 2], fuel: u64) -> Vec<u32> {
    struct Way(Vec<u32>);
    impl tamarin::machine::semantics::Values for Way {
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

/// The instructions that write a word.
fn places(written: &[Written<()>]) -> BTreeSet<(Address, Slot)> {
    written.iter().map(|one| (one.instance.at, one.instance.slot)).collect()
}

/// How many pairs of labels a reference has, and how many of them with equal words on
/// the witness: by the definition, from what the runs wrote.
fn labelled(runs: [&[Written<()>]; 2]) -> [u64; 2] {
    let labels = runs.map(|written| {
        let is_return = |one: &&Written<()>| {
            one.reg == Some(Reg::RETURN_ADDRESS) && one.word.value == one.instance.at.0 + 4
        };
        let written: Vec<_> = written.iter().filter(|one| !is_return(one)).collect();
        let mut all: BTreeMap<(Address, Slot), BTreeMap<u32, u32>> = BTreeMap::new();
        for one in &written {
            let of_place = all.entry((one.instance.at, one.instance.slot)).or_default();
            of_place.insert(one.instance.occurrence, one.word.value);
        }
        let single: Vec<u32> =
            all.values().filter(|of| of.len() > 1).flat_map(|of| of.values().copied()).collect();
        (all, single)
    });
    let [(all_left, single_left), (all_right, single_right)] = &labels;
    let of_all = all_left.values().flat_map(|from| all_right.values().map(move |to| (from, to)));
    let is_equal = |(from, to): &(&BTreeMap<u32, u32>, &BTreeMap<u32, u32>)| {
        from.iter().all(|(number, word)| to.get(number).is_none_or(|other| other == word))
    };
    let of_single =
        single_left.iter().flat_map(|from| single_right.iter().map(move |to| from == to));
    let pairs = all_left.len() * all_right.len() + single_left.len() * single_right.len();
    let equal = of_all.filter(is_equal).count() + of_single.filter(|equal| *equal).count();
    [pairs as u64, equal as u64]
}

/// The program that is the reference first.
fn in_order([left, right]: [&Rc<Image>; 2], reference: Side) -> [&Rc<Image>; 2] {
    match reference {
        Side::Left => [left, right],
        Side::Right => [right, left],
    }
}

/// Holds a set of fixes against its definition: together they do, each one is needed on
/// the inputs that are told, and fewer do not. Of fewer, those of all executions are tried.
fn is_a_smallest_set(
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
        let [from, to] = pair.map(|image| {
            let of = |inputs: &[u32; 2]| places(&run(image, *inputs, options.fuel).1);
            inputs.iter().flat_map(of).collect::<BTreeSet<_>>()
        });
        // Those that replace the output itself are left aside.
        let outputs: BTreeSet<(Address, Slot)> = inputs
            .iter()
            .filter_map(|inputs| {
                let written = run(pair[1], *inputs, options.fuel).1;
                let last = written.iter().rfind(|one| one.reg == Some(Reg::RESULT))?;
                Some((last.instance.at, last.instance.slot))
            })
            .collect();
        let to = &to - &outputs;
        let place = |&(at, slot): &(Address, Slot)| Place { at, slot, occurrence: None };
        let all: Vec<Fix> = from
            .iter()
            .flat_map(|l| to.iter().map(move |r| Fix { from: place(l), to: place(r) }))
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

proptest! {
    #![proptest_config(cases(80))]

    /// Programs of which few inputs matter, so that each can be tried.
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
        let Search { found, set, tally } = caused([left, right], &witness.into(), &options);
        if let Some(set) = &set {
            is_a_smallest_set([left, right], &found, set, &reduced.inputs().collect::<Vec<_>>(), &options)?;
        }
        let written = [left, right].map(|image| run(image, witness, options.fuel).1);
        let [pairs, equal] = labelled([&written[0], &written[1]]);
        // A pair has either program as its reference.
        prop_assert_eq!(tally.equal, 2 * equal);
        let Tally { witness: on_witness, inputs, proof, undecided, untried, .. } = tally;
        let others = on_witness + inputs + proof + undecided + untried;
        let is_cause = matches!(found, Found::Cause(_));
        prop_assert_eq!(others + u64::from(is_cause), 2 * (pairs - equal), "{:?}", tally);
        prop_assert!(found != Found::None || undecided + untried == 0, "{:?}", tally);
        match found.clone() {
            Found::Cause(Cause { check: Check::LeftPathEarliestFix, .. }) | Found::Unknown => {}
            Found::Cause(Cause { check, reference, fix, words, .. }) => {
                let [from, to] = of_reference(reference).map(|image| run(image, witness, options.fuel).1);
                let of = |written: &[Written<()>], place: Place, word: Word| {
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
        // Where it says so, none of them is one: all of them, or those before the output.
        let before_output = matches!(&found, Found::Cause(cause) if cause.is_nothing_before);
        if before_output || found == Found::None {
            for side in Side::BOTH {
                let [from, to] =
                    of_reference(side).map(|image| run(image, witness, options.fuel).1);
                let result = to.iter().rfind(|written| written.reg == Some(Reg::RESULT));
                let [from, to] = [&from, &to].map(|written| places(written));
                for (&(l, from), &(r, to)) in from.iter().flat_map(|l| to.iter().map(move |r| (l, r))) {
                    let place = |at, slot| Place { at, slot, occurrence: None };
                    let fix = Fix { from: place(l, from), to: place(r, to) };
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

/// The register that an instruction writes, and those that it reads.
fn registers(word: u32) -> (Option<Reg>, Vec<Reg>) {
    let Some(it) = decode(word) else { return (None, Vec::new()) };
    match it.op {
        Op::Add | Op::Sub | Op::Slt | Op::Sltu => (Some(it.d), vec![it.s, it.t]),
        Op::Lw => (Some(it.t), vec![it.s]),
        Op::Sw | Op::Beq | Op::Bne | Op::Mult | Op::Multu | Op::Div | Op::Divu => {
            (None, vec![it.s, it.t])
        }
        Op::Mfhi | Op::Mflo | Op::Lis => (Some(it.d), vec![]),
        Op::Jr | Op::Jalr => (None, vec![it.s]),
    }
}

/// Whether a mutated line is that of an instruction, or that of one which it takes its
/// word from, or gives it to, at once.
fn is_near(
    program: &Program,
    lines: &[Option<usize>],
    at: Address,
    mutated: &BTreeSet<usize>,
) -> bool {
    let is_mutated = |word: usize| lines[word].is_some_and(|line| mutated.contains(&line));
    let here = at.word_index();
    let (writes, reads) = registers(program.words[here]);
    let is_loaded = here + 1 < lines.len()
        && decode(program.words[here]).is_some_and(|it| it.op == Op::Lis)
        && is_mutated(here + 1);
    let feeds = (0..program.words.len()).filter(|&word| is_mutated(word)).any(|word| {
        let (written, read) = registers(program.words[word]);
        written.is_some_and(|reg| reads.contains(&reg))
            || writes.is_some_and(|reg| read.contains(&reg))
            // `mult` and `div` go by `hi` and `lo`.
            || written.is_none() && reads.is_empty()
    });
    is_mutated(here) || is_loaded || feeds
}

/// What `tamarin explain` asks: a mend first, then the cause near it.
fn explained(mutant: &Mutant, options: &Options) -> Search {
    let Mutant { left, right, text, inputs, .. } = mutant;
    let difference = Difference { images: [left, right], options, inputs: inputs.clone() };
    let files = [File::text("", text)];
    let (mut solver, mut observer) = (Bitblast::new(), ());
    let mend = mend(&difference, &files, &mut solver, &Stop::NEVER, &mut observer);
    let mend = pollster::block_on(mend);
    let suspects = mend.map(|mend| suspects(&difference, &mend, &files)).unwrap_or_default();
    let search = cause_near(&difference, &suspects, &mut solver, &Stop::NEVER, &mut observer);
    pollster::block_on(search)
}

/// The lines of a text that an edit changes.
fn changed(edit: &Edit) -> BTreeSet<usize> {
    let more = edit.from.lines().count().max(edit.to.lines().count());
    (edit.line..edit.line + more).collect()
}

/// The line of each word of a program.
fn lines(text: &str, program: &Program) -> Vec<Option<usize>> {
    let rows = listing(&[text], program);
    rows.iter().filter(|row| row.word.is_some()).map(|row| row.line).collect()
}

#[test]
fn the_cause_of_a_mistake_of_one_token_is_there() {
    let count = if is_long() { 500 } else { 60 };
    let (mut found, mut none, mut named, mut all, mut trivial, mut several) = (0, 0, 0, 0, 0, 0);
    let mut times = Vec::new();
    for mutant in mutants(count) {
        let begin = Instant::now();
        let Search { found: cause, set, .. } = explained(&mutant, &Options::default());
        times.push(begin.elapsed());
        several += u32::from(set.is_some());
        let cause = match cause {
            Found::Cause(cause) => cause,
            Found::None => {
                none += 1;
                continue;
            }
            Found::Unknown => continue,
        };
        found += 1;
        all += u32::from(cause.check == Check::AllFix);
        trivial += u32::from(cause.is_trivial);
        let program = link::assemble(&mutant.text).program.expect("a mutant is a program");
        let lines = lines(&mutant.text, &program);
        let at = cause.place(Side::Right).at;
        named += u32::from(is_near(&program, &lines, at, &changed(&mutant.edit)));
    }
    times.sort();
    figure(&format!(
        "cause: of {count} mutants {found} have one ({all} for all inputs, {trivial} trivial), {none} \
         have none; {several} take several pairs for all inputs; {named} name the line of the mistake or \
         one that shares a register with it; {:?} in the median, with the mend",
        times[times.len() / 2]
    ));
    assert!(named * 2 > found, "{named} of {found}");
    assert!((found + none) * 100 >= count as u32 * 90, "{found} and {none} of {count}");
}

/// Pairs with several fixes are rare among random ones, so many are looked at.
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

/// Two mistakes, on two ways through a program: each pair is told its part.
#[test]
fn two_mistakes_have_two_pairs() {
    let text = "slt $4, $1, $2\nbeq $4, $0, big\nadd $5, $1, $1\nadd $3, $5, $2\njr $31\n\
                big: add $6, $1, $2\nadd $3, $6, $2\njr $31\n";
    let other = text.replace("$5, $1, $1", "$5, $1, $2").replace("$6, $1, $2", "$6, $1, $1");
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

/// The paper's figures for this machine, with what is to be told of them beside them.
#[test]
fn the_examples_of_the_paper_have_their_causes() {
    let outputs = Differing::of("tests/corpus/causes").into_iter().map(|pair| {
        let difference = pair.difference();
        let Search { found, set, .. } = caused(difference.images, &pair.witness, &pair.options);
        let lines = [0, 1].map(|side| {
            let rows = listing(&[&pair.texts[side]], &pair.programs[side]);
            rows.iter().filter(|row| row.word.is_some()).map(|row| row.line).collect::<Vec<_>>()
        });
        let told = |(reference, fix): (Side, Fix), words: [Word; 2]| {
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
