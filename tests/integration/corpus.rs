//! The examples: pairs of programs with their expected verdicts.
//!
//! An example is three files in `tests/corpus`: `NAME.left.asm`, `NAME.right.asm` and `NAME.json` ([`Description`]).
//! The page's menu is made from the same files, so their text is user-visible. Here each pair is compared, the Tamarin paper's
//! figures are checked against the results that the paper gives, and properties of any comparison are tested on all of
//! them.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use tamarin::diagnostic::Code;
use tamarin::engines::paths::outcome::{difference, ends, outcome};
use tamarin::engines::paths::{self, Observer, Options, Signal, Signalled, Strategy};
use tamarin::link::assemble;
use tamarin::machine::{Image, Inputs, RETURN_ADDRESS};
use tamarin::report::{
    AnswerKind, Event, OutcomeKind, ReasonCode, Report, RunReport, Side, Verdict,
};
use tamarin::solver::bitblast::Bitblast;
use tamarin::solver::smtlib::Dialogue;
use tamarin::solver::{AssertionId, Assertions, Capabilities, Check, Question, Solver};
use tamarin::term::{Term, Terms};
use tamarin_testing::examples::{
    Description, Example, Expectation, image, in_corpus, kebab, names, program,
};
use tamarin_testing::random::Random;

/// The groups of the menu.
/// What a new visitor finds.
const START: &str = "To begin with";
const FIGURES: &str = "Figures of the Tamarin paper";
const CASES: &str = "Tasks";
const CONTRACTS: &str = "Arrays and contracts";

/// All results of a comparison.
struct Comparison {
    report: Report,
    events: Vec<Event>,
}

struct Listener(Vec<Event>);

impl Observer for Listener {
    fn event<'a>(&'a mut self, event: &'a Event) -> Signalled<'a> {
        self.0.push(event.clone());
        Box::pin(std::future::ready(Signal::Continue(())))
    }
}

/// A run as the program that drove it sees it.
#[derive(Debug, PartialEq)]
struct DrivenRun {
    inputs: Inputs,
    path: Vec<String>,
    driver: RunReport,
    verifier: RunReport,
}

impl Comparison {
    fn of(example: &Example, strategy: Strategy, solver: &mut dyn Solver) -> Comparison {
        let [left, right] = example.images();
        Comparison::run(&left, &right, &example.options(strategy), solver)
    }

    fn run(
        left: &Rc<Image>,
        right: &Rc<Image>,
        options: &Options,
        solver: &mut dyn Solver,
    ) -> Comparison {
        let mut listener = Listener(Vec::new());
        let comparison = paths::compare(left, right, options, solver, &mut listener);
        let report = pollster::block_on(comparison);
        Comparison { report, events: listener.0 }
    }

    /// The runs that one of the programs drove, in order.
    fn driven_by(&self, side: Side) -> Vec<DrivenRun> {
        let run = |event: &Event| match event.clone() {
            Event::Run { driver, inputs, path, left, right, .. } if driver == side => {
                let (driver, verifier) = match side {
                    Side::Left => (left, right),
                    Side::Right => (right, left),
                };
                Some(DrivenRun { inputs, path, driver, verifier })
            }
            _ => None,
        };
        self.events.iter().filter_map(run).collect()
    }

    fn witness_inputs(&self) -> Option<Inputs> {
        self.report.witness.as_ref().map(|witness| witness.inputs.clone())
    }
}

/// The built-in solver, and z3 if it is installed.
fn solvers() -> Vec<Box<dyn Solver>> {
    let mut solvers: Vec<Box<dyn Solver>> = vec![Box::new(Bitblast::new())];
    if let Some(process) = tamarin_testing::z3_or_skip() {
        solvers.push(Box::new(process));
    }
    solvers
}

