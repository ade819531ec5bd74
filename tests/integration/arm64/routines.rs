//! The run-time routines against their contracts.

use std::collections::BTreeMap;

use tamarin::asm::arm64::assemble;
use tamarin::machine::arm64::memory::LOADER;
use tamarin::machine::arm64::{Given, Image, Machine, Mode, Reg, Stop, routines};

use super::program;

const SP: u64 = 0x0100_0000;

fn reg(number: u32) -> Reg {
    Reg::new(number).expect("it is a register")
}

#[test]
fn the_texts_have_no_warnings() {
    for source in routines::SOURCES {
        assert_eq!(assemble(source.text).diagnostics, [], "{}", source.name);
    }
}

/// Numbers of all lengths and both signs, and the edges.
fn numbers() -> Vec<u64> {
    let mut numbers = vec![0, 1, 9, 10, 99, u64::MAX, 1 << 63, (1 << 63) - 1, (1 << 63) + 1];
    let mut word = 1u64;
    for shift in 0..400 {
        word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        numbers.push((word as i64 >> (shift % 64)) as u64);
    }
    numbers
}

#[test]
fn print_writes_the_number_and_keeps_the_rest() {
    let text = ".import print\nldr x5, 8\nb 12\n.8byte print\nadd x9, x30, xzr\nblr x5\nbr x9";
    let words = program(&[("", text)]).words;
    let text_end = 4 * words.len() as u64;
    for mode in [Mode::Usual, Mode::Arm, Mode::Course] {
        let image = Image::new(words.clone(), mode);
        for number in numbers() {
            let others = (1..29).map(|index| number.wrapping_mul(index) ^ 0x1234_5678);
            let registers: Vec<u64> = [number].into_iter().chain(others).collect();
            let given = Given { registers: registers.clone(), ..Given::default() };
            let mut machine = Machine::new(&image, &given).expect("there is no array");
            assert_eq!(machine.run(1000), Stop::Done);
            let written = String::from_utf8_lossy(&machine.output.bytes);
            assert_eq!(written, format!("{}\n", number as i64));
            for (index, &before) in (0..).zip(&registers) {
                // The program itself uses these.
                let is_kept = index == 5 || index == 9 || machine.register(reg(index)) == before;
                assert!(is_kept, "x{index} of {number:#x}");
            }
            assert_eq!(machine.register(Reg::SP_OR_ZERO), SP);
            let is_allowed = |at: u64| at < text_end || (SP - 56..SP).contains(&at) || at >= LOADER;
            assert!(machine.memory.nonzero().all(|(at, _)| is_allowed(at)));
        }
    }
}

/// A program that makes calls. `x20` is the address of a list of pairs that ends with a zero. A 1 requests a block of
/// as many words as the second number, and the block's address replaces the pair; a 9 frees the block of the pair at
/// the address in the second number.
const CALLS: &str = "
.import init
.import new
.import delete
    add x29, x30, xzr
    ldr x28, 8
    b 12
    .8byte 8
    ldr x2, 8
    b 12
    .8byte init
    blr x2
next:
    ldur x2, [x20, 0]
    cmp x2, xzr
    b.eq end
    ldur x0, [x20, 8]
    cmp x2, x28
    b.hi free
    ldr x2, 8
    b 12
    .8byte new
    blr x2
    stur x0, [x20, 8]
    b done
free:
    ldur x0, [x0, 8]
    ldr x2, 8
    b 12
    .8byte delete
    blr x2
done:
    add x20, x20, x28
    add x20, x20, x28
    b next
end:
    br x29
";

/// The address of the list of calls: above the stack.
const LIST: u64 = 0x0200_0000;

#[derive(Clone, Copy, Debug)]
enum Call {
    /// A request for a block of this many words.
    New(u64),
    /// The block that this call gave.
    Delete(usize),
}

