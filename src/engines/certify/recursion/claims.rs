//! The claims about a loop and a procedure, in the form of certificates.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use tamarin_checker::advisor::Relation;
use tamarin_checker::certificate;
use tamarin_checker::procedures::claim::{
    self, Expression, Fact, Goes, Held, Memory, Operator, PairClaim, PointClaim, Procedures, Said,
    Spot, Sum, Variant,
};

use super::super::plain::{Read, read};
use super::fits::{Sampled, fit};
use super::relations::{Column, Value, Withdrawn, at, before, columns};
use super::runs::{Chains, Division, Round, State};
use super::shapes::Shape;
use crate::machine::memory::MEMORY_END;
use crate::machine::mips::Reg;
use crate::machine::{Image, Initial};

/// Maximum number of values and results of the procedure in polynomials.
const VALUES: usize = 9;
const RESULTS: usize = 4;
/// Names of the initial values of stack pointers and return addresses, to which the side is added.
const STACKS: u32 = 1_000;
const LINKS: u32 = 1_002;

/// The claims, and those that were withdrawn.
pub struct Guess {
    shape: Shape,
    chains: Chains,
    /// The return addresses of calls in the procedure, and of those in the program.
    next: [Vec<u32>; 2],
    read: [Read; 2],
    programs: (Said, Vec<Value>),
    withdrawn: Withdrawn,
    /// The words whose defining facts are withdrawn.
    without: Withdrawn,
}

/// The samples at a place.
struct Place {
    relation: Relation,
    /// The words there.
    columns: Vec<Column>,
    /// The values of the activation of each sample.
    values: Vec<Value>,
}

impl Guess {
    /// The claims suggested by the runs.
    pub fn new(images: [&Rc<Image>; 2], shape: Shape, chains: Chains) -> Guess {
        let next = [1, 0].map(|skipped| {
            let rounds = chains.all.iter().flat_map(|chain| match skipped {
                1 => chain.rounds.get(1..).unwrap_or_default(),
                _ => chain.rounds.get(..1).unwrap_or_default(),
            });
            let all: BTreeSet<u32> = rounds.map(|round| round.next).collect();
            all.into_iter().collect()
        });
        let mut programs = at_start(images);
        programs.0.memory.kept = [chains.is_pure; 2];
        for value in &mut programs.1 {
            let of_chain = |chain: &super::runs::Chain| match value.name {
                STACKS.. => value.was[0],
                input => chain.inputs[input as usize],
            };
            value.was = chains.all.iter().map(of_chain).collect();
        }
        let read = images.map(|image| read(image.words()));
        let (withdrawn, without) = Default::default();
        Guess { shape, chains, next, read, programs, withdrawn, without }
    }

    /// Withdraws a relation's claim about a word; returns whether there was one.
    pub fn withdraw(&mut self, relation: Relation, spot: Spot) -> bool {
        self.withdrawn.insert((relation, spot))
    }

    /// Withdraws the fact with this number among those of some claims.
    pub fn withdraw_fact(&mut self, claims: &Procedures, number: usize) -> bool {
        let mut all = claims.pairs.iter().enumerate().flat_map(|(of, pair)| {
            let of_points = pair.points.iter().enumerate().flat_map(move |(index, point)| {
                point.facts.iter().map(move |fact| (Relation::Point(of, index), fact))
            });
            of_points.chain(pair.ensures.iter().map(move |fact| (Relation::Behind(of), fact)))
        });
        match all.nth(number) {
            Some((relation, Fact(Expression::Word(spot), ..))) => {
                self.without.insert((relation, *spot))
            }
            _ => false,
        }
    }

    /// The loop's side, and the procedure's.
    fn sides(&self) -> [usize; 2] {
        [self.shape.looping, 1 - self.shape.looping]
    }

    fn rounds(&self) -> impl Iterator<Item = &Round> {
        self.chains.all.iter().flat_map(|chain| &chain.rounds)
    }

    /// The relation at the entry of both, and the values, one sample per iteration.
    fn entry(&self) -> (Said, Vec<Value>) {
        let states: Vec<[&State; 2]> = self.rounds().map(|round| round.entry.each_ref()).collect();
        before(&columns(&states, self.sides()), Relation::Before(1), &self.withdrawn)
    }

    /// Where both are within an iteration, with its number among all: after the call of the next
    /// iteration, and that one; or at the end of the iteration itself.
    fn within(&self, next: Option<u32>) -> Vec<(usize, [&State; 2])> {
        let mut first = 0;
        let mut all = Vec::new();
        for chain in &self.chains.all {
            let exit = &chain.exit[0];
            let ends = chain.rounds.iter().enumerate();
            all.extend(ends.filter_map(|(at, round)| match next {
                None => Some((first + at, [exit, &round.behind[0]])),
                Some(next) => {
                    let of_next = chain.rounds.get(at + 1).filter(|it| it.next == next)?;
                    Some((first + at, [exit, &of_next.behind[1]]))
                }
            }));
            first += chain.rounds.len();
        }
        all
    }

