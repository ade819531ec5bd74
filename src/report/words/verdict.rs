//! Sentences about the verdict of a comparison.

use super::run;
use super::value::Value;
use crate::contract::Contract;
use crate::evidence::{ProofKind, Termination};
use crate::report::{
    Cuts, Headline, HeadlineId, Meter, Names, ObservedReport, OpenClaim, OpenClaimKind,
    OutcomeKind, OutputReport, Proof, ReasonCode, Report, RunReport, Side, Summary, Undecided,
    Verdict, Witness,
};
#[cfg(feature = "tools")]
use crate::report::{LayoutReport, Moved, MovedReport};

/// What a witness shows, in sentences.
pub fn difference(
    contract: &Contract,
    names: &Names,
    code: ReasonCode,
    witness: &Witness,
    fuel: u64,
) -> String {
    let shown = shown(contract, names, code, witness, fuel);
    let observed = super::summary::observed(contract, witness).unwrap_or_default();
    let least = least(witness).map(|sentence| format!(" {sentence}")).unwrap_or_default();
    format!("{shown}{observed}{least}{}", by_layout(witness))
}

/// Whether the difference depends on the memory layout, in a sentence.
#[cfg(feature = "tools")]
fn by_layout(witness: &Witness) -> String {
    witness.layout.as_ref().map(layout).unwrap_or_default()
}

/// The module for a first verdict examines no other layouts.
#[cfg(not(feature = "tools"))]
fn by_layout(_: &Witness) -> String {
    String::new()
}

/// What each program does on a witness, in a sentence.
pub(super) fn shown(
    contract: &Contract,
    names: &Names,
    code: ReasonCode,
    witness: &Witness,
    fuel: u64,
) -> String {
    let ends = Side::BOTH.map(|side| does(contract, names, code, witness, side, fuel));
    let inputs = contract.describe(&witness.inputs, Value);
    let beyond = match witness.beyond {
        None => String::new(),
        Some(1) => format!(" This shows 1 step beyond the fuel of {fuel}."),
        Some(beyond) => format!(" This shows {beyond} steps beyond the fuel of {fuel}."),
    };
    let both = run::both(inputs, ends.each_ref().map(String::as_str));
    format!("{both}{beyond}")
}

/// What a program does on a witness.
fn does(
    contract: &Contract,
    names: &Names,
    code: ReasonCode,
    witness: &Witness,
    side: Side,
    fuel: u64,
) -> String {
    let program = names.subject(side);
    let [run, other] = match side {
        Side::Left => [&witness.left, &witness.right],
        Side::Right => [&witness.right, &witness.left],
    };
    if let Some(how) = ends_after_output(code, run) {
        return format!("{program} {how}");
    }
    let does = match (&run.fault, run.result, run.recurrence) {
        (Some(fault), ..) => run::faults(&fault.message),
        (None, Some(_), _) if code == ReasonCode::ObservedDiffer => {
            observed(&run.observed, &other.observed)
        }
        (None, Some(_), _) if run.result_unobserved => run::STOPS.to_owned(),
        (None, Some(result), _) => run::gives(Value(result)),
        (None, None, Some(recurrence)) => run::recurs(recurrence),
        (None, None, None) => match &run.proved {
            Some(proved) => run::proved(proved),
            // It is known that their outputs differ.
            None => run::is_running(format_args!("{} steps", run.steps)),
        },
    };
    let is_running = run.outcome == OutcomeKind::OutOfFuel;
    let late = match (run.recurrence, &run.proved) {
        (None, None) if run.steps > fuel && !is_running => format!(" after {} steps", run.steps),
        _ => String::new(),
    };
    let shows_output = code == ReasonCode::OutputsDiffer || contract.setup(0).observation.output;
    let printed = match !shows_output || witness.left.output == witness.right.output {
        true => String::new(),
        false => run::prints(printed(&run.output)),
    };
    format!("{program} {does}{printed}{late}")
}

