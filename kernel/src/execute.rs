//! One step of a program, over numbers or over terms.
//!
//! [`step`] is the only definition of instructions in the kernel. It is generic over a [`Domain`] of words: numbers for
//! a run of one input, terms for all inputs at once. If a step depends on a fact that the domain does not know, it
//! returns the fact as a question and leaves the state unchanged.

use std::rc::Rc;

use crate::machine::{Access, Comparison, Instruction, Machine, Value};
use crate::refusal::{Refusal, ensure, wrong};
use crate::word::Operator;

/// The state of a program.
#[derive(Clone, Debug)]
pub struct State<W, M> {
    /// The address of the next instruction.
    pub pc: W,
    /// The registers, as the machine numbers them.
    pub registers: Vec<W>,
    /// The memory.
    pub memory: M,
    /// The number of input bytes that were read.
    pub taken: usize,
    /// Printed words, of which only the low byte counts, that have not been compared yet.
    pub output: Vec<W>,
    /// Whether it has faulted.
    pub has_faulted: bool,
    /// How many instructions were executed.
    pub steps: u64,
}

impl<W, M> State<W, M> {
    /// A state before any step.
    pub fn new(pc: W, registers: Vec<W>, memory: M) -> State<W, M> {
        let (taken, output) = (0, Vec::new());
        State { pc, registers, memory, taken, output, has_faulted: false, steps: 0 }
    }
}

/// A program that is executed.
#[derive(Clone)]
pub struct Program<W> {
    /// The machine.
    pub machine: &'static Machine,
    /// The address at which it ends.
    pub return_address: u64,
    /// The bytes of its input stream.
    pub stream: Rc<[W]>,
}

/// How a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The program reached its return address.
    Done,
    /// The program executed something that the machine does not allow.
    Fault,
}

/// A fact that a step depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question<W> {
    /// Whether a word is zero.
    Zero(W),
    /// Whether a word is below another as an unsigned number.
    Below(W, W),
    /// Whether a word is below another as a signed number.
    BelowSigned(W, W),
}

/// Why a program does not step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop<W> {
    /// It has ended.
    Ended(Ending),
    /// The step depends on an unknown fact.
    Undecided(Question<W>),
    /// The kernel cannot follow the step.
    Refused(Refusal),
}

impl<W> From<Refusal> for Stop<W> {
    fn from(refusal: Refusal) -> Stop<W> {
        Stop::Refused(refusal)
    }
}

/// The representation of words and memories.
pub trait Domain {
    /// A word.
    type Word: Copy;
    /// A memory.
    type Memory;

    /// The word of a number.
    fn constant(&mut self, value: u64) -> Self::Word;
    /// The value of a word, if it is known.
    fn value(&self, word: Self::Word) -> Option<u64>;
    /// An operator applied to words.
    fn apply(
        &mut self,
        operator: Operator,
        a: Self::Word,
        b: Self::Word,
    ) -> Result<Self::Word, Refusal>;
    /// Whether a fact holds, if it is known.
    fn holds(&mut self, question: Question<Self::Word>) -> Result<Option<bool>, Refusal>;
    /// The word at an address.
    fn load(&mut self, memory: &Self::Memory, at: Self::Word) -> Result<Self::Word, Refusal>;
    /// Sets the word at an address.
    fn store(&mut self, memory: &mut Self::Memory, at: Self::Word, value: Self::Word);
    /// The program's word at an address, if it is known.
    fn fetch(&mut self, memory: &Self::Memory, at: u64) -> Result<Option<u64>, Refusal>;
    /// The end of the text. No store may be below this address, since `fetch` relies on it.
    fn protected_end(&self) -> u64;
}

