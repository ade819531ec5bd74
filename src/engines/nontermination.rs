//! Proofs that a run never ends although no state recurs.
//!
//! A *recurrent set* is a set of states that a run reaches, from which every step leads to a state
//! of the set and none to an end. The run then continues for ever (Gupta et al., Proving
//! Non-Termination, POPL 2008). Such a set is an invariant of the program's loops under which no
//! loop exit is possible. [`tamarin_prove`] finds one from the run on this input, and shows by a
//! measure that a run stops. Nothing is claimed without evidence that the kernel accepted.
//!
//! [`find`] looks for an input on which one MIPS program stops and the other never does. Candidates are
//! inputs of the sweep on which one program is still running long after the other one has stopped,
//! and inputs of product states with one program at its end and the other one in a loop. [`examine`] decides one input,
//! for any machine ([`Subject`]).

use std::rc::Rc;

use tamarin_kernel::{Claim, Evidence};

use super::evidence::{self, claim};
use super::paths::{STEPS_PER_SUSPECT, sweep};
use crate::contract::Contract;
use crate::machine::{Image, Inputs, Machine, ProvedEnd, ProvedRun, Stop as Ended};
use crate::program::Program;
use crate::report::words::evidence::{Names, measured_of_one_run, of_one_run};
use crate::solver::Stop;

/// Maximum number of steps of a run on an input of the sweep; of both programs on all of these; and
/// on all of these on which one program did not end.
const STEPS_PER_RUN: u64 = 10_000;
const STEPS_OF_RUNS: u64 = 4_000_000;
const STEPS_WITHOUT_END: u64 = 1_500_000;
/// Maximum number of inputs for which a proof is attempted, and how many of these come from the
/// sweep.
const SUSPECTS: usize = 5;
const SWEPT: usize = 3;
/// Work for each proof.
pub const WORK: u64 = 4_000_000;

/// Two programs of some machine.
pub trait Subject {
    /// What they are given.
    type Inputs: Clone;

    /// Runs both programs. Returns whether each is still running after this many steps.
    fn goes_on(&mut self, inputs: &Self::Inputs, steps: u64) -> [bool; 2];

    /// Proves that a program neither stops nor faults, for any number of steps.
    fn never_ends(&self, program: usize, inputs: &Self::Inputs) -> Option<Shown>;

    /// Proves that a program finally stops or faults.
    fn ends(&self, program: usize, inputs: &Self::Inputs) -> Option<Shown>;
}

/// An input on which one program stops or faults, and the other one never does.
#[derive(Clone, Debug)]
pub struct Parting<I = Inputs> {
    /// The input.
    pub inputs: I,
    /// The program that never ends: the left one is 0, the right one 1.
    pub endless: usize,
    /// The proof that it never ends.
    pub never: Shown,
    /// The proof that the other one ends, if no run has shown that.
    pub stops: Option<Shown>,
}

/// A claim about one run, with evidence that the kernel accepted.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The claim.
    pub claim: Claim,
    /// The evidence.
    pub evidence: Evidence,
    /// Names for a reader.
    names: Names,
}

impl Shown {
    /// Searches for evidence of a claim about one run, with this much work.
    pub(super) fn of(claim: Claim, names: Names, work: u64, stop: &Stop) -> Option<Shown> {
        let evidence = evidence::of_words(&claim, work, stop).ok()?;
        Some(Shown { claim, evidence, names })
    }

    /// What a report says of the run.
    pub fn proved(&self, ends: ProvedEnd) -> ProvedRun {
        let says = match ends {
            ProvedEnd::Never => of_one_run(&self.evidence, &self.names),
            ProvedEnd::Stops => measured_of_one_run(&self.evidence, &self.names),
        };
        ProvedRun { ends, says, obligations: evidence::sizes(&self.evidence)[1] }
    }
}

impl<I> Parting<I> {
    /// What is proved of the runs of both programs.
    pub fn proved(&self) -> [Option<ProvedRun>; 2] {
        let never = Some(self.never.proved(ProvedEnd::Never));
        let stops = self.stops.as_ref().map(|stops| stops.proved(ProvedEnd::Stops));
        if self.endless == 0 { [never, stops] } else { [stops, never] }
    }
}

