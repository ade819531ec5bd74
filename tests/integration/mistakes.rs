//! Programs with one wrong token: whether the reported cause names it.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::Instant;

use tamarin::asm::listing;
use tamarin::engines::cause::{
    Cause, Check, Found, Member, Search, Set, Suspects, cause_near, suspects,
};
use tamarin::engines::difference::Difference;
use tamarin::engines::mend::{Edit, Mend, mend};
use tamarin::engines::paths::Options;
use tamarin::engines::tree::Site;
use tamarin::evidence::EditKind;
use tamarin::link::{self, File};
use tamarin::machine::mips::{Op, Reg, decode};
use tamarin::machine::{Image, Inputs, Machine, Slot, Stop as End};
use tamarin::program::{Address, Program};
use tamarin::report::Side;
use tamarin::solver::Stop;
use tamarin::solver::bitblast::Bitblast;
use tamarin_testing::mutants::{Mutant, mutants};
use tamarin_testing::{figure, is_long, many};

use crate::cause::{held, mended};

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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Names {
    /// It is of the changed line.
    Line,
    /// It reads what one of these writes, or wrote before the change.
    Fed,
    /// A missing statement just before it: the reported register is one that the statement writes.
    Gap,
    Neither,
}

impl Names {
    /// A word of the right program, at the first execution that a cause names.
    fn of(mutant: &Mutant, place: Site, execution: u32) -> Names {
        Names::of_edit(mutant, &mutant.edit, &mutant.before, (place, execution))
    }

    fn of_cause(mutant: &Mutant, cause: &Cause) -> Names {
        Names::of(mutant, cause.place(Side::Right), cause.words[1].occurrence)
    }

    /// The best pair of a set; each of its pairs is needed.
    fn of_set(mutant: &Mutant, set: &Set) -> Names {
        let of = |member: &Member| {
            let place = if set.reference == Side::Left { member.fix.to } else { member.fix.from };
            let mutant = &Mutant { inputs: member.sample.clone(), ..mutant.clone() };
            Names::of(mutant, place, member.words[1].occurrence)
        };
        set.members.iter().map(of).min().unwrap_or(Names::Neither)
    }

