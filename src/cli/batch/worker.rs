//! Worker processes: how the parent uses them, and what they do.
//!
//! A worker reads one line and writes one line, repeatedly.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use super::pair::{Answered, Version, answer, id_and_seconds};
use super::{BatchArgs, Line};
use crate::cli::trouble::Trouble;

/// The time in seconds after which a worker is killed, counted from the end of the comparison's own
/// time limit.
const GRACE: u64 = 5;

/// A worker process, which is started when it is first needed.
pub struct Worker<'v> {
    version: &'v Version,
    /// The time limit in seconds for a pair without its own.
    seconds: Option<u64>,
    /// The arguments of the process.
    arguments: Vec<OsString>,
    running: Option<Running>,
}

struct Running {
    child: Child,
    to: ChildStdin,
    /// The lines that the process writes.
    from: Receiver<String>,
}

/// Why a worker did not answer.
enum Silence {
    /// The process could not be started.
    NotStarted(io::Error),
    /// The process has ended.
    Ended,
    /// The time limit, this number of seconds, was exceeded.
    Late(u64),
}

impl<'v> Worker<'v> {
    /// A worker whose process is not started yet.
    pub fn new(version: &'v Version, seconds: Option<u64>, arguments: Vec<OsString>) -> Worker<'v> {
        Worker { version, seconds, arguments, running: None }
    }

    /// The answer to a line, even if the process ends.
    pub fn answer(&mut self, line: &Line) -> Answered {
        let (id, seconds) = id_and_seconds(&line.text);
        let seconds = seconds.or(self.seconds);
        let was_used = self.running.is_some();
        let mut answer = self.ask(&line.text, seconds);
        // An earlier pair may have damaged a used process, so a new one gets the line too.
        if was_used && matches!(answer, Err(Silence::Ended)) {
            self.running.take().map(Running::end);
            answer = self.ask(&line.text, seconds);
        }
        let silence = match answer {
            Ok(text) => {
                let object: Value = serde_json::from_str(&text).unwrap_or_default();
                let verdict = object["verdict"].as_str().map(str::to_owned);
                return Answered { text, verdict };
            }
            Err(silence) => silence,
        };
        let ended = self.running.take().map(Running::end);
        let number = line.number;
        let (kind, why) = match silence {
            Silence::NotStarted(why) => ("crash", format!("no process could be started: {why}")),
            Silence::Late(seconds) => ("limit", format!("it was ended after {seconds} s")),
            Silence::Ended => match ended {
                Some(Ok(status)) => ("crash", format!("the process ended: {status}")),
                _ => ("crash", "the process ended".to_owned()),
            },
        };
        Answered::with_end(&id, self.version, kind, &format!("line {number}: {why}"))
    }

    /// Sends a line to the process and waits for its answer.
    fn ask(&mut self, line: &str, seconds: Option<u64>) -> Result<String, Silence> {
        let running = match &mut self.running {
            Some(running) => running,
            none => none.insert(Running::start(&self.arguments).map_err(Silence::NotStarted)?),
        };
        let asked = writeln!(running.to, "{}", one_line(line)).and_then(|()| running.to.flush());
        asked.map_err(|_| Silence::Ended)?;
        let Some(seconds) = seconds else { return running.from.recv().map_err(|_| Silence::Ended) };
        let seconds = seconds.saturating_add(GRACE);
        running.from.recv_timeout(Duration::from_secs(seconds)).map_err(|why| match why {
            RecvTimeoutError::Timeout => Silence::Late(seconds),
            RecvTimeoutError::Disconnected => Silence::Ended,
        })
    }
}

/// Puts the line into one line. A line break inside JSON is either white space, or an error that
/// parsing reports.
fn one_line(line: &str) -> String {
    line.replace(['\n', '\r'], " ")
}

impl Running {
    fn start(arguments: &[OsString]) -> io::Result<Running> {
        let mut child = Command::new(std::env::current_exe()?)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let to = child.stdin.take().expect("the standard input is piped");
        let stdout = child.stdout.take().expect("the standard output is piped");
        let (lines, from) = mpsc::channel();
        // The thread ends with the process, or when its output is no longer received.
        thread::spawn(move || {
            let mut stdout = BufReader::new(stdout);
            let mut line = String::new();
            while stdout.read_line(&mut line).is_ok() && line.ends_with('\n') {
                line.truncate(line.len() - 1);
                if lines.send(std::mem::take(&mut line)).is_err() {
                    break;
                }
            }
        });
        Ok(Running { child, to, from })
    }

    /// Kills the process if it still runs, and returns its exit status.
    fn end(mut self) -> io::Result<ExitStatus> {
        let _ = self.child.kill();
        self.child.wait()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // The process is not used again, so errors here do not matter.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Answers lines of the standard input until its end.
pub fn serve(args: &BatchArgs) -> Result<u8, Trouble> {
    let version = Version::of(args.solver)?;
    for line in io::stdin().lock().lines() {
        let line = line.map_err(|error| Trouble::new(format!("the pairs: {error}")))?;
        let mut text = answer(args, &version, &line).text;
        text.push('\n');
        crate::cli::console::answer(&text)?;
    }
    Ok(0)
}
