//! Invariants: facts about the two programs' states at a node of the product.
//!
//! An [`Invariant`] is a conjunction over the words of both states: all registers, `hi` and `lo`,
//! the tracked words of memory, and the inputs. It has equations modulo 2^32, over words and over
//! words derived from them ([`Derived`]); orders of words; for each memory, whether it is the
//! initial one except for the tracked words; and where both memories agree, except for the tracked
//! words of either. [`Invariant::realised`] builds the two states: a word that the equations solve
//! is a sum of others, and everything else is a free symbol, including memory.
//!
//! The equations of an invariant that relate both programs are what PAA calls an
//! *alignment predicate*. PAA is given one; here it is found, or an author gives a part of it as a
//! [`hint`](super::hints).

use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;

use super::equations::{Equations, Row, Sparse};
use super::memory::{Base, Footprint, Given, Space, is_element};
use super::orders::{self, Bound};
use crate::machine::Image;
use crate::machine::mips::Reg;
use crate::symbolic::SymbolicState;
use crate::term::polynomial::inverse;
use crate::term::{Term, Terms};

/// Prefixes of the symbols of each program's words in loops. No input has such a name: an input
/// that each program has separately is `left.$1`, which is different.
const HERE: [&str; 2] = ["here.left", "here.right"];

/// A word of the two programs' states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StateWord {
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
    /// The number of bytes of its input stream that a program has read.
    Taken(usize),
}

/// A word derived from others, by their columns: words of the states, or products of earlier
/// derived words.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Derived {
    /// Their product.
    Product(Vec<usize>),
    /// The quotient of the first by the second, unsigned.
    Quotient(usize, usize),
    /// The remainder of that.
    Remainder(usize, usize),
    /// The remainder of the sum of two by a third: preserved by casting out nines, for example.
    Residue([usize; 2], usize),
    /// The triangular number of a word: half of its product with its successor. Modulo 2^32 the
    /// product does not determine its half.
    Triangle(usize),
}

impl Derived {
    fn value(&self, values: &[u32]) -> u32 {
        match self {
            Derived::Product(factors) => {
                factors.iter().fold(1, |product, &of| product.wrapping_mul(values[of]))
            }
            // As for terms, if the divisor is zero.
            Derived::Quotient(a, b) => values[*a].checked_div(values[*b]).unwrap_or(u32::MAX),
            Derived::Remainder(a, b) => values[*a].checked_rem(values[*b]).unwrap_or(values[*a]),
            Derived::Residue([a, b], m) => {
                let sum = values[*a].wrapping_add(values[*b]);
                sum.checked_rem(values[*m]).unwrap_or(sum)
            }
            Derived::Triangle(a) => {
                let number = u64::from(values[*a]);
                (number * (number + 1) / 2) as u32
            }
        }
    }
}

/// The words of invariants, in the order of their columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    /// The inputs, then the left program's words, then the right one's.
    pub all: Vec<StateWord>,
    /// The tracked addresses of each program.
    pub cells: [Vec<u32>; 2],
}

impl Words {
    /// The words of two programs with these addresses tracked.
    pub fn new(images: [&Image; 2], cells: [Vec<u32>; 2]) -> Words {
        let setups = images.map(Image::setup);
        let is_word = |index: &usize| !setups.iter().any(|setup| is_element(setup, *index));
        let inputs = (0..setups[0].names.len()).filter(is_word);
        let mut all: Vec<StateWord> = inputs.map(StateWord::Input).collect();
        for side in [0, 1] {
            all.extend(Reg::all().skip(1).map(|reg| StateWord::Reg(side, reg)));
            all.extend([StateWord::Hi(side), StateWord::Lo(side)]);
            all.extend(cells[side].iter().map(|&cell| StateWord::Cell(side, cell)));
            if !setups[side].stream.is_empty() {
                all.push(StateWord::Taken(side));
            }
        }
        Words { all, cells }
    }

