//! `tamarin check`: decides whether evidence shows the reader's claim.

use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use clap::Args;
use serde_json::{Value, json};
use tamarin_kernel::Evidence;
use tamarin_kernel::evidence::Input;

use super::super::contract::ContractArgs;
use super::super::files::Files;
use super::super::machines::{MachineArgs, ModeArgs};
use super::super::trouble::Trouble;
use super::evidence::{Judged, export};
use super::{arm64, evidence, facts, view};
use crate::cli::console::{DIFFERENT, answer, pretty, read};
use crate::contract::Contract;
use crate::engines::evidence::claim;
use crate::engines::evidence::exercise::exercised;
use crate::engines::paths;
use crate::engines::statement::Statement;
use crate::machine::{Architecture, Image};
use crate::report::{ReasonCode, words};
use crate::solver::bitblast::Bitblast;

#[derive(Args)]
pub struct CheckArgs {
    /// The evidence, as `prove` writes it.
    pub(super) certificate: PathBuf,
    /// The left program: .asm, .merl, .mips or .com, or several separated by commas.
    pub(super) left: Files,
    /// The right program.
    pub(super) right: Files,
    #[command(flatten)]
    pub(super) contract: ContractArgs,
    #[command(flatten)]
    pub(super) machine: MachineArgs,
    #[command(flatten)]
    pub(super) mode: ModeArgs,
    /// What the evidence has to show: `equivalent`, `equivalent-if-both-stop`,
    /// `equivalent-up-to N` or `equivalent-if-both-stop-within N`, each on all inputs that the
    /// contract allows, or on those `except A,B` or `before A,B`.
    #[arg(long, value_name = "CLAIM", default_value_t = Statement::EQUIVALENT)]
    pub(super) claim: Statement,
    /// Print the whole proof: locations, their invariants, and the rules.
    #[arg(long)]
    pub(super) list: bool,
    /// With --list: print every fact at a location, in the notation of hints, not only some lines.
    #[arg(long, requires = "list")]
    pub(super) all: bool,
    /// Write each step of the evidence into a folder, as SMT-LIB 2, and SAT proofs as
    /// DIMACS and LRAT, so that other solvers can repeat the check. `index.tsv` lists the files; the
    /// expected answer is always `unsat`.
    #[arg(long, value_name = "DIR")]
    pub(super) export: Option<PathBuf>,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// Checks evidence about two programs.
pub fn check(args: &CheckArgs) -> Result<u8, Trouble> {
    if args.machine.of_both([&args.left, &args.right]) == Architecture::Arm64 {
        return arm64::check(args);
    }
    args.mode.refuse()?;
    let (contract, images) = args.contract.images(&args.left, &args.right)?;
    let both = images.each_ref();
    if let Some(length) = args.claim.words()
        && length != contract.names().len()
    {
        let names = contract.names().join(",");
        return Err(Trouble::argument(format!("--claim: an input is of the words {names}")));
    }
    let bytes = read(&args.certificate)?;
    let path = args.certificate.display().to_string();
    if !may_be_satisfied(both, &contract) {
        return Err(Trouble::new(words::no_input()));
    }
    let evidence = read_evidence(&bytes, &path)?;
    check_evidence(args, &evidence, both, &contract)
}

/// The evidence in a file.
fn read_evidence(bytes: &[u8], path: &str) -> Result<Evidence, Trouble> {
    let no_evidence = |why: String| Trouble::new(format!("{path} is no evidence: {why}"));
    let value: Value = serde_json::from_slice(bytes).map_err(|why| no_evidence(why.to_string()))?;
    if value.get("answers").is_some() {
        return Err(Trouble::new(format!(
            "{path} is a certificate of an older format, which is no longer read: write it again with `tamarin prove`"
        )));
    }
    // All other fields have defaults.
    if value.get("start").is_none() {
        return Err(no_evidence("it has no `start`".to_owned()));
    }
    serde_json::from_value(value).map_err(|why| no_evidence(why.to_string()))
}

/// Checks evidence with the kernel. The claim and the programs come from the command line.
fn check_evidence(
    args: &CheckArgs,
    evidence: &Evidence,
    images: [&Rc<Image>; 2],
    contract: &Contract,
) -> Result<u8, Trouble> {
    let stated = |statement: &Statement| {
        let claim = claim::of_statement(images, contract, statement);
        claim.map_err(|why| Trouble::new(why.to_string()))
    };
    let judged = evidence::judge(evidence, &args.claim, &stated)?;
    if let Judged::Accepted(input) = &judged
        && args.claim.needs_example()
        && exercised(images, contract, &args.claim, input).is_none()
    {
        return Err(Trouble::new(format!(
            "`{}` may claim nothing: no input is known that the contract allows and on which it claims something",
            args.claim
        )));
    }
    let view = match args.list && judged.is_accepted() {
        true => Some(view(evidence, &args.claim, [&args.left, &args.right], contract)?),
        false => None,
    };
    let exported = match &args.export {
        Some(folder) if judged.is_accepted() => {
            Some(export(evidence, &stated(&args.claim)?, folder)?)
        }
        _ => None,
    };
    let example = |input: &Input| exercised(images, contract, &args.claim, input);
    if args.json {
        let mut object = judged.in_json(&args.claim, evidence, &|it| json!(example(it)));
        if let Some(exported) = &exported {
            object["exported"] =
                json!({ "files": exported.files.len(), "rows": exported.rows.len() });
        }
        if let Some(view) = &view {
            object["proof"] = json!(view);
        }
        answer(&pretty(&object))?;
    } else {
        let describe =
            |input: &Input| example(input).map(|inputs| contract.describe(&inputs, words::Value));
        let every = words::every(contract).to_string();
        answer(&judged.in_words(&args.claim, evidence, &every, &describe))?;
        if let Some(exported) = &exported {
            answer(&format!("exported: {}\n", exported.summary()))?;
        }
        if let Some(view) = &view {
            answer(&format!("\n{}", view.text(facts(args.all))))?;
        }
    }
    Ok(if judged.is_accepted() { 0 } else { DIFFERENT })
}

/// Whether an input is allowed, as far as is known.
fn may_be_satisfied(images: [&Rc<Image>; 2], contract: &Arc<Contract>) -> bool {
    if contract.allows(&contract.fit(&[])) {
        return true;
    }
    // A comparison begins with an allowed input, or ends with the reason that there is none.
    let contract = Arc::clone(contract);
    let options = paths::Options { contract, max_runs: 1, fuel: 1, ..paths::Options::default() };
    let (mut solver, mut observer) = (Bitblast::new(), ());
    let comparison = paths::compare(images[0], images[1], &options, &mut solver, &mut observer);
    pollster::block_on(comparison).reason.code != ReasonCode::NoInput
}
