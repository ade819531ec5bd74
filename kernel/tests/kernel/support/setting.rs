//! The setting of a rule: small words, and a check of all their values by a second implementation.

use tamarin_kernel::context::Context;
use tamarin_kernel::evidence::{FactText, Function, Lemma, Rule};
use tamarin_kernel::fact::Fact;
use tamarin_kernel::machine::Layout;
use tamarin_kernel::machine::mips::MIPS;
use tamarin_kernel::rules::{self, Cases};
use tamarin_kernel::scope::{Definitions, Point, Scope};
use tamarin_kernel::term::{Contents, Head, Terms};
use tamarin_kernel::word::Width;

use super::layout;
use super::model::Model;

/// Small words, some symbols, and the known facts.
pub struct Setting {
    pub terms: Terms,
    pub symbols: Vec<String>,
    pub point: Point,
    pub inputs: Context,
    pub functions: Vec<Function>,
    pub lemmas: Vec<Lemma>,
    pub model: Model,
}

pub fn setting(bits: u32, symbols: &[&str]) -> Setting {
    setting_in(layout(2), bits, symbols)
}

pub fn setting_in(layout: Layout, bits: u32, symbols: &[&str]) -> Setting {
    let width = Width::new(bits).unwrap();
    let mut terms = Terms::new(width, layout, u64::MAX);
    let mut context = Context::default();
    for name in symbols {
        let symbol = terms.atom(Head::Symbol(name.to_string()), Vec::new()).unwrap();
        context.names.insert((*name).to_owned(), symbol);
    }
    for name in ["m", "other"] {
        let memory = terms.memory(Contents::Symbol(name.to_owned()));
        context.memories.insert(name.to_owned(), memory);
    }
    for (side, name) in ["start.left", "start.right"].into_iter().enumerate() {
        context.memories.insert(name.to_owned(), terms.memory(Contents::Start(side)));
    }
    Setting {
        terms,
        symbols: symbols.iter().map(|name| (*name).to_owned()).collect(),
        inputs: Context::default(),
        point: Point::of(context),
        functions: Vec::new(),
        lemmas: Vec::new(),
        model: Model::default(),
    }
}

impl Setting {
    pub fn scope(&mut self) -> Scope<'_> {
        Scope {
            terms: &mut self.terms,
            definitions: Definitions { functions: &self.functions, lemmas: &self.lemmas },
            machine: &MIPS,
            inputs: &self.inputs,
            point: &self.point,
        }
    }

    pub fn fact(&mut self, text: FactText) -> Fact {
        self.scope().fact(&text).unwrap()
    }

    /// Assumes facts with the labels p, p.1, p.2 and so on.
    pub fn assume(&mut self, texts: &[FactText]) {
        let facts = texts.iter().map(|text| self.fact(text.clone())).collect();
        self.point.context.assume_all("p", facts);
    }

    /// Calls a function with each assignment of values to the symbols.
    pub fn each(&self, mut visit: impl FnMut(&Model)) {
        let (bits, count) = (self.terms.width.bits(), self.symbols.len() as u32);
        let mut model = self.model.clone();
        for code in 0..1u64 << (bits * count) {
            for (index, name) in self.symbols.iter().enumerate() {
                let value = self.terms.width.wrap(code >> (bits * index as u32));
                model.symbols.insert(name.clone(), value);
            }
            model.by_zero = self.terms.width.wrap(5 * code + 3);
            visit(&model);
        }
    }

    /// The cases of a rule, once it is checked that they leave nothing out.
    pub fn sound(&mut self, rule: &Rule) -> Cases {
        let cases = rules::apply(&mut self.scope(), rule)
            .unwrap_or_else(|refusal| panic!("{rule:?}: {refusal}"));
        let (mut tried, mut possible) = (0, vec![false; cases.len()]);
        self.each(|model| {
            let holds = |fact: &Fact| model.holds(&self.terms, fact);
            if !self.point.context.facts().iter().all(holds) {
                return;
            }
            tried += 1;
            let open: Vec<bool> = cases.iter().map(|case| case.iter().all(holds)).collect();
            assert!(open.contains(&true), "{rule:?}: {:?}", model.symbols);
            open.iter().zip(&mut possible).for_each(|(open, possible)| *possible |= open);
        });
        assert!(tried > 0 || cases.is_empty(), "{rule:?}: nothing was tried");
        cases
    }
}

pub fn rule(name: &str, terms: &[&str]) -> Rule {
    let terms = terms.iter().map(|term| (*term).to_owned()).collect();
    Rule { rule: name.to_owned(), terms, ..Rule::default() }
}

pub fn text(text: &str) -> FactText {
    FactText::Text(text.to_owned())
}

pub fn labels(count: usize) -> Vec<String> {
    (0..count).map(|it| if it == 0 { "p".into() } else { format!("p.{it}") }).collect()
}
