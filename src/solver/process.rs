//! A native solver in a child process: `z3 -in`, found on the PATH.
//!
//! The process reads SMT-LIB text from its standard input and is kept from check to check. After
//! anything other than a plain answer (an unknown, a crash, garbage, a hang, a cancellation, or an
//! abandoned check) it is ended, and the next check starts another.

use std::future::poll_fn;
use std::io::{self, BufRead, BufReader, Write};
use std::mem;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::task::Poll;
use std::thread;
use std::time::{Duration, Instant};

use super::smtlib::Dialogue;
use super::{
    Answer, AssertionId, Assertions, Capabilities, Check, Effort, Question, Solver, Stop,
    UnknownReason,
};
use crate::term::{Term, Terms};

/// Interval at which a waiting check polls the caller's stop.
const POLL: Duration = Duration::from_millis(5);
/// A marker that the process echoes after each answer.
const END: &str = "end-of-answer";

/// The solver.
#[derive(Debug)]
pub struct Process {
    command: Vec<String>,
    hang_after: Duration,
    assertions: Assertions,
    running: Option<Running>,
}

#[derive(Debug)]
struct Running {
    child: Child,
    /// To the process, written by a thread: a process that does not read would block us.
    texts: Sender<String>,
    /// From the process, read by a thread.
    lines: Receiver<io::Result<String>>,
}

impl Process {
    /// The `z3` of the PATH.
    pub fn z3() -> Process {
        Process::new(["z3", "-in", "-smt2"], Duration::from_secs(120))
    }

    /// A command that reads SMT-LIB text as `z3 -in` does. It is killed when a check takes longer
    /// than `hang_after`.
    pub fn new<S: Into<String>>(
        command: impl IntoIterator<Item = S>,
        hang_after: Duration,
    ) -> Process {
        Process {
            command: command.into_iter().map(Into::into).collect(),
            hang_after,
            assertions: Assertions::default(),
            running: None,
        }
    }

    /// Checks that the command can be started; the error says why not.
    pub fn probe(&mut self) -> Result<(), String> {
        if self.running.is_none() {
            self.running = Some(self.start()?);
        }
        Ok(())
    }

    fn start(&self) -> Result<Running, String> {
        let (program, arguments) = self.command.split_first().ok_or("no command")?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("`{program}` cannot be started: {error}"))?;
        let mut stdin = child.stdin.take().expect("the standard input is piped");
        let stdout = child.stdout.take().expect("the standard output is piped");
        let (texts, texts_to_write) = mpsc::channel::<String>();
        // Ends when the process is gone or the sender is dropped.
        thread::spawn(move || {
            for text in texts_to_write {
                if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                    break;
                }
            }
        });
        let (sender, lines) = mpsc::channel();
        // Ends when the process closes its output or the receiver is dropped.
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines() {
                let failed = line.is_err();
                if sender.send(line).is_err() || failed {
                    break;
                }
            }
        });
        Ok(Running { child, texts, lines })
    }

    async fn ask(&mut self, terms: &Terms, question: Question<'_>) -> Answer {
        if question.effort == Effort(0) {
            return Answer::Unknown(UnknownReason::Limit);
        }
        let dialogue = Dialogue::new(terms, &self.assertions, &question);
        let answer = match self.reply(&dialogue.text, &question.stop).await {
            Ok(reply) => dialogue.read(&reply, terms, &self.assertions),
            Err(reason) => Answer::Unknown(reason),
        };
        if matches!(answer, Answer::Unknown(_)) {
            self.running = None;
        }
        answer
    }

    /// The reply of the process to a text, which it reads in its initial state. After a failure the
    /// next text gets a new process.
    pub async fn reply(&mut self, text: &str, stop: &Stop) -> Result<String, UnknownReason> {
        let mut running = match self.running.take() {
            Some(running) => running,
            None => self.start().map_err(UnknownReason::Unavailable)?,
        };
        let reply = running.converse(text, stop, self.hang_after).await?;
        self.running = Some(running);
        Ok(reply)
    }
}

impl Running {
    /// Writes a text and returns the reply.
    async fn converse(
        &mut self,
        text: &str,
        stop: &Stop,
        hang_after: Duration,
    ) -> Result<String, UnknownReason> {
        let begin = Instant::now();
        if self.texts.send(format!("(reset)\n{text}(echo \"{END}\")\n")).is_err() {
            return Err(self.how_it_died());
        }
        let mut reply = String::new();
        loop {
            if stop.is_due() {
                return Err(UnknownReason::Cancelled);
            }
            match self.lines.recv_timeout(POLL) {
                Ok(Ok(line)) if line.trim_matches('"') == END => return Ok(reply),
                Ok(Ok(line)) => {
                    reply.push_str(&line);
                    reply.push('\n');
                }
                Ok(Err(error)) => return Err(UnknownReason::Garbage(error.to_string())),
                Err(RecvTimeoutError::Timeout) if begin.elapsed() > hang_after => {
                    return Err(UnknownReason::Hung);
                }
                Err(RecvTimeoutError::Timeout) => step_aside().await,
                Err(RecvTimeoutError::Disconnected) => return Err(self.how_it_died()),
            }
        }
    }

    /// The exit status of a process that has closed its output, if it comes soon.
    fn how_it_died(&mut self) -> UnknownReason {
        for _ in 0..20 {
            match self.child.try_wait() {
                Ok(Some(status)) => return UnknownReason::Died(status.to_string()),
                Ok(None) => thread::sleep(POLL),
                Err(error) => return UnknownReason::Died(error.to_string()),
            }
        }
        UnknownReason::Died("it closed its output".to_owned())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended already; either way it is no longer needed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Yields to other futures that are polled together with this check.
async fn step_aside() {
    let mut stepped = false;
    poll_fn(|context| {
        context.waker().wake_by_ref();
        if mem::replace(&mut stepped, true) { Poll::Ready(()) } else { Poll::Pending }
    })
    .await
}

impl Solver for Process {
    fn name(&self) -> &str {
        "process"
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { incremental: false, cores: true }
    }

    fn push(&mut self) {
        self.assertions.push();
    }

    fn pop(&mut self) {
        self.assertions.pop();
    }

    fn assert(&mut self, term: Term) -> AssertionId {
        self.assertions.assert(term)
    }

    fn check<'a>(&'a mut self, terms: &'a Terms, question: Question<'a>) -> Check<'a> {
        Box::pin(self.ask(terms, question))
    }
}
