//! Converts a comparison of a MIPS program with an ARM64 one to a report.

use crate::asm::SourceLines;
use crate::asm::arm64::text_at;
use crate::engines::across::{Answer, Beyond, Difference, Found, Options, Tried};
use crate::evidence::Verdict;
use crate::machine::Architecture;
use crate::machine::arm64::{Stop, decode};
use crate::program::{Address, Program};
use crate::report::across::{AcrossProof, AcrossReport, AcrossRun, AcrossWitness, BeyondReport};
use crate::report::words::{self, arm64, reason};
use crate::report::{OutcomeKind, ReasonCode, Side};

/// The ARM64 program, and the lines of its words.
pub struct Text<'t> {
    /// The program.
    pub program: &'t Program,
    /// Its lines.
    pub lines: &'t SourceLines,
}

/// The report on a comparison. `order` are the machines of the left and the right program.
pub fn report(
    found: &Found,
    options: &Options,
    order: [Architecture; 2],
    text: &Text<'_>,
) -> AcrossReport {
    let (verdict, code) = match &found.answer {
        Answer::Differ { difference, .. } => (Verdict::Disequivalent, code(*difference, order)),
        Answer::Agree { .. } => (Verdict::Equivalent, ReasonCode::AllPathsAgree),
        Answer::Open if found.one_sided.is_some() => {
            (Verdict::PossiblyEquivalent, ReasonCode::OneSideUnfinished)
        }
        Answer::Open => (Verdict::PossiblyEquivalent, ReasonCode::WorkLimit),
    };
    let shown = |tried: &Tried| witness(tried, options, order, text);
    let (witness, count, only_width) = match &found.answer {
        Answer::Differ { tried, count, only_width, .. } => {
            (Some(shown(tried)), count.as_ref().map(ToString::to_string), *only_width)
        }
        Answer::Agree { .. } | Answer::Open => (None, None, None),
    };
    let proof = match found.answer {
        Answer::Agree { paths } => Some(AcrossProof { kind: "paths", paths, checked: false }),
        Answer::Differ { .. } | Answer::Open => None,
    };
    let mut report = AcrossReport {
        machines: order.map(name),
        mode: arm64::mode(options.mode),
        verdict,
        code,
        message: String::new(),
        witness,
        count,
        only_width,
        proof,
        tried: found.tried,
        within: found.within,
    };
    report.message = reason(&report, found.one_sided.as_deref().map(shown).as_ref());
    report
}

fn name(machine: Architecture) -> &'static str {
    match machine {
        Architecture::Mips => "mips",
        Architecture::Arm64 => "arm64",
    }
}

fn code(difference: Difference, order: [Architecture; 2]) -> ReasonCode {
    let faults = |machine: Architecture| match order[Side::Left.index()] == machine {
        true => ReasonCode::OnlyLeftFaults,
        false => ReasonCode::OnlyRightFaults,
    };
    match difference {
        Difference::MipsFaults => faults(Architecture::Mips),
        Difference::Arm64Faults => faults(Architecture::Arm64),
        Difference::Outputs => ReasonCode::OutputsDiffer,
        Difference::Results | Difference::Width => ReasonCode::ResultsDiffer,
    }
}

fn witness(
    tried: &Tried,
    options: &Options,
    order: [Architecture; 2],
    text: &Text<'_>,
) -> AcrossWitness {
    let numbers: Vec<String> = tried.inputs.iter().map(|&it| (it as i32).to_string()).collect();
    let (inputs, elements) = match options.array {
        None => (Some(numbers), None),
        Some(_) => (None, Some(numbers)),
    };
    let [left, right] = order.map(|machine| match machine {
        Architecture::Mips => of_mips(tried),
        Architecture::Arm64 => of_arm64(tried),
    });
    AcrossWitness { inputs, elements, left, right, beyond: tried.beyond.map(|it| beyond(it, text)) }
}

fn of_mips(Tried { mips, .. }: &Tried) -> AcrossRun {
    let report = mips.report();
    AcrossRun {
        outcome: report.outcome,
        result: report.result.map(|word| (word as i32).to_string()),
        fault: report.fault.map(|fault| fault.message),
        output: String::from_utf8_lossy(&mips.output.bytes).into_owned(),
        steps: mips.steps,
    }
}

fn of_arm64(Tried { arm64: run, .. }: &Tried) -> AcrossRun {
    let (outcome, fault) = match run.stop {
        Stop::Done => (OutcomeKind::Done, None),
        Stop::OutOfFuel => (OutcomeKind::OutOfFuel, None),
        Stop::Fault(fault) => (OutcomeKind::Fault, Some(words::arm64::fault(fault))),
    };
    AcrossRun {
        outcome,
        result: (outcome == OutcomeKind::Done).then(|| (run.result as i64).to_string()),
        fault,
        output: String::from_utf8_lossy(&run.output.bytes).into_owned(),
        steps: run.steps,
    }
}

fn beyond(Beyond { at, value }: Beyond, text: &Text<'_>) -> BeyondReport {
    let address = Address(at as u32);
    let word = text.program.words.get(address.word_index()).copied();
    let instruction = word.and_then(decode);
    BeyondReport {
        address: at,
        line: text.lines.at(address).map(|it| it.line),
        text: instruction.map(|it| text_at(text.program, address, it)).unwrap_or_default(),
        value: (value as i64).to_string(),
    }
}
