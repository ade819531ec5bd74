//! The report in the folder of `--out`, which is there as soon as the grades are.
//!
//! Causes take far longer than grades. So the report is written when the grades are known, again while causes come,
//! and at the end. A grading that is stopped leaves the last of these; it says how many causes are missing.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::blind_spots::TestsReport;
use super::collect::Collected;
use super::contents::Contents;
use super::report::GradeReport;
use super::submissions::Submission;
use super::{Explained, GradeArgs, Unique, Why, html, results};
use crate::cli::batch::pair::Version;
use crate::cli::console::{pretty, replace};
use crate::cli::trouble::Trouble;
use crate::contract::{Contract, Spec};
use crate::engines::classes::Sorting;
use crate::machine::Inputs;

/// Between two writings of a report while causes come.
const PAUSE: Duration = Duration::from_secs(2);

/// What every report on these submissions has.
pub struct Publisher<'g> {
    pub version: Version,
    pub args: &'g GradeArgs,
    pub submissions: &'g [Submission],
    pub loaded: &'g [Result<usize, serde_json::Value>],
    pub passed_over: &'g [String],
    pub tests: &'g [Inputs],
    pub programs: &'g [Unique],
    pub contract: &'g Arc<Contract>,
    pub fuel: u64,
    pub spec: &'g Spec,
    pub reference: &'g Contents,
}

impl Publisher<'_> {
    /// All that was found so far.
    pub fn collected<'a>(
        &'a self,
        sorting: &'a Sorting,
        why: &'a Why,
        explained: &'a Explained,
    ) -> Collected<'a> {
        let Publisher { programs, contract, fuel, spec, reference, .. } = *self;
        Collected { programs, sorting, why, explained, contract, fuel, spec, reference }
    }

    /// The report on it.
    pub fn report(&self, collected: &Collected<'_>) -> GradeReport {
        let Publisher { args, submissions, loaded, .. } = *self;
        let passed_over = self.passed_over.to_vec();
        collected.report(self.version.clone(), args, submissions, loaded, passed_over)
    }

    /// The same with what the tests of the reference miss.
    pub fn whole_report(&self, collected: &Collected<'_>) -> GradeReport {
        let mut report = self.report(collected);
        if self.args.tests.is_some() || !self.args.test.is_empty() {
            report.tests = Some(collected.missed_by(self.tests, &report));
        }
        report
    }

    /// Writes a report into the folder, if one is named.
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

/// Makes the folder, so that a path that is none is known before the work begins.
pub fn make_folder(folder: &Path) -> Result<(), Trouble> {
    fs::create_dir_all(folder)
        .map_err(|error| Trouble::new(format!("{}: {error}", folder.display())))
}

/// When a report was written last.
#[derive(Default)]
pub struct Rhythm(Option<Instant>);

impl Rhythm {
    /// Whether it is time for the next one, which then counts as written.
    pub fn is_due(&mut self) -> bool {
        let is_due = self.0.is_none_or(|last| last.elapsed() >= PAUSE);
        if is_due {
            self.0 = Some(Instant::now());
        }
        is_due
    }
}
