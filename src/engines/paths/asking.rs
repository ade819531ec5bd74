//! Queries of a search: asked, told of, and taken for what their answers come to.
//!
//! A model is believed only where it satisfies its query. What was left undecided is left
//! open, and makes the queries after it cheaper.

use super::induction;
use super::session::{End, Session};
use crate::machine::Inputs;
use crate::program::Address;
use crate::report::{AnswerKind, Cut, Event, Open, Side, words};
use crate::solver::{Answer, AssertionId, Effort, Question, Solver, UnknownReason};
use crate::symbolic::query::Query;
use crate::symbolic::{contract, path};
use crate::term::{Model, Term, Terms};

/// What a query may cost after many were left undecided.
const LEAST_EFFORT: Effort = Effort(1_000);

/// What a query about programs with loops may cost, by what is done, before a proof about these is
/// tried: the results of one long path, with a product for each round, may be as hard as all else,
/// and so may all paths at once.
const BEFORE_PROOF: Effort = Effort(750);

/// Queries after which paths may be at their end soon: a query that will be answered is then worth
/// what it takes, before a proof, too.
const QUERIES_OF_PROGRESS: u32 = 64;

/// What the question about merged paths may cost.
const MERGED_EFFORT: Effort = Effort(10_000);

/// What a query is about, for the event that tells of it.
#[derive(Clone, Debug)]
pub(super) struct About {
    /// The program whose path is left; of a pair, the first.
    pub side: Side,
    /// The run whose path it is.
    pub run: u32,
    /// The negated condition, or none where the question is whether results
    /// differ on the path.
    pub flip: Option<u32>,
    /// Outcomes that are taken already.
    pub excluded: Vec<u32>,
    /// What is asked for, for a reader.
    pub condition: String,
    /// The program and the instruction of the negated condition.
    pub place: Option<(Side, Address)>,
}

impl Session<'_> {
    /// Asks a query about a path that `inputs` took. One that is hard is asked again once a proof
    /// about loops was tried, which may end the search.
    pub async fn pose(
        &mut self,
        query: &Query,
        about: About,
        inputs: &Inputs,
    ) -> Result<Posed, End> {
        let mut is_early = self.is_before_proof();
        loop {
            let question = self.question(query).within(self.effort());
            let question = match is_early {
                true => self.before_proof(question),
                false => question,
            };
            let posed = self.pose_as(query, question, about.clone(), inputs).await?;
            if posed.reply != Reply::Unknown {
                return Ok(posed);
            }
            // It may be for want of time, and then it was not tried.
            self.check_time()?;
            if !std::mem::take(&mut is_early) {
                self.leave_region(query.terms());
                self.leave(Open {
                    cut: Cut::Unknown,
                    inputs: inputs.clone(),
                    side: about.place.map(|(side, _)| side),
                    at: about.place.map(|(_, at)| at.0),
                    condition: Some(about.condition),
                });
                return Ok(posed);
            }
            induction::attempt_once(self).await?;
        }
    }

    async fn pose_as(
        &mut self,
        query: &Query,
        question: Question<'_>,
        about: About,
        inputs: &Inputs,
    ) -> Result<Posed, End> {
        self.queries += 1;
        let number = self.queries;
        self.spend(|terms| terms.reachable(query.terms()).len() as u64)?;
        let About { side, run, flip, excluded, condition, .. } = about;
        let name = query.name.clone();
        self.tell(Event::Query { number, name, side, run, flip, excluded, condition }).await?;
        let (answer, by) = self.answer(query, question).await;
        let (reply, reason) = self.reply(query, answer, inputs);
        let (answer, found) = (reply.kind(), reply.inputs());
        self.tell(Event::Answer { query: number, answer, inputs: found, reason, by }).await?;
        Ok(Posed { query: number, reply })
    }

    /// Asks whether two programs can differ, whose paths are merged into one
    /// formula each. That is an attempt: left undecided, it leaves nothing open. One that is hard is
    /// asked again once a proof about loops was tried, which may end the search; before that nobody
    /// is started for it: what z3 does with a formula of many rounds before it counts has no limit.
    /// `covers_all`: whether the formulas are about all inputs.
    pub async fn pose_merged(
        &mut self,
        differ: Term,
        covers_all: bool,
        inputs: &Inputs,
    ) -> Result<Reply, End> {
        let assumptions = self.premises();
        let query = Query { name: "merged".to_owned(), assumptions, goal: differ };
        self.spend(|terms| terms.reachable(query.terms()).len() as u64)?;
        let effort = MERGED_EFFORT.min(self.options.effort);
        let mut is_early = self.is_before_proof();
        loop {
            let question = self.question(&query).within(effort);
            let question = match is_early {
                true => question.within(BEFORE_PROOF.min(effort)).by_work().in_process(),
                false => question,
            };
            let (answer, by) = self.answer(&query, question).await;
            let (reply, _) = self.reply(&query, answer, inputs);
            let (answer, inputs) = (reply.kind(), reply.inputs());
            self.tell(Event::Merged { answer, inputs, covers_all, by }).await?;
            if reply != Reply::Unknown {
                return Ok(reply);
            }
            self.check_time()?;
            if !std::mem::take(&mut is_early) {
                return Ok(reply);
            }
            induction::attempt_once(self).await?;
        }
    }

    /// What an answer comes to, where the query is about a path that `inputs`
    /// took; and why it is none, if so.
    pub fn reply(
        &mut self,
        query: &Query,
        answer: Answer,
        inputs: &Inputs,
    ) -> (Reply, Option<String>) {
        match answer {
            Answer::Sat(model) => (Reply::Inputs(self.inputs_of(query, &model, inputs)), None),
            Answer::Unsat(_) => (Reply::Refuted, None),
            Answer::Unknown(why) => (Reply::Unknown, Some(words::unknown(&why))),
        }
    }

    /// Whether a proof about loops is still to be tried.
    pub fn is_before_proof(&self) -> bool {
        !self.proof_tried && self.has_loop
    }

    /// A query as a question that ends with the search's time.
    pub fn question<'q>(&self, query: &'q Query) -> Question<'q> {
        Question { measure: self.measure, ..Question::new(&query.name).until(&self.stop) }
    }

    /// Settles a query, by rewriting where that does, and says who did.
    pub async fn answer(&mut self, query: &Query, question: Question<'_>) -> (Answer, String) {
        answer(&mut self.terms, self.solver, query, question).await
    }

    /// What all inputs satisfy.
    pub fn premises(&mut self) -> Vec<Term> {
        let contract = &self.options.contract;
        let inputs = path::inputs(&mut self.terms, contract.names());
        contract::premises(&mut self.terms, contract, &inputs)
    }

    /// The inputs that a model of a query gives, where `inputs` took the path
    /// that it leaves: one that the query does not mention keeps its value.
    pub fn inputs_of(&mut self, query: &Query, model: &Model, inputs: &Inputs) -> Inputs {
        inputs_of(&mut self.terms, &self.images[0].setup().names, query, model, inputs)
    }

    /// The same question before a proof about loops is tried.
    fn before_proof<'q>(&self, question: Question<'q>) -> Question<'q> {
        let question = question.within(BEFORE_PROOF.min(self.effort())).by_work();
        match self.queries >= QUERIES_OF_PROGRESS {
            true => question.foreseen_within(self.effort()),
            false => question,
        }
    }

    /// What the next query may cost. Each one that was left undecided halves
    /// it: a proof is out of reach then, and what is left of the search is
    /// after easy differences.
    fn effort(&self) -> Effort {
        let Effort(units) = self.options.effort;
        let halvings = self.cuts.unknown.min(63);
        Effort(units >> halvings).max(LEAST_EFFORT.min(self.options.effort))
    }
}

