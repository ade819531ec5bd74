//! `tamarin asm`, `tamarin link` and `tamarin disasm`: converts texts to words and back.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::console::{answer, write};
use super::files::{Files, machine_code};
use super::machines::MachineArgs;
use super::trouble::Trouble;
use crate::asm;
use crate::machine::Architecture;
use crate::machine::arm64::armcom;
use crate::machine::mips::merl;
use crate::object::Object;
use crate::program::Program;
use crate::wlp4::Style;

#[derive(Args)]
pub struct AsmArgs {
    /// The program: .asm, .wlp4, or several separated by commas.
    #[arg(value_name = "FILES")]
    program: Files,
    /// Write the words here instead of a listing: most significant byte first, for ARM64
    /// least significant byte first.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print the assembly that a WLP4 program is compiled to, as it looks in
    /// one of three styles, instead of a listing: for MIPS if its numbers are
    /// int, for ARM64 if they are long.
    #[arg(long, value_enum, value_name = "STYLE", conflicts_with = "output")]
    emit: Option<StyleName>,
    /// Write an object file (MERL, for ARM64 ARMCOM), not linked yet.
    #[arg(long, requires = "output")]
    object: bool,
    #[command(flatten)]
    machine: MachineArgs,
}

#[derive(Args)]
pub struct LinkArgs {
    /// The files, in the order of their addresses: .asm, .wlp4, .merl or .com.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Write the program's words here: most significant byte first, for ARM64 least
    /// significant byte first.
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// Write one object file (MERL, for ARM64 ARMCOM), in which names may be left undefined.
    #[arg(long)]
    object: bool,
    #[command(flatten)]
    machine: MachineArgs,
}

#[derive(Args)]
pub struct DisasmArgs {
    /// An object file (MERL or ARMCOM), or words: bytes, for MIPS most significant first,
    /// or text in hexadecimal.
    file: PathBuf,
    #[command(flatten)]
    machine: MachineArgs,
}

/// What compiled code looks like.
#[derive(Clone, Copy, ValueEnum)]
pub enum StyleName {
    /// Operands go through the stack, variables are in memory.
    Stack,
    /// Operands and variables are in registers where they can be.
    Registers,
    /// As stack, with constants folded.
    Folded,
}

/// `tamarin asm`
pub fn assemble(args: &AsmArgs) -> Result<u8, Trouble> {
    let architecture = args.machine.architecture();
    if let Some(style) = args.emit {
        let style = match style {
            StyleName::Stack => Style::Stack,
            StyleName::Registers => Style::Registers,
            StyleName::Folded => Style::Folded,
        };
        answer(&args.program.compiled(architecture, style)?)?;
        return Ok(0);
    }
    let sources = args.program.read_for(architecture)?;
    let architecture = sources.architecture();
    match &args.output {
        Some(output) if args.object => {
            write(output, &object_file(architecture, &sources.object()?))?;
        }
        Some(output) => write(output, &bytes(architecture, &sources.program()?))?,
        None => {
            let program = sources.program()?;
            let rows = match architecture {
                Architecture::Mips => asm::listing(&sources.texts(), &program),
                Architecture::Arm64 => asm::arm64::listing(&sources.texts(), &program),
            };
            answer(&asm::render_listing(&rows))?;
        }
    }
    Ok(0)
}

/// `tamarin link`
pub fn link(args: &LinkArgs) -> Result<u8, Trouble> {
    let sources = Files(args.files.clone()).read_for(args.machine.architecture())?;
    let architecture = sources.architecture();
    let bytes = match args.object {
        true => object_file(architecture, &sources.object()?),
        false => bytes(architecture, &sources.program()?),
    };
    write(&args.output, &bytes)?;
    Ok(0)
}

/// The words of a program, in the format of a file.
fn bytes(architecture: Architecture, program: &Program) -> Vec<u8> {
    let bytes = match architecture {
        Architecture::Mips => u32::to_be_bytes,
        Architecture::Arm64 => u32::to_le_bytes,
    };
    program.words.iter().flat_map(|&word| bytes(word)).collect()
}

/// An object, in the format of a file.
fn object_file(architecture: Architecture, object: &Object) -> Vec<u8> {
    match architecture {
        Architecture::Mips => merl::write(object),
        Architecture::Arm64 => armcom::write(object),
    }
}

/// `tamarin disasm`
pub fn disassemble(args: &DisasmArgs) -> Result<u8, Trouble> {
    let (architecture, object) = machine_code(&args.file, args.machine.architecture())?;
    answer(&match architecture {
        Architecture::Mips => asm::disassemble(&object),
        Architecture::Arm64 => asm::arm64::disassemble(&object),
    })?;
    Ok(0)
}
