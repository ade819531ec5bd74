//! Decides whether a goal follows from assumptions: by rewriting, by orders, or by a solver, within
//! limits. Results are cached.

use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::precedence;
use crate::engines::pause::Pause;
use crate::solver::{Answer, Effort, Question, Solver, Stop};
use crate::symbolic::query::Query;
use crate::term::{Model, Node, Term, Terms};

/// The effort of a query.
const EFFORT_PER_QUERY: Effort = Effort(500);
/// The effort of a query under a contract with premises.
const EFFORT_UNDER_PREMISES: Effort = Effort(1_000);
/// The effort of a query about products of words, which are left to algebra: a model is found quickly or not
/// at all.
const EFFORT_OF_PRODUCTS: Effort = Effort(30);
/// Maximum number of queries.
const QUESTIONS: u32 = 240;
/// Maximum number of queries for rich invariants, in total and of one kind.
const QUESTIONS_OF_RICH: u32 = 500;
const QUESTIONS_OF_ONE: u32 = 200;
/// Maximum number of queries for invariants of live words only; these are few, so each gets more
/// effort.
const QUESTIONS_OF_LIVE: u32 = 500;
/// Maximum number of queries for an alignment under a contract with premises.
const QUESTIONS_OF_SPECIAL: u32 = 2_000;
/// Maximum number of undecided queries. Such an alignment, and rich invariants of one kind, may
/// leave as many more undecided.
const UNDECIDED: u32 = 16;
/// Maximum cost of undecided queries for rich invariants, in total and of one kind: a failed proof
/// costs about as much as one that is found slowly.
const SPENT_OF_RICH: u64 = 16_000;
const SPENT_OF_ONE: u64 = 6_000;
/// Maximum cost of undecided queries for invariants of live words only.
const SPENT_OF_LIVE: u64 = 16_000;
/// Number of alignments that get that many queries.
const ALIGNMENTS: usize = 4;

/// Goals between two pauses.
const DECISIONS_PER_LOOK: u32 = 256;

/// The result for a goal.
#[derive(Clone, Debug)]
pub enum Decided {
    /// It follows from the assumptions.
    Holds,
    /// It does not: a countermodel.
    Fails(Rc<Model>),
    /// Undecided.
    Open,
}

/// The end of an attempt: a limit was reached, or the caller stopped it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// A limit.
    Limit,
    /// The caller.
    Stopped,
}

/// Decides goals, each once.
pub struct Decider<'s> {
    /// The terms of all goals.
    pub terms: Terms,
    solver: &'s mut dyn Solver,
    stop: &'s Stop,
    pause: Pause<'s>,
    /// The results for goals, with the effort allowed.
    known: FxHashMap<(Vec<Term>, Term), (Decided, Effort)>,
    /// Number of queries so far.
    pub questions: u32,
    /// Maximum number of queries.
    allowed: u32,
    /// Maximum number of queries for rich invariants in total, once there are any.
    rich_until: Option<u32>,
    effort: Effort,
    undecided: u32,
    /// The cost of undecided queries.
    spent: u64,
    /// The maximum of that cost for rich invariants, and in total, once there are any.
    may_spend: u64,
    rich_may_spend: Option<u64>,
    /// Whether the current invariants are rich.
    pub is_rich: bool,
    /// Whether they are restricted to live words, too.
    pub is_live: bool,
    /// Number of goals processed.
    looked: u32,
}

