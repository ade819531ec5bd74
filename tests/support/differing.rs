//! Pairs of a folder that differ, with the data that an explanation starts from.

use std::fs;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use tamarin::contract::{Contract, Spec};
use tamarin::engines::difference::Difference;
use tamarin::engines::paths::{Options, compare};
use tamarin::link::assemble;
use tamarin::machine::{Image, Inputs};
use tamarin::program::Program;
use tamarin::solver::bitblast::Bitblast;

use crate::pairs::names;

/// A pair that differs.
pub struct Differing {
    pub texts: [String; 2],
    pub programs: [Program; 2],
    pub images: [Rc<Image>; 2],
    /// With the contract that the left program's first line has, where it has one.
    pub options: Options,
    pub witness: Inputs,
    /// The file with the expected report.
    pub expected: PathBuf,
}

impl Differing {
    /// The pairs of a folder.
    pub fn of(folder: &str) -> Vec<Differing> {
        names(folder).iter().map(|name| Differing::named(folder, name)).collect()
    }

    /// A sample of the pairs of a folder.
    pub fn sample(folder: &str, one_of: usize) -> impl Iterator<Item = Differing> {
        let names = crate::sample(names(folder).into_iter().collect(), one_of);
        names.into_iter().map(move |name| Differing::named(folder, &name))
    }

    /// A pair of a folder.
    pub fn named(folder: &str, name: &str) -> Differing {
        let path = |end: &str| crate::root().join(folder).join(format!("{name}{end}"));
        let texts = [".left.asm", ".right.asm"].map(|end| {
            fs::read_to_string(path(end)).unwrap_or_else(|why| panic!("{name}{end}: {why}"))
        });
        let directive = texts[0].lines().next().and_then(|line| line.strip_prefix(";@ contract: "));
        let spec: Spec = directive.map_or_else(Spec::default, |spec| {
            serde_json::from_str(spec).unwrap_or_else(|why| panic!("{name}: {why}"))
        });
        let contract = Arc::new(Contract::new(&spec).expect("it is a contract"));
        let programs =
            texts.each_ref().map(|text| assemble(text).program.expect("it is a program"));
        let images = [0, 1].map(|side| contract.image(side, &programs[side]).expect("it is short"));
        let options = Options { inputs: contract.first_inputs(), contract, ..Options::default() };
        let [left, right] = &images;
        let (mut solver, mut observer) = (Bitblast::new(), ());
        let report = pollster::block_on(compare(left, right, &options, &mut solver, &mut observer));
        let witness = report.witness.unwrap_or_else(|| panic!("{name} does not differ")).inputs;
        Differing { texts, programs, images, options, witness, expected: path(".expected") }
    }

    /// The difference.
    pub fn difference(&self) -> Difference<'_> {
        let Differing { images: [left, right], options, witness, .. } = self;
        Difference { images: [left, right], options, inputs: witness.clone() }
    }
}
