//! Words of few values: paths are split until addresses, and remainders by small numbers, are constants.
//!
//! A table in the text, a computed jump and an array of few elements have addresses of few values. With a constant
//! address a load reads the text, a jump has a target, and stores to other addresses do not matter. So the walker
//! replaces the word in the register by its value on each path.
//!
//! A word `c + k·u` is split by its *index* `u`. The range of the index comes from a known fact, from its operators, or
//! from the samples of the path; the last two are proved before they are used.

use std::collections::BTreeMap;

use tamarin_kernel::evidence::{Side, Step};
use tamarin_kernel::fact::Fact;
use tamarin_kernel::machine::{Instruction, Value};
use tamarin_kernel::refusal::Refusal;
use tamarin_kernel::term::{Atom, Head, Node, Term, Terms};
use tamarin_kernel::word::Operator;

use crate::Open;
use crate::farkas::gcd;
use crate::tactics::{Effort, ring};
use crate::walk::{Path, Pause, Walker};

/// Maximum number of values that a path is split into.
const VALUES: u64 = 256;
/// Maximum nesting of operators in a search for a bound.
const DEPTH: u32 = 16;

/// A range of words that contains a term: `of`, which is the term plus `shift`, is from `least` to `most`.
#[derive(Clone, Copy)]
struct Range {
    of: Term,
    shift: u64,
    least: u64,
    most: u64,
}

/// A word as `constant + factor·index`.
struct Indexed {
    index: Term,
    factor: u64,
    constant: u64,
}

