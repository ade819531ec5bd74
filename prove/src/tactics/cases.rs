//! Case splits: on orders, on how sums wrap, and on whether divisors are zero. A case is closed by a linear combination
//! of inequalities or by a polynomial identity.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use tamarin_kernel::evidence::{FactText, Rule, Script, Step};
use tamarin_kernel::fact::Fact;
use tamarin_kernel::refusal::Refusal;
use tamarin_kernel::term::{Atom, Head, Node, Term, Terms};
use tamarin_kernel::word::Operator;

use super::{Effort, Outcome, Tools, quotients, ring};
use crate::farkas::gcd;
use crate::farkas::{self, Row};
use crate::lemma::Statement;
use crate::world::{Here, World};

/// Maximum number of points, by effort: brief, and otherwise.
const POINTS: [u32; 2] = [24, 400];
/// Factor on the maximum when remainders by 2 are split first.
const PARITIES: u32 = 4;
/// Maximum number of ways in which a sum may wrap.
const CARRIES: i128 = 9;
/// Maximum number of ways in which a sum of multiples of a word's size may wrap.
const MULTIPLES: i128 = 33;
/// Maximum number of words in an integer on whose sign a proof splits.
const SUMMANDS: usize = 8;
/// Maximum number of facts in a linear combination.
const FACTS: usize = 150;

/// The tactic.
pub fn tactic(statement: &Statement, tools: &mut Tools<'_>) -> Outcome {
    let Ok((world, here)) = World::new(tools.machine, statement) else { return Outcome::Open };
    let left = POINTS[usize::from(tools.effort != Effort::Brief)];
    let mut search = Search { world, left, labels: 0, work: 0, by_parities: false };
    let found = search.close(&here, &HashSet::new());
    tools.budget.spend(search.work);
    if let Ok(Some(script)) = found {
        return Outcome::Proved(script);
    }
    if tools.effort != Effort::Full {
        return Outcome::Open;
    }
    // Second attempt: once remainders by 2 are 0 or 1, their products are linear.
    let Ok((world, here)) = World::new(tools.machine, statement) else { return Outcome::Open };
    let mut search = Search { world, left: PARITIES * left, labels: 0, work: 0, by_parities: true };
    if !search.multiplies_parities(&here) {
        return Outcome::Open;
    }
    let found = search.close(&here, &HashSet::new());
    tools.budget.spend(search.work);
    match found {
        Ok(Some(script)) => Outcome::Proved(script),
        _ => Outcome::Open,
    }
}

struct Search {
    world: World,
    /// Points that may still be visited.
    left: u32,
    /// Number of labels used so far.
    labels: usize,
    /// Work done, roughly in units of the kernel.
    work: u64,
    /// Whether remainders by 2 are split first.
    by_parities: bool,
}

/// The integer that is a sum of words, each with a factor, and a constant.
struct Integer {
    sum: Vec<(i64, String)>,
    plus: i64,
}

/// Rules applied on the path to a point, by their texts.
type Applied = HashSet<String>;

