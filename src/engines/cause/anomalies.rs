//! Anomalies of a run: reads of words that were not written, writes of words that are not read, and faults.
//!
//! A missing instruction or a wrong register often leaves such an anomaly (Fosdick and Osterweil, "Data flow
//! analysis in software reliability", 1976). It proves nothing; it only orders pairs that pass the same
//! check. An instruction is anomalous if it reads a register, `hi` or `lo` that was neither written before
//! nor given, except `$0`; if it writes registers, or `hi` and `lo`, and no word that it wrote is read or
//! observed; or if it is the last one before a fault.

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::machine::mips::Reg;
use crate::machine::setup::Observable;
use crate::machine::values::Values;
use crate::machine::{
    BinaryOp, HiLo, Image, Initial, Inputs, Machine, Recorder, Signedness, Stop as End, Tagged,
};
use crate::program::Address;

/// The instructions of a program at which its run on an input is anomalous.
pub(super) fn anomalies(image: &Rc<Image>, inputs: &Inputs, fuel: u64) -> BTreeSet<Address> {
    let mut flow = Flow {
        at: Address(0),
        // A register that holds 0 at the start was not given, except `$0`.
        cells: std::array::from_fn(|cell| Cell {
            is_given: cell == 0
                || Reg::all().nth(cell).is_some_and(|reg| image.initial(reg) != Initial::Word(0)),
            ..Cell::default()
        }),
        writers: BTreeSet::new(),
        useful: BTreeSet::new(),
        anomalous: BTreeSet::new(),
    };
    let stop = Machine::new(image, inputs).run(fuel, &mut flow);
    let observation = &image.setup().observation;
    for (cell, held) in flow.cells.into_iter().enumerate() {
        let is_observed = observation.result && cell == Reg::RESULT.index()
            || observation.others.iter().any(|other| match other {
                Observable::Register(reg) | Observable::Kept(reg) => reg.index() == cell,
                _ => false,
            });
        // The continuation after a fault is unknown.
        if stop != End::Done || is_observed {
            flow.useful.extend(held.writer);
        }
    }
    if matches!(stop, End::Fault(_)) {
        flow.anomalous.insert(flow.at);
    }
    let unread = flow.writers.difference(&flow.useful);
    flow.anomalous.iter().chain(unread).copied().collect()
}

/// The last write of a register, or of `hi` and `lo`.
#[derive(Clone, Copy, Default)]
struct Cell {
    is_given: bool,
    /// The instruction that wrote it last.
    writer: Option<Address>,
}

/// The index of `hi` and `lo`, after the registers.
const HI_LO: usize = 32;

struct Flow {
    at: Address,
    cells: [Cell; HI_LO + 1],
    writers: BTreeSet<Address>,
    /// Instructions whose word was read.
    useful: BTreeSet<Address>,
    /// Instructions that read a word that was not written, or that fault.
    anomalous: BTreeSet<Address>,
}

impl Flow {
    fn read(&mut self, cell: usize) {
        match self.cells[cell] {
            Cell { writer: Some(writer), .. } => _ = self.useful.insert(writer),
            Cell { is_given: false, .. } => _ = self.anomalous.insert(self.at),
            _ => {}
        }
    }

    fn write(&mut self, cell: usize) {
        self.cells[cell].writer = Some(self.at);
        self.writers.insert(self.at);
    }
}

impl Values for Flow {
    type Word = ();
    type Address = ();

    fn constant(&mut self, _: u32) {}
    fn binary(&mut self, _: BinaryOp, (): (), (): ()) {}
    fn address(&mut self, (): (), _: i16) {}
}

impl Recorder for Flow {
    fn begin(&mut self, at: Address) {
        self.at = at;
    }

    fn get(&mut self, reg: Reg) {
        self.read(reg.index());
    }

    fn hi(&mut self) {
        self.read(HI_LO);
    }

    fn lo(&mut self) {
        self.read(HI_LO);
    }

    fn text_word(&mut self, _: u32, _: u32, _: bool) {}
    fn input(&mut self, _: usize, _: u32) {}
    fn load(&mut self, _: Tagged<()>, _: u32) {}

    fn set(&mut self, reg: Reg, _: u32, _: Tagged<()>) {
        self.write(reg.index());
    }

    fn multiply(&mut self, _: Signedness, _: [Tagged<()>; 2], _: HiLo) {
        self.write(HI_LO);
    }

    fn divide(&mut self, _: Signedness, _: [Tagged<()>; 2], _: HiLo) {
        self.write(HI_LO);
    }
}
