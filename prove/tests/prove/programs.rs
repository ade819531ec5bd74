//! Programs as words, and claims about them.

use tamarin_kernel::claim::{Statement, Steps, Stopping};
use tamarin_kernel::{Claim, Evidence, check};
use tamarin_prove::{Budget, Open, Proposal, Solved, prove};

fn three(function: u64, d: u64, s: u64, t: u64) -> u64 {
    s << 21 | t << 16 | d << 11 | function
}

fn offset(code: u64, s: u64, t: u64, by: i16) -> u64 {
    code << 26 | s << 21 | t << 16 | u64::from(by as u16)
}

pub fn add(d: u64, s: u64, t: u64) -> u64 {
    three(0x20, d, s, t)
}

pub fn sub(d: u64, s: u64, t: u64) -> u64 {
    three(0x22, d, s, t)
}

pub fn slt(d: u64, s: u64, t: u64) -> u64 {
    three(0x2a, d, s, t)
}

pub fn mult(s: u64, t: u64) -> u64 {
    three(0x18, 0, s, t)
}

pub fn div(s: u64, t: u64) -> u64 {
    three(0x1a, 0, s, t)
}

pub fn mfhi(d: u64) -> u64 {
    three(0x10, d, 0, 0)
}

pub fn mflo(d: u64) -> u64 {
    three(0x12, d, 0, 0)
}

pub fn lis(d: u64) -> u64 {
    three(0x14, d, 0, 0)
}

pub fn beq(s: u64, t: u64, by: i16) -> u64 {
    offset(4, s, t, by)
}

pub fn bne(s: u64, t: u64, by: i16) -> u64 {
    offset(5, s, t, by)
}

pub fn lw(t: u64, s: u64, by: i16) -> u64 {
    offset(0x23, s, t, by)
}

pub fn sw(t: u64, s: u64, by: i16) -> u64 {
    offset(0x2b, s, t, by)
}

pub fn jr(s: u64) -> u64 {
    three(8, 0, s, 0)
}

/// The claim that two programs which are given two numbers agree, and both stop or neither does.
pub fn claim(programs: [&[u64]; 2]) -> Claim {
    let text = include_str!("../../../kernel/src/two-numbers.json");
    let claim: Claim = serde_json::from_str(text).expect("it is a claim");
    let statement = Statement::Agree { steps: Steps::All, stop: Stopping::Same };
    Claim { programs: programs.map(<[u64]>::to_vec), statement, ..claim }
}

/// Evidence for a claim, which the kernel accepts, without a SAT solver.
pub fn proved(programs: [&[u64]; 2], proposal: &Proposal) -> Result<Evidence, Open> {
    let claim = claim(programs);
    let solver = |_: &[Vec<i32>], _: u64| Solved::Open;
    let mut budget = Budget { work: 3_000_000, ..Budget::default() };
    let evidence = prove(&claim, proposal, &solver, &mut budget)?;
    check(&claim, &evidence).expect("what is returned is accepted");
    Ok(evidence)
}