/// The results of the calls: addresses, and 0 if there was no room.
fn results(calls: &[Call], array: u64) -> (Vec<u64>, u64) {
    let words = program(&[("", CALLS)]).words;
    let text_end = 4 * words.len() as u64;
    let mut registers = vec![0; 21];
    registers[1] = array;
    registers[20] = LIST;
    let given = Given { registers, ..Given::default() };
    let mut machine = Machine::new(&Image::new(words, Mode::Usual), &given).expect("no array");
    for (index, call) in calls.iter().enumerate() {
        let at = LIST + 16 * index as u64;
        let (what, argument) = match *call {
            Call::New(words) => (1, words),
            Call::Delete(block) => (9, LIST + 16 * block as u64),
        };
        machine.memory.store(at, what);
        machine.memory.store(at + 8, argument);
    }
    assert_eq!(machine.run(10_000_000), Stop::Done);
    assert_eq!(machine.register(Reg::SP_OR_ZERO), SP);
    let result = |index: usize| machine.memory.load(LIST + 16 * index as u64 + 8);
    ((0..calls.len()).map(result).collect(), text_end)
}

#[test]
fn the_heap_is_behind_the_program_and_the_array() {
    for array in [0, 3] {
        let (blocks, text_end) = results(&[Call::New(2), Call::New(1)], array);
        let first = text_end + 8 * array + 8;
        assert_eq!(blocks, [first, first + 24], "{array}");
    }
}

#[test]
fn the_first_block_that_fits_is_taken_and_neighbours_merge() {
    use Call::{Delete, New};
    let (got, _) = results(&[New(4), New(4), New(4), Delete(0), New(2), Delete(1), New(6)], 0);
    assert_eq!(got[4], got[0], "the first free block");
    // The rest of the first block, a header and a word, is joined with the second block.
    assert_eq!(got[6], got[0] + 24);
    let (got, _) = results(&[New(4), Delete(0), New(100), New(1)], 0);
    assert_eq!(got[2], got[0], "the last block is given back");
    assert_eq!(got[3], got[2] + 808);
}

#[test]
fn there_is_an_end() {
    use Call::{Delete, New};
    let wanted = [0, u64::MAX, 1 << 63, 0x10_0000, 1 << 40];
    let (got, _) = results(&wanted.map(New), 0);
    assert_eq!(got, [0; 5]);
    let (got, end) = results(&[New(0xf_0000), New(0xf_0000), Delete(0), New(0xf_0000)], 0);
    assert_eq!([got[0], got[1], got[3]], [end + 8, 0, end + 8]);
}

/// Blocks that are in use never overlap, and lie between the program and the end of the heap.
#[test]
fn random_calls_give_blocks_that_do_not_overlap() {
    for seed in 1..=20u64 {
        let mut word = seed;
        let mut random = |bound: u64| {
            word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (word >> 33) % bound
        };
        let (mut calls, mut used) = (Vec::new(), Vec::new());
        for index in 0..300 {
            if used.is_empty() || random(5) < 3 {
                calls.push(Call::New(1 + random(12)));
                used.push(index);
            } else {
                let block = used.swap_remove(random(used.len() as u64) as usize);
                calls.push(Call::Delete(block));
            }
        }
        let (got, text_end) = results(&calls, 0);
        // The end of each block in use, by its address.
        let mut blocks = BTreeMap::new();
        for (index, call) in calls.iter().enumerate() {
            match *call {
                Call::New(words) => {
                    let (start, end) = (got[index], got[index] + 8 * words);
                    assert!(start >= text_end + 8 && end <= 0x80_0000, "{seed} {index}");
                    let before = blocks.range(..end).next_back();
                    assert!(before.is_none_or(|(_, &before)| before <= start), "{seed} {index}");
                    blocks.insert(start, end);
                }
                Call::Delete(block) => {
                    blocks.remove(&got[block]).expect("it was in use");
                }
            }
        }
        // Memory is used again.
        let given = calls.iter().zip(&got).filter(|(call, _)| matches!(call, Call::New(_)));
        let highest = given.map(|(_, at)| at).max().expect("there are calls");
        assert!(*highest < text_end + 8 * 8 * 300, "{seed}");
    }
}
