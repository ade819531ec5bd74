//! What is said of the two programs' states at a node of the product.
//!
//! An [`Invariant`] is a conjunction over the words of both states: all
//! registers, `hi` and `lo`, the tracked words of memory, and the inputs. It
//! has equations modulo 2^32, linear and with products of two words; orders of
//! words; and of each memory, whether it is as at the start but for the tracked
//! words. [`Invariant::realised`] makes the two states: a word that the equations
//! solve is a sum of others, and whatever nothing is said of is a free symbol of
//! its own, all of memory included.

use std::collections::BTreeSet;

use super::equations::{Equations, Row};
use crate::isa::Reg;
use crate::machine::Image;
use crate::symbolic::{Array, State, path};
use crate::term::{Term, Terms};

/// A word of the two programs' states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Word {
    /// An input, at the start.
    Input(usize),
    /// A register of a program.
    Reg(usize, Reg),
    /// `hi` of a program.
    Hi(usize),
    /// `lo` of a program.
    Lo(usize),
    /// The word of a program's memory at an address.
    Cell(usize, u32),
}

/// The words that invariants are about, in the order of their columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    /// The inputs, then the left program's words, then the right one's.
    pub all: Vec<Word>,
    /// The tracked addresses of each program.
    pub cells: [Vec<u32>; 2],
}

impl Words {
    /// The words of two programs with these addresses tracked.
    pub fn new(images: [&Image; 2], cells: [Vec<u32>; 2]) -> Words {
        let mut all: Vec<Word> = (0..images[0].setup().names.len()).map(Word::Input).collect();
        for side in [0, 1] {
            all.extend(Reg::all().skip(1).map(|reg| Word::Reg(side, reg)));
            all.extend([Word::Hi(side), Word::Lo(side)]);
            all.extend(cells[side].iter().map(|&cell| Word::Cell(side, cell)));
        }
        Words { all, cells }
    }

    /// Columns of equations: the words, a product for each of these pairs, and 1.
    fn order(&self, products: usize) -> Vec<usize> {
        let words = self.all.len();
        let of_products = words..words + products;
        // What comes first is solved for: the right program's words by the
        // left one's, and those by the inputs.
        of_products.chain((0..words).rev()).chain([words + products]).collect()
    }
}

/// The two states at a node, over free symbols.
#[derive(Clone, Debug)]
pub struct Realised<'i> {
    /// The states.
    pub states: [State<Array<'i>>; 2],
    /// The value of each word.
    pub values: Vec<Term>,
    /// What else is known of them, booleans: short, for a solver.
    pub premises: Vec<Term>,
    /// Words that are zero: the equations with products.
    pub zeros: Vec<Term>,
}

/// How two words are ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Order {
    /// Below, unsigned.
    Ult,
    /// Not above, unsigned.
    Ule,
    /// Below, signed.
    Slt,
    /// Not above, signed.
    Sle,
    /// Another one.
    Ne,
}

impl Order {
    /// Whether two numbers are in this order.
    pub fn holds(self, a: u32, b: u32) -> bool {
        match self {
            Order::Ult => a < b,
            Order::Ule => a <= b,
            Order::Slt => (a as i32) < b as i32,
            Order::Sle => a as i32 <= b as i32,
            Order::Ne => a != b,
        }
    }

    /// That two words are in this order.
    pub fn term(self, terms: &mut Terms, a: Term, b: Term) -> Term {
        match self {
            Order::Ult => terms.ult(a, b),
            Order::Slt => terms.slt(a, b),
            Order::Ule => {
                let above = terms.ult(b, a);
                terms.not(above)
            }
            Order::Sle => {
                let above = terms.slt(b, a);
                terms.not(above)
            }
            Order::Ne => {
                let equal = terms.eq(a, b);
                terms.not(equal)
            }
        }
    }

    /// What is left of it where it does not hold.
    pub fn weaker(self) -> Option<Order> {
        match self {
            Order::Ult => Some(Order::Ule),
            Order::Slt => Some(Order::Sle),
            Order::Ule | Order::Sle | Order::Ne => None,
        }
    }
}

/// A word of the states, by its column, or a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Operand {
    /// The word of this column.
    Word(usize),
    /// This number.
    Number(u32),
}

impl Operand {
    /// Its value among those of all words.
    pub fn value(self, values: &[u32]) -> u32 {
        match self {
            Operand::Word(column) => values[column],
            Operand::Number(number) => number,
        }
    }

    /// Its term among those of all words.
    pub fn term(self, terms: &mut Terms, values: &[Term]) -> Term {
        match self {
            Operand::Word(column) => values[column],
            Operand::Number(number) => terms.word(number),
        }
    }
}

/// An order between two words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bound {
    /// The first.
    pub a: Operand,
    /// The second.
    pub b: Operand,
    /// How the first is to the second.
    pub order: Order,
}

/// What is said of the states at a node.
#[derive(Clone, Debug)]
pub struct Invariant {
    /// Pairs of columns whose products occur.
    pub products: Vec<(usize, usize)>,
    /// The equations, in echelon form once realised.
    pub equations: Equations,
    /// Orders.
    pub bounds: Vec<Bound>,
    /// Whether the memory of each program is as at the start, but for the
    /// tracked words.
    pub is_initial: [bool; 2],
}

impl Invariant {
    /// That nothing gets there.
    pub fn of_nothing(words: &Words, products: Vec<(usize, usize)>) -> Invariant {
        let width = words.all.len() + products.len() + 1;
        let equations = Equations::all(width);
        Invariant { products, equations, bounds: Vec::new(), is_initial: [true; 2] }
    }

