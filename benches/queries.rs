//! Queries by family, through the [`Solver`] trait.
//!
//! A family is a pair of programs in `benches/queries`; its queries are those
//! that their comparison asks. Each is asked of a `bitblast` that knows
//! nothing yet, and of a z3 process that is running, where there is one.
//! The identities pose no query, because rewriting settles them; what is
//! measured of them is the whole comparison (`comparison/identity-...`).

mod support;

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use support::{comparison, pair};
use tamarin::solver::bitblast::Bitblast;
use tamarin::solver::process::Process;
use tamarin::solver::{
    Answer, AssertionId, Assertions, Capabilities, Check, Effort, Question, Solver,
};
use tamarin::term::{Term, Terms};

const FAMILIES: [&str; 6] =
    ["linear", "slt-chain", "constant-product", "factoring", "division", "memory"];

/// What a query may cost: every one is to be answered.
const ENOUGH: Effort = Effort(10_000_000);

/// A query by itself.
struct Asked {
    terms: Terms,
    assertions: Vec<Term>,
}

impl Asked {
    fn ask(&self, solver: &mut dyn Solver) -> Answer {
        solver.push();
        for &term in &self.assertions {
            solver.assert(term);
        }
        let question = Question::new("query").within(ENOUGH);
        let answer = pollster::block_on(solver.check(&self.terms, question));
        solver.pop();
        assert!(matches!(answer, Answer::Sat(_) | Answer::Unsat(_)), "{answer:?}");
        answer
    }
}

/// `bitblast`, writing down what it is asked.
#[derive(Default)]
struct Recording {
    solver: Bitblast,
    assertions: Assertions,
    asked: Vec<Asked>,
}

impl Solver for Recording {
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
        self.asked
            .push(Asked { terms: terms.clone(), assertions: self.assertions.terms().collect() });
        self.solver.check(terms, question)
    }
}

/// The queries of a family.
fn queries(family: &str) -> Vec<Asked> {
    let mut recording = Recording::default();
    comparison(&pair(&format!("benches/queries/{family}")), &mut recording);
    assert!(!recording.asked.is_empty(), "{family} asks nothing");
    recording.asked
}

fn families(c: &mut Criterion) {
    let mut process = Process::z3();
    let has_process = process.probe().is_ok();
    let mut group = c.benchmark_group("queries");
    group.sample_size(10);
    for family in FAMILIES {
        let queries = queries(family);
        group.throughput(Throughput::Elements(queries.len() as u64));
        group.bench_function(BenchmarkId::new("bitblast", family), |bencher| {
            let fresh = || queries.iter().map(|_| Bitblast::new()).collect::<Vec<_>>();
            let ask = |solvers: Vec<Bitblast>| {
                for (query, mut solver) in queries.iter().zip(solvers) {
                    query.ask(&mut solver);
                }
            };
            bencher.iter_batched(fresh, ask, BatchSize::PerIteration);
        });
        if has_process {
            group.bench_function(BenchmarkId::new("process", family), |bencher| {
                bencher.iter(|| queries.iter().for_each(|query| drop(query.ask(&mut process))));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, families);
criterion_main!(benches);
