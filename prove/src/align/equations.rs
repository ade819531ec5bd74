//! Equations at a node: words as linear combinations of other words, then as closed forms.
//!
//! A closed form is a polynomial in the inputs and counters. Forms in one variable are tried first: if variables depend
//! on each other, more of them only add equations with large factors. *Separable* forms, sums of univariate
//! polynomials, are next. They use all counters, also those that equations give: a loop that sums from both ends gives
//! `P(i) + P(n) - P(j)`, and `i = j` at the exit leaves `P(n)`. Forms with products of variables use the free counters
//! only, since the others add nothing. *Quadratic* forms use all free words: a product by halving one factor and doubling
//! the other one gives `a*b - x*y`.

use std::collections::{BTreeMap, HashMap, HashSet};

use tamarin_kernel::word::Width;

use super::columns::Columns;
use super::nodes::{Factor, Maker, Node, Polynomial, Sign, Variable, Word};
use super::runs::Given;
use super::span::Span;

/// Maximum number of rows from which equations are computed.
const SEEN: usize = 150;
/// Maximum number of monomials in a closed form.
const TERMS: usize = 24;
/// Maximum absolute factor in a closed form.
const FACTOR: i128 = 1 << 20;
/// How many bits fewer the modulus of factors may have than words have.
const BITS: u32 = 6;

/// Which monomials a closed form may contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Form {
    /// Powers of one variable.
    Single(Variable),
    /// Powers of each variable, without products of two.
    Separable,
    /// Products of all variables.
    Mixed,
    /// Products of two different variables, for words that are not sums: the size of a table, and the counter of a loop
    /// that does the rounds of two loops, one in the other.
    Products,
    /// Products of two of the inputs and the free words, which need not be counters.
    Quadratic,
}

/// The monomials of one form, and their span.
struct Products {
    columns: Vec<Vec<Factor>>,
    span: Span,
}

/// Finds equations for the words of one node.
pub struct Solver<'n> {
    maker: &'n Maker<'n>,
    columns: &'n Columns,
    /// Distinct rows, sampled evenly from the runs.
    some: Vec<usize>,
    forms: HashMap<(Form, u32, Vec<Variable>), Option<Products>>,
    /// Work done; a unit is about one multiplication of words.
    pub work: u64,
}

