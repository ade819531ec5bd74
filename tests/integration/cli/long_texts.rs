//! Very long programs: their memory use, and the message for those that are too long.

use std::process::Command;

use serde_json::Value;

use super::{File, tamarin};
use tamarin::program::Program;

/// Words of a long program.
const WORDS: usize = 40_000;
/// Maximum bytes for each word of both programs together, beyond those for the smallest program.
const BYTES: usize = 200;

fn text(last: &str) -> String {
    let mut text = "add $3, $1, $2\n".repeat(WORDS - 2);
    text.push_str(last);
    text + "jr $31\n"
}

/// The output of a command that fails within this number of bytes of address space.
#[cfg(target_os = "linux")]
fn fails_within(bytes: usize, args: &[&str]) -> Option<String> {
    let limited = format!("ulimit -v {} && exec \"$0\" \"$@\"", bytes / 1024);
    let mut command = Command::new("sh");
    command.args(["-c", &limited, env!("CARGO_BIN_EXE_tamarin")]).args(args);
    let output = command.output().expect("there is a shell");
    let is_json = serde_json::from_slice::<Value>(&output.stdout).is_ok();
    // No difference, or one.
    let has_answer = is_json && matches!(output.status.code(), Some(0 | 1 | 3));
    (!has_answer).then(|| format!("{output:?}").chars().take(2_000).collect())
}

#[cfg(target_os = "linux")]
#[test]
fn memory_is_linear_in_a_text_that_is_not_executed() {
    let small = File::new("small.asm", "jr $31\n");
    let compare = |left: &str, right: &str, bytes| {
        let limits = ["--json", "--fuel", "10", "--max-runs", "4", "--max-work", "10000"];
        fails_within(bytes, &[&["compare", left, right][..], &limits].concat())
    };
    // The program itself, its stacks and libraries.
    let step = 16 << 20;
    let mut sizes = (1..64).map(|steps| steps * step);
    let base = sizes.find(|&bytes| compare(small.path(), small.path(), bytes).is_none());
    let most = base.expect("a gigabyte is enough for one word") + BYTES * WORDS;
    let [left, right] = [("left.asm", "add $3, $1, $2\n"), ("right.asm", "add $3, $2, $1\n")]
        .map(|(name, last)| File::new(name, text(last)));
    assert_eq!(compare(left.path(), right.path(), most), None, "{most} bytes do not suffice");
    let versions = ["versions", left.path(), right.path(), "--json"];
    // At most 32,768 of these words are executed symbolically.
    assert_eq!(fails_within(most + 32_768 * 4_000, &versions), None);
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
