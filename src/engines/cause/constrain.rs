//! `ConstrainFix` and `CheckMAXSAT` of RootCause (sections 3.1 and 4): pairs of labels are assumed to have
//! equal words, and nothing is replaced.
//!
//! `AssignFix` runs the right program with another word. `ConstrainFix` runs both programs unchanged and
//! considers only inputs on which the words of all given pairs are equal. On such an input none of the fixes
//! changes anything. So if the programs differ on it, none of these fixes passes (Theorem 1). One input
//! therefore rules out many pairs, and `CheckMAXSAT` searches for an input that rules out as many as
//! possible. Inputs are kept and tried before a solver is asked again.
//!
//! The programs are unchanged, so their pairs of paths are explored once ([`Instrumented`]), and each query
//! is about these. If a program does not stop within the fuel on a leaf, its later words are unknown there,
//! and the leaf rules nothing out.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::direction::Direction;
use super::options::Check;
use super::violation::Violation;
use super::{EFFORT_PER_QUERY, Tools};
use crate::engines::difference::Difference;
use crate::engines::paths::asking;
use crate::engines::tree::{Fix, Leaf, Next, Site, Walk};
use crate::machine::{Inputs, Slot, Stop as End};
use crate::program::Address;
use crate::solver::maxsat::{Optimum, SoftAssertions};
use crate::solver::{Answer, Effort, Question};
use crate::symbolic::concolic::Written;
use crate::symbolic::query::Query;
use crate::term::{Model, Term, Terms};

/// Maximum number of pairs of paths of the unchanged programs.
const RUNS: u32 = 200;
/// Maximum effort of each check of a query that maximises: a model that is not optimal prunes, too.
const EFFORT_PER_MAXSAT_CHECK: Effort = Effort(500);
/// Maximum number of terms of all queries together: twice as many take about twice as long.
const ASKED: u64 = 20_000_000;

/// The words of a program on a leaf, by label and number of the execution.
type Words = FxHashMap<(Address, Slot), BTreeMap<u32, Term>>;

/// Inputs on which the programs differ: a leaf, the condition that the check is violated there, and the words
/// of its labels.
struct Differing {
    leaf: Box<Leaf>,
    goal: Term,
    words: [Words; 2],
    /// Such inputs that were found.
    models: Vec<Model>,
}

/// RootCause's composed program p12 under a check: all pairs of paths on which the programs differ.
pub(super) struct Instrumented {
    terms: Terms,
    /// The names of the inputs.
    inputs: Vec<String>,
    differing: Vec<Differing>,
    /// Whether these are all of them.
    is_all: bool,
    asked: u64,
}

impl Instrumented {
    /// Walks over the pairs of paths, beginning with that of the witness.
    pub async fn new(
        direction: &Direction<'_>,
        check: Check,
        difference: &Difference<'_>,
        tools: &mut Tools<'_>,
    ) -> Instrumented {
        let wanted = direction.first_violated(check);
        let mut bench = direction.bench(check, difference, tools);
        let seeds = vec![difference.inputs.clone()];
        let mut walk = Walk::new(&bench, seeds, &[], check.hold_left_path(), RUNS);
        let (mut differing, mut is_all) = (Vec::new(), true);
        while let Next::Leaf(leaf) = walk.next(&mut bench).await {
            let Violation { goal, is_known } = Violation::of(&mut bench.terms, &leaf, wanted);
            if bench.terms.as_bool(goal) == Some(false) {
                continue;
            }
            let is_over = leaf.outcomes.iter().all(|outcome| outcome.stop != End::OutOfFuel);
            if !is_known || !is_over {
                is_all = false;
                continue;
            }
            let words = leaf.written.each_ref().map(|written| words(written));
            let inputs = leaf.run.path.inputs.clone();
            let model = model_of(&mut bench.terms, &inputs, &leaf.run.inputs);
            let models = if holds(&bench.terms, goal, &model) { vec![model] } else { Vec::new() };
            differing.push(Differing { leaf, goal, words, models });
        }
        is_all &= walk.is_exhausted();
        let terms = std::mem::take(&mut bench.terms);
        let inputs = difference.options.contract.names().to_vec();
        Instrumented { terms, inputs, differing, is_all, asked: ASKED }
    }

    /// `ConstrainFix`: whether the check holds for the unchanged programs on all inputs on which these pairs
    /// have equal words. `None` if undecided.
    pub async fn constrain_fix(&mut self, pairs: &[Fix], tools: &mut Tools<'_>) -> Option<bool> {
        let mut is_open = !self.is_all;
        for index in 0..self.differing.len() {
            let equal: Vec<Term> = pairs.iter().map(|&pair| self.equal(index, pair)).collect();
            let goal = self.differing[index].goal;
            let goal = equal.into_iter().fold(goal, |all, term| self.terms.and(all, term));
            if self.differing[index].models.iter().any(|it| holds(&self.terms, goal, it)) {
                return Some(false);
            }
            let query = self.query(index, goal);
            let question = self.question(&query, EFFORT_PER_QUERY, tools)?;
            match asking::answer(&mut self.terms, tools.solver, &query, question).await.0 {
                Answer::Sat(model) => {
                    self.keep(index, &query, &model);
                    return Some(false);
                }
                Answer::Unsat(_) => {}
                Answer::Unknown(_) => is_open = true,
            }
        }
        (!is_open).then_some(true)
    }

