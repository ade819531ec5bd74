//! `tamarin prove` and `tamarin check`: writes a proof to a file, and checks a proof.

mod arm64;
mod checking;
mod evidence;
mod proving;

use serde_json::{Value, json};
use tamarin_checker::Certificate;
use tamarin_checker::certificate::Stopping;
use tamarin_checker::walk::Checked;
use tamarin_kernel::Evidence;

pub use checking::{CheckArgs, check};
pub(super) use proving::of_comparison;
pub use proving::{ProveArgs, prove};

use super::files::Files;
use super::trouble::Trouble;
use crate::asm::SourceLines;
use crate::contract::Contract;
use crate::engines::certify::Statement;
use crate::machine::Architecture;
use crate::views::proof::{Facts, ProofView, Reading, among};

/// A proof with the source lines of both programs.
fn view(
    certificate: &Certificate,
    files: [&Files; 2],
    contract: &Contract,
) -> Result<Option<ProofView>, Trouble> {
    Ok(ProofView::of(certificate, contract, &lines_of(files, Architecture::Mips)?).ok())
}

/// Evidence of equivalence that the kernel accepted, with the source lines of both programs.
fn view_of_evidence(
    evidence: &Evidence,
    statement: &Statement,
    files: [&Files; 2],
    contract: &Contract,
) -> Result<ProofView, Trouble> {
    let lines = lines_of(files, Architecture::Mips)?;
    let reading = Reading::mips(statement, contract);
    Ok(ProofView::of_evidence(evidence, statement, &reading, &lines))
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

/// What a certificate shows, as a sentence.
pub(super) fn in_words(checked: &Checked, contract: &Contract) -> String {
    let among = format!("on {}", among(&checked.among, contract));
    let stopping = match (checked.stopping, checked.within) {
        (_, Some(within)) => format!("where both stop within {within} steps"),
        (Stopping::Open, None) => "where both stop".to_owned(),
        (Stopping::Alike, None) => "and they stop on the same ones".to_owned(),
        (Stopping::Always, None) => "and they stop on each".to_owned(),
    };
    let shown: usize = checked.shown.values().sum();
    if checked.procedures > 0 {
        let within = match checked.steps {
            None => format!("they agree {among}, {stopping}"),
            Some(steps) => format!(
                "on each input on which one of them stops within {steps} steps, the other one \
                 stops, too, and they agree; further on, recursion may take the stack into a program"
            ),
        };
        let pairs = match checked.procedures {
            1 => "the programs' own code".to_owned(),
            procedures => format!("{procedures} pairs of procedures"),
        };
        return format!(
            "accepted: {within}\n{pairs}, {}, {}, {} shown\n",
            count(checked.nodes as u64, ["place", "places"]),
            count(checked.pairs as u64, ["pair of paths", "pairs of paths"]),
            count(shown as u64, ["obligation", "obligations"]),
        );
    }
    if checked.nodes + checked.pairs == 0 {
        return format!(
            "accepted: they agree {among}, {stopping}\nboth programs are the same machine code\n"
        );
    }
    let nodes = match checked.nodes {
        0 => String::new(),
        nodes => {
            count(nodes as u64, ["pair of places in loops", "pairs of places in loops"]) + ", "
        }
    };
    format!(
        "accepted: they agree {among}, {stopping}\n{nodes}{}, {} shown\n",
        count(checked.pairs as u64, ["pair of paths", "pairs of paths"]),
        count(shown as u64, ["obligation", "obligations"]),
    )
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

/// What a certificate shows, and the strongest claim that it supports, as JSON.
pub(super) fn in_json(checked: &Checked) -> Value {
    let by_kind = checked
        .shown
        .iter()
        .map(|(kind, count)| json!({ "what": kind.to_string(), "shown": count }));
    json!({
        "supports": Statement::of(checked).to_string(),
        "among": checked.among,
        "stopping": checked.stopping,
        "steps": checked.steps,
        "within": checked.within,
        "procedures": checked.procedures,
        "nodes": checked.nodes,
        "pairs": checked.pairs,
        "obligations": by_kind.collect::<Vec<_>>(),
    })
}
