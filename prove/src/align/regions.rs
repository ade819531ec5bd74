//! Regions of memory that both programs keep alike: the array, and what is between the texts and the first word in which
//! runs differ, such as a stack frame.

use std::collections::BTreeSet;

use tamarin_kernel::claim::{Array, Claim};
use tamarin_kernel::evidence::{RegionText, Side};

use super::nodes::{Maker, Node};
use super::propose::Texts;

/// Where both memories agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Region {
    /// In the array.
    Array,
    /// From one address on, up to another one.
    Between(u64, u64),
}

impl Maker<'_> {
    /// Adds the regions in which something was stored and in which both memories agree in all states seen at a node.
    pub(super) fn regions(&self, node: &mut Node) {
        let layout = self.machine.layout;
        if !self.runs.protected(self.claim, self.machine).is_empty() {
            // The texts themselves change.
            return;
        }
        let text = self.claim.programs.iter().map(Vec::len).max().unwrap_or(0);
        let first = layout.cell * text as u64;
        let (mut alike, mut different) = (BTreeSet::new(), BTreeSet::new());
        let (mut elements, mut is_changed) = (BTreeSet::new(), false);
        for seen in &node.seen {
            let cells = Side::BOTH.map(|side| &self.stop(seen, side).cells);
            for &at in cells[0].keys().chain(cells[1].keys()).filter(|at| **at >= first) {
                let element = self.element(seen.0, at);
                let [a, b] = cells.map(|cells| cells.get(&at).copied().or(element).unwrap_or(0));
                let set = if a == b { &mut alike } else { &mut different };
                set.insert(at);
                elements.extend(element.map(|_| at));
                is_changed |= element.is_some() && a != b;
            }
        }
        if is_changed {
            // What comes before the first element that differs is no region that lasts.
            return;
        }
        // Loads of elements say nothing of each other once one program has stored something, even elsewhere.
        let stores =
            |seen: &_| Side::BOTH.into_iter().any(|it| !self.stop(seen, it).cells.is_empty());
        let has_array = array(self.claim).is_some();
        if !elements.is_empty() || has_array && node.seen.iter().any(stores) {
            node.regions.insert("region.array".into(), Region::Array);
            alike.retain(|at| !elements.contains(at));
        }
        let end = layout.accesses(layout.kept);
        let lower = layout.word - layout.cell;
        let end = different.first().map_or(end, |at: &u64| at.saturating_sub(lower));
        if self.moves() && alike.first().is_some_and(|at| *at < end) {
            node.regions.insert("region.stored".into(), Region::Between(first, end));
        }
    }

    /// Whether some load reads different addresses outside the array. Otherwise the equations of words say all that the
    /// programs read, such as the words of a frame, and regions only make proofs longer.
    fn moves(&self) -> bool {
        let mut loads = self.runs.loads.values().filter(|of| of.len() > 1);
        loads.any(|of| of.iter().any(|at| !self.is_element(*at)))
    }

    /// Whether an address is that of an element of the array, at its greatest length.
    pub(super) fn is_element(&self, at: u64) -> bool {
        let word = self.machine.layout.word;
        array(self.claim).is_some_and(|array| {
            (array.address..array.address + word * array.capacity).contains(&at)
        })
    }

    /// The address of the array.
    pub(super) fn array_address(&self) -> Option<i128> {
        array(self.claim).map(|array| i128::from(array.address))
    }

    /// The element of the array at an address, for an input.
    fn element(&self, input: usize, at: u64) -> Option<u64> {
        let array = array(self.claim)?;
        let word = self.machine.layout.word;
        let offset = at.checked_sub(array.address).filter(|it| it.is_multiple_of(word))?;
        let number = self.claim.inputs.iter().position(|name| *name == array.length)?;
        let length = self.runs.inputs[input][number] as usize;
        let elements = &self.runs.elements[input];
        elements.iter().take(length).nth((offset / word) as usize).copied()
    }
}

/// The array of both programs, if they are given the same one.
pub(super) fn array(claim: &Claim) -> Option<&Array> {
    let [left, right] = [0, 1].map(|side| claim.start[side].array.as_ref());
    left.filter(|_| left == right)
}

impl Texts<'_> {
    /// The region for the kernel.
    pub(super) fn region(&self, region: Region) -> RegionText {
        let of = Side::BOTH.map(|side| side.name().to_owned());
        let (from, size) = match region {
            Region::Array => {
                let array = array(self.claim);
                let word = self.machine.layout.word;
                array.map_or((0, String::new()), |it| (it.address, format!("{word}*{}", it.length)))
            }
            Region::Between(from, to) => (from, (to - from).to_string()),
        };
        RegionText { of, from: from.to_string(), size }
    }
}
