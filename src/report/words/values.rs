//! A witness as a row of a table: inputs and observations, in the notation of sentences.

use super::value::Value;
use crate::contract::Contract;
use crate::report::{
    InputValue, Names, ObservedKind, ObservedValue, OutcomeKind, RunReport, Side, Values,
};

/// The maximal number of observations, beside the result and the output.
pub(super) const OBSERVATIONS: usize = 8;

/// What each program does on an input.
pub fn values(contract: &Contract, names: &Names, inputs: &[u32], runs: [&RunReport; 2]) -> Values {
    let inputs = contract
        .named(inputs, Value)
        .into_iter()
        .map(|(name, text)| InputValue { name, text })
        .collect();
    let mut observed = Vec::new();
    if runs.iter().all(|run| run.outcome == OutcomeKind::Done) {
        let results = runs.map(|run| run.result.filter(|_| !run.result_unobserved));
        if let [Some(left), Some(right)] = results {
            observed.push(word("$3".to_owned(), [left, right]));
        }
        observed.extend(others(runs));
    } else {
        let [left, right] = runs.map(end);
        let (kind, name) = (ObservedKind::End, "ends".to_owned());
        observed.push(ObservedValue { kind, name, left, right });
    }
    if runs[0].output != runs[1].output {
        let [left, right] = runs.map(|run| run.output.text.clone());
        let (kind, name) = (ObservedKind::Output, "prints".to_owned());
        observed.push(ObservedValue { kind, name, left, right });
    }
    Values { inputs, observed, programs: Side::BOTH.map(|side| names.label(side)) }
}

fn word(name: String, [left, right]: [u32; 2]) -> ObservedValue {
    let [left, right] = [left, right].map(|word| Value(word).to_string());
    ObservedValue { kind: ObservedKind::Word, name, left, right }
}

/// The other observations that differ.
fn others(runs: [&RunReport; 2]) -> Vec<ObservedValue> {
    let of = |side: usize, name: &str| {
        runs[side].observed.iter().find(|it| it.name == name).map(|it| it.value)
    };
    let mut names: Vec<&str> = Vec::new();
    for name in runs.iter().flat_map(|run| &run.observed).map(|it| it.name.as_str()) {
        if !names.contains(&name) && of(0, name) != of(1, name) {
            names.push(name);
        }
    }
    let one = |name: &str| {
        let is_kept = name.starts_with("keeps ");
        let kind = if is_kept { ObservedKind::Kept } else { ObservedKind::Word };
        let [left, right] = [0, 1].map(|side| match (of(side, name), is_kept) {
            (None, _) => "not there".to_owned(),
            (Some(1), true) => "yes".to_owned(),
            (Some(_), true) => "no".to_owned(),
            (Some(word), false) => Value(word).to_string(),
        });
        ObservedValue { kind, name: name.to_owned(), left, right }
    };
    names.into_iter().take(OBSERVATIONS).map(one).collect()
}

/// The end of a run, in a few words.
fn end(run: &RunReport) -> String {
    if let Some(going_on) = super::run::going_on(run) {
        return going_on.to_owned();
    }
    match (&run.fault, run.result) {
        (Some(fault), _) => format!("faults ({})", fault.message),
        (None, Some(result)) if !run.result_unobserved => format!("stops, $3 = {}", Value(result)),
        (None, Some(_)) => "stops".to_owned(),
        (None, None) => format!("still running after {} steps", run.steps),
    }
}
