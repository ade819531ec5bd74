//! Functions that count up to a limit: their values depend on the distance to the limit alone.

use super::*;

impl Guess<'_> {
    /// Conjectures that a function whose counter goes up to a limit equals itself from its first counter to a limit that
    /// is as far away. For `F(n, i)` that applies itself to `(n, i + 1)`: `F(n, i) = F(n - i, 0)`. By such a lemma,
    /// counting up is counting down.
    pub(super) fn shifted(
        &mut self,
        function: usize,
        found: &mut Vec<Conjecture>,
    ) -> Result<(), Refusal> {
        let count = self.theory.functions[function].arguments.len();
        let counters: Vec<(usize, u64)> = (0..count)
            .filter(|at| self.theory.is_counter(function, *at))
            .filter_map(|at| Some((at, self.theory.constant(function, at)?)))
            .collect();
        let limits: Vec<usize> =
            (0..count).filter(|at| !self.theory.changes(function, *at)).collect();
        for &(counter, first) in &counters {
            for &limit in &limits {
                self.shifted_by(function, (counter, first), limit, found);
            }
        }
        // Then the accumulators: the counter is none, as the rounds that are left depend on it.
        let mut accumulators = self.first_accumulators(function);
        counters.iter().for_each(|(counter, _)| accumulators[*counter] = None);
        let is_some = !counters.is_empty() && accumulators.iter().any(Option::is_some);
        if is_some && self.theory.is_loop(function) {
            found.extend(self.accumulated_from(function, &accumulators)?);
        }
        Ok(())
    }

    /// The same for one counter and one limit, with an order of counter and limit, since a difference that wraps around
    /// has another meaning (a counter that goes up to the limit itself ends behind it), or with none, for functions that end where both are equal.
    fn shifted_by(
        &self,
        function: usize,
        (counter, first): (usize, u64),
        limit: usize,
        found: &mut Vec<Conjecture>,
    ) {
        let any = self.names(self.theory.functions[function].arguments.len());
        let (i, n) = (&any[counter], &any[limit]);
        let mut other = any.clone();
        other[counter] = first.to_string();
        other[limit] = match first {
            0 => format!("{n} - {i}"),
            _ => format!("{n} - {i} + {first}"),
        };
        let [left, right] = [&any, &other].map(|arguments| self.application(function, arguments));
        let show = Some(FactText::Text(format!("{left} = {right}")));
        // Proved under the first order that holds, the equation serves where the others would.
        if self.theory.rewrites().iter().any(|known| Some(&known.lemma.show) == show.as_ref()) {
            return;
        }
        let (domain, measure) = self.texts(function, &any);
        let (there, _) = self.texts(function, &other);
        let orders = [
            vec![format!("{i} >= {first}"), format!("{i} <= {n}")],
            vec![format!("{i} >= {first}"), format!("{i} - 1 <= {n}")],
            vec![format!("{i} <=u {n}")],
            Vec::new(),
        ];
        for orders in orders {
            let mut assume = domain.clone();
            for fact in there.iter().cloned().chain(orders.into_iter().map(FactText::Text)) {
                if !assume.contains(&fact) {
                    assume.push(fact);
                }
            }
            let statement = Statement { any: any.clone(), assume, show: show.clone() };
            if self.theory.is_likely(&statement) {
                found.push(Conjecture { statement, measure: measure.clone() });
            }
        }
    }
}
