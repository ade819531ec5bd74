//! The path search with fake solvers that give wrong answers, give up or are cancelled, and its determinism. The pairs
//! of paths are tested with the built-in solver, on all ways in which programs can agree or differ.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::rc::Rc;

use tamarin::engines::paths::{Observer, Options, Signal, Signalled, Strategy, compare};
use tamarin::link::assemble;
use tamarin::machine::{Image, Inputs};
use tamarin::report::{
    AnswerKind, Event, OpenClaimKind, ProofKind, ReasonCode, Report, Termination, Verdict,
};
use tamarin::solver::bitblast::Bitblast;
use tamarin::solver::{
    Answer, AssertionId, Assertions, Capabilities, Check, Question, Solver, UnknownReason,
};
use tamarin::term::{Model, Term, Terms};
use tamarin_testing::and_a_word;

/// Answers as scripted; otherwise tries a few models.
#[derive(Default)]
struct Scripted {
    assertions: Assertions,
    /// What to do at each check; past the end, answer honestly.
    script: Vec<Act>,
    checks: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Act {
    Honest,
    GiveUp,
    Lie,
}

impl Scripted {
    fn answer(&mut self, terms: &Terms) -> Answer {
        let act = self.script.get(self.checks).copied().unwrap_or(Act::Honest);
        self.checks += 1;
        match act {
            Act::GiveUp => Answer::Unknown(UnknownReason::Limit),
            Act::Lie => Answer::Sat(Model::new()),
            Act::Honest => self.search(terms),
        }
    }

    /// All pairs of a few words: enough for the programs below.
    fn search(&self, terms: &Terms) -> Answer {
        let roots = self.assertions.terms();
        let symbols = terms.free_symbols(roots);
        let words = [0, 1, 2, 7, 42, 100, 1000, u32::MAX];
        for a in words {
            for b in words {
                let mut model = Model::new();
                for (&symbol, value) in symbols.iter().zip([a, b]) {
                    model.set(symbol, value);
                }
                if self.assertions.hold(terms, &model) {
                    return Answer::Sat(model);
                }
            }
        }
        Answer::Unsat(self.assertions.ids())
    }
}

impl Solver for Scripted {
    fn name(&self) -> &str {
        "scripted"
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::default()
    }

    fn push(&mut self) {
        self.assertions.push();
    }

    fn pop(&mut self) {
        self.assertions.pop();
    }

    fn assert(&mut self, term: Term) -> AssertionId {
        self.assertions.assert(term)
    }

    fn check<'a>(&'a mut self, terms: &'a Terms, _: Question<'a>) -> Check<'a> {
        let answer = self.answer(terms);
        Box::pin(std::future::ready(answer))
    }
}

/// Keeps all events, and cancels after some.
struct Recorder {
    events: Vec<Event>,
    cancel_after: usize,
    /// Whether it lets a comparison take long.
    waits: bool,
}

impl Observer for Recorder {
    fn event<'a>(&'a mut self, event: &'a Event) -> Signalled<'a> {
        self.events.push(event.clone());
        let signal = match self.events.len() >= self.cancel_after {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        Box::pin(std::future::ready(signal))
    }

    /// A cancellable search ends when it takes long.
    fn pause(&mut self) -> Signalled<'_> {
        let signal = if self.waits { Signal::Continue(()) } else { Signal::Break(()) };
        Box::pin(std::future::ready(signal))
    }
}

fn image(text: &str) -> Rc<Image> {
    let assembly = assemble(text);
    Image::new(&assembly.program.unwrap_or_else(|| panic!("{:?}", assembly.diagnostics)))
}

const FIRST: &str = "bne $1, 42, end\nadd $3, $0, $0\nend: add $3, $1, $2\njr $31";
const SECOND: &str = "add $3, $1, $2\nbne $2, 100, end\nadd $3, $3, $2\nend: jr $31";
const NESTED: &str =
    "beq $1, 7, a\nadd $3, $1, $0\njr $31\na: beq $2, 2, b\njr $31\nb: add $3, $2, $0\njr $31";

