//! Converts the results of mutation testing of an ARM64 program to a report.

use std::rc::Rc;

use super::{MutantEdit, kinds, place, tallied};
use crate::engines::classes::Arm64;
use crate::engines::mutation::{Analysis, Arm64Suite, Fate, Mutant};
use crate::machine::arm64::Given;
use crate::report::arm64::{
    Arm64Killing, Arm64Kills, Arm64Missed, Arm64Mutation, Arm64Run, Arm64Survivor, texts,
};
use crate::report::words::arm64 as words;

/// The report; `names` are those of the program's files.
pub fn report(
    suite: &Arm64Suite<'_>,
    analysis: &Analysis<Rc<Arm64>, Given>,
    names: &[&str],
) -> Arm64Mutation {
    let survivors = analysis.mutants.iter().filter_map(|mutant| survivor(suite, mutant, names));
    let tests = suite.tests.iter().zip(&analysis.kills);
    Arm64Mutation {
        machine: "arm64",
        mode: words::mode(suite.options.mode),
        mutants: analysis.mutants.len() as u32,
        edits: analysis.edits as u32,
        complete: analysis.is_complete,
        tally: tallied(analysis.tally()),
        kinds: kinds(analysis),
        of: analysis.score().map(|(_, of)| of.map(|count| count as u32)),
        survivors: survivors.collect(),
        tests: tests.map(|(given, &count)| kills(given, count)).collect(),
        suite: analysis.suite.as_ref().map(|found| Arm64Killing {
            inputs: found.inputs.iter().zip(&found.kills).map(|(it, &n)| kills(it, n)).collect(),
            smallest: found.is_smallest,
        }),
    }
}

fn kills(given: &Given, kills: usize) -> Arm64Kills {
    let [inputs, elements] = texts(given);
    Arm64Kills { inputs, elements, kills: kills as u32 }
}

/// The report on a mutant, if no test kills it and it is not proved equivalent.
fn survivor(
    suite: &Arm64Suite<'_>,
    mutant: &Mutant<Rc<Arm64>, Given>,
    names: &[&str],
) -> Option<Arm64Survivor> {
    let witness = match &mutant.fate {
        Fate::Killed { .. } | Fate::Equivalent => return None,
        Fate::Open => None,
        Fate::Missed { inputs: given, is_least } => {
            let [inputs, elements] = texts(given);
            let [program, mutant] = suite.runs(&mutant.image, given).each_ref().map(Arm64Run::from);
            Some(Arm64Missed { inputs, elements, minimal: *is_least, program, mutant })
        }
    };
    let MutantEdit { kind, name, file, line, from, to } = place(&mutant.origin, names);
    Some(Arm64Survivor { kind, name, file, line, from, to, witness })
}
