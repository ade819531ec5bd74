//! Translates the invariants of a product into [claims](super::claim).

use std::collections::BTreeSet;

use super::claim::{
    self, Division, Lead, Measure, Name, NodeClaim, Pieces, Product as Summand, Relation,
};
use super::invariant::{Derived, Invariant, StateWord, Words};
use super::orders::{self, Bound, Operand, Order};
use super::product::Product;
use super::progress;
use super::schedule::{self, LocationPair, Schedule};

/// The claims about two programs in loops.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    /// The number of segments that each program runs from its start.
    pub entry: Pieces,
    /// The program that leads from there, if the other one depends on its path.
    pub lead: Option<Lead>,
    /// The addresses of each program's memory that nodes refer to.
    pub tracked: [Vec<u32>; 2],
    /// The nodes.
    pub nodes: Vec<NodeClaim>,
    /// The measures that decrease on cycles, so that each cycle ends.
    pub measures: Vec<Measure>,
}

/// The claims of a product, whose cycles end by these measures.
pub fn of(
    product: &Product,
    words: &Words,
    schedule: &Schedule,
    measures: &[progress::Measure],
) -> Claims {
    let nodes = product.nodes.iter().map(|(&node, invariant)| {
        of_node(node, invariant, words, (schedule.pieces(node), schedule.lead(node)))
    });
    Claims {
        entry: pieces(schedule.entry),
        lead: schedule.lead.clone(),
        tracked: words.cells.clone(),
        nodes: nodes.collect(),
        measures: measures.iter().map(|&it| measure(it, words)).collect(),
    }
}

/// The claim at a node, from which both programs run this far.
pub fn of_node(
    node: LocationPair,
    invariant: &Invariant,
    words: &Words,
    (moves, lead): (schedule::Pieces, Option<Lead>),
) -> NodeClaim {
    let bounds = orders::essential(&invariant.bounds);
    let sums = sums(&bounds, invariant, words);
    NodeClaim {
        at: node,
        pieces: pieces(moves),
        lead,
        sums: sums.iter().map(|&sum| summands(sum, words)).chain(two(invariant)).collect(),
        divisions: divisions(invariant, words, &sums)
            .into_iter()
            .chain(halves(invariant).into_iter().map(|column| Division {
                dividend: name(words.all[column]),
                divisor: Name::Sum(sums.len()),
            }))
            .collect(),
        equations: equations(invariant, words, &sums),
        orders: bounds.iter().map(|bound| order(bound, words, &sums)).collect(),
        is_initial: invariant.is_initial,
        agreement: invariant.agreement,
    }
}

fn pieces(pieces: schedule::Pieces) -> Pieces {
    pieces.map(Some)
}

fn measure(measure: progress::Measure, words: &Words) -> Measure {
    let name = |column: usize| name(words.all[column]);
    let alone = |column: usize| Measure { word: name(column), above: None, plus: None };
    match measure {
        progress::Measure::Word(word) => alone(word),
        progress::Measure::Above(word, other) => {
            Measure { above: Some(name(other)), ..alone(word) }
        }
        progress::Measure::Sum(word, other) => Measure { plus: Some(name(other)), ..alone(word) },
    }
}

/// A word's name in claims.
pub fn name(word: StateWord) -> Name {
    match word {
        StateWord::Input(index) => Name::Input(index),
        StateWord::Reg(side, reg) => Name::Register(side, reg.number()),
        StateWord::Hi(side) => Name::High(side),
        StateWord::Lo(side) => Name::Low(side),
        StateWord::Cell(side, at) => Name::Cell(side, at),
        StateWord::Taken(side) => Name::Taken(side),
    }
}

/// The sums in orders and remainders, each once.
fn sums(bounds: &[Bound], invariant: &Invariant, words: &Words) -> Vec<Operand> {
    let is_sum = |of: &Operand| matches!(of, Operand::Moved(..) | Operand::Sum(..));
    let of_orders = bounds.iter().flat_map(|bound| [bound.a, bound.b]).filter(is_sum);
    let of_residues = said(invariant, words).into_iter().filter_map(|derived| match *derived {
        Derived::Residue([a, b], _) => Some(Operand::Sum(a, b)),
        _ => None,
    });
    of_orders.chain(of_residues).collect::<BTreeSet<_>>().into_iter().collect()
}

fn summands(sum: Operand, words: &Words) -> Vec<Summand> {
    let word = |column: usize| vec![name(words.all[column])];
    match sum {
        Operand::Word(a) => vec![Summand(1, word(a))],
        Operand::Moved(a, by) => vec![Summand(1, word(a)), Summand(by, vec![])],
        Operand::Sum(a, b) => vec![Summand(1, word(a)), Summand(1, word(b))],
        Operand::Number(number) => vec![Summand(number, vec![])],
    }
}

/// The derived words that occur in an equation.
fn said<'i>(invariant: &'i Invariant, words: &Words) -> Vec<&'i Derived> {
    let rows = invariant.rows(words);
    let first = words.all.len();
    let occurs = |at: usize| rows.iter().any(|row| row.coefficients[first + at] != 0);
    let all = invariant.derived.iter().enumerate();
    all.filter(|(at, _)| occurs(*at)).map(|(_, derived)| derived).collect()
}

