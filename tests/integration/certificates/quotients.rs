//! Signed divisions as compilers write them, by the high word of a product: equivalent ones have a certificate; ones
//! with another reciprocal or without a correction have none.

use std::rc::Rc;

use tamarin::contract::Contract;
use tamarin::engines::certify::{self, Certified, Uncertified};
use tamarin::engines::paths::outcome::outcome;
use tamarin::engines::paths::{Options, compare};
use tamarin::machine::{Image, Stop};
use tamarin::report::Verdict;
use tamarin::solver::bitblast::Bitblast;
use tamarin::solver::{self, Effort};
use tamarin_checker::certificate::{Among, Answer};
use tamarin_checker::check;
use tamarin_checker::deduction::Deduction;
use tamarin_checker::reciprocal::Reciprocal;
use tamarin_testing::examples::image;
use tamarin_testing::{many, sample};

/// How a word is shifted right: unsigned with half the modulus added; with an adjustment before it if the word is
/// negative; or minus one if the remainder is negative.
#[derive(Clone, Copy, Debug)]
enum Rounds {
    Biased,
    Before,
    Behind,
}

const ROUNDS: [Rounds; 3] = [Rounds::Biased, Rounds::Before, Rounds::Behind];

/// A quotient by the high word of a product.
#[derive(Clone, Copy, Debug)]
struct Written {
    m: i64,
    shift: u32,
    rounds: Rounds,
    /// Whether 1 is added if the register is negative.
    corrects: Option<u32>,
}

impl Written {
    /// By the least power of two that will do (Hacker's Delight, 10-1).
    fn of(d: i64, rounds: Rounds) -> Written {
        let number = u128::from(d.unsigned_abs());
        let size = (1u128 << 31) + u128::from(d < 0);
        let last = size - 1 - size % number;
        let error = |shift: &u32| number - (1u128 << (32 + shift)) % number;
        let shift = (0..31).find(|shift| error(shift) * last < 1 << (32 + shift));
        let shift = shift.expect("there is one");
        let m = (((1u128 << (32 + shift)) + error(&shift)) / number) as i64 * d.signum();
        Written { m, shift, rounds, corrects: Some(if d > 0 { 1 } else { 5 }) }
    }

    fn image(self) -> Rc<Image> {
        let Written { m, shift, rounds, corrects } = self;
        let low = m as u32;
        let turns = (m - i64::from(low as i32)) >> 32;
        let power = 1u32 << shift;
        let mut text = format!("lis $4\n.word {low:#x}\nmult $1, $4\nmfhi $5\n");
        match turns {
            0 => {}
            1 => text += "add $5, $5, $1\n",
            -1 => text += "sub $5, $5, $1\n",
            turns => {
                text += &format!("lis $4\n.word {turns}\nmult $1, $4\nmflo $4\nadd $5, $5, $4\n")
            }
        }
        if shift > 0 {
            text += &format!("lis $6\n.word {power:#x}\n");
            text += &match rounds {
                Rounds::Biased => format!(
                    "lis $7\n.word 0x80000000\nadd $5, $5, $7\ndivu $5, $6\nmflo $5\n\
                     lis $7\n.word {:#x}\nsub $5, $5, $7\n",
                    1 << (31 - shift)
                ),
                Rounds::Before => format!(
                    "lis $7\n.word {:#x}\nslt $8, $5, $0\nmult $7, $8\nmflo $7\nsub $5, $5, $7\n\
                     div $5, $6\nmflo $5\n",
                    power - 1
                ),
                Rounds::Behind => {
                    "div $5, $6\nmfhi $7\nmflo $5\nslt $7, $7, $0\nsub $5, $5, $7\n".to_owned()
                }
            };
        }
        text += &match corrects {
            Some(register) => format!("slt $7, ${register}, $0\nadd $3, $5, $7\n"),
            None => "add $3, $5, $0\n".to_owned(),
        };
        image(&(text + "jr $31\n"))
    }
}

fn by_division(d: i64) -> Rc<Image> {
    image(&format!("lis $4\n.word {d}\ndiv $1, $4\nmflo $3\njr $31\n"))
}

fn verdict([left, right]: [&Rc<Image>; 2]) -> Verdict {
    let options = Options { effort: Effort(500), ..Options::default() };
    let (mut solver, mut observer) = (Bitblast::new(), ());
    pollster::block_on(compare(left, right, &options, &mut solver, &mut observer)).verdict
}

fn of_paths(pair: [&Rc<Image>; 2]) -> Result<Certified, Uncertified> {
    let looks = std::cell::Cell::new(0);
    let due = solver::Stop::when(move || looks.replace(looks.get() + 1) > 40);
    certify::of_paths(pair, &Contract::default(), Among::All, &due)
}

