//! Generators of programs and inputs, for property tests.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;
use tamarin::machine::mips::{Instruction, Op, Reg, Shape};
use tamarin::program::Program;

use crate::many;

/// This many cases in the long tests and a third of them in the short ones, where `PROPTEST_CASES` asks for no
/// other number.
pub fn cases(cases: u32) -> ProptestConfig {
    match std::env::var_os("PROPTEST_CASES") {
        Some(_) => ProptestConfig::default(),
        None => ProptestConfig::with_cases(many(cases.div_ceil(3), cases)),
    }
}

/// Words that programs and inputs are likely to go wrong on.
pub fn word() -> impl Strategy<Value = u32> {
    prop_oneof![
        4 => (0u32..16).prop_map(|n| n),
        2 => select(&[u32::MAX, 1 << 31, (1 << 31) - 1, 0xffff, 0x0100_0000, 0x00ff_fffc, 0xffff_000c, 0xffff_0004, 0x8123_456c][..]),
        2 => (0u32..40).prop_map(|n| n * 4),
        1 => any::<u32>(),
    ]
}

/// A pair of inputs.
pub fn inputs() -> impl Strategy<Value = [u32; 2]> {
    [word(), word()]
}

/// Few registers, so that values meet.
fn register() -> impl Strategy<Value = Reg> {
    let number = prop_oneof![6 => 0u32..7, 1 => Just(30), 1 => Just(31)];
    number.prop_map(|number| Reg::new(number).expect("below 32"))
}

fn instruction() -> impl Strategy<Value = Instruction> {
    let offset = prop_oneof![
        6 => (-4i16..8).prop_map(|n| n),
        3 => (-4i16..20).prop_map(|n| n * 4),
        1 => any::<i16>(),
    ];
    (select(Op::ALL), register(), register(), register(), offset).prop_map(|(op, s, t, d, i)| {
        let i = match op.shape() {
            // Near, so that loops and skips occur.
            Shape::Branch => i.rem_euclid(9) - 4,
            Shape::Memory => i,
            _ => 0,
        };
        let instruction = Instruction { op, s, t, d, i };
        // Operands that the shape does not name become zero.
        tamarin::machine::mips::decode(instruction.encode()).expect("an instruction")
    })
}

/// A piece of a program: an instruction, a constant, an aligned access, or a
/// word of data.
fn piece() -> impl Strategy<Value = Vec<u32>> {
    prop_oneof![
        8 => instruction().prop_map(|instruction| vec![instruction.encode()]),
        3 => (register(), word()).prop_map(|(d, word)| {
            let lis = Instruction { op: Op::Lis, s: Reg::ZERO, t: Reg::ZERO, d, i: 0 };
            vec![lis.encode(), word]
        }),
        3 => (select(&[Op::Lw, Op::Sw][..]), select(&[0u32, 30][..]), register(), 0i16..12)
            .prop_map(|(op, base, t, slot)| {
                let s = Reg::new(base).expect("below 32");
                let i = if base == 0 { slot * 4 } else { -4 * (slot + 1) };
                vec![Instruction { op, s, t, d: Reg::ZERO, i }.encode()]
            }),
        1 => word().prop_map(|word| vec![word]),
    ]
}

/// A short program that does many things, some of them wrong, and as a rule
/// returns in the end.
pub fn program() -> impl Strategy<Value = Program> {
    vec(piece(), 1..14).prop_map(|pieces| {
        let mut words = pieces.concat();
        words.push(0x03e0_0008);
        Program::from_words(words)
    })
}

/// A short program that goes back as often as it goes on, with words in memory, so that many of its
/// runs never end: as a rule it decides by few of the words that it computes.
pub fn looping() -> impl Strategy<Value = Program> {
    use Op::*;
    let any = || (0u32..7).prop_map(register_of);
    let plain = prop_oneof![
        4 => (select(&[Add, Sub, Slt, Sltu][..]), any(), any(), any())
            .prop_map(|(op, s, t, d)| Instruction { op, s, t, d, i: 0 }),
        3 => (select(&[Beq, Bne][..]), any(), any(), -6i16..3)
            .prop_map(|(op, s, t, i)| Instruction { op, s, t, d: Reg::ZERO, i }),
        2 => (select(&[Lw, Sw][..]), select(&[0u32, 30][..]), any(), 0i16..3).prop_map(|(op, base, t, slot)| {
            let first = if base == 0 { DATA } else { -12 };
            Instruction { op, s: register_of(base), t, d: Reg::ZERO, i: first + 4 * slot }
        }),
        1 => (select(&[Lw, Sw][..]), any(), any())
            .prop_map(|(op, s, t)| Instruction { op, s, t, d: Reg::ZERO, i: DATA }),
        1 => (select(&[Mult, Multu, Div, Divu][..]), any(), any())
            .prop_map(|(op, s, t)| Instruction { op, s, t, d: Reg::ZERO, i: 0 }),
        1 => (select(&[Mfhi, Mflo][..]), any())
            .prop_map(|(op, d)| Instruction { op, s: Reg::ZERO, t: Reg::ZERO, d, i: 0 }),
    ];
    let constant = (any(), select(&[0u32, 1, 2, 4, 8, 0xffff_ffff][..])).prop_map(|(d, word)| {
        let lis = Instruction { op: Lis, s: Reg::ZERO, t: Reg::ZERO, d, i: 0 };
        vec![lis.encode(), word]
    });
    let piece = prop_oneof![
        5 => plain.prop_map(|instruction| vec![instruction.encode()]),
        1 => constant,
    ];
    vec(piece, 4..14).prop_map(|pieces| {
        let mut words = pieces.concat();
        words.push(0x1000_fff9);
        words.push(0x03e0_0008);
        Program::from_words(words)
    })
}