impl<'n> Solver<'n> {
    /// A solver for a node with these columns.
    pub fn new(maker: &'n Maker<'n>, columns: &'n Columns) -> Solver<'n> {
        let mut known = HashSet::new();
        let step = (columns.rows() / (8 * SEEN)).max(1);
        let some = (0..columns.rows()).step_by(step);
        let some: Vec<usize> = some.filter(|row| known.insert(columns.row(*row))).collect();
        let step = some.len().div_ceil(SEEN).max(1);
        let some = some.into_iter().step_by(step).collect();
        Solver { maker, columns, some, forms: HashMap::new(), work: 0 }
    }

    /// Expresses words by inputs and by other words.
    pub fn solve(&mut self, node: &mut Node, words: Vec<Word>) {
        let mut products = Products { columns: Vec::new(), span: Span::new(self.maker.width()) };
        self.add(&mut products, Vec::new());
        for input in self.maker.inputs().chain(self.maker.divisions()) {
            self.add(&mut products, vec![(input, 1)]);
        }
        for word in words {
            // A sum that an earlier loop completed no longer changes.
            let is_sum = self.maker.degree > 1 && self.maker.pace(node, word) != 1;
            if let Some(input) = self.maker.initial(node, word) {
                node.solved.insert(word, [(vec![(input, 1)], 1)].into());
                continue;
            }
            let mut found = self.express(node, word, &products);
            let degree = if is_sum && found.is_none() { self.maker.degree } else { 0 };
            for degree in 2..=degree {
                for form in self.forms(node) {
                    if found.is_none() {
                        found = self.closed_form(node, word, degree, form);
                    }
                }
            }
            if let Some(polynomial) = found {
                node.solved.insert(word, polynomial);
                continue;
            }
            self.add(&mut products, vec![(Variable::Word(word), 1)]);
            node.free.push(word);
        }
        self.work += products.span.work;
        self.of_products(node);
        if self.maker.degree > 1 {
            self.quadratic(node);
        }
    }

    /// Expresses free words that are no sums by products of others: those that do not change, and counters. Those with the most
    /// values first: a loop that does the rounds of two loops has more of them than each of the two.
    fn of_products(&mut self, node: &mut Node) {
        let mut words: Vec<(u64, Word)> = Vec::new();
        for &word in node.free.iter().filter(|word| self.maker.pace(node, **word) <= 1) {
            let values = self.columns.numbers(Sign::Unsigned, Some(Variable::Word(word)));
            let most = values.iter().max().zip(values.iter().min());
            words.push((most.map_or(0, |(most, least)| (most - least) as u64), word));
        }
        words.sort_unstable_by_key(|(values, word)| (u64::MAX - values, *word));
        for (_, word) in words {
            self.instead(node, word, Form::Products);
        }
    }

    /// Expresses free words by products of two of the other free words and the inputs.
    fn quadratic(&mut self, node: &mut Node) {
        for word in node.free.clone() {
            if !self.maker.is_counter(node, word) {
                self.instead(node, word, Form::Quadratic);
            }
        }
    }

    /// Expresses a free word by others if no equation uses it.
    fn instead(&mut self, node: &mut Node, word: Word, form: Form) {
        let is_used = |of: &Polynomial| {
            of.keys().flatten().any(|(variable, _)| *variable == Variable::Word(word))
        };
        let Some(at) = node.free.iter().position(|it| *it == word) else { return };
        if node.solved.values().any(is_used) {
            return;
        }
        node.free.remove(at);
        match self.closed_form(node, word, 2, form) {
            Some(polynomial) => {
                node.solved.insert(word, polynomial);
            }
            None => node.free.insert(at, word),
        }
    }

    fn add(&self, products: &mut Products, monomial: Vec<Factor>) {
        products.span.add(self.columns.monomial(&monomial, &self.some));
        products.columns.push(monomial);
    }

    /// Expresses a word as a linear combination of products that holds in all rows.
    fn express(&mut self, node: &Node, word: Word, products: &Products) -> Option<Polynomial> {
        let column = self.columns.monomial(&[(Variable::Word(word), 1)], &self.some);
        self.work += (products.columns.len() * self.some.len()) as u64;
        let of = products.span.express(column)?;
        let named = |(column, by): (usize, u64)| (products.columns[column].clone(), by);
        let polynomial: Polynomial = of.into_iter().map(named).collect();
        self.work += (polynomial.len() * node.seen.len()) as u64;
        let polynomial = self.by_remainders(polynomial);
        self.columns.holds(Variable::Word(word), &polynomial).then_some(polynomial)
    }

    /// The same polynomial with a multiple of a remainder in place of that of its dividend less the divisor times the
    /// quotient. The quotient may be missing: where the divisor times the factor is 0, only the remainder counts.
    fn by_remainders(&self, mut of: Polynomial) -> Polynomial {
        let width = self.maker.width();
        for (number, division) in self.maker.runs.divisions.iter().enumerate() {
            let [Given::Input(input), Given::Number(divisor)] = *division else { continue };
            let [dividend, quotient, remainder] =
                [Variable::Input(input), Variable::Quotient(number), Variable::Remainder(number)]
                    .map(|variable| vec![(variable, 1)]);
            let factor = |monomial| of.get(monomial).copied().unwrap_or(0);
            let by = factor(&dividend);
            let rest = factor(&quotient).wrapping_add(by.wrapping_mul(divisor));
            if by != 0 && width.wrap(rest) == 0 {
                let sum = width.wrap(factor(&remainder).wrapping_add(by));
                of.remove(&dividend);
                of.remove(&quotient);
                of.insert(remainder, sum);
            }
        }
        of
    }

    /// Expresses a word as a polynomial in inputs and counters.
    fn closed_form(
        &mut self,
        node: &Node,
        word: Word,
        degree: u32,
        form: Form,
    ) -> Option<Polynomial> {
        let variables = match form {
            Form::Single(variable) => vec![variable],
            _ => self.variables(node, form),
        };
        let key = (form, degree, variables);
        let products = match self.forms.remove(&key) {
            Some(known) => known,
            None => self.products(&key.2, degree, form),
        };
        let found = products.as_ref().and_then(|products| self.express(node, word, products));
        self.forms.insert(key, products);
        let found = found.and_then(|of| self.small(word, of)).filter(|of| of.len() <= TERMS);
        found.map(|of| squares(self.maker.width(), of))
    }

    /// An equivalent polynomial with small factors. If the values of variables share a property, such as being odd, the
    /// factors may be reduced modulo fewer bits.
    fn small(&mut self, word: Word, of: Polynomial) -> Option<Polynomial> {
        let width = self.maker.width();
        let is_small = |of: &Polynomial| of.values().all(|by| width.signed(*by).abs() <= FACTOR);
        if is_small(&of) {
            return Some(of);
        }
        (1..=BITS.min(width.bits() - 1)).find_map(|fewer| {
            let modulus = 1i128 << (width.bits() - fewer);
            let reduced = |by: &u64| {
                let rest = i128::from(*by).rem_euclid(modulus);
                width.of_integer(if rest > modulus / 2 { rest - modulus } else { rest })
            };
            let terms = of.iter().map(|(monomial, by)| (monomial.clone(), reduced(by)));
            let polynomial: Polynomial = terms.filter(|(_, by)| *by != 0).collect();
            self.work += (polynomial.len() * self.columns.rows()) as u64;
            let holds =
                is_small(&polynomial) && self.columns.holds(Variable::Word(word), &polynomial);
            holds.then_some(polynomial)
        })
    }

    /// All closed forms, in the order in which they are tried.
    fn forms(&self, node: &Node) -> Vec<Form> {
        let single = self.variables(node, Form::Separable).into_iter().map(Form::Single);
        single.chain([Form::Separable, Form::Mixed]).collect()
    }

    /// The variables of a form; counters that equations give come first.
    fn variables(&self, node: &Node, form: Form) -> Vec<Variable> {
        let counts = |word: &Word| form == Form::Quadratic || self.maker.pace(node, *word) <= 1;
        let solved = node.solved.iter().filter(|(_, of)| {
            matches!(form, Form::Single(_) | Form::Separable)
                && is_linear(of)
                && of.keys().any(|of| !of.is_empty())
        });
        let words = node.free.iter().copied().chain(solved.map(|(word, _)| *word));
        let counters = words.filter(counts).map(Variable::Word);
        self.maker.given(node).chain(counters).collect()
    }

    /// The span of all monomials of a form; none if there are too few rows.
    fn products(&mut self, variables: &[Variable], degree: u32, form: Form) -> Option<Products> {
        let mut columns: Vec<Vec<Factor>> = vec![Vec::new()];
        for &variable in variables {
            let before = match form {
                Form::Single(_) | Form::Separable => vec![Vec::new()],
                Form::Mixed | Form::Products | Form::Quadratic => columns.clone(),
            };
            let most = if form == Form::Products { 1 } else { degree };
            for monomial in before {
                let of: u32 = monomial.iter().map(|(_, power)| power).sum();
                for power in 1..=degree.saturating_sub(of).min(most) {
                    let factors = match form {
                        Form::Quadratic => vec![(variable, 1); power as usize],
                        _ => vec![(variable, power)],
                    };
                    columns.push([&monomial[..], &factors[..]].concat());
                }
            }
        }
        if columns.len() + 8 > self.some.len() {
            return None;
        }
        columns.sort_by_key(|monomial| monomial.iter().map(|(_, power)| power).sum::<u32>());
        let mut products = Products { columns: Vec::new(), span: Span::new(self.maker.width()) };
        for monomial in columns {
            self.add(&mut products, monomial);
        }
        self.work += products.span.work;
        Some(products)
    }
}

/// The same polynomial, with `x*x - x` in place of `2*choose(x, 2)`: products need no lemma.
fn squares(width: Width, of: Polynomial) -> Polynomial {
    let mut found = Polynomial::new();
    let mut add = |monomial: Vec<Factor>, by: u64| {
        let sum = found.entry(monomial).or_insert(0);
        *sum = width.wrap(sum.wrapping_add(by));
    };
    for (monomial, by) in of {
        let (signed, square) = (width.signed(by), monomial.iter().position(|(_, k)| *k == 2));
        let (Some(at), 0) = (square, signed % 2) else {
            add(monomial, by);
            continue;
        };
        let half = width.of_integer(signed / 2);
        let one = (monomial[at].0, 1);
        let rest = [&monomial[..at], &monomial[at + 1..]].concat();
        add([&rest[..], &[one, one]].concat(), half);
        add([&rest[..], &[one]].concat(), width.of_integer(-signed / 2));
    }
    found.retain(|_, by| *by != 0);
    found
}

/// Whether a polynomial is linear: it has no product or higher binomial.
pub fn is_linear(of: &Polynomial) -> bool {
    of.keys().all(|of| matches!(of[..], [] | [(_, 1)]))
}

/// Whether a polynomial has more than one term, apart from its constant.
pub fn is_sum(of: &BTreeMap<Vec<Factor>, u64>) -> bool {
    of.keys().filter(|it| !it.is_empty()).count() > 1
}

/// Whether a polynomial is a multiple of a word, other than the word and its negation, apart from its constant.
pub fn is_multiple(width: Width, of: &Polynomial) -> bool {
    let mut terms = of.iter().filter(|(monomial, _)| !monomial.is_empty());
    let term = terms.next().filter(|_| terms.next().is_none());
    term.is_some_and(|(monomial, by)| monomial.len() == 1 && width.signed(*by).abs() > 1)
}
