//! The command line: `tamarin compare`, `run`, `asm`, `disasm` and `fmt`.
//!
//! Exit status as `diff`'s: 0 for no difference (for `run`: the program
//! stopped), 1 for a difference (for `run`: it did not; for `fmt --check`: a
//! file would change), 2 for trouble.
//! Answers go to the standard output, all else to the standard error.

mod cli {
    pub mod fmt;
    pub mod proofs;
}

use std::cell::RefCell;
use std::fs;
use std::future::ready;
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;
use std::time::Instant;

use clap::{Args, Parser, Subcommand, ValueEnum};
use cli::proofs;
use serde_json::json;
use tamarin::asm;
use tamarin::compare::{self, Observer, Options, Signal, Signalled, Strategy};
use tamarin::cpu::{Image, Machine, RETURN_ADDRESS, Stop, TraceRecorder};
use tamarin::diagnostic;
use tamarin::program::Program;
use tamarin::report::{AnswerKind, Event, Report, RunReport, Verdict};
use tamarin::solver::bitblast::Bitblast;
use tamarin::solver::portfolio::Portfolio;
use tamarin::solver::process::Process;
use tamarin::solver::proving::Proving;
use tamarin::solver::{Limit, Solver};

/// Compares two MIPS assembly programs (CS241) for all inputs.
#[derive(Parser)]
#[command(
    version,
    after_help = "Exit status of compare: 0 no difference found, 1 disequivalent, \
                                 2 trouble. A FILE of - is the standard input."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Look for an input ($1, $2) on which two programs differ.
    Compare(CompareArgs),
    /// Run a program on an input.
    Run(RunArgs),
    /// Assemble a program and print its listing.
    Asm(AsmArgs),
    /// Print the assembly text of a program's words.
    Disasm(DisasmArgs),
    /// Format programs in place.
    Fmt(cli::fmt::FmtArgs),
}

