//! Tactics: ways to prove a lemma.
//!
//! They stand in one table, in the order in which they are tried. A tactic begins in a fresh [`World`], so
//! that what others have computed changes nothing; what it returns is checked once more before it is used.

use std::collections::HashMap;

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
    known: HashMap<String, Result<usize, Effort>>,
    /// How many each tactic has proved.
    pub by: [u32; TABLE.len()],
}

impl Library {
    /// The number of a lemma, if it can be proved.
    pub fn prove(&mut self, statement: &Statement, tools: &mut Tools<'_>) -> Option<usize> {
        let key = statement.key();
        match self.known.get(&key) {
            Some(&Ok(number)) => return Some(number),
            Some(&Err(effort)) if effort >= tools.effort => return None,
            _ => {}
        }
        let found = self.search(statement, tools);
        self.known.insert(key, found.ok_or(tools.effort));
        found
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

/// A SAT solver's proof over the bits of all words.
fn bits(statement: &Statement, tools: &mut Tools<'_>) -> Outcome {
    let Ok((mut world, here)) = World::new(tools.machine, statement) else { return Outcome::Open };
    let facts = here.point.context.facts().to_vec();
    let Ok(clauses) = clauses(&mut world.prover.terms, &facts) else { return Outcome::Open };
    let most = match tools.effort {
        Effort::Brief => tools.budget.conflicts / 20,
        Effort::Full => tools.budget.conflicts,
    };
    let conflicts = most.min(tools.budget.work / CONFLICT);
    let size: usize = clauses.iter().map(Vec::len).sum();
    tools.budget.spend(size as u64 / 10);
    match (tools.solver)(&clauses, conflicts) {
        Solved::Refuted(proof) => {
            tools.budget.spend(proof.len() as u64 / 10);
            let rule = Rule { rule: "bits".into(), on: here.labels, proof, ..Rule::default() };
            Outcome::Proved(vec![Step::Rule(rule)])
        }
        Solved::Satisfiable => Outcome::Fails,
        Solved::Open => {
            tools.budget.spend(conflicts * CONFLICT);
            Outcome::Open
        }
    }
}
