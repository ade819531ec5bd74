//! The two ways to go through terms, without recursion: chains of terms are
//! longer than any stack.

use super::{Term, Terms};

/// Visits a term, and before that whatever it waits for.
///
/// `visit` pushes what has to be visited before the term, which it is then
/// given again; where it pushes nothing, the term is done. An error ends it.
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

/// All terms to which `next` leads from these, themselves included, older ones
/// first. `next` is asked once for each and pushes older terms only.
pub(crate) fn closure(
    roots: impl IntoIterator<Item = Term>,
    mut next: impl FnMut(Term, &mut Vec<Term>),
) -> Vec<Term> {
    let mut stack: Vec<Term> = roots.into_iter().collect();
    let Some(last) = stack.iter().max() else { return Vec::new() };
    // A bit for each term that is as old as the last one.
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
    /// Every term that these are made of, themselves included, arguments
    /// before the terms that use them.
    pub fn reachable(&self, roots: impl IntoIterator<Item = Term>) -> Vec<Term> {
        closure(roots, |term, stack| stack.extend(self.node(term).args()))
    }
}
