//! Unsat cores: the core of an unsat answer is unsat by itself, whichever solver answered.
//!
//! The queries are over the last three bits of two inputs, so trying 64 models decides whether a set of assertions is
//! satisfiable.

use tamarin::solver::bitblast::Bitblast;
use tamarin::solver::portfolio::Portfolio;
use tamarin::solver::{Answer, AssertionId, Effort, Question, Solver, UnknownReason, minimise};
use tamarin::term::{Term, Terms};
use tamarin_testing::questions::Random;
use tamarin_testing::small::Small;
use tamarin_testing::z3_or_skip;

fn ask(solver: &mut dyn Solver, terms: &Terms, claims: &[Term]) -> Answer {
    solver.push();
    for (index, &claim) in claims.iter().enumerate() {
        assert_eq!(solver.assert(claim), AssertionId::at(index));
    }
    let question = Question::new("core").within(Effort(20_000)).with_core();
    let answer = pollster::block_on(solver.check(terms, question));
    solver.pop();
    answer
}

/// Checks this number of sets of claims; returns how many cores left something out.
fn cores_hold(solver: &mut dyn Solver, rounds: u64) -> usize {
    let (mut unsat, mut smaller, mut unknown) = (0, 0, 0);
    for seed in 0..rounds {
        let mut random = Random(seed);
        let mut small = Small::new(&mut random);
        let count = 2 + random.below(6);
        let claims: Vec<Term> = (0..count).map(|_| small.claim(&mut random)).collect();
        let possible = small.can_hold(&claims);
        match ask(solver, &small.terms, &claims) {
            Answer::Sat(_) => assert!(possible, "seed {seed}"),
            Answer::Unknown(why) => {
                assert_eq!(why, UnknownReason::Limit, "seed {seed}");
                unknown += 1;
            }
            Answer::Unsat(core) => {
                assert!(!possible, "seed {seed}");
                assert!(core.is_sorted_by(|a, b| a < b), "seed {seed}: {core:?}");
                let alone: Vec<Term> = core.iter().map(|id| claims[id.position()]).collect();
                assert!(!small.can_hold(&alone), "seed {seed}: {core:?} is no core");
                unsat += 1;
                smaller += usize::from(core.len() < count);
            }
        }
    }
    assert!(5 * unsat > rounds as usize, "{unsat} of {rounds} are unsat");
    assert!(20 * unknown < rounds, "{unknown} of {rounds} are unknown");
    smaller
}

#[test]
fn cores_of_bitblast_are_unsat_alone() {
    assert!(cores_hold(&mut Bitblast::new(), 150) > 15);
}

#[test]
fn cores_of_z3_are_unsat_alone() {
    let Some(mut z3) = z3_or_skip() else { return };
    assert!(cores_hold(&mut z3, 60) > 6);
}

#[test]
fn cores_of_the_portfolio_are_those_of_who_answered() {
    let Some(z3) = z3_or_skip() else { return };
    assert!(cores_hold(&mut Portfolio::new(Some(Box::new(z3))), 60) > 6);
    // What `bitblast` does not settle in a conflict or two: the factors of a
    // prime, and something beside them.
    let z3 = z3_or_skip().expect("it was there");
    let mut solver = Portfolio::new(Some(Box::new(z3)));
    let mut terms = Terms::new();
    let [a, b, c] = ["$1", "$2", "c"].map(|name| terms.symbol(name));
    let (one, bound, seven) = (terms.word(1), terms.word(1 << 12), terms.word(7));
    let prime = terms.word((1 << 23) - 15);
    let product = terms.mul(a, b);
    let (mask, shifted) = (terms.word(0x00ff_ffff), terms.bit_and(c, seven));
    let low = terms.bit_and(product, mask);
    let claims = [
        terms.ult(shifted, seven),
        terms.ult(one, a),
        terms.ult(a, bound),
        terms.ult(one, b),
        terms.ult(b, bound),
        terms.eq(low, prime),
    ];
    for &claim in &claims {
        solver.assert(claim);
    }
    let question = Question::new("prime").within(Effort(1_001)).with_core();
    let answer = pollster::block_on(solver.check(&terms, question));
    if solver.name() == "process" {
        let Answer::Unsat(core) = answer else { panic!("{answer:?}") };
        assert!(!core.contains(&AssertionId::at(0)), "{core:?}");
    }
}

#[test]
fn a_minimal_core_has_nothing_to_leave_out() {
    let mut minimised = 0;
    for seed in 0..100 {
        let mut random = Random(seed);
        let mut small = Small::new(&mut random);
        let claims: Vec<Term> = (0..6).map(|_| small.claim(&mut random)).collect();
        if small.can_hold(&claims) {
            continue;
        }
        let mut solver = Bitblast::new();
        let question = Question::new("core").within(Effort(2_000));
        let core = pollster::block_on(minimise(&mut solver, &small.terms, &claims, &question));
        assert!(!small.can_hold(&core), "seed {seed}");
        for left_out in 0..core.len() {
            let mut rest = core.clone();
            let term = rest.remove(left_out);
            // A claim may occur twice.
            assert!(small.can_hold(&rest) || rest.contains(&term), "seed {seed}: {left_out}");
        }
        minimised += usize::from(core.len() < claims.len());
    }
    assert!(minimised > 15, "{minimised}");
}
