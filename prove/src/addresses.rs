//! Addresses: in which regions they are, and which of them differ.

use std::collections::BTreeSet;

use tamarin_kernel::context::Region;
use tamarin_kernel::fact::Fact;
use tamarin_kernel::term::{Contents, Term};

use crate::Open;
use crate::tactics::Effort;
use crate::walk::{Path, Walker};

impl Walker<'_> {
    /// Adds that the addresses at which both programs have loaded and stored are in the regions of the path, if that can
    /// be proved, so that the cases of later goals need not prove it again.
    pub(crate) fn place_addresses(&mut self, path: &mut Path) -> Result<(), Open> {
        let regions: BTreeSet<[Term; 2]> =
            path.point.context.regions.values().map(|it: &Region| [it.from, it.size]).collect();
        if regions.is_empty() {
            return Ok(());
        }
        for at in self.addresses(path) {
            for &[from, size] in &regions {
                let offset = self.prover.terms.sub(at, from)?;
                let inside = Fact::below(&mut self.prover.terms, offset, size)?;
                if path.point.context.knows(&inside).is_none() {
                    self.conclude(path, &inside, Effort::Full)?;
                }
            }
        }
        Ok(())
    }

    /// The addresses, other than constants, at which both programs have loaded and stored.
    fn addresses(&self, path: &Path) -> BTreeSet<Term> {
        let (mut addresses, mut words) = (BTreeSet::new(), Vec::new());
        for state in path.point.states.iter().flatten() {
            words.extend(state.registers.iter().copied());
            let mut memory = state.memory;
            while let Contents::Store { before, at, value } = *self.prover.terms.contents(memory) {
                addresses.insert(at);
                words.push(value);
                memory = before;
            }
        }
        addresses.extend(self.loads_in(words).into_iter().map(|load| load.at));
        addresses.retain(|at| self.prover.terms.as_constant(*at).is_none());
        addresses
    }

    /// Closes a case that says that two addresses are equal, though they differ on all samples, if a lemma shows that they
    /// do. The facts from the given one on are those of the case.
    pub(crate) fn clashes(&mut self, case: &mut Path, first: usize) -> Result<bool, Open> {
        for new in case.point.context.facts()[first..].to_vec() {
            let Some(zero) = new.as_zero() else { continue };
            if !self.is_about_any(case, zero) {
                if self.are_apart(case, zero)? {
                    return Ok(true);
                }
                continue;
            }
            for known in case.point.context.facts().to_vec() {
                let Some(rest) = self.without_any(case, [&new, &known])? else { continue };
                if self.are_apart(case, rest)? {
                    let mut facts = vec![new.clone(), known];
                    facts.extend(case.point.context.facts().last().cloned());
                    let steps = self.lemma_of(case, facts, None, Effort::Sums)?;
                    let is_closed = steps.is_some();
                    case.script.extend(steps.into_iter().flatten());
                    return Ok(is_closed);
                }
            }
        }
        Ok(false)
    }

    /// Adds that a word, the difference of two addresses, is not zero, if it is zero on no sample and a lemma shows it.
    fn are_apart(&mut self, path: &mut Path, difference: Term) -> Result<bool, Open> {
        if self.prover.terms.as_constant(difference).is_some() {
            return Ok(true);
        }
        let is_zero = |at: &usize| self.samples[*at].term(&self.prover.terms, difference) == 0;
        if path.alive.is_empty() || path.alive.iter().any(is_zero) {
            return Ok(false);
        }
        let goal = Fact::zero(&mut self.prover.terms, difference)?.negated();
        let mut facts = self.nameable(path);
        facts.retain(|fact| !fact.sum.iter().any(|(term, _)| self.is_about_any(path, *term)));
        facts.retain(|fact| fact.negated() != goal);
        let Some(steps) = self.lemma_of(path, facts, Some(&goal), Effort::Full)? else {
            return Ok(false);
        };
        path.script.extend(steps);
        path.point.context.assume("it", goal);
        Ok(true)
    }

    /// From two equations about the arbitrary address of a goal, a word that is zero and other than 0 as a text.
    fn without_any(&mut self, path: &Path, facts: [&Fact; 2]) -> Result<Option<Term>, Open> {
        let [Some(one), Some(other)] = facts.map(Fact::as_zero) else { return Ok(None) };
        if one == other || !self.is_about_any(path, other) {
            return Ok(None);
        }
        for factor in [1, u64::MAX] {
            let rest = self.prover.terms.combine(one, 1, other, factor)?;
            if !self.is_about_any(path, rest) {
                return Ok(Some(rest).filter(|it| self.prover.terms.as_constant(*it) != Some(0)));
            }
        }
        Ok(None)
    }

    /// Whether a word depends on the arbitrary address of a goal.
    fn is_about_any(&self, path: &Path, word: Term) -> bool {
        let terms = &self.prover.terms;
        let any = path.any.and_then(|any| terms.as_atom(any));
        let is_any = |atom: &_| Some(*atom) == any;
        terms.polynomial(word).iter().any(|(monomial, _)| monomial.iter().any(is_any))
    }
}
