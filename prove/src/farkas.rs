//! Finds Farkas factors that show linear inequalities contradictory, by Fourier-Motzkin elimination over exact
//! integers.

use std::collections::{BTreeMap, BTreeSet};

use tamarin_kernel::fact;

/// The inequality `sum of factor * variable <= most`; each variable is between 0 and the greatest word.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Variables with nonzero factors, in order.
    pub sum: Vec<(usize, i128)>,
    /// The right side.
    pub most: i128,
}

/// A derived inequality, with the given rows and factors that it combines.
#[derive(Clone)]
struct Derived {
    row: Row,
    from: Vec<(usize, i128)>,
}

/// Maximum number of rows.
const ROWS: usize = 260;
/// Maximum absolute value of integers for 32-bit words; rows with larger ones are dropped.
const SIZE: i128 = 1 << 88;
/// Maximum product of a factor and the greatest word.
const PRODUCT: i128 = 1 << 120;
/// Maximum factor of a row, since evidence stores smaller integers.
const FACTOR: i128 = 1 << 62;

/// Nonnegative factors of rows that contradict each other; none if the search fails.
pub fn contradiction(rows: &[Row], greatest: i128) -> Option<Vec<(usize, i128)>> {
    let mut all: Vec<Derived> = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let derived = Derived { row: row.clone(), from: vec![(index, 1)] };
        if row.least(greatest) > row.most {
            return Some(derived.from);
        }
        all.push(derived);
    }
    match without_equations(rows, all, greatest) {
        Ok(rest) => all = rest,
        Err(found) => return found,
    }
    let mut variables: BTreeSet<usize> =
        rows.iter().flat_map(|row| row.sum.iter().map(|(variable, _)| *variable)).collect();
    while let Some(&variable) = variables.iter().min_by_key(|&&variable| {
        let signs =
            |positive: bool| all.iter().filter(|it| it.row.has(variable, positive)).count() + 1;
        (signs(true) * signs(false), variable)
    }) {
        variables.remove(&variable);
        let (with, mut rest): (Vec<Derived>, Vec<Derived>) =
            all.into_iter().partition(|it| it.row.of(variable) != 0);
        let (mut above, mut below): (Vec<Derived>, Vec<Derived>) =
            with.into_iter().partition(|it| it.row.of(variable) > 0);
        above.push(bound(variable, 1, greatest));
        below.push(bound(variable, -1, 0));
        for up in &above {
            for down in &below {
                let Some(next) = combined(up, down, variable, greatest) else { continue };
                if next.row.least(greatest) > next.row.most {
                    match next.factors(rows, greatest) {
                        None => continue,
                        found => return found,
                    }
                }
                let is_useful = next.row.greatest(greatest) > next.row.most;
                if is_useful && !rest.iter().any(|it| it.row.implies(&next.row)) {
                    rest.push(next);
                }
            }
        }
        if rest.len() > ROWS {
            return None;
        }
        all = rest;
    }
    None
}

/// A bound of a variable's range.
fn bound(variable: usize, factor: i128, most: i128) -> Derived {
    Derived { row: Row { sum: vec![(variable, factor)], most }, from: Vec::new() }
}

impl Derived {
    /// The factors of the given rows, if they and those of their combination are small enough for the kernel.
    fn factors(self, rows: &[Row], greatest: i128) -> Option<Vec<(usize, i128)>> {
        let mut sum: BTreeMap<usize, i128> = BTreeMap::new();
        for &(index, factor) in &self.from {
            for &(variable, by) in &rows[index].sum {
                let by = by.checked_mul(factor).filter(|_| factor < FACTOR)?;
                let whole = sum.entry(variable).or_default();
                *whole = whole.checked_add(by)?;
            }
        }
        let is_small = sum.values().all(|by| by.abs() < fact::PRODUCT / (greatest + 1));
        is_small.then_some(self.from)
    }
}

/// Eliminates variables that two opposite rows determine, which adds no rows; an error is a contradiction.
fn without_equations(
    rows: &[Row],
    mut all: Vec<Derived>,
    greatest: i128,
) -> Result<Vec<Derived>, Option<Vec<(usize, i128)>>> {
    while let Some(Equation { variable, up, down }) = equation(&all) {
        let (up, down) = (all[up].clone(), all[down].clone());
        let ends = [bound(variable, 1, greatest), bound(variable, -1, 0)];
        let mut rest: Vec<Derived> = Vec::with_capacity(all.len());
        for row in all.into_iter().chain(ends) {
            let next = match row.row.of(variable) {
                0 => Some(row),
                1.. => combined(&row, &down, variable, greatest),
                _ => combined(&up, &row, variable, greatest),
            };
            let Some(next) = next else { continue };
            if next.row.least(greatest) > next.row.most {
                match next.factors(rows, greatest) {
                    None => continue,
                    found => return Err(found),
                }
            }
            let is_useful = next.row.greatest(greatest) > next.row.most;
            if is_useful && !rest.iter().any(|it| it.row.implies(&next.row)) {
                rest.push(next);
            }
        }
        all = rest;
    }
    Ok(all)
}

