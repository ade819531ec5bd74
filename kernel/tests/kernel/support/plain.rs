//! A second interpreter of MIPS, written from the course's reference sheet.

use std::collections::{HashMap, VecDeque};

use tamarin_kernel::execute::Ending;

/// The address that ends a program.
pub const RETURN_ADDRESS: u32 = 0x8123_456c;

/// The second interpreter.
#[derive(Clone, Debug, PartialEq)]
pub struct Plain {
    pub pc: u32,
    pub registers: [u32; 32],
    pub hi: u32,
    pub lo: u32,
    pub memory: HashMap<u32, u32>,
    /// The bytes of the input stream that are left.
    pub input: VecDeque<u32>,
    pub output: Vec<u32>,
}

impl Plain {
    /// The word at an address.
    pub fn word(&self, at: u32) -> u32 {
        self.memory.get(&at).copied().unwrap_or(0)
    }

    /// Executes an instruction; returns how the run has ended, if it has.
    pub fn step(&mut self) -> Option<Ending> {
        if self.pc == RETURN_ADDRESS {
            return Some(Ending::Done);
        }
        if !self.pc.is_multiple_of(4) || self.pc >= 0x0100_0000 {
            return Some(Ending::Fault);
        }
        let word = self.word(self.pc);
        let next = self.pc.wrapping_add(4);
        let [s, t, d] = [21, 16, 11].map(|shift| (word >> shift & 31) as usize);
        let (a, b) = (self.registers[s], self.registers[t]);
        let immediate = word as i16 as i32 as u32;
        let mut result = None;
        let mut target = next;
        match (word >> 26, word & 0x7ff) {
            (0, 0x20) => result = Some((d, a.wrapping_add(b))),
            (0, 0x22) => result = Some((d, a.wrapping_sub(b))),
            (0, 0x2a) => result = Some((d, u32::from((a as i32) < b as i32))),
            (0, 0x2b) => result = Some((d, u32::from(a < b))),
            (0, 0x18) if d == 0 => {
                let product = i64::from(a as i32) * i64::from(b as i32);
                (self.hi, self.lo) = ((product >> 32) as u32, product as u32);
            }
            (0, 0x19) if d == 0 => {
                let product = u64::from(a) * u64::from(b);
                (self.hi, self.lo) = ((product >> 32) as u32, product as u32);
            }
            (0, 0x1a | 0x1b) if d == 0 && b == 0 => return Some(Ending::Fault),
            (0, 0x1a) if d == 0 => {
                let (a, b) = (a as i32, b as i32);
                (self.hi, self.lo) = (a.wrapping_rem(b) as u32, a.wrapping_div(b) as u32);
            }
            (0, 0x1b) if d == 0 => (self.hi, self.lo) = (a % b, a / b),
            (0, 0x10) if s == 0 && t == 0 => result = Some((d, self.hi)),
            (0, 0x12) if s == 0 && t == 0 => result = Some((d, self.lo)),
            (0, 0x14) if s == 0 && t == 0 => {
                if next >= 0x0100_0000 {
                    return Some(Ending::Fault);
                }
                result = Some((d, self.word(next)));
                target = next.wrapping_add(4);
            }
            (0, 0x08) if t == 0 && d == 0 => target = a,
            (0, 0x09) if t == 0 && d == 0 => {
                target = a;
                result = Some((31, next));
            }
            (0x23, _) => match a.wrapping_add(immediate) {
                0xffff_0004 => result = Some((t, self.input.pop_front().unwrap_or(u32::MAX))),
                at if at % 4 != 0 || at >= 0x0100_0000 => return Some(Ending::Fault),
                at => result = Some((t, self.word(at))),
            },
            (0x2b, _) => match a.wrapping_add(immediate) {
                0xffff_000c => self.output.push(b),
                at if at % 4 != 0 || at >= 0x0100_0000 => return Some(Ending::Fault),
                at => drop(self.memory.insert(at, b)),
            },
            (0x04, _) if a == b => target = next.wrapping_add(immediate.wrapping_mul(4)),
            (0x05, _) if a != b => target = next.wrapping_add(immediate.wrapping_mul(4)),
            (0x04 | 0x05, _) => {}
            _ => return Some(Ending::Fault),
        }
        if let Some((register, value)) = result.filter(|(register, _)| *register != 0) {
            self.registers[register] = value;
        }
        self.pc = target;
        None
    }

    /// Executes at most `steps` instructions; returns how the run ended, if it did.
    pub fn run(&mut self, steps: u64) -> Option<Ending> {
        (0..=steps).find_map(|_| self.step())
    }
}
