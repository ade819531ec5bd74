//! Splits the inputs that a certificate covers into cases.
//!
//! In each case some inputs are constants, and conditions hold for the others. If an input must be nearer to zero than
//! a number, and there are few such values, each value is a case of its own. If all inputs are constants, both programs
//! are simply run.

use crate::certificate::{Among, Certificate, Program};
use crate::refusal::{Refusal, malformed};
use crate::terms::{Condition, Fact, Terms, Word};

/// Maximum number of cases, and of values of one input that become cases of their own.
const CASES: usize = 20_000;
const NUMBERS: u32 = 4_096;

/// A subset of the covered inputs.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// The inputs: constants or symbols.
    pub inputs: Vec<Word>,
    /// Conditions on the symbolic inputs.
    pub conditions: Vec<Condition>,
}

/// Cases that together cover the certificate's inputs.
pub(crate) fn cases(
    certificate: &Certificate,
    terms: &mut Terms,
    inputs: &[Word],
) -> Result<Vec<Case>, Refusal> {
    let (values, is_before) = match &certificate.among {
        Among::All if !certificate.is_of_paths() => {
            return Ok(vec![Case { inputs: inputs.to_vec(), conditions: Vec::new() }]);
        }
        // Each length of an array is a case.
        Among::All => {
            let mut cases = Cases::new(certificate, terms, inputs)?;
            cases.add(&vec![None; inputs.len()], &[], None)?;
            return Ok(cases.all);
        }
        Among::OtherThan(values) => (values, false),
        Among::Before(values) => (values, true),
    };
    if values.len() != inputs.len() {
        return malformed("it is for inputs of another number");
    }
    let mut cases = Cases::new(certificate, terms, inputs)?;
    let none = vec![None; values.len()];
    if !is_before {
        // Another input differs in some first word.
        for first in 0..values.len() {
            let mut numbers = none.clone();
            for (number, &value) in numbers.iter_mut().zip(&values[..first]) {
                *number = Some(value);
            }
            cases.add(&numbers, &[], Some((first, Besides::Other(values[first]))))?;
        }
        return Ok(cases.all);
    }
    let others: Vec<usize> = (0..values.len()).filter(|&index| values[index] != 0).collect();
    for pattern in patterns(values.len(), others.len())? {
        let mut numbers = vec![Some(0); values.len()];
        pattern.iter().for_each(|&index| numbers[index] = None);
        if pattern.len() < others.len() {
            cases.add(&numbers, &pattern, None)?;
            continue;
        }
        // With equally many nonzero words, the first different word decides the order.
        for first in 0..values.len() {
            let mut numbers = numbers.clone();
            let same = numbers.iter_mut().zip(&values[..first]);
            let mut are_so = same.map(|(number, &value)| {
                let is_so = number.is_none_or(|number| number == value);
                *number = Some(value);
                is_so
            });
            if !are_so.all(|is_so| is_so) {
                continue;
            }
            let size = (values[first] as i32).unsigned_abs();
            match numbers[first] {
                Some(0) if size > 0 => cases.add(&numbers, &pattern, None)?,
                Some(_) => {}
                None if size <= NUMBERS => {
                    for number in nearer(values[first]) {
                        numbers[first] = Some(number);
                        cases.add(&numbers, &pattern, None)?;
                    }
                }
                None => {
                    cases.add(&numbers, &pattern, Some((first, Besides::Nearer(values[first]))))?;
                }
            }
        }
    }
    Ok(cases.all)
}

/// A further condition on a word.
#[derive(Clone, Copy)]
enum Besides {
    /// It differs from this one.
    Other(u32),
    /// It is nearer to zero than this one.
    Nearer(u32),
}

struct Cases<'c> {
    certificate: &'c Certificate,
    terms: &'c mut Terms,
    inputs: &'c [Word],
    looked_at: usize,
    all: Vec<Case>,
}

