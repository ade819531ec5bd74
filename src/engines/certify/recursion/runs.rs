//! Runs of a loop beside those of a recursive procedure, matching iterations with calls.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::shapes::{STEPS, Shape, follow};
use crate::contract::Contract;
use crate::flow::{Successors, successors};
use crate::machine::memory::MEMORY_END;
use crate::machine::mips::{Op, Reg, decode};
use crate::machine::{Image, Inputs, Machine, Stop};
use crate::program::Address;

/// Maximum number of inputs, and of attempts to find allowed ones.
const INPUTS: usize = 72;
const ATTEMPTS: usize = 2_000;
/// Maximum number of iterations of a run that relations are guessed from.
const ROUNDS: usize = 64;
/// Maximum distance in bytes of a stack word from the entry's `$30`, below and above.
const BELOW: i32 = 1 << 20;
const ABOVE: i32 = 256;

/// Registers, `hi` and `lo`.
pub const WORDS: usize = 34;

/// The state of a program at a place.
#[derive(Clone, Debug)]
pub struct State {
    /// Registers, `hi` and `lo`.
    pub words: [u32; WORDS],
    /// Words of the stack by their distance from `$30` at the entry.
    pub slots: BTreeMap<i32, u32>,
}

impl State {
    fn of(machine: &Machine, stack: u32, slots: &BTreeSet<i32>) -> State {
        let mut words = [0; WORDS];
        Reg::all().for_each(|reg| words[reg.index()] = machine.state.reg(reg));
        [words[32], words[33]] = [machine.state.hi, machine.state.lo];
        let word = |&slot: &i32| {
            let at = stack.wrapping_add_signed(slot);
            let is_there = at.is_multiple_of(4) && at < MEMORY_END;
            is_there.then(|| (slot, machine.memory.load(Address(at))))
        };
        State { words, slots: slots.iter().filter_map(word).collect() }
    }

    /// `$30`.
    pub fn stack(&self) -> u32 {
        self.words[Reg::STACK_POINTER.index()]
    }
}

/// A division in an activation: whether it is signed, and its operands.
pub type Division = (bool, [u32; 2]);

/// An iteration of the loop beside a call of the procedure.
#[derive(Clone, Debug)]
pub struct Round {
    /// At the head and at the entry: the loop's state, then the procedure's.
    pub entry: [State; 2],
    /// The return address of the call.
    pub next: u32,
    /// Where the procedure returns: its own state, and the caller's view.
    pub behind: [State; 2],
    /// Divisions of both until the next iteration, by their addresses.
    pub divisions: [BTreeMap<u32, Division>; 2],
}

/// All iterations of a run.
#[derive(Clone, Debug)]
pub struct Chain {
    /// The inputs.
    pub inputs: Inputs,
    /// The rounds.
    pub rounds: Vec<Round>,
    /// Where the loop exits: its own state, and the enclosing code's view.
    pub exit: [State; 2],
}

/// The observations of all runs.
#[derive(Clone, Debug)]
pub struct Chains {
    /// The exit address of the loop.
    pub exit: u32,
    /// The runs.
    pub all: Vec<Chain>,
    /// Calls of other procedures, in each program.
    pub enters: [BTreeSet<u32>; 2],
    /// Stack words at or above the entry's `$30` that are stored to: by the programs themselves,
    /// and in iterations; the loop's first.
    pub stored: [[BTreeSet<i32>; 2]; 2],
    /// Whether all stores go to the stack.
    pub is_pure: bool,
    /// The largest number of iterations of a run.
    pub longest: usize,
}

/// Inputs to run: small and large words, as far as the contract allows them.
pub fn inputs(images: [&Rc<Image>; 2], contract: &Contract) -> Vec<Inputs> {
    let mut state = 0x9e37_79b9u32;
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state
    };
    let count = contract.names().len();
    let mut kept = Vec::new();
    for attempt in 0..ATTEMPTS {
        let small = attempt as u32 % 14;
        let words = (0..count).map(|index| match (attempt / 14 + index) % 3 {
            0 => small.wrapping_add(index as u32 * 3) % 14,
            1 => random() % 40,
            _ => random(),
        });
        let inputs = contract.fit(&words.collect::<Inputs>());
        if contract.allows(&inputs)
            && !kept.contains(&inputs)
            && images.iter().all(|image| {
                Machine::new(image, &inputs).run(u64::from(STEPS), &mut ()) == Stop::Done
            })
        {
            kept.push(inputs);
        }
        if kept.len() >= INPUTS {
            break;
        }
    }
    kept
}

