//! Runs of both programs on allowed inputs, cut into path segments as the walker cuts paths: [`Place::cut`].

use std::collections::{BTreeMap, BTreeSet};

use tamarin_kernel::claim::{Claim, Stopping};
use tamarin_kernel::evidence::{FactText, Input, Side};
use tamarin_kernel::execute::{Domain, Ending, Program, State, Stop as Halt, step};
use tamarin_kernel::machine::{Access, Instruction, Machine, Value};
use tamarin_kernel::numbers::{NumberState, Numbers};
use tamarin_kernel::scope::Point;
use tamarin_kernel::term::{Term, Terms};
use tamarin_kernel::text::{self, Expression};
use tamarin_kernel::word::Operator;
use tamarin_kernel::{Refusal, check as start};

use super::joins::Joins;
use crate::Place;
use crate::exempt::is_about;
use crate::one_run;
use crate::samples::{Random, Sample, fixed, start_memory, with_elements};

/// A part of a program's state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Spot {
    /// A register, by its number.
    Register(usize),
    /// A word of memory, by its address.
    Cell(u64),
}

/// The state of a program at the end of a path segment.
#[derive(Clone, Debug)]
pub struct Stop {
    /// Its location.
    pub place: Place,
    /// Its registers.
    pub registers: Vec<u64>,
    /// The words that it has stored, by address.
    pub cells: BTreeMap<u64, u64>,
    /// Number of instructions since the previous stop.
    pub steps: u64,
}

impl Stop {
    /// Whether the location and all words are those of another stop.
    fn is_same(&self, other: &Stop) -> bool {
        self.place == other.place && self.registers == other.registers && self.cells == other.cells
    }

    /// The value at a spot.
    pub fn word(&self, spot: Spot) -> Option<u64> {
        match spot {
            Spot::Register(number) => self.registers.get(number).copied(),
            Spot::Cell(at) => self.cells.get(&at).copied(),
        }
    }
}

/// The run of a program on an input: the states at its start, after each path segment, and at its end.
#[derive(Clone, Debug)]
pub struct Trace {
    /// All stops, from the start to the end.
    pub stops: Vec<Stop>,
}

impl Trace {
    /// Whether the program reached its return address.
    pub fn is_done(&self) -> bool {
        self.stops.last().is_some_and(|stop| stop.place == Place::Done)
    }

    /// The number of path segments.
    pub fn pieces(&self) -> usize {
        self.stops.len() - 1 - usize::from(self.is_done())
    }
}

/// Runs of both programs, and the live words that they show.
#[derive(Clone, Debug, Default)]
pub struct Runs {
    /// The joins of each program at which its runs are cut.
    pub joins: Joins,
    /// The inputs.
    pub inputs: Vec<Vec<u64>>,
    /// The elements of the array for each input.
    pub elements: Vec<Vec<u64>>,
    /// The runs of both programs on each input.
    pub traces: Vec<[Trace; 2]>,
    /// Spots that are read after a location before they are written, by program and location.
    pub live: [BTreeMap<Place, BTreeSet<Spot>>; 2],
    /// The same for runs that were cut off, if what some instruction reads is read behind their last stop.
    later: [BTreeMap<Place, BTreeSet<Spot>>; 2],
    /// What each program divided by, without regard to signs: by the spots of the dividend and the divisor. For a register
    /// that was loaded from memory, the spot is the word there, which is live between iterations.
    pub divisors: [BTreeMap<[Spot; 2], Divisors>; 2],
    /// Divisions whose operands are the same in all rounds: an input or a number. Their results do not change in a run.
    pub divisions: Vec<[Given; 2]>,
    /// What the operands of each division may be, by program and address.
    operands: BTreeMap<(Side, u64), [BTreeSet<Given>; 2]>,
    /// The numbers that programs load from their text.
    pub numbers: BTreeSet<u64>,
    /// The addresses that each load has read, by program and address of the instruction.
    pub loads: BTreeMap<(Side, u64), BTreeSet<u64>>,
}

