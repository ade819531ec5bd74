//! The portfolio's order, and its race, with fake second solvers.

use std::cell::Cell;
use std::future::{pending, ready};
use std::rc::Rc;
use std::sync::Arc;

use tamarin::contract::{Contract, Spec};
use tamarin::engines::paths::{Options, compare};
use tamarin::link::assemble;
use tamarin::report::Verdict;
use tamarin::solver::portfolio::{Portfolio, Turn};
use tamarin::solver::{
    Answer, AssertionId, Capabilities, Check, Effort, Question, Solver, UnknownReason,
};
use tamarin::term::{Model, Term, Terms};

/// The behaviour of the second solver.
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

    fn assert(&mut self, _: Term) -> AssertionId {
        AssertionId::at(0)
    }

    fn check<'a>(&'a mut self, _: &'a Terms, _: Question<'a>) -> Check<'a> {
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

fn portfolio(second: &Scripted, race: bool) -> Portfolio {
    match race {
        true => Portfolio::racing(second.boxed(), turn()),
        false => Portfolio::new(second.boxed()),
    }
}

/// A proof about the loops makes the query about all paths unnecessary, so no other solver is asked before it: for
/// arrays z3 takes minutes for that query, whatever its limit.
#[test]
fn nobody_is_started_before_a_proof_about_loops_was_tried() {
    let second = Scripted::new(Second::Says(unknown()));
    let spec = Spec { array: Some(64), ..Spec::default() };
    let contract = Arc::new(Contract::new(&spec).expect("a contract"));
    let [left, right] = [0, 1].map(|side| {
        let name = ["left", "right"][side];
        let root = env!("CARGO_MANIFEST_DIR");
        let path = format!("{root}/tests/corpus/loops/array-maximum.{name}.asm");
        let text = std::fs::read_to_string(path).expect("it is there");
        let program = assemble(&text).program.expect("it assembles");
        contract.image(side, &program).expect("it is short")
    });
    let options = Options { inputs: contract.first_inputs(), contract, ..Options::default() };
    let mut portfolio = portfolio(&second, false);
    let report = pollster::block_on(compare(&left, &right, &options, &mut portfolio, &mut ()));
    assert_eq!((report.verdict, second.begun.get()), (Verdict::Equivalent, 0));
}

fn turn() -> Turn {
    Box::new(|| Box::pin(ready(())))
}

fn unknown() -> Answer {
    Answer::Unknown(UnknownReason::Limit)
}

/// How the product of two factors is asserted.
enum Told {
    /// As a number.
    Whole,
    /// Every other bit of it, twice, which no interval knows anything of.
    BitByBit,
}

/// Asks for two factors of a number, of 24 bits each, or of 16 where that is enough.
fn factors(solver: &mut dyn Solver, number: u64, told: Told, conflicts: u64) -> Answer {
    ask_factors(solver, number, told, Question::new("factors").within(Effort(conflicts)))
}

fn ask_factors(solver: &mut dyn Solver, number: u64, told: Told, question: Question<'_>) -> Answer {
    let mut terms = Terms::new();
    let [a, b] = ["$1", "$2"].map(|name| terms.symbol(name));
    let (wide_a, wide_b) = (terms.zero_extend(a), terms.zero_extend(b));
    let wide = terms.mul(wide_a, wide_b);
    let bits = if number >> 32 == 0 { 16 } else { 24 };
    let (one, bound) = (terms.word(1), terms.word(1 << bits));
    solver.push();
    match told {
        Told::Whole => {
            let product = terms.double(number);
            let is_product = terms.eq(wide, product);
            solver.assert(is_product);
        }
        Told::BitByBit => {
            let low = terms.low(wide);
            for mask in [0x5555_5555, 0xaaaa_aaaa] {
                let (wanted, mask) = (terms.word(number as u32 & mask), terms.word(mask));
                let some = terms.bit_and(low, mask);
                let is_product = terms.eq(some, wanted);
                solver.assert(is_product);
            }
        }
    }
    for input in [a, b] {
        let small = terms.ult(input, bound);
        let large = terms.ult(one, input);
        solver.assert(small);
        solver.assert(large);
    }
    let answer = pollster::block_on(solver.check(&terms, question));
    solver.pop();
    answer
}

/// Takes some thousand conflicts with factors of 16 bits, and some ten thousand boxes.
const SEMIPRIME: u64 = 45_007 * 51_071;
/// A prime, 2^47 - 115: more than anybody waits for.
const PRIME: u64 = (1 << 47) - 115;
const PLENTY: u64 = 10_000_000;