impl<'c> Cases<'c> {
    fn new(
        certificate: &'c Certificate,
        terms: &'c mut Terms,
        inputs: &'c [Word],
    ) -> Result<Cases<'c>, Refusal> {
        let arrays = certificate.programs.iter().filter_map(|program| program.array);
        let ends = arrays.map(|array| array.first.saturating_add(array.capacity as usize));
        match ends.max().is_some_and(|end| inputs.len() < end) {
            true => malformed("the elements of an array are no inputs"),
            false => Ok(Cases { certificate, terms, inputs, looked_at: 0, all: Vec::new() }),
        }
    }

    /// Adds cases in which some inputs are constants, others are nonzero, and a further condition holds: one for each
    /// length of an array.
    fn add(
        &mut self,
        numbers: &[Option<u32>],
        not_zero: &[usize],
        besides: Option<(usize, Besides)>,
    ) -> Result<(), Refusal> {
        let arrays = self.certificate.programs.iter().filter_map(|program| program.array);
        let open = arrays.filter(|array| numbers[array.length].is_none()).collect::<Vec<_>>();
        let Some(array) = open.first() else { return self.push(numbers, not_zero, besides) };
        // A further condition on the length itself is handled in `push`.
        if besides.is_some_and(|(index, _)| index == array.length) {
            return self.push(numbers, not_zero, besides);
        }
        for length in 0..=array.capacity {
            let mut numbers = numbers.to_vec();
            numbers[array.length] = Some(length);
            self.add(&numbers, not_zero, besides)?;
        }
        Ok(())
    }

    /// Adds a case, if such inputs exist.
    fn push(
        &mut self,
        numbers: &[Option<u32>],
        not_zero: &[usize],
        besides: Option<(usize, Besides)>,
    ) -> Result<(), Refusal> {
        self.looked_at += 1;
        if self.looked_at > CASES {
            return Err(Refusal::Limit("cases of inputs"));
        }
        let mut numbers = numbers.to_vec();
        if not_zero.iter().any(|&index| numbers[index] == Some(0)) || !self.ends(&mut numbers) {
            return Ok(());
        }
        let terms = &mut *self.terms;
        let inputs: Vec<Word> = numbers
            .iter()
            .zip(self.inputs)
            .map(|(number, &input)| number.map_or(input, |number| terms.constant(number)))
            .collect();
        let nonzero = not_zero.iter().filter(|&&index| numbers[index].is_none());
        let mut conditions: Vec<Condition> = nonzero
            .map(|&index| Condition { fact: Fact::Zero(self.inputs[index]), holds: false })
            .collect();
        if let Some((index, besides)) = besides
            && numbers[index].is_none()
        {
            conditions.extend(besides.condition(terms, self.inputs[index]));
        }
        self.all.push(Case { inputs, conditions });
        Ok(())
    }

    /// Sets the word after an array's last element to zero; returns whether that is consistent.
    fn ends(&self, numbers: &mut [Option<u32>]) -> bool {
        let arrays = self.certificate.programs.iter().filter_map(|Program { array, .. }| *array);
        for array in arrays {
            let Some(length) = numbers[array.length] else { continue };
            if length > array.capacity {
                return false;
            }
            let behind = array.first + length as usize..array.first + array.capacity as usize;
            for number in &mut numbers[behind] {
                if number.is_some_and(|number| number != 0) {
                    return false;
                }
                *number = Some(0);
            }
        }
        true
    }
}

impl Besides {
    fn condition(self, terms: &mut Terms, word: Word) -> Option<Condition> {
        match self {
            Besides::Other(value) => {
                let value = terms.constant(value);
                let distance = terms.sub(word, value);
                Some(Condition { fact: Fact::Zero(distance), holds: false })
            }
            Besides::Nearer(value) if value == 1 << 31 => {
                // This is the last condition.
                Besides::Other(value).condition(terms, word)
            }
            Besides::Nearer(value) => {
                // Values from 1 - size to size - 1, and size if the value is -size.
                let size = (value as i32).unsigned_abs();
                let offset = terms.constant(size - 1);
                let shifted = terms.add(word, offset);
                let count = terms.constant(2 * size - u32::from(value == size));
                Some(Condition { fact: Fact::Less(false, shifted, count), holds: true })
            }
        }
    }
}

/// The words that are nearer to zero than this one, the nearest first: by absolute value, positive before negative.
fn nearer(value: u32) -> impl Iterator<Item = u32> {
    let size = (value as i32).unsigned_abs();
    let all = (0..=size).flat_map(|size| [size, size.wrapping_neg()]);
    all.enumerate()
        .filter(|(index, word)| *index == 0 || *word != 0)
        .map(|(_, word)| word)
        .take_while(move |word| *word != value)
}