#[derive(Args)]
struct CompareArgs {
    /// The left program.
    left: PathBuf,
    /// The right program.
    right: PathBuf,
    /// Steps that a run may take.
    #[arg(long, value_name = "N", default_value_t = Options::default().fuel)]
    fuel: u64,
    /// Path conditions of a run that are looked at.
    #[arg(long, value_name = "N")]
    depth: Option<usize>,
    /// The first $1 and $2: decimal, negative or 0x...
    #[arg(long, value_name = "A,B", value_parser = parse_inputs, default_value = "42,42", allow_hyphen_values = true)]
    inputs: [u32; 2],
    /// How to search.
    #[arg(long, value_enum, default_value_t = StrategyName::Product)]
    strategy: StrategyName,
    /// Who answers queries.
    #[arg(long, value_enum, default_value_t = SolverName::Portfolio)]
    solver: SolverName,
    /// What a query may cost, in z3's count of resources.
    #[arg(long, value_name = "N", default_value_t = Limit::default().rlimit)]
    rlimit: u64,
    /// What a query may cost our own solver, in conflicts.
    #[arg(long, value_name = "N", default_value_t = Limit::default().conflicts)]
    conflicts: u64,
    /// Runs after which the search ends.
    #[arg(long, value_name = "N", default_value_t = Options::default().max_runs)]
    max_runs: u32,
    /// Seconds after which the search ends; runs then differ from machine to machine.
    #[arg(long, value_name = "SECONDS")]
    seconds: Option<u64>,
    /// The address that ends a program, $31 at the start.
    #[arg(long, value_name = "ADDRESS", value_parser = parse_word, default_value_t = RETURN_ADDRESS)]
    return_address: u32,
    /// Write a formula and a DRAT proof of each unsat answer into this folder,
    /// and an index.
    #[arg(long, value_name = "DIR")]
    proofs: Option<PathBuf>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    /// Tell of each run and query on the standard error.
    #[arg(long, short)]
    verbose: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum StrategyName {
    /// Every pair of paths, each decided for all its inputs.
    Product,
    /// Alternating bounded depth-first search, an input for each path.
    Paper,
}

#[derive(Clone, Copy, ValueEnum)]
enum SolverName {
    /// Our own within a small budget, then the z3 of the PATH where there is
    /// one, then our own within a large one.
    Portfolio,
    /// As portfolio, but the two at once where a query is hard: the first
    /// answer counts, so runs may differ.
    Race,
    /// Our own, in this process.
    Bitblast,
    /// The z3 that is found on the PATH, in a process of its own.
    Process,
}

#[derive(Args)]
struct RunArgs {
    /// The program.
    file: PathBuf,
    /// $1 and $2: decimal, negative or 0x...
    #[arg(long, value_name = "A,B", value_parser = parse_inputs, allow_hyphen_values = true)]
    inputs: [u32; 2],
    /// Steps that it may take.
    #[arg(long, value_name = "N", default_value_t = Options::default().fuel)]
    fuel: u64,
    /// The address that ends the program, $31 at the start.
    #[arg(long, value_name = "ADDRESS", value_parser = parse_word, default_value_t = RETURN_ADDRESS)]
    return_address: u32,
    /// Print the symbolic trace of the run.
    #[arg(long)]
    trace: bool,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct AsmArgs {
    /// The program.
    file: PathBuf,
    /// Write the words here, most significant byte first, instead of a listing.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Args)]
struct DisasmArgs {
    /// The words: bytes, most significant first, or text in hexadecimal.
    file: PathBuf,
}

/// A difference, or a program that did not stop.
const DIFFERENT: u8 = 1;
/// Bad input, or no solver.
const TROUBLE: u8 = 2;

/// Why there is no answer; told already where it is empty.
struct Trouble(String);

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Compare(args) => compare(&args),
        Command::Run(args) => run(&args),
        Command::Asm(args) => assemble(&args),
        Command::Disasm(args) => disassemble(&args),
        Command::Fmt(args) => cli::fmt::fmt(&args),
    };
    match result {
        Ok(status) => ExitCode::from(status),
        Err(Trouble(message)) => {
            if !message.is_empty() {
                tell(&format!("error: {message}\n"));
            }
            ExitCode::from(TROUBLE)
        }
    }
}

fn compare(args: &CompareArgs) -> Result<u8, Trouble> {
    let programs = [&args.left, &args.right].map(|path| load(path));
    let [left, right] = programs;
    let image = |program| Image::returning_to(&program, args.return_address);
    let (left, right) = (image(left?), image(right?));
    let options = Options {
        strategy: match args.strategy {
            StrategyName::Product => Strategy::Product,
            StrategyName::Paper => Strategy::Paper,
        },
        fuel: args.fuel,
        depth: args.depth,
        inputs: args.inputs,
        max_runs: args.max_runs,
        limit: Limit { rlimit: args.rlimit, conflicts: args.conflicts },
        time_limit_ms: args.seconds.map(|seconds| seconds.saturating_mul(1000)),
    };
    let mut solver: Box<dyn Solver> = match args.solver {
        SolverName::Bitblast => Box::new(Bitblast::new()),
        SolverName::Portfolio => Box::new(Portfolio::new(z3_if_found())),
        SolverName::Race => {
            Box::new(Portfolio::racing(z3_if_found(), Box::new(|| Box::pin(ready(())))))
        }
        SolverName::Process => {
            let mut process = Process::z3();
            let found = process.probe();
            found.map_err(|why| Trouble(format!("no solver: {why}; install z3")))?;
            Box::new(process)
        }
    };
    let folder = args.proofs.as_deref().map(proofs::Folder::new).transpose();
    let folder = folder.map_err(Trouble)?.map(RefCell::new);
    let mut proving;
    let solver: &mut dyn Solver = match &folder {
        Some(folder) => {
            proving = Proving::new(&mut *solver, |unsat| folder.borrow_mut().add(unsat));
            &mut proving
        }
        None => &mut *solver,
    };
    let mut terminal = Terminal {
        begin: Instant::now(),
        verbose: args.verbose,
        proofs: folder.as_ref(),
        query: String::new(),
    };
    let comparison = compare::compare(&left, &right, &options, solver, &mut terminal);
    let report = pollster::block_on(comparison);
    if let Some(folder) = &folder {
        folder.borrow_mut().finish().map_err(Trouble)?;
    }
    answer(&if args.json { pretty(&report) } else { in_words(&report) })?;
    Ok(if report.verdict == Verdict::Disequivalent { DIFFERENT } else { 0 })
}

/// The z3 of the PATH.
fn z3_if_found() -> Option<Box<dyn Solver>> {
    let mut process = Process::z3();
    let found = process.probe().is_ok();
    found.then(|| Box::new(process) as Box<dyn Solver>)
}

fn in_words(report: &Report) -> String {
    let verdict = match report.verdict {
        Verdict::Disequivalent => "disequivalent",
        Verdict::Equivalent => "equivalent",
        Verdict::EquivalentUpTo => "equivalent within the fuel",
        Verdict::PossiblyEquivalent => "possibly equivalent",
    };
    let stats = &report.stats;
    format!(
        "{verdict}\n{}\n({} runs, {} queries, {} and {} paths, {} ms)\n",
        report.reason.message,
        stats.runs,
        stats.queries,
        stats.paths[0],
        stats.paths[1],
        stats.elapsed_ms
    )
}

/// Tells of the comparison's events, and the time.
struct Terminal<'f> {
    begin: Instant,
    verbose: bool,
    proofs: Option<&'f RefCell<proofs::Folder>>,
    /// The name of the last query.
    query: String,
}

