//! The executor is compared with a second interpreter.

use crate::support::plain::{Plain, RETURN_ADDRESS};
use tamarin_kernel::context::Context;
use tamarin_kernel::execute::{Domain, Ending, Program, State, Stop, step};
use tamarin_kernel::machine::mips::MIPS;
use tamarin_kernel::numbers::{NumberMemory, Numbers};
use tamarin_kernel::symbolic::Symbolic;
use tamarin_kernel::term::{Contents, Terms};

const EDGES: [u32; 12] = [
    0,
    1,
    2,
    3,
    100,
    0x7fff_ffff,
    0x8000_0000,
    0x8000_0001,
    u32::MAX,
    u32::MAX - 1,
    0x00ff_fffc,
    0xffff_0004,
];

fn word(random: &mut oorandom::Rand64) -> u32 {
    match random.rand_range(0..4) {
        0 => random.rand_u64() as u32,
        1 => 4 * random.rand_range(0..64) as u32,
        _ => EDGES[random.rand_range(0..EDGES.len() as u64) as usize],
    }
}

/// A word that is mostly an instruction.
fn code(random: &mut oorandom::Rand64) -> u32 {
    const FUNCTIONS: [u32; 13] =
        [0x20, 0x22, 0x2a, 0x2b, 0x18, 0x19, 0x1a, 0x1b, 0x10, 0x12, 0x14, 0x08, 0x09];
    let fields = (random.rand_range(0..1 << 15) as u32) << 11;
    match random.rand_range(0..8) {
        0 => random.rand_u64() as u32,
        1 => {
            (0x23 + 8 * random.rand_range(0..2) as u32) << 26
                | fields
                | random.rand_range(0..8) as u32
        }
        2 => {
            (0x04 + random.rand_range(0..2) as u32) << 26
                | fields & 0x03ff_0000
                | (random.rand_u64() as u32 & 0xffff)
        }
        _ => {
            let function = FUNCTIONS[random.rand_range(0..13) as usize];
            let mask = match function {
                0x18..=0x1b => 0x03ff_0000,
                0x10..=0x14 => 0x0000_f800,
                0x08 | 0x09 => 0x03e0_0000,
                _ => 0x03ff_f800,
            };
            fields & mask | function
        }
    }
}

fn program<W>() -> Program<W> {
    Program { machine: &MIPS, return_address: u64::from(RETURN_ADDRESS), stream: [].into() }
}

#[test]
fn both_executors_do_the_same_as_a_second_interpreter() {
    let mut random = oorandom::Rand64::new(11);
    let mut endings = [0; 3];
    for _ in 0..30_000 {
        let code = code(&mut random);
        let pc = [0, 0, 0, 0x00ff_fffc, RETURN_ADDRESS, 2][random.rand_range(0..6) as usize];
        let registers: [u32; 32] =
            std::array::from_fn(|number| if number == 0 { 0 } else { word(&mut random) });
        let memory = [(pc, code), (pc.wrapping_add(4), word(&mut random)), (100, 7)];
        let mut plain = Plain {
            pc,
            registers,
            hi: word(&mut random),
            lo: word(&mut random),
            memory: memory.into(),
            input: std::collections::VecDeque::new(),
            output: Vec::new(),
        };
        let start = plain.clone();
        let ending = plain.step();
        endings[ending.map_or(0, |ending| 1 + ending as usize)] += 1;
        let expected = if ending.is_some() { &start } else { &plain };
        over_numbers(&start, expected, ending);
        if pc == 0 {
            over_terms(&start, expected, ending);
        }
    }
    assert!(endings.iter().all(|&count| count > 1000), "{endings:?}");
}

fn all_registers(state: &Plain) -> Vec<u64> {
    state.registers.iter().chain([&state.hi, &state.lo]).map(|&word| u64::from(word)).collect()
}

