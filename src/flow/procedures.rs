//! Targets of computed jumps: value-set analysis, one procedure at a time.
//!
//! A procedure is the target of a call, or the program itself. It is interpreted once for all its
//! callers, over [`Value`]s: known words, and sums with the value of a register at the entry. So
//! `jr` to the entry's `$31` is a return, even if that went through the stack. The final value of a
//! register can be translated into each caller's own terms. In memory, words at known distances
//! from the entry's `$30` are known as long as no store elsewhere may have hit them.
//!
//! The analysis iterates to a fixpoint: what registers may hold at the entry of a procedure, what
//! it leaves in them, and where it stores.
//!
//! States are kept at *leaders* only, where control may come from several places (Aho, Lam, Sethi
//! and Ullman, section 8.4.1). From a leader on, instructions are interpreted in sequence. A state
//! takes more than a kilobyte, and a text may have millions of words.
//!
//! The text is assumed to be unchanged. Stores that may change it are reported; the program's
//! behaviour after one of them is not covered.

mod execution;

use std::collections::{BTreeMap, BTreeSet};

use super::values::{Set, Value};
use super::{Successors, successors, takes_word};
use crate::machine::mips::{self, Flow, Reg};
use crate::machine::values::Halt;
use crate::machine::{Image, Initial};
use crate::program::Address;
use execution::{Execution, FRAME, FlowState, Stores, Undecided, forget, in_frame, words};

/// Rounds after which values that still change become unknown.
const ROUNDS: usize = 40;
/// Rounds after which everything becomes unknown.
const LAST_ROUND: usize = 400;
/// Maximum number of procedures: calls of any others are unknown.
const PROCEDURES: usize = 1 << 14;
/// A step from one instruction to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Step {
    /// Within a procedure.
    To(u32),
    /// Into a procedure.
    Call(u32),
    /// Out of the procedure.
    Return,
    /// To an unknown target.
    Unknown,
}

/// Instructions and the steps from each, both sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Steps {
    /// The addresses of the instructions.
    pub reached: Vec<u32>,
    /// The steps, each with the address where it begins: any number from each.
    pub ways: Vec<(u32, Step)>,
}

impl Steps {
    fn append(&mut self, mut others: Steps) {
        self.reached.append(&mut others.reached);
        self.ways.append(&mut others.ways);
    }
}

/// The analysis of a procedure.
#[derive(Clone, Debug)]
pub(super) struct Procedure {
    /// Its instructions and steps.
    pub steps: Steps,
    /// The addresses after the calls from which it returns, and where control continues within this
    /// procedure after the callee has returned.
    pub continued: BTreeSet<(u32, u32)>,
    /// The addresses of its stores that may change the program's text.
    pub text_stores: BTreeSet<u32>,
    /// The possible values of each register at the entry.
    entry: [Option<Set>; 32],
    /// The values of the registers where it returns.
    exit: Option<[Value; 32]>,
    stores: Stores,
    /// Whether values that still change are widened to unknown.
    is_wide: bool,
}

/// Analyses all procedures of a program, keyed by entry; the program's own entry is 0.
pub(super) fn analyze(image: &Image) -> BTreeMap<u32, Procedure> {
    let mut initial = [None; 32];
    for reg in Reg::all() {
        initial[reg.index()] = match image.initial(reg) {
            Initial::Word(word) => Some(Set::of(word)),
            Initial::Input(_) => None,
        };
    }
    let mut known = BTreeMap::from([(0, Procedure::new(initial))]);
    let mut leaders = Leaders::of(image);
    for round in 0.. {
        let mut is_stable = true;
        let entries: Vec<u32> = known.keys().copied().collect();
        for entry in entries {
            let changes = Interpreter::new(image, &mut known, &mut leaders, entry).run();
            is_stable &= !changes;
        }
        if is_stable {
            break;
        }
        if round >= ROUNDS {
            known.values_mut().for_each(Procedure::widen);
        }
        if round >= LAST_ROUND {
            for Procedure { steps, .. } in known.values_mut() {
                steps.ways = steps.reached.iter().map(|&at| (at, Step::Unknown)).collect();
            }
            break;
        }
    }
    known
}

impl Procedure {
    fn new(entry: [Option<Set>; 32]) -> Procedure {
        Procedure {
            steps: Steps::default(),
            continued: BTreeSet::new(),
            text_stores: BTreeSet::new(),
            entry,
            exit: None,
            stores: Stores::NONE,
            is_wide: false,
        }
    }

    fn widen(&mut self) {
        self.entry = [None; 32];
        self.stores.anywhere = true;
        self.is_wide = true;
    }

    /// Whether two analyses are the same for callers and callees.
    fn is_as(&self, other: &Procedure) -> bool {
        self.entry == other.entry
            && self.exit == other.exit
            && self.stores == other.stores
            && self.steps == other.steps
    }

    /// Adds a call with these register values; returns whether the entry state changed.
    fn enter(&mut self, regs: [Option<Set>; 32]) -> bool {
        let before = self.entry;
        for (known, new) in self.entry.iter_mut().zip(regs) {
            *known = known.zip(new).and_then(|(a, b)| a.union(b));
        }
        self.entry != before
    }
}

