//! The solver in a separate process: z3, and fake solvers that die, hang and print garbage.

use std::cell::Cell;
use std::time::{Duration, Instant};

use tamarin::solver::process::Process;
use tamarin::solver::{Answer, Effort, Question, Solver, Stop, UnknownReason};
use tamarin::term::{Model, Node, Term, Terms};
use tamarin_testing::z3_or_skip;

const LONG: Duration = Duration::from_secs(60);

/// Asserts `$1 = value`.
fn equation(solver: &mut Process, value: u32) -> (Terms, Term) {
    let mut terms = Terms::new();
    let (x, value) = (terms.symbol("$1"), terms.word(value));
    let equal = terms.eq(x, value);
    solver.push();
    solver.assert(equal);
    (terms, x)
}

fn check(solver: &mut Process, terms: &Terms, effort: Effort) -> Answer {
    check_until(solver, terms, effort, &Stop::NEVER)
}

fn check_until(solver: &mut Process, terms: &Terms, effort: Effort, stop: &Stop) -> Answer {
    let question = Question::new("test").within(effort).until(stop);
    let answer = pollster::block_on(solver.check(terms, question));
    solver.pop();
    answer
}

fn value(terms: &Terms, model: &Model, term: Term) -> u32 {
    let Node::Symbol(symbol) = terms.node(term) else { panic!("a symbol") };
    model.get(symbol)
}

/// Factors of a 64-bit product of two primes: beyond any small limit.
fn hard(solver: &mut Process) -> Terms {
    let mut terms = Terms::new();
    let (x, y) = (terms.symbol("$1"), terms.symbol("$2"));
    let (wide_x, wide_y) = (terms.zero_extend(x), terms.zero_extend(y));
    let product = terms.mul(wide_x, wide_y);
    let number = terms.double(4_294_967_291 * 4_294_967_279);
    let equal = terms.eq(product, number);
    let less = terms.ult(x, y);
    solver.push();
    solver.assert(equal);
    solver.assert(less);
    terms
}

#[test]
fn sat_unsat_and_levels() {
    let Some(mut solver) = z3_or_skip() else { return };
    let (terms, x) = equation(&mut solver, 42);
    match check(&mut solver, &terms, Effort::default()) {
        Answer::Sat(model) => assert_eq!(value(&terms, &model, x), 42),
        other => panic!("{other:?}"),
    }
    let mut terms = Terms::new();
    let x = terms.symbol("$1");
    let (five, zero) = (terms.word(5), terms.word(0));
    let below = terms.ult(x, five);
    let negative = terms.slt(x, zero);
    solver.assert(below);
    solver.push();
    solver.assert(negative);
    assert!(matches!(check(&mut solver, &terms, Effort::default()), Answer::Unsat(_)));
    assert!(matches!(check(&mut solver, &terms, Effort::default()), Answer::Sat(_)));
}

#[test]
fn memory_is_understood() {
    let Some(mut solver) = z3_or_skip() else { return };
    let mut terms = Terms::new();
    let (x, y) = (terms.symbol("$1"), terms.symbol("$2"));
    let memory = terms.image(&[11, 22, 33]);
    let memory = terms.store(memory, x, y);
    let (eight, value) = (terms.word(8), terms.word(99));
    let read = terms.select(memory, eight);
    let goal = terms.eq(read, value);
    solver.push();
    solver.assert(goal);
    match check(&mut solver, &terms, Effort::default()) {
        Answer::Sat(model) => assert!(terms.holds(goal, &model)),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_limit_is_a_limit_and_the_next_check_works() {
    let Some(mut solver) = z3_or_skip() else { return };
    let terms = hard(&mut solver);
    let answer = check(&mut solver, &terms, Effort(200));
    assert_eq!(answer, Answer::Unknown(UnknownReason::Limit));
    let (terms, _) = equation(&mut solver, 42);
    assert!(matches!(check(&mut solver, &terms, Effort::default()), Answer::Sat(_)));
}

#[test]
fn a_check_is_ended_and_the_next_one_works() {
    let Some(mut solver) = z3_or_skip() else { return };
    let terms = hard(&mut solver);
    let looks = Cell::new(0);
    let stop = Stop::when(move || looks.replace(looks.get() + 1) > 20);
    let answer = check_until(&mut solver, &terms, Effort(u64::MAX), &stop);
    assert_eq!(answer, Answer::Unknown(UnknownReason::Cancelled));
    let (terms, _) = equation(&mut solver, 42);
    assert!(matches!(check(&mut solver, &terms, Effort::default()), Answer::Sat(_)));
}

/// The answer of a shell script that plays a solver.
fn impostor(script: &str, hang_after: Duration) -> Answer {
    let mut solver = Process::new(["sh", "-c", script], hang_after);
    let (terms, _) = equation(&mut solver, 42);
    check(&mut solver, &terms, Effort::default())
}

#[test]
fn a_solver_that_dies_is_unknown() {
    for script in ["exit 3", "read line; exit 3", "echo sat; exit 3"] {
        let answer = impostor(script, LONG);
        assert!(
            matches!(&answer, Answer::Unknown(UnknownReason::Died(how)) if how.contains('3')),
            "{script}: {answer:?}"
        );
    }
}

#[test]
fn a_solver_that_hangs_is_unknown() {
    let begin = Instant::now();
    let answer = impostor("while true; do sleep 60; done", Duration::from_millis(100));
    assert_eq!(answer, Answer::Unknown(UnknownReason::Hung));
    assert!(begin.elapsed() < LONG);
}

#[test]
fn a_solver_that_talks_nonsense_is_unknown() {
    let end = "echo end-of-answer; sleep 60";
    for said in ["maybe", "sat", "sat; echo '((r1 oops))'", "'(error no)'", ""] {
        let answer = impostor(&format!("echo {said}; {end}"), LONG);
        assert!(matches!(answer, Answer::Unknown(UnknownReason::Garbage(_))), "{said}: {answer:?}");
    }
}

#[test]
fn a_solver_that_lies_is_not_believed() {
    let answer = impostor("echo 'sat ((r1 #x00000007))'; echo end-of-answer; sleep 60", LONG);
    assert_eq!(answer, Answer::Unknown(UnknownReason::WrongModel));
}

#[test]
fn no_solver_is_unknown() {
    let mut solver = Process::new(["no-such-solver"], LONG);
    assert!(solver.probe().unwrap_err().contains("no-such-solver"));
    let (terms, _) = equation(&mut solver, 42);
    let answer = check(&mut solver, &terms, Effort::default());
    assert!(matches!(answer, Answer::Unknown(UnknownReason::Unavailable(_))), "{answer:?}");
}

#[test]
fn a_solver_that_died_is_replaced() {
    // Dies at the first text, and is z3 from then on.
    if z3_or_skip().is_none() {
        return;
    }
    let flag = std::env::temp_dir().join(format!("tamarin-died-{}", std::process::id()));
    let script = format!("test -e {0} && exec z3 -in; touch {0}; exit 3", flag.display());
    let mut solver = Process::new(["sh", "-c", &script], LONG);
    let (terms, _) = equation(&mut solver, 42);
    let first = check(&mut solver, &terms, Effort::default());
    let (terms, _) = equation(&mut solver, 42);
    let second = check(&mut solver, &terms, Effort::default());
    std::fs::remove_file(&flag).expect("the first one made it");
    assert!(matches!(first, Answer::Unknown(UnknownReason::Died(_))), "{first:?}");
    assert!(matches!(second, Answer::Sat(_)), "{second:?}");
}