fn register_of(number: u32) -> Reg {
    Reg::new(number).expect("below 32")
}

/// Words behind the text of a program of [`forward`].
const DATA: i16 = 0x200;

/// An instruction that leaves the inputs as they are, with addresses from
/// these registers. Registers and addresses are few, so that values meet.
fn plain_instruction(bases: &'static [u32]) -> impl Strategy<Value = Instruction> {
    use Op::*;
    let any = || (0u32..6).prop_map(register_of);
    let written = || (3u32..6).prop_map(register_of);
    let access = (select(&[Lw, Sw][..]), select(bases), written(), 0i16..2);
    prop_oneof![
        6 => access.prop_map(move |(op, base, t, slot)| {
            let first = if base == 0 { DATA } else { -12 };
            Instruction { op, s: register_of(base), t, d: Reg::ZERO, i: first + 4 * slot }
        }),
        3 => (select(&[Beq, Bne][..]), any(), any(), 1i16..4)
            .prop_map(|(op, s, t, i)| Instruction { op, s, t, d: Reg::ZERO, i }),
        3 => (select(&[Add, Sub, Slt, Sltu][..]), any(), any(), written())
            .prop_map(|(op, s, t, d)| Instruction { op, s, t, d, i: 0 }),
        1 => (select(&[Mult, Multu, Div, Divu][..]), any(), any())
            .prop_map(|(op, s, t)| Instruction { op, s, t, d: Reg::ZERO, i: 0 }),
        2 => (select(&[Mfhi, Mflo][..]), written())
            .prop_map(|(op, d)| Instruction { op, s: Reg::ZERO, t: Reg::ZERO, d, i: 0 }),
    ]
}

/// What is in the registers comes to the result.
fn sum_up() -> [Instruction; 4] {
    let sum = |t| Instruction { op: Op::Add, s: Reg::RESULT, t, d: Reg::RESULT, i: 0 };
    let low = Instruction { op: Op::Mflo, s: Reg::ZERO, d: register_of(4), ..sum(Reg::ZERO) };
    [sum(register_of(4)), sum(register_of(5)), low, sum(register_of(4))]
}

/// A program that only goes forward, in which paths meet again and the same
/// words are stored and loaded, and inputs for it. Half of the programs have
/// addresses that depend on an input.
pub fn forward() -> impl Strategy<Value = (Program, [u32; 2])> {
    let body = prop_oneof![
        vec(plain_instruction(&[0, 30]), 6..24),
        vec(plain_instruction(&[0, 1]), 6..24),
    ];
    let program = body.prop_map(|body| {
        let words = body.into_iter().chain(sum_up()).map(Instruction::encode);
        Program::from_words(words.chain([0x03e0_0008]).collect())
    });
    let input = || prop_oneof![4 => (0u32..3).prop_map(|slot| 0x208 + 4 * slot), 1 => word()];
    (program, [input(), input()])
}

/// A program and the same with one word replaced: by a word of data, or by
/// another of its own words.
pub fn pair() -> impl Strategy<Value = [Program; 2]> {
    let change = (any::<prop::sample::Index>(), word(), any::<prop::sample::Index>(), 0..3);
    (program(), change).prop_map(|(left, (at, data, from, kind))| {
        let mut words = left.words.clone();
        let at = at.index(words.len());
        words[at] = match kind {
            0 => data,
            1 => words[from.index(words.len())],
            _ => words[at] ^ 1 << 11,
        };
        [left, Program::from_words(words)]
    })
}

/// What comes before a body, so that few inputs matter to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduced {
    /// Inputs that are not below 8 give 0.
    Guarded,
    /// The same for inputs that are not between [`FAR`] and 7 more, which the
    /// body gets without it. The sweep does not try these.
    Far,
    /// All inputs count by their last three bits.
    Masked,
}

/// Where the inputs begin that matter to a program with [`Reduced::Far`].
pub const FAR: u32 = 3 * HALFWAY;
const HALFWAY: u32 = 1_000_003;

