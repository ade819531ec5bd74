//! `tamarin correlate`: merges two programs into one.

use clap::Args;

use super::contract::{Compared, ContractArgs};
use super::files::Files;
use super::trouble::Trouble;
use crate::asm::SourceLines;
use crate::cli::console::answer;
use crate::views::correlating::{Uncorrelated, correlate as put_together};

#[derive(Args)]
pub struct CorrelateArgs {
    /// The left program: .asm, .merl or .mips, or several separated by commas.
    left: Files,
    /// The right program.
    right: Files,
    #[command(flatten)]
    contract: ContractArgs,
}

/// Prints the program that runs both programs.
pub fn correlate(args: &CorrelateArgs) -> Result<u8, Trouble> {
    let compared = args.contract.compared(&args.left, &args.right)?;
    let [left, right] = &compared.images;
    let both = put_together([left, right]).map_err(|why| trouble(&compared, &why))?;
    answer(&both.text)?;
    Ok(0)
}

/// Why there is no such program, with the file and the line of the reason.
fn trouble(Compared { sources, programs, .. }: &Compared, why: &Uncorrelated) -> Trouble {
    let Uncorrelated::Jump { side, at } = *why else { return Trouble::new(why.to_string()) };
    let (texts, names) = (sources[side].texts(), sources[side].names());
    let Some(line) = SourceLines::new(&texts, &programs[side]).at(at) else {
        return Trouble::new(why.to_string());
    };
    let name = names.get(line.file as usize).copied().unwrap_or_default();
    Trouble::new(format!("{name}:{}: {why}", line.line))
}
