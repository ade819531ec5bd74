//! Terms against a second meaning of theirs, and against z3.
//!
//! A random expression is given a value by a function of its own here, and
//! built as a term, which folds; the ground evaluator has to give the same
//! value, and z3 has to agree about the term's text.

mod support;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use support::generate::{cases, word};
use tamarin::solver::bitblast::Bitblast;
use tamarin::solver::boxes::{self, Outcome};
use tamarin::solver::{Answer, Assertions, Limit, Solver};
use tamarin::term::range::Ranges;
use tamarin::term::{Model, Node, Symbol, Term, Terms};

/// An expression over two words, as a tree.
#[derive(Clone, Debug)]
enum Expr {
    Input(usize),
    Word(u32),
    Binary(usize, Box<Expr>, Box<Expr>),
    /// A flag: 1 where the comparison holds.
    Flag(usize, Box<Expr>, Box<Expr>),
    /// The high word of a product.
    High(bool, Box<Expr>, Box<Expr>),
    /// Stores the second at the first, and reads at the third.
    Memory(Box<Expr>, Box<Expr>, Box<Expr>),
}

const BINARY: usize = 9;
const FLAGS: usize = 4;
/// The words of the initial memory.
const IMAGE: [u32; 4] = [5, 0, u32::MAX, 8];

fn expr() -> impl Strategy<Value = Expr> {
    let leaf = prop_oneof![(0usize..2).prop_map(Expr::Input), word().prop_map(Expr::Word)];
    leaf.prop_recursive(5, 40, 3, |inner| {
        let boxed = || inner.clone().prop_map(Box::new);
        prop_oneof![
            6 => (0..BINARY, boxed(), boxed()).prop_map(|(op, a, b)| Expr::Binary(op, a, b)),
            3 => (0..FLAGS, boxed(), boxed()).prop_map(|(op, a, b)| Expr::Flag(op, a, b)),
            1 => (any::<bool>(), boxed(), boxed()).prop_map(|(s, a, b)| Expr::High(s, a, b)),
            2 => (boxed(), boxed(), boxed()).prop_map(|(a, b, c)| Expr::Memory(a, b, c)),
        ]
    })
}

fn value(expr: &Expr, inputs: [u32; 2]) -> u32 {
    let of = |expr: &Expr| value(expr, inputs);
    match expr {
        Expr::Input(index) => inputs[*index],
        Expr::Word(value) => *value,
        Expr::Binary(op, a, b) => {
            let (a, b) = (of(a), of(b));
            let (sa, sb) = (i64::from(a as i32), i64::from(b as i32));
            match op {
                0 => a.wrapping_add(b),
                1 => a.wrapping_sub(b),
                2 => a.wrapping_mul(b),
                3 => a & b,
                4 => a.checked_div(b).unwrap_or(u32::MAX),
                5 => a.checked_rem(b).unwrap_or(a),
                6 if sb == 0 => {
                    if sa < 0 {
                        1
                    } else {
                        u32::MAX
                    }
                }
                6 => (sa / sb) as u32,
                7 if sb == 0 => a,
                _ if *op == 7 => (sa % sb) as u32,
                _ => (i64::from(a) - 2 * i64::from(b)) as u32,
            }
        }
        Expr::Flag(op, a, b) => {
            let (a, b) = (of(a), of(b));
            u32::from(match op {
                0 => a == b,
                1 => a < b,
                2 => (a as i32) < b as i32,
                _ => a > b,
            })
        }
        Expr::High(signed, a, b) => {
            let (a, b) = (of(a), of(b));
            let product = match signed {
                true => (i64::from(a as i32) * i64::from(b as i32)) as u64,
                false => u64::from(a) * u64::from(b),
            };
            (product >> 32) as u32
        }
        Expr::Memory(at, stored, read) => {
            let (at, stored, read) = (of(at) & !3, of(stored), of(read) & !3);
            match at == read {
                true => stored,
                false => IMAGE.get(read as usize / 4).copied().unwrap_or(0),
            }
        }
    }
}

fn build(expr: &Expr, terms: &mut Terms) -> Term {
    match expr {
        Expr::Input(index) => terms.symbol(["$1", "$2"][*index]),
        Expr::Word(value) => terms.word(*value),
        Expr::Binary(op, a, b) => {
            let (a, b) = (build(a, terms), build(b, terms));
            match op {
                0 => terms.add(a, b),
                1 => terms.sub(a, b),
                2 => terms.mul(a, b),
                3 => terms.bit_and(a, b),
                4 => terms.udiv(a, b),
                5 => terms.urem(a, b),
                6 => terms.sdiv(a, b),
                7 => terms.srem(a, b),
                _ => {
                    let difference = terms.sub(a, b);
                    terms.sub(difference, b)
                }
            }
        }
        Expr::Flag(op, a, b) => {
            let (a, b) = (build(a, terms), build(b, terms));
            let test = match op {
                0 => terms.eq(a, b),
                1 => terms.ult(a, b),
                2 => terms.slt(a, b),
                _ => {
                    let (equal, less) = (terms.eq(a, b), terms.ult(a, b));
                    let either = terms.or(equal, less);
                    terms.not(either)
                }
            };
            let (one, zero) = (terms.word(1), terms.word(0));
            terms.ite(test, one, zero)
        }
        Expr::High(signed, a, b) => {
            let (a, b) = (build(a, terms), build(b, terms));
            let (a, b) = match signed {
                true => (terms.sign_extend(a), terms.sign_extend(b)),
                false => (terms.zero_extend(a), terms.zero_extend(b)),
            };
            let product = terms.mul(a, b);
            terms.high(product)
        }
        Expr::Memory(at, stored, read) => {
            let mask = terms.word(!3);
            let (at, read) = (build(at, terms), build(read, terms));
            let (at, read) = (terms.bit_and(at, mask), terms.bit_and(read, mask));
            let stored = build(stored, terms);
            let memory = terms.image(&IMAGE);
            let memory = terms.store(memory, at, stored);
            terms.select(memory, read)
        }
    }
}

