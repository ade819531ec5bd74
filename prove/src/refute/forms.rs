//! Forms: the words of a run as functions of the inputs.
//!
//! A form is a linear sum of atoms modulo 2^width. An atom is an input, or an operator applied to two forms. Unlike the
//! kernel's terms, forms do not multiply products out: a form has about the size of the computation that it describes,
//! and the solver gets one multiplier for one multiplication.

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;

use tamarin_kernel::word::{Operator, Width};

/// A hash-consed form: equal numbers mean equal sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Form(u32);

/// The number of an atom. The operands of an atom only have atoms with smaller numbers.
pub type AtomId = u32;

/// The number of an input.
pub type InputId = u32;

/// An indivisible summand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Atom {
    /// An input.
    Input(InputId),
    /// An operator applied to two forms.
    Apply(Operator, Form, Form),
}

/// A linear sum.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sum {
    /// The constant summand.
    pub constant: u64,
    /// Atoms in order, each once, with nonzero factors.
    pub parts: Vec<(AtomId, u64)>,
}

/// A statement about forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fact {
    /// A form is zero.
    Zero(Form),
    /// A form is below another one, as unsigned numbers.
    Below(Form, Form),
}

impl Fact {
    /// The forms that it is about.
    pub fn forms(self) -> impl Iterator<Item = Form> {
        let (first, second) = match self {
            Fact::Zero(form) => (form, None),
            Fact::Below(a, b) => (a, Some(b)),
        };
        std::iter::once(first).chain(second)
    }
}

/// Hash-consed values.
struct Table<T> {
    things: Vec<T>,
    numbers: HashMap<T, u32>,
}

impl<T: Clone + Eq + Hash> Table<T> {
    fn new() -> Table<T> {
        Table { things: Vec::new(), numbers: HashMap::new() }
    }

    fn number(&mut self, thing: T) -> u32 {
        let next = self.things.len() as u32;
        let number = *self.numbers.entry(thing.clone()).or_insert(next);
        if number == next {
            self.things.push(thing);
        }
        number
    }
}

/// All forms of one machine.
pub struct Forms {
    /// The number of bits of a word.
    pub width: Width,
    sums: Table<Sum>,
    atoms: Table<Atom>,
    /// The inputs that each atom depends on.
    inputs: Vec<BTreeSet<InputId>>,
}

impl Forms {
    /// No forms yet.
    pub fn new(width: Width) -> Forms {
        Forms { width, sums: Table::new(), atoms: Table::new(), inputs: Vec::new() }
    }

    /// The number of forms.
    pub fn count(&self) -> usize {
        self.sums.things.len()
    }

    /// A constant.
    pub fn constant(&mut self, constant: u64) -> Form {
        self.form(Sum { constant, parts: Vec::new() })
    }

    /// An input.
    pub fn input(&mut self, number: InputId) -> Form {
        self.atom_form(Atom::Input(number))
    }

    /// The sum that a form stands for.
    pub fn sum(&self, form: Form) -> &Sum {
        &self.sums.things[form.0 as usize]
    }

    /// The definition of an atom.
    pub fn atom(&self, atom: AtomId) -> Atom {
        self.atoms.things[atom as usize]
    }

    /// The value of a form that is constant.
    pub fn as_constant(&self, form: Form) -> Option<u64> {
        let sum = self.sum(form);
        sum.parts.is_empty().then_some(sum.constant)
    }

    /// The inputs that a form depends on.
    pub fn inputs_of(&self, form: Form) -> impl Iterator<Item = InputId> {
        let parts = self.sum(form).parts.iter();
        parts.flat_map(|(atom, _)| self.inputs[*atom as usize].iter().copied())
    }

    /// The inputs that are summands of a form, with their factors.
    pub fn inputs_in(&self, form: Form) -> Vec<(InputId, u64)> {
        let input = |&(atom, factor): &(AtomId, u64)| match self.atom(atom) {
            Atom::Input(input) => Some((input, factor)),
            Atom::Apply(..) => None,
        };
        self.sum(form).parts.iter().filter_map(input).collect()
    }

    fn form(&mut self, sum: Sum) -> Form {
        Form(self.sums.number(sum))
    }

