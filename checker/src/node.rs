//! Nodes over words: symbolic states of both programs that satisfy an invariant.
//!
//! Each word of the states is a symbol, except those that an equation determines. So the states represent all states
//! that satisfy the equations; words that the node does not mention are unknown.

use std::collections::BTreeMap;

use crate::certificate::{
    Certificate, Division, Name, NodeClaim, Operand, Order, Premise, Product, Relation,
};
use crate::refusal::{Refusal, malformed};
use crate::terms::{Atom, Condition, Fact, Node, Polynomial, Terms, Word, plus, times};

/// The symbolic states at a node.
pub(crate) struct Realised {
    /// The words.
    pub values: BTreeMap<Name, Word>,
    /// Conditions on them.
    pub premises: Vec<Condition>,
    /// Further words that are zero.
    pub zeros: Vec<Word>,
}

/// The words at a node, the conditions on them, and further words that are zero.
pub(crate) fn realise(
    certificate: &Certificate,
    terms: &mut Terms,
    claim: &NodeClaim,
) -> Result<Realised, Refusal> {
    let mut values: BTreeMap<Name, Word> =
        names(certificate).map(|name| (name, terms.symbol(&name.to_string()))).collect();
    let mut rest = Vec::new();
    let is_derived = |equation: &&Vec<Product>| {
        equation.iter().flat_map(|Product(_, names)| names).any(|name| name.is_derived())
    };
    for equation in claim.equations.iter().filter(|equation| !is_derived(equation)) {
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
    let mut derived = values.clone();
    add_derived(terms, claim, &mut derived)?;
    for equation in claim.equations.iter().filter(is_derived) {
        zeros.push(sum(terms, equation, &derived)?);
    }
    for equation in rest {
        let sum = sum(terms, equation, &values)?;
        match terms.polynomial(sum).keys().all(|monomial| monomial.len() <= 1) {
            true => premises.extend(terms.stated(Condition { fact: Fact::Zero(sum), holds: true })),
            false => zeros.push(sum),
        }
    }
    for order in &claim.orders {
        let ordered = ordered(terms, order, &derived)?;
        premises.extend(terms.stated(ordered));
    }
    Ok(Realised { values, premises, zeros })
}

/// Adds the values of a node's sums, quotients and remainders.
pub(crate) fn add_derived(
    terms: &mut Terms,
    claim: &NodeClaim,
    values: &mut BTreeMap<Name, Word>,
) -> Result<(), Refusal> {
    let of_states = values.clone();
    for (index, of) in claim.sums.iter().enumerate() {
        let sum = sum(terms, of, &of_states)?;
        values.insert(Name::Sum(index), sum);
    }
    let with_sums = values.clone();
    for (index, division) in claim.divisions.iter().enumerate() {
        let Division { dividend, divisor } = *division;
        let (dividend, divisor) = (value(&with_sums, dividend)?, value(&with_sums, divisor)?);
        let remainder = terms.remainder(false, dividend, divisor);
        let quotient = terms.quotient(false, dividend, divisor);
        values.extend([(Name::Quotient(index), quotient), (Name::Remainder(index), remainder)]);
    }
    Ok(())
}

/// The conditions that all inputs satisfy.
pub(crate) fn premises(
    certificate: &Certificate,
    terms: &mut Terms,
    inputs: &[Word],
) -> Result<Vec<Condition>, Refusal> {
    let values = inputs.iter().enumerate().map(|(index, &word)| (Name::Input(index), word));
    let values: BTreeMap<Name, Word> = values.collect();
    let mut kept = Vec::new();
    for Premise(a, relation, b) in &certificate.premises {
        let (a, b) = (sum(terms, a, &values)?, sum(terms, b, &values)?);
        let related = related(terms, a, *relation, b);
        kept.extend(terms.stated(related));
    }
    Ok(kept)
}

/// All words that nodes may mention.
pub(crate) fn names(certificate: &Certificate) -> impl Iterator<Item = Name> {
    let inputs = (0..certificate.inputs.len()).map(Name::Input);
    let of_sides = [0, 1].into_iter().flat_map(|side| {
        let registers = (1..32).map(move |number| Name::Register(side, number));
        let cells = certificate.tracked[side].iter().map(move |&at| Name::Cell(side, at));
        let taken = (!certificate.programs[side].stream.is_empty()).then_some(Name::Taken(side));
        registers.chain([Name::High(side), Name::Low(side)]).chain(cells).chain(taken)
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
pub(crate) fn sum(
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

/// A symbol that an equation determines, and its value.
fn solved(
    terms: &Terms,
    equation: &[Product],
    values: &BTreeMap<Name, Word>,
    sum: Word,
) -> Option<(Atom, Polynomial)> {
    let polynomial = terms.polynomial(sum);
    // Products are not substituted, since bit-blasting would have to multiply.
    if equation.iter().any(|Product(_, names)| names.len() > 1) {
        return None;
    }
    for Product(_, names) in equation {
        let [name] = names[..] else { continue };
        // Inputs are never substituted, since premises are about them.
        if let Name::Input(_) = name {
            continue;
        }
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

/// A polynomial with an atom replaced by a value; none if it is too large.
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

/// The condition of an order between two words.
pub(crate) fn ordered(
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
    Ok(related(terms, a, relation, b))
}

/// The condition of a relation between two words.
pub(crate) fn related(terms: &mut Terms, a: Word, relation: Relation, b: Word) -> Condition {
    let (fact, holds) = match relation {
        Relation::Ult => (Fact::Less(false, a, b), true),
        Relation::Ule => (Fact::Less(false, b, a), false),
        Relation::Slt => (Fact::Less(true, a, b), true),
        Relation::Sle => (Fact::Less(true, b, a), false),
        Relation::Ne => (Fact::Zero(terms.sub(a, b)), false),
        Relation::Eq => (Fact::Zero(terms.sub(a, b)), true),
    };
    Condition { fact, holds }
}
