//! Removes what evidence does not need: unused names and lemmas; adjacent runs are merged.

use std::collections::HashSet;

use tamarin_kernel::evidence::{Body, Evidence, FactText, How, Rule, Script, Step};

/// Removes unused names and lemmas, and merges adjacent runs.
pub fn tidy(evidence: &mut Evidence) {
    script(&mut evidence.start, &mut HashSet::new());
    for node in evidence.nodes.values_mut() {
        script(&mut node.script, &mut HashSet::new());
    }
    let mut used = HashSet::new();
    let scripts = evidence.nodes.values().map(|node| &node.script);
    let of_contracts = evidence.contracts.values().map(|contract| &contract.script);
    evidence.functions.iter().for_each(|function| of_body(&function.body, &mut used));
    scripts.chain(of_contracts).chain([&evidence.start]).for_each(|of| lemmas(of, &mut used));
    // A lemma may use those before it.
    for lemma in evidence.lemmas.iter().rev() {
        if used.contains(&lemma.name) {
            lemmas(&lemma.by, &mut used);
        }
    }
    evidence.lemmas.retain(|lemma| used.contains(&lemma.name));
}

/// Collects the names of lemmas that prove a function well-defined.
fn of_body(body: &Body, used: &mut HashSet<String>) {
    match body {
        Body::Choice { then, otherwise, .. } => {
            of_body(then, used);
            of_body(otherwise, used);
        }
        Body::Value { how, .. } => how.by.values().for_each(|by| lemmas(by, used)),
    }
}

/// Collects the names of lemmas that a script applies.
fn lemmas(steps: &Script, used: &mut HashSet<String>) {
    for step in steps {
        match step {
            Step::Rule(Rule { rule, name, cases, .. }) => {
                if rule == "lemma" {
                    used.insert(name.clone());
                }
                cases.iter().for_each(|case| lemmas(case, used));
            }
            Step::Jump { how, .. }
            | Step::Word { how, .. }
            | Step::Call { how, .. }
            | Step::Arrive { how, .. }
            | Step::End { how, .. } => how.by.values().for_each(|by| lemmas(by, used)),
            Step::Run { .. } | Step::Let { .. } | Step::Memories { .. } => {}
        }
    }
}

/// Collects the identifiers in a text.
fn names(text: &str, used: &mut HashSet<String>) {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '$' | '\'');
    used.extend(text.split(|c| !is_part(c)).filter(|it| !it.is_empty()).map(str::to_owned));
}

fn fact(text: &FactText, used: &mut HashSet<String>) {
    match text {
        FactText::Text(text) => names(text, used),
        FactText::Sum { sum, .. } => sum.iter().for_each(|(_, text)| names(text, used)),
    }
}

/// Removes unused names from a script, from its end backwards; collects the names that it uses.
fn script(steps: &mut Script, used: &mut HashSet<String>) {
    let mut kept = Vec::with_capacity(steps.len());
    for mut step in steps.drain(..).rev() {
        if is_needed(&mut step, used) {
            join(&mut kept, step);
        }
    }
    kept.reverse();
    *steps = kept;
}

/// Prepends a step to others, which are in reverse order.
fn join(behind: &mut Vec<Step>, step: Step) {
    if let (Step::Run { run: (side, count) }, Some(Step::Run { run: (next, more) })) =
        (&step, behind.last_mut())
        && side == next
    {
        *more += count;
        return;
    }
    behind.push(step);
}

fn is_needed(step: &mut Step, used: &mut HashSet<String>) -> bool {
    match step {
        Step::Let { names: given } | Step::Memories { memories: given } => {
            given.retain(|name, _| used.contains(name));
            given.values().for_each(|text| names(text, used));
            !given.is_empty()
        }
        Step::Rule(Rule { cases, fact: said, terms, factors, sum, with, name, .. }) => {
            cases.iter_mut().for_each(|case| script(case, used));
            fact(said, used);
            sum.iter().for_each(|(_, text)| names(text, used));
            let texts = terms.iter().chain(&*factors).chain(with.values());
            texts.for_each(|text| names(text, used));
            used.insert(name.clone());
            true
        }
        Step::Run { .. } => true,
        Step::Jump { jump: (_, to), how: with } | Step::Word { word: (_, _, to), how: with } => {
            names(to, used);
            how(with, used);
            true
        }
        Step::Call { how: with, .. }
        | Step::Arrive { how: with, .. }
        | Step::End { how: with, .. } => {
            how(with, used);
            true
        }
    }
}

fn how(how: &mut How, used: &mut HashSet<String>) {
    how.with.values().for_each(|text| names(text, used));
    how.by.values_mut().for_each(|by| script(by, used));
}