    fn atom_form(&mut self, atom: Atom) -> Form {
        let number = self.atoms.number(atom);
        if number as usize == self.inputs.len() {
            let inputs = match atom {
                Atom::Input(input) => BTreeSet::from([input]),
                Atom::Apply(_, a, b) => self.inputs_of(a).chain(self.inputs_of(b)).collect(),
            };
            self.inputs.push(inputs);
        }
        self.form(Sum { constant: 0, parts: vec![(number, 1)] })
    }

    /// The linear combination of two forms.
    pub fn combine(&mut self, a: Form, by: u64, b: Form, and: u64) -> Form {
        let (x, y) = (self.sum(a), self.sum(b));
        let mut parts: Vec<(AtomId, u64)> = Vec::with_capacity(x.parts.len() + y.parts.len());
        let scaled = |sum: &Sum, factor: u64| -> Vec<(AtomId, u64)> {
            sum.parts.iter().map(|(atom, by)| (*atom, by.wrapping_mul(factor))).collect()
        };
        let mut all = scaled(x, by);
        all.extend(scaled(y, and));
        all.sort_by_key(|(atom, _)| *atom);
        for (atom, factor) in all {
            match parts.last_mut() {
                Some((last, sum)) if *last == atom => *sum = sum.wrapping_add(factor),
                _ => parts.push((atom, factor)),
            }
        }
        parts.iter_mut().for_each(|(_, factor)| *factor = self.width.wrap(*factor));
        parts.retain(|(_, factor)| *factor != 0);
        let constant = x.constant.wrapping_mul(by).wrapping_add(y.constant.wrapping_mul(and));
        let sum = Sum { constant: self.width.wrap(constant), parts };
        match self.remainder_in(&sum) {
            Some((quotient, k)) => self.with_remainder(sum, quotient, k),
            None => self.form(sum),
        }
    }

    /// A summand `-k*q*b` with the quotient `q = a / b`, in a sum that contains `k*a`, where `k` is 1 or -1: programs
    /// compute remainders so. Returns the atom of the summand, and `k`.
    fn remainder_in(&self, sum: &Sum) -> Option<(AtomId, u64)> {
        sum.parts.iter().find_map(|&(atom, factor)| {
            let (_, a, _, by) = self.quotient_in(atom)?;
            let minus = |number: u64| self.width.wrap(number.wrapping_neg());
            let k = if factor == minus(by) { 1 } else { minus(1) };
            let has = |(atom, by): &(AtomId, u64)| {
                sum.parts.contains(&(*atom, self.width.wrap(k.wrapping_mul(*by))))
            };
            let is_multiple = factor == by || factor == minus(by);
            (is_multiple && self.sum(a).parts.iter().all(has)).then_some((atom, k))
        })
    }

    /// An atom that is a quotient by a constant, or the product of a quotient and its divisor: the operator, dividend
    /// and divisor, and the factor by which the atom must be multiplied to be that product.
    fn quotient_in(&self, atom: AtomId) -> Option<(Operator, Form, Form, u64)> {
        let quotient = |atom| match self.atom(atom) {
            Atom::Apply(operator @ (Operator::Quotient | Operator::QuotientSigned), a, b) => {
                Some((operator, a, b))
            }
            _ => None,
        };
        let single = |form: Form| match *self.sum(form) {
            Sum { constant: 0, ref parts } if matches!(parts[..], [(_, 1)]) => Some(parts[0].0),
            _ => None,
        };
        match self.atom(atom) {
            Atom::Apply(Operator::Mul, x, y) => [(x, y), (y, x)].into_iter().find_map(|(x, y)| {
                let (operator, a, b) = quotient(single(x)?)?;
                (b == y).then_some((operator, a, b, 1))
            }),
            _ => {
                let (operator, a, b) = quotient(atom)?;
                Some((operator, a, b, self.as_constant(b)?))
            }
        }
    }

    /// The sum with the remainder in place of the dividend and the multiple of the quotient.
    fn with_remainder(&mut self, mut sum: Sum, quotient: AtomId, k: u64) -> Form {
        let Some((operator, a, b, _)) = self.quotient_in(quotient) else { return self.form(sum) };
        sum.parts.retain(|(atom, _)| *atom != quotient);
        let rest = self.form(sum);
        let rest = self.combine(rest, 1, a, self.width.wrap(k.wrapping_neg()));
        let remainder = match operator {
            Operator::QuotientSigned => Operator::RemainderSigned,
            _ => Operator::Remainder,
        };
        let remainder = self.apply(remainder, a, b);
        self.combine(rest, 1, remainder, k)
    }

