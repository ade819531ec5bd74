//! What a product says at its nodes, as a certificate has it.

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
    let nodes = product.nodes.iter().map(|(&node, invariant)| NodeClaim {
        at: node,
        pieces: pieces(schedule.pieces(node)),
        lead: schedule.lead(node),
        divisions: divisions(invariant, words),
        equations: equations(invariant, words),
        orders: orders::essential(&invariant.bounds)
            .iter()
            .map(|bound| order(bound, words))
            .collect(),
        is_initial: invariant.is_initial,
        agreement: invariant.agreement.map(|footprint| match footprint {
            Footprint::Everywhere => certificate::Footprint::Everywhere,
            Footprint::Array => certificate::Footprint::Array,
        }),
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

/// The divisions that equations speak of.
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
    let division = |a: usize, b: usize| {
        let this = Division { dividend: names[a], divisor: names[b] };
        divisions.iter().position(|other| *other == this).expect("it is one of them")
    };
    let of_column = |column: usize| match names.get(column) {
        Some(&name) => vec![name],
        None => match invariant.derived.get(column - names.len()) {
            Some(Derived::Product(factors)) => factors.iter().map(|&of| names[of]).collect(),
            Some(&Derived::Quotient(a, b)) => vec![Name::Quotient(division(a, b))],
            Some(&Derived::Remainder(a, b)) => vec![Name::Remainder(division(a, b))],
            None => vec![],
        },
    };
    let rows = invariant.rows(words);
    let equation = |row: &super::equations::Row| {
        let summand = |column: usize| Summand(row.coefficients[column], of_column(column));
        let others = (0..row.coefficients.len())
            .filter(|&column| column != row.pivot && row.coefficients[column] != 0);
        std::iter::once(row.pivot).chain(others).map(summand).collect()
    };
    rows.iter().rev().map(equation).collect()
}

fn order(bound: &Bound, words: &Words) -> certificate::Order {
    let operand = |operand: Operand| match operand {
        Operand::Word(column) => certificate::Operand::Word(name(words.all[column])),
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
