//! Terms are compared with a second semantics, and with z3.
//!
//! A function here evaluates a random expression. The expression is also built as a term, which the constructors
//! simplify. The ground evaluator must give the same value, and z3 must agree on the term's text.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use tamarin::facts::range::Ranges;
use tamarin::solver::bitblast::Bitblast;
use tamarin::solver::intervals::{self, Outcome};
use tamarin::solver::{Answer, Assertions, Effort, Question, Solver, Stop};
use tamarin::term::Terms;
use tamarin_testing::expressions::{build, check, expr, model, value, variables};
use tamarin_testing::generate::{cases, word};

proptest! {
    #![proptest_config(cases(5000))]

    #[test]
    fn folding_keeps_the_value(expr in expr(), inputs in [word(), word()]) {
        check(&expr, inputs);
    }

    #[test]
    fn infix_text_never_exceeds_its_budget(expr in expr(), budget in 0usize..80) {
        let mut terms = Terms::new();
        let term = build(&expr, &mut terms);
        if let Some(text) = terms.infix(term, budget) {
            prop_assert!(text.len() <= budget);
        }
    }
}

/// How the inputs are asserted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Told {
    /// `$1 = 42`
    Plainly,
    /// By halves, `$1 & 0xffff = 42`, which gives no bounds on `$1`.
    ByHalves,
}

/// Asks a solver for the value of random expressions: it has to find the one
/// that we found, and no other.
fn agrees(solver: &mut dyn Solver, told: Told, rounds: usize) {
    let mut runner = TestRunner::deterministic();
    let strategy = (expr(), [word(), word()]);
    for round in 0..rounds {
        let (expr, inputs) = strategy.new_tree(&mut runner).expect("no filters").current();
        let mut terms = Terms::new();
        let term = build(&expr, &mut terms);
        let found = value(&expr, inputs);
        let masks: &[u32] = match told {
            Told::Plainly => &[u32::MAX],
            Told::ByHalves => &[0xffff, 0xffff_0000],
        };
        solver.push();
        for (name, input) in ["$1", "$2"].into_iter().zip(inputs) {
            for mask in masks {
                let (symbol, mask_term) = (terms.symbol(name), terms.word(*mask));
                let part = match mask {
                    &u32::MAX => symbol,
                    _ => terms.bit_and(symbol, mask_term),
                };
                let word = terms.word(input & mask);
                let equal = terms.eq(part, word);
                solver.assert(equal);
            }
        }
        let word = terms.word(found);
        let equal = terms.eq(term, word);
        let differs = terms.not(equal);
        for (name, claim, expected) in [("same", equal, true), ("other", differs, false)] {
            solver.push();
            solver.assert(claim);
            let answer = pollster::block_on(solver.check(&terms, Question::new(name)));
            solver.pop();
            let agrees = match answer {
                Answer::Sat(_) => expected,
                Answer::Unsat(_) => !expected,
                Answer::Unknown(why) => panic!("round {round}: {why:?}"),
            };
            assert!(agrees, "round {round}: {expr:?} on {inputs:?} is {found:#x}");
        }
        solver.pop();
    }
}

#[test]
fn z3_agrees() {
    let Some(mut solver) = tamarin_testing::z3_or_skip() else { return };
    agrees(&mut solver, Told::ByHalves, 60);
}

/// A number of rounds that an environment variable may raise.
fn rounds(default: usize) -> usize {
    let asked = std::env::var("TERMS_ROUNDS").ok();
    asked.and_then(|rounds| rounds.parse().ok()).unwrap_or(default)
}

#[test]
fn bitblast_agrees() {
    agrees(&mut Bitblast::new(), Told::Plainly, rounds(300));
    agrees(&mut Bitblast::new(), Told::ByHalves, rounds(100));
}

/// For queries without fixed inputs, whose answer is not known in advance, bitblast and z3 agree.
#[test]
fn bitblast_and_z3_agree() {
    let Some(mut z3) = tamarin_testing::z3_or_skip() else { return };
    let mut bitblast = Bitblast::new();
    let mut runner = TestRunner::deterministic();
    let strategy = (expr(), expr());
    let (mut sat, mut unsat) = (0, 0);
    for round in 0..rounds(80) {
        let (a, b) = strategy.new_tree(&mut runner).expect("no filters").current();
        let mut terms = Terms::new();
        let (a, b) = (build(&a, &mut terms), build(&b, &mut terms));
        let claims = [terms.eq(a, b), terms.ult(a, b), terms.slt(b, a)];
        let ask = |solver: &mut dyn Solver, effort: Effort| {
            solver.push();
            for &claim in claims.iter().take(1 + round % 3) {
                solver.assert(claim);
            }
            let question = Question::new("claims").within(effort);
            let answer = pollster::block_on(solver.check(&terms, question));
            solver.pop();
            answer
        };
        match (ask(&mut bitblast, Effort(3_000)), ask(&mut z3, Effort(30_000))) {
            (Answer::Sat(_), Answer::Sat(_)) => sat += 1,
            (Answer::Unsat(_), Answer::Unsat(_)) => unsat += 1,
            (Answer::Unknown(_), _) | (_, Answer::Unknown(_)) => {}
            (ours, theirs) => panic!("round {round}: {ours:?}, but z3 says {theirs:?}"),
        }
    }
    assert!(sat > 0 && unsat > 0, "{sat} sat, {unsat} unsat: the questions are too easy");
}

/// On inputs that lie in small intervals, boxes find what trying each of them
/// finds.
#[test]
fn boxes_agree_with_trying_every_input() {
    let mut runner = TestRunner::deterministic();
    let strategy = (expr(), expr(), [word(), word()], [1u32..20, 1u32..20]);
    let (mut sat, mut unsat) = (0, 0);
    for round in 0..rounds(1_000) {
        let (a, b, [x, y], sizes) = strategy.new_tree(&mut runner).expect("no filters").current();
        let mut terms = Terms::new();
        let mut assertions = Assertions::default();
        for ((name, first), size) in ["$1", "$2"].into_iter().zip([x, y]).zip(sizes) {
            let (input, first, size) = (terms.symbol(name), terms.word(first), terms.word(size));
            let ahead = terms.sub(input, first);
            assertions.assert(terms.ult(ahead, size));
        }
        let (left, right) = (build(&a, &mut terms), build(&b, &mut terms));
        let claim = match round % 3 {
            0 => terms.eq(left, right),
            1 => terms.ult(left, right),
            _ => terms.slt(right, left),
        };
        assertions.assert(claim);
        let ranges = Ranges::new(&terms, assertions.terms());
        let variables = variables(&mut terms);
        let mut evaluation = assertions.evaluation(&terms);
        let offsets = (0..sizes[0]).flat_map(|i| (0..sizes[1]).map(move |j| [i, j]));
        let expected = offsets
            .map(|[i, j]| [x.wrapping_add(i), y.wrapping_add(j)])
            .any(|inputs| evaluation.all_hold(&model(variables, inputs)));
        match intervals::search(&terms, &assertions, &ranges, 10_000, &Stop::NEVER) {
            Outcome::Sat(_) if expected => sat += 1,
            Outcome::Unsat if !expected => unsat += 1,
            Outcome::Open => {}
            wrong => panic!("round {round}: {a:?} and {b:?}: {wrong:?}"),
        }
    }
    assert!(sat > 0 && unsat > 0, "{sat} sat, {unsat} unsat: the questions are too easy");
}
