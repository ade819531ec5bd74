//! Random programs run step for step as on a processor: qemu-aarch64 runs the same words, as a program for Linux.
//!
//! A program goes round a loop of random instructions; each round begins with what the one before has left, so a wrong word in
//! any step shows at the end. Compared are `x0` to `x10` and the memory below `sp`. Instructions whose words depend on where a
//! program is loaded are left out: `blr`, and arithmetic with `x30`.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Command;

use tamarin::machine::arm64::{Given, Image, Machine, Mode, Reg, Stop};
use tamarin_testing::random::Random;
use tamarin_testing::{figure, is_long, skipped};

use super::program;

/// Where programs find 128 bytes of memory that are theirs; `sp` is there on the course's machine, too.
const STACK: u64 = 0x100_0000;
/// The number of words below `sp` that instructions access.
const WORDS: u64 = 16;
/// Registers that random instructions use: those below.
const REGISTERS: u64 = 11;
/// The instructions of a round.
const LINES: usize = 300;

/// A round of random instructions. Branches go forward, over at most seven instructions.
fn round(random: &mut Random) -> String {
    let register = |random: &mut Random| format!("x{}", random.word() % REGISTERS as u32);
    let mut text = String::new();
    for line in 0..LINES {
        let [d, n, m] = [0; 3].map(|_| register(random));
        let beyond = LINES.min(line + 1 + random.word() as usize % 7);
        let offset = 8 * (1 + random.word() % WORDS as u32);
        text += &format!("l{line}: ");
        text += &match random.word() % 12 {
            0 | 1 => format!("add {d}, {n}, {m}"),
            2 | 3 => format!("sub {d}, {n}, {m}"),
            4 => {
                let op = ["mul", "smulh", "umulh"][random.word() as usize % 3];
                format!("{op} {d}, {n}, {m}")
            }
            5 => format!("{} {d}, {n}, {m}", ["sdiv", "udiv"][random.word() as usize % 2]),
            6 => format!("stur {d}, [sp, -{offset}]"),
            7 => format!("ldur {d}, [sp, -{offset}]"),
            8 => format!("b l{beyond}"),
            9 => format!("add {d}, {n}, xzr"),
            _ => {
                let condition = ["eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs"];
                let condition = condition[random.word() as usize % condition.len()];
                format!("cmp {n}, {m}\nb.{condition} l{beyond}")
            }
        };
        text += "\n";
    }
    text + &format!("l{LINES}: ")
}

/// Instructions that go so many rounds.
fn looped(round: &str, rounds: u64) -> String {
    format!(
        "ldr x11, 8\nb 12\n.8byte {rounds}\nldr x12, 8\nb 12\n.8byte 1\n\
         again: {round}sub x11, x11, x12\ncmp x11, xzr\nb.ne again\n"
    )
}

/// Instructions that set registers from `x0` on.
fn set(words: &[u64]) -> String {
    let line = |(at, word): (usize, &u64)| format!("ldr x{at}, 8\nb 12\n.8byte {word}\n");
    words.iter().enumerate().map(line).collect()
}

/// A program for Linux that runs a loop and writes the registers and the memory below `sp` to its standard output. The memory
/// from `STACK` to the results is in one segment, the text in another one.
fn for_linux(looped: &str, inputs: &[u64]) -> Vec<u8> {
    const RESULTS: u64 = STACK;
    const LENGTH: u64 = 8 * (REGISTERS + WORDS);
    let stored: String =
        (0..REGISTERS).map(|at| format!("stur x{at}, [x13, {}]\n", 8 * at)).collect();
    let copied: String = (1..=WORDS)
        .map(|at| {
            let to = 8 * (REGISTERS + at - 1);
            format!("ldur x0, [sp, -{}]\nstur x0, [x13, {to}]\n", 8 * at)
        })
        .collect();
    let number =
        |register: &str, number: u64| format!("ldr {register}, 8\nb 12\n.8byte {number}\n");
    let base = number("x13", RESULTS);
    let write = set(&[1, RESULTS, LENGTH]) + &number("x8", 64);
    let exit = number("x0", 0) + &number("x8", 93);
    let stack = format!("{}add sp, x13, xzr\n", number("x13", STACK));
    let before = format!("{stack}{}{looped}{base}{stored}{copied}{write}", set(inputs));
    // A system call is no instruction of the course's machine.
    let call = |text: &str| {
        let mut words = program(&[("a.s", text)]).words;
        words.push(0xd400_0001);
        words
    };
    let words = [call(&before), call(&exit)].concat();
    executable(&words, STACK - 0x1_0000, 0x2_0000)
}

