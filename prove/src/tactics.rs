//! Tactics: the methods that prove lemmas.
//!
//! [`TABLE`] lists them in the order in which they are tried. Each tactic starts in a fresh [`World`], so its result
//! does not depend on earlier ones. Its proof is checked before it is used.

use std::collections::{HashMap, HashSet};

use tamarin_kernel::evidence::{Lemma, Rule, Script, Step};
use tamarin_kernel::fact::Fact;
use tamarin_kernel::machine::Machine;
use tamarin_kernel::rules::bits::clauses;

use crate::lemma::Statement;
use crate::world::{World, accepts};
use crate::{Budget, CONFLICT, Solved, Solver};

pub mod cases;
pub mod examples;
pub mod products;
pub mod quotients;
pub mod ring;
pub mod rule;
pub mod squares;

/// Resources that tactics use.
pub struct Tools<'t> {
    /// The machine.
    pub machine: &'static Machine,
    /// The SAT solver.
    pub solver: &'t Solver<'t>,
    /// The remaining budget.
    pub budget: &'t mut Budget,
    /// How hard to try.
    pub effort: Effort,
}

/// How hard to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effort {
    /// For any fact, from few others: no SAT solver.
    Near,
    /// For optional facts, such as that a case is impossible.
    Brief,
    /// For required facts, without the SAT solver: bit-blasted polynomials take long and seldom give a proof.
    Sums,
    /// For required facts, with all tactics.
    Full,
}

/// The result of a tactic.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// A proof.
    Proved(Script),
    /// The statement is false.
    Fails,
    /// The tactic found no proof.
    Open,
}

/// A function that tries to prove a statement.
pub type Tactic = fn(&Statement, &mut Tools<'_>) -> Outcome;

/// All tactics, in the order in which they are tried.
pub const TABLE: [(&str, Tactic); 5] = [
    ("known", known),
    ("ring", ring::tactic),
    ("examples", examples::tactic),
    ("cases", cases::tactic),
    ("bits", bits),
];

/// Lemmas that were proved, and statements that were tried.
#[derive(Clone, Default)]
pub struct Library {
    /// The proved lemmas; each may use those before it.
    pub lemmas: Vec<Lemma>,
    known: HashMap<String, usize>,
    /// Statements that were tried without a proof, with the effort.
    open: HashSet<(String, Effort)>,
    /// Number of lemmas that each tactic has proved.
    pub by: [u32; TABLE.len()],
}

impl Library {
    /// Proves a statement; returns the number of its lemma, or none.
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
            // The budget ran out, so this is no failure of the tactics.
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

/// Proves statements that the kernel's contexts close without a step.
fn known(statement: &Statement, tools: &mut Tools<'_>) -> Outcome {
    match World::new(tools.machine, statement) {
        Ok((_, here)) if here.point.context.is_closed => Outcome::Proved(Vec::new()),
        Ok(_) => Outcome::Open,
        Err(_) => Outcome::Fails,
    }
}

/// Units of work per clause, and clauses per extra unit of work of a conflict.
const CLAUSE: [u64; 2] = [10, 20];
/// One SAT search may take this fraction of the remaining work (1 / `SHARE`).
const SHARE: u64 = 8;

/// Bit-blasts the statement and asks the SAT solver for a proof.
fn bits(statement: &Statement, tools: &mut Tools<'_>) -> Outcome {
    if matches!(tools.effort, Effort::Near | Effort::Sums) {
        return Outcome::Open;
    }
    let Ok((mut world, here)) = World::new(tools.machine, statement) else { return Outcome::Open };
    let facts = here.point.context.facts().to_vec();
    let has_products = |fact: &Fact| {
        let sums = fact.sum.iter().flat_map(|(term, _)| world.prover.terms.polynomial(*term));
        sums.into_iter().any(|(of, _)| of.len() > 1)
    };
    // Clauses of products are many, and seldom give a proof.
    if tools.effort == Effort::Brief && facts.iter().any(has_products) {
        return Outcome::Open;
    }
    let Ok(clauses) = clauses(&mut world.prover.terms, &facts) else { return Outcome::Open };
    let most = match tools.effort {
        Effort::Brief => tools.budget.conflicts / 20,
        Effort::Near | Effort::Sums | Effort::Full => tools.budget.conflicts,
    };
    // A conflict costs more when there are more clauses.
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
