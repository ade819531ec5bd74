//! The pairs of `tests/corpus/loops`: labels are checked against runs, and the engine against the labels.

use std::rc::Rc;
use std::sync::Arc;

use tamarin::contract::Contract;
use tamarin::engines::alignment::{Attempt, Origin, Proved};
use tamarin::engines::evidence::{WORK, search, within_room};
use tamarin::engines::paths::outcome::{agreement, ends, outcome};
use tamarin::engines::paths::{Options, compare};
use tamarin::engines::statement::Statement;
use tamarin::flow::cfg::is_recursive;
use tamarin::link::assemble;
use tamarin::machine::{Image, Inputs, Stop};
use tamarin::report::{Agreement, ProvedEnd, ReasonCode, Side, Verdict};
use tamarin::solver;
use tamarin::solver::bitblast::Bitblast;
use tamarin_prove::recursion::room::Roomy;
use tamarin_testing::sample;

use super::attempt_under;

/// What may be claimed of a pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Claim {
    Equivalent,
    EquivalentIfBothStop,
    Differ(Inputs),
}

/// A pair of `tests/corpus/loops` or `tests/corpus/families`.
pub(crate) struct Pair {
    pub(crate) name: String,
    pub(crate) family: String,
    pub(crate) claim: Claim,
    /// The program that never ends on the witness, where no number of steps shows that.
    pub(crate) endless: Option<Side>,
    /// The engine does not prove the claim yet.
    pub(crate) is_undecided: bool,
    pub(crate) contract: Contract,
    pub(crate) texts: [String; 2],
}

impl Pair {
    pub(crate) fn images(&self) -> [Rc<Image>; 2] {
        [0, 1].map(|side| self.image(side, &self.texts[side]))
    }

    /// A text as the left program (0) or the right one (1).
    pub(super) fn image(&self, side: usize, text: &str) -> Rc<Image> {
        let assembled = assemble(text);
        let program = assembled.program.unwrap_or_else(|| panic!("{:?}", assembled.diagnostics));
        self.contract.image(side, &program).expect("it is short")
    }

    pub(super) fn attempt(&self) -> Attempt {
        let [left, right] = self.images();
        attempt_under(&self.contract, [&left, &right])
    }

    /// Inputs to try: small and extreme words, and arrays of all lengths up to 9 and
    /// of the most.
    pub(crate) fn inputs(&self) -> Vec<Inputs> {
        let Some(array) = self.contract.setup(0).array else { return inputs() };
        let mut random = tamarin_testing::random::Random::new(7);
        let mut all = Vec::new();
        for length in (0..10).chain([array.capacity / 2, array.capacity - 1, array.capacity]) {
            for fill in 0..12 {
                let any = |_| match fill {
                    0 => 0,
                    1 => u32::MAX,
                    2..6 => random.word() % 4,
                    6 | 7 => 0x7fff_fffe + random.word() % 4,
                    _ => random.word(),
                };
                let mut inputs: Inputs = (0..self.contract.names().len()).map(any).collect();
                inputs[array.length] = length;
                all.push(self.contract.fit(&inputs));
            }
        }
        all
    }

    /// Those that the development build is done with soon.
    pub(super) fn quick() -> Vec<Pair> {
        let mut pairs = Pair::all();
        pairs.retain(|pair| pair.texts[0].lines().all(|line| line != ";@ slow"));
        pairs
    }

    pub(crate) fn all() -> Vec<Pair> {
        Pair::of("tests/corpus/loops")
    }