fn run_with(
    left: &str,
    right: &str,
    options: &Options,
    script: &[Act],
    cancel_after: usize,
) -> (Report, Vec<Event>) {
    let mut solver = Scripted { script: script.to_vec(), ..Scripted::default() };
    run_on(left, right, options, &mut solver, cancel_after)
}

fn run_on(
    left: &str,
    right: &str,
    options: &Options,
    solver: &mut dyn Solver,
    cancel_after: usize,
) -> (Report, Vec<Event>) {
    watched(
        left,
        right,
        options,
        solver,
        Recorder { events: Vec::new(), cancel_after, waits: false },
    )
}

fn watched(
    left: &str,
    right: &str,
    options: &Options,
    solver: &mut dyn Solver,
    mut recorder: Recorder,
) -> (Report, Vec<Event>) {
    let (left, right) = (image(left), image(right));
    let report = pollster::block_on(compare(&left, &right, options, solver, &mut recorder));
    assert_eq!(recorder.events.last(), Some(&Event::Verdict { report: report.clone() }));
    (report, recorder.events)
}

/// The limits of the loop of the Tamarin paper.
fn paper() -> Options {
    Options { strategy: Strategy::Paper, inputs: [1, 1].into(), ..Options::default() }
}

fn run(left: &str, right: &str, script: &[Act]) -> (Report, Vec<Event>) {
    let options = paper();
    run_with(left, right, &options, script, usize::MAX)
}

#[test]
fn the_same_question_gets_the_same_events() {
    assert_eq!(run(FIRST, SECOND, &[]), run(FIRST, SECOND, &[]));
}

#[test]
fn unknown_is_neither_a_difference_nor_a_pass() {
    let (report, events) = run(FIRST, SECOND, &[Act::GiveUp, Act::GiveUp]);
    assert_eq!(report.verdict, Verdict::PossiblyEquivalent);
    assert_eq!((report.reason.code, report.reason.cuts.unknown), (ReasonCode::Cut, 2));
    let unknown = |event: &&Event| {
        matches!(event, Event::Answer { answer: AnswerKind::Unknown, reason: Some(_), .. })
    };
    assert_eq!(events.iter().filter(unknown).count(), 2);
}

#[test]
fn a_model_that_is_wrong_is_unknown_and_the_search_goes_on() {
    // The first answer is wrong; the difference is found after the second.
    let (report, _) = run(FIRST, SECOND, &[Act::Lie]);
    assert_eq!(report.verdict, Verdict::Disequivalent);
    assert_eq!(report.reason.cuts.unknown, 1);
}

#[test]
fn every_path_of_nested_conditions_is_taken() {
    let (report, events) = run(NESTED, NESTED, &[]);
    assert_eq!((report.verdict, report.stats.paths), (Verdict::PossiblyEquivalent, [3, 3]));
    assert_eq!(report.reason.code, ReasonCode::PathsTried);
    let mut paths: Vec<Vec<String>> = events
        .iter()
        .filter_map(|event| match event {
            Event::Run { path, .. } => Some(path.clone()),
            _ => None,
        })
        .collect();
    paths.sort();
    paths.dedup();
    assert_eq!(
        paths,
        [
            vec!["$1 != 7".to_owned()],
            vec!["$1 == 7".into(), "$2 != 2".into()],
            vec!["$1 == 7".into(), "$2 == 2".into()]
        ]
    );
}

#[test]
fn it_can_be_cancelled_at_every_event() {
    let (_, all) = run(NESTED, NESTED, &[]);
    let options = paper();
    for cancel_after in 1..all.len() {
        let (report, events) = run_with(NESTED, NESTED, &options, &[], cancel_after);
        assert_eq!(report.reason.code, ReasonCode::Cancelled);
        assert_eq!(report.verdict, Verdict::PossiblyEquivalent);
        // The verdict, and nothing else, follows.
        assert_eq!(events[..cancel_after], all[..cancel_after]);
        assert_eq!(events.len(), cancel_after + 1);
    }
}

#[test]
fn a_long_run_can_be_cancelled() {
    let forever = "loop: beq $0, $0, loop";
    for strategy in [Strategy::Product, Strategy::Paper] {
        let options = Options { strategy, fuel: u64::MAX, ..Options::default() };
        let (report, events) = run_with(forever, &and_a_word(forever), &options, &[], usize::MAX);
        assert_eq!(report.reason.code, ReasonCode::Cancelled);
        assert_eq!(events.len(), 1);
    }
}

