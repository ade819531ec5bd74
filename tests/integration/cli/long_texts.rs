//! Programs of very many words: how much memory they take, and what is said of those that are too large.

use std::process::Command;

use serde_json::Value;

use super::{File, tamarin};
use tamarin::program::Program;

/// Words of a long program.
const WORDS: usize = 300_000;
/// Bytes for each word of both programs together, beside what the smallest program takes.
const BYTES: usize = 300;

fn text(last: &str) -> String {
    let mut text = "add $3, $1, $2\n".repeat(WORDS - 2);
    text.push_str(last);
    text + "jr $31\n"
}

/// Whether a command ends well within so many bytes of address space.
#[cfg(target_os = "linux")]
fn ends_within(bytes: usize, args: &[&str]) -> bool {
    let limited = format!("ulimit -v {} && exec \"$0\" \"$@\"", bytes / 1024);
    let mut command = Command::new("sh");
    command.args(["-c", &limited, env!("CARGO_BIN_EXE_tamarin")]).args(args);
    let output = command.output().expect("there is a shell");
    let is_json = serde_json::from_slice::<Value>(&output.stdout).is_ok();
    // No difference, or one.
    is_json && matches!(output.status.code(), Some(0 | 1 | 3))
}

#[cfg(target_os = "linux")]
#[test]
fn memory_is_linear_in_a_text_that_is_not_executed() {
    let small = File::new("small.asm", "jr $31\n");
    let compare = |left: &str, right: &str, bytes| {
        ends_within(bytes, &["compare", left, right, "--json", "--seconds", "3", "--fuel", "10"])
    };
    // The program itself, its stacks and libraries.
    let step = 16 << 20;
    let base = (1..64).map(|steps| steps * step);
    let base = base.into_iter().find(|&bytes| compare(small.path(), small.path(), bytes));
    let base = base.expect("a gigabyte is enough for one word");
    let [left, right] = [("left.asm", "add $3, $1, $2\n"), ("right.asm", "add $3, $2, $1\n")]
        .map(|(name, last)| File::new(name, text(last)));
    let most = base + step + BYTES * WORDS;
    assert!(compare(left.path(), right.path(), most), "{most} bytes do not suffice");
    let versions = ["versions", left.path(), right.path(), "--json", "--seconds", "3"];
    // Of these at most 32,768 words are executed, over terms.
    assert!(ends_within(most + 32_768 * 4_000, &versions));
}

#[test]
fn a_program_that_is_too_large_says_how_large_it_is() {
    let words = Program::CAPACITY + 3;
    let file = File::new("large.mips", vec![0; 4 * words]);
    let output = tamarin(&["compare", file.path(), file.path(), "--json"]);
    assert_eq!(output.status, 2);
    let json: Value = serde_json::from_str(&output.out).expect("trouble is JSON, too");
    let json = json.to_string();
    for number in [words, Program::CAPACITY] {
        assert!(json.contains(&number.to_string()), "{number}: {json}");
    }
}
