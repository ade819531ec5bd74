//! `tamarin correlate`: merges two programs into one, or analyses the merged program (DIZY).

use clap::{Args, ValueEnum};
use pollster::block_on;

use super::contract::{Compared, ContractArgs};
use super::files::Files;
use super::machines::MachineArgs;
use super::trouble::Trouble;
use super::watch::stop_after;
use crate::asm::SourceLines;
use crate::cli::console::{DIFFERENT, WEAKER, answer, pretty};
use crate::engines::alignment::differencing::{Options, Partition, Widening, analyse};
use crate::engines::alignment::interleaving::{Interleaving, JoinAt};
use crate::engines::pause::Pause;
use crate::machine::Architecture;
use crate::views::correlating::{Uncorrelated, correlate as put_together, pairs};
use crate::views::differencing::{DifferencesView, Kind, Names};

/// Why there is none for ARM64.
const FOR_MIPS: &str = "correlate is for MIPS programs: what it merges and its abstract domain are 32-bit words in MIPS \
                        registers; `tamarin versions` shows two ARM64 programs side by side (--html)";

#[derive(Args)]
pub struct CorrelateArgs {
    /// The left program: .asm, .merl or .mips, or several separated by commas.
    left: Files,
    /// The right program.
    right: Files,
    #[command(flatten)]
    machine: MachineArgs,
    #[command(flatten)]
    contract: ContractArgs,
    /// Print the abstract states of that program at its differencing points, and whether the
    /// programs agree there.
    #[arg(long)]
    analyse: bool,
    #[command(flatten)]
    strategies: Strategies,
    /// Seconds for the analysis.
    #[arg(long, value_name = "SECONDS", default_value_t = 60, requires = "analyse")]
    seconds: u64,
    /// Print the analysis as one JSON object.
    #[arg(long, requires = "analyse")]
    pub json: bool,
}

// The strategies of an analysis. A doc comment would replace the text about the command.
#[derive(Args)]
struct Strategies {
    /// The order in which the programs move.
    #[arg(long, value_enum, default_value_t, requires = "analyse")]
    interleaving: InterleavingArg,
    /// Where the programs are compared, separated by commas.
    #[arg(
        long,
        value_enum,
        value_name = "LIST",
        value_delimiter = ',',
        default_value = "end,output,accesses,labels",
        requires = "analyse"
    )]
    differences: Vec<KindArg>,
    /// Which abstract states are joined.
    #[arg(long, value_enum, default_value_t, requires = "analyse")]
    partition: PartitionArg,
    /// Where they are joined, beside the heads of loops and the end.
    #[arg(long, value_enum, default_value_t, requires = "analyse")]
    join_at: JoinAtArg,
    /// Where they are widened.
    #[arg(long, value_enum, default_value_t, requires = "analyse")]
    widen_at: WidenAtArg,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum InterleavingArg {
    /// By a diff of both texts: paired instructions together.
    #[default]
    Diff,
    /// The left program to its end, then the right one.
    Sequential,
    /// Rounds of loops together, some of the one for some of the other, as runs suggest.
    Rounds,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum KindArg {
    /// Where both have stopped: the observed registers.
    End,
    /// Where they print: the words.
    Output,
    /// Where they access an array: the addresses.
    Accesses,
    /// At each point on the way: the words that both use from there on.
    Labels,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum PartitionArg {
    /// The states in which the same words of both programs are equal (Join-Equiv).
    #[default]
    Equivalence,
    /// All states (Join-All).
    All,
    /// The states with the same last outcome of each branch.
    Never,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum JoinAtArg {
    /// Only at loop heads and ends.
    #[default]
    Loops,
    /// Before each access of an array or a device (At-Diff).
    Differences,
    /// Where paths of both programs meet again, at paired instructions.
    Correlation,
    /// Where paths of either program meet again (At-Join).
    Joins,
    /// At the first instruction of each basic block.
    Labels,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum WidenAtArg {
    /// At each point.
    #[default]
    Points,
    /// At the heads of loops.
    Loops,
}

impl Strategies {
    fn options(&self) -> Options {
        Options {
            interleaving: match self.interleaving {
                InterleavingArg::Diff => Interleaving::Diff,
                InterleavingArg::Sequential => Interleaving::Sequential,
                InterleavingArg::Rounds => Interleaving::Rounds,
            },
            join_at: match self.join_at {
                JoinAtArg::Loops => JoinAt::Loops,
                JoinAtArg::Differences => JoinAt::Differences,
                JoinAtArg::Correlation => JoinAt::Correlation,
                JoinAtArg::Joins => JoinAt::Joins,
                JoinAtArg::Labels => JoinAt::Labels,
            },
            partition: match self.partition {
                PartitionArg::Equivalence => Partition::Equivalence,
                PartitionArg::All => Partition::All,
                PartitionArg::Never => Partition::Never,
            },
            widening: match self.widen_at {
                WidenAtArg::Points => Widening::Everywhere,
                WidenAtArg::Loops => Widening::Loops,
            },
        }
    }

    fn kinds(&self) -> Vec<Kind> {
        let is_asked = |kind: &Kind| {
            self.differences.iter().any(|asked| match asked {
                KindArg::End => *kind == Kind::End,
                KindArg::Output => *kind == Kind::Output,
                KindArg::Accesses => *kind == Kind::Accesses,
                KindArg::Labels => *kind == Kind::Labels,
            })
        };
        Kind::ALL.into_iter().filter(is_asked).collect()
    }
}

/// Prints the program that runs both programs, or its analysis.
pub fn correlate(args: &CorrelateArgs) -> Result<u8, Trouble> {
    if args.machine.of_both([&args.left, &args.right]) == Architecture::Arm64 {
        return Err(Trouble::argument(FOR_MIPS));
    }
    let compared = args.contract.compared(&args.left, &args.right)?;
    if args.analyse {
        return analysis(args, &compared);
    }
    let [left, right] = &compared.images;
    let both = put_together([left, right]).map_err(|why| trouble(&compared, &why))?;
    answer(&both.text)?;
    Ok(0)
}

/// Prints the abstract states, and whether the programs agree at the points that were asked for.
fn analysis(args: &CorrelateArgs, compared: &Compared) -> Result<u8, Trouble> {
    let options = args.strategies.options();
    if options.interleaving == Interleaving::Rounds && options.join_at != JoinAt::Loops {
        return Err(Trouble::argument(
            "--interleaving rounds follows whole rounds, so states are joined at loops only",
        ));
    }
    let Compared { contract, images, sources, programs } = compared;
    let [left, right] = images.each_ref();
    let partner = pairs([left, right]);
    let stop = stop_after(args.seconds);
    let found = analyse([left, right], contract, &partner, options, &stop, Pause::never());
    let found = block_on(found).map_err(|why| Trouble::new(why.to_string()))?;
    let lines = [0, 1].map(|side| SourceLines::new(&sources[side].texts(), &programs[side]));
    let names = Names { contract, lines: &lines };
    let view = DifferencesView::new(&found, &args.strategies.kinds(), &names);
    answer(&if args.json { pretty(&view) } else { view.text() })?;
    let is = |verdict: &str| view.kinds.iter().any(|kind| kind.verdict.verdict == verdict);
    // Words at labels may differ in programs that do the same, as counters do.
    let is_difference =
        |kind: Kind| view.kinds.iter().any(|it| it.kind == kind && it.verdict.verdict == "differ");
    Ok(match () {
        () if [Kind::End, Kind::Output, Kind::Accesses].into_iter().any(is_difference) => DIFFERENT,
        () if is("open") => WEAKER,
        () => 0,
    })
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
