//! The emulator's semantics, one row per case.

use std::rc::Rc;

use tamarin::link::assemble;
use tamarin::machine::mips::Reg;
use tamarin::machine::{FaultKind, Image, Machine, Stop};
use tamarin::program::{Address, Program};
use tamarin::trace::{self, Run};

const MIN: u32 = i32::MIN as u32;
const MAX: u32 = i32::MAX as u32;
const NEG: u32 = u32::MAX;

fn program(text: &str) -> Program {
    let assembly = assemble(text);
    assembly.program.unwrap_or_else(|| panic!("{text}: {:?}", assembly.diagnostics))
}

fn machine(text: &str, inputs: [u32; 2]) -> Machine {
    Machine::new(&Image::new(&program(text)), inputs)
}

/// `$3` of a program that stops.
fn result(text: &str, inputs: [u32; 2]) -> u32 {
    let mut machine = machine(text, inputs);
    assert_eq!(machine.run(1000, &mut ()), Stop::Done, "{text}");
    machine.state.result()
}

fn fault(text: &str, inputs: [u32; 2]) -> (FaultKind, u32) {
    match machine(text, inputs).run(1000, &mut ()) {
        Stop::Fault(fault) => (fault.kind, fault.at.0),
        other => panic!("{text}: {other:?}"),
    }
}

/// Rows of (expected, a, b) for `op $3, $1, $2`.
fn rows(op: &str, rows: &[(u32, u32, u32)]) {
    for &(expected, a, b) in rows {
        let text = format!("{op} $3, $1, $2\njr $31");
        assert_eq!(result(&text, [a, b]), expected, "{op} {a:#x}, {b:#x}");
    }
}

/// Rows of ((hi, lo), a, b) for `op $1, $2`.
fn hi_lo_rows(op: &str, rows: &[((u32, u32), u32, u32)]) {
    for &((hi, lo), a, b) in rows {
        let text = |from| format!("{op} $1, $2\n{from} $3\njr $31");
        assert_eq!(result(&text("mfhi"), [a, b]), hi, "hi of {op} {a:#x}, {b:#x}");
        assert_eq!(result(&text("mflo"), [a, b]), lo, "lo of {op} {a:#x}, {b:#x}");
    }
}

#[test]
fn add_and_sub_wrap() {
    rows("add", &[(3, 1, 2), (0, NEG, 1), (MIN, MAX, 1), (0, MIN, MIN), (NEG - 1, NEG, NEG)]);
    rows("sub", &[(NEG, 1, 2), (NEG, 0, 1), (MAX, MIN, 1), (0, MIN, MIN), (MIN, 0, MIN)]);
}

#[test]
fn comparisons() {
    rows("slt", &[(1, 1, 2), (0, 2, 1), (0, 1, 1), (1, NEG, 0), (1, MIN, MAX), (0, MAX, MIN)]);
    rows("sltu", &[(1, 1, 2), (0, 2, 1), (0, 1, 1), (0, NEG, 0), (0, MIN, MAX), (1, MAX, MIN)]);
}

#[test]
fn products() {
    hi_lo_rows(
        "mult",
        &[
            ((0, 6), 2, 3),
            ((NEG, NEG), NEG, 1),
            ((0, 1), NEG, NEG),
            ((0x4000_0000, 0), MIN, MIN),
            ((0xc000_0000, MIN), MIN, MAX),
            ((0x3fff_ffff, 1), MAX, MAX),
        ],
    );
    hi_lo_rows(
        "multu",
        &[
            ((0, 6), 2, 3),
            ((0, NEG), NEG, 1),
            ((NEG - 1, 1), NEG, NEG),
            ((0x4000_0000, 0), MIN, MIN),
        ],
    );
}

#[test]
fn quotients() {
    hi_lo_rows(
        "div",
        &[
            ((1, 3), 7, 2),
            ((NEG, NEG - 2), NEG - 6, 2),
            ((1, NEG - 2), 7, NEG - 1),
            ((NEG, 3), NEG - 6, NEG - 1),
            ((0, MIN), MIN, NEG),
            ((0, MIN), MIN, 1),
            ((5, 0), 5, MIN),
        ],
    );
    hi_lo_rows("divu", &[((1, 3), 7, 2), ((MIN, 0), MIN, NEG), ((0, 1), NEG, NEG)]);
}

#[test]
fn division_by_zero_faults_and_changes_nothing() {
    for op in ["div", "divu"] {
        assert_eq!(fault(&format!("{op} $1, $2\njr $31"), [1, 0]), (FaultKind::DivisionByZero, 0));
    }
}

