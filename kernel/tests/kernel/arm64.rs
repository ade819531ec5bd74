//! The executor of ARM64 programs is compared with a second interpreter; claims about such programs.

use crate::support::arm64::{Flags, Halt, INPUT, LIMIT, LOADER, OUTPUT, Plain, RETURN_ADDRESS};
use tamarin_kernel::claim::Word;
use tamarin_kernel::context::Context;
use tamarin_kernel::evidence::{End, Exercise, How, Input, Side, Step};
use tamarin_kernel::execute::{Domain, Ending, Program, State, Stop, step};
use tamarin_kernel::machine::Comparison::{Below, BelowSigned, Equal};
use tamarin_kernel::machine::arm64::{ARM64, ARM64_ARM, START};
use tamarin_kernel::machine::{Access, Instruction, Machine, Value};
use tamarin_kernel::numbers::{NumberMemory, NumberState, Numbers, run};
use tamarin_kernel::symbolic::Symbolic;
use tamarin_kernel::term::{Contents, Terms};
use tamarin_kernel::word::Operator::{Add, High, HighSigned, Mul, Quotient, QuotientSigned, Sub};
use tamarin_kernel::{Claim, Evidence, Refusal, check};

const EDGES: [u64; 18] = [
    0,
    1,
    2,
    3,
    8,
    100,
    (1 << 31) - 1,
    1 << 31,
    1 << 32,
    (1 << 63) - 1,
    1 << 63,
    (1 << 63) + 1,
    u64::MAX,
    u64::MAX - 1,
    LIMIT - 8,
    LOADER - 4,
    INPUT,
    OUTPUT,
];

fn pick<T: Copy>(random: &mut oorandom::Rand64, of: &[T]) -> T {
    of[random.rand_range(0..of.len() as u64) as usize]
}

fn word(random: &mut oorandom::Rand64) -> u64 {
    match random.rand_range(0..4) {
        0 => random.rand_u64(),
        1 => 4 * random.rand_range(0..64),
        _ => pick(random, &EDGES),
    }
}

/// A word that is mostly an instruction.
fn code(random: &mut oorandom::Rand64) -> u32 {
    const ROWS: [(u32, u32); 9] = [
        (0b10001011001, 0b011000),
        (0b11001011001, 0b011000),
        (0b10011011000, 0b011111),
        (0b10011011010, 0b011111),
        (0b10011011110, 0b011111),
        (0b10011010110, 0b000011),
        (0b10011010110, 0b000010),
        (0b11101011001, 0b011000),
        (0b10011010110, 0b000000),
    ];
    let register =
        |random: &mut oorandom::Rand64| pick(random, &[0, 1, 2, 3, 4, 5, 29, 30, 31, 31]);
    let [d, n, m]: [u32; 3] = std::array::from_fn(|_| register(random));
    match random.rand_range(0..16) {
        0 => random.rand_u64() as u32,
        1 => pick(random, &[0xd61f_0000, 0xd63f_0000]) | n << 5,
        2 => {
            let offset = random.rand_range(0..1 << 19) as u32;
            let offset = if d == 31 { offset } else { offset & 15 };
            pick(random, &[0x5800_0000, 0x5400_0000]) | offset << 5 | d
        }
        3 => 0x5400_0000 | (random.rand_range(0..1 << 19) as u32) << 5 | d & 15,
        4 => 0x1400_0000 | random.rand_range(0..1 << 26) as u32,
        5 => pick(random, &[0xd440_0000, 0, 0xd440_0020, 0xd61f_0001]),
        6..=9 => {
            let offset = pick(random, &[0, 4, 8, 0x1fc, 0x1f8, 0x1f4, 1, 0xff, 0x100]);
            pick(random, &[0xf840_0000, 0xf800_0000]) | offset << 12 | n << 5 | d
        }
        10 => random.rand_u64() as u32 & 0x1f_ffff | 0xf840_0000,
        _ => {
            let (operation, function) = pick(random, &ROWS);
            let d = if operation == 0b11101011001 && m != 2 { 31 } else { d };
            operation << 21 | m << 16 | function << 10 | n << 5 | d
        }
    }
}

fn program<W>(machine: &'static Machine) -> Program<W> {
    Program { machine, return_address: RETURN_ADDRESS, stream: [].into() }
}

