//! Properties of any text, any words and any file of the ARM64 machine.

use tamarin::asm::arm64::{assemble, disassemble, format};
use tamarin::diagnostic::Diagnostic;
use tamarin::machine::arm64::{Given, Image, Machine, Mode, Stop, armcom, decode};
use tamarin::object::Object;

/// Steps of a run.
const FUEL: u64 = 1000;

/// Any text: places of diagnostics are within it, there is an object exactly if there is no
/// error, the formatter changes no program and nothing of its own work, and an object is the
/// same after a way through a file and a text.
pub fn check_text(text: &str) {
    let assembly = assemble(text);
    let has_error = assembly.diagnostics.iter().any(Diagnostic::is_error);
    assert_eq!(assembly.object.is_none(), has_error);
    for diagnostic in &assembly.diagnostics {
        assert!(text.get(diagnostic.span.start..diagnostic.span.end).is_some(), "{diagnostic:?}");
    }
    let formatted = format(text).text;
    assert_eq!(format(&formatted).text, formatted);
    let Some(object) = assembly.object else { return };
    let again = assemble(&formatted).object.expect("it had no errors before");
    assert_eq!(armcom::write(&again), armcom::write(&object));
    let read = armcom::read(&armcom::write(&object)).expect("it was written so");
    let again = assemble(&disassemble(&read)).object.expect("a disassembly has no errors");
    assert_eq!(armcom::write(&again), armcom::write(&read));
}

/// For any words: decoding inverts encoding; their text assembles to the same words, except for invalid ones; and a run
/// ends in the same state however it is divided, in every mode.
pub fn check_words(words: &[u32], given: &Given) {
    for &word in words {
        assert!(decode(word).is_none_or(|instruction| instruction.encode() == word));
    }
    let text = disassemble(&Object { words: words.to_vec(), ..Object::default() });
    let again = assemble(&text).object.expect("a disassembly has no errors").words;
    match text.contains("no instruction") {
        true => assert!(again.len() < words.len()),
        false => assert_eq!(again, words),
    }
    for mode in [Mode::Usual, Mode::Arm, Mode::Course] {
        let image = Image::new(words.to_vec(), mode);
        let Some(mut machine) = Machine::new(&image, given) else { continue };
        let stop = machine.run(FUEL);
        let end = (stop, machine.pc, machine.steps, machine.result(), machine.output.clone());
        machine.restart(given);
        let mut pieces = Stop::OutOfFuel;
        while pieces == Stop::OutOfFuel && machine.steps < FUEL {
            pieces = machine.run(7.min(FUEL - machine.steps));
        }
        let result = machine.result();
        assert_eq!((pieces, machine.pc, machine.steps, result, machine.output), end, "{mode:?}");
    }
}

/// For any bytes: an invalid object file is refused, and a valid one is written as it was read.
pub fn check_file(bytes: &[u8]) {
    let Ok(object) = armcom::read(bytes) else { return };
    let again = armcom::read(&armcom::write(&object)).expect("it was written so");
    assert_eq!(armcom::write(&again), armcom::write(&object));
    assemble(&disassemble(&object)).object.expect("a disassembly has no errors");
}
