//! Printed output counts however a program ends: all engines are compared with runs on all allowed inputs, for random
//! programs that print and then stop, fault or never stop.

use std::rc::Rc;
use std::sync::Arc;

use tamarin::contract::{Contract, Spec};
use tamarin::engines::difference::Difference;
use tamarin::engines::evidence::search;
use tamarin::engines::paths::outcome::{agreement, ends, watched};
use tamarin::engines::paths::{self, MergeAfter, Options, Strategy, compare};
use tamarin::engines::pause::Pause;
use tamarin::engines::regions::regions;
use tamarin::engines::statement::Statement;
use tamarin::engines::versions::{self, Printing};
use tamarin::evidence::Termination;
use tamarin::link::assemble;
use tamarin::machine::{Image, Inputs, Machine, Stop as End};
use tamarin::report::{Agreement, ReasonCode, Report, Verdict, words};
use tamarin::solver::Stop;
use tamarin::solver::bitblast::Bitblast;
use tamarin_testing::many;
use tamarin_testing::random::Random;

fn contract() -> Arc<Contract> {
    let assume = ["$1 <u 3", "$2 <u 2"].map(str::to_owned).to_vec();
    Arc::new(Contract::new(&Spec { assume, ..Spec::default() }).expect("these are conditions"))
}

fn inputs() -> impl Iterator<Item = Inputs> {
    (0..3).flat_map(|a| (0..2).map(move |b| [a, b].into()))
}

fn options() -> Options {
    Options { fuel: 400, contract: contract(), ..Options::default() }
}

fn image(text: &str) -> Rc<Image> {
    let program = assemble(text).program.unwrap_or_else(|| panic!("it does not assemble: {text}"));
    contract().image(0, &program).expect("there is no array")
}

/// An instruction or two that print, or do not.
fn statement(random: &mut Random) -> String {
    match random.word() % 8 {
        0 => "sw $1, 0($20)\n".to_owned(),
        1 => "add $3, $1, $2\n".to_owned(),
        2 => "add $3, $2, $2\n".to_owned(),
        3 => format!("bne $1, $2, 1\nsw ${}, 0($20)\n", 21 + random.word() % 2),
        4 => "divu $1, $2\nmflo $3\n".to_owned(),
        5 => "sw $2, 0($20)\n".to_owned(),
        _ => format!("sw ${}, 0($20)\n", 21 + random.word() % 2),
    }
}

/// A random ending of a program, after a label with this name.
fn ending(random: &mut Random, label: &str) -> String {
    let count = random.word() % 3;
    let body: String = (0..count).map(|_| statement(random)).collect();
    match random.word() % 8 {
        0 | 1 => format!("{label}: jr $31\n"),
        2 => format!("{label}: .word 0\n"),
        3 => format!("{label}: lw $4, 1($0)\n"),
        // Each round prints a byte of another value.
        4 => format!("{label}: {body}add $6, $6, $21\nsw $6, 0($20)\nbeq $0, $0, {label}\n"),
        // A counter that nothing reads.
        5 => format!("{label}: {body}add $7, $7, $21\nbeq $0, $0, {label}\n"),
        _ => format!("{label}: {body}add $8, $0, $0\nbeq $0, $0, {label}\n"),
    }
}

/// A program in parts: its beginning, and two endings.
fn pieces(random: &mut Random) -> Vec<String> {
    let mut all = vec![
        "lis $20\n.word 0xffff000c\nlis $21\n.word 97\nlis $22\n.word 98\n".to_owned(),
        (0..random.word() % 3).map(|_| statement(random)).collect(),
    ];
    all.push("beq $1, $0, other\n".to_owned());
    all.push((0..random.word() % 2).map(|_| statement(random)).collect());
    all.push(ending(random, "first"));
    all.push(ending(random, "other"));
    all
}

/// The behaviour of a program, as far as a long run shows.
struct Fate {
    end: End,
    result: u32,
    output: Vec<u8>,
    /// Whether it prints on and on.
    grows: bool,
}

/// Steps after which one of these programs that has not stopped never does; printed bytes of such a program
/// repeat within 256 rounds of fewer than 16 steps each.
const LONG: u64 = 12_000;

fn fate(image: &Rc<Image>, inputs: &Inputs) -> Fate {
    let mut machine = Machine::new(image, inputs);
    machine.run(LONG / 2, &mut ());
    let before = machine.output.written;
    let end = machine.run(LONG / 2, &mut ());
    let (result, output) = (machine.state.result(), machine.output.bytes.clone());
    Fate { end, result, grows: machine.output.written > before, output }
}

/// The rule, as a reader of the documentation would apply it.
fn agree(a: &Fate, b: &Fate) -> bool {
    match (a.end, b.end) {
        (End::Done, End::Done) => a.result == b.result && a.output == b.output,
        (End::Fault(_), End::Fault(_)) => a.output == b.output,
        (End::OutOfFuel, End::OutOfFuel) => match a.grows || b.grows {
            true => a.grows && b.grows && a.output.iter().zip(&b.output).all(|(a, b)| a == b),
            false => a.output == b.output,
        },
        _ => false,
    }
}