/// An instruction of a program of many short paths, whose `$4` and `$5` are
/// constants.
fn branching_instruction() -> impl Strategy<Value = Instruction> {
    use Op::*;
    let input = || (1u32..3).prop_map(register_of);
    let any = || (0u32..6).prop_map(register_of);
    let [test, result] = [8, 3].map(register_of);
    prop_oneof![
        8 => (select(&[Beq, Bne][..]), input(), any(), 1i16..3)
            .prop_map(|(op, s, t, i)| Instruction { op, s, t, d: Reg::ZERO, i }),
        // On some inputs it runs for ever.
        1 => (select(&[Beq, Bne][..]), input(), any())
            .prop_map(|(op, s, t)| Instruction { op, s, t, d: Reg::ZERO, i: -1 }),
        4 => (select(&[Beq, Bne][..]), 1i16..3)
            .prop_map(move |(op, i)| Instruction { op, s: test, t: Reg::ZERO, d: Reg::ZERO, i }),
        4 => (select(&[Slt, Sltu][..]), any(), any())
            .prop_map(move |(op, s, t)| Instruction { op, s, t, d: test, i: 0 }),
        6 => (select(&[Add, Sub][..]), any(), any())
            .prop_map(move |(op, s, t)| Instruction { op, s, t, d: result, i: 0 }),
    ]
}

/// A program of which few inputs matter, and the same with some instructions
/// of its body replaced.
pub fn reduced_pair() -> impl Strategy<Value = (Reduced, [Program; 2])> {
    let kind = select(&[Reduced::Guarded, Reduced::Far, Reduced::Far, Reduced::Masked][..]);
    let body = vec(branching_instruction(), 4..20);
    let changes = vec((any::<prop::sample::Index>(), branching_instruction()), 1..3);
    (kind, [0u32..8, 0u32..8], body, changes).prop_map(|(kind, constants, left, changes)| {
        let mut right = left.clone();
        for (at, instruction) in changes {
            let at = at.index(right.len());
            right[at] = instruction;
        }
        let lis = |d| Instruction { op: Op::Lis, s: Reg::ZERO, t: Reg::ZERO, d, i: 0 }.encode();
        let [four, five] = [4, 5].map(|d| lis(register_of(d)));
        // A branch at the end goes no further than this.
        let end = Instruction { op: Op::Add, s: Reg::ZERO, t: Reg::ZERO, d: Reg::ZERO, i: 0 };
        (
            kind,
            [left, right].map(|body| {
                let body = body.into_iter().chain([end; 2]).map(Instruction::encode);
                kind.before(
                    [four, constants[0], five, constants[1]].into_iter().chain(body).collect(),
                )
            }),
        )
    })
}

impl Reduced {
    /// A program with this body.
    pub fn before(self, body: Vec<u32>) -> Program {
        let plain = |op, s: u32, t: u32, d: u32| {
            let [s, t, d] = [s, t, d].map(register_of);
            Instruction { op, s, t, d, i: 0 }
        };
        // To the instruction behind the body.
        let out = |behind: usize| Instruction {
            i: (body.len() + behind) as i16,
            ..plain(Op::Beq, 8, 0, 0)
        };
        let guard = [plain(Op::Sltu, 1, 7, 8), out(2), plain(Op::Sltu, 2, 7, 8), out(0)];
        let head: Vec<u32> = match self {
            Reduced::Guarded => guard.map(Instruction::encode).to_vec(),
            Reduced::Far => {
                let halfway = [plain(Op::Lis, 0, 0, 8).encode(), HALFWAY];
                let take_away = [1, 2].map(|input| plain(Op::Sub, input, 8, input).encode());
                [&halfway[..], &take_away.repeat(3), &guard.map(Instruction::encode)].concat()
            }
            Reduced::Masked => [
                plain(Op::Divu, 1, 7, 0),
                plain(Op::Mfhi, 0, 0, 1),
                plain(Op::Divu, 2, 7, 0),
                plain(Op::Mfhi, 0, 0, 2),
                // The quotient is not to be read.
                plain(Op::Divu, 7, 7, 0),
            ]
            .map(Instruction::encode)
            .to_vec(),
        };
        let eight = [plain(Op::Lis, 0, 0, 7).encode(), 8];
        let words = eight.into_iter().chain(head).chain(body);
        Program::from_words(words.chain([0x03e0_0008]).collect())
    }

    /// The inputs that matter; of those that are alike, the least in the order
    /// of witnesses is among them.
    pub fn inputs(self) -> impl Iterator<Item = [u32; 2]> {
        let words: Vec<u32> = match self {
            Reduced::Guarded => (0..8).collect(),
            Reduced::Far => (FAR..FAR + 8).collect(),
            Reduced::Masked => (0..=8).chain((1..=8).map(|n: u32| n.wrapping_neg())).collect(),
        };
        words.clone().into_iter().flat_map(move |a| words.clone().into_iter().map(move |b| [a, b]))
    }
}

/// As many values of a strategy, the same ones each time.
pub fn sampled<T: std::fmt::Debug>(strategy: impl Strategy<Value = T>, count: u32) -> Vec<T> {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let value = |_| strategy.new_tree(&mut runner).expect("it has values").current();
    (0..count).map(value).collect()
}
