//! `tamarin prove`: compares two programs and writes a certificate of the verdict.

use std::collections::HashMap;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use clap::Args;
use serde_json::{Value, json};
use tamarin_checker::certificate::Among;
use tamarin_kernel::Evidence;
use tamarin_kernel::evidence::FactText;
use tamarin_prove::recursion::renamed;
use tamarin_prove::recursion::room::Roomy;

use super::super::contract::{Compared, ContractArgs, first_inputs};
use super::super::files::Files;
use super::super::machines::{MachineArgs, ModeArgs};
use super::super::trouble::Trouble;
use super::super::watch::{Watch, stop_after};
use super::evidence::{in_json as evidence_in_json, parts};
use super::{arm64, facts, for_check, in_json, in_words, view, view_of_evidence};
use crate::cli::console::{DIFFERENT, WEAKER, answer, pretty, write};
use crate::contract::{Contract, plain_names};
use crate::engines::alignment::Hints;
use crate::engines::certify::{
    self, Certified, Claimed, Extent, Statement, Uncertified, of_claim, of_procedures,
};
use crate::engines::evidence;
use crate::engines::paths;
use crate::engines::pause::Pause;
use crate::evidence::{Proof, ProofKind};
use crate::machine::{Architecture, Image};
use crate::report::{ReasonCode, Report, Verdict, words};
use crate::solver::bitblast::Bitblast;

#[derive(Args)]
pub struct ProveArgs {
    /// The left program: .asm, .merl, .mips or .com, or several separated by commas.
    pub(super) left: Files,
    /// The right program.
    pub(super) right: Files,
    /// Write the certificate here.
    #[arg(long, value_name = "FILE")]
    pub(super) certificate: PathBuf,
    #[command(flatten)]
    pub(super) contract: ContractArgs,
    #[command(flatten)]
    pub(super) machine: MachineArgs,
    #[command(flatten)]
    pub(super) mode: ModeArgs,
    /// Print the whole proof: locations, their invariants, and all obligations.
    #[arg(long)]
    pub(super) list: bool,
    /// With --list: print every fact at a location, in the notation of hints, not only some lines.
    #[arg(long, requires = "list")]
    pub(super) all: bool,
    /// Try this in a proof about loops, where the comparison finds no proof: `rounds 2:1`, an
    /// equation or an order as --list --all prints them. It is checked before use.
    #[arg(long, value_name = "HINT", allow_hyphen_values = true)]
    pub(super) hint: Vec<String>,
    /// Seconds for the comparison, and as many for the certificate.
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub(super) seconds: u64,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// Compares two programs and writes a certificate of their agreement.
pub fn prove(args: &ProveArgs) -> Result<u8, Trouble> {
    if args.machine.of_both([&args.left, &args.right]) == Architecture::Arm64 {
        return arm64::prove(args);
    }
    args.mode.refuse()?;
    let compared = args.contract.compared(&args.left, &args.right)?;
    let Compared { contract, images, .. } = &compared;
    let hints = Hints::parse(&args.hint.join("\n"), contract.names())
        .map_err(|why| Trouble::argument(format!("--hint: {why}")))?;
    let hints = (!args.hint.is_empty()).then_some(&hints);
    let both = images.each_ref();
    let (report, certified) = of_comparison(both, contract, hints, args.seconds)?;
    // A contract that no input satisfies is an error, not a proof.
    if let ReasonCode::NoInput = report.reason.code {
        return Err(Trouble::new(report.reason.message));
    }
    let mut found = Found { report, certified, by_procedures: None, evidence: None, roomy: None };
    found.look_further(&compared, args.seconds);
    let text = match (&found.certified, &found.evidence, &found.roomy) {
        (_, Some((_, evidence)), _) | (Err(_), None, Some(Roomy { evidence, .. })) => {
            serde_json::to_string(evidence)
        }
        (Ok(Certified { certificate, .. }), None, _) => serde_json::to_string(certificate),
        (Err(_), None, None) => Ok(String::new()),
    };
    let mut text = text.expect("it is plain data");
    if !text.is_empty() {
        text.push('\n');
        write(&args.certificate, text.as_bytes())?;
    }
    let size = text.len();
    let is_shown = found.takes_what_is_shown(contract);
    answer(&match args.json {
        true => found.in_json(args, contract)?,
        false => found.in_words(args, contract, size)?,
    })?;
    Ok(match (found.report.verdict, is_shown) {
        (Verdict::Disequivalent, _) => DIFFERENT,
        (_, true) => 0,
        (_, false) => WEAKER,
    })
}

/// The result of a comparison with its certificate.
struct Found {
    report: Report,
    certified: Result<Certified, Uncertified>,
    /// Why there is no certificate by procedures, if one was attempted.
    by_procedures: Option<Uncertified>,
    /// A statement with evidence that the kernel accepted: that the programs agree on all inputs other than a witness or
    /// smaller than it, or that they are equivalent if there is no certificate.
    evidence: Option<(Statement, Evidence)>,
    /// Agreement as long as the stacks have room, if nothing stronger is shown.
    roomy: Option<Roomy>,
}

impl Found {
    /// Tries to find a certificate by procedures, if the comparison's result cannot be certified.
    fn look_further(&mut self, compared: &Compared, seconds: u64) {
        let Compared { contract, images, programs, .. } = compared;
        let about_witness = Claimed::of(&self.report).and_then(|it| it.about_witness());
        if let Some(statement) = about_witness {
            let (both, stop) = (images.each_ref(), stop_after(seconds));
            let found = evidence::search(both, contract, &statement, evidence::WORK, &stop);
            self.evidence = found.ok().map(|(_, evidence)| (statement, evidence));
            return;
        }
        let is_open = matches!(&self.certified, Err(why) if *why != Uncertified::Stopped);
        if !is_open || self.report.verdict == Verdict::Disequivalent {
            return;
        }
        let both = images.each_ref();
        let labels = [&programs[0].labels[..], &programs[1].labels[..]];
        let (none, stop) = (Rc::default(), stop_after(seconds));
        let is_by_evidence = |proof: &Proof| proof.kind == ProofKind::Evidence;
        if !self.report.proof.as_ref().is_some_and(is_by_evidence) {
            let found = pollster::block_on(async {
                let certified =
                    of_procedures(both, labels, &none, contract, &stop, Pause::never()).await?;
                certify::exercised(certified, both, contract, &stop).await
            });
            match found {
                Ok(certified) => {
                    self.certified = Ok(certified);
                    return;
                }
                Err(why) => self.by_procedures = Some(why),
            }
        }
        let equivalent = &Statement::EQUIVALENT;
        let found = evidence::search(both, contract, equivalent, evidence::WORK, &stop);
        self.evidence = found.ok().map(|(_, evidence)| (equivalent.clone(), evidence));
        if self.evidence.is_none() && self.report.verdict == Verdict::EquivalentUpTo {
            self.roomy = evidence::within_room(both, contract, evidence::WORK, &stop).ok();
        }
    }

