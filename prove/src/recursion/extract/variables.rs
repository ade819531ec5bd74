//! Finds the words that matter at each cut, and their values in states.

use std::collections::BTreeSet;

use tamarin_kernel::scope::TermState;
use tamarin_kernel::term::{Atom, Head, Node, Term};

use super::{Graph, Tree, Variable, below};
use crate::Open;

impl Graph<'_> {
    /// The variable that an atom represents at a cut.
    pub fn variable(&self, cut: usize, atom: Atom) -> Option<Variable> {
        let terms = &self.prover.terms;
        let of = &self.cuts[cut];
        if let Node { head: Head::Load(memory), operands } = terms.node(atom) {
            let at = terms.as_constant(operands[0])?;
            return (*memory == of.memory).then_some(Variable::Cell(at));
        }
        let is_it = |word: &Term| terms.as_atom(*word) == Some(atom);
        of.registers.iter().position(is_it).map(Variable::Register)
    }

    /// The term of a variable in a state.
    pub fn word(&mut self, state: &TermState, variable: Variable) -> Result<Term, Open> {
        match variable {
            Variable::Register(number) => Ok(state.registers[number]),
            Variable::Cell(at) => {
                let at = self.prover.terms.constant(at);
                Ok(self.prover.terms.load(state.memory, at)?)
            }
        }
    }

    /// The terms of a cut's variables there.
    pub fn words(&mut self, cut: usize) -> Result<Vec<Term>, Open> {
        let variables = self.cuts[cut].variables.clone();
        let point = self.point(cut);
        let Some(state) = &point.states[self.side.index()] else { return Ok(Vec::new()) };
        variables.into_iter().map(|variable| self.word(state, variable)).collect()
    }

    /// The registers that are observed.
    pub fn observed(&self) -> Vec<usize> {
        let names = &self.claim.observed.registers;
        names.iter().filter_map(|name| self.prover.machine.register(name)).collect()
    }

    /// Finds the words that matter at each cut: those that decisions and results use, and those that such words are
    /// computed from.
    pub(super) fn find_variables(&mut self) {
        self.cuts.iter_mut().for_each(|cut| cut.variables.clear());
        loop {
            let mut is_same = true;
            for cut in 0..self.cuts.len() {
                let tree = self.cuts[cut].tree.clone();
                let mut atoms = BTreeSet::new();
                self.used(&tree, &mut atoms);
                let found = atoms.into_iter().filter_map(|atom| self.variable(cut, atom));
                let found: BTreeSet<Variable> = found.collect();
                for variable in found {
                    if !self.cuts[cut].variables.contains(&variable) {
                        self.cuts[cut].variables.push(variable);
                        is_same = false;
                    }
                }
            }
            if is_same {
                self.cuts.iter_mut().for_each(|cut| cut.variables.sort_unstable());
                return;
            }
        }
    }

    /// The atoms that a tree uses.
    fn used(&mut self, tree: &Tree, atoms: &mut BTreeSet<Atom>) {
        match tree {
            Tree::Choice(fact, ways) => {
                fact.sum.iter().for_each(|(term, _)| below(&self.prover.terms, *term, atoms));
                ways.iter().for_each(|way| self.used(way, atoms));
            }
            Tree::Done(state) => {
                for register in self.observed() {
                    below(&self.prover.terms, state.registers[register], atoms);
                }
            }
            Tree::To(cut, state) => {
                for variable in self.cuts[*cut].variables.clone() {
                    if let Ok(word) = self.word(state, variable) {
                        below(&self.prover.terms, word, atoms);
                    }
                }
            }
            Tree::Fault | Tree::Dead => {}
        }
    }
}