/// A state with an instruction at a program counter, and the words that were compared last.
fn any_state(random: &mut oorandom::Rand64, divides_by_zero: bool) -> (Plain, [u64; 2]) {
    let compared = [word(random), if random.rand_range(0..3) == 0 { 5 } else { word(random) }];
    let mut plain = Plain {
        pc: pick(random, &[0, 0, 0, LIMIT - 4, LOADER - 8, RETURN_ADDRESS, 2, LOADER]),
        registers: std::array::from_fn(|_| word(random)),
        flags: Flags::compare(compared[0], compared[1]),
        bytes: Default::default(),
        output: Vec::new(),
        divides_by_zero,
    };
    for at in [4, 8, 12, 16] {
        plain.set_word(at, random.rand_u64() as u32);
    }
    for at in [100, 104] {
        plain.set_word(at, [7, 9][usize::from(at == 104)]);
    }
    plain.set_word(plain.pc, code(random));
    (plain, compared)
}

/// The registers of the machine: x0 to x30, sp, both compared words and zero.
fn registers(plain: &Plain, compared: [u64; 2]) -> Vec<u64> {
    plain.registers.into_iter().chain(compared).chain([0]).collect()
}

/// The registers, and all conditions on the flags, equal those of the second interpreter.
fn assert_registers(found: &[u64], expected: &Plain, code: u32) {
    assert_eq!(found[..32], expected.registers, "{code:08x}");
    assert_eq!(Flags::compare(found[32], found[33]), expected.flags, "{code:08x}");
    assert_eq!(found[34], 0);
}

#[test]
fn both_executors_do_the_same_as_a_second_interpreter() {
    let mut random = oorandom::Rand64::new(13);
    let mut endings = [0; 4];
    for round in 0..60_000 {
        let machine = [&ARM64, &ARM64_ARM][round % 2];
        let (start, compared) = any_state(&mut random, round % 2 == 1);
        let mut plain = start.clone();
        let halt = plain.step().err();
        endings[match halt {
            None => 0,
            Some(Halt::Ended(Ending::Done)) => 1,
            Some(Halt::Ended(Ending::Fault)) => 2,
            Some(Halt::Loader) => 3,
        }] += 1;
        let expected = if halt.is_some() { &start } else { &plain };
        over_numbers(machine, &start, compared, expected, halt);
        if start.pc == 0 {
            over_terms(machine, &start, compared, expected, halt);
        }
    }
    assert!(endings.iter().all(|&count| count > 1000), "{endings:?}");
}

fn cells(plain: &Plain) -> NumberMemory {
    let at: std::collections::BTreeSet<u64> = plain.bytes.keys().map(|at| at & !3).collect();
    at.into_iter().map(|at| (at, u64::from(plain.word(at)))).collect()
}

fn over_numbers(
    machine: &'static Machine,
    start: &Plain,
    compared: [u64; 2],
    expected: &Plain,
    halt: Option<Halt>,
) {
    let code = start.word(start.pc & !3);
    let mut state = NumberState::new(start.pc, registers(start, compared), cells(start));
    if !start.pc.is_multiple_of(4) {
        state.memory.clear();
    }
    let memory = state.memory.clone();
    let stopped = step(&mut Numbers { machine }, &program(machine), &mut state);
    match halt {
        Some(Halt::Loader) => assert!(matches!(stopped, Err(Stop::Refused(_))), "{code:08x}"),
        Some(Halt::Ended(ending)) => assert_eq!(stopped, Err(Stop::Ended(ending)), "{code:08x}"),
        None => assert_eq!(stopped, Ok(()), "{code:08x}"),
    }
    assert_eq!(state.pc, expected.pc, "{code:08x}");
    assert_registers(&state.registers, expected, code);
    match halt {
        None => assert_eq!(state.memory, cells(expected), "{code:08x}"),
        Some(_) => assert_eq!(state.memory, memory),
    }
    let printed: Vec<u8> = state.output.iter().map(|word| *word as u8).collect();
    assert_eq!(printed, expected.output);
    assert_eq!(state.steps, u64::from(halt.is_none()));
}

