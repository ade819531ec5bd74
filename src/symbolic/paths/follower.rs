//! Incremental translation of runs into paths.
//!
//! A search visits paths depth-first, and each path shares most of its length with the one before.
//! A [`Follower`] keeps the last run of each program with its path, undoes the part in which the
//! new run differs, and lowers, translates and describes only the rest.

use std::rc::Rc;
use std::sync::Arc;

use super::{Both, BranchOutcome, Explored, MAX_LINES, observations_differ};
use crate::contract::Contract;
use crate::facts::Facts;
use crate::machine::recurrence::{Part, Slice};
use crate::machine::{Image, Inputs};
use crate::symbolic::contract;
use crate::symbolic::output::Written;
use crate::symbolic::path::{self, Content, Path, PathCondition, Translator};
use crate::term::{Node, Sort, Term, Terms};
use crate::trace::{self, Entry, Lowering, Step, Trace, passes};

/// Raw lines between two checkpoints.
const STRIDE: usize = 64;

/// One cycle of a run that repeats a state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cycle<'a> {
    /// The program.
    pub program: usize,
    /// The lines of its raw trace before the cycle.
    pub lines: usize,
    /// The parts of the state that the cycle depends on, as one run shows. They are valid for all
    /// runs of the path if those load and store at the same addresses. Otherwise, or where there is
    /// no slice, all of the state counts.
    pub slice: Option<&'a Slice>,
}

/// The parts of the state that recur at the end of a cycle, on all inputs of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Again {
    /// None is known to recur.
    Nothing,
    /// The parts that decide how the program continues, so it runs for ever.
    Way,
    /// Those, and the parts that decide its output: it repeats from the output part with this index
    /// on.
    Output(usize),
}

/// Translates runs into paths over the same terms.
#[derive(Debug)]
pub(crate) struct Follower {
    contract: Arc<Contract>,
    /// The contract's premises, once there are terms.
    premises: Vec<PathCondition>,
    programs: Vec<Program>,
    facts: Facts,
}

impl Follower {
    /// A follower for programs under this contract.
    pub fn new(contract: &Arc<Contract>) -> Follower {
        Follower {
            contract: Arc::clone(contract),
            premises: Vec::new(),
            programs: Vec::new(),
            facts: Facts::default(),
        }
    }

    /// Translates the runs of one or more programs on the same inputs, from their raw traces. All
    /// calls must have the same programs, terms and depth. Returns `None` once `is_due`, which is
    /// polled during long traces, reports that time is up.
    pub fn follow(
        &mut self,
        terms: &mut Terms,
        number: u32,
        inputs: &Inputs,
        raw: &[&Trace],
        depth: usize,
        is_due: &dyn Fn() -> bool,
    ) -> Option<Explored> {
        self.begin(terms, raw, depth);
        for (program, raw) in self.programs.iter_mut().zip(raw) {
            if !program.follow(terms, raw, is_due) {
                return None;
            }
        }
        let of_programs = self.programs.iter().flat_map(|program| &program.conditions);
        let mut conditions: Vec<PathCondition> =
            self.premises.iter().chain(of_programs).copied().collect();
        let all = conditions.iter().map(|condition| condition.term);
        if !self.facts.follow_until(terms, all, is_due) {
            return None;
        }
        for (condition, redundancy) in conditions.iter_mut().zip(self.facts.redundancies()) {
            condition.redundancy = redundancy;
        }
        Some(self.explored(terms, number, inputs, conditions))
    }

    /// The path of the programs, whose runs were translated, on the same inputs.
    fn explored(
        &self,
        terms: &mut Terms,
        number: u32,
        inputs: &Inputs,
        conditions: Vec<PathCondition>,
    ) -> Explored {
        let programs = self.programs.iter();
        let results: Vec<Term> =
            programs.clone().map(|program| program.translator.result()).collect();
        let others: Vec<Rc<[Term]>> =
            programs.clone().map(|program| program.translator.others(terms).into()).collect();
        let outputs: Vec<Rc<[Written]>> =
            programs.clone().map(|program| program.output.as_slice().into()).collect();
        let premises = self.premises.len();
        let ends = programs.clone().scan(premises, |end, program| {
            *end += program.conditions.len();
            Some(*end)
        });
        let ends = ends.collect();
        Explored {
            number,
            inputs: inputs.clone(),
            lines: programs.clone().map(Program::shown_lines).collect(),
            cut: programs.clone().position(|program| !program.complete),
            path: Path {
                inputs: self.programs[0].translator.inputs(),
                conditions,
                result: results[0],
                others: Rc::clone(&others[0]),
                output: Rc::clone(&outputs[0]),
            },
            premises,
            results,
            others,
            outputs,
            cycles: [None; 2],
            ends,
            branches: std::iter::repeat_n(BranchOutcome::Holds(true), premises)
                .chain(programs.flat_map(|program| &program.branches).copied())
                .collect(),
        }
    }