/// Numbers near zero and both ends, and where the quotient changes.
fn edges(d: i64) -> impl Iterator<Item = u32> {
    let last = (1i64 << 31) / d.abs();
    let all = [0, 1, 2, last / 3, last / 2, last - 1, last];
    let near = all.into_iter().flat_map(move |k| [-2, -1, 0, 1, 2].map(|by| k * d.abs() + by));
    near.flat_map(|x| [x, -x]).chain([i32::MIN.into()]).map(|x| x as u32)
}

fn result(image: &Rc<Image>, x: u32) -> u32 {
    let run = outcome(image, [x, 0], 100);
    assert_eq!(run.stop, Stop::Done);
    run.result
}

const NUMBERS: [i64; 14] =
    [3, 5, 6, 7, 9, 10, 11, 25, 125, 641, 1_000, 65_537, 1_000_000_007, 0x7fff_fffe];

#[test]
fn quotients_with_signs_have_certificates() {
    let near =
        [2, 3, 8, 16, 24, 30].into_iter().flat_map(|bit| [-1, 0, 1].map(|by| (1i64 << bit) + by));
    let all = near.chain(NUMBERS).flat_map(|d| [d, -d]);
    for (at, d) in all.enumerate() {
        // One way of each, and all ways of some.
        let some = if d.abs() < 8 { &ROUNDS[..] } else { &ROUNDS[at % 3..][..1] };
        let plain = by_division(d);
        for &rounds in some {
            let written = Written::of(d, rounds).image();
            for x in edges(d) {
                assert_eq!(result(&plain, x), result(&written, x), "{} / {d}", x as i32);
            }
            assert_eq!(verdict([&plain, &written]), Verdict::Equivalent, "{d} {rounds:?}");
            for pair in [[&plain, &written], [&written, &plain]] {
                let Certified { certificate, .. } =
                    of_paths(pair).unwrap_or_else(|why| panic!("{d} {rounds:?}: {why}"));
                assert_eq!(check(&certificate).err(), None, "{d} {rounds:?}");
            }
        }
    }
}

#[test]
fn what_is_no_quotient_somewhere_has_none() {
    let mut differ = 0;
    for (at, d) in sample(NUMBERS.into_iter().flat_map(|d| [d, -d]).enumerate().collect(), 3) {
        let rounds = ROUNDS[at % 3];
        let plain = by_division(d);
        let right = Written::of(d, rounds);
        let others = [
            Written { m: right.m - d.signum(), ..right },
            Written { m: right.m + (2 << right.shift) * d.signum(), ..right },
            Written { corrects: None, ..right },
            Written { corrects: Some(if d > 0 { 5 } else { 1 }), ..right },
            Written { shift: right.shift + 1, ..right },
        ];
        for other in others {
            let written = other.image();
            let is_other = edges(d).find(|&x| result(&plain, x) != result(&written, x));
            if let Some(x) = is_other {
                differ += 1;
                assert_ne!(verdict([&plain, &written]), Verdict::Equivalent, "{x} {other:?}");
                assert!(of_paths([&plain, &written]).is_err(), "{x} {other:?}");
            }
        }
    }
    assert!(differ > many(25, 80), "{differ}");
}

#[test]
fn deductions_about_other_words_are_refused() {
    for (d, rounds) in [(3, Rounds::Biased), (7, Rounds::Behind), (-5, Rounds::Before)] {
        let images = [by_division(d), Written::of(d, rounds).image()];
        let Certified { certificate: good, .. } =
            of_paths([&images[0], &images[1]]).expect("it is a quotient");
        let mut deductions = 0;
        for at in 0..good.answers.len() {
            let Some(Answer::Algebra { deduced, .. }) = &good.answers[at] else { continue };
            for which in 0..deduced.len() {
                let Deduction::Reciprocal(Reciprocal { of: right }) = deduced[which] else {
                    continue;
                };
                let changed = |change: &dyn Fn(&mut Vec<Deduction>)| {
                    let mut bad = good.clone();
                    if let Some(Answer::Algebra { deduced, .. }) = &mut bad.answers[at] {
                        change(deduced);
                    }
                    check(&bad).is_err()
                };
                // One that nothing rests on may be any that is true.
                let others = (0..40).filter(|of| *of != right);
                let mut others = others.map(|of| Deduction::Reciprocal(Reciprocal { of }));
                let is_needed =
                    others.all(|other| changed(&|deduced| deduced[which] = other.clone()));
                deductions += u32::from(is_needed && changed(&|all| _ = all.remove(which)));
            }
        }
        assert!(deductions > 0, "{d}");
        // Another number in either program.
        for side in [0, 1] {
            for by in [-1, 1] {
                let mut bad = good.clone();
                let word = &mut bad.programs[side].words[1];
                *word = word.wrapping_add_signed(by);
                assert!(check(&bad).is_err(), "{d} {side} {by}");
            }
        }
    }
}
