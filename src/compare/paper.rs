//! The strategy of the paper: alternation and bounded depth-first search.
//!
//! Fig. 4 flips the roles only after a run, so as printed it would spin once
//! the driver alone has no unexplored path; here the roles change then too.
//! A run that leaves the path that its query predicted is a run like any
//! other: it is compared, its path enters the tree, and the search goes on.

use std::rc::Rc;

use super::explore::{Explorer, Step};
use super::outcome::{self, Outcome};
use super::{Observer, Options, Signal};
use crate::cpu::{Image, Stop, TraceRecorder};
use crate::query::Query;
use crate::report::{
    AnswerKind, Cuts, Event, Reason, ReasonCode, Report, Side, Stats, Verdict, Witness,
};
use crate::solver::{Answer, Solver, UnknownReason};

/// Why the search ended.
enum End {
    Differ(ReasonCode, Box<Witness>),
    Exhausted,
    RunLimit,
    Cancelled,
}

/// Where a driver's next inputs come from.
enum Proposal {
    /// These, by a query; none for the first ones.
    Inputs([u32; 2], Option<(u32, Step)>),
    /// The driver has no unexplored path.
    Nothing,
}

struct Search<'a> {
    images: [&'a Rc<Image>; 2],
    options: &'a Options,
    solver: &'a mut dyn Solver,
    observer: &'a mut dyn Observer,
    explorers: [Explorer; 2],
    cuts: Cuts,
    runs: u32,
    queries: u32,
}

/// Runs the strategy.
pub(super) async fn run(
    left: &Rc<Image>,
    right: &Rc<Image>,
    options: &Options,
    solver: &mut dyn Solver,
    observer: &mut dyn Observer,
) -> Report {
    let mut search = Search {
        images: [left, right],
        options,
        solver,
        observer,
        explorers: [Side::Left, Side::Right].map(Explorer::new),
        cuts: Cuts::default(),
        runs: 0,
        queries: 0,
    };
    let end = match search.search().await {
        Ok(()) => End::Exhausted,
        Err(end) => end,
    };
    search.report(end)
}

impl Search<'_> {
    /// Fig. 4. Ok when neither program has an unexplored path.
    async fn search(&mut self) -> Result<(), End> {
        let mut driver = Side::Left;
        let mut exhausted = [false; 2];
        while exhausted != [true; 2] {
            match self.propose(driver).await? {
                Proposal::Inputs(inputs, step) => self.run(driver, inputs, step).await?,
                Proposal::Nothing => exhausted[driver as usize] = true,
            }
            driver = driver.other();
        }
        Ok(())
    }

    /// Finds inputs that take the driver along an unexplored path.
    async fn propose(&mut self, driver: Side) -> Result<Proposal, End> {
        if self.explorers[driver as usize].paths == 0 {
            return Ok(Proposal::Inputs(self.options.inputs, None));
        }
        while let Some(step) = self.explorers[driver as usize].next(self.queries + 1) {
            self.queries += 1;
            let number = self.queries;
            self.tell(Event::Query {
                number,
                name: step.query.name.clone(),
                side: driver,
                run: step.run().number,
                flip: step.index() as u32,
                excluded: step.excluded.clone(),
                condition: step.condition.clone(),
            })
            .await?;
            if let Some(inputs) = self.ask(number, &step).await? {
                return Ok(Proposal::Inputs(inputs, Some((number, step))));
            }
        }
        Ok(Proposal::Nothing)
    }

    /// The inputs that a query's model gives, if it has one.
    async fn ask(&mut self, number: u32, step: &Step) -> Result<Option<[u32; 2]>, End> {
        let (answer, by) = self.answer(&step.query).await;
        let mut event = Event::Answer {
            query: number,
            answer: AnswerKind::Unsat,
            inputs: None,
            reason: None,
            by,
        };
        let mut new = None;
        if let Event::Answer { answer: kind, inputs, reason, .. } = &mut event {
            match answer {
                Answer::Unsat(_) => {}
                Answer::Unknown(why) => {
                    self.cuts.unknown += 1;
                    (*kind, *reason) = (AnswerKind::Unknown, Some(why.to_string()));
                }
                Answer::Sat(model) => {
                    new = Some(step.query.new_inputs(&model, step.run().inputs));
                    (*kind, *inputs) = (AnswerKind::Sat, new);
                }
            }
        }
        self.tell(event).await?;
        Ok(new)
    }

    /// Settles a query, by rewriting where that does, and says who did.
    async fn answer(&mut self, query: &Query) -> (Answer, String) {
        if query.refuted {
            return (Answer::Unsat(None), "rewriting".to_owned());
        }
        self.solver.push();
        for (name, term) in &query.assertions {
            self.solver.assert(name, *term);
        }
        let answer = self.solver.check(&query.terms, &query.name, self.options.limit).await;
        self.solver.pop();
        let answer = match answer {
            // Backends check their models; this is the last door before one is used.
            Answer::Sat(model) if !query.satisfied_by(&model) => {
                Answer::Unknown(UnknownReason::WrongModel)
            }
            answer => answer,
        };
        (answer, self.solver.name().to_owned())
    }

    /// Runs both programs on the inputs and compares what they do.
    async fn run(
        &mut self,
        driver: Side,
        inputs: [u32; 2],
        step: Option<(u32, Step)>,
    ) -> Result<(), End> {
        if self.runs == self.options.max_runs {
            return Err(End::RunLimit);
        }
        self.runs += 1;
        let number = self.runs;
        let fuel = self.options.fuel;
        let mut recorder = TraceRecorder::new(self.images[driver as usize]);
        let image = self.images[driver as usize];
        let driven = outcome::run(image, inputs, fuel, &mut recorder, self.observer).await;
        let driven = driven.ok_or(End::Cancelled)?;
        let image = self.images[driver.other() as usize];
        let verified = outcome::run(image, inputs, fuel, &mut (), self.observer).await;
        let verified = verified.ok_or(End::Cancelled)?;
        let (left, right) = match driver {
            Side::Left => (driven, verified),
            Side::Right => (verified, driven),
        };

        let trace = recorder.finish();
        let explorer = &mut self.explorers[driver as usize];
        let (query, step) = step.unzip();
        let (run, predicted) =
            explorer.insert(number, inputs, &trace, self.options.depth, step.as_ref());
        self.cuts.depth += u32::from(run.cut);
        self.cuts.fuel += u32::from([left, right].iter().any(|run| run.stop == Stop::OutOfFuel));
        self.tell(Event::Run {
            number,
            driver,
            inputs,
            query,
            left: left.report(),
            right: right.report(),
            path: run.lines.clone(),
            agreement: outcome::agreement(&left, &right),
        })
        .await?;
        self.decide(inputs, &left, &right)?;
        if let Some(query) = query
            && !predicted
        {
            self.cuts.diverged += 1;
            self.tell(Event::Diverged { run: number, query }).await?;
        }
        Ok(())
    }

    fn decide(&self, inputs: [u32; 2], left: &Outcome, right: &Outcome) -> Result<(), End> {
        match outcome::difference(left, right) {
            None => Ok(()),
            Some(code) => {
                let [left, right] = self.images;
                let witness = outcome::replay(left, right, inputs, self.options.fuel);
                Err(End::Differ(code, Box::new(witness)))
            }
        }
    }

    async fn tell(&mut self, event: Event) -> Result<(), End> {
        match self.observer.event(&event).await {
            Signal::Continue(()) => Ok(()),
            Signal::Break(()) => Err(End::Cancelled),
        }
    }

    fn report(&self, end: End) -> Report {
        let (verdict, code, witness) = match end {
            End::Differ(code, witness) => (Verdict::Disequivalent, code, Some(*witness)),
            End::Exhausted if self.cuts == Cuts::default() => {
                (Verdict::PossiblyEquivalent, ReasonCode::PathsTried, None)
            }
            End::Exhausted => (Verdict::PossiblyEquivalent, ReasonCode::Cut, None),
            End::RunLimit => (Verdict::PossiblyEquivalent, ReasonCode::RunLimit, None),
            End::Cancelled => (Verdict::PossiblyEquivalent, ReasonCode::Cancelled, None),
        };
        let message = match &witness {
            Some(witness) => difference_message(witness),
            None => search_message(code, &self.cuts, self.runs),
        };
        Report {
            verdict,
            reason: Reason { code, message, cuts: self.cuts },
            witness,
            stats: Stats {
                runs: self.runs,
                queries: self.queries,
                paths: [self.explorers[0].paths, self.explorers[1].paths],
                elapsed_ms: self.observer.elapsed_ms(),
            },
        }
    }
}

