//! Finds the words that matter at each cut, and their values in states.

use std::collections::{BTreeSet, HashMap};

use tamarin_kernel::scope::TermState;
use tamarin_kernel::term::{Atom, Head, Node, Term};

use super::procedures::Call;
use super::{Graph, Tree, Variable};
use crate::Open;
use crate::recursion::substitute;

impl Graph<'_> {
    /// The variable that an atom represents at a cut.
    pub fn variable(&mut self, cut: usize, atom: Atom) -> Option<Variable> {
        let of = &self.cuts[cut];
        if let Node { head: Head::Load(memory), operands } = self.prover.terms.node(atom) {
            if *memory != of.memory {
                return None;
            }
            let at = operands[0];
            if of.procedure.is_none() {
                return self.prover.terms.as_constant(at).map(Variable::Cell);
            }
            let pointer = of.registers[self.prover.machine.stack];
            let distance = self.prover.terms.sub(at, pointer).ok()?;
            return self.prover.terms.as_constant(distance).map(Variable::Frame);
        }
        let terms = &self.prover.terms;
        let is_it = |word: &Term| terms.as_atom(*word) == Some(atom);
        of.registers.iter().position(is_it).map(Variable::Register)
    }

    /// The term of a variable in a state.
    pub fn word(&mut self, state: &TermState, variable: Variable) -> Result<Term, Open> {
        let at = match variable {
            Variable::Register(number) => return Ok(state.registers[number]),
            Variable::Cell(at) => self.prover.terms.constant(at),
            Variable::Frame(distance) => {
                let distance = self.prover.terms.constant(distance);
                let pointer = state.registers[self.prover.machine.stack];
                self.prover.terms.add(pointer, distance)?
            }
        };
        let word = self.prover.terms.load(state.memory, at)?;
        self.before_calls(word)
    }

    /// The terms of a cut's variables there.
    pub fn words(&mut self, cut: usize) -> Result<Vec<Term>, Open> {
        let variables = self.cuts[cut].variables.clone();
        let point = self.point(cut);
        let Some(state) = &point.states[self.side.index()] else { return Ok(Vec::new()) };
        variables.into_iter().map(|variable| self.word(state, variable)).collect()
    }

    /// A term about a cut's words, applied to a state that arrives there.
    pub fn there(&mut self, cut: usize, state: &TermState, term: Term) -> Result<Term, Open> {
        let words = self.words(cut)?;
        let mut with = HashMap::new();
        for (word, variable) in words.into_iter().zip(self.cuts[cut].variables.clone()) {
            if let Some(atom) = self.prover.terms.as_atom(word) {
                with.insert(atom, self.word(state, variable)?);
            }
        }
        Ok(substitute(&mut self.prover.terms, term, &with)?)
    }

    /// The registers that are observed.
    pub fn observed(&self) -> Vec<usize> {
        let names = &self.claim.observed.registers;
        names.iter().filter_map(|name| self.prover.machine.register(name)).collect()
    }

    /// The registers whose values a cut's functions give: those that are observed, or a procedure's results.
    pub fn results(&self, cut: Option<usize>) -> Vec<usize> {
        match cut.and_then(|cut| self.cuts[cut].procedure.as_ref()) {
            Some(procedure) => procedure.results.iter().copied().collect(),
            None => self.observed(),
        }
    }

    /// Finds the words that matter at each cut: those that decisions and results use, and those that such words are
    /// computed from.
    pub(super) fn find_variables(&mut self) {
        for cut in &mut self.cuts {
            cut.variables.clear();
            if let Some(procedure) = &mut cut.procedure {
                procedure.results.clear();
            }
        }
        loop {
            let mut is_same = true;
            for cut in (0..self.cuts.len()).map(Some).chain([None]) {
                let tree = cut.map_or(&self.start, |cut| &self.cuts[cut].tree).clone();
                let (mut found, mut results) = (BTreeSet::new(), BTreeSet::new());
                let mut uses = Uses { cut, found: &mut found, results: &mut results };
                self.used(&tree, &mut uses);
                for (callee, register) in results {
                    if let Some(procedure) = &mut self.cuts[callee].procedure {
                        is_same &= !procedure.results.insert(register);
                    }
                }
                let Some(cut) = cut else { continue };
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

    /// Collects what a tree uses.
    fn used(&mut self, tree: &Tree, uses: &mut Uses<'_>) {
        match tree {
            Tree::Choice(fact, ways) => {
                fact.sum.iter().for_each(|(term, _)| self.uses(*term, uses));
                ways.iter().for_each(|way| self.used(way, uses));
            }
            Tree::Done(state) => {
                self.observed().into_iter().for_each(|it| self.uses(state.registers[it], uses));
            }
            Tree::Return(state) => {
                let results = self.results(uses.cut);
                results.into_iter().for_each(|it| self.uses(state.registers[it], uses));
            }
            Tree::To(cut, state) => self.arguments(*cut, state, uses),
            Tree::Called(_, rest) => self.used(rest, uses),
            Tree::Fault | Tree::Dead => {}
        }
    }

    fn arguments(&mut self, cut: usize, state: &TermState, uses: &mut Uses<'_>) {
        for variable in self.cuts[cut].variables.clone() {
            if let Ok(word) = self.word(state, variable) {
                self.uses(word, uses);
            }
        }
    }

    fn uses(&mut self, term: Term, uses: &mut Uses<'_>) {
        let atoms: BTreeSet<Atom> =
            self.prover.terms.polynomial(term).iter().flat_map(|(of, _)| of).copied().collect();
        for atom in atoms {
            if let Some(variable) = uses.cut.and_then(|cut| self.variable(cut, atom)) {
                uses.found.insert(variable);
            } else if let Some((call, register)) = self.result(atom) {
                let Call { cut, state, .. } = self.calls[call].clone();
                uses.results.insert((cut, register));
                self.arguments(cut, &state, uses);
            } else {
                let operands = self.prover.terms.node(atom).operands.clone();
                operands.into_iter().for_each(|of| self.uses(of, uses));
            }
        }
    }

    /// The call whose result an atom is, and the register.
    pub fn result(&self, atom: Atom) -> Option<(usize, usize)> {
        let terms = &self.prover.terms;
        let is_it = |word: &Term| terms.as_atom(*word) == Some(atom);
        self.calls.iter().enumerate().find_map(|(index, call)| {
            let register = call.behind.iter().position(is_it)?;
            (call.behind[register] != call.state.registers[register]).then_some((index, register))
        })
    }
}

/// What a tree uses.
struct Uses<'u> {
    /// The cut at which the tree begins.
    cut: Option<usize>,
    /// The cut's words.
    found: &'u mut BTreeSet<Variable>,
    /// Results of procedures: the cut and the register.
    results: &'u mut BTreeSet<(usize, usize)>,
}