    /// The strongest statement that the written file shows.
    fn shown(&self) -> Option<Statement> {
        match (&self.certified, &self.evidence) {
            (_, Some((statement, _))) => Some(statement.clone()),
            (Ok(Certified { checked, .. }), None) => Some(Statement::of(checked)),
            (Err(_), None) => None,
        }
    }

    /// Adopts the verdict that the certificate shows, if it is at least as strong as the
    /// comparison's. Returns whether the certificate shows the verdict.
    fn takes_what_is_shown(&mut self, contract: &Contract) -> bool {
        let Some(shown) = self.shown() else { return false };
        let steps = match shown.extent {
            Extent::UpTo(steps) => Some(steps),
            _ => None,
        };
        let before = self.report.verdict;
        let Some(verdict) = shown.verdict() else { return false };
        if before == Verdict::Disequivalent {
            return false;
        }
        if stated(&self.report).is_some_and(|stated| !shown.implies(&stated)) {
            return false;
        }
        if verdict != before {
            let message = &mut self.report.reason.message;
            *message =
                format!("The certificate shows it. The comparison alone shows less: {message}");
            let summary = &mut self.report.summary;
            if let Some(headline) =
                words::agreement(verdict, words::every(contract), steps.map(words::steps))
            {
                summary.headline = headline;
            }
            summary.undecided = None;
        }
        self.report.verdict = verdict;
        true
    }

