//! Reads the contract of a comparison from its options or from a file.

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use clap::Args;

use super::files::{Files, Sources};
use super::trouble::Trouble;
use crate::cli::console::{read, tell};
use crate::contract::table::{self, Row, Table};
use crate::contract::{ArrayAt, Contract, Spec};
use crate::engines::arm64;
use crate::engines::array_use::takes_array;
use crate::machine::{Image, Inputs};
use crate::program::Program;

/// The default maximal length of an array.
pub const USUAL_LENGTH: u32 = 4;

#[derive(Args)]
pub struct ContractArgs {
    /// Give the programs an array of up to N elements, each any number: $1 is
    /// its address, $2 its length.
    #[arg(long, value_name = "N")]
    array: Option<u32>,
    /// Where the array is: apart from the programs at 0x800000, or behind the last word of each, where
    /// the course's loader puts it.
    #[arg(long, value_name = "PLACE")]
    array_at: Option<ArrayPlace>,
    /// Let the first N words behind the array's last element hold any numbers. Otherwise they are zero, so a
    /// program that reads too far may not be noticed.
    #[arg(long, value_name = "N")]
    array_beyond: Option<u32>,
    /// The input stream of the programs: this text.
    #[arg(long, value_name = "TEXT", conflicts_with = "stdin_bytes", allow_hyphen_values = true)]
    stdin: Option<String>,
    /// The input stream of the programs: any N bytes.
    #[arg(long, value_name = "N")]
    stdin_bytes: Option<u32>,
    /// Give each program its own value of this input: $1, $2, a, beyond or in. A program that is compared
    /// with itself then shows whether its result depends on it.
    #[arg(long, value_name = "INPUT")]
    separate: Vec<String>,
    /// Compare only inputs that satisfy this condition, such as '$1 >= 0 and $2 != 0', '0 <= a[*] <
    /// 10', 'sorted(a)', 'not overflows($1 + $2)'; <u compares without a sign. For ARM64: 'x1 != 0'.
    #[arg(long, value_name = "CONDITION", allow_hyphen_values = true)]
    assume: Vec<String>,
    /// What is compared where programs stop, separated by commas: $3, output, $4..$7, a (the
    /// array's elements), a[0], [0x800000] (a word of memory), keeps $16..$23. The default is $3
    /// and output; with '' only whether both stop. For ARM64: x0, x19..x28, sp.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    observe: Option<Vec<String>>,
    /// The address that ends a program, $31 at the start.
    #[arg(long, value_name = "ADDRESS", value_parser = table::word)]
    return_address: Option<u32>,
    /// Read all of these options from a JSON file; options on the command line override it.
    #[arg(long, value_name = "FILE")]
    contract: Option<PathBuf>,
}

/// Where an array is in memory.
#[derive(Clone, Copy, clap::ValueEnum)]
enum ArrayPlace {
    /// At 0x800000.
    Apart,
    /// Behind the last word of each program.
    Behind,
}

/// Two programs to compare, with the contract.
pub struct Compared {
    pub contract: Arc<Contract>,
    /// Both programs under the contract.
    pub images: [Rc<Image>; 2],
    /// The content of their files.
    pub sources: [Sources; 2],
    /// The assembled programs.
    pub programs: [Program; 2],
}

impl Compared {
    /// Loads two programs under a contract. Warnings are passed to `tell`.
    pub fn new(
        mut spec: Spec,
        sources: [Sources; 2],
        tell: &dyn Fn(&str),
    ) -> Result<Compared, Trouble> {
        spec.array = spec.array.or_else(|| usual_array(&sources, tell));
        let contract = Contract::new(&spec)
            .map(Arc::new)
            .map_err(|problems| Trouble::with_contract(&spec, problems))?;
        let [left, right] = both(sources.each_ref().map(|sources| sources.linked(tell)))?;
        let image = |program, words| contract.image(program, words).map_err(Trouble::new);
        let images = [image(0, &left)?, image(1, &right)?];
        if images.iter().any(takes_array) {
            tell(&format!(
                "a program loads from memory at $1, and the inputs are two integers; \
                 --array {USUAL_LENGTH} compares arrays of up to {USUAL_LENGTH} numbers\n"
            ));
        }
        let programs = [left, right];
        Ok(Compared { contract, images, sources, programs })
    }
}

impl ContractArgs {
    /// The contract, and the images of two programs under it.
    pub fn images(
        &self,
        left: &Files,
        right: &Files,
    ) -> Result<(Arc<Contract>, [Rc<Image>; 2]), Trouble> {
        let Compared { contract, images, .. } = self.compared(left, right)?;
        Ok((contract, images))
    }

    /// The contract and two programs, with the content of the files.
    pub fn compared(&self, left: &Files, right: &Files) -> Result<Compared, Trouble> {
        let sources = both([left, right].map(Files::read))?;
        Compared::new(self.spec()?, sources, &tell)
    }

    /// Checks that these options make a contract, for programs that are read elsewhere.
    pub fn check(&self) -> Result<(), Trouble> {
        if self.contract.as_deref() == Some(Path::new("-")) {
            return Err(Trouble::argument("--contract: the standard input has the programs"));
        }
        let spec = self.spec()?;
        let made = Contract::new(&spec);
        made.map(drop).map_err(|problems| Trouble::with_contract(&spec, problems))
    }

