//! Forty pairs in which the left program has the mistake.
//!
//! Ten tasks, each written twice. The right program is correct. The left one has one of four mistakes: some are visible
//! in its run on the witness, others are known only to the user.

use tamarin::engines::difference::Difference;
use tamarin::engines::mend::mend;
use tamarin::engines::paths::Options;
use tamarin::engines::paths::outcome::{Outcome, difference, watched};
use tamarin::link::{self, File};
use tamarin::machine::{FaultKind, Image, Inputs, Stop as End};
use tamarin::report::Side;
use tamarin::solver::Stop;
use tamarin::solver::bitblast::Bitblast;

struct Task {
    right: &'static str,
    left: &'static str,
    /// The right statements of the left program, and the mistakes that replace them.
    mistakes: [(&'static str, &'static str); 4],
}

const TASKS: [Task; 10] = [
    // The larger one.
    Task {
        right: "slt $4, $1, $2\nbeq $4, $0, first\nadd $3, $2, $0\njr $31\nfirst:\nadd $3, $1, $0\njr $31\n",
        left: "add $3, $1, $0\nslt $5, $1, $2\nbeq $5, $0, done\nadd $3, $2, $0\ndone:\njr $31\n",
        mistakes: [
            ("done:\njr $31\n", "done:\n"),
            ("jr $31", "jr $30"),
            ("slt", "sltu"),
            ("add $3, $2, $0", "add $3, $1, $0"),
        ],
    },
    // The absolute value.
    Task {
        right: "slt $4, $1, $0\nbeq $4, $0, end\nsub $1, $0, $1\nend:\nadd $3, $1, $0\njr $31\n",
        left: "add $3, $1, $0\nslt $6, $1, $0\nbne $6, $0, negative\njr $31\nnegative:\nsub $3, $0, $1\njr $31\n",
        mistakes: [
            ("sub $3, $0, $1\njr $31\n", "sub $3, $0, $1\n"),
            ("add $3, $1, $0\n", "add $3, $1, $0\nagain:\nbne $1, $1, again\nbne $1, $0, again\n"),
            ("sub $3, $0, $1", "sub $3, $1, $0"),
            ("bne $6", "beq $6"),
        ],
    },
    // The sum from 1 to $1, for small numbers.
    Task {
        right: "add $3, $0, $0\nlis $5\n.word 7\nsltu $4, $5, $1\nbne $4, $0, end\nlis $6\n.word 1\nloop:\nbeq $1, $0, end\nadd $3, $3, $1\nsub $1, $1, $6\nbeq $0, $0, loop\nend:\njr $31\n",
        left: "lis $8\n.word 7\nadd $3, $0, $0\nsltu $9, $8, $1\nbne $9, $0, out\nlis $10\n.word 1\nagain:\nbeq $1, $0, out\nadd $3, $1, $3\nsub $1, $1, $10\nbeq $0, $0, again\nout:\njr $31\n",
        mistakes: [
            ("sub $1, $1, $10", "sub $1, $1, $0"),
            ("out:\njr $31\n", "out:\n"),
            (".word 7", ".word 6"),
            ("add $3, $1, $3", "add $3, $1, $10"),
        ],
    },
    // The sum.
    Task {
        right: "add $3, $1, $2\njr $31\n",
        left: "add $4, $2, $0\nadd $3, $4, $1\njr $31\n",
        mistakes: [
            ("jr $31\n", ""),
            ("jr $31", "jr $1"),
            ("add $3, $4, $1", "sub $3, $4, $1"),
            ("add $4, $2, $0", "add $4, $1, $0"),
        ],
    },
    // The smaller one.
    Task {
        right: "slt $4, $2, $1\nbne $4, $0, second\nadd $3, $1, $0\njr $31\nsecond:\nadd $3, $2, $0\njr $31\n",
        left: "slt $7, $1, $2\nbeq $7, $0, other\nadd $3, $1, $0\njr $31\nother:\nadd $3, $2, $0\njr $31\n",
        mistakes: [
            ("add $3, $2, $0\njr $31\n", "add $3, $2, $0\n"),
            ("add $3, $1, $0\njr $31", "add $3, $1, $0\njr $3"),
            ("slt $7, $1, $2", "slt $7, $2, $1"),
            ("beq $7", "bne $7"),
        ],
    },
    // Four times $1, by two doublings.
    Task {
        right: "add $3, $1, $1\nadd $3, $3, $3\njr $31\n",
        left: "lis $4\n.word 4\nmult $1, $4\nmflo $3\njr $31\n",
        mistakes: [
            ("mflo $3\njr $31\n", "mflo $3\n"),
            ("jr $31", "jr $0"),
            ("mflo", "mfhi"),
            (".word 4", ".word 5"),
        ],
    },
    // Whether $1 is odd.
    Task {
        right: "lis $4\n.word 2\ndivu $1, $4\nmfhi $3\njr $31\n",
        left: "lis $6\n.word 2\ndivu $1, $6\nmflo $5\nadd $5, $5, $5\nsub $3, $1, $5\njr $31\n",
        mistakes: [
            ("jr $31\n", ""),
            ("jr $31", "jr $6"),
            ("divu", "div"),
            ("sub $3, $1, $5", "sub $3, $5, $1"),
        ],
    },
    // The sign: 1, 0 or -1.
    Task {
        right: "slt $3, $0, $1\nslt $4, $1, $0\nsub $3, $3, $4\njr $31\n",
        left: "slt $7, $1, $0\nslt $8, $0, $1\nsub $3, $8, $7\njr $31\n",
        mistakes: [
            ("sub $3, $8, $7\njr $31\n", "sub $3, $8, $7\n"),
            ("jr $31", "jr $29"),
            ("sub $3, $8, $7", "sub $3, $7, $8"),
            ("slt $8, $0, $1", "sltu $8, $0, $1"),
        ],
    },
    // $1 through a saved word.
    Task {
        right: "add $3, $1, $2\nadd $3, $3, $1\njr $31\n",
        left: "sw $1, -4($30)\nadd $3, $1, $2\nlw $5, -4($30)\nadd $3, $3, $5\njr $31\n",
        mistakes: [
            ("lw $5, -4($30)", "lw $5, -3($30)"),
            ("add $3, $3, $5\njr $31\n", "add $3, $3, $5\n"),
            ("lw $5, -4($30)", "lw $5, -8($30)"),
            ("add $3, $3, $5", "add $3, $3, $1\nadd $3, $3, $5"),
        ],
    },
    // Eight, if $1 is 5, else 0.
    Task {
        right: "add $3, $0, $0\nlis $4\n.word 5\nbne $1, $4, end\nlis $3\n.word 8\nend:\njr $31\n",
        left: "lis $9\n.word 5\nbeq $1, $9, yes\nadd $3, $0, $0\njr $31\nyes:\nlis $3\n.word 8\njr $31\n",
        mistakes: [
            (".word 8\njr $31\n", ".word 8\n"),
            ("yes:\n", "yes:\nbeq $0, $0, yes\n"),
            (".word 5", ".word 6"),
            ("beq $1", "bne $1"),
        ],
    },
];