impl Search {
    /// Searches for a script that closes a point.
    fn close(&mut self, here: &Here, applied: &Applied) -> Result<Option<Script>, Refusal> {
        if here.point.context.is_closed {
            return Ok(Some(Vec::new()));
        }
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        let facts = here.point.context.facts().len() as u64;
        self.work += 1_000 + 8 * facts * facts;
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
        if self.by_parities
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
            return Ok(Some(Rule { rule: "split".into(), fact, ..Rule::default() }));
        }
        if let Some(rule) = carries.into_iter().find(fresh) {
            return Ok(Some(rule));
        }
        if let Some(rule) = self.quotients(here)?.into_iter().find(fresh) {
            return Ok(Some(rule));
        }
        Ok(self.multiples(here)?.into_iter().find(fresh))
    }

    /// Rules for goals of the form `f·S = 0`, where `S` is a sum of few words: `split` rules on the sign of the integer
    /// `S`, a `carry` rule that relates it to the word `S`, and a `cut` that states that this word is 0.
    fn signs(&mut self, here: &Here) -> Result<Vec<Rule>, Refusal> {
        let goals = here.point.context.facts().iter().filter_map(|fact| fact.negated().as_zero());
        let goals: Vec<Term> = goals.collect();
        let mut rules = Vec::new();
        if goals.is_empty() {
            return Ok(rules);
        }
        let pivots = ring::Pivots::all(&mut self.world, here)?;
        for goal in goals.into_iter().rev() {
            let rest = pivots.reduce(&mut self.world, goal)?;
            let found = match self.primitive(goal)? {
                None => self.primitive(rest)?,
                found => found,
            };
            let Some(Integer { sum, plus }) = found else { continue };
            let turned = sum.iter().map(|(factor, of)| (-factor, of.clone())).collect();
            for (sum, most) in [(sum.clone(), -1 - plus), (turned, -1 + plus)] {
                let fact = FactText::Sum { sum, most };
                let known = self.world.prover.scope(&here.point).fact(&fact)?;
                match here.point.context.knows(&known) {
                    None => rules.push(Rule { rule: "split".into(), fact, ..Rule::default() }),
                    Some(true) => return Ok(rules),
                    Some(false) => {}
                }
            }
            rules.extend(is_zero(&mut self.world, here, sum, plus)?);
        }
        Ok(rules)
    }

    /// A sum of few words without the common factor of its factors, with its constant; none if there is no common factor
    /// or there are many words. The constant is divided modulo 2^width.
    fn primitive(&mut self, term: Term) -> Result<Option<Integer>, Refusal> {
        let terms = &mut self.world.prover.terms;
        let (width, mut polynomial) = (terms.width, terms.polynomial(term).to_vec());
        let constant = match polynomial.first() {
            Some((none, _)) if none.is_empty() => polynomial.remove(0).1,
            _ => 0,
        };
        let factors: Vec<i128> = polynomial.iter().map(|(_, by)| width.signed(*by)).collect();
        let common = factors.iter().fold(0, |common, factor| gcd(common, factor.abs()));
        if common < 2 || factors.len() > SUMMANDS {
            return Ok(None);
        }
        let twos = common.trailing_zeros();
        if constant.trailing_zeros() < twos {
            return Ok(None);
        }
        let odd = (common >> twos) as u64;
        let divided = (constant >> twos).wrapping_mul(ring::inverse(odd));
        // Among the numbers that are equal modulo 2^(width - twos), the one next to 0.
        let plus = width.signed(width.wrap(divided << twos)) >> twos;
        let mut sum = Vec::new();
        for ((monomial, _), factor) in polynomial.iter().zip(factors) {
            let word = ring::product(&mut self.world.prover.terms, monomial)?;
            sum.push(((factor / common) as i64, self.world.text(word)?));
        }
        Ok(Some(Integer { sum, plus: plus as i64 }))
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
                    let fact = FactText::Text(format!("{} = 0", self.world.text(rest)?));
                    rules.push(Rule { rule: "split".into(), fact, ..Rule::default() });
                }
            }
        }
        Ok(rules)
    }

    /// `carry` rules for sums of multiples of a word's size, such as offsets of elements. Their equations cannot be
    /// solved for a word, but over the integers they give a multiple of 2^width. Also for the rest of larger sums.
    fn multiples(&mut self, here: &Here) -> Result<Vec<Rule>, Refusal> {
        let (mut sums, mut words) = (Vec::new(), Vec::new());
        for fact in here.point.context.facts().iter().rev() {
            let of = if fact.as_zero().is_some() { &mut sums } else { &mut words };
            of.extend(fact.sum.iter().map(|(term, _)| *term));
        }
        let terms = &self.world.prover.terms;
        let standing = Standing::of(terms, &words);
        let is_large = |term: &&Term| size(terms, **term) > CARRIES;
        sums.extend(words.iter().filter(is_large).copied().collect::<BTreeSet<Term>>());
        sums.retain(|sum| {
            let mut words = terms.polynomial(*sum).iter().filter(|(of, _)| !of.is_empty());
            words.all(|(_, factor)| factor.is_multiple_of(terms.layout.word))
        });
        let mut rules = Vec::new();
        for sum in sums {
            rules.extend(self.carry(here, sum, &standing, MULTIPLES)?);
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
                    let fact = FactText::Text(format!("{} = {}", self.world.text(x)?, fact.most));
                    rules.push(Rule { rule: "cut".into(), fact, ..Rule::default() });
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
                let mut rule = Rule { rule: "carry".into(), sum, ..Rule::default() };
                bound(&mut self.world, here, &mut rule)?;
                rules.push(rule);
                rules.push(Rule { rule: "cut".into(), fact, ..Rule::default() });
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
                Operator::Quotient | Operator::Remainder => "divide",
                Operator::High if self.is_multiple(here, a, d)? => "product",
                _ => continue,
            };
            let terms = vec![self.world.text(a)?, self.world.text(d)?];
            rules.push(Rule { rule: rule.into(), terms, ..Rule::default() });
        }
        rules.extend(quotients::rules(&mut self.world, here, &seen)?);
        Ok(rules)
    }

    /// Rules that replace terms by equal ones, and `carry` rules for sums in facts, the last facts first. Each sum
    /// consists of few terms that represent all others.
    fn carries(&mut self, here: &Here) -> Result<[Vec<Rule>; 2], Refusal> {
        let pivots = match self.by_parities {
            true => ring::Pivots::all(&mut self.world, here)?,
            false => ring::Pivots::new(&mut self.world, here)?,
        };
        let words = ring::Pivots::of_words(&mut self.world, here)?;
        let (mut replaced, mut rules) = (Vec::new(), Vec::new());
        let (mut terms, mut seen) = (Vec::new(), HashSet::new());
        for fact in here.point.context.facts().iter().rev().filter(|it| it.as_zero().is_none()) {
            terms.extend(fact.sum.iter().map(|(term, _)| *term).filter(|term| seen.insert(*term)));
        }
        let mut reduced = Vec::new();
        for &term in &terms {
            let rest = pivots.reduce(&mut self.world, term)?;
            let sizes = [term, rest].map(|it| size(&self.world.prover.terms, it));
            reduced.push(match sizes[1] <= sizes[0] {
                true => rest,
                false => words.reduce(&mut self.world, term)?,
            });
        }
        let standing = Standing::of(&self.world.prover.terms, &reduced);
        for (&term, &rest) in terms.iter().zip(&reduced) {
            if term != rest {
                replaced.extend(self.replaced(here, term, rest)?);
            }
            rules.extend(self.carry(here, rest, &standing, CARRIES)?);
        }
        Ok([replaced, rules])
    }

    /// Whether the factor of a product is a constant, and its upper half may be other than 0.
    fn is_multiple(&mut self, here: &Here, a: Term, factor: Term) -> Result<bool, Refusal> {
        let terms = &mut self.world.prover.terms;
        let high = terms.apply(Operator::High, a, factor)?;
        let is_zero = here.point.context.knows(&Fact::zero(terms, high)?);
        Ok(terms.as_constant(factor).is_some() && is_zero != Some(true))
    }

    /// Rules that turn an equation between words into an equation between their unsigned values.
    fn replaced(&mut self, here: &Here, term: Term, rest: Term) -> Result<Vec<Rule>, Refusal> {
        let terms = &mut self.world.prover.terms;
        let difference = terms.sub(term, rest)?;
        let zero = Fact::zero(terms, difference)?;
        let Some(word) = zero.as_zero() else { return Ok(Vec::new()) };
        let factor = if word == difference { 1 } else { -1 };
        let (rest, word) = (self.world.text(rest)?, self.world.text(word)?);
        let mut rules = Vec::new();
        if here.point.context.knows(&zero) != Some(true) {
            let fact = FactText::Text(format!("{word} = 0"));
            rules.push(Rule { rule: "cut".into(), fact, ..Rule::default() });
        }
        let sum = vec![(1, rest), (factor, word)];
        rules.push(Rule { rule: "carry".into(), sum, ..Rule::default() });
        Ok(rules)
    }

    fn carry(
        &mut self,
        here: &Here,
        term: Term,
        standing: &Standing,
        most: i128,
    ) -> Result<Option<Rule>, Refusal> {
        let width = self.world.prover.terms.width;
        let polynomial = self.world.prover.terms.polynomial(term).to_vec();
        let mut rule = Rule { rule: "carry".into(), ..Rule::default() };
        let mut plus = 0;
        let mut sum: Vec<(Term, i128)> = Vec::new();
        for (monomial, factor) in polynomial {
            if monomial.is_empty() {
                plus += width.signed(factor);
                continue;
            }
            let factor = width.signed(factor);
            let (stands, constant) = match standing.terms.get(&monomial) {
                Some(found) => *found,
                None => (ring::product(&mut self.world.prover.terms, &monomial)?, 0),
            };
            if stands == term {
                return Ok(None);
            }
            plus -= factor * width.signed(constant);
            sum.push((stands, factor));
            rule.sum.push((factor as i64, self.world.text(stands)?));
        }
        let ways: i128 = sum.iter().map(|(_, factor)| factor.abs()).sum();
        if sum.is_empty() || ways > most {
            return Ok(None);
        }
        rule.plus = width.signed(width.of_integer(plus)) as i64;
        bound(&mut self.world, here, &mut rule)?;
        Ok(Some(rule))
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
                    let fact = FactText::Text(texts.join(" <u "));
                    rules.push(Rule { rule: "split".into(), fact, ..Rule::default() });
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

/// Rules that prove that a sum is the word 0, once it is known that the integer is neither below nor above 0: a `carry`
/// that relates the integer to the word, and a `cut`.
pub fn is_zero(
    world: &mut World,
    here: &Here,
    sum: Vec<(i64, String)>,
    plus: i64,
) -> Result<[Rule; 2], Refusal> {
    let words: Vec<String> = sum.iter().map(|(by, of)| format!("{by}*({of})")).collect();
    let fact = FactText::Text(format!("{} + {plus} = 0", words.join(" + ")));
    let mut carry = Rule { rule: "carry".into(), sum, plus, ..Rule::default() };
    bound(world, here, &mut carry)?;
    Ok([carry, Rule { rule: "cut".into(), fact, ..Rule::default() }])
}

/// Adds the known facts that bound the sum of a `carry` rule.
fn bound(world: &mut World, here: &Here, rule: &mut Rule) -> Result<(), Refusal> {
    let mut sum: Vec<(Term, i128)> = Vec::new();
    for (factor, text) in &rule.sum {
        sum.push((world.prover.scope(&here.point).term(text)?, i128::from(*factor)));
    }
    sum.sort_unstable();
    let Some(first) = sum.first().map(|(_, factor)| factor.abs()) else { return Ok(()) };
    for (fact, label) in here.point.context.facts().iter().zip(&here.labels) {
        let is_bound = |by: i128| {
            let multiple = fact.sum.iter().map(|&(term, factor)| (term, factor * by));
            multiple.eq(sum.iter().copied())
        };
        let divisor = fact.sum.first().map_or(1, |(_, factor)| factor.abs()).max(1);
        let by = first / divisor;
        if first % divisor == 0 && (is_bound(by) || is_bound(-by)) {
            rule.on.push(label.clone());
        }
    }
    Ok(())
}

/// The sum of the absolute factors of a term, without its constant.
fn size(terms: &Terms, term: Term) -> i128 {
    let monomials = terms.polynomial(term).iter().filter(|(of, _)| !of.is_empty());
    monomials.map(|(_, by)| terms.width.signed(*by).abs()).sum()
}

/// For each monomial, the term that represents it: the monomial plus a constant. Other terms are sums of such terms and
/// constants.
struct Standing {
    terms: BTreeMap<Vec<Atom>, (Term, u64)>,
}

impl Standing {
    /// Chooses representatives among the terms: the first of those that occur most often.
    fn of(terms: &Terms, all: &[Term]) -> Standing {
        let mut counts: BTreeMap<Vec<Atom>, BTreeMap<u64, (usize, Term)>> = BTreeMap::new();
        for &term in all {
            let (constant, rest) = match terms.polynomial(term) {
                [(none, constant), rest @ ..] if none.is_empty() => (*constant, rest),
                rest => (0, rest),
            };
            if let [(monomial, 1)] = rest {
                let of = counts.entry(monomial.clone()).or_default();
                of.entry(constant).or_insert((0, term)).0 += 1;
            }
        }
        let mut standing = BTreeMap::new();
        for (monomial, of) in counts {
            // A constant near half the modulus comes from a signed comparison.
            let half = terms.width.half();
            let best = of.iter().min_by_key(|(constant, (count, term))| {
                (constant.abs_diff(half).min(1 << 20), usize::MAX - count, *term)
            });
            if let Some((&constant, &(_, term))) = best {
                standing.insert(monomial, (term, constant));
            }
        }
        Standing { terms: standing }
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