/// The executor over terms, where all words are known.
fn over_terms(
    machine: &'static Machine,
    start: &Plain,
    compared: [u64; 2],
    expected: &Plain,
    halt: Option<Halt>,
) {
    let mut terms = Terms::new(machine.width, machine.layout, 100_000);
    terms.starts[0].text = (0..5).map(|index| u64::from(start.word(4 * index))).collect();
    let context = Context::default();
    let mut domain = Symbolic { terms: &mut terms, context: &context, side: 0 };
    let mut memory = domain.terms.memory(Contents::Start(0));
    let words = registers(start, compared).into_iter().map(|word| domain.constant(word)).collect();
    // The word at 100, in two stores that overlap.
    for (at, value) in [(96, 0x7_0000_0000), (100, 0x9_0000_0007)] {
        let [at, value] = [at, value].map(|it| domain.constant(it));
        domain.store(&mut memory, at, value);
    }
    let mut state = State::new(domain.constant(0), words, memory);
    let stopped = step(&mut domain, &program(machine), &mut state);
    let code = start.word(0);
    if let Err(Stop::Refused(refusal)) = stopped {
        let what = refusal.to_string();
        match halt {
            Some(Halt::Loader) => assert!(what.contains("keeps"), "{code:08x}: {what}"),
            // Else only a store into the text is refused.
            None => {
                assert!(what.contains("text") && code >> 21 == 0x7c0, "{code:08x}: {what}");
            }
            Some(Halt::Ended(_)) => panic!("{code:08x}: {what}"),
        }
        return;
    }
    if halt == Some(Halt::Loader) {
        // The loader's contents are unknown.
        assert_eq!(stopped, Ok(()), "{code:08x}");
        let loaded = state.registers[(code & 31) as usize];
        assert_eq!(domain.value(loaded), None, "{code:08x}");
        return;
    }
    assert_eq!(stopped.err().map(|stop| format!("{stop:?}")), halt.map(|halt| format!("{halt:?}")));
    let registers: Vec<_> =
        state.registers.iter().map(|word| domain.value(*word).expect("it is known")).collect();
    assert_registers(&registers, expected, code);
    assert_eq!(domain.value(state.pc), Some(expected.pc), "{code:08x}");
    for (at, cell) in cells(expected) {
        if at < LOADER - 8 {
            let address = domain.constant(at);
            let loaded = domain.load(&state.memory, address).unwrap();
            let loaded = domain.value(loaded).expect("it is known");
            assert_eq!(loaded, cell | u64::from(expected.word(at + 4)) << 32, "{code:08x} {at:x}");
            let fetched = domain.fetch(&state.memory, at).unwrap();
            assert_eq!(fetched, Some(cell), "{code:08x} {at:x}");
        }
    }
    assert_eq!(state.output.len(), expected.output.len());
}

/// An instruction that seldom ends a run.
fn mostly_arithmetic(random: &mut oorandom::Rand64) -> u32 {
    let is_calm = random.rand_range(0..8) > 0;
    loop {
        let word = code(random);
        if !is_calm || matches!(word >> 24, 0x8b | 0xcb | 0x9b | 0xeb | 0x54) {
            return word;
        }
    }
}

/// Whole programs of random instructions, as far as they run.
#[test]
fn runs_are_those_of_a_second_interpreter() {
    let mut random = oorandom::Rand64::new(29);
    let mut long = 0;
    for _ in 0..2_000 {
        let text: Vec<u32> = (0..12).map(|_| mostly_arithmetic(&mut random)).collect();
        let (mut plain, compared) = any_state(&mut random, false);
        (plain.pc, plain.bytes) = (0, Default::default());
        for (index, word) in text.iter().enumerate() {
            plain.set_word(4 * index as u64, *word);
        }
        let mut state = NumberState::new(0, registers(&plain, compared), cells(&plain));
        let halt = plain.run(60);
        match run(&program(&ARM64), &mut state, 61, &mut 0) {
            Ok(ending) => assert_eq!(ending.map(Halt::Ended), halt),
            Err(_) => assert_eq!(halt, Some(Halt::Loader)),
        }
        assert_registers(&state.registers, &plain, text[0]);
        assert_eq!(state.memory, cells(&plain));
        long += u32::from(state.steps > 8);
    }
    assert!(long > 60, "{long}");
}

