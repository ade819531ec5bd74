//! Closed forms: functions that are polynomials of their arguments.
//!
//! The loop that adds `m` to `s` and 1 to `i` while `i < n` is `F(n, m, s, i) = s + (n - i)*m`, and so is every other way to
//! do it: by halves, by steps of two, or the other way round. A closed form holds only where the function applies itself or
//! ends as it does in runs, so it assumes the signs and orders that hold in all rounds of runs.

use super::*;

/// Maximum number of rounds of each run.
const ROUNDS: usize = 40;
/// Maximum offset in an order of two words.
const BY: i128 = 16;
/// Maximum number of conjectures about one application, which assume more and more.
const ASSUMPTIONS: usize = 3;

impl Guess<'_> {
    /// Conjectures that a function is a polynomial of degree 2 in its arguments.
    pub(super) fn closed(&mut self, of: &Left, found: &mut Vec<Conjecture>) -> Result<(), Refusal> {
        let any = self.names(of.operands.len());
        let (domain, measure) = self.texts(of.function, &any);
        let left = self.application(of.function, &any);
        let is_known = |rule: &super::super::theory::Rewrite| {
            let FactText::Text(show) = &rule.lemma.show else { return false };
            rule.function == of.function
                && show.starts_with(&format!("{left} = "))
                && self.theory.about(&rule.lemma.show).len() == 1
                && !self.theory.is_accumulator(rule)
        };
        if self.theory.rewrites().iter().any(is_known) {
            return Ok(());
        }
        let mut basis = any.clone();
        basis.push("1".into());
        for (index, name) in any.iter().enumerate() {
            basis.extend(any[index..].iter().map(|other| format!("{name}*{other}")));
        }
        let mut assumptions = self.assumptions(of, &[])?;
        for more in self.of_rounds(of, &any) {
            if !assumptions.contains(&more) {
                assumptions.push(more);
            }
        }
        let before = found.len();
        for more in assumptions {
            let mut assume = domain.clone();
            assume.extend(more.into_iter().filter(|fact| !domain.contains(fact)));
            let Some(sum) = self.fit(&any, &assume, &left, &basis)? else { continue };
            let show = Some(FactText::Text(format!("{left} = {sum}")));
            let statement = Statement { any: any.clone(), assume, show };
            // The assumptions of the first ones may be too few for a proof.
            if found.len() < before + ASSUMPTIONS && self.theory.is_likely(&statement) {
                found.push(Conjecture { statement, measure: measure.clone() });
            }
        }
        Ok(())
    }

    /// Orders, signs, and both, of words that decide, in all rounds of runs from the stuck point that have more than one.
    pub(super) fn of_rounds(&mut self, of: &Left, any: &[String]) -> Vec<Vec<FactText>> {
        let mut rounds: Vec<Vec<u64>> = Vec::new();
        for sample in self.here() {
            let terms = &self.world.prover.terms;
            let first: Vec<u64> = of.operands.iter().map(|it| sample.term(terms, *it)).collect();
            let all = self.theory.values.rounds(of.function, &first, ROUNDS);
            rounds.extend(if all.len() > 1 { all } else { Vec::new() });
        }
        if rounds.is_empty() {
            return Vec::new();
        }
        let width = self.world.prover.terms.width;
        let words = (0..any.len()).filter(|at| self.theory.decides(of.function, *at));
        let words: Vec<usize> = words.collect();
        let least = |of: &dyn Fn(&[u64]) -> i128| rounds.iter().map(|it| of(it)).min().unwrap_or(0);
        let (mut orders, mut signs) = (Vec::new(), Vec::new());
        for &x in &words {
            if least(&|round| width.signed(round[x])) >= 0 {
                signs.push(FactText::Text(format!("{} >= 0", any[x])));
            }
            for &y in words.iter().filter(|y| **y != x) {
                let by = least(&|round| width.signed(round[y]) - width.signed(round[x]));
                let offset = if by < 0 { format!(" - {}", -by) } else { String::new() };
                if by.abs() <= BY {
                    orders.push(FactText::Text(format!("{}{offset} <= {}", any[x], any[y])));
                }
            }
        }
        let both = [&orders[..], &signs].concat();
        let more = [&both[..], &self.of_limits(of, any)].concat();
        [orders, signs, both, more].into_iter().filter(|facts| !facts.is_empty()).collect()
    }

    /// What is known here about words that the function leaves as they are, such as a bound on its limit.
    fn of_limits(&self, of: &Left, any: &[String]) -> Vec<FactText> {
        let terms = &self.world.prover.terms;
        let mut names: HashMap<&str, &str> = HashMap::new();
        for (at, operand) in of.operands.iter().enumerate() {
            let atom = terms.as_atom(*operand).filter(|_| !self.theory.changes(of.function, at));
            let word = self.stuck.any.iter().find(|it| {
                atom.is_some() && terms.as_atom(self.here.point.context.names[*it]) == atom
            });
            names.extend(word.map(|word| (&word[..], &any[at][..])));
        }
        let is_of_limits = |fact: &&FactText| {
            let others = self.stuck.any.iter().filter(|it| !names.contains_key(&it[..]));
            others
                .into_iter()
                .all(|it| super::super::renamed(fact, &HashMap::from([(&it[..], "")])) == **fact)
        };
        let facts = self.stuck.facts.iter().filter(is_of_limits);
        facts.map(|fact| super::super::renamed(fact, &names)).collect()
    }
}
