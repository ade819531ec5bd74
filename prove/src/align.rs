//! Finds alignments of two programs with loops, from the machine words alone.
//!
//! # Design
//!
//! 1. *Runs* ([`runs`]): both programs run on small allowed inputs. Each run is cut into path segments at backward
//!    branches, and where there are many choices also at their [`joins`]. Words that a program reads later are live.
//!    Registers and stack cells are treated alike, so compiled programs with stack frames need nothing special.
//! 2. *Plans* ([`plan`]): how many segments one program runs for each segment of the other. The numbers solve linear
//!    equations over the runs, or form fixed blocks that the other program's end may cut short. The last plan runs one
//!    program to its end, then the other.
//!    In the terms of program alignment automata (PAA), paths between two cuts are transitions, so the automaton is a
//!    *reduction* (section 2.2) from the beginning. There are no *marked transitions* and no *input predicates* (2.1),
//!    since all paths are followed.
//! 3. *Nodes* ([`nodes`]): the pairs of locations that a plan reaches. The facts at a node are its *alignment
//!    predicate*; the cases of a split node are a disjunctive one (section 5). At each node [`equations`] modulo 2^width
//!    ([`span`]) are fitted: linear ones, then closed forms in binomials ([`binomials`]). Then other [`facts`]: orders,
//!    sums that do not wrap, remainders, [`congruences`]. If more equations hold for one order of words, the node is
//!    [split](split) into its cases.
//!    *Regions* ([`regions`]) say where the memories of both programs agree.
//! 4. *Measures* ([`measure`]) for cycles on which one program waits.
//! 5. The prover checks the proposal ([`propose`]): the equations alone, then with the facts that follow from few others,
//!    then all facts. Those that it cannot prove are removed until the rest is inductive; the kernel accepts the resulting
//!    evidence.
//!
//! Each proposal first gets a share of the work. Proposals that run out of it are resumed later. The analysis of runs
//! costs work too, so equal work takes about equal time.
//!
//! Runs only produce guesses. Everything is then proved for all inputs.

use std::collections::{BTreeMap, BTreeSet};

use tamarin_kernel::claim::{Claim, Stopping};
use tamarin_kernel::machine::{Instruction, Machine, Value};
use tamarin_kernel::word::Operator;
use tamarin_kernel::{Evidence, check};

use crate::Proposal;
use crate::strategy::Strategy;
use crate::tactics::{Effort, Library};
use crate::walk::Walker;
use crate::{Budget, Open, Solver, accepted, begin, one_run};

pub mod binomials;
pub mod columns;
pub mod congruences;
pub mod equations;
pub mod facts;
pub mod joins;
pub mod measure;
pub mod nodes;
pub mod plan;
pub mod propose;
pub mod regions;
pub mod runs;
pub mod span;
pub mod split;

use equations::is_linear;
use joins::Joins;
use nodes::{Key, Maker, Node};
use plan::Plan;
use propose::Texts;

/// Degrees of equations, in the order in which they are tried.
const DEGREES: [u32; 2] = [1, 4];
/// An attempt first gets 1/6 of the work, and when resumed 1/2 of the remaining work. Where both memories agree on regions,
/// which is seldom by chance and takes longer to prove, it first gets 1/3. The equations of an attempt alone get 1/4 of its work:
/// where they suffice, the proofs are short.
const SHARES: [u64; 4] = [6, 2, 3, 4];
/// Where there are many joins, an alignment with cuts at these first gets 1/2 of the work.
const AT_JOINS: u64 = 2;
/// Multiplications of words per unit of work.
const UNIT: u64 = 32;
/// Maximum number of times that a proposal is weakened.
const ROUNDS: usize = 30;
/// Maximum number of facts that are left out on trial.
const TRIES: u32 = 100;

/// Produces evidence for a claim about programs with loops, from the claim alone. For the claim that a program never stops
/// on an input, only that program runs: its invariants are a recurrent set, from which no run leaves the loops.
pub fn align(claim: &Claim, solver: &Solver<'_>, budget: &mut Budget) -> Result<Evidence, Open> {
    match at_joins(claim, solver, budget)? {
        Some(evidence) => Ok(evidence),
        None => at_loops(claim, solver, budget),
    }
}

/// Evidence by an alignment with cuts at [`joins`], too, where both programs have many. `None` for claims about one run or one
/// program, if there are few joins, or if none is found.
///
/// # Errors
///
/// A sample shows a difference, or the claim is malformed.
pub(crate) fn at_joins(
    claim: &Claim,
    solver: &Solver<'_>,
    budget: &mut Budget,
) -> Result<Option<Evidence>, Open> {
    claim.validate()?;
    if one_run(claim).is_some() || is_of_one(claim) {
        return Ok(None);
    }
    let mut work = 0;
    let joins = joins::joins(claim, &mut work)?;
    budget.work = budget.work.saturating_sub(work / UNIT);
    let Some(joins) = joins else { return Ok(None) };
    let share = budget.work / AT_JOINS;
    let mut within = Budget { work: share, ..budget.clone() };
    let found = align_at(claim, &joins, solver, &mut within);
    budget.work -= share - within.work;
    match found {
        Err(open @ Open::Differ(_)) => Err(open),
        found => Ok(found.ok()),
    }
}

