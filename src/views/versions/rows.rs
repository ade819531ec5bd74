//! Two listings side by side: words of both programs in rows. Corresponding words share a row, as
//! far as the orders of both texts allow.
//!
//! The report determines which words correspond, and what is known about them. Words that no
//! explored path reaches are matched by their texts, and marked as unseen.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::asm::{ListingRow, SourceLine, listing};
use crate::machine::mips::{Op, decode};
use crate::program::{Address, Program};
use crate::report::{VersionsReport, words};
use crate::wire::wire;

/// The maximal number of pairs of unseen words that are compared by text.
const COMPARED: usize = 1 << 16;
/// The number of visible rows before and after folded ones.
const CONTEXT: usize = 3;
/// Fewer rows than this are not folded.
const FOLDED: usize = 4;
/// The mark of a word that no explored path reaches.
pub(super) const UNSEEN: &str = "unseen";

wire! {
    /// A word of a program.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct LineView {
        /// Its address.
        pub address: Address,
        /// Its line.
        pub line: Option<SourceLine>,
        /// The labels at it.
        pub labels: Vec<String>,
        /// The instruction, or the `.word`.
        pub text: String,
        /// Whether it accesses memory at an unknown address.
        pub pointer: bool,
        /// The location of the corresponding instruction, in words, if it is not in this row.
        pub elsewhere: Option<String>,
    }
}

wire! {
    /// A row of both listings.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct RowView {
        /// The name of its mark ([`super::MarkView`]).
        pub mark: &'static str,
        /// The index of its block among those of its procedure.
        pub block: Option<usize>,
        /// The index of the procedure that the mark comes from.
        pub procedure: Option<usize>,
        /// Whether the proof of equality failed here.
        pub open: bool,
        /// The words of the old program and of the new one.
        pub sides: [Option<LineView>; 2],
    }
}

wire! {
    /// A pair of procedures, or a part of the text that belongs to none.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct SectionView {
        /// Its name.
        pub name: String,
        /// The index of the procedure that begins there.
        pub procedure: Option<usize>,
        /// Its rows, in order.
        pub pieces: Vec<PieceView>,
    }
}

wire! {
    /// Consecutive rows of a section.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct PieceView {
        /// Whether nothing has changed in or near them.
        pub folded: bool,
        /// The rows.
        pub rows: Vec<RowView>,
    }
}

impl SectionView {
    /// All rows of the section.
    pub fn rows(&self) -> impl Iterator<Item = &RowView> {
        self.pieces.iter().flat_map(|piece| &piece.rows)
    }
}

impl RowView {
    /// Whether the row is uninteresting: equal in both programs, or unseen.
    fn is_plain(&self) -> bool {
        let is_plain =
            self.mark == "same" || self.mark == UNSEEN && self.sides.iter().all(Option::is_some);
        is_plain && !self.open
    }
}

/// What is known about a word, and the procedure that it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mark {
    name: &'static str,
    block: Option<usize>,
    procedure: Option<usize>,
}

impl Mark {
    const NONE: Mark = Mark { name: UNSEEN, block: None, procedure: None };

    /// Combines the marks of a word in two procedures: "changed" takes precedence.
    fn join(self, other: Mark) -> Mark {
        if other.name == "changed" && self.name != "changed" { other } else { self }
    }
}

/// The marks of words in the report.
#[derive(Default)]
pub(super) struct Marks {
    pairs: BTreeMap<[u32; 2], Mark>,
    /// For each program, the corresponding words of its words, in order.
    partners: [BTreeMap<u32, Vec<u32>>; 2],
    /// The marks of words without a corresponding one.
    apart: [BTreeMap<u32, Mark>; 2],
    open: [Vec<u32>; 2],
    pointers: [Vec<u32>; 2],
}

/// Two versions of a program of any machine: which words correspond, and what is known of them.
pub(super) struct Both<'b> {
    pub programs: [&'b Program; 2],
    pub listings: [Vec<ListingRow>; 2],
    /// Where the pairs of procedures begin, and their names.
    pub procedures: Vec<([Address; 2], String)>,
    pub marks: Marks,
}

