//! A file of run-time routines, in assembly.

/// A file of run-time routines, in assembly.
pub struct Source {
    /// Its name in listings.
    pub name: &'static str,
    /// The names that it exports.
    pub exports: &'static [&'static str],
    /// Its text.
    pub text: &'static str,
}
