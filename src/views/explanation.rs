//! What explains a difference, in the form that leaves the program: addresses with
//! their lines, what programs do in words.
//!
//! Nothing here is found: the engines [`cause`](crate::engines::cause),
//! [`mend`](crate::engines::mend) and [`regions`](crate::engines::regions) found it.

use crate::engines::cause::{Cause, Check, Found, Member, Search, Tally, Word};
use crate::engines::mend::{Edit, Mend};
use crate::engines::regions::{Does, Kind, Region, Regions};
use crate::engines::tree::{Fix, Place};
use crate::program::Address;
use crate::report::{
    CauseReport, CheckKind, MendReport, PairReport, PartReport, PlaceReport, RegionKind,
    RegionReport, RegionsReport, RuledOutReport, Side, words,
};

/// The line of a program's text that a word comes from, from 1, where there is one.
pub type Lines<'l> = dyn Fn(Side, Address) -> Option<u32> + 'l;

/// The pair of instructions, or that there is none, and those that together do more;
/// `None` where none was found.
pub fn cause(search: &Search, line: &Lines) -> Option<CauseReport> {
    let Tally { equal, witness, inputs, proof, undecided, untried } = search.tally;
    let ruled_out = RuledOutReport { equal, witness, inputs, proof, undecided, untried };
    let none = CauseReport {
        check: CheckKind::None,
        reference: Side::Left,
        left: None,
        right: None,
        trivial: false,
        more: Vec::new(),
        together: None,
        part: None,
        ruled_out,
    };
    let mut report = match &search.found {
        Found::Unknown => return None,
        Found::None => none,
        Found::Cause(Cause { check, reference, fix, is_trivial, words }) => {
            let [left, right] = places((*reference, *fix), words, line).map(Some);
            let (check, trivial) = (self::check(*check), *is_trivial);
            CauseReport { check, reference: *reference, left, right, trivial, ..none }
        }
    };
    if let Some(set) = &search.set {
        report.reference = set.reference;
        report.together = Some(check(set.check));
        for Member { fix, sample, words, part } in &set.members {
            let part = PartReport {
                sample: sample.clone(),
                exact: part.as_ref().is_some_and(|part| part.is_exact),
                count: part.as_ref().and_then(|part| part.count.as_ref().map(ToString::to_string)),
                conditions: part.iter().flat_map(|part| &part.regions).map(condition).collect(),
            };
            let is_cause = matches!(&search.found, Found::Cause(cause) if cause.fix == *fix);
            if is_cause {
                report.part = Some(part);
                continue;
            }
            let [left, right] = places((set.reference, *fix), words, line);
            report.more.push(PairReport { left, right, part });
        }
    }
    Some(report)
}

fn condition(region: &Region) -> String {
    region.condition.clone()
}

fn check(check: Check) -> CheckKind {
    match check {
        Check::AllFix => CheckKind::AllFix,
        Check::LeftPathFix => CheckKind::LeftPathFix,
        Check::LeftPathEarliestFix => CheckKind::LeftPathEarliestFix,
    }
}

/// The left instruction of a fix and the right one, which write these words.
fn places((reference, fix): (Side, Fix), words: &[Word; 2], line: &Lines) -> [PlaceReport; 2] {
    Side::BOTH.map(|side| {
        let Place { at, occurrence, .. } = if side == reference { fix.from } else { fix.to };
        let Word { value, occurrence: execution } = words[side as usize];
        let (value, execution) = (Some(value), Some(execution));
        PlaceReport { address: at.0, line: line(side, at), occurrence, value, execution }
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
