//! Where two runs meet: the moments at which both are at a place of the proof, and whether its invariant holds there.
//!
//! A proof shows that the invariant holds on every input; this module evaluates it on one, with the emulator's values. A
//! script says how many instructions each program executes between two places. Which of its cases the runs take is
//! found by comparing the addresses that they reach with those of the places.

mod values;

use std::collections::BTreeMap;

use serde::Serialize;
use tamarin_kernel::Evidence;
use tamarin_kernel::evidence::{Invariant, Script, Side, Step};

use super::Reading;
use super::evidence::{number, sentences};
use crate::views::lockstep::mips::Timeline;
use crate::wire::wire;
use values::Values;

/// Maximum number of reported meetings.
const MEETINGS: usize = 10_000;

wire! {
    /// A moment at which both runs are at a place of the proof.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Meeting {
        /// The index of the place in [`ProofView`](super::ProofView).
        pub place: u32,
        /// The steps that the left and the right program have taken.
        pub steps: [u32; 2],
        /// For each sentence of the place's invariant, whether the two states satisfy it; `None` if it has words that
        /// are not computed here.
        pub holds: Vec<Option<bool>>,
    }
}

/// The meetings of two runs of MIPS programs, in order. The start and the ends are excluded. The list stops where the
/// continuation of a run is unknown.
pub fn meetings(evidence: &Evidence, reading: &Reading, runs: [&Timeline; 2]) -> Vec<Meeting> {
    let mut meetings = Vec::new();
    let (mut script, mut steps) = (&evidence.start, [0, 0]);
    while meetings.len() < MEETINGS {
        let mut arrivals = Vec::new();
        arrive(script, steps, &mut arrivals);
        arrivals.retain(|(name, steps)| {
            let node = evidence.nodes.get(*name);
            node.is_some_and(|node| is_there(&node.holds, runs, *steps, reading.end))
        });
        arrivals.dedup();
        // If several cases reach such addresses, the invariants decide.
        if arrivals.len() > 1 {
            arrivals.retain(|(name, steps)| {
                let holds = holds(&evidence.nodes[*name].holds, reading, runs, *steps);
                !holds.contains(&Some(false))
            });
        }
        let &[(name, next)] = &arrivals[..] else { break };
        let Some(index) = evidence.nodes.keys().position(|it| it == name) else { break };
        let node = &evidence.nodes[name];
        meetings.push(Meeting {
            // The start is the first place.
            place: index as u32 + 1,
            steps: next.map(|steps| steps as u32),
            holds: holds(&node.holds, reading, runs, next),
        });
        if next == steps {
            break;
        }
        (script, steps) = (&node.script, next);
    }
    meetings
}

/// The nodes at which a script arrives, with the steps of both programs. Paths with calls are left out: how long a
/// contract runs is not known.
fn arrive<'e>(
    script: &'e Script,
    mut steps: [usize; 2],
    arrivals: &mut Vec<(&'e str, [usize; 2])>,
) {
    for step in script {
        match step {
            Step::Run { run: (side, count) } => {
                let Ok(count) = usize::try_from(*count) else { return };
                steps[side.index()] = steps[side.index()].saturating_add(count);
            }
            Step::Rule(rule) => rule.cases.iter().for_each(|case| arrive(case, steps, arrivals)),
            Step::Arrive { arrive, .. } => arrivals.push((arrive, steps)),
            Step::Call { .. } => return,
            _ => {}
        }
    }
}

/// Whether both runs are at the addresses of an invariant after so many steps.
fn is_there(holds: &Invariant, runs: [&Timeline; 2], steps: [usize; 2], end: u32) -> bool {
    Side::BOTH.into_iter().all(|side| {
        let (run, steps) = (runs[side.index()], steps[side.index()]);
        match holds.at.get(&side).and_then(|at| number(at)) {
            Some(address) if address == end => steps == run.len() && !run.is_cut(),
            Some(address) => steps < run.len() && run.pc(steps).0 == address,
            None => false,
        }
    })
}

/// For each sentence of an invariant, whether the states of two runs satisfy it.
fn holds(
    holds: &Invariant,
    reading: &Reading,
    runs: [&Timeline; 2],
    steps: [usize; 2],
) -> Vec<Option<bool>> {
    let mut values = Values { names: BTreeMap::new(), runs, steps };
    values.take_inputs(reading);
    values.take_variables(holds);
    sentences(holds, &reading.names).iter().map(|it| values.holds(&it.claim)).collect()
}