/// Whether a witness is the smallest or the only one. The text claims nothing about inputs on which
/// a program is still running.
pub(super) fn least(witness: &Witness) -> Option<String> {
    let stopping = match witness.within {
        None => String::new(),
        Some(within) => format!(" that stop within {within} steps"),
    };
    match (witness.minimal, witness.unique_within_fuel) {
        (_, Some(true)) => Some(format!("On all other inputs{stopping} they agree.")),
        (Some(true), Some(false)) => {
            Some(format!("This input is the least of those{stopping} on which they differ."))
        }
        (Some(true), None) if let Some(within) = witness.within => {
            Some(format!("No smaller input that stops within {within} steps shows a difference."))
        }
        (Some(true), None) => Some(match witness.inputs.iter().all(|&word| word == 0) {
            true => "No input is smaller.".to_owned(),
            false => "No smaller input shows a difference.".to_owned(),
        }),
        _ => None,
    }
}

/// That the kernel accepted evidence of the report's claim, as a sentence; none if it did not, or if the report says so.
#[cfg(feature = "cli")]
pub fn checked(report: &Report) -> Option<String> {
    if let Some(Proof { kind, checked: Some(true), .. }) = &report.proof {
        let is_new = *kind != ProofKind::Evidence;
        return is_new.then(|| "Checked: the kernel accepted evidence of this.".to_owned());
    }
    let witness = report.witness.as_ref().filter(|witness| witness.checked == Some(true))?;
    let is_only = [witness.unique, witness.unique_within_fuel].contains(&Some(true));
    let others = if is_only { "other" } else { "smaller" };
    let within = match witness.within {
        None => String::new(),
        Some(within) => format!(" on which one of them stops within {within} steps"),
    };
    Some(format!(
        "Checked: the kernel accepted evidence that they agree on all {others} inputs{within}."
    ))
}

/// How a run ends after its output, if the outputs differ and not both programs are done. The
/// output is then mentioned first, as in the run.
fn ends_after_output(code: ReasonCode, run: &RunReport) -> Option<String> {
    if code != ReasonCode::OutputsDiffer {
        return None;
    }
    let all = printed(&run.output);
    match (&run.fault, run.recurrence) {
        (Some(fault), _) => Some(format!("prints {all} and then faults ({})", fault.message)),
        (None, Some(lap)) => {
            let (first, steps) = (beginning(&run.output), lap.again - lap.first);
            let from = lap.first + 1;
            let again = match steps {
                1 => format!("step {from} again and again"),
                _ => format!("steps {from} to {} again and again", lap.again),
            };
            Some(format!("prints {first} and never stops (it goes through {again})"))
        }
        (None, None) if run.outcome == OutcomeKind::OutOfFuel => {
            let (first, steps) = (beginning(&run.output), run.steps);
            Some(format!("prints {first} and is still running after {steps} steps"))
        }
        (None, None) => None,
    }
}

/// The first part of the output of a program that continues.
fn beginning(output: &OutputReport) -> String {
    let shown: String = output.text.chars().take(BEGINNING).collect();
    match shown.as_str() {
        "" => "nothing".to_owned(),
        _ if shown.len() as u64 == output.bytes => format!("{shown:?}"),
        _ => format!("{shown:?} first"),
    }
}

/// The number of characters of the output that are shown.
const BEGINNING: usize = 30;

/// A sentence with a leading space if the difference depends on the layout; otherwise empty.
#[cfg(feature = "tools")]
pub fn layout(LayoutReport { hangs, tried }: &LayoutReport) -> String {
    if !hangs {
        return String::new();
    }
    let hangs = "The difference depends on where things are in memory: on this input";
    let those = |chosen: fn(&MovedReport) -> bool| -> Vec<Moved> {
        tried.iter().filter(|report| chosen(report)).map(|report| report.moved).collect()
    };
    let agree = those(|report| report.agree);
    if !agree.is_empty() {
        return format!(" {hangs} they agree with {}.", elsewhere(&agree));
    }
    let (left, right) = (those(|report| report.left), those(|report| report.right));
    if left == right {
        return format!(" {hangs} both programs do otherwise with {}.", elsewhere(&left));
    }
    let sides =
        [("left", left), ("right", right)].into_iter().filter(|(_, moved)| !moved.is_empty());
    let sides: Vec<String> = sides
        .map(|(side, moved)| {
            format!("the {side} program does otherwise with {}", elsewhere(&moved))
        })
        .collect();
    format!(" {hangs} {}.", sides.join(", and "))
}

