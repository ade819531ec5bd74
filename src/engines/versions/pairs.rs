//! Two programs side by side: pairs of procedures, and the results for each.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::changes::Changes;
use super::conditions::{Fact, Spots};
use super::equality::{Answered, Decider, Ended};
use super::part::Part;
use super::refuted::Refuted;
use super::relation::{
    Class, LINK, ProgramState, RelatedWord, Relation, STACK, Symbols, WORDS, indices, split,
    term_of,
};
use super::run::{End, Run, Runner, Usage};
use super::snippet::{Custom, Matches};
use super::source::{Because, Suspects};
use crate::evidence::Why;
use crate::machine::mips::Reg;
use crate::machine::{Image, Initial};
use crate::program::Label;
use crate::term::Term;

/// A synchronisation point, as an address in each program.
pub(super) type SyncPoint = [u32; 2];

/// Maximum number of consecutive calls that are followed into procedures which the other program
/// does not call, and of additional loop iterations.
const EXTENDED: u32 = 64;

/// A pair of procedures, or the programs themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    pub entries: [u32; 2],
    pub is_program: bool,
}

/// A place where two procedures are not known to be equivalent.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct OpenPoint {
    pub at: SyncPoint,
    pub why: Why,
}

/// Where a path leads.
#[derive(Clone, Debug)]
pub(super) enum To {
    Point(SyncPoint),
    Return,
    End,
}

/// A path from a synchronisation point, with the words at its end.
pub(super) struct Way {
    pub states: [ProgramState; 2],
    pub touched: [BTreeSet<i32>; 2],
    /// The assumptions about these words.
    pub given: Vec<Term>,
    pub to: To,
}

/// A call from a synchronisation point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Call {
    pub callee: Key,
    /// The distance of `$30` from its entry value in each program, in bytes.
    pub stack: [i32; 2],
    /// How many instructions each program has executed since the point, at least; the call is one of them.
    pub steps: [u64; 2],
}

/// The result at a synchronisation point.
#[derive(Default)]
pub(super) struct Found {
    /// Where it has ended.
    pub at: SyncPoint,
    /// The open question, if there is one; of the other results only the parts are useful then.
    pub open: Option<OpenPoint>,
    /// Words for which they are known to differ there.
    pub refuted: Option<Refuted>,
    /// The terms that the open question depends on.
    pub suspects: Option<Suspects>,
    pub ways: Vec<Way>,
    pub call: Option<Call>,
    pub usage: [Usage; 2],
    pub parts: Vec<Part>,
}

/// The synchronisation point from which two runs began.
pub(super) struct Departure {
    pub key: Key,
    pub place: SyncPoint,
    /// The addresses of `place`, also where it is the entry.
    pub at: SyncPoint,
    pub origins: Origins,
    /// The words there.
    pub states: [ProgramState; 2],
}

impl Found {
    /// Adds the assumptions of two runs.
    pub fn take(&mut self, runs: &[Run; 2]) {
        self.usage.iter_mut().zip(runs).for_each(|(usage, run)| usage.extend(&run.usage));
    }
}

/// The entry values of a pair of procedures, in each program.
pub(super) struct Origins {
    /// `$31`.
    pub links: [Term; 2],
    /// `$30`, as a class and a constant.
    pub stacks: [(Term, u32); 2],
}

/// A pair of procedures during the analysis.
pub(super) struct Analysis {
    pub entry: Relation,
    pub points: BTreeMap<SyncPoint, Relation>,
    /// The facts at points; empty where relations are enough.
    pub facts: BTreeMap<SyncPoint, Vec<Fact>>,
    pub exit: Option<Relation>,
    pub touched: [BTreeSet<i32>; 2],
    pub callers: BTreeSet<(Key, SyncPoint)>,
    pub open: BTreeMap<SyncPoint, OpenPoint>,
    /// Whether it is not equal but treated as an unknown function that is the same in both.
    pub is_assumed: bool,
}

impl Analysis {
    pub fn new(entry: Relation) -> Analysis {
        Analysis {
            entry,
            points: BTreeMap::new(),
            facts: BTreeMap::new(),
            exit: None,
            touched: Default::default(),
            callers: BTreeSet::new(),
            open: BTreeMap::new(),
            is_assumed: false,
        }
    }

    /// The indices of the words that are known to be preserved since the entry.
    pub fn kept(&self) -> BTreeSet<usize> {
        let Some(exit) = &self.exit else { return BTreeSet::new() };
        let is_kept =
            |&index: &usize| (0..2).all(|it| exit.words[it][index] == self.entry.words[it][index]);
        indices().filter(is_kept).collect()
    }
}

