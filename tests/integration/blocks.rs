//! Transition relations of basic blocks are compared with the emulator from random states.

use std::rc::Rc;

use proptest::prelude::*;
use tamarin::machine::memory::MEMORY_END;
use tamarin::machine::mips::Reg;
use tamarin::machine::{Image, Machine, Stop};
use tamarin::program::Address;
use tamarin::symbolic::block::{Next, Transition, transitions};
use tamarin::symbolic::{Array, SymbolicState};
use tamarin::term::{Contents, Model, Node, Term, Terms};
use tamarin_testing::generate::{cases, program, word};

/// A state of the machine at the beginning of a block.
#[derive(Clone, Debug)]
struct Start {
    regs: Vec<u32>,
    hi_lo: [u32; 2],
    /// The words after the text.
    data: Vec<u32>,
}

fn start() -> impl Strategy<Value = Start> {
    let word = || {
        prop_oneof![
            3 => word(),
            2 => (0u32..40).prop_map(|n| n * 4),
            1 => (1u32..12).prop_map(|n| MEMORY_END - 4 * n),
            1 => any::<u32>(),
        ]
    };
    (proptest::collection::vec(word(), 32), [word(), word()], proptest::collection::vec(word(), 24))
        .prop_map(|(regs, hi_lo, data)| Start { regs, hi_lo, data })
}

impl Start {
    /// The contents of memory: the text, and words after it and on the stack.
    fn memory(&self, image: &Image) -> impl Iterator<Item = (u32, u32)> {
        let text = (0..).step_by(4).zip(image.words().to_vec());
        let (near, far) = self.data.split_at(self.data.len() / 2);
        let near = (image.text_end()..).step_by(4).zip(near.to_vec());
        let far = (MEMORY_END - 4 * far.len() as u32..).step_by(4).zip(far.to_vec());
        text.chain(near).chain(far)
    }

    fn machine(&self, image: &Rc<Image>, pc: Address) -> Machine {
        let mut machine = Machine::new(image, [0, 0]);
        Reg::all().for_each(|reg| machine.state.set(reg, self.regs[reg.index()]));
        [machine.state.hi, machine.state.lo] = self.hi_lo;
        machine.state.pc = pc.0;
        for (address, word) in self.memory(image) {
            machine.memory.store(Address(address), word);
        }
        machine
    }
}

/// The values of terms in a state.
struct Values<'t> {
    terms: &'t Terms,
    model: Model,
}

impl Values<'_> {
    fn word(&self, term: Term) -> u32 {
        self.terms.eval(&[term], &self.model)[0] as u32
    }
}

/// Addresses at which memories are compared.
fn addresses(start: &Start) -> impl Iterator<Item = u32> {
    let near = start
        .regs
        .iter()
        .flat_map(|&reg| (-4i32..8).map(move |i| (reg & !3).wrapping_add_signed(i * 4)));
    let all = (0..60).map(|n| n * 4).chain((1..16).map(|n| MEMORY_END - n * 4)).chain(near);
    all.filter(|&address| address < MEMORY_END)
}

fn check(
    terms: &mut Terms,
    state: &SymbolicState<Array>,
    image: &Rc<Image>,
    start: &Start,
    pc: Address,
    relation: &[Transition<Array>],
) -> Result<(), TestCaseError> {
    let selects: Vec<Vec<(u32, Term)>> = relation
        .iter()
        .map(|way| {
            let at = addresses(start).map(|address| {
                let constant = terms.word(address);
                (address, terms.select(way.state.memory.term, constant))
            });
            at.collect()
        })
        .collect();
    let mut model = Model::new();
    let Node::Symbol(memory) = terms.node(state.memory.term) else { panic!("it is free") };
    let mut contents = Contents::filled(0);
    start.memory(image).for_each(|(address, word)| contents.set(address, word));
    model.set_memory(memory, contents);
    let symbols = Reg::all().skip(1).map(|reg| (state.reg(reg), start.regs[reg.index()]));
    for (term, value) in symbols.chain([(state.hi, start.hi_lo[0]), (state.lo, start.hi_lo[1])]) {
        let Node::Symbol(symbol) = terms.node(term) else { panic!("a fresh word is a symbol") };
        model.set(symbol, value);
    }
    let values = Values { terms, model };

    let taken: Vec<usize> = (0..relation.len())
        .filter(|&way| {
            relation[way].conditions.iter().all(|&c| values.terms.holds(c, &values.model))
        })
        .collect();
    prop_assert_eq!(taken.len(), 1, "the ways exclude each other and cover all states");
    let way = &relation[taken[0]];

    let mut machine = start.machine(image, pc);
    let stop = machine.run(way.steps, &mut ());
    match way.next {
        Next::Fault(at, kind) => {
            let Stop::Fault(fault) = stop else { panic!("{stop:?} and not {kind:?}") };
            prop_assert_eq!(fault.at, at);
            let kind = kind.at(|address| values.word(address));
            prop_assert_eq!(fault.kind, kind);
        }
        Next::At(next) | Next::AtWithTextStored(next) => prop_assert_eq!(machine.state.pc, next.0),
        Next::Jump(next) | Next::Call(next) => {
            prop_assert_eq!(machine.state.pc, values.word(next));
        }
    }
    if !matches!(way.next, Next::Fault(..)) {
        let is_over = machine.state.pc == image.return_address() && stop == Stop::Done;
        prop_assert!(stop == Stop::OutOfFuel || is_over, "{:?}", stop);
    }
    for reg in Reg::all() {
        prop_assert_eq!(values.word(way.state.reg(reg)), machine.state.reg(reg), "{}", reg);
    }
    prop_assert_eq!(values.word(way.state.hi), machine.state.hi);
    prop_assert_eq!(values.word(way.state.lo), machine.state.lo);
    let output: Vec<u8> = way.output.iter().map(|&word| values.word(word) as u8).collect();
    prop_assert_eq!(&output, &machine.output.bytes);
    for &(address, word) in &selects[taken[0]] {
        let held = machine.memory.load(Address(address));
        prop_assert_eq!(values.word(word), held, "at {:#x}", address);
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn transitions_are_what_the_emulator_does(
        program in program(),
        from in any::<proptest::sample::Index>(),
        len in 1usize..6,
        starts in proptest::collection::vec(start(), 12),
    ) {
        let image = Image::new(&program);
        let first = from.index(program.words.len());
        let block = Address::of_word(first)..Address::of_word(first + len);
        let mut terms = Terms::new();
        let memory = Array::fresh(&mut terms, &image, "memory");
        let state = SymbolicState::fresh(&mut terms, "a", memory);
        let relation = transitions(&mut terms, &image, state.clone(), &[], block.clone());
        if let Some(relation) = relation {
            for start in &starts {
                check(&mut terms, &state, &image, start, block.start, &relation)?;
            }
        }
    }
}
