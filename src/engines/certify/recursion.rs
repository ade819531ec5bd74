//! Claims that pair a loop of one program with recursion of the other one, guessed from runs.
//!
//! The rule is the checker's ([`tamarin_checker::procedures`]): a loop is treated as a procedure
//! with one activation per iteration, so `f(n) = n + f(n - 1)` is paired with `for (; n; n--) s +=
//! n`. The guess consists of
//!
//! - the pair: the head of a loop that is reached as often as a procedure is called that calls
//!   itself at most once (`shapes`);
//! - the relations at both entries, at the exit of the loop beside each return address, and where
//!   both return (`relations`): those that held on runs (`runs`);
//! - the accumulated value at the loop's exit, as a polynomial of the value accumulated before and
//!   of the procedure's result, fitted to the runs (`fits`): a sum for a loop that adds, a product
//!   for one that multiplies, an equation if both only pass a value on;
//! - a variant: a word that decreases with each call and is bounded initially. With it, the stack
//!   has room for every number of steps.
//!
//! All of it is checked before use. The checker decides a guess, unproved claims are removed, and
//! the rest is tried again (Houdini: Flanagan and Leino, 2001), until a certificate is accepted or
//! nothing is left to remove.

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

/// Maximum number of pairs of a loop and a procedure that are tried.
const SHAPES: usize = 4;
/// Maximum number of attempts for one pair, each with fewer claims.
const TRIES: u32 = 160;
/// Maximum number of obligations of one attempt: an iteration has few paths, or an inner loop.
const ANSWERS: usize = 200;
/// Maximum number of variants that are tried, and the effort of an obligation for each.
const VARIANTS: usize = 10;
const OF_VARIANTS: Effort = Effort(4_000);

/// Whether exactly one of the programs is recursive.
pub fn is_of_one(images: [&Rc<Image>; 2]) -> bool {
    let [left, right] = images.map(|image| is_recursive(image));
    left != right
}

/// The certificate that a program with a loop and one with recursion agree: for every number of
/// steps if the recursion is bounded, else for as many as the stack has room for.
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

/// The certificate for a guess after all unproved claims are removed.
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

/// The certificate for every number of steps, by a variant whose bound fits on the stack.
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
