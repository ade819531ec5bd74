//! An independent proof checker: the crate `dratify`, on the files that we write.

use dratify::{Checker, Lit};

/// A clause of a line, or nothing where the line is no clause.
fn clause(line: &str) -> Option<Vec<Lit>> {
    let literals = line.strip_suffix("0").filter(|rest| rest.is_empty() || rest.ends_with(' '))?;
    let literal = |token: &str| {
        let number: i32 = token.parse().ok()?;
        // Variables from 0; the lowest bit says that it is negated.
        Some(2 * (number.unsigned_abs() - 1) + Lit::from(number < 0))
    };
    literals.split_whitespace().map(literal).collect()
}

/// Whether a DRAT file shows that a DIMACS file has no model.
pub fn checks(cnf: &str, drat: &str) -> bool {
    let mut lines = cnf.lines().skip_while(|line| line.starts_with('c'));
    let header = lines.next().expect("a DIMACS file has a header");
    let [variables, clauses] = header
        .strip_prefix("p cnf ")
        .and_then(|numbers| numbers.split_once(' '))
        .map(|(variables, clauses)| [variables, clauses].map(|number| number.parse().unwrap()))
        .unwrap_or_else(|| panic!("{header}"));
    let formula: Vec<Vec<Lit>> = lines.map(|line| clause(line).expect("a clause")).collect();
    assert_eq!(formula.len() as u32, clauses, "the header counts the clauses");
    let steps: Vec<(bool, Vec<Lit>)> =
        drat.lines().map(|line| (false, clause(line).expect("nothing is deleted"))).collect();
    let result = Checker::new(variables, &formula, true, true).check(&steps);
    result.ok && result.reached_empty
}