    /// Sets up the programs at the first run.
    fn begin(&mut self, terms: &mut Terms, raw: &[&Trace], depth: usize) {
        if self.programs.is_empty() {
            let programs = raw.iter().map(|raw| Program::new(terms, &raw.image, depth));
            self.programs = programs.collect();
            let inputs = self.programs[0].translator.inputs();
            let premises = contract::premises(terms, &self.contract, &inputs);
            self.premises = premises.into_iter().map(PathCondition::premise).collect();
        }
    }

    /// Which parts of the state recur at the end of a cycle, for all inputs that take the programs'
    /// paths as far as these traces go. `raw` has the traces of the programs up to the cycle's own,
    /// whose trace ends where the cycle ends. `None` once time is up.
    pub fn comes_again(
        &mut self,
        terms: &mut Terms,
        raw: &[&Trace; 2],
        depth: usize,
        cycle: &Cycle<'_>,
        is_due: &dyn Fn() -> bool,
    ) -> Option<Again> {
        self.begin(terms, raw, depth);
        let Cycle { program, lines, slice } = *cycle;
        for (program, raw) in self.programs[..=program].iter_mut().zip(raw) {
            if !program.follow(terms, raw, is_due) {
                return None;
            }
        }
        let running = &self.programs[program];
        if !running.complete {
            return Some(Again::Nothing);
        }
        let (at_first, printed) = running.at(terms, lines);
        let is_constant = |terms: &mut Terms, &part: &Part| {
            part != Part::Memory && {
                let word = at_first.part(terms, part);
                matches!(terms.node(word), Node::Word(_))
            }
        };
        let slice =
            slice.filter(|slice| slice.addresses.iter().all(|part| is_constant(terms, part)));
        let [way, output] = match slice {
            Some(Slice { decides, decides_output, .. }) => {
                [decides, decides_output].map(Vec::clone)
            }
            None => [Part::all(), Part::all()],
        };
        if !self.are_the_same(terms, program, &at_first, way, is_due)? {
            return Some(Again::Nothing);
        }
        Some(match self.are_the_same(terms, program, &at_first, output, is_due)? {
            true => Again::Output(printed),
            false => Again::Way,
        })
    }

    /// Whether parts of a program's state are equal to those before the cycle, on all inputs of the
    /// path.
    fn are_the_same(
        &mut self,
        terms: &mut Terms,
        program: usize,
        before: &Translator,
        parts: Vec<Part>,
        is_due: &dyn Fn() -> bool,
    ) -> Option<bool> {
        let now = &self.programs[program].translator;
        let pairs: Vec<[Term; 2]> = parts
            .into_iter()
            .map(|part| [before.part(terms, part), now.part(terms, part)])
            .filter(|[first, again]| first != again)
            .collect();
        if pairs.is_empty() {
            return Some(true);
        }
        // The remaining parts must be equal under the path's conditions; otherwise nothing is known
        // for its other inputs.
        let of_programs = self.programs[..=program].iter().flat_map(|program| &program.conditions);
        let conditions = self.premises.iter().chain(of_programs).map(|condition| condition.term);
        if !self.facts.follow_until(terms, conditions, is_due) {
            return None;
        }
        Some(pairs.into_iter().all(|words| {
            words.iter().all(|&word| terms.sort(word) == Sort::Word) && {
                let [first, again] = words.map(|word| self.facts.simplified(terms, word).0);
                let equal = terms.eq(first, again);
                terms.as_bool(equal) == Some(true) || self.facts.prove(terms, equal).is_some()
            }
        }))
    }

    /// The condition that the observations of both programs differ on a run's path: see
    /// [`observations_differ`].
    pub fn observations_differ(
        &mut self,
        terms: &mut Terms,
        run: &Explored,
        both: Both,
        is_due: &dyn Fn() -> bool,
    ) -> Option<Term> {
        let observation = self.programs[0].translator.observation();
        observations_differ(terms, &mut self.facts, (observation, both), run, is_due)
    }
}