#[test]
fn every_example_has_its_verdict_by_the_paper() {
    for mut solver in solvers() {
        for example in Example::all() {
            let comparison = Comparison::of(&example, Strategy::Paper, &mut *solver);
            example.check(Strategy::Paper, solver.name(), &comparison.report);
        }
    }
}

#[test]
fn every_example_has_its_verdict_by_pairs_of_paths() {
    let mut solver = Bitblast::new();
    for example in Example::all() {
        let comparison = Comparison::of(&example, Strategy::Product, &mut solver);
        example.check(Strategy::Product, "as it stands", &comparison.report);
        // Correct pairs are proved, as far as their runs stop.
        if example.name.ends_with("-same") {
            let Report { verdict, reason, .. } = &comparison.report;
            let one_runs_on = reason.code == ReasonCode::OneSideUnfinished;
            assert!(proves(*verdict) || one_runs_on, "{}: {verdict:?}", example.name);
        }
    }
}

fn proves(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Equivalent | Verdict::EquivalentUpTo)
}

#[test]
fn every_example_is_fit_for_the_menu() {
    assert_eq!(names(".json"), names(".left.asm"));
    assert_eq!(names(".json"), names(".right.asm"));
    let mut orders = BTreeMap::new();
    for Example { name, description, texts } in Example::all() {
        let Description { title, group, source, about, order, .. } = &description;
        assert!((1..=50).contains(&title.len()), "{name}: {title}");
        assert!((1..=250).contains(&about.len()) && about.ends_with(['.', '?']), "{name}: {about}");
        assert!(!source.is_empty(), "{name}");
        assert!([START, FIGURES, CASES, CONTRACTS].contains(&group.as_str()), "{name}: {group}");
        assert_eq!(group == FIGURES, name.starts_with("fig"), "{name}: {group}");
        // The figures are shown as the paper's tool shows them.
        let strategy = (group == FIGURES).then(|| "paper".to_owned());
        assert_eq!(description.options.strategy, strategy, "{name}");
        assert_eq!(group == CONTRACTS, !description.options.contract.is_default(), "{name}");
        if let Some(other) = orders.insert(*order, name.clone()) {
            panic!("{name} and {other} have the same place in the menu");
        }
        for text in texts {
            assert!(text.starts_with("; "), "{name} does not say what it is:\n{text}");
            assert!(text.lines().all(|line| line.len() <= 80), "{name} is too wide:\n{text}");
            // Labels that only a computed jump leads to.
            let expected = |code| code == Code::UnusedLabel && name.starts_with("fig08");
            let diagnostics = assemble(&text).diagnostics;
            let unexpected = diagnostics.iter().find(|found| !expected(found.code));
            assert_eq!(unexpected, None, "{name}:\n{text}");
        }
    }
}

#[test]
fn the_witnesses_differ_on_the_emulator() {
    for example in Example::all() {
        for strategy in [Strategy::Paper, Strategy::Product] {
            let Expectation { witness, reason, .. } = example.expectation(strategy);
            let Some(inputs) = witness else { continue };
            let fuel = example.options(strategy).fuel;
            let [left, right] = example.images();
            let [left, right] = ends([&left, &right], &Inputs::from(&inputs[..]), fuel);
            let code = difference(&left, &right).map(kebab);
            assert_eq!(code.as_ref(), Some(reason), "{}: {left:?}, {right:?}", example.name);
        }
    }
}

/// The purpose of the cases.
#[test]
fn random_inputs_miss_the_cases() {
    let mut random = Random::new(1);
    for example in Example::all() {
        if example.description.group != CASES {
            continue;
        }
        let images = example.images();
        let fuel = example.options(Strategy::Product).fuel;
        for _ in 0..200 {
            let inputs = [random.word(), random.word()];
            let [left, right] = [0, 1].map(|side| outcome(&images[side], inputs, fuel));
            assert_eq!(difference(&left, &right), None, "{} on {inputs:?}", example.name);
        }
    }
}