    /// The free symbol of each word, used where no equation determines the word.
    pub fn symbols(&self, terms: &mut Terms, inputs: &[Term]) -> Vec<Term> {
        let name = |side: usize| HERE[side];
        let symbol = |&word: &StateWord| match word {
            StateWord::Input(index) => inputs[index],
            StateWord::Reg(side, reg) => terms.symbol(&format!("{}.{reg}", name(side))),
            StateWord::Hi(side) => terms.symbol(&format!("{}.hi", name(side))),
            StateWord::Lo(side) => terms.symbol(&format!("{}.lo", name(side))),
            StateWord::Cell(side, at) => terms.symbol(&format!("{}.m{at:x}", name(side))),
            StateWord::Taken(side) => terms.symbol(&format!("{}.taken", name(side))),
        };
        self.all.iter().map(symbol).collect()
    }

    /// The columns of words that have the same place in both programs.
    pub fn correlated(&self) -> Vec<[usize; 2]> {
        let of_right = |word: StateWord| match word {
            StateWord::Reg(0, reg) => Some(StateWord::Reg(1, reg)),
            StateWord::Hi(0) => Some(StateWord::Hi(1)),
            StateWord::Lo(0) => Some(StateWord::Lo(1)),
            StateWord::Cell(0, at) => Some(StateWord::Cell(1, at)),
            StateWord::Taken(0) => Some(StateWord::Taken(1)),
            _ => None,
        };
        let place = |word: StateWord| self.all.iter().position(|other| *other == word);
        let pair = |(left, &word): (usize, &StateWord)| Some([left, place(of_right(word)?)?]);
        self.all.iter().enumerate().filter_map(pair).collect()
    }

    /// Columns of equations: the words, the derived words, and 1.
    fn order(&self, derived: usize) -> Vec<usize> {
        let words = self.all.len();
        let of_derived = words..words + derived;
        // Earlier columns are solved for: the right program's words by the left one's, and those by
        // the inputs.
        of_derived.chain((0..words).rev()).chain([words + derived]).collect()
    }
}

/// The two states at a node, over free symbols.
#[derive(Clone, Debug)]
pub struct Realised<'i> {
    /// The states.
    pub states: [SymbolicState<Space<'i>>; 2],
    /// The value of each word.
    pub values: Vec<Term>,
    /// Further facts about them, as short booleans for a solver.
    pub premises: Vec<Term>,
    /// Words that are zero: the equations with derived words.
    pub zeros: Vec<Term>,
}

