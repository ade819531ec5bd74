//! Fits polynomials: words that are polynomials of others on all samples.

use rustc_hash::FxHashMap;
use tamarin_checker::procedures::claim::{Expression, Operator};

use crate::engines::alignment::equations::Equations;

/// Maximum number of samples.
const SAMPLES: usize = 260;
/// Maximum number of products.
const COLUMNS: usize = 72;
/// Minimum surplus of samples over products, so that a fit is not a coincidence.
const MORE: usize = 6;
/// Maximum number of terms of a short sum, and number of samples by which they are found.
const TERMS: usize = 3;
const LOOKS: usize = 24;
/// Maximum number of terms of a polynomial: longer ones are coincidences.
const LONGEST: usize = 8;

/// A word with its values on samples, and its expression.
#[derive(Clone, Debug)]
pub struct Sampled {
    /// Its expression.
    pub word: Expression,
    /// Its values.
    pub was: Vec<u32>,
}

impl Sampled {
    fn times(&self, other: &Sampled) -> Sampled {
        let word = Expression::of(Operator::Mul, self.word.clone(), other.word.clone());
        let was = self.was.iter().zip(&other.was).map(|(a, b)| a.wrapping_mul(*b));
        Sampled { word, was: was.collect() }
    }
}

/// A polynomial over two kinds of words that equals another word on all samples. It tries a simple
/// one of at most two words, a short sum, then a linear combination, then one with products of one
/// word of each kind, then one with all products of two.
///
/// If words are related on the samples, the polynomial is not unique: the simplest one is the
/// likeliest to hold on all runs.
pub fn fit(was: &[u32], [first, second]: [&[Sampled]; 2]) -> Option<Expression> {
    let words: Vec<&Sampled> = first.iter().chain(second).collect();
    let across: Vec<Sampled> =
        first.iter().flat_map(|a| second.iter().map(|b| a.times(b))).collect();
    let within = words.iter().enumerate();
    let within = within.flat_map(|(at, a)| words[at..].iter().map(|b| a.times(b)));
    let all: Vec<Sampled> = within.collect();
    let with = |products: &[Sampled], of: fn(&[u32], &[&Sampled]) -> Option<Expression>| {
        let columns: Vec<&Sampled> = words.iter().copied().chain(products).collect();
        of(was, &columns)
    };
    plain(was, &words, [first, second])
        .or_else(|| with(&all, short))
        .or_else(|| with(&[], polynomial))
        .or_else(|| with(&across, polynomial))
        .or_else(|| with(&all, polynomial))
}

/// A number, one of these words, or a word plus a number; or the sum, product or difference of two
/// of them, pairs of both kinds first.
fn plain(was: &[u32], words: &[&Sampled], [first, second]: [&[Sampled]; 2]) -> Option<Expression> {
    if was.len() < MORE {
        return None;
    }
    if was.iter().all(|word| *word == was[0]) {
        return Some(Expression::Number(was[0]));
    }
    let apart = |word: &&&Sampled| {
        let by = was[0].wrapping_sub(word.was[0]);
        let is_so = |(was, word): (&u32, &u32)| was.wrapping_sub(*word) == by;
        was.iter().zip(&word.was).all(is_so).then_some(by)
    };
    let near = words.iter().filter_map(|word| Some((apart(&word)?, word)));
    if let Some((by, word)) = near.min_by_key(|(by, _)| *by != 0) {
        return Some(match by {
            0 => word.word.clone(),
            by => Expression::of(Operator::Add, word.word.clone(), Expression::Number(by)),
        });
    }
    type Binary = fn(u32, u32) -> u32;
    let operators = [
        (Operator::Add, u32::wrapping_add as Binary),
        (Operator::Mul, u32::wrapping_mul),
        (Operator::Sub, u32::wrapping_sub),
    ];
    let across = || first.iter().flat_map(|a| second.iter().map(move |b| (a, b)));
    let any = || words.iter().flat_map(|&a| words.iter().map(move |&b| (a, b)));
    let mut both = operators
        .into_iter()
        .flat_map(|of| across().map(move |both| (of, both)))
        .chain(operators.into_iter().flat_map(|of| any().map(move |both| (of, both))));
    let ((operator, _), (a, b)) = both.find(|((_, of), (a, b))| {
        let pairs = a.was.iter().zip(&b.was);
        was.iter().zip(pairs).all(|(was, (a, b))| *was == of(*a, *b))
    })?;
    Some(Expression::of(operator, a.word.clone(), b.word.clone()))
}

