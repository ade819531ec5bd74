//! Symbolic paths from a location to the next ones.

use super::location::{self, Location};
use crate::isa::Reg;
use crate::machine::Image;
use crate::machine::memory::MEMORY_END;
use crate::machine::semantics::Flow;
use crate::program::Address;
use crate::symbolic::output::Written;
use crate::symbolic::step::ways;
use crate::symbolic::{Array, State};
use crate::term::{Term, Terms};

/// Steps of a path at most.
const STEPS: u64 = 4_096;
/// Paths from a location at most.
const PATHS: usize = 128;
/// Instructions that are executed at most for the paths from a location.
const INSTRUCTIONS: u64 = 20_000;

/// Why nothing is known of how a path goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// It is too long.
    TooLong,
    /// It stores into the program's text, or goes on outside of it.
    OtherCode,
    /// It jumps to an address that is not known.
    UnknownTarget,
    /// It branches back with an address in `$31` that is not known.
    UnknownLink,
}

/// One path of a program.
#[derive(Clone, Debug)]
pub struct Path<'i> {
    /// What all hold on this path, in order.
    pub conditions: Vec<Term>,
    /// The state behind it.
    pub state: State<Array<'i>>,
    /// What it printed.
    pub output: Vec<Written>,
    /// Where it gets to.
    pub end: Result<Location, Stuck>,
}

/// A path that goes on.
struct Open<'i> {
    conditions: Vec<Term>,
    state: State<Array<'i>>,
    output: Vec<Written>,
    pc: u32,
    steps: u64,
    pieces: u32,
}

/// All paths of this many pieces from a location, fewer where the program ends;
/// or none where they are too many. The conditions of the paths exclude each
/// other, and where the assumptions hold they cover all states.
///
/// With no piece, or from where a run has ended, there is one path, of no step.
pub fn paths<'i>(
    terms: &mut Terms,
    image: &'i Image,
    from: Location,
    state: State<Array<'i>>,
    assumptions: &[Term],
    pieces: u32,
) -> Option<Vec<Path<'i>>> {
    let (Some(pc), 1..) = (from.pc(), pieces) else {
        return Some(vec![Path { conditions: vec![], state, output: vec![], end: Ok(from) }]);
    };
    let start = Open { conditions: vec![], state, output: vec![], pc, steps: 0, pieces };
    let (mut open, mut ended) = (vec![start], Vec::new());
    let mut instructions = 0;
    while let Some(path) = open.pop() {
        instructions += 1;
        if instructions > INSTRUCTIONS || open.len() + ended.len() > PATHS {
            return None;
        }
        advance(terms, image, assumptions, path, &mut open, &mut ended)?;
    }
    Some(ended)
}

/// Executes the next instruction of a path.
fn advance<'i>(
    terms: &mut Terms,
    image: &'i Image,
    assumptions: &[Term],
    mut path: Open<'i>,
    open: &mut Vec<Open<'i>>,
    ended: &mut Vec<Path<'i>>,
) -> Option<()> {
    let pc = path.pc;
    let mut end = |path: Open<'i>, end| {
        let Open { conditions, state, output, .. } = path;
        ended.push(Path { conditions, state, output, end });
    };
    if pc == image.return_address() {
        end(path, Ok(Location::Done));
        return Some(());
    }
    if path.steps >= STEPS {
        end(path, Err(Stuck::TooLong));
        return Some(());
    }
    if !pc.is_multiple_of(4) || pc >= MEMORY_END {
        end(path, Ok(Location::Fault));
        return Some(());
    }
    if let Some(printer) = image.printer()
        && pc == printer.entry.0
    {
        path.steps += printer.steps;
        path.output.push(Written::Number(path.state.reg(Reg::FIRST_INPUT)));
        path.pc = printer.exit.0;
        open.push(path);
        return Some(());
    }
    let word = match image.words().get(Address(pc).word_index()) {
        Some(&word) => word,
        None => {
            // There is what the program has stored there, or zero.
            let address = terms.word(pc);
            let word = terms.select(path.state.memory.term, address);
            let Some(word) = terms.as_const(word) else {
                end(path, Err(Stuck::OtherCode));
                return Some(());
            };
            word as u32
        }
    };
    let known = [assumptions, &path.conditions].concat();
    let Open { conditions, state, output, steps, pieces, .. } = path;
    for way in ways(terms, state, &known, pc, word)? {
        let mut conditions = conditions.clone();
        conditions.extend(way.decisions.iter().map(|decision| decision.term));
        let mut output = output.clone();
        output.extend(way.output.map(Written::Byte));
        let mut next = Open { conditions, state: way.state, output, pc, steps: steps + 1, pieces };
        let flow = match way.end {
            Ok(flow) => flow,
            Err(_) => {
                end(next, Ok(Location::Fault));
                continue;
            }
        };
        if way.stores_text {
            end(next, Err(Stuck::OtherCode));
            continue;
        }
        let jumps = matches!(flow, Flow::Jump(_) | Flow::Call(_));
        next.pc = match flow {
            Flow::To(to) => to,
            Flow::Jump(to) | Flow::Call(to) => match terms.as_const(to) {
                Some(to) => to as u32,
                None => {
                    end(next, Err(Stuck::UnknownTarget));
                    continue;
                }
            },
        };
        if !jumps && location::is_back(pc, next.pc) {
            let Some(link) = terms.as_const(next.state.reg(Reg::RETURN_ADDRESS)) else {
                end(next, Err(Stuck::UnknownLink));
                continue;
            };
            next.pieces -= 1;
            if next.pieces == 0 {
                let at = next.pc;
                end(next, Ok(Location::Cut { from: pc, at, link: link as u32 }));
                continue;
            }
        }
        open.push(next);
    }
    Some(())
}
