//! What every strategy does: ask, tell, and say in the end what it rests on.

use std::rc::Rc;

use super::explore::Explorer;
use super::outcome::{self, Outcome};
use super::{Observer, Options, Signal};
use crate::cpu::{Image, Machine, Recorder};
use crate::program::Address;
use crate::query::Query;
use crate::report::{
    AnswerKind, Cut, Cuts, Event, Open, Reason, ReasonCode, Report, Side, Stats, Verdict, Witness,
};
use crate::solver::{Answer, Limit, Solver, UnknownReason};
use crate::term::{Model, Term, Terms};
use crate::trace::Word;

/// Why a search ended.
#[derive(Debug)]
pub(super) enum End {
    /// The programs differ, in this way, on this input.
    Differ(ReasonCode, Box<Witness>),
    /// There is nothing left to try within the limits.
    Exhausted,
    /// The programs agree as formulas, whatever was still to be tried.
    Merged,
    /// The limit on runs was reached.
    RunLimit,
    /// The limit on time was reached.
    TimeLimit,
    /// The caller does not want to know any more.
    Cancelled,
}

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

/// Places left open that are told of.
const MAX_OPEN: usize = 50;

/// What a query may cost after many were left undecided.
const LEAST_LIMIT: Limit = Limit { rlimit: 100_000, conflicts: 1_000 };

/// What the question about merged paths may cost.
const MERGED_LIMIT: Limit = Limit { rlimit: 2_000_000, conflicts: 10_000 };

/// The state that strategies share.
pub(super) struct Search<'a> {
    pub images: [&'a Rc<Image>; 2],
    /// A machine for each, used again and again: a new one costs more than
    /// most runs.
    pub machines: [Machine; 2],
    pub options: &'a Options,
    pub solver: &'a mut dyn Solver,
    pub observer: &'a mut dyn Observer,
    /// Inputs that an earlier comparison ran.
    pub known: &'a [[u32; 2]],
    /// The terms of all paths.
    pub terms: Terms,
    pub cuts: Cuts,
    pub open: Vec<Open>,
    pub runs: u32,
    pub queries: u32,
    /// Pairs of paths, where the strategy looks at pairs.
    pub pairs: Option<u32>,
}

