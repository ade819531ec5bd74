//! Records what the kernel does while it checks evidence: its obligations, and the rules that prove them.
//!
//! The kernel's [`Observer`](tamarin_kernel::proof::Observer) hands out shared references, so recording cannot change what
//! the kernel accepts.

use std::cell::RefCell;

use tamarin_kernel::check;
use tamarin_kernel::claim::Statement;
use tamarin_kernel::context::Context;
use tamarin_kernel::define::define;
use tamarin_kernel::evidence::{Rule, Side};
use tamarin_kernel::fact::Fact;
use tamarin_kernel::proof::Prover;
use tamarin_kernel::scope::Point;
use tamarin_kernel::term::Terms;
use tamarin_kernel::walk::Walk;
use tamarin_kernel::{Claim, Evidence, Refusal};

/// Work for following the evidence a second time: [`check()`] has accepted it within its own limit before.
const WORK: u64 = u64::MAX / 4;

/// Rules that are about a definition at a point: of a function, a lemma, a memory, or factors as texts.
const HAVE_DEFINITIONS: [&str; 7] =
    ["ring", "quotient", "unfold", "lemma", "memory.region", "memory.array", "memory.blank"];

/// An obligation of the kernel: a fact that follows from the known facts.
pub struct Goal {
    /// Where it arises, for people: the addresses of both programs, or a lemma.
    pub place: String,
    /// Its label in the evidence.
    pub label: String,
    /// The known facts.
    pub facts: Vec<Fact>,
    /// The fact to prove.
    pub goal: Fact,
    /// The steps of its proof, by their indexes.
    pub steps: Vec<usize>,
}

/// An application of a rule: if the premises hold, then all facts of one of the cases do.
pub struct Step {
    /// Where it is applied.
    pub place: String,
    /// The rule.
    pub rule: Rule,
    /// The facts that the rule names.
    pub premises: Vec<Fact>,
    /// The cases.
    pub cases: Vec<Vec<Fact>>,
    /// The known facts, if the step is not a part of the proof of an obligation.
    pub facts: Option<Vec<Fact>>,
    /// The cases that the kernel drops, since they contradict the known facts.
    pub dropped: Vec<usize>,
    /// The names and states in scope, for rules whose definitions refer to them.
    pub point: Option<Point>,
}

/// All obligations and steps, in the order in which the kernel comes to them.
#[derive(Default)]
pub struct Record {
    /// The obligations.
    pub goals: Vec<Goal>,
    /// The steps.
    pub steps: Vec<Step>,
}

/// Checks evidence, and records how the kernel does it. Returns the prover too, whose terms the record is about.
///
/// # Errors
///
/// The kernel refuses the evidence.
pub fn record<'e>(claim: &Claim, evidence: &'e Evidence) -> Result<(Prover<'e>, Record), Refusal> {
    check(claim, evidence)?;
    let input = match &claim.statement {
        Statement::NeverStops { input, .. } => Some(input),
        _ => None,
    };
    let mut prover = check::inputs(claim, input, WORK)?;
    if matches!(claim.statement, Statement::Differ { .. } | Statement::Stops { .. }) {
        // Runs of one input show it.
        return Ok((prover, Record::default()));
    }
    let all = RefCell::new(Record::default());
    {
        let observer = |terms: &Terms,
                        point: &Point,
                        label: &str,
                        rule: Option<&Rule>,
                        cases: &[Vec<Fact>]| {
            all.borrow_mut().add(terms, point, label, rule, cases);
        };
        let mut watched = check::inputs(claim, input, WORK)?;
        watched.watch = Some(&observer);
        define(&mut watched, evidence)?;
        let (programs, start) = check::start(&mut watched, claim);
        Walk { claim, programs, evidence }.all(&mut watched, start)?;
        (prover.terms, prover.inputs) = (watched.terms, watched.inputs);
    }
    prover.definitions.functions = &evidence.functions;
    prover.definitions.lemmas = &evidence.lemmas;
    Ok((prover, all.into_inner()))
}

impl Record {
    fn add(
        &mut self,
        terms: &Terms,
        point: &Point,
        label: &str,
        rule: Option<&Rule>,
        cases: &[Vec<Fact>],
    ) {
        let (place, facts) = (place(terms, point), point.context.facts());
        let Some(rule) = rule else {
            let goal = cases[0][0].clone();
            let label = label.to_owned();
            self.goals.push(Goal { place, label, facts: facts.to_vec(), goal, steps: Vec::new() });
            return;
        };
        let goal = self.goals.last_mut().filter(|goal| goal.is_refuted_at(facts));
        let facts = goal.is_none().then(|| facts.to_vec());
        if let Some(goal) = goal {
            goal.steps.push(self.steps.len());
        }
        self.steps.push(Step {
            place,
            rule: rule.clone(),
            premises: rule.on.iter().filter_map(|it| point.context.fact(it).cloned()).collect(),
            cases: cases.to_vec(),
            facts,
            dropped: (0..cases.len())
                .filter(|it| contradicts(&point.context, &cases[*it]))
                .collect(),
            point: HAVE_DEFINITIONS.contains(&&rule.rule[..]).then(|| point.clone()),
        });
    }
}

impl Goal {
    /// Whether these are the facts within the proof of this goal: its own, its negation, and perhaps more.
    fn is_refuted_at(&self, facts: &[Fact]) -> bool {
        let (known, negated) = (self.facts.len(), self.goal.negated());
        facts.get(known) == Some(&negated) && facts[..known] == self.facts[..]
    }
}

/// Whether the kernel drops a case: assuming its facts closes the context.
fn contradicts(context: &Context, case: &[Fact]) -> bool {
    let mut context = context.clone();
    context.assume_all("case", case.to_vec());
    context.is_closed
}

/// The addresses of the programs, as far as they are known here, or the lemma that is proved.
fn place(terms: &Terms, point: &Point) -> String {
    if let Some((number, _)) = point.context.hypothesis {
        return format!("lemma {number}");
    }
    let steps = |side: Side| {
        let state = point.states[side.index()].as_ref()?;
        let at = terms.as_constant(state.pc).map_or("?".to_owned(), |at| format!("{at:#x}"));
        Some(format!("{} {at}", side.name()))
    };
    let places: Vec<String> = Side::BOTH.into_iter().filter_map(steps).collect();
    if places.is_empty() { "function".to_owned() } else { places.join(", ") }
}
