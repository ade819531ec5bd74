//! The walk: generates all obligations of a certificate, in order.
//!
//! From the start, and from each node that is reached, both programs are executed on all paths as far as the
//! certificate says: first the left one, then the right one under the decisions of the left one. If a path depends on a
//! fact, both outcomes are followed, unless one is proved impossible. At the end of each pair of paths, the invariant
//! of the node there must hold. Both must have printed the same, whether they continue, fault or never stop; and if
//! both are done, the other observations must be equal. Finally, cycles must terminate, as far as that is claimed
//! ([`progress`](crate::progress)).
//!
//! Why this proves the claim: the decisions cut an input's two runs into pairs of paths. No pair of paths is left out,
//! and the invariant of a node holds whenever a run reaches it, by induction over the number of pairs. Each pair moves
//! a program that has not ended; so if both end, a pair of paths reaches the end of both. Both have printed the same
//! after each pair of paths. If the claim is that they stop on the same inputs, no program waits forever while the
//! other one moves; so two runs without an end print the same forever.

use std::collections::{BTreeMap, BTreeSet};

use crate::advisor::{Advisor, Pair, Step};
use crate::among::{self, Case};
use crate::certificate::{
    Among, Answer, Certificate, Lead, Location, Measure, Name, NodeClaim, Program, Start, Stopping,
};
use crate::effort::Effort;
use crate::execute::{Advance, Executed, Path, State, Stuck};
use crate::form;
use crate::memory::{Contents, Memories, Memory};
use crate::node::{self, Realised, names, ordered, sum};
use crate::obligation::{Goal, Kind, Obligation, Scene};
use crate::procedures;
use crate::progress;
use crate::refusal::{Place, Refusal, malformed};
use crate::terms::{Condition, Fact, Terms, Word};

/// The result of an accepted certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The inputs that it covers.
    pub among: Among,
    /// What is proved about termination.
    pub stopping: Stopping,
    /// If present, the result covers only inputs on which one of the programs stops or faults within this number of
    /// steps.
    pub steps: Option<u64>,
    /// If present, the result covers only inputs on which both do.
    pub within: Option<u64>,
    /// Number of pairs of procedures that are reached, if it is by procedures.
    pub procedures: usize,
    /// Number of nodes or points of procedures that are reached, without the start and the end.
    pub nodes: usize,
    /// Number of pairs of paths.
    pub pairs: usize,
    /// Number of proved obligations, by kind.
    pub shown: BTreeMap<Kind, usize>,
}

/// Checks a certificate.
pub fn check(certificate: &Certificate) -> Result<Checked, Refusal> {
    struct Reader<'c> {
        certificate: &'c Certificate,
        closed: usize,
        answers: std::slice::Iter<'c, Option<Answer>>,
        measures: std::slice::Iter<'c, Measure>,
    }
    impl Advisor for Reader<'_> {
        fn answer(&mut self, _: &mut Scene, _: &Obligation<'_>) -> Option<Answer> {
            self.answers.next().cloned().flatten()
        }

        fn measures(&mut self, _: &Scene, _: &[&Step]) -> Vec<Measure> {
            self.measures.next().copied().into_iter().collect()
        }

        fn begins_lap(&mut self, at: u64, _: u64) -> bool {
            self.certificate.begins_lap(at)
        }

        fn closes_lap(&mut self, _: &mut Scene, lap: [u64; 2], _: &[Obligation<'_>]) -> bool {
            let is_said = self.certificate.laps.contains(&lap);
            self.closed += usize::from(is_said);
            is_said
        }
    }
    let mut reader = Reader {
        certificate,
        closed: 0,
        answers: certificate.answers.iter(),
        measures: certificate.measures.iter(),
    };
    if certificate.is_of_one_program() {
        let walk = Walk::new(certificate, &mut reader)?;
        return Ok(walk.checked(0));
    }
    let checked = walk(certificate, &mut reader)?;
    let is_all = reader.closed == certificate.laps.len();
    match is_all && reader.answers.next().is_none() && reader.measures.next().is_none() {
        true => Ok(checked),
        false => Err(Refusal::LeftOver),
    }
}

