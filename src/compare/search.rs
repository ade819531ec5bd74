//! What every strategy does: ask, tell, and say in the end what it rests on.

use std::rc::Rc;

use super::outcome::{self, Outcome};
use super::{Observer, Options, Signal};
use crate::cpu::Image;
use crate::query::Query;
use crate::report::{
    AnswerKind, Cuts, Event, Reason, ReasonCode, Report, Side, Stats, Verdict, Witness,
};
use crate::solver::{Answer, Solver, UnknownReason};
use crate::term::{Model, Terms};
use crate::trace::Word;

/// Why a search ended.
#[derive(Debug)]
pub(super) enum End {
    /// The programs differ, in this way, on this input.
    Differ(ReasonCode, Box<Witness>),
    /// There is nothing left to try within the limits.
    Exhausted,
    /// The limit on runs was reached.
    RunLimit,
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
}

/// The state that strategies share.
pub(super) struct Search<'a> {
    pub images: [&'a Rc<Image>; 2],
    pub options: &'a Options,
    pub solver: &'a mut dyn Solver,
    pub observer: &'a mut dyn Observer,
    /// The terms of all paths.
    pub terms: Terms,
    pub cuts: Cuts,
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

    /// Counts a run, where one more is allowed.
    pub fn begin_run(&mut self) -> Result<u32, End> {
        if self.runs == self.options.max_runs {
            return Err(End::RunLimit);
        }
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
        let About { side, run, flip, excluded, condition } = about;
        let name = query.name.clone();
        self.tell(Event::Query { number, name, side, run, flip, excluded, condition }).await?;
        let (answer, by) = self.answer(query).await;
        let mut found = None;
        let (kind, reason) = match answer {
            Answer::Unsat(_) => (AnswerKind::Unsat, None),
            Answer::Unknown(why) => {
                self.cuts.unknown += 1;
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

    /// Settles a query, by rewriting where that does, and says who did.
    async fn answer(&mut self, query: &Query) -> (Answer, String) {
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
        let answer = self.solver.check(&self.terms, &query.name, self.options.limit).await;
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
    pub fn report(&self, end: End, exhausted: (Verdict, ReasonCode), paths: [u32; 2]) -> Report {
        let (verdict, code, witness) = match end {
            End::Differ(code, witness) => (Verdict::Disequivalent, code, Some(*witness)),
            End::Exhausted => (exhausted.0, exhausted.1, None),
            End::RunLimit => (Verdict::PossiblyEquivalent, ReasonCode::RunLimit, None),
            End::Cancelled => (Verdict::PossiblyEquivalent, ReasonCode::Cancelled, None),
        };
        let message = match &witness {
            Some(witness) => difference_message(witness),
            None => search_message(code, &self.cuts, self.runs, self.pairs),
        };
        Report {
            verdict,
            reason: Reason { code, message, cuts: self.cuts },
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
    format!("On $1 = {a}, $2 = {b} {} and {}.", ends[0], ends[1])
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
        (ReasonCode::PathsTried, _) => format!(
            "{tried}, one for each path of each program. Other inputs on the same paths may still differ."
        ),
        (ReasonCode::RunLimit, _) => format!("{tried}; the limit on runs was reached.{cut}"),
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