    /// `CheckMAXSAT`: those of these pairs that cannot be fixes. On each pair of paths it is the largest set
    /// of pairs with which `ConstrainFix` is not valid there, as far as the solver finds it.
    pub async fn check_maxsat(&mut self, pairs: &[Fix], tools: &mut Tools<'_>) -> Vec<Fix> {
        let mut left = pairs.to_vec();
        for index in 0..self.differing.len() {
            self.drop_refuted(index, &mut left);
            let equal = left.iter().map(|&pair| self.equal(index, pair)).collect::<Vec<Term>>();
            // A pair that cannot be equal on this leaf needs no query.
            let is_possible = |term: &Term| self.terms.as_bool(*term) != Some(false);
            let wanted: Vec<Term> = equal.into_iter().filter(is_possible).collect();
            if !wanted.is_empty()
                && let Some(model) = self.maximal(index, &wanted, tools).await
            {
                self.differing[index].models.push(model);
                self.drop_refuted(index, &mut left);
            }
        }
        pairs.iter().copied().filter(|pair| !left.contains(pair)).collect()
    }

    /// Leaves out pairs whose words are equal on a known input of a leaf.
    fn drop_refuted(&mut self, index: usize, pairs: &mut Vec<Fix>) {
        pairs.retain(|&pair| {
            let equal = self.equal(index, pair);
            !self.differing[index].models.iter().any(|it| holds(&self.terms, equal, it))
        });
    }

    /// An input of a leaf on which the check fails, with as many of these words equal as possible.
    async fn maximal(
        &mut self,
        index: usize,
        equal: &[Term],
        tools: &mut Tools<'_>,
    ) -> Option<Model> {
        let mut soft = SoftAssertions::new();
        equal.iter().for_each(|&term| soft.assert_soft(term, 1));
        // All conditions of the path: soft constraints mention inputs that the goal does not mention.
        let Differing { leaf, goal, .. } = &self.differing[index];
        let assumptions = leaf.conditions().map(|condition| condition.term).collect();
        let query = Query { name: "maxsat".to_owned(), assumptions, goal: *goal };
        let question = self.question(&query, EFFORT_PER_MAXSAT_CHECK, tools)?;
        let Tools { solver, .. } = tools;
        solver.push();
        query.terms().for_each(|term| _ = solver.assert(term));
        let optimum = soft.check(&mut **solver, &mut self.terms, &question).await;
        solver.pop();
        match optimum {
            // Backends check their models. This is the last check before a model is used.
            Optimum::Best(best) if query.satisfied_by(&self.terms, &best.model) => Some(best.model),
            _ => None,
        }
    }

    /// The condition that the words of a pair are equal on a leaf, at each execution that both programs
    /// reach.
    fn equal(&mut self, index: usize, Fix { from, to }: Fix) -> Term {
        let Instrumented { terms, differing, .. } = self;
        let [first, second] = &differing[index].words;
        let of = |words: &Words, place: Site| words.get(&(place.at, place.slot)).cloned();
        let mut all = terms.bool(true);
        let (Some(taken), Some(replaced)) = (of(first, from), of(second, to)) else { return all };
        for (number, word) in taken {
            // A single execution takes the word of a single execution.
            let at = match (from.occurrence, to.occurrence) {
                (Some(from), Some(to)) if number == from => to,
                (Some(_), Some(_)) => continue,
                _ => number,
            };
            if let Some(&other) = replaced.get(&at) {
                let equal = terms.eq(word, other);
                all = terms.and(all, equal);
            }
        }
        all
    }

    fn query(&mut self, index: usize, goal: Term) -> Query {
        let path = &self.differing[index].leaf.run.path;
        path.ask(&mut self.terms, "constrain-fix".to_owned(), path.conditions.len(), goal)
    }

    /// Keeps an input of a leaf. Words that the query does not mention are those of its run.
    fn keep(&mut self, index: usize, query: &Query, model: &Model) {
        let leaf = &self.differing[index].leaf;
        let names = &self.inputs;
        let inputs = asking::inputs_of(&mut self.terms, names, query, model, &leaf.run.inputs);
        let words = leaf.run.path.inputs.clone();
        let whole = model_of(&mut self.terms, &words, &inputs);
        self.differing[index].models.push(whole);
    }

    /// A query as a question; `None` once the limit is reached.
    fn question<'q>(
        &mut self,
        query: &'q Query,
        effort: Effort,
        tools: &Tools<'_>,
    ) -> Option<Question<'q>> {
        let size = self.terms.reachable(query.terms()).len() as u64;
        self.asked = self.asked.checked_sub(size).filter(|_| !tools.stop.is_due()).unwrap_or(0);
        let question = Question::new(&query.name).within(effort).until(tools.stop);
        (self.asked > 0).then(|| question.by_work())
    }
}

/// Inputs as a model of the input words.
fn model_of(terms: &mut Terms, words: &[Term], inputs: &Inputs) -> Model {
    let mut model = Model::new();
    for (&word, &value) in words.iter().zip(inputs.iter()) {
        let symbol = terms.mentions(word);
        model.set(terms.members(symbol)[0], value);
    }
    model
}

fn holds(terms: &Terms, term: Term, model: &Model) -> bool {
    terms.evaluation([term]).all_hold(model)
}

fn words(written: &[Written<Term>]) -> Words {
    let mut words = Words::default();
    for Written { instance, word, .. } in written {
        let of_label = words.entry((instance.at, instance.slot)).or_default();
        of_label.insert(instance.occurrence, word.tag);
    }
    words
}