/// For each word of the text, whether control may reach it from several places, or by a jump.
struct Leaders(Vec<bool>);

impl Leaders {
    /// The targets of branches, and the words after branches, jumps and calls.
    fn of(image: &Image) -> Leaders {
        let mut leaders = Leaders(vec![false; image.words().len()]);
        for (index, &word) in image.words().iter().enumerate() {
            let pc = Address::of_word(index).0;
            match successors(pc, word) {
                None => {}
                Some(Successors::Jump | Successors::Call) => _ = leaders.insert(pc + 4),
                Some(Successors::Branch { target, next }) => {
                    leaders.insert(target);
                    leaders.insert(next);
                }
                // `lis` continues after the next word, and so does that word where it is an
                // instruction.
                Some(Successors::One(to)) if to == pc + 8 && takes_word(word) => {
                    let between = image.words().get(index + 1);
                    if between.is_some_and(|&between| successors(pc + 4, between).is_some()) {
                        leaders.insert(to);
                    }
                }
                Some(Successors::One(to)) if to != pc + 4 => _ = leaders.insert(to),
                Some(Successors::One(_)) => {}
            }
        }
        leaders
    }

    fn has(&self, pc: u32) -> bool {
        self.0.get(Address(pc).word_index()) == Some(&true)
    }

    /// Makes the word at an address a leader; returns whether it was not one before.
    fn insert(&mut self, pc: u32) -> bool {
        let leader = self.0.get_mut(Address(pc).word_index()).filter(|_| pc.is_multiple_of(4));
        leader.is_some_and(|leader| !std::mem::replace(leader, true))
    }
}

/// The interpreter of one procedure.
struct Interpreter<'a> {
    image: &'a Image,
    known: &'a mut BTreeMap<u32, Procedure>,
    leaders: &'a mut Leaders,
    entry: u32,
    /// The states at leaders.
    states: BTreeMap<u32, FlowState>,
    open: BTreeSet<u32>,
    /// The steps from each leader up to the next one.
    blocks: BTreeMap<u32, Steps>,
    result: Procedure,
    /// Whether the analysis of some procedure has changed.
    changes: bool,
    /// Whether a new leader lies within an interpreted block.
    has_new_leaders: bool,
}

impl<'a> Interpreter<'a> {
    fn new(
        image: &'a Image,
        known: &'a mut BTreeMap<u32, Procedure>,
        leaders: &'a mut Leaders,
        entry: u32,
    ) -> Self {
        let result = Interpreter::begun(&known[&entry]);
        Interpreter {
            image,
            known,
            leaders,
            entry,
            states: BTreeMap::new(),
            open: BTreeSet::new(),
            blocks: BTreeMap::new(),
            result,
            changes: false,
            has_new_leaders: false,
        }
    }

    fn begun(known: &Procedure) -> Procedure {
        let mut result = Procedure::new(known.entry);
        if known.is_wide {
            result.widen();
        }
        result
    }

    /// Interprets the procedure; returns whether its analysis or another procedure's changed.
    fn run(mut self) -> bool {
        loop {
            self.has_new_leaders = false;
            self.interpret();
            if !self.has_new_leaders {
                break;
            }
            // A jump reaches the middle of a block, so the blocks are recomputed.
            self.states.clear();
            self.blocks.clear();
            self.result = Interpreter::begun(&self.known[&self.entry]);
        }
        let Interpreter { known, entry, mut result, blocks, changes, .. } = self;
        // Blocks are disjoint, so this keeps the order of the text.
        blocks.into_values().for_each(|block| result.steps.append(block));
        // A recursive call may have changed the entry meanwhile.
        let procedure = known.get_mut(&entry).expect("it is interpreted");
        result.entry = procedure.entry;
        let changes = changes || !result.is_as(procedure);
        *procedure = result;
        changes
    }

    fn interpret(&mut self) {
        let mut regs = [Value::word(0); 32];
        for reg in Reg::all().skip(1) {
            regs[reg.index()] = Value::Entry(reg, 0);
        }
        // The machine's `hi` and `lo` are zero at the start, but another
        // procedure may have left anything in them.
        let start = FlowState { regs, hi: Value::Any, lo: Value::Any, slots: BTreeMap::new() };
        self.go(self.entry, start);
        while let Some(leader) = self.open.pop_first() {
            let mut block = Steps::default();
            let mut next = Some((leader, self.states[&leader].clone()));
            while let Some((pc, state)) = next {
                next = self.step(pc, state, &mut block);
            }
            self.blocks.insert(leader, block);
        }
    }

    /// Whether the analysis interprets an instruction of the program at this address.
    fn is_code(&self, pc: u32) -> bool {
        pc.is_multiple_of(4)
            && Address(pc).word_index() < self.image.words().len()
            && pc != self.image.return_address()
    }