    /// The spec, from these options or from the file that they name.
    pub fn spec(&self) -> Result<Spec, Trouble> {
        let mut spec = match &self.contract {
            Some(path) => {
                let bytes = read(path)?;
                let spec: Result<Spec, _> = serde_json::from_slice(&bytes);
                spec.map_err(|why| Trouble::new(format!("{}: {why}", path.display())))?
            }
            None => Spec::default(),
        };
        spec.array = self.array.or(spec.array);
        let place = self.array_at.map(|place| match place {
            ArrayPlace::Apart => ArrayAt::Apart,
            ArrayPlace::Behind => ArrayAt::Behind,
        });
        spec.array_at = place.or(spec.array_at);
        spec.array_beyond = self.array_beyond.or(spec.array_beyond);
        if self.stdin.is_some() || self.stdin_bytes.is_some() {
            (spec.stdin, spec.stdin_bytes) = (self.stdin.clone(), self.stdin_bytes);
        }
        if !self.separate.is_empty() {
            spec.separate.clone_from(&self.separate);
        }
        spec.assume.extend(self.assume.iter().cloned());
        if let Some(items) = &self.observe {
            // An empty text means an empty list.
            let said = items.iter().filter(|item| !item.trim().is_empty());
            spec.observe = Some(said.cloned().collect());
        }
        spec.return_address = self.return_address.or(spec.return_address);
        Ok(spec)
    }
}

/// What a comparison for ARM64 takes of a contract: the array, the input stream or its free bytes, what is assumed, and what
/// is observed.
/// `usual` is the capacity of the array where the contract has none.
///
/// # Errors
///
/// The contract contains something else, or its conditions or what it observes have errors.
pub fn for_arm64(
    spec: &Spec,
    usual: impl FnOnce() -> Option<u32>,
) -> Result<arm64::Options, Trouble> {
    let asked = Spec {
        array: spec.array.or_else(usual),
        stdin: spec.stdin.clone(),
        stdin_bytes: spec.stdin_bytes,
        assume: spec.assume.clone(),
        observe: spec.observe.clone(),
        ..Spec::default()
    };
    if (Spec { array: spec.array, ..asked.clone() }) != *spec {
        return Err(Trouble::argument(
            "for ARM64 a contract has --array, --stdin, --stdin-bytes, --assume and --observe; other options are not there \
             yet",
        ));
    }
    arm64::Options::of(&asked).map_err(|problems| Trouble::with_contract(spec, problems))
}

/// The capacity of the array that the programs are given where the contract has none: that of
/// [`USUAL_LENGTH`] if one of them is WLP4 whose `wain` takes an array. `tell` gets a remark then.
pub fn usual_array(sources: &[Sources; 2], tell: &dyn Fn(&str)) -> Option<u32> {
    if !sources.iter().any(Sources::take_array) {
        return None;
    }
    tell(&format!(
        "`wain` takes an array: comparing for all of up to {USUAL_LENGTH} numbers; \
         --array N is for others\n"
    ));
    Some(USUAL_LENGTH)
}

/// The first inputs of a comparison, which must be of the contract's kind.
pub fn first_inputs(contract: &Contract, asked: Option<&Inputs>) -> Result<Inputs, Trouble> {
    let Some(inputs) = asked else { return Ok(contract.first_inputs()) };
    let names = contract.names();
    if inputs.len() != names.len() {
        return Err(Trouble::argument(format!(
            "--inputs: expected {} numbers with commas between ({}), not {}",
            names.len(),
            names.join(","),
            inputs.len()
        )));
    }
    match contract.allows(inputs) {
        true => Ok(inputs.clone()),
        false => Err(Trouble::argument("--inputs: the contract does not allow these")),
    }
}

/// Where tests come from.
pub struct AsTests<'t> {
    /// A table.
    pub table: Option<&'t Path>,
    /// Single options.
    pub single: &'t [String],
}

/// The tests from a CSV file and from single options: inputs that the contract allows.
pub fn tests(
    contract: &Contract,
    file: Option<&Path>,
    given: &[String],
) -> Result<Vec<Inputs>, Trouble> {
    let mut tests = Vec::new();
    if let Some(path) = file {
        let name = path.display().to_string();
        let text = String::from_utf8(read(path)?)
            .map_err(|_| Trouble::new(format!("{name}: this is no UTF-8")))?;
        for Row { line, inputs } in Table::read(contract, &text).rows {
            tests.push(inputs.map_err(|why| Trouble::new(format!("{name}: line {line}: {why}")))?);
        }
    }
    for text in given {
        let inputs = table::row(contract, text);
        tests.push(inputs.map_err(|why| Trouble::argument(format!("--test {text}: {why}")))?);
    }
    Ok(tests)
}

/// Both results, or the errors of either.
pub fn both<T>(results: [Result<T, Trouble>; 2]) -> Result<[T; 2], Trouble> {
    match results {
        [Ok(left), Ok(right)] => Ok([left, right]),
        [Err(left), Err(right)] => Err(left.and(right)),
        [Err(why), _] | [_, Err(why)] => Err(why),
    }
}