/// The last run of a program, translated.
#[derive(Debug)]
struct Program {
    raw: Vec<Entry>,
    lowering: Lowering,
    translator: Translator,
    conditions: Vec<PathCondition>,
    branches: Vec<BranchOutcome>,
    lines: Vec<String>,
    output: Vec<Written>,
    /// Whether the path reaches the end of the run.
    complete: bool,
    /// The checkpoints before each [`STRIDE`]th raw line.
    marks: Vec<Mark>,
}

/// A checkpoint of a [`Program`].
#[derive(Debug)]
struct Mark {
    lowering: trace::Mark,
    translator: Translator,
    conditions: usize,
    output: usize,
}

impl Program {
    fn new(terms: &mut Terms, image: &Rc<Image>, depth: usize) -> Program {
        Program {
            raw: Vec::new(),
            lowering: Lowering::new(image, depth),
            translator: Translator::new(terms, image),
            conditions: Vec::new(),
            branches: Vec::new(),
            lines: Vec::new(),
            output: Vec::new(),
            complete: true,
            marks: Vec::new(),
        }
    }

    /// Translates the next run; returns whether there was time for all of it.
    fn follow(&mut self, terms: &mut Terms, raw: &Trace, is_due: &dyn Fn() -> bool) -> bool {
        let common = self.raw.iter().zip(&raw.entries).take_while(|(a, b)| a == b).count();
        self.go_back(common);
        for &entry in &raw.entries[self.raw.len()..] {
            if self.raw.len().is_multiple_of(STRIDE) {
                if is_due() {
                    return false;
                }
                self.marks.push(self.mark());
            }
            self.raw.push(entry);
            self.take(terms, entry);
        }
        self.complete = raw.complete && !self.lowering.is_cut();
        if cfg!(debug_assertions) {
            self.check(terms, raw);
        }
        true
    }

    /// Returns to the last checkpoint with at most this many raw lines before it.
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
        self.branches.truncate(mark.conditions);
        self.lines.truncate(mark.conditions);
        self.output.truncate(mark.output);
    }

    /// The translator after the first `lines` lines, and the number of output parts there.
    fn at(&self, terms: &mut Terms, lines: usize) -> (Translator, usize) {
        let Mark { lowering: mark, translator, output, .. } = &self.marks[lines / STRIDE];
        let (mut lowering, mut translator) = (self.lowering.clone(), translator.clone());
        let mut printed = *output;
        lowering.undo_to(mark);
        for &entry in &self.raw[lines / STRIDE * STRIDE..lines] {
            lowering.lower(entry, |entry| {
                let content = translator.translate(terms, &entry);
                printed += usize::from(matches!(content, Some(Content::Written(_))));
            });
        }
        (translator, printed)
    }

    fn mark(&self) -> Mark {
        Mark {
            lowering: self.lowering.mark(),
            translator: self.translator.clone(),
            conditions: self.conditions.len(),
            output: self.output.len(),
        }
    }

    /// Translates the next line of the raw trace.
    fn take(&mut self, terms: &mut Terms, raw: Entry) {
        let Program { lowering, translator, conditions, branches, lines, output, .. } = self;
        lowering.lower(raw, |entry| {
            let condition = match translator.translate(terms, &entry) {
                Some(Content::Condition(condition)) => condition,
                Some(Content::Written(written)) => return output.push(written),
                None => return,
            };
            let Step::Condition(shown) = entry.step else { return };
            if lines.len() < MAX_LINES {
                lines.push(condition.describe(terms, || shown.to_string()));
            }
            branches.push(match shown.alternative() {
                Some(value) => BranchOutcome::Took(value),
                None => BranchOutcome::Holds(shown.holds),
            });
            conditions.push(condition);
        });
    }

    fn shown_lines(&self) -> Vec<String> {
        let more = self.conditions.len() - self.lines.len();
        let more = (more > 0).then(|| format!("and {more} more"));
        self.lines.iter().cloned().chain(more).collect()
    }

    /// Checks that the reused prefix equals a translation from the beginning.
    fn check(&self, terms: &mut Terms, raw: &Trace) {
        let lowered = passes::lower(raw, self.lowering.depth());
        let path = path::translate(terms, &lowered);
        assert_eq!(path.conditions, self.conditions);
        assert_eq!(path.result, self.translator.result());
        assert_eq!(path.others[..], self.translator.others(terms)[..]);
        assert_eq!(path.output[..], self.output);
        assert_eq!(lowered.complete, self.complete);
    }
}