#[test]
fn runs_are_limited() {
    let options = Options { max_runs: 3, ..paper() };
    let (report, _) = run_with(NESTED, NESTED, &options, &[], usize::MAX);
    assert_eq!((report.reason.code, report.stats.runs), (ReasonCode::RunLimit, 3));
}

#[test]
fn depth_and_fuel_are_reported() {
    let loop_text = "lis $4\n.word 1\nloop: sub $1, $1, $4\nbne $1, $0, loop\njr $31";
    let options = Options { inputs: [9, 0].into(), depth: Some(3), fuel: 10, ..paper() };
    let (report, events) = run_with(loop_text, loop_text, &options, &[Act::GiveUp; 9], usize::MAX);
    assert_eq!(report.reason.code, ReasonCode::Cut);
    assert!(report.reason.cuts.depth > 0 && report.reason.cuts.fuel > 0);
    for event in &events {
        if let Event::Run { path, .. } = event {
            assert!(path.len() <= 3);
        }
    }
}

#[test]
fn both_faulting_is_agreement_and_one_faulting_is_not() {
    let faults = "div $1, $0\njr $31";
    let jumps = "jr $0";
    let (report, _) = run(faults, "lw $3, 1($0)\njr $31", &[]);
    assert_eq!(report.verdict, Verdict::PossiblyEquivalent);
    let (report, _) = run(faults, "jr $31", &[]);
    assert_eq!(report.reason.code, ReasonCode::OnlyLeftFaults);
    let (report, _) = run("jr $31", faults, &[]);
    assert_eq!(report.reason.code, ReasonCode::OnlyRightFaults);
    // Nothing is concluded from a run that does not end.
    let (report, _) = run(jumps, "jr $31", &[]);
    assert_eq!(report.verdict, Verdict::PossiblyEquivalent);
}

#[test]
fn an_input_that_a_query_does_not_mention_keeps_its_value() {
    let (_, events) = run(FIRST, FIRST, &[]);
    let inputs: Vec<Inputs> = events
        .iter()
        .filter_map(|event| match event {
            Event::Run { inputs, .. } => Some(inputs.clone()),
            _ => None,
        })
        .collect();
    assert_eq!(inputs, [[1, 1], [1, 1], [42, 1], [42, 1]]);
}

/// All pairs of paths, with our own solver.
fn product(left: &str, right: &str, options: &Options) -> (Report, Vec<Event>) {
    let recorder = Recorder { events: Vec::new(), cancel_after: usize::MAX, waits: true };
    watched(left, right, options, &mut Bitblast::new(), recorder)
}

/// The report, where nothing but the programs is given.
#[track_caller]
fn decided(left: &str, right: &str, verdict: Verdict, code: ReasonCode) -> Report {
    let (report, _) = product(left, right, &Options::default());
    assert_eq!((report.verdict, report.reason.code), (verdict, code), "{report:#?}");
    report
}

/// Inputs that no fixed list has.
const FAR: &str = "lis $4\n.word 0x12345679\nlis $5\n.word 0x2468ace1\n";

#[test]
fn pairs_one_program_alone_may_divide_by_zero() {
    // Faults where $1 + 0x12345679 = 0x2468ace1.
    let divides = format!("{FAR}add $6, $1, $4\nsub $6, $6, $5\ndiv $2, $6\njr $31");
    let report = decided(&divides, "jr $31", Verdict::Disequivalent, ReasonCode::OnlyLeftFaults);
    assert_eq!(report.witness.expect("it differs").inputs[0], 0x2468_ace1 - 0x1234_5679);
    decided("jr $31", &divides, Verdict::Disequivalent, ReasonCode::OnlyRightFaults);
    // Both divide by the same.
    let also = format!("{FAR}sub $6, $5, $4\nsub $6, $1, $6\ndivu $2, $6\njr $31");
    decided(&divides, &also, Verdict::Equivalent, ReasonCode::AllPathsAgree);
}

