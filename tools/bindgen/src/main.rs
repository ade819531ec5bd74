//! Makes the JavaScript and TypeScript bindings of the engine's wasm.
//!
//! A small program around the library of wasm-bindgen's command line: it builds
//! in a third of that one's time, and its version is that of Cargo.lock.
//!
//! ```text
//! bindgen WASM FOLDER NAME
//! ```

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [wasm, folder, name] = arguments.as_slice() else {
        eprintln!("usage: bindgen WASM FOLDER NAME");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    let made = bindgen
        .input_path(wasm)
        .out_name(name)
        .typescript(true)
        .omit_default_module_path(false)
        .web(true)
        .and_then(|bindgen| bindgen.generate(folder));
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:?}");
            ExitCode::FAILURE
        }
    }
}