impl<'i> Realised<'i> {
    /// The states at the start of both programs.
    pub fn at_start(terms: &mut Terms, images: [&'i Image; 2], given: &Rc<Given>) -> Realised<'i> {
        let none = terms.word(0);
        let states = [0, 1].map(|side| {
            let memory = Space::new(images[side], given, side, Base::Start, none);
            SymbolicState::at_start(terms, images[side], &given.inputs, None, memory)
        });
        Realised { states, values: Vec::new(), premises: Vec::new(), zeros: Vec::new() }
    }
}

/// The invariant at a node.
#[derive(Clone, Debug)]
pub struct Invariant {
    /// The derived words.
    pub derived: Vec<Derived>,
    /// The equations, in echelon form once realised.
    pub equations: Equations,
    /// Orders.
    pub bounds: Vec<Bound>,
    /// Whether the memory of each program is the initial one, except for the tracked words.
    pub is_initial: [bool; 2],
    /// Where both memories agree, except for the tracked words of either.
    pub agreement: Option<Footprint>,
}

impl Invariant {
    /// The invariant that no state satisfies.
    pub fn of_nothing(words: &Words, derived: Vec<Derived>) -> Invariant {
        let width = words.all.len() + derived.len() + 1;
        let equations = Equations::all(width);
        let agreement = Some(Footprint::Everywhere);
        Invariant { derived, equations, bounds: Vec::new(), is_initial: [true; 2], agreement }
    }

    /// Weakens the invariant so that it admits a state; returns whether it changed.
    pub fn add(&mut self, values: &[u32]) -> bool {
        let changed = self.add_to_equations(values);
        self.add_to_bounds(values) || changed
    }

    /// Weakens the equations so that they admit a state; returns whether they changed.
    pub fn add_to_equations(&mut self, values: &[u32]) -> bool {
        let mut sample = values.to_vec();
        for derived in &self.derived {
            sample.push(derived.value(&sample));
        }
        sample.push(1);
        self.equations.add(&sample)
    }

    /// Weakens the orders so that they admit a state; returns whether they changed.
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
        self.equations.echelon(&words.order(self.derived.len()))
    }

    /// Drops equations that determine only some low bits of a derived word: many of these hold for
    /// all words, or follow from facts about the low bits of words.
    pub fn leave_out_last_bits(&mut self, words: &Words) {
        let mut rows = self.rows(words);
        rows.retain(|row| row.coefficients[row.pivot] == 1 || !self.has_derived(words, row));
        let kept = rows.into_iter().map(|row| (row.coefficients, Sparse::default()));
        self.equations.keep(kept.collect(), vec![]);
    }

    /// The left side of an equation `sum = 0`, over these words.
    pub fn sum(&self, terms: &mut Terms, row: &Row, values: &[Term]) -> Term {
        let mut sum = terms.word(0);
        let words = values.len();
        for (column, factor) in row.coefficients.iter() {
            let value = match column == words + self.derived.len() {
                true => terms.word(1),
                false => self.value(terms, column, values),
            };
            let factor = terms.word(factor);
            let product = terms.mul(factor, value);
            sum = terms.add(sum, product);
        }
        sum
    }

    /// The value of a column, over these words.
    fn value(&self, terms: &mut Terms, column: usize, values: &[Term]) -> Term {
        if let Some(&value) = values.get(column) {
            return value;
        }
        match &self.derived[column - values.len()] {
            Derived::Product(factors) => {
                let one = terms.word(1);
                factors.iter().fold(one, |product, &of| {
                    let factor = self.value(terms, of, values);
                    terms.mul(product, factor)
                })
            }
            Derived::Quotient(a, b) => terms.udiv(values[*a], values[*b]),
            Derived::Remainder(a, b) => terms.urem(values[*a], values[*b]),
            Derived::Residue([a, b], m) => {
                let sum = terms.add(values[*a], values[*b]);
                terms.urem(sum, values[*m])
            }
            // For `2 * q` and `2 * q + 1`.
            &Derived::Triangle(a) => {
                let (one, two) = (terms.word(1), terms.word(2));
                let half = terms.udiv(values[a], two);
                let rest = terms.sub(values[a], half);
                let twice = terms.mul(two, half);
                let odd = terms.add(twice, one);
                terms.mul(rest, odd)
            }
        }
    }

    /// Whether a row contains a derived word.
    pub fn has_derived(&self, words: &Words, row: &Row) -> bool {
        let first = words.all.len();
        let derived = first..first + self.derived.len();
        row.coefficients.iter().any(|(column, _)| derived.contains(&column))
    }

    /// The states that satisfy the invariant, over free symbols.
    pub fn realised<'i>(
        &self,
        terms: &mut Terms,
        words: &Words,
        images: [&'i Image; 2],
        given: &Rc<Given>,
    ) -> Realised<'i> {
        let symbols = words.symbols(terms, &given.inputs);
        let rows = self.rows(words);
        let (of_derived, linear): (Vec<_>, Vec<_>) =
            rows.into_iter().partition(|row| self.has_derived(words, row));
        let is_input = |word: &&StateWord| matches!(word, StateWord::Input(_));
        let inputs = words.all.iter().filter(is_input).count();
        let Solved { forms, rest } = Solved::by(&linear, inputs..symbols.len(), self.derived.len());
        let mut form = |form: &Sparse| {
            let (zero, one) = (terms.word(0), terms.word(1));
            form.iter().fold(zero, |sum, (column, factor)| {
                let word = symbols.get(column).copied().unwrap_or(one);
                let factor = terms.word(factor);
                let product = terms.mul(factor, word);
                terms.add(sum, product)
            })
        };
        let values: Vec<Term> = forms.iter().map(&mut form).collect();
        let rest: Vec<Term> = rest.iter().map(&mut form).collect();
        let zero = terms.word(0);
        let mut premises: Vec<Term> = rest.into_iter().map(|sum| terms.eq(sum, zero)).collect();
        let zeros = of_derived.iter().map(|row| self.sum(terms, row, &values)).collect();
        for bound in orders::essential(&self.bounds) {
            premises.push(bound.goal(terms, &values));
        }
        premises.retain(|&premise| terms.as_bool(premise) != Some(true));
        let mut seen = BTreeSet::new();
        premises.retain(|&premise| seen.insert(premise));
        let states =
            [0, 1].map(|side| self.state(terms, words, (images[side], given), side, &values));
        Realised { states, values, premises, zeros }
    }

