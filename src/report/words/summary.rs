//! The summary of a comparison: its headline, its meaning, and next steps.

use super::value::{Value, grouped};
use super::values::values;
use super::verdict;
use crate::contract::Contract;
use crate::evidence::{Meter, Proof, ProofKind, Termination, Verdict};
use crate::report::{
    Arguments, Cut, Cuts, Event, Headline, HeadlineId, Names, NextStep, Note, NoteId, Open,
    ReasonCode, Stats, StepId, Summary, Tone, Undecided, Witness,
};

/// The arguments of a summary.
pub struct Compared<'a> {
    /// The contract.
    pub contract: &'a Contract,
    /// The programs' names.
    pub names: &'a Names,
    /// The maximal number of steps of a run.
    pub fuel: u64,
    /// The verdict.
    pub verdict: Verdict,
    /// The reason for the verdict.
    pub code: ReasonCode,
    /// The reason as a sentence.
    pub message: &'a str,
    /// The parts of the search that were cut.
    pub cuts: Cuts,
    /// The outcomes of the pairs of paths, or of the runs if the strategy has no pairs.
    pub meter: Meter,
    /// Whether the strategy explores pairs of paths, so that a verdict covers all inputs.
    pub has_pairs: bool,
    /// Whether an instruction of either program writes `$3`.
    pub writes_result: bool,
    /// Whether a run printed something.
    pub prints: bool,
    /// A condition that covers all undecided inputs.
    pub undecided: Option<&'a Undecided>,
    /// The first points at which the search was cut.
    pub open: &'a [Open],
    /// The witness, if the programs differ.
    pub witness: Option<&'a Witness>,
    /// The evidence, if the verdict claims agreement.
    pub proof: Option<&'a Proof>,
    /// How much work was done.
    pub stats: Stats,
}

/// Makes the summary of a comparison.
pub fn summary(compared: &Compared<'_>) -> Summary {
    let headline = headline(compared);
    Summary {
        notes: notes(compared, headline.id),
        values: compared.witness.map(|Witness { inputs, left, right, .. }| {
            values(compared.contract, compared.names, inputs, [left, right])
        }),
        undecided: compared.undecided.cloned(),
        next: next(compared, headline.id),
        headline,
    }
}

/// The headline of a difference, also before the comparison has ended.
pub fn differ() -> Headline {
    head(HeadlineId::Differ, [], "They differ.".to_owned())
}

/// The headline of a comparison that was stopped before it had an answer.
pub fn stopped() -> Headline {
    head(HeadlineId::Stopped, [], "Stopped: no difference found so far.".to_owned())
}

/// The intermediate state of a comparison, after this number of inputs was tried.
pub fn so_far(undecided: Option<&Undecided>, tried: u64) -> Event {
    let inputs = counted(tried, "input");
    let headline = match undecided {
        Some(Undecided { text, condition, .. }) => {
            let args = [("condition", condition.clone()), ("inputs", text.clone())];
            let text = format!("No difference found so far; not decided for {text}.");
            head(HeadlineId::OpenFor, args, text)
        }
        None => {
            let text = format!("No difference found so far, on {inputs} tried.");
            head(HeadlineId::Tried, [("inputs", inputs)], text)
        }
    };
    Event::SoFar { headline, text: where_open(undecided), next: assuming(undecided).collect() }
}