#[test]
fn pairs_an_address_may_be_misaligned_for_some_inputs() {
    let stores = "sw $2, -4($1)\nadd $3, $0, $0\njr $31";
    decided(stores, "jr $31", Verdict::Disequivalent, ReasonCode::OnlyLeftFaults);
    // Misaligned by an odd number: the same inputs fault, in another way.
    let far = format!("{FAR}add $6, $1, $1\nadd $6, $6, $4\nlw $7, 0($6)\njr $31");
    decided(&far, "div $0, $0", Verdict::Equivalent, ReasonCode::AllPathsAgree);
}

const JUMPS: &str = "lis $4\n.word a\nlis $5\n.word b\nbne $1, $2, go\nadd $4, $5, $0\n\
                     go: jr $4\na: add $3, $1, $1\njr $31\nb: add $3, $1, $2\njr $31";

#[test]
fn pairs_a_computed_jump_has_several_targets() {
    // To a, or to b if both are equal, with the same result.
    decided(JUMPS, "add $3, $1, $1\njr $31", Verdict::Equivalent, ReasonCode::AllPathsAgree);
    // To any word of the program, by the inputs alone.
    let any = "jr $1\nadd $3, $3, $2\nadd $3, $3, $2\njr $31";
    let (report, events) =
        product(any, &and_a_word(any), &Options { fuel: 50, ..Options::default() });
    assert_eq!(report.verdict, Verdict::Equivalent, "{report:#?}");
    assert_eq!(report.meter.map(|meter| meter.both_run_for_ever), Some(1), "to itself");
    let stopped = events.iter().filter_map(|event| match event {
        Event::Run { left, .. } => left.result.map(|_| left.steps),
        _ => None,
    });
    // Straight to the end, to the last instruction, and to those before it.
    assert_eq!(BTreeSet::from_iter(stopped), BTreeSet::from([1, 2, 3, 4]));
    let other = "jr $1\nadd $3, $3, $2\nadd $3, $2, $2\njr $31";
    let (report, _) = product(any, other, &Options { fuel: 50, ..Options::default() });
    assert_eq!(report.reason.code, ReasonCode::ResultsDiffer, "{report:#?}");
}

#[test]
fn pairs_a_program_may_store_into_its_own_text() {
    // Overwrites its third instruction with $1, and then executes it.
    let writes = "sw $1, 8($0)\nadd $3, $2, $0\njr $31\njr $31";
    let plain = "add $3, $2, $0\njr $31";
    let report = decided(writes, plain, Verdict::Disequivalent, ReasonCode::OnlyLeftFaults);
    assert!(report.witness.is_some());
    // Overwrites it with the same word.
    let same = "lis $4\njr $31\nsw $4, 16($0)\nadd $3, $2, $0\njr $31";
    decided(same, plain, Verdict::Equivalent, ReasonCode::AllPathsAgree);
}

#[test]
fn pairs_programs_written_differently_are_equivalent() {
    let max = "slt $4, $1, $2\nbne $4, $0, second\nadd $3, $1, $0\njr $31\n\
               second: add $3, $2, $0\njr $31";
    let other = "add $3, $1, $0\nslt $4, $2, $1\nbne $4, $0, end\nadd $3, $2, $0\nend: jr $31";
    let report = decided(max, other, Verdict::Equivalent, ReasonCode::AllPathsAgree);
    assert_eq!(report.witness, None);
    // The paths are the same, the results are different terms.
    let doubled = "add $3, $1, $2\nadd $3, $3, $3\njr $31";
    let sum = "add $4, $1, $1\nadd $5, $2, $2\nadd $3, $4, $5\njr $31";
    decided(doubled, sum, Verdict::Equivalent, ReasonCode::AllPathsAgree);
}

const ROUNDS: &str = "lis $4\n.word 1\nloop: beq $1, $0, end\nadd $3, $3, $2\n\
                      sub $1, $1, $4\nbeq $0, $0, loop\nend: jr $31";

