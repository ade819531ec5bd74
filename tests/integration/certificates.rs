//! Certificates and their checker: its semantics of instructions and bits is compared with the emulator and with z3,
//! and accepted certificates with runs.

mod jumps;
mod laps;
mod paths;
mod quotients;

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use tamarin::contract::Contract;
use tamarin::engines::certify::{self, Certified, Uncertified};
use tamarin::machine::setup::RETURN_ADDRESS;
use tamarin::machine::{Image, Machine, Stop};
use tamarin::solver::bitblast::clauses::{Solved, solve};
use tamarin::solver::{self, Effort};
use tamarin_checker::advisor::{Advisor, Step};
use tamarin_checker::certificate::{
    Among, Answer, Certificate, Measure, Program, Start, Stopping, VERSION,
};
use tamarin_checker::memory::Memories;
use tamarin_checker::obligation::{Obligation, Scene};
use tamarin_checker::terms::{Condition, Fact, Terms, Word};
use tamarin_checker::walk::walk;
use tamarin_checker::{Refusal, blast, check, smtlib};
use tamarin_testing::certificates::{accepted, check_tampered, counterexample};
use tamarin_testing::examples::image;
use tamarin_testing::generate::{self, cases};
use tamarin_testing::questions::Random;
use tamarin_testing::{many, sample};

/// A certificate without nodes or answers.
fn bare(programs: [Program; 2]) -> Certificate {
    Certificate {
        version: VERSION,
        inputs: vec![],
        premises: vec![],
        programs,
        observed: Default::default(),
        among: Among::All,
        within: None,
        stopping: Stopping::Always,
        entry: [None; 2],
        lead: None,
        tracked: [vec![], vec![]],
        nodes: vec![],
        procedures: None,
        laps: vec![],
        measures: vec![],
        answers: vec![],
    }
}

/// A program that is given these two numbers.
fn on_numbers(words: Vec<u32>, inputs: [u32; 2]) -> Program {
    let registers = BTreeMap::from([
        (1, Start::Word(inputs[0])),
        (2, Start::Word(inputs[1])),
        (30, Start::Word(0x0100_0000)),
        (31, Start::Word(RETURN_ADDRESS)),
    ]);
    Program { words, registers, return_address: RETURN_ADDRESS, array: None, stream: vec![] }
}

/// A program that prints these bytes and ends with a result, or faults.
fn that_ends(output: &[u8], result: Option<u32>) -> Vec<u32> {
    let lis = |register: u32, word: u32| [register << 11 | 0x14, word];
    let mut words = lis(4, 0xffff_000c).to_vec();
    for &byte in output {
        words.extend(lis(5, u32::from(byte)));
        // sw $5, 0($4)
        words.push(0xac85_0000);
    }
    match result {
        Some(result) => words.extend(lis(3, result).into_iter().chain([0x03e0_0008])),
        None => words.push(0),
    }
    words
}

/// On numbers everything folds, so the checker runs programs as the emulator does.
#[test]
fn the_checker_executes_as_the_emulator_does() {
    let (mut done, mut faults, mut printed) = (0, 0, 0);
    let mut runner = TestRunner::deterministic();
    let programs = prop_oneof![generate::program(), generate::forward().prop_map(|(p, _)| p)];
    for _ in 0..4_000 {
        let case = (&programs, generate::inputs()).new_tree(&mut runner).expect("there is one");
        let (program, inputs) = proptest::strategy::ValueTree::current(&case);
        let image = Image::new(&program);
        let mut machine = Machine::new(&image, inputs);
        let result = match machine.run(2_000, &mut ()) {
            Stop::Done => Some(machine.state.result()),
            Stop::Fault(_) => None,
            Stop::OutOfFuel => continue,
        };
        let left = on_numbers(program.words.clone(), inputs);
        let checked = |result| {
            let right = on_numbers(that_ends(&machine.output.bytes, result), [0, 0]);
            check(&bare([left.clone(), right]))
        };
        // Both fault whatever they printed.
        let of_both = checked(result);
        assert!(of_both.is_ok(), "{of_both:?} {inputs:?} {:x?}", program.words);
        assert!(checked(result.map_or(Some(0), |result| Some(result ^ 1))).is_err());
        done += u32::from(result.is_some());
        faults += u32::from(result.is_none());
        printed += u32::from(!machine.output.bytes.is_empty());
    }
    assert!(done > 600 && faults > 300, "{done} {faults} {printed}");
}