    /// The pairs of a folder.
    pub(crate) fn of(folder: &str) -> Vec<Pair> {
        let read = |name: String| {
            let texts = ["left", "right"].map(|side| {
                let path = format!("{}/{folder}/{name}.{side}.asm", env!("CARGO_MANIFEST_DIR"));
                std::fs::read_to_string(path).expect("it is there")
            });
            let label = |key: &str| {
                let begin = format!(";@ {key}: ");
                texts[0].lines().find_map(|line| line.strip_prefix(&begin)).map(str::to_owned)
            };
            assert!(label("title").is_some_and(|title| title.len() <= 70), "{name}");
            let family = label("family").expect("it has a family");
            let spec =
                label("contract").map(|spec| serde_json::from_str(&spec).expect("a contract"));
            let contract = Contract::new(&spec.unwrap_or_default()).expect("a contract");
            let claim = match (label("claim").as_deref(), label("witness")) {
                (Some("equivalent"), None) => Claim::Equivalent,
                (Some("equivalent-if-both-stop"), None) => Claim::EquivalentIfBothStop,
                (Some("differ"), Some(witness)) => Claim::Differ(read_witness(&contract, &witness)),
                other => panic!("{name}: {other:?}"),
            };
            let endless = label("endless").map(|side| match side.as_str() {
                "left" => Side::Left,
                "right" => Side::Right,
                other => panic!("{name}: {other}"),
            });
            let is_undecided = texts[0].lines().any(|line| line == ";@ undecided");
            Pair { name, family, claim, endless, is_undecided, contract, texts }
        };
        tamarin_testing::pairs::names(folder).into_iter().map(read).collect()
    }
}

/// Words in the order of the contract, or some by their names.
fn read_witness(contract: &Contract, text: &str) -> Inputs {
    let mut inputs = vec![0; contract.names().len()];
    for (index, part) in text.split(", ").enumerate() {
        let (index, word) = match part.split_once(" = ") {
            None => (index, part),
            Some((name, word)) => {
                let named = contract.names().iter().position(|other| other == name);
                (named.unwrap_or_else(|| panic!("{name}")), word)
            }
        };
        inputs[index] = word.parse().expect("a number");
    }
    inputs[..].into()
}

/// Small and extreme inputs.
fn inputs() -> Vec<Inputs> {
    let words: Vec<u32> = (0..8)
        .chain([100, 255, 256, 4095, 1 << 16, (1 << 31) - 1, 1 << 31, (1 << 31) + 1])
        .chain((1..4).map(|n: u32| n.wrapping_neg()))
        .collect();
    words.iter().flat_map(|&a| words.iter().map(move |&b| [a, b].into())).collect()
}

/// Steps of a program on an input that shows a difference.
const FAR: u64 = 3_000_000;

#[test]
fn labels_are_true_as_far_as_runs_tell() {
    for Pair { name, texts, .. } in Pair::all() {
        let is_narrow = |text: &String| text.lines().all(|line| line.len() <= 80);
        assert!(texts.iter().all(is_narrow), "{name} is too wide");
    }
    labels_are_true(&sample(Pair::all(), 6));
}

/// That runs show what differs, and nothing else.
pub(crate) fn labels_are_true(pairs: &[Pair]) {
    for pair in pairs {
        let [left, right] = pair.images();
        if let Claim::Differ(witness) = &pair.claim {
            assert!(pair.contract.allows(witness), "{}", pair.name);
            let [a, b] = ends([&left, &right], witness, FAR);
            if let Some(side) = pair.endless {
                let run = [&a, &b][side as usize];
                assert!(run.stop == Stop::OutOfFuel && !run.is_for_ever(), "{}", pair.name);
                continue;
            }
            assert_eq!(agreement(&a, &b), Agreement::Differ, "{}: {a:?} {b:?}", pair.name);
            continue;
        }
        for inputs in pair.inputs() {
            if !pair.contract.allows(&inputs) {
                continue;
            }
            let [a, b] = [&left, &right].map(|image| outcome(image, &inputs, 20_000));
            assert_ne!(agreement(&a, &b), Agreement::Differ, "{} on {inputs:?}", pair.name);
        }
    }
}

#[test]
fn each_family_has_a_wrong_twin() {
    let families = |differ: bool| -> std::collections::BTreeSet<String> {
        let of = |pair: &Pair| matches!(pair.claim, Claim::Differ(_)) == differ;
        Pair::all().into_iter().filter(of).map(|pair| pair.family).collect()
    };
    assert_eq!(families(true), families(false));
    assert!(families(true).len() >= 50);
    assert!(Pair::all().len() >= 80);
}

#[test]
fn what_agrees_is_proved() {
    let of_them = |pair: &Pair| !matches!(pair.claim, Claim::Differ(_));
    check_what_agrees(sample(Pair::quick().into_iter().filter(of_them).collect(), 12));
}