/// An executable of Linux for AArch64: a header, two segments, and the words at the entry. The second segment is zeroed memory.
fn executable(words: &[u32], memory: u64, length: u64) -> Vec<u8> {
    const TEXT: u64 = 0x40_0000;
    const HEADERS: u64 = 64 + 2 * 56;
    let size = HEADERS + 4 * words.len() as u64;
    let mut file = b"\x7fELF\x02\x01\x01".to_vec();
    file.resize(16, 0);
    let mut put = |numbers: &[(u64, usize)]| {
        numbers.iter().for_each(|(number, bytes)| file.extend(&number.to_le_bytes()[..*bytes]));
    };
    // Executable, AArch64, version; the entry, the segments, no sections; sizes of the headers; two segments.
    put(&[(2, 2), (183, 2), (1, 4), (TEXT + HEADERS, 8), (64, 8), (0, 8), (0, 4)]);
    put(&[(64, 2), (56, 2), (2, 2), (64, 2), (0, 2), (0, 2)]);
    // A segment: to be loaded, its rights, where it is in the file and in memory, its sizes, its alignment.
    for (rights, at, in_file, in_memory) in [(5, TEXT, size, size), (6, memory, 0, length)] {
        put(&[(1, 4), (rights, 4), (0, 8), (at, 8), (at, 8), (in_file, 8), (in_memory, 8)]);
        put(&[(0x1000, 8)]);
    }
    file.extend(words.iter().flat_map(|word| word.to_le_bytes()));
    file
}

/// What the emulator leaves, and the number of its steps.
fn by_the_emulator(looped: &str, inputs: &[u64]) -> (Vec<u64>, u64) {
    let text = format!("{looped}br x30\n");
    let words = program(&[("a.s", &text)]).words;
    let image = Image::new(words, Mode::Arm);
    let given = Given { registers: inputs.to_vec(), ..Given::default() };
    let mut machine = Machine::new(&image, &given).expect("there is no array");
    assert_eq!(machine.run(10_000_000), Stop::Done);
    let registers = (0..REGISTERS as u32).filter_map(Reg::new).map(|reg| machine.register(reg));
    let memory = (1..=WORDS).map(|at| machine.memory.load(STACK - 8 * at));
    (registers.chain(memory).collect(), machine.steps)
}

#[test]
fn random_steps_are_those_of_a_processor() {
    if Command::new("qemu-aarch64").arg("--version").output().is_err() {
        return skipped("no qemu-aarch64 (Debian's package qemu-user)");
    }
    let (mut random, mut steps) = (Random::new(1_000_000), 0);
    let path = File(std::env::temp_dir().join(format!("tamarin-{}-processor", std::process::id())));
    // A million steps, or enough that each instruction ran many times.
    let enough = if is_long() { 1_000_000 } else { 50_000 };
    while steps < enough {
        let edges = [0, 1, 2, u64::MAX, 1 << 63, (1 << 63) - 1, 1 << 32];
        let inputs: Vec<u64> = (0..REGISTERS)
            .map(|_| match random.word() % 3 {
                0 => edges[random.word() as usize % edges.len()],
                _ => {
                    let word = u64::from(random.word()) << 32 | u64::from(random.word());
                    word >> (random.word() % 64)
                }
            })
            .collect();
        let looped = looped(&round(&mut random), 8);
        let (ours, ran) = by_the_emulator(&looped, &inputs);
        fs::write(&path.0, for_linux(&looped, &inputs)).expect("it is a file for the test");
        fs::set_permissions(&path.0, fs::Permissions::from_mode(0o700)).expect("it is there");
        let ran_there = Command::new("qemu-aarch64").arg(&path.0).output().expect("it starts");
        assert!(ran_there.status.success(), "{ran_there:?}");
        let words = ran_there.stdout.chunks_exact(8);
        let theirs: Vec<u64> =
            words.map(|word| u64::from_le_bytes(word.try_into().expect("8 bytes"))).collect();
        assert_eq!(ours, theirs, "{inputs:?}\n{looped}");
        steps += ran;
    }
    figure(&format!("ARM64: {steps} random steps as on a processor"));
}

/// A file that is gone at the end.
struct File(PathBuf);

impl Drop for File {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}
