//! The meaning of an assumption: from its syntax tree to a formula over input words.
//!
//! Names are looked up in a [`Scope`]. A condition about `a[*]` becomes one for each element, and an `all` one for each
//! value of its variable for which the elements exist.

use num_traits::AsPrimitive;

use super::Setup;
use super::formula::{Formula, Operator, Relation, WordExpression};
use super::overflow::overflow;
use super::scope::{Arm64, Scope};
use super::syntax::{Index, Kind, Parsed, parsed};
use super::tokens::{Error, error};
use crate::diagnostic::Span;
use crate::machine::setup::Array;
use crate::word::Word;

/// The premises that a text expresses about the inputs of programs with these setups: one formula,
/// or one for each program.
pub(super) fn premises(text: &str, setups: &[Setup; 2]) -> Result<Vec<Formula>, Error> {
    let parsed = parsed(text)?;
    let of = |program| Resolver::new(setups, program).truth(&parsed);
    let (left, right) = (of(0)?, of(1)?);
    Ok(if left == right { vec![left] } else { vec![left, right] })
}

/// The condition that a text expresses about the inputs of an ARM64 program.
pub(super) fn condition<W: Word>(text: &str, of: Arm64) -> Result<Formula<W>, Error> {
    let parsed = parsed(text)?;
    Resolver::new(&of, 0).truth(&parsed)
}

/// Resolves names for one program.
struct Resolver<'s, S> {
    scope: &'s S,
    program: usize,
    /// The index that `a[*]` currently means.
    element: Option<u32>,
    /// The arrays whose elements `a[*]` refers to.
    lengths: Vec<Array>,
    /// The variables of the `all` around, the innermost last.
    all: Vec<Variable>,
}

/// The variable of an `all`.
struct Variable {
    name: String,
    /// Its current value.
    value: i64,
    /// The arrays with the indices that were computed from it.
    accesses: Vec<(Array, i64)>,
}