impl Walker<'_> {
    /// Replaces words of few values by constants, before the next instruction depends on them. Returns what must be
    /// decided before.
    pub(crate) fn settle(&mut self, path: &mut Path, side: Side) -> Result<Option<Pause>, Open> {
        let Some(now) = path.point.states[side.index()].clone() else { return Ok(None) };
        let pc = self.prover.terms.as_constant(now.pc);
        let Some(instruction) = pc.and_then(|pc| self.instruction(side, pc)) else {
            return Ok(None);
        };
        let (addresses, others) = reads(&instruction);
        let is_address = |register: &usize| addresses.contains(register);
        for register in addresses.iter().chain(others.iter().filter(|it| !is_address(it))) {
            let word = now.registers[*register];
            let splits = is_address(register) || self.is_small_remainder(word);
            let pause = self.settle_register(path, side, *register, splits)?;
            if pause.is_some() {
                return Ok(pause);
            }
        }
        Ok(None)
    }

    fn is_small_remainder(&self, word: Term) -> bool {
        let Some(atom) = self.prover.terms.as_atom(word) else { return false };
        let Node { head, operands } = self.prover.terms.node(atom);
        let divisor = operands.get(1).and_then(|by| self.prover.terms.as_constant(*by));
        *head == Head::Operator(Operator::Remainder) && divisor.is_some_and(|by| by <= VALUES)
    }

    fn settle_register(
        &mut self,
        path: &mut Path,
        side: Side,
        register: usize,
        splits: bool,
    ) -> Result<Option<Pause>, Open> {
        let Some(state) = &path.point.states[side.index()] else { return Ok(None) };
        let word = state.registers[register];
        if self.prover.terms.as_constant(word).is_some() || path.wide.contains(&word) {
            return Ok(None);
        }
        let Indexed { index, factor, constant } = self.indexed(word)?;
        let known = self.known_range(path, index)?;
        let range = match (known, splits) {
            (None, true) => self.proved_range(path, index)?,
            (known, true) => known,
            (known, false) => known.filter(|range| range.least == range.most),
        };
        let Some(Range { of, shift, least, most }) = range else {
            if splits {
                path.wide.insert(word);
            }
            return Ok(None);
        };
        if least < most {
            let middle = i128::from(least + (most - least) / 2);
            let is_low = Fact::new(&mut self.prover.terms, [(of, 1)], middle)?;
            return Ok(Some(Pause::Undecided(is_low)));
        }
        let value = self.prover.terms.constant(least);
        let is_value = Fact::equal(&mut self.prover.terms, of, value)?;
        if path.point.context.knows(&is_value) != Some(true)
            && !self.conclude(path, &is_value, Effort::Full)?
        {
            path.wide.insert(word);
            return Ok(None);
        }
        let value = least.wrapping_sub(shift);
        let whole = factor.wrapping_mul(value).wrapping_add(constant);
        self.set(path, side, register, self.prover.terms.width.wrap(whole))?;
        Ok(None)
    }

    /// A word as `c + k·u`, with `k` as great as possible.
    fn indexed(&mut self, word: Term) -> Result<Indexed, Open> {
        let width = self.prover.terms.width;
        let terms = &mut self.prover.terms;
        let (constant, varying): (Vec<_>, Vec<_>) =
            terms.polynomial(word).to_vec().into_iter().partition(|(of, _)| of.is_empty());
        let signed = |by: &u64| width.signed(*by);
        let factor = varying.iter().fold(0, |all, (_, by)| gcd(all, signed(by))).abs();
        let mut index = Terms::ZERO;
        for (monomial, by) in &varying {
            let product = ring::product(terms, monomial)?;
            let by = width.of_integer(signed(by) / factor.max(1));
            index = terms.combine(index, 1, product, by)?;
        }
        let constant = constant.first().map_or(0, |(_, value)| *value);
        Ok(Indexed { index, factor: width.of_integer(factor), constant })
    }

    /// The smallest range, of at most [`VALUES`] words, that known facts give for a term.
    fn known_range(&mut self, path: &Path, term: Term) -> Result<Option<Range>, Open> {
        let whole = self.prover.terms.width.most();
        let mut ranges: BTreeMap<Term, Range> = BTreeMap::new();
        let facts = path.point.context.facts().to_vec();
        self.pay_for(&facts)?;
        for fact in facts {
            let &[(of, by @ (1 | -1))] = &fact.sum[..] else { continue };
            let mut same = vec![of];
            if matches!((by, fact.most), (1, 0) | (-1, -1)) {
                // The kernel writes `t = 0` for one of `t` and `-t`.
                same.push(self.prover.terms.scale(of, u64::MAX)?);
            }
            for of in same {
                let shift = self.prover.terms.sub(of, term)?;
                let Some(shift) = self.prover.terms.as_constant(shift) else { continue };
                let range = ranges.entry(of).or_insert(Range { of, shift, least: 0, most: whole });
                match u64::try_from(by * fact.most) {
                    Ok(most) if by == 1 => range.most = most.min(range.most),
                    Ok(least) => range.least = least.max(range.least),
                    Err(_) => {}
                }
            }
        }
        let count = |range: &Range| range.most.wrapping_sub(range.least);
        let small = ranges.into_values().filter(|range| count(range) < VALUES);
        Ok(small.min_by_key(count))
    }

    /// A range of at most [`VALUES`] words that is proved to contain a term on this path.
    fn proved_range(&mut self, path: &mut Path, term: Term) -> Result<Option<Range>, Open> {
        let most = self.most(term, 0);
        let guess = if most < VALUES { Some((0, most)) } else { self.sampled(path, term) };
        let Some((first, most)) = guess else { return Ok(None) };
        let terms = &mut self.prover.terms;
        let least = terms.constant(first);
        let of = terms.sub(term, least)?;
        let inside = Fact::new(terms, [(of, 1)], i128::from(most))?;
        let range = Range { of, shift: terms.width.wrap(first.wrapping_neg()), least: 0, most };
        Ok(self.conclude(path, &inside, Effort::Full)?.then_some(range))
    }

    /// The least value of a term on the samples of a path, as a signed number, and how far the others are above it.
    fn sampled(&self, path: &Path, term: Term) -> Option<(u64, u64)> {
        let terms = &self.prover.terms;
        let values = path.alive.iter().map(|&at| self.samples[at].term(terms, term));
        let signed = |value| terms.width.signed(value);
        let (least, most) = (values.clone().map(signed).min()?, values.map(signed).max()?);
        let above = u64::try_from(most - least).ok().filter(|above| *above < VALUES)?;
        Some((terms.width.of_integer(least), above))
    }

    /// An upper bound of a term, by its operators.
    fn most(&self, term: Term, depth: u32) -> u64 {
        let terms = &self.prover.terms;
        let product = |(monomial, by): &(Vec<_>, u64)| {
            let atoms = monomial.iter().map(|atom| self.most_of_atom(*atom, depth));
            atoms.into_iter().try_fold(*by, u64::checked_mul)
        };
        let sum = terms.polynomial(term).iter().map(product);
        let sum = sum.into_iter().try_fold(0u64, |all, it| all.checked_add(it?));
        sum.unwrap_or(u64::MAX).min(terms.width.most())
    }

    fn most_of_atom(&self, atom: Atom, depth: u32) -> u64 {
        let terms = &self.prover.terms;
        let all = terms.width.most();
        if depth > DEPTH {
            return all;
        }
        let Node { head, operands } = terms.node(atom);
        let Head::Operator(operator) = head else { return all };
        let [a, b] = [0, 1].map(|at| operands[at]);
        match (operator, terms.as_constant(b)) {
            (Operator::Less, _) => 1,
            (Operator::Remainder, Some(by @ 1..)) => (by - 1).min(self.most(a, depth + 1)),
            (Operator::Quotient, Some(by @ 1..)) => self.most(a, depth + 1) / by,
            _ => all,
        }
    }

    /// Replaces the word in a register by its value.
    fn set(
        &mut self,
        path: &mut Path,
        side: Side,
        register: usize,
        value: u64,
    ) -> Result<(), Open> {
        let Some(state) = &path.point.states[side.index()] else { return Ok(()) };
        let word = state.registers[register];
        let to = self.prover.terms.constant(value);
        let is_value = Fact::equal(&mut self.prover.terms, word, to)?;
        if path.point.context.knows(&is_value) != Some(true)
            && !self.conclude(path, &is_value, Effort::Brief)?
        {
            path.wide.insert(word);
            return Ok(());
        }
        self.replace(path, side, register, to)
    }

    /// Resolves a computed jump by a step that shows its target. Returns the fact to decide first, if any.
    pub(crate) fn jump(
        &mut self,
        path: &mut Path,
        side: Side,
        pc: Term,
    ) -> Result<Option<Pause>, Open> {
        if self.prover.terms.as_constant(pc).is_some() {
            return Ok(None);
        }
        let Some(value) = self.target(path, pc)? else {
            let refusal = Refusal::Evidence {
                at: Vec::new(),
                what: "the address of the next instruction is not known".into(),
            };
            return Ok(Some(Pause::Refused(refusal)));
        };
        let to = self.prover.terms.constant(value);
        let fact = Fact::equal(&mut self.prover.terms, pc, to)?;
        if path.point.context.knows(&fact) != Some(true) {
            return Ok(Some(Pause::Undecided(fact)));
        }
        let how = Default::default();
        path.script.push(Step::Jump { jump: (side, value.to_string()), how });
        if let Some(state) = &mut path.point.states[side.index()] {
            state.pc = to;
        }
        Ok(None)
    }

    /// A value that an address may have, from a known equation or from a sample.
    fn target(&mut self, path: &Path, pc: Term) -> Result<Option<u64>, Open> {
        let terms = &mut self.prover.terms;
        for zero in path.point.context.facts().iter().filter_map(Fact::as_zero) {
            for factor in [1, u64::MAX] {
                let rest = terms.combine(pc, 1, zero, factor)?;
                if let Some(value) = terms.as_constant(rest) {
                    return Ok(Some(value));
                }
            }
        }
        let sample = path.alive.first().map(|&at| &self.samples[at]);
        Ok(sample.map(|sample| sample.term(&self.prover.terms, pc)))
    }
}

/// The registers that an instruction reads: addresses, and others.
fn reads(instruction: &Instruction) -> (Vec<usize>, Vec<usize>) {
    match instruction {
        Instruction::Load(access) => (access.base.into_iter().collect(), Vec::new()),
        Instruction::Store(access) => (access.base.into_iter().collect(), vec![access.register]),
        Instruction::Jump { to, .. } => (vec![*to], Vec::new()),
        Instruction::Branch { of, .. } => (Vec::new(), of.to_vec()),
        Instruction::Compute { sets, .. } => {
            let of = |(_, value): &(usize, Value)| match *value {
                Value::Register(from) => vec![from],
                Value::Apply(_, a, b) => vec![a, b],
            };
            let mut read: Vec<usize> = sets.iter().flat_map(of).collect();
            read.sort_unstable();
            read.dedup();
            (Vec::new(), read)
        }
        Instruction::Halt => (Vec::new(), Vec::new()),
    }
}
