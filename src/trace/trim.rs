//! Trims a trace to a maximal number of path conditions, which bounds the search.

use super::{Step, Trace};

/// Trims a trace. If it has more than `depth` conditions, it ends just before the next one, so that
/// exactly `depth` are left.
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

/// Checks that there are at most `depth` conditions, and exactly `depth` if any were removed.
pub fn validate(trace: &Trace, depth: usize) -> Result<(), String> {
    let conditions = trace.conditions().count();
    if conditions > depth {
        return Err(format!("{conditions} conditions, with a depth of {depth}"));
    }
    Ok(())
}
