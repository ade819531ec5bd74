//! `tamarin asm`, `tamarin link` and `tamarin disasm`: from texts to words and back.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::console::{answer, write};
use super::files::{Files, machine_code};
use super::trouble::Trouble;
use crate::asm;
use crate::machine::mips::merl;
use crate::program::Program;
use crate::wlp4::Style;

#[derive(Args)]
pub struct AsmArgs {
    /// The program: .asm, or several separated by commas.
    #[arg(value_name = "FILES")]
    program: Files,
    /// Write the words here, most significant byte first, instead of a listing.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print the assembly that a WLP4 program is compiled to, as it looks in
    /// one of three styles, instead of a listing.
    #[arg(long, value_enum, value_name = "STYLE", conflicts_with = "output")]
    emit: Option<StyleName>,
    /// Write an object file (MERL), not linked yet.
    #[arg(long, requires = "output")]
    object: bool,
}

#[derive(Args)]
pub struct LinkArgs {
    /// The files, in the order of their addresses: .asm or .merl.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Write the program's words here, most significant byte first.
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// Write one object file (MERL), in which names may be left undefined.
    #[arg(long)]
    object: bool,
}

#[derive(Args)]
pub struct DisasmArgs {
    /// An object file (MERL), or words: bytes, most significant first, or
    /// text in hexadecimal.
    file: PathBuf,
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

/// `tamarin link`
pub fn link(args: &LinkArgs) -> Result<u8, Trouble> {
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

/// `tamarin disasm`
pub fn disassemble(args: &DisasmArgs) -> Result<u8, Trouble> {
    answer(&asm::disassemble(&machine_code(&args.file)?))?;
    Ok(0)
}
