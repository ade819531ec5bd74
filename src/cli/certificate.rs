//! `tamarin prove` and `tamarin check`: a proof in a file, and whether it is one.

use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use clap::Args;
use serde_json::{Value, json};
use tamarin_checker::certificate::{Among, Stopping};
use tamarin_checker::walk::Checked;
use tamarin_checker::{Certificate, check as check_certificate};

use super::contract::{Compared, ContractArgs, first_inputs};
use super::files::Files;
use super::trouble::Trouble;
use super::watch::{Watch, stop_after};
use crate::asm::SourceLines;
use crate::cli::console::{DIFFERENT, WEAKER, answer, pretty, read, write};
use crate::contract::Contract;
use crate::engines::alignment::Hints;
use crate::engines::certify::{self, Certified, Claimed, Uncertified, of_claim, of_procedures};
use crate::engines::paths;
use crate::engines::pause::Pause;
use crate::evidence::ProofKind;
use crate::machine::Image;
use crate::report::{Report, Verdict, words};
use crate::solver::bitblast::Bitblast;
use crate::views::proof::{self, Again, ProofView, among};

#[derive(Args)]
pub struct ProveArgs {
    /// The left program: .asm, .merl or .mips, or several with commas between.
    left: Files,
    /// The right program.
    right: Files,
    /// Write the certificate here.
    #[arg(long, value_name = "FILE")]
    certificate: PathBuf,
    #[command(flatten)]
    contract: ContractArgs,
    /// Spell the proof out: places, what is said there, and all that was shown.
    #[arg(long)]
    list: bool,
    /// Try this in a proof about loops, where the comparison shows nothing: `rounds 2:1`,
    /// an equation or an order as --list says them. It is never believed.
    #[arg(long, value_name = "HINT", allow_hyphen_values = true)]
    hint: Vec<String>,
    /// Seconds for the comparison, and as many for the certificate.
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    seconds: u64,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct CheckArgs {
    /// The certificate.
    certificate: PathBuf,
    /// The left program: .asm, .merl or .mips, or several with commas between.
    left: Files,
    /// The right program.
    right: Files,
    #[command(flatten)]
    contract: ContractArgs,
    /// Spell the proof out: places, what is said there, and all that was shown.
    #[arg(long)]
    list: bool,
    /// Check one obligation alone, by its number, and print it as SMT-LIB 2; another
    /// solver's `unsat` shows it too.
    #[arg(long, value_name = "N", conflicts_with = "list")]
    obligation: Option<u32>,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// Compares two programs and writes down why they agree.
pub fn prove(args: &ProveArgs) -> Result<u8, Trouble> {
    let Compared { contract, images, programs, .. } =
        args.contract.compared(&args.left, &args.right)?;
    let hints = Hints::parse(&args.hint.join("\n"), contract.names())
        .map_err(|why| Trouble::argument(format!("--hint: {why}")))?;
    let both = [&images[0], &images[1]];
    let hints = (!args.hint.is_empty()).then_some(&hints);
    let (report, certified) = of_comparison(both, &contract, hints, args.seconds)?;
    let stop = stop_after(args.seconds);
    let pause = Pause::never();
    // What the comparison does not show, or not in a way that can be certified, the texts may.
    let mut by_procedures = None;
    let certified = match certified {
        Err(why) if why != Uncertified::Stopped && report.verdict != Verdict::Disequivalent => {
            let labels = [&programs[0].labels[..], &programs[1].labels[..]];
            let none = Rc::default();
            let certifying = of_procedures(both, labels, &none, &contract, &stop, pause);
            pollster::block_on(certifying).map_err(|other| {
                by_procedures = Some(other);
                why
            })
        }
        certified => certified,
    };
    let text = match &certified {
        Ok(certified) => {
            let mut text = serde_json::to_string(&certified.certificate).expect("it is plain data");
            text.push('\n');
            write(&args.certificate, text.as_bytes())?;
            Some(text)
        }
        Err(_) => None,
    };
    let shown = certified.as_ref().map(|certified| &certified.checked);
    let view = match (&certified, args.list) {
        (Ok(certified), true) => {
            view(&certified.certificate, [&args.left, &args.right], &contract)?
        }
        _ => None,
    };
    if args.json {
        let mut object = json!({ "verdict": report.verdict });
        match shown {
            Ok(checked) => {
                object["certificate"] = in_json(checked);
                if let Some(view) = &view {
                    object["proof"] = json!(view);
                }
            }
            Err(why) => {
                object["certificate"] = Value::Null;
                object["why"] = json!(reasons(why, by_procedures.as_ref()));
            }
        }
        answer(&pretty(&object))?;
    } else {
        let beside = match (shown, text) {
            (Ok(checked), Some(text)) => {
                let file = args.certificate.display();
                let list = view.as_ref().map(|view| format!("\n{}", view.text()));
                let list = list.unwrap_or_default();
                format!("{}{file}: {} bytes\n{list}", in_words(checked, &contract), text.len())
            }
            (Ok(_), None) => String::new(),
            (Err(why), _) => {
                format!("no certificate: {}\n", reasons(why, by_procedures.as_ref()))
            }
        };
        answer(&(words::report(&report) + &beside))?;
    }
    Ok(match (report.verdict, certified) {
        (Verdict::Disequivalent, _) => DIFFERENT,
        (_, Ok(_)) => 0,
        (_, Err(_)) => WEAKER,
    })
}

/// Compares two programs, and certifies what that claims: with hints, that they agree by invariants
/// of loops, where no difference is found.
pub(super) fn of_comparison(
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
    let certified = pollster::block_on(of_claim(images, contract, &claimed, begin, &stop, pause));
    Ok((report, certified))
}

/// Why there is no certificate of what a comparison claims, and none by procedures, where that was
/// tried.
fn reasons(why: &Uncertified, by_procedures: Option<&Uncertified>) -> String {
    match by_procedures {
        Some(other) if other != why => format!("{why}; {other}"),
        _ => why.to_string(),
    }
}

/// Checks a certificate of two programs.
pub fn check(args: &CheckArgs) -> Result<u8, Trouble> {
    let (contract, images) = args.contract.images(&args.left, &args.right)?;
    let path = args.certificate.display();
    let bytes = read(&args.certificate)?;
    let certificate: Certificate = serde_json::from_slice(&bytes)
        .map_err(|why| Trouble::new(format!("{path} is no certificate: {why}")))?;
    let inputs = images[0].setup().names.to_vec();
    for (side, name) in [(0, "left"), (1, "right")] {
        let (of, given) = (&certificate.programs[side], certify::program(&images[side]));
        if of.words != given.words {
            let why = format!("{path} is of another {name} program");
            return Err(Trouble::new(why));
        }
        if *of != given || certificate.inputs != inputs {
            let why = format!("{path} is of the same programs with other inputs");
            return Err(Trouble::new(why));
        }
    }
    if certificate.premises != certify::premises(&contract)
        || certificate.observed != certify::observed(&images[0])
    {
        return Err(Trouble::new(format!("{path} is for another contract")));
    }
    if let Some(number) = args.obligation {
        return check_one(&certificate, number, args.json);
    }
    let result = check_certificate(&certificate);
    let view = match args.list && result.is_ok() {
        true => view(&certificate, [&args.left, &args.right], &contract)?,
        false => None,
    };
    if args.json {
        let mut object = match &result {
            Ok(checked) => json!({ "accepted": true, "shows": in_json(checked) }),
            Err(why) => json!({ "accepted": false, "why": why.to_string() }),
        };
        if let Some(view) = &view {
            object["proof"] = json!(view);
        }
        answer(&pretty(&object))?;
    } else {
        answer(&match &result {
            Ok(checked) => in_words(checked, &contract),
            Err(why) => format!("refused: {why}\n"),
        })?;
        if let Some(view) = &view {
            answer(&format!("\n{}", view.text()))?;
        }
    }
    Ok(if result.is_ok() { 0 } else { DIFFERENT })
}

/// Checks one obligation of a certificate.
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

/// A proof, spelt out with the lines of both programs.
fn view(
    certificate: &Certificate,
    files: [&Files; 2],
    contract: &Contract,
) -> Result<Option<ProofView>, Trouble> {
    let mut lines = <[SourceLines; 2]>::default();
    for (lines, files) in lines.iter_mut().zip(files) {
        let sources = files.read()?;
        let program = sources.program()?;
        *lines = SourceLines::new(&sources.texts(), &program);
    }
    Ok(ProofView::of(certificate, contract, &lines).ok())
}

/// What a certificate shows, for a reader.
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

fn count(number: u64, [one, many]: [&str; 2]) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

pub(super) fn in_json(checked: &Checked) -> Value {
    let by_kind = checked
        .shown
        .iter()
        .map(|(kind, count)| json!({ "what": kind.to_string(), "shown": count }));
    json!({
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
