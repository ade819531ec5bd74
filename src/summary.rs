//! A whole program as one formula over its inputs, all paths merged.
//!
//! Where two branches meet again, a search by paths doubles its work; here the
//! two states become one, in which a register that differs holds "if the
//! condition, then the one value, else the other" (state merging, known from
//! bounded model checking). So that states that are to meet do, they wait for
//! each other by their place in the program (`position`).
//!
//! That is possible only for a program whose runs end within the fuel whatever
//! its inputs, as far as rewriting can tell, and that keeps to addresses and
//! jumps that do not depend on its inputs. [`summarize`] says nothing about
//! any other. It needs no solver, and its cost is counted.

mod position;

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::cpu::Image;
use crate::isa::{self, Instruction, Op, Reg};
use crate::memory::{MEMORY_END, OUTPUT_ADDRESS};
use crate::program::Address;
use crate::query;
use crate::term::{Node, Term, Terms};
use position::{Loop, Position, loops};

/// Instructions that are executed at most, on all states together.
const INSTRUCTIONS: u32 = 100_000;
/// States that meet at one place at most.
const MEETING: usize = 256;
/// Targets of a jump at most.
const TARGETS: usize = 16;

/// A program as a formula.
#[derive(Clone, Copy, Debug)]
pub struct Summary {
    /// Whether it faults, a boolean; it stops otherwise, within the fuel.
    pub faults: Term,
    /// `$3` at the end where it does not fault.
    pub result: Term,
}

impl Summary {
    /// That two programs differ on an input, a boolean.
    pub fn differ(self, other: Summary, terms: &mut Terms) -> Term {
        let (left, right) = (terms.not(self.faults), terms.not(other.faults));
        let (only_left, only_right) =
            (terms.and(left, other.faults), terms.and(self.faults, right));
        let one_faults = terms.or(only_left, only_right);
        let equal = terms.eq(self.result, other.result);
        let results_differ = terms.not(equal);
        let both = terms.and(left, right);
        let both_differ = terms.and(both, results_differ);
        terms.or(one_faults, both_differ)
    }
}

/// The summary of a program over the inputs `$1` and `$2` of these terms, or
/// `None` where it has none or is too large.
pub fn summarize(terms: &mut Terms, image: &Image, fuel: u64) -> Option<Summary> {
    let inputs = query::inputs(terms);
    let zero = terms.word(0);
    let mut regs = [zero; 32];
    for reg in Reg::all() {
        regs[usize::from(reg.number())] = match image.initial(reg) {
            Some(value) => terms.word(value),
            None => inputs[usize::from(reg == Reg::SECOND_INPUT)],
        };
    }
    let loops = loops(image.words());
    let mut position = Position::default();
    position.call(0, &loops);
    let (guard, memory) = (Vec::new(), BTreeMap::new());
    let start = State { guard, regs, hi: zero, lo: zero, memory, position, steps: 0 };
    let faults = terms.bool(false);
    let waiting = BTreeMap::from([(start.position.key(), vec![start])]);
    Summarizer { terms, image, fuel, loops, waiting, faults }.run()
}

/// The machine on some of the inputs.
#[derive(Clone)]
struct State {
    /// What all hold for the inputs that get here. States that wait have
    /// guards that exclude each other.
    guard: Vec<Term>,
    regs: [Term; 32],
    hi: Term,
    lo: Term,
    /// Words that were stored.
    memory: BTreeMap<u32, Term>,
    position: Position,
    /// Steps taken, at most.
    steps: u64,
}

struct Summarizer<'a> {
    terms: &'a mut Terms,
    image: &'a Image,
    fuel: u64,
    loops: Vec<Loop>,
    waiting: BTreeMap<Vec<u32>, Vec<State>>,
    faults: Term,
}

