//! Runs as paths, where only what is new is worked on.
//!
//! A search visits path after path, depth-first, and a path goes along with
//! the one before for most of its way. A [`Follower`] keeps the last run of
//! each program with its path, takes back what the new run does otherwise,
//! and lowers, translates and describes the rest.

use std::rc::Rc;

use super::explore::Turn;
use crate::cpu::Image;
use crate::query::{self, Path, PathCondition, Translator};
use crate::term::news::News;
use crate::term::{Term, Terms};
use crate::trace::{self, Entry, Lowering, Step, Trace, passes};

/// Path conditions of a program that are told of.
const MAX_LINES: usize = 200;
/// Raw lines between two points that can be gone back to.
const STRIDE: usize = 64;

/// A run, with what is needed to leave its path.
#[derive(Debug)]
pub(super) struct Explored {
    /// The number of the run in the comparison.
    pub number: u32,
    /// The inputs that it was run on.
    pub inputs: [u32; 2],
    /// The path conditions of each program, a reader's line each, as far as
    /// a reader reads; then how many there are more.
    pub lines: Vec<Vec<String>>,
    /// The first program whose trace has more conditions than the depth.
    pub cut: Option<usize>,
    /// The result of each program, over the inputs, as it is on this path.
    pub results: Vec<Term>,
    /// The conditions of all programs, one program's after the other's.
    pub path: Path,
    /// How many of them are those of the programs up to each.
    ends: Vec<usize>,
    /// How the conditions came out.
    pub turns: Vec<Turn>,
}

impl Explored {
    /// The program that a condition is of.
    pub fn program(&self, condition: usize) -> usize {
        self.ends.partition_point(|&end| end <= condition)
    }

    /// A condition as a reader's line.
    pub fn line(&self, terms: &Terms, condition: usize) -> String {
        let program = self.program(condition);
        let first = program.checked_sub(1).map_or(0, |before| self.ends[before]);
        match self.lines[program].get(condition - first) {
            Some(line) if condition - first < MAX_LINES => line.clone(),
            _ => {
                let condition = &self.path.conditions[condition];
                condition.describe(terms, || format!("the {} at {}", condition.cause, condition.at))
            }
        }
    }

    /// That the results of two programs differ where the path's conditions
    /// hold, a boolean.
    pub fn results_differ(&self, terms: &mut Terms) -> Term {
        let [left, right] = self.results[..] else { unreachable!("a pair has two results") };
        let mut equal = terms.eq(left, right);
        if terms.as_bool(equal).is_none() {
            // The others are said by these.
            let conditions = &self.path.conditions;
            let needed = conditions.iter().filter(|c| c.said.is_needed_before(conditions.len()));
            let facts: Vec<Term> = needed.map(|condition| condition.term).collect();
            let [left, right] = terms.assuming(&facts, [left, right]);
            equal = terms.eq(left, right);
            if terms.as_bool(equal).is_none() && terms.are_equal_where(&facts, [left, right]) {
                equal = terms.bool(true);
            }
        }
        terms.not(equal)
    }
}

/// Makes paths of runs over the same terms.
#[derive(Debug, Default)]
pub(super) struct Follower {
    programs: Vec<Program>,
    news: News,
}

impl Follower {
    /// The run of one program or of several on the same inputs, from the
    /// programs' raw traces. Every call is about the same programs, with the
    /// same terms and the same depth.
    pub fn follow(
        &mut self,
        terms: &mut Terms,
        number: u32,
        inputs: [u32; 2],
        raw: &[&Trace],
        depth: usize,
    ) -> Explored {
        if self.programs.is_empty() {
            let programs = raw.iter().map(|raw| Program::new(terms, &raw.image, depth));
            self.programs = programs.collect();
        }
        for (program, raw) in self.programs.iter_mut().zip(raw) {
            program.follow(terms, raw);
        }
        let programs = self.programs.iter();
        let mut conditions: Vec<PathCondition> =
            programs.clone().flat_map(|program| &program.conditions).copied().collect();
        self.news.follow(terms, conditions.iter().map(|condition| condition.term));
        for (condition, news) in conditions.iter_mut().zip(self.news.iter()) {
            condition.said = news;
        }
        let results: Vec<Term> =
            programs.clone().map(|program| program.translator.result()).collect();
        let ends = programs.clone().scan(0, |end, program| {
            *end += program.conditions.len();
            Some(*end)
        });
        let ends = ends.collect();
        Explored {
            number,
            inputs,
            lines: programs.clone().map(Program::shown_lines).collect(),
            cut: programs.clone().position(|program| !program.complete),
            path: Path::new(terms, conditions, results[0]),
            results: results
                .iter()
                .map(|&result| self.news.with_quotients(terms, result))
                .collect(),
            ends,
            turns: programs.flat_map(|program| &program.turns).copied().collect(),
        }
    }
}

