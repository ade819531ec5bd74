//! Symbolic execution: the MIPS machine over words that are polynomials.
//!
//! An instruction that depends on an undecided fact returns the fact, and changes nothing; it is executed again for
//! each outcome.
//!
//! On a path from the start all words are functions of the inputs, so all stores are known. Such a path may store into
//! its own text. From then on instructions are loaded like other words, and each fetch asks whether stores at unknown
//! addresses overlap it. At a node, invariants say only that the text is unchanged. So no path from a node may store
//! into the text, and no path that has done so may arrive at a node.

use crate::certificate::{Location, Start};
use crate::decode::{Access, Instruction, Triple, decode};
use crate::frame::Frame;
use crate::jump::Landing;
use crate::lap::Lap;
use crate::memory::{Contents, Memory, below};
use crate::obligation::Scene;
use crate::terms::{Condition, Fact, Terms, Word};

/// The first address after memory.
pub const MEMORY_END: u32 = 0x0100_0000;
/// The address of the output device: a store here prints a byte.
pub(crate) const OUTPUT: u32 = 0xffff_000c;
/// The address of the input device: a load from here reads a byte of the input stream.
pub(crate) const INPUT: u32 = 0xffff_0004;
/// The value of a load at the end of the input stream.
pub(crate) const END_OF_INPUT: u32 = u32::MAX;

/// The registers and the memory of a program.
#[derive(Clone, Debug)]
pub struct State {
    /// `$0` to `$31`.
    pub registers: [Word; 32],
    /// The high word of the last product, or the last remainder.
    pub high: Word,
    /// The low word of the last product, or the last quotient.
    pub low: Word,
    /// Memory.
    pub memory: Memory,
    /// Number of input bytes read.
    pub taken: Word,
    /// The stack words of the current procedure, if these are modelled apart from the memory.
    pub(crate) frame: Option<Frame>,
}

impl State {
    fn set(&mut self, register: usize, word: Word) {
        if register != 0 {
            self.registers[register] = word;
        }
    }
}

/// Why a path cannot be followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// It executes unknown words, or stores into the text where that is not followed.
    OtherCode,
    /// It jumps to an unknown address.
    UnknownTarget,
    /// It branches back while `$31` is unknown.
    UnknownLink,
    /// It reads a byte while the number of bytes read before is unknown.
    UnknownInput,
    /// It accesses memory at an address that may or may not be in its frame.
    UnknownAddress,
}

/// A path of a program during execution.
#[derive(Clone, Debug)]
pub struct Path {
    /// The decisions, in order.
    pub conditions: Vec<Condition>,
    /// The state.
    pub state: State,
    /// Printed words; only their low bytes count.
    pub output: Vec<Word>,
    /// The address of the next instruction.
    pub pc: u32,
    /// Segments left; none if it runs to its end.
    pub pieces: Option<u32>,
    /// Instructions that were executed.
    pub steps: u64,
    /// Whether it has stored into the program's text.
    pub wrote_text: bool,
    /// Facts that were asked for without an answer.
    pub unknown: Vec<Fact>,
    /// The recurrence being watched, since the state that may recur.
    pub lap: Option<Box<Lap>>,
    /// For a path that runs forever, the index of the first printed word that repeats in each round.
    pub cycle: Option<usize>,
}

/// The result of executing one instruction.
#[derive(Clone, Debug)]
pub enum Advance {
    /// The path continues.
    Open,
    /// The path has reached a location.
    At(Location),
    /// It cannot be followed.
    Stuck(Stuck),
    /// The path depends on whether this holds.
    Depends(Fact),
    /// The path continues either way, but with simpler words if this is known to be false.
    Asks(Fact),
}

/// What an instruction depends on.
pub(crate) enum Undecided {
    /// The branch that it takes.
    Way(Fact),
    /// The form of the words that it computes.
    Form(Fact),
}

impl From<Undecided> for Advance {
    fn from(undecided: Undecided) -> Advance {
        match undecided {
            Undecided::Way(fact) => Advance::Depends(fact),
            Undecided::Form(fact) => Advance::Asks(fact),
        }
    }
}

pub(crate) enum Flow {
    To(u32),
    Jump { target: Word, links: bool },
    Fault,
    Stuck(Stuck),
}

/// Where a program continues after an instruction.
pub(crate) enum Next {
    /// To an address.
    To(u32),
    /// To the address in a word. `links` if the instruction is `jalr`, which has set `$31` to the
    /// address after itself.
    Jump { target: Word, links: bool },
}

