//! Checks evidence for a claim.

use crate::claim::{Claim, Start, Statement, Steps, Stopping, Word};
use crate::context::Context;
use crate::define::define;
use crate::evidence::{Evidence, Input, Side};
use crate::execute::{Domain, Ending, Program, State};
use crate::fact::Fact;
use crate::machine::Machine;
use crate::numbers::{NumberMemory, NumberState, Numbers, run};
use crate::proof::Prover;
use crate::refusal::{Refusal, ensure};
use crate::scope::{Definitions, Point};
use crate::term::{Contents, StartArray, Term, Terms};
use crate::walk::Walk;

/// Checks that the evidence proves the claim, and refuses it otherwise. Returns an allowed input, named by the evidence
/// or the claim, which shows that the claim is not vacuous.
pub fn check(claim: &Claim, evidence: &Evidence) -> Result<Input, Refusal> {
    claim.validate()?;
    let checker = Checker { claim, evidence, machine: claim.machine()? };
    let input = match &claim.statement {
        Statement::Agree { steps, stop } => {
            let input = &evidence.exercise.input;
            checker.is_exercised(input, *steps, *stop)?;
            checker.walk(None)?;
            input
        }
        Statement::Only { witness, among } | Statement::Least { witness, among } => {
            checker.differs(witness)?;
            checker.is_exercised(witness, *among, Stopping::Same)?;
            if matches!(claim.statement, Statement::Only { .. }) {
                let other = &evidence.exercise.input;
                is_about(other.words != witness.words, "no other input is named")?;
                checker.is_exercised(other, *among, Stopping::Same)?;
            }
            checker.walk(None)?;
            witness
        }
        Statement::Differ { input } => checker.differs(input).map(|()| input)?,
        Statement::Stops { side, input } => {
            let ending = checker.run(input, *side)?.ending;
            ensure(ending.is_some(), "the program does not stop within the steps")?;
            input
        }
        Statement::NeverStops { input, .. } => {
            checker.is_allowed(input)?;
            checker.walk(Some(input))?;
            input
        }
    };
    Ok(input.clone())
}

struct Checker<'c> {
    claim: &'c Claim,
    evidence: &'c Evidence,
    machine: &'static Machine,
}

/// Refuses a claim that may be vacuous, unless this holds.
fn is_about(holds: bool, what: &str) -> Result<(), Refusal> {
    if holds { Ok(()) } else { Err(Refusal::Vacuous(what.into())) }
}

/// The concrete run of a program on one input.
struct Run {
    state: NumberState,
    ending: Option<Ending>,
    deepest: u64,
    /// The addresses of the observed words.
    words: Vec<u64>,
}

impl<'c> Checker<'c> {
    /// Refuses an input that the claim does not allow: every premise must hold on its numbers.
    fn is_allowed(&self, input: &Input) -> Result<(), Refusal> {
        let width = self.machine.width;
        ensure(input.words.iter().all(|&word| word <= width.most()), "an input is no word")?;
        let prover = inputs(self.claim, Some(input), self.evidence.work)?;
        let holds = |fact: &Fact| fact.folded() == Some(true);
        let all_hold = prover.inputs.facts().iter().all(holds);
        is_about(all_hold, "the input that is named is not allowed")?;
        for array in self.claim.start.iter().filter_map(|start| start.array.as_ref()) {
            let length = prover.terms.as_constant(prover.inputs.names[&array.length]);
            let elements = input.arrays.get(&array.name).map_or(&[][..], |elements| elements);
            let is_long = length.is_some_and(|length| elements.len() as u64 >= length);
            let are_words = elements.iter().all(|&element| element <= width.most());
            ensure(is_long && are_words, format!("array `{}` has no such elements", array.name))?;
        }
        Ok(())
    }

