//! Detects runs that repeat a state, and so never stop.
//!
//! The continuation of a run depends on its registers, `hi`, `lo`, pc, memory and the rest of its
//! input stream. If all of them have the values of an earlier step, the run repeats for ever.
//! Brent's algorithm finds this: it compares the current state with a kept one, and keeps a new one
//! whenever the number of steps since has doubled. So a cycle is found within a few times the
//! number of steps before it and around it.
//!
//! Memories are compared by a hash that each store updates. If everything else is equal, the words
//! are compared too, so no result depends on the hash. The output is not part of the state, because
//! no program can read it: a loop that prints also runs for ever. Its output is endless: what was
//! printed before the cycle, then what each round prints, if all rounds print the same.
//!
//! Often only a part of the state must repeat. A *lap* is the part of a run from the kept state to
//! a later state with the same pc. The watch tracks from which words of the kept state each current
//! word was computed, and so which of them determine each branch, address, divisor and jump of the
//! lap. Let `R` be these words, closed under adding the words from which the words of `R` are
//! computed at the end of the lap. If every word of `R` has the same value at the end as at the
//! beginning, the next lap takes the same path, since everything that determines the path is the
//! same, and it restores `R` again. By induction the run goes on for ever, whatever other words do.
//! (`R` is the lap's dynamic slice for control; Korel and Laski, IPL 1988.) So a loop without
//! progress is found within two rounds even if it accumulates a sum. This requires that the lap
//! does not store to text, fetches only text, and touches few words of memory. Otherwise the whole
//! state must repeat.
//!
//! Each lap may print other words, as in a loop that prints a counter. If the words that determine
//! the printed ones are added to `R`, the same argument shows that each lap prints the same bytes
//! ([`Recurrence::repeats_output`]).
//!
//! A run may be steered: some of its words are replaced while it runs ([`Steering`]). Then the
//! pending replacements and their values are part of the state that must repeat.
//!
//! A lap neither begins nor ends within the routine that prints a number. Traces and terms treat
//! this routine as a single step, so they have no states within it.

mod dependences;
mod lap;
mod steered;

use super::{Machine, Stop};
pub use dependences::{Dependences, Place, REGISTERS, Words};
pub use lap::Part;
pub use steered::Steering;

/// A proof that a run never ends: two step counts at which it was in the same state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recurrence {
    /// The number of steps to the first state.
    pub first: u64,
    /// The number of steps to the second state.
    pub again: u64,
    /// Whether the whole state is the same. Otherwise, everything that determines how the run
    /// continues is the same.
    pub is_whole: bool,
    /// The number of bytes printed up to each of the two states.
    pub written: [u64; 2],
    /// Whether each lap from the first state on prints the same bytes. Always known if a lap prints
    /// nothing.
    pub repeats_output: bool,
}

/// A running program that can be watched.
pub trait Recurring: Sized {
    /// How a run stops.
    type Stop: Copy;
    /// The state at one moment.
    type State;
    /// The dependences since a moment.
    type Lap: Lap;

    /// A lap that begins now.
    fn lap(&self) -> Self::Lap;

    /// The state now.
    fn state(&self) -> Self::State;

    /// The number of steps so far.
    fn steps(&self) -> u64;

    /// The number of bytes printed so far.
    fn written(&self) -> u64;

    /// Whether pc and the position in the input stream are those of an earlier state, so that the
    /// states may be equal.
    fn may_be(&self, kept: &Self::State) -> bool;

    /// Whether a word besides memory has the value that it had. Numbers without a word are always the same.
    fn has_register(&self, kept: &Self::State, register: u32) -> bool;

    /// Whether a cell has the value that it had.
    fn has_cell(&self, kept: &Self::State, address: u64) -> bool;

    /// Whether memory has the values that it had.
    fn has_memory(&self, kept: &Self::State) -> bool;
}

/// The dependences of a run since the kept state.
pub trait Lap {
    /// The words from which each current word was computed.
    fn words(&self) -> &Dependences;

