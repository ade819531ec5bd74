//! Displays the progress of a batch as one line.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// The time between two lines at a terminal, where each overwrites the previous one.
const AT_A_TERMINAL: Duration = Duration::from_millis(200);
/// The time between two lines elsewhere.
const ELSEWHERE: Duration = Duration::from_secs(10);

/// Writes a line to the standard error from time to time.
pub struct Ticker {
    begin: Instant,
    last: Instant,
    /// `None` if nothing is written.
    between: Option<Duration>,
    is_terminal: bool,
}

impl Ticker {
    /// Starts the clock. With the option `quiet`, nothing is written.
    pub fn new(quiet: bool) -> Ticker {
        let is_terminal = io::stderr().is_terminal();
        let between = if is_terminal { AT_A_TERMINAL } else { ELSEWHERE };
        let begin = Instant::now();
        Ticker { begin, last: begin, between: (!quiet).then_some(between), is_terminal }
    }

    /// Writes a line if it is due. `line` gets the seconds since the start.
    pub fn tick(&mut self, line: impl FnOnce(f64) -> String) {
        let now = Instant::now();
        if self.between.is_some_and(|between| now - self.last >= between) {
            self.last = now;
            let end = if self.is_terminal { "" } else { "\n" };
            self.tell(&line((now - self.begin).as_secs_f64()), end);
        }
    }

    /// Writes the last line.
    pub fn finish(&mut self, line: impl FnOnce(f64) -> String) {
        if self.between.is_some() {
            self.tell(&line(self.begin.elapsed().as_secs_f64()), "\n");
        }
    }

    /// Writes a line with this end. A failure to write cannot be reported anywhere.
    fn tell(&self, line: &str, end: &str) {
        // Returns to the start of the line and clears it.
        let begin = if self.is_terminal { "\r\x1b[K" } else { "" };
        let mut stderr = io::stderr().lock();
        let _ = write!(stderr, "{begin}{line}{end}").and_then(|()| stderr.flush());
    }
}

/// Counts the pairs that were read and answered.
pub struct Progress {
    /// The total number of pairs, if known.
    total: Option<u64>,
    state: Mutex<Counts>,
}

struct Counts {
    ticker: Ticker,
    read: u64,
    answered: u64,
    verdicts: BTreeMap<String, u64>,
}

impl Progress {
    /// Starts the clock. With the option `quiet`, nothing is written.
    pub fn new(total: Option<u64>, quiet: bool) -> Progress {
        let ticker = Ticker::new(quiet);
        let state = Counts { ticker, read: 0, answered: 0, verdicts: BTreeMap::new() };
        Progress { total, state: Mutex::new(state) }
    }

    /// Counts a pair that was read.
    pub fn was_read(&self) {
        self.state().read += 1;
    }

    /// Counts an answer, with or without a verdict.
    pub fn was_answered(&self, verdict: &Option<String>) {
        let mut state = self.state();
        state.answered += 1;
        let verdict = verdict.as_deref().unwrap_or("errors");
        *state.verdicts.entry(verdict.to_owned()).or_insert(0) += 1;
        let (answered, read) = (state.answered, state.read);
        state.ticker.tick(|seconds| so_far(answered, self.total, read, seconds));
    }

    /// Writes the last line.
    pub fn finish(&self) {
        let mut state = self.state();
        let answered = pairs(state.answered);
        let verdicts = state.verdicts.iter().map(|(verdict, count)| format!("{count} {verdict}"));
        let verdicts = verdicts.collect::<Vec<_>>().join(", ");
        let parts = if verdicts.is_empty() { "" } else { ": " };
        state.ticker.finish(|seconds| format!("{answered} in {seconds:.1} s{parts}{verdicts}"));
    }

    fn state(&self) -> MutexGuard<'_, Counts> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

fn pairs(count: u64) -> String {
    format!("{count} {}", if count == 1 { "pair" } else { "pairs" })
}

/// `12 of 40 pairs, 3.1/s, 9 s left`.
fn so_far(answered: u64, total: Option<u64>, read: u64, seconds: f64) -> String {
    let seconds = seconds.max(1e-3);
    let rate = answered as f64 / seconds;
    match total {
        Some(total) => {
            let left = seconds * total.saturating_sub(answered) as f64 / answered.max(1) as f64;
            format!("{answered} of {}, {rate:.1}/s, {} left", pairs(total), time(left))
        }
        None => format!("{}, {rate:.1}/s, {} read", pairs(answered), read),
    }
}

fn time(seconds: f64) -> String {
    let seconds = seconds.round() as u64;
    match seconds {
        0..120 => format!("{seconds} s"),
        120..7200 => format!("{} min", seconds / 60),
        _ => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_how_far_it_is() {
        let passed = 4.0;
        assert_eq!(so_far(12, Some(40), 40, passed), "12 of 40 pairs, 3.0/s, 9 s left");
        assert_eq!(so_far(1, None, 6, passed), "1 pair, 0.2/s, 6 read");
        assert_eq!(
            so_far(2, Some(20_002), 300, passed),
            "2 of 20002 pairs, 0.5/s, 11 h 6 min left"
        );
        assert_eq!(time(600.0), "10 min");
    }
}
