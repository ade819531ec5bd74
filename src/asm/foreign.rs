//! Instructions of other MIPS assemblers, and what to write instead.

/// Instructions that this machine or its assembler does not have.
#[derive(Debug)]
pub(super) struct Foreign {
    names: &'static [&'static str],
    /// The statement to write instead, if a single one suffices. `{0}`, `{1}` and `{2}` are the
    /// operands; the template uses all of them.
    instead: Option<&'static str>,
    /// What to do instead, in words.
    pub(super) help: &'static str,
}

const fn row(
    names: &'static [&'static str],
    instead: Option<&'static str>,
    help: &'static str,
) -> Foreign {
    Foreign { names, instead, help }
}

#[rustfmt::skip]
const TABLE: &[Foreign] = &[
    row(&["addu"], Some("add {0}, {1}, {2}"), "`add` never traps here, so it is `addu` as well"),
    row(&["subu"], Some("sub {0}, {1}, {2}"), "`sub` never traps here, so it is `subu` as well"),
    row(&["addi", "addiu", "subi", "subiu"], None,
        "there is no immediate arithmetic: load the constant with `lis` and `.word`, then `add` or `sub`"),
    row(&["slti", "sltiu"], None,
        "there is no immediate comparison: load the constant with `lis` and `.word`, then `slt` or `sltu`"),
    row(&["li"], Some("lis {0}\n.word {1}"), "a constant is loaded with `lis` and a `.word` on the line below"),
    row(&["la"], Some("lis {0}\n.word {1}"), "an address is loaded with `lis` and a `.word` on the line below"),
    row(&["lui"], None, "a constant is loaded whole, with `lis` and a `.word` on the line below"),
    row(&["move", "mov"], Some("add {0}, {1}, $0"), "a register is copied by adding `$0` to it"),
    row(&["neg", "negu"], Some("sub {0}, $0, {1}"), "a register is negated by subtracting it from `$0`"),
    row(&["j", "b", "jmp"], Some("beq $0, $0, {0}"), "to go to a label always, branch on `$0` = `$0`; to an address in a register, use `jr`"),
    row(&["jal", "bal", "call"], None,
        "to call, load the address with `lis` and `.word`, then `jalr`; save `$31` before"),
    row(&["ret"], Some("jr $31"), "to return, jump to the return address"),
    row(&["beqz"], Some("beq {0}, $0, {1}"), "`$0` is zero: compare with it"),
    row(&["bnez"], Some("bne {0}, $0, {1}"), "`$0` is zero: compare with it"),
    row(&["blt", "bgt", "ble", "bge", "bltu", "bgtu", "bleu", "bgeu", "bltz", "bgtz", "blez", "bgez"], None,
        "compare with `slt` or `sltu` into a register, then `bne` or `beq` it with `$0`"),
    row(&["nop"], Some("add $0, $0, $0"), "an instruction without effect is `add $0, $0, $0`"),
    row(&["syscall", "break", "halt", "hlt", "exit"], None,
        "there is no system to call: a program ends with `jr $31`, its result in `$3`"),
    row(&["mul", "mulo", "mulou"], None, "multiply with `mult` or `multu`, then `mflo`"),
    row(&["rem", "remu", "mod"], None, "divide with `div` or `divu`, then take the remainder with `mfhi`"),
    row(&["mthi", "mtlo"], None, "hi and lo are only written by `mult`, `multu`, `div` and `divu`"),
    row(&["or", "and", "xor", "nor", "not", "ori", "andi", "xori"], None,
        "there is no bitwise logic: compute with `add`, `sub`, `mult`, `div` and `slt`"),
    row(&["sll", "sllv"], None, "there are no shifts: multiply by a power of two"),
    row(&["srl", "sra", "srlv", "srav"], None, "there are no shifts: divide by a power of two"),
    row(&["lb", "lbu", "lh", "lhu", "lwu", "sb", "sh"], None, "memory is read and written in whole words, with `lw` and `sw`"),
    row(&["push", "pop"], None, "the stack is memory below `$30`: use `sw` or `lw`, and `add` or `sub` on `$30`"),
];

/// Finds the row of an instruction; case is ignored.
pub(super) fn find(name: &str) -> Option<&'static Foreign> {
    TABLE.iter().find(|row| row.names.iter().any(|known| known.eq_ignore_ascii_case(name)))
}

impl Foreign {
    /// The statement to write instead, with these operands.
    pub(super) fn instead(&self, operands: &[&str]) -> Option<String> {
        let template = self.instead?;
        // A branch cannot go to an address in a register.
        let is_branch = template.starts_with('b');
        let is_to_register = is_branch && operands.last().is_some_and(|to| to.starts_with('$'));
        if is_to_register || template.matches('{').count() != operands.len() {
            return None;
        }
        let places = ["{0}", "{1}", "{2}"];
        let fill = |text: String, (place, operand): (&&str, &&str)| text.replace(*place, operand);
        Some(places.iter().zip(operands).fold(template.to_owned(), fill))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asm::assemble;
    use crate::machine::mips::Op;

    #[test]
    fn no_row_is_an_instruction_of_this_machine() {
        for name in TABLE.iter().flat_map(|row| row.names) {
            assert_eq!(Op::from_mnemonic(name), None, "{name}");
        }
    }

    #[test]
    fn what_to_write_instead_assembles() {
        for row in TABLE {
            let Some(template) = row.instead else { continue };
            let operands: &[&str] = match template.matches('{').count() {
                0 => &[],
                // The last operand is a label or a constant, except in copies and sums.
                1 => &["l"],
                2 if template.starts_with("lis") || template.starts_with('b') => &["$1", "l"],
                2 => &["$1", "$2"],
                _ => &["$1", "$2", "$3"],
            };
            let text = format!("l: {}", row.instead(operands).expect("as many as it takes"));
            assert!(assemble(&text).object.is_some(), "{text}");
        }
    }

    #[test]
    fn nothing_is_proposed_for_another_number_of_operands() {
        let row = find("MOVE").expect("it is in the table");
        assert_eq!(row.instead(&["$1"]), None);
        assert_eq!(row.instead(&["$1", "$2"]).as_deref(), Some("add $1, $2, $0"));
    }
}
