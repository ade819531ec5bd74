//! Tactics: ways to prove a lemma.
//!
//! They stand in one table, in the order in which they are tried. A tactic begins in a fresh [`World`], so
//! that what others have computed changes nothing; what it returns is checked once more before it is used.

use std::collections::{HashMap, HashSet};

use tamarin_kernel::evidence::{Lemma, Rule, Script, Step};
use tamarin_kernel::machine::Machine;
use tamarin_kernel::rules::bits::clauses;

use crate::lemma::Statement;
use crate::world::{World, accepts};
use crate::{Budget, CONFLICT, Solved, Solver};

pub mod cases;
pub mod quotients;
pub mod ring;

/// What tactics need.
pub struct Tools<'t> {
    /// The machine.
    pub machine: &'static Machine,
    /// The SAT solver.
    pub solver: &'t Solver<'t>,
    /// What may still be done.
    pub budget: &'t mut Budget,
    /// How hard to try.
    pub effort: Effort,
}

/// How hard to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effort {
    /// For what need not be proved, such as that a case is impossible.
    Brief,
    /// For what has to be proved, without bits: polynomials as bits take long, and seldom lead to a proof.
    Sums,
    /// For what has to be proved.
    Full,
}

/// What a tactic makes of a lemma.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// A proof.
    Proved(Script),
    /// It does not hold as it stands.
    Fails,
    /// Nothing.
    Open,
}

/// A tactic.
pub type Tactic = fn(&Statement, &mut Tools<'_>) -> Outcome;

/// All tactics, in the order in which they are tried.
pub const TABLE: [(&str, Tactic); 4] =
    [("known", known), ("ring", ring::tactic), ("cases", cases::tactic), ("bits", bits)];

/// Lemmas that were proved or tried, by what they say.
#[derive(Clone, Default)]
pub struct Library {
    /// Those that are proved, in order.
    pub lemmas: Vec<Lemma>,
    known: HashMap<String, usize>,
    /// What was tried and is open.
    open: HashSet<(String, Effort)>,
    /// How many each tactic has proved.
    pub by: [u32; TABLE.len()],
}

impl Library {
    /// The number of a lemma, if it can be proved.
    pub fn prove(&mut self, statement: &Statement, tools: &mut Tools<'_>) -> Option<usize> {
        let key = statement.key();
        if let Some(&number) = self.known.get(&key) {
            return Some(number);
        }
        let of = |effort| (key.clone(), effort);
        if self.open.contains(&of(tools.effort)) || self.open.contains(&of(Effort::Full)) {
            return None;
        }
        match self.search(statement, tools) {
            Some(number) => {
                self.known.insert(key, number);
                Some(number)
            }
            // Without work left nothing is known.
            None if tools.budget.work == 0 => None,
            None => {
                self.open.insert((key, tools.effort));
                None
            }
        }
    }

    fn search(&mut self, statement: &Statement, tools: &mut Tools<'_>) -> Option<usize> {
        for (number, (_, tactic)) in TABLE.iter().enumerate() {
            if !tools.budget.spend(100) {
                return None;
            }
            match tactic(statement, tools) {
                Outcome::Proved(by) if accepts(tools.machine, statement, &by) => {
                    self.by[number] += 1;
                    let name = format!("l{}", self.lemmas.len());
                    let Statement { any, assume, .. } = statement.clone();
                    let show = statement.shown();
                    self.lemmas.push(Lemma { name, any, assume, show, by, ..Lemma::default() });
                    return Some(self.lemmas.len() - 1);
                }
                Outcome::Fails => return None,
                Outcome::Proved(_) | Outcome::Open => {}
            }
        }
        None
    }
}

/// What follows without any step.
fn known(statement: &Statement, tools: &mut Tools<'_>) -> Outcome {
    match World::new(tools.machine, statement) {
        Ok((_, here)) if here.point.context.is_closed => Outcome::Proved(Vec::new()),
        Ok(_) => Outcome::Open,
        Err(_) => Outcome::Fails,
    }
}

/// Work of a clause, and conflicts in a clause that are a unit of work.
const CLAUSE: [u64; 2] = [10, 20];
/// The part of the work that is left which one search of the SAT solver may take.
const SHARE: u64 = 8;

/// A SAT solver's proof over the bits of all words.
fn bits(statement: &Statement, tools: &mut Tools<'_>) -> Outcome {
    if tools.effort == Effort::Sums {
        return Outcome::Open;
    }
    let Ok((mut world, here)) = World::new(tools.machine, statement) else { return Outcome::Open };
    let facts = here.point.context.facts().to_vec();
    let Ok(clauses) = clauses(&mut world.prover.terms, &facts) else { return Outcome::Open };
    let most = match tools.effort {
        Effort::Brief => tools.budget.conflicts / 20,
        Effort::Sums | Effort::Full => tools.budget.conflicts,
    };
    // A conflict takes longer where there are more clauses.
    let [clause, part] = CLAUSE;
    let size = clauses.len() as u64;
    let conflict = CONFLICT.max(size / part);
    tools.budget.spend(size * clause);
    let conflicts = most.min(tools.budget.work / SHARE / conflict);
    match (tools.solver)(&clauses, conflicts) {
        Solved::Refuted(proof) => {
            tools.budget.spend(proof.len() as u64);
            let rule = Rule { rule: "bits".into(), on: here.labels, proof, ..Rule::default() };
            Outcome::Proved(vec![Step::Rule(rule)])
        }
        Solved::Satisfiable => Outcome::Fails,
        Solved::Open => {
            tools.budget.spend(conflicts * conflict);
            Outcome::Open
        }
    }
}