    /// Runs a program on an allowed input, for at most as many steps as the evidence states.
    fn run(&self, input: &Input, side: Side) -> Result<Run, Refusal> {
        self.is_allowed(input)?;
        let given = &self.claim.start[side.index()];
        let (layout, mut numbers) = (self.machine.layout, Numbers { machine: self.machine });
        let text = self.claim.programs[side.index()].iter();
        let mut memory: NumberMemory =
            (0..).step_by(layout.cell as usize).zip(text.copied()).collect();
        let value = |name: &str| {
            let index = self.claim.inputs.iter().position(|input| input == name);
            index.map_or(0, |index| input.words[index])
        };
        if let Some(array) = &given.array {
            let elements = input.arrays.get(&array.name).map_or(&[][..], |elements| elements);
            let elements = elements.iter().take(value(&array.length) as usize);
            for (index, &element) in elements.enumerate() {
                numbers.store(&mut memory, array.address + layout.word * index as u64, element);
            }
        }
        let (program, registers) = program(self.machine, given, |number| number, value);
        let mut state = State::new(0, registers, memory);
        let steps = self.evidence.exercise.steps;
        self.evidence.work.checked_sub(steps).ok_or(Refusal::Cost)?;
        let mut deepest = self.machine.width.most();
        let ending = run(&program, &mut state, steps, &mut deepest)?;
        let mut words = self.claim.observed.words.clone();
        if let Some(array) = given.array.as_ref().filter(|_| self.claim.observed.array) {
            let element = |index| array.address + layout.word * index;
            words.extend((0..value(&array.length)).map(element));
        }
        Ok(Run { state, ending, deepest, words })
    }

    /// Refuses an input whose runs are outside what the claim covers.
    fn is_exercised(&self, input: &Input, steps: Steps, stop: Stopping) -> Result<(), Refusal> {
        if stop != Stopping::Unclaimed && steps == Steps::All {
            return self.is_allowed(input);
        }
        let stack = self.machine.registers[self.machine.stack];
        let mut in_time = [false; 2];
        for side in Side::BOTH {
            let run = self.run(input, side)?;
            let is_covered = match (steps, self.claim.start[side.index()].registers.get(stack)) {
                (Steps::Within(most), _) => run.state.steps <= most,
                (Steps::StackDepth(depth), Some(Word::Number(top))) => run.deepest >= top - depth,
                _ => steps == Steps::All,
            };
            in_time[side.index()] = run.ending.is_some() && is_covered;
        }
        let is_exercised = match (steps, stop) {
            (Steps::Within(_), Stopping::Same) => in_time[0] || in_time[1],
            _ => in_time[0] && in_time[1],
        };
        is_about(is_exercised, "it is not about the runs of the input")
    }

    /// How a run ends, and its observed values.
    fn observed(&self, run: &Run) -> Result<(Option<Ending>, [Vec<u64>; 2]), Refusal> {
        let (observed, mut words) = (&self.claim.observed, Vec::new());
        if run.ending == Some(Ending::Done) {
            let numbers = observed.registers.iter().filter_map(|name| self.machine.register(name));
            words.extend(numbers.map(|number| run.state.registers[number]));
            let mut numbers = Numbers { machine: self.machine };
            for &at in &run.words {
                words.push(numbers.load(&run.state.memory, at)?);
            }
        }
        let printed = run.state.output.iter().filter(|_| observed.output);
        Ok((run.ending, [printed.map(|word| word & 0xff).collect(), words]))
    }

    /// Refuses unless both programs stop on an input and differ.
    fn differs(&self, input: &Input) -> Result<(), Refusal> {
        let runs = [self.run(input, Side::Left)?, self.run(input, Side::Right)?];
        let both_stop = runs.iter().all(|run| run.ending.is_some());
        ensure(both_stop, "a program does not stop within the steps")?;
        let differ = self.observed(&runs[0])? != self.observed(&runs[1])?;
        ensure(differ, "the programs agree on the input")
    }

