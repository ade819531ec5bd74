//! Assignments as students write them, by hand: `tests/corpus/assignments`.
//!
//! Each has a reference, a contract, and three submissions: a right one, a wrong one and a subtly wrong one. Labels
//! are checked against runs on many inputs, and comparisons against the labels. A submission marked `undecided`
//! is compared with little effort, and must have no wrong verdict; the mark says which theory is missing.
//! `npm run evaluate assignments` prints what a comparison decides.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::rc::Rc;

use tamarin::contract::Contract;
use tamarin::engines::paths::outcome::{agreement, ends};
use tamarin::engines::paths::{Options, compare};
use tamarin::link::assemble;
use tamarin::machine::{Image, Inputs};
use tamarin::report::{Agreement, Report, Verdict};
use tamarin::solver::Effort;
use tamarin::solver::bitblast::Bitblast;
use tamarin_testing::random::Random;
use tamarin_testing::sample;

/// The names of the submissions.
const VERSIONS: [&str; 3] = ["right", "wrong", "subtle"];
/// Steps of a run, more than most of them take.
const FUEL: u64 = 200_000;
/// Inputs on which a right submission is run.
const SAMPLES: usize = 300;

/// A submission beside the reference.
struct Submission {
    name: String,
    contract: Contract,
    images: [Rc<Image>; 2],
    /// An input on which it differs. `None` for a right one.
    witness: Option<Inputs>,
    /// The theory that is missing to decide it.
    undecided: Option<String>,
    /// The numbers in both texts.
    numbers: Vec<u32>,
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/assignments")
}

fn names() -> BTreeSet<String> {
    let entries = fs::read_dir(folder()).expect("it is there").map(|entry| entry.expect("it is"));
    entries.map(|entry| entry.file_name().into_string().expect("a name")).collect()
}

impl Submission {
    fn read(assignment: &str, version: &str) -> Submission {
        let at = folder().join(assignment);
        let read = |file: String| {
            fs::read_to_string(at.join(&file)).unwrap_or_else(|why| panic!("{file}: {why}"))
        };
        let name = format!("{assignment}/{version}");
        let spec = serde_json::from_str(&read("contract.json".into())).expect("a contract");
        let contract = Contract::new(&spec).expect("a contract");
        let texts = [read("reference.asm".into()), read(format!("submissions/{version}.asm"))];
        let programs = texts.each_ref().map(|text| {
            let assembled = assemble(text);
            assembled.program.unwrap_or_else(|| panic!("{name}: {:?}", assembled.diagnostics))
        });
        let images = [0, 1].map(|side| contract.image(side, &programs[side]).expect("it fits"));
        let label = |key: &str| {
            let begin = format!(";@ {key}: ");
            texts[1].lines().find_map(|line| line.strip_prefix(&begin)).map(str::to_owned)
        };
        let witness = label("witness").map(|words| {
            words.split(", ").map(|word| word.parse::<i64>().expect("a number") as u32).collect()
        });
        assert_eq!(witness.is_none(), version == "right", "{name}");
        let undecided = label("undecided");
        let words = programs.iter().flat_map(|program| program.words.iter().copied());
        let numbers = words.chain(contract.numbers()).collect();
        Submission { name, contract, images, witness, undecided, numbers }
    }

    fn all(versions: &[&str]) -> Vec<Submission> {
        let of = |name: String| {
            versions.iter().map(|version| Submission::read(&name, version)).collect::<Vec<_>>()
        };
        names().into_iter().flat_map(of).collect()
    }

    /// How the runs of both programs on an input compare.
    fn agreement(&self, inputs: &Inputs) -> Agreement {
        let [left, right] = ends(self.images.each_ref(), inputs, FUEL);
        agreement(&left, &right)
    }