/// The index of a sum.
fn index_of(sum: Operand, sums: &[Operand]) -> usize {
    sums.iter().position(|other| *other == sum).expect("it is one of them")
}

/// The columns whose halves occur in equations.
fn halves(invariant: &Invariant) -> Vec<usize> {
    let of = |derived: &Derived| match *derived {
        Derived::Triangle(of) => Some(of),
        _ => None,
    };
    invariant.derived.iter().filter_map(of).collect()
}

/// Their divisor, as a sum.
fn two(invariant: &Invariant) -> Option<Vec<Summand>> {
    (!halves(invariant).is_empty()).then(|| vec![Summand(2, vec![])])
}

/// The divisions by words that occur in equations.
fn divisions(invariant: &Invariant, words: &Words, sums: &[Operand]) -> Vec<Division> {
    let mut all = Vec::new();
    for derived in said(invariant, words) {
        let division = division(derived, words, sums);
        all.extend(division.filter(|division| !all.contains(division)));
    }
    all
}

/// The division of a quotient or remainder.
fn division(derived: &Derived, words: &Words, sums: &[Operand]) -> Option<Division> {
    let word = |column: usize| name(words.all[column]);
    match *derived {
        Derived::Quotient(a, b) | Derived::Remainder(a, b) => {
            Some(Division { dividend: word(a), divisor: word(b) })
        }
        Derived::Residue([a, b], m) => {
            let sum = Name::Sum(index_of(Operand::Sum(a, b), sums));
            Some(Division { dividend: sum, divisor: word(m) })
        }
        Derived::Product(_) | Derived::Triangle(_) => None,
    }
}

/// The equations in reverse echelon order: each is solved for its pivot, over words that no later
/// one solves.
fn equations(invariant: &Invariant, words: &Words, sums: &[Operand]) -> Vec<Vec<Summand>> {
    let names: Vec<Name> = words.all.iter().map(|&word| name(word)).collect();
    let divisions = divisions(invariant, words, sums);
    let halves = halves(invariant);
    let division = |derived: &Derived| {
        let this = division(derived, words, sums).expect("it is of one");
        divisions.iter().position(|other| *other == this).expect("it is one of them")
    };
    let of_column = |column: usize| match names.get(column) {
        Some(&name) => vec![name],
        None => match invariant.derived.get(column - names.len()) {
            Some(of @ Derived::Quotient(..)) => vec![Name::Quotient(division(of))],
            Some(of @ (Derived::Remainder(..) | Derived::Residue(..))) => {
                vec![Name::Remainder(division(of))]
            }
            Some(Derived::Product(factors)) => factors.iter().map(|&of| names[of]).collect(),
            Some(Derived::Triangle(_)) | None => vec![],
        },
    };
    let triangle = |column: usize| {
        let derived = column.checked_sub(names.len()).and_then(|at| invariant.derived.get(at));
        match derived {
            Some(&Derived::Triangle(of)) => {
                let at = halves.iter().position(|half| *half == of).expect("it is one of them");
                Some((names[of], Name::Quotient(divisions.len() + at)))
            }
            _ => None,
        }
    };
    let rows = invariant.rows(words);
    let equation = |row: &super::equations::Row| {
        let mut sum: Vec<Summand> = Vec::new();
        let mut add = |factor: u32, of: Vec<Name>| match sum
            .iter_mut()
            .find(|Summand(_, other)| *other == of)
        {
            Some(summand) => summand.0 = summand.0.wrapping_add(factor),
            None => sum.push(Summand(factor, of)),
        };
        let pivot = (row.pivot, row.coefficients[row.pivot]);
        let others = row.coefficients.iter().filter(|(column, _)| *column != row.pivot);
        for (column, factor) in std::iter::once(pivot).chain(others) {
            match triangle(column) {
                // (n - q) * (2 * q + 1)
                Some((n, q)) => {
                    let twice = factor.wrapping_mul(2);
                    add(twice, vec![n, q]);
                    add(factor, vec![n]);
                    add(twice.wrapping_neg(), vec![q, q]);
                    add(factor.wrapping_neg(), vec![q]);
                }
                None => add(factor, of_column(column)),
            }
        }
        sum.retain(|Summand(factor, _)| *factor != 0);
        sum
    };
    rows.iter().rev().map(equation).collect()
}

fn order(bound: &Bound, words: &Words, sums: &[Operand]) -> claim::Order {
    let operand = |operand: Operand| match operand {
        Operand::Word(column) => claim::Operand::Word(name(words.all[column])),
        sum @ (Operand::Moved(..) | Operand::Sum(..)) => {
            claim::Operand::Word(Name::Sum(index_of(sum, sums)))
        }
        Operand::Number(number) => claim::Operand::Number(number),
    };
    let relation = match bound.order {
        Order::Ult => Relation::Ult,
        Order::Ule => Relation::Ule,
        Order::Slt => Relation::Slt,
        Order::Sle => Relation::Sle,
        Order::Ne => Relation::Ne,
    };
    claim::Order(operand(bound.a), relation, operand(bound.b))
}
