//! Converts explanations of differences to reports: addresses become lines, behaviour becomes
//! words.
//!
//! The engines [`cause`](crate::engines::cause), [`mend`](crate::engines::mend) and
//! [`regions`](crate::engines::regions) find the explanations; this module searches nothing. The checks of
//! RootCause (`AllFix`, `LeftPathFix`, `LeftPathEarliestFix`) are defined in `cause`.

#[cfg(feature = "evidence")]
pub mod arm64;

use std::rc::Rc;

use num_bigint::BigUint;

use crate::asm::SourceLines;
use crate::engines::cause::{
    Candidates, Cause, Check, Found, Member, Options, Search, Strategy, Suspects, Tally,
    WitnessWord,
};
use crate::engines::mend::{Change, Edit, Mend};
use crate::engines::regions::{Does, Estimate, Kind, Reason, Region, Regions};
use crate::engines::tree::{Fix, Site};
use crate::machine::mips::{Op, Reg, decode};
use crate::machine::{Image, Inputs, Machine, Slot, Stop};
use crate::program::Address;
use crate::report::{
    CandidatesReport, CauseReport, ChangeReport, CheckKind, Covers, EstimateReport, MendReport,
    OverflowReport, PairReport, PartReport, PlaceReport, Reference, RegionKind, RegionReport,
    RegionsReport, RuledOutReport, SearchReport, SearchStrategy, Side, WordKind, WordOf, words,
};

/// The report on the pair of instructions, or that there is none, and on pairs that together do
/// more. `None` if the search found neither. `lines` are those of the left and the right program,
/// `mended` the lines of the program after the fix, if there is one.
pub fn cause(
    search: &Search,
    images: [&Image; 2],
    lines: &[SourceLines; 2],
    suspects: &Suspects,
    mended: Option<&SourceLines>,
) -> Option<CauseReport> {
    let sources = Sources { images, lines: [0, 1].map(|side| Some(&lines[side])) };
    let none = CauseReport {
        check: CheckKind::None,
        reference: Reference::Left,
        left: None,
        mended: None,
        right: None,
        trivial: false,
        nothing_before: None,
        more: Vec::new(),
        together: None,
        part: None,
        ruled_out: ruled_out(search.tally),
        search: None,
    };
    let mut report = match &search.found {
        Found::Unknown => return None,
        Found::None => none,
        Found::Cause(cause) => {
            let Cause { check, reference, fix, is_trivial, is_nothing_before, words, .. } = cause;
            let of_mended = suspects.mended.as_ref().filter(|_| cause.is_mended);
            let sources = match of_mended {
                Some(image) => {
                    Sources { images: [image, images[1]], lines: [mended, sources.lines[1]] }
                }
                None => sources,
            };
            let [left, right] = sources.places((*reference, *fix), words).map(Some);
            let (reference, left, mended) = match cause.is_mended {
                true => (Reference::Mended, None, left),
                false => (Reference::from(*reference), left, None),
            };
            let (check, trivial) = (self::check(*check), *is_trivial);
            let nothing_before = is_nothing_before.then_some(true);
            CauseReport { check, reference, left, mended, right, trivial, nothing_before, ..none }
        }
    };
    if let Some(set) = &search.set {
        report.reference = set.reference.into();
        report.together = Some(check(set.check));
        for member in &set.members {
            let part = part(member);
            if matches!(&search.found, Found::Cause(cause) if cause.fix == member.fix) {
                report.part = Some(part);
                continue;
            }
            let [left, right] = sources.places((set.reference, member.fix), &member.words);
            report.more.push(PairReport { left, right, part });
        }
    }
    Some(report)
}

/// The numbers of pairs that are no cause.
fn ruled_out(tally: Tally) -> RuledOutReport {
    let Tally { equal, witness, inputs, proof, undecided, untried } = tally;
    RuledOutReport { equal, witness, inputs, proof, undecided, untried }
}