impl<'b> Both<'b> {
    /// Two MIPS programs with these texts, with the marks of a report.
    pub fn of_report(
        report: &VersionsReport,
        programs: [&'b Program; 2],
        texts: [&[&str]; 2],
    ) -> Both<'b> {
        let procedures = report.procedures.iter();
        Both {
            programs,
            listings: [0, 1].map(|side| listing(texts[side], programs[side])),
            procedures: procedures
                .map(|it| (it.at.map(|at| at.address), words::pair_name(it)))
                .collect(),
            marks: Marks::of(report, programs),
        }
    }

    /// The listings, a section for each pair of procedures and for each part of the text beside them.
    pub fn sections(&self) -> Vec<SectionView> {
        let stretches = [0, 1].map(|side| self.stretches(side));
        let ranges = |both: [Option<usize>; 2]| {
            [0, 1].map(|side| match both[side] {
                None => 0..0,
                Some(index) => {
                    let all = &stretches[side];
                    let end = all.get(index + 1).copied();
                    let end = end.map_or(self.programs[side].end(), Address);
                    let [begin, end] = [Address(all[index]), end].map(Address::word_index);
                    // A listing may leave words out.
                    let place = |word: usize| {
                        self.listings[side].partition_point(|row| row.address.word_index() < word)
                    };
                    place(begin)..place(end)
                }
            })
        };
        let section = |(procedure, both): Section| {
            let ranges = ranges(both);
            let name = match procedure {
                Some(index) => self.procedures[index].1.clone(),
                None => {
                    let label = |side: usize| {
                        let begin = Address(stretches[side][both[side]?]);
                        let label = self.programs[side].label_at(begin).map(str::to_owned);
                        Some(label.unwrap_or_else(|| format!("{:#x}", begin.0)))
                    };
                    label(0).or_else(|| label(1)).expect("it is in one of the programs")
                }
            };
            let rows = [0, 1].map(|side| &self.listings[side][ranges[side].clone()]);
            let rows = Rows { marks: &self.marks, listings: rows, programs: self.programs };
            SectionView { name, procedure, pieces: folded(rows.aligned()) }
        };
        let sections = self.paired(&stretches).into_iter().map(section);
        sections.filter(|section| !section.pieces.is_empty()).collect()
    }

    /// The parts of both texts in the same row.
    fn paired(&self, stretches: &[Vec<u32>; 2]) -> Vec<Section> {
        let mut used = vec![false; stretches[1].len()];
        let mut pairs: Vec<Section> = Vec::new();
        for (left, &begin) in stretches[0].iter().enumerate() {
            let right_of =
                |begin: u32| stretches[1].binary_search(&begin).ok().filter(|&right| !used[right]);
            let begins = |(_, (at, _)): &(usize, &([Address; 2], String))| at[0].0 == begin;
            let of_procedure = self.procedures.iter().enumerate().filter(begins);
            let mut found = of_procedure
                .clone()
                .filter_map(|(index, (at, _))| Some((Some(index), right_of(at[1].0)?)));
            let by_label = || {
                let label = self.programs[0].label_at(Address(begin))?;
                let other = self.programs[1].labels.iter().find(|it| it.name == label)?;
                let right = right_of(other.address.0)?;
                let is_free = self.procedures.iter().all(|(at, _)| at[1] != other.address);
                is_free.then_some((None, right))
            };
            let first = of_procedure.clone().next().map(|(index, _)| index);
            let (procedure, right) =
                match found.next().or_else(|| first.is_none().then(by_label)?) {
                    Some((procedure, right)) => (procedure, Some(right)),
                    None => (first, None),
                };
            right.into_iter().for_each(|right| used[right] = true);
            pairs.push((procedure, [Some(left), right]));
        }
        let rest = (0..stretches[1].len()).filter(|&right| !used[right]);
        pairs.extend(rest.map(|right| {
            let begins = |(at, _): &([Address; 2], String)| at[1].0 == stretches[1][right];
            (self.procedures.iter().position(begins), [None, Some(right)])
        }));
        pairs
    }

