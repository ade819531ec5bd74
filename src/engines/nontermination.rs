//! Proofs that a run never ends although no state recurs.
//!
//! A *recurrent set* is a set of states that a run reaches, from which every step leads to a state
//! of the set and none to an end. The run then continues for ever (Gupta et al., Proving
//! Non-Termination, POPL 2008). Such a set is an invariant of the program's loops under which no
//! loop exit is possible. The loop engine finds invariants of two programs, so the question is
//! posed about two: for this input alone, the program stops on the same inputs as a program that
//! only spins (`beq $0, $0, -1`), which is on none. The invariants of the product concern the one
//! program, since the other one's words do not change, and its exits are excluded as in any product
//! ([`progress`](super::alignment)): no node has one program at its end. Likewise, a program stops
//! on an input if it and a copy of itself both stop on it.
//!
//! Nothing is claimed without a certificate that the checker accepted, about these two programs and
//! this one input.
//!
//! [`find`] looks for an input on which one program stops and the other never does. Candidates are
//! inputs of the sweep on which one program is still running long after the other one has stopped,
//! and inputs of product states with one program at its end and the other one in a loop.

use std::rc::Rc;

use super::alignment::{self, Stopping};
use super::certify::{self, Certified};
use super::paths::{STEPS_OF_RUN, sweep};
use crate::contract::Contract;
use crate::engines::pause::Pause;
use crate::machine::{Image, Inputs, Machine, Stop as Ended};
use crate::program::Program;
use crate::solver::Stop;
use crate::solver::bitblast::Bitblast;

/// `beq $0, $0, -1`.
const SPINS: u32 = 0x1000_ffff;
/// Maximum number of steps of a run on an input of the sweep; of both programs on all of these; and
/// on all of these on which one program did not end.
const STEPS: u64 = 10_000;
const STEPS_OF_ALL: u64 = 4_000_000;
const STEPS_IN_VAIN: u64 = 1_500_000;
/// Maximum number of inputs for which a proof is attempted, and how many of these come from the
/// sweep.
const SUSPECTS: usize = 5;
const SWEPT: usize = 3;
/// Number of certificates that are tried, each with fewer facts: a reader should see what keeps a
/// run going.
const TRIES: u32 = 200;
/// Work for each proof, in the units of a comparison's limit.
const WORK: u64 = 200_000;

/// An input on which one program stops or faults, and the other one never does.
#[derive(Clone, Debug)]
pub struct Parting {
    /// The input.
    pub inputs: Inputs,
    /// The program that never ends: the left one is 0, the right one 1.
    pub endless: usize,
    /// The proof that it never ends.
    pub never: Certified,
    /// The proof that the other one ends, if no run has shown that.
    pub stops: Option<Certified>,
}

/// Looks for an input on which one program stops and the other never does. `likely` inputs are
/// tried after those of the sweep, even if both programs are still running after many steps.
pub async fn find(
    images: [&Rc<Image>; 2],
    contract: &Contract,
    (first, likely): (&Inputs, &[Inputs]),
    stop: &Stop,
    mut pause: Pause<'_>,
) -> Option<Parting> {
    let mut machines = images.map(|image| Machine::new(image, first));
    let (mut steps, mut in_vain) = (0, 0);
    let mut kinds: Vec<(usize, u64)> = Vec::new();
    let mut suspects: Vec<Inputs> = Vec::new();
    for inputs in sweep::candidates(contract, images, first) {
        if suspects.len() == SWEPT
            || steps > STEPS_OF_ALL
            || in_vain > STEPS_IN_VAIN
            || stop.is_due()
        {
            break;
        }
        let ends = run(&mut machines, &inputs, STEPS);
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
    for inputs in &suspects {
        let examined = examine(images, contract, inputs, stop, pause.again()).await;
        if examined.is_some() || stop.is_due() {
            return examined;
        }
    }
    None
}

fn run(machines: &mut [Machine; 2], inputs: &Inputs, steps: u64) -> [Ended; 2] {
    machines.each_mut().map(|machine| {
        machine.restart(inputs);
        machine.run(steps, &mut ())
    })
}

/// Whether one program stops or faults on this input and the other one never does.
pub async fn examine(
    images: [&Rc<Image>; 2],
    contract: &Contract,
    inputs: &Inputs,
    stop: &Stop,
    mut pause: Pause<'_>,
) -> Option<Parting> {
    let mut machines = images.map(|image| Machine::new(image, inputs));
    let goes_on = run(&mut machines, inputs, STEPS_OF_RUN).map(|end| end == Ended::OutOfFuel);
    for endless in [0, 1] {
        if !goes_on[endless] {
            continue;
        }
        let of_one = |program: usize| One::new(images[program], contract, program, inputs);
        let never = of_one(endless).never_ends(stop, pause.again()).await;
        let Some(never) = never else { continue };
        let stops = match goes_on[1 - endless] {
            true => Some(of_one(1 - endless).ends(stop, pause.again()).await?),
            false => None,
        };
        return Some(Parting { inputs: inputs.clone(), endless, never, stops });
    }
    None
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

    /// Proves that it neither stops nor faults, for any number of steps: the certificate that it
    /// stops on the same inputs as a program that spins.
    pub async fn never_ends(&self, stop: &Stop, pause: Pause<'_>) -> Option<Certified> {
        let spins = image_of(&self.contract, vec![SPINS]);
        // If the return address is 0, a program may end before it begins.
        if Machine::new(&spins, &self.inputs).run(1, &mut ()) != Ended::OutOfFuel {
            return None;
        }
        self.certified([&self.program, &spins], Stopping::Alike, stop, pause).await
    }

    /// Proves that it finally stops or faults.
    pub async fn ends(&self, stop: &Stop, pause: Pause<'_>) -> Option<Certified> {
        self.certified([&self.program; 2], Stopping::Always, stop, pause).await
    }

    async fn certified(
        &self,
        images: [&Rc<Image>; 2],
        stopping: Stopping,
        stop: &Stop,
        pause: Pause<'_>,
    ) -> Option<Certified> {
        let own = if stop.limits_work() { stop.clone() } else { stop.within(WORK) };
        let mut solver = Bitblast::new();
        let One { contract, inputs, .. } = self;
        // For an input that is not allowed, anything could be proved.
        if !contract.allows(inputs) {
            return None;
        }
        let attempt = alignment::prove(images, contract, inputs, &mut solver, &own, pause).await;
        let proved = attempt.proved.filter(|proved| proved.stopping >= stopping)?;
        let of = (images, contract);
        let certified = certify::of_loops_within(TRIES, of, &proved, &own).ok()?;
        let is_shown = certified.checked.stopping >= stopping.into();
        is_shown.then_some(certified)
    }
}

fn image_of(contract: &Contract, words: Vec<u32>) -> Rc<Image> {
    let program = Program::from_words(words);
    contract.image(0, &program).expect("a program that was given an array has room for it")
}
