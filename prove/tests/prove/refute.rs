//! The search for differences along paths: pairs that differ behind computed conditions, and pairs that agree.
//!
//! Each file of `prove/tests/hidden` holds programs after the lines `== left`, `== right` and `== wrong`: `right` agrees
//! with `left`; `wrong` differs from it only on inputs that meet computed conditions.

use batsat::callbacks::Callbacks;
use batsat::clause::Kind;
use batsat::{Lit, Solver, SolverInterface, SolverOpts, Var, lbool};
use tamarin_kernel::Claim;
use tamarin_kernel::evidence::Input;
use tamarin_prove::refute::{Modelled, Refuted, Search};

use crate::arm64::{assert_differ, mutated, pairs};
use crate::programs::*;

/// Stops the solver after a number of conflicts, each of which yields a learnt clause.
struct Limit(u64);

impl Callbacks for Limit {
    fn on_new_clause(&mut self, _: &[Lit], kind: Kind) {
        self.0 -= u64::from(kind == Kind::Learnt && self.0 > 0);
    }

    fn stop(&self) -> bool {
        self.0 == 0
    }
}

/// A model of clauses, by batsat.
fn model(clauses: &[Vec<i32>], conflicts: u64) -> (Modelled, u64) {
    let mut solver = Solver::new(SolverOpts::default(), Limit(conflicts.max(1)));
    let count = clauses.iter().flatten().map(|it| it.unsigned_abs()).max().unwrap_or(0);
    let variables: Vec<Var> = (0..count).map(|_| solver.new_var_default()).collect();
    for clause in clauses {
        let literal = |it: &i32| Lit::new(variables[it.unsigned_abs() as usize - 1], *it > 0);
        solver.add_clause_reuse(&mut clause.iter().map(literal).collect());
    }
    let answer = match solver.solve_limited(&[]) {
        it if it == lbool::TRUE => {
            let value = |it: &Var| solver.value_var(*it) == lbool::TRUE;
            Modelled::Model(variables.iter().map(value).collect())
        }
        it if it == lbool::FALSE => Modelled::Unsatisfiable,
        _ => Modelled::Open,
    };
    (answer, solver.num_conflicts())
}

/// The difference that a search finds, and the work that it took.
pub fn searched(claim: &Claim, work: u64) -> (Option<Input>, u64) {
    let mut left = work;
    let mut search = Search::new(claim).expect("the claim is well formed");
    let found = search.run(&model, &mut left, || false);
    let input = match found {
        Refuted::Differ(input) => Some(input),
        Refuted::Spent | Refuted::Exhausted => None,
    };
    (input, work - left)
}

/// Work of a search, and of one in pairs without a difference.
const WORK: [u64; 2] = [20_000_000, 2_000_000];

#[test]
fn differences_behind_conditions_are_found() {
    let (mut found, mut all) = (0, 0);
    for pair in pairs("hidden") {
        let wrong = pair.claim("wrong").expect("each has one");
        let (input, work) = searched(&wrong, WORK[0]);
        println!("{:20} wrong {work:>10} {input:?}", pair.name);
        if let Some(input) = &input {
            assert_differ(&wrong, input);
        }
        (found, all) = (found + u32::from(input.is_some()), all + 1);
        let right = pair.claim("right").expect("each has one");
        let (input, work) = searched(&right, WORK[1]);
        println!("{:20} right {work:>10}", pair.name);
        assert_eq!(input, None, "{}", pair.name);
    }
    println!("{found} of {all} differences are found");
    assert!(all >= 20 && found * 20 >= all * 19, "{found} of {all}");
}

/// The programs of the proofs: wrong ones, right ones, and ones with a changed bit, whose answer is not known.
#[test]
fn what_is_found_differs() {
    let mut random = oorandom::Rand64::new(29);
    let (mut found, mut wrong, mut mutants) = (0, 0, 0);
    for pair in pairs("arm64") {
        if let Some(claim) = pair.claim("right") {
            assert_eq!(searched(&claim, 300_000).0, None, "{}", pair.name);
        }
        if let Some(claim) = pair.claim("wrong") {
            let (input, work) = searched(&claim, WORK[1]);
            println!("{:24} wrong {work:>10} {input:?}", pair.name);
            if let Some(input) = &input {
                assert_differ(&claim, input);
            }
            (found, wrong) = (found + u32::from(input.is_some()), wrong + 1);
        }
        for _ in 0..4 {
            let Some(mut claim) = pair.claim("left") else { continue };
            mutated(&mut claim.programs[1], &mut random);
            if let (Some(input), _) = searched(&claim, 100_000) {
                assert_differ(&claim, &input);
                mutants += 1;
            }
        }
    }
    println!("{found} of {wrong} wrong programs and {mutants} mutants differ");
    assert!(
        found * 10 >= wrong * 8 && wrong > 30 && mutants > 100,
        "{found} of {wrong}, {mutants}"
    );
}

/// Words of 32 bits: the sum, unless `5 a - b` is 12345.
#[test]
fn the_machine_is_a_parameter() {
    let sum = [add(3, 1, 2), jr(31)];
    let equation = [lis(4), 5, mult(1, 4), mflo(5), sub(5, 5, 2), lis(6), 12345];
    let of = |result: u64| {
        let end = [beq(5, 6, 2), add(3, 2, 1), jr(31), result, jr(31)];
        [&equation[..], &end].concat()
    };
    let right = claim([&sum, &of(add(3, 1, 2))]);
    assert_eq!(searched(&right, WORK[1]).0, None);
    let wrong = claim([&sum, &of(add(3, 1, 1))]);
    let input = searched(&wrong, WORK[1]).0.expect("it is one equation");
    let [a, b] = input.words[..] else { panic!("two numbers") };
    assert_eq!((5 * a).wrapping_sub(b) & 0xffff_ffff, 12345);
    assert_differ(&wrong, &input);
}
