//! Converts the comparison of two versions to a report: addresses get names and lines.
//!
//! It adds only a conclusion from what the engines found: if everything else is known to be
//! equivalent and the programs differ, the remaining pair is the reason.

#[cfg(any(feature = "cli", feature = "arm64"))]
pub mod arm64;
mod held;
mod impact;
pub mod pattern;
mod rows;
mod side_by_side;

use std::collections::BTreeSet;

pub use impact::impact;
pub use rows::{LineView, PieceView, RowView, SectionView};
pub use side_by_side::{MarkView, ProcedureView, VersionsView, marks};

use crate::asm::SourceLines;
use crate::engines::driven::Driven;
use crate::engines::versions::{
    Because, Block, Comparison, Match, Pattern, Procedure, Refuted, Source, Spot, Verdict, name,
};
use crate::evidence::ProofKind;
use crate::program::{Address, Program};
use crate::report::{
    ApartReport, BecauseReport, BlockReport, ByReport, PointReport, ProcedureReport, ProvedReport,
    Report, TogetherReport, Verdict as Compared, VersionsEngine, VersionsReport, VersionsVerdict,
    words,
};

/// The report on two programs with these lines.
pub fn report(
    found: &Comparison,
    programs: [&Program; 2],
    lines: &[SourceLines; 2],
) -> VersionsReport {
    let (verdict, steps) = match found.verdict {
        Verdict::Equal => (VersionsVerdict::Equal, None),
        Verdict::EqualFor(steps) => (VersionsVerdict::EqualUpTo, Some(steps)),
        Verdict::Unknown => (VersionsVerdict::Unknown, None),
    };
    let reporter = Reporter { found, programs, lines };
    let called_by = called_by(&found.procedures);
    let procedures = found.procedures.iter().enumerate();
    let pointers = [0, 1].map(|side| {
        found.pointers[side].iter().map(|&address| reporter.point(side, address)).collect()
    });
    VersionsReport {
        verdict,
        steps,
        engine: (verdict != VersionsVerdict::Unknown).then_some(VersionsEngine::Versions),
        witness: None,
        message: None,
        procedures: procedures
            .map(|(index, procedure)| {
                let affects = procedure.open.as_ref().map(|_| callers(&called_by, index));
                reporter.procedure(procedure, affects.unwrap_or_default())
            })
            .collect(),
        pointers,
        questions: found.questions,
    }
}

/// The callers of each procedure.
fn called_by(procedures: &[Procedure]) -> Vec<Vec<usize>> {
    let mut called_by = vec![Vec::new(); procedures.len()];
    for (caller, procedure) in procedures.iter().enumerate() {
        procedure.calls.iter().for_each(|&callee| called_by[callee].push(caller));
    }
    called_by
}

/// What a report is made of: addresses are looked up in the programs and their lines.
struct Reporter<'r> {
    found: &'r Comparison,
    programs: [&'r Program; 2],
    lines: &'r [SourceLines; 2],
}

impl Reporter<'_> {
    fn point(&self, side: usize, address: Address) -> PointReport {
        PointReport { address, line: self.lines[side].at(address) }
    }

    fn points(&self, at: [Address; 2]) -> [PointReport; 2] {
        [self.point(0, at[0]), self.point(1, at[1])]
    }

    /// The label of a procedure in one of the programs; a whole program has none.
    fn label(&self, procedure: &Procedure, side: usize) -> Option<String> {
        let label = self.programs[side].label_at(procedure.entries[side]);
        label.filter(|_| !procedure.is_program).map(str::to_owned)
    }

    fn name_of(&self, pattern: Pattern) -> String {
        match pattern {
            Pattern::Custom(index) => self.found.customs[index].clone(),
            pattern => words::pattern_name(pattern).to_owned(),
        }
    }

    /// The report on a pair of procedures; `affects` are the callers whose result depends on it.
    fn procedure(&self, procedure: &Procedure, affects: Vec<usize>) -> ProcedureReport {
        let patterns = procedure.patterns.iter();
        let open = self.open(procedure);
        ProcedureReport {
            old: self.label(procedure, 0),
            new: self.label(procedure, 1),
            at: self.points(procedure.entries),
            verdict: match open {
                None => VersionsVerdict::Equal,
                Some(_) => VersionsVerdict::Unknown,
            },
            by: ByReport {
                instructions: procedure.instructions,
                patterns: patterns
                    .map(|(&pattern, &count)| (self.name_of(pattern), count))
                    .collect(),
                blocks: procedure.blocks.len(),
                alignment: false,
            },
            witness: None,
            open,
            calls: procedure.calls.clone(),
            affects,
            pairs: procedure.pairs.clone(),
            together: together(procedure),
            apart: self.apart(procedure),
            blocks: procedure.blocks.iter().map(|block| self.block(block)).collect(),
        }
    }

    /// The point from which two procedures are not known to be equivalent.
    fn open(&self, procedure: &Procedure) -> Option<BlockReport> {
        let open = procedure.open?;
        let because = open.because.map(|because| self.because(because));
        Some(BlockReport {
            at: self.points(open.at),
            why: words::obstacle_name(open.why),
            message: words::obstacle_because(open.why, because.as_ref()),
            because,
            parts: procedure.refuted.as_ref().map(parts).unwrap_or_default(),
        })
    }

    /// The instructions that only one of the programs has.
    fn apart(&self, procedure: &Procedure) -> Vec<ApartReport> {
        let apart = procedure.apart.iter().map(|it| ApartReport {
            old: it.at[0].clone(),
            new: it.at[1].clone(),
            by: words::match_name(it.known),
            block: block_of(it.known),
            custom: match it.known {
                Match::Pattern(pattern @ Pattern::Custom(_)) => Some(self.name_of(pattern)),
                _ => None,
            },
        });
        apart.collect()
    }

    /// A pair of blocks that is proved to be equivalent.
    fn block(&self, block: &Block) -> ProvedReport {
        let Block { from, to, instructions: [old, new], before, given, after } = block;
        let [mut before, after] =
            [before, after].map(|said| held::sentences(said, self.programs, &block.instructions));
        before.extend_from_slice(given);
        let (at, to) = (self.points(*from), self.points(*to));
        ProvedReport { at, to, old: old.clone(), new: new.clone(), before, after }
    }

    /// The origin of the word that keeps two procedures from being equivalent.
    fn because(&self, Because { spot, source }: Because) -> BecauseReport {
        let (source, callee) = match source {
            Source::NotKept(callee) => ("not-kept", Some(callee)),
            Source::Below(callee) => ("below-stack", Some(callee)),
            Source::Unknown(callee) => ("open-procedure", Some(callee)),
            Source::Entry => ("entry", None),
            Source::Input => ("input", None),
        };
        let callee = callee.map(|callee| callee[spot.side]);
        let name = callee.and_then(|callee| self.programs[spot.side].label_at(callee));
        BecauseReport {
            source,
            program: ["old", "new"][spot.side],
            word: spot.held.to_string(),
            procedure: name.map(str::to_owned),
            at: callee.map(|callee| self.point(spot.side, callee)),
        }
    }
}

