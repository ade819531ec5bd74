//! Terms and facts as integers.
//!
//! The kernel's facts are inequalities of integers, and its rules are arguments about integers: a sum of words is the
//! sum of their values plus a multiple of 2^width. Solvers decide these in linear arithmetic, where bit-vectors of the
//! machine's width take them too long.
//!
//! A query says only as much about a term as its rule needs ([`Meaning`]). Saying less makes a query weaker, never
//! wrong: if it is unsatisfiable, so is the whole.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;

use tamarin_kernel::fact::Fact;
use tamarin_kernel::term::{Atom, Contents, Head, Memory, Node, Term, Terms};
use tamarin_kernel::word::Operator;

use crate::definition::Multiples;
use crate::language::Language;

/// What a query says about atoms.
#[derive(Clone, Copy)]
pub struct Meaning {
    /// How deep atoms within atoms are defined; those below are any words.
    pub depth: u32,
    /// Which atoms are defined.
    pub of: fn(&Head) -> bool,
    /// Whether products of atoms are products of integers; if not, they are any integers.
    pub multiplies: bool,
}

/// Prints terms as integers from 0 to 2^width - 1.
pub struct Integers<'t> {
    terms: &'t Terms,
    meaning: Meaning,
    depth: u32,
    text: String,
    theories: BTreeSet<&'static str>,
    /// Names of atoms, and the depth to which each is defined.
    atoms: HashMap<Atom, (String, u32)>,
    polynomials: HashMap<Term, (String, u32)>,
    products: HashMap<Vec<Atom>, String>,
    memories: HashMap<Memory, String>,
    functions: BTreeSet<String>,
}

