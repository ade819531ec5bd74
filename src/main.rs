//! The command line: `tamarin compare`, `batch`, `grade`, `explain`, `prove`, `check`, `run`, `asm`, `link`,
//! `disasm` and `fmt`.
//!
//! Exit status as `diff`'s: 0 for no difference (for `run`: the program
//! stopped), 1 for a difference (for `run`: it did not; for `fmt --check`: a
//! file would change), 2 for trouble, 3 for a verdict that is weaker than
//! `compare --require` asks for.
//! Answers go to the standard output, all else to the standard error; with
//! `--json`, trouble is an object on the standard output, too.

mod cli {
    pub mod batch;
    pub mod certificate;
    pub mod compare;
    pub mod contract;
    pub mod correlate;
    pub mod explain;
    pub mod files;
    pub mod fmt;
    pub mod grade;
    pub mod mutants;
    pub mod page;
    pub mod proofs;
    pub mod trouble;
    pub mod versions;
    pub mod watch;
}

use std::fs;
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use cli::files::Files;
use cli::trouble::Trouble;
use serde_json::json;
use tamarin::asm;
use tamarin::contract::{Contract, Spec, table};
use tamarin::engines::paths::{self, Options};
use tamarin::link::merl;
use tamarin::machine::{Inputs, Machine, RETURN_ADDRESS, Stop};
use tamarin::program::Program;
use tamarin::report::words;
use tamarin::trace::TraceRecorder;
use tamarin::wlp4::Style;

/// Compares two MIPS assembly programs (CS241) for all inputs.
#[derive(Parser)]
#[command(
    version,
    after_help = "Exit status of compare: 0 no difference found, 1 disequivalent, \
                                 2 trouble, 3 a weaker verdict than --require asks for. A FILE of - is the standard input."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Look for an input ($1, $2) on which two programs differ.
    Compare(cli::compare::CompareArgs),
    /// Compare many pairs, each a line of JSON, and answer each in a line.
    Batch(cli::batch::BatchArgs),
    /// Compare a folder of submissions with a reference, and tell which do the same.
    Grade(cli::grade::GradeArgs),
    /// Tell why two programs differ, and what would mend it.
    Explain(cli::explain::ExplainArgs),
    /// Tell which wrong programs the tests of a program miss.
    Mutants(cli::mutants::MutantsArgs),
    /// Compare two versions of a program, procedure by procedure.
    Versions(cli::versions::VersionsArgs),
    /// Look for a proof that two programs agree, and write it to a file that can be
    /// checked.
    Prove(cli::certificate::ProveArgs),
    /// Check such a file, without believing anything in it.
    Check(cli::certificate::CheckArgs),
    /// Print one program that runs both, interleaved by what their texts have in common: at
    /// its end $3 is the left result and $4 the right one.
    Correlate(cli::correlate::CorrelateArgs),
    /// Run a program on an input.
    Run(RunArgs),
    /// Assemble a program and print its listing.
    Asm(AsmArgs),
    /// Link files to one program or object file.
    Link(LinkArgs),
    /// Print the assembly text of a program's words.
    Disasm(DisasmArgs),
    /// Format programs in place.
    Fmt(cli::fmt::FmtArgs),
}

