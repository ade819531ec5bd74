//! Minimal unsatisfiable cores.

use super::{Answer, AssertionId, Question, Solver};
use crate::term::{Term, Terms};

/// Shrinks `core` to a part that is still unsatisfiable and from which no single term can be
/// removed, as far as the solver can decide within the question's effort for each check. There are
/// at most as many checks as terms.
///
/// `core` is unsatisfiable together with the solver's own assertions, which are kept. Each term is
/// removed in turn. If the rest is still unsatisfiable, the term stays out, and so does everything
/// outside the core of that answer ("deletion-based", see Marques-Silva, 2010).
pub async fn minimise(
    solver: &mut dyn Solver,
    terms: &Terms,
    core: &[Term],
    question: &Question<'_>,
) -> Vec<Term> {
    let mut kept = core.to_vec();
    let mut tried = 0;
    while tried < kept.len() && !question.stop.is_due() {
        let left_out = kept[tried];
        solver.push();
        let rest = kept.iter().filter(|&&term| term != left_out);
        let asserted: Vec<(AssertionId, Term)> =
            rest.map(|&term| (solver.assert(term), term)).collect();
        let answer = solver.check(terms, question.clone().with_core()).await;
        solver.pop();
        match answer {
            Answer::Unsat(core) => {
                let in_core = |position: &usize| core.contains(&asserted[*position].0);
                tried = (0..tried).filter(in_core).count();
                let positions = (0..asserted.len()).filter(in_core);
                kept = positions.map(|position| asserted[position].1).collect();
            }
            Answer::Sat(_) | Answer::Unknown(_) => tried += 1,
        }
    }
    kept
}
