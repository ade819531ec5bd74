//! Straight-line programs that compute on intervals, and their specialisation.
//!
//! A [`Tape`] is a query as a list of operations, arguments first. Within a
//! box much of it is decided: a test holds, so only one side of an `ite` is
//! left; a dividend has no sign, so a signed quotient is an unsigned one. A
//! tape made for the box leaves out what is decided and gives equal
//! operations one slot, so it is shorter, and two computations that are the
//! same within the box become one.

use rustc_hash::FxHashMap;

use super::interval::{Interval, Width};
use crate::term::{Node, Sort, Symbol, Term, Terms};

use Width::{Double, Word};

/// Where an operation's value is.
type Slot = u32;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Op {
    Constant(u64),
    /// An input, by its index.
    Input(usize),
    /// Any word, such as a read of memory; known by a number.
    Any(u32),
    Not(Slot),
    And(Slot, Slot),
    Or(Slot, Slot),
    Equal(Width, Slot, Slot),
    Below(Width, Slot, Slot),
    BelowSigned(Width, Slot, Slot),
    Ite(Slot, Slot, Slot),
    Add(Width, Slot, Slot),
    Subtract(Width, Slot, Slot),
    Multiply(Width, Slot, Slot),
    BitAnd(Width, Slot, Slot),
    Divide(Slot, Slot),
    Remainder(Slot, Slot),
    DivideSigned(Slot, Slot),
    RemainderSigned(Slot, Slot),
    /// A divisor, a dividend and their quotient: the sum of the first and the last.
    PlusQuotient(Slot, Slot, Slot),
    SignExtend(Slot),
    ZeroExtend(Slot),
    Low(Slot),
    High(Slot),
}

/// A query.
#[derive(Clone, Debug, Default)]
pub(super) struct Tape {
    ops: Vec<Op>,
    /// Booleans with the values that they are to have.
    goals: Vec<(Slot, bool)>,
    /// Whether it depends on each input.
    pub reads: Vec<bool>,
}

impl Tape {
    /// The conjunction of boolean terms, over these inputs; none where it is
    /// false already.
    pub fn new(terms: &Terms, roots: &[Term], symbols: &[Symbol]) -> Option<Tape> {
        let mut builder = Builder::default();
        let mut slots: FxHashMap<Term, Slot> = FxHashMap::default();
        let mut reads = 0;
        for term in terms.reachable(roots.iter().copied()) {
            let of = |term: Term| slots[&term];
            let width = |term| match terms.sort(term) {
                Sort::Double => Double,
                _ => Word,
            };
            let op = match terms.node(term) {
                Node::Bool(value) => Op::Constant(value.into()),
                Node::Word(value) => Op::Constant(value.into()),
                Node::Double(value) => Op::Constant(value),
                Node::Symbol(symbol) => {
                    let index = symbols.iter().position(|&known| known == symbol);
                    Op::Input(index.expect("the symbols are those of the roots"))
                }
                Node::Image(_) | Node::Store(..) => continue,
                Node::Select(..) => {
                    reads += 1;
                    Op::Any(reads)
                }
                Node::Not(a) => Op::Not(of(a)),
                Node::And(a, b) => Op::And(of(a), of(b)),
                Node::Or(a, b) => Op::Or(of(a), of(b)),
                Node::Eq(a, b) => Op::Equal(width(a), of(a), of(b)),
                Node::Ult(a, b) => Op::Below(width(a), of(a), of(b)),
                Node::Slt(a, b) => Op::BelowSigned(width(a), of(a), of(b)),
                Node::Ite(test, a, b) => Op::Ite(of(test), of(a), of(b)),
                Node::Add(a, b) => Op::Add(width(a), of(a), of(b)),
                Node::Sub(a, b) => Op::Subtract(width(a), of(a), of(b)),
                Node::Mul(a, b) => Op::Multiply(width(a), of(a), of(b)),
                Node::BitAnd(a, b) => Op::BitAnd(width(a), of(a), of(b)),
                Node::Udiv(a, b) => Op::Divide(of(a), of(b)),
                Node::Urem(a, b) => Op::Remainder(of(a), of(b)),
                Node::Sdiv(a, b) => Op::DivideSigned(of(a), of(b)),
                Node::Srem(a, b) => Op::RemainderSigned(of(a), of(b)),
                Node::SignExtend(a) => Op::SignExtend(of(a)),
                Node::ZeroExtend(a) => Op::ZeroExtend(of(a)),
                Node::Low(a) => Op::Low(of(a)),
                Node::High(a) => Op::High(of(a)),
            };
            let slot = builder.push(op);
            slots.insert(term, slot);
        }
        let goals = roots.iter().map(|root| (slots[root], true)).collect();
        builder.finish(goals, symbols.len())
    }