impl Observer for Terminal<'_> {
    fn event<'a>(&'a mut self, event: &'a Event) -> Signalled<'a> {
        if let Event::Query { name, .. } = event {
            self.query.clone_from(name);
        }
        if let Some(proofs) = self.proofs {
            proofs.borrow_mut().listen(&self.query, event);
        }
        if self.verbose {
            tell(&event_in_words(event));
        }
        Box::pin(ready(Signal::Continue(())))
    }

    fn elapsed_ms(&self) -> u64 {
        self.begin.elapsed().as_millis() as u64
    }
}

fn event_in_words(event: &Event) -> String {
    match event {
        Event::Run { number, driver, inputs, left, right, path, verifier_path, .. } => format!(
            "run {number}: driver {}, $1 = {}, $2 = {}, left {}, right {}\n    path: {}\n",
            driver.name(),
            inputs[0],
            inputs[1],
            run_in_words(left),
            run_in_words(right),
            [path.as_slice(), verifier_path].concat().join(", ")
        ),
        Event::Sweep { inputs } => format!("swept {inputs} inputs\n"),
        Event::Merged { answer, by, .. } => {
            let answer = match answer {
                AnswerKind::Sat => "they can differ",
                AnswerKind::Unsat => "they cannot differ",
                AnswerKind::Unknown => "unknown",
            };
            format!("all paths merged: {answer} ({by})\n")
        }
        Event::Difference { inputs: [a, b] } => {
            format!("they differ on $1 = {a}, $2 = {b}; looking for a smaller input\n")
        }
        Event::Smaller { inputs: [a, b] } => format!("they differ on $1 = {a}, $2 = {b}, too\n"),
        Event::Query { number, side, run, condition, flip, .. } => match flip {
            Some(_) => {
                let side = side.name();
                format!("query {number}: leave the path of run {run} ({side}) by {condition}\n")
            }
            None => format!("query {number}: on the paths of run {run}, {condition}\n"),
        },
        Event::Answer { query, answer, inputs, reason, by } => {
            let answer = match (answer, inputs, reason) {
                (AnswerKind::Sat, Some([a, b]), _) => format!("$1 = {a}, $2 = {b}"),
                (AnswerKind::Unknown, _, Some(reason)) => format!("unknown: {reason}"),
                (AnswerKind::Sat, ..) => "sat".to_owned(),
                (AnswerKind::Unsat, ..) => "no such input".to_owned(),
                (AnswerKind::Unknown, ..) => "unknown".to_owned(),
            };
            format!("answer {query}: {answer} ({by})\n")
        }
        Event::Diverged { run, query } => {
            format!("run {run} left the path that query {query} predicted\n")
        }
        Event::Verdict { .. } => String::new(),
    }
}

fn run_in_words(run: &RunReport) -> String {
    match (&run.fault, run.result) {
        (Some(fault), _) => format!("fault at {:#x} ({})", fault.at, fault.message),
        (None, Some(result)) => format!("{result}"),
        (None, None) => "out of fuel".to_owned(),
    }
}

fn run(args: &RunArgs) -> Result<u8, Trouble> {
    let image: Rc<Image> = Image::returning_to(&load(&args.file)?, args.return_address);
    let mut machine = Machine::new(&image, args.inputs);
    let (stop, trace) = if args.trace {
        let mut recorder = TraceRecorder::new(&image);
        let stop = machine.run(args.fuel, &mut recorder);
        (stop, Some(recorder.finish().to_string()))
    } else {
        (machine.run(args.fuel, &mut ()), None)
    };
    let report = compare::outcome::Outcome::of(&machine, stop).report();
    let output = String::from_utf8_lossy(&machine.output.bytes);
    if args.json {
        let mut object = serde_json::to_value(&report).expect("a report is plain data");
        object["output"] = json!(output);
        if let Some(trace) = trace {
            object["trace"] = json!(trace.lines().collect::<Vec<_>>());
        }
        answer(&pretty(&object))?;
    } else {
        let mut text = trace.unwrap_or_default();
        if !output.is_empty() {
            text.push_str(&format!("output: {output}\n"));
        }
        let end = match report.result {
            Some(result) => format!("$3 = {result} = {} = {result:#010x}", result as i32),
            None => run_in_words(&report),
        };
        text.push_str(&format!("{end} after {} steps\n", report.steps));
        answer(&text)?;
    }
    Ok(if stop == Stop::Done { 0 } else { DIFFERENT })
}

