//! Decision trees: what a program does from a cut to the next ones, to calls, and to its end.

use std::collections::BTreeSet;

use tamarin_kernel::fact::Fact;
use tamarin_kernel::scope::TermState;

use super::procedures::Call;

/// The decision tree from a cut or the start.
#[derive(Clone)]
pub enum Tree {
    /// A decision on a fact.
    Choice(Fact, Box<[Tree; 2]>),
    /// The program is done.
    Done(TermState),
    /// The program faults.
    Fault,
    /// No state reaches this leaf.
    Dead,
    /// The path reaches a cut.
    To(usize, TermState),
    /// The path calls a recursive procedure, by the index of the call, and goes on behind it.
    Called(usize, Box<Tree>),
    /// The procedure in which the path began returns.
    Return(TermState),
}

/// A path through a tree: its decisions and its leaf.
pub struct Way<'t> {
    /// The decisions.
    pub facts: Vec<Fact>,
    /// The leaf.
    pub end: &'t Tree,
    /// The calls on the path, each with the number of decisions before it.
    pub calls: Vec<(usize, usize)>,
}

/// A path from a cut or the start to a cut, or to a call of a procedure.
pub struct Arrival {
    /// The decisions.
    pub facts: Vec<Fact>,
    /// The cut.
    pub to: usize,
    /// The state there.
    pub state: TermState,
}

impl Tree {
    /// All paths through the tree.
    pub fn ways(&self) -> Vec<Way<'_>> {
        let mut found = Vec::new();
        self.collect(&mut Vec::new(), &mut Vec::new(), &mut found);
        found
    }

    fn collect<'t>(
        &'t self,
        facts: &mut Vec<Fact>,
        calls: &mut Vec<(usize, usize)>,
        found: &mut Vec<Way<'t>>,
    ) {
        match self {
            Tree::Choice(fact, ways) => {
                for (fact, way) in [(fact.clone(), &ways[0]), (fact.negated(), &ways[1])] {
                    facts.push(fact);
                    way.collect(facts, calls, found);
                    facts.pop();
                }
            }
            Tree::Called(call, rest) => {
                calls.push((*call, facts.len()));
                rest.collect(facts, calls, found);
                calls.pop();
            }
            end => found.push(Way { facts: facts.clone(), end, calls: calls.clone() }),
        }
    }

    /// All paths through the tree that lead to a cut or a call.
    pub fn arrivals(&self, calls: &[Call]) -> Vec<Arrival> {
        let mut found = Vec::new();
        let mut seen = BTreeSet::new();
        for way in self.ways() {
            for (call, count) in way.calls {
                if seen.insert(call) {
                    let Call { cut, state, .. } = &calls[call];
                    let facts = way.facts[..count].to_vec();
                    found.push(Arrival { facts, to: *cut, state: state.clone() });
                }
            }
            if let Tree::To(to, state) = way.end {
                found.push(Arrival { facts: way.facts, to: *to, state: state.clone() });
            }
        }
        found
    }
}
