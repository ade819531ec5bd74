//! Turns learnt clauses into an LRAT-style proof with hints.
//!
//! What a SAT solver learns is implied by what it knew, but it does not record from which clauses.
//! Here each learnt clause is derived again by unit propagation, with the clauses that became units
//! as its hints. Then steps that the empty clause does not depend on are removed (the idea is in
//! Heule, Hunt and Wetzler, FMCAD 2013).

use std::fmt::Write;

/// Maximum number of clause visits.
const LOOKS: u64 = 200_000_000;

/// One step of a proof: a clause, and the numbers of the clauses from which it follows by unit propagation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The derived clause.
    pub clause: Vec<i32>,
    /// The numbers of the clauses from which it follows. The given clauses are numbered from 1, and the steps continue
    /// the numbering.
    pub hints: Vec<usize>,
}

/// Steps as text: for each a line with its literals, 0, its hints and 0.
pub fn to_text(steps: &[Step]) -> String {
    let mut text = String::new();
    for Step { clause, hints } in steps {
        clause.iter().for_each(|literal| write!(text, "{literal} ").expect("it is a string"));
        text.push('0');
        hints.iter().for_each(|hint| write!(text, " {hint}").expect("it is a string"));
        text.push_str(" 0\n");
    }
    text
}

/// The proof that clauses are unsatisfiable, by learnt clauses; `None` if these do not lead to it,
/// or if it takes too long.
pub fn proof(clauses: &[Vec<i32>], learnt: &[Vec<i32>]) -> Option<Vec<Step>> {
    let variables = clauses.iter().flatten().map(|literal| literal.unsigned_abs()).max();
    let mut derivation = Derivation::new(variables.unwrap_or(0) as usize, clauses.len());
    let mut last = None;
    for (index, clause) in clauses.iter().enumerate() {
        last = derivation.state(clause, index + 1);
        if last.is_some() {
            break;
        }
    }
    for clause in learnt {
        if last.is_some() {
            break;
        }
        // A permanently false literal is redundant, and its unit clause could not be a hint
        // otherwise.
        let clause: Vec<i32> =
            clause.iter().copied().filter(|&literal| !derivation.is_false(literal)).collect();
        let hints = derivation.follows(&clause)?;
        let id = derivation.derive(clause.clone(), hints);
        last = derivation.state(&clause, id);
    }
    let hints = last?;
    derivation.derive(Vec::new(), hints);
    Some(derivation.trimmed())
}

/// A literal as an index; a literal and its negation are adjacent.
fn index(literal: i32) -> usize {
    2 * literal.unsigned_abs() as usize + usize::from(literal < 0)
}

/// A true literal, and its reason.
#[derive(Clone, Copy)]
struct Implied {
    literal: i32,
    /// The index of the clause; `None` if it was assumed.
    by: Option<usize>,
}

/// A clause with at least two literals; the first two are watched.
struct Watched {
    literals: Vec<i32>,
    id: usize,
}

struct Derivation {
    given: usize,
    steps: Vec<Step>,
    clauses: Vec<Watched>,
    /// The clauses that watch each literal.
    watches: Vec<Vec<usize>>,
    is_true: Vec<bool>,
    /// For each permanently true literal, the number of its unit clause.
    units: Vec<usize>,
    /// The true literals, in the order of assignment.
    trail: Vec<Implied>,
    done: usize,
    looks: u64,
}

/// The index of a clause whose literals are all false.
struct Conflict(usize);

impl Derivation {
    fn new(variables: usize, given: usize) -> Derivation {
        Derivation {
            given,
            steps: Vec::new(),
            clauses: Vec::new(),
            watches: vec![Vec::new(); 2 * variables + 2],
            is_true: vec![false; 2 * variables + 2],
            units: vec![0; variables + 1],
            trail: Vec::new(),
            done: 0,
            looks: LOOKS,
        }
    }

    fn is_true(&self, literal: i32) -> bool {
        self.is_true[index(literal)]
    }

    fn is_false(&self, literal: i32) -> bool {
        self.is_true[index(-literal)]
    }

    fn set(&mut self, literal: i32, by: Option<usize>) {
        self.is_true[index(literal)] = true;
        self.trail.push(Implied { literal, by });
    }

