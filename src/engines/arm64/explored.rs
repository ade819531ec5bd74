//! The runs, paths and queries of a comparison, for a person to read.
//!
//! Paths of pairs form a tree ([`Growth`]): the conditions of the left program come first. A run of the search is
//! repeated on the emulator, so what is shown of it does not depend on the prover.

use std::collections::HashMap;

use tamarin_kernel::Evidence;
use tamarin_kernel::claim::Stopping;
use tamarin_kernel::evidence::Input;
use tamarin_prove::refute::Search as Paths;
use tamarin_prove::refute::forms::{Atom, Fact, Form, Forms};
use tamarin_prove::refute::history::{Answered, Asked, By, Posed, Ran};
use tamarin_prove::refute::trace::{Condition, Trace};

use super::printer::Printer;
use super::{Options, Watch, compare_watched, given_of, input_of, nearest_claim, paths_of};
use crate::machine::arm64::agreement::{Both, Run, Tried, agree};
use crate::machine::arm64::{Given, Op, Stop as End, decode};
use crate::machine::values::Cause;
use crate::report::arm64::{
    Answer, Arm64Explored, Arm64ExploredRun, Arm64Query, Arm64Run, Findings, texts,
};
use crate::report::words::arm64 as words;
use crate::report::{Agreement, AnswerKind, Decision, Growth, Side};
use crate::solver;
use crate::symbolic::assumption;

/// Maximum number of decisions of a run that are reported.
const DECISIONS: usize = 400;

/// Compares two programs as [`compare`](super::compare) does, and returns also what was done.
pub fn explore(
    programs: [&[u32]; 2],
    options: &Options,
    stop: &solver::Stop,
) -> (Findings, Option<Evidence>, Arm64Explored) {
    let mut log = Log::new(programs, options);
    let (findings, evidence) = compare_watched(programs, options, stop, &mut log);
    // A difference on a sample needs no search; its path is shown as well.
    let claim = nearest_claim(programs, options, super::agree(Stopping::Same));
    if let (Answer::Differ(..), false) = (&findings.answer, log.is_searched)
        && let Ok(mut search) = paths_of(&claim, options)
    {
        log.searched(&mut search, &findings.answer);
    }
    (findings, evidence, log.explored)
}

/// What a comparison has done so far.
struct Log<'l> {
    programs: [&'l [u32]; 2],
    options: &'l Options,
    both: Both,
    is_searched: bool,
    /// The witness, once the search has ended.
    witness: Option<Tried>,
    explored: Arm64Explored,
}

/// Whether it is known how a run ends that is out of fuel.
fn is_late(run: &Run) -> bool {
    run.stop == End::OutOfFuel && run.ends().is_some()
}

impl Watch for Log<'_> {
    fn sampled(&mut self, tried: &Tried) {
        self.run(tried, None, None);
    }

    fn searched(&mut self, search: &mut Paths<'_>, answer: &Answer) {
        self.is_searched = true;
        let claim = nearest_claim(self.programs, self.options, super::agree(Stopping::Same));
        if let Answer::Differ(tried, _) = answer {
            self.witness = Some(Tried::clone(tried));
            // A claim that is malformed has no search.
            let _ = search.show(&input_of(&tried.given, &claim));
        }
        self.paths(search);
    }
}

impl<'l> Log<'l> {
    fn new(programs: [&'l [u32]; 2], options: &'l Options) -> Log<'l> {
        let both = options.both(programs);
        let explored = Arm64Explored::default();
        Log { programs, options, both, is_searched: false, witness: None, explored }
    }

    /// The runs and the queries of a search.
    fn paths(&mut self, search: &Paths<'_>) {
        let history = search.history();
        let samples = self.explored.runs.len() as u32;
        let names = names(search, self.options);
        let printer = Printer { forms: search.forms(), names: &names };
        let mut tree = Tree { nodes: HashMap::new(), last: 0, programs: self.programs, printer };
        for Ran { path, query } in &history.runs {
            let given = self.given(&search.inputs().input(&path.input));
            let Some(tried) = self.ran(&given) else { break };
            let growth = tree.growth(path);
            self.run(&tried, query.map(|index| index as u32 + 1), Some(growth));
        }
        let shown = self.explored.runs.len() - samples as usize;
        let queries = history.queries.iter().filter(|posed| posed.run < shown);
        for (index, posed) in queries.enumerate() {
            let path = &history.runs[posed.run].path;
            let query = self.query(search, &tree.printer, posed, path);
            let (number, run) = (index as u32 + 1, samples + posed.run as u32 + 1);
            self.explored.queries.push(Arm64Query { number, run, ..query });
        }
        self.explored.more_runs = history.more_runs as u32;
        self.explored.more_queries = history.more_queries as u32;
    }

