//! Runs as paths, where only what is new is worked on.
//!
//! A search visits path after path, depth-first, and a path goes along with
//! the one before for most of its way. A [`Follower`] keeps the last run of
//! each program with its path, takes back what the new run does otherwise,
//! and lowers, translates and describes the rest.

use std::rc::Rc;
use std::sync::Arc;

use crate::contract::Contract;
use crate::facts::Facts;
use crate::machine::recurrence::{Part, Slice};
use crate::machine::setup::Observation;
use crate::machine::{Image, Inputs};
use crate::symbolic::contract;
use crate::symbolic::output::{self, Endless, Extent, Written};
use crate::symbolic::path::{self, Path, PathCondition, Told, Translator};
use crate::term::{Node, Sort, Term, Terms};
use crate::trace::{self, Entry, Lowering, Step, Trace, passes};

/// Path conditions of a program that are told of.
const MAX_LINES: usize = 200;
/// Raw lines between two points that can be gone back to.
const STRIDE: usize = 64;

/// How a path condition came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Turn {
    /// Whether the test holds.
    Holds(bool),
    /// One of many alternatives.
    Took(u32),
}

/// How both programs of a pair of paths end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Both {
    /// They are done.
    Done,
    /// They fault.
    Fault,
    /// They never stop.
    RunForEver,
    /// One of them is out of fuel, and it is not known how it goes on.
    Unfinished,
}

/// A run, with what is needed to leave its path.
#[derive(Debug)]
pub(crate) struct Explored {
    /// The number of the run in the comparison.
    pub number: u32,
    /// The inputs that it was run on.
    pub inputs: Inputs,
    /// The path conditions of each program, a reader's line each, as far as
    /// a reader reads; then how many there are more.
    pub lines: Vec<Vec<String>>,
    /// The first program whose trace has more conditions than the depth.
    pub cut: Option<usize>,
    /// The result of each program, over the inputs, as it is on this path.
    pub results: Vec<Term>,
    /// What else is observed of each.
    pub others: Vec<Rc<[Term]>>,
    /// What each program prints on this path.
    pub outputs: Vec<Rc<[Written]>>,
    /// Of a program that runs for ever on all inputs of this path, from which part of this on it
    /// prints the same again and again.
    pub cycles: [Option<usize>; 2],
    /// The contract's premises, then the conditions of all programs, one
    /// program's after the other's.
    pub path: Path,
    /// How many premises there are.
    pub premises: usize,
    /// How many of them are those of the programs up to each.
    ends: Vec<usize>,
    /// How the conditions came out.
    pub turns: Vec<Turn>,
}

/// What a run of one program comes to.
#[cfg(feature = "explanations")]
#[derive(Debug)]
pub(crate) struct Ran {
    /// What it depended on.
    pub conditions: Vec<PathCondition>,
    /// Whether what each of them tests held.
    pub holds: Vec<bool>,
    /// `$3` at the end.
    pub result: Term,
    /// What else is observed there, beside the output.
    pub others: Vec<Term>,
    /// What was printed.
    pub output: Vec<Written>,
    /// See [`Explored::cycles`].
    pub cycle: Option<usize>,
}

impl Explored {
    /// Runs of both programs on an input, whose path begins with these premises.
    /// The first programs' conditions are premises too, as many as `held`: ways
    /// that are not left. None once it is too late.
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

    /// The program that a condition is of.
    pub fn program(&self, condition: usize) -> usize {
        self.ends.partition_point(|&end| end <= condition)
    }

    /// A condition as a reader's line.
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

/// The lap of a run that goes round.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lap<'a> {
    /// The program.
    pub program: usize,
    /// The lines of its raw trace before the lap.
    pub lines: usize,
    /// What the lap hangs on, as one run tells. All runs of the path hang on that where they load
    /// and store at the same addresses; else, or where there is none, all of the state decides.
    pub slice: Option<&'a Slice>,
}

/// What comes again, on all inputs of a path, at the end of a lap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Again {
    /// Nothing is known to.
    Nothing,
    /// What decides how the program goes on, so it runs for ever.
    Way,
    /// That, and what decides its output: from the part with this index on it prints the same
    /// again and again.
    Output(usize),
}

