//! The report of an ARM64 comparison. Words are strings, because a JSON number cannot represent all
//! 64-bit words.

#[cfg(feature = "explanations")]
mod explanation;
#[cfg(feature = "explanations")]
mod explored;
#[cfg(feature = "explanations")]
mod mutation;
#[cfg(feature = "explanations")]
mod quiz;
#[cfg(any(feature = "cli", feature = "arm64"))]
mod versions;

use serde::Serialize;

use crate::wire::wire;

#[cfg(feature = "explanations")]
pub use explanation::{
    Arm64Cause, Arm64Explanation, Arm64Pair, Arm64Parting, Arm64PartingKind, Arm64Place,
    Arm64RegionReport, Arm64RegionsReport, Arm64Step,
};

#[cfg(feature = "explanations")]
pub use explored::{Arm64Explored, Arm64ExploredRun, Arm64Query};

#[cfg(feature = "explanations")]
pub use quiz::Arm64JudgedReport;

#[cfg(feature = "explanations")]
pub use mutation::{Arm64Killing, Arm64Kills, Arm64Missed, Arm64Mutation, Arm64Survivor};

#[cfg(any(feature = "cli", feature = "arm64"))]
pub use versions::{
    Arm64Apart, Arm64Contract, Arm64Only, Arm64Open, Arm64Procedure, Arm64Shown, Arm64Versions,
};

use super::answer::ReasonCode;
use super::names::Names;
use super::run::{OutcomeKind, RecurrenceReport};
use super::summary::Summary;
use super::words::arm64 as words;
use crate::evidence::{Claim, Proof, ProofKind, Termination, Verdict};
use crate::machine::ProvedRun;
use crate::machine::arm64::agreement::{Difference, Run, Tried};
use crate::machine::arm64::{Given, Mode, Observable, Observation, Stop};

/// The answer of a comparison.
#[derive(Clone, Debug)]
pub enum Answer {
    /// Both programs are the same machine code.
    SameMachineCode,
    /// They differ on this input.
    Differ(Box<Tried>, Difference),
    /// The kernel accepted evidence of agreement.
    Agree {
        /// What the evidence shows about termination.
        termination: Termination,
        /// The number of pairs of locations that the evidence relates, and the number of its parts.
        sizes: [u32; 2],
    },
    /// Neither was found. The text says where the search for evidence failed.
    Open(String),
}

/// The findings of an engine.
#[derive(Clone, Debug)]
pub struct Findings {
    /// The answer.
    pub answer: Answer,
    /// The source that the machine follows.
    pub mode: Mode,
    /// The maximal number of steps of a run that looks for a difference.
    pub fuel: u64,
    /// The maximal number of array elements. `None` if the inputs are two numbers.
    pub array: Option<u64>,
    /// The number of free bytes of the input stream.
    pub bytes: usize,
    /// What is assumed about the inputs, as a person wrote it.
    pub assumed: Vec<String>,
    /// What is observed.
    pub observation: Observation,
    /// The number of inputs on which both programs were run.
    pub tried: u64,
    /// An input on which exactly one program ended within the fuel.
    pub one_sided: Option<Tried>,
    /// Other sources of the machine that give another answer, each with an input that shows it. If
    /// the answer is a difference, the programs agree on that input under the other source;
    /// otherwise they differ on it.
    pub elsewhere: Vec<(Mode, Tried)>,
}

wire! {
    /// The report of an ARM64 comparison.
    #[derive(Clone, Debug, PartialEq, Eq)]
    // The page has a type `Report` for MIPS.
    #[cfg_attr(target_arch = "wasm32", tsify(rename = "Arm64Report"))]
    pub struct Report {
        /// `arm64`
        pub machine: &'static str,
        /// The source that the machine follows: `usual`, `arm` or `course`.
        pub mode: &'static str,
        /// The verdict.
        pub verdict: Verdict,
        /// The reason, as a code.
        pub code: ReasonCode,
        /// The reason, as a sentence.
        pub message: String,
        /// The witness, if the programs differ.
        pub witness: Option<Arm64Witness>,
        /// The evidence, if the verdict claims agreement.
        pub proof: Option<Proof>,
        /// Other sources that give another answer.
        pub elsewhere: Vec<Elsewhere>,
        /// The number of inputs on which both programs were run.
        pub tried: u64,
        /// The answer for a person.
        pub summary: Summary,
    }
}

