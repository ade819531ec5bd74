//! The search for differences: pairs that differ behind computed conditions, and pairs that agree.
//!
//! Each file of `prove/tests/hidden` holds programs after the lines `== left`, `== right` and `== wrong`: `right` agrees
//! with `left`; `wrong` differs from it only on inputs that meet computed conditions.

use batsat::callbacks::Callbacks;
use batsat::clause::Kind;
use batsat::{Lit, Solver, SolverInterface, SolverOpts, Var, lbool};
use tamarin_kernel::Claim;
use tamarin_kernel::evidence::Input;
use tamarin_prove::refute::{Modelled, Refuted, Search};

use crate::arm64::{assert_differ, pairs};

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
fn searched(claim: &Claim, work: u64) -> (Option<Input>, u64) {
    let mut left = work;
    let mut search = Search::new(claim).expect("the claim is well formed");
    let found = search.run(&model, &mut left, || false);
    let input = match found {
        Refuted::Differ(input) => Some(input),
        Refuted::Spent | Refuted::Exhausted => None,
    };
    (input, work - left)
}

const WORK: u64 = 20_000_000;

#[test]
fn differences_behind_conditions_are_found() {
    let (mut found, mut all) = (0, 0);
    for pair in pairs("hidden") {
        let only = std::env::var("ONLY").unwrap_or_default();
        if !pair.name.contains(&only) {
            continue;
        }
        let begin = std::time::Instant::now();
        let wrong = pair.claim("wrong").expect("each has one");
        let (input, work) = searched(&wrong, WORK);
        println!("{:20} wrong {work:>10} {:?} {input:?}", pair.name, begin.elapsed());
        if let Some(input) = &input {
            assert_differ(&wrong, input);
        }
        (found, all) = (found + u32::from(input.is_some()), all + 1);
        let right = pair.claim("right").expect("each has one");
        let begin = std::time::Instant::now();
        let (input, work) = searched(&right, WORK / 10);
        println!("{:20} right {work:>10} {:?}", pair.name, begin.elapsed());
        assert_eq!(input, None, "{}", pair.name);
    }
    println!("{found} of {all} differences are found");
    assert!(all >= 20 && found * 10 >= all * 9, "{found} of {all}");
}