/// What the layouts move.
#[cfg(feature = "tools")]
fn elsewhere(moved: &[Moved]) -> String {
    let what = moved.iter().map(|moved| match moved {
        Moved::Stack => "the stack elsewhere",
        Moved::Array => "the array elsewhere",
        Moved::Code => "code and heap elsewhere",
        Moved::StackBelow => "the stack below the heap",
        Moved::Variables => "the variables of the WLP4 program in another order",
    });
    what.collect::<Vec<_>>().join(", or with ")
}

/// The first few observations of a program that differ from the other program's.
fn observed(these: &[ObservedReport], others: &[ObservedReport]) -> String {
    const SHOWN: usize = 3;
    let one = |ObservedReport { name, value }: &ObservedReport| match (
        name.strip_prefix("keeps "),
        value,
    ) {
        (Some(reg), 1) => format!("keeps {reg}"),
        (Some(reg), _) => format!("does not keep {reg}"),
        (None, value) => format!("leaves {name} = {}", Value(*value)),
    };
    let differing = these.iter().filter(|this| !others.contains(this));
    let differing: Vec<String> = differing.map(one).collect();
    match differing.len() {
        0 => "leaves less that is observed".to_owned(),
        count if count > SHOWN => {
            format!("{} and {} more", differing[..SHOWN].join(", "), count - SHOWN)
        }
        _ => differing.join(", "),
    }
}

/// The output of a program, on one line and truncated.
fn printed(output: &OutputReport) -> String {
    const SHOWN: usize = 60;
    let OutputReport { text, bytes } = output;
    let shown: String = text.chars().take(SHOWN).collect();
    match bytes {
        0 => "nothing".to_owned(),
        // Replacing invalid UTF-8 makes the text longer than the bytes.
        _ if shown == *text && *bytes <= text.len() as u64 => format!("{shown:?}"),
        _ => format!("{shown:?} and more, {bytes} bytes in all"),
    }
}

/// A search that found no difference.
pub struct NoDifference<'a> {
    /// The reason for the verdict.
    pub code: ReasonCode,
    /// The parts of the search that were cut.
    pub cuts: &'a Cuts,
    /// The number of runs.
    pub runs: u32,
    /// The number of pairs of paths and their outcomes, if the search explores pairs.
    pub pairs: Option<(u32, Meter)>,
    /// The contract.
    pub contract: &'a Contract,
    /// The evidence, if the verdict claims agreement.
    pub proof: Option<&'a Proof>,
    /// The claim that could not be proved for every number of steps.
    pub unproved: Option<&'a OpenClaim>,
}