    fn place(
        &self,
        relation: Relation,
        next: Option<u32>,
        values: &[Value],
    ) -> (Place, Vec<usize>) {
        let (rounds, states): (Vec<usize>, Vec<[&State; 2]>) =
            self.within(next).into_iter().unzip();
        let values = values.iter().map(|value| value.of(&rounds)).collect();
        (Place { relation, columns: columns(&states, self.sides()), values }, rounds)
    }

    /// The claims with a variant.
    pub fn claims(&self, variant: Option<Variant>) -> Procedures {
        let [looping, calling] = self.sides();
        let mut entries = [0; 2];
        [entries[looping], entries[calling]] = [self.shape.head, self.shape.entry];
        let mut exits = [None; 2];
        exits[looping] = Some(self.chains.exit);
        let mut goes = Goes::default();
        goes.loops[looping].push(self.shape.head);
        for (enters, seen) in goes.enters.iter_mut().zip(&self.chains.enters) {
            enters.extend(seen);
        }
        let point = |next: u32, says: Said, facts: Vec<Fact>| {
            let mut at = [0; 2];
            [at[looping], at[calling]] = [self.chains.exit, next];
            PointClaim { at, says, facts, goes: goes.clone() }
        };
        let stored = |level: usize| {
            let mut stored: [Vec<i32>; 2] = Default::default();
            for (of, side) in self.sides().into_iter().enumerate() {
                stored[side].extend(&self.chains.stored[of][level]);
            }
            stored
        };
        // The loop and the procedure.
        let (mut said, values) = self.entry();
        said.memory = Memory { kept: [false; 2], ..self.programs.0.memory };
        let (place, _) = self.place(Relation::Behind(1), None, &values);
        let (behind, ensures) = self.behind(&place);
        let points = self.next[0].iter().enumerate().map(|(index, &next)| {
            let (place, rounds) = self.place(Relation::Point(1, index), Some(next), &values);
            let (says, facts) = self.point(&place, (&rounds, &values), &ensures);
            point(next, says, facts)
        });
        let of_loop = PairClaim {
            entries,
            exits,
            before: said,
            goes: goes.clone(),
            points: points.collect(),
            behind: Some(behind),
            ensures: ensures.clone(),
            variant,
            stored: stored(1),
        };
        // The programs themselves.
        let (before, values) = &self.programs;
        let points = self.next[1].iter().enumerate().map(|(index, &next)| {
            let begun = self.chains.all.iter().enumerate();
            let begun = begun.filter(|(_, it)| it.rounds.first().is_some_and(|it| it.next == next));
            let begun = begun.map(|(at, it)| (at, [&it.exit[1], &it.rounds[0].behind[1]]));
            let (chains, states): (Vec<usize>, Vec<[&State; 2]>) = begun.unzip();
            let values: Vec<Value> = values.iter().map(|value| value.of(&chains)).collect();
            let columns = columns(&states, self.sides());
            let place = Place { relation: Relation::Point(0, index), columns, values };
            let (says, facts) = self.point(&place, (&[], &[]), &[]);
            point(next, says, facts)
        });
        let programs = PairClaim {
            entries: [0; 2],
            exits: [None; 2],
            before: Said { memory: Memory { kept: [false; 2], ..before.memory }, ..before.clone() },
            goes: goes.clone(),
            points: points.collect(),
            behind: None,
            ensures: Vec::new(),
            variant: None,
            stored: stored(0),
        };
        Procedures { steps: None, pairs: vec![programs, of_loop] }
    }

    /// The relation at a place, and the words without further facts, by their origin: the loop
    /// alone, and the procedure.
    fn said(&self, place: &Place) -> (Said, [Vec<Spot>; 2]) {
        let Place { relation, columns, values } = place;
        let (mut said, free) = at(columns, values, *relation, &self.withdrawn);
        said.memory = self.programs.0.memory;
        let [looping, calling] = self.sides();
        let is_read = |spot: &Spot| match spot.held {
            Held::Register(number) => {
                let number = usize::from(number);
                self.read[spot.side].registers.contains(&number) || number == Reg::RESULT.index()
            }
            Held::High | Held::Low | Held::Stack(_) => false,
        };
        let of = |side: usize, with_both: bool| {
            let all = free.iter().filter(|(spot, is_of_both)| {
                spot.side == side && is_read(spot) && (with_both || !is_of_both)
            });
            all.map(|(spot, _)| *spot).collect()
        };
        (said, [of(looping, false), of(calling, true)])
    }

