//! Exports evidence for the kernel, so that other programs can check it.
//!
//! Who does not trust the kernel can check each of its obligations, and each step of their proofs, with an SMT solver
//! such as z3, cvc5 or Bitwuzla, and each SAT proof with an LRAT checker. [`export()`] has the kernel check the evidence
//! while it watches, and writes what it saw as SMT-LIB 2, DIMACS and LRAT. It is no part of what has to be trusted: the
//! kernel does not depend on it, and it only reads the kernel's terms.
//!
//! Each row of the index is one query, whose expected answer is always `unsat`:
//!
//! | kind | query |
//! |---|---|
//! | `obligation` | the known facts and the negation of the goal, over bit-vectors; with the definitions of functions, lemmas and memories that its proof uses. It does not use the proof, so it may be hard. |
//! | `proof` | the same, from the steps of the proof alone, over unknown integers: it is always easy |
//! | `step` | the premises of a rule hold, and none of its cases does |
//! | `cases` | a case that the kernel drops outside of a proof contradicts what is known |
//! | `clauses` | the clauses of a step by `bits` (DIMACS), and their refutation (LRAT) |
//!
//! If the answers for all rows of the kinds `proof`, `step` and `cases` are `unsat`, all obligations hold. The rows
//! `obligation` say the same without the kernel's rules. What remains is that these obligations suffice for the claim:
//! that is the symbolic execution and the walk of the kernel.
//!
//! | module | what it is |
//! |---|---|
//! | [`record`](mod@record) | what the kernel does |
//! | [`definition`](mod@definition) | functions, lemmas and memories, as evidence and claim define them |
//! | [`language`], [`words`], [`integers`], [`skeleton`] | terms and facts as SMT-LIB 2 |
//! | [`queries`] | the query for each row |

#![warn(missing_docs)]

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io;
use std::path::Path;

use tamarin_kernel::{Claim, Evidence, Refusal};

pub mod definition;
pub mod integers;
pub mod language;
pub mod queries;
pub mod record;
pub mod skeleton;
pub mod words;

/// The file with the index.
pub const INDEX: &str = "index.tsv";

/// A row of the index: one query.
#[derive(Clone, Debug)]
pub struct Row {
    /// The question.
    pub kind: Kind,
    /// The number of the obligation that this is about or belongs to; none for steps between obligations.
    pub obligation: Option<usize>,
    /// Where it arises: the address of each program's next instruction, a lemma by its index, or a function.
    pub place: String,
    /// The label of an obligation, or the name of a rule.
    pub name: String,
    /// Its files. Queries with the same text share one.
    pub files: Vec<String>,
}

/// What a row asks; see the table of the crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// An obligation, without its proof.
    Obligation,
    /// An obligation, from the steps of its proof.
    Proof,
    /// A rule.
    Step,
    /// Dropped cases.
    Cases,
    /// A SAT proof.
    Clauses,
}

impl Kind {
    /// The name in the index.
    pub const fn name(self) -> &'static str {
        ["obligation", "proof", "step", "cases", "clauses"][self as usize]
    }
}

/// Everything that is exported about evidence for a claim.
#[derive(Debug, Default)]
pub struct Export {
    /// The rows of the index.
    pub rows: Vec<Row>,
    /// Texts by file name, in the order in which they were made.
    pub files: Vec<(String, String)>,
    known: HashMap<String, String>,
}

/// Checks evidence for a claim, and exports its obligations and steps.
///
/// # Errors
///
/// The kernel refuses the evidence, so there is nothing to export.
pub fn export(claim: &Claim, evidence: &Evidence) -> Result<Export, Refusal> {
    let (mut prover, record) = record::record(claim, evidence)?;
    let mut export = Export::default();
    queries::all(&mut export, &mut prover, record)?;
    Ok(export)
}

impl Export {
    /// The file with a text, which is a new one unless a file has it already.
    fn file(&mut self, name: &str, extension: &str, text: String) -> String {
        if let Some(known) = self.known.get(&text) {
            return known.clone();
        }
        let name = format!("{:05}-{name}.{extension}", self.files.len());
        self.known.insert(text.clone(), name.clone());
        self.files.push((name.clone(), text));
        name
    }

    /// The index: a line for each row, with tabs between its columns.
    pub fn index(&self) -> String {
        let mut text = "kind\tobligation\tplace\tname\texpected\tfiles\n".to_owned();
        for Row { kind, obligation, place, name, files } in &self.rows {
            let number = obligation.map_or(String::new(), |number| number.to_string());
            let name: String = name.chars().filter(|it| !it.is_control()).collect();
            let (kind, files) = (kind.name(), files.join(" "));
            let _ = writeln!(text, "{kind}\t{number}\t{place}\t{name}\tunsat\t{files}");
        }
        text
    }

    /// How many rows of each kind there are, in words.
    pub fn summary(&self) -> String {
        let kinds = [Kind::Obligation, Kind::Proof, Kind::Step, Kind::Cases, Kind::Clauses];
        let counts = kinds.map(|kind| {
            let count = self.rows.iter().filter(|row| row.kind == kind).count();
            format!("{} {count}", kind.name())
        });
        format!("{} files; rows: {}", self.files.len(), counts.join(", "))
    }

    /// Writes the index and all files into a folder, which is made if there is none.
    ///
    /// # Errors
    ///
    /// A file cannot be written.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        std::fs::create_dir_all(folder)?;
        for (name, text) in &self.files {
            std::fs::write(folder.join(name), text)?;
        }
        std::fs::write(folder.join(INDEX), self.index())
    }
}
