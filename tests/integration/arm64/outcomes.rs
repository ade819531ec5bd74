//! The emulator is compared with outcomes recorded from other tools: a processor (qemu) and an independent interpreter.

use tamarin::machine::arm64::emulator::Array;
use tamarin::machine::arm64::memory::{HALT, LAST_ACCESS, LOADER, MEMORY_END, RETURN_ADDRESS};
use tamarin::machine::arm64::{
    BinaryOp, Condition, FaultKind, Given, Image, Machine, Mode, Reg, Stop,
};
use tamarin_testing::{many, sample};

use super::{hash, hexadecimal, list, program, rows, words};

const FUEL: u64 = 200;

fn registers(machine: &Machine, count: u32) -> Vec<u64> {
    (0..count).filter_map(Reg::new).map(|reg| machine.register(reg)).collect()
}

/// The conditions that hold of a pair, as bits in their order.
fn conditions(pair: [u64; 2]) -> u64 {
    let bits = Condition::ALL.iter().enumerate();
    bits.map(|(bit, row)| u64::from(row.0.holds(pair)) << bit).sum()
}

#[test]
fn a_processor_computes_the_same() {
    use BinaryOp::{Add, Mul, Sdiv, Smulh, Sub, Udiv, Umulh};
    let rows = rows("arithmetic.tsv");
    assert_eq!(rows.len(), 1 + 16 * 16);
    for row in &rows[1..] {
        let row: Vec<u64> = row.iter().map(|field| hexadecimal(field)).collect();
        let (n, m) = (row[0], row[1]);
        for (op, &expected) in [Add, Sub, Mul, Smulh, Umulh, Sdiv, Udiv].iter().zip(&row[2..]) {
            // There is no trap on a processor.
            let is_division = matches!(op, Sdiv | Udiv);
            let found = if is_division && m == 0 { 0 } else { op.apply(n, m) };
            assert_eq!(found, expected, "{op:?} {n:#x} {m:#x}");
        }
        assert_eq!(conditions([n, m]), row[9], "{n:#x} {m:#x}");
    }
}

#[test]
fn a_processor_runs_programs_alike() {
    let rows = rows("processor.tsv");
    assert_eq!(rows.len(), 400);
    for row in rows {
        let image = Image::new(words(&row[0]), Mode::Arm);
        let given = Given { registers: list(&row[1]), ..Given::default() };
        let mut machine = Machine::new(&image, &given).expect("there is no array");
        assert_eq!(machine.run(10_000), Stop::Done);
        let below_sp = (0..16).map(|index| machine.memory.load(0xff_ff80 + 8 * index));
        let mut state = registers(&machine, 11);
        state.push(conditions(machine.compared()));
        state.extend(below_sp);
        assert_eq!(hash(state), hexadecimal(&row[2]), "{}", row[0]);
    }
}

/// How a run ended, as the table has it.
fn ended(stop: Stop) -> &'static str {
    match stop {
        Stop::Done => "done",
        Stop::OutOfFuel => "out-of-fuel",
        Stop::Fault(fault) => fault.kind.name(),
    }
}

/// The state at the end of a run, in the order of the table.
fn state(machine: &Machine) -> Vec<u64> {
    let mut state = vec![machine.pc];
    state.extend(registers(machine, 32));
    state.extend(machine.compared());
    state.push(machine.output.written);
    state.extend(machine.output.bytes.iter().map(|&byte| u64::from(byte)));
    state.push(machine.taken() as u64);
    state.extend(machine.memory.nonzero().flat_map(|(at, word)| [at, word.into()]));
    state
}

/// Runs a few steps at a time: it can be run on wherever it is out of fuel.
fn run_in_pieces(machine: &mut Machine) -> Stop {
    let mut stop = Stop::OutOfFuel;
    for _ in 0..FUEL / 5 {
        stop = machine.run(5);
        if stop != Stop::OutOfFuel {
            break;
        }
    }
    stop
}