fn image(text: &str) -> std::rc::Rc<Image> {
    Image::new(&link::assemble(text).program.expect("it is a program"))
}

/// Inputs near those that the tasks name, and a few large ones.
fn inputs() -> impl Iterator<Item = Inputs> {
    let words = (0..12u32).chain([100, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFF0, u32::MAX]);
    let words: Vec<u32> = words.collect();
    let pair = move |a: u32| words.clone().into_iter().map(move |b| Inputs::from([a, b]));
    let firsts = (0..12u32).chain([100, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFF0, u32::MAX]);
    firsts.flat_map(pair)
}

/// Whether the end of a run shows that its program is wrong.
fn is_visibly_wrong(outcome: &Outcome) -> bool {
    match outcome.stop {
        End::Done => false,
        End::OutOfFuel => outcome.recurrence.is_some(),
        End::Fault(fault) => fault.kind != FaultKind::DivisionByZero,
    }
}

#[test]
fn the_fix_is_never_an_edit_of_the_right_program() {
    let options = Options { fuel: 2_000, ..Options::default() };
    let (mut pairs, mut visible, mut proved) = (0, 0, 0);
    for Task { right, left: correct, mistakes } in &TASKS {
        for (from, to) in mistakes {
            assert!(correct.contains(from), "{from}");
            let left = correct.replacen(from, to, 1);
            let images = [image(&left), image(right)];
            let ends = |inputs: &Inputs| {
                images.each_ref().map(|image| watched(image, inputs, options.fuel))
            };
            let witness = inputs().find(|inputs| {
                let [a, b] = ends(inputs);
                difference(&a, &b).is_some()
            });
            let witness = witness.unwrap_or_else(|| panic!("a difference from\n{left}"));
            let is_visible = is_visibly_wrong(&ends(&witness)[0]);
            // A mistake that no run shows is known only to the user.
            let reference = (!is_visible).then_some(Side::Right);
            let here = Difference { images: images.each_ref(), options: &options, inputs: witness };
            let files = [[File::text("", &left)], [File::text("", right)]];
            let both = files.each_ref().map(|files| &files[..]);
            let (mut solver, mut observer) = (Bitblast::new(), ());
            let found = mend(&here, both, reference, &mut solver, &Stop::NEVER, &mut observer);
            let found = pollster::block_on(found);
            pairs += 1;
            visible += usize::from(is_visible);
            let Some(found) = found else { continue };
            assert_eq!(found.side, Side::Left, "{found:?}\n{left}");
            if found.proved {
                proved += 1;
                let edited = image(&found.edit.apply(&left));
                for inputs in inputs() {
                    let [a, b] = [&edited, &images[1]].map(|it| watched(it, &inputs, options.fuel));
                    assert_eq!(difference(&a, &b), None, "{inputs:?}: {found:?}\n{left}");
                }
            }
        }
    }
    assert_eq!((pairs, visible >= 16), (40, true), "{visible} of {pairs}");
    assert!(proved >= 38, "{proved} of {pairs}");
}