/// A sum of at most three of these or of their negatives, plus a number.
fn short(was: &[u32], columns: &[&Sampled]) -> Option<Expression> {
    if columns.len() > COLUMNS || was.len() < 2 * MORE {
        return None;
    }
    // The differences from the first sample, which cancel constants.
    let at: Vec<usize> = (0..LOOKS).map(|look| look * (was.len() - 1) / (LOOKS - 1)).collect();
    let apart =
        |was: &[u32]| -> Vec<u32> { at.iter().map(|&at| was[at].wrapping_sub(was[0])).collect() };
    let less = |a: &[u32], b: &[u32]| -> Vec<u32> {
        a.iter().zip(b).map(|(a, b)| a.wrapping_sub(*b)).collect()
    };
    let nothing = vec![0; at.len()];
    let mut signed: Vec<(bool, usize, Vec<u32>)> = Vec::new();
    let mut known: FxHashMap<Vec<u32>, usize> = FxHashMap::default();
    for (column, sampled) in columns.iter().enumerate() {
        let plus = apart(&sampled.was);
        for (is_less, of) in [(false, plus.clone()), (true, less(&nothing, &plus))] {
            // A constant word is a number.
            if of != nothing {
                known.entry(of.clone()).or_insert(signed.len());
                signed.push((is_less, column, of));
            }
        }
    }
    let goal = apart(was);
    let mut open: Vec<(Vec<usize>, Vec<u32>)> = vec![(Vec::new(), goal)];
    for terms in 0..TERMS {
        let found = open.iter().find_map(|(before, left)| {
            let last = *known.get(left)?;
            let all: Vec<(bool, usize)> =
                before.iter().chain([&last]).map(|&it| (signed[it].0, signed[it].1)).collect();
            sum_of(was, columns, &all)
        });
        if found.is_some() || terms + 1 == TERMS {
            return found;
        }
        open = open
            .iter()
            .flat_map(|(before, left)| {
                let from = before.last().map_or(0, |last| *last);
                (from..signed.len()).map(move |it| (before, left, it))
            })
            .map(|(before, left, it)| {
                let all = before.iter().copied().chain([it]).collect();
                (all, less(left, &signed[it].2))
            })
            .collect();
    }
    None
}

/// The sum of these terms plus the constant that is missing, if it equals the word on all samples.
fn sum_of(was: &[u32], columns: &[&Sampled], terms: &[(bool, usize)]) -> Option<Expression> {
    let value = |at: usize| {
        terms.iter().fold(0u32, |sum, &(is_less, column)| match is_less {
            false => sum.wrapping_add(columns[column].was[at]),
            true => sum.wrapping_sub(columns[column].was[at]),
        })
    };
    let number = was[0].wrapping_sub(value(0));
    if (0..was.len()).any(|at| value(at).wrapping_add(number) != was[at]) {
        return None;
    }
    let (less, more): (Vec<_>, Vec<_>) = terms.iter().partition(|(is_less, _)| *is_less);
    let word = |&(_, column): &(bool, usize)| columns[column].word.clone();
    let mut sum = more.iter().map(word).reduce(|a, b| Expression::of(Operator::Add, a, b));
    for term in &less {
        let from = sum.unwrap_or(Expression::Number(0));
        sum = Some(Expression::of(Operator::Sub, from, word(term)));
    }
    let sum = sum?;
    Some(match number {
        0 => sum,
        number => Expression::of(Operator::Add, sum, Expression::Number(number)),
    })
}