    fn state<'i>(
        &self,
        terms: &mut Terms,
        words: &Words,
        (image, given): (&'i Image, &Rc<Given>),
        side: usize,
        values: &[Term],
    ) -> SymbolicState<Space<'i>> {
        let base = match (self.is_initial, self.agreement) {
            ([true, true], _) => Base::Start,
            (_, Some(footprint)) => Base::Common(footprint),
            (is_initial, None) if is_initial[side] => Base::Start,
            _ => Base::Any,
        };
        let none = terms.word(0);
        let mut memory = Space::new(image, given, side, base, none);
        for (&word, &value) in words.all.iter().zip(values) {
            if let StateWord::Cell(of, at) = word
                && of == side
            {
                let at = terms.word(at);
                memory.put(at, value);
            }
        }
        let mut state = SymbolicState::fresh(terms, &format!("{}.", HERE[side]), memory);
        for (&word, &value) in words.all.iter().zip(values) {
            match word {
                StateWord::Reg(of, reg) if of == side => state.set(reg, value),
                StateWord::Hi(of) if of == side => state.hi = value,
                StateWord::Lo(of) if of == side => state.lo = value,
                StateWord::Taken(of) if of == side => state.memory.taken = value,
                _ => {}
            }
        }
        state
    }
}

/// Words as sums of those that equations leave free: coefficients by column, and of 1.
struct Solved {
    /// The form of each word.
    forms: Vec<Sparse>,
    /// Further sums that are zero.
    rest: Vec<Sparse>,
}

impl Solved {
    /// Solves equations in echelon form for the words of the `free` columns. Those before are
    /// inputs, which stay symbols because premises refer to them. Columns of derived words are
    /// zero.
    fn by(rows: &[Row], free: Range<usize>, derived: usize) -> Solved {
        let words = free.end;
        let mut forms: Vec<Sparse> = (0..words).map(Sparse::unit).collect();
        let mut open: Vec<Sparse> = Vec::new();
        // A row solves its pivot by later columns, so the last row comes first. A row that does not
        // may solve another word: `4 * i = p` gives `p`.
        for row in rows.iter().rev() {
            let mut value: Sparse =
                [(words, row.coefficients[words + derived])].into_iter().collect();
            for (column, factor) in
                row.coefficients.iter().take_while(|(column, _)| *column < words)
            {
                value.subtract(factor.wrapping_neg(), &forms[column]);
            }
            let solvable = |&column: &usize| value[column] % 2 == 1;
            let pivot = Some(row.pivot).filter(|pivot| free.contains(pivot) && solvable(pivot));
            match pivot.or_else(|| free.clone().rev().find(solvable)) {
                Some(column) => {
                    value.scale(inverse(value[column]));
                    for form in forms.iter_mut().chain(&mut open) {
                        let factor = form[column];
                        form.subtract(factor, &value);
                    }
                }
                None => open.push(value),
            }
        }
        open.retain(|sum| !sum.is_zero());
        Solved { forms, rest: open }
    }
}

/// The values of all words in two states.
pub fn values(
    terms: &mut Terms,
    words: &Words,
    inputs: &[Term],
    states: [&SymbolicState<Space>; 2],
) -> Vec<Term> {
    let value = |&word: &StateWord| match word {
        StateWord::Input(index) => inputs[index],
        StateWord::Reg(side, reg) => states[side].reg(reg),
        StateWord::Hi(side) => states[side].hi,
        StateWord::Lo(side) => states[side].lo,
        StateWord::Cell(side, at) => {
            let at = terms.word(at);
            states[side].memory.word(terms, at)
        }
        StateWord::Taken(side) => states[side].memory.taken,
    };
    words.all.iter().map(value).collect()
}