/// The expected results for a pair, from runs.
struct Expected {
    differing: Vec<Inputs>,
    /// Inputs on which both are known to stop or fault, and differ.
    differing_ended: Vec<Inputs>,
    /// Whether all pairs of endless runs are decided.
    is_known: bool,
}

fn expected(images: [&Rc<Image>; 2], options: &Options) -> Expected {
    let mut expected =
        Expected { differing: Vec::new(), differing_ended: Vec::new(), is_known: true };
    for inputs in inputs() {
        let fates = images.map(|image| fate(image, &inputs));
        let agree = agree(&fates[0], &fates[1]);
        let [left, right] = ends(images, &inputs, options.fuel);
        let found = agreement(&left, &right);
        let never = fates.iter().all(|fate| fate.end == End::OutOfFuel);
        match found {
            Agreement::Inconclusive => assert!(never, "{left:?} {right:?}"),
            _ => assert_eq!(found == Agreement::Agree, agree, "{inputs:?}: {left:?} {right:?}"),
        }
        expected.is_known &= found != Agreement::Inconclusive;
        // Numbers for what programs do are the same where they do the same.
        let numbers = images.map(|image| watched(image, &inputs, options.fuel).fingerprint());
        if let [Some(a), Some(b)] = numbers {
            assert_eq!(a == b, agree, "{inputs:?}: {left:?} {right:?}");
        }
        if !agree {
            let have_ended = fates.iter().all(|fate| fate.end != End::OutOfFuel);
            expected.differing_ended.extend(have_ended.then(|| inputs.clone()));
            expected.differing.push(inputs);
        }
    }
    expected
}

fn compared(images: [&Rc<Image>; 2], options: &Options) -> Report {
    pollster::block_on(compare(images[0], images[1], options, &mut Bitblast::new(), &mut ()))
}

fn pairs(seed: u64, count: usize) -> impl Iterator<Item = [String; 2]> {
    let mut random = Random::new(seed);
    (0..count).map(move |_| {
        let left = pieces(&mut random);
        let mut right = left.clone();
        if !random.word().is_multiple_of(4) {
            let other = pieces(&mut random);
            let at = [1, 3, 4, 5][random.word() as usize % 4];
            right[at].clone_from(&other[at]);
        }
        [left.concat(), right.concat()]
    })
}

#[test]
fn verdicts_are_those_of_runs() {
    let mut counts = [0; 3];
    for (index, texts) in pairs(1, 160).enumerate() {
        let images = texts.each_ref().map(|text| image(text));
        let images = images.each_ref();
        let mut options = options();
        if index % 3 == 0 {
            options.merge_after = MergeAfter { paths: 0, queries: 0 };
        }
        let of_runs = expected(images, &options);
        let report = compared(images, &options);
        let texts = texts.join("---\n");
        match report.verdict {
            Verdict::Disequivalent => {
                let witness = report.witness.as_ref().expect("it has one");
                assert!(of_runs.differing.contains(&witness.inputs), "{texts}{report:#?}");
                counts[0] += 1;
            }
            Verdict::Equivalent => {
                assert!(of_runs.differing.is_empty(), "{texts}{report:#?}");
                counts[1] += 1;
            }
            Verdict::EquivalentIfBothStop => {
                assert!(of_runs.differing_ended.is_empty(), "{texts}{report:#?}");
            }
            Verdict::EquivalentUpTo | Verdict::PossiblyEquivalent => {
                assert!(!of_runs.is_known, "{texts}{report:#?}");
                counts[2] += 1;
            }
        }
        // The report says what differs.
        let says = words::report(&report);
        if report.reason.code == ReasonCode::OutputsDiffer {
            assert!(says.contains("prints"), "{says}");
        }
        let paper = Options { strategy: Strategy::Paper, ..options };
        let by_paper = compared(images, &paper);
        assert_ne!(by_paper.reason.code, ReasonCode::OutputsDiffer);
    }
    assert!(counts[0] > 40 && counts[1] > 30, "{counts:?}");
}