    /// Records a step; returns its number.
    fn derive(&mut self, clause: Vec<i32>, hints: Vec<usize>) -> usize {
        self.steps.push(Step { clause, hints });
        self.given + self.steps.len()
    }

    /// The unit clauses that make these literals false.
    fn units_against<'l>(&self, literals: impl Iterator<Item = &'l i32>) -> Vec<usize> {
        literals.map(|literal| self.units[literal.unsigned_abs() as usize]).collect()
    }

    /// Adds a clause with this number; returns the hints of the empty clause if that follows now.
    /// Nothing may be assumed.
    fn state(&mut self, clause: &[i32], id: usize) -> Option<Vec<usize>> {
        if clause.iter().any(|&literal| self.is_true(literal)) {
            return None;
        }
        let mut literals = clause.to_vec();
        literals.sort_by_key(|&literal| self.is_false(literal));
        literals.dedup();
        let open = literals.iter().filter(|&&literal| !self.is_false(literal)).count();
        match open {
            0 => {
                let mut hints = self.units_against(literals.iter());
                hints.push(id);
                Some(hints)
            }
            1 => {
                let unit = literals[0];
                let id = match literals.len() {
                    1 => id,
                    _ => {
                        let mut hints = self.units_against(literals[1..].iter());
                        hints.push(id);
                        self.derive(vec![unit], hints)
                    }
                };
                self.units[unit.unsigned_abs() as usize] = id;
                self.set(unit, None);
                self.settle()
            }
            _ => {
                for &literal in &literals[..2] {
                    self.watches[index(literal)].push(self.clauses.len());
                }
                self.clauses.push(Watched { literals, id });
                None
            }
        }
    }

    /// Propagates permanently true literals, and records each unit clause.
    fn settle(&mut self) -> Option<Vec<usize>> {
        let before = self.trail.len();
        let conflict = self.propagate();
        for at in before..self.trail.len() {
            let Implied { literal, by } = self.trail[at];
            if let Some(by) = by {
                let mut hints: Vec<usize> = {
                    let others = self.clauses[by].literals.iter().filter(|&&l| l != literal);
                    self.units_against(others)
                };
                hints.push(self.clauses[by].id);
                self.units[literal.unsigned_abs() as usize] = self.derive(vec![literal], hints);
            }
        }
        let Conflict(by) = conflict?;
        let mut hints = self.units_against(self.clauses[by].literals.iter());
        hints.push(self.clauses[by].id);
        Some(hints)
    }

    /// The hints of a clause, if it follows.
    fn follows(&mut self, clause: &[i32]) -> Option<Vec<usize>> {
        if let Some(literal) = clause.iter().find(|literal| self.is_true(**literal)) {
            return Some(vec![self.units[literal.unsigned_abs() as usize]]);
        }
        let before = self.trail.len();
        for &literal in clause {
            if !self.is_false(literal) {
                self.set(-literal, None);
            }
        }
        let conflict = self.propagate();
        let hints = conflict.map(|Conflict(by)| self.reasons(by, before));
        for Implied { literal, .. } in self.trail.drain(before..) {
            self.is_true[index(literal)] = false;
        }
        self.done = before;
        hints
    }

    /// The clauses that lead to a conflict, in the order of the trail.
    fn reasons(&self, conflict: usize, before: usize) -> Vec<usize> {
        let mut wanted = vec![false; self.units.len()];
        let want = |wanted: &mut Vec<bool>, clause: usize| {
            for literal in &self.clauses[clause].literals {
                wanted[literal.unsigned_abs() as usize] = true;
            }
        };
        want(&mut wanted, conflict);
        let mut hints = vec![self.clauses[conflict].id];
        for &Implied { literal, by } in self.trail[before..].iter().rev() {
            if let Some(by) = by
                && wanted[literal.unsigned_abs() as usize]
            {
                want(&mut wanted, by);
                hints.push(self.clauses[by].id);
            }
        }
        for &Implied { literal, .. } in &self.trail[..before] {
            let variable = literal.unsigned_abs() as usize;
            if wanted[variable] {
                hints.push(self.units[variable]);
            }
        }
        hints.reverse();
        hints
    }

    fn propagate(&mut self) -> Option<Conflict> {
        while let Some(&Implied { literal, .. }) = self.trail.get(self.done) {
            let falsified = -literal;
            let mut watching = std::mem::take(&mut self.watches[index(falsified)]);
            let mut kept = 0;
            let mut conflict = None;
            for position in 0..watching.len() {
                let at = watching[position];
                if conflict.is_some() || self.looks == 0 {
                    watching[kept] = at;
                    kept += 1;
                    continue;
                }
                self.looks -= 1;
                let mut literals = std::mem::take(&mut self.clauses[at].literals);
                if literals[0] == falsified {
                    literals.swap(0, 1);
                }
                let first = literals[0];
                let free = (2..literals.len()).find(|&place| !self.is_false(literals[place]));
                let mut stays = true;
                if !self.is_true(first) {
                    match free {
                        Some(place) => {
                            literals.swap(1, place);
                            self.watches[index(literals[1])].push(at);
                            stays = false;
                        }
                        None if self.is_false(first) => conflict = Some(Conflict(at)),
                        None => self.set(first, Some(at)),
                    }
                }
                if stays {
                    watching[kept] = at;
                    kept += 1;
                }
                self.clauses[at].literals = literals;
            }
            watching.truncate(kept);
            self.watches[index(falsified)] = watching;
            if conflict.is_some() {
                return conflict;
            }
            if self.looks == 0 {
                return None;
            }
            self.done += 1;
        }
        None
    }

    /// The steps that the last one depends on.
    fn trimmed(self) -> Vec<Step> {
        let Derivation { given, steps, .. } = self;
        let mut is_used = vec![false; steps.len()];
        if let Some(last) = is_used.last_mut() {
            *last = true;
        }
        for at in (0..steps.len()).rev() {
            if is_used[at] {
                for &hint in steps[at].hints.iter().filter(|hint| **hint > given) {
                    is_used[hint - given - 1] = true;
                }
            }
        }
        let mut numbers = vec![0; steps.len()];
        let mut kept = Vec::new();
        for (at, mut step) in steps.into_iter().enumerate() {
            if is_used[at] {
                for hint in step.hints.iter_mut().filter(|hint| **hint > given) {
                    *hint = numbers[*hint - given - 1];
                }
                kept.push(step);
                numbers[at] = given + kept.len();
            }
        }
        kept
    }
}

