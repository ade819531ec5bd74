//! Arguments of one function, built from those of another.

use super::*;

/// Maximum number of argument choices that are tested on samples.
const TESTED: usize = 60;

impl Guess<'_> {
    /// Argument texts for one function, built from the arguments of the other, that are consistent with the samples.
    pub(super) fn choices(&mut self, from: &Left, to: &Left) -> Result<Vec<Vec<String>>, Refusal> {
        let samples = self.here();
        let names = self.names(from.operands.len());
        let mut of: Vec<Vec<String>> = Vec::new();
        let terms = &mut self.world.prover.terms;
        let mut pool: Vec<(String, Term)> =
            names.iter().cloned().zip(from.operands.iter().copied()).collect();
        let single = pool.clone();
        let one = terms.constant(1);
        for (name, term) in &single {
            pool.push((format!("{name} + 1"), terms.add(*term, one)?));
            pool.push((format!("{name} - 1"), terms.sub(*term, one)?));
        }
        for (index, (a, x)) in single.iter().enumerate() {
            for (b, y) in &single[index + 1..] {
                pool.push((format!("{a} - {b}"), terms.sub(*x, *y)?));
                pool.push((format!("{b} - {a}"), terms.sub(*y, *x)?));
                pool.push((format!("{a} + {b}"), terms.add(*x, *y)?));
                pool.push((format!("{a}*{b}"), terms.mul(*x, *y)?));
                for (sign, plus) in [("+", one), ("-", terms.scale(one, u64::MAX)?)] {
                    for (text, p, q) in [(format!("{b} - {a}"), y, x), (format!("{a} - {b}"), x, y)]
                    {
                        let difference = terms.sub(*p, *q)?;
                        pool.push((format!("{text} {sign} 1"), terms.add(difference, plus)?));
                    }
                }
            }
        }
        for (at, &operand) in to.operands.iter().enumerate() {
            let constant = self.world.prover.terms.as_constant(operand);
            if let Some(value) = constant.filter(|_| self.theory.accumulates(to.function, at)) {
                of.push(vec![value.to_string()]);
                continue;
            }
            let mut fits: Vec<String> = Vec::new();
            for (text, term) in &pool {
                let same = |it: &Sample| {
                    let terms = &self.world.prover.terms;
                    it.term(terms, *term) == it.term(terms, operand)
                };
                if !samples.is_empty() && samples.iter().all(same) {
                    fits.push(text.clone());
                }
            }
            fits.extend(constant.map(|value| value.to_string()));
            of.push(fits);
        }
        let mut all: Vec<Vec<String>> = vec![Vec::new()];
        for fits in of {
            let mut next = Vec::new();
            for before in &all {
                next.extend(
                    fits.iter().map(|text| [&before[..], std::slice::from_ref(text)].concat()),
                );
            }
            next.truncate(CHOICES);
            all = next;
        }
        Ok(all)
    }

    /// Extra assumptions that hold here and that arguments of the form `x - y` may need. In order: the difference is
    /// not negative, it does not wrap, single words are not negative.
    pub(super) fn assumptions(
        &mut self,
        of: &Left,
        arguments: &[String],
    ) -> Result<Vec<Vec<FactText>>, Refusal> {
        let samples = self.here();
        let names = self.names(of.operands.len());
        let (mut orders, mut signs) = (Vec::new(), Vec::new());
        for (name, &word) in names.iter().zip(&of.operands) {
            let terms = &mut self.world.prover.terms;
            let half = terms.constant(terms.width.half());
            let sign = Fact::below(terms, word, half)?;
            if samples.iter().all(|it| it.holds(terms, &sign)) {
                signs.push(FactText::Text(format!("{name} <u {}", terms.width.half())));
            }
            for (other, &beside) in names.iter().zip(&of.operands).filter(|(it, _)| *it != name) {
                let difference = format!("{other} - {name}");
                let fact = Fact::below_signed(terms, beside, word)?.negated();
                let is_argument = arguments.iter().any(|it| it.starts_with(&difference));
                if is_argument && samples.iter().all(|it| it.holds(terms, &fact)) {
                    orders.push(FactText::Text(format!("{name} <= {other}")));
                }
            }
        }
        let mut found = vec![Vec::new()];
        if !orders.is_empty() {
            found.push(orders.clone());
            found.push([orders, signs.clone()].concat());
        }
        found.extend(signs.iter().map(|fact| vec![fact.clone()]));
        if signs.len() > 1 {
            found.push(signs);
        }
        Ok(found)
    }

    /// Conjectures that one function equals the other at arguments built from its own.
    pub(super) fn mapped(
        &mut self,
        from: &Left,
        to: &Left,
        kind: Kind,
        found: &mut Vec<Conjecture>,
    ) -> Result<(), Refusal> {
        let any = self.names(from.operands.len());
        let (domain, measure) = self.texts(from.function, &any);
        let mut choices = self.choices(from, to)?;
        // The functions may be equal though they are applied to other words here.
        if !self.theory.is_loop(from.function) || !self.theory.is_loop(to.function) {
            let is_order = any.len() == to.operands.len();
            choices.extend(is_order.then(|| orders(&any, any.len())).into_iter().flatten());
        }
        let is_fixed = |choice: &Vec<String>| {
            let constants = choice.iter().enumerate().filter(|(_, it)| it.parse::<u64>().is_ok());
            let changes = |at| self.theory.changes(to.function, at);
            let accumulates = |at| self.theory.accumulates(to.function, at);
            constants.into_iter().any(|(at, _)| changes(at) && !accumulates(at))
        };
        choices.retain(|choice| is_fixed(choice) == (kind == Kind::Fixed));
        choices.truncate(TESTED);
        for choice in choices {
            let extra = self.assumptions(from, &choice)?;
            let left = self.application(from.function, &any);
            let right = self.application(to.function, &choice);
            let show = Some(FactText::Text(format!("{left} = {right}")));
            let (there, _) = self.texts(to.function, &choice);
            for more in &extra {
                let mut assume = domain.clone();
                for fact in there.iter().chain(more) {
                    if !assume.contains(fact) {
                        assume.push(fact.clone());
                    }
                }
                let statement = Statement { any: any.clone(), assume, show: show.clone() };
                if self.theory.is_likely_where_loops_end(&statement) {
                    let (_, other) = self.texts(to.function, &choice);
                    // An induction follows the function with the smaller steps: often the one with more components.
                    let mut measures = [measure.clone(), other];
                    measures.sort_by_key(|measure| std::cmp::Reverse(measure.len()));
                    for measure in measures {
                        found.push(Conjecture { statement: statement.clone(), measure });
                    }
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}
