//! The command line: `tamarin compare`, `run`, `asm`, `disasm` and `fmt`.
//!
//! Exit status as `diff`'s: 0 for no difference (for `run`: the program
//! stopped), 1 for a difference (for `run`: it did not; for `fmt --check`: a
//! file would change), 2 for trouble.
//! Answers go to the standard output, all else to the standard error.

mod cli {
    pub mod compare;
    pub mod fmt;
    pub mod proofs;
}

use std::fs;
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;

use clap::{Args, Parser, Subcommand};
use serde_json::json;
use tamarin::asm;
use tamarin::compare::{self, Options};
use tamarin::cpu::{Image, Machine, RETURN_ADDRESS, Stop, TraceRecorder};
use tamarin::diagnostic;
use tamarin::program::Program;
use tamarin::report::RunReport;

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
    Compare(cli::compare::CompareArgs),
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
        Command::Compare(args) => cli::compare::compare(&args),
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
