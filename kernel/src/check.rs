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
use crate::term::{Contents, StartArray, Terms};
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
                if other.words == witness.words {
                    return Err(Refusal::Vacuous("no other input is named".into()));
                }
                checker.is_exercised(other, *among, Stopping::Same)?;
            }
            checker.walk(None)?;
            witness
        }
        Statement::Differ { input } => {
            checker.differs(input)?;
            input
        }
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

/// The concrete run of a program on one input.
struct Run {
    state: NumberState,
    ending: Option<Ending>,
    deepest: u64,
}

impl<'c> Checker<'c> {
    /// Refuses an input that the claim does not allow: every premise must hold on its numbers.
    fn is_allowed(&self, input: &Input) -> Result<(), Refusal> {
        let width = self.machine.width;
        ensure(input.words.iter().all(|&word| word <= width.most()), "an input is no word")?;
        let prover = inputs(self.claim, Some(input), self.evidence.work)?;
        let holds = |fact: &Fact| fact.folded() == Some(true);
        if !prover.inputs.facts().iter().all(holds) {
            return Err(Refusal::Vacuous("the input that is named is not allowed".into()));
        }
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
        let words = self.claim.programs[side.index()].iter();
        let mut memory: NumberMemory =
            (0..).step_by(layout.cell as usize).zip(words.copied()).collect();
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
        let given = registers(self.machine, given, |number| number, value);
        let mut state = State::new(0, given, memory);
        let steps = self.evidence.exercise.steps;
        if steps > self.evidence.work {
            return Err(Refusal::Cost);
        }
        let mut deepest = self.machine.width.most();
        let program = self::program(self.claim, self.machine, side);
        let ending = run(&program, &mut state, steps, &mut deepest)?;
        Ok(Run { state, ending, deepest })
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
            let is_about = match (steps, self.claim.start[side.index()].registers.get(stack)) {
                (Steps::All, _) => true,
                (Steps::Within(most), _) => run.state.steps <= most,
                (Steps::StackDepth(depth), Some(Word::Number(top))) => run.deepest >= top - depth,
                (Steps::StackDepth(_), _) => false,
            };
            in_time[side.index()] = run.ending.is_some() && is_about;
        }
        let is_exercised = match (steps, stop) {
            (Steps::Within(_), Stopping::Same) => in_time[0] || in_time[1],
            _ => in_time[0] && in_time[1],
        };
        let vacuous = || Refusal::Vacuous("it is not about the runs of the input".into());
        is_exercised.then_some(()).ok_or_else(vacuous)
    }

    /// How a run ends, and its observed values.
    fn observed(&self, run: &Run) -> Result<(Option<Ending>, [Vec<u64>; 2]), Refusal> {
        let (observed, mut words) = (&self.claim.observed, Vec::new());
        if run.ending == Some(Ending::Done) {
            let numbers = observed.registers.iter().filter_map(|name| self.machine.register(name));
            words.extend(numbers.map(|number| run.state.registers[number]));
            let mut numbers = Numbers { machine: self.machine };
            for &at in &observed.words {
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
        define(&mut prover, self.evidence)?;
        let start = point(&mut prover, self.claim);
        let walk = Walk {
            claim: self.claim,
            programs: Side::BOTH.map(|side| program(self.claim, self.machine, side)),
            evidence: self.evidence,
        };
        walk.all(&mut prover, start)
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

/// A program of a claim.
pub fn program<'c>(claim: &'c Claim, machine: &'static Machine, side: Side) -> Program<'c> {
    let Start { return_address, stream, .. } = &claim.start[side.index()];
    Program { machine, return_address: *return_address, stream }
}

/// The words in registers at the start.
pub fn registers<W: Copy>(
    machine: &Machine,
    start: &Start,
    mut number: impl FnMut(u64) -> W,
    input: impl Fn(&str) -> W,
) -> Vec<W> {
    let word = |name: &&str| match start.registers.get(*name) {
        None => number(0),
        Some(Word::Number(value)) => number(*value),
        Some(Word::Input(name)) => input(name),
    };
    machine.registers.iter().map(word).collect()
}

/// The point with both programs at the start.
pub fn point(prover: &mut Prover<'_>, claim: &Claim) -> Point {
    let mut point = Point::of(prover.inputs.clone());
    for side in Side::BOTH {
        let terms = &mut prover.terms;
        let (word, given) = (|name: &str| point.context.names[name], &claim.start[side.index()]);
        let memory = terms.memory(Contents::Start(side.index()));
        let registers = registers(prover.machine, given, |value| terms.constant(value), word);
        point.states[side.index()] = Some(State::new(Terms::ZERO, registers, memory));
    }
    point
}
