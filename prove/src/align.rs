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
use std::iter;

use tamarin_kernel::claim::Claim;
use tamarin_kernel::machine::{Instruction, Machine, Value};
use tamarin_kernel::word::Operator;
use tamarin_kernel::{Evidence, check as start};

use crate::tactics::Library;
use crate::walk::{Strategy, Walker};
use crate::{Budget, Open, Solver, accepted};

pub mod binomials;
pub mod measure;
pub mod nodes;
pub mod plan;
pub mod propose;
pub mod runs;
pub mod span;

use nodes::{Key, Maker, Node, Order, Variable};
use plan::Plan;
use propose::Texts;

/// Degrees of equations, in the order in which they are tried.
const DEGREES: [u32; 2] = [1, 4];
/// The part of the work that is left which a plan may take.
const SHARE: u64 = 4;
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
    let strategy = strategy(claim, machine);
    let mut open = Open::Obligation("no plan was found".into());
    let plans = plan::plans(&runs);
    for degree in DEGREES {
        let plain = Maker::new(machine, &runs, degree, Vec::new());
        let others = splits(claim).into_iter();
        let others = others.map(|splits| Maker::new(machine, &runs, degree, splits));
        let makers: Vec<Maker<'_>> = others.collect();
        for (maker, plan) in
            iter::once(&plain).chain(&makers).flat_map(|it| iter::repeat(it).zip(&plans))
        {
            let nodes = maker.nodes(plan);
            // A split has to pay: more equations hold in each case.
            let is_plain = maker.splits.is_empty();
            if !is_plain && unsolved(maker, &nodes) >= unsolved(&plain, &plain.nodes(plan)) {
                continue;
            }
            let mut share = Budget { work: budget.work / SHARE, ..budget.clone() };
            let before = share.work;
            let attempt = Attempt { texts: &texts, maker, plan, solver, strategy };
            let found = attempt.evidence(nodes, &mut share);
            if !budget.spend(before - share.work) {
                return Err(Open::Spent("work"));
            }
            match found {
                Ok(evidence) => return Ok(evidence),
                Err(differ @ Open::Differ(_)) => return Err(differ),
                Err(other) => open = other,
            }
        }
    }
    Err(open)
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

/// Candidates for splits of nodes: the order of two inputs, and the signs of all inputs.
fn splits(claim: &Claim) -> Vec<Vec<Order>> {
    let inputs: Vec<Option<Variable>> =
        (0..claim.inputs.len()).map(|number| Some(Variable::Input(number))).collect();
    let below = |less, greater| Order { less, by: 1, greater };
    let mut splits = Vec::new();
    for &less in &inputs {
        let others = inputs.iter().filter(|greater| **greater != less);
        splits.extend(others.map(|greater| vec![below(less, *greater)]));
    }
    splits.push(inputs.iter().map(|input| below(None, *input)).collect());
    splits
}

/// How many words no equation gives, apart from counters, at a node on the average, in thousandths.
fn unsolved(maker: &Maker<'_>, nodes: &BTreeMap<Key, Node>) -> usize {
    let count = |node: &Node| {
        let words = node.free.iter();
        words.filter(|it| maker.pace(node, **it) != 1).count()
    };
    1_000 * nodes.values().map(count).sum::<usize>() / nodes.len().max(1)
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