    fn in_json(&self, args: &ProveArgs, contract: &Contract) -> Result<String, Trouble> {
        let mut object = json!({ "verdict": self.report.verdict });
        match (&self.certified, &self.evidence) {
            (_, Some((statement, evidence))) => {
                object["certificate"] = evidence_in_json(statement, evidence);
                if args.list {
                    let sides = [&args.left, &args.right];
                    object["proof"] =
                        json!(view_of_evidence(evidence, statement, sides, contract)?);
                }
            }
            (Ok(Certified { certificate, checked }), None) => {
                object["certificate"] = in_json(checked);
                if args.list {
                    object["proof"] =
                        json!(view(certificate, [&args.left, &args.right], contract)?);
                }
            }
            (Err(why), None) => {
                object["certificate"] = Value::Null;
                object["why"] = json!(reasons(why, self.by_procedures.as_ref()));
                if let Some(roomy) = &self.roomy {
                    let equivalent = &Statement::EQUIVALENT;
                    object["certificate"] = evidence_in_json(equivalent, &roomy.evidence);
                    object["assume"] = json!(room(roomy, contract));
                }
            }
        }
        Ok(pretty(&object))
    }

    fn in_words(
        &self,
        args: &ProveArgs,
        contract: &Contract,
        size: usize,
    ) -> Result<String, Trouble> {
        if let Some((statement, evidence)) = &self.evidence {
            let (report, file) = (words::report(&self.report), args.certificate.display());
            let list = match args.list {
                true => format!(
                    "\n{}",
                    view_of_evidence(evidence, statement, [&args.left, &args.right], contract)?
                        .text(facts(args.all))
                ),
                false => String::new(),
            };
            let parts = parts(evidence);
            return Ok(format!(
                "{report}accepted by the kernel\n{parts}\n{file}: {size} bytes\n{}{list}",
                for_check(statement)
            ));
        }
        if let (Err(_), Some(roomy)) = (&self.certified, &self.roomy) {
            let (report, file) = (words::report(&self.report), args.certificate.display());
            let assume = room(roomy, contract)
                .iter()
                .fold(String::new(), |all, it| all + " --assume '" + it + "'");
            return Ok(format!(
                "{report}accepted by the kernel, for inputs on which the stacks have room\n{}\n\
                 {file}: {size} bytes\nfor `tamarin check`:{assume}\n",
                parts(&roomy.evidence)
            ));
        }
        let Ok(Certified { certificate, checked }) = &self.certified else {
            let why =
                self.certified.as_ref().err().map(|why| reasons(why, self.by_procedures.as_ref()));
            let why = why.unwrap_or_default();
            return Ok(format!("{}no certificate: {why}\n", words::report(&self.report)));
        };
        let shown = Statement::of(checked);
        let steps = match shown.extent {
            Extent::UpTo(steps) => Some(steps),
            _ => None,
        };
        let (file, accepted) = (args.certificate.display(), in_words(checked, contract));
        let mut text = words::report_within(&self.report, steps);
        text += &format!("{accepted}{file}: {size} bytes\n");
        text += &for_check(&shown);
        if args.list
            && let Some(view) = view(certificate, [&args.left, &args.right], contract)?
        {
            text += &format!("\n{}", view.text(facts(args.all)));
        }
        Ok(text)
    }
}

/// The conditions under which stacks have room, as assumptions of a contract.
fn room(roomy: &Roomy, contract: &Contract) -> Vec<String> {
    let plain = plain_names(contract.names());
    let names: HashMap<&str, &str> =
        plain.iter().map(String::as_str).zip(contract.names().iter().map(String::as_str)).collect();
    roomy.conditions().iter().map(|fact| assumption(&renamed(fact, &names))).collect()
}

/// A condition of a claim in the notation of a contract.
fn assumption(fact: &FactText) -> String {
    match fact {
        FactText::Text(text) => text.clone(),
        // The conditions for room are about one word.
        FactText::Sum { sum, most } => {
            let words: Vec<&str> = sum.iter().map(|(_, word)| &word[..]).collect();
            format!("{} <=u {most}", words.join(" + "))
        }
    }
}

/// The statement of a comparison about all inputs.
fn stated(report: &Report) -> Option<Statement> {
    let extent = match report.verdict {
        Verdict::Equivalent => Extent::Always,
        Verdict::EquivalentIfBothStop => Extent::IfBothStop,
        Verdict::EquivalentUpTo => {
            let claimed = report.proof.as_ref().and_then(|proof| proof.claim.steps);
            Extent::UpTo(claimed.unwrap_or(u64::MAX))
        }
        Verdict::Disequivalent | Verdict::PossiblyEquivalent => return None,
    };
    Some(Statement { extent, inputs: Among::All })
}

/// Compares two programs and certifies the claim. If no difference is found, hints help to prove
/// agreement by loop invariants.
pub(in crate::cli) fn of_comparison(
    images: [&Rc<Image>; 2],
    contract: &Arc<Contract>,
    hints: Option<&Hints>,
    seconds: u64,
) -> Result<(Report, Result<Certified, Uncertified>), Trouble> {
    let options = paths::Options {
        inputs: first_inputs(contract, None)?,
        contract: Arc::clone(contract),
        time_limit_ms: Some(seconds.saturating_mul(1000)),
        ..paths::Options::default()
    };
    let (mut solver, mut watch) = (Bitblast::new(), Watch::new());
    let comparison = paths::compare(images[0], images[1], &options, &mut solver, &mut watch);
    let report = pollster::block_on(comparison);
    let is_hinted = hints.is_some() && report.verdict != Verdict::Disequivalent;
    let of_loops = Claimed { scope: Among::All.into(), kind: Some(ProofKind::Invariants) };
    let Some(claimed) = Claimed::of(&report).or(is_hinted.then_some(of_loops)) else {
        return Ok((report, Err(Uncertified::NothingClaimed)));
    };
    let none = Hints::default();
    let (begin, stop) = ((&options.inputs, hints.unwrap_or(&none)), stop_after(seconds));
    let pause = Pause::never();
    let certified = pollster::block_on(async {
        let certified = of_claim(images, contract, &claimed, begin, &stop, pause).await?;
        certify::exercised(certified, images, contract, &stop).await
    });
    Ok((report, certified))
}

/// Why the claim of a comparison has no certificate, and none by procedures, if one was attempted.
fn reasons(why: &Uncertified, by_procedures: Option<&Uncertified>) -> String {
    match by_procedures {
        Some(other) if other != why => format!("{why}; {other}"),
        _ => why.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link::assemble;
    use crate::solver::Stop;

    /// A comparison of two loops that may make only few runs, with the certificate of what is
    /// proved.
    fn cut_short() -> Found {
        let text = |add: &str| {
            format!(
                "lis $4\n.word 1\nloop: beq $1, $0, done\n{add}\nsub $1, $1, $4\n\
                 beq $0, $0, loop\ndone: jr $31\n"
            )
        };
        let images = [text("add $3, $3, $2"), text("add $3, $2, $3")]
            .map(|text| Image::new(&assemble(&text).program.expect("it assembles")));
        let both = images.each_ref();
        let contract = Contract::default();
        let options = paths::Options { max_runs: 1, max_work: Some(1), ..Default::default() };
        let (mut solver, mut observer) = (Bitblast::new(), ());
        let comparison = paths::compare(both[0], both[1], &options, &mut solver, &mut observer);
        let report = pollster::block_on(comparison);
        assert_eq!(report.verdict, Verdict::PossiblyEquivalent);
        let claimed = Claimed { scope: Among::All.into(), kind: Some(ProofKind::Invariants) };
        let (first, hints) = (contract.first_inputs(), Hints::default());
        let begin = (&first, &hints);
        let certifying = of_claim(both, &contract, &claimed, begin, &Stop::NEVER, Pause::never());
        Found {
            report,
            certified: pollster::block_on(certifying),
            by_procedures: None,
            evidence: None,
            roomy: None,
        }
    }

    #[test]
    fn the_verdict_is_the_one_that_the_certificate_shows() {
        let mut found = cut_short();
        assert!(found.takes_what_is_shown(&Contract::default()));
        assert_eq!(found.report.verdict, Verdict::Equivalent);
        assert!(
            words::report(&found.report)
                .starts_with("equivalent\nProved for every input.\nThe certificate shows it.")
        );
        // A certificate that shows less than the verdict leaves the verdict as it is.
        let mut found = cut_short();
        found.report.verdict = Verdict::Equivalent;
        let certified = found.certified.as_mut().expect("there is one");
        certified.checked.steps = Some(100);
        assert!(!found.takes_what_is_shown(&Contract::default()));
        assert_eq!(found.report.verdict, Verdict::Equivalent);
        found.report.verdict = Verdict::PossiblyEquivalent;
        assert!(found.takes_what_is_shown(&Contract::default()));
        assert_eq!(found.report.verdict, Verdict::EquivalentUpTo);
        // A difference stays a difference.
        found.report.verdict = Verdict::Disequivalent;
        assert!(!found.takes_what_is_shown(&Contract::default()));
        assert_eq!(found.report.verdict, Verdict::Disequivalent);
    }
}