impl<'s, S> Resolver<'s, S> {
    fn new(scope: &'s S, program: usize) -> Resolver<'s, S> {
        Resolver { scope, program, element: None, lengths: Vec::new(), all: Vec::new() }
    }

    fn program(&self, program: Option<usize>) -> usize {
        program.unwrap_or(self.program)
    }

    fn array<W>(&self, program: Option<usize>, span: Span) -> Result<Array, Error>
    where
        S: Scope<W>,
    {
        let array = self.scope.array(self.program(program));
        array.ok_or_else(|| error(span, "there is no array: the inputs are two integers"))
    }

    fn truth<W: Word>(&mut self, parsed: &Parsed<W>) -> Result<Formula<W>, Error>
    where
        S: Scope<W>,
    {
        match &parsed.kind {
            Kind::Chain(words, relations) => {
                let pairs = words.windows(2).zip(relations);
                let all = pairs.map(|(words, relation)| self.comparison(words, relation));
                let mut all = all.collect::<Result<Vec<_>, _>>()?;
                Ok(if all.len() == 1 { all.remove(0) } else { Formula::All(all) })
            }
            Kind::Sorted(program) => {
                let Array { length, first, capacity, .. } = self.array(*program, parsed.span)?;
                let ordered = (1..capacity).map(|index| {
                    let at = first + index as usize;
                    let is_there = Formula::relation(
                        Relation::Below,
                        WordExpression::Const(W::truncated(index.into())),
                        WordExpression::Input(length),
                    );
                    let falls = Formula::relation(
                        Relation::Less,
                        WordExpression::Input(at),
                        WordExpression::Input(at - 1),
                    );
                    Formula::Any(vec![is_there.negated(), falls.negated()])
                });
                Ok(Formula::All(ordered.collect()))
            }
            Kind::Overflows(reading, operator, words) => self.each(|resolver| {
                let words = [resolver.word(&words[0])?, resolver.word(&words[1])?];
                Ok(overflow(*reading, *operator, words).expect("the parser has seen to it"))
            }),
            Kind::Known(holds) => {
                Ok(if *holds { Formula::All(Vec::new()) } else { Formula::Any(Vec::new()) })
            }
            Kind::All(name, condition) => self.all(name, condition, parsed.span),
            Kind::Not(operand) => Ok(self.truth(operand)?.negated()),
            Kind::And(both) => Ok(Formula::All(self.both(both)?)),
            Kind::Or(both) => Ok(Formula::Any(self.both(both)?)),
            _ => Err(parsed.check(false).expect_err("all else is a word")),
        }
    }

    /// The conjunction of a condition for each value of a variable for which the elements exist.
    fn all<W: Word>(
        &mut self,
        name: &str,
        condition: &Parsed<W>,
        span: Span,
    ) -> Result<Formula<W>, Error>
    where
        S: Scope<W>,
    {
        let capacity = self.array(None, span)?.capacity;
        let (element, lengths) = (self.element.take(), std::mem::take(&mut self.lengths));
        let mut each = Vec::new();
        for value in 0..i64::from(capacity) {
            let (name, accesses) = (name.to_owned(), Vec::new());
            self.all.push(Variable { name, value, accesses });
            let holds = self.truth(condition);
            let accesses = self.all.pop().map(|variable| variable.accesses).unwrap_or_default();
            let holds = holds?;
            if accesses.is_empty() {
                return Err(error(
                    span,
                    "expected an element that it computes, as in `all i: a[i] >= 0`",
                ));
            }
            let exists =
                |&(array, index): &(Array, i64)| (0..i64::from(array.capacity)).contains(&index);
            if !accesses.iter().all(exists) {
                continue;
            }
            let mut any: Vec<Formula<W>> = accesses
                .iter()
                .map(|&(array, index)| {
                    let length = WordExpression::Input(array.length);
                    let index = WordExpression::Const(W::truncated(index as u64));
                    Formula::relation(Relation::Below, index, length).negated()
                })
                .collect();
            any.dedup();
            any.push(holds);
            each.push(Formula::Any(any));
        }
        (self.element, self.lengths) = (element, lengths);
        Ok(Formula::All(each))
    }

    /// The integer that an index computes, and whether it depends on a variable: on which, the innermost.
    fn index<W: Word>(&self, parsed: &Parsed<W>) -> Result<(i64, Option<usize>), Error> {
        let far = || error(parsed.span, "this index is too large");
        match &parsed.kind {
            Kind::Number(number) => {
                let number = AsPrimitive::<u64>::as_(*number);
                Ok((i64::try_from(number).map_err(|_| far())?, None))
            }
            Kind::Variable(name) => {
                let at = self.all.iter().position(|variable| variable.name == *name);
                let at = at.expect("the parser knows the variables");
                Ok((self.all[at].value, Some(at)))
            }
            Kind::Of(operator, both) => {
                let ((a, of_a), (b, of_b)) = (self.index(&both[0])?, self.index(&both[1])?);
                let value = match operator {
                    Operator::Add => a.checked_add(b),
                    Operator::Subtract => a.checked_sub(b),
                    Operator::Multiply => a.checked_mul(b),
                    Operator::Divide => a.checked_div(b),
                    Operator::Remainder => a.checked_rem(b),
                    _ => None,
                };
                Ok((value.ok_or_else(far)?, of_a.max(of_b)))
            }
            _ => Err(error(
                parsed.span,
                "an index is a number, or computed from the name of an `all`",
            )),
        }
    }

    fn both<W: Word>(&mut self, both: &[Parsed<W>; 2]) -> Result<Vec<Formula<W>>, Error>
    where
        S: Scope<W>,
    {
        both.iter().map(|part| self.truth(part)).collect()
    }

    fn comparison<W: Word>(
        &mut self,
        words: &[Parsed<W>],
        relation: &str,
    ) -> Result<Formula<W>, Error>
    where
        S: Scope<W>,
    {
        self.each(|resolver| resolver.compared(words, relation))
    }

    /// A comparison of words, for each element if it mentions `a[*]`.
    fn each<W: Word>(
        &mut self,
        of: impl Fn(&mut Self) -> Result<Formula<W>, Error>,
    ) -> Result<Formula<W>, Error> {
        self.element = None;
        self.lengths.clear();
        let once = of(self)?;
        if self.lengths.is_empty() {
            return Ok(once);
        }
        let arrays = std::mem::take(&mut self.lengths);
        let most = arrays.iter().map(|array| array.capacity).min().unwrap_or(0);
        let each = (0..most).map(|index| {
            self.element = Some(index);
            let mut any: Vec<Formula<W>> = arrays
                .iter()
                .map(|array| {
                    let length = WordExpression::Input(array.length);
                    Formula::relation(
                        Relation::Below,
                        WordExpression::Const(W::truncated(index.into())),
                        length,
                    )
                    .negated()
                })
                .collect();
            any.push(of(self)?);
            Ok(Formula::Any(any))
        });
        let each = each.collect::<Result<Vec<_>, _>>();
        self.element = None;
        self.lengths.clear();
        Ok(Formula::All(each?))
    }

    fn compared<W: Word>(
        &mut self,
        words: &[Parsed<W>],
        relation: &str,
    ) -> Result<Formula<W>, Error>
    where
        S: Scope<W>,
    {
        let (a, b) = (self.word(&words[0])?, self.word(&words[1])?);
        let (relation, unsigned) = match relation.strip_suffix('u') {
            Some(relation) => (relation, Relation::Below),
            None => (relation, Relation::Less),
        };
        Ok(match relation {
            "==" | "=" => Formula::relation(Relation::Equal, a, b),
            "!=" => Formula::relation(Relation::Equal, a, b).negated(),
            "<" => Formula::relation(unsigned, a, b),
            ">" => Formula::relation(unsigned, b, a),
            "<=" => Formula::relation(unsigned, b, a).negated(),
            _ => Formula::relation(unsigned, a, b).negated(),
        })
    }

    fn word<W: Word>(&mut self, parsed: &Parsed<W>) -> Result<WordExpression<W>, Error>
    where
        S: Scope<W>,
    {
        let span = parsed.span;
        Ok(match &parsed.kind {
            Kind::Number(number) => WordExpression::Const(*number),
            Kind::Of(operator, both) => {
                WordExpression::of(*operator, [self.word(&both[0])?, self.word(&both[1])?])
            }
            Kind::Register(program, name) => {
                let word = self.scope.register(self.program(*program), *name);
                word.map_err(|message| error(span, message))?
            }
            Kind::Variable(name) => {
                let variable = self.all.iter().find(|variable| variable.name == *name);
                let value = variable.expect("the parser knows the variables").value;
                WordExpression::Const(W::truncated(value as u64))
            }
            Kind::Length(program) => WordExpression::Input(self.array(*program, span)?.length),
            Kind::Element(program, index) => self.element_of(*program, index, span)?,
            Kind::Beyond(program, index) => {
                let beyond = self.array(*program, span)?.beyond;
                match *index < beyond.count {
                    true => WordExpression::Input(beyond.first + *index as usize),
                    false => {
                        let count = beyond.count;
                        let message =
                            format!("the contract leaves {count} words behind the array free");
                        return Err(error(span, message));
                    }
                }
            }
            Kind::Byte(program, index) => {
                let word = self.scope.byte(self.program(*program), *index);
                word.map_err(|message| error(span, message))?
            }
            _ => return Err(parsed.check(true).expect_err("all else is a condition")),
        })
    }

    /// An element of an array by its index.
    fn element_of<W: Word>(
        &mut self,
        program: Option<usize>,
        index: &Index<W>,
        span: Span,
    ) -> Result<WordExpression<W>, Error>
    where
        S: Scope<W>,
    {
        let array = self.array(program, span)?;
        let index = match index {
            Index::Computed(index) => match self.index(index)? {
                (index, Some(variable)) => {
                    self.all[variable].accesses.push((array, index));
                    // Where there is no such element, nothing is required.
                    u32::try_from(index).ok().filter(|&it| it < array.capacity).unwrap_or(0)
                }
                (index, None) if (0..i64::from(array.capacity)).contains(&index) => {
                    u32::try_from(index).expect("it is below the capacity")
                }
                _ => {
                    let most = array.capacity;
                    return Err(error(span, format!("the array has at most {most} elements")));
                }
            },
            Index::Each => {
                self.lengths.push(array);
                self.element.unwrap_or(0)
            }
        };
        Ok(match array.capacity {
            0 => WordExpression::Const(W::zero()),
            _ => WordExpression::Input(array.first + index as usize),
        })
    }
}