impl<'s> Decider<'s> {
    /// A decider without results.
    pub fn new(solver: &'s mut dyn Solver, stop: &'s Stop, pause: Pause<'s>) -> Decider<'s> {
        Decider {
            terms: Terms::new(),
            solver,
            stop,
            pause,
            known: FxHashMap::default(),
            questions: 0,
            allowed: QUESTIONS,
            rich_until: None,
            effort: EFFORT_PER_QUERY,
            undecided: 0,
            spent: 0,
            may_spend: 0,
            rich_may_spend: None,
            is_rich: false,
            is_live: false,
            looked: 0,
        }
    }

    /// Begins an attempt with simple invariants.
    pub fn begin_plain(&mut self) {
        (self.is_rich, self.is_live) = (false, false);
    }

    /// Begins an attempt with rich invariants, which have more shapes than linear equations.
    pub fn begin_rich(&mut self) {
        (self.is_rich, self.is_live, self.undecided) = (true, false, 0);
        let most = *self.rich_until.get_or_insert(self.questions + QUESTIONS_OF_RICH);
        self.allowed = most.min(self.questions + QUESTIONS_OF_ONE);
        let most = *self.rich_may_spend.get_or_insert(self.spent + SPENT_OF_RICH);
        self.may_spend = most.min(self.spent + SPENT_OF_ONE);
    }

    /// Begins an attempt with rich invariants of live words only, which have limits of their own.
    pub fn begin_live(&mut self) {
        (self.is_rich, self.is_live, self.undecided) = (true, true, 0);
        self.allowed = self.questions + QUESTIONS_OF_LIVE;
        self.may_spend = self.spent + SPENT_OF_LIVE;
    }

    /// Allows this many more queries.
    pub fn allow(&mut self, questions: u32) {
        self.allowed = self.allowed.max(self.questions + questions);
        self.may_spend = self.may_spend.max(self.spent + SPENT_OF_ONE);
        self.undecided = 0;
    }

    /// Begins an attempt with an alignment, by its index, under a contract with premises, which needs
    /// more queries.
    pub fn begin_special(&mut self, alignment: usize) {
        if alignment < ALIGNMENTS {
            self.allow(QUESTIONS_OF_SPECIAL);
            self.effort = EFFORT_UNDER_PREMISES;
        }
    }

    /// Decides whether a goal follows from the assumptions.
    pub async fn decide(&mut self, assumptions: &[Term], goal: Term) -> Result<Decided, Ended> {
        if self.terms.as_bool(goal) == Some(true) {
            return Ok(Decided::Holds);
        }
        let key = (assumptions.to_vec(), goal);
        // A goal left open with less effort may be decided now.
        if let Some((known, effort)) = self.known.get(&key)
            && (!matches!(known, Decided::Open) || self.effort.0 <= effort.0)
        {
            return Ok(known.clone());
        }
        let decided = self.work_out(assumptions, goal).await?;
        self.known.insert(key, (decided.clone(), self.effort));
        Ok(decided)
    }

    /// The same with another effort.
    pub async fn decide_within(
        &mut self,
        effort: Effort,
        assumptions: &[Term],
        goal: Term,
    ) -> Result<Decided, Ended> {
        let effort = std::mem::replace(&mut self.effort, effort);
        let decided = self.decide(assumptions, goal).await;
        self.effort = effort;
        decided
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
            && (self.stop.is_due() || self.pause.wait().await.is_break())
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
        if self.stop.limits_work() {
            self.stop.spend(self.terms.reachable(query.terms()).len() as u64);
        }
        let is_short = !self.is_live && self.has_product(goal);
        let effort = if is_short { EFFORT_OF_PRODUCTS } else { self.effort };
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

    /// The assumptions whose symbols all occur in a goal.
    pub fn about(&self, assumptions: &[Term], goal: Term) -> Vec<Term> {
        let is_symbol = |term: &Term| matches!(self.terms.node(*term), Node::Symbol(_));
        let symbols = |term: Term| self.terms.reachable([term]).into_iter().filter(is_symbol);
        let of_goal: BTreeSet<Term> = symbols(goal).collect();
        let is_about = |assumption: &Term| symbols(*assumption).all(|of| of_goal.contains(&of));
        assumptions.iter().copied().filter(is_about).collect()
    }

    /// Whether a goal follows, decided from the relevant assumptions alone and with more effort:
    /// for example, that a multiple of a quotient does not exceed a word is hard to see among many
    /// other facts.
    pub async fn holds_alone(
        &mut self,
        assumptions: &[Term],
        goal: Term,
        effort: Effort,
    ) -> Result<bool, Ended> {
        let about = self.about(assumptions, goal);
        if let Decided::Holds = self.decide_within(effort, &about, goal).await? {
            return Ok(true);
        }
        // Other assumptions may imply more about these words.
        Ok(matches!(self.decide(assumptions, goal).await?, Decided::Holds))
    }

    /// Whether all these facts hold in a model, also those that the query omitted.
    pub fn are_true(&self, facts: &[Term], model: &Model) -> bool {
        self.terms.eval(facts, model).iter().all(|&holds| holds != 0)
    }

    /// Whether these words are zero in a model.
    pub fn are_zero(&self, words: &[Term], model: &Model) -> bool {
        self.terms.eval(words, model).iter().all(|&value| value == 0)
    }

    /// Whether a term is a division by a non-constant, which is hard for bit-blasting.
    pub fn divides_by_word(&self, node: Node) -> bool {
        match node {
            Node::Udiv(_, by) | Node::Urem(_, by) | Node::Sdiv(_, by) | Node::Srem(_, by) => {
                self.terms.as_const(by).is_none()
            }
            _ => false,
        }
    }

    /// Whether a word contains a product of words, or a division by a non-constant.
    pub fn has_product(&self, word: Term) -> bool {
        self.terms.reachable([word]).into_iter().any(|term| match self.terms.node(term) {
            Node::Mul(a, b) => [a, b].iter().all(|&part| self.terms.as_const(part).is_none()),
            node => self.divides_by_word(node),
        })
    }
}
