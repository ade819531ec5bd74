//! Who asks workers, and the journal before them.
//!
//! A question that is put gets a ticket, and answers are taken by their tickets, in whichever
//! order the asker wants; so what is asked next can depend on the answers alone, not on how fast
//! they come. Questions that are worked on at a time are as many as there are threads; further
//! ones wait.

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

/// What is asked.
pub struct Question {
    /// A pair as a line of `tamarin batch` has it.
    pub line: Value,
    /// All that the answer depends on, beside the versions.
    pub about: Value,
}

impl Question {
    /// Where its answer by this version stands.
    fn key(&self, version: &Version) -> Key {
        Key::of(&json!({ "about": self.about, "version": version }))
    }
}

/// A question that was put.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ticket(u64);

/// Who is asked, and by whom.
pub struct Staff<'s> {
    /// Who this is.
    pub version: &'s Version,
    /// The solver that answers queries.
    pub solver: SolverName,
    /// Seconds for a question that does not say how many.
    pub seconds: Option<u64>,
    /// How many work at a time.
    pub threads: usize,
}

/// Takes questions and gives answers.
pub struct Desk<'d> {
    version: &'d Version,
    journal: Option<&'d Journal>,
    ticker: &'d mut Ticker,
    asks: mpsc::Sender<(Ticket, Line)>,
    answers: mpsc::Receiver<(Ticket, Value)>,
    /// Answers that nobody has taken yet.
    ready: HashMap<Ticket, Value>,
    /// Where the answers that are waited for are to be kept.
    keys: HashMap<Ticket, Key>,
    next: u64,
    /// Answers that were in the journal.
    pub found: u64,
    /// Answers that workers gave.
    pub made: u64,
}

/// Does what needs a desk, with workers behind it, who end with it.
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
        // With the desk its questions end, and with these the workers.
        work(&mut desk)
    })
}

impl Desk<'_> {
    /// Puts a question. What the journal knows is not asked again.
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

    /// The answer to a question, once it is there.
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

/// How many answers were there already, where there were some.
pub fn from_journal(found: u64) -> String {
    match found {
        0 => String::new(),
        _ => format!(", {found} of them from the journal"),
    }
}