/// The part of the difference that a fix of a set repairs.
fn part(Member { sample, part, .. }: &Member) -> PartReport {
    PartReport {
        sample: sample.clone(),
        exact: part.as_ref().is_some_and(|part| part.is_exact),
        count: part.as_ref().and_then(|part| part.count.as_ref().map(ToString::to_string)),
        conditions: part.iter().flat_map(|part| &part.regions).map(condition).collect(),
    }
}

/// How a cause was searched for; nothing where all was left to the search.
pub fn search(options: &Options, found: &Search) -> Option<SearchReport> {
    let strategy = match options.strategy {
        Strategy::Likely if options.is_complete() => return None,
        Strategy::Likely => SearchStrategy::Likely,
        Strategy::Paper => SearchStrategy::Paper,
    };
    Some(SearchReport {
        strategy,
        asked: options.check.map(check),
        filter: options.filter.map(|filter| filter.to_string()),
        candidates: found.candidates.map(candidates),
    })
}

fn candidates(of: Candidates) -> CandidatesReport {
    let Candidates { pairs, equal, filtered, constrain_fix, binary_search, maxsat, .. } = of;
    let Candidates { runs, refuted, undecided, proved, untried, .. } = of;
    CandidatesReport {
        pairs,
        equal,
        filtered,
        constrain_fix,
        binary_search,
        maxsat,
        runs,
        refuted,
        undecided,
        proved,
        untried,
    }
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

/// The left program, or the program that replaces it as the reference, and the right one.
#[derive(Clone, Copy)]
struct Sources<'s> {
    images: [&'s Image; 2],
    lines: [Option<&'s SourceLines>; 2],
}

impl Sources<'_> {
    /// The left and the right instruction of a fix, with these words.
    fn places(&self, (reference, fix): (Side, Fix), words: &[WitnessWord; 2]) -> [PlaceReport; 2] {
        Side::BOTH.map(|side| {
            let place = if side == reference { fix.from } else { fix.to };
            let Site { at, occurrence, slot } = place;
            let WitnessWord { value, occurrence: execution, register, memory } =
                words[side as usize];
            let line = self.lines[side as usize].and_then(|lines| lines.at(at)).map(|it| it.line);
            PlaceReport {
                address: at.0,
                line,
                occurrence,
                word: word(slot),
                of: self.word_of(side, place),
                register: register.map(Reg::number),
                memory,
                value: Some(value),
                execution: Some(execution),
            }
        })
    }

    /// The kind of location of a word.
    fn word_of(&self, side: Side, Site { at, slot, .. }: Site) -> WordOf {
        let op = || {
            let word = self.images[side as usize].words().get(at.word_index())?;
            Some(decode(*word)?.op)
        };
        match slot {
            Slot::SecondOperand if matches!(op(), Some(Op::Div | Op::Divu)) => WordOf::Divisor,
            Slot::Register | Slot::FirstOperand | Slot::SecondOperand | Slot::Held(_) => {
                WordOf::Register
            }
            Slot::Hi => WordOf::Hi,
            Slot::Lo => WordOf::Lo,
            Slot::Memory => WordOf::Memory,
            Slot::Output => WordOf::Output,
            Slot::Taken | Slot::NotTaken => WordOf::Branch,
            Slot::Address => WordOf::Address,
        }
    }
}

fn word(slot: Slot) -> WordKind {
    match slot {
        Slot::Register | Slot::Hi | Slot::Lo | Slot::Memory | Slot::Output => WordKind::Written,
        Slot::Taken => WordKind::Taken,
        Slot::NotTaken => WordKind::NotTaken,
        Slot::Address => WordKind::Address,
        Slot::FirstOperand => WordKind::FirstOperand,
        Slot::SecondOperand => WordKind::SecondOperand,
        Slot::Held(_) => WordKind::Held,
    }
}

/// The report on an edit of a program; `names` are those of both programs' files.
pub fn mend(Mend { side, edit, proved }: &Mend, names: [&[&str]; 2]) -> MendReport {
    let names = names[side.index()];
    let Edit { file, line, from, to, more, .. } = edit;
    let file = (names.len() > 1).then(|| names[*file].to_owned());
    let change = |Change { line, from, to, .. }: &Change| ChangeReport {
        line: *line as u32,
        from: from.clone(),
        to: to.clone(),
    };
    let more = more.iter().map(change).collect();
    let (line, from, to) = (*line as u32, from.clone(), to.clone());
    MendReport { side: *side, file, line, from, to, more, proved: *proved }
}

/// The report on the inputs on which the programs differ; `lines` are those of both programs.
pub fn regions(regions: &Regions, lines: &[SourceLines; 2]) -> RegionsReport {
    let differ = regions.count.as_ref();
    RegionsReport {
        exact: regions.is_exact,
        count: regions.count.as_ref().map(ToString::to_string),
        bounds: regions.bounds.each_ref().map(ToString::to_string),
        all: regions.all.as_ref().map(ToString::to_string),
        estimate: regions.estimate.as_ref().map(estimate),
        overflow: regions.reasons.iter().map(|reason| overflow(reason, differ, lines)).collect(),
        regions: regions.regions.iter().map(|found| region(found, &lines[1])).collect(),
        within: regions.within.clone(),
    }
}

fn overflow(reason: &Reason, differ: Option<&BigUint>, lines: &[SourceLines; 2]) -> OverflowReport {
    let Reason { program, at, text, differing, agreeing } = reason;
    OverflowReport {
        side: Side::BOTH[*program],
        address: at.0,
        line: lines[*program].at(*at).map(|it| it.line),
        text: text.clone(),
        covers: if Some(differing) == differ { Covers::All } else { Covers::Some },
        count: differing.to_string(),
        elsewhere: agreeing.to_string(),
    }
}

fn estimate(estimate: &Estimate) -> EstimateReport {
    let Estimate { confidence, draws, differ, unknown, interval } = estimate;
    let interval = interval.each_ref().map(ToString::to_string);
    let (confidence, draws) = (*confidence, *draws);
    EstimateReport { confidence, draws, differ: *differ, unknown: *unknown, interval }
}

/// The number of steps on an input up to and including an execution of an instruction; executions
/// count from 1. `None` if there are not that many within the fuel.
pub fn steps_until(
    image: &Rc<Image>,
    inputs: &Inputs,
    fuel: u64,
    (at, execution): (Address, u32),
) -> Option<u64> {
    let mut machine = Machine::new(image, inputs);
    // The return address may be 0.
    let mut end = machine.run(0, &mut ());
    let mut executions = 0;
    while end == Stop::OutOfFuel && machine.steps < fuel {
        executions += u32::from(machine.state.pc == at.0);
        end = machine.run(1, &mut ());
        if executions == execution {
            return Some(machine.steps);
        }
    }
    None
}

/// What a program does on all inputs of a region, as a phrase.
fn does<F>(does: &Does<F>, fault: impl Fn(&F) -> String) -> String {
    match does {
        Does::Gives(seen, word) => words::does(Some((seen.clone(), word)), &[]),
        Does::Stops => "stops".to_owned(),
        Does::Prints(parts) => words::does(None, parts),
        Does::Faults(kind) => format!("faults ({})", fault(kind)),
        Does::RunsForEver => "never stops".to_owned(),
    }
}

fn kind(kind: Kind) -> RegionKind {
    match kind {
        Kind::Result => RegionKind::Result,
        Kind::Output => RegionKind::Output,
        Kind::LeftFaults => RegionKind::LeftFaults,
        Kind::RightFaults => RegionKind::RightFaults,
        Kind::NeverStops => RegionKind::NeverStops,
    }
}

fn region(region: &Region, lines: &SourceLines) -> RegionReport {
    let [left, right] =
        region.does.each_ref().map(|it| does(it, |fault| words::fault_of_region(*fault)));
    let wraps = region.wraps.as_ref().map(|wraps| {
        let mut of_wraps: Vec<u32> =
            wraps.iter().filter_map(|&at| Some(lines.at(at)?.line)).collect();
        of_wraps.dedup();
        of_wraps
    });
    RegionReport {
        kind: kind(region.kind),
        condition: region.condition.clone(),
        sample: region.sample.clone(),
        left,
        right,
        wraps,
        by: region.by.clone(),
        checked: region.checked,
        count: region.count.as_ref().map(ToString::to_string),
    }
}
