//! Alignment by solving: proposals from the machine words alone.
//!
//! # Design
//!
//! 1. *Runs* ([`runs`]): both programs run on small allowed inputs, cut into pieces at branches back. What a program
//!    reads later is live; constants in registers and stack cells are words like any other, so programs that keep all
//!    in registers and compiled ones with frames are treated alike.
//! 2. *Plans* ([`plan`]): how many pieces one program does while the other does one, as a solution of linear
//!    equations over the runs; then one program to its end and then the other one.
//! 3. *Nodes* ([`nodes`]): the pairs of places to which a plan leads, with equations modulo 2^width ([`span`]) of
//!    degree 1, then closed forms in binomials ([`binomials`]); then orders between counters, sums that do not wrap, and
//!    remainders. Where more equations hold for one sign or order of the inputs, a
//!    node is split into one for each case.
//! 4. *Measures* ([`measure`]) where a program waits.
//! 5. The prover walks through the proposal ([`propose`]). What it cannot prove of a node is taken out of the node
//!    until the rest is inductive; the kernel accepts the evidence that is left.
//!
//! Runs only guess. Everything is proved afterwards for all inputs.

use std::collections::{BTreeMap, BTreeSet};

use tamarin_kernel::claim::Claim;
use tamarin_kernel::machine::{Instruction, Machine, Value};
use tamarin_kernel::word::Operator;
use tamarin_kernel::{Evidence, check as start};

use crate::tactics::Library;
use crate::walk::{Strategy, Walker};
use crate::{Budget, Open, Solver, accepted};

pub mod binomials;
pub mod columns;
pub mod equations;
pub mod facts;
pub mod measure;
pub mod nodes;
pub mod plan;
pub mod propose;
pub mod runs;
pub mod span;
pub mod split;

use nodes::{Key, Maker, Node};
use plan::Plan;
use propose::Texts;

/// Degrees of equations, in the order in which they are tried.
const DEGREES: [u32; 2] = [1, 4];
/// The part of the work that is left which a plan may take.
const SHARE: u64 = 4;
/// Products of words that are a unit of work.
const UNIT: u64 = 32;
/// Times that a proposal gets weaker at most.
const ROUNDS: usize = 30;

/// Makes evidence for a claim about two programs with loops, from the claim alone.
pub fn align(claim: &Claim, solver: &Solver<'_>, budget: &mut Budget) -> Result<Evidence, Open> {
    claim.validate()?;
    let machine = claim.machine()?;
    let mut prover = start::inputs(claim, None, u64::MAX)?;
    let point = start::point(&mut prover, claim);
    let runs = runs::runs(claim, &prover.terms, &point)?;
    let texts = Texts { claim, machine };
    if let Some(input) = runs.difference(claim, machine) {
        return Err(Open::Differ(input));
    }
    let work = runs.work();
    let mut search = Search {
        texts: &texts,
        solver,
        strategy: strategy(claim, machine),
        budget,
        open: Open::Obligation("no plan was found".into()),
    };
    search.pay(work)?;
    let plans = plan::plans(&runs);
    for degree in DEGREES {
        let plain = Maker::new(machine, &runs, degree);
        if let Some(evidence) = search.plans(&plain, &plans)? {
            return Ok(evidence);
        }
    }
    Err(search.open)
}

/// How paths are followed: signs of dividends are cases where there are any.
fn strategy(claim: &Claim, machine: &Machine) -> Strategy {
    let divides = claim.programs.iter().flatten().any(|word| {
        let Some(Instruction::Compute { sets, .. }) = (machine.decode)(*word) else { return false };
        let is_signed = |value: &Value| matches!(value, Value::Apply(Operator::QuotientSigned, ..));
        sets.iter().any(|(_, value)| is_signed(value))
    });
    if divides { Strategy::ByDividends } else { Strategy::AsTheyCome }
}

/// The search for a proposal that can be proved.
struct Search<'s> {
    texts: &'s Texts<'s>,
    solver: &'s Solver<'s>,
    strategy: Strategy,
    budget: &'s mut Budget,
    /// What was open last.
    open: Open,
}

