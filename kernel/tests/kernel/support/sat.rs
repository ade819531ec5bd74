//! A tiny SAT solver that writes LRAT, for the tests of `bits`.

/// A refutation of the clauses; none if they are satisfiable.
pub fn refute(clauses: &[Vec<i32>]) -> Option<String> {
    let mut solver = Solver { clauses: clauses.to_vec(), proof: String::new() };
    solver.refute(&mut Vec::new()).map(|_| solver.proof)
}

struct Solver {
    clauses: Vec<Vec<i32>>,
    proof: String,
}

impl Solver {
    /// The number of a clause that follows and contradicts the decisions.
    fn refute(&mut self, decisions: &mut Vec<i32>) -> Option<usize> {
        let (hints, conflict, trail) = self.propagate(decisions);
        if let Some(conflict) = conflict {
            return Some(self.learn(decisions, hints.into_iter().chain([conflict]).collect()));
        }
        let open = self.clauses.iter().find(|clause| !clause.iter().any(|l| trail.contains(l)))?;
        let literal = *open.iter().find(|literal| !trail.contains(&-**literal))?;
        let mut hints = hints;
        for literal in [literal, -literal] {
            decisions.push(literal);
            hints.push(self.refute(decisions)?);
            decisions.pop();
        }
        // After the units of this level: the first clause gives a unit, the second the conflict.
        Some(self.learn(decisions, hints))
    }

    fn learn(&mut self, decisions: &[i32], hints: Vec<usize>) -> usize {
        let clause: Vec<i32> = decisions.iter().map(|literal| -literal).collect();
        for number in clause.iter().copied().chain([0]).chain(hints.iter().map(|&h| h as i32)) {
            self.proof.push_str(&format!("{number} "));
        }
        self.proof.push_str("0\n");
        self.clauses.push(clause);
        self.clauses.len()
    }

    /// Hints of the units in order, the clause that fails, and all literals that hold.
    fn propagate(&self, decisions: &[i32]) -> (Vec<usize>, Option<usize>, Vec<i32>) {
        let (mut trail, mut hints) = (decisions.to_vec(), Vec::new());
        loop {
            let before = trail.len();
            for (index, clause) in self.clauses.iter().enumerate() {
                if clause.iter().any(|literal| trail.contains(literal)) {
                    continue;
                }
                let mut open: Vec<i32> =
                    clause.iter().copied().filter(|literal| !trail.contains(&-literal)).collect();
                open.dedup();
                match open[..] {
                    [] => return (hints, Some(index + 1), trail),
                    [unit] => {
                        trail.push(unit);
                        hints.push(index + 1);
                    }
                    _ => {}
                }
            }
            if trail.len() == before {
                return (hints, None, trail);
            }
        }
    }
}
