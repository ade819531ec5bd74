//! Loads: after stores, from regions on which two memories agree, and from initial memories.

use super::{Cases, operands};
use crate::evidence::Rule;
use crate::fact::Fact;
use crate::refusal::{Refusal, wrong};
use crate::scope::Scope;
use crate::term::{Contents, Memory, Term, Terms};

/// `memory.store m at b`: the load reads the last store at the same or at an overlapping address. There is a case for
/// each store, the last one first, and one for the memory before all stores.
///
/// This is the definition of a store: `load(store(m, a, v), b)` is `v` if `a = b`. If the words overlap, it is what
/// [`Terms::overlapped`] computes from `v` and `load(m, b)`; otherwise it is `load(m, b)`. A case has the equation of
/// the load first, then that of the addresses, then the inequations of the addresses tried before.
pub(super) fn store(scope: &mut Scope<'_>, rule: &Rule) -> Result<Cases, Refusal> {
    let [address] = operands(scope, rule)?;
    let mut memory = scope.memory(&rule.name)?;
    let terms = &mut *scope.terms;
    let loaded = terms.load(memory, address)?;
    let (mut cases, mut misses) = (Vec::new(), Vec::new());
    while let Contents::Store { before, at, value } = *terms.contents(memory) {
        let mut words = vec![(at, value)];
        for distance in terms.distances() {
            let (away, under) = (terms.constant(distance), terms.load(before, address)?);
            words.push((terms.add(at, away)?, terms.overlapped(distance, value, under)?));
        }
        for (at, word) in words {
            let hit = Fact::equal(terms, address, at)?;
            let mut case = vec![Fact::equal(terms, loaded, word)?, hit.clone()];
            terms.pay(misses.len())?;
            case.extend(misses.iter().cloned());
            cases.push(case);
            misses.push(hit.negated());
        }
        memory = before;
    }
    let below = terms.load(memory, address)?;
    let mut last = vec![Fact::equal(terms, loaded, below)?];
    last.extend(misses);
    cases.push(last);
    Ok(cases)
}

/// `memory.region r at b`: unless `b` is outside the region, the loads from both memories are equal.
///
/// This is the definition of a region.
pub(super) fn region(scope: &mut Scope<'_>, rule: &Rule) -> Result<Cases, Refusal> {
    let [address] = operands(scope, rule)?;
    let region = scope.point.context.regions.get(&rule.name).copied();
    let region = region.ok_or_else(|| wrong(format!("there is no region `{}`", rule.name)))?;
    let terms = &mut *scope.terms;
    let offset = terms.sub(address, region.from)?;
    let inside = Fact::below(terms, offset, region.size)?;
    let loads = [terms.load(region.of[0], address)?, terms.load(region.of[1], address)?];
    Ok(vec![vec![inside.negated()], vec![Fact::equal(terms, loads[0], loads[1])?]])
}

/// `memory.array m at b`, where `m` is an initial memory: unless `b` is outside the array, the load is the element of the
/// array at this offset. Where words can overlap, `b` must be a multiple of the word size; otherwise no program accesses
/// other addresses, and the claim's array gives the same words there to all programs that are given it.
///
/// The array begins at a multiple of the word size. Its size in bytes does not wrap, since its length is at most the
/// claim's capacity.
pub(super) fn array(scope: &mut Scope<'_>, rule: &Rule) -> Result<Cases, Refusal> {
    let [address] = operands(scope, rule)?;
    let (side, memory) = start(scope, rule)?;
    let terms = &mut *scope.terms;
    let array = terms.starts[side].array.clone();
    let array = array.ok_or_else(|| wrong("the program is given no array"))?;
    let (offset, size) = offset_and_size(terms, address, array.address, array.length)?;
    let mut cases = vec![vec![Fact::below(terms, offset, size)?.negated()]];
    if terms.layout.cell < terms.layout.word {
        let shift = terms.width.bits() - terms.layout.word.trailing_zeros();
        let low_bits = terms.scale(offset, 1 << shift)?;
        cases.push(vec![Fact::zero(terms, low_bits)?.negated()]);
    }
    let loads = [terms.load(memory, address)?, terms.load(array.elements, offset)?];
    cases.push(vec![Fact::equal(terms, loads[0], loads[1])?]);
    Ok(cases)
}

/// `memory.blank m at b`, where `m` is an initial memory: unless the word at `b` overlaps the text, the array or
/// reserved memory, the load is 0.
pub(super) fn blank(scope: &mut Scope<'_>, rule: &Rule) -> Result<Cases, Refusal> {
    let [address] = operands(scope, rule)?;
    let (side, memory) = start(scope, rule)?;
    let terms = &mut *scope.terms;
    let end = terms.constant(terms.text_end(side));
    let mut cases = vec![vec![Fact::below(terms, address, end)?]];
    let layout = terms.layout;
    if let Some(array) = terms.starts[side].array.clone() {
        let (mut offset, mut size) = offset_and_size(terms, address, array.address, array.length)?;
        // A word at a lower address may reach into the array.
        let lower = terms.constant(layout.word - layout.cell);
        (offset, size) = (terms.add(offset, lower)?, terms.add(size, lower)?);
        cases.push(vec![Fact::below(terms, offset, size)?]);
    }
    if layout.kept < layout.end {
        let kept = terms.constant(layout.accesses(layout.kept));
        cases.push(vec![Fact::below(terms, address, kept)?.negated()]);
    }
    let loaded = terms.load(memory, address)?;
    cases.push(vec![Fact::zero(terms, loaded)?]);
    Ok(cases)
}

/// The program whose initial memory the rule names, and this memory.
fn start(scope: &mut Scope<'_>, rule: &Rule) -> Result<(usize, Memory), Refusal> {
    let memory = scope.memory(&rule.name)?;
    match *scope.terms.contents(memory) {
        Contents::Start(side) => Ok((side, memory)),
        _ => Err(wrong("this is not the memory at the start")),
    }
}

/// The offset of an address in an array, and the size of the array, in bytes.
fn offset_and_size(
    terms: &mut Terms,
    address: Term,
    first: u64,
    length: Term,
) -> Result<(Term, Term), Refusal> {
    let first = terms.constant(first);
    let offset = terms.sub(address, first)?;
    Ok((offset, terms.scale(length, terms.layout.word)?))
}
