//! Writes the report into the folder of `--out`, as soon as the grades are known.
//!
//! Searching causes takes far longer than grading. So the report is written when the grades are
//! known, again while causes arrive, and at the end. An interrupted grading leaves the last of
//! these reports, which says how many causes are missing.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use super::blind_spots::TestsReport;
use super::collect::Collected;
use super::contents::Contents;
use super::libraries::Libraries;
use super::report::GradeReport;
use super::submissions::Submission;
use super::target::{InputsOf, Target};
use super::{Explained, GradeArgs, Unique, Why, html, results};
use crate::cli::batch::pair::Version;
use crate::cli::console::{pretty, replace};
use crate::cli::trouble::Trouble;
use crate::engines::classes::Sorting;

/// The minimal time between two writes while causes arrive.
const PAUSE: Duration = Duration::from_secs(2);

/// The data that all reports on these submissions share.
pub struct Publisher<'g, T: Target> {
    pub target: &'g T,
    pub version: Version,
    pub args: &'g GradeArgs,
    pub submissions: &'g [Submission],
    pub loaded: &'g [Result<usize, serde_json::Value>],
    pub passed_over: &'g [String],
    pub tests: &'g [InputsOf<T>],
    pub programs: &'g [Unique<T::Program>],
    pub fuel: u64,
    pub reference: &'g Contents,
}

impl<T: Target> Publisher<'_, T> {
    /// All results so far.
    pub fn collected<'a, 'p>(
        &'a self,
        sorting: &'a Sorting<&'p T::Program>,
        why: &'a Why,
        libraries: &'a Libraries,
        explained: &'a Explained,
    ) -> Collected<'a, 'p, T> {
        let Publisher { target, programs, fuel, reference, .. } = *self;
        Collected { target, programs, sorting, why, libraries, explained, fuel, reference }
    }

    /// The report on the results.
    pub fn report(&self, collected: &Collected<'_, '_, T>) -> GradeReport {
        let Publisher { args, submissions, loaded, .. } = *self;
        let passed_over = self.passed_over.to_vec();
        collected.report(self.version.clone(), args, submissions, loaded, passed_over)
    }

    /// The report, with what the tests of the reference miss.
    pub fn whole_report(&self, collected: &Collected<'_, '_, T>) -> GradeReport {
        let mut report = self.report(collected);
        if self.args.tests.is_some() || !self.args.test.is_empty() {
            report.tests = Some(collected.missed_by(self.tests, &report));
        }
        report
    }

    /// Writes a report into the folder, if there is one.
    pub fn write(&self, report: &GradeReport) -> Result<(), Trouble> {
        let Some(folder) = &self.args.out else { return Ok(()) };
        replace(&folder.join("report.json"), pretty(report).as_bytes())?;
        replace(&folder.join("report.html"), html::page(report).as_bytes())?;
        replace(&folder.join("grades.csv"), report.csv().as_bytes())?;
        replace(&folder.join("junit.xml"), results::junit(report).as_bytes())?;
        if let Some(table) = report.tests.as_ref().and_then(TestsReport::table) {
            replace(&folder.join("better-tests.csv"), table.as_bytes())?;
        }
        Ok(())
    }
}

/// Creates the folder, so that an invalid path is reported before the work begins.
pub fn make_folder(folder: &Path) -> Result<(), Trouble> {
    fs::create_dir_all(folder)
        .map_err(|error| Trouble::new(format!("{}: {error}", folder.display())))
}

/// The time of the last write.
#[derive(Default)]
pub struct Rhythm(Option<Instant>);

impl Rhythm {
    /// Whether the next write is due. If so, it counts as done.
    pub fn is_due(&mut self) -> bool {
        let is_due = self.0.is_none_or(|last| last.elapsed() >= PAUSE);
        if is_due {
            self.0 = Some(Instant::now());
        }
        is_due
    }
}
