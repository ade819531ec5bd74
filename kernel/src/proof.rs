//! Proofs: scripts in which rules close all cases.

use std::collections::BTreeMap;

use crate::context::Context;
use crate::evidence::{How, Rule, Script, Step};
use crate::fact::Fact;
use crate::machine::Machine;
use crate::refusal::{Refusal, wrong};
use crate::rules;
use crate::scope::{Definitions, Scope, TermState, descent};
use crate::term::{Term, Terms};

/// The states of the programs, where there are some.
pub type States<'s> = [Option<&'s TermState>; 2];

/// What all proofs of one claim have in common.
pub struct Prover<'e> {
    /// All terms, and the work that is left.
    pub terms: Terms,
    /// The machine.
    pub machine: &'static Machine,
    /// What holds of the inputs, and their names.
    pub inputs: Context,
    /// Functions and lemmas that may be used.
    pub definitions: Definitions<'e>,
}

impl Prover<'_> {
    /// The meaning of texts at a point.
    pub fn scope<'s>(&'s mut self, context: &'s Context, states: States<'s>) -> Scope<'s> {
        Scope {
            terms: &mut self.terms,
            definitions: self.definitions,
            machine: self.machine,
            inputs: &self.inputs,
            context,
            states,
        }
    }

    /// Refuses unless a fact follows from what is known, by the proof with a label, which closes all cases
    /// of its negation. The negation has the label `goal`. A fact that is known needs no proof.
    pub fn prove(
        &mut self,
        context: &Context,
        states: States<'_>,
        goal: &Fact,
        by: &BTreeMap<String, Script>,
        label: &str,
    ) -> Result<(), Refusal> {
        if context.is_closed || context.knows(goal) == Some(true) {
            return Ok(());
        }
        let mut negated = context.clone();
        negated.assume("goal", goal.negated());
        let script = by.get(label).map_or(&[][..], |script| script);
        let refuted = self.refute(negated, states, script);
        refuted.map_err(|refusal| refusal.within(|| format!("`{label}`")))
    }

    /// Refuses unless a measure gets smaller, by proofs with the label `measure` and, for each component
    /// before the one that gets smaller, `measure.j`; `suffix` is put behind `measure`.
    pub fn descends(
        &mut self,
        context: &Context,
        states: States<'_>,
        [before, after]: [&[Term]; 2],
        how: &How,
        suffix: &str,
    ) -> Result<(), Refusal> {
        let facts = descent(&mut self.terms, before, after, how.component)?;
        for (index, fact) in facts.iter().enumerate() {
            let label = match index == how.component {
                true => format!("measure{suffix}"),
                false => format!("measure{suffix}.{index}"),
            };
            self.prove(context, states, fact, &how.by, &label)?;
        }
        Ok(())
    }

    /// Refuses unless a script closes all cases.
    pub fn refute(
        &mut self,
        mut context: Context,
        states: States<'_>,
        script: &[Step],
    ) -> Result<(), Refusal> {
        for (index, step) in script.iter().enumerate() {
            let here = |refusal: Refusal| refusal.within(|| format!("step {index}"));
            let Step::Rule(rule) = step else {
                self.name(&mut context, states, step).map_err(here)?;
                continue;
            };
            let mut open = self.cases(&context, states, rule).map_err(here)?;
            let Some(last) = open.pop() else {
                return ends_here(script, index).map_err(here);
            };
            for (number, (case, script)) in open.into_iter().zip(&rule.cases).enumerate() {
                let within = |it: Refusal| it.within(|| format!("step {index} case {number}"));
                self.refute(case, states, script).map_err(within)?;
            }
            context = last;
        }
        match context.is_closed {
            true => Ok(()),
            false => {
                Err(wrong(format!("the proof ends, but a case is open; {}", self.last(&context))))
            }
        }
    }

    /// The last facts of a context, for a message.
    fn last(&self, context: &Context) -> String {
        let facts = context.facts().iter().rev().take(3);
        let facts: Vec<String> = facts.map(|fact| self.terms.print_fact(fact)).collect();
        format!("the last facts are {}", facts.join("; "))
    }

    /// The open cases of a rule, with the facts that hold there. There is a script for each except for the
    /// last one.
    pub fn cases(
        &mut self,
        context: &Context,
        states: States<'_>,
        rule: &Rule,
    ) -> Result<Vec<Context>, Refusal> {
        let cases = rules::apply(&mut self.scope(context, states), rule)
            .map_err(|refusal| refusal.within(|| format!("rule `{}`", rule.rule)))?;
        let label = if rule.label.is_empty() { "it" } else { &rule.label };
        let mut open = Vec::new();
        for case in cases {
            self.terms.pay(1 + case.len() + context.facts().len())?;
            if case.iter().any(|fact| context.knows(fact) == Some(false)) {
                continue;
            }
            let mut context = context.clone();
            context.assume_all(label, case);
            if !context.is_closed {
                open.push(context);
            }
        }
        match open.len().saturating_sub(1) == rule.cases.len() {
            true => Ok(open),
            false => {
                let last = open.iter().map(|case| self.last(case)).collect::<Vec<_>>().join(" | ");
                let (name, open, scripts) = (&rule.rule, open.len(), rule.cases.len());
                Err(wrong(format!("`{name}` has {open} open cases, {scripts} scripts: {last}")))
            }
        }
    }

    /// Gives names to terms or memories.
    pub fn name(
        &mut self,
        context: &mut Context,
        states: States<'_>,
        step: &Step,
    ) -> Result<(), Refusal> {
        match step {
            Step::Let { names } => {
                for (name, text) in names {
                    let term = self.scope(context, states).term(text)?;
                    context.names.insert(name.clone(), term);
                }
            }
            Step::Memories { memories } => {
                for (name, memory) in memories {
                    let memory = self.scope(context, states).memory(memory)?;
                    context.memories.insert(name.clone(), memory);
                }
            }
            _ => return Err(wrong("a proof executes nothing")),
        }
        Ok(())
    }
}

/// Refuses unless a step is the last one, since no case is open behind it.
pub fn ends_here(script: &[Step], index: usize) -> Result<(), Refusal> {
    match script.len() == index + 1 {
        true => Ok(()),
        false => Err(wrong("all cases are closed, but steps follow")),
    }
}