/// What a witness shows, in a sentence.
fn difference_message(witness: &Witness) -> String {
    let ends = [("left", &witness.left), ("right", &witness.right)].map(|(side, run)| {
        match (&run.fault, run.result) {
            (Some(fault), _) => format!("the {side} program faults ({})", fault.message),
            (None, Some(result)) => {
                format!("the {side} program gives $3 = {}", crate::trace::Word(result))
            }
            (None, None) => unreachable!("a witness has no run out of fuel"),
        }
    });
    let [a, b] = witness.inputs.map(crate::trace::Word);
    format!("On $1 = {a}, $2 = {b} {} and {}.", ends[0], ends[1])
}

/// What a search that found nothing rests on, in sentences.
fn search_message(code: ReasonCode, cuts: &Cuts, runs: u32) -> String {
    let tried = format!("No difference on the {} tried", count(runs, "input"));
    let mut left = Vec::new();
    if cuts.depth > 0 {
        left.push(format!(
            "{} deeper than the search depth",
            count_are(cuts.depth, "run", "goes", "go")
        ));
    }
    if cuts.fuel > 0 {
        left.push(format!("{} out of fuel", count_are(cuts.fuel, "run", "is", "are")));
    }
    if cuts.unknown > 0 {
        left.push(format!("{} undecided", count_are(cuts.unknown, "query", "is", "are")));
    }
    if cuts.diverged > 0 {
        left.push(format!(
            "{} the predicted path",
            count_are(cuts.diverged, "run", "leaves", "leave")
        ));
    }
    let cut = match left.as_slice() {
        [] => String::new(),
        left => format!(" Left open: {}.", left.join("; ")),
    };
    match code {
        ReasonCode::PathsTried => format!(
            "{tried}, one for each path of each program. Other inputs on the same paths may still differ."
        ),
        ReasonCode::RunLimit => format!("{tried}; the limit on runs was reached.{cut}"),
        ReasonCode::Cancelled => format!("{tried} before the comparison was stopped.{cut}"),
        _ => format!("{tried}, one for each path within the limits.{cut}"),
    }
}

fn count(n: u32, noun: &str) -> String {
    match (n, noun) {
        (1, noun) => format!("1 {noun}"),
        (n, "query") => format!("{n} queries"),
        (n, noun) => format!("{n} {noun}s"),
    }
}

fn count_are(n: u32, noun: &str, one: &str, many: &str) -> String {
    format!("{} {}", count(n, noun), if n == 1 { one } else { many })
}
