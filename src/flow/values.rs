//! Abstract words: the possible values of a word for all inputs.

use crate::machine::BinaryOp;
use crate::machine::mips::Reg;

/// An abstract word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// It is one of these.
    Set(Set),
    /// The value of a register at the procedure's entry plus a constant.
    Entry(Reg, u32),
    /// Any word.
    Any,
}

impl Value {
    /// A known word.
    pub fn word(word: u32) -> Value {
        Value::Set(Set::of(word))
    }

    /// The join of two abstract words.
    pub fn join(self, other: Value) -> Value {
        match (self, other) {
            (a, b) if a == b => a,
            (Value::Set(a), Value::Set(b)) => a.union(b).map_or(Value::Any, Value::Set),
            _ => Value::Any,
        }
    }

    /// The word, where it is known.
    pub fn single(self) -> Option<u32> {
        match self {
            Value::Set(set) => set.single(),
            _ => None,
        }
    }

    /// The sum with a constant.
    pub fn plus(self, offset: u32) -> Value {
        match self {
            Value::Set(set) => Value::Set(set.map(|word| word.wrapping_add(offset))),
            Value::Entry(reg, before) => Value::Entry(reg, before.wrapping_add(offset)),
            Value::Any => Value::Any,
        }
    }

    /// An operation whose result is a word. A divisor must not be zero.
    pub fn binary(op: BinaryOp, s: Value, t: Value) -> Value {
        match (op, s, t) {
            (_, Value::Set(s), Value::Set(t)) => {
                let words = s.iter().flat_map(|s| t.iter().map(move |t| op.apply(s, t) as u32));
                Set::from_words(words).map_or(Value::Any, Value::Set)
            }
            (BinaryOp::Add, sum @ Value::Entry(..), Value::Set(set))
            | (BinaryOp::Add, Value::Set(set), sum @ Value::Entry(..)) => match set.single() {
                Some(word) => sum.plus(word),
                None => Value::Any,
            },
            (BinaryOp::Sub, sum @ Value::Entry(..), Value::Set(set)) => match set.single() {
                Some(word) => sum.plus(word.wrapping_neg()),
                None => Value::Any,
            },
            (BinaryOp::Sub, Value::Entry(a, x), Value::Entry(b, y)) if a == b => {
                Value::word(x.wrapping_sub(y))
            }
            _ => Value::Any,
        }
    }

    /// Whether two words are equal, where that is known.
    pub fn equal(self, other: Value) -> Option<bool> {
        match (self, other) {
            (Value::Set(a), Value::Set(b)) => match (a.single(), b.single()) {
                (Some(a), Some(b)) => Some(a == b),
                _ if a.iter().all(|word| !b.contains(word)) => Some(false),
                _ => None,
            },
            (Value::Entry(a, x), Value::Entry(b, y)) if a == b => Some(x == y),
            _ => None,
        }
    }
}

/// At most eight words, and at least one, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Set {
    len: u8,
    words: [u32; Set::MAX],
}

impl Set {
    const MAX: usize = 8;

    /// One word.
    pub fn of(word: u32) -> Set {
        let mut words = [0; Set::MAX];
        words[0] = word;
        Set { len: 1, words }
    }

    /// The set of these words; `None` for too many words or none.
    pub fn from_words(words: impl IntoIterator<Item = u32>) -> Option<Set> {
        let mut all: Vec<u32> = Vec::new();
        for word in words {
            if let Err(at) = all.binary_search(&word) {
                all.insert(at, word);
            }
            if all.len() > Set::MAX {
                return None;
            }
        }
        if all.is_empty() {
            return None;
        }
        let mut words = [0; Set::MAX];
        words[..all.len()].copy_from_slice(&all);
        Some(Set { len: all.len() as u8, words })
    }

    /// The words.
    pub fn iter(self) -> impl Iterator<Item = u32> + Clone {
        self.words.into_iter().take(usize::from(self.len))
    }

    /// The word, where it is the only one.
    pub fn single(self) -> Option<u32> {
        (self.len == 1).then_some(self.words[0])
    }

    /// Whether a word is among them.
    pub fn contains(self, word: u32) -> bool {
        self.iter().any(|known| known == word)
    }

    /// The union; `None` where it is too large.
    pub fn union(self, other: Set) -> Option<Set> {
        Set::from_words(self.iter().chain(other.iter()))
    }

    fn map(self, f: impl Fn(u32) -> u32) -> Set {
        Set::from_words(self.iter().map(f)).expect("no more words than before")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(words: &[u32]) -> Value {
        Set::from_words(words.iter().copied()).map_or(Value::Any, Value::Set)
    }

    #[test]
    fn what_is_known_of_words() {
        let entry = |offset| Value::Entry(Reg::STACK_POINTER, offset);
        let add = |s, t| Value::binary(BinaryOp::Add, s, t);
        let sub = |s, t| Value::binary(BinaryOp::Sub, s, t);
        assert_eq!(add(set(&[1, 2]), set(&[10, 20])), set(&[11, 12, 21, 22]));
        assert_eq!(add(set(&[1, 2, 3]), set(&[10, 20, 30])), Value::Any);
        assert_eq!(add(set(&[4]), entry(8)), entry(12));
        assert_eq!(sub(entry(8), set(&[12])), entry(4u32.wrapping_neg()));
        assert_eq!(sub(entry(8), entry(2)), set(&[6]));
        assert_eq!(sub(set(&[12]), entry(8)), Value::Any);
        assert_eq!(add(entry(0), set(&[4, 8])), Value::Any);
        assert_eq!(set(&[1]).join(set(&[3])), set(&[1, 3]));
        assert_eq!(set(&[1]).join(entry(0)), Value::Any);
        assert_eq!(entry(4).join(entry(4)), entry(4));
        assert_eq!(set(&[1, 2]).equal(set(&[3])), Some(false));
        assert_eq!(set(&[1, 2]).equal(set(&[2])), None);
        assert_eq!(entry(4).equal(entry(8)), Some(false));
        assert_eq!(entry(4).equal(set(&[8])), None);
    }
}
