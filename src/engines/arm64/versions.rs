//! Two versions of an ARM64 program, by procedure (DiffKemp, Sections 2.2 and 2.3).
//!
//! [`pairing`](crate::engines::pairing) pairs the procedures and eliminates those whose instructions are the same. The
//! others are compared under a [`Contract`]: they are equal only with evidence that the kernel accepted, and different
//! only with an input on which the emulator ran both. The verdict on the programs does not depend on any of that; it is
//! that of [`compare`].

use std::collections::BTreeMap;

use super::contract::{Called, Contract, Obstacle, Watched};
use super::{Options, compare};
use crate::engines::evidence;
use crate::engines::pairing::arm64::{Arm64, Registers, live_at_returns, reach};
use crate::engines::pairing::{self, Aligned, Code, Pair};
use crate::evidence::Termination;
use crate::machine::arm64::agreement::Tried;
use crate::machine::arm64::{Observable, Observation};
use crate::program::Program;
use crate::report::arm64::{Answer, Findings};
use crate::solver::Stop;

/// Limit on the work of the comparison of two procedures, for each watched word.
const WORK: u64 = evidence::WORK / 4;

/// What is known about two procedures.
#[derive(Clone, Debug)]
pub enum Compared {
    /// Their instructions are the same.
    Same,
    /// The kernel accepted evidence that they do the same under the contract.
    Equal(Contract),
    /// They do different things under the contract.
    Different(Box<Shown>),
    /// Neither; there may be a contract under which they were compared.
    Unknown(Obstacle, Option<Contract>),
    /// They are the programs themselves, and their instructions are not the same.
    Programs,
}

/// A difference between two procedures under a contract.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The contract.
    pub contract: Contract,
    /// The word in which they differ, unless one faults or the outputs differ.
    pub watched: Watched,
    /// The inputs of the harness, and both runs.
    pub tried: Tried,
}

/// A pair of procedures.
#[derive(Clone, Debug)]
pub struct Procedures {
    /// Their entries, and what they call.
    pub pair: Pair,
    /// Their names.
    pub names: [Option<String>; 2],
    /// What is known about them.
    pub compared: Compared,
    /// Their instructions, side by side.
    pub aligned: Aligned,
}

/// The comparison of two versions.
pub struct Versions {
    /// The comparison of the programs.
    pub findings: Findings,
    /// The pairs of procedures, the programs' own code first.
    pub procedures: Vec<Procedures>,
    /// The entries of procedures that have no counterpart, with their names.
    pub only: [Vec<(u64, Option<String>)>; 2],
}

/// Compares two versions of a program.
pub fn versions(programs: [&Program; 2], options: &Options, stop: &Stop) -> Versions {
    let words = programs.map(|program| &program.words[..]);
    let (findings, _) = compare(words, options, stop);
    let codes = programs.map(Arm64::of);
    let codes = codes.each_ref();
    let all = codes.map(pairing::procedures);
    let at_end = observed_registers(&options.observation);
    let live = [0, 1].map(|side| live_at_returns(codes[side], &all[side], at_end));
    let pairs = pairing::pairs(codes, &all);
    let only = [0, 1].map(|side| {
        let is_paired = |entry: &u64| pairs.iter().any(|pair| pair.entries[side] == *entry);
        let rest = all[side].keys().copied().filter(|entry| !is_paired(entry));
        rest.map(|entry| (entry, name(codes[side], entry))).collect()
    });
    let procedures = pairs.into_iter().map(|pair| {
        let called = [0, 1].map(|side| {
            let entry = pair.entries[side];
            Called { code: codes[side], entry, reach: reach(&all[side], entry) }
        });
        let is_known = |side: usize| {
            let mut calls = all[side].values().flat_map(|it| &it.calls);
            calls.all(|(at, to)| to.is_some() || !called[side].reach.contains(at))
        };
        let at = |side: usize| live[side].get(&pair.entries[side]).copied().unwrap_or_default();
        let compared = if pair.is_same {
            Compared::Same
        } else if pair.entries == codes.map(Code::entry) {
            Compared::Programs
        } else if !is_known(0) || !is_known(1) {
            Compared::Unknown(Obstacle::UnknownTarget, None)
        } else {
            match Contract::of(called.each_ref(), at(0) | at(1)) {
                Ok(contract) => under(contract, words, pair.entries, options, stop),
                Err(obstacle) => Compared::Unknown(obstacle, None),
            }
        };
        let both = [0, 1].map(|side| &all[side][&pair.entries[side]]);
        Procedures {
            names: [0, 1].map(|side| name(codes[side], pair.entries[side])),
            aligned: pairing::diff(codes, both),
            compared,
            pair,
        }
    });
    Versions { findings, procedures: procedures.collect(), only }
}