fn over_numbers(start: &Plain, expected: &Plain, ending: Option<Ending>) {
    let widen = |(&at, &word): (&u32, &u32)| (u64::from(at), u64::from(word));
    let memory: NumberMemory = start.memory.iter().map(widen).collect();
    let mut state = State {
        pc: u64::from(start.pc),
        registers: all_registers(start),
        memory,
        taken: 0,
        output: Vec::new(),
        has_faulted: false,
        steps: 0,
    };
    let stopped = step(&mut Numbers { machine: &MIPS }, &program(), &mut state);
    let code = start.memory[&start.pc];
    assert_eq!(stopped.err(), ending.map(Stop::Ended), "{code:08x}");
    assert_eq!(state.pc, u64::from(expected.pc), "{code:08x}");
    assert_eq!(state.registers, all_registers(expected), "{code:08x}");
    assert_eq!(state.memory, expected.memory.iter().map(widen).collect(), "{code:08x}");
    assert_eq!(state.output.len(), expected.output.len());
    assert_eq!(state.steps, u64::from(ending.is_none()));
}

/// The executor over terms, where all words are known.
fn over_terms(start: &Plain, expected: &Plain, ending: Option<Ending>) {
    let mut terms = Terms::new(MIPS.width, MIPS.layout, 100_000);
    let text = [0, 4].map(|at| u64::from(start.word(at)));
    terms.starts[0].text = text.to_vec();
    let context = Context::default();
    let mut domain = Symbolic { terms: &mut terms, context: &context, side: 0 };
    let registers = all_registers(start).into_iter().map(|word| domain.constant(word)).collect();
    let begin = domain.terms.memory(Contents::Start(0));
    let mut memory = begin;
    let (at, value) = (domain.constant(100), domain.constant(7));
    domain.store(&mut memory, at, value);
    let mut state = State {
        pc: domain.constant(0),
        registers,
        memory,
        taken: 0,
        output: Vec::new(),
        has_faulted: false,
        steps: 0,
    };
    let stopped = step(&mut domain, &program(), &mut state);
    let code = start.memory[&start.pc];
    if let Err(Stop::Refused(refusal)) = stopped {
        // Only a store into the text is refused.
        assert!(refusal.to_string().contains("text"), "{code:08x}: {refusal}");
        assert!(
            expected.word(0) != start.word(0)
                || expected.word(4) != start.word(4)
                || code >> 26 == 0x2b
        );
        return;
    }
    assert_eq!(stopped.err(), ending.map(Stop::Ended), "{code:08x}");
    let registers: Vec<_> =
        state.registers.iter().map(|word| domain.value(*word).unwrap()).collect();
    assert_eq!(registers, all_registers(expected), "{code:08x}");
    assert_eq!(domain.value(state.pc), Some(u64::from(expected.pc)), "{code:08x}");
    for &at in expected.memory.keys() {
        let address = domain.constant(u64::from(at));
        let loaded = domain.load(&state.memory, address).unwrap();
        assert_eq!(domain.value(loaded), Some(u64::from(expected.word(at))), "{code:08x} {at:x}");
    }
    assert_eq!(state.output.len(), expected.output.len());
}

#[test]
fn a_byte_of_the_input_stream_is_read_once() {
    // lw $1, 4($2), with $2 at the device less 4
    let mut state = State {
        pc: 0,
        registers: vec![0; MIPS.registers.len()],
        memory: NumberMemory::from([(0, 0x8c41_0004), (4, 0x8c41_0004), (8, 0x8c41_0004)]),
        taken: 0,
        output: Vec::new(),
        has_faulted: false,
        steps: 0,
    };
    state.registers[2] = 0xffff_0000;
    let program = Program { stream: [200, 7].into(), ..program() };
    for expected in [200, 7, 0xffff_ffff] {
        step(&mut Numbers { machine: &MIPS }, &program, &mut state).unwrap();
        assert_eq!(state.registers[1], expected);
    }
    assert_eq!(state.taken, 2);
}
