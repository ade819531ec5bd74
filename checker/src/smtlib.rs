//! An obligation as an SMT-LIB 2 script, for another solver and for readers: it
//! is shown where the answer is `unsat`.
//!
//! What clauses leave open is defined here (a quotient by zero), so whatever
//! clauses show, the script shows.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::memory::{Contents, Memory};
use crate::obligation::{Goal, Obligation, Scene};
use crate::terms::{Atom, Condition, Fact, Node, Word};

/// The script of an obligation, with the words that are zero besides.
pub fn script(scene: &Scene, obligation: &Obligation<'_>) -> String {
    let mut script =
        Script { scene, defined: BTreeMap::new(), memories: BTreeMap::new(), text: String::new() };
    let zero = |word| Condition { fact: Fact::Zero(word), holds: true };
    let zeros = obligation.zeros.iter().map(|&word| zero(word));
    let negated = match obligation.goal {
        Goal::Impossible => None,
        Goal::Holds(condition) => Some(!condition),
        Goal::Zero(word) => Some(!zero(word)),
    };
    let mut asserted = Vec::new();
    for condition in obligation.conditions.iter().copied().chain(zeros).chain(negated) {
        let fact = script.fact(condition.fact);
        asserted.push(if condition.holds { fact } else { format!("(not {fact})") });
    }
    let [left, right] = obligation.node;
    let mut text = format!(
        "; {}: left at {left}, right at {right}\n(set-logic QF_ABV)\n{}",
        obligation.kind, script.text
    );
    for term in asserted {
        let _ = writeln!(text, "(assert {term})");
    }
    text.push_str("(check-sat)\n");
    text
}

struct Script<'s> {
    scene: &'s Scene,
    defined: BTreeMap<Atom, String>,
    memories: BTreeMap<Memory, String>,
    /// Declarations and definitions, each before it is used.
    text: String,
}

impl Script<'_> {
    fn fact(&mut self, fact: Fact) -> String {
        match fact {
            Fact::Zero(word) => format!("(= {} #x00000000)", self.word(word)),
            Fact::Less(signed, a, b) => {
                let (a, b) = (self.word(a), self.word(b));
                format!("({} {a} {b})", if signed { "bvslt" } else { "bvult" })
            }
            Fact::LowZero(word, bits) => {
                let (word, high) = (self.word(word), bits - 1);
                format!("(= ((_ extract {high} 0) {word}) (_ bv0 {bits}))")
            }
        }
    }

    fn word(&mut self, word: Word) -> String {
        let mut sum: Option<String> = None;
        let polynomial = self.scene.terms.polynomial(word);
        let (constants, products): (Vec<_>, Vec<_>) =
            polynomial.iter().partition(|(monomial, _)| monomial.is_empty());
        for (monomial, factor) in products.into_iter().chain(constants) {
            let atoms: Vec<String> = monomial.iter().map(|&atom| self.atom(atom)).collect();
            let mut product = (*factor != 1 || atoms.is_empty()).then(|| format!("#x{factor:08x}"));
            for atom in atoms {
                product = Some(match product {
                    None => atom,
                    Some(product) => format!("(bvmul {product} {atom})"),
                });
            }
            let product = product.unwrap_or_default();
            sum = Some(match sum {
                None => product,
                Some(sum) => format!("(bvadd {sum} {product})"),
            });
        }
        sum.unwrap_or_else(|| "#x00000000".to_owned())
    }

    fn atom(&mut self, atom: Atom) -> String {
        if let Some(name) = self.defined.get(&atom) {
            return name.clone();
        }
        let signed_or = |signed: bool, a: &'static str, b: &'static str| if signed { a } else { b };
        let (name, body) = match self.scene.terms.node(atom) {
            None => (format!("unknown{}", atom.0), None),
            Some(Node::Symbol(name)) => (format!("|{name}|"), None),
            Some(&Node::Less(signed, a, b)) => {
                let less = self.fact(Fact::Less(signed, a, b));
                (format!("less{}", atom.0), Some(format!("(ite {less} #x00000001 #x00000000)")))
            }
            Some(&Node::High(signed, a, b)) => {
                let (a, b) = (self.word(a), self.word(b));
                let extend = signed_or(signed, "sign_extend", "zero_extend");
                let product = format!("(bvmul ((_ {extend} 32) {a}) ((_ {extend} 32) {b}))");
                (format!("high{}", atom.0), Some(format!("((_ extract 63 32) {product})")))
            }
            Some(&Node::Quotient(signed, a, b)) => {
                let (a, b) = (self.word(a), self.word(b));
                let op = signed_or(signed, "bvsdiv", "bvudiv");
                (format!("quotient{}", atom.0), Some(format!("({op} {a} {b})")))
            }
            Some(&Node::Remainder(signed, a, b)) => {
                let (a, b) = (self.word(a), self.word(b));
                let op = signed_or(signed, "bvsrem", "bvurem");
                (format!("remainder{}", atom.0), Some(format!("({op} {a} {b})")))
            }
            Some(&Node::Product(a, b)) => {
                let (a, b) = (self.word(a), self.word(b));
                (format!("product{}", atom.0), Some(format!("(bvmul {a} {b})")))
            }
            Some(&Node::Load(memory, address)) => {
                let (memory, address) = (self.memory(memory), self.word(address));
                (format!("load{}", atom.0), Some(format!("(select {memory} {address})")))
            }
        };
        let line = match body {
            None => format!("(declare-const {name} (_ BitVec 32))\n"),
            Some(body) => format!("(define-fun {name} () (_ BitVec 32) {body})\n"),
        };
        self.text.push_str(&line);
        self.defined.insert(atom, name.clone());
        name
    }

    fn memory(&mut self, memory: Memory) -> String {
        const SORT: &str = "(Array (_ BitVec 32) (_ BitVec 32))";
        // The stores on top, from the last one down to what is known by a name.
        let (mut below, mut stores) = (memory, Vec::new());
        while let Contents::Store(before, at, value) = *self.scene.memories.contents(below)
            && !self.memories.contains_key(&below)
        {
            stores.push((below, at, value));
            below = before;
        }
        let mut last = match self.memories.get(&below) {
            Some(name) => name.clone(),
            None => {
                let (name, line) = match *self.scene.memories.contents(below) {
                    Contents::Initial(side) => {
                        let mut body = format!("((as const {SORT}) #x00000000)");
                        for (index, word) in self.scene.memories.image(side).iter().enumerate() {
                            body = format!("(store {body} #x{:08x} #x{word:08x})", 4 * index);
                        }
                        let name = format!("start{side}");
                        (name.clone(), format!("(define-fun {name} () {SORT} {body})\n"))
                    }
                    Contents::Any(side) => {
                        let name = format!("memory{side}");
                        (name.clone(), format!("(declare-const {name} {SORT})\n"))
                    }
                    // Those were taken off.
                    Contents::Store(..) => return String::new(),
                };
                self.text.push_str(&line);
                self.memories.insert(below, name.clone());
                name
            }
        };
        for (number, (memory, at, value)) in stores.into_iter().rev().enumerate() {
            let (at, value) = (self.word(at), self.word(value));
            let name = format!("{last}.{number}.{}", self.memories.len());
            let line = format!("(define-fun {name} () {SORT} (store {last} {at} {value}))\n");
            self.text.push_str(&line);
            self.memories.insert(memory, name.clone());
            last = name;
        }
        last
    }
}
