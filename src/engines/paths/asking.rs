//! Poses the queries of a search and handles the answers.
//!
//! A model is used only if it satisfies its query. An undecided query leaves its inputs open, and
//! lowers the effort of later queries.

use super::induction;
use super::session::{End, Session};
use crate::machine::Inputs;
use crate::program::Address;
use crate::report::{AnswerKind, Cut, Event, Open, Side, words};
use crate::solver::{Answer, AssertionId, Effort, Question, Solver, UnknownReason};
use crate::symbolic::query::Query;
use crate::symbolic::{contract, path};
use crate::term::{Model, Term, Terms};

/// The effort of a query after many were left undecided.
const EFFORT_AFTER_UNDECIDED: Effort = Effort(1_000);

/// The effort, measured as work, of a query about programs with loops before a proof about them is
/// attempted. Comparing the results of one long path, with a product for each iteration, may be as
/// hard as everything else, and so may all paths merged.
const BEFORE_PROOF: Effort = Effort(750);

/// Number of queries after which the paths may soon be exhausted: a query that will be answered is
/// then worth its full effort, even before a proof.
const QUERIES_OF_PROGRESS: u32 = 64;

/// The effort of the query about merged paths.
const EFFORT_OF_MERGED: Effort = Effort(10_000);

/// The subject of a query, for the event that reports it.
#[derive(Clone, Debug)]
pub(super) struct About {
    /// The program whose path is left; for a pair, the first program.
    pub side: Side,
    /// The run on whose path the query is based.
    pub run: u32,
    /// The negated condition; `None` for the query whether results differ on the path.
    pub flip: Option<u32>,
    /// Outcomes already taken.
    pub excluded: Vec<u32>,
    /// The requested condition, for a reader.
    pub condition: String,
    /// The program and the instruction of the negated condition.
    pub place: Option<(Side, Address)>,
}

impl Session<'_> {
    /// Poses a query about a path that `inputs` took. A hard query is posed again after an attempt
    /// at a proof about loops, which may end the search.
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
            // Time may have run out before the proof was tried.
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

    /// Poses the query whether two programs, each merged into one formula, can differ. If it is
    /// undecided, nothing is left open by that. A hard query is posed again after an attempt at a
    /// proof about loops, which may end the search. Before that attempt no external solver is
    /// started: the work that z3 does on a formula of many iterations before it starts to count
    /// resources has no limit. `covers_all` is whether the formulas cover all inputs.
    pub async fn pose_merged(
        &mut self,
        differ: Term,
        covers_all: bool,
        inputs: &Inputs,
    ) -> Result<Reply, End> {
        let assumptions = self.premises();
        let query = Query { name: "merged".to_owned(), assumptions, goal: differ };
        self.spend(|terms| terms.reachable(query.terms()).len() as u64)?;
        let effort = EFFORT_OF_MERGED.min(self.options.effort);
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

    /// Interprets an answer to a query about a path that `inputs` took, and returns the reason if
    /// it is undecided.
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

    /// The parameters for checking a query, with the search's stop.
    pub fn question<'q>(&self, query: &'q Query) -> Question<'q> {
        Question { measure: self.measure, ..Question::new(&query.name).until(&self.stop) }
    }

    /// Decides a query, by rewriting where possible; also returns who decided it.
    pub async fn answer(&mut self, query: &Query, question: Question<'_>) -> (Answer, String) {
        answer(&mut self.terms, self.solver, query, question).await
    }

    /// The premises that all inputs satisfy.
    pub fn premises(&mut self) -> Vec<Term> {
        let contract = &self.options.contract;
        let inputs = path::inputs(&mut self.terms, contract.names());
        contract::premises(&mut self.terms, contract, &inputs)
    }

    /// The inputs in a model of a query, where `inputs` took the path that the query leaves. An
    /// input that the query does not mention keeps its value.
    pub fn inputs_of(&mut self, query: &Query, model: &Model, inputs: &Inputs) -> Inputs {
        inputs_of(&mut self.terms, &self.images[0].setup().names, query, model, inputs)
    }

    /// The limits for the same check before a proof about loops is attempted.
    fn before_proof<'q>(&self, question: Question<'q>) -> Question<'q> {
        let question = question.within(BEFORE_PROOF.min(self.effort())).by_work();
        match self.queries >= QUERIES_OF_PROGRESS {
            true => question.foreseen_within(self.effort()),
            false => question,
        }
    }

    /// The effort of the next query. Each undecided query halves it: a proof is then out of reach,
    /// and the rest of the search looks for easy differences.
    fn effort(&self) -> Effort {
        let Effort(units) = self.options.effort;
        let halvings = self.cuts.unknown.min(63);
        Effort(units >> halvings).max(EFFORT_AFTER_UNDECIDED.min(self.options.effort))
    }
}

/// Decides a query, by rewriting where possible; also returns who decided it.
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
        // Backends check their models; this is the last check before one is used.
        Answer::Sat(model) if !query.satisfied_by(terms, &model) => {
            Answer::Unknown(UnknownReason::WrongModel)
        }
        answer => answer,
    };
    (answer, solver.name().to_owned())
}

/// The inputs of these names in a model of a query, where `inputs` took the path that the query
/// leaves. An input that the query does not mention keeps its value.
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

/// The result of a query for inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reply {
    /// Inputs that satisfy it.
    Inputs(Inputs),
    /// No input satisfies it.
    Refuted,
    /// Undecided.
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

/// A query that was posed.
#[derive(Clone, Debug)]
pub(super) struct Posed {
    /// Its number.
    pub query: u32,
    /// Its result.
    pub reply: Reply,
}