    /// The addresses where the procedures and the files of a program begin, in order.
    fn stretches(&self, side: usize) -> Vec<u32> {
        let program = self.programs[side];
        let entries = self.procedures.iter().map(|(at, _)| at[side].0);
        let files = program.parts.iter().map(|part| part.start.0);
        let mut all: Vec<u32> = [0].into_iter().chain(entries).chain(files).collect();
        all.retain(|&begin| begin < program.end().0);
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// A procedure by its index, if one begins there, and a stretch of each program by its index.
type Section = (Option<usize>, [Option<usize>; 2]);

/// Splits rows into pieces: long uninteresting sequences are folded, except for a few rows.
fn folded(rows: Vec<RowView>) -> Vec<PieceView> {
    let mut pieces = Vec::new();
    let mut put = |folded: bool, rows: Vec<RowView>| {
        if !rows.is_empty() {
            pieces.push(PieceView { folded, rows });
        }
    };
    let count = rows.len();
    let mut open: Vec<RowView> = Vec::new();
    let mut plain: Vec<RowView> = Vec::new();
    for (index, row) in rows.into_iter().enumerate() {
        let is_plain = row.is_plain();
        let changed = match is_plain {
            true => {
                plain.push(row);
                None
            }
            false => Some(row),
        };
        if is_plain && index + 1 < count {
            continue;
        }
        // Rows near a change are visible.
        let begins = plain.len() == index + usize::from(is_plain);
        let from = if begins { 0 } else { CONTEXT.min(plain.len()) };
        let until = if is_plain { plain.len() } else { plain.len().saturating_sub(CONTEXT) };
        if until.saturating_sub(from) >= FOLDED {
            let behind = plain.split_off(until);
            let between = plain.split_off(from);
            open.append(&mut plain);
            put(false, std::mem::take(&mut open));
            put(true, between);
            open = behind;
        } else {
            open.append(&mut plain);
        }
        open.extend(changed);
    }
    put(false, open);
    pieces
}

impl Marks {
    fn of(report: &VersionsReport, programs: [&Program; 2]) -> Marks {
        let mut marks = Marks::default();
        for (index, procedure) in report.procedures.iter().enumerate() {
            let mark = |name, block| Mark { name, block, procedure: Some(index) };
            let mut own: BTreeMap<[u32; 2], Mark> =
                procedure.pairs.iter().map(|at| (at.map(|at| at.0), mark("same", None))).collect();
            for it in &procedure.together {
                let name = if it.by == "same" { "carried" } else { it.by };
                own.insert(it.at.map(|at| at.0), mark(name, it.block));
            }
            // The word that `lis` loads is paired like its `lis`.
            let loads: Vec<([u32; 2], Mark)> = own
                .iter()
                .filter(|(at, _)| (0..2).all(|side| is_lis(programs[side], at[side])))
                .map(|(at, &mark)| (at.map(|at| at.wrapping_add(4)), mark))
                .collect();
            for (at, with) in loads {
                // Words that differ have marks of their own in the report.
                let with = if with.name == "block" { with } else { mark("same", None) };
                own.entry(at).or_insert(with);
            }
            for (at, mark) in own {
                let known = marks.pairs.entry(at).or_insert(mark);
                *known = known.join(mark);
            }
            for it in &procedure.apart {
                for (side, at) in [&it.old, &it.new].into_iter().enumerate() {
                    for at in at.iter().map(|at| at.0) {
                        let load = is_lis(programs[side], at).then(|| at.wrapping_add(4));
                        for at in [at].into_iter().chain(load) {
                            let mark = mark(it.by, it.block);
                            let known = marks.apart[side].entry(at).or_insert(mark);
                            *known = known.join(mark);
                        }
                    }
                }
            }
            if let Some(open) = &procedure.open {
                (0..2).for_each(|side| marks.open[side].push(open.at[side].address.0));
            }
        }
        marks.pointers =
            [0, 1].map(|side| report.pointers[side].iter().map(|it| it.address.0).collect());
        marks.with_partners()
    }

    #[cfg(any(feature = "cli", feature = "arm64"))]
    /// Marks of procedures that were aligned: the pairs of words that are the same, and the others, with what is known
    /// of these. Procedures are in the order of their indices.
    pub fn of_aligned<'a>(
        procedures: impl Iterator<Item = (&'a [[u64; 2]], &'a [Vec<u64>; 2], &'static str)>,
    ) -> Marks {
        let mut marks = Marks::default();
        for (index, (pairs, apart, name)) in procedures.enumerate() {
            let mark = |name| Mark { name, block: None, procedure: Some(index) };
            for at in pairs {
                marks.pairs.entry(at.map(|at| at as u32)).or_insert(mark("same"));
            }
            for (side, all) in apart.iter().enumerate() {
                for &at in all {
                    let known = marks.apart[side].entry(at as u32).or_insert(mark(name));
                    *known = known.join(mark(name));
                }
            }
        }
        marks.with_partners()
    }

    fn with_partners(mut self) -> Marks {
        for &[left, right] in self.pairs.keys() {
            self.partners[0].entry(left).or_default().push(right);
            self.partners[1].entry(right).or_default().push(left);
        }
        self
    }

    /// The mark of a word that does not share a row with its corresponding one.
    fn alone(&self, side: usize, at: u32) -> (Mark, Option<u32>) {
        let apart = self.apart[side].get(&at).copied();
        let Some(&partner) = self.partners[side].get(&at).and_then(|all| all.first()) else {
            return (apart.unwrap_or(Mark::NONE), None);
        };
        let pair = if side == 0 { [at, partner] } else { [partner, at] };
        let mark = self.pairs[&pair];
        (apart.map_or(mark, |apart| mark.join(apart)), Some(partner))
    }
}

fn is_lis(program: &Program, at: u32) -> bool {
    let word = program.words.get(Address(at).word_index());
    word.and_then(|&word| decode(word)).is_some_and(|it| it.op == Op::Lis)
}

/// Parts of the two listings.
struct Rows<'a> {
    marks: &'a Marks,
    listings: [&'a [ListingRow]; 2],
    programs: [&'a Program; 2],
}

impl Rows<'_> {
    /// The rows: pairs share a row as far as the order of both texts allows.
    fn aligned(&self) -> Vec<RowView> {
        let [left, right] = self.listings;
        let mut rows = Vec::with_capacity(left.len().max(right.len()));
        let mut begin = [0; 2];
        for [i, j] in self.in_order() {
            self.between([begin[0]..i, begin[1]..j], &mut rows);
            let at = [left[i].address.0, right[j].address.0];
            let mark = self.marks.pairs[&at];
            let apart = (0..2).filter_map(|side| self.marks.apart[side].get(&at[side]));
            let mark = apart.fold(mark, |mark, &apart| mark.join(apart));
            rows.push(self.row(mark, [Some((i, None)), Some((j, None))]));
            begin = [i + 1, j + 1];
        }
        self.between([begin[0]..left.len(), begin[1]..right.len()], &mut rows);
        rows
    }

    /// A maximal number of pairs, as indices into the listings, that are ordered in both.
    fn in_order(&self) -> Vec<[usize; 2]> {
        let [left, right] = self.listings;
        let place = |at: u32| right.binary_search_by_key(&at, |row| row.address.0).ok();
        let mut pairs: Vec<[usize; 2]> = Vec::new();
        for (i, row) in left.iter().enumerate() {
            let partners = self.marks.partners[0].get(&row.address.0);
            // Partners in descending order, so that at most one is chosen for each word.
            let partners = partners.into_iter().flatten().rev();
            pairs.extend(partners.filter_map(|&at| Some([i, place(at)?])));
        }
        // For each length, the last pair of the best sequence.
        let mut tails: Vec<usize> = Vec::new();
        let mut before = vec![None; pairs.len()];
        for (index, &[_, j]) in pairs.iter().enumerate() {
            let length = tails.partition_point(|&tail| pairs[tail][1] < j);
            before[index] = length.checked_sub(1).map(|last| tails[last]);
            if length == tails.len() {
                tails.push(index);
            } else {
                tails[length] = index;
            }
        }
        let mut chain = Vec::with_capacity(tails.len());
        let mut at = tails.last().copied();
        while let Some(index) = at {
            chain.push(pairs[index]);
            at = before[index];
        }
        chain.reverse();
        chain
    }

    /// The rows between two pairs: unseen words are matched by text, the others are shown with
    /// their marks.
    fn between(&self, ranges: [std::ops::Range<usize>; 2], rows: &mut Vec<RowView>) {
        let marks = [0, 1].map(|side| {
            let all = ranges[side].clone();
            all.map(|it| self.marks.alone(side, self.listings[side][it].address.0))
                .collect::<Vec<_>>()
        });
        let mut begin = [0; 2];
        let ends = marks.each_ref().map(Vec::len);
        let same = self.same_texts(&ranges, &marks);
        for next in same.into_iter().map(Some).chain([None]) {
            let [until_left, until_right] = next.unwrap_or(ends);
            let [mut i, mut j] = begin;
            while i < until_left || j < until_right {
                let left = (i < until_left).then(|| marks[0][i]);
                let right = (j < until_right).then(|| marks[1][j]);
                let side = |side: usize, it: usize, (_, partner): (Mark, Option<u32>)| {
                    Some((ranges[side].start + it, partner))
                };
                match (left, right) {
                    (Some(a), Some(b)) if a.0 == b.0 && a.0.name != UNSEEN => {
                        rows.push(self.row(a.0, [side(0, i, a), side(1, j, b)]));
                        (i, j) = (i + 1, j + 1);
                    }
                    (Some(a), _) => {
                        rows.push(self.row(a.0, [side(0, i, a), None]));
                        i += 1;
                    }
                    (None, Some(b)) => {
                        rows.push(self.row(b.0, [None, side(1, j, b)]));
                        j += 1;
                    }
                    (None, None) => unreachable!("one is left"),
                }
            }
            let Some([i, j]) = next else { break };
            let both = [Some((ranges[0].start + i, None)), Some((ranges[1].start + j, None))];
            rows.push(self.row(Mark::NONE, both));
            begin = [i + 1, j + 1];
        }
    }

    /// Pairs of unseen words with equal texts, in the order of both listings.
    fn same_texts(
        &self,
        ranges: &[std::ops::Range<usize>; 2],
        marks: &[Vec<(Mark, Option<u32>)>; 2],
    ) -> Vec<[usize; 2]> {
        let [rows, columns] = marks.each_ref().map(Vec::len);
        let is_same = |i: usize, j: usize| {
            let texts = [i, j];
            let [a, b] = [0, 1].map(|side| &self.listings[side][ranges[side].start + texts[side]]);
            marks[0][i].0.name == UNSEEN
                && marks[1][j].0.name == UNSEEN
                && a.text == b.text
                && a.word.is_some() == b.word.is_some()
        };
        if rows * columns > COMPARED {
            let alike = (0..rows).zip(0..columns).take_while(|&(i, j)| is_same(i, j));
            return alike.map(|(i, j)| [i, j]).collect();
        }
        let mut lengths = vec![vec![0u32; columns + 1]; rows + 1];
        for i in (0..rows).rev() {
            for j in (0..columns).rev() {
                lengths[i][j] = match is_same(i, j) {
                    true => lengths[i + 1][j + 1] + 1,
                    false => lengths[i + 1][j].max(lengths[i][j + 1]),
                };
            }
        }
        let (mut i, mut j) = (0, 0);
        let mut pairs = Vec::new();
        while i < rows && j < columns {
            if is_same(i, j) {
                pairs.push([i, j]);
                (i, j) = (i + 1, j + 1);
            } else if lengths[i + 1][j] >= lengths[i][j + 1] {
                i += 1;
            } else {
                j += 1;
            }
        }
        pairs
    }

    /// A row of words by index, each with the address of its corresponding word elsewhere.
    fn row(&self, mark: Mark, sides: [Option<(usize, Option<u32>)>; 2]) -> RowView {
        let mut open = false;
        let lines = [0, 1].map(|side| {
            let (place, partner) = sides[side]?;
            let row = &self.listings[side][place];
            let at = row.address.0;
            open |= self.marks.open[side].contains(&at);
            let line = row.line.map(|line| SourceLine { file: row.file as u32, line: line as u32 });
            Some(LineView {
                address: row.address,
                line,
                labels: row.labels.clone(),
                text: row.text.clone(),
                pointer: self.marks.pointers[side].contains(&at),
                elsewhere: partner.map(|at| self.elsewhere(1 - side, at)),
            })
        });
        let Mark { name, block, procedure } = mark;
        RowView { mark: name, block, procedure, open, sides: lines }
    }

    fn elsewhere(&self, side: usize, at: u32) -> String {
        let name = ["old", "new"][side];
        match self.programs[side].label_at(Address(at)) {
            Some(label) => format!("{name} {at:#x} ({label})"),
            None => format!("{name} {at:#x}"),
        }
    }
}
