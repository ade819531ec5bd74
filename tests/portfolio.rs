//! The portfolio's order, and its race, with second solvers made for the
//! purpose.

use std::cell::Cell;
use std::future::{pending, ready};
use std::rc::Rc;

use tamarin::solver::portfolio::{Portfolio, Turn};
use tamarin::solver::{Answer, Capabilities, Check, Limit, Solver, UnknownReason};
use tamarin::term::{Model, Term, Terms};

/// How the second solver goes on.
#[derive(Clone)]
enum Second {
    /// It never answers.
    Silent,
    /// It answers this.
    Says(Answer),
}

/// A second solver, with the number of checks begun and of those dropped
/// before their end.
#[derive(Clone)]
struct Scripted {
    second: Second,
    begun: Rc<Cell<u32>>,
    dropped: Rc<Cell<u32>>,
}

/// Counts itself when it is dropped.
struct Dropped(Rc<Cell<u32>>);

impl Drop for Dropped {
    fn drop(&mut self) {
        self.0.set(self.0.get() + 1);
    }
}

impl Scripted {
    fn new(second: Second) -> Scripted {
        Scripted { second, begun: Rc::default(), dropped: Rc::default() }
    }

    fn boxed(&self) -> Option<Box<dyn Solver>> {
        Some(Box::new(self.clone()))
    }
}

impl Solver for Scripted {
    fn name(&self) -> &str {
        "second"
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::default()
    }

    fn push(&mut self) {}

    fn pop(&mut self) {}

    fn assert(&mut self, _: &str, _: Term) {}

    fn check<'a>(&'a mut self, _: &'a Terms, _: &'a str, _: Limit) -> Check<'a> {
        self.begun.set(self.begun.get() + 1);
        match self.second.clone() {
            Second::Says(answer) => Box::pin(ready(answer)),
            Second::Silent => {
                let waiting = Dropped(Rc::clone(&self.dropped));
                Box::pin(async move {
                    let _waiting = waiting;
                    pending().await
                })
            }
        }
    }
}

fn turn() -> Turn {
    Box::new(|| Box::pin(ready(())))
}

fn unknown() -> Answer {
    Answer::Unknown(UnknownReason::Limit)
}

/// Asks for two factors of a number, of 24 bits each, or of 17 where that is enough.
fn factors(solver: &mut dyn Solver, number: u64, conflicts: u64) -> (Terms, Answer) {
    let mut terms = Terms::new();
    let [a, b] = ["$1", "$2"].map(|name| terms.symbol(name));
    let (wide_a, wide_b) = (terms.zero_extend(a), terms.zero_extend(b));
    let ab = terms.mul(wide_a, wide_b);
    let product = terms.double(number);
    let is_product = terms.eq(ab, product);
    let bits = if number >> 32 == 0 { 17 } else { 24 };
    let (one, bound) = (terms.word(1), terms.word(1 << bits));
    solver.push();
    solver.assert("product", is_product);
    for (name, input) in [("a", a), ("b", b)] {
        let small = terms.ult(input, bound);
        let large = terms.ult(one, input);
        solver.assert(&format!("{name}_small"), small);
        solver.assert(&format!("{name}_large"), large);
    }
    let limit = Limit { conflicts, ..Limit::default() };
    let answer = pollster::block_on(solver.check(&terms, "factors", limit));
    solver.pop();
    (terms, answer)
}

/// Some thousand conflicts where the factors have 16 bits.
const SEMIPRIME: u64 = 45_007 * 51_071;
/// A prime, 2^47 - 115: more conflicts than anybody waits for.
const PRIME: u64 = (1 << 47) - 115;
const PLENTY: u64 = 10_000_000;

#[test]
fn what_is_easy_goes_to_nobody_else() {
    for race in [false, true] {
        let second = Scripted::new(Second::Says(unknown()));
        let mut solver = match race {
            true => Portfolio::racing(second.boxed(), turn()),
            false => Portfolio::new(second.boxed()),
        };
        let (_, answer) = factors(&mut solver, 15, PLENTY);
        assert!(matches!(answer, Answer::Sat(_)), "{answer:?}");
        assert_eq!((solver.name(), second.begun.get()), ("bitblast", 0));
    }
}

#[test]
fn in_a_race_a_silent_rival_is_dropped() {
    let second = Scripted::new(Second::Silent);
    let mut solver = Portfolio::racing(second.boxed(), turn());
    let (_, answer) = factors(&mut solver, SEMIPRIME, PLENTY);
    assert!(matches!(answer, Answer::Sat(_)), "{answer:?}");
    assert_eq!((second.begun.get(), second.dropped.get()), (1, 1));
    assert_eq!(solver.name(), "bitblast");
}

#[test]
fn in_a_race_the_first_answer_counts() {
    let second = Scripted::new(Second::Says(Answer::Unsat(None)));
    let mut solver = Portfolio::racing(second.boxed(), turn());
    let (_, answer) = factors(&mut solver, PRIME, PLENTY);
    assert_eq!((answer, solver.name()), (Answer::Unsat(None), "second"));
}

#[test]
fn in_a_race_a_rival_that_gives_up_leaves_the_other_to_its_limit() {
    for says in [UnknownReason::Limit, UnknownReason::Unavailable("none".to_owned())] {
        let second = Scripted::new(Second::Says(Answer::Unknown(says)));
        let mut solver = Portfolio::racing(second.boxed(), turn());
        let (_, answer) = factors(&mut solver, PRIME, 1_500);
        assert_eq!((answer, solver.name()), (unknown(), "bitblast"));
    }
}

#[test]
fn whoever_cancels_wants_no_other_answer() {
    let cancelled = Answer::Unknown(UnknownReason::Cancelled);
    for race in [false, true] {
        let second = Scripted::new(Second::Says(cancelled.clone()));
        let mut solver = match race {
            true => Portfolio::racing(second.boxed(), turn()),
            false => Portfolio::new(second.boxed()),
        };
        let (_, answer) = factors(&mut solver, PRIME, PLENTY);
        assert_eq!(answer, cancelled);
    }
}

#[test]
fn a_solver_that_cannot_be_had_is_asked_for_once() {
    let why = UnknownReason::Unavailable("none".to_owned());
    for race in [false, true] {
        let second = Scripted::new(Second::Says(Answer::Unknown(why.clone())));
        let mut solver = match race {
            true => Portfolio::racing(second.boxed(), turn()),
            false => Portfolio::new(second.boxed()),
        };
        for _ in 0..2 {
            factors(&mut solver, PRIME, 1_500);
        }
        assert_eq!(second.begun.get(), 1);
    }
}

#[test]
fn in_order_the_second_solver_answers_what_is_hard() {
    let second = Scripted::new(Second::Says(Answer::Unsat(None)));
    let mut solver = Portfolio::new(second.boxed());
    let (_, answer) = factors(&mut solver, PRIME, PLENTY);
    assert_eq!((answer, solver.name()), (Answer::Unsat(None), "second"));
}

#[test]
fn a_model_of_the_second_solver_is_not_believed() {
    for race in [false, true] {
        let second = Scripted::new(Second::Says(Answer::Sat(Model::new())));
        let mut solver = match race {
            true => Portfolio::racing(second.boxed(), turn()),
            false => Portfolio::new(second.boxed()),
        };
        let (_, answer) = factors(&mut solver, PRIME, 1_500);
        assert_eq!((second.begun.get(), answer), (1, unknown()));
    }
}
