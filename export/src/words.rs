//! Terms and facts as bit-vectors.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;

use tamarin_kernel::fact::Fact;
use tamarin_kernel::term::{Atom, Contents, Head, Memory, Node, Term, Terms};
use tamarin_kernel::word::Operator;

use crate::language::Language;

/// Prints terms as bit-vectors of the machine's width. Shared subterms are defined once.
///
/// A memory is an array of cells. Where a cell is half of a word, the word at an address is the cell there and the next
/// one, so stores overlap as they do on the machine.
pub struct Words<'t> {
    terms: &'t Terms,
    text: String,
    /// Parts of the logic's name.
    theories: BTreeSet<&'static str>,
    atoms: HashMap<Atom, String>,
    polynomials: HashMap<Term, String>,
    memories: HashMap<Memory, String>,
    symbols: HashMap<String, String>,
}

impl<'t> Words<'t> {
    /// No text yet.
    pub fn new(terms: &'t Terms) -> Words<'t> {
        Words {
            terms,
            text: String::new(),
            theories: BTreeSet::new(),
            atoms: HashMap::new(),
            polynomials: HashMap::new(),
            memories: HashMap::new(),
            symbols: HashMap::new(),
        }
    }

    /// A query: whether these formulas can hold together.
    pub fn query(mut self, comment: &str, formulas: &[String]) -> String {
        for formula in formulas {
            let _ = writeln!(self.text, "(assert {formula})");
        }
        let theories: String =
            ["A", "UF"].into_iter().filter(|it| self.theories.contains(it)).collect();
        format!("{comment}(set-logic QF_{theories}BV)\n{}(check-sat)\n", self.text)
    }

    fn bits(&self) -> u32 {
        self.terms.width.bits()
    }

    fn sort(&self) -> String {
        format!("(_ BitVec {})", self.bits())
    }

    fn cell_bits(&self) -> u64 {
        let layout = self.terms.layout;
        u64::from(self.bits()) * layout.cell / layout.word
    }

    fn define(&mut self, name: &str, is: &str) {
        let sort = self.sort();
        let _ = writeln!(self.text, "(define-fun {name} () {sort} {is})");
    }

    /// The new name of a symbol or memory. Names in evidence may be any text, so they stand in comments only.
    fn declare(&mut self, prefix: &str, name: &str, sort: &str) -> String {
        let key = format!("{prefix}{name}");
        if let Some(known) = self.symbols.get(&key) {
            return known.clone();
        }
        let new = format!("{prefix}{}", self.symbols.len());
        let name: String = name.chars().filter(|it| !it.is_control()).take(60).collect();
        let _ = writeln!(self.text, "(declare-const {new} {sort}) ; {name}");
        self.symbols.insert(key, new.clone());
        new
    }

    fn function(&mut self, name: &str, operands: usize) -> String {
        self.theories.insert("UF");
        if !self.symbols.contains_key(name) {
            let (sorts, sort) = (vec![self.sort(); operands].join(" "), self.sort());
            let _ = writeln!(self.text, "(declare-fun {name} ({sorts}) {sort})");
            self.symbols.insert(name.to_owned(), name.to_owned());
        }
        name.to_owned()
    }

    fn atom(&mut self, atom: Atom) -> String {
        if let Some(name) = self.atoms.get(&atom) {
            return name.clone();
        }
        let Node { head, operands } = self.terms.node(atom).clone();
        let of: Vec<String> = operands.iter().map(|term| self.word(*term)).collect();
        let (bits, sort) = (self.bits(), self.sort());
        let is = match head {
            Head::Symbol(name) => {
                let name = self.declare("s", &name, &sort);
                self.atoms.insert(atom, name.clone());
                return name;
            }
            Head::Operator(Operator::Less) => {
                let (one, zero) = (self.number(1), self.number(0));
                format!("(ite (bvult {} {}) {one} {zero})", of[0], of[1])
            }
            Head::Operator(Operator::High) => {
                let [a, b] = [0, 1].map(|it| format!("((_ zero_extend {bits}) {})", of[it]));
                format!("((_ extract {} {bits}) (bvmul {a} {b}))", 2 * bits - 1)
            }
            Head::Operator(operator) => {
                let (total, by_zero) = match operator {
                    Operator::Quotient => ("bvudiv", "quotient_by_zero"),
                    _ => ("bvurem", "remainder_by_zero"),
                };
                let is = format!("({total} {} {})", of[0], of[1]);
                match self.terms.as_constant(operands[1]) {
                    Some(1..) => is,
                    // A quotient by zero is any word, the same one for the same operands.
                    _ => {
                        let by_zero = self.function(by_zero, 2);
                        let zero = self.number(0);
                        format!("(ite (= {1} {zero}) ({by_zero} {0} {1}) {is})", of[0], of[1])
                    }
                }
            }
            Head::Load(memory) => {
                let low = self.cell(memory, &of[0]);
                match self.cell_bits() == u64::from(bits) {
                    true => low,
                    false => {
                        let next = self.plus(&of[0], self.terms.layout.cell);
                        format!("(concat {} {low})", self.cell(memory, &next))
                    }
                }
            }
            Head::Function(number) => {
                let name = self.function(&format!("f{number}"), of.len());
                format!("({name} {})", of.join(" "))
            }
        };
        let name = format!("a{}", self.atoms.len());
        self.define(&name, &is);
        self.atoms.insert(atom, name.clone());
        name
    }

    fn memory(&mut self, memory: Memory) -> String {
        if let Some(name) = self.memories.get(&memory) {
            return name.clone();
        }
        self.theories.insert("A");
        let (bits, cell) = (self.bits(), self.cell_bits());
        let sort = format!("(Array (_ BitVec {bits}) (_ BitVec {cell}))");
        let name = match self.terms.contents(memory).clone() {
            Contents::Start(side) => self.declare("m", &format!("start {side}"), &sort),
            Contents::Symbol(name) => self.declare("m", &name, &sort),
            Contents::Elements(name) => self.declare("m", &format!("elements of {name}"), &sort),
            Contents::Store { before, at, value } => {
                let (before, at, value) = (self.memory(before), self.word(at), self.word(value));
                let is = if cell == u64::from(bits) {
                    format!("(store {before} {at} {value})")
                } else {
                    let next = self.plus(&at, self.terms.layout.cell);
                    let low = format!("((_ extract {} 0) {value})", cell - 1);
                    let high = format!("((_ extract {} {cell}) {value})", bits - 1);
                    format!("(store (store {before} {at} {low}) {next} {high})")
                };
                let name = format!("m{}_after", self.memories.len());
                let _ = writeln!(self.text, "(define-fun {name} () {sort} {is})");
                name
            }
        };
        self.memories.insert(memory, name.clone());
        name
    }

    /// A sum of words times factors, at a width at which nothing wraps.
    fn wide_fact(&mut self, fact: &Fact) -> String {
        let (low, high) = Fact::range(&fact.sum, self.terms.width);
        let most = [low.unsigned_abs(), high.unsigned_abs(), fact.most.unsigned_abs()];
        let bits = 2 + u128::BITS - most.into_iter().fold(0, u128::max).leading_zeros();
        let bits = bits.max(self.bits() + 1);
        let number = |value: i128| match value < 0 {
            true => format!("(bvneg (_ bv{} {bits}))", value.unsigned_abs()),
            false => format!("(_ bv{value} {bits})"),
        };
        let mut sum = number(0);
        for &(term, factor) in &fact.sum {
            let word = format!("((_ zero_extend {}) {})", bits - self.bits(), self.word(term));
            sum = format!("(bvadd {sum} (bvmul {} {word}))", number(factor));
        }
        format!("(bvsle {sum} {})", number(fact.most))
    }
}

impl Language for Words<'_> {
    fn word(&mut self, term: Term) -> String {
        if let Some(value) = self.terms.as_constant(term) {
            return self.number(value);
        }
        if let Some(atom) = self.terms.as_atom(term) {
            return self.atom(atom);
        }
        if let Some(name) = self.polynomials.get(&term) {
            return name.clone();
        }
        let mut sum: Option<String> = None;
        for (monomial, factor) in self.terms.polynomial(term).to_vec() {
            let is_negative = factor > self.terms.width.half();
            let size =
                self.terms.width.wrap(if is_negative { factor.wrapping_neg() } else { factor });
            let mut product = (size != 1 || monomial.is_empty()).then(|| self.number(size));
            for atom in monomial {
                let atom = self.atom(atom);
                product = Some(match product {
                    None => atom,
                    Some(product) => format!("(bvmul {product} {atom})"),
                });
            }
            let product = product.unwrap_or_default();
            sum = Some(match (sum, is_negative) {
                (None, false) => product,
                (None, true) => format!("(bvneg {product})"),
                (Some(sum), false) => format!("(bvadd {sum} {product})"),
                (Some(sum), true) => format!("(bvsub {sum} {product})"),
            });
        }
        let name = format!("t{}", self.polynomials.len());
        self.define(&name, &sum.unwrap_or_default());
        self.polynomials.insert(term, name.clone());
        name
    }

