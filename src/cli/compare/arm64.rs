//! `tamarin compare` for ARM64.

use serde::Serialize;

use super::CompareArgs;
use crate::cli::arm64::Asked;
use crate::cli::console::{answer, pretty};
use crate::cli::machines::refuse_for_arm64;
use crate::cli::trouble::Trouble;
use crate::engines::arm64::alone::alone;
use crate::engines::arm64::{self, Options};
use crate::report::arm64::{Answer, Arm64Alone, Report};
use crate::report::words;

/// Compares two ARM64 programs.
pub fn compare(args: &CompareArgs) -> Result<u8, Trouble> {
    refuse_what_is_for_mips(args)?;
    let asked = Asked::read([&args.left, &args.right], &args.contract, &args.mode)?;
    let work = args.max_work.unwrap_or(asked.options.work);
    let options = Options { fuel: args.fuel, work, ..asked.options.clone() };
    let stop = super::time(args);
    let (findings, _) = arm64::compare(asked.words(), &options, &stop);
    let mut report = Report::from(&findings);
    if let Answer::Differ(tried, _) = &findings.answer {
        asked.claim(&mut report, &options, tried, None, &stop);
    }
    let observe = report.summary.second_question();
    let second = || observe.map(|observe| alone(observe, &options, asked.words(), &stop));
    if args.json {
        answer(&pretty(&Answers { report: &report, alone: second() }))?;
    } else {
        answer(&words::arm64::report(&report))?;
        if let Some(alone) = second() {
            answer(&format!("{}\n", alone.says))?;
        }
    }
    Ok(super::status(args, report.verdict, report.proof.as_ref()))
}

/// The object that `--json` prints: the report, and the answer to the second question. That is `null` if it was not asked.
#[derive(Serialize)]
struct Answers<'r> {
    #[serde(flatten)]
    report: &'r Report,
    alone: Option<Arm64Alone>,
}

/// # Errors
///
/// Names the first option that only applies to MIPS.
fn refuse_what_is_for_mips(args: &CompareArgs) -> Result<(), Trouble> {
    refuse_for_arm64(args.for_mips())
}
