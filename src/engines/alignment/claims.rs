//! What a product says at its nodes, as a certificate has it.

use std::collections::BTreeSet;

use tamarin_checker::certificate::{
    self, Division, Lead, Name, NodeClaim, Pieces, Product as Summand, Relation,
};

use super::invariant::{Derived, Invariant, Word, Words};
use super::memory::Footprint;
use super::orders::{self, Bound, Operand, Order};
use super::product::Product;
use super::schedule::{self, Schedule};

/// What is claimed of two programs where they are in loops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claims {
    /// How far each goes on from its start.
    pub entry: Pieces,
    /// Who goes first from there, if the other depends on it.
    pub lead: Option<Lead>,
    /// Addresses of each program's memory that nodes speak of.
    pub tracked: [Vec<u32>; 2],
    /// The nodes.
    pub nodes: Vec<NodeClaim>,
}

/// What a product claims.
pub fn of(product: &Product, words: &Words, schedule: &Schedule) -> Claims {
    let nodes = product.nodes.iter().map(|(&node, invariant)| {
        let bounds = orders::essential(&invariant.bounds);
        let sums = sums(&bounds);
        NodeClaim {
            at: node,
            pieces: pieces(schedule.pieces(node)),
            lead: schedule.lead(node),
            sums: sums.iter().map(|&sum| summands(sum, words)).chain(two(invariant)).collect(),
            divisions: divisions(invariant, words)
                .into_iter()
                .chain(halves(invariant).into_iter().map(|column| Division {
                    dividend: name(words.all[column]),
                    divisor: Name::Sum(sums.len()),
                }))
                .collect(),
            equations: equations(invariant, words),
            orders: bounds.iter().map(|bound| order(bound, words, &sums)).collect(),
            is_initial: invariant.is_initial,
            agreement: invariant.agreement.map(|footprint| match footprint {
                Footprint::Everywhere => certificate::Footprint::Everywhere,
                Footprint::Array => certificate::Footprint::Array,
            }),
        }
    });
    Claims {
        entry: pieces(schedule.entry),
        lead: schedule.lead.clone(),
        tracked: words.cells.clone(),
        nodes: nodes.collect(),
    }
}

fn pieces(pieces: schedule::Pieces) -> Pieces {
    pieces.map(Some)
}

fn name(word: Word) -> Name {
    match word {
        Word::Input(index) => Name::Input(index),
        Word::Reg(side, reg) => Name::Register(side, reg.number()),
        Word::Hi(side) => Name::High(side),
        Word::Lo(side) => Name::Low(side),
        Word::Cell(side, at) => Name::Cell(side, at),
        Word::Taken(side) => Name::Taken(side),
    }
}

/// The words and numbers whose sums orders speak of, each pair once.
fn sums(bounds: &[Bound]) -> Vec<(usize, u32)> {
    let moved = bounds.iter().flat_map(|bound| [bound.a, bound.b]).filter_map(|of| match of {
        Operand::Moved(column, by) => Some((column, by)),
        Operand::Word(_) | Operand::Number(_) => None,
    });
    moved.collect::<BTreeSet<_>>().into_iter().collect()
}

fn summands((column, by): (usize, u32), words: &Words) -> Vec<Summand> {
    vec![Summand(1, vec![name(words.all[column])]), Summand(by, vec![])]
}

/// The columns whose halves equations speak of.
fn halves(invariant: &Invariant) -> Vec<usize> {
    let of = |derived: &Derived| match *derived {
        Derived::Triangle(of) => Some(of),
        Derived::Product(_) | Derived::Quotient(..) | Derived::Remainder(..) => None,
    };
    invariant.derived.iter().filter_map(of).collect()
}

/// What they are divided by, as a sum.
fn two(invariant: &Invariant) -> Option<Vec<Summand>> {
    (!halves(invariant).is_empty()).then(|| vec![Summand(2, vec![])])
}

/// The divisions by words that equations speak of.
fn divisions(invariant: &Invariant, words: &Words) -> Vec<Division> {
    let mut all = Vec::new();
    for derived in &invariant.derived {
        if let &Derived::Quotient(a, b) | &Derived::Remainder(a, b) = derived {
            let [dividend, divisor] = [a, b].map(|column| name(words.all[column]));
            let division = Division { dividend, divisor };
            if !all.contains(&division) {
                all.push(division);
            }
        }
    }
    all
}

/// The equations, those last in the echelon form first: each is solved for its
/// pivot, by words that no further one solves.
fn equations(invariant: &Invariant, words: &Words) -> Vec<Vec<Summand>> {
    let names: Vec<Name> = words.all.iter().map(|&word| name(word)).collect();
    let divisions = divisions(invariant, words);
    let halves = halves(invariant);
    let division = |a: usize, b: usize| {
        let this = Division { dividend: names[a], divisor: names[b] };
        divisions.iter().position(|other| *other == this).expect("it is one of them")
    };
    let of_column = |column: usize| match names.get(column) {
        Some(&name) => vec![name],
        None => match invariant.derived.get(column - names.len()) {
            Some(&Derived::Quotient(a, b)) => vec![Name::Quotient(division(a, b))],
            Some(&Derived::Remainder(a, b)) => vec![Name::Remainder(division(a, b))],
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
        let others = (0..row.coefficients.len())
            .filter(|&column| column != row.pivot && row.coefficients[column] != 0);
        for column in std::iter::once(row.pivot).chain(others) {
            let factor = row.coefficients[column];
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

fn order(bound: &Bound, words: &Words, sums: &[(usize, u32)]) -> certificate::Order {
    let operand = |operand: Operand| match operand {
        Operand::Word(column) => certificate::Operand::Word(name(words.all[column])),
        Operand::Moved(column, by) => {
            let this = sums.iter().position(|sum| *sum == (column, by));
            certificate::Operand::Word(Name::Sum(this.expect("it is one of them")))
        }
        Operand::Number(number) => certificate::Operand::Number(number),
    };
    let relation = match bound.order {
        Order::Ult => Relation::Ult,
        Order::Ule => Relation::Ule,
        Order::Slt => Relation::Slt,
        Order::Sle => Relation::Sle,
        Order::Ne => Relation::Ne,
    };
    certificate::Order(operand(bound.a), relation, operand(bound.b))
}