/// The last run of a program.
#[derive(Debug)]
struct Program {
    raw: Vec<Entry>,
    lowering: Lowering,
    translator: Translator,
    conditions: Vec<PathCondition>,
    turns: Vec<Turn>,
    lines: Vec<String>,
    /// Whether the path goes to the end of the run.
    complete: bool,
    /// The states before each [`STRIDE`]th raw line.
    marks: Vec<Mark>,
}

/// A state of a [`Program`].
#[derive(Debug)]
struct Mark {
    lowering: trace::Mark,
    translator: Translator,
    conditions: usize,
}

impl Program {
    fn new(terms: &mut Terms, image: &Rc<Image>, depth: usize) -> Program {
        Program {
            raw: Vec::new(),
            lowering: Lowering::new(image, depth),
            translator: Translator::new(terms, image),
            conditions: Vec::new(),
            turns: Vec::new(),
            lines: Vec::new(),
            complete: true,
            marks: Vec::new(),
        }
    }

    /// Takes the next run.
    fn follow(&mut self, terms: &mut Terms, raw: &Trace) {
        let common = self.raw.iter().zip(&raw.entries).take_while(|(a, b)| a == b).count();
        self.go_back(common);
        for &entry in &raw.entries[self.raw.len()..] {
            if self.raw.len().is_multiple_of(STRIDE) {
                self.marks.push(self.mark());
            }
            self.raw.push(entry);
            self.take(terms, entry);
        }
        self.complete = raw.complete && !self.lowering.is_cut();
        if cfg!(debug_assertions) {
            self.check(terms, raw);
        }
    }

    /// Goes back to the last mark that has at most this many raw lines before it.
    fn go_back(&mut self, common: usize) {
        if common == self.raw.len() {
            return;
        }
        let at = common / STRIDE;
        self.marks.truncate(at + 1);
        let Some(mark) = self.marks.pop() else { return };
        self.raw.truncate(at * STRIDE);
        self.lowering.undo_to(&mark.lowering);
        self.translator = mark.translator;
        self.conditions.truncate(mark.conditions);
        self.turns.truncate(mark.conditions);
        self.lines.truncate(mark.conditions);
    }

    fn mark(&self) -> Mark {
        Mark {
            lowering: self.lowering.mark(),
            translator: self.translator.clone(),
            conditions: self.conditions.len(),
        }
    }

    /// Takes the next line of the raw trace.
    fn take(&mut self, terms: &mut Terms, raw: Entry) {
        let Program { lowering, translator, conditions, turns, lines, .. } = self;
        lowering.lower(raw, |entry| {
            let Some(condition) = translator.translate(terms, &entry) else { return };
            let Step::Condition(shown) = entry.step else { return };
            if lines.len() < MAX_LINES {
                lines.push(condition.describe(terms, || shown.to_string()));
            }
            turns.push(match shown.alternative() {
                Some(value) => Turn::Took(value),
                None => Turn::Holds(shown.holds),
            });
            conditions.push(condition);
        });
    }

    fn shown_lines(&self) -> Vec<String> {
        let more = self.conditions.len() - self.lines.len();
        let more = (more > 0).then(|| format!("and {more} more"));
        self.lines.iter().cloned().chain(more).collect()
    }

    /// What was taken over from the last run is what the passes give from the
    /// beginning.
    fn check(&self, terms: &mut Terms, raw: &Trace) {
        let lowered = passes::lower(raw, self.lowering.depth());
        let path = query::translate(terms, &lowered);
        assert_eq!(path.conditions, self.conditions);
        assert_eq!(path.result, self.translator.result());
        assert_eq!(lowered.complete, self.complete);
    }
}
