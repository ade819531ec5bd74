//! Prints an obligation as an SMT-LIB 2 script, for another solver and for readers. It is proved if the answer is
//! `unsat`.
//!
//! The script defines what clauses leave open (a quotient by zero), so it is unsatisfiable whenever the clauses are.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use crate::certificate::Footprint;
use crate::memory::{Contents, Memory};
use crate::obligation::{Goal, Obligation, Scene};
use crate::terms::{Atom, Condition, Fact, Node, Word};

/// The script of an obligation, with the further words that are zero.
pub fn script(scene: &Scene, obligation: &Obligation<'_>) -> String {
    let mut script =
        Script { scene, defined: BTreeMap::new(), memories: BTreeSet::new(), text: String::new() };
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
    /// Unknown memories.
    memories: BTreeSet<String>,
    /// Declarations and definitions, each before its use.
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
                let address = self.word(address);
                (format!("load{}", atom.0), Some(self.load(memory, &address)))
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

    /// The word of a memory at an address: a chain of choices through the stores.
    fn load(&mut self, memory: Memory, address: &str) -> String {
        let Scene { memories, .. } = self.scene;
        let text = |script: &mut Self, side: usize, behind: String| {
            let mut word = behind;
            for (index, text) in script.scene.memories.image(side).iter().enumerate() {
                word = format!("(ite (= {address} #x{:08x}) #x{text:08x} {word})", 4 * index);
            }
            word
        };
        match *memories.contents(memory) {
            Contents::Store(before, at, value) => {
                let (at, value) = (self.word(at), self.word(value));
                let before = self.load(before, address);
                format!("(ite (= {at} {address}) {value} {before})")
            }
            Contents::Initial(side) => {
                let behind = match memories.array(side) {
                    None => "#x00000000".to_owned(),
                    Some(array) => self.select(&format!("given{}", array.first), address),
                };
                text(self, side, behind)
            }
            Contents::Any(side) => self.select(&format!("memory{side}"), address),
            Contents::Shared => self.select("shared", address),
            Contents::Given(first) => self.select(&format!("given{first}"), address),
            Contents::Free(number) => self.select(&format!("free{number}"), address),
            Contents::Common(side, footprint) => {
                let test = match (footprint, memories.array(0)) {
                    (Footprint::Everywhere, _) => {
                        format!("(bvuge {address} #x{:08x})", memories.common_end())
                    }
                    (Footprint::Array, None) => "false".to_owned(),
                    (Footprint::Array, Some(array)) => {
                        let size = self.word(memories.size());
                        format!("(bvult (bvsub {address} #x{:08x}) {size})", array.address)
                    }
                };
                let shared = self.select("shared", address);
                let own = self.select(&format!("memory{side}"), address);
                format!("(ite {test} {shared} {own})")
            }
        }
    }

    /// A word of an unknown memory.
    fn select(&mut self, memory: &str, address: &str) -> String {
        if self.memories.insert(memory.to_owned()) {
            let sort = "(Array (_ BitVec 32) (_ BitVec 32))";
            self.text.push_str(&format!("(declare-const {memory} {sort})\n"));
        }
        format!("(select {memory} {address})")
    }
}