    /// Takes a state that gets there; returns whether less is said then.
    pub fn add(&mut self, values: &[u32]) -> bool {
        let products = self.products.iter().map(|&(a, b)| values[a].wrapping_mul(values[b]));
        let sample: Vec<u32> = values.iter().copied().chain(products).chain([1]).collect();
        let changed = self.equations.add(&sample);
        self.add_to_bounds(values) || changed
    }

    /// Lets the orders hold in a state; returns whether less is said then.
    pub fn add_to_bounds(&mut self, values: &[u32]) -> bool {
        let mut changed = false;
        let bounds = std::mem::take(&mut self.bounds);
        for mut bound in bounds {
            let (a, b) = (bound.a.value(values), bound.b.value(values));
            let mut kept = Some(bound.order);
            while let Some(order) = kept.filter(|order| !order.holds(a, b)) {
                changed = true;
                kept = order.weaker();
            }
            if let Some(order) = kept {
                bound.order = order;
                self.bounds.push(bound);
            }
        }
        changed
    }

    /// The equations in echelon form.
    pub fn rows(&self, words: &Words) -> Vec<Row> {
        self.equations.echelon(&words.order(self.products.len()))
    }

    /// An equation's left side, of which the right one is zero, over these words.
    pub fn sum(&self, terms: &mut Terms, row: &Row, values: &[Term]) -> Term {
        let mut sum = terms.word(0);
        let words = values.len();
        for (column, &factor) in row.coefficients.iter().enumerate().filter(|(_, c)| **c != 0) {
            let value = if column < words {
                values[column]
            } else if let Some(&(a, b)) = self.products.get(column - words) {
                terms.mul(values[a], values[b])
            } else {
                terms.word(1)
            };
            let factor = terms.word(factor);
            let product = terms.mul(factor, value);
            sum = terms.add(sum, product);
        }
        sum
    }

    /// The columns that are products, in a row's coefficients.
    pub fn has_product(&self, words: &Words, row: &Row) -> bool {
        let first = words.all.len();
        (first..first + self.products.len()).any(|column| row.coefficients[column] != 0)
    }

    /// The states of which it is said.
    pub fn realised<'i>(
        &self,
        terms: &mut Terms,
        words: &Words,
        images: [&'i Image; 2],
    ) -> Realised<'i> {
        let inputs = path::inputs(terms, &images[0].setup().names);
        let name = |side: usize| ["left", "right"][side];
        let mut values: Vec<Term> = words
            .all
            .iter()
            .map(|&word| match word {
                Word::Input(index) => inputs[index],
                Word::Reg(side, reg) => terms.symbol(&format!("{}.{reg}", name(side))),
                Word::Hi(side) => terms.symbol(&format!("{}.hi", name(side))),
                Word::Lo(side) => terms.symbol(&format!("{}.lo", name(side))),
                Word::Cell(side, at) => terms.symbol(&format!("{}.m{at:x}", name(side))),
            })
            .collect();
        let rows = self.rows(words);
        let linear = |row: &&Row| !self.has_product(words, row);
        // A row solves its pivot by later columns, so the last one is first.
        for row in rows.iter().filter(linear).rev() {
            if row.solves() && row.pivot < values.len() {
                let mut others = row.clone();
                others.coefficients[row.pivot] = 0;
                let sum = self.sum(terms, &others, &values);
                let zero = terms.word(0);
                values[row.pivot] = terms.sub(zero, sum);
            }
        }
        let (mut premises, mut zeros) = (Vec::new(), Vec::new());
        for row in &rows {
            if self.has_product(words, row) {
                zeros.push(self.sum(terms, row, &values));
            } else if !row.solves() || row.pivot >= values.len() {
                let sum = self.sum(terms, row, &values);
                let zero = terms.word(0);
                premises.push(terms.eq(sum, zero));
            }
        }
        for bound in &self.bounds {
            let [a, b] = [bound.a, bound.b].map(|operand| operand.term(terms, &values));
            premises.push(bound.order.term(terms, a, b));
        }
        premises.retain(|&premise| terms.as_bool(premise) != Some(true));
        let mut seen = BTreeSet::new();
        premises.retain(|&premise| seen.insert(premise));
        let states = [0, 1].map(|side| self.state(terms, words, images[side], side, &values));
        Realised { states, values, premises, zeros }
    }

    fn state<'i>(
        &self,
        terms: &mut Terms,
        words: &Words,
        image: &'i Image,
        side: usize,
        values: &[Term],
    ) -> State<Array<'i>> {
        let mut memory = match self.is_initial[side] {
            true => Array::at_start(terms, image),
            false => Array::fresh(terms, image, ["left.memory", "right.memory"][side]),
        };
        for (&word, &value) in words.all.iter().zip(values) {
            if let Word::Cell(of, at) = word
                && of == side
            {
                let at = terms.word(at);
                memory.term = terms.store(memory.term, at, value);
            }
        }
        let mut state = State::fresh(terms, ["left.", "right."][side], memory);
        for (&word, &value) in words.all.iter().zip(values) {
            match word {
                Word::Reg(of, reg) if of == side => state.set(reg, value),
                Word::Hi(of) if of == side => state.hi = value,
                Word::Lo(of) if of == side => state.lo = value,
                _ => {}
            }
        }
        state
    }
}

/// The values of all words in two states.
pub fn values(
    terms: &mut Terms,
    words: &Words,
    inputs: &[Term],
    states: [&State<Array>; 2],
) -> Vec<Term> {
    let value = |&word: &Word| match word {
        Word::Input(index) => inputs[index],
        Word::Reg(side, reg) => states[side].reg(reg),
        Word::Hi(side) => states[side].hi,
        Word::Lo(side) => states[side].lo,
        Word::Cell(side, at) => {
            let at = terms.word(at);
            terms.select(states[side].memory.term, at)
        }
    };
    words.all.iter().map(value).collect()
}