/// The variables of the inputs.
fn variables(terms: &mut Terms) -> [Symbol; 2] {
    ["$1", "$2"].map(|name| {
        let term = terms.symbol(name);
        let Node::Symbol(symbol) = terms.node(term) else { panic!("a symbol") };
        symbol
    })
}

fn model(variables: [Symbol; 2], inputs: [u32; 2]) -> Model {
    let mut model = Model::new();
    for (variable, value) in variables.into_iter().zip(inputs) {
        model.set(variable, value);
    }
    model
}

proptest! {
    #![proptest_config(cases(5000))]

    #[test]
    fn folding_keeps_the_value(expr in expr(), inputs in [word(), word()]) {
        let mut terms = Terms::new();
        let term = build(&expr, &mut terms);
        let model = model(variables(&mut terms), inputs);
        prop_assert_eq!(terms.eval(&[term], &model)[0], u64::from(value(&expr, inputs)));
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

/// How the inputs are told to a solver.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Told {
    /// `$1 = 42`
    Plainly,
    /// By halves, `$1 & 0xffff = 42`, of which bounds on `$1` make nothing.
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
                solver.assert(&format!("input{}_{mask:x}", &name[1..]), equal);
            }
        }
        let word = terms.word(found);
        let equal = terms.eq(term, word);
        let differs = terms.not(equal);
        for (name, claim, expected) in [("same", equal, true), ("other", differs, false)] {
            solver.push();
            solver.assert(name, claim);
            let answer = pollster::block_on(solver.check(&terms, name, Limit::default()));
            solver.pop();
            let agrees = match answer {
                Answer::Sat(_) => expected,
                Answer::Unsat(_) => !expected,
                Answer::Unknown(why) => panic!("round {round}: {why}"),
            };
            assert!(agrees, "round {round}: {expr:?} on {inputs:?} is {found:#x}");
        }
        solver.pop();
    }
}

#[test]
fn z3_agrees() {
    let Some(mut solver) = support::z3_or_skip() else { return };
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

/// On questions with no inputs given, where the answer is not known before,
/// bitblast and z3 answer alike.
#[test]
fn bitblast_and_z3_agree() {
    let Some(mut z3) = support::z3_or_skip() else { return };
    let mut bitblast = Bitblast::new();
    let mut runner = TestRunner::deterministic();
    let strategy = (expr(), expr());
    let limit = Limit { rlimit: 3_000_000, conflicts: 3_000 };
    let (mut sat, mut unsat) = (0, 0);
    for round in 0..rounds(80) {
        let (a, b) = strategy.new_tree(&mut runner).expect("no filters").current();
        let mut terms = Terms::new();
        let (a, b) = (build(&a, &mut terms), build(&b, &mut terms));
        let claims = [terms.eq(a, b), terms.ult(a, b), terms.slt(b, a)];
        let ask = |solver: &mut dyn Solver| {
            solver.push();
            for (index, &claim) in claims.iter().take(1 + round % 3).enumerate() {
                solver.assert(&format!("claim{index}"), claim);
            }
            let answer = pollster::block_on(solver.check(&terms, "claims", limit));
            solver.pop();
            answer
        };
        match (ask(&mut bitblast), ask(&mut z3)) {
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
            assertions.assert("bounds", terms.ult(ahead, size));
        }
        let (left, right) = (build(&a, &mut terms), build(&b, &mut terms));
        let claim = match round % 3 {
            0 => terms.eq(left, right),
            1 => terms.ult(left, right),
            _ => terms.slt(right, left),
        };
        assertions.assert("claim", claim);
        let ranges = Ranges::new(&terms, assertions.iter().map(|(_, term)| term));
        let variables = variables(&mut terms);
        let mut evaluation = assertions.evaluation(&terms);
        let offsets = (0..sizes[0]).flat_map(|i| (0..sizes[1]).map(move |j| [i, j]));
        let expected = offsets
            .map(|[i, j]| [x.wrapping_add(i), y.wrapping_add(j)])
            .any(|inputs| evaluation.all_hold(&model(variables, inputs)));
        match boxes::search(&terms, &assertions, &ranges, 10_000) {
            Outcome::Sat(_) if expected => sat += 1,
            Outcome::Unsat if !expected => unsat += 1,
            Outcome::Open => {}
            wrong => panic!("round {round}: {a:?} and {b:?}: {wrong:?}"),
        }
    }
    assert!(sat > 0 && unsat > 0, "{sat} sat, {unsat} unsat: the questions are too easy");
}
