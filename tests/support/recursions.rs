//! Pairs of programs with calls and recursion, equivalent and not.

use tamarin::engines::pause::Pause;
use tamarin::engines::versions::{self, Equality, Printing};
use tamarin::machine::Image;
use tamarin::solver::Stop;
use tamarin::solver::bitblast::Bitblast;

use crate::examples::program;

/// Two programs, and a right one that is subtly wrong.
pub struct Recursion {
    /// Its name.
    pub name: &'static str,
    /// The left program, the right one, and the wrong one.
    pub texts: [String; 3],
    /// Whether what is claimed is bounded by the stack.
    pub is_bounded: bool,
}

/// The equality of two programs by their procedures, if it is proved.
pub fn equality(texts: [&str; 2]) -> Option<Equality> {
    let images = texts.map(|text| Image::new(&program(text)));
    let (mut solver, pause) = (Bitblast::new(), Pause::never());
    let comparing = versions::equality(
        images.each_ref(),
        Printing::AsWritten,
        &mut solver,
        &Stop::NEVER,
        pause,
    );
    pollster::block_on(comparing).expect("nobody ends it")
}

/// A program that calls a procedure `f` with a frame of so many bytes.
fn main(frame: u32) -> String {
    format!(
        "sw $31, -4($30)\nlis $4\n.word {frame}\nsub $30, $30, $4\nlis $7\n.word f\njalr $7\n\
         lis $4\n.word {frame}\nadd $30, $30, $4\nlw $31, -4($30)\njr $31\n"
    )
}

/// A call of a procedure with a frame of so many bytes; `$31` is its first word.
fn call(name: &str, frame: u32) -> String {
    format!(
        "lis $4\n.word {frame}\nsub $30, $30, $4\nlis $7\n.word {name}\njalr $7\n\
         lis $4\n.word {frame}\nadd $30, $30, $4\nlw $31, -4($30)\n"
    )
}

/// All pairs.
pub fn all() -> Vec<Recursion> {
    vec![
        mccarthy(),
        sum(),
        even_and_odd(),
        accumulator_on_the_stack(),
        digits(),
        remainders(),
        nested(),
    ]
}

/// McCarthy's function, with its branch inverted.
fn mccarthy() -> Recursion {
    let [old, new] = inverted(101);
    let [_, wrong] = inverted(100);
    Recursion { name: "mccarthy", texts: [old, new, wrong], is_bounded: true }
}

/// McCarthy's function, and with its branch inverted and this bound: the same for 101 (paper 5,
/// Fig. 4.3).
pub fn inverted(bound: i32) -> [String; 2] {
    let prologue = "sw $31, -4($30)\nlis $4\n.word 4\nsub $30, $30, $4\n";
    let epilogue = "lis $4\n.word 4\nadd $30, $30, $4\nlw $31, -4($30)\njr $31\n";
    let call = "lis $7\n.word f\njalr $7\n";
    let old = format!(
        "f: {prologue}lis $5\n.word 100\nslt $6, $5, $1\nbeq $6, $0, rec\nlis $5\n.word 10\n\
         sub $3, $1, $5\nbeq $0, $0, end\nrec: lis $5\n.word 11\nadd $1, $1, $5\n{call}\
         add $1, $3, $0\n{call}end: {epilogue}"
    );
    let new = format!(
        "f: {prologue}lis $5\n.word {bound}\nslt $6, $1, $5\nbne $6, $0, rec\nlis $5\n\
         .word -10\nadd $3, $1, $5\nend: {epilogue}rec: lis $5\n.word 11\nadd $1, $5, $1\n\
         {call}add $1, $3, $0\n{call}beq $0, $0, end\n"
    );
    [old, new]
}

/// The sum of the numbers to `$1`, with other frames, registers and branches.
fn sum() -> Recursion {
    let left = format!(
        "{}f: beq $1, $0, zero\nsw $31, -4($30)\nsw $1, -8($30)\nlis $5\n.word 1\n\
         sub $1, $1, $5\n{}lw $1, -8($30)\nadd $3, $3, $1\njr $31\n\
         zero: add $3, $0, $0\njr $31\n",
        main(4),
        call("f", 8)
    );
    let right = |step: &str| {
        format!(
            "{}f: bne $1, $0, more\nadd $3, $0, $0\njr $31\n\
             more: sw $1, -12($30)\nsw $31, -4($30)\nlis $9\n.word 1\nadd $8, $0, $1\n\
             sub $1, $8, $9\n{}lw $8, -12($30)\n{step}\njr $31\n",
            main(8),
            call("f", 16)
        )
    };
    let texts = [left, right("add $3, $8, $3"), right("sub $3, $3, $8")];
    Recursion { name: "sum", texts, is_bounded: true }
}