    fn sampled(&self, place: &Place, results: &[Spot]) -> [Vec<Sampled>; 2] {
        let is_read = |value: &&Value| {
            let is_it = |spot: &Spot| match spot.held {
                Held::Register(number) => {
                    self.read[spot.side].registers.contains(&usize::from(number))
                }
                _ => true,
            };
            !value.is_pointer() && value.spots.iter().any(is_it)
        };
        let values = place.values.iter().filter(is_read).take(VALUES).map(|value| Sampled {
            word: Expression::Value(claim::Value(value.name)),
            was: value.was.clone(),
        });
        let results = results.iter().take(RESULTS).filter_map(|spot| {
            let column = place.columns.iter().find(|column| column.spot == *spot)?;
            Some(Sampled { word: Expression::Word(*spot), was: column.was.clone() })
        });
        [values.collect(), results.collect()]
    }

    /// The relation where both return: the accumulated value as an expression over values and
    /// results.
    fn behind(&self, place: &Place) -> (Said, Vec<Fact>) {
        let (said, [gathered, results]) = self.said(place);
        let [values, results] = self.sampled(place, &results);
        let facts = gathered.iter().filter_map(|&spot| self.fact(place, spot, [&values, &results]));
        (said, facts.collect())
    }

    /// The fact that a word is a polynomial of others.
    fn fact(&self, place: &Place, spot: Spot, of: [&[Sampled]; 2]) -> Option<Fact> {
        if self.without.contains(&(place.relation, spot)) {
            return None;
        }
        let column = place.columns.iter().find(|column| column.spot == spot)?;
        Some(Fact(Expression::Word(spot), certificate::Relation::Eq, fit(&column.was, of)?))
    }

    /// The relation after a call of the next iteration: what the postcondition implies for the
    /// values of this one, which the samples have; otherwise what fits the samples.
    fn point(
        &self,
        place: &Place,
        (rounds, all): (&[usize], &[Value]),
        ensures: &[Fact],
    ) -> (Said, Vec<Fact>) {
        let (said, [gathered, results]) = self.said(place);
        let [values, results] = self.sampled(place, &results);
        let mut parts = values.clone();
        parts.extend(self.divisions(place, rounds));
        let behind_next: Vec<usize> = rounds.iter().map(|round| round + 1).collect();
        let mut next: BTreeMap<u32, Option<Expression>> = BTreeMap::new();
        let facts = gathered.into_iter().filter_map(|spot| {
            if self.without.contains(&(place.relation, spot)) {
                return None;
            }
            let is_it = |fact: &&Fact| fact.0 == Expression::Word(spot);
            let substituted = ensures.iter().find(is_it).and_then(|Fact(left, relation, right)| {
                let mut of_next = |name: u32| {
                    let found = next.entry(name).or_insert_with(|| {
                        let value = all.iter().find(|value| value.name == name)?;
                        fit(&value.of(&behind_next).was, [&parts, &[]])
                    });
                    found.clone()
                };
                Some(Fact(left.clone(), *relation, with(right, &mut of_next)?))
            });
            substituted.or_else(|| self.fact(place, spot, [&values, &results]))
        });
        let facts = facts.collect();
        (said, facts)
    }

    /// Quotients and remainders of values that both programs compute in an iteration.
    fn divisions(&self, place: &Place, rounds: &[usize]) -> Vec<Sampled> {
        let all: Vec<&Round> = self.rounds().collect();
        let values = place.values.iter().filter(|value| !value.is_pointer());
        let values: Vec<&Value> = values.collect();
        let said = |was: &[u32]| {
            let is_number = was.iter().all(|word| *word == was[0]);
            let of = values.iter().find(|value| value.was == was);
            let of = of.map(|value| Expression::Value(claim::Value(value.name)));
            of.or(is_number.then_some(Expression::Number(was[0])))
        };
        let mut found: Vec<Sampled> = Vec::new();
        for side in [0, 1] {
            let Some(&first) = rounds.first() else { continue };
            for at in all[first].divisions[side].keys() {
                let was = rounds.iter().map(|&round| all[round].divisions[side].get(at).copied());
                let Some(was) = was.collect::<Option<Vec<Division>>>() else { continue };
                let signed = was[0].0;
                let [a, b] =
                    [0, 1].map(|of| -> Vec<u32> { was.iter().map(|it| it.1[of]).collect() });
                let (Some(of_a), Some(of_b)) = (said(&a), said(&b)) else { continue };
                if b.contains(&0) {
                    continue;
                }
                let both = |quotient: fn(u32, u32) -> u32| {
                    a.iter().zip(&b).map(|(a, b)| quotient(*a, *b)).collect()
                };
                let (quotient, remainder) = match signed {
                    false => (both(|a, b| a / b), both(|a, b| a % b)),
                    true => (
                        both(|a, b| (a as i32).wrapping_div(b as i32) as u32),
                        both(|a, b| (a as i32).wrapping_rem(b as i32) as u32),
                    ),
                };
                let operators = match signed {
                    false => [Operator::Quotu, Operator::Remu],
                    true => [Operator::Quot, Operator::Rem],
                };
                for (operator, was) in operators.into_iter().zip([quotient, remainder]) {
                    let word = Expression::of(operator, of_a.clone(), of_b.clone());
                    if found.iter().all(|known| known.word != word) {
                        found.push(Sampled { word, was });
                    }
                }
            }
        }
        found
    }