#[test]
fn an_interpreter_runs_random_programs_alike() {
    let rows = rows("outcomes.tsv");
    assert_eq!(rows.len(), 1000);
    let mut differing_modes = 0;
    for row in sample(rows, 3) {
        let array = (row[2] != "-").then(|| Array { address: None, elements: list(&row[2]) });
        let stream = (0..row[3].len()).step_by(2);
        let stream = stream.map(|at| u8::from_str_radix(&row[3][at..at + 2], 16).expect("a byte"));
        let given =
            Given { registers: list(&row[1]), array, stream: stream.collect(), ..Given::default() };
        let mut usual = None;
        for (mode, said) in [Mode::Usual, Mode::Arm, Mode::Course].into_iter().zip(&row[4..]) {
            let image = Image::new(words(&row[0]), mode);
            let mut machine = Machine::new(&image, &given).expect("the array fits");
            let stop = run_in_pieces(&mut machine);
            // There an instruction that faults is no step.
            let is_step = matches!(stop, Stop::Fault(_)) && ended(stop) != "bad-pc";
            let steps = machine.steps - u64::from(is_step);
            let found = Some(format!("{}:{steps}:{:016x}", ended(stop), hash(state(&machine))));
            let before = (stop, machine.steps, state(&machine));
            assert!(machine.restart(&given), "the array fits");
            assert_eq!((machine.run(FUEL), machine.steps, state(&machine)), before, "{}", row[0]);
            let expected = if said == "=" { usual.clone() } else { Some(said.clone()) };
            assert_eq!(found, expected, "{mode:?} {}", row[0]);
            differing_modes += u64::from(said != "=" && mode != Mode::Usual);
            usual = usual.or(found);
        }
    }
    assert!(differing_modes > many(30, 100), "the modes are hardly ever apart: {differing_modes}");
}

/// Runs a text with these register values.
fn run(text: &str, registers: &[u64], fuel: u64) -> (Machine, Stop) {
    let image = Image::new(program(&[("", text)]).words, Mode::Usual);
    let given = Given { registers: registers.to_vec(), ..Given::default() };
    let mut machine = Machine::new(&image, &given).expect("there is no array");
    let stop = machine.run(fuel);
    (machine, stop)
}

#[test]
fn the_start_is_the_loader_s() {
    let (machine, stop) = run("br x30", &[7, 8, 9], 10);
    assert_eq!((stop, machine.pc, machine.steps), (Stop::Done, RETURN_ADDRESS, 1));
    let at_start = registers(&machine, 32);
    assert_eq!(at_start[..4], [7, 8, 9, 0]);
    assert_eq!(at_start[29..], [0x0100_0000, 0x0fff_ffe4, 0x0100_0000]);
    assert_eq!(machine.compared(), [1, 0]);
    assert_eq!(machine.memory.cell(LOADER + 24), HALT);
}

#[test]
fn the_end_comes_before_fuel() {
    let (_, stop) = run("br x30", &[], 1);
    assert_eq!(stop, Stop::Done);
    let (machine, stop) = run("br x30", &[], 0);
    assert_eq!((stop, machine.steps), (Stop::OutOfFuel, 0));
}

/// Storing over the last of the loader's words takes the end away.
#[test]
fn the_end_is_a_word_like_any_other() {
    let (machine, stop) = run("stur x0, [x30, 0]\nbr x30", &[0x8b22_6020], 10);
    let Stop::Fault(fault) = stop else { panic!("{stop:?}") };
    // The stored word is executed, and the next one is zero.
    assert_eq!((fault.kind, fault.at), (FaultKind::InvalidInstruction(0), RETURN_ADDRESS + 4));
    assert_eq!(machine.steps, 4);
}

#[test]
fn text_that_was_stored_runs_at_once() {
    // The `b 0` that would go round for ever becomes `br x30`.
    let text = "ldr x1, 16\nstur x1, [x2, 12]\nadd x0, x1, xzr\nb 0\n.8byte 0xd61f03c0";
    let (machine, stop) = run(text, &[], 10);
    assert_eq!((stop, machine.result()), (Stop::Done, 0xd61f_03c0));
}