impl Search<'_> {
    /// Tells of an event.
    pub async fn tell(&mut self, event: Event) -> Result<(), End> {
        match self.observer.event(&event).await {
            Signal::Continue(()) => Ok(()),
            Signal::Break(()) => Err(End::Cancelled),
        }
    }

    /// Lets the caller cancel, and ends the search where its time is up.
    pub async fn pause(&mut self) -> Result<(), End> {
        if self.observer.pause().await == Signal::Break(()) {
            return Err(End::Cancelled);
        }
        self.check_time()
    }

    fn check_time(&self) -> Result<(), End> {
        match self.options.time_limit_ms {
            Some(limit) if self.observer.elapsed_ms() >= limit => Err(End::TimeLimit),
            _ => Ok(()),
        }
    }

    /// Runs a program: the left one is 0, the right one 1.
    pub async fn outcome<R: Recorder>(
        &mut self,
        program: usize,
        inputs: [u32; 2],
        recorder: &mut R,
    ) -> Result<Outcome, End> {
        let machine = &mut self.machines[program];
        machine.restart(inputs);
        let outcome = outcome::run(machine, self.options.fuel, recorder, self.observer).await;
        outcome.ok_or(End::Cancelled)
    }

    /// Runs both programs.
    pub async fn outcomes(&mut self, inputs: [u32; 2]) -> Result<[Outcome; 2], End> {
        Ok([self.outcome(0, inputs, &mut ()).await?, self.outcome(1, inputs, &mut ()).await?])
    }

    /// Takes note of something that is left open.
    pub fn leave(&mut self, open: Open) {
        *self.cuts.count_mut(open.cut) += 1;
        if self.open.len() < MAX_OPEN {
            self.open.push(open);
        }
    }

    /// Takes note of what a limit kept the search from trying. `sides` are
    /// those of the programs that are explored.
    pub fn leave_pending(&mut self, explorer: &mut Explorer, sides: [Side; 2]) {
        while self.open.len() < MAX_OPEN
            && let Some(step) = explorer.next(&mut self.terms, self.queries + 1, None)
        {
            self.leave(Open {
                cut: Cut::Untried,
                inputs: step.run().inputs,
                side: Some(sides[step.program()]),
                at: Some(step.at().0),
                condition: Some(step.condition),
            });
        }
        self.cuts.untried += explorer.give_up();
    }

    /// Tells that a run left the path that a query predicted.
    pub async fn diverged(&mut self, query: u32, inputs: [u32; 2]) -> Result<(), End> {
        self.leave(Open { cut: Cut::Diverged, inputs, side: None, at: None, condition: None });
        self.tell(Event::Diverged { run: self.runs, query }).await
    }

    /// What the next query may cost. Each one that was left undecided halves
    /// it: a proof is out of reach then, and what is left of the search is
    /// after easy differences.
    fn limit(&self) -> Limit {
        let Limit { rlimit, conflicts } = self.options.limit;
        let halvings = self.cuts.unknown.min(63);
        Limit {
            rlimit: (rlimit >> halvings).max(LEAST_LIMIT.rlimit.min(rlimit)),
            conflicts: (conflicts >> halvings).max(LEAST_LIMIT.conflicts.min(conflicts)),
        }
    }

    /// Counts a run, where one more is allowed and there is time.
    pub fn begin_run(&mut self) -> Result<u32, End> {
        if self.runs == self.options.max_runs {
            return Err(End::RunLimit);
        }
        self.check_time()?;
        self.runs += 1;
        Ok(self.runs)
    }

    /// Asks a query about a path that `inputs` took. Returns the query's
    /// number, and the inputs that its model gives, if it has one.
    pub async fn pose(
        &mut self,
        query: &Query,
        about: About,
        inputs: [u32; 2],
    ) -> Result<Posed, End> {
        self.queries += 1;
        let number = self.queries;
        self.check_time()?;
        let About { side, run, flip, excluded, condition, place } = about;
        let wanted = condition.clone();
        let name = query.name.clone();
        self.tell(Event::Query { number, name, side, run, flip, excluded, condition }).await?;
        let limit = self.limit();
        let (answer, by) = self.answer(query, limit).await;
        let mut found = None;
        let (kind, reason) = match answer {
            Answer::Unsat(_) => (AnswerKind::Unsat, None),
            Answer::Unknown(why) => {
                self.leave(Open {
                    cut: Cut::Unknown,
                    inputs,
                    side: place.map(|(side, _)| side),
                    at: place.map(|(_, at)| at.0),
                    condition: Some(wanted),
                });
                (AnswerKind::Unknown, Some(why.to_string()))
            }
            Answer::Sat(model) => {
                found = Some(query.new_inputs(&self.terms, &model, inputs));
                (AnswerKind::Sat, None)
            }
        };
        self.tell(Event::Answer { query: number, answer: kind, inputs: found, reason, by }).await?;
        Ok(Posed { query: number, inputs: found })
    }

    /// Asks whether two programs can differ, whose paths are merged into one
    /// formula each. That is an attempt: left undecided, it leaves nothing open.
    pub async fn pose_merged(
        &mut self,
        differ: Term,
        inputs: [u32; 2],
    ) -> Result<(AnswerKind, Option<[u32; 2]>), End> {
        self.check_time()?;
        let query = Query::new(&mut self.terms, "merged", differ);
        let limit = Limit {
            rlimit: MERGED_LIMIT.rlimit.min(self.options.limit.rlimit),
            conflicts: MERGED_LIMIT.conflicts.min(self.options.limit.conflicts),
        };
        let (answer, by) = self.answer(&query, limit).await;
        let (answer, inputs) = match answer {
            Answer::Unsat(_) => (AnswerKind::Unsat, None),
            Answer::Unknown(_) => (AnswerKind::Unknown, None),
            Answer::Sat(model) => {
                (AnswerKind::Sat, Some(query.new_inputs(&self.terms, &model, inputs)))
            }
        };
        self.tell(Event::Merged { answer, inputs, by }).await?;
        Ok((answer, inputs))
    }

    /// Settles a query, by rewriting where that does, and says who did.
    pub async fn answer(&mut self, query: &Query, limit: Limit) -> (Answer, String) {
        if query.refuted {
            return (Answer::Unsat(None), "rewriting".to_owned());
        }
        if query.assertions.is_empty() {
            return (Answer::Sat(Model::new()), "rewriting".to_owned());
        }
        self.solver.push();
        for (name, term) in &query.assertions {
            self.solver.assert(name, *term);
        }
        let answer = self.solver.check(&self.terms, &query.name, limit).await;
        self.solver.pop();
        let answer = match answer {
            // Backends check their models; this is the last door before one is used.
            Answer::Sat(model) if !query.satisfied_by(&self.terms, &model) => {
                Answer::Unknown(UnknownReason::WrongModel)
            }
            answer => answer,
        };
        (answer, self.solver.name().to_owned())
    }

    /// Ends the search where two outcomes on an input differ.
    pub fn decide(&self, inputs: [u32; 2], left: &Outcome, right: &Outcome) -> Result<(), End> {
        match outcome::difference(left, right) {
            None => Ok(()),
            Some(code) => {
                let [left, right] = self.images;
                let witness = outcome::replay(left, right, inputs, self.options.fuel);
                Err(End::Differ(code, Box::new(witness)))
            }
        }
    }

    /// What the search has to say. `verdict` is that of a search which has
    /// nothing left to try.
    pub fn report(self, end: End, exhausted: (Verdict, ReasonCode), paths: [u32; 2]) -> Report {
        let (verdict, code, witness) = match end {
            End::Differ(code, witness) => (Verdict::Disequivalent, code, Some(*witness)),
            End::Exhausted => (exhausted.0, exhausted.1, None),
            End::Merged => (Verdict::Equivalent, ReasonCode::FormulasAgree, None),
            End::TimeLimit => (Verdict::PossiblyEquivalent, ReasonCode::TimeLimit, None),
            End::RunLimit => (Verdict::PossiblyEquivalent, ReasonCode::RunLimit, None),
            End::Cancelled => (Verdict::PossiblyEquivalent, ReasonCode::Cancelled, None),
        };
        let message = match &witness {
            Some(witness) => difference_message(witness),
            None => search_message(code, &self.cuts, self.runs, self.pairs),
        };
        Report {
            verdict,
            reason: Reason { code, message, cuts: self.cuts, open: self.open },
            witness,
            stats: Stats {
                runs: self.runs,
                queries: self.queries,
                paths,
                elapsed_ms: self.observer.elapsed_ms(),
            },
        }
    }
}

