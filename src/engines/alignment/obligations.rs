//! Whether something follows from assumptions: by rewriting, by algebra, by a
//! solver.

use std::ops::ControlFlow;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::algebra::{Polynomial, Zeros};
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
/// Questions at most in all.
const QUESTIONS: u32 = 300;
/// Questions at most for an alignment under a contract that says something.
const QUESTIONS_OF_SPECIAL: u32 = 2_000;
/// Questions left undecided at most; for such an alignment as many again.
const UNDECIDED: u32 = 16;
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

/// What algebra leaves of a word that may not be zero, and by what.
pub type Residue = Option<(Rc<Zeros>, Polynomial)>;

/// Decides goals, each once.
pub struct Decider<'s, P> {
    /// The terms of all goals.
    pub terms: Terms,
    solver: &'s mut dyn Solver,
    stop: &'s Stop,
    pause: P,
    known: FxHashMap<(Vec<Term>, Term), Decided>,
    zeros: FxHashMap<Vec<Term>, Rc<Zeros>>,
    /// Questions asked.
    pub questions: u32,
    /// Questions at most.
    allowed: u32,
    effort: Effort,
    /// Alignments under a contract that says something, so far.
    alignments: u32,
    undecided: u32,
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
            effort: EFFORT,
            alignments: 0,
            undecided: 0,
            looked: 0,
        }
    }

    /// Lets this many more questions be asked.
    pub fn allow(&mut self, questions: u32) {
        self.allowed = self.allowed.max(self.questions + questions);
    }

    /// Begins with another alignment under a contract that says something, which takes
    /// more questions.
    pub fn begin_special(&mut self) {
        self.alignments += 1;
        if self.alignments <= ALIGNMENTS {
            self.allow(QUESTIONS_OF_SPECIAL);
            self.undecided = 0;
            self.effort = EFFORT_OF_SPECIAL;
        }
    }

    /// Whether a goal holds wherever the assumptions do.
    pub async fn decide(&mut self, assumptions: &[Term], goal: Term) -> Result<Decided, Ended> {
        if self.terms.as_bool(goal) == Some(true) {
            return Ok(Decided::Holds);
        }
        let key = (assumptions.to_vec(), goal);
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        let decided = self.work_out(assumptions, goal).await?;
        self.known.insert(key, decided.clone());
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
        if self.questions >= self.allowed || self.undecided >= UNDECIDED {
            return Err(Ended::Limit);
        }
        self.questions += 1;
        let effort = if self.has_product(goal) { EFFORT_OF_PRODUCTS } else { self.effort };
        self.solver.push();
        for term in query.terms() {
            self.solver.assert(term);
        }
        let question = Question::new(&query.name).within(effort).until(self.stop).in_process();
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
        let mut zeros = premises.to_vec();
        for &assumption in assumptions {
            if let Node::Eq(a, b) = self.terms.node(assumption)
                && self.terms.sort(a) == Sort::Word
            {
                zeros.push(self.terms.sub(a, b));
            }
        }
        let of_zeros = self.zeros(&zeros);
        if of_zeros.reduced(&self.terms, word).is_some_and(|left| left.is_empty()) {
            return Ok((Decided::Holds, None));
        }
        let has_products = !premises.is_empty() || self.has_product(word);
        if !has_products {
            return Ok((self.decide(assumptions, goal).await?, None));
        }
        // A loop that counts up to a bound ends where it is there.
        for &assumption in assumptions {
            if let Node::Not(order) = self.terms.node(assumption)
                && let Node::Slt(a, b) | Node::Ult(a, b) = self.terms.node(order)
                && self.terms.sort(a) == Sort::Word
            {
                let equal = self.terms.eq(a, b);
                if let Decided::Holds = self.decide(assumptions, equal).await? {
                    zeros.push(self.terms.sub(a, b));
                }
            }
        }
        let of_zeros = self.zeros(&zeros);
        let left = of_zeros.reduced(&self.terms, word);
        if left.as_ref().is_some_and(Polynomial::is_empty) {
            return Ok((Decided::Holds, None));
        }
        let residue = left.map(|left| (of_zeros, left));
        let decided = match self.decide(assumptions, goal).await? {
            Decided::Fails(model) if !self.are_zero(premises, &model) => Decided::Open,
            decided => decided,
        };
        Ok((decided, residue))
    }

    fn zeros(&mut self, words: &[Term]) -> Rc<Zeros> {
        if let Some(known) = self.zeros.get(words) {
            return Rc::clone(known);
        }
        let zeros = Rc::new(Zeros::new(&self.terms, words));
        self.zeros.insert(words.to_vec(), Rc::clone(&zeros));
        zeros
    }

    /// Whether words are zero in a model.
    pub fn are_zero(&self, words: &[Term], model: &Model) -> bool {
        self.terms.eval(words, model).iter().all(|&value| value == 0)
    }

    fn has_product(&self, word: Term) -> bool {
        self.terms.reachable([word]).into_iter().any(|term| match self.terms.node(term) {
            Node::Mul(a, b) => [a, b].iter().all(|&part| self.terms.as_const(part).is_none()),
            _ => false,
        })
    }
}
