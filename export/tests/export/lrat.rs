//! A second checker of LRAT proofs, written from the format's description; it reads the exported files.

use std::collections::{BTreeMap, BTreeSet};

fn numbers(line: &str) -> Vec<i64> {
    line.split_whitespace().map(|number| number.parse().expect("it is a number")).collect()
}

/// Whether a file in LRAT refutes a file in DIMACS.
pub fn refutes(dimacs: &str, lrat: &str) -> bool {
    let clauses = dimacs.lines().filter(|line| !line.starts_with(['c', 'p']));
    let mut known: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
    for (index, line) in clauses.enumerate() {
        let clause = numbers(line);
        known.insert(index as i64 + 1, clause[..clause.len() - 1].to_vec());
    }
    for line in lrat.lines() {
        let line = numbers(line);
        let mut parts = line[1..].split(|number| *number == 0);
        let (Some(clause), Some(hints)) = (parts.next(), parts.next()) else { return false };
        let mut holds: BTreeSet<i64> = clause.iter().map(|literal| -literal).collect();
        let mut is_refuted = false;
        for hint in hints {
            let Some(hint) = known.get(hint) else { return false };
            let open: BTreeSet<i64> =
                hint.iter().copied().filter(|literal| !holds.contains(&-literal)).collect();
            match open.len() {
                0 => is_refuted = true,
                1 => holds.extend(open),
                _ => return false,
            }
        }
        if !is_refuted {
            return false;
        }
        known.insert(line[0], clause.to_vec());
        if clause.is_empty() {
            return true;
        }
    }
    false
}
