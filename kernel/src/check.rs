//! Checks evidence for a claim.

use crate::claim::{Claim, Start, Statement, Steps, Stopping, Word};
use crate::context::Context;
use crate::define::define;
use crate::evidence::{Evidence, FactText, Input, Side};
use crate::execute::{Ending, Program, State};
use crate::fact::Fact;
use crate::invariant::Point;
use crate::machine::Machine;
use crate::numbers::{NumberState, run};
use crate::proof::Prover;
use crate::refusal::{Refusal, wrong};
use crate::scope::Definitions;
use crate::term::{Contents, StartArray, Term, Terms};
use crate::walk::{Goal, Walk};

/// What was shown, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Nodes of the product.
    pub nodes: usize,
    /// Contracts.
    pub contracts: usize,
    /// Functions and lemmas.
    pub definitions: usize,
    /// The input on which the programs were run.
    pub exercised: Input,
}

/// Refuses a claim unless the evidence shows it.
pub fn check(claim: &Claim, evidence: &Evidence) -> Result<Summary, Refusal> {
    claim.validate()?;
    let mut checker = Checker { claim, evidence, machine: claim.machine()? };
    let exercised = match &claim.statement {
        Statement::Agree { steps, stop } => {
            checker.exercise(*steps, *stop)?;
            checker.walk(Goal::Agree(*steps, *stop), None)?;
            &evidence.exercise.input
        }
        Statement::Only { witness } => {
            checker.differs(witness)?;
            if evidence.exercise.input.words == witness.words {
                return Err(Refusal::Vacuous("no other input is named".into()));
            }
            checker.is_allowed(&evidence.exercise.input)?;
            checker.walk(Goal::AgreeExcept, Some(witness))?;
            witness
        }
        Statement::Differ { input } => {
            checker.differs(input)?;
            input
        }
        Statement::Stops { side, input } => match checker.run(input, *side)?.ending {
            Some(_) => input,
            None => return Err(wrong("the program does not stop within the steps")),
        },
        Statement::NeverStops { side, input } => {
            checker.is_allowed(input)?;
            checker.walk(Goal::RunForEver(*side), Some(input))?;
            input
        }
    };
    Ok(Summary {
        nodes: evidence.nodes.len(),
        contracts: evidence.contracts.len(),
        definitions: evidence.functions.len() + evidence.lemmas.len(),
        exercised: exercised.clone(),
    })
}

struct Checker<'c> {
    claim: &'c Claim,
    evidence: &'c Evidence,
    machine: &'static Machine,
}

/// A run of one input.
struct Run {
    state: NumberState,
    ending: Option<Ending>,
    deepest: u64,
}

