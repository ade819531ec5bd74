//! Random expressions with two meanings: a number, computed by a function here, and a term, which is simplified as it
//! is built.

use proptest::prelude::*;
use tamarin::term::{Model, Node, Symbol, Term, Terms};

use crate::generate::word;

/// An expression over two words, as a tree.
#[derive(Clone, Debug)]
pub enum Expr {
    Input(usize),
    Word(u32),
    Binary(usize, Box<Expr>, Box<Expr>),
    /// A flag: 1 where the comparison holds.
    Flag(usize, Box<Expr>, Box<Expr>),
    /// The high word of a product.
    High(bool, Box<Expr>, Box<Expr>),
    /// Stores the second at the first, and reads at the third.
    Memory(Box<Expr>, Box<Expr>, Box<Expr>),
}

const BINARY: usize = 9;
const FLAGS: usize = 4;
/// The words of the initial memory.
const IMAGE: [u32; 4] = [5, 0, u32::MAX, 8];

/// Any expression.
pub fn expr() -> impl Strategy<Value = Expr> {
    let leaf = prop_oneof![(0usize..2).prop_map(Expr::Input), word().prop_map(Expr::Word)];
    leaf.prop_recursive(5, 40, 3, |inner| {
        let boxed = || inner.clone().prop_map(Box::new);
        prop_oneof![
            6 => (0..BINARY, boxed(), boxed()).prop_map(|(op, a, b)| Expr::Binary(op, a, b)),
            3 => (0..FLAGS, boxed(), boxed()).prop_map(|(op, a, b)| Expr::Flag(op, a, b)),
            1 => (any::<bool>(), boxed(), boxed()).prop_map(|(s, a, b)| Expr::High(s, a, b)),
            2 => (boxed(), boxed(), boxed()).prop_map(|(a, b, c)| Expr::Memory(a, b, c)),
        ]
    })
}

/// What it is worth, by a meaning of its own.
pub fn value(expr: &Expr, inputs: [u32; 2]) -> u32 {
    let of = |expr: &Expr| value(expr, inputs);
    match expr {
        Expr::Input(index) => inputs[*index],
        Expr::Word(value) => *value,
        Expr::Binary(op, a, b) => {
            let (a, b) = (of(a), of(b));
            let (sa, sb) = (i64::from(a as i32), i64::from(b as i32));
            match op {
                0 => a.wrapping_add(b),
                1 => a.wrapping_sub(b),
                2 => a.wrapping_mul(b),
                3 => a & b,
                4 => a.checked_div(b).unwrap_or(u32::MAX),
                5 => a.checked_rem(b).unwrap_or(a),
                6 if sb == 0 => {
                    if sa < 0 {
                        1
                    } else {
                        u32::MAX
                    }
                }
                6 => (sa / sb) as u32,
                7 if sb == 0 => a,
                _ if *op == 7 => (sa % sb) as u32,
                _ => (i64::from(a) - 2 * i64::from(b)) as u32,
            }
        }
        Expr::Flag(op, a, b) => {
            let (a, b) = (of(a), of(b));
            u32::from(match op {
                0 => a == b,
                1 => a < b,
                2 => (a as i32) < b as i32,
                _ => a > b,
            })
        }
        Expr::High(signed, a, b) => {
            let (a, b) = (of(a), of(b));
            let product = match signed {
                true => (i64::from(a as i32) * i64::from(b as i32)) as u64,
                false => u64::from(a) * u64::from(b),
            };
            (product >> 32) as u32
        }
        Expr::Memory(at, stored, read) => {
            let (at, stored, read) = (of(at) & !3, of(stored), of(read) & !3);
            match at == read {
                true => stored,
                false => IMAGE.get(read as usize / 4).copied().unwrap_or(0),
            }
        }
    }
}

/// The term, which folds.
pub fn build(expr: &Expr, terms: &mut Terms) -> Term {
    match expr {
        Expr::Input(index) => terms.symbol(["$1", "$2"][*index]),
        Expr::Word(value) => terms.word(*value),
        Expr::Binary(op, a, b) => {
            let (a, b) = (build(a, terms), build(b, terms));
            match op {
                0 => terms.add(a, b),
                1 => terms.sub(a, b),
                2 => terms.mul(a, b),
                3 => terms.bit_and(a, b),
                4 => terms.udiv(a, b),
                5 => terms.urem(a, b),
                6 => terms.sdiv(a, b),
                7 => terms.srem(a, b),
                _ => {
                    let difference = terms.sub(a, b);
                    terms.sub(difference, b)
                }
            }
        }
        Expr::Flag(op, a, b) => {
            let (a, b) = (build(a, terms), build(b, terms));
            let test = match op {
                0 => terms.eq(a, b),
                1 => terms.ult(a, b),
                2 => terms.slt(a, b),
                _ => {
                    let (equal, less) = (terms.eq(a, b), terms.ult(a, b));
                    let either = terms.or(equal, less);
                    terms.not(either)
                }
            };
            let (one, zero) = (terms.word(1), terms.word(0));
            terms.ite(test, one, zero)
        }
        Expr::High(signed, a, b) => {
            let (a, b) = (build(a, terms), build(b, terms));
            let (a, b) = match signed {
                true => (terms.sign_extend(a), terms.sign_extend(b)),
                false => (terms.zero_extend(a), terms.zero_extend(b)),
            };
            let product = terms.mul(a, b);
            terms.high(product)
        }
        Expr::Memory(at, stored, read) => {
            let mask = terms.word(!3);
            let (at, read) = (build(at, terms), build(read, terms));
            let (at, read) = (terms.bit_and(at, mask), terms.bit_and(read, mask));
            let stored = build(stored, terms);
            let memory = terms.image(&IMAGE);
            let memory = terms.store(memory, at, stored);
            terms.select(memory, read)
        }
    }
}

/// The variables of the inputs.
pub fn variables(terms: &mut Terms) -> [Symbol; 2] {
    ["$1", "$2"].map(|name| {
        let term = terms.symbol(name);
        let Node::Symbol(symbol) = terms.node(term) else { panic!("a symbol") };
        symbol
    })
}

/// The inputs as a model.
pub fn model(variables: [Symbol; 2], inputs: [u32; 2]) -> Model {
    let mut model = Model::new();
    for (variable, value) in variables.into_iter().zip(inputs) {
        model.set(variable, value);
    }
    model
}

/// Folding keeps the value.
pub fn check(expr: &Expr, inputs: [u32; 2]) {
    let mut terms = Terms::new();
    let term = build(expr, &mut terms);
    let model = model(variables(&mut terms), inputs);
    assert_eq!(terms.eval(&[term], &model)[0], u64::from(value(expr, inputs)));
}
