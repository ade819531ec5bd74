//! z3, if it is installed.

use std::io::Write as _;
use std::process::{Command, Stdio};

/// The answer to a text; none if z3 is not installed. Its effort is limited in steps, not in time.
pub fn answer(text: &str, steps: u32) -> Option<String> {
    let mut child = Command::new("z3")
        .args(["-in", &format!("rlimit={steps}")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    child.stdin.take()?.write_all(text.as_bytes()).ok()?;
    let output = child.wait_with_output().ok()?;
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
