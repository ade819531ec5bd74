//! Why there is no certificate, in a sentence.

use tamarin_checker::Refusal;

#[cfg(feature = "explanations")]
use super::statement::{Exercise, Extent, Statement};
#[cfg(feature = "versions")]
use crate::engines::versions::Unclaimed;
#[cfg(feature = "versions")]
use crate::report::words::obstacle;

/// Why the checker would refuse a certificate: at that point an answer is missing that was not
/// found.
pub fn refused(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Open(place) => {
            let [left, right] = place.node;
            format!("no proof was found that {} (left at {left}, right at {right})", place.kind)
        }
        Refusal::Limit(what) => format!("it would be too large: {what}"),
        refusal => refusal.to_string(),
    }
}

/// Why a proof of a statement would be vacuous.
#[cfg(feature = "explanations")]
pub fn vacuous(found: &Exercise, statement: &Statement) -> String {
    let on = match statement.extent {
        Extent::Always => "that the contract allows".to_owned(),
        Extent::IfBothStop => "on which both programs stop".to_owned(),
        Extent::UpTo(steps) => format!("on which a program stops within {steps} steps"),
        Extent::IfBothStopWithin(steps) => {
            format!("on which both programs stop within {steps} steps")
        }
    };
    match found {
        Exercise::NoInput => crate::report::words::no_input(),
        Exercise::Empty => {
            format!("`{statement}` claims nothing: the contract allows no such input")
        }
        Exercise::Unknown | Exercise::On(_) => {
            format!("`{statement}` may claim nothing: no such input {on} is known")
        }
    }
}

/// Why there are no claims about procedures.
#[cfg(feature = "versions")]
pub fn unclaimed(why: &Unclaimed) -> String {
    match why {
        Unclaimed::Open(open) => {
            let [left, right] = open.at.map(|at| at.0);
            let why = obstacle(open.why);
            format!(
                "procedure by procedure they are not known to do the same (left at {left:#x}, \
                 right at {right:#x}): {}",
                why.trim_end_matches('.')
            )
        }
        Unclaimed::Pointer(side, at) => format!(
            "the {} program accesses memory at an address that is not known ({:#x}): a \
             certificate by procedures is about the stack and about addresses that are numbers",
            ["left", "right"][*side],
            at.0
        ),
        Unclaimed::Stack => "it is not known that the words of the stacks are in memory, and no \
                             others that are accessed"
            .to_owned(),
        Unclaimed::Streams => "the programs are given other input streams".to_owned(),
    }
}