impl Summarizer<'_> {
    fn run(&mut self) -> Option<Summary> {
        let mut ended = Vec::new();
        let mut instructions = 0;
        while let Some((_, states)) = self.waiting.pop_first() {
            let state = self.merge(states)?;
            let pc = state.position.pc();
            if pc == self.image.return_address() {
                ended.push(state);
                continue;
            }
            instructions += 1;
            if instructions > INSTRUCTIONS || state.steps >= self.fuel {
                return None;
            }
            self.step(pc, state)?;
        }
        let result = match ended.is_empty() {
            // It faults whatever its inputs.
            true => self.terms.word(0),
            false => self.merge(ended)?.reg(Reg::RESULT),
        };
        Some(Summary { faults: self.faults, result })
    }

    /// Lets a state wait until it is its turn to go on from there.
    fn wait(&mut self, pc: u32, mut state: State) {
        state.position.go(pc, &self.loops);
        self.enqueue(state);
    }

    fn enqueue(&mut self, state: State) {
        self.waiting.entry(state.position.key()).or_default().push(state);
    }

    /// Executes an instruction; the states that it leads to wait.
    fn step(&mut self, pc: u32, mut state: State) -> Option<()> {
        state.steps += 1;
        let word = match self.image.words().get(pc as usize / 4) {
            Some(&word) if pc.is_multiple_of(4) => word,
            _ => return self.outside_text(pc, &state),
        };
        let Some(instruction) = isa::decode(word) else {
            self.fault(&state.guard);
            return Some(());
        };
        let Instruction { op, s, t, d, i } = instruction;
        let (a, b) = (state.reg(s), state.reg(t));
        let next = pc.wrapping_add(4);
        match op {
            Op::Add => state.assign(d, self.terms.add(a, b)),
            Op::Sub => state.assign(d, self.terms.sub(a, b)),
            Op::Slt | Op::Sltu => {
                let less = if op == Op::Slt { self.terms.slt(a, b) } else { self.terms.ult(a, b) };
                let (one, zero) = (self.terms.word(1), self.terms.word(0));
                state.assign(d, self.terms.ite(less, one, zero));
            }
            Op::Mult | Op::Multu => {
                let product = self.product(op, a, b);
                (state.lo, state.hi) = (self.terms.low(product), self.terms.high(product));
            }
            Op::Div | Op::Divu => return self.divide(op, next, a, b, state),
            Op::Mfhi => state.assign(d, state.hi),
            Op::Mflo => state.assign(d, state.lo),
            Op::Lis => {
                let word = *self.image.words().get(next as usize / 4)?;
                state.assign(d, self.terms.word(word));
                self.wait(next.wrapping_add(4), state);
                return Some(());
            }
            Op::Jr => return self.jump(Op::Jr, a, state),
            Op::Jalr => {
                state.assign(Reg::RETURN_ADDRESS, self.terms.word(next));
                return self.jump(Op::Jalr, a, state);
            }
            Op::Beq | Op::Bne => {
                let target = next.wrapping_add_signed(i32::from(i) * 4);
                let ways = if op == Op::Beq { [target, next] } else { [next, target] };
                self.branch(a, b, ways, state);
                return Some(());
            }
            Op::Lw | Op::Sw => return self.access(op, instruction, next, state),
        }
        self.wait(next, state);
        Some(())
    }

    fn product(&mut self, op: Op, a: Term, b: Term) -> Term {
        let (a, b) = match op {
            Op::Mult => (self.terms.sign_extend(a), self.terms.sign_extend(b)),
            _ => (self.terms.zero_extend(a), self.terms.zero_extend(b)),
        };
        self.terms.mul(a, b)
    }

    fn divide(&mut self, op: Op, next: u32, a: Term, b: Term, mut state: State) -> Option<()> {
        let zero = self.terms.word(0);
        let by_zero = self.terms.eq(b, zero);
        let [faulting, going_on] = self.split(by_zero, &state.guard);
        if let Some(guard) = faulting {
            self.fault(&guard);
        }
        if let Some(guard) = going_on {
            state.guard = guard;
            (state.lo, state.hi) = match op {
                Op::Div => (self.terms.sdiv(a, b), self.terms.srem(a, b)),
                _ => (self.terms.udiv(a, b), self.terms.urem(a, b)),
            };
            self.wait(next, state);
        }
        Some(())
    }

    /// Goes the one way where two words are equal, and the other elsewhere.
    fn branch(&mut self, a: Term, b: Term, ways: [u32; 2], state: State) {
        let test = self.terms.eq(a, b);
        let guards = self.split(test, &state.guard);
        for ((guard, target), equal) in guards.into_iter().zip(ways).zip([true, false]) {
            let Some(guard) = guard else { continue };
            let mut state = State { guard, ..state.clone() };
            if let Some((word, value)) = self.terms.settled(a, b, equal) {
                state.replace(word, value);
            }
            self.wait(target, state);
        }
    }

    /// Goes to the address that a word is: one, or one of a few.
    fn jump(&mut self, op: Op, to: Term, state: State) -> Option<()> {
        let mut choices = vec![(to, state.guard.clone())];
        let mut targets = Vec::new();
        while let Some((to, guard)) = choices.pop() {
            if let Some(target) = self.terms.as_const(to) {
                targets.push((target as u32, guard));
                continue;
            }
            let Node::Ite(test, then, other) = self.terms.node(to) else { return None };
            let [holds, fails] = self.split(test, &guard);
            choices.extend(holds.map(|guard| (then, guard)));
            choices.extend(fails.map(|guard| (other, guard)));
            if choices.len() + targets.len() > TARGETS {
                return None;
            }
        }
        for (target, guard) in targets {
            let mut state = State { guard, ..state.clone() };
            match op {
                Op::Jalr => state.position.call(target, &self.loops),
                _ => state.position.jump(target, &self.loops),
            }
            self.enqueue(state);
        }
        Some(())
    }

    fn access(
        &mut self,
        op: Op,
        instruction: Instruction,
        next: u32,
        mut state: State,
    ) -> Option<()> {
        let offset = self.terms.word(i32::from(instruction.i) as u32);
        let address = self.terms.add(state.reg(instruction.s), offset);
        let address = self.terms.as_const(address)? as u32;
        let in_memory = address < MEMORY_END && address.is_multiple_of(4);
        let index = address as usize / 4;
        match op {
            Op::Lw if in_memory => {
                let word = match state.memory.get(&address) {
                    Some(&word) => word,
                    None => self.initial(address),
                };
                state.assign(instruction.t, word);
            }
            // A program that writes its own text has no summary.
            Op::Sw if in_memory && index < self.image.words().len() => return None,
            Op::Sw if in_memory => {
                state.memory.insert(address, state.reg(instruction.t));
            }
            Op::Sw if address == OUTPUT_ADDRESS => {}
            _ => {
                self.fault(&state.guard);
                return Some(());
            }
        }
        self.wait(next, state);
        Some(())
    }

    /// What is in memory at the start.
    fn initial(&mut self, address: u32) -> Term {
        let word = self.image.words().get(Address(address).word_index());
        self.terms.word(word.copied().unwrap_or(0))
    }

    /// There are no instructions but those of the text, and those that the
    /// program has stored.
    fn outside_text(&mut self, pc: u32, state: &State) -> Option<()> {
        if state.memory.contains_key(&pc) {
            return None;
        }
        self.fault(&state.guard);
        Some(())
    }

    fn fault(&mut self, guard: &[Term]) {
        let here = self.conjunction(guard);
        self.faults = self.terms.or(self.faults, here);
    }

    fn conjunction(&mut self, guard: &[Term]) -> Term {
        let all = self.terms.bool(true);
        guard.iter().rev().fold(all, |all, &test| self.terms.and(test, all))
    }

    /// The guard with a test that holds, and with one that fails: those that
    /// do not contradict themselves at first sight.
    fn split(&mut self, test: Term, guard: &[Term]) -> [Option<Vec<Term>>; 2] {
        let fails = self.terms.not(test);
        [(test, fails), (fails, test)].map(|(test, opposite)| match self.terms.as_bool(test) {
            Some(true) => Some(guard.to_vec()),
            Some(false) => None,
            None if guard.contains(&test) => Some(guard.to_vec()),
            None if guard.contains(&opposite) => None,
            None => Some([guard, &[test]].concat()),
        })
    }

    /// One state for several that have met.
    ///
    /// Those whose guards have the most in common are merged first, as the
    /// branches are nested; so the two ways of each branch are put together
    /// again, and the condition on it goes away.
    fn merge(&mut self, mut states: Vec<State>) -> Option<State> {
        if states.len() > MEETING {
            return None;
        }
        loop {
            let longest = (0..states.len()).max_by_key(|&i| states[i].guard.len())?;
            let one = states.swap_remove(longest);
            let common = |other: &State| common_prefix(&one.guard, &other.guard);
            let Some(nearest) = (0..states.len()).max_by_key(|&i| common(&states[i])) else {
                return Some(one);
            };
            let other = states.swap_remove(nearest);
            let merged = self.join(one, other);
            states.push(merged);
        }
    }

    fn join(&mut self, a: State, b: State) -> State {
        let common = common_prefix(&a.guard, &b.guard);
        let (rest_a, rest_b) = (&a.guard[common..], &b.guard[common..]);
        let mut here_a = self.conjunction(rest_a);
        let here_b = self.conjunction(rest_b);
        let either = self.terms.or(here_a, here_b);
        // Where the guards part by a branch, its condition is enough to tell.
        if let (Some(&first_a), Some(&first_b)) = (rest_a.first(), rest_b.first())
            && self.terms.not(first_a) == first_b
        {
            here_a = first_a;
        }
        let mut guard = a.guard[..common].to_vec();
        if self.terms.as_bool(either) != Some(true) {
            guard.push(either);
        }
        let mut choose = |x, y| self.terms.ite(here_a, x, y);
        let mut regs = a.regs;
        for (word, other) in regs.iter_mut().zip(b.regs) {
            *word = choose(*word, other);
        }
        let (hi, lo) = (choose(a.hi, b.hi), choose(a.lo, b.lo));
        let mut words: FxHashMap<u32, [Option<Term>; 2]> = FxHashMap::default();
        for (side, memory) in [&a.memory, &b.memory].into_iter().enumerate() {
            for (&address, &word) in memory {
                words.entry(address).or_default()[side] = Some(word);
            }
        }
        let mut memory = BTreeMap::new();
        for (address, [x, y]) in words {
            let initial = self.initial(address);
            let word = self.terms.ite(here_a, x.unwrap_or(initial), y.unwrap_or(initial));
            memory.insert(address, word);
        }
        let steps = a.steps.max(b.steps);
        State { guard, regs, hi, lo, memory, position: a.position, steps }
    }
}

fn common_prefix(a: &[Term], b: &[Term]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

impl State {
    fn reg(&self, reg: Reg) -> Term {
        self.regs[usize::from(reg.number())]
    }

    /// Puts a value in the place of a word that is known to be it.
    fn replace(&mut self, word: Term, value: Term) {
        let words = self.regs.iter_mut().chain(self.memory.values_mut());
        words.filter(|held| **held == word).for_each(|held| *held = value);
    }

    fn assign(&mut self, reg: Reg, value: Term) {
        if reg != Reg::ZERO {
            self.regs[usize::from(reg.number())] = value;
        }
    }
}
