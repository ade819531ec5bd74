//! The second question of a comparison: do the programs agree if only the output, or only `x0`, is observed?
//!
//! It is asked where the witness shows a difference in one of the two and agreement in the other, as for MIPS
//! ([`second`](crate::engines::second)).

use super::{Options, compare};
use crate::contract::observation_of_arm64;
use crate::engines::mutation;
use crate::report::arm64::{Arm64Alone, Report};
use crate::report::words;
use crate::solver::Stop;

/// Compares two programs by `observe` alone, an item of a contract, beside how they end.
///
/// `asked` are the options of the first comparison; this one takes at most [`mutation::WORK`] of their work.
pub fn alone(observe: &str, asked: &Options, programs: [&[u32]; 2], stop: &Stop) -> Arm64Alone {
    let observe = observe.to_owned();
    let observation = observation_of_arm64(Some(std::slice::from_ref(&observe)), asked.array);
    let observation = observation.expect("a register or the output can be observed");
    let work = asked.work.min(mutation::WORK);
    let options = Options { observation, work, ..asked.clone() };
    let Report { verdict, code, message, witness, .. } =
        Report::from(&compare(programs, &options, stop).0);
    let says = words::alone(&observe, verdict, &message);
    Arm64Alone { observe, verdict, code, message, witness, says }
}
