//! `tamarin prove` and `tamarin check` for ARM64: evidence for the kernel, written and checked.
//!
//! The file has no claim. Programs, inputs, mode and statement come from the command line each time.

use serde_json::{Value, json};
use tamarin_export::Export;
use tamarin_kernel::claim::Statement as KernelStatement;
use tamarin_kernel::evidence::Input;
use tamarin_kernel::{Claim, Evidence};

use super::evidence::{self, Judged, in_json, parts};
use super::{CheckArgs, ProveArgs, facts};
use crate::cli::arm64::Asked as Pair;
use crate::cli::console::{DIFFERENT, WEAKER, answer, pretty, read, write};
use crate::cli::machines::refuse_for_arm64;
use crate::cli::trouble::Trouble;
use crate::cli::watch::stop_after;
use crate::engines::arm64::{self, Options};
use crate::engines::evidence::claim::of_extent;
use crate::engines::statement::{Among, Statement};
use crate::report::Verdict;
use crate::report::arm64::Report;
use crate::report::words::arm64 as words;
use crate::views::proof::{ProofView, Reading};

/// Compares two programs and writes evidence of their agreement.
pub(super) fn prove(args: &ProveArgs) -> Result<u8, Trouble> {
    refuse_for_arm64([("--hint", !args.hint.is_empty())])?;
    let pair = Pair::read([&args.left, &args.right], &args.contract, &args.mode)?;
    let options = &pair.options;
    let (findings, evidence) = arm64::prove(pair.words(), options, &stop_after(args.seconds));
    let report = Report::from(&findings);
    let proved = evidence.zip(arm64::shown(&findings));
    answer(&match &proved {
        Some((evidence, shown)) => written(args, options, &pair, &report, evidence, shown)?,
        None if args.json => pretty(&json!({
            "machine": report.machine,
            "mode": report.mode,
            "verdict": report.verdict,
            "certificate": null,
            "why": report.message,
        })),
        None => format!("{}no certificate\n", words::report(&report)),
    })?;
    Ok(match report.verdict {
        Verdict::Disequivalent => DIFFERENT,
        _ if proved.is_some() => 0,
        _ => WEAKER,
    })
}

/// Writes the file. Returns what is printed about it.
fn written(
    args: &ProveArgs,
    options: &Options,
    pair: &Pair,
    report: &Report,
    evidence: &Evidence,
    shown: &Statement,
) -> Result<String, Trouble> {
    let mut text = serde_json::to_string(evidence).expect("it is plain data");
    text.push('\n');
    write(&args.certificate, text.as_bytes())?;
    let view = args.list.then(|| view(evidence, shown, options, pair));
    if args.json {
        let mut object = json!({
            "machine": report.machine,
            "mode": report.mode,
            "verdict": report.verdict,
            "certificate": in_json(shown, evidence),
        });
        if let Some(view) = &view {
            object["proof"] = json!(view);
        }
        return Ok(pretty(&object));
    }
    let (report, parts) = (words::report(report), parts(evidence));
    let (file, size) = (args.certificate.display(), text.len());
    let claim = match *shown == Statement::EQUIVALENT {
        true => String::new(),
        false => format!("for `tamarin check`: --claim '{shown}'\n"),
    };
    let list = view.map_or_else(String::new, |view| format!("\n{}", view.text(facts(args.all))));
    Ok(format!("{report}accepted by the kernel\n{parts}\n{file}: {size} bytes\n{claim}{list}"))
}

/// Checks evidence about two programs.
pub(super) fn check(args: &CheckArgs) -> Result<u8, Trouble> {
    let pair = Pair::read([&args.left, &args.right], &args.contract, &args.mode)?;
    let options = &pair.options;
    let claim = |statement: &Statement| claim(&pair, options, statement);
    // A claim that makes no sense is an error in the question.
    let stated = claim(&args.claim)?.validate();
    stated.map_err(|why| Trouble::argument(why.to_string()))?;
    let path = args.certificate.display();
    let evidence: Evidence = serde_json::from_slice(&read(&args.certificate)?)
        .map_err(|why| Trouble::new(format!("{path} is no evidence for ARM64 programs: {why}")))?;
    let judged = evidence::judge(&evidence, &args.claim, &claim)?;
    let shows = judged.is_accepted() && args.list;
    let view = shows.then(|| view(&evidence, &args.claim, options, &pair));
    let exported = match &args.export {
        Some(folder) if judged.is_accepted() => {
            Some(evidence::export(&evidence, &claim(&args.claim)?, folder)?)
        }
        _ => None,
    };
    let decision = Decision { args, pair: &pair, evidence: &evidence, judged: &judged };
    answer(&decision.text(view.as_ref(), exported.as_ref()))?;
    Ok(if judged.is_accepted() { 0 } else { DIFFERENT })
}

/// The decision of the kernel about evidence.
struct Decision<'t> {
    args: &'t CheckArgs,
    pair: &'t Pair,
    evidence: &'t Evidence,
    judged: &'t Judged,
}

impl Decision<'_> {
    /// The decision, as text or as JSON.
    fn text(&self, view: Option<&ProofView>, exported: Option<&Export>) -> String {
        let Decision { args, pair, evidence, judged } = *self;
        let options = &pair.options;
        if args.json {
            let exercised = |input: &Input| inputs_in_json(input, options);
            let mut object = judged.in_json(&args.claim, evidence, &exercised);
            if let Some(exported) = exported {
                object["exported"] =
                    json!({ "files": exported.files.len(), "rows": exported.rows.len() });
            }
            if let Some(view) = view {
                object["proof"] = json!(view);
            }
            return pretty(&object);
        }
        let every = words::every(options.array, options.stream.free(), options.assumed.texts());
        let given = |input: &Input| arm64::given_of(input, pair.words(), options);
        let describe = |input: &Input| Some(words::inputs(&given(input)));
        let mut text = judged.in_words(&args.claim, evidence, &every, &describe);
        if let Some(exported) = exported {
            text += &format!("exported: {}\n", exported.summary());
        }
        match view {
            Some(view) => format!("{text}\n{}", view.text(facts(args.all))),
            None => text,
        }
    }
}

/// The reader's claim.
///
/// # Errors
///
/// The kernel's claims cannot express it.
fn claim(pair: &Pair, options: &Options, statement: &Statement) -> Result<Claim, Trouble> {
    if statement.inputs != Among::All {
        return Err(Trouble::argument(
            "--claim: `except` and `before` are not there for ARM64 yet",
        ));
    }
    let (steps, stop) = of_extent(statement.extent);
    let claim = arm64::claim(pair.words(), options, KernelStatement::Agree { steps, stop });
    claim.map_err(Trouble::new)
}

/// An input, as the witness of `compare --json` has it.
fn inputs_in_json(input: &Input, options: &Options) -> Value {
    let texts = |words: &[u64]| words.iter().map(u64::to_string).collect::<Vec<_>>();
    match options.array {
        None => json!({ "inputs": texts(&input.words), "elements": null }),
        Some(_) => json!({ "inputs": null, "elements": texts(&arm64::elements_of(input)) }),
    }
}

fn view(evidence: &Evidence, statement: &Statement, options: &Options, pair: &Pair) -> ProofView {
    let reading = Reading::arm64(options.array.is_some(), options.stream.free());
    ProofView::of(evidence, statement, &reading, &pair.lines)
}