/// The registers that are observed where a program is done.
fn observed_registers(observation: &Observation) -> Registers {
    let others = observation.others.iter().map(|observable| match observable {
        Observable::Register(register) => 1 << register.index(),
        _ => 0,
    });
    others.fold(observation.result.into(), |all, one| all | one)
}

/// The name of a procedure. The programs' own code has none.
fn name(code: &Arm64<'_>, entry: u64) -> Option<String> {
    code.name(entry).filter(|_| entry != code.entry()).map(str::to_owned)
}

/// Compares two procedures under their contract, one watched word after the other.
fn under(
    contract: Contract,
    words: [&[u32]; 2],
    entries: [u64; 2],
    options: &Options,
    stop: &Stop,
) -> Compared {
    let options = Options {
        mode: options.mode,
        fuel: options.fuel,
        numbers: contract.inputs,
        work: options.work.min(WORK),
        ..Options::default()
    };
    let ask = |watched: Watched| {
        let harnesses = contract.harnesses(words, entries, watched);
        compare(harnesses.each_ref().map(Vec::as_slice), &options, stop).0.answer
    };
    let is_equal = |answer: &Answer| {
        let same = Termination::Same;
        matches!(answer, Answer::Agree { termination, .. } if *termination == same)
            || matches!(answer, Answer::SameMachineCode)
    };
    // Without an observed register, faults and the output are compared.
    let registers = match contract.observed.is_empty() {
        true => vec![None],
        false => contract.observed.iter().map(|&it| Some(it)).collect(),
    };
    let mut is_open = false;
    for register in registers {
        let watched = register.map_or(Watched::Nothing, Watched::Register);
        match ask(watched) {
            Answer::Differ(tried, _) => {
                let shown = Shown { contract: contract.clone(), watched, tried: *tried };
                return Compared::Different(Box::new(shown));
            }
            answer => is_open |= !is_equal(&answer),
        }
    }
    if is_open || !contract.is_on_stack {
        let obstacle = if contract.is_on_stack { Obstacle::Open } else { Obstacle::Memory };
        return Compared::Unknown(obstacle, Some(contract));
    }
    let mut stack = 0..contract.stack.len();
    match stack.all(|index| is_equal(&ask(Watched::Stack(index)))) {
        true => Compared::Equal(contract),
        false => Compared::Unknown(Obstacle::Arguments, Some(contract)),
    }
}

/// The indices of pairs that call one of these, directly or not.
pub fn callers(procedures: &[Procedures]) -> BTreeMap<[u64; 2], Vec<usize>> {
    let entries = procedures.iter().map(|it| it.pair.entries);
    let reaches = |from: usize, to: [u64; 2]| {
        let (mut open, mut seen) = (vec![procedures[from].pair.entries], Vec::new());
        while let Some(entries) = open.pop() {
            let found = procedures.iter().find(|it| it.pair.entries == entries);
            for &call in found.into_iter().flat_map(|it| &it.pair.calls) {
                if call == to {
                    return true;
                }
                if !seen.contains(&call) {
                    seen.push(call);
                    open.push(call);
                }
            }
        }
        false
    };
    let of = |to: [u64; 2]| (0..procedures.len()).filter(|&from| reaches(from, to)).collect();
    entries.map(|to| (to, of(to))).collect()
}
