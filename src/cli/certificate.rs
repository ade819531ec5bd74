//! `tamarin prove` and `tamarin check`: writes evidence of a verdict to a file, and checks it with the kernel.

mod arm64;
mod checking;
mod evidence;
mod proving;

use tamarin_kernel::Evidence;

pub use checking::{CheckArgs, check};
pub(super) use evidence::{in_json, parts};
pub(super) use proving::Proof;
pub use proving::{ProveArgs, prove};

use super::files::Files;
use super::trouble::Trouble;
use crate::asm::SourceLines;
use crate::contract::Contract;
use crate::engines::statement::Statement;
use crate::machine::Architecture;
use crate::views::proof::{Facts, ProofView, Reading};

/// Evidence for a statement that the kernel accepted, with the source lines of both programs.
fn view(
    evidence: &Evidence,
    statement: &Statement,
    files: [&Files; 2],
    contract: &Contract,
) -> Result<ProofView, Trouble> {
    let lines = lines_of(files, Architecture::Mips)?;
    let reading = Reading::mips(statement, contract);
    Ok(ProofView::of(evidence, statement, &reading, &lines))
}

/// How many facts a listing has, by the option `--all`.
fn facts(all: bool) -> Facts {
    if all { Facts::All } else { Facts::Few }
}

/// The source lines of both programs for a machine.
fn lines_of(files: [&Files; 2], architecture: Architecture) -> Result<[SourceLines; 2], Trouble> {
    let mut lines = <[SourceLines; 2]>::default();
    for (lines, files) in lines.iter_mut().zip(files) {
        let sources = files.read_for(Some(architecture))?;
        let program = sources.program()?;
        *lines = SourceLines::new(&sources.texts(), &program);
    }
    Ok(lines)
}

/// The arguments for `check` if less than `equivalent` is shown: a line, or empty.
pub(super) fn for_check(shown: &Statement) -> String {
    match *shown == Statement::EQUIVALENT {
        true => String::new(),
        false => format!("for `tamarin check`: --claim '{shown}'\n"),
    }
}

fn count(number: u64, [one, many]: [&str; 2]) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
