//! The form in which shapes leave the engine: plain data for `--json`, and
//! TypeScript types for the page.

macro_rules! wire {
    ($(#[$meta:meta])* $vis:vis $kind:ident $name:ident $body:tt) => {
        #[derive(Serialize)]
        #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
        $(#[$meta])*
        $vis $kind $name $body
    };
}

pub(crate) use wire;
