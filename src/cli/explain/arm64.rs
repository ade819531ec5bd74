//! `tamarin explain` for ARM64.

use super::{CauseOf, ExplainArgs, Wanted};
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
use crate::engines::mend;
use crate::engines::regions::arm64 as regions;
use crate::machine::Architecture;
use crate::machine::arm64::agreement::Tried;
use crate::program::Program;
use crate::report::arm64::{Answer, Arm64Cause, Arm64Explanation, Arm64Parting, Report};
use crate::report::words::arm64 as words;
use crate::report::{MendReport, Proof, Side, Verdict};
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
    let mut report = Report::from(&findings);
    let everything = !args.mend && !args.cause && !args.regions;
    let parts = words::Parts {
        cause: everything || args.cause,
        mend: everything || args.mend,
        regions: everything || args.regions,
    };
    let wanted = Wanted {
        mend: parts.mend,
        reference: args.reference,
        cause: parts.cause.then_some(CauseOf::Any),
        regions: parts.regions,
        ..Wanted::default()
    };
    let mut found = Arm64Explanation::new(report.clone());
    if let Answer::Differ(tried, _) = &findings.answer {
        let of = Explained { asked: &asked, sources: &sources, options: &options, tried };
        let Parts { parting, cause, mend, proof, regions } = of.parts(&wanted, &limit);
        asked.claim(&mut report, &options, tried, regions.as_ref(), &limit());
        found.witness.clone_from(&report.witness);
        let regions = regions.as_ref().map(views::regions);
        found = Arm64Explanation { parting, cause, mend, proof, regions, ..found };
    }
    answer(&match args.json {
        true => pretty(&found),
        false => words::explanation(&report, &found, parts),
    })?;
    Ok(if report.verdict == Verdict::Disequivalent { DIFFERENT } else { 0 })
}

/// Two programs that differ.
pub struct Explained<'e> {
    pub asked: &'e Asked,
    pub sources: &'e [Sources; 2],
    pub options: &'e Options,
    /// The witness, and both runs on it.
    pub tried: &'e Tried,
}

/// The explanation that was found. Parts that were not requested are empty.
#[derive(Default)]
pub struct Parts {
    pub parting: Option<Arm64Parting>,
    pub cause: Option<Arm64Cause>,
    pub mend: Option<MendReport>,
    /// The evidence that the programs agree with the fix.
    pub proof: Option<Proof>,
    /// The inputs on which the programs differ.
    pub regions: Option<regions::Found>,
}

impl Explained<'_> {
    /// Explains the difference. `limit` gives the limit of each part.
    pub fn parts(&self, wanted: &Wanted, limit: &dyn Fn() -> Stop) -> Parts {
        let Explained { asked, options, tried, .. } = *self;
        let programs = asked.programs.each_ref();
        let place = |programs: &mut [Program; 2]| place(programs, options);
        let differing = Differing { programs, options, tried, place: &place };
        let of_both = views::Sources { programs, lines: &asked.lines };
        let parting = views::parting(&differing, of_both);
        let find = || pollster::block_on(regions::regions(&differing, &limit()));
        let regions = wanted.regions.then(find).flatten();
        if !wanted.mend && wanted.cause.is_none() {
            return Parts { parting, regions, ..Parts::default() };
        }
        let wrong = wanted.reference.map_or_else(|| mend::wrong_for_arm64(&differing), Side::other);
        let files = self.sources.each_ref().map(Sources::files);
        let files = files.each_ref().map(Vec::as_slice);
        // A fix helps to rank the causes.
        let (like, stop, mut watch) = (wanted.like.as_deref(), limit(), Watch::new());
        let mended = mend::mend_arm64(&differing, wrong, like, files, &stop, &mut watch);
        let (mend, proof) = pollster::block_on(mended).unzip();
        let is_mended = mend.as_ref().is_some_and(|mend| mend.proved);
        let cause = match wanted.cause {
            Some(CauseOf::Any) => true,
            Some(CauseOf::Unmended) => !is_mended,
            None => false,
        };
        let cause = cause.then(|| {
            let changed = mend.iter().flat_map(|mend| mend.edit.addresses());
            let suspects = Suspects::new(programs, files, changed);
            let found = self::cause(&differing, wrong.other(), &suspects, &limit())?;
            Some(views::cause(&found, of_both))
        });
        let names = self.sources.each_ref().map(Sources::names);
        let names = names.each_ref().map(Vec::as_slice);
        let mend = mend.filter(|_| wanted.mend).map(|mend| explanation::mend(&mend, names));
        let proof = proof.flatten().filter(|_| wanted.mend);
        Parts { parting, cause: cause.flatten(), mend, proof, regions }
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
