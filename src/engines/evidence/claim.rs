//! Converts the claim of a certificate to a claim for the kernel.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::rc::Rc;

use tamarin_checker::certificate::{
    self, Among, Certificate, Name, Observable, Observed, Premise, Product, Relation, Stopping,
};
use tamarin_kernel::claim::{self, Array, Claim, Statement, Steps, Word};
use tamarin_kernel::evidence::{FactText, Input, Side};

use crate::contract::{Contract, plain_names};
use crate::engines::certify::{self, Extent};
use crate::machine::{Image, Inputs};

/// The part of a claim that the kernel cannot express.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsaid(pub &'static str);

impl Unsaid {
    /// The kernel's arrays have zeros behind them.
    pub const BEYOND: Unsaid = Unsaid("memory behind the array that is free");
}

impl fmt::Display for Unsaid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the kernel's claims cannot state this: {}", self.0)
    }
}

impl std::error::Error for Unsaid {}

/// The claim that two programs agree for every number of steps, as the certificate states it.
pub fn claim(certificate: &Certificate) -> Result<Claim, Unsaid> {
    let stop = match certificate.stopping {
        Stopping::Open => claim::Stopping::Unclaimed,
        Stopping::Alike | Stopping::Always => claim::Stopping::Same,
    };
    claimed(certificate, Statement::Agree { steps: Steps::All, stop })
}

/// The claim that a statement holds for two programs under a contract.
pub fn of_statement(
    images: [&Rc<Image>; 2],
    contract: &Contract,
    statement: &certify::Statement,
) -> Result<Claim, Unsaid> {
    let (steps, stop) = of_extent(statement.extent);
    let witness = |words: &[u32]| Input {
        words: words.iter().map(|&word| word.into()).collect(),
        ..Input::default()
    };
    let statement = match (&statement.inputs, stop) {
        (Among::All, stop) => Statement::Agree { steps, stop },
        (Among::OtherThan(words), claim::Stopping::Same) => {
            Statement::Only { witness: witness(words), among: steps }
        }
        (Among::Before(words), claim::Stopping::Same) => {
            Statement::Least { witness: witness(words), among: steps }
        }
        _ => return Err(Unsaid("that programs agree on some inputs if both stop")),
    };
    claimed(&bare(images, contract)?, statement)
}

/// The claim that the left program never stops on an input.
pub fn never_stops(
    images: [&Rc<Image>; 2],
    contract: &Contract,
    inputs: &Inputs,
) -> Result<Claim, Unsaid> {
    let bare = bare(images, contract)?;
    let input = input(&bare, inputs);
    claimed(&bare, Statement::NeverStops { side: Side::Left, input })
}

/// The claim that a program stops on an input: that it and itself both stop where each input is the input's word.
pub fn stops(image: &Rc<Image>, contract: &Contract, inputs: &Inputs) -> Result<Claim, Unsaid> {
    let bare = bare([image; 2], contract)?;
    let statement = Statement::Agree { steps: Steps::All, stop: claim::Stopping::Both };
    let claim = claimed(&bare, statement)?;
    let words = claim.inputs.iter().zip(input(&bare, inputs).words);
    let premises = words.map(|(name, word)| FactText::Text(format!("{name} = {word}"))).collect();
    Ok(Claim { premises, ..claim })
}

/// Programs and their contract in the form of a certificate, with [plain names](plain_names).
fn bare(images: [&Rc<Image>; 2], contract: &Contract) -> Result<Certificate, Unsaid> {
    let bare = certify::bare(images, contract, Stopping::Alike).map_err(|_| Unsaid::BEYOND)?;
    Ok(with_plain_names(&bare))
}

/// An input, with the elements of arrays apart from the other words.
fn input(certificate: &Certificate, inputs: &Inputs) -> Input {
    let elements = elements(certificate);
    let words = inputs.iter().enumerate().filter(|(index, _)| !elements.contains(index));
    let words = words.map(|(_, &word)| word.into()).collect();
    let arrays = certificate.programs.iter().filter_map(|program| program.array).map(|array| {
        let all = array.first..array.first + array.capacity as usize;
        let elements = inputs[all].iter().map(|&word| word.into()).collect();
        (certificate.inputs[array.first].clone(), elements)
    });
    Input { words, arrays: arrays.collect() }
}

