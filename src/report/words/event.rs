//! Sentences about the events of a comparison.

use super::run::run;
use crate::contract::Contract;
use crate::report::{AnswerKind, Event};

/// An event as one or two lines. Empty for the last event.
pub fn event(contract: &Contract, event: &Event) -> String {
    let equations = |inputs: &[u32]| contract.describe(inputs, |word| word);
    match event {
        Event::Run { number, driver, inputs, left, right, path, verifier_path, .. } => format!(
            "run {number}: driver {}, {}, left {}, right {}\n    path: {}\n",
            driver.name(),
            equations(inputs),
            run(left),
            run(right),
            [path.as_slice(), verifier_path].concat().join(", ")
        ),
        Event::Begin { .. } => String::new(),
        Event::SoFar { headline, .. } => format!("{}\n", headline.text),
        Event::Proof {} => "looking for a proof about loops\n".to_owned(),
        Event::Sweep { inputs } => format!("swept {inputs} inputs\n"),
        Event::Merged { answer, covers_all, by, .. } => {
            let answer = match answer {
                AnswerKind::Sat => "they can differ",
                AnswerKind::Unsat => "they cannot differ",
                AnswerKind::Unknown => "unknown",
            };
            let paths = if *covers_all { "all paths" } else { "all paths that can be" };
            format!("{paths} merged: {answer} ({by})\n")
        }
        Event::Difference { inputs } => {
            format!("they differ on {}; looking for a smaller input\n", equations(inputs))
        }
        Event::Smaller { inputs } => format!("they differ on {}, too\n", equations(inputs)),
        Event::Query { number, side, run, condition, flip, .. } => match flip {
            Some(_) => {
                let side = side.name();
                format!("query {number}: leave the path of run {run} ({side}) by {condition}\n")
            }
            None => format!("query {number}: on the paths of run {run}, {condition}\n"),
        },
        Event::Answer { query, answer, inputs, reason, by } => {
            let answer = match (answer, inputs, reason) {
                (AnswerKind::Sat, Some(inputs), _) => equations(inputs),
                (AnswerKind::Unknown, _, Some(reason)) => format!("unknown: {reason}"),
                (AnswerKind::Sat, ..) => "sat".to_owned(),
                (AnswerKind::Unsat, ..) => "no such input".to_owned(),
                (AnswerKind::Unknown, ..) => "unknown".to_owned(),
            };
            format!("answer {query}: {answer} ({by})\n")
        }
        Event::Diverged { run, query } => {
            format!("run {run} left the path that query {query} predicted\n")
        }
        Event::Verdict { .. } => String::new(),
    }
}