/// Includes the slow pairs, and requires a minimum number of proofs.
#[test]
#[ignore = "long"]
fn most_of_what_agrees_is_proved() {
    let Held { proved, by_domain, undecided, sums } = check_what_agrees(Pair::all());
    assert!(sums > 0, "no loop ends because a sum gets smaller");
    eprintln!("figure: {by_domain} of them by the correlating abstract domain alone");
    assert!(by_domain >= 24, "{by_domain} of {proved} by the domain");
    eprintln!("figure: {proved} pairs with loops are proved, {undecided} are undecided");
    let all = proved + undecided;
    assert!(undecided * 10 <= all, "{undecided} of {all} are undecided");
}

/// How many pairs are as they are labelled.
#[derive(Default)]
struct Held {
    proved: u32,
    /// Number of those proved by the correlating abstract domain alone.
    by_domain: u32,
    /// Which the engine does not decide yet.
    undecided: u32,
    /// Number of those in which some loop ends because a sum of two words decreases.
    sums: u32,
}

fn check_what_agrees(pairs: Vec<Pair>) -> Held {
    let mut held = Held::default();
    for pair in pairs {
        let [left, right] = pair.images();
        if let Claim::Differ(_) = pair.claim {
            continue;
        }
        // A loop beside recursion is proved by functions, with evidence or not at all.
        if is_of_one([&left, &right]) && !pair.is_undecided {
            let (both, stop) = ([&left, &right], &solver::Stop::NEVER);
            let found = search(both, &pair.contract, &Statement::EQUIVALENT, WORK, stop);
            assert!(found.is_ok(), "{}: {:?}", pair.name, found.err());
            assert_eq!(pair.claim, Claim::Equivalent, "{}", pair.name);
            held.proved += 1;
            continue;
        }
        let proved = pair.attempt().proved;
        let stops_alike = pair.claim == Claim::Equivalent;
        if pair.is_undecided {
            let too_much =
                proved.as_ref().is_some_and(|proved| proved.stops_alike() && !stops_alike);
            assert!(!too_much, "{} is proved to stop alike, which is wrong", pair.name);
            let as_much = proved.is_some_and(|proved| proved.stops_alike() == stops_alike);
            assert!(!as_much, "{} is proved: progress, it is not undecided", pair.name);
            held.undecided += 1;
            continue;
        }
        held.proved += 1;
        let proved = proved.unwrap_or_else(|| panic!("{} is not proved", pair.name));
        assert_eq!(proved.stops_alike(), stops_alike, "{}", pair.name);
        held.by_domain += u32::from(proved.origin == Origin::Domain);
    }
    held
}

/// `compare` finds the proof without hints, with the built-in solver.
fn check_comparisons(pairs: Vec<Pair>) {
    for pair in pairs {
        if pair.is_undecided || pair.claim != Claim::Equivalent {
            continue;
        }
        let [left, right] = pair.images();
        let contract = Arc::new(pair.contract.clone());
        let inputs = contract.first_inputs();
        let options = Options { inputs, contract, max_runs: 300, ..Options::default() };
        let (mut solver, mut observer) = (Bitblast::new(), ());
        let report = compare(&left, &right, &options, &mut solver, &mut observer);
        let report = pollster::block_on(report);
        assert_eq!(report.verdict, Verdict::Equivalent, "{}: {report:?}", pair.name);
    }
}

#[test]
fn comparisons_of_what_agrees_end_with_a_proof() {
    check_comparisons(sample(Pair::quick(), 20));
}

#[test]
#[ignore = "long"]
fn comparisons_of_all_that_agrees_end_with_a_proof() {
    check_comparisons(Pair::all());
}

/// If a run never ends and none of its states recurs, the difference is found all the same.
/// Whether exactly one of two programs is recursive.
fn is_of_one(images: [&Rc<Image>; 2]) -> bool {
    let [left, right] = images.map(|image| is_recursive(image));
    left != right
}

