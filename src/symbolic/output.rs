//! The output of a program over its inputs, and the comparison of two outputs.
//!
//! An output is a list of bytes and numbers; a number is printed in decimal with a newline. Two
//! numbers print the same text exactly if they are equal. No number's text is a prefix of
//! another's, so two lists of numbers print the same exactly if they are equal one by one. Where a
//! number is compared with bytes, for example from a program that prints digits itself, it is split
//! into cases by its sign and number of digits.
//!
//! A program that never stops may print for ever: some parts, then a cycle of parts again and again
//! ([`Endless`]).

use rustc_hash::FxHashMap;

use crate::term::{Term, Terms};

/// A part of an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// The low byte of a word.
    Byte(Term),
    /// The decimal text of a word, signed, and a newline.
    Number(Term),
}

impl Written {
    /// The same part with its word mapped.
    pub fn map(self, change: impl FnOnce(Term) -> Term) -> Written {
        match self {
            Written::Byte(word) => Written::Byte(change(word)),
            Written::Number(word) => Written::Number(change(word)),
        }
    }

    /// The word.
    pub fn word(self) -> Term {
        match self {
            Written::Byte(word) | Written::Number(word) => word,
        }
    }

    fn is_kind_of(&self, other: &Written) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }

    /// A term that is equal for two parts of one kind exactly if they print the same.
    fn compared(self, terms: &mut Terms) -> Term {
        match self {
            Written::Byte(word) => low_byte(terms, word),
            Written::Number(word) => word,
        }
    }
}

/// The conditions that together say that bytes are the decimal text of a number and a newline. `None` if no number's
/// text has as many bytes, or begins like this.
pub fn is_text(terms: &mut Terms, bytes: &[Term], number: Term) -> Option<Vec<Term>> {
    let known = bytes.first().and_then(|&first| terms.as_const(first));
    let is_negative = known.is_some_and(|byte| byte as u8 == b'-');
    let length = u32::try_from(bytes.len()).ok()?;
    let text =
        Text::all().find(|text| text.is_negative == is_negative && text.length() == length)?;
    let mut all = vec![text.is_of(terms, number)];
    for (at, &byte) in (0..).zip(bytes) {
        let byte = Character::Byte(low_byte(terms, byte));
        let character = text.character(terms, number, at);
        all.push(character.equal(terms, byte));
    }
    Some(all)
}

fn low_byte(terms: &mut Terms, word: Term) -> Term {
    let mask = terms.word(0xff);
    terms.bit_and(word, mask)
}

/// Whether two outputs have the same length and the same kinds of parts in order.
pub fn are_alike(left: &[Written], right: &[Written]) -> bool {
    left.len() == right.len() && left.iter().zip(right).all(|(a, b)| a.is_kind_of(b))
}

/// Maximum number of pairs of positions that are compared.
const PLACES: usize = 20_000;
/// Maximum number of parts that are compared character by character.
const PARTS: usize = 400;

/// How much of two outputs is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All of both.
    All,
    /// The length of the shorter one: either may continue.
    Beginning,
}

/// An infinite output.
#[derive(Clone, Copy, Debug)]
pub struct Endless<'o> {
    /// The parts before the cycle.
    pub before: &'o [Written],
    /// The parts that repeat for ever.
    pub cycle: &'o [Written],
}

impl Endless<'_> {
    fn unrolled(self, length: usize) -> Vec<Written> {
        self.before.iter().chain(self.cycle.iter().cycle()).take(length).copied().collect()
    }
}