/// A query that was asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Posed {
    /// Its number.
    pub query: u32,
    /// Inputs that satisfy it, where there are any and the solver found them.
    pub inputs: Option<[u32; 2]>,
}

/// What a witness shows, in a sentence.
fn difference_message(witness: &Witness) -> String {
    let ends = [("left", &witness.left), ("right", &witness.right)].map(|(side, run)| {
        match (&run.fault, run.result) {
            (Some(fault), _) => format!("the {side} program faults ({})", fault.message),
            (None, Some(result)) => {
                format!("the {side} program gives $3 = {}", Word(result))
            }
            (None, None) => unreachable!("a witness has no run out of fuel"),
        }
    });
    let [a, b] = witness.inputs.map(Word);
    let least = match (witness.minimal, witness.unique) {
        (_, Some(true)) => " On all other inputs they agree.",
        (Some(true), Some(false)) => " It is the least of the inputs on which they differ.",
        (Some(true), None) => " No smaller input shows a difference.",
        _ => "",
    };
    format!("On $1 = {a}, $2 = {b} {} and {}.{least}", ends[0], ends[1])
}

/// What a search that found nothing rests on, in sentences.
fn search_message(code: ReasonCode, cuts: &Cuts, runs: u32, pairs: Option<u32>) -> String {
    let mut left = Vec::new();
    if cuts.depth > 0 {
        let runs = count_are(cuts.depth, "run", "goes", "go");
        left.push(format!("{runs} deeper than the search depth"));
    }
    if cuts.fuel > 0 {
        left.push(format!("{} out of fuel", count_are(cuts.fuel, "run", "is", "are")));
    }
    if cuts.unknown > 0 {
        left.push(format!("{} undecided", count_are(cuts.unknown, "query", "is", "are")));
    }
    if cuts.diverged > 0 {
        let runs = count_are(cuts.diverged, "run", "leaves", "leave");
        left.push(format!("{runs} the predicted path"));
    }
    if cuts.untried > 0 {
        left.push(count_are(cuts.untried, "way", "was not tried", "were not tried"));
    }
    let cut = match left.as_slice() {
        [] => String::new(),
        left => format!(" Left open: {}.", left.join("; ")),
    };
    let tried = match pairs {
        Some(pairs) => format!("No difference on the {} looked at", count(pairs, "pair of paths")),
        None => format!("No difference on the {} tried", count(runs, "input")),
    };
    match (code, pairs) {
        (ReasonCode::AllPathsAgree, Some(pairs)) => format!(
            "Each {} of the two programs gives the same on all inputs that take it.",
            of(pairs, "pair of paths")
        ),
        (ReasonCode::AllWithinFuel, Some(pairs)) => format!(
            "Each {} of the two programs gives the same on all inputs that take it, but for {} out of fuel.",
            of(pairs, "pair of paths"),
            cuts.fuel
        ),
        (ReasonCode::FormulasAgree, _) => "All paths of each program were merged into one formula over the inputs, and the two formulas give the same on all of them.".to_owned(),
        (ReasonCode::PathsTried, _) => format!(
            "{tried}, one for each path of each program. Other inputs on the same paths may still differ."
        ),
        (ReasonCode::RunLimit, _) => format!("{tried}; the limit on runs was reached.{cut}"),
        (ReasonCode::TimeLimit, _) => format!("{tried}; the limit on time was reached.{cut}"),
        (ReasonCode::Cancelled, _) => format!("{tried} before the comparison was stopped.{cut}"),
        (_, Some(_)) => format!("{tried}.{cut}"),
        (_, None) => format!("{tried}, one for each path within the limits.{cut}"),
    }
}

/// `of the 3 pairs of paths`, or `pair of paths` where there is only one.
fn of(n: u32, noun: &str) -> String {
    match n {
        1 => noun.to_owned(),
        n => format!("of the {}", count(n, noun)),
    }
}

fn count(n: u32, noun: &str) -> String {
    match (n, noun) {
        (1, noun) => format!("1 {noun}"),
        (n, "query") => format!("{n} queries"),
        (n, "pair of paths") => format!("{n} pairs of paths"),
        (n, noun) => format!("{n} {noun}s"),
    }
}

fn count_are(n: u32, noun: &str, one: &str, many: &str) -> String {
    format!("{} {}", count(n, noun), if n == 1 { one } else { many })
}
