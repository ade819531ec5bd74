//! A checker of RUP proofs, which shares no code with the provers.
//!
//! A proof is a list of clauses. Each has to follow from the clauses before it by reverse unit
//! propagation: if all its literals are assumed false, unit propagation finds a conflict (RUP;
//! Goldberg and Novikov, 2003). The empty clause has to follow in the end.

use super::Stop;

/// The result of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checked {
    /// The clauses are unsatisfiable: the proof is correct.
    Proof,
    /// The proof is wrong: the step with this index does not follow, or the empty clause after all
    /// steps does not.
    Refused(usize),
    /// The limit was reached first.
    Limit,
}

/// Proof steps between two polls of the caller's [`Stop`].
const STEPS_PER_POLL: usize = 64;

/// Checks that the `steps` prove the `clauses` unsatisfiable, within a limit on clause visits.
/// Variables are numbered from 1; a literal is a variable or, if negative, its negation.
pub fn check(
    variables: u32,
    clauses: &[Vec<i32>],
    steps: &[Vec<i32>],
    looks: u64,
    stop: &Stop,
) -> Checked {
    let literals = 2 * variables as usize + 2;
    let mut checker = Checker {
        clauses: Vec::with_capacity(clauses.len() + steps.len()),
        watches: vec![Vec::new(); literals],
        is_true: vec![false; literals],
        trail: Vec::new(),
        done: 0,
        looks,
    };
    for clause in clauses {
        if checker.add(clause) == Outcome::Conflict {
            return Checked::Proof;
        }
    }
    for (index, step) in steps.iter().enumerate() {
        if checker.looks == 0 || index % STEPS_PER_POLL == 0 && stop.is_due() {
            return Checked::Limit;
        }
        match checker.follows(step) {
            Outcome::Conflict => {}
            Outcome::Open if checker.looks == 0 => return Checked::Limit,
            Outcome::Open => return Checked::Refused(index),
        }
        if checker.add(step) == Outcome::Conflict {
            return Checked::Proof;
        }
    }
    if checker.looks == 0 { Checked::Limit } else { Checked::Refused(steps.len()) }
}

/// A literal as an index; a literal and its negation are adjacent.
fn index(literal: i32) -> usize {
    2 * literal.unsigned_abs() as usize + usize::from(literal < 0)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// All literals of some clause are false.
    Conflict,
    Open,
}

struct Checker {
    /// The clauses with at least two literals; the first two are watched.
    clauses: Vec<Vec<i32>>,
    /// The clauses that watch each literal.
    watches: Vec<Vec<usize>>,
    is_true: Vec<bool>,
    /// The true literals, in the order of assignment.
    trail: Vec<i32>,
    /// The number of them that have been propagated.
    done: usize,
    /// Remaining clause visits; at 0 propagation stops.
    looks: u64,
}

impl Checker {
    fn is_true(&self, literal: i32) -> bool {
        self.is_true[index(literal)]
    }

    fn is_false(&self, literal: i32) -> bool {
        self.is_true[index(-literal)]
    }

    fn set(&mut self, literal: i32) {
        self.is_true[index(literal)] = true;
        self.trail.push(literal);
    }

    /// Adds a clause.
    fn add(&mut self, clause: &[i32]) -> Outcome {
        let mut clause = clause.to_vec();
        // False literals stay false: only assumptions are retracted, and there are none now.
        clause.sort_by_key(|&literal| self.is_false(literal));
        let open = clause.iter().filter(|&&literal| !self.is_false(literal)).count();
        match open {
            0 => Outcome::Conflict,
            1 => {
                if !self.is_true(clause[0]) {
                    self.set(clause[0]);
                }
                self.propagate()
            }
            _ => {
                for &literal in &clause[..2] {
                    self.watches[index(literal)].push(self.clauses.len());
                }
                self.clauses.push(clause);
                Outcome::Open
            }
        }
    }

    /// Whether a clause follows from the clauses so far.
    fn follows(&mut self, clause: &[i32]) -> Outcome {
        let before = self.trail.len();
        let mut outcome = Outcome::Open;
        for &literal in clause {
            if self.is_true(literal) {
                outcome = Outcome::Conflict;
            } else if !self.is_false(literal) {
                self.set(-literal);
            }
        }
        if outcome == Outcome::Open {
            outcome = self.propagate();
        }
        for literal in self.trail.drain(before..) {
            self.is_true[index(literal)] = false;
        }
        self.done = before;
        outcome
    }

    fn propagate(&mut self) -> Outcome {
        while let Some(&literal) = self.trail.get(self.done) {
            let falsified = -literal;
            let mut watching = std::mem::take(&mut self.watches[index(falsified)]);
            let mut kept = 0;
            let mut outcome = Outcome::Open;
            for position in 0..watching.len() {
                let id = watching[position];
                if outcome == Outcome::Conflict || self.looks == 0 {
                    watching[kept] = id;
                    kept += 1;
                    continue;
                }
                self.looks -= 1;
                let mut clause = std::mem::take(&mut self.clauses[id]);
                if clause[0] == falsified {
                    clause.swap(0, 1);
                }
                let free = (2..clause.len()).find(|&place| !self.is_false(clause[place]));
                match free {
                    _ if self.is_true(clause[0]) => {
                        watching[kept] = id;
                        kept += 1;
                    }
                    Some(place) => {
                        clause.swap(1, place);
                        self.watches[index(clause[1])].push(id);
                    }
                    None => {
                        watching[kept] = id;
                        kept += 1;
                        if self.is_false(clause[0]) {
                            outcome = Outcome::Conflict;
                        } else {
                            self.set(clause[0]);
                        }
                    }
                }
                self.clauses[id] = clause;
            }
            watching.truncate(kept);
            self.watches[index(falsified)] = watching;
            if outcome == Outcome::Conflict || self.looks == 0 {
                return outcome;
            }
            self.done += 1;
        }
        Outcome::Open
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(clauses: &[&[i32]], steps: &[&[i32]]) -> Checked {
        let owned = |clauses: &[&[i32]]| clauses.iter().map(|c| c.to_vec()).collect::<Vec<_>>();
        check(4, &owned(clauses), &owned(steps), 1_000, &Stop::NEVER)
    }

    /// All clauses over two variables.
    const ALL: [&[i32]; 4] = [&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]];

    #[test]
    fn proofs() {
        assert_eq!(checked(&ALL, &[&[1]]), Checked::Proof);
        assert_eq!(checked(&ALL, &[&[1, 3], &[1]]), Checked::Proof);
        assert_eq!(checked(&[&[1], &[-1]], &[]), Checked::Proof);
        assert_eq!(checked(&[&[1], &[-1, 2], &[-2, -1]], &[]), Checked::Proof);
    }

    #[test]
    fn no_proofs() {
        assert_eq!(checked(&ALL, &[]), Checked::Refused(0));
        assert_eq!(checked(&ALL[..3], &[&[1]]), Checked::Refused(1));
        assert_eq!(checked(&ALL[1..], &[&[2], &[1]]), Checked::Refused(0));
        // A clause over new variables, which is not implied.
        assert_eq!(checked(&ALL, &[&[3, 4], &[1]]), Checked::Refused(0));
    }

    #[test]
    fn limits() {
        let clauses = ALL.map(<[i32]>::to_vec);
        assert_eq!(check(2, &clauses, &[vec![1]], 0, &Stop::NEVER), Checked::Limit);
        let due = Stop::when(|| true);
        assert_eq!(check(2, &clauses, &[vec![1]], 100, &due), Checked::Limit);
    }
}