/// Two procedures that call each other.
fn even_and_odd() -> Recursion {
    let text = |frames: [u32; 3], result: u32| {
        let half = |name: &str, other: &str, result: u32, frame: u32| {
            format!(
                "{name}: bne $1, $0, {name}more\nlis $3\n.word {result}\njr $31\n\
                 {name}more: sw $31, -4($30)\nlis $5\n.word 1\nsub $1, $1, $5\n{}jr $31\n",
                call(other, frame)
            )
        };
        let [first, second] = [half("f", "g", 1, frames[1]), half("g", "f", result, frames[2])];
        format!("{}{first}{second}", main(frames[0]))
    };
    let texts = [text([4, 4, 4], 0), text([16, 8, 12], 0), text([16, 8, 12], 2)];
    Recursion { name: "even-and-odd", texts, is_bounded: true }
}

/// An accumulator in a register, or as an argument on the stack.
fn accumulator_on_the_stack() -> Recursion {
    let left = format!(
        "{}f: bne $1, $0, more\nadd $3, $2, $0\njr $31\n\
         more: sw $31, -4($30)\nadd $2, $2, $1\nlis $5\n.word 1\nsub $1, $1, $5\n{}jr $31\n",
        main(4),
        call("f", 4)
    );
    let right = |step: &str| {
        format!(
            "sw $31, -4($30)\nsw $2, -8($30)\n{}jr $31\n\
             f: lw $6, 0($30)\nbne $1, $0, more\nadd $3, $6, $0\njr $31\n\
             more: sw $31, -4($30)\n{step}\nsw $6, -8($30)\nlis $5\n.word 1\n\
             sub $1, $1, $5\n{}jr $31\n",
            call("f", 8),
            call("f", 8)
        )
    };
    let texts = [left, right("add $6, $6, $1"), right("sub $6, $6, $1")];
    Recursion { name: "accumulator-on-the-stack", texts, is_bounded: true }
}

/// Prints a number digit by digit.
fn digits() -> Recursion {
    let left = format!(
        "{}f: lis $5\n.word 10\ndivu $1, $5\nmfhi $6\nsw $6, -8($30)\nmflo $1\n\
         beq $1, $0, last\nsw $31, -4($30)\n{}\
         last: lw $6, -8($30)\nlis $5\n.word 48\nadd $6, $6, $5\nlis $8\n.word 0xffff000c\n\
         sw $6, 0($8)\njr $31\n",
        main(4),
        call("f", 8)
    );
    let right = |zero: u32| {
        format!(
            "{}f: sw $31, -4($30)\nlis $11\n.word 10\ndivu $1, $11\nmflo $1\nmfhi $12\n\
             sw $12, -12($30)\nbne $1, $0, more\n\
             print: lw $12, -12($30)\nlis $11\n.word {zero}\nlis $13\n.word 0xffff000c\n\
             add $12, $11, $12\nsw $12, 0($13)\njr $31\nmore: {}beq $0, $0, print\n",
            main(12),
            call("f", 12)
        )
    };
    Recursion { name: "digits", texts: [left, right(48), right(49)], is_bounded: true }
}

/// The greatest common divisor by recursion, which faults where it divides by zero too early.
fn remainders() -> Recursion {
    let text = |frame: u32, divide: &str, test: &str| {
        format!(
            "{}f: {divide}\n{test}\nadd $3, $2, $0\njr $31\n\
             more: sw $31, -4($30)\nadd $1, $2, $0\nadd $2, $6, $0\n{}jr $31\n",
            main(frame),
            call("f", frame)
        )
    };
    let test = "bne $6, $0, more";
    let left = text(4, "divu $1, $2\nmfhi $6", test);
    let inverted = "beq $6, $0, over\nbeq $0, $0, more\nover: add $0, $0, $0";
    let right = text(8, "divu $1, $2\nmflo $8\nmult $8, $2\nmflo $8\nsub $6, $1, $8", inverted);
    let wrong = text(8, "div $1, $2\nmfhi $6", inverted);
    Recursion { name: "remainders", texts: [left, right, wrong], is_bounded: true }
}

/// Calls without recursion.
fn nested() -> Recursion {
    let text = |frames: [u32; 2], body: &str| {
        format!(
            "{}f: sw $31, -4($30)\nsw $2, -8($30)\n{}lw $2, -8($30)\nadd $1, $3, $2\n{}jr $31\n\
             g: {body}\njr $31\n",
            main(frames[0]),
            call("g", frames[1]),
            call("g", frames[1])
        )
    };
    let left = text([4, 8], "add $3, $1, $1\nadd $3, $3, $1");
    let right = text([8, 16], "lis $5\n.word 3\nmult $1, $5\nmflo $3");
    let wrong = text([8, 16], "lis $5\n.word 3\nmultu $1, $5\nmfhi $3");
    Recursion { name: "nested", texts: [left, right, wrong], is_bounded: false }
}
