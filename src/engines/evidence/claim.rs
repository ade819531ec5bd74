//! Converts a statement about two programs under a contract to a claim for the kernel.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::rc::Rc;

use tamarin_kernel::claim::{
    self, Array, Claim, Observed, Statement as KernelStatement, Steps, Word,
};
use tamarin_kernel::evidence::{FactText, Input, Side};

use super::premises::premises;
use crate::contract::{Contract, plain_names};
use crate::engines::statement::{Among, Extent, Statement};
use crate::machine::mips::Reg;
use crate::machine::setup::Observable;
use crate::machine::{Image, Initial, Inputs};

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

/// Two programs under a contract, for the kernel.
pub struct Stated<'i> {
    images: [&'i Rc<Image>; 2],
    /// The inputs, by [plain names](plain_names).
    pub names: Vec<String>,
    premises: Vec<FactText>,
    observed: Observed,
}

impl<'i> Stated<'i> {
    /// Two programs under a contract.
    ///
    /// # Errors
    ///
    /// The kernel cannot express the contract.
    pub fn new(images: [&'i Rc<Image>; 2], contract: &Contract) -> Result<Stated<'i>, Unsaid> {
        let is_free =
            |image: &&Rc<Image>| image.setup().array.is_some_and(|it| it.beyond.count > 0);
        if images.iter().any(is_free) {
            return Err(Unsaid::BEYOND);
        }
        let names = plain_names(&images[0].setup().names);
        let premises = premises(contract, &names);
        Ok(Stated { images, premises, observed: observed(images[0])?, names })
    }

    /// A claim about the programs.
    pub fn claim(&self, statement: KernelStatement) -> Claim {
        let elements = self.elements();
        let inputs = self.names.iter().enumerate();
        let inputs = inputs.filter(|(index, _)| !elements.contains(index));
        Claim {
            machine: "mips".into(),
            programs: self
                .images
                .map(|image| image.words().iter().map(|&word| word.into()).collect()),
            inputs: inputs.map(|(_, name)| name.clone()).collect(),
            start: self.images.map(|image| self.start(image)),
            premises: self.premises.clone(),
            observed: self.observed.clone(),
            statement,
        }
    }

    /// The claim that the programs agree on all inputs, for every number of steps.
    pub fn agree(&self, stop: claim::Stopping) -> Claim {
        self.claim(KernelStatement::Agree { steps: Steps::All, stop })
    }

    /// The claim of a statement.
    ///
    /// # Errors
    ///
    /// The kernel cannot express it.
    pub fn of(&self, statement: &Statement) -> Result<Claim, Unsaid> {
        if statement.inputs != Among::All && !self.elements().is_empty() {
            return Err(Unsaid(
                "that an array is the only one or the least one on which programs differ",
            ));
        }
        let (steps, stop) = of_extent(statement.extent);
        let witness = |words: &[u32]| Input {
            words: words.iter().map(|&word| word.into()).collect(),
            ..Input::default()
        };
        let statement = match (&statement.inputs, stop) {
            (Among::All, stop) => KernelStatement::Agree { steps, stop },
            (Among::OtherThan(words), claim::Stopping::Same) => {
                KernelStatement::Only { witness: witness(words), among: steps }
            }
            (Among::Before(words), claim::Stopping::Same) => {
                KernelStatement::Least { witness: witness(words), among: steps }
            }
            _ => return Err(Unsaid("that programs agree on some inputs if both stop")),
        };
        Ok(self.claim(statement))
    }

    /// The inputs that are elements of arrays.
    fn elements(&self) -> BTreeSet<usize> {
        let arrays = self.images.iter().filter_map(|image| image.setup().array);
        arrays.flat_map(|array| array.first..array.first + array.capacity as usize).collect()
    }

    /// An input, with the elements of arrays apart from the other words.
    fn input(&self, inputs: &Inputs) -> Input {
        let elements = self.elements();
        let words = inputs.iter().enumerate().filter(|(index, _)| !elements.contains(index));
        let words = words.map(|(_, &word)| word.into()).collect();
        let arrays = self.images.iter().filter_map(|image| image.setup().array).map(|array| {
            let all = array.first..array.first + array.capacity as usize;
            let elements = inputs[all].iter().map(|&word| word.into()).collect();
            (self.names[array.first].clone(), elements)
        });
        Input { words, arrays: arrays.collect() }
    }

    fn start(&self, image: &Image) -> claim::Start {
        let word = |initial: Initial| match initial {
            Initial::Word(number) => Word::Number(number.into()),
            Initial::Input(index) => Word::Input(self.names[index].clone()),
        };
        let is_set = |reg: &Reg| image.initial(*reg) != Initial::Word(0);
        let registers: BTreeMap<String, Word> = Reg::all()
            .filter(is_set)
            .map(|reg| (format!("${}", reg.number()), word(image.initial(reg))))
            .collect();
        let setup = image.setup();
        let array = setup.array.map(|array| Array {
            name: self.names[array.first].clone(),
            address: array.address.0.into(),
            length: self.names[array.length].clone(),
            capacity: array.capacity.into(),
        });
        let stream = setup.stream.iter().map(|&byte| word(byte)).collect();
        claim::Start { registers, return_address: image.return_address().into(), array, stream }
    }
}

/// The claim that a statement holds for two programs under a contract.
pub fn of_statement(
    images: [&Rc<Image>; 2],
    contract: &Contract,
    statement: &Statement,
) -> Result<Claim, Unsaid> {
    Stated::new(images, contract)?.of(statement)
}

/// The claim that the left program never stops on an input.
pub fn never_stops(
    images: [&Rc<Image>; 2],
    contract: &Contract,
    inputs: &Inputs,
) -> Result<Claim, Unsaid> {
    let stated = Stated::new(images, contract)?;
    let input = stated.input(inputs);
    Ok(stated.claim(KernelStatement::NeverStops { side: Side::Left, input }))
}

/// The claim that a program stops on an input: that it and itself both stop where each input is the input's word.
pub fn stops(image: &Rc<Image>, contract: &Contract, inputs: &Inputs) -> Result<Claim, Unsaid> {
    let stated = Stated::new([image; 2], contract)?;
    let claim = stated.agree(claim::Stopping::Both);
    let words = claim.inputs.iter().zip(stated.input(inputs).words);
    let premises = words.map(|(name, word)| FactText::Text(format!("{name} = {word}"))).collect();
    Ok(Claim { premises, ..claim })
}

/// The claim that both programs are done on every allowed input, and that facts about the inputs and their final states
/// hold. Nothing is compared besides.
pub fn of_ends(
    images: [&Rc<Image>; 2],
    contract: &Contract,
    facts: Vec<FactText>,
) -> Result<Claim, Unsaid> {
    let claim = Stated::new(images, contract)?.agree(claim::Stopping::Both);
    Ok(Claim { observed: Observed { facts, ..Observed::default() }, ..claim })
}

/// The claim that on every allowed input both programs stop, or neither does. Nothing is compared.
pub fn of_stopping(
    images: [&Rc<Image>; 2],
    contract: &Contract,
    stopping: claim::Stopping,
) -> Result<Claim, Unsaid> {
    let claim = Stated::new(images, contract)?.agree(stopping);
    Ok(Claim { observed: Observed::default(), ..claim })
}

/// The text of an input in facts of a claim: its name, or a load from the array that it is an element of.
pub fn input_text(image: &Image, index: usize) -> String {
    let setup = image.setup();
    match setup.array.filter(|array| array.has_word(index)) {
        Some(array) => {
            let address = array.element((index - array.first) as u32).0;
            format!("load(start.left, {address})")
        }
        None => plain_names(&setup.names)[index].clone(),
    }
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

fn observed(image: &Image) -> Result<Observed, Unsaid> {
    let setup = image.setup();
    let observation = &setup.observation;
    let mut all = Observed {
        registers: observation.result.then(|| "$3".to_owned()).into_iter().collect(),
        output: observation.output,
        ..Observed::default()
    };
    for observable in &observation.others {
        match *observable {
            Observable::Register(reg) => all.registers.push(format!("${}", reg.number())),
            Observable::Kept(_) => return Err(Unsaid("registers that are kept")),
            Observable::Word(address) => all.words.push(address.0.into()),
            // Without an array there is no such observation.
            Observable::Element(index) => {
                let address = setup.array.map_or(0, |array| array.element(index).0);
                all.words.push(address.into());
            }
            Observable::Array => all.array = true,
        }
    }
    Ok(all)
}
