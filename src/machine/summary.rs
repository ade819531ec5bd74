//! Printing by the program's own routine as one step of a recorded run.
//!
//! [`PrintSummary`] contains what is proved about such a routine. Two things are unknown: the number of its steps for
//! another number, and the words that it leaves below `$30`, in `hi` and in `lo`. A run computes all of this with
//! numbers, but its record holds for other numbers, too. So the emulator keeps track of the *leftovers*, the words that may differ for
//! other inputs of the same path:
//!
//! - A load or a store at another address records conditions that its address is no leftover's. A store to a leftover
//!   records the condition that it hits this one; the word is a leftover no longer. Each condition is an interval of the
//!   address, so it has two outcomes and the same bounds on all inputs of the path.
//! - A run that reads a leftover does not know what other inputs read. It calls the summary
//!   [violated](Summary::is_violated), and the comparison forgets what it concluded from recorded runs.
//! - The run of another input on the same path may be shorter by up to [`Summary::slack`] steps.

use std::cell::Cell;

use super::emulator::Emulation;
use super::memory::MEMORY_END;
use super::mips::Reg;
use super::record::{Recorder, Tagged};
use super::setup::Observable;
use super::values::{Cause, Test};
use super::{Image, Machine};
use crate::program::PrintSummary;

/// A routine that prints a number, and what recorded runs found out about its use.
#[derive(Debug)]
pub struct Summary {
    print: PrintSummary,
    is_violated: Cell<bool>,
    slack: Cell<u64>,
}

impl Summary {
    pub(super) fn new(print: PrintSummary) -> Summary {
        Summary { print, is_violated: Cell::new(false), slack: Cell::new(0) }
    }

    /// What is proved about the routine.
    pub fn print(&self) -> PrintSummary {
        self.print
    }

    /// Whether a recorded run read what the routine had left behind, or called it without room for its frame. The
    /// records of such runs hold for their own inputs only.
    pub fn is_violated(&self) -> bool {
        self.is_violated.get()
    }

    /// How many steps longer a recorded run may be than the run of another input on the same path.
    pub fn slack(&self) -> u64 {
        self.slack.get()
    }
}

/// The call of the routine that a run is in.
#[derive(Clone, Copy, Debug)]
struct Call {
    stack: u32,
    steps: u64,
}

/// What the calls of a recorded run left behind.
#[derive(Clone, Debug, Default)]
pub(super) struct Leftovers {
    /// Addresses from the first one of a pair up to the second one; the pairs are in order and do not meet.
    ranges: Vec<[u32; 2]>,
    hi_and_lo: bool,
    call: Option<Call>,
    /// The slack of all calls that have returned.
    slack: u64,
    /// The number of steps of the run that were followed.
    followed: u64,
}

impl Leftovers {
    pub fn restart(&mut self) {
        self.ranges.clear();
        (self.hi_and_lo, self.call, self.slack, self.followed) = (false, None, 0, 0);
    }

    pub fn followed_until(&mut self, steps: u64) {
        self.followed = steps;
    }

    pub fn write_hi_lo(&mut self) {
        self.hi_and_lo &= self.call.is_some();
    }

    /// Whether accesses of the run itself can meet a leftover.
    fn matter(&self) -> bool {
        !self.ranges.is_empty() && self.call.is_none()
    }

    fn contains(&self, address: u32) -> bool {
        self.ranges.iter().any(|&[first, end]| (first..end).contains(&address))
    }

    fn insert(&mut self, [first, end]: [u32; 2]) {
        let (mut first, mut end) = (first, end);
        self.ranges.retain(|&[other, behind]| {
            let meets = other <= end && first <= behind;
            if meets {
                (first, end) = (first.min(other), end.max(behind));
            }
            !meets
        });
        self.ranges.push([first, end]);
        self.ranges.sort_unstable();
    }

    fn remove(&mut self, word: u32) {
        let cut = |[first, end]: [u32; 2]| match (first..end).contains(&word) {
            true => [[first, word], [word + 4, end]],
            false => [[first, end], [end, end]],
        };
        let parts = self.ranges.iter().flat_map(|&range| cut(range));
        self.ranges = parts.filter(|[first, end]| first < end).collect();
    }
}

impl Image {
    /// The lowest address that the frame of the routine may have: behind the text, and behind all observed words.
    fn lowest_frame(&self) -> u32 {
        let behind = |index| self.setup.array.map_or(0, |array| array.element(index).0);
        let observed = self.setup.observation.others.iter().map(|observable| match *observable {
            Observable::Word(address) => address.0.saturating_add(4),
            Observable::Element(index) => behind(index.saturating_add(1)),
            Observable::Array | Observable::Register(_) | Observable::Kept(_) => 0,
        });
        let array = self.setup.array.map_or(0, |array| behind(array.end()));
        observed.fold(self.text_end().max(array), u32::max)
    }

