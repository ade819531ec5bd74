//! An upper bound where no few conditions separate the inputs on which two programs differ from
//! those on which they agree: conditions that hold wherever the programs differ, and in some places
//! where they agree.
//!
//! Each condition is proved for itself: where it fails, and those before it hold, the programs are
//! proved to agree. An input that refutes a proof becomes a sample, and rules the condition out.

use std::collections::BTreeSet;

use super::cells::cells;
use super::samples::{Label, Samples};
use super::{CONDITIONS, Found, Proof, agree, assuming, first};
use crate::engines::regions::atoms::Atom;
use crate::engines::regions::learn::Learner;
use crate::engines::regions::teller::Mips;
use crate::term::Term;

/// Maximum number of conditions that are tried. Doubling it doubles the time where none is proved.
const TRIED: usize = 8;

/// Conditions that hold on all inputs on which the programs differ; `None` if none is proved.
pub(super) async fn upper_bound(
    teller: &mut Mips<'_, '_>,
    atoms: &[Atom<Term>],
    samples: &mut Samples,
    left: &mut u64,
) -> Option<Found> {
    let (mut proved, mut failed): (Vec<usize>, BTreeSet<usize>) = Default::default();
    for _ in 0..TRIED {
        if proved.len() == CONDITIONS || *left == 0 || teller.judge.bench.is_over().await {
            break;
        }
        let mut learner = Learner::new(atoms);
        for sample in &samples.all {
            if sample.label != Label::Open {
                let is_inside = sample.label != Label::Agree;
                learner.add_labelled(&teller.judge, &sample.inputs, is_inside);
            }
        }
        let Some(atom) = learner.excluding(&proved, &failed) else { break };
        let before: Vec<String> = proved.iter().map(|&atom| atoms[atom].text.clone()).collect();
        match agree_without(teller, &before, &atoms[atom].text, samples, left).await {
            Proof::Holds(()) => proved.push(atom),
            Proof::Suspects(suspects) => {
                if !samples.learn_from(&teller.judge, &suspects) {
                    failed.insert(atom);
                }
            }
        }
    }
    let texts: Vec<String> = proved.iter().map(|&atom| atoms[atom].text.clone()).collect();
    let within = vec![texts.join(" and ")];
    (!texts.is_empty()).then_some(Found { regions: Vec::new(), is_exact: false, within })
}

/// Attempts to prove that the programs agree where some conditions hold and another one fails.
async fn agree_without(
    teller: &mut Mips<'_, '_>,
    before: &[String],
    text: &str,
    samples: &Samples,
    left: &mut u64,
) -> Proof<()> {
    for cell in cells(&[&[text.to_owned()]]) {
        let cell = [before, &cell].concat();
        let open = || Proof::Suspects(Vec::new());
        let Some(contract) = assuming(teller.judge.bench.contract(), &cell) else { return open() };
        match first(teller, &contract, &cell, samples).await {
            Some(None) => {}
            None => return open(),
            Some(Some(first)) => match agree(teller, &contract, &first, left).await {
                Proof::Holds(()) => {}
                suspects => return suspects,
            },
        }
    }
    Proof::Holds(())
}