/// [`same`] for two infinite outputs. `None` where numbers would be compared with bytes.
///
/// Two eventually periodic sequences are equal if they agree on as many positions as the longer
/// prefix and both cycles have together (Fine and Wilf, 1965). Equal parts print the same.
pub fn same_endless(
    terms: &mut Terms,
    outputs: [Endless<'_>; 2],
    equal: impl FnMut(&mut Terms, Term, Term) -> Term,
) -> Option<Term> {
    let [left, right] = outputs;
    match [left, right].map(|output| output.cycle.is_empty()) {
        [true, true] => return same(terms, [left.before, right.before], Extent::All, equal),
        [false, false] => {}
        _ => return Some(terms.bool(false)),
    }
    let length = left.before.len().max(right.before.len()) + left.cycle.len() + right.cycle.len();
    if length > PLACES {
        return None;
    }
    let [left, right] = outputs.map(|output| output.unrolled(length));
    match are_alike(&left, &right) {
        true => same(terms, [&left, &right], Extent::All, equal),
        false if are_bytes(&left) && are_bytes(&right) => Some(terms.bool(false)),
        false => None,
    }
}

fn are_bytes(output: &[Written]) -> bool {
    output.iter().all(|part| matches!(part, Written::Byte(_)))
}

/// The condition that two outputs are the same, as a boolean; `equal` builds the equality of two
/// words. `None` where it would take too many cases.
pub fn same(
    terms: &mut Terms,
    outputs: [&[Written]; 2],
    extent: Extent,
    mut equal: impl FnMut(&mut Terms, Term, Term) -> Term,
) -> Option<Term> {
    let [mut left, mut right] = outputs;
    if extent == Extent::Beginning {
        let shorter = left.len().min(right.len());
        let begin_alike = are_alike(&left[..shorter], &right[..shorter]);
        if begin_alike || are_bytes(left) && are_bytes(right) {
            (left, right) = (&left[..shorter], &right[..shorter]);
        }
    }
    if are_alike(left, right) {
        let mut all = terms.bool(true);
        for (&a, &b) in left.iter().zip(right) {
            let (a, b) = (a.compared(terms), b.compared(terms));
            let one = equal(terms, a, b);
            all = terms.and(all, one);
        }
        return Some(all);
    }
    if are_bytes(left) && are_bytes(right) {
        return Some(terms.bool(false));
    }
    // Known texts often have a long common prefix.
    let mut alike = 0;
    while let (Some(&a), Some(&b)) = (left.get(alike), right.get(alike))
        && a.is_kind_of(&b)
        && a.compared(terms) == b.compared(terms)
    {
        alike += 1;
    }
    if left.len() + right.len() - 2 * alike > PARTS {
        return None;
    }
    let mut comparison = Comparison { outputs, extent, known: FxHashMap::default() };
    comparison.same(terms, [Position::Before(alike); 2])
}

/// A position in an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Position {
    /// Before a part.
    Before(usize),
    /// Before a character of a number with this format.
    Within(usize, Text, u32),
}

/// The format of a printed number: the number of digits, and whether it has a minus sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Text {
    is_negative: bool,
    digits: u32,
}

impl Text {
    /// All formats.
    fn all() -> impl Iterator<Item = Text> {
        [false, true]
            .into_iter()
            .flat_map(|is_negative| (1..=10).map(move |digits| Text { is_negative, digits }))
    }

    /// The number of characters, including the newline.
    fn length(self) -> u32 {
        u32::from(self.is_negative) + self.digits + 1
    }

    /// The condition that a number has this format, as a boolean.
    fn is_of(self, terms: &mut Terms, number: Term) -> Term {
        let zero = terms.word(0);
        let is_negative = terms.slt(number, zero);
        let sign = if self.is_negative { is_negative } else { terms.not(is_negative) };
        let magnitude = self.magnitude(terms, number);
        // Numbers have at most ten digits, and zero has one.
        let least = if self.digits == 1 { 0 } else { 10_u32.pow(self.digits - 1) };
        let least = terms.word(least);
        let below = terms.ult(magnitude, least);
        let mut is_in = terms.not(below);
        if self.digits < 10 {
            let end = terms.word(10_u32.pow(self.digits));
            let ends = terms.ult(magnitude, end);
            is_in = terms.and(is_in, ends);
        }
        terms.and(sign, is_in)
    }

    fn magnitude(self, terms: &mut Terms, number: Term) -> Term {
        let zero = terms.word(0);
        if self.is_negative { terms.sub(zero, number) } else { number }
    }

    /// A character of the text of a number with this format.
    fn character(self, terms: &mut Terms, number: Term, at: u32) -> Character {
        if at + 1 == self.length() {
            return Character::Known(b'\n');
        }
        let Some(digit) = at.checked_sub(u32::from(self.is_negative)) else {
            return Character::Known(b'-');
        };
        let magnitude = self.magnitude(terms, number);
        let unit = terms.word(10_u32.pow(self.digits - 1 - digit));
        let (ten, zero) = (terms.word(10), terms.word(u32::from(b'0')));
        let behind = terms.udiv(magnitude, unit);
        let digit = terms.urem(behind, ten);
        Character::Digit(terms.add(digit, zero))
    }
}

