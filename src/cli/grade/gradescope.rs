//! Writes an autograder for Gradescope, as a folder and as a zip.
//!
//! By Gradescope's autograder specifications, `setup.sh` and `run_autograder` are at the root,
//! everything is unpacked in `/autograder/source`, the submission is in `/autograder/submission`,
//! and the result goes to `/autograder/results/results.json`. Nothing is installed, because the
//! folder contains this program. If it cannot grade, it writes no result, and Gradescope reports
//! that the autograder failed, so no one gains or loses points.

use std::fs;
use std::io::{Cursor, Write};
use std::path::Path;

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::GradeArgs;
use super::contents::Contents;
use super::target::Target;
use crate::cli::console::pretty;
use crate::cli::trouble::Trouble;

const SETUP: &str = "#!/usr/bin/env bash
# Run once, as the image is built. Nothing is to be installed.
chmod +x /autograder/source/tamarin
";

/// A file of the folder.
struct Entry {
    name: String,
    bytes: Vec<u8>,
    is_executable: bool,
}

/// Writes the folder and the zip.
pub fn write(
    folder: &Path,
    args: &GradeArgs,
    reference: &Contents,
    target: &impl Target,
) -> Result<(), Trouble> {
    let trouble =
        |path: &Path, why: std::io::Error| Trouble::new(format!("{}: {why}", path.display()));
    let program = std::env::current_exe().map_err(|why| Trouble::new(why.to_string()))?;
    let program = fs::read(&program).map_err(|why| trouble(&program, why))?;
    let mut entries = vec![
        executable("setup.sh", SETUP.to_owned()),
        text("contract.json", pretty(target.spec())),
        Entry { name: "tamarin".to_owned(), bytes: program, is_executable: true },
    ];
    let mut names = Vec::new();
    for (index, file) in reference.files.iter().enumerate() {
        // The order is significant, and names must be safe in a shell.
        let is_safe = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
        let base = file.name.rsplit('/').next().unwrap_or(&file.name);
        let base: String = base.chars().map(|c| if is_safe(c) { c } else { '_' }).collect();
        let name = format!("reference/{:02}-{base}", index + 1);
        names.push(format!("$source/{name}"));
        entries.push(Entry { name, bytes: file.bytes.clone(), is_executable: false });
    }
    entries.push(executable("run_autograder", script(args, &names.join(","), &target.options())));
    for Entry { name, bytes, is_executable } in &entries {
        let path = folder.join(name);
        let parent = path.parent().expect("it is in the folder");
        fs::create_dir_all(parent).map_err(|why| trouble(parent, why))?;
        fs::write(&path, bytes).map_err(|why| trouble(&path, why))?;
        if *is_executable {
            make_executable(&path).map_err(|why| trouble(&path, why))?;
        }
    }
    let zip = packed(&entries).map_err(|why| Trouble::new(format!("the zip: {why}")))?;
    let mut beside = folder.as_os_str().to_owned();
    beside.push(".zip");
    fs::write(&beside, zip).map_err(|why| trouble(Path::new(&beside), why))
}

/// A text.
fn text(name: &str, text: String) -> Entry {
    Entry { name: name.to_owned(), bytes: text.into_bytes(), is_executable: false }
}

/// A text that can be executed.
fn executable(name: &str, script: String) -> Entry {
    Entry { is_executable: true, ..text(name, script) }
}

/// The script that runs for each submission.
fn script(args: &GradeArgs, reference: &str, machine: &str) -> String {
    let mut options = format!("--points {}{machine}", args.points);
    if let Some(points) = args.open_points {
        options.push_str(&format!(" --open-points {points}"));
    }
    if args.causes {
        options.push_str(" --causes");
    }
    let limits = [
        ("fuel", args.limits.fuel),
        ("max-runs", args.limits.max_runs.map(u64::from)),
        ("max-work", args.limits.max_work),
        ("effort", args.limits.effort),
        ("explain-work", args.limits.explain_work),
        ("seconds", args.limits.seconds),
    ];
    for (name, limit) in limits {
        if let Some(limit) = limit {
            options.push_str(&format!(" --{name} {limit}"));
        }
    }
    format!(
        "#!/usr/bin/env bash
# Run for each submission. AUTOGRADER is another root, to try it elsewhere.
set -eu
root=\"${{AUTOGRADER:-/autograder}}\"
source=\"$root/source\"
mkdir -p \"$root/results\"
result=\"$root/results/results.json\"
\"$source/tamarin\" grade \"$root/submission\" --reference \"{reference}\" \\
  --contract \"$source/contract.json\" --single gradescope --quiet {options} > \"$result.new\"
mv \"$result.new\" \"$result\"
"
    )
}

fn packed(entries: &[Entry]) -> zip::result::ZipResult<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for Entry { name, bytes, is_executable } in entries {
        let mode = if *is_executable { 0o755 } else { 0o644 };
        zip.start_file(name.as_str(), SimpleFileOptions::default().unix_permissions(mode))?;
        zip.write_all(bytes)?;
    }
    Ok(zip.finish()?.into_inner())
}

#[cfg(unix)]
fn make_executable(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn make_executable(_: &Path) -> std::io::Result<()> {
    Ok(())
}
