//! What the tests miss: submitted wrong programs that no test distinguishes from the reference
//! (*What do my tests miss?*, with classmates' programs as mutants).
//!
//! The results of grading replace a comparison of mutants. A program that is proved equal does not
//! count, one that differs is killed by a test or missed, and open ones give a lower and an upper
//! bound. Programs with the same words count once.

use std::fmt::Write;

use serde::Serialize;
use serde_json::Value;

use super::Unique;
use super::difference::Difference;
use super::target::{InputsOf, Target};
use crate::engines::classes::{Sorting, Subject};
use crate::engines::mutation::Pool;

/// What the tests miss.
#[derive(Clone, Debug, Serialize)]
pub struct TestsReport {
    /// The names of the input words.
    pub names: Vec<String>,
    /// Wrong programs that a test distinguishes from the reference.
    pub killed: usize,
    /// Wrong programs that no test distinguishes.
    pub missed: usize,
    /// Programs that are proved equivalent to the reference: they do not count.
    pub equivalent: usize,
    /// Programs that no test distinguishes and that are not proved equivalent or different.
    pub open: usize,
    /// The least and the greatest possible number of wrong programs. `None` if none is known to be
    /// wrong.
    pub of: Option<[usize; 2]>,
    /// The missed and open programs.
    pub survivors: Vec<Survivor>,
    /// The tests.
    pub inputs: Vec<Kills>,
    /// A test set that kills all programs that any known input kills.
    pub suite: Option<Would>,
}

/// A program that no test distinguishes from the reference and that is not proved equivalent.
#[derive(Clone, Debug, Serialize)]
pub struct Survivor {
    /// The submissions that contain it.
    pub members: Vec<String>,
    /// The index of its class.
    pub class: usize,
    /// An input that distinguishes it, with both runs. `None` if it is open.
    pub difference: Option<Difference>,
}

/// An input, and the number of wrong programs that it kills.
#[derive(Clone, Debug, Serialize)]
pub struct Kills {
    /// The input.
    pub inputs: Value,
    /// The input as text: `$1 = 3, $2 = -1`.
    #[serde(skip)]
    pub text: String,
    /// The input as a row of a table.
    #[serde(skip)]
    pub row: Vec<String>,
    /// The number of programs.
    pub kills: usize,
}

/// A test set that kills all programs that a test or another known input kills.
#[derive(Clone, Debug, Serialize)]
pub struct Would {
    /// The inputs.
    pub inputs: Vec<Kills>,
    /// Whether it is a smallest such subset.
    pub smallest: bool,
}

/// The results of grading.
pub struct Known<'k, 'p, T: Target> {
    /// The machine.
    pub target: &'k T,
    /// The programs, the reference first.
    pub programs: &'k [Unique<T::Program>],
    /// The equivalence classes of the programs.
    pub sorting: &'k Sorting<&'p T::Program>,
    /// The maximal number of steps of a run.
    pub fuel: u64,
}

/// What is known of a program that is not the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// A test kills it.
    Killed,
    /// No test kills it, and it differs on an input.
    Missed,
    /// It is proved equivalent.
    Equivalent,
    /// Neither is known.
    Open,
}

impl<T: Target> Known<'_, '_, T> {
    /// What these tests miss. `describe` describes a surviving program by its submissions, its class,
    /// and its difference.
    pub fn missed_by(
        &self,
        tests: &[InputsOf<T>],
        describe: impl Fn(usize) -> Survivor,
    ) -> TestsReport {
        let fates: Vec<Fate> =
            (1..self.programs.len()).map(|program| self.fate(program, tests)).collect();
        let count = |wanted: Fate| fates.iter().filter(|&&fate| fate == wanted).count();
        let programs = || (1..).zip(&fates);
        let is_survivor = |fate: &Fate| matches!(fate, Fate::Missed | Fate::Open);
        let survivors = programs().filter(|(_, fate)| is_survivor(fate));
        let (killed, missed, open) = (count(Fate::Killed), count(Fate::Missed), count(Fate::Open));
        let least = killed + missed;
        let pool = self.pool(tests, &fates);
        let kills = |inputs: &InputsOf<T>, kills: usize| {
            let (row, text) = (self.target.row(inputs), self.target.named(inputs).text);
            Kills { inputs: self.target.in_json(inputs), text, row, kills }
        };
        let suite = pollster::block_on(pool.smallest());
        TestsReport {
            names: self.target.columns(),
            killed,
            missed,
            equivalent: count(Fate::Equivalent),
            open,
            of: (least > 0).then_some([least, least + open]),
            survivors: survivors.map(|(program, _)| describe(program)).collect(),
            inputs: tests.iter().map(|inputs| kills(inputs, pool.kills(inputs))).collect(),
            suite: suite.map(|would| Would {
                inputs: would
                    .inputs
                    .iter()
                    .zip(&would.kills)
                    .map(|(it, &n)| kills(it, n))
                    .collect(),
                smallest: would.is_smallest,
            }),
        }
    }