/// A word that is known before a run begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Given {
    /// An input, by its index.
    Input(usize),
    /// A number.
    Number(u64),
}

impl Given {
    /// Its value in the run of an input.
    pub fn value(self, input: &[u64]) -> u64 {
        match self {
            Given::Input(index) => input[index],
            Given::Number(number) => number,
        }
    }
}

/// The divisors of a division in all runs.
#[derive(Clone, Debug)]
pub struct Divisors {
    first: u64,
    are_one: bool,
}

impl Divisors {
    /// The divisor, if it was always the same.
    pub fn number(&self) -> Option<u64> {
        self.are_one.then_some(self.first)
    }
}

impl Runs {
    fn add(&mut self, input: &Input, traces: [Trace; 2]) {
        self.inputs.push(input.words.clone());
        self.elements.push(input.arrays.values().next().cloned().unwrap_or_default());
        self.traces.push(traces);
    }

    /// Whether no run ended.
    pub fn are_endless(&self) -> bool {
        let is_over = |stop: &Stop| matches!(stop.place, Place::Done | Place::Fault);
        !self.traces.iter().flatten().any(|trace| trace.stops.last().is_some_and(is_over))
    }

    /// Keeps of the operands of a division what they may be after this one.
    fn divided(&mut self, at: (Side, u64), operands: [u64; 2], input: &Input) {
        let inputs = (0..input.words.len()).map(Given::Input);
        let known = self.operands.entry(at).or_insert_with(|| {
            operands.map(|word| inputs.clone().chain([Given::Number(word)]).collect())
        });
        for (known, word) in known.iter_mut().zip(operands) {
            known.retain(|it| it.value(&input.words) == word);
        }
    }

    /// Sets the divisions of inputs and numbers from what their operands may be.
    fn divide(&mut self) {
        let first = |of: &[BTreeSet<Given>; 2]| Some([*of[0].last()?, *of[1].last()?]);
        let found: BTreeSet<[Given; 2]> = self.operands.values().filter_map(first).collect();
        let is_number = |of: &Given| matches!(of, Given::Number(_));
        self.divisions = found.into_iter().filter(|of| !of.iter().all(is_number)).collect();
    }

    /// Where no run of a program ends, what it reads behind its loops is live in them, too.
    fn live_without_ends(&mut self) {
        for side in 0..2 {
            if !self.traces.iter().any(|traces| traces[side].is_done()) {
                for (place, spots) in std::mem::take(&mut self.later[side]) {
                    self.live[side].entry(place).or_default().extend(spots);
                }
            }
        }
    }

    /// The approximate cost of the runs, in words of states.
    pub fn work(&self) -> u64 {
        let stops = self.traces.iter().flatten().flat_map(|trace| &trace.stops);
        stops.map(|stop| 32 * stop.steps + (stop.registers.len() + stop.cells.len()) as u64).sum()
    }

    /// Whether all runs ended, after at most [`SHORT`] instructions.
    pub fn are_short(&self) -> bool {
        let is_short = |trace: &Trace| {
            let is_over = |stop: &Stop| matches!(stop.place, Place::Done | Place::Fault);
            let steps: u64 = trace.stops.iter().map(|stop| stop.steps).sum();
            steps <= SHORT && trace.stops.last().is_some_and(is_over)
        };
        self.traces.iter().flatten().all(is_short)
    }

    /// The first address of its text that each program stores to, if it does.
    pub fn protected(&self, claim: &Claim, machine: &Machine) -> BTreeMap<Side, u64> {
        let first = |side: Side| {
            let end = machine.layout.cell * claim.programs[side.index()].len() as u64;
            let stops = self.traces.iter().flat_map(|traces| &traces[side.index()].stops);
            let stored = stops.filter_map(|stop| stop.cells.keys().next().copied()).min();
            stored.filter(|at| *at < end).map(|at| (side, at))
        };
        Side::BOTH.into_iter().filter_map(first).collect()
    }

