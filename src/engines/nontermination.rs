//! Proofs that a run never ends, where no state of it need come again.
//!
//! A set of states that a run comes to, from which every step leads to a state of the set, and none to
//! an end, is a *recurrent set*: the run goes on for ever (Gupta et al., Proving Non-Termination,
//! POPL 2008). Such a set is an invariant of the program's loops under which no way out of them is
//! possible. The engine about loops finds invariants of two programs, so the question is put as one
//! about two: that a program never ends on an input is that, for this input alone, it stops where a
//! program stops that only goes round (`beq $0, $0, -1`), which is nowhere. The invariants
//! of the product are about the one program, since the other one's words do not change, and its exits
//! are excluded as those of any product are ([`progress`](super::alignment)): no node has one program at its
//! end. In the same way a program stops on an input if both stop on it of the program beside itself.
//!
//! Nothing here is claimed without a certificate that the checker has accepted, of these two programs and
//! this one input.
//!
//! [`find`] looks for an input on which one program stops and the other one never does: among inputs of the
//! sweep on which one program is still running long after the other one has stopped, and inputs of states
//! in which a product has one program at its end and the other one in a loop.

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
/// Steps of a run on an input of the sweep, at most; of both programs on all of these; and on all of these of
/// which one program did not end.
const STEPS: u64 = 10_000;
const STEPS_OF_ALL: u64 = 4_000_000;
const STEPS_IN_VAIN: u64 = 1_500_000;
/// Inputs that something is tried to be proved of, at most, and how many of them are of the sweep.
const SUSPECTS: usize = 5;
const SWEPT: usize = 3;
/// Certificates that are tried, each of which says less: a reader is to see what keeps a run going.
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
    /// That it never does.
    pub never: Certified,
    /// That the other one does, where no run of it has shown that.
    pub stops: Option<Certified>,
}

/// Looks for an input on which the programs part. `likely` are inputs that are looked at behind those of the
/// sweep, also where both programs are still running after many steps.
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
        // Of those on which a program stops in the same way one is enough.
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

/// Whether the programs part on this input: one of them stops or faults, and the other one never does.
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
    /// A program of those that are compared (the left one is 0, the right one 1), on an input.
    pub fn new(image: &Image, contract: &Contract, program: usize, inputs: &Inputs) -> One {
        let (contract, inputs) = contract.of_one(program, inputs);
        let program = image_of(&contract, image.words().to_vec());
        One { program, contract, inputs }
    }

    /// That it neither stops nor faults, whatever the number of steps: the certificate that it stops
    /// on the same inputs as a program that goes round.
    pub async fn never_ends(&self, stop: &Stop, pause: Pause<'_>) -> Option<Certified> {
        let spins = image_of(&self.contract, vec![SPINS]);
        // At address 0 a program may be done before it begins.
        if Machine::new(&spins, &self.inputs).run(1, &mut ()) != Ended::OutOfFuel {
            return None;
        }
        self.certified([&self.program, &spins], Stopping::Alike, stop, pause).await
    }

    /// That it stops or faults in the end.
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
        // Of an input that is not allowed anything could be proved.
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