/// A word over two symbols, and its value.
fn word(terms: &mut Terms, random: &mut Random, symbols: [(Word, u32); 2]) -> (Word, u32) {
    let mut words = symbols.to_vec();
    for _ in 0..1 + random.below(5) {
        let ((a, x), (b, y)) = (random.choose(&words), random.choose(&words));
        let signed = random.chance(2);
        let (sx, sy) = (x as i32, y as i32);
        words.push(match random.below(8) {
            0 => (terms.add(a, b), x.wrapping_add(y)),
            1 => (terms.sub(a, b), x.wrapping_sub(y)),
            2 => (terms.mul(a, b), x.wrapping_mul(y)),
            3 => {
                let wide = match signed {
                    true => (i64::from(sx) * i64::from(sy)) as u64,
                    false => u64::from(x) * u64::from(y),
                };
                (terms.high(signed, a, b), (wide >> 32) as u32)
            }
            4 if y != 0 => {
                let value = if signed { sx.wrapping_div(sy) as u32 } else { x / y };
                (terms.quotient(signed, a, b), value)
            }
            5 if y != 0 => {
                let value = if signed { sx.wrapping_rem(sy) as u32 } else { x % y };
                (terms.remainder(signed, a, b), value)
            }
            6 => {
                let less = if signed { sx < sy } else { x < y };
                (terms.less(signed, a, b), u32::from(less))
            }
            _ => {
                let value = random.word();
                (terms.constant(value), value)
            }
        });
    }
    words[words.len() - 1]
}

/// If the symbols are constants, a word has exactly its value, and exactly the facts hold that hold for the values.
#[test]
fn clauses_say_what_words_are() {
    let mut random = Random(5);
    let memories = Memories::new([vec![], vec![]]);
    for _ in 0..many(20, 1_000) {
        let mut terms = Terms::default();
        let symbols = ["x", "y"].map(|name| (terms.symbol(name), random.word()));
        let (a, x) = word(&mut terms, &mut random, symbols);
        let (b, y) = word(&mut terms, &mut random, symbols);
        let zero = |terms: &mut Terms, word: Word, value: u32| {
            let value = terms.constant(value);
            let fact = Fact::Zero(terms.sub(word, value));
            terms.fact(fact)
        };
        let known: Vec<Condition> =
            symbols.iter().map(|&(word, value)| zero(&mut terms, word, value)).collect();
        let less = Condition { fact: Fact::Less(true, a, b), holds: (x as i32) < y as i32 };
        let below = Condition { fact: Fact::Less(false, a, b), holds: x < y };
        let difference = terms.sub(a, b);
        let equal = terms.fact(Fact::Zero(difference));
        let equal = Condition { holds: equal.holds == (x == y), ..equal };
        let low = Condition { fact: Fact::LowZero(a, 2), holds: x % 4 == 0 };
        for holds in [zero(&mut terms, a, x), less, below, equal, low] {
            for (condition, is_true) in [(holds, true), (!holds, false)] {
                let all = [&known[..], &[condition]].concat();
                let clauses = blast::clauses(&terms, &memories, &all).expect("they are few");
                let solved = solve(&clauses, Effort(20_000), &solver::Stop::NEVER);
                let can_hold = match solved {
                    Solved::Satisfiable => true,
                    Solved::Refuted(_) => false,
                    Solved::Limit => continue,
                };
                assert_eq!(can_hold, is_true, "{condition:?} of {x:#x} and {y:#x}");
            }
        }
    }
}

/// An advisor that hands each answer of a certificate on, and writes obligations
/// down as scripts.
struct Scribe<'c> {
    certificate: &'c Certificate,
    answers: std::slice::Iter<'c, Option<Answer>>,
    measures: std::slice::Iter<'c, Measure>,
    scripts: Vec<(bool, String)>,
}

impl Advisor for Scribe<'_> {
    fn answer(&mut self, scene: &mut Scene, obligation: &Obligation<'_>) -> Option<Answer> {
        let answer = self.answers.next().cloned().flatten();
        self.scripts.push((answer.is_some(), smtlib::script(scene, obligation)));
        answer
    }

    fn measures(&mut self, _: &Scene, _: &[&Step]) -> Vec<Measure> {
        self.measures.next().copied().into_iter().collect()
    }

    fn begins_lap(&mut self, at: u64, _: u64) -> bool {
        self.certificate.begins_lap(at)
    }

    fn closes_lap(&mut self, _: &mut Scene, lap: [u64; 2], _: &[Obligation<'_>]) -> bool {
        self.certificate.laps.contains(&lap)
    }
}

