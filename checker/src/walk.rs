//! All that a certificate has to show, in order.
//!
//! From the start, and from each node that is come to, both programs are
//! executed on all paths as far as the certificate says: first the left one, then
//! the right one under what was decided for the left one. Where a path depends on
//! something, it goes on both ways, unless one is shown to be impossible. Behind
//! each pair of paths has to hold what the node says that they come to; where
//! both have ended, the observations are the same. In the end cycles are shown
//! not to be gone round for ever, as far as that is claimed ([`progress`](crate::progress)).
//!
//! Why this shows what is claimed: an input's two runs are cut into pairs of
//! paths by what was decided on them. No pair of paths is left out, and what is
//! said at a node holds whenever a run comes there, by induction over the
//! number of pairs. Each pair moves a program that has not ended; so if both end,
//! a pair of paths comes to where both have.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::certificate::{
    Among, Answer, Certificate, Location, Measure, Name, NodeClaim, Operand, Order, Product,
    Program, Relation, Start, Stopping, VERSION,
};
use crate::execute::{Advance, Executed, Path, State, Stuck};
use crate::memory::{Contents, Memories};
use crate::obligation::{Goal, Kind, Obligation, Scene};
use crate::progress;
use crate::terms::{Atom, Condition, Fact, Node, Polynomial, Terms, Word, plus, times};

/// Nodes at most.
const NODES: usize = 64;
/// Inputs at most.
const INPUTS: usize = 16;
/// Words of a program at most.
const WORDS: usize = 1 << 22;
/// Tracked words of a program's memory at most.
const TRACKED: usize = 64;
/// Obligations at most.
const OBLIGATIONS: usize = 1_000_000;
/// Instructions that are executed at most.
const INSTRUCTIONS: u64 = 500_000;
/// Stores that loads pass at most.
const PASSED: u64 = 5_000_000;
/// Instructions between two looks at whether the advisor gives up.
const INSTRUCTIONS_PER_LOOK: u64 = 1_024;
/// Paths of a program from a node at most.
const PATHS: usize = 4_096;

/// Says why obligations hold. It is never believed.
pub trait Advisor {
    /// Why an obligation holds, if it is known to.
    fn answer(&mut self, scene: &mut Scene, obligation: &Obligation<'_>) -> Option<Answer>;

    /// Whether it has had enough.
    fn gives_up(&self) -> bool {
        false
    }

    /// What gets smaller on some of these steps and larger on none, the likeliest
    /// first.
    fn measures(&mut self, scene: &Scene, steps: &[&Step]) -> Vec<Measure>;

    /// Takes note of the measure that comes next; what was asked for the one before
    /// it, of the same steps, was in vain.
    fn tries(&mut self, _measure: Measure) {}
}

/// A pair of paths from a node to another, neither the start nor the end of both.
#[derive(Clone, Debug)]
pub struct Step {
    /// The node.
    pub from: [Location; 2],
    /// The next one.
    pub to: [Location; 2],
    /// Which programs move.
    pub moves: [bool; 2],
    /// What holds on it.
    pub conditions: Vec<Condition>,
    /// The words at the node.
    pub before: BTreeMap<Name, Word>,
    /// The words behind it.
    pub after: BTreeMap<Name, Word>,
}

/// What an accepted certificate shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// For which inputs it is.
    pub among: Among,
    /// What is shown of whether the programs stop.
    pub stopping: Stopping,
    /// Nodes that are come to, the start and the end not counted.
    pub nodes: usize,
    /// Pairs of paths.
    pub pairs: usize,
    /// What was shown by an answer, by what it was for.
    pub shown: BTreeMap<Kind, usize>,
}

/// Why a certificate is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is of another version of the format.
    Version(u32),
    /// It does not make sense.
    Malformed(String),
    /// An answer does not show its obligation.
    Wrong(Place),
    /// There is no answer where one is needed.
    Open(Place),
    /// No measure is given, or none that does.
    NoMeasure([Location; 2]),
    /// There are more answers than obligations.
    LeftOver,
    /// It is too large to be checked.
    Limit(&'static str),
}

