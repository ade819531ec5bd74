//! Pairs of programs with jumps whose targets depend on the inputs.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use tamarin::machine::mips::{Instruction, Op, Reg};
use tamarin::program::Program;

use crate::generate::Reduced;

/// How a program computes the address that it jumps to.
#[derive(Clone, Copy, Debug)]
struct Jump {
    /// `$1`, `$2`, or the sum of both.
    of: u32,
    /// By what that is multiplied, by sums or by a product.
    scale: u32,
    is_product: bool,
    /// What is added then.
    base: u32,
    links: bool,
}

fn plain(op: Op, [s, t, d]: [u32; 3], i: i16) -> u32 {
    let [s, t, d] = [s, t, d].map(|number| Reg::new(number).expect("below 32"));
    Instruction { op, s, t, d, i }.encode()
}

impl Jump {
    /// As many words whatever it is, so that places stay what they are.
    fn words(self) -> Vec<u32> {
        use Op::*;
        let scaled = match (self.is_product, self.scale) {
            (true, scale) => {
                let product = [plain(Mult, [4, 8, 0], 0), plain(Mflo, [0, 0, 4], 0)];
                [&[plain(Lis, [0, 0, 8], 0), scale], &product[..]].concat()
            }
            (false, scale) => {
                let twice = [plain(Add, [4, 4, 4], 0)].repeat(scale.ilog2() as usize);
                let nothing = [plain(Add, [0, 0, 0], 0)].repeat(4 - twice.len());
                [twice, nothing].concat()
            }
        };
        let of = match self.of {
            3 => plain(Add, [1, 2, 4], 0),
            one => plain(Add, [one, 0, 4], 0),
        };
        let base = [plain(Lis, [0, 0, 5], 0), self.base, plain(Add, [4, 5, 6], 0)];
        let jump = plain(if self.links { Jalr } else { Jr }, [6, 0, 0], 0);
        [&[of], &scaled[..], &base, &[jump]].concat()
    }
}

/// Words of a body in front of what it jumps to.
const BEFORE: u32 = 9;
/// Words in front of the body, in a program of which all inputs count by three bits.
const HEAD: u32 = 7;

fn jump() -> impl Strategy<Value = Jump> {
    let first = 4 * (HEAD + BEFORE);
    let base = prop_oneof![
        8 => (0u32..6).prop_map(move |slot| first + 4 * slot),
        2 => (0u32..24).prop_map(|slot| 4 * slot),
        1 => select(vec![first + 2, 0x00ff_fff0, 0x0100_0000, 0x8123_4560, 0xffff_fff8, 4_000]),
    ];
    let scale = select(&[4u32, 4, 4, 4, 8, 2, 1][..]);
    (1u32..4, scale, any::<bool>(), base, select(&[false, false, true][..])).prop_map(
        |(of, scale, is_product, base, links)| Jump { of, scale, is_product, base, links },
    )
}

/// An instruction that is jumped to.
fn case() -> impl Strategy<Value = u32> {
    use Op::*;
    let any = || 0u32..7;
    prop_oneof![
        6 => (select(&[Add, Sub, Slt, Sltu][..]), any(), any())
            .prop_map(|(op, s, t)| plain(op, [s, t, 3], 0)),
        5 => Just(plain(Jr, [31, 0, 0], 0)),
        1 => Just(plain(Jr, [6, 0, 0], 0)),
        1 => (select(&[Beq, Bne][..]), any(), any(), select(&[-2i16, -1, 1, 2][..]))
            .prop_map(|(op, s, t, i)| plain(op, [s, t, 0], i)),
        1 => (select(&[Sw, Lw][..]), select(&[3u32, 4][..]), 1i16..3)
            .prop_map(|(op, t, slot)| plain(op, [30, t, 0], -4 * slot)),
        1 => Just(0),
    ]
}

/// Programs of whose inputs three bits count, which jump to one of the places of a body, or elsewhere,
/// and another that computes the address otherwise, does something else at a place, or jumps elsewhere.
/// All inputs are among [`Reduced::inputs`].
pub fn jumping_pair() -> impl Strategy<Value = [Program; 2]> {
    let change = (0u32..6, any::<prop::sample::Index>(), case(), jump());
    (jump(), vec(case(), 3..14), change).prop_map(|(jump, cases, (kind, at, word, other))| {
        let (mut otherwise, mut changed) = (jump, cases.clone());
        match kind {
            0 => {}
            1 | 2 => otherwise.is_product = !jump.is_product,
            3 => otherwise = other,
            4 => changed[at.index(cases.len())] = word,
            _ => {
                otherwise.is_product = !jump.is_product;
                let last = changed.len() - 1;
                changed.swap(at.index(last), last);
            }
        }
        [(jump, cases), (otherwise, changed)].map(|(jump, cases)| {
            let body = [jump.words(), cases].concat();
            debug_assert_eq!(jump.words().len() as u32, BEFORE);
            Reduced::Masked.before(body)
        })
    })
}

/// A program that does something else for each of so many numbers `$1`, by a table of addresses behind
/// its text or by places of two words each, and 0 for others.
pub fn table(count: u32, is_loaded: bool) -> Program {
    use Op::*;
    let [scale, first, skip] = if is_loaded { [4, 4 * (count * 3), 2] } else { [12, 0, 0] };
    let guard = [
        plain(Lis, [0, 0, 4], 0),
        count,
        plain(Sltu, [1, 4, 5], 0),
        plain(Beq, [5, 0, 0], 8 + skip as i16),
        plain(Lis, [0, 0, 4], 0),
        scale,
        plain(Mult, [1, 4, 0], 0),
        plain(Mflo, [0, 0, 5], 0),
        plain(Lis, [0, 0, 6], 0),
    ];
    let behind = 4 * (guard.len() as u32 + 4 + skip);
    let mut words = guard.to_vec();
    words.extend([behind + first, plain(Add, [5, 6, 6], 0)]);
    if is_loaded {
        words.extend([plain(Lw, [6, 6, 0], 0), plain(Add, [0, 0, 0], 0)]);
    }
    words.extend([plain(Jr, [6, 0, 0], 0), plain(Jr, [31, 0, 0], 0)]);
    for number in 0..count {
        words.extend([plain(Lis, [0, 0, 3], 0), number * number + 1, plain(Jr, [31, 0, 0], 0)]);
    }
    if is_loaded {
        words.extend((0..count).map(|number| behind + 12 * number));
    }
    Program::from_words(words)
}