/// A program with its inputs.
#[derive(Clone, Copy, Debug)]
pub struct Executed<'p> {
    /// The left (0) or the right (1) program.
    pub side: usize,
    /// The address that ends it.
    pub return_address: u32,
    /// The bytes of its input stream.
    pub stream: &'p [Start],
    /// The inputs.
    pub inputs: &'p [Word],
    /// Whether its paths begin at the start, where all words are functions of the inputs. There, a jump to an unknown
    /// address is followed to each word that its target may be, and words stored into the text are executed. At a node
    /// an unknown target would be any word of the text, since the invariant does not mention it.
    pub from_start: bool,
}

impl Executed<'_> {
    /// Executes the next instruction of a path, where `premises` hold besides what
    /// was decided on it. A path that does not go on is as it was.
    pub fn advance(self, scene: &mut Scene, premises: &[Condition], path: &mut Path) -> Advance {
        let pc = path.pc;
        let link = path.state.registers[31];
        let (next, is_jump) = match self.step(scene, premises, path) {
            Ok(Next::To(next)) => (next, false),
            Ok(Next::Jump { target, .. }) if self.from_start => {
                let text_end = scene.memories.text_end(self.side);
                let mut machine = Machine { program: self, scene, premises, path, text_end };
                let advance = match machine.lands(target) {
                    Ok(Landing::At(target)) => Ok(target),
                    Ok(Landing::Fault) => Err(Advance::At(Location::Fault)),
                    Ok(Landing::Stuck(stuck)) => Err(Advance::Stuck(stuck)),
                    Err(undecided) => Err(undecided.into()),
                };
                match advance {
                    Ok(target) => (target, true),
                    Err(advance) => {
                        path.state.registers[31] = link;
                        path.steps -= 1;
                        return advance;
                    }
                }
            }
            Ok(Next::Jump { target, .. }) => match scene.terms.as_constant(target) {
                Some(target) => (target, true),
                None => return Advance::Stuck(Stuck::UnknownTarget),
            },
            Err(advance) => return advance,
        };
        if !is_jump
            && next <= pc
            && let Some(left) = path.pieces
        {
            let Some(link) = scene.terms.as_constant(path.state.registers[31]) else {
                return Advance::Stuck(Stuck::UnknownLink);
            };
            path.pieces = Some(left.saturating_sub(1));
            if left <= 1 && path.wrote_text {
                return Advance::Stuck(Stuck::OtherCode);
            }
            if left <= 1 {
                return Advance::At(Location::Cut { from: pc, at: next, link });
            }
        }
        path.pc = next;
        Advance::Open
    }

    /// Executes the next instruction of a path, and leaves it to the caller to go where that
    /// leads. A path that does not go on is as it was.
    pub(crate) fn step(
        self,
        scene: &mut Scene,
        premises: &[Condition],
        path: &mut Path,
    ) -> Result<Next, Advance> {
        let pc = path.pc;
        if pc == self.return_address {
            return Err(Advance::At(Location::Done));
        }
        if !pc.is_multiple_of(4) || pc >= MEMORY_END {
            return Err(Advance::At(Location::Fault));
        }
        let text_end = scene.memories.text_end(self.side);
        let mut machine = Machine { program: self, scene, premises, path, text_end };
        let word = match machine.fetch(pc) {
            Ok(word) => word.and_then(|word| machine.known_number(word)),
            Err(undecided) => return Err(undecided.into()),
        };
        let Some(word) = word else { return Err(Advance::Stuck(Stuck::OtherCode)) };
        let Some(instruction) = decode(word) else { return Err(Advance::At(Location::Fault)) };
        let next = match machine.execute(instruction) {
            Ok(Flow::To(next)) => Next::To(next),
            Ok(Flow::Jump { target, links }) => Next::Jump { target, links },
            Ok(Flow::Fault) => return Err(Advance::At(Location::Fault)),
            Ok(Flow::Stuck(stuck)) => return Err(Advance::Stuck(stuck)),
            Err(undecided) => return Err(undecided.into()),
        };
        path.steps += 1;
        Ok(next)
    }
}

/// An instruction at work.
pub(crate) struct Machine<'a> {
    pub(crate) program: Executed<'a>,
    pub(crate) scene: &'a mut Scene,
    pub(crate) premises: &'a [Condition],
    pub(crate) path: &'a mut Path,
    pub(crate) text_end: u32,
}