/// Evidence by an alignment with cuts at loops only.
pub(crate) fn at_loops(
    claim: &Claim,
    solver: &Solver<'_>,
    budget: &mut Budget,
) -> Result<Evidence, Open> {
    claim.validate()?;
    align_at(claim, &Default::default(), solver, budget)
}

fn align_at(
    claim: &Claim,
    joins: &Joins,
    solver: &Solver<'_>,
    budget: &mut Budget,
) -> Result<Evidence, Open> {
    let machine = claim.machine()?;
    let runs = traces(claim, joins)?;
    let texts = Texts { claim, machine, divisions: &runs.divisions };
    if let Some(input) = runs.difference(claim, machine) {
        return Err(Open::Differ(input));
    }
    let work = runs.work();
    let mut search = Search {
        texts: &texts,
        solver,
        strategy: strategy(claim, machine),
        // There is only one plan for one program.
        share: budget.work / if one_run(claim).is_some() { 1 } else { SHARES[0] },
        budget,
        open: Open::Obligation("no plan was found".into()),
        later: Vec::new(),
        half: 0,
        library: Library::default(),
    };
    search.pay(work)?;
    search.half = search.budget.work / 2;
    let plans = match one_run(claim) {
        Some((side, _)) => vec![Plan::alone(side)],
        None if is_of_one(claim) => vec![Plan::step_by_step()],
        None => plan::plans(&runs),
    };
    let makers = DEGREES.map(|degree| Maker::new(claim, machine, &runs, degree));
    for maker in &makers {
        if let Some(evidence) = search.plans(maker, &plans)? {
            return Ok(evidence);
        }
    }
    search.again()
}

/// Whether the claim is that a program stops: it is about a program and itself.
fn is_of_one(claim: &Claim) -> bool {
    let are_one = claim.programs[0] == claim.programs[1] && claim.start[0] == claim.start[1];
    are_one && matches!(claim.statement.agreement(), Some((_, Stopping::Both)))
}

/// A proposal without nodes, so that all paths of both programs are followed.
pub fn paths(claim: &Claim) -> Result<Proposal, Open> {
    let runs = traces(claim, &Default::default())?;
    Ok(Proposal { protected: runs.protected(claim, claim.machine()?), ..Proposal::default() })
}

/// Runs of both programs on some allowed inputs.
pub(crate) fn traces(claim: &Claim, joins: &Joins) -> Result<runs::Runs, Open> {
    let mut prover = begin(claim)?;
    let (_, point) = check::start(&mut prover, claim);
    Ok(runs::runs(claim, &prover.terms, &point, joins)?)
}

/// The strategy for paths: split on signs of dividends if a program has signed divisions.
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
    /// The work that an attempt gets at first.
    share: u64,
    /// Why the last attempt failed.
    open: Open,
    /// Attempts that ran out of work.
    later: Vec<Later<'s>>,
    /// Once no more work than this is left, the first of these is resumed, before more plans are tried.
    half: u64,
    /// What all attempts have proved, and what they could not: other plans have much the same obligations.
    library: Library,
}

/// A proposal that can be resumed: the facts that were removed are not tried again.
struct Later<'s> {
    maker: Maker<'s>,
    plan: &'s Plan,
    /// The nodes, with the facts not yet removed.
    nodes: BTreeMap<Key, Node>,
}

impl<'s> Search<'s> {
    /// Tries all plans, then the same plans with split nodes.
    fn plans(&mut self, plain: &Maker<'s>, plans: &'s [Plan]) -> Result<Option<Evidence>, Open> {
        let mut before = Vec::new();
        for plan in plans {
            let nodes = plain.nodes(plan);
            before.push(split::unsolved(plain, &nodes));
            let orders = split::of_words(plain, plan, &nodes);
            let maker = plain.with(Vec::new(), BTreeMap::new());
            self.pay(plain.work.take())?;
            if let Some(evidence) = self.first(Later { maker, plan, nodes })? {
                return Ok(Some(evidence));
            }
            if !orders.is_empty() {
                let maker = plain.with(Vec::new(), orders);
                let nodes = maker.nodes(plan);
                if let Some(evidence) = self.first(Later { maker, plan, nodes })? {
                    return Ok(Some(evidence));
                }
            }
        }
        for orders in split::of_inputs(self.texts.claim, &plain.signs) {
            for (plan, before) in plans.iter().zip(&before) {
                let maker = plain.with(orders.clone(), BTreeMap::new());
                let nodes = maker.nodes(plan);
                self.pay(maker.work.take())?;
                // A split is worth a try only if more equations hold in its cases.
                if split::unsolved(&maker, &nodes) < *before
                    && let Some(evidence) = self.first(Later { maker, plan, nodes })?
                {
                    return Ok(Some(evidence));
                }
            }
        }
        Ok(None)
    }

