//! The journal of a grading: stores every worker's answer in SQLite, so that an interrupted grading
//! can continue.
//!
//! The key of an answer is a hash of everything that it depends on ([`Key`]): both programs (their
//! words for a verdict, their texts for answers about texts), the contract, the limits, the
//! question, and the versions: the build of this program, which is a hash of its sources and all
//! libraries, and the solver. So gradings with different references may share a journal, and
//! answers of another build are ignored. Only reproducible answers are stored: none of a crashed
//! process, and none that a time limit cut off.
//!
//! The questions depend only on the answers and not on when they arrive ([`desk`](super::desk)). So
//! with the same journal, the same questions are answered from it.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, params};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::cli::trouble::Trouble;

/// The SQLite application id of a journal: "TmJl".
const APPLICATION: i32 = 0x546d_4a6c;
/// The version of the table's schema.
const VERSION: i32 = 1;
/// How long to wait while another process writes.
const BUSY: Duration = Duration::from_secs(10);

/// The hash (SHA-256) of everything that an answer depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key([u8; 32]);

impl Key {
    /// The key of a JSON object; the order of its fields does not matter.
    pub fn of(object: &Value) -> Key {
        // Objects are serialized in the order of their keys.
        Key(Sha256::digest(object.to_string().as_bytes()).into())
    }
}

/// Answers by their keys.
pub struct Journal {
    connection: Connection,
    path: String,
}

impl Journal {
    /// Opens the journal in a file, which is created if it does not exist.
    ///
    /// # Errors
    ///
    /// The file is not a journal, or cannot be written.
    pub fn open(path: &Path) -> Result<Journal, Trouble> {
        let name = path.display().to_string();
        let trouble = |error: rusqlite::Error| Trouble::new(format!("{name}: {}", of(&error)));
        let connection = Connection::open(path).map_err(trouble)?;
        connection.busy_timeout(BUSY).map_err(trouble)?;
        let pragma = |key: &str| connection.pragma_query_value(None, key, |row| row.get(0));
        let application: i32 = pragma("application_id").map_err(trouble)?;
        let version: i32 = pragma("user_version").map_err(trouble)?;
        let tables: i32 = connection
            .query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get(0))
            .map_err(trouble)?;
        if tables > 0 && application != APPLICATION {
            return Err(Trouble::new(format!("{name}: this is a database, but no journal")));
        }
        if tables > 0 && version != VERSION {
            let why = "this journal was written by another version of this program";
            return Err(Trouble::new(format!("{name}: {why}")));
        }
        // Written answers survive the end of this process. After a power failure the last ones may
        // be lost, and are computed again.
        let made = connection.execute_batch(&format!(
            "PRAGMA journal_mode = WAL;
             PRAGMA synchronous = NORMAL;
             BEGIN IMMEDIATE;
             PRAGMA application_id = {APPLICATION};
             PRAGMA user_version = {VERSION};
             CREATE TABLE IF NOT EXISTS answers (
                 key BLOB PRIMARY KEY,
                 answer TEXT NOT NULL
             ) WITHOUT ROWID;
             COMMIT;"
        ));
        made.map_err(trouble)?;
        Ok(Journal { connection, path: name })
    }

    /// The answer with a key.
    pub fn get(&self, key: &Key) -> Result<Option<Value>, Trouble> {
        let mut select =
            self.connection.prepare_cached("SELECT answer FROM answers WHERE key = ?1");
        let found = select.as_mut().map_err(|error| self.trouble(error)).and_then(|select| {
            let found = select.query_row(params![&key.0[..]], |row| row.get::<_, String>(0));
            found.optional().map_err(|error| self.trouble(&error))
        })?;
        let parsed = found.map(|text| {
            serde_json::from_str(&text)
                .map_err(|_| Trouble::new(format!("{}: an answer is no JSON", self.path)))
        });
        parsed.transpose()
    }

    /// Stores an answer if it is reproducible.
    pub fn keep(&self, key: &Key, answer: &Value) -> Result<(), Trouble> {
        if !is_lasting(answer) {
            return Ok(());
        }
        // Another process may have stored it too.
        let insert = "INSERT OR IGNORE INTO answers (key, answer) VALUES (?1, ?2)";
        let mut insert =
            self.connection.prepare_cached(insert).map_err(|error| self.trouble(&error))?;
        let text = answer.to_string();
        insert.execute(params![&key.0[..], text]).map_err(|error| self.trouble(&error))?;
        Ok(())
    }

    fn trouble(&self, error: &rusqlite::Error) -> Trouble {
        Trouble::new(format!("{}: {}", self.path, of(error)))
    }
}

/// Whether an answer is reproducible.
fn is_lasting(answer: &Value) -> bool {
    let kinds = answer["errors"].as_array().into_iter().flatten().map(|error| &error["kind"]);
    kinds.into_iter().all(|kind| kind != "crash" && kind != "limit")
        && answer["reason"]["code"] != "time-limit"
        && answer.is_object()
}

fn of(error: &rusqlite::Error) -> String {
    match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::NotADatabase) => "this is no journal".to_owned(),
        Some(rusqlite::ErrorCode::DatabaseBusy | rusqlite::ErrorCode::DatabaseLocked) => {
            "another process has this journal open".to_owned()
        }
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_a_clock_or_a_crash_has_cut_is_not_kept() {
        assert!(is_lasting(&json!({"verdict": "equivalent", "reason": {"code": "complete"}})));
        assert!(is_lasting(&json!({"errors": [{"kind": "program"}]})));
        assert!(!is_lasting(&json!({"errors": [{"kind": "crash"}]})));
        assert!(!is_lasting(&json!({"errors": [{"kind": "limit"}]})));
        assert!(!is_lasting(
            &json!({"verdict": "possibly-equivalent", "reason": {"code": "time-limit"}})
        ));
        assert!(!is_lasting(&Value::Null));
    }
}
