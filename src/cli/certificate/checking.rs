//! `tamarin check`: decides whether a certificate shows the reader's claim.

use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use clap::Args;
use serde_json::{Value, json};
use tamarin_checker::{Certificate, Checked, check as check_certificate};
use tamarin_kernel::Evidence;
use tamarin_kernel::evidence::Input;

use super::super::contract::ContractArgs;
use super::super::files::Files;
use super::super::machines::{MachineArgs, ModeArgs};
use super::super::trouble::Trouble;
use super::evidence::export;
use super::{arm64, evidence, facts, in_json, in_words, lines_of, view};
use crate::cli::console::{DIFFERENT, answer, pretty, read};
use crate::contract::Contract;
use crate::engines::certify::{self, Exercise, Statement, exercise};
use crate::engines::evidence::claim;
use crate::machine::{Architecture, Image, Inputs};
use crate::report::words;
use crate::solver::Stop;
use crate::views::proof::{self, Again, ProofView, Reading};

#[derive(Args)]
pub struct CheckArgs {
    /// The certificate.
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
    /// What the certificate has to show: `equivalent`, `equivalent-if-both-stop`,
    /// `equivalent-up-to N` or `equivalent-if-both-stop-within N`, each on all inputs that the
    /// contract allows, or on those `except A,B` or `before A,B`.
    #[arg(long, value_name = "CLAIM", default_value_t = Statement::EQUIVALENT)]
    pub(super) claim: Statement,
    /// Print the whole proof: locations, their invariants, and all obligations.
    #[arg(long)]
    pub(super) list: bool,
    /// With --list: print every fact at a location, in the notation of hints, not only some lines.
    #[arg(long, requires = "list")]
    pub(super) all: bool,
    /// Check one obligation alone, by its number, and print it as SMT-LIB 2; another
    /// solver's `unsat` shows it too.
    #[arg(long, value_name = "N", conflicts_with = "list")]
    pub(super) obligation: Option<u32>,
    /// Write each obligation and each step of evidence into a folder, as SMT-LIB 2, and SAT proofs as
    /// DIMACS and LRAT, so that other solvers can repeat the check. `index.tsv` lists the files; the
    /// expected answer is always `unsat`.
    #[arg(long, value_name = "DIR", conflicts_with = "obligation")]
    pub(super) export: Option<PathBuf>,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// Checks a certificate of two programs.
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
    let found = pollster::block_on(exercise(&Statement::EQUIVALENT, both, &contract, &Stop::NEVER));
    if found == Exercise::NoInput {
        return Err(Trouble::new(words::no_input()));
    }
    // A certificate contains its version. Evidence does not, but it always contains `start`.
    let begins = serde_json::from_slice::<Value>(&bytes).is_ok_and(|it| it.get("start").is_some());
    if begins && let Ok(evidence) = serde_json::from_slice::<Evidence>(&bytes) {
        return check_evidence(args, &evidence, both, &contract);
    }
    if args.export.is_some() {
        return Err(Trouble::argument("--export: it is for evidence, and this is a certificate"));
    }
    let certificate: Certificate = serde_json::from_slice(&bytes)
        .map_err(|why| Trouble::new(format!("{path} is no certificate: {why}")))?;
    is_of(&certificate, &path, &contract, &images)?;
    if let Some(number) = args.obligation {
        return check_one(&certificate, number, args.json);
    }
    let judged = judge(&certificate, &args.claim, &contract, both);
    let view = match args.list && judged.is_accepted() {
        true => view(&certificate, [&args.left, &args.right], &contract)?,
        false => None,
    };
    if args.json {
        let mut object = judged.in_json(&args.claim);
        if let Some(view) = &view {
            object["proof"] = json!(view);
        }
        answer(&pretty(&object))?;
    } else {
        answer(&judged.in_words(&args.claim, &contract))?;
        if let Some(view) = &view {
            answer(&format!("\n{}", view.text(facts(args.all))))?;
        }
    }
    Ok(if judged.is_accepted() { 0 } else { DIFFERENT })
}

