//! `tamarin versions`: compares two versions of a program by procedure.

mod arm64;
mod html;

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;

use super::certificate::{Proof, for_check, in_json, parts};
use super::compare::SolverName;
use super::contract::{Compared, ContractArgs, first_inputs};
use super::files::Files;
use super::machines::{MachineArgs, ModeArgs};
use super::trouble::Trouble;
use super::watch::{Watch, stop_after};
use crate::asm::SourceLines;
use crate::cli::console::{DIFFERENT, TROUBLE, WEAKER, answer, pretty, read, tell, write};
use crate::engines::driven::drive;
use crate::engines::paths::{self, Options};
use crate::engines::pause::Pause;
use crate::engines::versions::{self, custom::Custom};
use crate::machine::Architecture;
use crate::report::{FolderReport, ProgramReport, VersionsReport, VersionsVerdict, words};
use crate::solver::absent::Absent;
use crate::solver::timed::Timed;
use crate::solver::{Solver, Stop};
use crate::views::versions::pattern::{self, PatternProblem};
use crate::views::versions::{self as views, VersionsView};

#[derive(Args)]
pub struct VersionsArgs {
    /// The old program: .asm, .s, .wlp4, .merl, .com or .mips, or several separated by commas; or a folder
    /// of programs for MIPS, a file each.
    old: Files,
    /// The new program, or folder.
    new: Files,
    #[command(flatten)]
    machine: MachineArgs,
    #[command(flatten)]
    mode: ModeArgs,
    #[command(flatten)]
    contract: ContractArgs,
    /// The solver that answers queries.
    #[arg(long, value_enum, default_value_t = SolverName::Portfolio)]
    solver: SolverName,
    /// Ask no solver: only instructions, patterns and theories are compared, and the other engines
    /// do not run.
    #[arg(long, conflicts_with_all = ["solver", "certificate"])]
    no_smt: bool,
    /// Print on the standard error how long the comparison of each pair of programs took, and how
    /// much of that time the solver took.
    #[arg(long)]
    timing: bool,
    /// Seconds for the comparison, and as many for a search for an input on which they
    /// differ, where it leaves that open.
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    seconds: u64,
    /// Patterns of your own: two snippets of code each, and what corresponds. They are proved before they
    /// are used; may be given more than once.
    #[arg(long = "pattern", value_name = "FILE")]
    patterns: Vec<PathBuf>,
    /// Seconds for the proofs of a file's patterns.
    #[arg(long, value_name = "SECONDS", default_value_t = 300)]
    pattern_seconds: u64,
    /// Write evidence that two programs are equal to this file, for `tamarin check`.
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Also write an HTML page with both texts side by side.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// Compares two versions of a program.
pub fn versions(args: &VersionsArgs) -> Result<u8, Trouble> {
    if args.machine.of_both([&args.old, &args.new]) == Architecture::Arm64 {
        return arm64::versions_of(args);
    }
    args.mode.refuse()?;
    let stop = || stop_after(args.pattern_seconds);
    let patterns = match args.patterns.is_empty() {
        true => Rc::default(),
        false => proved(&args.patterns, &mut *args.solver.solver()?, stop)?,
    };
    if let (Some(old), Some(new)) = (folder(&args.old), folder(&args.new)) {
        if args.certificate.is_some() {
            return Err(Trouble::argument("--certificate is of two programs, not of folders"));
        }
        return folders(args, &patterns, [old, new]);
    }
    let compared = args.contract.compared(&args.old, &args.new)?;
    let report = compared_by(args, &patterns, &compared)?;
    if let Some(path) = &args.html {
        let names = [&args.old, &args.new].map(name);
        let view = view(&compared, &report);
        let page =
            html::of_programs(names.each_ref().map(String::as_str), &html::Shown::mips(&view));
        write(path, page.as_bytes())?;
    }
    let proof = args.certificate.as_deref().map(|path| prove(args, &compared, &report, path));
    let proof = proof.transpose()?;
    if args.json {
        let mut object = serde_json::json!(report);
        match &proof {
            None => {}
            Some(Ok(proof)) => {
                object["certificate"] = in_json(&proof.statement, &proof.evidence);
            }
            Some(Err(why)) => {
                object["certificate"] = serde_json::Value::Null;
                object["uncertified"] = serde_json::json!(why);
            }
        }
        answer(&pretty(&object))?;
    } else {
        let beside = match &proof {
            None => String::new(),
            Some(Ok(Proof { statement, evidence, .. })) => {
                let parts = parts(evidence);
                format!("accepted by the kernel\n{parts}\n{}", for_check(statement))
            }
            Some(Err(why)) => format!("no certificate: {why}\n"),
        };
        answer(&(words::versions(&report) + "\n" + &beside))?;
    }
    Ok(match (report.verdict, proof) {
        (VersionsVerdict::Different, _) => DIFFERENT,
        (_, Some(Err(_))) => WEAKER,
        _ => 0,
    })
}

/// Reads the patterns in files and proves each of them.
fn proved(
    files: &[PathBuf],
    solver: &mut dyn Solver,
    stop: impl Fn() -> Stop,
) -> Result<Rc<[Custom]>, Trouble> {
    let mut patterns: Vec<Custom> = Vec::new();
    for path in files {
        let bytes = read(path)?;
        let (text, stop) = (String::from_utf8_lossy(&bytes), stop());
        let going_on = async |_: &str, _: f64| ControlFlow::Continue(());
        let proving = pattern::proved(&text, &patterns, solver, &stop, going_on);
        let more = pollster::block_on(proving).map_err(|PatternProblem { line, message }| {
            let more = if stop.is_due() { "; try --pattern-seconds" } else { "" };
            Trouble::new(format!("{}:{line}: {message}{more}", path.display()))
        })?;
        patterns.extend(more);
    }
    Ok(patterns.into())
}

/// Searches for evidence that both programs are equivalent, unless they differ, and writes it; otherwise the reason why
/// there is none.
fn prove(
    args: &VersionsArgs,
    compared: &Compared,
    report: &VersionsReport,
    path: &Path,
) -> Result<Result<Proof, String>, Trouble> {
    if report.verdict == VersionsVerdict::Different {
        return Ok(Err("the programs differ".to_owned()));
    }
    let Compared { contract, images: [old, new], .. } = compared;
    match Proof::of_equivalence([old, new], contract, &stop_after(args.seconds)) {
        Ok(proof) => {
            proof.write(path)?;
            Ok(Ok(proof))
        }
        Err(why) => Ok(Err(why.to_string())),
    }
}

/// Compares two programs by instruction and, if that does not decide, with the other engines.
fn compared_by(
    args: &VersionsArgs,
    patterns: &Rc<[Custom]>,
    compared: &Compared,
) -> Result<VersionsReport, Trouble> {
    let Compared { contract, images: [old, new], sources, programs } = compared;
    let mut solver: Box<dyn Solver> = match args.no_smt {
        true => Box::<Absent>::default(),
        false => args.solver.solver()?,
    };
    let mut solver = Timed::new(&mut *solver);
    let stop = stop_after(args.seconds);
    let labels = [&programs[0].labels[..], &programs[1].labels[..]];
    let going_on = Pause::never();
    let start = Instant::now();
    let comparing = versions::compare([old, new], labels, patterns, &mut solver, &stop, going_on);
    let found = pollster::block_on(comparing).ok_or_else(|| {
        Trouble::new(format!("it takes more than {} seconds; try --seconds", args.seconds))
    })?;
    if args.timing {
        tell(&in_milliseconds(start.elapsed(), solver.elapsed()));
    }
    let lines = [0, 1].map(|side| SourceLines::new(&sources[side].texts(), &programs[side]));
    let mut report = views::report(&found, [&programs[0], &programs[1]], &lines);
    if found.verdict == versions::Verdict::Unknown && !args.no_smt {
        let driven = drive([old, new], contract, &found);
        let options = Options {
            inputs: first_inputs(contract, driven.witness.as_ref())?,
            contract: Arc::clone(contract),
            time_limit_ms: Some(args.seconds.saturating_mul(1000)),
            ..Options::default()
        };
        let mut watch = Watch::new();
        let searching = paths::compare(old, new, &options, &mut solver, &mut watch);
        report.take(&pollster::block_on(searching), &found, &driven);
    }
    Ok(report)
}

/// The time of a comparison, and the part of it that the solver took.
fn in_milliseconds(all: Duration, solver: Duration) -> String {
    let [all, solver] = [all, solver].map(|it| it.as_secs_f64() * 1000.0);
    format!("comparison: {all:.3} ms, solver: {solver:.3} ms\n")
}

/// The report for display, with both texts.
fn view(Compared { sources, programs, .. }: &Compared, report: &VersionsReport) -> VersionsView {
    let texts = [0, 1].map(|side| sources[side].texts());
    VersionsView::of(report.clone(), [&programs[0], &programs[1]], [&texts[0], &texts[1]])
}

/// The names of the files, without their folders.
fn name(files: &Files) -> String {
    let base = |path: &PathBuf| {
        let base = path.file_name().unwrap_or(path.as_os_str());
        base.to_string_lossy().into_owned()
    };
    files.0.iter().map(base).collect::<Vec<_>>().join(", ")
}

/// The folder that the argument names, if it is one.
fn folder(files: &Files) -> Option<&Path> {
    let [path] = &files.0[..] else { return None };
    path.is_dir().then_some(path)
}

/// Compares the programs with the same names in two folders.
fn folders(
    args: &VersionsArgs,
    patterns: &Rc<[Custom]>,
    folders: [&Path; 2],
) -> Result<u8, Trouble> {
    let [old, new] = [programs_below(folders[0])?, programs_below(folders[1])?];
    let only = |some: &BTreeSet<PathBuf>, others: &BTreeSet<PathBuf>| -> Vec<String> {
        some.difference(others).map(|name| name.display().to_string()).collect()
    };
    let mut views = Vec::new();
    let programs = old.intersection(&new).map(|name| {
        let [old, new] = folders.map(|folder| Files(vec![folder.join(name)]));
        let compared = args.contract.compared(&old, &new);
        let report = compared.and_then(|compared| {
            let report = compared_by(args, patterns, &compared)?;
            let view = args.html.is_some().then(|| view(&compared, &report));
            Ok((report, view))
        });
        let name = name.display().to_string();
        let (report, view, trouble) = match report {
            Ok((report, view)) => (Some(report), view, None),
            Err(trouble) => (None, None, Some(trouble.in_words(false))),
        };
        views.push(view);
        ProgramReport { name, report, trouble }
    });
    let programs: Vec<ProgramReport> = programs.collect();
    let (only_old, only_new) = (only(&old, &new), only(&new, &old));
    let impact = views::impact(&programs);
    let report = FolderReport { programs, only_old, only_new, impact };
    if let Some(path) = &args.html {
        let names = [&args.old, &args.new].map(name);
        let page = html::of_folders(names.each_ref().map(String::as_str), &report, &views);
        write(path, page.as_bytes())?;
    }
    answer(&match args.json {
        true => pretty(&report),
        false => words::folders(&report),
    })?;
    let is_trouble = report.programs.iter().any(|program| program.report.is_none());
    let differ = |program: &ProgramReport| {
        program.report.as_ref().is_some_and(|it| it.verdict == VersionsVerdict::Different)
    };
    Ok(match (is_trouble, report.programs.iter().any(differ)) {
        (true, _) => TROUBLE,
        (false, true) => DIFFERENT,
        (false, false) => 0,
    })
}

/// The programs below a folder, by relative path.
fn programs_below(folder: &Path) -> Result<BTreeSet<PathBuf>, Trouble> {
    const ENDINGS: [&str; 4] = ["asm", "wlp4", "merl", "mips"];
    let cannot = |why: io::Error| Trouble::new(format!("{}: {why}", folder.display()));
    let mut programs = BTreeSet::new();
    let mut open = vec![folder.to_owned()];
    while let Some(inner) = open.pop() {
        for entry in fs::read_dir(&inner).map_err(cannot)? {
            let path = entry.map_err(cannot)?.path();
            let ending = path.extension().and_then(|ending| ending.to_str());
            if path.is_dir() {
                open.push(path);
            } else if ending.is_some_and(|ending| ENDINGS.contains(&ending)) {
                let name = path.strip_prefix(folder).unwrap_or(&path);
                programs.insert(name.to_owned());
            }
        }
    }
    Ok(programs)
}