/// The runs that an extent covers, and its property of termination.
pub fn of_extent(extent: Extent) -> (Steps, claim::Stopping) {
    match extent {
        Extent::Always => (Steps::All, claim::Stopping::Same),
        Extent::IfBothStop => (Steps::All, claim::Stopping::Unclaimed),
        Extent::UpTo(steps) => (Steps::Within(steps), claim::Stopping::Same),
        Extent::IfBothStopWithin(steps) => (Steps::Within(steps), claim::Stopping::Unclaimed),
    }
}

/// A certificate whose inputs have [plain names](plain_names).
pub fn with_plain_names(certificate: &Certificate) -> Certificate {
    Certificate { inputs: plain_names(&certificate.inputs), ..certificate.clone() }
}

/// A claim about the programs of a certificate.
fn claimed(certificate: &Certificate, statement: Statement) -> Result<Claim, Unsaid> {
    let elements = elements(certificate);
    let indices = (0..certificate.inputs.len()).filter(|index| !elements.contains(index));
    let inputs = indices.map(|index| certificate.inputs[index].clone()).collect();
    let premises = certificate.premises.iter().map(|it| premise(certificate, it));
    Ok(Claim {
        machine: "mips".into(),
        programs: certificate
            .programs
            .each_ref()
            .map(|program| program.words.iter().map(|word| u64::from(*word)).collect()),
        inputs,
        start: certificate.programs.each_ref().map(|program| start(certificate, program)),
        premises: premises.collect::<Result<_, _>>()?,
        observed: observed(&certificate.observed)?,
        statement,
    })
}

/// The inputs that are elements of arrays.
fn elements(certificate: &Certificate) -> BTreeSet<usize> {
    let arrays = certificate.programs.iter().filter_map(|program| program.array);
    arrays.flat_map(|array| array.first..array.first + array.capacity as usize).collect()
}

fn start(certificate: &Certificate, program: &certificate::Program) -> claim::Start {
    let word = |start: certificate::Start| match start {
        certificate::Start::Word(number) => Word::Number(number.into()),
        certificate::Start::Input(index) => Word::Input(certificate.inputs[index].clone()),
    };
    let registers: BTreeMap<String, Word> = program
        .registers
        .iter()
        .map(|(&number, &start)| (format!("${number}"), word(start)))
        .collect();
    let array = program.array.map(|array| Array {
        name: certificate.inputs[array.first].clone(),
        address: array.address.into(),
        length: certificate.inputs[array.length].clone(),
        capacity: array.capacity.into(),
    });
    let stream = program.stream.iter().map(|&byte| word(byte)).collect();
    claim::Start { registers, return_address: program.return_address.into(), array, stream }
}

fn observed(observed: &Observed) -> Result<claim::Observed, Unsaid> {
    let mut all = claim::Observed {
        registers: observed.result.then(|| "$3".to_owned()).into_iter().collect(),
        output: observed.output,
        ..claim::Observed::default()
    };
    for other in &observed.others {
        match other {
            Observable::Register(number) => all.registers.push(format!("${number}")),
            Observable::Word(at) => all.words.push((*at).into()),
            Observable::Kept(_) => return Err(Unsaid("registers that are kept")),
            Observable::Array => all.array = true,
        }
    }
    Ok(all)
}

/// The kernel's notation for a relation.
pub(super) const fn sign(relation: Relation) -> &'static str {
    match relation {
        Relation::Ult => "<u",
        Relation::Ule => "<=u",
        Relation::Slt => "<",
        Relation::Sle => "<=",
        Relation::Ne => "!=",
        Relation::Eq => "=",
    }
}

fn premise(certificate: &Certificate, premise: &Premise) -> Result<FactText, Unsaid> {
    let Premise(a, relation, b) = premise;
    let relation = sign(*relation);
    let (a, b) = (sum(certificate, a)?, sum(certificate, b)?);
    Ok(FactText::Text(format!("{a} {relation} {b}")))
}

fn sum(certificate: &Certificate, sum: &[Product]) -> Result<String, Unsaid> {
    let elements = elements(certificate);
    let mut texts = Vec::new();
    for Product(factor, of) in sum {
        let mut product = factor.to_string();
        for name in of {
            let Name::Input(index) = name else { return Err(Unsaid("premises of other words")) };
            if elements.contains(index) {
                return Err(Unsaid("premises about the elements of an array"));
            }
            product += &format!("*{}", certificate.inputs[*index]);
        }
        texts.push(product);
    }
    Ok(if texts.is_empty() { "0".into() } else { texts.join(" + ") })
}
