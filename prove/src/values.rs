//! Words of few values: paths are split until addresses, and remainders by small numbers, are constants.
//!
//! A table in the text, a computed jump and an array of few elements have addresses of few values. With a constant
//! address a load reads the text, a jump has a target, and stores to other addresses do not matter. So the walker
//! replaces the word in the register by its value on each path.
//!
//! A word `c + k·u` is split by its *index* `u`. The range of the index comes from a known fact, from its operators, or
//! from the samples of the path; the last two are proved before they are used.

use tamarin_kernel::evidence::{How, Side, Step};
use tamarin_kernel::fact::Fact;
use tamarin_kernel::machine::{Instruction, Value};
use tamarin_kernel::refusal::Refusal;
use tamarin_kernel::scope::TermState;
use tamarin_kernel::term::{Atom, Head, Node, Term, Terms};
use tamarin_kernel::word::Operator;

use crate::Open;
use crate::farkas::gcd;
use crate::tactics::Effort;
use crate::walk::{Path, Pause, Walker};

/// Maximum number of values that a path is split into.
const VALUES: u64 = 64;
/// Maximum nesting of operators in a search for a bound.
const DEPTH: u32 = 16;

/// Successive words: the first one, and their number.
type Range = (u64, u64);

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
        for register in self.registers_to_settle(side, &now) {
            let pause = self.settle_register(path, side, register)?;
            if pause.is_some() {
                return Ok(pause);
            }
        }
        Ok(None)
    }

    /// The registers with addresses, and those with remainders by small numbers, that the next instruction reads.
    fn registers_to_settle(&self, side: Side, now: &TermState) -> Vec<usize> {
        let pc = self.prover.terms.as_constant(now.pc);
        let Some(instruction) = pc.and_then(|pc| self.instruction(side, pc)) else {
            return Vec::new();
        };
        let mut read = match instruction {
            Instruction::Load(access) | Instruction::Store(access) => {
                return access.base.into_iter().collect();
            }
            Instruction::Jump { to, .. } => return vec![to],
            Instruction::Branch { of, .. } => of.to_vec(),
            Instruction::Compute { sets, .. } => {
                let of = |(_, value): &(usize, Value)| match *value {
                    Value::Register(from) => vec![from],
                    Value::Apply(_, a, b) => vec![a, b],
                };
                sets.iter().flat_map(of).collect()
            }
            Instruction::Halt => Vec::new(),
        };
        read.sort_unstable();
        read.dedup();
        read.retain(|&register| self.is_small_remainder(now.registers[register]));
        read
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
    ) -> Result<Option<Pause>, Open> {
        let Some(state) = &path.point.states[side.index()] else { return Ok(None) };
        let word = state.registers[register];
        if self.prover.terms.as_constant(word).is_some() || path.wide.contains(&word) {
            return Ok(None);
        }
        let Indexed { index, factor, constant } = self.indexed(word)?;
        let width = self.prover.terms.width;
        let Some((first, count)) = self.range(path, index)? else {
            path.wide.insert(word);
            return Ok(None);
        };
        for value in (0..count).map(|number| width.wrap(first.wrapping_add(number))) {
            let of = self.prover.terms.constant(value);
            let is_value = Fact::equal(&mut self.prover.terms, index, of)?;
            match path.point.context.knows(&is_value) {
                Some(false) => {}
                None => return Ok(Some(Pause::Undecided(is_value))),
                Some(true) => {
                    let whole = factor.wrapping_mul(value).wrapping_add(constant);
                    self.set(path, side, register, width.wrap(whole))?;
                    return Ok(None);
                }
            }
        }
        // No input takes this path.
        let what = "a word has none of its values".into();
        Ok(Some(Pause::Refused(Refusal::Evidence { at: Vec::new(), what })))
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
            let mut product = terms.constant(width.of_integer(signed(by) / factor.max(1)));
            for &atom in monomial {
                let Node { head, operands } = terms.node(atom).clone();
                let of = terms.atom(head, operands)?;
                product = terms.mul(product, of)?;
            }
            index = terms.add(index, product)?;
        }
        let constant = constant.first().map_or(0, |(_, value)| *value);
        Ok(Indexed { index, factor: width.of_integer(factor), constant })
    }

    /// A range of at most [`VALUES`] words that contains a term on this path, and is known or proved to.
    fn range(&mut self, path: &mut Path, term: Term) -> Result<Option<Range>, Open> {
        let mut known: Option<Range> = None;
        for fact in path.point.context.facts().to_vec() {
            let (&[(of, 1)], Ok(most @ 0..VALUES)) = (&fact.sum[..], u64::try_from(fact.most))
            else {
                continue;
            };
            let difference = self.prover.terms.sub(term, of)?;
            let Some(first) = self.prover.terms.as_constant(difference) else { continue };
            if known.is_none_or(|(_, count)| most < count) {
                known = Some((first, most + 1));
            }
        }
        if known.is_some() {
            return Ok(known);
        }
        let most = self.most(path, term, 0);
        let guess = if most < VALUES { Some((0, most + 1)) } else { self.sampled(path, term) };
        let Some((first, count)) = guess else { return Ok(None) };
        let terms = &mut self.prover.terms;
        let [least, number] = [first, count].map(|it| terms.constant(it));
        let offset = terms.sub(term, least)?;
        let inside = Fact::below(terms, offset, number)?;
        let is_proved = self.conclude(path, &inside, Effort::Full)?;
        Ok(is_proved.then_some((first, count)))
    }

    /// The range of a term on the samples of a path.
    fn sampled(&self, path: &Path, term: Term) -> Option<Range> {
        let terms = &self.prover.terms;
        let values = path.alive.iter().map(|&at| self.samples[at].term(terms, term));
        let signed = |value| terms.width.signed(value);
        let (least, most) = (values.clone().map(signed).min()?, values.map(signed).max()?);
        let count = u64::try_from(most - least + 1).ok().filter(|count| *count <= VALUES)?;
        Some((terms.width.of_integer(least), count))
    }

    /// An upper bound of a term, by its operators and the known facts.
    fn most(&self, path: &Path, term: Term, depth: u32) -> u64 {
        let terms = &self.prover.terms;
        let product = |(monomial, by): &(Vec<_>, u64)| {
            let atoms = monomial.iter().map(|atom| self.most_of_atom(path, *atom, depth));
            atoms.fold(Some(*by), |all: Option<u64>, most| all?.checked_mul(most))
        };
        let sum = terms.polynomial(term).iter().map(product);
        let sum = sum.fold(Some(0u64), |all, it| all?.checked_add(it?));
        sum.unwrap_or(u64::MAX).min(terms.width.most())
    }

    fn most_of_atom(&self, path: &Path, atom: Atom, depth: u32) -> u64 {
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
            (Operator::Remainder, Some(by @ 1..)) => (by - 1).min(self.most(path, a, depth + 1)),
            (Operator::Quotient, Some(by @ 1..)) => self.most(path, a, depth + 1) / by,
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
        let name = self.prover.machine.registers[register].to_owned();
        path.script.push(Step::Word { word: (side, name, value.to_string()), how: How::default() });
        if let Some(state) = &mut path.point.states[side.index()] {
            state.registers[register] = to;
        }
        Ok(())
    }
}
