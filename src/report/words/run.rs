//! The end of a run, in words.

use std::fmt::Display;

use crate::machine::{FaultKind, ProvedEnd, ProvedRun};
use crate::report::{RecurrenceReport, RunReport};

/// How a run ended.
pub fn run(run: &RunReport) -> String {
    match (&run.fault, run.result) {
        (Some(fault), _) => format!("fault at {:#x} ({})", fault.at, fault.message),
        (None, Some(result)) => format!("{result}"),
        (None, None) => going_on(run).unwrap_or("out of fuel").to_owned(),
    }
}

/// The phrase for a program that stops, if its result is not observed.
pub(super) const STOPS: &str = "stops";
/// The phrase for a program that never stops.
pub(super) const FOR_EVER: &str = "runs for ever";

/// The output, appended to the phrase for what else a program does.
pub(super) fn prints(printed: impl Display) -> String {
    format!(" and prints {printed}")
}

/// The phrase for a program's result.
pub(super) fn gives(result: impl Display) -> String {
    format!("gives $3 = {result}")
}

/// The phrase for a fault.
pub(super) fn faults(how: impl Display) -> String {
    format!("faults ({how})")
}

/// The phrase for a program that has not stopped after a number of steps.
pub(super) fn is_running(steps: impl Display) -> String {
    format!("is still running after {steps}")
}

/// What both programs do on an input, as a sentence.
pub(super) fn both(inputs: impl Display, [left, right]: [&str; 2]) -> String {
    format!("On {inputs} {left} and {right}.")
}

/// The phrase for a run that repeats a state.
pub(super) fn recurs(RecurrenceReport { first, again, whole }: RecurrenceReport) -> String {
    let what = if whole { "it is where" } else { "all that its way depends on is as" };
    let steps = if again == 1 { "step" } else { "steps" };
    format!("{FOR_EVER} (after {again} {steps} {what} it was after {first})")
}

/// The phrase for a run whose end is proved.
pub(super) fn proved(ProvedRun { ends, says, .. }: &ProvedRun) -> String {
    let says = says.join("; ");
    match ends {
        ProvedEnd::Never => {
            format!("{FOR_EVER} ({says}: then it goes round again and cannot leave)")
        }
        ProvedEnd::Stops => format!("ends ({says})"),
    }
}

/// The phrase for a run out of fuel that is known to run for ever, or to stop.
pub(super) fn going_on(run: &RunReport) -> Option<&'static str> {
    end_of(run.recurrence.is_some(), run.proved.as_ref())
}

/// The phrase for a run that repeats a state, or whose end is proved.
pub(super) fn end_of(recurs: bool, proved: Option<&ProvedRun>) -> Option<&'static str> {
    match (recurs, proved) {
        (true, _) => Some(FOR_EVER),
        (false, Some(proved)) => Some(match proved.ends {
            ProvedEnd::Never => FOR_EVER,
            ProvedEnd::Stops => "ends after very many steps",
        }),
        (false, None) => None,
    }
}

/// A fault, as a phrase.
pub fn fault(kind: FaultKind) -> String {
    match kind {
        FaultKind::DivisionByZero => "division by zero".to_owned(),
        FaultKind::BadPc(pc) if pc % 4 != 0 => {
            format!("jump to {pc:#010x}, which is not a multiple of 4")
        }
        FaultKind::BadPc(pc) => format!("jump to {pc:#010x}, which is outside memory"),
        FaultKind::InvalidInstruction(0) => "no instruction here: the word is zero".to_owned(),
        FaultKind::InvalidInstruction(word) => {
            format!("the word {word:#010x} is not an instruction")
        }
        FaultKind::MisalignedAddress(address) => {
            format!("address {address:#010x} is not a multiple of 4")
        }
        FaultKind::AddressOutOfRange(address) => {
            format!("address {address:#010x} is outside memory")
        }
    }
}
