//! `tamarin batch`: many pairs, a line of JSON each, with an answer in a line each.
//!
//! Pairs are compared by processes of this program (`--worker`), as many as there are
//! threads, each of which takes one pair after another. So a pair that ends its process, or
//! has to be ended, is an answer like any other, and the next one has a new process.
//! Answers come in the order in which they are found.
//!
//! Nothing that is answered depends on how fast the machine is, on how many threads there
//! are, or on what was compared before: limits are counts, and each comparison begins
//! with nothing. Only `seconds`, where somebody asks for it, is otherwise.

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
use super::trouble::Trouble;
use pair::{Answered, Limits};
use progress::Progress;
use worker::Worker;

/// Lines that are read before their turn. More would be memory, fewer would let workers
/// wait for a slow reader.
const READ_AHEAD: usize = 256;
/// How often a process looks whether its parent is still there.
const LOOK_FOR_PARENT: Duration = Duration::from_millis(500);
/// The longest line, in bytes.
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
    /// Print no progress.
    #[arg(long, short)]
    quiet: bool,
    /// Compare here and in this thread, for another process that asks for it.
    #[arg(long, hide = true)]
    worker: bool,
}

/// A line, and its number from 1.
pub struct Line {
    pub number: u64,
    pub text: String,
}

/// Compares pairs until there are no more.
pub fn batch(args: &BatchArgs) -> Result<u8, Trouble> {
    if args.worker {
        end_with_parent();
        return worker::serve(args);
    }
    // What is wrong with what holds of all pairs is told once, and before any is looked at.
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
        // With the last worker, nobody takes lines any more, and the reader ends.
        drop(to_compare);
        let written = write(to_write, &progress);
        let read = reader.join().expect("the reader does not panic");
        progress.finish();
        written.and(read)
    })?;
    Ok(0)
}

/// As many as were asked for, or as there are processors.
pub fn threads(asked: Option<u16>) -> usize {
    let available = || thread::available_parallelism().map_or(1, usize::from);
    asked.map_or_else(available, usize::from)
}

/// What a worker of this process is asked for: the same as this one.
fn again() -> Vec<OsString> {
    std::env::args_os().skip(1).chain(["--worker".into()]).collect()
}

/// The input, and how many pairs there are where that can be known beforehand.
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

/// Reads one line; false at the end.
fn next_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    input.take(LINE).read_until(b'\n', line).map(|read| read > 0)
}

/// Where lines go as long as somebody takes them.
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
        // What is no text is no JSON either, and is told so where it is parsed.
        let text = String::from_utf8_lossy(line.trim_ascii()).into_owned();
        if !give(Line { number, text }) {
            return Ok(());
        }
    }
}

/// Has a worker compare pairs until there are none, or nobody wants their answers.
fn compare(mut worker: Worker<'_>, lines: &Mutex<Receiver<Line>>, answers: &SyncSender<Answered>) {
    loop {
        // The guard is given back before the pair is looked at.
        let next = lines.lock().expect("no holder panics").recv();
        let Ok(line) = next else { return };
        if answers.send(worker.answer(&line)).is_err() {
            return;
        }
    }
}

/// Writes answers as they come. Where nobody reads them any more, all ends.
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

/// Ends this process once its parent has: nobody would read what it finds.
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