impl<'t> Integers<'t> {
    /// No text yet.
    pub fn new(terms: &'t Terms, meaning: Meaning) -> Integers<'t> {
        Integers {
            terms,
            meaning,
            depth: meaning.depth,
            text: String::new(),
            theories: BTreeSet::new(),
            atoms: HashMap::new(),
            polynomials: HashMap::new(),
            products: HashMap::new(),
            memories: HashMap::new(),
            functions: BTreeSet::new(),
        }
    }

    /// A query: whether these formulas can hold together.
    pub fn query(mut self, comment: &str, formulas: &[String]) -> String {
        for formula in formulas {
            self.assert(formula);
        }
        let theories: String =
            ["A", "UF"].into_iter().filter(|it| self.theories.contains(it)).collect();
        let arithmetic = if self.theories.contains("N") { "NIA" } else { "LIA" };
        format!("{comment}(set-logic QF_{theories}{arithmetic})\n{}(check-sat)\n", self.text)
    }

    fn modulus(&self) -> i128 {
        self.terms.width.modulus()
    }

    fn assert(&mut self, formula: &str) {
        let _ = writeln!(self.text, "(assert {formula})");
    }

    fn declare(&mut self, name: &str) {
        let _ = writeln!(self.text, "(declare-const {name} Int)");
    }

    /// States that an integer is below a bound, and not negative.
    fn bound(&mut self, what: &str, bound: i128) {
        self.assert(&format!("(and (<= 0 {what}) (< {what} {bound}))"));
    }

    fn function(&mut self, name: &str, operands: usize) {
        self.theories.insert("UF");
        if self.functions.insert(name.to_owned()) {
            let sorts = vec!["Int"; operands].join(" ");
            let _ = writeln!(self.text, "(declare-fun {name} ({sorts}) Int)");
        }
    }

    /// A product of atoms.
    fn product(&mut self, monomial: &[Atom]) -> String {
        if let [atom] = monomial {
            return self.atom(*atom);
        }
        if self.meaning.multiplies {
            self.theories.insert("N");
            let atoms: Vec<String> = monomial.iter().map(|atom| self.atom(*atom)).collect();
            return format!("(* {})", atoms.join(" "));
        }
        if let Some(name) = self.products.get(monomial) {
            return name.clone();
        }
        let name = format!("p{}", self.products.len());
        self.declare(&name);
        self.products.insert(monomial.to_vec(), name.clone());
        name
    }

    /// A polynomial as an integer, not reduced modulo 2^width.
    pub fn polynomial(&mut self, term: Term) -> String {
        let mut sum = Vec::new();
        for (monomial, factor) in self.terms.polynomial(term).to_vec() {
            let factor = integer(self.terms.width.signed(factor));
            sum.push(match &monomial[..] {
                [] => factor,
                atoms => format!("(* {factor} {})", self.product(atoms)),
            });
        }
        match &sum[..] {
            [] => "0".to_owned(),
            [one] => one.clone(),
            more => format!("(+ {})", more.join(" ")),
        }
    }

    fn atom(&mut self, atom: Atom) -> String {
        let known = self.atoms.get(&atom).cloned();
        let Node { head, operands } = self.terms.node(atom).clone();
        let wanted = if (self.meaning.of)(&head) { self.depth } else { 0 };
        let name = match &known {
            Some((name, depth)) if *depth >= wanted => return name.clone(),
            Some((name, _)) => name.clone(),
            None => {
                let name = format!("x{}", self.atoms.len());
                self.declare(&name);
                self.bound(&name, self.modulus());
                name
            }
        };
        self.atoms.insert(atom, (name.clone(), wanted));
        if wanted > 0 {
            self.depth -= 1;
            let of: Vec<String> = operands.iter().map(|term| self.word(*term)).collect();
            self.define(&name, &head, &of);
            self.depth += 1;
        }
        name
    }

    /// States what an atom is.
    fn define(&mut self, name: &str, head: &Head, of: &[String]) {
        match head {
            Head::Symbol(_) => {}
            Head::Operator(Operator::Less) => {
                self.assert(&format!("(= {name} (ite (< {} {}) 1 0))", of[0], of[1]));
            }
            Head::Operator(Operator::High) => {
                self.theories.insert("N");
                let low = format!("low_{name}");
                self.declare(&low);
                self.bound(&low, self.modulus());
                let (a, b, modulus) = (&of[0], &of[1], self.modulus());
                self.assert(&format!("(= (* {a} {b}) (+ (* {modulus} {name}) {low}))"));
            }
            Head::Operator(operator) => self.define_division(name, *operator, of),
            Head::Load(memory) => {
                let layout = self.terms.layout;
                let bits = u64::from(self.terms.width.bits()) * layout.cell / layout.word;
                let mut cells = Vec::new();
                for (index, offset) in (0..layout.word).step_by(layout.cell as usize).enumerate() {
                    let at = self.plus(&of[0], offset);
                    let cell = self.cell(*memory, &at);
                    self.bound(&cell, 1 << bits);
                    cells.push(format!("(* {} {cell})", 1i128 << (bits * index as u64)));
                }
                self.assert(&format!("(= {name} (+ 0 {}))", cells.join(" ")));
            }
            Head::Function(number) => {
                self.function(&format!("f{number}"), of.len());
                self.assert(&format!("(= {name} (f{number} {}))", of.join(" ")));
            }
        }
    }

    /// A quotient or a remainder: any function of its operands where the divisor is zero.
    fn define_division(&mut self, name: &str, operator: Operator, of: &[String]) {
        for function in ["quotient", "remainder"] {
            self.function(function, 2);
        }
        let (a, b) = (&of[0], &of[1]);
        let [q, r] = ["quotient", "remainder"].map(|function| format!("({function} {a} {b})"));
        let is = if operator == Operator::Quotient { &q } else { &r };
        self.assert(&format!("(= {name} {is})"));
        let product = format!("(* {q} {b})");
        if b.parse::<u64>().is_err() {
            self.theories.insert("N");
        }
        let sum = format!("(= {a} (+ {product} {r}))");
        self.assert(&format!("(=> (not (= {b} 0)) (and {sum} (<= 0 {q}) (<= 0 {r}) (< {r} {b})))"));
    }

    fn memory(&mut self, memory: Memory) -> String {
        if let Some(name) = self.memories.get(&memory) {
            return name.clone();
        }
        self.theories.insert("A");
        let name = format!("m{}", self.memories.len());
        self.memories.insert(memory, name.clone());
        let is = match self.terms.contents(memory).clone() {
            Contents::Store { before, at, value } => {
                let (before, at, value) = (self.memory(before), self.word(at), self.word(value));
                let layout = self.terms.layout;
                if layout.cell == layout.word {
                    Some(format!("(store {before} {at} {value})"))
                } else {
                    let half = 1i128 << (self.terms.width.bits() / 2);
                    let next = self.plus(&at, layout.cell);
                    let low = format!("(store {before} {at} (mod {value} {half}))");
                    Some(format!("(store {low} {next} (div {value} {half}))"))
                }
            }
            _ => None,
        };
        let _ = match is {
            Some(is) => writeln!(self.text, "(define-fun {name} () (Array Int Int) {is})"),
            None => writeln!(self.text, "(declare-const {name} (Array Int Int))"),
        };
        name
    }
}

/// An integer as SMT-LIB writes it.
pub fn integer(value: i128) -> String {
    if value < 0 { format!("(- {})", value.unsigned_abs()) } else { value.to_string() }
}

impl Language for Integers<'_> {
    /// A polynomial's value is its remainder modulo 2^width.
    fn word(&mut self, term: Term) -> String {
        if let Some(value) = self.terms.as_constant(term) {
            return value.to_string();
        }
        if let Some(atom) = self.terms.as_atom(term) {
            return self.atom(atom);
        }
        let known = self.polynomials.get(&term).cloned();
        if let Some((name, depth)) = &known
            && *depth >= self.depth
        {
            return name.clone();
        }
        // Its atoms may have to be defined further.
        let polynomial = self.polynomial(term);
        if let Some((name, _)) = known {
            self.polynomials.insert(term, (name.clone(), self.depth));
            return name;
        }
        let name = format!("w{}", self.polynomials.len());
        let wraps = format!("k{}", self.polynomials.len());
        self.declare(&name);
        self.declare(&wraps);
        self.bound(&name, self.modulus());
        self.assert(&format!("(= {polynomial} (+ {name} (* {} {wraps})))", self.modulus()));
        self.polynomials.insert(term, (name.clone(), self.depth));
        name
    }

