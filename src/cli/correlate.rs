//! `tamarin correlate`: two programs as one.

use clap::Args;

use super::contract::ContractArgs;
use super::files::Files;
use super::trouble::Trouble;
use crate::cli::console::answer;
use crate::views::correlating::correlate as put_together;

#[derive(Args)]
pub struct CorrelateArgs {
    /// The left program: .asm, .merl or .mips, or several with commas between.
    left: Files,
    /// The right program.
    right: Files,
    #[command(flatten)]
    contract: ContractArgs,
}

/// Prints the program that runs both.
pub fn correlate(args: &CorrelateArgs) -> Result<u8, Trouble> {
    let (_, images) = args.contract.images(&args.left, &args.right)?;
    let both = put_together([&images[0], &images[1]]);
    let both = both.map_err(|why| Trouble::new(why.to_string()))?;
    answer(&both.text)?;
    Ok(0)
}