impl<'c> Checker<'c> {
    /// The prover for all inputs, or for one.
    fn prover(&self, input: Option<&Input>) -> Result<Prover<'c>, Refusal> {
        let machine = self.machine;
        let mut terms = Terms::new(machine.width, machine.bytes, self.evidence.work);
        let mut context = Context::new(machine.width);
        if input.is_some_and(|input| input.words.len() != self.claim.inputs.len()) {
            return Err(wrong("an input has another number of words than the claim"));
        }
        for (index, name) in self.claim.inputs.iter().enumerate() {
            let word = match input {
                Some(input) => terms.constant(input.words[index]),
                None => terms.fresh(name)?,
            };
            context.names.insert(name.clone(), word);
        }
        for (side, start) in self.claim.start.iter().enumerate() {
            terms.starts[side].text = self.claim.programs[side].clone();
            let Some(array) = &start.array else { continue };
            let elements = terms.memory(Contents::Elements(array.name.clone()));
            let length = context.names[&array.length];
            let (address, capacity) = (array.address, array.capacity);
            terms.starts[side].array = Some(StartArray { address, length, capacity, elements });
            let fact = Fact::new(&mut terms, [(length, 1)], i128::from(capacity))?;
            context.assume(&format!("length.{}", Side::BOTH[side].name()), fact);
        }
        let definitions = Definitions::default();
        let mut prover = Prover { terms, machine, inputs: context, definitions };
        let mut premises = Vec::new();
        for premise in &self.claim.premises {
            let inputs = prover.inputs.clone();
            let fact = prover.scope(&inputs, [None; 2]).fact(&FactText::Text(premise.clone()));
            premises.push(fact.map_err(|refusal| Refusal::Claim(refusal.to_string()))?);
        }
        prover.inputs.assume_all("premise", premises);
        Ok(prover)
    }

    /// Refuses an input that the claim does not allow: over numbers, each premise holds or does not.
    fn is_allowed(&self, input: &Input) -> Result<(), Refusal> {
        let width = self.machine.width;
        if input.words.iter().any(|&word| word > width.most()) {
            return Err(wrong("an input is no word"));
        }
        let prover = self.prover(Some(input))?;
        let holds = |fact: &Fact| fact.folded(width) == Some(true);
        if !prover.inputs.facts().iter().all(holds) {
            return Err(Refusal::Vacuous("the input that is named is not allowed".into()));
        }
        for array in self.claim.start.iter().filter_map(|start| start.array.as_ref()) {
            let length = self.claim.inputs.iter().zip(&input.words);
            let length = length.into_iter().find(|(name, _)| **name == array.length);
            let elements = input.arrays.get(&array.name).map_or(&[][..], |elements| elements);
            let is_long = length.is_some_and(|(_, &length)| elements.len() as u64 >= length);
            if !is_long || elements.iter().any(|&element| element > width.most()) {
                return Err(wrong(format!("array `{}` has no such elements", array.name)));
            }
        }
        Ok(())
    }

    fn program(&self, side: Side) -> Program<'c> {
        let start = &self.claim.start[side.index()];
        let (return_address, stream) = (start.return_address, &start.stream[..]);
        Program { machine: self.machine, return_address, stream }
    }

    /// The words in registers at the start.
    fn registers<W: Copy>(
        &self,
        start: &Start,
        mut number: impl FnMut(u64) -> W,
        input: impl Fn(&str) -> W,
    ) -> Vec<W> {
        let word = |name: &&str| match start.registers.get(*name) {
            None => number(0),
            Some(Word::Number(value)) => number(*value),
            Some(Word::Input(name)) => input(name),
        };
        self.machine.registers.iter().map(word).collect()
    }

    /// Runs a program on an allowed input, for as many steps as the evidence says.
    fn run(&self, input: &Input, side: Side) -> Result<Run, Refusal> {
        self.is_allowed(input)?;
        let start = &self.claim.start[side.index()];
        let bytes = self.machine.bytes;
        let mut memory = std::collections::HashMap::new();
        for (index, &word) in self.claim.programs[side.index()].iter().enumerate() {
            memory.insert(bytes * index as u64, word);
        }
        let value = |name: &str| {
            let index = self.claim.inputs.iter().position(|input| input == name);
            index.map_or(0, |index| input.words[index])
        };
        if let Some(array) = &start.array {
            let elements = input.arrays.get(&array.name).map_or(&[][..], |elements| elements);
            let elements = elements.iter().take(value(&array.length) as usize);
            for (index, &element) in elements.enumerate() {
                memory.insert(array.address + bytes * index as u64, element);
            }
        }
        let registers = self.registers(start, |number| number, value);
        let mut state = State::new(0, registers, memory);
        let steps = self.evidence.exercise.steps;
        if steps > self.evidence.work {
            return Err(Refusal::Cost);
        }
        let mut deepest = self.machine.width.most();
        let ending = run(&self.program(side), &mut state, steps, &mut deepest)?;
        Ok(Run { state, ending, deepest })
    }

    /// Refuses a claim unless the input of the evidence is one that it says something about.
    fn exercise(&self, steps: Steps, stop: Stopping) -> Result<(), Refusal> {
        let input = &self.evidence.exercise.input;
        let is_about_each_input = stop != Stopping::Unclaimed && steps == Steps::All;
        if is_about_each_input {
            return self.is_allowed(input);
        }
        let mut in_time = [false; 2];
        for side in Side::BOTH {
            let run = self.run(input, side)?;
            let most = if let Steps::Within(most) = steps { most } else { u64::MAX };
            in_time[side.index()] = run.ending.is_some_and(|_| run.state.steps <= most);
            let start = &self.claim.start[side.index()];
            let name = self.machine.registers[self.machine.stack];
            if let Steps::StackDepth(depth) = steps
                && let Some(Word::Number(top)) = start.registers.get(name)
                && run.deepest < top - depth
            {
                return Err(Refusal::Vacuous("the stack gets deeper on the input".into()));
            }
        }
        let is_exercised = match (steps, stop) {
            (Steps::Within(_), Stopping::Same) => in_time[0] || in_time[1],
            _ => in_time[0] && in_time[1],
        };
        match is_exercised {
            true => Ok(()),
            false => Err(Refusal::Vacuous("the programs do not stop on the input in time".into())),
        }
    }

    /// Refuses unless both programs stop on an input, and not alike.
    fn differs(&self, input: &Input) -> Result<(), Refusal> {
        let [left, right] = [self.run(input, Side::Left)?, self.run(input, Side::Right)?];
        let (Some(left_ending), Some(right_ending)) = (left.ending, right.ending) else {
            return Err(wrong("a program does not stop within the steps"));
        };
        let observed = &self.claim.observed;
        let bytes =
            |run: &Run| run.state.output.iter().map(|word| word & 0xff).collect::<Vec<u64>>();
        let words = |run: &Run| {
            let registers =
                observed.registers.iter().filter_map(|name| self.machine.register(name));
            let registers = registers.map(|number| run.state.registers[number]);
            let word = |at| run.state.memory.get(at).copied().unwrap_or(0);
            registers.chain(observed.words.iter().map(word)).collect::<Vec<u64>>()
        };
        let prints_other = observed.output && bytes(&left) != bytes(&right);
        let both_done = [left_ending, right_ending] == [Ending::Done; 2];
        let computes_other = both_done && words(&left) != words(&right);
        match left_ending != right_ending || prints_other || computes_other {
            true => Ok(()),
            false => Err(wrong("the programs agree on the input")),
        }
    }

    /// Follows the evidence, for all inputs or for one that stands in for all, or is left out.
    fn walk(&mut self, goal: Goal, input: Option<&Input>) -> Result<(), Refusal> {
        let fixed = if goal == Goal::AgreeExcept { None } else { input };
        let mut prover = self.prover(fixed)?;
        define(&mut prover, self.evidence)?;
        let context = prover.inputs.clone();
        let mut states = [None, None];
        for side in Side::BOTH {
            let start = &self.claim.start[side.index()];
            let terms = &mut prover.terms;
            let memory = terms.memory(Contents::Start(side.index()));
            let registers: Vec<Term> =
                self.registers(start, |value| terms.constant(value), |name| context.names[name]);
            states[side.index()] = Some(State::new(Terms::ZERO, registers, memory));
        }
        let start = Point { context, states, has_moved: [false; 2] };
        let mut walk = Walk {
            prover: &mut prover,
            claim: self.claim,
            programs: Side::BOTH.map(|side| self.program(side)),
            evidence: self.evidence,
            goal,
            exempt: input.map_or(&[], |input| &input.words),
        };
        walk.all(start)
    }
}