#[test]
fn faults_have_their_kinds_and_addresses() {
    for (text, registers, kind, at) in [
        ("udiv x0, x1, x2", vec![], FaultKind::DivisionByZero, 0),
        ("add x0, x0, x1\nldur x0, [x0, 2]", vec![], FaultKind::MisalignedAddress(2), 4),
        ("ldur x0, [x0, 4]", vec![LAST_ACCESS], FaultKind::AddressOutOfRange(LAST_ACCESS + 4), 0),
        ("ldur x0, [x0, -8]", vec![], FaultKind::AddressOutOfRange(u64::MAX - 7), 0),
        // Alignment is tested before the range.
        ("stur x0, [x0, -7]", vec![], FaultKind::MisalignedAddress(u64::MAX - 6), 0),
        ("ldr x0, -4", vec![], FaultKind::AddressOutOfRange(u64::MAX - 3), 0),
        ("b -4", vec![], FaultKind::BadPc(u64::MAX - 3), u64::MAX - 3),
        ("br x0", vec![2], FaultKind::BadPc(2), 2),
        ("br x0", vec![MEMORY_END], FaultKind::BadPc(MEMORY_END), MEMORY_END),
        ("add x0, x0, x0", vec![], FaultKind::InvalidInstruction(0), 4),
        // The devices are for one way each.
        (
            "stur x0, [x1, 0]",
            vec![0, 0xc000_0000_0001_0000],
            FaultKind::AddressOutOfRange(0xc000_0000_0001_0000),
            0,
        ),
        (
            "ldur x0, [x1, 0]",
            vec![0, 0xc000_0000_0001_0008],
            FaultKind::AddressOutOfRange(0xc000_0000_0001_0008),
            0,
        ),
    ] {
        let (machine, stop) = run(text, &registers, 10);
        let Stop::Fault(fault) = stop else { panic!("{text}: {stop:?}") };
        assert_eq!((fault.kind, fault.at), (kind, at), "{text}");
        assert_eq!(machine.pc, at, "{text}");
    }
}

#[test]
fn an_array_is_behind_the_text() {
    let words = program(&[("", "ldur x0, [x0, 8]\nbr x30\nbr x30")]).words;
    let image = Image::new(words, Mode::Usual);
    let array = Array { address: None, elements: vec![5, 1 << 63] };
    let given = Given { array: Some(array), ..Given::default() };
    let mut machine = Machine::new(&image, &given).expect("it fits");
    assert_eq!([0, 1].map(|reg| registers(&machine, 2)[reg]), [12, 2]);
    assert_eq!((machine.run(10), machine.result()), (Stop::Done, 1 << 63));
    for address in [Some(8), Some(14), Some(LOADER - 8)] {
        let array = Array { address, elements: vec![1, 2] };
        let given = Given { array: Some(array), ..Given::default() };
        assert!(Machine::new(&image, &given).is_none(), "{address:?}");
    }
}

#[test]
fn remarks_say_where_sources_differ() {
    let remarks = |text: &str, registers: &[u64]| {
        let remarks = run(text, registers, 20).0.remarks();
        [remarks.flags_at_start, remarks.flags_after_memory, remarks.quotient_overflow]
    };
    assert_eq!(remarks("b.eq 8\nbr x30", &[]), [true, false, false]);
    assert_eq!(remarks("cmp x0, x1\nb.eq 4\nbr x30", &[]), [false; 3]);
    let between = "cmp x0, x1\nstur x0, [sp, -8]\nb.eq 4\nbr x30";
    assert_eq!(remarks(between, &[]), [false, true, false]);
    let literal = "cmp x0, x1\nldr x0, 0\nb.eq 4\nbr x30";
    assert_eq!(remarks(literal, &[]), [false; 3]);
    let again = "stur x0, [sp, -8]\ncmp x0, x1\nb.eq 4\nbr x30";
    assert_eq!(remarks(again, &[]), [false; 3]);
    let quotient = "sdiv x0, x0, x1\nbr x30";
    assert_eq!(remarks(quotient, &[1 << 63, u64::MAX]), [false, false, true]);
}
