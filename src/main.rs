//! The command line, which is [`tamarin::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    tamarin::cli::main()
}