#[test]
fn what_is_easy_goes_to_nobody_else() {
    for race in [false, true] {
        let second = Scripted::new(Second::Says(unknown()));
        let mut solver = portfolio(&second, race);
        let answer = factors(&mut solver, 15, Told::Whole, PLENTY);
        assert!(matches!(answer, Answer::Sat(_)), "{answer:?}");
        assert_eq!((solver.name(), second.begun.get()), ("bitblast", 0));
    }
}

#[test]
fn what_boxes_settle_goes_to_nobody_else() {
    for race in [false, true] {
        let second = Scripted::new(Second::Says(unknown()));
        let mut solver = portfolio(&second, race);
        let answer = factors(&mut solver, SEMIPRIME, Told::Whole, PLENTY);
        assert!(matches!(answer, Answer::Sat(_)), "{answer:?}");
        assert_eq!((solver.name(), second.begun.get()), ("bitblast", 0));
        // Asserted bit by bit, the problem does not suit interval splitting, and takes more than a first look.
        let mut solver = portfolio(&second, race);
        factors(&mut solver, SEMIPRIME, Told::BitByBit, 3_000);
        assert!(second.begun.get() > 0);
    }
}

#[test]
fn who_may_not_be_asked_is_not() {
    let second = Scripted::new(Second::Says(unknown()));
    let mut solver = portfolio(&second, false);
    let question = Question::new("factors").within(Effort(1_500)).in_process();
    let answer = ask_factors(&mut solver, PRIME, Told::Whole, question);
    assert_eq!((answer, second.begun.get()), (unknown(), 0));
}

#[test]
fn in_a_race_a_silent_rival_is_dropped() {
    let second = Scripted::new(Second::Silent);
    let mut solver = portfolio(&second, true);
    let answer = factors(&mut solver, SEMIPRIME, Told::BitByBit, PLENTY);
    assert!(matches!(answer, Answer::Sat(_)), "{answer:?}");
    assert_eq!((second.begun.get(), second.dropped.get()), (1, 1));
    assert_eq!(solver.name(), "bitblast");
}

#[test]
fn in_a_race_the_first_answer_counts() {
    let second = Scripted::new(Second::Says(Answer::Unsat(Vec::new())));
    let mut solver = portfolio(&second, true);
    let answer = factors(&mut solver, PRIME, Told::Whole, PLENTY);
    assert_eq!((answer, solver.name()), (Answer::Unsat(Vec::new()), "second"));
}

#[test]
fn in_a_race_a_rival_that_gives_up_leaves_the_other_to_its_limit() {
    for says in [UnknownReason::Limit, UnknownReason::Unavailable("none".to_owned())] {
        let second = Scripted::new(Second::Says(Answer::Unknown(says)));
        let mut solver = portfolio(&second, true);
        let answer = factors(&mut solver, PRIME, Told::Whole, 1_500);
        assert_eq!((answer, solver.name()), (unknown(), "bitblast"));
    }
}

#[test]
fn whoever_cancels_wants_no_other_answer() {
    let cancelled = Answer::Unknown(UnknownReason::Cancelled);
    for race in [false, true] {
        let second = Scripted::new(Second::Says(cancelled.clone()));
        let mut solver = portfolio(&second, race);
        let answer = factors(&mut solver, PRIME, Told::Whole, PLENTY);
        assert_eq!(answer, cancelled);
    }
}

#[test]
fn a_solver_that_cannot_be_had_is_asked_for_once() {
    let why = UnknownReason::Unavailable("none".to_owned());
    for race in [false, true] {
        let second = Scripted::new(Second::Says(Answer::Unknown(why.clone())));
        let mut solver = portfolio(&second, race);
        for _ in 0..2 {
            factors(&mut solver, PRIME, Told::Whole, 1_500);
        }
        assert_eq!(second.begun.get(), 1);
    }
}

#[test]
fn in_order_the_second_solver_answers_what_is_hard() {
    let second = Scripted::new(Second::Says(Answer::Unsat(Vec::new())));
    let mut solver = portfolio(&second, false);
    let answer = factors(&mut solver, PRIME, Told::Whole, PLENTY);
    assert_eq!((answer, solver.name()), (Answer::Unsat(Vec::new()), "second"));
}

#[test]
fn a_model_of_the_second_solver_is_not_believed() {
    for race in [false, true] {
        let second = Scripted::new(Second::Says(Answer::Sat(Model::new())));
        let mut solver = portfolio(&second, race);
        let answer = factors(&mut solver, PRIME, Told::Whole, 1_500);
        // In order it is asked twice, the second time with more.
        assert_eq!((second.begun.get(), answer), (if race { 1 } else { 2 }, unknown()));
    }
}
