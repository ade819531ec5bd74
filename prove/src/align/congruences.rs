//! Congruences at a node: words that leave the same remainder.
//!
//! A loop that computes a remainder by subtraction, by sums of digits or by Euclid's algorithm does not change it:
//! `(x + y) % m = z % m` is an invariant. The divisor `m` is that of a division instruction: a number, or a word. If it is a
//! word, `z` is the dividend of that instruction. The other words are guessed from runs.
//!
//! A sum of two words has the remainder of the integer sum only if it does not wrap. So the invariant includes that the
//! sum is at most `z`. Where a loop begins with one word, the word needs this bound, too.

use std::collections::BTreeSet;

use tamarin_kernel::evidence::Side;

use super::columns::Columns;
use super::nodes::{Maker, Node, Order, Sign, Variable};
use super::runs::Spot;

/// Minimum number of rows in which both sides of a congruence differ.
const ROWS: usize = 8;
/// Maximum number of congruences at a node.
const CONGRUENCES: usize = 8;

/// A congruence: the sum of one or two words leaves the same remainder as a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Congruence {
    /// The words of the sum.
    pub sum: Vec<Variable>,
    /// The other side.
    pub of: Variable,
    /// The divisor.
    pub by: Divisor,
    /// Whether the integer sum is also at most the other side. It always is if it has two words.
    pub is_below: bool,
    /// Whether the integer sum is also above 0, for a divisor that is a number: only 0 has the sum of digits 0.
    pub is_positive: bool,
}

impl Congruence {
    /// The divisor, if it is a word.
    pub fn word(&self) -> Option<Variable> {
        match self.by {
            Divisor::Word(word) => Some(word),
            Divisor::Number(_) => None,
        }
    }

    /// A word that has the remainder of another one by a number, and may be that remainder.
    fn reduced(&self) -> Option<(Variable, u64)> {
        match (&self.sum[..], self.by) {
            (&[word], Divisor::Number(number)) => Some((word, number)),
            _ => None,
        }
    }

    /// A divisor that is a word, and the word that is reduced by it: the next divisor of Euclid's algorithm. The kernel
    /// knows nothing about remainders by 0, so a node needs the fact that they are not 0.
    fn divisors(&self) -> Vec<Variable> {
        self.word().map_or(Vec::new(), |word| self.sum.iter().copied().chain([word]).collect())
    }
}

/// The divisor of a congruence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Divisor {
    /// A number above 1.
    Number(u64),
    /// A word.
    Word(Variable),
}

impl Maker<'_> {
    /// Finds the congruences that hold in all states seen at a node; returns the number of comparisons.
    pub(super) fn congruences(&self, node: &mut Node, columns: &Columns) -> u64 {
        let free: Vec<Variable> = node.free.iter().map(|word| Variable::Word(*word)).collect();
        let wholes: Vec<Variable> = self.inputs().chain(free.iter().copied()).collect();
        let mut search = Search { columns, found: Vec::new(), work: 0 };
        for number in self.numbers() {
            for &of in &wholes {
                search.sums(&free, of, Divisor::Number(number));
            }
        }
        for (side, [dividend, divisor]) in self.words_divided() {
            let [of, by] = [dividend, divisor].map(|spot| Variable::Word((side, spot)));
            if columns.has(of) && columns.has(by) {
                search.alone(&free, of, Divisor::Word(by));
            }
        }
        search.found.truncate(CONGRUENCES);
        for word in search.found.iter().flat_map(Congruence::divisors).collect::<BTreeSet<_>>() {
            if columns.numbers(Sign::Unsigned, Some(word)).iter().all(|value| *value > 0) {
                let label = format!("positive.{}", node.orders.len());
                let sign = Sign::Unsigned;
                node.orders.insert(label, Order { less: None, by: 1, greater: Some(word), sign });
            }
        }
        for (word, number) in search.found.iter().filter_map(Congruence::reduced) {
            if columns.numbers(Sign::Unsigned, Some(word)).iter().all(|it| *it < number.into()) {
                let Ok(number) = i64::try_from(number) else { continue };
                let label = format!("reduced.{}", node.orders.len());
                let (less, by, greater) = (Some(word), 1 - number, None);
                node.orders.insert(label, Order { less, by, greater, sign: Sign::Unsigned });
            }
        }
        let found = search.found.into_iter().enumerate();
        node.congruences = found.map(|(at, it)| (format!("congruence.{at}"), it)).collect();
        search.work
    }

    /// The numbers above 1 by which a division divides in all runs.
    fn numbers(&self) -> BTreeSet<u64> {
        let divisors = self.runs.divisors.iter().flat_map(|of| of.values());
        divisors.filter_map(|of| of.number()).filter(|number| *number > 1).collect()
    }

    /// The spots of dividend and divisor of each division whose divisor changes.
    fn words_divided(&self) -> impl Iterator<Item = (Side, [Spot; 2])> {
        Side::BOTH.into_iter().flat_map(|side| {
            let of = self.runs.divisors[side.index()].iter();
            of.filter(|(_, divisor)| divisor.number().is_none()).map(move |(it, _)| (side, *it))
        })
    }
}

/// The search at one node.
struct Search<'c> {
    columns: &'c Columns,
    found: Vec<Congruence>,
    work: u64,
}

impl Search<'_> {
    /// Words, and sums of two words of a program, that are congruent to a word.
    fn sums(&mut self, free: &[Variable], of: Variable, by: Divisor) {
        self.alone(free, of, by);
        for (index, one) in free.iter().enumerate() {
            for other in &free[index + 1..] {
                if side(*one) == side(*other) && *one != of && *other != of {
                    self.try_one(vec![*one, *other], of, by);
                }
            }
        }
    }

    /// Words that are congruent to a word.
    fn alone(&mut self, free: &[Variable], of: Variable, by: Divisor) {
        for &one in free.iter().filter(|one| **one != of && by != Divisor::Word(**one)) {
            // Of two free words, one comes first.
            if !free.contains(&of) || one < of || matches!(by, Divisor::Word(_)) {
                self.try_one(vec![one], of, by);
            }
        }
    }

    /// Adds a congruence if it holds in all rows, and both sides differ in enough of them.
    fn try_one(&mut self, sum: Vec<Variable>, of: Variable, by: Divisor) {
        let remainder = |dividend: i128, by: i128| dividend.checked_rem(by).unwrap_or(0);
        let (mut apart, mut is_below, mut is_positive) = (0, true, true);
        let holds = (0..self.columns.rows()).all(|row| {
            let value = |variable: &Variable| i128::from(self.columns.value(*variable, row));
            let (all, whole): (i128, i128) = (sum.iter().map(value).sum(), value(&of));
            let divisor = match &by {
                Divisor::Number(number) => i128::from(*number),
                Divisor::Word(word) => value(word),
            };
            apart += usize::from(all != whole);
            is_below &= all <= whole;
            is_positive &= all > 0;
            self.work += 1;
            let fits = sum.len() == 1 || is_below;
            fits && remainder(all, divisor) == remainder(whole, divisor)
        });
        is_positive &= matches!(by, Divisor::Number(_));
        if holds && apart >= ROWS {
            self.found.push(Congruence { sum, of, by, is_below, is_positive });
        }
    }
}

fn side(variable: Variable) -> Option<Side> {
    match variable {
        Variable::Word((side, _)) => Some(side),
        Variable::Input(_) | Variable::Quotient(_) | Variable::Remainder(_) => None,
    }
}
