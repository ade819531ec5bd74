//! Programs with a mistake of one token: whether the cause that is told names it.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use tamarin::asm::listing;
use tamarin::engines::cause::{Check, Found, Search, cause_near, suspects};
use tamarin::engines::difference::Difference;
use tamarin::engines::mend::{Edit, Mend, mend};
use tamarin::engines::paths::Options;
use tamarin::evidence::EditKind;
use tamarin::isa::{Op, Reg, decode};
use tamarin::link::{self, File};
use tamarin::program::{Address, Program};
use tamarin::report::Side;
use tamarin::solver::Stop;
use tamarin::solver::bitblast::Bitblast;
use tamarin_testing::mutants::{Mutant, mutants};
use tamarin_testing::{figure, is_long};

/// What an instruction writes and reads: registers, `hi` and `lo`, memory.
#[derive(Default)]
struct Uses {
    writes: BTreeSet<Held>,
    reads: BTreeSet<Held>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Held {
    Reg(Reg),
    Hi,
    Lo,
    Memory,
}

impl Uses {
    fn of(word: u32) -> Uses {
        let Some(it) = decode(word) else { return Uses::default() };
        let [s, t, d] = [it.s, it.t, it.d].map(Held::Reg);
        let (writes, reads) = match it.op {
            Op::Add | Op::Sub | Op::Slt | Op::Sltu => (vec![d], vec![s, t]),
            Op::Lw => (vec![t], vec![s, Held::Memory]),
            Op::Sw => (vec![Held::Memory], vec![s, t]),
            Op::Beq | Op::Bne => (vec![], vec![s, t]),
            Op::Mult | Op::Multu | Op::Div | Op::Divu => (vec![Held::Hi, Held::Lo], vec![s, t]),
            Op::Mfhi => (vec![d], vec![Held::Hi]),
            Op::Mflo => (vec![d], vec![Held::Lo]),
            Op::Lis => (vec![d], vec![]),
            Op::Jr | Op::Jalr => (vec![], vec![s]),
        };
        Uses { writes: writes.into_iter().collect(), reads: reads.into_iter().collect() }
    }
}

/// How an instruction of the right program has to do with the mistake.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Names {
    /// It is of the changed line.
    Line,
    /// It reads what one of these writes, or wrote before the change.
    Fed,
    Neither,
}

impl Names {
    fn of(mutant: &Mutant, at: Address) -> Names {
        Names::of_edit(mutant, &mutant.edit, &mutant.before, at)
    }

    /// Of an edit between the mutant and another text.
    fn of_edit(mutant: &Mutant, edit: &Edit, other: &str, at: Address) -> Names {
        let changed = changed(edit);
        let here = at.word_index();
        let mut written = BTreeSet::new();
        let mut is_line = false;
        for text in [&mutant.text[..], other] {
            let program = link::assemble(text).program.expect("a mutant is a program");
            let lines = lines(text, &program);
            let is_changed = |word: usize| lines[word].is_some_and(|line| changed.contains(&line));
            let is_loaded = |word: usize| {
                decode(program.words[word]).is_some_and(|it| it.op == Op::Lis)
                    && word + 1 < lines.len()
                    && is_changed(word + 1)
            };
            for (word, &text) in program.words.iter().enumerate() {
                if is_changed(word) || is_loaded(word) {
                    written.extend(Uses::of(text).writes);
                }
            }
            is_line |=
                std::ptr::eq(text, &mutant.text[..]) && (is_changed(here) || is_loaded(here));
        }
        match mutant.right.words().get(here) {
            _ if is_line => Names::Line,
            Some(&word) if !Uses::of(word).reads.is_disjoint(&written) => Names::Fed,
            _ => Names::Neither,
        }
    }
}

/// What `tamarin explain` asks: a mend first, then the cause near it.
fn explained(mutant: &Mutant) -> (Search, Option<Mend>) {
    let Mutant { text, inputs, .. } = mutant;
    let options = Options::default();
    let images = [&mutant.left, &mutant.right];
    let difference = Difference { images, options: &options, inputs: inputs.clone() };
    let files = [File::text("", text)];
    let (mut solver, mut observer) = (Bitblast::new(), ());
    let mend = mend(&difference, &files, &mut solver, &Stop::NEVER, &mut observer);
    let mend = pollster::block_on(mend);
    let near = mend.as_ref().map(|mend| suspects(&difference, mend, &files)).unwrap_or_default();
    let search = cause_near(&difference, &near, &mut solver, &Stop::NEVER, &mut observer);
    (pollster::block_on(search), mend)
}

/// Why a cause does not name a mistake.
enum Unnamed {
    /// It names another one: with an edit there alone the programs are proved to agree, too.
    Elsewhere,
    /// Of pairs with an instruction of the changed line, or one that it feeds, none was found
    /// to be a cause when they were tried before all others.
    NoPair,
    /// One of these is a cause, and another pair was told.
    Missed,
}

