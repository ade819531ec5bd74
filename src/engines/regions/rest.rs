//! The inputs that no region has: that two programs agree there for every number of steps.
//!
//! Where a walk over the paths does not come to its end for loops, what it found may yet be
//! all. The contract is extended by that no region holds, as the text that a person would
//! assume, and the programs are compared by invariants of their loops
//! ([`alignment`](crate::engines::alignment)); this is how Partush and Yahav tell a loop's
//! difference from where both go on alike (section 7, Figs. 15 and 16).

use std::rc::Rc;

use super::Region;
use crate::contract::{Contract, Spec};
use crate::engines::alignment;
use crate::engines::paths::sweep;
use crate::engines::pause::Pause;
use crate::engines::tree::Bench;
use crate::machine::{Image, Inputs};

/// Whether it is proved that the programs agree wherever no region holds, and stop there on
/// the same inputs.
pub(super) async fn agrees(bench: &mut Bench<'_>, regions: &[Region]) -> bool {
    let Some(contract) = without(bench.contract(), regions) else { return false };
    let Some(first) = allowed(&contract, bench.images) else { return false };
    let Bench { images, solver, observer, stop, .. } = bench;
    let pause = Pause::new(async || observer.pause().await);
    let attempt = alignment::prove(*images, &contract, &first, &mut **solver, stop, pause).await;
    attempt.proved.is_some_and(|proved| proved.stops_alike())
}

/// The contract with all regions left out.
fn without(contract: &Contract, regions: &[Region]) -> Option<Contract> {
    let mut assume = contract.spec().assume.clone();
    assume.extend(regions.iter().map(|region| format!("not ({})", region.condition)));
    Contract::new(&Spec { assume, ..contract.spec().clone() }).ok()
}

/// An input of a contract, if one is found by trying likely ones: an attempt begins with its run.
fn allowed(contract: &Contract, images: [&Rc<Image>; 2]) -> Option<Inputs> {
    sweep::candidates(contract, images, &contract.first_inputs())
        .find(|inputs| contract.allows(inputs))
}