    /// Spends work.
    fn pay(&mut self, work: u64) -> Result<(), Open> {
        if self.budget.spend(work / UNIT) { Ok(()) } else { Err(Open::Spent("work")) }
    }

    /// Tries a proposal with the first share of work; keeps it for later if that runs out.
    fn first(&mut self, attempt: Later<'s>) -> Result<Option<Evidence>, Open> {
        let mut equations = attempt.nodes.values().flat_map(|node| node.solved.values());
        if attempt.maker.degree > 1 && equations.all(is_linear) {
            // Without closed forms these nodes equal those at degree 1, which were tried.
            return Ok(None);
        }
        let shares_memory = |node: &Node| !node.regions.is_empty();
        let share = match attempt.nodes.values().any(shares_memory) {
            true => self.budget.work / SHARES[2],
            false => self.share,
        };
        match self.within(attempt, share)? {
            None => self.at_half(),
            found => Ok(found),
        }
    }

    /// Resumes the first attempt when half of the work is spent: the first plans are the likeliest, and there may be
    /// so many others that no work is left for a second try.
    fn at_half(&mut self) -> Result<Option<Evidence>, Open> {
        if self.budget.work > self.half || self.later.is_empty() {
            return Ok(None);
        }
        self.half = 0;
        let attempt = self.later.remove(0);
        self.within(attempt, self.budget.work / SHARES[1])
    }

    /// Tries a proposal with a share of work; keeps it for later if that runs out.
    fn within(&mut self, mut attempt: Later<'s>, share: u64) -> Result<Option<Evidence>, Open> {
        match self.attempt(&mut attempt, share) {
            Err(Open::Spent("work")) if self.budget.work > 0 => {
                self.later.push(attempt);
                Ok(None)
            }
            found => found,
        }
    }

    /// Resumes the attempts that ran out of work, each with a share of the remaining work.
    fn again(mut self) -> Result<Evidence, Open> {
        for mut attempt in std::mem::take(&mut self.later) {
            let share = self.budget.work / SHARES[1];
            match self.attempt(&mut attempt, share) {
                Ok(Some(evidence)) => return Ok(evidence),
                Err(spent @ Open::Spent("work")) if self.budget.work > 0 => self.open = spent,
                Ok(None) => {}
                Err(open) => return Err(open),
            }
        }
        Err(self.open)
    }

    /// Tries one proposal with at most `share` units of work.
    fn attempt(&mut self, of: &mut Later<'s>, share: u64) -> Result<Option<Evidence>, Open> {
        let Search { texts, solver, strategy, .. } = *self;
        let Later { maker, plan, nodes } = of;
        self.pay(maker.work.take())?;
        let attempt = Attempt { texts, maker, plan, solver, strategy };
        let before = share.min(self.budget.work);
        let mut share = Budget { work: before, ..self.budget.clone() };
        let found = attempt.evidence(nodes, &mut self.library, &mut share);
        self.pay(maker.work.take())?;
        if !self.budget.spend(before - share.work) {
            return Err(Open::Spent("work"));
        }
        match found {
            Ok(evidence) => Ok(Some(evidence)),
            Err(open @ (Open::Differ(_) | Open::Spent("work"))) => Err(open),
            Err(other) => {
                self.open = other;
                Ok(None)
            }
        }
    }
}

/// How hard obligations are tried.
#[derive(Clone, Copy)]
struct Limits {
    /// All of them.
    all: Effort,
    /// The facts of nodes, which may be left out.
    facts: Effort,
}