/// The table of Fig. 5, with the results of rows 3 and 4 put right.
#[test]
fn fig05_has_the_runs_of_the_figure() {
    for mut solver in solvers() {
        fig05_has_the_runs(&mut *solver);
    }
}

fn fig05_has_the_runs(solver: &mut dyn Solver) {
    let comparison = Comparison::of(&Example::load("fig05"), Strategy::Paper, solver);
    let row = |event: &Event| match event {
        Event::Run { number, driver, inputs, path, left, right, .. } => {
            let [a, b] = inputs[..] else { panic!("two integers") };
            let (path, driver) = (path.join(", "), driver.name());
            let results = [left, right].map(|run| run.result.expect("both stop"));
            Some(format!("{number} {driver:5} {a:2} {b:3}  {path:9}  {results:?}"))
        }
        _ => None,
    };
    let rows: Vec<String> = comparison.events.iter().filter_map(row).collect();
    assert_eq!(
        rows,
        [
            "1 left   1   1  $1 != 42   [2, 2]",
            "2 right  1   1  $2 != 100  [2, 2]",
            "3 left  42   1  $1 == 42   [43, 43]",
            "4 right  1 100  $2 == 100  [101, 201]",
        ]
    );
}

/// Fig. 8 in the Tamarin paper is a path found and the others missed. All are found:
/// the return address, each word of the program, and one for each way in
/// which a jump elsewhere faults.
#[test]
fn fig08_finds_every_target() {
    for mut solver in solvers() {
        fig08_finds_targets(&mut *solver);
    }
}

fn fig08_finds_targets(solver: &mut dyn Solver) {
    let example = Example::load("fig08");
    let comparison = Comparison::of(&example, Strategy::Paper, solver);
    let program = program(&example.texts[0]);
    let label = |name| {
        let label = program.labels.iter().find(|label| label.name == name);
        label.expect("the program has it").address.0
    };
    let (good, bad) = (label("good"), label("bad"));
    for side in [Side::Left, Side::Right] {
        let mut stops = BTreeMap::new();
        let mut faults = BTreeSet::new();
        for DrivenRun { inputs, path, driver, .. } in comparison.driven_by(side) {
            let [a, b] = inputs[..] else { panic!("two integers") };
            let target = a.wrapping_add(b);
            let end = match (driver.outcome, driver.result) {
                (OutcomeKind::Fault, _) => {
                    assert!(faults.insert(path), "a path is taken once");
                    continue;
                }
                (OutcomeKind::OutOfFuel, _) => "runs forever".to_owned(),
                (OutcomeKind::Done, result) if target == bad => {
                    assert_eq!(result, Some(a.wrapping_mul(2)));
                    "$1 + $1".to_owned()
                }
                (OutcomeKind::Done, result) => result.expect("done").to_string(),
            };
            assert_eq!(stops.insert(target, end), None, "{target:#x} is jumped to once");
        }
        let (good_jr, bad_jr) = (good + 4, bad + 4);
        let expected = [
            (0, "runs forever"),
            (4, "runs forever"),
            (good, "8"),
            (good_jr, "0"),
            (bad, "$1 + $1"),
            (bad_jr, "0"),
            (RETURN_ADDRESS, "0"),
        ];
        assert_eq!(stops, expected.map(|(target, end)| (target, end.to_owned())).into());
        // Not a multiple of 4, outside memory, after the program.
        assert_eq!(faults.len(), 3, "{faults:?}");
    }
}

/// A solver that records the texts of its queries.
struct Spy {
    solver: Box<dyn Solver>,
    assertions: Assertions,
    texts: Vec<String>,
}

impl Solver for Spy {
    fn name(&self) -> &str {
        self.solver.name()
    }

    fn capabilities(&self) -> Capabilities {
        self.solver.capabilities()
    }

    fn push(&mut self) {
        self.assertions.push();
        self.solver.push();
    }

    fn pop(&mut self) {
        self.assertions.pop();
        self.solver.pop();
    }