/// z3 confirms what a certificate proves.
#[test]
fn obligations_hold_by_z3() {
    if tamarin_testing::z3_or_skip().is_none() {
        return;
    }
    let mut shown = 0;
    for value in accepted() {
        let certificate: Certificate =
            serde_json::from_value(value.clone()).expect("it is a certificate");
        let mut scribe = Scribe {
            certificate: &certificate,
            answers: certificate.answers.iter(),
            measures: certificate.measures.iter(),
            scripts: Vec::new(),
        };
        walk(&certificate, &mut scribe).expect("it is accepted");
        for (is_shown, script) in sample(scribe.scripts.into_iter().take(40).collect(), 9) {
            let said = z3(&script);
            // Products of two words may take it too long.
            assert!(["sat", "unsat", "unknown", "timeout"].contains(&&*said), "{said}\n{script}");
            if is_shown {
                assert_ne!(said, "sat", "{script}");
                shown += u32::from(said == "unsat");
            }
        }
    }
    assert!(shown >= 5, "{shown}");
}

/// The answer of z3 to a script.
fn z3(script: &str) -> String {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let mut child = Command::new("z3")
        .args(["-in", "-T:2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it is on the PATH");
    let mut stdin = child.stdin.take().expect("piped");
    stdin.write_all(script.as_bytes()).expect("it reads");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

#[test]
fn what_is_accepted_is_true_as_far_as_runs_tell() {
    for value in sample(accepted().iter().collect(), 20) {
        let certificate: Certificate =
            serde_json::from_value(value.clone()).expect("it is a certificate");
        assert!(check(&certificate).is_ok());
        assert_eq!(counterexample(&certificate), None);
        // The oracle is no yes-man: for another program it has a counterexample.
        let mut other = certificate.clone();
        let words = &mut other.programs[1].words;
        words.splice(0..0, [0x14, 0x1234_5678, 0x03e0_0008]);
        words[0] |= 3 << 11;
        assert!(counterexample(&other).is_some());
        assert!(check(&other).is_err());
    }
}

/// Products of small words, which algebra does not know to be small: bit-blasting proves them.
#[test]
fn finite_pairs_with_products_have_certificates_by_bits() {
    for name in sample(vec!["average-halves", "discount-order"], 2) {
        let [left, right] = ["left", "right"].map(|side| {
            let path =
                format!("{}/tests/corpus/pairs/{name}.{side}.asm", env!("CARGO_MANIFEST_DIR"));
            image(&std::fs::read_to_string(path).expect("it is there"))
        });
        let of = ([&left, &right], &Contract::default());
        let certified = certify::of_paths(of.0, of.1, Among::All, &solver::Stop::NEVER);
        let Certified { certificate, .. } = certified.unwrap_or_else(|why| panic!("{name}: {why}"));
        assert!(check(&certificate).is_ok(), "{name}");
        // With another constant in the right program it shows nothing.
        let mut other = certificate;
        other.programs[1].words[1] ^= 1;
        assert!(check(&other).is_err(), "{name}");
    }
}

/// Certificates that were tampered with: `TAMPERED=100000 cargo test --profile long
/// tampered` for many.
#[test]
fn what_was_tampered_with_is_accepted_only_if_it_is_true() {
    let rounds: u32 =
        std::env::var("TAMPERED").ok().map_or(many(120, 300), |n| n.parse().expect("a number"));
    let mut random = Random(14);
    let mut accepted = 0;
    for round in 1..=rounds {
        accepted += usize::from(check_tampered(&mut random));
        if round % 10_000 == 0 {
            eprintln!("{accepted} of {round} were accepted so far");
        }
    }
    println!("{accepted} of {rounds} were accepted and claim something else than before");
    assert!(accepted > rounds as usize / 200, "{accepted} of {rounds}");
}

proptest! {
    #![proptest_config(cases(60))]

    /// Pairs of random programs: a certificate is had only of those that agree.
    #[test]
    fn certificates_of_random_pairs_are_true([left, right] in generate::pair()) {
        let [left, right] = [&left, &right].map(Image::new);
        // Some have very many paths, or products that take a solver long.
        let looks = std::cell::Cell::new(0);
        let due = solver::Stop::when(move || looks.replace(looks.get() + 1) > 300);
        if let Ok(certified) = certify::of_paths([&left, &right], &Contract::default(), Among::All, &due) {
            prop_assert_eq!(counterexample(&certified.certificate), None);
        }
    }
}

#[test]
fn what_there_is_no_certificate_of() {
    let never = &solver::Stop::NEVER;
    let of_paths = |left: &str, right: &str, among| {
        let [left, right] = [left, right].map(image);
        certify::of_paths([&left, &right], &Contract::default(), among, never).err()
    };
    let refused = |why: Option<Uncertified>| match why {
        Some(Uncertified::Refused(refusal)) => refusal,
        other => panic!("{other:?}"),
    };
    // They differ if $1 is 0; or both have inputs that the certificate does not cover.
    let (left, right) = ("slt $3, $0, $1\njr $31", "sltu $3, $0, $1\njr $31");
    assert!(matches!(refused(of_paths(left, right, Among::All)), Refusal::Open(_)));
    let among = Among::OtherThan(vec![0]);
    assert!(matches!(refused(of_paths(left, right, among)), Refusal::Malformed(_)));
    assert!(of_paths(left, right, Among::Before(vec![u32::MAX, 0])).is_none());
    assert!(of_paths(left, right, Among::Before(vec![u32::MAX - 1, 0])).is_some());
    assert!(of_paths(left, right, Among::OtherThan(vec![u32::MAX, 0])).is_some());
    // A program that executes an arbitrary word, and one that faults where the other does not.
    let (left, right) = ("sw $1, 4($0)\nadd $3, $1, $2\njr $31", "jr $31");
    assert!(matches!(refused(of_paths(left, right, Among::All)), Refusal::Open(_)));
    let (left, right) = ("lw $4, 0($1)\njr $31", "jr $31");
    assert!(matches!(refused(of_paths(left, right, Among::All)), Refusal::Open(_)));
    // The paths of a loop have no end.
    let left = image_of_a_loop();
    let right = image_of_a_loop();
    let looks = std::cell::Cell::new(0);
    let due = solver::Stop::when(move || looks.replace(looks.get() + 1) > 500);
    let stopped = certify::of_paths([&left, &right], &Contract::default(), Among::All, &due).err();
    assert_eq!(stopped, Some(Uncertified::Stopped));
}

fn image_of_a_loop() -> std::rc::Rc<Image> {
    let text = "lis $4\n.word 1\nloop: beq $1, $0, done\nsub $1, $1, $4\nbeq $0, $0, loop\n\
                done: jr $31";
    image(text)
}

/// Nodes with false claims, or from which no program continues.
#[test]
fn nodes_that_make_no_sense_are_refused() {
    let of_loops: Vec<Certificate> = accepted()
        .iter()
        .filter_map(|value| serde_json::from_value(value.clone()).ok())
        .filter(|certificate: &Certificate| !certificate.nodes.is_empty())
        .collect();
    assert!(!of_loops.is_empty());
    for good in sample(of_loops, 4) {
        let refused = |change: &dyn Fn(&mut Certificate)| {
            let mut certificate = good.clone();
            change(&mut certificate);
            assert!(check(&certificate).is_err(), "{certificate:?}");
        };
        refused(&|certificate| certificate.nodes[0].pieces = [Some(0); 2]);
        refused(&|certificate| certificate.entry = [Some(0), Some(1)]);
        refused(&|certificate| certificate.nodes.clear());
        refused(&|certificate| certificate.nodes.push(certificate.nodes[0].clone()));
        refused(&|certificate| certificate.answers.push(None));
        refused(&|certificate| _ = certificate.answers.pop());
        refused(&|certificate| certificate.measures.clear());
        refused(&|certificate| certificate.version += 1);
        refused(&|certificate| certificate.inputs.clear());
        refused(&|certificate| certificate.tracked[0].push(2));
        // An invariant of falsehood, which nothing that gets there meets.
        let false_sum = vec![tamarin_checker::certificate::Product(1, vec![])];
        refused(&|certificate| certificate.nodes[0].equations.push(false_sum.clone()));
    }
}
