//! `tamarin compare` of programs for different machines.

use super::CompareArgs;
use crate::asm::SourceLines;
use crate::cli::console::{answer, pretty, tell};
use crate::cli::contract::both;
use crate::cli::files::Sources;
use crate::cli::trouble::Trouble;
use crate::contract::{Contract, Spec};
use crate::engines::across::{self, Options, Programs};
use crate::machine::Architecture;
use crate::report::words;
use crate::views::across::{Text, report};

/// Compares two programs for these machines, the left one's first.
pub fn compare(args: &CompareArgs, order: [Architecture; 2]) -> Result<u8, Trouble> {
    refuse(args)?;
    let sources = both([args.left.read_for(Some(order[0])), args.right.read_for(Some(order[1]))])?;
    let programs = both(sources.each_ref().map(Sources::program))?;
    let spec = args.contract.spec()?;
    let rest = Spec { array: None, stdin: None, ..spec.clone() };
    if rest != Spec::default() {
        return Err(Trouble::argument(
            "for different machines a contract has --array and --stdin; other options are about one machine",
        ));
    }
    let array = spec.array.or_else(|| crate::cli::contract::usual_array(&sources, &tell));
    let spec = Spec { array, ..spec };
    let contract =
        Contract::new(&spec).map_err(|problems| Trouble::with_contract(&spec, problems))?;
    let side = |machine: Architecture| usize::from(order[1] == machine);
    let [mips, arm64] = [Architecture::Mips, Architecture::Arm64].map(side);
    let image = contract.image(mips, &programs[mips]).map_err(Trouble::new)?;
    let options = Options {
        mode: args.mode.mode(),
        fuel: args.fuel,
        array,
        stream: spec.stdin.clone().unwrap_or_default().into_bytes(),
    };
    let of_both = Programs { contract: &contract, mips: &image, arm64: &programs[arm64].words };
    let found = across::compare(&of_both, &options, &super::time(args));
    let lines = SourceLines::new(&sources[arm64].texts(), &programs[arm64]);
    let text = Text { program: &programs[arm64], lines: &lines };
    let report = report(&found, &options, order, &text);
    answer(&if args.json { pretty(&report) } else { words::across(&report) })?;
    Ok(super::status(args, report.verdict, None))
}

/// # Errors
///
/// Names the first option that is about one machine.
fn refuse(args: &CompareArgs) -> Result<(), Trouble> {
    let max_work = ("--max-work", args.max_work.is_some());
    match args.for_mips().into_iter().chain([max_work]).find(|(_, is_set)| *is_set) {
        Some((option, _)) => {
            Err(Trouble::argument(format!("{option} is about programs for one machine")))
        }
        None => Ok(()),
    }
}
