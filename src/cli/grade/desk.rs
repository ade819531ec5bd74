//! Passes questions to workers, and caches the answers in the journal.
//!
//! Each question gets a ticket, and answers are fetched by ticket in any order. So the next
//! question can depend on the answers alone and not on when they arrive. At most as many questions
//! as threads are processed at once; others wait.

use std::collections::HashMap;
use std::ffi::OsString;
use std::sync::{Arc, Mutex, mpsc};
use std::thread;

use clap::ValueEnum;
use serde_json::{Value, json};

use super::journal::{Journal, Key};
use crate::cli::batch::pair::Version;
use crate::cli::batch::progress::Ticker;
use crate::cli::batch::worker::Worker;
use crate::cli::batch::{Line, end_with_parent};
use crate::cli::compare::SolverName;
use crate::cli::trouble::Trouble;

/// A question for a worker.
pub struct Question {
    /// The pair, as in a line of `tamarin batch`.
    pub line: Value,
    /// Everything that the answer depends on, beside the versions.
    pub about: Value,
}

impl Question {
    /// The journal key of its answer by this version.
    fn key(&self, version: &Version) -> Key {
        Key::of(&json!({ "about": self.about, "version": version }))
    }
}

/// Identifies a posed question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ticket(u64);

/// The configuration of the workers.
pub struct Staff<'s> {
    /// The version of this program.
    pub version: &'s Version,
    /// The solver that answers queries.
    pub solver: SolverName,
    /// The time limit in seconds for a question without its own.
    pub seconds: Option<u64>,
    /// The number of workers.
    pub threads: usize,
}

/// Accepts questions and returns answers.
pub struct Desk<'d> {
    version: &'d Version,
    journal: Option<&'d Journal>,
    ticker: &'d mut Ticker,
    asks: mpsc::Sender<(Ticket, Line)>,
    answers: mpsc::Receiver<(Ticket, Value)>,
    /// Answers that were not fetched yet.
    ready: HashMap<Ticket, Value>,
    /// The journal keys of pending answers.
    keys: HashMap<Ticket, Key>,
    next: u64,
    /// The number of answers that were in the journal.
    pub found: u64,
    /// The number of answers from workers.
    pub made: u64,
}

/// Runs `work` with a desk and its workers, which end with the desk.
pub fn with_desk<T>(
    staff: &Staff<'_>,
    journal: Option<&Journal>,
    ticker: &mut Ticker,
    work: impl FnOnce(&mut Desk<'_>) -> Result<T, Trouble>,
) -> Result<T, Trouble> {
    end_with_parent();
    let solver = staff.solver.to_possible_value().expect("each has a name");
    let arguments: Vec<OsString> =
        ["batch", "--worker", "--solver", solver.get_name()].map(OsString::from).into();
    let (asks, to_ask) = mpsc::channel::<(Ticket, Line)>();
    let to_ask = Arc::new(Mutex::new(to_ask));
    let (answers, to_read) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..staff.threads {
            let (to_ask, answers) = (Arc::clone(&to_ask), answers.clone());
            let mut worker = Worker::new(staff.version, staff.seconds, arguments.clone());
            scope.spawn(move || {
                loop {
                    let next = to_ask.lock().expect("no holder panics").recv();
                    let Ok((ticket, line)) = next else { return };
                    let answer = worker.answer(&line).text;
                    let answer = serde_json::from_str(&answer).unwrap_or_default();
                    if answers.send((ticket, answer)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(answers);
        let version = staff.version;
        let (ready, keys) = (HashMap::new(), HashMap::new());
        let (next, found, made) = (0, 0, 0);
        let answers = to_read;
        let mut desk =
            Desk { version, journal, ticker, asks, answers, ready, keys, next, found, made };
        // Dropping the desk closes the queue of questions, so the workers end.
        work(&mut desk)
    })
}

impl Desk<'_> {
    /// Poses a question. An answer in the journal is reused.
    pub fn put(&mut self, question: &Question) -> Result<Ticket, Trouble> {
        let ticket = Ticket(self.next);
        self.next += 1;
        if let Some(journal) = self.journal {
            let key = question.key(self.version);
            if let Some(answer) = journal.get(&key)? {
                self.found += 1;
                self.ready.insert(ticket, answer);
                return Ok(ticket);
            }
            self.keys.insert(ticket, key);
        }
        let line = Line { number: self.next, text: question.line.to_string() };
        self.asks.send((ticket, line)).expect("workers are there");
        Ok(ticket)
    }

    /// Waits for the answer to a question.
    pub fn take(&mut self, ticket: Ticket) -> Result<Value, Trouble> {
        loop {
            if let Some(answer) = self.ready.remove(&ticket) {
                return Ok(answer);
            }
            let (other, answer) = self.answers.recv().expect("workers outlive their questions");
            self.made += 1;
            if let (Some(journal), Some(key)) = (self.journal, self.keys.remove(&other)) {
                journal.keep(&key, &answer)?;
            }
            self.ready.insert(other, answer);
            let (found, made) = (self.found, self.made);
            self.ticker.tick(|seconds| {
                let rate = made as f64 / seconds.max(1e-3);
                let put = found + made;
                format!("{put} answers{}, {rate:.1}/s", from_journal(found))
            });
        }
    }
}

/// A remark on the number of answers from the journal, if there were any.
pub fn from_journal(found: u64) -> String {
    match found {
        0 => String::new(),
        _ => format!(", {found} of them from the journal"),
    }
}
