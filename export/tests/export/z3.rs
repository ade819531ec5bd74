//! z3, if it is installed.

use std::io::{self, Write as _};
use std::process::{Command, Stdio};

/// The answers to queries, each with a limit on the steps of all of them; none if z3 is not installed, which is said
/// where it is seen even if the test passes. With `CI` in the environment no test may be skipped.
pub fn answers(queries: &[&str], steps: u32) -> Option<Vec<String>> {
    let found = queries.join("(reset)\n");
    let child = Command::new("z3")
        .args(["-in", &format!("rlimit={steps}")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut child) = child else {
        assert!(std::env::var_os("CI").is_none(), "z3 is not installed");
        let test = std::thread::current().name().unwrap_or("?").to_owned();
        let _ = writeln!(io::stderr(), "test {test} ... SKIPPED, z3 is not installed");
        return None;
    };
    let mut input = child.stdin.take().expect("it has an input");
    input.write_all(found.as_bytes()).expect("it reads its input");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8_lossy(&output.stdout);
    let answers: Vec<String> = text.lines().map(str::to_owned).collect();
    assert_eq!(answers.len(), queries.len(), "{text}");
    Some(answers)
}

/// The answer to one query.
pub fn answer(query: &str, steps: u32) -> Option<String> {
    answers(&[query], steps).map(|answers| answers[0].clone())
}
