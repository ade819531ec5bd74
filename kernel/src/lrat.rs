//! Checks refutations of clauses in the LRAT format (Cruz-Filipe et al., CADE 2017).
//!
//! A step is a clause, and the numbers of the clauses from which it follows by unit propagation, in the order in which
//! they become unit. As text it is a line of numbers: the literals, 0, the clause numbers, 0. The given clauses are
//! numbered from 1, and the steps continue the numbering. Deletions and the format's second rule, RAT, are not needed.
//! The last step is the empty clause.

use crate::refusal::{Refusal, wrong};

/// A variable, counted from 1, or its negation as a negative number.
pub type Literal = i32;

/// Refuses unless the proof refutes the clauses. `pay` limits the work, in literals.
pub fn check(
    clauses: &[Vec<Literal>],
    proof: &str,
    mut pay: impl FnMut(usize) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let variables = clauses.iter().flatten().map(|literal| literal.unsigned_abs()).max();
    let mut values = Values(vec![None; variables.unwrap_or(0) as usize + 1]);
    let mut learnt: Vec<Vec<Literal>> = Vec::new();
    for line in proof.lines() {
        pay(1 + line.len())?;
        let (clause, hints) = step(line).ok_or_else(|| wrong(format!("no LRAT step: {line}")))?;
        let (mut trail, mut spent) = (Vec::new(), None);
        let follows = values.propagate(&clause, &hints, &mut trail, |hint| {
            let index = hint.checked_sub(1)?;
            let given = clauses.get(index);
            let clause = given.or_else(|| learnt.get(index - clauses.len()))?;
            spent = pay(clause.len()).err();
            spent.is_none().then_some(&clause[..])
        });
        spent.map_or(Ok(()), Err)?;
        trail.into_iter().for_each(|variable| values.0[variable] = None);
        if !follows {
            return Err(wrong(format!("the LRAT step does not follow: {line}")));
        }
        if clause.is_empty() {
            return Ok(());
        }
        learnt.push(clause);
    }
    Err(wrong("the LRAT proof does not end with the empty clause"))
}

/// The clause and the hints of a line.
fn step(line: &str) -> Option<(Vec<Literal>, Vec<usize>)> {
    let mut numbers = line.split_ascii_whitespace().map(str::parse::<i32>);
    let mut until_zero = || -> Option<Vec<i32>> {
        let mut list = Vec::new();
        loop {
            match numbers.next()?.ok()? {
                0 => return Some(list),
                number => list.push(number),
            }
        }
    };
    let (clause, hints) = (until_zero()?, until_zero()?);
    let hints = hints.into_iter().map(|hint| usize::try_from(hint).ok()).collect::<Option<_>>()?;
    numbers.next().is_none().then_some((clause, hints))
}

/// The value of each variable, if it has one.
struct Values(Vec<Option<bool>>);

impl Values {
    fn of(&self, literal: Literal) -> Option<bool> {
        let value = self.0.get(literal.unsigned_abs() as usize).copied().flatten();
        value.map(|value| value == (literal > 0))
    }

    /// Makes a literal true; returns whether its variable exists.
    fn set(&mut self, literal: Literal, trail: &mut Vec<usize>) -> bool {
        let variable = literal.unsigned_abs() as usize;
        if variable == 0 || variable >= self.0.len() {
            return false;
        }
        self.0[variable] = Some(literal > 0);
        trail.push(variable);
        true
    }

    /// Whether unit propagation, from the negation of a clause through its hints in order, ends in a conflict at the
    /// last hint.
    fn propagate<'c>(
        &mut self,
        clause: &[Literal],
        hints: &[usize],
        trail: &mut Vec<usize>,
        mut find: impl FnMut(usize) -> Option<&'c [Literal]>,
    ) -> bool {
        for &literal in clause {
            match self.of(literal) {
                // The clause is a tautology.
                Some(true) => return true,
                Some(false) => {}
                None if self.set(literal.wrapping_neg(), trail) => {}
                None => return false,
            }
        }
        for &hint in hints {
            let Some(clause) = find(hint) else { return false };
            let mut unit = None;
            for &literal in clause {
                match self.of(literal) {
                    Some(false) => {}
                    None if unit.is_none() || unit == Some(literal) => unit = Some(literal),
                    None | Some(true) => return false,
                }
            }
            match unit {
                None => return true,
                Some(literal) if self.set(literal, trail) => {}
                Some(_) => return false,
            }
        }
        false
    }
}
