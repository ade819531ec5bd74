//! The folder of `compare --proofs`: a formula and a proof for each unsat answer, and `index.json`,
//! which gives the basis of each answer.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::report::{AnswerKind, Event};
use crate::solver::bitblast::proof::{Attempt, Proof};
use crate::solver::proving::Unsat;

/// The basis of an unsat answer.
#[derive(Serialize)]
#[serde(tag = "proof", rename_all = "kebab-case")]
enum Ground {
    /// A DRAT proof in these files.
    Drat { cnf: String, drat: String, variables: u32, clauses: usize, steps: usize },
    /// Rewriting decided the query without a solver.
    NoneByRewriting,
    /// An assertion became the constant false as a gate, so there are no clauses.
    NoneFalseAsGates,
    /// The SAT solver did not find the proof within the limit, or the checker did not finish.
    NoneLimit,
    /// The SAT solver found a model, or wrote an invalid proof: the answer, the formula or the
    /// proof is wrong.
    Contradicted,
}

#[derive(Serialize)]
struct Entry {
    query: String,
    answered_by: String,
    #[serde(flatten)]
    ground: Ground,
}

/// The description at the start of the index.
const ABOUT: &str = "The queries that were answered unsat, and what each answer rests on. \
    Each proof has been checked. It covers the step from the clauses of a formula to unsat, and \
    any DRAT checker can check it again: `drat-trim FILE.cnf FILE.drat`. The steps from the programs to terms and from terms to \
    clauses are not in it. Pairs of paths whose results are the same term were never asked about.";

#[derive(Serialize)]
struct Index<'a> {
    about: &'static str,
    unsat: &'a [Entry],
}

/// The folder during a comparison.
pub struct Folder {
    path: PathBuf,
    entries: Vec<Entry>,
    /// The first error.
    trouble: Option<String>,
}

impl Folder {
    /// Opens or creates a folder.
    pub fn new(path: &Path) -> Result<Folder, String> {
        fs::create_dir_all(path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Folder { path: path.to_owned(), entries: Vec::new(), trouble: None })
    }

    /// Adds an unsat answer of a solver.
    pub fn add(&mut self, unsat: Unsat<'_>) {
        let Unsat { query, by, attempt } = unsat;
        let ground = match attempt {
            Attempt::Proved(proof) => self.write(query, &proof),
            Attempt::FalseAsGates => Ground::NoneFalseAsGates,
            Attempt::Limit => Ground::NoneLimit,
            Attempt::Refused => {
                self.trouble.get_or_insert_with(|| {
                    format!("{query} was answered unsat by {by}, and its proof is refused")
                });
                Ground::Contradicted
            }
            Attempt::Satisfiable => {
                self.trouble.get_or_insert_with(|| {
                    format!("{query} was answered unsat by {by}, and its clauses have a model")
                });
                Ground::Contradicted
            }
        };
        self.push(query, by, ground);
    }

    /// Adds answers that were decided without a solver.
    pub fn listen(&mut self, query: &str, event: &Event) {
        if let Event::Answer { answer: AnswerKind::Unsat, by, .. } = event
            && self.entries.last().is_none_or(|entry| entry.query != query)
        {
            self.push(query, by, Ground::NoneByRewriting);
        }
    }

    fn push(&mut self, query: &str, by: &str, ground: Ground) {
        self.entries.push(Entry { query: query.to_owned(), answered_by: by.to_owned(), ground });
    }

    fn write(&mut self, query: &str, proof: &Proof) -> Ground {
        let [cnf, drat] = ["cnf", "drat"].map(|extension| format!("{query}.{extension}"));
        self.write_file(&cnf, &proof.cnf(query));
        self.write_file(&drat, &proof.drat());
        let Proof { variables, ref clauses, ref steps, .. } = *proof;
        Ground::Drat { cnf, drat, variables, clauses: clauses.len(), steps: steps.len() }
    }

    fn write_file(&mut self, name: &str, text: &str) {
        let path = self.path.join(name);
        let failed = |error: io::Error| format!("{}: {error}", path.display());
        if let Err(error) = fs::write(&path, text) {
            self.trouble.get_or_insert_with(|| failed(error));
        }
    }

    /// Writes the index. Returns the first error, now or earlier.
    pub fn finish(&mut self) -> Result<(), String> {
        let index = Index { about: ABOUT, unsat: &self.entries };
        let text = serde_json::to_string_pretty(&index).expect("the index is plain data");
        self.write_file("index.json", &(text + "\n"));
        self.trouble.take().map_or(Ok(()), Err)
    }
}