    /// Continues at an address with a state.
    fn go(&mut self, pc: u32, state: FlowState) {
        if !self.is_code(pc) {
            return;
        }
        self.has_new_leaders |= self.leaders.insert(pc);
        match self.states.get_mut(&pc) {
            None => {
                self.states.insert(pc, state);
                self.open.insert(pc);
            }
            Some(known) => {
                let before = known.clone();
                known.join(&state);
                if *known != before {
                    self.open.insert(pc);
                }
            }
        }
    }

    /// Interprets an instruction; returns its successor and state if that is within the block.
    fn step(&mut self, pc: u32, state: FlowState, block: &mut Steps) -> Option<(u32, FlowState)> {
        if !self.is_code(pc) {
            return None;
        }
        let word = self.image.words()[Address(pc).word_index()];
        let mut steps = BTreeSet::new();
        let mut behind = Vec::new();
        for equal in [None, Some(true), Some(false)] {
            let mut execution = Execution {
                state: state.clone(),
                image: self.image,
                entry: &self.result.entry,
                equal,
                stores: Stores::NONE,
                may_store_text: false,
            };
            let outcome = mips::step(&mut execution, pc, word);
            let Execution { state, stores, may_store_text, .. } = execution;
            match outcome {
                // Both outcomes, one after the other.
                Err(Halt::Abort(Undecided)) => continue,
                Err(Halt::Fault(_)) => {}
                Ok(flow) => {
                    self.result.stores.join(stores);
                    if may_store_text {
                        self.result.text_stores.insert(pc);
                    }
                    match flow {
                        Flow::To(next) => {
                            steps.insert(Step::To(next));
                            behind.push((next, state));
                        }
                        Flow::Jump(target) => self.jump(target, &state, &mut steps),
                        Flow::Call(target) => self.call(pc, target, &state, &mut steps),
                    }
                }
            }
            if equal.is_none() {
                break;
            }
        }
        block.reached.push(pc);
        block.ways.extend(steps.into_iter().map(|step| (pc, step)));
        // A block continues only after an instruction with one successor.
        if let [(next, _)] = behind[..]
            && !self.leaders.has(next)
        {
            return behind.pop();
        }
        behind.into_iter().for_each(|(next, state)| self.go(next, state));
        None
    }

    /// The words that a value may be.
    fn words(&self, value: Value) -> Option<Set> {
        words(&self.result.entry, value)
    }

    fn jump(&mut self, target: Value, state: &FlowState, steps: &mut BTreeSet<Step>) {
        if target == Value::Entry(Reg::RETURN_ADDRESS, 0) {
            steps.insert(Step::Return);
            let exit = state.regs;
            self.result.exit = Some(match self.result.exit {
                None => exit,
                Some(mut known) => {
                    known.iter_mut().zip(exit).for_each(|(a, b)| *a = a.join(b));
                    known
                }
            });
            return;
        }
        match self.words(target) {
            None => _ = steps.insert(Step::Unknown),
            Some(targets) => {
                for target in targets.iter() {
                    steps.insert(Step::To(target));
                    self.go(target, state.clone());
                }
            }
        }
    }

    fn call(&mut self, pc: u32, target: Value, state: &FlowState, steps: &mut BTreeSet<Step>) {
        let Some(targets) = self.words(target) else {
            steps.insert(Step::Unknown);
            self.result.stores.anywhere = true;
            return;
        };
        let regs = state.regs.map(|value| self.words(value));
        for target in targets.iter() {
            steps.insert(Step::Call(target));
            let is_full = self.known.len() >= PROCEDURES;
            match self.known.get_mut(&target) {
                Some(procedure) => self.changes |= procedure.enter(regs),
                None if is_full => {
                    steps.insert(Step::Unknown);
                    self.result.stores.anywhere = true;
                    continue;
                }
                None => {
                    self.known.insert(target, Procedure::new(regs));
                    self.changes = true;
                }
            }
            let Procedure { exit, stores, .. } = &self.known[&target];
            let (exit, stores) = (*exit, *stores);
            let stack = state.regs[Reg::STACK_POINTER.index()];
            let stores = stores_of_callee(stores, stack);
            self.result.stores.join(stores);
            let Some(exit) = exit else { continue };
            let mut behind = state.clone();
            behind.regs = exit.map(|left| match left {
                Value::Entry(reg, offset) => state.regs[reg.index()].plus(offset),
                value => value,
            });
            (behind.hi, behind.lo) = (Value::Any, Value::Any);
            forget(&mut behind.slots, &self.result.entry, stores);
            let next = pc.wrapping_add(4);
            self.result.continued.insert((pc, next));
            self.go(next, behind);
        }
    }
}

/// The stores of a callee in its caller's terms; `stack` is the caller's `$30`.
fn stores_of_callee(mut stores: Stores, stack: Value) -> Stores {
    if let Some(below) = stores.below {
        stores.below = match stack {
            Value::Entry(Reg::STACK_POINTER, offset) => in_frame(offset)
                .map(|offset| below + offset)
                .filter(|below| below.unsigned_abs() <= FRAME),
            _ => None,
        };
        stores.anywhere |= stores.below.is_none();
    }
    stores
}
