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
//!    degree 1, then closed forms in binomials ([`binomials`]); then orders between counters.
//! 4. *Measures* ([`measure`]) where a program waits.
//! 5. The prover walks through the proposal ([`propose`]). What it cannot prove of a node is taken out of the node
//!    until the rest is inductive; the kernel accepts the evidence that is left.
//!
//! Runs only guess. Everything is proved afterwards for all inputs.

use std::collections::{BTreeMap, BTreeSet};

use tamarin_kernel::claim::Claim;
use tamarin_kernel::{Evidence, check as start};

use crate::tactics::Library;
use crate::walk::{STRATEGIES, Walker};
use crate::{Budget, Open, Place, Solver, accepted};

pub mod binomials;
pub mod measure;
pub mod nodes;
pub mod plan;
pub mod propose;
pub mod runs;
pub mod span;

use nodes::{Maker, Node};
use plan::Plan;
use propose::Texts;

/// Degrees of equations, in the order in which they are tried.
const DEGREES: [u32; 2] = [1, 4];
/// The part of the work that is left which a plan may take.
const SHARE: u64 = 6;
/// Times that a proposal gets weaker at most.
const ROUNDS: usize = 30;

/// Makes evidence for a claim about two programs with loops, from the claim alone.
pub fn align(
    claim: &Claim,
    solver: &Solver<'_>,
    budget: &mut Budget,
) -> Result<Evidence, Open> {
    claim.validate()?;
    let machine = claim.machine()?;
    let mut prover = start::inputs(claim, None, u64::MAX)?;
    let point = start::point(&mut prover, claim);
    let runs = runs::runs(claim, &prover.terms, &point)?;
    let texts = Texts { claim, machine };
    let mut open = Open::Obligation("no plan was found".into());
    for degree in DEGREES {
        let maker = Maker { machine, runs: &runs, degree };
        for plan in plan::plans(&runs) {
            let mut attempt = Attempt { texts: &texts, maker: &maker, plan: &plan, solver };
            let mut share = Budget { work: budget.work / SHARE, ..budget.clone() };
            let before = share.work;
            let found = attempt.evidence(&mut share);
            if !budget.spend(before - share.work) {
                return Err(Open::Spent("work"));
            }
            match found {
                Ok(evidence) => return Ok(evidence),
                Err(differ @ Open::Differ(_)) => return Err(differ),
                Err(other) => {
                    if std::env::var_os("ALIGN_TRACE").is_some() {
                        let ways: Vec<_> = plan.ways.iter().map(|it| it.2).collect();
                        eprintln!("degree {degree}, {:?} {ways:?}: {other}", plan.lead);
                    }
                    open = other;
                }
            }
        }
    }
    Err(open)
}

/// One plan at one degree.
struct Attempt<'t> {
    texts: &'t Texts<'t>,
    maker: &'t Maker<'t>,
    plan: &'t Plan,
    solver: &'t Solver<'t>,
}

impl Attempt<'_> {
    fn evidence(&mut self, budget: &mut Budget) -> Result<Evidence, Open> {
        let mut nodes = self.maker.nodes(self.plan);
        let measures = measure::measures(self.maker, self.texts, self.plan, &nodes);
        let names: Vec<[Place; 2]> = nodes.keys().copied().collect();
        let mut library = Library::default();
        for _ in 0..ROUNDS {
            let proposal = self.texts.proposal(self.maker, self.plan, &nodes, &measures);
            if std::env::var("ALIGN_TRACE").is_ok_and(|it| it > "1".into()) {
                for (name, node) in &proposal.nodes {
                    eprintln!("{name} {:?}: {:?}\n   {:?}\n   {:?}", node.at, node.holds.registers, node.holds.facts, node.measure);
                }
            }
            let strategy = STRATEGIES[0];
            let claim = self.texts.claim;
            let mut walker = Walker::new(claim, &proposal, self.solver, budget, strategy)?;
            walker.library = std::mem::take(&mut library);
            walker.weak = Some(BTreeSet::new());
            let evidence = walker.all()?;
            let weak = walker.weak.take().unwrap_or_default();
            library = walker.library;
            if std::env::var_os("ALIGN_TRACE").is_some() {
                eprintln!("weak: {weak:?}");
            }
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
        nodes: &mut BTreeMap<[Place; 2], Node>,
        names: &[[Place; 2]],
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
            node.orders.retain(|label, _| !labels.contains(label));
            node.multiples.retain(|label, _| !labels.contains(label));
        }
    }
}
