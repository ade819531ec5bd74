//! Conditions on the inputs of two programs, and queries about them: what a machine adds to the
//! search for regions.
//!
//! Groups, atoms, the learner and the teller know no machine. A [`Judge`](super::judge::Judge) has
//! terms of MIPS programs as conditions, and [`arm64`](super::arm64) has decision diagrams.

use std::fmt::Debug;
use std::hash::Hash;

use num_bigint::BigUint;

use super::grammar::Grammar;
use crate::program::Address;
use crate::word::Word;

/// The result of a query for inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding<I> {
    /// Inputs that satisfy it.
    Inputs(Vec<I>),
    /// No input satisfies it.
    Never,
    /// Undecided.
    Unknown,
}

/// Conditions on the inputs of two programs.
///
/// A method that creates a condition never fails. A condition may be one about which nothing is
/// known; then queries about it are undecided.
pub trait Conditions {
    /// A condition.
    type Truth: Copy + Eq + Ord + Hash + Debug;
    /// An observed word of a program.
    type Word: Copy + Eq + Debug;
    /// The value of a word.
    type Value: Word;
    /// An input of both programs.
    type Inputs: Clone + Eq + Debug;
    /// A fault, without its place.
    type Fault: Clone + Eq + Debug;
    /// An operation of a program that may overflow.
    type Overflow: Copy + Debug;

    /// The condition with this constant truth.
    fn known(&mut self, holds: bool) -> Self::Truth;

    /// The value of a constant condition.
    fn as_known(&self, of: Self::Truth) -> Option<bool>;

    /// The negation.
    fn not(&mut self, of: Self::Truth) -> Self::Truth;

    /// The conjunction.
    fn and(&mut self, a: Self::Truth, b: Self::Truth) -> Self::Truth;

    /// The disjunction.
    fn or(&mut self, a: Self::Truth, b: Self::Truth) -> Self::Truth;

    /// The condition that two words are equal.
    fn equal(&mut self, a: Self::Word, b: Self::Word) -> Self::Truth;

    /// The condition that a word has this value.
    fn equals(&mut self, word: Self::Word, value: Self::Value) -> Self::Truth;

    /// `a - b`, modulo 2^width.
    fn difference(&mut self, a: Self::Word, b: Self::Word) -> Self::Word;

    /// Words that the difference of two results may be equal to, likeliest first, for programs with
    /// these conditions.
    fn candidates(&mut self, of: &[Self::Truth]) -> Vec<Self::Word>;

    /// The text of a word over the inputs, if it has a short one.
    fn expression(&self, of: Self::Word) -> Option<String>;

    /// Which of these hold for an input.
    fn hold(&self, of: &[Self::Truth], inputs: &Self::Inputs) -> Vec<bool>;

    /// The value of a word for an input.
    fn value(&self, word: Self::Word, inputs: &Self::Inputs) -> Self::Value;

    /// The indices of the inputs that a condition depends on.
    fn mentions(&self, of: Self::Truth) -> Vec<usize>;

    /// The names of the inputs.
    fn names(&self) -> Vec<String>;

    /// The text of a condition, if it has a short one.
    fn text(&self, of: Self::Truth) -> Option<String>;

    /// The meaning of a text; `None` if it is invalid.
    fn meaning(&mut self, text: &str) -> Option<Self::Truth>;

    /// What atoms are made of, for programs with these conditions.
    fn grammar(&self, of: &[Self::Truth]) -> Grammar<Self::Truth, Self::Value>;

    /// Where an operation is, and the condition that it overflows.
    fn overflow(&self, of: &Self::Overflow) -> (Address, Self::Truth);

    /// The text of the condition that an operation overflows, if it has one.
    fn overflow_text(&self, of: &Self::Overflow) -> Option<String>;

    /// The number of inputs that satisfy a condition.
    fn count(&mut self, of: Self::Truth) -> Option<BigUint>;

    /// A condition on one input as texts, one for each of at most this many intervals.
    fn intervals(&mut self, of: Self::Truth, most: usize) -> Option<Vec<String>>;

    /// Allowed inputs near another one.
    fn near(&self, inputs: &Self::Inputs) -> Vec<Self::Inputs>;

    /// At most this many inputs that satisfy a condition, drawn at random if possible.
    async fn some(&mut self, of: Self::Truth, most: usize) -> Finding<Self::Inputs>;

    /// Whether no input satisfies a condition.
    async fn is_never(&mut self, of: Self::Truth) -> bool;

    /// An input that satisfies a condition: the witness, if it does.
    async fn sample(&mut self, of: Self::Truth) -> Option<Self::Inputs>;

    /// Whether a condition holds for an input.
    fn holds(&self, of: Self::Truth, inputs: &Self::Inputs) -> bool {
        self.hold(&[of], inputs)[0]
    }

    /// The condition that one holds and the other does not.
    fn apart(&mut self, one: Self::Truth, other: Self::Truth) -> Self::Truth {
        let not_other = self.not(other);
        self.and(one, not_other)
    }

    /// The conjunction of these.
    fn all(&mut self, of: &[Self::Truth]) -> Self::Truth {
        let start = self.known(true);
        of.iter().rev().fold(start, |all, &one| self.and(one, all))
    }

    /// The disjunction of these.
    fn any(&mut self, of: impl IntoIterator<Item = Self::Truth>) -> Self::Truth {
        let start = self.known(false);
        of.into_iter().fold(start, |any, one| self.or(any, one))
    }

    /// Whether two conditions hold for the same inputs.
    async fn is_same(&mut self, one: Self::Truth, other: Self::Truth) -> bool {
        let (not_one, not_other) = (self.not(one), self.not(other));
        let (more, less) = (self.and(other, not_one), self.and(one, not_other));
        let differ = self.or(more, less);
        self.is_never(differ).await
    }
}
