//! Addresses: in which regions they are, and which of them differ.

use std::collections::BTreeSet;

use tamarin_kernel::context::Region;
use tamarin_kernel::evidence::{How, Rule, Side, Step};
use tamarin_kernel::fact::Fact;
use tamarin_kernel::term::{Contents, Term};

use crate::Open;
use crate::memory::Load;
use crate::tactics::Effort;
use crate::walk::{Path, Walker};

impl Walker<'_> {
    /// Adds that the addresses at which both programs have loaded and stored are in the regions of the path, if that can
    /// be proved, so that the cases of later goals need not prove it again.
    pub(crate) fn place_addresses(&mut self, path: &mut Path) -> Result<(), Open> {
        let regions: BTreeSet<[Term; 2]> =
            path.point.context.regions.values().map(|it: &Region| [it.from, it.size]).collect();
        if regions.is_empty() {
            return Ok(());
        }
        for at in self.addresses(path) {
            for &[from, size] in &regions {
                let offset = self.prover.terms.sub(at, from)?;
                let inside = Fact::below(&mut self.prover.terms, offset, size)?;
                if path.point.context.knows(&inside).is_none() {
                    self.conclude(path, &inside, Effort::Full)?;
                }
            }
        }
        Ok(())
    }

    /// The addresses, other than constants, at which both programs have loaded and stored.
    fn addresses(&self, path: &Path) -> BTreeSet<Term> {
        let (mut addresses, mut words) = (BTreeSet::new(), Vec::new());
        for state in path.point.states.iter().flatten() {
            words.extend(state.registers.iter().copied());
            let mut memory = state.memory;
            while let Contents::Store { before, at, value } = *self.prover.terms.contents(memory) {
                addresses.insert(at);
                words.push(value);
                memory = before;
            }
        }
        addresses.extend(self.loads_in(words).into_iter().map(|load| load.at));
        addresses.retain(|at| self.prover.terms.as_constant(*at).is_none());
        addresses
    }

    /// Replaces the word in a register that was just loaded: behind stores at other addresses, by the word that was stored
    /// or a load from the memory before, and this by what the node's invariant says of it. So a frame below an array keeps
    /// its words, whatever is stored into the array.
    pub(crate) fn resolve(
        &mut self,
        path: &mut Path,
        side: Side,
        register: usize,
    ) -> Result<(), Open> {
        let Some(state) = &path.point.states[side.index()] else { return Ok(()) };
        let word = state.registers[register];
        let is_whole = self.prover.terms.as_atom(word);
        let load = self.loads_in(vec![word]).pop().filter(|load| Some(load.atom) == is_whole);
        let Some(load) = load else { return Ok(()) };
        if let Some((conditions, to)) = self.read(path, load)? {
            let mut within = path.clone();
            if !self.is_read(&mut within, load, &conditions)? {
                return Ok(());
            }
            *path = within;
            self.replace(path, side, register, to)?;
        }
        let word = path.point.states[side.index()].as_ref().map(|state| state.registers[register]);
        if let Some(&to) = word.and_then(|word| path.solved.get(&word)) {
            self.replace(path, side, register, to)?;
        }
        Ok(())
    }

    /// Adds what the loads in a goal read, where this does not depend on cases.
    pub(crate) fn read_goal(&mut self, path: &mut Path, goal: &Fact) -> Result<(), Open> {
        for load in self.loads(goal) {
            if self.is_about_any(path, load.at) || path.read.contains(&load.atom) {
                continue;
            }
            if let Some((conditions, _)) = self.read(path, load)? {
                self.is_read(path, load, &conditions)?;
            }
        }
        Ok(())
    }

    /// Adds what a load reads, under conditions on addresses, if these can be proved.
    fn is_read(&mut self, path: &mut Path, load: Load, conditions: &[Fact]) -> Result<bool, Open> {
        let Some(name) = self.memory_name(path, load.memory) else { return Ok(false) };
        for condition in conditions {
            if !self.relate(path, condition)? {
                return Ok(false);
            }
        }
        let rule = Rule { rule: "memory.store".into(), name, ..Rule::default() };
        let Some(mut rule) = self.of_address(path, rule, load.at) else { return Ok(false) };
        let is_known = self.apply(path, &mut rule, conditions)?;
        path.read.extend(is_known.then_some(load.atom));
        Ok(is_known)
    }

    /// Replaces the word in a register by one that is known to be equal.
    pub(crate) fn replace(
        &mut self,
        path: &mut Path,
        side: Side,
        register: usize,
        to: Term,
    ) -> Result<(), Open> {
        let Ok(text) = path.names.term(&self.prover.terms, to) else { return Ok(()) };
        path.script.append(&mut path.names.steps);
        let name = self.prover.machine.registers[register].to_owned();
        path.script.push(Step::Word { word: (side, name, text), how: How::default() });
        if let Some(state) = &mut path.point.states[side.index()] {
            state.registers[register] = to;
        }
        Ok(())
    }

    /// Adds a fact about two addresses, if a lemma proves it. Other inequations of addresses are no help; without them the
    /// lemma is the same one after each store.
    fn relate(&mut self, path: &mut Path, fact: &Fact) -> Result<bool, Open> {
        if path.point.context.knows(fact) == Some(true) {
            return Ok(true);
        }
        let mut facts = self.nameable(path);
        facts.retain(|fact| fact.negated().as_zero().is_none());
        let Some(steps) = self.lemma_of(path, facts, Some(fact), Effort::Full)? else {
            return Ok(false);
        };
        path.script.extend(steps);
        path.point.context.assume("it", fact.clone());
        Ok(true)
    }

    /// What a load reads on all samples of a path, and that its address differs from those of later stores. None if there
    /// is no store, or samples read different ones.
    fn read(&mut self, path: &Path, load: Load) -> Result<Option<(Vec<Fact>, Term)>, Open> {
        let (mut memory, mut conditions) = (load.memory, Vec::new());
        while let Contents::Store { before, at, value } = *self.prover.terms.contents(memory) {
            let terms = &mut self.prover.terms;
            let difference = terms.sub(load.at, at)?;
            let mut differences = vec![difference];
            for distance in terms.distances() {
                let away = terms.constant(distance);
                differences.push(terms.sub(difference, away)?);
            }
            let count = |word: Term| {
                let is_zero = |at: &&usize| self.samples[**at].term(&self.prover.terms, word) == 0;
                path.alive.iter().filter(is_zero).count()
            };
            let counts: Vec<usize> = differences.iter().map(|word| count(*word)).collect();
            if counts[0] > 0 && counts[0] == path.alive.len() {
                conditions.push(Fact::zero(&mut self.prover.terms, difference)?);
                return Ok(Some((conditions, value)));
            }
            if path.alive.is_empty() || counts.iter().any(|count| *count > 0) {
                return Ok(None);
            }
            for difference in differences {
                conditions.push(Fact::zero(&mut self.prover.terms, difference)?.negated());
            }
            memory = before;
        }
        let below = self.prover.terms.load(memory, load.at)?;
        Ok((memory != load.memory).then_some((conditions, below)))
    }

    /// Closes a case that says that two addresses are equal, though they differ on all samples, if a lemma shows that they
    /// do. The facts from the given one on are those of the case.
    pub(crate) fn clashes(&mut self, case: &mut Path, first: usize) -> Result<bool, Open> {
        let of_case = case.point.context.facts()[first..].to_vec();
        for new in of_case {
            let Some(zero) = new.as_zero() else { continue };
            if !self.is_about_any(case, zero) {
                if self.are_apart(case, zero)? {
                    return Ok(true);
                }
                continue;
            }
            if self.is_elsewhere(case, &new)? {
                return Ok(true);
            }
            for known in case.point.context.facts().to_vec() {
                let Some(rest) = self.without_any(case, [&new, &known])? else { continue };
                if self.are_apart(case, rest)? {
                    if case.point.context.is_closed {
                        return Ok(true);
                    }
                    let mut facts = vec![new.clone(), known];
                    facts.extend(case.point.context.facts().last().cloned());
                    let steps = self.lemma_of(case, facts, None, Effort::Sums)?;
                    let is_closed = steps.is_some();
                    case.script.extend(steps.into_iter().flatten());
                    return Ok(is_closed);
                }
            }
        }
        Ok(false)
    }

    /// Adds that the arbitrary address of a goal is not the constant one of an equation, if a lemma shows it: the address is
    /// in an array, say, and the constant one in a frame.
    fn is_elsewhere(&mut self, case: &mut Path, equation: &Fact) -> Result<bool, Open> {
        let (Some(zero), Some(any)) = (equation.as_zero(), case.any.clone()) else {
            return Ok(false);
        };
        let mut constant = None;
        for factor in [1, u64::MAX] {
            let rest = self.prover.terms.combine(any.address, 1, zero, factor)?;
            constant = constant.or(self.prover.terms.as_constant(rest));
        }
        let Some(constant) = constant else { return Ok(false) };
        let is_inside = |at: &usize| {
            let value = |term: Term| self.samples[*at].term(&self.prover.terms, term);
            constant.wrapping_sub(value(any.within[0])) < value(any.within[1])
        };
        if case.alive.iter().any(is_inside) {
            return Ok(false);
        }
        let goal = equation.negated();
        let mut facts = self.nameable(case);
        facts.retain(|fact| fact != equation && fact.negated().as_zero().is_none());
        let Some(steps) = self.lemma_of(case, facts, Some(&goal), Effort::Full)? else {
            return Ok(false);
        };
        case.script.extend(steps);
        case.point.context.assume("it", goal);
        Ok(true)
    }

    /// Adds that a word, the difference of two addresses, is not zero, if it is zero on no sample and a lemma shows it.
    fn are_apart(&mut self, path: &mut Path, difference: Term) -> Result<bool, Open> {
        if self.prover.terms.as_constant(difference).is_some() {
            return Ok(true);
        }
        let is_zero = |at: &usize| self.samples[*at].term(&self.prover.terms, difference) == 0;
        if path.alive.is_empty() || path.alive.iter().any(is_zero) {
            return Ok(false);
        }
        let goal = Fact::zero(&mut self.prover.terms, difference)?.negated();
        let mut facts = self.nameable(path);
        facts.retain(|fact| !fact.sum.iter().any(|(term, _)| self.is_about_any(path, *term)));
        facts.retain(|fact| fact.negated() != goal);
        let Some(steps) = self.lemma_of(path, facts, Some(&goal), Effort::Full)? else {
            return Ok(false);
        };
        path.script.extend(steps);
        path.point.context.assume("it", goal);
        Ok(true)
    }

    /// From two equations about the arbitrary address of a goal, a word that is zero and other than 0 as a text.
    fn without_any(&mut self, path: &Path, facts: [&Fact; 2]) -> Result<Option<Term>, Open> {
        let [Some(one), Some(other)] = facts.map(Fact::as_zero) else { return Ok(None) };
        if one == other || !self.is_about_any(path, other) {
            return Ok(None);
        }
        for factor in [1, u64::MAX] {
            let rest = self.prover.terms.combine(one, 1, other, factor)?;
            if !self.is_about_any(path, rest) {
                return Ok(Some(rest).filter(|it| self.prover.terms.as_constant(*it) != Some(0)));
            }
        }
        Ok(None)
    }

    /// Whether a word depends on the arbitrary address of a goal.
    fn is_about_any(&self, path: &Path, word: Term) -> bool {
        let terms = &self.prover.terms;
        let any = path.any.as_ref().and_then(|any| terms.as_atom(any.word));
        let is_any = |atom: &_| Some(*atom) == any;
        terms.polynomial(word).iter().any(|(monomial, _)| monomial.iter().any(is_any))
    }
}
