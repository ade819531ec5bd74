//! Whether something follows from assumptions: by rewriting, by algebra, by a
//! solver.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::algebra::{self, Zeros, plus, polynomial, times};
use super::lemmas::{Apart, Candidate, Quotient, Rest, candidates, of_neighbours};
use super::precedence;
use crate::solver::{Answer, Effort, Question, Solver, Stop};
use crate::symbolic::query::Query;
use crate::term::{Model, Node, Sort, Term, Terms};

/// What a question may cost.
const EFFORT: Effort = Effort(500);
/// The same under a contract that says something.
const EFFORT_OF_SPECIAL: Effort = Effort(1_000);
/// The same where words are multiplied, which algebra is for: a model is easy to
/// find, or not at all.
const EFFORT_OF_PRODUCTS: Effort = Effort(30);
/// The same where a model did not keep what is said with products, and how many of these may
/// be left undecided.
const EFFORT_OF_ALL: Effort = Effort(1_000);
const UNDECIDED_OF_ALL: u32 = 4;
/// The same where orders are said, too, so that factors may be small; in all.
const EFFORT_OF_BOUNDED: Effort = Effort(4_000);
const UNDECIDED_OF_BOUNDED: u32 = 2;
/// The same for what a lemma takes for granted.
const EFFORT_OF_CONDITION: Effort = Effort(1_000);
/// Questions at most.
const QUESTIONS: u32 = 300;
/// Questions at most for rich invariants, in all and of one kind.
const QUESTIONS_OF_RICH: u32 = 500;
const QUESTIONS_OF_ONE: u32 = 200;
/// Questions at most for an alignment under a contract that says something.
const QUESTIONS_OF_SPECIAL: u32 = 2_000;
/// Questions left undecided at most; for such an alignment, and for rich invariants of one
/// kind, as many again.
const UNDECIDED: u32 = 16;
/// What may be spent on questions that are left undecided, for rich invariants, in all and of one
/// kind: a proof that fails costs about as much as one that is found slowly.
const SPENT_OF_RICH: u64 = 16_000;
const SPENT_OF_ONE: u64 = 6_000;
/// Such alignments for which that many may be asked.
const ALIGNMENTS: u32 = 4;

/// Goals between two looks at the outside world.
const DECISIONS_PER_LOOK: u32 = 256;

/// What became of a goal.
#[derive(Clone, Debug)]
pub enum Decided {
    /// It follows from the assumptions.
    Holds,
    /// They can hold without it: so.
    Fails(Rc<Model>),
    /// It is not known.
    Open,
}

/// Nothing more is to be asked: a limit was reached, or the caller does not
/// want to know any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// A limit.
    Limit,
    /// The caller.
    Stopped,
}

/// Lemmas about quotients at most, for a goal, how many are tried, and of how many quotients.
const LEMMAS: usize = 12;
const TRIED: usize = 48;
const DIVIDED: usize = 24;

/// A polynomial over terms.
pub type Polynomial = algebra::Polynomial<Term>;

/// What algebra leaves of a word that may not be zero, and by what.
pub type Residue = Option<(Rc<Zeros<Term>>, Polynomial)>;

/// Decides goals, each once.
pub struct Decider<'s, P> {
    /// The terms of all goals.
    pub terms: Terms,
    solver: &'s mut dyn Solver,
    stop: &'s Stop,
    pause: P,
    /// What became of goals, and the effort that was allowed for.
    known: FxHashMap<(Vec<Term>, Term), (Decided, Effort)>,
    zeros: FxHashMap<Vec<Polynomial>, Rc<Zeros<Term>>>,
    /// Questions asked.
    pub questions: u32,
    /// Questions at most.
    allowed: u32,
    /// The same of rich invariants in all, once there are such.
    rich_until: Option<u32>,
    effort: Effort,
    /// Alignments under a contract that says something, so far.
    alignments: u32,
    undecided: u32,
    /// What was spent on questions that were left undecided.
    spent: u64,
    /// What may be with rich invariants, and in all, once there are such.
    may_spend: u64,
    rich_may_spend: Option<u64>,
    /// Questions left undecided that were told of products.
    undecided_of_all: u32,
    /// The same where orders are said.
    undecided_of_bounded: u32,
    /// Whether invariants are rich, and orders among them.
    pub is_rich: bool,
    is_bounded: bool,
    /// Goals that were worked out.
    looked: u32,
}

