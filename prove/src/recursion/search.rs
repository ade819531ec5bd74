//! The search for a proof of one equation between functions.
//!
//! Each point of the proof has one difference that must be zero. The search replaces its function applications one
//! after the other: by a lemma or the hypothesis, by an application with equal arguments, or by the body of the
//! function. Samples prune the search: a case that no sample reaches is refuted, and a fact that a sample contradicts
//! is not tried.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use tamarin_kernel::evidence::{Body, FactText, Lemma, Rule, Script, Step};
use tamarin_kernel::fact::Fact;
use tamarin_kernel::refusal::Refusal;
use tamarin_kernel::scope::{Definitions, Scope, descent};
use tamarin_kernel::term::{Atom, Head, Node, Term, Terms};
use tamarin_kernel::text::Expression;
use tamarin_kernel::word::Operator;

use super::extract::below;
use super::rebuilt;
use super::theory::{Rewrite, Theory};
use super::trials::Assumed;
use crate::lemma::{self, Applications, Statement};
use crate::samples::Sample;
use crate::tactics::{Effort, Library, Tools, ring};
use crate::world::{Here, World};

mod conclusions;
mod divisions;
mod moves;
mod replacements;
mod replay;
mod steps;

/// The result of a search.
pub enum Found {
    /// A proof.
    Proof(Script),
    /// A counterexample.
    Fails(Vec<u64>),
    /// The points at which no move applies.
    Stuck(Vec<Stuck>),
}

/// A point at which no move applies and the difference still contains applications.
#[derive(Clone, Debug)]
pub struct Stuck {
    /// The words in scope.
    pub any: Vec<String>,
    /// The known facts that contain no function application.
    pub facts: Vec<FactText>,
    /// The difference that must be zero.
    pub text: String,
    /// Whether the difference contains applications of different functions.
    pub is_mixed: bool,
    /// Unfoldings left when the search got stuck.
    pub fuel: u32,
}

/// The state of a search.
pub struct Search<'s, 't> {
    theory: &'s Theory,
    library: &'s mut Library,
    tools: &'s mut Tools<'t>,
    world: World,
    lemma: &'s Lemma,
    hypothesis: Option<(Rewrite, Vec<Term>)>,
    samples: Vec<Sample>,
    stuck: Vec<Stuck>,
    labels: usize,
    points: u32,
    /// Units of work left at the last charge.
    work_left: u64,
    is_failed: Option<Vec<u64>>,
}

/// A point of a proof.
#[derive(Clone)]
struct At {
    here: Here,
    /// The difference that must be zero.
    current: Term,
    alive: Vec<usize>,
    unfolded: BTreeSet<Atom>,
    used: BTreeSet<String>,
    fuel: u32,
    script: Script,
}

/// The result of trying a move.
enum Move {
    /// The move changed the point.
    Went,
    /// The move does not apply.
    Not,
    /// The move split the point into cases: a script that closes all of them, or none if one stays open.
    Ends(Option<Script>),
}

/// Maximum number of points.
const POINTS: u32 = 60;
/// Maximum number of recursive applications unfolded on one path: without a hypothesis, and with one.
const FUEL: [u32; 2] = [1, 3];
/// The same in an equation between applications of one function, which needs two of each side: `gcd(a, b) = gcd(a, b - a)`.
const FUEL_OF_ONE: u32 = 4;
/// Maximum number of stuck points that are kept.
const STUCK: usize = 8;
/// Units of work charged for each point, in addition to the work done there.
const POINT: u64 = 1_000;
/// One search may spend this fraction of the remaining work (1 / `SHARE`).
const SHARE: u64 = 6;
/// Maximum number of samples of a lemma.
const SAMPLES: usize = 90;

impl<'s, 't> Search<'s, 't> {
    /// A search for a proof of a lemma, by induction if it has a measure.
    pub fn new(
        theory: &'s Theory,
        library: &'s mut Library,
        tools: &'s mut Tools<'t>,
        lemma: &'s Lemma,
    ) -> Result<Search<'s, 't>, Refusal> {
        let statement = statement(lemma);
        let (mut world, _, _) = theory.world(&statement)?;
        let (labels, points, stuck, samples) = (0, POINTS, Vec::new(), Vec::new());
        let work_left = world.prover.terms.pay(0).unwrap_or(0);
        Ok(Search {
            theory,
            library,
            tools,
            world,
            lemma,
            hypothesis: None,
            samples,
            stuck,
            labels,
            points,
            work_left,
            is_failed: None,
        })
    }

    /// Runs the search with a share of the work.
    pub fn prove(&mut self) -> Result<Found, Refusal> {
        let rest = self.tools.budget.work - self.tools.budget.work / SHARE;
        self.tools.budget.work -= rest;
        let found = self.run();
        self.tools.budget.work += rest;
        found
    }