    fn violate(&self) {
        if let Some(summary) = &self.summary {
            summary.is_violated.set(true);
        }
    }
}

impl Machine {
    /// Continues a recorded run. What the routine left behind in steps that were not recorded is unknown.
    pub(super) fn go_on_with_leftovers(&mut self) {
        if self.steps != self.leftovers.followed {
            self.image.violate();
        }
    }

    /// Called where the run reads `hi` or `lo`.
    pub(super) fn read_hi_lo(&mut self) {
        if self.leftovers.hi_and_lo && self.leftovers.call.is_none() {
            self.image.violate();
        }
    }

    /// Called where a run jumps behind the text, to a word of which only the value matters.
    pub(super) fn jump_behind_text(&mut self) {
        if self.leftovers.matter() {
            self.image.violate();
        }
    }
}

impl<R: Recorder> Emulation<'_, R> {
    /// Called before each instruction of a recorded run.
    #[inline(always)]
    pub(super) fn follow_print(&mut self, pc: u32) {
        if let Some(summary) = &self.machine.image.summary {
            let print = summary.print;
            self.follow(pc, print);
        }
    }

    #[cold]
    fn follow(&mut self, pc: u32, print: PrintSummary) {
        let Machine { image, leftovers, .. } = &mut *self.machine;
        if let Some(call) = &mut leftovers.call {
            let beyond = |steps: u64| steps.saturating_sub(print.steps[0]);
            if pc != print.exit.0 {
                call.steps += 1;
            } else {
                leftovers.slack += beyond(call.steps);
                let frame = [call.stack - print.frame, call.stack];
                (leftovers.call, leftovers.hi_and_lo) = (None, true);
                leftovers.insert(frame);
            }
            let slack = leftovers.slack + leftovers.call.map_or(0, |call| beyond(call.steps));
            if let Some(summary) = &image.summary {
                summary.slack.set(summary.slack.get().max(slack));
            }
        } else if pc == print.entry.0 {
            self.call(print);
        }
    }

    /// Called before the routine is entered.
    fn call(&mut self, print: PrintSummary) {
        let stack = self.machine.state.reg(Reg::STACK_POINTER);
        let image = &self.machine.image;
        let has_room = stack.is_multiple_of(4)
            && stack <= MEMORY_END
            && stack.checked_sub(print.frame).is_some_and(|first| first >= image.lowest_frame());
        if self.machine.text_stored || !has_room {
            image.violate();
            return;
        }
        // The frame is at the same place on all inputs of the path.
        let tag = self.recorder.get(Reg::STACK_POINTER);
        self.recorder.test(Cause::JumpTarget, Test::Is(tag, stack), true);
        self.machine.leftovers.call = Some(Call { stack, steps: 1 });
    }

    /// Called where an instruction is fetched from behind the text.
    pub(super) fn fetch_leftover(&mut self, pc: u32) {
        if self.machine.leftovers.contains(pc) {
            self.machine.image.violate();
        }
    }

    /// Called before a load.
    #[inline(always)]
    pub(super) fn load_beside_leftovers(&mut self, address: Tagged<R::Address>) {
        if self.machine.leftovers.matter() && self.find(address).is_some() {
            self.machine.image.violate();
        }
    }

    /// Called before a store.
    #[inline(always)]
    pub(super) fn store_over_leftovers(&mut self, address: Tagged<R::Address>) {
        if self.machine.leftovers.matter()
            && let Some(range) = self.find(address)
        {
            self.narrow(address, range);
            self.machine.leftovers.remove(address.value);
        }
    }

    /// The range of leftovers that contains an address, with the conditions that it is there or in none.
    #[cold]
    fn find(&mut self, address: Tagged<R::Address>) -> Option<[u32; 2]> {
        for index in 0..self.machine.leftovers.ranges.len() {
            let [first, end] = self.machine.leftovers.ranges[index];
            if self.is_below(address, first) {
                return None;
            }
            if self.is_below(address, end) {
                return Some([first, end]);
            }
        }
        None
    }

    /// Records which word of a range an address is, by halving the range.
    fn narrow(&mut self, address: Tagged<R::Address>, [mut first, mut end]: [u32; 2]) {
        while end - first > 4 {
            let middle = first + (end - first) / 8 * 4;
            match self.is_below(address, middle) {
                true => end = middle,
                false => first = middle,
            }
        }
    }

    fn is_below(&mut self, address: Tagged<R::Address>, bound: u32) -> bool {
        let holds = address.value < bound;
        self.recorder.test(Cause::Range, Test::Below(address.tag, bound), holds);
        holds
    }
}