/// One byte of an output.
#[derive(Clone, Copy, Debug)]
enum Character {
    Known(u8),
    /// One of `0` to `9`.
    Digit(Term),
    /// Any byte.
    Byte(Term),
}

impl Character {
    fn equal(self, terms: &mut Terms, other: Character) -> Term {
        match (self, other) {
            (Character::Known(a), Character::Known(b)) => terms.bool(a == b),
            (Character::Known(known), Character::Digit(_))
            | (Character::Digit(_), Character::Known(known))
                if !known.is_ascii_digit() =>
            {
                terms.bool(false)
            }
            _ => {
                let [a, b] = [self, other].map(|character| match character {
                    Character::Known(byte) => terms.word(byte.into()),
                    Character::Digit(term) | Character::Byte(term) => term,
                });
                terms.eq(a, b)
            }
        }
    }
}

/// Two outputs, with a cache for pairs of positions.
struct Comparison<'o> {
    outputs: [&'o [Written]; 2],
    extent: Extent,
    known: FxHashMap<[Position; 2], Term>,
}

impl Comparison<'_> {
    /// The condition that the outputs agree from these positions on.
    fn same(&mut self, terms: &mut Terms, places: [Position; 2]) -> Option<Term> {
        if let Some(&known) = self.known.get(&places) {
            return Some(known);
        }
        if self.known.len() == PLACES {
            return None;
        }
        let same = self.compare(terms, places)?;
        self.known.insert(places, same);
        Some(same)
    }

    fn compare(&mut self, terms: &mut Terms, places: [Position; 2]) -> Option<Term> {
        let before = [0, 1].map(|side| match places[side] {
            Position::Before(part) => Some(self.outputs[side].get(part).copied()),
            Position::Within(..) => None,
        });
        match before {
            [Some(None), Some(None)] => return Some(terms.bool(true)),
            [Some(None), _] | [_, Some(None)] => {
                return Some(terms.bool(self.extent == Extent::Beginning));
            }
            [Some(Some(Written::Number(a))), Some(Some(Written::Number(b)))] => {
                let equal = terms.eq(a, b);
                return self.and_behind(terms, equal, places);
            }
            _ => {}
        }
        for side in [0, 1] {
            if let Some(Some(Written::Number(number))) = before[side]
                && let Position::Before(part) = places[side]
            {
                let mut any = terms.bool(false);
                for text in Text::all() {
                    let has = text.is_of(terms, number);
                    if terms.as_bool(has) == Some(false) {
                        continue;
                    }
                    let mut within = places;
                    within[side] = Position::Within(part, text, 0);
                    let same = self.same(terms, within)?;
                    let case = terms.and(has, same);
                    any = terms.or(any, case);
                }
                return Some(any);
            }
        }
        let [a, b] = [0, 1].map(|side| self.character(terms, side, places[side]));
        let equal = a.equal(terms, b);
        self.and_behind(terms, equal, places)
    }

    /// The character at a position that has one.
    fn character(&self, terms: &mut Terms, side: usize, place: Position) -> Character {
        let (Position::Before(part) | Position::Within(part, ..)) = place;
        let part = self.outputs[side][part];
        match place {
            Position::Before(_) => {
                let byte = part.compared(terms);
                let known = terms.as_const(byte).map(|known| Character::Known(known as u8));
                known.unwrap_or(Character::Byte(byte))
            }
            Position::Within(_, text, at) => text.character(terms, part.word(), at),
        }
    }

    fn and_behind(
        &mut self,
        terms: &mut Terms,
        equal: Term,
        places: [Position; 2],
    ) -> Option<Term> {
        if terms.as_bool(equal) == Some(false) {
            return Some(equal);
        }
        let next = places.map(|place| match place {
            Position::Before(part) => Position::Before(part + 1),
            Position::Within(part, text, at) if at + 1 == text.length() => {
                Position::Before(part + 1)
            }
            Position::Within(part, text, at) => Position::Within(part, text, at + 1),
        });
        let behind = self.same(terms, next)?;
        Some(terms.and(equal, behind))
    }
}