    /// The runs on an input; for the witness with what is proved of them.
    fn ran(&mut self, given: &Given) -> Option<Tried> {
        let is_witness = |tried: &&Tried| tried.given == *given && tried.runs.iter().any(is_late);
        if let Some(tried) = self.witness.as_ref().filter(is_witness) {
            return Some(tried.clone());
        }
        let mut tried = self.both.run(given, self.options.fuel)?;
        self.both.look_on(&mut tried, self.options.fuel);
        Some(tried)
    }

    fn given(&self, input: &Input) -> Given {
        given_of(input, self.programs, self.options)
    }

    fn run(&mut self, tried: &Tried, query: Option<u32>, growth: Option<Growth>) {
        let [left, right] = &tried.runs;
        let agreement = Agreement::of(agree(left, right));
        let [inputs, elements] = texts(&tried.given);
        let number = self.explored.runs.len() as u32 + 1;
        let [left, right] = [left, right].map(Arm64Run::from);
        let run =
            Arm64ExploredRun { number, inputs, elements, query, left, right, agreement, growth };
        self.explored.runs.push(run);
    }

    /// A query, without its numbers.
    fn query(
        &self,
        search: &Paths<'_>,
        printer: &Printer<'_>,
        posed: &Posed,
        path: &Trace,
    ) -> Arm64Query {
        let (flip, is_alone) = match posed.asked {
            Asked::Difference => (None, false),
            Asked::Branch(index) => (Some(index), false),
            Asked::OwnBranch(index) => (Some(index), true),
        };
        let condition = match flip.map(|index| path.conditions[index]) {
            Some(Condition { fact, holds, .. }) => text(printer, fact, !holds),
            None => words::RESULTS_DIFFER.to_owned(),
        };
        let (answer, reason) = match posed.answer {
            Answered::Met(_) => (AnswerKind::Sat, None),
            Answered::Never if self.is_bounded(search) => {
                (AnswerKind::Unknown, Some(words::LONG_ARRAYS))
            }
            Answered::Never => (AnswerKind::Unsat, None),
            Answered::Open => (AnswerKind::Unknown, Some(words::LIMIT)),
        };
        let [inputs, elements] = match &posed.answer {
            Answered::Met(input) => texts(&self.given(&search.inputs().input(input))),
            Answered::Never | Answered::Open => [None, None],
        };
        let flip = flip.map(|index| index as u32);
        let by = match posed.by {
            By::Solver => words::BY_SOLVER,
            By::LocalSearch => words::BY_LOCAL_SEARCH,
            By::EqualForms => words::BY_EQUAL_FORMS,
            By::EarlierQuery => words::BY_EARLIER_QUERY,
        };
        let (number, run) = (0, 0);
        Arm64Query { number, run, flip, is_alone, condition, answer, inputs, elements, reason, by }
    }

    /// Whether the contract has longer arrays than those that are searched.
    fn is_bounded(&self, search: &Paths<'_>) -> bool {
        let searched = search.inputs().lengths().max();
        searched.zip(self.options.array).is_some_and(|(searched, most)| searched < most)
    }
}

/// The names of the inputs in conditions, in the order of their numbers.
fn names(search: &Paths<'_>, options: &Options) -> Vec<String> {
    match options.array {
        None => options.input_names(),
        Some(_) => {
            let most = search.inputs().lengths().max().unwrap_or(0);
            let elements = (0..most).map(|index| format!("a[{index}]"));
            std::iter::once("x1".to_owned()).chain(elements).collect()
        }
    }
}

/// A query of a comparison as an SMT-LIB 2 text: about the path of an input, as [`Arm64Query`] has it. `None` if the path
/// has no such condition.
pub fn query_text(
    programs: [&[u32]; 2],
    options: &Options,
    given: &Given,
    (flip, is_alone): (Option<u32>, bool),
) -> Option<String> {
    let claim = nearest_claim(programs, options, super::agree(Stopping::Same));
    let mut search = paths_of(&claim, options).ok()?;
    let asked = match flip.map(|index| index as usize) {
        None => Asked::Difference,
        Some(index) if is_alone => Asked::OwnBranch(index),
        Some(index) => Asked::Branch(index),
    };
    let names = names(&search, options);
    search.query_text(&input_of(given, &claim), asked, &names).ok()?
}