    fn fact(&mut self, fact: &Fact) -> String {
        let mut sum = vec!["0".to_owned()];
        for &(term, factor) in &fact.sum {
            sum.push(format!("(* {} {})", integer(factor), self.word(term)));
        }
        format!("(<= (+ {} 0) {})", sum.join(" "), integer(fact.most))
    }

    fn number(&self, value: u64) -> String {
        value.to_string()
    }

    fn below(&self, a: &str, b: &str) -> String {
        format!("(< {a} {b})")
    }

    fn plus(&self, a: &str, by: u64) -> String {
        let modulus = self.modulus();
        // One comparison is easier for solvers than a remainder.
        match by {
            0 => a.to_owned(),
            _ => format!(
                "(ite (< {a} {}) (+ {a} {by}) (- (+ {a} {by}) {modulus}))",
                modulus - i128::from(by)
            ),
        }
    }

    fn minus(&self, a: &str, b: &str) -> String {
        format!("(ite (<= {b} {a}) (- {a} {b}) (+ (- {a} {b}) {}))", self.modulus())
    }

    fn times(&self, a: &str, by: u64) -> String {
        format!("(* {by} {a})")
    }

    fn multiples(&mut self, of: &Multiples) -> String {
        self.theories.insert("N");
        let [q, x] = of.quotients.map(|term| self.word(term));
        let [d, high, low] = [of.divisor, of.high, of.low].map(|term| self.word(term));
        let less = |a: &str, b: &str| format!("(<= (+ (* {a} {d}) {d}) (* {b} {d}))");
        let apart = format!("(or (= {q} {x}) {} {})", less(&q, &x), less(&x, &q));
        format!("(and {apart} (= (* {x} {d}) (+ (* {} {high}) {low})))", self.modulus())
    }

    fn cell(&mut self, memory: Memory, at: &str) -> String {
        format!("(select {} {at})", self.memory(memory))
    }

    fn cell_number(&self, value: u64) -> String {
        value.to_string()
    }
}