impl NoDifference<'_> {
    /// The evidence, in sentences.
    pub fn text(&self) -> String {
        match (self.code, self.proof) {
            (ReasonCode::InvariantsHold | ReasonCode::AgreeWhereBothStop, Some(proof)) => {
                match proof.kind {
                    ProofKind::Evidence => evidence(proof),
                    _ => induction(self.contract, proof),
                }
            }
            (ReasonCode::ProceduresAgree, Some(proof)) => procedures(proof),
            _ => {
                let unproved = self.unproved.map(|open| open_claim(self.contract, open));
                let unproved = unproved.unwrap_or_default();
                format!("{}{}{}{unproved}", self.reason(), self.vacuous(), self.rules())
            }
        }
    }

    /// What was compared, and why the search ended.
    fn reason(&self) -> String {
        let cut = left_open(self.cuts);
        let tried = match self.pairs {
            Some((pairs, _)) => format!("No difference on the {} looked at", count(pairs, "case")),
            None => format!("No difference on the {} tried", count(self.runs, "input")),
        };
        let every = super::summary::every(self.contract);
        match (self.code, self.pairs) {
            (ReasonCode::AllPathsAgree, Some((pairs, meter))) => all_agree(&every, pairs, &meter),
            (ReasonCode::AllWithinFuel, Some((pairs, _))) => format!(
                "Both programs give the same result on {every} on which they stop within the fuel ({}, {} out of fuel).",
                count(pairs, "case"),
                self.cuts.fuel
            ),
            (ReasonCode::OneSideUnfinished, Some((_, meter))) => format!(
                "{tried}. In {} one program stops or faults and the other is still running when its fuel ends, so more fuel may show a difference.",
                count(meter.one_side_unfinished, "case")
            ),
            (ReasonCode::SameMachineCode, _) => "Both programs are the same machine code and start in the same state, so they do the same on every input, whatever the number of steps.".to_owned(),
            (ReasonCode::FormulasAgree, _) => "All paths of each program were merged into one formula over the inputs, and the two formulas give the same on all of them.".to_owned(),
            (ReasonCode::NoInput, _) => no_input(),
            (ReasonCode::InputUnknown, _) => "No input was found that satisfies what the contract assumes, so nothing was compared.".to_owned(),
            (ReasonCode::PathsTried, _) => format!(
                "{tried}, one for each path of each program. Other inputs on the same paths may still differ."
            ),
            (ReasonCode::RunLimit, _) => format!("{tried}; the limit on runs was reached.{cut}"),
            (ReasonCode::WorkLimit, _) => format!("{tried}; the limit on work was reached.{cut}"),
            (ReasonCode::TimeLimit, _) => format!("{tried}; the limit on time was reached.{cut}"),
            (ReasonCode::Cancelled, _) => format!("{tried} before the comparison was stopped.{cut}"),
            (_, Some(_)) => format!("{tried}.{cut}"),
            (_, None) => format!("{tried}, one for each path within the limits.{cut}"),
        }
    }

    /// A warning if the verdict may be about no input.
    fn vacuous(&self) -> &'static str {
        match (self.code, self.pairs) {
            (ReasonCode::AllPathsAgree | ReasonCode::FormulasAgree, _) | (_, None) => "",
            (_, Some((_, meter))) if meter.stops_on_both => "",
            _ => " No input is known on which both programs stop.",
        }
    }

    /// The rule of the strategy `paper` (Tamarin) about runs that are out of fuel.
    fn rules(&self) -> &'static str {
        match self.pairs {
            None if self.cuts.fuel > 0 => {
                " By the rules of the Tamarin paper, a run that is out of fuel agrees with any other."
            }
            _ => "",
        }
    }
}

/// The sentence for programs that agree on all pairs of their paths, these cases.
fn all_agree(every: &str, cases: u32, meter: &Meter) -> String {
    let cases = count(cases, "case");
    if !meter.stops_on_both {
        // If neither program ever stops, agreement is not worth a headline.
        let does = match (meter.both_fault, meter.both_run_for_ever) {
            (_, 0) => "fault",
            (0, _) => "run for ever",
            _ => "fault or run for ever",
        };
        return format!("Both programs {does} on {every} ({cases}, all checked).");
    }
    let for_ever = match meter.both_run_for_ever {
        0 => String::new(),
        n => format!("; in {} both run for ever", count(n, "case")),
    };
    format!("Both programs give the same result on {every} ({cases}, all checked{for_ever}).")
}