impl Machine<'_> {
    pub(crate) fn terms(&mut self) -> &mut Terms {
        &mut self.scene.terms
    }

    fn register(&self, register: usize) -> Word {
        self.path.state.registers[register]
    }

    pub(crate) fn decide(&mut self, fact: Fact) -> Result<bool, Undecided> {
        if let Some(holds) = self.scene.terms.folded(fact) {
            return Ok(holds);
        }
        let asked = self.scene.terms.fact(fact);
        match self.known(asked.fact) {
            Some(holds) => Ok(holds == asked.holds),
            None => Err(Undecided::Way(asked.fact)),
        }
    }

    /// Whether a fact holds, where that was decided.
    fn known(&self, fact: Fact) -> Option<bool> {
        let known = self.premises.iter().chain(&self.path.conditions);
        known.rev().find(|known| known.fact == fact).map(|known| known.holds)
    }

    /// Whether it is known that a word is not negative as a signed number.
    fn is_natural(&mut self, word: Word) -> Result<bool, Undecided> {
        let is_negative = Fact::Less(true, word, Terms::ZERO);
        let known = self.scene.terms.folded(is_negative).or_else(|| self.known(is_negative));
        match known {
            Some(is_negative) => Ok(!is_negative),
            None if !self.program.from_start || self.path.unknown.contains(&is_negative) => {
                Ok(false)
            }
            None => Err(Undecided::Form(is_negative)),
        }
    }

    /// The word at an address that is a multiple of 4 and in memory, as it is executed, or loaded behind
    /// `lis`; none where it is not known what is there.
    fn fetch(&mut self, address: u32) -> Result<Option<Word>, Undecided> {
        if !self.path.wrote_text {
            let text = self.scene.memories.image(self.program.side);
            if let Some(&word) = text.get(address as usize / 4) {
                return Ok(Some(self.terms().constant(word)));
            }
        }
        if self.path.state.frame.is_some() {
            return Ok(None);
        }
        let word = self.terms().constant(address);
        if !self.program.from_start {
            return Ok(Some(self.load(word)));
        }
        let mut memory = self.path.state.memory;
        while let Contents::Store(before, at, value) = *self.scene.memories.contents(memory) {
            if self.is_at(at, address)? {
                return Ok(Some(value));
            }
            self.scene.memories.pass();
            memory = before;
        }
        Ok(Some(self.scene.memories.load(&mut self.scene.terms, memory, word, &|_| None)))
    }

    fn execute(&mut self, instruction: Instruction) -> Result<Flow, Undecided> {
        use Instruction::*;
        let pc = self.path.pc;
        let next = pc + 4;
        match instruction {
            Add(Triple { d, s, t }) => {
                let (s, t) = (self.register(s), self.register(t));
                let sum = self.terms().add(s, t);
                self.path.state.set(d, sum);
            }
            Sub(Triple { d, s, t }) => {
                let (s, t) = (self.register(s), self.register(t));
                let difference = self.terms().sub(s, t);
                self.path.state.set(d, difference);
            }
            Less { signed, of: Triple { d, s, t } } => {
                let (s, t) = (self.register(s), self.register(t));
                let less = self.terms().less(signed, s, t);
                self.path.state.set(d, less);
            }
            Multiply { signed, s, t } => {
                let (s, t) = (self.register(s), self.register(t));
                self.path.state.high = self.terms().high(signed, s, t);
                self.path.state.low = self.terms().mul(s, t);
            }
            Divide { signed, s, t } => {
                let (s, t) = (self.register(s), self.register(t));
                if self.decide(Fact::Zero(t))? {
                    return Ok(Flow::Fault);
                }
                // Of numbers that are not negative the quotient is the one without a sign, which the other
                // program may compute.
                let signed = signed && !(self.is_natural(s)? && self.is_natural(t)?);
                self.path.state.high = self.terms().remainder(signed, s, t);
                self.path.state.low = self.terms().quotient(signed, s, t);
            }
            MoveHigh(d) => {
                let high = self.path.state.high;
                self.path.state.set(d, high);
            }
            MoveLow(d) => {
                let low = self.path.state.low;
                self.path.state.set(d, low);
            }
            LoadNext(d) => {
                if next >= MEMORY_END {
                    return Ok(Flow::Fault);
                }
                match self.fetch(next)? {
                    Some(word) => self.path.state.set(d, word),
                    None => return Ok(Flow::Stuck(Stuck::OtherCode)),
                }
                return Ok(Flow::To(next + 4));
            }
            Load(access) if self.path.state.frame.is_some() => {
                let address = self.address(access);
                match self.load_with_frame(address) {
                    Ok(word) => self.path.state.set(access.t, word),
                    Err(flow) => return Ok(flow),
                }
            }
            Store(access) if self.path.state.frame.is_some() => {
                let address = self.address(access);
                let word = self.register(access.t);
                if let Err(flow) = self.store_with_frame(address, word) {
                    return Ok(flow);
                }
            }
            Load(access) => {
                let address = self.address(access);
                if !self.decide(Fact::LowZero(address, 2))? {
                    return Ok(Flow::Fault);
                }
                let in_memory = below(self.terms(), address, MEMORY_END);
                let word = if self.decide(in_memory)? {
                    self.load_tested(address)?
                } else if self.is_at(address, INPUT)? {
                    match self.read() {
                        Some(byte) => byte,
                        None => return Ok(Flow::Stuck(Stuck::UnknownInput)),
                    }
                } else {
                    return Ok(Flow::Fault);
                };
                self.path.state.set(access.t, word);
            }
            Store(access) => {
                let address = self.address(access);
                if !self.decide(Fact::LowZero(address, 2))? {
                    return Ok(Flow::Fault);
                }
                let word = self.register(access.t);
                let in_memory = below(self.terms(), address, MEMORY_END);
                if self.decide(in_memory)? {
                    let end = self.text_end;
                    let in_text = below(self.terms(), address, end);
                    if self.decide(in_text)? {
                        if !self.program.from_start {
                            return Ok(Flow::Stuck(Stuck::OtherCode));
                        }
                        self.path.wrote_text = true;
                    }
                    let memory = self.path.state.memory;
                    self.path.state.memory = self.scene.memories.store(memory, address, word);
                } else if self.is_at(address, OUTPUT)? {
                    self.path.output.push(word);
                } else {
                    return Ok(Flow::Fault);
                }
            }
            Branch { on_equal, s, t, offset } => {
                let (s, t) = (self.register(s), self.register(t));
                let difference = self.terms().sub(s, t);
                if self.decide(Fact::Zero(difference))? == on_equal {
                    return Ok(Flow::To(next.wrapping_add_signed(offset)));
                }
            }
            Jump { s, links } => {
                // The target is read first: it may be in `$31`.
                let target = self.register(s);
                if links {
                    let link = self.terms().constant(next);
                    self.path.state.set(31, link);
                }
                return Ok(Flow::Jump { target, links });
            }
        }
        Ok(Flow::To(next))
    }

    fn address(&mut self, Access { s, offset, .. }: Access) -> Word {
        let base = self.register(s);
        let offset = self.terms().constant(offset as u32);
        self.terms().add(base, offset)
    }

    pub(crate) fn is_at(&mut self, address: Word, device: u32) -> Result<bool, Undecided> {
        let device = self.terms().constant(device);
        let distance = self.terms().sub(address, device);
        self.decide(Fact::Zero(distance))
    }

    fn load(&mut self, address: Word) -> Word {
        let Machine { scene, premises, path, .. } = self;
        let decided = |fact: Fact| {
            let known = premises.iter().chain(&path.conditions);
            known.rev().find(|known| known.fact == fact).map(|known| known.holds)
        };
        scene.memories.load(&mut scene.terms, path.state.memory, address, &decided)
    }

    /// A load, once it is decided where the address is.
    pub(crate) fn load_tested(&mut self, address: Word) -> Result<Word, Undecided> {
        let Scene { terms, memories } = &mut *self.scene;
        if let Some(test) = memories.test(terms, self.path.state.memory, address) {
            self.decide(test.fact)?;
        }
        Ok(self.load(address))
    }

    /// The next byte of the input stream.
    fn read(&mut self) -> Option<Word> {
        let Executed { stream, inputs, .. } = self.program;
        if stream.is_empty() {
            return Some(self.terms().constant(END_OF_INPUT));
        }
        let taken = self.scene.terms.as_constant(self.path.state.taken)?;
        Some(match stream.get(taken as usize) {
            None => self.terms().constant(END_OF_INPUT),
            Some(byte) => {
                self.path.state.taken = self.terms().constant(taken + 1);
                match *byte {
                    Start::Word(word) => self.terms().constant(word),
                    Start::Input(index) => inputs[index],
                }
            }
        })
    }
}
