//! `tamarin prove`: compares two programs and writes evidence of the verdict for the kernel.

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use clap::Args;
use serde_json::{Value, json};
use tamarin_kernel::Evidence;
use tamarin_kernel::evidence::FactText;
use tamarin_prove::recursion::renamed;
use tamarin_prove::recursion::room::Roomy;

use super::super::contract::{Compared, ContractArgs, first_inputs};
use super::super::files::Files;
use super::super::machines::{MachineArgs, ModeArgs};
use super::super::trouble::Trouble;
use super::super::watch::{Watch, stop_after};
use super::evidence::{in_json, parts};
use super::{arm64, facts, for_check, view};
use crate::cli::console::{DIFFERENT, WEAKER, answer, pretty, write};
use crate::contract::{Contract, plain_names};
use crate::engines::alignment::Hints;
use crate::engines::evidence::{self, Unproved, Wanted};
use crate::engines::paths;
use crate::engines::pause::Pause;
use crate::engines::statement::{Extent, Statement};
use crate::machine::{Architecture, Image};
use crate::report::{ReasonCode, Report, Verdict, words};
use crate::solver::Stop;
use crate::solver::bitblast::Bitblast;

#[derive(Args)]
pub struct ProveArgs {
    /// The left program: .asm, .merl, .mips or .com, or several separated by commas.
    pub(super) left: Files,
    /// The right program.
    pub(super) right: Files,
    /// Write the evidence here.
    #[arg(long, value_name = "FILE")]
    pub(super) certificate: PathBuf,
    #[command(flatten)]
    pub(super) contract: ContractArgs,
    #[command(flatten)]
    pub(super) machine: MachineArgs,
    #[command(flatten)]
    pub(super) mode: ModeArgs,
    /// Print the whole proof: locations, their invariants, and the rules.
    #[arg(long)]
    pub(super) list: bool,
    /// With --list: print every fact at a location, in the notation of hints, not only some lines.
    #[arg(long, requires = "list")]
    pub(super) all: bool,
    /// Try this in a proof about loops, where the comparison finds no proof: `rounds 2:1`, an
    /// equation or an order as --list --all prints them. It is checked before use.
    #[arg(long, value_name = "HINT", allow_hyphen_values = true)]
    pub(super) hint: Vec<String>,
    /// Seconds for the comparison, and as many for the evidence.
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub(super) seconds: u64,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// Compares two programs and writes evidence of what the verdict claims.
pub fn prove(args: &ProveArgs) -> Result<u8, Trouble> {
    if args.machine.of_both([&args.left, &args.right]) == Architecture::Arm64 {
        return arm64::prove(args);
    }
    args.mode.refuse()?;
    let compared = args.contract.compared(&args.left, &args.right)?;
    let Compared { contract, images, .. } = &compared;
    let hints = Hints::parse(&args.hint.join("\n"), contract.names())
        .map_err(|why| Trouble::argument(format!("--hint: {why}")))?;
    let both = images.each_ref();
    let report = compare(both, contract, args.seconds)?;
    // A contract that no input satisfies is an error, not a proof.
    if let ReasonCode::NoInput = report.reason.code {
        return Err(Trouble::new(report.reason.message));
    }
    let proof = Proof::search(both, contract, &report, &hints, &stop_after(args.seconds));
    let mut found = Found { report, proof };
    let size = match &found.proof {
        Ok(proof) => proof.write(&args.certificate)?,
        Err(_) => 0,
    };
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

/// A statement with evidence that the kernel accepted.
pub(in crate::cli) struct Proof {
    pub statement: Statement,
    pub evidence: Evidence,
    /// Assumptions for `check`: the stacks have room on these inputs only.
    pub assumed: Vec<String>,
}

/// Why there is no evidence.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::cli) enum Unshown {
    /// The comparison claims nothing about more than one input.
    NothingClaimed,
    /// None was found.
    Unproved(Unproved),
}

impl fmt::Display for Unshown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unshown::NothingClaimed => {
                f.write_str("the comparison claims nothing that evidence could show")
            }
            Unshown::Unproved(why) => why.fmt(f),
        }
    }
}

impl Proof {
    /// Searches for evidence of the strongest statement about a pair that a comparison has not refuted: that the
    /// programs are equivalent, then what the report states, then that they agree as long as the stacks have room.
    ///
    /// # Errors
    ///
    /// There is none: why the first search failed.
    pub fn search(
        images: [&Rc<Image>; 2],
        contract: &Contract,
        report: &Report,
        hints: &Hints,
        stop: &Stop,
    ) -> Result<Proof, Unshown> {
        let stated = Statement::of(report);
        let strongest = match (report.verdict, &stated) {
            (Verdict::Disequivalent, None) => return Err(Unshown::NothingClaimed),
            (Verdict::Disequivalent, Some(about_witness)) => about_witness,
            _ => &Statement::EQUIVALENT,
        };
        let kind = report.proof.as_ref().map(|proof| proof.kind);
        let of = |statement: &Statement| {
            Proof::of(images, contract, &Wanted { statement, kind, hints }, stop)
        };
        let why = match of(strongest) {
            Ok(proof) => return Ok(proof),
            Err(why) => why,
        };
        let weaker = stated.as_ref().filter(|stated| *stated != strongest);
        let weaker = weaker.and_then(|stated| of(stated).ok());
        let in_room = || {
            let roomy = evidence::within_room(images, contract, evidence::WORK, stop).ok()?;
            let assumed = room(&roomy, contract);
            let statement = Statement::EQUIVALENT;
            Some(Proof { statement, evidence: roomy.evidence, assumed })
        };
        let is_up_to = report.verdict == Verdict::EquivalentUpTo;
        let found = weaker.or_else(|| is_up_to.then(in_room).flatten());
        found.ok_or(Unshown::Unproved(why))
    }

