//! `tamarin run`: runs a program on an input.

mod arm64;

use clap::Args;
use serde_json::{Value, json};

use super::console::{DIFFERENT, answer, parse_inputs, pretty};
use super::files::Files;
use super::machines::{MachineArgs, ModeArgs};
use super::trouble::Trouble;
use crate::contract::{Contract, Spec, table};
use crate::engines::paths::{self, Options};
use crate::machine::arm64::Mode;
use crate::machine::{Architecture, Inputs, Machine, RETURN_ADDRESS, Stop};
use crate::report::{RunReport, words};
use crate::trace::{Trace, TraceRecorder, passes};

#[derive(Args)]
pub struct RunArgs {
    /// The program: .asm, .wlp4, .merl, .mips or .com, or several separated by commas.
    #[arg(value_name = "FILES")]
    program: Files,
    /// $1 and $2: decimal, negative or 0x... For ARM64 x0, x1 and on, of 64 bits.
    #[arg(long, value_name = "A,B", allow_hyphen_values = true, required_unless_present = "array")]
    inputs: Option<String>,
    /// Give it this array instead, with commas between: its address in $1, its
    /// length in $2; for ARM64 in x0 and x1.
    #[arg(long, value_name = "A,B,...", allow_hyphen_values = true, conflicts_with = "inputs")]
    array: Option<String>,
    /// What it can read.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    stdin: Option<String>,
    /// Steps that it may take.
    #[arg(long, value_name = "N", default_value_t = Options::default().fuel)]
    fuel: u64,
    /// The address that ends the program, $31 at the start.
    #[arg(long, value_name = "ADDRESS", value_parser = table::word, default_value_t = RETURN_ADDRESS)]
    return_address: u32,
    /// Print the symbolic trace of the run. For ARM64: a line for each step, with what it changed.
    #[arg(long)]
    trace: bool,
    /// Print the trace after each pass as well, as the page's Inspect does.
    #[arg(long, requires = "trace")]
    passes: bool,
    #[command(flatten)]
    machine: MachineArgs,
    #[command(flatten)]
    mode: ModeArgs,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// `tamarin run`
pub fn run(args: &RunArgs) -> Result<u8, Trouble> {
    let sources = args.program.read_for(args.machine.architecture())?;
    if sources.architecture() == Architecture::Arm64 {
        return arm64::run(args, &sources);
    }
    if args.mode.mode() != Mode::Usual {
        return Err(Trouble::argument("--arm and --course are about ARM64, and this is for MIPS"));
    }
    let words = |text: &Option<String>, option, parse: fn(&str) -> Result<Inputs, String>| {
        let words = text.as_deref().map(parse).transpose();
        words.map_err(|why| invalid(text.as_deref().unwrap_or_default(), option, &why))
    };
    let pair = words(&args.inputs, "--inputs <A,B>", parse_pair)?;
    let array = words(&args.array, "--array <A,B,...>", parse_inputs)?;
    let spec = Spec {
        array: array.as_ref().map(|array| array.len() as u32),
        stdin: args.stdin.clone(),
        return_address: Some(args.return_address),
        ..Spec::default()
    };
    let contract =
        Contract::new(&spec).map_err(|problems| Trouble::with_contract(&spec, problems))?;
    let image = contract.image(0, &sources.program()?).map_err(Trouble::new)?;
    let inputs: Inputs = match &array {
        Some(array) => std::iter::once(array.len() as u32).chain(array.iter().copied()).collect(),
        None => pair.unwrap_or_default(),
    };
    let mut machine = Machine::new(&image, &inputs);
    let (stop, trace) = if args.trace {
        let mut recorder = TraceRecorder::new(&image);
        let stop = machine.run(args.fuel, &mut recorder);
        (stop, Some(recorder.finish()))
    } else {
        (machine.run(args.fuel, &mut ()), None)
    };
    let report = paths::outcome::Outcome::of(&machine, stop).report();
    let output = String::from_utf8_lossy(&machine.output.bytes);
    match args.json {
        true => answer(&pretty(&in_json(args, &report, &output, trace.as_ref())))?,
        false => answer(&in_words(args, &report, &output, trace.as_ref()))?,
    }
    Ok(if stop == Stop::Done { 0 } else { DIFFERENT })
}

/// The object that `--json` prints.
fn in_json(args: &RunArgs, report: &RunReport, output: &str, trace: Option<&Trace>) -> Value {
    let mut object = serde_json::to_value(report).expect("a report is plain data");
    object["output"] = json!(output);
    if let Some(trace) = trace {
        object["trace"] = json!(lines(trace));
        if args.passes {
            let passes = lowered(trace).into_iter().map(|(pass, trace)| {
                json!({ "name": pass.name, "summary": pass.summary, "trace": lines(&trace) })
            });
            object["passes"] = passes.collect();
        }
    }
    object
}

/// The text that is printed otherwise.
fn in_words(args: &RunArgs, report: &RunReport, output: &str, trace: Option<&Trace>) -> String {
    let mut text = match trace {
        Some(trace) if args.passes => with_passes(trace),
        Some(trace) => trace.to_string(),
        None => String::new(),
    };
    if !output.is_empty() {
        text.push_str(&format!("output: {output}\n"));
    }
    let end = match report.result {
        Some(result) => format!("$3 = {result} = {} = {result:#010x}", result as i32),
        None => words::run(report),
    };
    text.push_str(&format!("{end} after {} steps\n", report.steps));
    text
}

/// The trace after each pass, with all path conditions.
fn lowered(raw: &Trace) -> Vec<(&'static passes::Pass, Trace)> {
    passes::each(raw, Options::default().trace_depth())
}

fn lines(trace: &Trace) -> Vec<String> {
    trace.to_string().lines().map(str::to_owned).collect()
}

/// A trace as text, with the trace after each pass.
fn with_passes(raw: &Trace) -> String {
    let mut text = format!("raw: What the emulator recorded.\n{raw}");
    for (pass, trace) in lowered(raw) {
        text.push_str(&format!("\n{}: {}\n{trace}", pass.name, pass.summary));
    }
    text + "\n"
}

/// The error for an invalid value of an option.
fn invalid(text: &str, option: &str, why: &str) -> Trouble {
    Trouble::argument(format!("invalid value '{text}' for '{option}': {why}"))
}

fn parse_pair(text: &str) -> Result<Inputs, String> {
    let words = parse_inputs(text)?;
    match words.len() == 2 {
        true => Ok(words),
        false => Err("expected two numbers with a comma between, such as 42,-1".to_owned()),
    }
}
