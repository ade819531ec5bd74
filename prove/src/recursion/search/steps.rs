//! Steps by one: a function that halves an argument takes the steps of a loop that counts, by a lemma about it.

use super::*;

impl Search<'_, '_> {
    /// The lemmas that give steps by one, in an induction about two functions.
    pub(super) fn steps(&self) -> Vec<Rewrite> {
        let is_about_two = self.theory.about(&self.lemma.show).len() > 1;
        if self.hypothesis.is_none() || !is_about_two {
            return Vec::new();
        }
        self.theory.rewrites().into_iter().filter(|rule| self.theory.is_step(rule)).collect()
    }

    /// Replaces an application by the lemma in which its argument is one less, in place of unfolding it.
    pub(super) fn step_by_one(&mut self, at: &mut At, atom: Atom) -> Result<bool, Refusal> {
        for rule in self.steps().into_iter().filter(|_| at.fuel > 0) {
            let mut next = at.clone();
            if self.instance(&mut next, atom, &rule, None)? {
                next.fuel -= 1;
                *at = next;
                return Ok(true);
            }
        }
        Ok(false)
    }
}
