//! Loops that count up: their accumulators are values of the other function at the counter, the *prefix*.
//!
//! The loop `R(n, s, i)` that multiplies `s` by `i` while `i <= n` has `s = G(i - 1)` in each round, where `G` is the
//! factorial. So `R(n, s, i) = G(n)` if `s = G(i - 1)` and `i - 1 <= n`. The rounds of runs tell which values the
//! accumulators are.

use std::collections::BTreeSet;

use super::*;

/// Number of samples whose rounds are looked at, of rounds of each, and of rounds that are needed.
const RUNS: usize = 24;
const ROUNDS: usize = 12;
const NEEDED: usize = 6;
/// Maximum number of argument choices that are tested on samples, the shortest first.
const TESTED: usize = 12;
/// Maximum number of terms for an argument.
const TERMS: usize = 24;

/// A term over the loop's words, and its values in all rounds.
type Column = (String, Vec<u64>);

impl Guess<'_> {
    /// Conjectures that a loop equals the other function if its accumulators are values of that function.
    pub(super) fn prefix(
        &mut self,
        from: &Left,
        to: &Left,
        found: &mut Vec<Conjecture>,
    ) -> Result<(), Refusal> {
        if !self.theory.is_loop(from.function) || !self.theory.counts_up(from.function) {
            return Ok(());
        }
        let any = self.names(from.operands.len());
        let rounds = self.rounds(from);
        if rounds.len() < NEEDED {
            return Ok(());
        }
        let column = |at: usize| rounds.iter().map(|round| round[at]).collect::<Vec<u64>>();
        let columns: Vec<Column> =
            any.iter().cloned().enumerate().map(|(at, name)| (name, column(at))).collect();
        let (mut domain, measure) = self.texts(from.function, &any);
        let mut accumulators = Vec::new();
        for (at, name) in any.iter().enumerate() {
            let Some(arguments) = self.value(to, &columns, at) else { continue };
            let text = self.application(to.function, &arguments);
            accumulators.push(at);
            domain.push(FactText::Text(format!("{name} = {text}")));
            domain.extend(self.texts(to.function, &arguments).0);
        }
        if accumulators.is_empty() {
            return Ok(());
        }
        let others: Vec<&Column> =
            (0..any.len()).filter(|at| !accumulators.contains(at)).map(|at| &columns[at]).collect();
        domain.extend(self.orders_of(&others));
        let signs = [Vec::new(), self.signs_of(&others)];
        let mut choices = self.choices(from, to)?;
        choices.sort_by_key(|choice| choice.iter().map(String::len).sum::<usize>());
        choices.truncate(TESTED);
        for choice in choices.into_iter().chain(singles(&others, to)) {
            let right = self.application(to.function, &choice);
            let left = self.application(from.function, &any);
            let show = Some(FactText::Text(format!("{left} = {right}")));
            let there = self.texts(to.function, &choice).0;
            for signs in &signs {
                let mut assume = Vec::new();
                for fact in domain.iter().chain(signs).chain(&there) {
                    if !assume.contains(fact) {
                        assume.push(fact.clone());
                    }
                }
                let statement = Statement { any: any.clone(), assume, show: show.clone() };
                if self.theory.is_likely(&statement) {
                    found.push(Conjecture { statement, measure });
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// The words of a loop in the rounds of runs from the stuck point.
    fn rounds(&mut self, from: &Left) -> Vec<Vec<u64>> {
        let mut found: Vec<Vec<u64>> = Vec::new();
        // The first samples are of small numbers, so their rounds are few.
        for sample in self.here().into_iter().rev().take(RUNS) {
            let terms = &self.world.prover.terms;
            let first: Vec<u64> =
                from.operands.iter().map(|operand| sample.term(terms, *operand)).collect();
            found.extend(self.theory.values.rounds(from.function, &first, ROUNDS));
        }
        found
    }

    /// Arguments over the other words at which the other function has the value of a word in all rounds. The word
    /// changes.
    fn value(&self, to: &Left, columns: &[Column], at: usize) -> Option<Vec<String>> {
        let (_, values) = &columns[at];
        let is_same = |values: &[u64]| values.windows(2).all(|pair| pair[0] == pair[1]);
        if is_same(values) {
            return None;
        }
        let width = self.world.prover.terms.width;
        let mut pool: Vec<Column> = Vec::new();
        for (index, (name, values)) in columns.iter().enumerate() {
            if index == at {
                continue;
            }
            for (text, by) in [(name.clone(), 0), (format!("{name} - 1"), width.most())] {
                let moved = values.iter().map(|it| width.wrap(it.wrapping_add(by))).collect();
                pool.push((text, moved));
            }
            for (other, minuend) in columns.iter().filter(|(other, _)| other != name) {
                if *other != columns[at].0 {
                    let pairs = minuend.iter().zip(values);
                    let moved = pairs.map(|(a, b)| width.wrap(a.wrapping_sub(*b))).collect();
                    pool.push((format!("{other} - {name}"), moved));
                }
            }
        }
        let constants =
            to.operands.iter().filter_map(|it| self.world.prover.terms.as_constant(*it));
        let constants: BTreeSet<u64> = constants.collect();
        pool.truncate(TERMS);
        pool.extend(constants.into_iter().map(|it| (it.to_string(), vec![it; values.len()])));
        let mut all: Vec<Vec<&Column>> = vec![Vec::new()];
        for _ in &to.operands {
            let mut longer = Vec::new();
            for (before, it) in
                all.iter().flat_map(|before| pool.iter().map(move |it| (before, it)))
            {
                longer.push([&before[..], &[it]].concat());
            }
            longer.truncate(CHOICES);
            all = longer;
        }
        let fits = |choice: &&Vec<&Column>| {
            let changes = choice.iter().any(|(_, values)| !is_same(values));
            changes
                && values.iter().enumerate().all(|(round, value)| {
                    let arguments: Vec<u64> = choice.iter().map(|(_, of)| of[round]).collect();
                    self.theory.values.value(to.function, arguments) == Some(*value)
                })
        };
        let found = all.iter().find(fits)?;
        Some(found.iter().map(|(text, _)| text.clone()).collect())
    }

    /// The words that are not negative in any round.
    fn signs_of(&self, columns: &[&Column]) -> Vec<FactText> {
        let width = self.world.prover.terms.width;
        let is_sign = |(_, values): &&&Column| values.iter().all(|it| width.signed(*it) >= 0);
        let signs = columns.iter().filter(is_sign);
        signs.map(|(name, _)| FactText::Text(format!("{name} >= 0"))).collect()
    }

    /// Orders of words that hold in all rounds: `x <= y`, or else `x - 1 <= y`.
    fn orders_of(&self, columns: &[&Column]) -> Vec<FactText> {
        let width = self.world.prover.terms.width;
        let mut found = Vec::new();
        for (x, less) in columns {
            for (y, more) in columns.iter().filter(|(y, _)| y != x) {
                let holds = |by: i128| {
                    let mut pairs = less.iter().zip(more);
                    pairs.all(|(a, b)| width.signed(*a) - by <= width.signed(*b))
                };
                if holds(0) {
                    found.push(FactText::Text(format!("{x} <= {y}")));
                } else if holds(1) {
                    found.push(FactText::Text(format!("{x} - 1 <= {y}")));
                }
            }
        }
        found
    }
}

/// Each word as the only argument.
fn singles(columns: &[&Column], to: &Left) -> Vec<Vec<String>> {
    let is_single = to.operands.len() == 1;
    columns.iter().filter(|_| is_single).map(|(name, _)| vec![name.clone()]).collect()
}
