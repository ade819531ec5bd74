//! Sentences about the mark of an answer.

use super::mutation::{does, input};
use crate::report::{JudgedReport, MarkKind, TriedReport};

/// Why an answer is right or wrong, in one or two sentences; `names` are those of the input words.
pub fn judged(names: &[String], judged: &JudgedReport) -> Vec<String> {
    let JudgedReport { mark, tried, proof, witness, minimal, .. } = judged;
    let mut said = Vec::new();
    match mark {
        MarkKind::NotAllowed => {
            said.push("The contract does not allow this input. Try another one.".to_owned());
        }
        MarkKind::Unknown => said.push(
            "This input is not marked: it is not known how one of them ends. Try another one."
                .to_owned(),
        ),
        MarkKind::Right | MarkKind::Least | MarkKind::Wrong => {}
    }
    if let Some(tried) = tried {
        said.push(both(names, tried));
    }
    if let Some(proof) = proof {
        said.push(format!("They do the same on all inputs: {proof}"));
    }
    let is_least = *minimal == Some(true);
    match (witness, mark) {
        (Some(_), MarkKind::Least) if is_least => {
            said.push("No smaller input makes a difference.".to_owned());
        }
        (Some(_), MarkKind::Least) => said.push("No smaller one is known.".to_owned()),
        (Some(witness), _) => {
            let which = if is_least { "The least input" } else { "The least input that is known" };
            let on = input(names, &witness.inputs);
            said.push(format!("{which} on which they differ is {on}: {}.", runs(witness)));
        }
        (None, _) => {}
    }
    said
}

/// What both programs do on an input.
fn both(names: &[String], tried: &TriedReport) -> String {
    format!("On {}, {}.", input(names, &tried.inputs), runs(tried))
}

fn runs(TriedReport { left, right, .. }: &TriedReport) -> String {
    let (left, right) = (does(left), does(right));
    match left == right {
        true => format!("each of them {left}"),
        false => format!("the left program {left}, the right one {right}"),
    }
}
