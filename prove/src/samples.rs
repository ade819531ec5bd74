//! Samples: inputs on which terms are evaluated as numbers.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use tamarin_kernel::claim::{Start, Statement, Word};
use tamarin_kernel::evidence::{FactText, Input, Side};
use tamarin_kernel::execute::Domain;
use tamarin_kernel::fact::Fact;
use tamarin_kernel::machine::{Access, Instruction, Machine};
use tamarin_kernel::numbers::{NumberMemory, Numbers};
use tamarin_kernel::scope::Point;
use tamarin_kernel::term::{Atom, Contents, Head, Memory, Node, Term, Terms};
use tamarin_kernel::word::{Operator, Width};
use tamarin_kernel::{Claim, Refusal, check as start};

use crate::{Seen, Value, one_run};

/// An assignment of values to symbols. Symbols and words of memory without a value get a pseudo-random one by hashing.
pub struct Sample {
    /// The values of the inputs.
    pub input: Vec<u64>,
    seed: u64,
    symbols: HashMap<Atom, u64>,
    memories: HashMap<Memory, BTreeMap<u64, u64>>,
    known: RefCell<HashMap<Atom, u64>>,
    functions: Option<Rc<dyn Apply>>,
}

/// Evaluates functions.
pub trait Apply {
    /// The value of a function, by its number; none if it takes too long.
    fn apply(&self, width: Width, number: usize, arguments: &[u64]) -> Option<u64>;
}

impl Apply for Value {
    fn apply(&self, width: Width, number: usize, arguments: &[u64]) -> Option<u64> {
        Some(self(width, number, arguments))
    }
}

/// Maximum nesting of atoms; deeper ones are not evaluated.
const DEPTH: u32 = 300;

impl Sample {
    /// A sample with the given values of the input terms.
    pub fn new(seed: u64, input: Vec<u64>, terms: &Terms, inputs: &[Term]) -> Sample {
        let atoms = inputs.iter().filter_map(|term| terms.as_atom(*term));
        let symbols = atoms.zip(input.iter().copied()).collect();
        let (memories, known, functions) = (HashMap::new(), RefCell::default(), None);
        Sample { input, seed, symbols, memories, known, functions }
    }

    /// Adds an evaluator for functions.
    #[must_use]
    pub fn with_functions(self, functions: Option<Rc<dyn Apply>>) -> Sample {
        Sample { functions, known: RefCell::default(), ..self }
    }

    /// Adds the states that a run has seen, as values of the symbols of a point's states.
    pub fn of_states(mut self, seen: &Seen, terms: &Terms, point: &Point) -> Sample {
        for side in 0..2 {
            let Some(state) = &point.states[side] else { continue };
            for (term, value) in state.registers.iter().zip(&seen.registers[side]) {
                let atom = terms.as_atom(*term);
                self.symbols.extend(atom.map(|atom| (atom, *value)));
            }
            self.memories.insert(state.memory, seen.cells[side].clone());
        }
        self
    }

    /// The value of a term.
    pub fn term(&self, terms: &Terms, term: Term) -> u64 {
        self.value(terms, term, 0)
    }

    fn value(&self, terms: &Terms, term: Term, depth: u32) -> u64 {
        let product = |(monomial, factor): &(Vec<Atom>, u64)| {
            let atoms = monomial.iter().map(|atom| self.atom(terms, *atom, depth));
            atoms.fold(*factor, u64::wrapping_mul)
        };
        let sum = terms.polynomial(term).iter().map(product).fold(0, u64::wrapping_add);
        terms.width.wrap(sum)
    }

