//! Replacements of atoms by equal terms, also within operands.

use super::*;

impl Search<'_, '_> {
    /// Replaces an atom by an equal term.
    pub(super) fn replace(&mut self, at: &mut At, atom: Atom, by: Term) -> Result<bool, Refusal> {
        let Some(current) = self.replaced(at, at.current, atom, by)? else { return Ok(false) };
        at.current = current;
        Ok(true)
    }

    fn replaced(
        &mut self,
        at: &mut At,
        term: Term,
        atom: Atom,
        by: Term,
    ) -> Result<Option<Term>, Refusal> {
        let mut with = HashMap::new();
        with.insert(atom, by);
        let mut tops = BTreeSet::new();
        for (monomial, _) in self.world.prover.terms.polynomial(term) {
            tops.extend(monomial.iter().copied());
        }
        for top in tops {
            let Node { head, operands } = self.world.prover.terms.node(top).clone();
            if top == atom || operands.is_empty() {
                continue;
            }
            let mut new = Vec::new();
            for &operand in &operands {
                let Some(operand) = self.replaced(at, operand, atom, by)? else {
                    return Ok(None);
                };
                new.push(operand);
            }
            if new == operands {
                continue;
            }
            let Some(to) = self.congruent(at, top, head, &operands, new)? else {
                return Ok(None);
            };
            with.insert(top, to);
        }
        // Only the top level: operands have been replaced above.
        self.at_top(term, &with).map(Some)
    }

    /// Replaces atoms of a term, but not those within operands.
    pub(super) fn at_top(
        &mut self,
        term: Term,
        with: &HashMap<Atom, Term>,
    ) -> Result<Term, Refusal> {
        let mut sum = Terms::ZERO;
        let terms = &mut self.world.prover.terms;
        for (monomial, factor) in terms.polynomial(term).to_vec() {
            let mut product = terms.constant(factor);
            for of in monomial {
                let factor = match with.get(&of) {
                    Some(&by) => by,
                    None => {
                        let Node { head, operands } = terms.node(of).clone();
                        terms.atom(head, operands)?
                    }
                };
                product = terms.mul(product, factor)?;
            }
            sum = terms.add(sum, product)?;
        }
        Ok(sum)
    }

    /// Replaces the operands of an atom by terms that are known to be equal.
    pub(super) fn congruent(
        &mut self,
        at: &mut At,
        atom: Atom,
        head: Head,
        operands: &[Term],
        new: Vec<Term>,
    ) -> Result<Option<Term>, Refusal> {
        for (&one, &other) in operands.iter().zip(&new) {
            let same = Fact::equal(&mut self.world.prover.terms, one, other)?;
            if same.folded() != Some(true) && !self.conclude(at, &same)? {
                return Ok(None);
            }
        }
        let to = rebuilt(&mut self.world.prover.terms, head, new)?;
        let Some(other) = self.world.prover.terms.as_atom(to) else { return Ok(None) };
        if other == atom {
            return Ok(Some(to));
        }
        let texts = [atom, other].map(|it| self.world.names.atom(&self.world.prover.terms, it));
        let [a, b] = texts;
        let mut rule = Rule { rule: "congruence".into(), label: self.label(), ..Rule::default() };
        rule.terms = vec![a?, b?];
        let given = self.given();
        Ok(self.apply(at, rule, given).map(|_| to))
    }
}