    /// Whether an input kills a program.
    fn kills(&self, inputs: &InputsOf<T>, program: usize) -> bool {
        let [reference, wrong] = [0, program].map(|it| self.sorting.subject(it));
        reference.tells_apart(wrong, inputs, self.fuel)
    }

    fn fate(&self, program: usize, tests: &[InputsOf<T>]) -> Fate {
        // An equivalent program is never killed, however long it runs.
        if self.sorting.classes()[0].contains(&program) {
            return Fate::Equivalent;
        }
        match tests.iter().any(|inputs| self.kills(inputs, program)) {
            true => Fate::Killed,
            false if self.sorting.difference(0, program).is_some() => Fate::Missed,
            false => Fate::Open,
        }
    }

    /// The tests, and the inputs on which missed programs differ, with the programs that each kills.
    fn pool<'i>(&'i self, tests: &'i [InputsOf<T>], fates: &[Fate]) -> Pool<'i, InputsOf<T>> {
        let of = |wanted: fn(Fate) -> bool| {
            let programs = (1..).zip(fates).filter(move |(_, fate)| wanted(**fate));
            programs.map(|(program, _)| program)
        };
        let missed = of(|fate| fate == Fate::Missed);
        let found = missed.filter_map(|program| self.sorting.difference(0, program));
        let mut inputs: Vec<&InputsOf<T>> = Vec::new();
        for one in tests.iter().chain(found) {
            if !inputs.contains(&one) {
                inputs.push(one);
            }
        }
        let known = inputs.clone();
        let wrong = of(|fate| matches!(fate, Fate::Killed | Fate::Missed));
        Pool::new(inputs, wrong, |&program, at| self.kills(known[at], program))
    }
}

impl TestsReport {
    /// The number of killed wrong programs, with lower and upper bounds.
    pub fn score(&self) -> String {
        let TestsReport { killed, open, of, .. } = self;
        let percent = |all: usize| killed * 100 / all;
        match *of {
            None if *open > 0 => "It is not known of any program that it is wrong.".to_owned(),
            None => "No program is wrong.".to_owned(),
            Some([least, most]) if least == most => format!(
                "Your tests find {killed} of the {least} wrong programs ({} %).",
                percent(least)
            ),
            Some([least, most]) => format!(
                "Your tests find {killed} of the {least} to {most} wrong programs ({} % to {} %).",
                percent(most),
                percent(least)
            ),
        }
    }

    /// The results as lines of text.
    pub fn text(&self) -> String {
        let TestsReport { missed, equivalent, open, .. } = self;
        let mut text = format!(
            "{}\nmissed: {missed}; proved equal to the reference: {equivalent}; open: {open}\n",
            self.score()
        );
        for survivor in &self.survivors {
            let _ = writeln!(text, "{}", survivor.words());
        }
        if let Some(would) = &self.suite {
            let _ = writeln!(text, "{}", would.words());
            for Kills { text: input, kills, .. } in &would.inputs {
                let _ = writeln!(text, "  {} ({kills})", input);
            }
        }
        text
    }

    /// The test set as a table that `--tests` reads.
    pub fn table(&self) -> Option<String> {
        let Would { inputs, .. } = self.suite.as_ref()?;
        let row = |words: Vec<String>| format!("{}\r\n", words.join(","));
        let names = Some(&self.names).filter(|names| !names.is_empty());
        let head = names.map(|names| row(names.clone())).unwrap_or_default();
        Some(head + &inputs.iter().map(|it| row(it.row.clone())).collect::<String>())
    }
}

impl Survivor {
    /// The program with what is known of it, as text.
    pub fn words(&self) -> String {
        let members = self.members.join(", ");
        match &self.difference {
            Some(difference) => format!("missed: {members}: differs on {}", difference.words()),
            None => format!("open: {members}"),
        }
    }
}

impl Would {
    /// The claim about the test set, as text.
    pub fn words(&self) -> String {
        let kill = match self.inputs.len() {
            1 => "This input finds".to_owned(),
            count => format!("These {count} inputs find"),
        };
        let claim = if self.smallest { ", and fewer of these do not" } else { "" };
        format!("{kill} all that a test or an input above finds{claim}:")
    }
}
