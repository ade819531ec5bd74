//! Pairs of the corpus that agree, with one token of the right program changed.

use std::rc::Rc;

use tamarin::engines::mend::{Edit, constants, edits};
use tamarin::engines::paths::outcome::{difference, outcome};
use tamarin::link::{self, File};
use tamarin::machine::{Image, Inputs};

use crate::examples::image;
use crate::pairs::{FOLDERS, Pair, Proved};
use crate::questions::Random;

/// A pair that agreed before its right program was edited.
#[derive(Clone)]
pub struct Mutant {
    pub name: String,
    pub left: Rc<Image>,
    pub right: Rc<Image>,
    /// The right program before the edit.
    pub before: String,
    /// And with it.
    pub text: String,
    /// What was changed.
    pub edit: Edit,
    /// Inputs on which the programs differ now.
    pub inputs: Inputs,
}

/// Mutants of the pairs that are proved to agree, as many, the same ones each time,
/// each with an input on which it differs.
pub fn mutants(count: usize) -> Vec<Mutant> {
    let pairs: Vec<Pair> = Pair::of(FOLDERS[0])
        .into_iter()
        .filter(|pair| pair.labels.verdict == Proved::Equivalent)
        .filter(|pair| !pair.labels.slow && !pair.labels.undecided)
        .collect();
    let mut random = Random(15);
    let mut mutants = Vec::new();
    while mutants.len() < count {
        let pair = &pairs[random.below(pairs.len())];
        let [left, before] = &pair.texts;
        let files = [File::text("", before)];
        let program = link::program(&files).output.expect("a pair is of programs");
        let left = image(left);
        let edits = edits(&program, &files, &constants(left.words()));
        let edit = edits[random.below(edits.len())].clone();
        let text = edit.apply(before);
        let Some(program) = link::assemble(&text).program else { continue };
        let right = Image::new(&program);
        if let Some(inputs) = differing([&left, &right], &mut random) {
            let (name, before) = (pair.labels.name.clone(), before.clone());
            mutants.push(Mutant { name, left, right, before, text, edit, inputs });
        }
    }
    mutants
}

/// An input on which two programs differ, by trying some.
fn differing([left, right]: [&Rc<Image>; 2], random: &mut Random) -> Option<Inputs> {
    let small = (0..64u32).map(|n| [n / 8, n % 8]);
    let drawn: Vec<[u32; 2]> = (0..64).map(|_| [random.word(), random.word()]).collect();
    small.chain(drawn).map(Inputs::from).find(|inputs| {
        let [a, b] = [left, right].map(|image| outcome(image, inputs, 10_000));
        difference(&a, &b).is_some()
    })
}
