//! Case splits: on orders, on how sums wrap, and on whether divisors are zero, until linear sums of
//! inequalities or identities of polynomials close every case.

use std::collections::{BTreeMap, HashSet};

use tamarin_kernel::evidence::{FactText, Rule, Script, Step};
use tamarin_kernel::fact::Fact;
use tamarin_kernel::refusal::Refusal;
use tamarin_kernel::term::{Atom, Head, Node, Term, Terms};
use tamarin_kernel::word::Operator;

use super::{Effort, Outcome, Tools, quotients, ring};
use crate::farkas::{self, Row};
use crate::lemma::Statement;
use crate::world::{Here, World};

/// Points that are looked at.
const POINTS: [u32; 2] = [12, 120];
/// Ways in which a sum may wrap at most.
const CARRIES: i128 = 6;
/// Facts that are summed at most.
const FACTS: usize = 60;

/// The tactic.
pub fn tactic(statement: &Statement, tools: &mut Tools<'_>) -> Outcome {
    let Ok((world, here)) = World::new(tools.machine, statement) else { return Outcome::Open };
    let left = POINTS[usize::from(tools.effort == Effort::Full)];
    let mut search = Search { world, left, labels: 0, work: 0 };
    let found = search.close(&here, &HashSet::new());
    tools.budget.spend(search.work);
    match found {
        Ok(Some(script)) => Outcome::Proved(script),
        _ => Outcome::Open,
    }
}

struct Search {
    world: World,
    /// Points that may still be looked at.
    left: u32,
    /// Labels that were given.
    labels: usize,
    /// What was done, in about the units of the kernel.
    work: u64,
}

/// Rules that were applied on the way to a point, by their texts.
type Applied = HashSet<String>;

impl Search {
    /// A script that closes a point.
    fn close(&mut self, here: &Here, applied: &Applied) -> Result<Option<Script>, Refusal> {
        if here.point.context.is_closed {
            return Ok(Some(Vec::new()));
        }
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        let facts = here.point.context.facts().len() as u64;
        self.work += 1_000 + 50 * facts * facts;
        if let Some(step) = ring::close(&mut self.world, here)? {
            return Ok(Some(vec![step]));
        }
        if let Some(step) = self.linear(here) {
            return Ok(Some(vec![step]));
        }
        let Some(mut rule) = self.choose(here, applied)? else { return Ok(None) };
        let mut applied = applied.clone();
        applied.insert(key(&rule));
        self.labels += 1;
        rule.label = format!("c{}", self.labels);
        let Some(mut open) = self.world.branch(here, &rule) else { return Ok(None) };
        let last = open.pop();
        for case in open {
            let Some(script) = self.close(&case, &applied)? else { return Ok(None) };
            rule.cases.push(script);
        }
        let mut script = vec![Step::Rule(rule)];
        if let Some(last) = last {
            let Some(rest) = self.close(&last, &applied)? else { return Ok(None) };
            script.extend(rest);
        }
        Ok(Some(script))
    }

    /// Inequalities that contradict each other.
    fn linear(&self, here: &Here) -> Option<Step> {
        let facts = here.point.context.facts();
        if facts.len() > FACTS {
            return None;
        }
        let mut variables: BTreeMap<Term, usize> = BTreeMap::new();
        let mut rows = Vec::new();
        for fact in facts {
            let sum = fact.sum.iter().map(|&(term, factor)| {
                let count = variables.len();
                (*variables.entry(term).or_insert(count), factor)
            });
            let mut sum: Vec<(usize, i128)> = sum.collect();
            sum.sort_unstable();
            rows.push(Row { sum, most: fact.most });
        }
        let greatest = self.world.prover.terms.width.modulus() - 1;
        let factors = farkas::contradiction(&rows, greatest)?;
        let mut rule = Rule { rule: "linear".into(), label: "sum".into(), ..Rule::default() };
        for (index, factor) in factors {
            rule.on.push(here.labels[index].clone());
            rule.times.push(i64::try_from(factor).ok()?);
        }
        Some(Step::Rule(rule))
    }

    /// The next rule to apply.
    fn choose(&mut self, here: &Here, applied: &Applied) -> Result<Option<Rule>, Refusal> {
        let fresh = |rule: &Rule| !applied.contains(&key(rule));
        for rule in self.divisions(here)? {
            if fresh(&rule) {
                return Ok(Some(rule));
            }
        }
        for rule in self.equalities(here)? {
            if fresh(&rule) {
                return Ok(Some(rule));
            }
        }
        if let Some(&[a, b]) = ring::orders(&mut self.world, here)?.first() {
            let (a, b) = (self.world.text(a)?, self.world.text(b)?);
            let fact = FactText::Text(format!("{a} <u {b}"));
            return Ok(Some(Rule { rule: "split".into(), fact, ..Rule::default() }));
        }
        Ok(self.carries(here)?.into_iter().find(fresh))
    }

