//! A file of run-time routines, in assembly.

/// A file of routines.
pub struct Source {
    /// What it is called in listings.
    pub name: &'static str,
    /// The names that it exports.
    pub exports: &'static [&'static str],
    /// Its text.
    pub text: &'static str,
}
