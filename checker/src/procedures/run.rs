//! All paths of a program from a point, to the next stop.

use super::claim::{Goes, Until};
use crate::certificate::{Location, Program};
use crate::execute::{Advance, Executed, Next, Path, Stuck};
use crate::refusal::Refusal;
use crate::terms::{Condition, Word};
use crate::walk::{Departure, Walk};

/// Where a path stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Before this address, after the instruction that was named.
    At(u32),
    /// At a call. `next` is the address after it; none if a loop treated as a procedure is entered.
    Call {
        target: u32,
        next: Option<u32>,
    },
    /// At a return to the entry's `$31`, or at the exit of a loop treated as a procedure.
    Return,
    Done,
    Fault,
    Stuck(Stuck),
}

/// How the current procedure returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Returns {
    /// A procedure: by a jump to its entry's `$31`.
    To(Word),
    /// A loop treated as one: by reaching this address.
    At(u32),
}

/// A path, and where it stopped.
pub struct Ended {
    pub path: Path,
    pub end: End,
}

/// A path during execution.
#[derive(Clone)]
struct Open {
    path: Path,
    /// How often the instruction after which it stops was executed.
    passed: u32,
}

impl Walk<'_> {
    /// The paths of a program from an address, within a procedure, under the decisions of the other program.
    pub(super) fn runs(
        &mut self,
        (side, pc): (usize, u32),
        start: &Departure,
        goes: &Goes,
        returns: Returns,
        others: &[Condition],
    ) -> Result<Vec<Ended>, Refusal> {
        let state = start.states[side].clone();
        let (conditions, output) = (vec![], vec![]);
        let path = Path {
            conditions,
            state,
            output,
            pc,
            pieces: None,
            steps: 0,
            wrote_text: false,
            unknown: vec![],
            lap: None,
            cycle: None,
        };
        let premises = [&start.premises[..], others].concat();
        let Program { return_address, stream, .. } = &self.certificate.programs[side];
        let inputs = self.inputs.clone();
        let program = Executed {
            side,
            return_address: *return_address,
            stream,
            inputs: &inputs,
            from_start: false,
        };
        let until = goes.until[side];
        self.effort.departs();
        let (mut open, mut ended) = (vec![Open { path, passed: 0 }], Vec::new());
        while let Some(Open { mut path, mut passed }) = open.pop() {
            self.counts(open.len() + ended.len())?;
            let pc = path.pc;
            // If the loop is left already, nothing is executed.
            if returns == Returns::At(pc) {
                ended.push(Ended { path, end: End::Return });
                continue;
            }
            if path.steps > 0 && goes.loops[side].contains(&pc) {
                ended.push(Ended { path, end: End::Call { target: pc, next: None } });
                continue;
            }
            let next = match program.step(&mut self.scene, &premises, &mut path) {
                Ok(Next::To(next)) => Ok(next),
                Ok(Next::Jump { target, links: false }) if returns == Returns::To(target) => {
                    Err(End::Return)
                }
                Ok(Next::Jump { target, links }) => match self.scene.terms.as_constant(target) {
                    None => Err(End::Stuck(Stuck::UnknownTarget)),
                    Some(target) if links && !goes.enters[side].contains(&pc) => {
                        Err(End::Call { target, next: Some(pc.wrapping_add(4)) })
                    }
                    Some(target) => Ok(target),
                },
                Err(Advance::At(Location::Done)) => Err(End::Done),
                Err(Advance::At(_)) => Err(End::Fault),
                Err(Advance::Stuck(stuck)) => Err(End::Stuck(stuck)),
                Err(Advance::Depends(fact)) => {
                    let conditions = [&premises[..], &path.conditions].concat();
                    for condition in self.ways(start, conditions, fact)?.into_iter().rev() {
                        let mut way = path.clone();
                        way.conditions.push(condition);
                        open.push(Open { path: way, passed });
                    }
                    continue;
                }
                Err(Advance::Open | Advance::Asks(_)) => continue,
            };
            let next = match next {
                Ok(next) => next,
                Err(end) => {
                    ended.push(Ended { path, end });
                    continue;
                }
            };
            if let Some(Until { executed, times }) = until
                && executed == pc
            {
                passed += 1;
                if passed >= times {
                    ended.push(Ended { path, end: End::At(next) });
                    continue;
                }
            }
            path.pc = next;
            open.push(Open { path, passed });
        }
        Ok(ended)
    }
}