/// Settles a query, by rewriting where that does, and says who did.
pub(in crate::engines) async fn answer(
    terms: &mut Terms,
    solver: &mut dyn Solver,
    query: &Query,
    question: Question<'_>,
) -> (Answer, String) {
    if let Some(core) = query.contradiction(terms) {
        let core = core.into_iter().map(AssertionId::at).collect();
        return (Answer::Unsat(core), "rewriting".to_owned());
    }
    solver.push();
    for term in query.terms() {
        solver.assert(term);
    }
    let answer = solver.check(terms, question).await;
    solver.pop();
    let answer = match answer {
        // Backends check their models; this is the last door before one is used.
        Answer::Sat(model) if !query.satisfied_by(terms, &model) => {
            Answer::Unknown(UnknownReason::WrongModel)
        }
        answer => answer,
    };
    (answer, solver.name().to_owned())
}

/// The inputs of these names that a model of a query gives, where `inputs` took the
/// path that it leaves: one that the query does not mention keeps its value.
pub(in crate::engines) fn inputs_of(
    terms: &mut Terms,
    names: &[String],
    query: &Query,
    model: &Model,
    inputs: &Inputs,
) -> Inputs {
    let mentioned = query.mentions(terms);
    let words = path::inputs(terms, names);
    let mut new = inputs.clone();
    for (value, &word) in new.iter_mut().zip(&*words) {
        let symbol = terms.mentions(word);
        if terms.meet(symbol, mentioned) {
            *value = model.get(terms.members(symbol)[0]);
        }
    }
    new
}

/// What came of a question for inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reply {
    /// These satisfy it.
    Inputs(Inputs),
    /// None do.
    Refuted,
    /// It was left undecided.
    Unknown,
}

impl Reply {
    fn kind(&self) -> AnswerKind {
        match self {
            Reply::Inputs(_) => AnswerKind::Sat,
            Reply::Refuted => AnswerKind::Unsat,
            Reply::Unknown => AnswerKind::Unknown,
        }
    }

    fn inputs(&self) -> Option<Inputs> {
        match self {
            Reply::Inputs(inputs) => Some(inputs.clone()),
            Reply::Refuted | Reply::Unknown => None,
        }
    }
}

/// A query that was asked.
#[derive(Clone, Debug)]
pub(super) struct Posed {
    /// Its number.
    pub query: u32,
    /// What came of it.
    pub reply: Reply,
}