    /// An input on which both programs are done with different observed values, or one is done and the other faults.
    pub fn difference(&self, claim: &Claim, machine: &'static Machine) -> Option<Vec<u64>> {
        let spots: Vec<Spot> = compared(claim, machine).collect();
        let words = |trace: &Trace| {
            let last = trace.stops.last()?;
            let words = spots.iter().map(|spot| last.word(*spot).unwrap_or(0));
            match last.place {
                Place::Done => Some((true, words.collect::<Vec<u64>>())),
                Place::Fault => Some((false, Vec::new())),
                _ => None,
            }
        };
        let differ = self.traces.iter().position(|traces| {
            let [a, b] = traces.each_ref().map(words);
            a.is_some() && b.is_some() && a != b
        });
        differ.map(|at| self.inputs[at].clone())
    }
}

/// The registers and words that must be equal at the end.
fn compared<'c>(claim: &'c Claim, machine: &'static Machine) -> impl Iterator<Item = Spot> + 'c {
    let observed = &claim.observed;
    let numbers = observed.registers.iter().filter_map(|it| machine.register(it));
    numbers.map(Spot::Register).chain(observed.words.iter().map(|at| Spot::Cell(*at)))
}

/// The texts of a fact.
fn texts(fact: &FactText) -> Vec<&str> {
    match fact {
        FactText::Text(text) => vec![text],
        FactText::Sum { sum, .. } => sum.iter().map(|(_, text)| &text[..]).collect(),
    }
}

/// Maximum number of instructions of a short run.
const SHORT: u64 = 500;
/// Maximum number of inputs.
const INPUTS: usize = 140;
/// Maximum number of instructions in a run.
const STEPS_PER_RUN: u64 = 4_000;

/// Runs both programs on some allowed inputs.
pub fn runs(claim: &Claim, terms: &Terms, point: &Point, joins: &Joins) -> Result<Runs, Refusal> {
    let machine = claim.machine()?;
    let words: Vec<Term> = claim.inputs.iter().map(|name| point.context.names[name]).collect();
    let (mut random, fixed) = (Random::new(0x5851_f42d_4c95_7f2d), fixed(claim));
    let mut runs = Runs { joins: joins.clone(), ..Runs::default() };
    let tables = Side::BOTH.map(|side| Table::new(claim, machine, joins, side));
    if let Some((side, input)) = one_run(claim) {
        let mut traces = tables.each_ref().map(|table| table.at_rest(input));
        traces[side.index()] = tables[side.index()].trace(input, &mut runs)?;
        runs.add(input, traces);
        return Ok(runs);
    }
    for number in 0..4 * INPUTS {
        if runs.inputs.len() == INPUTS {
            break;
        }
        let word = |fixed: &Option<u64>| fixed.unwrap_or_else(|| any_word(&mut random, machine));
        let input: Vec<u64> = fixed.iter().map(word).collect();
        let sample = Sample::new(number as u64, input.clone(), terms, &words);
        let is_allowed = point.context.facts().iter().all(|fact| sample.holds(terms, fact));
        let is_covered = is_about(claim, machine.width, &input);
        if !is_allowed || !is_covered || runs.inputs.contains(&input) {
            continue;
        }
        let with = with_elements(claim, input, number as u64);
        let left = tables[0].trace(&with, &mut runs)?;
        let right = tables[1].trace(&with, &mut runs)?;
        runs.add(&with, [left, right]);
    }
    runs.divide();
    runs.live_without_ends();
    Ok(runs)
}

/// A pseudo-random word, mostly small, so that loops take few iterations.
fn any_word(random: &mut Random, machine: &Machine) -> u64 {
    let word = match random.word() % 16 {
        0..=5 => random.word() % 9,
        6..=11 => random.word() % 22,
        12 | 13 => random.word() % 48,
        14 => (random.word() % 5).wrapping_neg(),
        _ => random.word() >> (random.word() % 32),
    };
    machine.width.wrap(word)
}

/// A program of the claim, which runs.
struct Table<'c> {
    claim: &'c Claim,
    machine: &'static Machine,
    side: Side,
    words: &'c [u64],
    joins: &'c BTreeSet<u64>,
}

