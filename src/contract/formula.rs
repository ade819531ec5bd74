//! Conditions on input words: comparisons of arithmetic expressions.
//!
//! A condition is evaluated over a trait of meanings, because a word can be a number (to check an
//! input) or a term (for a solver). The instance for numbers is in this file. The width of words is
//! a parameter.

use crate::word::Word;

/// An operation on two words, modulo 2^width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`, signed. Division by 0 gives -1, or 1 for a negative dividend.
    Divide,
    /// `%`, signed. The remainder by 0 is the dividend.
    Remainder,
    /// `/u`, unsigned. Division by 0 gives -1.
    DivideUnsigned,
    /// `%u`, unsigned. The remainder by 0 is the dividend.
    RemainderUnsigned,
    /// The upper half of a signed product of twice the width.
    MultiplyHigh,
    /// The upper half of an unsigned product of twice the width.
    MultiplyHighUnsigned,
}

/// A comparison of two words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `==`
    Equal,
    /// `<`, signed.
    Less,
    /// `<u`, unsigned.
    Below,
}

/// An expression over input words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WordExpression<W = u32> {
    /// A constant.
    Const(W),
    /// The input word with this index.
    Input(usize),
    /// An operation on two expressions.
    Of(Operator, Box<[WordExpression<W>; 2]>),
}

/// A condition on inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula<W = u32> {
    /// Two words satisfy a relation.
    Compare(Relation, Box<[WordExpression<W>; 2]>),
    /// All of these hold.
    All(Vec<Formula<W>>),
    /// At least one of these holds.
    Any(Vec<Formula<W>>),
    /// This does not hold.
    Not(Box<Formula<W>>),
}

/// An interpretation of words and truth values.
pub trait Meaning<W = u32> {
    /// The type of a word.
    type Word;
    /// The type of a truth value.
    type Truth;

    /// A constant.
    fn constant(&mut self, word: W) -> Self::Word;

    /// An input word.
    fn input(&mut self, index: usize) -> Self::Word;

    /// An operation.
    fn apply(&mut self, operator: Operator, words: [Self::Word; 2]) -> Self::Word;

    /// A comparison.
    fn compare(&mut self, relation: Relation, words: [Self::Word; 2]) -> Self::Truth;

    /// The conjunction.
    fn all(&mut self, parts: Vec<Self::Truth>) -> Self::Truth;

    /// The disjunction.
    fn any(&mut self, parts: Vec<Self::Truth>) -> Self::Truth;

    /// The negation.
    fn not(&mut self, truth: Self::Truth) -> Self::Truth;
}

impl<W: Word> WordExpression<W> {
    /// An operation on two expressions: a constant if both are.
    pub fn of(operator: Operator, words: [WordExpression<W>; 2]) -> WordExpression<W> {
        match words {
            [WordExpression::Const(a), WordExpression::Const(b)] => {
                WordExpression::Const(Numbers(&[]).apply(operator, [a, b]))
            }
            words => WordExpression::Of(operator, Box::new(words)),
        }
    }

    fn constants(&self, found: &mut Vec<W>) {
        match self {
            WordExpression::Const(word) => found.push(*word),
            WordExpression::Input(_) => {}
            WordExpression::Of(_, words) => words.iter().for_each(|word| word.constants(found)),
        }
    }

    /// The value of the expression in an interpretation.
    pub fn meaning<M: Meaning<W>>(&self, meaning: &mut M) -> M::Word {
        match self {
            WordExpression::Const(word) => meaning.constant(*word),
            WordExpression::Input(index) => meaning.input(*index),
            WordExpression::Of(operator, words) => {
                let words = words.each_ref().map(|word| word.meaning(meaning));
                meaning.apply(*operator, words)
            }
        }
    }
}

impl<W: Word> Formula<W> {
    /// The formula that compares two words.
    pub fn relation(relation: Relation, a: WordExpression<W>, b: WordExpression<W>) -> Formula<W> {
        Formula::Compare(relation, Box::new([a, b]))
    }

    /// The negation of this formula.
    pub fn negated(self) -> Formula<W> {
        Formula::Not(Box::new(self))
    }

    /// The formula that a word is at most `bound`, unsigned.
    pub fn at_most(word: WordExpression<W>, bound: W) -> Formula<W> {
        Formula::relation(Relation::Below, WordExpression::Const(bound), word).negated()
    }

    /// The value of the formula in an interpretation.
    pub fn meaning<M: Meaning<W>>(&self, meaning: &mut M) -> M::Truth {
        match self {
            Formula::Compare(relation, words) => {
                let words = words.each_ref().map(|word| word.meaning(meaning));
                meaning.compare(*relation, words)
            }
            Formula::All(parts) => {
                let parts = parts.iter().map(|part| part.meaning(meaning)).collect();
                meaning.all(parts)
            }
            Formula::Any(parts) => {
                let parts = parts.iter().map(|part| part.meaning(meaning)).collect();
                meaning.any(parts)
            }
            Formula::Not(part) => {
                let part = part.meaning(meaning);
                meaning.not(part)
            }
        }
    }

    /// Adds the constants that the formula mentions.
    pub fn constants(&self, found: &mut Vec<W>) {
        match self {
            Formula::Compare(_, words) => words.iter().for_each(|word| word.constants(found)),
            Formula::All(parts) | Formula::Any(parts) => {
                parts.iter().for_each(|part| part.constants(found));
            }
            Formula::Not(part) => part.constants(found),
        }
    }

    /// Whether an input satisfies the formula.
    pub fn holds(&self, inputs: &[W]) -> bool {
        self.meaning(&mut Numbers(inputs))
    }
}

/// The interpretation in which words are numbers.
struct Numbers<'i, W>(&'i [W]);

impl<W: Word> Meaning<W> for Numbers<'_, W> {
    type Word = W;
    type Truth = bool;

    fn constant(&mut self, word: W) -> W {
        word
    }

    fn input(&mut self, index: usize) -> W {
        self.0[index]
    }

    fn apply(&mut self, operator: Operator, [a, b]: [W; 2]) -> W {
        match operator {
            Operator::Add => a.wrapping_add(&b),
            Operator::Subtract => a.wrapping_sub(&b),
            Operator::Multiply => a.wrapping_mul(&b),
            Operator::Divide => a.signed_quotient(b),
            Operator::Remainder => a.signed_remainder(b),
            Operator::DivideUnsigned => a.quotient(b),
            Operator::RemainderUnsigned => a.remainder(b),
            Operator::MultiplyHigh => a.high(b),
            Operator::MultiplyHighUnsigned => a.high_unsigned(b),
        }
    }

    fn compare(&mut self, relation: Relation, [a, b]: [W; 2]) -> bool {
        match relation {
            Relation::Equal => a == b,
            Relation::Less => a.signed() < b.signed(),
            Relation::Below => a < b,
        }
    }

    fn all(&mut self, parts: Vec<bool>) -> bool {
        parts.into_iter().all(|part| part)
    }

    fn any(&mut self, parts: Vec<bool>) -> bool {
        parts.into_iter().any(|part| part)
    }

    fn not(&mut self, truth: bool) -> bool {
        !truth
    }
}