    /// Searches for evidence that two programs are equivalent.
    ///
    /// # Errors
    ///
    /// There is none.
    pub fn of_equivalence(
        images: [&Rc<Image>; 2],
        contract: &Contract,
        stop: &Stop,
    ) -> Result<Proof, Unproved> {
        let hints = &Hints::default();
        let wanted = Wanted { statement: &Statement::EQUIVALENT, kind: None, hints };
        Proof::of(images, contract, &wanted, stop)
    }

    fn of(
        images: [&Rc<Image>; 2],
        contract: &Contract,
        wanted: &Wanted<'_>,
        stop: &Stop,
    ) -> Result<Proof, Unproved> {
        let search = evidence::of_statement(images, contract, wanted, stop, Pause::never());
        let evidence = pollster::block_on(search)?;
        Ok(Proof { statement: wanted.statement.clone(), evidence, assumed: Vec::new() })
    }

    /// Writes the evidence. Returns the size of the file in bytes.
    pub fn write(&self, path: &Path) -> Result<usize, Trouble> {
        let text = serde_json::to_string(&self.evidence).expect("it is plain data") + "\n";
        write(path, text.as_bytes())?;
        Ok(text.len())
    }
}

/// The result of a comparison with its evidence.
struct Found {
    report: Report,
    proof: Result<Proof, Unshown>,
}

impl Found {
    /// The statement that the evidence shows without further assumptions.
    fn shown(&self) -> Option<&Statement> {
        let proof = self.proof.as_ref().ok().filter(|proof| proof.assumed.is_empty());
        proof.map(|proof| &proof.statement)
    }

    /// Adopts the verdict that the evidence shows, if it is at least as strong as the comparison's. Returns whether the
    /// evidence shows the verdict.
    fn takes_what_is_shown(&mut self, contract: &Contract) -> bool {
        let Some(shown) = self.shown().cloned() else { return false };
        let before = self.report.verdict;
        let Some(verdict) = shown.verdict() else { return false };
        if before == Verdict::Disequivalent {
            return false;
        }
        if Statement::of(&self.report).is_some_and(|stated| !shown.implies(&stated)) {
            return false;
        }
        if verdict != before {
            let steps = match shown.extent {
                Extent::UpTo(steps) => Some(steps),
                _ => None,
            };
            let message = &mut self.report.reason.message;
            *message = format!("The evidence shows it. The comparison alone shows less: {message}");
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
        match &self.proof {
            Ok(Proof { statement, evidence, assumed }) => {
                object["certificate"] = in_json(statement, evidence);
                if !assumed.is_empty() {
                    object["assume"] = json!(assumed);
                }
                if args.list {
                    let sides = [&args.left, &args.right];
                    object["proof"] = json!(view(evidence, statement, sides, contract)?);
                }
            }
            Err(why) => {
                object["certificate"] = Value::Null;
                object["why"] = json!(why.to_string());
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
        let (report, file) = (words::report(&self.report), args.certificate.display());
        let Proof { statement, evidence, assumed } = match &self.proof {
            Ok(proof) => proof,
            Err(why) => return Ok(format!("{report}no certificate: {why}\n")),
        };
        let mut text = report + "accepted by the kernel";
        if !assumed.is_empty() {
            text += ", for inputs on which the stacks have room";
        }
        text += &format!("\n{}\n{file}: {size} bytes\n", parts(evidence));
        text += &match assumed.is_empty() {
            true => for_check(statement),
            false => {
                let assume = assumed.iter().map(|it| format!(" --assume '{it}'"));
                format!("for `tamarin check`:{}\n", assume.collect::<String>())
            }
        };
        if args.list {
            let view = view(evidence, statement, [&args.left, &args.right], contract)?;
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

/// Compares two programs.
fn compare(
    images: [&Rc<Image>; 2],
    contract: &Arc<Contract>,
    seconds: u64,
) -> Result<Report, Trouble> {
    let options = paths::Options {
        inputs: first_inputs(contract, None)?,
        contract: Arc::clone(contract),
        time_limit_ms: Some(seconds.saturating_mul(1000)),
        ..paths::Options::default()
    };
    let (mut solver, mut watch) = (Bitblast::new(), Watch::new());
    let comparison = paths::compare(images[0], images[1], &options, &mut solver, &mut watch);
    Ok(pollster::block_on(comparison))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::statement::Among;
    use crate::link::assemble;

    /// A comparison of two loops that may make only few runs, with evidence of what is proved.
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
        let proof = Proof::search(both, &contract, &report, &Hints::default(), &Stop::NEVER);
        Found { report, proof }
    }

    #[test]
    fn the_verdict_is_the_one_that_the_evidence_shows() {
        let mut found = cut_short();
        assert!(found.takes_what_is_shown(&Contract::default()));
        assert_eq!(found.report.verdict, Verdict::Equivalent);
        assert!(
            words::report(&found.report)
                .starts_with("equivalent\nProved for every input.\nThe evidence shows it.")
        );
        // Evidence that shows less than the verdict leaves the verdict as it is.
        let mut found = cut_short();
        found.report.verdict = Verdict::Equivalent;
        let proof = found.proof.as_mut().expect("there is one");
        proof.statement = Statement { extent: Extent::UpTo(100), inputs: Among::All };
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
