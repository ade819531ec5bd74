//! Explains open questions: which procedure does not preserve a word.
//!
//! An open question at a point is stated in terms there (a jump's target, a stack pointer, two
//! conditions). A reader wants the instruction to fix. So each unknown word of these terms is
//! traced back from point to point, through the registers and stack slots that held it, to the call
//! after which it is unknown, or to the entry. No conclusion depends on this.

use std::collections::{BTreeSet, VecDeque};

use super::spot::{Held, Spot};

use super::carried::Visit;
use super::meeting::observed_registers;
use super::pairs::{Call, ENTRY, Key, SyncPoint, Walk};
use super::relation::{HI, LO, ProgramState, STACK, held, split};
use super::run::{Effect, End, Run};
use super::source::{Because, Source, Suspects};
use crate::evidence::{Untracked, Why};
use crate::machine::mips;
use crate::program::Address;
use crate::symbolic::output::Written;
use crate::term::{Sort, Term};

/// The terms that runs print, store and divide by, before they are compared.
pub(super) fn effects(runs: &[Run; 2]) -> [Vec<Term>; 2] {
    runs.each_ref().map(|run| {
        let effects = run.effects.iter().flat_map(|effect| match *effect {
            Effect::Output(Written::Byte(word) | Written::Number(word)) => vec![word],
            Effect::Store(address, word) => vec![address, word],
            Effect::Read => Vec::new(),
        });
        effects.chain(run.checks.iter().map(|placed| placed.check.word())).collect()
    })
}

impl Walk<'_, '_> {
    /// The terms that an open question depends on, where two runs are; `effects` are those of the
    /// runs.
    pub(super) fn suspects(
        &self,
        why: Why,
        runs: &[Run; 2],
        effects: [Vec<Term>; 2],
    ) -> Option<Suspects> {
        let states = runs.each_ref().map(|run| run.state.clone());
        let of_each =
            |terms: &dyn Fn(usize, &Run) -> Vec<Term>| [0, 1].map(|side| terms(side, &runs[side]));
        let terms = match why {
            Why::Untracked(Untracked::Target) => of_each(&|side, run| self.target(side, run)),
            Why::StackPointers => of_each(&|_, run| vec![run.state.words[STACK]]),
            Why::Branches => of_each(&|_, run| match run.end {
                End::Branch { equal, .. } => vec![equal],
                _ => Vec::new(),
            }),
            Why::Results => {
                let registers = observed_registers(self.images[0]);
                of_each(&|_, run| registers.iter().map(|&it| run.state.words[it]).collect())
            }
            Why::Effects | Why::Faults => effects,
            _ => return None,
        };
        let read = [0, 1].map(|side| match why {
            Why::StackPointers => vec![held(STACK)],
            _ => self.read(side, runs[side].at),
        });
        Some(Suspects { why, terms, states, read })
    }

    /// The registers that an instruction reads.
    fn read(&self, side: usize, at: u32) -> Vec<Held> {
        let word = self.images[side].words().get(Address(at).word_index());
        let registers = word.and_then(|&word| mips::decode(word)).map(|it| [it.s, it.t]);
        registers.into_iter().flatten().map(|reg| held(reg.index())).collect()
    }

    /// The target of a run's jump, if it is unknown.
    fn target(&self, side: usize, run: &Run) -> Vec<Term> {
        if run.end != End::Unknown(Untracked::Target) {
            return Vec::new();
        }
        // A jump reads one register.
        let read = self.read(side, run.at);
        read.first().and_then(|&held| run.state.held(held)).into_iter().collect()
    }

    /// The origins of the words that an open question at a point depends on.
    pub(super) fn because(
        &mut self,
        key: Key,
        visits: &[Visit],
        place: SyncPoint,
        suspects: &Suspects,
    ) -> Option<Because> {
        let mut search = Search::default();
        for side in [0, 1] {
            let state = &suspects.states[side];
            for &term in &suspects.terms[side] {
                let visit = visits.iter().find(|visit| visit.place == place);
                let likely = &suspects.read[side];
                self.follow(&mut search, visit, side, term, likely, Some(state));
            }
        }
        while let Some((place, spot)) = search.open.pop_front() {
            if place == ENTRY {
                search.entry.get_or_insert(spot);
                continue;
            }
            for visit in visits {
                for (_, states) in visit.next.iter().filter(|(to, _)| *to == place) {
                    let lost = visit.call.and_then(|call| self.lost(&call, spot, suspects.why));
                    if let (Some(source), Some(call)) = (lost, visit.call) {
                        let because = Because { spot, source };
                        // The likeliest mistake: the other version preserves it.
                        if self.keeps(&call, Spot { side: 1 - spot.side, ..spot }) {
                            return Some(because);
                        }
                        search.lost.get_or_insert(because);
                        continue;
                    }
                    match states[spot.side].held(spot.held) {
                        Some(term) => {
                            let likely = &[spot.held];
                            self.follow(&mut search, Some(visit), spot.side, term, likely, None);
                        }
                        None => search.add(visit.place, spot),
                    }
                }
            }
        }
        if let Some(lost) = search.lost {
            return Some(lost);
        }
        // Other origins are reported only for the target of a jump.
        let spot = search.entry.filter(|_| suspects.why == Why::Untracked(Untracked::Target))?;
        let source = if key.is_program { Source::Input } else { Source::Entry };
        Some(Because { spot, source })
    }