    /// How many operations there are.
    pub fn len(&self) -> usize {
        self.ops.len()
    }

    /// Whether an operation is a product of unknowns or a division, which
    /// cost a SAT solver much.
    pub fn is_arithmetic(&self) -> bool {
        let unknown = |slot: Slot| !matches!(self.ops[slot as usize], Op::Constant(_));
        self.ops.iter().any(|op| match *op {
            Op::Multiply(_, a, b) => unknown(a) && unknown(b),
            Op::Divide(..) | Op::DivideSigned(..) => true,
            Op::Remainder(..) | Op::RemainderSigned(..) => true,
            _ => false,
        })
    }

    /// Computes every slot within a box. Returns whether a goal is false for
    /// all of it.
    pub fn refutes(&self, inputs: &[Interval], values: &mut Vec<Interval>) -> bool {
        values.clear();
        for &op in &self.ops {
            let value = compute(op, inputs, values);
            values.push(value);
        }
        let refuted = |&(slot, wanted): &(Slot, bool)| {
            values[slot as usize] == if wanted { Interval::FALSE } else { Interval::TRUE }
        };
        self.goals.iter().any(refuted)
    }

    /// The same query within a box for which the slots have these values; none
    /// where it turns out to be false there.
    pub fn specialised(&self, values: &[Interval]) -> Option<Tape> {
        let mut builder = Builder::default();
        builder.slots.reserve(self.ops.len());
        let mut slots: Vec<Slot> = Vec::with_capacity(self.ops.len());
        for (&op, value) in self.ops.iter().zip(values) {
            let slot = match (value.only(), op) {
                (Some(value), _) => builder.push(Op::Constant(value)),
                (None, Op::Ite(test, then, other)) => match values[test as usize].only() {
                    Some(1) => slots[then as usize],
                    Some(_) => slots[other as usize],
                    None => builder.push(moved(op, &slots)),
                },
                (None, op) => builder.push(moved(unsigned(op, values), &slots)),
            };
            slots.push(slot);
        }
        let goals = self.goals.iter().map(|&(slot, wanted)| (slots[slot as usize], wanted));
        builder.finish(goals.collect(), self.reads.len())
    }
}

/// The value of an operation whose arguments have theirs.
fn compute(op: Op, inputs: &[Interval], values: &[Interval]) -> Interval {
    let of = |slot: Slot| values[slot as usize];
    match op {
        Op::Constant(value) => Interval::single(value),
        Op::Input(index) => inputs[index],
        Op::Any(_) => Interval::WORDS,
        Op::Not(a) => of(a).not(),
        Op::And(a, b) => of(a).and(of(b)),
        Op::Or(a, b) => of(a).or(of(b)),
        Op::Equal(width, a, b) => of(a).equal(of(b), width),
        Op::Below(width, a, b) => of(a).below(of(b), width),
        Op::BelowSigned(width, a, b) => of(a).below_signed(of(b), width),
        Op::Ite(test, a, b) => match of(test).only() {
            Some(1) => of(a),
            Some(_) => of(b),
            None => of(a).union(of(b), Word),
        },
        Op::Add(width, a, b) => of(a).add(of(b), width),
        Op::Subtract(width, a, b) => of(a).subtract(of(b), width),
        Op::Multiply(width, a, b) => of(a).multiply(of(b), width),
        Op::BitAnd(width, a, b) => of(a).bit_and(of(b), width),
        Op::Divide(a, b) => of(a).divide(of(b)),
        Op::Remainder(a, b) => of(a).remainder(of(b)),
        Op::DivideSigned(a, b) => of(a).divide_signed(of(b)),
        Op::RemainderSigned(a, b) => of(a).remainder_signed(of(b)),
        Op::PlusQuotient(divisor, dividend, quotient) => {
            let sum = of(divisor).plus_quotient(of(dividend));
            sum.unwrap_or_else(|| of(divisor).add(of(quotient), Word))
        }
        Op::SignExtend(a) => of(a).sign_extend(),
        Op::ZeroExtend(a) => of(a).zero_extend(),
        Op::Low(a) => of(a).low(),
        Op::High(a) => of(a).high(),
    }
}

