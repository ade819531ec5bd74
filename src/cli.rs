//! The command line: `tamarin compare`, `batch`, `grade`, `explain`, `prove`, `check`, `run`,
//! `asm`, `link`, `disasm` and `fmt`.
//!
//! Exit status as for `diff`: 0 for no difference (for `run`: the program stopped), 1 for a
//! difference (for `run`: it did not stop; for `fmt --check`: a file would change), 2 for trouble,
//! 3 for a verdict weaker than `compare --require` demands. Answers go to the standard output,
//! everything else to the standard error. With `--json`, trouble is also an object on the standard
//! output.

mod arm64;
mod batch;
mod certificate;
mod compare;
mod console;
mod contract;
mod correlate;
mod explain;
mod files;
mod fmt;
mod grade;
mod machine_code;
mod machines;
mod mutants;
mod page;
mod proofs;
mod quiz;
mod run;
mod trouble;
mod versions;
mod watch;

use std::io::{self, IsTerminal};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use console::{TROUBLE, answer, pretty, tell};
use trouble::Trouble;

/// Compares two MIPS or ARM64 assembly programs (CS241) for all inputs.
#[derive(Parser)]
#[command(
    version = concat!(env!("CARGO_PKG_VERSION"), " (", env!("TAMARIN_BUILD"), ")"),
    after_help = "Exit status of compare: 0 no difference found, 1 disequivalent, \
                                 2 trouble, 3 a weaker verdict than --require asks for. A FILE of - is the standard input."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

// Deferred, so that only the arguments of the requested command are built, which saves half of the
// instructions at startup. A doc comment on an arguments type would then replace the text here.
#[derive(Subcommand)]
#[command(defer = true)]
enum Command {
    /// Compare two programs: find an input on which they differ, or prove that there is none.
    Compare(compare::CompareArgs),
    /// Compare many pairs: one line of JSON for each pair, one for each answer.
    Batch(batch::BatchArgs),
    /// Compare a folder of submissions with a reference, and group those that do the same.
    Grade(grade::GradeArgs),
    /// Explain why two programs differ, and suggest a fix.
    Explain(explain::ExplainArgs),
    /// List the wrong programs (mutants) that the tests of a program miss.
    Mutants(mutants::MutantsArgs),
    /// Print a quiz about a program: which of its mutants do the same?
    Quiz(quiz::QuizArgs),
    /// Compare two versions of a program, procedure by procedure.
    Versions(versions::VersionsArgs),
    /// Prove that two programs agree, and write evidence to a file: a certificate.
    Prove(certificate::ProveArgs),
    /// Check evidence with the kernel, which trusts nothing in it.
    Check(certificate::CheckArgs),
    /// Print one program that runs both, interleaved by their common lines: it ends with the left
    /// result in $3 and the right one in $4. Or analyse it: where do both agree?
    Correlate(correlate::CorrelateArgs),
    /// Run a program on an input.
    Run(run::RunArgs),
    /// Assemble a program and print its listing.
    Asm(machine_code::AsmArgs),
    /// Link files to one program or object file.
    Link(machine_code::LinkArgs),
    /// Print the assembly text of a program's words.
    Disasm(machine_code::DisasmArgs),
    /// Format programs in place.
    Fmt(fmt::FmtArgs),
}

/// Runs the command that the arguments of this process name, and returns its exit status.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        // Parsing failed, so the option is not available as a field.
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
        Command::Quiz(args) => args.json,
        Command::Prove(args) => args.json,
        Command::Check(args) => args.json,
        Command::Run(args) => args.json,
        Command::Versions(args) => args.json,
        Command::Correlate(args) => args.json,
        Command::Batch(_)
        | Command::Asm(_)
        | Command::Link(_)
        | Command::Disasm(_)
        | Command::Fmt(_) => false,
    };
    let result = match cli.command {
        Command::Compare(args) => compare::compare(&args),
        Command::Batch(args) => batch::batch(&args),
        Command::Grade(args) => grade::grade(&args),
        Command::Mutants(args) => mutants::mutants(&args),
        Command::Quiz(args) => quiz::quiz(&args),
        Command::Explain(args) => explain::explain(&args),
        Command::Prove(args) => certificate::prove(&args),
        Command::Check(args) => certificate::check(&args),
        Command::Versions(args) => versions::versions(&args),
        Command::Correlate(args) => correlate::correlate(&args),
        Command::Run(args) => run::run(&args),
        Command::Asm(args) => machine_code::assemble(&args),
        Command::Link(args) => machine_code::link(&args),
        Command::Disasm(args) => machine_code::disassemble(&args),
        Command::Fmt(args) => fmt::fmt(&args),
    };
    match result {
        Ok(status) => ExitCode::from(status),
        Err(why) => trouble(&why, as_json),
    }
}

/// Reports why there is no answer. `as_json` is the option `--json`.
fn trouble(why: &Trouble, as_json: bool) -> ExitCode {
    match as_json {
        // A failure to write cannot be reported anywhere.
        true => drop(answer(&pretty(&why.in_json()))),
        false => tell(&why.in_words(io::stderr().is_terminal())),
    }
    ExitCode::from(TROUBLE)
}
