//! Converts explanations of differences of ARM64 programs to reports.
//!
//! The checks of RootCause (`AllFix` and the weaker ones) are defined in [`cause`](crate::engines::cause).

use std::rc::Rc;

use crate::asm::SourceLines;
use crate::asm::arm64::text_at;
use crate::engines::arm64::Differing;
use crate::engines::cause::Check;
use crate::engines::cause::arm64::{Cause, Counts, Member, Site, Written};
use crate::engines::regions::arm64::Found;
use crate::machine::arm64::memory::MEMORY_END;
use crate::machine::arm64::record::{Location, Slot};
use crate::machine::arm64::{Image, Instruction, Op, Register, decode};
use crate::program::{Address, Program};
use crate::report::arm64::{
    Arm64Cause, Arm64Pair, Arm64Parting, Arm64PartingKind, Arm64Place, Arm64RegionReport,
    Arm64RegionsReport, Arm64Step, texts,
};
use crate::report::words::arm64 as words;
use crate::report::{CheckKind, Side, WordKind, WordOf};
use crate::views::lockstep::arm64::{Effect, Timeline, printer, register_name};
use crate::views::lockstep::{Lockstep, PartingKind};

/// Two programs with their lines.
#[derive(Clone, Copy)]
pub struct Sources<'s> {
    /// The programs, as they were compared.
    pub programs: [&'s Program; 2],
    /// Their lines.
    pub lines: &'s [SourceLines; 2],
}

impl Sources<'_> {
    fn line(&self, side: Side, at: u64) -> Option<u32> {
        let at = u32::try_from(at).ok()?;
        self.lines[side.index()].at(Address(at)).map(|it| it.line)
    }

    /// The text of the program's word at an address. A branch has its label.
    fn text(&self, side: Side, at: u64) -> String {
        let words = &self.programs[side.index()].words;
        let word = usize::try_from(at / 4).ok().and_then(|index| words.get(index).copied());
        match word.and_then(decode) {
            Some(instruction) => self.text_of(side, at, instruction),
            None => String::new(),
        }
    }

    fn text_of(&self, side: Side, at: u64, instruction: Instruction) -> String {
        text_at(self.programs[side.index()], Address(address(at)), instruction)
    }
}

/// Where the runs of two programs on the witness part, if they do within the recorded steps.
pub fn parting(differing: &Differing<'_>, sources: Sources<'_>) -> Option<Arm64Parting> {
    let Differing { options, tried, .. } = *differing;
    let steps = options.fuel.min(tried.longest()).max(tried.steps());
    let record = |side: Side| {
        let program = sources.programs[side.index()];
        let image: Rc<Image> = options.image(&program.words);
        let steps = steps.saturating_add(1);
        let timeline = Timeline::record(&image, printer(program), &tried.given, steps)?;
        Some(timeline.ending_as(&tried.runs[side.index()]))
    };
    let lockstep = Lockstep::of([record(Side::Left)?, record(Side::Right)?]);
    let parting = lockstep.parting()?;
    let step = |side: Side| {
        let timeline = &lockstep.runs()[side.index()];
        parting.steps[side.index()].map(|step| of_step(timeline, step, side, sources))
    };
    Some(Arm64Parting {
        kind: match parting.kind {
            PartingKind::Branch => Arm64PartingKind::Branch,
            PartingKind::Value => Arm64PartingKind::Value,
            PartingKind::Output => Arm64PartingKind::Output,
            PartingKind::Fault => Arm64PartingKind::Fault,
        },
        left: step(Side::Left),
        right: step(Side::Right),
    })
}

fn of_step(timeline: &Timeline, index: usize, side: Side, sources: Sources<'_>) -> Arm64Step {
    let step = &timeline.steps()[index];
    let is_branch = decode(step.word).is_some_and(|it| it.op == Op::BCond);
    let (value, printed) = match step.effect {
        Effect::None => (None, None),
        Effect::Output(byte) => (None, Some(byte)),
        Effect::Register { new, .. }
        | Effect::Load { new, .. }
        | Effect::Read { new, .. }
        | Effect::Store { new, .. } => (Some(new.to_string()), None),
    };
    let next = timeline.pc(index + 1);
    Arm64Step {
        address: address(step.pc),
        line: sources.line(side, step.pc),
        text: match decode(step.word) {
            Some(instruction) => sources.text_of(side, step.pc, instruction),
            None => step.text(),
        },
        value,
        taken: is_branch.then_some(next != step.pc.wrapping_add(4)),
        printed,
    }
}