/// Generates and checks all obligations of a certificate, with answers from an advisor. The certificate's own answers
/// and measures are ignored.
pub fn walk(certificate: &Certificate, advisor: &mut dyn Advisor) -> Result<Checked, Refusal> {
    let mut walk = Walk::new(certificate, advisor)?;
    if let Some(claims) = &certificate.procedures {
        return procedures::walk(walk, claims);
    }
    let mut done = BTreeSet::new();
    let mut open = Vec::new();
    for case in among::cases(certificate, &mut walk.scene.terms, &walk.inputs)? {
        open.extend(walk.expand_entry(case)?);
    }
    while let Some(node) = open.pop() {
        if done.insert(node) {
            let next = walk.expand_node(node)?;
            open.extend(next);
        }
    }
    let steps = std::mem::take(&mut walk.steps);
    if certificate.stopping >= Stopping::Alike {
        for still in [0, 1] {
            let steps = steps.iter().filter(|step| !step.moves[still]).collect();
            progress::is_finite(&mut walk, steps)?;
        }
    }
    if certificate.stopping == Stopping::Always {
        progress::is_finite(&mut walk, steps.iter().collect())?;
    }
    Ok(walk.checked(done.len()))
}

/// The state of a walk.
pub(crate) struct Walk<'c> {
    pub(crate) certificate: &'c Certificate,
    pub(crate) advisor: &'c mut dyn Advisor,
    pub(crate) scene: Scene,
    pub(crate) inputs: Vec<Word>,
    /// The conditions that all inputs satisfy.
    premises: Vec<Condition>,
    nodes: BTreeMap<[Location; 2], &'c NodeClaim>,
    steps: Vec<Step>,
    pub(crate) effort: Effort,
    pub(crate) pairs: usize,
    pub(crate) shown: BTreeMap<Kind, usize>,
}

/// The states from which both programs continue.
pub(crate) struct Departure {
    pub(crate) node: [Location; 2],
    pub(crate) states: [State; 2],
    pieces: [Option<u32>; 2],
    /// The leading program, if the distance of the other depends on its path.
    lead: Option<Lead>,
    pub(crate) premises: Vec<Condition>,
    pub(crate) zeros: Vec<Word>,
    /// None at the start of both.
    before: Option<BTreeMap<Name, Word>>,
}

impl Departure {
    /// A departure from states without further facts.
    pub(crate) fn of(node: [Location; 2], states: [State; 2]) -> Departure {
        Departure {
            node,
            states,
            pieces: [None; 2],
            lead: None,
            premises: Vec::new(),
            zeros: Vec::new(),
            before: None,
        }
    }
}

/// A path, and where it ended.
struct Ended {
    path: Path,
    end: Result<Location, Stuck>,
}

