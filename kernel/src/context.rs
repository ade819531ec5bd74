//! The context at a point of a script: known facts, names, and regions on which memories agree.

use std::collections::HashMap;

use crate::fact::Fact;
use crate::refusal::{Refusal, ensure};
use crate::term::{Memory, Term};

/// Two memories that agree at each address `x` with `x - from` below `size`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// The memories.
    pub of: [Memory; 2],
    /// The first address.
    pub from: Term,
    /// The number of bytes.
    pub size: Term,
}

/// The known facts and names.
#[derive(Clone, Debug, Default)]
pub struct Context {
    facts: Vec<Fact>,
    /// The least known bound of each left side.
    bounds: HashMap<Vec<(Term, i128)>, i128>,
    labels: HashMap<String, usize>,
    /// Words by name.
    pub names: HashMap<String, Term>,
    /// Memories by name.
    pub memories: HashMap<String, Memory>,
    /// Regions by label.
    pub regions: HashMap<String, Region>,
    /// The lemma that is being proved, and its measure.
    pub hypothesis: Option<(usize, Vec<Term>)>,
    /// Whether the facts are contradictory, so that anything follows.
    pub is_closed: bool,
}

impl Context {
    /// Adds a fact. If it contradicts a known fact, the context is closed.
    pub fn assume(&mut self, label: &str, fact: Fact) {
        self.is_closed |= self.knows(&fact) == Some(false);
        self.labels.insert(label.to_owned(), self.facts.len());
        let bound = self.bounds.entry(fact.sum.clone()).or_insert(fact.most);
        *bound = fact.most.min(*bound);
        self.facts.push(fact);
    }

    /// Adds facts with the labels `x`, `x.1`, `x.2` and so on.
    pub fn assume_all(&mut self, label: &str, facts: Vec<Fact>) {
        for (index, fact) in facts.into_iter().enumerate() {
            let numbered = format!("{label}.{index}");
            self.assume(if index == 0 { label } else { &numbered }, fact);
        }
    }

    /// Gives a name to a word.
    pub fn name(&mut self, name: &str, word: Term) -> Result<(), Refusal> {
        let is_new = self.names.insert(name.to_owned(), word).is_none();
        ensure(is_new, format!("`{name}` has two meanings"))
    }

    /// Whether a fact is known to hold or to fail: by itself, or since one assumed fact bounds the same left side as
    /// tightly.
    pub fn knows(&self, fact: &Fact) -> Option<bool> {
        let is_known = |fact: &Fact| self.bounds.get(&fact.sum).is_some_and(|&b| b <= fact.most);
        match fact.folded() {
            Some(holds) => Some(holds),
            None if is_known(fact) => Some(true),
            None if is_known(&fact.negated()) => Some(false),
            None => None,
        }
    }

    /// The fact with a label.
    pub fn fact(&self, label: &str) -> Option<&Fact> {
        self.labels.get(label).map(|&index| &self.facts[index])
    }

    /// All facts, in the order in which they were assumed.
    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }
}