/// Executes the next instruction of a program. Unless it returns `Ok`, the state is unchanged.
pub fn step<D: Domain>(
    domain: &mut D,
    program: &Program<D::Word>,
    state: &mut State<D::Word, D::Memory>,
) -> Result<(), Stop<D::Word>> {
    let machine = program.machine;
    let fault = || Stop::Ended(Ending::Fault);
    if state.has_faulted {
        return Err(fault());
    }
    let pc = domain.value(state.pc);
    let pc = pc.ok_or_else(|| wrong("the address of the next instruction is not known"))?;
    if pc == program.return_address {
        return Err(Stop::Ended(Ending::Done));
    }
    let instruction = (machine.decode)(code(domain, machine, state, pc)?).ok_or_else(fault)?;
    let next = machine.width.wrap(pc.wrapping_add(machine.layout.cell));
    let mut target = domain.constant(next);
    match instruction {
        Instruction::Compute { divisor, sets } => {
            let divisor = divisor.map(|it| Question::Zero(state.registers[it]));
            let is_by_zero = divisor.map_or(Ok(false), |it| decide(domain, it))?;
            if is_by_zero && !machine.divides_by_zero {
                return Err(fault());
            }
            let mut values = Vec::with_capacity(sets.len());
            for (register, value) in sets {
                let value = match value {
                    _ if is_by_zero => domain.constant(0),
                    Value::Register(register) => state.registers[register],
                    Value::Apply(operator, a, b) => {
                        domain.apply(operator, state.registers[a], state.registers[b])?
                    }
                };
                values.push((register, value));
            }
            values.into_iter().for_each(|(register, value)| set(machine, state, register, value));
        }
        Instruction::Load(access) => {
            let address = address(domain, state, access, target)?;
            let word = if is_in_memory(domain, machine, address, machine.input)? {
                domain.load(&state.memory, address)?
            } else {
                let byte = program.stream.get(state.taken).copied();
                state.taken = (state.taken + 1).min(program.stream.len());
                byte.unwrap_or_else(|| domain.constant(machine.width.most()))
            };
            set(machine, state, access.register, word);
            target = domain.constant(machine.width.wrap(next.wrapping_add(access.skipped)));
        }
        Instruction::Store(access) => {
            let address = address(domain, state, access, target)?;
            let word = state.registers[access.register];
            if is_in_memory(domain, machine, address, machine.output)? {
                let end = domain.protected_end();
                let bounds = [end, machine.layout.accesses(machine.layout.kept)];
                let [end_word, kept] = bounds.map(|at| domain.constant(at));
                let is_text = end > 0 && decide(domain, Question::Below(address, end_word))?;
                ensure(!is_text, "a program stores into its own text")?;
                let is_free = decide(domain, Question::Below(address, kept))?;
                ensure(is_free, "a program stores into what the machine keeps")?;
                domain.store(&mut state.memory, address, word);
            } else {
                state.output.push(word);
            }
        }
        Instruction::Branch { when, holds, of, offset } => {
            let [a, b] = of.map(|register| state.registers[register]);
            let question = match when {
                Comparison::Equal => Question::Zero(domain.apply(Operator::Sub, a, b)?),
                Comparison::Below => Question::Below(a, b),
                Comparison::BelowSigned => Question::BelowSigned(a, b),
            };
            if decide(domain, question)? == holds {
                target = domain.constant(machine.width.wrap(next.wrapping_add(offset)));
            }
        }
        Instruction::Jump { to, link } => {
            let behind = std::mem::replace(&mut target, state.registers[to]);
            if let Some(link) = link {
                set(machine, state, link, behind);
            }
        }
        Instruction::Halt => return Err(Stop::Ended(Ending::Done)),
    }
    state.pc = target;
    state.steps += 1;
    Ok(())
}

fn set<W, M>(machine: &Machine, state: &mut State<W, M>, register: usize, value: W) {
    if machine.zero != Some(register) {
        state.registers[register] = value;
    }
}

/// Reads the word at an address as program text. Outside memory it faults.
fn code<D: Domain>(
    domain: &mut D,
    machine: &Machine,
    state: &State<D::Word, D::Memory>,
    at: u64,
) -> Result<u64, Stop<D::Word>> {
    if !at.is_multiple_of(machine.layout.cell) || at >= machine.layout.end {
        return Err(Stop::Ended(Ending::Fault));
    }
    let is_kept = at >= machine.layout.kept;
    let word = if is_kept { None } else { domain.fetch(&state.memory, at)? };
    word.ok_or_else(|| wrong("a program executes a word that is not known").into())
}

fn decide<D: Domain>(domain: &mut D, question: Question<D::Word>) -> Result<bool, Stop<D::Word>> {
    domain.holds(question)?.ok_or(Stop::Undecided(question))
}

fn address<D: Domain>(
    domain: &mut D,
    state: &State<D::Word, D::Memory>,
    access: Access,
    next: D::Word,
) -> Result<D::Word, Refusal> {
    let base = access.base.map_or(next, |base| state.registers[base]);
    let offset = domain.constant(access.offset);
    domain.apply(Operator::Add, base, offset)
}

/// Whether an address is in memory; if not, it is that of the device. Any other address faults.
fn is_in_memory<D: Domain>(
    domain: &mut D,
    machine: &Machine,
    address: D::Word,
    device: u64,
) -> Result<bool, Stop<D::Word>> {
    let layout = machine.layout;
    let end = domain.constant(layout.accesses(layout.end));
    let is_memory = decide(domain, Question::Below(address, end))?;
    // An address is a multiple of the cell size if this shift leaves no bits.
    let shift = machine.width.bits() - layout.cell.trailing_zeros();
    let (operator, operand) =
        if is_memory { (Operator::Mul, 1 << shift) } else { (Operator::Sub, device) };
    let operand = domain.constant(operand);
    let rest = domain.apply(operator, address, operand)?;
    let exists = decide(domain, Question::Zero(rest))?;
    if exists { Ok(is_memory) } else { Err(Stop::Ended(Ending::Fault)) }
}