wire! {
    /// An input on which the programs differ, replayed.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Arm64Witness {
        /// The numbers in `x0` and `x1`, and the free bytes of the input stream. `None` if the input is an array.
        pub inputs: Option<Vec<String>>,
        /// The array's elements.
        pub elements: Option<Vec<String>>,
        /// The run of the left program.
        pub left: Arm64Run,
        /// The run of the right program.
        pub right: Arm64Run,
        /// Whether no smaller input shows a difference. `None` means not established.
        pub minimal: Option<bool>,
        /// Whether no other input shows a difference. `None` means not established.
        pub unique: Option<bool>,
    }
}

wire! {
    /// The run of a program.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Arm64Run {
        /// How it ended.
        pub outcome: OutcomeKind,
        /// `x0`, if the program is done.
        pub result: Option<String>,
        /// Whether the contract does not observe `x0`.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(target_arch = "wasm32", tsify(optional))]
        pub result_unobserved: bool,
        /// The other observed words, if the program is done.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(target_arch = "wasm32", tsify(optional))]
        pub observed: Vec<Arm64Observed>,
        /// The fault, if there was one.
        pub fault: Option<String>,
        /// The name of its kind.
        pub fault_kind: Option<&'static str>,
        /// The output, as text.
        pub output: String,
        /// The number of executed instructions.
        pub steps: u64,
        /// A repeated state, with which it runs for ever, if it ran out of fuel and one is known.
        pub recurrence: Option<RecurrenceReport>,
        /// A proof about how it ends, if it ran out of fuel and no repeated state is known.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub proved: Option<ProvedRun>,
    }
}

wire! {
    /// An observed word.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Arm64Observed {
        /// What was observed, in the contract's language: `x19`, `[0x1000]`, `a[0]`.
        pub name: String,
        /// The word.
        pub value: String,
    }
}

wire! {
    /// Another source of the machine that gives another answer.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Elsewhere {
        /// `usual`, `arm` or `course`.
        pub mode: &'static str,
        /// An input that shows it, with the runs of both programs.
        pub witness: Arm64Witness,
    }
}

#[cfg(feature = "cli")]
wire! {
    /// The verdict if only one observation is compared, beside how the programs end.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Arm64Alone {
        /// The observation, as an item of `observe` in a contract.
        pub observe: String,
        /// The verdict.
        pub verdict: Verdict,
        /// The reason, as a code.
        pub code: ReasonCode,
        /// The reason, as a sentence.
        pub message: String,
        /// An input on which this observation differs.
        pub witness: Option<Arm64Witness>,
        /// The answer as a sentence.
        pub says: String,
    }
}

impl Findings {
    /// The verdict and its reason.
    pub(super) fn verdict(&self) -> (Verdict, ReasonCode) {
        match &self.answer {
            Answer::SameMachineCode => (Verdict::Equivalent, ReasonCode::SameMachineCode),
            Answer::Agree { termination: Termination::Open, .. } => {
                (Verdict::EquivalentIfBothStop, ReasonCode::AgreeWhereBothStop)
            }
            Answer::Agree { .. } => (Verdict::Equivalent, ReasonCode::InvariantsHold),
            Answer::Open(_) if self.one_sided.is_some() => {
                (Verdict::PossiblyEquivalent, ReasonCode::OneSideUnfinished)
            }
            Answer::Open(_) => (Verdict::PossiblyEquivalent, ReasonCode::WorkLimit),
            Answer::Differ(tried, difference) => {
                let code = match difference {
                    Difference::Outputs => ReasonCode::OutputsDiffer,
                    Difference::Results => ReasonCode::ResultsDiffer,
                    Difference::Observed => ReasonCode::ObservedDiffer,
                    Difference::Faults if tried.runs[0].stop == Stop::Done => {
                        ReasonCode::OnlyRightFaults
                    }
                    Difference::Faults => ReasonCode::OnlyLeftFaults,
                    Difference::Ends if tried.runs[0].ends() == Some(false) => {
                        ReasonCode::OnlyLeftRunsForEver
                    }
                    Difference::Ends => ReasonCode::OnlyRightRunsForEver,
                };
                (Verdict::Disequivalent, code)
            }
        }
    }