/// The iterations of a loop beside the calls of a procedure; `None` if they do not match.
pub fn chains(images: [&Rc<Image>; 2], shape: &Shape, inputs: &[Inputs]) -> Option<Chains> {
    let sides = [shape.looping, 1 - shape.looping];
    let mut seen = [Seen::default(), Seen::default()];
    for inputs in inputs {
        let marks = [shape.head, shape.entry];
        for (of, side) in sides.into_iter().enumerate() {
            look(images[side], inputs, (of, marks[of]), &mut seen[of])?;
        }
    }
    let exit = exit(images[sides[0]], shape.head, inputs, &seen[0].body)?;
    let (mut all, mut longest) = (Vec::new(), 0);
    for inputs in inputs {
        let (rounds, exits) = rounds(images[sides[0]], inputs, (shape.head, exit), &seen[0])?;
        let calls = calls(images[sides[1]], inputs, shape.entry, &seen[1])?;
        if rounds.len() != calls.len() {
            return None;
        }
        longest = longest.max(rounds.len());
        // In long runs, later iterations resemble the first ones.
        let (Some(exit), false) = (exits, rounds.len() > ROUNDS) else { continue };
        let both = rounds.into_iter().zip(calls);
        let rounds = both.map(|((head, of_loop), call)| Round {
            entry: [head, call.entry],
            next: call.next,
            behind: call.behind,
            divisions: [of_loop, call.divisions],
        });
        all.push(Chain { inputs: inputs.clone(), rounds: rounds.collect(), exit });
    }
    let mut enters = [BTreeSet::new(), BTreeSet::new()];
    for (of, side) in sides.into_iter().enumerate() {
        enters[side].clone_from(&seen[of].enters);
    }
    let is_pure = seen.iter().all(|seen| seen.is_pure);
    let stored = seen.map(|seen| seen.stored);
    (!all.is_empty()).then_some(Chains { exit, all, enters, stored, is_pure, longest })
}

/// The stack accesses of a program, and the extent of its loop.
struct Seen {
    /// Stack words that are accessed: by the program itself, and in an iteration or a call.
    slots: [BTreeSet<i32>; 2],
    stored: [BTreeSet<i32>; 2],
    /// The addresses executed between the first and the last visit of the head.
    body: BTreeSet<u32>,
    enters: BTreeSet<u32>,
    is_pure: bool,
}

impl Default for Seen {
    fn default() -> Seen {
        let none = || [BTreeSet::new(), BTreeSet::new()];
        let (slots, stored) = (none(), none());
        Seen { slots, stored, body: BTreeSet::new(), enters: BTreeSet::new(), is_pure: true }
    }
}

/// The instruction that a machine executes next.
fn instruction(machine: &Machine) -> Option<crate::machine::mips::Instruction> {
    decode(*machine.image().words().get(Address(machine.state.pc).word_index())?)
}

/// The calls of a procedure in progress, updated at each instruction.
#[derive(Default)]
struct Calls {
    /// `$30` at the entry, and the return address.
    open: Vec<(u32, u32)>,
    from: Option<(u32, Option<Successors>)>,
}

/// The effect of an instruction on them.
enum Turn {
    Enters,
    Returns,
    Goes,
}

impl Calls {
    fn turn(&mut self, machine: &Machine, entry: u32) -> Turn {
        let pc = machine.state.pc;
        let word = machine.image().words().get(Address(pc).word_index());
        let to = (pc, word.and_then(|&word| successors(pc, word)));
        match self.from.replace(to) {
            Some((from, Some(Successors::Call))) if pc == entry => {
                let stack = machine.state.reg(Reg::STACK_POINTER);
                self.open.push((stack, from.wrapping_add(4)));
                Turn::Enters
            }
            Some((_, Some(Successors::Jump))) if self.open.last().is_some_and(|it| it.1 == pc) => {
                self.open.pop();
                Turn::Returns
            }
            _ => Turn::Goes,
        }
    }
}

/// Records the accesses of a run: of a loop (0) or of a procedure (1) that begins there. `None` if
/// the run does not have the required form.
fn look(
    image: &Rc<Image>,
    inputs: &Inputs,
    (of, begin): (usize, u32),
    seen: &mut Seen,
) -> Option<()> {
    let mut calls = Calls::default();
    let mut start = None;
    let mut stack_of_loop = None;
    let mut since_head: Vec<u32> = Vec::new();
    let mut chains = 0;
    let is_done = follow(image, inputs, &mut |machine| {
        let stack = machine.state.reg(Reg::STACK_POINTER);
        let start = *start.get_or_insert(stack);
        let pc = machine.state.pc;
        match of {
            0 if pc == begin => {
                stack_of_loop = Some(stack);
                seen.body.extend(since_head.drain(..));
                since_head.push(pc);
            }
            0 if !since_head.is_empty() => since_head.push(pc),
            0 => {}
            _ => {
                let turn = calls.turn(machine, begin);
                chains += usize::from(matches!(turn, Turn::Enters) && calls.open.len() == 1);
            }
        }
        let Some(it) = instruction(machine) else { return };
        if it.op == Op::Jalr && machine.state.reg(it.s) != begin {
            seen.enters.insert(pc);
        }
        if !matches!(it.op, Op::Lw | Op::Sw) {
            return;
        }
        let at = machine.state.reg(it.s).wrapping_add_signed(i32::from(it.i));
        let slot = |stack: u32| {
            Some(at.wrapping_sub(stack) as i32).filter(|slot| (-BELOW..ABOVE).contains(slot))
        };
        let mut is_on_stack = false;
        // The program's own words, while no call is in progress, and those of an iteration.
        let own = calls.open.is_empty().then_some(start);
        let levels = [own, stack_of_loop.or(calls.open.last().map(|it| it.0))];
        for (level, stack) in levels.into_iter().enumerate() {
            let Some(slot) = stack.and_then(slot) else { continue };
            is_on_stack = true;
            seen.slots[level].insert(slot);
            if it.op == Op::Sw && slot >= 0 {
                seen.stored[level].insert(slot);
            }
        }
        if it.op == Op::Sw {
            seen.is_pure &= is_on_stack;
            let outer = calls.open.iter().filter_map(|&(stack, _)| slot(stack));
            seen.stored[1].extend(outer.filter(|&slot| slot >= 0));
            seen.stored[0].extend(slot(start).filter(|&slot| slot >= 0));
        }
    });
    (is_done && chains <= 1).then_some(())
}

