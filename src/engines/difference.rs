//! A difference that was found, as the engines that explain it take it.

use std::rc::Rc;

use super::paths::Options;
use crate::machine::{Image, Inputs};

/// Two programs and an input on which they differ.
#[derive(Clone, Debug)]
pub struct Difference<'d> {
    /// The left program and the right one.
    pub images: [&'d Rc<Image>; 2],
    /// How they were compared: the contract, and the limits that hold here too.
    pub options: &'d Options,
    /// The witness.
    pub inputs: Inputs,
}
