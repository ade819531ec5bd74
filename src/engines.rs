//! Engines: procedures that answer a question about two programs.
//!
//! An engine explores, proves or explains, and returns evidence: ids, terms,
//! counts and inputs, never a sentence. All engines share what stands before
//! them in the crate (the machine, terms, symbolic states, solvers).
//!
//! [`paths`] is the first: it compares two programs path by path, and `second` asks what follows from the answer. `alignment`
//! proves what it cannot, loops, and `certify` writes proofs down so that others
//! can check them, and `nontermination` proves of one run that it never ends. `evidence` writes what is proved for the kernel. `cause` and `mend` explain a difference: by two instructions that should
//! hold the same, and by an edit of one token that makes the programs agree, and `regions`
//! tells on which inputs there is one; `tree` is what such engines walk. `classes` sorts many
//! programs by what they do, `mutation` tells which wrong programs tests miss, and `quiz` asks which of
//! them do the same. `versions` compares two versions of a program instruction by instruction, and `driven`
//! makes inputs of what it refutes. `pairing` pairs the procedures of two versions on any machine. `routines` proves
//! that a routine of a program prints a number. `arm64` compares programs for that machine, by runs and evidence, and `across` compares one for MIPS with one for
//! ARM64. A search that takes long does so now and then what a [`pause`] is for.

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
#[cfg(feature = "alignment")]
pub mod certify;
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
#[cfg(feature = "explanations")]
pub mod tree;
#[cfg(feature = "versions")]
pub mod versions;