#[test]
fn proofs_are_borne_out_by_runs() {
    let mut counts = [0; 4];
    for (index, texts) in pairs(2, many(16, 48)).enumerate() {
        let images = texts.each_ref().map(|text| image(text));
        let images = images.each_ref();
        let options = options();
        let of_runs = expected(images, &options);
        let texts = texts.join("---\n");
        let contract = contract();
        let equivalent = &Statement::EQUIVALENT;
        if search(images, &contract, equivalent, 1_000_000, &Stop::NEVER).is_ok() {
            assert!(of_runs.differing.is_empty(), "{texts}");
            counts[0] += 1;
        }
        let mut solver = Bitblast::new();
        let written = Printing::AsWritten;
        let by_procedures =
            versions::equality(images, written, &mut solver, &Stop::NEVER, Pause::never());
        if pollster::block_on(by_procedures).expect("nobody ends it").is_some() {
            assert!(of_runs.differing.is_empty(), "{texts}");
            counts[1] += 1;
        }
        let patterns = Rc::default();
        let compared = versions::compare(
            images,
            [&[]; 2],
            &patterns,
            &mut solver,
            &Stop::NEVER,
            Pause::never(),
        );
        if pollster::block_on(compared).expect("nobody ends it").verdict == versions::Verdict::Equal
        {
            assert!(of_runs.differing.is_empty(), "{texts}");
            counts[2] += 1;
        }
        // It looks for runs that never end, which takes millions of steps.
        if index % 4 > 0 {
            continue;
        }
        let stop = Stop::NEVER.within(20_000);
        let first = contract.first_inputs();
        let proved = paths::prove(images, &contract, &first, &mut solver, &stop, Pause::never());
        if let Some(proved) = pollster::block_on(proved).proved
            && proved.steps.is_none()
        {
            let differing = match proved.termination {
                Termination::Open => &of_runs.differing_ended,
                Termination::Proved | Termination::Same => &of_runs.differing,
            };
            assert!(differing.is_empty(), "{texts}");
            counts[3] += 1;
        }
    }
    assert!(counts[..3].iter().all(|&it| it > many(1, 4)) && counts[3] >= many(1, 2), "{counts:?}");
}

#[test]
fn regions_are_those_of_runs() {
    let mut exact = 0;
    for texts in pairs(3, 40) {
        let images = texts.each_ref().map(|text| image(text));
        let images = images.each_ref();
        let options = options();
        let of_runs = expected(images, &options);
        let Some(first) = of_runs.differing.first() else { continue };
        let difference = Difference { images, options: &options, inputs: first.clone() };
        let (mut solver, mut observer) = (Bitblast::new(), ());
        let told = regions(&difference, &mut solver, &Stop::NEVER, &mut observer);
        let told = pollster::block_on(told);
        let texts = texts.join("---\n");
        let mut found = Vec::new();
        for region in &told.regions {
            let mut assume = vec![region.condition.clone()];
            assume.extend(["$1 <u 3", "$2 <u 2"].map(str::to_owned));
            let within = Contract::new(&Spec { assume, ..Spec::default() });
            let within = within.expect("a region is a condition");
            found.extend(inputs().filter(|inputs| within.allows(inputs)));
        }
        // Regions may overlap.
        found.sort();
        found.dedup();
        assert!(found.iter().all(|it| of_runs.differing.contains(it)), "{texts}{told:#?}");
        if told.is_exact {
            assert_eq!(found, of_runs.differing, "{texts}{told:#?}");
            exact += 1;
        }
    }
    assert!(exact > 8, "{exact}");
}

/// Prints the byte, then executes the lines.
fn after(byte: char, lines: &str) -> String {
    format!("lis $20\n.word 0xffff000c\nlis $21\n.word {}\nsw $21, 0($20)\n{lines}", byte as u32)
}

#[test]
fn a_report_says_what_is_printed_before_the_end() {
    let said = |texts: [&str; 2]| {
        let images = texts.map(image);
        let report = compared(images.each_ref(), &options());
        assert_eq!(report.verdict, Verdict::Disequivalent, "{report:#?}");
        words::report(&report)
    };
    let [a, b] = ['a', 'b'].map(|byte| after(byte, ".word 0\n"));
    let says = said([&a, &b]);
    for part in ["left program prints \"a\" and then faults", "right program prints \"b\" and then"]
    {
        assert!(says.contains(part), "{says}");
    }
    let [a, b] = ['a', 'b'].map(|byte| after(byte, "beq $0, $0, -1\n"));
    let says = said([&a, &b]);
    assert!(says.contains("left program prints \"a\" and never stops"), "{says}");
    // The same cycle from another place on is the same; a longer beginning is not.
    let round = |first: &str, cycle: &[u32]| {
        let cycle: String = cycle.iter().map(|reg| format!("sw ${reg}, 0($20)\n")).collect();
        format!(
            "lis $20\n.word 0xffff000c\nlis $21\n.word 97\nlis $22\n.word 98\n{first}\
             loop: {cycle}beq $0, $0, loop\n"
        )
    };
    let one = round("", &[21, 22]);
    let turned = round("sw $21, 0($20)\n", &[22, 21]);
    let twice = round("", &[21, 22, 21, 22]);
    for other in [&turned, &twice] {
        let images = [&one, other].map(|text| image(text));
        let report = compared(images.each_ref(), &options());
        assert_eq!(report.verdict, Verdict::Equivalent, "{report:#?}");
    }
    let says = said([&one, &round("sw $21, 0($20)\n", &[21, 22])]);
    assert!(says.contains("first and never stops"), "{says}");
}