    /// `cut` for words of which each is known to be at most the other.
    fn equalities(&mut self, here: &Here) -> Result<Vec<Rule>, Refusal> {
        let mut rules = Vec::new();
        for fact in here.point.context.facts() {
            let (&[(x, 1), (y, -1)] | &[(y, -1), (x, 1)], 0) = (&fact.sum[..], fact.most) else {
                continue;
            };
            let turned = Fact::below(&mut self.world.prover.terms, x, y)?.negated();
            let same = Fact::equal(&mut self.world.prover.terms, x, y)?;
            let context = &here.point.context;
            if context.knows(&turned) == Some(true) && context.knows(&same).is_none() {
                let (x, y) = (self.world.text(x)?, self.world.text(y)?);
                let fact = FactText::Text(format!("{x} = {y}"));
                rules.push(Rule { rule: "cut".into(), fact, ..Rule::default() });
            }
        }
        Ok(rules)
    }

    /// `divide` for all quotients and remainders, then what says which other quotients they are.
    fn divisions(&mut self, here: &Here) -> Result<Vec<Rule>, Refusal> {
        let mut seen = HashSet::new();
        for fact in here.point.context.facts() {
            for &(term, _) in &fact.sum {
                below(&self.world.prover.terms, term, &mut seen);
            }
        }
        let mut atoms: Vec<Atom> = seen.iter().copied().collect();
        atoms.sort_unstable();
        let mut rules = Vec::new();
        for atom in atoms {
            let Node { head, operands } = self.world.prover.terms.node(atom).clone();
            if let (Head::Operator(Operator::Quotient | Operator::Remainder), &[a, d]) =
                (head, &operands[..])
            {
                let terms = vec![self.world.text(a)?, self.world.text(d)?];
                rules.push(Rule { rule: "divide".into(), terms, ..Rule::default() });
            }
        }
        rules.extend(quotients::rules(&mut self.world, &here.point.context, &seen)?);
        Ok(rules)
    }

    /// `carry` for sums in facts, the last ones first.
    fn carries(&mut self, here: &Here) -> Result<Vec<Rule>, Refusal> {
        let mut rules = Vec::new();
        for fact in here.point.context.facts().iter().rev() {
            for &(term, _) in &fact.sum {
                rules.extend(self.carry(term)?);
            }
        }
        Ok(rules)
    }

    fn carry(&mut self, term: Term) -> Result<Option<Rule>, Refusal> {
        let terms = &mut self.world.prover.terms;
        if terms.as_constant(term).is_some() || terms.as_atom(term).is_some() {
            return Ok(None);
        }
        let width = terms.width;
        let polynomial = terms.polynomial(term).to_vec();
        let ways: i128 = polynomial.iter().map(|(_, by)| width.signed(*by).abs()).sum();
        let is_product = polynomial.len() == 1 && polynomial[0].1 == 1;
        let constant = polynomial.iter().find(|(of, _)| of.is_empty()).map_or(0, |(_, by)| *by);
        if is_product || ways - width.signed(constant).abs() > CARRIES {
            return Ok(None);
        }
        let mut rule = Rule { rule: "carry".into(), ..Rule::default() };
        for (monomial, factor) in polynomial {
            let factor = width.signed(factor) as i64;
            if monomial.is_empty() {
                rule.plus = factor;
                continue;
            }
            let names: Result<Vec<String>, _> = monomial
                .iter()
                .map(|atom| self.world.names.atom(&self.world.prover.terms, *atom))
                .collect();
            rule.sum.push((factor, names?.join("*")));
        }
        Ok(Some(rule))
    }
}

/// All atoms below a term.
fn below(terms: &Terms, term: Term, seen: &mut HashSet<Atom>) {
    for (monomial, _) in terms.polynomial(term) {
        for &atom in monomial {
            if seen.insert(atom) {
                terms.node(atom).operands.iter().for_each(|&of| below(terms, of, seen));
            }
        }
    }
}

fn key(rule: &Rule) -> String {
    format!("{} {:?} {:?} {} {:?}", rule.rule, rule.terms, rule.sum, rule.plus, rule.fact)
}