    /// Follows the evidence, for all inputs or for one.
    fn walk(&self, input: Option<&Input>) -> Result<(), Refusal> {
        let mut prover = inputs(self.claim, input, self.evidence.work)?;
        for (side, end) in &self.evidence.protected {
            prover.terms.starts[side.index()].protected = Some(*end);
        }
        define(&mut prover, self.evidence)?;
        let (programs, start) = start(&mut prover, self.claim);
        Walk { claim: self.claim, programs, evidence: self.evidence }.all(&mut prover, start)
    }
}

/// The prover at the start of every proof of a claim, for all inputs or for one, with `work` units of work.
pub fn inputs<'e>(claim: &Claim, input: Option<&Input>, work: u64) -> Result<Prover<'e>, Refusal> {
    let (machine, mut context) = (claim.machine()?, Context::default());
    let mut terms = Terms::new(machine.width, machine.layout, work);
    let is_whole = input.is_none_or(|input| input.words.len() == claim.inputs.len());
    ensure(is_whole, "an input has another number of words than the claim")?;
    for (index, name) in claim.inputs.iter().enumerate() {
        let word = match input {
            Some(input) => terms.constant(input.words[index]),
            None => terms.fresh(name)?,
        };
        context.names.insert(name.clone(), word);
    }
    for (side, start) in claim.start.iter().enumerate() {
        terms.starts[side].text = claim.programs[side].clone();
        let memory = terms.memory(Contents::Start(side));
        context.memories.insert(format!("start.{}", Side::BOTH[side].name()), memory);
        for word in &start.stream {
            let Word::Input(name) = word else { continue };
            let fact = Fact::new(&mut terms, [(context.names[name], 1)], 255)?;
            context.assume(&format!("byte.{name}"), fact);
        }
        let Some(array) = &start.array else { continue };
        let elements = terms.memory(Contents::Elements(array.name.clone()));
        let (length, address) = (context.names[&array.length], array.address);
        let of = StartArray { address, length, capacity: array.capacity, elements };
        terms.starts[side].array = Some(of);
        let fact = Fact::new(&mut terms, [(length, 1)], i128::from(array.capacity))?;
        context.assume(&format!("length.{}", Side::BOTH[side].name()), fact);
    }
    let (inputs, definitions) = (Point::of(context.clone()), Definitions::default());
    let mut prover = Prover { terms, machine, inputs: context, definitions, watch: None };
    let premises = prover.scope(&inputs).facts(&claim.premises);
    let premises = premises.map_err(|refusal| Refusal::Claim(refusal.to_string()))?;
    prover.inputs.assume_all("premise", premises);
    Ok(prover)
}

/// A program at its start, and the words in its registers. `number` and `input` give the values of words.
pub fn program<W>(
    machine: &'static Machine,
    start: &Start,
    mut number: impl FnMut(u64) -> W,
    input: impl Fn(&str) -> W,
) -> (Program<W>, Vec<W>) {
    let mut word = |word: &Word| match word {
        Word::Number(value) => number(*value),
        Word::Input(name) => input(name),
    };
    let stream = start.stream.iter().map(&mut word).collect();
    let of_register = |name: &&str| word(start.registers.get(*name).unwrap_or(&Word::Number(0)));
    let registers = machine.registers.iter().map(of_register).collect();
    (Program { machine, return_address: start.return_address, stream }, registers)
}

/// Both programs over terms, and the point with them at the start.
pub fn start(prover: &mut Prover<'_>, claim: &Claim) -> ([Program<Term>; 2], Point) {
    let mut point = Point::of(prover.inputs.clone());
    let programs = Side::BOTH.map(|side| {
        let (terms, word) = (&mut prover.terms, |name: &str| point.context.names[name]);
        let memory = terms.memory(Contents::Start(side.index()));
        let start = &claim.start[side.index()];
        let (program, registers) =
            program(prover.machine, start, |value| terms.constant(value), word);
        point.states[side.index()] = Some(State::new(Terms::ZERO, registers, memory));
        program
    });
    (programs, point)
}
