//! Proofs: scripts in which rules close all cases.

use std::collections::BTreeMap;

use crate::context::Context;
use crate::evidence::{How, Rule, Script, Step};
use crate::fact::Fact;
use crate::machine::Machine;
use crate::refusal::{Refusal, ensure, wrong};
use crate::rules;
use crate::scope::{Definitions, Point, Scope, descent};
use crate::term::{Term, Terms};

/// Watches proofs through shared references, so it changes nothing: [`check`](mod@crate::check) has none. It sees each
/// goal with its label, as one case without a rule, and each rule with its cases.
pub type Observer<'e> = &'e dyn Fn(&Terms, &Point, &str, Option<&Rule>, &[Vec<Fact>]);

/// The state shared by all proofs of one claim.
pub struct Prover<'e> {
    /// All terms, and the work left.
    pub terms: Terms,
    /// The machine.
    pub machine: &'static Machine,
    /// The facts about the inputs, and their names.
    pub inputs: Context,
    /// The functions and lemmas in scope.
    pub definitions: Definitions<'e>,
    /// The observer, if there is one.
    pub watch: Option<Observer<'e>>,
}

/// Whether a script continues after a step.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// It continues.
    GoesOn,
    /// No case is open.
    Ends,
}

/// Executes the steps that neither apply a rule nor define names.
pub type Execute<'x, 'e> =
    dyn FnMut(&mut Prover<'e>, &mut Point, &Step) -> Result<Next, Refusal> + 'x;

impl<'e> Prover<'e> {
    /// A scope that interprets texts at a point.
    pub fn scope<'s>(&'s mut self, point: &'s Point) -> Scope<'s> {
        Scope {
            terms: &mut self.terms,
            definitions: self.definitions,
            machine: self.machine,
            inputs: &self.inputs,
            point,
        }
    }

    /// Refuses unless a fact follows from the known facts, by the proof with a label. The proof closes all cases of the
    /// negated fact, which has the label `goal`. Known facts need no proof.
    pub fn prove(
        &mut self,
        point: &Point,
        goal: &Fact,
        by: &BTreeMap<String, Script>,
        label: &str,
    ) -> Result<(), Refusal> {
        self.watch.iter().for_each(|it| it(&self.terms, point, label, None, &[vec![goal.clone()]]));
        if point.context.is_closed || point.context.knows(goal) == Some(true) {
            return Ok(());
        }
        let mut negated = point.clone();
        negated.context.assume("goal", goal.negated());
        let script = by.get(label).map_or(&[][..], |script| script);
        let refuted =
            self.follow(negated, script, &mut |_, _, _| Err(wrong("a proof executes nothing")));
        refuted.map_err(|refusal| refusal.within(|| format!("`{label}`")))
    }

    /// Refuses unless a measure decreases. The proof for the component that decreases has the label `measure`; those
    /// for the components before it have `measure.j`. `suffix` is appended to `measure`.
    pub fn descends(
        &mut self,
        point: &Point,
        [before, after]: [&[Term]; 2],
        how: &How,
        suffix: &str,
    ) -> Result<(), Refusal> {
        let facts = descent(&mut self.terms, before, after, how.component)?;
        for (index, fact) in facts.iter().enumerate() {
            let is_last = index == how.component;
            let number = if is_last { String::new() } else { format!(".{index}") };
            self.prove(point, fact, &how.by, &format!("measure{suffix}{number}"))?;
        }
        Ok(())
    }

    /// Refuses unless a script closes all cases.
    pub fn follow(
        &mut self,
        mut point: Point,
        script: &[Step],
        execute: &mut Execute<'_, 'e>,
    ) -> Result<(), Refusal> {
        for (index, step) in script.iter().enumerate() {
            let next = match step {
                Step::Rule(rule) => self.branch(&mut point, rule, execute),
                Step::Let { .. } | Step::Memories { .. } => self.name(&mut point, step),
                _ => execute(self, &mut point, step),
            };
            let here = |refusal: Refusal| refusal.within(|| format!("step {index}"));
            if next.map_err(here)? == Next::Ends {
                let is_last = script.len() == index + 1;
                return ensure(is_last, "all cases are closed, but steps follow").map_err(here);
            }
        }
        let open = || wrong(format!("a case is open at the end; {}", self.last(&point)));
        point.context.is_closed.then_some(()).ok_or_else(open)
    }

    /// The last facts at a point, for error messages.
    fn last(&self, point: &Point) -> String {
        let facts = point.context.facts().iter().rev().take(3);
        let facts: Vec<String> = facts.map(|fact| self.terms.print_fact(fact)).collect();
        format!("the last facts are {}", facts.join("; "))
    }

    /// Follows the scripts of all open cases of a rule except the last one, which continues.
    fn branch(
        &mut self,
        point: &mut Point,
        rule: &Rule,
        execute: &mut Execute<'_, 'e>,
    ) -> Result<Next, Refusal> {
        let cases = rules::apply(&mut self.scope(point), rule)
            .map_err(|refusal| refusal.within(|| format!("rule `{}`", rule.rule)))?;
        let label = if rule.label.is_empty() { "it" } else { &rule.label };
        self.watch.iter().for_each(|it| it(&self.terms, point, label, Some(rule), &cases));
        let mut open = Vec::new();
        for case in cases {
            let context = &point.context;
            self.terms.pay(1 + case.len() + context.facts().len())?;
            if case.iter().any(|fact| context.knows(fact) == Some(false)) {
                continue;
            }
            let mut point = point.clone();
            point.context.assume_all(label, case);
            if !point.context.is_closed {
                open.push(point);
            }
        }
        if open.len().saturating_sub(1) != rule.cases.len() {
            let last = open.iter().map(|case| self.last(case)).collect::<Vec<_>>().join(" | ");
            let (open, scripts) = (open.len(), rule.cases.len());
            return Err(wrong(format!("there are {open} open cases, {scripts} scripts: {last}")));
        }
        let Some(last) = open.pop() else { return Ok(Next::Ends) };
        for (number, (case, script)) in open.into_iter().zip(&rule.cases).enumerate() {
            self.follow(case, script, execute)
                .map_err(|refusal| refusal.within(|| format!("case {number}")))?;
        }
        *point = last;
        Ok(Next::GoesOn)
    }

    /// Defines names of terms or memories.
    fn name(&mut self, point: &mut Point, step: &Step) -> Result<Next, Refusal> {
        if let Step::Let { names } = step {
            for (name, text) in names {
                let term = self.scope(point).term(text)?;
                point.context.names.insert(name.clone(), term);
            }
        }
        if let Step::Memories { memories } = step {
            for (name, memory) in memories {
                let memory = self.scope(point).memory(memory)?;
                point.context.memories.insert(name.clone(), memory);
            }
        }
        Ok(Next::GoesOn)
    }
}