    fn run(&mut self) -> Result<Found, Refusal> {
        let statement = statement(self.lemma);
        let given = self.given();
        let (world, mut here, goal) = self.theory.world(&statement)?;
        self.world = world;
        let measure = {
            let mut scope = Scope { definitions: given, ..self.world.prover.scope(&here.point) };
            scope.all_terms(&self.lemma.measure)?
        };
        if !measure.is_empty() {
            self.hypothesis = self.theory.rewrite(self.lemma).map(|rewrite| (rewrite, measure));
        }
        let assumed = here.point.context.facts().to_vec();
        self.sample(&here, &assumed, &goal);
        if let Some(words) = self.is_failed.take() {
            return Ok(Found::Fails(words));
        }
        let Some(current) = goal.as_zero() else { return Ok(Found::Stuck(Vec::new())) };
        here.assume("goal", goal.negated());
        let alive = (0..self.samples.len()).collect();
        let mut at = At {
            here,
            current,
            alive,
            unfolded: BTreeSet::new(),
            used: BTreeSet::new(),
            fuel: match (self.hypothesis.is_some(), self.theory.about(&self.lemma.show).len()) {
                (true, 1) => FUEL_OF_ONE,
                (is_known, _) => FUEL[usize::from(is_known)],
            },
            script: Vec::new(),
        };
        self.one_name(&mut at, &assumed)?;
        Ok(match self.close(at)? {
            Some(script) => match self.again(&statement, script)? {
                Some(script) => Found::Proof(script),
                None => Found::Stuck(Vec::new()),
            },
            None => {
                let mut stuck = std::mem::take(&mut self.stuck);
                stuck.sort_by_key(|it| std::cmp::Reverse(it.fuel));
                Found::Stuck(stuck)
            }
        })
    }

    /// If two words are assumed to be equal, replaces the one in fewer assumptions by the other.
    fn one_name(&mut self, at: &mut At, assumed: &[Fact]) -> Result<(), Refusal> {
        let terms = &self.world.prover.terms;
        let uses = |atom: Atom| {
            let mut count = 0;
            for fact in assumed {
                let mut atoms = BTreeSet::new();
                fact.sum.iter().for_each(|(term, _)| below(terms, *term, &mut atoms));
                count += usize::from(atoms.contains(&atom));
            }
            count
        };
        let mut pairs = Vec::new();
        for fact in assumed {
            let Some(zero) = fact.as_zero() else { continue };
            let [(one, _), (other, _)] = terms.polynomial(zero) else { continue };
            let (&[a], &[b]) = (&one[..], &other[..]) else { continue };
            let is_symbol = |atom| matches!(terms.node(atom).head, Head::Symbol(_));
            if is_symbol(a) && is_symbol(b) {
                pairs.push(if uses(a) <= uses(b) { (a, b) } else { (b, a) });
            }
        }
        for (from, to) in pairs {
            let head = self.world.prover.terms.node(to).head.clone();
            let to = self.world.prover.terms.atom(head, Vec::new())?;
            self.replace(at, from, to)?;
        }
        Ok(())
    }