    fn atom(&self, terms: &Terms, atom: Atom, depth: u32) -> u64 {
        if let Some(&value) = self.symbols.get(&atom).or(self.known.borrow().get(&atom)) {
            return value;
        }
        if depth > DEPTH {
            return 0;
        }
        let Node { head, operands } = terms.node(atom);
        let of: Vec<u64> = operands.iter().map(|of| self.value(terms, *of, depth + 1)).collect();
        let value = match head {
            Head::Operator(Operator::Quotient | Operator::Remainder) if of[1] == 0 => 0,
            Head::Operator(operator) => operator.apply(terms.width, of[0], of[1]),
            Head::Load(memory) => self.load(terms, *memory, of[0], depth + 1),
            Head::Function(number) => {
                let value =
                    self.functions.as_ref().and_then(|it| it.apply(terms.width, *number, &of));
                value.unwrap_or_else(|| self.any(terms, (atom, &of)))
            }
            Head::Symbol(_) => self.any(terms, (atom, &of)),
        };
        self.known.borrow_mut().insert(atom, value);
        value
    }

    fn load(&self, terms: &Terms, memory: Memory, at: u64, depth: u32) -> u64 {
        match terms.contents(memory) {
            Contents::Store { before, at: stored, value } => {
                let distance = terms.width.wrap(at.wrapping_sub(self.value(terms, *stored, depth)));
                if distance == 0 {
                    return self.value(terms, *value, depth);
                }
                let under = self.load(terms, *before, at, depth + 1);
                if !terms.distances().contains(&distance) {
                    return under;
                }
                let (half, value) = (terms.width.bits() / 2, self.value(terms, *value, depth));
                let low = |word: u64| word & ((1 << half) - 1);
                match distance == terms.layout.cell {
                    true => value >> half | (under >> half) << half,
                    false => low(under) | low(value) << half,
                }
            }
            Contents::Start(side) => {
                let (start, layout) = (&terms.starts[*side], terms.layout);
                if let Some(array) = &start.array {
                    let length = self.value(terms, array.length, depth);
                    let offset = at.wrapping_sub(array.address);
                    if at >= array.address && offset / layout.word < length {
                        return self.any(terms, (array.elements, offset));
                    }
                }
                if !at.is_multiple_of(layout.cell) {
                    return 0;
                }
                let parts = (0..layout.word).step_by(layout.cell as usize);
                let text = |part: u64| terms.text(*side, at.saturating_add(part)) << (8 * part);
                parts.fold(0, |word, part| word | text(part))
            }
            _ => match self.memories.get(&memory) {
                // Both programs have the same words where a run has stored none.
                Some(cells) => {
                    cells.get(&at).copied().unwrap_or_else(|| self.any(terms, ("memory", at)))
                }
                None => self.any(terms, (memory, at)),
            },
        }
    }

    fn any(&self, terms: &Terms, of: impl Hash) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.seed, of).hash(&mut hasher);
        let value = hasher.finish();
        // Small and equal values expose more differences.
        terms.width.wrap(if value & 7 < 3 { value >> 61 } else { value >> 8 })
    }

    /// Whether a fact holds on this sample.
    pub fn holds(&self, terms: &Terms, fact: &Fact) -> bool {
        let value = |&(term, factor): &(Term, i128)| factor * i128::from(self.term(terms, term));
        fact.sum.iter().map(value).sum::<i128>() <= fact.most
    }
}

/// Boundary values, at which programs often differ.
fn corners(width: Width) -> Vec<u64> {
    let small = [0, 1, 2, 3, 4, 5, 7, 10, 12, 100];
    let of = |width: Width| {
        let (half, most) = (width.half(), width.most());
        [half - 1, half, half + 1, most, most - 1, most - 9]
    };
    let part = Width::new(width.bits() / 2).filter(|part| part.bits() >= 32);
    small.into_iter().chain(of(width)).chain(part.into_iter().flat_map(of)).collect()
}