/// A signed operation as the unsigned one that does the same on these values.
fn unsigned(op: Op, values: &[Interval]) -> Op {
    let natural = |slot: Slot| values[slot as usize].is_natural(Word);
    match op {
        Op::DivideSigned(a, b) if natural(a) && natural(b) => Op::Divide(a, b),
        Op::RemainderSigned(a, b) if natural(a) && natural(b) => Op::Remainder(a, b),
        Op::BelowSigned(Word, a, b) if natural(a) && natural(b) => Op::Below(Word, a, b),
        Op::SignExtend(a) if natural(a) => Op::ZeroExtend(a),
        _ => op,
    }
}

/// An operation whose arguments have other slots.
fn moved(op: Op, slots: &[Slot]) -> Op {
    let of = |slot: Slot| slots[slot as usize];
    match op {
        Op::Constant(_) | Op::Input(_) | Op::Any(_) => op,
        Op::Not(a) => Op::Not(of(a)),
        Op::And(a, b) => Op::And(of(a), of(b)),
        Op::Or(a, b) => Op::Or(of(a), of(b)),
        Op::Equal(width, a, b) => Op::Equal(width, of(a), of(b)),
        Op::Below(width, a, b) => Op::Below(width, of(a), of(b)),
        Op::BelowSigned(width, a, b) => Op::BelowSigned(width, of(a), of(b)),
        Op::Ite(test, a, b) => Op::Ite(of(test), of(a), of(b)),
        Op::Add(width, a, b) => Op::Add(width, of(a), of(b)),
        Op::Subtract(width, a, b) => Op::Subtract(width, of(a), of(b)),
        Op::Multiply(width, a, b) => Op::Multiply(width, of(a), of(b)),
        Op::BitAnd(width, a, b) => Op::BitAnd(width, of(a), of(b)),
        Op::Divide(a, b) => Op::Divide(of(a), of(b)),
        Op::Remainder(a, b) => Op::Remainder(of(a), of(b)),
        Op::DivideSigned(a, b) => Op::DivideSigned(of(a), of(b)),
        Op::RemainderSigned(a, b) => Op::RemainderSigned(of(a), of(b)),
        Op::PlusQuotient(a, b, c) => Op::PlusQuotient(of(a), of(b), of(c)),
        Op::SignExtend(a) => Op::SignExtend(of(a)),
        Op::ZeroExtend(a) => Op::ZeroExtend(of(a)),
        Op::Low(a) => Op::Low(of(a)),
        Op::High(a) => Op::High(of(a)),
    }
}

/// The arguments' slots.
fn args(op: Op) -> impl Iterator<Item = Slot> {
    let args = match op {
        Op::Constant(_) | Op::Input(_) | Op::Any(_) => [None; 3],
        Op::Not(a) | Op::SignExtend(a) | Op::ZeroExtend(a) | Op::Low(a) | Op::High(a) => {
            [Some(a), None, None]
        }
        Op::And(a, b)
        | Op::Or(a, b)
        | Op::Equal(_, a, b)
        | Op::Below(_, a, b)
        | Op::BelowSigned(_, a, b)
        | Op::Add(_, a, b)
        | Op::Subtract(_, a, b)
        | Op::Multiply(_, a, b)
        | Op::BitAnd(_, a, b)
        | Op::Divide(a, b)
        | Op::Remainder(a, b)
        | Op::DivideSigned(a, b)
        | Op::RemainderSigned(a, b) => [Some(a), Some(b), None],
        Op::Ite(a, b, c) | Op::PlusQuotient(a, b, c) => [Some(a), Some(b), Some(c)],
    };
    args.into_iter().flatten()
}

