//! Desugaring: splits instructions with several effects into several steps (Tamarin, Fig. 9).
//!
//! ```text
//! mult $s, $t       mult64 tmp, $s, $t; low32 lo, tmp; high32 hi, tmp
//! div $s, $t        quot lo, $s, $t; rem hi, $s, $t
//! mflo $d           add $d, lo, 0
//! lis $d (word)     add $d, word, 0
//! jalr (link)       add $31, link, 0
//! ```

use super::{BinaryOp, Entry, Half, Operand, Signedness, Step, Storage, Trace, Var};
use crate::machine::mips::Reg;

const HI: Var = Var::of(Storage::HI);
const LO: Var = Var::of(Storage::LO);
const PRODUCT: Var = Var::of(Storage::PRODUCT);

/// The pass.
pub fn run(trace: &Trace) -> Trace {
    let mut entries = Vec::with_capacity(trace.entries.len());
    for &entry in &trace.entries {
        desugar(entry, |entry| entries.push(entry));
    }
    trace.with_entries(entries)
}

/// Desugars one step.
pub(super) fn desugar(Entry { at, step }: Entry, mut emit: impl FnMut(Entry)) {
    let mut emit = |step| emit(Entry { at, step });
    let copy = |d, value| Step::Binary(BinaryOp::Add, d, value, Operand::Const(0));
    match step {
        Step::Mult(signedness, s, t) => {
            let op = match signedness {
                Signedness::Signed => BinaryOp::Mult64,
                Signedness::Unsigned => BinaryOp::Multu64,
            };
            emit(Step::Binary(op, PRODUCT, s, t));
            emit(Step::Half(Half::Low, LO, PRODUCT));
            emit(Step::Half(Half::High, HI, PRODUCT));
        }
        Step::Div(signedness, s, t) => {
            let (quotient, remainder) = match signedness {
                Signedness::Signed => (BinaryOp::Quot, BinaryOp::Rem),
                Signedness::Unsigned => (BinaryOp::Quotu, BinaryOp::Remu),
            };
            emit(Step::Binary(quotient, LO, s, t));
            emit(Step::Binary(remainder, HI, s, t));
        }
        Step::Mfhi(d) => emit(copy(d, Operand::Var(HI))),
        Step::Mflo(d) => emit(copy(d, Operand::Var(LO))),
        Step::Lis(d, word) => emit(copy(d, Operand::Const(word))),
        Step::Jalr(link) => emit(copy(Var::reg(Reg::RETURN_ADDRESS), Operand::Const(link.0))),
        simple => emit(simple),
    }
}

/// Checks that only simple steps are left.
pub fn validate(trace: &Trace) -> Result<(), String> {
    for Entry { at, step } in &trace.entries {
        if let Step::Mult(..)
        | Step::Div(..)
        | Step::Mfhi(_)
        | Step::Mflo(_)
        | Step::Lis(..)
        | Step::Jalr(_) = step
        {
            return Err(format!("the step at {at} is not desugared"));
        }
    }
    Ok(())
}
