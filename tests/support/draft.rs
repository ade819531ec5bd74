//! Expressions in two forms: the term, which the constructors simplify, and the SMT-LIB text of the same operations,
//! which no rule has touched.
//!
//! The text is written while the expression is built, one definition per operator, and uses nothing of the term except
//! its sort.

use std::fmt::Write;

use tamarin::term::{Sort, Term, Terms};

/// An expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draft {
    pub term: Term,
    id: u32,
}

impl Draft {
    /// What it is called in the text.
    pub fn name(self) -> String {
        format!("draft{}", self.id)
    }
}

/// The expressions of a question.
#[derive(Default)]
pub struct Drafts {
    pub terms: Terms,
    /// The definitions of all of them, over the inputs `r1` and `r2`.
    pub text: String,
    count: u32,
}

macro_rules! operators {
    ($($name:ident($($arg:ident),+) $operator:literal;)*) => {
        $(pub fn $name(&mut self, $($arg: Draft),+) -> Draft {
            let term = self.terms.$name($($arg.term),+);
            let args = [$($arg.name()),+].join(" ");
            self.define(term, &format!("({} {args})", $operator))
        })*
    };
}

impl Drafts {
    pub fn bool(&mut self, value: bool) -> Draft {
        let term = self.terms.bool(value);
        self.define(term, &value.to_string())
    }

    pub fn word(&mut self, value: u32) -> Draft {
        let term = self.terms.word(value);
        self.define(term, &format!("#x{value:08x}"))
    }

    pub fn double(&mut self, value: u64) -> Draft {
        let term = self.terms.double(value);
        self.define(term, &format!("#x{value:016x}"))
    }

    /// An input: `$1` or `$2`.
    pub fn symbol(&mut self, name: &str) -> Draft {
        let term = self.terms.symbol(name);
        self.define(term, &name.replace('$', "r"))
    }

    pub fn image(&mut self, words: &[u32]) -> Draft {
        let term = self.terms.image(words);
        self.define(term, &image(words))
    }

    operators! {
        not(a) "not";
        and(a, b) "and";
        or(a, b) "or";
        eq(a, b) "=";
        ult(a, b) "bvult";
        slt(a, b) "bvslt";
        ite(test, a, b) "ite";
        add(a, b) "bvadd";
        sub(a, b) "bvsub";
        mul(a, b) "bvmul";
        bit_and(a, b) "bvand";
        udiv(a, b) "bvudiv";
        urem(a, b) "bvurem";
        sdiv(a, b) "bvsdiv";
        srem(a, b) "bvsrem";
        sign_extend(a) "(_ sign_extend 32)";
        zero_extend(a) "(_ zero_extend 32)";
        low(a) "(_ extract 31 0)";
        high(a) "(_ extract 63 32)";
        select(memory, address) "select";
        store(memory, address, value) "store";
    }

    fn define(&mut self, term: Term, expression: &str) -> Draft {
        let draft = Draft { term, id: self.count };
        self.count += 1;
        let (name, sort) = (draft.name(), sort(self.terms.sort(term)));
        writeln!(self.text, "(define-fun {name} () {sort} {expression})")
            .expect("a string takes it");
        draft
    }
}

/// A sort's name.
fn sort(sort: Sort) -> &'static str {
    match sort {
        Sort::Bool => "Bool",
        Sort::Word => "(_ BitVec 32)",
        Sort::Double => "(_ BitVec 64)",
        Sort::Memory => MEMORY,
    }
}

pub const MEMORY: &str = "(Array (_ BitVec 32) (_ BitVec 32))";

/// The memory that holds these words from address 0 on, and zeros.
pub fn image(words: &[u32]) -> String {
    let zeros = format!("((as const {MEMORY}) #x00000000)");
    words.iter().enumerate().fold(zeros, |memory, (index, word)| {
        format!("(store {memory} #x{:08x} #x{word:08x})", 4 * index)
    })
}
