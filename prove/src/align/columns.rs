//! The values of words at a node: a column for each word, a row for each state that a run reached.
//!
//! The searches at a node (equations, orders, remainders) compare the same words over all rows. So each column is read
//! from the runs once.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use tamarin_kernel::word::Width;

use super::nodes::{Factor, Polynomial, Sign, Variable};

/// The columns of a node.
pub struct Columns {
    width: Width,
    rows: usize,
    words: BTreeMap<Variable, Rc<[u64]>>,
    binomials: RefCell<HashMap<Factor, Rc<[u64]>>>,
}

impl Columns {
    /// An empty table with this number of rows.
    pub fn new(width: Width, rows: usize) -> Columns {
        Columns { width, rows, words: BTreeMap::new(), binomials: RefCell::default() }
    }

    /// Adds a column.
    pub fn add(&mut self, variable: Variable, values: impl Iterator<Item = u64>) {
        self.words.insert(variable, values.collect());
    }

    /// Whether a word has a column.
    pub fn has(&self, variable: Variable) -> bool {
        self.words.contains_key(&variable)
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of cells: words times rows.
    pub fn size(&self) -> u64 {
        (self.words.len() * self.rows) as u64
    }

    /// The value of a word in a row.
    pub fn value(&self, variable: Variable, row: usize) -> u64 {
        self.words.get(&variable).map_or(0, |column| column[row])
    }

    /// The values of all words in a row.
    pub fn row(&self, row: usize) -> Vec<u64> {
        self.words.values().map(|column| column[row]).collect()
    }

    /// A column as integers; zeros if there is no variable.
    pub fn numbers(&self, sign: Sign, variable: Option<Variable>) -> Vec<i128> {
        let number = |word: &u64| sign.number(self.width, *word);
        let column = variable.and_then(|it| self.words.get(&it));
        column.map_or_else(|| vec![0; self.rows], |of| of.iter().map(number).collect())
    }

    fn binomial(&self, factor: Factor) -> Rc<[u64]> {
        let (variable, k) = factor;
        let zeros = || vec![0; self.rows].into();
        if k == 1 {
            return self.words.get(&variable).cloned().unwrap_or_else(zeros);
        }
        let known = self.binomials.borrow().get(&factor).cloned();
        known.unwrap_or_else(|| {
            let column = self.words.get(&variable).cloned().unwrap_or_else(zeros);
            let column: Rc<[u64]> = column.iter().map(|x| choose(self.width, *x, k)).collect();
            self.binomials.borrow_mut().insert(factor, column.clone());
            column
        })
    }

    /// The values of a monomial in some rows.
    pub fn monomial(&self, monomial: &[Factor], some: &[usize]) -> Vec<u64> {
        let mut product = vec![1u64; some.len()];
        for &factor in monomial {
            let column = self.binomial(factor);
            let pairs = product.iter_mut().zip(some);
            pairs.for_each(|(value, row)| *value = value.wrapping_mul(column[*row]));
        }
        product.iter_mut().for_each(|value| *value = self.width.wrap(*value));
        product
    }

    /// Whether a word equals a polynomial in all rows.
    pub fn holds(&self, word: Variable, polynomial: &Polynomial) -> bool {
        let terms: Vec<(Vec<Rc<[u64]>>, u64)> = polynomial
            .iter()
            .map(|(of, by)| (of.iter().map(|factor| self.binomial(*factor)).collect(), *by))
            .collect();
        (0..self.rows).all(|row| {
            let product = |(of, by): &(Vec<Rc<[u64]>>, u64)| {
                of.iter().fold(*by, |product, column| product.wrapping_mul(column[row]))
            };
            let sum = terms.iter().map(product).fold(0, u64::wrapping_add);
            self.width.wrap(sum) == self.value(word, row)
        })
    }
}

/// `choose(x, k)` modulo 2^width, for `k` up to 6.
pub fn choose(width: Width, x: u64, k: u32) -> u64 {
    if u64::from(k) > x {
        return 0;
    }
    let wide = u128::from(x);
    if x >> 32 == 0 && k <= 4 {
        // The product fits.
        let product = (0..u128::from(k)).fold(1, |product, it| product * (wide - it));
        return width.wrap((product / (1..=u128::from(k)).product::<u128>()) as u64);
    }
    // Divide the product of k consecutive numbers by 2, ..., k, and cancel early to avoid overflow.
    let mut factors: Vec<u128> = (0..u128::from(k)).map(|it| wide - it).collect();
    for mut divisor in 2..=u128::from(k) {
        for factor in &mut factors {
            let common = gcd(*factor, divisor);
            *factor /= common;
            divisor /= common;
        }
    }
    width.wrap(factors.into_iter().fold(1u64, |product, it| product.wrapping_mul(it as u64)))
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}