/// Makes paths of runs over the same terms.
#[derive(Debug)]
pub(crate) struct Follower {
    contract: Arc<Contract>,
    /// What all inputs satisfy, once there are terms.
    premises: Vec<PathCondition>,
    programs: Vec<Program>,
    facts: Facts,
}

impl Follower {
    /// Of programs under this contract.
    pub fn new(contract: &Arc<Contract>) -> Follower {
        Follower {
            contract: Arc::clone(contract),
            premises: Vec::new(),
            programs: Vec::new(),
            facts: Facts::default(),
        }
    }

    /// The run of one program or of several on the same inputs, from the
    /// programs' raw traces. Every call is about the same programs, with the
    /// same terms and the same depth. None once `is_due` says that it is too
    /// late, which long traces ask now and then.
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

    /// Begins with the first run's programs.
    fn begin(&mut self, terms: &mut Terms, raw: &[&Trace], depth: usize) {
        if self.programs.is_empty() {
            let programs = raw.iter().map(|raw| Program::new(terms, &raw.image, depth));
            self.programs = programs.collect();
            let inputs = self.programs[0].translator.inputs();
            let premises = contract::premises(terms, &self.contract, &inputs);
            self.premises = premises.into_iter().map(PathCondition::premise).collect();
        }
    }

    /// What of a lap's state comes again for all inputs that take the programs' paths as far as
    /// these traces go. The traces are those
    /// of the programs up to the one that the lap is of, whose trace ends as the lap does. None once
    /// it is too late.
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

    /// Whether parts of a program's state are the same as before, on all inputs of the path.
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
        // The others have to be the same on this path, or nothing is known of its other inputs.
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

    /// That what is observed of both programs of a run differs where its path's
    /// conditions hold: see [`observations_differ`].
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

/// That what is observed of both programs of a run, which both end so, differs where its path's
/// conditions hold, a boolean. None where it is not known what one of them prints for ever, or where
/// telling whether the outputs differ would take too many cases. Once `is_due`, equalities are left as
/// they stand. Where one is unfinished, that outputs differ whatever is printed next.
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

/// That the outputs of both programs of a run are the same, or may become so where one is unfinished.
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

/// That two words differ where the conditions of a run's path hold.
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

/// That two words are equal where the conditions of a run's path hold.
fn equal(
    terms: &mut Terms,
    facts: &mut Facts,
    run: &Explored,
    words: [Term; 2],
    is_due: &dyn Fn() -> bool,
) -> Term {
    let equal = terms.eq(words[0], words[1]);
    let conditions = run.path.conditions.iter().map(|condition| condition.term);
    // No more than a look where it is the last run.
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

/// The last run of a program.
#[derive(Debug)]
struct Program {
    raw: Vec<Entry>,
    lowering: Lowering,
    translator: Translator,
    conditions: Vec<PathCondition>,
    turns: Vec<Turn>,
    lines: Vec<String>,
    output: Vec<Written>,
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

    /// Takes the next run; returns whether there was time for all of it.
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
        self.output.truncate(mark.output);
    }

    /// What was translated of the first lines, of which there are more, and how many parts were
    /// printed there.
    fn at(&self, terms: &mut Terms, lines: usize) -> (Translator, usize) {
        let Mark { lowering: mark, translator, output, .. } = &self.marks[lines / STRIDE];
        let (mut lowering, mut translator) = (self.lowering.clone(), translator.clone());
        let mut printed = *output;
        lowering.undo_to(mark);
        for &entry in &self.raw[lines / STRIDE * STRIDE..lines] {
            lowering.lower(entry, |entry| {
                let told = translator.translate(terms, &entry);
                printed += usize::from(matches!(told, Some(Told::Written(_))));
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

    /// Takes the next line of the raw trace.
    fn take(&mut self, terms: &mut Terms, raw: Entry) {
        let Program { lowering, translator, conditions, turns, lines, output, .. } = self;
        lowering.lower(raw, |entry| {
            let condition = match translator.translate(terms, &entry) {
                Some(Told::Condition(condition)) => condition,
                Some(Told::Written(written)) => return output.push(written),
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

    /// What was taken over from the last run is what the passes give from the
    /// beginning.
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