impl Limits {
    /// With the equations alone. Where each test of one program is a test of the other one, they suffice, and each
    /// other fact makes all proofs longer.
    const EQUATIONS: Limits = Limits { all: Effort::Near, facts: Effort::Near };
    /// With the facts that follow from few others. Most that a proof needs do, and no time is lost for the rest.
    const NEAR: Limits = Limits { all: Effort::Sums, facts: Effort::Near };
    const NONE: Limits = Limits { all: Effort::Full, facts: Effort::Full };
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
        nodes: &mut BTreeMap<Key, Node>,
        library: &mut Library,
        budget: &mut Budget,
    ) -> Result<Evidence, Open> {
        let measures = match self.texts.claim.statement.agreement() {
            Some(_) => measure::measures(self.maker, self.texts, self.plan, nodes),
            None => BTreeMap::new(),
        };
        let mut fewer = nodes.clone();
        fewer.values_mut().for_each(Node::keep_equations);
        let few = (fewer, Limits::EQUATIONS, budget.work / SHARES[3]);
        for (mut nodes, limits, share) in [few, (nodes.clone(), Limits::NEAR, budget.work)] {
            let share = share.min(budget.work);
            let mut within = Budget { work: share, ..budget.clone() };
            let found = self.rounds(&mut nodes, &measures, limits, library, &mut within);
            let is_left = budget.spend(share - within.work);
            match found {
                Err(Open::Spent("work")) if is_left => {}
                Err(open @ (Open::Differ(_) | Open::Spent("work"))) => return Err(open),
                Err(_) => {}
                found => return found,
            }
        }
        self.rounds(nodes, &measures, Limits::NONE, library, budget)
    }

    /// Evidence for the nodes without those of their facts that are not proved. These are removed.
    fn rounds(
        &self,
        nodes: &mut BTreeMap<Key, Node>,
        measures: &BTreeMap<Key, Vec<String>>,
        limits: Limits,
        library: &mut Library,
        budget: &mut Budget,
    ) -> Result<Evidence, Open> {
        let names: Vec<Key> = nodes.keys().cloned().collect();
        for _ in 0..ROUNDS {
            let before = budget.work;
            let (evidence, weak) = self.walk(nodes, measures, limits, library, budget)?;
            if weak.is_empty() {
                let evidence = accepted(self.texts.claim, evidence)?;
                // An attempt with fewer facts takes about as much work; one that fails may take all.
                let work = (2 * (before - budget.work)).min(budget.work);
                let each = Budget { work, ..budget.clone() };
                return Ok(match one_run(self.texts.claim) {
                    Some(_) => self.concise(nodes.clone(), evidence, library, &each),
                    None => evidence,
                });
            }
            self.weaken(nodes, &names, weak);
        }
        Err(Open::Spent("rounds"))
    }

    /// Evidence for the nodes if the unproved facts, by node and label, are not needed.
    fn walk(
        &self,
        nodes: &BTreeMap<Key, Node>,
        measures: &BTreeMap<Key, Vec<String>>,
        limits: Limits,
        library: &mut Library,
        budget: &mut Budget,
    ) -> Result<(Evidence, BTreeSet<(String, String)>), Open> {
        let proposal = self.texts.proposal(self.maker, self.plan, nodes, measures);
        let mut walker =
            Walker::new(self.texts.claim, &proposal, self.solver, budget, self.strategy)?;
        walker.library = std::mem::take(library);
        walker.weak = Some(BTreeSet::new());
        (walker.most, walker.most_of_facts) = (limits.all, limits.facts);
        let evidence = walker.all();
        let weak = walker.weak.take().unwrap_or_default();
        *library = walker.library;
        Ok((evidence?, weak))
    }

    /// Leaves out facts without which the proof still holds, because the facts are printed for a reader. `budget` limits
    /// each attempt.
    fn concise(
        &self,
        mut nodes: BTreeMap<Key, Node>,
        mut evidence: Evidence,
        library: &mut Library,
        budget: &Budget,
    ) -> Evidence {
        let names: Vec<Key> = nodes.keys().cloned().collect();
        let mut tries = TRIES;
        for (index, at) in names.iter().enumerate() {
            for label in self.texts.labels(&nodes[at]) {
                if tries == 0 {
                    return evidence;
                }
                tries -= 1;
                let mut fewer = nodes.clone();
                self.weaken(&mut fewer, &names, [(propose::name(index), label)].into());
                let (none, mut budget) = (BTreeMap::new(), budget.clone());
                let found = self.walk(&fewer, &none, Limits::NONE, library, &mut budget);
                let found = found.ok().filter(|(_, weak)| weak.is_empty());
                if let Some(Ok(found)) = found.map(|(it, _)| accepted(self.texts.claim, it)) {
                    (nodes, evidence) = (fewer, found);
                }
            }
        }
        evidence
    }

    /// Removes unproved facts from nodes.
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
            node.free(self.maker.width(), &freed);
            let has = |label: &str, part: &str| labels.contains(&format!("{label}.{part}"));
            node.whole.retain(|label, (word, _)| {
                let is_weak = has(label, "least") || has(label, "most");
                !is_weak && !freed.contains(word)
            });
            node.orders.retain(|label, _| !labels.contains(label));
            node.multiples.retain(|label, _| !labels.contains(label));
            node.congruences.retain(|label, of| {
                of.is_below &= !has(label, "most");
                of.is_positive &= !has(label, "least");
                !labels.contains(label) && (of.is_below || of.sum.len() == 1)
            });
            node.products.retain(|label, _| !labels.contains(label));
            node.regions.retain(|label, _| !labels.contains(label));
        }
    }
}