/// The exit of a loop: the first address executed after its last iteration that is not part of it.
fn exit(image: &Rc<Image>, head: u32, inputs: &[Inputs], body: &BTreeSet<u32>) -> Option<u32> {
    let mut exits = BTreeSet::new();
    for inputs in inputs {
        let mut last = None;
        follow(image, inputs, &mut |machine| match machine.state.pc {
            pc if pc == head => last = Some(None),
            pc if last == Some(None) && !body.contains(&pc) => last = Some(Some(pc)),
            _ => {}
        });
        exits.extend(last.flatten());
    }
    match exits.len() {
        1 => exits.first().copied(),
        _ => None,
    }
}

/// Records a division that a machine is about to execute.
fn divide(machine: &Machine, divisions: &mut BTreeMap<u32, Division>) {
    if let Some(it) = instruction(machine)
        && matches!(it.op, Op::Div | Op::Divu)
    {
        let both = [it.s, it.t].map(|reg| machine.state.reg(reg));
        divisions.entry(machine.state.pc).or_insert((it.op == Op::Div, both));
    }
}

type Heads = Vec<(State, BTreeMap<u32, Division>)>;

/// The iterations of a loop, with its exit. `None` if it is entered again.
fn rounds(
    image: &Rc<Image>,
    inputs: &Inputs,
    (head, exit): (u32, u32),
    seen: &Seen,
) -> Option<(Heads, Option<[State; 2]>)> {
    let mut rounds: Heads = Vec::new();
    let mut left: Option<[State; 2]> = None;
    let mut start = None;
    let mut is_one = true;
    follow(image, inputs, &mut |machine| {
        let stack = machine.state.reg(Reg::STACK_POINTER);
        let start = *start.get_or_insert(stack);
        let pc = machine.state.pc;
        if pc == head {
            is_one &= left.is_none() && rounds.first().is_none_or(|it| it.0.stack() == stack);
            rounds.push((State::of(machine, stack, &seen.slots[1]), BTreeMap::new()));
        } else if pc == exit && left.is_none() && !rounds.is_empty() {
            let of_loop = rounds.first().map_or(stack, |it| it.0.stack());
            left = Some([
                State::of(machine, of_loop, &seen.slots[1]),
                State::of(machine, start, &seen.slots[0]),
            ]);
        }
        if left.is_none()
            && let Some((_, divisions)) = rounds.last_mut()
        {
            divide(machine, divisions);
        }
    });
    is_one.then_some((rounds, left))
}

/// A call of the procedure.
struct Called {
    entry: State,
    next: u32,
    behind: [State; 2],
    divisions: BTreeMap<u32, Division>,
}

/// The calls of a procedure, each nested in the previous one.
fn calls(image: &Rc<Image>, inputs: &Inputs, entry: u32, seen: &Seen) -> Option<Vec<Called>> {
    let arguments: BTreeSet<i32> = seen.slots[1].range(0..).copied().collect();
    let mut called: Vec<Called> = Vec::new();
    let mut calls = Calls::default();
    let mut start = None;
    follow(image, inputs, &mut |machine| {
        let stack = machine.state.reg(Reg::STACK_POINTER);
        let start = *start.get_or_insert(stack);
        match calls.turn(machine, entry) {
            Turn::Enters => {
                let next = calls.open.last().map_or(0, |it| it.1);
                let state = State::of(machine, stack, &arguments);
                let behind = [state.clone(), state.clone()];
                called.push(Called { entry: state, next, behind, divisions: BTreeMap::new() });
            }
            Turn::Returns => {
                let depth = calls.open.len();
                let of_caller = match calls.open.last() {
                    Some(&(stack, _)) => State::of(machine, stack, &seen.slots[1]),
                    None => State::of(machine, start, &seen.slots[0]),
                };
                if let Some(call) = called.get_mut(depth) {
                    let own = State::of(machine, call.entry.stack(), &arguments);
                    call.behind = [own, of_caller];
                }
            }
            Turn::Goes => {}
        }
        if calls.open.len() == called.len()
            && let Some(call) = called.last_mut()
        {
            divide(machine, &mut call.divisions);
        }
    });
    calls.open.is_empty().then_some(called)
}
