//! Checks that observations agree: the output on each transition, including one that ends in
//! faults, and the observed words at the end of both programs.
//!
//! Outputs therefore agree however the runs end. Two runs that never stop are infinite sequences of
//! transitions on which both move again and again ([`progress`](super::progress)), and on each of
//! these both print the same.

use super::decider::Decided;
use super::memory::{Given, Space};
use super::product::{Behind, Builder, Failure, Obliged};
use crate::machine::mips::Reg;
use crate::machine::setup::Observable;
use crate::machine::{Image, Initial};
use crate::program::Address;
use crate::symbolic::SymbolicState;
use crate::symbolic::output::{self, Extent, Written};
use crate::term::{Term, Terms};

/// An observed word of a program in a state; `None` for the whole array, and for an element where
/// there is no array.
pub(super) fn observed_word(
    terms: &mut Terms,
    given: &Given,
    (image, state): (&Image, &SymbolicState<Space<'_>>),
    observable: Observable,
) -> Option<Term> {
    let setup = image.setup();
    let load = |terms: &mut Terms, address: Address| {
        let address = terms.word(address.0);
        state.memory.word(terms, address)
    };
    Some(match observable {
        Observable::Register(reg) => state.reg(reg),
        Observable::Word(address) => load(terms, address),
        Observable::Element(index) => load(terms, setup.array?.element(index)),
        Observable::Kept(reg) => {
            let before = match setup.initial(reg) {
                Initial::Word(word) => terms.word(word),
                Initial::Input(index) => given.inputs[index],
            };
            let (kept, one, zero) =
                (terms.eq(state.reg(reg), before), terms.word(1), terms.word(0));
            terms.ite(kept, one, zero)
        }
        Observable::Array => return None,
    })
}

impl<'b> Builder<'b, '_> {
    /// Checks the end of both programs.
    pub(super) async fn ends_agree(&mut self, behind: &Behind<'_, 'b>) -> Result<(), Failure> {
        let observation = &self.images[0].setup().observation;
        if observation.result {
            let [a, b] = behind.paths.map(|path| path.state.reg(Reg::RESULT));
            self.must_be_equal(behind, Obliged::Ends, a, b).await?;
        }
        for &observable in &observation.others {
            if observable == Observable::Array {
                self.arrays_agree(behind).await?;
                continue;
            }
            let [left, right] = [0, 1].map(|side| self.observed(behind, side, observable));
            let (Some(left), Some(right)) = (left, right) else { return Err(Failure::Limit) };
            self.must_be_equal(behind, Obliged::Ends, left, right).await?;
        }
        Ok(())
    }

    /// An observed word of a program.
    pub(super) fn observed(
        &mut self,
        behind: &Behind<'_, 'b>,
        side: usize,
        observable: Observable,
    ) -> Option<Term> {
        let program = (&**self.images[side], &behind.paths[side].state);
        observed_word(&mut self.prover.decider.terms, self.given, program, observable)
    }

    /// Checks the elements of the arrays, for one arbitrary index within the length.
    async fn arrays_agree(&mut self, behind: &Behind<'_, 'b>) -> Result<(), Failure> {
        let arrays = self.images.map(|image| image.setup().array);
        let [Some(left), Some(right)] = arrays else { return Err(Failure::Limit) };
        let lengths = [left, right].map(|array| self.given.inputs[array.length]);
        self.must_be_equal(behind, Obliged::Ends, lengths[0], lengths[1]).await?;
        let terms = &mut self.prover.decider.terms;
        let index = terms.symbol("element");
        let is_there = terms.ult(index, lengths[0]);
        let assumptions = [behind.assumptions, &[is_there]].concat();
        let four = terms.word(4);
        let offset = terms.mul(four, index);
        let mut words = Vec::new();
        for (array, path) in [left, right].into_iter().zip(behind.paths) {
            let terms = &mut self.prover.decider.terms;
            let first = terms.word(array.address.0);
            let address = terms.add(first, offset);
            let mut memory = path.state.memory.clone();
            if let Some(test) = memory.test(terms, address) {
                let fails = terms.not(test);
                for (outcome, holds) in [(test, true), (fails, false)] {
                    if let Decided::Holds =
                        self.prover.decider.decide(&assumptions, outcome).await?
                    {
                        memory.decide(test, holds);
                    }
                }
            }
            words.push(memory.word(&mut self.prover.decider.terms, address));
        }
        let at_element = Behind { assumptions: &assumptions, ..*behind };
        self.must_be_equal(&at_element, Obliged::Ends, words[0], words[1]).await
    }

    /// Checks the output on a transition.
    pub(super) async fn outputs_agree(&mut self, behind: &Behind<'_, 'b>) -> Result<(), Failure> {
        if !self.images[0].setup().observation.output {
            return Ok(());
        }
        let [left, right] = behind.paths.map(|path| &path.output[..]);
        if left.is_empty() && right.is_empty() {
            return Ok(());
        }
        if output::are_alike(left, right) {
            for (a, b) in left.iter().zip(right) {
                let (mut a_word, mut b_word) = (a.word(), b.word());
                if let (Written::Byte(_), Written::Byte(_)) = (a, b) {
                    // As sums, which suit algebra better than bit masks.
                    let terms = &mut self.prover.decider.terms;
                    let high = terms.word(1 << 24);
                    (a_word, b_word) = (terms.mul(high, a_word), terms.mul(high, b_word));
                }
                self.must_be_equal(behind, Obliged::Output, a_word, b_word).await?;
            }
            return Ok(());
        }
        let terms = &mut self.prover.decider.terms;
        let same = output::same(terms, [left, right], Extent::All, |terms, a, b| terms.eq(a, b));
        let same = same.ok_or(Failure::Limit)?;
        self.obligations += 1;
        match self.prover.decider.decide(behind.assumptions, same).await? {
            Decided::Holds => Ok(()),
            Decided::Fails(model) => Err(self.open(behind.from, Obliged::Output, Some(&model))),
            Decided::Open => Err(self.open(behind.from, Obliged::Output, None)),
        }
    }

    async fn must_be_equal(
        &mut self,
        behind: &Behind<'_, 'b>,
        what: Obliged,
        a: Term,
        b: Term,
    ) -> Result<(), Failure> {
        self.obligations += 1;
        let difference = self.prover.decider.terms.sub(a, b);
        match self.prover.decide_zero(behind.assumptions, behind.zeros, difference).await?.0 {
            Decided::Holds => Ok(()),
            Decided::Fails(model) => Err(self.open(behind.from, what, Some(&model))),
            Decided::Open => Err(self.open(behind.from, what, None)),
        }
    }
}