/// All choices of at most this many words to be nonzero.
fn patterns(words: usize, most: usize) -> Result<Vec<Vec<usize>>, Refusal> {
    let mut all = vec![vec![]];
    let mut last = 0;
    for _ in 0..most {
        let size = all.len();
        for pattern in last..size {
            let from = all[pattern].last().map_or(0, |index: &usize| index + 1);
            for index in from..words {
                if all.len() >= CASES {
                    return Err(Refusal::Limit("cases of inputs"));
                }
                all.push([&all[pattern][..], &[index]].concat());
            }
        }
        last = size;
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::Array;

    /// The order of inputs: by the number of nonzero words, then by the absolute value of the first one, positive
    /// before negative, and so on.
    fn key(inputs: &[u32]) -> (usize, Vec<(u32, bool)>) {
        let size = |&word: &u32| ((word as i32).unsigned_abs(), (word as i32) < 0);
        (inputs.iter().filter(|word| **word != 0).count(), inputs.iter().map(size).collect())
    }

    #[test]
    fn the_nearer_ones_are_those_before() {
        for value in [1, 2, 5, 3u32.wrapping_neg(), u32::MAX] {
            let all: Vec<u32> = nearer(value).collect();
            assert!(all.iter().all(|&word| key(&[word]).1 < key(&[value]).1), "{value}");
            let size = (value as i32).unsigned_abs();
            let count = 2 * size - u32::from(value == size);
            assert_eq!(all.len(), count as usize, "{value}");
        }
    }

    /// Whether a case contains an input.
    fn has(terms: &mut Terms, symbols: &[Word], case: &Case, inputs: &[u32]) -> bool {
        let is_so = |(&word, &value): (&Word, &u32)| match terms.as_constant(word) {
            Some(number) => number == value,
            None => true,
        };
        if !case.inputs.iter().zip(inputs).all(is_so) {
            return false;
        }
        let conditions = case.conditions.clone();
        conditions.into_iter().all(|condition| {
            let mut put = |word: Word| {
                symbols.iter().zip(inputs).fold(word, |word, (&symbol, &value)| {
                    let atom = terms.symbol_and_number(symbol).expect("a symbol").0;
                    let value = terms.constant(value);
                    terms.with(word, atom, value)
                })
            };
            let fact = match condition.fact {
                Fact::Zero(word) => Fact::Zero(put(word)),
                Fact::Less(signed, a, b) => Fact::Less(signed, put(a), put(b)),
                Fact::LowZero(word, bits) => Fact::LowZero(put(word), bits),
            };
            terms.folded(fact) == Some(condition.holds)
        })
    }

    fn certificate(among: Among, words: usize, array: Option<Array>) -> Certificate {
        let program = Program {
            words: vec![],
            registers: Default::default(),
            return_address: 0,
            array,
            stream: vec![],
        };
        Certificate {
            version: crate::certificate::VERSION,
            inputs: (0..words).map(|index| index.to_string()).collect(),
            premises: vec![],
            programs: [program.clone(), program],
            observed: Default::default(),
            among,
            within: None,
            stopping: crate::certificate::Stopping::Open,
            entry: [None; 2],
            lead: None,
            tracked: [vec![], vec![]],
            nodes: vec![],
            procedures: None,
            laps: vec![],
            measures: vec![],
            answers: vec![],
        }
    }

    const WORDS: [u32; 9] = [0, 1, 2, 3, u32::MAX, u32::MAX - 1, 5_000, 1 << 31, (1u32 << 31) - 1];

    fn tuples(length: usize) -> Vec<Vec<u32>> {
        (0..length).fold(vec![vec![]], |all, _| {
            let longer = |tuple: &Vec<u32>| WORDS.map(|word| [&tuple[..], &[word]].concat());
            all.iter().flat_map(longer).collect()
        })
    }

    /// The cases contain exactly the inputs before a given one, or all other inputs.
    #[test]
    fn cases_are_the_inputs_that_it_is_for() {
        for length in [1, 2, 3] {
            let mut some = tuples(length);
            some.retain(|tuple| length < 3 || tuple.iter().all(|word| word % 5 < 3));
            for values in &some {
                for is_before in [true, false] {
                    let among = if is_before { Among::Before } else { Among::OtherThan };
                    let certificate = certificate(among(values.clone()), length, None);
                    let mut terms = Terms::default();
                    let symbols: Vec<Word> =
                        certificate.inputs.iter().map(|name| terms.symbol(name)).collect();
                    let all = cases(&certificate, &mut terms, &symbols).expect("they are few");
                    for inputs in &some {
                        let is_in = all.iter().any(|case| has(&mut terms, &symbols, case, inputs));
                        let expected = match is_before {
                            true => key(inputs) < key(values),
                            false => inputs != values,
                        };
                        assert_eq!(is_in, expected, "{inputs:?} before {values:?}: {is_before}");
                    }
                }
            }
        }
    }

    /// The word after an array's last element is zero in all cases with a constant length, and no array is left out.
    #[test]
    fn arrays_end_where_they_end() {
        let array = Array { address: 0x80_0000, length: 0, first: 1, capacity: 2 };
        let values = vec![2, 1, 3];
        let certificate = certificate(Among::Before(values.clone()), 3, Some(array));
        let mut terms = Terms::default();
        let symbols: Vec<Word> = certificate.inputs.iter().map(|name| terms.symbol(name)).collect();
        let all = cases(&certificate, &mut terms, &symbols).expect("they are few");
        for inputs in tuples(3) {
            let is_array = inputs[0] <= 2 && (inputs[0] as usize..2).all(|at| inputs[1 + at] == 0);
            let is_in = all.iter().any(|case| has(&mut terms, &symbols, case, &inputs));
            assert!(!is_array || is_in == (key(&inputs) < key(&values)), "{inputs:?}");
        }
        for case in all {
            if let Some(length) = terms.as_constant(case.inputs[0]) {
                assert!(length <= 2);
                let behind = &case.inputs[1 + length as usize..];
                assert!(behind.iter().all(|&word| terms.as_constant(word) == Some(0)));
            }
        }
        let larger = Array { capacity: 3, ..array };
        let certificate = Certificate {
            programs: certificate.programs.map(|it| Program { array: Some(larger), ..it }),
            ..certificate
        };
        assert!(cases(&certificate, &mut terms, &symbols).is_err());
    }

    #[test]
    fn too_many_cases_are_refused() {
        let certificate = certificate(Among::Before(vec![1; 64]), 64, None);
        let mut terms = Terms::default();
        let symbols: Vec<Word> = certificate.inputs.iter().map(|name| terms.symbol(name)).collect();
        assert!(matches!(cases(&certificate, &mut terms, &symbols), Err(Refusal::Limit(_))));
    }
}