/// The address of an instruction that was executed, which is in memory.
fn address(at: u64) -> u32 {
    debug_assert!(at < MEMORY_END);
    at as u32
}

/// The report on the instructions that cause a difference.
pub fn cause(found: &Cause, sources: Sources<'_>) -> Arm64Cause {
    let Cause { check, reference, ref members, is_trivial, counts } = *found;
    let Counts { tried, differing, unfinished } = counts;
    Arm64Cause {
        check: match check {
            Check::AllFix => CheckKind::AllFix,
            Check::LeftPathFix => CheckKind::LeftPathFix,
            Check::LeftPathEarliestFix => CheckKind::LeftPathEarliestFix,
        },
        reference,
        pairs: members.iter().map(|member| pair(member, reference, sources)).collect(),
        trivial: is_trivial,
        tried,
        differing,
        unfinished,
        proved: None,
    }
}

fn pair(Member { fix, given, words }: &Member, reference: Side, sources: Sources<'_>) -> Arm64Pair {
    let from = place(fix.from, &words[0], fix.is_negated, reference, sources);
    let to = place(fix.to, &words[1], false, reference.other(), sources);
    let [left, right] = match reference {
        Side::Left => [from, to],
        Side::Right => [to, from],
    };
    let [inputs, elements] = texts(given);
    Arm64Pair { left, right, inputs, elements }
}

fn place(
    place: Site,
    written: &Written,
    is_negated: bool,
    side: Side,
    sources: Sources<'_>,
) -> Arm64Place {
    let (word, of) = match place.slot {
        Slot::First => (WordKind::FirstOperand, WordOf::Register),
        Slot::Second => (WordKind::SecondOperand, WordOf::Register),
        Slot::Address => (WordKind::Address, WordOf::Address),
        Slot::Taken if is_negated => (WordKind::NotTaken, WordOf::Branch),
        Slot::Taken => (WordKind::Taken, WordOf::Branch),
        Slot::Register => (WordKind::Written, WordOf::Register),
        Slot::Memory => (WordKind::Written, WordOf::Memory),
        Slot::Output => (WordKind::Written, WordOf::Output),
    };
    let value = if is_negated { 1 - written.value } else { written.value };
    let (register, memory) = match written.location {
        Location::Register(Register::ZERO) => (Some("xzr".to_owned()), None),
        Location::Register(place) => (Some(register_name(place.index())), None),
        Location::Memory(at) => (None, Some(at.to_string())),
        Location::None => (None, None),
    };
    Arm64Place {
        address: address(place.at),
        line: sources.line(side, place.at),
        text: sources.text(side, place.at),
        occurrence: place.occurrence,
        word,
        of,
        register,
        memory,
        value: value.to_string(),
        execution: written.occurrence,
    }
}

/// The report on the inputs on which the programs differ.
pub fn regions(Found { regions: found, .. }: &Found) -> Arm64RegionsReport {
    let regions = found.regions.iter().map(|region| {
        let [left, right] = region
            .does
            .each_ref()
            .map(|it| super::does(it, |fault| words::fault_of_region(*fault).to_owned()));
        Arm64RegionReport {
            kind: super::kind(region.kind),
            condition: region.condition.clone(),
            inputs: region.sample.iter().map(u64::to_string).collect(),
            left,
            right,
            by: region.by.clone(),
            count: region.count.as_ref().map(ToString::to_string),
        }
    });
    Arm64RegionsReport {
        exact: found.is_exact,
        count: found.count.as_ref().map(ToString::to_string),
        bounds: found.bounds.each_ref().map(ToString::to_string),
        all: found.all.as_ref().map(ToString::to_string),
        estimate: found.estimate.as_ref().map(super::estimate),
        regions: regions.collect(),
    }
}