    /// Inputs that the contract allows: a walk that changes a word or two at a time.
    fn samples(&self) -> Vec<Inputs> {
        let mut random = Random::new(11);
        let mut at = self.start();
        let mut found = vec![at.clone()];
        for _ in 0..20 * SAMPLES {
            let mut inputs = at.clone();
            for _ in 0..=random.word() % 2 {
                let changed = random.word() as usize % inputs.len();
                inputs[changed] = match random.word() % 4 {
                    0 => random.word(),
                    1 => (random.word() % 16).wrapping_sub(3),
                    2 => random.word() % 128,
                    _ => self.numbers[random.word() as usize % self.numbers.len()],
                };
            }
            let inputs = self.contract.fit(&inputs);
            if found.len() < SAMPLES && self.contract.allows(&inputs) {
                at.clone_from(&inputs);
                found.push(inputs);
            }
        }
        found
    }

    /// An input that the contract allows: the witness of the wrong submission.
    fn start(&self) -> Inputs {
        let assignment = self.name.split('/').next().expect("it has a name");
        let start = match &self.witness {
            Some(witness) => witness.clone(),
            None => Submission::read(assignment, "wrong").witness.expect("it is wrong"),
        };
        assert!(self.contract.allows(&start), "{}", self.name);
        start
    }

    fn compare(&self, options: &Options) -> Report {
        let contract = self.contract.clone();
        let inputs = contract.first_inputs();
        let options = Options { contract: contract.into(), inputs, ..options.clone() };
        let [left, right] = &self.images;
        pollster::block_on(compare(left, right, &options, &mut Bitblast::new(), &mut ()))
    }

    /// Compares, and demands that the verdict is not wrong; returns whether it decides the submission.
    fn is_decided(&self, options: &Options) -> bool {
        let report = self.compare(options);
        if let Some(witness) = &report.witness {
            assert_eq!(self.agreement(&witness.inputs), Agreement::Differ, "{}", self.name);
        }
        match (report.verdict, self.witness.is_some()) {
            (Verdict::Disequivalent, true) | (Verdict::Equivalent, false) => true,
            (Verdict::EquivalentUpTo | Verdict::PossiblyEquivalent, _) => false,
            _ => panic!("{}: {report:#?}", self.name),
        }
    }
}

/// Some of these submissions, all in the long tests, have their verdicts; those that are undecided have no wrong one.
fn check(versions: &[&str]) {
    for submission in sample(Submission::all(versions), 4) {
        match submission.undecided {
            None => assert!(submission.is_decided(&Options::default()), "{}", submission.name),
            Some(_) => {
                let little =
                    Options { fuel: 300, max_runs: 3, effort: Effort(100), ..Options::default() };
                submission.is_decided(&little);
            }
        }
    }
}

#[test]
fn there_are_thirty_assignments_with_three_submissions_each() {
    assert!(names().len() >= 30);
    for name in names() {
        let files = fs::read_dir(folder().join(&name).join("submissions")).expect("it is there");
        assert_eq!(files.count(), VERSIONS.len(), "{name}");
    }
}

#[test]
fn right_submissions_agree_with_the_reference_on_many_inputs() {
    for submission in Submission::all(&["right"]) {
        let samples = submission.samples();
        let agrees = |inputs: &&Inputs| match submission.agreement(inputs) {
            Agreement::Agree => true,
            // Too many rounds.
            Agreement::Inconclusive => false,
            Agreement::Differ => panic!("{} on {inputs:?}", submission.name),
        };
        let known = samples.iter().filter(agrees).count();
        assert!(2 * known > samples.len(), "{}: {known} of {}", submission.name, samples.len());
    }
}

#[test]
fn witnesses_of_wrong_submissions_show_the_difference() {
    for submission in Submission::all(&["wrong", "subtle"]) {
        let witness = submission.start();
        let agreement = submission.agreement(&witness);
        assert_eq!(agreement, Agreement::Differ, "{} on {witness:?}", submission.name);
    }
}

/// A subtly wrong submission is right on some inputs.
#[test]
fn subtle_submissions_agree_on_some_inputs() {
    for submission in sample(Submission::all(&["subtle"]), 3) {
        let agrees = |inputs: &Inputs| submission.agreement(inputs) == Agreement::Agree;
        assert!(submission.samples().iter().any(agrees), "{}", submission.name);
    }
}

#[test]
fn wrong_submissions_are_found_to_differ() {
    check(&["wrong", "subtle"]);
}

#[test]
fn right_submissions_are_proved() {
    check(&["right"]);
}
