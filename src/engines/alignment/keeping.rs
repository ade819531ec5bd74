//! Which orders a transition keeps.

use std::ops::ControlFlow;

use super::decider::{Decided, Ended};
use super::invariant::Invariant;
use super::orders::Bound;
use super::product::{Behind, Builder, Failure};
use crate::solver::Effort;
use crate::term::Term;

/// What the question may cost whether some orders are kept together.
const EFFORT: Effort = Effort(1_000);
/// Models at most by which orders are left out of it.
const MODELS: usize = 8;

impl<'b, P: AsyncFnMut() -> ControlFlow<()>> Builder<'b, '_, P> {
    /// Takes off orders that a transition does not keep, or says less of them.
    pub(super) async fn keep_orders(
        &mut self,
        invariant: &mut Invariant,
        words: &[Term],
        behind: &Behind<'_, 'b>,
    ) -> Result<(), Failure> {
        loop {
            if invariant.bounds.is_empty() {
                return Ok(());
            }
            let terms = &mut self.prover.decider.terms;
            let mut all = terms.bool(true);
            for bound in &invariant.bounds {
                let goal = bound.goal(terms, words);
                all = terms.and(all, goal);
            }
            self.obligations += 1;
            let (assumptions, zeros) = (behind.assumptions, behind.zeros);
            let is_rich = self.prover.decider.is_rich;
            let has_products = is_rich && self.prover.look_at_products(assumptions);
            let decided = match is_rich && !has_products {
                true => self.prover.decide_where_zero(assumptions, zeros, all).await?,
                false => self.prover.decider.decide(assumptions, all).await?,
            };
            match decided {
                Decided::Holds => return Ok(()),
                Decided::Fails(model)
                    if self.prover.decider.are_true(assumptions, &model)
                        && self.prover.decider.are_zero(zeros, &model) =>
                {
                    self.changed = true;
                    let sample = self.sample(words, &model);
                    if !invariant.add(&sample) {
                        return Err(Failure::Limit);
                    }
                }
                // Less is said than could be, at the price of one question.
                Decided::Fails(model) if !self.prover.decider.is_rich => {
                    self.changed = true;
                    let sample = self.sample(words, &model);
                    if !invariant.add_to_bounds(&sample) {
                        return Err(Failure::Limit);
                    }
                }
                Decided::Fails(_) | Decided::Open => {
                    let shown = match has_products {
                        true => self.kept_together(&invariant.bounds, words, assumptions).await?,
                        false => Vec::new(),
                    };
                    let mut kept = Vec::new();
                    for mut bound in invariant.bounds.clone() {
                        if shown.contains(&bound) {
                            kept.push(bound);
                            continue;
                        }
                        let mut order = Some(bound.order);
                        while let Some(tried) = order {
                            bound.order = tried;
                            let goal = bound.goal(&mut self.prover.decider.terms, words);
                            if self.prover.order_holds(assumptions, zeros, goal).await? {
                                kept.push(bound);
                                break;
                            }
                            order = tried.weaker();
                        }
                    }
                    // Each holds, so all do.
                    self.changed |= kept != invariant.bounds;
                    invariant.bounds = kept;
                    return Ok(());
                }
            }
        }
    }

    /// Orders that follow together from what is no product: one question for many.
    async fn kept_together(
        &mut self,
        bounds: &[Bound],
        words: &[Term],
        assumptions: &[Term],
    ) -> Result<Vec<Bound>, Ended> {
        let is_plain = |assumption: &Term| !self.prover.decider.has_product(*assumption);
        let plain: Vec<Term> = assumptions.iter().copied().filter(is_plain).collect();
        let mut together = Vec::new();
        for bound in bounds {
            let goal = bound.goal(&mut self.prover.decider.terms, words);
            if !self.prover.decider.has_product(goal) {
                together.push(*bound);
            }
        }
        for _ in 0..MODELS {
            let terms = &mut self.prover.decider.terms;
            let mut all = terms.bool(true);
            for bound in &together {
                let goal = bound.goal(terms, words);
                all = terms.and(all, goal);
            }
            match self.prover.decider.decide_within(EFFORT, &plain, all).await? {
                Decided::Holds => return Ok(together),
                Decided::Fails(model) => {
                    let sample = self.sample(words, &model);
                    let holds = |bound: &Bound| {
                        bound.order.holds(bound.a.value(&sample), bound.b.value(&sample))
                    };
                    let before = together.len();
                    together.retain(holds);
                    if together.len() == before {
                        break;
                    }
                }
                Decided::Open => break,
            }
        }
        Ok(Vec::new())
    }
}