/// Makes a tape, where equal operations have one slot.
#[derive(Default)]
struct Builder {
    ops: Vec<Op>,
    slots: FxHashMap<Op, Slot>,
}

impl Builder {
    fn push(&mut self, op: Op) -> Slot {
        let op = match op {
            Op::Add(Word, a, b) => self.sum(a, b),
            Op::Equal(_, a, b) if a == b => Op::Constant(1),
            Op::Below(_, a, b) | Op::BelowSigned(_, a, b) if a == b => Op::Constant(0),
            Op::Subtract(_, a, b) if a == b => Op::Constant(0),
            Op::Ite(_, a, b) if a == b => return a,
            // Commutative ones have their arguments in order.
            Op::Equal(width, a, b) => Op::Equal(width, a.min(b), a.max(b)),
            Op::Multiply(width, a, b) => Op::Multiply(width, a.min(b), a.max(b)),
            Op::And(a, b) => Op::And(a.min(b), a.max(b)),
            Op::Or(a, b) => Op::Or(a.min(b), a.max(b)),
            op => op,
        };
        let fresh = self.ops.len() as Slot;
        let slot = *self.slots.entry(op).or_insert(fresh);
        if slot == fresh {
            self.ops.push(op);
        }
        slot
    }

    /// The sum of two words.
    fn sum(&self, a: Slot, b: Slot) -> Op {
        for (divisor, quotient) in [(a, b), (b, a)] {
            match self.ops[quotient as usize] {
                Op::Divide(dividend, by) if by == divisor => {
                    return Op::PlusQuotient(divisor, dividend, quotient);
                }
                _ => {}
            }
        }
        Op::Add(Word, a.min(b), a.max(b))
    }

    /// The tape with what the goals need, or none where they contradict.
    fn finish(self, goals: Vec<(Slot, bool)>, inputs: usize) -> Option<Tape> {
        let goals = self.literals(goals)?;
        // From the goals down, then together.
        let mut needed = vec![false; self.ops.len()];
        for &(slot, _) in &goals {
            needed[slot as usize] = true;
        }
        for slot in (0..self.ops.len()).rev() {
            if needed[slot] {
                args(self.ops[slot]).for_each(|arg| needed[arg as usize] = true);
            }
        }
        let mut tape = Tape { reads: vec![false; inputs], ..Tape::default() };
        let mut slots = vec![0; self.ops.len()];
        for (slot, &op) in self.ops.iter().enumerate().filter(|&(slot, _)| needed[slot]) {
            slots[slot] = tape.ops.len() as Slot;
            tape.ops.push(moved(op, &slots));
            match op {
                Op::Input(index) => tape.reads[index] = true,
                // Whatever it depends on.
                Op::Any(_) => tape.reads.fill(true),
                _ => {}
            }
        }
        let moved = goals.into_iter().map(|(slot, wanted)| (slots[slot as usize], wanted));
        tape.goals = moved.collect();
        Some(tape)
    }

    /// Goals without connectives and constants, each once; none where they
    /// contradict.
    fn literals(&self, mut open: Vec<(Slot, bool)>) -> Option<Vec<(Slot, bool)>> {
        let mut literals: FxHashMap<Slot, bool> = FxHashMap::default();
        while let Some((slot, wanted)) = open.pop() {
            match (self.ops[slot as usize], wanted) {
                (Op::Constant(value), _) if (value == 1) == wanted => {}
                (Op::Constant(_), _) => return None,
                (Op::Not(a), _) => open.push((a, !wanted)),
                (Op::And(a, b), true) | (Op::Or(a, b), false) => {
                    open.extend([(a, wanted), (b, wanted)]);
                }
                _ => {
                    if *literals.entry(slot).or_insert(wanted) != wanted {
                        return None;
                    }
                }
            }
        }
        // In the order of the tape, whatever the map's.
        let mut literals: Vec<(Slot, bool)> = literals.into_iter().collect();
        literals.sort_unstable();
        Some(literals)
    }
}