/// The spots that an instruction reads and writes.
#[derive(Default)]
struct Effect {
    reads: Vec<Spot>,
    writes: Vec<Spot>,
}

/// A run: its stops, its instructions, and how many of these came before each stop.
struct Path<'p> {
    stops: &'p [Stop],
    effects: &'p [Effect],
    ends: &'p [usize],
}

impl<'c> Table<'c> {
    fn new(claim: &'c Claim, machine: &'static Machine, joins: &'c Joins, side: Side) -> Self {
        let (words, joins) = (&claim.programs[side.index()], &joins[side.index()]);
        Table { claim, machine, side, words, joins }
    }

    /// The instruction at this address. It is decoded each time: a decoded text takes six times
    /// as much memory as its words.
    fn instruction(&self, pc: u64) -> Option<Instruction> {
        let index = (pc / self.machine.layout.cell) as usize;
        self.words.get(index).and_then(|word| (self.machine.decode)(*word))
    }

    /// The program and its state on an input.
    fn start(&self, input: &Input) -> (Program<u64>, NumberState) {
        let memory = start_memory(self.claim, self.machine, self.side, input);
        let value = |name: &str| {
            let index = self.claim.inputs.iter().position(|it| it == name);
            index.map_or(0, |index| input.words[index])
        };
        let given = &self.claim.start[self.side.index()];
        let (program, registers) = start::program(self.machine, given, |number| number, value);
        (program, State::new(0, registers, memory))
    }

    /// The trace of a run that has not begun.
    fn at_rest(&self, input: &Input) -> Trace {
        let (_, state) = self.start(input);
        let (place, registers) = (Place::Start, state.registers);
        Trace { stops: vec![Stop { place, registers, cells: BTreeMap::new(), steps: 0 }] }
    }

    /// Runs the program; adds the live spots at each location, and the divisors.
    fn trace(&self, input: &Input, all: &mut Runs) -> Result<Trace, Refusal> {
        let mut numbers = Numbers { machine: self.machine };
        let (program, mut state) = self.start(input);
        let mut cells = BTreeMap::new();
        let mut stops = self.at_rest(input).stops;
        let mut effects: Vec<Effect> = Vec::new();
        let (mut ends, mut loaded) = (vec![0], BTreeMap::new());
        while state.steps < STEPS_PER_RUN {
            let from = state.pc;
            let effect = self.effect(&state);
            self.divides(&state, &mut loaded, input, all);
            match step(&mut numbers, &program, &mut state) {
                Ok(()) => {}
                Err(Halt::Ended(ending)) => {
                    let place = match ending {
                        Ending::Done => Place::Done,
                        Ending::Fault => Place::Fault,
                    };
                    let steps = (effects.len() - ends[ends.len() - 1]) as u64;
                    let registers = state.registers.clone();
                    stops.push(Stop { place, registers, cells: cells.clone(), steps });
                    ends.push(effects.len());
                    break;
                }
                // The program uses memory whose contents the machine does not define.
                Err(Halt::Refused(_) | Halt::Undecided(_)) => break,
            }
            if let Some(Instruction::Load(Access { base: None, register, .. })) =
                self.instruction(from)
            {
                all.numbers.insert(state.registers[register]);
            }
            self.stored(&effect, &mut numbers, &state, &mut cells)?;
            effects.push(effect);
            let is_branch = matches!(self.instruction(from), Some(Instruction::Branch { .. }));
            if let Some(place) = Place::cut([from, state.pc], is_branch, self.joins) {
                let steps = (effects.len() - ends[ends.len() - 1]) as u64;
                let registers = state.registers.clone();
                stops.push(Stop { place, registers, cells: cells.clone(), steps });
                ends.push(effects.len());
                // Unless it reads input, it never leaves this round. More of them only make the searches at a node longer.
                if stops.last_chunk().is_some_and(|[last, this]| last.is_same(this)) {
                    break;
                }
            }
        }
        let trace = Trace { stops };
        self.add_lively(&trace, &effects, &ends, all);
        Ok(trace)
    }