    /// The difference.
    pub fn sub(&mut self, a: Form, b: Form) -> Form {
        self.combine(a, 1, b, u64::MAX)
    }

    /// A multiple.
    pub fn scale(&mut self, a: Form, by: u64) -> Form {
        self.combine(a, by, a, 0)
    }

    /// An operator applied to forms. A divisor must not be zero where the result is used.
    pub fn apply(&mut self, operator: Operator, a: Form, b: Form) -> Form {
        use Operator::*;
        match (operator, self.as_constant(a), self.as_constant(b)) {
            (_, Some(a), Some(b)) => self.constant(operator.apply(self.width, a, b)),
            (Add, ..) => self.combine(a, 1, b, 1),
            (Sub, ..) => self.sub(a, b),
            (Mul, _, Some(by)) => self.scale(a, by),
            (Mul, Some(by), _) => self.scale(b, by),
            (High, _, Some(0 | 1)) | (High, Some(0 | 1), _) => self.constant(0),
            (Quotient | QuotientSigned, _, Some(1)) => a,
            // These are commutative.
            (Mul | High | HighSigned, ..) => {
                self.atom_form(Atom::Apply(operator, a.min(b), a.max(b)))
            }
            _ => self.atom_form(Atom::Apply(operator, a, b)),
        }
    }

    /// The fact that a form is zero, written for one of the form and its negation.
    pub fn zero(&mut self, form: Form) -> Fact {
        let negated = self.scale(form, u64::MAX);
        Fact::Zero(form.min(negated))
    }

    /// Order of signed numbers: the unsigned order with the sign bits flipped.
    pub fn below_signed(&mut self, a: Form, b: Form) -> Fact {
        let half = self.constant(self.width.half());
        let [a, b] = [a, b].map(|form| self.combine(form, 1, half, 1));
        Fact::Below(a, b)
    }

    /// The atoms that some forms depend on, operands before results.
    pub fn atoms_below(&self, forms: impl IntoIterator<Item = Form>) -> BTreeSet<AtomId> {
        let (mut found, mut open) = (BTreeSet::new(), Vec::from_iter(forms));
        while let Some(form) = open.pop() {
            for &(atom, _) in &self.sum(form).parts {
                if let (true, Atom::Apply(_, a, b)) = (found.insert(atom), self.atom(atom)) {
                    open.extend([a, b]);
                }
            }
        }
        found
    }
}

/// The values of forms for one assignment of the inputs.
pub struct Values<'f, F> {
    forms: &'f Forms,
    input: F,
    atoms: HashMap<AtomId, u64>,
}

impl<'f, F: Fn(InputId) -> u64> Values<'f, F> {
    /// The values for the inputs that `input` returns.
    pub fn new(forms: &'f Forms, input: F) -> Values<'f, F> {
        Values { forms, input, atoms: HashMap::new() }
    }

    /// Whether a fact holds.
    pub fn holds(&mut self, fact: Fact) -> bool {
        match fact {
            Fact::Zero(form) => self.form(form) == 0,
            Fact::Below(a, b) => self.form(a) < self.form(b),
        }
    }

    /// The value of a form.
    pub fn form(&mut self, form: Form) -> u64 {
        let sum = self.forms.sum(form);
        if sum.parts.iter().any(|(atom, _)| !self.atoms.contains_key(atom)) {
            for atom in self.forms.atoms_below([form]) {
                if !self.atoms.contains_key(&atom) {
                    let value = match self.forms.atom(atom) {
                        Atom::Input(input) => (self.input)(input),
                        Atom::Apply(operator, a, b) => {
                            let [a, b] = [a, b].map(|operand| self.known(operand));
                            operator.apply(self.forms.width, a, b)
                        }
                    };
                    self.atoms.insert(atom, value);
                }
            }
        }
        self.known(form)
    }

    /// The value of a form whose atoms have values.
    fn known(&self, form: Form) -> u64 {
        let sum = self.forms.sum(form);
        let parts = sum.parts.iter().map(|(atom, factor)| self.atoms[atom].wrapping_mul(*factor));
        self.forms.width.wrap(parts.fold(sum.constant, u64::wrapping_add))
    }
}
