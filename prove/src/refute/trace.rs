//! Concolic runs: both programs on one input, with each word also as a form of the inputs.
//!
//! The kernel's [`step`] runs on words that are a number and a form. Where it depends on a word whose form is not
//! constant, the trace gets a condition: branches, divisors, checks of addresses, and also addresses, jump targets and
//! fetched words, which are fixed to their number in this run. So every input that meets all conditions of a trace takes
//! the same path, and the forms are its values.

use std::collections::HashMap;

use tamarin_kernel::check;
use tamarin_kernel::claim::{Claim, Word as Start};
use tamarin_kernel::evidence::Side;
use tamarin_kernel::execute::{Domain, Ending, Program, Question, State, Stop, step};
use tamarin_kernel::machine::{Layout, Machine};
use tamarin_kernel::refusal::Refusal;
use tamarin_kernel::word::Operator;

use super::forms::{Fact, Form, Forms, InputId, Values};
use super::inputs::{Assignment, Inputs};

/// A word of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TracedWord {
    /// The number.
    pub value: u64,
    /// The number as a function of the inputs, on this path.
    pub form: Form,
}

/// The point of a program at which a condition is recorded: program, address, number within the step.
pub type Site = (usize, u64, u32);

/// A condition that an input meets if it takes the same path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The fact.
    pub fact: Fact,
    /// Whether it holds.
    pub holds: bool,
    /// The number that a word is fixed to, if the condition is that the word is this number.
    pub fixed: Option<u64>,
    /// Where it was recorded first.
    pub site: Site,
    /// The programs that depend on it.
    pub sides: [bool; 2],
}

/// What is observed of a run.
#[derive(Clone, Debug)]
pub struct Observed {
    /// How it ended; none if it reached the limit, or if the kernel does not follow it.
    pub ending: Option<Ending>,
    /// The observed registers and memory words.
    pub results: Vec<TracedWord>,
    /// The printed words; only their low bytes are printed.
    pub output: Vec<TracedWord>,
}

/// The runs of both programs on one input.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The input.
    pub input: Assignment,
    /// The conditions, those of the left program first. Each fact occurs once.
    pub conditions: Vec<Condition>,
    /// What is observed of each program.
    pub observed: [Observed; 2],
    /// The number of instructions of both.
    pub steps: u64,
}

impl Trace {
    /// Whether the conditions hold and the observed words have their numbers for the given inputs: those of the run, or
    /// the forms are wrong.
    pub fn is_consistent(&self, forms: &Forms, input: impl Fn(InputId) -> u64) -> bool {
        let mut values = Values::new(forms, input);
        let words = self.observed.iter().flat_map(|it| it.results.iter().chain(&it.output));
        let words: Vec<&TracedWord> = words.collect();
        self.conditions.iter().all(|it| values.holds(it.fact) == it.holds)
            && words.into_iter().all(|word| values.form(word.form) == word.value)
    }

    /// Whether both runs ended and differ in what is observed.
    pub fn differs(&self, machine: &Machine) -> bool {
        let [left, right] = &self.observed;
        let (Some(a), Some(b)) = (left.ending, right.ending) else { return false };
        let shift = machine.width.bits().saturating_sub(8);
        let byte = |word: &TracedWord| machine.width.wrap(word.value << shift);
        let values = |words: &[TracedWord]| words.iter().map(|word| word.value).collect::<Vec<_>>();
        a != b
            || !left.output.iter().map(byte).eq(right.output.iter().map(byte))
            || a == Ending::Done && values(&left.results) != values(&right.results)
    }

    /// Whether a run reached the limit, so that nothing is known about a difference on this path.
    pub fn is_unfinished(&self) -> bool {
        self.observed.iter().any(|observed| observed.ending.is_none())
    }

    /// Whether both programs differ on all inputs of this path: in how they end, or in how much they print.
    pub fn differs_everywhere(&self) -> bool {
        let [left, right] = &self.observed;
        left.ending != right.ending || left.output.len() != right.output.len()
    }