/// Which obligation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its number among those that were answered, from 0.
    pub number: usize,
    /// What it is for.
    pub kind: Kind,
    /// From which node.
    pub node: [Location; 2],
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Path => "a path is not taken",
            Kind::Stuck => "a path that cannot be followed is not taken",
            Kind::Step => "what is said at the next node holds there",
            Kind::Exit => "both end alike",
            Kind::Output => "both print the same",
            Kind::Decrease => "a measure gets smaller",
            Kind::NoIncrease => "a measure gets no larger",
        })
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [left, right] = self.node;
        write!(f, "answer {}, that {} (left at {left}, right at {right})", self.number, self.kind)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Version(version) => {
                write!(f, "its format has version {version}, and this checker reads {VERSION}")
            }
            Refusal::Malformed(why) => write!(f, "it does not make sense: {why}"),
            Refusal::Wrong(place) => write!(f, "{place}: it does not show it"),
            Refusal::Open(place) => write!(f, "{place}: there is none"),
            Refusal::NoMeasure([left, right]) => {
                write!(f, "nothing shows that a cycle ends (left at {left}, right at {right})")
            }
            Refusal::LeftOver => write!(f, "it has more answers than there are obligations"),
            Refusal::Limit(what) => write!(f, "it is too large: {what}"),
        }
    }
}

impl std::error::Error for Refusal {}

/// Checks a certificate.
pub fn check(certificate: &Certificate) -> Result<Checked, Refusal> {
    struct Reader<'c> {
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
    }
    let mut reader =
        Reader { answers: certificate.answers.iter(), measures: certificate.measures.iter() };
    let checked = walk(certificate, &mut reader)?;
    match reader.answers.next().is_none() && reader.measures.next().is_none() {
        true => Ok(checked),
        false => Err(Refusal::LeftOver),
    }
}

/// Goes through all that a certificate has to show, with answers from an advisor;
/// those of the certificate and its measures are not looked at.
pub fn walk(certificate: &Certificate, advisor: &mut dyn Advisor) -> Result<Checked, Refusal> {
    let mut walk = Walk::new(certificate, advisor)?;
    let mut done = BTreeSet::new();
    let mut open = Vec::new();
    for premises in walk.cases()? {
        open.extend(walk.expand_entry(premises)?);
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
    Ok(Checked {
        among: certificate.among.clone(),
        stopping: certificate.stopping,
        nodes: done.len(),
        pairs: walk.pairs,
        shown: walk.shown,
    })
}

/// A walk under way.
pub(crate) struct Walk<'c> {
    certificate: &'c Certificate,
    pub(crate) advisor: &'c mut dyn Advisor,
    pub(crate) scene: Scene,
    inputs: Vec<Word>,
    nodes: BTreeMap<[Location; 2], &'c NodeClaim>,
    steps: Vec<Step>,
    asked: usize,
    instructions: u64,
    pairs: usize,
    shown: BTreeMap<Kind, usize>,
}

/// Where both programs go on from.
struct Departure {
    node: [Location; 2],
    states: [State; 2],
    pieces: [Option<u32>; 2],
    premises: Vec<Condition>,
    zeros: Vec<Word>,
    /// None at the start of both.
    before: Option<BTreeMap<Name, Word>>,
}

/// What is said at a node.
struct Realised {
    values: BTreeMap<Name, Word>,
    premises: Vec<Condition>,
    zeros: Vec<Word>,
}

/// A path, and where it has come to.
struct Ended {
    path: Path,
    end: Result<Location, Stuck>,
}

fn malformed<T>(why: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::Malformed(why.into()))
}

