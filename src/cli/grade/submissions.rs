//! Reads the submissions: a file, a folder or a zip each.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::GradeArgs;
use super::archive;
use super::contents::{Contents, is_program, is_receipt, is_zip};
use super::receipts::{self, Receipt};
use crate::cli::trouble::Trouble;
use crate::machine::Architecture;

/// The submission of one person.
pub struct Submission {
    /// The name of the file or of the folder.
    pub name: String,
    /// Its files by name, or why they cannot be read.
    pub contents: Result<Contents, Trouble>,
    /// The claims, if it was submitted as a receipt.
    pub receipt: Option<Receipt>,
}

/// Selects receipts.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The machine of the reference.
    pub machine: Architecture,
    /// The exercise, by the hash of its link.
    pub exercise: Option<String>,
    /// The task of a worksheet, from 1.
    pub task: Option<u32>,
}

impl Wanted {
    /// The receipts that the options select, for a reference of this machine.
    pub fn of(args: &GradeArgs, machine: Architecture) -> Wanted {
        Wanted { machine, exercise: args.exercise.clone(), task: args.task }
    }

    /// The submission given by one person's receipts. `None` if none of them is for the selected
    /// task.
    fn submission(&self, name: String, paths: &[PathBuf]) -> Option<Submission> {
        let read = paths.iter().map(|path| {
            let (receipt, contents) = receipts::read(path);
            Submission { name: name.clone(), contents, receipt }
        });
        let mut read = read.filter(|submission| match (&submission.receipt, self.task) {
            (Some(receipt), Some(task)) => receipt.task == task,
            _ => true,
        });
        let (submission, more) = (read.next()?, read.next());
        let why = match &submission.receipt {
            _ if more.is_some() => {
                "there are several receipts in this folder; --task says which one counts"
            }
            Some(receipt) if self.is_another(receipt) => "this receipt is of another exercise",
            Some(receipt) if receipt.machine != self.machine => match receipt.machine {
                Architecture::Mips => {
                    "this receipt is about a MIPS program, and the reference is for ARM64"
                }
                Architecture::Arm64 => {
                    "this receipt is about an ARM64 program, and the reference is for MIPS"
                }
            },
            _ => return Some(submission),
        };
        let contents = Err(Trouble::new(format!("{name}: {why}")));
        Some(Submission { name, contents, receipt: None })
    }

    /// Whether the receipt is for another exercise. A receipt that does not name its exercise may
    /// be for this one.
    fn is_another(&self, receipt: &Receipt) -> bool {
        let is_other = |wanted: &String| !wanted.eq_ignore_ascii_case(&receipt.exercise);
        !receipt.exercise.is_empty() && self.exercise.as_ref().is_some_and(is_other)
    }
}

/// All submissions in a folder, by name: each program file, each folder with program files, which
/// are linked, or with one zip, and each zip. If receipts are selected: each receipt, and each
/// folder with one. The names of all other entries are returned separately.
pub fn submissions(
    folder: &Path,
    receipts: Option<&Wanted>,
) -> Result<(Vec<Submission>, Vec<String>), Trouble> {
    let (mut found, mut others) = (Vec::new(), Vec::new());
    for path in entries(folder)? {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let Some(name) = name.filter(|name| !name.starts_with('.')) else { continue };
        let submission = match receipts {
            Some(wanted) => {
                let inside: Vec<PathBuf> = inside(&path)?
                    .into_iter()
                    .filter(|it| it.is_file() && is_receipt(it))
                    .collect();
                wanted.submission(name.clone(), &inside)
            }
            None => submission(&path)?.map(|contents| Submission {
                name: name.clone(),
                contents,
                receipt: None,
            }),
        };
        match submission {
            Some(submission) => found.push(submission),
            None => others.push(name),
        }
    }
    Ok((found, others))
}

/// The submission at a path. `None` if it contains no program file.
pub fn submission(path: &Path) -> Result<Option<Result<Contents, Trouble>>, Trouble> {
    let inside = inside(path)?;
    let programs: Vec<PathBuf> =
        inside.iter().filter(|path| path.is_file() && is_program(path)).cloned().collect();
    if !programs.is_empty() {
        let read = |path: PathBuf| Ok((path.clone(), crate::cli::console::read(&path)?));
        let read: Result<Vec<_>, _> = programs.into_iter().map(read).collect();
        return Ok(Some(read.map(Contents::of_files)));
    }
    let mut zips = inside.iter().filter(|path| path.is_file() && is_zip(path));
    Ok(match (zips.next(), zips.next()) {
        (Some(path), None) => Some(of_zip(path)),
        (Some(_), Some(_)) => {
            let why = format!("{}: there are several zips in this folder", path.display());
            Some(Err(Trouble::new(why)))
        }
        (None, _) => None,
    })
}

/// The entries of a folder, or a single file.
fn inside(path: &Path) -> Result<BTreeSet<PathBuf>, Trouble> {
    match path.is_dir() {
        true => entries(path),
        false => Ok(BTreeSet::from([path.to_owned()])),
    }
}

fn of_zip(path: &Path) -> Result<Contents, Trouble> {
    let name = path.display().to_string();
    let length = fs::metadata(path).map(|metadata| metadata.len()).unwrap_or(0);
    if length > archive::PACKED {
        let most = archive::PACKED >> 20;
        return Err(Trouble::new(format!("{name}: this zip is larger than {most} MiB")));
    }
    let files = archive::programs(&name, crate::cli::console::read(path)?)?;
    Ok(Contents { folder: name, files })
}

fn entries(folder: &Path) -> Result<BTreeSet<PathBuf>, Trouble> {
    let trouble = |error| Trouble::new(format!("{}: {error}", folder.display()));
    let entries = fs::read_dir(folder).map_err(trouble)?;
    let entries = entries.map(|entry| entry.map(|entry| entry.path()).map_err(trouble));
    let is_hidden = |path: &PathBuf| {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'))
    };
    entries.filter(|path| !path.as_ref().is_ok_and(is_hidden)).collect()
}
