//! Converts the comparison of two versions of an ARM64 program to a report.

use super::rows::{Both, Marks, SectionView, UNSEEN};
use crate::asm::SourceLines;
use crate::asm::arm64::listing;
use crate::engines::arm64::contract::{Contract, Watched};
use crate::engines::arm64::versions::{Compared, Procedures, Shown, Versions, callers};
use crate::engines::pairing::arm64::name_of;
use crate::evidence::Verdict;
use crate::machine::arm64::decode;
use crate::machine::arm64::literals::literals;
use crate::program::{Address, Program};
use crate::report::arm64::{
    Arm64Apart, Arm64Contract, Arm64Only, Arm64Open, Arm64Procedure, Arm64Shown, Arm64Versions,
    Report,
};
use crate::report::words::arm64 as words;
use crate::report::{PointReport, VersionsVerdict};

/// The report on two programs with these lines.
pub fn report(
    found: &Versions,
    programs: [&Program; 2],
    lines: [&SourceLines; 2],
) -> Arm64Versions {
    let comparison = Report::from(&found.findings);
    let verdict = match comparison.verdict {
        Verdict::Equivalent => VersionsVerdict::Equal,
        Verdict::Disequivalent => VersionsVerdict::Different,
        _ => VersionsVerdict::Unknown,
    };
    let callers = callers(&found.procedures);
    let entries: Vec<[u64; 2]> = found.procedures.iter().map(|it| it.pair.entries).collect();
    let index = |it: &[u64; 2]| entries.iter().position(|entries| entries == it);
    let texts = [0, 1].map(|side| Text { words: &programs[side].words, lines: lines[side] });
    let procedures = found.procedures.iter().map(|it| {
        let mut procedure = procedure(texts, it, verdict);
        procedure.calls = it.pair.calls.iter().filter_map(index).collect();
        if procedure.verdict != VersionsVerdict::Equal {
            procedure.affects.clone_from(&callers[&it.pair.entries]);
        }
        procedure
    });
    let [only_old, only_new] = [0, 1].map(|side| {
        let only = found.only[side].iter();
        only.map(|(at, name)| Arm64Only { name: name.clone(), at: texts[side].point(*at) })
            .collect()
    });
    Arm64Versions { verdict, comparison, procedures: procedures.collect(), only_old, only_new }
}

/// Both programs with these texts side by side, with what their report says of each instruction.
pub fn sections(
    found: &Versions,
    report: &Arm64Versions,
    programs: [&Program; 2],
    texts: [&[&str]; 2],
) -> Vec<SectionView> {
    let procedures = found.procedures.iter().zip(&report.procedures);
    let aligned = procedures.clone().map(|(found, report)| {
        // Constants may lie elsewhere.
        let name = match report.verdict {
            VersionsVerdict::Equal => "replaced",
            _ => "changed",
        };
        (&found.aligned.pairs[..], &found.aligned.apart, name)
    });
    let at = |entries: [u64; 2]| entries.map(|at| Address(at as u32));
    let names =
        procedures.map(|(found, report)| (at(found.pair.entries), words::procedure_name(report)));
    let listings = [0, 1].map(|side| {
        let mut rows = listing(texts[side], programs[side]);
        // The upper half of a number is beside its lower one.
        rows.retain(|row| !row.text.is_empty() || !row.labels.is_empty());
        rows
    });
    let marks = Marks::of_aligned(aligned);
    let mut sections = Both { programs, listings, procedures: names.collect(), marks }.sections();
    let rows = sections.iter_mut().flat_map(|it| &mut it.pieces).flat_map(|it| &mut it.rows);
    rows.filter(|row| row.mark == UNSEEN).for_each(|row| row.mark = "aside");
    sections
}

/// The words of a program, and their lines.
#[derive(Clone, Copy)]
struct Text<'t> {
    words: &'t [u32],
    lines: &'t SourceLines,
}

impl Text<'_> {
    fn point(self, at: u64) -> PointReport {
        let address = Address(at as u32);
        PointReport { address, line: self.lines.at(address) }
    }

    /// Instructions without a counterpart.
    fn apart(self, all: &[u64]) -> Vec<Arm64Apart> {
        let one = |&at: &u64| {
            let at = self.point(at);
            let word = self.words.get(at.address.word_index()).copied();
            let loaded = literals(self.words).find(|it| it.at == at.address.word_index());
            let text = word.and_then(decode).map(|instruction| match loaded {
                Some(loaded) => format!("{instruction} // {}", loaded.value as i64),
                None => instruction.to_string(),
            });
            Arm64Apart { at, text: text.unwrap_or_else(|| "no instruction".to_owned()) }
        };
        all.iter().map(one).collect()
    }
}

/// A pair of procedures. The programs' own code has the verdict on the programs, unless its text is the same.
fn procedure(texts: [Text<'_>; 2], of: &Procedures, programs: VersionsVerdict) -> Arm64Procedure {
    let (verdict, by) = match of.compared {
        Compared::Same => (VersionsVerdict::Equal, Some("text")),
        Compared::Equal(_) => (VersionsVerdict::Equal, Some("contract")),
        Compared::Different(_) => (VersionsVerdict::Different, Some("contract")),
        Compared::Unknown(..) => (VersionsVerdict::Unknown, None),
        Compared::Programs => match programs {
            VersionsVerdict::Unknown => (programs, None),
            known => (known, Some("program")),
        },
    };
    let known = match &of.compared {
        Compared::Equal(it) | Compared::Unknown(_, Some(it)) => Some(it),
        Compared::Different(shown) => Some(&shown.contract),
        _ => None,
    };
    let open = match of.compared {
        Compared::Unknown(obstacle, _) => Some(Arm64Open {
            why: words::obstacle_name(obstacle),
            message: words::obstacle(obstacle).to_owned(),
        }),
        _ => None,
    };
    let shown = match &of.compared {
        Compared::Different(it) => Some(shown(it)),
        _ => None,
    };
    let [old, new] = of.names.clone();
    Arm64Procedure {
        old,
        new,
        at: [0, 1].map(|side| texts[side].point(of.pair.entries[side])),
        verdict,
        by,
        contract: known.map(contract),
        witness: shown,
        open,
        calls: Vec::new(),
        affects: Vec::new(),
        same: of.aligned.pairs.len(),
        apart: [0, 1].map(|side| texts[side].apart(&of.aligned.apart[side])),
    }
}

fn contract(of: &Contract) -> Arm64Contract {
    let constants = of.constants.iter();
    Arm64Contract {
        observed: of.observed.iter().map(|&it| name_of(it)).collect(),
        constants: constants
            .map(|(&register, both)| (name_of(register), both.map(|it| it.to_string())))
            .collect(),
        stack: of.stack.len(),
    }
}

fn shown(of: &Shown) -> Arm64Shown {
    let Contract { stack, constants, .. } = &of.contract;
    let register = match of.watched {
        Watched::Register(register) => Some(name_of(register)),
        Watched::Stack(_) | Watched::Nothing => None,
    };
    let given = &of.tried.given.registers;
    let word = |register: u8| given.get(usize::from(register)).copied().unwrap_or_default();
    let is_shown = |it: &u8| !stack.contains(it) && !constants.contains_key(it) && word(*it) != 0;
    let registers = (0..of.contract.inputs as u8).filter(is_shown);
    let [old, new] = of.tried.runs.each_ref().map(Into::into);
    Arm64Shown {
        register,
        registers: registers.map(|it| (name_of(it), word(it).to_string())).collect(),
        stack: stack.iter().map(|&it| word(it).to_string()).collect(),
        old,
        new,
    }
}