fn check_endless(pairs: Vec<Pair>) {
    for pair in pairs {
        let Some(side) = pair.endless else { continue };
        let [left, right] = pair.images();
        let (mut solver, mut observer) = (Bitblast::new(), ());
        let options = Options { max_runs: 300, ..Options::default() };
        let report = compare(&left, &right, &options, &mut solver, &mut observer);
        let report = pollster::block_on(report);
        assert_eq!(report.verdict, Verdict::Disequivalent, "{}: {report:?}", pair.name);
        // Printed bytes that differ need no proof that a run never ends.
        if report.reason.code == ReasonCode::OutputsDiffer {
            continue;
        }
        let code = [ReasonCode::OnlyLeftRunsForEver, ReasonCode::OnlyRightRunsForEver];
        assert_eq!(report.reason.code, code[side as usize], "{}", pair.name);
        let witness = report.witness.expect("there is one");
        let [run, other] = match side {
            Side::Left => [witness.left, witness.right],
            Side::Right => [witness.right, witness.left],
        };
        let proved = run.proved.expect("no state of it is known to come again");
        assert_eq!(proved.ends, ProvedEnd::Never, "{}", pair.name);
        assert!(!proved.says.is_empty() && run.recurrence.is_none(), "{}", pair.name);
        // The other one was run to its end, or is proved to have one.
        let ends = other.proved.map(|proved| proved.ends);
        let is_run = other.result.is_some() || other.fault.is_some();
        assert_eq!(ends, (!is_run).then_some(ProvedEnd::Stops), "{}", pair.name);
    }
}

#[test]
fn what_never_ends_on_one_side_differs() {
    let endless = Pair::all().into_iter().filter(|pair| pair.endless.is_some());
    check_endless(sample(endless.collect(), 16));
}

#[test]
#[ignore = "long"]
fn all_that_never_ends_on_one_side_differs() {
    check_endless(Pair::all());
}

#[test]
fn what_differs_is_not_proved() {
    let of_them = |pair: &Pair| matches!(pair.claim, Claim::Differ(_));
    check_what_differs(sample(Pair::quick().into_iter().filter(of_them).collect(), 20));
}

#[test]
#[ignore = "long"]
fn nothing_that_differs_is_proved() {
    check_what_differs(Pair::all());
}

fn check_what_differs(pairs: Vec<Pair>) {
    for pair in pairs {
        if let Claim::Differ(witness) = &pair.claim {
            let [left, right] = pair.images();
            let proved = pair.attempt().proved;
            // If one runs forever, they agree wherever both stop.
            let [a, b] = ends([&left, &right], witness, FAR);
            let one_is_for_ever = a.is_for_ever() || b.is_for_ever() || pair.endless.is_some();
            let is_true = |claim: Proved| one_is_for_ever && !claim.stops_alike();
            assert!(proved.is_none_or(is_true), "{} is proved", pair.name);
            // What is proved of recursion is about fewer steps than it takes to get there.
            if is_of_one([&left, &right])
                && let Ok(Roomy { steps, .. }) =
                    within_room([&left, &right], &pair.contract, WORK, &solver::Stop::NEVER)
            {
                assert!(steps < a.steps.min(b.steps), "{} is proved", pair.name);
            }
        }
    }
}

/// For a look at one family: `FAMILY=array cargo test family_times -- --ignored`.
#[test]
#[ignore = "it prints times"]
fn family_times() {
    let family = std::env::var("FAMILY").unwrap_or_default();
    for pair in Pair::all().iter().filter(|pair| pair.family.starts_with(&family)) {
        let begin = std::time::Instant::now();
        let Attempt { proved, questions, suspects, .. } = pair.attempt();
        let claim = proved.as_ref().map(|it| (it.origin, it.stopping, it.nodes, it.obligations));
        let found = suspects.iter().any(|suspect| {
            let [left, right] = pair.images();
            let suspect = pair.contract.fit(suspect);
            let [a, b] = ends([&left, &right], &suspect, FAR);
            agreement(&a, &b) == Agreement::Differ
        });
        println!(
            "{:28} {:?} {claim:?} {questions} questions {:?}, {} suspects, one differs: {found}",
            pair.name,
            matches!(pair.claim, Claim::Differ(_)),
            begin.elapsed(),
            suspects.len()
        );
    }
}