/// The linear combination of these plus a number that equals a word on all samples.
fn polynomial(was: &[u32], columns: &[&Sampled]) -> Option<Expression> {
    let width = columns.len() + 2;
    let samples = was.len().min(SAMPLES);
    if columns.len() > COLUMNS || samples < width + MORE {
        return None;
    }
    let mut equations = Equations::all(width);
    // Runs begin alike, so samples are spread over all of them.
    for at in 0..samples {
        let at = at * was.len() / samples;
        let mut sample = vec![was[at]];
        sample.extend(columns.iter().map(|column| column.was[at]));
        sample.push(1);
        equations.add(&sample);
    }
    // If the word is related to others in several ways, products come first.
    let order: Vec<usize> =
        [0].into_iter().chain((1..width - 1).rev()).chain([width - 1]).collect();
    let rows = equations.echelon(&order);
    let row = rows.iter().find(|row| row.pivot == 0 && row.coefficients[0] == 1)?;
    // The coefficients of the columns, then the constant.
    let factors = row.coefficients.behind(1);
    let holds = |at: usize| {
        let of_column = |column: usize| columns.get(column).map_or(1, |column| column.was[at]);
        let products = factors.iter().map(|(column, c)| of_column(column).wrapping_mul(c));
        products.fold(was[at], u32::wrapping_add) == 0
    };
    if factors.iter().len() > LONGEST || !(0..was.len()).all(holds) {
        return None;
    }
    let mut sum: Option<Expression> = None;
    for (column, factor) in columns.iter().enumerate().map(|(at, it)| (it, factors[at])) {
        let factor = factor.wrapping_neg();
        if factor == 0 {
            continue;
        }
        let (sign, size) = match (factor as i32) < 0 && sum.is_some() {
            true => (Operator::Sub, factor.wrapping_neg()),
            false => (Operator::Add, factor),
        };
        let part = match size {
            1 => column.word.clone(),
            size => Expression::of(Operator::Mul, Expression::Number(size), column.word.clone()),
        };
        sum = Some(match sum {
            None => part,
            Some(sum) => Expression::of(sign, sum, part),
        });
    }
    let number = factors[columns.len()].wrapping_neg();
    Some(match sum {
        None => Expression::Number(number),
        Some(sum) if number == 0 => sum,
        Some(sum) => Expression::of(Operator::Add, sum, Expression::Number(number)),
    })
}

#[cfg(test)]
mod tests {
    use tamarin_checker::procedures::claim::Value;

    use super::*;

    fn sampled(value: u32, was: impl Fn(u32) -> u32) -> Sampled {
        Sampled { word: Expression::Value(Value(value)), was: (0..40).map(was).collect() }
    }

    #[test]
    fn sums_come_before_products() {
        let words = [sampled(0, |n| n.wrapping_mul(0x9e37_79b9)), sampled(1, |n| n * n + 7 * n)];
        let results = [sampled(2, |n| (n ^ 0x1234_5678).wrapping_mul(n | 1))];
        let of = |word: &dyn Fn(usize) -> u32| {
            let was: Vec<u32> = (0..40).map(word).collect();
            let text = |it| serde_json::to_string(&it).expect("plain data");
            fit(&was, [&words, &results]).map(text)
        };
        let [a, b] = words.each_ref().map(|it| it.was.clone());
        let c = &results[0].was;
        assert_eq!(
            of(&|n| a[n].wrapping_add(c[n])).as_deref(),
            Some(r#"["+","value.0","value.2"]"#)
        );
        let product = of(&|n| b[n].wrapping_mul(c[n]));
        assert_eq!(product.as_deref(), Some(r#"["*","value.1","value.2"]"#));
        assert_eq!(of(&|_| 5).as_deref(), Some("5"));
        let square = of(&|n| a[n].wrapping_mul(a[n]).wrapping_sub(b[n]).wrapping_add(c[n] + 7));
        let expected = r#"["+",["-",["+","value.2",["*","value.0","value.0"]],"value.1"],7]"#;
        assert_eq!(square.as_deref(), Some(expected));
        assert_eq!(of(&|n| (n as u32).rotate_left(n as u32 * 5)), None);
    }
}