    /// Equations and orders of two words are written without extending them.
    fn fact(&mut self, fact: &Fact) -> String {
        match (&fact.sum[..], fact.most) {
            ([], most) => (most >= 0).to_string(),
            (&[(term, 1)], 0) => format!("(= {} {})", self.word(term), self.number(0)),
            (&[(term, -1)], -1) => format!("(not (= {} {}))", self.word(term), self.number(0)),
            (&[(a, 1), (b, -1)] | &[(b, -1), (a, 1)], most @ (-1 | 0)) => {
                let order = if most < 0 { "bvult" } else { "bvule" };
                format!("({order} {} {})", self.word(a), self.word(b))
            }
            _ => self.wide_fact(fact),
        }
    }

    fn number(&self, value: u64) -> String {
        format!("(_ bv{value} {})", self.bits())
    }

    fn below(&self, a: &str, b: &str) -> String {
        format!("(bvult {a} {b})")
    }

    fn plus(&self, a: &str, by: u64) -> String {
        if by == 0 { a.to_owned() } else { format!("(bvadd {a} {})", self.number(by)) }
    }

    fn minus(&self, a: &str, b: &str) -> String {
        format!("(bvsub {a} {b})")
    }

    fn times(&self, a: &str, by: u64) -> String {
        format!("(bvmul {a} {})", self.number(by))
    }

    fn cell(&mut self, memory: Memory, at: &str) -> String {
        format!("(select {} {at})", self.memory(memory))
    }

    fn cell_number(&self, value: u64) -> String {
        format!("(_ bv{value} {})", self.cell_bits())
    }
}
