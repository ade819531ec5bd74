//! The final check of a proof that was found.

use super::*;

impl Search<'_, '_> {
    /// Replays a script as the kernel follows it: among the terms of the proofs before it. The order of atoms, and so the
    /// sign of equations, may differ there; identities are therefore searched again.
    pub(super) fn again(
        &mut self,
        statement: &Statement,
        script: Script,
    ) -> Result<Option<Script>, Refusal> {
        self.charge();
        let machine = self.theory.machine;
        let empty = || Terms::new(machine.width, machine.layout, u64::MAX);
        let terms = self.theory.terms.take().unwrap_or_else(empty);
        let (world, here, goal) = World::among(terms, machine, statement, self.given())?;
        self.world = world;
        self.work_left = self.world.prover.terms.pay(0).unwrap_or(0);
        let found = self.replayed(here, &goal, script);
        self.charge();
        let terms = std::mem::replace(&mut self.world.prover.terms, empty());
        self.work_left = self.world.prover.terms.pay(0).unwrap_or(0);
        *self.theory.terms.borrow_mut() = Some(terms);
        found
    }

    fn replayed(
        &mut self,
        mut here: Here,
        goal: &Fact,
        script: Script,
    ) -> Result<Option<Script>, Refusal> {
        let given = self.given();
        let mut scope = Scope { definitions: given, ..self.world.prover.scope(&here.point) };
        let measure = scope.all_terms(&self.lemma.measure)?;
        here.assume("goal", goal.negated());
        let mut lemmas = self.library.lemmas.clone();
        here.point.context.hypothesis = Some((lemmas.len(), measure));
        lemmas.push(self.lemma.clone());
        self.follow(here, script, &lemmas)
    }

    fn follow(
        &mut self,
        mut here: Here,
        script: Script,
        lemmas: &[Lemma],
    ) -> Result<Option<Script>, Refusal> {
        let mut found = Script::new();
        for step in script {
            let Step::Rule(mut rule) = step else { return Ok(None) };
            if rule.rule == "ring" {
                let step = ring::close(&mut self.world, &here)?;
                found.extend(step.iter().cloned());
                return Ok(step.map(|_| found));
            }
            let given = Definitions { functions: &self.theory.functions, lemmas };
            let Some(mut open) = self.world.branch_with(&here, &rule, given) else {
                return Ok(None);
            };
            let last = open.pop();
            let cases = std::mem::take(&mut rule.cases);
            if cases.len() != open.len() {
                return Ok(None);
            }
            for (case, script) in open.into_iter().zip(cases) {
                let Some(script) = self.follow(case, script, lemmas)? else { return Ok(None) };
                rule.cases.push(script);
            }
            found.push(Step::Rule(rule));
            let Some(last) = last else { return Ok(Some(found)) };
            here = last;
        }
        Ok(here.point.context.is_closed.then_some(found))
    }
}