#[derive(Args)]
struct RunArgs {
    /// The program: .asm, .merl or .mips, or several with commas between.
    #[arg(value_name = "FILES")]
    program: Files,
    /// $1 and $2: decimal, negative or 0x...
    #[arg(long, value_name = "A,B", value_parser = parse_pair, allow_hyphen_values = true, required_unless_present = "array")]
    inputs: Option<Inputs>,
    /// Give it this array instead, with commas between: its address in $1, its
    /// length in $2.
    #[arg(long, value_name = "A,B,...", value_parser = parse_inputs, allow_hyphen_values = true, conflicts_with = "inputs")]
    array: Option<Inputs>,
    /// What it can read.
    #[arg(long, value_name = "TEXT")]
    stdin: Option<String>,
    /// Steps that it may take.
    #[arg(long, value_name = "N", default_value_t = Options::default().fuel)]
    fuel: u64,
    /// The address that ends the program, $31 at the start.
    #[arg(long, value_name = "ADDRESS", value_parser = table::word, default_value_t = RETURN_ADDRESS)]
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
    /// The program: .asm, or several with commas between.
    #[arg(value_name = "FILES")]
    program: Files,
    /// Write the words here, most significant byte first, instead of a listing.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print the assembly that a WLP4 program is compiled to, as it looks in
    /// one of three styles, instead of a listing.
    #[arg(long, value_enum, value_name = "STYLE", conflicts_with = "output")]
    emit: Option<StyleName>,
    /// Write an object file (MERL), which is not linked with anything yet.
    #[arg(long, requires = "output")]
    object: bool,
}

#[derive(Args)]
struct LinkArgs {
    /// The files, in the order of their addresses: .asm or .merl.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Write the program's words here, most significant byte first.
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// Write one object file (MERL), in which names may be left to be filled in.
    #[arg(long)]
    object: bool,
}

#[derive(Args)]
struct DisasmArgs {
    /// An object file (MERL), or words: bytes, most significant first, or
    /// text in hexadecimal.
    file: PathBuf,
}

/// A difference, or a program that did not stop.
const DIFFERENT: u8 = 1;
/// No difference, but not the verdict that was required.
const WEAKER: u8 = 3;
/// Bad input, or no solver.
const TROUBLE: u8 = 2;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        // There are no arguments yet to look this up in.
        Err(error) if error.use_stderr() && std::env::args_os().any(|arg| arg == "--json") => {
            return trouble(&Trouble::with_arguments(&error), true);
        }
        Err(error) => error.exit(),
    };
    let as_json = match &cli.command {
        Command::Compare(args) => args.json,
        Command::Explain(args) => args.json,
        Command::Grade(args) => args.json,
        Command::Mutants(args) => args.json,
        Command::Prove(args) => args.json,
        Command::Check(args) => args.json,
        Command::Run(args) => args.json,
        Command::Versions(args) => args.json,
        Command::Correlate(_)
        | Command::Batch(_)
        | Command::Asm(_)
        | Command::Link(_)
        | Command::Disasm(_)
        | Command::Fmt(_) => false,
    };
    let result = match cli.command {
        Command::Compare(args) => cli::compare::compare(&args),
        Command::Batch(args) => cli::batch::batch(&args),
        Command::Grade(args) => cli::grade::grade(&args),
        Command::Mutants(args) => cli::mutants::mutants(&args),
        Command::Explain(args) => cli::explain::explain(&args),
        Command::Prove(args) => cli::certificate::prove(&args),
        Command::Check(args) => cli::certificate::check(&args),
        Command::Versions(args) => cli::versions::versions(&args),
        Command::Correlate(args) => cli::correlate::correlate(&args),
        Command::Run(args) => run(&args),
        Command::Asm(args) => assemble(&args),
        Command::Link(args) => link(&args),
        Command::Disasm(args) => disassemble(&args),
        Command::Fmt(args) => cli::fmt::fmt(&args),
    };
    match result {
        Ok(status) => ExitCode::from(status),
        Err(why) => trouble(&why, as_json),
    }
}

/// Tells why there is no answer.
fn trouble(why: &Trouble, as_json: bool) -> ExitCode {
    match as_json {
        // There is nobody to tell where that fails.
        true => drop(answer(&pretty(&why.in_json()))),
        false => tell(&why.in_words(io::stderr().is_terminal())),
    }
    ExitCode::from(TROUBLE)
}

