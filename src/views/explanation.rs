//! What explains a difference, in the form that leaves the program: addresses with
//! their lines, what programs do in words.
//!
//! Nothing here is found: the engines [`cause`](crate::engines::cause),
//! [`mend`](crate::engines::mend) and [`regions`](crate::engines::regions) found it.

use crate::engines::cause::{Check, Found, Search, Tally, Word};
use crate::engines::mend::{Edit, Mend};
use crate::engines::regions::{Does, Kind, Region, Regions};
use crate::engines::tree::Place;
use crate::program::Address;
use crate::report::{
    CauseReport, CheckKind, MendReport, PlaceReport, RegionKind, RegionReport, RegionsReport,
    RuledOutReport, Side, words,
};

/// The line of a program's text that a word comes from, from 1, where there is one.
pub type Lines<'l> = dyn Fn(Side, Address) -> Option<u32> + 'l;

/// The pair of instructions, or that there is none; `None` where none was found.
pub fn cause(search: &Search, line: &Lines) -> Option<CauseReport> {
    let Tally { equal, witness, inputs, proof, undecided, untried } = search.tally;
    let ruled_out = RuledOutReport { equal, witness, inputs, proof, undecided, untried };
    let cause = match &search.found {
        Found::Cause(cause) => cause,
        Found::None => {
            return Some(CauseReport {
                check: CheckKind::None,
                reference: Side::Left,
                left: None,
                right: None,
                trivial: false,
                more: Vec::new(),
                ruled_out,
            });
        }
        Found::Unknown => return None,
    };
    let place = |side: Side| {
        let Place { at, occurrence, .. } = cause.place(side);
        let Word { value, occurrence: execution } = cause.words[side as usize];
        let (value, execution) = (Some(value), Some(execution));
        PlaceReport { address: at.0, line: line(side, at), occurrence, value, execution }
    };
    Some(CauseReport {
        check: match cause.check {
            Check::AllFix => CheckKind::AllFix,
            Check::LeftPathFix => CheckKind::LeftPathFix,
            Check::LeftPathEarliestFix => CheckKind::LeftPathEarliestFix,
        },
        reference: cause.reference,
        left: Some(place(Side::Left)),
        right: Some(place(Side::Right)),
        trivial: cause.is_trivial,
        more: Vec::new(),
        ruled_out,
    })
}

/// An edit of the right program, which is made of files with these names.
pub fn mend(Mend { edit, proved }: &Mend, names: &[&str]) -> MendReport {
    let Edit { file, line, from, to, .. } = edit;
    let file = (names.len() > 1).then(|| names[*file].to_owned());
    MendReport { file, line: *line as u32, from: from.clone(), to: to.clone(), proved: *proved }
}

/// The inputs on which the programs differ.
pub fn regions(regions: &Regions, line: &Lines) -> RegionsReport {
    RegionsReport {
        exact: regions.is_exact,
        count: regions.count.as_ref().map(ToString::to_string),
        bounds: regions.bounds.each_ref().map(ToString::to_string),
        regions: regions.regions.iter().map(|told| region(told, line)).collect(),
    }
}

fn region(region: &Region, line: &Lines) -> RegionReport {
    let [left, right] = region.does.each_ref().map(|does| match does {
        Does::Gives(result) => words::does(Some(result), &[], None),
        Does::Prints(parts) => words::does(None, parts, None),
        Does::Faults(fault) => words::does(None, &[], Some(*fault)),
        Does::RunsForEver => "never stops".to_owned(),
    });
    let mut wraps: Vec<u32> = region.wraps.iter().filter_map(|&at| line(Side::Right, at)).collect();
    wraps.dedup();
    RegionReport {
        kind: match region.kind {
            Kind::Result => RegionKind::Result,
            Kind::Output => RegionKind::Output,
            Kind::LeftFaults => RegionKind::LeftFaults,
            Kind::RightFaults => RegionKind::RightFaults,
            Kind::NeverStops => RegionKind::NeverStops,
        },
        condition: region.condition.clone(),
        sample: region.sample.clone(),
        left,
        right,
        wraps,
    }
}
