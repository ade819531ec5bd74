//! The command line as a user sees it: exit status, standard output and
//! standard error.

mod causes;
mod claims;
mod compare;
mod evidence;
mod fmt;
mod kernel;
mod long_texts;
mod programs;
mod versions;

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;

pub struct Output {
    pub status: i32,
    pub out: String,
    pub err: String,
}

pub fn tamarin(args: &[&str]) -> Output {
    tamarin_reading(args, b"")
}

pub fn tamarin_reading(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tamarin"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary was built");
    // A command that does not read its input may be gone already.
    let _ = child.stdin.take().expect("piped").write_all(input);
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("all output is UTF-8");
    Output {
        status: output.status.code().expect("it exits"),
        out: text(output.stdout),
        err: text(output.stderr),
    }
}

/// A file of this run.
pub struct File(PathBuf);

impl File {
    pub fn new(name: &str, content: impl AsRef<[u8]>) -> File {
        let path = std::env::temp_dir().join(format!("tamarin-{}-{name}", std::process::id()));
        std::fs::write(&path, content).expect("the folder for temporary files is writable");
        File(path)
    }

    pub fn path(&self) -> &str {
        self.0.to_str().expect("the path is UTF-8")
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

const FIRST: &str = "bne $1, 42, end\nadd $3, $0, $0\nend: add $3, $1, $2\njr $31\n";
const SECOND: &str = "add $3, $1, $2\nbne $2, 100, end\nadd $3, $3, $2\nend: jr $31\n";

/// Runs a command, and parses its JSON.
pub fn answered(args: &[&str]) -> (i32, Value) {
    let run = tamarin(args);
    (run.status, serde_json::from_str(&run.out).expect("one object"))
}

/// The list of commands describes each with the first line of its own help.
#[test]
fn each_command_tells_what_it_is_for() {
    let help = tamarin(&["--help"]).out;
    let commands = help.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next());
    let commands: Vec<&str> = commands.expect("they are listed").lines().collect();
    assert!(commands.len() > 10, "{help}");
    for line in commands {
        let (name, about) = line.trim().split_once(' ').expect("a name and what it is for");
        let own = tamarin(&["help", name]).out;
        assert_eq!(own.lines().next(), Some(about.trim()), "{name}");
    }
}