/// Checks evidence with the kernel. The claim and the programs come from the command line.
fn check_evidence(
    args: &CheckArgs,
    evidence: &Evidence,
    images: [&Rc<Image>; 2],
    contract: &Contract,
) -> Result<u8, Trouble> {
    if args.obligation.is_some() {
        return Err(Trouble::argument("--obligation: evidence for the kernel has no numbers"));
    }
    let stated = |statement: &Statement| {
        let claim = claim::of_statement(images, contract, statement);
        claim.map_err(|why| Trouble::new(why.to_string()))
    };
    let judged = evidence::judge(evidence, &args.claim, &stated)?;
    let view = match args.list && judged.is_accepted() {
        true => {
            let lines = lines_of([&args.left, &args.right], Architecture::Mips)?;
            let reading = Reading::mips(&args.claim, contract);
            Some(ProofView::of_evidence(evidence, &args.claim, &reading, &lines))
        }
        false => None,
    };
    let exported = match &args.export {
        Some(folder) if judged.is_accepted() => {
            Some(export(evidence, &stated(&args.claim)?, folder)?)
        }
        _ => None,
    };
    let inputs = |input: &Input| {
        let words: Vec<u32> = input.words.iter().map(|&word| word as u32).collect();
        Inputs::from(&words[..])
    };
    if args.json {
        let mut object =
            judged.in_json(&args.claim, evidence, &|it| json!(contract.fit(&inputs(it))));
        if let Some(exported) = &exported {
            object["exported"] =
                json!({ "files": exported.files.len(), "rows": exported.rows.len() });
        }
        if let Some(view) = &view {
            object["proof"] = json!(view);
        }
        answer(&pretty(&object))?;
    } else {
        let describe = |input: &Input| contract.describe(&inputs(input), words::Value);
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

/// Checks that a certificate is for these programs and this contract.
fn is_of(
    certificate: &Certificate,
    path: &str,
    contract: &Contract,
    images: &[Rc<Image>; 2],
) -> Result<(), Trouble> {
    let inputs = images[0].setup().names.to_vec();
    let programs = certify::programs([&images[0], &images[1]]);
    let programs = programs.map_err(|why| Trouble::new(why.to_string()))?;
    for (side, name) in [(0, "left"), (1, "right")] {
        let (of, given) = (&certificate.programs[side], &programs[side]);
        if of.words != given.words {
            return Err(Trouble::new(format!("{path} is of another {name} program")));
        }
        if of != given || certificate.inputs != inputs {
            return Err(Trouble::new(format!("{path} is of the same programs with other inputs")));
        }
    }
    match certificate.premises == certify::premises(contract)
        && certificate.observed == certify::observed(&images[0])
    {
        true => Ok(()),
        false => Err(Trouble::new(format!("{path} is for another contract"))),
    }
}

/// The result of comparing a certificate with a claim.
enum Judged {
    /// The certificate shows the claim. The inputs satisfy its assumptions, so it is not vacuous.
    Accepted(Checked, Inputs),
    /// It shows less.
    Less(Checked, String),
    /// It shows nothing.
    Refused(String),
}

/// Checks a certificate and compares what it shows with a claim.
fn judge(
    certificate: &Certificate,
    claim: &Statement,
    contract: &Arc<Contract>,
    images: [&Rc<Image>; 2],
) -> Judged {
    let checked = match check_certificate(certificate) {
        Ok(checked) => checked,
        Err(why) => return Judged::Refused(why.to_string()),
    };
    let shown = Statement::of(&checked);
    let is_enough = shown.implies(claim);
    let asked = if is_enough { claim } else { &shown };
    match pollster::block_on(exercise(asked, images, contract, &Stop::NEVER)) {
        Exercise::On(inputs) if is_enough => Judged::Accepted(checked, inputs),
        Exercise::On(_) => {
            let why = format!(
                "it shows less than `{claim}`. The strongest claim that it supports is `{shown}`: \
                 --claim '{shown}'"
            );
            Judged::Less(checked, why)
        }
        vacuous => Judged::Refused(vacuous.reason(asked).unwrap_or_default()),
    }
}

impl Judged {
    fn is_accepted(&self) -> bool {
        matches!(self, Judged::Accepted(..))
    }

    fn in_words(&self, claim: &Statement, contract: &Contract) -> String {
        match self {
            Judged::Accepted(checked, _) if Statement::of(checked) == *claim => {
                in_words(checked, contract)
            }
            Judged::Accepted(checked, _) => {
                format!("{}so `{claim}` holds\n", in_words(checked, contract))
            }
            Judged::Less(_, why) | Judged::Refused(why) => format!("refused: {why}\n"),
        }
    }

    fn in_json(&self, claim: &Statement) -> Value {
        let claim = claim.to_string();
        match self {
            Judged::Accepted(checked, inputs) => json!({
                "accepted": true,
                "claim": claim,
                "shows": in_json(checked),
                "exercised": inputs,
            }),
            Judged::Less(checked, why) => json!({
                "accepted": false,
                "claim": claim,
                "why": why,
                "shows": in_json(checked),
            }),
            Judged::Refused(why) => json!({ "accepted": false, "claim": claim, "why": why }),
        }
    }
}

/// Checks one obligation of a certificate. `as_json` is the option `--json`.
fn check_one(certificate: &Certificate, number: u32, as_json: bool) -> Result<u8, Trouble> {
    let Some(Again { holds, smtlib }) = proof::again(certificate, number) else {
        return Err(Trouble::new(format!("the certificate has no obligation {number}")));
    };
    if as_json {
        answer(&pretty(&json!({ "holds": holds, "smtlib": smtlib })))?;
    } else {
        let holds = if holds { "shown" } else { "not shown" };
        answer(&format!("; {holds} by the certificate's answer {number}\n{smtlib}"))?;
    }
    Ok(if holds { 0 } else { DIFFERENT })
}