fn assemble(args: &AsmArgs) -> Result<u8, Trouble> {
    let text = read(&args.file)?;
    let program = program(&args.file, &text)?;
    match &args.output {
        None => {
            let text = String::from_utf8_lossy(&text);
            answer(&asm::render_listing(&asm::listing(&text, &program)))?;
        }
        Some(output) => {
            let bytes: Vec<u8> = program.words.iter().flat_map(|word| word.to_be_bytes()).collect();
            let written = fs::write(output, bytes);
            written.map_err(|error| Trouble(format!("{}: {error}", output.display())))?;
        }
    }
    Ok(0)
}

fn disassemble(args: &DisasmArgs) -> Result<u8, Trouble> {
    let bytes = read(&args.file)?;
    let words = words(&bytes).map_err(|why| Trouble(format!("{}: {why}", args.file.display())))?;
    answer(&asm::disassemble(&Program::from_words(words)))?;
    Ok(0)
}

/// The words of a file: hexadecimal text where all of it is, else bytes.
fn words(bytes: &[u8]) -> Result<Vec<u32>, String> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        let word = |token: &str| {
            let digits = token.strip_prefix("0x").unwrap_or(token);
            (digits.len() == 8).then(|| u32::from_str_radix(digits, 16).ok()).flatten()
        };
        if let Some(words) = text.split_whitespace().map(word).collect() {
            return Ok(words);
        }
    }
    if !bytes.len().is_multiple_of(4) {
        return Err(format!(
            "neither words of 8 hexadecimal digits nor a whole number of 4-byte words: {} bytes",
            bytes.len()
        ));
    }
    let word = |bytes: &[u8]| u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    Ok(bytes.chunks_exact(4).map(word).collect())
}

/// The program in a file.
fn load(path: &Path) -> Result<Program, Trouble> {
    program(path, &read(path)?)
}

/// The program of a text; its diagnostics go to the standard error.
fn program(path: &Path, bytes: &[u8]) -> Result<Program, Trouble> {
    let assembly = asm::assemble_bytes(bytes);
    if !assembly.diagnostics.is_empty() {
        let (name, text) = (path.display().to_string(), String::from_utf8_lossy(bytes));
        let render = match io::stderr().is_terminal() {
            true => diagnostic::render_styled,
            false => diagnostic::render,
        };
        tell(&render(&name, &text, &assembly.diagnostics));
    }
    assembly.program.ok_or(Trouble(String::new()))
}

fn read(path: &Path) -> Result<Vec<u8>, Trouble> {
    let read = if path == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(path)
    };
    read.map_err(|error| Trouble(format!("{}: {error}", path.display())))
}

fn pretty(value: &impl serde::Serialize) -> String {
    let mut text = serde_json::to_string_pretty(value).expect("plain data is JSON");
    text.push('\n');
    text
}

/// Writes an answer. A reader that has gone away has had enough.
fn answer(text: &str) -> Result<(), Trouble> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Trouble(format!("the standard output: {error}")))
        }
        _ => Ok(()),
    }
}

/// Writes a remark; there is nobody to tell where that fails.
fn tell(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

fn parse_word(text: &str) -> Result<u32, String> {
    let text = text.trim();
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let value = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(digits) => i64::from_str_radix(digits, 16),
        None => digits.parse(),
    };
    let value = value.map_err(|_| format!("`{text}` is not a number"))?;
    let value = if negative { -value } else { value };
    match (i32::try_from(value), u32::try_from(value)) {
        (_, Ok(value)) => Ok(value),
        (Ok(value), _) => Ok(value as u32),
        _ => Err(format!("`{text}` does not fit in 32 bits (-2147483648 to 4294967295)")),
    }
}

fn parse_inputs(text: &str) -> Result<[u32; 2], String> {
    match text.split(',').collect::<Vec<_>>()[..] {
        [a, b] => Ok([parse_word(a)?, parse_word(b)?]),
        _ => Err("expected two numbers with a comma between, such as 42,-1".to_owned()),
    }
}