    /// The forms of which one is not zero on the inputs of this path on which the programs differ; none if the path
    /// does not decide how both programs end.
    pub fn differences(&self, forms: &mut Forms) -> Option<Vec<Form>> {
        let [left, right] = &self.observed;
        if left.ending.is_none() || left.ending != right.ending {
            return None;
        }
        let shift = 1 << forms.width.bits().saturating_sub(8);
        let mut found = Vec::new();
        for (a, b) in left.output.iter().zip(&right.output) {
            let difference = forms.sub(a.form, b.form);
            found.push(forms.scale(difference, shift));
        }
        if left.ending == Some(Ending::Done) {
            let pairs = left.results.iter().zip(&right.results);
            found.extend(pairs.map(|(a, b)| forms.sub(a.form, b.form)));
        }
        found.retain(|form| forms.as_constant(*form) != Some(0));
        found.sort_unstable();
        found.dedup();
        Some(found)
    }
}

/// A cell of memory: a part of a word.
#[derive(Clone, Copy)]
struct Cell {
    word: TracedWord,
    /// Its number within the word, the low part first.
    part: u64,
    /// The index of the array element that it belongs to, while nothing was stored there.
    element: Option<u64>,
}

/// The cells that were stored, and those of the array. Others belong to the text, or are zero.
type Cells = HashMap<u64, Cell>;

/// The array of a program.
#[derive(Clone, Copy)]
struct Region {
    address: u64,
    capacity: u64,
    length: TracedWord,
}

/// The domain of concolic words.
struct Concolic<'t> {
    forms: &'t mut Forms,
    layout: Layout,
    text: &'t [u64],
    array: Option<Region>,
    side: usize,
    pc: u64,
    /// Conditions recorded in this step.
    recorded: u32,
    conditions: &'t mut Vec<Condition>,
    known: &'t mut HashMap<Fact, usize>,
}

impl Concolic<'_> {
    /// Records that the path depends on a fact; `holds` is its truth on this run.
    fn record(&mut self, fact: Fact, holds: bool, fixed: Option<u64>) {
        let next = self.conditions.len();
        let at = *self.known.entry(fact).or_insert(next);
        if at == next {
            let site = (self.side, self.pc, self.recorded);
            self.conditions.push(Condition { fact, holds, fixed, site, sides: [false; 2] });
        }
        self.conditions[at].sides[self.side] = true;
        self.recorded += 1;
    }

    /// Fixes a word to its number.
    fn fix(&mut self, word: TracedWord) -> u64 {
        if self.forms.as_constant(word.form).is_none() {
            let number = self.forms.constant(word.value);
            let difference = self.forms.sub(word.form, number);
            let fact = self.forms.zero(difference);
            self.record(fact, true, Some(word.value));
        }
        word.value
    }

    /// The cell at an address, a multiple of the cell size. If it may be an element of the array, the condition says
    /// whether it is one.
    fn cell(&mut self, memory: &Cells, at: u64) -> Cell {
        if let Some(cell) = memory.get(&at) {
            if let Some(index) = cell.element {
                self.compare_length(index, true);
            }
            return *cell;
        }
        if let Some(Region { address, capacity, .. }) = self.array
            && let Some(offset) = at.checked_sub(address)
            && offset / self.layout.word < capacity
        {
            self.compare_length(offset / self.layout.word, false);
        }
        let value = self.text.get((at / self.layout.cell) as usize).copied().unwrap_or(0);
        Cell { word: self.constant(value), part: 0, element: None }
    }

    /// Records the comparison of an index with the length of the array; `is_below` is its outcome on this run.
    fn compare_length(&mut self, index: u64, is_below: bool) {
        let Some(Region { length, .. }) = self.array else { return };
        if self.forms.as_constant(length.form).is_none() {
            let fact = Fact::Below(self.forms.constant(index), length.form);
            self.record(fact, is_below, None);
        }
    }

    /// The number in a cell, as a word.
    fn piece(&mut self, cell: Cell) -> Result<TracedWord, Refusal> {
        let bits = 8 * self.layout.cell as u32;
        let mut word = cell.word;
        if cell.part > 0 {
            let divisor = self.constant(1 << (u64::from(bits) * cell.part));
            word = self.apply(Operator::Quotient, word, divisor)?;
        }
        if bits < self.forms.width.bits()
            && (self.layout.cell_most() < word.value || !self.is_constant(word))
        {
            let divisor = self.constant(1 << bits);
            word = self.apply(Operator::Remainder, word, divisor)?;
        }
        Ok(word)
    }

    fn is_constant(&self, word: TracedWord) -> bool {
        self.forms.as_constant(word.form).is_some()
    }
}