/// Two opposite rows, which are an equation, and a variable with factor 1 in one of them.
struct Equation {
    variable: usize,
    /// The row in which the variable is positive.
    up: usize,
    down: usize,
}

/// The first equation.
fn equation(all: &[Derived]) -> Option<Equation> {
    let mut known: BTreeMap<Vec<(usize, i128)>, usize> = BTreeMap::new();
    for (index, Derived { row, .. }) in all.iter().enumerate() {
        let turned: Vec<(usize, i128)> = row.sum.iter().map(|(of, by)| (*of, -by)).collect();
        let other = known.get(&turned).filter(|other| all[**other].row.most == -row.most);
        if let Some(&other) = other
            && let Some(&(variable, by)) = row.sum.iter().find(|(_, by)| by.abs() == 1)
        {
            let (up, down) = if by > 0 { (index, other) } else { (other, index) };
            return Some(Equation { variable, up, down });
        }
        known.insert(row.sum.clone(), index);
    }
    None
}

impl Row {
    fn of(&self, variable: usize) -> i128 {
        self.sum.iter().find(|(of, _)| *of == variable).map_or(0, |(_, factor)| *factor)
    }

    /// Whether the factor of a variable is `positive`, or else negative; false if it is zero.
    fn has(&self, variable: usize, positive: bool) -> bool {
        let factor = self.of(variable);
        if positive { factor > 0 } else { factor < 0 }
    }

    fn least(&self, greatest: i128) -> i128 {
        self.sum.iter().map(|(_, factor)| factor.min(&0) * greatest).sum()
    }

    fn greatest(&self, greatest: i128) -> i128 {
        self.sum.iter().map(|(_, factor)| factor.max(&0) * greatest).sum()
    }

    fn implies(&self, other: &Row) -> bool {
        self.most <= other.most && self.sum == other.sum
    }
}

/// Combines two rows so that a variable cancels.
fn combined(up: &Derived, down: &Derived, variable: usize, greatest: i128) -> Option<Derived> {
    let (a, b) = (up.row.of(variable), -down.row.of(variable));
    let divisor = gcd(a, b);
    let (by, and) = (b / divisor, a / divisor);
    let add = |one: &[(usize, i128)], other: &[(usize, i128)]| {
        let mut sum: BTreeMap<usize, i128> = BTreeMap::new();
        for (list, factor) in [(one, by), (other, and)] {
            for &(key, value) in list {
                *sum.entry(key).or_default() += value.checked_mul(factor)?;
            }
        }
        sum.retain(|_, value| *value != 0);
        Some(sum.into_iter().collect::<Vec<_>>())
    };
    let mut sum = add(&up.row.sum, &down.row.sum)?;
    let mut from = add(&up.from, &down.from)?;
    let mut most = up.row.most.checked_mul(by)?.checked_add(down.row.most.checked_mul(and)?)?;
    let all = sum.iter().chain(&from).map(|(_, value)| *value).chain([most]);
    let divisor = all.fold(0, |divisor, value| gcd(divisor, value.abs()));
    if divisor > 1 {
        sum.iter_mut().chain(&mut from).for_each(|(_, value)| *value /= divisor);
        most /= divisor;
    }
    let factor = SIZE.min(PRODUCT / (greatest + 1));
    let is_small = sum.iter().chain(&from).all(|(_, value)| value.abs() < factor);
    (is_small && most.abs() < SIZE * ((greatest + 1) >> 32).max(1))
        .then_some(Derived { row: Row { sum, most }, from })
}

/// The greatest common divisor; its sign is that of a divisor.
pub(crate) fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every system of small rows that is infeasible over the rationals gets factors, and they give a contradiction.
    #[test]
    fn factors_contradict() {
        let mut random = oorandom::Rand32::new(5);
        let mut found = 0;
        for _ in 0..3_000 {
            let rows: Vec<Row> = (0..random.rand_range(1..6))
                .map(|_| {
                    let sum = (0..3usize)
                        .map(|variable| (variable, i128::from(random.rand_range(0..7)) - 3))
                        .filter(|(_, factor)| *factor != 0);
                    let sum = sum.collect();
                    Row { sum, most: i128::from(random.rand_range(0..30)) - 20 }
                })
                .collect();
            let holds = |point: [i128; 3]| {
                rows.iter()
                    .all(|row| row.sum.iter().map(|(v, f)| f * point[*v]).sum::<i128>() <= row.most)
            };
            let any = (0..512i128).any(|n| holds([n & 7, n >> 3 & 7, n >> 6]));
            if let Some(factors) = contradiction(&rows, 7) {
                found += 1;
                assert!(!any, "{rows:?}");
                let (mut sum, mut most) = ([0i128; 3], 0);
                for (index, factor) in factors {
                    assert!(factor > 0);
                    most += factor * rows[index].most;
                    rows[index].sum.iter().for_each(|(v, f)| sum[*v] += factor * f);
                }
                assert!(sum.iter().map(|f| f.min(&0) * 7).sum::<i128>() > most);
            }
        }
        assert!(found > 500, "{found}");
    }
}
