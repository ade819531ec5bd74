//! Functions for single programs: their diagnostics and listings, and the instructions for an
//! editor.

use wasm_bindgen::prelude::*;

use super::files::{self, SourceFile};
use crate::asm::arm64;
use crate::machine::arm64::{Condition, Op};
use crate::wasm::replies::AssembleReply;
use crate::wasm::{from_js, to_js};

/// The engine's version.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// An instruction for an editor. `b.cond` has a row for each condition.
#[derive(serde::Serialize)]
struct Row {
    mnemonic: String,
    operands: &'static str,
    effect: String,
}

/// The machine's instructions.
#[wasm_bindgen(unchecked_return_type = "InstructionInfo[]")]
pub fn instruction_set() -> Result<JsValue, JsError> {
    let row = |op: &Op| {
        let (operands, effect) = (op.shape().operands(), op.effect().to_owned());
        Row { mnemonic: op.mnemonic().to_owned(), operands, effect }
    };
    let conditional = |(condition, name, _): &(Condition, &'static str, u32)| Row {
        mnemonic: format!("b.{name}"),
        operands: Op::BCond.shape().operands(),
        effect: format!("after cmp n, m: if {}, go on i bytes from here", condition.relation()),
    };
    let plain = Op::ALL.iter().filter(|&&op| op != Op::BCond).map(row);
    to_js(&plain.chain(Condition::ALL.iter().map(conditional)).collect::<Vec<_>>())
}

/// Assembles and links the files of a program.
#[wasm_bindgen(unchecked_return_type = "AssembleReply")]
pub fn assemble(
    #[wasm_bindgen(unchecked_param_type = "SourceFile[]")] files: JsValue,
) -> Result<JsValue, JsError> {
    let files: Vec<SourceFile> = from_js(files)?;
    let built = files::program(&files);
    let texts = files::texts(&files);
    let listing = built.output.as_ref().map(|it| arm64::listing(&texts, it));
    to_js(&AssembleReply::new(&texts, built.diagnostics, listing))
}
