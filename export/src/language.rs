//! What both languages of exported queries share: declarations, and the meaning of definitions.
//!
//! [`Words`](crate::words::Words) prints terms as bit-vectors, [`Integers`](crate::integers::Integers) as integers.

use tamarin_kernel::fact::Fact;
use tamarin_kernel::term::{Memory, Term};

use crate::definition::{Definition, Multiples, Start, Value};

/// A language for terms and facts. Texts may refer to what was declared for them before.
pub trait Language {
    /// The unsigned value of a term.
    fn word(&mut self, term: Term) -> String;
    /// A fact.
    fn fact(&mut self, fact: &Fact) -> String;
    /// A number.
    fn number(&self, value: u64) -> String;
    /// Whether a word is below another.
    fn below(&self, a: &str, b: &str) -> String;
    /// A word plus a number, modulo 2^width.
    fn plus(&self, a: &str, by: u64) -> String;
    /// The difference of words, modulo 2^width.
    fn minus(&self, a: &str, b: &str) -> String;
    /// A word times a number that is known not to wrap.
    fn times(&self, a: &str, by: u64) -> String;
    /// A cell of a memory.
    fn cell(&mut self, memory: Memory, at: &str) -> String;
    /// The number in a cell.
    fn cell_number(&self, value: u64) -> String;

    /// Theorems about two multiples of a number, for languages in which solvers miss them.
    fn multiples(&mut self, _of: &Multiples) -> String {
        "true".to_owned()
    }

    /// What a definition says.
    fn definition(&mut self, definition: &Definition) -> String {
        match definition {
            Definition::Function { domain, applied, body } => {
                let applied = self.word(*applied);
                let domain: Vec<String> = domain.iter().map(|fact| self.fact(fact)).collect();
                let body = self.value(body);
                format!("(=> {} (= {applied} {body}))", all(&domain))
            }
            Definition::Lemma { assume, show } => {
                let assume: Vec<String> = assume.iter().map(|fact| self.fact(fact)).collect();
                format!("(=> {} {})", all(&assume), self.fact(show))
            }
            Definition::Region { inside, loads: [a, b] } => {
                let (inside, a, b) = (self.fact(inside), self.word(*a), self.word(*b));
                format!("(=> {inside} (= {a} {b}))")
            }
            Definition::Multiples(multiples) => self.multiples(multiples),
            Definition::Start(start) => {
                let (address, mut cells) = (self.word(start.address), Vec::new());
                for offset in (0..start.layout.word).step_by(start.layout.cell as usize) {
                    let at = self.plus(&address, offset);
                    cells.push(self.cell_at_start(start, &at));
                }
                all(&cells)
            }
        }
    }

    /// The value of a function's body.
    fn value(&mut self, value: &Value) -> String {
        match value {
            Value::Is(term) => self.word(*term),
            Value::Choice(fact, then, otherwise) => {
                let (fact, then) = (self.fact(fact), self.value(then));
                format!("(ite {fact} {then} {})", self.value(otherwise))
            }
        }
    }

    /// One cell of an initial memory: an element of the array, else a word of the text, else zero. An allowed input's
    /// array is at most as long as the claim says.
    fn cell_at_start(&mut self, start: &Start, at: &str) -> String {
        let mut is = self.cell_number(0);
        for (index, &word) in start.text.iter().enumerate().rev() {
            let (here, word) = (index as u64 * start.layout.cell, self.cell_number(word));
            is = format!("(ite (= {at} {}) {word} {is})", self.number(here));
        }
        let (mut known, mut allowed) = (Vec::new(), Vec::new());
        if let Some(array) = &start.array {
            let (first, length) = (self.number(array.address), self.word(array.length));
            let offset = self.minus(at, &first);
            let element = self.cell(array.elements, &offset);
            let size = self.times(&length, start.layout.word);
            is = format!("(ite {} {element} {is})", self.below(&offset, &size));
            let most = self.number(array.capacity);
            let is_allowed = format!("(not {})", self.below(&most, &length));
            allowed.push(is_allowed);
        }
        if start.layout.kept < start.layout.end {
            known.push(self.below(at, &self.number(start.layout.kept)));
        }
        allowed.push(format!("(=> {} (= {} {is}))", all(&known), self.cell(start.memory, at)));
        all(&allowed)
    }
}

/// The conjunction of formulas.
pub fn all(formulas: &[String]) -> String {
    match formulas {
        [] => "true".to_owned(),
        [one] => one.clone(),
        more => format!("(and {})", more.join(" ")),
    }
}

/// The negation of all cases: a query that is unsatisfiable if the cases leave nothing out.
pub fn no_case(language: &mut dyn Language, cases: &[Vec<Fact>]) -> Vec<String> {
    let mut negated = Vec::new();
    for case in cases {
        let facts: Vec<String> = case.iter().map(|fact| language.fact(fact)).collect();
        negated.push(format!("(not {})", all(&facts)));
    }
    negated
}
