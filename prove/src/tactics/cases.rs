//! Case splits: on orders, on how sums wrap, and on whether divisors are zero. A case is closed by a linear combination
//! of inequalities or by a polynomial identity.

use std::collections::{BTreeMap, HashSet};

use tamarin_kernel::evidence::{FactText, Rule, Script, Step};
use tamarin_kernel::fact::Fact;
use tamarin_kernel::refusal::Refusal;
use tamarin_kernel::term::{Atom, Head, Node, Term, Terms};
use tamarin_kernel::word::Operator;

use super::{Effort, Outcome, Tools, products, quotients, ring, rule, squares};
use crate::farkas::{self, Row};
use crate::lemma::Statement;
use crate::world::{Here, World};

mod carries;
mod integers;

use carries::bound;
pub use integers::is_zero;

/// Maximum number of points, by effort: brief, and otherwise.
const POINTS: [u32; 2] = [24, 400];
/// The least maximum for a goal about products: its proof has many carries.
const PRODUCTS: u32 = 100;
/// Factor on the maximum when remainders by 2 are split first.
const PARITIES: u32 = 4;
/// Maximum nesting of cases. It bounds the stack.
const NESTED: u32 = 60;
/// Maximum number of facts in a linear combination.
const FACTS: usize = 150;

/// The tactic.
pub fn tactic(statement: &Statement, tools: &mut Tools<'_>) -> Outcome {
    let left = POINTS[usize::from(tools.effort > Effort::Brief)];
    let attempts = [
        (First::Products, left),
        (First::Rest, left),
        (First::UpperHalves, left),
        (First::Parities, PARITIES * left),
    ];
    for (first, left) in attempts {
        if first == First::Parities && tools.effort != Effort::Full {
            return Outcome::Open;
        }
        let Ok((world, here)) = World::new(tools.machine, statement) else { return Outcome::Open };
        let is_goal = || products::are_needed(&world.prover.terms, last(&here));
        let left = if first == First::Products && is_goal() { left.max(PRODUCTS) } else { left };
        let mut search = Search { world, left, labels: 0, work: 0, first, nested: 0 };
        if !search.is_useful(&here) {
            continue;
        }
        let found = search.close(here, HashSet::new());
        tools.budget.spend(search.work);
        if let Ok(Some(script)) = found {
            return Outcome::Proved(script);
        }
    }
    Outcome::Open
}

/// The last fact of a point: at first, that the goal does not hold.
fn last(here: &Here) -> &[Fact] {
    let facts = here.point.context.facts();
    &facts[facts.len().saturating_sub(1)..]
}

/// What an attempt splits first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum First {
    /// Bounds of products, where an equation is about products.
    Products,
    /// Neither.
    Rest,
    /// Bounds of products that are to be shown not to wrap.
    UpperHalves,
    /// Remainders by 2: once they are 0 or 1, their products are linear.
    Parities,
}

struct Search {
    world: World,
    /// Points that may still be visited.
    left: u32,
    /// Number of labels used so far.
    labels: usize,
    /// Work done, roughly in units of the kernel.
    work: u64,
    /// What is split first.
    first: First,
    /// Number of cases around the current point, each within the one before.
    nested: u32,
}

/// Rules applied on the path to a point, by their texts.
type Applied = HashSet<String>;

impl Search {
    /// Whether there is anything that this attempt splits first.
    fn is_useful(&mut self, here: &Here) -> bool {
        let facts = here.point.context.facts();
        match self.first {
            First::Products => {
                products::are_needed(&self.world.prover.terms, facts)
                    && products::rules(&mut self.world, here).is_ok_and(|it| !it.is_empty())
            }
            First::UpperHalves => products::may_wrap(&self.world.prover.terms, facts),
            First::Rest => true,
            First::Parities => self.multiplies_parities(here),
        }
    }

    /// Searches for a script that closes a point. The last case of a rule continues the script; the others are nested.
    fn close(&mut self, mut here: Here, mut applied: Applied) -> Result<Option<Script>, Refusal> {
        let mut script = Vec::new();
        while !here.point.context.is_closed {
            if self.left == 0 {
                return Ok(None);
            }
            self.left -= 1;
            let facts = here.point.context.facts().len() as u64;
            self.work += 1_000 + 4 * facts * facts;
            let closing = match ring::close(&mut self.world, &here)? {
                None => self.linear(&here),
                step => step,
            };
            if let Some(step) = closing {
                script.push(step);
                break;
            }
            let Some(mut rule) = self.choose(&here, &applied)? else { return Ok(None) };
            applied.insert(key(&rule));
            self.labels += 1;
            rule.label = format!("c{}", self.labels);
            let Some(mut open) = self.world.branch(&here, &rule) else { return Ok(None) };
            let last = open.pop();
            for case in open {
                self.nested += 1;
                let within = match self.nested <= NESTED {
                    true => self.close(case, applied.clone())?,
                    false => None,
                };
                self.nested -= 1;
                let Some(script) = within else { return Ok(None) };
                rule.cases.push(script);
            }
            script.push(Step::Rule(rule));
            let Some(last) = last else { break };
            here = last;
        }
        Ok(Some(script))
    }

