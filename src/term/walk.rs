//! The two traversals of terms, both without recursion: chains of terms are deeper than any stack.

use super::{Term, Terms};

/// Visits a term after everything that it depends on.
///
/// `visit` pushes the terms that have to be visited first and is then called again for the same
/// term. A term for which it pushes nothing is done. An error ends the traversal.
pub(crate) fn arguments_first<E>(
    root: Term,
    mut visit: impl FnMut(Term, &mut Vec<Term>) -> Result<(), E>,
) -> Result<(), E> {
    let mut waiting = vec![root];
    while let Some(&term) = waiting.last() {
        let before = waiting.len();
        visit(term, &mut waiting)?;
        if waiting.len() == before {
            waiting.pop();
        }
    }
    Ok(())
}

/// The closure of these terms under `next`, oldest first. `next` is called once per term and may
/// push only older terms.
pub(crate) fn closure(
    roots: impl IntoIterator<Item = Term>,
    mut next: impl FnMut(Term, &mut Vec<Term>),
) -> Vec<Term> {
    let mut stack: Vec<Term> = roots.into_iter().collect();
    let Some(last) = stack.iter().max() else { return Vec::new() };
    // One bit for each term up to the newest root.
    let mut seen = vec![0u64; last.index() / 64 + 1];
    while let Some(term) = stack.pop() {
        let (word, bit) = (&mut seen[term.index() / 64], 1 << (term.index() % 64));
        if *word & bit == 0 {
            *word |= bit;
            next(term, &mut stack);
        }
    }
    let mut terms = Vec::new();
    for (index, mut word) in seen.into_iter().enumerate() {
        while word != 0 {
            terms.push(Term(index as u32 * 64 + word.trailing_zeros()));
            word &= word - 1;
        }
    }
    terms
}

impl Terms {
    /// All subterms of these terms, including themselves, arguments first.
    pub fn reachable(&self, roots: impl IntoIterator<Item = Term>) -> Vec<Term> {
        closure(roots, |term, stack| stack.extend(self.node(term).args()))
    }
}