    fn assert(&mut self, term: Term) -> AssertionId {
        self.assertions.assert(term);
        self.solver.assert(term)
    }

    fn check<'a>(&'a mut self, terms: &'a Terms, question: Question<'a>) -> Check<'a> {
        self.texts.push(Dialogue::new(terms, &self.assertions, &question).text);
        self.solver.check(terms, question)
    }
}

/// Fig. 12 asks for the side of the branch that the first run did not take.
#[test]
fn fig12_asks_the_query_of_the_figure() {
    for solver in solvers() {
        fig12_asks_the_query(solver);
    }
}

fn fig12_asks_the_query(solver: Box<dyn Solver>) {
    let mut spy = Spy { solver, assertions: Assertions::default(), texts: Vec::new() };
    let comparison = Comparison::of(&Example::load("fig12"), Strategy::Paper, &mut spy);
    let [text] = &spy.texts[..] else { panic!("one query is enough: {:?}", spy.texts) };
    tamarin_testing::check([(in_corpus("fig12", "smt2"), text.clone())]);
    let answer = comparison.events.iter().find_map(|event| match event {
        Event::Answer { answer, inputs, .. } => Some((*answer, inputs.clone())),
        _ => None,
    });
    let Some((AnswerKind::Sat, Some(inputs))) = answer else { panic!("{answer:?}") };
    let [a, b] = inputs[..] else { panic!("two integers") };
    assert!(a as i32 >= b as i32, "{a} < {b}, signed");
}

/// Swapped programs have their roles swapped, and nothing else. (With z3, which
/// answers a question without a thought of those before.)
///
/// A program's runs as the driver follow from the program and the options
/// alone; the other program only decides after which of them the search ends.
/// So each program drives the same runs on either side, as far as both
/// searches go, and just the same ones where there is no difference. The
/// verdict is the same, and so is the round in which the search ends. The
/// witness is too, unless both programs come to
/// a difference in the same round: then the one that is on the left shows its
/// own.
#[test]
fn swapping_the_programs_swaps_their_roles_in_the_paper() {
    let Some(mut solver) = tamarin_testing::z3_or_skip() else {
        return;
    };
    for example in Example::of_two_integers() {
        let [left, right] = example.images();
        let straight = Comparison::of(&example, Strategy::Paper, &mut solver);
        let swapped =
            Comparison::run(&right, &left, &example.options(Strategy::Paper), &mut solver);
        let (name, report) = (&example.name, &swapped.report);
        assert_eq!(report.verdict, straight.report.verdict, "{name}");

        // How many runs each program drove, before and after.
        let mut rounds = Vec::new();
        for side in [Side::Left, Side::Right] {
            let (before, after) = (straight.driven_by(side), swapped.driven_by(side.other()));
            let common = before.len().min(after.len());
            assert_eq!(before[..common], after[..common], "{name}, the {} program", side.name());
            rounds.push((before.len(), after.len()));
        }
        let searched = |of: fn(&(usize, usize)) -> usize| rounds.iter().map(of).max();
        assert_eq!(searched(|round| round.0), searched(|round| round.1), "{name}");
        if report.verdict != Verdict::Disequivalent {
            assert!(rounds.iter().all(|(before, after)| before == after), "{name}: {rounds:?}");
            assert_eq!(report.reason.cuts, straight.report.reason.cuts, "{name}");
        }

        check_mirrored(&example, Strategy::Paper, &straight, &swapped);
    }
}

fn check_mirrored(
    example: &Example,
    strategy: Strategy,
    straight: &Comparison,
    swapped: &Comparison,
) {
    let name = &example.name;
    if straight.witness_inputs() != swapped.witness_inputs() {
        let expected = &example.expectation(strategy).witness;
        assert_eq!(*expected, None, "{name} has a witness that depends on the sides");
        return;
    }
    let code = mirrored(straight.report.reason.code);
    assert_eq!(swapped.report.reason.code, code, "{name}");
    let runs = |comparison: &Comparison| {
        comparison.report.witness.clone().map(|witness| (witness.left, witness.right))
    };
    let mirrored_runs = runs(straight).map(|(left, right)| (right, left));
    assert_eq!(runs(swapped), mirrored_runs, "{name}");
}