/// The pairs of instructions that belong together.
fn together(procedure: &Procedure) -> Vec<TogetherReport> {
    let together = procedure.together.iter().map(|it| TogetherReport {
        at: it.at,
        by: words::match_name(it.known),
        block: block_of(it.known),
        equal: it.is_equal,
    });
    together.collect()
}

/// The words with which two procedures differ. A word with the same value in both programs is named
/// once.
fn parts(refuted: &Refuted) -> Vec<String> {
    let is_in_both = |spot: Spot, number: u32| {
        refuted.held.contains(&(Spot { side: 1 - spot.side, ..spot }, number))
    };
    let all =
        refuted.held.iter().filter(|(spot, number)| spot.side == 0 || !is_in_both(*spot, *number));
    let spots = all.map(|&(spot, number)| match is_in_both(spot, number) {
        true => format!("{} = {}", spot.held, number as i32),
        false => format!("{} = {}", name(spot), number as i32),
    });
    spots.collect()
}

/// The block that contains the instructions.
fn block_of(known: Match) -> Option<usize> {
    match known {
        Match::Block(index) => Some(index),
        Match::Same | Match::Pattern(_) | Match::Changed => None,
    }
}

/// The procedures that call one directly or indirectly, given the direct callers.
fn callers(called_by: &[Vec<usize>], index: usize) -> Vec<usize> {
    let mut known = BTreeSet::new();
    let mut open = vec![index];
    while let Some(callee) = open.pop() {
        open.extend(called_by[callee].iter().filter(|&&caller| known.insert(caller)));
    }
    known.remove(&index);
    known.into_iter().collect()
}

impl VersionsReport {
    /// Adds the result of another engine, if it is stronger, and the result of running inputs made
    /// from the words on which blocks differ.
    pub fn take(&mut self, report: &Report, found: &Comparison, driven: &Driven) {
        match report.verdict {
            Compared::Disequivalent => {
                self.verdict = VersionsVerdict::Different;
                self.engine = Some(match driven.witness {
                    Some(_) => VersionsEngine::Versions,
                    None => VersionsEngine::Paths,
                });
                self.witness.clone_from(&report.witness);
                self.message = Some(report.reason.message.clone());
                // The programs' main code is the reason only if everything that it calls is known
                // to be equivalent.
                let is_settled = found.stack_holds && found.pointers.iter().all(Vec::is_empty);
                let (own, others) = self.procedures.split_at_mut(1);
                let are_equal = others.iter().all(|it| it.open.is_none());
                if let ([own], true) = (own, is_settled && are_equal) {
                    own.verdict = VersionsVerdict::Different;
                    own.witness.clone_from(&report.witness);
                }
            }
            Compared::Equivalent => {
                let by_invariants =
                    report.proof.as_ref().is_some_and(|proof| proof.kind == ProofKind::Invariants);
                self.verdict = VersionsVerdict::Equal;
                self.engine = Some(match by_invariants {
                    true => VersionsEngine::Alignment,
                    false => VersionsEngine::Paths,
                });
                if let Some(program) = self.procedures.first_mut() {
                    program.by.alignment = by_invariants;
                }
            }
            Compared::EquivalentUpTo
            | Compared::EquivalentIfBothStop
            | Compared::PossiblyEquivalent => {
                if driven.tried > 0 {
                    self.message = Some(words::not_driven(driven.tried, &report.reason.message));
                }
            }
        }
    }
}
