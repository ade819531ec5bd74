//! docs/papers.md: its commands print what it says.
//!
//! A row of a table whose last column is `it prints` has commands in the column before, and texts that they
//! print. `npm run evaluate -- check` runs all of them; here are those that need less than a second.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

/// A row of the page.
struct Row {
    /// Commands, in order.
    commands: Vec<String>,
    /// Texts that they print.
    printed: Vec<String>,
    /// Whether the page says that they take longer than a second.
    is_slow: bool,
}

/// The parts of a cell between backticks.
fn code(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The rows of all tables whose last column is `it prints`.
fn rows(page: &str) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut is_checked = false;
    for line in page.lines() {
        let Some(line) = line.strip_prefix("| ").and_then(|line| line.strip_suffix(" |")) else {
            is_checked &= line.starts_with('|');
            continue;
        };
        let cells: Vec<&str> = line.split(" | ").collect();
        let [.., command, printed] = cells[..] else { continue };
        if printed == "it prints" {
            is_checked = true;
        } else if is_checked {
            let is_slow = printed.ends_with("s)");
            rows.push(Row { commands: code(command), printed: code(printed), is_slow });
        }
    }
    rows
}

/// What a command of this program prints, on both of its outputs.
fn run(command: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = Path::new(env!("CARGO_BIN_EXE_tamarin")).parent().expect("it is in a folder");
    let path = format!("{}:/usr/bin:/bin", program.display());
    let mut shell = Command::new("sh");
    let output = shell.args(["-c", command]).env("PATH", path).current_dir(root).output();
    let output = output.expect("there is a shell");
    let text = [output.stdout, output.stderr].concat();
    String::from_utf8_lossy(&text).into_owned()
}

#[cfg(unix)]
#[test]
fn the_commands_about_the_papers_print_what_the_page_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/papers.md");
    let page = fs::read_to_string(path).expect("it is there");
    // Some commands write there; cargo may have its folder elsewhere.
    let written = Path::new(env!("CARGO_MANIFEST_DIR")).join("target");
    fs::create_dir_all(written).expect("it can be made");
    let mut checked = 0;
    for row in rows(&page).iter().filter(|row| !row.is_slow) {
        let own = |command: &&String| command.starts_with("tamarin ");
        let printed: String = row.commands.iter().filter(own).map(|it| run(it)).collect();
        // The other commands are tests, or evaluations.
        if printed.is_empty() {
            continue;
        }
        assert!(!row.printed.is_empty(), "{:?} print something", row.commands);
        for text in &row.printed {
            assert!(printed.contains(text), "{:?}: {text}\n{printed}", row.commands);
        }
        checked += 1;
    }
    assert!(checked > 30, "{checked}");
}
