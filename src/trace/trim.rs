//! Cuts a trace to a number of path conditions, which bounds the search.

use super::{Step, Trace};

/// The pass: a trace with more than `depth` conditions ends just before the
/// next one, so that exactly `depth` are left.
pub fn run(trace: &Trace, depth: usize) -> Trace {
    let is_condition = |step: &Step| matches!(step, Step::Condition(_));
    let cut = trace
        .entries
        .iter()
        .enumerate()
        .filter(|(_, entry)| is_condition(&entry.step))
        .map(|(index, _)| index)
        .nth(depth);
    match cut {
        None => trace.clone(),
        Some(cut) => {
            let mut trimmed = trace.with_entries(trace.entries[..cut].to_vec());
            trimmed.complete = false;
            trimmed
        }
    }
}

/// No more conditions than the depth, and just as many where some were cut.
pub fn validate(trace: &Trace, depth: usize) -> Result<(), String> {
    let conditions = trace.conditions().count();
    if conditions > depth {
        return Err(format!("{conditions} conditions, with a depth of {depth}"));
    }
    Ok(())
}
