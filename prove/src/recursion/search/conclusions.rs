//! Facts that follow at a point of a search: by arithmetic, by a lemma about functions, or by another rule.

use super::*;

impl Search<'_, '_> {
    /// Whether a fact contains a product of words, or a quotient by one: as circuits these decide nothing within the
    /// conflicts of a search.
    pub(super) fn is_nonlinear(&self, fact: &Fact) -> bool {
        let terms = &self.world.prover.terms;
        let is_product = |term: Term| terms.polynomial(term).iter().any(|(it, _)| it.len() > 1);
        let mut atoms = BTreeSet::new();
        fact.sum.iter().for_each(|(term, _)| below(terms, *term, &mut atoms));
        fact.sum.iter().any(|(term, _)| is_product(*term))
            || atoms.iter().any(|atom| {
                let Node { head, operands } = terms.node(*atom);
                let is_constant = |term: &Term| terms.as_constant(*term).is_some();
                match head {
                    Head::Operator(Operator::Less | Operator::LessSigned) => {
                        operands.iter().any(|it| is_product(*it))
                    }
                    Head::Operator(_) => !operands.iter().any(is_constant),
                    _ => false,
                }
            })
    }

    /// Adds a fact if it follows by arithmetic; returns whether it does.
    pub(super) fn conclude(&mut self, at: &mut At, fact: &Fact) -> Result<bool, Refusal> {
        if at.here.point.context.knows(fact) == Some(true) {
            return Ok(true);
        }
        if fact.folded().is_some() || !self.all_hold(at, fact) {
            return Ok(false);
        }
        let plain = self.plain(at);
        let mut found = None;
        // A fact about sums seldom needs those about products, which make it much work.
        if !self.is_nonlinear(fact) && plain.iter().any(|it| self.is_nonlinear(it)) {
            let mut linear = plain.clone();
            linear.retain(|it| !self.is_nonlinear(it));
            found = self.lemma_of(&linear, Some(fact), Effort::Full)?;
        }
        if found.is_none() {
            found = self.lemma_of(&plain, Some(fact), Effort::Full)?;
        }
        if found.is_none() {
            let all = at.here.point.context.facts().to_vec();
            if all.len() != plain.len() {
                found = self.lemma_of(&all, Some(fact), Effort::Full)?;
            }
        }
        let Some(step) = found else { return Ok(false) };
        if let Step::Rule(rule) = &step {
            at.here.assume(&rule.label, fact.clone());
        }
        at.script.push(step);
        Ok(true)
    }

    /// Adds an assumption of a lemma if it follows: by arithmetic, or, if it is about functions, by unfolding.
    pub(super) fn conclude_any(&mut self, at: &mut At, fact: &Fact) -> Result<bool, Refusal> {
        if self.conclude(at, fact)? {
            return Ok(true);
        }
        let is_about = self.theory.is_about(&self.world.prover.terms, fact);
        if !is_about || self.theory.nesting.get() > 0 || !self.all_hold(at, fact) {
            return Ok(false);
        }
        let Some(step) = self.by_functions(at, fact)? else { return Ok(false) };
        if let Step::Rule(rule) = &step {
            at.here.assume(&rule.label, fact.clone());
        }
        at.script.push(step);
        Ok(true)
    }

    /// A step that applies a lemma about functions proving the goal, by unfolding alone.
    fn by_functions(&mut self, at: &At, goal: &Fact) -> Result<Option<Step>, Refusal> {
        let facts = at.here.point.context.facts().to_vec();
        let stay = Applications::Stay(self.theory.names());
        let terms = &self.world.prover.terms;
        // The negated goal of the whole proof says nothing here.
        let facts: Vec<Fact> = facts
            .into_iter()
            .filter(|fact| fact.negated().as_zero().is_none() || !self.theory.is_about(terms, fact))
            .collect();
        let prefix = &self.theory.prefix;
        let Ok(found) = lemma::instance(terms, &facts, Some(goal), prefix, &stay) else {
            return Ok(None);
        };
        let nesting = self.theory.nesting.clone();
        nesting.set(nesting.get() + 1);
        let number = self.theory.follows(&found.statement, self.library, self.tools);
        nesting.set(nesting.get() - 1);
        number.map(|number| self.applied(number, &found)).transpose()
    }

    /// Applies a rule that leaves exactly one open case.
    pub(super) fn apply(
        &mut self,
        at: &mut At,
        rule: Rule,
        given: Definitions<'_>,
    ) -> Option<Vec<Fact>> {
        let before = at.here.point.context.facts().len();
        let mut open = self.world.branch_with(&at.here, &rule, given)?;
        if open.len() != 1 {
            return None;
        }
        at.here = open.pop()?;
        at.script.push(Step::Rule(rule));
        Some(at.here.point.context.facts()[before..].to_vec())
    }
}