    /// Sets the cells that an instruction wrote, and those that overlap them.
    fn stored(
        &self,
        effect: &Effect,
        numbers: &mut Numbers,
        state: &NumberState,
        cells: &mut BTreeMap<u64, u64>,
    ) -> Result<(), Refusal> {
        for spot in &effect.writes {
            if let Spot::Cell(at) = *spot {
                cells.insert(at, numbers.load(&state.memory, at)?);
                let layout = self.machine.layout;
                let near = at.saturating_sub(layout.word - layout.cell)..at + layout.word;
                for (at, word) in cells.range_mut(near) {
                    *word = numbers.load(&state.memory, *at)?;
                }
            }
        }
        Ok(())
    }

    /// Adds the live spots at the stops of a run.
    fn add_lively(&self, trace: &Trace, effects: &[Effect], ends: &[usize], all: &mut Runs) {
        let path = Path { stops: &trace.stops, effects, ends };
        let both_stop = matches!(self.claim.statement.agreement(), Some((_, Stopping::Both)));
        let side = self.side.index();
        if trace.is_done() || !both_stop {
            let is_over = |stop: &Stop| matches!(stop.place, Place::Done | Place::Fault);
            let is_over = trace.stops.last().is_some_and(is_over);
            // A run that was cut off may end later, where it is observed.
            let is_observed = !is_over && self.claim.statement.agreement().is_some();
            let now = if is_observed { self.observed().collect() } else { BTreeSet::new() };
            self.lively(&path, now, &mut all.live[side]);
        }
        // Where this run was cut off, it reads later what some instruction reads.
        if !trace.is_done() {
            let live = if both_stop { &mut all.live[side] } else { &mut all.later[side] };
            self.lively(&path, self.ever_read(), live);
        }
    }

    /// The spots that some instruction reads, or that the claim observes.
    fn ever_read(&self) -> BTreeSet<Spot> {
        let instructions = self.words.iter().filter_map(|word| (self.machine.decode)(*word));
        let read = instructions.flat_map(|it| self.read(&it)).map(Spot::Register);
        read.chain(self.observed()).collect()
    }

    /// Adds the operands of an unsigned division, if that is the next instruction. Keeps which registers have been loaded,
    /// and from where.
    fn divides(
        &self,
        state: &NumberState,
        loaded: &mut BTreeMap<usize, Spot>,
        input: &Input,
        all: &mut Runs,
    ) {
        match self.instruction(state.pc) {
            Some(Instruction::Load(access)) => {
                let at = access.base.and_then(|base| self.cell(state, base, access.offset));
                if let Some(Spot::Cell(at)) = at {
                    all.loads.entry((self.side, state.pc)).or_default().insert(at);
                }
                match at {
                    Some(cell) => loaded.insert(access.register, cell),
                    None => loaded.remove(&access.register),
                };
            }
            Some(Instruction::Compute { sets, .. }) => {
                for (set, value) in &sets {
                    if let Value::Apply(Operator::Quotient | Operator::Remainder, of, by) = *value {
                        let spot = |it| loaded.get(&it).copied().unwrap_or(Spot::Register(it));
                        let divisor = state.registers[by];
                        let first = Divisors { first: divisor, are_one: true };
                        let divisors = &mut all.divisors[self.side.index()];
                        let known = divisors.entry([of, by].map(spot)).or_insert(first);
                        known.are_one &= known.first == divisor;
                        let operands = [of, by].map(|it| state.registers[it]);
                        all.divided((self.side, state.pc), operands, input);
                    }
                    loaded.remove(set);
                }
            }
            _ => {}
        }
    }

    /// The word of memory that an instruction accesses.
    fn cell(&self, state: &NumberState, base: usize, offset: u64) -> Option<Spot> {
        let at = self.machine.width.wrap(state.registers[base].wrapping_add(offset));
        let layout = self.machine.layout;
        (at < layout.accesses(layout.kept)).then_some(Spot::Cell(at))
    }

