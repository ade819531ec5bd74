//! Checks the form of a certificate: its version, the checker's limits, and that everything it mentions exists. It does
//! not check whether any claim is true.

use std::collections::BTreeMap;

use crate::certificate::{
    Array, Certificate, Footprint, Location, NodeClaim, Program, Start, Stopping, VERSION,
};
use crate::execute::MEMORY_END;
use crate::observed;
use crate::refusal::{Refusal, malformed};

/// Maximum number of nodes.
const NODES: usize = 64;
/// Maximum number of inputs.
const INPUTS: usize = 256;
/// Maximum number of words in a program.
const WORDS: usize = 1 << 22;
/// Maximum numbers of divisions and of sums that a node defines.
const DIVISIONS: usize = 64;
const SUMS: usize = 64;
/// Maximum number of tracked words in a program's memory.
const TRACKED: usize = 64;

/// The nodes of a well-formed certificate, by the locations of both programs.
///
/// # Errors
///
/// The certificate is malformed, or exceeds a limit.
pub(crate) fn nodes(
    certificate: &Certificate,
) -> Result<BTreeMap<[Location; 2], &NodeClaim>, Refusal> {
    let Certificate { version, inputs, programs, tracked, nodes: claims, .. } = certificate;
    if *version != VERSION {
        return Err(Refusal::Version(*version));
    }
    if inputs.len() > INPUTS || claims.len() > NODES {
        return Err(Refusal::Limit("inputs or nodes"));
    }
    // Steps count from the start, so later ones are unknown.
    let may_stop_later = certificate.is_of_paths() && certificate.stopping == Stopping::Open;
    if certificate.within.is_some() && !may_stop_later {
        return malformed(
            "only paths from the start have a number of steps, and may all stop later",
        );
    }
    for Program { words, registers, array, stream, .. } in programs {
        if words.len() > WORDS {
            return Err(Refusal::Limit("words of a program"));
        }
        for register in registers.keys() {
            if !(1..32).contains(register) {
                return malformed(format!("there is no register ${register} to be set"));
            }
        }
        let starts = registers.values().chain(stream);
        let named = starts.filter_map(|start| match *start {
            Start::Input(index) => Some(index),
            Start::Word(_) => None,
        });
        let lengths = array.iter().map(|array| array.length);
        if let Some(index) = named.chain(lengths).find(|index| *index >= inputs.len()) {
            return malformed(format!("there is no input {index}"));
        }
        if array.is_some_and(|array| !is_behind(array, words.len())) {
            return malformed("an array is not in memory behind the text");
        }
    }
    if tracked.iter().any(|cells| cells.len() > TRACKED) {
        return Err(Refusal::Limit("tracked words"));
    }
    if tracked.iter().flatten().any(|cell| !cell.is_multiple_of(4)) {
        return malformed("a tracked address is not a multiple of 4");
    }
    if let [Some(left), Some(right)] = programs.each_ref().map(|program| program.array)
        && left.first == right.first
        && left != right
    {
        return malformed("the programs are given the same array, and another one");
    }
    let leads = claims.iter().map(|claim| &claim.lead).chain([&certificate.lead]);
    if leads.flatten().any(|lead| lead.side > 1) {
        return malformed("there are two programs, and another one goes first");
    }
    observed::is_there(certificate)?;
    let mut nodes = BTreeMap::new();
    for claim in claims {
        let moves = |side: usize| !claim.at[side].is_final() && claim.pieces[side] != Some(0);
        if !moves(0) && !moves(1) {
            return malformed("at a node neither program goes on");
        }
        if claim.divisions.len() > DIVISIONS || claim.sums.len() > SUMS {
            return Err(Refusal::Limit("divisions or sums at a node"));
        }
        if claim.at.contains(&Location::Entry) {
            return malformed("a node is behind the start");
        }
        if claim.agreement == Some(Footprint::Array)
            && (programs[0].array.is_none() || programs[0].array != programs[1].array)
        {
            return malformed("a node speaks of the same array, and there is none");
        }
        if nodes.insert(claim.at, claim).is_some() {
            return malformed("there are two nodes for the same place");
        }
    }
    Ok(nodes)
}

/// Whether an array lies in memory after a text of this many words.
fn is_behind(array: Array, words: usize) -> bool {
    let end = u64::from(array.address) + 4 * u64::from(array.capacity);
    array.address.is_multiple_of(4)
        && 4 * words as u64 <= u64::from(array.address)
        && end <= u64::from(MEMORY_END)
}
