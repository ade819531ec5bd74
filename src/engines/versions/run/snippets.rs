//! Execution of snippets of user patterns, as a whole with their inner branches.

use std::collections::{BTreeMap, BTreeSet};

use super::{Check, End, Run, Runner};
use crate::engines::versions::relation::{Memory, ProgramState, WORDS};
use crate::engines::versions::snippet::{Custom, Held, Instance, Match};
use crate::machine::Image;
use crate::machine::mips::Reg;
use crate::term::{Term, Terms};

/// Maximum number of paths through a snippet.
const WAYS: usize = 64;

/// Executes the snippet of a pattern at which a run is; returns whether it did.
pub(super) fn execute(
    runner: &mut Runner<'_>,
    run: &mut Run,
    Custom { snippets, old, .. }: &Custom,
    place: &Match,
) -> bool {
    let mut start = Run::from(run.state.clone(), run.at);
    start.reads = run.reads;
    let Some(here) = through(runner, start, place.end) else { return false };
    // A register that a snippet does not name is not part of it.
    let held = |held: Held| match held {
        Held::Register(reg) => place.names.registers[reg.index()].map(Reg::index),
        held => Some(held.index()),
    };
    let zero = runner.terms.word(0);
    let mut words = [zero; WORDS];
    let mut before = Vec::new();
    for entry in &snippets.entry {
        let word = held(entry[place.snippet]).map_or(zero, |at| run.state.words[at]);
        words[entry[0].index()] = word;
        before.push(word);
    }
    let any = snippets.any[0]
        .iter()
        .map(|(&at, number)| {
            // Nothing depends on a wildcard that only the other snippet has.
            let word = place.names.any.get(number).copied().unwrap_or(0);
            (4 * at as u32, runner.terms.word(word))
        })
        .collect();
    let Some(result) = block(runner.terms, old, &any, words) else { return false };
    let one = runner.terms.word(1);
    for &(condition, divisor) in &result.divisors {
        // If the division is not executed, its divisor counts as nonzero.
        let divisor = runner.terms.ite(condition, divisor, one);
        if runner.terms.as_const(divisor).is_none_or(|it| it == 0) {
            run.check(Check::Divisor(divisor));
        }
    }
    run.state.words = here.words;
    let begin = run.path.len();
    run.path.extend(here.path);
    run.steps += 1;
    let last = run.path.len() - 1;
    for exit in &snippets.exit {
        if let Some(at) = held(exit[place.snippet]).filter(|at| *at != 0) {
            run.state.words[at] = result.words[exit[0].index()];
            run.values.push((last, run.state.words[at]));
        }
    }
    run.instances.push(Instance {
        pattern: place.pattern,
        snippet: place.snippet,
        before: (before, place.names.any.clone()),
        path: begin..run.path.len(),
    });
    run.at = place.end;
    true
}

/// The result of a block.
pub(in crate::engines::versions) struct Block {
    pub words: [Term; WORDS],
    /// Divisors, each with its condition.
    pub divisors: Vec<(Term, Term)>,
    /// The executed instructions.
    path: BTreeSet<u32>,
}

/// The condition that a block faults.
pub(in crate::engines::versions) fn faults(terms: &mut Terms, block: &Block) -> Term {
    let zero = terms.word(0);
    let mut any = terms.bool(false);
    for &(condition, divisor) in &block.divisors {
        let is_zero = terms.eq(divisor, zero);
        let here = terms.and(condition, is_zero);
        any = terms.or(any, here);
    }
    any
}

/// Executes a whole snippet from these words, with given words at some addresses.
pub(in crate::engines::versions) fn block(
    terms: &mut Terms,
    image: &Image,
    any: &BTreeMap<u32, Term>,
    words: [Term; WORDS],
) -> Option<Block> {
    let memory = Memory::free(terms.memory_symbol("memory"));
    let state = ProgramState { words, slots: BTreeMap::new(), memory };
    // There is no stack, and no return address.
    let [stack, link] = ["stack", "link"].map(|name| terms.symbol(name));
    let mut unknown = 0;
    let mut runner = Runner {
        terms,
        image,
        stack: (stack, 0),
        link,
        unknown: &mut unknown,
        prints_at_once: false,
        any,
        places: None,
    };
    through(&mut runner, Run::from(state, 0), 4 * image.words().len() as u32)
}

/// The execution of a program from a run to an address that all paths reach; `None` if it does
/// anything but compute.
fn through(runner: &mut Runner<'_>, start: Run, until: u32) -> Option<Block> {
    let always = runner.terms.bool(true);
    let mut block = Block { words: start.state.words, divisors: Vec::new(), path: BTreeSet::new() };
    let mut leaves: Vec<(Term, [Term; WORDS])> = Vec::new();
    let mut open = vec![(always, start)];
    let mut forks = 0;
    while let Some((condition, mut run)) = open.pop() {
        runner.go(&mut run, Some(until));
        if !run.effects.is_empty() {
            return None;
        }
        for check in run.checks.drain(..) {
            let Check::Divisor(divisor) = check.check else { return None };
            block.divisors.push((condition, divisor));
        }
        block.path.extend(run.path.drain(..));
        match run.end {
            End::There => leaves.push((condition, run.state.words)),
            End::Branch { equal, ways } => {
                forks += 1;
                if forks > WAYS {
                    return None;
                }
                block.path.insert(run.at);
                let unequal = runner.terms.not(equal);
                for (way, holds) in [(1, unequal), (0, equal)] {
                    let condition = runner.terms.and(condition, holds);
                    match runner.terms.as_bool(condition) {
                        Some(false) => {}
                        _ if ways[way] == until => leaves.push((condition, run.state.words)),
                        _ => open.push((condition, Run { at: ways[way], ..run.clone() })),
                    }
                }
            }
            _ => return None,
        }
    }
    let mut leaves = leaves.into_iter();
    (_, block.words) = leaves.next()?;
    for (condition, words) in leaves {
        for (word, other) in block.words.iter_mut().zip(words) {
            if *word != other {
                *word = runner.terms.ite(condition, other, *word);
            }
        }
    }
    Some(block)
}
