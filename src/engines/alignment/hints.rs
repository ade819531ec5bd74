//! Hints of an author for a proof; they are checked like any guess. An equation or an order is a part
//! of an alignment predicate ([`invariant`](super::invariant), PAA 2).
//!
//! A hint is a line: `rounds 2:1` (the left program runs two iterations while the right one runs
//! one), an equation modulo 2^32 (`left $3 = right $4 + 2·left $5·input $1`), or an order (`left $5
//! <= input $1`, `right $6 < left $2 (unsigned)`, `left $1 != 0`), in the notation of the proof
//! view. A `rounds` hint is the first alignment that is tried. The products of two words in an
//! equation are added to the invariants, whose equations are then all that hold on runs; an order
//! is added to the orders. Whatever an iteration does not preserve is removed as usual, so a wrong
//! hint costs time and proves nothing.

use super::invariant::{StateWord, Words};
use super::orders::{Bound, Operand, Order};
use super::schedule::{Pieces, Schedule};
use crate::machine::mips::Reg;

/// Maximum number of iterations of a program.
const ROUNDS: u32 = 8;

/// Hints.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    rounds: Vec<Pieces>,
    products: Vec<[StateWord; 2]>,
    orders: Vec<(Said, Order, Said)>,
}

/// A word or a number in an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Said {
    Word(StateWord),
    Number(u32),
}

/// A line that is not a hint.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{line}` is no hint: {why}")]
pub struct NoHint {
    line: String,
    why: &'static str,
}

impl Hints {
    /// Parses hints, one per line, for programs whose inputs have these names. Empty lines are
    /// skipped.
    ///
    /// # Errors
    ///
    /// The first line that is not a hint, and why.
    pub fn parse(text: &str, inputs: &[String]) -> Result<Hints, NoHint> {
        let mut hints = Hints::default();
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let read = hints.read(line, inputs);
            read.map_err(|why| NoHint { line: line.to_owned(), why })?;
        }
        Ok(hints)
    }

    /// The alignments in the hints.
    pub fn schedules(&self) -> impl Iterator<Item = Schedule> + '_ {
        self.rounds.iter().flat_map(|&cycle| {
            let entries = if cycle == [1, 1] { vec![[1, 1]] } else { vec![[1, 1], cycle] };
            entries.into_iter().map(move |entry| Schedule::plain(entry, cycle))
        })
    }

    /// Pairs of columns whose products occur.
    pub fn products(&self, words: &Words) -> Vec<(usize, usize)> {
        let column = |word: &StateWord| words.all.iter().position(|other| other == word);
        let pair = |[a, b]: &[StateWord; 2]| {
            let (a, b) = (column(a)?, column(b)?);
            Some((a.min(b), a.max(b)))
        };
        self.products.iter().filter_map(pair).collect()
    }

    /// The orders.
    pub fn orders(&self, words: &Words) -> Vec<Bound> {
        let operand = |said: Said| match said {
            Said::Number(number) => Some(Operand::Number(number)),
            Said::Word(word) => {
                words.all.iter().position(|other| *other == word).map(Operand::Word)
            }
        };
        let bound = |&(a, order, b): &(Said, Order, Said)| {
            Some(Bound { a: operand(a)?, b: operand(b)?, order })
        };
        self.orders.iter().filter_map(bound).collect()
    }

    fn read(&mut self, line: &str, inputs: &[String]) -> Result<(), &'static str> {
        if let Some(rounds) = line.strip_prefix("rounds ") {
            let counts = rounds.split_once(':').and_then(|(left, right)| {
                Some([left.trim().parse().ok()?, right.trim().parse().ok()?])
            });
            let counts: Pieces = counts.ok_or("two numbers are expected, as in `rounds 2:1`")?;
            if counts == [0, 0] || counts.iter().any(|count| *count > ROUNDS) {
                return Err("a program goes 8 rounds at most, and one of them at least one");
            }
            self.rounds.push(counts);
            return Ok(());
        }
        let (line, is_unsigned) = match line.strip_suffix("(unsigned)") {
            Some(line) => (line.trim(), true),
            None => (line, false),
        };
        // An equation modulo less than 2^32 has the same products.
        let line = line.split(" (modulo").next().unwrap_or(line);
        const SIGNS: [&str; 8] = ["<=", ">=", "!=", "≤", "≥", "≠", "<", ">"];
        let sign = SIGNS.into_iter().find_map(|sign| Some((sign, line.split_once(sign)?)));
        if let Some((sign, (left, right))) = sign {
            let (a, b) = (said(left, inputs)?, said(right, inputs)?);
            let (less, at_most) = match is_unsigned {
                true => (Order::Ult, Order::Ule),
                false => (Order::Slt, Order::Sle),
            };
            self.orders.push(match sign {
                "<" => (a, less, b),
                ">" => (b, less, a),
                "<=" | "≤" => (a, at_most, b),
                ">=" | "≥" => (b, at_most, a),
                _ => (a, Order::Ne, b),
            });
            return Ok(());
        }
        let (left, right) =
            line.split_once('=').ok_or("an equation, an order or `rounds` is expected")?;
        for side in [left, right] {
            for summand in side.replace(" - ", " + ").split(" + ") {
                let summand = summand.trim().trim_start_matches('-');
                let mut words = Vec::new();
                for factor in summand.split(['·', '*']) {
                    if let Said::Word(word) = said(factor, inputs)? {
                        words.push(word);
                    }
                }
                match words[..] {
                    [a, b] => self.products.push([a, b]),
                    [] | [_] => {}
                    _ => return Err("products of more than two words are not tried"),
                }
            }
        }
        Ok(())
    }
}

