//! How a run ended, in words.

use crate::evidence::ProvedEnd;
use crate::machine::FaultKind;
use crate::report::RunReport;

/// How a run ended.
pub fn run(run: &RunReport) -> String {
    match (&run.fault, run.result) {
        (Some(fault), _) => format!("fault at {:#x} ({})", fault.at, fault.message),
        (None, Some(result)) => format!("{result}"),
        (None, None) => going_on(run).unwrap_or("out of fuel").to_owned(),
    }
}

/// What is known of a run that was out of fuel: that it has no end, or that it has one.
pub(super) fn going_on(run: &RunReport) -> Option<&'static str> {
    match (run.recurrence, &run.proved) {
        (Some(_), _) => Some("runs for ever"),
        (None, Some(proved)) => Some(match proved.ends {
            ProvedEnd::Never => "runs for ever",
            ProvedEnd::Stops => "ends after very many steps",
        }),
        (None, None) => None,
    }
}

/// What a program did that the machine does not allow.
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
