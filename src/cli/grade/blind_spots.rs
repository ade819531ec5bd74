//! What the tests miss: submitted wrong programs that no test distinguishes from the reference
//! (*What do my tests miss?*, with classmates' programs as mutants).
//!
//! The results of grading replace a comparison of mutants. A program that is proved equal does not
//! count, one that differs is killed by a test or missed, and open ones give a lower and an upper
//! bound ([`mutation`]). Programs with the same words count once.

use std::fmt::Write;
use std::rc::Rc;
use std::sync::Arc;

use serde::Serialize;

use super::Unique;
use super::difference::Difference;
use crate::contract::Contract;
use crate::engines::classes::Sorting;
use crate::engines::mutation::{self, Analysis, Fate, Mutant, Origin, Suite, Tally};
use crate::engines::paths::Options;
use crate::machine::Inputs;

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
    pub inputs: Inputs,
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
pub struct Known<'k> {
    /// The programs, the reference first.
    pub programs: &'k [Unique],
    /// The equivalence classes of the programs.
    pub sorting: &'k Sorting,
    /// The contract.
    pub contract: &'k Arc<Contract>,
    /// The maximal number of steps of a run.
    pub fuel: u64,
}

impl Known<'_> {
    /// What these tests miss. `told` describes a surviving program by its submissions, its class,
    /// and its difference.
    pub fn missed_by(&self, tests: &[Inputs], told: impl Fn(usize) -> Survivor) -> TestsReport {
        let options =
            Options { fuel: self.fuel, contract: Arc::clone(self.contract), ..Options::default() };
        let image = &self.programs[0].image;
        let suite = Suite { files: &[], image, tests, others: &[], options: &options, most: 0 };
        let mutant = |(index, program): (usize, &Unique)| Mutant {
            origin: Origin::Named(program.name.clone()),
            image: Rc::clone(&program.image),
            fate: self.fate(index),
        };
        let mutants = self.programs.iter().enumerate().skip(1).map(mutant).collect();
        let analysis = pollster::block_on(mutation::of_compared(&suite, mutants));
        let Tally { killed, missed, equivalent, open } = analysis.tally();
        let Analysis { ref mutants, ref kills, suite: ref would, .. } = analysis;
        let survives = |fate: &Fate| matches!(fate, Fate::Missed { .. } | Fate::Open);
        let survivors = mutants.iter().enumerate().filter(|(_, it)| survives(&it.fate));
        let kills_of = |inputs: &[Inputs], kills: &[usize]| -> Vec<Kills> {
            let both = inputs.iter().zip(kills);
            both.map(|(inputs, &kills)| Kills { inputs: inputs.clone(), kills }).collect()
        };
        TestsReport {
            names: self.contract.names().to_vec(),
            killed,
            missed,
            equivalent,
            open,
            of: analysis.score().map(|(_, of)| of),
            survivors: survivors.map(|(at, _)| told(at + 1)).collect(),
            inputs: kills_of(tests, kills),
            suite: would.as_ref().map(|would| Would {
                inputs: kills_of(&would.inputs, &would.kills),
                smallest: would.is_smallest,
            }),
        }
    }

    /// The outcome of a program that no test kills.
    fn fate(&self, program: usize) -> Fate {
        let is_same = self.sorting.classes()[0].contains(&program);
        match (is_same, self.sorting.difference(0, program)) {
            (true, _) => Fate::Equivalent,
            (false, Some(inputs)) => Fate::Missed { inputs: inputs.clone(), is_least: None },
            (false, None) => Fate::Open,
        }
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
            for Kills { inputs, kills } in &would.inputs {
                let _ = writeln!(text, "  {} ({kills})", self.input(inputs));
            }
        }
        text
    }

    /// `$1 = 3, $2 = -1`.
    pub fn input(&self, inputs: &Inputs) -> String {
        let words = self.names.iter().zip(inputs.iter());
        words
            .map(|(name, &word)| format!("{name} = {}", word as i32))
            .collect::<Vec<_>>()
            .join(", ")
    }

    /// The test set as a table that `--tests` reads.
    pub fn table(&self) -> Option<String> {
        let Would { inputs, .. } = self.suite.as_ref()?;
        let row = |words: Vec<String>| format!("{}\r\n", words.join(","));
        let numbers =
            |it: &Kills| row(it.inputs.iter().map(|&it| (it as i32).to_string()).collect());
        Some(row(self.names.clone()) + &inputs.iter().map(numbers).collect::<String>())
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