impl Domain for Concolic<'_> {
    type Word = TracedWord;
    type Memory = Cells;

    fn constant(&mut self, value: u64) -> TracedWord {
        TracedWord { value, form: self.forms.constant(value) }
    }

    /// The number. The only word that is asked for is the address of the next instruction, which is fixed before.
    fn value(&self, word: TracedWord) -> Option<u64> {
        Some(word.value)
    }

    fn apply(
        &mut self,
        operator: Operator,
        a: TracedWord,
        b: TracedWord,
    ) -> Result<TracedWord, Refusal> {
        let value = operator.apply(self.forms.width, a.value, b.value);
        Ok(TracedWord { value, form: self.forms.apply(operator, a.form, b.form) })
    }

    fn holds(&mut self, question: Question<TracedWord>) -> Result<Option<bool>, Refusal> {
        let (fact, holds) = match question {
            Question::Zero(word) => (self.forms.zero(word.form), word.value == 0),
            Question::Below(a, b) => (Fact::Below(a.form, b.form), a.value < b.value),
            Question::BelowSigned(a, b) => {
                let less = Operator::LessSigned.apply(self.forms.width, a.value, b.value);
                (self.forms.below_signed(a.form, b.form), less == 1)
            }
        };
        let is_decided = match fact {
            Fact::Zero(form) => self.forms.as_constant(form).is_some(),
            Fact::Below(a, b) => {
                a == b || [a, b].iter().all(|form| self.forms.as_constant(*form).is_some())
            }
        };
        if !is_decided {
            self.record(fact, holds, None);
        }
        Ok(Some(holds))
    }

    fn load(&mut self, memory: &Cells, at: TracedWord) -> Result<TracedWord, Refusal> {
        let at = self.fix(at);
        let Layout { word, cell, kept, .. } = self.layout;
        if at >= self.layout.accesses(kept) {
            let what = "a program loads what the machine keeps".to_owned();
            return Err(Refusal::Evidence { at: Vec::new(), what });
        }
        let cells: Vec<Cell> =
            (0..word / cell).map(|part| self.cell(memory, at + cell * part)).collect();
        let is_whole =
            |(part, it): (usize, &Cell)| it.word == cells[0].word && it.part == part as u64;
        if cells.len() == 1 || cells.iter().enumerate().all(is_whole) {
            return Ok(cells[0].word);
        }
        let mut whole = self.constant(0);
        for (part, cell) in cells.into_iter().enumerate() {
            let piece = self.piece(cell)?;
            let factor = self.constant(1 << (8 * self.layout.cell * part as u64));
            let shifted = self.apply(Operator::Mul, piece, factor)?;
            whole = self.apply(Operator::Add, whole, shifted)?;
        }
        Ok(whole)
    }

    fn store(&mut self, memory: &mut Cells, at: TracedWord, word: TracedWord) {
        let at = self.fix(at);
        for part in 0..self.layout.word / self.layout.cell {
            memory.insert(at + self.layout.cell * part, Cell { word, part, element: None });
        }
    }

    fn fetch(&mut self, memory: &Cells, at: u64) -> Result<Option<u64>, Refusal> {
        let cell = self.cell(memory, at);
        let piece = self.piece(cell)?;
        Ok(Some(self.fix(piece)))
    }

    fn protected_end(&self) -> u64 {
        0
    }
}

