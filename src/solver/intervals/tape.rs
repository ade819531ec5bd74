//! Straight-line programs on intervals, and their specialisation.
//!
//! A [`Tape`] is a query as a list of operations, arguments first. Within a box much of it is
//! decided: a test holds, so one side of an `ite` is unused; a dividend is never negative, so a
//! signed quotient is an unsigned one. A tape specialised to the box omits decided operations and
//! shares equal ones. It is shorter, and two computations that agree within the box become one.

use rustc_hash::FxHashMap;

use crate::term::interval::{Interval, Width};
use crate::term::{Node, Symbol, Term, Terms};

use Width::Word;

/// The index of an operation's value.
type Slot = u32;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Op {
    Constant(u64),
    /// An input, by its index.
    Input(usize),
    /// Any word, such as one read from memory; identified by a number.
    Any(u32),
    /// An operator, with the width of its arguments.
    Node(Width, Node<Slot>),
    /// The slots of a divisor, a dividend and their quotient: the sum of the divisor and the
    /// quotient.
    PlusQuotient(Slot, Slot, Slot),
}

/// A query.
#[derive(Clone, Debug, Default)]
pub(super) struct Tape {
    ops: Vec<Op>,
    /// Booleans with their required values.
    goals: Vec<(Slot, bool)>,
    /// For each input, whether the query depends on it.
    pub reads: Vec<bool>,
}

