//! Instructions of ARM64 and its assemblers that this machine lacks, and what to write instead.

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
    row(&["mov"], Some("add {0}, {1}, xzr"), "a register is copied by adding `xzr` to it; a constant is loaded with `ldr` from an `.8byte`"),
    row(&["movz", "movk", "movn", "adr", "adrp"], None, "a constant or an address is loaded with `ldr` from an `.8byte`"),
    row(&["ret"], Some("br x30"), "to return, jump to the address in `x30`"),
    row(&["nop"], Some("add x0, x0, xzr"), "an instruction without effect is `add x0, x0, xzr`"),
    row(&["bl"], None, "to call, load the address with `ldr` from an `.8byte`, then `blr`; save `x30` before"),
    row(&["beq"], Some("b.eq {0}"), "a condition follows a dot"),
    row(&["bne"], Some("b.ne {0}"), "a condition follows a dot"),
    row(&["bhs", "bcs"], Some("b.hs {0}"), "a condition follows a dot"),
    row(&["blo", "bcc"], Some("b.lo {0}"), "a condition follows a dot"),
    row(&["bhi"], Some("b.hi {0}"), "a condition follows a dot"),
    row(&["bls"], Some("b.ls {0}"), "a condition follows a dot"),
    row(&["bge"], Some("b.ge {0}"), "a condition follows a dot"),
    row(&["blt"], Some("b.lt {0}"), "a condition follows a dot"),
    row(&["bgt"], Some("b.gt {0}"), "a condition follows a dot"),
    row(&["ble"], Some("b.le {0}"), "a condition follows a dot"),
    row(&["cbz"], Some("cmp {0}, xzr\nb.eq {1}"), "compare with `xzr`, then branch"),
    row(&["cbnz"], Some("cmp {0}, xzr\nb.ne {1}"), "compare with `xzr`, then branch"),
    row(&["adds", "subs"], None, "only `cmp` sets the flags"),
    row(&["cmn", "tst", "ccmp"], None, "the only comparison is `cmp`"),
    row(&["cset", "csel", "csinc"], None, "there is no conditional assignment: branch with `b.cond`"),
    row(&["neg"], None, "make a zero with `sub x0, x0, x0`, then subtract from it"),
    row(&["madd", "msub", "smull", "umull"], None, "multiply with `mul`, then add or subtract"),
    row(&["and", "orr", "eor", "bic", "mvn", "ands"], None, "there is no bitwise logic: compute with `add`, `sub`, `mul` and division"),
    row(&["lsl"], None, "there are no shifts: multiply by a power of two"),
    row(&["lsr", "asr", "ror"], None, "there are no shifts: divide by a power of two"),
    row(&["str"], None, "a store is `stur`, with its number of bytes"),
    row(&["ldp", "stp"], None, "there is one register an instruction: use `ldur` or `stur` for each"),
    row(&["ldrb", "ldrh", "ldrsw", "ldursw", "ldurb", "strb", "strh", "sturb"], None, "memory is read and written 8 bytes at a time, with `ldur` and `stur`"),
    row(&["push", "pop"], None, "the stack is memory below `sp`: use `stur` or `ldur`, and `add` or `sub` on `sp`"),
    row(&["svc", "brk", "hlt"], None, "there is no system to call: a program ends with `br x30`, its result in `x0`"),
];

/// Finds the row of an instruction; case is ignored.
pub(super) fn find(name: &str) -> Option<&'static Foreign> {
    TABLE.iter().find(|row| row.names.iter().any(|known| known.eq_ignore_ascii_case(name)))
}

impl Foreign {
    /// The statement to write instead, with these operands. `None` unless the copied or compared
    /// operand is a register.
    pub(super) fn instead(&self, operands: &[&str]) -> Option<String> {
        let template = self.instead?;
        let takes_registers = template.starts_with("add {0}");
        let is_number = |operand: &&str| operand.starts_with(['-', '#']) || is_digit_first(operand);
        if template.matches('{').count() != operands.len()
            || takes_registers && operands.iter().any(is_number)
        {
            return None;
        }
        let places = ["{0}", "{1}", "{2}"];
        let fill = |text: String, (place, operand): (&&str, &&str)| text.replace(*place, operand);
        Some(places.iter().zip(operands).fold(template.to_owned(), fill))
    }
}

fn is_digit_first(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asm::arm64::assemble;
    use crate::machine::arm64::Op;

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
                1 => &["l"],
                _ if template.starts_with("cmp") => &["x1", "l"],
                _ => &["x1", "x2"],
            };
            let text = format!("l: {}", row.instead(operands).expect("as many as it takes"));
            assert!(assemble(&text).object.is_some(), "{text}");
        }
    }

    #[test]
    fn a_number_is_not_copied_as_a_register() {
        let row = find("MOV").expect("it is in the table");
        assert_eq!(row.instead(&["x1", "5"]), None);
        assert_eq!(row.instead(&["x1", "x2"]).as_deref(), Some("add x1, x2, xzr"));
    }
}
