//! Incremental translation of runs into paths.
//!
//! A search visits paths depth-first, and each path shares most of its length with the one before.
//! A [`Follower`] keeps the last run of each program with its path, undoes the part in which the
//! new run differs, and lowers, translates and describes only the rest.

use std::rc::Rc;
use std::sync::Arc;

use crate::contract::Contract;
use crate::facts::Facts;
use crate::machine::recurrence::{Part, Slice};
use crate::machine::setup::Observation;
use crate::machine::{Image, Inputs};
use crate::symbolic::contract;
use crate::symbolic::output::{self, Endless, Extent, Written};
use crate::symbolic::path::{self, Content, Path, PathCondition, Translator};
use crate::term::{Node, Sort, Term, Terms};
use crate::trace::{self, Entry, Lowering, Step, Trace, passes};

/// Maximum number of path conditions that are reported per program.
const MAX_LINES: usize = 200;
/// Raw lines between two checkpoints.
const STRIDE: usize = 64;

/// The outcome of a path condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Turn {
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
    pub turns: Vec<Turn>,
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
        for (condition, said) in conditions.iter_mut().zip(facts.said()) {
            condition.said = said;
        }
        let turns = ran.iter().flat_map(|ran| {
            std::iter::zip(&ran.conditions, &ran.holds).map(|(condition, &holds)| {
                match condition.alternative {
                    Some((_, value)) => Turn::Took(value),
                    None => Turn::Holds(holds),
                }
            })
        });
        let turns = std::iter::repeat_n(Turn::Holds(true), premises.len()).chain(turns).collect();
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
            turns,
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

/// One cycle of a run that repeats a state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lap<'a> {
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
        let programs = self.programs.iter();
        let of_programs = programs.clone().flat_map(|program| &program.conditions);
        let mut conditions: Vec<PathCondition> =
            self.premises.iter().chain(of_programs).copied().collect();
        let all = conditions.iter().map(|condition| condition.term);
        if !self.facts.follow_until(terms, all, is_due) {
            return None;
        }
        for (condition, said) in conditions.iter_mut().zip(self.facts.said()) {
            condition.said = said;
        }
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
        Some(Explored {
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
            turns: std::iter::repeat_n(Turn::Holds(true), premises)
                .chain(programs.flat_map(|program| &program.turns).copied())
                .collect(),
        })
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
        (raw, depth): (&[&Trace; 2], usize),
        lap: &Lap<'_>,
        is_due: &dyn Fn() -> bool,
    ) -> Option<Again> {
        self.begin(terms, raw, depth);
        let Lap { program, lines, slice } = *lap;
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
        if !self.are_the_same(terms, (program, &at_first), way, is_due)? {
            return Some(Again::Nothing);
        }
        Some(match self.are_the_same(terms, (program, &at_first), output, is_due)? {
            true => Again::Output(printed),
            false => Again::Way,
        })
    }

    /// Whether parts of a program's state are equal to those before the cycle, on all inputs of the
    /// path.
    fn are_the_same(
        &mut self,
        terms: &mut Terms,
        (program, before): (usize, &Translator),
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

/// The last run of a program, translated.
#[derive(Debug)]
struct Program {
    raw: Vec<Entry>,
    lowering: Lowering,
    translator: Translator,
    conditions: Vec<PathCondition>,
    turns: Vec<Turn>,
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
            turns: Vec::new(),
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
        self.turns.truncate(mark.conditions);
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
        let Program { lowering, translator, conditions, turns, lines, output, .. } = self;
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