/// Words of the course's assembler.
#[test]
fn words_of_the_assembler_are_decoded() {
    let three = |operator, d, n, m| {
        let divides = matches!(operator, Quotient | QuotientSigned);
        let sets = vec![(d, Value::Apply(operator, n, m))];
        Instruction::Compute { divisor: divides.then_some(m), sets }
    };
    let access =
        |register, base, offset: i64| Access { register, base, offset: offset as u64, skipped: 0 };
    let branch = |when, holds, of, offset: i64| {
        // Offsets count from the next instruction.
        Instruction::Branch { when, holds, of, offset: (offset - 4) as u64 }
    };
    let (sp, l, r, zero) = (31, 32, 33, 34);
    let rows = [
        (0x8b3f_63e3, three(Add, 3, sp, zero)),
        (0xcb28_63ff, three(Sub, sp, sp, 8)),
        (0x9b1c_7fbe, three(Mul, 30, 29, 28)),
        (0x9b42_7c20, three(HighSigned, 0, 1, 2)),
        (0x9bc2_7c20, three(High, 0, 1, 2)),
        (0x9ac2_0c20, three(QuotientSigned, 0, 1, 2)),
        (0x9ac2_0820, three(Quotient, 0, 1, 2)),
        (
            0xeb21_63ff,
            Instruction::Compute {
                divisor: None,
                sets: vec![(l, Value::Register(sp)), (r, Value::Register(1))],
            },
        ),
        (0xd61f_01e0, Instruction::Jump { to: 15, link: None }),
        (0xd63f_0020, Instruction::Jump { to: 1, link: Some(30) }),
        (0xf840_8020, Instruction::Load(access(0, Some(1), 8))),
        (0xf81f_83e2, Instruction::Store(access(2, Some(sp), -8))),
        (0x5800_005e, Instruction::Load(access(30, None, 8 - 4))),
        (0x1400_0003, branch(Equal, true, [zero, zero], 12)),
        (0x17ff_fffe, branch(Equal, true, [zero, zero], -8)),
        (0x5400_0040, branch(Equal, true, [l, r], 8)),
        (0x54ff_ffa1, branch(Equal, false, [l, r], -12)),
        (0x5400_0042, branch(Below, false, [l, r], 8)),
        (0x54ff_ffa3, branch(Below, true, [l, r], -12)),
        (0x5400_0048, branch(Below, true, [r, l], 8)),
        (0x5400_0049, branch(Below, false, [r, l], 8)),
        (0x5400_004a, branch(BelowSigned, false, [l, r], 8)),
        (0x5400_004b, branch(BelowSigned, true, [l, r], 8)),
        (0x5480_000c, branch(BelowSigned, true, [r, l], -1_048_576)),
        (0x547f_ffed, branch(BelowSigned, false, [r, l], 1_048_572)),
        (0xd440_0000, Instruction::Halt),
    ];
    for (word, instruction) in rows {
        assert_eq!((ARM64.decode)(word), Some(instruction), "{word:08x}");
    }
    // No function, another destination of a comparison, a condition that does not exist, and loose bits.
    for word in [0, 0x8b22_0020, 0xeb21_6001, 0x5400_0044, 0x5400_0050, 0xd440_0020, 0xf840_0420] {
        assert_eq!((ARM64.decode)(word), None, "{word:08x}");
    }
}

/// The claim of the command line about ARM64 programs.
fn claim(machine: &str, programs: [&[u64]; 2]) -> Claim {
    let claim: Claim = serde_json::from_str(include_str!("../../src/two-numbers-arm64.json"))
        .expect("it is a claim");
    Claim { machine: machine.into(), programs: programs.map(<[u64]>::to_vec), ..claim }
}

#[test]
fn the_claim_starts_as_the_machine_does() {
    let claim = claim("arm64", [&[], &[]]);
    for start in claim.start {
        let inputs = [("x0", Word::Input("a".into())), ("x1", Word::Input("b".into()))];
        let numbers = START.map(|(name, number)| (name, Word::Number(number)));
        let expected = inputs.into_iter().chain(numbers).map(|(name, word)| (name.into(), word));
        assert_eq!(start.registers, expected.collect());
        assert_eq!(start.return_address, RETURN_ADDRESS);
    }
}

const RETURN: u64 = 0xd61f_03c0;