    /// The next lap begins.
    fn restart(&mut self);

    /// Whether a lap may begin here.
    fn may_begin(&self) -> bool {
        true
    }
}

/// How a watched run takes its steps.
pub trait Stepping<M: Recurring> {
    /// Takes a step and adds it to the lap. Returns how the run stopped, or `None` if it goes on.
    fn step(&mut self, machine: &mut M, lap: &mut M::Lap) -> Option<M::Stop>;

    /// How the run stops without a further step.
    fn rest(&mut self, machine: &mut M) -> M::Stop;

    /// Numbers that have to recur, too.
    fn phase(&self) -> Vec<u32>;
}

/// How much of the state must repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extent {
    /// Everything that determines the path of the run.
    Way,
    /// Everything that determines the path and the output.
    Output,
    /// The whole state.
    Whole,
}

/// Watches a run for a repeated state.
#[derive(Debug)]
pub struct Watch<M: Recurring = Machine> {
    kept: Kept<M::State>,
    /// The number of steps after which the current state replaces the kept one.
    power: u64,
    lap: M::Lap,
    extent: Extent,
}

#[derive(Debug)]
struct Kept<S> {
    state: S,
    steps: u64,
    /// Bytes that were printed.
    written: u64,
    /// The phase of the steering, see [`Steering::phase`].
    phase: Vec<u32>,
}

/// The parts of the state at the beginning of a lap that determine the lap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slice {
    /// Determines the path of the lap. If it has the same value at the end, it determines the path
    /// of all further laps.
    pub decides: Vec<Part>,
    /// Determines the path and the output of the laps.
    pub decides_output: Vec<Part>,
    /// The subset of `decides` from which addresses of loads and stores are computed. If it is
    /// constant, so are the addresses.
    pub addresses: Vec<Part>,
}

/// How a watched run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Watched<S = Stop> {
    /// It stopped. If it is out of fuel, the watch can be continued.
    Stopped(S),
    /// It runs for ever.
    Recurs(Recurrence),
}

impl<M: Recurring> Watch<M> {
    /// Watches a run from the machine's current state.
    pub fn stepping(machine: &M, by: &impl Stepping<M>) -> Watch<M> {
        let (kept, lap) = (Kept::of(machine, by), machine.lap());
        Watch { kept, power: 1, lap, extent: Extent::Way }
    }

    /// Requires that the whole state repeats. Then each further lap repeats the steps between the
    /// two states and computes the same words.
    pub fn strictly(self) -> Watch<M> {
        Watch { extent: Extent::Whole, ..self }
    }

    /// Requires that everything repeats that determines the output. Then each lap prints the same.
    pub fn with_output(self) -> Watch<M> {
        Watch { extent: Extent::Output, ..self }
    }

    /// Continues the run for at most `fuel` steps.
    pub fn follow(
        &mut self,
        machine: &mut M,
        fuel: u64,
        by: &mut impl Stepping<M>,
    ) -> Watched<M::Stop> {
        for _ in 0..fuel {
            if let Some(stop) = by.step(machine, &mut self.lap) {
                return Watched::Stopped(stop);
            }
            if machine.may_be(&self.kept.state)
                && self.kept.phase == by.phase()
                && let Some(recurrence) = self.recurrence(machine)
            {
                return Watched::Recurs(recurrence);
            }
            if machine.steps() - self.kept.steps >= self.power && self.lap.may_begin() {
                self.kept = Kept::of(machine, by);
                self.lap.restart();
                self.power *= 2;
            }
        }
        // At the return address a program is done even without fuel.
        Watched::Stopped(by.rest(machine))
    }