    /// A step that closes the point by contradictory inequalities (Farkas).
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

    /// Chooses the next rule.
    fn choose(&mut self, here: &Here, applied: &Applied) -> Result<Option<Rule>, Refusal> {
        let fresh = |rule: &Rule| !applied.contains(&key(rule));
        if let Some(rule) = self.equalities(here)?.into_iter().find(fresh) {
            return Ok(Some(rule));
        }
        let [replaced, carries] = self.carries(here)?;
        if let Some(rule) = replaced.into_iter().find(fresh) {
            return Ok(Some(rule));
        }
        if let Some(rule) = self.divisions(here)?.into_iter().find(fresh) {
            return Ok(Some(rule));
        }
        if self.first == First::Parities
            && let Some(rule) = self.parities(here)?.into_iter().find(fresh)
        {
            return Ok(Some(rule));
        }
        if let Some(rule) = self.signs(here)?.into_iter().find(fresh) {
            return Ok(Some(rule));
        }
        if let Some(&[a, b]) = ring::orders(&mut self.world, here)?.first() {
            let (a, b) = (self.world.text(a)?, self.world.text(b)?);
            let fact = FactText::Text(format!("{a} <u {b}"));
            return Ok(Some(rule::split(fact)));
        }
        if matches!(self.first, First::Products | First::UpperHalves)
            && let Some(rule) = self.products(here)?.into_iter().find(fresh)
        {
            return Ok(Some(rule));
        }
        if let Some(rule) = carries.into_iter().find(fresh) {
            return Ok(Some(rule));
        }
        let atoms = self.atoms(here);
        if let Some(rule) = squares::rules(&mut self.world, here, &atoms)?.into_iter().find(fresh) {
            return Ok(Some(rule));
        }
        if let Some(rule) = self.quotients(here)?.into_iter().find(fresh) {
            return Ok(Some(rule));
        }
        if let Some(rule) = self.multiples(here)?.into_iter().find(fresh) {
            return Ok(Some(rule));
        }
        Ok(self.scaled(here, applied)?.into_iter().find(fresh))
    }

    /// Whether a fact contains a product of two quotients or remainders by 2.
    fn multiplies_parities(&self, here: &Here) -> bool {
        let terms = &self.world.prover.terms;
        let is_half = |atom: &&Atom| {
            let Node { head, operands } = terms.node(**atom);
            matches!(head, Head::Operator(Operator::Quotient | Operator::Remainder))
                && terms.as_constant(operands[1]) == Some(2)
        };
        let has_product = |term: Term| {
            let products = terms.polynomial(term).iter().map(|(of, _)| of);
            products.into_iter().any(|of| of.iter().filter(is_half).count() > 1)
        };
        let operands =
            self.atoms(here).into_iter().flat_map(|atom| terms.node(atom).operands.clone());
        let facts = here.point.context.facts().iter();
        facts
            .flat_map(|fact| fact.sum.iter().map(|(term, _)| *term))
            .chain(operands)
            .any(has_product)
    }

    /// `split` rules on remainders by 2.
    fn parities(&mut self, here: &Here) -> Result<Vec<Rule>, Refusal> {
        let mut rules = Vec::new();
        for atom in self.atoms(here) {
            let terms = &mut self.world.prover.terms;
            let Node { head, operands } = terms.node(atom).clone();
            if let (Head::Operator(Operator::Remainder), &[a, d]) = (head, &operands[..])
                && terms.as_constant(d) == Some(2)
            {
                let rest = terms.apply(Operator::Remainder, a, d)?;
                let fact = Fact::zero(terms, rest)?;
                if here.point.context.knows(&fact).is_none() {
                    rules.push(rule::split(&*format!("{} = 0", self.world.text(rest)?)));
                }
            }
        }
        Ok(rules)
    }

