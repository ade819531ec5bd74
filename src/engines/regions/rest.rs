//! Proves that two programs agree on the inputs outside all regions, for every number of steps.
//!
//! If loops keep an exploration of paths from completing, its regions may still be complete. The
//! contract is extended by the negation of all regions, as the text that a person would assume, and
//! the programs are compared by invariants of their loops
//! ([`alignment`](crate::engines::alignment)). Partush and Yahav distinguish a loop's difference
//! from the agreement of both in the same way (section 7, Figs. 15 and 16).

use std::rc::Rc;

use super::Region;
use crate::contract::{Contract, Spec};
use crate::engines::alignment;
use crate::engines::paths::sweep;
use crate::engines::pause::Pause;
use crate::engines::tree::Bench;
use crate::machine::{Image, Inputs};

/// Whether it is proved that the programs agree outside all regions, and stop there on the same
/// inputs.
pub(super) async fn agrees(bench: &mut Bench<'_>, regions: &[Region]) -> bool {
    let Some(contract) = without(bench.contract(), regions) else { return false };
    let Some(first) = allowed(&contract, bench.images) else { return false };
    let Bench { images, solver, observer, stop, .. } = bench;
    let pause = Pause::new(async || observer.pause().await);
    let attempt = alignment::prove(*images, &contract, &first, &mut **solver, stop, pause).await;
    attempt.proved.is_some_and(|proved| proved.stops_alike())
}

/// The contract with all regions excluded.
fn without(contract: &Contract, regions: &[Region]) -> Option<Contract> {
    let mut assume = contract.spec().assume.clone();
    assume.extend(regions.iter().map(|region| format!("not ({})", region.condition)));
    Contract::new(&Spec { assume, ..contract.spec().clone() }).ok()
}

/// An input of a contract, if trying likely ones finds one: an attempt begins with its run.
fn allowed(contract: &Contract, images: [&Rc<Image>; 2]) -> Option<Inputs> {
    sweep::candidates(contract, images, &contract.first_inputs())
        .find(|inputs| contract.allows(inputs))
}
