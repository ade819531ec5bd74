//! `tamarin explain` for ARM64.

use super::ExplainArgs;
use crate::cli::arm64::{Asked, place};
use crate::cli::compare::SolverName;
use crate::cli::console::{DIFFERENT, answer, pretty, tell};
use crate::cli::contract::both;
use crate::cli::files::{Files, Sources};
use crate::cli::machines::refuse_for_arm64;
use crate::cli::trouble::Trouble;
use crate::cli::watch::{Watch, stop_after};
use crate::engines::arm64::{self, Differing, Options};
use crate::engines::cause::arm64::{Suspects, cause};
use crate::engines::mend::{self, ARM64, Arm64, Mend};
use crate::engines::regions::arm64 as regions;
use crate::machine::Architecture;
use crate::machine::arm64::agreement::Tried;
use crate::program::Program;
use crate::report::arm64::{Answer, Arm64Explanation, Report};
use crate::report::words::arm64 as words;
use crate::report::{Proof, ProofKind, Side, Verdict};
use crate::solver::Stop;
use crate::views::explanation::{self, arm64 as views};

/// Compares two ARM64 programs and explains their difference.
pub fn explain(args: &ExplainArgs) -> Result<u8, Trouble> {
    refuse_what_is_for_mips(args)?;
    let read = |files: &Files| files.read_for(Some(Architecture::Arm64));
    let sources = both([&args.left, &args.right].map(read))?;
    let asked = Asked::new(&sources, &args.contract.spec()?, args.mode.mode(), 0, &tell)?;
    let options = Options { fuel: args.fuel, ..asked.options.clone() };
    let limit = || args.seconds.map_or(Stop::NEVER, stop_after);
    let (findings, _) = arm64::compare(asked.words(), &options, &limit());
    let report = Report::from(&findings);
    let everything = !args.mend && !args.cause && !args.regions;
    let parts = words::Parts {
        cause: everything || args.cause,
        mend: everything || args.mend,
        regions: everything || args.regions,
    };
    let mut found = Arm64Explanation::new(report.clone());
    if let Answer::Differ(tried, _) = &findings.answer {
        let of = Explained { asked: &asked, sources: &sources, options: &options, tried };
        of.explain(args.reference, parts, &limit, &mut found);
    }
    answer(&match args.json {
        true => pretty(&found),
        false => words::explanation(&report, &found, parts),
    })?;
    Ok(if report.verdict == Verdict::Disequivalent { DIFFERENT } else { 0 })
}

/// Two programs that differ.
struct Explained<'e> {
    asked: &'e Asked,
    sources: &'e [Sources; 2],
    options: &'e Options,
    tried: &'e Tried,
}

impl Explained<'_> {
    /// Adds the parts of an explanation that are found.
    fn explain(
        &self,
        reference: Option<Side>,
        parts: words::Parts,
        limit: &dyn Fn() -> Stop,
        found: &mut Arm64Explanation,
    ) {
        let Explained { asked, options, tried, .. } = *self;
        let programs = asked.programs.each_ref();
        let place = |programs: &mut [Program; 2]| place(programs, options);
        let differing = Differing { programs, options, tried, place: &place };
        let of_both = views::Sources { programs, lines: &asked.lines };
        found.parting = views::parting(&differing, of_both);
        let wrong = reference.map_or_else(|| mend::wrong_for_arm64(&differing), Side::other);
        if parts.regions {
            let regions = pollster::block_on(regions::regions(&differing, &limit()));
            if let Some(regions) = regions {
                if let Some(witness) = &mut found.witness {
                    (witness.minimal, witness.unique) = (regions.is_least, regions.is_only);
                }
                found.regions = Some(views::regions(&regions));
            }
        }
        if !parts.cause && !parts.mend {
            return;
        }
        // A fix helps to rank the causes.
        let (mend, proof) = self.mended(&differing, wrong, &limit());
        if parts.cause {
            let suspects = self.suspects(mend.as_ref(), wrong);
            let cause = cause(&differing, wrong.other(), &suspects, &limit());
            found.cause = cause.map(|cause| views::cause(&cause, of_both));
        }
        if parts.mend {
            let names = self.sources.each_ref().map(Sources::names);
            let names = names.each_ref().map(Vec::as_slice);
            found.mend = mend.map(|mend| explanation::mend(&mend, names));
            found.proof = proof;
        }
    }

    /// An edit of the wrong program, and what it rests on that the programs then agree. The edit
    /// counts as proved only with evidence.
    fn mended(
        &self,
        differing: &Differing<'_>,
        wrong: Side,
        stop: &Stop,
    ) -> (Option<Mend>, Option<Proof>) {
        let files = self.sources.each_ref().map(Sources::files);
        let files = files.each_ref().map(Vec::as_slice);
        let mut workshop = Arm64::new(differing, wrong);
        let mut watch = Watch::new();
        let search = mend::search(&mut workshop, (wrong, None), files, stop, &mut watch);
        let Some(mend) = pollster::block_on(search) else { return (None, None) };
        let proof = workshop.findings().filter(|_| mend.proved).and_then(|it| it.proof());
        let proved = proof.as_ref().is_some_and(|it| it.kind == ProofKind::Evidence);
        (Some(Mend { proved, ..mend }), proof)
    }

    /// The instructions that are likely to be wrong.
    fn suspects(&self, mend: Option<&Mend>, wrong: Side) -> Suspects {
        let programs = self.asked.programs.each_ref();
        let files = self.sources.each_ref().map(Sources::files);
        let files = files.each_ref().map(Vec::as_slice);
        let at = |index: usize| 4 * index as u64;
        let edit = mend.filter(|mend| mend.side == wrong).map(|mend| &mend.edit);
        let words = edit.into_iter().flat_map(|edit| {
            let more = edit.more.iter().flat_map(|change| change.words.clone());
            edit.words.clone().chain(more)
        });
        let differing = mend::differing_for(ARM64, programs, files);
        Suspects {
            mended: words.map(at).collect(),
            differing: differing
                .map(|addresses| addresses.into_iter().map(|it| it.0.into()).collect()),
        }
    }
}

/// # Errors
///
/// Names the first option that only applies to MIPS.
fn refuse_what_is_for_mips(args: &ExplainArgs) -> Result<(), Trouble> {
    refuse_for_arm64([
        ("--check, --filter or --strategy paper", args.search.is_given()),
        ("--timing", args.search.timing),
        ("--solver", args.solver != SolverName::Portfolio),
    ])?;
    args.search.options().map(drop)
}