/// Constants in the programs: words of the text, if an instruction is as large as a word; otherwise the operands of
/// loads relative to the program counter.
fn constants(claim: &Claim, machine: &Machine) -> Vec<u64> {
    let layout = machine.layout;
    let mut found: Vec<u64> = Vec::new();
    if layout.cell == layout.word {
        let is_number = |word: &&u64| **word < 1 << 25 || **word > 0xffff_0000;
        found.extend(claim.programs.iter().flatten().filter(is_number));
        return found;
    }
    for text in &claim.programs {
        for (index, word) in text.iter().enumerate() {
            let Some(Instruction::Load(Access { base: None, offset, .. })) =
                (machine.decode)(*word)
            else {
                continue;
            };
            let next = layout.cell * (index as u64 + 1);
            let at = machine.width.wrap(next.wrapping_add(offset)) / layout.cell;
            let cells = text.get(at as usize).zip(text.get(at as usize + 1));
            found.extend(cells.map(|(low, high)| low | high << (8 * layout.cell)));
        }
    }
    found
}

/// Maximum number of samples; of a claim about one input, where only the elements of arrays are sampled.
const SAMPLES: usize = 700;
const SAMPLES_OF_ONE_INPUT: usize = 8;

/// The inputs' words that the claim fixes: it is about one run, or has premises such as `a = 5`.
pub(crate) fn fixed(claim: &Claim) -> Vec<Option<u64>> {
    if let Some((_, input)) = one_run(claim) {
        return input.words.iter().copied().map(Some).collect();
    }
    let by = |name: &String, premise: &FactText| {
        let FactText::Text(text) = premise else { return None };
        let (word, number) = text.split_once(" = ")?;
        let is_input = word.strip_prefix("1*").unwrap_or(word) == *name;
        number.parse().ok().filter(|_| is_input)
    };
    let of_input = |name| claim.premises.iter().find_map(|premise| by(name, premise));
    claim.inputs.iter().map(of_input).collect()
}

/// Allowed inputs that exercise different paths: boundary values, constants of both programs and their neighbours, and
/// pseudo-random ones.
pub fn samples(claim: &Claim, terms: &Terms, point: &Point) -> Vec<Sample> {
    let inputs: Vec<Term> = claim.inputs.iter().map(|name| point.context.names[name]).collect();
    let mut pool = corners(terms.width);
    let mut words = claim.machine().map_or(Vec::new(), |machine| constants(claim, machine));
    words.sort_unstable();
    words.dedup();
    for word in words.into_iter().take(40) {
        pool.extend([word, word.wrapping_sub(1), word.wrapping_add(1)]);
    }
    pool.iter_mut().for_each(|word| *word = terms.width.wrap(*word));
    pool.sort_unstable();
    pool.dedup();
    let bits = u64::from(terms.width.bits());
    let bounds = bounds(claim, terms.width);
    let mut random = Random::new(0x9e37_79b9_7f4a_7c15);
    let mut found = Vec::new();
    let fixed = fixed(claim);
    let most = if fixed.iter().all(Option::is_some) { SAMPLES_OF_ONE_INPUT } else { SAMPLES };
    for number in 0..2 * SAMPLES {
        let word = |random: &mut Random| match (number, random.word() % 8) {
            (0, _) => 0,
            (_, 0) => terms.width.wrap(random.word()),
            (_, 1) => random.word() % 1000,
            (_, 2) => terms.width.wrap((random.word() % 1000).wrapping_neg()),
            (_, 3) => terms.width.wrap(random.word()) >> (random.word() % bits),
            _ => pool[(random.word() % pool.len() as u64) as usize],
        };
        let mut input: Vec<u64> =
            fixed.iter().map(|it| it.unwrap_or_else(|| word(&mut random))).collect();
        for (word, most) in input.iter_mut().zip(&bounds) {
            if *word > *most {
                *word %= most + 1;
            }
        }
        let sample = Sample::new(number as u64, input, terms, &inputs);
        if point.context.facts().iter().all(|fact| sample.holds(terms, fact)) {
            found.push(sample);
        }
        if found.len() == most {
            break;
        }
    }
    found
}

/// The greatest value of each input: 255 for a byte of the input stream, the capacity for the length of an array.
fn bounds(claim: &Claim, width: Width) -> Vec<u64> {
    let most = |name: &String| {
        let of_start = |start: &Start| {
            let is_byte = start.stream.contains(&Word::Input(name.clone()));
            let array = start.array.iter().find(|array| array.length == *name);
            is_byte.then_some(255).into_iter().chain(array.map(|array| array.capacity)).min()
        };
        claim.start.iter().filter_map(of_start).min().unwrap_or(width.most())
    };
    claim.inputs.iter().map(most).collect()
}