/// A headline with the sign and tone of its id.
pub(super) fn head<const N: usize>(
    id: HeadlineId,
    args: [(&'static str, String); N],
    text: String,
) -> Headline {
    let (sign, tone) = match id {
        HeadlineId::Differ => ("≠", Tone::Differ),
        HeadlineId::Proved => ("=", Tone::Same),
        HeadlineId::AgreeWhereBothStop => ("≈", Tone::Open),
        HeadlineId::AgreeWithinFuel | HeadlineId::AgreeWithinStack => ("≤", Tone::Open),
        HeadlineId::NeitherWritesResult
        | HeadlineId::BothFault
        | HeadlineId::BothRunForEver
        | HeadlineId::NoStopKnown
        | HeadlineId::NoInput
        | HeadlineId::InputUnknown => ("!", Tone::Open),
        HeadlineId::OpenFor | HeadlineId::Open | HeadlineId::Tried | HeadlineId::Stopped => {
            ("?", Tone::Open)
        }
    };
    Headline { id, tone, sign, args: args.into_iter().collect(), text }
}

fn headline(compared: &Compared<'_>) -> Headline {
    if compared.witness.is_some() {
        return differ();
    }
    match compared.code {
        ReasonCode::Cancelled => return stopped(),
        ReasonCode::NoInput => {
            return head(HeadlineId::NoInput, [], "No input meets the contract.".to_owned());
        }
        ReasonCode::InputUnknown => {
            let text = "No input was found that meets the contract.".to_owned();
            return head(HeadlineId::InputUnknown, [], text);
        }
        _ => {}
    }
    let every = every(compared.contract);
    if let Some(special) = without_result(compared, &every) {
        return special;
    }
    let within = (!is_by_procedures(compared)).then(|| steps(compared.fuel));
    match compared.verdict {
        Verdict::PossiblyEquivalent => open(compared),
        verdict => agreement(verdict, every, within).unwrap_or_else(differ),
    }
}

/// The headline of agreement on `every` input: within a number of steps or, if `within` is `None`,
/// as long as the stacks have room. `None` for a weaker verdict.
pub fn agreement(verdict: Verdict, every: String, within: Option<String>) -> Option<Headline> {
    let args = [("inputs", every.clone())];
    Some(match (verdict, within) {
        (Verdict::Disequivalent | Verdict::PossiblyEquivalent, _) => return None,
        (Verdict::Equivalent, _) => head(HeadlineId::Proved, args, format!("Proved for {every}.")),
        (Verdict::EquivalentIfBothStop, _) => {
            let text = format!("They agree on {every} on which both stop.");
            head(HeadlineId::AgreeWhereBothStop, args, text)
        }
        (Verdict::EquivalentUpTo, None) => {
            let text = format!("They agree on {every} as long as their stacks have room.");
            head(HeadlineId::AgreeWithinStack, args, text)
        }
        (Verdict::EquivalentUpTo, Some(steps)) => {
            let text = format!("They agree on {every} within {steps}.");
            head(HeadlineId::AgreeWithinFuel, [("inputs", every), ("steps", steps)], text)
        }
    })
}

/// The headline if no input is known on which both programs have a result. Agreement is then rarely
/// the point.
fn without_result(compared: &Compared<'_>, every: &str) -> Option<Headline> {
    let Meter { both_fault, both_run_for_ever, .. } = compared.meter;
    let Meter { unfinished, one_side_unfinished, undecided, .. } = compared.meter;
    let others = unfinished + one_side_unfinished + undecided;
    let is_proved = compared.verdict == Verdict::Equivalent;
    let inputs = if is_proved { every.to_owned() } else { "every input tried".to_owned() };
    let args = [("inputs", inputs.clone())];
    if !compared.meter.stops_on_both && both_fault + both_run_for_ever + others > 0 {
        return Some(match (both_fault, both_run_for_ever, others) {
            (1.., 0, 0) => {
                head(HeadlineId::BothFault, args, format!("Both programs fault on {inputs}."))
            }
            (0, 1.., 0) => {
                let text = format!("Both programs run for ever on {inputs}.");
                head(HeadlineId::BothRunForEver, args, text)
            }
            _ => {
                let text = "No input is known on which both programs stop.".to_owned();
                head(HeadlineId::NoStopKnown, [], text)
            }
        });
    }
    let observation = &compared.contract.setup(0).observation;
    let is_alone = observation.result && observation.others.is_empty();
    let is_silent = is_alone && !compared.writes_result && !compared.prints;
    (is_silent && compared.verdict != Verdict::PossiblyEquivalent)
        .then(|| head(HeadlineId::NeitherWritesResult, [], "Neither program writes $3.".to_owned()))
}

fn open(compared: &Compared<'_>) -> Headline {
    let Cuts { depth, fuel, unknown, diverged, untried } = compared.cuts;
    let places = u64::from(depth) + u64::from(fuel) + u64::from(unknown);
    let places = places + u64::from(diverged) + u64::from(untried);
    if let Some(Undecided { text, condition, .. }) = compared.undecided {
        let args = [("condition", condition.clone()), ("inputs", text.clone())];
        let text = format!("No difference found; not decided for {text}.");
        return head(HeadlineId::OpenFor, args, text);
    }
    match (compared.code, places) {
        (ReasonCode::PathsTried, _) | (_, 0) => {
            let inputs = counted(u64::from(compared.stats.runs), "input");
            let text = format!("No difference found on {inputs} tried.");
            head(HeadlineId::Tried, [("inputs", inputs)], text)
        }
        _ => {
            let cases = counted(places, "case");
            let is = if places == 1 { "is" } else { "are" };
            let text = format!("No difference found; {cases} {is} not decided.");
            head(HeadlineId::Open, [("cases", cases)], text)
        }
    }
}

/// The inputs of a contract as a noun phrase: `every array of up to 5 elements`.
pub fn every(contract: &Contract) -> String {
    let spec = contract.spec();
    let mut text = match spec.array {
        None => "every input".to_owned(),
        Some(most) => format!("every array of up to {}", counted(u64::from(most), "element")),
    };
    if let Some(words) = spec.array_beyond.filter(|&words| words > 0) {
        text.push_str(&format!(" with any {} behind it", counted(u64::from(words), "word")));
    }
    if let Some(bytes) = spec.stdin_bytes {
        let also = if spec.array.is_some() { " and " } else { " with " };
        text.push_str(&format!(
            "{also}any {} of standard input",
            counted(u64::from(bytes), "byte")
        ));
    }
    if !spec.separate.is_empty() {
        text.push_str(&format!(", each program with its own {}", spec.separate.join(", ")));
    }
    text + &with(&spec.assume)
}

/// What is assumed about inputs, behind their noun: ` with $1 < $2`.
pub fn with(assumed: &[String]) -> String {
    /// In characters; longer assumptions are omitted.
    const SHORT: usize = 60;
    let text = assumed.join(" and ");
    match text.chars().count() {
        0 => String::new(),
        1..=SHORT => format!(" with {text}"),
        _ => " that the contract allows".to_owned(),
    }
}

fn notes(compared: &Compared<'_>, headline: HeadlineId) -> Vec<Note> {
    if let Some(witness) = compared.witness {
        let Compared { contract, names, code, fuel, .. } = *compared;
        let text = verdict::shown(contract, names, code, witness, fuel);
        let shown = note(NoteId::Difference, [], text);
        let observed = one_differs(compared.contract, witness)
            .map(|of| note(NoteId::Observed, [], of.in_a_sentence(RESULT)));
        let notes = std::iter::once(shown).chain(observed).chain(least(compared, witness));
        return notes.chain(layout(witness)).collect();
    }
    let meaning = meaning(compared).map(|text| note(NoteId::Meaning, [], text));
    let basis = match compared.verdict {
        Verdict::PossiblyEquivalent | Verdict::Disequivalent => None,
        _ => basis(compared),
    };
    let search = match headline {
        HeadlineId::Proved => None,
        _ => Some(note(NoteId::Search, [], compared.message.to_owned())),
    };
    let open = why_open(compared).map(|text| note(NoteId::Open, [], text));
    meaning.into_iter().chain(open).chain(basis).chain(search).collect()
}

/// Why a verdict is open: a point at which the search was cut, preferably one where a program was
/// still running.
fn why_open(compared: &Compared<'_>) -> Option<String> {
    let is_settled = matches!(compared.code, ReasonCode::NoInput | ReasonCode::InputUnknown);
    if compared.verdict != Verdict::PossiblyEquivalent || is_settled {
        return None;
    }
    let order = [Cut::Fuel, Cut::Unknown, Cut::Depth, Cut::Untried];
    let first = order.into_iter().find_map(|cut| compared.open.iter().find(|it| it.cut == cut))?;
    let on = compared.contract.describe(&first.inputs, Value);
    Some(match first.cut {
        Cut::Fuel => {
            let whose = match first.side {
                Some(side) => compared.names.subject(side),
                None => "a program".to_owned(),
            };
            format!(
                "For example, on {on} {whose} was still running after {}.",
                steps(compared.fuel)
            )
        }
        Cut::Unknown => format!(
            "For example, on the path of {on} a solver did not find out whether they differ."
        ),
        Cut::Depth => {
            format!("For example, the path of {on} has more branches than the search follows.")
        }
        Cut::Untried | Cut::Diverged => format!(
            "The search ended at its limit. It had not tried all paths, for example beside that of {on}."
        ),
    })
}

pub(super) fn note<const N: usize>(
    id: NoteId,
    args: [(&'static str, String); N],
    text: String,
) -> Note {
    Note { id, args: Arguments::from_iter(args), text }
}

/// The one of output and result that is the same on a witness, if both are observed and the other differs.
#[derive(Clone, Copy)]
pub(super) enum Same {
    /// The output.
    Output,
    /// The result, in the register with this name.
    Result(&'static str),
}

impl Same {
    /// Whether only one of output and result differs where both programs are done, and one of them prints. Many tasks
    /// concern only one of the two.
    pub(super) fn of(prints: bool, same: [bool; 2], result: &'static str) -> Option<Same> {
        match (prints, same) {
            (true, [true, false]) => Some(Same::Output),
            (true, [false, true]) => Some(Same::Result(result)),
            _ => None,
        }
    }

    fn observe(self) -> &'static str {
        match self {
            Same::Output => "output",
            Same::Result(register) => register,
        }
    }

    /// What a witness shows. `result` is the register of the result.
    pub(super) fn in_a_sentence(self, result: &str) -> String {
        match self {
            Same::Output => format!("On this input both print the same; only {result} differs."),
            Same::Result(_) => {
                format!("On this input both give the same {result}; only the output differs.")
            }
        }
    }

    /// A comparison of this alone, as a next step.
    pub(super) fn step(self) -> NextStep {
        let text = match self {
            Same::Output => "Compare only what is printed".to_owned(),
            Same::Result(register) => format!("Compare only {register}"),
        };
        NextStep { observe: Some(self.observe()), ..step(StepId::Observe, &text) }
    }
}

/// The register of the result.
const RESULT: &str = "$3";

/// The sentence that only one of output and `$3` differs, with a leading space.
pub(super) fn observed(contract: &Contract, witness: &Witness) -> Option<String> {
    one_differs(contract, witness).map(|of| format!(" {}", of.in_a_sentence(RESULT)))
}

/// Whether only one of output and `$3` differs.
fn one_differs(contract: &Contract, witness: &Witness) -> Option<Same> {
    let observation = &contract.setup(0).observation;
    let Witness { left, right, .. } = witness;
    let (Some(a), Some(b)) = (left.result, right.result) else { return None };
    let prints = left.output.bytes + right.output.bytes > 0;
    let both = observation.result && observation.output && observation.others.is_empty();
    Same::of(both && prints, [left.output == right.output, a == b], RESULT)
}

/// Whether the witness is the smallest, and what that means.
fn least(compared: &Compared<'_>, witness: &Witness) -> Option<Note> {
    const MEANS: &str = "Smaller: fewer inputs that are not 0, then smaller absolute values.";
    let inputs = compared.contract.describe(&witness.inputs, Value);
    let sentence = verdict::least(witness)?;
    let compares =
        witness.unique_within_fuel != Some(true) && witness.inputs.iter().any(|&it| it != 0);
    let text = if compares { format!("{sentence} {MEANS}") } else { sentence };
    Some(note(NoteId::Least, [("inputs", inputs)], text))
}

/// Whether the difference depends on the memory layout.
#[cfg(feature = "tools")]
fn layout(witness: &Witness) -> Option<Note> {
    let text = verdict::layout(witness.layout.as_ref()?);
    (!text.is_empty()).then(|| note(NoteId::Layout, [], text.trim_start().to_owned()))
}

/// The module for a first verdict does not examine layouts.
#[cfg(not(feature = "tools"))]
fn layout(_: &Witness) -> Option<Note> {
    None
}

/// The meaning of a verdict of agreement, if the headline leaves a doubt.
fn meaning(compared: &Compared<'_>) -> Option<String> {
    if matches!(compared.code, ReasonCode::NoInput | ReasonCode::InputUnknown) {
        return None;
    }
    let observation = &compared.contract.setup(0).observation;
    let print = if observation.output { " Both print the same." } else { "" };
    match compared.verdict {
        Verdict::Disequivalent => None,
        Verdict::Equivalent => {
            let is_stopping =
                compared.proof.is_some_and(|it| it.claim.termination == Termination::Proved);
            Some(match is_stopping {
                true => format!("Both stop with the same result, or both fault.{print}"),
                false => format!(
                    "Both stop with the same result, both fault, or neither ever stops.{print}"
                ),
            })
        }
        Verdict::EquivalentIfBothStop => {
            Some("It is not proved that they stop on the same inputs.".to_owned())
        }
        Verdict::EquivalentUpTo if is_by_procedures(compared) => None,
        Verdict::EquivalentUpTo => {
            let cases = counted(u64::from(compared.cuts.fuel), "case");
            let whom = match compared.undecided {
                Some(Undecided { text, .. }) => format!("For {text} (or some of these)"),
                None => format!("In {cases}"),
            };
            Some(format!(
                "{whom} neither program stops within {}, and what they do later is not known.",
                steps(compared.fuel)
            ))
        }
        Verdict::PossiblyEquivalent => Some(where_open(compared.undecided)),
    }
}

/// Where an undetected difference may be.
fn where_open(undecided: Option<&Undecided>) -> String {
    match undecided {
        Some(Undecided { condition, .. }) => format!(
            "On all other inputs they agree. An input on which they differ satisfies {condition}."
        ),
        None => "This is no proof: there may be an input on which they differ.".to_owned(),
    }
}

/// The evidence of a proof, in a line.
fn basis(compared: &Compared<'_>) -> Option<Note> {
    let proof = compared.proof?;
    let Stats { queries, .. } = compared.stats;
    let nodes = u64::from(proof.nodes);
    let text = match proof.kind {
        ProofKind::Identity => {
            "Both programs are the same machine code and start in the same state.".to_owned()
        }
        ProofKind::Paths => {
            let cases = match nodes {
                1 => "There is 1 case, and it".to_owned(),
                n => format!("There are {}, and each", counted(n, "case")),
            };
            let by = match queries {
                0 => "without a solver".to_owned(),
                n => format!("with {} to a solver", counted(u64::from(n), "question")),
            };
            format!("{cases} was checked for all inputs that lead to it, {by}.")
        }
        ProofKind::Formulas => {
            "Each program was turned into one formula over the inputs, and a solver showed that the \
             two are equal."
                .to_owned()
        }
        ProofKind::Invariants => match nodes {
            0 => "No loop goes on in both programs, so a proof about single rounds suffices."
                .to_owned(),
            n => format!(
                "An invariant relates both programs at {}, and every round keeps it.",
                counted(n, "place in their loops").replace("loopss", "loops")
            ),
        },
        ProofKind::Procedures => match nodes {
            1 => "The programs were compared piece by piece.".to_owned(),
            n => format!("{} were compared, each with its counterpart.", counted(n, "procedure")),
        },
        ProofKind::Evidence => format!("{}.", verdict::of_evidence(proof)),
    };
    let kind = match proof.kind {
        ProofKind::Identity => "identity",
        ProofKind::Paths => "paths",
        ProofKind::Formulas => "formulas",
        ProofKind::Invariants => "invariants",
        ProofKind::Procedures => "procedures",
        ProofKind::Evidence => "evidence",
    };
    Some(note(NoteId::Basis, [("kind", kind.to_owned()), ("cases", nodes.to_string())], text))
}

pub(super) fn step(id: StepId, text: &str) -> NextStep {
    NextStep { id, assume: None, observe: None, text: text.to_owned() }
}

/// The assumption that excludes the undecided inputs.
fn assuming(undecided: Option<&Undecided>) -> impl Iterator<Item = NextStep> {
    let step = undecided.map(|Undecided { assume, .. }| NextStep {
        assume: Some(assume.clone()),
        ..step(StepId::Assume, &format!("Only {assume}"))
    });
    step.into_iter()
}

fn next(compared: &Compared<'_>, headline: HeadlineId) -> Vec<NextStep> {
    if let Some(witness) = compared.witness {
        let observe = one_differs(compared.contract, witness).map(Same::step);
        let steps = [
            step(StepId::StepThrough, "Step through"),
            step(StepId::AllInputs, "All such inputs"),
            step(StepId::Explain, "Explain"),
        ];
        return steps.into_iter().chain(observe).collect();
    }
    let assume = assuming(compared.undecided);
    let go_on = match (compared.verdict, compared.code) {
        (_, ReasonCode::NoInput | ReasonCode::InputUnknown) => None,
        (_, ReasonCode::Cancelled) => Some(step(StepId::Resume, "Go on")),
        // Only a larger memory would show more.
        (_, ReasonCode::ProceduresAgree) => None,
        (Verdict::PossiblyEquivalent, ReasonCode::PathsTried) => None,
        (Verdict::EquivalentUpTo | Verdict::PossiblyEquivalent, _) => {
            Some(step(StepId::Continue, "Go on with higher limits"))
        }
        _ => None,
    };
    let was_tried = matches!(headline, HeadlineId::Tried | HeadlineId::Open | HeadlineId::Stopped);
    let decide =
        (!compared.has_pairs && was_tried).then(|| step(StepId::Decide, "Decide for all inputs"));
    let mutants = (headline == HeadlineId::Proved)
        .then(|| step(StepId::Mutants, "Which mistakes would my tests miss?"));
    assume.chain(decide).chain(go_on).chain(mutants).collect()
}

fn is_by_procedures(compared: &Compared<'_>) -> bool {
    compared.proof.is_some_and(|proof| proof.kind == ProofKind::Procedures)
}

/// `10,000 steps`
pub fn steps(n: u64) -> String {
    counted(n, "step")
}

/// `1 case`, `1,000 cases`
pub(super) fn counted(n: u64, noun: &str) -> String {
    let digits = grouped(&n.to_string());
    if n == 1 { format!("1 {noun}") } else { format!("{digits} {noun}s") }
}
