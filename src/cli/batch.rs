//! `tamarin batch`: compares many pairs. Each input line is a pair in JSON, each output line an
//! answer.
//!
//! Worker processes of this program (`--worker`) compare the pairs, one process for each thread,
//! each taking one pair after another. If a process crashes or must be killed, that is reported as
//! the answer of its pair, and the next pair gets a new process. Answers are written in the order
//! in which they arrive.
//!
//! No answer depends on the speed of the machine, the number of threads or earlier comparisons:
//! limits are counts, and each comparison starts from a fresh state. The option `seconds` is the
//! only exception.

mod arm64;
pub mod limits;
pub mod pair;
pub mod progress;
pub mod worker;

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use clap::Args;

use super::compare::SolverName;
use super::contract::ContractArgs;
use super::machines::{MachineArgs, ModeArgs};
use super::trouble::Trouble;
use limits::Limits;
use pair::Answered;
use progress::Progress;
use worker::Worker;

/// The number of lines that are read ahead. A larger number uses more memory; with a smaller one
/// workers would wait for a slow reader.
const READ_AHEAD: usize = 256;
/// How often a worker checks that its parent process still exists.
const LOOK_FOR_PARENT: Duration = Duration::from_millis(500);
/// The maximal length of a line, in bytes.
const LINE: u64 = 64 << 20;

#[derive(Args)]
pub struct BatchArgs {
    /// The pairs: a file with a JSON object in each line. The default is the standard input.
    #[arg(value_name = "PAIRS", default_value = "-")]
    pairs: PathBuf,
    /// Pairs that are compared at a time; by default one for each processor.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The solver that answers queries. With z3, verdicts depend on its version.
    #[arg(long, value_enum, default_value_t = SolverName::Bitblast)]
    solver: SolverName,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    contract: ContractArgs,
    #[command(flatten)]
    machine: MachineArgs,
    #[command(flatten)]
    mode: ModeArgs,
    /// Print no progress.
    #[arg(long, short)]
    quiet: bool,
    /// Compare here and in this thread, for another process that asks for it.
    #[arg(long, hide = true)]
    worker: bool,
}

/// A line with its number, from 1.
pub struct Line {
    pub number: u64,
    pub text: String,
}

/// Compares pairs until the input ends.
pub fn batch(args: &BatchArgs) -> Result<u8, Trouble> {
    if args.worker {
        end_with_parent();
        return worker::serve(args);
    }
    // Errors in the options concern all pairs, so they are reported once, before the first pair.
    args.contract.check()?;
    let version = pair::Version::of(args.solver)?;
    let (input, total) = open(&args.pairs)?;
    if args.pairs == Path::new("-") {
        end_with_parent();
    }
    let threads = threads(args.threads);
    let progress = Progress::new(total, args.quiet);
    let (lines, to_compare) = mpsc::sync_channel(READ_AHEAD);
    let to_compare = Arc::new(Mutex::new(to_compare));
    let (answers, to_write) = mpsc::sync_channel(READ_AHEAD);
    thread::scope(|scope| {
        let reader = scope.spawn(|| read(input, &lines_of(lines), &progress));
        for _ in 0..threads {
            let (to_compare, answers) = (Arc::clone(&to_compare), answers.clone());
            let version = &version;
            let worker = Worker::new(version, args.limits.seconds, again());
            scope.spawn(move || compare(worker, &to_compare, &answers));
        }
        drop(answers);
        // When the last worker ends, nothing receives lines any more, so the reader ends.
        drop(to_compare);
        let written = write(to_write, &progress);
        let read = reader.join().expect("the reader does not panic");
        progress.finish();
        written.and(read)
    })?;
    Ok(0)
}

/// The requested number of threads, or else the number of processors.
pub fn threads(asked: Option<u16>) -> usize {
    let available = || thread::available_parallelism().map_or(1, usize::from);
    asked.map_or_else(available, usize::from)
}

/// The arguments of a worker process: those of this process and `--worker`.
fn again() -> Vec<OsString> {
    std::env::args_os().skip(1).chain(["--worker".into()]).collect()
}

/// Opens the input; returns the number of pairs if it can be known in advance.
fn open(path: &Path) -> Result<(Box<dyn Read + Send>, Option<u64>), Trouble> {
    if path == Path::new("-") {
        return Ok((Box::new(io::stdin()), None));
    }
    let trouble = |error: io::Error| Trouble::new(format!("{}: {error}", path.display()));
    let file = || File::open(path).map_err(trouble);
    let is_regular = file()?.metadata().is_ok_and(|metadata| metadata.is_file());
    let mut total = None;
    if is_regular {
        let mut pairs = 0;
        let mut lines = BufReader::new(file()?);
        let mut line = Vec::new();
        while next_line(&mut lines, &mut line).map_err(trouble)? {
            pairs += u64::from(!line.trim_ascii().is_empty());
        }
        total = Some(pairs);
    }
    Ok((Box::new(file()?), total))
}

/// Reads one line; returns false at the end.
fn next_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    input.take(LINE).read_until(b'\n', line).map(|read| read > 0)
}

/// A function that sends lines until the receiver is dropped.
fn lines_of(lines: SyncSender<Line>) -> impl Fn(Line) -> bool {
    move |line| lines.send(line).is_ok()
}

/// Reads all lines.
fn read(
    input: Box<dyn Read + Send>,
    give: &impl Fn(Line) -> bool,
    progress: &Progress,
) -> Result<(), Trouble> {
    let mut input = BufReader::new(input);
    let mut line = Vec::new();
    let mut number = 0;
    loop {
        let more = next_line(&mut input, &mut line);
        match more {
            Ok(true) => {}
            Ok(false) => return Ok(()),
            Err(error) => return Err(Trouble::new(format!("the pairs: {error}"))),
        }
        number += 1;
        if line.trim_ascii().is_empty() {
            continue;
        }
        progress.was_read();
        // Invalid UTF-8 is also invalid JSON; parsing reports it.
        let text = String::from_utf8_lossy(line.trim_ascii()).into_owned();
        if !give(Line { number, text }) {
            return Ok(());
        }
    }
}

/// Compares pairs with a worker until there are none left or the answers are no longer received.
fn compare(mut worker: Worker<'_>, lines: &Mutex<Receiver<Line>>, answers: &SyncSender<Answered>) {
    loop {
        // The lock is released before the pair is compared.
        let next = lines.lock().expect("no holder panics").recv();
        let Ok(line) = next else { return };
        if answers.send(worker.answer(&line)).is_err() {
            return;
        }
    }
}

/// Writes answers as they arrive. Ends if the output is closed.
fn write(answers: Receiver<Answered>, progress: &Progress) -> Result<(), Trouble> {
    for answered in answers {
        let mut text = answered.text;
        text.push('\n');
        let mut stdout = io::stdout().lock();
        match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
            Ok(()) => progress.was_answered(&answered.verdict),
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            Err(error) => return Err(Trouble::new(format!("the standard output: {error}"))),
        }
    }
    Ok(())
}

/// Ends this process when its parent has ended, because its answers could not be read any more.
pub fn end_with_parent() {
    #[cfg(unix)]
    {
        let parent = std::os::unix::process::parent_id();
        thread::spawn(move || {
            while std::os::unix::process::parent_id() == parent {
                thread::sleep(LOOK_FOR_PARENT);
            }
            std::process::exit(i32::from(crate::cli::console::TROUBLE));
        });
    }
}
