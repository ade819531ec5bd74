//! Steps by one: functions that halve an argument also satisfy an equation in which it is one less.
//!
//! The power `F(m, n) = F(m*m, n/2)`, times `m` if `n` is odd, has `F(m, n) = m*F(m, n - 1)`. By that equation, a loop that counts
//! takes a round of its own for each step of such a function; without it, their steps seldom meet.

use super::*;

impl Guess<'_> {
    /// Conjectures that a function is a linear combination of itself where an argument that it divides by a number is one
    /// less.
    pub(super) fn stepped(
        &mut self,
        of: &Left,
        found: &mut Vec<Conjecture>,
    ) -> Result<(), Refusal> {
        let count = of.operands.len();
        let names = self.names(count);
        let terms = &self.world.prover.terms;
        let constant = |at: usize| {
            let value = terms.as_constant(of.operands[at])?;
            self.theory.accumulates(of.function, at).then(|| value.to_string())
        };
        let arguments: Vec<String> =
            (0..count).map(|at| constant(at).unwrap_or_else(|| names[at].clone())).collect();
        let any: Vec<String> = names.iter().filter(|it| arguments.contains(it)).cloned().collect();
        for at in (0..count).filter(|at| self.theory.halves(of.function, *at)) {
            let mut before = arguments.clone();
            before[at] = format!("{} - 1", names[at]);
            let [left, right] =
                [&arguments, &before].map(|arguments| self.application(of.function, arguments));
            let (mut assume, measure) = self.texts(of.function, &arguments);
            assume.push(FactText::Text(format!("{} > 0", names[at])));
            for fact in self.texts(of.function, &before).0 {
                if !assume.contains(&fact) {
                    assume.push(fact);
                }
            }
            let mut basis = vec![right.clone()];
            basis.extend(any.iter().map(|name| format!("{name}*{right}")));
            basis.extend(any.iter().cloned());
            basis.push("1".into());
            let Some(sum) = self.fit(&any, &assume, &left, &basis)? else { continue };
            let show = Some(FactText::Text(format!("{left} = {sum}")));
            let statement = Statement { any: any.clone(), assume, show };
            if sum.contains(&right) && self.theory.is_likely(&statement) {
                found.push(Conjecture { statement, measure });
            }
        }
        Ok(())
    }
}