impl<'c> Walk<'c> {
    fn new(
        certificate: &'c Certificate,
        advisor: &'c mut dyn Advisor,
    ) -> Result<Walk<'c>, Refusal> {
        let nodes = form::nodes(certificate)?;
        let Certificate { inputs, programs, .. } = certificate;
        let images = programs.each_ref().map(|program| program.words.clone());
        let mut terms = Terms::default();
        let inputs: Vec<Word> =
            (0..inputs.len()).map(|index| terms.symbol(&Name::Input(index).to_string())).collect();
        let arrays = programs.each_ref().map(|program| program.array);
        let four = terms.constant(4);
        let size = arrays[0].map_or(Terms::ZERO, |array| terms.mul(four, inputs[array.length]));
        let memories = Memories::with_arrays(images, arrays, size);
        let mut scene = Scene { terms, memories };
        let premises = node::premises(certificate, &mut scene.terms, &inputs)?;
        Ok(Walk {
            certificate,
            advisor,
            scene,
            inputs,
            premises,
            nodes,
            steps: Vec::new(),
            effort: Effort::default(),
            pairs: 0,
            shown: BTreeMap::new(),
        })
    }

    /// The result, once everything was checked; `nodes` is the number of nodes.
    fn checked(self, nodes: usize) -> Checked {
        let Walk { certificate, pairs, shown, .. } = self;
        Checked {
            among: certificate.among.clone(),
            stopping: certificate.stopping,
            steps: None,
            within: certificate.within,
            procedures: 0,
            nodes,
            pairs,
            shown,
        }
    }

    /// Whether the advisor's answer proves an obligation, after checking it.
    pub(crate) fn ask(&mut self, obligation: &Obligation<'_>) -> Result<bool, Refusal> {
        let number = self.effort.asks()?;
        if self.advisor.gives_up() {
            return Err(Refusal::Limit("obligations"));
        }
        let answer = self.advisor.answer(&mut self.scene, obligation);
        if let Some(Answer::Boxes(count)) = &answer {
            self.effort.splits(*count)?;
        }
        match answer {
            None => Ok(false),
            Some(answer) if obligation.is_shown_by(&mut self.scene, &answer) => {
                *self.shown.entry(obligation.kind).or_insert(0) += 1;
                Ok(true)
            }
            Some(_) => {
                let (kind, node) = (obligation.kind, obligation.node);
                Err(Refusal::Wrong(Place { number, kind, node }))
            }
        }
    }

    pub(crate) fn must(&mut self, obligation: &Obligation<'_>) -> Result<(), Refusal> {
        let (kind, node) = (obligation.kind, obligation.node);
        let place = Place { number: self.effort.obligations(), kind, node };
        match self.ask(obligation)? {
            true => Ok(()),
            false => Err(Refusal::Open(place)),
        }
    }

    /// The initial state of a program.
    pub(crate) fn initial(&mut self, side: usize) -> State {
        let mut registers = [Terms::ZERO; 32];
        for (&register, start) in &self.certificate.programs[side].registers {
            registers[register as usize] = match *start {
                Start::Word(word) => self.scene.terms.constant(word),
                Start::Input(index) => self.inputs[index],
            };
        }
        let memory = self.initial_memory(side);
        let (high, low, taken) = (Terms::ZERO, Terms::ZERO, Terms::ZERO);
        State { registers, high, low, memory, taken, frame: None }
    }

    /// The initial memory of a program. If the certificate is a tree of paths, or covers only some inputs, the elements
    /// of an array are inputs.
    fn initial_memory(&mut self, side: usize) -> Memory {
        let mut memory = self.scene.memories.memory(Contents::Initial(side));
        if let Some(array) = self.certificate.programs[side].array
            && (self.certificate.among != Among::All || self.certificate.is_of_paths())
        {
            for (index, at) in (0..array.capacity).zip((array.address..).step_by(4)) {
                let (at, element) =
                    (self.scene.terms.constant(at), self.inputs[array.first + index as usize]);
                memory = self.scene.memories.store(memory, at, element);
            }
        }
        memory
    }

    fn expand_entry(&mut self, case: Case) -> Result<BTreeSet<[Location; 2]>, Refusal> {
        if self.certificate.entry.contains(&Some(0)) {
            return malformed("a program does not go on from its start");
        }
        let symbols = std::mem::replace(&mut self.inputs, case.inputs);
        let premises = node::premises(self.certificate, &mut self.scene.terms, &self.inputs)?;
        let all = premises
            .into_iter()
            .chain(case.conditions)
            .map(|it| (it, self.scene.terms.folded(it.fact)));
        // A false condition leaves no inputs.
        let mut kept = Vec::new();
        let mut is_possible = true;
        for (condition, folded) in all.collect::<Vec<_>>() {
            match folded {
                Some(holds) => is_possible &= holds == condition.holds,
                None => kept.extend(self.scene.terms.stated(condition)),
            }
        }
        let states = [0, 1].map(|side| self.initial(side));
        let targets = match is_possible {
            false => Ok(BTreeSet::new()),
            true => self.expand(Departure {
                node: [Location::Entry; 2],
                states,
                pieces: self.certificate.entry,
                lead: self.certificate.lead.clone(),
                premises: kept,
                zeros: Vec::new(),
                before: None,
            }),
        };
        self.inputs = symbols;
        targets
    }

    fn expand_node(&mut self, node: [Location; 2]) -> Result<BTreeSet<[Location; 2]>, Refusal> {
        let Some(&claim) = self.nodes.get(&node) else {
            let [left, right] = node;
            return malformed(format!(
                "there are no facts where left is at {left}, right at {right}"
            ));
        };
        let Realised { values, premises, zeros } =
            node::realise(self.certificate, &mut self.scene.terms, claim)?;
        let premises = [&self.premises[..], &premises].concat();
        let states = [0, 1].map(|side| {
            let contents = match (claim.is_initial, claim.agreement) {
                ([true, true], _) => Contents::Initial(side),
                (_, Some(footprint)) => Contents::Common(side, footprint),
                (is_initial, None) if is_initial[side] => Contents::Initial(side),
                _ => Contents::Any(side),
            };
            let mut memory = self.scene.memories.memory(contents);
            for &cell in &self.certificate.tracked[side] {
                let at = self.scene.terms.constant(cell);
                memory = self.scene.memories.store(memory, at, values[&Name::Cell(side, cell)]);
            }
            let mut registers = [Terms::ZERO; 32];
            for number in 1..32 {
                registers[number as usize] = values[&Name::Register(side, number)];
            }
            let (high, low) = (values[&Name::High(side)], values[&Name::Low(side)]);
            let taken = values.get(&Name::Taken(side)).copied().unwrap_or(Terms::ZERO);
            State { registers, high, low, memory, taken, frame: None }
        });
        self.expand(Departure {
            node,
            states,
            pieces: claim.pieces,
            lead: claim.lead.clone(),
            premises,
            zeros,
            before: Some(values),
        })
    }

    fn expand(&mut self, start: Departure) -> Result<BTreeSet<[Location; 2]>, Refusal> {
        let mut targets = BTreeSet::new();
        let first = start.lead.as_ref().map_or(0, |lead| lead.side);
        let second = 1 - first;
        for of_first in self.paths(first, &start, start.pieces[first], &[])? {
            let lead = start.lead.as_ref();
            let led = lead.and_then(|lead| lead.pieces(of_first.end.ok(), of_first.path.steps));
            let mut pieces = start.pieces;
            pieces[second] = led.map_or(pieces[second], Some);
            let moves = [0, 1].map(|side| !start.node[side].is_final() && pieces[side] != Some(0));
            if moves == [false; 2] {
                return malformed("on a path neither program goes on");
            }
            let conditions = &of_first.path.conditions;
            for of_second in self.paths(second, &start, pieces[second], conditions)? {
                self.pairs += 1;
                let mut both = [&of_first, &of_second];
                both.rotate_left(first);
                targets.extend(self.arrive(&start, moves, both)?);
            }
        }
        Ok(targets)
    }

    /// The paths of a program, under the decisions of the other one.
    fn paths(
        &mut self,
        side: usize,
        start: &Departure,
        pieces: Option<u32>,
        others: &[Condition],
    ) -> Result<Vec<Ended>, Refusal> {
        let at = start.node[side];
        let state = start.states[side].clone();
        let path = Path {
            conditions: vec![],
            state,
            output: vec![],
            pc: 0,
            pieces,
            steps: 0,
            wrote_text: false,
            unknown: vec![],
            lap: None,
            cycle: None,
        };
        let (Some(pc), true) = (at.pc(), pieces != Some(0)) else {
            return Ok(vec![Ended { path, end: Ok(at) }]);
        };
        let premises = [&start.premises[..], others].concat();
        let Program { return_address, stream, .. } = &self.certificate.programs[side];
        let inputs = self.inputs.clone();
        let program = Executed {
            side,
            return_address: *return_address,
            stream,
            inputs: &inputs,
            from_start: start.before.is_none(),
        };
        self.effort.departs();
        let (mut open, mut ended) = (vec![Path { pc, ..path }], Vec::new());
        while let Some(mut path) = open.pop() {
            self.counts(open.len() + ended.len())?;
            if self.certificate.within.is_some_and(|within| path.steps > within) {
                ended.push(Ended { path, end: Ok(Location::Late) });
                continue;
            }
            if pieces.is_none() && self.comes_again(start, &premises, &mut path)? {
                ended.push(Ended { path, end: Ok(Location::ForEver) });
                continue;
            }
            let lap = path.lap.as_ref().map(|lap| lap.followed(&mut self.scene, side, &path));
            match program.advance(&mut self.scene, &premises, &mut path) {
                Advance::Open => {
                    path.lap = lap.map(Box::new);
                    open.push(path);
                }
                Advance::At(location) => ended.push(Ended { path, end: Ok(location) }),
                Advance::Stuck(stuck) => ended.push(Ended { path, end: Err(stuck) }),
                Advance::Asks(fact) => {
                    let known = Condition { fact, holds: false };
                    let conditions = [&premises[..], &path.conditions].concat();
                    let obligation = Obligation {
                        kind: Kind::Sign,
                        node: start.node,
                        conditions: &conditions,
                        zeros: &start.zeros,
                        goal: Goal::Holds(known),
                        claim: None,
                    };
                    match self.ask(&obligation)? {
                        true => path.conditions.push(known),
                        false => path.unknown.push(fact),
                    }
                    open.push(path);
                }
                Advance::Depends(fact) => {
                    let conditions = [&premises[..], &path.conditions].concat();
                    for condition in self.ways(start, conditions, fact)?.into_iter().rev() {
                        let mut way = path.clone();
                        way.conditions.push(condition);
                        open.push(way);
                    }
                }
            }
        }
        Ok(ended)
    }

    /// Counts an executed instruction; `paths` is the number of paths.
    pub(crate) fn counts(&mut self, paths: usize) -> Result<(), Refusal> {
        let is_time = self.effort.executes(paths, self.scene.memories.passed())?;
        match is_time && self.advisor.gives_up() {
            true => Err(Refusal::Limit("obligations")),
            false => Ok(()),
        }
    }

    /// The possible outcomes of a fact on which a path depends: both, or one if the other is proved impossible.
    pub(crate) fn ways(
        &mut self,
        start: &Departure,
        mut conditions: Vec<Condition>,
        fact: Fact,
    ) -> Result<Vec<Condition>, Refusal> {
        let both = [true, false].map(|holds| Condition { fact, holds });
        for way in both {
            conditions.push(way);
            let obligation = Obligation {
                kind: Kind::Path,
                node: start.node,
                conditions: &conditions,
                zeros: &start.zeros,
                goal: Goal::Impossible,
                claim: None,
            };
            if self.ask(&obligation)? {
                return Ok(vec![!way]);
            }
            conditions.pop();
        }
        Ok(both.to_vec())
    }

    /// Proves that two paths print the same bytes, if they print equally many; otherwise proves that they are not both
    /// taken.
    pub(crate) fn prints_alike(
        &mut self,
        start: &Departure,
        conditions: &[Condition],
        [left, right]: [&Path; 2],
    ) -> Result<bool, Refusal> {
        let outputs = match self.certificate.observed.output {
            true => [&left.output[..], &right.output],
            false => [&[][..]; 2],
        };
        self.outputs_agree(start, conditions, outputs)
    }

    /// The same for two paths that run forever. The number of compared words of both endless outputs is the length of
    /// the longer prefix plus both cycles. Two ultimately periodic sequences that agree so far are equal (Fine and
    /// Wilf, Uniqueness theorems for periodic functions, 1965).
    fn print_alike_for_ever(
        &mut self,
        start: &Departure,
        conditions: &[Condition],
        paths: [&Path; 2],
    ) -> Result<(), Refusal> {
        let Certificate { observed, stopping, within, .. } = self.certificate;
        // Otherwise nothing is claimed about runs without an end.
        if !observed.output || *stopping == Stopping::Open || within.is_some() {
            return Ok(());
        }
        let [Some(left), Some(right)] = paths.map(|path| path.cycle) else {
            return malformed("it is not said what a path prints that runs for ever");
        };
        let parts =
            [(paths[0], left), (paths[1], right)].map(|(path, cycle)| path.output.split_at(cycle));
        let [(left, left_cycle), (right, right_cycle)] = parts;
        let length = left.len().max(right.len()) + left_cycle.len() + right_cycle.len();
        let unrolled = parts.map(|(before, cycle)| {
            before.iter().chain(cycle.iter().cycle()).take(length).copied().collect::<Vec<_>>()
        });
        self.outputs_agree(start, conditions, [&unrolled[0], &unrolled[1]])?;
        Ok(())
    }

    /// See [`Walk::prints_alike`].
    fn outputs_agree(
        &mut self,
        start: &Departure,
        conditions: &[Condition],
        outputs: [&[Word]; 2],
    ) -> Result<bool, Refusal> {
        let obligation = |goal| Obligation {
            kind: Kind::Output,
            node: start.node,
            conditions,
            zeros: &start.zeros,
            goal,
            claim: None,
        };
        if outputs[0].len() != outputs[1].len() {
            self.must(&obligation(Goal::Impossible))?;
            return Ok(false);
        }
        for (&a, &b) in outputs[0].iter().zip(outputs[1]) {
            let difference = self.scene.terms.sub(a, b);
            let fact = Fact::LowZero(difference, 8);
            if self.scene.terms.folded(fact) != Some(true) {
                let same = Condition { fact, holds: true };
                self.must(&obligation(Goal::Holds(same)))?;
            }
        }
        Ok(true)
    }

    /// Proves the claims at the end of a pair of paths. Returns the node that it leads to.
    fn arrive(
        &mut self,
        start: &Departure,
        moves: [bool; 2],
        [left, right]: [&Ended; 2],
    ) -> Result<Option<[Location; 2]>, Refusal> {
        let conditions =
            [&start.premises[..], &left.path.conditions, &right.path.conditions].concat();
        let obligation = |kind, goal| Obligation {
            kind,
            node: start.node,
            conditions: &conditions,
            zeros: &start.zeros,
            goal,
            claim: None,
        };
        let ends = left.end.ok().zip(right.end.ok()).map(|(left, right)| [left, right]);
        self.advisor.arrives(Pair { from: start.node, to: ends });
        let Some(to) = ends else {
            self.must(&obligation(Kind::Stuck, Goal::Impossible))?;
            return Ok(None);
        };
        match to {
            [Location::Late, _] | [_, Location::Late] => return Ok(None),
            [Location::Fault, Location::Fault] => {
                self.prints_alike(start, &conditions, [&left.path, &right.path])?;
                return Ok(None);
            }
            [Location::ForEver, Location::ForEver]
                if self.certificate.stopping != Stopping::Always =>
            {
                self.print_alike_for_ever(start, &conditions, [&left.path, &right.path])?;
                return Ok(None);
            }
            [Location::Done, Location::Fault]
            | [Location::Fault, Location::Done]
            | [Location::ForEver, _]
            | [_, Location::ForEver] => {
                self.must(&obligation(Kind::Exit, Goal::Impossible))?;
                return Ok(None);
            }
            _ => {}
        }
        if !self.prints_alike(start, &conditions, [&left.path, &right.path])? {
            return Ok(None);
        }
        if to == [Location::Done; 2] {
            self.ends_agree(start, &conditions, [&left.path.state, &right.path.state])?;
            return Ok(None);
        }
        let Some(&claim) = self.nodes.get(&to) else {
            let [left, right] = to;
            return malformed(format!(
                "there are no facts where left is at {left}, right at {right}"
            ));
        };
        let states = [&left.path.state, &right.path.state];
        // Inputs never change.
        let inputs: Vec<Word> = match &start.before {
            Some(before) => {
                (0..self.inputs.len()).map(|index| before[&Name::Input(index)]).collect()
            }
            None => self.inputs.clone(),
        };
        let after = self.values(&inputs, states);
        let step = |goal, claim| Obligation { claim: Some(claim), ..obligation(Kind::Step, goal) };
        let mut derived = after.clone();
        node::add_derived(&mut self.scene.terms, claim, &mut derived)?;
        for (index, equation) in claim.equations.iter().enumerate() {
            let sum = sum(&mut self.scene.terms, equation, &derived)?;
            if self.scene.terms.folded(Fact::Zero(sum)) != Some(true) {
                self.must(&step(Goal::Zero(sum), index))?;
            }
        }
        for (index, order) in claim.orders.iter().enumerate() {
            let goal = ordered(&mut self.scene.terms, order, &derived)?;
            if self.scene.terms.folded(goal.fact) != Some(goal.holds) {
                self.must(&step(Goal::Holds(goal), claim.equations.len() + index))?;
            }
        }
        for side in [0, 1] {
            let Scene { terms, memories } = &self.scene;
            let tracked = &self.certificate.tracked[side];
            if claim.is_initial[side] && !memories.is_initial(terms, states[side].memory, tracked) {
                return malformed("a memory is not as at the start where that is said");
            }
        }
        if let Some(footprint) = claim.agreement {
            self.memories_agree(start, &conditions, states, footprint)?;
        }
        if let Some(before) = &start.before {
            self.steps.push(Step {
                from: start.node,
                to,
                moves,
                conditions,
                before: before.clone(),
                after,
            });
        }
        Ok(Some(to))
    }

    /// The values of all words in two states.
    fn values(&mut self, inputs: &[Word], states: [&State; 2]) -> BTreeMap<Name, Word> {
        let Walk { certificate, scene, .. } = self;
        let Scene { terms, memories } = scene;
        let mut value = |name: Name| match name {
            Name::Input(index) => inputs[index],
            Name::Register(side, number) => states[side].registers[number as usize],
            Name::High(side) => states[side].high,
            Name::Low(side) => states[side].low,
            Name::Cell(side, at) => {
                let at = terms.constant(at);
                memories.load(terms, states[side].memory, at, &|_| None)
            }
            Name::Taken(side) => states[side].taken,
            Name::Sum(_) | Name::Quotient(_) | Name::Remainder(_) => {
                unreachable!("it is no word of the states")
            }
        };
        names(certificate).map(|name| (name, value(name))).collect()
    }
}
