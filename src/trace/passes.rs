//! The list of passes in order, each a function from trace to trace.
//!
//! The `validate` predicate of a pass states what the pass promises about its output and the output
//! of every later pass. Tests and debug builds check it.

use super::{Trace, desugar, simplify, ssa, trim};

/// A pass over traces.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// Its name on the page.
    pub name: &'static str,
    /// Its effect, as a sentence for the page.
    pub summary: &'static str,
    /// The pass. The second argument is the maximal number of path conditions.
    pub run: fn(&Trace, usize) -> Trace,
    /// Checks what the pass promises about its output. The error names what does not hold.
    pub validate: fn(&Trace, usize) -> Result<(), String>,
}

/// All passes, in the order in which they run.
pub const PASSES: [Pass; 4] = [
    // First, so that the other passes see only a few simple operations.
    Pass {
        name: "desugar",
        summary: "Instructions with several effects, and reads of hi and lo, become simple operations.",
        run: |trace, _| desugar::run(trace),
        validate: |trace, _| desugar::validate(trace),
    },
    // Before trimming, so that conditions without inputs do not count towards the depth. After
    // desugaring, because it analyses assignments of constants.
    Pass {
        name: "simplify",
        summary: "Conditions that depend on no input are dropped; in the others, a register known to hold a constant is replaced by it.",
        run: |trace, _| simplify::run(trace),
        validate: |trace, _| simplify::validate(trace),
    },
    // Before single assignment, so that no steps are renamed that are then dropped.
    Pass {
        name: "trim",
        summary: "The trace is cut before it has more path conditions than the search depth.",
        run: trim::run,
        validate: trim::validate,
    },
    // Last: it gives every value the name that the query uses.
    Pass {
        name: "ssa",
        summary: "Each assignment makes a new version of its register, so that a name means one value.",
        run: |trace, _| ssa::run(trace),
        validate: |trace, _| ssa::validate(trace),
    },
];

/// A raw trace, lowered by all passes, with at most `depth` path conditions.
pub fn lower(raw: &Trace, depth: usize) -> Trace {
    let mut trace = None;
    for pass in &PASSES {
        trace = Some(apply(pass, trace.as_ref().unwrap_or(raw), depth));
    }
    trace.expect("there are passes")
}

/// The trace after each pass, in order.
pub fn each(raw: &Trace, depth: usize) -> Vec<(&'static Pass, Trace)> {
    let mut traces: Vec<(&'static Pass, Trace)> = Vec::with_capacity(PASSES.len());
    for pass in &PASSES {
        let input = traces.last().map_or(raw, |(_, trace)| trace);
        let output = apply(pass, input, depth);
        traces.push((pass, output));
    }
    traces
}

fn apply(pass: &Pass, input: &Trace, depth: usize) -> Trace {
    let output = (pass.run)(input, depth);
    if cfg!(debug_assertions)
        && let Err(message) = (pass.validate)(&output, depth)
    {
        panic!("the pass {} broke its promise: {message}", pass.name);
    }
    output
}