    /// The evidence, if the verdict claims agreement.
    pub fn proof(&self) -> Option<Proof> {
        let (kind, termination, [nodes, obligations], checked) = match self.answer {
            Answer::SameMachineCode => (ProofKind::Identity, Termination::Same, [0; 2], None),
            Answer::Agree { termination, sizes } => {
                (ProofKind::Evidence, termination, sizes, Some(true))
            }
            Answer::Differ(..) | Answer::Open(_) => return None,
        };
        let claim = Claim { steps: None, termination };
        Some(Proof { kind, claim, nodes, obligations, open: Vec::new(), checked })
    }
}

/// The words of an input as texts: numbers, or the elements of an array.
pub fn texts(given: &Given) -> [Option<Vec<String>>; 2] {
    let texts = given.words().iter().map(u64::to_string).collect();
    match given.array {
        None => [Some(texts), None],
        Some(_) => [None, Some(texts)],
    }
}

impl From<&Tried> for Arm64Witness {
    fn from(tried: &Tried) -> Arm64Witness {
        let [left, right] = tried.runs.each_ref().map(Arm64Run::from);
        let [inputs, elements] = texts(&tried.given);
        Arm64Witness { inputs, elements, left, right, minimal: None, unique: None }
    }
}

impl From<&Run> for Arm64Run {
    fn from(run: &Run) -> Arm64Run {
        let outcome = match run.stop {
            Stop::Done => OutcomeKind::Done,
            Stop::OutOfFuel => OutcomeKind::OutOfFuel,
            Stop::Fault(_) => OutcomeKind::Fault,
        };
        let fault = match run.stop {
            Stop::Fault(fault) => Some(fault),
            Stop::Done | Stop::OutOfFuel => None,
        };
        Arm64Run {
            outcome,
            result: (outcome == OutcomeKind::Done).then(|| run.result.to_string()),
            result_unobserved: !run.observes_result,
            observed: run.others.iter().map(Arm64Observed::from).collect(),
            fault: fault.map(words::fault),
            fault_kind: fault.map(|fault| fault.kind.name()),
            output: String::from_utf8_lossy(&run.output.bytes).into_owned(),
            steps: run.steps,
            recurrence: run.recurrence.map(RecurrenceReport::of),
            proved: run.proved.clone(),
        }
    }
}

impl From<&(Observable, u64)> for Arm64Observed {
    fn from((observable, word): &(Observable, u64)) -> Arm64Observed {
        Arm64Observed { name: observable.to_string(), value: word.to_string() }
    }
}

impl From<&Findings> for Report {
    fn from(findings: &Findings) -> Report {
        Report::named(findings, &Names::default())
    }
}

impl Report {
    /// The report on programs with these names.
    pub fn named(findings: &Findings, names: &Names) -> Report {
        let (verdict, code) = findings.verdict();
        let witness = match &findings.answer {
            Answer::Differ(tried, _) => Some(Arm64Witness::from(&**tried)),
            _ => None,
        };
        let elsewhere = findings
            .elsewhere
            .iter()
            .map(|(mode, tried)| Elsewhere { mode: words::mode(*mode), witness: tried.into() });
        Report {
            machine: "arm64",
            mode: words::mode(findings.mode),
            verdict,
            code,
            message: words::message(findings, names),
            witness,
            proof: findings.proof(),
            elsewhere: elsewhere.collect(),
            tried: findings.tried,
            summary: words::summary(findings, names),
        }
    }
}