impl<'c> Walk<'c> {
    fn new(
        certificate: &'c Certificate,
        advisor: &'c mut dyn Advisor,
    ) -> Result<Walk<'c>, Refusal> {
        let Certificate { version, inputs, programs, tracked, nodes: claims, .. } = certificate;
        if *version != VERSION {
            return Err(Refusal::Version(*version));
        }
        if inputs.len() > INPUTS || claims.len() > NODES {
            return Err(Refusal::Limit("inputs or nodes"));
        }
        for Program { words, registers, .. } in programs {
            if words.len() > WORDS {
                return Err(Refusal::Limit("words of a program"));
            }
            for (register, start) in registers {
                if !(1..32).contains(register) {
                    return malformed(format!("there is no register ${register} to be set"));
                }
                if let Start::Input(index) = start
                    && *index >= inputs.len()
                {
                    return malformed(format!("there is no input {index}"));
                }
            }
        }
        if tracked.iter().any(|cells| cells.len() > TRACKED) {
            return Err(Refusal::Limit("tracked words"));
        }
        if tracked.iter().flatten().any(|cell| !cell.is_multiple_of(4)) {
            return malformed("a tracked address is not a multiple of 4");
        }
        let mut nodes = BTreeMap::new();
        for claim in claims {
            let moves = |side: usize| !claim.at[side].is_final() && claim.pieces[side] != Some(0);
            if !moves(0) && !moves(1) {
                return malformed("at a node neither program goes on");
            }
            if claim.at.contains(&Location::Entry) {
                return malformed("a node is behind the start");
            }
            if nodes.insert(claim.at, claim).is_some() {
                return malformed("there are two nodes for the same place");
            }
        }
        let images = programs.each_ref().map(|program| program.words.clone());
        let mut scene = Scene { terms: Terms::default(), memories: Memories::new(images) };
        let inputs = (0..inputs.len())
            .map(|index| scene.terms.symbol(&Name::Input(index).to_string()))
            .collect();
        Ok(Walk {
            certificate,
            advisor,
            scene,
            inputs,
            nodes,
            steps: Vec::new(),
            asked: 0,
            instructions: 0,
            pairs: 0,
            shown: BTreeMap::new(),
        })
    }

    /// What an advisor says of an obligation, once it was verified.
    pub(crate) fn ask(&mut self, obligation: &Obligation<'_>) -> Result<bool, Refusal> {
        let place = Place { number: self.asked, kind: obligation.kind, node: obligation.node };
        self.asked += 1;
        if self.asked > OBLIGATIONS || self.advisor.gives_up() {
            return Err(Refusal::Limit("obligations"));
        }
        match self.advisor.answer(&mut self.scene, obligation) {
            None => Ok(false),
            Some(answer) if obligation.is_shown_by(&mut self.scene, &answer) => {
                *self.shown.entry(obligation.kind).or_insert(0) += 1;
                Ok(true)
            }
            Some(_) => Err(Refusal::Wrong(place)),
        }
    }

    fn must(&mut self, obligation: &Obligation<'_>) -> Result<(), Refusal> {
        let place = Place { number: self.asked, kind: obligation.kind, node: obligation.node };
        match self.ask(obligation)? {
            true => Ok(()),
            false => Err(Refusal::Open(place)),
        }
    }

    /// The inputs that the certificate is for, as lists of conditions, one of
    /// which holds.
    fn cases(&mut self) -> Result<Vec<Vec<Condition>>, Refusal> {
        let values = match &self.certificate.among {
            Among::All => return Ok(vec![vec![]]),
            Among::OtherThan(values) | Among::Before(values) => values,
        };
        if values.len() != self.inputs.len() {
            return malformed("it is for inputs of another number");
        }
        let terms = &mut self.scene.terms;
        let is = |terms: &mut Terms, input: Word, value: u32| {
            let value = terms.constant(value);
            let distance = terms.sub(input, value);
            Condition { fact: Fact::Zero(distance), holds: true }
        };
        let mut cases = Vec::new();
        if let Among::OtherThan(_) = self.certificate.among {
            for first in 0..values.len() {
                let mut case: Vec<Condition> =
                    (0..first).map(|i| is(terms, self.inputs[i], values[i])).collect();
                case.push(!is(terms, self.inputs[first], values[first]));
                cases.push(case);
            }
            return Ok(cases);
        }
        let zeros = values.iter().filter(|value| **value == 0).count();
        for pattern in 0u32..1 << values.len() {
            let is_zero = |index: usize| pattern >> index & 1 == 1;
            let of_pattern: Vec<Condition> = (0..values.len())
                .map(|index| {
                    let zero = is(terms, self.inputs[index], 0);
                    if is_zero(index) { zero } else { !zero }
                })
                .collect();
            if pattern.count_ones() as usize > zeros {
                cases.push(of_pattern);
            } else if pattern.count_ones() as usize == zeros {
                for first in 0..values.len() {
                    let Some(before) = before(terms, self.inputs[first], values[first]) else {
                        continue;
                    };
                    let same = (0..first).map(|i| is(terms, self.inputs[i], values[i]));
                    let mut case: Vec<Condition> = same.collect();
                    case.extend(&of_pattern);
                    case.push(before);
                    cases.push(case);
                }
            }
        }
        Ok(cases)
    }

    fn expand_entry(
        &mut self,
        premises: Vec<Condition>,
    ) -> Result<BTreeSet<[Location; 2]>, Refusal> {
        let states = [0, 1].map(|side| {
            let mut registers = [Terms::ZERO; 32];
            for (&register, start) in &self.certificate.programs[side].registers {
                registers[register as usize] = match *start {
                    Start::Word(word) => self.scene.terms.constant(word),
                    Start::Input(index) => self.inputs[index],
                };
            }
            let memory = self.scene.memories.memory(Contents::Initial(side));
            State { registers, high: Terms::ZERO, low: Terms::ZERO, memory }
        });
        if self.certificate.entry.contains(&Some(0)) {
            return malformed("a program does not go on from its start");
        }
        // What holds of itself says nothing; what cannot hold leaves no input.
        let mut kept = Vec::new();
        for condition in premises {
            match self.scene.terms.folded(condition.fact) {
                Some(holds) if holds == condition.holds => {}
                Some(_) => return Ok(BTreeSet::new()),
                None => {
                    let stated = self.scene.terms.fact(condition.fact);
                    let holds = stated.holds == condition.holds;
                    kept.push(Condition { holds, ..stated });
                }
            }
        }
        self.expand(Departure {
            node: [Location::Entry; 2],
            states,
            pieces: self.certificate.entry,
            premises: kept,
            zeros: Vec::new(),
            before: None,
        })
    }

    fn expand_node(&mut self, node: [Location; 2]) -> Result<BTreeSet<[Location; 2]>, Refusal> {
        let Some(&claim) = self.nodes.get(&node) else {
            let [left, right] = node;
            return malformed(format!("nothing is said where left is at {left}, right at {right}"));
        };
        let Realised { values, premises, zeros } = self.realise(claim)?;
        let states = [0, 1].map(|side| {
            let contents = match claim.is_initial[side] {
                true => Contents::Initial(side),
                false => Contents::Any(side),
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
            State { registers, high, low, memory }
        });
        let pieces = claim.pieces;
        self.expand(Departure { node, states, pieces, premises, zeros, before: Some(values) })
    }

    /// The words at a node, what holds of them, and which words are zero besides.
    fn realise(&mut self, claim: &NodeClaim) -> Result<Realised, Refusal> {
        let terms = &mut self.scene.terms;
        let mut values: BTreeMap<Name, Word> =
            names(self.certificate).map(|name| (name, terms.symbol(&name.to_string()))).collect();
        let mut rest = Vec::new();
        for equation in &claim.equations {
            let sum = sum(terms, equation, &values)?;
            match solved(terms, equation, &values, sum) {
                Some((symbol, value)) => {
                    let mut changed = BTreeMap::new();
                    for (&name, &word) in &values {
                        match substituted(terms.polynomial(word), symbol, &value) {
                            Some(polynomial) => _ = changed.insert(name, polynomial),
                            None => return Err(Refusal::Limit("a word at a node")),
                        }
                    }
                    for (name, polynomial) in changed {
                        let word = terms.word(polynomial);
                        values.insert(name, word);
                    }
                }
                None => rest.push(equation),
            }
        }
        let (mut premises, mut zeros) = (Vec::new(), Vec::new());
        let mut premise = |terms: &mut Terms, fact: Fact, holds: bool| {
            if terms.folded(fact) != Some(holds) {
                let stated = terms.fact(fact);
                premises.push(Condition { holds: stated.holds == holds, ..stated });
            }
        };
        for equation in rest {
            let sum = sum(terms, equation, &values)?;
            match terms.polynomial(sum).keys().all(|monomial| monomial.len() <= 1) {
                true => premise(terms, Fact::Zero(sum), true),
                false => zeros.push(sum),
            }
        }
        for order in &claim.orders {
            let Condition { fact, holds } = ordered(terms, order, &values)?;
            premise(terms, fact, holds);
        }
        Ok(Realised { values, premises, zeros })
    }

    fn expand(&mut self, start: Departure) -> Result<BTreeSet<[Location; 2]>, Refusal> {
        let mut targets = BTreeSet::new();
        for left in self.paths(0, &start, &[])? {
            for right in self.paths(1, &start, &left.path.conditions)? {
                self.pairs += 1;
                targets.extend(self.arrive(&start, &left, &right)?);
            }
        }
        Ok(targets)
    }

    /// The paths of a program, where something was decided for the other one.
    fn paths(
        &mut self,
        side: usize,
        start: &Departure,
        others: &[Condition],
    ) -> Result<Vec<Ended>, Refusal> {
        let (at, pieces) = (start.node[side], start.pieces[side]);
        let state = start.states[side].clone();
        let path = Path { conditions: vec![], state, output: vec![], pc: 0, pieces };
        let (Some(pc), true) = (at.pc(), pieces != Some(0)) else {
            return Ok(vec![Ended { path, end: Ok(at) }]);
        };
        let premises = [&start.premises[..], others].concat();
        let return_address = self.certificate.programs[side].return_address;
        let program = Executed { side, return_address };
        let (mut open, mut ended) = (vec![Path { pc, ..path }], Vec::new());
        while let Some(mut path) = open.pop() {
            self.instructions += 1;
            if self.instructions > INSTRUCTIONS {
                return Err(Refusal::Limit("instructions to be executed"));
            }
            if self.scene.memories.passed() > PASSED {
                return Err(Refusal::Limit("stores to be looked through"));
            }
            if self.instructions.is_multiple_of(INSTRUCTIONS_PER_LOOK) && self.advisor.gives_up() {
                return Err(Refusal::Limit("obligations"));
            }
            if open.len() + ended.len() > PATHS {
                return Err(Refusal::Limit("paths"));
            }
            match program.advance(&mut self.scene, &premises, &mut path) {
                Advance::Open => open.push(path),
                Advance::At(location) => ended.push(Ended { path, end: Ok(location) }),
                Advance::Stuck(stuck) => ended.push(Ended { path, end: Err(stuck) }),
                Advance::Depends(fact) => {
                    let mut ways = Vec::new();
                    for holds in [true, false] {
                        let mut way = path.clone();
                        way.conditions.push(Condition { fact, holds });
                        let conditions = [&premises[..], &way.conditions].concat();
                        let obligation = Obligation {
                            kind: Kind::Path,
                            node: start.node,
                            conditions: &conditions,
                            zeros: &start.zeros,
                            goal: Goal::Impossible,
                        };
                        // Where one is not possible, the other one is taken.
                        if self.ask(&obligation)? {
                            way.conditions.pop();
                            way.conditions.push(Condition { fact, holds: !holds });
                            ways = vec![way];
                            break;
                        }
                        ways.push(way);
                    }
                    open.extend(ways.into_iter().rev());
                }
            }
        }
        Ok(ended)
    }

    /// Sees that a pair of paths keeps what has to hold behind it. Returns the
    /// node that it leads to.
    fn arrive(
        &mut self,
        start: &Departure,
        left: &Ended,
        right: &Ended,
    ) -> Result<Option<[Location; 2]>, Refusal> {
        let conditions =
            [&start.premises[..], &left.path.conditions, &right.path.conditions].concat();
        let obligation = |kind, goal| Obligation {
            kind,
            node: start.node,
            conditions: &conditions,
            zeros: &start.zeros,
            goal,
        };
        let (Ok(to_left), Ok(to_right)) = (left.end, right.end) else {
            self.must(&obligation(Kind::Stuck, Goal::Impossible))?;
            return Ok(None);
        };
        let to = [to_left, to_right];
        match to {
            [Location::Fault, Location::Fault] => return Ok(None),
            [Location::Done, Location::Fault] | [Location::Fault, Location::Done] => {
                self.must(&obligation(Kind::Exit, Goal::Impossible))?;
                return Ok(None);
            }
            _ => {}
        }
        if left.path.output.len() != right.path.output.len() {
            self.must(&obligation(Kind::Output, Goal::Impossible))?;
            return Ok(None);
        }
        for (&a, &b) in left.path.output.iter().zip(&right.path.output) {
            let difference = self.scene.terms.sub(a, b);
            let fact = Fact::LowZero(difference, 8);
            if self.scene.terms.folded(fact) != Some(true) {
                let same = Condition { fact, holds: true };
                self.must(&obligation(Kind::Output, Goal::Holds(same)))?;
            }
        }
        if to == [Location::Done; 2] {
            let [a, b] = [left, right].map(|ended| ended.path.state.registers[3]);
            let difference = self.scene.terms.sub(a, b);
            if self.scene.terms.folded(Fact::Zero(difference)) != Some(true) {
                self.must(&obligation(Kind::Exit, Goal::Zero(difference)))?;
            }
            return Ok(None);
        }
        let Some(&claim) = self.nodes.get(&to) else {
            let [left, right] = to;
            return malformed(format!("nothing is said where left is at {left}, right at {right}"));
        };
        let states = [&left.path.state, &right.path.state];
        // Inputs stay what they are.
        let inputs: Vec<Word> = match &start.before {
            Some(before) => {
                (0..self.inputs.len()).map(|index| before[&Name::Input(index)]).collect()
            }
            None => self.inputs.clone(),
        };
        let after = self.values(&inputs, states);
        for equation in &claim.equations {
            let sum = sum(&mut self.scene.terms, equation, &after)?;
            if self.scene.terms.folded(Fact::Zero(sum)) != Some(true) {
                self.must(&obligation(Kind::Step, Goal::Zero(sum)))?;
            }
        }
        for order in &claim.orders {
            let goal = ordered(&mut self.scene.terms, order, &after)?;
            if self.scene.terms.folded(goal.fact) != Some(goal.holds) {
                self.must(&obligation(Kind::Step, Goal::Holds(goal)))?;
            }
        }
        for side in [0, 1] {
            let Scene { terms, memories } = &self.scene;
            let tracked = &self.certificate.tracked[side];
            if claim.is_initial[side] && !memories.is_initial(terms, states[side].memory, tracked) {
                return malformed("a memory is not as at the start where that is said");
            }
        }
        if let Some(before) = &start.before {
            let moves = |side: usize| !start.node[side].is_final() && start.pieces[side] != Some(0);
            self.steps.push(Step {
                from: start.node,
                to,
                moves: [moves(0), moves(1)],
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
                memories.load(terms, states[side].memory, at)
            }
        };
        names(certificate).map(|name| (name, value(name))).collect()
    }
}

/// All words that nodes speak of.
fn names(certificate: &Certificate) -> impl Iterator<Item = Name> {
    let inputs = (0..certificate.inputs.len()).map(Name::Input);
    let of_sides = [0, 1].into_iter().flat_map(|side| {
        let registers = (1..32).map(move |number| Name::Register(side, number));
        let cells = certificate.tracked[side].iter().map(move |&at| Name::Cell(side, at));
        registers.chain([Name::High(side), Name::Low(side)]).chain(cells)
    });
    inputs.chain(of_sides)
}

fn value(values: &BTreeMap<Name, Word>, name: Name) -> Result<Word, Refusal> {
    match values.get(&name) {
        Some(&word) => Ok(word),
        None => malformed(format!("{name} is not a word that nodes may speak of")),
    }
}

/// The left side of an equation.
fn sum(
    terms: &mut Terms,
    equation: &[Product],
    values: &BTreeMap<Name, Word>,
) -> Result<Word, Refusal> {
    let mut sum = Terms::ZERO;
    for Product(factor, names) in equation {
        let mut product = terms.constant(*factor);
        for &name in names {
            let word = value(values, name)?;
            product = terms.mul(product, word);
        }
        sum = terms.add(sum, product);
    }
    Ok(sum)
}

/// A symbol that an equation gives the value of, and the value.
fn solved(
    terms: &Terms,
    equation: &[Product],
    values: &BTreeMap<Name, Word>,
    sum: Word,
) -> Option<(Atom, Polynomial)> {
    let polynomial = terms.polynomial(sum);
    // What is multiplied stays out of the words, where bits would have to multiply it.
    if equation.iter().any(|Product(_, names)| names.len() > 1) {
        return None;
    }
    for Product(_, names) in equation {
        let [name] = names[..] else { continue };
        let of_name = terms.polynomial(values[&name]);
        let Some((monomial, 1)) = of_name.iter().next().filter(|_| of_name.len() == 1) else {
            continue;
        };
        let &[symbol] = &monomial[..] else { continue };
        if !matches!(terms.node(symbol), Some(Node::Symbol(_))) {
            continue;
        }
        let alone = polynomial.keys().filter(|other| other.contains(&symbol)).count() == 1;
        let factor = polynomial.get(&vec![symbol]).copied().unwrap_or(0);
        if alone && factor % 2 == 1 {
            let mut rest = polynomial.clone();
            rest.remove(&vec![symbol]);
            let value = plus(&Polynomial::new(), &rest, inverse(factor).wrapping_neg());
            return Some((symbol, value));
        }
    }
    None
}

/// The inverse of an odd number modulo 2^32, by Newton's method.
fn inverse(odd: u32) -> u32 {
    (0..5).fold(odd, |x, _| x.wrapping_mul(2u32.wrapping_sub(odd.wrapping_mul(x))))
}

/// A polynomial with a value in the place of an atom; none where it is too large.
fn substituted(polynomial: &Polynomial, atom: Atom, value: &Polynomial) -> Option<Polynomial> {
    let mut sum = Polynomial::new();
    for (monomial, &factor) in polynomial {
        let mut product = Polynomial::from([(vec![], factor)]);
        for &part in monomial {
            product = match part == atom {
                true => times(&product, value)?,
                false => times(&product, &Polynomial::from([(vec![part], 1)]))?,
            };
        }
        sum = plus(&sum, &product, 1);
    }
    Some(sum)
}

/// That two words are in an order.
fn ordered(
    terms: &mut Terms,
    order: &Order,
    values: &BTreeMap<Name, Word>,
) -> Result<Condition, Refusal> {
    let &Order(a, relation, b) = order;
    let mut operand = |operand: Operand| match operand {
        Operand::Number(number) => Ok(terms.constant(number)),
        Operand::Word(name) => value(values, name),
    };
    let (a, b) = (operand(a)?, operand(b)?);
    let (fact, holds) = match relation {
        Relation::Ult => (Fact::Less(false, a, b), true),
        Relation::Ule => (Fact::Less(false, b, a), false),
        Relation::Slt => (Fact::Less(true, a, b), true),
        Relation::Sle => (Fact::Less(true, b, a), false),
        Relation::Ne => (Fact::Zero(terms.sub(a, b)), false),
    };
    Ok(Condition { fact, holds })
}

/// That a word is before another one by absolute value, a positive number before
/// its negative; none where nothing is.
fn before(terms: &mut Terms, word: Word, value: u32) -> Option<Condition> {
    let size = (value as i32).unsigned_abs();
    if value == 0 {
        return None;
    }
    if value == 1 << 31 {
        // It comes last of all.
        let value = terms.constant(value);
        let distance = terms.sub(word, value);
        return Some(Condition { fact: Fact::Zero(distance), holds: false });
    }
    // Those from 1 - size to size - 1, and size where the value is its negative.
    let offset = terms.constant(size - 1);
    let shifted = terms.add(word, offset);
    let count = terms.constant(2 * size - u32::from(value == size));
    Some(Condition { fact: Fact::Less(false, shifted, count), holds: true })
}
