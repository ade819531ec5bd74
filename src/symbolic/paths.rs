//! Paths that runs take, with what is needed to leave them, and the conditions that two programs
//! differ on one.

mod follower;

use std::rc::Rc;

use crate::facts::Facts;
use crate::machine::Inputs;
use crate::machine::setup::Observation;
use crate::symbolic::output::{self, Endless, Extent, Written};
use crate::symbolic::path::Path;
#[cfg(feature = "explanations")]
use crate::symbolic::path::PathCondition;
use crate::term::{Term, Terms};
pub(crate) use follower::{Again, Cycle, Follower};

/// Maximum number of path conditions that are reported per program.
const MAX_LINES: usize = 200;

/// The outcome of a path condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum BranchOutcome {
    /// Whether the test holds.
    Holds(bool),
    /// The value taken, of many alternatives.
    Took(u32),
}

/// How both programs of a pair of paths end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Both {
    /// Both stop.
    Done,
    /// Both fault.
    Fault,
    /// Both run for ever.
    RunForEver,
    /// At least one is out of fuel, and its continuation is unknown.
    Unfinished,
}

/// A run with the data needed to leave its path.
#[derive(Debug)]
pub(crate) struct Explored {
    /// The number of the run in the comparison.
    pub number: u32,
    /// The inputs of the run.
    pub inputs: Inputs,
    /// The path conditions of each program as lines for a reader, up to a limit, then the number of
    /// remaining ones.
    pub lines: Vec<Vec<String>>,
    /// The first program whose trace has more conditions than the depth limit.
    pub cut: Option<usize>,
    /// The result of each program on this path, over the inputs.
    pub results: Vec<Term>,
    /// The other observed words of each program.
    pub others: Vec<Rc<[Term]>>,
    /// The output of each program on this path.
    pub outputs: Vec<Rc<[Written]>>,
    /// For a program that runs for ever on all inputs of this path: the index of the output part at
    /// which its repetition begins.
    pub cycles: [Option<usize>; 2],
    /// The contract's premises, then the conditions of each program in order.
    pub path: Path,
    /// The number of premises.
    pub premises: usize,
    /// For each program, the index after its last condition.
    ends: Vec<usize>,
    /// The outcomes of the conditions.
    pub branches: Vec<BranchOutcome>,
}

/// The result of running one program.
#[cfg(feature = "explanations")]
#[derive(Debug)]
pub(crate) struct Ran {
    /// Its path conditions.
    pub conditions: Vec<PathCondition>,
    /// The outcome of the test of each condition.
    pub holds: Vec<bool>,
    /// `$3` at the end.
    pub result: Term,
    /// The other words observed there, without the output.
    pub others: Vec<Term>,
    /// The output.
    pub output: Vec<Written>,
    /// See [`Explored::cycles`].
    pub cycle: Option<usize>,
}

impl Explored {
    /// The path of both programs' runs on an input, beginning with these premises. The conditions
    /// of the first `held` programs are premises too: the search does not leave the path there.
    /// `None` once `is_due` reports that time is up.
    #[cfg(feature = "explanations")]
    pub fn of(
        terms: &mut Terms,
        facts: &mut Facts,
        (inputs, words): (&Inputs, Rc<[Term]>),
        premises: &[PathCondition],
        ran: &[Ran; 2],
        held: usize,
        is_due: &dyn Fn() -> bool,
    ) -> Option<Explored> {
        let of_programs = ran.iter().flat_map(|ran| &ran.conditions);
        let mut conditions: Vec<PathCondition> =
            premises.iter().chain(of_programs).copied().collect();
        let all = conditions.iter().map(|condition| condition.term);
        if !facts.follow_until(terms, all, is_due) {
            return None;
        }
        for (condition, redundancy) in conditions.iter_mut().zip(facts.redundancies()) {
            condition.redundancy = redundancy;
        }
        let branches = ran.iter().flat_map(|ran| {
            std::iter::zip(&ran.conditions, &ran.holds).map(|(condition, &holds)| {
                match condition.alternative {
                    Some((_, value)) => BranchOutcome::Took(value),
                    None => BranchOutcome::Holds(holds),
                }
            })
        });
        let branches = std::iter::repeat_n(BranchOutcome::Holds(true), premises.len())
            .chain(branches)
            .collect();
        let ends = ran.iter().scan(premises.len(), |end, ran| {
            *end += ran.conditions.len();
            Some(*end)
        });
        let ends: Vec<usize> = ends.collect();
        let premises =
            premises.len() + ran.iter().take(held).map(|ran| ran.conditions.len()).sum::<usize>();
        let results: Vec<Term> = ran.iter().map(|ran| ran.result).collect();
        let others: Vec<Rc<[Term]>> = ran.iter().map(|ran| ran.others.as_slice().into()).collect();
        let outputs: Vec<Rc<[Written]>> =
            ran.iter().map(|ran| ran.output.as_slice().into()).collect();
        let (result, first, output) = (results[0], Rc::clone(&others[0]), Rc::clone(&outputs[0]));
        Some(Explored {
            number: 0,
            inputs: inputs.clone(),
            lines: vec![Vec::new(), Vec::new()],
            cut: None,
            path: Path { inputs: words, conditions, result, others: first, output },
            premises,
            results,
            others,
            outputs,
            cycles: ran.each_ref().map(|ran| ran.cycle),
            ends,
            branches,
        })
    }