    /// Words that decrease with each call, likeliest bounds first: constants of the texts and their
    /// neighbours.
    pub fn variants(&self, images: [&Rc<Image>; 2]) -> Vec<Variant> {
        let (_, values) = self.entry();
        let values: Vec<&Value> = values.iter().filter(|value| !value.is_pointer()).collect();
        let mut nested: Vec<[usize; 2]> = Vec::new();
        let mut first = 0;
        for chain in &self.chains.all {
            nested.extend((1..chain.rounds.len()).map(|at| [first + at - 1, first + at]));
            first += chain.rounds.len();
        }
        let rounds: Vec<&Round> = self.rounds().collect();
        let descends = |&[outer, inner]: &[usize; 2]| {
            let [outer, inner] = [outer, inner].map(|at| rounds[at].entry[1].stack());
            u64::from(outer.saturating_sub(inner))
        };
        let deepest = nested.iter().map(descends).max().unwrap_or(0).max(1);
        let word = |value: &Value| Expression::Value(claim::Value(value.name));
        let alone = values.iter().map(|value| (word(value), value.was.clone()));
        let apart = values.iter().flat_map(|a| {
            let others = values.iter().filter(|b| b.name != a.name);
            others.map(|b| {
                let was = a.was.iter().zip(&b.was).map(|(a, b)| a.wrapping_sub(*b));
                (Expression::of(Operator::Sub, word(a), word(b)), was.collect::<Vec<u32>>())
            })
        });
        let mut numbers: BTreeSet<u32> = BTreeSet::new();
        for image in images {
            let words = image.words().iter();
            numbers
                .extend(words.flat_map(|word| [word.wrapping_sub(1), *word, word.wrapping_add(1)]));
        }
        let longest = self.chains.longest as u32;
        let mut all: Vec<Variant> = Vec::new();
        for (of, was) in alone.chain(apart) {
            if nested.is_empty() || nested.iter().any(|&[outer, inner]| was[inner] >= was[outer]) {
                continue;
            }
            let least = was.iter().copied().max().unwrap_or(0).max(longest.saturating_sub(1));
            let room = numbers.range(least..).take_while(|most| {
                u64::from(**most).saturating_mul(deepest) < u64::from(MEMORY_END)
            });
            all.extend(room.map(|&most| Variant { of: of.clone(), most }));
        }
        all.sort_by_key(|variant| variant.most);
        all
    }
}

/// An expression with values replaced by expressions.
fn with(of: &Expression, other: &mut dyn FnMut(u32) -> Option<Expression>) -> Option<Expression> {
    Some(match of {
        Expression::Number(_) | Expression::Word(_) => of.clone(),
        Expression::Value(claim::Value(name)) => other(*name)?,
        Expression::Of(operator, a, b) => {
            Expression::of(*operator, with(a, other)?, with(b, other)?)
        }
    })
}

/// The relation at the start of both programs, and the values there: inputs, stack pointers and
/// return addresses.
fn at_start(images: [&Rc<Image>; 2]) -> (Said, Vec<Value>) {
    let mut said = Said::default();
    let mut values: BTreeMap<u32, Value> = BTreeMap::new();
    for (side, image) in images.into_iter().enumerate() {
        for reg in Reg::all().skip(1) {
            let spot = Spot { side, held: Held::Register(reg.number()) };
            let name = match (reg, image.initial(reg)) {
                (Reg::STACK_POINTER, _) => STACKS + side as u32,
                (Reg::RETURN_ADDRESS, _) => LINKS + side as u32,
                (_, Initial::Input(index)) => index as u32,
                (_, Initial::Word(word)) => {
                    said.known.push(Sum(spot, word));
                    continue;
                }
            };
            said.values.entry(name).or_default().push(Sum(spot, 0));
            let first = match image.initial(reg) {
                Initial::Word(word) => word,
                Initial::Input(_) => 0,
            };
            let value = Value { name, spots: Vec::new(), was: vec![first] };
            values.entry(name).or_insert(value).spots.push(spot);
        }
        for held in [Held::High, Held::Low] {
            said.known.push(Sum(Spot { side, held }, 0));
        }
    }
    said.memory.same = images[0].setup().array == images[1].setup().array;
    (said, values.into_values().collect())
}
