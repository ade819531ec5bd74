//! Engines: procedures that answer a question about two programs.
//!
//! An engine explores, proves or explains, and returns evidence: ids, terms, counts and inputs, never a
//! sentence. Engines share the modules before them in the crate (the machine, terms, symbolic states,
//! solvers).
//!
//! - [`paths`] compares two programs path by path, and `second` answers what follows from a difference.
//! - `alignment` proves that loops agree, and `nontermination` that a run never ends. `evidence` writes proofs for the
//!   kernel of what a `statement` claims.
//! - `cause` and `mend` explain a difference: by two instructions whose words should be equal, and by an edit
//!   that makes the programs agree. `regions` describes the inputs on which programs differ. `tree` is the
//!   walk that such engines share.
//! - `classes` sorts many programs by their behaviour. `mutation` finds the wrong programs that tests miss,
//!   and `quiz` poses questions about mutants.
//! - `versions` compares two versions of a program instruction by instruction, and `driven` turns its
//!   counterexamples into inputs. `pairing` pairs the procedures of two versions, for any machine.
//! - `routines` proves that a routine of a program prints a number.
//! - `arm64` compares programs for that machine, by runs and evidence, and `across` a program for MIPS with one for
//!   ARM64.
//!
//! A long search calls the observer now and then ([`pause`]).

#[cfg(feature = "cli")]
pub mod across;
#[cfg(feature = "alignment")]
pub mod alignment;
#[cfg(feature = "evidence")]
pub mod arm64;
#[cfg(feature = "tools")]
pub mod array_use;
#[cfg(feature = "explanations")]
pub mod cause;
#[cfg(all(feature = "evidence", feature = "explanations"))]
pub mod classes;
#[cfg(feature = "explanations")]
pub mod difference;
#[cfg(feature = "versions")]
pub mod driven;
#[cfg(feature = "evidence")]
pub mod evidence;
#[cfg(feature = "explanations")]
pub mod mend;
#[cfg(feature = "explanations")]
pub mod mutation;
#[cfg(feature = "alignment")]
pub mod nontermination;
#[cfg(any(feature = "cli", feature = "arm64"))]
pub mod pairing;
pub mod paths;
pub mod pause;
#[cfg(feature = "explanations")]
pub mod quiz;
#[cfg(feature = "explanations")]
pub mod regions;
pub mod routines;
#[cfg(feature = "explanations")]
pub mod second;
#[cfg(feature = "alignment")]
pub mod statement;
#[cfg(feature = "explanations")]
pub mod tree;
#[cfg(feature = "versions")]
pub mod versions;
