//! Checks which orders a transition preserves.

use super::decider::{Decided, Ended};
use super::invariant::Invariant;
use super::orders::Bound;
use super::product::{Behind, Builder, Failure};
use crate::solver::Effort;
use crate::term::Term;

/// The effort of the query whether some orders are preserved together.
const EFFORT_OF_ORDERS: Effort = Effort(1_000);
/// Maximum number of models that remove orders which they violate.
const MODELS: usize = 8;

impl<'b> Builder<'b, '_> {
    /// Removes or weakens orders that a transition does not preserve.
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
                    self.keep_state(behind.from, behind.before, &model);
                    self.allow_for_beside(invariant, words, behind, &model);
                }
                // This may remove more than needed, but costs one query only.
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

    /// Orders without products that are proved together: one query for many.
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
            match self.prover.decider.decide_within(EFFORT_OF_ORDERS, &plain, all).await? {
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

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};
    use std::rc::Rc;

    use super::*;
    use crate::contract::Contract;
    use crate::engines::alignment::Goal;
    use crate::engines::alignment::decider::Decider;
    use crate::engines::alignment::draws::Draws;
    use crate::engines::alignment::invariant::Words;
    use crate::engines::alignment::location::Location;
    use crate::engines::alignment::memory::{Base, Given, Space};
    use crate::engines::alignment::obligations::Prover;
    use crate::engines::alignment::orders::{Operand, Order};
    use crate::engines::alignment::schedule::Schedule;
    use crate::engines::alignment::segments::PathSegment;
    use crate::engines::pause::Pause;
    use crate::machine::Image;
    use crate::program::Program;
    use crate::solver::Stop;
    use crate::solver::bitblast::Bitblast;
    use crate::symbolic::SymbolicState;
    use crate::term::{Model, Node};

    const EDGES: [u32; 6] = [0, 1, 2, (1 << 31) - 1, 1 << 31, u32::MAX];

    /// Orders of three words after random transitions: the remaining ones hold whenever the
    /// assumptions do, by evaluation, and no order that always holds is removed.
    fn check_kept(is_rich: bool, looks_at_products: bool) {
        let image = Image::new(&Program::from_words(vec![0x03e0_0008]));
        let images = [&image; 2];
        let (mut solver, stop) = (Bitblast::new(), Stop::NEVER);
        let pause = Pause::never();
        let mut prover = Prover::new(Decider::new(&mut solver, &stop, pause));
        let plain = images.map(|image| &**image);
        let given = Rc::new(Given::new(&mut prover.decider.terms, plain, &Contract::default()));
        let words = Words::new(plain, [vec![], vec![]]);
        let mut draws = Draws::new(21);
        let (mut kept, mut dropped, mut needed) = (0, 0, 0);
        for _ in 0..40 {
            match is_rich {
                true => prover.begin_rich(true),
                false => prover.begin_plain(),
            }
            prover.decider.allow(10_000);
            let terms = &mut prover.decider.terms;
            let symbols = ["a", "b", "c"].map(|name| terms.symbol(name));
            let [zero, one] = [0, 1].map(|number| terms.word(number));
            let mut assumptions: Vec<Term> = Vec::new();
            for _ in 0..2 {
                let [x, y] = [(); 2].map(|()| symbols[draws.below(3) as usize]);
                let less = terms.ult(x, y);
                assumptions.push(if draws.below(3) == 0 { terms.not(less) } else { less });
            }
            if looks_at_products {
                let wide = [symbols[0], symbols[1]].map(|word| terms.zero_extend(word));
                let product = terms.mul(wide[0], wide[1]);
                let high = terms.high(product);
                assumptions.push(terms.eq(high, zero));
            }
            let after = symbols.map(|word| match draws.below(4) {
                0 => terms.add(word, one),
                1 => terms.sub(word, one),
                2 => one,
                _ => word,
            });
            let mut of_all = vec![zero; words.all.len()];
            of_all[..3].copy_from_slice(&after);
            let orders = [Order::Ult, Order::Ule, Order::Slt, Order::Sle, Order::Ne];
            let mut bounds = Vec::new();
            for _ in 0..5 {
                let [a, b] = [(); 2].map(|()| Operand::Word(draws.below(3) as usize));
                let order = orders[draws.below(5) as usize];
                if a != b && !bounds.iter().any(|bound: &Bound| (bound.a, bound.b) == (a, b)) {
                    bounds.push(Bound { a, b, order });
                }
            }
            let mut invariant = Invariant::of_nothing(&words, Vec::new());
            invariant.bounds = bounds.clone();
            let paths = [0, 1].map(|side| {
                let terms = &mut prover.decider.terms;
                let memory = Space::new(&image, &given, side, Base::Start, zero);
                let state = SymbolicState::at_start(terms, &image, &given.inputs, None, memory);
                let end = Ok(Location::Done);
                PathSegment {
                    conditions: vec![],
                    state,
                    output: vec![],
                    events: vec![],
                    steps: 1,
                    end,
                }
            });
            let mut found = [BTreeSet::new(), BTreeSet::new()];
            let schedule = Schedule::plain([1, 1], [1, 1]);
            let (of, none) = ((images, &given), BTreeMap::new());
            let mut builder =
                Builder::new(&mut prover, of, &words, &mut found, &schedule, none, &Goal::Agree);
            let behind = Behind {
                from: [Location::Entry; 2],
                assumptions: &assumptions,
                zeros: &[],
                inputs: &given.inputs,
                paths: [&paths[0], &paths[1]],
                before: &[],
                known: &[],
            };
            let keep = builder.keep_orders(&mut invariant, &of_all, &behind);
            assert!(pollster::block_on(keep).is_ok());
            assert_eq!(builder.changed, invariant.bounds != bounds);
            kept += invariant.bounds.len();
            dropped += bounds.len() - invariant.bounds.len();
            let holds = |bound: &Bound, model: &Model| {
                let values = builder.prover.decider.terms.eval(&of_all, model);
                let values: Vec<u32> = values.into_iter().map(|value| value as u32).collect();
                bound.order.holds(bound.a.value(&values), bound.b.value(&values))
            };
            let mut always = bounds.clone();
            let three = EDGES
                .iter()
                .flat_map(|&a| EDGES.iter().flat_map(move |&b| EDGES.map(|c| [a, b, c])));
            for values in three {
                let mut model = Model::new();
                for (word, value) in symbols.into_iter().zip(values) {
                    let Node::Symbol(symbol) = builder.prover.decider.terms.node(word) else {
                        unreachable!()
                    };
                    model.set(symbol, value);
                }
                if builder.prover.decider.are_true(&assumptions, &model) {
                    for bound in &invariant.bounds {
                        assert!(holds(bound, &model), "{bound:?} {values:?}");
                    }
                    always.retain(|bound| holds(bound, &model));
                }
            }
            // For words that are moved by one, edge values show what always holds. Where products
            // are involved, there may be fewer queries.
            needed += always.len();
            for bound in always {
                let is_kept = invariant.bounds.contains(&bound);
                assert!(is_kept || looks_at_products, "{bound:?} is left out");
            }
        }
        assert!(kept > 10 && dropped > 10 && needed > 10, "{kept} {dropped} {needed}");
    }

    #[test]
    fn orders_that_are_kept_hold_behind_a_transition() {
        check_kept(false, false);
        check_kept(true, false);
    }

    /// Many are proved together without products.
    #[test]
    fn so_they_do_where_a_path_looks_at_products() {
        check_kept(true, true);
    }
}
