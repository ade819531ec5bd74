//! Pairs of self-modifying programs whose store addresses depend on the inputs.

use tamarin::machine::mips::{Instruction, Op, Reg};
use tamarin::program::Program;

use crate::generate::Reduced;
use crate::random::Random;

/// A pair and the inputs to try.
pub struct Overwriting {
    /// The programs.
    pub pair: [Program; 2],
    /// All inputs that matter, where `is_all`.
    pub inputs: Vec<[u32; 2]>,
    /// Whether the programs do on all inputs what they do on these.
    pub is_all: bool,
}

fn reg(number: u32) -> Reg {
    Reg::new(number).expect("below 32")
}

fn plain(op: Op, s: u32, t: u32, d: u32, i: i16) -> u32 {
    Instruction { op, s: reg(s), t: reg(t), d: reg(d), i }.encode()
}

/// Words of a program's head, before those of [`body`]: what [`Reduced`] puts
/// there at the most.
const HEAD: u32 = 14;

fn below(random: &mut Random, bound: u32) -> u32 {
    random.word() % bound
}

/// An instruction that leaves all but `$3` as it is, and goes forward.
fn instruction(random: &mut Random) -> u32 {
    let operands = [1, 2, 3, 7];
    let [s, t] = [(); 2].map(|()| operands[below(random, 4) as usize]);
    match below(random, 8) {
        0..4 => plain(Op::Add, 3, t, 3, 0),
        4 | 5 => plain(Op::Sub, 3, t, 3, 0),
        6 => plain(Op::Slt, s, t, 3, 0),
        _ => plain(Op::Beq, 1 + below(random, 2), 3, 0, 1),
    }
}

/// A word to put in the place of another: an instruction, as a rule.
fn stored(random: &mut Random) -> u32 {
    match below(random, 8) {
        0 => 0,
        1 => plain(Op::Jr, 31, 0, 0, 0),
        _ => instruction(random),
    }
}

/// `$4`: an address of the text, by both inputs, or one of them.
fn address(random: &mut Random, length: u32) -> Vec<u32> {
    let first = 4 * (HEAD + below(random, length));
    let slot = match below(random, 3) {
        0 => vec![plain(Op::Add, 1, 0, 4, 0)],
        1 => vec![plain(Op::Add, 1, 2, 4, 0)],
        _ => vec![
            plain(Op::Mult, 1, 7, 0, 0),
            plain(Op::Mflo, 0, 0, 4, 0),
            plain(Op::Add, 4, 2, 4, 0),
        ],
    };
    let scaled = [
        plain(Op::Add, 4, 4, 4, 0),
        plain(Op::Add, 4, 4, 4, 0),
        plain(Op::Lis, 0, 0, 5, 0),
        first,
        plain(Op::Add, 4, 5, 4, 0),
    ];
    [slot, scaled.to_vec()].concat()
}

/// `$6`: the word that is stored. One in four depends on an input, too.
fn value(random: &mut Random) -> Vec<u32> {
    let word = stored(random);
    let constant = vec![plain(Op::Lis, 0, 0, 6, 0), word];
    if below(random, 4) > 0 {
        return constant;
    }
    // The input is added to a register's number.
    let field = [
        plain(Op::Lis, 0, 0, 5, 0),
        1 << 16,
        plain(Op::Mult, 2, 5, 0, 0),
        plain(Op::Mflo, 0, 0, 5, 0),
        plain(Op::Add, 6, 5, 6, 0),
    ];
    [constant, field.to_vec()].concat()
}

/// The body, and where a change of it is a change of what it does.
fn body(random: &mut Random) -> (Vec<u32>, Vec<usize>) {
    let length = 6 + below(random, 18);
    let mut words = Vec::new();
    let mut places = Vec::new();
    let stores = 1 + below(random, 4) / 3;
    for part in 0..=stores {
        for _ in 0..length / (stores + 1) {
            places.push(words.len());
            words.push(instruction(random));
        }
        if part < stores {
            words.extend(address(random, length + 10));
            words.extend(value(random));
            words.push(plain(Op::Sw, 4, 6, 0, 0));
        }
    }
    // A branch at the end goes no further than this.
    words.extend([plain(Op::Add, 0, 0, 0, 0); 2]);
    (words, places)
}

