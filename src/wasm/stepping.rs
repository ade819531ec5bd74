//! What the debuggers of all machines have in common.

use serde::{Deserialize, Serialize};
use tsify::Tsify;

use crate::asm::{SourceLine, SourceLines};
use crate::program::{Address, Part, PartKind, Program};
use crate::views::lockstep::{Direction, Lockstep, PartingKind, Run};

/// How two runs diverge.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum PartingName {
    /// A branch has another outcome, or no counterpart.
    Branch,
    /// A value from which the result is computed differs.
    Value,
    /// A printed character differs, or has no counterpart.
    Output,
    /// One program faults and the other one does not.
    Fault,
}

/// Where two runs diverge.
#[derive(Serialize, Tsify)]
pub struct PartingView {
    /// How they diverge.
    pub kind: PartingName,
    /// The position after the step.
    pub position: u32,
    /// For the left and the right program, whether it has a step there.
    pub involved: [bool; 2],
}

impl PartingView {
    /// Where the runs diverge, if they do.
    pub(super) fn of<R: Run>(lockstep: &Lockstep<R>) -> Option<PartingView> {
        lockstep.parting().map(|parting| PartingView {
            kind: match parting.kind {
                PartingKind::Branch => PartingName::Branch,
                PartingKind::Value => PartingName::Value,
                PartingKind::Output => PartingName::Output,
                PartingKind::Fault => PartingName::Fault,
            },
            position: parting.position as u32,
            involved: parting.steps.map(|step| step.is_some()),
        })
    }
}

/// A kind of memory access.
#[derive(Clone, Copy, Serialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum Access {
    /// By a load.
    Read,
    /// By a store.
    Written,
}

/// A search for the next breakpoint.
#[derive(Deserialize, Tsify)]
pub struct FindRequest {
    /// The position at which to begin.
    pub position: u32,
    /// Whether to search backwards.
    pub back: bool,
    /// The lines of the left and of the right program that have a breakpoint.
    pub lines: [Vec<SourceLine>; 2],
}

/// The direction of a search, from the boolean that JavaScript passes.
pub(super) fn direction(back: bool) -> Direction {
    if back { Direction::Back } else { Direction::Forward }
}

/// Maps a program's words to their sources.
pub(super) struct Origins {
    lines: SourceLines,
    /// For each word, its WLP4 line, if it has one.
    pub wlp4: Vec<Option<SourceLine>>,
    parts: Vec<Part>,
}

impl Origins {
    /// The sources of a program that was linked from files with these texts.
    pub fn new(texts: &[&str], program: &Program) -> Origins {
        let lines = SourceLines::new(texts, program);
        let is_wlp4 = |word: usize| {
            program.part_of(word).is_some_and(|part| program.parts[part].kind == PartKind::Wlp4)
        };
        let words = 0..program.words.len();
        let wlp4 = words.map(|word| lines.at(Address::of_word(word)).filter(|_| is_wlp4(word)));
        let wlp4 = wlp4.collect();
        Origins { lines, wlp4, parts: program.parts.clone() }
    }

    /// Whether the program has lines of WLP4.
    pub fn has_lines(&self) -> bool {
        self.wlp4.iter().any(Option::is_some)
    }

    /// The line of the word at an address.
    pub fn line(&self, address: Address) -> Option<SourceLine> {
        self.lines.at(address)
    }

    /// The addresses of all words of these lines.
    pub fn addresses(&self, lines: &[SourceLine]) -> impl Iterator<Item = Address> {
        self.lines.iter().filter(|(_, line)| lines.contains(line)).map(|(address, _)| address)
    }

    /// The built-in routine that contains this address.
    pub fn routine(&self, address: Address) -> Option<String> {
        let is_program = address.word_index() < self.wlp4.len();
        let part = self.parts.iter().rev().find(|part| part.start <= address);
        part.filter(|part| is_program && part.kind == PartKind::Routine)
            .map(|part| part.name.clone())
    }
}
