//! What a comparison of ARM64 programs found. Words are strings: a number of JSON does not hold all of them.

use serde::Serialize;

use super::answer::ReasonCode;
use super::run::OutcomeKind;
use super::summary::Summary;
use super::words::arm64 as words;
use crate::evidence::{Claim, Proof, ProofKind, Termination, Verdict};
use crate::machine::arm64::agreement::{Difference, Run, Tried};
use crate::machine::arm64::{Mode, Stop};
use crate::wire::wire;

/// What a comparison comes to.
#[derive(Clone, Debug)]
pub enum Answer {
    /// Both programs are the same machine code.
    SameMachineCode,
    /// They differ on this input.
    Differ(Box<Tried>, Difference),
    /// The kernel accepted evidence that they agree.
    Agree {
        /// Whether it shows that they stop on the same inputs.
        termination: Termination,
        /// Pairs of locations that the evidence relates, and its parts.
        sizes: [u32; 2],
    },
    /// Neither was found; what the search for evidence was left with.
    Open(String),
}

/// What an engine found.
#[derive(Clone, Debug)]
pub struct Findings {
    /// Its answer.
    pub answer: Answer,
    /// Which source of the machine was followed.
    pub mode: Mode,
    /// Steps of the runs that looked for a difference.
    pub fuel: u64,
    /// Elements of the arrays that the programs are given, at most; none where they are given two numbers.
    pub array: Option<u64>,
    /// Inputs on which both programs were run.
    pub tried: u64,
    /// An input on which only one of both had ended within the fuel.
    pub one_sided: Option<Tried>,
    /// Other sources of the machine by which the answer is another one, each with an input that shows it:
    /// one on which the programs agree there where they differ by the answer, else one on which they differ there.
    pub elsewhere: Vec<(Mode, Tried)>,
}

wire! {
    /// The report of a comparison.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Report {
        /// `arm64`
        pub machine: &'static str,
        /// Which source of the machine was followed: `usual`, `arm` or `course`.
        pub mode: &'static str,
        /// The verdict.
        pub verdict: Verdict,
        /// Why it is not another one, as a code.
        pub code: ReasonCode,
        /// The same as a sentence.
        pub message: String,
        /// The evidence of a difference.
        pub witness: Option<Witness>,
        /// What a claim of agreement rests on.
        pub proof: Option<Proof>,
        /// Other sources by which the answer is another one.
        pub elsewhere: Vec<Elsewhere>,
        /// Inputs on which both programs were run.
        pub tried: u64,
        /// What a reader is shown.
        pub summary: Summary,
    }
}

wire! {
    /// An input on which two programs differ, by a replay.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Witness {
        /// The numbers in `x0` and `x1`; none where an array is given.
        pub inputs: Option<Vec<String>>,
        /// The array's elements.
        pub elements: Option<Vec<String>>,
        /// What the left program did.
        pub left: RunReport,
        /// What the right program did.
        pub right: RunReport,
        /// Whether no smaller input shows a difference: not established.
        pub minimal: Option<bool>,
    }
}

wire! {
    /// A program's run.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct RunReport {
        /// How it ended.
        pub outcome: OutcomeKind,
        /// `x0`, where the program was done.
        pub result: Option<String>,
        /// What the program did that the machine does not allow.
        pub fault: Option<String>,
        /// What it printed, as text.
        pub output: String,
        /// Instructions that it executed.
        pub steps: u64,
    }
}

wire! {
    /// Another source of the machine by which the answer is another one.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Elsewhere {
        /// `usual`, `arm` or `course`.
        pub mode: &'static str,
        /// An input that shows it, with what both programs do there.
        pub witness: Witness,
    }
}

impl Findings {
    /// The verdict, and why it is not another one.
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
                    Difference::Faults if tried.runs[0].stop == Stop::Done => {
                        ReasonCode::OnlyRightFaults
                    }
                    Difference::Faults => ReasonCode::OnlyLeftFaults,
                };
                (Verdict::Disequivalent, code)
            }
        }
    }

    fn proof(&self) -> Option<Proof> {
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

impl From<&Tried> for Witness {
    fn from(tried: &Tried) -> Witness {
        let words = |words: &[u64]| words.iter().map(u64::to_string).collect();
        let [left, right] = tried.runs.each_ref().map(RunReport::from);
        let array = tried.given.array.as_ref();
        Witness {
            inputs: array.is_none().then(|| words(&tried.given.registers)),
            elements: array.map(|array| words(&array.elements)),
            left,
            right,
            minimal: None,
        }
    }
}

impl From<&Run> for RunReport {
    fn from(run: &Run) -> RunReport {
        let outcome = match run.stop {
            Stop::Done => OutcomeKind::Done,
            Stop::OutOfFuel => OutcomeKind::OutOfFuel,
            Stop::Fault(_) => OutcomeKind::Fault,
        };
        RunReport {
            outcome,
            result: (outcome == OutcomeKind::Done).then(|| run.result.to_string()),
            fault: match run.stop {
                Stop::Fault(fault) => Some(words::fault(fault)),
                Stop::Done | Stop::OutOfFuel => None,
            },
            output: String::from_utf8_lossy(&run.output.bytes).into_owned(),
            steps: run.steps,
        }
    }
}

impl From<&Findings> for Report {
    fn from(findings: &Findings) -> Report {
        let (verdict, code) = findings.verdict();
        let witness = match &findings.answer {
            Answer::Differ(tried, _) => Some(Witness::from(&**tried)),
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
            message: words::message(findings),
            witness,
            proof: findings.proof(),
            elsewhere: elsewhere.collect(),
            tried: findings.tried,
            summary: words::summary(findings),
        }
    }
}
