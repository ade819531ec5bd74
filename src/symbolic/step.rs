//! The machine's semantics over terms: the outcomes of one instruction.
//!
//! Where a test folds to a constant, or is among the assumptions, there is one outcome. Otherwise
//! both are possible: the instruction is executed again with each outcome assumed. This is sound
//! because instructions test before they change anything.

use super::state::{Memory, SymbolicState};
use crate::machine::mips::Reg;
use crate::machine::mips::{self, Destination, Flow, Mips};
use crate::machine::values::{Cause, Domain, Halt, Outcome, Test, Values};
use crate::machine::{BinaryOp, FaultKind, Signedness};
use crate::term::{Term, Terms};

/// A test with its outcome.
#[derive(Clone, Copy, Debug)]
pub struct Decision {
    /// The test.
    pub test: Test<Term, Term>,
    /// The condition that holds with this outcome, as a boolean.
    pub term: Term,
    /// Whether the test holds.
    pub holds: bool,
}

/// One outcome of an instruction.
#[derive(Clone, Debug)]
pub struct Way<M> {
    /// The decisions that lead to this outcome and that no assumption implies, in order.
    pub decisions: Vec<Decision>,
    /// The state after the instruction; on a fault, the state before it.
    pub state: SymbolicState<M>,
    /// Where execution continues, or the fault.
    pub end: Result<Flow<Term>, FaultKind<Term>>,
    /// The word whose low byte was written to the output.
    pub output: Option<Term>,
    /// Whether a word of the program's text was stored to.
    pub stores_text: bool,
}

/// The assumptions before an instruction.
pub trait Assumptions {
    /// The test of the two that is assumed, if either is.
    fn one_of(&self, tests: [Term; 2]) -> Option<Term>;
}

impl Assumptions for [Term] {
    fn one_of(&self, tests: [Term; 2]) -> Option<Term> {
        self.iter().copied().find(|it| tests.contains(it))
    }
}

/// All outcomes of an instruction, those with true tests first; `None` where the state's memory
/// cannot model it.
pub fn ways<M: Memory, A: Assumptions + ?Sized>(
    terms: &mut Terms,
    state: SymbolicState<M>,
    assumptions: &A,
    pc: u32,
    word: u32,
) -> Option<Vec<Way<M>>> {
    let mut ways = Vec::new();
    let mut open = vec![(state, Vec::new())];
    while let Some((mut state, decisions)) = open.pop() {
        let mut execution = Execution {
            terms,
            state: &mut state,
            assumptions,
            decisions: &decisions,
            decided: 0,
            output: None,
            stores_text: false,
        };
        let result = mips::step(&mut execution, pc, word);
        let Execution { output, stores_text, .. } = execution;
        let end = match result {
            Ok(flow) => Ok(flow),
            Err(Halt::Fault(kind)) => Err(kind),
            Err(Halt::Abort(Abort::Unknown)) => return None,
            Err(Halt::Abort(Abort::Undecided(holds, fails))) => {
                let other_way = [&decisions[..], &[fails]].concat();
                open.push((state.clone(), other_way));
                open.push((state, [&decisions[..], &[holds]].concat()));
                continue;
            }
        };
        ways.push(Way { decisions, state, end, output, stores_text });
    }
    Some(ways)
}

/// The term of an operation on two words; a product is a double word.
pub fn binary(terms: &mut Terms, op: BinaryOp, s: Term, t: Term) -> Term {
    match op {
        BinaryOp::Add => terms.add(s, t),
        BinaryOp::Sub => terms.sub(s, t),
        BinaryOp::Quot => terms.sdiv(s, t),
        BinaryOp::Quotu => terms.udiv(s, t),
        BinaryOp::Rem => terms.srem(s, t),
        BinaryOp::Remu => terms.urem(s, t),
        BinaryOp::Slt | BinaryOp::Sltu => {
            let less = if op == BinaryOp::Slt { terms.slt(s, t) } else { terms.ult(s, t) };
            let (one, zero) = (terms.word(1), terms.word(0));
            terms.ite(less, one, zero)
        }
        BinaryOp::Mult64 => {
            let (s, t) = (terms.sign_extend(s), terms.sign_extend(t));
            terms.mul(s, t)
        }
        BinaryOp::Multu64 => {
            let (s, t) = (terms.zero_extend(s), terms.zero_extend(t));
            terms.mul(s, t)
        }
    }
}

/// The condition that a sum, a difference or a product overflows, as a boolean: the exact result
/// does not fit in a word. Words are signed, except in an unsigned product.
#[cfg(feature = "explanations")]
pub fn overflows(terms: &mut Terms, op: BinaryOp, s: Term, t: Term) -> Term {
    let zero = terms.word(0);
    match op {
        BinaryOp::Add | BinaryOp::Sub => {
            let result = binary(terms, op, s, t);
            let [s, t, result] = [s, t, result].map(|word| terms.slt(word, zero));
            let [not_s, not_t, not_result] = [s, t, result].map(|sign| terms.not(sign));
            // A sum overflows if its operands have one sign and the result has the other.
            let [t, not_t] = if op == BinaryOp::Add { [t, not_t] } else { [not_t, t] };
            let (low, high) = (terms.and(s, t), terms.and(not_s, not_t));
            let (low, high) = (terms.and(low, not_result), terms.and(high, result));
            terms.or(low, high)
        }
        BinaryOp::Mult64 => {
            let product = binary(terms, op, s, t);
            let low = terms.low(product);
            let low = terms.sign_extend(low);
            let fits = terms.eq(product, low);
            terms.not(fits)
        }
        BinaryOp::Multu64 => {
            let product = binary(terms, op, s, t);
            let high = terms.high(product);
            let fits = terms.eq(high, zero);
            terms.not(fits)
        }
        _ => terms.bool(false),
    }
}