/// The parts of the search that were cut, as a sentence.
fn left_open(cuts: &Cuts) -> String {
    let mut left = Vec::new();
    if cuts.depth > 0 {
        let runs = count_are(cuts.depth, "run", "goes", "go");
        left.push(format!("{runs} deeper than the search depth"));
    }
    if cuts.fuel > 0 {
        left.push(format!("{} out of fuel", count_are(cuts.fuel, "run", "is", "are")));
    }
    if cuts.unknown > 0 {
        left.push(format!("{} undecided", count_are(cuts.unknown, "query", "is", "are")));
    }
    if cuts.diverged > 0 {
        let runs = count_are(cuts.diverged, "run", "leaves", "leave");
        left.push(format!("{runs} the predicted path"));
    }
    if cuts.untried > 0 {
        left.push(count_are(cuts.untried, "way", "was not tried", "were not tried"));
    }
    match left.as_slice() {
        [] => String::new(),
        left => format!(" Left open: {}.", left.join("; ")),
    }
}

/// Why a proof for every number of steps failed, in sentences.
fn open_claim(contract: &Contract, open: &OpenClaim) -> String {
    let what = match open.claim {
        OpenClaimKind::Termination => "they stop on the same inputs",
        OpenClaimKind::Followed => {
            "neither stores into its own text or goes on where nothing is known of it"
        }
        OpenClaimKind::Faults => "the other one does not stop where one faults",
        OpenClaimKind::Output => "they print the same",
        OpenClaimKind::Result => "they give the same where both have stopped",
    };
    let place = |at: Option<u32>| match at {
        None => "the end".to_owned(),
        Some(0) => "the start".to_owned(),
        Some(at) => format!("{at:#x}"),
    };
    let from = match open.at {
        None => String::new(),
        Some(at) => {
            let [left, right] = at.map(place);
            format!(" (from {left} of the left program and {right} of the right one)")
        }
    };
    let look = match &open.inputs {
        None => String::new(),
        Some(inputs) => format!(" Inputs to look at: {}.", contract.describe(inputs, Value)),
    };
    format!(" A proof for every number of steps failed: it does not show that {what}{from}.{look}")
}

/// A proof by invariants, in sentences.
fn induction(contract: &Contract, proof: &Proof) -> String {
    let places = match proof.nodes {
        0 => "No loop goes on in both programs".to_owned(),
        1 => "An invariant at 1 place in the loops of both programs is kept by every round"
            .to_owned(),
        n => format!(
            "Invariants at {n} pairs of places in the loops of both programs are kept by every round"
        ),
    };
    let agree = format!(
        "{places}, so where both stop they give the same, whatever the number of steps ({} obligations).",
        proof.obligations
    );
    let Some(open) = proof.open.first() else {
        return format!("{agree} They stop on the same inputs.");
    };
    let look = match &open.inputs {
        None => String::new(),
        Some(inputs) => {
            let inputs = contract.describe(inputs, Value);
            format!(
                " Look at {inputs}: one program stops there, and the other was still running when its fuel ended."
            )
        }
    };
    format!("{agree} That they stop on the same inputs is not proved.{look}")
}

/// What the evidence relates, and that the kernel accepted it: a sentence without its full stop.
pub(super) fn of_evidence(proof: &Proof) -> String {
    const KERNEL: &str = "kernel, a small checker that searches for nothing, accepted";
    match proof.nodes {
        0 => format!("The {KERNEL} a proof"),
        1 => format!(
            "An invariant relates both programs at 1 place in their loops, every round keeps it, and the {KERNEL} the proof"
        ),
        n => format!(
            "Invariants relate both programs at {n} places in their loops, every round keeps them, and the {KERNEL} the proof"
        ),
    }
}

/// The evidence, in sentences.
fn evidence(proof: &Proof) -> String {
    let stop = match proof.claim.termination {
        Termination::Proved => " Both stop on all inputs.",
        Termination::Same => " They stop on the same inputs.",
        Termination::Open => "",
    };
    format!(
        "{} ({}), so they give the same wherever both stop, whatever the number of steps.{stop}",
        of_evidence(proof),
        count(proof.obligations, "obligation")
    )
}