#[test]
fn branches_both_ways() {
    let text = |op| format!("{op} $1, $2, skip\nadd $3, $1, $0\nskip: jr $31");
    for (op, a, b, expected) in
        [("beq", 7, 7, 0), ("beq", 7, 8, 7), ("bne", 7, 7, 7), ("bne", 7, 8, 0)]
    {
        assert_eq!(result(&text(op), [a, b]), expected, "{op} {a} {b}");
    }
    // Back, and with a count: 5 + 4 + 3 + 2 + 1.
    let sum = "lis $4\n.word 1\nloop: add $3, $3, $1\nsub $1, $1, $4\nbne $1, $0, loop\njr $31";
    assert_eq!(result(sum, [5, 0]), 15);
}

#[test]
fn zero_stays_zero() {
    assert_eq!(result("add $0, $1, $1\nadd $3, $0, $0\njr $31", [5, 5]), 0);
    assert_eq!(result("lis $0\n.word 9\nadd $3, $0, $0\njr $31", [5, 5]), 0);
    assert_eq!(result("sw $1, -4($30)\nlw $0, -4($30)\nadd $3, $0, $0\njr $31", [5, 5]), 0);
}

#[test]
fn the_start() {
    let machine = machine("jr $31", [1, 2]);
    let regs: Vec<u32> = Reg::all().map(|reg| machine.state.reg(reg)).collect();
    let mut expected = vec![0; 32];
    (expected[1], expected[2], expected[30], expected[31]) = (1, 2, 0x0100_0000, 0x8123_456c);
    assert_eq!(regs, expected);
    assert_eq!((machine.state.hi, machine.state.lo, machine.state.pc), (0, 0, 0));
}

#[test]
fn memory_is_words_that_start_at_zero() {
    assert_eq!(result("sw $1, -4($30)\nlw $3, -4($30)\njr $31", [77, 0]), 77);
    assert_eq!(result("lw $3, 400($0)\njr $31", [0, 0]), 0);
    // The program's own words can be read.
    assert_eq!(result("lw $3, 0($0)\njr $31", [0, 0]), 0x8c03_0000);
    // An offset is signed and the sum wraps.
    assert_eq!(result("sw $2, 12($0)\nlw $3, -4($1)\njr $31\n.word 0", [16, 5]), 5);
}

#[test]
fn bad_addresses_fault() {
    let load = "lw $3, 0($1)\njr $31";
    let store = "sw $3, 0($1)\njr $31";
    for text in [load, store] {
        assert_eq!(fault(text, [2, 0]), (FaultKind::MisalignedAddress(2), 0));
        let end = 0x0100_0000;
        assert_eq!(fault(text, [end, 0]), (FaultKind::AddressOutOfRange(end), 0));
        assert_eq!(fault(text, [end + 1, 0]), (FaultKind::MisalignedAddress(end + 1), 0));
    }
    // The input stream is empty.
    assert_eq!(result(load, [0xffff_0004, 0]), u32::MAX);
    assert_eq!(fault(load, [0xffff_000c, 0]), (FaultKind::AddressOutOfRange(0xffff_000c), 0));
    assert_eq!(fault(store, [0xffff_0004, 0]), (FaultKind::AddressOutOfRange(0xffff_0004), 0));
}

#[test]
fn output_is_kept_apart() {
    let mut machine = machine(
        "lis $4\n.word 0xffff000c\nsw $1, 0($4)\nsw $2, 0($4)\njr $31",
        [u32::from(b'H') + 256, u32::from(b'i')],
    );
    assert_eq!(machine.run(100, &mut ()), Stop::Done);
    assert_eq!((machine.output.bytes.as_slice(), machine.output.written), (&b"Hi"[..], 2));
    assert_eq!(machine.state.result(), 0);
}

#[test]
fn jumps() {
    // jalr reads its register before it writes $31.
    assert_eq!(
        result(
            "add $5, $31, $0\nlis $31\n.word 20\njalr $31\njr $31\nadd $3, $31, $0\njr $5",
            [0, 0]
        ),
        16
    );
    assert_eq!(fault("jr $1", [2, 0]), (FaultKind::BadPc(2), 2));
    assert_eq!(fault("jr $1", [0x0100_0000, 0]), (FaultKind::BadPc(0x0100_0000), 0x0100_0000));
    assert_eq!(fault("jr $1", [400, 0]), (FaultKind::InvalidInstruction(0), 400));
    assert_eq!(fault("add $3, $1, $2", [1, 1]), (FaultKind::InvalidInstruction(0), 4));
    assert_eq!(fault(".word 0xffffffff", [1, 1]), (FaultKind::InvalidInstruction(NEG), 0));
    // A branch to nowhere is a fault of the fetch, not of the branch.
    assert_eq!(
        fault("beq $0, $0, -9", [0, 0]),
        (FaultKind::BadPc(4u32.wrapping_sub(36)), 0xffff_ffe0)
    );
}