impl Tape {
    /// The conjunction of boolean terms over these inputs; `None` where it is false.
    pub fn new(terms: &Terms, roots: &[Term], symbols: &[Symbol]) -> Option<Tape> {
        let mut builder = Builder::default();
        let mut slots: FxHashMap<Term, Slot> = FxHashMap::default();
        let mut reads = 0;
        for term in terms.reachable(roots.iter().copied()) {
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
                node => {
                    let width = node.args().last().map(|arg| Width::of(terms.sort(arg)));
                    Op::Node(width.unwrap_or(Word), node.map(|arg| slots[&arg]))
                }
            };
            let slot = builder.push(op);
            slots.insert(term, slot);
        }
        let goals = roots.iter().map(|root| (slots[root], true)).collect();
        builder.finish(goals, symbols.len())
    }

    /// The number of operations.
    pub fn len(&self) -> usize {
        self.ops.len()
    }

    /// Whether an operation is a division or a product of unknowns, which are expensive for a SAT
    /// solver.
    pub fn is_arithmetic(&self) -> bool {
        let unknown = |slot: Slot| !matches!(self.ops[slot as usize], Op::Constant(_));
        self.ops.iter().any(|op| match *op {
            Op::Node(_, Node::Mul(a, b)) => unknown(a) && unknown(b),
            Op::Node(_, Node::Udiv(..) | Node::Urem(..) | Node::Sdiv(..) | Node::Srem(..)) => true,
            _ => false,
        })
    }

    /// Computes every slot within a box. Returns whether a goal is false for the whole box.
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

    /// The query specialised to a box with these slot values; `None` where it is false there.
    pub fn specialised(&self, values: &[Interval]) -> Option<Tape> {
        let mut builder = Builder::default();
        builder.slots.reserve(self.ops.len());
        let mut slots: Vec<Slot> = Vec::with_capacity(self.ops.len());
        for (&op, value) in self.ops.iter().zip(values) {
            let slot = match (value.only(), op) {
                (Some(value), _) => builder.push(Op::Constant(value)),
                (None, Op::Node(_, Node::Ite(test, then, other))) => {
                    match values[test as usize].only() {
                        Some(1) => slots[then as usize],
                        Some(_) => slots[other as usize],
                        None => builder.push(moved(op, &slots)),
                    }
                }
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
        Op::Node(width, node) => {
            Interval::of_node(node, width, of).expect("what has no value is an input or any word")
        }
        Op::PlusQuotient(divisor, dividend, quotient) => {
            let sum = of(divisor).plus_quotient(of(dividend));
            sum.unwrap_or_else(|| of(divisor).add(of(quotient), Word))
        }
    }
}

/// Replaces a signed operation by the unsigned one, where both agree on these values.
fn unsigned(op: Op, values: &[Interval]) -> Op {
    let Op::Node(width, node) = op else { return op };
    let natural = |slot: Slot| values[slot as usize].is_natural(Word);
    let node = match node {
        Node::Sdiv(a, b) if natural(a) && natural(b) => Node::Udiv(a, b),
        Node::Srem(a, b) if natural(a) && natural(b) => Node::Urem(a, b),
        Node::Slt(a, b) if width == Word && natural(a) && natural(b) => Node::Ult(a, b),
        Node::SignExtend(a) if natural(a) => Node::ZeroExtend(a),
        node => node,
    };
    Op::Node(width, node)
}

/// An operation with its argument slots renumbered.
fn moved(op: Op, slots: &[Slot]) -> Op {
    let of = |slot: Slot| slots[slot as usize];
    match op {
        Op::Constant(_) | Op::Input(_) | Op::Any(_) => op,
        Op::Node(width, node) => Op::Node(width, node.map(of)),
        Op::PlusQuotient(a, b, c) => Op::PlusQuotient(of(a), of(b), of(c)),
    }
}

/// Calls `act` for each argument's slot.
fn for_each_arg(op: Op, mut act: impl FnMut(Slot)) {
    match op {
        Op::Constant(_) | Op::Input(_) | Op::Any(_) => {}
        Op::Node(_, node) => node.args().for_each(act),
        Op::PlusQuotient(a, b, c) => [a, b, c].into_iter().for_each(&mut act),
    }
}

/// Builds a tape in which equal operations share a slot.
#[derive(Default)]
struct Builder {
    ops: Vec<Op>,
    slots: FxHashMap<Op, Slot>,
}

impl Builder {
    fn push(&mut self, op: Op) -> Slot {
        let op = match op {
            Op::Node(width, node) => match node {
                Node::Add(a, b) if width == Word => self.sum(a, b),
                Node::Eq(a, b) if a == b => Op::Constant(1),
                Node::Ult(a, b) | Node::Slt(a, b) | Node::Sub(a, b) if a == b => Op::Constant(0),
                Node::Ite(_, a, b) if a == b => return a,
                // Order the arguments of commutative operators.
                Node::Eq(a, b) => Op::Node(width, Node::Eq(a.min(b), a.max(b))),
                Node::Mul(a, b) => Op::Node(width, Node::Mul(a.min(b), a.max(b))),
                Node::And(a, b) => Op::Node(width, Node::And(a.min(b), a.max(b))),
                Node::Or(a, b) => Op::Node(width, Node::Or(a.min(b), a.max(b))),
                node => Op::Node(width, node),
            },
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
                Op::Node(_, Node::Udiv(dividend, by)) if by == divisor => {
                    return Op::PlusQuotient(divisor, dividend, quotient);
                }
                _ => {}
            }
        }
        Op::Node(Word, Node::Add(a.min(b), a.max(b)))
    }

    /// The tape restricted to what the goals need; `None` where they contradict each other.
    fn finish(self, goals: Vec<(Slot, bool)>, inputs: usize) -> Option<Tape> {
        let goals = self.literals(goals)?;
        // Mark from the goals down, then compact.
        let mut needed = vec![false; self.ops.len()];
        for &(slot, _) in &goals {
            needed[slot as usize] = true;
        }
        for slot in (0..self.ops.len()).rev() {
            if needed[slot] {
                for_each_arg(self.ops[slot], |arg| needed[arg as usize] = true);
            }
        }
        let mut tape = Tape { reads: vec![false; inputs], ..Tape::default() };
        let mut slots = vec![0; self.ops.len()];
        for (slot, &op) in self.ops.iter().enumerate().filter(|&(slot, _)| needed[slot]) {
            slots[slot] = tape.ops.len() as Slot;
            tape.ops.push(moved(op, &slots));
            match op {
                Op::Input(index) => tape.reads[index] = true,
                // It may depend on any input.
                Op::Any(_) => tape.reads.fill(true),
                _ => {}
            }
        }
        let moved = goals.into_iter().map(|(slot, wanted)| (slots[slot as usize], wanted));
        tape.goals = moved.collect();
        Some(tape)
    }

    /// Goals without connectives and constants, each once; `None` where they contradict each other.
    fn literals(&self, mut open: Vec<(Slot, bool)>) -> Option<Vec<(Slot, bool)>> {
        let mut literals: FxHashMap<Slot, bool> = FxHashMap::default();
        while let Some((slot, wanted)) = open.pop() {
            match (self.ops[slot as usize], wanted) {
                (Op::Constant(value), _) if (value == 1) == wanted => {}
                (Op::Constant(_), _) => return None,
                (Op::Node(_, Node::Not(a)), _) => open.push((a, !wanted)),
                (Op::Node(_, Node::And(a, b)), true) | (Op::Node(_, Node::Or(a, b)), false) => {
                    open.extend([(a, wanted), (b, wanted)]);
                }
                _ => {
                    if *literals.entry(slot).or_insert(wanted) != wanted {
                        return None;
                    }
                }
            }
        }
        // In the order of the tape, independent of the map's.
        let mut literals: Vec<(Slot, bool)> = literals.into_iter().collect();
        literals.sort_unstable();
        Some(literals)
    }
}