/// Two versions of Euclid's algorithm in lockstep: each branch of the second one has been decided for the first one, so
/// no query is about it.
#[test]
fn pairs_in_lockstep_ask_what_one_program_asks() {
    let gcd = |turn: &str| {
        format!(
            "lis $4\n.word 64\ndivu $1, $4\nmfhi $5\ndivu $2, $4\nmfhi $6
             loop: beq $6, $0, done\n{turn}\nadd $5, $6, $0\nadd $6, $7, $0\nbeq $0, $0, loop
             done: add $3, $5, $0\njr $31\n"
        )
    };
    let plain = gcd("divu $5, $6\nmfhi $7");
    let copies = [
        and_a_word(&plain),
        gcd("div $5, $6\nmfhi $7"),
        gcd("divu $5, $6\nmflo $7\nmultu $7, $6\nmflo $7\nsub $7, $5, $7"),
        gcd("div $5, $6\nmflo $7\nmult $6, $7\nmflo $7\nsub $7, $5, $7"),
        gcd("sw $5, -4($30)\nsw $6, -8($30)\nlw $8, -4($30)\nlw $9, -8($30)\ndivu $8, $9\nmfhi $7"),
        // The flag of a comparison, as a code generator makes it.
        gcd("sltu $8, $0, $6\nbeq $8, $0, done\ndivu $5, $6\nmfhi $7"),
    ];
    let queries = |left: &str, right: &str| {
        let report = decided(left, right, Verdict::Equivalent, ReasonCode::AllPathsAgree);
        report.stats.queries
    };
    let alone = queries(&plain, &and_a_word(&plain));
    for copy in &copies {
        assert_eq!(queries(&plain, copy), alone, "{copy}");
        assert_eq!(queries(copy, &plain), alone, "{copy}");
    }
}

#[test]
fn pairs_that_are_cut_prove_nothing() {
    let options = Options { depth: Some(3), fuel: 60, ..Options::default() };
    let (report, _) = product(ROUNDS, &and_a_word(ROUNDS), &options);
    assert_eq!(report.verdict, Verdict::PossiblyEquivalent, "{report:#?}");
    assert_eq!(report.reason.code, ReasonCode::Cut);
    assert!(report.reason.cuts.depth > 0);
    let (report, _) =
        product(ROUNDS, &and_a_word(ROUNDS), &Options { max_runs: 2, fuel: 60, ..options });
    assert_eq!(report.verdict, Verdict::PossiblyEquivalent, "{report:#?}");
}

#[test]
fn pairs_that_are_out_of_fuel_bound_the_claim() {
    // No invariant is found for a loop that repeats by a computed jump.
    let jumping = ROUNDS.replace("beq $0, $0, loop", "lis $5\n.word loop\njr $5");
    let other = jumping.replace("$4", "$6").replace("$5", "$7").replace("$3, $2", "$2, $3");
    let (report, _) = product(&jumping, &other, &Options { fuel: 60, ..Options::default() });
    assert_eq!(report.verdict, Verdict::EquivalentUpTo, "{report:#?}");
    assert_eq!(report.reason.code, ReasonCode::AllWithinFuel);
    assert!(report.reason.cuts.fuel > 0);
    let proof = report.proof.expect("it is within the fuel");
    assert_eq!((proof.kind, proof.claim.steps), (ProofKind::Paths, Some(60)));
    // With one more word it is equivalent by its text, if only the same termination is claimed.
    let (report, _) =
        product(&jumping, &and_a_word(&jumping), &Options { fuel: 60, ..Options::default() });
    assert_eq!(report.verdict, Verdict::Equivalent, "{report:#?}");
    let proof = report.proof.expect("it is proved");
    assert_eq!((proof.kind, proof.claim.steps), (ProofKind::Procedures, None));
    assert_eq!(proof.claim.termination, Termination::Same);
    // A loop that repeats by a branch has an invariant, whatever the fuel.
    let (report, _) =
        product(ROUNDS, &and_a_word(ROUNDS), &Options { fuel: 60, ..Options::default() });
    assert_eq!(report.verdict, Verdict::Equivalent, "{report:#?}");
    assert_eq!(report.reason.code, ReasonCode::InvariantsHold);
    // Paths that the search had not reached are not open places beside that proof.
    assert!(report.reason.cuts.fuel > 0 && report.reason.open.is_empty());
    let proof = report.proof.expect("it is proved");
    assert_eq!((proof.kind, proof.claim.steps), (ProofKind::Invariants, None));
    assert_eq!(proof.claim.termination, Termination::Proved);
}