impl Search<'_> {
    /// Tries all plans, then with nodes that are split.
    fn plans(&mut self, plain: &Maker<'_>, plans: &[Plan]) -> Result<Option<Evidence>, Open> {
        let mut before = Vec::new();
        for plan in plans {
            let nodes = plain.nodes(plan);
            before.push(split::unsolved(plain, &nodes));
            let orders = split::of_words(plain, plan, &nodes);
            if let Some(evidence) = self.attempt(plain, plan, nodes)? {
                return Ok(Some(evidence));
            }
            if !orders.is_empty() {
                let maker = plain.with(Vec::new(), orders);
                if let Some(evidence) = self.attempt(&maker, plan, maker.nodes(plan))? {
                    return Ok(Some(evidence));
                }
            }
        }
        for orders in split::of_inputs(self.texts.claim) {
            let maker = plain.with(orders, BTreeMap::new());
            for (plan, before) in plans.iter().zip(&before) {
                let nodes = maker.nodes(plan);
                // A split has to pay: more equations hold in each case.
                if split::unsolved(&maker, &nodes) < *before
                    && let Some(evidence) = self.attempt(&maker, plan, nodes)?
                {
                    return Ok(Some(evidence));
                }
            }
            self.pay(maker.work.take())?;
        }
        Ok(None)
    }

    /// Spends work.
    fn pay(&mut self, work: u64) -> Result<(), Open> {
        if self.budget.spend(work / UNIT) { Ok(()) } else { Err(Open::Spent("work")) }
    }

    /// Tries one proposal with a share of the work that is left.
    fn attempt(
        &mut self,
        maker: &Maker<'_>,
        plan: &Plan,
        nodes: BTreeMap<Key, Node>,
    ) -> Result<Option<Evidence>, Open> {
        let Search { texts, solver, strategy, .. } = *self;
        let attempt = Attempt { texts, maker, plan, solver, strategy };
        self.pay(maker.work.take())?;
        let mut share = Budget { work: self.budget.work / SHARE, ..self.budget.clone() };
        let before = share.work;
        let found = attempt.evidence(nodes, &mut share);
        self.pay(maker.work.take())?;
        if !self.budget.spend(before - share.work) {
            return Err(Open::Spent("work"));
        }
        match found {
            Ok(evidence) => Ok(Some(evidence)),
            Err(differ @ Open::Differ(_)) => Err(differ),
            Err(other) => {
                self.open = other;
                Ok(None)
            }
        }
    }
}

/// One plan at one degree.
struct Attempt<'t> {
    texts: &'t Texts<'t>,
    maker: &'t Maker<'t>,
    plan: &'t Plan,
    solver: &'t Solver<'t>,
    strategy: Strategy,
}

impl Attempt<'_> {
    fn evidence(
        &self,
        mut nodes: BTreeMap<Key, Node>,
        budget: &mut Budget,
    ) -> Result<Evidence, Open> {
        let measures = measure::measures(self.maker, self.texts, self.plan, &nodes);
        let names: Vec<Key> = nodes.keys().cloned().collect();
        let mut library = Library::default();
        for _ in 0..ROUNDS {
            let proposal = self.texts.proposal(self.maker, self.plan, &nodes, &measures);
            let claim = self.texts.claim;
            let mut walker = Walker::new(claim, &proposal, self.solver, budget, self.strategy)?;
            walker.library = std::mem::take(&mut library);
            walker.weak = Some(BTreeSet::new());
            let evidence = walker.all()?;
            let weak = walker.weak.take().unwrap_or_default();
            library = walker.library;
            if weak.is_empty() {
                return accepted(claim, evidence);
            }
            self.weaken(&mut nodes, &names, weak);
        }
        Err(Open::Spent("rounds"))
    }

    /// Takes out of nodes what was not proved.
    fn weaken(
        &self,
        nodes: &mut BTreeMap<Key, Node>,
        names: &[Key],
        weak: BTreeSet<(String, String)>,
    ) {
        for (index, at) in names.iter().enumerate() {
            let Some(node) = nodes.get_mut(at) else { continue };
            let labels: BTreeSet<&String> = weak
                .iter()
                .filter(|(name, _)| *name == propose::name(index))
                .map(|(_, label)| label)
                .collect();
            let is_weak = |word: &nodes::Word| {
                let state = self.texts.state(*word);
                labels.contains(&format!("is.{state}")) || labels.contains(&state)
            };
            let freed: Vec<nodes::Word> =
                node.solved.keys().filter(|word| is_weak(word)).copied().collect();
            for word in freed {
                node.solved.remove(&word);
                node.free.push(word);
            }
            let has = |label: &str, part: &str| labels.contains(&format!("{label}.{part}"));
            node.whole.retain(|label, word| {
                let is_weak = has(label, "least") || has(label, "most");
                !is_weak && node.solved.contains_key(word)
            });
            node.orders.retain(|label, _| !labels.contains(label));
            node.multiples.retain(|label, _| !labels.contains(label));
        }
    }
}