#[cfg(test)]
mod tests {
    use tamarin_kernel::lrat;

    use super::*;
    use crate::solver::bitblast::clauses::{Solved, solve};
    use crate::solver::{Effort, Stop};

    /// Whether the kernel accepts the steps.
    fn is_accepted(clauses: &[Vec<i32>], steps: &[Step]) -> bool {
        lrat::check(clauses, &to_text(steps), |_| Ok(())).is_ok()
    }

    #[test]
    fn a_learnt_clause_may_have_a_literal_that_is_false_for_good() {
        let clauses = [vec![-1], vec![1, 2, 3], vec![1, 2, -3], vec![1, -2, 3], vec![-2, -3]];
        let steps = proof(&clauses, &[vec![1, 2]]).expect("it can be derived");
        assert!(is_accepted(&clauses, &steps), "{steps:?}");
    }

    /// Random 3-SAT clauses near the satisfiability threshold: whatever is refuted has a proof that
    /// the kernel accepts.
    #[test]
    fn what_is_refuted_has_a_proof() {
        let mut seed = 3u64;
        let mut random = |bound: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) % bound
        };
        let (mut refuted, mut met) = (0, 0);
        for _ in 0..300 {
            let variables = 5 + random(40);
            let mut literal = || {
                let variable = 1 + random(variables) as i32;
                if random(2) == 0 { variable } else { -variable }
            };
            let clauses: Vec<Vec<i32>> = (0..variables * 9 / 2)
                .map(|_| {
                    let mut clause = vec![literal(), literal(), literal()];
                    clause.sort_unstable();
                    clause.dedup();
                    clause
                })
                .collect();
            match solve(&clauses, Effort(10_000), &Stop::NEVER) {
                Solved::Refuted(learnt) => {
                    let steps = proof(&clauses, &learnt).expect("it can be derived again");
                    assert!(is_accepted(&clauses, &steps), "{clauses:?} {steps:?}");
                    refuted += 1;
                }
                Solved::Satisfiable => met += 1,
                Solved::Limit => {}
            }
        }
        assert!(refuted > 50 && met > 50, "{refuted} {met}");
    }
}
