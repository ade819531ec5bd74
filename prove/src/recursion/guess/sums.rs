//! Linear combinations with small factors that equal a function on all samples.

use tamarin_kernel::word::Width;

use super::*;
use crate::tactics::ring::inverse;

impl Guess<'_> {
    /// Conjectures that one function is a linear combination of the other.
    pub(super) fn linear(
        &mut self,
        from: &Left,
        to: &Left,
        found: &mut Vec<Conjecture>,
    ) -> Result<(), Refusal> {
        let any = self.names(from.operands.len());
        let (domain, measure) = self.texts(from.function, &any);
        for choice in self.choices(from, to)?.into_iter().take(6) {
            let mut extra = self.assumptions(from, &choice)?;
            if extra.len() == 1 {
                extra.extend(self.of_rounds(from, &any).into_iter().take(1));
            }
            let (there, _) = self.texts(to.function, &choice);
            for more in &extra {
                let mut assume = domain.clone();
                let facts = there.iter().chain(more).filter(|fact| !domain.contains(fact));
                assume.extend(facts.cloned());
                for applied in self.bases(to.function, &any, &choice) {
                    let mut basis: Vec<String> = Vec::new();
                    for arguments in &applied {
                        let text = self.application(to.function, arguments);
                        basis.push(text.clone());
                        basis.extend(any.iter().map(|name| format!("{name}*{text}")));
                    }
                    basis.extend(any.iter().cloned());
                    basis.push("1".into());
                    let left = self.application(from.function, &any);
                    let Some(sum) = self.fit(&any, &assume, &left, &basis)? else { continue };
                    let mut assume = assume.clone();
                    for arguments in &applied {
                        if !sum.contains(&self.application(to.function, arguments)) {
                            continue;
                        }
                        let (there, _) = self.texts(to.function, arguments);
                        let facts = there.into_iter().filter(|fact| !assume.contains(fact));
                        let facts: Vec<FactText> = facts.collect();
                        assume.extend(facts);
                    }
                    let show = Some(FactText::Text(format!("{left} = {sum}")));
                    let statement = Statement { any: any.clone(), assume, show };
                    let conjecture = Conjecture { statement, measure: measure.clone() };
                    if !found.contains(&conjecture) && self.theory.is_likely(&conjecture.statement)
                    {
                        found.push(conjecture);
                    }
                }
                if !found.is_empty() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Conjectures that a loop is a linear combination of itself with other accumulators: as at its start, all 1, or
    /// all 0. For a product of all numbers up to `n`, `F(n, s) = s*F(n, 1)`. Accumulators begin with constants; of the
    /// other kind, no decision is about them.
    pub(super) fn accumulated(
        &mut self,
        function: usize,
        kind: Kind,
        found: &mut Vec<Conjecture>,
    ) -> Result<(), Refusal> {
        let mut first = self.first_accumulators(function);
        let mut all = vec![first.clone()];
        if kind == Kind::Passive {
            let is_passive = |at| self.theory.is_passive(function, at).then_some(0);
            first = (0..first.len()).map(is_passive).collect();
            all.clear();
        }
        all.extend([1, 0].map(|unit| first.iter().map(|it| it.map(|_| unit)).collect::<Vec<_>>()));
        let is_some = |of: &Vec<Option<u64>>| (1..of.len()).contains(&of.iter().flatten().count());
        for constants in all.into_iter().filter(is_some) {
            if let Some(conjecture) = self.accumulated_from(function, &constants)? {
                found.push(conjecture);
                return Ok(());
            }
        }
        Ok(())
    }

    /// For each argument of a function, the constant with which others begin it, if it changes.
    pub(super) fn first_accumulators(&self, function: usize) -> Vec<Option<u64>> {
        let theory = self.theory;
        let constant = |at| theory.constant(function, at).filter(|_| theory.changes(function, at));
        (0..theory.functions[function].arguments.len()).map(constant).collect()
    }

    /// The same for one choice of accumulators.
    pub(super) fn accumulated_from(
        &mut self,
        function: usize,
        constants: &[Option<u64>],
    ) -> Result<Option<Conjecture>, Refusal> {
        let any = self.names(constants.len());
        let constant = |(word, it): (&String, &Option<u64>)| {
            it.map_or_else(|| word.clone(), |constant| constant.to_string())
        };
        let start: Vec<String> = any.iter().zip(constants).map(constant).collect();
        let accumulators = any.iter().zip(constants).filter(|(_, it)| it.is_some());
        let accumulators: Vec<&String> = accumulators.map(|(word, _)| word).collect();
        let (left, first) = (self.application(function, &any), self.application(function, &start));
        let mut basis = vec![first.clone()];
        basis.extend(accumulators.iter().map(|word| format!("{word}*{first}")));
        basis.extend(accumulators.iter().map(|word| (*word).clone()));
        basis.push("1".into());
        let (mut assume, measure) = self.texts(function, &any);
        for fact in self.texts(function, &start).0 {
            if !assume.contains(&fact) {
                assume.push(fact);
            }
        }
        let Some(sum) = self.fit(&any, &assume, &left, &basis)? else { return Ok(None) };
        let show = Some(FactText::Text(format!("{left} = {sum}")));
        let statement = Statement { any, assume, show };
        let is_one = sum.contains(&first) && self.theory.is_likely(&statement);
        Ok(is_one.then_some(Conjecture { statement, measure }))
    }

    /// Sets of arguments at which a function may occur in a combination: those given, besides the next ones, besides
    /// the ones before, and all of these.
    fn bases(&self, function: usize, any: &[String], choice: &[String]) -> Vec<Vec<Vec<String>>> {
        let moved = |step: &str| -> Vec<Vec<String>> {
            let at = |index: usize| {
                let mut next = choice.to_vec();
                next[index] = format!("{} {step}", next[index]);
                next
            };
            (0..choice.len()).map(at).collect()
        };
        let mut others: Vec<Vec<String>> = Vec::new();
        for name in any.iter().filter(|_| choice.len() == 1) {
            others.extend([vec![name.clone()], vec![format!("{name} - 1")]]);
        }
        let (first, up, down) = (vec![choice.to_vec()], moved("+ 1"), moved("- 1"));
        let all = [&first[..], &down, &up, &others].concat();
        let mut sets = vec![first.clone()];
        if !self.theory.is_loop(function) {
            sets.extend([[&first[..], &up].concat(), [&first[..], &down].concat()]);
        }
        sets.push(all);
        for set in &mut sets {
            // The kernel orders atoms that are applied to constants differently, so skip them.
            set.retain(|arguments| {
                let text = self.application(function, arguments);
                any.iter().any(|name| text.contains(&name[..]))
            });
            set.dedup();
        }
        sets.retain(|set| !set.is_empty());
        sets
    }

    /// Small factors for which a combination of the basis equals the goal on all samples.
    pub(super) fn fit(
        &mut self,
        any: &[String],
        assume: &[FactText],
        goal: &str,
        basis: &[String],
    ) -> Result<Option<String>, Refusal> {
        let statement =
            Statement { any: any.to_vec(), assume: assume.to_vec(), show: Some("0 = 0".into()) };
        let given = self.given();
        let (mut world, here, _) = self.theory.world(&statement)?;
        let mut scope = Scope { definitions: given, ..world.prover.scope(&here.point) };
        let goal = scope.term(goal)?;
        let columns = scope.all_terms(basis)?;
        let words = any.iter().map(|name| here.point.context.names[name]).collect();
        let of = Assumed { any, words, texts: assume, facts: here.point.context.facts() };
        let terms = &world.prover.terms;
        let rows = |most: usize| -> Vec<Vec<u64>> {
            let row = |sample: &Sample| {
                self.theory.values.has_failed();
                let all = columns.iter().chain([&goal]);
                let row: Vec<u64> = all.map(|it| sample.term(terms, *it)).collect();
                (!self.theory.values.has_failed()).then_some(row)
            };
            self.theory.samples(terms, &of, most).iter().filter_map(row).collect()
        };
        let width = terms.width;
        let solved = |most| solve(rows(most), basis.len(), width);
        // Few samples may not determine all factors.
        let mut factors = solved(3 * basis.len() + 8);
        if factors.contains(&None) {
            factors = solved(SAMPLES);
        }
        let factors: Vec<u64> = factors.into_iter().map(Option::unwrap_or_default).collect();
        let mut text = String::new();
        for (factor, of) in factors.iter().zip(basis) {
            let factor = width.signed(*factor);
            if factor.abs() > 64 {
                return Ok(None);
            }
            match factor {
                0 => continue,
                _ if factor > 0 && !text.is_empty() => text.push_str(" + "),
                _ if factor < 0 => text.push_str(if text.is_empty() { "0 - " } else { " - " }),
                _ => {}
            }
            if factor.abs() != 1 {
                text.push_str(&format!("{}*", factor.abs()));
            }
            text.push_str(of);
        }
        Ok((!text.is_empty()).then_some(text))
    }
}

/// Solves linear equations modulo the power of two of a width; the last column is the right side. A pivot is an entry with
/// the fewest factors 2; where it has `v` of them, the solution is determined modulo `2^(width - v)` and is the one next
/// to 0. Columns without a pivot get no factor.
fn solve(mut rows: Vec<Vec<u64>>, columns: usize, width: Width) -> Vec<Option<u64>> {
    let mut pivots: Vec<(usize, u32)> = Vec::new();
    let mut factors = vec![None; columns];
    loop {
        let next = pivots.len();
        let is_open = |column: &usize| pivots.iter().all(|(known, _)| known != column);
        let entries = (0..columns)
            .filter(is_open)
            .flat_map(|column| (next..rows.len()).map(move |row| (column, row)));
        let nonzero = entries.filter(|&(column, row)| rows[row][column] != 0);
        let least = nonzero.min_by_key(|&(column, row)| rows[row][column].trailing_zeros());
        let Some((column, at)) = least else { break };
        rows.swap(next, at);
        let twos = rows[next][column].trailing_zeros();
        let inverse = inverse(rows[next][column] >> twos);
        rows[next].iter_mut().for_each(|it| *it = width.wrap(it.wrapping_mul(inverse)));
        let pivot = rows[next].clone();
        for row in &mut rows[next + 1..] {
            let factor = row[column] >> twos;
            for (it, of) in row.iter_mut().zip(&pivot) {
                *it = width.wrap(it.wrapping_sub(of.wrapping_mul(factor)));
            }
        }
        pivots.push((column, twos));
    }
    for (row, &(column, twos)) in pivots.iter().enumerate().rev() {
        let later = pivots[row + 1..].iter().map(|(later, _)| *later);
        let known = later.map(|later| rows[row][later].wrapping_mul(factors[later].unwrap_or(0)));
        let right = known.fold(rows[row][columns], u64::wrapping_sub);
        // The bits above the pivot's are free: they continue the sign.
        let value = width.signed(width.wrap(right)) >> twos;
        factors[column] = Some(width.wrap(value as u64));
    }
    factors
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::Random;

    /// Rows `(x, 2*y, x*(1 + 2*z), 1, right)`: no column but the first and the last has an odd pivot that the others leave.
    #[test]
    fn small_factors_are_found_though_columns_are_even_or_congruent() {
        let mut random = Random::new(7);
        for bits in [32, 64] {
            let width = Width::new(bits).expect("it is a width");
            for factors in [[1, 3, 0, 7], [-5, 1, 2, 0], [0, -64, 1, -1]] {
                let mut row = || {
                    let [x, y, z] = [(); 3].map(|()| random.word() % 1_000);
                    let columns = [x, 2 * y, x * (1 + 2 * z), 1];
                    let terms = columns.iter().zip(factors);
                    let right = terms.map(|(it, by): (&u64, i64)| it.wrapping_mul(by as u64));
                    let right = width.wrap(right.fold(0, u64::wrapping_add));
                    [&columns[..], &[right]].concat()
                };
                let rows = (0..20).map(|_| row()).collect();
                let found = solve(rows, 4, width);
                let expected: Vec<Option<u64>> =
                    factors.iter().map(|it| Some(width.wrap(*it as u64))).collect();
                assert_eq!(found, expected);
            }
        }
    }

    #[test]
    fn a_column_of_zeros_has_no_factor() {
        let width = Width::new(32).expect("it is a width");
        let rows = vec![vec![1, 0, 3], vec![2, 0, 6]];
        assert_eq!(solve(rows, 2, width), [Some(3), None]);
    }
}