impl Unnamed {
    fn of(mutant: &Mutant, mend: Option<&Mend>, at: Option<Address>) -> Unnamed {
        if let (Some(mend), Some(at)) = (mend.filter(|mend| mend.proved), at) {
            let mended = mend.edit.apply(&mutant.text);
            if Names::of_edit(mutant, &mend.edit, &mended, at) != Names::Neither {
                return Unnamed::Elsewhere;
            }
        }
        let all = (0..mutant.right.words().len()).map(|word| Address(word as u32 * 4));
        let naming = all.filter(|at| Names::of(mutant, *at) != Names::Neither).collect();
        let images = [&mutant.left, &mutant.right];
        let (options, inputs) = (Options::default(), mutant.inputs.clone());
        let difference = Difference { images, options: &options, inputs };
        let (mut solver, mut observer) = (Bitblast::new(), ());
        let search = cause_near(&difference, &naming, &mut solver, &Stop::NEVER, &mut observer);
        match pollster::block_on(search).found {
            Found::Cause(cause) if naming.contains(&cause.place(Side::Right).at) => Unnamed::Missed,
            _ => Unnamed::NoPair,
        }
    }
}

/// The lines of a text that an edit changes.
fn changed(edit: &Edit) -> BTreeSet<usize> {
    let more = edit.from.lines().count().max(edit.to.lines().count());
    (edit.line..edit.line + more).collect()
}

/// The line of each word of a program.
fn lines(text: &str, program: &Program) -> Vec<Option<usize>> {
    let rows = listing(&[text], program);
    rows.iter().filter(|row| row.word.is_some()).map(|row| row.line).collect()
}

/// What was found of mutants of one kind.
#[derive(Clone, Copy, Default)]
struct OfKind {
    all: u32,
    causes: u32,
    none: u32,
    line: u32,
    fed: u32,
}

#[test]
fn the_cause_of_a_mistake_of_one_token_is_there() {
    let count = if is_long() { 500 } else { 60 };
    let mut kinds: BTreeMap<EditKind, OfKind> = BTreeMap::new();
    let (mut all, mut trivial, mut several) = (0, 0, 0);
    let (mut elsewhere, mut no_pair) = (0, 0);
    let mut times = Vec::new();
    for mutant in mutants(count) {
        let begin = Instant::now();
        let (Search { found: cause, set, .. }, mend) = explained(&mutant);
        times.push(begin.elapsed());
        several += u32::from(set.is_some());
        let of = kinds.entry(mutant.edit.kind).or_default();
        of.all += 1;
        let mut names = Names::Neither;
        let mut at = None;
        match &cause {
            Found::Cause(cause) => {
                of.causes += 1;
                all += u32::from(cause.check == Check::AllFix);
                trivial += u32::from(cause.is_trivial);
                at = Some(cause.place(Side::Right).at);
                names = Names::of(&mutant, cause.place(Side::Right).at);
            }
            Found::None => of.none += 1,
            Found::Unknown => {}
        }
        match names {
            Names::Line => of.line += 1,
            Names::Fed => of.fed += 1,
            Names::Neither => match Unnamed::of(&mutant, mend.as_ref(), at) {
                Unnamed::Elsewhere => elsewhere += 1,
                Unnamed::NoPair => no_pair += 1,
                Unnamed::Missed => {}
            },
        }
    }
    times.sort();
    let sum = |of: fn(&OfKind) -> u32| kinds.values().map(of).sum::<u32>();
    let (found, none) = (sum(|of| of.causes), sum(|of| of.none));
    let (line, fed) = (sum(|of| of.line), sum(|of| of.fed));
    for (kind, OfKind { all, causes, none, line, fed }) in &kinds {
        figure(&format!(
            "cause: {kind:?}: {causes} of {all} have one, {none} have none; {line} name the line, {fed} one \
             that it feeds"
        ));
    }
    figure(&format!(
        "cause: of {count} mutants {found} have one ({all} for all inputs, {trivial} trivial), {none} \
         have none; {several} take several pairs for all inputs; {line} name the line of the mistake, \
         {fed} one that it feeds; {elsewhere} name another one with a proved mend there, and of \
         {no_pair} no pair at the mistake was found to be a cause; {:?} in the median, with the mend",
        times[times.len() / 2]
    ));
    let named = line + fed;
    // Few say less than many.
    let [of_all, of_those] = if is_long() { [85, 95] } else { [70, 85] };
    assert!(named * 100 >= count as u32 * of_all, "{named} of {count}");
    // Of those whose mistake can be named.
    let can_be = count as u32 - no_pair;
    assert!((named + elsewhere) * 100 >= can_be * of_those, "{named} and {elsewhere} of {can_be}");
    assert!(found * 100 >= count as u32 * 90, "{found} of {count}");
}