#[test]
fn done_is_tested_before_fuel() {
    let image = Image::new(&program("add $3, $1, $2\njr $31"));
    let stops: Vec<Stop> =
        (0..4).map(|fuel| Machine::new(&image, [1, 2]).run(fuel, &mut ())).collect();
    assert_eq!(stops, [Stop::OutOfFuel, Stop::OutOfFuel, Stop::Done, Stop::Done]);
}

#[test]
fn out_of_fuel_is_tested_before_a_fault() {
    let image = Image::new(&program("jr $1"));
    assert_eq!(Machine::new(&image, [2, 0]).run(1, &mut ()), Stop::OutOfFuel);
    assert!(matches!(Machine::new(&image, [2, 0]).run(2, &mut ()), Stop::Fault(_)));
}

#[test]
fn a_machine_runs_on() {
    let text = "lis $4\n.word 1\nloop: add $3, $3, $1\nsub $1, $1, $4\nbne $1, $0, loop\njr $31";
    let mut whole = machine(text, [9, 0]);
    let mut sliced = whole.clone();
    assert_eq!(whole.run(1000, &mut ()), Stop::Done);
    while sliced.run(1, &mut ()) == Stop::OutOfFuel {}
    assert_eq!((whole.steps, whole.state.result()), (sliced.steps, sliced.state.result()));
    assert_eq!(whole.steps, 1 + 3 * 9 + 1);
}

#[test]
fn a_program_may_write_itself() {
    // Puts `add $3, $1, $1` over `add $3, $1, $2`, before and after it ran.
    let text = "
        lis $5
        .word 0x00211820
        beq $2, $0, now
    back: beq $6, $0, go
    now: sw $5, patch($0)
    go: add $6, $0, $0
    patch: add $3, $1, $2
        jr $31"
        .replace("patch($0)", "24($0)");
    assert_eq!(result(&text, [5, 0]), 10);
    assert_eq!(result(&text, [5, 1]), 6);
    // Over an instruction that was executed already, in a loop.
    let text = "
        lis $5
        .word 0x00211820
    patch: add $3, $1, $2
        sw $5, 8($0)
        bne $6, $0, end
        add $6, $5, $0
        beq $0, $0, patch
    end: jr $31";
    assert_eq!(result(text, [5, 1]), 10);
    // A lis that is given another word.
    assert_eq!(result("sw $1, 8($0)\nlis $3\n.word 1\njr $31", [99, 0]), 99);
    // Code after the program.
    let text = "lis $5\n.word 0x03e00008\nsw $5, 400($0)\nlis $6\n.word 400\nadd $3, $1, $2\njr $6";
    assert_eq!(result(text, [5, 1]), 6);
}

#[test]
fn the_return_address_is_an_option() {
    let image = Image::returning_to(&program("add $3, $31, $0\njr $31"), 0xfee1_dead);
    let mut machine = Machine::new(&image, [0, 0]);
    assert_eq!(machine.run(10, &mut ()), Stop::Done);
    assert_eq!(machine.state.result(), 0xfee1_dead);
    // Even in the middle of the program.
    let image = Image::returning_to(&program("add $3, $1, $2\nadd $3, $3, $3\njr $31"), 4);
    let mut machine = Machine::new(&image, [1, 2]);
    assert_eq!(machine.run(10, &mut ()), Stop::Done);
    assert_eq!((machine.state.result(), machine.steps), (3, 1));
}

#[test]
fn nothing_panics_without_a_program() {
    assert_eq!(
        Machine::new(&Image::new(&Program::default()), [0, 0]).run(0, &mut ()),
        Stop::OutOfFuel
    );
    assert_eq!(fault("", [0, 0]), (FaultKind::InvalidInstruction(0), 0));
    // A lis in the last word of memory.
    let text = "lis $5\n.word 0x00001814\nsw $5, -4($30)\nlis $6\n.word 0x00fffffc\njr $6";
    assert!(matches!(fault(text, [0, 0]), (FaultKind::BadPc(0x0100_0000), _)));
}

#[test]
fn the_three_ends_of_a_run() {
    let image = |text| Image::new(&program(text));
    let run = |image: &Rc<Image>| trace::run(image, [1, 2], 100);
    match run(&image("add $3, $1, $2\njr $31")) {
        Run::Done { machine, trace } => {
            assert_eq!((machine.state.result(), machine.steps), (3, 2));
            assert_eq!(trace.conditions().count(), 1);
        }
        other => panic!("{other:?}"),
    }
    match run(&image("loop: beq $0, $0, loop")) {
        Run::OutOfFuel { trace } => assert_eq!(trace.conditions().count(), 100),
        other => panic!("{other:?}"),
    }
    match run(&image("add $4, $1, $2\ndiv $4, $0\njr $31")) {
        Run::Fault { kind: FaultKind::DivisionByZero, at: Address(4), trace } => {
            assert_eq!(trace.entries.len(), 2);
        }
        other => panic!("{other:?}"),
    }
}
