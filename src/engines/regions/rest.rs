//! Proves that two programs agree on the inputs outside all regions, for every number of steps.
//!
//! If loops keep an exploration of paths from completing, its regions may still be complete. The inputs outside are
//! divided into [`cells`], and for each the programs are proved to agree ([`paths::prove`]). Partush and
//! Yahav distinguish a loop's difference from the agreement of both in the same way (section 7, Figs. 15 and 16).

use super::Region;
use super::cells::cells;
use super::conditions::{Conditions, Finding};
use super::judge::Judge;
use super::loops::assuming;
use crate::engines::paths;
use crate::engines::pause::Pause;
use crate::engines::tree::Bench;
use crate::evidence::Termination;

/// Whether it is proved that the programs agree outside all regions, and stop there on the same
/// inputs.
pub(super) async fn agrees(judge: &mut Judge<'_, '_>, regions: &[Region]) -> bool {
    let texts = regions.iter().map(|region| conjuncts(&region.condition));
    let texts: Vec<Vec<String>> = texts.collect();
    let conjunctions: Vec<&[String]> = texts.iter().map(Vec::as_slice).collect();
    for cell in cells(&conjunctions) {
        let Some(contract) = assuming(judge.bench.contract(), &cell) else { return false };
        let meanings = cell.iter().map(|text| judge.meaning(text)).collect::<Option<Vec<_>>>();
        let Some(meanings) = meanings else { return false };
        let all = judge.all(&meanings);
        let first = match judge.some(all, 1).await {
            Finding::Never => continue,
            Finding::Inputs(inputs) => inputs.into_iter().next(),
            Finding::Unknown => None,
        };
        let Some(first) = first else { return false };
        let Bench { images, solver, observer, stop, .. } = &mut judge.bench;
        let pause = Pause::new(async || observer.pause().await);
        let attempt = paths::prove(*images, &contract, &first, &mut **solver, stop, pause).await;
        let is_shown = attempt.proved.is_some_and(|proved| {
            proved.steps.is_none() && proved.termination != Termination::Open
        });
        if !is_shown {
            return false;
        }
    }
    true
}

/// The conjuncts of a condition, if it has no parentheses.
fn conjuncts(condition: &str) -> Vec<String> {
    match condition.contains(['(', ')']) || condition.contains(" or ") {
        true => vec![condition.to_owned()],
        false => condition.split(" and ").map(str::to_owned).collect(),
    }
}
