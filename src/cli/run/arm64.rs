//! `tamarin run` for ARM64.

mod trace;

use serde_json::{Map, Value, json};

use super::{RunArgs, invalid};
use crate::cli::console::{DIFFERENT, answer, pretty, tell};
use crate::cli::files::Sources;
use crate::cli::machines::refuse_for_arm64;
use crate::cli::trouble::Trouble;
use crate::engines::arm64::table::words as parse;
use crate::machine::RETURN_ADDRESS;
use crate::machine::arm64::emulator::{Array, OBJECT_START};
use crate::machine::arm64::{Given, Image, Machine, Mode, Reg, Slot, Stop};
use crate::program::{PartKind, Program};
use crate::report::words::arm64 as words;

/// Runs the program. Prints a note if another source of the machine gives another result.
pub fn run(args: &RunArgs, sources: &Sources) -> Result<u8, Trouble> {
    let mode = args.mode.mode();
    refuse_for_arm64([("--passes", args.passes)])?;
    if args.return_address != RETURN_ADDRESS {
        return Err(Trouble::argument("--return-address is about MIPS; for ARM64 it is fixed"));
    }
    let (given, program) = (given(args)?, sources.program()?);
    let mut machine = machine(mode, &program, &given)?;
    let (stop, trace) = match args.trace {
        true => {
            let (stop, lines) = trace::traced(&mut machine, args.fuel);
            (stop, Some(lines))
        }
        false => (machine.run(args.fuel), None),
    };
    // The result of the course's emulator, if it may be another one.
    let is_other = mode != Mode::Course
        && (machine.remarks().flags_after_memory || machine.remarks().quotient_overflow);
    let other = is_other.then(|| run_in(Mode::Course, &program, &given, args.fuel)).transpose()?;
    if args.json {
        let mut object = in_json(mode, &machine, stop);
        object["course"] = match &other {
            Some((machine, stop)) => in_json(Mode::Course, machine, *stop),
            None => Value::Null,
        };
        if let Some(trace) = trace {
            object["trace"] = json!(trace);
        }
        answer(&pretty(&object))?;
    } else {
        remarks(&machine).iter().for_each(|(_, remark)| tell(&format!("note: {remark}\n")));
        if let Some((machine, stop)) = &other {
            tell(&format!("note: with --course: {}\n", in_words(machine, *stop)));
        }
        let output = String::from_utf8_lossy(&machine.output.bytes);
        let output = if output.is_empty() { String::new() } else { format!("output: {output}\n") };
        let trace = trace.iter().flatten().map(|line| format!("{line}\n")).collect::<String>();
        answer(&format!("{trace}{output}{}\n", in_words(&machine, stop)))?;
    }
    Ok(if stop == Stop::Done { 0 } else { DIFFERENT })
}

/// The inputs from the arguments.
fn given(args: &RunArgs) -> Result<Given, Trouble> {
    let words = |text: &Option<String>, option| match text {
        None => Ok(None),
        Some(text) => parse(text).map(Some).map_err(|why| invalid(text, option, &why)),
    };
    let registers = words(&args.inputs, "--inputs <A,B>")?.unwrap_or_default();
    if registers.len() > 29 {
        return Err(Trouble::argument("--inputs: x0 to x28 take 29 words"));
    }
    let array = words(&args.array, "--array <A,B,...>")?;
    let array = array.map(|elements| Array { address: None, elements });
    let stream = args.stdin.as_deref().unwrap_or_default().as_bytes().to_vec();
    Ok(Given { registers, array, stream, is_stream_free: false })
}

fn run_in(
    mode: Mode,
    program: &Program,
    given: &Given,
    fuel: u64,
) -> Result<(Machine, Stop), Trouble> {
    let mut machine = machine(mode, program, given)?;
    let stop = machine.run(fuel);
    Ok((machine, stop))
}

/// The program at its start.
fn machine(mode: Mode, program: &Program, given: &Given) -> Result<Machine, Trouble> {
    let machine = Machine::new(&image(mode, program), given);
    machine.ok_or_else(|| Trouble::argument("--array: it does not fit behind the program"))
}

/// A single object file is loaded at the address that the course's emulator uses; everything else
/// is linked at 0.
fn image(mode: Mode, program: &Program) -> std::rc::Rc<Image> {
    let mut words = program.words.clone();
    match (&program.parts[..], &program.relocations) {
        ([only], Some(relocations)) if only.kind == PartKind::Object => {
            for &word in relocations {
                words[word] = words[word].wrapping_add(OBJECT_START as u32);
            }
            Image::at(OBJECT_START, words, mode)
        }
        _ => Image::new(words, mode),
    }
}

/// How a run ended, as a sentence.
fn in_words(machine: &Machine, stop: Stop) -> String {
    let result = machine.result();
    let end = match stop {
        Stop::Done => format!("x0 = {result} = {} = {result:#018x}", result as i64),
        Stop::OutOfFuel => "it had not stopped".to_owned(),
        Stop::Fault(fault) => format!("fault: {}", words::fault(fault)),
    };
    format!("{end} after {} steps", machine.steps)
}

/// What other sources define differently, each with its name.
fn remarks(machine: &Machine) -> Vec<(&'static str, &'static str)> {
    let remarks = machine.remarks();
    let all = [
        (
            remarks.flags_at_start,
            "flags-at-start",
            "a b.cond read the flags before any cmp; they are as after cmp 1, 0 here, and anything on \
             a processor",
        ),
        (
            remarks.flags_after_memory,
            "flags-after-memory",
            "a b.cond read the flags behind an ldur or a stur without a cmp between; the course's \
             emulator writes them there",
        ),
        (
            remarks.quotient_overflow,
            "quotient-overflow",
            "-2^63 was divided by -1, which ends the course's emulator without an answer",
        ),
    ];
    all.into_iter().filter(|row| row.0).map(|(_, name, remark)| (name, remark)).collect()
}

/// A run as JSON. Words are strings, because a JSON number cannot represent all 64-bit words.
fn in_json(mode: Mode, machine: &Machine, stop: Stop) -> Value {
    let registers: Map<String, Value> = (0..32)
        .filter_map(Reg::new)
        .map(|reg| (reg.name(Slot::D), json!(machine.register(reg).to_string())))
        .collect();
    let names: Vec<_> = remarks(machine).into_iter().map(|(name, _)| name).collect();
    json!({
        "machine": "arm64",
        "mode": words::mode(mode),
        "outcome": match stop {
            Stop::Done => "done",
            Stop::OutOfFuel => "out-of-fuel",
            Stop::Fault(_) => "fault",
        },
        "result": match stop {
            Stop::Done => json!(machine.result().to_string()),
            _ => Value::Null,
        },
        "fault": match stop {
            Stop::Fault(fault) => json!({
                "kind": fault.kind.name(),
                "at": fault.at.to_string(),
                "message": words::fault(fault),
            }),
            _ => Value::Null,
        },
        "registers": registers,
        "output": String::from_utf8_lossy(&machine.output.bytes),
        "steps": machine.steps,
        "remarks": names,
    })
}
