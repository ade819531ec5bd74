//! Converts the results of mutation testing to a report.

#[cfg(any(feature = "cli", feature = "arm64"))]
pub mod arm64;

use std::collections::BTreeMap;

use crate::engines::mend::Edit;
use crate::engines::mutation::{Analysis, Fate, Mutant, Origin, Suite, Tally};
use crate::engines::paths::outcome::ends;
use crate::evidence::EditKind;
use crate::report::{
    KillsReport, KindReport, MissedReport, MutationReport, SuiteReport, SurvivorReport, TallyReport,
};

/// The report; `names` are those of the program's files.
pub fn report(suite: &Suite<'_>, analysis: &Analysis, names: &[&str]) -> MutationReport {
    let kills = |inputs: &_, kills: usize| KillsReport {
        inputs: Clone::clone(inputs),
        kills: kills as u32,
    };
    let tests = suite.tests.iter().zip(&analysis.kills);
    MutationReport {
        names: suite.options.contract.names().to_vec(),
        mutants: analysis.mutants.len() as u32,
        edits: analysis.edits as u32,
        complete: analysis.is_complete,
        tally: tallied(analysis.tally()),
        kinds: kinds(analysis),
        of: analysis.score().map(|(_, of)| of.map(|count| count as u32)),
        survivors: analysis.mutants.iter().filter_map(|it| survivor(suite, it, names)).collect(),
        tests: tests.map(|(inputs, &count)| kills(inputs, count)).collect(),
        suite: analysis.suite.as_ref().map(|found| SuiteReport {
            inputs: found.inputs.iter().zip(&found.kills).map(|(it, &n)| kills(it, n)).collect(),
            smallest: found.is_smallest,
        }),
    }
}

/// The outcomes by kind of edit.
fn kinds<P, I>(analysis: &Analysis<P, I>) -> Vec<KindReport> {
    let mut kinds: BTreeMap<Option<EditKind>, Tally> = BTreeMap::new();
    for mutant in &analysis.mutants {
        kinds.entry(kind(&mutant.origin)).or_default().add(&mutant.fate);
    }
    let kinds = kinds.into_iter();
    kinds.map(|(kind, tally)| KindReport { kind, tally: tallied(tally) }).collect()
}

fn tallied(Tally { killed, missed, equivalent, open }: Tally) -> TallyReport {
    let [killed, missed, equivalent, open] =
        [killed, missed, equivalent, open].map(|count| count as u32);
    TallyReport { killed, missed, equivalent, open }
}

fn kind(origin: &Origin) -> Option<EditKind> {
    match origin {
        Origin::Named(_) => None,
        Origin::Edit(edit) => Some(edit.kind),
    }
}

/// The report on a mutant, if no test kills it and it is not proved equivalent.
fn survivor(suite: &Suite<'_>, mutant: &Mutant, names: &[&str]) -> Option<SurvivorReport> {
    let witness = match &mutant.fate {
        Fate::Killed { .. } | Fate::Equivalent => return None,
        Fate::Open => None,
        Fate::Missed { inputs, is_least } => {
            let both = ends([suite.image, &mutant.image], inputs, suite.options.fuel);
            let [program, mutant] = both.map(|outcome| outcome.report());
            Some(MissedReport { inputs: inputs.clone(), minimal: *is_least, program, mutant })
        }
    };
    let MutantEdit { kind, name, file, line, from, to } = place(&mutant.origin, names);
    Some(SurvivorReport { kind, name, file, line, from, to, witness })
}

/// Where a mutant differs from the program.
struct MutantEdit {
    kind: Option<EditKind>,
    name: Option<String>,
    file: Option<String>,
    line: Option<u32>,
    from: String,
    to: String,
}

fn place(origin: &Origin, names: &[&str]) -> MutantEdit {
    let kind = kind(origin);
    match origin {
        Origin::Named(name) => MutantEdit {
            kind,
            name: Some(name.clone()),
            file: None,
            line: None,
            from: String::new(),
            to: String::new(),
        },
        Origin::Edit(Edit { file, line, from, to, .. }) => MutantEdit {
            kind,
            name: None,
            file: (names.len() > 1).then(|| names[*file].to_owned()),
            line: Some(*line as u32),
            from: from.clone(),
            to: to.clone(),
        },
    }
}
