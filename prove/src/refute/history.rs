//! What a search has done, in order, for a person to read: its runs, and its queries.
//!
//! Both lists are bounded, because a run keeps its conditions. What is left out is counted.

use std::rc::Rc;

use super::inputs::Assignment;
use super::trace::Trace;
use super::{Answer, Goal, Task};

/// Maximum number of runs, of conditions of all runs, and of queries.
const RUNS: usize = 1_000;
const CONDITIONS: usize = 200_000;
const QUERIES: usize = 4_000;

/// A run of both programs.
#[derive(Clone, Debug)]
pub struct Ran {
    /// The path, with its input.
    pub path: Rc<Trace>,
    /// The index of the query whose answer is the input. None if the search began with it, or if that query is left out.
    pub query: Option<usize>,
}

/// What a query asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// An input of the path on which the results differ.
    Difference,
    /// An input of the path up to the condition with this index, which it fails.
    Branch(usize),
    /// The same, where the path is that of one program alone.
    OwnBranch(usize),
}

/// The answer to a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answered {
    /// This input meets it.
    Met(Assignment),
    /// No input within the limits of the search does.
    Never,
    /// It was not decided.
    Open,
}

/// What decided a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The SAT solver.
    Solver,
    /// Changes of the input that bring it nearer.
    LocalSearch,
    /// The results are the same forms of the inputs.
    EqualForms,
    /// The same query was posed before.
    EarlierQuery,
}

/// A query.
#[derive(Clone, Debug)]
pub struct Posed {
    /// The index of the run whose path it is about.
    pub run: usize,
    /// What it asks for.
    pub asked: Asked,
    /// The answer.
    pub answer: Answered,
    /// What decided it, or did not.
    pub by: By,
}

/// The runs and the queries of a search.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// The first runs.
    pub runs: Vec<Ran>,
    /// The first queries about these runs.
    pub queries: Vec<Posed>,
    /// The number of other runs.
    pub more_runs: usize,
    /// The number of other queries.
    pub more_queries: usize,
    /// The number of conditions of the runs.
    conditions: usize,
}

impl History {
    /// Adds a run. Returns its index unless it is left out.
    pub(super) fn ran(&mut self, path: &Rc<Trace>, query: Option<usize>) -> Option<usize> {
        let conditions = self.conditions + path.conditions.len();
        if self.runs.len() == RUNS || conditions > CONDITIONS {
            self.more_runs += 1;
            return None;
        }
        self.conditions = conditions;
        self.runs.push(Ran { path: path.clone(), query });
        Some(self.runs.len() - 1)
    }

    /// Adds the query of a task. Returns its index unless it is left out.
    pub(super) fn posed(&mut self, task: &Task, answer: &Answer, by: By) -> Option<usize> {
        let Some(run) = task.run.filter(|_| self.queries.len() < QUERIES) else {
            self.more_queries += 1;
            return None;
        };
        let asked = match task.goal {
            Goal::Difference => Asked::Difference,
            Goal::Branch(index) => Asked::Branch(index),
            Goal::OwnBranch(index) => Asked::OwnBranch(index),
        };
        let answer = match answer {
            Answer::Values(values) => {
                let values = values.iter().map(|(input, value)| (*input, *value));
                Answered::Met(task.path.input.with(values))
            }
            Answer::Never => Answered::Never,
            Answer::Open => Answered::Open,
        };
        self.queries.push(Posed { run, asked, answer, by });
        Some(self.queries.len() - 1)
    }
}
