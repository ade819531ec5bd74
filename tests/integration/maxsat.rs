//! Soft assertions (MaxSAT): the optimum is the one that enumeration finds, and a result that is only a bound is marked
//! as one.

use std::future::ready;

use tamarin::solver::bitblast::Bitblast;
use tamarin::solver::maxsat::{Best, Optimum, SoftAssertions};
use tamarin::solver::{
    Answer, AssertionId, Capabilities, Check, Effort, Question, Solver, UnknownReason,
};
use tamarin::term::{Term, Terms};
use tamarin_testing::questions::Random;
use tamarin_testing::small::Small;
use tamarin_testing::{is_long, z3_or_skip};

/// A random instance: hard and soft assertions.
struct Instance {
    small: Small,
    hard: Vec<Term>,
    soft: SoftAssertions,
}

impl Instance {
    fn new(seed: u64) -> Instance {
        let mut random = Random(seed);
        let mut small = Small::new(&mut random);
        let hard = (0..random.below(3)).map(|_| small.claim(&mut random)).collect();
        let mut soft = SoftAssertions::new();
        let heaviest = random.choose(&[1, 3, 20]);
        for _ in 0..1 + random.below(14) {
            let weight = 1 + random.below(heaviest) as u64;
            soft.assert_soft(small.claim(&mut random), weight);
        }
        Instance { small, hard, soft }
    }

    /// The least cost, by trying every model.
    fn least_cost(&self) -> Option<u64> {
        let terms = &self.small.terms;
        let mut evaluation = terms.evaluation(self.hard.iter().copied());
        let models = self.small.models().filter(|model| evaluation.all_hold(model));
        models.map(|model| self.soft.cost(terms, &model)).min()
    }

    fn ask(&mut self, solver: &mut dyn Solver, effort: u64) -> Optimum {
        solver.push();
        for &claim in &self.hard {
            solver.assert(claim);
        }
        let question = Question::new("maxsat").within(Effort(effort));
        let check = self.soft.check(solver, &mut self.small.terms, &question);
        let optimum = pollster::block_on(check);
        solver.pop();
        optimum
    }
}

fn finds_the_optimum(solver: &mut dyn Solver, rounds: u64, effort: u64) {
    let (mut optima, mut paid) = (0, 0);
    for seed in 0..rounds {
        let mut instance = Instance::new(seed);
        match (instance.ask(solver, effort), instance.least_cost()) {
            (Optimum::Best(best), Some(cost)) => {
                let found = instance.soft.cost(&instance.small.terms, &best.model);
                assert_eq!(best.cost, found, "seed {seed}");
                assert!(best.bound <= cost && cost <= best.cost, "seed {seed}: {best:?}, {cost}");
                assert_eq!(best.is_optimum(), best.unknown.is_none(), "seed {seed}: {best:?}");
                optima += usize::from(best.is_optimum());
                paid += usize::from(best.is_optimum() && cost > 0);
            }
            (Optimum::Unsat(_), None) => optima += 1,
            (Optimum::Unknown(_), _) => {}
            (wrong, cost) => panic!("seed {seed}: {wrong:?}, but it is {cost:?}"),
        }
    }
    assert!(optima * 20 > rounds as usize * 19, "{optima} of {rounds} are settled");
    assert!(paid * 3 > rounds as usize, "{paid} of {rounds} cost something");
}

#[test]
fn the_optimum_is_that_of_trying_every_input() {
    let rounds = if is_long() { 5_000 } else { 250 };
    finds_the_optimum(&mut Bitblast::new(), rounds, 20_000);
}

#[test]
fn so_it_is_with_z3() {
    let Some(mut z3) = z3_or_skip() else { return };
    finds_the_optimum(&mut z3, 25, 50_000);
}

/// A solver that answers a limited number of queries.
struct Tiring {
    solver: Bitblast,
    left: u64,
}

impl Solver for Tiring {
    fn name(&self) -> &str {
        self.solver.name()
    }

    fn capabilities(&self) -> Capabilities {
        self.solver.capabilities()
    }

    fn push(&mut self) {
        self.solver.push();
    }

    fn pop(&mut self) {
        self.solver.pop();
    }

    fn assert(&mut self, term: Term) -> AssertionId {
        self.solver.assert(term)
    }

    fn check<'a>(&'a mut self, terms: &'a Terms, question: Question<'a>) -> Check<'a> {
        match self.left.checked_sub(1) {
            Some(left) => {
                self.left = left;
                self.solver.check(terms, question)
            }
            None => Box::pin(ready(Answer::Unknown(UnknownReason::Limit))),
        }
    }
}

/// With fewer answers the bounds are weaker, and never wrong.
#[test]
fn few_answers_give_bounds() {
    let mut open = 0;
    for seed in 0..150 {
        let mut instance = Instance::new(seed);
        let Some(cost) = instance.least_cost() else { continue };
        let mut solver = Tiring { solver: Bitblast::new(), left: seed % 5 };
        if let Optimum::Best(best) = instance.ask(&mut solver, 20_000) {
            assert!(best.bound <= cost && cost <= best.cost, "seed {seed}: {best:?}, {cost}");
            assert_eq!(best.is_optimum(), best.unknown.is_none(), "seed {seed}: {best:?}");
            open += usize::from(!best.is_optimum());
        }
    }
    assert!(open > 0, "all were settled");
}

/// A bound beside wishes that are granted: whether two factors of a large prime
/// can be had is left open.
#[test]
fn what_is_beyond_the_effort_is_a_bound() {
    let mut terms = Terms::new();
    let [a, b] = ["$1", "$2"].map(|name| terms.symbol(name));
    let (wide_a, wide_b) = (terms.zero_extend(a), terms.zero_extend(b));
    let (one, bound) = (terms.word(1), terms.word(1 << 24));
    let product = terms.mul(wide_a, wide_b);
    let prime = terms.double((1 << 47) - 115);
    let mut solver = Bitblast::new();
    for input in [a, b] {
        let (large, small) = (terms.ult(one, input), terms.ult(input, bound));
        solver.assert(large);
        solver.assert(small);
    }
    let mut soft = SoftAssertions::new();
    let (factors, order) = (terms.eq(product, prime), terms.ult(a, b));
    soft.assert_soft(factors, 5);
    soft.assert_soft(order, 2);
    soft.assert_soft(terms.eq(a, one), 1);
    let question = Question::new("factors").within(Effort(1_000));
    let optimum = pollster::block_on(soft.check(&mut solver, &mut terms, &question));
    let Optimum::Best(Best { cost, bound, unknown, .. }) = optimum else { panic!("{optimum:?}") };
    assert!(unknown.is_some() && bound <= 6 && cost > bound, "{cost} and {bound}");
}
