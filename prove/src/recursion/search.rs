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

mod divisions;
mod moves;
mod replay;

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
        let Some(number) = number else { return Ok(None) };
        let mut rule = Rule { rule: "lemma".into(), label: self.label(), ..Rule::default() };
        rule.name.clone_from(&self.library.lemmas[number].name);
        for (name, &atom) in found.statement.any.iter().zip(&found.atoms) {
            let text = self.world.names.atom(&self.world.prover.terms, atom)?;
            rule.with.insert(name.clone(), text);
        }
        Ok(Some(Step::Rule(rule)))
    }

    /// Whether a fact contains a product of words, or a quotient by one: as circuits these decide nothing within the
    /// conflicts of a search.
    fn is_nonlinear(&self, fact: &Fact) -> bool {
        let terms = &self.world.prover.terms;
        let is_product = |term: Term| terms.polynomial(term).iter().any(|(it, _)| it.len() > 1);
        let mut atoms = BTreeSet::new();
        fact.sum.iter().for_each(|(term, _)| below(terms, *term, &mut atoms));
        fact.sum.iter().any(|(term, _)| is_product(*term))
            || atoms.iter().any(|atom| {
                let Node { head, operands } = terms.node(*atom);
                let is_constant = |term: &Term| terms.as_constant(*term).is_some();
                match head {
                    Head::Operator(Operator::Less | Operator::LessSigned) => {
                        operands.iter().any(|it| is_product(*it))
                    }
                    Head::Operator(_) => !operands.iter().any(is_constant),
                    _ => false,
                }
            })
    }

    /// Adds a fact if it follows by arithmetic; returns whether it does.
    fn conclude(&mut self, at: &mut At, fact: &Fact) -> Result<bool, Refusal> {
        if at.here.point.context.knows(fact) == Some(true) {
            return Ok(true);
        }
        if fact.folded().is_some() || !self.all_hold(at, fact) {
            return Ok(false);
        }
        let plain = self.plain(at);
        let mut found = None;
        // A fact about sums seldom needs those about products, which make it much work.
        if !self.is_nonlinear(fact) && plain.iter().any(|it| self.is_nonlinear(it)) {
            let mut linear = plain.clone();
            linear.retain(|it| !self.is_nonlinear(it));
            found = self.lemma_of(&linear, Some(fact), Effort::Full)?;
        }
        if found.is_none() {
            found = self.lemma_of(&plain, Some(fact), Effort::Full)?;
        }
        if found.is_none() {
            let all = at.here.point.context.facts().to_vec();
            if all.len() != plain.len() {
                found = self.lemma_of(&all, Some(fact), Effort::Full)?;
            }
        }
        let Some(step) = found else { return Ok(false) };
        if let Step::Rule(rule) = &step {
            at.here.assume(&rule.label, fact.clone());
        }
        at.script.push(step);
        Ok(true)
    }

    /// Adds an assumption of a lemma if it follows: by arithmetic, or, if it is about functions, by unfolding.
    fn conclude_any(&mut self, at: &mut At, fact: &Fact) -> Result<bool, Refusal> {
        if self.conclude(at, fact)? {
            return Ok(true);
        }
        let is_about = self.theory.is_about(&self.world.prover.terms, fact);
        if !is_about || self.theory.nesting.get() > 0 || !self.all_hold(at, fact) {
            return Ok(false);
        }
        let Some(step) = self.by_functions(at, fact)? else { return Ok(false) };
        if let Step::Rule(rule) = &step {
            at.here.assume(&rule.label, fact.clone());
        }
        at.script.push(step);
        Ok(true)
    }

    /// A step that applies a lemma about functions proving the goal, by unfolding alone.
    fn by_functions(&mut self, at: &At, goal: &Fact) -> Result<Option<Step>, Refusal> {
        let facts = at.here.point.context.facts().to_vec();
        let stay = Applications::Stay(self.theory.names());
        let terms = &self.world.prover.terms;
        // The negated goal of the whole proof says nothing here.
        let facts: Vec<Fact> = facts
            .into_iter()
            .filter(|fact| fact.negated().as_zero().is_none() || !self.theory.is_about(terms, fact))
            .collect();
        let prefix = &self.theory.prefix;
        let Ok(found) = lemma::instance(terms, &facts, Some(goal), prefix, &stay) else {
            return Ok(None);
        };
        let nesting = self.theory.nesting.clone();
        nesting.set(nesting.get() + 1);
        let number = self.theory.follows(&found.statement, self.library, self.tools);
        nesting.set(nesting.get() - 1);
        let Some(number) = number else { return Ok(None) };
        let mut rule = Rule { rule: "lemma".into(), label: self.label(), ..Rule::default() };
        rule.name.clone_from(&self.library.lemmas[number].name);
        for (name, &atom) in found.statement.any.iter().zip(&found.atoms) {
            let text = self.world.names.atom(&self.world.prover.terms, atom)?;
            rule.with.insert(name.clone(), text);
        }
        Ok(Some(Step::Rule(rule)))
    }

    /// Applies a rule that leaves exactly one open case.
    fn apply(&mut self, at: &mut At, rule: Rule, given: Definitions<'_>) -> Option<Vec<Fact>> {
        let before = at.here.point.context.facts().len();
        let mut open = self.world.branch_with(&at.here, &rule, given)?;
        if open.len() != 1 {
            return None;
        }
        at.here = open.pop()?;
        at.script.push(Step::Rule(rule));
        Some(at.here.point.context.facts()[before..].to_vec())
    }

    /// The function applications in a term, including those within operands.
    fn applications(&self, term: Term) -> Vec<Atom> {
        let mut atoms = BTreeSet::new();
        below(&self.world.prover.terms, term, &mut atoms);
        let is_one =
            |atom: &Atom| matches!(self.world.prover.terms.node(*atom).head, Head::Function(_));
        atoms.into_iter().filter(is_one).collect()
    }

    /// Replaces an atom by an equal term.
    fn replace(&mut self, at: &mut At, atom: Atom, by: Term) -> Result<bool, Refusal> {
        let Some(current) = self.replaced(at, at.current, atom, by)? else { return Ok(false) };
        at.current = current;
        Ok(true)
    }

    fn replaced(
        &mut self,
        at: &mut At,
        term: Term,
        atom: Atom,
        by: Term,
    ) -> Result<Option<Term>, Refusal> {
        let mut with = HashMap::new();
        with.insert(atom, by);
        let mut tops = BTreeSet::new();
        for (monomial, _) in self.world.prover.terms.polynomial(term) {
            tops.extend(monomial.iter().copied());
        }
        for top in tops {
            let Node { head, operands } = self.world.prover.terms.node(top).clone();
            if top == atom || operands.is_empty() {
                continue;
            }
            let mut new = Vec::new();
            for &operand in &operands {
                let Some(operand) = self.replaced(at, operand, atom, by)? else {
                    return Ok(None);
                };
                new.push(operand);
            }
            if new == operands {
                continue;
            }
            let Some(to) = self.congruent(at, top, head, &operands, new)? else {
                return Ok(None);
            };
            with.insert(top, to);
        }
        // Only the top level: operands have been replaced above.
        self.at_top(term, &with).map(Some)
    }

    /// Replaces atoms of a term, but not those within operands.
    fn at_top(&mut self, term: Term, with: &HashMap<Atom, Term>) -> Result<Term, Refusal> {
        let mut sum = Terms::ZERO;
        let terms = &mut self.world.prover.terms;
        for (monomial, factor) in terms.polynomial(term).to_vec() {
            let mut product = terms.constant(factor);
            for of in monomial {
                let factor = match with.get(&of) {
                    Some(&by) => by,
                    None => {
                        let Node { head, operands } = terms.node(of).clone();
                        terms.atom(head, operands)?
                    }
                };
                product = terms.mul(product, factor)?;
            }
            sum = terms.add(sum, product)?;
        }
        Ok(sum)
    }

    /// Replaces the operands of an atom by terms that are known to be equal.
    fn congruent(
        &mut self,
        at: &mut At,
        atom: Atom,
        head: Head,
        operands: &[Term],
        new: Vec<Term>,
    ) -> Result<Option<Term>, Refusal> {
        for (&one, &other) in operands.iter().zip(&new) {
            let same = Fact::equal(&mut self.world.prover.terms, one, other)?;
            if same.folded() != Some(true) && !self.conclude(at, &same)? {
                return Ok(None);
            }
        }
        let to = rebuilt(&mut self.world.prover.terms, head, new)?;
        let Some(other) = self.world.prover.terms.as_atom(to) else { return Ok(None) };
        if other == atom {
            return Ok(Some(to));
        }
        let texts = [atom, other].map(|it| self.world.names.atom(&self.world.prover.terms, it));
        let [a, b] = texts;
        let mut rule = Rule { rule: "congruence".into(), label: self.label(), ..Rule::default() };
        rule.terms = vec![a?, b?];
        let given = self.given();
        Ok(self.apply(at, rule, given).map(|_| to))
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