/// Runs both programs of a claim on an input, each for at most `steps` instructions.
pub fn trace(
    claim: &Claim,
    inputs: &Inputs,
    forms: &mut Forms,
    input: &Assignment,
    steps: u64,
) -> Result<Trace, Refusal> {
    let machine = claim.machine()?;
    let (mut conditions, mut known) = (Vec::new(), HashMap::new());
    let mut total = 0;
    let mut run = |side: Side| {
        let (program, mut state, array) = start(claim, machine, side, inputs, forms, input);
        let mut domain = Concolic {
            forms: &mut *forms,
            layout: machine.layout,
            text: &claim.programs[side.index()],
            array,
            side: side.index(),
            pc: 0,
            recorded: 0,
            conditions: &mut conditions,
            known: &mut known,
        };
        let ending = domain.run(&program, &mut state, steps);
        total += state.steps;
        domain.observed(claim, machine, state, ending)
    };
    let observed = [run(Side::Left)?, run(Side::Right)?];
    Ok(Trace { input: input.clone(), conditions, observed, steps: total })
}

/// A program, its state at its start, and its array.
fn start(
    claim: &Claim,
    machine: &'static Machine,
    side: Side,
    inputs: &Inputs,
    forms: &mut Forms,
    input: &Assignment,
) -> (Program<TracedWord>, State<TracedWord, Cells>, Option<Region>) {
    let start = &claim.start[side.index()];
    let mut word =
        |number| TracedWord { value: inputs.value(input, number), form: forms.input(number) };
    let mut named = |name: &str| word(inputs.word(name).unwrap_or(0));
    let names = start.registers.values().chain(&start.stream).filter_map(|it| match it {
        Start::Input(name) => Some(name),
        Start::Number(_) => None,
    });
    let given: HashMap<&str, TracedWord> = names.map(|name| (&name[..], named(name))).collect();
    let (mut memory, mut region) = (Cells::new(), None);
    if let Some(array) = &start.array {
        let length = named(&array.length);
        region = Some(Region { address: array.address, capacity: array.capacity, length });
        let Layout { word: size, cell, .. } = machine.layout;
        for index in 0..length.value.min(array.capacity) {
            let word = word(inputs.element(&array.name, index));
            for part in 0..size / cell {
                let at = array.address + size * index + cell * part;
                memory.insert(at, Cell { word, part, element: Some(index) });
            }
        }
    }
    let number = |value| TracedWord { value, form: forms.constant(value) };
    let (program, registers) = check::program(machine, start, number, |name| given[name]);
    let pc = TracedWord { value: 0, form: forms.constant(0) };
    (program, State::new(pc, registers, memory), region)
}

impl Concolic<'_> {
    /// Runs a program for at most `steps` instructions. Returns how it ended; none if it did not, or if the kernel does
    /// not follow it.
    fn run(
        &mut self,
        program: &Program<TracedWord>,
        state: &mut State<TracedWord, Cells>,
        steps: u64,
    ) -> Option<Ending> {
        loop {
            (self.pc, self.recorded) = (state.pc.value, 0);
            let pc = self.fix(state.pc);
            state.pc = self.constant(pc);
            if state.steps >= steps {
                return None;
            }
            match step(self, program, state) {
                Ok(()) => {}
                Err(Stop::Ended(ending)) => return Some(ending),
                Err(Stop::Refused(_) | Stop::Undecided(_)) => return None,
            }
        }
    }

    /// The observations of a run.
    fn observed(
        &mut self,
        claim: &Claim,
        machine: &Machine,
        state: State<TracedWord, Cells>,
        ending: Option<Ending>,
    ) -> Result<Observed, Refusal> {
        let named = claim.observed.registers.iter().filter_map(|name| machine.register(name));
        let mut results: Vec<TracedWord> = named.map(|number| state.registers[number]).collect();
        if ending == Some(Ending::Done) {
            let mut addresses = claim.observed.words.clone();
            if let Some(array) = self.array.filter(|_| claim.observed.array) {
                let size = machine.layout.word;
                let length = self.fix(array.length);
                addresses.extend((0..length).map(|index| array.address + size * index));
            }
            for at in addresses {
                let at = self.constant(at);
                results.push(self.load(&state.memory, at)?);
            }
        }
        let output = if claim.observed.output { state.output } else { Vec::new() };
        Ok(Observed { ending, results, output })
    }
}
