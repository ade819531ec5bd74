//! Evidence from the machine words alone: by alignment of both programs, or by recursive functions.
//!
//! Alignment comes first, and leaves a part of the work to functions. If a program has a recursive procedure, aligned
//! runs have no finite number of locations, so functions come first, with more work: they prove more facts about
//! addresses, all of them small.

use tamarin_kernel::{Claim, Evidence};

use crate::align::align;
use crate::recursion::{is_recursive, recursion};
use crate::{Budget, Open, Solver};

/// The first method leaves 1/`REST` of the work to the other.
const REST: u64 = 4;
/// Work of a claim about recursive procedures, in multiples of that of other claims.
const PROCEDURES: u64 = 4;

/// The methods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Alignment.
    Alignment,
    /// Recursive functions.
    Functions,
}

/// Evidence for a claim, the method that found it, and the work that is charged; or why each method found none, in the
/// order in which they were tried.
pub struct Found {
    /// The evidence.
    pub evidence: Result<Evidence, Open>,
    /// The methods that were tried, with what they left open.
    pub open: Vec<(Method, Open)>,
    /// The units of work.
    pub work: u64,
}

/// Searches for evidence for a claim within a budget. With recursive procedures it may spend more, but not more than
/// `most` units.
pub fn from_words(claim: &Claim, solver: &Solver<'_>, budget: &Budget, most: u64) -> Found {
    let mut within = budget.clone();
    let mut methods = [Method::Alignment, Method::Functions];
    let mut all = budget.work;
    if is_recursive(claim, solver, &mut within) {
        methods.reverse();
        all = all.saturating_mul(PROCEDURES).min(most).max(all);
        within.work = all - (budget.work - within.work);
    }
    let rest = within.work / REST;
    within.work -= rest;
    let mut open: Vec<(Method, Open)> = Vec::new();
    for method in methods {
        let found = match method {
            Method::Alignment => align(claim, solver, &mut within),
            Method::Functions => recursion(claim, solver, &mut within),
        };
        if open.is_empty() {
            within.work += rest;
        }
        match found {
            Err(why) => {
                let is_last = matches!(why, Open::Differ(_));
                open.push((method, why));
                if is_last {
                    break;
                }
            }
            found => return Found { evidence: found, open, work: all.saturating_sub(within.work) },
        }
    }
    let of_alignment = open.iter().find(|(method, _)| *method == Method::Alignment);
    let why = of_alignment.or(open.first()).map(|(_, why)| why.clone());
    let evidence = Err(why.unwrap_or(Open::Spent("work")));
    Found { evidence, open, work: all.saturating_sub(within.work) }
}