impl<'s, P: AsyncFnMut() -> ControlFlow<()>> Decider<'s, P> {
    /// Nothing asked yet.
    pub fn new(solver: &'s mut dyn Solver, stop: &'s Stop, pause: P) -> Decider<'s, P> {
        Decider {
            terms: Terms::new(),
            solver,
            stop,
            pause,
            known: FxHashMap::default(),
            zeros: FxHashMap::default(),
            questions: 0,
            allowed: QUESTIONS,
            rich_until: None,
            effort: EFFORT,
            alignments: 0,
            undecided: 0,
            spent: 0,
            may_spend: 0,
            rich_may_spend: None,
            undecided_of_all: 0,
            undecided_of_bounded: 0,
            is_rich: false,
            is_bounded: false,
            looked: 0,
        }
    }

    /// Begins with plain invariants.
    pub fn begin_plain(&mut self) {
        (self.is_rich, self.is_bounded) = (false, false);
    }

    /// Begins with rich invariants, in which orders are said or not.
    pub fn begin_rich(&mut self, is_bounded: bool) {
        (self.is_rich, self.is_bounded) = (true, is_bounded);
        (self.undecided, self.undecided_of_all) = (0, 0);
        let most = *self.rich_until.get_or_insert(self.questions + QUESTIONS_OF_RICH);
        self.allowed = most.min(self.questions + QUESTIONS_OF_ONE);
        let most = *self.rich_may_spend.get_or_insert(self.spent + SPENT_OF_RICH);
        self.may_spend = most.min(self.spent + SPENT_OF_ONE);
    }

    /// Lets this many more questions be asked.
    pub fn allow(&mut self, questions: u32) {
        self.allowed = self.allowed.max(self.questions + questions);
        self.may_spend = self.may_spend.max(self.spent + SPENT_OF_ONE);
        self.undecided = 0;
    }

    /// Begins with another alignment under a contract that says something, which takes
    /// more questions.
    pub fn begin_special(&mut self) {
        self.alignments += 1;
        if self.alignments <= ALIGNMENTS {
            self.allow(QUESTIONS_OF_SPECIAL);
            self.effort = EFFORT_OF_SPECIAL;
        }
    }

    /// Whether a goal holds wherever the assumptions do.
    pub async fn decide(&mut self, assumptions: &[Term], goal: Term) -> Result<Decided, Ended> {
        if self.terms.as_bool(goal) == Some(true) {
            return Ok(Decided::Holds);
        }
        let key = (assumptions.to_vec(), goal);
        // What was left open within less may be decided now.
        if let Some((known, effort)) = self.known.get(&key)
            && (!matches!(known, Decided::Open) || self.effort.0 <= effort.0)
        {
            return Ok(known.clone());
        }
        let decided = self.work_out(assumptions, goal).await?;
        self.known.insert(key, (decided.clone(), self.effort));
        Ok(decided)
    }

    async fn work_out(&mut self, assumptions: &[Term], goal: Term) -> Result<Decided, Ended> {
        let fails = self.terms.not(goal);
        let mut query = Query::new(format!("alignment{}", self.questions), fails);
        query.assumptions = assumptions.to_vec();
        if query.contradiction(&mut self.terms).is_some() {
            return Ok(Decided::Holds);
        }
        self.looked += 1;
        if self.looked.is_multiple_of(DECISIONS_PER_LOOK)
            && (self.stop.is_due() || (self.pause)().await.is_break())
        {
            return Err(Ended::Stopped);
        }
        let is_spent = self.is_rich && self.spent >= self.may_spend;
        if self.questions >= self.allowed || self.undecided >= UNDECIDED || is_spent {
            return Err(Ended::Limit);
        }
        if precedence::follows(&self.terms, assumptions, goal) {
            return Ok(Decided::Holds);
        }
        self.questions += 1;
        let effort = if self.has_product(goal) { EFFORT_OF_PRODUCTS } else { self.effort };
        self.solver.push();
        for term in query.terms() {
            self.solver.assert(term);
        }
        let question =
            Question::new(&query.name).within(effort).until(self.stop).in_process().by_work();
        let answer = self.solver.check(&self.terms, question).await;
        self.solver.pop();
        Ok(match answer {
            Answer::Unsat(_) => Decided::Holds,
            Answer::Sat(model) if query.satisfied_by(&self.terms, &model) => {
                Decided::Fails(Rc::new(model))
            }
            Answer::Sat(_) | Answer::Unknown(_) => {
                if self.stop.is_due() {
                    return Err(Ended::Stopped);
                }
                self.undecided += u32::from(effort == self.effort);
                self.spent += effort.0;
                Decided::Open
            }
        })
    }

    /// Whether a word is zero wherever the assumptions hold and the premises are
    /// zero, too, and what algebra leaves of it where it had a say. Premises are
    /// known to algebra alone; a model that breaks one is none.
    pub async fn decide_zero(
        &mut self,
        assumptions: &[Term],
        premises: &[Term],
        word: Term,
    ) -> Result<(Decided, Residue), Ended> {
        let zero = self.terms.word(0);
        let goal = self.terms.eq(word, zero);
        if self.terms.as_bool(goal) == Some(true) {
            return Ok((Decided::Holds, None));
        }
        let mut zeros = self.known_zeros(assumptions, premises);
        let sum = polynomial(&mut self.terms, word);
        let is_zero = |zeros: &Zeros<Term>| sum.as_ref().is_some_and(|sum| zeros.is_zero(sum));
        if is_zero(&self.zeros(&zeros)) {
            return Ok((Decided::Holds, None));
        }
        if premises.is_empty() && !self.has_product(word) {
            let decided = self.decide(assumptions, goal).await?;
            let is_settled = !matches!(decided, Decided::Open);
            if is_settled || !self.is_rich || !self.has_quotient(word) {
                return Ok((decided, None));
            }
        }
        for &assumption in assumptions {
            let Node::Not(fact) = self.terms.node(assumption) else { continue };
            let gap = match self.terms.node(fact) {
                // A loop that counts up to a bound ends where it is there.
                Node::Slt(a, b) | Node::Ult(a, b) if self.terms.sort(a) == Sort::Word => (a, b),
                // What is odd has a last bit of 1.
                Node::Eq(a, b) if self.is_rich && self.terms.sort(a) == Sort::Word => {
                    let one = self.terms.word(1);
                    match self.terms.as_const(b) {
                        Some(0) => (a, one),
                        _ if self.terms.as_const(a) == Some(0) => (b, one),
                        _ => continue,
                    }
                }
                _ => continue,
            };
            let equal = self.terms.eq(gap.0, gap.1);
            if let Decided::Holds = self.decide(assumptions, equal).await? {
                zeros.extend(self.difference(gap.0, gap.1));
            }
        }
        if self.is_rich && !is_zero(&self.zeros(&zeros)) {
            self.add_lemmas(assumptions, &mut zeros, sum.as_ref().unwrap_or(&Polynomial::new()))
                .await?;
        }
        let of_zeros = self.zeros(&zeros);
        let left = sum.and_then(|sum| of_zeros.reduced(sum));
        if left.as_ref().is_some_and(Polynomial::is_empty) {
            return Ok((Decided::Holds, None));
        }
        let residue = left.map(|left| (of_zeros, left));
        let decided = self.decide_where_zero(assumptions, premises, goal).await?;
        Ok((decided, residue))
    }

    fn difference(&mut self, a: Term, b: Term) -> Option<Polynomial> {
        let difference = self.terms.sub(a, b);
        polynomial(&mut self.terms, difference)
    }

    /// Adds what lemmas say of the quotients in a sum and in these, which are zero.
    async fn add_lemmas(
        &mut self,
        assumptions: &[Term],
        zeros: &mut Vec<Polynomial>,
        sum: &Polynomial,
    ) -> Result<(), Ended> {
        // Those in the sum count most.
        let mut atoms = Vec::new();
        for sum in [sum].into_iter().chain(zeros.iter()) {
            let roots: Vec<Term> = sum.keys().flatten().copied().collect();
            atoms.extend(self.terms.reachable(roots));
        }
        let mut seen = BTreeSet::new();
        let mut quotients = Vec::new();
        for atom in atoms.into_iter().filter(|&atom| seen.insert(atom)) {
            if quotients.len() < DIVIDED
                && let Node::Udiv(a, b) = self.terms.node(atom)
                && let Some(dividend) = polynomial(&mut self.terms, a)
                && let Some(divisor) = polynomial(&mut self.terms, b)
            {
                quotients.push(Quotient { atom, dividend, divisor });
            }
        }
        let mut below = Vec::new();
        for &assumption in assumptions {
            if let Node::Ult(a, b) = self.terms.node(assumption)
                && self.terms.sort(a) == Sort::Word
                && let Some(a) = polynomial(&mut self.terms, a)
                && let Some(b) = polynomial(&mut self.terms, b)
            {
                below.push([a, b]);
            }
        }
        for apart in of_neighbours(&quotients, &self.zeros(zeros)) {
            let is_apart = self.are_apart(&quotients, &apart);
            // Of other words nothing has to be known, and there may be much to be told.
            let about = self.about(assumptions, is_apart);
            if let Decided::Holds = self.decide(&about, is_apart).await? {
                zeros.push(apart.zero(&quotients));
            }
        }
        let mut tried: Vec<Candidate<Term>> = Vec::new();
        for _ in 0..LEMMAS {
            if self.zeros(zeros).is_zero(sum) {
                break;
            }
            let all = candidates(&quotients, zeros, &self.zeros(zeros), &below);
            let mut found = None;
            for next in all {
                if tried.len() >= TRIED || tried.contains(&next) {
                    continue;
                }
                found = self.lemma(assumptions, &quotients, &next).await?;
                tried.push(next);
                if found.is_some() {
                    break;
                }
            }
            let Some(zero) = found else { break };
            zeros.push(zero);
        }
        Ok(())
    }

    /// That quotients are apart, as bits see it the best: a half of a number, and of the one
    /// before it, borrow alike.
    fn are_apart(&mut self, quotients: &[Quotient<Term>], apart: &Apart) -> Term {
        let [more, less] = [apart.more, apart.less].map(|index| quotients[index].atom);
        let by = self.terms.word(apart.by);
        let mut sum = self.terms.sub(more, by);
        if let (true, Node::Udiv(x, d)) = (apart.without_remainder, self.terms.node(more)) {
            let remainder = self.terms.urem(x, d);
            sum = self.terms.add(sum, remainder);
        }
        self.terms.eq(sum, less)
    }

    /// The assumptions that speak of no other symbols than a goal.
    fn about(&self, assumptions: &[Term], goal: Term) -> Vec<Term> {
        let is_symbol = |term: &Term| matches!(self.terms.node(*term), Node::Symbol(_));
        let symbols = |term: Term| self.terms.reachable([term]).into_iter().filter(is_symbol);
        let of_goal: BTreeSet<Term> = symbols(goal).collect();
        let is_about = |assumption: &Term| symbols(*assumption).all(|of| of_goal.contains(&of));
        assumptions.iter().copied().filter(is_about).collect()
    }

    /// What a lemma says is zero, if its conditions hold.
    async fn lemma(
        &mut self,
        assumptions: &[Term],
        quotients: &[Quotient<Term>],
        Candidate { of, times: by, rest }: &Candidate<Term>,
    ) -> Result<Option<Polynomial>, Ended> {
        let Quotient { atom, ref dividend, ref divisor } = quotients[*of];
        let mut zero = plus(&Polynomial::from([(vec![atom], 1)]), by, u32::MAX);
        if let Rest::Of(other) = rest {
            let other = Polynomial::from([(vec![quotients[*other].atom], 1)]);
            zero = plus(&zero, &other, u32::MAX);
        }
        if zero.is_empty() {
            return Ok(None);
        }
        let Some(multiple) = times(by, divisor) else { return Ok(None) };
        // As it is made up of both: more is known of that.
        let whole = match rest {
            Rest::Of(_) => dividend.clone(),
            Rest::Below(rest) => plus(&multiple, rest, 1),
        };
        // Of words as the programs have them, more is known than of their sums.
        let Node::Udiv(divided, d) = self.terms.node(atom) else { return Ok(None) };
        let x = if whole == *dividend { divided } else { self.word_of(&whole) };
        let k = self.word_of(by);
        let kd = self.terms.mul(k, d);
        let none = self.terms.word(0);
        let mut conditions = Vec::new();
        if let Rest::Below(rest) = rest {
            let rest = if *rest == *dividend { divided } else { self.word_of(rest) };
            conditions.push(self.terms.ult(rest, d));
        } else if !by.is_empty() {
            let is_zero = self.terms.eq(d, none);
            conditions.push(self.terms.not(is_zero));
        }
        if !by.is_empty() {
            let wraps = self.terms.ult(x, kd);
            conditions.push(self.terms.not(wraps));
            let (wide_k, wide_d) = (self.terms.zero_extend(k), self.terms.zero_extend(d));
            let wide = self.terms.mul(wide_k, wide_d);
            let high = self.terms.high(wide);
            conditions.push(self.terms.eq(high, none));
        }
        for condition in conditions {
            if !self.holds_alone(assumptions, condition, EFFORT_OF_CONDITION).await? {
                return Ok(None);
            }
        }
        Ok(Some(zero))
    }

    /// Whether a goal holds, asked with nothing beside that is not about it and for longer: that a
    /// multiple of a quotient is no more than a word is hard to see among much else.
    pub async fn holds_alone(
        &mut self,
        assumptions: &[Term],
        goal: Term,
        effort: Effort,
    ) -> Result<bool, Ended> {
        let about = self.about(assumptions, goal);
        let effort = std::mem::replace(&mut self.effort, effort);
        let decided = self.decide(&about, goal).await;
        self.effort = effort;
        if let Decided::Holds = decided? {
            return Ok(true);
        }
        // Words beside may say more of these.
        Ok(matches!(self.decide(assumptions, goal).await?, Decided::Holds))
    }

    /// The word that a sum is.
    fn word_of(&mut self, sum: &Polynomial) -> Term {
        let mut word = self.terms.word(0);
        for (product, &factor) in sum {
            let is_negative = factor > 1 << 31;
            let size = if is_negative { factor.wrapping_neg() } else { factor };
            let size = self.terms.word(size);
            let product = product.iter().fold(size, |of, &part| self.terms.mul(of, part));
            word = match is_negative {
                true => self.terms.sub(word, product),
                false => self.terms.add(word, product),
            };
        }
        word
    }

    fn zeros(&mut self, sums: &[Polynomial]) -> Rc<Zeros<Term>> {
        if let Some(known) = self.zeros.get(sums) {
            return Rc::clone(known);
        }
        let zeros = Rc::new(Zeros::new(sums.iter().cloned()));
        self.zeros.insert(sums.to_vec(), Rc::clone(&zeros));
        zeros
    }

    /// Whether a goal holds wherever the assumptions do and the premises are zero: by bits,
    /// which are told of the premises where a model does not keep them.
    pub async fn decide_where_zero(
        &mut self,
        assumptions: &[Term],
        premises: &[Term],
        goal: Term,
    ) -> Result<Decided, Ended> {
        let decided = self.decide(assumptions, goal).await?;
        let is_real = |model: &Model| self.are_zero(premises, model);
        match &decided {
            Decided::Holds => return Ok(decided),
            Decided::Fails(model) if is_real(model) => return Ok(decided),
            Decided::Fails(_) | Decided::Open if !self.is_rich => return Ok(Decided::Open),
            Decided::Fails(_) | Decided::Open => {}
        }
        if self.are_contradicted(assumptions, premises).await? {
            return Ok(Decided::Holds);
        }
        if premises.is_empty() {
            return Ok(Decided::Open);
        }
        let (effort, undecided, most) = match self.is_bounded {
            true => (EFFORT_OF_BOUNDED, &self.undecided_of_bounded, UNDECIDED_OF_BOUNDED),
            false => (EFFORT_OF_ALL, &self.undecided_of_all, UNDECIDED_OF_ALL),
        };
        if *undecided >= most {
            return Ok(Decided::Open);
        }
        let zero = self.terms.word(0);
        let mut all = assumptions.to_vec();
        for &premise in premises {
            let parts = self.terms.reachable([premise]);
            if !parts.into_iter().any(|part| self.divides_by_word(self.terms.node(part))) {
                all.push(self.terms.eq(premise, zero));
            }
        }
        let effort = std::mem::replace(&mut self.effort, effort);
        let decided = self.decide(&all, goal).await;
        self.effort = effort;
        let decided = match decided? {
            Decided::Fails(model) if !self.are_zero(premises, &model) => Decided::Open,
            decided => decided,
        };
        let is_open = u32::from(matches!(decided, Decided::Open));
        match self.is_bounded {
            true => self.undecided_of_bounded += is_open,
            false => self.undecided_of_all += is_open,
        }
        Ok(decided)
    }

    /// Whether an assumption says of a word that it is not zero, and algebra that it is.
    async fn are_contradicted(
        &mut self,
        assumptions: &[Term],
        premises: &[Term],
    ) -> Result<bool, Ended> {
        let known = self.known_zeros(assumptions, premises);
        for &assumption in assumptions {
            let Node::Not(equal) = self.terms.node(assumption) else { continue };
            let Node::Eq(a, b) = self.terms.node(equal) else { continue };
            if self.terms.sort(a) != Sort::Word {
                continue;
            }
            let Some(sum) = self.difference(a, b) else { continue };
            let mut zeros = known.clone();
            if !self.zeros(&zeros).is_zero(&sum) && self.has_quotient_of(&zeros, &sum) {
                self.add_lemmas(assumptions, &mut zeros, &sum).await?;
            }
            if self.zeros(&zeros).is_zero(&sum) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a sum is one of quotients by words where these are zero.
    fn has_quotient_of(&mut self, zeros: &[Polynomial], sum: &Polynomial) -> bool {
        let left = self.zeros(zeros).reduced(sum.clone());
        let mut atoms = left.iter().flat_map(Polynomial::keys).flatten();
        atoms.any(|&atom| self.divides_by_word(self.terms.node(atom)))
    }

    /// What premises and assumptions say is zero.
    fn known_zeros(&mut self, assumptions: &[Term], premises: &[Term]) -> Vec<Polynomial> {
        let mut zeros = Vec::new();
        for &premise in premises {
            zeros.extend(polynomial(&mut self.terms, premise));
        }
        for &assumption in assumptions {
            if let Node::Eq(a, b) = self.terms.node(assumption)
                && self.terms.sort(a) == Sort::Word
            {
                zeros.extend(self.difference(a, b));
            }
        }
        zeros
    }

    /// Whether all these hold in a model, also those that a question was not about.
    pub fn are_true(&self, facts: &[Term], model: &Model) -> bool {
        self.terms.eval(facts, model).iter().all(|&holds| holds != 0)
    }

    /// Whether words are zero in a model.
    pub fn are_zero(&self, words: &[Term], model: &Model) -> bool {
        self.terms.eval(words, model).iter().all(|&value| value == 0)
    }

    /// Whether a term is of a division by what is no number, of which bits know little.
    fn divides_by_word(&self, node: Node) -> bool {
        match node {
            Node::Udiv(_, by) | Node::Urem(_, by) | Node::Sdiv(_, by) | Node::Srem(_, by) => {
                self.terms.as_const(by).is_none()
            }
            _ => false,
        }
    }

    fn has_quotient(&self, word: Term) -> bool {
        let is_quotient = |term| matches!(self.terms.node(term), Node::Udiv(..) | Node::Urem(..));
        self.terms.reachable([word]).into_iter().any(is_quotient)
    }

    fn has_product(&self, word: Term) -> bool {
        self.terms.reachable([word]).into_iter().any(|term| match self.terms.node(term) {
            Node::Mul(a, b) => [a, b].iter().all(|&part| self.terms.as_const(part).is_none()),
            node => self.divides_by_word(node),
        })
    }
}
