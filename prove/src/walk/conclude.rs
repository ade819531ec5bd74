//! Facts that a path needs: lemmas that prove them, and the steps that apply these.

use tamarin_kernel::evidence::{Rule, Script, Step};
use tamarin_kernel::fact::Fact;

use super::{Path, Walker};
use crate::Open;
use crate::lemma::{self, Applications, Instance, Statement};
use crate::tactics::{Effort, Tools};

/// Work for a look at a fact, in units of the budget.
const FACT: u64 = 16;

impl Walker<'_> {
    /// Adds a fact if a lemma proves it.
    pub(crate) fn conclude(
        &mut self,
        path: &mut Path,
        fact: &Fact,
        effort: Effort,
    ) -> Result<bool, Open> {
        let Some(mut steps) = self.lemma(path, Some(fact), effort)? else { return Ok(false) };
        path.script.append(&mut steps);
        path.point.context.assume("it", fact.clone());
        Ok(true)
    }

    /// Closes a path that no input takes, if that can be proved.
    pub(crate) fn contradict(&mut self, path: &mut Path) -> Result<bool, Open> {
        if !path.alive.is_empty() {
            return Ok(false);
        }
        let Some(mut steps) = self.lemma(path, None, Effort::Full)? else { return Ok(false) };
        path.script.append(&mut steps);
        Ok(true)
    }

    /// Steps that prove a fact, or a contradiction without a goal. They extend the names of the path.
    pub(crate) fn lemma(
        &mut self,
        path: &mut Path,
        goal: Option<&Fact>,
        effort: Effort,
    ) -> Result<Option<Script>, Open> {
        let facts = self.nameable(path);
        self.lemma_of(path, facts, goal, effort)
    }

    /// A lemma for the goal from some facts of the path.
    pub(crate) fn lemma_of(
        &mut self,
        path: &mut Path,
        facts: Vec<Fact>,
        goal: Option<&Fact>,
        effort: Effort,
    ) -> Result<Option<Script>, Open> {
        let words = Applications::Words;
        let instance = lemma::instance(&self.prover.terms, &facts, goal, &self.prefix, &words);
        let Ok(mut instance) = instance else { return Ok(None) };
        let near = self.near(&facts, goal, &instance)?;
        let mut number = match near {
            Some((of, found)) => {
                instance = of;
                Some(found)
            }
            None => self.number(&instance.statement, effort)?,
        };
        if let (None, Some(goal), Some(theory)) = (number, goal, &self.theory)
            && theory.is_about(&self.prover.terms, goal)
        {
            let stay = Applications::Stay(theory.names());
            let course = self.course.as_ref();
            let facts: Vec<Fact> = facts
                .into_iter()
                .filter(|fact| !course.is_some_and(|it| it.is_of_stack(&self.prover.terms, fact)))
                .collect();
            let of = lemma::instance(&self.prover.terms, &facts, Some(goal), &self.prefix, &stay);
            let Ok(of) = of else { return Ok(None) };
            instance = of;
            number = self.by_recursion(&instance.statement)?;
        }
        let Some(number) = number else { return Ok(None) };
        let mut rule = Rule { rule: "lemma".into(), ..Rule::default() };
        rule.name = self.library.lemmas[number].name.clone();
        for (name, &atom) in instance.statement.any.iter().zip(&instance.atoms) {
            let Ok(text) = path.names.atom(&self.prover.terms, atom) else { return Ok(None) };
            rule.with.insert(name.clone(), text);
        }
        let mut steps = std::mem::take(&mut path.names.steps);
        steps.push(Step::Rule(rule));
        Ok(Some(steps))
    }

    /// Charges for a look at facts: long paths have many.
    pub(crate) fn pay_for(&mut self, facts: &[Fact]) -> Result<(), Open> {
        let is_paid = self.budget.spend(FACT * facts.len() as u64);
        is_paid.then_some(()).ok_or(Open::Spent("work"))
    }

    /// A lemma for the goal from the facts [near](lemma::near) it, if it is simpler than `instance` and these suffice: it has
    /// fewer facts, or other words. Quotients and remainders are arbitrary words first.
    /// Its proof is short, and its statement occurs at other nodes and in other plans.
    fn near(
        &mut self,
        facts: &[Fact],
        goal: Option<&Fact>,
        instance: &Instance,
    ) -> Result<Option<(Instance, usize)>, Open> {
        let Some(goal) = goal else { return Ok(None) };
        self.pay_for(facts)?;
        for applications in [Applications::Opaque, Applications::Words] {
            let mut before = 0;
            for facts in lemma::near(&self.prover.terms, facts, goal, &applications) {
                let terms = &self.prover.terms;
                let near = lemma::instance(terms, &facts, Some(goal), &self.prefix, &applications);
                let Ok(near) = near else { return Ok(None) };
                let is_simpler = near.facts.len() < instance.facts.len()
                    || near.atoms != instance.atoms && near.facts.len() == instance.facts.len();
                if near.facts.len() < before || !is_simpler {
                    continue;
                }
                before = near.facts.len() + 1;
                if let Some(number) = self.number(&near.statement, Effort::Near)? {
                    return Ok(Some((near, number)));
                }
            }
        }
        Ok(None)
    }

    /// The facts of a path whose words all have names; array elements have none.
    pub(crate) fn nameable(&self, path: &Path) -> Vec<Fact> {
        let course = self.course.as_ref();
        let facts = path.point.context.facts().iter().enumerate();
        let is_used = |(index, fact): &(usize, &Fact)| {
            !course.is_some_and(|course| course.is_implied(&self.prover.terms, *index, fact))
        };
        let mut facts: Vec<Fact> = facts.filter(is_used).map(|(_, fact)| fact.clone()).collect();
        facts.retain(|fact| {
            self.loads(fact).iter().all(|load| self.memory_name(path, load.memory).is_some())
        });
        facts
    }

    fn by_recursion(&mut self, statement: &Statement) -> Result<Option<usize>, Open> {
        let (machine, solver, effort) = (self.prover.machine, self.solver, Effort::Full);
        let Some(theory) = &self.theory else { return Ok(None) };
        let mut tools = Tools { machine, solver, budget: self.budget, effort };
        let number = theory.prove(statement, &mut self.library, &mut tools);
        match self.budget.work {
            0 => Err(Open::Spent("work")),
            _ => Ok(number),
        }
    }

    fn number(&mut self, statement: &Statement, effort: Effort) -> Result<Option<usize>, Open> {
        let (machine, solver, effort) = (self.prover.machine, self.solver, effort.min(self.most));
        let mut tools = Tools { machine, solver, budget: self.budget, effort };
        let number = self.library.prove(statement, &mut tools);
        match self.budget.work {
            0 => Err(Open::Spent("work")),
            _ => Ok(number),
        }
    }
}
