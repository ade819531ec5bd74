//! Where a run's numbers are not those of mathematics: sums, differences and products that
//! wrap around.

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::isa::Reg;
use crate::machine::semantics::Values;
use crate::machine::{
    BinaryOp, HiLo, Image, Initial, Inputs, Machine, Recorder, Signedness, Tagged,
};
use crate::program::Address;

/// Where sums, differences and products of a run wrap around, read with a sign.
pub fn wraps(image: &Rc<Image>, inputs: &Inputs, fuel: u64) -> Vec<Address> {
    let mut regs = [0; 32];
    for reg in Reg::all() {
        regs[reg.index()] = match image.initial(reg) {
            Initial::Word(word) => word,
            Initial::Input(index) => inputs[index],
        };
    }
    let (at, wrapped) = (Address(0), BTreeSet::new());
    let mut recorder = Wraps { regs, hi_lo: [0; 2], at, wrapped };
    Machine::new(image, inputs).run(fuel, &mut recorder);
    recorder.wrapped.into_iter().collect()
}

/// Takes note of results that do not fit.
struct Wraps {
    regs: [u32; 32],
    hi_lo: [u32; 2],
    at: Address,
    wrapped: BTreeSet<Address>,
}

impl Values for Wraps {
    type Word = u32;
    type Address = ();

    fn constant(&mut self, value: u32) -> u32 {
        value
    }

    fn binary(&mut self, op: BinaryOp, s: u32, t: u32) -> u32 {
        let (signed_s, signed_t) = (s as i32, t as i32);
        let fits = match op {
            BinaryOp::Add => signed_s.checked_add(signed_t).is_some(),
            BinaryOp::Sub => signed_s.checked_sub(signed_t).is_some(),
            _ => true,
        };
        if !fits {
            self.wrapped.insert(self.at);
        }
        op.apply(s, t) as u32
    }

    fn address(&mut self, _: u32, _: i16) {}
}

impl Recorder for Wraps {
    fn begin(&mut self, at: Address) {
        self.at = at;
    }

    fn get(&mut self, reg: Reg) -> u32 {
        self.regs[reg.index()]
    }

    fn hi(&mut self) -> u32 {
        self.hi_lo[0]
    }

    fn lo(&mut self) -> u32 {
        self.hi_lo[1]
    }

    fn text_word(&mut self, _: u32, value: u32, _: bool) -> u32 {
        value
    }

    fn input(&mut self, _: usize, value: u32) -> u32 {
        value
    }

    fn load(&mut self, _: Tagged<()>, value: u32) -> u32 {
        value
    }

    fn set(&mut self, reg: Reg, _: u32, new: Tagged<u32>) {
        self.regs[reg.index()] = new.value;
    }

    fn multiply(&mut self, of: Signedness, [s, t]: [Tagged<u32>; 2], HiLo { new, .. }: HiLo) {
        self.hi_lo = new;
        let fits = match of {
            Signedness::Signed => (s.value as i32).checked_mul(t.value as i32).is_some(),
            Signedness::Unsigned => s.value.checked_mul(t.value).is_some(),
        };
        if !fits {
            self.wrapped.insert(self.at);
        }
    }

    fn divide(&mut self, _: Signedness, _: [Tagged<u32>; 2], HiLo { new, .. }: HiLo) {
        self.hi_lo = new;
    }
}
