//! A loop of one program beside recursion of the other one: what is claimed of them, guessed from
//! runs.
//!
//! The rule is the checker's ([`tamarin_checker::procedures`]): a loop stands for a procedure, of which a
//! round is an activation, so that `f(n) = n + f(n - 1)` is paired with `for (; n; n--) s += n`. Here
//! is looked for what it needs:
//!
//! - where: the head of a loop that is come to as often as a procedure is called that calls itself
//!   once at most (`shapes`);
//! - what holds at both entries, at the exit of the loop beside each address behind a call, and where
//!   both return (`relations`): what held on runs (`runs`);
//! - how what the loop has gathered at its exit is made of what it had gathered before and of what the
//!   procedure returns: a polynomial that fits the runs (`fits`). For a loop that adds, that is a sum,
//!   for one that multiplies a product, and where both hand on what they have it is an equation;
//! - a word that gets smaller with each call and is bounded from the start: with it, there is room
//!   for the stack whatever the number of steps.
//!
//! Nothing of this is believed. A guess is put to the checker, what cannot be shown is taken away, and
//! the rest is tried again (Houdini: Flanagan and Leino, 2001), until a certificate is accepted or
//! nothing is left to be taken away.

mod claims;
mod fits;
mod relations;
mod runs;
mod shapes;

use std::rc::Rc;

use tamarin_checker::Refusal;
use tamarin_checker::procedures::claim::{Procedures, Variant};

use super::procedures::{Failed, about_read, certify};
use super::{Certified, NEEDED, Uncertified};
use crate::contract::Contract;
use crate::flow::cfg::is_recursive;
use crate::machine::Image;
use crate::solver::{Effort, Stop};
use claims::Guess;

/// Pairs of a loop and a procedure that are tried at most.
const SHAPES: usize = 4;
/// Certificates that are tried of one at most, each of which says less than the one before.
const TRIES: u32 = 160;
/// Obligations of one at most: a round has few paths, or a loop within.
const ANSWERS: usize = 200;
/// Variants that are tried at most, and conflicts for an obligation then.
const VARIANTS: usize = 10;
const OF_VARIANTS: Effort = Effort(4_000);

/// Whether one of the programs is recursive and the other one is not.
pub fn is_of_one(images: [&Rc<Image>; 2]) -> bool {
    let [left, right] = images.map(|image| is_recursive(image));
    left != right
}

/// The certificate that a program with a loop and one with recursion agree: for every number of
/// steps where the recursion is bounded, else for as many as the stack has room for.
pub fn of_recursion(
    images: [&Rc<Image>; 2],
    contract: &Contract,
    stop: &Stop,
) -> Result<Certified, Uncertified> {
    let mut refused = Uncertified::NothingClaimed;
    let inputs = runs::inputs(images, contract);
    for shape in shapes::all(images, &inputs).into_iter().take(SHAPES) {
        if stop.is_due() {
            return Err(Uncertified::Stopped);
        }
        let Some(chains) = runs::chains(images, &shape, &inputs) else { continue };
        let mut guess = Guess::new(images, shape, chains);
        match with_what_is_shown(images, contract, &mut guess, stop) {
            Ok(certified) => {
                return Ok(bounded(images, contract, &guess, stop).unwrap_or(certified));
            }
            Err(Uncertified::Stopped) => return Err(Uncertified::Stopped),
            Err(why) => refused = why,
        }
    }
    Err(refused)
}

/// The certificate of what is left of a guess once all is taken away that is not shown.
fn with_what_is_shown(
    images: [&Rc<Image>; 2],
    contract: &Contract,
    guess: &mut Guess,
    stop: &Stop,
) -> Result<Certified, Uncertified> {
    let mut tries = TRIES;
    loop {
        let claims = about_read(&guess.claims(None), images);
        let Failed { why, fact, word } =
            match certify(images, contract, claims.clone(), (NEEDED, Some(ANSWERS)), stop) {
                Ok(certified) => return Ok(certified),
                Err(failed) => failed,
            };
        tries -= 1;
        let is_open = matches!(why, Uncertified::Refused(Refusal::Open(_)));
        let is_less = match (word, fact) {
            _ if !is_open || tries == 0 => false,
            (Some((relation, spot)), _) => guess.withdraw(relation, spot),
            (None, Some(number)) => guess.withdraw_fact(&claims, number),
            (None, None) => false,
        };
        if !is_less {
            return Err(why);
        }
    }
}

/// The certificate for every number of steps, by a variant with a bound for which there is room.
fn bounded(
    images: [&Rc<Image>; 2],
    contract: &Contract,
    guess: &Guess,
    stop: &Stop,
) -> Option<Certified> {
    let is_for_all = |claims: &Procedures| claims.steps.is_none();
    guess.variants(images).into_iter().take(VARIANTS).find_map(|variant: Variant| {
        let claims = about_read(&guess.claims(Some(variant)), images);
        let certified =
            certify(images, contract, claims, (OF_VARIANTS, Some(ANSWERS)), stop).ok()?;
        certified.certificate.procedures.as_ref().is_some_and(is_for_all).then_some(certified)
    })
}
