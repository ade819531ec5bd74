//! Claims about a witness, which leave out inputs: [`Only`](Statement::Only) the witness itself, [`Least`](Statement::Least)
//! all inputs that are not smaller.
//!
//! A script for such a claim first splits the inputs by a [`Tree`]. Cases that the claim leaves out end at once; in the
//! others the programs are followed. Smaller is what the kernel's [`key`] says: fewer words are not zero; or as many, and the
//! absolute value of the first word is smaller; or that is the same, and the first word is positive and the witness's is
//! negative; then likewise for the next word.

use std::cmp::Ordering;

use tamarin_kernel::Claim;
use tamarin_kernel::claim::Statement;
use tamarin_kernel::evidence::{End, FactText, How, Script, Step};
use tamarin_kernel::scope::descent;
use tamarin_kernel::term::{Term, Terms};
use tamarin_kernel::walk::key;
use tamarin_kernel::word::Width;

use crate::Open;
use crate::walk::{Path, Walker};

/// Cases of the inputs.
#[derive(Clone, Debug, PartialEq)]
pub enum Tree {
    /// The claim is about these inputs.
    Covered,
    /// The claim leaves them out.
    Exempt,
    /// The case in which a fact holds, and the other one.
    Split(FactText, Box<[Tree; 2]>),
}

/// The inputs that a claim is about.
pub fn tree(claim: &Claim, width: Width) -> Tree {
    match &claim.statement {
        Statement::Only { witness, .. } => {
            let words = claim.inputs.iter().zip(&witness.words).rev();
            words.fold(Tree::Exempt, |rest, (name, word)| {
                split(at_word(name, *word), [rest, Tree::Covered])
            })
        }
        Statement::Least { witness, .. } => {
            let least = Least { names: &claim.inputs, witness: &witness.words, width };
            least.smaller(&mut Vec::new())
        }
        _ => Tree::Covered,
    }
}

/// Whether a claim is about an input.
pub fn is_about(claim: &Claim, width: Width, words: &[u64]) -> bool {
    let order = |words: &[u64]| {
        let key: Vec<(u64, bool)> =
            words.iter().map(|&word| (size(width, word), word >= width.half())).collect();
        (key.iter().filter(|(size, _)| *size > 0).count(), key)
    };
    match &claim.statement {
        Statement::Only { witness, .. } => words != witness.words,
        Statement::Least { witness, .. } => order(words) < order(&witness.words),
        _ => true,
    }
}

/// Whether a claim is about a witness.
pub(crate) fn has_witness(claim: &Claim) -> bool {
    matches!(claim.statement, Statement::Only { .. } | Statement::Least { .. })
}

/// The absolute value of a word.
fn size(width: Width, word: u64) -> u64 {
    if word < width.half() { word } else { width.wrap(word.wrapping_neg()) }
}

fn split(fact: FactText, cases: [Tree; 2]) -> Tree {
    Tree::Split(fact, Box::new(cases))
}

fn at_word(name: &str, word: u64) -> FactText {
    FactText::Text(format!("{name} = {word}"))
}

fn at_most(word: &str, most: u64) -> FactText {
    FactText::Text(format!("{word} <=u {most}"))
}

/// The inputs that are smaller than a witness.
struct Least<'l> {
    names: &'l [String],
    witness: &'l [u64],
    width: Width,
}

impl Least<'_> {
    /// The smaller inputs whose first words are zero or not as `zeros` says.
    fn smaller(&self, zeros: &mut Vec<bool>) -> Tree {
        let Some(name) = self.names.get(zeros.len()) else {
            let nonzero = zeros.iter().filter(|it| !**it).count();
            return match nonzero.cmp(&self.witness.iter().filter(|it| **it != 0).count()) {
                Ordering::Less => Tree::Covered,
                Ordering::Equal => self.from(zeros, 0),
                Ordering::Greater => Tree::Exempt,
            };
        };
        let cases = [true, false].map(|is_zero| {
            zeros.push(is_zero);
            let case = self.smaller(zeros);
            zeros.pop();
            case
        });
        split(at_word(name, 0), cases)
    }

    /// The smaller inputs with as many nonzero words as the witness, whose words before `at` have its absolute values and
    /// signs.
    fn from(&self, zeros: &[bool], at: usize) -> Tree {
        let Some(&witness) = self.witness.get(at) else { return Tree::Exempt };
        let (name, most) = (&self.names[at], size(self.width, witness));
        match (zeros[at], witness == 0) {
            (true, true) => return self.from(zeros, at + 1),
            (true, false) => return Tree::Covered,
            (false, true) => return Tree::Exempt,
            (false, false) => {}
        }
        let is_negative = witness >= self.width.half();
        let of_sign = |word: &str, equal: Tree| {
            let others = split(at_most(word, most), [equal, Tree::Exempt]);
            split(at_most(word, most - 1), [Tree::Covered, others])
        };
        let positive = if is_negative { Tree::Covered } else { self.from(zeros, at + 1) };
        let negative = if is_negative { self.from(zeros, at + 1) } else { Tree::Exempt };
        let cases = [of_sign(name, positive), of_sign(&format!("0 - {name}"), negative)];
        split(at_most(name, self.width.half() - 1), cases)
    }
}