/// The entry point of a pair of procedures.
pub(super) const ENTRY: SyncPoint = [u32::MAX; 2];

/// The comparison of two programs.
pub(super) struct Walk<'a, 's> {
    pub images: [&'a Image; 2],
    labels: [BTreeMap<&'a str, u32>; 2],
    names: [BTreeMap<u32, Vec<&'a str>>; 2],
    pub decider: Decider<'s>,
    pub symbols: Symbols,
    pub procedures: BTreeMap<Key, Analysis>,
    pub work: BTreeSet<(Key, SyncPoint)>,
    /// Pairs that are assumed equal, each with the indices of the words that it preserves.
    pub assumed: BTreeMap<Key, BTreeSet<usize>>,
    /// Pairs that were open with relations alone: facts are learnt at their points.
    pub learns: BTreeSet<Key>,
    /// Whether it ends at the first open question.
    pub ends_if_open: bool,
    /// Whether facts are learnt for the current pair.
    pub is_learning: bool,
    pub spots: Spots,
    pub unknown: u32,
    /// Whether the linked routine that prints a number is one step.
    pub prints_at_once: bool,
    /// The matches of the user's patterns.
    places: [Matches; 2],
    /// No word of a program's text is a wildcard.
    any: BTreeMap<u32, Term>,
}

/// The result for a pair of procedures.
pub(super) struct Compared {
    pub key: Key,
    pub open: Option<OpenPoint>,
    /// The origin of a word on which the open question depends.
    pub because: Option<Because>,
    /// Words for which they differ there.
    pub refuted: Option<Refuted>,
    /// Where they return with different `$3`, which callers may not use, and words for which they
    /// do.
    pub differs_by_result: Option<(OpenPoint, Option<Refuted>)>,
    pub changes: Changes,
    pub usage: [Usage; 2],
    pub calls: Vec<Call>,
}

impl<'a, 's> Walk<'a, 's> {
    /// A comparison without results.
    pub fn new(
        images: [&'a Image; 2],
        labels: [&'a [Label]; 2],
        decider: Decider<'s>,
    ) -> Walk<'a, 's> {
        let by_name = labels.map(|labels| {
            labels.iter().map(|label| (label.name.as_str(), label.address.0)).collect()
        });
        let names = labels.map(|labels| {
            let mut names: BTreeMap<u32, Vec<&str>> = BTreeMap::new();
            for label in labels {
                names.entry(label.address.0).or_default().push(&label.name);
            }
            names
        });
        Walk {
            images,
            labels: by_name,
            names,
            decider,
            symbols: Symbols::default(),
            procedures: BTreeMap::new(),
            work: BTreeSet::new(),
            assumed: BTreeMap::new(),
            learns: BTreeSet::new(),
            ends_if_open: false,
            is_learning: false,
            spots: Spots::default(),
            unknown: 0,
            prints_at_once: true,
            places: Default::default(),
            any: BTreeMap::new(),
        }
    }

    /// Adds user-defined patterns.
    pub fn with(mut self, patterns: &Rc<[Custom]>) -> Self {
        if !patterns.is_empty() {
            self.places = [0, 1].map(|side| Matches::of(patterns, self.images[side], side));
        }
        self
    }

    /// The relation at the start of both.
    pub fn start(&self) -> Relation {
        let setups = self.images.map(Image::setup);
        let known = |offset| RelatedWord { class: None, offset };
        let mut words = [[known(0); WORDS]; 2];
        for side in 0..2 {
            for reg in Reg::all().skip(1) {
                words[side][reg.index()] = match setups[side].initial(reg) {
                    Initial::Word(word) => known(word),
                    Initial::Input(index) => {
                        RelatedWord { class: Some(Class::Since(index as u32)), offset: 0 }
                    }
                };
            }
        }
        let is_same = setups[0].array == setups[1].array;
        let memory = [Class::Since(0), Class::Since(u32::from(!is_same))];
        Relation { words, slots: Default::default(), memory }.at_entry()
    }

    pub fn runner(&mut self, side: usize, origins: &Origins) -> Runner<'_> {
        Runner {
            terms: &mut self.decider.terms,
            image: self.images[side],
            stack: origins.stacks[side],
            link: origins.links[side],
            unknown: &mut self.unknown,
            prints_at_once: self.prints_at_once,
            any: &self.any,
            places: Some(&self.places[side]),
        }
    }

    /// The values of `$30` and `$31` at the entry of a pair of procedures.
    pub fn origins(&mut self, key: Key) -> Origins {
        let entry = &self.procedures[&key].entry;
        let terms = &mut self.decider.terms;
        let mut term = |side: usize, index: usize| {
            let word = entry.words[side][index];
            term_of(terms, word, |terms, class| self.symbols.word(terms, class))
        };
        let links = [0, 1].map(|side| term(side, LINK));
        let stacks = [0, 1].map(|side| term(side, STACK));
        Origins { links, stacks: stacks.map(|stack| split(&mut self.decider.terms, stack)) }
    }

    /// Runs both to where they end, including calls that only one makes. Returns the number of
    /// these.
    pub async fn advance(&mut self, runs: &mut [Run; 2], origins: &Origins) -> Result<u32, Ended> {
        for (side, run) in runs.iter_mut().enumerate() {
            self.runner(side, origins).go(run, None);
        }
        let mut inlined = 0;
        for _ in 0..EXTENDED {
            for run in runs.iter_mut() {
                self.decide_branch(run).await?;
            }
            let decided = runs.each_ref().map(|run| match run.end {
                End::Branch { equal, .. } => self.decider.terms.as_bool(equal).is_some(),
                _ => false,
            });
            if let Some(side) = [[true, false], [false, true]].iter().position(|it| *it == decided)
            {
                self.runner(side, origins).goes_on(&mut runs[side]);
                continue;
            }
            let called = runs.each_ref().map(|run| match run.end {
                End::Call { target } => Some(target),
                _ => None,
            });
            let side = match called {
                [Some(_), None] => 0,
                [None, Some(_)] => 1,
                [Some(left), Some(right)] => match self.only_called_by([left, right]) {
                    Some(side) => side,
                    None => return Ok(inlined),
                },
                [None, None] => return Ok(inlined),
            };
            let target = called[side].expect("it is a call");
            let mut runner = self.runner(side, origins);
            runner.enter(&mut runs[side], target);
            runner.go(&mut runs[side], None);
            inlined += 1;
        }
        Ok(inlined)
    }

    /// Decides the branch at which a run stopped, if the assumptions imply its outcome.
    async fn decide_branch(&mut self, run: &mut Run) -> Result<(), Ended> {
        let End::Branch { equal, ways } = run.end else { return Ok(()) };
        if self.decider.terms.as_bool(equal).is_some() || self.decider.about(equal).is_empty() {
            return Ok(());
        }
        let unequal = self.decider.terms.not(equal);
        for (goal, holds) in [(equal, true), (unequal, false)] {
            if let Answered::Holds = self.decider.holds(goal).await? {
                run.end = End::Branch { equal: self.decider.terms.bool(holds), ways };
                break;
            }
        }
        Ok(())
    }

    /// The program whose procedure the other one lacks, where the other's procedure exists in both.
    fn only_called_by(&self, targets: [u32; 2]) -> Option<usize> {
        let names = [0, 1].map(|side| self.names[side].get(&targets[side]));
        let [Some(left), Some(right)] = names else { return None };
        if left.iter().any(|name| right.contains(name)) {
            return None;
        }
        let is_known = |names: &[&str], other: usize| {
            names.iter().any(|name| self.labels[other].contains_key(name))
        };
        match [is_known(left, 1), is_known(right, 0)] {
            [false, true] => Some(0),
            [true, false] => Some(1),
            _ => None,
        }
    }

    /// Whether two words are the addresses of corresponding procedures, or the return addresses of
    /// the compared ones.
    pub fn belong(&self, origins: &Origins, words: [Term; 2]) -> bool {
        if words == origins.links {
            return true;
        }
        let [Some(left), Some(right)] = words.map(|word| self.decider.terms.as_const(word)) else {
            return false;
        };
        let entries = [left as u32, right as u32];
        let prints = |side: usize| {
            self.images[side].print_routine().is_some_and(|routine| routine.0 == entries[side])
        };
        prints(0) && prints(1) || self.procedures.contains_key(&Key { entries, is_program: false })
    }

    /// The image of a program.
    pub fn image(&self, side: usize) -> &'a Image {
        self.images[side]
    }

    /// Continues the run of one program up to an address.
    pub fn go(&mut self, side: usize, origins: &Origins, run: &mut Run, until: Option<u32>) {
        self.runner(side, origins).go(run, until);
    }
}
