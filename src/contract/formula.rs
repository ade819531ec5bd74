//! Conditions on input words: comparisons of arithmetic expressions.
//!
//! A condition is evaluated over a trait of meanings, because a word can be a number (to check an
//! input) or a term (for a solver). The instance for numbers is in this file.

/// An operation on two words, modulo 2^32.
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
    /// The upper half of a signed product of 64 bits.
    MultiplyHigh,
    /// The upper half of an unsigned product of 64 bits.
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
pub enum Sum {
    /// A constant.
    Const(u32),
    /// The input word with this index.
    Input(usize),
    /// An operation on two expressions.
    Of(Operator, Box<[Sum; 2]>),
}

/// A condition on inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// Two words satisfy a relation.
    Compare(Relation, Box<[Sum; 2]>),
    /// All of these hold.
    All(Vec<Formula>),
    /// At least one of these holds.
    Any(Vec<Formula>),
    /// This does not hold.
    Not(Box<Formula>),
}

/// An interpretation of words and truth values.
pub trait Meaning {
    /// The type of a word.
    type Word;
    /// The type of a truth value.
    type Truth;

    /// A constant.
    fn constant(&mut self, word: u32) -> Self::Word;

    /// An input word.
    fn input(&mut self, index: usize) -> Self::Word;

    /// An operation.
    fn apply(&mut self, operator: Operator, words: [Self::Word; 2]) -> Self::Word;

    /// A comparison.
    fn compare(&mut self, relation: Relation, words: [Self::Word; 2]) -> Self::Truth;

    /// The conjunction of these (`all`), or their disjunction.
    fn connect(&mut self, all: bool, parts: Vec<Self::Truth>) -> Self::Truth;

    /// The negation.
    fn not(&mut self, truth: Self::Truth) -> Self::Truth;
}

impl Sum {
    /// An operation on two expressions: a constant if both are.
    pub fn of(operator: Operator, words: [Sum; 2]) -> Sum {
        match words {
            [Sum::Const(a), Sum::Const(b)] => Sum::Const(Numbers(&[]).apply(operator, [a, b])),
            words => Sum::Of(operator, Box::new(words)),
        }
    }

    fn constants(&self, found: &mut Vec<u32>) {
        match self {
            Sum::Const(word) => found.push(*word),
            Sum::Input(_) => {}
            Sum::Of(_, words) => words.iter().for_each(|word| word.constants(found)),
        }
    }

    fn meaning<M: Meaning>(&self, meaning: &mut M) -> M::Word {
        match self {
            Sum::Const(word) => meaning.constant(*word),
            Sum::Input(index) => meaning.input(*index),
            Sum::Of(operator, words) => {
                let words = words.each_ref().map(|word| word.meaning(meaning));
                meaning.apply(*operator, words)
            }
        }
    }
}

impl Formula {
    /// The formula that compares two words.
    pub fn relation(relation: Relation, a: Sum, b: Sum) -> Formula {
        Formula::Compare(relation, Box::new([a, b]))
    }

    /// The negation of this formula.
    pub fn negated(self) -> Formula {
        Formula::Not(Box::new(self))
    }

    /// The formula that a word is at most `bound`, unsigned.
    pub fn at_most(word: Sum, bound: u32) -> Formula {
        Formula::relation(Relation::Below, Sum::Const(bound), word).negated()
    }

    /// The value of the formula in an interpretation.
    pub fn meaning<M: Meaning>(&self, meaning: &mut M) -> M::Truth {
        match self {
            Formula::Compare(relation, words) => {
                let words = words.each_ref().map(|word| word.meaning(meaning));
                meaning.compare(*relation, words)
            }
            Formula::All(parts) | Formula::Any(parts) => {
                let parts = parts.iter().map(|part| part.meaning(meaning)).collect();
                meaning.connect(matches!(self, Formula::All(_)), parts)
            }
            Formula::Not(part) => {
                let part = part.meaning(meaning);
                meaning.not(part)
            }
        }
    }

    /// Adds the constants that the formula mentions.
    pub fn constants(&self, found: &mut Vec<u32>) {
        match self {
            Formula::Compare(_, words) => words.iter().for_each(|word| word.constants(found)),
            Formula::All(parts) | Formula::Any(parts) => {
                parts.iter().for_each(|part| part.constants(found));
            }
            Formula::Not(part) => part.constants(found),
        }
    }

    /// Whether an input satisfies the formula.
    pub fn holds(&self, inputs: &[u32]) -> bool {
        self.meaning(&mut Numbers(inputs))
    }
}

/// The interpretation in which words are numbers.
struct Numbers<'i>(&'i [u32]);

impl Meaning for Numbers<'_> {
    type Word = u32;
    type Truth = bool;

    fn constant(&mut self, word: u32) -> u32 {
        word
    }

    fn input(&mut self, index: usize) -> u32 {
        self.0[index]
    }

    fn apply(&mut self, operator: Operator, [a, b]: [u32; 2]) -> u32 {
        match operator {
            Operator::Add => a.wrapping_add(b),
            Operator::Subtract => a.wrapping_sub(b),
            Operator::Multiply => a.wrapping_mul(b),
            Operator::Divide if b == 0 && (a as i32) < 0 => 1,
            Operator::Divide | Operator::DivideUnsigned if b == 0 => u32::MAX,
            Operator::Remainder | Operator::RemainderUnsigned if b == 0 => a,
            Operator::Divide => (a as i32).wrapping_div(b as i32) as u32,
            Operator::Remainder => (a as i32).wrapping_rem(b as i32) as u32,
            Operator::DivideUnsigned => a / b,
            Operator::RemainderUnsigned => a % b,
            Operator::MultiplyHigh => {
                let product = i64::from(a as i32) * i64::from(b as i32);
                (product >> 32) as u32
            }
            Operator::MultiplyHighUnsigned => ((u64::from(a) * u64::from(b)) >> 32) as u32,
        }
    }

    fn compare(&mut self, relation: Relation, [a, b]: [u32; 2]) -> bool {
        match relation {
            Relation::Equal => a == b,
            Relation::Less => (a as i32) < b as i32,
            Relation::Below => a < b,
        }
    }

    fn connect(&mut self, all: bool, parts: Vec<bool>) -> bool {
        match all {
            true => parts.into_iter().all(|part| part),
            false => parts.into_iter().any(|part| part),
        }
    }

    fn not(&mut self, truth: bool) -> bool {
        !truth
    }
}