/// A word or a number in the notation of a proof.
fn said(text: &str, inputs: &[String]) -> Result<Said, &'static str> {
    const EXPECTED: &str = "a number or a word such as `left $3`, `right hi`, `input $1` or \
                            `left [0xfffffc]` is expected";
    let text = text.trim();
    let number = match (text.strip_prefix("0x"), text.strip_prefix('-')) {
        (Some(digits), _) => u32::from_str_radix(digits, 16).ok(),
        (_, Some(digits)) => digits.parse::<u32>().ok().map(u32::wrapping_neg),
        _ => text.parse().ok(),
    };
    if let Some(number) = number {
        return Ok(Said::Number(number));
    }
    let (of, word) = text.split_once(char::is_whitespace).ok_or(EXPECTED)?;
    let word = word.trim();
    let side = match of {
        "input" => {
            let index = inputs.iter().position(|name| name == word).ok_or(EXPECTED)?;
            return Ok(Said::Word(StateWord::Input(index)));
        }
        "left" => 0,
        "right" => 1,
        _ => return Err(EXPECTED),
    };
    let named = match word {
        "hi" => Some(StateWord::Hi(side)),
        "lo" => Some(StateWord::Lo(side)),
        _ => match word.strip_prefix('$') {
            Some(number) => {
                let number: usize = number.parse().map_err(|_| EXPECTED)?;
                Reg::all()
                    .nth(number)
                    .filter(|reg| *reg != Reg::ZERO)
                    .map(|reg| StateWord::Reg(side, reg))
            }
            None => {
                let at = word.strip_prefix("[0x").and_then(|rest| rest.strip_suffix(']'));
                at.and_then(|at| u32::from_str_radix(at, 16).ok())
                    .map(|at| StateWord::Cell(side, at))
            }
        },
    };
    named.map(Said::Word).ok_or(EXPECTED)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Hints, NoHint> {
        Hints::parse(text, &["$1".to_owned(), "$2".to_owned()])
    }

    fn reg(side: usize, number: usize) -> StateWord {
        StateWord::Reg(side, Reg::all().nth(number).expect("it is one"))
    }

    #[test]
    fn hints_are_read_as_proofs_say_them() {
        let hints = parse(
            "rounds 2:1\n\n left $5·left $5 = 2·left $3 - left $5\n\
             input $1 * right lo = -4·left $3·right $4 + 0x10 (modulo 2)\n\
             left $5 ≤ input $1 (unsigned)\nright $6 > -1\nleft [0xfffffc] != 0\n",
        );
        let hints = hints.expect("they are hints");
        assert_eq!(hints.rounds, [[2, 1]]);
        assert_eq!(
            hints.products,
            [
                [reg(0, 5), reg(0, 5)],
                [StateWord::Input(0), StateWord::Lo(1)],
                [reg(0, 3), reg(1, 4)],
            ]
        );
        assert_eq!(
            hints.orders,
            [
                (Said::Word(reg(0, 5)), Order::Ule, Said::Word(StateWord::Input(0))),
                (Said::Number(u32::MAX), Order::Slt, Said::Word(reg(1, 6))),
                (Said::Word(StateWord::Cell(0, 0xff_fffc)), Order::Ne, Said::Number(0)),
            ]
        );
    }

    #[test]
    fn what_is_no_hint_is_an_error() {
        for text in [
            "left $3",
            "left $0 = 1",
            "left $32 = 1",
            "middle $3 = 1",
            "input $9 = 1",
            "rounds 0:0",
            "rounds 9:1",
            "rounds two",
            "left $3 + 1 <= 2",
            "left $1·left $2·left $3 = 0",
            "left $3 = ",
        ] {
            let message = parse(text).expect_err(text).to_string();
            assert!(message.starts_with(&format!("`{}` is no hint: ", text.trim())), "{message}");
        }
    }
}