    /// The recurrence, if enough of the state has repeated.
    fn recurrence(&self, machine: &M) -> Option<Recurrence> {
        let Watch { kept, lap, extent, .. } = self;
        let words = lap.words();
        let is_whole = self.is_whole(machine);
        let written = [kept.written, machine.written()];
        let prints = written[0] != written[1];
        let comes_again =
            is_whole || *extent != Extent::Whole && self.recur(machine, words.decides_at_last());
        if !comes_again {
            return None;
        }
        let repeats_output =
            !prints || is_whole || self.recur(machine, words.decides_output_at_last());
        let (first, again) = (kept.steps, machine.steps());
        (repeats_output || *extent == Extent::Way).then_some(Recurrence {
            first,
            again,
            is_whole,
            written,
            repeats_output,
        })
    }

    /// Whether the whole state is the same.
    fn is_whole(&self, machine: &M) -> bool {
        let kept = &self.kept.state;
        (0..REGISTERS).all(|register| machine.has_register(kept, register))
            && self.has_memory(machine)
    }

    fn has_memory(&self, machine: &M) -> bool {
        self.lap.words().may_have_the_same_memory() && machine.has_memory(&self.kept.state)
    }

    /// Whether these words are known and have the same values.
    fn recur(&self, machine: &M, words: Option<Words>) -> bool {
        let kept = &self.kept.state;
        words.is_some_and(|words| {
            self.lap.words().places(words).all(|place| match place {
                Place::Register(register) => machine.has_register(kept, register),
                Place::Cell(address) => machine.has_cell(kept, address),
                Place::Memory => self.has_memory(machine),
            })
        })
    }
}

impl Watch {
    /// Watches the run from the machine's current state.
    pub fn new(machine: &Machine) -> Watch {
        Watch::steered(machine, &())
    }

    /// Watches a steered run from the machine's current state.
    pub fn steered(machine: &Machine, by: &impl Steering) -> Watch {
        Watch::stepping(machine, by)
    }

    /// Continues the run for at most `fuel` steps.
    pub fn run(&mut self, machine: &mut Machine, fuel: u64) -> Watched {
        self.follow(machine, fuel, &mut ())
    }

    /// Continues a steered run for at most `fuel` steps.
    pub fn run_steered(
        &mut self,
        machine: &mut Machine,
        fuel: u64,
        by: &mut impl Steering,
    ) -> Watched {
        self.follow(machine, fuel, by)
    }

    /// What determines the lap of a run that recurs. `None` if that is the whole state.
    pub fn slice(&self) -> Option<Slice> {
        let words = self.lap.words();
        let decides = self.lap.parts(words.decides_at_last()?);
        let decides_output = self.lap.parts(words.decides_output_at_last()?);
        Some(Slice { decides, decides_output, addresses: self.lap.parts(words.addresses()) })
    }
}