fn run(args: &RunArgs) -> Result<u8, Trouble> {
    let spec = Spec {
        array: args.array.as_ref().map(|array| array.len() as u32),
        stdin: args.stdin.clone(),
        return_address: Some(args.return_address),
        ..Spec::default()
    };
    let contract =
        Contract::new(&spec).map_err(|problems| Trouble::with_contract(&spec, problems))?;
    let image = contract.image(0, &args.program.load()?).map_err(Trouble::new)?;
    let inputs: Inputs = match &args.array {
        Some(array) => std::iter::once(array.len() as u32).chain(array.iter().copied()).collect(),
        None => args.inputs.clone().unwrap_or_default(),
    };
    let mut machine = Machine::new(&image, &inputs);
    let (stop, trace) = if args.trace {
        let mut recorder = TraceRecorder::new(&image);
        let stop = machine.run(args.fuel, &mut recorder);
        (stop, Some(recorder.finish().to_string()))
    } else {
        (machine.run(args.fuel, &mut ()), None)
    };
    let report = paths::outcome::Outcome::of(&machine, stop).report();
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
            None => words::run(&report),
        };
        text.push_str(&format!("{end} after {} steps\n", report.steps));
        answer(&text)?;
    }
    Ok(if stop == Stop::Done { 0 } else { DIFFERENT })
}

/// What compiled code looks like.
#[derive(Clone, Copy, clap::ValueEnum)]
enum StyleName {
    /// Operands go through the stack, variables are in memory.
    Stack,
    /// Operands and variables are in registers where they can be.
    Registers,
    /// As the stack's, with what is known before it runs worked out.
    Folded,
}

fn assemble(args: &AsmArgs) -> Result<u8, Trouble> {
    if let Some(style) = args.emit {
        let style = match style {
            StyleName::Stack => Style::Stack,
            StyleName::Registers => Style::Registers,
            StyleName::Folded => Style::Folded,
        };
        answer(&args.program.compiled(style)?)?;
        return Ok(0);
    }
    let sources = args.program.read()?;
    match &args.output {
        Some(output) if args.object => write(output, &merl::write(&sources.object()?))?,
        Some(output) => write(output, &bytes(&sources.program()?))?,
        None => {
            let program = sources.program()?;
            answer(&asm::render_listing(&asm::listing(&sources.texts(), &program)))?;
        }
    }
    Ok(0)
}

fn link(args: &LinkArgs) -> Result<u8, Trouble> {
    let sources = Files(args.files.clone()).read()?;
    let bytes = match args.object {
        true => merl::write(&sources.object()?),
        false => bytes(&sources.program()?),
    };
    write(&args.output, &bytes)?;
    Ok(0)
}

/// The words of a program as a file has them.
fn bytes(program: &Program) -> Vec<u8> {
    program.words.iter().flat_map(|word| word.to_be_bytes()).collect()
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Trouble> {
    let written = fs::write(path, bytes);
    written.map_err(|error| Trouble::new(format!("{}: {error}", path.display())))
}

fn disassemble(args: &DisasmArgs) -> Result<u8, Trouble> {
    answer(&asm::disassemble(&cli::files::machine_code(&args.file)?))?;
    Ok(0)
}

fn read(path: &Path) -> Result<Vec<u8>, Trouble> {
    let read = if path == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(path)
    };
    read.map_err(|error| Trouble::new(format!("{}: {error}", path.display())))
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
            Err(Trouble::new(format!("the standard output: {error}")))
        }
        _ => Ok(()),
    }
}

/// Writes a remark; there is nobody to tell where that fails.
fn tell(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

fn parse_inputs(text: &str) -> Result<Inputs, String> {
    match text.trim() {
        "" => Ok(Inputs::default()),
        text => text.split(',').map(table::word).collect(),
    }
}

fn parse_pair(text: &str) -> Result<Inputs, String> {
    let words = parse_inputs(text)?;
    match words.len() == 2 {
        true => Ok(words),
        false => Err("expected two numbers with a comma between, such as 42,-1".to_owned()),
    }
}