/// Looks for an input on which one program stops and the other never does. `likely` inputs are
/// tried after those of the sweep, even if both programs are still running after many steps.
pub fn find(
    images: [&Rc<Image>; 2],
    contract: &Contract,
    first: &Inputs,
    likely: &[Inputs],
    stop: &Stop,
) -> Option<Parting> {
    let mut machines = images.map(|image| Machine::new(image, first));
    let (mut steps, mut in_vain) = (0, 0);
    let mut kinds: Vec<(usize, u64)> = Vec::new();
    let mut suspects: Vec<Inputs> = Vec::new();
    for inputs in sweep::candidates(contract, images, first) {
        if suspects.len() == SWEPT
            || steps > STEPS_OF_RUNS
            || in_vain > STEPS_WITHOUT_END
            || stop.is_due()
        {
            break;
        }
        let ends = run(&mut machines, &inputs, STEPS_PER_RUN);
        let of_both: u64 = machines.iter().map(|machine| machine.steps).sum();
        steps += of_both;
        in_vain += if ends.contains(&Ended::OutOfFuel) { of_both } else { 0 };
        let endless = match ends.map(|end| end == Ended::OutOfFuel) {
            [true, false] => 0,
            [false, true] => 1,
            _ => continue,
        };
        // One of the inputs on which a program stops in the same way is enough.
        let kind = (endless, machines[1 - endless].steps);
        if !kinds.contains(&kind) {
            kinds.push(kind);
            suspects.push(inputs);
        }
    }
    for inputs in likely {
        let inputs = contract.fit(inputs);
        if suspects.len() < SUSPECTS && contract.allows(&inputs) && !suspects.contains(&inputs) {
            suspects.push(inputs);
        }
    }
    let mut pair = Pair { images, contract, machines, stop };
    suspects.iter().take_while(|_| !stop.is_due()).find_map(|it| examine(&mut pair, it))
}

fn run(machines: &mut [Machine; 2], inputs: &Inputs, steps: u64) -> [Ended; 2] {
    machines.each_mut().map(|machine| {
        machine.restart(inputs);
        machine.run(steps, &mut ())
    })
}

/// Whether one MIPS program stops or faults on this input and the other one never does.
pub fn examine_mips(
    images: [&Rc<Image>; 2],
    contract: &Contract,
    inputs: &Inputs,
    stop: &Stop,
) -> Option<Parting> {
    let machines = images.map(|image| Machine::new(image, inputs));
    examine(&mut Pair { images, contract, machines, stop }, inputs)
}

/// Whether one program stops or faults on this input and the other one never does.
pub fn examine<S: Subject>(subject: &mut S, inputs: &S::Inputs) -> Option<Parting<S::Inputs>> {
    let goes_on = subject.goes_on(inputs, STEPS_PER_SUSPECT);
    for endless in [0, 1] {
        if !goes_on[endless] {
            continue;
        }
        let Some(never) = subject.never_ends(endless, inputs) else { continue };
        let stops = match goes_on[1 - endless] {
            true => Some(subject.ends(1 - endless, inputs)?),
            false => None,
        };
        return Some(Parting { inputs: inputs.clone(), endless, never, stops });
    }
    None
}

/// Two MIPS programs under a contract.
struct Pair<'p> {
    images: [&'p Rc<Image>; 2],
    contract: &'p Contract,
    machines: [Machine; 2],
    stop: &'p Stop,
}

impl Pair<'_> {
    fn one(&self, program: usize, inputs: &Inputs) -> One {
        One::new(self.images[program], self.contract, program, inputs)
    }
}

impl Subject for Pair<'_> {
    type Inputs = Inputs;

    fn goes_on(&mut self, inputs: &Inputs, steps: u64) -> [bool; 2] {
        run(&mut self.machines, inputs, steps).map(|end| end == Ended::OutOfFuel)
    }

    fn never_ends(&self, program: usize, inputs: &Inputs) -> Option<Shown> {
        self.one(program, inputs).never_ends(self.stop)
    }

    fn ends(&self, program: usize, inputs: &Inputs) -> Option<Shown> {
        self.one(program, inputs).ends(self.stop)
    }
}

/// One program on one input.
#[derive(Debug)]
pub struct One {
    program: Rc<Image>,
    contract: Contract,
    inputs: Inputs,
}

impl One {
    /// A program of the comparison (the left one is 0, the right one 1), on an input.
    pub fn new(image: &Image, contract: &Contract, program: usize, inputs: &Inputs) -> One {
        let (contract, inputs) = contract.of_one(program, inputs);
        let program = image_of(&contract, image.words().to_vec());
        One { program, contract, inputs }
    }

    /// Proves that it neither stops nor faults, for any number of steps.
    pub fn never_ends(&self, stop: &Stop) -> Option<Shown> {
        let One { program, contract, inputs } = self;
        self.shown(claim::never_stops([program; 2], contract, inputs).ok()?, stop)
    }

    /// Proves that it finally stops or faults.
    pub fn ends(&self, stop: &Stop) -> Option<Shown> {
        let One { program, contract, inputs } = self;
        self.shown(claim::stops(program, contract, inputs).ok()?, stop)
    }

    fn shown(&self, claim: Claim, stop: &Stop) -> Option<Shown> {
        // For an input that is not allowed, anything could be proved.
        if !self.contract.allows(&self.inputs) {
            return None;
        }
        Shown::of(claim, Names::mips(&self.contract), WORK, stop)
    }
}

fn image_of(contract: &Contract, words: Vec<u32>) -> Rc<Image> {
    let program = Program::from_words(words);
    contract.image(0, &program).expect("a program that was given an array has room for it")
}