    /// Adds the live spots at the stops of a run, from its end backwards. `now` are those at its end.
    fn lively(
        &self,
        &Path { stops, effects, ends }: &Path<'_>,
        mut now: BTreeSet<Spot>,
        live: &mut BTreeMap<Place, BTreeSet<Spot>>,
    ) {
        let mut at = effects.len();
        for (stop, &end) in stops.iter().zip(ends).rev() {
            for effect in effects[end..at].iter().rev() {
                effect.writes.iter().for_each(|spot| {
                    now.remove(spot);
                });
                now.extend(effect.reads.iter().copied());
            }
            at = end;
            if stop.place == Place::Done {
                now.extend(self.observed());
            }
            live.entry(stop.place).or_default().extend(now.iter().copied());
        }
    }

    /// The registers and words that the claim observes, or that its facts mention.
    fn observed(&self) -> impl Iterator<Item = Spot> {
        let facts = self.claim.observed.facts.iter().flat_map(texts);
        let mentioned = facts.flat_map(|text| self.mentioned(text));
        compared(self.claim, self.machine).chain(mentioned)
    }

    /// The registers and words of this program in the text of a fact or a term.
    fn mentioned(&self, text: &str) -> Vec<Spot> {
        let words = text::fact(text).map(|of| of.words.to_vec());
        let mut left = words.or_else(|_| text::term(text).map(|of| vec![of])).unwrap_or_default();
        let mut spots = Vec::new();
        while let Some(expression) = left.pop() {
            match expression {
                Expression::Number(_) => {}
                Expression::Name(name) => {
                    let register = name.split_once('.').filter(|it| it.0 == self.side.name());
                    let number = register.and_then(|(_, name)| self.machine.register(name));
                    spots.extend(number.map(Spot::Register));
                }
                Expression::Apply(name, operands) => match &operands[..] {
                    [Expression::Name(memory), Expression::Number(at)] if name == "load" => {
                        spots.extend((memory == self.side.name()).then_some(Spot::Cell(*at)));
                    }
                    _ => left.extend(operands),
                },
            }
        }
        spots
    }

    /// The registers that an instruction reads.
    fn read(&self, instruction: &Instruction) -> Vec<usize> {
        let mut read: Vec<usize> = match instruction {
            Instruction::Compute { sets, .. } => {
                let of = |(_, value): &(usize, Value)| match *value {
                    Value::Register(number) => vec![number],
                    Value::Apply(_, a, b) => vec![a, b],
                };
                sets.iter().flat_map(of).collect()
            }
            Instruction::Load(access) => access.base.into_iter().collect(),
            Instruction::Store(access) => {
                access.base.into_iter().chain([access.register]).collect()
            }
            Instruction::Branch { of, .. } => of.to_vec(),
            Instruction::Jump { to, .. } => vec![*to],
            Instruction::Halt => Vec::new(),
        };
        read.retain(|number| self.machine.zero != Some(*number));
        read
    }

    fn effect(&self, state: &NumberState) -> Effect {
        let Some(instruction) = self.instruction(state.pc) else { return Effect::default() };
        let reads = self.read(&instruction).into_iter().map(Spot::Register).collect();
        let mut effect = Effect { reads, writes: Vec::new() };
        let address = |base: usize, offset: u64| self.cell(state, base, offset);
        match instruction {
            Instruction::Compute { sets, .. } => {
                effect.writes.extend(sets.iter().map(|(number, _)| Spot::Register(*number)));
            }
            Instruction::Load(access) => {
                effect.reads.extend(access.base.and_then(|base| address(base, access.offset)));
                effect.writes.push(Spot::Register(access.register));
            }
            Instruction::Store(access) => {
                effect.writes.extend(access.base.and_then(|base| address(base, access.offset)));
            }
            Instruction::Jump { link, .. } => effect.writes.extend(link.map(Spot::Register)),
            Instruction::Branch { .. } | Instruction::Halt => {}
        }
        effect
    }
}