/// The term of `base + offset`, modulo 2^32.
pub fn address(terms: &mut Terms, base: Term, offset: i16) -> Term {
    let offset = terms.word(i32::from(offset) as u32);
    terms.add(base, offset)
}

/// The term of a test, a boolean.
pub fn test(terms: &mut Terms, test: Test<Term, Term>) -> Term {
    match test {
        Test::Equal(s, t) => terms.eq(s, t),
        Test::Is(of, value) | Test::At(of, value) => {
            let value = terms.word(value);
            terms.eq(of, value)
        }
        Test::Aligned(address) => {
            let (three, zero) = (terms.word(3), terms.word(0));
            let rest = terms.bit_and(address, three);
            terms.eq(rest, zero)
        }
        Test::Below(address, bound) => {
            let bound = terms.word(bound);
            terms.ult(address, bound)
        }
    }
}

/// Why an execution was aborted.
enum Abort {
    /// It depends on an undecided test.
    Undecided(Decision, Decision),
    /// The memory cannot model it.
    Unknown,
}

/// The execution of an instruction.
struct Execution<'a, M, A: ?Sized> {
    terms: &'a mut Terms,
    state: &'a mut SymbolicState<M>,
    assumptions: &'a A,
    decisions: &'a [Decision],
    /// The number of decisions used so far.
    decided: usize,
    output: Option<Term>,
    stores_text: bool,
}

impl<M, A: ?Sized> Values for Execution<'_, M, A> {
    type Word = Term;
    type Address = Term;

    fn constant(&mut self, value: u32) -> Term {
        self.terms.word(value)
    }

    fn binary(&mut self, op: BinaryOp, s: Term, t: Term) -> Term {
        binary(self.terms, op, s, t)
    }

    fn address(&mut self, base: Term, offset: i16) -> Term {
        address(self.terms, base, offset)
    }
}

impl<M: Memory, A: Assumptions + ?Sized> Domain for Execution<'_, M, A> {
    type Abort = Abort;

    fn decide(&mut self, _: Cause, tested: Test<Term, Term>) -> Outcome<bool, Self> {
        if let Test::Aligned(at) | Test::Below(at, _) | Test::At(at, _) = tested
            && !self.state.memory.knows(self.terms, at)
        {
            return Err(Halt::Abort(Abort::Unknown));
        }
        let term = test(self.terms, tested);
        if let Some(holds) = self.terms.as_bool(term) {
            return Ok(holds);
        }
        let fails = self.terms.not(term);
        if let Some(assumed) = self.assumptions.one_of([term, fails]) {
            return Ok(assumed == term);
        }
        if let Some(decision) = self.decisions.get(self.decided) {
            self.decided += 1;
            return Ok(decision.holds);
        }
        let decision = |term, holds| Decision { test: tested, term, holds };
        Err(Halt::Abort(Abort::Undecided(decision(term, true), decision(fails, false))))
    }

    fn text_end(&self) -> u32 {
        self.state.memory.text_end()
    }

    fn text_word(&mut self, address: u32) -> Outcome<Term, Self> {
        let word = self.state.memory.text_word(self.terms, address);
        word.ok_or(Halt::Abort(Abort::Unknown))
    }

    fn load(&mut self, address: Term) -> Outcome<Term, Self> {
        let word = self.state.memory.load(self.terms, address);
        word.ok_or(Halt::Abort(Abort::Unknown))
    }

    fn read(&mut self) -> Outcome<Term, Self> {
        let byte = self.state.memory.read(self.terms);
        byte.ok_or(Halt::Abort(Abort::Unknown))
    }

    fn store(&mut self, address: Term, value: Term, in_text: bool) -> Outcome<(), Self> {
        self.stores_text = in_text;
        let stored = self.state.memory.store(self.terms, address, value, in_text);
        stored.ok_or(Halt::Abort(Abort::Unknown))
    }

    fn output(&mut self, value: Term) -> Outcome<(), Self> {
        self.output = Some(value);
        Ok(())
    }
}

impl<M: Memory, A: Assumptions + ?Sized> Mips for Execution<'_, M, A> {
    fn get(&mut self, reg: Reg) -> Term {
        self.state.reg(reg)
    }

    fn set(&mut self, to: Destination, value: Term) {
        if let Some(reg) = to.register() {
            self.state.set(reg, value);
        }
    }

    fn hi(&mut self) -> Term {
        self.state.hi
    }

    fn lo(&mut self) -> Term {
        self.state.lo
    }

    fn multiply(&mut self, signedness: Signedness, s: Term, t: Term) {
        let product = binary(self.terms, BinaryOp::product(signedness), s, t);
        self.state.hi = self.terms.high(product);
        self.state.lo = self.terms.low(product);
    }

    fn divide(&mut self, signedness: Signedness, s: Term, t: Term) {
        self.state.hi = binary(self.terms, BinaryOp::remainder(signedness), s, t);
        self.state.lo = binary(self.terms, BinaryOp::quotient(signedness), s, t);
    }
}
