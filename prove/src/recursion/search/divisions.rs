//! Moves about quotients and remainders by words.

use super::*;

/// Maximum quotient that is subtracted from a dividend divisor by divisor.
const QUOTIENT: u64 = 2;

impl Search<'_, '_> {
    /// The divisions by a term that is not a constant, within operands of applications.
    pub(super) fn divisions(&self, at: &At) -> Vec<(Atom, Operator, [Term; 2])> {
        let terms = &self.world.prover.terms;
        let mut atoms = BTreeSet::new();
        for atom in self.applications(at.current) {
            terms.node(atom).operands.iter().for_each(|of| below(terms, *of, &mut atoms));
        }
        let division = |atom: Atom| match terms.node(atom) {
            Node {
                head: Head::Operator(operator @ (Operator::Quotient | Operator::Remainder)),
                operands,
            } => Some((atom, *operator, [operands[0], operands[1]])),
            _ => None,
        };
        atoms.into_iter().filter_map(division).collect()
    }

    /// Replaces quotients and remainders by simpler terms if `a < d` or `d <= a < 2·d`, and `a % d` by `(a - d) % d` if
    /// the quotient is greater but small, and the same on all samples.
    pub(super) fn simplify(&mut self, at: &mut At) -> Result<Move, Refusal> {
        for (atom, operator, [a, d]) in self.divisions(at) {
            if operator == Operator::Remainder && self.less_once(at, atom, [a, d])? {
                return Ok(Move::Went);
            }
            let terms = &mut self.world.prover.terms;
            let (one, rest) = (terms.constant(1), terms.sub(a, d)?);
            let less = Fact::below(terms, a, d)?;
            let small = Fact::below(terms, rest, d)?;
            let (quotient, remainder, needed) = match self.all_hold(at, &less) {
                true => (Terms::ZERO, a, vec![less]),
                false if self.all_hold(at, &less.negated()) && self.all_hold(at, &small) => {
                    let most = self.world.prover.terms.width.modulus() - 1;
                    let fits = Fact::new(&mut self.world.prover.terms, [(d, 1), (rest, 1)], most)?;
                    (one, rest, vec![less.negated(), small, fits])
                }
                false => continue,
            };
            let mut next = at.clone();
            let mut is_known = true;
            for fact in &needed {
                is_known = is_known && self.conclude(&mut next, fact)?;
            }
            if !is_known {
                continue;
            }
            let names = [a, d, quotient, remainder].map(|it| self.world.text(it));
            let mut rule = Rule { rule: "quotient".into(), label: self.label(), ..Rule::default() };
            rule.terms = names.into_iter().collect::<Result<_, _>>()?;
            let given = self.given();
            if self.apply(&mut next, rule, given).is_none() {
                continue;
            }
            let by = if operator == Operator::Quotient { quotient } else { remainder };
            if self.replace(&mut next, atom, by)? {
                *at = next;
                return Ok(Move::Went);
            }
        }
        Ok(Move::Not)
    }

    /// Replaces `a % d` by `(a - d) % d` if the quotient is the same small number on all samples, and at least 2.
    fn less_once(&mut self, at: &mut At, atom: Atom, [a, d]: [Term; 2]) -> Result<bool, Refusal> {
        let terms = &self.world.prover.terms;
        let value = |sample: &usize| {
            let [a, d] = [a, d].map(|it| self.samples[*sample].term(terms, it));
            a.checked_div(d)
        };
        let mut quotients = at.alive.iter().map(value);
        let Some(first) = quotients.next().flatten() else { return Ok(false) };
        if !(2..=QUOTIENT).contains(&first) || quotients.any(|it| it != Some(first)) {
            return Ok(false);
        }
        let terms = &mut self.world.prover.terms;
        let rest = terms.sub(a, d)?;
        let by = terms.apply(Operator::Remainder, rest, d)?;
        let of = terms.apply(Operator::Remainder, a, d)?;
        let fact = Fact::equal(terms, of, by)?;
        let mut next = at.clone();
        if !self.conclude(&mut next, &fact)? || !self.replace(&mut next, atom, by)? {
            return Ok(false);
        }
        *at = next;
        Ok(true)
    }

    /// Splits on the order of a dividend and its divisor.
    pub(super) fn by_order(&mut self, at: &mut At) -> Result<Move, Refusal> {
        for (_, _, [a, d]) in self.divisions(at) {
            if self.world.prover.terms.as_constant(d).is_some() {
                continue;
            }
            let less = Fact::below(&mut self.world.prover.terms, a, d)?;
            if at.here.point.context.knows(&less).is_none() {
                return self.split(at, &less);
            }
        }
        Ok(Move::Not)
    }

    /// Splits on the order of two applications' measures, in an equation about one function whose steps are remainders:
    /// that with the greater measure is unfolded first, so it may come to the other one.
    pub(super) fn by_measure(&mut self, at: &mut At) -> Result<Move, Refusal> {
        let about = self.theory.about(&self.lemma.show);
        let is_one =
            about.len() == 1 && about.iter().all(|function| self.theory.divides(*function));
        if self.hypothesis.is_none() || !is_one {
            return Ok(Move::Not);
        }
        let mut all = self.applications(at.current);
        all.retain(|atom| !at.unfolded.contains(atom));
        let [one, other] = all[..] else { return Ok(Move::Not) };
        let [Some(a), Some(b)] = [self.measure_of(at, one)?, self.measure_of(at, other)?] else {
            return Ok(Move::Not);
        };
        let (Some(&a), Some(&b)) = (a.first(), b.first()) else { return Ok(Move::Not) };
        let less = Fact::below(&mut self.world.prover.terms, a, b)?;
        let more = Fact::below(&mut self.world.prover.terms, b, a)?;
        let is_known = [&less, &more].map(|it| self.all_hold(at, &it.negated()));
        match is_known {
            [false, false] if at.here.point.context.knows(&less).is_none() => self.split(at, &less),
            _ => Ok(Move::Not),
        }
    }
}