/// The pairs of paths are the same pairs from either side.
#[test]
fn swapping_the_programs_mirrors_the_verdict() {
    let mut solver = Bitblast::new();
    for example in Example::of_two_integers() {
        let [left, right] = example.images();
        for strategy in [Strategy::Product, Strategy::Paper] {
            let straight = Comparison::of(&example, strategy, &mut solver);
            let swapped = Comparison::run(&right, &left, &example.options(strategy), &mut solver);
            let (name, report) = (&example.name, &swapped.report);
            assert_eq!(report.verdict, straight.report.verdict, "{name}, {strategy:?}");
            check_mirrored(&example, strategy, &straight, &swapped);
            if strategy == Strategy::Product && report.verdict != Verdict::Disequivalent {
                assert_eq!(report.stats.paths, straight.report.stats.paths, "{name}");
                assert_eq!(report.reason.cuts, straight.report.reason.cuts, "{name}");
            }
        }
    }
}

fn mirrored(code: ReasonCode) -> ReasonCode {
    match code {
        ReasonCode::OnlyLeftFaults => ReasonCode::OnlyRightFaults,
        ReasonCode::OnlyRightFaults => ReasonCode::OnlyLeftFaults,
        code => code,
    }
}

#[test]
fn a_program_equals_itself() {
    for (strategy, mut solver) in ways() {
        let mut seen = BTreeSet::new();
        for example in Example::of_two_integers() {
            let options = example.options(strategy);
            for (text, image) in example.texts.iter().zip(example.images()) {
                if !seen.insert((text.clone(), options.fuel, options.depth, options.inputs.clone()))
                {
                    continue;
                }
                let report = Comparison::run(&image, &image, &options, &mut *solver).report;
                let equal = match strategy {
                    Strategy::Product => proves(report.verdict),
                    Strategy::Paper => report.verdict == Verdict::PossiblyEquivalent,
                };
                assert!(equal, "{}, {strategy:?}: {report:#?}\n{text}", example.name);
            }
        }
    }
}

/// Each strategy with each solver that it is tried with.
fn ways() -> Vec<(Strategy, Box<dyn Solver>)> {
    let mut ways: Vec<(Strategy, Box<dyn Solver>)> =
        solvers().into_iter().map(|solver| (Strategy::Paper, solver)).collect();
    ways.push((Strategy::Product, Box::new(Bitblast::new())));
    ways
}

/// Code after the last instruction changes nothing. A computed jump may reach it, so it faults wherever it is entered,
/// as the zeros there did.
#[test]
fn dead_code_changes_no_verdict() {
    const DEAD: &str = "
        dead:
            lw $3, 1($0)      ; 1 is not a multiple of 4
            beq $0, $0, dead
    ";
    for (strategy, mut solver) in ways() {
        for example in Example::of_two_integers() {
            let [left, right] = example.images();
            let [longer_left, longer_right] =
                [0, 1].map(|side| image(&format!("{}{DEAD}", example.texts[side])));
            let pairs = [("on the left", longer_left, right), ("on the right", left, longer_right)];
            for (what, left, right) in pairs {
                let options = example.options(strategy);
                let comparison = Comparison::run(&left, &right, &options, &mut *solver);
                // With dead code on one side they are no longer the same machine code.
                let is_one_program = example.images()[0].words() == example.images()[1].words();
                match is_one_program && strategy == Strategy::Product {
                    true => assert_eq!(comparison.report.verdict, Verdict::Equivalent, "{what}"),
                    false => {
                        example.check(strategy, &format!("dead code {what}"), &comparison.report);
                    }
                }
            }
        }
    }
}