    fn given(&self) -> Definitions<'s> {
        self.theory.given()
    }

    /// Subtracts the work since the last charge from the budget; returns whether any is left.
    fn charge(&mut self) -> bool {
        let left = self.world.prover.terms.pay(0).unwrap_or(0);
        let done = self.work_left.saturating_sub(left);
        self.work_left = left;
        self.tools.budget.spend(POINT + done) && self.theory.values.charge(self.tools.budget)
    }

    /// Collects samples that satisfy the assumptions; records one that contradicts the goal.
    fn sample(&mut self, here: &Here, assumed: &[Fact], goal: &Fact) {
        let Lemma { any, assume: texts, .. } = self.lemma;
        let words = any.iter().map(|name| here.point.context.names[name]).collect();
        let of = Assumed { any, words, texts, facts: assumed };
        let (terms, theory) = (&self.world.prover.terms, self.theory);
        let (samples, is_failed) = (&mut self.samples, &mut self.is_failed);
        theory.sampled(terms, &of, SAMPLES, |sample| {
            let holds = sample.holds(terms, goal);
            if theory.values.has_failed() {
                return true;
            }
            if !holds {
                *is_failed = Some(sample.input.clone());
            }
            samples.push(sample);
            holds
        });
    }

    /// Whether a fact holds on a sample; none if a value is not known.
    fn holds(&self, sample: usize, fact: &Fact) -> Option<bool> {
        self.theory.values.has_failed();
        let holds = self.samples[sample].holds(&self.world.prover.terms, fact);
        (!self.theory.values.has_failed()).then_some(holds)
    }

    fn all_hold(&self, at: &At, fact: &Fact) -> bool {
        at.alive.iter().all(|&sample| self.holds(sample, fact) != Some(false))
    }

    /// Searches for a script that closes a point.
    fn close(&mut self, mut at: At) -> Result<Option<Script>, Refusal> {
        loop {
            if at.here.point.context.is_closed {
                return Ok(Some(at.script));
            }
            if self.points == 0 || !self.charge() {
                return Ok(None);
            }
            self.points -= 1;
            if at.alive.is_empty() {
                return self.refute(at);
            }
            if (at.current == Terms::ZERO || self.points.is_multiple_of(4))
                && let Some(step) = ring::close(&mut self.world, &at.here)?
            {
                at.script.push(step);
                return Ok(Some(at.script));
            }
            match self.step(&mut at)? {
                Move::Went => {}
                Move::Ends(script) => return Ok(script),
                Move::Not => {
                    self.note(&at);
                    return self.refute(at);
                }
            }
        }
    }

    /// Makes the first move that applies.
    fn step(&mut self, at: &mut At) -> Result<Move, Refusal> {
        type Try<'s, 't> = fn(&mut Search<'s, 't>, &mut At) -> Result<Move, Refusal>;
        let moves: [Try<'s, 't>; 12] = [
            Search::by_arithmetic,
            Search::fix,
            Search::simplify,
            Search::merge,
            Search::rewrite,
            Search::split_domain,
            Search::name_value,
            Search::by_order,
            Search::by_measure,
            Search::unfold_any,
            Search::by_parts,
            Search::rewrite_late,
        ];
        for attempt in moves {
            match attempt(self, at)? {
                Move::Not => {}
                other => return Ok(other),
            }
        }
        Ok(Move::Not)
    }

    fn label(&mut self) -> String {
        self.labels += 1;
        format!("s{}", self.labels)
    }

    /// Closes a point that no sample reaches, if its facts are contradictory by arithmetic.
    fn refute(&mut self, mut at: At) -> Result<Option<Script>, Refusal> {
        let facts = self.plain(&at);
        if !at.alive.is_empty() {
            return Ok(None);
        }
        let found = self.lemma_of(&facts, None, Effort::Full)?;
        let all = at.here.point.context.facts().to_vec();
        let found = match found {
            Some(step) => Some(step),
            None => self.lemma_of(&all, None, Effort::Full)?,
        };
        let Some(step) = found else { return Ok(None) };
        at.script.push(step);
        Ok(Some(at.script))
    }

    /// The facts that contain no function application.
    fn plain(&self, at: &At) -> Vec<Fact> {
        let facts = at.here.point.context.facts().iter();
        let terms = &self.world.prover.terms;
        facts.filter(|fact| !self.theory.is_about(terms, fact)).cloned().collect()
    }

    /// A step that applies an arithmetic lemma proving the goal, or a contradiction without a goal.
    fn lemma_of(
        &mut self,
        facts: &[Fact],
        goal: Option<&Fact>,
        effort: Effort,
    ) -> Result<Option<Step>, Refusal> {
        let terms = &self.world.prover.terms;
        let words = Applications::Words;
        let Ok(found) = lemma::instance(terms, facts, goal, &self.theory.prefix, &words) else {
            return Ok(None);
        };
        let is_nonlinear = facts.iter().chain(goal).any(|fact| self.is_nonlinear(fact));
        let effort = if is_nonlinear { effort.min(Effort::Sums) } else { effort };
        let before = std::mem::replace(&mut self.tools.effort, effort);
        let number = self.library.prove(&found.statement, self.tools);
        self.tools.effort = before;
        number.map(|number| self.applied(number, &found)).transpose()
    }

    /// The step that applies a lemma to the words of an instance.
    fn applied(&mut self, number: usize, found: &lemma::Instance) -> Result<Step, Refusal> {
        let mut rule = Rule { rule: "lemma".into(), label: self.label(), ..Rule::default() };
        rule.name.clone_from(&self.library.lemmas[number].name);
        for (name, &atom) in found.statement.any.iter().zip(&found.atoms) {
            let text = self.world.names.atom(&self.world.prover.terms, atom)?;
            rule.with.insert(name.clone(), text);
        }
        Ok(Step::Rule(rule))
    }

    /// The function applications in a term, including those within operands.
    fn applications(&self, term: Term) -> Vec<Atom> {
        let mut atoms = BTreeSet::new();
        below(&self.world.prover.terms, term, &mut atoms);
        let is_one =
            |atom: &Atom| matches!(self.world.prover.terms.node(*atom).head, Head::Function(_));
        atoms.into_iter().filter(is_one).collect()
    }

    /// Records a stuck point.
    fn note(&mut self, at: &At) {
        let facts = self.plain(at);
        let terms = &self.world.prover.terms;
        let names = &mut self.world.names;
        let texts: Result<Vec<FactText>, _> =
            facts.iter().map(|fact| names.fact(terms, fact)).collect();
        let (Ok(facts), Ok(text)) = (texts, names.term(terms, at.current)) else { return };
        let (any, count) = (self.lemma.any.clone(), self.stuck.len());
        let mut heads: Vec<Head> = Vec::new();
        for atom in self.applications(at.current) {
            heads.push(self.world.prover.terms.node(atom).head.clone());
        }
        let is_mixed = heads.windows(2).any(|pair| pair[0] != pair[1]);
        let stuck = Stuck { any, facts, text, is_mixed, fuel: at.fuel };
        let is_known = self.stuck.iter().any(|it| it.text == stuck.text);
        if count < STUCK && !is_known {
            self.stuck.push(stuck);
        }
    }
}

/// The statement of a lemma, without its proof.
pub fn statement(lemma: &Lemma) -> Statement {
    let Lemma { any, assume, show, .. } = lemma.clone();
    Statement { any, assume, show: Some(show) }
}