    /// Continues with the words at a point that hold what a term depends on, the `likely` ones
    /// first. Stack words that were not known to exist are those of the final state.
    fn follow(
        &mut self,
        search: &mut Search,
        visit: Option<&Visit>,
        side: usize,
        term: Term,
        likely: &[Held],
        end: Option<&ProgramState>,
    ) {
        let Some(visit) = visit else { return };
        let place = visit.place;
        for symbol in self.decider.terms.free_symbols([term]) {
            if self.decider.terms.symbol_sort(symbol) != Sort::Word {
                continue;
            }
            let name = self.decider.terms.symbol_name(symbol).to_owned();
            let symbol = self.decider.terms.symbol(&name);
            let terms = &mut self.decider.terms;
            let mut holders = |state: &ProgramState| -> Vec<Held> {
                let all = state.all_held();
                all.filter(|&(_, term)| split(terms, term).0 == symbol).map(|it| it.0).collect()
            };
            let mut held = holders(&visit.start[side]);
            if let (true, Some(end)) = (held.is_empty(), end) {
                held = holders(end);
                held.retain(|held| matches!(held, Held::Stack(_)));
            }
            held.sort_by_key(|it| !likely.contains(it));
            held.into_iter().for_each(|held| search.add(place, Spot { side, held }));
        }
    }

    /// Why a word is lost after a call, if it is.
    fn lost(&self, call: &Call, spot: Spot, why: Why) -> Option<Source> {
        let callee = self.procedures.get(&call.callee)?;
        let entries = call.callee.entries.map(Address);
        match spot.held {
            Held::Stack(slot) if slot < call.stack[spot.side] => Some(Source::Below(entries)),
            _ if !self.is_overwritten(call, spot, why) => None,
            _ if callee.is_assumed => Some(Source::Unknown(entries)),
            _ => Some(Source::NotKept(entries)),
        }
    }

    /// Whether the callee preserves a register.
    fn keeps(&self, call: &Call, Spot { side, held }: Spot) -> bool {
        let Some(callee) = self.procedures.get(&call.callee) else { return false };
        let Some(exit) = &callee.exit else { return false };
        register(held).is_some_and(|it| exit.words[side][it] == callee.entry.words[side][it])
    }

    /// Whether the callee does not preserve a word and, where two words should be equal, does not
    /// leave equal words in both.
    fn is_overwritten(&self, call: &Call, Spot { side, held }: Spot, why: Why) -> bool {
        let Some(callee) = self.procedures.get(&call.callee) else { return false };
        let Some(exit) = &callee.exit else { return false };
        let is_one_sided = !matches!(why, Why::Untracked(_) | Why::StackPointers);
        let Some(register) = register(held) else {
            let Held::Stack(slot) = held else { return false };
            let slot = slot.wrapping_sub(call.stack[side]);
            let left = |side: usize| {
                callee.touched[side].contains(&slot).then(|| exit.slots[side].get(&slot))
            };
            let is_same = is_one_sided && left(0).flatten() == left(1).flatten();
            return left(side).is_some() && !(is_same && left(0).flatten().is_some());
        };
        let is_kept = exit.words[side][register] == callee.entry.words[side][register];
        let is_same = exit.words[0][register] == exit.words[1][register];
        !(is_kept || is_one_sided && is_same)
    }
}

/// The index of a register, `hi` or `lo` among the words.
fn register(held: Held) -> Option<usize> {
    match held {
        Held::Register(number) => Some(usize::from(number)),
        Held::High => Some(HI),
        Held::Low => Some(LO),
        Held::Stack(_) => None,
    }
}

/// Words that have yet to be traced back.
#[derive(Default)]
struct Search {
    open: VecDeque<(SyncPoint, Spot)>,
    seen: BTreeSet<(SyncPoint, Spot)>,
    /// A word of the entry that was reached.
    entry: Option<Spot>,
    /// The first word that was lost after a call.
    lost: Option<Because>,
}

impl Search {
    fn add(&mut self, place: SyncPoint, spot: Spot) {
        if self.seen.insert((place, spot)) {
            self.open.push_back((place, spot));
        }
    }
}