/// Evidence that runs each program for its number of instructions and ends.
fn straight(steps: [u64; 2]) -> Evidence {
    let run = |side: Side| Step::Run { run: (side, steps[side.index()]) };
    let mut start: Vec<Step> = Side::BOTH.into_iter().map(run).collect();
    start.push(Step::End { end: End::Both, how: How::default() });
    let exercise = Exercise { input: Input { words: vec![5, 7], ..Input::default() }, steps: 100 };
    Evidence { work: 10_000, exercise, start, ..Evidence::default() }
}

#[test]
fn overlapping_words_are_joined() {
    // stur x0, [sp, -8]; stur x1, [sp, -4]; ldur x0, [sp, -4] against add x0, x1, xzr
    let left = [0xf81f_83e0, 0xf81f_c3e1, 0xf85f_c3e0, RETURN];
    let kept = [0x8b3f_6020, RETURN];
    check(&claim("arm64", [&left, &kept]), &straight([4, 2])).expect("they agree");
    // A load of the first word is neither of both.
    let under = [0xf81f_83e0, 0xf81f_c3e1, 0xf85f_83e0, RETURN];
    for right in [&kept[..], &[RETURN]] {
        let claim = claim("arm64", [&under, right]);
        check(&claim, &straight([4, right.len() as u64])).expect_err("they differ");
    }
    // Stored in the other order, the low half comes from the second store.
    let other = [0xf81f_c3e1, 0xf81f_83e0, 0xf85f_c3e0, RETURN];
    check(&claim("arm64", [&left, &other]), &straight([4, 4])).expect_err("they differ");
    check(&claim("arm64", [&other, &other]), &straight([4, 4])).expect("they agree");
}

#[test]
fn a_division_by_zero_is_as_the_machine_says() {
    // udiv x0, x0, xzr against sub x0, x0, x0
    let programs: [&[u64]; 2] = [&[0x9adf_0800, RETURN], &[0xcb20_6000, RETURN]];
    check(&claim("arm64-arm", programs), &straight([2, 2])).expect("they agree");
    check(&claim("arm64", programs), &straight([2, 2])).expect_err("one faults");
    check(&claim("arm64", [programs[0]; 2]), &straight([0, 0])).expect("both fault");
    // sdiv x0, x0, x1 faults in one case only.
    let divides: &[u64] = &[0x9ac1_0c00, RETURN];
    check(&claim("arm64", [divides; 2]), &straight([2, 2])).expect_err("it is not known");
}

#[test]
fn no_program_stores_into_the_loader() {
    // stur x0, [x30, i]; br x30: stores to the next word, and to words that overlap the loader.
    for (offset, is_free) in [(0, false), (8, false), (-24, false), (-28, false), (-32, true)] {
        let store = 0xf800_03c0 | (offset as u64 & 0x1ff) << 12;
        let programs: [&[u64]; 2] = [&[store, RETURN], &[RETURN]];
        let checked = check(&claim("arm64", programs), &straight([2, 1]));
        assert_eq!(checked.is_ok(), is_free, "{offset}: {checked:?}");
    }
}

#[test]
fn a_halt_ends_a_program() {
    let halts: &[u64] = &[0xd440_0000];
    check(&claim("arm64", [halts, &[RETURN]]), &straight([0, 1])).expect("they agree");
    check(&claim("arm64", [halts, &[]]), &straight([0, 0])).expect_err("one faults");
    check(&claim("arm64", [&[], &[0]]), &straight([0, 0])).expect("both fault");
}

#[test]
fn words_of_a_program_are_words_of_instructions() {
    let claim = claim("arm64", [&[1 << 32], &[RETURN]]);
    assert!(matches!(check(&claim, &straight([0, 1])), Err(Refusal::Claim(_))));
}

/// A constant is read from the text after any stores; a word that is partly after the text is not.
#[test]
fn constants_are_read_from_the_text() {
    // stur x0, [sp, -8]; ldr x0, 8; br x30; .8byte 0x100000002
    let left = [0xf81f_83e0, 0x5800_0040, RETURN, 2, 1];
    // ldr x0, 8; br x30; .8byte 0x100000002
    let right = [0x5800_0040, RETURN, 2, 1];
    check(&claim("arm64", [&left, &right]), &straight([3, 2])).expect("they agree");
    let other = [0x5800_0040, RETURN, 3, 1];
    check(&claim("arm64", [&left, &other]), &straight([3, 2])).expect_err("they differ");
    check(&claim("arm64", [&right, &right[..3]]), &straight([2, 2])).expect_err("they differ");
}