impl Walker<'_> {
    /// A script for all paths from the start on which the claim is about the input.
    pub(crate) fn covered(&mut self, mut path: Path, tree: &Tree) -> Result<Script, Open> {
        match tree {
            Tree::Covered => {
                let proposal = self.proposal;
                self.split(path, &proposal.splits)
            }
            Tree::Exempt => {
                self.exempt(&mut path)?;
                Ok(path.script)
            }
            Tree::Split(fact, cases) => self.either(path, fact, |walker, path, holds| {
                walker.covered(path, &cases[usize::from(!holds)])
            }),
        }
    }

    /// Ends a path whose inputs the claim leaves out.
    fn exempt(&mut self, path: &mut Path) -> Result<(), Open> {
        let Statement::Least { witness, .. } = &self.claim.statement else {
            path.script.push(Step::End { end: End::Exempt, how: How::default() });
            return Ok(());
        };
        let inputs: Vec<Term> =
            self.claim.inputs.iter().map(|name| self.prover.inputs.names[name]).collect();
        let terms = &mut self.prover.terms;
        let witness: Vec<Term> = witness.words.iter().map(|&it| terms.constant(it)).collect();
        let (mut before, mut after) = (key(terms, &inputs)?, key(terms, &witness)?);
        before.push(terms.constant(1));
        after.push(Terms::ZERO);
        for component in 0..before.len() {
            let facts = descent(&mut self.prover.terms, &before, &after, component)?;
            if let Some(by) = self.descends(path, &facts)? {
                let how = How { by, component, ..How::default() };
                path.script.push(Step::End { end: End::Exempt, how });
                return Ok(());
            }
        }
        Err(Open::Obligation("the claim leaves out the input".into()))
    }
}

#[cfg(test)]
mod tests {
    use tamarin_kernel::claim::Steps;
    use tamarin_kernel::evidence::Input;

    use super::*;

    /// Where a tree has an input of words of this width.
    fn place<'t>(tree: &'t Tree, width: Width, input: &[u64]) -> &'t Tree {
        let value = |text: &str| {
            let (word, sign) = text.strip_prefix("0 - ").map_or((text, 1), |word| (word, -1));
            let index = if word == "a" { 0 } else { 1 };
            width.wrap((input[index] as i64 * sign) as u64)
        };
        let Tree::Split(fact, cases) = tree else { return tree };
        let FactText::Text(text) = fact else { panic!("{fact:?}") };
        let number = |text: &str| text.parse::<u64>().expect("a number");
        let holds = match text.split_once(" = ") {
            Some((word, other)) => value(word) == number(other),
            None => {
                let (word, most) = text.split_once(" <=u ").expect("an order");
                value(word) <= number(most)
            }
        };
        place(&cases[usize::from(!holds)], width, input)
    }

    #[test]
    fn trees_have_exactly_the_inputs_that_claims_are_about() {
        let width = Width::new(3).expect("a width");
        let all = || (0..64).map(|it| [it % 8, it / 8]);
        for words in all() {
            let input = || Input { words: words.to_vec(), ..Input::default() };
            let among = Steps::All;
            let statements = [
                Statement::Only { witness: input(), among },
                Statement::Least { witness: input(), among },
            ];
            for statement in statements {
                let claim = Claim {
                    machine: "mips".into(),
                    programs: Default::default(),
                    inputs: vec!["a".into(), "b".into()],
                    start: Default::default(),
                    premises: Vec::new(),
                    observed: Default::default(),
                    statement,
                };
                let tree = tree(&claim, width);
                for other in all() {
                    let is_covered = *place(&tree, width, &other) == Tree::Covered;
                    assert_eq!(is_covered, is_about(&claim, width, &other), "{words:?} {other:?}");
                }
            }
        }
    }
}