    /// The program that a condition belongs to.
    pub fn program(&self, condition: usize) -> usize {
        self.ends.partition_point(|&end| end <= condition)
    }

    /// A condition as a line for a reader.
    pub fn line(&self, terms: &Terms, condition: usize) -> String {
        let program = self.program(condition);
        let first = program.checked_sub(1).map_or(self.premises, |before| self.ends[before]);
        match self.lines[program].get(condition - first) {
            Some(line) if condition - first < MAX_LINES => line.clone(),
            _ => {
                let condition = &self.path.conditions[condition];
                condition.describe(terms, || format!("the {} at {}", condition.cause, condition.at))
            }
        }
    }
}

/// The condition that the observations of both programs differ on a run's path, as a boolean;
/// `both` is how they end. `None` where the infinite output of a program is unknown, or where
/// comparing the outputs would take too many cases. Once `is_due` returns true, equalities are no
/// longer simplified. If a program is unfinished, outputs count as different only if no
/// continuation makes them equal.
pub(crate) fn observations_differ(
    terms: &mut Terms,
    facts: &mut Facts,
    (observation, both): (&Observation, Both),
    run: &Explored,
    is_due: &dyn Fn() -> bool,
) -> Option<Term> {
    let mut same = terms.bool(true);
    if both == Both::Done {
        let [left, right] = run.results[..] else { unreachable!("a pair has two results") };
        same = terms.bool(run.others[0].len() == run.others[1].len());
        let others = std::iter::zip(run.others[0].iter().copied(), run.others[1].iter().copied());
        for (left, right) in observation.result.then_some((left, right)).into_iter().chain(others) {
            let equal = equal(terms, facts, run, [left, right], is_due);
            same = terms.and(same, equal);
        }
    }
    if observation.output {
        let outputs = outputs_are_the_same(terms, facts, both, run, is_due)?;
        same = terms.and(same, outputs);
    }
    Some(terms.not(same))
}

/// The condition that the outputs of both programs are the same or, where one is unfinished, may
/// become so.
fn outputs_are_the_same(
    terms: &mut Terms,
    facts: &mut Facts,
    both: Both,
    run: &Explored,
    is_due: &dyn Fn() -> bool,
) -> Option<Term> {
    let [left, right] = &run.outputs[..] else { unreachable!("a pair has two outputs") };
    let outputs = [&left[..], right];
    let equal = |terms: &mut Terms, left: Term, right: Term| {
        equal(terms, facts, run, [left, right], is_due)
    };
    match both {
        Both::Done | Both::Fault => output::same(terms, outputs, Extent::All, equal),
        Both::Unfinished => output::same(terms, outputs, Extent::Beginning, equal),
        Both::RunForEver => {
            let [Some(a), Some(b)] = run.cycles else { return None };
            let endless = [(outputs[0], a), (outputs[1], b)].map(|(output, cycle)| {
                let (before, cycle) = output.split_at(cycle);
                Endless { before, cycle }
            });
            output::same_endless(terms, endless, equal)
        }
    }
}

/// The condition that two words differ, simplified by the run's path conditions.
#[cfg(feature = "explanations")]
pub(crate) fn words_differ(
    terms: &mut Terms,
    facts: &mut Facts,
    run: &Explored,
    words: [Term; 2],
    is_due: &dyn Fn() -> bool,
) -> Term {
    let equal = equal(terms, facts, run, words, is_due);
    terms.not(equal)
}

/// The condition that two words are equal, simplified by the run's path conditions.
fn equal(
    terms: &mut Terms,
    facts: &mut Facts,
    run: &Explored,
    words: [Term; 2],
    is_due: &dyn Fn() -> bool,
) -> Term {
    let equal = terms.eq(words[0], words[1]);
    let conditions = run.path.conditions.iter().map(|condition| condition.term);
    // Following the last run's conditions again costs almost nothing.
    if terms.as_bool(equal).is_some() || is_due() || !facts.follow_until(terms, conditions, is_due)
    {
        return equal;
    }
    let [left, right] = words.map(|result| facts.simplified(terms, result).0);
    let equal = terms.eq(left, right);
    if terms.as_bool(equal).is_none() && facts.prove(terms, equal).is_some() {
        return terms.bool(true);
    }
    equal
}
