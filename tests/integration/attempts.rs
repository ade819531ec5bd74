//! When a path search attempts a loop proof, how much work the attempt may take, and when one is enough.
//!
//! The tests count instead of measuring time: an observer replaces the prover, records its limits, and answers as the
//! test requires.

use std::future::ready;

use tamarin::engines::paths::{
    Attempt, MergeAfter, Observer, Options, Proved, Proving, Signal, Signalled, compare,
};
use tamarin::link::assemble;
use tamarin::machine::{Image, Inputs};
use tamarin::report::{Event, ProofKind, Report, Termination, Verdict};
use tamarin::solver::bitblast::Bitblast;

/// Replaces the prover.
#[derive(Default)]
struct Prover {
    /// What each attempt might take.
    allowed: Vec<Option<u64>>,
    /// The result of each attempt, whatever the programs are.
    proved: Option<Proved>,
    /// Runs and queries before the first attempt, and in all.
    before: Option<u32>,
    done: u32,
}

impl Observer for Prover {
    fn event<'a>(&'a mut self, event: &'a Event) -> Signalled<'a> {
        self.done += u32::from(matches!(event, Event::Run { .. } | Event::Query { .. }));
        Box::pin(ready(Signal::Continue(())))
    }

    fn prove<'a>(&'a mut self, _: &'a Inputs, _: Option<u64>, work: Option<u64>) -> Proving<'a> {
        self.allowed.push(work);
        self.before.get_or_insert(self.done);
        let proved = self.proved;
        Some(Box::pin(ready(Attempt { proved, ..Attempt::default() })))
    }
}

fn compared(texts: [&str; 2], options: &Options, prover: &mut Prover) -> Report {
    let [left, right] =
        texts.map(|text| Image::new(&assemble(text).program.expect("it assembles")));
    pollster::block_on(compare(&left, &right, options, &mut Bitblast::new(), prover))
}

/// Whether each of some bits of `$1` is set, added up from the lowest or from the highest: a path for
/// each way that they can be, all of them short.
fn bits(order: impl Iterator<Item = u32>) -> String {
    let bit = |bit: u32| {
        format!(
            "lis $5\n.word {}\nmultu $1, $5\nmflo $6\nslt $6, $6, $0\nbeq $6, $0, skip{bit}\n\
             add $3, $3, $11\nskip{bit}:\n",
            1_u32 << (31 - bit)
        )
    };
    let bits: String = order.map(bit).collect();
    format!("add $3, $0, $0\nlis $11\n.word 1\n{bits}jr $31\n")
}

#[test]
fn of_many_short_paths_a_proof_is_brief_and_tried_once() {
    let (left, right) = (bits(0..9), bits((0..9).rev()));
    // Merged, they would be decided at once.
    let never = MergeAfter { paths: u32::MAX, queries: u32::MAX };
    let options = Options { merge_after: never, ..Options::default() };
    let mut prover = Prover::default();
    let report = compared([&left, &right], &options, &mut prover);
    assert_eq!(report.verdict, Verdict::Equivalent);
    assert!(report.stats.paths[0] >= 512, "{:?}", report.stats.paths);
    assert_eq!(prover.allowed, [Some(50_000)]);
    // Of few no proof is tried.
    let (left, right) = (bits(0..3), bits((0..3).rev()));
    let mut prover = Prover::default();
    compared([&left, &right], &options, &mut prover);
    assert_eq!(prover.allowed, []);
}

/// `$1` iterations of equally many steps in both.
const ROUNDS: [&str; 2] = [
    "lis $11\n.word 1\nadd $3, $0, $0\nround: beq $1, $0, end\nadd $3, $3, $11\n\
     sub $1, $1, $11\nbeq $0, $0, round\nend: add $5, $0, $0\njr $31\n",
    "lis $11\n.word 1\nadd $4, $1, $0\nround: beq $4, $0, end\nsub $4, $4, $11\n\
     add $5, $4, $11\nbeq $0, $0, round\nend: add $3, $1, $0\njr $31\n",
];

#[test]
fn where_runs_are_out_of_fuel_a_proof_may_take_as_long_as_it_likes() {
    let options = Options { fuel: 400, ..Options::default() };
    let mut prover = Prover::default();
    let report = compared(ROUNDS, &options, &mut prover);
    assert_eq!(report.verdict, Verdict::EquivalentUpTo);
    assert_eq!(prover.allowed, [None]);
    // As long as all else, where that is limited.
    let options = Options { max_work: Some(1_000_000), ..options };
    let mut prover = Prover::default();
    compared(ROUNDS, &options, &mut prover);
    assert_eq!(prover.allowed, [Some(1_000_000)]);
}

#[test]
fn a_search_ends_soon_after_a_proof_that_leaves_the_end_open() {
    let options = Options { fuel: 400, ..Options::default() };
    let proof = |termination| Proved {
        kind: ProofKind::Invariants,
        steps: None,
        termination,
        nodes: 1,
        obligations: 1,
    };
    let count_after = |proved: Option<Proved>| {
        let mut prover = Prover { proved, ..Prover::default() };
        let report = compared(ROUNDS, &options, &mut prover);
        (report, prover.done - prover.before.expect("a proof is tried"))
    };
    let (report, without) = count_after(None);
    assert_eq!(report.verdict, Verdict::EquivalentUpTo);
    let (report, after) = count_after(Some(proof(Termination::Open)));
    assert_eq!(report.verdict, Verdict::EquivalentIfBothStop);
    assert!((1..=40).contains(&after) && 3 * after < without, "{after} of {without}");
    // Nothing is claimed of ways that were not gone.
    assert!(report.reason.cuts.untried > 0);
    let (report, after) = count_after(Some(proof(Termination::Same)));
    assert_eq!((report.verdict, after), (Verdict::Equivalent, 0));
}
