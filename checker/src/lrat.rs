//! Checks refutations of clauses in the style of LRAT (Cruz-Filipe et al., CADE 2017): each step is a clause, and the
//! clauses from which it follows by unit propagation, in the order in which they become unit.
//!
//! As text, a step is a line of numbers: the literals of its clause, 0, the numbers of those clauses, 0. The given
//! clauses are numbered from 1, and the steps continue the numbering. The last step is the empty clause.

/// One step of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The derived clause.
    pub clause: Vec<i32>,
    /// The numbers of the clauses from which it follows.
    pub hints: Vec<usize>,
}

/// Whether the steps refute the clauses. A literal is the number of a variable, counted from 1, or its negation as a
/// negative number.
pub fn check(clauses: &[Vec<i32>], steps: &[Step]) -> bool {
    let variables = clauses.iter().flatten().map(|literal| literal.unsigned_abs()).max();
    let mut values = Values(vec![None; variables.unwrap_or(0) as usize + 1]);
    for (number, step) in steps.iter().enumerate() {
        let clause = |hint: usize| match hint.checked_sub(1)? {
            index if index < clauses.len() => Some(&clauses[index][..]),
            index => steps[..number].get(index - clauses.len()).map(|step| &step.clause[..]),
        };
        if !values.follows(step, clause) {
            return false;
        }
        if step.clause.is_empty() {
            return true;
        }
    }
    false
}

/// The value of each variable, if it has one.
struct Values(Vec<Option<bool>>);

impl Values {
    fn is_true(&self, literal: i32) -> Option<bool> {
        let value = self.0.get(literal.unsigned_abs() as usize).copied().flatten();
        value.map(|value| value == (literal > 0))
    }

    /// Makes a literal true; returns whether its variable exists.
    fn set(&mut self, literal: i32, trail: &mut Vec<usize>) -> bool {
        let variable = literal.unsigned_abs() as usize;
        if variable == 0 || variable >= self.0.len() {
            return false;
        }
        self.0[variable] = Some(literal > 0);
        trail.push(variable);
        true
    }

    fn follows<'c>(&mut self, step: &Step, clause: impl Fn(usize) -> Option<&'c [i32]>) -> bool {
        let mut trail = Vec::new();
        let follows = self.propagates(step, clause, &mut trail);
        trail.into_iter().for_each(|variable| self.0[variable] = None);
        follows
    }

    fn propagates<'c>(
        &mut self,
        step: &Step,
        clause: impl Fn(usize) -> Option<&'c [i32]>,
        trail: &mut Vec<usize>,
    ) -> bool {
        for &literal in &step.clause {
            match self.is_true(literal) {
                // The clause is a tautology.
                Some(true) => return true,
                Some(false) => {}
                None if self.set(literal.wrapping_neg(), trail) => {}
                None => return false,
            }
        }
        for &hint in &step.hints {
            let Some(clause) = clause(hint) else { return false };
            let mut unit = None;
            for &literal in clause {
                match self.is_true(literal) {
                    Some(false) => {}
                    None if unit.is_none() || unit == Some(literal) => unit = Some(literal),
                    // This clause is not unit, so it is not a valid hint.
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

/// Steps as text.
pub fn to_text(steps: &[Step]) -> String {
    let mut text = String::new();
    for step in steps {
        let literals = step.clause.iter().map(i32::to_string);
        let hints = step.hints.iter().map(usize::to_string);
        let zero = || std::iter::once("0".to_owned());
        let line: Vec<String> = literals.chain(zero()).chain(hints).chain(zero()).collect();
        text.push_str(&line.join(" "));
        text.push('\n');
    }
    text
}

/// Parses steps; none if the text is malformed.
pub fn from_text(text: &str) -> Option<Vec<Step>> {
    text.lines().map(step_of).collect()
}

fn step_of(line: &str) -> Option<Step> {
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
    let hints: Option<Vec<usize>> =
        hints.into_iter().map(|hint| usize::try_from(hint).ok()).collect();
    let step = Step { clause, hints: hints? };
    numbers.next().is_none().then_some(step)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clauses(all: &[&[i32]]) -> Vec<Vec<i32>> {
        all.iter().map(|clause| clause.to_vec()).collect()
    }

    fn is_proof(given: &[&[i32]], text: &str) -> bool {
        let steps = from_text(text).expect("it is a list of steps");
        assert_eq!(from_text(&to_text(&steps)), Some(steps.clone()));
        check(&clauses(given), &steps)
    }

    #[test]
    fn what_is_a_proof_and_what_is_none() {
        let all: [&[i32]; 4] = [&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]];
        assert!(is_proof(&all, "1 0 1 2 0\n0 5 3 4 0\n"));
        // Without the empty clause; with a hint that is not unit, or out of range.
        assert!(!is_proof(&all, "1 0 1 2 0\n"));
        assert!(!is_proof(&all, "0 1 2 3 4 0\n"));
        assert!(!is_proof(&all, "1 0 1 2 0\n0 6 3 4 0\n"));
        assert!(!is_proof(&all, "1 0 1 9 0\n0 5 3 4 0\n"));
        // A hint that refers to a later step.
        assert!(!is_proof(&all, "1 0 6 0\n0 5 3 4 0\n"));
        // A proof must not use a new variable.
        assert!(!is_proof(&all, "3 0 1 0\n0 5 0\n"));
        assert!(!is_proof(&all, "-2147483648 0 1 0\n0 5 0\n"));
        assert!(!is_proof(&all[..3], "1 0 1 2 0\n0 5 3 0\n"));
        assert!(is_proof(&[&[]], "0 1 0\n"));
        assert!(!is_proof(&[], ""));
    }

    #[test]
    fn texts_that_are_none() {
        for text in ["1 0", "1", "x 0 1 0", "0 -1 0", "0 1 0 5", "99999999999 0 0", " "] {
            assert_eq!(from_text(text), None, "{text:?}");
        }
        assert_eq!(from_text(""), Some(vec![]));
    }

    /// No satisfiable set of clauses over three variables has a proof, among pseudo-random steps.
    #[test]
    fn clauses_that_can_hold_have_no_proof() {
        let mut seed = 7u64;
        let mut random = |bound: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) % bound
        };
        let (mut proved, mut tried) = (0, 0);
        for _ in 0..200_000 {
            let literal =
                |n: u64| if n.is_multiple_of(2) { n as i32 / 2 + 1 } else { -(n as i32 / 2 + 1) };
            let given: Vec<Vec<i32>> = (0..4 + random(3))
                .map(|_| (0..1 + random(2)).map(|_| literal(random(6))).collect())
                .collect();
            let steps: Vec<Step> = (0..3)
                .map(|last| Step {
                    clause: (0..if last == 2 { 0 } else { random(2) })
                        .map(|_| literal(random(6)))
                        .collect(),
                    hints: (0..1 + random(4)).map(|_| 1 + random(8) as usize).collect(),
                })
                .collect();
            let holds = |assignment: u32, clause: &Vec<i32>| {
                clause.iter().any(|&l| (assignment >> (l.unsigned_abs() - 1) & 1 == 1) == (l > 0))
            };
            let can_hold = (0..8).any(|a| given.iter().all(|clause| holds(a, clause)));
            let accepted = check(&given, &steps);
            assert!(!(accepted && can_hold), "{given:?} {steps:?}");
            proved += u32::from(accepted);
            tried += u32::from(can_hold);
        }
        assert!(proved > 100 && tried > 10_000, "{proved} {tried}");
    }
}