/// A condition in the language of contracts.
fn text(printer: &Printer<'_>, fact: Fact, holds: bool) -> String {
    assumption::text(printer, (fact, holds)).unwrap_or_else(|| words::NO_TEXT.to_owned())
}

/// The tree of paths, in which runs with the same first conditions have the same first nodes.
struct Tree<'t> {
    /// The nodes behind a node, by the condition that leads there.
    nodes: HashMap<(u32, Fact, bool), u32>,
    /// The number of the last node.
    last: u32,
    programs: [&'t [u32]; 2],
    printer: Printer<'t>,
}

impl Tree<'_> {
    /// The nodes that a run adds.
    fn growth(&mut self, path: &Trace) -> Growth {
        let (mut from, mut shared) = (0, 0);
        for condition in &path.conditions {
            let Some(&next) = self.nodes.get(&(from, condition.fact, condition.holds)) else {
                break;
            };
            (from, shared) = (next, shared + 1);
        }
        let mut node = from;
        let new = path.conditions.iter().enumerate().skip(shared);
        let mut decisions = Vec::new();
        for (index, condition) in new {
            self.last += 1;
            self.nodes.insert((node, condition.fact, condition.holds), self.last);
            node = self.last;
            if decisions.len() < DECISIONS {
                decisions.push(self.decision(index, condition));
            }
        }
        let untold = (path.conditions.len() - shared - decisions.len()) as u32;
        let sides = path.observed.iter().zip([Side::Left, Side::Right]);
        let cut = sides.filter(|(observed, _)| observed.ending.is_none()).map(|(_, side)| side);
        Growth { from, decisions, untold, cut: cut.take(1).next() }
    }

    fn decision(&self, index: usize, condition: &Condition) -> Decision {
        let Condition { fact, holds, fixed, site: (side, at, _), .. } = *condition;
        let word = self.programs[side].get(at as usize / 4).copied();
        Decision {
            index: index as u32,
            side: [Side::Left, Side::Right][side],
            at: at as u32,
            cause: self.cause(word.and_then(decode).map(|it| it.op), condition),
            holds,
            // Only the order of alternatives depends on it.
            took: fixed.map(|word| u32::try_from(word).unwrap_or(u32::MAX)),
            condition: text(&self.printer, fact, holds),
        }
    }

    /// Why an instruction depends on a condition.
    fn cause(&self, op: Option<Op>, Condition { fact, fixed, .. }: &Condition) -> Cause {
        match (op, fact, fixed) {
            (Some(Op::BCond), _, None) => Cause::Branch,
            (Some(Op::Udiv | Op::Sdiv), _, None) => Cause::Divisor,
            (Some(Op::Br | Op::Blr), _, Some(_)) => Cause::JumpTarget,
            (Some(Op::Br | Op::Blr), _, None) => Cause::JumpRange,
            (Some(Op::Ldur | Op::Stur), _, Some(_)) => Cause::Address,
            (Some(Op::Ldur | Op::Stur), Fact::Below(index, length), None)
                if self.forms().as_constant(*index).is_some() && self.is_length(*length) =>
            {
                Cause::Length
            }
            (Some(Op::Ldur | Op::Stur), Fact::Zero(form), None) if self.is_remainder(*form) => {
                Cause::Alignment
            }
            (Some(Op::Ldur), Fact::Zero(_), None) => Cause::Input,
            (Some(Op::Stur), Fact::Zero(_), None) => Cause::Output,
            (Some(Op::Ldur | Op::Stur), Fact::Below(..), None) => Cause::Range,
            _ => Cause::Fetch,
        }
    }

    fn forms(&self) -> &Forms {
        self.printer.forms
    }

    /// Whether a form is the length of the array, which is the first input.
    fn is_length(&self, form: Form) -> bool {
        self.printer.names.len() > 2 && self.forms().inputs_in(form) == [(0, 1)]
    }

    fn is_remainder(&self, form: Form) -> bool {
        use tamarin_kernel::word::Operator::Remainder;
        let parts = &self.forms().sum(form).parts;
        let is_one = |atom| matches!(self.forms().atom(atom), Atom::Apply(Remainder, ..));
        parts.iter().any(|&(atom, _)| is_one(atom))
    }
}