/// A proof by procedures, in sentences.
fn procedures(proof: &Proof) -> String {
    let pairs = match proof.nodes {
        1 => "the programs' own code".to_owned(),
        n => format!("{n} pairs of procedures"),
    };
    let shown = format!("({pairs}, {})", count(proof.obligations, "obligation"));
    match proof.claim.steps {
        None => format!(
            "Procedure by procedure they do the same, so they stop on the same inputs and give the same, whatever the number of steps {shown}."
        ),
        Some(steps) => format!(
            "Procedure by procedure they do the same: on each input on which one of them stops within {steps} steps, the other one stops, too, and gives the same {shown}. Further on, recursion may take the stack into a program's text."
        ),
    }
}

fn count(n: u32, noun: &str) -> String {
    match (n, noun) {
        (1, noun) => format!("1 {noun}"),
        (n, "query") => format!("{n} queries"),
        (n, noun) => format!("{n} {noun}s"),
    }
}

fn count_are(n: u32, noun: &str, one: &str, many: &str) -> String {
    format!("{} {}", count(n, noun), if n == 1 { one } else { many })
}

/// The sentence for a contract that allows no input.
pub fn no_input() -> String {
    "No input satisfies what the contract assumes, so nothing was compared.".to_owned()
}

/// The complete answer: the verdict, the reason, and the work done, one line each.
pub fn report(report: &Report) -> String {
    report_within(report, None)
}

/// The complete answer, if a proof gives another bound on the number of steps.
pub fn report_within(report: &Report, steps: Option<u64>) -> String {
    let within = steps.or_else(|| {
        report.proof.as_ref().and_then(|proof| match proof.kind {
            ProofKind::Procedures => proof.claim.steps,
            _ => None,
        })
    });
    let bounded = within.map(|steps| format!("equivalent within {steps} steps"));
    let verdict = match report.verdict {
        Verdict::EquivalentUpTo if bounded.is_some() => bounded.as_deref().unwrap_or_default(),
        Verdict::Disequivalent => "disequivalent",
        Verdict::Equivalent => "equivalent",
        Verdict::EquivalentIfBothStop => "equivalent if both stop",
        Verdict::EquivalentUpTo => "equivalent within the fuel",
        Verdict::PossiblyEquivalent => "possibly equivalent",
    };
    // The reason already states the difference.
    let headline = match &report.summary.headline {
        Headline { id: HeadlineId::Differ, .. } => String::new(),
        headline => format!("{}\n", headline.text),
    };
    let only = match &report.summary.undecided {
        Some(Undecided { assume, .. }) => {
            format!("To leave these inputs out: --assume '{assume}'\n")
        }
        None => String::new(),
    };
    let observe = observing(&report.summary);
    let stats = &report.stats;
    let meter = report.meter.map(counts).unwrap_or_default();
    format!(
        "{verdict}\n{headline}{}\n{only}{observe}{meter}({}, {}, {} and {}, {} ms)\n",
        report.reason.message,
        count(stats.runs, "run"),
        count(stats.queries, "query"),
        stats.paths[0],
        count(stats.paths[1], "path"),
        stats.elapsed_ms
    )
}

/// The option that compares only one of output and result, as a line. Empty if no step of a summary does that.
pub(super) fn observing(summary: &Summary) -> String {
    let step = summary.next.iter().find_map(|step| Some((step.observe?, &step.text)));
    step.map(|(of, text)| format!("{text}: --observe '{of}'\n")).unwrap_or_default()
}

/// The counts that are not 0, as a line.
fn counts(meter: Meter) -> String {
    let counts = [
        (meter.same_result, "same result"),
        (meter.both_fault, "both fault"),
        (meter.both_run_for_ever, "both for ever"),
        (meter.unfinished, "unfinished on both sides"),
        (meter.one_side_unfinished, "unfinished on one side"),
        (meter.undecided, "undecided"),
        (meter.swept, "taken by an input of the sweep"),
    ];
    let counts = counts.into_iter().filter(|&(count, _)| count > 0);
    let counts: Vec<String> = counts.map(|(count, what)| format!("{count} {what}")).collect();
    match counts.as_slice() {
        [] => String::new(),
        counts => format!("pairs of paths: {}\n", counts.join(", ")),
    }
}