impl Overwriting {
    /// The pair with this number, for which 64 inputs are relevant. For even numbers the programs differ only in the
    /// order of summands; for odd ones one instruction is different, which need not change the result.
    pub fn reduced(seed: u64) -> Overwriting {
        let mut random = Random::new(seed);
        let reduced = [Reduced::Guarded, Reduced::Far, Reduced::Far, Reduced::Masked]
            [below(&mut random, 4) as usize];
        let (left, places) = body(&mut random);
        let right = changed(&mut random, &left, &places, seed % 2 == 1);
        let pair = [left, right].map(|body| reduced.before(body));
        Overwriting { pair, inputs: reduced.inputs().collect(), is_all: true }
    }

    /// The pair with this number, whose stores are anywhere: `$1` is the
    /// address. In every other pair what is stored is free, too, so the run may
    /// go on with any instruction. Again those with odd numbers have another
    /// instruction, for inputs that the sweep does not try.
    pub fn free(seed: u64) -> Overwriting {
        let mut random = Random::new(seed);
        let mut left = vec![plain(Op::Lis, 0, 0, 7, 0), 1 + below(&mut random, 9)];
        let mut places = Vec::new();
        let is_free = seed / 2 % 2 == 1;
        left.extend(match is_free {
            false => value(&mut random),
            true => match below(&mut random, 2) {
                0 => vec![plain(Op::Add, 2, 0, 6, 0)],
                _ => vec![
                    plain(Op::Lis, 0, 0, 6, 0),
                    stored(&mut random),
                    plain(Op::Add, 6, 2, 6, 0),
                ],
            },
        });
        left.push(plain(Op::Sw, 1, 6, 0, 4 * below(&mut random, 8) as i16));
        let length = 4 + below(&mut random, 12);
        for _ in 0..length {
            places.push(left.len());
            left.push(instruction(&mut random));
        }
        // What is behind this is for one value of $2.
        let far = 1_000_003 * (2 + below(&mut random, 4));
        left.extend([plain(Op::Lis, 0, 0, 8, 0), far / 2, plain(Op::Add, 8, 8, 8, 0)]);
        left.push(plain(Op::Bne, 2, 8, 0, 1));
        let planted = left.len();
        left.push(instruction(&mut random));
        left.extend([plain(Op::Add, 0, 0, 0, 0), plain(Op::Jr, 31, 0, 0, 0)]);
        places = if seed % 2 == 1 { vec![planted] } else { places };
        let right = changed(&mut random, &left, &places, seed % 2 == 1);
        let addresses = (0..4 * left.len() as u32 + 8).step_by(4).map(|at| at.wrapping_sub(32));
        let addresses = addresses.chain([2, 0x4000, 0x0100_0000, 0xffff_000c]);
        let values = [0, 1, 2, far / 2 * 2, plain(Op::Add, 3, 1, 3, 0)];
        let inputs = addresses.flat_map(|at| values.map(|value| [at, value])).collect();
        Overwriting { pair: [left, right].map(Program::from_words), inputs, is_all: false }
    }
}

fn changed(random: &mut Random, left: &[u32], places: &[usize], other: bool) -> Vec<u32> {
    let mut right = left.to_vec();
    if other {
        right[places[below(random, places.len() as u32) as usize]] = instruction(random);
    } else {
        places.iter().for_each(|&place| right[place] = commuted(right[place]));
    }
    right
}

/// The same sum with its summands the other way around.
fn commuted(word: u32) -> u32 {
    match tamarin::machine::mips::decode(word) {
        Some(Instruction { op: Op::Add, s, t, d, i }) => {
            Instruction { op: Op::Add, s: t, t: s, d, i }.encode()
        }
        _ => word,
    }
}
