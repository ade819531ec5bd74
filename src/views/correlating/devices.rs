//! Routines of a correlating program for the inputs and outputs of its halves, and for its end.
//!
//! Both halves read the same input stream, so a byte that one half reads is stored for the other.
//! The output of a half is stored until the end, where the program prints and compares both
//! outputs.

use super::memory::{INPUT, INPUT_END, Memories, NEXT_INPUT, OUTPUT_END, OUTPUTS};
use super::registers::BASE;
use super::text::Text;
use crate::contract::SIDES;
use crate::machine::memory::{INPUT_ADDRESS, OUTPUT_ADDRESS};
use crate::machine::mips::Reg;

/// Where each half's result is stored at the end, as a distance from [`BASE`].
const RESULTS: [i16; 2] = [-4, -8];

impl Memories<'_> {
    /// Reads the next input byte if `a` is the address of the input device.
    pub(super) fn read(&self, text: &mut Text, side: usize) {
        let [a, b, c, _] = self.registers.scratch;
        let (half, next, end) = (SIDES[side], NEXT_INPUT[side], INPUT[1]);
        text.label(&format!("read_{half}"));
        text.block(&format!(
            "lis {b}
            .word {INPUT_ADDRESS:#x}
            bne {a}, {b}, {half}_faults
            lw {a}, {next}({BASE})
            lw {b}, {INPUT_END}({BASE})
            bne {a}, {b}, again_{half}
            ; Neither half has read this byte.
            lis {b}
            .word {end:#x}
            sltu {b}, {a}, {b}
            beq {b}, $0, outside
            lis {b}
            .word {INPUT_ADDRESS:#x}
            lw {b}, 0({b})
            lis {a}
            .word -1
            bne {a}, {b}, new_{half}
            jr {c}
            new_{half}:
            lw {a}, {INPUT_END}({BASE})
            sw {b}, 0({a})
            lis {b}
            .word 4
            add {b}, {a}, {b}
            sw {b}, {INPUT_END}({BASE})
            again_{half}:
            lis {b}
            .word 4
            add {b}, {a}, {b}
            sw {b}, {next}({BASE})
            lw {a}, 0({a})
            jr {c}"
        ));
    }

    /// Stores the byte in `d` as output if `a` is the address of the output device.
    pub(super) fn write(&self, text: &mut Text, side: usize) {
        let [a, b, c, d] = self.registers.scratch;
        let (half, next, end) = (SIDES[side], OUTPUT_END[side], OUTPUTS[side][1]);
        text.label(&format!("write_{half}"));
        text.block(&format!(
            "lis {b}
            .word {OUTPUT_ADDRESS:#x}
            bne {a}, {b}, {half}_faults
            lis {b}
            .word 256
            divu {d}, {b}
            mfhi {d}
            lw {a}, {next}({BASE})
            lis {b}
            .word {end:#x}
            sltu {b}, {a}, {b}
            beq {b}, $0, outside
            sw {d}, 0({a})
            lis {b}
            .word 4
            add {a}, {a}, {b}
            sw {a}, {next}({BASE})
            jr {c}"
        ));
    }

    /// The end of the program: sets the results and prints the outputs of the halves. `results` are
    /// registers.
    pub fn end(&self, text: &mut Text, results: [Reg; 2]) {
        if !self.stores.iter().any(|stores| *stores) {
            let [a, b, ..] = self.registers.scratch;
            text.block(&format!(
                "add {a}, {}, $0
                add {b}, {}, $0
                add $3, {a}, $0
                add $4, {b}, $0
                add $5, $0, $0
                add $6, $0, $0
                add $7, $0, $0
                jr $31",
                results[0], results[1]
            ));
            return;
        }
        for (result, at) in results.iter().zip(RESULTS) {
            text.line(&format!("sw {result}, {at}({BASE})"));
        }
        for side in [0, 1] {
            self.print(text, side);
        }
        self.compare(text);
        text.block(&format!(
            "lw $3, {}({BASE})
            lw $4, {}({BASE})
            jr $31",
            RESULTS[0], RESULTS[1]
        ));
    }

    /// Prints the output of a half, and counts its bytes in `$5` or `$6`.
    fn print(&self, text: &mut Text, side: usize) {
        let (half, count) = (SIDES[side], 5 + side);
        text.comment(&format!("What the {half} half printed."));
        text.block(&format!(
            "lis $8
            .word {OUTPUT_ADDRESS:#x}
            lis $9
            .word {begin:#x}
            lw $10, {end}({BASE})
            lis $11
            .word 4
            lis $12
            .word 1
            add ${count}, $0, $0
            print_{half}:
            beq $9, $10, printed_{half}
            lw $13, 0($9)
            sw $13, 0($8)
            add $9, $9, $11
            add ${count}, ${count}, $12
            beq $0, $0, print_{half}
            printed_{half}:",
            begin = OUTPUTS[side][0],
            end = OUTPUT_END[side],
        ));
    }

    /// Sets `$7` to 0 if both outputs are equal, and to 1 otherwise.
    fn compare(&self, text: &mut Text) {
        let [left, right] = OUTPUTS.map(|output| output[0]);
        text.comment("Whether they printed the same.");
        text.block(&format!(
            "add $7, $12, $0
            bne $5, $6, compared
            lis $9
            .word {left:#x}
            lis $10
            .word {right:#x}
            lw $13, {}({BASE})
            compare:
            beq $9, $13, printed_the_same
            lw $14, 0($9)
            lw $15, 0($10)
            add $9, $9, $11
            add $10, $10, $11
            beq $14, $15, compare
            beq $0, $0, compared
            printed_the_same:
            add $7, $0, $0
            compared:",
            OUTPUT_END[0]
        ));
    }
}
