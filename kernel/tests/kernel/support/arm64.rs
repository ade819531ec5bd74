//! A second interpreter of ARM64, written from the course's description: bytes in memory, and the manual's flags (N, Z,
//! C, V) instead of the two words compared last.

use std::collections::HashMap;

use tamarin_kernel::execute::Ending;

/// The address that ends a program.
pub const RETURN_ADDRESS: u64 = 0x0fff_ffe4;
/// The first address that is the loader's.
pub const LOADER: u64 = 0x0fff_ffcc;
/// The first address after memory.
pub const LIMIT: u64 = 0x1000_0000;
/// The devices.
pub const INPUT: u64 = 0xc000_0000_0001_0000;
pub const OUTPUT: u64 = INPUT + 8;

/// The flags of the manual.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flags {
    pub n: bool,
    pub z: bool,
    pub c: bool,
    pub v: bool,
}

impl Flags {
    /// The flags after `cmp a, b`.
    pub fn compare(a: u64, b: u64) -> Flags {
        let (difference, borrows) = a.overflowing_sub(b);
        let (_, v) = (a as i64).overflowing_sub(b as i64);
        Flags { n: (difference as i64) < 0, z: difference == 0, c: !borrows, v }
    }

    fn holds(self, condition: u32) -> Option<bool> {
        let Flags { n, z, c, v } = self;
        Some(match condition {
            0 => z,
            1 => !z,
            2 => c,
            3 => !c,
            8 => c && !z,
            9 => !c || z,
            10 => n == v,
            11 => n != v,
            12 => !z && n == v,
            13 => z || n != v,
            _ => return None,
        })
    }
}

/// Why it does not step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Halt {
    Ended(Ending),
    /// It would store to, load or execute the loader's memory.
    Loader,
}

const FAULT: Halt = Halt::Ended(Ending::Fault);

/// The second interpreter.
#[derive(Clone, Debug)]
pub struct Plain {
    pub pc: u64,
    /// x0 to x30, and sp.
    pub registers: [u64; 32],
    pub flags: Flags,
    pub bytes: HashMap<u64, u8>,
    pub output: Vec<u8>,
    pub divides_by_zero: bool,
}

impl Plain {
    /// The four bytes at an address.
    pub fn word(&self, at: u64) -> u32 {
        u32::from_le_bytes([0, 1, 2, 3].map(|it| self.bytes.get(&(at + it)).copied().unwrap_or(0)))
    }

    /// Sets the four bytes at an address.
    pub fn set_word(&mut self, at: u64, word: u32) {
        self.bytes.extend((at..).zip(word.to_le_bytes()));
    }

    fn access(at: u64) -> Result<(), Halt> {
        if !at.is_multiple_of(4) || at > LIMIT - 8 {
            return Err(FAULT);
        }
        if at + 8 > LOADER { Err(Halt::Loader) } else { Ok(()) }
    }

    fn load(&self, at: u64) -> Result<u64, Halt> {
        if at == INPUT {
            return Ok(u64::MAX);
        }
        Plain::access(at)?;
        Ok(u64::from(self.word(at)) + (u64::from(self.word(at + 4)) << 32))
    }

    /// Executes an instruction, or says why it does not.
    pub fn step(&mut self) -> Result<(), Halt> {
        if self.pc == RETURN_ADDRESS {
            return Err(Halt::Ended(Ending::Done));
        }
        if !self.pc.is_multiple_of(4) || self.pc >= LIMIT {
            return Err(FAULT);
        }
        if self.pc >= LOADER {
            return Err(Halt::Loader);
        }
        let word = self.word(self.pc);
        let [d, n, m] = [0, 5, 16].map(|shift| (word >> shift & 31) as usize);
        let (a, b) = (self.registers[n], if m == 31 { 0 } else { self.registers[m] });
        let behind = self.pc + 4;
        let by_words = |field: u32, bits: u32| {
            let field = i64::from(field << (32 - bits)) << 32 >> 32;
            (field as i32 >> (32 - bits)) as i64 * 4
        };
        let mut target = behind;
        let product = |a: i128, b: i128| ((a * b) >> 64) as u64;
        match (word >> 21, word >> 10 & 63) {
            (0b10001011001, 0b011000) => self.registers[d] = a.wrapping_add(b),
            (0b11001011001, 0b011000) => self.registers[d] = a.wrapping_sub(b),
            (0b10011011000, 0b011111) => self.registers[d] = a.wrapping_mul(b),
            (0b10011011010, 0b011111) => {
                self.registers[d] = product((a as i64).into(), (b as i64).into());
            }
            (0b10011011110, 0b011111) => {
                self.registers[d] = ((u128::from(a) * u128::from(b)) >> 64) as u64;
            }
            (0b10011010110, 0b000011 | 0b000010) if b == 0 => match self.divides_by_zero {
                true => self.registers[d] = 0,
                false => return Err(FAULT),
            },
            (0b10011010110, 0b000011) => {
                self.registers[d] = (a as i64).wrapping_div(b as i64) as u64;
            }
            (0b10011010110, 0b000010) => self.registers[d] = a / b,
            (0b11101011001, 0b011000) if d == 31 => self.flags = Flags::compare(a, b),
            _ => match word >> 24 {
                0xd6 if word & 0xffff_fc1f == 0xd61f_0000 => target = a,
                0xd6 if word & 0xffff_fc1f == 0xd63f_0000 => {
                    target = a;
                    self.registers[30] = behind;
                }
                0xf8 if matches!(word >> 21 & 7, 0b010 | 0b000) && word >> 10 & 3 == 0 => {
                    let offset = i64::from((word << 11) as i32 >> 23);
                    let at = a.wrapping_add_signed(offset);
                    if word >> 22 & 1 == 1 {
                        self.registers[d] = self.load(at)?;
                    } else if at == OUTPUT {
                        self.output.push(self.registers[d] as u8);
                    } else {
                        Plain::access(at)?;
                        let bytes = self.registers[d].to_le_bytes();
                        self.bytes.extend((at..).zip(bytes));
                    }
                }
                0x58 => {
                    let offset = by_words(word >> 5 & 0x7ffff, 19);
                    self.registers[d] = self.load(self.pc.wrapping_add_signed(offset))?;
                }
                0x14..=0x17 => {
                    target = self.pc.wrapping_add_signed(by_words(word & 0x3ff_ffff, 26));
                }
                0x54 => {
                    if self.flags.holds(word & 31).ok_or(FAULT)? {
                        let offset = by_words(word >> 5 & 0x7ffff, 19);
                        target = self.pc.wrapping_add_signed(offset);
                    }
                }
                _ if word == 0xd440_0000 => return Err(Halt::Ended(Ending::Done)),
                _ => return Err(FAULT),
            },
        }
        self.pc = target;
        Ok(())
    }

    /// Executes at most `steps` instructions; returns how the run ended, if it did.
    pub fn run(&mut self, steps: u64) -> Option<Halt> {
        (0..=steps).find_map(|_| self.step().err())
    }
}