#[test]
fn what_a_proof_about_loops_failed_by_is_told() {
    const WHERE: &str = "it does not show that they give the same where both have stopped (from 0xc of \
                         the left program and 0xc of the right one)";
    let count = "lis $4\n.word 1\nadd $3, $0, $0\nloop: beq $1, $0, done\nadd $3, $3, $4\n\
                 sub $1, $1, $4\nbeq $0, $0, loop\ndone:\n";
    // They differ after 2^30 rounds.
    let more =
        format!("{count}lis $6\n.word 0x40000000\ndivu $3, $6\nmflo $6\nadd $3, $3, $6\njr $31\n");
    let count = format!("{count}{}jr $31\n", "add $6, $0, $0\n".repeat(4));
    let (report, _) = product(&count, &more, &Options { fuel: 60, ..Options::default() });
    assert_eq!(report.verdict, Verdict::EquivalentUpTo, "{report:#?}");
    let proof = report.proof.expect("it is within the fuel");
    let [open] = &proof.open[..] else { panic!("{proof:?}") };
    assert_eq!((open.claim, open.at), (OpenClaimKind::Result, Some([Some(0xc); 2])));
    let inputs = open.inputs.as_ref().expect("there are such");
    assert!(inputs[0] >= 1 << 30, "{inputs:?}");
    let said = &report.reason.message;
    assert!(said.contains(WHERE), "{said}");
    assert!(said.contains(&format!("Inputs to look at: $1 = {}", inputs[0] as i32)), "{said}");
    // A proved verdict has no open places.
    let (report, _) = product(&count, &count, &Options { fuel: 60, ..Options::default() });
    assert_eq!(report.proof.map(|proof| proof.open), Some(vec![]));
}

#[test]
fn pairs_that_are_undecided_prove_nothing() {
    // One path each; the results are different terms that differ on a single input, which no heuristic guesses.
    let left = "add $3, $1, $0\njr $31";
    let right = "lis $4\n.word 0x11111111\nlis $5\n.word 0x01234567\nmult $4, $5\nmflo $6\n\
                 sub $6, $1, $6\nlis $7\n.word 1\nsltu $6, $6, $7\nadd $3, $1, $6\njr $31";
    let options = Options::default();
    let (report, events) = run_with(left, right, &options, &[Act::GiveUp], usize::MAX);
    assert_eq!(report.verdict, Verdict::PossiblyEquivalent, "{report:#?}");
    assert_eq!((report.reason.code, report.reason.cuts.unknown), (ReasonCode::Cut, 1));
    let results = |event: &&Event| matches!(event, Event::Query { flip: None, .. });
    assert_eq!(events.iter().filter(results).count(), 1);
    // A model that is none is no difference.
    let (report, _) = run_with(left, right, &options, &[Act::Lie], usize::MAX);
    assert_eq!(report.verdict, Verdict::PossiblyEquivalent, "{report:#?}");
    // A square modulo 4 is what its root is modulo 2.
    let square = "lis $4\n.word 4\nmult $1, $1\nmflo $3\ndivu $3, $4\nmfhi $3\njr $31";
    let root = "lis $4\n.word 2\ndivu $1, $4\nmfhi $3\njr $31";
    decided(square, root, Verdict::Equivalent, ReasonCode::AllPathsAgree);
}

#[test]
fn pairs_can_be_cancelled_at_every_event() {
    let other = "bne $2, 2, b\nbne $1, 7, b\nadd $3, $2, $0\njr $31\n\
                 b: beq $1, 7, c\nadd $3, $1, $0\nc: jr $31";
    let options = Options::default();
    let (report, all) = product(NESTED, other, &options);
    assert_eq!(report.verdict, Verdict::Equivalent, "{report:#?}");
    for cancel_after in 1..all.len() {
        let (report, events) = run_on(NESTED, other, &options, &mut Bitblast::new(), cancel_after);
        assert_eq!(report.reason.code, ReasonCode::Cancelled);
        assert_eq!(report.verdict, Verdict::PossiblyEquivalent);
        assert_eq!(events[..cancel_after], all[..cancel_after]);
        assert_eq!(events.len(), cancel_after + 1);
    }
}