    /// Of an edit between the mutant and another text.
    fn of_edit(
        mutant: &Mutant,
        edit: &Edit,
        other: &str,
        (Site { at, slot, .. }, execution): (Site, u32),
    ) -> Names {
        // The statement in the mutant, and in the other text.
        let mut sides = [(&mutant.text[..], &edit.from), (other, &edit.to)];
        if edit == &mutant.edit {
            sides = [(&mutant.text[..], &edit.to), (other, &edit.from)];
        }
        let here = at.word_index();
        let loaded = loaded(&mutant.right, &mutant.inputs, at, execution);
        let mut is_loading = false;
        let mut is_behind = false;
        let mut written = BTreeSet::new();
        let mut is_line = false;
        for (text, statement) in sides {
            let changed = changed(edit, statement);
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
            if std::ptr::eq(text, &mutant.text[..]) {
                is_line |= is_changed(here) || is_loaded(here);
                is_loading |= loaded.is_some_and(|word| word < lines.len() && is_changed(word));
                let mut behind = (0..lines.len()).filter(|&word| lines[word] >= Some(edit.line));
                is_behind = edit.kind == EditKind::Removed && behind.next() == Some(here);
            }
        }
        match (slot, mutant.right.words().get(here)) {
            _ if is_line => Names::Line,
            (Slot::Held(reg), _) => match is_behind && written.contains(&Held::Reg(reg)) {
                true => Names::Gap,
                false => Names::Neither,
            },
            _ if is_loading => Names::Fed,
            (_, Some(&word)) if !Uses::of(word).reads.is_disjoint(&written) => Names::Fed,
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
    let mend = mend(
        &difference,
        [&files[..0], &files[..]],
        Some(Side::Left),
        &mut solver,
        &Stop::NEVER,
        &mut observer,
    );
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
    /// One of these is a cause, but another pair was reported.
    Missed,
}

impl Unnamed {
    fn of(mutant: &Mutant, mend: Option<&Mend>, cause: Option<&Cause>) -> Unnamed {
        if let (Some(mend), Some(cause)) = (mend.filter(|mend| mend.proved), cause) {
            let mended = mend.edit.apply(&mutant.text);
            let place = (cause.place(Side::Right), cause.words[1].occurrence);
            if Names::of_edit(mutant, &mend.edit, &mended, place) != Names::Neither {
                return Unnamed::Elsewhere;
            }
        }
        let all = (0..mutant.right.words().len()).map(|word| Address(word as u32 * 4));
        let names =
            |at, slot| Names::of(mutant, Site { at, slot, occurrence: None }, 1) != Names::Neither;
        // What registers hold there is a word, too, of those that the line wrote to.
        let wrote = writes(&mutant.before, &changed(&mutant.edit, &mutant.edit.from));
        let held = all.clone().flat_map(|at| wrote.iter().map(move |reg| (at, *reg)));
        let held: BTreeSet<(Address, Reg)> =
            held.filter(|&(at, reg)| names(at, Slot::Held(reg))).collect();
        let instructions = all.filter(|at| names(*at, Slot::Register));
        let instructions = instructions.chain(held.iter().map(|it| it.0)).collect();
        let naming = Suspects { instructions, held, ..Suspects::default() };
        let images = [&mutant.left, &mutant.right];
        let (options, inputs) = (Options::default(), mutant.inputs.clone());
        let difference = Difference { images, options: &options, inputs };
        let (mut solver, mut observer) = (Bitblast::new(), ());
        let search = cause_near(&difference, &naming, &mut solver, &Stop::NEVER, &mut observer);
        match pollster::block_on(search).found {
            Found::Cause(cause) if Names::of_cause(mutant, &cause) != Names::Neither => {
                Unnamed::Missed
            }
            _ => Unnamed::NoPair,
        }
    }
}

/// The registers that lines of a text write to.
fn writes(text: &str, lines: &BTreeSet<usize>) -> BTreeSet<Reg> {
    let program = link::assemble(text).program.expect("it is a program");
    let is_meant = self::lines(text, &program);
    let words = program.words.iter().zip(is_meant);
    let words = words.filter(|(_, line)| line.is_some_and(|line| lines.contains(&line)));
    let held = words.flat_map(|(&word, _)| Uses::of(word).writes);
    held.filter_map(|held| if let Held::Reg(reg) = held { Some(reg) } else { None }).collect()
}

/// The word of the text that an execution of an instruction loads, if it loads one.
fn loaded(image: &Rc<Image>, inputs: &Inputs, at: Address, execution: u32) -> Option<usize> {
    let base = decode(*image.words().get(at.word_index())?).filter(|it| it.op == Op::Lw)?;
    let mut machine = Machine::new(image, inputs);
    let mut executions = 0;
    while machine.steps < Options::default().fuel {
        executions += u32::from(machine.state.pc == at.0);
        if executions == execution {
            let address = machine.state.reg(base.s).wrapping_add_signed(base.i.into());
            return Some(Address(address).word_index());
        }
        if machine.run(1, &mut ()) != End::OutOfFuel {
            return None;
        }
    }
    None
}

/// The lines of a text that an edit changes to this statement.
fn changed(edit: &Edit, statement: &str) -> BTreeSet<usize> {
    (edit.line..edit.line + statement.lines().count()).collect()
}

/// Checks a cause about a register's word against its definition on some inputs; returns whether it is one.
fn is_held(mutant: &Mutant, cause: &Cause) -> bool {
    let inputs = some_inputs(mutant);
    held::holds([&mutant.left, &mutant.right], cause, &mutant.inputs, inputs, 5_000)
}

/// Inputs that are small, large, and the witness.
fn some_inputs(mutant: &Mutant) -> impl Iterator<Item = Inputs> {
    let small = (0..100u32).map(|number| [number / 10, number % 10]);
    let large = (0..20u32)
        .map(|number| [number.wrapping_mul(0x9e37_79b9), number.wrapping_mul(0x85eb_ca6b)]);
    small.chain(large).map(Inputs::from).chain([mutant.inputs.clone()])
}

/// Checks a cause by a word of the repaired program against its definition; returns whether it is one.
fn is_mended(mutant: &Mutant, cause: &Cause, mend: Option<&Mend>) -> bool {
    if !cause.is_mended {
        return false;
    }
    let mend = mend.filter(|mend| mend.proved).expect("it is by a mend that is proved");
    let mend = mend.image(&[File::text("", &mutant.text)], &Options::default());
    let mend = mend.expect("it was built");
    let inputs = some_inputs(mutant);
    let images = [&mutant.left, &mutant.right];
    mended::check(images, &mend, (cause, &mutant.inputs), inputs, 5_000);
    true
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
    gap: u32,
    in_set: u32,
}

#[test]
fn the_cause_of_a_mistake_of_one_token_is_there() {
    let count = many(20, 500);
    let mut kinds: BTreeMap<EditKind, OfKind> = BTreeMap::new();
    let (mut all, mut trivial, mut several, mut mended) = (0, 0, 0, 0);
    let (mut elsewhere, mut no_pair, mut held, mut by_mend) = (0, 0, 0, [0; 2]);
    let mut times = Vec::new();
    for mutant in mutants(count) {
        let begin = Instant::now();
        let (Search { found: cause, set, .. }, mend) = explained(&mutant);
        times.push(begin.elapsed());
        several += u32::from(set.is_some());
        mended += u32::from(mend.as_ref().is_some_and(|mend| mend.proved));
        let of = kinds.entry(mutant.edit.kind).or_default();
        of.all += 1;
        let mut names = Names::Neither;
        match &cause {
            Found::Cause(cause) => {
                of.causes += 1;
                all += u32::from(cause.check == Check::AllFix);
                trivial += u32::from(cause.is_trivial);
                names = Names::of_cause(&mutant, cause);
                held += u32::from(is_held(&mutant, cause));
                if is_mended(&mutant, cause, mend.as_ref()) {
                    by_mend[usize::from(names != Names::Neither)] += 1;
                }
            }
            Found::None => of.none += 1,
            Found::Unknown => {}
        }
        match names {
            Names::Line => of.line += 1,
            Names::Fed => of.fed += 1,
            Names::Gap => of.gap += 1,
            Names::Neither
                if set
                    .as_ref()
                    .is_some_and(|set| Names::of_set(&mutant, set) != Names::Neither) =>
            {
                of.in_set += 1;
            }
            Names::Neither => {
                let told = match &cause {
                    Found::Cause(cause) => Some(cause),
                    _ => None,
                };
                let why = Unnamed::of(&mutant, mend.as_ref(), told);
                match why {
                    Unnamed::Elsewhere => elsewhere += 1,
                    Unnamed::NoPair => no_pair += 1,
                    Unnamed::Missed => {}
                }
            }
        }
    }
    times.sort();
    let sum = |of: fn(&OfKind) -> u32| kinds.values().map(of).sum::<u32>();
    let (found, none) = (sum(|of| of.causes), sum(|of| of.none));
    let (line, fed) = (sum(|of| of.line), sum(|of| of.fed));
    let (gap, in_set) = (sum(|of| of.gap), sum(|of| of.in_set));
    for (kind, OfKind { all, causes, none, line, fed, gap, in_set }) in &kinds {
        figure(&format!(
            "cause: {kind:?}: {causes} of {all} have one, {none} have none; {line} name the line, {fed} one \
             that it feeds, {gap} what is missing in front of one, {in_set} more in a set"
        ));
    }
    figure(&format!(
        "cause: of {count} mutants {mended} have a proved mend and {found} a cause ({all} for all inputs, {trivial} trivial, {held} of what a register holds, {} by words of the \
         mended program, of which {} name the mistake), {none} \
         have none; {several} take several pairs for all inputs; {line} name the line of the mistake, \
         {fed} one that it feeds, {gap} what is missing in front of one, {in_set} more in a set that \
         is proved; {elsewhere} name another one with a proved mend there, and of \
         {no_pair} no pair at the mistake was found to be a cause; {:?} in the median, with the mend",
        by_mend[0] + by_mend[1],
        by_mend[1],
        times[times.len() / 2]
    ));
    let named = line + fed + gap + in_set;
    // Few say less than many.
    let [of_all, of_those] = if is_long() { [95, 98] } else { [90, 90] };
    assert!(named * 100 >= count as u32 * of_all, "{named} of {count}");
    // Of those whose mistake can be named.
    let can_be = count as u32 - no_pair;
    assert!((named + elsewhere) * 100 >= can_be * of_those, "{named} and {elsewhere} of {can_be}");
    assert!(found * 100 >= count as u32 * 90, "{found} of {count}");
}
