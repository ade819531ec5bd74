//! The impact of changes in a folder of programs: which procedures call those that are not known to
//! be equivalent, in all programs that contain them and are not known to be equivalent themselves.

use std::collections::BTreeMap;

use crate::report::{
    AffectedReport, BlockReport, ImpactReport, ProcedureReport, ProgramReport, VersionsVerdict,
    words,
};

/// The procedures that are not known to be equivalent; those in the most programs come first.
pub fn impact(programs: &[ProgramReport]) -> Vec<ImpactReport> {
    let mut all: BTreeMap<(String, Option<[u32; 2]>), ImpactReport> = BTreeMap::new();
    for program in programs {
        let Some(report) = &program.report else { continue };
        if matches!(report.verdict, VersionsVerdict::Equal | VersionsVerdict::EqualUpTo) {
            continue;
        }
        for procedure in &report.procedures {
            let Some(open) = &procedure.open else { continue };
            let ProcedureReport { old, new, affects, .. } = procedure;
            let procedures =
                affects.iter().map(|&index| words::pair_name(&report.procedures[index])).collect();
            // The main code of a program belongs to this program only.
            let key = match old.is_none() && new.is_none() {
                true => (program.name.clone(), None),
                false => (words::pair_name(procedure), Some(place(procedure, open))),
            };
            let known = all.entry(key).or_insert_with(|| ImpactReport {
                old: old.clone(),
                new: new.clone(),
                programs: Vec::new(),
            });
            known.programs.push(AffectedReport {
                name: program.name.clone(),
                verdict: report.verdict,
                procedures,
            });
        }
    }
    let mut all: Vec<ImpactReport> = all.into_values().collect();
    all.sort_by_key(|it| std::cmp::Reverse(it.programs.len()));
    all
}

/// The location at which the proof of equality failed, relative to the procedures' entries. It is
/// the same wherever they are linked.
fn place(procedure: &ProcedureReport, open: &BlockReport) -> [u32; 2] {
    [0, 1].map(|side| open.at[side].address.0.wrapping_sub(procedure.at[side].address.0))
}