/// A pseudo-random number generator (SplitMix64).
pub struct Random(u64);

impl Random {
    /// A generator with a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next number.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

/// An input with pseudo-random array elements; the same `number` gives the same elements.
pub fn with_elements(claim: &Claim, words: Vec<u64>, number: u64) -> Input {
    let mut input = Input { words, ..Input::default() };
    let mut random = Random::new(number ^ 0x2545_f491_4f6c_dd1d);
    for array in claim.start.iter().filter_map(|start| start.array.as_ref()) {
        let at = claim.inputs.iter().position(|name| *name == array.length);
        let length = at.map_or(0, |at| input.words[at]).min(array.capacity);
        // For a third of the inputs all elements are in 0..3; for another third none is negative.
        let element = |random: &mut Random| match (number % 3, random.word() % 4) {
            (0, _) => random.word() % 3,
            (1, _) | (_, 0) => random.word() % 100,
            (_, 1) => (random.word() % 100).wrapping_neg(),
            (_, 2) => random.word() >> (random.word() % 64),
            _ => random.word() % 5,
        };
        let width = claim.machine().map_or(Width::new(64), |machine| Some(machine.width));
        let wrap = |word: u64| width.map_or(word, |width| width.wrap(word));
        let elements = (0..length).map(|_| wrap(element(&mut random)));
        if !input.arrays.contains_key(&array.name) {
            input.arrays.insert(array.name.clone(), elements.collect());
        }
    }
    input
}

/// A program's memory at the start, with the elements of an input.
pub fn start_memory(claim: &Claim, machine: &Machine, side: Side, input: &Input) -> NumberMemory {
    let words = claim.programs[side.index()].iter().copied();
    let mut memory: NumberMemory = (0..).step_by(machine.layout.cell as usize).zip(words).collect();
    if let Some(array) = &claim.start[side.index()].array {
        let at = claim.inputs.iter().position(|name| *name == array.length);
        let length = at.and_then(|at| input.words.get(at)).copied().unwrap_or(0);
        let addresses = (array.address..).step_by(machine.layout.word as usize);
        let elements = input.arrays.get(&array.name).into_iter().flatten();
        for (at, element) in addresses.zip(elements).take(length as usize) {
            Numbers { machine }.store(&mut memory, at, *element);
        }
    }
    memory
}

/// An allowed input with elements for its arrays.
pub fn exercise(claim: &Claim, samples: &[Sample]) -> Result<Input, Refusal> {
    if let Some((_, input)) = one_run(claim) {
        return Ok(input.clone());
    }
    let vacuous = || Refusal::Vacuous("no allowed input was found".into());
    let prover = start::inputs(claim, None, u64::MAX)?;
    let length = |sample: &Sample, name: &str| {
        prover
            .terms
            .as_atom(prover.inputs.names[name])
            .and_then(|it| sample.symbols.get(&it).copied())
    };
    let arrays = |side: Side| claim.start[side.index()].array.as_ref();
    let most = |sample: &&Sample| {
        let lengths = Side::BOTH.map(|side| arrays(side).and_then(|it| length(sample, &it.length)));
        lengths.into_iter().flatten().max().unwrap_or(0)
    };
    let is_other = |sample: &&Sample| match &claim.statement {
        Statement::Only { witness, .. } => sample.input != witness.words,
        _ => true,
    };
    let mut samples = samples.iter().filter(is_other);
    let sample = samples.find(|it| most(it) <= 64).ok_or_else(vacuous)?;
    let mut input = Input { words: sample.input.clone(), ..Input::default() };
    for array in Side::BOTH.into_iter().filter_map(arrays) {
        let size = most(&sample) as usize;
        input.arrays.insert(array.name.clone(), (1..=size as u64).collect());
    }
    Ok(input)
}