impl<S> Kept<S> {
    fn of<M: Recurring<State = S>>(machine: &M, by: &impl Stepping<M>) -> Kept<S> {
        Kept {
            state: machine.state(),
            steps: machine.steps(),
            written: machine.written(),
            phase: by.phase(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Image;
    use crate::program::{Address, Program};

    fn watched(words: &[u32], inputs: [u32; 2], fuel: u64) -> Watched {
        let image = Image::new(&Program::from_words(words.to_vec()));
        let mut machine = Machine::new(&image, inputs);
        Watch::new(&machine).run(&mut machine, fuel)
    }

    /// `add $3, $1, $2; jr $31`
    const STOPS: [u32; 2] = [0x0022_1820, 0x03e0_0008];
    /// `again: sub $1, $0, $1; sw $1, 64($0); bne $1, $0, again`
    const TURNS: [u32; 3] = [0x0001_0822, 0xac01_0040, 0x1420_fffd];
    /// A counter in memory, with the same registers in each round:
    /// `again: lw $3, 64($0); add $3, $3, $1; sw $3, 64($0); add $3, $0, $0; beq $0, $0, again`.
    const COUNTS: [u32; 5] = [0x8c03_0040, 0x0061_1820, 0xac03_0040, 0x0000_1820, 0x1000_fffb];

    #[test]
    fn a_run_that_stops_does_not_recur() {
        assert_eq!(watched(&STOPS, [1, 2], 2), Watched::Stopped(Stop::Done));
        assert_eq!(watched(&STOPS, [1, 2], 1), Watched::Stopped(Stop::OutOfFuel));
    }

    #[test]
    fn a_state_that_comes_again_is_found_and_is_the_same() {
        let Watched::Recurs(Recurrence { first, again, is_whole: true, .. }) =
            watched(&TURNS, [5, 0], 100)
        else {
            panic!("it goes round");
        };
        // Two rounds negate twice.
        assert_eq!((again - first) % 6, 0);
        let image = Image::new(&Program::from_words(TURNS.to_vec()));
        let states = [first, again].map(|steps| {
            let mut machine = Machine::new(&image, [5, 0]);
            machine.run(steps, &mut ());
            (machine.state.regs[..32].to_vec(), machine.state.pc, machine.memory.load(Address(64)))
        });
        assert_eq!(states[0], states[1]);
    }

    #[test]
    fn memory_is_part_of_the_state() {
        assert_eq!(is_whole(&COUNTS, [1, 0], 100), Some(false));
        // The increment is zero.
        assert_eq!(is_whole(&COUNTS, [0, 0], 100), Some(true));
    }

    /// The counter determines the path:
    /// `add $1, $1, $1; again: lw $3, 64($0); add $3, $3, $1; sw $3, 64($0); bne $3, $2, again; jr $31`.
    const COUNTS_TO: [u32; 6] =
        [0x0021_0820, 0x8c03_0040, 0x0061_1820, 0xac03_0040, 0x1462_fffc, 0x03e0_0008];

    #[test]
    fn what_decides_is_compared() {
        assert_eq!(is_whole(&COUNTS_TO, [1, 40_000], 100_000), None);
        assert_eq!(is_whole(&COUNTS_TO, [1, 40_001], 100_000), None);
        // The counter is 0 again after 8 rounds.
        assert_eq!(is_whole(&COUNTS_TO, [1 << 28, 1], 100), Some(true));
    }

    /// `again: sw $1, 68($1); add $1, $1, $2; beq $0, $0, again`.
    const STORES: [u32; 3] = [0xac21_0044, 0x0022_0820, 0x1000_fffd];

    #[test]
    fn addresses_decide() {
        // It runs until its address lies in the text, or outside memory.
        assert_eq!(is_whole(&STORES, [0, 4], 1_000), None);
        assert_eq!(is_whole(&STORES, [0, 0], 100), Some(true));
    }

    /// `lis $4; .word 0xffff000c; again: sw $1, 0($4); add $1, $1, $2; beq $0, $0, again`.
    const PRINTS: [u32; 5] = [0x0000_2014, 0xffff_000c, 0xac81_0000, 0x0022_0820, 0x1000_fffd];

    #[test]
    fn a_lap_says_whether_others_print_the_same() {
        let image = Image::new(&Program::from_words(PRINTS.to_vec()));
        let of = |step: u32, wants_output: bool| {
            let mut machine = Machine::new(&image, [65, step]);
            let watch = Watch::new(&machine);
            let mut watch = if wants_output { watch.with_output() } else { watch };
            match watch.run(&mut machine, 1_000) {
                Watched::Recurs(it) => Some((it.repeats_output, it.written[1] > it.written[0])),
                Watched::Stopped(_) => None,
            }
        };
        assert_eq!(of(0, false), Some((true, true)));
        assert_eq!(of(0, true), Some((true, true)));
        assert_eq!(of(1, false), Some((false, true)));
        assert_eq!(of(1, true), None);
        // The printed word changes until it has wrapped around; with 2^30 it repeats after four
        // laps.
        assert_eq!(of(1 << 30, true), Some((true, true)));
    }

    /// For a run that repeats for ever, whether the whole state repeats.
    fn is_whole(words: &[u32], inputs: [u32; 2], fuel: u64) -> Option<bool> {
        match watched(words, inputs, fuel) {
            Watched::Recurs(recurrence) => Some(recurrence.is_whole),
            Watched::Stopped(_) => None,
        }
    }
}