    /// `cut` rules for words with equal lower and upper bounds, and for pairs of words that bound each other, whose
    /// difference is related to their values first.
    fn equalities(&mut self, here: &Here) -> Result<Vec<Rule>, Refusal> {
        let mut rules = Vec::new();
        for fact in here.point.context.facts() {
            if let (&[(x, 1)], 1..) = (&fact.sum[..], fact.most) {
                let least = Fact::new(&mut self.world.prover.terms, [(x, -1)], -fact.most)?;
                let value = self.world.prover.terms.constant(fact.most as u64);
                let same = Fact::equal(&mut self.world.prover.terms, x, value)?;
                let context = &here.point.context;
                if context.knows(&least) == Some(true) && context.knows(&same).is_none() {
                    rules.push(rule::cut(&*format!("{} = {}", self.world.text(x)?, fact.most)));
                }
                continue;
            }
            let (&[(x, 1), (y, -1)] | &[(y, -1), (x, 1)], 0) = (&fact.sum[..], fact.most) else {
                continue;
            };
            let turned = Fact::below(&mut self.world.prover.terms, x, y)?.negated();
            let same = Fact::equal(&mut self.world.prover.terms, x, y)?;
            let context = &here.point.context;
            if context.knows(&turned) == Some(true) && context.knows(&same).is_none() {
                let (x, y) = (self.world.text(x)?, self.world.text(y)?);
                let fact = FactText::Text(format!("{x} = {y}"));
                let sum = vec![(1, x), (-1, y)];
                let mut rule = rule::carry(sum, 0);
                bound(&mut self.world, here, &mut rule)?;
                rules.push(rule);
                rules.push(rule::cut(fact));
            }
        }
        Ok(rules)
    }

    /// `divide` rules for all quotients and remainders, `product` rules for upper halves of multiples, then the rules that
    /// relate quotients to each other.
    fn divisions(&mut self, here: &Here) -> Result<Vec<Rule>, Refusal> {
        let atoms = self.atoms(here);
        let seen: HashSet<Atom> = atoms.iter().copied().collect();
        let mut rules = Vec::new();
        for atom in atoms {
            let Node { head, operands } = self.world.prover.terms.node(atom).clone();
            let (Head::Operator(operator), &[a, d]) = (head, &operands[..]) else { continue };
            let rule = match operator {
                Operator::Quotient | Operator::Remainder => rule::divide,
                Operator::High if self.is_multiple(here, a, d)? => rule::product,
                _ => continue,
            };
            rules.push(rule(self.world.texts([a, d])?));
        }
        rules.extend(quotients::rules(&mut self.world, here, &seen)?);
        Ok(rules)
    }

    /// Whether the factor of a product is a constant, and its upper half may be other than 0.
    fn is_multiple(&mut self, here: &Here, a: Term, factor: Term) -> Result<bool, Refusal> {
        let terms = &mut self.world.prover.terms;
        let high = terms.apply(Operator::High, a, factor)?;
        let is_zero = here.point.context.knows(&Fact::zero(terms, high)?);
        Ok(terms.as_constant(factor).is_some() && is_zero != Some(true))
    }

    /// `split` rules on whether a quotient is 0 or 1, and on whether a remainder by 2 is 0, which uses that they are
    /// integers.
    fn quotients(&mut self, here: &Here) -> Result<Vec<Rule>, Refusal> {
        let mut rules = Vec::new();
        for atom in self.atoms(here) {
            let Node { head, operands } = self.world.prover.terms.node(atom).clone();
            let &[a, d] = &operands[..] else { continue };
            let Head::Operator(operator) = head else { continue };
            let by = self.world.prover.terms.as_constant(d);
            let leasts: &[u64] = match (operator, by) {
                (Operator::Quotient, _) => &[1, 2],
                (Operator::Remainder, Some(2)) => &[1],
                _ => &[],
            };
            for &least in leasts {
                let terms = &mut self.world.prover.terms;
                let (of, least) = (terms.apply(operator, a, d)?, terms.constant(least));
                let fact = Fact::below(terms, of, least)?;
                if here.point.context.knows(&fact).is_none() {
                    let texts = [self.world.text(of)?, self.world.text(least)?];
                    rules.push(rule::split(&*texts.join(" <u ")));
                }
            }
        }
        Ok(rules)
    }

    /// All atoms in facts, in order.
    fn atoms(&self, here: &Here) -> Vec<Atom> {
        let mut seen = HashSet::new();
        for fact in here.point.context.facts() {
            for &(term, _) in &fact.sum {
                below(&self.world.prover.terms, term, &mut seen);
            }
        }
        let mut atoms: Vec<Atom> = seen.into_iter().collect();
        atoms.sort_unstable();
        atoms
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
